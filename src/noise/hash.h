/* From a lattice point and a seed to 32 mixed bits.  Each axis is mixed strongly by itself, once a
 * lattice column or row (hash_axis); a corner then costs one sum and one round (hash_corner).  The
 * seed's two words enter at different depths, after a first round, so that no seed's noise is a
 * shifted copy of another's.  Chosen by avalanche and spectrum: docs/decisions.md.
 *
 * Also here: Elias's hash (H. Elias, "Perlin Noise", 1998). */
#ifndef BURL_NOISE_HASH_H
#define BURL_NOISE_HASH_H

#include "lane.h"

/* Mixes one coordinate of a lattice point; axis 0 to 3 and the seed's low word tell them apart. */
LANE uint32_t hash_axis(uint32_t cell, int axis, uint32_t low) {
  const uint32_t odd = axis == 0   ? 0x9E3779B1u
                       : axis == 1 ? 0x85EBCA77u
                       : axis == 2 ? 0xC2B2AE3Du
                                   : 0x27D4EB2Fu;
  uint32_t h = cell * odd;
  h = ((h ^ h >> 15) + low) * 0x7FEB352Du;
  return h ^ h >> 16;
}

/* The odd number that finishes a corner: of the seed's high word and the keys of its axes but the
 * first (0 where there is none), so that neither another seed nor, within one, another line of
 * lattice points can be the same line over again: two whose keys have the same sum differ in this. */
LANE uint32_t hash_odd(uint32_t high, uint32_t second, uint32_t third, uint32_t fourth) {
  return (high + 2u * second + 6u * third + 14u * fourth) | 1u;
}

/* Finishes the sum of a point's mixed coordinates and the seed's high word.  A product by a constant
 * would leave rows that differ by a multiple dependent; a parabola h·(2h + odd), one to one, does not
 * (as in RC6: R. Rivest et al., 1998). */
LANE uint32_t hash_corner(uint32_t sum, uint32_t odd) {
  uint32_t h = sum ^ sum >> 16;
  h *= 2u * h + odd;
  return h ^ h >> 16;
}

/* Elias's integer hash: the low 31 bits of n·(n²·a + b) + c, n first folded once. */
LANE uint32_t hash_elias(uint32_t n, uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t m = n << 13 ^ n;
  return (m * (m * m * a + b) + c) & 0x7FFFFFFFu;
}

/* Spreads a short hash (8 bits) over 32, for gradients that need more. */
LANE uint32_t hash_spread(uint32_t h) {
  h = (h + 1u) * 0x9E3779B1u;
  return hash_corner(h, 1u);
}

/* 24 bits as a number in [-1, 1). */
LANE real signed_of_hash(uint32_t h) {
  return (real)((int32_t)(h >> 8) - 8388608) * (real)(1.0 / 8388608.0);
}

#endif
