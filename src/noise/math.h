/* Elementary functions without libm, so that their bits are burl's own.  The cores work in double,
 * with plain Taylor series after a range reduction: errors below 1e-10 of the result, so that the
 * float they are rounded to is within 0.501 units in the last place.  Edge cases are those of IEEE
 * 754 (log(0) = −∞, sqrt(−1) = NaN), except that an angle beyond 2^31 counts as 0. */
#ifndef BURL_NOISE_MATH_H
#define BURL_NOISE_MATH_H

#include "noise/axis.h"
#include "noise/lane.h"

#define LANE_NAN double_of_bits(0x7FF8000000000000u)
#define LANE_INFINITY double_of_bits(0x7FF0000000000000u)
#define LANE_PI 3.14159265358979323846

/* sin a for |a| <= π/2: error below 6e-12. */
LANE double sin_series(double a) {
  const double s = a * a;
  double sum = -1.0 / 1307674368000.0;
  sum = sum * s + 1.0 / 6227020800.0;
  sum = sum * s - 1.0 / 39916800.0;
  sum = sum * s + 1.0 / 362880.0;
  sum = sum * s - 1.0 / 5040.0;
  sum = sum * s + 1.0 / 120.0;
  sum = sum * s - 1.0 / 6.0;
  return a + a * s * sum;
}

/* sin(a + shift·π/2): a is taken to [−π/2, π/2] by half turns, whose parity flips the sign.  π is
 * taken in two parts, the first short enough for exact products. */
LANE double sin_shifted(double a, double shift) {
  const double angle = a >= -2147483648.0 && a <= 2147483648.0 ? a : 0.0;
  const double turns = axis_floor(angle * (1.0 / LANE_PI) + 0.5 * shift + 0.5);
  const double quarter = turns - 0.5 * shift;
  const double rest = (angle - quarter * 3.141590118408203) - quarter * 2.535181590113463e-06;
  const double even = turns - 2.0 * axis_floor(0.5 * turns);
  const double sine = sin_series(rest);
  return a == a ? (even == 0.0 ? sine : -sine) : a;
}
LANE real lane_sin(real a) { return (real)sin_shifted((double)a, 0.0); }
LANE real lane_cos(real a) { return (real)sin_shifted((double)a, 1.0); }
LANE real lane_tan(real a) { return (real)(sin_shifted((double)a, 0.0) / sin_shifted((double)a, 1.0)); }

/* sin and cos of half turns: of a·π. */
LANE real lane_sin_turn(real a) { return (real)sin_shifted((double)a * LANE_PI, 0.0); }
LANE real lane_cos_turn(real a) { return (real)sin_shifted((double)a * LANE_PI, 1.0); }

/* (1 − cos πt)/2 for t in [0, 1], as sin² πt/2: exactly 0 at 0; and its slope. */
LANE real lane_cosine_weight(real t) {
  const double s = sin_series((double)t * (0.5 * LANE_PI));
  return (real)(s * s);
}
LANE real lane_cosine_rate(real t) { return (real)(0.5 * LANE_PI * sin_shifted((double)t * LANE_PI, 0.0)); }

/* The row of the growth-ring article's table that a cell of an octave reads: of 64 over the period. */
LANE uint32_t lane_wood_row(uint32_t cell, uint32_t period, int octave) {
  const double next = cell + 1u == period ? 0.0 : (double)cell + 1.0;
  return ((uint32_t)(64.0 * next / (double)period) + (uint32_t)octave) % 64u;
}

/* sin and cos of an angle in degrees, to a unit or two in the last place of a double, exact at
 * multiples of 90: rotations keep far coordinates in place. */
LANE double sin_degrees(double degrees) {
  const double clamped = axis_holds(degrees) ? degrees : 0.0;
  const double quarter = axis_floor(clamped / 90.0 + 0.5);
  const double a = (clamped - 90.0 * quarter) * (LANE_PI / 180.0), s = a * a;
  double odd = 1.0 / 355687428096000.0;
  odd = odd * s - 1.0 / 1307674368000.0;
  odd = odd * s + 1.0 / 6227020800.0;
  odd = odd * s - 1.0 / 39916800.0;
  odd = odd * s + 1.0 / 362880.0;
  odd = odd * s - 1.0 / 5040.0;
  odd = odd * s + 1.0 / 120.0;
  odd = odd * s - 1.0 / 6.0;
  odd = a + a * s * odd;
  double even = 1.0 / 20922789888000.0;
  even = even * s - 1.0 / 87178291200.0;
  even = even * s + 1.0 / 479001600.0;
  even = even * s - 1.0 / 3628800.0;
  even = even * s + 1.0 / 40320.0;
  even = even * s - 1.0 / 720.0;
  even = even * s + 1.0 / 24.0;
  even = even * s - 1.0 / 2.0;
  even = 1.0 + s * even;
  const double phase = quarter - 4.0 * axis_floor(quarter * 0.25);
  const double size = phase == 0.0 || phase == 2.0 ? odd : even;
  return degrees == degrees ? (phase < 2.0 ? size : -size) : degrees;
}
LANE double cos_degrees(double degrees) { return sin_degrees(degrees + 90.0); }

/* 2^a, for |a| up to 1,000 and clamped beyond, where float has long met infinity and zero. */
LANE double exp2_core(double a) {
  const double low = a < -1000.0 ? -1000.0 : a;
  const double clamped = low < 1000.0 ? low : 1000.0;
  const double whole = axis_floor(clamped + 0.5);
  const double x = (clamped - whole) * 0.69314718055994530942;
  double sum = 1.0 / 362880.0;
  sum = sum * x + 1.0 / 40320.0;
  sum = sum * x + 1.0 / 5040.0;
  sum = sum * x + 1.0 / 720.0;
  sum = sum * x + 1.0 / 120.0;
  sum = sum * x + 1.0 / 24.0;
  sum = sum * x + 1.0 / 6.0;
  sum = sum * x + 0.5;
  sum = (sum * x + 1.0) * x + 1.0;
  const uint64_t power = (uint64_t)(axis_cell(whole) + 1023u) << 52;
  return a == a ? sum * double_of_bits(power) : a;
}

/* log2 a for finite normal a > 0. */
LANE double log2_core(double a) {
  const uint64_t bits = bits_of_double(a);
  const uint64_t shifted = bits - 0x3FE6A09E667F3BCDu;  /* so that the fraction is in [√½, √2) */
  const uint64_t exponent = (shifted >> 52) & 0xFFFu;
  const double fraction = double_of_bits(bits - (exponent << 52));
  const uint32_t low = (uint32_t)exponent;
  const double whole = (double)(low >= 2048u ? (int32_t)low - 4096 : (int32_t)low);
  const double s = (fraction - 1.0) / (fraction + 1.0), t = s * s;
  double sum = 1.0 / 15.0;
  sum = sum * t + 1.0 / 13.0;
  sum = sum * t + 1.0 / 11.0;
  sum = sum * t + 1.0 / 9.0;
  sum = sum * t + 1.0 / 7.0;
  sum = sum * t + 1.0 / 5.0;
  sum = sum * t + 1.0 / 3.0;
  sum = sum * t + 1.0;
  return whole + s * sum * 2.88539008177792681472;
}

/* log2 a for any float a. */
LANE double log2_any(double a) {
  const double clamped = a > 0.0 && a < LANE_INFINITY ? a : 1.0;
  const double edge = a == 0.0 ? -LANE_INFINITY : a > 0.0 ? a : LANE_NAN;
  return clamped == a ? log2_core(clamped) : edge;
}

LANE real lane_exp(real a) { return (real)exp2_core((double)a * 1.44269504088896340736); }
LANE real lane_log(real a) { return (real)(log2_any((double)a) * 0.69314718055994530942); }

/* a^b as in GLSL, and what C's pow adds: a negative base with a whole exponent. */
LANE real lane_pow(real a, real b) {
  const double base = (double)a, exponent = (double)b;
  const double size = base < 0.0 ? -base : base;
  const double clamped = axis_holds(exponent) ? exponent : 0.0;
  const int whole = clamped == exponent ? axis_floor(clamped) == clamped : 1;
  const int odd = clamped == exponent && whole && clamped - 2.0 * axis_floor(0.5 * clamped) == 1.0;
  const double product = exponent * log2_any(size);
  const double power = product == product || exponent != exponent || base != base
                           ? exp2_core(product)
                           : 1.0;  /* 1^±∞; 0 · ∞ below */
  const double plain = exponent == 0.0 || base == 1.0 ? 1.0 : power;
  const double one = size == 0.0 && exponent < 0.0 ? LANE_INFINITY : plain;
  return (real)(base < 0.0 ? (whole ? (odd ? -one : one) : LANE_NAN) : one);
}

/* The same for a >= 0 and a finite b: so little that every compiler makes vector code of it. */
LANE real lane_size_power(real a, real b) {
  return b == 0 ? 1 : (real)exp2_core((double)b * log2_any((double)a));
}

LANE real real_sqrt(real a) { return (real)exact_sqrt((double)a); }

/* atan a, error below 1e-10: halved twice by tan(a − π/4) and reciprocals to |z| <= tan(π/8). */
LANE double atan_core(double a) {
  const double size = a < 0.0 ? -a : a;
  const double turned = size > 1.0 ? 1.0 / size : size;
  const double z = turned > 0.41421356237309503 ? (turned - 1.0) / (turned + 1.0) : turned;
  const double s = z * z;
  double sum = -1.0 / 23.0;
  sum = sum * s + 1.0 / 21.0;
  sum = sum * s - 1.0 / 19.0;
  sum = sum * s + 1.0 / 17.0;
  sum = sum * s - 1.0 / 15.0;
  sum = sum * s + 1.0 / 13.0;
  sum = sum * s - 1.0 / 11.0;
  sum = sum * s + 1.0 / 9.0;
  sum = sum * s - 1.0 / 7.0;
  sum = sum * s + 1.0 / 5.0;
  sum = sum * s - 1.0 / 3.0;
  const double series = z + z * s * sum;
  const double low = turned > 0.41421356237309503 ? series + 0.25 * LANE_PI : series;
  const double angle = size > 1.0 ? 0.5 * LANE_PI - low : low;
  return a < 0.0 ? -angle : angle;
}
LANE real lane_atan(real a) { return (real)atan_core((double)a); }

/* The angle of (x, y) in (−π, π]; 0 at the origin. */
LANE real lane_atan2(real y, real x) {
  const double u = (double)x, v = (double)y;
  const double across = u < 0.0 ? -u : u, up = v < 0.0 ? -v : v;
  const double steep = up > across ? across / up : up / across;
  const double flat = across == 0.0 && up == 0.0 ? 0.0 : across == up ? 1.0 : steep;
  const double first = up > across ? 0.5 * LANE_PI - atan_core(flat) : atan_core(flat);
  const double half = u < 0.0 ? LANE_PI - first : first;
  const double angle = v < 0.0 ? -half : half;
  return (real)(u == u && v == v ? angle : LANE_NAN);
}
LANE real lane_asin(real a) {
  const double b = (double)a, rest = (1.0 - b) * (1.0 + b);
  return (real)(rest > 0.0    ? atan_core(b / exact_sqrt(rest))
                : rest == 0.0 ? (b < 0.0 ? -0.5 * LANE_PI : 0.5 * LANE_PI)
                              : LANE_NAN);
}
LANE real lane_acos(real a) {
  const double b = (double)a, rest = (1.0 - b) * (1.0 + b);
  const double half = rest > 0.0 ? atan_core(b / exact_sqrt(rest)) : b < 0.0 ? -0.5 * LANE_PI : 0.5 * LANE_PI;
  return (real)(rest >= 0.0 ? 0.5 * LANE_PI - half : LANE_NAN);
}

#endif
