/* Rivers that have beds in the ground. */
#ifndef BURL_TERRAIN_RIVERS_H
#define BURL_TERRAIN_RIVERS_H

#include <math.h>

#include "terrain/ground.h"

/* The metres that a river is wide through which so many square metres drain: 4 times the root of the square kilometres.
 * Width grows with the root of the discharge (L. Leopold, T. Maddock, "The hydraulic geometry of stream channels and
 * some physiographic implications", 1953); the 4 is a guess. */
static inline double burl__river_width(double area) { return 0.004 * sqrt(area); }

/* Hollows are breached; then cells through which `least` square metres or more drain are lowered by `depth` metres, and
 * downstream by more, as the fourth root of the area.  What lies within half a river's width of its bed is lowered
 * towards it.  Each cell stays above the one that it drains to: afterwards all drain as they did once breached, and
 * beds descend. */
size_t burl__rivers_scratch(const burl__ground *ground);
void burl__rivers(const burl__ground *ground, double least, double depth, void *scratch, float *heights);

#endif
