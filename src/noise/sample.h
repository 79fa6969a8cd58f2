/* Samples of noises from where they lie along each axis: what shader code is printed from (code/), and what single
 * samples are (run/single.c).  Scalar text alone: kernels drive the same functions over arrays.
 *
 * A place is a cell, wrapping to 32 bits, and a fraction of it.  It comes of a double; or, where a machine has no
 * doubles, places are computed with as they are, in words and floats: exactly, as long as the fraction is a
 * multiple of 2^-24, else to about 2^-24 of a cell. */
#ifndef BURL_NOISE_SAMPLE_H
#define BURL_NOISE_SAMPLE_H

#include "noise/cells.h"
#include "noise/impulses.h"
#include "noise/lattice_bend.h"
#include "noise/lattice_slope.h"
#include "noise/simplex.h"

typedef struct {
  word cell;
  real fraction;
} place;

LANE place place_at(word cell, real fraction) {
  const place p = {cell, fraction};
  return p;
}

/* ---- From doubles ------------------------------------------------------------------------------- */

LANE place place_of(wide at) {
  const cell_parts p = parts_of_cell(at);
  return place_at(axis_cell(p.cell), (real)p.rest);
}
/* The cell in [0, period). */
LANE place place_in_period(wide at, uint32_t period) {
  const cell_parts p = parts_of_cell(at);
  const double cells = (double)period;
  return place_at(axis_cell(in_period(p.cell, cells, 1.0 / cells)), (real)p.rest);
}

/* Simplex noise in `dims` dimensions: the block of cells, and the offset into it, in units. */
LANE place block_place(int dims, wide at) {
  const block_parts p = parts_of_block(dims, at);
  return place_at(axis_cell(p.blocks), (real)p.rest);
}
LANE place block_in_period(int dims, wide at, uint32_t period) {
  const block_parts p = parts_of_block(dims, at);
  const double blocks = (double)period / (double)simplex_block(dims);
  return place_at(axis_cell(in_period(p.blocks, blocks, 1.0 / blocks)), (real)p.rest);
}

/* ---- Arithmetic on places ----------------------------------------------------------------------- */

/* Of a number that is no place: |a| below 2^31. */
LANE place place_of_real(real a) {
  const real whole = floor_real(a);
  return place_at(to_word(whole), a - whole);
}
/* The nearest float. */
LANE real real_of_place(place p) { return to_real(p.cell) + p.fraction; }

/* So many whole cells and a fraction in [0, 1) on. */
LANE place place_moved(place p, word cells, real by) {
  const real less = 1 - by;
  const choice is_over = p.fraction >= less;
  return place_at(p.cell + cells + only_word(is_over, W(1)), pick(is_over, p.fraction - less, p.fraction + by));
}

/* A number on: the sum is rounded once (O. Møller, "Quasi double-precision in floating point addition", 1965). */
LANE place place_plus(place p, real by) {
  const real sum = p.fraction + by, added = sum - p.fraction;
  const real lost = (p.fraction - (sum - added)) + (by - added);
  const real below = floor_real(sum), rest = (sum - below) + lost;
  const choice is_under = rest < 0;
  return place_at(p.cell + to_word(below) - only_word(is_under, W(1)), pick(is_under, rest + 1, rest));
}

LANE place place_sum(place p, place q) { return place_moved(p, q.cell, q.fraction); }

LANE place place_negated(place p) {
  const choice is_whole = p.fraction == 0;
  return place_at(pick_word(is_whole, W(0) - p.cell, W(0) - p.cell - 1u), pick(is_whole, p.fraction, 1 - p.fraction));
}

/* Times a whole number. */
LANE place place_times(place p, word times, real as_real) {
  const real product = p.fraction * as_real, below = floor_real(product);
  return place_at(p.cell * times + to_word(below), product - below);
}

/* The upper half of the product of two words. */
LANE word upper_product(word a, word b) {
  const word low = (a & 0xFFFFu) * (b & 0xFFFFu), one = (a >> 16) * (b & 0xFFFFu), other = (a & 0xFFFFu) * (b >> 16);
  const word middle = (low >> 16) + (one & 0xFFFFu) + other;
  return (a >> 16) * (b >> 16) + (one >> 16) + (middle >> 16);
}

/* Times a positive number: its whole part, and its fraction in units of 2^-32 and, of what is left, 2^-64. */
LANE place place_scaled(place p, word whole, word part, word rest, real as_real) {
  const choice is_negative = p.cell > 0x7FFFFFFFu; /* then 2^32 cells less */
  const word low = p.cell * part, sum = low + upper_product(p.cell, rest), less = only_word(is_negative, rest);
  const word over = only_word(sum < low, W(1)), under = only_word(sum < less, W(1)), inside = sum - less;
  const word cells = p.cell * whole + upper_product(p.cell, part) + over - under - only_word(is_negative, part);
  return place_plus(place_at(cells, to_real(inside >> 8) * R(1.0 / 16777216)), p.fraction * as_real);
}

/* The cell in [0, period). */
LANE place place_wrapped(place p, word period) {
  const choice is_negative = p.cell > 0x7FFFFFFFu;
  const word size = pick_word(is_negative, ~p.cell, p.cell), rest = size % period;
  return place_at(pick_word(is_negative, period - 1u - rest, rest), p.fraction);
}

/* The fraction of a cell in units, rounded as parts_of_block does it: times as many units, then to a multiple of the
 * grain, of which the sum with `round` has no finer ones. */
LANE real units_of_fraction(int dims, real fraction) {
  const int units = simplex_units(dims), rest = units == 5 ? 1 : units == 6 ? 2 : 0;
  const real grain = R(simplex_grain(dims)), round = R(dims < 3 ? 8 : 16);
  const real most = fraction * (scalar)(units - rest), more = fraction * (scalar)rest;
  if (rest == 0) return (most + round) - round;
  const real sum = most + more, near = (sum + round) - round;
  const real over = (sum - near) + ((most - sum) + more);
  return near + pick(over > grain * R(0.5), grain, only(over < grain * R(-0.5), -grain));
}

/* Of simplex noise: the block of cells, and how far into it. */
LANE place block_of_place(int dims, place p) {
  const uint32_t cells = (uint32_t)simplex_block(dims), middle = 0x80000000u / cells;
  const real inside = units_of_fraction(dims, p.fraction);
  if (cells == 1u) return place_at(p.cell, inside);
  const word above = p.cell + middle * cells, block = above / cells;
  return place_at(block - middle, to_real(above - block * cells) * R(simplex_units(dims)) + inside);
}

/* ---- Samples ------------------------------------------------------------------------------------ */

LANE void take_axis(const burl__noise *n, int axis, place at, lattice_axis *to) {
  to->fraction = at.fraction;
  take_keys(n, axis, at.cell, to);
  weigh(n, to);
}

LANE real sample_lattice(const burl__noise *n, const place at[4]) {
  lattice_axis axis[4];
  EACH_AXIS for (int a = 0; a < lattice_axes(n); a++) take_axis(n, a, at[a], &axis[a]);
  if (n->turns) axis[last_axis(n)].fraction = at[last_axis(n)].fraction;
  return lattice_sample(n, axis);
}
LANE plane slopes_of_lattice(const burl__noise *n, const place at[4]) {
  sloped_axes axes;
  for (int a = 0; a < lattice_axes(n); a++) {
    take_axis(n, a, at[a], &axes.axis[a]);
    take_rates(n, a, &axes);
  }
  if (n->turns) axes.axis[last_axis(n)].fraction = at[last_axis(n)].fraction;
  return sloped_sample(n, &axes);
}

/* The second derivative along the axes a and b. */
LANE real bend_of_lattice(const burl__noise *n, int a, int b, const place at[4]) {
  bent_axis axis[4];
  for (int i = 0; i < n->dims; i++) take_bends(n, i, (a == i) + (b == i), at[i].cell, at[i].fraction, &axis[i]);
  return lattice_bend(n, axis, a, b);
}

LANE real sample_white(const burl__noise *n, const place at[4]) {
  word key[4] = {W(0), W(0), W(0), W(0)};
  EACH_AXIS for (int a = 0; a < n->dims; a++) key[a] = hash_axis(n, a, at[a].cell);
  const point_keys keys = {key[0], key[1], key[2], key[3]};
  return white_sample(n, keys);
}

/* Places are of blocks. */
LANE plane sample_simplex(const burl__noise *n, int with_slopes, const place at[4]) {
  word block[4];
  real fraction[4];
  int has_period = 0;
  EACH_AXIS for (int a = 0; a < n->dims; a++) {
    block[a] = at[a].cell;
    fraction[a] = at[a].fraction;
    has_period = has_period || period_along(n, a) != 0u;
  }
  if (n->smooth) return simplex_smooth(n, with_slopes, block, fraction);
  return has_period && n->dims > 1 ? simplex_sample_at_end(n, with_slopes, block, fraction)
                                   : simplex_sample(n, with_slopes, block, fraction);
}

LANE real bend_of_simplex(const burl__noise *n, int a, int b, const place at[4]) {
  word block[4];
  real fraction[4];
  for (int i = 0; i < n->dims; i++) {
    block[i] = at[i].cell;
    fraction[i] = at[i].fraction;
  }
  return simplex_bend(n, a, b, block, fraction);
}

/* The noise's own jitter, or one that varies. */
LANE cells_result sample_cells(const burl__noise *n, int asked, const place at[4], real jitter) {
  cells_search s;
  for (int a = 0; a < n->dims; a++) {
    s.cell[a] = at[a].cell;
    s.fraction[a] = at[a].fraction;
  }
  s.jitter = n->varies ? jitter : R(n->jitter);
  s.has_keys = 0;
  return cells_sample(n, asked, &s);
}

LANE plane sample_waves(const burl__noise *n, int with_slopes, const place at[4], real frequency, real orientation) {
  const word cell[2] = {at[0].cell, at[1].cell};
  const real fraction[2] = {at[0].fraction, at[1].fraction};
  return waves_sample(n, with_slopes, cell, fraction, wave_of(frequency, orientation));
}

#endif
