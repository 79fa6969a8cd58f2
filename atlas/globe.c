/* The projection of web maps: the sphere's Mercator projection, cut to a square. */
#include "globe.h"

#include <math.h>

static const double pi = 3.14159265358979311600;

/* e^a, for a in [-pi, pi], to a unit or two in the last place: e^(a/16) by its series, squared four times. */
static double exponential(double a) {
  const double small = a / 16.0;
  double sum = 1.0;
  for (int n = 16; n > 0; n--) sum = 1.0 + sum * small / n;
  for (int i = 0; i < 4; i++) sum *= sum;
  return sum;
}

/* The arc tangent: the angle is halved three times, tan(a/2) = t/(1 + sqrt(1 + t^2)), then comes its series. */
static double arc_tangent(double t) {
  for (int i = 0; i < 3; i++) t /= 1.0 + sqrt(1.0 + t * t);
  const double square = t * t;
  double sum = 0.0;
  for (int n = 41; n > 0; n -= 2) sum = 1.0 / n - square * sum;
  return 8.0 * t * sum;
}

double mercator_latitude(double v) {
  const double e = exponential(pi * (1.0 - 2.0 * v));
  return arc_tangent(0.5 * (e - 1.0 / e)) * (180.0 / pi);
}
