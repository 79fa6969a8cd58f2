/* Several samples a sample: means around it, by a tent, against sums taken by hand. */
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

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { WIDE = 37, HIGH = 11 };

static const burl_grid whole = {
    .size = {WIDE, HIGH}, .first = {3, -2}, .origin = {0.3, -9}, .step = {0.083, -0.061}, .samples = 4};

static float *sampled(const burl_program *program, const burl_grid *grid) {
  float *const out = malloc((size_t)(grid->size[0] * grid->size[1] * burl_channels(program)) * sizeof *out);
  assert_int_equal(burl_sample_grid(program, grid, out), BURL_OK);
  return out;
}

/* The sample is the mean of the recipe at n·n points about it: those of a Fibonacci lattice, through the inverse of the
 * tent's integral. */
static double tent(double u) { return u < 0.5 ? sqrt(2 * u) - 1 : 1 - sqrt(2 * (1 - u)); }

static void test_means(void **state) {
  (void)state;
  static const char *const texts[] = {"perlin(7*x, 9*y)", "x*y", "x > 1 ? 3 : -2", "white(10*x, 10*y)"};
  for (int i = 0; i < COUNT(texts); i++)
    for (int n = 2; n <= 16; n += 7) {
      burl_program *const program = compile(texts[i], 2);
      burl_grid grid = whole;
      grid.samples = n;
      float *const out = sampled(program, &grid);
      for (int s = 0; s < WIDE * HIGH; s++) {
        double sum = 0;
        for (int k = 0; k < n * n; k++) {
          const double turns = 0.5 + 0.6180339887498949 * (k - 0.5 * (n * n - 1));
          const double x = grid.origin[0] + tent((k + 0.5) / (n * n)) * grid.step[0] + (3 + s % WIDE) * grid.step[0];
          const double y = grid.origin[1] + tent(turns - floor(turns)) * grid.step[1] + (s / WIDE - 2) * grid.step[1];
          const burl_points point = {.count = 1, .coord = {&x, &y}};
          float value;
          assert_int_equal(burl_sample_points(program, &point, &value), BURL_OK);
          sum += (double)value;
        }
        if (!(fabs((double)out[s] - sum / (n * n)) <= 3e-6 * (1 + fabs(sum / (n * n)))))
          fail_msg("%s, %d: sample %d is %g, not %g", texts[i], n, s, (double)out[s], sum / (n * n));
      }
      free(out);
      burl_free(program);
    }
}

/* What is even keeps its place, and what is constant its bits. */
static void test_nothing_moves(void **state) {
  (void)state;
  burl_program *const plane = compile("2*x - 3*y", 2), *const constant = compile("x*0 + 0.1", 2);
  for (int n = 2; n <= 16; n++) {
    burl_grid grid = whole, plain = whole;
    grid.samples = n;
    plain.samples = 0;
    float *const out = sampled(plane, &grid), *const at = sampled(plane, &plain);
    float *const same = sampled(constant, &grid), *const before = sampled(constant, &plain);
    for (int i = 0; i < WIDE * HIGH; i++) assert_true(fabs((double)out[i] - (double)at[i]) < 1e-5);
    assert_memory_equal(same, before, WIDE * HIGH * sizeof *same);
    free(out), free(at), free(same), free(before);
  }
  burl_free(plane);
  burl_free(constant);
}

/* Half black, half white is 0.7354 in sRGB, half of the light; where half is transparent, its colour doesn't count. */
static void test_light(void **state) {
  (void)state;
  const burl_grid grid = {.size = {1, 1}, .step = {1, 1}, .samples = 16};
  float grey[3], half[4], none[4];
  burl_program *const two = compile("x < 0 ? #000 : #fff", 2);
  burl_program *const clear = compile("x < 0 ? rgba(#ff8000, 1) : rgba(#00f, 0)", 2);
  burl_program *const nothing = compile("rgba(#f00, 0)", 2);
  assert_int_equal(burl_sample_grid(two, &grid, grey), BURL_OK);
  assert_int_equal(burl_sample_grid(clear, &grid, half), BURL_OK);
  assert_int_equal(burl_sample_grid(nothing, &grid, none), BURL_OK);
  const double light = 1.055 * pow(0.5, 1 / 2.4) - 0.055;
  for (int c = 0; c < 3; c++) assert_true(fabs((double)grey[c] - light) < 1e-6);
  const double expected[4] = {1, 128.0 / 255, 0, 0.5};
  for (int c = 0; c < 4; c++) assert_true(fabs((double)half[c] - expected[c]) < 1e-6);
  assert_true(none[3] == 0.0f && none[0] == 1.0f && none[1] == 0.0f); /* a colour stays */
  /* of two slopes the components' means */
  burl_program *const normal = compile("scale(normal(abs(x)), 1)", 2);
  assert_int_equal(burl_sample_grid(normal, &grid, grey), BURL_OK);
  const double up[3] = {0.5, 0.5, 0.5 + 0.5 * sqrt(0.5)};
  for (int c = 0; c < 3; c++) assert_true(fabs((double)grey[c] - up[c]) < 1e-6);
  burl_free(normal);
  burl_free(two);
  burl_free(clear);
  burl_free(nothing);
}

/* Tiles, strides, threads and instruction sets give the bits of the whole; in three dimensions, too, and of more than
 * one part. */
static void test_parts(void **state) {
  (void)state;
  static const char *const texts[] = {"fbm(perlin(), octaves: auto)",
                                      "rgba(rgb(perlin(), value(), x), 0.5 + 0.5*perlin(seed: 1))"};
  for (int i = 0; i < COUNT(texts); i++) {
    burl_program *const program = compile(texts[i], 2);
    const int channels = burl_channels(program);
    float *const out = sampled(program, &whole), *const tiles =
                                                     malloc((size_t)(WIDE * HIGH * channels) * sizeof *tiles);
    for (int64_t y = 0; y < HIGH; y++)
      for (int64_t x = 0; x < WIDE; x += 10) {
        burl_grid tile = whole;
        tile.size[0] = WIDE - x < 10 ? WIDE - x : 10;
        tile.size[1] = 1;
        tile.first[0] += x;
        tile.first[1] += y;
        assert_int_equal(burl_sample_grid(program, &tile, tiles + (y * WIDE + x) * channels), BURL_OK);
      }
    assert_memory_equal(tiles, out, (size_t)(WIDE * HIGH * channels) * sizeof *out);
    const burl_options options = {.struct_size = sizeof options, .isa = "sse2"};
    burl_program *const other = burl_compile_with(texts[i], strlen(texts[i]), &options, NULL);
    if (other) {
      float *const by_other = sampled(other, &whole);
      assert_memory_equal(by_other, out, (size_t)(WIDE * HIGH * channels) * sizeof *out);
      free(by_other);
    }
    burl_free(other);
    free(out), free(tiles);
    burl_free(program);
  }
}

static void test_large_volume(void **state) {
  (void)state;
  burl_program *const program = compile("perlin()", 3);
  burl_grid grid = {.size = {300, 230, 3}, .step = {0.1, 0.1, 0.5}, .stride = {1, 320, 320 * 240}, .samples = 2};
  float *const out = malloc(320 * 240 * 3 * sizeof *out), one;
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  burl_grid point = grid;
  for (int a = 0; a < 3; a++) point.size[a] = 1, point.first[a] = grid.size[a] - 1;
  memset(point.stride, 0, sizeof point.stride);
  assert_int_equal(burl_sample_grid(program, &point, &one), BURL_OK);
  assert_memory_equal(&one, out + 299 + 229 * 320 + 2 * 320 * 240, sizeof one);
  free(out);
  burl_free(program);
}

/* The spacing of octaves is that of the samples of a sample. */
static void test_octaves(void **state) {
  (void)state;
  burl_program *const automatic = compile("fbm(perlin(), octaves: auto, normalise: 0)", 2);
  burl_program *const four = compile("fbm(perlin(), octaves: 4, normalise: 0)", 2);
  const burl_grid grid = {.size = {WIDE, HIGH}, .step = {0.125, 0.125}, .samples = 4}; /* 1/32 of a cell */
  float *const a = sampled(automatic, &grid), *const b = sampled(four, &grid);
  for (int i = 0; i < WIDE * HIGH; i++) assert_true(fabs((double)a[i] - (double)b[i]) < 1e-6);
  free(a), free(b);
  burl_free(automatic);
  burl_free(four);
}

static int stop_at_half(void *user, double done) {
  *(double *)user = done;
  return done >= 0.5;
}

static void test_refusals(void **state) {
  (void)state;
  static float out[WIDE * HIGH];
  burl_program *const program = compile("perlin()", 2), *const midpoint = compile("midpoint()", 2);
  burl_grid grid = whole;
  grid.samples = 17;
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_ARGUMENT);
  grid.samples = -1;
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_ARGUMENT);
  grid.samples = 2;
  assert_int_equal(burl_sample_grid(midpoint, &grid, out), BURL_SHAPE);
  burl_grid large = {.size = {1000, 500}, .step = {1, 1}, .samples = 2, .progress = stop_at_half};
  double done = 0;
  large.user = &done;
  float *const some = malloc(1000 * 500 * sizeof *some);
  assert_int_equal(burl_sample_grid(program, &large, some), BURL_CANCELLED);
  assert_true(done >= 0.5 && done < 0.8);
  free(some);
  burl_free(program);
  burl_free(midpoint);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_means),    cmocka_unit_test(test_nothing_moves), cmocka_unit_test(test_light),
      cmocka_unit_test(test_parts),    cmocka_unit_test(test_large_volume),  cmocka_unit_test(test_octaves),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests_name("filter", tests, NULL, NULL);
}
