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

/* Places of a strip, of a round one three times around, so that its middle has all that may be nearest. */
static int places_of(const burl__strip *l) { return l->is_round ? 3 * l->count : l->count; }

/* The parabolas that are the lowest somewhere; returns how many there are. */
static int find_envelope(const burl__strip *l, double step2, const parabolas *e) {
  const int places = places_of(l);
  int last = -1;
  for (int i = 0; i < places; i++) e->height[i] = (double)*burl__strip_at(l, i % l->count);
  for (int q = 0; q < places; q++) {
    if (isinf(e->height[q])) continue;
    double start = -INFINITY;
    while (last >= 0 && (start = crossing(e, q, e->vertex[last], step2)) <= e->from[last]) last--;
    if (last < 0) start = -INFINITY;
    last++;
    e->vertex[last] = q;
    e->from[last] = start;
  }
  e->from[last + 1] = INFINITY;
  return last + 1;
}

static double square_from(const parabolas *e, int k, double step, int i) {
  const double way = step * (i - e->vertex[k]);
  return e->height[e->vertex[k]] + way * way;
}

/* Squares of distances along a strip, in place: each becomes the least of another's square and the way to there.  Where
 * two are as near, which one is found depends on rounding: on a round strip the least of three is the same wherever it
 * begins. */
static void spread(const burl__strip *l, double step, const parabolas *e) {
  const int count = find_envelope(l, step * step, e), first = l->is_round ? l->count : 0;
  if (count == 0) return;
  for (int i = first, k = 0; i < first + l->count; i++) {
    while (e->from[k + 1] < i) k++;
    double least = square_from(e, k, step, i);
    if (l->is_round && k > 0) least = fmin(least, square_from(e, k - 1, step, i));
    if (l->is_round && k + 1 < count) least = fmin(least, square_from(e, k + 1, step, i));
    *burl__strip_at(l, i - first) = (float)least;
  }
}

/* ---- The process --------------------------------------------------------------------------------- */

/* Room for a strip's places, and one more. */
static size_t room_of(const burl__ground *g) {
  return burl__strip_room(g) * (g->is_round[0] || g->is_round[1] ? 3 : 1);
}

static size_t envelope_bytes(const burl__ground *g, const double *option) {
  (void)option;
  return burl__bytes_of(room_of(g), 2 * sizeof(double) + sizeof(int));
}

static void measure(const burl__process_call *call, float *mask) {
  const burl__ground *const g = call->ground;
  const size_t cells = burl__cells_of(g);
  parabolas e = {.height = call->scratch};
  e.from = e.height + room_of(g);
  e.vertex = (int *)(e.from + room_of(g));
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
