/* From the graph to lists of steps, each value at the rate at which it varies, and registers for them.
 *
 * Over a grid, sixteen lines (rows) are worked at once, and a block of columns of them at a time:
 *   constant  once: a value for all (what varies with t alone is one, too)
 *   column    once a column of a tile: what varies with x alone
 *   line      once a line: what varies with y, z, w but not with x
 *   sample    the rest, over blocks [column][16 lines]
 * Over points all but constants are per sample. */
#ifndef BURL_PROGRAM_SCHEDULE_H
#define BURL_PROGRAM_SCHEDULE_H

#include "program/graph.h"

enum {
  BURL__BLOCK_COLUMNS = 32,
  BURL__BLOCK = BURL__BLOCK_COLUMNS * BURL__LANES,  /* samples */
  BURL__TILE_COLUMNS = 512
};

typedef enum { BURL__RATE_CONSTANT, BURL__RATE_COLUMN, BURL__RATE_LINE, BURL__RATE_SAMPLE, BURL__RATES } burl__rate;

/* Where a value is: register `slot` of doubles or floats in the area of its rate. */
typedef struct {
  burl__rate rate;
  int wide;  /* double */
  int slot;  /* −1: nowhere */
} burl__register;

typedef struct {
  int op, arity;
  burl__register to, from[BURL__ARGUMENTS];
  const void *setup;
} burl__step;

typedef struct {
  burl__register to;
  double value;
} burl__fill;

typedef struct {
  burl__step *steps[BURL__RATES];  /* of the constants: what varies with t alone */
  int step_count[BURL__RATES];
  burl__fill *constants;
  int constant_count;
  burl__register coordinate[5];    /* x y z w t, where they are read */
  burl__register output[4];        /* floats, ready to store */
  int slots[BURL__RATES][2];       /* how many registers of float, of double */
} burl__schedule;

/* Samples in a register of that rate. */
int burl__register_length(burl__rate rate);

/* Makes a schedule in the arena for a grid or for points; `footprint` decides the gates (0: all open).
 * 0 when out of memory. */
int burl__schedule_make(burl__schedule *schedule, const burl__graph *graph, const burl__value *result,
                        int points, double footprint, burl__arena *arena);

#endif
