/* The samples of a raster, and those that would follow beyond its edges, where they go on linearly. */
#ifndef BURL_BASE_EXTEND_H
#define BURL_BASE_EXTEND_H

#include <math.h>
#include <stdint.h>

/* What follows `beyond` steps after the last of two samples; the last one where the other is missing. */
static inline double burl__follow(double last, double before, int beyond) {
  return beyond == 0 || isnan(before) ? last : last + beyond * (last - before);
}

/* By how many steps an index lies beyond the ends of n, and the end next to it and the index before that end. */
typedef struct {
  int beyond, end, before;
} burl__beyond;

static inline burl__beyond burl__beyond_of(int i, int n) {
  if (i < 0) return (burl__beyond){-i, 0, n > 1 ? 1 : 0};
  if (i >= n) return (burl__beyond){i - n + 1, n - 1, n > 1 ? n - 2 : 0};
  return (burl__beyond){0, i, i};
}

/* The sample in column i of a line of nx. */
static inline double burl__extend_line(const float *line, int nx, int i) {
  const burl__beyond b = burl__beyond_of(i, nx);
  return burl__follow((double)line[b.end], (double)line[b.before], b.beyond);
}

/* The sample in column i and line j of samples[ny][nx]. */
static inline double burl__extended(const float *samples, int nx, int ny, int i, int j) {
  const burl__beyond b = burl__beyond_of(j, ny);
  const double last = burl__extend_line(samples + (int64_t)b.end * nx, nx, i);
  if (b.beyond == 0) return last;
  return burl__follow(last, burl__extend_line(samples + (int64_t)b.before * nx, nx, i), b.beyond);
}

#endif
