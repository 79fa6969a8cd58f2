/* Bounds of what uses one value more than once, such as v·(1 − v): by pieces of that value's range. */
#ifndef BURL_PROGRAM_PIECES_H
#define BURL_PROGRAM_PIECES_H

#include "program/graph.h"

/* Notes of which one value, if any, operations make this operation's node. */
void burl__trace(const burl__graph *graph, burl__node *node);
/* Narrows the node's range where two of its arguments are made of that value.  0: out of memory. */
int burl__bound_by_pieces(burl__graph *graph, burl__node *node);

#endif
