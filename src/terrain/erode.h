/* Mountains that rise while rivers cut them down. */
#ifndef BURL_TERRAIN_ERODE_H
#define BURL_TERRAIN_ERODE_H

#include "terrain/ground.h"

/* What erosion takes beside the heights; the maps, float[ny][nx], are overwritten. */
typedef struct {
  float *uplift; /* metres a year */
  float *k;      /* how soft the ground is: metres^(1 - 2m) a year */
  float *talus;  /* the steepest rise that stays, a metre */
  double m;      /* the power of the area that drains through a cell */
  double years;
  float base; /* the height of the sea: what is not above it stays, and land stays above it */
  int steps;  /* in which the years pass, on the coarsest grid */
  /* Fills k, float[ny][nx], from the heights of a moment, over a grid whose cells are 2^level of the finest ones wide;
   * not 0: stop.  NULL: k stays what it is. */
  int (*soften)(void *user, const burl__ground *ground, int level, const float *heights, float *k);
  void *user;
} burl__erosion;

/* Heights after so many years of dh/dt = uplift - k * area^m * slope, solved implicitly along the flow (J. Braun, S.
 * Willett, "A very efficient O(n), implicit and parallel method to solve the stream power equation governing fluvial
 * incision and landscape evolution", 2013; G. Cordonnier and others, "Large scale terrain generation from tectonic
 * uplift and fluvial erosion", 2016).  The grid's edge stays, and the sea, and cells beside no ground.  It is solved on
 * a grid of at most 256 cells along each axis, then on ever finer ones, each of which begins with the heights of the
 * one before and takes three steps of the years, so that the same mountains come out at every resolution.  Where it is
 * to stop the heights are those of that moment.  Nodes lie within their cells by chance, or else valleys would follow
 * the grid's eight directions. */
size_t burl__erode_scratch(const burl__ground *ground);
void burl__erode(const burl__ground *ground, const burl__erosion *erosion, void *scratch, float *heights);

#endif
