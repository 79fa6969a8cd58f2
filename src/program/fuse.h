/* The graph as a schedule sees it, with its gates decided, and fusion: the nodes that one step
 * computes together. */
#ifndef BURL_PROGRAM_FUSE_H
#define BURL_PROGRAM_FUSE_H

#include "program/schedule.h"

typedef struct {
  const burl__graph *graph;
  burl__shape shape;
  int steps_are_open; /* whether the steps are not known yet: gates stay, */
  int gates_fade;     /* or, if this holds, lead to what fades, whose weight is 1 and 0 beyond both ends */
  int *uses;          /* of each node: how often it is read by nodes that the result depends on */
} burl__view;

/* Counts the uses, in an array of zeros with an element for each node. */
void burl__count_uses(burl__view *view, const burl__outputs *result);

/* The node that `node` has the value of, with its gate decided and without aliases. */
int burl__behind_gates(const burl__view *view, int node);
/* The same of argument i of `node`. */
int burl__argument_of(const burl__view *view, int node, int i);
/* A coordinate of a noise, without a reduction to exactly its period, which the noise does by itself. */
int burl__coordinate_of_noise(const burl__view *view, int noise, int axis);
burl__rate burl__rate_of(const burl__view *view, int node);
/* Whether a node is a noise that runs over rows: its first coordinate varies with the column alone,
 * the others with the line alone or not at all. */
int burl__goes_by_rows(const burl__view *view, int node);

/* What a step computes together, where no other node reads the parts:
 *
 *   sum + value, sum + scalar·value, or scalar·value     value = noise, |noise| or (offset − |noise|)^(twice/2)
 *   sum + scalar·value                                   of any other value
 *   sum + value                                          of doubles, the value widened from float
 *   a noise                                              of coordinates reduced to its periods
 *   a noise at points                                    of coordinates base·factor + shift
 *
 * sum, value and noise are nodes; BURL__NONE: there is none. */
typedef struct {
  burl__rate rate;
  int noise, sum, value;
  burl__ending ending;
  int twice;
  float scalar, offset;
  int base[BURL__ARGUMENTS]; /* the noise's arguments */
  int affine;                /* whether the step applies factor and shift to its coordinates */
  double factor[4], shift[4];
  int parts[18], part_count; /* the nodes that get no step, as this one computes them */
} burl__fusion;

/* The fusion of the step for `node`: with a noise; a scaled or widened sum, with parts but without
 * a noise; or neither, where the step computes the node alone. */
burl__fusion burl__fuse(const burl__view *view, int node);
/* The nodes that the step reads; returns how many. */
int burl__nodes_read(const burl__view *view, int node, const burl__fusion *f, int read[BURL__ARGUMENTS]);

#endif
