/* A noise by the scalar text of src/noise alone, in float: what the kernels give, bit by bit. */
#ifndef BURL_TEST_TEXT_H
#define BURL_TEST_TEXT_H

#include "kernel/kernel.h"

/* The noise at p[noise->dims].  jitter: of cells whose jitter varies.  slope: filled with the slopes along its
 * coordinates, by a cell, and slope[BURL__BY_JITTER] of cells whose jitter varies; NULL: none, and the value is made
 * without them. */
float text_at(const burl__noise *noise, const double p[4], const float *behind, float slope[5]);

#endif
