/* The language in which the mathematics of src/noise is written: once, for one sample, in a subset of C
 * that can be compiled with vectors in place of numbers (kernel/vector.h) and printed in other languages.
 *
 *   real    a float; `scalar` is its type for one value, even where reals are vectors
 *   word    32 bits, unsigned, wrapping; `whole` numbers are words or ints
 *   wide    a double, for coordinates
 *   choice  what a comparison of those gives
 *
 * A value that is the same for all samples (the settings of a noise, a number of dimensions, an axis) is
 * an int, a uint32_t, a scalar or a double; `?:`, if, loops and array indices depend on such values alone.
 * Samples choose by pick(condition, a, b).  A function takes and returns values, or fills a struct that
 * the caller passes; settings come as `const burl__noise *`; an instance may know some of its fields.
 * Casts, bit patterns and what C has no operator for are called by the names in scalar.h.
 * tools/text checks all of this. */
#ifndef BURL_NOISE_LANE_H
#define BURL_NOISE_LANE_H

#include <stdint.h>

/* Floats are rounded to floats after every operation, or the bits differ: x87 arithmetic keeps more, as gcc does for
 * s390x unless -fexcess-precision=fast says otherwise. */
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "burl needs arithmetic that rounds each float: -msse2 -mfpmath=sse on i686, -fexcess-precision=fast on s390x"
#endif
/* A double's halves lie in the order of the bytes in them. */
#if !defined(__BYTE_ORDER__) ||                                                              \
    (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ && __BYTE_ORDER__ != __ORDER_BIG_ENDIAN__) || \
    (defined(__FLOAT_WORD_ORDER__) && __FLOAT_WORD_ORDER__ != __BYTE_ORDER__)
#error "burl doesn't know the order of bytes here"
#endif

#ifndef real
#define real float
#endif

#define LANE static inline __attribute__((always_inline, unused))

/* RARE: a function that is long and seldom called, compiled once.
 * Before a loop over the taps, the axes, the corners of a simplex, or the terms of a polynomial: where their
 * number is known, it is unrolled, so that arrays by tap or axis stay in registers; but not where LANE_IS_LEAN. */
#if defined(__clang__)
#define RARE static __attribute__((noinline, unused))
#else
#define RARE static __attribute__((noinline, noclone, unused))
#endif
#if defined(__clang__) || defined(LANE_IS_LEAN) /* clang unrolls them anyway */
#define EACH_TAP
#define EACH_AXIS
#define EACH_CORNER
#define EACH_TERM
#else
#define EACH_TAP _Pragma("GCC unroll 2")
#define EACH_AXIS _Pragma("GCC unroll 4")
#define EACH_CORNER _Pragma("GCC unroll 5")
#define EACH_TERM _Pragma("GCC unroll 16")
#endif

/* What the settings most often say.  Clang computes both sides of a branch and picks where it isn't told. */
#define USUALLY(condition) __builtin_expect(condition, 1)

#define LANE_PI 3.14159265358979323846
#define LANE_INFINITY double_of_bits(0x7FF0000000000000u)
#define LANE_NAN double_of_bits(0x7FF8000000000000u)

/* Square roots are exact by IEEE 754, so they may come from the machine: the one exception. */
LANE double exact_sqrt(double a) { return __builtin_sqrt(a); }

/* The bits of a number, and back. */
LANE uint64_t bits_of_double(double a) {
  union {
    double number;
    uint64_t bits;
  } both = {.number = a};
  return both.bits;
}
LANE double double_of_bits(uint64_t a) {
  union {
    uint64_t bits;
    double number;
  } both = {.bits = a};
  return both.number;
}

#endif
