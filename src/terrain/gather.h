/* The way of water as an order of cells. */
#ifndef BURL_TERRAIN_GATHER_H
#define BURL_TERRAIN_GATHER_H

#include "terrain/ground.h"

/* For a direction: water goes no further. */
enum { BURL__STAYS = 8 };

/* From the direction in which each cell drains: all cells in an order in which each comes behind those that drain into
 * it, and how many cells drain through each, its own with them.  waiting: a byte a cell, overwritten. */
void burl__gather(const burl__ground *ground, const unsigned char *receiver, unsigned char *waiting, uint32_t *order,
                  float *count);

#endif
