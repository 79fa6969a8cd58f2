/* equalise(e): shares, held against samples that are sorted and counted here, at other places than the library's own;
 * what leaves shares as they are, to the bit; what has none, and where that is said. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "burl.h"
#include "compile.h"
#include "counter.h"
#include "draw.h"
#include "language.h"

enum { PLACES = 1 << 17 };
static double coordinate[5][PLACES];
static float e_of[PLACES], share_of[PLACES];

/* Samples a recipe at the first `count` places. */
static void sample_all(const burl_program *program, int count, float *out) {
  burl_points points = {.count = (size_t)count, .time = coordinate[4]};
  for (int a = 0; a < 4; a++) points.coord[a] = coordinate[a];
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
}

static void sample_recipe(const char *recipe, int dims, int count, float *out) {
  burl_program *const program = compile(recipe, dims);
  sample_all(program, count, out);
  burl_free(program);
}

static void draw_places(int count, double size) {
  for (int a = 0; a < 5; a++)
    for (int i = 0; i < count; i++) coordinate[a][i] = draw(0, size);
}

/* ---- Shares --------------------------------------------------------------------------------------- */

typedef struct {
  float e, share;
} pair;

static int compare_pairs(const void *a, const void *b) {
  const pair *const p = a, *const q = b;
  return p->e < q->e ? -1 : p->e > q->e;
}

/* How far the shares are at most from those that are counted; also that they rise with e, and are in [0, 1]. */
static double greatest_error(const char *what, int count) {
  pair *const all = malloc((size_t)count * sizeof *all);
  double most = 0;
  assert_non_null(all);
  for (int i = 0; i < count; i++) all[i] = (pair){e_of[i], share_of[i]};
  qsort(all, (size_t)count, sizeof *all, compare_pairs);
  for (int i = 0; i < count; i++) {
    if (!(all[i].share >= 0 && all[i].share <= 1)) WRONG("%s: %g is no share", what, (double)all[i].share);
    if (i > 0 && all[i].share < all[i - 1].share - 1e-6f)
      WRONG("%s: %.9g has share %.9g, less than %.9g", what, (double)all[i].e, (double)all[i].share,
            (double)all[i - 1].share);
    most = fmax(most, fabs((double)all[i].share - (i + 0.5) / count));
  }
  free(all);
  return most;
}

static void check_shares(const char *e, int dims, double size, double tolerance) {
  char recipe[400];
  draw_places(PLACES, size);
  sample_recipe(e, dims, PLACES, e_of);
  snprintf(recipe, sizeof recipe, "equalise(%s)", e);
  sample_recipe(recipe, dims, PLACES, share_of);
  const double error = greatest_error(e, PLACES);
  if (getenv("BURL_TEST_PRINT")) printf("%.4f %s\n", error, recipe);
  if (error > tolerance) WRONG("%s: shares are wrong by %.4f", recipe, error);
}

/* 0.0064 is exceeded by chance in one of a hundred seeds, in each of both samples: Dvoretzky, Kiefer, Wolfowitz and
 * Massart. */
static void test_shares(void **state) {
  (void)state;
  static const struct {
    const char *e;
    int dims;
    double size;
  } rows[] = {{"perlin()", 1, 1e6},
              {"perlin()", 2, 1e4},
              {"perlin()", 3, 1e3},
              {"perlin()", 4, 1e3},
              {"value(interp: linear)", 2, 1e4},
              {"simplex()", 2, 1e4},
              {"white()", 2, 1e4},
              {"cells()", 2, 1e4},
              {"cells(give: edge)", 2, 1e4},
              {"cells(give: value)", 2, 1e4},
              {"fbm(perlin(), octaves: 8)", 2, 1e4},
              {"ridged(simplex(), octaves: 5)", 2, 1e4},
              {"exp(4*fbm(perlin()))", 2, 1e4},
              {"scale(perlin(), 1e5) + 0.2*perlin()", 2, 1e9},
              {"scale(perlin(), 1e5, 3)", 2, 1e9},
              {"fbm(perlin(), at: 1/4000)", 2, 1e8},
              {"perlin(x, y, t)", 2, 1e3},
              {"loop(perlin(), 7)", 2, 1e3},
              {"tile(perlin(), 8)", 2, 1e4},
              {"slope(perlin())", 2, 1e4},
              {"sin(x)", 2, 1e4},
              {"sin(x/5000 + 2*perlin(x/5000, y/5000))", 2, 1e8},
              {"x/3000 % 1 + 0.2*perlin()", 2, 1e8},
              {"warp(perlin(), 3*perlin(seed: 1), 3*perlin(seed: 2))", 2, 1e4},
              {"distort(perlin(), 1)", 2, 1e4},
              {"perlin() + hash(floor(x), floor(y))", 2, 1e4},
              {"1e30*perlin()", 2, 1e4},
              {"1e-30*perlin()", 2, 1e4},
              {"1000 + perlin()", 2, 1e4},
              {"equalise(perlin()) + equalise(perlin(seed: 1))", 2, 1e4}};
  for (int i = 0; i < COUNT(rows); i++) check_shares(rows[i].e, rows[i].dims, rows[i].size, 0.0105);
  end();
}

/* White noise is even by itself: its shares are known without counting. */
static void test_white(void **state) {
  (void)state;
  draw_places(PLACES, 1e6);
  sample_recipe("white()", 2, PLACES, e_of);
  sample_recipe("equalise(white())", 2, PLACES, share_of);
  for (int i = 0; i < PLACES; i++)
    if (fabsf(share_of[i] - (1 + e_of[i]) / 2) > 0.0075f) {
      WRONG("%.9g has share %.9g", (double)e_of[i], (double)share_of[i]);
      break;
    }
  end();
}

/* Inside a tile shares are the tile's, not those of all noise; inside a loop, those of noise with its axis. */
static void test_tile(void **state) {
  (void)state;
  static const char *const recipes[] = {"tile(%sperlin()%s, 3)",
                                        "tile(scale(%sperlin(seed: 5)%s, 2), 6)",
                                        "tile(%sfbm(perlin(), octaves: 4)%s, 2, 3)",
                                        "%sperlin(period: 3, seed: 9)%s",
                                        "reseed(tile(%svalue()%s, 2), 5)",
                                        "loop(%sperlin()%s, 2)"};
  for (int i = 0; i < COUNT(recipes); i++) {
    char e[100], recipe[100];
    snprintf(e, sizeof e, recipes[i], "", "");
    snprintf(recipe, sizeof recipe, recipes[i], "equalise(", ")");
    draw_places(PLACES, 1e6);
    sample_recipe(e, 2, PLACES, e_of);
    sample_recipe(recipe, 2, PLACES, share_of);
    const double error = greatest_error(recipe, PLACES);
    if (error > 0.0105) WRONG("%s: shares are wrong by %.4f", recipe, error);
  }
  end();
}

/* ---- What leaves shares as they are ---------------------------------------------------------------- */

enum { SOME = 4000 };

static void check_same_bits(const char *a, const char *b, int dims) {
  draw_places(SOME, 50);
  sample_recipe(a, dims, SOME, e_of);
  sample_recipe(b, dims, SOME, share_of);
  for (int i = 0; i < SOME; i++)
    if (bits(e_of[i]) != bits(share_of[i])) {
      WRONG("%s\n  is not\n%s\n  %.9g, %.9g", a, b, (double)e_of[i], (double)share_of[i]);
      break;
    }
}

static void test_same(void **state) {
  (void)state;
  static const struct {
    const char *a, *b;
    int dims;
  } rows[] = {
      {"equalise(perlin())", "equalise(2*perlin())", 2},
      {"equalise(fbm(simplex()))", "equalise(fbm(simplex())/1024)", 3},
      {"scale(equalise(perlin()), 4)", "at(equalise(perlin()), x/4, y/4)", 2},
      {"at(equalise(perlin()), x*y, y)", "f(a) = equalise(a)\nat(f(perlin()), x*y, y)", 2},
      {"at(equalise(perlin()), x, y)", "equalise(perlin())", 2},
      {"shift(equalise(perlin()), 8)", "at(equalise(perlin()), x - 8, y)", 2},
      {"param k = 3\nequalise(perlin() + k*value())", "equalise(perlin() + 3*value())", 2},
      {"a = perlin()\nequalise(a)", "equalise(perlin())", 2},
      {"equalise(perlin()) + perlin()", "e = perlin()\nequalise(e) + e", 2},
      {"d(equalise(perlin()), x)", "s = equalise(perlin())\nd(s, x)", 2},
      {"fbm(equalise(perlin()), octaves: 3, same_seed: 1, gain: 1)",
       "(equalise(perlin()) + at(equalise(perlin()), 2*x, 2*y) + at(equalise(perlin()), 4*x, 4*y))*(1/3)", 2},
  };
  for (int i = 0; i < COUNT(rows) - 1; i++) check_same_bits(rows[i].a, rows[i].b, rows[i].dims);
  draw_places(SOME, 50);
  sample_recipe(rows[COUNT(rows) - 1].a, 2, SOME, e_of);
  sample_recipe(rows[COUNT(rows) - 1].b, 2, SOME, share_of);
  for (int i = 0; i < SOME; i++)
    if (fabsf(e_of[i] - share_of[i]) > 1e-6f) WRONG("octaves: %g, %g", (double)e_of[i], (double)share_of[i]);
  end();
}

/* What is less the other way round is more. */
static void test_negative(void **state) {
  (void)state;
  draw_places(PLACES, 1e4);
  sample_recipe("equalise(fbm(perlin()))", 2, PLACES, e_of);
  sample_recipe("equalise(-fbm(perlin()))", 2, PLACES, share_of);
  for (int i = 0; i < PLACES; i++)
    if (fabsf(e_of[i] + share_of[i] - 1) > 0.007f) WRONG("%g, %g", (double)e_of[i], (double)share_of[i]);
  end();
}

/* The derivative is that of differences. */
static void test_slope(void **state) {
  (void)state;
  burl_program *const share = compile("equalise(fbm(perlin(), octaves: 3))", 2);
  burl_program *const slope = compile("d(equalise(fbm(perlin(), octaves: 3)), x)", 2);
  for (int i = 0; i < 2000; i++) {
    const double x = draw(-100, 100), y = draw(-100, 100), h = 1e-3;
    const double up = (double)value_of(share, (place){{x + h, y}}), down = (double)value_of(share, (place){{x - h, y}});
    const double found = (double)value_of(slope, (place){{x, y}});
    if (!is_near((up - down) / (2 * h), found, 0.02))
      WRONG("at %g, %g: %g, not %g", x, y, found, (up - down) / (2 * h));
  }
  burl_free(share);
  burl_free(slope);
  end();
}

static burl_program *compile_on(const char *text, const char *isa) {
  const burl_options options = {.struct_size = sizeof options, .isa = isa};
  return burl_compile_with(text, strlen(text), &options, NULL);
}

static void test_isa(void **state) {
  (void)state;
  static const char *const sets[] = {"sse2", "avx2", "avx512"};
  static const char text[] = "equalise(fbm(perlin(), octaves: 4) + 0.1*cells()) + equalise(slope(simplex()))";
  draw_places(SOME, 1e4);
  sample_recipe(text, 2, SOME, e_of);
  for (int i = 0; i < COUNT(sets); i++) {
    burl_program *const program = compile_on(text, sets[i]);
    if (!program) continue;
    sample_all(program, SOME, share_of);
    burl_free(program);
    if (memcmp(e_of, share_of, SOME * sizeof *e_of) != 0) WRONG("other bits with %s", sets[i]);
  }
  end();
}

/* Knobs and seeds: levels are found anew. */
static void test_turned(void **state) {
  (void)state;
  burl_error error;
  burl_program *const program = compile("param k = 0\nequalise(perlin() + k*value(seed: 1))", 2);
  draw_places(SOME, 1e4);
  assert_int_equal(burl_set(program, "k", 2, &error), BURL_OK);
  sample_all(program, SOME, e_of);
  sample_recipe("equalise(perlin() + 2*value(seed: 1))", 2, SOME, share_of);
  assert_memory_equal(e_of, share_of, SOME * sizeof *e_of);
  burl_program *const clone = burl_clone(program);
  assert_non_null(clone);
  sample_all(clone, SOME, share_of);
  assert_memory_equal(e_of, share_of, SOME * sizeof *e_of);
  assert_int_equal(burl_seed(program, 77), BURL_OK);
  sample_all(program, SOME, e_of);
  sample_recipe("reseed(equalise(perlin() + 2*value(seed: 1)), 77)", 2, SOME, share_of);
  assert_memory_equal(e_of, share_of, SOME * sizeof *e_of);
  burl_free(program);
  burl_free(clone);
}

/* ---- What has no share ----------------------------------------------------------------------------- */

static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *recipe;
    int column, length;
    const char *says, *hint;
  } rows[] = {
      {"equalise(x)", 10, 1, "this coordinate has no end", "equalise(perlin()) + x"},
      {"equalise(perlin() + 0.1*y)", 25, 1, "this coordinate has no end", "equalise(perlin()) + x"},
      {"equalise(perlin()*t)", 19, 1, "this coordinate has no end", ""},
      {"f(a, b) = a + b\nequalise(f(perlin(), x))", 22, 1, "this coordinate has no end", ""},
      {"at(equalise(perlin() + x), 3, 4)", 24, 1, "this coordinate has no end", ""},
      {"equalise(perlin() > 0 ? sqrt(abs(x)) : 1)", 34, 1, "this coordinate has no end", ""},
      {"equalise(x % y)", 10, 1, "this coordinate has no end", ""},
      {"equalise(at(perlin()*z, 3, 4, t))", 31, 1, "this coordinate has no end", ""},
      {"equalise(blur(perlin(), radius: 1))", 10, 25, "over a grid alone", "blur(equalise(perlin())"},
      {"equalise(perlin(upsample(blur(perlin(), radius: 1), 1), y))", 26, 25, "over a grid alone", ""},
      {"equalise(0.5*image(\"a.png\", size: 1))", 14, 23, "an image has an end", "burl stats"},
      {"equalise(value() + fbm(perlin(), octaves: auto))", 20, 28, "with octaves: auto", "octaves: 8"},
      {"equalise(max(perlin(), 0))", 10, 16, "50 % of this is 0: nothing tells their order", "max(equalise("},
      {"equalise(step(0.2, perlin()))", 10, 19, "% of this is 0:", ""},
      {"equalise(round(4*perlin()))", 10, 17, "% of this is", ""},
      {"equalise(3)", 10, 1, "100 % of this is 3", ""},
      {"equalise(min(perlin(), 0.55))", 10, 19, "% of this is 0.55", ""},
      {"equalise(sqrt(perlin()))", 10, 14, "50 % of this is no number", "sqrt(max(e, 0))"},
      {"equalise(1e38*exp(5*perlin()))", 10, 20, "% of this is no number, or infinite", ""},
      {"equalise(rgb(perlin(), 0, 0))", 10, 19, "", ""},
      {"equalize(perlin())", 1, 8, "no function 'equalize'", "equalise(e)"},
      {"percentile(perlin())", 1, 10, "no function 'percentile'", "equalise(e)"},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    burl_error error;
    burl_program *const program = burl_compile(rows[i].recipe, 2, &error);
    if (program) WRONG("%s compiles", rows[i].recipe);
    else if (error.column != rows[i].column || error.length != rows[i].length || !strstr(error.message, rows[i].says) ||
             !strstr(error.hint, rows[i].hint))
      WRONG("%s\n  %d:%d + %d: %s | %s", rows[i].recipe, error.line, error.column, error.length, error.message,
            error.hint);
    burl_free(program);
  }
  end();
}

/* What is hinted at has shares, and what stands around equalise is free. */
static void test_allowed(void **state) {
  (void)state;
  static const char *const rows[] = {"equalise(perlin()) + x",
                                     "blur(equalise(perlin()), radius: 1)",
                                     "max(equalise(perlin()), 0.4)",
                                     "fbm(equalise(perlin()), octaves: auto)",
                                     "equalise(perlin() + sin(x)*cos(y))",
                                     "equalise(fract(x) + perlin())",
                                     "erode(900*fbm(perlin(x/900, y/900)), k: 2e-6*equalise(perlin()))",
                                     "sphere(equalise(perlin()))",
                                     "cylinder(equalise(perlin()))",
                                     "normal(equalise(perlin()))",
                                     "curvature(equalise(perlin()))"};
  for (int i = 0; i < COUNT(rows); i++) burl_free(compile(rows[i], 2));
}

/* ---- Limits ---------------------------------------------------------------------------------------- */

/* Fewer samples of what is dear, and an end to them. */
static void test_heavy(void **state) {
  (void)state;
  check_shares("fbm(fbm(perlin(), octaves: 16, gain: 0.9), octaves: 16, gain: 0.9)", 2, 1e4, 0.03);
  char text[6000] = "f(a) = fbm(fbm(fbm(a, octaves: 12), octaves: 16), octaves: 16)\n0";
  for (int i = 0; i < 40; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), " + equalise(f(cells(x, y, %d.5, 0)))", i);
  burl_error error;
  burl_program *const program = burl_compile(text, 2, &error);
  assert_null(program);
  assert_int_equal(error.status, BURL_LIMIT);
  end();
}

/* Each allocation fails in turn. */
static void test_memory(void **state) {
  (void)state;
  static const char text[] = "tile(equalise(perlin() + equalise(simplex(smooth: 1, period: 12))), 12)";
  counter c = {.fail_at = -1};
  const burl_options options = {.struct_size = sizeof options, .allocate = counter_allocate, .user = &c};
  burl_program *program = NULL;
  long failures = 0;
  for (; !program; failures++) {
    burl_error error;
    c.calls = 0, c.fail_at = failures;
    program = burl_compile_with(text, strlen(text), &options, &error);
    if (!program) assert_int_equal(error.status, BURL_MEMORY);
    if (!program) assert_int_equal(c.live, 0);
  }
  burl_free(program);
  assert_int_equal(c.live, 0);
  assert_true(failures > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_shares, begin),   cmocka_unit_test_setup(test_white, begin),
      cmocka_unit_test_setup(test_tile, begin),     cmocka_unit_test_setup(test_same, begin),
      cmocka_unit_test_setup(test_negative, begin), cmocka_unit_test_setup(test_slope, begin),
      cmocka_unit_test_setup(test_isa, begin),      cmocka_unit_test_setup(test_turned, begin),
      cmocka_unit_test_setup(test_refused, begin),  cmocka_unit_test(test_allowed),
      cmocka_unit_test_setup(test_heavy, begin),    cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
