/* The tables of curve.h (F. N. Fritsch and R. E. Carlson, "Monotone piecewise cubic interpolation", 1980; with the
 * slopes that they give as a simple choice).  The value of such a table has the bits of the sum over all pieces of
 * lane_hermite_piece(), with which build_number.c makes other curves: pieces that an argument has passed add their
 * rise, in floats, as the width of each is the difference of the knots rounded, so that none is left before its end. */
#include "program/curve.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The harmonic mean of the neighbours' slopes, 0 where these differ in sign. */
void burl__curve_slopes(int count, const double *x, const double *y, double *slope) {
  for (int i = 0; i < count; i++) {
    const double left = i > 0 ? (y[i] - y[i - 1]) / (x[i] - x[i - 1]) : 0.0;
    const double right = i + 1 < count ? (y[i + 1] - y[i]) / (x[i + 1] - x[i]) : 0.0;
    if (i == 0) slope[i] = right;
    else if (i + 1 == count) slope[i] = left;
    else slope[i] = left * right > 0.0 ? 2.0 * left * right / (left + right) : 0.0;
  }
}

/* Where in its row it stands that piece i begins. */
static int place_of_begin(int i) {
  const int last_bit = i & -i;
  return i ? (CURVE_PIECES / 2 + i / 2) / last_bit : 0;
}

static double begin_of(const burl__curve *curve, int i) { return (double)curve->row[CURVE_BEGIN][place_of_begin(i)]; }

burl_range burl__curve_extent(const burl__curve *curve) {
  const int last = CURVE_PIECES - 1;
  return (burl_range){begin_of(curve, 0), begin_of(curve, last) + (double)curve->row[CURVE_WIDTH][last], 0};
}

void burl__curve_through_knots(burl__curve *curve, const double *x, const double *y) {
  double slope[CURVE_PIECES + 1];
  float sum = (float)y[0];
  burl__curve_slopes(CURVE_PIECES + 1, x, y, slope);
  for (int i = 0; i < CURVE_PIECES; i++) {
    const double width = x[i + 1] - x[i];
    const float rise = (float)(y[i + 1] - y[i]), s0 = (float)(slope[i] * width), s1 = (float)(slope[i + 1] * width);
    const float square = 3 * rise - 2 * s0 - s1, cube = s0 + s1 - 2 * rise; /* as lane_hermite_piece has them */
    const float row[CURVE_ROWS] = {0, (float)width, sum, s0, square, cube};
    for (int r = CURVE_WIDTH; r < CURVE_ROWS; r++) curve->row[r][i] = row[r];
    curve->row[CURVE_BEGIN][place_of_begin(i)] = (float)x[i];
    sum += s0 + (square + cube);
  }
}

int burl__curve_derive(const burl__curve *curve, burl__curve *width, burl__curve *slope) {
  int varies = 0;
  memset(width, 0, sizeof *width);
  memset(slope, 0, sizeof *slope);
  for (int i = 0; i < CURVE_PIECES; i++) {
    for (int r = CURVE_BEGIN; r <= CURVE_WIDTH; r++) width->row[r][i] = slope->row[r][i] = curve->row[r][i];
    width->row[CURVE_C0][i] = curve->row[CURVE_WIDTH][i];
    for (int power = 1; power <= 3; power++) {
      slope->row[CURVE_C0 + power - 1][i] = (float)power * curve->row[CURVE_C0 + power][i];
      varies |= curve->row[CURVE_C0 + power][i] != 0;
    }
  }
  return varies;
}

/* ---- Bounds -------------------------------------------------------------------------------------- */

static void widen(burl_range *range, double lo, double hi) {
  range->lo = fmin(range->lo, lo);
  range->hi = fmax(range->hi, hi);
}

/* How far an argument is through a piece; it is rounded as floats, which `slack` is more than. */
static double through(const burl__curve *curve, int i, double argument, double slack) {
  const double u = (argument - begin_of(curve, i)) / (double)curve->row[CURVE_WIDTH][i] + slack;
  return fmin(fmax(u, 0), 1);
}

/* A piece from u to v: it lies within its Bernstein coefficients there. */
static void add_piece(const burl__curve *curve, int i, double u, double v, burl_range *range) {
  const double c0 = (double)curve->row[CURVE_C0][i], c1 = (double)curve->row[CURVE_C1][i],
               c2 = (double)curve->row[CURVE_C2][i], c3 = (double)curve->row[CURVE_C3][i], h = v - u;
  const double d0 = c0 + u * (c1 + u * (c2 + u * c3)), d1 = h * (c1 + u * (2 * c2 + u * 3 * c3)),
               d2 = h * h * (c2 + u * 3 * c3), d3 = h * h * h * c3;
  const double b[4] = {d0, d0 + d1 / 3, d0 + (2 * d1 + d2) / 3, d0 + d1 + d2 + d3};
  const double by = 8 * (double)FLT_EPSILON * (fabs(c0) + fabs(c1) + fabs(c2) + fabs(c3)) + (double)FLT_MIN;
  for (int k = 0; k < 4; k++) widen(range, b[k] - by, b[k] + by);
}

burl_range burl__bound_curve(const burl__curve *curve, const burl_range *argument) {
  burl_range all = {INFINITY, -INFINITY, 0};
  for (int i = 0; i < CURVE_PIECES; i++) {
    const double first = i > 0 ? begin_of(curve, i) : -INFINITY;
    const double last = i + 1 < CURVE_PIECES ? begin_of(curve, i + 1) : INFINITY;
    if (argument->hi < first || argument->lo >= last) continue;
    add_piece(curve, i, through(curve, i, fmax(argument->lo, first), -1e-6),
              through(curve, i, fmin(argument->hi, last), 1e-6), &all);
  }
  if (argument->may_be_nan) widen(&all, (double)curve->row[CURVE_C0][0], (double)curve->row[CURVE_C0][0]);
  return all;
}
