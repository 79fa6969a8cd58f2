/* Simplex noise in two and three dimensions, as lean text has it: the same sums of the same lattice points, keys and
 * gradients as in noise/simplex.h, in vectors and in another order, so that they differ from those by rounding alone.
 * Places are of blocks, beside which a point may lie a little.  No kernel drives these. */
#ifndef BURL_NOISE_LEAN_SIMPLEX_H
#define BURL_NOISE_LEAN_SIMPLEX_H

#include "noise/lean_lattice.h"

/* ---- Corners ------------------------------------------------------------------------------------- */

/* What is left of the squared reach. */
LANE real lean_left(const burl__noise *n, reals d) { return larger(R(0), n->reach2 - dot_of(n->dims, d, d)); }

/* What a lattice point adds to a sample at this distance in units; with the slopes by a unit in front of it. */
LANE real lean_bump(const burl__noise *n, words key, reals d) {
  const real left = lean_left(n, d), squared = left * left;
  return squared * squared * lean_product(n, key, d);
}
LANE reals lean_sloped_bump(const burl__noise *n, words key, reals d) {
  const reals g = lean_gradient(n, key);
  const real left = lean_left(n, d), squared = left * left, product = dot_of(n->dims, g, d);
  const reals slope = g * (squared * squared) - d * (squared * left * product * 8);
  const real value = squared * squared * product;
  return reals_of(n->dims + 1, slope[0], slope[1], n->dims > 2 ? slope[2] : value, value);
}

/* Of a lattice point's skewed coordinates those within the first periods: without skew it is at this many units. */
LANE word lean_blocks_past(word units, int block_units, uint32_t period) {
  const uint32_t around = period / 3u;
  const real laps = floor_real((to_real(units) + R(0.5)) / (real)(around * (uint32_t)block_units));
  return to_word(laps) * around;
}
LANE words lean_simplex_in_period(const burl__noise *n, words corner) {
  const words at = corner * (uint32_t)simplex_units(n->dims) - sum_of_words(n->dims, corner);
  word past[4] = {W(0), W(0), W(0), W(0)};
  for (int a = 0; a < n->dims; a++)
    if (period_along(n, a) != 0u) past[a] = lean_blocks_past(at[a], block_units(n->dims), period_along(n, a));
  const words blocks = words_of(n->dims, past[0], past[1], past[2], past[3]);
  return corner - blocks * 3u - sum_of_words(n->dims, blocks);
}
LANE words lean_simplex_keys(const burl__noise *n, words corner) {
  const words wrapped = lean_has_period(n) ? lean_simplex_in_period(n, corner) : corner;
  return lean_axis_keys(n, wrapped * lean_odds(n->dims));
}

/* ---- Simplices ----------------------------------------------------------------------------------- */

/* The first corner of a sample's simplex: skewed coordinates, how far the sample is from there, in units, and how far
 * into the skewed cell. */
typedef struct {
  words corner;
  reals d, within;
} lean_start;

LANE lean_start lean_start_at(const burl__noise *n, const place at[4]) {
  const words block = words_of(n->dims, at[0].cell, at[1].cell, at[2].cell, at[3].cell);
  const reals inside = reals_of(n->dims, at[0].fraction, at[1].fraction, at[2].fraction, at[3].fraction);
  const scalar units = (scalar)simplex_units(n->dims);
  const reals skewed = inside * (1 / units) + sum_of(n->dims, inside) * R(1.0 / block_units(n->dims));
  const reals first = floors(skewed);
  lean_start s;
  s.within = skewed - first;
  s.d = inside - (first * units - sum_of(n->dims, first));
  s.corner = block * 3u + sum_of_words(n->dims, block) + words_of_reals(first);
  return s;
}

/* Along which axes corner c of a simplex is a step further than the first: along those first along which the sample is
 * furthest into the skewed cell. */
typedef struct {
  choice step_x, step_y, step_z;
} lean_steps;

LANE void lean_take_steps(const burl__noise *n, reals within, int c, lean_steps *to) {
  const choice is_x_before_y = within[1] < within[0];
  to->step_x = to->step_y = to->step_z = c == n->dims;
  if (n->dims == 2 && c == 1) {
    to->step_x = is_x_before_y;
    to->step_y = !is_x_before_y;
  } else if (n->dims == 3 && c > 0 && c < 3) {
    const choice is_x_before_z = within[2] < within[0], is_y_before_z = within[2] < within[1];
    const choice is_y_before_x = !is_x_before_y;
    const choice is_z_behind = c == 1 ? is_x_before_z | is_y_before_z : is_x_before_z & is_y_before_z;
    to->step_x = c == 1 ? is_x_before_y & is_x_before_z : is_x_before_y | is_x_before_z;
    to->step_y = c == 1 ? is_y_before_x & is_y_before_z : is_y_before_x | is_y_before_z;
    to->step_z = !is_z_behind;
  }
}

/* The keys of a corner: of those of the ends of the skewed cell, or where a period may end within it by itself. */
LANE words lean_keys_of_steps(const burl__noise *n, words key, words next, const lean_steps *to) {
  return words_of(n->dims, pick_word(to->step_x, next[0], key[0]), pick_word(to->step_y, next[1], key[1]),
                  pick_word(to->step_z, next[2], key[2]), W(0));
}
LANE words lean_corner_of_steps(const burl__noise *n, words corner, const lean_steps *to) {
  return corner +
         words_of(n->dims, only_word(to->step_x, W(1)), only_word(to->step_y, W(1)), only_word(to->step_z, W(1)), W(0));
}
LANE reals lean_distance_of_steps(const burl__noise *n, reals d, const lean_steps *to, int c) {
  const real with = R(simplex_units(n->dims) - c), without = R(-c);
  return d - reals_of(n->dims, pick(to->step_x, with, without), pick(to->step_y, with, without),
                      pick(to->step_z, with, without), R(0));
}

/* ---- Samples ------------------------------------------------------------------------------------- */

/* By the corners of the simplex: the value behind its slopes, if they are asked for. */
LANE reals lean_simplex_sum(const burl__noise *n, int with_slopes, const lean_start *s) {
  const words odd = lean_odds(n->dims), product = s->corner * odd;
  const words key = lean_axis_keys(n, product), next = lean_axis_keys(n, product + odd);
  reals sum = reals_of(n->dims + 1, R(0), R(0), R(0), R(0));
  for (int c = 0; c <= n->dims; c++) {
    lean_steps to;
    lean_take_steps(n, s->within, c, &to);
    const words corner = lean_has_period(n) ? lean_simplex_keys(n, lean_corner_of_steps(n, s->corner, &to))
                                            : lean_keys_of_steps(n, key, next, &to);
    const reals offset = lean_distance_of_steps(n, s->d, &to, c);
    if (with_slopes) sum = sum + lean_sloped_bump(n, corner, offset);
    else
      sum = c == 0 ? reals_of(1, lean_bump(n, corner, offset), R(0), R(0), R(0)) : sum + lean_bump(n, corner, offset);
  }
  return sum;
}

/* Smooth noise: by all lattice points up to two steps on and one back along each axis, of which some are out of
 * reach. */
LANE reals lean_smooth_sum(const burl__noise *n, int with_slopes, const lean_start *s) {
  const int count = n->dims == 2 ? 16 : 64;
  reals sum = reals_of(with_slopes ? n->dims + 1 : 1, R(0), R(0), R(0), R(0));
  for (int i = 0; i < count; i++) {
    const reals ahead = reals_of(n->dims, (real)((i & 3) - 1), (real)((i >> 2 & 3) - 1), (real)((i >> 4) - 1), R(0));
    const words at = lean_simplex_keys(n, s->corner + words_of_reals(ahead));
    const reals d = s->d - (ahead * (scalar)simplex_units(n->dims) - sum_of(n->dims, ahead));
    if (with_slopes) sum = sum + lean_sloped_bump(n, at, d);
    else sum = sum + lean_bump(n, at, d);
  }
  return sum;
}

LANE plane lean_simplex(const burl__noise *n, int with_slopes, const place at[4]) {
  const lean_start s = lean_start_at(n, at);
  const reals sum = n->smooth ? lean_smooth_sum(n, with_slopes, &s) : lean_simplex_sum(n, with_slopes, &s);
  const scalar units = (scalar)simplex_units(n->dims);
  if (!with_slopes) return plane_of(R(0), R(0), R(0), R(0), sum[0] * lean_size(n));
  const reals all = sum * reals_of(n->dims + 1, units, units, n->dims == 2 ? R(1) : units, R(1)) * n->size;
  return plane_of(all[0], all[1], n->dims == 3 ? all[2] : R(0), R(0), all[n->dims]);
}

#endif
