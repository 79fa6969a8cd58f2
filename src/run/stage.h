/* Whole-grid functions, computed before what reads them: each over all of a grid, in the order in which one reads the
 * other. */
#ifndef BURL_RUN_STAGE_H
#define BURL_RUN_STAGE_H

#include "base/crew.h"
#include "base/memory.h"
#include "base/pace.h"
#include "burl.h"
#include "program/program.h"

/* What a whole-grid function gave: heights, float[ny][nx], and further layers that are read, a bit each in `layers`; of
 * an upsampled one the coefficients of its surface. */
typedef struct {
  int node;
  unsigned layers;
  const float *data;
  burl_grid own; /* over which it was computed */
} burl__filled;

/* A grid of two axes and what is known of it. */
typedef struct burl__stage {
  const burl_program *program;
  const burl_grid *grid, *whole; /* whole: the grid that is sampled; grid may be a coarser one of it */
  burl__arena *arena;            /* of the results */
  burl__pace *pace;
  const burl__crew *crew;
  burl__filled *filled; /* as many as the program has whole-grid functions, and one more */
  int count;
  /* Samples one node of the program's graph over the grid, packed, which reads what is filled. */
  burl_status (*sample)(const struct burl__stage *stage, int node, float *out);
  /* The same over a grid of its own, with the whole-grid functions that it needs; the result of one of them may be
   * known already (data NULL: none is).  Further layers of erode() follow its heights.  burl__stage_open sets it. */
  burl_status (*sample_apart)(const struct burl__stage *stage, const burl_grid *grid, burl__filled known, int node,
                              float *out);
} burl__stage;

/* The coordinate of a grid's sample number i along an axis. */
static inline double burl__coordinate_at(const burl_grid *grid, int axis, int64_t i) {
  return grid->origin[axis] + (double)(grid->first[axis] + i) * grid->step[axis];
}

/* Whether whole-grid functions can be computed over a grid: at most 2^20 cells along an axis and 2^31 − 1 in all. */
int burl__stage_fits(const burl_grid *grid);

/* A stage over a grid that fits (else BURL_LIMIT), with room for its results in the arena. */
burl_status burl__stage_open(burl__stage *stage, burl__arena *arena);

/* Computes the whole-grid functions that some nodes read and that aren't filled yet. */
burl_status burl__stage_fill(burl__stage *stage, const int *nodes, int count);

/* The result of a whole-grid function; NULL: it isn't filled. */
const float *burl__stage_data(const burl__stage *stage, int node);

/* A layer of the surface of an upsampled function at `count` points, or its derivatives. */
void burl__read_points(const burl__stage *stage, int field, const burl__surface_reading *reading,
                       const double *const at[2], int count, float *to);

#endif
