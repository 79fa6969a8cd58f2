/* Octaves of sums, singly and one after the other: burl_octave_at, and octave_begin and octave_end of burl_options. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "burl_inspect.h"

enum { POINTS = 257, OCTAVES = 6 };

static const char *const sums[] = {"fbm(perlin(), octaves: 6)",
                                   "fbm(value(), octaves: 6, gain: 0.7, lacunarity: 2.5)",
                                   "billow(simplex(), octaves: 6)",
                                   "ridged(perlin(), octaves: 6, at: 1/3)",
                                   "turbulence(perlin(), octaves: 5.5)",
                                   "fbm(perlin(), octaves: 6, normalise: 0)",
                                   "fbm(perlin(), octaves: 6, same_seed: 1)",
                                   "pingpong(perlin(), octaves: 6)",
                                   "fbm(perlin(), octaves: 6, gain: unit(value()))",
                                   "fbm(perlin(), amplitudes: 1, -2, 0, 3, 0.5, 1)",
                                   "ridged(perlin(), octaves: 6, feedback: 2)",
                                   "fbm(value(), octaves: 6, weighted_strength: 0.7)",
                                   "billow(perlin(), octaves: 6, damped: 0.4)"};

#define EACH(list, i) for (size_t i = 0; i < sizeof(list) / sizeof *(list); i++)

static burl_program *compile(const char *recipe, int begin, int end) {
  const burl_options options = {.struct_size = sizeof options, .octave_begin = begin, .octave_end = end};
  burl_error error;
  burl_program *const program = burl_compile_with(recipe, strlen(recipe), &options, &error);
  if (!program) fail_msg("%s: %s", recipe, error.message);
  return program;
}

/* Samples along a line that meets no lattice. */
static void sample(const char *recipe, int begin, int end, float to[POINTS]) {
  burl_program *const program = compile(recipe, begin, end);
  const burl_grid grid = {.size = {POINTS}, .origin = {-3.1, 7.3}, .step = {0.137, 0}};
  assert_int_equal(burl_sample_grid(program, &grid, to), BURL_OK);
  burl_free(program);
}

static void test_all_are_the_sum(void **state) {
  (void)state;
  EACH(sums, i) {
    float whole[POINTS], all[POINTS];
    sample(sums[i], 0, 0, whole);
    sample(sums[i], 0, OCTAVES, all);
    assert_memory_equal(whole, all, sizeof whole);
  }
}

/* Each adds to those before it: exactly, as the sum itself is computed. */
static void test_octaves_add_up(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) { /* of those that are noises times a constant share */
    float before[POINTS], one[POINTS], after[POINTS];
    sample(sums[i], 0, 1, before);
    for (int k = 1; k < OCTAVES; k++) {
      sample(sums[i], k, k + 1, one);
      sample(sums[i], 0, k + 1, after);
      for (int p = 0; p < POINTS; p++) assert_true(after[p] == before[p] + one[p]);
      memcpy(before, after, sizeof after);
    }
  }
}

static void test_octaves_add_up_nearly(void **state) {
  (void)state;
  EACH(sums, i) {
    float whole[POINTS], one[POINTS];
    double sum[POINTS] = {0};
    sample(sums[i], 0, 0, whole);
    for (int k = 0; k < OCTAVES; k++) {
      sample(sums[i], k, k + 1, one);
      for (int p = 0; p < POINTS; p++) sum[p] += (double)one[p];
    }
    for (int p = 0; p < POINTS; p++) assert_true(fabs(sum[p] - (double)whole[p]) < 2e-6);
  }
}

/* Gradient noise is 0 on its lattice, which is where burl_octave says. */
static void test_lattices(void **state) {
  (void)state;
  burl_program *const whole = compile("fbm(perlin(), octaves: 6, at: 1/2)", 0, 0);
  assert_int_equal(burl_octave_count(whole), OCTAVES);
  for (int k = 0; k < OCTAVES; k++) {
    const burl_octave o = burl_octave_at(whole, k);
    assert_true(o.frequency == ldexp(0.5, k));
    double x[POINTS], y[POINTS], largest = 0;
    float on[POINTS], off[POINTS];
    burl_program *const one = compile("fbm(perlin(), octaves: 6, at: 1/2)", k, k + 1);
    for (int p = 0; p < POINTS; p++) {
      x[p] = (p - 100 - o.shift[0]) / o.frequency;
      y[p] = (p % 7 - o.shift[1]) / o.frequency;
    }
    const burl_points lattice = {.count = POINTS, .coord = {x, y}};
    assert_int_equal(burl_sample_points(one, &lattice, on), BURL_OK);
    for (int p = 0; p < POINTS; p++) x[p] += 0.4 / o.frequency;
    assert_int_equal(burl_sample_points(one, &lattice, off), BURL_OK);
    for (int p = 0; p < POINTS; p++) {
      assert_true(fabs((double)on[p]) < 1e-6);
      largest = fmax(largest, fabs((double)off[p]));
    }
    assert_true(largest > 0.1 * o.share && largest <= o.share);
    burl_free(one);
  }
  burl_free(whole);
}

static void test_shares(void **state) {
  (void)state;
  burl_program *const program = compile("1 + 2*fbm(perlin(), octaves: 3, gain: 0.5)*ridged(value(), octaves: 7)", 0, 0);
  assert_int_equal(burl_octave_count(program), 3); /* the first sum's */
  for (int k = 0; k < 3; k++) assert_true(fabs(burl_octave_at(program, k).share - ldexp(4.0 / 7, -k)) < 1e-6);
  assert_true(burl_octave_at(program, 3).frequency == 0 && burl_octave_at(program, -1).frequency == 0);
  burl_free(program);
  burl_program *const varying = compile(sums[8], 0, 0);
  assert_true(isnan(burl_octave_at(varying, 1).share));
  burl_free(varying);
  burl_program *const none = compile("perlin() + hybrid(perlin())", 0, 0);
  assert_int_equal(burl_octave_count(none), 0);
  burl_free(none);
  assert_int_equal(burl_octave_count(NULL), 0);
}

static void test_none_and_wrong(void **state) {
  (void)state;
  float values[POINTS];
  sample("fbm(perlin(), octaves: 3)", 5, 9, values);
  for (int p = 0; p < POINTS; p++) assert_true(values[p] == 0);
  const burl_options wrong = {.struct_size = sizeof wrong, .octave_begin = -1};
  burl_error error;
  assert_null(burl_compile_with("perlin()", 8, &wrong, &error));
  assert_int_equal(error.status, BURL_ARGUMENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_are_the_sum),
      cmocka_unit_test(test_octaves_add_up),
      cmocka_unit_test(test_octaves_add_up_nearly),
      cmocka_unit_test(test_lattices),
      cmocka_unit_test(test_shares),
      cmocka_unit_test(test_none_and_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
