/* Creases: where triangles around a corner look too differently for one normal, it becomes several in one place. */
#include "mesh/mesh.h"
#include "mesh/room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double least_cosine = 0.75; /* of the angle between a corner's normal and those of its triangles */
static const uint32_t nothing = UINT32_MAX;

/* What a corner's normal is: not yet known to be one, the mesh's own, or the mean of its triangles'. */
enum { UNUSED, OWN, MEAN };

typedef struct {
  mesh *m;
  int64_t room;        /* of corners */
  uint32_t *next;      /* of each corner, the next one in its place */
  unsigned char *kind; /* of each */
  double (*sum)[3];    /* of each: its triangles' normals, times their areas */
} creasing;

/* A triangle's, times twice its area. */
static void normal_of(const mesh *m, const uint32_t corner[3], double to[3]) {
  double along[3], across[3];
  for (int i = 0; i < 3; i++) {
    along[i] = (double)m->position[corner[1]][i] - (double)m->position[corner[0]][i];
    across[i] = (double)m->position[corner[2]][i] - (double)m->position[corner[0]][i];
  }
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    to[i] = along[j] * across[k] - along[k] * across[j];
  }
}

static double length_of(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/* Whether a triangle looks about where the corner's normal does; one without an area looks everywhere. */
static int is_along(const mesh *m, const double normal[3], uint32_t corner) {
  double along = 0;
  for (int i = 0; i < 3; i++) along += normal[i] * (double)m->normal[corner][i];
  return along >= least_cosine * length_of(normal);
}

static void set_normal(mesh *m, uint32_t corner, const double normal[3]) {
  const double length = length_of(normal);
  for (int i = 0; i < 3 && length > 0; i++) m->normal[corner][i] = (float)(normal[i] / length);
}

/* ---- More corners ---------------------------------------------------------------------------------- */

static int make_room(creasing *c) {
  if (c->m->vertex_count < c->room) return 0;
  const int64_t room = c->room + c->room / 2 + 64;
  if (mesh_widen(&c->m->position, room, sizeof *c->m->position) ||
      mesh_widen(&c->m->normal, room, sizeof *c->m->normal) || mesh_widen(&c->m->place, room, sizeof *c->m->place) ||
      mesh_widen(&c->m->colour, room, sizeof *c->m->colour) || mesh_widen(&c->next, room, sizeof *c->next) ||
      mesh_widen(&c->kind, room, sizeof *c->kind) || mesh_widen(&c->sum, room, sizeof *c->sum))
    return -1;
  c->room = room;
  return 0;
}

/* A corner like that one, which is the next one in its place. */
static uint32_t copy_corner(creasing *c, uint32_t from) {
  mesh *const m = c->m;
  const uint32_t to = (uint32_t)m->vertex_count++;
  memcpy(m->position[to], m->position[from], sizeof *m->position);
  if (m->place) memcpy(m->place[to], m->place[from], sizeof *m->place);
  if (m->colour) memcpy(m->colour[to], m->colour[from], sizeof *m->colour);
  c->next[to] = c->next[from], c->next[from] = to;
  return to;
}

/* ---- Triangles' corners ---------------------------------------------------------------------------- */

/* Takes the corner in that place whose normal suits the triangle; a new one, with its normal, where none does. */
static int turn_corner(creasing *c, const double normal[3], uint32_t *corner) {
  const uint32_t first = *corner;
  uint32_t at = first;
  while (at != nothing && (c->kind[at] == UNUSED || !is_along(c->m, normal, at))) at = c->next[at];
  if (at == nothing) {
    if (make_room(c)) return -1;
    at = c->kind[first] == UNUSED ? first : copy_corner(c, first);
    c->kind[at] = MEAN;
    set_normal(c->m, at, normal);
    memset(c->sum[at], 0, sizeof c->sum[at]);
  }
  for (int i = 0; i < 3; i++) c->sum[at][i] += normal[i];
  *corner = at;
  return 0;
}

static int turn_all(creasing *c) {
  mesh *const m = c->m;
  double normal[3];
  for (int64_t i = 0; i < c->room; i++) c->next[i] = nothing;
  for (int64_t t = 0; t < m->triangle_count; t++) {
    normal_of(m, m->triangle[t], normal);
    for (int i = 0; i < 3; i++)
      if (is_along(m, normal, m->triangle[t][i])) c->kind[m->triangle[t][i]] = OWN;
  }
  for (int64_t t = 0; t < m->triangle_count; t++) {
    normal_of(m, m->triangle[t], normal);
    for (int i = 0; i < 3; i++)
      if (turn_corner(c, normal, &m->triangle[t][i])) return -1;
  }
  for (uint32_t i = 0; i < m->vertex_count; i++)
    if (c->kind[i] == MEAN) set_normal(m, i, c->sum[i]);
  return 0;
}

int mesh_crease(mesh *m) {
  const size_t count = (size_t)m->vertex_count;
  creasing c = {.m = m, .room = m->vertex_count};
  c.next = malloc((count + 1) * sizeof *c.next);
  c.kind = calloc(count + 1, sizeof *c.kind);
  c.sum = calloc(count + 1, sizeof *c.sum);
  const int code = c.next && c.kind && c.sum ? turn_all(&c) : -1;
  free(c.next), free(c.kind), free(c.sum);
  return code;
}
