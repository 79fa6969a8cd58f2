/* The kernels: block operations over groups of 16 lanes, compiled once an instruction set from one
 * text, and the choice among them at run time.  No mathematics here: a kernel drives lane functions
 * of noise/ over arrays.  Every kernel works on whole groups; `to` overlaps none of `from`. */
#ifndef BURL_KERNEL_KERNEL_H
#define BURL_KERNEL_KERNEL_H

#include <stdint.h>

enum { BURL__LANES = 16 };

/* Every operation a kernel does.  _f works on floats, _d on doubles; a bare name on floats; noises
 * take doubles and give floats. */
enum burl__op {
#define ARITHMETIC(name, arity, bounds, slope, signature, range, help) OP_##name##_f, OP_##name##_d,
#define OPERATOR(name, arity, bounds, slope) OP_##name##_f, OP_##name##_d,
#define NUMERIC(name, arity, bounds, slope, signature, range, help) OP_##name,
#define HIDDEN(name, arity, bounds, slope) OP_##name,
#define NOISE(name, split, bounds, slope, signature, range, help) OP_##name, OP_##name##_rows,
#include "functions.def"
  OP_widen,        /* float to double */
  OP_narrow,       /* double to float */
  OP_axis_reduce,  /* doubles p, and P, one for all: p − P·floor(p/P) */
  OP_sin_degrees,  /* double to double */
  OP_cos_degrees,
  OP_scaled_add,   /* a + b·scalar, of floats */
  OP_add_widened,  /* a + b, of doubles and floats */
  OP_add_widened_column, /* the same, a of the columns */
  OP_add_widened_line,   /* or of the lines */
  OP_split_x,      /* doubles of the columns to a burl__column_axis */
  OP_split_lines,  /* doubles y, z, w of the lines to a burl__line_axes */
  OP_place_x,      /* doubles of the columns to a burl__column_places */
  OP_place_lines,  /* doubles y, z, w of the lines to a burl__line_places */
  OP_spread_column_f,  /* from[column] to to[line][column] */
  OP_spread_column_d,
  OP_spread_line_f,    /* from[line] to to[line][column] */
  OP_spread_line_d,
  BURL__OP_COUNT
};

enum {
  BURL__ARGUMENTS = 6,
  BURL__TILE_COLUMNS = 512,
  BURL__TILE_LINES = 64,
  BURL__BLOCK_COLUMNS = 128, /* at most, of what is worked at once */
  BURL__BLOCK_LINES = 32,     /* and of lines */
  BURL__MOST_TAPS = 6,       /* lattice points along an axis that a sample reads */
  BURL__MOST_COLUMNS = BURL__MOST_TAPS * BURL__TILE_COLUMNS + 2 * BURL__LANES /* lattice columns */
};

/* Of the slopes of a noise: by its jitter. */
enum { BURL__BY_JITTER = 4 };

/* What becomes of a noise's value v before it is scaled. */
enum { BURL__PLAIN, BURL__SIZE /* |v| */, BURL__RIDGE /* (offset − |v|)² */ };

/* One operation on arrays of 16 · groups numbers: of a block, `lines` lines one behind the other. */
typedef struct {
  void *to;
  const void *from[BURL__ARGUMENTS];
  const void *setup;  /* of a noise: burl__noise */
  int first_column, first_line; /* of the block, in its tile: for what reads a tile's columns, lines */
  int lines;          /* at least 1 */
  float scalar;
  /* of a noise, which stores sum + scalar·ended(value); at points, where `affine`, its coordinates are
   * from·factor + shift */
  int affine;
  double factor[4], shift[4];
  const void *sum;    /* may be `to`; NULL: none */
  int ending;
  float offset;
  float *slope[5];    /* its slopes along its coordinates, by a cell, and by a jitter that varies; each NULL
                         where it isn't asked for */
  const int *pixel;   /* of one with slopes along x, y and z whose results go to `to` as pixels: which of the
                         slopes, or 3 for the value, each of the four channels is; else NULL */
  int64_t to_stride;  /* floats between lines of `to`; 0: they lie one behind the other */
  int past_cache;     /* whether `to` is written past the cache; it is aligned to 64 bytes then */
} burl__call;
typedef void burl__kernel(const burl__call *call, int groups);

/* What a noise needs beside its coordinates.  Immutable while sampled. */
typedef struct {
  int dims, interp, gradients, hash, smooth;
  uint32_t low, high;        /* the seed's words */
  uint32_t elias[3], flip;   /* Elias's constants, and the seed XORed in */
  uint32_t period[4];        /* cells an axis, 0: none */
  int block_cells, units;    /* cells of a block of its places, units of a cell (kernel/scatter.inc) */
  int give, metric;          /* of cellular noise */
  float jitter, power, width; /* width: over which f1 is smooth */
  int varies;                 /* whether jitter is an argument behind the coordinates instead, of floats */
  float reach2;              /* of simplex noise, squared, in units */
  int near_count;            /* lattice points that may reach a cell, if smooth: steps from its first corner */
  const void *near;          /* int8_t [near_count][4] */
  const uint32_t *corners;   /* of one whose periods are short: the directions of each cell's (noise/simplex.h) */
  double grain;              /* what fractions are rounded to, in units; 0: they are not */
  int octave;                /* of the fractal around it: wood's shift */
  float size, offset;        /* a corner's scale; a published value is offset + hash · size */
  const uint8_t *table;      /* 256 entries: perlin2002, table */
  const float *wood;         /* 64 × 64 */
} burl__noise;

/* A noise over rows, where its first coordinate varies along them alone: name_rows takes records, made
 * once a tile, instead of coordinates; from[0] is the columns' record, from[1] the lines' (none in one
 * dimension).
 *
 * The columns' record lists the keys of the lattice columns that a tile reads.  Where samples share
 * them, in order, without repeats between neighbours, slot[i] is the first that column i reads; where
 * they hardly do each column has its own, those of tap t from BURL__TILE_COLUMNS · t on. */
typedef struct {
  int32_t slot[BURL__TILE_COLUMNS];
  float fraction[BURL__TILE_COLUMNS];
  float weight[BURL__MOST_TAPS][BURL__TILE_COLUMNS]; /* of wavelets: [1] and [2] are their windows */
  uint32_t held[BURL__TILE_COLUMNS];                 /* ones where noise holds */
  uint32_t key[BURL__MOST_COLUMNS];
  int32_t shared, all_held;
} burl__column_axis;

/* The lines' record, of their axes y, z and w: row[i] is the number of the first lattice row that line
 * i reads; lines with a row in common have its number in common. */
typedef struct {
  int32_t row[BURL__TILE_LINES];
  uint32_t key[3][BURL__MOST_TAPS][BURL__TILE_LINES];
  float fraction[3][BURL__TILE_LINES];
  float weight[3][BURL__MOST_TAPS][BURL__TILE_LINES];
  uint32_t held[BURL__TILE_LINES];
} burl__line_axes;

/* The records of a noise that has no lattice rows: of the columns, of the lines; a block of cells and
 * how far into it, and ones where noise holds. */
typedef struct {
  uint32_t blocks[BURL__TILE_COLUMNS];
  float fraction[BURL__TILE_COLUMNS];
  uint32_t held[BURL__TILE_COLUMNS];
} burl__column_places;
typedef struct {
  uint32_t blocks[3][BURL__TILE_LINES];
  float fraction[3][BURL__TILE_LINES];
  uint32_t held[BURL__TILE_LINES];
} burl__line_places;

/* The kernels of one instruction set, by operation. */
typedef struct {
  const char *name;
  int together; /* floats that it finishes at once, one behind the other */
  burl__kernel *run[BURL__OP_COUNT];
  /* Stores the lines of a block, `stride` floats apart, in rows, NaN as one pattern; past the cache
   * where the output is larger than it. */
  void (*store)(const float *from, int stride, int lines, int columns, float *const *row,
                int64_t offset, int past_cache);
  /* Stores so many samples of 1, 3 or 4 channels one behind the other, NaN as one pattern. */
  void (*interleave)(const float *const *from, int channels, int count, float *to, int past_cache);
} burl__kernels;

/* The best set that this processor has and that is no better than `limit` (NULL: no limit); NULL
 * where the limit is no name of a set. */
const burl__kernels *burl__choose_kernels(const char *limit);
/* The sets that this processor has, as a list in words. */
const char *burl__kernel_names(void);
/* The set that every processor of this architecture has. */
const burl__kernels *burl__base_kernels(void);

#endif
