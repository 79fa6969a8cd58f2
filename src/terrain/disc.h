/* The disc of cells whose middles lie within a radius of a cell's middle, as chords along x. */
#ifndef BURL_TERRAIN_DISC_H
#define BURL_TERRAIN_DISC_H

#include "terrain/ground.h"

/* The square of a radius, a little larger: a cell that lies just at the radius is within it, however it is rounded. */
static inline double burl__square_of(double radius) { return radius * radius * (1 + 1e-9); }

/* The largest i <= most at which (i · step)² + beside² is within the square; -1: not even 0. */
static inline int burl__farthest_within(double square, double step, double beside, int most) {
  int low = -1, high = most + 1;
  while (high - low > 1) {
    const int i = low + (high - low) / 2;
    const double along = i * step;
    if (along * along + beside * beside <= square) low = i;
    else high = i;
  }
  return low;
}

/* How many lines above and below a cell the disc reaches, of those that there are. */
static inline int burl__lines_within(const burl__ground *g, double radius) {
  return burl__farthest_within(burl__square_of(radius), g->dy, 0, g->is_round[1] ? g->ny / 2 : g->ny - 1);
}

/* How many cells to either side of its middle the disc's chord has that lies so many lines away. */
static inline int burl__chord_within(const burl__ground *g, double radius, int lines) {
  return burl__farthest_within(burl__square_of(radius), g->dx, lines * g->dy, g->is_round[0] ? g->nx / 2 : g->nx - 1);
}

#endif
