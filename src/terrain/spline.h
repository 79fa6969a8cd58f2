/* A surface over cells that is twice differentiable: a cubic spline (C. de Boor, "A practical guide to splines",
 * 1978). */
#ifndef BURL_TERRAIN_SPLINE_H
#define BURL_TERRAIN_SPLINE_H

#include "terrain/ground.h"

/* The surface of coefficients, float[ny][nx]; those at the edges go on beyond them.  Heights as coefficients
 * give a surface that runs near them, within their range; where one is NaN, so is the surface up to two cells around
 * it. */
typedef struct {
  const float *coefficients;
  int nx, ny;
} burl__spline;

/* At a place in cells, 0 to nx - 1 and 0 to ny - 1 in their middles, the surface's derivative along each axis, 0, 1 or
 * 2 times, a cell. */
double burl__spline_at(const burl__spline *spline, const int order[2], double x, double y);

/* Turns heights into the coefficients of the surface that runs through them. */
size_t burl__spline_scratch(int nx, int ny);
void burl__spline_prepare(int nx, int ny, void *scratch, float *heights);

#endif
