/* The points of scatter() where the radius varies from place to place. */
#ifndef BURL_RUN_SIZES_H
#define BURL_RUN_SIZES_H

#include "burl.h"
#include "run/darts.h"

enum { BURL__MOST_SIZES = 7, BURL__MOST_RATIO = 64 };

/* Levels of cells, the lowest first, each twice as wide as the one before. */
typedef struct {
  const burl_program *radii;
  double time, footprint;                            /* at which the radii are read */
  double radius;                                     /* of the lowest level: its candidates' are less than twice that */
  double cells;                                      /* of the lowest level, in a unit */
  int count, exponent;                               /* levels; by how many powers of two the lowest is above 1 */
  const struct burl__noise *setup[BURL__MOST_SIZES]; /* filled by the caller, as cells is */
} burl__levels;

/* The levels for radii of these bounds, in cells of which a period has whole numbers along each axis (0: it has none).
 * 0: there are no such cells. */
int burl__levels_choose(burl__levels *l, burl_range bounds, const double period[2]);

/* What squares take, with margins of so many cells: of one thread. */
typedef struct burl__sizes burl__sizes;
enum { BURL__USUAL_MARGIN = 12 };
size_t burl__sizes_size(const burl__levels *l, int margin);
void burl__sizes_begin(burl__sizes *s, const burl__levels *l, int margin);

/* The points of a square of burl__darts_side() cells of the lowest level, whose first is a multiple of that: those of
 * larger levels first, and in each row by row.  At most one a cell.  BURL_LIMIT: a wider margin is needed to know them;
 * BURL_MEMORY. */
burl_status burl__sizes_find(burl__sizes *s, const int64_t first[2], burl__dart *to, int *count);

#endif
