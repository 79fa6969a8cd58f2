/* Laps: inside tile() a value's lap is by how much it jumps where a coordinate wraps around at the
 * end of its period. A reduced coordinate's lap is the period; those of sums, differences, multiples and whole parts
 * follow; a noise whose own period divides its coordinate's lap doesn't jump, nor does what repeats by itself after
 * such a period, as fract, sin and remainders, nor the comparison of values that jump alike; nothing else may read a
 * value with a lap. */
#ifndef BURL_PROGRAM_PERIOD_H
#define BURL_PROGRAM_PERIOD_H

#include "program/graph.h"

/* What differs by less than this share of the larger number is equal: laps are sums and products of rounded numbers. */
#define BURL__SAME_PERIOD 1e-9

/* What an operation makes of values that jump.  REPEATS: nothing, where they jump by whole periods of it. */
typedef enum {
  BURL__LAP_JUMPS,
  BURL__LAP_SUM,
  BURL__LAP_DIFFERENCE,
  BURL__LAP_NEGATIVE,
  BURL__LAP_SAME,
  BURL__LAP_PRODUCT,
  BURL__LAP_QUOTIENT,
  BURL__LAP_WHOLE_PART,
  BURL__LAP_REPEATS,
  BURL__LAP_REMAINDER,
  BURL__LAP_REDUCED,
  BURL__LAP_ONE_OF_BOTH,
  BURL__LAP_COMPARED,
  BURL__LAP_CHOSEN,
  BURL__LAP_MIXED
} burl__lap_rule;

/* The rule of an operation, and of one that repeats, its period. */
burl__lap_rule burl__lap_rule_of(int op, double *period);

/* Fills node->lap from those of its arguments; 0 with the graph's error filled where the operation
 * may not read them. */
int burl__lap(burl__graph *graph, burl__node *node);
/* Fills the error of a value that jumps where a tile wraps and is read by something other than a
 * noise; returns 0. */
int burl__fail_jump(burl__graph *graph, burl__span place);
/* What repeats a surface, which reads coordinates and is no noise: a format of a hint. */
#define BURL__REPEATED_SURFACE "at(%s, x %% 256, y %% 256)"
/* Whether the value's lap along an axis is a multiple of `period`, or 0. */
int burl__is_whole_laps(const burl__node *node, int axis, double period);
/* Whether the value has a lap along any axis. */
int burl__has_lap(const burl__node *node);
/* The period that a noise needs along a coordinate so as not to jump, where its options ask for
 * `period` (0: none); −1 with the graph's error filled where the laps or the option allow none. */
double burl__lap_period(burl__graph *graph, const burl__node *coordinate, double period);

/* The longest round of which all laps of a coordinate are whole multiples; 0: it has none.  Returns 0 with the graph's
 * error filled where there is no round of at least 1/4096 of them. */
int burl__lap_round(burl__graph *graph, const burl__node *coordinate, double *round);

#endif
