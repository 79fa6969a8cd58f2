/* Regions of a grid: some columns and some lines, near enough to one another that what lies around them,
 * lattice points or cells, is found once for all of their samples; and boxes, a vector of columns by some
 * lines, for which the few of them that matter there are selected. */
#ifndef BURL_KERNEL_REGION_H
#define BURL_KERNEL_REGION_H

#include "kernel/output.h"
#include "kernel/positions.h"

/* Where samples come from: points, or records of a grid's columns and lines. */
enum source { POINTS, ROWS };

/* Some lines and columns of a call's block. */
typedef struct {
  int line, next, begin, end;
} patch;

/* The samples of a call's block; points: those of POINTS; stride: samples between lines. */
typedef struct {
  enum source source;
  const burl__call *call;
  const coordinates *points;
  int64_t stride;
} sample_source;

/* A vector of them. */
LANE sample_positions positions_in_block(const burl__noise *n, enum position_unit unit, const sample_source *from,
                                         int line, int i) {
  const burl__call *const call = from->call;
  return from->source == POINTS ? positions_of_points(n, unit, from->points, line * from->stride + i)
                                : positions_of_rows(n->dims, call, call->first_line + line, call->first_column + i);
}

enum { BOX_LINES = 8 };
enum { MOST_ROWS = BURL__BLOCK_LINES + BURL__LANES };

/* All lines have the same z and w.  Blocks are numbered, and places measured as fractions are, from the
 * block of the region's first column and line on. */
typedef struct {
  int begin, end, line, next;                                          /* columns, lines of the tile */
  float width;                                                         /* of a block */
  float column[BURL__BLOCK_COLUMNS];                                   /* the numbers of their blocks */
  float row[MOST_ROWS], row_fraction[MOST_ROWS], row_place[MOST_ROWS]; /* the last one repeated */
  float lo[4], hi[4]; /* the least and greatest places along each axis */
  float vector_lo[BURL__BLOCK_COLUMNS / WIDTH], vector_hi[BURL__BLOCK_COLUMNS / WIDTH]; /* along x */
  float mean;                     /* of what its vectors of columns cover */
  int columns_valid, lines_valid; /* whether noise has a value at all of them */
} region;

LANE float lesser(float a, float b) { return a < b ? a : b; }
LANE float greater(float a, float b) { return a > b ? a : b; }

/* The least and the greatest of some places. */
static void span_of(const float *at, int count, float *lo, float *hi) {
  float least = at[0], most = at[0];
  for (int i = 1; i < count; i++) {
    least = lesser(at[i], least);
    most = greater(at[i], most);
  }
  *lo = least;
  *hi = most;
}

/* How far apart `at` is from what lies between lo and hi. */
LANE vector apart_from(vector lo, vector hi, vector at) {
  const vector below = lo - at, above = at - hi, apart = pick(below > above, below, above);
  return only(apart > 0, apart);
}

/* The columns from begin to end, whose blocks repeat after `period` (0: they don't); 0 where some lie more
 * than 64 blocks apart. */
static int take_columns(const burl__call *call, uint32_t period, int begin, int end, region *r) {
  const burl__noise *const noise = call->setup;
  const burl__places *const x = call->from[0];
  r->begin = begin;
  r->end = end;
  r->width = noise->reach2 > 0 ? (float)block_units(noise->dims) : 1.0f;
  if (!burl__number_blocks(x->key + begin, end - begin, period, r->column)) return 0;
  float at[BURL__BLOCK_COLUMNS + WIDTH] = {0};
  words valid = ~(words){0};
  r->mean = 0;
  for (int n = 0; n < end - begin; n += WIDTH)
    store(at + n, load(x->fraction + begin + n) + load(r->column + n) * r->width);
  for (int n = 0, k = 0; n < end - begin; n += WIDTH, k++) {
    const uint32_t rises = bits_of(load(at + n) <= load(at + n + 1)) | 1u << (WIDTH - 1); /* they mostly do */
    valid &= load_words(x->valid + begin + n);
    r->vector_lo[k] = at[n];
    r->vector_hi[k] = at[n + WIDTH - 1];
    if (rises != (1u << WIDTH) - 1u) span_of(at + n, WIDTH, &r->vector_lo[k], &r->vector_hi[k]);
    r->lo[0] = k == 0 ? r->vector_lo[0] : lesser(r->lo[0], r->vector_lo[k]);
    r->hi[0] = k == 0 ? r->vector_hi[0] : greater(r->hi[0], r->vector_hi[k]);
    r->mean += r->vector_hi[k] - r->vector_lo[k];
  }
  r->mean = r->mean * (float)WIDTH / (float)(end - begin);
  r->columns_valid = everywhere((mask)valid);
  return 1;
}

/* The same of the lines from line to next. */
static int take_lines(const burl__call *call, uint32_t period, int line, int next, region *r) {
  const burl__noise *const noise = call->setup;
  const burl__places *const y = call->from[1];
  r->line = line;
  r->next = next;
  if (!burl__number_blocks(y->key + line, next - line, period, r->row)) return 0;
  const int count = next - line;
  uint32_t valid = ~0u;
  for (int i = 0; i < count; i++) {
    r->row_fraction[i] = y->fraction[line + i];
    valid &= valid_on_line(call, noise->dims, line + i);
  }
  r->lines_valid = valid == ~0u;
  for (int i = count; i < count + BURL__LANES; i++) {
    r->row[i] = r->row[count - 1];
    r->row_fraction[i] = r->row_fraction[count - 1];
  }
  for (int i = 0; i < count + BURL__LANES; i++) r->row_place[i] = r->row_fraction[i] + r->row[i] * r->width;
  span_of(r->row_place, count, &r->lo[1], &r->hi[1]);
  for (int a = 2; a < noise->dims; a++) r->lo[a] = r->hi[a] = places_along(call, a)->fraction[line];
  return 1;
}

/* The lines from `line` on that have all but y in common; where they end. */
OUTLINE int next_region(int dims, const burl__call *call, int line, int end) {
  int next = line + 1;
  for (; next < end; next++)
    for (int a = 2; a < dims; a++) {
      const burl__places *const p = places_along(call, a);
      if (p->key[next] != p->key[line] || p->fraction[next] != p->fraction[line]) return next;
    }
  return next;
}

/* The lines of a box: the numbers of their blocks and how far into those they are, both readable up to whole
 * vectors; and the least and greatest of their places. */
typedef struct {
  int line, count;
  const float *number, *fraction;
  float lo, hi;
} box_lines;

LANE box_lines box_lines_from(const region *r, int line, int most) {
  const int at = line - r->line, count = r->next - line < most ? r->next - line : most;
  box_lines box = {.line = line, .count = count, .number = r->row + at, .fraction = r->row_fraction + at};
  span_of(r->row_place + at, count, &box.lo, &box.hi);
  return box;
}

/* Puts the values of some lines, below each other; behind the last one its values are put again. */
LANE void put_lines(const value_output *out, int count, vector value[BOX_LINES]) {
  value_output at[BOX_LINES];
  for (int k = 0; k < BOX_LINES; k++) at[k] = output_from(out, k < count ? k : count - 1, 0);
  for (int k = 0; k < BOX_LINES && out->how & SCALED; k++) value[k] = value[k] * out->scalar;
  for (int k = 0; k < BOX_LINES && out->how & SUMMED; k++) value[k] = load(at[k].sum) + value[k];
  for (int k = 0; k < BOX_LINES; k++) write(at[k].to, value[k], out->past_cache);
}

/* Ones where noise has a value, on a line and from a column of the tile on. */
LANE words valid_in_tile(const burl__call *call, int line, int i) {
  const burl__noise *const n = call->setup;
  return load_words(places_along(call, 0)->valid + i) & valid_on_line(call, n->dims, line);
}

/* Puts the values of a box, of the columns from i on; behind its last line that one's values are given again. */
INLINED void put_box(const burl__call *call, const value_output *out, const region *r, const box_lines *box, int i,
                     vector value[BOX_LINES]) {
  const value_output at = output_from(out, box->line - call->first_line, i - call->first_column);
  const int are_plain = r->columns_valid && r->lines_valid && out->ending == BURL__PLAIN;
  for (int k = 0; k < BOX_LINES && !are_plain; k++) {
    const words valid = valid_in_tile(call, box->line + (k < box->count ? k : box->count - 1), i);
    value[k] = ended(only_valid(value[k], valid), out->ending, out->offset, out->twice);
  }
  if (box->count == BOX_LINES) put_lines(&at, BOX_LINES, value); /* a constant */
  else put_lines(&at, box->count, value);
}

#endif
