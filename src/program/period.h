/* Laps: by how much a value changes where the point moves by one period of the tile around it.  A
 * reduced coordinate has a lap of one period; sums, differences and multiples of it have their own;
 * a noise takes it as its period; anything else may not read it. */
#ifndef BURL_PROGRAM_PERIOD_H
#define BURL_PROGRAM_PERIOD_H

#include "program/graph.h"

/* Fills node->lap from its arguments; 0 with the graph's error filled where they may not be read so. */
int burl__lap(burl__graph *graph, burl__node *node);
/* The error of a coordinate that jumps where a tile wraps, and of what is not a noise reading it; 0. */
int burl__fail_jump(burl__graph *graph, burl__place place);
/* Whether the value jumps where a tile wraps. */
int burl__has_lap(const burl__node *node);
/* The lattice period that a noise needs along a coordinate with that lap, given its own `period`;
 * −1 with the graph's error filled where it isn't whole. */
double burl__lap_period(burl__graph *graph, const burl__node *coordinate, double period);

#endif
