/* A strip of a grid along an axis, for processes that go along the rows and then along the columns. */
#ifndef BURL_TERRAIN_STRIP_H
#define BURL_TERRAIN_STRIP_H

#include "terrain/ground.h"

/* `count` values, `apart` floats from one to the next. */
typedef struct {
  float *first;
  int count;
  size_t apart;
  int is_round; /* the last one is followed by the first */
} burl__strip;

static inline burl__strip burl__row_of(const burl__ground *g, float *map, int y) {
  return (burl__strip){map + (size_t)y * (size_t)g->nx, g->nx, 1, g->is_round[0]};
}

static inline burl__strip burl__column_of(const burl__ground *g, float *map, int x) {
  return (burl__strip){map + x, g->ny, (size_t)g->nx, g->is_round[1]};
}

/* The value at a place, beyond an end that of the end. */
static inline float *burl__strip_at(const burl__strip *s, int i) {
  return s->first + (size_t)burl__clamped_index(i, s->count) * s->apart;
}

/* One more than the longest strip has. */
static inline size_t burl__strip_room(const burl__ground *g) { return (size_t)(g->nx > g->ny ? g->nx : g->ny) + 1; }

#endif
