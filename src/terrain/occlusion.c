/* occlusion(): the share of the directions above the ground in which nothing stands within `radius`: 1 in the open.
 *
 * Above the ground is above the plane that lies on it, as steep as Horn's differences say, so that a plane is as open
 * as level ground.  For each of some azimuths the horizon is the steepest way to what a line across the cells meets, or
 * the plane where nothing rises above it.  Above a horizon at the angle a lie 1 - sin a of an azimuth's directions, and
 * the sines of a plane add up to 0 over the azimuths: the share is 1 minus their mean (L. Bavoil, M. Sainz,
 * R. Dimitrov, "Image-space horizon-based ambient occlusion", 2008). */
#include <math.h>

#include "terrain/process.h"
#include "terrain/rise.h"

enum { RADIUS, SAMPLES };
enum { MOST_AZIMUTHS = 256, RUN = 64 /* cells of a line at once */, LINES = 64 /* between reports */ };

/* A line from a cell, along which it meets one cell after the other along x or y, and between two of these goes by
 * `across` cells along the other axis. */
typedef struct {
  double x, y;         /* of length 1 */
  int is_along_y, way; /* way: 1 or -1, along that axis */
  double across;
  double per_step; /* 1 / the length of a step */
  int steps;       /* to where the radius ends, to the nearest cell, or the grid */
} azimuth;

typedef struct {
  const burl__ground *ground;
  const float *heights, *slope_x, *slope_y;
  float *out;
  int first; /* line */
  int count;
  azimuth azimuths[MOST_AZIMUTHS];
} watching;

/* ---- Azimuths ------------------------------------------------------------------------------------ */

/* Cosine and sine of an angle of at most an eighth of a turn, by their series. */
static void wave_of(double angle, double wave[2]) {
  double term = 1;
  wave[0] = wave[1] = 0;
  for (int n = 1; n < 20; n += 2) {
    wave[0] += term;
    term *= angle / n;
    wave[1] += term;
    term *= -angle / (n + 1);
  }
}

/* Direction i of 4 `quarter` in a turn; mirrored directions have the same bits. */
static azimuth direction_of(int i, int quarter) {
  const int part = i % quarter, is_steep = 2 * part > quarter, nearer = is_steep ? quarter - part : part;
  double wave[2] = {sqrt(0.5), sqrt(0.5)};
  if (2 * nearer != quarter) wave_of(1.57079632679489661923 * nearer / quarter, wave);
  const double x = wave[is_steep], y = wave[!is_steep];
  switch (i / quarter) {
  case 0: return (azimuth){.x = x, .y = y};
  case 1: return (azimuth){.x = -y, .y = x};
  case 2: return (azimuth){.x = -x, .y = -y};
  default: return (azimuth){.x = y, .y = -x};
  }
}

/* How a direction crosses the cells; around ground that goes round it goes once at most. */
static azimuth over_cells(const burl__ground *g, azimuth a, double radius) {
  const double cells_x = a.x / fabs(g->dx), cells_y = a.y / fabs(g->dy);
  a.is_along_y = fabs(cells_y) > fabs(cells_x);
  const double along = a.is_along_y ? cells_y : cells_x, across = (a.is_along_y ? cells_x : cells_y) / fabs(along);
  const double steps = floor(radius * (1 + 1e-9) * fabs(along) + 0.5);
  const int n = a.is_along_y ? g->ny : g->nx;
  a.way = along < 0 ? -1 : 1;
  a.across = isfinite(across) ? across : 0;
  a.per_step = fabs(along);
  a.steps = !(steps >= 1) ? 0 : steps < n ? (int)steps : n - 1;
  return a;
}

/* ---- Horizons ------------------------------------------------------------------------------------ */

/* RUN heights of a line from a cell on, into `room` where they are not beside one another; NaN: beyond the grid. */
static const float *run_at(const burl__ground *g, const float *heights, int64_t x, int64_t y, float room[RUN]) {
  if (g->is_round[1]) y = (y % g->ny + g->ny) % g->ny;
  const int is_line = y >= 0 && y < g->ny;
  if (is_line && x >= 0 && x + RUN <= g->nx) return heights + y * g->nx + x;
  for (int i = 0; i < RUN; i++) {
    const int64_t place = g->is_round[0] ? ((x + i) % g->nx + g->nx) % g->nx : x + i;
    room[i] = is_line && place >= 0 && place < g->nx ? heights[y * g->nx + place] : NAN;
  }
  return room;
}

/* Raises horizons, as rise over run, to the heights between two runs of cells. */
static void raise_to(const float *near, const float *far, double part, const double own[RUN], double per_length,
                     double *restrict rise) {
  for (int i = 0; i < RUN; i++) {
    const double height = (double)near[i] + part * ((double)far[i] - (double)near[i]);
    const double slope = (height - own[i]) * per_length;
    rise[i] = slope > rise[i] ? slope : rise[i];
  }
}

/* Raises the horizons of a run of cells by what stands along an azimuth. */
static void watch(const watching *w, const azimuth *a, int x, int y, const double own[RUN], double rise[RUN]) {
  float rooms[2][RUN];
  for (int step = 1; step <= a->steps; step++) {
    const double aside = fabs(step * a->across), whole = floor(aside), part = aside - whole;
    const int side = a->across < 0 ? -1 : 1, along = a->way * step, across = side * (int)whole;
    const int64_t at_x = (int64_t)x + (a->is_along_y ? across : along);
    const int64_t at_y = (int64_t)y + (a->is_along_y ? along : across);
    const int more_x = a->is_along_y ? side : 0, more_y = a->is_along_y ? 0 : side;
    const float *const near = run_at(w->ground, w->heights, at_x, at_y, rooms[0]);
    const float *const far = part > 0 ? run_at(w->ground, w->heights, at_x + more_x, at_y + more_y, rooms[1]) : near;
    raise_to(near, far, part, own, a->per_step / step, rise);
  }
}

/* The sine of a slope's angle in whole units, 2^40 to 1, so that sums don't depend on an order. */
#define UNIT 0x1p40
static int64_t sine_of(double rise) {
  const double sine = fabs(rise) > 1e100 ? (rise < 0 ? -1 : 1) : rise / sqrt(1 + rise * rise);
  return (int64_t)(UNIT * sine);
}

/* What a run of cells sees. */
static void watch_run(const watching *w, int x, int y) {
  const burl__ground *const g = w->ground;
  const int count = g->nx - x < RUN ? g->nx - x : RUN;
  const size_t first = (size_t)y * (size_t)g->nx + (size_t)x;
  const float *const own = w->heights + first, *const slope_x = w->slope_x + first, *const slope_y = w->slope_y + first;
  int64_t sum[RUN] = {0};
  double height[RUN], rise[RUN];
  for (int i = 0; i < RUN; i++) height[i] = i < count ? (double)own[i] : NAN;
  for (int k = 0; k < w->count; k++) {
    const azimuth *const a = &w->azimuths[k];
    for (int i = 0; i < RUN; i++) {
      const double plane = i < count ? a->x * (double)slope_x[i] + a->y * (double)slope_y[i] : 0;
      rise[i] = isnan(plane) ? 0 : plane;
    }
    watch(w, a, x, y, height, rise);
    for (int i = 0; i < count; i++) sum[i] += sine_of(rise[i]);
  }
  for (int i = 0; i < count; i++) {
    const double open = 1 - (double)sum[i] / (UNIT * w->count);
    w->out[first + (size_t)i] = isnan(own[i]) ? NAN : open < 0 ? 0.0f : open > 1 ? 1.0f : (float)open;
  }
}

static void watch_lines(void *arg, int first, int end) {
  const watching *const w = arg;
  const int nx = w->ground->nx;
  for (int y = w->first + first; y < w->first + end; y++)
    for (int x = 0; x < nx; x += RUN) watch_run(w, x, y);
}

/* ---- The process --------------------------------------------------------------------------------- */

static size_t occlusion_bytes(const burl__ground *g, const double *option) {
  (void)option;
  return burl__bytes_of(burl__cells_of(g), 2 * sizeof(float));
}

static void occlusion(const burl__process_call *call, const float *heights, float *out) {
  const burl__ground *const g = call->ground;
  float *const slope_x = call->scratch, *const slope_y = slope_x + burl__cells_of(g);
  const int quarter = ((int)call->option[SAMPLES] + 3) / 4;
  watching w = {.ground = g, .heights = heights, .slope_x = slope_x, .slope_y = slope_y, .out = out};
  w.count = 4 * quarter;
  for (int i = 0; i < w.count; i++) w.azimuths[i] = over_cells(g, direction_of(i, quarter), call->option[RADIUS]);
  burl__rise(g, 0, heights, slope_x);
  burl__rise(g, 1, heights, slope_y);
  for (; w.first < g->ny && !burl__pace_stops(g->pace, (double)w.first / g->ny); w.first += LINES)
    burl__share_lines(g->crew, g->ny - w.first < LINES ? g->ny - w.first : LINES, watch_lines, &w);
}

const burl__process burl__process_occlusion = {.make = occlusion, .scratch = occlusion_bytes, .weight = 20};
