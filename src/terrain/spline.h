/* A surface over cells that is twice differentiable: a cubic spline (C. de Boor, "A practical guide to splines",
 * 1978). */
#ifndef BURL_TERRAIN_SPLINE_H
#define BURL_TERRAIN_SPLINE_H

#include "terrain/ground.h"

/* The surface of coefficients, float[ny][nx], which go on linearly by two cells at each edge, and then as they are, or
 * go round along an axis.  It is held within [lo, hi].  Heights as coefficients give a surface that runs near them.  It
 * is NaN where the nearest cell is missing: those have coefficients, too, on which the surface beside them depends. */
typedef struct {
  const float *coefficients;
  const unsigned char *missing; /* whether any cell is, then a bit a cell, from the lowest on */
  int nx, ny;
  unsigned char is_round[2];
  double lo, hi;
} burl__spline;

/* At a place in cells, 0 to nx - 1 and 0 to ny - 1 in their middles, the surface's derivative along each axis, 0, 1 or
 * 2 times, a cell. */
double burl__spline_at(const burl__spline *spline, const int order[2], double x, double y);

/* The bytes of burl__spline.missing. */
static inline size_t burl__spline_missing(size_t cells) { return 1 + (cells + 7) / 8; }

/* Turns heights into the coefficients of a surface that runs through them, or near them: then they are the
 * coefficients.  Missing ones are filled, and marked. */
typedef enum { BURL__SPLINE_NEAR, BURL__SPLINE_THROUGH } burl__spline_kind;
size_t burl__spline_scratch(int nx, int ny);
void burl__spline_prepare(const burl__ground *ground, burl__spline_kind kind, void *scratch, float *heights,
                          unsigned char *missing);

#endif
