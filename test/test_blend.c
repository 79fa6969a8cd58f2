/* The modes of mix() against the formulas of W3C, "Compositing and Blending Level 1", as they stand there, in double:
 * of numbers in float and double, of colours in both spaces, with their bounds and derivatives; and channel(). */
#include <float.h>
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

/* ---- What is right ----------------------------------------------------------------------------------- */

typedef double blend(double backdrop, double source);

static double multiply(double b, double s) { return b * s; }
static double screen(double b, double s) { return b + s - b * s; }
static double hard_light(double b, double s) { return s <= 0.5 ? multiply(b, 2 * s) : screen(b, 2 * s - 1); }
static double overlay(double b, double s) { return hard_light(s, b); }
static double soft_light(double b, double s) {
  const double d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : sqrt(b);
  return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b);
}
static double add(double b, double s) { return b + s; }
static double subtract(double b, double s) { return b - s; }
static double difference(double b, double s) { return fabs(b - s); }
static double darken(double b, double s) { return fmin(b, s); }
static double lighten(double b, double s) { return fmax(b, s); }
static double dodge(double b, double s) { return b <= 0 ? 0 : s >= 1 ? 1 : fmin(1, b / (1 - s)); }
static double burn(double b, double s) { return b >= 1 ? 1 : s <= 0 ? 0 : 1 - fmin(1, (1 - b) / s); }
static double divide(double b, double s) { return b <= 0 ? 0 : s <= 0 ? 1 : fmin(1, b / s); }
static double exclusion(double b, double s) { return b + s - 2 * b * s; }
static double normal(double b, double s) { return (void)b, s; }

static const struct {
  const char *word;
  blend *of;
  double lo, hi; /* of what is in [0, 1] */
} modes[] = {{"normal", normal, 0, 1},   {"multiply", multiply, 0, 1},     {"screen", screen, 0, 1},
             {"overlay", overlay, 0, 1}, {"soft_light", soft_light, 0, 1}, {"hard_light", hard_light, 0, 1},
             {"add", add, 0, 2},         {"subtract", subtract, -1, 1},    {"difference", difference, 0, 1},
             {"darken", darken, 0, 1},   {"lighten", lighten, 0, 1},       {"dodge", dodge, 0, 1},
             {"burn", burn, 0, 1},       {"divide", divide, 0, 1},         {"exclusion", exclusion, 0, 1}};

/* ---- What is there ------------------------------------------------------------------------------------- */

/* The recipe, whose %s is the mode. */
static burl_program *with_mode(const char *form, int mode) {
  char text[256];
  snprintf(text, sizeof text, form, modes[mode].word);
  return compile(text, 2);
}

static void sample(const burl_program *program, double x, double y, float to[4]) {
  const burl_points one = {.count = 1, .coord = {&x, &y}};
  assert_int_equal(burl_sample_points(program, &one, to), BURL_OK);
}

/* Numbers at which a formula has a case, those beside them, and any. */
static double draw_level(void) {
  static const float at[] = {0, FLT_MIN, 1e-6f, 0.25f, 0.5f, 0.75f, 1 - FLT_EPSILON / 2, 1, FLT_MIN / 8};
  if (draw(0, 1) < 0.4) return draw(0, 1);
  const float level = at[(int)draw(0, COUNT(at) - 0.001)];
  return (double)(draw(0, 1) < 0.7 ? level : nextafterf(level, draw(0, 1) < 0.5 && level > 0 ? -1 : 1));
}

/* Of a denormal backdrop a quotient may be anything up to what it is of others. */
static int is_denormal(double a) { return a > 0 && a < (double)FLT_MIN; }

/* ---- Numbers --------------------------------------------------------------------------------------------- */

static void check_number(const burl_program *program, int mode, double a, double b, double v) {
  float is[4];
  sample(program, a, b, is);
  const double right = a * (1 - v) + modes[mode].of(a, b) * v;
  if (is_denormal(a) || is_denormal(1 - a) || is_denormal(b)) { /* in [0, 1] all the same */
    assert_true((double)is[0] >= modes[mode].lo - 1e-6 && (double)is[0] <= modes[mode].hi + 1e-6);
    return;
  }
  if (!(fabs((double)is[0] - right) <= 4e-7))
    fail_msg("%s of %.9g and %.9g, %g of it, is %.9g, not %.9g", modes[mode].word, a, b, v, (double)is[0], right);
}

static void test_numbers(void **unused) {
  (void)unused;
  draw_state = 1;
  for (int m = 0; m < COUNT(modes); m++) {
    burl_program *const doubles = with_mode("mix(x, y, 1, mode: %s)", m);
    burl_program *const floats = with_mode("mix(pow(x, 1), pow(y, 1), 1, mode: %s)", m);
    burl_program *const part = with_mode("mix(x, pow(y, 1), 0.3, mode: %s)", m);
    for (int i = 0; i < 4000; i++) {
      const double a = (double)(float)draw_level(), b = (double)(float)draw_level();
      check_number(doubles, m, a, b, 1);
      check_number(floats, m, a, b, 1);
      check_number(part, m, a, b, 0.3);
    }
    burl_free(doubles);
    burl_free(floats);
    burl_free(part);
  }
}

/* Beyond [0, 1] numbers are what the formulas say, without a cut; quotients stay in [0, 1]. */
static void test_beyond(void **unused) {
  (void)unused;
  static const char *const words[] = {"multiply",   "screen", "hard_light", "overlay", "add",  "subtract",
                                      "difference", "darken", "lighten",    "dodge",   "burn", "divide"};
  static const double right[][3] = {/* of -1 and 3; 3 and -1; 2 and 2 */
                                    {-3, -3, 4}, {5, 5, 0},   {0, 0, 0}, {0, 0, 0}, {2, 2, 4},       {-4, 4, 0},
                                    {4, 4, 0},   {-1, -1, 2}, {3, 3, 2}, {0, 1, 1}, {1 / 3.0, 1, 1}, {0, 1, 1}};
  static const double at[][2] = {{-1, 3}, {3, -1}, {2, 2}};
  for (int k = 0; k < COUNT(words); k++)
    for (int i = 0; i < 3; i++) {
      char text[64];
      float is[4];
      snprintf(text, sizeof text, "mix(x, y, 1, mode: %s)", words[k]);
      burl_program *const p = compile(text, 2);
      sample(p, at[i][0], at[i][1], is);
      if (k != 2 && k != 3 && fabs((double)is[0] - right[k][i]) > 1e-6)
        fail_msg("%s of %g and %g is %g", words[k], at[i][0], at[i][1], (double)is[0]);
      assert_true(isfinite(is[0]));
      burl_free(p);
    }
}

static void test_bounds(void **unused) {
  (void)unused;
  for (int m = 0; m < COUNT(modes); m++) {
    burl_program *const p = with_mode("mix(clamp(x, 0, 1), clamp(y, 0, 1), 1, mode: %s)", m);
    const burl_range r = burl_bounds(p, 0);
    if (r.may_be_nan || r.lo < modes[m].lo - 4e-6 || r.hi > modes[m].hi + 4e-6 || r.lo > modes[m].lo ||
        r.hi < modes[m].hi)
      fail_msg("%s is in [%.9g, %.9g]", modes[m].word, r.lo, r.hi);
    burl_free(p);
  }
}

/* Against differences, but where those of half the step differ: there a formula has a kink. */
static void test_slopes(void **unused) {
  (void)unused;
  const double step = 1e-5;
  draw_state = 2;
  for (int m = 0; m < COUNT(modes); m++) {
    burl_program *const p = with_mode("e = mix(x, y, 0.7, mode: %s)\nrgb(d(e, x), d(e, y), 0)", m);
    int compared = 0;
    for (int i = 0; i < 400; i++) {
      const double a = draw(0.01, 0.99), b = draw(0.01, 0.99);
      float is[4];
      sample(p, a, b, is);
      for (int axis = 0; axis < 2; axis++) {
        const double dx = axis ? 0 : step, dy = axis ? step : 0;
        const double there = modes[m].of(a + dx, b + dy), here = modes[m].of(a - dx, b - dy);
        const double right = (axis ? 0 : 0.3) + 0.7 * (there - here) / (2 * step);
        const double half = (modes[m].of(a + dx, b + dy) - modes[m].of(a, b)) / step;
        if (fabs(half * 0.7 + (axis ? 0 : 0.3) - right) > 1e-3 * fmax(1, fabs(right))) continue;
        compared++;
        if (fabs((double)is[axis] - right) > 1e-3 * fmax(1, fabs(right)))
          fail_msg("%s at %g, %g: slope %d is %g, not %g", modes[m].word, a, b, axis, (double)is[axis], right);
      }
    }
    assert_true(compared > 600);
    burl_free(p);
  }
}

/* ---- Colours --------------------------------------------------------------------------------------------- */

static double to_light(double v) { return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4); }
static double from_light(double v) {
  const double a = fabs(v); /* below 0 as above it */
  return copysign(a <= 0.0031308 ? 12.92 * a : 1.055 * pow(a, 1 / 2.4) - 0.055, v);
}

static void test_colours(void **unused) {
  (void)unused;
  draw_state = 3;
  for (int m = 0; m < COUNT(modes); m++) {
    burl_program *const srgb = with_mode("mix(rgb(x, y, 0.2), rgb(y, 0.7, x), 0.6, mode: %s, in: srgb)", m);
    burl_program *const light = with_mode("mix(rgb(x, y, 0.2), rgb(y, 0.7, x), 0.6, mode: %s, in: linear)", m);
    burl_program *const one = with_mode("mix(rgba(rgb(x, y, 0.2), 0.5), 0.7, 0.6, mode: %s)", m);
    for (int i = 0; i < 500; i++) {
      const double x = draw(0.2, 0.9), y = draw(0.2, 0.9), a[3] = {x, y, 0.2}, b[3] = {y, 0.7, x};
      float in_srgb[4], in_light[4], with_number[4];
      sample(srgb, x, y, in_srgb);
      sample(light, x, y, in_light);
      sample(one, x, y, with_number);
      for (int c = 0; c < 3; c++) {
        const double plain = 0.4 * a[c] + 0.6 * modes[m].of(a[c], b[c]);
        const double la = to_light(a[c]), of_light = from_light(0.4 * la + 0.6 * modes[m].of(la, to_light(b[c])));
        assert_true(fabs((double)in_srgb[c] - plain) < 1e-6);
        if (fabs((double)in_light[c] - of_light) > 3e-5)
          fail_msg("%s in light of %g and %g is %g, not %g", modes[m].word, a[c], b[c], (double)in_light[c], of_light);
        assert_true(fabs((double)with_number[c] - 0.4 * a[c] - 0.6 * modes[m].of(a[c], 0.7)) < 1e-6);
      }
      assert_true(fabs((double)with_number[3] - 0.4 * 0.5 - 0.6 * 0.7) < 1e-6); /* opacity is mixed, without a mode */
    }
    burl_free(srgb);
    burl_free(light);
    burl_free(one);
  }
}

static void test_channels(void **unused) {
  (void)unused;
  static const char *const gives[] = {"r", "g", "b", "a", "grey"};
  draw_state = 4;
  for (int k = 0; k < COUNT(gives); k++)
    for (int opaque = 0; opaque < 2; opaque++) {
      char text[96];
      snprintf(text, sizeof text, "channel(rgba(rgb(x, y, 0.3), 0.4), give: %s)", gives[k]);
      if (opaque) snprintf(text, sizeof text, "channel(rgb(x, y, 0.3), give: %s)", gives[k]);
      burl_program *const p = compile(text, 2);
      for (int i = 0; i < 200; i++) {
        const double x = draw(0, 1), y = draw(0, 1);
        const double grey = from_light(0.2126 * to_light(x) + 0.7152 * to_light(y) + 0.0722 * to_light(0.3));
        const double right[] = {x, y, 0.3, opaque ? 1 : 0.4, grey};
        float is[4];
        sample(p, x, y, is);
        assert_true(fabs((double)is[0] - right[k]) < 1e-6);
      }
      burl_free(p);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers), cmocka_unit_test(test_beyond),
                                     cmocka_unit_test(test_bounds),  cmocka_unit_test(test_slopes),
                                     cmocka_unit_test(test_colours), cmocka_unit_test(test_channels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
