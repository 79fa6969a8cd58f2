/* Proven bounds: nothing outside them, of each operation over random boxes and of random recipes; as
 * tight as they are said to be; and each noise reaches 99 % of its own. */
#include <float.h>
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
#include "noise/lattice.h"
#include "noise/power.h"
#include "program/bounds.h"
#include "program/curve.h"
#include "random_recipe.h"

/* ---- Nothing outside ---------------------------------------------------------------------------- */

enum { BLOCK = 20000, MOST = 100 };

static const double special[] = {0, 1, -1, 0.5, 3, 100, -200, 1e10, -1e20, 1e39, 1e200, -1e300};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Now and then on the lattice, or where numbers overflow. */
static void draw_points(double *const *coord, double *time, int dims, double extent) {
  for (int i = 0; i < BLOCK; i++) {
    for (int a = 0; a < dims; a++) coord[a][i] = (random_unit() - 0.5) * extent;
    time[i] = (random_unit() - 0.5) * 4;
    if (i % 50 == 0) coord[0][i] = special[random_below(COUNT(special))];
    if (i % 70 == 0) coord[dims - 1][i] = special[random_below(COUNT(special))];
  }
}

/* As many samples as cost what a few thousand of dear recipes do. */
static void check_samples(const recipe *r, const burl_program *program, double extent) {
  static double x[BLOCK], y[BLOCK], z[BLOCK], w[BLOCK], time[BLOCK];
  static float out[BLOCK * 4];
  double *const coord[4] = {x, y, z, w};
  const int channels = burl_channels(program);
  draw_points(coord, time, burl_dims(program), extent);
  const int count = (int)(BLOCK / fmax(1, r->cost / 2));
  const burl_points points = {.count = (size_t)count, .coord = {x, y, z, w}, .time = time};
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
  for (int i = 0; i < count * channels; i++) {
    const burl_range bounds = burl_bounds(program, i % channels);
    const int nan = isnan(out[i]), inside = (double)out[i] >= bounds.lo && (double)out[i] <= bounds.hi;
    if (nan ? bounds.may_be_nan : inside) continue;
    const int at = i / channels;
    fail_msg("%s\nat %.17g, %.17g, %.17g, %.17g, time %.17g channel %d is %.9g, outside [%.9g, %.9g]%s", r->text, x[at],
             y[at], z[at], w[at], time[at], i % channels, (double)out[i], bounds.lo, bounds.hi, nan ? ", NaN" : "");
  }
}

/* A random recipe that compiles, mostly in 2D, of any seed; its text in *r. */
static burl_program *random_program(recipe *r, int depth) {
  for (;;) {
    static const int dims[] = {2, 1, 2, 3, 2, 4};
    const recipe_wish wish = {.dims = dims[random_below(6)], .depth = depth};
    burl_error error;
    recipe_begin(r);
    recipe_whole(r, &wish);
    if (r->cost > MOST) continue;
    burl_program *const program = burl_compile(r->text, wish.dims, &error);
    if (program && random_below(2)) burl_seed(program, random_bits());
    if (program) return program;
    if (error.status != BURL_RECIPE && error.status != BURL_LIMIT && error.status != BURL_DIMENSION)
      fail_msg("%s: %s", r->text, error.message);
  }
}

static void nothing_outside(void **unused) {
  (void)unused;
  const int recipes = (int)(60 * scale_of_test()) + 5;
  int bounded = 0;
  random_begin(2);
  for (int compiled = 0; compiled < recipes; compiled++) {
    static recipe r;
    burl_program *const program = random_program(&r, 4);
    const burl_range bounds = burl_bounds(program, 0);
    bounded += isfinite(bounds.lo) && isfinite(bounds.hi);
    for (int block = 0; block < 1000000 / BLOCK; block++)
      check_samples(&r, program, block % 5 == 0 ? 1e6 : block % 5 == 1 ? 2 : 40);
    burl_free(program);
  }
  print_message("%d recipes, %d with finite bounds\n", recipes, bounded);
  assert_true(bounded * 4 > recipes);
}

/* Many more recipes, fewer points: faults of a rule rather than of rounding. */
static void nothing_far_outside(void **unused) {
  (void)unused;
  const int recipes = (int)(4000 * scale_of_test()) + 100;
  random_begin(77);
  for (int compiled = 0; compiled < recipes; compiled++) {
    static recipe r;
    burl_program *const program = random_program(&r, 3);
    check_samples(&r, program, random_below(2) ? 10 : 1000);
    burl_free(program);
  }
}

/* ---- Each operation ----------------------------------------------------------------------------- */

static const double ends[] = {0,    1e-40, 1e-7, 0.01, 0.0031308, 0.04045, 0.25, 0.5,  0.999, 1,
                              1.01, 2,     3,    5,    255,       1e4,     1e10, 1e30, 3e38,  FLT_MAX};

static double random_number(void) {
  const double sign = random_below(2) ? 1 : -1;
  const double size = random_below(3) ? ends[random_below(COUNT(ends))] : exp(random_between(-20, 20));
  return sign * size * (random_below(3) ? 1 : random_between(0.9, 1.1));
}

/* One number, two, or all beyond one. */
static burl_range random_range(void) {
  const double a = random_number();
  const double b = random_below(4) ? random_number() : a + fabs(a) * exp(random_between(-16, 0));
  const burl_range r = {fmin(a, b), fmax(a, b), random_below(6) == 0};
  switch (random_below(5)) {
  case 0: return (burl_range){a, a, r.may_be_nan};
  case 1: return (burl_range){a, INFINITY, r.may_be_nan};
  case 2: return (burl_range){-INFINITY, a, r.may_be_nan};
  default: return r;
  }
}

/* Any that a value with this range, of floats or of doubles, can be; its ends now and then. */
static double random_in(burl_range r, burl__type type) {
  if (r.may_be_nan && random_below(8) == 0) return (double)NAN;
  const double low = fmax(r.lo, -1e3 - fabs(r.hi)), high = fmin(r.hi, 1e3 + fabs(r.lo));
  for (int tries = 0; tries < 16; tries++) {
    const double within[] = {r.lo,
                             r.hi,
                             random_between(low, high),
                             random_number(),
                             r.lo + fabs(r.lo) * 1e-6 * random_unit(),
                             r.hi - fabs(r.hi) * 1e-6 * random_unit()};
    const double any = within[random_below(COUNT(within))];
    const double value = type == BURL__FLOAT ? (double)(float)any : any;
    if (value >= r.lo && value <= r.hi) return value;
  }
  return type == BURL__FLOAT ? (double)(float)r.lo : r.lo;
}

/* Arguments that builders give: the period of a tile is one number; a piece of a curve is monotone. */
static void draw_box(int op, int same, burl_range *box) {
  for (int a = 0; a < burl__operations[op].arity; a++) box[a] = random_range();
  if (same) box[1] = box[0];
  const double period = 1 + random_below(100);
  const double power = 0.5 * (random_below(2) ? 1 : -1) * (1 + random_below(MOST_HALVES));
  if (op == OP_axis_reduce) box[1] = (burl_range){period, period, 0};
  if (op == OP_half_power) box[1] = (burl_range){power, power, 0};
  if ((op == OP_sin || op == OP_cos || op == OP_tan) && random_below(2)) { /* beside a wave's extremes and poles */
    const double quarter = 1.5707963267948966 * (double)((int)random_below(2000001) - 1000000);
    const double beside = quarter + (random_below(2) ? 1 : -1) * exp(random_between(-18, 0));
    const double other = random_below(2) ? beside + random_between(0, 4) : quarter + exp(random_between(-18, 0));
    box[0] = (burl_range){fmin(beside, other), fmax(beside, other), 0};
  }
  for (int a = 1; a < 4 && op == OP_hermite_piece; a++) {
    box[a].lo = a == 1 ? random_between(-9, 9) : box[1].lo * random_between(0, 2);
    box[a] = (burl_range){box[a].lo, box[a].lo, 0};
  }
}

/* A curve through knots that rise, or what is of it in a derivative. */
static void draw_curve(burl__curve *curve) {
  double x[CURVE_PIECES + 1], y[CURVE_PIECES + 1];
  const double unit = exp(random_between(-20, 20));
  burl__curve drawn, width, slope;
  x[0] = (double)(float)random_between(-40 * unit, 10 * unit);
  y[0] = random_between(-2, 2);
  for (int i = 1; i <= CURVE_PIECES; i++) {
    const float beside = nextafterf((float)x[i - 1], FLT_MAX);
    x[i] = fmax((double)beside, (double)(float)(x[i - 1] + (random_below(4) ? unit * random_unit() : 0)));
    y[i] = y[i - 1] + (random_below(8) ? random_unit() : 0);
  }
  burl__curve_through_knots(&drawn, x, y);
  burl__curve_derive(&drawn, &width, &slope);
  *curve = random_below(2) ? drawn : random_below(2) ? width : slope;
}

/* What an argument of a curve is, beside the places of its pieces. */
static burl_range random_part(const burl__curve *curve) {
  const double from = (double)curve->row[CURVE_BEGIN][random_below(CURVE_PIECES)];
  const double breadth = (double)curve->row[CURVE_WIDTH][random_below(CURVE_PIECES)] * exp(random_between(-9, 3));
  const double a = random_below(2) ? from : (double)(float)(from + breadth * (random_unit() - 0.5));
  return (burl_range){a, random_below(3) ? (double)(float)(a + breadth) : a, random_below(6) == 0};
}

static void check_box(int op, int same) {
  static burl__curve curve;
  const burl__operation *const operation = &burl__operations[op];
  const void *const setup = op == OP_curve ? &curve : NULL;
  burl_range box[BURL__ARGUMENTS];
  double in[BURL__ARGUMENTS][BURL__LANES], out[BURL__LANES];
  draw_box(op, same, box);
  if (op == OP_curve) draw_curve(&curve);
  if (op == OP_curve && random_below(4)) box[0] = random_part(&curve);
  const burl_range bounds = burl__bound(op, setup, box, same);
  for (int a = 0; a < operation->arity; a++)
    for (int i = 0; i < BURL__LANES; i++) in[a][i] = same && a == 1 ? in[0][i] : random_in(box[a], operation->in);
  for (int i = 0; i < BURL__LANES; i++) /* a number that no float is near to */
    for (int a = 0; a < operation->arity; a++)
      if (in[a][i] < box[a].lo || in[a][i] > box[a].hi) return;
  burl__evaluate(op, operation->arity, (const double(*)[BURL__LANES])in, setup, out);
  for (int i = 0; i < BURL__LANES; i++) {
    if (isnan(out[i]) ? bounds.may_be_nan : out[i] >= bounds.lo && out[i] <= bounds.hi) continue;
    for (int a = 0; a < operation->arity; a++)
      print_message("argument %.17g of [%.17g, %.17g]%s\n", in[a][i], box[a].lo, box[a].hi,
                    box[a].may_be_nan ? " or NaN" : "");
    fail_msg("%s%s gives %.17g, outside [%.17g, %.17g]%s", operation->name, same ? " of the same twice" : "", out[i],
             bounds.lo, bounds.hi, bounds.may_be_nan ? " or NaN" : "");
  }
}

static void nothing_outside_of_an_operation(void **unused) {
  (void)unused;
  const int boxes = (int)(4000 * scale_of_test()) + 1000;
  random_begin(3);
  for (int op = 0; op < BURL__OP_COUNT; op++) {
    const int arity = burl__operations[op].arity;
    for (int i = 0; i < boxes && burl__operations[op].name && arity > 0; i++)
      check_box(op, arity > 1 && i % 4 == 0 && op != OP_axis_reduce && op != OP_half_power && op != OP_hermite_piece);
  }
}

/* ---- Tight -------------------------------------------------------------------------------------- */

/* Recipes in 2D, and what their bounds lie within. */
static const struct {
  const char *text;
  double lo, hi;
} tight[] = {
    /* one end alone is infinite */
    {"terrace(x*x, 3, sharpness: 0)", -1e-6, INFINITY},
    {"terrace(exp(x), 3, sharpness: 0)", -1e-6, INFINITY},
    {"terrace(-exp(x), 3, sharpness: 0)", -INFINITY, 1e-6},
    {"terrace(max(x, 0), 3, sharpness: 0)", -1e-6, INFINITY},
    {"terrace(min(x, 0), 3, sharpness: 0)", -INFINITY, 1e-6},
    {"terrace(x*x, 3, sharpness: 0*x)", -1e-6, INFINITY},
    {"terrace(x*x, 3, sharpness: x)", -0.34, INFINITY},
    {"param s = 0 [0, 1]\nterrace(x*x, 3, sharpness: s)", -1e-6, INFINITY},
    /* a mean of octaves */
    {"fbm(perlin(), gain: unit(value()))", -1 - 2e-6, 1 + 2e-6},
    {"fbm(perlin(), gain: 0.3 + 0.4*unit(value()))", -1 - 2e-6, 1 + 2e-6},
    {"fbm(perlin(), gain: value(), octaves: 3.5)", -1 - 2e-6, 1 + 2e-6},
    {"fbm(perlin(), gain: sqrt(value()))", -1 - 2e-6, 1 + 2e-6},
    {"fbm(2 + perlin(), gain: unit(value()))", 1 - 5e-6, 3 + 5e-6},
    {"fbm(2 + perlin(), gain: value())", -3 - 5e-6, 3 + 5e-6},
    {"fbm(2 + perlin(), gain: unit(value()), octaves: auto)", 0, 3 + 2e-5},
    {"billow(perlin(), gain: unit(value()))", -1 - 5e-6, 1 + 5e-6},
    {"turbulence(perlin(), gain: unit(value()))", 0, 1 + 2e-6},
    {"turbulence(perlin(), gain: value())", -1 - 2e-6, 1 + 2e-6},
    {"ridged(perlin(), gain: unit(simplex()))", -1 - 5e-6, 1 + 5e-6},
    {"ridged(perlin(), gain: value(), octaves: auto)", -1 - 2e-5, 1 + 2e-5},
    {"pingpong(perlin(), gain: 0.5 + 0.1*perlin())", -1 - 5e-6, 1 + 5e-6},
    /* octaves with memory */
    {"ridged(perlin(), feedback: 2)", -1 - 2e-6, 1 + 2e-6},
    {"ridged(perlin(), feedback: 2, gain: unit(value()))", -1 - 5e-6, 1 + 5e-6},
    {"fbm(perlin(), weighted_strength: 0.7)", -1 - 2e-6, 1 + 2e-6},
    {"fbm(perlin(), weighted_strength: value(), gain: unit(value()))", -1 - 5e-6, 1 + 5e-6},
    {"billow(value(), damped: 2)", -1 - 2e-6, 1 + 2e-6},
    {"turbulence(value(), damped: perlin(), weighted_strength: 1)", 0, 1 + 2e-6},
    {"multifractal(perlin())", 0, 1 + 2e-6},
    {"multifractal(perlin(), offset: 0)", -1 - 2e-6, 1 + 2e-6},
    {"multifractal(perlin(), octaves: auto)", 0, 1 + 2e-6},
    {"swiss(perlin())", 0, 1 + 2e-6},
    {"swiss(simplex(), octaves: auto)", 0, 1 + 2e-6},
    {"jordan(perlin())", 0, 1 + 2e-6},
    {"fbm(perlin(), amplitudes: 1, -2, 3)", -1 - 2e-6, 1 + 2e-6},
    /* a power by a constant */
    {"pow(perlin(), 2)", 0, 1},
    {"pow(perlin(), 3)", -1, 1},
    {"pow(2 + perlin(), -2)", 1.0 / 9, 1},
    {"pow(perlin(), 1.5)", 0, 1},
    /* a value with itself */
    {"perlin() - perlin()", 0, 0},
    {"x - x", 0, 0},
    {"exp(x) - exp(x)", 0, 0},
    {"perlin() / perlin()", 1, 1},
    {"perlin() == perlin()", 1, 1},
    {"perlin() != perlin()", 0, 0},
    {"perlin() <= perlin()", 1, 1},
    {"perlin() > perlin()", 0, 0},
    {"step(perlin(), perlin())", 1, 1},
    {"min(perlin(), perlin())", -1, 1},
    {"clamp(perlin(), perlin(), perlin())", -1, 1},
    {"perlin() > 1.5 ? x : perlin()", -1, 1},
    /* a value more than once */
    {"perlin()*perlin()*perlin()*perlin()", 0, 1},
    {"2*perlin()*perlin()", 0, 2},
    {"unit(perlin())*(1 - unit(perlin()))", 0, 0.27},
    {"unit(perlin()) - unit(perlin())*unit(perlin())", -0.04, 0.29},
    {"perlin() + -perlin()", -0.07, 0.07},
    {"perlin() > 0 ? perlin() : -perlin()", -0.07, 1},
    {"perlin()/(2 + perlin())", -1, 0.35},
    /* a part of a wave */
    {"sin(0.3*perlin())", -0.29553, 0.29553},
    {"sin(1.5 + perlin())", 0.4794, 1},
    {"sin(perlin() - 1.5)", -1, -0.4794},
    {"cos(0.3*perlin())", 0.95533, 1},
    {"cos(3 + 0.3*perlin())", -1, -0.90407},
    {"cos(4 + 0.3*perlin())", -0.84811, -0.40079},
    {"cos(2*perlin())", -0.41615, 1},
    {"cos(4*perlin())", -1, 1},
    {"tan(0.3*perlin())", -0.30934, 0.30934},
    {"tan(3 + 0.3*perlin())", -0.47274, 0.15975},
    {"atan2(perlin(), 3)", -0.32176, 0.32176},
    {"atan2(3 + perlin(), perlin())", 1.1071, 2.0345},
    {"atan2(perlin() - 3, perlin())", -2.0345, -1.1071},
    {"atan2(abs(perlin()), perlin())", 0, 3.1415928},
    {"atan2(perlin(), abs(perlin()))", -1.570798, 1.570798},
};

static void bounds_are_tight(void **unused) {
  (void)unused;
  random_begin(4);
  for (size_t i = 0; i < COUNT(tight); i++) {
    static recipe r;
    burl_error error;
    recipe_begin(&r);
    recipe_put(&r, "%s", tight[i].text);
    burl_program *const program = burl_compile(r.text, 2, &error);
    if (!program) fail_msg("%s: %s", r.text, error.message);
    const burl_range bounds = burl_bounds(program, 0);
    if (bounds.lo < tight[i].lo || bounds.hi > tight[i].hi)
      fail_msg("%s has [%.9g, %.9g]", r.text, bounds.lo, bounds.hi);
    check_samples(&r, program, 10);
    burl_free(program);
  }
}

static const struct {
  const char *name;
  int arity;
} functions[] = {
#define ARITHMETIC(name, arity, bounds, slope, signature, range, help) {#name, arity},
#define NUMERIC(name, arity, bounds, slope, signature, range, help) {#name, arity},
#include "functions.def"
    {"terrace", 2}, {"remap", 5}, {"length", 3}, {"dot", 4}, {"mix", 3}, {"fbm", 1}, {"ridged", 1}, {"hash", 4}};

/* Every function with numbers of which one alone has an infinite end, and with the same number twice. */
static void functions_of_infinite_ends(void **unused) {
  (void)unused;
  static const char *const numbers[] = {"x*x",      "-x*x",        "exp(x)", "-exp(x)", "max(x, 0)", "min(x, 0)",
                                        "1/abs(x)", "log(abs(x))", "0*x",    "x",       "perlin()",  "2",
                                        "0"};
  const int recipes = (int)(2000 * scale_of_test()) + 200;
  random_begin(6);
  for (int compiled = 0; compiled < recipes;) {
    static recipe r;
    const uint32_t f = random_below(COUNT(functions));
    const char *const first = numbers[random_below(COUNT(numbers))];
    recipe_begin(&r);
    recipe_put(&r, "%s(%s", functions[f].name, first);
    for (int a = 1; a < functions[f].arity; a++)
      recipe_put(&r, ", %s", random_below(4) ? numbers[random_below(COUNT(numbers))] : first);
    if (strcmp(functions[f].name, "terrace") == 0) recipe_put(&r, ", sharpness: %s", random_below(2) ? "0" : "0*x");
    recipe_put(&r, ")");
    burl_program *const program = burl_compile(r.text, 2, NULL);
    if (!program) continue; /* terrace(x, 0) */
    check_samples(&r, program, compiled % 2 ? 10 : 1e6);
    burl_free(program);
    compiled++;
  }
}

/* Anything made of one value and of numbers. */
static void put_of(recipe *r, const char *value, int depth) {
  static const char *const operators[] = {"+", "-", "*", "/", "%", "<", "==", "> 0 ? 0.5 :"};
  if (depth == 0 || random_below(8) == 0) {
    if (random_below(4)) recipe_put(r, "%s", value);
    else recipe_put(r, "%.3g", random_between(-2, 2));
  } else if (random_below(2)) {
    recipe_put(r, "(");
    put_of(r, value, depth - 1);
    recipe_put(r, " %s ", operators[random_below(COUNT(operators))]);
    put_of(r, value, depth - 1);
    recipe_put(r, ")");
  } else {
    const uint32_t f = random_below(COUNT(functions) - 2); /* no fractals */
    recipe_put(r, "%s(", functions[f].name);
    for (int a = 0; a < functions[f].arity; a++) {
      recipe_put(r, a ? ", " : "");
      put_of(r, value, depth - 1);
    }
    recipe_put(r, ")");
  }
}

static void made_of_one_value(void **unused) {
  (void)unused;
  static const char *const values[] = {"perlin()",       "unit(value())",        "clamp(x, -2, 3)",
                                       "fract(x)",       "clamp(sqrt(x), 0, 3)", "fbm(perlin())",
                                       "exp(3*perlin())"};
  const int recipes = (int)(3000 * scale_of_test()) + 300;
  random_begin(8);
  for (int compiled = 0; compiled < recipes;) {
    static recipe r;
    recipe_begin(&r);
    put_of(&r, values[random_below(COUNT(values))], 3);
    burl_program *const program = burl_compile(r.text, 2, NULL);
    if (!program) continue;
    check_samples(&r, program, 8);
    burl_free(program);
    compiled++;
  }
}

/* ---- 99 % --------------------------------------------------------------------------------------- */

static const char *const interp_words[] = {"linear", "cosine", "hermite", "quintic", "cubic", "catmull_rom", "wavelet"};
static const char *const set_words[] = {"default", "edges", "axes", "diagonal", "circle", "uniform"};

static double proven(const char *text, int dims) {
  burl_error error;
  burl_program *const program = burl_compile(text, dims, &error);
  if (!program) fail_msg("%s: %s", text, error.message);
  const burl_range bounds = burl_bounds(program, 0);
  burl_free(program);
  return bounds.hi;
}

enum { SET = 4096 };
static real vectors[SET][4];

/* The set's gradients for many hashes; of the uniform one, whose ends few hashes come near to, the
 * corners of its box as well. */
static void fill_set(int set, int dims) {
  for (uint32_t i = 0; i < SET; i++) {
    const uint32_t h = hash_spread(i * 7919u);
    const gradient g = gradient_of_set(dims, set, h, 1);
    const real v[4] = {g.x, g.y, g.z, g.w};
    memcpy(vectors[i], v, sizeof v);
    for (int a = 0; set == UNIFORM && i < 16 && a < dims; a++) vectors[i][a] = i >> a & 1u ? 1 : -1;
  }
}

/* The noise at f of given gradients, axes in the kernels' order. */
static real noise_of(int interp, int dims, const real *f, const real (*g)[4]) {
  static const int order[3] = {3, 2, 0};
  const burl__noise noise = {.dims = dims, .interp = interp, .taps = 2};
  plane p[16];
  for (int i = 0; i < 1 << dims; i++) /* bits of i: x, y, z, w */
    p[i] = plane_of(g[i][0], g[i][1], g[i][2], g[i][3], 0);
  for (int k = 0; k < 3; k++) {
    const int axis = order[k], first = axis == (dims > 2 ? dims - 1 : 0);
    for (int i = 0; axis < dims && i < 1 << dims; i++) {
      if (i >> axis & 1) continue;
      plane left = fold(p[i], axis, first, f[axis]);
      plane right = fold(p[i | 1 << axis], axis, first, f[axis] - 1);
      if (interp == WAVELET) left = scale_plane(left, axis, wavelet_window(f[axis]));
      if (interp == WAVELET) right = scale_plane(right, axis, wavelet_window(f[axis] - 1));
      p[i] = blend_planes(&noise, left, right, axis, blend_weight(interp, f[axis]));
    }
  }
  const column_line a = {p[0].rest, p[0].y}, b = {p[2].rest, p[2].y};
  const real u = blend_weight(interp, f[1]);
  return dims == 1           ? a.rest
         : interp == WAVELET ? finish_wave(a, b, f[1], u)
                             : finish_columns(a, column_step(a, b), f[1], u);
}

/* The noise at f with every corner's gradient the best of the set: corner by corner. */
static double best_at(int interp, int dims, const real *f) {
  real chosen[16][4];
  memset(chosen, 0, sizeof chosen);
  for (int corner = 0; corner < 1 << dims; corner++) {
    real d[4] = {0, 0, 0, 0}, most = -100;
    for (int a = 0; a < dims; a++) d[a] = f[a] - (real)(corner >> a & 1);
    for (int i = 0; i < SET; i++) {
      const real dot = vectors[i][0] * d[0] + vectors[i][1] * d[1] + vectors[i][2] * d[2] + vectors[i][3] * d[3];
      if (dot <= most) continue;
      most = dot;
      memcpy(chosen[corner], vectors[i], sizeof vectors[i]);
    }
  }
  return (double)noise_of(interp, dims, f, (const real(*)[4])chosen);
}

static double climb(int interp, int dims) {
  double best = -1;
  for (int start = 0; start < (dims < 4 ? 24 : 10); start++) {
    real at[4];
    for (int a = 0; a < 4; a++) at[a] = start == 0 ? (real)0.5 : (real)random_unit();
    double here = best_at(interp, dims, at);
    for (double step = 0.2; step > 0.002; step *= 0.88) {
      real to[4];
      for (int a = 0; a < 4; a++) {
        const double moved = (double)at[a] + (random_unit() - 0.5) * 2 * step;
        to[a] = (real)fmin(fmax(moved, 0), 1);
      }
      if (random_below(3) == 0) to[random_below(4)] = 0; /* wavelets are largest on the cell's edges */
      const double there = best_at(interp, dims, to);
      if (there > here) {
        here = there;
        memcpy(at, to, sizeof at);
      }
    }
    best = fmax(best, here);
  }
  return best;
}

static void gradient_noise_reaches_its_bound(void **unused) {
  (void)unused;
  random_begin(5);
  for (int dims = 1; dims <= 4; dims++)
    for (int set = 0; set < GRADIENTS_COUNT; set++) {
      fill_set(set, dims);
      for (int interp = 0; interp < INTERP_COUNT; interp++) {
        if (interp == CUBIC || interp == CATMULL_ROM) continue;
        char text[128];
        snprintf(text, sizeof text, "perlin(interp: %s, gradients: %s, raw: 1)", interp_words[interp], set_words[set]);
        const double bound = proven(text, dims), reached = climb(interp, dims);
        if (reached < 0.99 * bound || reached > bound) fail_msg("%s in %dD: %g of %g", text, dims, reached, bound);
        snprintf(text, sizeof text, "perlin(interp: %s, gradients: %s)", interp_words[interp], set_words[set]);
        assert_true(proven(text, dims) == 1.0);
      }
    }
}

/* Corners of ±1 that take the sign of their weight make the blend the sum of the weights' sizes. */
static double value_reach(int interp, int smooth) {
  double best = 0;
  for (int i = 0; i <= 1000; i++) {
    double sum = 0;
    for (int tap = -2; tap <= 3; tap++) {
      const real t = (real)(i / 1000.0);
      sum += fabs((double)(smooth ? smooth_weight(interp, tap, t) : point_weight(interp, tap, t)));
    }
    best = fmax(best, sum);
  }
  return best;
}

static void value_noise_reaches_its_bound(void **unused) {
  (void)unused;
  for (int dims = 1; dims <= 4; dims++)
    for (int interp = 0; interp <= CATMULL_ROM; interp++)
      for (int smooth = 0; smooth < 2; smooth++) {
        char text[128];
        snprintf(text, sizeof text, "value(interp: %s, smooth: %d, raw: 1)", interp_words[interp], smooth);
        const double bound = proven(text, dims), reached = pow(value_reach(interp, smooth), dims);
        if (reached < 0.99 * bound || reached > bound) fail_msg("%s in %dD: %g of %g", text, dims, reached, bound);
        snprintf(text, sizeof text, "value(interp: %s, smooth: %d)", interp_words[interp], smooth);
        assert_true(proven(text, dims) == 1.0);
      }
}

static void white_noise_reaches_its_bound(void **unused) {
  (void)unused;
  float most = -2, least = 2;
  for (int i = 0; i < 2000; i++) {
    const float v = burl_white1(0, i);
    most = v > most ? v : most;
    least = v < least ? v : least;
  }
  assert_true(most > 0.99f && least < -0.99f && most <= 1 && least >= -1);
}

/* The remainder of a whole number by a whole one, n, is at most n - 1: in its bounds, and at every place. */
static void test_whole_remainders(void **state) {
  static const struct {
    const char *recipe;
    double most;
  } cases[] = {{"(floor(x) + floor(y)) % 2", 1},
               {"floor(3*x) % 3", 2},
               {"round(9*perlin()) % 7", 6},
               {"(floor(x)*3 - (y > 0 ? 1 : ceil(z))) % 16", 15},
               {"floor(x) % 2.5", 2.5},
               {"x % 3", 3},
               {"floor(x) % 1", 0},
               {"(floor(x) + 0.5) % 3", 3},
               {"min(floor(x), -floor(y)) % 5 % 3", 2}};
  static const double far[] = {0, -1e-17, -1, 2.5, 7, 1e9 + 1, 0x1p52 + 3, -0x1p53, 1e17, -3e18, 1e300, INFINITY, NAN};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    burl_program *const program = burl_compile(cases[i].recipe, 3, NULL);
    assert_non_null(program);
    const burl_range bounds = burl_bounds(program, 0);
    if (bounds.lo != 0 || bounds.hi != cases[i].most) fail_msg("%s: [%g, %g]", cases[i].recipe, bounds.lo, bounds.hi);
    for (size_t k = 0; k < sizeof far / sizeof *far * 13; k++) {
      const double x = far[k / 13], y = far[k % 13], z = 2;
      const burl_points point = {.count = 1, .coord = {&x, &y, &z}};
      float value;
      assert_int_equal(burl_sample_points(program, &point, &value), BURL_OK);
      if (!isnan(value) && !((double)value >= 0 && (double)value <= cases[i].most))
        fail_msg("%s at %g, %g: %g", cases[i].recipe, x, y, (double)value);
    }
    burl_free(program);
  }
}

/* A smoothstep of what lies beyond an edge is exactly 0 or 1, so that it is known which side of a mix counts. */
static void test_saturated_smoothstep(void **state) {
  static const struct {
    const char *recipe;
    double lo, hi;
  } cases[] = {{"smoothstep(-2, -1, perlin())", 1, 1}, {"smoothstep(-0.3, 0.7, 0.7 + abs(perlin()))", 1, 1},
               {"smoothstep(1, 2, perlin())", 0, 0},   {"smoothstep(-1, -2, perlin())", 0, 0},
               {"smoothstep(2, 1, perlin())", 1, 1},   {"smoothstep(1e-30, 2, min(perlin(), 0))", 0, 0}};
  static const char *const open[] = {"smoothstep(-2, -0.999, perlin())", "smoothstep(0.999, 2, perlin())",
                                     "smoothstep(-0.999, -2, perlin())",
                                     "smoothstep(-2, -1, perlin()/perlin(seed: 1))"};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    burl_program *const program = burl_compile(cases[i].recipe, 2, NULL);
    assert_non_null(program);
    const burl_range bounds = burl_bounds(program, 0);
    if (bounds.lo != cases[i].lo || bounds.hi != cases[i].hi)
      fail_msg("%s: [%.9g, %.9g]", cases[i].recipe, bounds.lo, bounds.hi);
    burl_free(program);
  }
  for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
    burl_program *const program = burl_compile(open[i], 2, NULL);
    assert_non_null(program);
    const burl_range bounds = burl_bounds(program, 0);
    if (!(bounds.lo < bounds.hi)) fail_msg("%s: [%.9g, %.9g]", open[i], bounds.lo, bounds.hi);
    burl_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_saturated_smoothstep),
      cmocka_unit_test(test_whole_remainders),
      cmocka_unit_test(nothing_outside),
      cmocka_unit_test(nothing_far_outside),
      cmocka_unit_test(nothing_outside_of_an_operation),
      cmocka_unit_test(bounds_are_tight),
      cmocka_unit_test(functions_of_infinite_ends),
      cmocka_unit_test(made_of_one_value),
      cmocka_unit_test(gradient_noise_reaches_its_bound),
      cmocka_unit_test(value_noise_reaches_its_bound),
      cmocka_unit_test(white_noise_reaches_its_bound),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
