/* The point path: every value per sample.  For scattered points, and for narrow grids. */
#ifndef BURL_RUN_POINTS_H
#define BURL_RUN_POINTS_H

#include "run/worker.h"

/* Where coordinates come from: fill writes `count` of axis 0 to 3 (x to w) or 4 (t), from point `at`. */
typedef struct {
  void (*fill)(void *user, int axis, int64_t at, int count, double *to);
  void *user;
} burl__point_source;

/* Samples points start to start + count into out[count][channels]. */
void burl__points_run(burl__worker *worker, const burl__point_source *source, int64_t start,
                      int64_t count, float *out, int channels);

#endif
