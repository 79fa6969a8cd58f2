/* Forward differentiation of the graph: the chain rule, node by node.  The derivative's nodes read
 * those of the value, which are left as they are.  At a kink the derivative is that of the branch
 * taken; the derivative of a piecewise constant function is 0, and so is that of a whole-grid function and of an alias
 * BURL__STILL: where that would be wrong, the caller refuses. */
#ifndef BURL_PROGRAM_DERIVE_H
#define BURL_PROGRAM_DERIVE_H

#include "program/graph.h"

/* What is known of the derivatives by one variable, for several nodes in turn. */
typedef struct {
  burl__graph *graph;
  int *derivatives; /* of each node by its index */
  unsigned char *needed;
  int bends; /* whether the slopes of noises have derivatives; else they are 0 */
} burl__deriver;

/* Opens one, in the arena, by the node `variable`, for which slopes of noises are constant.  0: failed. */
int burl__deriver_open(burl__deriver *deriver, burl__graph *graph, burl__arena *arena, int variable);
/* The derivative of node `value`, of its type; BURL__NONE: failed. */
int burl__deriver_slope(burl__deriver *deriver, int value);

/* The partial derivative of node `value` by variables[by], one of `count` independent nodes.
 * BURL__NONE: failed. */
int burl__derive(burl__graph *graph, int value, const int *variables, int count, int by);

#endif
