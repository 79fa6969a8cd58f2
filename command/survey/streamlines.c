/* The streamlines of streamlines.h.  The first begins in the middle; others begin beside the points of those that there
 * are, in their order, and at last at the places of a grid, as a field may be of several parts. */
#include "survey/streamlines.h"

#include "survey/grow.h"

#include <math.h>
#include <string.h>

enum { NONE = -1, STEPS = 4 /* from a line to the next */, MOST_STEPS = 1 << 16 /* of a line */ };

/* A point of a line: how many steps from where that began, and the next one in its cell. */
typedef struct {
  survey_place at;
  int64_t in_cell;
  int steps;
} point;

typedef struct {
  const survey_field *field;
  survey_contour_set *set;
  double apart, step;
  int64_t *cells; /* [rows][columns], of side `apart`: the last point in each; NONE */
  int columns, rows;
  point *points; /* of all lines; of the one that is drawn where it began, then those before that, then those behind */
  int64_t count, first; /* of the points; of those of the line that is drawn */
  int code;             /* once sampling has failed, or memory is out */
} drawing;

static double distance(survey_place a, survey_place b) { return hypot(a.x - b.x, a.y - b.y); }

static int is_within(const survey_field *f, survey_place p) {
  return p.x >= 0 && p.y >= 0 && p.x <= f->width && p.y <= f->height;
}

/* ---- Points that are near ------------------------------------------------------------------------- */

static int within(double v, int count) { return v > 0 ? v < count - 1 ? (int)v : count - 1 : 0; }

static int column_of(const drawing *d, double x) { return within(x / d->apart, d->columns); }
static int row_of(const drawing *d, double y) { return within(y / d->apart, d->rows); }

/* Whether a point is nearer than so far, which is at most `apart`: of another line, or of the same line, but for those
 * a few steps before. */
static int is_near(const drawing *d, survey_place p, double far, int steps) {
  for (int y = row_of(d, p.y - far); y <= row_of(d, p.y + far); y++)
    for (int x = column_of(d, p.x - far); x <= column_of(d, p.x + far); x++)
      for (int64_t i = d->cells[(int64_t)y * d->columns + x]; i != NONE; i = d->points[i].in_cell) {
        const int is_behind = i >= d->first && abs(d->points[i].steps - steps) <= 2 * STEPS;
        if (!is_behind && distance(d->points[i].at, p) < far) return 1;
      }
  return 0;
}

static int64_t *cell_of(const drawing *d, survey_place p) {
  return &d->cells[(int64_t)row_of(d, p.y) * d->columns + column_of(d, p.x)];
}

static void add_point(drawing *d, survey_place p, int steps) {
  int64_t *const cell = cell_of(d, p);
  point *const kept = GROW(d->points, d->count);
  if (!kept) {
    d->code = -1;
    return;
  }
  *kept = (point){p, *cell, steps};
  *cell = d->count++;
}

static void forget_line(drawing *d) {
  while (d->count > d->first) {
    const point *const last = &d->points[--d->count];
    *cell_of(d, last->at) = last->in_cell;
  }
}

/* ---- A line --------------------------------------------------------------------------------------- */

/* The direction at a place, of length 1; 0: there is none. */
static int direction_at(drawing *d, survey_place p, survey_place *to) {
  float value[1][2];
  if (!d->code) d->code = d->field->sample(d->field->user, &p, 1, value);
  const double length = d->code ? 0 : hypot((double)value[0][0], (double)value[0][1]);
  if (!(length > 0 && length < INFINITY)) return 0;
  *to = (survey_place){(double)value[0][0] / length, (double)value[0][1] / length};
  return 1;
}

static survey_place moved(survey_place p, survey_place way, double far) {
  return (survey_place){p.x + far * way.x, p.y + far * way.y};
}

/* A step forwards, or backwards where `step` is below 0, by the classic method of Runge and Kutta; 0: there is none. */
static int take_step(drawing *d, survey_place *p, double step) {
  survey_place k[4];
  if (!direction_at(d, *p, &k[0])) return 0;
  if (!direction_at(d, moved(*p, k[0], 0.5 * step), &k[1])) return 0;
  if (!direction_at(d, moved(*p, k[1], 0.5 * step), &k[2])) return 0;
  if (!direction_at(d, moved(*p, k[2], step), &k[3])) return 0;
  const survey_place way = {(k[0].x + 2 * k[1].x + 2 * k[2].x + k[3].x) / 6,
                            (k[0].y + 2 * k[1].y + 2 * k[2].y + k[3].y) / 6};
  if (!(hypot(way.x, way.y) > 0.25)) return 0; /* it turns round within a step: a sink, or a source */
  *p = moved(*p, way, step);
  return is_within(d->field, *p);
}

/* Draws on from where the line began, forwards (1) or backwards (-1).  Returns whether it has come round. */
static int draw_on(drawing *d, survey_place from, int way) {
  survey_place p = from;
  for (int steps = way; abs(steps) < MOST_STEPS && take_step(d, &p, way * d->step) && !d->code; steps += way) {
    if (abs(steps) > 2 * STEPS && distance(p, from) < 0.5 * d->apart) return 1;
    if (is_near(d, p, 0.5 * d->apart, steps)) break;
    add_point(d, p, steps);
  }
  return 0;
}

static double length_of(const survey_place *p, int64_t count) {
  double length = 0;
  for (int64_t i = 1; i < count; i++) length += distance(p[i - 1], p[i]);
  return length;
}

static int put_point(survey_contour_set *set, survey_place p) {
  survey_place *const to = GROW(set->points, set->point_count);
  if (!to) return -1;
  *to = p;
  set->point_count++;
  return 0;
}

/* The points of the line that is drawn, from its first one on. */
static int put_points(drawing *d, int64_t before, int is_closed) {
  for (int64_t i = before; i >= 0; i--)
    if (put_point(d->set, d->points[d->first + i].at) != 0) return -1;
  for (int64_t i = d->first + before + 1; i < d->count; i++)
    if (put_point(d->set, d->points[i].at) != 0) return -1;
  return is_closed ? put_point(d->set, d->points[d->first + before].at) : 0;
}

/* Keeps the line that is drawn, of whose points so many lie before where it began, unless it is too short. */
static int keep_line(drawing *d, int64_t before, int is_closed, double least) {
  survey_contour_set *const set = d->set;
  const int64_t first = set->point_count;
  if (put_points(d, before, is_closed) != 0) return -1;
  const int64_t count = set->point_count - first;
  if (count < 2 || length_of(set->points + first, count) < least) {
    set->point_count = first;
    forget_line(d);
    return 0;
  }
  survey_contour *const line = GROW(set->lines, set->count);
  if (!line) return -1;
  *line = (survey_contour){.first = first, .count = count};
  set->count++;
  return 0;
}

/* The line through a place, unless another is near. */
static int draw_line(drawing *d, survey_place from, double least) {
  d->first = d->count;
  if (!is_within(d->field, from) || is_near(d, from, d->apart, 0)) return 0;
  add_point(d, from, 0);
  const int is_closed = !d->code && draw_on(d, from, -1);
  const int64_t before = d->count - d->first - 1;
  if (!is_closed && !d->code) draw_on(d, from, 1);
  return d->code ? d->code : keep_line(d, before, is_closed, least);
}

/* ---- All lines ------------------------------------------------------------------------------------ */

/* Beside the points that are kept, as long as there are more of them. */
static int draw_beside(drawing *d, int64_t *next, double least) {
  for (; *next < d->count; ++*next) {
    const survey_place p = d->points[*next].at;
    survey_place way;
    if (!direction_at(d, p, &way)) continue;
    for (int side = -1; side <= 1; side += 2) {
      const survey_place beside = {p.x - side * 1.001 * d->apart * way.y, p.y + side * 1.001 * d->apart * way.x};
      const int code = draw_line(d, beside, least);
      if (code) return code;
    }
  }
  return d->code;
}

static int draw_lines(drawing *d, double least) {
  const survey_field *const f = d->field;
  int64_t next = 0;
  int code = draw_line(d, (survey_place){0.5 * f->width, 0.5 * f->height}, least);
  if (!code) code = draw_beside(d, &next, least);
  for (int y = 0; y < d->rows; y++)
    for (int x = 0; x < d->columns && !code; x++) {
      code = draw_line(d, (survey_place){(x + 0.5) * d->apart, (y + 0.5) * d->apart}, least);
      if (!code) code = draw_beside(d, &next, least);
    }
  return code;
}

int survey_streamlines(const survey_field *field, double apart, double least, survey_contour_set *set) {
  drawing d = {.field = field, .set = set, .apart = apart, .step = apart / STEPS};
  *set = (survey_contour_set){0};
  d.columns = (int)fmin(field->width / apart, 1 << 15) + 1;
  d.rows = (int)fmin(field->height / apart, 1 << 15) + 1;
  const size_t cells = (size_t)d.columns * (size_t)d.rows;
  d.cells = malloc(cells * sizeof *d.cells);
  for (size_t i = 0; i < cells && d.cells; i++) d.cells[i] = NONE;
  const int code = d.cells ? draw_lines(&d, least) : -1;
  free(d.cells), free(d.points);
  return code;
}
