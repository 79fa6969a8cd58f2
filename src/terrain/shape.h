/* The shape of ground at each cell, and what smooths it. */
#ifndef BURL_TERRAIN_SHAPE_H
#define BURL_TERRAIN_SHAPE_H

#include "terrain/ground.h"

/* How much the heights rise a metre to the right, axis 0, or down, 1, in a picture whose first line is on top, from the
 * eight neighbours (B. Horn, "Hill shading and the reflectance map", 1981); at an edge, and beside what is no ground,
 * the cell's own height stands for a missing one. */
void burl__rise(const burl__ground *ground, int axis, const float *heights, float *out);

/* The mean around each cell, by weights that are nearly those of a bell whose standard deviation is `radius` metres:
 * three running means along each axis.  Beyond an edge the edge's height goes on; what is no ground doesn't count. */
size_t burl__blur_scratch(const burl__ground *ground);
void burl__blur(const burl__ground *ground, double radius, void *scratch, float *heights);

/* The metres to the nearest cell whose mask is at least 1/2, infinity where there is none, exactly (P. Felzenszwalb, D.
 * Huttenlocher, "Distance transforms of sampled functions", 2012). */
size_t burl__distance_scratch(const burl__ground *ground);
void burl__distance(const burl__ground *ground, void *scratch, float *mask);

/* Ground that slides where it is steeper than `talus`, a rise a metre: in each of so many steps an eighth of what is
 * too much goes to the neighbour below. */
size_t burl__thermal_scratch(const burl__ground *ground);
void burl__thermal(const burl__ground *ground, double talus, int steps, void *scratch, float *heights);

#endif
