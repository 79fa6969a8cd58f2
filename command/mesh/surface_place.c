/* Where a surface's corners are: as near as can be to the planes through the places where it crosses the cell's edges,
 * at right angles to the slopes there (T. Ju and others, 2002), then moved onto the surface.  What is on the border
 * stays there. */
#include "mesh/surface_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AT_A_TIME = 256, MOST_SHEETS = 4, MOST_STEPS = 80 };
static const double nearness = 1e-6; /* to which places are found, in cells */
static const double inset = 1e-3;    /* from a cell's sides, so that neighbours' corners aren't in one place */

/* ---- Where a way passes the surface ------------------------------------------------------------------ */

/* A straight way, the values at its ends, and the part that is left, from a to b: the ends of it are on different
 * sides. */
typedef struct {
  double from[3], to[3], first_value, last_value;
  double a, b;
} way;

static void place_on(const way *w, double part, double at[3]) {
  for (int i = 0; i < 3; i++) at[i] = part == 1 ? w->to[i] : w->from[i] + part * (w->to[i] - w->from[i]);
}

static double length_of(const way *w) {
  double square = 0;
  for (int i = 0; i < 3; i++) square += (w->to[i] - w->from[i]) * (w->to[i] - w->from[i]);
  return sqrt(square);
}

static int is_settled(const way *w, double tolerance) {
  return (w->first_value < 0) == (w->last_value < 0) || w->b - w->a <= tolerance;
}

/* How often a whole has to be halved for this tolerance. */
static int halvings_of(double tolerance) {
  int count = 0;
  for (double left = 1; left > tolerance && count < MOST_STEPS; left /= 2) count++;
  return count;
}

/* The next place to try, which leaves no more than halving would, one step later (I. Oliveira, R. Takahashi, "An
 * Enhancement of the Bisection Method Average Performance Preserving Minmax Optimality", 2020). */
static double next_part(const way *w, double tolerance, int step) {
  const double middle = (w->a + w->b) / 2, size = w->b - w->a;
  const double line = (w->last_value * w->a - w->first_value * w->b) / (w->last_value - w->first_value);
  double room = tolerance / 2;
  for (int i = step; i < halvings_of(tolerance) + 1; i++) room *= 2;
  room -= size / 2;
  if (!(line >= w->a && line <= w->b)) return middle;
  const double way_there = middle - line, towards = way_there < 0 ? -1 : 1, truncated = 0.2 * size * size;
  const double part = truncated <= fabs(way_there) ? line + towards * truncated : middle;
  return fabs(part - middle) <= room ? part : middle - towards * room;
}

static void narrow(way *w, double part, double value) {
  if ((value < 0) == (w->first_value < 0)) w->a = part, w->first_value = value;
  else w->b = part, w->last_value = value;
}

/* Shortens ways until they are no longer than `nearness` of a cell, for so many of them. */
static int narrow_all(const mesh_field *field, way *ways, int64_t count, const double *tolerance) {
  enum { ROOM = AT_A_TIME * MOST_SHEETS };
  double at[ROOM][3], part[ROOM], value[ROOM];
  int64_t of[ROOM], open = 1;
  int code = 0;
  for (int step = 0; step < MOST_STEPS && open && !code; step++) {
    open = 0;
    for (int64_t i = 0; i < count; i++) {
      if (is_settled(&ways[i], tolerance[i])) continue;
      part[open] = next_part(&ways[i], tolerance[i], step);
      place_on(&ways[i], part[open], at[open]);
      of[open++] = i;
    }
    if (open) code = field->places(field->user, (const double(*)[3])at, open, value);
    for (int64_t i = 0; i < open && !code; i++) narrow(&ways[of[i]], part[i], value[i]);
  }
  return code;
}

/* The place in the middle of what is left; of a way that doesn't pass the surface, the end that is nearer to it. */
static double found_part(const way *w) {
  if ((w->first_value < 0) != (w->last_value < 0)) return (w->a + w->b) / 2;
  return fabs(w->first_value) <= fabs(w->last_value) ? 0 : 1;
}

/* ---- Crossings --------------------------------------------------------------------------------------- */

typedef struct {
  const surface_cells *cells;
  surface_crossings *to;
} crossing_job;

static double node_at(const surface_cell *c, int corner, int axis, const mesh_field *field) {
  return surface_coordinate(field, axis, c->at[axis] + (corner >> axis & 1));
}

static void begin_way(const surface_cells *cells, const surface_cell *c, int axis, way *w) {
  *w = (way){.a = 0, .b = 1};
  for (int a = 0; a < 3; a++) {
    w->from[a] = node_at(c, 0, a, cells->field);
    w->to[a] = node_at(c, 1 << axis, a, cells->field);
  }
}

/* A slope as a direction, of length 0 where there is none. */
static void set_direction(const double slope[3], float to[3]) {
  const double most = fmax(fmax(fabs(slope[0]), fabs(slope[1])), fabs(slope[2]));
  double part[3], square = 0;
  for (int a = 0; a < 3; a++) part[a] = most > 0 && most < INFINITY ? slope[a] / most : 0;
  for (int a = 0; a < 3; a++) square += part[a] * part[a];
  for (int a = 0; a < 3; a++) to[a] = square > 0 ? (float)(part[a] / sqrt(square)) : 0;
}

/* Of one axis: the ways of some cells, and their numbers. */
static int cross_ways(const crossing_job *j, way *ways, const uint32_t *number, int64_t count, int axis) {
  const mesh_field *const field = j->cells->field;
  double at[AT_A_TIME][3], value[AT_A_TIME], tolerance[AT_A_TIME], slope[AT_A_TIME][3];
  int code = 0;
  for (int end = 0; end < 2 && !code; end++) {
    for (int64_t i = 0; i < count; i++) place_on(&ways[i], end, at[i]);
    code = field->places(field->user, (const double(*)[3])at, count, value);
    for (int64_t i = 0; i < count && !code; i++) *(end ? &ways[i].last_value : &ways[i].first_value) = value[i];
  }
  for (int64_t i = 0; i < count; i++) tolerance[i] = nearness;
  if (!code) code = narrow_all(field, ways, count, tolerance);
  for (int64_t i = 0; i < count && !code; i++) place_on(&ways[i], found_part(&ways[i]), at[i]);
  if (!code) code = field->slopes(field->user, (const double(*)[3])at, count, slope);
  for (int64_t i = 0; i < count && !code; i++) {
    j->to->place[number[i]] = at[i][axis];
    set_direction(slope[i], j->to->slope[number[i]]);
  }
  return code;
}

static int cross_some(void *arg, int64_t first, int64_t end) {
  const crossing_job *const j = arg;
  int code = 0;
  for (int axis = 0; axis < 3 && !code; axis++) {
    way ways[AT_A_TIME];
    uint32_t number[AT_A_TIME];
    int64_t count = 0;
    for (const surface_cell *c = j->cells->cells + first; c < j->cells->cells + end; c++) {
      if (!(c->own >> axis & 1)) continue;
      begin_way(j->cells, c, axis, &ways[count]);
      number[count++] = c->crossing + (uint32_t)__builtin_popcount(c->own & ((1u << axis) - 1));
    }
    if (count) code = cross_ways(j, ways, number, count, axis);
  }
  return code;
}

int surface_cross(const surface_cells *cells, surface_crossings *to) {
  crossing_job j = {cells, to};
  to->place = malloc((size_t)(to->count + 1) * sizeof *to->place);
  to->slope = malloc((size_t)(to->count + 1) * sizeof *to->slope);
  if (!to->place || !to->slope) return -1;
  return surface_each(cells->field, cells->count, AT_A_TIME, cross_some, &j);
}

/* ---- The place nearest to planes ----------------------------------------------------------------------- */

/* Planes through places in a cell, whose sides are 1 long; the sums of which the place is found. */
typedef struct {
  double matrix[3][3], right[3], middle[3];
  int count;
} planes;

/* Turns the matrix so that one entry beside the diagonal becomes 0 (C. Jacobi, 1846); axes: the turns so far. */
static void turn_matrix(double m[3][3], double axes[3][3], int p, int q) {
  if (m[p][q] == 0) return;
  const double half = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  const double tangent = (half < 0 ? -1 : 1) / (fabs(half) + sqrt(half * half + 1));
  const double c = 1 / sqrt(tangent * tangent + 1), s = tangent * c;
  for (int i = 0; i < 3; i++) {
    const double a = m[i][p], b = m[i][q];
    m[i][p] = c * a - s * b, m[i][q] = s * a + c * b;
  }
  for (int i = 0; i < 3; i++) {
    const double a = m[p][i], b = m[q][i], u = axes[i][p], v = axes[i][q];
    m[p][i] = c * a - s * b, m[q][i] = s * a + c * b;
    axes[i][p] = c * u - s * v, axes[i][q] = s * u + c * v;
  }
}

/* The place nearest to all planes, from their places' middle on along those directions alone that they tell apart. */
static void meet_planes(planes *of, double to[3]) {
  enum { SWEEPS = 6 };
  static const double least = 0.03; /* of what the best one is told by */
  double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, most = 0;
  for (int a = 0; a < 3; a++) to[a] = of->middle[a] / of->count;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) of->right[a] -= of->matrix[a][b] * to[b];
  for (int i = 0; i < 3 * SWEEPS; i++) turn_matrix(of->matrix, axes, i % 3 == 2 ? 1 : 0, i % 3 == 0 ? 1 : 2);
  for (int i = 0; i < 3; i++) most = fmax(most, of->matrix[i][i]);
  for (int i = 0; i < 3; i++) {
    double along = 0;
    if (!(of->matrix[i][i] > least * most)) continue;
    for (int a = 0; a < 3; a++) along += axes[a][i] * of->right[a];
    for (int a = 0; a < 3; a++) to[a] += axes[a][i] * along / of->matrix[i][i];
  }
}

static void add_plane(planes *to, const double place[3], const double direction[3]) {
  double away = 0;
  for (int a = 0; a < 3; a++) away += direction[a] * place[a];
  for (int a = 0; a < 3; a++) {
    to->middle[a] += place[a];
    to->right[a] += direction[a] * away;
    for (int b = 0; b < 3; b++) to->matrix[a][b] += direction[a] * direction[b];
  }
  to->count++;
}

/* ---- Corners ------------------------------------------------------------------------------------------- */

/* A cell as a part of space, flat where it lies around the grid. */
typedef struct {
  const surface_cell *cell;
  const unsigned char *sheet;
  double lo[3], hi[3];
} space;

static space space_of(const surface_cells *cells, const surface_cell *c) {
  space s = {.cell = c, .sheet = cells->table.sheet[c->joined][c->inside]};
  for (int a = 0; a < 3; a++) {
    s.lo[a] = node_at(c, 0, a, cells->field);
    s.hi[a] = node_at(c, 7, a, cells->field);
  }
  return s;
}

/* Whether a sheet crosses an edge of the cell, of an edge that isn't of length 0. */
static int is_crossed(const space *s, int sheet, int edge) {
  return s->sheet[edge] == sheet && s->lo[surface_edge_axis(edge)] < s->hi[surface_edge_axis(edge)];
}

/* The place and the slope of the crossing on an edge of the cell. */
static const float *crossing_on(const surface_cells *cells, const surface_crossings *from, const space *s, int edge,
                                double place[3]) {
  const int axis = surface_edge_axis(edge), corner = surface_edge_corner(edge);
  int at[3];
  for (int a = 0; a < 3; a++) {
    const int node = s->cell->at[a] + (corner >> a & 1), last = cells->field->cells[a] + 1;
    at[a] = node < 1 ? 1 : node > last ? last : node;
    place[a] = surface_coordinate(cells->field, a, at[a]);
  }
  const surface_cell *const owner = surface_cell_at(cells, at[0], at[1], at[2]);
  const uint32_t number = owner->crossing + (uint32_t)__builtin_popcount(owner->own & ((1u << axis) - 1));
  place[axis] = from->place[number];
  return from->slope[number];
}

/* The planes of a sheet, in the cell's own coordinates. */
static planes planes_of(const surface_cells *cells, const surface_crossings *from, const space *s, int sheet) {
  planes p = {.count = 0};
  for (int e = 0; e < SURFACE_EDGES; e++) {
    double place[3], direction[3], square = 0;
    if (!is_crossed(s, sheet, e)) continue;
    const float *const slope = crossing_on(cells, from, s, e, place);
    for (int a = 0; a < 3; a++) {
      const double side = s->hi[a] - s->lo[a];
      place[a] = side > 0 ? (place[a] - s->lo[a]) / side : 0;
      direction[a] = side * (double)slope[a];
      square += direction[a] * direction[a];
    }
    for (int a = 0; a < 3; a++) direction[a] = square > 0 ? direction[a] / sqrt(square) : 0;
    add_plane(&p, place, direction);
  }
  return p;
}

/* Where the planes meet, well within the cell; whether there are any: in walls there are none. */
static int begin_corner(const surface_cells *cells, const surface_crossings *from, const space *s, int sheet,
                        double at[3]) {
  planes p = planes_of(cells, from, s, sheet);
  double part[3] = {0.5, 0.5, 0.5};
  if (p.count) meet_planes(&p, part);
  for (int a = 0; a < 3; a++) {
    const double within = part[a] > inset ? fmin(part[a], 1 - inset) : inset;
    at[a] = s->lo[a] + within * (s->hi[a] - s->lo[a]);
  }
  return p.count > 0;
}

/* As far again as the surface seems to be, within the cell: on its other side, if that is right. */
static void aim_at_slope(const space *s, const double slope[3], way *w) {
  double square = 0, least = 0;
  for (int a = 0; a < 3; a++) {
    square += s->hi[a] > s->lo[a] ? slope[a] * slope[a] : 0;
    least = fmax(least, nearness * (s->hi[a] - s->lo[a]));
  }
  const double rate = sqrt(square), far = 2 * fabs(w->first_value) / rate;
  const double distance = (w->first_value < 0 ? 1 : -1) * (far > least / 2 ? far : least / 2);
  for (int a = 0; a < 3; a++) {
    const double to = w->from[a] + (square > 0 ? distance * (slope[a] / rate) : 0);
    w->to[a] = to > s->lo[a] ? fmin(to, s->hi[a]) : s->lo[a];
  }
}

/* The nearest corner of the cell beside the sheet on the other side: the surface is between. */
static void aim_at_corner(const surface_cells *cells, const space *s, int sheet, way *w) {
  double nearest = INFINITY;
  for (int e = 0; e < SURFACE_EDGES; e++) {
    const int first = surface_edge_corner(e), last = first | 1 << surface_edge_axis(e);
    if (!is_crossed(s, sheet, e)) continue;
    const int corner = (s->cell->inside >> first & 1) != (w->first_value < 0) ? first : last;
    double at[3], square = 0;
    for (int a = 0; a < 3; a++) at[a] = node_at(s->cell, corner, a, cells->field);
    for (int a = 0; a < 3; a++) square += (at[a] - w->from[a]) * (at[a] - w->from[a]);
    if (square < nearest) nearest = square, memcpy(w->to, at, sizeof at);
  }
}

typedef struct {
  const surface_cells *cells;
  const surface_crossings *crossings;
  mesh_surface *to;
  double *within; /* of each part of the cells */
} placing;

/* The corners of some cells, of which those in walls stay where they are. */
typedef struct {
  int64_t count, moving;
  space in[AT_A_TIME * MOST_SHEETS];
  int sheet[AT_A_TIME * MOST_SHEETS];
  uint32_t number[AT_A_TIME * MOST_SHEETS];
  way ways[AT_A_TIME * MOST_SHEETS];
  double at[AT_A_TIME * MOST_SHEETS][3], slope[AT_A_TIME * MOST_SHEETS][3], value[AT_A_TIME * MOST_SHEETS],
      tolerance[AT_A_TIME * MOST_SHEETS];
} moved;

static unsigned char border_of(const mesh_field *field, const surface_cell *c) {
  unsigned border = 0;
  for (int a = 0; a < 3; a++)
    border |= (unsigned)(c->at[a] == 0) << 2 * a | (unsigned)(c->at[a] == field->cells[a] + 1) << (2 * a + 1);
  return (unsigned char)border;
}

/* Straight away from the walls. */
static void set_wall(unsigned border, float normal[3]) {
  double away[3];
  for (int a = 0; a < 3; a++) away[a] = (double)(border >> (2 * a + 1) & 1) - (double)(border >> 2 * a & 1);
  set_direction(away, normal);
}

static void begin_cell(const placing *p, const surface_cell *c, moved *m) {
  const space in = space_of(p->cells, c);
  const unsigned char border = border_of(p->cells->field, c);
  for (int sheet = 0; sheet < p->cells->table.count[c->joined][c->inside]; sheet++) {
    const uint32_t number = c->vertex + (uint32_t)sheet;
    double *const at = p->to->position[number];
    p->to->border[number] = border;
    if (!begin_corner(p->cells, p->crossings, &in, sheet, at)) {
      set_wall(border, p->to->normal[number]);
      continue;
    }
    m->in[m->count] = in, m->sheet[m->count] = sheet, m->number[m->count] = number;
    m->ways[m->count] = (way){.from = {at[0], at[1], at[2]}, .a = 0, .b = 1};
    memcpy(m->at[m->count++], at, sizeof m->at[0]);
  }
}

static int take_values(const mesh_field *field, moved *m) {
  return field->places(field->user, (const double(*)[3])m->at, m->count, m->value);
}

/* Finds ways that pass the surface. */
static int aim_all(const placing *p, moved *m) {
  const mesh_field *const field = p->cells->field;
  int code = take_values(field, m);
  if (!code) code = field->slopes(field->user, (const double(*)[3])m->at, m->count, m->slope);
  for (int64_t i = 0; i < m->count && !code; i++) {
    m->ways[i].first_value = m->value[i];
    aim_at_slope(&m->in[i], m->slope[i], &m->ways[i]);
    memcpy(m->at[i], m->ways[i].to, sizeof m->at[i]);
  }
  if (!code) code = take_values(field, m);
  for (int64_t i = 0; i < m->count && !code; i++) {
    m->ways[i].last_value = m->value[i];
    if ((m->value[i] < 0) == (m->ways[i].first_value < 0)) aim_at_corner(p->cells, &m->in[i], m->sheet[i], &m->ways[i]);
    memcpy(m->at[i], m->ways[i].to, sizeof m->at[i]);
  }
  if (!code) code = take_values(field, m);
  for (int64_t i = 0; i < m->count && !code; i++) m->ways[i].last_value = m->value[i];
  return code;
}

/* The mean slope of the sheet's crossings, where the corner's own is none. */
static void set_normal(const placing *p, const moved *m, int64_t i, float normal[3]) {
  double sum[3] = {0};
  set_direction(m->slope[i], normal);
  if (normal[0] != 0 || normal[1] != 0 || normal[2] != 0) return;
  for (int e = 0; e < SURFACE_EDGES; e++) {
    double place[3];
    if (!is_crossed(&m->in[i], m->sheet[i], e)) continue;
    const float *const slope = crossing_on(p->cells, p->crossings, &m->in[i], e, place);
    for (int a = 0; a < 3; a++) sum[a] += (double)slope[a];
  }
  set_direction(sum, normal);
  if (normal[0] == 0 && normal[1] == 0 && normal[2] == 0) normal[2] = 1;
}

static int place_some(void *arg, int64_t first, int64_t end) {
  const placing *const p = arg;
  const mesh_field *const field = p->cells->field;
  moved *const m = malloc(sizeof *m);
  double within = 0;
  if (!m) return -1;
  m->count = 0;
  for (const surface_cell *c = p->cells->cells + first; c < p->cells->cells + end; c++)
    if (!c->holes) begin_cell(p, c, m);
  int code = m->count ? aim_all(p, m) : 0;
  const double cell = fmin(field->step[0], fmin(field->step[1], field->step[2]));
  for (int64_t i = 0; i < m->count; i++) m->tolerance[i] = nearness * cell / length_of(&m->ways[i]);
  if (!code) code = narrow_all(field, m->ways, m->count, m->tolerance);
  for (int64_t i = 0; i < m->count && !code; i++) {
    place_on(&m->ways[i], found_part(&m->ways[i]), m->at[i]);
    memcpy(p->to->position[m->number[i]], m->at[i], sizeof m->at[i]);
    within = fmax(within, (m->ways[i].b - m->ways[i].a) * length_of(&m->ways[i]));
  }
  if (!code && m->count) code = field->slopes(field->user, (const double(*)[3])m->at, m->count, m->slope);
  for (int64_t i = 0; i < m->count && !code; i++) set_normal(p, m, i, p->to->normal[m->number[i]]);
  p->within[first / AT_A_TIME] = within;
  free(m);
  return code;
}

int surface_place(const surface_cells *cells, const surface_crossings *crossings, mesh_surface *to) {
  const int64_t parts = cells->count / AT_A_TIME + 1;
  placing p = {cells, crossings, to, calloc((size_t)parts, sizeof *p.within)};
  const int code = p.within ? surface_each(cells->field, cells->count, AT_A_TIME, place_some, &p) : -1;
  for (int64_t i = 0; i < parts && !code; i++) to->within = fmax(to->within, p.within[i]);
  free(p.within);
  return code;
}
