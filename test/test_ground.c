/* The processes of terrain over whole grids: what they promise, against slow and plain ways to the same. */
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

enum { NX = 96, NY = 80, CELLS = NX * NY };
static const double DX = 30, DY = 40; /* metres a cell */

/* Hills with hollows, of another kind by seed. */
#define HILLS "400*fbm(simplex(x/900, y/900), octaves: 7)"
static const int around[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

static float *sampled(const char *recipe, uint64_t seed, int threads) {
  const burl_grid grid = {.size = {NX, NY}, .origin = {15, 20}, .step = {DX, DY}, .threads = threads};
  return ground_sampled(recipe, seed, &grid);
}

static int is_edge(int x, int y) { return x == 0 || y == 0 || x == NX - 1 || y == NY - 1; }

static int neighbour(int cell, int direction) {
  const int x = cell % NX + around[direction][0], y = cell / NX + around[direction][1];
  return x < 0 || y < 0 || x >= NX || y >= NY ? -1 : y * NX + x;
}

static int is_outlet(const float *h, int cell, float level) {
  for (int d = 0; d < 8; d++) {
    const int beside = neighbour(cell, d);
    if (beside < 0 || isnan(h[beside])) return 1;
  }
  return h[cell] <= level;
}

/* How many cells have no way to an outlet that never rises. */
static int hollows(const float *h, float level) {
  static int cells[CELLS], listed;
  static char drains[CELLS];
  int count = 0;
  memset(drains, 0, sizeof drains);
  listed = 0;
  for (int cell = 0; cell < CELLS; cell++)
    if (!isnan(h[cell]) && is_outlet(h, cell, level)) drains[cells[listed++] = cell] = 1;
  for (int i = 0; i < listed; i++)
    for (int d = 0; d < 8; d++) {
      const int beside = neighbour(cells[i], d);
      if (beside >= 0 && !drains[beside] && h[beside] >= h[cells[i]]) drains[cells[listed++] = beside] = 1;
    }
  for (int cell = 0; cell < CELLS; cell++) count += !isnan(h[cell]) && !drains[cell];
  return count;
}

/* ---- Hollows ------------------------------------------------------------------------------------- */

static void test_everything_drains(void **state) {
  static const char *const recipes[] = {
      "fill(" HILLS ")", "breach(" HILLS ")", "fill(floor(" HILLS "/50)*50)",          "breach(floor(" HILLS "/50)*50)",
      "breach(0*x)",     "fill(0*x)",         "breach(-abs(x - 1400) - abs(y - 1600))"};
  (void)state;
  for (uint64_t seed = 1; seed < 6; seed++)
    for (int i = 0; i < COUNT(recipes); i++) {
      float *const h = sampled(recipes[i], seed, 1);
      if (hollows(h, -INFINITY) != 0) fail_msg("%s, seed %d: %d hollows", recipes[i], (int)seed, hollows(h, -INFINITY));
      free(h);
    }
  float *const before = sampled(HILLS, 1, 1);
  assert_true(hollows(before, -INFINITY) > 20);
  free(before);
}

static void test_fill_raises_and_breach_lowers(void **state) {
  (void)state;
  float *const h = sampled(HILLS, 3, 1), *const filled = sampled("fill(" HILLS ")", 3, 1),
               *const cut = sampled("breach(" HILLS ")", 3, 1);
  int raised = 0, lowered = 0;
  for (int cell = 0; cell < CELLS; cell++) {
    assert_true(filled[cell] >= h[cell] && cut[cell] <= h[cell]);
    raised += filled[cell] > h[cell];
    lowered += cut[cell] < h[cell];
  }
  assert_true(raised > lowered && lowered > 0); /* cutting changes less */
  free(h), free(filled), free(cut);
}

/* A bowl is filled to its lip exactly. */
static void test_bowl(void **state) {
  (void)state;
  float *const h = sampled("fill(min(length(x - 1440, y - 1600)/4, 200))", 0, 1);
  const float middle = h[40 * NX + 48];
  assert_true(middle == 200);
  free(h);
}

static void test_sea_and_holes(void **state) {
  (void)state;
  float *const h = sampled("breach(" HILLS ", level: 0, ocean: all)", 2, 1), *const free_h = sampled(HILLS, 2, 1);
  int sea = 0;
  assert_int_equal(hollows(h, 0), 0);
  for (int cell = 0; cell < CELLS; cell++) sea += free_h[cell] <= 0 && h[cell] == free_h[cell];
  assert_true(sea > CELLS / 8); /* the sea's own hollows stay */
  free(h), free(free_h);
  float *const holed = sampled("fill(length(x - 1440, y - 1600) < 300 ? 0/0*x : 100 - 0.01*x)", 2, 1);
  int none = 0;
  for (int cell = 0; cell < CELLS; cell++) none += isnan(holed[cell]);
  assert_true(none > 100 && none < CELLS / 4);
  free(holed);
}

/* ---- Flow ---------------------------------------------------------------------------------------- */

/* The steepest way down, computed in another way: by comparing all. */
static int downhill(const float *h, int cell) {
  int best = -1;
  double most = 0;
  for (int d = 0; d < 8; d++) {
    const int beside = neighbour(cell, d);
    const double way = hypot(around[d][0] * DX, around[d][1] * DY);
    if (beside < 0 || !(h[beside] < h[cell])) continue;
    const double slope = ((double)h[cell] - (double)h[beside]) / way;
    if (slope > most) most = slope, best = d;
  }
  return best;
}

/* The directions of flow, -1: none.  Each is the steepest way down, or where there is none leads over level ground. */
static float *ways(const float *h, const char *recipe, uint64_t seed) {
  float *const way = sampled(recipe, seed, 1);
  for (int cell = 0; cell < CELLS; cell++) {
    const int steepest = downhill(h, cell), d = way[cell] < 0 ? -1 : (int)way[cell] / 45;
    if (steepest >= 0) assert_int_equal(d, steepest);
    else if (d < 0) assert_true(is_edge(cell % NX, cell / NX));
    else assert_true(h[neighbour(cell, d)] == h[cell]);
  }
  return way;
}

/* Walks from every cell to where its water ends, and counts in each that it passes. */
static void test_areas_by_walking(void **state) {
  (void)state;
  static int passes[CELLS];
  static double length[CELLS];
  memset(passes, 0, sizeof passes);
  memset(length, 0, sizeof length);
  float *const h = sampled("breach(" HILLS ")", 4, 1), *const area = sampled("flow(breach(" HILLS "))", 4, 1),
               *const way = ways(h, "flow(breach(" HILLS "), give: direction)", 4),
               *const longest = sampled("flow(breach(" HILLS "), give: length)", 4, 1);
  double drained = 0;
  for (int start = 0; start < CELLS; start++) {
    double gone = 0;
    for (int cell = start, d; cell >= 0; cell = d < 0 ? -1 : neighbour(cell, d)) {
      passes[cell]++;
      length[cell] = fmax(length[cell], gone);
      d = way[cell] < 0 ? -1 : (int)way[cell] / 45;
      if (d >= 0) gone += hypot(around[d][0] * DX, around[d][1] * DY);
    }
  }
  for (int cell = 0; cell < CELLS; cell++) {
    assert_true(area[cell] == (float)(passes[cell] * DX * DY));
    assert_true(fabs((double)longest[cell] - length[cell]) <= 1e-3 + 1e-5 * length[cell]);
    if (way[cell] < 0) drained += (double)area[cell];
  }
  assert_true(drained == CELLS * DX * DY);
  free(h), free(area), free(way), free(longest);
}

/* Strahler's rule at every cell: the highest order that arrives, one more where it arrives twice. */
static void test_orders(void **state) {
  (void)state;
  float *const h = sampled("breach(" HILLS ")", 5, 1),
               *const order = sampled("flow(breach(" HILLS "), give: order)", 5, 1),
               *const way = ways(h, "flow(breach(" HILLS "), give: direction)", 5);
  float highest_of_all = 0;
  for (int cell = 0; cell < CELLS; cell++) {
    float highest = 0;
    int times = 0;
    for (int d = 0; d < 8; d++) {
      const int beside = neighbour(cell, d);
      if (beside < 0 || way[beside] != 45.0f * (float)((d + 4) % 8)) continue;
      if (order[beside] > highest) highest = order[beside], times = 0;
      times += order[beside] == highest;
    }
    assert_true(order[cell] == (highest == 0 ? 1 : highest + (times > 1 ? 1.0f : 0.0f)));
    highest_of_all = fmaxf(highest_of_all, order[cell]);
  }
  assert_true(highest_of_all >= 4);
  free(h), free(order), free(way);
}

/* Divided among all lower neighbours, nothing gets lost either. */
static void test_divided_flow(void **state) {
  (void)state;
  float *const h = sampled("breach(" HILLS ")", 6, 1),
               *const area = sampled("flow(breach(" HILLS "), routing: mfd)", 6, 1),
               *const way = ways(h, "flow(breach(" HILLS "), give: direction)", 6);
  double drained = 0;
  for (int cell = 0; cell < CELLS; cell++)
    if (way[cell] < 0) drained += (double)area[cell];
  assert_true(fabs(drained / (CELLS * DX * DY) - 1) < 1e-6);
  free(h), free(area), free(way);
}

/* ---- Shapes -------------------------------------------------------------------------------------- */

static void check_value(const char *recipe, double expected, double within) {
  float *const out = sampled(recipe, 0, 1);
  const double value = (double)out[30 * NX + 40];
  if (!(fabs(value - expected) <= within)) fail_msg("%s: %.9g, not %.9g", recipe, value, expected);
  free(out);
}

static void test_planes(void **state) {
  (void)state;
  check_value("slope_deg(x)", 45, 1e-4);
  check_value("slope_deg(0.5*y)", 26.565051, 1e-4);
  check_value("slope_deg(3*x + 4*y)", 78.690068, 1e-3);
  check_value("aspect(x)", 270, 1e-3); /* down is left */
  check_value("aspect(-x)", 90, 1e-3);
  check_value("aspect(y)", 0, 1e-3); /* y goes down the picture, so down the slope is up */
  check_value("aspect(-y)", 180, 1e-3);
  check_value("hillshade(0*x)", 0.70710678, 1e-6);
  check_value("hillshade(x, azimuth: 270)", 1, 1e-6);
  check_value("hillshade(x, azimuth: 90)", 0, 1e-6);
  check_value("hillshade(y, azimuth: 0)", 1, 1e-6);
  check_value("hillshade(0.1*x, azimuth: 270, z: 10)", 1, 1e-6);
}

static void test_blur_is_a_bell(void **state) {
  (void)state;
  static const double radii[] = {30, 75, 150, 333};
  for (int i = 0; i < COUNT(radii); i++) {
    char recipe[120];
    snprintf(recipe, sizeof recipe, "blur(abs(x - 1455) < 1 && abs(y - 1620) < 1 ? 1 : 0, radius: %g)", radii[i]);
    float *const out = sampled(recipe, 0, 1);
    double sum = 0, squares = 0;
    for (int cell = 0; cell < CELLS; cell++) {
      const double dx = DX * (cell % NX) + 15 - 1455;
      sum += (double)out[cell];
      squares += (double)out[cell] * dx * dx;
    }
    assert_true(fabs(sum - 1) < 1e-5);
    if (fabs(sqrt(squares / sum) / radii[i] - 1) > 0.02) fail_msg("radius %g: %g", radii[i], sqrt(squares / sum));
    free(out);
  }
  check_value("blur(7 + 0*x, radius: 1e8)", 7, 1e-5);
  check_value("blur(x, radius: 0)", 15 + 40 * DX, 1e-3);
}

static void test_distances(void **state) {
  (void)state;
  float *const out = sampled("distance(white(x/30, y/40) > 0.98)", 7, 1), *const mask =
                                                                              sampled("white(x/30, y/40) > 0.98", 7, 1);
  int points = 0;
  for (int cell = 0; cell < CELLS; cell++) {
    double least = INFINITY;
    points += mask[cell] >= 0.5f;
    for (int other = 0; other < CELLS; other++)
      if (mask[other] >= 0.5f) least = fmin(least, hypot(DX * (cell % NX - other % NX), DY * (cell / NX - other / NX)));
    assert_true(fabs((double)out[cell] - least) <= 1e-4 * (1 + least));
  }
  assert_true(points > 20 && points < CELLS / 20);
  free(out), free(mask);
  check_value("min(distance(0*x), 5)", 5, 0);
}

static void test_slopes_slide(void **state) {
  (void)state;
  float *const before = sampled(HILLS, 8, 1), *const after =
                                                  sampled("thermal(" HILLS ", talus: 0.3, years: 1e9)", 8, 1);
  double sums[2] = {0, 0}, steepest = 0;
  for (int cell = 0; cell < CELLS; cell++) {
    sums[0] += (double)before[cell], sums[1] += (double)after[cell];
    for (int d = 0; d < 8; d++) {
      const int beside = neighbour(cell, d);
      if (beside < 0) continue;
      steepest = fmax(steepest,
                      fabs((double)after[cell] - (double)after[beside]) / hypot(around[d][0] * DX, around[d][1] * DY));
    }
  }
  assert_true(fabs(sums[1] - sums[0]) / CELLS < 1e-3); /* nothing is lost */
  assert_true(steepest < 0.33);
  free(before), free(after);
}

/* How far ground slides is in units of the ground: the same at every resolution, but for what a coarse one leaves
 * out. */
static void test_slides_go_to_a_limit(void **state) {
  (void)state;
  enum { LEAST = 48, SIZES = 4 };
  float *means[SIZES];
  for (int s = 0; s < SIZES; s++) {
    const int n = LEAST << s, times = 1 << s;
    const double step = 4000.0 / n;
    const burl_grid grid = {.size = {n, n}, .origin = {step / 2, step / 2}, .step = {step, step}};
    float *const out = ground_sampled("thermal(600*fbm(simplex(x/1200, y/1200), octaves: 3), talus: 0.5)", 0, &grid);
    means[s] = calloc(LEAST * LEAST, sizeof **means);
    for (int64_t i = 0; i < (int64_t)n * n; i++)
      means[s][i / n / times * LEAST + i % n / times] += out[i] / (float)(times * times);
    free(out);
  }
  double off[SIZES] = {0};
  for (int s = 0; s < SIZES; s++)
    for (int i = 0; i < LEAST * LEAST; i++) off[s] += pow((double)means[s][i] - (double)means[SIZES - 1][i], 2);
  for (int s = 0; s < SIZES - 1; s++) { /* metres, of ground that is 50 m lower or higher than before */
    const double most[] = {6, 2, 0.6};
    if (!(sqrt(off[s]) / LEAST < most[s])) fail_msg("%d: %g m", LEAST << s, sqrt(off[s]) / LEAST);
  }
  for (int s = 0; s < SIZES; s++) free(means[s]);
}

/* ---- In recipes ---------------------------------------------------------------------------------- */

static void test_bits_for_any_threads(void **state) {
  static const char *const recipes[] = {"breach(" HILLS ")", "flow(breach(" HILLS "), routing: mfd)",
                                        "hillshade(thermal(" HILLS "))", "blur(distance(" HILLS " > 0), radius: 100)"};
  (void)state;
  for (int i = 0; i < COUNT(recipes); i++) {
    float *const one = sampled(recipes[i], 9, 1), *const many = sampled(recipes[i], 9, 7);
    assert_memory_equal(one, many, CELLS * sizeof *one);
    free(one), free(many);
  }
}

/* What two results have in common is computed once, and each has the bits that it has alone. */
static void test_results_together(void **state) {
  static const char recipe[] = "h = " HILLS "\nd = breach(h)\nf = fill(h)\nd - f";
  (void)state;
  const burl_options options = {.struct_size = sizeof options, .dims = 2, .result = "d, f, result, h"};
  burl_program *const program = burl_compile_with(recipe, strlen(recipe), &options, NULL);
  const burl_grid grid = {.size = {NX, NY}, .origin = {15, 20}, .step = {DX, DY}};
  float *const out = calloc(4 * CELLS, sizeof *out), *const d = sampled("breach(" HILLS ")", 0, 1),
               *const f = sampled("fill(" HILLS ")", 0, 1), *const h = sampled(HILLS, 0, 1);
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  for (int cell = 0; cell < CELLS; cell++) {
    assert_true(out[4 * cell] == d[cell] && out[4 * cell + 1] == f[cell] && out[4 * cell + 3] == h[cell]);
    assert_true(out[4 * cell + 2] == d[cell] - f[cell]);
  }
  burl_free(program);
  free(out), free(d), free(f), free(h);
}

static void test_bounds_hold(void **state) {
  static const char *const recipes[] = {
      "fill(" HILLS ")", "breach(" HILLS ")",    "thermal(" HILLS ")", "blur(" HILLS ", radius: 90)",
      "flow(" HILLS ")", "slope_deg(" HILLS ")", "aspect(" HILLS ")",  "hillshade(" HILLS ")"};
  (void)state;
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *const program = burl_compile(recipes[i], 2, NULL);
    const burl_range range = burl_bounds(program, 0);
    float *const out = sampled(recipes[i], 11, 1);
    for (int cell = 0; cell < CELLS; cell++)
      if (!((double)out[cell] >= range.lo && (double)out[cell] <= range.hi))
        fail_msg("%s: %g is not in [%g, %g]", recipes[i], (double)out[cell], range.lo, range.hi);
    burl_free(program);
    free(out);
  }
}

/* Whatever heights are: what is infinite or not a number is within the bounds, and has one pattern. */
static void check_hostile(const char *process, const char *heights) {
  static const struct {
    int64_t size[2];
    double step[2];
  } grids[] = {{{1, 1}, {1, 1}},          {{1, 9}, {1, 1}},    {{2, 2}, {-3, 3}},
               {{13, 7}, {1e300, 1e300}}, {{3, 3}, {1, 1e-9}}, {{13, 9}, {1e300, 1e-300}}};
  static const uint32_t nan_pattern = 0x7FC00000u;
  char recipe[200];
  burl_error error;
  snprintf(recipe, sizeof recipe, "h = %s\n%s", heights, process);
  burl_program *const program = burl_compile(recipe, 2, &error);
  if (!program) fail_msg("%s: %s", recipe, error.message);
  const burl_range range = burl_bounds(program, 0);
  if (!(range.lo <= range.hi)) fail_msg("%s: [%g, %g]", recipe, range.lo, range.hi);
  for (int i = 0; i < COUNT(grids); i++) {
    float out[13 * 9];
    const burl_grid grid = {.size = {grids[i].size[0], grids[i].size[1]}, .step = {grids[i].step[0], grids[i].step[1]}};
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
    for (int k = 0; k < grid.size[0] * grid.size[1]; k++) {
      const double v = (double)out[k];
      if (isnan(v) ? !range.may_be_nan : v < range.lo || v > range.hi)
        fail_msg("%s, grid %d: %g in [%g, %g]", recipe, i, v, range.lo, range.hi);
      if (isnan(v)) assert_memory_equal(&out[k], &nan_pattern, sizeof nan_pattern);
    }
  }
  burl_free(program);
}

static void test_hostile_heights(void **state) {
  static const char *const processes[] = {"fill(h)",
                                          "fill(h, deepest: 1)",
                                          "breach(h)",
                                          "flow(h)",
                                          "flow(h, routing: mfd)",
                                          "flow(h, give: length)",
                                          "flow(h, give: specific)",
                                          "flow(h, rain: h)",
                                          "flow(h, routing: mfd, rain: 1/h)",
                                          "wetness(h)",
                                          "wetness(h, routing: d8, level: 0)",
                                          "basins(h)",
                                          "basins(h, level: 0)",
                                          "above_drainage(h)",
                                          "above_drainage(h, least: 1, level: 0)",
                                          "rivers(h)",
                                          "rivers(h, least: 1)",
                                          "rivers(h, least: 1, rain: h*x)",
                                          "lakes(h)",
                                          "thermal(h)",
                                          "thermal(h, talus: 0)",
                                          "blur(h)",
                                          "blur(h, radius: 0)",
                                          "blur(h, radius: 1e9)",
                                          "distance(h)",
                                          "blur(distance(h > 2))",
                                          "blur(h, radius: h*x)",
                                          "blur(h, radius: 1e9*x)",
                                          "dilate(h, 2)",
                                          "median(h)",
                                          "median(h, radius: 0)",
                                          "median(h, radius: 1e9)",
                                          "occlusion(h)",
                                          "occlusion(h, radius: 1e9, samples: 4)",
                                          "occlusion(h, radius: 0)",
                                          "dilate(h, -1e9)",
                                          "dilate(h, 1e-9)",
                                          "bevel(h)",
                                          "bevel(1 - h, width: h*x, profile: round)",
                                          "bevel(h, width: x/0, profile: smooth)",
                                          "erode(h, steps: 2)",
                                          "erode(h, k: -1, steps: 2)",
                                          "erode(h, k: 0/0*x, talus: -1, steps: 2)",
                                          "erode(h, uplift: 1/0, steps: 2)",
                                          "erode(h, deposit: 2, creep: 1e12, steps: 2)",
                                          "erode(h, deposit: 1, talus: 0, rain: 0, uplift: -1e30, steps: 2)",
                                          "erode(h, deposit: 1000, rain: 1/x, k: 1e30, uplift: x/0, steps: 2)",
                                          "erode(h, rain: -1, creep: 1, quiet: 1e12, base_rise: 1e6, steps: 2)",
                                          "erode(h, deposit: 2, creep: 1, years: 0, steps: 2)",
                                          "slope_deg(h)",
                                          "aspect(h)",
                                          "hillshade(h)",
                                          "upsample(h, 2)",
                                          "upsample(h, 64, through: 1)",
                                          "upsample(upsample(h, 3, through: 1), 5)",
                                          "gullies(upsample(h, 2, through: 1))",
                                          "slope(breach(h))",
                                          "gullies(erode(h, steps: 2))",
                                          "curvature(fill(h))",
                                          "erode(h, steps: 2, k: slope(height()))"};
  static const char *const heights[] = {"0",
                                        "x",
                                        "1/0",
                                        "-1/0",
                                        "0/0*x",
                                        "(white() > 0 ? 1/0 : -1/0)",
                                        "(white() > 0 ? 3e38 : -3e38)",
                                        "(white() > 0.5 ? 0/0 : x)",
                                        "1e-45*x",
                                        "perlin(3*x, 5*y)"};
  (void)state;
  for (int i = 0; i < COUNT(processes); i++)
    for (int k = 0; k < (strstr(processes[i], "erode") ? most_of_test(COUNT(heights), few_of_test(5)) : COUNT(heights));
         k++)
      check_hostile(processes[i], heights[(i + k) % COUNT(heights)]); /* erode's lattice is large, whatever the grid */
}

static void test_where_it_may_not_stand(void **state) {
  static const char *const recipes[] = {"scale(fill(x), 2)", "d(shift(breach(x), 1), x)", "fbm(flow(x))",
                                        "at(blur(x), y, x)"};
  (void)state;
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_error error;
    assert_null(burl_compile(recipes[i], 2, &error));
    assert_non_null(strstr(error.message, "needs the whole grid"));
  }
  burl_error error;
  assert_null(burl_compile("fill(x)", 3, &error));
  assert_null(burl_compile("blur(x, radius: -1)", 2, &error));
  burl_program *const program = burl_compile("fill(x)", 2, NULL);
  const burl_grid flat = {.size = {8, 8}, .step = {1, 0}};
  const burl_points point = {.count = 1, .coord = {(const double[]){1}, (const double[]){2}}};
  float out[64];
  assert_int_equal(burl_sample_grid(program, &flat, out), BURL_SHAPE);
  assert_int_not_equal(burl_sample_points(program, &point, out), BURL_OK);
  burl_free(program);
}

static void test_small_grids(void **state) {
  static const char *const recipes[] = {
      "fill(x)",     "breach(x)",    "flow(x)",      "flow(x, routing: mfd)", "thermal(x)",         "blur(x)",
      "distance(x)", "slope_deg(x)", "hillshade(x)", "dilate(x, -2)",         "bevel(x)",           "occlusion(x)",
      "median(x)",   "wetness(x)",   "basins(x)",    "above_drainage(x)",     "fill(x, deepest: 1)"};
  (void)state;
  for (int i = 0; i < COUNT(recipes); i++)
    for (int n = 1; n < 4; n++) {
      burl_program *const program = burl_compile(recipes[i], 2, NULL);
      const burl_grid grid = {.size = {n, 4 - n}, .step = {1, -1}};
      float out[16];
      assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
      burl_free(program);
    }
}

/* In a map y grows northwards, from line to line it falls: up in the picture is up all the same. */
static void test_bearings_of_maps(void **state) {
  static const struct {
    const char *recipe;
    double value;
  } cases[] = {{"aspect(y)", 180},
               {"aspect(-y)", 0},
               {"aspect(x)", 270},
               {"hillshade(-y, azimuth: 0)", 1},
               {"slope_deg(y)", 45}};
  (void)state;
  for (int i = 0; i < COUNT(cases); i++) {
    burl_program *const program = burl_compile(cases[i].recipe, 2, NULL);
    const burl_grid grid = {.size = {9, 9}, .origin = {1000, 9000}, .step = {10, -10}};
    float out[81];
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
    if (fabs((double)out[40] - cases[i].value) > 1e-3) fail_msg("%s: %g", cases[i].recipe, (double)out[40]);
    burl_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_everything_drains),
      cmocka_unit_test(test_bearings_of_maps),
      cmocka_unit_test(test_fill_raises_and_breach_lowers),
      cmocka_unit_test(test_bowl),
      cmocka_unit_test(test_sea_and_holes),
      cmocka_unit_test(test_areas_by_walking),
      cmocka_unit_test(test_orders),
      cmocka_unit_test(test_divided_flow),
      cmocka_unit_test(test_planes),
      cmocka_unit_test(test_blur_is_a_bell),
      cmocka_unit_test(test_distances),
      cmocka_unit_test(test_slopes_slide),
      cmocka_unit_test(test_slides_go_to_a_limit),
      cmocka_unit_test(test_bits_for_any_threads),
      cmocka_unit_test(test_results_together),
      cmocka_unit_test(test_bounds_hold),
      cmocka_unit_test(test_hostile_heights),
      cmocka_unit_test(test_where_it_may_not_stand),
      cmocka_unit_test(test_small_grids),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
