/* What a lane function is written in: one text for C now and for other targets later.  A lane
 * function works on one sample, takes and returns numbers only (no pointers, no early return, no
 * libc), and is inlined into the kernels' loops.  `real` is float; the tests compile the same text
 * with real = double as an oracle.
 *
 * hash.h, plane.h and simplex.h, which every sample of such noises goes through, are included twice by
 * the kernels: for one sample, and with `real` and `word` vectors of them (kernel/vector.inc), whose
 * functions L() names apart.  The other headers' loops are left to the compiler to make vector code
 * of. */
#ifndef BURL_NOISE_LANE_H
#define BURL_NOISE_LANE_H

#include <stdint.h>

#ifndef real
#define real float
#endif

#define LANE static inline __attribute__((always_inline, unused))

/* The number a as a sample's. */
#define R(a) ((real)(a))

/* For each axis a of `dims`, a constant each time: arrays by axis stay in registers. */
#define EACH_AXIS(a, dims, ...)      \
  {                                  \
    ON_AXIS(a, 0, dims, __VA_ARGS__) \
    ON_AXIS(a, 1, dims, __VA_ARGS__) \
    ON_AXIS(a, 2, dims, __VA_ARGS__) \
    ON_AXIS(a, 3, dims, __VA_ARGS__) \
  }
#define ON_AXIS(a, number, dims, ...) \
  if ((dims) > (number)) {            \
    enum { a = number };              \
    __VA_ARGS__;                      \
  }

/* Square roots are exact by IEEE 754, so they may come from the machine: the one exception. */
LANE double exact_sqrt(double a) { return __builtin_sqrt(a); }

/* The bits of a number, and back. */
LANE uint64_t bits_of_double(double a) {
  union { double number; uint64_t bits; } both = {.number = a};
  return both.bits;
}
LANE double double_of_bits(uint64_t a) {
  union { uint64_t bits; double number; } both = {.bits = a};
  return both.number;
}

/* a or −a by the top bit of `sign`. */
LANE float flip_float(float a, uint32_t sign) {
  union { float number; uint32_t bits; } both = {.number = a};
  both.bits ^= sign & 0x80000000u;
  return both.number;
}
LANE double flip_double(double a, uint32_t sign) {
  return double_of_bits(bits_of_double(a) ^ (uint64_t)(sign & 0x80000000u) << 32);
}
#define flip(a, sign) _Generic((a), float: flip_float, double: flip_double)(a, sign)

/* What hash.h, plane.h and simplex.h ask of a sample: a word as a signed number; one that is not
 * negative without its fraction as a word; |a|; a or −a by the top bit of `sign`; a or 0; a or b; in
 * which of n <= 65,536 equal parts the top half of h is. */
typedef int choice;
LANE real whole(uint32_t a) { return (real)(int32_t)a; }
LANE uint32_t truncated(real a) { return (uint32_t)(int32_t)a; }
LANE real magnitude(real a) { return a < 0 ? -a : a; }
LANE real turned(real a, uint32_t sign) { return flip(a, sign); }
LANE real only(choice condition, real a) { return condition ? a : (real)0; }
LANE real positive(real a) { return a > 0 ? a : (real)0; } /* 0 where it isn't */
LANE real chosen(choice condition, real a, real b) { return condition ? a : b; }
LANE uint32_t part_of(uint32_t h, uint32_t n) { return (h >> 16) * n >> 16; }

#endif
