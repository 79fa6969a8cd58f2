/* The kernels of functions of numbers, one loop for each of functions.def, and conversions: of noise/number.h
 * over vectors; of arithmetic.h over floats and doubles, and what else is so short, over whole groups of 16, so
 * that compilers make vector code of it without a rest. */
#include "kernel/kernel.h"
#include "noise/lane.h"

#define L(name) name##_f
#define WHOLE 8388608.0f
#include "noise/arithmetic.h"
#undef L
#undef WHOLE
#undef real
#define real double
#define L(name) name##_d
#define WHOLE 4503599627370496.0
#include "noise/arithmetic.h"
#undef L
#undef WHOLE
#include "kernel/vector.h"
#include "noise/curve.h"
#include "noise/number.h"
#include "noise/power.h"

/* Before a loop whose samples don't depend on each other, which must become vector code: where it can't, clang fails
 * the build (CMakeLists.txt).  Without it gcc would add a scalar copy of each loop for arrays that overlap. */
#if defined(__clang__) && defined(BURL_MUST_VECTORISE)
#define VECTORISED _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__) && !defined(__clang__)
#define VECTORISED _Pragma("GCC ivdep")
#else
#define VECTORISED
#endif

#define A(type, i) (((const type *)call->from[i])[n])
#define LOOP(type, name, value)                                   \
  void ISA(burl__##name)(const burl__call *call, int groups) {    \
    type *restrict const to = call->to;                           \
    VECTORISED                                                    \
    for (int n = 0; n < groups * BURL__LANES; n++) to[n] = value; \
  }
#define V(type, i) load((const type *)at.from[i] + n)
#define VECTORS(name, value)                                                                \
  void ISA(burl__##name)(const burl__call *call, int groups) {                              \
    const burl__call at = *call; /* of which what is stored is no part */                   \
    for (int n = 0; n < groups * BURL__LANES; n += WIDTH) store((float *)at.to + n, value); \
  }
#define OF_1(get, type) get(type, 0)
#define OF_2(get, type) OF_1(get, type), get(type, 1)
#define OF_3(get, type) OF_2(get, type), get(type, 2)
#define OF_4(get, type) OF_3(get, type), get(type, 3)
#define OF_5(get, type) OF_4(get, type), get(type, 4)
#define OF_6(get, type) OF_5(get, type), get(type, 5)

#define ARITHMETIC(name, arity, bounds, slope, signature, range, help) OPERATOR(name, arity, bounds, slope)
#define OPERATOR(name, arity, bounds, slope)            \
  LOOP(float, name##_f, name##_f(OF_##arity(A, float))) \
  LOOP(double, name##_d, name##_d(OF_##arity(A, double)))
#define NUMERIC(name, arity, bounds, slope, signature, range, help) HIDDEN(name, arity, bounds, slope)
#define HIDDEN(name, arity, bounds, slope) VECTORS(name, lane_##name(OF_##arity(V, float)))
#include "functions.def"

LOOP(double, widen, (double)A(float, 0))
LOOP(float, narrow, (float)A(double, 0))
LOOP(double, sin_degrees, sin_degrees(A(double, 0)))
LOOP(double, cos_degrees, cos_degrees(A(double, 0)))
LOOP(float, scaled_add, A(float, 0) + A(float, 1) * call->output.scalar)
LOOP(double, add_widened, A(double, 0) + (double)A(float, 1))

void ISA(burl__half_power)(const burl__call *call, int groups) {
  const float *const a = call->from[0], exponent = *(const float *)call->from[1];
  float *const to = call->to;
  for (int n = 0; n < groups * BURL__LANES; n += WIDTH) store(to + n, half_power(load(a + n), (int)(2 * exponent)));
}

void ISA(burl__curve)(const burl__call *call, int groups) {
  const burl__curve *const curve = call->setup;
  const float *const a = call->from[0];
  float *const to = call->to;
  for (int n = 0; n < groups * BURL__LANES; n += WIDTH) store(to + n, lane_curve(curve->row[0], load(a + n)));
}

/* Over the lines of a block, from what the columns or the lines have: sample i of a line. */
#define SPREAD(type, name, first, value)                            \
  void ISA(burl__##name)(const burl__call *call, int groups) {      \
    const int stride = groups * BURL__LANES / call->lines;          \
    const type *const from = (const type *)call->from[0] + (first); \
    const float *const b = call->from[1];                           \
    for (int line = 0; line < call->lines; line++) {                \
      type *restrict const to = (type *)call->to + line * stride;   \
      VECTORISED                                                    \
      for (int i = 0; i < stride; i++) to[i] = value;               \
    }                                                               \
    (void)b;                                                        \
  }
SPREAD(float, spread_column_f, call->first_column, from[i])
SPREAD(double, spread_column_d, call->first_column, from[i])
SPREAD(float, spread_line_f, call->first_line, from[line])
SPREAD(double, spread_line_d, call->first_line, from[line])
SPREAD(double, add_widened_column, call->first_column, from[i] + (double)b[line * stride + i])
SPREAD(double, add_widened_line, call->first_line, from[line] + (double)b[line * stride + i])

/* ---- Tests of a register ------------------------------------------------------------------------- */

/* They end at the first vector that fails, which as a rule is one of the first. */
#define TEST(name, type, loaded, count, holds)                            \
  int ISA(burl__all_##name)(const void *from, int groups, double value) { \
    const type *const at = from;                                          \
    (void)value;                                                          \
    for (int n = 0; n < groups * BURL__LANES; n += (count)) {             \
      const loaded;                                                       \
      if (!everywhere((mask)(holds))) return 0;                           \
    }                                                                     \
    return 1;                                                             \
  }
#define COMPARISON(name, sign)                                                    \
  TEST(name##_f, float, vector a = load(at + n), WIDTH, a sign all((float)value)) \
  TEST(name##_d, double, doubles a = load_doubles(at + n), WIDTH / 2, a sign all_doubles(value))
COMPARISON(equal, ==)
COMPARISON(unequal, !=)
COMPARISON(below, <)
COMPARISON(above, >)
TEST(no_minus_zero_f, float, words a = (words)load(at + n), WIDTH, a != 0x80000000u)
TEST(no_minus_zero_d, double, longs a = (longs)load_doubles(at + n), WIDTH / 2, a != (uint64_t)1 << 63)
