/* Ground that drains: hollows filled, or a way out cut for them. */
#ifndef BURL_TERRAIN_FLOOD_H
#define BURL_TERRAIN_FLOOD_H

#include "terrain/ground.h"

/* Afterwards every cell has a lower neighbour, but those on the grid's edge, beside a missing height, and at or
 * below `level`.  Cells are taken from the outlets inwards, the lowest first (R. Barnes, C. Lehman, D. Mulla,
 * "Priority-flood: an optimal depression-filling and watershed-labeling algorithm for digital elevation models", 2014).
 * Filling raises each hollow to its lip, and from there on by the least step of a float a cell; breaching lowers the
 * cells of the way from a hollow's bottom to what is lower, likewise (J. Lindsay, "Efficient hybrid breaching-filling
 * sink removal methods for flow path enforcement in digital elevation models", 2016). */
size_t burl__flood_scratch(const burl__ground *ground);
void burl__fill_hollows(const burl__ground *ground, float level, void *scratch, float *heights);
void burl__breach_hollows(const burl__ground *ground, float level, void *scratch, float *heights);

/* Each hollow raised to its lip and no further: the surface of the water that would stand in it. */
void burl__raise_lakes(const burl__ground *ground, float level, void *scratch, float *heights);

/* The float next above a height, or below it. */
float burl__next_height(float height, int up);

#endif
