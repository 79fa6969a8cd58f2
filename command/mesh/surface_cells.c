/* Finding the cells of surface_cells.h: boxes are halved along each axis until it is proven that the surface doesn't
 * pass through, or they are leaves, whose nodes are sampled. */
#include "mesh/surface_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cells of a leaf with those around the grid, and its nodes with theirs. */
enum { LEAF_NODES = MESH_LEAF + 1, AROUND = MESH_LEAF + 3, CHILDREN = 8, MOST_CORNERS = 1 << 26 };
enum { OUTSIDE, INSIDE, NO_NUMBER };

typedef struct {
  mesh_box box;
  int is_inside; /* all over: it isn't sampled */
  int64_t count; /* of its cells */
  surface_cell *cells;
} leaf;

typedef struct {
  const mesh_field *field;
  leaf *leaves;
  int64_t count, room;
} finding;

static int clamped(const mesh_field *field, int axis, int node) {
  return node < 1 ? 0 : node > field->cells[axis] ? field->cells[axis] : node - 1;
}

double surface_coordinate(const mesh_field *field, int axis, int node) {
  return field->origin[axis] + (double)clamped(field, axis, node) * field->step[axis];
}

/* ---- Jobs ------------------------------------------------------------------------------------------ */

typedef struct {
  surface_job *job;
  void *arg;
  int64_t count, at_a_time;
  int *codes;
} jobs;

static void do_some(void *arg, int64_t i) {
  const jobs *const j = arg;
  const int64_t first = i * j->at_a_time, left = j->count - first;
  j->codes[i] = j->job(j->arg, first, first + (left < j->at_a_time ? left : j->at_a_time));
}

int surface_each(const mesh_field *field, int64_t count, int64_t at_a_time, surface_job *job, void *arg) {
  const int64_t parts = (count + at_a_time - 1) / at_a_time;
  jobs j = {job, arg, count, at_a_time, calloc((size_t)parts + 1, sizeof *j.codes)};
  int code = j.codes ? 0 : -1;
  if (!code && field->share) field->share(field->user, parts, do_some, &j);
  for (int64_t i = 0; i < parts && !code; i++) {
    if (!field->share) do_some(&j, i);
    code = j.codes[i];
  }
  free(j.codes);
  return code;
}

/* ---- Boxes ----------------------------------------------------------------------------------------- */

static int touches_border(const mesh_field *field, const mesh_box *box) {
  for (int a = 0; a < 3; a++)
    if (box->first[a] == 0 || box->last[a] == field->cells[a]) return 1;
  return 0;
}

static int add_leaf(finding *f, const mesh_box *box, int is_inside) {
  if (f->count == f->room) {
    const int64_t room = 2 * f->room + 64;
    leaf *const larger = realloc(f->leaves, (size_t)room * sizeof *larger);
    if (!larger) return -1;
    f->leaves = larger, f->room = room;
  }
  f->leaves[f->count++] = (leaf){.box = *box, .is_inside = is_inside};
  return 0;
}

/* The parts of a cube of cells that lie within the grid; their number. */
static int divide_box(const mesh_field *field, const int first[3], int side, mesh_box *parts) {
  int count = 0;
  for (int child = 0; child < CHILDREN; child++) {
    mesh_box part;
    int is_empty = 0;
    for (int a = 0; a < 3; a++) {
      part.first[a] = first[a] + (child >> a & 1) * side;
      part.last[a] = part.first[a] + side < field->cells[a] ? part.first[a] + side : field->cells[a];
      is_empty |= part.first[a] >= field->cells[a];
    }
    if (!is_empty) parts[count++] = part;
  }
  return count;
}

/* Goes down into a cube of 2 x 2 x 2 of that side; known: what is proven of it. */
static int descend(finding *f, const int first[3], int side, int known) {
  mesh_box part[CHILDREN];
  signed char proven[CHILDREN] = {0};
  const int count = divide_box(f->field, first, side, part);
  int code = !known && f->field->prove ? f->field->prove(f->field->user, part, count, proven) : 0;
  for (int i = 0; i < count && !code; i++) {
    const int is = known ? known : proven[i];
    if (is > 0 || (is < 0 && (f->field->is_open || !touches_border(f->field, &part[i])))) continue;
    code = side > MESH_LEAF ? descend(f, part[i].first, side / 2, is) : add_leaf(f, &part[i], is < 0);
  }
  return code;
}

/* ---- A leaf's cells -------------------------------------------------------------------------------- */

/* What its nodes are, with those around the grid. */
typedef struct {
  int first[3], size[3]; /* in the nodes of cells */
  unsigned char is[AROUND * AROUND * AROUND];
} states;

static int state_of(double value) { return isnan(value) ? NO_NUMBER : value < 0 ? INSIDE : OUTSIDE; }

/* A node around the grid is as the one beside it, or outside. */
static void take_states(const mesh_field *field, const mesh_box *box, const double *values, states *s) {
  unsigned char *to = s->is;
  for (int z = 0; z < s->size[2]; z++)
    for (int y = 0; y < s->size[1]; y++)
      for (int x = 0; x < s->size[0]; x++) {
        const int node[3] = {s->first[0] + x, s->first[1] + y, s->first[2] + z};
        int64_t from = 0;
        int is_around = 0;
        for (int a = 2; a >= 0; a--) {
          from = from * (box->last[a] - box->first[a] + 1) + clamped(field, a, node[a]) - box->first[a];
          is_around |= node[a] == 0 || node[a] == field->cells[a] + 2;
        }
        *to++ = (unsigned char)(is_around && !field->is_open ? OUTSIDE : state_of(values[from]));
      }
}

static int read_states(const mesh_field *field, const leaf *l, states *s) {
  double values[LEAF_NODES * LEAF_NODES * LEAF_NODES];
  int code = 0;
  for (int i = 0; i < LEAF_NODES * LEAF_NODES * LEAF_NODES && l->is_inside; i++) values[i] = -1;
  if (!l->is_inside) code = field->nodes(field->user, &l->box, values);
  for (int a = 0; a < 3; a++) {
    const int is_first = l->box.first[a] == 0, is_last = l->box.last[a] == field->cells[a];
    s->first[a] = l->box.first[a] + !is_first;
    s->size[a] = l->box.last[a] + 2 + is_last - s->first[a];
  }
  if (!code) take_states(field, &l->box, values, s);
  return code;
}

/* The axes along which the surface passes from corner 0, but where that lies around the grid beside another axis. */
static unsigned own_edges(const surface_cell *c) {
  unsigned own = 0;
  for (int a = 0; a < 3; a++) {
    const unsigned ends = 1 | 1u << (1 << a);
    const int is_crossed = (c->inside & ends) && (c->inside & ends) != ends && !(c->holes & ends);
    if (is_crossed && c->at[(a + 1) % 3] >= 1 && c->at[(a + 2) % 3] >= 1) own |= 1u << a;
  }
  return own;
}

static surface_cell cell_of(const states *s, const int at[3]) {
  surface_cell c = {{0}, 0, 0, 0, 0, 0, 0};
  for (int corner = 0; corner < 8; corner++) {
    const int x = at[0] + (corner & 1), y = at[1] + (corner >> 1 & 1), z = at[2] + (corner >> 2);
    const int is = s->is[(z * s->size[1] + y) * s->size[0] + x];
    c.inside |= (unsigned char)((is == INSIDE) << corner);
    c.holes |= (unsigned char)((is == NO_NUMBER) << corner);
  }
  for (int a = 0; a < 3; a++) c.at[a] = (uint16_t)(s->first[a] + at[a]);
  c.own = (unsigned char)own_edges(&c);
  return c;
}

/* Their number; to may be NULL. */
static int64_t list_cells(const states *s, surface_cell *to) {
  int64_t count = 0;
  for (int z = 0; z + 1 < s->size[2]; z++)
    for (int y = 0; y + 1 < s->size[1]; y++)
      for (int x = 0; x + 1 < s->size[0]; x++) {
        const surface_cell c = cell_of(s, (const int[3]){x, y, z});
        if (!c.inside || (c.inside | c.holes) == 255) continue;
        if (to) to[count] = c;
        count++;
      }
  return count;
}

static int look_into(void *arg, int64_t first, int64_t end) {
  const finding *const f = arg;
  int code = 0;
  for (leaf *l = f->leaves + first; l < f->leaves + end && !code; l++) {
    states s;
    code = read_states(f->field, l, &s);
    if (!code) l->count = list_cells(&s, NULL);
    if (!code && !(l->cells = malloc((size_t)(l->count + 1) * sizeof *l->cells))) code = -1;
    if (!code) list_cells(&s, l->cells);
  }
  return code;
}

/* ---- In their order -------------------------------------------------------------------------------- */

static int64_t row_of(const mesh_field *field, int y, int z) { return (int64_t)z * (field->cells[1] + 2) + y; }

static int64_t row_count(const mesh_field *field) { return (int64_t)(field->cells[1] + 2) * (field->cells[2] + 2); }

static int by_x(const void *one, const void *other) {
  const surface_cell *const a = one, *const b = other;
  return (int)a->at[0] - (int)b->at[0];
}

/* All leaves' cells, row by row. */
static int gather(const finding *f, surface_cells *to) {
  const int64_t rows = row_count(f->field);
  for (int64_t i = 0; i < f->count; i++) to->count += f->leaves[i].count;
  if (to->count > MOST_CORNERS) return -2;
  to->cells = malloc((size_t)(to->count + 1) * sizeof *to->cells);
  to->rows = calloc((size_t)rows + 2, sizeof *to->rows);
  if (!to->cells || !to->rows) return -1;
  int64_t *const next = to->rows + 1; /* while they are counted and filled, one farther */
  for (int64_t i = 0; i < f->count; i++)
    for (int64_t c = 0; c < f->leaves[i].count; c++)
      next[row_of(f->field, f->leaves[i].cells[c].at[1], f->leaves[i].cells[c].at[2]) + 1]++;
  for (int64_t r = 0; r < rows; r++) next[r + 1] += next[r];
  for (int64_t i = 0; i < f->count; i++)
    for (int64_t c = 0; c < f->leaves[i].count; c++) {
      const surface_cell *const cell = &f->leaves[i].cells[c];
      to->cells[next[row_of(f->field, cell->at[1], cell->at[2])]++] = *cell;
    }
  for (int64_t r = 0; r < rows; r++)
    qsort(to->cells + to->rows[r], (size_t)(to->rows[r + 1] - to->rows[r]), sizeof *to->cells, by_x);
  return 0;
}

surface_cell *surface_cell_at(const surface_cells *cells, int x, int y, int z) {
  const int64_t row = row_of(cells->field, y, z);
  int64_t from = cells->rows[row], to = cells->rows[row + 1];
  while (from < to) {
    const int64_t middle = from + (to - from) / 2;
    if (cells->cells[middle].at[0] == x) return &cells->cells[middle];
    if (cells->cells[middle].at[0] < x) from = middle + 1;
    else to = middle;
  }
  return NULL;
}

int surface_find(const mesh_field *field, surface_cells *to) {
  finding f = {.field = field};
  const int first[3] = {0, 0, 0};
  int side = MESH_LEAF;
  *to = (surface_cells){.field = field, .boxes = 1};
  surface_fill_table(&to->table);
  for (int a = 0; a < 3; a++) {
    while (2 * side < field->cells[a]) side *= 2;
    to->boxes *= (field->cells[a] + MESH_LEAF - 1) / MESH_LEAF;
  }
  int code = descend(&f, first, side, 0);
  if (!code) code = surface_each(field, f.count, 1, look_into, &f);
  for (int64_t i = 0; i < f.count; i++) to->sampled += !f.leaves[i].is_inside;
  if (!code) code = gather(&f, to);
  for (int64_t i = 0; i < f.count; i++) free(f.leaves[i].cells);
  free(f.leaves);
  return code;
}

void surface_forget(surface_cells *cells) {
  free(cells->cells), free(cells->rows);
  *cells = (surface_cells){0};
}
