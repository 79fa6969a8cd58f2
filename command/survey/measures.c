/* The measures of measures.h. */
#include "survey/measures.h"

#include "terrain/flood.h"
#include "terrain/flow.h"
#include "terrain/rise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double degrees = 57.295779513082321;

/* ---- Lines through points ------------------------------------------------------------------------ */

typedef struct {
  double count, x, y, xx, xy;
} line_sums;

static void add_point(line_sums *l, double x, double y) {
  l->count++, l->x += x, l->y += y, l->xx += x * x, l->xy += x * y;
}

/* The slope of the line that fits best; NaN: there are less than two points. */
static double line_slope(const line_sums *l) {
  return l->count < 2 ? (double)NAN : (l->count * l->xy - l->x * l->y) / (l->count * l->xx - l->x * l->x);
}

/* Classes of area, six a decade, each with sums of logarithms: so that few large rivers count as much as many small
 * ones. */
enum { CLASSES = 12, A_DECADE = 6, LEAST_OF_CLASS = 20 };

typedef struct {
  double least;
  double x[CLASSES], y[CLASSES], count[CLASSES];
} area_classes;

static void add_to_class(area_classes *c, double area, double value) {
  const double class = floor(A_DECADE * log10(area / c->least) + 1e-9);
  if (!(class >= 0 && class < CLASSES) || !(value > 0)) return;
  c->x[(int)class] += log(area), c->y[(int)class] += log(value), c->count[(int)class]++;
}

/* The power of the area that fits best. */
static double power_of_area(const area_classes *c) {
  line_sums sums = {0};
  for (int i = 0; i < CLASSES; i++)
    if (c->count[i] >= LEAST_OF_CLASS) add_point(&sums, c->x[i] / c->count[i], c->y[i] / c->count[i]);
  return line_slope(&sums);
}

/* ---- Cells --------------------------------------------------------------------------------------- */

static double way_to(const burl__ground *g, int direction) {
  const double x = burl__around_x[direction] * g->dx, y = burl__around_y[direction] * g->dy;
  return sqrt(x * x + y * y);
}

/* Whether a cell has eight neighbours that are ground. */
static int is_inner(const burl__ground *g, const float *heights, int64_t cell) {
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(g, cell, d);
    if (beside < 0 || isnan(heights[beside])) return 0;
  }
  return !isnan(heights[cell]);
}

/* How steeply an inner cell falls to its steepest neighbour. */
static double steepest_fall(const burl__ground *g, const float *heights, int64_t cell) {
  double most = 0;
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(g, cell, d);
    most = fmax(most, ((double)heights[cell] - (double)heights[beside]) / way_to(g, d));
  }
  return most;
}

/* How much an inner cell is bent upwards. */
static double bend(const burl__ground *g, const float *heights, int64_t cell) {
  double sum = 0;
  for (int d = 0; d < 8; d += 2)
    sum += ((double)heights[burl__neighbour(g, cell, d)] - (double)heights[cell]) / (way_to(g, d) * way_to(g, d));
  return sum;
}

double survey_concavity(const burl__ground *g, const float *heights, const float *area, double least) {
  area_classes classes = {.least = least};
  for (int64_t cell = 0; cell < (int64_t)burl__cells_of(g); cell++)
    if ((double)area[cell] >= least && is_inner(g, heights, cell))
      add_to_class(&classes, (double)area[cell], steepest_fall(g, heights, cell));
  return -power_of_area(&classes);
}

/* ---- Differences --------------------------------------------------------------------------------- */

enum { LONGEST_LAG = 64 };

/* The mean square of the differences between heights `lag` cells apart along an axis. */
static double variogram_at(const burl__ground *g, const float *heights, int axis, int lag) {
  const int nx = g->nx - (axis == 0 ? lag : 0), ny = g->ny - (axis == 1 ? lag : 0);
  const int64_t apart = axis == 0 ? lag : (int64_t)lag * g->nx;
  double sum = 0, count = 0;
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      const float *const here = heights + (int64_t)y * g->nx + x;
      const double difference = (double)here[apart] - (double)*here;
      if (isnan(difference)) continue;
      sum += difference * difference;
      count++;
    }
  return sum / count;
}

double survey_hurst(const burl__ground *g, const float *heights) {
  double sum = 0;
  for (int axis = 0; axis < 2; axis++) {
    const int side = axis == 0 ? g->nx : g->ny;
    line_sums sums = {0};
    for (int lag = 1; lag <= LONGEST_LAG && 4 * lag <= side; lag *= 2) {
      const double mean = variogram_at(g, heights, axis, lag);
      if (mean > 0) add_point(&sums, log(lag), log(mean));
    }
    sum += line_slope(&sums);
  }
  return sum / 4; /* of two axes; squares grow twice as fast */
}

/* ---- All of it ----------------------------------------------------------------------------------- */

typedef struct {
  const burl__ground *ground;
  const float *height;
  float *cut, *surface;       /* breached; with water in the hollows */
  float *area, *way, *length; /* of what drains, by burl__flow */
  double channel, *values;
} survey;

static void close_survey(survey *s) { free(s->cut), free(s->surface), free(s->area), free(s->way), free(s->length); }

static int open_survey(survey *s) {
  const burl__ground *const g = s->ground;
  const burl__sea none = {-INFINITY, 0};
  burl__flow_setup flow = {.sea = none, .routing = BURL__ROUTE_D8, .rain = {.even = 1}};
  const size_t cells = burl__cells_of(g), most = burl__flow_scratch(g);
  float **const maps[5] = {&s->cut, &s->surface, &s->area, &s->way, &s->length};
  void *const scratch = most && most >= burl__flood_scratch(g) ? malloc(most) : NULL;
  int is_whole = scratch != NULL;
  for (int i = 0; i < 5 && is_whole; i++) is_whole = (*maps[i] = malloc(cells * sizeof **maps[i])) != NULL;
  if (is_whole) {
    memcpy(s->cut, s->height, cells * sizeof *s->cut);
    memcpy(s->surface, s->height, cells * sizeof *s->surface);
    burl__breach_hollows(g, none, scratch, s->cut);
    burl__fill_hollows(g, none, scratch, s->surface);
    flow.give = BURL__FLOW_AREA, burl__flow(g, &flow, s->cut, scratch, s->area);
    flow.give = BURL__FLOW_DIRECTION, burl__flow(g, &flow, s->cut, scratch, s->way);
    flow.give = BURL__FLOW_LENGTH, burl__flow(g, &flow, s->cut, scratch, s->length);
  }
  free(scratch);
  return is_whole ? 0 : -1;
}

static void measure_heights(survey *s) {
  double count = 0, wet = 0, sum = 0, lo = INFINITY, hi = -INFINITY;
  for (size_t i = 0; i < burl__cells_of(s->ground); i++) {
    const double height = (double)s->height[i];
    if (isnan(height)) continue;
    count++, sum += height, wet += s->surface[i] > s->height[i];
    lo = fmin(lo, height), hi = fmax(hi, height);
  }
  s->values[MEASURE_flooded] = 100 * wet / count;
  s->values[MEASURE_hypsometric] = (sum / count - lo) / (hi - lo);
}

static void measure_channels(survey *s) {
  const burl__ground *const g = s->ground;
  double cells = 0, inner = 0, concave = 0, length = 0;
  area_classes lengths = {.least = 10 * s->channel}; /* smaller basins have the shape of cells */
  for (int64_t cell = 0; cell < (int64_t)burl__cells_of(g); cell++) {
    cells += !isnan(s->height[cell]);
    if (!((double)s->area[cell] >= s->channel)) continue;
    if (s->way[cell] >= 0) length += way_to(g, (int)s->way[cell] / 45);
    add_to_class(&lengths, (double)s->area[cell], (double)s->length[cell]);
    if (is_inner(g, s->height, cell)) inner++, concave += bend(g, s->surface, cell) > 0;
  }
  s->values[MEASURE_concave] = concave / inner;
  s->values[MEASURE_hack] = power_of_area(&lengths);
  s->values[MEASURE_drainage_density] = 1e3 * length / (cells * fabs(g->dx * g->dy)); /* 1/m are 1000 km/km2 */
}

/* ---- Slopes -------------------------------------------------------------------------------------- */

enum { BINS = 9000 }; /* hundredths of a degree */

/* The angle that is larger than such a share of all, to a bin. */
static double quantile(const double *bins, double count, double share) {
  double below = 0;
  for (int i = 0; i < BINS; i++) {
    below += bins[i];
    if (below > 0 && below >= share * count) return (i + 0.5) * 90 / BINS;
  }
  return NAN;
}

/* Whether the way down is within 5 degrees of one of the grid's eight directions. */
static int is_diagonal(double dx, double dy) {
  const double turn = fabs(atan2(dy, dx)) * degrees, off = turn - 45 * floor(turn / 45 + 0.5);
  return fabs(off) < 5;
}

static int measure_slopes(survey *s) {
  const burl__ground *const g = s->ground;
  double *const bins = calloc(BINS, sizeof *bins), count = 0, sum = 0, sloping = 0, diagonal = 0;
  if (!bins) return -1;
  burl__rise(g, 0, s->height, s->cut); /* what was in these is measured */
  burl__rise(g, 1, s->height, s->area);
  for (int64_t cell = 0; cell < (int64_t)burl__cells_of(g); cell++) {
    if (!is_inner(g, s->height, cell)) continue;
    const double dx = (double)s->cut[cell], dy = (double)s->area[cell], slope = atan(sqrt(dx * dx + dy * dy)) * degrees;
    if (isnan(slope)) continue; /* between infinite heights */
    const int bin = (int)(slope * BINS / 90);
    count++, sum += slope, bins[bin < BINS ? bin : BINS - 1]++;
    if (slope > 0) sloping++, diagonal += is_diagonal(dx, dy);
  }
  s->values[MEASURE_slope_mean] = sum / count;
  s->values[MEASURE_slope_median] = quantile(bins, count, 0.5);
  s->values[MEASURE_slope_95] = quantile(bins, count, 0.95);
  s->values[MEASURE_diagonal] = diagonal / sloping;
  free(bins);
  return 0;
}

int survey_measure(const burl__ground *ground, const float *heights, double channel, double *values) {
  survey s = {.ground = ground, .height = heights, .channel = channel, .values = values};
  int code = open_survey(&s);
  if (!code) {
    measure_heights(&s);
    measure_channels(&s);
    values[MEASURE_concavity] = survey_concavity(ground, heights, s.area, channel);
    values[MEASURE_hurst] = survey_hurst(ground, heights);
    code = measure_slopes(&s);
  }
  close_survey(&s);
  return code;
}
