/* The language as docs/language.md promises it, through the public API alone: functions of numbers, bounds,
 * whole grids and time.  Expected values are
 * worked out here or by libm, never taken from the library. */
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
#include "draw.h"
#include "language.h"
#include "scale.h"

#define PI 3.14159265358979323846
#define UNBOUNDED INFINITY

/* ---- Numbers ---- */

static double c_step(double e, double a) { return a < e ? 0 : 1; }
static double c_round(double a) { return floor(a + 0.5); }
static double c_fract(double a) { return a - floor(a); }
static double c_sign(double a) { return (a > 0) - (a < 0); }
static double c_clamp(double a, double l, double h) { return fmin(fmax(a, l), h); }
static double c_mix(double a, double b, double v) { return a * (1 - v) + b * v; }
static double c_smoothstep(double a, double b, double v) {
  const double u = c_clamp((v - a) / (b - a), 0, 1);
  return u * u * (3 - 2 * u);
}
static double c_bias(double v, double b) { return v / ((1 / b - 2) * (1 - v) + 1); }
static double c_gain(double v, double g) {
  const double k = (1 / g - 2) * (1 - 2 * v);
  return v < 0.5 ? v / (k + 1) : (k - v) / (k - 1);
}
static double c_cosine(double a, double b, double u) { return a + (b - a) * (1 - cos(PI * u)) / 2; }
static double c_cubic(double a, double b, double c, double d, double u) {
  const double p = (d - c) - (a - b), q = (a - b) - p;
  return ((p * u + q) * u + (c - a)) * u + b;
}
static double c_catmull_rom(double a, double b, double c, double d, double u) {
  return b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)));
}

/* Over a sweep of x in [lo, hi] (y the other way round), against libm at the arguments as floats:
 * within 1e-6 relative, and `near_zero` where the value passes through 0. */
static void sweep_near(const char *recipe, double lo, double hi, double (*expected)(double, double), double near_zero) {
  burl_program *program = compile(recipe, 2);
  for (int k = 0; k <= 2000; k++) {
    volatile float fx = (float)(lo + (hi - lo) * k / 2000);
    volatile float fy = (float)(hi - (hi - lo) * ((k * 7) % 2001) / 2000);
    const double x = (double)fx, y = (double)fy;
    const double e = expected(x, y), v = (double)value_of(program, (place){{x, y}});
    if (isnan(e) ? !isnan(v) : !(fabs(v - e) <= 1e-6 * fabs(e) + near_zero) && v != e) {
      WRONG("%s at %.9g %.9g is %.9g, not %.9g", recipe, x, y, v, e);
      break;
    }
  }
  burl_free(program);
}

static void sweep(const char *recipe, double lo, double hi, double (*expected)(double, double)) {
  sweep_near(recipe, lo, hi, expected, 1.5e-7);
}

/* Powers by multiples of a half: products and a root, in one order.  Special numbers give what C's pow gives, others
 * are within (c + 1.5)·2^-24 of it where neither the result nor its reciprocal leaves the normal numbers. */
static void check_half_power(const burl_program *program, double exponent, float base) {
  const float got = value_of(program, (place){{(double)base}});
  const double e = pow((double)base, exponent), size = pow(fabs((double)base), fabs(exponent));
  const int is_normal = size >= 0x1p-126 && size < 0x1p126;
  const int is_special = base == 0.0f || isinf(base) || isnan(e);
  const double most = (fabs(exponent) + 1.5) * 0x1p-24 * fabs(e);
  if (isnan(e) ? !isnan(got) : is_special && bits(got) != bits((float)e))
    WRONG("pow(%.9g, %g) is %.9g, not %.9g", (double)base, exponent, (double)got, e);
  else if (is_normal && fabs((double)got - e) > most)
    WRONG("pow(%.9g, %g) is %.9g, too far from %.9g", (double)base, exponent, (double)got, e);
}

static void test_half_powers(void **state) {
  (void)state;
  static const float special[] = {0.0f, -0.0f, 1, -1, 2, -2, 0.25f, INFINITY, -INFINITY, 1e-38f, 1e-45f, 3e38f, -3e38f};
  for (int halves = -16; halves <= 16; halves++) {
    const double exponent = 0.5 * halves;
    char recipe[64];
    snprintf(recipe, sizeof recipe, halves % 3 ? "pow(x, %g)" : "param c = %g\npow(x, c)", exponent);
    burl_program *const program = compile(recipe, 2);
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) check_half_power(program, exponent, special[i]);
    for (int i = 0; i < 500; i++) {
      check_half_power(program, exponent, (float)draw(-4, 4));
      check_half_power(program, exponent, (float)exp2(draw(-100, 100)));
    }
    burl_free(program);
  }
  end();
}

#define SWEPT(name, expression)                    \
  static double swept_##name(double x, double y) { \
    (void)y;                                       \
    return expression;                             \
  }
SWEPT(sqrt, sqrt(x))
SWEPT(exp, exp(x))
SWEPT(log, log(x))
SWEPT(pow, pow(x, y))
SWEPT(sin, sin(x))
SWEPT(cos, cos(x))
SWEPT(tan, tan(x))
SWEPT(asin, asin(x))
SWEPT(acos, acos(x))
SWEPT(atan, atan(x))
SWEPT(atan2, atan2(y, x))
SWEPT(abs, fabs(x))
SWEPT(sign, c_sign(x))
SWEPT(floor, floor(x))
SWEPT(ceil, ceil(x))
SWEPT(round, c_round(x))
SWEPT(fract, c_fract(x))
SWEPT(min, fmin(x, y))
SWEPT(max, fmax(x, y))
SWEPT(clamp, c_clamp(x, -1, 2))
SWEPT(mix, c_mix(x, y, 0.3))
SWEPT(step, c_step(y, x))
SWEPT(smoothstep, c_smoothstep(-1, 2, x))
SWEPT(length, hypot(x, y))
SWEPT(length3, sqrt(x *x + y * y + 9))
SWEPT(dot, x * 3 + y * 4)
SWEPT(bias, c_bias(x, 0.3))
SWEPT(gain, c_gain(x, 0.3))
SWEPT(fade, x *x *x *(x *(x * 6 - 15) + 10))
SWEPT(hermite, x *x *(3 - 2 * x))
SWEPT(cosine, c_cosine(2, -1, x))
SWEPT(cubic, c_cubic(1, 3, -2, 0.5, x))
SWEPT(catmull, c_catmull_rom(1, 3, -2, 0.5, x))
SWEPT(wavelet, fabs(x) >= 1 ? 0 : 0.7 * x * (1 - 3 * x * x + 2 * fabs(x * x * x)))
SWEPT(remap, 10 + (x + 1) * 5)
SWEPT(unit, c_clamp(c_clamp(x, 1, 3) / 2 - 0.5, 0, 1))
SWEPT(signed, c_clamp(x, 1, 3) - 2)
SWEPT(same, x)

static void test_functions(void **state) {
  (void)state;
  sweep("sqrt(x)", 0, 1e6, swept_sqrt);
  sweep("sqrt(x)", -1, 1, swept_sqrt);
  sweep("exp(x)", -80, 80, swept_exp);
  sweep("exp(x)", -1, 1, swept_exp);
  sweep("log(x)", 0.001, 3, swept_log);
  sweep("log(x)", 0.001, 1e9, swept_log);
  sweep("log(x)", -1, -0.1, swept_log);
  sweep("pow(x, y)", 0.01, 8, swept_pow);
  sweep("sin(x)", -10, 10, swept_sin);
  sweep("sin(x)", -3000, 3000, swept_sin);
  sweep("cos(x)", -10, 10, swept_cos);
  sweep("cos(x)", -3000, 3000, swept_cos);
  sweep("tan(x)", -1.5, 1.5, swept_tan);
  sweep("tan(x)", 1.7, 4.6, swept_tan);
  sweep("asin(x)", -1, 1, swept_asin);
  sweep("asin(x)", 1.01, 3, swept_asin);
  sweep("acos(x)", -1, 1, swept_acos);
  sweep("atan(x)", -100, 100, swept_atan);
  sweep("atan(x)", -2, 2, swept_atan);
  sweep("atan2(y, x)", -3, 3, swept_atan2);
  sweep("abs(x)", -3, 3, swept_abs);
  sweep("sign(x)", -3, 3, swept_sign);
  sweep("floor(x)", -3, 3, swept_floor);
  sweep("ceil(x)", -3, 3, swept_ceil);
  sweep("round(x)", -3, 3, swept_round);
  sweep("fract(x)", -3, 3, swept_fract);
  sweep("min(x, y)", -3, 3, swept_min);
  sweep("max(x, y)", -3, 3, swept_max);
  sweep("clamp(x, -1, 2)", -3, 3, swept_clamp);
  sweep("mix(x, y, 0.3)", -3, 3, swept_mix);
  sweep("step(y, x)", -3, 3, swept_step);
  sweep("smoothstep(-1, 2, x)", -3, 3, swept_smoothstep);
  sweep("length(x, y)", -3, 3, swept_length);
  sweep("length(x, y, 3)", -3, 3, swept_length3);
  sweep("length(x, y, 3, 0)", -3, 3, swept_length3);
  sweep("length(x)", -3, 3, swept_abs);
  sweep("dot(x, y, 3, 4)", -3, 3, swept_dot);
  sweep("bias(x, 0.3)", 0, 1, swept_bias);
  sweep("gain(x, 0.3)", 0, 1, swept_gain);
  sweep("bias(x, 0.5)", 0, 1, swept_same);
  sweep("gain(x, 0.5)", 0, 1, swept_same);
  sweep("fade(x)", 0, 1, swept_fade);
  sweep("hermite(x)", 0, 1, swept_hermite);
  sweep_near("cosine(2, -1, x)", 0, 1, swept_cosine, 1e-6);
  sweep_near("cubic(1, 3, -2, 0.5, x)", 0, 1, swept_cubic, 1e-6);
  sweep_near("catmull_rom(1, 3, -2, 0.5, x)", 0, 1, swept_catmull, 1e-6);
  sweep("wavelet(0.7, x)", -2, 2, swept_wavelet);
  sweep("remap(x, -1, 1, 10, 20)", -3, 3, swept_remap);
  sweep("unit(clamp(x, 1, 3))", -3, 6, swept_unit);
  sweep("signed(clamp(x, 1, 3))", -3, 6, swept_signed);
  sweep("terrace(x, 4, sharpness: 0)", -3, 3, swept_same);

  static const value_row rows[] = {
      {"sign(-0)", 2, {{0}}, 0},
      {"round(-0.5)", 2, {{0}}, 0},
      {"round(2.5)", 2, {{0}}, 3},
      {"round(-2.5)", 2, {{0}}, -2},
      {"round(0.49999999999999994)", 2, {{0}}, 1},
      {"fract(-0.25)", 2, {{0}}, .75},
      {"fract(3)", 2, {{0}}, 0},
      {"floor(4194304.5 + 0*perlin())", 2, {{0}}, 4194304},
      {"floor(-6000000.5 + 0*perlin())", 2, {{0}}, -6000001},
      {"fract(8388607.5 + 0*perlin())", 2, {{0}}, .5},
      {"floor(4503599627370495.5 + x)", 2, {{0}}, 4503599627370495},
      {"step(1, 1)", 2, {{0}}, 1},
      {"step(1, 0.999999)", 2, {{0}}, 0},
      {"clamp(5, 0, 1)", 2, {{0}}, 1},
      {"pow(0, 0)", 2, {{0}}, 1},
      {"pow(2, 10)", 2, {{0}}, 1024},
      {"pow(2, -1)", 2, {{0}}, .5},
      {"pow(5, 0)", 2, {{0}}, 1},
      {"pow(0, 2)", 2, {{0}}, 0},
      {"exp(0)", 2, {{0}}, 1},
      {"log(1)", 2, {{0}}, 0},
      {"log(0)", 2, {{0}}, -INFINITY},
      {"exp(100)", 2, {{0}}, INFINITY},
      {"exp(-200)", 2, {{0}}, 0},
      {"exp(-1/0)", 2, {{0}}, 0},
      {"sin(0)", 2, {{0}}, 0},
      {"cos(0)", 2, {{0}}, 1},
      {"atan2(0, -1)", 2, {{0}}, PI},
      {"atan2(1, 0)", 2, {{0}}, PI / 2},
      {"atan2(-1, 0)", 2, {{0}}, -PI / 2},
      {"atan2(0, 1)", 2, {{0}}, 0},
      {"atan(1/0)", 2, {{0}}, PI / 2},
      {"asin(1)", 2, {{0}}, PI / 2},
      {"acos(-1)", 2, {{0}}, PI},
      {"acos(1)", 2, {{0}}, 0},
      {"sqrt(0)", 2, {{0}}, 0},
      {"sqrt(1/0)", 2, {{0}}, INFINITY},
      {"length(3, 4)", 2, {{0}}, 5},
      {"length(-2)", 2, {{0}}, 2},
      {"length(1, 1, 1, 1)", 2, {{0}}, 2},
      {"dot(2, 3)", 2, {{0}}, 6},
      {"dot(1, 2, 3, 4)", 2, {{0}}, 11},
      {"dot(1, 2, 3, 4, 5, 6)", 2, {{0}}, 32},
      {"dot(1, 2, 3, 4, 5, 6, 7, 8)", 2, {{0}}, 70},
      {"remap(20, 0, 10, 100, 200)", 2, {{0}}, 300},
      {"mix(1, 3, 2)", 2, {{0}}, 5},
      {"mix(1, 3, 0)", 2, {{0}}, 1},
      {"mix(1, 3, 1)", 2, {{0}}, 3},
      {"smoothstep(0, 1, 0.5)", 2, {{0}}, .5},
      {"1/0", 2, {{0}}, INFINITY},
      {"-1/0", 2, {{0}}, -INFINITY},
      {"1/x", 2, {{0}}, INFINITY},
      {"bias(0, 0.2)", 2, {{0}}, 0},
      {"bias(1, 0.2)", 2, {{0}}, 1},
      {"bias(0.5, 0.2)", 2, {{0}}, .2},
      {"gain(0, 0.2)", 2, {{0}}, 0},
      {"gain(1, 0.2)", 2, {{0}}, 1},
      {"gain(0.5, 0.2)", 2, {{0}}, .5},
      {"gain(0.25, 0.2)", 2, {{0}}, .1},
      {"fade(0.5)", 2, {{0}}, .5},
      {"wavelet(1, 1)", 2, {{0}}, 0},
      {"wavelet(1, -3)", 2, {{0}}, 0},
      {"smin(1, 2, 0.5)", 2, {{0}}, 1},
      {"smin(5, 1, 2)", 2, {{0}}, 1},
      {"smax(1, 2, 0.5)", 2, {{0}}, 2},
      {"smin(1, 2, 0)", 2, {{0}}, 1},
      {"smax(1, 2, 0)", 2, {{0}}, 2},
      {"curve(x, 0, 1, 2, 3)", 2, {{0}}, 1},
      {"curve(x, 0, 1, 2, 3)", 2, {{2}}, 3},
      {"curve(x, 0, 1, 2, 3)", 2, {{1}}, 2},
      {"curve(x, -1, 5, 0, 4, 2, -3)", 2, {{0}}, 4},
      {"curve(x, -1, 5, 0, 4, 2, -3)", 2, {{-1}}, 5},
      {"curve(x, -1, 5, 0, 4, 2, -3)", 2, {{2}}, -3},
      {"unit(3)", 2, {{0}}, 0},
  };
  check_rows(rows, COUNT(rows) - 1, 1e-6);

  /* curve is monotone between its points, smin within k of min, on the right side. */
  burl_program *curve = compile("curve(x, 0, 0, 1, 0.1, 2, 5, 3, 5, 4, 5.1)", 1);
  float before = -1;
  for (int k = 0; k <= 4000; k++) {
    const float v = value_of(curve, (place){{k / 1000.0}});
    if (v < before - 1e-6f || v < -1e-6f || v > 5.1f + 1e-6f) {
      WRONG("curve falls at %g", k / 1000.0);
      break;
    }
    if (k >= 2000 && k <= 3000 && fabsf(v - 5) > 1e-6f) {
      WRONG("curve is not flat at %g", k / 1000.0);
      break;
    }
    before = v;
  }
  burl_free(curve);
  static const same_row same[] = {{"smin(x, y, 0.5)", "smin(y, x, 0.5)", 2, 1e-6},
                                  {"smax(x, y, 0.5)", "-smin(-x, -y, 0.5)", 2, 1e-6},
                                  {"unit(perlin())", "clamp(0.5 + 0.5*perlin(), 0, 1)", 2, 1e-6},
                                  {"unit(3*perlin() + 7)", "unit(perlin())", 2, 2e-6},
                                  {"signed(3*perlin() + 7)", "perlin()", 2, 2e-6},
                                  {"signed(unit(perlin()))", "perlin()", 2, 2e-6}};
  check_same(same, COUNT(same));
  burl_program *stairs = compile("terrace(x, 4, sharpness: 1)", 1);
  for (int k = 0; k < 500; k++) {
    const double x = draw(-3, 3), v = 4 * (double)value_of(stairs, (place){{x}});
    if (v != floor(v) || fabs(v - 4 * x) > 1) {
      WRONG("terrace at %g is %g / 4", x, v);
      break;
    }
  }
  burl_free(stairs);
  burl_program *smin = compile("smin(x, y, 0.5) - min(x, y)", 2);
  for (int k = 0; k < 500; k++) {
    const float v = value_of(smin, random_place(1));
    if (v > 1e-6f || v < -0.5f) {
      WRONG("smin is %g off min", (double)v);
      break;
    }
  }
  burl_free(smin);
  end();
}

/* ---- Bounds ---- */

static void test_bounds(void **state) {
  (void)state;
  static const struct {
    const char *recipe;
    double lo, hi;
    int may_be_nan;
  } rows[] = {
      {"1", 1, 1, 0},
      {"perlin()", -1, 1, 0},
      {"value()", -1, 1, 0},
      {"white()", -1, 1, 0},
      {"3*perlin() + 1", -2, 4, 0},
      {"abs(perlin())", 0, 1, 0},
      {"perlin() + value()", -2, 2, 0},
      {"clamp(x, 0, 2)", 0, 2, 0},
      {"fract(x)", 0, 1, 0},
      {"x > 1", 0, 1, 0},
      {"sin(x)", -1, 1, 0},
      {"x > 0 ? 3 : perlin()", -1, 3, 0},
      {"x", -UNBOUNDED, UNBOUNDED, 0},
      {"t", -UNBOUNDED, UNBOUNDED, 0},
      {"1/perlin()", -UNBOUNDED, UNBOUNDED, 0},
      {"abs(x)", 0, UNBOUNDED, 0},
      {"unit(perlin())", 0, 1, 0},
      {"signed(clamp(x, 2, 3))", -1, 1, 0},
      {"fbm(perlin())", -1, 1, 0},
      {"sign(x)", -1, 1, 0},
      {"step(0, x)", 0, 1, 0},
      {"smoothstep(0, 1, x)", 0, 1, 0},
      {"min(x, 3)", -UNBOUNDED, 3, 0},
      {"exp(perlin())", 0.36787944, 2.7182818, 0},
      {"floor(3*perlin())", -3, 3, 0},
      {"turbulence(perlin())", 0, 1, 0},
      {"fbm(perlin(), octaves: 3, normalise: 0)", -1.75, 1.75, 0},
      {"-perlin()*2", -2, 2, 0},
      {"atan(x)", -PI / 2, PI / 2, 0},
      {"sqrt(abs(perlin()))", 0, 1, 0},
      {"midpoint()", -1, 1, 0},
      {"hash(1/perlin(), 3)", 0, 1, 0},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    burl_program *program = compile(rows[i].recipe, 2);
    const burl_range range = burl_bounds(program, 0);
    if (!is_near(range.lo, rows[i].lo, 1e-5) || !is_near(range.hi, rows[i].hi, 1e-5))
      WRONG("bounds of %s: %g %g, not %g %g", rows[i].recipe, range.lo, range.hi, rows[i].lo, rows[i].hi);
    for (int channel = -1; channel < 9; channel += channel < 0 ? 2 : 1) {
      const burl_range none = burl_bounds(program, channel);
      if (none.lo != 0 || none.hi != 0) WRONG("%s has bounds in channel %d", rows[i].recipe, channel);
    }
    burl_free(program);
  }

  static const char *const recipes[] = {"perlin()",
                                        "fbm(perlin(), octaves: 7, gain: 0.6)",
                                        "ridged(value(), sharpness: 3)",
                                        "pingpong(perlin(), strength: 4)",
                                        "hybrid(perlin())",
                                        "hetero(perlin())",
                                        "hybrid(perlin(), gain: 0.8, offset: 0.2)",
                                        "hetero(value(), normalise: 0)",
                                        "multifractal(perlin(), gain: 0.8, offset: 0.2)",
                                        "swiss(perlin(), warp: 2)",
                                        "jordan(3*perlin(), octaves: 8, gain: 0.9)",
                                        "ridged(perlin(), feedback: 3, octaves: 8, gain: 1)",
                                        "fbm(perlin(), damped: perlin(seed: 3), gain: 1)",
                                        "pingpong(perlin(), weighted_strength: value(), gain: value(seed: 2))",
                                        "billow(value(interp: cubic), normalise: 0)",
                                        "perlin(raw: 1)",
                                        "value(raw: 1, hash: elias)",
                                        "value(raw: 1, hash: table)",
                                        "value(raw: 1, interp: cubic)",
                                        "value(raw: 1, interp: catmull_rom)",
                                        "perlin(raw: 1, gradients: diagonal)",
                                        "perlin()*value()",
                                        "perlin()/(2 + value())",
                                        "perlin() % 0.3",
                                        "perlin() % value()",
                                        "pow(unit(perlin()), 3)",
                                        "pow(2, perlin())",
                                        "log(2 + perlin())",
                                        "log(perlin())",
                                        "sqrt(perlin())",
                                        "sin(3*perlin())",
                                        "cos(perlin())",
                                        "tan(perlin())",
                                        "asin(perlin())",
                                        "acos(2*perlin())",
                                        "atan2(perlin(), value())",
                                        "smin(perlin(), value(), 0.3)",
                                        "smax(perlin(), value(), abs(perlin()))",
                                        "bias(unit(perlin()), 0.2)",
                                        "gain(unit(perlin()), unit(value()))",
                                        "terrace(perlin(), 5)",
                                        "terrace(perlin(), 5*value(), sharpness: 0.3)",
                                        "curve(perlin(), -1, 0, 0, 3, 1, 2)",
                                        "fade(unit(perlin()))",
                                        "fade(perlin())",
                                        "hermite(2*perlin())",
                                        "cosine(perlin(), value(), perlin())",
                                        "cubic(perlin(), value(), 0.2, perlin(), unit(value()))",
                                        "catmull_rom(perlin(), value(), 0.2, perlin(), unit(value()))",
                                        "wavelet(value(), perlin())",
                                        "length(perlin(), value())",
                                        "dot(perlin(), value(), 2, 3)",
                                        "mix(perlin(), 3, value())",
                                        "remap(perlin(), 0, 2, -5, 5)",
                                        "perlin() > 0 ? value() : 3*perlin()",
                                        "clamp(x, perlin(), 2)",
                                        "rgb(perlin(), value(), 2*perlin())",
                                        "hsv(perlin(), unit(value()), unit(perlin()))",
                                        "ramp(perlin(), #f00, #0f0, #00f)",
                                        "mix(#f00, #0ff, unit(perlin()), in: oklab)",
                                        "mix(#f00, #0ff, unit(perlin()), in: linear)",
                                        "ramp(perlin(), #f00, #0f0, in: oklab)",
                                        "mix(#f00, #0ff, 2*perlin(), in: oklab)",
                                        "rgba(#f00, perlin())*value()",
                                        "1/perlin()",
                                        "x % 3",
                                        "x*perlin()",
                                        "exp(5*perlin())",
                                        "fract(3*perlin())",
                                        "round(3*perlin())",
                                        "ceil(2*value())",
                                        "fbm(perlin(), gain: value())",
                                        "fbm(perlin(), gain: 2*value(), normalise: 0)",
                                        "warp(fbm(perlin()), perlin(), value())",
                                        "tile(fbm(perlin()), 3)",
                                        "unit(log(2 + perlin()))",
                                        "fbm(perlin(), octaves: auto)",
                                        "fbm(fbm(perlin(), octaves: 2), octaves: 2)"};
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *program = compile(recipes[i], 2);
    const int channels = burl_channels(program);
    burl_range range[4] = {{0}};
    for (int c = 0; c < channels; c++) range[c] = burl_bounds(program, c);
    for (int k = 0; k < few_of_test(3000); k++) {
      if (k % few_of_test(1000) == 0) burl_seed(program, (uint64_t)(k * k));
      const place p = random_place(k % 2 ? 10 : 1e6);
      float v[4];
      sample(program, p, v);
      int out = 0;
      for (int c = 0; c < channels; c++)
        out |= isnan(v[c]) ? !range[c].may_be_nan : !((double)v[c] >= range[c].lo && (double)v[c] <= range[c].hi);
      if (out) {
        WRONG("%s is %.9g at %.17g %.17g, outside of %.9g %.9g", recipes[i], (double)v[0], p.c[0], p.c[1], range[0].lo,
              range[0].hi);
        break;
      }
    }
    burl_free(program);
  }
  end();
}

/* ---- Whole grids ---- */

static void test_midpoint(void **state) {
  (void)state;
  static const error_row rows[] = {
      {"at(midpoint(), 1, 2)", 1, 4, 10, "midpoint", ""},
      {"scale(midpoint(), 2)", 1, 7, 10, "midpoint", ""},
      {"shift(1 + midpoint(), 2)", 1, 11, 10, "midpoint", ""},
      {"rotate(midpoint(), 2)", 1, 8, 10, "midpoint", ""},
      {"warp(midpoint(), x)", 1, 6, 10, "midpoint", ""},
      {"reseed(midpoint(), 2)", 1, 8, 10, "midpoint", ""},
      {"a = midpoint()\n\nscale(a, 2)", 1, 5, 10, "midpoint", ""},
      {"fbm(midpoint())", 1, 5, 10, "midpoint", ""},
      {"midpoint(raw: 1)", 1, 15, 1, "published", ""},
      {"midpoint(gain: 2)", 1, 16, 1, "gain", ""},
      {"midpoint(style: smoth)", 1, 17, 5, "", "smooth"},
  };
  check_errors(rows, COUNT(rows));

  burl_program *program = compile("2*midpoint() + x", 2);
  assert_int_equal(burl_needs_whole_grid(program), 1);
  const double c = 0;
  float out = 123;
  const burl_points points = {.count = 1, .coord = {&c, &c}};
  assert_int_not_equal(burl_sample_points(program, &points, &out), BURL_OK);
  assert_true(out == 123);
  enum { N = 33 };
  static float plane[N][N];
  burl_grid grid = {.size = {N, N}, .step = {1, 1}};
  assert_int_equal(burl_sample_grid(program, &grid, &plane[0][0]), BURL_OK);
  int varies = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++) {
      const double v = ((double)plane[i][k] - k) / 2;
      assert_true(v >= -1.00001 && v <= 1.00001);
      varies += k && plane[i][k] - 1 != plane[i][k - 1];
    }
  assert_true(varies > N * N / 2);
  burl_free(program);

  program = compile("midpoint(style: published, raw: 1, seed: 3)", 2);
  assert_int_equal(burl_sample_grid(program, &grid, &plane[0][0]), BURL_OK);
  for (int i = 0; i < N * N; i++) {
    const float v = plane[i / N][i % N];
    assert_true(v == floorf(v) && v >= 0 && v <= 255);
  }
  grid.size[1] = N - 1;
  assert_int_equal(burl_sample_grid(program, &grid, &plane[0][0]), BURL_SHAPE);
  burl_free(program);

  program = compile("perlin()", 2);
  assert_int_equal(burl_needs_whole_grid(program), 0);
  burl_free(program);
  end();
}

/* ---- Time, and what compiles in every dimension ---- */

static void test_time(void **state) {
  (void)state;
  burl_program *program = compile("x + 10*t", 1);
  const double x = 2;
  float v;
  const burl_points points = {.count = 1, .coord = {&x}};
  assert_int_equal(burl_sample_points(program, &points, &v), BURL_OK);
  assert_true(v == 2);
  const burl_grid grid = {.origin = {2}, .step = {1}, .time = 3};
  assert_int_equal(burl_sample_grid(program, &grid, &v), BURL_OK);
  assert_true(v == 32);
  burl_free(program);
}

/* The page's own examples. */
static void test_examples(void **state) {
  (void)state;
  static const char *const recipes[] = {
      "fbm(perlin(), octaves: 8)",
      "// oak.burl: growth rings\n"
      "view 0, 0, 1, 1                                   // what a renderer shows\n"
      "param rings = 10 [1, 40] \"Rings across the plank\" // a knob\n\n"
      "grain = tile(fbm(value(interp: catmull_rom), octaves: 4, gain: 1/4, at: 4), 1)\n"
      "shade = fract(rings * (0.5 + 0.5*grain))\n\n"
      "rgb(0.80*shade, 0.36*shade, 0.08*shade)           // the last expression is the result\n",
      "fbm(abs(perlin()))",
      ("fract(10*tile(fbm(value(x, y, interp: catmull_rom, hash: wood, seed: 3, raw: 1), "
       "octaves: 4, gain: 1/4, at: 4, same_seed: 1), 1))"),
      "fbm((perlin(x, y, t, hash: perlin2002, raw: 1) + 1)/2, octaves: 4, gain: 0.5, same_seed: 1)",
      ("fbm(value(x, y, hash: elias, interp: cosine, smooth: 1, raw: 1), octaves: 6, gain: 1/4, "
       "normalise: 0, same_seed: 1)"),
  };
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *program = compile(recipes[i], 2);
    float v[4];
    sample(program, (place){{0.3, 0.7}}, v);
    for (int c = 0; c < burl_channels(program); c++) assert_true(isfinite(v[c]));
    burl_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup(name, begin)
      TEST(test_half_powers), TEST(test_functions), TEST(test_bounds),
      TEST(test_midpoint),    TEST(test_time),      TEST(test_examples),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
