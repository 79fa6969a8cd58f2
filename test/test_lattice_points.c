/* burl_lattice_of and the lattice points' parts of a sample: they add up to what the program samples. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "burl_inspect.h"
#include "compile.h"

#define EACH(list, i) for (size_t i = 0; i < sizeof(list) / sizeof *(list); i++)

enum { POINTS = 200 };

/* The sum that burl_lattice describes. */
static double sum_of_parts(const burl_program *p, const burl_lattice *l, double x, double y) {
  const double u = x * l->frequency[0] + l->shift[0], v = l->dims > 1 ? y * l->frequency[1] + l->shift[1] : 0;
  const int first = 1 - l->taps / 2, rows = l->dims > 1 ? l->taps : 1;
  double sum = 0;
  for (int b = 0; b < rows; b++)
    for (int a = 0; a < l->taps; a++) {
      const double i = floor(u) + first + a, j = l->dims > 1 ? floor(v) + first + b : 0;
      const burl_lattice_point at = burl_lattice_at(p, i, j);
      const double weight = burl_lattice_weight(p, u - i) * (l->dims > 1 ? burl_lattice_weight(p, v - j) : 1);
      sum += weight * (at.value + at.gradient[0] * (u - i) + at.gradient[1] * (v - j));
    }
  return sum;
}

/* That of simplex noise, over all lattice points that may be near. */
static double sum_of_bumps(const burl_program *p, const burl_lattice *l, double x, double y) {
  enum { REACH = 4 };
  const double u = x * l->frequency[0] + l->shift[0], v = l->dims > 1 ? y * l->frequency[1] + l->shift[1] : 0;
  const double skew = l->dims > 1 ? (u + v) / 3 : 0;
  double sum = 0;
  for (int b = -REACH; b <= REACH; b++)
    for (int a = -REACH; a <= REACH && (l->dims > 1 || b == 0); a++) {
      const double i = floor(u + skew) + a, j = l->dims > 1 ? floor(v + skew) + b : 0;
      const double shift = l->dims > 1 ? (i + j) / 5 : 0, dx = u - (i - shift), dy = l->dims > 1 ? v - (j - shift) : 0;
      const burl_lattice_point at = burl_lattice_at(p, i, j);
      const double weight = burl_lattice_weight(p, sqrt(dx * dx + dy * dy));
      if (weight != 0 && !(dx * dx + dy * dy < 1.25 * 1.25)) fail_msg("a weight of %g at (%g, %g)", weight, dx, dy);
      sum += weight * (at.gradient[0] * dx + at.gradient[1] * dy);
    }
  return sum;
}

static void check_sums(const char *recipe, int dims) {
  burl_program *const p = compile(recipe, dims);
  const burl_lattice l = burl_lattice_of(p);
  double x[POINTS], y[POINTS];
  float value[POINTS];
  if (l.dims != dims) fail_msg("%s has a lattice of %d dimensions", recipe, l.dims);
  for (int k = 0; k < POINTS; k++) x[k] = -7.3 + 0.137 * k, y[k] = 9.1 - 0.213 * k;
  const burl_points points = {.count = POINTS, .coord = {x, y}};
  assert_int_equal(burl_sample_points(p, &points, value), BURL_OK);
  for (int k = 0; k < POINTS; k++) {
    const double sum = l.is_simplex ? sum_of_bumps(p, &l, x[k], y[k]) : sum_of_parts(p, &l, x[k], y[k]);
    if (!(fabs(sum - (double)value[k]) < 2e-6)) fail_msg("%s: %g, not %g", recipe, sum, (double)value[k]);
  }
  burl_free(p);
}

static void test_parts_add_up(void **state) {
  (void)state;
  static const char *const noises[] = {
      "perlin()",
      "perlin(seed: 7, interp: linear)",
      "perlin(interp: cosine, gradients: circle)",
      "perlin(interp: hermite, gradients: uniform)",
      "perlin(interp: wavelet)",
      "perlin(raw: 1, hash: perlin2002)",
      "perlin(period: 3)",
      "value()",
      "value(interp: cubic)",
      "value(interp: catmull_rom, smooth: 1)",
      "value(interp: linear, smooth: 1)",
      "value(hash: elias, raw: 1)",
      "value(hash: table)",
      "scale(perlin(), 1/3)",
      "shift(value(), 0.25)",
      "tile(perlin(), 4)",
      "fbm(perlin(), octaves: 1, at: 2)",
      "simplex()",
      "simplex(seed: 7, smooth: 1)",
      "simplex(period: 3)",
      "simplex(period: 6, smooth: 1)",
      "scale(simplex(), 1/3)",
      "tile(simplex(), 9)",
      "fbm(simplex(), octaves: 1, at: 2)",
  };
  EACH(noises, i)
  for (int dims = 1; dims <= 2; dims++) check_sums(noises[i], dims);
  check_sums("perlin(2*x + 1, (y - 1)/3)", 2);
  check_sums("simplex(2*x + 1, (y - 1)/3)", 2);
}

static void test_others_have_none(void **state) {
  (void)state;
  static const char *const others[] = {
      "simplex(x, y, 0)", "fbm(perlin())",  "cells()",      "perlin() + 1",         "x",
      "white()",          "perlin(y, x)",   "perlin(x, 0)", "rotate(perlin(), 30)", "perlin(x*x, y)",
      "perlin(x + t, y)", "perlin(x, y, 0)"};
  EACH(others, i) {
    burl_program *const p = compile(others[i], 2);
    if (burl_lattice_of(p).dims != 0) fail_msg("%s has a lattice", others[i]);
    burl_free(p);
  }
  assert_int_equal(burl_lattice_of(NULL).dims, 0);
  assert_true(burl_lattice_at(NULL, 0, 0).value == 0 && burl_lattice_weight(NULL, 0) == 0);
}

/* A value is the upper 24 bits of the hash, a gradient follows from its upper three; of published hashes
 * nothing is said. */
static void test_hashes(void **state) {
  (void)state;
  burl_program *const value = compile("value()", 2), *const perlin = compile("perlin()", 2),
                      *const published = compile("value(hash: elias, raw: 1)", 2);
  burl_lattice_point seen[8] = {0};
  for (int j = -9; j < 9; j++)
    for (int i = -9; i < 9; i++) {
      const burl_lattice_point v = burl_lattice_at(value, i, j), g = burl_lattice_at(perlin, i, j);
      assert_true(fabs(v.value - ((double)(v.hash >> 8) - 8388608) / 8388608) < 1e-5);
      burl_lattice_point *const one = &seen[g.hash >> 29];
      if (one->hash == 0) *one = g;
      assert_true(one->gradient[0] == g.gradient[0] && one->gradient[1] == g.gradient[1]);
      assert_int_equal(burl_lattice_at(published, i, j).hash, 0);
    }
  for (int a = 0; a < 8; a++)
    for (int b = 0; b < a; b++)
      assert_true(seen[a].gradient[0] != seen[b].gradient[0] || seen[a].gradient[1] != seen[b].gradient[1]);
  burl_free(value);
  burl_free(perlin);
  burl_free(published);
}

static void test_names(void **state) {
  (void)state;
  burl_program *const p = compile("value(interp: catmull_rom)", 1), *const q = compile("perlin(interp: wavelet)", 2);
  const burl_lattice l = burl_lattice_of(p);
  assert_string_equal(l.interp, "catmull_rom");
  assert_string_equal(burl_lattice_of(q).interp, "wavelet");
  assert_true(l.is_value && l.taps == 4);
  burl_free(p);
  burl_free(q);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parts_add_up),
      cmocka_unit_test(test_others_have_none),
      cmocka_unit_test(test_hashes),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
