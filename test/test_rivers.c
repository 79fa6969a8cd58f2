/* Beds of rivers and lakes: what they promise, against slow and plain ways to the same, over grids of several
 * shapes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "burl.h"
#include "ground.h"
#include "scale.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static const int around[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

/* A grid; rivers are wide in cells where these are many, or narrow. */
typedef struct {
  int nx, ny;
  double dx, dy;
} place;

static const place places[] = {
    {96, 80, 30, 40}, {150, 70, 300, 0.5}, {61, 140, -0.4, 500}, {40, 33, 20, -20}, {120, 5, 7, -9}};

/* Heights by column i and row j: hills with hollows, terraces, a valley, the same around a hole, flat ground. */
#define HILLS "100*fbm(simplex(i/30, j/25), octaves: 6)"
#define VALLEY "0.4*i + 3*abs(j - 33 - 9*simplex(i/40, 7)) + 6*fbm(simplex(i/20, j/20), octaves: 5)"
static const char *const grounds[] = {
    HILLS, "floor(" HILLS "/20)*20", VALLEY, "length(i - 20, j - 20) < 6 ? 0/0*x : " VALLEY, "0*x", "-" VALLEY};

static float *sampled(const place *p, const char *process, const char *ground, uint64_t seed) {
  char recipe[600];
  snprintf(recipe, sizeof recipe, "i = x/%g\nj = y/%g\nh = %s\n%s", p->dx, p->dy, ground, process);
  const burl_grid grid = {.size = {p->nx, p->ny}, .step = {p->dx, p->dy}};
  return ground_sampled(recipe, seed, &grid);
}

static int neighbour(const place *p, int cell, int direction) {
  const int x = cell % p->nx + around[direction][0], y = cell / p->nx + around[direction][1];
  return x < 0 || y < 0 || x >= p->nx || y >= p->ny ? -1 : y * p->nx + x;
}

static int is_outlet(const place *p, const float *h, int cell) {
  for (int d = 0; d < 8; d++) {
    const int beside = neighbour(p, cell, d);
    if (beside < 0 || isnan(h[beside])) return 1;
  }
  return 0;
}

/* ---- Rivers -------------------------------------------------------------------------------------- */

typedef struct {
  const place *place;
  double least, depth;
  float *cut, *area, *way, *after; /* breached; what drains through it, and whither; with beds */
} beds;

static double root_of(const beds *b, int cell) { return pow((double)b->area[cell] / b->least, 0.25); }

static int is_river(const beds *b, int cell) { return (double)b->area[cell] >= b->least; }

/* How low a cell lies by itself and by each river, looking at all of them. */
static double lowest(const beds *b, int cell) {
  const place *const p = b->place;
  double low = (double)b->cut[cell];
  for (int r = 0; r < p->nx * p->ny; r++) {
    if (!is_river(b, r)) continue;
    const double half = 0.002 * sqrt((double)b->area[r]);
    if (fabs((r / p->nx - cell / p->nx) * p->dy) >= half) continue;
    const double far = hypot((r % p->nx - cell % p->nx) * p->dx, (r / p->nx - cell / p->nx) * p->dy);
    const double bed = (double)b->cut[r] - b->depth * root_of(b, r);
    if (far >= half) continue;
    const double near = 1 - far / half, weight = near * near * (3 - 2 * near);
    low = fmin(low, (double)b->cut[cell] + (bed - (double)b->cut[cell]) * weight);
  }
  return low;
}

/* Returns by how much more than by its own bed a cell is lowered. */
static double check_cell(const beds *b, int cell) {
  const place *const p = b->place;
  const float height = b->after[cell];
  assert_true(isnan(height) == isnan(b->cut[cell]));
  if (isnan(height)) return 0;
  const int next = b->way[cell] < 0 ? -1 : neighbour(p, cell, (int)b->way[cell] / 45);
  assert_true(height <= b->cut[cell] && (next >= 0 || is_outlet(p, b->after, cell)));
  const double low = lowest(b, cell), above = next < 0 ? -INFINITY : (double)b->after[next];
  assert_true((double)height >= above);
  const double expected = fmax(low, above), slack = 1e-4 + 1e-5 * fabs(expected);
  if (!(fabs((double)height - expected) <= slack))
    fail_msg("cell %d, %d of %d x %d: %.9g, not %.9g", cell % p->nx, cell / p->nx, p->nx, p->ny, (double)height,
             expected);
  const double own = is_river(b, cell) ? b->depth * root_of(b, cell) : 0;
  if (is_river(b, cell) && b->depth > 0) assert_true((double)b->cut[cell] - (double)height >= own - slack);
  return (double)b->cut[cell] - own - (double)height;
}

/* Checks all cells; returns how many are banks. */
static int check_beds(const place *p, const char *ground, uint64_t seed, double least, double depth, const char *rain) {
  char process[120], flow[80];
  snprintf(process, sizeof process, "rivers(h, least: %g, depth: %g, rain: %s)", least, depth, rain);
  snprintf(flow, sizeof flow, "flow(breach(h), rain: %s)", rain);
  beds b = {p,
            least,
            depth,
            sampled(p, "breach(h)", ground, seed),
            sampled(p, flow, ground, seed),
            sampled(p, "flow(breach(h), give: direction)", ground, seed),
            sampled(p, process, ground, seed)};
  int banks = 0;
  for (int cell = 0; cell < p->nx * p->ny; cell++) banks += check_cell(&b, cell) > 0.01;
  free(b.cut), free(b.area), free(b.way), free(b.after);
  return banks;
}

static void test_beds(void **state) {
  int banks = 0;
  (void)state;
  for (int i = 0; i < one_of_test(COUNT(places)); i++)
    for (int k = 0; k < COUNT(grounds); k++)
      for (uint64_t seed = 1; seed < 3; seed++) {
        const double cell = fabs(places[i].dx * places[i].dy);
        banks += check_beds(&places[i], grounds[k], seed, 30 * cell, seed == 2 ? 0 : 4, "1");
        if (seed == 1) check_beds(&places[i], grounds[k], seed, 400 * cell, 0.3, "2*i*i");
      }
  assert_true(banks > 1000 || one_of_test(2) == 1); /* the first place has wide cells */
}

/* A bed goes down from its spring to its mouth by itself, so that what drains through the new ground is as much. */
static void test_new_ground_drains_alike(void **state) {
  static const place p = {96, 80, 30, 40};
  (void)state;
  for (uint64_t seed = 1; seed < 6; seed++) {
    float *const before = sampled(&p, "flow(breach(h))", HILLS, seed), *const after =
                                                                           sampled(&p, "flow(rivers(h, least: 5e4))",
                                                                                   HILLS, seed);
    int kept = 0, rivers = 0;
    for (int cell = 0; cell < p.nx * p.ny; cell++) {
      if (!(before[cell] >= 5e4f)) continue;
      rivers++;
      kept += (double)after[cell] > 0.8 * (double)before[cell];
    }
    assert_true(rivers > 100 && kept > rivers * 9 / 10);
    free(before), free(after);
  }
}

static void test_defaults(void **state) {
  static const place p = {96, 80, 130, 140};
  (void)state;
  float *const named = sampled(&p, "rivers(h, least: 1e6, depth: 4)", HILLS, 1),
               *const usual = sampled(&p, "rivers(h)", HILLS, 1), *const cut = sampled(&p, "breach(h)", HILLS, 1);
  int lowered = 0;
  for (int cell = 0; cell < p.nx * p.ny; cell++) lowered += usual[cell] < cut[cell];
  assert_memory_equal(named, usual, (size_t)(p.nx * p.ny) * sizeof *usual);
  assert_true(lowered > 100);
  free(named), free(usual), free(cut);
}

/* ---- Lakes --------------------------------------------------------------------------------------- */

/* The water's surface: outlets at their own height, each other cell as low as a neighbour lets it, until nothing
 * changes. */
static void relax(const place *p, const float *h, float *level) {
  for (int cell = 0; cell < p->nx * p->ny; cell++)
    level[cell] = isnan(h[cell]) || is_outlet(p, h, cell) ? h[cell] : INFINITY;
  for (int changed = 1; changed;) {
    changed = 0;
    for (int cell = 0; cell < p->nx * p->ny; cell++)
      for (int d = 0; d < 8 && !isnan(h[cell]); d++) {
        const int beside = neighbour(p, cell, d);
        if (beside < 0 || isnan(h[beside])) continue;
        const float lower = fmaxf(h[cell], level[beside]);
        if (lower < level[cell]) level[cell] = lower, changed = 1;
      }
  }
}

static int check_lakes(const place *p, const char *ground, uint64_t seed) {
  float *const h = sampled(p, "h", ground, seed), *const depth = sampled(p, "lakes(h)", ground, seed),
               *const mask = sampled(p, "lakes(h, give: mask)", ground, seed),
               *const filled = sampled(p, "fill(h)", ground, seed),
               *const level = calloc((size_t)(p->nx * p->ny), sizeof *level);
  int wet = 0;
  relax(p, h, level);
  for (int cell = 0; cell < p->nx * p->ny; cell++) {
    if (isnan(h[cell])) {
      assert_true(isnan(depth[cell]) && isnan(mask[cell]));
      continue;
    }
    assert_true(depth[cell] == level[cell] - h[cell]);
    assert_true(mask[cell] == (depth[cell] > 0 ? 1.0f : 0.0f));
    assert_true(filled[cell] == level[cell]);
    wet += depth[cell] > 0;
  }
  free(h), free(depth), free(mask), free(filled), free(level);
  return wet;
}

static void test_lakes(void **state) {
  int wet = 0;
  (void)state;
  for (int i = 0; i < COUNT(places); i++)
    for (int k = 0; k < COUNT(grounds); k++)
      for (uint64_t seed = 1; seed < 4; seed++) wet += check_lakes(&places[i], grounds[k], seed);
  assert_true(wet > 5000);
  assert_int_equal(check_lakes(&places[0], "0*x", 1), 0);
  assert_int_equal(check_lakes(&places[0], "min(length(i - 40, j - 40), 9)", 1),
                   249); /* whole points nearer than 9 to one */
}

/* ---- In recipes ---------------------------------------------------------------------------------- */

static void test_small_grids_and_wrong_calls(void **state) {
  static const char *const wrong[] = {"rivers(x, least: 0)", "rivers(x, depth: -1)", "lakes(x, give: area)",
                                      "scale(lakes(x), 2)", "d(shift(rivers(x), 1), x)"};
  (void)state;
  for (int n = 1; n < 5; n++) {
    const place small = {n, 5 - n, 1, -1};
    free(sampled(&small, "rivers(h, least: 1)", "x", 1));
    free(sampled(&small, "lakes(h)", "x", 1));
  }
  for (int i = 0; i < COUNT(wrong); i++) assert_null(burl_compile(wrong[i], 2, NULL));
}

/* Areas that are too large for a float make no rivers that are infinitely wide, which would take for ever. */
static void test_overflowing_areas(void **state) {
  const place vast = {400, 300, 1e20, 1e20};
  (void)state;
  float *const cut = sampled(&vast, "breach(h)", HILLS, 1), *const sunk = sampled(&vast, "rivers(h)", HILLS, 1);
  assert_memory_equal(sunk, cut, (size_t)(vast.nx * vast.ny) * sizeof *sunk);
  free(cut), free(sunk);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_beds),
      cmocka_unit_test(test_new_ground_drains_alike),
      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_lakes),
      cmocka_unit_test(test_overflowing_areas),
      cmocka_unit_test(test_small_grids_and_wrong_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
