/* Perlin noise in two and three dimensions as corner, column and finish, driven three ways over a
 * grid: (a) point by point, (b) row by row with lattice columns once a row, (c) a tile of 16 rows
 * with a lane a row.  No libc, so that it compiles for WebAssembly as it is.  perlin.c measures
 * it. */
#ifndef EXPERIMENT_PERLIN_H
#define EXPERIMENT_PERLIN_H

#include "variant.h"

/* Keeps a loop over 16 lanes a loop until it is vectorised: unrolled first, both compilers
 * vectorise the loop around it instead, with gathers (four times slower). */
#ifdef __clang__
#define LOOP_STAYS _Pragma("clang loop unroll(disable)")
#else
#define LOOP_STAYS _Pragma("GCC unroll 1")
#endif

enum { SIDE = 2048, LANES = 16, BLOCK = 256 };

typedef struct {
  int size[3];
  double origin[3], step[3];
  uint64_t seed;
} grid;

/* How a coordinate is split: 0 by the magic sum, 1 by a comparison, 2 by floor. */
#ifndef SPLIT
#define SPLIT 0
#endif

LANE double split_floor(double a) {
  if (SPLIT == 1) {
    const double whole = (double)(int64_t)a;
    return whole > a ? whole - 1.0 : whole;
  }
  if (SPLIT == 2) return __builtin_floor(a);
  return axis_floor(a);
}
LANE uint32_t split_cell(double whole) {
  return SPLIT == 0 ? axis_cell(whole) : (uint32_t)(int64_t)whole;
}

LANE double coordinate(const grid *g, int axis, int n) {
  return g->origin[axis] + (double)n * g->step[axis];
}

/* A coordinate, split: what varies along one axis of a grid only. */
typedef struct {
  uint32_t cell[SIDE];
  float fraction[SIDE], fade[SIDE];
} split;

static void split_axis(const grid *g, int axis, int first, int count, split *s) {
  for (int n = 0; n < count; n++) {
    const double x = coordinate(g, axis, first + n), whole = split_floor(x);
    s->cell[n] = split_cell(whole);
    s->fraction[n] = (float)(x - whole);
    s->fade[n] = lane_fade(s->fraction[n]);
  }
}

/* ---- The definition: a column of the lattice ------------------------------------------------- */

LANE column column2(uint32_t x, uint32_t y0, uint32_t y1, float dy, float v) {
  return blend_columns(corner2(pick2(mix_corner(x + y0)), dy),
                       corner2(pick2(mix_corner(x + y1)), dy - 1), v);
}
LANE column column3(uint32_t x, uint32_t y0, uint32_t y1, uint32_t z0, uint32_t z1, float dy,
                    float dz, float v, float w) {
  const column low = blend_columns(corner3(pick3(mix_corner(x + y0 + z0)), dy, dz),
                                   corner3(pick3(mix_corner(x + y1 + z0)), dy - 1, dz), v);
  const column high = blend_columns(corner3(pick3(mix_corner(x + y0 + z1)), dy, dz - 1),
                                    corner3(pick3(mix_corner(x + y1 + z1)), dy - 1, dz - 1), v);
  return blend_columns(low, high, w);
}

/* ---- (a) Points ------------------------------------------------------------------------------ */

LANE float point2(uint32_t low, uint32_t high, double x, double y) {
  const double i = split_floor(x), j = split_floor(y);
  const float f = (float)(x - i), g = (float)(y - j), u = lane_fade(f), v = lane_fade(g);
  const uint32_t cell_x = split_cell(i), cell_y = split_cell(j);
  const uint32_t y0 = mix_axis(cell_y, 1, low) + high, y1 = mix_axis(cell_y + 1u, 1, low) + high;
  return finish_columns(column2(mix_axis(cell_x, 0, low), y0, y1, g, v),
                        column2(mix_axis(cell_x + 1u, 0, low), y0, y1, g, v), f, u);
}
LANE float point3(uint32_t low, uint32_t high, double x, double y, double z) {
  const double i = split_floor(x), j = split_floor(y), k = split_floor(z);
  const float f = (float)(x - i), g = (float)(y - j), h = (float)(z - k);
  const float u = lane_fade(f), v = lane_fade(g), w = lane_fade(h);
  const uint32_t cell_x = split_cell(i), cell_y = split_cell(j), cell_z = split_cell(k);
  const uint32_t y0 = mix_axis(cell_y, 1, low), y1 = mix_axis(cell_y + 1u, 1, low);
  const uint32_t z0 = mix_axis(cell_z, 2, low) + high, z1 = mix_axis(cell_z + 1u, 2, low) + high;
  return finish_columns(column3(mix_axis(cell_x, 0, low), y0, y1, z0, z1, g, h, v, w),
                        column3(mix_axis(cell_x + 1u, 0, low), y0, y1, z0, z1, g, h, v, w), f, u);
}

/* One block of points, all of their coordinates given. */
static void points2(uint64_t seed, const double *restrict x, const double *restrict y,
                    float *restrict out) {
  const uint64_t words = burl__seed_words(seed);
  const uint32_t low = (uint32_t)words, high = (uint32_t)(words >> 32);
  for (int n = 0; n < BLOCK; n++) out[n] = point2(low, high, x[n], y[n]);
}
static void points3(uint64_t seed, const double *restrict x, const double *restrict y,
                    const double *restrict z, float *restrict out) {
  const uint64_t words = burl__seed_words(seed);
  const uint32_t low = (uint32_t)words, high = (uint32_t)(words >> 32);
  for (int n = 0; n < BLOCK; n++) out[n] = point3(low, high, x[n], y[n], z[n]);
}

static void by_points(const grid *g, int dims, float *out) {
  static double x[BLOCK], y[BLOCK], z[BLOCK];
  static float block[BLOCK];
  for (int k = 0; k < g->size[2]; k++) {
    for (int j = 0; j < g->size[1]; j++) {
      for (int first = 0; first < g->size[0]; first += BLOCK) {
        const int count = g->size[0] - first < BLOCK ? g->size[0] - first : BLOCK;
        for (int n = 0; n < BLOCK; n++) {
          x[n] = coordinate(g, 0, first + n), y[n] = coordinate(g, 1, j),
          z[n] = coordinate(g, 2, k);
        }
        if (dims == 2) points2(g->seed, x, y, block);
        if (dims == 3) points3(g->seed, x, y, z, block);
        for (int n = 0; n < count; n++) *out++ = block[n];
      }
    }
  }
}

/* ---- The lattice columns under a row of samples ---------------------------------------------- */

/* Hash of each lattice column, and the column index of each sample. */
typedef struct {
  split x;
  uint32_t hash[3 * SIDE], index[SIDE];
  int count;
} across;

static void lay_columns(const grid *g, across *a) {
  const uint32_t low = (uint32_t)burl__seed_words(g->seed);
  split_axis(g, 0, 0, g->size[0], &a->x);
  for (int n = 0; n < g->size[0]; n++) a->index[n] = a->x.cell[n] - a->x.cell[0];
  a->count = (int)a->index[g->size[0] - 1] + 2;
  for (int c = 0; c < a->count; c++) a->hash[c] = mix_axis(a->x.cell[0] + (uint32_t)c, 0, low);
}

/* ---- (b) Rows -------------------------------------------------------------------------------- */

/* The lattice columns under a row, in two arrays: an array of structs is copied by eight bytes,
 * which clang doesn't vectorise; nor does it a loop whose count is read through a pointer. */
static void row_columns2(const uint32_t *restrict x, int count, uint32_t y0, uint32_t y1, float dy,
                         float v, float *restrict a, float *restrict s) {
  for (int n = 0; n < count; n++) {
    const column c = column2(x[n], y0, y1, dy, v);
    a[n] = c.a, s[n] = c.s;
  }
}
static void row_columns3(const uint32_t *restrict x, int count, uint32_t y0, uint32_t y1,
                         uint32_t z0, uint32_t z1, float dy, float dz, float v, float w,
                         float *restrict a, float *restrict s) {
  for (int n = 0; n < count; n++) {
    const column c = column3(x[n], y0, y1, z0, z1, dy, dz, v, w);
    a[n] = c.a, s[n] = c.s;
  }
}
static void row_finish(const across *restrict x, int count, const float *restrict a,
                       const float *restrict s, float *restrict out) {
  for (int n = 0; n < count; n++) {
    const uint32_t c = x->index[n];
    out[n] = finish_columns((column){a[c], s[c]}, (column){a[c + 1u], s[c + 1u]}, x->x.fraction[n],
                            x->x.fade[n]);
  }
}

static void by_rows(const grid *g, int dims, float *out) {
  static across x;
  static split y, z;
  static float a[3 * SIDE], s[3 * SIDE];
  const uint64_t words = burl__seed_words(g->seed);
  const uint32_t low = (uint32_t)words, high = (uint32_t)(words >> 32);
  lay_columns(g, &x), split_axis(g, 1, 0, g->size[1], &y), split_axis(g, 2, 0, g->size[2], &z);
  for (int k = 0; k < g->size[2]; k++) {
    const uint32_t z0 = mix_axis(z.cell[k], 2, low) + high,
                   z1 = mix_axis(z.cell[k] + 1u, 2, low) + high;
    for (int j = 0; j < g->size[1]; j++, out += g->size[0]) {
      const uint32_t y0 = mix_axis(y.cell[j], 1, low), y1 = mix_axis(y.cell[j] + 1u, 1, low);
      const float dy = y.fraction[j], dz = z.fraction[k], v = y.fade[j], w = z.fade[k];
      if (dims == 2) row_columns2(x.hash, x.count, y0 + high, y1 + high, dy, v, a, s);
      else row_columns3(x.hash, x.count, y0, y1, z0, z1, dy, dz, v, w, a, s);
      row_finish(&x, g->size[0], a, s, out);
    }
  }
}

/* ---- (c) Lanes across rows ------------------------------------------------------------------- */

/* A lattice column under 16 rows. */
typedef struct {
  float a[LANES], s[LANES];
} columns16;

static void tile_column2(uint32_t x, const uint32_t y0[LANES], const uint32_t y1[LANES],
                         const float dy[LANES], const float v[LANES], columns16 *out) {
  LOOP_STAYS
  for (int r = 0; r < LANES; r++) {
    const column c = column2(x, y0[r], y1[r], dy[r], v[r]);
    out->a[r] = c.a, out->s[r] = c.s;
  }
}
static void tile_column3(uint32_t x, const uint32_t y0[LANES], const uint32_t y1[LANES],
                         uint32_t z0, uint32_t z1, const float dy[LANES], float dz,
                         const float v[LANES], float w, columns16 *out) {
  LOOP_STAYS
  for (int r = 0; r < LANES; r++) {
    const column c = column3(x, y0[r], y1[r], z0, z1, dy[r], dz, v[r], w);
    out->a[r] = c.a, out->s[r] = c.s;
  }
}
static void tile_finish(const columns16 *restrict p, const columns16 *restrict q, float f, float u,
                        float out[restrict LANES]) {
  LOOP_STAYS
  for (int r = 0; r < LANES; r++) {
    out[r] = finish_columns((column){p->a[r], p->s[r]}, (column){q->a[r], q->s[r]}, f, u);
  }
}

/* Turns [column][row] into rows: squares of 4 x 4 by shuffles, and four rows at a time as far as
 * a block goes, so that a cache line is written whole (rows a power of two apart share few of
 * them). */
#ifdef __clang__
#define SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (four_ints){i, j, k, l})
typedef int32_t four_ints __attribute__((vector_size(16)));
#endif
typedef float four __attribute__((vector_size(16), aligned(4), may_alias));

static void transpose(const float *restrict tile, int width, float *restrict out, int stride) {
  const int whole = width / 4 * 4;
  for (int r = 0; r < LANES; r += 4) {
    for (int n = 0; n < whole; n += 4) {
      const float *from = tile + n * LANES + r;
      float *to = out + r * stride + n;
      const four a = *(const four *)from, b = *(const four *)(from + LANES);
      const four c = *(const four *)(from + 2 * LANES), d = *(const four *)(from + 3 * LANES);
      const four ab = SHUFFLE(a, b, 0, 4, 1, 5), cd = SHUFFLE(c, d, 0, 4, 1, 5);
      const four ef = SHUFFLE(a, b, 2, 6, 3, 7), gh = SHUFFLE(c, d, 2, 6, 3, 7);
      *(four *)to = SHUFFLE(ab, cd, 0, 1, 4, 5);
      *(four *)(to + stride) = SHUFFLE(ab, cd, 2, 3, 6, 7);
      *(four *)(to + 2 * stride) = SHUFFLE(ef, gh, 0, 1, 4, 5);
      *(four *)(to + 3 * stride) = SHUFFLE(ef, gh, 2, 3, 6, 7);
    }
  }
  for (int n = whole; n < width; n++) {
    for (int r = 0; r < LANES; r++) out[r * stride + n] = tile[n * LANES + r];
  }
}

/* g->size[1] is a multiple of 16. */
static void by_tiles(const grid *g, int dims, float *out) {
  static across a;
  static split y, z;
  static columns16 columns[3 * SIDE];
  static float tile[BLOCK * LANES];
  const uint64_t words = burl__seed_words(g->seed);
  const uint32_t low = (uint32_t)words, high = (uint32_t)(words >> 32);
  uint32_t y0[LANES], y1[LANES];
  lay_columns(g, &a), split_axis(g, 2, 0, g->size[2], &z);
  for (int k = 0; k < g->size[2]; k++) {
    const uint32_t z0 = mix_axis(z.cell[k], 2, low) + high,
                   z1 = mix_axis(z.cell[k] + 1u, 2, low) + high;
    for (int j = 0; j < g->size[1]; j += LANES, out += LANES * g->size[0]) {
      split_axis(g, 1, j, LANES, &y);
      for (int r = 0; r < LANES; r++) {
        y0[r] = mix_axis(y.cell[r], 1, low) + (dims == 2 ? high : 0u);
        y1[r] = mix_axis(y.cell[r] + 1u, 1, low) + (dims == 2 ? high : 0u);
      }
      for (int c = 0; c < a.count; c++) {
        if (dims == 2) tile_column2(a.hash[c], y0, y1, y.fraction, y.fade, &columns[c]);
        else
          tile_column3(a.hash[c], y0, y1, z0, z1, y.fraction, z.fraction[k], y.fade, z.fade[k],
                       &columns[c]);
      }
      for (int first = 0; first < g->size[0]; first += BLOCK) {
        const int count = g->size[0] - first < BLOCK ? g->size[0] - first : BLOCK;
        for (int n = 0; n < count; n++) {
          const uint32_t c = a.index[first + n];
          tile_finish(&columns[c], &columns[c + 1u], a.x.fraction[first + n], a.x.fade[first + n],
                      tile + n * LANES);
        }
        transpose(tile, count, out + first, g->size[0]);
      }
    }
  }
}

/* ---- One hash of all results ----------------------------------------------------------------- */

static void drive(int way, const grid *g, int dims, float *out) {
  if (way == 0) by_points(g, dims, out);
  if (way == 1) by_rows(g, dims, out);
  if (way == 2) by_tiles(g, dims, out);
}

LANE uint64_t hash_of_way(int way) {
  static const double steps[] = {0.02, 0.64, 1.28}, origins[] = {0, -1000.5, 1e9};
  static float out[200 * 48 * 5];
  uint64_t hash = 0xCBF29CE484222325u;
  for (int dims = 2; dims <= 3; dims++) {
    for (int s = 0; s < 3; s++) {
      for (int o = 0; o < 3; o++) {
        const grid g = {{200, 48, dims == 3 ? 5 : 1},
                        {origins[o], origins[o] + 0.25, 7.5},
                        {steps[s], steps[s], steps[s]},
                        (uint64_t)(s * 3 + o)};
        drive(way, &g, dims, out);
        for (int n = 0; n < g.size[0] * g.size[1] * g.size[2]; n++) {
          const union {
            float number;
            uint32_t bits;
          } both = {.number = out[n]};
          hash = (hash ^ both.bits) * 0x100000001B3u;
        }
      }
    }
  }
  return hash;
}

#endif
