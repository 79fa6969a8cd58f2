/* blur(): the mean around each cell, by weights that are nearly those of a bell whose standard deviation is `radius`
 * metres: three running means along each axis.  Beyond an edge the edge's height goes on; what is no ground doesn't
 * count.  Of ground that goes round sums are of whole numbers of a small unit, and so the same wherever they begin. */
#include <math.h>

#include "terrain/process.h"
#include "terrain/strip.h"

/* For a strip: the sums of the heights before each place, and how many they are; the means. */
typedef struct {
  double *sum, *count;
  float *mean;
} strip_sums;

/* The unit in which a round strip's heights are whole: 2^-32 of a power of two above all of them; so the sum of 2^20 is
 * exact. */
static double unit_of(const burl__strip *l) {
  float most = 0;
  int exponent;
  for (int i = 0; i < l->count; i++) {
    const float height = fabsf(*burl__strip_at(l, i));
    if (height > most && isfinite(height)) most = height;
  }
  (void)frexp((double)most, &exponent);
  return ldexp(1, exponent - 32);
}

static void add_up(const burl__strip *l, const strip_sums *s) {
  const double unit = l->is_round ? unit_of(l) : 0;
  s->sum[0] = s->count[0] = 0;
  for (int i = 0; i < l->count; i++) {
    const double height = (double)*burl__strip_at(l, i);
    const int is_ground = !isnan(height);
    s->sum[i + 1] = s->sum[i] + (!is_ground ? 0 : unit > 0 ? unit * floor(height / unit + 0.5) : height);
    s->count[i + 1] = s->count[i] + is_ground;
  }
}

/* The same of a round strip, which may go round it many times. */
static void add_around(const burl__strip *l, const double *before, double from, double to, double *total) {
  const double n = l->count, width = to - from + 1, laps = floor(width / n);
  const int start = (int)(from - n * floor(from / n)), end = start + (int)(width - laps * n);
  const double rest =
      end <= l->count ? before[end] - before[start] : before[l->count] - before[start] + before[end - l->count];
  *total += laps * before[l->count] + rest;
}

/* Adds the heights from place `from` to `to`, the ends of the strip going on beyond it. */
static void add_range(const burl__strip *l, const strip_sums *s, double from, double to, double total[2]) {
  if (l->is_round) {
    add_around(l, s->sum, from, to, &total[0]);
    add_around(l, s->count, from, to, &total[1]);
    return;
  }
  const double before = from < 0 ? -from : 0, behind = to > l->count - 1 ? to - (l->count - 1) : 0;
  const float ends[2] = {*burl__strip_at(l, 0), *burl__strip_at(l, l->count - 1)};
  const int first = before > 0 ? 0 : (int)from, last = behind > 0 ? l->count - 1 : (int)to;
  total[0] += s->sum[last + 1] - s->sum[first];
  total[1] += s->count[last + 1] - s->count[first];
  if (!isnan(ends[0])) total[0] += before * (double)ends[0], total[1] += before;
  if (!isnan(ends[1])) total[0] += behind * (double)ends[1], total[1] += behind;
}

/* Adds the height at a place with this weight. */
static void add_one(const burl__strip *l, double place, double weight, double total[2]) {
  const double n = l->count, around = place - n * floor(place / n);
  const float height = *burl__strip_at(l, l->is_round     ? (int)around
                                          : place < 0     ? 0
                                          : place > n - 1 ? l->count - 1
                                                          : (int)place);
  if (isnan(height)) return;
  total[0] += weight * (double)height;
  total[1] += weight;
}

/* The box of a running mean, in cells: `whole` cells to either side count wholly, one more on each side by `rest`. */
typedef struct {
  double whole, rest;
} mean_box;

/* The box whose mean, taken three times, has the bell's variance: radius squared. */
static mean_box box_of(double radius, double step) {
  const double cells = radius / fabs(step), variance = cells * cells / 3;
  const double half = 0.5 * (sqrt(1 + 4 * cells * cells) - 1);
  if (!(half < 1e9)) return (mean_box){1e9, 0};
  const double whole = (double)(int)half, next = whole + 1, sum = whole * next * (2 * whole + 1) / 6;
  const double rest = (variance * (2 * whole + 1) - 2 * sum) / (2 * (next * next - variance));
  return (mean_box){whole, rest < 0 ? 0 : rest > 1 ? 1 : rest};
}

/* Replaces each height by the mean over the box around it. */
static void blur_strip(const burl__strip *l, mean_box b, const strip_sums *s) {
  add_up(l, s);
  for (int i = 0; i < l->count; i++) {
    double total[2] = {0, 0};
    add_range(l, s, i - b.whole, i + b.whole, total);
    add_one(l, i - b.whole - 1, b.rest, total);
    add_one(l, i + b.whole + 1, b.rest, total);
    s->mean[i] = isnan(*burl__strip_at(l, i)) ? NAN : (float)(total[0] / total[1]);
  }
  for (int i = 0; i < l->count; i++) *burl__strip_at(l, i) = s->mean[i];
}

/* ---- The process --------------------------------------------------------------------------------- */

enum { RADIUS };

static size_t blur_bytes(const burl__ground *g, const double *option) {
  (void)option;
  return burl__bytes_of(burl__strip_room(g), 2 * sizeof(double) + sizeof(float));
}

static void blur(const burl__process_call *call, float *heights) {
  const burl__ground *const g = call->ground;
  const size_t room = burl__strip_room(g);
  double *const numbers = call->scratch;
  const strip_sums s = {numbers, numbers + room, (float *)(numbers + 2 * room)};
  const mean_box along_x = box_of(call->option[RADIUS], g->dx), along_y = box_of(call->option[RADIUS], g->dy);
  for (int pass = 0; pass < 3; pass++) {
    for (int y = 0; y < g->ny; y++) {
      const burl__strip row = burl__row_of(g, heights, y);
      blur_strip(&row, along_x, &s);
    }
    for (int x = 0; x < g->nx; x++) {
      const burl__strip column = burl__column_of(g, heights, x);
      blur_strip(&column, along_y, &s);
    }
  }
}

const burl__process burl__process_blur = {.change = blur, .scratch = blur_bytes};
