/* Samples of a value from all over space, for what has to know of a recipe's values while it is compiled: the compiler
 * asks for them here, and run/scattered.c takes them as it does those of points. */
#ifndef BURL_PROGRAM_SCATTERED_H
#define BURL_PROGRAM_SCATTERED_H

#include "program/graph.h"

/* Samples a node of a graph that has no images, whole-grid functions, steps or open knobs, at places 0 to count - 1,
 * which are spread evenly over the box from 0 to extent[a] along axis a (4: t), and which no lattice has in common.
 * 0: out of memory. */
int burl__sample_scattered(const burl__graph *graph, int node, const burl__kernels *kernels, const double extent[5],
                           int count, float *out);

#endif
