/* Where samples lie: the cell of each along every axis (of simplex noise, the block of cells) and how far
 * into it.  Over points that is worked out for each; over a grid simplex noise and cells read it from
 * records, made once a column and once a line of a tile (layout.h). */
#ifndef BURL_KERNEL_POSITIONS_H
#define BURL_KERNEL_POSITIONS_H

#include "kernel/vector.h"
#include "noise/simplex.h"

#define MAGIC_BITS 0x4338000000000000u /* those of AXIS_MAGIC */

/* ---- Cells and fractions ------------------------------------------------------------------------- */

/* A vector of coordinates, a half each. */
typedef struct {
  doubles low, high;
} halves;

/* Along one axis: the cells or blocks as whole numbers, how far into them, and by `beyond` which of the
 * coordinates lie where noise has no value: those with any of the uppermost 12 bits set. */
typedef struct {
  halves whole;
  vector fraction;
  longs beyond[2];
} split;

LANE longs beyond_of(doubles cells) { return (longs)(cells + AXIS_MAGIC) ^ MAGIC_BITS; }

LANE split split_cells(halves at) {
  const cell_parts a = parts_of_cell(at.low), b = parts_of_cell(at.high);
  return (split){{a.cell, b.cell}, narrowed(a.rest, b.rest), {beyond_of(a.cell), beyond_of(b.cell)}};
}
LANE split split_blocks(int dims, halves at) {
  const block_parts a = parts_of_block(dims, at.low), b = parts_of_block(dims, at.high);
  return (split){{a.blocks, b.blocks}, narrowed(a.rest, b.rest), {beyond_of(a.cells), beyond_of(b.cells)}};
}

/* Ones where noise has a value. */
LANE words valid_of(const longs beyond[2]) { return (words)(high_words(beyond[0], beyond[1]) >> 20 == 0u); }

/* The cells or blocks as words, modulo the period; 0: there is none. */
LANE words words_in_period(halves whole, uint32_t period) {
  if (period == 0u) return low_words(whole.low + AXIS_MAGIC, whole.high + AXIS_MAGIC);
  const double cells = (double)period, share = 1.0 / cells;
  return low_words(in_period(whole.low, cells, share) + AXIS_MAGIC, in_period(whole.high, cells, share) + AXIS_MAGIC);
}

/* ---- Points -------------------------------------------------------------------------------------- */

/* The coordinates of a call's points along each axis, still to be scaled and shifted where `affine`. */
typedef struct {
  const double *from[4];
  int affine;
  double factor[4], shift[4];
} coordinates;

LANE coordinates coordinates_of(int dims, const burl__call *call) {
  coordinates c = {.affine = call->affine};
  for (int a = 0; a < dims; a++) {
    c.from[a] = call->from[a];
    c.factor[a] = call->factor[a];
    c.shift[a] = call->shift[a];
  }
  return c;
}

/* WIDTH of them along an axis from the n-th on; one of them. */
LANE halves coordinates_at(const coordinates *c, int64_t n, int axis) {
  const halves at = {load_doubles(c->from[axis] + n), load_doubles(c->from[axis] + n + WIDTH / 2)};
  if (!c->affine) return at;
  return (halves){at.low * c->factor[axis] + c->shift[axis], at.high * c->factor[axis] + c->shift[axis]};
}
LANE double coordinate_at(const coordinates *c, int64_t n, int axis) {
  return c->affine ? c->from[axis][n] * c->factor[axis] + c->shift[axis] : c->from[axis][n];
}

/* A vector of samples: their cells or blocks, in the period, and how far into them.  valid: ones where noise has a
 * value; elsewhere the others are 0. */
typedef struct {
  words cell[4];
  vector fraction[4];
  words valid;
} sample_positions;

enum position_unit { CELLS, BLOCKS };

LANE sample_positions positions_of_points(const burl__noise *n, enum position_unit unit, const coordinates *c,
                                          int64_t i) {
  const uint32_t cells = unit == BLOCKS ? (uint32_t)simplex_block(n->dims) : 1u;
  sample_positions p;
  longs beyond[2] = {{0}, {0}};
  EACH_AXIS for (int a = 0; a < n->dims; a++) {
    const halves at = coordinates_at(c, i, a);
    const split s = unit == BLOCKS ? split_blocks(n->dims, at) : split_cells(at);
    p.cell[a] = words_in_period(s.whole, period_along(n, a) / cells);
    p.fraction[a] = s.fraction;
    beyond[0] |= s.beyond[0];
    beyond[1] |= s.beyond[1];
  }
  p.valid = valid_of(beyond);
  if (everywhere((mask)p.valid)) return p;
  EACH_AXIS for (int a = 0; a < n->dims; a++) {
    p.cell[a] &= p.valid;
    p.fraction[a] = (vector)((words)p.fraction[a] & p.valid);
  }
  return p;
}

/* ---- A grid -------------------------------------------------------------------------------------- */

/* How many lines a step places: those of the groups, or of a tile. */
LANE int lines_placed(const burl__call *call, int groups) {
  const int room = ((const burl__places *)call->to)->room;
  return groups * BURL__LANES < room ? groups * BURL__LANES : room;
}

LANE const burl__places *places_along(const burl__call *call, int axis) { return call->from[axis]; }

/* Ones where noise has a value along all axes but x. */
LANE uint32_t valid_on_line(const burl__call *call, int dims, int line) {
  uint32_t valid = ~0u;
  for (int a = 1; a < dims; a++) valid &= places_along(call, a)->valid[line];
  return valid;
}

/* The samples from column n of a line on, both of the tile. */
LANE sample_positions positions_of_rows(int dims, const burl__call *call, int line, int n) {
  const burl__places *const x = call->from[0];
  sample_positions p;
  p.valid = load_words(x->valid + n) & valid_on_line(call, dims, line);
  p.cell[0] = load_words(x->key + n);
  p.fraction[0] = load(x->fraction + n);
  EACH_AXIS for (int a = 1; a < dims; a++) {
    p.cell[a] = all_words(places_along(call, a)->key[line]);
    p.fraction[a] = all(places_along(call, a)->fraction[line]);
  }
  return p;
}

#endif
