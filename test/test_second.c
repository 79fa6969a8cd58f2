/* Second derivatives: of noises, fractals, domains, functions and random recipes against differences of their first
 * ones, in double where the oracle has those; the same bits at points, over grids, on every instruction set and by the
 * scalar text; curvatures of surfaces whose curvature is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl_inspect.h"
#include "compile.h"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* of axes: gcc doesn't know that there is at least one */
#endif
#include "noise/sample.h"
#include "noise_words.h"
#include "oracle.h"
#include "program/node.h"
#include "program/program.h"
#include "random_recipe.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { MOST_TEXT = 2 * sizeof(((recipe *)NULL)->text) };

/* d(d(e, a), b), or with b −1 d(e, a). */
static burl_program *derived(const char *text, int dims, int a, int b) {
  static char nested[MOST_TEXT];
  if (b < 0) snprintf(nested, sizeof nested, "d(%s, %c)", text, "xyzw"[a]);
  else snprintf(nested, sizeof nested, "d(d(%s, %c), %c)", text, "xyzw"[a], "xyzw"[b]);
  return compile(nested, dims);
}

static double value_at(const burl_program *program, const double *at) {
  const burl_points points = {.count = 1, .coord = {at, at + 1, at + 2, at + 3}};
  float value[4];
  assert_int_equal(burl_sample_points(program, &points, value), BURL_OK);
  return (double)value[0];
}

static void draw_point(double at[4], double reach) {
  for (int a = 0; a < 4; a++) at[a] = random_between(-reach, reach);
}

static void check_bounds(const char *text, const burl_program *program, double found) {
  const burl_range range = burl_bounds(program, 0);
  if (!(found >= range.lo && found <= range.hi) && !(isnan(found) && range.may_be_nan))
    fail_msg("a second derivative of %s: %.9g beyond %.9g, %.9g", text, found, range.lo, range.hi);
}

/* ---- In double ----------------------------------------------------------------------------------- */

/* The slope of a program along an axis by differences in double; 0: there is a kink near, or the oracle hasn't it. */
static int slope_in_double(const burl_program *program, const double *at, int axis, double *slope) {
  double quotient[2], here, bend = 0;
  if (!oracle_program_at(program, at, &here)) return 0;
  for (int n = 0; n < 2; n++) {
    const double h = n ? 1e-6 : 1e-5;
    double up[4], down[4], above, below;
    memcpy(up, at, sizeof up);
    memcpy(down, at, sizeof down);
    up[axis] += h;
    down[axis] -= h;
    oracle_program_at(program, up, &above);
    oracle_program_at(program, down, &below);
    quotient[n] = (above - below) / (2 * h);
    bend = fabs(above - 2 * here + below) / h;
  }
  *slope = quotient[1];
  return fabs(quotient[0] - quotient[1]) < 1e-4 * (1 + fabs(quotient[1])) && bend < 1e-2 * (1 + fabs(quotient[1]));
}

/* Whether a recipe's second derivatives are those of the oracle's first ones; how often that could be told. */
static int compare_in_double(const char *text, int dims, int count, double tolerance) {
  int compared = 0;
  for (int a = 0; a < dims; a++)
    for (int b = 0; b < dims; b++) {
      burl_program *const first = derived(text, dims, a, -1), *const second = derived(text, dims, a, b);
      for (int k = 0; k < count; k++) {
        double at[4], slope;
        draw_point(at, 6);
        const double found = value_at(second, at), near = value_at(first, at);
        double exact = near;
        check_bounds(text, second, found);
        (void)oracle_program_at(first, at, &exact);
        if (fabs(near - exact) > 1e-4 * (1 + fabs(exact))) continue; /* more than floats hold */
        if (!slope_in_double(first, at, b, &slope) || !(fabs(slope) < 1e4)) continue;
        compared++;
        if (!(fabs(found - slope) <= tolerance * (1 + fabs(slope))))
          fail_msg("d(d(%s, %c), %c) in %dD at %.17g, %.17g, %.17g, %.17g: %.9g, not %.9g", text, "xyzw"[a], "xyzw"[b],
                   dims, at[0], at[1], at[2], at[3], found, slope);
      }
      burl_free(first);
      burl_free(second);
    }
  return compared;
}

static void test_noises_in_double(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "perlin()",
      "perlin(interp: linear)",
      "perlin(interp: cosine)",
      "perlin(interp: hermite)",
      "perlin(gradients: edges)",
      "perlin(gradients: axes)",
      "perlin(gradients: diagonal)",
      "perlin(gradients: circle)",
      "perlin(gradients: uniform)",
      "perlin(period: 7)",
      "value()",
      "value(interp: linear)",
      "value(interp: cosine)",
      "value(interp: hermite)",
      "value(interp: cubic)",
      "value(interp: catmull_rom)",
      "value(smooth: 1)",
      "value(smooth: 1, interp: cosine)",
      "value(smooth: 1, interp: cubic)",
      "simplex()",
      "simplex(smooth: 1)",
  };
  for (int i = 0; i < COUNT(texts); i++)
    for (int dims = 1; dims <= 4; dims++) {
      const int count = few_of_test(dims < 3   ? 60
                                    : dims < 4 ? 20
                                               : 4),
                compared = compare_in_double(texts[i], dims, count, 1e-4);
      if (compared < count * dims * dims / 3) fail_msg("%s in %dD: compared only %d times", texts[i], dims, compared);
    }
}

/* What differences of a double reach, all but the noises exact. */
static void test_recipes_in_double(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "fbm(perlin(), octaves: 3)",
      "fbm(0.3*x*perlin() + value(), octaves: 2, gain: 0.4 + 0.1*perlin())",
      "billow(simplex(), octaves: 2)",
      "turbulence(value(interp: catmull_rom), octaves: 2)",
      "ridged(perlin(), octaves: 2, sharpness: 1.5)",
      "ridged(perlin(), octaves: 2)",
      "pingpong(value(), octaves: 2)",
      "hybrid(perlin(), octaves: 3)",
      "hetero(perlin(), octaves: 3)",
      "multifractal(perlin(), octaves: 3)",
      "ridged(perlin(), octaves: 3, feedback: 0.8)",
      "fbm(value(), octaves: 3, weighted_strength: 0.7)",
      "scale(perlin(), 1.5 + 0.1*sin(x))",
      "shift(perlin(), 0.3)",
      "rotate(perlin() + x, 30)",
      "warp(fbm(perlin(), octaves: 2), 0.3*perlin(seed: 2), 0.2*value())",
      "distort(perlin(), 0.4)",
      "at(perlin(), 0.5*x*y, y - 0.3*x)",
      "at(perlin(), x, x, y)",
      "at(sphere(perlin(), radius: 3), 20*x, 10*y)",
      "tile(fbm(perlin(), octaves: 2), 4)",
      "tile(rotate(perlin(), 90), 3)",
      "loop(perlin(), 3)",
      "length(x, y, perlin())",
      "terrace(perlin(), 3, sharpness: 0.7)",
      "curve(perlin(), -1, 0, 0, 2, 0.5, 2.5)",
      "x > y ? perlin() : value()",
      "mix(x, perlin(), value())",
      "(x % 3) * perlin() / (2 + value())",
      "pow(1.2 + perlin(), value())",
      "smin(perlin(), value(), 0.3)",
      "bias(unit(perlin()), 0.3) + gain(unit(value()), 0.6)",
      "atan2(2 + perlin(), value()) + exp(perlin()) + log(3 + value())",
      "fade(perlin()) + hermite(value()) + cosine(x, y, perlin())",
      "asin(0.9*perlin()) + acos(0.9*value()) + tan(perlin())",
      "wavelet(value(), 0.9*perlin()) + cubic(x, y, 1, 2, perlin()) + catmull_rom(1, x, y, 2, value())",
  };
  for (int i = 0; i < COUNT(texts); i++) {
    const int count = few_of_test(60), compared = compare_in_double(texts[i], 2, count, 2e-3);
    if (compared < count) fail_msg("%s: compared only %d times", texts[i], compared);
  }
}

static void test_random_recipes_in_double(void **unused) {
  (void)unused;
  int compared = 0, asked = 0;
  random_begin(13);
  while (asked < 600 * scale_of_test()) {
    static recipe r;
    const recipe_wish wish = {.dims = 1 + (int)random_below(3), .depth = 2, .kind = RECIPE_ONCE};
    double ignored, at[4] = {0};
    recipe_begin(&r);
    recipe_put_random(&r, &wish);
    if (r.cost > 20 || strchr(r.text, '%') || strstr(r.text, "cells(") || strstr(r.text, "scatter(") ||
        strstr(r.text, "gabor(") || strstr(r.text, "phasor("))
      continue;
    if (strstr(r.text, "lacunarity: 64")) continue; /* of eight octaves most are finer than the differences here */
    burl_program *const program = burl_compile(r.text, wish.dims, NULL);
    const int is_known = program && oracle_program_at(program, at, &ignored);
    burl_free(program);
    if (!is_known) continue;
    asked++;
    compared += compare_in_double(r.text, wish.dims, 1, 0.02) > 0;
  }
  print_message("%d of %d compared\n", compared, asked);
  assert_true(compared * 2 > asked);
}

/* ---- Against differences of samples -------------------------------------------------------------- */

/* The slope of what is sampled, by differences of the fourth order; 0: those of three widths differ. */
static int slope_of_samples(const burl_program *program, const double *at, int axis, double *slope) {
  double quotient[3];
  for (int n = 0; n < 3; n++) {
    static const double weight[2] = {8.0 / 12, -1.0 / 12};
    const double h = 1.0 / (128 << n);
    quotient[n] = 0;
    for (int i = 0; i < 2; i++) {
      double up[4], down[4];
      memcpy(up, at, sizeof up);
      memcpy(down, at, sizeof down);
      up[axis] += (i + 1) * h;
      down[axis] -= (i + 1) * h;
      quotient[n] += weight[i] / h * (value_at(program, up) - value_at(program, down));
    }
  }
  *slope = quotient[1];
  const double most = 2e-3 * (1 + fabs(quotient[1]));
  return fabs(quotient[0] - quotient[1]) < most && fabs(quotient[2] - quotient[1]) < most;
}

/* Along all pairs of axes, a little off whole numbers, where what differences are of may be bent; and whether the
 * order of the two makes a difference. */
static void check(const char *text, int dims, int count, double share) {
  int compared = 0, asked = 0;
  for (int a = 0; a < dims; a++)
    for (int b = 0; b < dims; b++) {
      burl_program *const first = derived(text, dims, a, -1), *const second = derived(text, dims, a, b);
      burl_program *const other = derived(text, dims, b, a);
      for (int k = 0; k < count; k++, asked++) {
        double at[4], slope;
        draw_point(at, 6);
        for (int i = 0; i < 4; i++) at[i] = floor(at[i]) + 0.03125 + 0.9375 * (at[i] - floor(at[i]));
        const double found = value_at(second, at), turned = value_at(other, at);
        check_bounds(text, second, found);
        if (!(fabs(found - turned) <= 1e-4 * (1 + fabs(found))))
          fail_msg("d(d(%s, %c), %c) in %dD: %.9g, in the other order %.9g", text, "xyzw"[a], "xyzw"[b], dims, found,
                   turned);
        if (!slope_of_samples(first, at, b, &slope)) continue;
        compared++;
        if (!(fabs(found - slope) <= 5e-3 * (1 + fabs(slope))))
          fail_msg("d(d(%s, %c), %c) in %dD at %.17g, %.17g: %.9g, not %.9g", text, "xyzw"[a], "xyzw"[b], dims, at[0],
                   at[1], found, slope);
      }
      burl_free(first);
      burl_free(second);
      burl_free(other);
    }
  if (asked >= 8 && compared < share * asked)
    fail_msg("%s in %dD: compared only %d of %d times", text, dims, compared, asked);
}

/* Every noise that has second derivatives with every word of its options, in every dimension. */
static void check_noise(const char *text, int dims) { check(text, dims, dims < 3 ? few_of_test(8) : 1, 0.1); }

static void test_noises(void **unused) {
  (void)unused;
  random_begin(1); /* its places are its own, whatever other tests draw */
  each_noise("cells scatter gabor phasor", check_noise);
}

/* Derivatives under and beside each other. */
static void test_nested(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "warp(perlin(), 0.3*perlin(seed: 2), 0.2*value())",
      "value(interp: cubic, smooth: 1)*perlin(interp: wavelet)",
      "at(perlin(), x + 0.1*sin(y), y, 0.5*x)",
      "tile(fbm(simplex(), octaves: 2), 12)",
      "at(x*y + perlin(), x, x + 1)",
      "cells(give: value)*perlin()",
      "white()*perlin()",
  };
  for (int i = 0; i < COUNT(texts); i++) check(texts[i], 2, few_of_test(30), 0.3);
  check("simplex(period: 1)", 1, few_of_test(60), 0.3); /* which ends more than once among the lattice points */
  check("simplex(smooth: 1, period: 1)", 1, few_of_test(60), 0.3);
  static const struct {
    const char *of, *by_x; /* an expression of derivatives, and its derivative by x, */
    const char *names;
  } rules[] = {
      {"d(p, y)*d(p, x)", "d(d(p, y), x)*d(p, x) + d(p, y)*d(d(p, x), x)", "p = perlin()\n"},
      {"slope(p)", "(d(p, x)*d(d(p, x), x) + d(p, y)*d(d(p, y), x))/slope(p)", "p = value()\n"},
      {"at(q, x + d(p, y), y)", "at(d(q, x), x + d(p, y), y)*(1 + d(d(p, y), x))", "p = perlin()\nq = simplex()\n"},
      {"warp(d(q, y), 0, p)", "warp(d(d(q, y), x), 0, p) + warp(d(d(q, y), y), 0, p)*d(p, x)",
       "p = perlin()\nq = simplex()\n"},
      {"curl(p)", "d(d(p, y), x)", "p = perlin()\n"},
      {"scale(d(q, x), 2)", "scale(d(d(q, x), x), 2)/2", "q = perlin()\n"},
      {"rotate(d(q, x), 90)", "0 - rotate(d(d(q, x), y), 90)", "q = perlin()\n"},
      {"tile(d(q, x), 5)", "tile(d(d(q, x), x), 5)", "q = perlin()\n"},
      {"reseed(d(q, x), 3)", "reseed(d(d(q, x), x), 3)", "q = perlin()\n"},
  };
  for (int i = 0; i < COUNT(rules); i++) {
    char text[400], expected[400];
    snprintf(text, sizeof text, "%sd(%s, x)", rules[i].names, rules[i].of);
    snprintf(expected, sizeof expected, "%s%s", rules[i].names, rules[i].by_x);
    burl_program *const program = compile(text, 2), *const by_hand = compile(expected, 2);
    for (int k = 0; k < 100; k++) {
      double at[4];
      draw_point(at, 6);
      const double found = value_at(program, at), wanted = value_at(by_hand, at);
      if (!(fabs(found - wanted) <= 1e-4 * (1 + fabs(wanted)))) fail_msg("%s: %.9g, not %.9g", text, found, wanted);
    }
    burl_free(program);
    burl_free(by_hand);
  }
}

/* Arithmetic has derivatives without end. */
static void test_arithmetic(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    double at, value;
  } cases[] = {
      {"d(d(d(d(sin(x), x), x), x), x)", 0.7, 0.644217687},
      {"d(d(d(x*x*x*x, x), x), x)", 2, 48},
      {"d(d(d(exp(2*x), x), x), x)", 0, 8},
      {"d(d(sqrt(x), x), x)", 4, -1.0 / 32},
      {"d(d(abs(x*x*x), x), x)", -2, 12},
      {"d(d(abs(x*x*x), x), x)", 0, 0},
      {"d(d(clamp(x*x, 0, 1), x), x)", 0.5, 2},
      {"d(d(clamp(x*x, 0, 1), x), x)", 2, 0},
      {"d(d(pow(x, 3.2), x), x)", 1, 7.04},
      {"d(d(pow(x, 2.5), x), x)", 0, 0},
      {"d(d(floor(x)*x, x), x)", 1.5, 0},
      {"normal(d(x*x, x), strength: 0.5)", 3, 0.5 - 0.5 / 1.41421356},
  };
  for (int i = 0; i < COUNT(cases); i++) {
    burl_program *const program = compile(cases[i].text, 1);
    const double at[4] = {cases[i].at}, found = value_at(program, at);
    if (!(fabs(found - cases[i].value) <= 1e-5 * (1 + fabs(cases[i].value))))
      fail_msg("%s at %g: %.9g, not %.9g", cases[i].text, cases[i].at, found, cases[i].value);
    burl_free(program);
  }
}

/* ---- Bits ---------------------------------------------------------------------------------------- */

static const char *const bit_texts[] = {
    "perlin(period: 5)",
    "perlin(interp: wavelet, gradients: circle)",
    "perlin(hash: perlin2002, interp: cosine)",
    "perlin(gradients: uniform, period: 4294967295)",
    "value(interp: cubic, smooth: 1)",
    "value(hash: elias, interp: hermite)",
    "value(hash: table, period: 3)",
    "simplex(period: 12)",
    "simplex()",
    "simplex(smooth: 1, period: 12)",
    "warp(fbm(simplex(), octaves: 2), perlin(seed: 1))",
    "ridged(perlin(), octaves: 3)",
    "at(perlin(), x, y, 0.3)",
};

static burl_program *compile_for(const char *text, int dims, const char *set) {
  const burl_options options = {.struct_size = sizeof options, .dims = dims, .isa = set};
  return burl_compile_with(text, strlen(text), &options, NULL);
}

static void assert_same(const char *text, const char *how, const float *a, const float *b, int count) {
  for (int i = 0; i < count; i++)
    if (memcmp(&a[i], &b[i], sizeof *a) != 0)
      fail_msg("%s, %s, sample %d: %a, not %a", text, how, i, (double)a[i], (double)b[i]);
}

/* Points, points one by one and a grid, on every instruction set. */
static void test_bits(void **unused) {
  (void)unused;
  enum { WIDE = 37, HIGH = 5, ALL = WIDE * HIGH };
  static const char *const sets[] = {"base", "avx2", "avx512"};
  for (int i = 0; i < COUNT(bit_texts); i++)
    for (int dims = 2; dims <= 4; dims++) {
      static float wanted[ALL], out[ALL];
      static double at[4][ALL];
      char text[256];
      const burl_grid grid = {.size = {WIDE, HIGH},
                              .origin = {-3.1, random_below(2) ? 1e6 : -0.4, 0.7, 0.3},
                              .step = {random_below(2) ? 0.07 : 1.3, 0.11},
                              .threads = 1};
      snprintf(text, sizeof text, "d(d(%s, %c), y)", bit_texts[i], "xyzw"[random_below((uint32_t)dims)]);
      for (int k = 0; k < ALL; k++) {
        const int64_t index[4] = {k % WIDE, k / WIDE};
        for (int a = 0; a < 4; a++) at[a][k] = grid.origin[a] + (double)index[a] * grid.step[a];
      }
      const burl_points points = {.count = ALL, .coord = {at[0], at[1], at[2], at[3]}};
      for (int s = 0; s < COUNT(sets); s++) {
        burl_program *const program = compile_for(text, dims, sets[s]);
        if (!program && s > 0) continue;
        assert_non_null(program);
        assert_int_equal(burl_sample_points(program, &points, s ? out : wanted), BURL_OK);
        if (s) assert_same(text, sets[s], out, wanted, ALL);
        assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
        assert_same(text, "grid", out, wanted, ALL);
        for (int k = 0; k < ALL; k++)
          out[k] = (float)value_at(program, (const double[]){at[0][k], at[1][k], at[2][k], at[3][k]});
        assert_same(text, "one by one", out, wanted, ALL);
        burl_free(program);
      }
    }
}

/* The second derivative of a program's only noise by the scalar text; 0 where the noise has no value. */
static float text_at(const burl_program *program, const double *p) {
  const burl__graph *const graph = &program->plan->graph;
  const burl__node *node = NULL;
  place at[4];
  for (size_t i = 0; i < graph->count; i++)
    if (burl__is_bend(graph->nodes[i].op)) node = &graph->nodes[i];
  assert_non_null(node);
  const burl__noise *const n = node->setup;
  const burl__bend_axes along = burl__axes_of_bend(node);
  const int is_simplex = node->op == OP_simplex_bend;
  for (int i = 0; i < n->dims; i++) {
    if (!axis_holds(p[i])) return 0;
    const uint32_t period = n->period[i];
    if (is_simplex) at[i] = period > 0 ? block_in_period(n->dims, p[i], period) : block_place(n->dims, p[i]);
    else at[i] = period > 0 ? place_in_period(p[i], period) : place_of(p[i]);
  }
  return is_simplex ? bend_of_simplex(n, along.a, along.b, at) : bend_of_lattice(n, along.a, along.b, at);
}

static void test_text(void **unused) {
  (void)unused;
  for (int i = 0; i < COUNT(bit_texts) - 3; i++) /* a noise alone */
    for (int dims = 1; dims <= 4; dims++)
      for (int b = 0; b < dims; b++) {
        burl_program *const program = derived(bit_texts[i], dims, (int)random_below((uint32_t)dims), b);
        for (int k = 0; k < 60; k++) {
          double at[4];
          draw_point(at, k < 20 ? 4 : k < 40 ? 1e7 : k < 50 ? 0x1p40 : 0x1p52);
          const float found = (float)value_at(program, at), wanted = text_at(program, at);
          if (memcmp(&found, &wanted, sizeof found) != 0)
            fail_msg("a second derivative of %s in %dD at %.17g %.17g %.17g %.17g: %a, by the text %a", bit_texts[i],
                     dims, at[0], at[1], at[2], at[3], (double)found, (double)wanted);
        }
        burl_free(program);
      }
}

/* octaves: auto: gates let second derivatives through as they do values, and see the noises that are differentiated. */
static void test_automatic_octaves(void **unused) {
  (void)unused;
  enum { WIDE = 64, HIGH = 8 };
  static float some[HIGH][WIDE], all[HIGH][WIDE];
  static const struct {
    const char *before, *behind;
    double cells; /* of the first octave, along a unit */
  } cases[] = {{"d(d(fbm(perlin(), octaves: ", ", normalise: 0), x), y)", 1},
               {"fbm(scale(d(d(perlin(), x), y), 0.25), octaves: ", ", normalise: 0)", 4}};
  for (int i = 0; i < COUNT(cases); i++)
    for (int octaves = 1; octaves <= 3; octaves++) { /* so many are within ¼ cell a sample, the next is at ½ */
      char text[96], automatic_text[96];
      snprintf(automatic_text, sizeof automatic_text, "%sauto%s", cases[i].before, cases[i].behind);
      snprintf(text, sizeof text, "%s%d%s", cases[i].before, octaves, cases[i].behind);
      burl_program *const automatic = compile(automatic_text, 2), *const given = compile(text, 2);
      const double step = ldexp(0.5, -octaves) / cases[i].cells;
      const burl_grid grid = {.size = {WIDE, HIGH}, .origin = {0.3, 0.4}, .step = {step, step}};
      assert_int_equal(burl_sample_grid(automatic, &grid, some[0]), BURL_OK);
      assert_int_equal(burl_sample_grid(given, &grid, all[0]), BURL_OK);
      assert_same(text, "automatic", some[0], all[0], WIDE * HIGH);
      burl_free(automatic);
      burl_free(given);
    }
}

/* What is too fine for a grid's samples is so in a second derivative, too. */
static void test_too_fine(void **unused) {
  (void)unused;
  burl_program *const program = compile("d(d(perlin(), x), y)", 2);
  const burl_grid fine = {.size = {9, 9}, .step = {0.1, 0.1}}, coarse = {.size = {9, 9}, .step = {0.7, 0.7}};
  assert_true(burl_too_fine(program, &fine) == 0 && burl_too_fine(program, &coarse) > 0.99);
  burl_free(program);
}

/* ---- Curvature ----------------------------------------------------------------------------------- */

static void test_curvature(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    int dims;
    double x, y, mean, profile, plan;
  } cases[] = {
      {"sqrt(25 - x*x - y*y)", 2, 1.2, -0.9, 0.2, 0.2, 1 / 1.5},     /* a ball: convex */
      {"-sqrt(25 - x*x - y*y)", 2, 1.2, -0.9, -0.2, -0.2, -1 / 1.5}, /* a bowl */
      {"sqrt(4 - x*x)", 2, 0.5, 3, 0.25, 0.5, 0},                    /* a log */
      {"3*x - 2*y + 1", 2, 0.3, 0.4, 0, 0, 0},
      {"x*x + y*y", 2, 0, 0, -2, 0, 0},
      {"2*length(x, y)", 2, 3, 4, -0.0894427191, 0, -0.2}, /* a cone */
      {"sqrt(25 - x*x - y*y) + 0*z", 3, 1.2, -0.9, 0.2, 0.2, 1 / 1.5},
  };
  static const char *const gives[] = {"mean", "profile", "plan"};
  for (int i = 0; i < COUNT(cases); i++)
    for (int g = 0; g < 3; g++) {
      char text[128];
      snprintf(text, sizeof text, "curvature(%s, give: %s)", cases[i].text, gives[g]);
      burl_program *const program = compile(text, cases[i].dims);
      const double at[4] = {cases[i].x, cases[i].y}, found = value_at(program, at);
      const double wanted = g == 0 ? cases[i].mean : g == 1 ? cases[i].profile : cases[i].plan;
      if (!(fabs(found - wanted) <= 2e-6)) fail_msg("%s: %.9g, not %.9g", text, found, wanted);
      burl_free(program);
    }
  burl_program *const arc = compile("curvature(sqrt(4 - x*x))", 1);
  assert_true(fabs(value_at(arc, (const double[4]){0.7}) - 0.5) < 1e-6);
  burl_free(arc);
}

/* That of a noise, by its derivatives. */
static void test_curvature_of_noise(void **unused) {
  (void)unused;
  static const char *const parts[] = {"d(e, x)",
                                      "d(e, y)",
                                      "d(d(e, x), x)",
                                      "d(d(e, x), y)",
                                      "d(d(e, y), y)",
                                      "curvature(e)",
                                      "curvature(e, give: profile)",
                                      "curvature(e, give: plan)"};
  burl_program *programs[COUNT(parts)];
  for (int i = 0; i < COUNT(parts); i++) {
    char text[96];
    snprintf(text, sizeof text, "e = fbm(perlin(), octaves: 3)\n%s", parts[i]);
    programs[i] = compile(text, 2);
  }
  for (int k = 0; k < 200; k++) {
    double at[4], v[COUNT(parts)];
    draw_point(at, 6);
    for (int i = 0; i < COUNT(parts); i++) v[i] = value_at(programs[i], at);
    const double p = v[0], q = v[1], r = v[2], s = v[3], t = v[4], g = p * p + q * q;
    const double down = p * p * r + 2 * p * q * s + q * q * t, across = q * q * r - 2 * p * q * s + p * p * t;
    const double wanted[3] = {-(r + t + across) / (2 * pow(1 + g, 1.5)), -down / (g * pow(1 + g, 1.5)),
                              -across / pow(g, 1.5)};
    for (int i = 0; i < 3; i++)
      if (!(fabs(v[5 + i] - wanted[i]) <= 1e-4 * (1 + fabs(wanted[i]))))
        fail_msg("%s: %.9g, not %.9g", parts[5 + i], v[5 + i], wanted[i]);
  }
  for (int i = 0; i < COUNT(parts); i++) burl_free(programs[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_noises_in_double),
      cmocka_unit_test(test_recipes_in_double),
      cmocka_unit_test(test_random_recipes_in_double),
      cmocka_unit_test(test_noises),
      cmocka_unit_test(test_nested),
      cmocka_unit_test(test_arithmetic),
      cmocka_unit_test(test_bits),
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_automatic_octaves),
      cmocka_unit_test(test_too_fine),
      cmocka_unit_test(test_curvature),
      cmocka_unit_test(test_curvature_of_noise),
  };
  return cmocka_run_group_tests_name("second", tests, NULL, NULL);
}
