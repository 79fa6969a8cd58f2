/* Forward differentiation of the graph: the chain rule, node by node.  The derivative's nodes read
 * those of the value, which are left as they are.  At a kink the derivative is that of the branch
 * taken; the derivative of a piecewise constant function is 0. */
#ifndef BURL_PROGRAM_DERIVE_H
#define BURL_PROGRAM_DERIVE_H

#include "program/graph.h"

/* The partial derivative of node `value` by variables[by], one of `count` independent nodes.
 * BURL__NONE: failed. */
int burl__derive(burl__graph *graph, int value, const int *variables, int count, int by);

#endif
