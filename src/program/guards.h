/* Guards: parts of a schedule that are jumped over in blocks where they can't matter.
 *
 * A node that chooses between two sides (a mix, a condition, min, max, a sum with a product) is a join.  A side is
 * guarded where it holds a noise; its steps, which nothing but the join reads, follow one another.  Before them a
 * register is looked at: where all of a block agrees that the side can't matter, its steps are jumped over, and the
 * join copies the other side, the survivor.  Values are those of the join's own arithmetic, to the bit:
 *
 *   c ? a : b        c all 0, or all other numbers (or NaN)
 *   a && b, a || b   one side all 0; all other numbers
 *   min, max         one side beyond the proven bounds of the other, strictly, and neither is NaN
 *   mix(a, b, v)     v all 0 or all 1, and the side that is jumped over finite, as 0 times it is added; which changes
 *                    the survivor where that is -0: then the steps are run after all
 *   a + w*b, a - w*b the same with w all 0, which may be a factor of a longer product
 *
 * Bounds hold at finite coordinates: schedules for points have no guards. */
#ifndef BURL_PROGRAM_GUARDS_H
#define BURL_PROGRAM_GUARDS_H

#include "program/fuse.h"

/* A side that is guarded. */
typedef struct {
  int join, root; /* nodes: the join, and its argument that is guarded */
  int looked_at;  /* the node that is looked at, */
  burl__test test;
  double value; /* and what it is compared with */
  int survivor; /* the node that is copied; BURL__NONE: all of the join is `filled` */
  float filled;
  burl__guard_kind kind;
} burl__side;

/* The sides, those of one join one behind the other; and of each node the side of which it is a part, the innermost,
 * or BURL__NONE. */
typedef struct {
  burl__side side[BURL__MOST_GUARDS];
  int count, *side_of;
} burl__sides;

/* Finds them.  has_step: of each node, whether it has a step or is the slope that another's computes.  0: out of
 * memory. */
int burl__find_sides(burl__sides *sides, const burl__view *view, const unsigned char *has_step,
                     const burl__outputs *result, burl__arena *arena);

#endif
