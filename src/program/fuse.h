/* The graph as a schedule sees it, with its gates decided, and what of it one step computes at once. */
#ifndef BURL_PROGRAM_FUSE_H
#define BURL_PROGRAM_FUSE_H

#include "program/schedule.h"

typedef struct {
  const burl__graph *graph;
  int points;       /* whether over points: nothing is by rows */
  double footprint; /* decides the gates */
  int *uses;        /* by node: how often what leads to the result reads it */
} burl__view;

/* Counts the uses, of which there is room for one a node, all 0. */
void burl__count_uses(burl__view *view, const burl__value *result);

/* The node that stands for `node` once the gates are decided, by its own name. */
int burl__behind_gates(const burl__view *view, int node);
/* The node that argument i of `node` is. */
int burl__argument_of(const burl__view *view, int node, int i);
burl__rate burl__rate_of(const burl__view *view, int node);
/* Whether a node is a noise that can take its coordinates split by columns and lines. */
int burl__goes_by_rows(const burl__view *view, int node);

/* What a step computes at once, where no one else reads the parts:
 *
 *   sum + value, sum + scalar·value, or scalar·value     value = noise, |noise| or (offset − |noise|)²
 *   sum + scalar·value                                   of any other value
 *   sum + value                                          of doubles, the value widened from float
 *   a noise                                              of coordinates reduced to its periods
 *   a noise at points                                    of coordinates base·factor + shift */
typedef struct {
  int noise; /* nodes; BURL__NONE: none */
  int sum, value;
  int ending;
  float scalar, offset;
  int base[BURL__ARGUMENTS], affine; /* the noise's arguments; whether its coordinates are still to be
                                        scaled and shifted */
  double factor[4], shift[4];
  int parts[18], part_count; /* the nodes within, beside the step's own */
} burl__fusion;

/* Of the step for `node`: a noise, a scaled or widened sum (parts, but no noise), or the node alone. */
burl__fusion burl__fuse(const burl__view *view, int node);
/* The nodes that this step reads; how many. */
int burl__nodes_read(const burl__view *view, int node, const burl__fusion *f,
                     int read[BURL__ARGUMENTS]);

#endif
