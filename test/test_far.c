/* Far from the origin noise is as smooth as at the origin: samples at 10^9 cells and beyond against
 * the same lane functions in double. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "compile.h"
#include "oracle.h"
#include "program/noise_setup.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

enum { SAMPLES = 1000 };

/* Whole numbers, so that origin + n/128 is exact everywhere; at 2^31 and 2^32 cells wrap. */
static const double origins[] = {0, -3, 1e9, -1e9, 2147483643.0, 4294967291.0, -2147483652.0, 1e12};

/* Samples n = 0, 1, … along a slanted line from an origin; at: double[SAMPLES][4]. */
static void walk(const burl_program *program, double origin, double (*at)[4], float *out) {
  static const double slope[4] = {1, -2, 3, -1};
  static double coordinate[4][SAMPLES];
  for (int n = 0; n < SAMPLES; n++)
    for (int axis = 0; axis < 4; axis++)
      coordinate[axis][n] = at[n][axis] = origin + 5 * axis + slope[axis] * n / 128 + 1.0 / 256;
  const burl_points points = {.count = SAMPLES, .coord = {coordinate[0], coordinate[1], coordinate[2], coordinate[3]}};
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
}

static void check_noise(const char *text, int op, int dims, double origin) {
  static double at[SAMPLES][4];
  static float out[SAMPLES];
  burl__noise noise;
  burl__noise_standard(&noise, op, dims, 7);
  burl_program *const program = compile(text, dims);
  walk(program, origin, at, out);
  double before = 0;
  for (int n = 0; n < SAMPLES; n++) {
    const double expected = oracle_at(op, &noise, at[n]).value;
    if (fabs((double)out[n] - expected) > 1e-6)
      fail_msg("%s in %dD, sample %d from %.0f: %.9g, not %.12g", text, dims, n, origin, (double)out[n], expected);
    const double step = n ? (double)out[n] - (double)out[n - 1] : 0, smooth = n ? expected - before : 0;
    if (fabs(step - smooth) > 1e-6)
      fail_msg("%s in %dD, step %d from %.0f: %.9g, not %.9g", text, dims, n, origin, step, smooth);
    before = expected;
  }
  burl_free(program);
}

static void test_noises(void **state) {
  (void)state;
  for (int i = 0; i < COUNT(origins); i++) {
    for (int dims = 1; dims <= 4; dims++) {
      check_noise("perlin(seed: 7)", OP_perlin, dims, origins[i]);
      check_noise("value(seed: 7)", OP_value, dims, origins[i]);
    }
  }
}

/* How far neighbours are apart, in the mean of squares: a longest step would be chance. */
static double usual_step(const burl_program *program, double origin) {
  static double at[SAMPLES][4];
  static float out[SAMPLES];
  walk(program, origin, at, out);
  double sum = 0;
  for (int n = 1; n < SAMPLES; n++) sum += pow((double)out[n] - (double)out[n - 1], 2);
  return sqrt(sum / (SAMPLES - 1));
}

/* Octaves and warped points stay as smooth, and move: no two neighbours are far apart or stuck. */
static void test_octaves(void **state) {
  (void)state;
  static const char *const texts[] = {"fbm(perlin(), octaves: 4)", "warp(fbm(value(), octaves: 3), perlin(seed: 2))",
                                      "rotate(fbm(perlin(), octaves: 3), 30)"};
  for (int i = 0; i < COUNT(texts); i++) {
    burl_program *const program = compile(texts[i], 2);
    const double near = usual_step(program, 0);
    for (int k = 0; k < COUNT(origins); k++) {
      const double far = usual_step(program, origins[k]);
      if (far > 1.5 * near || far < near / 1.5) fail_msg("%s from %.0f: %g, not %g", texts[i], origins[k], far, near);
    }
    burl_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_noises), cmocka_unit_test(test_octaves)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
