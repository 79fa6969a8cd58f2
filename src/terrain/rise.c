/* The rise of rise.h. */
#include "terrain/rise.h"

#include <math.h>

#include "terrain/plane.h"
#include "terrain/process.h"

typedef struct {
  const burl__ground *ground;
  int axis;
  const float *heights;
  float *out;
} rising;

/* Horn's difference, a step; NaN where one of its heights is missing. */
static double difference_at(const rising *r, int64_t cell) {
  double sum = 0;
  for (int d = 0; d < 8; d++) {
    const int way = r->axis == 0 ? burl__around_x[d] : burl__around_y[d];
    const int64_t beside = way ? burl__neighbour(r->ground, cell, d) : cell;
    if (beside < 0) return NAN;
    sum += way * (d % 2 ? 1 : 2) * (double)r->heights[beside];
  }
  return sum / 8;
}

/* The slope, a step, of the plane nearest to the heights that there are.  With these weights it is Horn's difference
 * where none is missing, and stays the same where missing ones are taken on the plane. */
static double slope_of_plane(const rising *r, int64_t cell) {
  const burl__ground *const g = r->ground;
  burl__moments sums = {0};
  burl__moments_add(&sums, 4, 0, 0, (double)r->heights[cell]);
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(g, cell, d);
    if (beside >= 0 && !isnan(r->heights[beside]))
      burl__moments_add(&sums, d % 2 ? 1 : 2, burl__around_x[d], burl__around_y[d], (double)r->heights[beside]);
  }
  const burl__plane plane = burl__plane_of(&sums, g->dx, g->dy);
  return r->axis == 0 ? plane.x : plane.y;
}

static double step_of(const rising *r) { return fabs(r->axis == 0 ? r->ground->dx : r->ground->dy); }

static float rise_at(const rising *r, int64_t cell) {
  const double difference = difference_at(r, cell);
  const int is_missing = isnan(r->heights[cell]), is_whole = !isnan(difference);
  return is_missing ? NAN : (float)((is_whole ? difference : slope_of_plane(r, cell)) / step_of(r));
}

/* The same of `count` cells that have all their neighbours on the grid, by the same sums; NaN where a height is
 * missing. */
static void rise_inside(const rising *r, const float *heights, int count, float *out) {
  const double step = step_of(r);
  int64_t beside[8];
  double weight[8];
  for (int d = 0; d < 8; d++) {
    const int way = r->axis == 0 ? burl__around_x[d] : burl__around_y[d];
    beside[d] = way ? (int64_t)burl__around_y[d] * r->ground->nx + burl__around_x[d] : 0;
    weight[d] = way * (d % 2 ? 1 : 2);
  }
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int d = 0; d < 8; d++) sum += weight[d] * (double)heights[i + beside[d]];
    out[i] = (float)(sum / 8 / step);
  }
}

static void rise_of_lines(void *arg, int first, int end) {
  const rising *const r = arg;
  const int nx = r->ground->nx;
  for (int y = first; y < end; y++) {
    const int64_t line = (int64_t)y * nx;
    const int is_inside = y > 0 && y < r->ground->ny - 1;
    if (is_inside) rise_inside(r, &r->heights[line + 1], nx - 2, &r->out[line + 1]);
    for (int x = 0; x < nx; x++)
      if (!is_inside || x == 0 || x == nx - 1 || isnan(r->out[line + x])) r->out[line + x] = rise_at(r, line + x);
  }
}

void burl__rise(const burl__ground *g, int axis, const float *heights, float *out) {
  rising r = {g, axis, heights, out};
  burl__share_lines(g->crew, g->ny, rise_of_lines, &r);
}

/* ---- The process --------------------------------------------------------------------------------- */

enum { AXIS };

static void make_rise(const burl__process_call *call, const float *heights, float *out) {
  burl__rise(call->ground, (int)call->option[AXIS], heights, out);
}

const burl__process burl__process_rise = {.make = make_rise};
