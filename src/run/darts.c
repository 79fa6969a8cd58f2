/* Dart throwing over a square of cells and a margin around it: all candidates in the order of their ranks.  One that no
 * point before it is near is a point, and what is near that is none.  What lies beyond the margin isn't known: what is
 * near to that, and isn't near a point, isn't known either, and so on.  Where that comes to cells of the square itself,
 * which is seldom, kernel/spaced.c decides.
 *
 * Candidates are sorted by the upper bits of their ranks, and then by insertion. */
#include "run/darts.h"

#include <string.h>

#include "noise/hash.h"

enum { MARGIN = 4, MOST_SIDE = 128, BUCKET_BITS = 16, BUCKETS = 1 << BUCKET_BITS, RANK_BITS = 30, MOST_PER_CELL = 64 };

/* What lies behind the struct begins at a multiple of 8 bytes. */
enum { STRUCT_SIZE = (sizeof(burl__darts) + 7) / 8 * 8 };

static size_t cells_of(int side) { return (size_t)side * (size_t)side; }

size_t burl__darts_size(const burl__noise *n, int side, int varies) {
  const size_t of_candidate =
      sizeof(uint64_t) + sizeof(int32_t) + 3 * sizeof(uint16_t) + (varies ? sizeof(int32_t) + sizeof(float) : 0);
  return STRUCT_SIZE + (BUCKETS + 1) * sizeof(int32_t) + 2 * (size_t)side * sizeof(uint32_t) +
         cells_of(side) * (1 + (size_t)(n->parts * n->parts) * of_candidate);
}

/* Those of larger items come first, so that each is aligned. */
void burl__darts_open(burl__darts *d, const burl__noise *n, int side, int varies) {
  const size_t count = cells_of(side) * (size_t)(n->parts * n->parts);
  d->n = n;
  d->side = side, d->per_cell = n->parts * n->parts, d->reach = varies ? BURL__REACH + 1 : BURL__REACH;
  d->order = (uint64_t *)(void *)((char *)d + STRUCT_SIZE);
  d->rank = (int32_t *)(d->order + count);
  d->begin = d->rank + count;
  d->number[0] = (uint32_t *)(d->begin + BUCKETS + 1), d->number[1] = d->number[0] + side;
  d->radius2 = varies ? (int32_t *)(d->number[1] + side) : NULL;
  d->radius = varies ? (float *)(d->radius2 + count) : NULL;
  d->across = varies ? (uint16_t *)(d->radius + count) : (uint16_t *)(d->number[1] + side);
  d->down = d->across + count, d->state = d->down + count;
  d->is_marked = (unsigned char *)(d->state + count);
}

/* ---- Candidates ----------------------------------------------------------------------------------- */

static void number_cells(burl__darts *d, const int64_t first[2]) {
  for (int a = 0; a < 2; a++) {
    const int64_t period = d->n->period[a];
    for (int i = 0; i < d->side; i++) {
      const int64_t cell = first[a] + i, rest = period ? cell % period : cell;
      d->number[a][i] = (uint32_t)(rest < 0 && period ? rest + period : rest);
    }
  }
}

double burl__darts_coordinate(int64_t cell, int place, int64_t period, double cells) {
  const int64_t rest = period ? (cell % period + period) % period : cell;
  return (double)(rest * BURL__CELL_PLACES + place) / (cells * BURL__CELL_PLACES);
}

/* Whether what lies beyond the margin may be near to a cell's candidates. */
static int is_at_edge(const burl__darts *d, int column, int row) {
  const int last = d->side - 1 - d->reach;
  return column < d->reach || row < d->reach || column > last || row > last;
}

void burl__darts_place(burl__darts *d, const int64_t first[2]) {
  int16_t x[MOST_PER_CELL], y[MOST_PER_CELL];
  number_cells(d, first);
  for (int row = 0, i = 0; row < d->side; row++)
    for (int column = 0; column < d->side; column++, i += d->per_cell) {
      const uint32_t cell[2] = {d->number[0][column], d->number[1][row]};
      const int state = is_at_edge(d, column, row) ? BURL__NEAR_UNKNOWN : 0;
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

/* Those that are near a point already are left out.  How many there are. */
static int sort_candidates(burl__darts *d) {
  const int all = d->side * d->side * d->per_cell;
  memset(d->begin, 0, (BUCKETS + 1) * sizeof *d->begin);
  for (int i = 0; i < all; i++)
    d->begin[(d->rank[i] >> (RANK_BITS - BUCKET_BITS)) + 1] += !(d->state[i] & BURL__NEAR_POINT);
  for (int b = 0; b < BUCKETS; b++) d->begin[b + 1] += d->begin[b];
  const int count = d->begin[BUCKETS];
  for (int i = 0; i < all; i++)
    if (!(d->state[i] & BURL__NEAR_POINT))
      d->order[d->begin[d->rank[i] >> (RANK_BITS - BUCKET_BITS)]++] = (uint64_t)d->rank[i] << 32 | (uint64_t)i;
  for (int k = 1; k < count; k++) {
    const uint64_t one = d->order[k];
    int at = k;
    for (; at > 0 && comes_before(d, one, d->order[at - 1]); at--) d->order[at] = d->order[at - 1];
    d->order[at] = one;
  }
  return count;
}

/* ---- Darts ---------------------------------------------------------------------------------------- */

static int at_least(int a, int least) { return a < least ? least : a; }
static int at_most(int a, int most) { return a > most ? most : a; }

/* How many cells to each side something may be near a candidate, so many rows off.  Those at the corners are too far
 * away. */
static int reach_in_row(int reach, int rows_off) { return rows_off == reach || rows_off == -reach ? reach - 1 : reach; }

/* Marks what is near a place in some cells that follow one another. */
static void mark_cells(burl__darts *d, int begin, int end, uint16_t x, uint16_t y, uint16_t mark) {
  const uint16_t *const across = d->across, *const down = d->down;
  uint16_t *const state = d->state;
  for (int q = begin * d->per_cell; q < end * d->per_cell; q++) {
    const int16_t dx = (int16_t)(uint16_t)(across[q] - x), dy = (int16_t)(uint16_t)(down[q] - y);
    state[q] |= dx * dx + dy * dy < BURL__RADIUS2 ? mark : 0;
  }
}

/* The same where radii vary: nearer than the larger of the two. */
static void mark_cells_within(burl__darts *d, int begin, int end, int i, uint16_t mark) {
  const uint16_t *const across = d->across, *const down = d->down, x = across[i], y = down[i];
  const int32_t *const radius2 = d->radius2, own = radius2[i];
  uint16_t *const state = d->state;
  for (int q = begin * d->per_cell; q < end * d->per_cell; q++) {
    const int16_t dx = (int16_t)(uint16_t)(across[q] - x), dy = (int16_t)(uint16_t)(down[q] - y);
    state[q] |= dx * dx + dy * dy < at_least(radius2[q], own) ? mark : 0;
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
  for (int k = at_least(row - d->reach, 0); k <= at_most(row + d->reach, last); k++) {
    const int reach = reach_in_row(d->reach, k - row), begin = k * d->side + at_least(column - reach, 0),
              end = k * d->side + at_most(column + reach, last) + 1, is_known = mark == BURL__NEAR_POINT;
    if (is_known && !d->radius2) mark_cells(d, begin, end, x, y, mark);
    if (is_known && d->radius2) mark_cells_within(d, begin, end, i, mark);
    for (int c = begin; c < end && !is_known; c++) {
      if (d->is_marked[c]) continue;
      if (d->radius2) mark_cells_within(d, c, c + 1, i, mark);
      else mark_cells(d, c, c + 1, x, y, mark);
      d->is_marked[c] = (unsigned char)are_all(d, c, mark);
    }
  }
}

void burl__darts_throw(burl__darts *d) {
  const int count = sort_candidates(d);
  for (int k = 0; k < count; k++) {
    const int i = (int)(d->order[k] & UINT32_MAX), state = d->state[i];
    if (state & BURL__NEAR_POINT) continue;
    mark_near(d, i, state & BURL__NEAR_UNKNOWN ? BURL__NEAR_UNKNOWN : BURL__NEAR_POINT);
    d->state[i] =
        state & BURL__NEAR_UNKNOWN ? BURL__IS_UNKNOWN | BURL__NEAR_UNKNOWN : BURL__IS_POINT | BURL__NEAR_POINT;
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
    if (!(d->state[i] & BURL__IS_POINT)) continue;
    to->x = d->across[i] % BURL__CELL_PLACES, to->y = d->down[i] % BURL__CELL_PLACES;
    to->hash = hash_spread((uint32_t)d->rank[i]);
    return 1;
  }
  if (!(all & BURL__IS_UNKNOWN) || !burl__spaced_point(&d->spaced, cell, at, &to->hash)) return 0;
  to->x = (int)(at[0] * BURL__CELL_PLACES), to->y = (int)(at[1] * BURL__CELL_PLACES);
  return 1;
}

int burl__darts_side(const burl__noise *n) { return n->parts > 4 ? MOST_SIDE / 2 : MOST_SIDE; }

size_t burl__darts_room(const burl__noise *n) { return burl__darts_size(n, burl__darts_side(n) + 2 * MARGIN, 0); }

void burl__darts_begin(burl__darts *d, const burl__noise *n) {
  burl__darts_open(d, n, burl__darts_side(n) + 2 * MARGIN, 0);
  burl__begin_spaced(n, &d->spaced);
}

int burl__darts_find(burl__darts *d, const int64_t first[2], burl__dart *to) {
  const int64_t around[2] = {first[0] - MARGIN, first[1] - MARGIN};
  int count = 0;
  burl__darts_place(d, around);
  burl__darts_throw(d);
  for (int row = MARGIN; row < d->side - MARGIN; row++)
    for (int column = MARGIN; column < d->side - MARGIN; column++) {
      if (!point_of_cell(d, column, row, &to[count])) continue;
      to[count].cell[0] = first[0] + column - MARGIN;
      to[count++].cell[1] = first[1] + row - MARGIN;
    }
  return count;
}
