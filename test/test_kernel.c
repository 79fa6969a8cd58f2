/* The kernels: every instruction set of the machine gives the base set's bits, operation by operation;
 * coordinates reduced together are what each of them is; a curve is the sum of its pieces. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "kernel/kernel.h"
#include "noise/axis.h"
#include "program/curve.h"
#include "program/noise_setup.h"

enum { COUNT = 16 * BURL__LANES };

static const char *const sets[] = {"sse2", "avx2", "avx512", "neon", "scalar", "base"};

static uint64_t state = 9;
static uint64_t draw(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 20;
}

/* Numbers of every size and sign, and the awkward ones. */
static double number(void) {
  static const double awkward[] = {0.0, -0.0, 1, -1, 0.5, 1e-40, -1e30, 8388608.5, 4503599627370497.0, 1e300};
  if (draw() % 16 == 0) return awkward[draw() % 10];
  if (draw() % 64 == 0) return draw() % 2 ? (double)NAN : (double)INFINITY;
  return ((double)(draw() % 2000001) - 1e6) * (draw() % 2 ? 1e-6 : 1e-3);
}

/* Of a noise, arguments behind its coordinates are floats. */
static void run(const burl__kernels *kernels, int op, int arity, const burl__noise *setup, unsigned char *to) {
  static alignas(64) double in_d[BURL__ARGUMENTS][COUNT];
  static alignas(64) float in_f[BURL__ARGUMENTS][COUNT];
  static alignas(64) double out[COUNT];
  const int is_wide = burl__operations[op].in == BURL__DOUBLE,
            wide = burl__is_noise(op) ? setup->dims : is_wide * arity;
  burl__call call = {.to = out, .setup = setup, .lines = 1, .output = {.scalar = 1}};
  state = (uint64_t)op;
  memset(out, 0, sizeof out);
  for (int a = 0; a < arity; a++) {
    for (int i = 0; i < COUNT; i++) {
      in_d[a][i] = number();
      in_f[a][i] = (float)in_d[a][i];
    }
    call.from[a] = a < wide ? (const void *)in_d[a] : (const void *)in_f[a];
  }
  kernels->run[op](&call, COUNT / BURL__LANES);
  for (int i = 0; i < COUNT; i++) { /* NaN has one pattern only where results are stored */
    if (burl__operations[op].out == BURL__DOUBLE && isnan(out[i])) out[i] = 12345;
    if (burl__operations[op].out == BURL__FLOAT && isnan(((float *)out)[i])) ((float *)out)[i] = 12345;
  }
  memcpy(to, out, sizeof out);
}

static void every_set_gives_the_same_bits(void **unused) {
  (void)unused;
  static unsigned char base[COUNT * 8], other[COUNT * 8];
  int compared = 0;
  for (int op = 0; op < OP_widen; op++)
    for (int dims = 1; dims <= 4; dims++) {
      const int noise = burl__operations[op].arity < 0, arity = noise ? dims : burl__operations[op].arity;
      burl__noise setup;
      if (noise) burl__noise_standard(&setup, op, dims, 77);
      if (!burl__operations[op].name || (!noise && dims > 1)) continue; /* rows: test_grid */
      if (burl__is_bend(op)) continue;                                  /* second derivatives: test_second */
      const int of_waves = noise && burl__kind_of_noise(&setup) == BURL__OF_WAVES, behind = of_waves ? 2 : 0;
      if ((of_waves || op == OP_scatter) && dims != 2) continue;
      run(burl__base_kernels(), op, arity + behind, &setup, base);
      for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
        const burl__kernels *const kernels = burl__choose_kernels(sets[s]);
        if (!kernels || kernels == burl__base_kernels()) continue;
        run(kernels, op, arity + behind, &setup, other);
        if (memcmp(base, other, sizeof base) != 0) fail_msg("%s differs with %s", burl__operations[op].name, sets[s]);
        compared++;
      }
    }
  print_message("%d comparisons\n", compared);
}

/* Coordinates and their period: a line as a grid has it, up or down, in one period or across ends, at times from just
 * beside one on or so far out that nothing holds there, at times with one that is not of its kind; or points anywhere,
 * half of them at ends or beside, of some lines none, some so far out that the product of the period and a lap is
 * rounded. */
static double draw_coordinates(double *p) {
  static const double divisors[] = {1, 1, 128, 1000};
  const double period = (double)(1 + draw() % (draw() % 2 ? 1000 : 4)) / divisors[draw() % 4];
  const double step = (draw() % 2 ? period : -period) / (double)(1 + draw() % 4000);
  const double begin = ldexp(number(), draw() % 4 == 0 ? -60 : draw() % 4 == 0 ? 44 : 0);
  const int is_line = draw() % 2 == 0, most = (int)(draw() % 32), any_at_ends = draw() % 2 == 0;
  for (int i = 0; i < COUNT; i++) {
    const double laps = ldexp((double)(draw() % 2000001) - 1e6, most - 20), near = floor(laps) * period;
    const double aside = ldexp(number(), -20 - (int)(draw() % 32)) * period;
    p[i] = is_line ? begin + i * step : !any_at_ends || draw() % 2 ? laps * period : draw() % 2 ? near : near + aside;
  }
  if (draw() % 8 == 0) p[draw() % COUNT] = draw() % 2 ? number() : -0.0;
  return period;
}

static void coordinates_are_reduced_as_each_is(void **unused) {
  (void)unused;
  static double p[COUNT], reduced[COUNT];
  for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
    const burl__kernels *const kernels = burl__choose_kernels(sets[s]);
    if (!kernels) continue;
    state = 11;
    for (int line = 0; line < 8000; line++) {
      const double period = draw_coordinates(p);
      const burl__call call = {.to = reduced, .from = {p, &period}, .lines = 1};
      kernels->run[OP_axis_reduce](&call, COUNT / BURL__LANES);
      for (int i = 0; i < COUNT; i++) {
        const double expected = axis_reduce(p[i], period);
        if (isnan(expected) ? !isnan(reduced[i]) : memcmp(&reduced[i], &expected, sizeof expected) != 0)
          fail_msg("%s: %a, not %a, of %a with a period of %a", sets[s], reduced[i], expected, p[i], period);
      }
    }
  }
}

/* ---- Curves -------------------------------------------------------------------------------------- */

enum { KNOTS = CURVE_PIECES + 1 };

/* Knots that rise, any distance apart; at times as close to each other as floats can be. */
static void draw_knots(double x[KNOTS], double y[KNOTS]) {
  const double unit = ldexp(1, (int)(draw() % 80) - 40);
  float last = (float)(number() * unit);
  double height = number();
  if (!isfinite(last) || fabsf(last) > 1e20f) last = 1;
  if (!isfinite(height) || fabs(height) > 1e6) height = 0;
  for (int i = 0; i < KNOTS; i++) {
    x[i] = (double)last;
    y[i] = height;
    const float further = last + (float)(unit * (double)(draw() % 1000) / 1000);
    last = further > last && draw() % 8 ? further : nextafterf(last, FLT_MAX);
    height += (double)(draw() % 1000) * 1e-4;
  }
}

/* As docs/language.md has curve(): y0 and each piece's rise as far as it has been passed.  *slope: its derivative. */
static float curve_of_pieces(const double x[KNOTS], const double y[KNOTS], float a, double *slope) {
  double grade[KNOTS], steep[KNOTS];
  float sum = (float)y[0];
  for (int i = 0; i + 1 < KNOTS; i++) grade[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  steep[0] = grade[0];
  steep[KNOTS - 1] = grade[KNOTS - 2];
  for (int i = 1; i + 1 < KNOTS; i++)
    steep[i] = grade[i - 1] * grade[i] > 0 ? 2 * grade[i - 1] * grade[i] / (grade[i - 1] + grade[i]) : 0;
  *slope = 0;
  for (int i = 0; i + 1 < KNOTS; i++) {
    const double width = x[i + 1] - x[i], v = ((double)a - x[i]) / width;
    const float rise = (float)(y[i + 1] - y[i]), s0 = (float)(steep[i] * width), s1 = (float)(steep[i + 1] * width);
    const float t = (a - (float)x[i]) / (float)width, u = t > 0 ? t < 1 ? t : 1 : 0;
    sum += u * (s0 + u * ((3 * rise - 2 * s0 - s1) + u * (s0 + s1 - 2 * rise)));
    if (v >= 0 && v < 1)
      *slope = steep[i] * (1 - v) * (1 - 3 * v) + steep[i + 1] * v * (3 * v - 2) + 6 * grade[i] * v * (1 - v);
  }
  return sum;
}

/* At knots, beside them and between, beyond the ends, and at what is no number. */
static void draw_arguments(const double x[KNOTS], float a[COUNT]) {
  for (int i = 0; i < COUNT; i++) {
    const float knot = (float)x[draw() % KNOTS];
    const int k = (int)(draw() % (KNOTS - 1));
    a[i] = i % 5 == 0   ? knot
           : i % 5 == 1 ? nextafterf(knot, draw() % 2 ? FLT_MAX : -FLT_MAX)
           : i % 5 < 4  ? (float)(x[k] + (x[k + 1] - x[k]) * (double)(draw() % 1000) / 1000)
                        : (float)number();
  }
}

static void run_curve(const burl__kernels *kernels, const burl__curve *curve, const float *a, float *to) {
  const burl__call call = {.to = to, .from = {a}, .setup = curve, .lines = 1};
  kernels->run[OP_curve](&call, COUNT / BURL__LANES);
}

static void check_curve(const burl__kernels *kernels) {
  alignas(64) static float a[COUNT], through[COUNT], wide[COUNT], by[COUNT];
  double x[KNOTS], y[KNOTS], slope, steepest = 0;
  burl__curve curve, width, by_share;
  draw_knots(x, y);
  draw_arguments(x, a);
  burl__curve_through_knots(&curve, x, y);
  assert_true(burl__curve_derive(&curve, &width, &by_share));
  run_curve(kernels, &curve, a, through);
  run_curve(kernels, &width, a, wide);
  run_curve(kernels, &by_share, a, by);
  for (int i = 0; i + 1 < KNOTS; i++) steepest = fmax(steepest, (y[i + 1] - y[i]) / (x[i + 1] - x[i]));
  for (int i = 0; i < COUNT; i++) {
    const float expected = curve_of_pieces(x, y, a[i], &slope);
    if (memcmp(&through[i], &expected, sizeof expected) != 0)
      fail_msg("%s: a curve at %a is %a, not %a", kernels->name, (double)a[i], (double)through[i], (double)expected);
    if (a[i] >= (float)x[0] && a[i] < (float)x[KNOTS - 1] &&
        fabs((double)by[i] / (double)wide[i] - slope) > 4e-6 * steepest)
      fail_msg("%s: a curve rises by %g at %a, not by %g", kernels->name, (double)(by[i] / wide[i]), (double)a[i],
               slope);
  }
}

static void a_curve_is_the_sum_of_its_pieces(void **unused) {
  (void)unused;
  for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
    const burl__kernels *const kernels = burl__choose_kernels(sets[s]);
    state = 5;
    for (int i = 0; kernels && i < 2000; i++) check_curve(kernels);
  }
}

/* ---- Names --------------------------------------------------------------------------------------- */

static void every_operation_has_a_kernel(void **unused) {
  (void)unused;
  for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
    const burl__kernels *const kernels = burl__choose_kernels(sets[s]);
    for (int op = 0; kernels && op < BURL__OP_COUNT; op++) assert_non_null(kernels->run[op]);
  }
  assert_non_null(burl__choose_kernels(NULL));
  assert_null(burl__choose_kernels("mmx"));
  assert_true(strlen(burl__kernel_names()) > 3);
}

/* Every name of an instruction set that has no kernels of its own means the set that every processor has: of
 * SSE4.1 programs and scripts may still ask. */
static void old_names_mean_the_base_set(void **unused) {
  (void)unused;
  static const char *const names[] = {"base", "sse2", "sse4.1", "neon", "simd128", "scalar"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const burl_options options = {.struct_size = sizeof options, .dims = 2, .isa = names[i]};
    burl_program *const program = burl_compile_with("perlin()", 8, &options, NULL);
    assert_non_null(program);
    assert_ptr_equal(burl__choose_kernels(names[i]), burl__base_kernels());
    assert_string_equal(burl_isa(program), burl__base_kernels()->name);
#if defined(__x86_64__)
    assert_string_equal(burl_isa(program), "sse2");
#endif
    burl_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_operation_has_a_kernel),     cmocka_unit_test(old_names_mean_the_base_set),
      cmocka_unit_test(every_set_gives_the_same_bits),    cmocka_unit_test(coordinates_are_reduced_as_each_is),
      cmocka_unit_test(a_curve_is_the_sum_of_its_pieces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
