/* thermal(): ground that slides where it is steeper than `talus`, a rise a metre: in each step an eighth of what is too
 * much goes to the neighbour below. */
#include <math.h>
#include <string.h>

#include "terrain/process.h"

typedef struct {
  const burl__ground *ground;
  const float *before;
  float *heights;
  double steepest[8]; /* the largest difference to each neighbour that stays */
} sliding;

/* What a cell loses to its neighbours below, less what it gets from those above. */
static double lost(const sliding *s, int64_t cell) {
  double sum = 0;
  for (int d = 0; d < 8; d++) {
    const double difference = (double)s->before[cell] - burl__height_beside(s->ground, s->before, cell, d);
    if (difference > s->steepest[d]) sum += difference - s->steepest[d];
    else if (difference < -s->steepest[d]) sum += difference + s->steepest[d];
  }
  return sum;
}

static void slide_lines(void *arg, int first, int end) {
  const sliding *const s = arg;
  const burl__ground *const g = s->ground;
  for (int64_t cell = (int64_t)first * g->nx; cell < (int64_t)end * g->nx; cell++)
    if (!isnan(s->before[cell])) s->heights[cell] = (float)((double)s->before[cell] - 0.125 * lost(s, cell));
}

/* ---- The process --------------------------------------------------------------------------------- */

enum { TALUS, STEPS };

static size_t copy_bytes(const burl__ground *g, const double *option) {
  (void)option;
  return burl__bytes_of(burl__cells_of(g), sizeof(float));
}

static void slide(const burl__process_call *call, float *heights) {
  const burl__ground *const g = call->ground;
  const int steps = (int)call->option[STEPS];
  sliding s = {.ground = g, .before = call->scratch, .heights = heights};
  for (int d = 0; d < 8; d++) {
    const double x = burl__around_x[d] * g->dx, y = burl__around_y[d] * g->dy;
    s.steepest[d] = call->option[TALUS] * sqrt(x * x + y * y);
  }
  for (int step = 0; step < steps && !burl__pace_stops(g->pace, (double)step / steps); step++) {
    memcpy(call->scratch, heights, burl__cells_of(g) * sizeof *heights);
    burl__share_lines(g->crew, g->ny, slide_lines, &s);
  }
}

const burl__process burl__process_thermal = {.change = slide, .scratch = copy_bytes, .weight = 5};
