/* Vectors of a sample's numbers, one for each axis of a noise or each corner of a lattice cell, which some of lean text
 * is written in (noise/lean_lattice.h, noise/lean_simplex.h): operators work on all components.  Code for targets that
 * have vectors has them, of as many components as are used; in C they have four, of which GCC and Clang know. */
#ifndef BURL_NOISE_VECTORS_H
#define BURL_NOISE_VECTORS_H

#include "noise/hash.h"
#include "noise/math.h"

typedef real reals __attribute__((vector_size(4 * sizeof(real))));
typedef word words __attribute__((vector_size(4 * sizeof(word))));

/* flip_sign() by bits. */
LANE real lean_flip(real a, word top) { return real_of_bits(bits_of_real(a) ^ (top & 0x80000000u)); }

/* The first `count` of these. */
LANE reals reals_of(int count, real x, real y, real z, real w) {
  const reals v = {x, count > 1 ? y : 0, count > 2 ? z : 0, count > 3 ? w : 0};
  return v;
}
LANE words words_of(int count, word x, word y, word z, word w) {
  const words v = {x, count > 1 ? y : 0, count > 2 ? z : 0, count > 3 ? w : 0};
  return v;
}

/* Words as signed numbers, whole numbers as words, and the whole numbers below. */
LANE reals reals_of_words(words a) { return reals_of(4, to_real(a[0]), to_real(a[1]), to_real(a[2]), to_real(a[3])); }
LANE words words_of_reals(reals a) { return words_of(4, to_word(a[0]), to_word(a[1]), to_word(a[2]), to_word(a[3])); }
LANE reals floors(reals a) {
  return reals_of(4, floor_real(a[0]), floor_real(a[1]), floor_real(a[2]), floor_real(a[3]));
}

/* One of two by a choice. */
LANE reals pick_reals(choice condition, reals a, reals b) { return condition ? a : b; }

/* Sums of the first `count` components, and of their products. */
LANE real sum_of(int count, reals a) {
  return a[0] + (count > 1 ? a[1] : 0) + (count > 2 ? a[2] : 0) + (count > 3 ? a[3] : 0);
}
LANE word sum_of_words(int count, words a) {
  return a[0] + (count > 1 ? a[1] : 0) + (count > 2 ? a[2] : 0) + (count > 3 ? a[3] : 0);
}
LANE real dot_of(int count, reals a, reals b) { return sum_of(count, a * b); }

#endif
