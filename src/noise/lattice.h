/* Noise on the integer lattice, value noise and gradient (Perlin) noise, in one to four dimensions: the
 * lattice points around a sample, folded and blended an axis at a time, w, z, x and then y.
 *
 *   corner   what a lattice point contributes: a value, or the plane of its gradient
 *   row      the corners of a line of lattice points along x, blended along w and z
 *   column   the row blended along x, at the x of a column of samples: the line rest + slope·dy
 *   finish   the columns of the rows around a sample, blended along y
 *
 * A point computes its own; a grid computes corners and rows once a lattice point, columns once a lattice
 * row and column of samples, and finishes each sample.  Same functions, same order: the same bits.
 *
 * Sources: K. Perlin, "Improving Noise", 2002; H. Elias, "Perlin Noise", 1998; E. Catmull and R. Rom,
 * "A class of local interpolating splines", 1974. */
#ifndef BURL_NOISE_LATTICE_H
#define BURL_NOISE_LATTICE_H

#include "noise/ease.h"
#include "noise/gradient.h"
#include "noise/hash.h"

/* ---- Weights along an axis ---------------------------------------------------------------------- */

/* The weight u of the right one of two neighbours; a wavelet is blended linearly.  And its slope. */
LANE real blend_weight(int interp, real t) {
  if (interp == COSINE) return cosine_weight(t);
  return interp == HERMITE ? lane_hermite(t) : interp == QUINTIC ? lane_fade(t) : t;
}
LANE real blend_rate(int interp, real t) {
  if (interp == COSINE) return cosine_rate(t);
  return interp == HERMITE ? hermite_slope(t) : interp == QUINTIC ? fade_slope(t) : R(1);
}

/* The weight of the lattice point `tap` cells right of the cell, −1 to 2 (0 elsewhere): Elias's cubic, the
 * Catmull-Rom spline, or a blend of two. */
LANE real point_weight(int interp, int tap, real t) {
  if (tap < -1 || tap > 2) return R(0);
  if (interp == CUBIC)
    return tap == -1  ? t * (t * (2 - t) - 1)
           : tap == 0 ? t * t * (t - 2) + 1
           : tap == 1 ? t * (1 - t * (t - 1))
                      : t * t * (t - 1);
  if (interp == CATMULL_ROM)
    return tap == -1  ? R(0.5) * t * (t * (2 - t) - 1)
           : tap == 0 ? R(0.5) * (t * t * (3 * t - 5) + 2)
           : tap == 1 ? R(0.5) * t * (t * (4 - 3 * t) + 1)
                      : R(0.5) * t * t * (t - 1);
  return tap == 0 ? 1 - blend_weight(interp, t) : tap == 1 ? blend_weight(interp, t) : R(0);
}
LANE real point_rate(int interp, int tap, real t) {
  if (tap < -1 || tap > 2) return R(0);
  if (interp == CUBIC)
    return tap == -1  ? t * (4 - 3 * t) - 1
           : tap == 0 ? t * (3 * t - 4)
           : tap == 1 ? 1 - t * (3 * t - 2)
                      : t * (3 * t - 2);
  if (interp == CATMULL_ROM)
    return tap == -1  ? R(0.5) * (t * (4 - 3 * t) - 1)
           : tap == 0 ? R(0.5) * t * (9 * t - 10)
           : tap == 1 ? R(0.5) * (t * (8 - 9 * t) + 1)
                      : R(0.5) * t * (3 * t - 2);
  return tap == 0 ? -blend_rate(interp, t) : tap == 1 ? blend_rate(interp, t) : R(0);
}

/* The same over a lattice smoothed by ¼ ½ ¼: taps −2 to 3. */
LANE real smooth_weight(int interp, int tap, real t) {
  return R(0.25) * point_weight(interp, tap - 1, t) + R(0.5) * point_weight(interp, tap, t) +
         R(0.25) * point_weight(interp, tap + 1, t);
}
LANE real smooth_rate(int interp, int tap, real t) {
  return R(0.25) * point_rate(interp, tap - 1, t) + R(0.5) * point_rate(interp, tap, t) +
         R(0.25) * point_rate(interp, tap + 1, t);
}

/* Either, by whether the lattice is smoothed. */
RARE real tap_weight(int interp, int smooth, int tap, real t) {
  return smooth ? smooth_weight(interp, tap, t) : point_weight(interp, tap, t);
}
RARE real tap_rate(int interp, int smooth, int tap, real t) {
  return smooth ? smooth_rate(interp, tap, t) : point_rate(interp, tap, t);
}

/* ---- Axes --------------------------------------------------------------------------------------- */

/* A coordinate as its cell and the rest. */
typedef struct {
  wide cell, rest;
} cell_parts;

LANE cell_parts parts_of_cell(wide at) {
  cell_parts p;
  p.cell = floor_wide(at);
  p.rest = at - p.cell;
  return p;
}

/* A whole number in [0, period); share: 1/period.  Measured from the middle of a cell, laps up to 2^51 are
 * right. */
LANE wide in_period(wide whole, double period, double share) {
  const wide laps = floor_wide((whole + 0.5) * share);
  return whole - laps * period;
}

/* A sample along one axis: the keys of the lattice points that it reads, the fraction of its cell, and the
 * weights of those points (of two, the right one's weight alone). */
typedef struct {
  word key[MOST_TAPS];
  real fraction, weight[MOST_TAPS];
} lattice_axis;

/* The cell `step` cells on, both in [0, period); period 0: none. */
LANE word neighbour(word cell, int step, uint32_t period) {
  const uint32_t further = axis_further(step, period);
  if (period == 0u) return cell + further;
  return cell + further - only_word(cell >= period - further, W(period));
}

/* How many cells tap number `tap` lies right of the cell. */
LANE int cells_of_tap(const burl__noise *n, int tap) { return tap + 1 - n->taps / 2; }

/* Of two neighbours by burl's hash the second key comes of the first product: the cell after the last of a
 * period (without one: the last of all) is cell 0. */
LANE void take_keys(const burl__noise *n, int axis, word cell, lattice_axis *to) {
  if (n->hash == HASH_BURL && n->taps == 2) {
    const uint32_t odd = axis_odd(axis), last = (period_along(n, axis) - 1u) * odd;
    const word product = cell * odd;
    to->key[0] = hash_product(n, axis, product);
    to->key[1] = hash_product(n, axis, sum_unless_last(last, product, odd));
  } else {
    for (int tap = 0; tap < n->taps; tap++)
      to->key[tap] = lattice_key(n, axis, neighbour(cell, cells_of_tap(n, tap), period_along(n, axis)));
  }
}

LANE void weigh(const burl__noise *n, lattice_axis *to) {
  if (n->taps == 2) to->weight[0] = blend_weight(n->interp, to->fraction);
  else
    for (int tap = 0; tap < n->taps; tap++)
      to->weight[tap] = tap_weight(n->interp, n->smooth, cells_of_tap(n, tap), to->fraction);
}

/* ---- Corners ------------------------------------------------------------------------------------ */

/* The plane rest + x·dx + y·dy + z·dz + w·dw; of value noise the rest alone. */
typedef struct {
  real x, y, z, w, rest;
} plane;

LANE plane plane_of(real x, real y, real z, real w, real rest) {
  const plane p = {x, y, z, w, rest};
  return p;
}
LANE plane no_plane(void) { return plane_of(R(0), R(0), R(0), R(0), R(0)); }

LANE real value_by_hash(const burl__noise *n, int dims, point_keys key) {
  return n->offset + to_real(lattice_hash(n, dims, key)) * n->size;
}
RARE real other_value(const burl__noise *n, word x, word y, word z, word w) {
  const point_keys key = {x, y, z, w};
  if (n->hash == HASH_WOOD) return n->offset + float_entry(n->wood, x * 64u + y) * n->size;
  return n->dims == 2   ? value_by_hash(n, 2, key)
         : n->dims == 3 ? value_by_hash(n, 3, key)
                        : value_by_hash(n, n->dims, key);
}
LANE real lattice_value(const burl__noise *n, point_keys key) {
  return n->is_usual ? value_of_hash(hash_of_keys(n, key), n->size) : other_value(n->whole, key.x, key.y, key.z, key.w);
}

/* turn: how far the gradients have turned, where they do. */
LANE plane lattice_corner(const burl__noise *n, point_keys key, real turn) {
  plane p = no_plane();
  if (n->is_value) {
    p.rest = lattice_value(n, key);
  } else {
    const gradient g = n->turns ? turning_gradient(n->whole, key.x, key.y, key.z, turn, 0) : lattice_gradient(n, key);
    p.x = g.x;
    p.y = g.y;
    p.z = g.z;
    p.w = g.w;
  }
  return p;
}

/* ---- Planes ------------------------------------------------------------------------------------- */

LANE real plane_along(plane p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : axis == 2 ? p.z : p.w; }

/* The plane at distance d along `axis` (3, 2 and 0, in this order), which is no more among its terms.
 * is_first: the first of these axes, before which there is no rest. */
LANE plane fold(plane p, int axis, int is_first, real d) {
  const real part = plane_along(p, axis) * d;
  p.rest = is_first ? part : part + p.rest;
  return p;
}

/* Two planes folded along `axis`, blended. */
LANE plane blend_planes(const burl__noise *n, plane p, plane q, int axis, real u) {
  p.rest = blend(p.rest, q.rest, u);
  if (n->is_value) return p;
  p.y = blend(p.y, q.y, u);
  if (axis > 0) p.x = blend(p.x, q.x, u);
  if (axis > 2) p.z = blend(p.z, q.z, u);
  return p;
}

/* A plane folded along `axis` times a wavelet's window. */
LANE plane scale_plane(plane p, int axis, real window) {
  p.rest = p.rest * window;
  p.y = p.y * window;
  if (axis > 0) p.x = p.x * window;
  if (axis > 2) p.z = p.z * window;
  return p;
}

/* The first axis along which a noise is folded. */
LANE int first_axis(int dims) { return dims > 2 ? dims - 1 : 0; }

/* The sum of the taps along an axis so far, and tap number `tap`. */
LANE plane add_tap(const burl__noise *n, plane sum, plane p, int axis, int tap, const lattice_axis *at) {
  if (!n->is_value) {
    const real d = at->fraction - (scalar)tap;
    p = fold(p, axis, axis == first_axis(lattice_axes(n)), d);
    if (n->interp == WAVELET) p = scale_plane(p, axis, wavelet_window(d));
  }
  if (n->taps == 2) return tap == 0 ? p : blend_planes(n, sum, p, axis, at->weight[0]);
  p.rest = p.rest * at->weight[tap];
  if (tap > 0) p.rest = sum.rest + p.rest;
  return p;
}

/* ---- Rows, columns and samples ------------------------------------------------------------------ */

/* How many taps along an axis are blended in front of x: one where the noise has no such axis. */
LANE int taps_along(const burl__noise *n, int axis) { return axis < lattice_axes(n) ? n->taps : 1; }

/* The lattice row of key y at the lattice column of key x; z, w: the sample's axes. */
LANE plane lattice_row(const burl__noise *n, word x, word y, const lattice_axis *z, const lattice_axis *w) {
  const int axes = lattice_axes(n);
  const real turn = !n->turns ? R(0) : axes > 2 ? w->fraction : z->fraction;
  plane row = no_plane();
  EACH_TAP
  for (int i = 0; i < taps_along(n, 2); i++) {
    plane line = no_plane();
    for (int j = 0; j < taps_along(n, 3); j++) {
      const point_keys key = {x, y, axes > 2 ? z->key[i] : W(0), axes > 3 ? w->key[j] : W(0)};
      const plane p = lattice_corner(n, key, turn);
      line = axes > 3 ? add_tap(n, line, p, 3, j, w) : p;
    }
    row = axes > 2 ? add_tap(n, row, line, 2, i, z) : line;
  }
  return row;
}

/* What there is of a row at a sample's x: the line rest + slope·dy; of value noise the rest alone. */
typedef struct {
  real rest, slope;
} column_line;

LANE column_line column_of(real rest, real slope) {
  const column_line c = {rest, slope};
  return c;
}

/* The column of the lattice row of key y. */
LANE column_line lattice_column(const burl__noise *n, const lattice_axis at[4], word y) {
  plane p = no_plane();
  EACH_TAP
  for (int tap = 0; tap < n->taps; tap++)
    p = add_tap(n, p, lattice_row(n, at[0].key[tap], y, &at[2], &at[3]), 0, tap, &at[0]);
  return column_of(p.rest, p.y);
}

/* What makes column a, seen from its row, the next row's column b. */
LANE column_line column_step(column_line a, column_line b) {
  return column_of((b.rest - b.slope) - a.rest, b.slope - a.slope);
}

/* The sample at dy from the row of column a, u the weight of the next row. */
LANE real finish_columns(column_line a, column_line step, real dy, real u) {
  return (a.rest + a.slope * dy) + u * (step.rest + step.slope * dy);
}
LANE real finish_values(real a, real step, real u) { return a + u * step; }
/* The same of wavelets, a and b the columns of both rows. */
LANE real finish_wave(column_line a, column_line b, real dy, real u) {
  const real near = (a.rest + a.slope * dy) * wavelet_window(dy);
  return blend(near, (b.rest + b.slope * (dy - 1)) * wavelet_window(dy - 1), u);
}

/* Of many taps: the sum so far and tap number `tap`. */
LANE real finish_tap(real sum, int tap, real rest, real weight) {
  return tap == 0 ? rest * weight : sum + rest * weight;
}

/* The sample between the columns of the rows around it. */
LANE real lattice_finish(const burl__noise *n, const column_line around[MOST_TAPS], const lattice_axis *y) {
  if (n->taps > 2) {
    real sum = R(0);
    for (int tap = 0; tap < n->taps; tap++) sum = finish_tap(sum, tap, around[tap].rest, y->weight[tap]);
    return sum;
  }
  if (n->is_value) return finish_values(around[0].rest, around[1].rest - around[0].rest, y->weight[0]);
  if (n->interp == WAVELET) return finish_wave(around[0], around[1], y->fraction, y->weight[0]);
  return finish_columns(around[0], column_step(around[0], around[1]), y->fraction, y->weight[0]);
}

LANE real lattice_sample(const burl__noise *n, const lattice_axis at[4]) {
  column_line around[MOST_TAPS];
  around[0] = around[1] = column_of(R(0), R(0));
  EACH_TAP
  for (int tap = 0; tap < taps_along(n, 1); tap++)
    around[tap] = lattice_column(n, at, n->dims > 1 ? at[1].key[tap] : W(0));
  return n->dims > 1 ? lattice_finish(n, around, &at[1]) : around[0].rest;
}

#endif
