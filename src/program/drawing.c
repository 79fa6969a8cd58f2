/* The lines and areas of drawing.h. */
#include "program/drawing.h"

#include <inttypes.h>
#include <math.h>

#include "base/decimal.h"

static const burl__span nowhere = {0, 0, 0};

/* ---- What can be read ---------------------------------------------------------------------------- */

enum { MOST_VERTICES = 1 << 21, MOST_FEATURES = 1 << 24, MOST_NAMES = 256 };
static const double farthest = 0x1p50;

static burl_status check_vertices(const burl_shapes *s, burl_error *error) {
  if (s->vertex_count < 0 || s->vertex_count > MOST_VERTICES || (s->vertex_count > 0 && !s->vertices))
    return burl__fail(error, BURL_ARGUMENT, nowhere, "shapes have at most %d vertices, not %" PRId64, MOST_VERTICES,
                      s->vertex_count);
  for (int64_t i = 0; i < 2 * s->vertex_count; i++)
    if (!(fabs(s->vertices[i]) <= farthest))
      return burl__fail(error, BURL_ARGUMENT, nowhere,
                        "vertex %" PRId64 ": a coordinate is a number within 2^50, not %s", i / 2,
                        burl__digits_of(s->vertices[i]).text);
  return BURL_OK;
}

static burl_status check_path(const burl_shapes *s, int64_t i, burl_error *error) {
  const burl_path *const p = &s->paths[i];
  const int64_t before = i ? s->paths[i - 1].feature : 0, end = i ? s->paths[i - 1].first + s->paths[i - 1].count : 0;
  if (p->first < end || p->count < 1 || p->count > s->vertex_count - p->first)
    return burl__fail(error, BURL_ARGUMENT, nowhere,
                      "path %" PRId64 " has %" PRId64 " vertices from number %" PRId64 " on, not one or more, behind "
                      "those of the path before, of %" PRId64,
                      i, p->count, p->first, s->vertex_count);
  if (p->feature < before || p->feature >= MOST_FEATURES)
    return burl__fail(error, BURL_ARGUMENT, nowhere,
                      "path %" PRId64 ": features are numbered from 0 to 2^24 - 1 and don't fall, not %" PRId64, i,
                      p->feature);
  if (p->kind < BURL_POINT || p->kind > BURL_RING)
    return burl__fail(error, BURL_ARGUMENT, nowhere, "path %" PRId64 ": its kind is 0 to 2, not %d", i, (int)p->kind);
  return BURL_OK;
}

burl_status burl__check_shapes(const burl_shapes *s, burl_error *error) {
  if (s->path_count < 0 || s->path_count > s->vertex_count || (s->path_count > 0 && !s->paths))
    return burl__fail(error, BURL_ARGUMENT, nowhere, "shapes have as many paths as vertices, or fewer, not %" PRId64,
                      s->path_count);
  if (s->value_count < 0 || s->value_count > MOST_NAMES || (s->value_count > 0 && (!s->names || !s->values)))
    return burl__fail(error, BURL_ARGUMENT, nowhere, "shapes have at most %d values a vertex, with names, not %d",
                      MOST_NAMES, s->value_count);
  if (check_vertices(s, error) != BURL_OK) return BURL_ARGUMENT;
  for (int64_t i = 0; i < s->path_count; i++)
    if (check_path(s, i, error) != BURL_OK) return BURL_ARGUMENT;
  return BURL_OK;
}

/* ---- At a point ---------------------------------------------------------------------------------- */

/* The nearest place, seen from the point: where that lies among the copy of the lines that is nearest. */
typedef struct {
  double point[2];
  burl__nearest at;
} seen;

static double squared_bound(const burl__drawing *l, const burl__segment *segment, const double point[2]) {
  return segment && (!l->are_areas || segment->is_ring) ? burl__segment_from(segment, point).squared : INFINITY;
}

/* The coordinate within the first period from the lines' least one on. */
static double first_period(const burl__drawing *l, int axis, double at) {
  const double period = l->period[axis], least = l->image->segments->whole.side[axis];
  return period > 0 ? at - period * floor((at - least) / period) : at;
}

/* Looks at the copy of the lines that lies so many periods further on. */
static void look_at_copy(const burl__drawing *l, const double point[2], int i, int j, seen *best) {
  const double there[2] = {point[0] - i * l->period[0], point[1] - j * l->period[1]};
  burl__nearest found = best->at;
  burl__segments_nearest(l->image->segments, l->are_areas, there, &found);
  if (found.segment == best->at.segment && found.squared == best->at.squared) return;
  *best = (seen){{there[0], there[1]}, found};
}

/* As lines reach over a period at most, one of the copies beside the point's own is the nearest. */
static seen nearest_to(const burl__drawing *l, const double point[2], const burl__segment *before) {
  const int i_most = l->period[0] > 0, j_most = l->period[1] > 0;
  const burl__segment *const some = before ? before : burl__segments_some(l->image->segments, point);
  seen best = {{point[0], point[1]}, {squared_bound(l, some, point), 0, NULL}};
  for (int j = -j_most; j <= j_most; j++)
    for (int i = -i_most; i <= i_most; i++) look_at_copy(l, point, i, j, &best);
  return best;
}

/* The first path of the feature, of the lowest of several, that is around the point; -1: none is. */
static int32_t around(const burl__drawing *l, const double point[2]) {
  int32_t found = -1;
  for (int j = -(l->period[1] > 0); j <= (l->period[1] > 0); j++)
    for (int i = -(l->period[0] > 0); i <= (l->period[0] > 0); i++) {
      const double there[2] = {point[0] - i * l->period[0], point[1] - j * l->period[1]};
      const int32_t path = burl__segments_around(l->image->segments, there);
      if (path >= 0 && (found < 0 || path < found)) found = path;
    }
  return found;
}

static int is_at_end(const burl__nearest *at) { return at->share == 0 || at->share == 1; }

/* How far the point lies to the left of the segment's line, times its length: where y is up. */
static double left_of(const burl__segment *s, const double point[2]) {
  return (s->end[1][0] - s->end[0][0]) * (point[1] - s->end[0][1]) -
         (s->end[1][1] - s->end[0][1]) * (point[0] - s->end[0][0]);
}

/* Which side of a line the point is on; at a vertex of the direction halfway between the two that meet there. */
static double which_side(const seen *s) {
  const burl__segment *const segment = s->at.segment;
  const int end = s->at.share == 1;
  const double *const at = segment->end[end], *const bend = segment->bend[end];
  const double left = is_at_end(&s->at) ? bend[0] * (s->point[1] - at[1]) - bend[1] * (s->point[0] - at[0])
                                        : left_of(segment, s->point);
  return (left > 0) - (left < 0);
}

static double distance_of(const seen *s) {
  return is_at_end(&s->at) ? sqrt(s->at.squared) : fabs(left_of(s->at.segment, s->point)) / s->at.segment->length;
}

/* A component of the direction that leads away from the nearest place; 0 at it. */
static double away_along(const seen *s, int axis) {
  const burl__segment *const segment = s->at.segment;
  if (is_at_end(&s->at)) {
    const double distance = sqrt(s->at.squared);
    return distance > 0 ? (s->point[axis] - segment->end[s->at.share == 1][axis]) / distance : 0;
  }
  const int other = 1 - axis;
  const double turned = (segment->end[1][other] - segment->end[0][other]) / segment->length;
  return which_side(s) * (axis ? turned : -turned);
}

/* The distance, or its derivative. */
static double distance_derived(const seen *s, const int order[2]) {
  const double distance = distance_of(s);
  if (order[0] + order[1] == 0) return distance;
  if (order[0] + order[1] == 1) return away_along(s, order[1]);
  if (!is_at_end(&s->at) || distance == 0) return 0;
  const int one = order[0] == 0, other = order[1] > 0;
  return ((one == other) - away_along(s, one) * away_along(s, other)) / distance;
}

/* What goes evenly from one value to another along the segment, or its derivative. */
static double between(const seen *s, const int order[2], double first, double last) {
  const burl__segment *const segment = s->at.segment;
  const int axis = order[1];
  if (order[0] + order[1] == 0) return s->at.share == 1 ? last : first + s->at.share * (last - first);
  if (order[0] + order[1] > 1 || is_at_end(&s->at)) return 0;
  return (last - first) / segment->length * ((segment->end[1][axis] - segment->end[0][axis]) / segment->length);
}

static double value_at(const burl__drawing *l, int64_t vertex) {
  const burl_shapes *const shapes = l->image->field.shapes;
  return shapes->values[vertex * shapes->value_count + l->column];
}

static double line_at(const burl__drawing *l, const seen *s) {
  const burl__segment *const segment = s->at.segment;
  switch (l->give) {
  case BURL__ALONG: return between(s, l->order, segment->along, segment->along + segment->length);
  case BURL__SIDE: return which_side(s);
  case BURL__LINE_VALUE: return between(s, l->order, value_at(l, segment->vertex[0]), value_at(l, segment->vertex[1]));
  case BURL__LINE_ID: return (double)l->image->field.shapes->paths[segment->path].feature;
  default: return distance_derived(s, l->order);
  }
}

/* Of the area around the point, or, outside of all, of the one whose outline is nearest. */
static double area_at(const burl__drawing *l, const double point[2], const seen *s) {
  const int32_t inside = around(l, point);
  const int32_t path = inside >= 0 ? inside : s->at.segment ? s->at.segment->path : 0;
  switch (l->give) {
  case BURL__INSIDE: return inside >= 0;
  case BURL__LINE_VALUE: return value_at(l, l->image->field.shapes->paths[path].first);
  case BURL__LINE_ID: return (double)l->image->field.shapes->paths[path].feature;
  default: return (inside >= 0 ? -1 : 1) * distance_derived(s, l->order);
  }
}

/* A coordinate beyond those that a search can tell apart is the last that it can. */
static double within(double at) { return at < -0x1p300 ? -0x1p300 : at > 0x1p300 ? 0x1p300 : at; }

void burl__drawing_read(const burl__drawing *l, const double *x, const double *y, int count, float *to) {
  const burl__segment *before = NULL;
  const int is_inside = l->give == BURL__INSIDE;
  for (int k = 0; k < count; k++) {
    const double point[2] = {first_period(l, 0, within(x[k])), first_period(l, 1, within(y[k]))};
    if (isnan(point[0]) || isnan(point[1])) {
      to[k] = NAN;
      continue;
    }
    const seen s = is_inside ? (seen){.at = {.segment = NULL}} : nearest_to(l, point, before);
    before = s.at.segment;
    to[k] = (float)(l->are_areas ? area_at(l, point, &s) : line_at(l, &s));
  }
}

/* ---- Bounds -------------------------------------------------------------------------------------- */

static burl_range values_range(const burl__drawing *l) {
  const burl_shapes *const shapes = l->image->field.shapes;
  burl_range range = {INFINITY, -INFINITY, 0};
  for (int64_t i = 0; i < shapes->vertex_count; i++) {
    const double value = value_at(l, i);
    range.may_be_nan |= !isfinite((float)value);
    if (value < range.lo) range.lo = value;
    if (value > range.hi) range.hi = value;
  }
  return range.lo <= range.hi ? range : (burl_range){0, 0, 1};
}

burl_range burl__drawing_range(const burl__drawing *l) {
  const burl_shapes *const shapes = l->image->field.shapes;
  const int order = l->order[0] + l->order[1];
  if (order == 1 && l->give != BURL__LINE_VALUE) return (burl_range){-1, 1, 0};
  if (order > 0) return (burl_range){-INFINITY, INFINITY, l->give == BURL__LINE_VALUE};
  switch (l->give) {
  case BURL__INSIDE: return (burl_range){0, 1, 0};
  case BURL__SIDE: return (burl_range){-1, 1, 0};
  case BURL__DISTANCE: return (burl_range){l->are_areas ? -INFINITY : 0, INFINITY, 0};
  default: break;
  }
  if (!shapes) return (burl_range){l->give == BURL__LINE_VALUE ? -INFINITY : 0, INFINITY, l->give == BURL__LINE_VALUE};
  if (l->give == BURL__LINE_VALUE) return values_range(l);
  if (l->give == BURL__ALONG) return (burl_range){0, l->image->segments->longest, 0};
  return (burl_range){(double)shapes->paths[0].feature, (double)shapes->paths[shapes->path_count - 1].feature, 0};
}

/* A distance changes by no more than the way between two points. */
burl_range burl__drawing_over(const burl__drawing *l, const burl_range *x, const burl_range *y) {
  const burl_range everywhere = burl__drawing_range(l);
  const burl_range *const range[2] = {x, y};
  burl__drawing distance = *l;
  double middle[2], half = 0, size = 0;
  float at;
  if (!l->image->segments || (l->give != BURL__DISTANCE && l->give != BURL__INSIDE) || l->order[0] + l->order[1] > 0)
    return everywhere;
  for (int a = 0; a < 2; a++) {
    const double wide = range[a]->hi - range[a]->lo;
    if (!(wide < 0x1p50) || range[a]->may_be_nan || !(fabs(range[a]->lo) < 0x1p50)) return everywhere;
    middle[a] = 0.5 * range[a]->lo + 0.5 * range[a]->hi;
    half += 0.25 * wide * wide;
    for (int end = 0; end < 2; end++) size += fabs(l->image->segments->whole.side[2 * end + a]);
    size += fabs(range[a]->lo) + wide;
  }
  half = sqrt(half);
  distance.give = BURL__DISTANCE;
  burl__drawing_read(&distance, &middle[0], &middle[1], 1, &at);
  const double reach = half + 0x1p-20 * (half + fabs((double)at)) + 0x1p-45 * size;
  const burl_range near = {(double)at - reach, (double)at + reach, 0};
  if (l->give == BURL__DISTANCE) return (burl_range){fmax(near.lo, everywhere.lo), near.hi, 0};
  return near.lo > 0 ? (burl_range){0, 0, 0} : near.hi < 0 ? (burl_range){1, 1, 0} : everywhere;
}
