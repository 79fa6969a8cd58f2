/* The points of scatter(): an endless set of which no two are nearer to each other than a radius, and beside which
 * there is no room for another. */
#ifndef BURL_KERNEL_SPACED_H
#define BURL_KERNEL_SPACED_H

#include <stdint.h>

struct burl__noise;

/* Along a cell's side, which is r/√2; what is nearer than r has a lesser square; and no cell farther away is near. */
enum { BURL__CELL_PLACES = 8192, BURL__RADIUS2 = 2 * BURL__CELL_PLACES * BURL__CELL_PLACES, BURL__REACH = 2 };

/* A candidate: in which cell which one, and where in it. */
typedef struct {
  uint32_t cell[2];
  int part, x, y;
  int32_t rank;
} burl__candidate;

/* The candidates of a cell, parts²; and whether p comes before q: of equal ranks by y, then x, of the parts. */
void burl__make_candidates(const struct burl__noise *n, const uint32_t cell[2], int16_t *x, int16_t *y, int32_t *rank);
int burl__is_earlier(int parts, const burl__candidate *p, const burl__candidate *q);

/* A cell that was asked for: its numbers, in the period, and which of its candidates is a point, -1: none is known to
 * be. */
typedef struct {
  uint32_t number[2];
  int is_made, point;
} burl__asked_cell;

/* Cells that were asked for, each at the low bits of its numbers, until another one takes its place: what was known of
 * it is found again when it is asked for.  Their candidates lie one behind the other.  Of one noise, and one thread. */
enum { BURL__MOST_CELLS = 1024, BURL__MOST_CANDIDATES = 16384 };
typedef struct {
  const struct burl__noise *n;
  int per_cell, side; /* side: of the square of cells; a power of two */
  burl__asked_cell cells[BURL__MOST_CELLS];
  int16_t x[BURL__MOST_CANDIDATES], y[BURL__MOST_CANDIDATES]; /* in their cells */
  int32_t rank[BURL__MOST_CANDIDATES];
} burl__spaced;

void burl__begin_spaced(const struct burl__noise *n, burl__spaced *of);

/* The point of a cell, whose numbers are in the period: where in the cell, multiples of 2^-13 in [0, 1), and the hash
 * of its value.  0, and nothing filled, where it has none. */
int burl__spaced_point(burl__spaced *of, const uint32_t cell[2], float at[2], uint32_t *hash);

#endif
