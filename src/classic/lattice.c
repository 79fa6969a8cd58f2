/* Interpolation between lattice points, and gradient noise inside one cell: the lines, planes and
 * wavelets with which the article on lattice noise in shaders explains it.  Nothing here hashes;
 * the other files of this folder have the lattices.  Based on Perlin, "Improving Noise", 2002
 * (fade); Elias, "Perlin Noise", 1998 (linear, cosine, cubic); Catmull and Rom, "A Class of
 * Local Interpolating Splines", 1974. */
#include "classic.h"

double burl_classic_fade(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

double burl_classic_hermite(double t) { return t * t * (3 - 2 * t); }

double burl_classic_linear(double a, double b, double t) { return a * (1 - t) + b * t; }

double burl_classic_cosine(double a, double b, double t) {
  const double pi = 3.14159265358979323846;
  return burl_classic_linear(a, b, (1 - cos(t * pi)) * 0.5);
}

double burl_classic_cubic(double v0, double v1, double v2, double v3, double t) {
  const double p = (v3 - v2) - (v0 - v1);
  const double q = (v0 - v1) - p;
  const double r = v2 - v0;
  return p * t * t * t + q * t * t + r * t + v1;
}

double burl_classic_catmull_rom(double p0, double p1, double p2, double p3, double t) {
  const double a = -p0 + 3 * p1 - 3 * p2 + p3;
  const double b = 2 * p0 - 5 * p1 + 4 * p2 - p3;
  const double c = p2 - p0;
  return 0.5 * (a * t * t * t + b * t * t + c * t + 2 * p1);
}

double burl_classic_slopes1(double a_left, double a_right, double f) {
  return lerp(a_left * f, a_right * (f - 1), burl_classic_hermite(f));
}

double burl_classic_wavelet(double a, double t) {
  const double d = fabs(t);
  return d < 1 ? a * t * (1 - 3 * d * d + 2 * d * d * d) : 0;
}

double burl_classic_wavelets1(double a_left, double a_right, double f) {
  return lerp(burl_classic_wavelet(a_left, f), burl_classic_wavelet(a_right, f - 1), f);
}

/* The height over (dx, dy) of the plane through 0 with gradient g. */
static double plane(const double g[2], double dx, double dy) { return g[0] * dx + g[1] * dy; }

double burl_classic_planes2(const double g00[2], const double g10[2], const double g01[2], const double g11[2],
                            double fx, double fy) {
  const double u = burl_classic_hermite(fx), v = burl_classic_hermite(fy);
  const double low = lerp(plane(g00, fx, fy), plane(g10, fx - 1, fy), u);
  const double high = lerp(plane(g01, fx, fy - 1), plane(g11, fx - 1, fy - 1), u);
  return lerp(low, high, v);
}
