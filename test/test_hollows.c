/* fill(h, deepest: d): which hollows are filled and which stay, held against each hollow's depth, found from its bottom
 * outwards, and against water that rises step by step. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ground.h"
#include "random_recipe.h"
#include "terrain/flood.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { MOST = 24 * 24 };
static const burl__sea dry = {-INFINITY, 0};

typedef struct {
  burl__ground ground;
  burl__sea sea;
  float height[MOST];
  char is_outlet[MOST]; /* at first where water leaves; then the bottoms of deep hollows, too */
} basin;

static uint64_t scratch[4 * MOST];

static int cells_of(const basin *b) { return (int)burl__cells_of(&b->ground); }

/* ---- Grounds ------------------------------------------------------------------------------------- */

/* In whole numbers, of which many are equal; in eighths; any floats, with holes; of two heights, -0 among them. */
enum { WHOLE, EIGHTHS, FINE, HOLED, BINARY, KINDS };

static float height_at(int kind) {
  const double some = random_below(1 << 20) / (double)(1 << 20);
  switch (kind) {
  case WHOLE: return (float)floor(9 * some);
  case EIGHTHS: return (float)(floor(60 * some) / 8);
  case FINE: return (float)(9 * some * some);
  case HOLED: return random_below(30) == 0 ? NAN : (float)floor(7 * some);
  default: return some < 0.3 ? -1.0f : some < 0.6 ? 0.0f : -0.0f;
  }
}

/* Ground whose hollows lie in one another, as a cell's height counts for those around it, too; half of it goes round,
 * and half has a sea. */
static void raise_ground(basin *b, int kind, int nx, int ny) {
  b->ground = (burl__ground){.nx = nx, .ny = ny, .dx = 2, .dy = -3};
  b->ground.is_round[0] = random_below(2) == 0, b->ground.is_round[1] = random_below(2) == 0;
  b->sea = random_below(2) == 0 ? dry : (burl__sea){2, random_below(2) == 0};
  for (int cell = 0; cell < nx * ny; cell++) b->height[cell] = height_at(kind);
  for (int cell = 1; cell < nx * ny; cell++)
    if (kind != HOLED && random_below(3) > 0) b->height[cell] = fmaxf(b->height[cell], b->height[cell - 1]);
}

/* ---- The same, slowly ---------------------------------------------------------------------------- */

static void find_outlets(basin *b) {
  static unsigned char sea[MOST];
  float least = INFINITY;
  int count = 0;
  burl__find_sea(&b->ground, b->height, b->sea, (uint32_t *)scratch, sea);
  for (int cell = 0; cell < cells_of(b); cell++) {
    b->is_outlet[cell] = sea[cell] || (!isnan(b->height[cell]) && burl__ends_beside(&b->ground, b->height, cell));
    count += b->is_outlet[cell];
    least = fminf(least, b->height[cell]);
  }
  for (int cell = 0; count == 0 && cell < cells_of(b); cell++) b->is_outlet[cell] = b->height[cell] == least;
}

/* The height that water from a cell has to get over on its way to lower ground or an outlet: what is wet grows by the
 * lowest cell beside it. */
static float lip_of(const basin *b, int bottom) {
  static char is_wet[MOST];
  float lip = b->height[bottom];
  memset(is_wet, 0, sizeof is_wet);
  for (int lowest = bottom; lowest >= 0;) {
    is_wet[lowest] = 1;
    lip = fmaxf(lip, b->height[lowest]);
    if (b->is_outlet[lowest] || b->height[lowest] < b->height[bottom]) return lip;
    lowest = -1;
    for (int cell = 0; cell < cells_of(b); cell++)
      for (int d = 0; d < 8 && is_wet[cell]; d++) {
        const int beside = (int)burl__neighbour(&b->ground, cell, d);
        if (beside < 0 || is_wet[beside]) continue;
        if (lowest < 0 || b->height[beside] < b->height[lowest]) lowest = beside;
      }
  }
  return INFINITY;
}

/* Water sinks from above as far as it can. */
static void fill_slowly(const basin *b, float *level) {
  for (int cell = 0; cell < cells_of(b); cell++) level[cell] = b->is_outlet[cell] ? b->height[cell] : INFINITY;
  for (int changed = 1; changed;) {
    changed = 0;
    for (int cell = 0; cell < cells_of(b); cell++)
      for (int d = 0; d < 8 && !isnan(b->height[cell]); d++) {
        const int64_t beside = burl__neighbour(&b->ground, cell, d);
        const float next = beside < 0 ? INFINITY : fmaxf(b->height[cell], level[beside]);
        if (next < level[cell]) level[cell] = next, changed = 1;
      }
  }
}

/* Opens what is deeper; returns how many cells. */
static int open_slowly(basin *b, double deepest) {
  static char is_deep[MOST];
  int count = 0;
  for (int cell = 0; cell < cells_of(b); cell++) {
    is_deep[cell] =
        !isnan(b->height[cell]) && !b->is_outlet[cell] && (double)lip_of(b, cell) > (double)b->height[cell] + deepest;
    count += is_deep[cell];
  }
  for (int cell = 0; cell < cells_of(b); cell++) b->is_outlet[cell] |= is_deep[cell];
  return count;
}

/* ---- Checks -------------------------------------------------------------------------------------- */

static int check_filled(basin *b, double deepest) {
  static float filled[MOST], level[MOST];
  const size_t bytes = (size_t)cells_of(b) * sizeof *filled;
  memcpy(filled, b->height, bytes);
  assert_true(burl__shallow_scratch(&b->ground) <= sizeof scratch);
  burl__fill_shallow(&b->ground, b->sea, deepest, scratch, filled);
  find_outlets(b);
  const int deep = open_slowly(b, deepest);
  fill_slowly(b, level);
  for (int cell = 0; cell < cells_of(b); cell++) {
    if (isnan(b->height[cell])) continue;
    if (filled[cell] != level[cell])
      fail_msg("cell %d of %d x %d, deepest %g: %.9g, not %.9g", cell, b->ground.nx, b->ground.ny, deepest,
               (double)filled[cell], (double)level[cell]);
    if (filled[cell] == b->height[cell]) assert_memory_equal(&filled[cell], &b->height[cell], sizeof *filled);
    else assert_false(filled[cell] == 0 && signbit(filled[cell]));
  }
  return deep;
}

static void test_depths(void **state) {
  static const int sizes[][2] = {{24, 24}, {23, 11}, {7, 24}, {24, 1}, {1, 9}, {2, 2}, {1, 1}};
  static const double deepest[] = {0, 1e-9, 0.375, 1, 2, 5, 1e9};
  static basin b;
  int deep[COUNT(deepest)] = {0};
  (void)state;
  random_begin(63);
  for (int trial = 0; trial < 6 * COUNT(sizes) * KINDS; trial++) {
    const int *const size = sizes[trial / KINDS % COUNT(sizes)];
    raise_ground(&b, trial % KINDS, size[0], size[1]);
    for (int k = 0; k < COUNT(deepest); k++) deep[k] += check_filled(&b, deepest[k]);
  }
  for (int k = 1; k < COUNT(deepest); k++) assert_true(deep[k] <= deep[k - 1]);
  assert_true(deep[4] > 100 && deep[5] > 0 && deep[6] == 0);
}

/* Sums that are no floats: a lip just above the bottom and d, and at it. */
static void test_depths_between_floats(void **state) {
  static const struct {
    float bottom, lip;
    double deepest;
    int stays;
  } rows[] = {{16777216.0f, 16777218.0f, 1, 1},
              {16777216.0f, 16777218.0f, 2, 0},
              {16777216.0f, 16777218.0f, 1.999, 1},
              {-16777218.0f, -16777216.0f, 1.5, 1},
              {1.0f, 1.25f, 0.25, 0},
              {1.0f, 1.25f, 0.24999999, 1},
              {-1.0f, 0.0f, 1, 0},
              {-1.0f, 0.0f, 0.99999999, 1},
              {0.1f, 0.35f, 0.25, 0},
              {-INFINITY, 3, 1e9, 1},
              {0, INFINITY, 1e9, 1},
              {-3e38f, 3e38f, 1e9, 1},
              {2, 2 + 0x1p-20f, 0, 1}};
  (void)state;
  for (int i = 0; i < COUNT(rows); i++) {
    basin b = {.ground = {.nx = 5, .ny = 5, .dx = 1, .dy = 1}, .sea = dry};
    for (int cell = 0; cell < 25; cell++) b.height[cell] = cell == 12 ? rows[i].bottom : rows[i].lip;
    burl__fill_shallow(&b.ground, dry, rows[i].deepest, scratch, b.height);
    if ((b.height[12] == rows[i].bottom) != rows[i].stays) fail_msg("row %d: %g", i, (double)b.height[12]);
  }
}

/* A small hollow in a deep one is filled, and the deep one keeps its bottom; a lake's worth of depth fills both. */
static void test_hollows_in_hollows(void **state) {
  static const char ground[] = "h = length(x - 20, y - 20) - 3*(x == 27 && y == 20)";
  const burl_grid grid = {.size = {41, 41}, .step = {1, 1}};
  char text[300];
  float *made[3];
  (void)state;
  for (int k = 0; k < 3; k++) {
    snprintf(text, sizeof text, "%s\n%s", ground,
             k == 0   ? "h"
             : k == 1 ? "fill(h, deepest: 5)"
                      : "fill(h, deepest: 100) - fill(h)");
    made[k] = ground_sampled(text, 0, &grid);
  }
  assert_true(made[0][20 * 41 + 27] == 4 && made[1][20 * 41 + 27] == 6);
  assert_true(made[1][20 * 41 + 20] == made[0][20 * 41 + 20]);
  for (int cell = 0; cell < 41 * 41; cell++) assert_true(made[2][cell] == 0);
  for (int k = 0; k < 3; k++) free(made[k]);
}

static void test_errors(void **state) {
  burl_error error;
  (void)state;
  assert_null(burl_compile("fill(x, deepest: -1)", 2, &error));
  assert_string_equal(error.message, "deepest is 0 to 1e+30, not -1");
  assert_null(burl_compile("fill(x, deepest: 0/0)", 2, &error));
  assert_null(burl_compile("fill(x, deepest: x)", 2, &error));
  assert_null(burl_compile("scale(fill(x, deepest: 1), 2)", 2, &error));
  assert_null(burl_compile("breach(x, deepest: 1)", 2, &error));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_depths),
      cmocka_unit_test(test_depths_between_floats),
      cmocka_unit_test(test_hollows_in_hollows),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
