/* Elementary functions in float and 32-bit words alone, so that their bits are burl's own and a shader's,
 * too.  Each takes its argument into a small range, where a polynomial of least largest error stands for it,
 * and keeps what rounding takes from the leading term as a second number.  Above each stands by how much it can
 * be off, in ulps: units in the last place of the exact result; test/test_math.c tries every float.  Edge cases
 * are those of IEEE 754 (log(0) = −∞, sqrt(−1) = NaN), except that an angle beyond 2^20 counts as 0.  The
 * constants are what tools/coefficients finds.
 *
 * Sources: W. J. Cody and W. Waite, "Software Manual for the Elementary Functions", 1980 (reductions by a
 * constant in parts, which have so few bits that products with them are exact); T. J. Dekker, "A floating-point
 * technique for extending the available precision", 1971 (sums and products as two numbers). */
#ifndef BURL_NOISE_MATH_H
#define BURL_NOISE_MATH_H

#include "noise/coefficients.h"
#include "noise/scalar.h"

enum { ROUNDING = 12582912 }; /* 1.5 · 2^23: a number added to it is rounded to a whole one */

LANE real polynomial(const scalar *term, int count, real a) {
  real sum = R(term[0]);
  EACH_TERM for (int i = 1; i < count; i++) sum = sum * a + term[i];
  return sum;
}

/* The largest whole number not above a, −0 for −0. */
LANE real floor_real(real a) {
  const real nearest = flip_sign((magnitude(a) + 8388608) - 8388608, bits_of_real(a)); /* 2^23 */
  return pick(magnitude(a) < 8388608, nearest - only(nearest > a, R(1)), a);
}

/* Rounded to 12 bits: products of two such numbers are exact. */
LANE real first_bits(real a) { return real_of_bits((bits_of_real(a) + 0x800u) & 0xFFFFF000u); }

/* A number that is the exact sum of these, but for what the second is rounded by. */
typedef struct {
  real high, low;
} two_reals;

/* A number as 2^exponent times a fraction from `least` (its bits) up to twice that. */
typedef struct {
  real exponent, fraction;
} real_parts;

LANE real_parts parts_of(real a, uint32_t least) {
  const choice is_subnormal = a < 1.17549435e-38f;
  const word bits = bits_of_real(pick(is_subnormal, a * 8388608, a)), above = bits - least;
  real_parts to;
  to.exponent = to_real((above + 0x40000000u) >> 23) - pick(is_subnormal, R(128 + 23), R(128));
  to.fraction = real_of_bits(bits - (above & 0xFF800000u));
  return to;
}

/* ---- Powers and logarithms ----------------------------------------------------------------------- */

/* 2^n·e^(high + low) for ROUNDING + n, n from −252 on, and at most ln 2 / 2 of the rest: rounded once to a
 * subnormal number. */
LANE real exp_of(real shifted, real high, real low) {
  const real r = high + low, near = 1 + high;
  const real size = near + ((high - (near - 1)) + (low + r * r * polynomial(exp_terms, 5, r)));
  const word n = bits_of_real(shifted), half = n >> 1;
  return size * real_of_bits((half << 23) + 0x3F800000u) * real_of_bits(((n - half) << 23) + 0x3F800000u);
}

/* 0.8 ulp. */
LANE real lane_exp(real a) {
  const real clamped = smaller(R(89), larger(a, R(-104))); /* where it is infinite or 0; NaN stays */
  const real shifted = clamped * 1.44269504f + ROUNDING, n = shifted - ROUNDING;
  return exp_of(shifted, clamped - n * ln2[0], n * -ln2[1]);
}

/* 0.9 ulp. */
LANE real lane_log(real a) {
  const real_parts of = parts_of(a, 0x3F2AAAABu); /* a fraction from 2/3 to 4/3 */
  const real f = of.fraction - 1, whole = of.exponent * ln2[0];
  const real high = whole + f, lost = f - (high - whole);
  const real bend = f * f * (polynomial(log_terms, 9, f) * f - R(0.5));
  const real log = high + (lost + (bend + of.exponent * ln2[1]));
  const real edge = pick(a < 0, R(LANE_NAN), pick(a == 0, R(-LANE_INFINITY), a));
  return pick((a > 0) & (a < R(LANE_INFINITY)), log, edge);
}

/* Of the centres of four ranges of fractions. */
LANE real of_centre(const scalar *table, real f) {
  return pick(f < 0.9186f, R(table[0]), pick(f > 1.2923f, R(table[3]), pick(f > 1.0897f, R(table[2]), R(table[1]))));
}

/* log2 a for finite a > 0, to 2^-32 of it: log2 c + log2(f/c), where the fraction f is near a centre c, by
 * s = (f − c)/(f + c) as two numbers. */
LANE two_reals log2_of(real a) {
  const real_parts of = parts_of(a, 0x3F451EB8u); /* a fraction from 0.77 to 1.54 */
  const real f = of.fraction, centre = of_centre(centres, f);
  const real above = f - centre, below = f + centre, inverse = 1 / below;
  const real below_high = first_bits(below), below_low = f - (below_high - centre);
  const real s_high = first_bits(above * inverse);
  const real s_low = ((above - s_high * below_high) - s_high * below_low) * inverse;
  const real whole = of.exponent + of_centre(centre_high, f), first = s_high * per_ln2[0], square = s_high * s_high;
  const real slope = (1 + square * (1 + square)) * (per_ln2[0] + per_ln2[1]); /* by s */
  const real bend = s_high * square * polynomial(log2_terms, 3, square);
  two_reals to;
  to.high = whole + first;
  to.low = (first - (to.high - whole)) + (of_centre(centre_low, f) + (s_high * per_ln2[1] + (s_low * slope + bend)));
  return to;
}

/* a^(b + b_low) for finite a > 0: 0.9 ulp. */
LANE real power_near(real a, real b, real b_low) {
  const real exponent = smaller(R(68719476736), larger(b, R(-68719476736))); /* 2^36: beyond it nothing changes */
  const two_reals log2 = log2_of(a);
  const real log2_high = first_bits(log2.high), log2_low = (log2.high - log2_high) + log2.low;
  const real exponent_high = first_bits(exponent), exponent_low = (exponent - exponent_high) + b_low;
  const real product = exponent_high * log2_high;
  const real high = smaller(R(200), larger(product, R(-200)));
  const real low = only(high == product, exponent_low * log2_high + exponent * log2_low);
  const real shifted = (high + low) + ROUNDING, over = high - (shifted - ROUNDING);
  const real over_high = first_bits(over), over_low = (over - over_high) + low;
  return exp_of(shifted, over_high * ln2[0], over_high * ln2[1] + over_low * (ln2[0] + ln2[1]));
}

/* `power`, or what it is of 0, infinity and NaN. */
LANE real power_of_any(real a, choice is_rising, real power) {
  const real edge = only((a > 1) == is_rising, R(LANE_INFINITY));
  return pick((a > 0) & (a < R(LANE_INFINITY)), power, pick(a == a, edge, a));
}

/* a^b for a >= 0 and a finite b that is one for all: exact where that is one operation or none, else 0.9 ulp. */
RARE real power(real a, double b) {
  const scalar high = (scalar)b;
  if (high == 0) return R(1);
  if (high == 1) return a;
  if (high == 2) return a * a;
  if (b == 0.5) return root(a);
  return power_of_any(a, R(high) > 0, power_near(a, R(high), R(b - (double)high)));
}

/* pow(a, b), the power of |a| given where it is not exact. */
RARE real power_of_all(real a, real b, real power) {
  const real size = magnitude(a), turns = magnitude(b);
  const real of_size = pick(b == b, power_of_any(size, b > 0, power), b);
  const real low = pick(b == R(0.5), root(size), pick(b == 2, size * size, of_size));
  const real shifted = pick(turns < 8388608, turns + 8388608, turns);
  const choice is_whole = (turns >= 8388608) | (shifted - 8388608 == turns);
  const choice is_odd = is_whole & ((bits_of_real(shifted) & 1u) != 0u) & (turns < 16777216);
  const choice is_negative = bits_of_real(a) > 0x7FFFFFFFu;
  const choice has_power = is_whole | (size == 0) | (size == R(LANE_INFINITY));
  const real of_negative = pick(has_power, flip_sign(low, only_word(is_odd, W(0x80000000u))), R(LANE_NAN));
  return pick((a == 1) | (b == 0), R(1), pick(b == 1, a, pick(is_negative, of_negative, low)));
}

/* a^b as C's pow, which is GLSL's and has negative bases with whole exponents.  The same errors. */
LANE real lane_pow(real a, real b) {
  const choice is_other = (b != 0) & (b != R(0.5)) & (b != 1) & (b != 2);
  real power = R(1);
  if (anywhere(is_other)) power = power_near(magnitude(a), b, R(0));
  if (everywhere(is_other & (a > 0) & (a < R(LANE_INFINITY)) & (b == b))) return power;
  return power_of_all(a, b, power);
}

/* The root of a third power, of any sign: 1 ulp.  From a guess by the exponent, twice by Halley's rule, of
 * numbers so scaled that nothing gets subnormal or infinite. */
LANE real lane_cube_root(real a) {
  const real size = magnitude(a);
  const choice is_small = size < 1e-30f;
  const real quarter = pick(is_small, size * 70368744177664, size * R(0.25)); /* 2^46 */
  real t = real_of_bits(to_word(to_real(bits_of_real(quarter)) * (1.0f / 3)) + 0x2AA5746Du);
  for (int i = 0; i < 2; i++) {
    const real cube = t * R(0.25) * t * t;
    t = t + t * ((quarter - cube) / (cube + cube + quarter));
  }
  t = pick(is_small, t * R(1.0 / 65536), t);
  return pick((size > 0) & (size < R(LANE_INFINITY)), flip_sign(t, bits_of_real(a)), a);
}

/* ---- Angles -------------------------------------------------------------------------------------- */

/* An angle as a number of quarter turns and a rest of at most an eighth turn, for |angles| up to 2^13. */
typedef struct {
  word quarters;
  real high, low;
} turned_angle;

/* Of a >= 0; beyond 2^20 of 0.  First by 1024 quarters, so that their number and what is left of it have 10
 * bits, and products with 11 bits of π/2 are exact. */
LANE turned_angle turned(real a) {
  const real angle = pick(a > 1048576, R(0), a);
  const real many = (angle * 0.636619772f + ROUNDING * 1024.0f) - ROUNDING * 1024.0f;
  const real near = (angle - many * half_pi[0]) - many * half_pi[1];
  const real shifted = near * 0.636619772f + ROUNDING, few = shifted - ROUNDING, n = many + few;
  const real rest = (near - few * half_pi[0]) - few * half_pi[1], more = n * half_pi[2], most = n * half_pi[3];
  const real less = rest - more;
  turned_angle to;
  to.quarters = bits_of_real(shifted);
  to.high = less - most;
  to.low = ((rest - less) - more) + ((less - to.high) - most);
  return to;
}

/* The sine of an angle plus a number of quarter turns. */
LANE real sine(turned_angle of, uint32_t further) {
  const word quarters = of.quarters + further;
  const real s = of.high * of.high, half = s * R(0.5), near = 1 - half;
  const real odd = of.high + (of.low * near + of.high * s * polynomial(sine_terms, 3, s));
  const real even = near + (((1 - near) - half) + (s * s * polynomial(cosine_terms, 3, s) - of.high * of.low));
  return flip_sign(pick((quarters & 1u) != 0u, even, odd), quarters << 30);
}

/* 0.9 ulp up to 2^13; 10^-7 up to 2^20. */
LANE real lane_sin(real a) { return flip_sign(sine(turned(magnitude(a)), 0u), bits_of_real(a)); }
LANE real lane_cos(real a) { return sine(turned(magnitude(a)), 1u); }
/* 2.5 ulps up to 2^13. */
LANE real lane_tan(real a) {
  const turned_angle of = turned(magnitude(a));
  return flip_sign(sine(of, 0u) / sine(of, 1u), bits_of_real(a));
}

/* The point of the unit circle a half turns on: cos πa and sin πa, to 10^-7; beyond 2^20 of 0. */
typedef struct {
  real x, y;
} circle_point;

RARE circle_point point_of_circle(real a) {
  const real turns = pick(magnitude(a) > 1048576, R(0), a);
  const real shifted = turns * 2 + ROUNDING, rest = turns - (shifted - ROUNDING) * R(0.5);
  turned_angle of;
  of.quarters = bits_of_real(shifted);
  of.high = rest * pi[0];
  of.low = rest * pi[1];
  circle_point to;
  to.x = sine(of, 1u);
  to.y = sine(of, 0u);
  return to;
}

/* atan a for a in [0, 1]. */
LANE real low_arc_tangent(real a) {
  const real s = a * a;
  return a + a * s * polynomial(atan_terms, 10, s);
}

/* 1.6 ulps. */
LANE real lane_atan(real a) {
  const real size = magnitude(a);
  const choice is_steep = size > 1;
  const real low = low_arc_tangent(pick(is_steep, 1 / size, size));
  return flip_sign(pick(is_steep, R(0.5f * pi[0]) - (low - 0.5f * pi[1]), low), bits_of_real(a));
}

/* The angle of (x, y) in [−π, π]; 0 at the origin: 1.6 ulps. */
LANE real lane_atan2(real y, real x) {
  const real across = magnitude(x), up = magnitude(y);
  const choice is_steep = up > across, is_left = x < 0;
  const real ratio = pick(is_steep, across, up) / pick(is_steep, up, across);
  const real low = low_arc_tangent(pick(across == up, only(up > 0, R(1)), ratio));
  const real from = pick(is_steep, R(0.5f * pi[0]), only(is_left, R(pi[0])));
  const real by = pick(is_steep ^ is_left, -low, low);
  const real angle = from + (by + from * (pi[1] / pi[0]));
  return pick((x == x) & (y == y), pick(y < 0, -angle, angle), x + y);
}

/* asin |a|, or beyond 1/2 half the angle that is left to π/2, as its sine and what it is more. */
LANE two_reals arc_of(real size, choice is_steep) {
  const real square = pick(is_steep, R(0.5) - R(0.5) * size, size * size);
  const real r = pick(is_steep, root(square), size);
  two_reals to;
  to.high = pick(is_steep, first_bits(r), size);
  const real lost = only(is_steep & (r > 0), (square - to.high * to.high) / (r + to.high));
  to.low = lost + r * square * polynomial(asin_terms, 5, square);
  return to;
}

/* 0.8 ulp. */
LANE real lane_asin(real a) {
  const real size = magnitude(a);
  const choice is_steep = size > R(0.5);
  const two_reals arc = arc_of(size, is_steep);
  const real steep = (R(0.5f * pi[0]) - 2 * arc.high) - (2 * arc.low - 0.5f * pi[1]);
  return flip_sign(pick(is_steep, steep, arc.high + arc.low), bits_of_real(a));
}
/* 0.8 ulp. */
LANE real lane_acos(real a) {
  const real size = magnitude(a);
  const choice is_steep = size > R(0.5), is_left = a < 0;
  const two_reals arc = arc_of(size, is_steep);
  const real high = pick(is_steep, 2 * arc.high, arc.high), low = pick(is_steep, 2 * arc.low, arc.low);
  /* 0 + arc, π − arc; π/2 − arc, π/2 + arc */
  const real from = pick(is_steep, only(is_left, R(pi[0])), R(0.5f * pi[0]));
  const choice is_more = is_steep ^ is_left;
  return from + (pick(is_more, high, -high) + (pick(is_more, low, -low) + from * (pi[1] / pi[0])));
}

#endif
