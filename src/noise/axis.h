/* From a coordinate in double to a cell and a fraction, and periods.  This is what makes 10^9 cells
 * from the origin look like the origin: only the fraction is rounded to float.  And turns, which keep it so. */
#ifndef BURL_NOISE_AXIS_H
#define BURL_NOISE_AXIS_H

#include "noise/lane.h"

#define AXIS_LIMIT 2251799813685248.0 /* 2^51: from there on a noise is 0 */
#define AXIS_MAGIC \
  6755399441055744.0 /* 1.5 · 2^52: adding it rounds to a whole number, whose low
                                          32 bits are then the low bits of the sum */

/* The largest whole number not above a; |a| at most 2^51. */
LANE double axis_floor(double a) {
  const double nearest = (a + AXIS_MAGIC) - AXIS_MAGIC;
  return nearest > a ? nearest - 1.0 : nearest;
}

/* Whether a noise has a value at a: −2^51 <= a < 2^51. */
LANE int axis_holds(double a) { return a >= -AXIS_LIMIT && a < AXIS_LIMIT; }

/* A whole number as a 32-bit cell, wrapping; |a| at most 2^51. */
LANE uint32_t axis_cell(double a) { return (uint32_t)bits_of_double(a + AXIS_MAGIC); }

/* The whole number a modulo the whole number period > 0: in [0, period). */
LANE double axis_wrap(double a, double period) {
  const double rest = a - period * axis_floor(a / period); /* exact: below 2^53 */
  const double below = rest < 0.0 ? rest + period : rest;
  return below >= period ? below - period : below;
}

/* So many cells on as a step of cells is in [0, period); period 0: as it is. */
LANE uint32_t axis_further(int step, uint32_t period) {
  const uint32_t steps = (uint32_t)(step < 0 ? -step : step);
  if (period == 0u) return (uint32_t)step;
  const uint32_t rest = steps < period ? steps : steps % period;
  return step < 0 && rest > 0u ? period - rest : rest;
}

/* The cell `step` cells on, both in [0, period); period 0: none. */
LANE uint32_t axis_neighbour(uint32_t cell, int step, uint32_t period) {
  const uint32_t further = axis_further(step, period);
  return cell + further - (period != 0u && cell >= period - further ? period : 0u);
}

/* a·b as the exact sum of two doubles, the first of which is the product rounded (T. J. Dekker, "A
 * floating-point technique for extending the available precision", 1971). */
typedef struct {
  double high, low;
} axis_product;

LANE axis_product axis_multiply(double a, double b) {
  const double split_a = a * 134217729.0, split_b = b * 134217729.0;
  const double a1 = split_a - (split_a - a), a2 = a - a1;
  const double b1 = split_b - (split_b - b), b2 = b - b1;
  const double high = a * b;
  const axis_product p = {high, ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2};
  return p;
}

/* p − P·floor(p/P) for tile(): the exact remainder, rounded once; P > 0. */
LANE double axis_reduce(double p, double period) {
  const double inside = axis_holds(p / period) ? p : 0.0;
  const axis_product laps = axis_multiply(period, axis_floor(inside / period));
  const double rest = (inside - laps.high) - laps.low;
  const double up = rest + (rest < 0.0 ? period : 0.0); /* −0: 0 */
  const double down = up >= period ? up - period : up;
  return inside == p ? down : p - p; /* NaN from an infinity; 0 too far out */
}

/* sin and cos of an angle in degrees, to a unit or two in the last place of a double, exact at
 * multiples of 90: rotations keep far coordinates in place.  By Taylor series; the divisors are factorials. */
LANE double sin_degrees(double degrees) {
  const double clamped = axis_holds(degrees) ? degrees : 0.0;
  const double quarter = axis_floor(clamped / 90.0 + 0.5);
  const double a = (clamped - 90.0 * quarter) * (LANE_PI / 180.0), s = a * a;
  const double odd3 = (1.0 / 355687428096000.0 * s - 1.0 / 1307674368000.0) * s + 1.0 / 6227020800.0;
  const double odd2 = ((odd3 * s - 1.0 / 39916800.0) * s + 1.0 / 362880.0) * s - 1.0 / 5040.0;
  const double odd = a + a * s * ((odd2 * s + 1.0 / 120.0) * s - 1.0 / 6.0);
  const double even3 = (1.0 / 20922789888000.0 * s - 1.0 / 87178291200.0) * s + 1.0 / 479001600.0;
  const double even2 = ((even3 * s - 1.0 / 3628800.0) * s + 1.0 / 40320.0) * s - 1.0 / 720.0;
  const double even = 1.0 + s * ((even2 * s + 1.0 / 24.0) * s - 1.0 / 2.0);
  const double phase = quarter - 4.0 * axis_floor(quarter * 0.25);
  const double size = phase == 0.0 || phase == 2.0 ? odd : even;
  return degrees == degrees ? (phase < 2.0 ? size : -size) : degrees;
}
LANE double cos_degrees(double degrees) { return sin_degrees(degrees + 90.0); }

#endif
