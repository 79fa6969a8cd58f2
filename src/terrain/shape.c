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

void burl__rise(const burl__ground *g, int axis, const float *heights, float *out) {
  const int64_t cells = (int64_t)burl__cells_of(g);
  const double step = 8 * (axis == 0 ? g->dx : g->dy);
  for (int64_t cell = 0; cell < cells; cell++) {
    double sum = 0;
    for (int d = 0; d < 8; d++) {
      const int way = axis == 0 ? burl__around_x[d] : burl__around_y[d];
      if (way) sum += way * (d % 2 ? 1 : 2) * height_beside(g, heights, cell, d);
    }
    out[cell] = (float)(sum / step);
  }
}

/* ---- Blurring ------------------------------------------------------------------------------------ */

/* A line of the grid along an axis: `count` heights, `apart` floats from one to the next. */
typedef struct {
  float *first;
  int count;
  size_t apart;
} line;

static float *at(const line *l, int i) { return l->first + (size_t)(i < 0 ? 0 : i >= l->count ? l->count - 1 : i) * l->apart; }

size_t burl__blur_scratch(const burl__ground *g) { return bytes_of((size_t)larger(g->nx, g->ny), sizeof(float)); }

/* Each height's mean over `half` cells to either side, the last of which count by a fraction. */
static void blur_line(const line *l, double half, float *copy) {
  const int whole = (int)half;
  const double rest = half - whole;
  for (int i = 0; i < l->count; i++) {
    double sum = 0, weights = 0;
    for (int k = -whole - 1; k <= whole + 1; k++) {
      const float height = *at(l, i + k);
      const double weight = k < -whole || k > whole ? rest : 1;
      if (isnan(height)) continue;
      sum += weight * (double)height;
      weights += weight;
    }
    copy[i] = isnan(*at(l, i)) ? NAN : (float)(sum / weights);
  }
  for (int i = 0; i < l->count; i++) *at(l, i) = copy[i];
}

/* Three means over boxes of this half width have the bell's variance, radius squared: each has (2 half + 1)^2 / 12. */
static double half_of(double radius, double step) {
  const double cells = radius / fabs(step);
  return 0.5 * (sqrt(1 + 4 * cells * cells) - 1);
}

void burl__blur(const burl__ground *g, double radius, void *scratch, float *heights) {
  for (int pass = 0; pass < 3; pass++) {
    for (int y = 0; y < g->ny; y++)
      blur_line(&(line){heights + (size_t)y * (size_t)g->nx, g->nx, 1}, half_of(radius, g->dx), scratch);
    for (int x = 0; x < g->nx; x++)
      blur_line(&(line){heights + x, g->ny, (size_t)g->nx}, half_of(radius, g->dy), scratch);
  }
}

/* ---- Distances ----------------------------------------------------------------------------------- */

/* The lower envelope of parabolas over a line. */
typedef struct {
  double *height, *from; /* of the line's cells; where each parabola begins to be the lowest */
  int *vertex;
} envelope;

static size_t envelope_bytes(const burl__ground *g) {
  return bytes_of((size_t)larger(g->nx, g->ny) + 1, 2 * sizeof(double) + sizeof(int));
}

size_t burl__distance_scratch(const burl__ground *g) { return envelope_bytes(g); }

static double crossing(const envelope *e, int p, int q, double step2) {
  return ((e->height[p] + step2 * p * p) - (e->height[q] + step2 * q * q)) / (2 * step2 * (p - q));
}

/* Squares of distances along a line, in place: each becomes the least of another's square and the way to there. */
static void spread(const line *l, double step, const envelope *e) {
  const double step2 = step * step;
  int last = -1;
  for (int i = 0; i < l->count; i++) e->height[i] = (double)*at(l, i);
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
    *at(l, i) = (float)(e->height[e->vertex[k]] + way * way);
  }
}

void burl__distance(const burl__ground *g, void *scratch, float *mask) {
  const size_t longest = (size_t)larger(g->nx, g->ny) + 1, cells = burl__cells_of(g);
  envelope e = {.height = scratch};
  e.from = e.height + longest;
  e.vertex = (int *)(e.from + longest);
  for (size_t i = 0; i < cells; i++) mask[i] = mask[i] >= 0.5f ? 0.0f : INFINITY;
  for (int y = 0; y < g->ny; y++) spread(&(line){mask + (size_t)y * (size_t)g->nx, g->nx, 1}, g->dx, &e);
  for (int x = 0; x < g->nx; x++) spread(&(line){mask + x, g->ny, (size_t)g->nx}, g->dy, &e);
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

void burl__thermal(const burl__ground *g, double talus, int steps, void *scratch, float *heights) {
  const int64_t cells = (int64_t)burl__cells_of(g);
  float *const before = scratch;
  double steepest[8];
  for (int d = 0; d < 8; d++) {
    const double x = burl__around_x[d] * g->dx, y = burl__around_y[d] * g->dy;
    steepest[d] = talus * sqrt(x * x + y * y);
  }
  for (int step = 0; step < steps; step++) {
    memcpy(before, heights, (size_t)cells * sizeof *before);
    for (int64_t cell = 0; cell < cells; cell++)
      if (!isnan(before[cell])) heights[cell] = (float)((double)before[cell] - 0.125 * lost(g, before, cell, steepest));
  }
}
