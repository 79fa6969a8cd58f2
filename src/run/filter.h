/* Grids whose samples are each the mean of several around it. */
#ifndef BURL_RUN_FILTER_H
#define BURL_RUN_FILTER_H

#include "program/program.h"

enum { BURL__MOST_SAMPLES = 16 }; /* along an axis */

/* Samples a grid whose strides are filled in, with its `samples` taken as 1, but for the spacing of octaves. */
typedef burl_status burl__sampler(const burl_program *program, const burl_grid *grid, float *out);

/* Fills out with the filtered samples of a grid whose sizes are at least 1 and whose strides are filled in. */
burl_status burl__filter_grid(const burl_program *program, const burl_grid *grid, burl__sampler *sample, float *out);

#endif
