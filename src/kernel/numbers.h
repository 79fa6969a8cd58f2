/* The kernels of functions of numbers, one loop for each of functions.def, and conversions: of noise/number.h
 * over vectors; of arithmetic.h over floats and doubles, and what else is so short, over whole groups of 16, so
 * that compilers make vector code of it without a rest. */
#include "kernel/kernel.h"
#include "noise/lane.h"

#define L(name) name##_f
#define WHOLE 12582912.0f
#include "noise/arithmetic.h"
#undef L
#undef WHOLE
#undef real
#define real double
#define L(name) name##_d
#define WHOLE 6755399441055744.0
#include "noise/arithmetic.h"
#undef L
#undef WHOLE
#include "kernel/vector.h"
#include "noise/number.h"

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
#define LOOP(type, name, value)                                              \
  void ISA(burl__##name)(const burl__call *call, int groups) {               \
    type *restrict const to = call->to;                                      \
    VECTORISED for (int n = 0; n < groups * BURL__LANES; n++) to[n] = value; \
  }
#define LOOP_1(type, name) LOOP(type, name, name(A(type, 0)))
#define LOOP_2(type, name) LOOP(type, name, name(A(type, 0), A(type, 1)))
#define LOOP_3(type, name) LOOP(type, name, name(A(type, 0), A(type, 1), A(type, 2)))

#define V(i) load((const float *)at.from[i] + n)
#define VECTORS(name, value)                                              \
  void ISA(burl__##name)(const burl__call *call, int groups) {            \
    const burl__call at = *call; /* which what is stored can't be part of */ \
    for (int n = 0; n < groups * BURL__LANES; n += WIDTH) store((float *)at.to + n, value); \
  }
#define VECTORS_1(name) VECTORS(name, lane_##name(V(0)))
#define VECTORS_2(name) VECTORS(name, lane_##name(V(0), V(1)))
#define VECTORS_3(name) VECTORS(name, lane_##name(V(0), V(1), V(2)))
#define VECTORS_4(name) VECTORS(name, lane_##name(V(0), V(1), V(2), V(3)))
#define VECTORS_5(name) VECTORS(name, lane_##name(V(0), V(1), V(2), V(3), V(4)))

#define ARITHMETIC(name, arity, bounds, slope, signature, range, help) OPERATOR(name, arity, bounds, slope)
#define OPERATOR(name, arity, bounds, slope) LOOP_##arity(float, name##_f) LOOP_##arity(double, name##_d)
#define NUMERIC(name, arity, bounds, slope, signature, range, help) VECTORS_##arity(name)
#define HIDDEN(name, arity, bounds, slope) VECTORS_##arity(name)
#include "functions.def"

LOOP(double, widen, (double)A(float, 0))
LOOP(float, narrow, (float)A(double, 0))
LOOP_1(double, sin_degrees)
LOOP_1(double, cos_degrees)

void ISA(burl__scaled_add)(const burl__call *call, int groups) {
  const float *const a = call->from[0], *const b = call->from[1];
  const float factor = call->output.scalar;
  float *restrict const to = call->to;
  VECTORISED for (int n = 0; n < groups * BURL__LANES; n++) to[n] = a[n] + b[n] * factor;
}

void ISA(burl__add_widened)(const burl__call *call, int groups) {
  const double *const a = call->from[0];
  const float *const b = call->from[1];
  double *restrict const to = call->to;
  VECTORISED for (int n = 0; n < groups * BURL__LANES; n++) to[n] = a[n] + (double)b[n];
}

/* Over the lines of a block, from what the columns or the lines have: sample i of a line. */
#define SPREAD(type, name, first, value)                                         \
  void ISA(burl__##name)(const burl__call *call, int groups) {                   \
    const int stride = groups * BURL__LANES / call->lines;                       \
    const type *const from = (const type *)call->from[0] + (first);              \
    const float *const b = call->from[1];                                        \
    for (int line = 0; line < call->lines; line++) {                             \
      type *restrict const to = (type *)call->to + line * stride;                \
      VECTORISED for (int i = 0; i < stride; i++) to[i] = value;                 \
    }                                                                            \
    (void)b;                                                                     \
  }
SPREAD(float, spread_column_f, call->first_column, from[i])
SPREAD(double, spread_column_d, call->first_column, from[i])
SPREAD(float, spread_line_f, call->first_line, from[line])
SPREAD(double, spread_line_d, call->first_line, from[line])
SPREAD(double, add_widened_column, call->first_column, from[i] + (double)b[line * stride + i])
SPREAD(double, add_widened_line, call->first_line, from[line] + (double)b[line * stride + i])
