/* The points of scatter() by whole squares of cells: the same that kernel/spaced.c finds of cells one by one. */
#ifndef BURL_RUN_DARTS_H
#define BURL_RUN_DARTS_H

#include <stddef.h>

#include "kernel/spaced.h"

/* A point: its cell, as far as cells go without a period; where in it, in places; and the hash of its value. */
typedef struct {
  int64_t cell[2];
  int x, y;
  uint32_t hash;
} burl__dart;

/* What squares take: of one noise, and one thread. */
typedef struct burl__darts burl__darts;

/* Cells along the side of a square; how many bytes burl__darts takes, and that begins as. */
int burl__darts_side(const struct burl__noise *n);
size_t burl__darts_size(const struct burl__noise *n);
void burl__darts_begin(burl__darts *d, const struct burl__noise *n);

/* The points of the square whose first cell that is, row by row, at most side².  Their number. */
int burl__darts_throw(burl__darts *d, const int64_t first[2], burl__dart *to);

#endif
