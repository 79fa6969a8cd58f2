/* Seeds of 64 bits, and how one is made of two. */
#ifndef BURL_BASE_SEED_H
#define BURL_BASE_SEED_H

#include <stdint.h>

/* A bijective mix of 64 bits: D. Stafford's Mix13, as in SplitMix64 (Steele, Lea, Flood, "Fast
 * splittable pseudorandom number generators", 2014). */
static inline uint64_t burl__seed_mix(uint64_t a) {
  a = (a ^ a >> 30) * 0xBF58476D1CE4E5B9u;
  a = (a ^ a >> 27) * 0x94D049BB133111EBu;
  return a ^ a >> 31;
}

/* A seed that depends on the ordered pair. */
static inline uint64_t burl__seed_pair(uint64_t a, uint64_t b) {
  return burl__seed_mix(burl__seed_mix(a + 0x9E3779B97F4A7C15u) + b * 0xD1342543DE82EF95u);
}

/* A number of a name, of 16 letters at most, by which what has another name has nothing in common with it (FNV-1a; a
 * constant for the compiler where the name is one). */
static inline uint64_t burl__seed_salt(const char *name) {
  uint64_t salt = 0xCBF29CE484222325u;
#pragma GCC unroll 16
  for (int i = 0; i < 16; i++) {
    if (!name[i]) break;
    salt = (salt ^ (unsigned char)name[i]) * 0x100000001B3u;
  }
  return salt;
}

/* The seed of octave i of a fractal whose point has this one. */
static inline uint64_t burl__seed_octave(uint64_t seed, int i) {
  return i == 0 ? seed : burl__seed_pair(seed, (uint64_t)i);
}
/* The fraction of a cell by which noise of this seed is moved along an axis, so that noises of other seeds aren't 0 at
 * the same points. */
static inline double burl__seed_shift(uint64_t seed, int axis) {
  return (double)(burl__seed_pair(seed, (uint64_t)axis) >> 40) / 16777216.0;
}

/* Combines two seeds; 0 is neutral. */
static inline uint64_t burl__seed_combine(uint64_t a, uint64_t b) {
  return a == 0 ? b : b == 0 ? a : burl__seed_pair(a, b);
}

/* The two 32-bit words that the lattice hash takes from a seed, as one number; a bijection. */
static inline uint64_t burl__seed_words(uint64_t seed) { return burl__seed_mix(seed + 0x9E3779B97F4A7C15u); }

#endif
