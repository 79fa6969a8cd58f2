/* gabor and phasor: against sums by their definition in double, their bounds, their statistics, and what has the same
 * bits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "compile.h"
#include "draw.h"
#include "noise/impulses.h"
#include "program/program.h"
#include "scale.h"

#define PI 3.14159265358979323846
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { POINTS = 4096 };
static double coord[2][POINTS];

static void draw_points(double reach) {
  for (int a = 0; a < 2; a++)
    for (int i = 0; i < POINTS; i++) coord[a][i] = draw(-reach, reach);
}
static void sample(const char *text, uint64_t seed, float *out) {
  burl_program *const program = compile(text, 2);
  const burl_points points = {.count = POINTS, .coord = {coord[0], coord[1]}};
  assert_int_equal(burl_seed(program, seed), BURL_OK);
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
  burl_free(program);
}

/* ---- By the definition --------------------------------------------------------------------------- */

typedef struct {
  double cosine, sine, squares;
} sums;

/* All impulses of 9 × 9 cells around, in double. */
static sums sums_at(const burl__noise *n, double x, double y, double frequency, double degrees) {
  const double two_24 = 16777216.0;
  sums s = {0, 0, 0};
  for (int64_t j = (int64_t)floor(y) - 4; j <= (int64_t)floor(y) + 4; j++)
    for (int64_t i = (int64_t)floor(x) - 4; i <= (int64_t)floor(x) + 4; i++) {
      uint32_t h = hash_of_keys(n, (point_keys){hash_axis(n, 0, (uint32_t)i), hash_axis(n, 1, (uint32_t)j), 0, 0});
      for (int k = 0; k < n->impulses; k++) {
        const double dx = x - ((double)i + (h >> 8) / two_24);
        h = hash_spread(h);
        const double dy = y - ((double)j + (h >> 8) / two_24);
        h = hash_spread(h);
        const double phase = ((h >> 8) - 8388608.0) / 8388608.0;
        h = hash_spread(h);
        const double turn = ((h >> 8) - 8388608.0) / 8388608.0 * (double)n->spread;
        h = hash_spread(h);
        const double angle = degrees * PI / 180 + turn * PI, left = 2.25 - dx * dx - dy * dy;
        const double weight = left > 0 ? left * left * left : 0;
        const double at = 2 * PI * frequency * (cos(angle) * dx + sin(angle) * dy) + PI * phase;
        s.cosine += weight * cos(at);
        s.sine += weight * sin(at);
        s.squares += weight * weight;
      }
    }
  return s;
}

static void test_definition(void **unused) {
  (void)unused;
  static float out[6][POINTS];
  static const struct {
    double frequency, degrees, spread;
    int impulses;
  } cases[] = {{1, 0, 0, 1}, {0, 0, 0, 1}, {3.7, 33, 0, 1}, {-2, 100, 360, 1}, {1.5, -400, 45, 3}, {0.3, 10, 20, 8}};
  static const char *const calls[] = {"gabor(give: value",      "gabor(give: phase",  "gabor(give: intensity",
                                      "phasor(give: intensity", "phasor(give: phase", "phasor(give: sine"};
  draw_points(50);
  for (size_t c = 0; c < COUNT(cases); c++) {
    burl__noise noise[2] = {{.impulses = cases[c].impulses, .spread = (float)cases[c].spread / 360}};
    for (size_t k = 0; k < COUNT(calls); k++) {
      char text[200];
      snprintf(text, sizeof text, "%s, frequency: %g, orientation: %g, spread: %g, impulses: %d)", calls[k],
               cases[c].frequency, cases[c].degrees, cases[c].spread, cases[c].impulses);
      sample(text, 0, out[k]);
      burl_program *const program = compile(text, 2);
      const burl__graph *const g = &program->plan->graph;
      const burl__noise *const setup = g->nodes[program->plan->outputs.node[0]].setup;
      noise[k / 3].low = setup->low, noise[k / 3].high = setup->high;
      noise[k / 3].impulses = cases[c].impulses, noise[k / 3].spread = (float)cases[c].spread / 360;
      burl_free(program);
    }
    for (int i = 0; i < few_of_test(POINTS / 4); i++)
      for (size_t k = 0; k < COUNT(calls); k++) {
        const sums s = sums_at(&noise[k / 3], coord[0][i], coord[1][i], cases[c].frequency, cases[c].degrees);
        const double size = hypot(s.cosine, s.sine), all = sqrt(16.0 * cases[c].impulses * s.squares);
        const double turns = atan2(s.sine, s.cosine) / (2 * PI), found = (double)out[k][i];
        const double wanted[] = {s.cosine / all, turns, size / all, size / all, turns, s.sine / size};
        double error = fabs(found - wanted[k]);
        if (k == 1 || k == 4) error = fmin(error, 1 - error); /* half a turn either way */
        if (error > 3e-5 * (k == 1 || k >= 4 ? 1 + all / size : 1))
          fail_msg("%s, case %zu at %.17g, %.17g: %.9g, not %.9g", calls[k], c, coord[0][i], coord[1][i], found,
                   wanted[k]);
      }
  }
}

/* ---- Bounds and statistics ----------------------------------------------------------------------- */

/* Of many seeds, in check-all of 10^8 samples; and at impulses of equal phase, as where the frequency is 0. */
static void test_bounds(void **unused) {
  (void)unused;
  static float out[POINTS];
  static const struct {
    const char *text;
    float lo, hi;
  } cases[] = {{"gabor()", -1, 1},
               {"gabor(frequency: 0)", -1, 1},
               {"gabor(spread: 360, impulses: 4, frequency: 5*perlin())", -1, 1},
               {"gabor(give: intensity)", 0, 1},
               {"phasor(give: sine, orientation: 90*perlin())", -1, 1},
               {"phasor()", -0.5F, 0.5F}};
  const int seeds = most_of_test(4069, few_of_test(20));
  for (size_t c = 0; c < COUNT(cases); c++)
    for (int seed = 0; seed < seeds; seed++) {
      draw_points(seed % 3 ? 5 : 1000);
      sample(cases[c].text, (uint64_t)seed, out);
      for (int i = 0; i < POINTS; i++)
        if (!(out[i] >= cases[c].lo && out[i] <= cases[c].hi))
          fail_msg("%s with seed %d at %.17g, %.17g: %.9g", cases[c].text, seed, coord[0][i], coord[1][i],
                   (double)out[i]);
    }
}

/* Of derivatives, by the coordinates and by what the waves read: what is proven holds, where waves are shortest. */
static void test_slope_bounds(void **unused) {
  (void)unused;
  static float out[POINTS];
  static const char *const texts[] = {"d(gabor(frequency: 64), x)", "d(gabor(frequency: 64, orientation: 90), y)",
                                      "d(gabor(give: intensity, impulses: 2), x)", "d(gabor(frequency: 64*wave(x)), x)",
                                      "d(gabor(frequency: 64, orientation: 3600*wave(y)), y)"};
  for (size_t k = 0; k < COUNT(texts); k++) {
    char text[120];
    snprintf(text, sizeof text, "wave(u) = sin(tau*u/9)\n%s", texts[k]);
    burl_program *const program = compile(text, 2);
    const burl_range range = burl_bounds(program, 0);
    burl_free(program);
    draw_points(50);
    sample(text, k, out);
    for (int i = 0; i < POINTS; i++)
      if (!((double)out[i] >= range.lo && (double)out[i] <= range.hi))
        fail_msg("%s: %.9g, beyond [%g, %g]", texts[k], (double)out[i], range.lo, range.hi);
  }
}

/* The mean of the square is the same at every place of a cell: 1/2 of what it is for a cosine by the weights, by the
 * scale that over 16 times the impulses of a cell. */
static void test_variance(void **unused) {
  (void)unused;
  static float out[POINTS];
  static double squares[16];
  enum { SEEDS = 60 };
  for (int i = 0; i < POINTS; i++) { /* one place in each of many cells */
    coord[0][i] = 5 * (i % 64) + i % 4 * 0.25 + 0.125;
    coord[1][i] = 5 * (double)(i / 64) + i / 4 % 4 * 0.25 + 0.125;
  }
  for (int impulses = 1; impulses <= 4; impulses += 3) {
    char text[60];
    snprintf(text, sizeof text, "gabor(frequency: 2, impulses: %d)", impulses);
    memset(squares, 0, sizeof squares);
    for (int seed = 0; seed < SEEDS; seed++) {
      sample(text, (uint64_t)seed, out);
      for (int i = 0; i < POINTS; i++) squares[i % 16] += (double)(out[i] * out[i]);
    }
    for (int i = 0; i < 16; i++) {
      const double mean = 16 * impulses * squares[i] / (POINTS / 16) / SEEDS;
      if (fabs(mean - 0.5) > 0.02) fail_msg("%s at place %d of a cell: the mean of the square is %g", text, i, mean);
    }
  }
}

/* Waves cross 0 twice each: counted along lines; their frequencies spread by a fifth of a wave a cell. */
static void test_frequency(void **unused) {
  (void)unused;
  static float out[POINTS];
  const double frequencies[] = {0.5, 1, 2, 8};
  for (size_t k = 0; k < COUNT(frequencies); k++) {
    int crossings = 0;
    char text[80];
    snprintf(text, sizeof text, "phasor(give: sine, frequency: %g, orientation: 30)", frequencies[k]);
    const double step = 1 / (16 * frequencies[k]);
    for (int line = 0; line < 40; line++) {
      for (int i = 0; i < POINTS; i++) {
        coord[0][i] = step * i * cos(PI / 6);
        coord[1][i] = 37.7 * line + step * i * sin(PI / 6);
      }
      sample(text, 5, out);
      for (int i = 1; i < POINTS; i++) crossings += (out[i] < 0) != (out[i - 1] < 0);
    }
    const double found = crossings / (2 * step * (POINTS - 1) * 40);
    if (fabs(found - frequencies[k]) > 0.06 * fmax(1, frequencies[k]))
      fail_msg("%g waves a cell, not %g", found, frequencies[k]);
  }
}

/* ---- The same bits -------------------------------------------------------------------------------- */

static void check_same(const char *a, const char *b) {
  static float first[POINTS], second[POINTS];
  sample(a, 3, first);
  sample(b, 3, second);
  for (int i = 0; i < POINTS; i++)
    if (memcmp(&first[i], &second[i], sizeof *first) != 0)
      fail_msg("%s: %.9g, but %s: %.9g", a, (double)first[i], b, (double)second[i]);
}

static void test_opposites(void **unused) {
  (void)unused;
  draw_points(20);
  check_same("gabor(orientation: 30.5)", "gabor(orientation: 210.5, frequency: -1)");
  check_same("gabor(orientation: 30.5)", "gabor(orientation: 390.5)");
  check_same("phasor(orientation: -20, spread: 90)", "phasor(orientation: 340, spread: 90)");
  check_same("gabor(frequency: 2)", "gabor(frequency: 2 + 0*perlin())");
}

/* ---- What is refused ------------------------------------------------------------------------------ */

static void test_errors(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *message;
    int dims, column;
  } cases[] = {
      {"gabor(frequency: x)", "frequency may be from -inf to inf here: it has to be from -64 to 64", 2, 18},
      {"gabor(frequency: 65)", "frequency", 2, 18},
      {"phasor(orientation: 1e7*perlin())", "orientation may be from -10000000 to 10000000 here", 2, 21},
      {"phasor(spread: 361)", "spread", 2, 16},
      {"phasor(impulses: 0)", "impulses", 2, 18},
      {"gabor()", "this noise has two dimensions", 3, 1},
      {"gabor()", "this noise has two dimensions", 1, 1},
      {"gabor(frequency: sqrt(perlin()))", "frequency may be from 0 to 1 here, or not a number: it has", 2, 18},
      {"tile(gabor(orientation: 45*x), 4)", "this doesn't turn by whole turns", 2, 25},
      {"tile(gabor(frequency: clamp(x, 0, 1)), 4)", "this coordinate doesn't repeat", 2, 0}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    burl_error error;
    assert_null(burl_compile(cases[i].text, cases[i].dims, &error));
    if (!strstr(error.message, cases[i].message)) fail_msg("%s: %s", cases[i].text, error.message);
    if (cases[i].column) assert_int_equal(error.column, cases[i].column);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_definition), cmocka_unit_test(test_bounds),    cmocka_unit_test(test_slope_bounds),
      cmocka_unit_test(test_variance),   cmocka_unit_test(test_frequency), cmocka_unit_test(test_opposites),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests_name("waves", tests, NULL, NULL);
}
