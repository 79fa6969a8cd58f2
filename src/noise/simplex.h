/* Simplex noise: space is cut into simplices, and a sample is the sum of what the corners of its own
 * contribute, each its gradient under a bump.  A bump ends within the simplices around its corner: its
 * squared radius is their least squared altitude, 1/2 (1 in one dimension), so that the sum is smooth
 * everywhere.
 *
 * Sources: K. Perlin, "Noise hardware", 2001; S. Gustavson, "Simplex noise demystified", 2005.  There
 * the skew makes the simplices regular and is irrational in two and four dimensions.  Here it is 1/3 in
 * two and three dimensions and 1/4 in four, so that a step of a block of 3 (or 4) cells along an axis
 * takes lattice points to lattice points: any whole number of blocks is a period, exactly.
 *
 * All is measured in units: a cell has 5 in two dimensions, 6 in three, 8 in four: lattice
 * points lie on whole ones, the point of the skewed coordinates i at units·i_a − Σ i.  A sample lies a
 * fraction into its block, rounded to 2^−20 units (2^−19 from three dimensions on), so that every
 * distance is exact, from whichever lattice point it is measured.  Contributions are added in the order of
 * Σ i, and where that is the same of i along w, z, y.  So whoever adds those of all lattice points that
 * reach a sample, and of any that don't, has the same bits. */
#ifndef BURL_NOISE_SIMPLEX_H
#define BURL_NOISE_SIMPLEX_H

#include "noise/lattice_bend.h"

/* Cells of a block; units of a cell; units of a block; what a fraction is rounded to. */
LANE int simplex_block(int dims) { return dims == 1 ? 1 : dims == 4 ? 4 : 3; }
LANE int simplex_units(int dims) { return dims == 1 ? 1 : dims == 2 ? 5 : dims == 3 ? 6 : 8; }
LANE int block_units(int dims) { return simplex_units(dims) * simplex_block(dims); }
LANE double simplex_grain(int dims) { return dims < 3 ? 0x1p-20 : 0x1p-19; }

/* Where a bump ends, squared and in units: that much within the simplices that a sample on their border,
 * rounded to the other side, misses none.  Smooth ones are half as large again and reach over them. */
LANE double simplex_reach2(int dims, int is_smooth) {
  const int units = simplex_units(dims);
  return (dims == 1 ? 1 : 0.5) * (is_smooth ? 1.5 : 1) * (units * units) * (1 - 0x1p-13);
}

/* ---- Where a sample is -------------------------------------------------------------------------- */

/* A coordinate as whole blocks and the rest in units, rounded.  Whole cells come first: their remainder is
 * exact, so that equal fractions stay equal a period on. */
typedef struct {
  wide cells, blocks, rest;
} block_parts;

LANE block_parts parts_of_block(int dims, wide at) {
  const double grain = simplex_grain(dims);
  const int cells = simplex_block(dims), units = simplex_units(dims);
  block_parts p;
  p.cells = floor_wide(at);
  p.blocks = p.cells;
  p.rest = at - p.cells;
  if (cells > 1) {
    p.blocks = floor_wide(p.cells * (1.0 / cells));
    p.rest = (p.cells - p.blocks * (double)cells) + p.rest;
  }
  if (units > 1) p.rest = p.rest * (double)units;
  p.rest = (p.rest + AXIS_MAGIC * grain) - AXIS_MAGIC * grain;
  return p;
}

/* The simplex of a sample: its first corner, in skewed coordinates from the sample's block; how far the
 * sample is from there, in units; and how far into the skewed cell. */
typedef struct {
  word corner[4];
  real distance[4], within[4];
} simplex;

/* fraction: how far into its block the sample is along each axis, in units; is_inside: whether it is within, and not
 * where the blocks around it would be. */
LANE simplex simplex_at(int dims, int is_inside, const real fraction[4]) {
  const int units = simplex_units(dims);
  simplex s;
  real first[4], sum = fraction[0];
  EACH_AXIS for (int a = 1; a < dims; a++) sum = sum + fraction[a];
  const real skew = dims > 1 ? sum * R(1.0 / block_units(dims)) : R(0);
  EACH_AXIS for (int a = 0; a < dims; a++) {
    const real skewed = fraction[a] * R(1.0 / units) + skew;
    s.corner[a] = to_word(is_inside ? skewed : floor_real(skewed));
    first[a] = to_real(s.corner[a]);
    s.within[a] = skewed - first[a];
  }
  sum = dims > 1 ? first[0] : R(0);
  EACH_AXIS for (int a = 1; a < dims; a++) sum = sum + first[a];
  EACH_AXIS for (int a = 0; a < dims; a++) s.distance[a] = fraction[a] - (first[a] * R(units) - sum);
  return s;
}

/* Whether axis a is stepped along before axis b: in the order of `within`, the greatest first. */
LANE choice steps_before(const simplex *s, int a, int b) {
  return a < b ? s->within[a] > s->within[b] : s->within[a] >= s->within[b];
}

/* Whether corner number 1 to dims − 1 of the simplex is a step further along the axis than the first
 * one: corner n is after the n axes that are stepped along first.  (The last one is along all.) */
LANE choice is_stepped(int dims, const simplex *s, int axis, int corner) {
  const choice p = steps_before(s, axis, axis > 0 ? 0 : 1);
  if (dims == 2) return p;
  const choice q = steps_before(s, axis, axis > 1 ? 1 : 2);
  if (dims == 3) return corner == 1 ? p & q : p | q;
  const choice r = steps_before(s, axis, axis > 2 ? 2 : 3);
  return corner == 1 ? p & q & r : corner == 2 ? (p & q) | (p & r) | (q & r) : p | q | r;
}

/* By how many units a corner is ahead of the first one along an axis, where it is a step further along
 * it and where it is not. */
LANE int units_ahead(int dims, int corner, int stepped) {
  return (stepped ? simplex_units(dims) : 0) - (dims > 1 ? corner : 0);
}

/* ---- Contributions ------------------------------------------------------------------------------ */

/* What is left of the squared reach after the distance along one axis more.  Axes come in the order w, z,
 * y, x; so do the parts of the gradient's product with the distance. */
LANE real left_of_reach(real left, real d) { return left - d * d; }

LANE real bump(real left) {
  const real above = larger(R(0), left), squared = above * above;
  return squared * squared;
}
/* The slope of a bump along an axis along which the distance is d. */
LANE real bump_slope(real left, real d) {
  const real above = larger(R(0), left);
  return (above * above) * (above * d) * -8;
}

/* What a lattice point adds to a sample so far from it and, if asked, to its slopes by a unit.  g: its gradient;
 * product: of the gradient and the distance. */
LANE plane add_contribution(int dims, int with_slopes, plane sum, plane g, const real d[4], real left, real product) {
  const real height = bump(left);
  sum.rest = sum.rest + height * product;
  if (!with_slopes) return sum;
  const real fall = bump_slope(left, product);
  sum.x = sum.x + (height * g.x + fall * d[0]);
  if (dims > 1) sum.y = sum.y + (height * g.y + fall * d[1]);
  if (dims > 2) sum.z = sum.z + (height * g.z + fall * d[2]);
  if (dims > 3) sum.w = sum.w + (height * g.w + fall * d[3]);
  return sum;
}

LANE plane add_corner(const burl__noise *n, int with_slopes, plane sum, plane g, const real d[4]) {
  const int last = n->dims - 1;
  real left = R(n->reach2), product = plane_along(g, last) * d[last];
  EACH_AXIS for (int a = last; a >= 0; a--) left = left_of_reach(left, d[a]);
  EACH_AXIS for (int a = last - 1; a >= 0; a--) product = product + plane_along(g, a) * d[a];
  return add_contribution(n->dims, with_slopes, sum, g, d, left, product);
}

/* Slopes by a cell of those by a unit. */
LANE plane by_cell(int dims, int with_slopes, plane sum) {
  const scalar units = (scalar)simplex_units(dims);
  if (!with_slopes || dims == 1) return sum;
  return plane_of(sum.x * units, sum.y * units, sum.z * units, sum.w * units, sum.rest);
}

/* ---- Lattice points ----------------------------------------------------------------------------- */

enum { FEW_BLOCKS = 1 << 20 }; /* no lattice point that matters is so far from its block */

/* Skewed coordinates, absolute, of the lattice point `local` from a block.  may_wrap: a bit for each axis
 * with a period beyond whose ends it may lie: of the points that are a period apart the one within the
 * first period is taken. */
typedef struct {
  word along[4];
} skewed_point;

LANE skewed_point skewed_of(const burl__noise *n, int may_wrap, const word block[4], const word local[4]) {
  const int dims = n->dims;
  const uint32_t cells = (uint32_t)simplex_block(dims), units = (uint32_t)simplex_units(dims);
  word blocks = W(0), sum = W(0), all_moved = W(0), moved[4];
  skewed_point p;
  EACH_AXIS for (int a = 0; a < dims; a++) {
    if (dims > 1) blocks = blocks + block[a];
    if (dims > 1) sum = sum + local[a];
  }
  EACH_AXIS for (int a = 0; a < dims; a++) p.along[a] = block[a] * cells + blocks + local[a];
  if (may_wrap == 0) return p;
  EACH_AXIS for (int a = 0; a < dims; a++) {
    const uint32_t period = period_along(n, a), around = period / cells;
    const word at = (block[a] * cells + local[a]) * units - sum, from_end = at - period * units;
    const choice below = (block[a] < FEW_BLOCKS) & (at >> 31 != 0u);
    const choice beyond = (around - block[a] < FEW_BLOCKS) & (from_end >> 31 == 0u);
    moved[a] = W(0);
    if (period != 0u && may_wrap >> a & 1) moved[a] = only_word(below, W(around)) - only_word(beyond, W(around));
    all_moved = all_moved + moved[a];
  }
  EACH_AXIS for (int a = 0; a < dims; a++) {
    p.along[a] = p.along[a] + moved[a] * cells;
    if (dims > 1) p.along[a] = p.along[a] + all_moved;
  }
  return p;
}

/* The plane of the gradient at a lattice point. */
LANE plane gradient_plane(const burl__noise *n, point_keys key) {
  const gradient g = default_gradient(n, key);
  return plane_of(g.x, g.y, g.z, g.w, R(0));
}
LANE plane gradient_at(const burl__noise *n, skewed_point p) {
  const int dims = n->dims;
  const point_keys key = {hash_axis(n, 0, p.along[0]), dims > 1 ? hash_axis(n, 1, p.along[1]) : W(0),
                          dims > 2 ? hash_axis(n, 2, p.along[2]) : W(0), dims > 3 ? hash_axis(n, 3, p.along[3]) : W(0)};
  return gradient_plane(n, key);
}

/* The keys along an axis of the first corner of a simplex, which no period ends at, and of the next. */
typedef struct {
  word first, next;
} key_pair;

LANE key_pair keys_of_simplex(const burl__noise *n, int axis, word first) {
  const uint32_t odd = axis_odd(axis), last = (n->period[0] - 1u) * odd;
  const word product = first * odd;
  key_pair k;
  k.first = hash_product(n, axis, product);
  k.next = hash_product(n, axis, n->dims == 1 ? sum_unless_last(last, product, odd) : product + odd);
  return k;
}

/* ---- Samples ------------------------------------------------------------------------------------ */

/* How far the sample is from corner number c of its simplex along an axis. */
LANE real distance_to(int dims, const simplex *s, int axis, int c) {
  const real with = R(units_ahead(dims, c, 1)), without = R(units_ahead(dims, c, 0));
  if (c == 0) return s->distance[axis] - without;
  if (c == dims) return s->distance[axis] - with;
  return s->distance[axis] - pick(is_stepped(dims, s, axis, c), with, without);
}

/* The key along an axis of corner number c; keys: of the first corner and the next, by axis. */
LANE word key_of_corner(int dims, const simplex *s, const key_pair keys[4], int axis, int c) {
  if (axis >= dims) return W(0);
  if (c == 0 || c == dims) return c == 0 ? keys[axis].first : keys[axis].next;
  return pick_word(is_stepped(dims, s, axis, c), keys[axis].next, keys[axis].first);
}

/* A sample by the corners of its simplex, as far as no period ends among them: in one dimension, where the
 * next cell is the next corner, always.  block: the sample's along each axis. */
LANE plane simplex_sum(const burl__noise *n, int with_slopes, const simplex *s, const word block[4]) {
  const int dims = n->dims;
  const skewed_point at = skewed_of(n, 0, block, s->corner);
  key_pair keys[4];
  EACH_AXIS for (int a = 0; a < dims; a++) {
    const word first = at.along[a];
    keys[a] = keys_of_simplex(n, a, dims == 1 ? only_word(first != n->period[0], first) : first);
  }
  plane sum = no_plane();
  EACH_CORNER for (int c = 0; c <= dims; c++) {
    const point_keys key = {key_of_corner(dims, s, keys, 0, c), key_of_corner(dims, s, keys, 1, c),
                            key_of_corner(dims, s, keys, 2, c), key_of_corner(dims, s, keys, 3, c)};
    real d[4];
    EACH_AXIS for (int a = 0; a < dims; a++) d[a] = distance_to(dims, s, a, c);
    sum = add_corner(n, with_slopes, sum, gradient_plane(n, key), d);
  }
  return by_cell(dims, with_slopes, sum);
}
/* fraction: how far into its block it is, in units. */
LANE plane simplex_sample(const burl__noise *n, int with_slopes, const word block[4], const real fraction[4]) {
  const simplex s = simplex_at(n->dims, 1, fraction);
  return simplex_sum(n, with_slopes, &s, block);
}

/* The same where periods may end among the corners, from two dimensions on. */
LANE plane simplex_sample_at_end(const burl__noise *n, int with_slopes, const word block[4], const real fraction[4]) {
  const int dims = n->dims;
  const simplex s = simplex_at(dims, 1, fraction);
  plane sum = no_plane();
  for (int c = 0; c <= dims; c++) {
    word local[4];
    real d[4];
    EACH_AXIS for (int a = 0; a < dims; a++) {
      const word step = c == 0 ? W(0) : c == dims ? W(1) : only_word(is_stepped(dims, &s, a, c), W(1));
      local[a] = s.corner[a] + step;
      d[a] = distance_to(dims, &s, a, c);
    }
    sum = add_corner(n, with_slopes, sum, gradient_at(n, skewed_of(n, 15, block, local)), d);
  }
  return by_cell(dims, with_slopes, sum);
}

/* Smooth noise, whose bumps reach over their simplices: by all lattice points that may reach the sample's
 * cell, which n->near lists as steps from the first corner. */
LANE plane simplex_smooth(const burl__noise *n, int with_slopes, const word block[4], const real fraction[4]) {
  const int dims = n->dims;
  const simplex s = simplex_at(dims, 1, fraction);
  plane sum = no_plane();
  for (int i = 0; i < n->near_count; i++) {
    const int step[4] = {n->near[4 * i], n->near[4 * i + 1], n->near[4 * i + 2], n->near[4 * i + 3]};
    const int level = dims > 1 ? step[0] + step[1] + step[2] + step[3] : 0;
    word local[4];
    real d[4];
    EACH_AXIS for (int a = 0; a < dims; a++) {
      d[a] = s.distance[a] - (scalar)(simplex_units(dims) * step[a] - level);
      local[a] = s.corner[a] + W(step[a]);
    }
    skewed_point at;
    if (dims == 1) at.along[0] = neighbour(block[0] + s.corner[0], step[0], n->period[0]);
    else at = skewed_of(n, 15, block, local);
    sum = add_corner(n, with_slopes, sum, gradient_at(n, at), d);
  }
  return by_cell(dims, with_slopes, sum);
}

/* ---- Second derivatives ------------------------------------------------------------------------- */

/* What a lattice point adds to that along the axes a and b, by a unit. */
LANE real bend_of_bump(int a, int b, plane g, const real d[4], real left, real product) {
  const real above = larger(R(0), left), turned = d[a] * plane_along(g, b) + d[b] * plane_along(g, a);
  const real fall = above * (a == b ? turned + product : turned);
  return (above * above) * (d[a] * d[b] * product * 48 - fall * 8);
}

/* The second derivative of a sample, plain or smooth, along the axes a and b, by a cell. */
LANE real simplex_bend(const burl__noise *n, int a, int b, const word block[4], const real fraction[4]) {
  const int dims = n->dims, units = simplex_units(dims), count = n->smooth ? n->near_count : dims + 1;
  const simplex s = simplex_at(dims, 1, fraction);
  real sum = R(0);
  for (int c = 0; c < count; c++) {
    word local[4] = {W(0), W(0), W(0), W(0)};
    real d[4] = {R(0), R(0), R(0), R(0)}, left = R(n->reach2), product = R(0);
    int level = 0;
    for (int i = 0; i < dims && n->smooth && dims > 1; i++) level = level + n->near[4 * c + i];
    for (int i = 0; i < dims; i++) {
      const int step = n->smooth ? n->near[4 * c + i] : c == dims;
      const int is_between = !n->smooth && c > 0 && c < dims;
      local[i] = s.corner[i] + (is_between ? only_word(is_stepped(dims, &s, i, c), W(1)) : W(step));
      d[i] = n->smooth ? s.distance[i] - (scalar)(units * step - level) : distance_to(dims, &s, i, c);
    }
    skewed_point at = skewed_of(n, 15, block, local);
    if (dims == 1) at.along[0] = neighbour(block[0] + s.corner[0], n->smooth ? n->near[4 * c] : c, n->period[0]);
    word key[4] = {W(0), W(0), W(0), W(0)};
    for (int i = 0; i < dims; i++) key[i] = hash_axis(n, i, at.along[i]);
    const plane g = bent_corner(n, key[0], key[1], key[2], key[3], R(0), 0);
    for (int i = dims - 1; i >= 0; i--) {
      left = left_of_reach(left, d[i]);
      product = product + plane_along(g, i) * d[i];
    }
    sum = sum + bend_of_bump(a, b, g, d, left, product);
  }
  return sum * (scalar)(units * units);
}

#endif
