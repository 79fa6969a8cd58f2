/* The surfaces of spline.h. */
#include "terrain/spline.h"

#include <math.h>
#include <string.h>

#include "terrain/process.h"
#include "terrain/raster.h"

/* ---- Coefficients -------------------------------------------------------------------------------- */

size_t burl__spline_scratch(int nx, int ny) {
  const size_t longest = (size_t)(nx > ny ? nx : ny), line = 2 * longest * sizeof(double);
  const size_t cells = (size_t)nx * (size_t)ny, filling = burl__raster_scratch(nx, ny);
  return cells + 16 + (line > filling ? line : filling);
}

/* A line of heights h: coefficients with c[i-1] + 4 c[i] + c[i+1] = 6 h[i]; those at its ends go on beyond them. */
static void solve_line(float *line, int64_t step, int count, double *ratio, double *value) {
  double next = 0;
  if (count < 2) return;
  for (int i = 0; i < count; i++) {
    const int is_end = i == 0 || i == count - 1;
    const double before = i > 0 ? ratio[i - 1] : 0, so_far = i > 0 ? value[i - 1] : 0;
    ratio[i] = 1 / (4 + is_end - before);
    value[i] = (6 * (double)line[i * step] - so_far) * ratio[i];
  }
  for (int i = count - 1; i >= 0; i--) {
    next = value[i] - ratio[i] * next;
    line[i * step] = (float)next;
  }
}

void burl__spline_prepare(int nx, int ny, void *scratch, float *heights) {
  const int64_t cells = (int64_t)nx * ny;
  unsigned char *const is_none = scratch;
  double *const lines = (double *)((char *)scratch + (cells + 15) / 16 * 16);
  const int longest = nx > ny ? nx : ny;
  for (int64_t i = 0; i < cells; i++) is_none[i] = (unsigned char)isnan(heights[i]);
  if (memchr(is_none, 1, (size_t)cells)) burl__raster_fill(nx, ny, lines, heights);
  for (int y = 0; y < ny; y++) solve_line(heights + (int64_t)y * nx, 1, nx, lines, lines + longest);
  for (int x = 0; x < nx; x++) solve_line(heights + x, nx, ny, lines, lines + longest);
  for (int64_t i = 0; i < cells; i++)
    if (is_none[i]) heights[i] = NAN;
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

static double clamped(double at, double lo, double hi) { return at < lo ? lo : at > hi ? hi : at; } /* NaN stays */

double burl__spline_at(const burl__spline *s, const int order[2], double x, double y) {
  x = clamped(x, -1, s->nx), y = clamped(y, -1, s->ny);
  if (isnan(x) || isnan(y)) return NAN;
  const int i = (int)floor(x), j = (int)floor(y);
  double wx[4], wy[4], sum = 0;
  weigh(order[0], x - i, wx);
  weigh(order[1], y - j, wy);
  for (int b = 0; b < 4; b++) {
    const float *const row = s->coefficients + (int64_t)burl__clamped_index(j + b - 1, s->ny) * s->nx;
    double part = 0;
    for (int a = 0; a < 4; a++) part += wx[a] * (double)row[burl__clamped_index(i + a - 1, s->nx)];
    sum += wy[b] * part;
  }
  return sum;
}

/* ---- The process --------------------------------------------------------------------------------- */

enum { CELL, THROUGH };

static size_t surface_bytes(const burl__ground *coarse, const double *option) {
  return option[THROUGH] != 0 ? burl__spline_scratch(coarse->nx, coarse->ny) : 1;
}

/* Heights over the coarse grid become the coefficients of their surface. */
static void prepare_surface(const burl__process_call *call, float *heights) {
  if (call->option[THROUGH] != 0) burl__spline_prepare(call->ground->nx, call->ground->ny, call->scratch, heights);
}

const burl__process burl__process_upsample = {.change = prepare_surface, .scratch = surface_bytes};
