/* From the graph to lists of steps, which compute each value at the rate at which it varies, and
 * the registers that hold the values.
 *
 * A grid is computed in tiles of columns and lines (rows), and a tile in blocks of some of its
 * columns and lines:
 *   constant  once: values that are the same everywhere, or vary with t alone
 *   column    once for each column of a tile: values that vary with x alone
 *   line      once for each line of a tile: values that vary with y, z, w but not with x
 *   sample    all others, over blocks [line][column]
 * A noise whose first coordinate varies with the column and whose others vary with the line runs
 * over rows: it takes records of these coordinates, prepared once a column and once a line, instead
 * of coordinates of every sample.  For points, all values but constants are computed per sample. */
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

/* What a register holds: floats, doubles, or a record of coordinates for a noise over rows. */
typedef enum { BURL__FLOATS, BURL__DOUBLES, BURL__RECORD, BURL__CONTENTS } burl__content;

/* A register: number `slot` of those of its rate and content. */
typedef struct {
  burl__rate rate;
  burl__content content;
  int slot; /* −1: none */
} burl__register;

typedef struct {
  int op, arity;
  burl__register to, from[BURL__ARGUMENTS];
  burl__register sum; /* of a noise; slot −1: none */
  const void *setup;
  float scalar, offset;
  int ending, halves, affine;
  double factor[4], shift[4];
  burl__register slope[5]; /* see burl__call; slot −1: not asked for */
} burl__step;

typedef struct {
  burl__register to;
  double value;
  int count; /* how many elements of the register are read */
} burl__fill;

typedef struct {
  burl__step *steps[BURL__RATES]; /* at the rate of constants: what varies with t alone */
  int step_count[BURL__RATES];
  burl__fill *constants;
  int constant_count;
  burl__register coordinate[5];           /* x y z w t; slot −1: not read */
  burl__register output[4];               /* the channels, as floats */
  /* Whether the last sample step can write straight to the caller's array, as its result needs no
   * conversion: last_is_output: it is the only channel and never NaN; last_is_noise: and it is that
   * of a noise, which can write lines that are apart; last_is_pixels: the value and the slopes
   * along x, y and z of a noise are the four channels and never NaN, and it can write lines of
   * pixels. */
  int last_is_output, last_is_noise, last_is_pixels;
  int pixel[4]; /* which of value and slopes each channel is: see burl__call */
  int slots[BURL__RATES][BURL__CONTENTS]; /* how many registers there are */
  int block_columns, block_lines; /* of a block at most, so that its registers fit a cache */
} burl__schedule;

/* The bytes of a register, a multiple of 64.  Those of samples and constants hold `block`
 * elements. */
size_t burl__register_size(burl__rate rate, burl__content content, int block);

/* Makes a schedule in the arena, for a grid or, where `points` is not 0, for points.  footprint:
 * decides the gates; with 0 all octaves are computed.  Returns 0 when out of memory. */
int burl__schedule_make(burl__schedule *schedule, const burl__graph *graph,
                        const burl__value *result, int points, double footprint,
                        burl__arena *arena);

#endif
