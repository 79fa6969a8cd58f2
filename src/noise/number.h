/* Functions of numbers beyond arithmetic: GLSL's, Schlick's, smooth minima, the founding articles'
 * pieces, colour spaces, and a hash. */
#ifndef BURL_NOISE_NUMBER_H
#define BURL_NOISE_NUMBER_H

#include "noise/ease.h"
#include "noise/math.h"

LANE real to_unit(real a) { return smaller(larger(R(0), a), R(1)); } /* NaN: 0 */

LANE real lane_sqrt(real a) { return root(a); }
LANE real lane_step(real edge, real a) { return pick(a < edge, R(0), R(1)); }
LANE real lane_smoothstep(real e0, real e1, real a) {
  const choice is_step = e0 == e1;
  const real t = (a - e0) / pick(is_step, R(1), e1 - e0);
  return lane_hermite(pick(is_step, lane_step(e0, a), to_unit(t)));
}

/* C. Schlick, "Fast alternatives to Perlin's bias and gain functions", 1994. */
LANE real lane_bias(real v, real b) {
  const real t = to_unit(v), clamped = smaller(larger(R(1e-6), b), R(1 - 1e-6));
  return to_unit(t / ((1 / clamped - 2) * (1 - t) + 1));
}
LANE real lane_gain(real v, real g) {
  const real t = to_unit(v);
  const choice is_low = t < R(0.5);
  const real half = R(0.5) * lane_bias(pick(is_low, 2 * t, 2 - 2 * t), g);
  return pick(is_low, half, 1 - half);
}

/* A staircase with `count` steps a unit, each smoothed over 1 − sharpness of its width. */
LANE real lane_steps(real e, real count, real sharpness) {
  const real at = e * count, whole = floor_real(at), edge = R(0.5) * to_unit(sharpness);
  const real flat = lane_smoothstep(edge, 1 - edge, at - whole);
  return (whole + pick(sharpness > 0, flat, at - whole)) / count;
}

/* The smaller of two, rounded within k by a parabola (I. Quilez, "Smooth minimum", 2013). */
LANE real lane_smin(real a, real b, real k) {
  const real clamped = pick(k > 0, k, R(1));
  const real h = larger(R(0), clamped - magnitude(a - b)) / clamped;
  return smaller(a, b) - only(k > 0, h * h * clamped * R(0.25));
}
LANE real lane_smax(real a, real b, real k) { return -lane_smin(-a, -b, k); }

/* The founding articles' pieces. */
LANE real lane_cosine(real a, real b, real t) {
  const real f = cosine_weight(t);
  return a * (1 - f) + b * f;
}
LANE real lane_cubic(real v0, real v1, real v2, real v3, real t) {
  const real p = (v3 - v2) - (v0 - v1);
  return ((p * t + ((v0 - v1) - p)) * t + (v2 - v0)) * t + v1;
}
LANE real lane_catmull_rom(real p0, real p1, real p2, real p3, real t) {
  const real cubic = 3 * (p1 - p2) + (p3 - p0), square = 2 * p0 - 5 * p1 + 4 * p2 - p3;
  return R(0.5) * (((cubic * t + square) * t + (p2 - p0)) * t + 2 * p1);
}
LANE real lane_wavelet(real a, real t) { return only(magnitude(t) < 1, a * t * wavelet_window(t)); }

/* The fraction of a above the whole number below it; 0 where a is so large that it has no fraction. */
LANE real behind_whole(real a) { return only(magnitude(a) < 8388608, a - floor_real(a)); }

/* A triangle wave: a itself in [−1, 1], period 4. */
LANE real lane_triangle(real a) { return 1 - magnitude(4 * behind_whole(R(0.25) * a + R(0.25)) - 2); }

/* The point of the unit circle a half turns on. */
LANE real lane_circle_x(real a) { return point_of_circle(a).x; }
LANE real lane_circle_y(real a) { return point_of_circle(a).y; }

/* A piece of a monotone cubic over t in [0, 1], clamped, from 0 to rise with end slopes s0 and s1
 * (F. N. Fritsch and R. E. Carlson, "Monotone piecewise cubic interpolation", 1980). */
LANE real lane_hermite_piece(real t, real rise, real s0, real s1) {
  const real u = to_unit(t);
  return u * (s0 + u * ((3 * rise - 2 * s0 - s1) + u * (s0 + s1 - 2 * rise)));
}

/* One channel of hsv: n is 5 for red, 3 for green, 1 for blue. */
LANE real lane_hue(real h, real s, real v, real n) {
  const real at = n + 6 * behind_whole(h), k = pick(at >= 6, at - 6, at);
  return v - v * s * to_unit(smaller(k, 4 - k));
}

/* sRGB and linear light (IEC 61966-2-1), continued to negative numbers by symmetry: 2·10^-7 over [0, 1],
 * beyond 4 ulps. */
LANE real lane_linear_of_srgb(real a) {
  const real b = magnitude(a), size = smaller(R(1e30), b); /* whose power is infinite */
  const real c = pick(b <= R(0.04045), b / R(12.92), power(size + R(0.055 / 1.055) * (1 - size), 2.4));
  return pick(a < 0, -c, c);
}
LANE real lane_srgb_of_linear(real a) {
  const real b = magnitude(a);
  const real root = power(b, 1 / 2.4);
  const real c = pick(b <= R(0.0031308), b * R(12.92), root + R(0.055) * (root - 1));
  return pick(a < 0, -c, c);
}

/* A hash of numbers, the two of the seed first, to 24 bits in [0, 1).  Each number enters by its bits, of which -0 has
 * those of 0 and every NaN the same, and is mixed in with what comes before it (lowbias32: C. Wellons, Hash Prospector,
 * 2018): of two lists that differ in one number alone, the 32 bits differ. */
LANE word hash_with(word hash, real a) {
  const word bits = pick_word(a == a, bits_of_real(pick(a == 0, R(0), a)), W(0x7FC00000u));
  word h = hash ^ bits;
  h = (h ^ h >> 16) * 0x7FEB352Du;
  h = (h ^ h >> 15) * 0x846CA68Bu;
  return h ^ h >> 16;
}
LANE real lane_hash(real low, real high, real a, real b, real c, real d) {
  const word seed = hash_with(hash_with(W(0x9E3779B9u), low), high);
  const word h = hash_with(hash_with(hash_with(hash_with(seed, a), b), c), d);
  return to_real(h >> 8) * R(1.0 / 16777216);
}

#endif
