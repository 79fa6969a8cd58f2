/* The parts of a program's graph that follow from its seed: words of noises, and numbers, such as those by which the
 * octaves of a fractal are moved. */
#ifndef BURL_CODE_WALK_SEEDS_H
#define BURL_CODE_WALK_SEEDS_H

#include "program/graph.h"

enum { BURL__SEEDED_PARTS = 3 };

/* A number as a sum of floats.  0: it can't be written as one. */
int burl__parts_of_seeded(double number, float part[BURL__SEEDED_PARTS]);

/* Marks these nodes of a graph and all that they are computed from. */
void burl__mark_read(const burl__graph *graph, const int *nodes, int count, unsigned char *is_read);

/* Marks the constants in which the graphs of one program with two seeds differ, among the nodes that are read:
 * by_seed[node] is the number of floats whose sum they are, 1 or 3.  0: the graphs differ in more than such constants
 * and the two words of each noise's seed. */
int burl__mark_seeded(const burl__graph *a, const burl__graph *b, const unsigned char *is_read, unsigned char *by_seed);

/* Whether the graphs differ only in constants that are marked, and in words of noises. */
int burl__differ_as_marked(const burl__graph *a, const burl__graph *b, const unsigned char *is_read,
                           const unsigned char *by_seed);

#endif
