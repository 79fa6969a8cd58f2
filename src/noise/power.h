/* Powers by multiples of a half, which need no logarithm: products in one order, and a square root. */
#ifndef BURL_NOISE_POWER_H
#define BURL_NOISE_POWER_H

#include "noise/scalar.h"

enum { MOST_HALVES = 16 }; /* of an exponent, in size */

/* a^(twice/2): a to the 8th, 4th, 2nd and 1st are multiplied in this order, then √a, then the reciprocal is
 * taken.  With c = |twice|/2 the error is at most (c + 1½)·2^-24 of the result where a^c is a normal number.
 * −0, infinities and negative numbers give what C's pow gives. */
LANE real half_power(real a, int twice) {
  const int count = twice < 0 ? -twice : twice;
  const int is_rooted = count & 1, whole = count >> 1;
  const real base = is_rooted ? pick(a == -R(LANE_INFINITY), -a, a + 0) : a; /* −0 + 0 is 0 */
  const real square = base * base, fourth = square * square;
  real p = R(1);
  if (whole & 8) p = p * (fourth * fourth);
  if (whole & 4) p = p * fourth;
  if (whole & 2) p = p * square;
  if (whole & 1) p = p * base;
  if (is_rooted) p = p * root(base);
  return twice < 0 ? 1 / p : p;
}

#endif
