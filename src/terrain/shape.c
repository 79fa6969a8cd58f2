/* What shape.h declares. */
#include "terrain/shape.h"

#include <math.h>
#include <string.h>

static int larger(int a, int b) { return a > b ? a : b; }

static size_t bytes_of(size_t count, size_t each) { return count > SIZE_MAX / each ? 0 : count * each; }

/* ---- Rises --------------------------------------------------------------------------------------- */

/* The height of a neighbour, the cell's own where there is none. */
static double height_beside(const burl__ground *g, const float *heights, int64_t cell, int direction) {
  const int64_t beside = burl__neighbour(g, cell, direction);
  return (double)(beside < 0 || isnan(heights[beside]) ? heights[cell] : heights[beside]);
}

typedef struct {
  const burl__ground *ground;
  int axis;
  const float *heights;
  float *out;
} rising;

static void rise_of_lines(void *arg, int first, int end) {
  const rising *const r = arg;
  const burl__ground *const g = r->ground;
  const double step = 8 * fabs(r->axis == 0 ? g->dx : g->dy);
  for (int64_t cell = (int64_t)first * g->nx; cell < (int64_t)end * g->nx; cell++) {
    double sum = 0;
    for (int d = 0; d < 8; d++) {
      const int way = r->axis == 0 ? burl__around_x[d] : burl__around_y[d];
      if (way) sum += way * (d % 2 ? 1 : 2) * height_beside(g, r->heights, cell, d);
    }
    r->out[cell] = (float)(sum / step);
  }
}

void burl__rise(const burl__ground *g, int axis, const float *heights, float *out) {
  rising r = {g, axis, heights, out};
  burl__share_lines(g->crew, g->ny, rise_of_lines, &r);
}

/* ---- Blurring ------------------------------------------------------------------------------------ */

/* A strip of the grid along an axis: `count` heights, `apart` floats from one to the next. */
typedef struct {
  float *first;
  int count;
  size_t apart;
} strip;

static float *place_in(const strip *l, int i) {
  return l->first + (size_t)(i < 0 ? 0 : i >= l->count ? l->count - 1 : i) * l->apart;
}

/* Of a strip, the sums of the heights before each place, and how many they are; and the means. */
typedef struct {
  double *sum, *count;
  float *mean;
} strip_sums;

size_t burl__blur_scratch(const burl__ground *g) {
  return bytes_of((size_t)larger(g->nx, g->ny) + 1, 2 * sizeof(double) + sizeof(float));
}

static void add_up(const strip *l, const strip_sums *s) {
  s->sum[0] = s->count[0] = 0;
  for (int i = 0; i < l->count; i++) {
    const float height = *place_in(l, i);
    const int is_ground = !isnan(height);
    s->sum[i + 1] = s->sum[i] + (is_ground ? (double)height : 0);
    s->count[i + 1] = s->count[i] + is_ground;
  }
}

/* Adds the heights from place `from` to `to`, the ends of the strip going on beyond it. */
static void add_range(const strip *l, const strip_sums *s, double from, double to, double total[2]) {
  const double before = from < 0 ? -from : 0, behind = to > l->count - 1 ? to - (l->count - 1) : 0;
  const float ends[2] = {*place_in(l, 0), *place_in(l, l->count - 1)};
  const int first = before > 0 ? 0 : (int)from, last = behind > 0 ? l->count - 1 : (int)to;
  total[0] += s->sum[last + 1] - s->sum[first];
  total[1] += s->count[last + 1] - s->count[first];
  if (!isnan(ends[0])) total[0] += before * (double)ends[0], total[1] += before;
  if (!isnan(ends[1])) total[0] += behind * (double)ends[1], total[1] += behind;
}

/* The height at a place, of this weight. */
static void add_one(const strip *l, double place, double weight, double total[2]) {
  const float height = *place_in(l, place < 0 ? 0 : place > l->count - 1 ? l->count - 1 : (int)place);
  if (isnan(height)) return;
  total[0] += weight * (double)height;
  total[1] += weight;
}

/* The box for which three running means have the bell's variance, radius squared, in cells: so many whole cells to
 * either side, and one more of each that counts by a fraction. */
typedef struct {
  double whole, rest;
} mean_box;

static mean_box box_of(double radius, double step) {
  const double cells = radius / fabs(step), variance = cells * cells / 3;
  const double half = 0.5 * (sqrt(1 + 4 * cells * cells) - 1);
  if (!(half < 1e9)) return (mean_box){1e9, 0};
  const double whole = (double)(int)half, next = whole + 1, sum = whole * next * (2 * whole + 1) / 6;
  const double rest = (variance * (2 * whole + 1) - 2 * sum) / (2 * (next * next - variance));
  return (mean_box){whole, rest < 0 ? 0 : rest > 1 ? 1 : rest};
}

/* Each height's mean over a mean_box around it. */
static void blur_line(const strip *l, mean_box b, const strip_sums *s) {
  add_up(l, s);
  for (int i = 0; i < l->count; i++) {
    double total[2] = {0, 0};
    add_range(l, s, i - b.whole, i + b.whole, total);
    add_one(l, i - b.whole - 1, b.rest, total);
    add_one(l, i + b.whole + 1, b.rest, total);
    s->mean[i] = isnan(*place_in(l, i)) ? NAN : (float)(total[0] / total[1]);
  }
  for (int i = 0; i < l->count; i++) *place_in(l, i) = s->mean[i];
}

void burl__blur(const burl__ground *g, double radius, void *scratch, float *heights) {
  const size_t longest = (size_t)larger(g->nx, g->ny) + 1;
  double *const numbers = scratch;
  const strip_sums s = {numbers, numbers + longest, (float *)(numbers + 2 * longest)};
  for (int pass = 0; pass < 3; pass++) {
    for (int y = 0; y < g->ny; y++)
      blur_line(&(strip){heights + (size_t)y * (size_t)g->nx, g->nx, 1}, box_of(radius, g->dx), &s);
    for (int x = 0; x < g->nx; x++) blur_line(&(strip){heights + x, g->ny, (size_t)g->nx}, box_of(radius, g->dy), &s);
  }
}

/* ---- Distances ----------------------------------------------------------------------------------- */

/* The lower envelope of parabolas over a strip. */
typedef struct {
  double *height, *from; /* of the strip's cells; where each parabola begins to be the lowest */
  int *vertex;
} parabolas;

static size_t envelope_bytes(const burl__ground *g) {
  return bytes_of((size_t)larger(g->nx, g->ny) + 1, 2 * sizeof(double) + sizeof(int));
}

size_t burl__distance_scratch(const burl__ground *g) { return envelope_bytes(g); }

static double crossing(const parabolas *e, int p, int q, double step2) {
  return ((e->height[p] + step2 * p * p) - (e->height[q] + step2 * q * q)) / (2 * step2 * (p - q));
}

/* Squares of distances along a strip, in place: each becomes the least of another's square and the way to there. */
static void spread(const strip *l, double step, const parabolas *e) {
  const double step2 = step * step;
  int last = -1;
  for (int i = 0; i < l->count; i++) e->height[i] = (double)*place_in(l, i);
  for (int q = 0; q < l->count; q++) {
    if (isinf(e->height[q])) continue;
    double start = -INFINITY;
    while (last >= 0 && (start = crossing(e, q, e->vertex[last], step2)) <= e->from[last]) last--;
    if (last < 0) start = -INFINITY;
    last++;
    e->vertex[last] = q;
    e->from[last] = start;
  }
  if (last < 0) return;
  e->from[last + 1] = INFINITY;
  for (int i = 0, k = 0; i < l->count; i++) {
    while (e->from[k + 1] < i) k++;
    const double way = step * (i - e->vertex[k]);
    *place_in(l, i) = (float)(e->height[e->vertex[k]] + way * way);
  }
}

void burl__distance(const burl__ground *g, void *scratch, float *mask) {
  const size_t longest = (size_t)larger(g->nx, g->ny) + 1, cells = burl__cells_of(g);
  parabolas e = {.height = scratch};
  e.from = e.height + longest;
  e.vertex = (int *)(e.from + longest);
  for (size_t i = 0; i < cells; i++) mask[i] = mask[i] >= 0.5f ? 0.0f : INFINITY;
  for (int y = 0; y < g->ny; y++) spread(&(strip){mask + (size_t)y * (size_t)g->nx, g->nx, 1}, g->dx, &e);
  for (int x = 0; x < g->nx; x++) spread(&(strip){mask + x, g->ny, (size_t)g->nx}, g->dy, &e);
  for (size_t i = 0; i < cells; i++) mask[i] = (float)sqrt((double)mask[i]);
}

/* ---- Sliding ------------------------------------------------------------------------------------- */

size_t burl__thermal_scratch(const burl__ground *g) { return bytes_of(burl__cells_of(g), sizeof(float)); }

/* What a cell loses to its neighbours below, less what it gets from those above. */
static double lost(const burl__ground *g, const float *heights, int64_t cell, const double steepest[8]) {
  double sum = 0;
  for (int d = 0; d < 8; d++) {
    const double difference = (double)heights[cell] - height_beside(g, heights, cell, d);
    if (difference > steepest[d]) sum += difference - steepest[d];
    else if (difference < -steepest[d]) sum += difference + steepest[d];
  }
  return sum;
}

typedef struct {
  const burl__ground *ground;
  const float *before;
  float *heights;
  double steepest[8]; /* the most that stays, to each neighbour */
} sliding;

static void slide_lines(void *arg, int first, int end) {
  const sliding *const s = arg;
  const burl__ground *const g = s->ground;
  for (int64_t cell = (int64_t)first * g->nx; cell < (int64_t)end * g->nx; cell++)
    if (!isnan(s->before[cell]))
      s->heights[cell] = (float)((double)s->before[cell] - 0.125 * lost(g, s->before, cell, s->steepest));
}

void burl__thermal(const burl__ground *g, double talus, int steps, void *scratch, float *heights) {
  sliding s = {.ground = g, .before = scratch, .heights = heights};
  for (int d = 0; d < 8; d++) {
    const double x = burl__around_x[d] * g->dx, y = burl__around_y[d] * g->dy;
    s.steepest[d] = talus * sqrt(x * x + y * y);
  }
  for (int step = 0; step < steps && !burl__pace_stops(g->pace, (double)step / steps); step++) {
    memcpy(scratch, heights, burl__cells_of(g) * sizeof *heights);
    burl__share_lines(g->crew, g->ny, slide_lines, &s);
  }
}
