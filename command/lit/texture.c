/* The maps of texture.h. */
#include "lit/texture.h"

#include "lit/tone.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

/* ---- heights --------------------------------------------------------------------------------- */

static double height_of(const lit_maps *maps, int64_t at) {
  const double height = maps->height ? (double)maps->height[at] : 0;
  return isfinite(height) ? height : 0;
}

/* What is amid the heights becomes 0, so that a shape keeps its size, and no more than the shapes can show is left. */
static void take_heights(texture *t, const lit_maps *maps) {
  const int columns = maps->columns, rows = maps->rows;
  double low = height_of(maps, 0), top = low;
  for (int64_t i = 1; i < (int64_t)rows * columns; i++) {
    const double height = height_of(maps, i);
    low = height < low ? height : low;
    top = height > top ? height : top;
  }
  for (int j = 0; j <= rows; j++)
    for (int i = 0; i <= columns; i++) {
      const double height = height_of(maps, (int64_t)(j % rows) * columns + i % columns) - 0.5 * (low + top);
      t->heights[(int64_t)j * (columns + 1) + i] = within((float)(maps->depth * height), -2, 2);
    }
  const float half = within((float)(0.5 * maps->depth * (top - low)), -2, 2);
  t->top = most(half, -half);
  t->low = -t->top;
}

/* The sample of a place in [0, 1) repeats, as the middle of the first is at 1/2, and how far behind it the place is. */
static int sample_of(float place, int count, float *rest) {
  float at = (place - whole(place)) * (float)count - 0.5f;
  if (at < 0) at += (float)count;
  const int i = (int)least(at, (float)(count - 1));
  *rest = least(at - (float)i, 1);
  return i;
}

float texture_height(const texture *t, float u, float v) {
  float a, b;
  const int i = sample_of(u, t->columns, &a), j = sample_of(v, t->rows, &b);
  const float *const upper = t->heights + (int64_t)j * (t->columns + 1) + i, *const lower = upper + t->columns + 1;
  return between(between(upper[0], upper[1], a), between(lower[0], lower[1], a), b);
}

/* The displacement of a sample, some columns and rows from another. */
static float height_from(const texture *t, int i, int j, int columns, int rows) {
  const int x = (i + columns % t->columns + t->columns) % t->columns, y = (j + rows % t->rows + t->rows) % t->rows;
  return t->heights[(int64_t)y * (t->columns + 1) + x];
}

/* The share of a bright sky that is seen from a sample, weighted by the cosine: in each of eight directions the horizon
 * is the steepest line to ground around (Max, Horizon mapping, 1988). */
static float openness(const texture *t, int i, int j) {
  static const signed char around[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
  static const signed char distances[] = {1, 2, 4, 7, 12, 20, 33};
  const float here = height_from(t, i, j, 0, 0), pace = 1 / (float)t->columns;
  float open = 0;
  for (int d = 0; d < 8; d++) {
    const float stride = pace * (d & 1 ? 1.41421356f : 1);
    float steepest = 0;
    for (int k = 0; k < (int)sizeof distances; k++) {
      const int far = distances[k];
      const float rise = height_from(t, i, j, far * around[d][0], far * around[d][1]) - here;
      steepest = most(steepest, rise / (stride * (float)far));
    }
    open += 1 / (1 + steepest * steepest); /* 1 - sin^2 of the horizon's elevation */
  }
  return open / 8;
}

/* ---- everything else ------------------------------------------------------------------------- */

static float unit_or(const float *map, int64_t at, float standard) {
  return map && map[at] == map[at] ? within(map[at], 0, 1) : standard;
}

static void take_colour(const float *map, int64_t at, float standard, float *to) {
  for (int c = 0; c < 3; c++) to[c] = tone_decode(unit_or(map, 3 * at + c, standard));
}

static void take_slopes(const texture *t, const lit_maps *maps, int i, int j, float *to) {
  if (maps->normal) {
    const float *const n = maps->normal + 3 * ((int64_t)j * maps->columns + i);
    const float up = most(2 * n[2] - 1, 0.05f);
    to[SLOPE_U] = -(2 * n[0] - 1) / up;
    to[SLOPE_V] = (2 * n[1] - 1) / up;
  } else {
    const float twice = 0.5f * (float)t->columns;
    to[SLOPE_U] = twice * (height_from(t, i, j, 1, 0) - height_from(t, i, j, -1, 0));
    to[SLOPE_V] = twice * (height_from(t, i, j, 0, 1) - height_from(t, i, j, 0, -1));
  }
  to[SLOPES] = to[SLOPE_U] * to[SLOPE_U] + to[SLOPE_V] * to[SLOPE_V];
}

static void take_texels(texture *t, const lit_maps *maps) {
  for (int j = 0; j < maps->rows; j++)
    for (int i = 0; i < maps->columns; i++) {
      const int64_t at = (int64_t)j * maps->columns + i;
      float *const to = t->texels[at].at;
      take_slopes(t, maps, i, j, to);
      take_colour(maps->albedo, at, 128 / 255.0f, to + ALBEDO);
      take_colour(maps->emission, at, 0, to + EMISSION);
      to[ROUGHNESS] = unit_or(maps->roughness, at, 0.5f);
      to[METALLIC] = unit_or(maps->metallic, at, 0);
      to[OCCLUSION] = maps->occlusion ? unit_or(maps->occlusion, at, 1) : maps->height ? openness(t, i, j) : 1;
      to[OPACITY] = unit_or(maps->opacity, at, 1);
    }
}

static int halved(int count) { return count > 1 ? count / 2 : 1; }

/* The mean of four samples. */
static void halve(const texel *from, int columns, int rows, texel *to) {
  for (int j = 0; j < halved(rows); j++)
    for (int i = 0; i < halved(columns); i++, to++) {
      const int right = columns > 1, down = rows > 1;
      const texel *const a = from + (int64_t)(2 * j * down) * columns + 2 * i * right, *const b = a + down * columns;
      for (int k = 0; k < TEXEL; k++) to->at[k] = 0.25f * (a[0].at[k] + a[right].at[k] + b[0].at[k] + b[right].at[k]);
    }
}

static void halve_all(texture *t) {
  texel *from = t->texels;
  int columns = t->columns, rows = t->rows;
  for (;;) {
    t->level[t->levels].texels = from;
    t->level[t->levels].columns = columns;
    t->level[t->levels++].rows = rows;
    if ((columns == 1 && rows == 1) || t->levels == TEXTURE_LEVELS) return;
    texel *const to = from + (int64_t)columns * rows;
    halve(from, columns, rows, to);
    columns = halved(columns);
    rows = halved(rows);
    from = to;
  }
}

/* How many samples there are on all levels. */
static size_t texel_count(int columns, int rows) {
  size_t count = 0;
  for (;; columns = halved(columns), rows = halved(rows)) {
    count += (size_t)columns * (size_t)rows;
    if (columns == 1 && rows == 1) return count;
  }
}

int texture_open(texture *t, const lit_maps *maps) {
  *t = (texture){.columns = maps->columns, .rows = maps->rows};
  t->high = (float)maps->rows / (float)maps->columns;
  t->heights = calloc((size_t)(maps->columns + 1) * (size_t)(maps->rows + 1), sizeof *t->heights);
  t->texels = calloc(texel_count(maps->columns, maps->rows), sizeof *t->texels);
  if (!t->heights || !t->texels) return ENOMEM;
  take_heights(t, maps);
  take_texels(t, maps);
  halve_all(t);
  return 0;
}

void texture_free(texture *t) {
  free(t->heights);
  free(t->texels);
  *t = (texture){0};
}

/* The samples around a place on a level, weighted, added to what is there. */
static void add_level(const texture *t, int level, float u, float v, float weight, texel *to) {
  const texel *const texels = t->level[level].texels;
  const int columns = t->level[level].columns, rows = t->level[level].rows;
  float a, b;
  const int i = sample_of(u, columns, &a), j = sample_of(v, rows, &b);
  const int right = i + 1 < columns ? i + 1 : 0, down = j + 1 < rows ? j + 1 : 0;
  const texel *const upper = texels + (int64_t)j * columns, *const lower = texels + (int64_t)down * columns;
  const float w0 = weight * (1 - a) * (1 - b), w1 = weight * a * (1 - b), w2 = weight * (1 - a) * b,
              w3 = weight * a * b;
  for (int k = 0; k < TEXEL; k++)
    to->at[k] += w0 * upper[i].at[k] + w1 * upper[right].at[k] + w2 * lower[i].at[k] + w3 * lower[right].at[k];
}

texel texture_at(const texture *t, float u, float v, float detail) {
  const float at = within(detail, 0, (float)(t->levels - 1));
  const int level = (int)at;
  const float rest = at - (float)level;
  texel sum = {{0}};
  add_level(t, level, u, v, 1 - rest, &sum);
  if (rest > 0) add_level(t, level + 1, u, v, rest, &sum);
  return sum;
}
