/* What tells real ground from made.  docs/terrain.md says how each is measured, and whence it is.  Nothing here
 * prints. */
#ifndef BURL_SURVEY_MEASURES_H
#define BURL_SURVEY_MEASURES_H

#include "terrain/ground.h"

/* The measures: name, unit, decimals, what the Jacksboro fault has, what it is.  The Jacksboro fault, Tennessee, at
 * 84.25 degrees west, 36.59 north, is the elevation model jacksboro_fault_dem.npz of Matplotlib's sample data (Debian's
 * python-matplotlib-data 3.6.3), of the U.S. Geological Survey's 3-Arc-Second Digital Elevation Models: 403 x 344
 * cells, taken as 74.5 x 92.5 m, whole metres.  Its numbers are those that burl stats printed of it. */
// clang-format off
#define SURVEY_MEASURES(X)                                                                                            \
  X(concavity,        "",        3, 0.370,                                                                             \
    "slope falls along channels as this power of the area that drains through them")                                   \
  X(flooded,          "%",       2, 4.60,  "of all cells that would be under water, in hollows")                       \
  X(concave,          "",        3, 0.927, "of channel cells that are bent upwards, which those under water aren't")   \
  X(hurst,            "",        3, 0.564, "differences grow as this power of the distance")                           \
  X(hack,             "",        3, 0.557, "rivers grow longer as this power of their area")                           \
  X(hypsometric,      "",        3, 0.351, "the mean height, where the lowest is 0 and the highest 1")                 \
  X(slope_mean,       "degrees", 1, 12.8,  "how steep it is")                                                          \
  X(slope_median,     "degrees", 1, 12.7,  "half of it is steeper")                                                    \
  X(slope_95,         "degrees", 1, 24.2,  "a twentieth of it is steeper")                                             \
  X(drainage_density, "km/km2",  2, 1.84,  "how long channels are, by area")                                           \
  X(diagonal,         "",        3, 0.221, "of slopes within 5 degrees of the grid's eight directions; 0.222 is fair")
// clang-format on

#define SURVEY_MEASURE_NAME(name, unit, decimals, real, help) MEASURE_##name,
enum { SURVEY_MEASURES(SURVEY_MEASURE_NAME) MEASURES };

/* Measures heights, float[ny][nx].  channel: the square metres that drain through a channel at least.
 * values[MEASURES]; NaN where there is too little of what is measured.  Returns 0; -1: out of memory. */
int survey_measure(const burl__ground *ground, const float *heights, double channel, double *values);

/* The concavity alone: slopes are the steepest to a neighbour, area what drains through each cell in square metres;
 * fitted to classes of area over two decades from `least` on, each with the mean of its slopes' logarithms. */
double survey_concavity(const burl__ground *ground, const float *heights, const float *area, double least);

/* The exponent of differences alone, from the variogram along both axes. */
double survey_hurst(const burl__ground *ground, const float *heights);

#endif
