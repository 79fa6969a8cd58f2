/* Soil that creeps downhill: heights that diffuse. */
#ifndef BURL_TERRAIN_CREEP_H
#define BURL_TERRAIN_CREEP_H

#include "terrain/erosion.h"

/* A line of heights; those that stay are marked.  share: room for as many numbers. */
typedef struct {
  double *height, *share;
  unsigned char *stays;
  int count;
} burl__creep_line;

/* One implicit step of dh/dt = D d²h/dx² along a line: rate is D · years / dx².  What stays, and a line's ends, are
 * walls or keep their height.  No height goes beyond those that there are. */
void burl__creep_between(const burl__creep_line *line, double rate);

/* The same along a line that goes round, on which nothing stays. */
void burl__creep_around(const burl__creep_line *line, double rate);

/* Bytes of l->line. */
size_t burl__creep_scratch(const burl__ground *ground);

/* Creep with the diffusivity l->creep for so many years: over the heights at the lattice's places, as nodes that were
 * moved would roughen any slope, and the change is added to the nodes.  Uses all but deposit's memory. */
void burl__creep(burl__erosion *l, double years);

#endif
