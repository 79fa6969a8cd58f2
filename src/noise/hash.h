/* From a lattice point and a seed to 32 mixed bits.  Each axis is mixed strongly by itself, once a
 * lattice column or row (hash_axis); a corner then costs one sum and one round (hash_corner).  The
 * seed's two words enter at different depths, after a first round, so that no seed's noise is a
 * shifted copy of another's.  Chosen by avalanche and spectrum: docs/decisions.md.
 *
 * Also here: Elias's hash (H. Elias, "Perlin Noise", 1998), the hash by a table (K. Perlin, "Improving
 * Noise", 2002), and white noise, which is nothing but a hash. */
#ifndef BURL_NOISE_HASH_H
#define BURL_NOISE_HASH_H

#include "noise/scalar.h"
#include "noise/setup.h"

/* The period along an axis: by constants, so that settings that an instance knows can stay in registers. */
LANE uint32_t period_along(const burl__noise *n, int axis) {
  return axis == 0 ? n->period[0] : axis == 1 ? n->period[1] : axis == 2 ? n->period[2] : n->period[3];
}

/* How many axes its lattice has; and its last coordinate, by which gradients turn where they do. */
LANE int lattice_axes(const burl__noise *n) { return n->dims - n->turns; }
LANE int last_axis(const burl__noise *n) { return n->dims - 1; }

/* The odd number by which the cells of an axis are multiplied. */
LANE uint32_t axis_odd(int axis) {
  return axis == 0 ? 0x9E3779B1u : axis == 1 ? 0x85EBCA77u : axis == 2 ? 0xC2B2AE3Du : 0x27D4EB2Fu;
}

/* The key of one coordinate of a lattice point, from its product with the odd number of the axis; and from
 * the coordinate itself.  low, high: the seed's words.  The shift of hash_corner brings the upper half down. */
LANE word hash_product(const burl__noise *n, int axis, word product) {
  const word key = ((product ^ product >> 15) + n->low) * 0x7FEB352Du;
  return axis == 0 ? key + n->high : key;
}
LANE word hash_axis(const burl__noise *n, int axis, word cell) { return hash_product(n, axis, cell * axis_odd(axis)); }

/* The keys of a lattice point along the axes, those beyond the noise's dimensions 0. */
typedef struct {
  word x, y, z, w;
} point_keys;

LANE word key_along(point_keys key, int axis) {
  return axis == 0 ? key.x : axis == 1 ? key.y : axis == 2 ? key.z : key.w;
}

/* The odd number that finishes a corner: of the seed's high word and the keys of its axes but the first,
 * so that neither another seed nor, within one, another line of lattice points can be the same line over
 * again: two whose keys have the same sum differ in this. */
LANE word hash_odd(uint32_t high, word y, word z, word w) { return (y + 3u * z + 7u * w - high) | 1u; }

/* Finishes the sum of the keys.  A product by a constant would leave rows that differ by a multiple
 * dependent; a parabola h·(h + odd), whose upper bits are as evenly spread as those of h, does not.
 * hash_top: its top half is that of hash_corner. */
LANE word hash_top(word sum, word odd) {
  const word h = sum ^ sum >> 16;
  return h * (h + odd);
}
LANE word hash_corner(word sum, word odd) {
  const word h = hash_top(sum, odd);
  return h ^ h >> 16;
}

/* The hash of a lattice point; the same but for its lower half. */
LANE word hash_of_keys(const burl__noise *n, point_keys key) {
  return hash_corner(key.x + (key.y + key.z + key.w), hash_odd(n->high, key.y, key.z, key.w));
}
LANE word top_of_keys(const burl__noise *n, point_keys key) {
  return hash_top(key.x + (key.y + key.z + key.w), hash_odd(n->high, key.y, key.z, key.w));
}

/* Spreads a short hash (8 bits) over 32, for gradients that need more. */
LANE word hash_spread(word h) {
  const word product = (h + 1u) * 0x9E3779B1u;
  return hash_corner(product, W(1));
}

/* ---- Published hashes -------------------------------------------------------------------------- */

/* Elias's integer hash: the low 31 bits of n·(n²·a + b) + c, n first folded once. */
LANE word hash_elias(word n, uint32_t a, uint32_t b, uint32_t c) {
  const word m = n << 13 ^ n;
  return (m * (m * m * a + b) + c) & 0x7FFFFFFFu;
}

/* By a table of 256 entries, one look-up an axis: improved noise starts from x, the terrain article from
 * the last axis. */
LANE word hash_by_table(const uint32_t *table, int dims, int is_from_x, point_keys key) {
  word hash = W(0);
  EACH_AXIS for (int step = 0; step < dims; step++) hash =
      byte_entry(table, hash + (is_from_x ? key_along(key, step) : key_along(key, dims - 1 - step)));
  return hash;
}

/* The row of the growth-ring article's table that a cell of an octave reads: 64·(cell + 1)/period without its
 * fraction, by long division. */
RARE word wood_row(word cell, uint32_t period, int octave) {
  word rest = sum_unless_last(period - 1u, cell, 1u), row = W(0);
  for (int bit = 0; bit < 6; bit++) {
    const choice is_over = rest >= period - rest;
    row = row + row + only_word(is_over, W(1));
    rest = rest + rest - only_word(is_over, W(period));
  }
  return (row + (uint32_t)octave) & 63u;
}

/* What the noise's hash reads of a coordinate of a lattice point: mixed by burl's own, times a power of 57
 * by Elias's, modulo 256 by a table, or a row of wood's table. */
LANE word lattice_key(const burl__noise *n, int axis, word cell) {
  if (n->hash == HASH_BURL) return hash_axis(n, axis, cell);
  if (n->hash == HASH_ELIAS) return cell * (axis == 0 ? 1u : axis == 1 ? 57u : axis == 2 ? 3249u : 185193u);
  if (n->hash == HASH_WOOD) return wood_row(cell, period_along(n, axis), n->octave);
  return cell & 255u;
}

/* The noise's hash of a lattice point. */
LANE word lattice_hash(const burl__noise *n, int dims, point_keys key) {
  if (n->hash == HASH_BURL) return hash_of_keys(n, key);
  if (n->hash == HASH_ELIAS)
    return hash_elias((key.x + key.y + key.z + key.w) ^ n->flip, n->elias[0], n->elias[1], n->elias[2]);
  return n->hash == HASH_PERLIN2002 ? hash_by_table(n->table, dims, 1, key) : hash_by_table(n->table, dims, 0, key);
}

/* ---- Values ------------------------------------------------------------------------------------ */

/* 24 bits in [−1, 1) times size · 2^23. */
LANE real value_of_hash(word h, scalar size) { return to_real((h >> 8) - 8388608u) * size; }
LANE real signed_of_hash(word h) { return value_of_hash(h, (scalar)(1.0 / 8388608)); }

/* White noise: one number a cell. */
LANE real white_sample(const burl__noise *n, point_keys key) { return value_of_hash(hash_of_keys(n, key), n->size); }

#endif
