/* Gullies: smooth, seamless, with an exact gradient, refused where they would tear; and what a terrain's eye sees of
 * them. */
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

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
#define HILLS "1300*fbm(rotate(perlin(x/6000, y/6000), 31), octaves: 2)"
/* Hills that floats round to a twentieth of a millimetre, where those are rounded to millimetres. */
#define WAVES "(500*sin(x/1900)*cos(y/1700) + 300*sin((x + 0.7*y)/1300))"
/* What gullies add to hills. */
#define ADDED(hills, options) "gullies(" hills options ") - " hills

static burl_program *compiled(const char *recipe, uint64_t seed) {
  burl_error error;
  burl_program *const program = burl_compile(recipe, 2, &error);
  if (!program) fail_msg("%s: %s", recipe, error.message);
  burl_seed(program, seed);
  return program;
}

static void sample_line(const burl_program *program, double x, double y, double dx, double dy, int count, float *out) {
  double *const at = malloc(2 * (size_t)count * sizeof *at);
  for (int i = 0; i < count; i++) at[i] = x + i * dx, at[count + i] = y + i * dy;
  const burl_points points = {.count = (size_t)count, .coord = {at, at + count}};
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
  free(at);
}

/* Along lines of a step of 2 mm, which cross the octaves' lattices, there is no jump: a millimetre is what comes of the
 * rounding of the hills, where slopes turn. */
static void test_no_jumps(void **state) {
  static const char *const recipes[] = {ADDED(WAVES, ""),
                                        ADDED(WAVES, ", octaves: 8, detail: 0.3, ridge: 0.05, crease: 0.05")};
  enum { LINE = 100000 };
  static float line[LINE];
  (void)state;
  for (int r = 0; r < COUNT(recipes); r++)
    for (uint64_t seed = 0; seed < 12; seed++) {
      burl_program *const program = compiled(recipes[r], seed);
      const double angle = 0.7 * (double)seed, x = 3000.0 * (double)(seed % 4) - 100, y = 1500.0 * (double)seed - 130;
      sample_line(program, x, y, 0.002 * cos(angle), 0.002 * sin(angle), LINE, line);
      for (int i = 2; i < LINE - 1; i++) {
        const double steps[3] = {(double)line[i - 1] - (double)line[i - 2], (double)line[i] - (double)line[i - 1],
                                 (double)line[i + 1] - (double)line[i]};
        const double jump = fabs(steps[1] - 0.5 * (steps[0] + steps[2]));
        if (jump > 2e-3) fail_msg("%s, seed %d: %g m at %d", recipes[r], (int)seed, jump, i);
      }
      burl_free(program);
    }
}

/* Tiles are parts of the whole, to the bit; and so is what a grid gives of what single points do. */
static void test_seams(void **state) {
  enum { N = 192 };
  static float whole[N * N], part[N * N], alone[N];
  (void)state;
  burl_program *const program = compiled("gullies(" HILLS ")", 5);
  burl_grid grid = {.size = {N, N}, .origin = {-4000, 7000}, .step = {41, 41}};
  assert_int_equal(burl_sample_grid(program, &grid, whole), BURL_OK);
  for (int ty = 0; ty < N; ty += 64)
    for (int tx = 0; tx < N; tx += 48) {
      burl_grid tile = grid;
      tile.size[0] = 48, tile.size[1] = 64, tile.first[0] = tx, tile.first[1] = ty;
      assert_int_equal(burl_sample_grid(program, &tile, part), BURL_OK);
      for (int y = 0; y < 64; y++) assert_memory_equal(part + y * 48, whole + (ty + y) * N + tx, 48 * sizeof *part);
    }
  sample_line(program, -4000, 7000 + 41 * 77, 41, 0, N, alone);
  assert_memory_equal(alone, whole + 77 * N, sizeof alone);
  burl_free(program);
}

static void test_tiles_repeat(void **state) {
  enum { N = 128 };
  static float out[4 * N * N];
  (void)state;
  burl_program *const program = compiled("tile(gullies(500*perlin(x/4000, y/4000), scale: 4000), 16000)", 1);
  const burl_grid grid = {.size = {2 * N, 2 * N}, .origin = {-9000, 12345}, .step = {125, 125}};
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++) {
      const float at = out[y * 2 * N + x];
      assert_true(at == out[y * 2 * N + x + N] && at == out[(y + N) * 2 * N + x]);
    }
  for (int axis = 0; axis < 2; axis++) /* without a step across the seam */
    for (int i = 0; i < 200; i++) {
      const double at = 80 * i + 7;
      float pair[2];
      sample_line(program, axis ? at : -0.01, axis ? -0.01 : at, axis ? 0 : 0.02, axis ? 0.02 : 0, 2, pair);
      if (fabsf(pair[0] - pair[1]) > 0.1f) fail_msg("%c: %g beside %g", "xy"[axis], (double)pair[0], (double)pair[1]);
    }
  burl_free(program);
}

/* How much a recipe rises and falls along a line over a slope. */
static double ups_and_downs(const char *recipe) {
  enum { LINE = 2000 };
  static float line[LINE];
  burl_program *const program = compiled(recipe, 4);
  double sum = 0;
  sample_line(program, 100, 0, 0, 10, LINE, line);
  for (int i = 1; i < LINE; i++) sum += fabs((double)line[i] - (double)line[i - 1]);
  burl_free(program);
  return sum;
}

/* Far below valley floors and far above peaks there are few; ridges and creases are rounded each by its own option. */
static void test_where_gullies_fade(void **state) {
  const double between = ups_and_downs("gullies(0.6*x) - 0.6*x"),
               below = ups_and_downs("gullies(0.6*x - 9000) - 0.6*x"),
               above = ups_and_downs("gullies(0.6*x + 9000) - 0.6*x");
  (void)state;
  if (below * 2.5 > between || above * 2.5 > between) fail_msg("%g, below %g, above %g", between, below, above);
  const double sharp = ups_and_downs("gullies(0.6*x, ridge: 0.01, crease: 0.01)"),
               round_ridges = ups_and_downs("gullies(0.6*x, ridge: 2, crease: 0.01)"),
               round_creases = ups_and_downs("gullies(0.6*x, ridge: 0.01, crease: 2)"),
               round_both = ups_and_downs("gullies(0.6*x, ridge: 2, crease: 2)");
  if (!(sharp > round_ridges && sharp > round_creases && round_ridges > round_both && round_creases > round_both))
    fail_msg("%g; ridges %g, creases %g, both %g", sharp, round_ridges, round_creases, round_both);
}

/* The exact gradient against differences, at points by chance: on average, and the worst but for a few. */
static void test_gradient(void **state) {
  static const struct {
    const char *recipe;
    double by, most; /* of the differences: their steps in metres, and how far off they are on average */
  } of[] = {
      {ADDED(HILLS, ", octaves: 1"), 8, 1e-5},
      {ADDED(HILLS, ", octaves: 2"), 6, 3e-5},
      {ADDED(HILLS, ", octaves: 3, strength: 200"), 4, 1e-4},
      {ADDED(HILLS, ""), 2, 5e-4},
      {ADDED(HILLS, ", octaves: 2, ridge: 0.3, crease: 0.1, strength: 100 + 50*simplex(x/5000, y/5000)"), 6, 3e-5},
      {"scale(" ADDED(HILLS, ", octaves: 2") ", 1.5)", 6, 3e-5}};
  enum { POINTS = 4000 };
  static float value[5][POINTS], along[2][POINTS];
  static double at[2][POINTS], moved[2][POINTS];
  (void)state;
  for (int r = 0; r < COUNT(of); r++) {
    char recipe[300];
    uint32_t chance = 7;
    for (int i = 0; i < POINTS; i++)
      for (int axis = 0; axis < 2; axis++) {
        chance = chance * 1664525u + 1013904223u;
        at[axis][i] = (double)(chance >> 8) / 16777216 * 40000 - 20000;
      }
    burl_program *const program = compiled(of[r].recipe, 3);
    double sum = 0, steepest = 0;
    for (int axis = 0; axis < 2; axis++) {
      snprintf(recipe, sizeof recipe, "d(%s, %s)", of[r].recipe, axis ? "y" : "x");
      burl_program *const slope = compiled(recipe, 3);
      const burl_points points = {.count = POINTS, .coord = {at[0], at[1]}};
      assert_int_equal(burl_sample_points(slope, &points, along[axis]), BURL_OK);
      burl_free(slope);
      const double by = of[r].by;
      for (int k = 0; k < 4; k++) {
        memcpy(moved, at, sizeof moved);
        for (int i = 0; i < POINTS; i++) moved[axis][i] += by * (k < 2 ? k - 2 : k - 1);
        const burl_points beside = {.count = POINTS, .coord = {moved[0], moved[1]}};
        assert_int_equal(burl_sample_points(program, &beside, value[k]), BURL_OK);
      }
      for (int i = 0; i < POINTS; i++) {
        const double difference =
            (8 * ((double)value[2][i] - (double)value[1][i]) - ((double)value[3][i] - (double)value[0][i])) / (12 * by);
        sum += fabs(difference - (double)along[axis][i]);
        steepest = fmax(steepest, fabs((double)along[axis][i]));
      }
    }
    sum /= 2 * POINTS;
    if (sum > of[r].most || steepest < 0.2)
      fail_msg("%s: off by %g on average, slopes up to %g", of[r].recipe, sum, steepest);
    burl_free(program);
  }
}

static void test_bounds_hold(void **state) {
  enum { POINTS = 100000 };
  static float out[POINTS];
  (void)state;
  burl_program *const program = compiled("gullies(" HILLS ", gain: 0.7)", 9);
  const burl_range range = burl_bounds(program, 0);
  double lo = INFINITY, hi = -INFINITY;
  assert_false(range.may_be_nan);
  for (int i = 0; i < 8; i++) {
    sample_line(program, -1e6 * i, 2e5 * i, 17.3, 1.9, POINTS, out);
    for (int k = 0; k < POINTS; k++) lo = fmin(lo, (double)out[k]), hi = fmax(hi, (double)out[k]);
  }
  assert_true(lo >= range.lo && hi <= range.hi);
  assert_true(hi - lo > 0.3 * (range.hi - range.lo));
  burl_free(program);
}

static void test_refused(void **state) {
  static const struct {
    const char *recipe, *message;
  } cases[] = {
      {"gullies(abs(perlin()))", "by abs()"},
      {"gullies(ridged(perlin()))", "by abs()"},
      {"gullies(cells())", "by cells()"},
      {"gullies(max(x, 0))", "by max()"},
      {"gullies(floor(x))", "by floor()"},
      {"gullies(x > 0 ? x : y)", "by select()"},
      {"gullies(fbm(perlin(interp: linear)))", "by perlin()"},
      {"gullies(clamp(perlin(), -0.1, 0.1))", "by clamp()"},
      {"gullies(x, scale: 0)", "scale is more than 0"},
      {"gullies(x, octaves: 2.5)", "whole number"},
      {"gullies(x, from: 10, to: 10)", "less than to"},
      {"at(gullies(x), x)", "two coordinates"},
      {"gullies(warp(breach(x), x, y))", "breach needs the whole grid"},
      {"gullies(rgb(x, x, x))", "not a colour"},
      {"tile(gullies(perlin(x, y), scale: 3), 8)", "cells wide"},
  };
  (void)state;
  for (int i = 0; i < COUNT(cases); i++) {
    burl_error error;
    if (burl_compile(cases[i].recipe, 2, &error)) fail_msg("%s compiles", cases[i].recipe);
    if (!strstr(error.message, cases[i].message)) fail_msg("%s: %s", cases[i].recipe, error.message);
    assert_true(error.line == 1 && error.column > 0);
  }
  burl_free(compiled("gullies(max(perlin(), -2))", 0)); /* which is never below */
  burl_free(compiled("gullies(smax(x, 0, 5))", 0));
}

/* Level ground stays as it is, to the bit, wherever it lies between valley floors and peaks. */
static void test_plains_stay(void **state) {
  static const char *const options[] = {"", ", from: 0, to: 1600",
                                        ", strength: 60, scale: 2500, octaves: 5, from: -5000",
                                        ", to: 20, ridge: 1, detail: 1"};
  (void)state;
  for (int o = 0; o < COUNT(options); o++)
    for (double height = -1200; height <= 1500; height += 300.1) {
      char recipe[160];
      float out[64];
      snprintf(recipe, sizeof recipe, "gullies(%g + 0*x%s)", height, options[o]);
      burl_program *const program = compiled(recipe, 3);
      sample_line(program, -3000, 200, 777, 431, 64, out);
      for (int i = 0; i < 64; i++)
        if (out[i] != (float)height) fail_msg("%s: %.9g", recipe, (double)out[i]);
      burl_free(program);
    }
}

/* What gullies add is 0 in the mean: ground is neither raised nor lowered, whatever its height. */
static void test_ground_keeps_its_height(void **state) {
  static const char *const grounds[] = {HILLS, "(500 + " HILLS ")", "(-400 + " HILLS ")",
                                        "(1500*smoothstep(0, 20000, x))",
                                        "(900 + 300*fbm(simplex(x/3000, y/3000), octaves: 2))"};
  enum { WIDE = 240, HIGH = 160 };
  static float out[WIDE * HIGH];
  (void)state;
  for (int i = 0; i < COUNT(grounds); i++) {
    char recipe[400];
    snprintf(recipe, sizeof recipe, "gullies(%s, strength: 100) - %s", grounds[i], grounds[i]);
    burl_program *const program = compiled(recipe, 1);
    const burl_grid grid = {.size = {WIDE, HIGH}, .step = {100, 100}};
    double sum = 0, most = 0;
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
    for (int cell = 0; cell < WIDE * HIGH; cell++) sum += (double)out[cell], most = fmax(most, fabs((double)out[cell]));
    if (fabs(sum) / (WIDE * HIGH) > 2 || most < 10) fail_msg("%s: %g, at most %g", recipe, sum / (WIDE * HIGH), most);
    burl_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_no_jumps),
      cmocka_unit_test(test_seams),
      cmocka_unit_test(test_tiles_repeat),
      cmocka_unit_test(test_where_gullies_fade),
      cmocka_unit_test(test_gradient),
      cmocka_unit_test(test_bounds_hold),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_plains_stay),
      cmocka_unit_test(test_ground_keeps_its_height),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
