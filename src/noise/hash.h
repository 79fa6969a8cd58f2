/* From a lattice point and a seed to 32 mixed bits.  Each axis is mixed strongly by itself, once a
 * lattice column or row (hash_axis); a corner then costs one sum and one round (hash_corner).  The
 * seed's two words enter at different depths, after a first round, so that no seed's noise is a
 * shifted copy of another's.  Chosen by avalanche and spectrum: docs/decisions.md.
 *
 * Also here: Elias's hash (H. Elias, "Perlin Noise", 1998).
 *
 * Text for one sample or for a vector of them (lane.h): no include guard for that reason. */

/* What tells the axes 0 to 3 apart. */
LANE uint32_t L(axis_odd)(int axis) {
  return axis == 0   ? 0x9E3779B1u
         : axis == 1 ? 0x85EBCA77u
         : axis == 2 ? 0xC2B2AE3Du
                     : 0x27D4EB2Fu;
}

/* Mixes one coordinate of a lattice point, of which the product with its axis's odd number is given;
 * and the coordinate itself.  low: the seed's low word.  The corner's first shift brings the upper half
 * down. */
LANE word L(hash_product)(word product, uint32_t low) {
  return ((product ^ product >> 15) + low) * 0x7FEB352Du;
}
LANE word L(hash_axis)(word cell, int axis, uint32_t low) {
  return L(hash_product)(cell * L(axis_odd)(axis), low);
}

/* The odd number that finishes a corner: of the seed's high word and the keys of its axes but the
 * first (0 where there is none), so that neither another seed nor, within one, another line of
 * lattice points can be the same line over again: two whose keys have the same sum differ in this. */
LANE word L(hash_odd)(uint32_t high, word second, word third, word fourth) {
  return (second + 3u * third + 7u * fourth - high) | 1u;
}

/* Finishes the sum of a point's mixed coordinates and the seed's high word.  A product by a constant
 * would leave rows that differ by a multiple dependent; a parabola h·(h + odd), whose upper bits are as
 * evenly spread as those of h, does not. */
LANE word L(hash_corner_top)(word sum, word odd) { /* its top half alone is what hash_corner gives */
  const word h = sum ^ sum >> 16;
  return h * (h + odd);
}
LANE word L(hash_corner)(word sum, word odd) {
  const word h = L(hash_corner_top)(sum, odd);
  return h ^ h >> 16;
}

/* Elias's integer hash: the low 31 bits of n·(n²·a + b) + c, n first folded once. */
LANE word L(hash_elias)(word n, uint32_t a, uint32_t b, uint32_t c) {
  const word m = n << 13 ^ n;
  return (m * (m * m * a + b) + c) & 0x7FFFFFFFu;
}

/* Spreads a short hash (8 bits) over 32, for gradients that need more. */
LANE word L(hash_spread)(word h) {
  h = (h + 1u) * 0x9E3779B1u;
  return L(hash_corner)(h, 1u - (word){0});
}

/* 24 bits in [−1, 1) times size · 2^23. */
LANE real L(value_of_hash)(word h, real size) { return L(whole)((h >> 8) - 8388608u) * size; }
LANE real L(signed_of_hash)(word h) { return L(value_of_hash)(h, 1.0f / 8388608 - (real){0}); }

/* White noise: one number a cell, from the sum of the cell's mixed coordinates and the odd number that
 * finishes it. */
LANE real L(white)(word sum, word odd, real size) {
  return L(value_of_hash)(L(hash_corner)(sum, odd), size);
}
