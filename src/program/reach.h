/* Which lattice points of simplex noise can reach a sample, by the skewed cell that the sample is in. */
#ifndef BURL_PROGRAM_REACH_H
#define BURL_PROGRAM_REACH_H

#include <math.h>

#include "noise/simplex.h"

enum { MOST_REACHING = 256 };

/* Skewed coordinates from the cell's first corner, in the order of their contributions. */
typedef struct {
  int count;
  int8_t step[MOST_REACHING][4];
} reaching_points;

/* The squared distance in units at skewed coordinates `to`. */
static inline double skewed_distance2(int dims, const double to[4]) {
  double sum = 0, squares = 0;
  for (int a = 0; a < dims; a++) sum += to[a];
  for (int a = 0; a < dims; a++) {
    const double d = simplex_units(dims) * to[a] - (dims > 1 ? sum : 0);
    squares += d * d;
  }
  return squares;
}

/* The least of them over the cell [0, 1]^dims, seen from a lattice point: a convex function, so that
 * going down one axis after the other leads there, until a round changes nothing to speak of: a fourth of
 * a unit too much is no harm. */
static inline double least_distance2(int dims, const int point[4]) {
  double at[4] = {0};
  for (int a = 0; a < dims; a++) at[a] = 0.5 - point[a];
  double moved = 1;
  for (int round = 0; round < 60 && moved > 0x1p-10; round++) {
    moved = 0;
    for (int a = 0; a < dims; a++) { /* a parabola along axis a, by three of its points */
      const double here = at[a];
      double value[3];
      for (int i = 0; i < 3; i++) {
        at[a] = here + (i - 1);
        value[i] = skewed_distance2(dims, at);
      }
      const double curve = value[2] - 2 * value[1] + value[0];
      const double best = here - 0.5 * (value[2] - value[0]) / curve, least = -(double)point[a];
      at[a] = best < least ? least : best > least + 1 ? least + 1 : best;
      moved += fabs(at[a] - here);
    }
  }
  return skewed_distance2(dims, at);
}

/* Fills the list for bumps of this squared reach, in units. */
static inline void list_reaching(int dims, double reach2, reaching_points *to) {
  enum { LEAST = -2, MOST = 3 };
  to->count = 0;
  for (int level = LEAST * dims; level <= MOST * dims; level++) {
    int i[4] = {LEAST, dims > 1 ? LEAST : 0, dims > 2 ? LEAST : 0, dims > 3 ? LEAST : 0};
    for (int a = 0; a < dims;) {
      int sum = 0;
      double middle[4];
      for (int b = 0; b < dims; b++) sum += i[b], middle[b] = 0.5 - i[b];
      const double reach_and_half_cell = 4 * reach2 + 2 * simplex_units(dims) * simplex_units(dims);
      if (sum == level && skewed_distance2(dims, middle) < reach_and_half_cell &&
          least_distance2(dims, i) < reach2 + 0.25 && to->count < MOST_REACHING) {
        for (int b = 0; b < 4; b++) to->step[to->count][b] = (int8_t)i[b];
        to->count++;
      }
      for (a = 0; a < dims && ++i[a] > MOST; a++) i[a] = LEAST; /* the next one */
    }
  }
}

#endif
