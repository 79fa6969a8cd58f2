/* The projection of web maps, the sphere's Mercator projection cut to a square, and the faces of a cube. */
#include "atlas/globe.h"

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

/* The angle of the direction (x, y), not both 0, in degrees from -180 to 180. */
static double angle_of(double x, double y) {
  if (y <= x && -y <= x) return arc_tangent(y / x) * (180.0 / pi);
  if (y <= -x && y >= x) return arc_tangent(y / x) * (180.0 / pi) + (y < 0 ? -180.0 : 180.0);
  return (y < 0 ? -90.0 : 90.0) - arc_tangent(x / y) * (180.0 / pi);
}

void cube_place(int face, double right, double down, double *longitude, double *latitude) {
  const double places[6][3] = {{1, right, -down}, {-1, -right, -down}, {right, -down, 1},
                               {right, down, -1}, {right, -1, -down},  {-right, 1, -down}};
  const double *const p = places[face]; /* the globe's axis is the third */
  const double across = sqrt(p[0] * p[0] + p[1] * p[1]);
  *longitude = across > 0 ? angle_of(p[0], p[1]) : 0;
  *latitude = angle_of(across, p[2]);
}
