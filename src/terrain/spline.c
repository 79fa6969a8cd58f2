/* The surfaces of spline.h. */
#include "terrain/spline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "terrain/process.h"
#include "terrain/raster.h"

/* ---- Coefficients -------------------------------------------------------------------------------- */

size_t burl__spline_scratch(int nx, int ny) {
  const size_t longest = (size_t)(nx > ny ? nx : ny), lines = 2 * longest * sizeof(double);
  const size_t filling = burl__raster_scratch(nx, ny);
  return filling == 0 || filling > lines ? filling : lines;
}

/* A line of heights h: coefficients with c[i-1] + 4 c[i] + c[i+1] = 6 h[i], which go on linearly beyond its ends. */
static void solve_line(float *line, int64_t step, int count, double *ratio, double *value) {
  double next = 0;
  for (int i = 0; i < count; i++) {
    const double height = (double)line[i * step];
    const int is_end = i == 0 || i == count - 1;
    ratio[i] = is_end ? 0 : 1 / (4 - ratio[i - 1]);
    value[i] = is_end ? height : (6 * height - value[i - 1]) * ratio[i];
  }
  for (int i = count - 1; i >= 0; i--) {
    next = value[i] - ratio[i] * next;
    line[i * step] = (float)next;
  }
}

/* The same of a line that goes round: each coefficient is a sum of the heights around it, by weights that shrink by
 * `ratio` from one to the next (M. Unser, A. Aldroubi, M. Eden, "B-spline signal processing", 1993), as far as a double
 * tells. */
static void solve_round(float *line, int64_t step, int count, double *value) {
  enum { REACH = 30 };
  const double root = sqrt(3.0), ratio = root - 2;
  for (int i = 0; i < count; i++) {
    double weight = root, sum = root * (double)line[i * step];
    int64_t before = i, after = i;
    for (int k = 1; k <= REACH; k++) {
      before = burl__around(before - 1, count), after = burl__around(after + 1, count);
      weight *= ratio;
      sum += weight * ((double)line[before * step] + (double)line[after * step]);
    }
    value[i] = sum;
  }
  for (int i = 0; i < count; i++) line[i * step] = (float)value[i];
}

static void solve(float *line, int64_t step, int count, int is_round, double *lines) {
  if (is_round) solve_round(line, step, count, lines);
  else solve_line(line, step, count, lines, lines + count);
}

/* Marks the missing heights; whether there are any. */
static int mark_missing(size_t cells, const float *heights, unsigned char *missing) {
  memset(missing, 0, burl__spline_missing(cells));
  for (size_t i = 0; i < cells; i++) {
    if (!isnan(heights[i])) continue;
    missing[1 + i / 8] |= (unsigned char)(1u << i % 8);
    *missing = 1;
  }
  return *missing;
}

void burl__spline_prepare(const burl__ground *g, burl__spline_kind kind, void *scratch, float *heights,
                          unsigned char *missing) {
  double *const lines = scratch;
  const int nx = g->nx, ny = g->ny;
  if (mark_missing((size_t)nx * (size_t)ny, heights, missing)) burl__raster_fill(nx, ny, scratch, heights);
  if (kind == BURL__SPLINE_NEAR) return;
  for (int y = 0; y < ny; y++) solve(heights + (int64_t)y * nx, 1, nx, g->is_round[0], lines);
  for (int x = 0; x < nx; x++) solve(heights + x, nx, ny, g->is_round[1], lines);
}

/* ---- Reading ------------------------------------------------------------------------------------- */

/* The weights of four coefficients, from the one before a place on, at t from it; of their derivatives. */
static void weigh(int order, double t, double w[4]) {
  const double s = 1 - t;
  if (order == 0) {
    w[0] = s * s * s / 6, w[3] = t * t * t / 6;
    w[1] = (4 + t * t * (3 * t - 6)) / 6, w[2] = (4 + s * s * (3 * s - 6)) / 6;
  } else if (order == 1) {
    w[0] = -0.5 * s * s, w[3] = 0.5 * t * t;
    w[1] = 0.5 * t * (3 * t - 4), w[2] = -0.5 * s * (3 * s - 4);
  } else {
    w[0] = s, w[1] = 3 * t - 2, w[2] = 3 * s - 2, w[3] = t;
  }
}

/* What of a line of coefficients is read: `count` of them. */
typedef struct {
  int index[4], count;
  double weight[4];
  int nearest, is_beyond; /* the nearest cell; whether coefficients beyond an end are read */
} taps;

/* The coefficient at an index, in the end's own and the one before it where it lies beyond an end: c[-1] is
 * 2 c[0] - c[1], c[-2] is 3 c[0] - 2 c[1], and so are those further out. */
static void add_tap(taps *t, int n, int index, double weight) {
  enum { GOES_ON = 2 };
  const int end = burl__clamped_index(index, n), beyond = abs(index - end);
  const double turned = beyond == 0 || n == 1 ? 0 : (beyond < GOES_ON ? beyond : GOES_ON) * weight;
  t->weight[end - t->index[0]] += weight + turned;
  if (turned != 0) t->weight[(index < end ? end + 1 : end - 1) - t->index[0]] -= turned;
  t->is_beyond |= beyond != 0;
}

static double clamped(double at, double lo, double hi) { return at < lo ? lo : at > hi ? hi : at; }

static taps taps_of(int n, int order, double at) {
  enum { REACH = 3 }; /* further out the surface is level */
  taps t = {.count = n < 4 ? n : 4};
  double weight[4];
  at = clamped(at, -REACH, n - 1 + REACH);
  const int i = (int)floor(at);
  t.nearest = burl__clamped_index(at - i < 0.5 ? i : i + 1, n);
  weigh(order, at - i, weight);
  const int first = i - 1 < 0 ? 0 : i - 1 > n - t.count ? n - t.count : i - 1;
  for (int k = 0; k < t.count; k++) t.index[k] = first + k;
  for (int k = 0; k < 4; k++) add_tap(&t, n, i - 1 + k, weight[k]);
  return t;
}

/* The same of a line that goes round. */
static taps taps_around(int n, int order, double at) {
  taps t = {.count = 4};
  at -= n * floor(at / n);
  if (!(at < n)) at = 0; /* it was rounded to a whole round, or is infinite */
  const int i = (int)floor(at);
  weigh(order, at - i, t.weight);
  t.nearest = (at - i < 0.5 ? i : i + 1) % n;
  for (int k = 0; k < 4; k++) t.index[k] = (i - 1 + k + 2 * n) % n;
  return t;
}

/* The taps along an axis. */
static taps taps_along(const burl__spline *s, int axis, int order, double at) {
  const int n = axis == 0 ? s->nx : s->ny;
  return s->is_round[axis] ? taps_around(n, order, at) : taps_of(n, order, at);
}

static double sum_of(const burl__spline *s, const taps *x, const taps *y) {
  double sum = 0;
  for (int b = 0; b < y->count; b++) {
    const float *const row = s->coefficients + (int64_t)y->index[b] * s->nx;
    double part = 0;
    for (int a = 0; a < x->count; a++) part += x->weight[a] * (double)row[x->index[a]];
    sum += y->weight[b] * part;
  }
  return sum;
}

/* The same, where no end and no missing cell is near: nearly everywhere. */
static double sum_within(const burl__spline *s, const int order[2], double x, double y) {
  const int i = (int)x, j = (int)y;
  double wx[4], wy[4], sum = 0;
  weigh(order[0], x - i, wx);
  weigh(order[1], y - j, wy);
  for (int b = 0; b < 4; b++) {
    const float *const row = s->coefficients + (int64_t)(j + b - 1) * s->nx + i - 1;
    double part = 0;
    for (int a = 0; a < 4; a++) part += wx[a] * (double)row[a];
    sum += wy[b] * part;
  }
  return sum;
}

static int is_missing(const burl__spline *s, int64_t cell) {
  return *s->missing && (s->missing[1 + cell / 8] >> cell % 8 & 1);
}

/* Whether coefficients of missing cells are read. */
static int reads_missing(const burl__spline *s, const taps *x, const taps *y) {
  for (int b = 0; *s->missing && b < y->count; b++)
    for (int a = 0; a < x->count; a++)
      if (is_missing(s, (int64_t)y->index[b] * s->nx + x->index[a])) return 1;
  return 0;
}

double burl__spline_at(const burl__spline *s, const int order[2], double x, double y) {
  if (isnan(x) || isnan(y)) return NAN;
  if (!*s->missing && x >= 1 && y >= 1 && x < s->nx - 2 && y < s->ny - 2) {
    const double sum = sum_within(s, order, x, y);
    return order[0] + order[1] == 0 ? clamped(sum, s->lo, s->hi) : sum;
  }
  const taps over_x = taps_along(s, 0, order[0], x), over_y = taps_along(s, 1, order[1], y);
  if (is_missing(s, (int64_t)over_y.nearest * s->nx + over_x.nearest)) return NAN;
  const double sum = sum_of(s, &over_x, &over_y);
  if (order[0] + order[1] == 0) return clamped(sum, s->lo, s->hi);
  if (!over_x.is_beyond && !over_y.is_beyond && !reads_missing(s, &over_x, &over_y)) return sum;
  const taps value_x = taps_along(s, 0, 0, x), value_y = taps_along(s, 1, 0, y);
  const double value = sum_of(s, &value_x, &value_y);
  return value < s->lo || value > s->hi ? 0 : sum; /* where it is held it is level */
}

/* ---- The process --------------------------------------------------------------------------------- */

enum { CELL, THROUGH };

static size_t surface_bytes(const burl__ground *coarse, const double *option) {
  (void)option;
  return burl__spline_scratch(coarse->nx, coarse->ny);
}

/* Heights over the coarse grid, and other layers, become the coefficients of their surface, behind which lie the bits
 * of missing cells.  Those of wear, flow and what is filled run near them: through them there would be values below 0
 * beside coasts and rivers. */
static void prepare_surface(const burl__process_call *call, float *heights) {
  const burl__ground *const g = call->ground;
  (void)heights; /* which are the first layer */
  for (int i = 0; i < BURL__LAYERS; i++) {
    const int is_near = call->option[THROUGH] == 0 || i >= BURL__LAYER_WEAR;
    float *const layer = call->layer[i];
    if (layer)
      burl__spline_prepare(g, is_near ? BURL__SPLINE_NEAR : BURL__SPLINE_THROUGH, call->scratch, layer,
                           (unsigned char *)(layer + burl__cells_of(g)));
  }
}

const burl__process burl__process_upsample = {.change = prepare_surface, .scratch = surface_bytes};
