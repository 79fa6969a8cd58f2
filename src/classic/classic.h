/* What the files of src/classic share: the cells of coordinates, linear interpolation, and the
 * constants of the C standard's example rand(). */
#ifndef BURL_SRC_CLASSIC_H
#define BURL_SRC_CLASSIC_H

#include <math.h>
#include <stdint.h>

#include "burl_classic.h"

/* C11, 7.22.2.2: state = state * RAND_MULTIPLIER + RAND_INCREMENT modulo 2^32. */
#define RAND_MULTIPLIER UINT32_C(1103515245)
#define RAND_INCREMENT UINT32_C(12345)
#define RAND_GREATEST 32767

/* Whether a noise is undefined at x, and so 0: NaN, or beyond 2^51.  Within, a cell and its
 * neighbours are exact in double and in int64_t. */
static inline int outside(double x) { return !(fabs(x) <= 2251799813685248.0); }

/* The cell of x; its fraction is x - floor(x). */
static inline int64_t cell_of(double x) { return (int64_t)floor(x); }

/* a modulo b in 0 .. b - 1, for b > 0. */
static inline int64_t floor_mod(int64_t a, int64_t b) {
  const int64_t r = a % b;
  return r < 0 ? r + b : r;
}

static inline double lerp(double a, double b, double t) { return a + t * (b - a); }

#endif
