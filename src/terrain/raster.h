/* Heights of another grid than the one that is computed: an image's. */
#ifndef BURL_TERRAIN_RASTER_H
#define BURL_TERRAIN_RASTER_H

#include "base/extend.h"
#include "terrain/ground.h"

/* What samples follow beyond the edges.  Half a sample beyond them, and NaN farther out: the edge's own; those that go
 * on linearly, or do so within [0, 1].  Everywhere: the edge's own; the same ones again; the same ones mirrored. */
typedef enum {
  BURL__BEYOND_LEVEL,
  BURL__BEYOND_LINEAR,
  BURL__BEYOND_SHARE,
  BURL__BEYOND_HELD,
  BURL__BEYOND_REPEATED,
  BURL__BEYOND_MIRRORED
} burl__raster_beyond;

/* Samples, NaN where there are none. */
typedef struct {
  burl__samples samples;
  burl__raster_beyond beyond[2]; /* along each axis: LINEAR or SHARE along both, or other ones */
} burl__raster;

typedef enum { BURL__RASTER_NEAREST, BURL__RASTER_BILINEAR, BURL__RASTER_CUBIC } burl__raster_reading;

/* What the raster has at a place in samples, 0 to nx - 1 and 0 to ny - 1 in its middles: the nearest sample, or four or
 * sixteen of them blended (E. Catmull, R. Rom, "A class of local interpolating splines",
 * 1974).  NaN where it reads one with a weight other than 0, and at a place that is NaN. */
float burl__raster_at(const burl__raster *raster, burl__raster_reading reading, double x, double y);
/* The derivative of that along each axis, order[axis] times, a sample: on the lines through samples, where some jump,
 * that towards larger places. */
double burl__raster_slope(const burl__raster *raster, burl__raster_reading reading, const int order[2], double x,
                          double y);

/* Gives the samples that are NaN the heights to which those around them lead: the planes nearest to the heights in ever
 * larger squares, blended (after S. Gortler and others, "The lumigraph", 1996, who blend means).  So a plane is filled
 * by itself, and heights may go beyond the range of those that there are.  Of a raster without any they are 0. */
size_t burl__raster_scratch(int nx, int ny);
void burl__raster_fill(int nx, int ny, void *scratch, float *samples);

#endif
