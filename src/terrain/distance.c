/* distance(): the metres to the nearest cell whose mask is at least 1/2, infinity where there is none, exactly (P.
 * Felzenszwalb, D. Huttenlocher, "Distance transforms of sampled functions", 2012). */
#include <math.h>

#include "terrain/process.h"
#include "terrain/strip.h"

/* The lower envelope of parabolas over a strip. */
typedef struct {
  double *height, *from; /* of the strip's cells; where each parabola begins to be the lowest */
  int *vertex;
} parabolas;

static double crossing(const parabolas *e, int p, int q, double step2) {
  return ((e->height[p] + step2 * p * p) - (e->height[q] + step2 * q * q)) / (2 * step2 * (p - q));
}

/* Squares of distances along a strip, in place: each becomes the least of another's square and the way to there. */
static void spread(const burl__strip *l, double step, const parabolas *e) {
  const double step2 = step * step;
  int last = -1;
  for (int i = 0; i < l->count; i++) e->height[i] = (double)*burl__strip_at(l, i);
  for (int q = 0; q < l->count; q++) {
    if (isinf(e->height[q])) continue;
    double start = -INFINITY;
    while (last >= 0 && (start = crossing(e, q, e->vertex[last], step2)) <= e->from[last]) last--;
    if (last < 0) start = -INFINITY;
    last++;
    e->vertex[last] = q;
    e->from[last] = start;
  }
  if (last < 0) return;
  e->from[last + 1] = INFINITY;
  for (int i = 0, k = 0; i < l->count; i++) {
    while (e->from[k + 1] < i) k++;
    const double way = step * (i - e->vertex[k]);
    *burl__strip_at(l, i) = (float)(e->height[e->vertex[k]] + way * way);
  }
}

/* ---- The process --------------------------------------------------------------------------------- */

static size_t envelope_bytes(const burl__ground *g, const double *option) {
  (void)option;
  return burl__bytes_of(burl__strip_room(g), 2 * sizeof(double) + sizeof(int));
}

static void measure(const burl__process_call *call, float *mask) {
  const burl__ground *const g = call->ground;
  const size_t cells = burl__cells_of(g);
  parabolas e = {.height = call->scratch};
  e.from = e.height + burl__strip_room(g);
  e.vertex = (int *)(e.from + burl__strip_room(g));
  for (size_t i = 0; i < cells; i++) mask[i] = mask[i] >= 0.5f ? 0.0f : INFINITY;
  for (int y = 0; y < g->ny; y++) {
    const burl__strip row = burl__row_of(g, mask, y);
    spread(&row, g->dx, &e);
  }
  for (int x = 0; x < g->nx; x++) {
    const burl__strip column = burl__column_of(g, mask, x);
    spread(&column, g->dy, &e);
  }
  for (size_t i = 0; i < cells; i++) mask[i] = (float)sqrt((double)mask[i]);
}

const burl__process burl__process_distance = {.change = measure, .scratch = envelope_bytes};
