/* Samples of noises in the forms that lean text has (code/): the same sums of the same lattice points, keys and
 * gradients as in sample.h, by fewer operations in another order, so that they differ from those by rounding alone.
 * test_lean holds each to them; no kernel drives these.  A noise, or an option of one, that has no form here is printed
 * by sample.h's. */
#ifndef BURL_NOISE_LEAN_H
#define BURL_NOISE_LEAN_H

#include "noise/sample.h"

/* ---- Gradient noise in three dimensions ---------------------------------------------------------- */

/* The product of the default gradient of a hash, which has 0 along one axis, with a distance, of which both multiples
 * are given that its components have. */
LANE real lean_product3(word hash, real near_x, real near_y, real near_z, real far_x, real far_y, real far_z) {
  const word twelfth = (hash >> 16 & 0x7FFFu) * 3u;
  const choice is_first = twelfth < 0x8000u, is_second = twelfth < 0x10000u;
  const real a = pick(is_first, near_y, pick(is_second, near_x, far_x));
  const real b = pick(is_first, far_z, pick(is_second, far_y, near_z));
  return flip_sign(a + flip_sign(b, twelfth << 17), hash);
}

/* Products at the eight corners, blended along x, y and z. */
LANE real lean_gradients3(const burl__noise *n, const place at[4]) {
  const scalar near = (scalar)0.52573111211913361, far = (scalar)0.85065080835203993;
  lattice_axis axis[4];
  for (int a = 0; a < 3; a++) take_axis(n, a, at[a], &axis[a]);
  real planes[2], rows[2], ends[2];
  for (int z = 0; z < 2; z++) {
    for (int y = 0; y < 2; y++) {
      for (int x = 0; x < 2; x++) {
        const point_keys key = {axis[0].key[x], axis[1].key[y], axis[2].key[z], W(0)};
        const real dx = at[0].fraction - (scalar)x, dy = at[1].fraction - (scalar)y, dz = at[2].fraction - (scalar)z;
        ends[x] = lean_product3(top_of_keys(n, key), dx * near, dy * near, dz * near, dx * far, dy * far, dz * far);
      }
      rows[y] = blend(ends[0], ends[1], axis[0].weight[0]);
    }
    planes[z] = blend(rows[0], rows[1], axis[1].weight[0]);
  }
  return blend(planes[0], planes[1], axis[2].weight[0]) * n->size;
}

/* ---- Simplex noise ------------------------------------------------------------------------------- */

/* In three dimensions, where each corner of the simplex adds its product, as above, under its bump. */
LANE real lean_simplex3(const burl__noise *n, const simplex *s, const word block[4]) {
  const scalar near = (scalar)0.52573111211913361, far = (scalar)0.85065080835203993;
  const skewed_point at = skewed_of(n, 0, block, s->corner);
  key_pair keys[4];
  real sum = R(0);
  for (int a = 0; a < 3; a++) keys[a] = keys_of_simplex(n, a, at.along[a]);
  for (int c = 0; c <= 3; c++) {
    const point_keys key = {key_of_corner(3, s, keys, 0, c), key_of_corner(3, s, keys, 1, c),
                            key_of_corner(3, s, keys, 2, c), W(0)};
    const real dx = distance_to(3, s, 0, c), dy = distance_to(3, s, 1, c), dz = distance_to(3, s, 2, c);
    const real left = left_of_reach(left_of_reach(left_of_reach(R(n->reach2), dz), dy), dx);
    const real product =
        lean_product3(top_of_keys(n, key), dx * near, dy * near, dz * near, dx * far, dy * far, dz * far);
    sum = c == 0 ? bump(left) * product : sum + bump(left) * product;
  }
  return sum * n->size;
}

/* Places are of blocks, which may be a little beside the point. */
LANE plane lean_simplex(const burl__noise *n, int with_slopes, const place at[4]) {
  word block[4];
  real fraction[4];
  for (int a = 0; a < n->dims; a++) {
    block[a] = at[a].cell;
    fraction[a] = at[a].fraction;
  }
  const simplex s = simplex_at(n->dims, 0, fraction);
  if (n->dims == 3 && !with_slopes) return plane_of(R(0), R(0), R(0), R(0), lean_simplex3(n, &s, block));
  return simplex_sum(n, with_slopes, &s, block);
}

#endif
