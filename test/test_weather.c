/* burl/weather: masks are within [0, 1], by their bounds and by what is sampled, use most of that, and tile to the bit;
 * knobs add to what is there; and on a height, each is where a person would look for it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "burl.h"
#include "compile.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { SIDE = 192 };

typedef float picture[SIDE][SIDE];

/* The tile of an expression over 4 x 4, seen from `at` on. */
static void render(picture out, const char *expression, double at) {
  char text[256];
  snprintf(text, sizeof text, "import burl/weather\ntile(%s, 4)", expression);
  burl_program *const program = compile(text, 2);
  const burl_range bounds = burl_bounds(program, 0);
  const burl_grid grid = {.origin = {at, at}, .step = {4.0 / SIDE, 4.0 / SIDE}, .size = {SIDE, SIDE}};
  assert_int_equal(burl_sample_grid(program, &grid, &out[0][0]), BURL_OK);
  if (bounds.lo < 0 || bounds.hi > 1.000004 || bounds.may_be_nan)
    fail_msg("%s is in [%g, %g]", expression, (double)bounds.lo, (double)bounds.hi);
  burl_free(program);
}

static double most(picture p) {
  float value = 0;
  for (int j = 0; j < SIDE; j++)
    for (int i = 0; i < SIDE; i++) value = p[j][i] > value ? p[j][i] : value;
  return (double)value;
}

static double mean(picture p) {
  double sum = 0;
  for (int j = 0; j < SIDE; j++)
    for (int i = 0; i < SIDE; i++) sum += (double)p[j][i];
  return sum / SIDE / SIDE;
}

#define STEPS "(fract(x) < 0.5)"
#define HILLS "0.2*perlin()"
#define NOISE "fbm(perlin(), at: 4)"

typedef struct {
  const char *text;
  double least, most; /* of its mean */
} mask;

static const mask rows[] = {{"scratches(1, 0.02)", 0.004, 0.1},
                            {"fibres(1, 0.04)", 0.05, 0.4},
                            {"crystals(0.8, 0.2)", 0.2, 0.7},
                            {"drips(0.7, 1.8, 0)", 0.01, 0.15},
                            {"drips(0.9, 2, 1)", 0.01, 0.15},
                            {"cracks(0.04, 0.6, 0.2)", 0.01, 0.2},
                            {"rust(0.45, 0.5)", 0.1, 0.5},
                            {"stains(0.5, 0.05)", 0.1, 0.7},
                            {"grime(" STEPS ", 0.1, 0.4, " NOISE ")", 0.05, 0.5},
                            {"edge_wear(" STEPS ", 0.1, 0.4, " NOISE ")", 0.05, 0.5},
                            {"dust(" HILLS ", 0.5, " NOISE ")", 0.1, 0.8},
                            {"ledges(" HILLS ", 0.3, " NOISE ")", 0.05, 0.6}};

static void test_tiles(void **unused) {
  (void)unused;
  static picture here, there;
  for (int k = 0; k < COUNT(rows); k++) {
    render(here, rows[k].text, 0);
    render(there, rows[k].text, -12); /* three tiles on */
    for (int j = 0; j < SIDE; j++)
      for (int i = 0; i < SIDE; i++)
        if (!(here[j][i] >= 0 && here[j][i] <= 1 && here[j][i] == there[j][i]))
          fail_msg("%s is %g and %g at %d, %d", rows[k].text, (double)here[j][i], (double)there[j][i], i, j);
    const double m = mean(here);
    if (m < rows[k].least || m > rows[k].most || most(here) < 0.7)
      fail_msg("%s: mean %g, most %g", rows[k].text, m, most(here));
  }
}

/* What a knob adds to: nowhere less of it. */
static void test_knobs(void **unused) {
  (void)unused;
  static const struct {
    const char *less, *more;
  } knobs[] = {{"0", "scratches(0.3, 0.01)"},
               {"scratches(0.3, 0.01)", "scratches(0.9, 0.01)"},
               {"fibres(0.3, 0.02)", "fibres(0.8, 0.02)"},
               {"fibres(0.8, 0.02)", "fibres(0.8, 0.05)"},
               {"crystals(0.5, 0)", "crystals(0.5, 0.5)"},
               {"drips(0.3, 1.5, 0)", "drips(0.9, 1.5, 0)"},
               {"drips(0.9, 1.5, 1)", "drips(0.9, 1.5, 0)"},
               {"cracks(0.05, 0.3, 0.2)", "cracks(0.05, 0.9, 0.2)"},
               {"rust(0.3, 0.5)", "rust(0.5, 0.5)"},
               {"stains(0.4, 0.02)", "stains(0.4, 0.05)"}};
  static picture less, more;
  for (int k = 0; k < COUNT(knobs); k++) {
    render(less, knobs[k].less, 0);
    render(more, knobs[k].more, 0);
    for (int j = 0; j < SIDE; j++)
      for (int i = 0; i < SIDE; i++)
        if (less[j][i] > more[j][i] + 1e-5F) fail_msg("%s is more than %s", knobs[k].less, knobs[k].more);
    assert_true(mean(more) > 1.05 * mean(less));
  }
  static const char *const none[] = {"scratches(0, 0.02)", "fibres(0, 0.04)", "drips(0, 1, 0)", "rust(-1, 0)",
                                     "cracks(0.04, -0.7, 0)"};
  for (int k = 0; k < COUNT(none); k++) {
    render(less, none[k], 0);
    if (most(less) > 0) fail_msg("%s is %g somewhere", none[k], most(less));
  }
}

/* Knobs at the ends of what they may be. */
static void test_ends(void **unused) {
  (void)unused;
  static const mask ends[] = {{"scratches(1, 0)", 0, 0},
                              {"fibres(1, 0)", 0, 0.001},
                              {"cracks(0, 1, 1)", 0, 0},
                              {"drips(1, 0, 1)", 0, 0},
                              {"drips(1, 2, 1)", 0.01, 0.3},
                              {"crystals(0, 0)", 0.2, 0.8},
                              {"crystals(1, 1)", 0.2, 0.8},
                              {"rust(0, 1)", 0.00001, 0.01},
                              {"rust(1, 0)", 0.8, 1},
                              {"stains(0, 0)", 0, 0.2},
                              {"stains(1, 0)", 0.2, 0.5},
                              {"stains(1, 1)", 0.6, 1},
                              {"grime(" HILLS ", 0, 0, " NOISE ")", 0, 1},
                              {"edge_wear(" HILLS ", 0.1, 0, " NOISE ")", 0, 1},
                              {"dust(" HILLS ", 0, 0)", 0, 0.01},
                              {"ledges(" HILLS ", 0, 0)", 0.3, 0.7}};
  static picture p;
  for (int k = 0; k < COUNT(ends); k++) {
    render(p, ends[k].text, 0);
    const double m = mean(p);
    if (!(m >= ends[k].least && m <= ends[k].most)) fail_msg("%s: mean %g", ends[k].text, m);
  }
}

/* Drips end after `long`, and are paler below where they fade. */
static void test_drips(void **unused) {
  (void)unused;
  static picture p;
  render(p, "drips(0.4, 0.5, 0)", 0);
  for (int i = 0; i < SIDE; i++) {
    int run = 0;
    for (int j = 0; j < 2 * SIDE; j++) {
      run = p[j % SIDE][i] > 0 ? run + 1 : 0;
      assert_true(run <= SIDE / 4); /* two that meet */
    }
  }
  double least = 2, most_of_all = 0; /* one that fades is as dark as one that doesn't at its top, and gone at its end */
  static picture fading;
  render(fading, "drips(0.4, 0.5, 1)", 0);
  for (int j = 0; j < SIDE; j++)
    for (int i = 0; i < SIDE; i++) {
      const double share = p[j][i] > 0.5F ? (double)(fading[j][i] / p[j][i]) : 0.5;
      least = fmin(least, share), most_of_all = fmax(most_of_all, share);
    }
  assert_true(least < 0.2 && most_of_all > 0.8);
}

/* On stairs of 1, that are high where fract(x) < 1/2: dirt lies in the lower half, wear is at the upper one's edges. */
static void test_heights(void **unused) {
  (void)unused;
  static picture grime, wear, dust, ledges;
  render(grime, "grime(" STEPS ", 0.08, 0.3, 0)", 0);
  render(wear, "edge_wear(" STEPS ", 0.08, 0.3, 0)", 0);
  for (int i = 0; i < SIDE; i++) {
    const double x = fmod(4.0 * i / SIDE, 1), off = fmin(fmin(x, fabs(x - 0.5)), 1 - x);
    const int is_high = x < 0.5;
    for (int j = 0; j < SIDE; j += 37) {
      assert_true(!is_high || grime[j][i] == 0);
      assert_true(is_high || wear[j][i] == 0);
      if (off < 0.02 && off > 0.01) assert_true((is_high ? wear : grime)[j][i] > 0.9F);
      if (off > 0.22) assert_true((is_high ? wear : grime)[j][i] < 0.1F);
    }
  }
  /* Waves of the slope cos(tau y), from 1 down to -1, that faces up, to smaller y, where it is above 0. */
  render(dust, "dust(sin(tau*y)/tau, 0.5, 0)", 0);
  render(ledges, "ledges(sin(tau*y)/tau, 0.5, 0)", 0);
  for (int j = 0; j < SIDE; j++) {
    const double slope = cos(2 * 3.14159265358979 * 4 * j / SIDE);
    const double level = fmax(1 - fabs(slope) / 0.5, 0), up = fmin(fmax(slope / 0.5, 0), 1);
    assert_true(fabs((double)dust[j][7] - level * level * (3 - 2 * level)) < 1e-4);
    assert_true(fabs((double)ledges[j][7] - up * up * (3 - 2 * up)) < 1e-4);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tiles), cmocka_unit_test(test_knobs),
                                     cmocka_unit_test(test_ends), cmocka_unit_test(test_drips),
                                     cmocka_unit_test(test_heights)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
