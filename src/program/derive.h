/* Forward differentiation of the graph: the chain rule, node by node.  The nodes made read those of the
 * value, which keeps its bits.  At a kink the derivative is that of the branch taken; of what is
 * piecewise constant it is 0. */
#ifndef BURL_PROGRAM_DERIVE_H
#define BURL_PROGRAM_DERIVE_H

#include "program/graph.h"

/* The derivative of node `value` by the coordinate at[by] of the point, of which there are `count` that
 * don't depend on one another; BURL__NONE: failed. */
int burl__derive(burl__graph *graph, int value, const int *at, int count, int by);

#endif
