/* Grids that cover a place with wider cells: those over which upsample() computes. */
#ifndef BURL_RUN_COARSE_H
#define BURL_RUN_COARSE_H

#include "program/field.h"

/* The grid over the same place whose cells are `times` as wide, the last ones perhaps reaching beyond. */
burl_grid burl__coarse_grid(const burl_grid *grid, int times);

/* The grid over which a whole-grid function is computed: upsample()'s cells may be wider than `grid`'s. */
burl_grid burl__own_grid(const burl__field_setup *setup, const burl_grid *grid);

#endif
