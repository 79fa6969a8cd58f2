/* Ground that drains: hollows filled, or a way out cut for them. */
#ifndef BURL_TERRAIN_FLOOD_H
#define BURL_TERRAIN_FLOOD_H

#include "terrain/sea.h"

/* Afterwards water gets from every cell to the ground's end or the sea, downhill or over level ground (receivers.h).
 * Cells are taken from there inwards, the lowest first (R. Barnes, C. Lehman, D. Mulla, "Priority-flood: an optimal
 * depression-filling and watershed-labeling algorithm for digital elevation models", 2014), those of the same height
 * together, so that the result doesn't depend on their order.  The sea remains as it is: no land sinks to its level. */
size_t burl__flood_scratch(const burl__ground *ground);

/* Raises each hollow to its lip: the surface of the water that would stand in it. */
void burl__fill_hollows(const burl__ground *ground, burl__sea sea, void *scratch, float *heights);

/* The same of hollows that are `deepest` metres deep or less, from their bottom to the lowest lip on the way to lower
 * ground; the bottom of a deeper one, all of it that is as low, is an outlet. */
size_t burl__shallow_scratch(const burl__ground *ground);
void burl__fill_shallow(const burl__ground *ground, burl__sea sea, double deepest, void *scratch, float *heights);

/* Lowers the way by which the flood came to each hollow's bottom to the height of that (J. Lindsay, "Efficient hybrid
 * breaching-filling sink removal methods for flow path enforcement in digital elevation models", 2016).  A pan is first
 * raised to the least height of land. */
void burl__breach_hollows(const burl__ground *ground, burl__sea sea, void *scratch, float *heights);

#endif
