/* The kernels: block operations over groups of 16 lanes, compiled once an instruction set from one
 * text, and the choice among them at run time.  No mathematics here: a kernel drives lane functions
 * of noise/ over arrays.  Every kernel works on whole groups; its arrays are 64-byte aligned and
 * `to` overlaps none of `from`. */
#ifndef BURL_KERNEL_KERNEL_H
#define BURL_KERNEL_KERNEL_H

#include <stdint.h>

enum { BURL__LANES = 16 };

/* Every operation a kernel does.  _f works on floats, _d on doubles; a bare name on floats; noises
 * take doubles and give floats. */
enum burl__op {
#define ARITHMETIC(name, arity, bounds, signature, range, help) OP_##name##_f, OP_##name##_d,
#define OPERATOR(name, arity, bounds) OP_##name##_f, OP_##name##_d,
#define NUMERIC(name, arity, bounds, signature, range, help) OP_##name,
#define HIDDEN(name, arity, bounds) OP_##name,
#define NOISE(name, bounds, signature, range, help) OP_##name,
#include "functions.def"
  OP_widen,        /* float to double */
  OP_narrow,       /* double to float */
  OP_axis_reduce,  /* doubles p, P: p − P·floor(p/P) */
  OP_sin_degrees,  /* double to double */
  OP_cos_degrees,
  OP_result_f,     /* a sample as it is stored: float, one pattern of NaN */
  OP_result_d,
  OP_spread_column_f,  /* from[column] to to[column][16 lines] */
  OP_spread_column_d,
  OP_spread_line_f,    /* from[16 lines] to to[column][16 lines] */
  OP_spread_line_d,
  BURL__OP_COUNT
};

enum { BURL__ARGUMENTS = 5 };

/* One operation on arrays of 16 · groups numbers. */
typedef struct {
  void *to;
  const void *from[BURL__ARGUMENTS];
  const void *setup;  /* of a noise: burl__noise */
} burl__call;
typedef void burl__kernel(const burl__call *call, int groups);

/* What a noise needs beside its coordinates.  Immutable while sampled. */
typedef struct {
  int dims, interp, gradients, hash, smooth;
  uint32_t low, high;        /* the seed's words */
  uint32_t elias[3], flip;   /* Elias's constants, and the seed XORed in */
  uint32_t period[4];        /* cells an axis, 0: none */
  int octave;                /* of the fractal around it: wood's shift */
  float size, offset;        /* a corner's scale; a published value is offset + hash · size */
  const uint8_t *table;      /* 256 entries: perlin2002, table */
  const float *wood;         /* 64 × 64 */
} burl__noise;

/* The kernels of one instruction set, by operation. */
typedef struct {
  const char *name;
  burl__kernel *run[BURL__OP_COUNT];
} burl__kernels;

/* The best set that this processor has and that is no better than `limit` (NULL: no limit); NULL
 * where the limit is no name of a set. */
const burl__kernels *burl__choose_kernels(const char *limit);
/* The sets that this processor has, as a list in words. */
const char *burl__kernel_names(void);
/* The set that every processor of this architecture has. */
const burl__kernels *burl__base_kernels(void);

#endif
