/* Where rivers are, and how wide. */
#ifndef BURL_TERRAIN_RIVERS_H
#define BURL_TERRAIN_RIVERS_H

#include "terrain/ground.h"

/* The square metres that drain through a cell, of so many cells of rain 1. */
static inline double burl__drained_area(const burl__ground *g, double cells) {
  return (double)((float)cells * (float)fabs(g->dx * g->dy));
}

/* Whether there is a river where `area` square metres drain, as they begin at `least`. */
static inline int burl__is_river(double area, double least) { return area >= least && isfinite(area); }

/* The width in metres of a river that drains `area` square metres: 4 times the root of the square kilometres.
 * Width grows with the root of the discharge (L. Leopold, T. Maddock, "The hydraulic geometry of stream channels and
 * some physiographic implications", 1953); the 4 is a guess. */
static inline double burl__river_width(double area) { return 0.004 * sqrt(area); }

#endif
