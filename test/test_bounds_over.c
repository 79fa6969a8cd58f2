/* burl_bounds_over(): no sample of a box lies outside of its bounds, and these are close where boxes are small. */
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
#include "random_recipe.h"
#include "scale.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { BOXES = 60, SAMPLES = 400 };

/* Of three dimensions; of each noise, and of what reads them. */
static const char *const recipes[] = {"perlin()",
                                      "perlin(x, y)",
                                      "perlin(interp: linear, gradients: uniform)",
                                      "perlin(x, hash: perlin2002)",
                                      "value()",
                                      "value(interp: catmull_rom)",
                                      "value(x, y, interp: cubic, period: 5, 7)",
                                      "perlin(x, interp: wavelet)",
                                      "value(x, hash: elias)",
                                      "value(x, y, hash: wood, period: 64)",
                                      "simplex()",
                                      "simplex(x, y, smooth: 1)",
                                      "simplex(period: 6)",
                                      "cells()",
                                      "cells(give: f2_f1, jitter: 0.4)",
                                      "cells(x, y, give: edge)",
                                      "cells(give: f3, metric: manhattan)",
                                      "cells(metric: euclid2, smooth: 0.3)",
                                      "cells(x, y, metric: chebyshev)",
                                      "cells(metric: minkowski, p: 3)",
                                      "cells(give: value)",
                                      "cells(give: value, smooth: 0.8)",
                                      "cells(give: value, smooth: 0.3, metric: euclid2, sizes: 0.5)",
                                      "cells(metric: hybrid)",
                                      "cells(give: f2_f1, metric: hybrid)",
                                      "cells(sizes: 0.6)",
                                      "cells(x, y, give: edge, sizes: 1)",
                                      "cells(give: f2, metric: euclid2, sizes: 0.4)",
                                      "white()",
                                      "cells(x, y, jitter: 0.5 + 0.5*perlin(x, y))",
                                      "fbm(perlin(), octaves: 6)",
                                      "ridged(simplex(), octaves: 5)",
                                      "tile(fbm(perlin(), octaves: 4), 4)",
                                      "warp(perlin(), perlin(seed: 1), 0, 0)",
                                      "h = 20*fbm(simplex(x/8, y/8)) - z\nh + 3*perlin()",
                                      "min(perlin(), simplex()) > 0 ? cells() : value()",
                                      "sqrt(x*x + y*y) % 3 + fract(z)",
                                      "x % 3",
                                      "smoothstep(0.1, 0.3, perlin(x/9, y/9))*white()",
                                      "smoothstep(0.3, 0.1, perlin(x/9, y/9))",
                                      "mix(value(), cells(), clamp(perlin(x/5), 0, 1))",
                                      "loop(perlin(), 3)",
                                      "perlin(x, y, 3*t)",
                                      "ramp(perlin(), -1, #102030, 0, #80ff00, 1, #ffffff)",
                                      "slope(perlin(x, y))",
                                      "at(sphere(perlin()), 9*x, 9*y)",
                                      "at(cylinder(x + y), 40*x + 360, z)",
                                      "fbm(perlin(), octaves: auto)",
                                      "exp(perlin())/ (0.5 + value())",
                                      "normal(fbm(perlin(x, y)))"};

/* A box of a random size, 2^-20 to 8 along each axis, whose corner may be a lattice point, near and far. */
static burl_box draw_box(void) {
  static const double far[] = {0, 0, 0, 1e3, -1e5, 1e9};
  burl_box box = {.t0 = 0};
  for (int a = 0; a < 3; a++) {
    const double at = random_between(-9, 9) + far[random_below(COUNT(far))];
    box.lo[a] = random_below(4) ? at : floor(at);
    box.hi[a] = box.lo[a] + (random_below(8) ? ldexp(random_between(0.5, 1), 3 - (int)random_below(24)) : 0);
  }
  box.t0 = random_between(-2, 2);
  box.t1 = box.t0 + (random_below(2) ? 0 : random_between(0, 1));
  return box;
}

/* Samples at random points and corners of a box: those outside of its bounds fail.  The width of what was found, of the
 * first channel. */
static double check_box(const char *text, const burl_program *program, const burl_box *box, const burl_range *bounds) {
  static double at[3][SAMPLES], time[SAMPLES];
  static float out[SAMPLES * 4];
  const int channels = burl_channels(program);
  double lo = INFINITY, hi = -INFINITY;
  for (int i = 0; i < SAMPLES; i++)
    for (int a = 0; a < 3; a++) {
      const double corner = random_below(2) ? box->lo[a] : box->hi[a];
      at[a][i] = i % 4 == 0 ? corner : random_between(box->lo[a], box->hi[a]);
      if (at[a][i] > box->hi[a]) at[a][i] = box->hi[a];
    }
  for (int i = 0; i < SAMPLES; i++) time[i] = random_below(2) ? box->t0 : box->t1;
  const burl_points points = {.count = SAMPLES, .coord = {at[0], at[1], at[2]}, .time = time};
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
  for (int i = 0; i < SAMPLES; i++)
    for (int c = 0; c < channels; c++) {
      const double value = (double)out[i * channels + c];
      const int is_within = isnan(value) ? bounds[c].may_be_nan : value >= bounds[c].lo && value <= bounds[c].hi;
      if (!is_within)
        fail_msg("%s at %.17g, %.17g, %.17g: %.9g, not in [%.9g, %.9g]", text, at[0][i], at[1][i], at[2][i], value,
                 bounds[c].lo, bounds[c].hi);
      if (c == 0) lo = fmin(lo, value), hi = fmax(hi, value);
    }
  return hi - lo;
}

static void test_samples_are_within(void **unused) {
  (void)unused;
  random_begin(59);
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *const program = compile(recipes[i], 3);
    for (int b = 0; b < BOXES; b++) {
      const burl_box box = draw_box();
      burl_range bounds[4];
      assert_int_equal(burl_bounds_over(program, &box, 1, bounds), BURL_OK);
      for (int c = 0; c < burl_channels(program); c++) {
        const burl_range all = burl_bounds(program, c);
        assert_true(bounds[c].lo >= all.lo && bounds[c].hi <= all.hi && bounds[c].lo <= bounds[c].hi);
      }
      check_box(recipes[i], program, &box, bounds);
    }
    burl_free(program);
  }
}

/* Checks random boxes of a recipe of three dimensions, which may not compile; how many. */
static int check_boxes(const char *text, int boxes) {
  burl_program *const program = burl_compile(text, 3, NULL);
  if (!program || burl_channels(program) > 4 || burl_needs_whole_grid(program)) boxes = 0;
  for (int b = 0; b < boxes; b++) {
    const burl_box box = draw_box();
    burl_range bounds[4];
    assert_int_equal(burl_bounds_over(program, &box, 1, bounds), BURL_OK);
    check_box(text, program, &box, bounds);
  }
  burl_free(program);
  return boxes;
}

/* Every noise, with options of all kinds; 10^4 boxes of each in make check-all. */
static void test_every_noise(void **unused) {
  (void)unused;
  random_begin(62);
  for (int n = 0; noise_name(n); n++) {
    int boxes = 0;
    for (int i = 0; i < most_of_test(1000, few_of_test(6)) || (boxes == 0 && i < 100); i++) { /* some are refused */
      recipe r;
      recipe_begin(&r);
      recipe_put_noise(&r, n, 1);
      recipe_put(&r, ")");
      boxes += check_boxes(r.text, 10);
    }
    assert_true(boxes > 0);
  }
}

static void test_random_recipes(void **unused) {
  (void)unused;
  random_begin(63);
  int boxes = 0;
  for (int i = 0; i < most_of_test(10000, few_of_test(200)); i++) {
    recipe r;
    const recipe_wish wish = {.dims = 3, .depth = 3};
    recipe_begin(&r);
    recipe_whole(&r, &wish);
    if (r.cost < 500) boxes += check_boxes(r.text, 4);
  }
  assert_true(boxes > 0);
}

/* Boxes of one call, which may share what they have along some axes, have the bounds that each has alone. */
static void test_boxes_together(void **unused) {
  (void)unused;
  enum { TOGETHER = 40 };
  random_begin(61);
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *const program = compile(recipes[i], 3);
    const int channels = burl_channels(program);
    burl_box boxes[TOGETHER];
    burl_range all[TOGETHER * 4], one[4];
    for (int b = 0; b < TOGETHER; b++) {
      const burl_box other = draw_box();
      boxes[b] = b ? boxes[b - 1] : other;
      for (int a = 0; a < 3; a++)
        if (random_below(3) == 0) boxes[b].lo[a] = other.lo[a], boxes[b].hi[a] = other.hi[a];
      if (random_below(4) == 0) boxes[b].t0 = other.t0, boxes[b].t1 = other.t1;
    }
    assert_int_equal(burl_bounds_over(program, boxes, TOGETHER, all), BURL_OK);
    for (int b = 0; b < TOGETHER; b++) {
      assert_int_equal(burl_bounds_over(program, &boxes[b], 1, one), BURL_OK);
      for (int c = 0; c < channels; c++) {
        const burl_range *const together = &all[b * channels + c];
        assert_true(together->lo == one[c].lo && together->hi == one[c].hi &&
                    together->may_be_nan == one[c].may_be_nan);
      }
    }
    burl_free(program);
  }
}

static int by_size(const void *a, const void *b) {
  const double one = *(const double *)a, other = *(const double *)b;
  return (one > other) - (one < other);
}

/* The median of how much wider the bounds of a box of a side are than what samples find. */
static double looseness(const char *text, double side) {
  burl_program *const program = compile(text, 3);
  double ratio[BOXES];
  for (int b = 0; b < BOXES; b++) {
    burl_box box = {.t0 = 0};
    burl_range bounds;
    for (int a = 0; a < 3; a++) box.lo[a] = random_between(-9, 9), box.hi[a] = box.lo[a] + side;
    assert_int_equal(burl_bounds_over(program, &box, 1, &bounds), BURL_OK);
    ratio[b] = (bounds.hi - bounds.lo) / check_box(text, program, &box, &bounds);
  }
  burl_free(program);
  qsort(ratio, BOXES, sizeof *ratio, by_size);
  return ratio[BOXES / 2];
}

static void test_small_boxes_have_close_bounds(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    double most[3]; /* over 1/64, 1/4 and 1 cell */
  } limits[] = {{"perlin(x, y)", {2, 2.2, 2.3}},  {"perlin()", {4.2, 4, 2.3}},      {"value(x, y)", {1.1, 1.1, 2.3}},
                {"value()", {1.1, 3.3, 2.2}},     {"simplex(x, y)", {2, 1.8, 1.3}}, {"simplex()", {3.5, 2.5, 1.3}},
                {"cells(x, y)", {1.2, 1.3, 1.5}}, {"cells()", {1.3, 1.4, 1.9}}};
  static const double sides[] = {1.0 / 64, 0.25, 1};
  random_begin(60);
  for (int i = 0; i < COUNT(limits); i++)
    for (int s = 0; s < COUNT(sides); s++) {
      const double found = looseness(limits[i].text, sides[s]);
      print_message("%s over %g of a cell: %.3g times as wide\n", limits[i].text, sides[s], found);
      assert_true(found < limits[i].most[s]);
    }
}

/* Logic is decided by what it is of, floats and doubles. */
static void test_logic(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    double lo, hi;
  } logic[] = {{"x > 1 && y > 1", 0, 0},
               {"x > 1 || y < 1", 1, 1},
               {"x && 1", 1, 1},
               {"x + 1 || 0*y", 1, 1},
               {"!(x + 1)", 0, 0},
               {"!(0*x)", 1, 1},
               {"0*x && y", 0, 0},
               {"sqrt(x - 9) && 1", 0, 1},
               {"!sqrt(x - 9)", 0, 1},
               {"perlin() + 2 || 0*x", 1, 1},
               {"!(perlin() + 2)", 0, 0},
               {"x - 0.5 || 0*y", 0, 1},
               {"perlin() + 2 && x + 1", 1, 1},
               {"0*x || 0*y", 0, 0}};
  const burl_box box = {.lo = {0.25, 0.25}, .hi = {0.75, 0.75}};
  for (int i = 0; i < COUNT(logic); i++) {
    burl_program *const program = compile(logic[i].text, 2);
    burl_range over;
    assert_int_equal(burl_bounds_over(program, &box, 1, &over), BURL_OK);
    if (over.lo != logic[i].lo || over.hi != logic[i].hi) fail_msg("%s: [%g, %g]", logic[i].text, over.lo, over.hi);
    burl_free(program);
  }
}

/* A remainder is bounded closely up to where it falls, which boxes may touch. */
static void test_remainders(void **unused) {
  (void)unused;
  random_begin(62);
  static const char *const texts[] = {"x % 3", "3*perlin() % 1", "tile(perlin(), 3)", "at(x % 3, 1000*x, y, z)"};
  for (int i = 0; i < COUNT(texts); i++) {
    burl_program *const program = compile(texts[i], 3);
    for (int b = 0; b < 300; b++) {
      const double at = 3 * floor(random_between(-5, 5));
      burl_box box = {.lo = {at - ldexp(1, -(int)random_below(50)), 0.3, 0.3}, .hi = {0, 0.4, 0.3}};
      box.hi[0] = random_below(2) ? nextafter(at, -INFINITY) : at + random_between(0, 0.1);
      if (box.hi[0] < box.lo[0]) box.hi[0] = box.lo[0];
      burl_range over;
      assert_int_equal(burl_bounds_over(program, &box, 1, &over), BURL_OK);
      check_box(texts[i], program, &box, &over);
      if (i == 0 && box.hi[0] < at) assert_true(over.hi - over.lo <= box.hi[0] - box.lo[0] + 1e-6);
    }
    burl_free(program);
  }
}

static void test_wrong_boxes(void **unused) {
  (void)unused;
  burl_program *const program = compile("perlin()", 3);
  burl_range out;
  burl_box box = {.lo = {0, 0, 0}, .hi = {1, 1, 1}};
  assert_int_equal(burl_bounds_over(program, &box, 1, &out), BURL_OK);
  assert_int_equal(burl_bounds_over(program, NULL, 0, NULL), BURL_OK);
  assert_int_equal(burl_bounds_over(NULL, &box, 1, &out), BURL_ARGUMENT);
  assert_int_equal(burl_bounds_over(program, NULL, 1, &out), BURL_ARGUMENT);
  box.lo[3] = NAN; /* an axis that the recipe hasn't */
  assert_int_equal(burl_bounds_over(program, &box, 1, &out), BURL_OK);
  box.lo[1] = 2;
  assert_int_equal(burl_bounds_over(program, &box, 1, &out), BURL_ARGUMENT);
  box.lo[1] = INFINITY, box.hi[1] = INFINITY;
  assert_int_equal(burl_bounds_over(program, &box, 1, &out), BURL_ARGUMENT);
  box.lo[1] = box.hi[1] = 0, box.reserved[2] = 1;
  assert_int_equal(burl_bounds_over(program, &box, 1, &out), BURL_ARGUMENT);
  burl_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_samples_are_within),
      cmocka_unit_test(test_every_noise),
      cmocka_unit_test(test_random_recipes),
      cmocka_unit_test(test_boxes_together),
      cmocka_unit_test(test_small_boxes_have_close_bounds),
      cmocka_unit_test(test_logic),
      cmocka_unit_test(test_remainders),
      cmocka_unit_test(test_wrong_boxes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
