/* Whole-grid functions: from heights over a grid to what they are made into. */
#ifndef BURL_RUN_GROUND_H
#define BURL_RUN_GROUND_H

#include "base/memory.h"
#include "burl.h"
#include "program/graph.h"

/* Where heights come from: `sample` computes a node of the graph over the grid, packed, into out. */
typedef burl_status burl__node_sampler(const void *user, int node, float *out, burl__arena *arena);

typedef struct {
  burl__node_sampler *sample;
  const void *user;
  burl__arena *arena; /* of what is needed meanwhile */
} burl__heights;

/* The result of a whole-grid function's node over the grid, float[ny][nx], of at most 2^31 - 1 cells: BURL_SHAPE where the
 * grid doesn't suit it, BURL_MEMORY, or what sampling its heights answers. */
burl_status burl__run_ground(const burl__node *node, const burl_grid *grid,
                             const burl__heights *heights, float *out);

#endif
