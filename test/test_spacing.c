/* octaves: auto, against octaves counted by hand: the spacing of an octave follows its coordinates wherever they go. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "burl_inspect.h"
#include "compile.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { SIDE = 24 };

/* The number of octaves that count where the first has `cells` cells a sample: each doubles them, and counts in full up
 * to ¼, not at all from ½ on, between them linearly.  The first always counts. */
static double octaves_at(double cells) {
  double octaves = 1;
  for (int i = 1; i < 16; i++) octaves += fmin(1, fmax(0, 2 - 4 * ldexp(cells, i)));
  return octaves;
}

/* %s in a text stands for the number of octaves. */
static burl_program *with_octaves(const char *text, int dims, double octaves) {
  char number[32] = "auto", full[512];
  if (octaves > 0) snprintf(number, sizeof number, "%.17g", octaves);
  snprintf(full, sizeof full, text, number);
  return compile(full, dims);
}

static void check_grid(const char *text, int dims, const burl_grid *grid, double octaves) {
  static float actual[SIDE * SIDE], expected[SIDE * SIDE];
  burl_program *const automatic = with_octaves(text, dims, 0), *const counted = with_octaves(text, dims, octaves);
  assert_int_equal(burl_sample_grid(automatic, grid, actual), BURL_OK);
  assert_int_equal(burl_sample_grid(counted, grid, expected), BURL_OK);
  for (int i = 0; i < SIDE * SIDE; i++)
    if (!(fabs((double)actual[i] - (double)expected[i]) <= 4e-6))
      fail_msg("%s, step %g %g: sample %d is %g, not %g as of %g octaves", text, grid->step[0], grid->step[1], i,
               (double)actual[i], (double)expected[i], octaves);
  burl_free(automatic);
  burl_free(counted);
}

#define FBM "fbm(perlin(), octaves: %s, normalise: 0)"
#define RIDGED "ridged(perlin(), octaves: %s, normalise: 0)"

/* What moves the coordinates by the same everywhere; cells_x, cells_y: how many of the first octave's cells a unit
 * along x and y takes. */
static void test_constant_spacing(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double cells_x, cells_y;
  } rows[] = {
      {FBM, 1, 1},
      {"fbm(perlin(10*x, 10*y), octaves: %s, normalise: 0)", 10, 10},
      {"fbm(perlin(3*x, 7*y), octaves: %s, normalise: 0)", 3, 7},
      {"fbm(perlin(x + y, x - y), octaves: %s, normalise: 0)", 1.4142135623730951, 1.4142135623730951},
      {"fbm(perlin(), at: 3, octaves: %s, normalise: 0)", 3, 3},
      {"scale(" FBM ", 1/4)", 4, 4},
      {"scale(" FBM ", 0.5, 2)", 2, 0.5},
      {"shift(" FBM ", 5, 7)", 1, 1},
      {"rotate(" FBM ", 30)", 1, 1},
      {"rotate(scale(" FBM ", 1/5, 1), 90)", 1, 5},
      {"at(" FBM ", 6*x, 2)", 6, 0},
      {"at(" FBM ", 6*x, 2*x, y)", 6.324555320336759, 1},
      {"warp(" FBM ", 3*x, 0)", 4, 1},
      {"warp(" FBM ", 0, 3*x)", 3.1622776601683795, 1},
      {"tile(" FBM ", 8)", 1, 1},
      {"tile(fbm(perlin(2*x, 2*y), octaves: %s, normalise: 0), 8)", 2, 2},
      {"reseed(scale(scale(" FBM ", 1/2), 1/2), 7)", 4, 4},
      {"f(e) = at(e, 2*x, 2*y)\nf(f(" FBM "))", 4, 4},
      {"fbm(scale(perlin(), 1/2) + perlin(), octaves: %s, normalise: 0)", 2, 2},
      {"fbm(abs(perlin())*value(4*x, y), octaves: %s, normalise: 0)", 4, 1},
      {"fbm(cells(x, y), octaves: %s, normalise: 0)", 1, 1},
      {"fbm(simplex(2*x, 2*y), octaves: %s, normalise: 0)", 2, 2},
      {"fbm(sin(x)*cos(y), octaves: %s, normalise: 0)", 1, 1},
      {"turbulence(perlin(5*x, 5*y), octaves: %s, normalise: 0)", 5, 5},
  };
  for (int i = 0; i < COUNT(rows); i++)
    for (int k = 0; k < 40; k++) {
      const double step = 0.7 * pow(0.83, k);
      const burl_grid grid = {.size = {SIDE, SIDE}, .origin = {0.3, -9}, .step = {step, -0.75 * step}};
      check_grid(rows[i].text, 2, &grid, octaves_at(step * fmax(rows[i].cells_x, 0.75 * rows[i].cells_y)));
    }
}

/* Sums that take octaves in two ways, and those of products: a whole number of octaves, as fractions scale amplitudes
 * there.  At a power of two of cells no octave is fading. */
static void test_other_fractals(void **state) {
  (void)state;
  static const char *const texts[] = {RIDGED,
                                      "billow(perlin(), octaves: %s, normalise: 0)",
                                      "pingpong(value(), octaves: %s, normalise: 0)",
                                      "hybrid(perlin(), octaves: %s, normalise: 0)",
                                      "hetero(perlin(), octaves: %s, normalise: 0)",
                                      "ridged(perlin(), gain: 0.4 + 0.1*sin(x), octaves: %s, normalise: 0)",
                                      "ridged(perlin(), octaves: %s, feedback: 2, normalise: 0)",
                                      "fbm(perlin(), octaves: %s, weighted_strength: 0.7, normalise: 0)",
                                      "fbm(perlin(), octaves: %s, damped: 1, normalise: 0)",
                                      "multifractal(perlin(), octaves: %s, normalise: 0)"};
  for (int i = 0; i < COUNT(texts); i++)
    for (int octaves = 1; octaves < 12; octaves++) {
      const double step = ldexp(0.5, -octaves);
      const burl_grid grid = {.size = {SIDE, SIDE}, .origin = {0.3, -9}, .step = {step, step}};
      check_grid(texts[i], 2, &grid, octaves);
    }
}

/* The value of one sample at a step, or at a point with a footprint. */
static double sample_at(const burl_program *program, const double p[2], double step) {
  const burl_grid grid = {.size = {1, 1}, .origin = {p[0], p[1]}, .step = {step, step}};
  float value;
  assert_int_equal(burl_sample_grid(program, &grid, &value), BURL_OK);
  return (double)value;
}

/* No jump wherever the step moves on, of any fractal. */
static void test_no_jump(void **state) {
  (void)state;
  static const char *const texts[] = {"fbm(perlin(), octaves: auto)",
                                      "ridged(perlin(), octaves: auto)",
                                      "hybrid(perlin(), octaves: auto)",
                                      "hetero(value(), octaves: auto)",
                                      "multifractal(value(), octaves: auto, offset: 0.7)",
                                      "swiss(perlin(), octaves: auto)",
                                      "jordan(perlin(), octaves: auto)",
                                      "ridged(perlin(), octaves: auto, feedback: 2)",
                                      "fbm(perlin(), octaves: auto, damped: 1)",
                                      "fbm(perlin(), octaves: auto, amplitudes: 1, 0.5, -1, 0.5)",
                                      "turbulence(perlin(), octaves: auto, gain: 0.8)",
                                      "billow(perlin(), octaves: auto)",
                                      "fbm(perlin(), octaves: auto, lacunarity: 1.3)",
                                      "warp(fbm(perlin(), octaves: auto), perlin(), perlin(seed: 1))"};
  for (int i = 0; i < COUNT(texts); i++) {
    burl_program *const program = compile(texts[i], 2);
    for (int n = 0; n < 3; n++) {
      const double p[2] = {0.37 + 1.7 * n, 2.9 - 0.6 * n};
      double before = sample_at(program, p, 0.9);
      for (double step = 0.9; step > 0.01; step *= 0.997) {
        const double value = sample_at(program, p, step);
        if (!(fabs(value - before) < 0.02))
          fail_msg("%s: from %g to %g at a step of %g", texts[i], before, value, step);
        before = value;
      }
    }
    burl_free(program);
  }
}

/* Where the spacing varies each sample has its own: a plane that goes to the horizon, coordinates bent by a function
 * and by noise.  Its Jacobian is by differences. */
static void test_varying_spacing(void **state) {
  (void)state;
  static const struct {
    const char *x, *y;
  } rows[] = {{"x/y", "1/y"},
              {"x*x", "y + sin(3*x)"},
              {"x + 2*perlin()", "y + perlin(seed: 4)"},
              {"exp(y)*cos(x)", "exp(y)*sin(x)"}};
  const double step[2] = {0.02, 0.05}, small = 1e-3;
  for (int i = 0; i < COUNT(rows); i++) {
    char text[512];
    burl_program *coordinate[2] = {compile(rows[i].x, 2), compile(rows[i].y, 2)};
    snprintf(text, sizeof text, "at(fbm(perlin(), octaves: auto, normalise: 0), %s, %s)", rows[i].x, rows[i].y);
    burl_program *const automatic = compile(text, 2);
    for (int n = 0; n < 200; n++) {
      const double p[2] = {0.3 + 0.037 * n, 0.5 + 0.011 * n};
      double most = 0;
      for (int a = 0; a < 2; a++) {
        double square = 0;
        for (int c = 0; c < 2; c++) {
          const burl_grid pair = {.size = {1 + (a == 0), 1 + (a == 1)},
                                  .origin = {p[0] - small * (a == 0), p[1] - small * (a == 1)},
                                  .step = {2 * small, 2 * small}};
          float v[2];
          assert_int_equal(burl_sample_grid(coordinate[c], &pair, v), BURL_OK);
          square += pow(((double)v[1] - (double)v[0]) / (2 * small), 2);
        }
        most = fmax(most, step[a] * sqrt(square));
      }
      const double octaves = octaves_at(most);
      snprintf(text, sizeof text, "at(fbm(perlin(), octaves: %.17g, normalise: 0), %s, %s)", octaves, rows[i].x,
               rows[i].y);
      burl_program *const counted = compile(text, 2);
      const burl_grid here = {.size = {1, 1}, .origin = {p[0], p[1]}, .step = {step[0], step[1]}};
      float actual, expected;
      assert_int_equal(burl_sample_grid(automatic, &here, &actual), BURL_OK);
      assert_int_equal(burl_sample_grid(counted, &here, &expected), BURL_OK);
      if (!(fabs((double)actual - (double)expected) < 0.02)) /* the differences' error, times the octave's amplitude */
        fail_msg("%s: %g, not %g", text, (double)actual, (double)expected);
      burl_free(counted);
    }
    for (int c = 0; c < 2; c++) burl_free(coordinate[c]);
    burl_free(automatic);
  }
}

/* The fallback: what has no derivative counts as constant. */
static void test_fallback(void **state) {
  (void)state;
  const burl_grid grid = {.size = {SIDE, SIDE}, .step = {0.03, 0.03}};
  check_grid("warp(" FBM ", d(perlin(), x), d(perlin(), y))", 2, &grid, octaves_at(0.03));
}

/* Tiles are parts of the whole, points are grids, whatever varies; a derivative goes through the weights. */
static void test_parts(void **state) {
  (void)state;
  static const char *const texts[] = {"fbm(perlin(), octaves: auto)", "at(fbm(perlin(), octaves: auto), x/y, 1/y)",
                                      "warp(ridged(perlin(), octaves: auto), perlin(), 0)",
                                      "d(fbm(perlin(), octaves: auto), x)",
                                      "fbm(fbm(perlin(), octaves: auto), octaves: auto)"};
  for (int i = 0; i < COUNT(texts); i++) {
    burl_program *const program = compile(texts[i], 2);
    static float whole[SIDE * SIDE], part[SIDE * SIDE];
    burl_grid grid = {.size = {SIDE, SIDE}, .origin = {0.3, 0.9}, .step = {0.013, 0.029}};
    assert_int_equal(burl_sample_grid(program, &grid, whole), BURL_OK);
    for (int k = 0; k < SIDE * SIDE; k++) {
      burl_grid one = grid;
      one.size[0] = one.size[1] = 1;
      one.first[0] = k % SIDE, one.first[1] = k / SIDE;
      assert_int_equal(burl_sample_grid(program, &one, part + k), BURL_OK);
    }
    assert_memory_equal(part, whole, sizeof whole);
    burl_free(program);
  }
}

/* The share of the range that noise finer than the samples has: of octaves their amplitudes, from half a cell a sample
 * on. */
static void test_too_fine(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int samples;
    double share;
  } rows[] = {
      {"perlin()", 0, 0},
      {"perlin(31*x, y)", 0, 0},
      {"perlin(33*x, y)", 0, 1},
      {"perlin(x, 33*y)", 4, 0},
      {"0.5*perlin() + 0.25*perlin(90*x, y)", 0, 1.0 / 3},
      {"fbm(perlin(), octaves: 8)", 0, (4 + 2 + 1) / 255.0},
      {"fbm(perlin(), octaves: 8)", 4, 1 / 255.0},
      {"fbm(perlin(), octaves: auto)", 0, 0},
      {"ridged(value(), octaves: 7, normalise: 0)", 0, (2 + 1) / 127.0},
      {"white(99*x, 99*y)", 0, 0},
      {"at(perlin(), 40*sin(x), y)", 0, 0}, /* not everywhere */
      {"rgb(x, perlin(99*x, y), 0)", 0, 1},
      {"d(perlin(99*x, y), x)", 0, 1},
      {"x + 3", 0, 0},
      {"1/perlin(99*x, y)", 0, 0}, /* no bounds, no share */
  };
  for (int i = 0; i < COUNT(rows); i++) {
    burl_program *const program = compile(rows[i].text, 2);
    const burl_grid grid = {.size = {512, 512}, .step = {1.0 / 64, 1.0 / 64}, .samples = rows[i].samples};
    const double share = burl_too_fine(program, &grid);
    if (!(fabs(share - rows[i].share) < 1e-6)) fail_msg("%s: %.9g, not %.9g", rows[i].text, share, rows[i].share);
    burl_free(program);
  }
  assert_true(burl_too_fine(NULL, NULL) == 0.0);
}

/* A program that has been sampled at other steps has the bits of one that hasn't: what it keeps between calls is of the
 * octaves that count, not of the steps. */
static void test_other_steps(void **state) {
  static const char *const texts[] = {
      "fbm(perlin(), octaves: auto)", "sphere(distort(fbm(perlin(), octaves: auto), 0.35), radius: 1.4)",
      "ridged(rotate(perlin(x*y, y), 30), octaves: auto) + fbm(value(3*x, y), octaves: auto)"};
  static float actual[SIDE * SIDE], expected[SIDE * SIDE];
  double x[SIDE], y[SIDE];
  (void)state;
  for (int i = 0; i < SIDE; i++) x[i] = 0.37 * i, y[i] = 5 - 0.21 * i;
  for (int k = 0; k < COUNT(texts); k++) {
    burl_program *const used = compile(texts[k], 2);
    for (int i = 0; i < 120; i++) {
      const double step = ldexp(1.0 + 0.07 * (i % 11), i % 14 - 12);
      const burl_grid grid = {.size = {SIDE, i % 3 ? SIDE : 1},
                              .origin = {3.1, 40},
                              .step = {step, -step * (0.2 + 0.01 * i)},
                              .footprint = i % 5 ? 0 : 0.3 * step,
                              .threads = 1 + i % 2};
      const burl_points points = {.count = SIDE, .coord = {x, y}, .footprint = step};
      burl_program *const fresh = compile(texts[k], 2);
      assert_int_equal(burl_sample_grid(used, &grid, actual), BURL_OK);
      assert_int_equal(burl_sample_grid(fresh, &grid, expected), BURL_OK);
      assert_memory_equal(actual, expected, (size_t)(grid.size[0] * grid.size[1]) * sizeof *actual);
      assert_int_equal(burl_sample_points(used, &points, actual), BURL_OK);
      assert_int_equal(burl_sample_points(fresh, &points, expected), BURL_OK);
      assert_memory_equal(actual, expected, SIDE * sizeof *actual);
      burl_free(fresh);
    }
    burl_free(used);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_constant_spacing), cmocka_unit_test(test_other_fractals), cmocka_unit_test(test_no_jump),
      cmocka_unit_test(test_varying_spacing),  cmocka_unit_test(test_fallback),       cmocka_unit_test(test_parts),
      cmocka_unit_test(test_too_fine),         cmocka_unit_test(test_other_steps),
  };
  return cmocka_run_group_tests_name("spacing", tests, NULL, NULL);
}
