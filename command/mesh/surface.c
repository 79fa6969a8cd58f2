/* mesh_surface_of(): four cells lie around each edge that the surface crosses, and the corners of their sheets are a
 * quadrangle, of two triangles. */
#include "mesh/surface_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CORNERS = 1 << 26, AT_A_TIME = 1024 };

void mesh_surface_free(mesh_surface *s) {
  free(s->position), free(s->normal), free(s->border), free(s->triangle);
  *s = (mesh_surface){0};
}

/* ---- Numbers --------------------------------------------------------------------------------------- */

/* Marks the faces on which two neighbours' sheets would meet twice. */
static void join_sheets(surface_cells *cells) {
  for (surface_cell *c = cells->cells; c < cells->cells + cells->count; c++)
    for (int axis = 0; axis < 3; axis++) {
      if (c->holes || c->at[axis] > cells->field->cells[axis]) continue;
      surface_cell *const next =
          surface_cell_at(cells, c->at[0] + (axis == 0), c->at[1] + (axis == 1), c->at[2] + (axis == 2));
      if (!next || next->holes || !surface_meets_twice(&cells->table, c->inside, next->inside, axis)) continue;
      c->joined = (unsigned char)(1 + 2 * axis + 1);
      next->joined = (unsigned char)(1 + 2 * axis);
    }
}

/* Numbers crossings and corners, and counts triangles. */
static int number_all(surface_cells *cells, surface_crossings *crossings, mesh_surface *to) {
  for (surface_cell *c = cells->cells; c < cells->cells + cells->count; c++) {
    c->crossing = (uint32_t)crossings->count, c->vertex = (uint32_t)to->vertex_count;
    crossings->count += __builtin_popcount(c->own);
    if (c->holes) to->holes++;
    else to->vertex_count += cells->table.count[c->joined][c->inside];
    if (crossings->count > MOST_CORNERS || to->vertex_count > MOST_CORNERS) return -2;
  }
  return 0;
}

/* ---- Triangles ------------------------------------------------------------------------------------- */

/* The four corners around a cell's own edge, against the clock for who looks back along the axis; 0: at a hole. */
static int corners_around(const surface_cells *cells, const surface_cell *c, int axis, uint32_t corner[4]) {
  static const int before[4][2] = {{1, 1}, {0, 1}, {0, 0}, {1, 0}};
  for (int i = 0; i < 4; i++) {
    int at[3] = {c->at[0], c->at[1], c->at[2]};
    at[(axis + 1) % 3] -= before[i][0], at[(axis + 2) % 3] -= before[i][1];
    const surface_cell *const cell = surface_cell_at(cells, at[0], at[1], at[2]);
    if (!cell || cell->holes) return 0;
    const int edge = 4 * axis + before[i][0] + 2 * before[i][1];
    corner[i] = cell->vertex + cells->table.sheet[cell->joined][cell->inside][edge];
  }
  return 1;
}

/* The quadrangles of the surface, which are to be divided. */
typedef struct {
  const mesh_field *field;
  mesh_surface *of;
  uint32_t (*corner)[4];
  int64_t count;
} quadrangles;

static void list_quadrangles(const surface_cells *cells, quadrangles *to) {
  for (const surface_cell *c = cells->cells; c < cells->cells + cells->count; c++)
    for (int axis = 0; axis < 3; axis++) {
      uint32_t corner[4];
      if (!(c->own >> axis & 1) || !corners_around(cells, c, axis, corner)) continue;
      for (int i = 0; i < 4; i++) to->corner[to->count][i] = corner[c->inside & 1 ? i : 3 - i];
      to->count++;
    }
}

/* Whether all of these corners lie in one wall. */
static int is_wall(const mesh_surface *s, const uint32_t *corner, int count) {
  unsigned border = 63;
  for (int i = 0; i < count; i++) border &= s->border[corner[i]];
  return border != 0;
}

/* Along the diagonal whose middle is nearer to the surface: so it follows an edge where there is one. */
static int divide_some(void *arg, int64_t first, int64_t end) {
  const quadrangles *const of = arg;
  double(*const position)[3] = of->of->position, at[2 * AT_A_TIME][3], value[2 * AT_A_TIME];
  for (int64_t i = 0; i < 2 * (end - first); i++) {
    const uint32_t *const corner = of->corner[first + i / 2];
    for (int a = 0; a < 3; a++) at[i][a] = (position[corner[i % 2]][a] + position[corner[i % 2 + 2]][a]) / 2;
  }
  const int code = of->field->places(of->field->user, (const double(*)[3])at, 2 * (end - first), value);
  for (int64_t q = first; q < end && !code; q++) {
    const uint32_t *const corner = of->corner[q];
    const double *const away = value + 2 * (q - first);
    const int from = !is_wall(of->of, corner, 4) && fabs(away[1]) < fabs(away[0]);
    for (int i = 0; i < 6; i++) of->of->triangle[2 * q + i / 3][i % 3] = corner[(from + i / 3 * 2 + i % 3) % 4];
  }
  return code;
}

static int add_triangles(const surface_cells *cells, int64_t crossings, mesh_surface *to) {
  quadrangles all = {cells->field, to, malloc((size_t)(crossings + 1) * sizeof *all.corner), 0};
  int code = all.corner ? 0 : -1;
  if (!code) list_quadrangles(cells, &all);
  to->triangle = malloc((size_t)(2 * all.count + 1) * sizeof *to->triangle);
  to->triangle_count = 2 * all.count;
  if (!to->triangle) code = -1;
  if (!code) code = surface_each(cells->field, all.count, AT_A_TIME, divide_some, &all);
  free(all.corner);
  return code;
}

/* ---- How near triangles are ------------------------------------------------------------------------- */

typedef struct {
  const mesh_field *field;
  const mesh_surface *of;
  double *away; /* of each part of the triangles */
} measuring;

/* A triangle's middle; how far the nearest of its corners is from it. */
static double middle_of(const mesh_surface *s, const uint32_t corner[3], double at[3]) {
  double nearest = INFINITY;
  for (int a = 0; a < 3; a++)
    at[a] = (s->position[corner[0]][a] + s->position[corner[1]][a] + s->position[corner[2]][a]) / 3;
  for (int i = 0; i < 3; i++) {
    double square = 0;
    for (int a = 0; a < 3; a++) square += (s->position[corner[i]][a] - at[a]) * (s->position[corner[i]][a] - at[a]);
    nearest = fmin(nearest, sqrt(square));
  }
  return nearest;
}

/* As far as the value at each middle is away by the slope there, or as its nearest corner, which is on the surface. */
static int measure_some(void *arg, int64_t first, int64_t end) {
  const measuring *const m = arg;
  double at[AT_A_TIME][3], value[AT_A_TIME], slope[AT_A_TIME][3], nearest[AT_A_TIME], most = 0;
  int64_t count = 0;
  for (int64_t t = first; t < end; t++) {
    const uint32_t *const corner = m->of->triangle[t];
    if (is_wall(m->of, corner, 3)) continue;
    nearest[count] = middle_of(m->of, corner, at[count]);
    count++;
  }
  int code = count ? m->field->places(m->field->user, (const double(*)[3])at, count, value) : 0;
  if (!code && count) code = m->field->slopes(m->field->user, (const double(*)[3])at, count, slope);
  for (int64_t i = 0; i < count && !code; i++) {
    const double rate = sqrt(slope[i][0] * slope[i][0] + slope[i][1] * slope[i][1] + slope[i][2] * slope[i][2]);
    most = fmax(most, fmin(fabs(value[i]) / rate, nearest[i]));
  }
  m->away[first / AT_A_TIME] = most;
  return code;
}

static int measure(const mesh_field *field, mesh_surface *of) {
  const int64_t parts = of->triangle_count / AT_A_TIME + 1;
  measuring m = {field, of, calloc((size_t)parts, sizeof *m.away)};
  const int code = m.away ? surface_each(field, of->triangle_count, AT_A_TIME, measure_some, &m) : -1;
  for (int64_t i = 0; i < parts && !code; i++) of->middle = fmax(of->middle, m.away[i]);
  free(m.away);
  return code;
}

/* ---- All of it ------------------------------------------------------------------------------------- */

static int make_room(mesh_surface *to) {
  const size_t count = (size_t)to->vertex_count + 1;
  to->position = malloc(count * sizeof *to->position);
  to->normal = malloc(count * sizeof *to->normal);
  to->border = malloc(count);
  return to->position && to->normal && to->border ? 0 : -1;
}

int mesh_surface_of(const mesh_field *field, mesh_surface *surface) {
  surface_cells cells;
  surface_crossings crossings = {0};
  *surface = (mesh_surface){0};
  int code = surface_find(field, &cells);
  surface->boxes = cells.boxes, surface->sampled = cells.sampled;
  if (!code) join_sheets(&cells), code = number_all(&cells, &crossings, surface);
  if (!code) code = make_room(surface);
  if (!code) code = surface_cross(&cells, &crossings);
  if (!code) code = surface_place(&cells, &crossings, surface);
  if (!code) code = add_triangles(&cells, crossings.count, surface);
  if (!code) code = measure(field, surface);
  surface_forget(&cells);
  free(crossings.place), free(crossings.slope);
  return code;
}
