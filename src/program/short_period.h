/* What simplex noise of short periods reads beside coordinates: the directions of all lattice points that there are. */
#ifndef BURL_PROGRAM_SHORT_PERIOD_H
#define BURL_PROGRAM_SHORT_PERIOD_H

#include "program/graph.h"

/* Keeps them for a noise whose seed and periods are set, where those are short; else does nothing.  0: out of memory,
 * with the graph's error filled. */
int burl__keep_corners(burl__graph *graph, burl__noise *noise);

#endif
