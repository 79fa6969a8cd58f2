/* Derivatives: of every function against differences of its lane function in double; of noises, fractals,
 * domains and random recipes against differences of their own samples; the value beside them keeps its
 * bits; curl has no sources. */
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
#include "draw.h"
#include "exact.h"
#include "noise/lattice.h"
#include "noise/number.h"
#include "noise_words.h"
#include "oracle.h"
#include "program/noise_setup.h"
#include "random_recipe.h"
#define L(name) name##_d
#define WHOLE 4503599627370496.0
#include "noise/arithmetic.h"
#undef L

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static void sample(const burl_program *program, const double *at, float *to) {
  const burl_points points = {.count = 1, .coord = {at, at + 1, at + 2, at + 3}};
  assert_int_equal(burl_sample_points(program, &points, to), BURL_OK);
}
static double value_at(const burl_program *program, const double *at) {
  float value[4];
  sample(program, at, value);
  return (double)value[0];
}

/* ---- Functions ---------------------------------------------------------------------------------- */

/* A function by its row, called with as many arguments as it has. */
#define CALL_1(f) f(a[0])
#define CALL_2(f) f(a[0], a[1])
#define CALL_3(f) f(a[0], a[1], a[2])
#define CALL_5(f) f(a[0], a[1], a[2], a[3], a[4])
#define ARITHMETIC(name, arity, bounds, slope, signature, range, help) \
  static double call_##name(const double *a) { return CALL_##arity(name##_d); }
#define NUMERIC(name, arity, bounds, slope, signature, range, help) \
  static double call_##name(const double *a) { return CALL_##arity(lane_##name); }
#include "functions.def"

static const struct {
  const char *name;
  int arity;
  double (*call)(const double *);
} functions[] = {
#define ARITHMETIC(name, arity, bounds, slope, signature, range, help) {#name, arity, call_##name},
#define NUMERIC(name, arity, bounds, slope, signature, range, help) {#name, arity, call_##name},
#include "functions.def"
};

/* The difference quotient where it is the same from nearer by and on both sides: not at a kink or a jump. */
static int quotient(double (*call)(const double *), const double *from, const double *way, int arity, double *slope) {
  double near[2], bend = 0;
  for (int k = 0; k < 2; k++) {
    const double h = k ? 1e-5 : 4e-5;
    double up[5], down[5];
    for (int i = 0; i < arity; i++) up[i] = from[i] + h * way[i], down[i] = from[i] - h * way[i];
    near[k] = (call(up) - call(down)) / (2 * h);
    bend = fabs(call(up) - 2 * call(from) + call(down)) / h;
  }
  *slope = near[1];
  return fabs(near[1] - near[0]) < 1e-5 * (1 + fabs(near[1])) && bend < 0.01 * (1 + fabs(near[1]));
}

static void test_functions(void **unused) {
  (void)unused;
  for (int f = 0; f < COUNT(functions); f++) {
    int compared = 0;
    for (int k = 0; k < 60; k++) {
      char text[512];
      double a[5], way[5], slope;
      int length = snprintf(text, sizeof text, "d(%s(", functions[f].name);
      for (int i = 0; i < functions[f].arity; i++) { /* whole 64ths: exact in the recipe and as floats */
        a[i] = nearbyint(draw(-100, 140)) / 64;
        way[i] = k % 3 == 1 && i > 0 ? 0 : nearbyint(draw(-30, 30)) / 16;
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%.9g + %.9g*x", i ? ", " : "", a[i], way[i]);
      }
      snprintf(text + length, sizeof text - (size_t)length, "), x)");
      if (!quotient(functions[f].call, a, way, functions[f].arity, &slope)) continue;
      burl_program *const program = compile(text, 1);
      const double zero[4] = {0}, found = value_at(program, zero);
      if (!(fabs(found - slope) <= 3e-5 * (1 + fabs(slope)))) fail_msg("%s: %.9g, not %.9g", text, found, slope);
      burl_free(program);
      compared++;
    }
    if (compared < 8) fail_msg("%s: compared only %d times", functions[f].name, compared);
  }
}

/* ---- Noises in double ---------------------------------------------------------------------------- */

static const struct {
  int op, smooth;
  const char *text;
} noises[] = {
    {OP_value, 0, "value(seed: %d)"},
    {OP_perlin, 0, "perlin(seed: %d)"},
    {OP_simplex, 0, "simplex(seed: %d)"},
    {OP_simplex, 1, "simplex(seed: %d, smooth: 1)"},
};

static burl__noise noise_of(int i, int dims, int seed) {
  burl__noise noise;
  burl__noise_standard(&noise, noises[i].op, dims, (uint64_t)seed);
  noise.smooth = noises[i].smooth;
  burl__noise_scale(&noise, 0);
  return noise;
}

/* Slopes by the chain rule against differences, both in double; and burl's against those. */
static void test_noises_in_double(void **unused) {
  (void)unused;
  for (int i = 0; i < COUNT(noises); i++)
    for (int dims = 1; dims <= 4; dims++) {
      const burl__noise noise = noise_of(i, dims, 7);
      for (int axis = 0; axis < dims; axis++) {
        char name[64], text[96];
        snprintf(name, sizeof name, noises[i].text, 7);
        snprintf(text, sizeof text, "d(%s, %c)", name, "xyzw"[axis]);
        burl_program *const program = compile(text, dims);
        for (int k = 0; k < (dims < 4 ? 300 : 40); k++) {
          double at[4], up[4], down[4];
          for (int a = 0; a < 4; a++) at[a] = draw(-6, 6);
          memcpy(up, at, sizeof up);
          memcpy(down, at, sizeof down);
          up[axis] += 1e-5;
          down[axis] -= 1e-5;
          const double slope = oracle_at(noises[i].op, &noise, at).slope[axis];
          const double rise = oracle_at(noises[i].op, &noise, up).value - oracle_at(noises[i].op, &noise, down).value;
          if (!(fabs(rise / 2e-5 - slope) <= 1e-7 * (1 + fabs(slope))))
            fail_msg("%s in %dD: the oracle's own slope is %.9g, not %.9g", text, dims, slope, rise / 2e-5);
          const double found = value_at(program, at);
          if (!(fabs(found - slope) <= 1e-5 * (1 + fabs(slope))))
            fail_msg("%s in %dD at %.17g, %.17g: %.9g, not %.9g", text, dims, at[0], at[1], found, slope);
        }
        burl_free(program);
      }
    }
}

/* The curl of noises of two or three dimensions, one each of those. */
static void curl_of(int i, int dims, const double *at, double *to) {
  oracle_sample of[3];
  for (int n = 0; n < (dims == 2 ? 1 : 3); n++) {
    const burl__noise noise = noise_of(i, dims, n);
    of[n] = oracle_at(noises[i].op, &noise, at);
  }
  if (dims == 2) {
    to[0] = of[0].slope[1];
    to[1] = -of[0].slope[0];
  } else {
    for (int a = 0; a < 3; a++) to[a] = of[(a + 2) % 3].slope[(a + 1) % 3] - of[(a + 1) % 3].slope[(a + 2) % 3];
  }
}

static void test_curl_in_double(void **unused) {
  (void)unused;
  for (int i = 0; i < COUNT(noises); i++)
    for (int dims = 2; dims <= 3; dims++) {
      double squares = 0, sources = 0, errors = 0;
      for (int k = 0; k < few_of_test(200); k++) {
        double at[4] = {0}, field[3], sum = 0;
        for (int a = 0; a < dims; a++) at[a] = draw(-5, 5);
        curl_of(i, dims, at, field);
        for (int a = 0; a < dims; a++) {
          char part[3][64], text[256];
          double up[4], down[4], field_up[3], field_down[3];
          for (int n = 0; n < 3; n++) snprintf(part[n], sizeof part[n], noises[i].text, n);
          if (dims == 2) snprintf(text, sizeof text, "curl(%s, give: %c)", part[0], "xy"[a]);
          else snprintf(text, sizeof text, "curl(%s, %s, %s, give: %c)", part[0], part[1], part[2], "xyz"[a]);
          burl_program *const program = compile(text, dims);
          errors += pow(value_at(program, at) - field[a], 2);
          squares += field[a] * field[a];
          burl_free(program);
          memcpy(up, at, sizeof up);
          memcpy(down, at, sizeof down);
          up[a] += 1e-5;
          down[a] -= 1e-5;
          curl_of(i, dims, up, field_up);
          curl_of(i, dims, down, field_down);
          sum += (field_up[a] - field_down[a]) / 2e-5;
        }
        sources += sum * sum;
      }
      if (!(sqrt(sources / squares) < 1e-4) || !(sqrt(errors / squares) < 1e-5))
        fail_msg("%s in %dD: divergence %g, error %g of the field's magnitude", noises[i].text, dims,
                 sqrt(sources / squares), sqrt(errors / squares));
    }
}

/* ---- What is sampled ---------------------------------------------------------------------------- */

/* The slope along an axis by differences of the sixth order; 0 near a kink: where those of three
 * widths differ, or the sixth difference is too large. */
static int difference(const burl_program *program, const double *at, int axis, double *slope) {
  const double here = value_at(program, at);
  static const double widths[3] = {1.0 / 64, 1.0 / 128, 1.0 / 512};
  double quotients[3], sixth = 0;
  for (int k = 0; k < 3; k++) {
    static const double weight[3] = {45.0 / 60, -9.0 / 60, 1.0 / 60}, binomial[3] = {15, -6, 1};
    const double h = widths[k];
    quotients[k] = 0;
    if (k == 0) sixth = -20 * here;
    for (int i = 0; i < 3; i++) {
      double up[4], down[4];
      memcpy(up, at, sizeof up);
      memcpy(down, at, sizeof down);
      up[axis] += (i + 1) * h;
      down[axis] -= (i + 1) * h;
      quotients[k] += weight[i] / h * (value_at(program, up) - value_at(program, down));
      if (k == 0) sixth += binomial[i] * (value_at(program, up) + value_at(program, down));
    }
  }
  *slope = quotients[2];
  for (int k = 0; k < 2; k++)
    if (!(fabs(quotients[k] - quotients[k + 1]) < 2e-3 * (1 + fabs(quotients[k + 1])))) return 0;
  return fabs(sixth) < 1e-3 * (1 + fabs(here));
}

static void check(const char *text, int dims, int count, double share) {
  burl_program *const program = compile(text, dims);
  int compared = 0, asked = 0;
  for (int axis = 0; axis < dims; axis++) {
    char sloped[1024];
    snprintf(sloped, sizeof sloped, "d(%s, %c)", text, "xyzw"[axis]);
    burl_program *const derived = compile(sloped, dims);
    const burl_range range = burl_bounds(derived, 0);
    for (int k = 0; k < few_of_test(count); k++, asked++) {
      double at[4] = {0}, slope;
      for (int a = 0; a < dims; a++) at[a] = draw(-6, 6);
      const double found = value_at(derived, at);
      if (!(found >= range.lo && found <= range.hi) && !range.may_be_nan)
        fail_msg("%s in %dD: %.9g beyond %.9g, %.9g", sloped, dims, found, range.lo, range.hi);
      if (!difference(program, at, axis, &slope)) continue;
      compared++;
      if (!(fabs(found - slope) <= 4e-3 * (1 + fabs(slope))))
        fail_msg("%s in %dD at %.17g, %.17g: %.9g, not %.9g", sloped, dims, at[0], at[1], found, slope);
    }
    burl_free(derived);
  }
  if (compared < share * asked) fail_msg("%s in %dD: compared only %d times", text, dims, compared);
  burl_free(program);
}

/* Every noise with every word of its options, in every dimension. */
static void check_noise(const char *text, int dims) { check(text, dims, dims < 4 ? 12 : 5, 0.2); }

static void test_noises(void **unused) {
  (void)unused;
  each_noise(NULL, check_noise);
}

static void test_recipes(void **unused) {
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
      "fbm(perlin(), octaves: 3, damped: 0.5)",
      "swiss(0.5 + 0.4*perlin(), octaves: 3, warp: 0.1)",
      "jordan(perlin(), octaves: 3, warp: 0.2*x)",
      "scale(perlin(), 2)",
      "scale(perlin(), 1.5 + 0.1*sin(x))",
      "shift(perlin(), 0.3)",
      "rotate(perlin() + x, 30)",
      "warp(fbm(perlin(), octaves: 2), 0.3*perlin(seed: 2), 0.2*value())",
      "at(perlin(), 0.5*x*y, y - 0.3*x)",
      "at(x*y + perlin(), x, x + 1)",
      "at(x*y, 2, y)",
      "at(perlin(), x, x, y)",
      "tile(fbm(perlin(), octaves: 2), 4)",
      "tile(rotate(perlin(), 90), 3)",
      "reseed(perlin(), 3)*value()",
      "loop(perlin(), 3)",
      "perlin(x, y, 0.3*x*y)",
      "length(x, y, perlin())",
      "dot(x, y, y, perlin())",
      "unit(perlin())",
      "signed(value())",
      "remap(perlin(), -1, 1, 0, 3)",
      "terrace(perlin(), 3, sharpness: 0.7)",
      "terrace(x*y, 1, sharpness: 0)",
      "curve(perlin(), -1, 0, 0, 2, 0.5, 2.5)",
      "x > y ? perlin() : value()",
      "mix(x, perlin(), value())",
      "(x % 3) * perlin() / (2 + value())",
      "pow(1.2 + perlin(), value())",
      "perlin()*perlin() - perlin()",
      "cells(give: f1)*cells(give: f2_f1, seed: 2)",
      "warp(cells(), 0.2*cells(give: x), 0)",
      "cells(smooth: 0.5)",
      "cells(give: f2_f1, sizes: 0.8)",
      "cells(metric: euclid2, smooth: 0.4, sizes: 0.3)",
      "cells(give: edge, sizes: 0.6, jitter: 0.5 + 0.4*perlin())",
      "cells(smooth: 1, metric: euclid2)",
      "cells(jitter: 0.5 + 0.4*perlin())",
      "cells(give: f2_f1, metric: manhattan, jitter: 0.5 + 0.4*perlin())",
      "cells(give: edge, jitter: 0.5 + 0.4*perlin())",
      "cells(give: x, jitter: 0.2 + 0.1*sin(x))",
      "cells(smooth: 0.7, jitter: 0.5 + 0.4*perlin())",
      "cells(give: f2_f1, metric: hybrid, jitter: 0.5 + 0.4*perlin())",
      "cells(smooth: 0.6, metric: hybrid)",
      "cells(give: value, smooth: 0.6)",
      "cells(give: value, smooth: 1, metric: euclid2, sizes: 0.4, jitter: 0.5 + 0.4*perlin())",
      "perlin(evolution: 0.3*x + 0.2*perlin())",
      "gabor(frequency: 1 + 0.3*perlin(), orientation: 40*perlin(seed: 2), spread: 30)",
      "gabor(give: intensity, frequency: 1 + 0.3*perlin(), orientation: 90*perlin(seed: 2), impulses: 2)",
      "phasor(give: sine, frequency: 1 + 0.3*perlin(), orientation: 40*perlin(seed: 2))",
      "phasor(frequency: 1.5, orientation: 40*perlin(seed: 2))",
  };
  for (int i = 0; i < COUNT(texts); i++) check(texts[i], 2, 40, 0.3);
  burl_program *const own = compile("f(a) = a*a + perlin()\nu = x\ng(e, v) = d(e, v)\nh(e, v) = g(e, v)\n"
                                    "h(f(value() + x), u)",
                                    2);
  burl_program *const same = compile("d((value() + x)*(value() + x) + perlin(), x)", 2);
  for (int k = 0; k < 100; k++) {
    const double at[4] = {draw(-9, 9), draw(-9, 9)};
    assert_true(value_at(own, at) == value_at(same, at));
  }
  burl_free(own);
  burl_free(same);
}

/* ---- Beside the value --------------------------------------------------------------------------- */

static void test_values_keep_their_bits(void **unused) {
  (void)unused;
  static const char *const texts[] = {"perlin()",
                                      "value(interp: cubic, smooth: 1)",
                                      "simplex()",
                                      "cells()",
                                      "fbm(perlin(), octaves: 6)",
                                      "ridged(simplex(smooth: 1))",
                                      "perlin(interp: wavelet)",
                                      "tile(fbm(value(interp: cosine)), 8)",
                                      "warp(perlin(), perlin(seed: 1))",
                                      "cells(give: edge)"};
  for (int i = 0; i < COUNT(texts); i++)
    for (int dims = 2; dims <= 4; dims++) {
      enum { WIDE = 40, HIGH = 9, DEEP = 3 };
      static float plain[WIDE * HIGH * DEEP], sloped[4 * WIDE * HIGH * DEEP];
      char text[256];
      snprintf(text, sizeof text, "rgba(normal(%s), %s)", texts[i], texts[i]);
      burl_program *const alone = compile(texts[i], dims), *const beside = compile(text, dims);
      const burl_grid grid = {
          .size = {WIDE, HIGH, dims > 2 ? DEEP : 1}, .origin = {-3.1, 1e6, 0.7, 0.3}, .step = {0.07, 0.11, 0.3, 0.2}};
      assert_int_equal(burl_sample_grid(alone, &grid, plain), BURL_OK);
      assert_int_equal(burl_sample_grid(beside, &grid, sloped), BURL_OK);
      for (int k = 0; k < WIDE * HIGH * (dims > 2 ? DEEP : 1); k++)
        if (memcmp(&plain[k], &sloped[4 * k + 3], sizeof *plain) != 0)
          fail_msg("%s in %dD: %.9g, not %.9g", text, dims, (double)sloped[4 * k + 3], (double)plain[k]);
      burl_free(alone);
      burl_free(beside);
    }
}

/* ---- Random recipes ----------------------------------------------------------------------------- */

/* Without remainders, whose teeth are as fine as their divisor is small. */
static const recipe *random_text(int dims, int depth) {
  enum { DEAR = 50 };
  static recipe r;
  const recipe_wish wish = {.dims = dims, .depth = depth, .kind = RECIPE_ONCE};
  do {
    recipe_begin(&r);
    recipe_put_random(&r, &wish);
  } while (r.cost > DEAR || strchr(r.text, '%'));
  return &r;
}

/* Differences that agree down to widths where rounding shows: neither a kink, nor teeth finer than the
 * steps, nor steps too coarse for so many octaves. */
static int is_smooth(const burl_program *program, const double *at, int axis, double *slope) {
  if (!difference(program, at, axis, slope)) return 0;
  for (int k = 0; k < 3; k++) {
    const double h = k == 0 ? 1.0 / 256 : k == 1 ? 1.0 / 1024 : 1.0 / 8192;
    double up[4], down[4];
    memcpy(up, at, sizeof up);
    memcpy(down, at, sizeof down);
    up[axis] += h;
    down[axis] -= h;
    const double near = (value_at(program, up) - value_at(program, down)) / (2 * h);
    if (!(fabs(near - *slope) < 3e-3 * (1 + fabs(*slope)))) return 0;
  }
  return 1;
}

/* One recipe: how often its derivative along an axis was compared with differences. */
static int compare(const recipe *r, const burl_program *program, const burl_program *derived, int axis) {
  int compared = 0;
  const burl_range range = burl_bounds(derived, 0);
  for (int k = 0; k < 12; k++) {
    double at[4], slope;
    for (int a = 0; a < 4; a++) at[a] = draw(-6, 6);
    const double found = value_at(derived, at);
    if (!(found >= range.lo && found <= range.hi) && !(isnan(found) && range.may_be_nan))
      fail_msg("d(%s, %c): %.9g beyond %.9g, %.9g", r->text, "xyzw"[axis], found, range.lo, range.hi);
    if (!(fabs(found) < 1e4) || !is_smooth(program, at, axis, &slope)) continue;
    if (!(fabs(slope) < 1e4)) continue;
    compared++;
    if (!(fabs(found - slope) <= 0.03 * (1 + fabs(slope))))
      fail_msg("d(%s, %c) in %dD at %.17g, %.17g, %.17g, %.17g: %.9g, not %.9g", r->text, "xyzw"[axis],
               burl_dims(program), at[0], at[1], at[2], at[3], found, slope);
  }
  return compared;
}

static void test_random_recipes(void **unused) {
  (void)unused;
  int compared = 0, asked = 0;
  random_begin(3);
  while (asked < 12 * 1500 * scale_of_test()) {
    const int dims = 1 + (int)random_below(4), axis = (int)random_below((uint32_t)dims);
    const recipe *const r = random_text(dims, 2 + (int)random_below(2));
    static char sloped[sizeof r->text + 32];
    snprintf(sloped, sizeof sloped, "d(%s, %c)", r->text, "xyzw"[axis]);
    burl_program *const program = burl_compile(r->text, dims, NULL);
    if (!program) continue;
    burl_error error;
    burl_program *const derived = burl_compile(sloped, dims, &error);
    if (!derived && strstr(error.message, "has no second derivatives yet")) { /* of spacings of octaves: auto */
      burl_free(program);
      continue;
    }
    if (!derived) fail_msg("%s: %s", sloped, error.message);
    compared += compare(r, program, derived, axis);
    asked += 12;
    burl_free(program);
    burl_free(derived);
  }
  print_message("%d of %d compared\n", compared, asked);
  assert_true(compared * 3 > asked);
}

/* The same in double: burl's derivative against central differences of the program whose every operation is
 * the lane function in double; where those of two widths are the same, both sides agree, and floats hold the value. */
static void test_random_recipes_in_double(void **unused) {
  (void)unused;
  int compared = 0, asked = 0;
  random_begin(5);
  while (asked < 4000 * scale_of_test()) {
    const int dims = 1 + (int)random_below(3), axis = (int)random_below((uint32_t)dims);
    const recipe *const r = random_text(dims, 2 + (int)random_below(2));
    static char sloped[sizeof r->text + 32];
    double at[4] = {0}, here;
    burl_program *const program = burl_compile(r->text, dims, NULL);
    if (!program || !oracle_program_at(program, at, &here)) {
      burl_free(program);
      continue;
    }
    snprintf(sloped, sizeof sloped, "d(%s, %c)", r->text, "xyzw"[axis]);
    burl_program *const derived = compile(sloped, dims);
    for (int k = 0; k < 8; k++, asked++) {
      double slope[2], bend = 0;
      for (int a = 0; a < 4; a++) at[a] = draw(-6, 6);
      oracle_program_at(program, at, &here);
      for (int n = 0; n < 2; n++) {
        const double h = n ? 1e-6 : 1e-5;
        double up[4], down[4], above, below;
        memcpy(up, at, sizeof up);
        memcpy(down, at, sizeof down);
        up[axis] += h;
        down[axis] -= h;
        oracle_program_at(program, up, &above);
        oracle_program_at(program, down, &below);
        slope[n] = (above - below) / (2 * h);
        bend = fabs(above - 2 * here + below) / h;
      }
      if (!(fabs(slope[0] - slope[1]) < 1e-4 * (1 + fabs(slope[1])) && bend < 1e-3 * (1 + fabs(slope[1])))) continue;
      if (!(fabs(slope[1]) < 1e4) || !(fabs(value_at(program, at) - here) < 1e-4 * (1 + fabs(here)))) continue;
      compared++;
      const double found = value_at(derived, at);
      const double lost = 5e-3; /* by floats, where large numbers cancel, as in bias near its ends */
      if (!(fabs(found - slope[1]) <= lost * (1 + fabs(slope[1]))))
        fail_msg("d(%s, %c) in %dD at %.17g, %.17g, %.17g: %.9g, not %.9g", r->text, "xyzw"[axis], dims, at[0], at[1],
                 at[2], found, slope[1]);
    }
    burl_free(program);
    burl_free(derived);
  }
  print_message("%d of %d compared in double\n", compared, asked);
  assert_true(compared * 3 > asked);
}

/* A value beside its gradient has its own bits, at points and over grids. */
static void test_random_values_keep_their_bits(void **unused) {
  (void)unused;
  enum { WIDE = 31, HIGH = 7, ALL = WIDE * HIGH };
  random_begin(4);
  for (int done = 0; done < 800 * scale_of_test();) {
    static char text[3 * sizeof(((recipe *)NULL)->text)];
    static float plain[ALL], sloped[4 * ALL];
    const int dims = 2 + (int)random_below(3);
    const recipe *const r = random_text(dims, 3);
    snprintf(text, sizeof text, "rgba(normal(%s), %s)", r->text, r->text);
    burl_program *const alone = burl_compile(r->text, dims, NULL);
    if (!alone) continue;
    burl_error error;
    burl_program *const beside = burl_compile(text, dims, &error);
    if (!beside && (strstr(error.message, "on several spheres or cylinders") || /* octaves of one are several */
                    strstr(error.message, "has no second derivatives yet"))) {  /* of spacings of octaves: auto */
      burl_free(alone);
      continue;
    }
    if (!beside) fail_msg("%s: %s", text, error.message);
    const burl_grid grid = {.size = {WIDE, HIGH},
                            .origin = {-3.1, random_below(2) ? 1e6 : 0, 0.7, 0.3},
                            .step = {random_below(2) ? 0.07 : 1.3, 0.11},
                            .time = 0.25,
                            .threads = 1};
    assert_int_equal(burl_sample_grid(alone, &grid, plain), BURL_OK);
    assert_int_equal(burl_sample_grid(beside, &grid, sloped), BURL_OK);
    for (int k = 0; k < ALL; k++)
      if (memcmp(&plain[k], &sloped[4 * k + 3], sizeof *plain) != 0)
        fail_msg("%s in %dD: %.9g, not %.9g", r->text, dims, (double)sloped[4 * k + 3], (double)plain[k]);
    burl_free(alone);
    burl_free(beside);
    done++;
  }
}

static void test_slope_and_normal(void **unused) {
  (void)unused;
  burl_program *const slope = compile("slope(fbm(perlin()))", 3);
  burl_program *const along[3] = {compile("d(fbm(perlin()), x)", 3), compile("d(fbm(perlin()), y)", 3),
                                  compile("d(fbm(perlin()), z)", 3)};
  burl_program *const normal = compile("normal(x - 2*y, strength: 0.5)", 2);
  burl_program *const up = compile("normal(x - 2*y, strength: 0.5, green: up)", 2);
  for (int k = 0; k < 100; k++) {
    const double at[4] = {draw(-9, 9), draw(-9, 9), draw(-9, 9)};
    const double x = value_at(along[0], at), y = value_at(along[1], at), z = value_at(along[2], at);
    assert_true(fabs(value_at(slope, at) - sqrt(x * x + y * y + z * z)) < 1e-5);
    const double length = sqrt(1 + 0.25 + 1);
    float rgb[4];
    sample(normal, at, rgb);
    assert_true(fabs((double)rgb[0] - (0.5 - 0.25 / length)) < 1e-6);
    assert_true(fabs((double)rgb[1] - (0.5 + 0.5 / length)) < 1e-6);
    assert_true(fabs((double)rgb[2] - (0.5 + 0.5 / length)) < 1e-6);
    sample(up, at, rgb);
    assert_true(fabs((double)rgb[1] - (0.5 - 0.5 / length)) < 1e-6);
  }
  for (int c = 0; c < 3; c++) {
    const burl_range range = burl_bounds(normal, c);
    assert_true(range.lo >= 0.0 && range.hi <= 1.0);
  }
  for (int a = 0; a < 3; a++) burl_free(along[a]);
  burl_free(slope);
  burl_free(normal);
  burl_free(up);
}

/* ---- Curl --------------------------------------------------------------------------------------- */

static void test_curl_has_no_sources(void **unused) {
  (void)unused;
  static const char *const texts[] = {"perlin()", "fbm(simplex(smooth: 1), octaves: 2)", "value(interp: cubic)"};
  for (int i = 0; i < COUNT(texts); i++)
    for (int dims = 2; dims <= 3; dims++) {
      burl_program *flow[3] = {NULL, NULL, NULL};
      for (int a = 0; a < dims; a++) {
        char text[128];
        snprintf(text, sizeof text, "curl(%s, give: %c)", texts[i], "xyz"[a]);
        flow[a] = compile(text, dims);
      }
      double squares = 0, sources = 0;
      int compared = 0;
      for (int k = 0; k < few_of_test(300); k++) {
        double at[4] = {0}, sum = 0, rise;
        int smooth = 1;
        for (int a = 0; a < dims; a++) at[a] = draw(-5, 5);
        for (int a = 0; a < dims; a++) {
          smooth &= difference(flow[a], at, a, &rise);
          sum += rise;
          squares += rise * rise;
        }
        if (smooth) sources += sum * sum, compared++;
      }
      if (compared < few_of_test(30)) fail_msg("%s: compared only %d times", texts[i], compared);
      if (sqrt(sources / squares) > 1e-3)
        fail_msg("%s in %dD: divergence %g of its parts", texts[i], dims, sqrt(sources / squares));
      for (int a = 0; a < dims; a++) burl_free(flow[a]);
    }
}

/* Beyond 2^51 noise is 0, and so are its slopes: over a grid that crosses there, whose other samples have some. */
/* Where the outer slope is infinite and what is within stands still, the whole stands still. */
static void test_nothing_times_infinity(void **unused) {
  (void)unused;
  static const char *const texts[] = {"d(asin(clamp(x, -1, 1)), x)",    "d(acos(clamp(x, -1, 1)), x)",
                                      "d(sqrt(max(0, x - 5)), x)",      "d(atan2(max(0, x - 5), max(0, x - 6)), x)",
                                      "d(pow(log(-x), step(9, x)), x)", "d(asin(unit(clamp(x, -2, 1))), x)"};
  const double at[4] = {2, 0, 0, 0};
  for (int i = 0; i < COUNT(texts); i++) {
    burl_program *const program = compile(texts[i], 2);
    const double slope = value_at(program, at);
    if (!(slope == 0)) fail_msg("%s: %g", texts[i], slope);
    burl_free(program);
  }
}

static void test_slopes_end_where_noise_does(void **unused) {
  (void)unused;
  enum { WIDE = 64, HIGH = 16 };
  static const char *const texts[] = {"d(perlin(), y)",           "d(value(), y)", "d(simplex(), y)",
                                      "d(simplex(smooth: 1), y)", "d(cells(), y)", "d(simplex(period: 3), y)"};
  static const char *const sets[] = {NULL, "sse2", "avx2"};
  static float out[HIGH][WIDE];
  for (int i = 0; i < COUNT(texts); i++)
    for (int n = 0; n < 2 * COUNT(sets); n++) {
      const int dims = 2 + n % 2;
      const burl_options options = {.struct_size = sizeof options, .dims = dims, .isa = sets[n / 2]};
      const double origin = 0x1p51 - 0.5, step = 0.03;
      const burl_grid grid = {.size = {WIDE, HIGH, 1}, .origin = {origin, 0.3, 0.4}, .step = {step, 0.03, 1}};
      burl_program *const program = burl_compile_with(texts[i], strlen(texts[i]), &options, NULL);
      assert_true(program || options.isa);
      if (!program) continue; /* another processor's set */
      assert_int_equal(burl_sample_grid(program, &grid, out[0]), BURL_OK);
      int sloped = 0, beyond = 0;
      for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++) {
          const double at = origin + x * step;
          if (at < 0x1p51) sloped += out[y][x] != 0;
          if (at <= 0x1p51) continue;
          beyond++;
          if (out[y][x] != 0) fail_msg("%s in %dD: %g beyond, at %d, %d", texts[i], dims, (double)out[y][x], x, y);
        }
      if (!sloped || !beyond) fail_msg("%s in %dD: %d have slopes, %d are beyond", texts[i], dims, sloped, beyond);
      burl_free(program);
    }
}

int main(void) {
  draw_state = 7;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_functions),
      cmocka_unit_test(test_noises_in_double),
      cmocka_unit_test(test_curl_in_double),
      cmocka_unit_test(test_noises),
      cmocka_unit_test(test_recipes),
      cmocka_unit_test(test_values_keep_their_bits),
      cmocka_unit_test(test_random_recipes),
      cmocka_unit_test(test_random_recipes_in_double),
      cmocka_unit_test(test_random_values_keep_their_bits),
      cmocka_unit_test(test_slope_and_normal),
      cmocka_unit_test(test_curl_has_no_sources),
      cmocka_unit_test(test_nothing_times_infinity),
      cmocka_unit_test(test_slopes_end_where_noise_does),
  };
  return cmocka_run_group_tests_name("slopes", tests, NULL, NULL);
}
