/* The bounds of noise_box.h: the box is cut into as many parts as a kernel has lanes, and a noise is no farther from
 * its value in the middle of a part than its slopes allow (P. Shubert, "A sequential method seeking the global maximum
 * of a function", 1972).  Between the lattice's points value noise has its extremes in the corners of a box, and white
 * noise is the same in all of a cell. */
#include "program/noise_box.h"

#include <math.h>

#include "noise/scale.h"
#include "program/noise_setup.h"

/* How far, in cells, the place that a kernel takes for a coordinate may be from it. */
#define GRAIN (1.0 / 262144.0)

/* A box in parts of one size. */
typedef struct {
  int dims, count[4];
  double middle[4], half[4]; /* of a part: of the first one, and of each */
} box_parts;

/* Cuts the axis along which parts are longest, until there are as many as lanes. */
static box_parts cut_box(int dims, const burl_range *box) {
  box_parts p = {.dims = dims};
  int all = 1;
  for (int a = 0; a < dims; a++) p.count[a] = 1, p.half[a] = 0.5 * (box[a].hi - box[a].lo);
  for (; 2 * all <= BURL__LANES; all *= 2) {
    int longest = 0;
    for (int a = 1; a < dims; a++)
      if (p.half[a] > p.half[longest]) longest = a;
    p.count[longest] *= 2, p.half[longest] *= 0.5;
  }
  for (int a = 0; a < dims; a++) p.middle[a] = box[a].lo + p.half[a];
  return p;
}

/* The noise in the middle of each part; its last argument, where it has one behind the coordinates, is `last`. */
static void sample_middles(const burl__noise *noise, const box_parts *p, double last, double result[BURL__LANES]) {
  double at[BURL__ARGUMENTS][BURL__LANES];
  for (int i = 0; i < BURL__LANES; i++) {
    for (int a = 0, rest = i; a < p->dims; rest /= p->count[a], a++)
      at[a][i] = p->middle[a] + 2 * p->half[a] * (rest % p->count[a]);
    at[p->dims][i] = last;
  }
  burl__evaluate(noise->op, p->dims + noise->varies, (const double(*)[BURL__LANES])at, noise, result);
}

/* The noise in the corners of a box: argument a of lane i is at its upper end where bit a of i is 1. */
static void sample_corners(const burl__noise *noise, const burl_range *box, double result[BURL__LANES]) {
  double at[BURL__ARGUMENTS][BURL__LANES];
  for (int a = 0; a < noise->dims; a++)
    for (int i = 0; i < BURL__LANES; i++) at[a][i] = i >> a & 1 ? box[a].hi : box[a].lo;
  burl__evaluate(noise->op, noise->dims, (const double(*)[BURL__LANES])at, noise, result);
}

/* Whether the noise is monotone along each axis in the box: value noise is so between its lattice's points. */
static int is_monotone(const burl__noise *noise, const burl_range *box) {
  if (burl__kind_of_noise(noise) != BURL__OF_VALUES || noise->interp > QUINTIC || noise->smooth) return 0;
  for (int a = 0; a < noise->dims; a++)
    if (box[a].hi > floor(box[a].lo) + 1) return 0;
  return 1;
}

/* How far a value may be from one that lies `half` away along each axis at most. */
static double change_within(const burl__noise *noise, const box_parts *p) {
  const int is_euclid = burl__kind_of_noise(noise) == BURL__OF_POINTS && noise->metric <= EUCLID2;
  double sum = 0;
  for (int a = 0; a < p->dims; a++) {
    const double change = (p->half[a] + GRAIN) * burl__noise_slope(noise, a);
    sum += is_euclid ? change * change : change;
  }
  return is_euclid ? sqrt(sum) : sum;
}

/* Whether a noise jumps from cell to cell; white noise, which has one value in each, is known within one. */
static int jumps_in(const burl__noise *noise, const burl_range *box) {
  switch (burl__kind_of_noise(noise)) {
  case BURL__OF_HASHES:
    for (int a = 0; a < noise->dims; a++)
      if (floor(box[a].lo) != floor(box[a].hi)) return 1;
    return 0;
  case BURL__OF_WAVES: return 1; /* its bounds by its slopes would be wider than its own */
  case BURL__OF_POINTS: return (noise->give >= GIVE_VALUE && noise->width == 0) || noise->parts > 0;
  case BURL__OF_GRADIENTS:
  case BURL__OF_VALUES:
  case BURL__OF_BUMPS:
  case BURL__NO_NOISE: break;
  }
  return 0;
}

/* Whether all arguments have finite ends. */
static int is_bounded(const burl__noise *noise, const burl_range *arguments) {
  for (int a = 0; a < noise->dims + noise->varies; a++)
    if (arguments[a].may_be_nan || !isfinite(arguments[a].hi - arguments[a].lo)) return 0;
  return 1;
}

/* What is at most `by` away from one of the values, and within `all`. */
static burl_range around_values(const double values[BURL__LANES], double by, const burl_range *all) {
  burl_range range = {INFINITY, -INFINITY, all->may_be_nan};
  for (int i = 0; i < BURL__LANES; i++) range.lo = fmin(range.lo, values[i]), range.hi = fmax(range.hi, values[i]);
  range.lo = fmax(all->lo, range.lo - by), range.hi = fmin(all->hi, range.hi + by);
  return range;
}

burl_range burl__bound_noise(const burl__noise *noise, const burl_range *arguments, const burl_range *all) {
  double values[BURL__LANES];
  if (!is_bounded(noise, arguments) || jumps_in(noise, arguments)) return *all;
  const double size = fmax(fabs(all->lo), fabs(all->hi)), rounding = 2 * BURL__MARGIN * size;
  if (is_monotone(noise, arguments)) {
    sample_corners(noise, arguments, values);
    return around_values(values, rounding, all);
  }
  const box_parts p = cut_box(noise->dims, arguments);
  const burl_range *const last = &arguments[noise->dims];
  const double jitter = noise->varies ? 0.5 * (last->hi - last->lo) : 0;
  const double change = change_within(noise, &p) + jitter * burl__noise_slope(noise, BURL__BY_JITTER);
  if (!(change < 2 * size)) return *all;
  sample_middles(noise, &p, noise->varies ? last->lo + jitter : 0, values);
  return around_values(values, change + rounding, all);
}
