/* How much ground rises along an axis, from which slope_deg(), aspect() and hillshade() are made. */
#ifndef BURL_TERRAIN_RISE_H
#define BURL_TERRAIN_RISE_H

#include "terrain/ground.h"

/* How much the heights rise a metre to the right, axis 0, or down, 1, in a picture whose first line is on top, from the
 * eight neighbours (B. Horn, "Hill shading and the reflectance map", 1981); at an edge, and beside what is no ground,
 * the cell's own height stands for a missing one. */
void burl__rise(const burl__ground *ground, int axis, const float *heights, float *out);

#endif
