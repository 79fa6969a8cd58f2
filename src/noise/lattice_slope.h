/* Lattice noise with its slopes, by forward differentiation of lattice.h: the value is made by the same
 * functions in the same order, so that it keeps its bits; beside it goes, for each axis that is blended,
 * how it rises along that axis: a plane of the axes that are left, as the value is. */
#ifndef BURL_NOISE_LATTICE_SLOPE_H
#define BURL_NOISE_LATTICE_SLOPE_H

#include "noise/lattice.h"

/* A plane, and its slope along each axis that is blended. */
typedef struct {
  plane value, along[4];
} sloped_plane;

/* A sample's axes, and the slopes of their weights. */
typedef struct {
  lattice_axis axis[4];
  real rate[4][MOST_TAPS];
} sloped_axes;

LANE void take_rates(const burl__noise *n, int axis, sloped_axes *to) {
  const real t = to->axis[axis].fraction;
  if (n->taps == 2) to->rate[axis][0] = blend_rate(n->interp, t);
  else
    for (int tap = 0; tap < n->taps; tap++)
      to->rate[axis][tap] = tap_rate(n->interp, n->smooth, cells_of_tap(n, tap), t);
}

/* Whether axis a is blended before the axis: they go w, z, x, y. */
LANE int is_before(int a, int axis) { return axis == 1 ? a != 1 : axis == 0 ? a > 1 : a > axis; }

/* How the blend of two planes, folded along `axis`, rises along it: by the slope of the weight, and as they
 * do themselves; a plane of the axes that are left, as a blend is. */
LANE plane slope_of_planes(const burl__noise *n, plane p, plane q, int axis, real u, real rate) {
  plane s = no_plane();
  s.rest = rate * (q.rest - p.rest);
  if (n->is_value) return s;
  s.y = rate * (q.y - p.y);
  if (axis > 0) s.x = rate * (q.x - p.x);
  if (axis > 2) s.z = rate * (q.z - p.z);
  s.rest = s.rest + blend(plane_along(p, axis), plane_along(q, axis), u);
  return s;
}

/* How a plane folded along `axis` rises along it in a wavelet's window, whose own slope is `rate`. */
LANE plane slope_of_wave(plane p, int axis, real window, real rate) {
  const real own = plane_along(p, axis) * window;
  return plane_of(p.x * rate, p.y * rate, p.z * rate, p.w * rate, p.rest * rate + own);
}

/* p + (b − a). */
LANE plane add_difference(plane p, plane a, plane b) {
  return plane_of(p.x + (b.x - a.x), p.y + (b.y - a.y), p.z + (b.z - a.z), p.w + (b.w - a.w),
                  p.rest + (b.rest - a.rest));
}

/* Tap number `tap` at its distance d along the axis. */
LANE sloped_plane fold_sloped(const burl__noise *n, sloped_plane p, int axis, real d) {
  p.value = fold(p.value, axis, axis == first_axis(lattice_axes(n)), d);
  for (int a = 0; a < 4 && a < n->dims; a++)
    if (is_before(a, axis)) p.along[a] = fold(p.along[a], axis, 0, d);
  if (n->interp != WAVELET) return p;
  const real window = wavelet_window(d);
  const plane own = slope_of_wave(p.value, axis, window, wavelet_slope(d));
  p.value = scale_plane(p.value, axis, window);
  for (int a = 0; a < 4 && a < n->dims; a++) {
    if (is_before(a, axis)) p.along[a] = scale_plane(p.along[a], axis, window);
    if (a == axis) p.along[a] = own;
  }
  return p;
}

/* Of many taps: the weighted sum. */
LANE sloped_plane add_weighted(const burl__noise *n, sloped_plane sum, sloped_plane p, int axis, int tap,
                               const sloped_axes *at) {
  const real weight = at->axis[axis].weight[tap];
  for (int a = 0; a < 4 && a < n->dims; a++) {
    if (is_before(a, axis)) p.along[a].rest = p.along[a].rest * weight;
    if (a == axis) p.along[a].rest = p.value.rest * at->rate[axis][tap];
    if (tap > 0) p.along[a].rest = sum.along[a].rest + p.along[a].rest;
  }
  p.value.rest = p.value.rest * weight;
  if (tap > 0) p.value.rest = sum.value.rest + p.value.rest;
  return p;
}

/* Of two taps: the blend. */
LANE sloped_plane blend_sloped(const burl__noise *n, sloped_plane p, sloped_plane q, int axis, const sloped_axes *at) {
  const real u = at->axis[axis].weight[0];
  for (int a = 0; a < 4 && a < n->dims; a++) {
    if (is_before(a, axis) || (a == axis && n->interp == WAVELET))
      p.along[a] = blend_planes(n, p.along[a], q.along[a], axis, u);
    if (a == axis && n->interp == WAVELET) p.along[a] = add_difference(p.along[a], p.value, q.value);
    if (a == axis && n->interp != WAVELET)
      p.along[a] = slope_of_planes(n, p.value, q.value, axis, u, at->rate[axis][0]);
  }
  p.value = blend_planes(n, p.value, q.value, axis, u);
  return p;
}

/* The sum of the taps along an axis so far, and tap number `tap`. */
LANE sloped_plane add_sloped(const burl__noise *n, sloped_plane sum, sloped_plane p, int axis, int tap,
                             const sloped_axes *at) {
  if (!n->is_value) p = fold_sloped(n, p, axis, at->axis[axis].fraction - (scalar)tap);
  if (n->taps > 2) return add_weighted(n, sum, p, axis, tap, at);
  return tap == 0 ? p : blend_sloped(n, sum, p, axis, at);
}

LANE sloped_plane no_sloped_plane(void) {
  const sloped_plane p = {no_plane(), {no_plane(), no_plane(), no_plane(), no_plane()}};
  return p;
}

/* What a lattice point contributes; only gradients that turn have a slope of their own, by the coordinate behind the
 * lattice's. */
LANE sloped_plane sloped_corner(const burl__noise *n, point_keys key, const sloped_axes *at) {
  const real turn = n->turns ? at->axis[last_axis(n)].fraction : R(0);
  sloped_plane p = no_sloped_plane();
  p.value = lattice_corner(n, key, turn);
  if (!n->turns) return p;
  const gradient g = turning_gradient(n->whole, key.x, key.y, key.z, turn, 1);
  p.along[last_axis(n)] = plane_of(g.x, g.y, g.z, R(0), R(0));
  return p;
}

/* lattice_row and lattice_column with slopes. */
LANE sloped_plane sloped_row(const burl__noise *n, word x, word y, const sloped_axes *at) {
  const int axes = lattice_axes(n);
  sloped_plane row = no_sloped_plane();
  EACH_TAP
  for (int i = 0; i < taps_along(n, 2); i++) {
    sloped_plane line = no_sloped_plane();
    for (int j = 0; j < taps_along(n, 3); j++) {
      const word z = axes > 2 ? at->axis[2].key[i] : W(0), w = axes > 3 ? at->axis[3].key[j] : W(0);
      const point_keys key = {x, y, z, w};
      line = axes > 3 ? add_sloped(n, line, sloped_corner(n, key, at), 3, j, at) : sloped_corner(n, key, at);
    }
    row = axes > 2 ? add_sloped(n, row, line, 2, i, at) : line;
  }
  return row;
}
LANE sloped_plane sloped_column(const burl__noise *n, word y, const sloped_axes *at) {
  sloped_plane sum = no_sloped_plane();
  EACH_TAP
  for (int tap = 0; tap < n->taps; tap++)
    sum = add_sloped(n, sum, sloped_row(n, at->axis[0].key[tap], y, at), 0, tap, at);
  return sum;
}

/* The slope along y of what lattice_finish gives. */
LANE real finish_slope(const burl__noise *n, const column_line around[MOST_TAPS], const sloped_axes *at) {
  const column_line a = around[0], b = around[1];
  const real dy = at->axis[1].fraction, u = at->axis[1].weight[0], rate = at->rate[1][0];
  if (n->taps > 2) {
    real sum = R(0);
    for (int tap = 0; tap < n->taps; tap++) sum = sum + around[tap].rest * at->rate[1][tap];
    return sum;
  }
  if (n->is_value) return (b.rest - a.rest) * rate;
  if (n->interp == WAVELET) {
    const real near = a.rest + a.slope * dy, far = b.rest + b.slope * (dy - 1);
    const real w = wavelet_window(dy), v = wavelet_window(dy - 1);
    const real along = blend(a.slope * w + near * wavelet_slope(dy), b.slope * v + far * wavelet_slope(dy - 1), u);
    return along + (far * v - near * w);
  }
  const column_line step = column_step(a, b);
  return (a.slope + u * step.slope) + rate * (step.rest + step.slope * dy);
}

/* The sample between the columns of the rows around it: its slopes, and the value as the rest. */
LANE plane sloped_finish(const burl__noise *n, const sloped_plane around[MOST_TAPS], const sloped_axes *at) {
  column_line value[MOST_TAPS], along[4][MOST_TAPS];
  for (int tap = 0; tap < MOST_TAPS; tap++) value[tap] = along[0][tap] = column_of(R(0), R(0));
  for (int tap = 0; tap < n->taps; tap++) {
    value[tap] = column_of(around[tap].value.rest, around[tap].value.y);
    for (int a = 0; a < 4 && a < n->dims; a++)
      along[a][tap] = column_of(around[tap].along[a].rest, around[tap].along[a].y);
  }
  plane p = no_plane();
  p.x = lattice_finish(n, along[0], &at->axis[1]);
  p.y = finish_slope(n, value, at);
  if (n->dims > 2) p.z = lattice_finish(n, along[2], &at->axis[1]);
  if (n->dims > 3) p.w = lattice_finish(n, along[3], &at->axis[1]);
  p.rest = lattice_finish(n, value, &at->axis[1]);
  return p;
}

/* The same in one dimension, where one column is the whole sample. */
LANE plane sloped_line(const sloped_plane *column) {
  plane p = column->value;
  p.x = column->along[0].rest;
  return p;
}

LANE plane sloped_sample(const burl__noise *n, const sloped_axes *at) {
  sloped_plane around[MOST_TAPS];
  EACH_TAP
  for (int tap = 0; tap < taps_along(n, 1); tap++)
    around[tap] = sloped_column(n, n->dims > 1 ? at->axis[1].key[tap] : W(0), at);
  return n->dims > 1 ? sloped_finish(n, around, at) : sloped_line(&around[0]);
}

#endif
