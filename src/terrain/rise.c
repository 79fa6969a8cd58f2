/* The rise of rise.h. */
#include "terrain/rise.h"

#include <math.h>

#include "terrain/process.h"

typedef struct {
  const burl__ground *ground;
  int axis;
  const float *heights;
  float *out;
} rising;

static void rise_of_lines(void *arg, int first, int end) {
  const rising *const r = arg;
  const burl__ground *const g = r->ground;
  const double step = 8 * fabs(r->axis == 0 ? g->dx : g->dy);
  for (int64_t cell = (int64_t)first * g->nx; cell < (int64_t)end * g->nx; cell++) {
    double sum = 0;
    for (int d = 0; d < 8; d++) {
      const int way = r->axis == 0 ? burl__around_x[d] : burl__around_y[d];
      if (way) sum += way * (d % 2 ? 1 : 2) * burl__height_beside(g, r->heights, cell, d);
    }
    r->out[cell] = (float)(sum / step);
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
