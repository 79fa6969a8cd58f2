/* Where the water of each cell goes: to one of its neighbours, over level ground too. */
#ifndef BURL_TERRAIN_RECEIVERS_H
#define BURL_TERRAIN_RECEIVERS_H

#include "terrain/ground.h"

/* For a direction, 0 to 7: water leaves the ground here, or it collects. */
enum { BURL__STAYS = 8, BURL__PIT };

/* The direction in which each cell drains: to its steepest lower neighbour, the first of equal ones (J. O'Callaghan, D.
 * Mark, "The extraction of drainage networks from digital elevation data", 1984).  Where none is lower, water leaves if
 * the ground ends beside the cell; else it crosses level ground as below.  receiver: with the mask of the sea in it,
 * where water leaves, too; then the directions.  cells: room for a number a cell. */
void burl__find_receivers(const burl__ground *ground, const float *heights, uint32_t *cells, unsigned char *receiver);

/* Turns each BURL__PIT, which has no lower neighbour, into the direction in which it drains over level ground; it
 * remains one where there is no way out.  Water takes the shortest way to the level ground's outlets, counted in cells;
 * of several cells that are as near to these, it takes the one farthest from higher ground, then the nearest, then the
 * first by direction (after R. Barnes, C. Lehman, D. Mulla, "An efficient assignment of drainage direction over flat
 * surfaces in raster digital elevation models", 2014).  So it depends on heights alone. */
void burl__cross_level(const burl__ground *ground, const float *heights, uint32_t *cells, unsigned char *receiver);

#endif
