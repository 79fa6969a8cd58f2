/* What of the ground is sea.  All that asks where water ends asks here. */
#ifndef BURL_TERRAIN_SEA_H
#define BURL_TERRAIN_SEA_H

#include "terrain/ground.h"

typedef struct {
  float level; /* the height of its surface; -INFINITY: there is no sea */
  int is_all;  /* all ground at or below the level, not only what is connected with the ground's end */
} burl__sea;

/* From the options `level` and `ocean`, which stand one after the other. */
burl__sea burl__sea_of(const double *option);

/* The least height of land; -INFINITY: there is no sea.  Over a sea at 0 it is the least normal float. */
float burl__land_above(burl__sea sea);

/* mask[ny][nx]: 1 where there is sea, 0 elsewhere.  Sea is connected, by sides and corners, through cells at or below
 * its level to a cell beside which the ground ends.  The rest of the ground at or below the level is a pan: land.  Of
 * ground that ends nowhere all that is at or below the level is sea.
 * cells: room for a number a cell, for what is needed meanwhile. */
void burl__find_sea(const burl__ground *ground, const float *heights, burl__sea sea, uint32_t *cells,
                    unsigned char *mask);

/* Raises pans to the least height of land, so that all ground at or below the level is sea.  cells, mask: as above,
 * overwritten. */
void burl__raise_pans(const burl__ground *ground, burl__sea sea, uint32_t *cells, unsigned char *mask, float *heights);

#endif
