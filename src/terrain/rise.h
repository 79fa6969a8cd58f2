/* How much ground rises along an axis, from which slope_deg(), aspect() and hillshade() are made. */
#ifndef BURL_TERRAIN_RISE_H
#define BURL_TERRAIN_RISE_H

#include "terrain/ground.h"

/* How much the heights rise a metre to the right, axis 0, or down, 1, in a picture whose first line is on top, from
 * the eight neighbours (B. Horn, "Hill shading and the reflectance map", 1981).  A neighbour that is missing, beyond
 * an edge or where there is no ground, is taken on the plane nearest to the heights that there are, so that planes
 * rise alike everywhere.  NaN where the cell itself is no ground. */
void burl__rise(const burl__ground *ground, int axis, const float *heights, float *out);

#endif
