/* What a lane function is written in: one text for C now and for other targets later.  A lane
 * function works on one sample, takes and returns numbers only (no pointers, no early return, no
 * libc), and is inlined into the kernels' loops, which the compiler turns into vector code.  `real`
 * is float; the tests compile the same text with real = double as an oracle. */
#ifndef BURL_NOISE_LANE_H
#define BURL_NOISE_LANE_H

#include <stdint.h>

#ifndef real
#define real float
#endif

#define LANE static inline __attribute__((always_inline, unused))

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

#endif
