/* The language of lane.h for one sample: its types and the functions that C has no operators for.
 * kernel/vector.h has the same names for vectors of samples.  `real` is float; a test that compiles the
 * text with real = double has an oracle. */
#if !defined(BURL_NOISE_SCALAR_H) && !defined(LANE_VECTORS)
#define BURL_NOISE_SCALAR_H

#include "noise/axis.h"
#include "noise/lane.h"

typedef real scalar;
typedef uint32_t word;
typedef double wide;
typedef int choice; /* 0 or 1 */

/* The same number or word for every sample. */
#define R(a) ((real)(a))
#define W(a) ((word)(a))

LANE real pick(choice condition, real a, real b) { return condition ? a : b; }
LANE word pick_word(choice condition, word a, word b) { return condition ? a : b; }
LANE real only(choice condition, real a) { return (const real[2]){0, a}[condition]; }
LANE word only_word(choice condition, word a) { return condition ? a : 0u; }
LANE int everywhere(choice condition) { return condition; } /* for all samples at once */
LANE int anywhere(choice condition) { return condition; }

/* A word as a signed number; a number that is not negative without its fraction as a word. */
LANE real to_real(word a) { return (real)(int32_t)a; }
LANE word to_word(real a) { return (word)(int32_t)a; }

/* The bits of a float, and back. */
LANE word bits_of_real(real a) {
  const union {
    float number;
    word bits;
  } both = {.number = (float)a};
  return both.bits;
}
LANE real real_of_bits(word a) {
  const union {
    word bits;
    float number;
  } both = {.bits = a};
  return (real)both.number;
}

LANE real magnitude(real a) { return (real)__builtin_fabs((double)a); }
LANE real smaller(real a, real b) { return a < b ? a : b; }
LANE real larger(real a, real b) { return a < b ? b : a; }
LANE real root(real a) { return (real)exact_sqrt((double)a); }

/* a or −a by the top bit of `sign`.  The bit is random, so a branch on it would be mispredicted. */
LANE real flip_sign(real a, word sign) {
  static const scalar signs[2] = {1, -1};
  return a * signs[sign >> 31];
}

/* floor(h·n / 2^32) by the top half of h alone: in which of n <= 65,536 equal parts h is. */
LANE word part_of(word h, uint32_t n) { return (h >> 16) * n >> 16; }

/* a + b, or 0 where a is the last. */
LANE word sum_unless_last(uint32_t last, word a, uint32_t b) { return a == last ? 0u : a + b; }

/* Entry i of a table of 16 of the settings, modulo 8 (then the upper half repeats the lower one) and 16; of bytes, as
 * words, modulo 256; of `count` from `first` on, where i < count <= 32; of any floats. */
LANE real entry8(const float *table, word i) { return (real)table[i & 7u]; }
LANE real entry16(const float *table, word i) { return (real)table[i & 15u]; }
LANE word byte_entry(const uint32_t *table, word i) { return table[i & 255u]; }
LANE real row_entry(const float *table, int first, int count, word i) {
  return (void)count, (real)table[(word)first + i];
}
LANE real float_entry(const float *table, word i) { return (real)table[i]; }

/* Doubles: the largest whole number not above a, −0 for −0; |a| at most 2^51. */
LANE wide floor_wide(wide a) {
  const int64_t whole = (int64_t)a; /* by no branch that nothing foretells */
  return a == 0.0 ? a : (double)(whole - ((double)whole > a));
}

#endif
