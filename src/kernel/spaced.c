/* The points of scatter().  A cell's side is r/√2, so that it holds one point at most.  It is cut into n->parts by
 * n->parts equal parts; each has one candidate, at a hashed place in it and of a hashed rank.  A candidate is a point
 * if no point of an earlier rank is nearer than r: dart throwing in an order that every place knows.  Ranks fall along
 * any chain of candidates that are asked for, so that it ends, and soon: of k candidates, at most 2π·parts² of them
 * near each one, the ranks fall in one of k! orders.  A candidate is a point or within r of one, so that no place is
 * farther than r(1 + 1/parts) from a point.
 *
 * Sources: R. Cook, "Stochastic Sampling in Computer Graphics", 1986 (dart throwing); L.-Y. Wei, "Parallel Poisson Disk
 * Sampling", 2008, which fixes an order of cells; Y. Yoshida, M. Yamamoto and H. Ito, "An Improved Constant-Time
 * Approximation Algorithm for Maximum Independent Sets", 2009 (how few are asked on average). */
#include "kernel/spaced.h"

#include <stdlib.h>
#include <string.h>

#include "noise/hash.h"

enum { RANK_OUT = INT32_MAX, UNKNOWN = -1 }; /* RANK_OUT: of what isn't a point, as ranks have 30 bits */

void burl__make_candidates(const burl__noise *n, const uint32_t cell[2], int16_t *x, int16_t *y, int32_t *rank) {
  const uint32_t parts = (uint32_t)n->parts, side = BURL__CELL_PLACES / parts;
  const point_keys key = {hash_axis(n, 0, cell[0]), hash_axis(n, 1, cell[1]), 0, 0};
  const uint32_t hash = hash_of_keys(n, key);
  for (uint32_t part = 0; part < parts * parts; part++) {
    const uint32_t place = hash_spread(hash + part * 0x632BE5ABu);
    x[part] = (int16_t)(part % parts * side + ((place & 0xFFFFu) * side >> 16));
    y[part] = (int16_t)(part / parts * side + ((place >> 16) * side >> 16));
    rank[part] = (int32_t)(hash_spread(place) >> 2);
  }
}

int burl__is_earlier(int parts, const burl__candidate *p, const burl__candidate *q) {
  const int p_line = p->part / parts, q_line = q->part / parts;
  if (p->rank != q->rank) return p->rank < q->rank;
  if (p->cell[1] != q->cell[1]) return p->cell[1] < q->cell[1];
  if (p_line != q_line) return p_line < q_line;
  return p->cell[0] != q->cell[0] ? p->cell[0] < q->cell[0] : p->part < q->part;
}

static int slot_of(const burl__spaced *s, const uint32_t cell[2]) {
  const uint32_t side = (uint32_t)s->side;
  return (int)((cell[1] & (side - 1)) * side + (cell[0] & (side - 1)));
}

static int is_remembered(const burl__spaced *s, const uint32_t cell[2]) {
  const burl__asked_cell *const at = &s->cells[slot_of(s, cell)];
  return at->is_made && at->number[0] == cell[0] && at->number[1] == cell[1];
}

/* Where the cell is remembered; its candidates are made if it isn't yet. */
static int remember(burl__spaced *s, const uint32_t cell[2]) {
  const int slot = slot_of(s, cell), from = slot * s->per_cell;
  if (is_remembered(s, cell)) return slot;
  burl__make_candidates(s->n, cell, s->x + from, s->y + from, s->rank + from);
  s->cells[slot] = (burl__asked_cell){{cell[0], cell[1]}, 1, UNKNOWN};
  return slot;
}

/* A cell that a candidate may be near to: which one, and from where to where it is from the candidate. */
typedef struct {
  uint32_t cell[2];
  int dx, dy;
} near_cell;

/* The cells within BURL__REACH, but the corners, whose candidates are all too far away. */
enum { NEAR_CELLS = (2 * BURL__REACH + 1) * (2 * BURL__REACH + 1) - 4 };
static void take_near_cells(const burl__noise *n, const burl__candidate *p, near_cell to[NEAR_CELLS]) {
  int count = 0;
  for (int y = -BURL__REACH; y <= BURL__REACH; y++)
    for (int x = -BURL__REACH; x <= BURL__REACH; x++)
      if (abs(x) < BURL__REACH || abs(y) < BURL__REACH)
        to[count++] =
            (near_cell){{axis_neighbour(p->cell[0], x, n->period[0]), axis_neighbour(p->cell[1], y, n->period[1])},
                        x * BURL__CELL_PLACES - p->x,
                        y * BURL__CELL_PLACES - p->y};
}

/* Whether what lies at x and y of the cell is nearer than r. */
static int is_near(const near_cell *c, int x, int y) {
  return (x + c->dx) * (x + c->dx) + (y + c->dy) * (y + c->dy) < BURL__RADIUS2;
}

/* The earliest candidate of a cell that is near p and earlier than it, behind another one if that is given, and
 * earlier than *to, if that has one.  Whether it has one now. */
static int find_in_cell(burl__spaced *s, const near_cell *c, const burl__candidate *p, const burl__candidate *behind,
                        int any, burl__candidate *to) {
  const int from = remember(s, c->cell) * s->per_cell, parts = s->n->parts;
  const int32_t least = behind ? behind->rank : 0, most = any ? to->rank : p->rank;
  int hits = 0;
  for (int i = from; i < from + s->per_cell; i++)
    hits |= is_near(c, s->x[i], s->y[i]) & (s->rank[i] >= least) & (s->rank[i] <= most);
  for (int part = 0; part < s->per_cell && hits; part++) {
    const int i = from + part;
    const burl__candidate q = {{c->cell[0], c->cell[1]}, part, s->x[i], s->y[i], s->rank[i]};
    if (!is_near(c, q.x, q.y) || !burl__is_earlier(parts, &q, p)) continue;
    if ((behind && !burl__is_earlier(parts, behind, &q)) || (any && !burl__is_earlier(parts, &q, to))) continue;
    *to = q;
    any = 1;
  }
  return any;
}

static int find_rival(burl__spaced *s, const near_cell near[NEAR_CELLS], const burl__candidate *p,
                      const burl__candidate *behind, burl__candidate *to) {
  int any = 0;
  for (int k = 0; k < NEAR_CELLS; k++) any = find_in_cell(s, &near[k], p, behind, any, to);
  return any;
}

/* What is near a point is none. */
static void take_point(burl__spaced *s, const near_cell near[NEAR_CELLS], const burl__candidate *p) {
  for (int k = 0; k < NEAR_CELLS; k++) {
    if (!is_remembered(s, near[k].cell)) continue;
    const int from = slot_of(s, near[k].cell) * s->per_cell;
    for (int i = from; i < from + s->per_cell; i++)
      s->rank[i] = is_near(&near[k], s->x[i], s->y[i]) ? RANK_OUT : s->rank[i];
  }
  const int slot = remember(s, p->cell);
  s->cells[slot].point = p->part;
  s->rank[slot * s->per_cell + p->part] = p->rank;
}

/* Rivals are asked from the earliest on: most often one of the first is a point. */
static int is_point(burl__spaced *s, const uint32_t cell[2], int part) {
  const int slot = remember(s, cell), i = slot * s->per_cell + part;
  const burl__candidate p = {{cell[0], cell[1]}, part, s->x[i], s->y[i], s->rank[i]};
  near_cell near[NEAR_CELLS];
  burl__candidate q, next;
  if (s->cells[slot].point != UNKNOWN || p.rank == RANK_OUT) return s->cells[slot].point == part;
  take_near_cells(s->n, &p, near);
  for (int any = find_rival(s, near, &p, NULL, &q); any; q = next) {
    if (is_point(s, q.cell, q.part)) return 0;
    any = find_rival(s, near, &p, &q, &next);
  }
  take_point(s, near, &p);
  return 1;
}

void burl__begin_spaced(const burl__noise *n, burl__spaced *of) {
  of->n = n;
  of->per_cell = n->parts * n->parts;
  of->side = n->parts > 4 ? 16 : 32;
  memset(of->cells, 0, sizeof of->cells);
}

int burl__spaced_point(burl__spaced *of, const uint32_t cell[2], float at[2], uint32_t *hash) {
  for (int part = 0; part < of->per_cell; part++) {
    if (!is_point(of, cell, part)) continue;
    const int i = remember(of, cell) * of->per_cell + part;
    at[0] = (float)of->x[i] / BURL__CELL_PLACES;
    at[1] = (float)of->y[i] / BURL__CELL_PLACES;
    *hash = hash_spread((uint32_t)of->rank[i]);
    return 1;
  }
  return 0;
}
