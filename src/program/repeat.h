/* After what a value repeats: of a graph's node, the period along an axis of the recipe's own point, where it follows
 * from what it is computed from.  Where tile() asks whether a value repeats with the tile (period.h), this finds out
 * after what it does. */
#ifndef BURL_PROGRAM_REPEAT_H
#define BURL_PROGRAM_REPEAT_H

#include "program/graph.h"

/* The period of a node along an axis, 0 to 3; 0: it doesn't depend on the axis; infinite: none is known; −1: out of
 * memory.  The arena is for a moment. */
double burl__repeat_of(const burl__graph *graph, int node, int axis, burl__arena *arena);
/* The least number that is a multiple of both, 0 standing for any number; infinite where there is none of at most 4096
 * times the larger one. */
double burl__common_period(double a, double b);

#endif
