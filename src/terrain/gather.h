/* The way of water as an order of cells. */
#ifndef BURL_TERRAIN_GATHER_H
#define BURL_TERRAIN_GATHER_H

#include "terrain/receivers.h"

/* From the direction in which each cell drains: all cells in an order in which each comes behind those that drain into
 * it, and how many cells drain through each, its own with them (count may be NULL).  waiting: a byte a cell,
 * overwritten. */
void burl__gather(const burl__ground *ground, const unsigned char *receiver, unsigned char *waiting, uint32_t *order,
                  uint32_t *count);

/* Adds what each cell has, in that order, to the cell to which it drains: all that drains through each. */
void burl__add_up(const burl__ground *ground, const unsigned char *receiver, const uint32_t *order, int64_t *amount);

/* The cell to which one drains; -1: none. */
static inline int64_t burl__receiver_of(const burl__ground *g, const unsigned char *receiver, int64_t cell) {
  const int d = receiver[cell];
  if (d >= BURL__STAYS) return -1;
  if (g->is_round[0] || g->is_round[1]) return burl__neighbour(g, cell, d);
  return cell + (int64_t)burl__around_y[d] * g->nx + burl__around_x[d]; /* which is on the grid */
}

#endif
