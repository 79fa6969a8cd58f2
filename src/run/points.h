/* Sampling with every value computed per sample: for scattered points, and for narrow grids. */
#ifndef BURL_RUN_POINTS_H
#define BURL_RUN_POINTS_H

#include "run/picture.h"

/* Coordinates of numbered points: fill writes those of `count` points from number `first` on, along
 * axis 0 to 3 (x to w) or 4 (t).  pictures: the images that are read there. */
typedef struct {
  void (*fill)(void *user, int axis, int64_t first, int count, double *to);
  void *user;
  burl__pictures *pictures;
} burl__point_source;

/* Samples the points start to start + count − 1 into out[count][channels]. */
void burl__points_run(burl__worker *worker, const burl__point_source *source, int64_t start, int64_t count, float *out,
                      int channels);

#endif
