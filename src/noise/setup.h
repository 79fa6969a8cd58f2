/* The settings of a noise: what its samples need beside their coordinates.  The compiler of recipes fills
 * them in (program/noise_setup.c); they are constant while it is sampled. */
#ifndef BURL_NOISE_SETUP_H
#define BURL_NOISE_SETUP_H

#include <stdint.h>

/* The words of the options, in the order of functions.def. */
enum interp_word { LINEAR, COSINE, HERMITE, QUINTIC, CUBIC, CATMULL_ROM, WAVELET, INTERP_COUNT };
enum gradients_word { DEFAULT_SET, EDGES, AXES, DIAGONAL, CIRCLE, UNIFORM, GRADIENTS_COUNT };
enum { SIXTEEN = GRADIENTS_COUNT }; /* directions, of smooth simplex noise in two dimensions */
// clang-format off
enum give_word { GIVE_F1, GIVE_F2, GIVE_F3, GIVE_F4, GIVE_F2_F1, GIVE_EDGE, GIVE_VALUE, GIVE_ID, GIVE_X, GIVE_Y,
                 GIVE_Z };
// clang-format on
enum metric_word { EUCLID, EUCLID2, MANHATTAN, CHEBYSHEV, MINKOWSKI, HYBRID };
enum wave_word { WAVE_VALUE, WAVE_PHASE, WAVE_INTENSITY, WAVE_SINE };
enum hash_word { HASH_BURL, HASH_PERLIN2002, HASH_ELIAS, HASH_TABLE, HASH_WOOD };

enum { MOST_TAPS = 6 }; /* lattice points along an axis that a sample reads */

typedef struct burl__noise {
  int op; /* of the noise's row, in enum burl__op: which one it is */
  int dims;
  uint32_t low, high; /* the seed's words */
  uint32_t period[4]; /* cells an axis, 0: none */
  float size, offset; /* the scale of a corner; a published value is offset + hash · size */

  /* of lattice noise */
  int is_value;             /* value noise; else gradient noise */
  int is_usual;             /* burl's hash; of gradient noise, default, listed or uniform directions */
  int interp, smooth, taps; /* taps: how many lattice points along an axis a sample reads */
  int gradients, hash;
  uint32_t elias[3], flip; /* Elias's constants, and the seed XORed in */
  const uint32_t *table;   /* 256 entries: perlin2002, table */
  const float *wood;       /* 64 × 64 */
  int turns;               /* whether the last coordinate is how far the gradients have turned */
  int octave;              /* of the fractal around it: a shift of wood's rows */
  float direction[3][16];  /* listed: x, y and z of a finite set of two or three dimensions, times size */

  /* of simplex noise */
  float reach2;       /* the squared radius of a bump, in units (noise/simplex.h) */
  int near_count;     /* if smooth: the lattice points that may reach a cell, */
  const int8_t *near; /* as steps from its first corner, four numbers each */

  /* of cellular noise */
  int give, metric;
  float jitter, power, width; /* width: over which f1 is smooth */
  float lift;                 /* the square of how far points lie apart in one dimension more, at most; 0: not */
  int parts; /* of points that are spaced: along a cell's side, each with a candidate; 0: a cell has its point */

  /* of waves; give is a wave_word */
  int impulses; /* a cell */
  float spread; /* by which part of a turn an impulse turns its wave at most, in half turns */

  int varies; /* arguments of floats behind the coordinates: of cells a jitter that isn't constant, of waves the
                 frequency and the direction */

  /* In a kernel's copy, of which some fields are known constants: the settings that it is of.  What is compiled once,
   * RARE, gets these: a copy whose address goes anywhere stays in memory, and nothing of it is known (by clang). */
  const struct burl__noise *whole;
} burl__noise;

/* A curve of cubic pieces: a number for each in every row.  Where it begins, in the order in which halving asks: the
 * first one, the one in the middle, those of the quarters between, and so on; then by piece how wide it is, and its
 * coefficients, from the constant on, by how far an argument is through it, from 0 to 1. */
enum { CURVE_HALVINGS = 5, CURVE_PIECES = 1 << CURVE_HALVINGS };
enum curve_row { CURVE_BEGIN, CURVE_WIDTH, CURVE_C0, CURVE_C1, CURVE_C2, CURVE_C3, CURVE_ROWS };
typedef struct {
  float row[CURVE_ROWS][CURVE_PIECES];
} burl__curve;

#endif
