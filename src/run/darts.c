/* Dart throwing over a square of cells and a margin around it: all candidates in the order of their ranks.  One that no
 * point before it is near is a point, and what is near that is none.  What lies beyond the margin isn't known: what is
 * near to that, and isn't near a point, isn't known either, and so on.  Where that comes to cells of the square itself,
 * which is seldom, kernel/spaced.c decides.
 *
 * Candidates are sorted by the upper bits of their ranks, and then by insertion. */
#include "run/darts.h"

#include <string.h>

#include "noise/hash.h"

enum { MARGIN = 4, MOST_SIDE = 128, BUCKET_BITS = 16, RANK_BITS = 30, MOST_PER_CELL = 64 };

/* What is known of a candidate. */
enum { NEAR_POINT = 1, NEAR_UNKNOWN = 2, IS_POINT = 4, IS_UNKNOWN = 8 };

struct burl__darts {
  const burl__noise *n;
  int side, per_cell;                         /* cells, with the margins; candidates of each */
  uint32_t number[2][MOST_SIDE + 2 * MARGIN]; /* of the cells along each axis, in the period */
  int32_t begin[(1 << BUCKET_BITS) + 1];      /* of each bucket, in the order */
  unsigned char is_marked[(MOST_SIDE + 2 * MARGIN) * (MOST_SIDE + 2 * MARGIN)]; /* cells, as NEAR_UNKNOWN */
  /* Of each candidate, row by row of cells.  Where it is in the square, in places: the lower 16 bits, as others matter
   * that are less than 2^15 away.  In the order, its rank and below that its number. */
  uint64_t *order;
  int32_t *rank;
  uint16_t *across, *down, *state;
  burl__spaced spaced;
};

int burl__darts_side(const burl__noise *n) { return n->parts > 4 ? MOST_SIDE / 2 : MOST_SIDE; }

static size_t candidates_of(const burl__noise *n) {
  const size_t side = (size_t)burl__darts_side(n) + 2 * MARGIN;
  return side * side * (size_t)(n->parts * n->parts);
}

size_t burl__darts_size(const burl__noise *n) {
  return sizeof(burl__darts) + candidates_of(n) * (sizeof(uint64_t) + sizeof(int32_t) + 3 * sizeof(uint16_t));
}

void burl__darts_begin(burl__darts *d, const burl__noise *n) {
  const size_t count = candidates_of(n);
  d->n = n;
  d->side = burl__darts_side(n) + 2 * MARGIN;
  d->per_cell = n->parts * n->parts;
  d->order = (uint64_t *)(d + 1);
  d->rank = (int32_t *)(d->order + count);
  d->across = (uint16_t *)(d->rank + count), d->down = d->across + count, d->state = d->down + count;
  burl__begin_spaced(n, &d->spaced);
}

/* ---- Candidates ----------------------------------------------------------------------------------- */

static void number_cells(burl__darts *d, const int64_t first[2]) {
  for (int a = 0; a < 2; a++) {
    const int64_t period = d->n->period[a];
    for (int i = 0; i < d->side; i++) {
      const int64_t cell = first[a] - MARGIN + i, rest = period ? cell % period : cell;
      d->number[a][i] = (uint32_t)(rest < 0 && period ? rest + period : rest);
    }
  }
}

/* Whether what lies beyond the margin may be near to a cell's candidates. */
static int is_at_edge(const burl__darts *d, int column, int row) {
  const int last = d->side - 1 - BURL__REACH;
  return column < BURL__REACH || row < BURL__REACH || column > last || row > last;
}

static void make_candidates(burl__darts *d) {
  int16_t x[MOST_PER_CELL], y[MOST_PER_CELL];
  for (int row = 0, i = 0; row < d->side; row++)
    for (int column = 0; column < d->side; column++, i += d->per_cell) {
      const uint32_t cell[2] = {d->number[0][column], d->number[1][row]};
      const int state = is_at_edge(d, column, row) ? NEAR_UNKNOWN : 0;
      d->is_marked[row * d->side + column] = state != 0;
      burl__make_candidates(d->n, cell, x, y, d->rank + i);
      for (int k = 0; k < d->per_cell; k++) {
        d->across[i + k] = (uint16_t)(column * BURL__CELL_PLACES + x[k]);
        d->down[i + k] = (uint16_t)(row * BURL__CELL_PLACES + y[k]);
        d->state[i + k] = (uint16_t)state;
      }
    }
}

static burl__candidate candidate_of(const burl__darts *d, uint32_t i) {
  const int cell = (int)i / d->per_cell;
  return (burl__candidate){{d->number[0][cell % d->side], d->number[1][cell / d->side]},
                           (int)i % d->per_cell,
                           d->across[i] % BURL__CELL_PLACES,
                           d->down[i] % BURL__CELL_PLACES,
                           d->rank[i]};
}

static int comes_before(const burl__darts *d, uint64_t a, uint64_t b) {
  if (a >> 32 != b >> 32) return a < b;
  const burl__candidate p = candidate_of(d, (uint32_t)a), q = candidate_of(d, (uint32_t)b);
  return burl__is_earlier(d->n->parts, &p, &q);
}

static void sort_candidates(burl__darts *d) {
  const int count = d->side * d->side * d->per_cell;
  memset(d->begin, 0, sizeof d->begin);
  for (int i = 0; i < count; i++) d->begin[(d->rank[i] >> (RANK_BITS - BUCKET_BITS)) + 1]++;
  for (int b = 0; b < 1 << BUCKET_BITS; b++) d->begin[b + 1] += d->begin[b];
  for (int i = 0; i < count; i++)
    d->order[d->begin[d->rank[i] >> (RANK_BITS - BUCKET_BITS)]++] = (uint64_t)d->rank[i] << 32 | (uint64_t)i;
  for (int k = 1; k < count; k++) {
    const uint64_t one = d->order[k];
    int at = k;
    for (; at > 0 && comes_before(d, one, d->order[at - 1]); at--) d->order[at] = d->order[at - 1];
    d->order[at] = one;
  }
}

/* ---- Darts ---------------------------------------------------------------------------------------- */

static int at_least(int a, int least) { return a < least ? least : a; }
static int at_most(int a, int most) { return a > most ? most : a; }

/* How many cells to each side something may be near a candidate, so many rows off.  Those at the corners are too far
 * away. */
static int reach_in_row(int rows_off) {
  return rows_off == BURL__REACH || rows_off == -BURL__REACH ? BURL__REACH - 1 : BURL__REACH;
}

/* Marks what is near a place in some cells that follow one another. */
static void mark_cells(burl__darts *d, int begin, int end, uint16_t x, uint16_t y, uint16_t mark) {
  const uint16_t *const across = d->across, *const down = d->down;
  uint16_t *const state = d->state;
  for (int q = begin * d->per_cell; q < end * d->per_cell; q++) {
    const int16_t dx = (int16_t)(uint16_t)(across[q] - x), dy = (int16_t)(uint16_t)(down[q] - y);
    state[q] |= dx * dx + dy * dy < BURL__RADIUS2 ? mark : 0;
  }
}

static int are_all(const burl__darts *d, int cell, int mark) {
  for (int q = cell * d->per_cell; q < (cell + 1) * d->per_cell; q++)
    if (!(d->state[q] & mark)) return 0;
  return 1;
}

/* Marks all that is near a candidate, itself too.  Where that isn't known, cells all of whose candidates are near
 * such ones are passed over. */
static void mark_near(burl__darts *d, int i, uint16_t mark) {
  const int cell = i / d->per_cell, column = cell % d->side, row = cell / d->side, last = d->side - 1;
  const uint16_t x = d->across[i], y = d->down[i];
  for (int k = at_least(row - BURL__REACH, 0); k <= at_most(row + BURL__REACH, last); k++) {
    const int reach = reach_in_row(k - row), begin = k * d->side + at_least(column - reach, 0),
              end = k * d->side + at_most(column + reach, last) + 1;
    if (mark == NEAR_POINT) mark_cells(d, begin, end, x, y, mark);
    for (int c = begin; c < end && mark == NEAR_UNKNOWN; c++) {
      if (d->is_marked[c]) continue;
      mark_cells(d, c, c + 1, x, y, mark);
      d->is_marked[c] = (unsigned char)are_all(d, c, mark);
    }
  }
}

static void throw_in_order(burl__darts *d) {
  const int count = d->side * d->side * d->per_cell;
  for (int k = 0; k < count; k++) {
    const int i = (int)(d->order[k] & UINT32_MAX), state = d->state[i];
    if (state & NEAR_POINT) continue;
    mark_near(d, i, state & NEAR_UNKNOWN ? NEAR_UNKNOWN : NEAR_POINT);
    d->state[i] = state & NEAR_UNKNOWN ? IS_UNKNOWN | NEAR_UNKNOWN : IS_POINT | NEAR_POINT;
  }
}

/* ---- Points --------------------------------------------------------------------------------------- */

/* The point of a cell, by what is known of its candidates; 0: it has none. */
static int point_of_cell(burl__darts *d, int column, int row, burl__dart *to) {
  const int from = (row * d->side + column) * d->per_cell;
  const uint32_t cell[2] = {d->number[0][column], d->number[1][row]};
  float at[2];
  int all = 0;
  for (int i = from; i < from + d->per_cell; i++) {
    all |= d->state[i];
    if (!(d->state[i] & IS_POINT)) continue;
    to->x = d->across[i] % BURL__CELL_PLACES, to->y = d->down[i] % BURL__CELL_PLACES;
    to->hash = hash_spread((uint32_t)d->rank[i]);
    return 1;
  }
  if (!(all & IS_UNKNOWN) || !burl__spaced_point(&d->spaced, cell, at, &to->hash)) return 0;
  to->x = (int)(at[0] * BURL__CELL_PLACES), to->y = (int)(at[1] * BURL__CELL_PLACES);
  return 1;
}

int burl__darts_throw(burl__darts *d, const int64_t first[2], burl__dart *to) {
  int count = 0;
  number_cells(d, first);
  make_candidates(d);
  sort_candidates(d);
  throw_in_order(d);
  for (int row = MARGIN; row < d->side - MARGIN; row++)
    for (int column = MARGIN; column < d->side - MARGIN; column++) {
      if (!point_of_cell(d, column, row, &to[count])) continue;
      to[count].cell[0] = first[0] + column - MARGIN;
      to[count++].cell[1] = first[1] + row - MARGIN;
    }
  return count;
}
