/* perlin(evolution: t): where it loops, how it forgets, its bounds and what it refuses. */
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
#include "scale.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { SIDE = 512, ALL = SIDE * SIDE };

/* Over a grid of the first 154 cells, at one moment. */
static void sample(const char *noise, double evolution, float *out) {
  char text[120];
  snprintf(text, sizeof text, noise, evolution);
  burl_program *const program = compile(text, 2);
  const burl_grid grid = {.size = {SIDE, SIDE}, .step = {0.3, 0.3}};
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  burl_free(program);
}

static float start[ALL], later[ALL];

/* One turn on, and a million of them, it has the same bits, however it is computed. */
static void test_turns(void **unused) {
  (void)unused;
  static const char *const noises[] = {"perlin(evolution: %.17g)", "perlin(x, y, 0.3*x, evolution: %.17g)",
                                       "fbm(perlin(evolution: %.17g), octaves: 3)", "perlin(evolution: %.17g + 0*x)"};
  for (size_t k = 0; k < COUNT(noises); k++) {
    sample(noises[k], 0.25, start);
    static const double others[] = {1.25, 1000000.25, -2.75};
    for (size_t i = 0; i < COUNT(others); i++) {
      sample(noises[k], others[i], later);
      assert_memory_equal(start, later, sizeof start);
    }
  }
  sample("perlin(evolution: %.17g)", 0.3, start);
  sample("perlin(evolution: %.17g + 0*x)", 0.3, later);
  assert_memory_equal(start, later, sizeof start);
}

/* At lattice points it is 0 whenever; gradients of all directions have one deviation at every moment. */
static void test_statistics(void **unused) {
  (void)unused;
  static const struct {
    double turn, correlation; /* half of cos 2πt and cos 4πt */
  } moments[] = {{1.0 / 6, 0}, {0.25, -0.5}, {1.0 / 3, -0.5}, {0.5, 0}, {0.75, -0.5}};
  sample("perlin(evolution: %.17g)", 0, start);
  double own = 0;
  for (int i = 0; i < ALL; i++) own += (double)(start[i] * start[i]);
  for (size_t k = 0; k < COUNT(moments); k++) {
    double both = 0, other = 0;
    sample("perlin(evolution: %.17g)", moments[k].turn, later);
    for (int i = 0; i < ALL; i++) both += (double)(start[i] * later[i]), other += (double)(later[i] * later[i]);
    const double correlation = both / sqrt(own * other);
    if (fabs(correlation - moments[k].correlation) > 0.02)
      fail_msg("after %g turns the correlation is %g, not %g", moments[k].turn, correlation, moments[k].correlation);
    assert_true(fabs(other / own - 1) < 0.02);
  }
  burl_program *const program = compile("perlin(evolution: t)", 2);
  for (int i = 0; i < 100; i++) {
    const double x = floor(draw(-99, 99)), y = floor(draw(-99, 99)), now = draw(0, 1);
    const burl_points points = {.count = 1, .coord = {&x, &y}, .time = &now};
    float value;
    assert_int_equal(burl_sample_points(program, &points, &value), BURL_OK);
    assert_true(value == 0);
  }
  burl_free(program);
}

/* The slopes at lattice points are the gradients: in three dimensions, too, they have no direction of their own at any
 * moment, and all the same length. */
static void test_directions(void **unused) {
  (void)unused;
  enum { POINTS = 20000 };
  static double at[3][POINTS], moment[POINTS];
  static float slope[3][POINTS];
  static const char *const texts[] = {"d(perlin(evolution: t), x)", "d(perlin(evolution: t), y)",
                                      "d(perlin(evolution: t), z)"};
  for (int i = 0; i < POINTS; i++) {
    for (int a = 0; a < 3; a++) at[a][i] = floor(draw(-1000, 1000));
    moment[i] = i % 2 ? 0.0 : 0.3;
  }
  for (int a = 0; a < 3; a++) {
    burl_program *const program = compile(texts[a], 3);
    const burl_points points = {.count = POINTS, .coord = {at[0], at[1], at[2]}, .time = moment};
    assert_int_equal(burl_sample_points(program, &points, slope[a]), BURL_OK);
    burl_free(program);
  }
  double mean[3][3] = {{0}}, length = 0;
  for (int i = 0; i < POINTS; i++) {
    double square = 0;
    for (int a = 0; a < 3; a++) {
      square += (double)(slope[a][i] * slope[a][i]);
      for (int b = 0; b < 3; b++) mean[a][b] += (double)(slope[a][i] * slope[b][i]) / POINTS;
    }
    if (i == 0) length = square;
    assert_true(fabs(square / length - 1) < 1e-4);
  }
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      if (fabs(mean[a][b] / length - (a == b ? 1.0 / 3 : 0)) > 0.02)
        fail_msg("the mean of the slopes along %c and %c is %g of the length", "xyz"[a], "xyz"[b], mean[a][b] / length);
}

/* The maximum over gradients of any direction at any moment holds: in check-all for 10^8 samples. */
static void test_bounds(void **unused) {
  (void)unused;
  float most = 0;
  const int seeds = most_of_test(400, few_of_test(4) + 2);
  for (int k = 0; k < seeds; k++) {
    char text[120];
    snprintf(text, sizeof text, "perlin(%sseed: %d, evolution: %%.17g)", k % 2 ? "x, y, 0.4*x, " : "", k);
    sample(text, draw(0, 1), later);
    for (int i = 0; i < ALL; i++) most = fmaxf(most, fabsf(later[i]));
  }
  assert_true(most <= 1);
  assert_true(most > 0.7F);
}

/* How it changes, against differences: along x, and by t. */
static void test_change(void **unused) {
  (void)unused;
  static const char *const noises[] = {"perlin(evolution: t)", "perlin(x, y, x - y, evolution: t)",
                                       "perlin(evolution: t, interp: wavelet)",
                                       "perlin(evolution: t, interp: hermite)"};
  for (size_t k = 0; k < COUNT(noises); k++) {
    char text[160];
    snprintf(text, sizeof text, "e = %s\nd(e, t)", noises[k]);
    burl_program *const noise = compile(noises[k], 2), *const change = compile(text, 2);
    double most = 0;
    for (int i = 0; i < 500; i++) {
      const double x = draw(-20, 20), y = draw(-20, 20), h = 1.0 / 1024, t = draw(0, 1);
      const double next = t + h, last = t - h;
      burl_points points = {.count = 1, .coord = {&x, &y}, .time = &t};
      float wanted, after, before;
      assert_int_equal(burl_sample_points(change, &points, &wanted), BURL_OK);
      points.time = &next;
      assert_int_equal(burl_sample_points(noise, &points, &after), BURL_OK);
      points.time = &last;
      assert_int_equal(burl_sample_points(noise, &points, &before), BURL_OK);
      const double found = (double)(after - before) / (2 * h);
      if (fabs(found - (double)wanted) > 2e-3)
        fail_msg("d(%s, t) at %g, %g: %g, not %g", noises[k], x, y, (double)wanted, found);
      const burl_range range = burl_bounds(change, 0);
      assert_true((double)wanted >= range.lo && (double)wanted <= range.hi);
      most = fmax(most, fabs(found));
    }
    assert_true(most > 1 && most <= 4 * 3.14159265358979323846);
    burl_free(noise);
    burl_free(change);
  }
}

static void test_errors(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *message;
    int dims;
  } cases[] = {{"perlin(evolution: t)", "gradients turn in two and three dimensions", 1},
               {"perlin(evolution: t)", "gradients turn in two and three dimensions", 4},
               {"perlin(evolution: t, gradients: edges)", "only gradients of any direction can turn", 2},
               {"perlin(evolution: t, hash: table)", "gradients turn with burl's own hash alone", 2},
               {"tile(perlin(evolution: x/3), 4)", "this tile is 1.333333333 cells wide", 2}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    burl_error error;
    assert_null(burl_compile(cases[i].text, cases[i].dims, &error));
    if (!strstr(error.message, cases[i].message)) fail_msg("%s: %s", cases[i].text, error.message);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_turns),  cmocka_unit_test(test_statistics), cmocka_unit_test(test_directions),
      cmocka_unit_test(test_bounds), cmocka_unit_test(test_change),     cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests_name("evolution", tests, NULL, NULL);
}
