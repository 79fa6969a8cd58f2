/* burl/colours against the formulas that its comments name, in double. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "burl.h"
#include "compile.h"
#include "draw.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { PLACES = 2000 };

/* ---- What is there: of the colour (x, y, z) ------------------------------------------------------------- */

static burl_program *of_library(const char *expression) {
  char text[256];
  snprintf(text, sizeof text, "import burl/colours\nc = rgb(x, y, z)\n%s", expression);
  return compile(text, 3);
}

static void sample(const burl_program *program, const double at[3], float to[4]) {
  const burl_points one = {.count = 1, .coord = {&at[0], &at[1], &at[2]}};
  assert_int_equal(burl_sample_points(program, &one, to), BURL_OK);
}

/* Any colour, with greys, primaries and black among them. */
static void draw_colour(double c[3]) {
  const int kind = (int)draw(0, 6);
  const double level = draw(0, 1);
  for (int k = 0; k < 3; k++) c[k] = kind == 0 ? level : kind == 1 ? floor(draw(0, 2)) : draw(0, 1);
  if (kind == 2) c[(int)draw(0, 2.999)] = c[(int)draw(0, 2.999)];
}

/* ---- What is right -------------------------------------------------------------------------------------- */

static double to_light(double v) {
  const double a = fabs(v);
  return copysign(a <= 0.04045 ? a / 12.92 : pow((a + 0.055) / 1.055, 2.4), v);
}
static double from_light(double v) {
  const double a = fabs(v);
  return copysign(a <= 0.0031308 ? 12.92 * a : 1.055 * pow(a, 1 / 2.4) - 0.055, v);
}
static double most(const double c[3]) { return fmax(c[0], fmax(c[1], c[2])); }
static double least(const double c[3]) { return fmin(c[0], fmin(c[1], c[2])); }
static double light_of(const double c[3]) {
  return 0.2126 * to_light(c[0]) + 0.7152 * to_light(c[1]) + 0.0722 * to_light(c[2]);
}

static void hsv_of(const double c[3], double to[3]) {
  const double v = most(c), wide = v - least(c);
  double sector = 0;
  if (wide > 0 && v == c[0]) sector = fmod((c[1] - c[2]) / wide + 6, 6);
  else if (wide > 0) sector = v == c[1] ? (c[2] - c[0]) / wide + 2 : (c[0] - c[1]) / wide + 4;
  to[0] = sector / 6;
  to[1] = v > 0 ? wide / v : 0;
  to[2] = v;
}

static void rgb_of(const double hsv[3], double to[3]) {
  static const int order[6][3] = {{0, 3, 1}, {2, 0, 1}, {1, 0, 3}, {1, 2, 0}, {3, 1, 0}, {0, 1, 2}};
  const double h = 6 * (hsv[0] - floor(hsv[0])), part = h - floor(h);
  const double of[4] = {hsv[2], hsv[2] * (1 - hsv[1]), hsv[2] * (1 - hsv[1] * part),
                        hsv[2] * (1 - hsv[1] * (1 - part))};
  for (int k = 0; k < 3; k++) to[k] = of[order[(int)h % 6][k]];
}

static void turned(const double c[3], double to[3]) {
  double hsv[3];
  hsv_of(c, hsv);
  hsv[0] += 0.3;
  rgb_of(hsv, to);
}
static void parts(const double c[3], double to[3]) { hsv_of(c, to); }
static void itself(const double c[3], double to[3]) {
  for (int k = 0; k < 3; k++) to[k] = c[k];
}
static void grey(const double c[3], double to[3]) {
  for (int k = 0; k < 3; k++) to[k] = from_light(light_of(c));
}
static void saturated(const double c[3], double to[3]) {
  for (int k = 0; k < 3; k++) to[k] = from_light(light_of(c) + 1.4 * (to_light(c[k]) - light_of(c)));
}
static void bright(const double c[3], double to[3]) {
  for (int k = 0; k < 3; k++) to[k] = 1.3 * c[k];
}
static void contrasting(const double c[3], double to[3]) {
  for (int k = 0; k < 3; k++) to[k] = 2 * c[k] - 0.5 * 2 + 0.5;
}
static void negative(const double c[3], double to[3]) {
  for (int k = 0; k < 3; k++) to[k] = 1 - c[k];
}
static void exposed(const double c[3], double to[3]) {
  for (int k = 0; k < 3; k++) to[k] = from_light(to_light(c[k]) * pow(2, 1.5));
}
static void with_gamma(const double c[3], double to[3]) {
  for (int k = 0; k < 3; k++) to[k] = pow(c[k], 1 / 2.2);
}

static double lum(const double c[3]) { return 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]; }
/* SetLum(#806020, Lum(c)) and ClipColor, as W3C has them. */
static void tinted(const double c[3], double to[3]) {
  const double by[3] = {128 / 255.0, 96 / 255.0, 32 / 255.0}, l = lum(c);
  for (int k = 0; k < 3; k++) to[k] = by[k] + l - lum(by);
  const double n = least(to), x = most(to);
  for (int k = 0; k < 3 && n < 0; k++) to[k] = l + (to[k] - l) * l / (l - n);
  for (int k = 0; k < 3 && x > 1; k++) to[k] = l + (to[k] - l) * (1 - l) / (x - l);
}
/* By the text of the article, of heights x and y. */
static void blended(const double c[3], double to[3]) {
  const double most_height = fmax(c[0], c[1]) - 0.2;
  const double a = fmax(c[0] - most_height, 0), b = fmax(c[1] - most_height, 0);
  for (int k = 0; k < 3; k++) to[k] = (0.1 * a + 0.9 * b) / (a + b);
}

static void test_formulas(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    void (*right)(const double c[3], double to[3]);
    double within;
  } rows[] = {{"rgb(hue_of(c), saturation_of(c), value_of(c))", parts, 1e-5},
              {"hsv(hue_of(c), saturation_of(c), value_of(c))", itself, 2e-6},
              {"hue(c, 0.3)", turned, 3e-6},
              {"greyscale(c)", grey, 1e-6},
              {"saturation(c, 1.4)", saturated, 2e-5},
              {"brightness(c, 1.3)", bright, 1e-6},
              {"contrast(c, 2)", contrasting, 1e-6},
              {"invert(c)", negative, 1e-6},
              {"exposure(c, 1.5)", exposed, 1e-5},
              {"gamma(c, 2.2)", with_gamma, 1e-6},
              {"tint(c, #806020)", tinted, 2e-6},
              {"height_blend(x, #1a1a1a, y, #e6e6e6, 0.2)", blended, 1e-2},
              {"height_blend(x, 0.1, y, 0.9, 0.2)*#fff", blended, 2e-6}};
  draw_state = 1;
  for (int i = 0; i < COUNT(rows); i++) {
    burl_program *const p = of_library(rows[i].text);
    for (int k = 0; k < PLACES; k++) {
      double c[3], right[3];
      float is[4];
      draw_colour(c);
      sample(p, c, is);
      rows[i].right(c, right);
      for (int j = 0; j < 3; j++) {
        const double off = fabs((double)is[j] - right[j]), round = i == 0 && j == 0 ? fabs(off - 1) : off;
        if (!(fmin(off, round) <= rows[i].within))
          fail_msg("%s of %g, %g, %g: channel %d is %.9g, not %.9g", rows[i].text, c[0], c[1], c[2], j, (double)is[j],
                   right[j]);
      }
    }
    burl_free(p);
  }
}

/* Without a depth it is the higher one, and never no number. */
static void test_no_depth(void **unused) {
  (void)unused;
  burl_program *const p = of_library("height_blend(x, 1, y, 2, 0)");
  static const double at[][4] = {{0, 1, 0, 2}, {1, 0, 0, 1}, {1, 1, 0, 1.5}, {0, 0, 0, 1.5}};
  for (int k = 0; k < COUNT(at); k++) {
    float is[4];
    sample(p, at[k], is);
    assert_true(fabs((double)is[0] - at[k][3]) < 1e-6);
  }
  const burl_range r = burl_bounds(p, 0);
  assert_true(!r.may_be_nan && r.lo > 0.999 && r.hi < 2.001);
  burl_free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_formulas), cmocka_unit_test(test_no_depth)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
