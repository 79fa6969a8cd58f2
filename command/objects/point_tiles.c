/* Sorting by counting. */
#include "objects/point_tiles.h"

#include <stdlib.h>
#include <string.h>

/* Between tile i - 1 and i: the same bits of both, and those of the corners at the ends. */
static double border(const point_tiles *t, int axis, int64_t i) {
  const double share = (double)i / (double)t->count[axis];
  return i == t->count[axis] ? t->last[axis] : t->first[axis] + (t->last[axis] - t->first[axis]) * share;
}

/* Whether a place along an axis lies behind a border: at it, where the axis goes up. */
static int is_behind(const point_tiles *t, int axis, int64_t i, double at) {
  return t->last[axis] >= t->first[axis] ? at >= border(t, axis, i) : at < border(t, axis, i);
}

/* The tile along an axis: about where it should be, and from there on by the borders. */
static int64_t tile_along(const point_tiles *t, int axis, double at) {
  const int64_t last = t->count[axis] - 1;
  const double share = (at - t->first[axis]) / (t->last[axis] - t->first[axis]) * (double)t->count[axis];
  int64_t i = share > 0 ? (share < (double)last ? (int64_t)share : last) : 0;
  while (i > 0 && !is_behind(t, axis, i, at)) i--;
  while (i < last && is_behind(t, axis, i + 1, at)) i++;
  return i;
}

static int64_t tile_of(const point_tiles *t, const double at[2]) {
  return tile_along(t, 1, at[1]) * t->count[0] + tile_along(t, 0, at[0]);
}

int point_tiles_sort(const point_tiles *tiles, layer_points *points, int64_t *begin) {
  const int64_t all = tiles->count[0] * tiles->count[1], channels = points->channels;
  layer_point *const sorted = malloc((size_t)(points->count + 1) * sizeof *sorted);
  float *const values = malloc((size_t)(points->count * channels + 1) * sizeof *values);
  if (!sorted || !values) {
    free(sorted), free(values);
    return 0;
  }
  memset(begin, 0, (size_t)(all + 1) * sizeof *begin);
  for (int64_t i = 0; i < points->count; i++) begin[tile_of(tiles, points->points[i].at) + 1]++;
  for (int64_t k = 0; k < all; k++) begin[k + 1] += begin[k];
  for (int64_t i = 0; i < points->count; i++) { /* then each begins where the next did */
    const int64_t to = begin[tile_of(tiles, points->points[i].at)]++;
    sorted[to] = points->points[i];
    memcpy(values + to * channels, points->values + i * channels, (size_t)channels * sizeof *values);
  }
  memmove(begin + 1, begin, (size_t)all * sizeof *begin);
  begin[0] = 0;
  free(points->points), free(points->values);
  points->points = sorted, points->values = values, points->room = points->count;
  return 1;
}
