/* Functions of numbers beyond arithmetic: GLSL's, Schlick's, smooth minima, the founding articles'
 * pieces, and colour spaces. */
#ifndef BURL_NOISE_NUMBER_H
#define BURL_NOISE_NUMBER_H

#include "noise/ease.h"
#include "noise/math.h"
#include "noise/scalar.h"

LANE real least(real a, real b) { return a < b ? a : b; }
LANE real most(real a, real b) { return a > b ? a : b; }
LANE real size_of(real a) { return a < 0 ? -a : a; }
LANE real whole_below(real a) {  /* for |a| < 2^51, as every use below has it */
  return (real)axis_floor((double)a);
}
LANE real to_unit(real a) { return least(most(a, 0), 1); }

LANE real lane_sqrt(real a) { return a >= 0 ? real_sqrt(a) : a == a ? (real)LANE_NAN : a; }
LANE real lane_step(real edge, real a) { return a < edge ? (real)0 : (real)1; }
LANE real lane_smoothstep(real e0, real e1, real a) {
  const real width = e0 == e1 ? 1 : e1 - e0;
  const real t = e0 == e1 ? lane_step(e0, a) : to_unit((a - e0) / width);
  return lane_hermite(t);
}

/* C. Schlick, "Fast alternatives to Perlin's bias and gain functions", 1994. */
LANE real lane_bias(real v, real b) {
  const real t = to_unit(v), clamped = least(most(b, (real)1e-6), (real)(1 - 1e-6));
  return to_unit(t / ((1 / clamped - 2) * (1 - t) + 1));
}
LANE real lane_gain(real v, real g) {
  const real t = to_unit(v);
  const real low = (real)0.5 * lane_bias(2 * t, g);
  const real high = 1 - (real)0.5 * lane_bias(2 - 2 * t, g);
  return t < (real)0.5 ? low : high;
}

/* A staircase of so many steps a unit, each smoothed over 1 − sharpness of its width. */
LANE real lane_steps(real e, real count, real sharpness) {
  const real at = e * count, whole = size_of(at) < 8388608 ? whole_below(at) : at;
  const real edge = (real)0.5 * to_unit(sharpness);
  const real flat = lane_smoothstep(edge, 1 - edge, at - whole);
  return (whole + (sharpness > 0 ? flat : at - whole)) / count;
}

/* The smaller of two, rounded within k by a parabola (I. Quilez, "Smooth minimum", 2013). */
LANE real lane_smin(real a, real b, real k) {
  const real clamped = k > 0 ? k : 1;
  const real h = most(clamped - size_of(a - b), 0) / clamped;
  return least(a, b) - (k > 0 ? h * h * clamped * (real)0.25 : 0);
}
LANE real lane_smax(real a, real b, real k) { return -lane_smin(-a, -b, k); }

/* The founding articles' pieces. */
LANE real lane_cosine(real a, real b, real t) {
  const real f = (1 - (real)sin_shifted((double)t * LANE_PI, 1.0)) * (real)0.5;
  return a * (1 - f) + b * f;
}
LANE real lane_cubic(real v0, real v1, real v2, real v3, real t) {
  const real p = (v3 - v2) - (v0 - v1);
  return ((p * t + ((v0 - v1) - p)) * t + (v2 - v0)) * t + v1;
}
LANE real lane_catmull_rom(real p0, real p1, real p2, real p3, real t) {
  const real cubic = 3 * (p1 - p2) + (p3 - p0), square = 2 * p0 - 5 * p1 + 4 * p2 - p3;
  return (real)0.5 * (((cubic * t + square) * t + (p2 - p0)) * t + 2 * p1);
}
LANE real lane_wavelet(real a, real t) {
  const real inside = a * t * wavelet_window(t);
  return size_of(t) < 1 ? inside : (real)0;
}

/* A triangle wave: a itself in [−1, 1], period 4. */
LANE real lane_triangle(real a) {
  const real at = (real)0.25 * a + (real)0.25;
  const real turn = size_of(at) < 8388608 ? at - whole_below(at) : 0;
  return 1 - size_of(4 * turn - 2);
}

/* A piece of a monotone cubic over t in [0, 1], clamped, from 0 to rise with end slopes s0 and s1
 * (F. N. Fritsch and R. E. Carlson, "Monotone piecewise cubic interpolation", 1980). */
LANE real lane_hermite_piece(real t, real rise, real s0, real s1) {
  const real u = to_unit(t);
  return u * (s0 + u * ((3 * rise - 2 * s0 - s1) + u * (s0 + s1 - 2 * rise)));
}

/* One channel of hsv: n is 5 for red, 3 for green, 1 for blue. */
LANE real lane_hue(real h, real s, real v, real n) {
  const real turn = h - (size_of(h) < 8388608 ? whole_below(h) : h);
  const real at = n + 6 * turn, k = at >= 6 ? at - 6 : at;
  return v - v * s * to_unit(least(k, 4 - k));
}

/* sRGB and linear light (IEC 61966-2-1), continued to negative numbers by symmetry. */
LANE real lane_linear_of_srgb(real a) {
  const real b = size_of(a);
  const real c = b <= (real)0.04045 ? b / (real)12.92
                                    : lane_size_power((b + (real)0.055) / (real)1.055, (real)2.4);
  return a < 0 ? -c : c;
}
LANE real lane_srgb_of_linear(real a) {
  const real b = size_of(a);
  const real c = b <= (real)0.0031308 ? b * (real)12.92
                                      : (real)1.055 * lane_size_power(b, (real)(1.0 / 2.4)) - (real)0.055;
  return a < 0 ? -c : c;
}
LANE real lane_cube_root(real a) {
  const real b = lane_size_power(size_of(a), (real)(1.0 / 3.0));
  return a < 0 ? -b : b;
}

#endif
