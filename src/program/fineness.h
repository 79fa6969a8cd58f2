/* How much of a result is finer than a grid's samples. */
#ifndef BURL_PROGRAM_FINENESS_H
#define BURL_PROGRAM_FINENESS_H

#include "program/graph.h"
#include "program/operation.h"

/* The share, 0 to 1, of the range of the values at `result` that is due to noises of which two samples pass more than
 * a cell, at steps of `step`, everywhere.  White noise doesn't count: it has a value a cell.  Adds nodes to the graph.
 * 0 where memory is out. */
double burl__fineness(burl__graph *graph, const int *result, int count, const double step[4]);

#endif
