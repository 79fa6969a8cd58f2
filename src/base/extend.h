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

/* Samples [ny][nx], the first of `apart` floats each. */
typedef struct {
  const float *first;
  int nx, ny, apart;
} burl__samples;

static inline double burl__sample_at(const burl__samples *s, int i, int j) {
  return (double)s->first[((int64_t)j * s->nx + i) * s->apart];
}

/* The sample in column i of line j, of which there is one. */
static inline double burl__extend_line(const burl__samples *s, int i, int j) {
  const burl__beyond b = burl__beyond_of(i, s->nx);
  return burl__follow(burl__sample_at(s, b.end, j), burl__sample_at(s, b.before, j), b.beyond);
}

/* The sample in column i and line j. */
static inline double burl__extended(const burl__samples *s, int i, int j) {
  const burl__beyond b = burl__beyond_of(j, s->ny);
  const double last = burl__extend_line(s, i, b.end);
  return b.beyond == 0 ? last : burl__follow(last, burl__extend_line(s, i, b.before), b.beyond);
}

#endif
