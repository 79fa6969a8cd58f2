/* The grids over which surfaces are computed: upsample()'s, with wider cells than the grid that is sampled, and
 * erode()'s, which is the same for every grid over a place. */
#ifndef BURL_RUN_COARSE_H
#define BURL_RUN_COARSE_H

#include "program/field.h"
#include "run/stage.h"

/* The grid over which a whole-grid function's node is computed. */
burl_grid burl__own_grid(const burl__stage *stage, int node);

#endif
