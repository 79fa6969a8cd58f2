/* The directions of receivers.h.
 *
 * Distances over level ground are kept modulo 3, as those of neighbours differ by 1 at most: with the direction they
 * have room in a byte.  Pits that are neighbours have the same height. */
#include "terrain/receivers.h"

#include <string.h>

/* A byte of a cell: its direction, and two distances, each 0 where there is none, else 1 to 3 by its remainder. */
enum { DIRECTION = 15, AWAY = 4, OUT = 6 /* the first bits of those from higher ground and to an outlet */ };

typedef struct {
  const burl__ground *ground;
  const float *heights;
  double step[8]; /* how far the neighbours are */
  uint32_t *cells;
  unsigned char *receiver;
} drainage;

static drainage begin(const burl__ground *ground, const float *heights, uint32_t *cells, unsigned char *receiver) {
  drainage w = {.ground = ground, .heights = heights, .cells = cells, .receiver = receiver};
  burl__measure_steps(ground, w.step);
  return w;
}

/* ---- Over slopes --------------------------------------------------------------------------------- */

static unsigned char steepest(const drainage *w, int64_t cell) {
  const double height = (double)w->heights[cell];
  double most = 0;
  int direction = BURL__PIT, ends = 0;
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(w->ground, cell, d);
    const double other = beside < 0 ? (double)NAN : (double)w->heights[beside];
    ends |= isnan(other);
    if (!(other < height)) continue;
    const double slope = (height - other) / w->step[d];
    if (slope > most || direction == BURL__PIT) most = slope, direction = d;
  }
  return (unsigned char)(direction == BURL__PIT && (ends || isnan(height)) ? BURL__STAYS : direction);
}

static void choose_in_lines(void *drains, int first, int end) {
  const drainage *const w = drains;
  const int64_t nx = w->ground->nx;
  for (int64_t cell = first * nx; cell < end * nx; cell++)
    w->receiver[cell] = w->receiver[cell] ? BURL__STAYS : steepest(w, cell);
}

void burl__find_receivers(const burl__ground *ground, const float *heights, uint32_t *cells, unsigned char *receiver) {
  drainage w = begin(ground, heights, cells, receiver);
  burl__share_lines(ground->crew, ground->ny, choose_in_lines, &w);
  burl__cross_level(ground, heights, cells, receiver);
}

/* ---- Over level ground --------------------------------------------------------------------------- */

static int distance_of(unsigned char state, int which) { return state >> which & 3; }

static unsigned char with_distance(unsigned char state, int which, int distance) {
  return (unsigned char)(state | distance << which);
}

static int next_distance(int distance) { return distance % 3 + 1; }

/* Whether a cell is part of level ground that has no lower neighbour: still a pit, or one on its way out. */
static int is_level(unsigned char state) { return (state & DIRECTION) == BURL__PIT || distance_of(state, OUT); }

/* From the listed cells on: pits' distances to these, by breadth. */
static void spread(const drainage *w, size_t listed, int which) {
  for (size_t i = 0; i < listed; i++) {
    const int64_t cell = w->cells[i];
    const int next = next_distance(distance_of(w->receiver[cell], which));
    for (int d = 0; d < 8; d++) {
      const int64_t beside = burl__neighbour(w->ground, cell, d);
      if (beside < 0 || !is_level(w->receiver[beside]) || distance_of(w->receiver[beside], which)) continue;
      w->receiver[beside] = with_distance(w->receiver[beside], which, next);
      w->cells[listed++] = (uint32_t)beside;
    }
  }
}

static int is_below_others(const drainage *w, int64_t cell) {
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(w->ground, cell, d);
    if (beside >= 0 && w->heights[beside] > w->heights[cell]) return 1;
  }
  return 0;
}

/* Whether the level ground goes on in a neighbour from which water gets out. */
static int has_outlet(const drainage *w, int64_t cell) {
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(w->ground, cell, d);
    if (beside >= 0 && w->heights[beside] == w->heights[cell] && !is_level(w->receiver[beside])) return 1;
  }
  return 0;
}

/* Lists the pits at which a distance begins, and gives them the first. */
static size_t begin_distance(const drainage *w, int which, int (*begins)(const drainage *, int64_t)) {
  const int64_t cells = (int64_t)burl__cells_of(w->ground);
  size_t listed = 0;
  for (int64_t cell = 0; cell < cells; cell++) {
    if ((w->receiver[cell] & DIRECTION) != BURL__PIT || !begins(w, cell)) continue;
    w->receiver[cell] = with_distance(w->receiver[cell], which, 1);
    w->cells[listed++] = (uint32_t)cell;
  }
  return listed;
}

/* How much farther from higher ground a neighbour is than the cell itself: -1, 0 or 1. */
static int farther(unsigned char state, unsigned char other) {
  const int own = distance_of(state, AWAY), its = distance_of(other, AWAY);
  return own && its ? (its - own + 4) % 3 - 1 : 0;
}

/* Whether a neighbour of the same height is a step nearer to an outlet, or one: its distance, 0, has remainder 3. */
static int is_nearer(unsigned char state, unsigned char other) {
  const int its = is_level(other) ? distance_of(other, OUT) : 3;
  return next_distance(its) == distance_of(state, OUT);
}

static unsigned char way_out(const drainage *w, int64_t cell) {
  const unsigned char state = w->receiver[cell];
  int direction = BURL__PIT, most = 0;
  double least = 0;
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(w->ground, cell, d);
    if (beside < 0 || w->heights[beside] != w->heights[cell] || !is_nearer(state, w->receiver[beside])) continue;
    const int away = farther(state, w->receiver[beside]);
    if (direction != BURL__PIT && (away < most || (away == most && w->step[d] >= least))) continue;
    direction = d, most = away, least = w->step[d];
  }
  return (unsigned char)((state & ~DIRECTION) | direction);
}

void burl__cross_level(const burl__ground *ground, const float *heights, uint32_t *cells, unsigned char *receiver) {
  const drainage w = begin(ground, heights, cells, receiver);
  const size_t count = burl__cells_of(ground);
  if (!memchr(receiver, BURL__PIT, count)) return;
  spread(&w, begin_distance(&w, AWAY, is_below_others), AWAY);
  spread(&w, begin_distance(&w, OUT, has_outlet), OUT);
  for (size_t cell = 0; cell < count; cell++)
    if (distance_of(receiver[cell], OUT)) receiver[cell] = way_out(&w, (int64_t)cell);
  for (size_t cell = 0; cell < count; cell++) receiver[cell] &= DIRECTION;
}
