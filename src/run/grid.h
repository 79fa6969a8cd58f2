/* Sampling one value of a program over a grid. */
#ifndef BURL_RUN_GRID_H
#define BURL_RUN_GRID_H

#include "program/program.h"
#include "run/stage.h"

/* Samples a node of the program's graph, over a grid that is known to be right, into packed floats.  stage: whose
 * results it may read; NULL where it reads none. */
burl_status burl__sample_value(const burl_program *program, const burl__stage *stage, const burl_grid *grid, int node,
                               float *out);

#endif
