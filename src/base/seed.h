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

/* Combines two seeds; 0 is neutral. */
static inline uint64_t burl__seed_combine(uint64_t a, uint64_t b) {
  return a == 0 ? b : b == 0 ? a : burl__seed_pair(a, b);
}

/* The two 32-bit words that the lattice hash takes from a seed, as one number; a bijection. */
static inline uint64_t burl__seed_words(uint64_t seed) { return burl__seed_mix(seed + 0x9E3779B97F4A7C15u); }

#endif
