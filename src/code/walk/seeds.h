/* The parts of a program's graph that follow from its seed: words of noises, and numbers, such as those by which the
 * octaves of a fractal are moved, and the curves of equalise(). */
#ifndef BURL_CODE_WALK_SEEDS_H
#define BURL_CODE_WALK_SEEDS_H

#include "program/graph.h"

enum { BURL__SEEDED_PARTS = 3, BURL__MOST_SEEDED = CURVE_ROWS * CURVE_PIECES };

/* The floats that a constant is the sum of, or all that a curve has, as words. */
void burl__words_of_seeded(const burl__node *node, uint32_t words[BURL__MOST_SEEDED]);

/* Marks these nodes of a graph and all that they are computed from. */
void burl__mark_read(const burl__graph *graph, const int *nodes, int count, unsigned char *is_read);

/* Marks the constants and curves in which the graphs of one program with two seeds differ, among the nodes that are
 * read: by_seed[node] is the number of their floats, whose sum constants are.  0: the graphs differ in more than these
 * and the two words of each noise's seed. */
int burl__mark_seeded(const burl__graph *a, const burl__graph *b, const unsigned char *is_read, unsigned char *by_seed);

/* Whether the graphs differ only in what is marked, and in words of noises. */
int burl__differ_as_marked(const burl__graph *a, const burl__graph *b, const unsigned char *is_read,
                           const unsigned char *by_seed);

#endif
