/* The grids of coarse.h. */
#include "run/coarse.h"

#include <math.h>

burl_grid burl__coarse_grid(const burl_grid *grid, int times) {
  burl_grid coarse = *grid;
  for (int axis = 0; axis < 2; axis++) {
    coarse.size[axis] = (grid->size[axis] + times - 1) / times;
    coarse.step[axis] = grid->step[axis] * times;
    coarse.origin[axis] = grid->origin[axis] + ((double)grid->first[axis] + 0.5 * (times - 1)) * grid->step[axis];
    coarse.first[axis] = 0;
  }
  return coarse;
}

/* How many of the grid's cells those of an upsample() are wide. */
static int times_of(const burl__field_setup *upsampling, const burl_grid *grid) {
  const double times = round(upsampling->option[BURL__UPSAMPLE_CELL] / fmax(fabs(grid->step[0]), 1e-300));
  if (upsampling->times) return upsampling->times;
  return times < 1 ? 1 : times > BURL__MOST_TIMES ? BURL__MOST_TIMES : (int)times;
}

burl_grid burl__own_grid(const burl__field_setup *setup, const burl_grid *grid) {
  return burl__coarse_grid(grid, setup->kind == BURL__FIELD_upsample ? times_of(setup, grid) : 1);
}
