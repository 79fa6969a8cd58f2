/* Leaves out points of lines as in simplify.h, the ones that matter least first (M. Visvalingam, J. Whyatt, "Line
 * generalisation by repeated elimination of points", 1993, by distances instead of areas).
 *
 * A point goes only where the triangle that it makes with its neighbours holds no other point.  Then no other line
 * can pass the triangle's third side, which takes the place of the other two: it would have to end within, or to cross
 * one of these. */
#include "survey/simplify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

/* A point on its line. */
typedef struct {
  survey_place at;        /* in units of length */
  int64_t before, behind; /* on the line; NONE: it stays */
  int64_t in_cell;        /* the next one in its cell; NONE */
  int64_t place;          /* in the heap; NONE: it isn't there */
  double matters;         /* how far it is from the line that would take its place */
  int is_left_out;
} point;

typedef struct {
  point *points;
  double most;
  int64_t *heap, count; /* of points that may be left out; the one that matters least is the first */
  int64_t *cells;       /* [rows][columns]: the first point in each; NONE */
  int columns, rows;
  double left, top, side; /* of the cells */
} sieve;

/* ---- A heap -------------------------------------------------------------------------------------- */

/* Of points that matter alike, the first. */
static int goes_first(const sieve *s, int64_t one, int64_t other) {
  const double a = s->points[one].matters, b = s->points[other].matters;
  return a < b || (a == b && one < other);
}

static void put(sieve *s, int64_t place, int64_t number) {
  s->heap[place] = number;
  s->points[number].place = place;
}

static void sift(sieve *s, int64_t place) {
  const int64_t number = s->heap[place];
  while (place > 0 && goes_first(s, number, s->heap[(place - 1) / 2])) {
    put(s, place, s->heap[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  for (int64_t child; (child = 2 * place + 1) < s->count; place = child) {
    if (child + 1 < s->count && goes_first(s, s->heap[child + 1], s->heap[child])) child++;
    if (!goes_first(s, s->heap[child], number)) break;
    put(s, place, s->heap[child]);
  }
  put(s, place, number);
}

static void leave_heap(sieve *s, int64_t number) {
  const int64_t place = s->points[number].place;
  if (place == NONE) return;
  const int64_t last = s->heap[--s->count];
  s->points[number].place = NONE;
  if (last == number) return;
  put(s, place, last);
  sift(s, place);
}

static void enter_heap(sieve *s, int64_t number) {
  if (s->points[number].place == NONE) put(s, s->count++, number);
  sift(s, s->points[number].place);
}

/* ---- Distances and triangles --------------------------------------------------------------------- */

static double apart(survey_place a, survey_place b) { return hypot(a.x - b.x, a.y - b.y); }

/* How far p is from the piece of a line from a to b. */
static double distance(survey_place p, survey_place a, survey_place b) {
  const double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
  const double part = square > 0 ? fmin(fmax(((p.x - a.x) * x + (p.y - a.y) * y) / square, 0), 1) : 0;
  return apart(p, (survey_place){a.x + part * x, a.y + part * y});
}

/* How far c is at the left of the way from a to b. */
static double leftness(survey_place a, survey_place b, survey_place c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int is_same(survey_place a, survey_place b) { return a.x == b.x && a.y == b.y; }

/* Whether p is in a triangle, or on its border, but not where the line that takes its place begins or ends. */
static int is_within(const survey_place corner[3], survey_place p) {
  if (is_same(p, corner[0]) || is_same(p, corner[2])) return 0;
  const double one = leftness(corner[0], corner[1], p), two = leftness(corner[1], corner[2], p),
               three = leftness(corner[2], corner[0], p);
  return (one >= 0 && two >= 0 && three >= 0) || (one <= 0 && two <= 0 && three <= 0);
}

/* ---- Cells --------------------------------------------------------------------------------------- */

static int within(double v, int count) { return v > 0 ? v < count - 1 ? (int)v : count - 1 : 0; }

static int column_of(const sieve *s, double x) { return within((x - s->left) / s->side, s->columns); }
static int row_of(const sieve *s, double y) { return within((y - s->top) / s->side, s->rows); }

static int64_t *cell_of(const sieve *s, survey_place p) {
  return &s->cells[(int64_t)row_of(s, p.y) * s->columns + column_of(s, p.x)];
}

static void leave_cell(sieve *s, int64_t number) {
  int64_t *at = cell_of(s, s->points[number].at);
  while (*at != number) at = &s->points[*at].in_cell;
  *at = s->points[number].in_cell;
}

/* Widens lo and hi by what a side of a triangle has of a row of cells, from y0 to y1. */
static void take_side(survey_place a, survey_place b, const double y[2], double x[2]) {
  const double low = fmin(a.y, b.y), high = fmax(a.y, b.y);
  if (high < y[0] || low > y[1]) return;
  for (int end = 0; end < 2; end++) {
    const double at = fmin(fmax(y[end], low), high), part = high > low ? (at - a.y) / (b.y - a.y) : end;
    const double where = a.x + part * (b.x - a.x);
    x[0] = fmin(x[0], where), x[1] = fmax(x[1], where);
  }
}

/* Whether the triangle of a point and its neighbours holds another one. */
static int is_occupied(const sieve *s, int64_t number) {
  const int64_t corner[3] = {s->points[number].before, number, s->points[number].behind};
  survey_place p[3];
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < 3; i++) {
    p[i] = s->points[corner[i]].at;
    low = fmin(low, p[i].y), high = fmax(high, p[i].y);
  }
  for (int row = row_of(s, low); row <= row_of(s, high); row++) {
    const double y[2] = {s->top + (row - 0.001) * s->side, s->top + (row + 1.001) * s->side};
    double x[2] = {INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) take_side(p[i], p[(i + 1) % 3], y, x);
    const int last = column_of(s, x[1] + 0.001 * s->side);
    for (int column = column_of(s, x[0] - 0.001 * s->side); column <= last; column++)
      for (int64_t i = s->cells[(int64_t)row * s->columns + column]; i != NONE; i = s->points[i].in_cell)
        if (i != number && is_within(p, s->points[i].at)) return 1;
  }
  return 0;
}

/* ---- Points -------------------------------------------------------------------------------------- */

/* How far the points between the neighbours of a point are from the line between these, without it. */
static double importance(const sieve *s, int64_t number) {
  const point *const p = &s->points[number];
  const int64_t end = p->behind > number ? p->behind : NONE;
  double most = 0;
  for (int64_t i = p->before + 1; i < end; i++)
    most = fmax(most, distance(s->points[i].at, s->points[p->before].at, s->points[end].at));
  return most;
}

/* Into the heap, if it may be left out. */
static void weigh(sieve *s, int64_t number) {
  point *const p = &s->points[number];
  if (p->before == NONE || p->behind == NONE) return;
  p->matters = importance(s, number);
  if (p->matters <= s->most) enter_heap(s, number);
  else leave_heap(s, number);
}

static void leave_out(sieve *s, int64_t number) {
  point *const p = &s->points[number];
  leave_cell(s, number);
  p->is_left_out = 1;
  s->points[p->before].behind = p->behind;
  s->points[p->behind].before = p->before;
  weigh(s, p->before), weigh(s, p->behind);
}

/* Whether it is one of the last three points of a closed line. */
static int closes_line(const sieve *s, int64_t number) {
  const point *const p = &s->points[number], *const before = &s->points[p->before],
                     *const behind = &s->points[p->behind];
  return (behind->behind != NONE && is_same(before->at, s->points[behind->behind].at)) ||
         (before->before != NONE && is_same(behind->at, s->points[before->before].at));
}

/* One that has to stay is weighed again when a neighbour has gone. */
static void leave_points_out(sieve *s) {
  while (s->count > 0) {
    const int64_t number = s->heap[0];
    leave_heap(s, number);
    if (!closes_line(s, number) && !is_occupied(s, number)) leave_out(s, number);
  }
}

/* ---- The set ------------------------------------------------------------------------------------- */

static void take_points(sieve *s, const survey_contour_set *set, double x_step, double y_step) {
  for (int64_t l = 0; l < set->count; l++) {
    const int64_t first = set->lines[l].first, last = first + set->lines[l].count - 1;
    for (int64_t i = first; i <= last; i++)
      s->points[i] = (point){.at = {set->points[i].x * fabs(x_step), set->points[i].y * fabs(y_step)},
                             .before = i > first ? i - 1 : NONE,
                             .behind = i < last ? i + 1 : NONE,
                             .place = NONE};
  }
}

/* Cells for about as many points as they are. */
static int make_cells(sieve *s, int64_t count) {
  double right = -INFINITY, bottom = -INFINITY;
  s->left = s->top = INFINITY;
  for (int64_t i = 0; i < count; i++) {
    const survey_place p = s->points[i].at;
    s->left = fmin(s->left, p.x), s->top = fmin(s->top, p.y);
    right = fmax(right, p.x), bottom = fmax(bottom, p.y);
  }
  const double width = right - s->left, height = bottom - s->top, longer = fmax(width, height);
  s->side = fmax(sqrt(width * height / (double)count), longer / 30000);
  if (!(s->side > 0)) s->side = 1;
  s->columns = within(width / s->side, 1 << 15) + 1;
  s->rows = within(height / s->side, 1 << 15) + 1;
  const size_t cells = (size_t)s->columns * (size_t)s->rows;
  s->cells = malloc(cells * sizeof *s->cells);
  for (size_t cell = 0; s->cells && cell < cells; cell++) s->cells[cell] = NONE;
  for (int64_t i = 0; s->cells && i < count; i++) {
    int64_t *const cell = cell_of(s, s->points[i].at);
    s->points[i].in_cell = *cell;
    *cell = i;
  }
  return s->cells ? 0 : -1;
}

static void keep_points(const sieve *s, survey_contour_set *set) {
  int64_t count = 0;
  for (int64_t l = 0; l < set->count; l++) {
    const survey_contour line = set->lines[l];
    set->lines[l].first = count;
    for (int64_t i = line.first; i < line.first + line.count; i++)
      if (!s->points[i].is_left_out) set->points[count++] = set->points[i];
    set->lines[l].count = count - set->lines[l].first;
  }
  set->point_count = count;
}

int survey_simplify(survey_contour_set *set, double x_step, double y_step, double most) {
  const int64_t count = set->point_count;
  sieve s = {.most = most};
  if (count == 0) return 0;
  s.points = malloc((size_t)count * sizeof *s.points);
  s.heap = malloc((size_t)count * sizeof *s.heap);
  int code = s.points && s.heap ? 0 : -1;
  if (!code) take_points(&s, set, x_step, y_step);
  if (!code) code = make_cells(&s, count);
  if (!code) {
    for (int64_t i = 0; i < count; i++) weigh(&s, i);
    leave_points_out(&s);
    keep_points(&s, set);
  }
  free(s.points), free(s.heap), free(s.cells);
  return code;
}
