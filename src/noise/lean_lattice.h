/* Value and gradient noise on the integer lattice in two to four dimensions, as lean text has it: the same sums of the
 * same lattice points, keys and gradients as in noise/lattice.h, in vectors and in another order, so that they differ
 * from those by rounding alone.  No kernel drives these. */
#ifndef BURL_NOISE_LEAN_LATTICE_H
#define BURL_NOISE_LEAN_LATTICE_H

#include "noise/sample.h"
#include "noise/vectors.h"

/* ---- Lattice points ------------------------------------------------------------------------------ */

LANE words lean_odds(int dims) {
  return words_of(dims, W(axis_odd(0)), W(axis_odd(1)), W(axis_odd(2)), W(axis_odd(3)));
}

/* The keys of coordinates along all axes, from their products with the odd numbers: without the seed's high word, which
 * comes to their sum. */
LANE words lean_axis_keys(const burl__noise *n, words product) {
  return ((product ^ product >> 15) + n->low) * 0x7FEB352Du;
}

/* The hash of a lattice point, by its keys; and the same but for its lower half. */
LANE word lean_hash_top(const burl__noise *n, words key) {
  const word z = n->dims > 2 ? key[2] : W(0), w = n->dims > 3 ? key[3] : W(0);
  const word odd = (key[1] + 3u * z + 7u * w - n->high) | 1u;
  const word sum = sum_of_words(n->dims, key) + n->high, folded = sum ^ sum >> 16;
  return folded * (folded + odd);
}
LANE word lean_hash(const burl__noise *n, words key) {
  const word top = lean_hash_top(n, key);
  return top ^ top >> 16;
}

/* The gradient at a lattice point. */
LANE reals lean_gradient(const burl__noise *n, words key) {
  const int is_of_top = n->gradients == SIXTEEN || (n->gradients == DEFAULT_SET && n->dims < 4);
  const word hash = is_of_top ? lean_hash_top(n, key) : lean_hash(n, key);
  const gradient g = gradient_of_set(n->dims, n->gradients, hash, 1);
  return reals_of(n->dims, g.x, g.y, g.z, g.w);
}

/* The product of a lattice point's default gradient with a distance: in two dimensions; in three, where gradients have
 * 0 along one axis and else a component that is LEAN_RATIO times the other; and in four, where two components are ±1.
 * In three and four it is for longer gradients than those of the set. */
#define LEAN_RATIO ((scalar)1.6180339887498949)
LANE real lean_corner_product2(const burl__noise *n, words key, reals d) {
  const word hash = lean_hash_top(n, key);
  const reals flat = reals_of(2, R(0.92387953251128676), R(0.38268343236508977), R(0), R(0));
  const reals tall = reals_of(2, R(0.38268343236508977), R(0.92387953251128676), R(0), R(0));
  const reals part = pick_reals((hash & 0x40000000u) == 0u, tall, flat) * d;
  return flip_sign(part[0], hash) + flip_sign(part[1], hash << 2);
}
LANE real lean_corner_product3(const burl__noise *n, words key, reals d) {
  const word hash = lean_hash_top(n, key), twelfth = (hash >> 16 & 0x7FFFu) * 3u;
  const reals major = d * LEAN_RATIO;
  const reals other =
      pick_reals(twelfth < 0x10000u, reals_of(2, d[0], major[1], R(0), R(0)), reals_of(2, major[0], d[2], R(0), R(0)));
  const reals part = pick_reals(twelfth < 0x8000u, reals_of(2, d[1], major[2], R(0), R(0)), other);
  return flip_sign(part[0] + flip_sign(part[1], twelfth << 17), hash);
}
LANE real lean_corner_product4(const burl__noise *n, words key, reals d) {
  const word hash = lean_hash(n, key), pair = part_of(hash, 6u);
  const real x = flip_sign(d[0], hash << 31), y = flip_sign(d[1], hash << 30);
  const real z = flip_sign(d[2], hash << 29), w = flip_sign(d[3], hash << 28);
  const real y_or_z = pick(pair < 5u, y, z), z_or_w = pick((pair == 1u) | (pair == 3u), z, w);
  return pick(pair < 3u, x, y_or_z) + pick(pair == 0u, y, z_or_w);
}

/* The product for any set; and what it has to be multiplied by, for all corners. */
LANE real lean_product(const burl__noise *n, words key, reals d) {
  if (n->gradients != DEFAULT_SET) return dot_of(n->dims, lean_gradient(n, key), d);
  return n->dims == 2   ? lean_corner_product2(n, key, d)
         : n->dims == 3 ? lean_corner_product3(n, key, d)
                        : lean_corner_product4(n, key, d);
}
LANE real lean_size(const burl__noise *n) {
  if (n->is_value || n->gradients != DEFAULT_SET || n->dims == 2) return R(n->size);
  return n->size * (n->dims == 3 ? (scalar)0.52573111211913361 : ROOT_HALF);
}

/* ---- Cells --------------------------------------------------------------------------------------- */

/* A cell in its period, measured from its middle. */
LANE word lean_in_period(word cell, uint32_t period) {
  const real laps = floor_real((to_real(cell) + R(0.5)) / (real)period);
  return cell - to_word(laps) * period;
}
LANE words lean_cell(const burl__noise *n, const place at[4]) {
  word cell[4];
  for (int a = 0; a < 4; a++) {
    const uint32_t period = a < n->dims ? period_along(n, a) : 0u;
    cell[a] = period == 0u ? at[a].cell : lean_in_period(at[a].cell, period);
  }
  return words_of(n->dims, cell[0], cell[1], cell[2], cell[3]);
}
LANE int lean_has_period(const burl__noise *n) {
  return n->period[0] != 0u || n->period[1] != 0u || n->period[2] != 0u || n->period[3] != 0u;
}

/* The products of the next cell, which behind a period's last is the first; product: of the cell. */
LANE words lean_next_products(const burl__noise *n, words cell, words product) {
  word next[4];
  for (int a = 0; a < 4; a++) {
    const uint32_t period = a < n->dims ? period_along(n, a) : 0u;
    next[a] = period == 0u ? cell[a] + 1u : sum_unless_last(period - 1u, cell[a], 1u);
  }
  if (!lean_has_period(n)) return product + lean_odds(n->dims);
  return words_of(n->dims, next[0], next[1], next[2], next[3]) * lean_odds(n->dims);
}

/* What blends neighbours along each axis, and how that changes. */
LANE reals lean_fade(const burl__noise *n, reals t) {
  if (n->interp == QUINTIC) return t * t * t * (t * (t * 6 - 15) + 10);
  if (n->interp == HERMITE) return t * t * (3 - t * 2);
  if (n->interp != COSINE) return t;
  return reals_of(n->dims, cosine_weight(t[0]), cosine_weight(t[1]), cosine_weight(t[2]), cosine_weight(t[3]));
}
LANE reals lean_fade_slope(const burl__noise *n, reals t) {
  if (n->interp == QUINTIC) return t * t * (t * (t * 30 - 60) + 30);
  if (n->interp == HERMITE) return t * (6 - t * 6);
  if (n->interp != COSINE) return reals_of(n->dims, R(1), R(1), R(1), R(1));
  return reals_of(n->dims, cosine_rate(t[0]), cosine_rate(t[1]), cosine_rate(t[2]), R(0));
}

/* A cell by its lower and upper ends along each axis: their keys, and what the sample is from them. */
typedef struct {
  words key, next;
  reals d, end, weight;
} lean_box;

LANE lean_box lean_box_at(const burl__noise *n, const place at[4]) {
  const words cell = lean_cell(n, at), odd = lean_odds(n->dims), product = cell * odd;
  const reals d = reals_of(n->dims, at[0].fraction, at[1].fraction, at[2].fraction, at[3].fraction);
  lean_box box;
  box.key = lean_axis_keys(n, product);
  box.next = lean_axis_keys(n, lean_next_products(n, cell, product));
  box.weight = lean_fade(n, d);
  box.d = d;
  box.end = d - 1;
  return box;
}

/* The ends of a corner along the axes: of the last of four the lower one. */
LANE words lean_keys_at(const burl__noise *n, const lean_box *box, int x, int y, int z) {
  return words_of(n->dims, x ? box->next[0] : box->key[0], y ? box->next[1] : box->key[1],
                  z ? box->next[2] : box->key[2], box->key[3]);
}
LANE reals lean_distance_at(const burl__noise *n, const lean_box *box, int x, int y, int z) {
  return reals_of(n->dims, x ? box->end[0] : box->d[0], y ? box->end[1] : box->d[1], z ? box->end[2] : box->d[2],
                  box->d[3]);
}

/* ---- Values -------------------------------------------------------------------------------------- */

LANE real lean_corner(const burl__noise *n, const lean_box *box, int x, int y, int z) {
  const words key = lean_keys_at(n, box, x, y, z);
  return n->is_value ? value_of_hash(lean_hash(n, key), 1) : lean_product(n, key, lean_distance_at(n, box, x, y, z));
}

/* The corners blended along x, y and z. */
LANE real lean_blended(const burl__noise *n, const lean_box *box) {
  const int rows = n->dims == 2 ? 2 : 4;
  real left[4] = {R(0), R(0), R(0), R(0)}, right[4] = {R(0), R(0), R(0), R(0)};
  for (int i = 0; i < rows; i++) {
    left[i] = lean_corner(n, box, 0, i & 1, i >> 1);
    right[i] = lean_corner(n, box, 1, i & 1, i >> 1);
  }
  const reals start = reals_of(rows, left[0], left[1], left[2], left[3]);
  const reals row = start + box->weight[0] * (reals_of(rows, right[0], right[1], right[2], right[3]) - start);
  if (n->dims == 2) return blend(row[0], row[1], box->weight[1]);
  const reals lower = reals_of(2, row[0], row[2], R(0), R(0)), upper = reals_of(2, row[1], row[3], R(0), R(0));
  const reals plane = lower + box->weight[1] * (upper - lower);
  return blend(plane[0], plane[1], box->weight[2]);
}
LANE real lean_cube(const burl__noise *n, lean_box box) { return lean_blended(n, &box); }

LANE real lean_lattice(const burl__noise *n, const place at[4]) {
  const lean_box box = lean_box_at(n, at);
  lean_box upper = box;
  if (n->dims < 4) return lean_blended(n, &box) * lean_size(n);
  upper.key = words_of(4, box.key[0], box.key[1], box.key[2], box.next[3]);
  upper.d = reals_of(4, box.d[0], box.d[1], box.d[2], box.end[3]);
  const real before = lean_cube(n, box), behind = lean_cube(n, upper);
  return blend(before, behind, box.weight[3]) * lean_size(n);
}

/* ---- Slopes -------------------------------------------------------------------------------------- */

/* A corner's gradient and, behind it, its value. */
LANE reals lean_sloped(const burl__noise *n, words key, reals d) {
  const reals g = lean_gradient(n, key);
  const real product = dot_of(n->dims, g, d);
  return reals_of(n->dims + 1, g[0], g[1], n->dims > 2 ? g[2] : product, product);
}
LANE reals lean_sloped_corner(const burl__noise *n, const lean_box *box, int x, int y, int z) {
  return lean_sloped(n, lean_keys_at(n, box, x, y, z), lean_distance_at(n, box, x, y, z));
}

/* Gradient noise in two or three dimensions.  Its slopes are the gradients blended, and what the blends of corners'
 * values differ by along each axis times how fast the axis's blend changes. */
LANE plane lean_lattice_slopes(const burl__noise *n, const place at[4]) {
  const lean_box box = lean_box_at(n, at);
  const int value = n->dims, rows = n->dims == 2 ? 2 : 4;
  reals row[4];
  real along[3] = {R(0), R(0), R(0)}, step[4];
  for (int i = 0; i < rows; i++) {
    const reals left = lean_sloped_corner(n, &box, 0, i & 1, i >> 1);
    const reals right = lean_sloped_corner(n, &box, 1, i & 1, i >> 1);
    row[i] = left + box.weight[0] * (right - left);
    step[i] = right[value] - left[value];
  }
  reals all = row[0] + box.weight[1] * (row[1] - row[0]);
  along[0] = blend(step[0], step[1], box.weight[1]);
  along[1] = row[1][value] - row[0][value];
  if (n->dims == 3) {
    const reals upper = row[2] + box.weight[1] * (row[3] - row[2]);
    along[0] = blend(along[0], blend(step[2], step[3], box.weight[1]), box.weight[2]);
    along[1] = blend(along[1], row[3][value] - row[2][value], box.weight[2]);
    along[2] = upper[value] - all[value];
    all = all + box.weight[2] * (upper - all);
  }
  const reals rate = lean_fade_slope(n, box.d);
  all = (all + reals_of(n->dims + 1, along[0] * rate[0], along[1] * rate[1], n->dims == 3 ? along[2] * rate[2] : R(0),
                        R(0))) *
        n->size;
  return plane_of(all[0], all[1], n->dims == 3 ? all[2] : R(0), R(0), all[value]);
}

#endif
