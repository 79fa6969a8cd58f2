/* Numbers that have names, levels(), and the palettes of ramp(), which are held against their published
 * tables. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "compile.h"
#include "reference.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- Helpers ------------------------------------------------------------------------------------ */

static void sample(const burl_program *program, double x, float out[4]) {
  const double y = 0;
  const burl_points points = {.count = 1, .coord = {&x, &y}};
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
}

static float value(const char *text, double x) {
  float out[4];
  burl_program *const program = compile(text, 2);
  sample(program, x, out);
  burl_free(program);
  return out[0];
}

static void check(const char *text, double x, double expected) {
  const double got = (double)value(text, x);
  if (got != expected) fail_msg("%s at %g: %.9g, not %.9g", text, x, got, expected);
}

static void check_error(const char *text, const char *place, const char *message, const char *hint) {
  burl_error error;
  assert_null(burl_compile(text, 2, &error));
  if (!strstr(error.message, message) || !strstr(error.hint, hint))
    fail_msg("%s: %s | %s", text, error.message, error.hint);
  assert_int_equal(error.column, (int)(strstr(text, place) - text) + 1);
}

/* ---- Names -------------------------------------------------------------------------------------- */

/* To the last bit of a double: 2^29 of either, of which the whole part is exact in a float. */
static void test_numbers_are_exact(void **test) {
  (void)test;
  check("pi", 0, (double)(float)3.14159265358979323846);
  check("tau", 0, (double)(float)6.28318530717958647693);
  check("(pi - 3.14159265358979311600)*1e16", 0, 0);
  check("tau - 2*pi", 0, 0);
  check("x == pi", 3.14159265358979311600, 1);
  check("sin(pi/2)", 0, 1);
}

/* What the recipe itself calls so hides it. */
static void test_own_names_hide_them(void **test) {
  (void)test;
  check("pi = 3\npi", 0, 3);
  check("pi = 3.14159265\ntau = 2*pi\ntau", 0, (double)(float)6.2831853);
  check("param tau = 5 [0, 9]\ntau", 0, 5);
  check("f(pi) = 2*pi\nf(4)", 0, 8);
  check("f(a) = a*pi\npi = 2\nf(x)", 1, (double)(float)3.14159265358979323846);
  check("pi(a) = a + 1\npi(pi) - 1", 0, (double)(float)3.14159265358979323846);
  check("view 0, 0, tau, pi\nparam turns = pi [0, tau]\nturns", 0, (double)(float)3.14159265358979323846);
  check_error("pi = pi + 1\npi", "pi + 1", "recursion", "");
  check_error("pi()", "pi", "no function 'pi'", "without ( )");
  check_error("PI", "PI", "nothing is called 'PI'", "that is pi");
  check_error("d(perlin(), pi)", "pi", "by a coordinate", "");
}

/* ---- Levels ------------------------------------------------------------------------------------- */

static void test_levels(void **test) {
  (void)test;
  check("levels(x, 2, 6)", 2, 0);
  check("levels(x, 2, 6)", 6, 1);
  check("levels(x, 2, 6)", 3, 0.25);
  check("levels(x, 2, 6)", -1e9, 0);
  check("levels(x, 2, 6)", 1e9, 1);
  check("levels(x, 6, 2)", 3, 0.75);
  check("levels(3, 2, 6)", 0, 0.25);
  check("levels(x, 0, x)", 5, 1);
  check("levels(perlin() - perlin(), 0, x)", 0, 0); /* 0/0 */
  static const double ends[][2] = {{0.1, 0.7}, {-0.3, 1.1}, {0.2, 1.0 / 3}, {-1e-3, 1e7}};
  for (int i = 0; i < COUNT(ends); i++) { /* of a float, hi is 1 exactly */
    char text[200];
    snprintf(text, sizeof text, "levels(sqrt(x)*0 + %.17g, %.17g, %.17g)", ends[i][1], ends[i][0], ends[i][1]);
    check(text, 2, 1);
    snprintf(text, sizeof text, "levels(sqrt(x)*0 + %.17g, %.17g, %.17g)", ends[i][0], ends[i][0], ends[i][1]);
    check(text, 2, 0);
  }
  burl_program *const program = compile("levels(perlin(), -2, 2)", 2);
  const burl_range bounds = burl_bounds(program, 0);
  assert_true(bounds.lo > 0.249 && bounds.hi < 0.751 && !bounds.may_be_nan);
  burl_free(program);
  check("d(levels(x, 2, 6), x)", 3, 0.25);
  check("d(levels(x, 2, 6), x)", 7, 0);
  check_error("levels(x, 1, 1)", "1)", "the same", "step(lo, e)");
  check_error("levels(x, y, y)", "y)", "the same", "");
  check_error("levels(x, 1)", "levels", "takes 3 arguments", "");
}

/* ---- Palettes ----------------------------------------------------------------------------------- */

/* Every fifth row of a published table of 256, which docs/language.md says a palette is within 3/255 of; and
 * half of the last digit of the table. */
static void test_palettes_are_the_published_ones(void **test) {
  (void)test;
  reference_table table = reference_open("palettes");
  double worst = 0;
  for (int i = 0; i < table.rows; i++) {
    char text[200];
    float out[4];
    snprintf(text, sizeof text, "ramp(x, palette: %s)", reference_text(&table, i, "palette"));
    burl_program *const program = compile(text, 2);
    assert_int_equal(burl_channels(program), 3);
    sample(program, reference_number(&table, i, "row") / 255, out);
    burl_free(program);
    for (int c = 0; c < 3; c++) worst = fmax(worst, fabs((double)out[c] - reference_number_at(&table, i, 2 + c)));
    if (worst > 3 / 255.0 + 1e-6)
      fail_msg("%s, row %g: off by %g/255", text, reference_number(&table, i, "row"), worst * 255);
  }
  assert_int_equal(table.rows, 16 * 52);
  assert_true(worst > 1 / 255.0); /* or the docs promise too little */
  reference_close(&table);
}

/* Beyond [0, 1] the colours at the ends; stops are sRGB, which `in` doesn't change, but what is between. */
static void test_palettes_are_ramps(void **test) {
  (void)test;
  static const char *const texts[] = {"ramp(x, palette: viridis)", "ramp(x, palette: viridis, in: oklab)"};
  float out[4], between[2][4];
  for (int k = 0; k < 2; k++) {
    burl_program *const program = compile(texts[k], 2);
    sample(program, -3, out);
    assert_float_equal(out[0], 68 / 255.0f, 1e-6);
    assert_float_equal(out[1], 1 / 255.0f, 1e-6);
    assert_float_equal(out[2], 84 / 255.0f, 1e-6);
    sample(program, 7, out);
    assert_float_equal(out[0], 253 / 255.0f, 1e-6);
    assert_float_equal(out[2], 37 / 255.0f, 1e-6);
    sample(program, 0.36, between[k]);
    burl_free(program);
  }
  assert_true(memcmp(between[0], between[1], 3 * sizeof(float)) != 0);
  burl_program *const none = compile("ramp(x, #000, #fff, palette: none)", 2);
  sample(none, 0.25, out);
  assert_float_equal(out[0], 0.25, 0);
  burl_free(none);
}

static void test_errors_of_palettes(void **test) {
  (void)test;
  check_error("ramp(x, #000, #fff, palette: magma)", "magma", "colours of its own", "leave out the palette");
  check_error("ramp(x, #000, palette: magma)", "magma", "colours of its own", "");
  check_error("ramp(x, palette: magna)", "magna", "no word of palette", "did you mean 'magma'");
  check_error("ramp(x, palette: jet)", "jet", "no word of palette", "viridis");
  check_error("ramp(x)", "ramp", "two colours at least, or a palette", "ramp(v, palette: viridis)");
  check_error("ramp(x, #000)", "ramp", "two colours at least, or a palette", "ramp(v, #000, #fff)");
  check_error("ramp(x, palette: none)", "ramp", "two colours at least", "");
  check_error("ramp(x, viridis)", "viridis", "nothing is called", "palette: viridis");
  check_error("ramp(x, cmap: jet)", "cmap", "no option 'cmap'", "palette");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers_are_exact),
      cmocka_unit_test(test_own_names_hide_them),
      cmocka_unit_test(test_levels),
      cmocka_unit_test(test_palettes_are_the_published_ones),
      cmocka_unit_test(test_palettes_are_ramps),
      cmocka_unit_test(test_errors_of_palettes),
  };
  return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
