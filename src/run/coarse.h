/* The grids over which surfaces are computed: upsample()'s, with wider cells than the grid that is sampled, and
 * erode()'s, which is the same for every grid over a place. */
#ifndef BURL_RUN_COARSE_H
#define BURL_RUN_COARSE_H

#include "program/field.h"
#include "run/stage.h"

/* The grid over which a whole-grid function's node is computed. */
burl_grid burl__own_grid(const burl__stage *stage, int node);

/* After what the ground of a whole-grid function goes round along an axis, over a grid: inside a tile always, and
 * elsewhere where the grid has more than half of what repeats, in whole samples but for surfaces; 0: it doesn't. */
double burl__round_of(const burl_grid *grid, const burl__field_setup *setup, int axis);

/* How many samples a period is wide along an axis; 0: no whole number from 1 to 2^20. */
double burl__samples_of_period(const burl_grid *grid, double period, int axis);

/* The grid over which a function is computed whose ground goes round, other than a surface: one period; of the same
 * size where the grid is that, or it doesn't go round.  0: the period is no whole number of samples. */
int burl__round_grid(const burl_grid *grid, const burl__field_setup *setup, burl_grid *period);

static inline int burl__is_same_size(const burl_grid *a, const burl_grid *b) {
  return a->size[0] == b->size[0] && a->size[1] == b->size[1];
}

#endif
