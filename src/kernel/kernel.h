/* The kernels: operations on blocks of numbers, in groups of 16, compiled once an instruction set from one
 * text, and the choice among them at run time.  No mathematics here: a kernel drives the functions of
 * noise/ over arrays.  Every kernel works on whole groups; `to` overlaps none of `from`. */
#ifndef BURL_KERNEL_KERNEL_H
#define BURL_KERNEL_KERNEL_H

#include <stdint.h>

#include "noise/setup.h"

enum { BURL__LANES = 16 };

enum burl__op {
#define OPERATION(name) OP_##name,
#include "kernel/operations.h"
#undef OPERATION
  BURL__OP_COUNT
};

enum {
  BURL__ARGUMENTS = 6,
  BURL__TILE_COLUMNS = 512,
  BURL__TILE_LINES = 64,
  BURL__BLOCK_COLUMNS = 128,                                            /* at most, in a block that is worked at once */
  BURL__BLOCK_LINES = 32,                                               /* and of lines */
  BURL__MOST_COLUMNS = MOST_TAPS * BURL__TILE_COLUMNS + 2 * BURL__LANES /* lattice columns */
};

/* Of the slopes of a noise: by its jitter. */
enum { BURL__BY_JITTER = 4 };

/* What becomes of a noise's value v before it is scaled. */
typedef enum {
  BURL__PLAIN,
  BURL__SIZE,   /* |v| */
  BURL__SQUARE, /* (offset − |v|)² */
  BURL__POWER   /* (offset − |v|)^(twice/2) */
} burl__ending;

/* What becomes of a noise's values, which are stored as sum + scalar·ended(value), and of its slopes. */
typedef struct {
  float scalar, offset;
  burl__ending ending;
  int twice;        /* the exponent of BURL__POWER, doubled */
  const float *sum; /* may be the call's `to`; NULL: none */
  float *slope[5];  /* along its coordinates, by a cell, and by a jitter that varies; each NULL where it isn't
                        asked for */
  const int *pixel; /* of one with slopes along x, y and z whose results go to `to` as pixels: which of the
                        slopes, or 3 for the value, each of the four channels is; else NULL */
  int64_t stride;   /* floats between lines of `to`; 0: they lie one behind the other */
  int past_cache;   /* whether `to` is written past the cache; it is aligned to 64 bytes then */
} burl__output;

/* The axes along which a second derivative is taken, the lower one first. */
typedef struct {
  int a, b;
} burl__bend_axes;

/* One operation on arrays of 16 · groups numbers: of a block, `lines` lines one behind the other. */
typedef struct {
  void *to;
  const void *from[BURL__ARGUMENTS];
  const void *setup;            /* of a noise: burl__noise; of a curve: burl__curve */
  void *kept;                   /* memory from one call to the next, of one thread, all 0 at first; NULL: none */
  int axis;                     /* along which places are worked out */
  burl__bend_axes bend;         /* of a second derivative */
  int first_column, first_line; /* of the block, in its tile: for what reads a tile's columns, lines */
  int lines;                    /* at least 1 */
  int affine;                   /* whether a noise's coordinates, at points, are from·factor + shift */
  double factor[4], shift[4];
  burl__output output; /* of a noise; of other operations only the scalar is read, by those that have one */
} burl__call;
typedef void burl__kernel(const burl__call *call, int groups);

/* Where the columns of a tile, or its lines along one axis, lie: made once a tile for a noise over rows, one whose
 * first coordinate varies along them alone.  name_rows takes these instead of coordinates: from[0] is that of the
 * columns, from[1] to from[3] those of the lines along y, z and w.
 *
 * Of lattice noise, key has the keys of lattice points.  Of lines it has those of each tap, `room` by `room`, and
 * slot[i] numbers the lattice row, along y, z and w, with which the taps of line i begin: lines that share it have
 * its number in common.  Of columns it is a list of the lattice columns that a tile reads, where samples share them
 * (in order, without repeats between neighbours), and slot[i] the first that column i reads; where they hardly
 * do, each column has its own, those of tap t from t·room on.
 *
 * Of simplex noise and cells, key has blocks of cells, and fraction how far into it. */
typedef struct {
  int room;              /* numbers that each array has room for */
  int shared, all_valid; /* of columns */
  int32_t *slot;
  float *fraction, *weight; /* weight: of each tap, `room` by `room` */
  uint32_t *valid, *key;    /* valid: ones where noise has a value */
} burl__places;

/* Stores the lines of a block, `stride` floats apart, in rows, NaN as one pattern; past the cache where the
 * output is larger than it. */
typedef struct {
  const float *from;
  int stride, lines, columns;
  float *const *row;
  int64_t offset; /* of the block in its rows */
  int past_cache;
} burl__stored_block;
typedef void burl__storer(const burl__stored_block *block);
/* Stores `count` samples of 1, 3 or 4 channels one behind the other, NaN as one pattern. */
typedef void burl__interleaver(const float *const *from, int channels, int count, float *to, int past_cache);

/* What may be said of all numbers of an array: how they compare with a value (NaN is unequal to all), or that none is
 * -0. */
#define BURL__TESTS(X) X(equal) X(unequal) X(below) X(above) X(no_minus_zero)
typedef enum {
  BURL__ALL_EQUAL,
  BURL__ALL_UNEQUAL,
  BURL__ALL_BELOW,
  BURL__ALL_ABOVE,
  BURL__ALL_NO_MINUS_ZERO,
  BURL__TEST_COUNT
} burl__test;
typedef int burl__tester(const void *from, int groups, double value);

/* The kernels of one instruction set, by operation. */
typedef struct {
  const char *name;
  int together; /* floats that it finishes at once, one behind the other */
  burl__kernel *run[BURL__OP_COUNT];
  burl__storer *store;
  burl__interleaver *interleave;
  burl__tester *test[BURL__TEST_COUNT][2]; /* of floats; of doubles */
} burl__kernels;

/* Numbers blocks of cells from the first on; in a period each by the shorter way around from the one before,
 * upwards where both are as long.  0 where one is too far from the first. */
int burl__number_blocks(const uint32_t *block, int count, uint32_t period, float *to);

/* The best set that this processor has and that is no better than `limit` (NULL: no limit); NULL
 * where the limit is no name of a set. */
const burl__kernels *burl__choose_kernels(const char *limit);
/* The sets that this processor has, as a list in words. */
const char *burl__kernel_names(void);
/* The set that every processor of this architecture has. */
const burl__kernels *burl__base_kernels(void);

#endif
