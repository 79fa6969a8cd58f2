/* How wide rivers are. */
#ifndef BURL_TERRAIN_RIVERS_H
#define BURL_TERRAIN_RIVERS_H

#include <math.h>

/* The width in metres of a river that drains `area` square metres: 4 times the root of the square kilometres.
 * Width grows with the root of the discharge (L. Leopold, T. Maddock, "The hydraulic geometry of stream channels and
 * some physiographic implications", 1953); the 4 is a guess. */
static inline double burl__river_width(double area) { return 0.004 * sqrt(area); }

#endif
