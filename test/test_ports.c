/* What docs/noise.md and docs/moving.md tell of noises where people stumble: at whole coordinates, in
 * slices, in another library's place.  The right values come from a derivation or from elsewhere. */
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

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

enum { SIDE = 96, SAMPLES = SIDE * SIDE, MOST_VALUES = 64 };

/* out: SIDE x SIDE samples, step apart, the first at x = y = -37 and z = w = 5. */
static void sample(const char *recipe, int dims, double step, uint64_t seed, float *out) {
  burl_program *const program = compile(recipe, dims);
  assert_int_equal(burl_seed(program, seed), BURL_OK);
  const burl_grid grid = {.size = {SIDE, dims > 1 ? SIDE : 1}, .origin = {-37, -37, 5, 5}, .step = {step, step, 1, 1}};
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  burl_free(program);
}

/* ---- At whole coordinates ---------------------------------------------------------------------- */

static int by_value(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

/* Sorts the values and keeps each once (0 and -0 are one); returns how many. */
static int distinct(float *values, int count) {
  qsort(values, (size_t)count, sizeof *values, by_value);
  int kept = 0;
  for (int i = 0; i < count; i++) {
    if (kept == 0 || values[i] != values[kept - 1]) values[kept++] = values[i];
  }
  return kept;
}

static int zeros(const float *values, int count) {
  int found = 0;
  for (int i = 0; i < count; i++) found += values[i] == 0;
  return found;
}

static void test_perlin_is_0_at_whole_coordinates(void **state) {
  (void)state;
  static const char *const recipes[] = {"perlin()", "perlin(interp: wavelet)", "perlin(gradients: uniform)",
                                        "perlin(hash: perlin2002)", "fbm(perlin(), same_seed: 1)"};
  static float values[SAMPLES];
  for (int i = 0; i < COUNT(recipes); i++) {
    for (int dims = 1; dims <= 4; dims++) {
      const int count = dims > 1 ? SAMPLES : SIDE;
      sample(recipes[i], dims, 1, 1, values);
      assert_int_equal(zeros(values, count), count);
    }
  }
}

/* One whole point in three is a lattice point of simplex noise and 0, in 2D and 3D alike.  Every other
 * one sees two lattice points, in 2D by (0.2, 0.2) and (0.4, 0.4) away, with the kernels (r - 0.08)^4 and
 * (r - 0.32)^4, r being 1/2 less a 2^13th of it; eight gradients have four different parts along a
 * diagonal. */
static void test_simplex_has_17_values_at_whole_coordinates(void **state) {
  (void)state;
  static float values[SAMPLES];
  for (int dims = 2; dims <= 3; dims++) {
    sample("simplex()", dims, 1, 1, values);
    assert_int_equal(zeros(values, SAMPLES), SAMPLES / 3);
    assert_int_equal(distinct(values, SAMPLES), 17);
  }

  sample("simplex()", 2, 1, 2, values);
  assert_int_equal(distinct(values, SAMPLES), 17);
  const double reach = 0.5 * (1 - 0x1p-13), eighth = atan(1) / 2;
  const double near = 0.2 * pow(reach - 0.08, 4), far = 0.4 * pow(reach - 0.32, 4);
  const double parts[] = {cos(eighth), sin(eighth)};
  float right[MOST_VALUES] = {0};
  int count = 1;
  for (int i = 0; i < 16; i++) {
    const double a = (i & 4 ? 1 : -1) * parts[i & 1], b = (i & 8 ? 1 : -1) * parts[i >> 1 & 1];
    right[count++] = (float)(a * near + b * far);
  }
  assert_int_equal(distinct(right, count), 17);
  for (int i = 0; i < 17; i++) {
    const double share = (double)values[i] / (double)values[16];
    assert_true(fabs(share - (double)right[i] / (double)right[16]) < 2e-6);
  }
}

static void test_white_is_dice_for_whole_coordinates(void **state) {
  (void)state;
  static float values[SAMPLES];
  sample("white()", 2, 1, 1, values);
  assert_true(zeros(values, SAMPLES) < 3);
  assert_true(distinct(values, SAMPLES) > SAMPLES - 30); /* of 2^24: 2.5 pairs on average */
}

/* ---- Slices ------------------------------------------------------------------------------------ */

/* Variance about 0 of a recipe's slices at z, over some seeds. */
static double variance_at(const char *noise, double z) {
  static float values[SAMPLES];
  char recipe[96];
  snprintf(recipe, sizeof recipe, "at(%s, x, y, %g)", noise, z);
  double sum = 0;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    sample(recipe, 2, 0.618034, seed, values);
    for (int i = 0; i < SAMPLES; i++) sum += (double)values[i] * (double)values[i];
  }
  return sum / (8 * SAMPLES);
}

/* Perlin's by hand: a corner at distance d with the weights w of the quintic gives the variance
 * w^2 |d|^2, but for a factor.  Summed over both corners of an axis, w^2 is 181/231 on average and w^2 d^2
 * 535/9009, A and B: a plane at a whole z has 2 A B, one at 1/2 has (2 A B + A A/4)/2, which is more by
 * 11339/8560. */
static void test_slices_of_simplex_are_alike(void **state) {
  (void)state;
  const double simplex = variance_at("simplex()", 0), perlin = variance_at("perlin()", 0);
  for (int quarter = 1; quarter < 4; quarter++) {
    assert_true(fabs(variance_at("simplex()", quarter / 4.0) / simplex - 1) < 0.02);
  }
  assert_true(fabs(variance_at("perlin()", 0.5) / perlin - 11339.0 / 8560) < 0.04);
}

/* ---- In another library's place ---------------------------------------------------------------- */

static double value_at(const char *recipe, double x, double y) {
  burl_program *const program = compile(recipe, 2);
  const burl_points point = {.count = 1, .coord = {&x, &y}};
  float value;
  assert_int_equal(burl_sample_points(program, &point, &value), BURL_OK);
  burl_free(program);
  return (double)value;
}

/* What people have written down of Mathf.PerlinNoise, which takes coordinates in float. */
static void test_unity_perlin_noise(void **state) {
  (void)state;
  static const double rows[][3] = {{0, 0, 0.46527308},     {5, 7, 0.46527308},         {0.5, 0.5, 0.2966959},
                                   {-0.5, 0.5, 0.2966959}, {0.25, 0.75, 0.41292197},   {257, 1.5, 0.6338503},
                                   {4.2, -4.2, 0.5224754}, {-16.08, -6.08, 0.5159106}, {123.456, 789.012, 0.64087766}};
  for (int i = 0; i < COUNT(rows); i++) {
    const double v =
        value_at("(perlin(abs(x), abs(y), 0, hash: perlin2002, raw: 1) + 0.69)/1.483", rows[i][0], rows[i][1]);
    if (fabs(v - rows[i][2]) > 2e-5) fail_msg("PerlinNoise(%g, %g) is %g", rows[i][0], rows[i][1], v);
  }
}

/* Mean and deviation over some seeds. */
static void spread(const char *recipe, double *mean, double *deviation) {
  static float values[SAMPLES];
  double sum = 0, squares = 0;
  for (uint64_t seed = 1; seed <= 16; seed++) {
    sample(recipe, 2, 0.618034, seed, values);
    for (int i = 0; i < SAMPLES; i++) {
      sum += (double)values[i];
      squares += (double)values[i] * (double)values[i];
    }
  }
  const double count = 16 * SAMPLES;
  *mean = sum / count;
  *deviation = sqrt(squares / count - *mean * *mean);
}

/* Means and deviations that were measured of the libraries themselves, over a million points. */
static void test_contrast_is_theirs(void **state) {
  (void)state;
  static const struct {
    const char *recipe;
    double mean, deviation;
  } rows[] = {
      {"0.25*fbm(1 + value(interp: cosine), octaves: 4, normalise: 0)", 0.469, 0.125}, /* p5.js */
      {"0.25*fbm(1 + value(interp: cosine), octaves: 8, gain: 0.65, normalise: 0)", 0.689, 0.143},
      {"fbm(value(), octaves: 3, gain: 0.6, normalise: 0)", 0, 0.552}, /* Luanti */
      {"turbulence(value(), octaves: 3, gain: 0.6, normalise: 0)", 0.742, 0.299},
      {"0.86*simplex()", 0, 0.471},
      {"1.03*perlin()", 0, 0.336},
      {"cells()", 0.428, 0.188}, /* Unity */
      {"1.41*perlin(gradients: diagonal)", 0, 0.430},
      {"value()", 0, 0.460}, /* noise-rs */
      {"0.81*simplex()", 0, 0.441},
      {"0.5 + 0.405*fbm(simplex(), octaves: 4)", 0.5, 0.1355}, /* Gustavson */
      {"fbm(simplex(), octaves: 4)", 0, 0.334},
      {"1.07*fbm(simplex(smooth: 1), octaves: 4)", 0, 0.257},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    double mean, deviation;
    spread(rows[i].recipe, &mean, &deviation);
    if (fabs(mean - rows[i].mean) > 0.015 || fabs(deviation / rows[i].deviation - 1) > 0.04) {
      fail_msg("%s: mean %.3f, deviation %.3f", rows[i].recipe, mean, deviation);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_perlin_is_0_at_whole_coordinates),
      cmocka_unit_test(test_simplex_has_17_values_at_whole_coordinates),
      cmocka_unit_test(test_white_is_dice_for_whole_coordinates),
      cmocka_unit_test(test_slices_of_simplex_are_alike),
      cmocka_unit_test(test_unity_perlin_noise),
      cmocka_unit_test(test_contrast_is_theirs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
