/* noise/math.h and the functions of noise/number.h that stand on it: how far they are from the C library's in
 * double, and that the text for one sample and the kernels of every instruction set give the same bits.  With
 * BURL_TEST_SCALE=4096 functions of one argument are tried at every float. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/kernel.h"
#include "noise/number.h"
#include "program/operation.h"
#include "scale.h"

enum { COUNT = 256 * BURL__LANES, EVERY = 4096 };

static const char *const sets[] = {"base", "avx2", "avx512"};

static uint64_t state = 5;
static uint64_t draw(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 32;
}
static double draw_in(double lo, double hi) { return lo + (hi - lo) * (double)draw() / 4294967296.0; }

static const float awkward[] = {0.0f,        -0.0f,       INFINITY,    -INFINITY,    NAN,
                                1e-45f,      -1e-45f,     FLT_MIN,     -FLT_MIN,     1.17549421e-38f,
                                FLT_MAX,     -FLT_MAX,    0.5f,        -0.5f,        1,
                                -1,          0.99999994f, 1.00000012f, -1.00000012f, 2,
                                -2,          3,           -3,          1.5f,         -1.5f,
                                8388608,     8388607.5f,  8388609,     -8388609,     16777215,
                                16777216,    1048576,     1048576.12f, 8192,         1.57079637f,
                                3.14159274f, 88.7228394f, 88.7228470f, -103.972076f, -103.972084f,
                                0.04045f,    0.0031308f,  1e30f,       -1e30f};
enum { AWKWARD = sizeof awkward / sizeof *awkward };

/* ---- Errors ------------------------------------------------------------------------------------- */

/* In units in the last place of the truth, where what is infinite counts as the number behind the largest. */
static double ulps(float got, double truth) {
  if (isnan(got) || isnan(truth)) return isnan(got) && isnan(truth) ? 0 : INFINITY;
  const double most = 0x1p128, result = isinf(got) ? copysign(most, (double)got) : (double)got;
  const double clamped = truth > most ? most : truth < -most ? -most : truth;
  const uint64_t power = bits_of_double(clamped) >> 52 & 2047u; /* of two, and 1,023 */
  const uint64_t held = power < 1023 - 126 ? 1023 - 126 : power > 1023 + 127 ? 1023 + 127 : power;
  return fabs(result - clamped) * double_of_bits((2 * 1023u + 23 - held) << 52);
}

static double linear(double a) {
  const double b = fabs(a), c = b <= (double)0.04045f ? b / 12.92 : pow((b + 0.055) / 1.055, 2.4);
  return copysign(c, a);
}
static double srgb(double a) {
  const double b = fabs(a), c = b <= (double)0.0031308f ? b * 12.92 : 1.055 * pow(b, 1 / 2.4) - 0.055;
  return copysign(c, a);
}

/* The error that is allowed for arguments up to `to`: in ulps, or absolute. */
typedef struct {
  double to, ulps, absolute;
} limit;

typedef struct {
  int op;
  float (*text)(float);
  double (*truth)(double);
  limit limits[2]; /* beyond the last one an argument counts as 0 */
  float most;      /* no result is larger; 0: there is no such limit */
} row;

#define EVERYWHERE(ulps)          \
  {                               \
    { (double)INFINITY, ulps, 0 } \
  }
static const row rows[] = {
    {OP_sqrt, lane_sqrt, sqrt, EVERYWHERE(0.5), 0},
    {OP_exp, lane_exp, exp, EVERYWHERE(0.8), 0},
    {OP_log, lane_log, log, EVERYWHERE(0.9), 0},
    {OP_sin, lane_sin, sin, {{0x1p13, 0.9, 0}, {0x1p20, 0, 1e-7}}, 1},
    {OP_cos, lane_cos, cos, {{0x1p13, 0.9, 0}, {0x1p20, 0, 1e-7}}, 1},
    {OP_tan, lane_tan, tan, {{0x1p13, 2.5, 0}, {0x1p20, 0, (double)INFINITY}}, 0},
    {OP_asin, lane_asin, asin, EVERYWHERE(0.8), (float)(LANE_PI / 2)},
    {OP_acos, lane_acos, acos, EVERYWHERE(0.8), (float)LANE_PI},
    {OP_atan, lane_atan, atan, EVERYWHERE(1.6), (float)(LANE_PI / 2)},
    {OP_cube_root, lane_cube_root, cbrt, EVERYWHERE(1), 0},
    {OP_linear_of_srgb, lane_linear_of_srgb, linear, {{1, 0, 2e-7}, {(double)INFINITY, 3, 0}}, 0},
    {OP_srgb_of_linear, lane_srgb_of_linear, srgb, {{1, 0, 2e-7}, {(double)INFINITY, 3, 0}}, 0},
};

/* The result's error as a part of what it may be, and the largest of each limit. */
static void judge(const row *r, float a, float got, double most[2]) {
  int i = 0;
  while (i < 2 && fabs((double)a) > r->limits[i].to) i++;
  const limit *const l = &r->limits[i < 2 ? i : 1];
  const int is_beyond = i == 2 || l->to == 0;
  const double truth = r->truth(is_beyond ? 0.0 : (double)a);
  const double apart = isnan(got) && isnan(truth) ? 0 : fabs((double)got - truth);
  const double off = is_beyond || l->absolute == 0 ? ulps(got, truth) : apart;
  const double allowed = is_beyond ? 0 : l->absolute == 0 ? l->ulps : l->absolute;
  if (!(off <= allowed) || (r->most > 0 && fabsf(got) > r->most))
    fail_msg("%s(%a) is %a, not %a: %g off", burl__operations[r->op].name, (double)a, (double)got, truth, off);
  if (!is_beyond) most[i] = fmax(most[i], off);
}

/* ---- The text and all kernels -------------------------------------------------------------------- */

static int is_same(float a, float b) { return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0; }

/* Runs the operation on COUNT pairs with every instruction set; the results must be those in `to`. */
static void expect_of_all_sets(int op, const float *a, const float *b, const float *to) {
  static float out[COUNT];
  const burl__call call = {.to = out, .from = {a, b}, .lines = 1};
  for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
    const burl__kernels *const kernels = burl__choose_kernels(sets[s]);
    if (!kernels) continue;
    kernels->run[op](&call, COUNT / BURL__LANES);
    if (memcmp(out, to, sizeof out) == 0) continue;
    for (int i = 0; i < COUNT; i++)
      if (!is_same(out[i], to[i]))
        fail_msg("%s(%a, %a) is %a by the text, %a with %s", burl__operations[op].name, (double)a[i], (double)b[i],
                 (double)to[i], (double)out[i], sets[s]);
  }
}

/* Of every float the last set alone, of the others a sixteenth. */
static void functions_of_one_argument(void **unused) {
  (void)unused;
  static float a[COUNT], to[COUNT];
  const burl__kernels *const kernels = burl__choose_kernels(NULL);
  const burl__call call = {.to = to, .from = {a}, .lines = 1};
  const double scale = scale_of_test();
  const uint32_t step = scale >= EVERY ? 1u : (uint32_t)(EVERY / scale);
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    const row *const r = &rows[n];
    double most[2] = {0, 0};
    for (uint64_t first = 0, part = 0; first < 0x100000000u; first += (uint64_t)step * COUNT, part++) {
      for (uint32_t i = 0; i < COUNT; i++) {
        const uint64_t bits = first + (uint64_t)i * step + (step > 1 ? draw() % step : 0);
        a[i] = first == 0 && i < AWKWARD && step > 1 ? awkward[i] : real_of_bits((uint32_t)bits);
      }
      kernels->run[r->op](&call, COUNT / BURL__LANES);
      for (int i = 0; i < COUNT; i++) judge(r, a[i], to[i], most);
      if (step == 1 && part % 16 != 0) continue;
      for (int i = 0; i < COUNT; i++) to[i] = r->text(a[i]);
      expect_of_all_sets(r->op, a, a, to);
    }
    print_message("%-16s%.3g ulps, then %.3g\n", burl__operations[r->op].name, most[0], most[1]);
  }
}

/* ---- Functions of two arguments ------------------------------------------------------------------ */

/* A base and an exponent: of any bits; or so that the power is in the range of floats, the base near 1 at times,
 * negative with a whole exponent at times. */
static void draw_power(float *a, float *b) {
  const uint64_t kind = draw() % 8;
  *a = real_of_bits((uint32_t)draw());
  *b = real_of_bits((uint32_t)draw());
  if (kind == 0) return;
  const double near_one = 1 + ldexp(draw_in(-1, 1), -(int)(draw() % 23));
  *a = fabsf(kind < 4 ? (float)draw_in(0, 4) : kind == 4 ? (float)near_one : *a);
  *b = (float)(kind == 1 ? draw_in(-3, 3) : draw_in(-150, 129) / log2((double)*a));
  if (kind == 2) *b = roundf(*b), *a = -*a;
}
static void draw_point(float *y, float *x) {
  *y = real_of_bits((uint32_t)draw());
  const double near = (double)*y * ldexp(draw_in(-1, 1), (int)(draw() % 9) - 2);
  *x = draw() % 4 == 0 ? real_of_bits((uint32_t)draw()) : (float)near;
}

/* The angles of −0 are those of 0. */
static double angle_of(double y, double x) { return x == 0 && y == 0 ? 0 : x == 0 ? atan2(y, 0) : atan2(y + 0.0, x); }

static void functions_of_two_arguments(void **unused) {
  (void)unused;
  static const struct {
    int op;
    float (*text)(float, float);
    double (*truth)(double, double);
    void (*draw)(float *, float *);
    double ulps;
  } pairs[] = {{OP_pow, lane_pow, pow, draw_power, 0.9}, {OP_atan2, lane_atan2, angle_of, draw_point, 1.6}};
  static float a[COUNT], b[COUNT], to[COUNT];
  for (size_t n = 0; n < 2; n++) {
    double most = 0;
    for (double count = 0; count < 1e6 * fmin(scale_of_test(), 100); count += COUNT) {
      for (int i = 0; i < COUNT; i++) {
        pairs[n].draw(&a[i], &b[i]);
        if (count == 0 && i < AWKWARD * AWKWARD) a[i] = awkward[i / AWKWARD], b[i] = awkward[i % AWKWARD];
        to[i] = pairs[n].text(a[i], b[i]);
        const double truth = pairs[n].truth((double)a[i], (double)b[i]), off = ulps(to[i], truth);
        if (!(off <= pairs[n].ulps))
          fail_msg("%s(%a, %a) is %a, not %a: %g ulps off", burl__operations[pairs[n].op].name, (double)a[i],
                   (double)b[i], (double)to[i], truth, off);
        most = fmax(most, off);
      }
      expect_of_all_sets(pairs[n].op, a, b, to);
    }
    print_message("%-16s%.3g ulps\n", burl__operations[pairs[n].op].name, most);
  }
}

/* ---- What is exact ------------------------------------------------------------------------------- */

static void edges_are_those_of_ieee(void **unused) {
  (void)unused;
  assert_true(isnan(lane_sqrt(-1)) && isnan(lane_log(-1)) && isnan(lane_asin(1.5f)) && isnan(lane_acos(-2)));
  assert_true(lane_log(0) == -INFINITY && lane_log(INFINITY) == INFINITY && lane_log(1) == 0);
  assert_true(lane_exp(0) == 1 && lane_exp(-1e30f) == 0 && lane_exp(1e30f) == INFINITY && isnan(lane_exp(NAN)));
  assert_true(isnan(lane_sin(NAN)) && lane_sin(0) == 0 && lane_cos(0) == 1 && signbit(lane_sin(-0.0f)));
  assert_true(lane_sin(1048577) == 0 && lane_cos(-INFINITY) == 1 && lane_tan(INFINITY) == 0);
  assert_true(lane_asin(1) == (float)(LANE_PI / 2) && lane_acos(1) == 0 && lane_acos(-1) == (float)LANE_PI);
  assert_true(lane_smoothstep(1, 1, 0.5f) == 0 && lane_smoothstep(1, 1, 1) == 1);
  assert_true(lane_linear_of_srgb(1) == 1 && lane_srgb_of_linear(1) == 1 && lane_cube_root(-8) == -2);
  assert_true(point_of_circle(1).y == 0 && point_of_circle(-0.5f).y == -1);
  assert_true(cosine_weight(0) == 0 && cosine_weight(1) == 1);
}

static void angles_of_axes_are_exact(void **unused) {
  (void)unused;
  assert_true(lane_atan2(0, 0) == 0 && lane_atan2(0, 2) == 0 && lane_atan2(0, -3) == (float)LANE_PI);
  assert_true(lane_atan2(5, 0) == (float)(LANE_PI / 2) && lane_atan2(-1e-40f, 0) == (float)(-LANE_PI / 2));
}

static void edges_of_powers(void **unused) {
  (void)unused;
  assert_true(lane_pow(0, 0) == 1 && lane_pow(NAN, 0) == 1 && lane_pow(1, NAN) == 1 && lane_pow(0, -1) == INFINITY);
  assert_true(lane_pow(-0.0f, -1) == -INFINITY && signbit(lane_pow(-0.0f, 3)) && !signbit(lane_pow(-0.0f, 2)));
  assert_true(lane_pow(-INFINITY, 0.5f) == INFINITY && lane_pow(-INFINITY, -3) == 0 && !signbit(lane_pow(-0.0f, 0.5f)));
  assert_true(lane_pow(-2, 3) == -8 && lane_pow(-2, 2) == 4 && lane_pow(-2, -1) == -0.5f && isnan(lane_pow(-8, 0.5f)));
  assert_true(lane_pow(2, -200) == 0 && lane_pow(1, INFINITY) == 1 && lane_pow(-1, -INFINITY) == 1);
  assert_true(lane_pow(0.5f, INFINITY) == 0 && lane_pow(0.5f, -INFINITY) == INFINITY && lane_pow(INFINITY, -1) == 0);
  assert_true(isnan(lane_pow(0, NAN)) && isnan(lane_pow(NAN, 2)) && lane_pow(0, INFINITY) == 0);
}

/* The exponents 0, 1/2, 1 and 2, and those that are the same for all samples. */
static void plain_powers_are_exact(void **unused) {
  (void)unused;
  for (int i = 0; i < 200000; i++) {
    const float a = i < AWKWARD ? awkward[i] : real_of_bits((uint32_t)draw()), size = fabsf(a);
    const float b = i % 2 ? (float)draw_in(-10, 64) : (float)(i / 2 % 64) / 8;
    assert_true(is_same(lane_pow(a, 0), 1) && is_same(lane_pow(a, 1), a) && is_same(lane_pow(a, 2), a * a));
    assert_true(is_same(lane_pow(size, 0.5f), sqrtf(size)));
    if (!is_same(power(size, (double)b), lane_pow(size, b)))
      fail_msg("%a to the power %a: %a, not %a", (double)size, (double)b, (double)power(size, (double)b),
               (double)lane_pow(size, b));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(edges_are_those_of_ieee),   cmocka_unit_test(angles_of_axes_are_exact),
      cmocka_unit_test(edges_of_powers),           cmocka_unit_test(plain_powers_are_exact),
      cmocka_unit_test(functions_of_one_argument), cmocka_unit_test(functions_of_two_arguments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
