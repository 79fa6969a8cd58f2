/* Tighter bounds for expressions that use one value more than once, such as v·(1 − v): the value's
 * range is cut into pieces, and interval arithmetic is done for each. */
#ifndef BURL_PROGRAM_PIECES_H
#define BURL_PROGRAM_PIECES_H

#include "program/graph.h"

/* Sets the node's origin and steps, from those of its arguments. */
void burl__trace(const burl__graph *graph, burl__node *node);
/* Narrows the node's range where two of its arguments are computed from the same origin.  0: out of
 * memory. */
int burl__bound_by_pieces(burl__graph *graph, burl__node *node);

#endif
