/* The points of scatter() by whole squares of cells: of a constant radius the same that kernel/spaced.c finds of cells
 * one by one; of one that varies the steps of which run/sizes.c is made. */
#ifndef BURL_RUN_DARTS_H
#define BURL_RUN_DARTS_H

#include <stddef.h>

#include "kernel/spaced.h"

/* A point: its cell, as far as cells go without a period; where in it, in places; the hash of its value; and, where
 * radii vary, its own. */
typedef struct {
  int64_t cell[2];
  int x, y;
  uint32_t hash;
  float radius;
} burl__dart;

/* What is known of a candidate. */
enum { BURL__NEAR_POINT = 1, BURL__NEAR_UNKNOWN = 2, BURL__IS_POINT = 4, BURL__IS_UNKNOWN = 8 };

/* Candidates of a square of cells with its margins, of one noise and one thread; row by row of cells, in each those of
 * burl__make_candidates.  Where one is in the square is in places, and of that the lower 16 bits, as others matter that
 * are less than 2^15 away. */
typedef struct {
  const struct burl__noise *n;
  int side, per_cell;              /* cells along the square; candidates of each */
  int reach;                       /* how many cells away something may be near */
  uint32_t *number[2];             /* of the cells along each axis, in the period */
  unsigned char *is_marked;        /* cells, as BURL__NEAR_UNKNOWN */
  int32_t *rank;                   /* of candidates */
  uint16_t *across, *down, *state; /* what is known is in state */
  int32_t *radius2;                /* the square of a candidate's radius, in places; NULL: all BURL__RADIUS2 */
  float *radius;                   /* for whoever sets radius2 */
  uint64_t *order;                 /* a rank, and below that the number of its candidate */
  int32_t *begin;                  /* of each bucket, in the order */
  burl__spaced spaced;
} burl__darts;

/* How many bytes a square takes of so many cells a side, with radii that vary or without; and opens it in them. */
size_t burl__darts_size(const struct burl__noise *n, int side, int varies);
void burl__darts_open(burl__darts *d, const struct burl__noise *n, int side, int varies);

/* The candidates of the square whose first cell that is.  Nothing is known of them, but that what lies outside may be
 * near those at the edge. */
void burl__darts_place(burl__darts *d, const int64_t first[2]);
/* Throws them in the order of their ranks: each is IS_POINT, NEAR_POINT or IS_UNKNOWN then. */
void burl__darts_throw(burl__darts *d);

/* Where a place of a cell is along an axis, in a period of so many cells (0: none), with so many of them in a unit. */
double burl__darts_coordinate(int64_t cell, int place, int64_t period, double cells);

/* Of a constant radius: cells along the side of a square without its margins, and what it takes with them; its points,
 * row by row, of the square whose first cell that is, at most side².  Their number. */
int burl__darts_side(const struct burl__noise *n);
size_t burl__darts_room(const struct burl__noise *n);
void burl__darts_begin(burl__darts *d, const struct burl__noise *n);
int burl__darts_find(burl__darts *d, const int64_t first[2], burl__dart *to);

#endif
