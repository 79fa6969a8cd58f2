/* From the graph to lists of steps, which compute each value at the rate at which it varies, and
 * the registers that hold the values.
 *
 * A grid is computed in tiles of columns along x and lines along another axis, y as a rule; a tile lies in one
 * slice, in which the axes that are left don't vary.  Tiles of the same columns and lines follow each other through
 * the slices.  A tile is computed in blocks of some of its columns and lines:
 *   constant  once: values that are the same everywhere, or vary with t alone
 *   column    once for each column of a tile: values that vary with x alone
 *   line      once for each line of a tile: values that vary with other axes; again where those have changed
 *   plane     over blocks [line][column], once for all slices: values that don't vary with the slice
 *   sample    all others, over blocks [line][column]
 * A noise whose first coordinate varies with the column and whose others vary with the line runs over rows: it takes
 * the places of columns and lines (burl__places) instead of coordinates of every sample.  For points, all values but
 * constants are computed per sample. */
#ifndef BURL_PROGRAM_SCHEDULE_H
#define BURL_PROGRAM_SCHEDULE_H

#include "program/graph.h"

enum { BURL__BLOCK = BURL__BLOCK_COLUMNS * BURL__BLOCK_LINES }; /* samples */
enum { BURL__MOST_CHANNELS = 64 };                              /* of all results together */
enum { BURL__AXES_ANEW = 32 }; /* beside axes that have changed: nothing is known yet */

/* What is sampled: the nodes of the channels of all results, one result behind the other. */
typedef struct {
  int channels;
  int node[BURL__MOST_CHANNELS];
} burl__outputs;

typedef enum {
  BURL__RATE_CONSTANT,
  BURL__RATE_EDGE, /* constants that steps of columns and lines alone read: no steps, shorter registers */
  BURL__RATE_COLUMN,
  BURL__RATE_LINE,
  BURL__RATE_PLANE,
  BURL__RATE_SAMPLE,
  BURL__RATES
} burl__rate;

/* What a register holds: floats, doubles, or the burl__places of a noise over rows. */
typedef enum { BURL__FLOATS, BURL__DOUBLES, BURL__PLACES, BURL__CONTENTS } burl__content;

/* A register: number `slot` of those of its rate and content. */
typedef struct {
  burl__rate rate;
  burl__content content;
  int slot; /* −1: none */
} burl__register;

/* A part of the sample steps that is jumped over where a test of a register holds: see guards.h. */
enum { BURL__MOST_GUARDS = 64 };
typedef enum {
  BURL__GUARD_CHOICE,
  BURL__GUARD_LOGIC,
  BURL__GUARD_EXTREME,
  BURL__GUARD_SUM, /* and mixes: the steps are run after all where the survivor has a -0 */
  BURL__GUARD_KINDS
} burl__guard_kind;
typedef struct {
  burl__guard_kind kind;
  burl__register looked_at;
  burl__test test;
  double value;
  int first, end;          /* the steps from one to the other */
  burl__register survivor; /* what the join copies; slot -1: all of it is `filled` */
  float filled;
} burl__guard;

typedef struct {
  int op, arity, axis; /* see burl__call */
  burl__bend_axes bend;
  int field;     /* of a whole-grid function, or what reads its surface: its node */
  unsigned axes; /* that its result varies with, and BURL__AXES_ANEW */
  burl__register to, from[BURL__ARGUMENTS];
  burl__register sum; /* of a noise; slot −1: none */
  const void *setup;
  float scalar, offset;
  burl__ending ending;
  int twice, affine;
  double factor[4], shift[4];
  burl__register slope[5]; /* see burl__call; slot −1: not asked for */
  int guard[2];            /* of a join: its guards' numbers, from 1 on; 0: none */
} burl__step;

/* Whether the step is of a noise, which is a number wherever its coordinates are. */
static inline int burl__is_of_noise(const burl__step *step) {
  return step->op < BURL__OP_COUNT && step->setup && step->op != OP_curve;
}

typedef struct {
  burl__register to;
  double value;
} burl__fill;

/* What a schedule depends on beside the graph. */
typedef struct {
  int alone;                /* 1 + the node whose value is all that is sampled; 0: the program's outputs */
  int points;               /* whether it is for points, where all is computed per sample */
  int line_axis;            /* of a grid: along which its lines follow each other, */
  int has_slices;           /* and whether it has more than one slice */
  int unguarded;            /* whether it is to have no guards */
  double step[BURL__STEPS]; /* decides the gates, and nothing else of the schedule */
} burl__shape;

typedef struct {
  burl__step *steps[BURL__RATES]; /* at the rate of constants: what varies with t alone */
  int step_count[BURL__RATES];
  burl__guard *guards; /* in the order of their first steps, the outer ones first */
  int guard_count;
  int noise_count; /* of the sample steps */
  burl__fill *constants;
  int constant_count;
  burl__register coordinate[5];               /* x y z w t; slot −1: not read */
  burl__register step[BURL__STEPS];           /* slot −1: not read */
  burl__register output[BURL__MOST_CHANNELS]; /* the channels, as floats */
  /* Whether the last sample step can write straight to the caller's array, as its result needs no
   * conversion: last_is_output: it is the only channel and never NaN; last_is_noise: and it is that
   * of a noise, which can write lines that are apart; last_is_pixels: the value and the slopes
   * along x, y and z of a noise are the four channels and never NaN, and it can write lines of
   * pixels. */
  int last_is_output, last_is_noise, last_is_pixels;
  int pixel[4];                           /* which of value and slopes each channel is: see burl__call */
  int slots[BURL__RATES][BURL__CONTENTS]; /* how many registers there are */
  int most_taps;                          /* of the noises over rows */
  int block_columns, block_samples;       /* of a block at most, so that its registers fit a cache */
} burl__schedule;

/* Makes a schedule in the arena.  0: out of memory. */
int burl__schedule_make(burl__schedule *schedule, const burl__graph *graph, const burl__outputs *result,
                        const burl__shape *shape, burl__arena *arena);

#endif
