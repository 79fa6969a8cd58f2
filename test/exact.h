/* noise/math.h's functions in double, by the C library: before the text of src/noise this makes an oracle of it, in
 * which nothing is burl's own arithmetic. */
#ifndef BURL_TEST_EXACT_H
#define BURL_TEST_EXACT_H

#define real double
#define BURL_NOISE_MATH_H /* in place of it */

#include <math.h>

#include "noise/scalar.h"

LANE real floor_real(real a) { return floor(a); }
LANE real lane_exp(real a) { return exp(a); }
LANE real lane_log(real a) { return log(a); }
LANE real lane_pow(real a, real b) { return pow(a, b); }
LANE real power(real a, double b) { return pow(a, b); }
LANE real lane_cube_root(real a) { return cbrt(a); }
LANE real lane_sin(real a) { return sin(a); }
LANE real lane_cos(real a) { return cos(a); }
LANE real lane_tan(real a) { return tan(a); }
LANE real lane_asin(real a) { return asin(a); }
LANE real lane_acos(real a) { return acos(a); }
LANE real lane_atan(real a) { return atan(a); }
LANE real lane_atan2(real y, real x) { return atan2(y, x); }

typedef struct {
  real x, y;
} circle_point;
LANE circle_point point_of_circle(real a) { return (circle_point){cos(a * LANE_PI), sin(a * LANE_PI)}; }

#endif
