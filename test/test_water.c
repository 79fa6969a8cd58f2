/* Water depends on heights alone: on no order, on no place in the grid, and on directions only where these decide
 * between equal ones.  Receivers over level ground are held against distances counted slowly. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "terrain/flood.h"
#include "terrain/gather.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { MOST = 64 * 64 };
static const burl__sea dry = {-INFINITY, 0};

/* A grid and what is found over it. */
typedef struct {
  burl__ground ground;
  float height[MOST], filled[MOST], breached[MOST];
  unsigned char receiver[MOST]; /* over the filled heights */
  uint32_t count[MOST];         /* of the cells that drain through each */
} basin;

static uint64_t scratch[4 * MOST];

static int cells_of(const basin *b) { return (int)burl__cells_of(&b->ground); }

static void find_receivers(const burl__ground *g, const float *heights, burl__sea sea, unsigned char *receiver) {
  burl__find_sea(g, heights, sea, (uint32_t *)scratch, receiver);
  burl__find_receivers(g, heights, (uint32_t *)scratch, receiver);
}

static void count_cells(const burl__ground *g, const unsigned char *receiver, uint32_t *count) {
  static unsigned char waiting[MOST];
  static uint32_t order[MOST];
  burl__gather(g, receiver, waiting, order, count);
}

static void find_water(basin *b, burl__sea sea) {
  const size_t bytes = (size_t)cells_of(b) * sizeof *b->height;
  memcpy(b->filled, b->height, bytes);
  memcpy(b->breached, b->height, bytes);
  burl__fill_hollows(&b->ground, sea, scratch, b->filled);
  burl__breach_hollows(&b->ground, sea, scratch, b->breached);
  find_receivers(&b->ground, b->filled, sea, b->receiver);
  count_cells(&b->ground, b->receiver, b->count);
}

/* ---- Grounds ------------------------------------------------------------------------------------- */

static double chance(uint32_t i, uint32_t seed) {
  uint32_t h = (i + 1) * 0x9E3779B1u ^ (seed + 1) * 0x85EBCA77u;
  h = (h ^ h >> 16) * 0x7FEB352Du;
  h = (h ^ h >> 15) * 0x846CA68Bu;
  return (double)(h ^ h >> 16) / 4294967296.0;
}

/* A sum of waves and chance: in whole numbers (ties and level ground everywhere), fine, with holes, level, of two
 * heights. */
enum { WHOLE, COARSE, FINE, HOLED, LEVEL, BINARY, KINDS };

static float height_at(int kind, uint32_t seed, int x, int y) {
  const double turn = 6.3 * chance(0, seed), other = 6.3 * chance(1, seed), some = chance((uint32_t)(64 * y + x), seed),
               wave = sin(x / 6.0 + turn) + cos(y / 5.0 + other) + 0.6 * sin((x + y) / 3.0 + other) + 0.4 * some;
  switch (kind) {
  case WHOLE: return (float)floor(6 * wave);
  case COARSE: return (float)floor(1.5 * wave);
  case FINE: return (float)wave;
  case HOLED: return chance((uint32_t)(64 * (y / 5) + x / 5), seed) < 0.1 ? NAN : (float)floor(4 * wave);
  case LEVEL: return 7;
  default: return some < 0.4 ? 0.0f : 1.0f;
  }
}

static void raise_ground(basin *b, int kind, uint32_t seed, int nx, int ny) {
  b->ground = (burl__ground){.nx = nx, .ny = ny, .dx = 3, .dy = seed % 2 ? 3 : -4};
  for (int i = 0; i < nx * ny; i++) b->height[i] = height_at(kind, seed, i % nx, i / nx);
}

static void for_each_ground(void (*check)(const basin *b, int kind, uint32_t seed)) {
  static const int sizes[][2] = {{47, 36}, {64, 64}, {40, 1}, {1, 33}, {2, 9}, {1, 1}};
  static basin b;
  for (int size = 0; size < COUNT(sizes); size++)
    for (int kind = 0; kind < KINDS; kind++)
      for (uint32_t seed = 0; seed < 4; seed++) {
        raise_ground(&b, kind, seed, sizes[size][0], sizes[size][1]);
        find_water(&b, dry);
        check(&b, kind, seed);
      }
}

/* ---- All of it drains ---------------------------------------------------------------------------- */

static int leaves(const basin *b, int cell) {
  return isnan(b->height[cell]) || burl__ends_beside(&b->ground, b->height, cell);
}

/* No receiver is higher, none is missing, and all water comes to an end: there is no circle. */
static void check_drained(const basin *b, const float *heights, const unsigned char *receiver) {
  static uint32_t count[MOST];
  uint32_t drained = 0;
  count_cells(&b->ground, receiver, count);
  for (int cell = 0; cell < cells_of(b); cell++) {
    const int64_t next = burl__receiver_of(&b->ground, receiver, cell);
    if (next < 0) assert_true(receiver[cell] == BURL__STAYS && leaves(b, cell));
    else assert_true(heights[next] <= heights[cell]);
    if (next < 0) drained += count[cell];
  }
  assert_int_equal(drained, cells_of(b));
}

/* Water of equal height that goes in a circle would never be counted; of whole numbers come whole numbers. */
static void check_all_drains(const basin *b, int kind, uint32_t seed) {
  static unsigned char receiver[MOST];
  (void)seed;
  check_drained(b, b->filled, b->receiver);
  find_receivers(&b->ground, b->breached, dry, receiver);
  check_drained(b, b->breached, receiver);
  for (int cell = 0; cell < cells_of(b); cell++) {
    if (isnan(b->height[cell])) continue;
    assert_true(b->filled[cell] >= b->height[cell] && b->breached[cell] <= b->height[cell]);
    if (kind == FINE) continue;
    assert_true(floorf(b->filled[cell]) == b->filled[cell] && floorf(b->breached[cell]) == b->breached[cell]);
  }
}

static void test_all_drains(void **state) {
  (void)state;
  for_each_ground(check_all_drains);
}

/* ---- Level ground -------------------------------------------------------------------------------- */

enum { FAR = 1 << 20 };

static int has_neighbour(const basin *b, int cell, int sign) {
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(&b->ground, cell, d);
    if (beside >= 0 && (float)sign * b->filled[beside] > (float)sign * b->filled[cell]) return 1;
  }
  return 0;
}

/* Steps over level ground, until nothing changes: where[cell] is 0 where they begin, FAR where none lead. */
static void relax(const basin *b, const char *passes, int *where) {
  for (int changed = 1; changed;) {
    changed = 0;
    for (int cell = 0; cell < cells_of(b); cell++)
      for (int d = 0; d < 8 && passes[cell]; d++) {
        const int64_t beside = burl__neighbour(&b->ground, cell, d);
        if (beside < 0 || b->filled[beside] != b->filled[cell] || where[beside] + 1 >= where[cell]) continue;
        where[cell] = where[beside] + 1, changed = 1;
      }
  }
}

/* Whether water goes from a cell over level ground in one direction rather than in another. */
static int is_better(const basin *b, const int *away, int cell, int d, int than) {
  const int64_t here = burl__neighbour(&b->ground, cell, d), there = burl__neighbour(&b->ground, cell, than);
  double step[8];
  burl__measure_steps(&b->ground, step);
  if (away[here] != away[there]) return away[here] > away[there];
  return step[d] != step[than] ? step[d] < step[than] : d < than;
}

static void check_level_ground(const basin *b, int kind, uint32_t seed) {
  static int out[MOST], away[MOST];
  static char is_level[MOST];
  (void)kind, (void)seed;
  for (int cell = 0; cell < cells_of(b); cell++) {
    is_level[cell] = !isnan(b->height[cell]) && !has_neighbour(b, cell, -1) && !leaves(b, cell);
    out[cell] = is_level[cell] ? FAR : 0;
    away[cell] = is_level[cell] && has_neighbour(b, cell, 1) ? 0 : FAR;
  }
  relax(b, is_level, out);
  relax(b, is_level, away);
  for (int cell = 0; cell < cells_of(b); cell++) {
    int best = -1;
    if (!is_level[cell]) continue;
    for (int d = 0; d < 8; d++) {
      const int64_t beside = burl__neighbour(&b->ground, cell, d);
      if (b->filled[beside] != b->filled[cell] || out[beside] >= out[cell]) continue;
      if (best < 0 || is_better(b, away, cell, d, best)) best = d;
    }
    assert_int_equal(b->receiver[cell], best);
  }
}

static void test_level_ground(void **state) {
  (void)state;
  for_each_ground(check_level_ground);
}

/* Over a long level floor between walls water leaves these and gathers: in a line across one cell has nearly all. */
static void test_floors_gather(void **state) {
  static basin b;
  enum { LONG = 64, WIDE = 21 };
  (void)state;
  b.ground = (burl__ground){.nx = LONG, .ny = WIDE, .dx = 1, .dy = 1};
  for (int i = 0; i < LONG * WIDE; i++) {
    const int x = i % LONG, y = i / LONG, is_wall = y == 0 || y == WIDE - 1 || x == LONG - 1 || x == 0;
    b.height[i] = is_wall && !(x == 0 && y == WIDE / 2) ? 9 : 5;
  }
  find_water(&b, dry);
  for (int x = 1; x < LONG - WIDE; x++) {
    uint32_t most = 0;
    for (int y = 1; y < WIDE - 1; y++) most = b.count[y * LONG + x] > most ? b.count[y * LONG + x] : most;
    assert_true(most >= (uint32_t)((LONG - WIDE - x) * (WIDE - 2)));
  }
}

/* A hollow with a level bottom behind a level dam is cut once, straight to the edge. */
static void test_level_hollows_are_cut_once(void **state) {
  static basin b;
  int lowered = 0;
  (void)state;
  b.ground = (burl__ground){.nx = 40, .ny = 30, .dx = 1, .dy = 1};
  for (int i = 0; i < 1200; i++) b.height[i] = i % 40 >= 6 && i % 40 < 34 && i / 40 >= 3 && i / 40 < 26 ? 1 : 9;
  find_water(&b, dry);
  for (int i = 0; i < 1200; i++) lowered += b.breached[i] < b.height[i];
  assert_int_equal(lowered, 3);
}

/* Two hollows of the same height beside the same lip have one way out, which leaves at the edge. */
static void test_hollows_share_a_way(void **state) {
  static basin b;
  int lowered = 0;
  (void)state;
  b.ground = (burl__ground){.nx = 11, .ny = 9, .dx = 1, .dy = 1};
  for (int i = 0; i < 99; i++) b.height[i] = i / 11 == 4 && i % 11 > 4 ? 5 : 9;
  b.height[3 * 11 + 4] = b.height[5 * 11 + 4] = 1;
  find_water(&b, dry);
  for (int i = 0; i < 99; i++) lowered += b.breached[i] < b.height[i];
  assert_int_equal(lowered, 6);
}

/* ---- Breaches, by looking at all cells in each step ------------------------------------------------ */

enum { UNSEEN = -2, OUTLET = -1 };

/* The flood as a list of steps: in each, all cells of the least height that it has reached go on together. */
typedef struct {
  float height[MOST];
  int from[MOST];    /* the neighbour from which the flood came */
  char passed[MOST]; /* whether it has gone on from there */
  char front[MOST];
  char is_cut[MOST];
} slow_flood;

static int has_lower(const basin *b, const float *heights, int cell) {
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(&b->ground, cell, d);
    if (beside >= 0 && heights[beside] < heights[cell]) return 1;
  }
  return 0;
}

/* Marks level ground from a cell on; whether it is a hollow's bottom. */
static int is_bottom(const basin *b, int cell, char *marks) {
  int is_closed = !leaves(b, cell) && !has_lower(b, b->height, cell);
  marks[cell] = 1;
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(&b->ground, cell, d);
    if (beside >= 0 && !marks[beside] && b->height[beside] == b->height[cell])
      is_closed &= is_bottom(b, (int)beside, marks);
  }
  return is_closed;
}

static int take_front(const basin *b, slow_flood *f) {
  float least = INFINITY;
  int count = 0;
  for (int cell = 0; cell < cells_of(b); cell++)
    if (f->from[cell] != UNSEEN && !f->passed[cell]) least = fminf(least, b->height[cell]), count++;
  for (int cell = 0; cell < cells_of(b); cell++)
    f->front[cell] = f->from[cell] != UNSEEN && !f->passed[cell] && b->height[cell] == least;
  return count;
}

static int drains(const basin *b, const slow_flood *f, int cell) {
  return f->from[cell] == OUTLET || has_lower(b, f->height, cell);
}

static void cut_slowly(const basin *b, slow_flood *f, int bottom) {
  const float height = f->height[bottom];
  int cell = bottom;
  for (int is_level = 1; !drains(b, f, cell); is_level = is_level && b->height[cell] == height) {
    const int next = f->from[cell];
    if (is_level && b->height[next] == height && !f->is_cut[next]) {
      cell = next;
      continue;
    }
    if (f->height[next] <= height) return;
    f->height[next] = height, f->is_cut[next] = 1;
    cell = next;
  }
}

static void advance(const basin *b, slow_flood *f) {
  double step[8];
  burl__measure_steps(&b->ground, step);
  for (int cell = 0; cell < cells_of(b); cell++) {
    double nearest = INFINITY;
    if (f->from[cell] != UNSEEN || isnan(b->height[cell])) continue;
    for (int d = 0; d < 8; d++) { /* the directions of the flood */
      const int64_t beside = burl__neighbour(&b->ground, cell, (d + 4) % 8);
      if (beside >= 0 && f->front[beside] && step[d] < nearest) nearest = step[d], f->from[cell] = (int)beside;
    }
  }
  for (int cell = 0; cell < cells_of(b); cell++) f->passed[cell] |= f->front[cell];
}

static void check_breach(const basin *b, int kind, uint32_t seed) {
  static slow_flood f;
  static char marks[MOST], bottoms[MOST];
  if (seed > 1 || cells_of(b) == MOST) return;
  memcpy(f.height, b->height, sizeof f.height);
  memset(f.passed, 0, sizeof f.passed), memset(f.is_cut, 0, sizeof f.is_cut), memset(marks, 0, sizeof marks);
  for (int cell = 0; cell < cells_of(b); cell++) {
    f.from[cell] = !isnan(b->height[cell]) && leaves(b, cell) ? OUTLET : UNSEEN;
    bottoms[cell] =
        !isnan(b->height[cell]) && !marks[cell] && !has_lower(b, b->height, cell) && is_bottom(b, cell, marks);
  }
  while (take_front(b, &f)) {
    for (int cell = 0; cell < cells_of(b); cell++)
      if (f.front[cell] && bottoms[cell]) cut_slowly(b, &f, cell);
    advance(b, &f);
  }
  for (int cell = 0; cell < cells_of(b); cell++)
    if (!isnan(b->height[cell]) && f.height[cell] != b->breached[cell])
      fail_msg("kind %d, seed %d: cell %d of %d x %d is at %g, not %g", kind, (int)seed, cell, b->ground.nx,
               b->ground.ny, (double)b->breached[cell], (double)f.height[cell]);
}

static void test_breaches(void **state) {
  (void)state;
  for_each_ground(check_breach);
}

/* ---- Symmetry ------------------------------------------------------------------------------------ */

/* The cell of a grid that is mirrored (1: left and right, 2: up and down) and turned (4: x and y change places). */
static int moved(const burl__ground *g, int how, int cell) {
  int x = cell % g->nx, y = cell / g->nx, nx = g->nx;
  if (how & 1) x = g->nx - 1 - x;
  if (how & 2) y = g->ny - 1 - y;
  if (how & 4) {
    const int other = x;
    x = y, y = other, nx = g->ny;
  }
  return y * nx + x;
}

static int is_same(float a, float b) { return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)); }

/* Filled heights are mirrored and turned with the ground.  Breaches and receivers are, too, where no directions are
 * equal. */
static void check_symmetries(const basin *b, int kind, uint32_t seed) {
  static basin other;
  (void)seed;
  for (int how = 1; how < 8; how++) {
    other.ground = b->ground;
    if (how & 4) {
      other.ground =
          (burl__ground){.nx = b->ground.ny, .ny = b->ground.nx, .dx = fabs(b->ground.dy), .dy = fabs(b->ground.dx)};
    }
    for (int cell = 0; cell < cells_of(b); cell++) other.height[moved(&b->ground, how, cell)] = b->height[cell];
    find_water(&other, dry);
    for (int cell = 0; cell < cells_of(b); cell++) {
      const int to = moved(&b->ground, how, cell);
      assert_true(is_same(other.filled[to], b->filled[cell]));
      if (kind == FINE) assert_true(is_same(other.breached[to], b->breached[cell]));
    }
  }
}

static void test_symmetries(void **state) {
  (void)state;
  for_each_ground(check_symmetries);
}

/* A model amid missing ground: wherever it lies, with other numbers of its cells, everything is the same. */
static void check_places(const basin *b, int kind, uint32_t seed) {
  static basin first, other;
  static const int places[][2] = {{0, 0}, {1, 0}, {0, 1}, {5, 3}, {17, 28}};
  (void)kind, (void)seed;
  if (b->ground.nx > 47) return;
  for (int place = 0; place < COUNT(places); place++) {
    basin *const to = place == 0 ? &first : &other;
    const int x0 = places[place][0], y0 = places[place][1];
    to->ground = (burl__ground){.nx = 64, .ny = 64, .dx = b->ground.dx, .dy = b->ground.dy};
    for (int i = 0; i < MOST; i++) to->height[i] = NAN;
    for (int cell = 0; cell < cells_of(b); cell++)
      to->height[(cell / b->ground.nx + y0) * 64 + cell % b->ground.nx + x0] = b->height[cell];
    find_water(to, dry);
    for (int cell = 0; cell < cells_of(b); cell++) {
      const int at = cell / b->ground.nx * 64 + cell % b->ground.nx, there = at + y0 * 64 + x0;
      assert_true(is_same(to->filled[there], first.filled[at]) && is_same(to->breached[there], first.breached[at]));
      assert_true(to->receiver[there] == first.receiver[at] && to->count[there] == first.count[at]);
    }
  }
}

static void test_places(void **state) {
  (void)state;
  for_each_ground(check_places);
}

/* Heights of 0 and of -0 are the same height: neither is left where the other might have been. */
static void test_signs_of_zero(void **state) {
  static basin b;
  (void)state;
  b.ground = (burl__ground){.nx = 7, .ny = 7, .dx = 1, .dy = 1};
  for (int how = 0; how < 2; how++) {
    for (int i = 0; i < 49; i++) {
      const int x = i % 7, y = i / 7, is_lip = x == 0 || y == 0 || x == 6 || y == 6;
      b.height[i] = is_lip ? ((x + how) % 2 ? 0.0f : -0.0f) : -1.0f;
    }
    find_water(&b, dry);
    for (int i = 0; i < 49; i++)
      if (b.height[i] < 0) assert_true(!signbit(b.filled[i]));
  }
}

/* ---- The sea ------------------------------------------------------------------------------------- */

/* Land with a bay on the left and a pan on the right, both below the sea; the bay's depth goes on by a corner. */
static void raise_coast(basin *b) {
  b->ground = (burl__ground){.nx = 30, .ny = 20, .dx = 5, .dy = 5};
  for (int i = 0; i < 600; i++) {
    const int x = i % 30, y = i / 30;
    b->height[i] = (float)(10 + (x * 7 + y * 13) % 5);
    if (x < 8) b->height[i] = -2;
    if (x == 8 && y == 8) b->height[i] = 0;
    if (x == 9 && y == 9) b->height[i] = -5;
    if (hypot(x - 20, y - 10) < 4) b->height[i] = (float)hypot(x - 20, y - 10) - 8;
  }
}

static void test_which_ground_is_sea(void **state) {
  static basin b;
  static unsigned char mask[MOST];
  (void)state;
  raise_coast(&b);
  burl__find_sea(&b.ground, b.height, (burl__sea){0, 0}, (uint32_t *)scratch, mask);
  for (int i = 0; i < 600; i++) assert_int_equal(mask[i], b.height[i] <= 0 && i % 30 < 12);
  burl__find_sea(&b.ground, b.height, (burl__sea){0, 1}, (uint32_t *)scratch, mask);
  for (int i = 0; i < 600; i++) assert_int_equal(mask[i], b.height[i] <= 0);
  burl__find_sea(&b.ground, b.height, dry, (uint32_t *)scratch, mask);
  for (int i = 0; i < 600; i++) assert_int_equal(mask[i], 0);
  b.height[10 * 30 + 20] = NAN; /* where the ground ends, the sea begins */
  burl__find_sea(&b.ground, b.height, (burl__sea){0, 0}, (uint32_t *)scratch, mask);
  for (int i = 0; i < 600; i++) assert_int_equal(mask[i], b.height[i] <= 0);
}

/* The pan drains to the sea, over its lip or by a cut, and the sea is what it was. */
static void test_pans_drain(void **state) {
  static basin b;
  static unsigned char mask[MOST], after[MOST], receiver[MOST];
  static uint32_t count[MOST];
  (void)state;
  for (int level = -1; level < 2; level++) {
    const burl__sea sea = {(float)level, 0};
    raise_coast(&b);
    find_water(&b, sea);
    burl__find_sea(&b.ground, b.height, sea, (uint32_t *)scratch, mask);
    const float *const made[2] = {b.filled, b.breached};
    for (int m = 0; m < 2; m++) {
      uint32_t drained = 0;
      burl__find_sea(&b.ground, made[m], sea, (uint32_t *)scratch, after);
      assert_memory_equal(mask, after, 600);
      find_receivers(&b.ground, made[m], sea, receiver);
      count_cells(&b.ground, receiver, count);
      for (int i = 0; i < 600; i++) {
        if (mask[i]) assert_true(made[m][i] == b.height[i] && receiver[i] == BURL__STAYS);
        else assert_true(made[m][i] > sea.level && receiver[i] != BURL__PIT);
        if (receiver[i] == BURL__STAYS) drained += count[i];
      }
      assert_int_equal(drained, 600);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_drains),
      cmocka_unit_test(test_level_ground),
      cmocka_unit_test(test_level_hollows_are_cut_once),
      cmocka_unit_test(test_floors_gather),
      cmocka_unit_test(test_hollows_share_a_way),
      cmocka_unit_test(test_breaches),
      cmocka_unit_test(test_symmetries),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_signs_of_zero),
      cmocka_unit_test(test_which_ground_is_sea),
      cmocka_unit_test(test_pans_drain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
