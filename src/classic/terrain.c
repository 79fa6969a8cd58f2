/* Terrain by midpoint displacement on an n x n grid of integers, from the article on fractal
 * terrain; what sets the cells of grids above 257 x 257, which the article's recursion doesn't
 * reach, is ours.  src/terrain calls this.
 *
 * The article's recursion always goes as deep as the number of levels can be halved, and so draws
 * from rand() long after the squares have shrunk to adjacent cells: 21,845 draws for 256 levels,
 * 4e17 for the most levels.  A draw maps the state s to a*s + b, and so does any number of draws.
 * A square without cells left to set is therefore skipped in one step, by the map of all the draws
 * below it. */
#include <assert.h>
#include <stddef.h>

#include "classic.h"

enum { DEPTHS = 32, UNSET = -1 };

/* s -> multiply * s + add, modulo 2^32. */
typedef struct {
  uint32_t multiply, add;
} affine;

/* The state of the recursion over the grid.  skip[d]: the draws of a square at depth d and of all
 * squares below it. */
typedef struct {
  int *cells, n, levels;
  uint32_t rand;
  affine skip[DEPTHS];
} walk;

/* A square (nearly: sides may differ by one), corners included. */
typedef struct {
  int left, top, right, bottom;
} square;

/* A square's centre (x, y), and the means of the corners around it and its sides' middles. */
typedef struct {
  int x, y, centre, top, bottom, left, right;
} middle;

/* ---- Draws ---- */

/* The composition: f is applied first, then g. */
static affine then(affine f, affine g) { return (affine){f.multiply * g.multiply, f.add * g.multiply + g.add}; }

/* A square at depth d is displaced by up to half of levels >> d: one draw if that is over 1, and
 * four squares more. */
static void count_draws(walk *w) {
  const affine draw = {RAND_MULTIPLIER, RAND_INCREMENT}, none = {1, 0};
  w->skip[DEPTHS - 1] = none;
  for (int d = DEPTHS - 2; d >= 0; d--) {
    const affine below = then(w->skip[d + 1], w->skip[d + 1]);
    w->skip[d] = w->levels >> d > 1 ? then(draw, then(below, below)) : none;
  }
}

/* ---- Cells ---- */

static int *cell(const walk *w, int x, int y) { return &w->cells[(size_t)x * (size_t)w->n + (size_t)y]; }

/* Sets a cell that isn't set yet: adjacent squares share their sides, which the first of them
 * sets. */
static void put(const walk *w, int x, int y, int value) {
  int *const c = cell(w, x, y);
  if (*c == UNSET) *c = value;
}

static middle middle_of(const walk *w, square s) {
  const int a = *cell(w, s.left, s.top), b = *cell(w, s.right, s.top);
  const int c = *cell(w, s.left, s.bottom), d = *cell(w, s.right, s.bottom);
  assert(a >= 0 && b >= 0 && c >= 0 && d >= 0);
  return (middle){.x = (s.left + s.right) / 2,
                  .y = (s.top + s.bottom) / 2,
                  .centre = (a + b + c + d) / 4,
                  .top = (a + b) / 2,
                  .bottom = (c + d) / 2,
                  .left = (a + c) / 2,
                  .right = (b + d) / 2};
}

static void put_sides(const walk *w, square s, middle m) {
  put(w, m.x, s.top, m.top);
  put(w, m.x, s.bottom, m.bottom);
  put(w, s.left, m.y, m.left);
  put(w, s.right, m.y, m.right);
}

static square quarter(square s, middle m, int i) {
  const square quarters[4] = {{s.left, s.top, m.x, m.y},
                              {m.x, s.top, s.right, m.y},
                              {s.left, m.y, m.x, s.bottom},
                              {m.x, m.y, s.right, s.bottom}};
  return quarters[i];
}

/* Whether a square is nothing but its corners, which are set before it is reached. */
static int is_set(square s) { return s.right - s.left <= 1 && s.bottom - s.top <= 1; }

/* ---- The two recursions ---- */

static int displaced(walk *w, int value, int height) {
  if (height > 1) value += burl_classic_rand(&w->rand) % height - height / 2;
  return value < 0 ? 0 : value < w->levels ? value : w->levels - 1;
}

/* The article's recursion. */
static void split(walk *w, square s, int depth) {
  if (is_set(s)) {
    w->rand = w->skip[depth].multiply * w->rand + w->skip[depth].add;
    return;
  }
  const int height = w->levels >> depth;
  const middle m = middle_of(w, s);
  put(w, m.x, m.y, displaced(w, m.centre, height));
  if (height <= 1) return;
  put_sides(w, s, m);
  for (int i = 0; i < 4; i++) split(w, quarter(s, m, i), depth + 1);
}

/* Ours, for cells that the article's recursion has not set: the same without displacement, down to
 * single cells. */
static void finish(const walk *w, square s) {
  if (is_set(s)) return;
  const middle m = middle_of(w, s);
  put(w, m.x, m.y, m.centre);
  put_sides(w, s, m);
  for (int i = 0; i < 4; i++) finish(w, quarter(s, m, i));
}

static int any_unset(const int *cells, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (cells[i] == UNSET) return 1;
  return 0;
}

void burl_classic_midpoint(int n, uint32_t seed, int levels, int *cells) {
  if (n < 1 || levels < 1) return;
  const size_t count = (size_t)n * (size_t)n;
  for (size_t i = 0; i < count; i++) cells[i] = UNSET;

  /* The corners, each drawn even where they are one cell. */
  walk w = {.cells = cells, .n = n, .levels = levels, .rand = seed};
  const square all = {0, 0, n - 1, n - 1};
  *cell(&w, all.left, all.top) = burl_classic_rand(&w.rand) % levels;
  *cell(&w, all.right, all.top) = burl_classic_rand(&w.rand) % levels;
  *cell(&w, all.left, all.bottom) = burl_classic_rand(&w.rand) % levels;
  *cell(&w, all.right, all.bottom) = burl_classic_rand(&w.rand) % levels;

  count_draws(&w);
  split(&w, all, 0);
  if (any_unset(cells, count)) finish(&w, all);
}
