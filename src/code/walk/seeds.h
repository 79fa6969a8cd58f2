/* What of a program's graph follows from its seed: words of noises, and numbers, such as those by which the octaves of
 * a fractal are moved. */
#ifndef BURL_CODE_WALK_SEEDS_H
#define BURL_CODE_WALK_SEEDS_H

#include "program/graph.h"

enum { BURL__SEEDED_PARTS = 3 };

/* A number as a sum of floats.  0: it is none. */
int burl__parts_of_seeded(double number, float part[BURL__SEEDED_PARTS]);

/* Marks the nodes of a graph on which `count` nodes depend. */
void burl__mark_read(const burl__graph *graph, const int *nodes, int count, unsigned char *is_read);

/* Marks the constants, of the nodes that are read, in which the graphs of one program with two seeds differ:
 * by_seed[node] is how many floats they are the sum of, 1 or 3.  0: they differ in more than such
 * constants and the two words of each noise. */
int burl__mark_seeded(const burl__graph *a, const burl__graph *b, const unsigned char *is_read, unsigned char *by_seed);

/* Whether they differ in constants that are marked, and words of noises, alone. */
int burl__differ_as_marked(const burl__graph *a, const burl__graph *b, const unsigned char *is_read,
                           const unsigned char *by_seed);

#endif
