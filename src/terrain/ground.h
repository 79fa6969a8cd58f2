/* What the processes of terrain work on: heights, float[ny][nx], of cells that are dx by dy metres.  A height that is
 * NaN is missing: the ground ends there.  Nothing here allocates: NAME_scratch gives the bytes of scratch memory that
 * NAME needs, 0: more than there are.  Long work reports its progress to ground.pace, and ends early where it is told
 * to stop. */
#ifndef BURL_TERRAIN_GROUND_H
#define BURL_TERRAIN_GROUND_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "base/crew.h"
#include "base/pace.h"

typedef struct {
  int nx, ny; /* 1 to 2^20 each, together below 2^31 cells */
  double dx, dy;
  burl__pace *pace;       /* of the process; NULL: nobody asks */
  const burl__crew *crew; /* NULL: the caller works alone */
  /* Whether the ground goes round along x, and along y: its last cell is the first one's neighbour. */
  unsigned char is_round[2];
} burl__ground;

static inline size_t burl__cells_of(const burl__ground *g) { return (size_t)g->nx * (size_t)g->ny; }

/* count · each; 0: that is more bytes than there are. */
static inline size_t burl__bytes_of(size_t count, size_t each) { return count > SIZE_MAX / each ? 0 : count * each; }

/* The nearest index to i of a line of n, and how many cells of twice the width cover it. */
static inline int burl__clamped_index(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }
static inline int burl__halved(int n) { return (n + 1) / 2; }

/* Whether a process that has done `cells` of its cells is to stop; asks now and then. */
static inline int burl__stops_at(const burl__ground *g, size_t cells) {
  return cells % 65536 == 0 && burl__pace_stops(g->pace, (double)cells / (double)burl__cells_of(g));
}

/* The eight neighbours, from the right on clockwise in a picture; those of odd numbers are diagonal. */
static const int burl__around_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int burl__around_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

/* The index of a place on a round of n cells, from which it is less than a round away. */
static inline int64_t burl__around(int64_t i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }

/* The neighbour of a cell, −1 where the grid ends. */
static inline int64_t burl__neighbour(const burl__ground *g, int64_t cell, int direction) {
  int64_t x = cell % g->nx + burl__around_x[direction], y = cell / g->nx + burl__around_y[direction];
  if (g->is_round[0]) x = burl__around(x, g->nx);
  if (g->is_round[1]) y = burl__around(y, g->ny);
  return x < 0 || y < 0 || x >= g->nx || y >= g->ny ? -1 : y * g->nx + x;
}

/* How far the middles of neighbours are apart, by direction. */
static inline void burl__measure_steps(const burl__ground *g, double step[8]) {
  for (int d = 0; d < 8; d++) {
    const double x = burl__around_x[d] * g->dx, y = burl__around_y[d] * g->dy;
    step[d] = sqrt(x * x + y * y);
  }
}

/* Whether the ground ends beside a cell: at the grid's edge, and where a height is missing. */
static inline int burl__ends_beside(const burl__ground *g, const float *height, int64_t cell) {
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(g, cell, d);
    if (beside < 0 || isnan(height[beside])) return 1;
  }
  return 0;
}

/* Whether the ground ends nowhere: it goes round along both axes, and no height is missing. */
static inline int burl__is_endless(const burl__ground *g, const float *height) {
  const size_t cells = burl__cells_of(g);
  size_t known = 0;
  if (!g->is_round[0] || !g->is_round[1]) return 0;
  while (known < cells && !isnan(height[known])) known++;
  return known == cells;
}

/* The height of a neighbour, the cell's own where there is none. */
static inline double burl__height_beside(const burl__ground *g, const float *height, int64_t cell, int direction) {
  const int64_t beside = burl__neighbour(g, cell, direction);
  return (double)(beside < 0 || isnan(height[beside]) ? height[cell] : height[beside]);
}

#endif
