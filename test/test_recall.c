/* Fractals whose octaves depend on those before them, against the same recipe written octave by octave in the language:
 * the same bits.  And what their options say: that 0 changes nothing, amplitudes in place of gain; periods, errors. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/seed.h"
#include "compile.h"
#include "language.h"

enum { ROOM = 20000 };

/* ---- A recipe octave by octave ------------------------------------------------------------------- */

typedef struct {
  char text[ROOM];
  size_t length;
} script;

static void put(script *s, const char *format, ...) {
  va_list list;
  va_start(list, format);
  s->length += (size_t)vsnprintf(s->text + s->length, ROOM - s->length, format, list);
  va_end(list);
  assert_true(s->length < ROOM);
}

/* A fractal's call, and what it says. */
typedef struct {
  const char *name, *noise; /* noise: its call, open for a seed: "perlin(interp: cosine, " */
  int dims, octaves;
  const char *gain; /* an expression */
  double lacunarity, at;
  int normalise, same_seed;
  const char *feedback, *strength, *damped; /* of sums; NULL: none */
  const char *warp, *damp, *offset;         /* of others */
  double tolerance;
} fractal;

static const char axes[] = "xyz";

static void put_option(script *s, const char *name, const char *value) {
  if (value) put(s, ", %s: %s", name, value);
}

static void put_call(script *s, const fractal *f) {
  put(s, "%s(%sseed: 0), octaves: %d, gain: %s, lacunarity: %.17g, at: %.17g, normalise: %d, same_seed: %d", f->name,
      f->noise, f->octaves, f->gain, f->lacunarity, f->at, f->normalise, f->same_seed);
  put_option(s, "feedback", f->feedback);
  put_option(s, "weighted_strength", f->strength);
  put_option(s, "damped", f->damped);
  put_option(s, "warp", f->warp);
  put_option(s, "damp", f->damp);
  put_option(s, "offset", f->offset);
  put(s, ")");
}

static double frequency_of(const fractal *f, int i) {
  double frequency = f->at;
  for (int k = 0; k < i; k++) frequency *= f->lacunarity;
  return frequency;
}

/* An expression at octave i's point, %s in it the noise; by: what the point is moved by along x is the name x0, times
 * this.  NULL: it isn't. */
static void put_octave(script *s, const fractal *f, int i, const char *before, const char *behind, const char *by) {
  const uint64_t seed = burl__seed_octave(0, i);
  put(s, "at(%s%sseed: %llu)%s", before, f->noise, (unsigned long long)(f->same_seed ? 0 : seed), behind);
  for (int a = 0; a < f->dims; a++) {
    put(s, ", %c*%.17g", axes[a], frequency_of(f, i));
    if (i > 0 && !f->same_seed) put(s, " + %.17g", burl__seed_shift(seed, a));
    if (i > 0 && by) put(s, " + %c%d*(%s)", axes[a], i - 1, by);
  }
  put(s, ")");
}

/* e5: the noise at octave 5's point. */
static void put_noise(script *s, const fractal *f, int i, const char *by) {
  put(s, "e%d = ", i);
  put_octave(s, f, i, "", "", by);
  put(s, "\n");
}

/* p0, p1, …: the amplitudes; total. */
static void put_amplitudes(script *s, const fractal *f) {
  for (int i = 0; i < f->octaves; i++) {
    put(s, "p%d = 1", i);
    for (int k = 0; k < i; k++) put(s, "*(%s)", f->gain);
    put(s, "\n");
  }
  put(s, "total = 0");
  for (int i = 0; i < f->octaves; i++) put(s, " + abs(p%d)", i);
  put(s, "\n");
}

/* The derivatives x5_, y5_ of an expression by the coordinates of octave 5. */
static void put_slopes(script *s, const fractal *f, int i, const char *before, const char *behind, const char *by) {
  for (int a = 0; a < f->dims; a++) {
    char open[40], close[100];
    snprintf(open, sizeof open, "d(%s", before);
    snprintf(close, sizeof close, "%s, %c)", behind, axes[a]);
    put(s, "%c%d_ = ", axes[a], i);
    put_octave(s, f, i, open, close, by);
    put(s, "\n");
  }
}

/* x5 = x4 + x5_*by, and so on; x0 = x0_*by. */
static void put_slope_sums(script *s, const fractal *f, int i, const char *by) {
  for (int a = 0; a < f->dims; a++) {
    put(s, "%c%d = ", axes[a], i);
    if (i > 0) put(s, "%c%d + ", axes[a], i - 1);
    put(s, "%c%d_%s\n", axes[a], i, by);
  }
}

/* +, as the second and later parts of a sum have it. */
static const char *plus(int i) { return i ? " + " : ""; }

/* ---- Sums ---------------------------------------------------------------------------------------- */

/* What is around a noise in a sum's term, what makes the term what is added, and how much it is below 1 of [0, 1]. */
static const struct {
  const char *name, *before, *behind, *added, *below;
} terms[] = {
    {"fbm", "", "", "", "(1 - s%d)*0.5"},
    {"turbulence", "abs(", ")", "", "1 - s%d"},
    {"billow", "abs(", ")", "*2 - 1", "1 - s%d"},
    {"ridged", "pow(1 - abs(", "), 2)", "*2 - 1", "1 - s%d"},
    {"pingpong", "pow(1 - abs(fold(2*", ")), 2)", "*2 - 1", "1 - s%d"},
};

/* Octave 5 of a sum, v5: its term t5, s5 after feedback, which leaves the weight w6, the factor k6 of the next
 * amplitude and the divisor q5. */
static void put_term(script *s, const fractal *f, int i, int kind) {
  char whole[80];
  snprintf(whole, sizeof whole, "%s%s", terms[kind].behind, terms[kind].added);
  put(s, "t%d = ", i);
  put_octave(s, f, i, terms[kind].before, terms[kind].behind, NULL);
  put(s, i && f->feedback ? "\ns%d = t%d*w%d\n" : "\ns%d = t%d\n", i, i, i);
  if (f->feedback) put(s, "w%d = clamp(s%d*%s, 0, 1)\n", i + 1, i, f->feedback);
  put(s, i && f->strength ? "v%d = (s%d%s)*k%d\n" : "v%d = s%d%s\n", i, i, terms[kind].added, i);
  if (f->strength) {
    put(s, "k%d = ", i + 1);
    if (i > 0) put(s, "k%d*", i);
    put(s, "(1 - clamp(");
    put(s, terms[kind].below, i);
    put(s, ", 0, 1)*(%s))\n", f->strength);
  }
  if (!f->damped) return;
  put_slopes(s, f, i, terms[kind].before, whole, NULL);
  put_slope_sums(s, f, i, "");
  put(s, "q%d = (", i);
  for (int a = 0; a < f->dims; a++) put(s, "%s%c%d*%c%d", plus(a), axes[a], i, axes[a], i);
  put(s, ")*(%s) + 1\n", f->damped);
}

static void unroll_sum(script *s, const fractal *f) {
  const int is_constant = !strchr(f->gain, '(');
  int kind = 0;
  while (strcmp(terms[kind].name, f->name) != 0) kind++;
  put(s, "fold(v) = v - 2*round(v/2)\n");
  put_amplitudes(s, f);
  for (int i = 0; i < f->octaves; i++) put_term(s, f, i, kind);
  put(s, "(");
  for (int i = 0; i < f->octaves; i++) {
    put(s, f->damped ? "%sv%d/q%d" : "%sv%d", plus(i), i, i);
    put(s, f->normalise && is_constant ? "*(p%d/total)" : "*p%d", i);
  }
  put(s, ")%s", f->normalise && !is_constant ? "/total" : "");
}

/* ---- Others -------------------------------------------------------------------------------------- */

static void unroll_multifractal(script *s, const fractal *f) {
  put_amplitudes(s, f);
  for (int i = 0; i < f->octaves; i++) put_noise(s, f, i, NULL);
  put(s, "(");
  for (int i = 0; i < f->octaves; i++) put(s, "%s(e%d*p%d + (%s))", i ? "*" : "", i, i, f->offset);
  put(s, ")");
  for (int i = 0; i < f->octaves && f->normalise; i++) put(s, "%s(abs(%s) + abs(p%d))", i ? "*" : "/(", f->offset, i);
  if (f->normalise) put(s, ")");
}

/* Of swiss and jordan: e5, its height h5, the amplitude a5, the sum so far m5, and the displacement x5, y5. */
static void unroll_eroded(script *s, const fractal *f) {
  const int is_swiss = strcmp(f->name, "swiss") == 0;
  char by[80];
  put_amplitudes(s, f);
  for (int i = 0; i < f->octaves; i++) {
    snprintf(by, sizeof by, is_swiss ? "(%s)*%.17g" : "(%s)", f->warp, frequency_of(f, i));
    put_noise(s, f, i, by);
    put_slopes(s, f, i, "", "", by);
    put(s, is_swiss ? "h%d = 1 - abs(e%d)\n" : "h%d = e%d*e%d\n", i, i, i);
    if (i > 0) put(s, "a%d = k%d*p%d\n", i, i, i);
    else put(s, "a0 = p0\n");
    snprintf(by, sizeof by, is_swiss ? "*(-(e%d*a%d))" : "*e%d", i, i);
    put_slope_sums(s, f, i, by);
    put(s, "m%d = ", i);
    if (i > 0) put(s, "m%d + ", i - 1);
    put(s, "h%d*a%d\n", i, i);
    if (is_swiss) {
      put(s, i ? "k%d = k%d*clamp(m%d, 0, 1)\n" : "k%d = clamp(m%d, 0, 1)\n", i + 1, i, i);
      continue;
    }
    put(s, "k%d = 1 - 1/(", i + 1);
    for (int a = 0; a < f->dims; a++)
      put(s, "%s(%c%d*(%s))*(%c%d*(%s))", plus(a), axes[a], i, f->damp, axes[a], i, f->damp);
    put(s, " + 1)\n");
  }
  put(s, f->normalise ? "m%d/total" : "m%d", f->octaves - 1);
}

/* ---- Tests --------------------------------------------------------------------------------------- */

#define LIKE .octaves = 4, .gain = "0.5", .lacunarity = 2, .at = 1, .normalise = 1, .dims = 2
#define OTHER .octaves = 3, .gain = "0.7", .lacunarity = 2.3, .at = 0.75, .dims = 2
#define VARIED .octaves = 3, .gain = "0.5 + 0.2*sin(x)", .lacunarity = 2, .at = 1, .normalise = 1, .dims = 2
#define IN_SPACE .octaves = 3, .gain = "0.6", .lacunarity = 2, .at = 2, .same_seed = 1, .normalise = 1, .dims = 3
#define STEEP "0.3 + 0.2*x"

static const fractal sums[] = {
    {"ridged", "perlin(", LIKE, .feedback = "2"},
    {"ridged", "value(interp: cubic, ", OTHER, .feedback = "0.8"},
    {"ridged", "simplex(", VARIED, .feedback = "1000"},
    {"ridged", "perlin(", IN_SPACE, .feedback = "2", .strength = "0.4", .damped = "0.5"},
    {"pingpong", "perlin(", LIKE, .feedback = "2", .tolerance = 3e-6},
    {"pingpong", "perlin(", LIKE, .strength = "0.7", .tolerance = 3e-6},
    {"fbm", "perlin(", LIKE, .strength = "1"},
    {"fbm", "value(", OTHER, .strength = "0.3"},
    {"fbm", "perlin(", VARIED, .strength = "unit(value())"},
    {"fbm", "perlin(raw: 1, ", IN_SPACE, .strength = "0.5"},
    {"billow", "perlin(", LIKE, .strength = "0.6"},
    {"turbulence", "simplex(", OTHER, .strength = "0.6"},
    {"ridged", "perlin(", LIKE, .strength = "1"},
    {"fbm", "perlin(", LIKE, .damped = "1"},
    {"fbm", "cells(", OTHER, .damped = "0.25"},
    {"fbm", "simplex(", VARIED, .damped = "unit(value())"},
    {"fbm", "value(", IN_SPACE, .damped = "0.1"},
    {"billow", "perlin(", LIKE, .damped = "0.3"},
    {"turbulence", "perlin(", LIKE, .damped = "0.3"},
    {"ridged", "perlin(", OTHER, .damped = "0.3", .strength = "0.5"},
};

static const fractal others[] = {
    {"multifractal", "perlin(", LIKE, .offset = "1"},
    {"multifractal", "value(", OTHER, .offset = "0.7"},
    {"multifractal", "perlin(", VARIED, .offset = "1 + 0.1*y"},
    {"multifractal", "simplex(", IN_SPACE, .offset = "-1.25"},
    {"swiss", "perlin(", LIKE, .warp = "0.15"},
    {"swiss", "value(", OTHER, .warp = "-0.3"},
    {"swiss", "simplex(", VARIED, .warp = "0.2*sin(y)"},
    {"swiss", "perlin(", IN_SPACE, .warp = "0.1"},
    {"jordan", "perlin(", LIKE, .warp = "0.35", .damp = "0.8"},
    {"jordan", "value(", OTHER, .warp = "0.2", .damp = "3"},
    {"jordan", "simplex(", VARIED, .warp = "0.2*sin(y)", .damp = "sin(x)"},
    {"jordan", "perlin(", IN_SPACE, .warp = "0.1", .damp = "2"},
};

/* With a seed of 0, as the octaves' own are written out. */
static void check_unrolled(const fractal *f, void (*unroll)(script *, const fractal *)) {
  static script call, unrolled;
  call.length = unrolled.length = 0;
  put_call(&call, f);
  unroll(&unrolled, f);
  burl_program *const a = compile(call.text, f->dims), *const b = compile(unrolled.text, f->dims);
  for (int k = 0; k < 200; k++) {
    const place p = random_place(k < 100 ? 4 : 1000);
    const float of_a = value_of(a, p), of_b = value_of(b, p);
    if (f->tolerance > 0 ? !is_near((double)of_a, (double)of_b, f->tolerance) : !same_number(of_a, of_b)) {
      WRONG("%s: %.9g, and octave by octave %.9g:\n%s", call.text, (double)of_a, (double)of_b, unrolled.text);
      break;
    }
  }
  burl_free(a);
  burl_free(b);
}

static void test_octave_by_octave(void **unused) {
  (void)unused;
  for (int i = 0; i < COUNT(sums); i++) check_unrolled(&sums[i], unroll_sum);
  for (int i = 0; i < COUNT(others); i++)
    check_unrolled(&others[i], strcmp(others[i].name, "multifractal") == 0 ? unroll_multifractal : unroll_eroded);
  end();
}

static void test_options(void **unused) {
  (void)unused;
  static const same_row rows[] = {
      {"fbm(perlin(), weighted_strength: 0)", "fbm(perlin())", 2, 0},
      {"fbm(perlin(), damped: 0)", "fbm(perlin())", 3, 0},
      {"ridged(perlin(), feedback: 0)", "ridged(perlin())", 2, 0},
      {"fbm(perlin(), amplitudes: 0)", "fbm(perlin())", 2, 0},
      {"fbm(perlin(), damped: -1 + 0*x)", "fbm(perlin(), damped: 0*x)", 2, 0},
      {"fbm(perlin(), weighted_strength: 2 + 0*x)", "fbm(perlin(), weighted_strength: 1 + 0*x)", 2, 0},
      {"ridged(perlin(), feedback: 1, octaves: 1)", "ridged(perlin(), octaves: 1)", 2, 1e-6},
      {"fbm(perlin(), amplitudes: 1, 0.5, 0.25, 0.125)", "fbm(perlin(), octaves: 4)", 2, 0},
      {"ridged(perlin(), amplitudes: 1, 0.5, 0.25, octaves: auto)", "ridged(perlin(), octaves: 3)", 2, 0},
      {"fbm(perlin(), amplitudes: 0, 0, 8, same_seed: 1)", "scale(perlin(), 1/4)", 2, 0},
      {"fbm(perlin(), amplitudes: 3, -1, normalise: 0, same_seed: 1)", "3*perlin() - scale(perlin(), 1/2)", 2, 1e-6},
      {"fbm(perlin(), amplitudes: 3, -1, same_seed: 1)", "(3*perlin() - scale(perlin(), 1/2))/4", 2, 1e-6},
      {"fbm(perlin(), amplitudes: 1e-6, 2e-6, octaves: auto)", "fbm(perlin(), amplitudes: 1, 2)", 2, 1e-6},
      {"param n = 3 [1, 8]\nfbm(perlin(), amplitudes: n, 1)", "fbm(perlin(), amplitudes: 3, 1)", 2, 0},
      /* FastNoiseLite folds by 1 - |T| where burl has |T|: half a wave further. */
      {"pingpong(perlin() + 0.5, sharpness: 1, octaves: 1)", "-pingpong(perlin(), sharpness: 1, octaves: 1)", 2, 1e-6},
      /* libnoise's ridged multifractal, as docs/moving.md has it. */
      {"0.625*(ridged(1.55*perlin(), octaves: 2, feedback: 2, normalise: 0, same_seed: 1) + 1.5) - 1",
       "r(e) = pow(max(0, 1 - abs(1.55*e)), 2)\ns = r(perlin())\n"
       "1.25*(s + 0.5*min(1, 2*s)*r(scale(perlin(), 1/2))) - 1",
       2, 1e-5},
  };
  check_same(rows, COUNT(rows));
  static const char *const names[] = {"hybrid", "hetero", "multifractal", "swiss", "jordan"};
  for (int i = 0; i < COUNT(names); i++) {
    char listed[80], counted[80];
    snprintf(listed, sizeof listed, "%s(value(), amplitudes: 1, 0.5, 0.25)", names[i]);
    snprintf(counted, sizeof counted, "%s(value(), octaves: 3)", names[i]);
    const same_row row = {listed, counted, 3, 0};
    check_same(&row, 1);
  }
  end();
}

static void test_refusals(void **unused) {
  (void)unused;
  static const error_row rows[] = {
      {"fbm(slope(cells()), damped: 1)", 1, 5, 14, "fbm takes slopes of this: cells() has no second", "a difference"},
      {"1 + swiss(swiss(swiss(perlin())))", 1, 11, 22, "swiss takes slopes of this: a third derivative of", ""},
      {"jordan(jordan(jordan(simplex())))", 1, 8, 0, "jordan takes slopes of this: a third derivative of", ""},
      {"curvature(fbm(perlin(), damped: 1))", 1, 1, 0, "a third derivative of a noise", "a difference"},
      {"curvature(swiss(perlin()))", 1, 1, 0, "a third derivative of a noise", "a difference"},
      {"fbm(perlin(), amplitudes: 0, 0)", 1, 27, 1, "all amplitudes are 0", ""},
      {"fbm(perlin(), amplitudes: 1, x)", 1, 30, 1, "must be a constant", ""},
      {"fbm(perlin(), amplitudes: 1, 2e9)", 1, 30, 3, "amplitudes is -1e+09 to 1e+09", ""},
      {"fbm(perlin(), damped: -1)", 1, 0, 0, "damped is 0 to 1e+09", ""},
      {"fbm(perlin(), weighted_strength: 1.5)", 1, 0, 0, "weighted_strength is 0 to 1", ""},
      {"fbm(perlin(), feedback: 2)", 1, 15, 8, "no option 'feedback' in fbm", ""},
      {"swiss(rgb(perlin(), 0, 0))", 1, 7, 0, "octaves of numbers, not of colours", ""},
      {"fbm(perlin(), weighted_strength: 0.5, 0.7)", 1, 0, 0, "takes one value", ""},
      {"musgrave(perlin())", 1, 1, 8, "no function 'musgrave'", "feedback: 2"},
      {"morenoise(perlin())", 1, 1, 9, "no function 'morenoise'", "damped: 1"},
  };
  check_errors(rows, COUNT(rows));
  char *const many = repeat("fbm(perlin(), amplitudes: 1", ", 1", 32, ")");
  const error_row row = {many, 1, 0, 0, "more than 32 amplitudes", ""};
  check_errors(&row, 1);
  free(many);
  end();
}

/* A tile apart, and a loop on, they are the same bits. */
static void test_periods(void **unused) {
  (void)unused;
  static const char *const texts[] = {"ridged(perlin(), feedback: 2)",
                                      "fbm(value(), weighted_strength: 0.8)",
                                      "fbm(perlin(), damped: 1)",
                                      "multifractal(simplex(period: 0))",
                                      "swiss(perlin())",
                                      "jordan(perlin(), warp: 1)"};
  for (int i = 0; i < COUNT(texts); i++) {
    char text[120];
    snprintf(text, sizeof text, "tile(loop(%s, 6), 6)", texts[i]);
    burl_program *const program = compile(text, 2);
    for (int k = 0; k < 60; k++) {
      const place p = {{draw_dyadic(-9, 9), draw_dyadic(-9, 9), 0, 0, draw_dyadic(0, 1)}};
      place q = p;
      q.c[0] += 6 * (k % 3 - 1), q.c[1] -= 12, q.c[4] += k % 2;
      if (bits(value_of(program, p)) != bits(value_of(program, q))) WRONG("%s has no period", text);
    }
    burl_free(program);
  }
  end();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_octave_by_octave, begin),
      cmocka_unit_test_setup(test_options, begin),
      cmocka_unit_test_setup(test_refusals, begin),
      cmocka_unit_test_setup(test_periods, begin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
