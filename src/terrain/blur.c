/* blur(): the mean around each cell, by weights that are nearly those of a bell whose standard deviation is `radius`
 * metres: three running means along each axis.  Beyond an edge the edge's height goes on; what is no ground doesn't
 * count.  Of ground that goes round sums are of whole numbers of a small unit, and so the same wherever they begin.
 *
 * Where the radius varies, heights are blurred by some radii, and each cell takes from those nearest to its own. */
#include <math.h>
#include <string.h>

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

/* Blurs all heights by one radius. */
static void blur_all(const burl__ground *g, double radius, const strip_sums *s, float *heights) {
  const mean_box along_x = box_of(radius, g->dx), along_y = box_of(radius, g->dy);
  for (int pass = 0; pass < 3; pass++) {
    for (int y = 0; y < g->ny; y++) {
      const burl__strip row = burl__row_of(g, heights, y);
      blur_strip(&row, along_x, s);
    }
    for (int x = 0; x < g->nx; x++) {
      const burl__strip column = burl__column_of(g, heights, x);
      blur_strip(&column, along_y, s);
    }
  }
}

/* ---- Radii that vary ----------------------------------------------------------------------------- */

/* Four radii to a doubling, by which all heights are blurred.  A cell whose radius lies between two of them takes a
 * mean of both whose variance is its radius squared, of one below the first a mean of that and its own height. */
static double rung_of(int k) {
  static const double root[4] = {1, 1.18920711500272106672, 1.41421356237309504880, 1.68179283050742908606};
  const int doublings = k < 0 ? -((3 - k) / 4) : k / 4;
  return ldexp(root[k - 4 * doublings], doublings);
}

/* The first rung: a 32nd of a cell's width, which blurs next to nothing, or next above it. */
static int first_rung(const burl__ground *g) {
  const double least = fmin(fabs(g->dx), fabs(g->dy)) / 32;
  int exponent;
  (void)frexp(least, &exponent);
  int k = 4 * (exponent - 1);
  while (rung_of(k) < least) k++;
  return k;
}

/* A radius of a map: below 0, and what is no number, counts as 0. */
static double radius_at(const float *map, size_t cell) {
  const double radius = (double)map[cell];
  return !(radius > 0) ? 0 : radius > 1e9 ? 1e9 : radius;
}

/* The heights as they were, blurred by two radii, and the map of radii. */
typedef struct {
  size_t cells;
  float *start, *less, *more;
  const float *map;
  double low, high; /* the radii of `less` and `more` */
} blurring;

static int is_between(const blurring *b, size_t cell) {
  const double radius = radius_at(b->map, cell);
  return radius > b->low && radius <= b->high;
}

static int is_any_between(const blurring *b) {
  for (size_t i = 0; i < b->cells; i++)
    if (is_between(b, i)) return 1;
  return 0;
}

/* Gives the cells whose radius is between the two a mean of both. */
static void take_means(const blurring *b, float *heights) {
  for (size_t i = 0; i < b->cells; i++) {
    if (!is_between(b, i)) continue;
    const double radius = radius_at(b->map, i), low = b->low * b->low;
    const double part = (radius * radius - low) / (b->high * b->high - low);
    heights[i] = part < 1 ? (float)((double)b->less[i] + part * ((double)b->more[i] - (double)b->less[i])) : b->more[i];
  }
}

static void blur_copy(const burl__ground *g, const blurring *b, double radius, const strip_sums *s, float *to) {
  memcpy(to, b->start, b->cells * sizeof *to);
  if (radius > 0) blur_all(g, radius, s, to);
}

static void blur_by_map(const burl__ground *g, blurring *b, const strip_sums *s, float *heights) {
  double least = INFINITY, most = 0;
  for (size_t i = 0; i < b->cells; i++) {
    const double radius = radius_at(b->map, i);
    if (radius > 0) least = fmin(least, radius), most = fmax(most, radius);
  }
  if (most == 0) return;
  const int first = first_rung(g);
  int k = first, begin, end, has_less = 0;
  while (rung_of(k) < least) k++;
  for (begin = end = k; rung_of(end) < most;) end++;
  memcpy(b->start, heights, b->cells * sizeof *heights);
  for (b->low = k == first ? 0 : rung_of(k - 1); k <= end; b->low = b->high, k++) {
    b->high = rung_of(k);
    if (burl__pace_stops(g->pace, (double)(k - begin) / (end - begin + 1))) return;
    const int is_needed = is_any_between(b);
    if (is_needed && !has_less) blur_copy(g, b, b->low, s, b->less);
    if (is_needed) blur_copy(g, b, b->high, s, b->more), take_means(b, heights);
    float *const less = b->less;
    b->less = b->more, b->more = less;
    has_less = is_needed;
  }
}

/* ---- The process --------------------------------------------------------------------------------- */

enum { RADIUS }; /* a number, or below 0 where a map gives it */

static size_t blur_bytes(const burl__ground *g, const double *option) {
  const size_t strips = burl__bytes_of(burl__strip_room(g), 2 * sizeof(double) + sizeof(float));
  const size_t maps = option[RADIUS] < 0 ? burl__bytes_of(burl__cells_of(g), 3 * sizeof(float)) : 1;
  return strips == 0 || maps == 0 || strips > SIZE_MAX - maps ? 0 : strips + (option[RADIUS] < 0 ? maps : 0);
}

static void blur(const burl__process_call *call, float *heights) {
  const burl__ground *const g = call->ground;
  const size_t room = burl__strip_room(g), cells = burl__cells_of(g);
  double *const numbers = call->scratch;
  const strip_sums s = {numbers, numbers + room, (float *)(numbers + 2 * room)};
  float *const start = s.mean + room;
  blurring b = {.cells = cells, .start = start, .less = start + cells, .more = start + 2 * cells};
  if (!(b.map = call->map[RADIUS])) blur_all(g, call->option[RADIUS], &s, heights);
  else blur_by_map(g, &b, &s, heights);
}

const burl__process burl__process_blur = {.change = blur, .scratch = blur_bytes};
