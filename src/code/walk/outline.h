/* Which of the recipe's named parts become functions: those through which alone what they are made of is reached, and
 * which are more than a line.  Such a function takes the point at which the part is wanted, so that a part at several
 * points is one function. */
#ifndef BURL_CODE_WALK_OUTLINE_H
#define BURL_CODE_WALK_OUTLINE_H

#include "program/expand.h"
#include "program/fuse.h"
#include "program/schedule.h"

/* All arrays by node; a part is named by its node. */
typedef struct {
  unsigned char *needed; /* whether the result is computed from it */
  int *owner;            /* the part whose function it belongs to, a part itself to its own; −1: the entry's */
  int *outer;            /* of a part: the one around it; −1: the entry */
  unsigned char *reads_point, *reads_time; /* of a part: whether its function does */
} burl__outline;

/* named: what the recipe calls nodes.  0: out of memory. */
int burl__outline_make(burl__outline *outline, const burl__view *view, const burl__outputs *outputs,
                       const burl__named_node *named, burl__arena *arena);

/* Which coordinate of a part's point a node is, and which of its arguments; −1: none. */
int burl__axis_of_point(const burl__named_node *part, int node);
int burl__argument_of_part(const burl__named_node *part, int node);
/* Whether a node is made of these coordinates and numbers by a few operations, so that a function computes it again
 * rather than take it from outside: else the same part at two points that share a coordinate would be two functions. */
int burl__is_of_point(const burl__view *view, const burl__named_node *part, int node);

#endif
