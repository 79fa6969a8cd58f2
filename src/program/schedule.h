/* From the graph to lists of steps, each value at the rate at which it varies, and registers for them.
 *
 * A grid is worked in tiles of columns and lines (rows), and a tile in blocks of some of them:
 *   constant  once: a value for all (what varies with t alone is one, too)
 *   column    once a column of a tile: what varies with x alone
 *   line      once a line of a tile: what varies with y, z, w but not with x
 *   sample    the rest, over blocks [line][column]
 * A noise whose first coordinate is a column's and whose others are a line's takes these, split once,
 * instead of coordinates spread over samples.  Over points all but constants are per sample. */
#ifndef BURL_PROGRAM_SCHEDULE_H
#define BURL_PROGRAM_SCHEDULE_H

#include "program/graph.h"

enum { BURL__BLOCK = BURL__BLOCK_COLUMNS * BURL__BLOCK_LINES }; /* samples */

typedef enum {
  BURL__RATE_CONSTANT,
  BURL__RATE_COLUMN,
  BURL__RATE_LINE,
  BURL__RATE_SAMPLE,
  BURL__RATES
} burl__rate;

/* What a register holds: floats, doubles, or a record of a noise over rows. */
typedef enum { BURL__FLOATS, BURL__DOUBLES, BURL__RECORD, BURL__CONTENTS } burl__content;

/* Where a value is: register `slot` of its content in the area of its rate. */
typedef struct {
  burl__rate rate;
  burl__content content;
  int slot; /* −1: nowhere */
} burl__register;

typedef struct {
  int op, arity;
  burl__register to, from[BURL__ARGUMENTS];
  burl__register sum; /* of a noise; slot −1: none */
  const void *setup;
  float scalar, offset;
  int ending, affine;
  double factor[4], shift[4];
  burl__register slope[5]; /* see burl__call; slot −1: not asked for */
} burl__step;

typedef struct {
  burl__register to;
  double value;
  int count; /* how many of the register are read */
} burl__fill;

typedef struct {
  burl__step *steps[BURL__RATES]; /* of the constants: what varies with t alone */
  int step_count[BURL__RATES];
  burl__fill *constants;
  int constant_count;
  burl__register coordinate[5];           /* x y z w t, where they are read */
  burl__register output[4];               /* floats, ready to store */
  int last_is_output; /* the last sample step's result is the output, of one channel and never NaN: it may
                         be written where it belongs at once */
  int last_is_noise;  /* and that step is a noise, which can write lines apart */
  int last_is_pixels; /* the last sample step is a noise whose value and slopes along x, y and z are the four
                         channels, never NaN: it can write lines of pixels */
  int pixel[4];       /* which of them: see burl__call */
  int slots[BURL__RATES][BURL__CONTENTS]; /* how many registers */
  int block_columns, block_lines;         /* of a block of the grid, so that its registers fit a cache */
} burl__schedule;

/* Bytes of a register, a multiple of 64; of samples and constants it holds a block. */
size_t burl__register_size(burl__rate rate, burl__content content, int block);

/* Makes a schedule in the arena for a grid or for points; `footprint` decides the gates (0: all open).
 * 0 when out of memory. */
int burl__schedule_make(burl__schedule *schedule, const burl__graph *graph,
                        const burl__value *result, int points, double footprint,
                        burl__arena *arena);

#endif
