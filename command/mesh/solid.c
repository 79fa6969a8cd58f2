/* What stands below ground: walls and a floor, which close it, or skirts. */
#include "mesh/mesh.h"
#include "mesh/room.h"

#include <stdlib.h>
#include <string.h>

void mesh_free(mesh *m) {
  free(m->position), free(m->normal), free(m->place), free(m->colour), free(m->triangle);
  *m = (mesh){0};
}

/* ---- Edges of one triangle ------------------------------------------------------------------------ */

typedef struct {
  uint32_t from, to; /* as its triangle goes through it */
} edge;

/* By the lower corner, then by the higher one. */
static int by_corners(const void *one, const void *other) {
  const edge *const a = one, *const b = other;
  const uint32_t low_a = a->from < a->to ? a->from : a->to, low_b = b->from < b->to ? b->from : b->to;
  const uint32_t high_a = a->from ^ a->to ^ low_a, high_b = b->from ^ b->to ^ low_b;
  return low_a != low_b ? (low_a < low_b ? -1 : 1) : high_a != high_b ? (high_a < high_b ? -1 : 1) : 0;
}

/* The edges that only one triangle has, to be freed, and their number; NULL: out of memory. */
static edge *border_of(const mesh *m, int64_t *count) {
  const size_t all = 3 * (size_t)m->triangle_count;
  edge *const edges = malloc((all + 1) * sizeof *edges);
  *count = 0;
  if (!edges) return NULL;
  for (size_t i = 0; i < all; i++) edges[i] = (edge){m->triangle[i / 3][i % 3], m->triangle[i / 3][(i + 1) % 3]};
  qsort(edges, all, sizeof *edges, by_corners);
  for (size_t i = 0; i < all; i++) {
    const int is_double = i + 1 < all && by_corners(&edges[i], &edges[i + 1]) == 0;
    if (!is_double) edges[(*count)++] = edges[i];
    i += (size_t)is_double;
  }
  return edges;
}

/* ---- Where ground touches itself ------------------------------------------------------------------ */

/* Counts how many parts of the border begin at each corner: more than one where two holes meet.  How many such there
 * are. */
static int64_t count_beginnings(const edge *border, int64_t edges, int64_t corners, uint32_t *begins) {
  int64_t several = 0;
  memset(begins, 0, (size_t)corners * sizeof *begins);
  for (const edge *e = border; e < border + edges; e++) several += ++begins[e->from] == 2;
  return several;
}

/* All triangles at such a corner. */
static void leave_triangles_out(mesh *m, const uint32_t *begins) {
  int64_t count = 0;
  for (int64_t t = 0; t < m->triangle_count; t++) {
    const uint32_t *const corner = m->triangle[t];
    if (begins[corner[0]] < 2 && begins[corner[1]] < 2 && begins[corner[2]] < 2)
      memmove(m->triangle[count++], corner, sizeof *m->triangle);
  }
  m->triangle_count = count;
}

/* Corners without triangles leave; number: room for one of each. */
static void leave_corners_out(mesh *m, uint32_t *number) {
  int64_t count = 0;
  memset(number, 0, (size_t)m->vertex_count * sizeof *number);
  for (int64_t i = 0; i < 3 * m->triangle_count; i++) number[m->triangle[i / 3][i % 3]] = 1;
  for (int64_t i = 0; i < m->vertex_count; i++) {
    if (!number[i]) continue;
    memmove(m->position[count], m->position[i], sizeof *m->position);
    if (m->place) memmove(m->place[count], m->place[i], sizeof *m->place);
    if (m->colour) memmove(m->colour[count], m->colour[i], sizeof *m->colour);
    number[i] = (uint32_t)count++;
  }
  for (int64_t i = 0; i < 3 * m->triangle_count; i++) m->triangle[i / 3][i % 3] = number[m->triangle[i / 3][i % 3]];
  m->vertex_count = count;
}

/* The border of ground that nowhere touches itself in a corner alone: what does is left out, as the wall below would be
 * one of four triangles.  To be freed; NULL: out of memory. */
static edge *open_pinches(mesh *m, int64_t *edges) {
  uint32_t *const numbers = malloc(((size_t)m->vertex_count + 1) * sizeof *numbers);
  edge *border = numbers ? border_of(m, edges) : NULL;
  while (border && count_beginnings(border, *edges, m->vertex_count, numbers) > 0) {
    leave_triangles_out(m, numbers);
    leave_corners_out(m, numbers);
    free(border);
    border = border_of(m, edges);
  }
  free(numbers);
  return border;
}

/* ---- Walls and floor ------------------------------------------------------------------------------ */

/* An array with room for as many elements again, in which the second half is the first one's copy; NULL: there is none,
 * or memory is out. */
static void *doubled(const void *list, int64_t count, size_t size) {
  char *const to = list ? malloc(2 * (size_t)count * size + 1) : NULL;
  if (to) memcpy(to, list, (size_t)count * size), memcpy(to + (size_t)count * size, list, (size_t)count * size);
  return to;
}

/* The floor is the ground's triangles seen from below; a wall stands under each edge of one triangle. */
static void add_triangles(const mesh *m, const edge *border, int64_t edges, uint32_t (*to)[3]) {
  const uint32_t below = (uint32_t)m->vertex_count;
  for (int64_t t = 0; t < m->triangle_count; t++, to++) {
    const uint32_t *const top = m->triangle[t];
    (*to)[0] = top[0] + below, (*to)[1] = top[2] + below, (*to)[2] = top[1] + below;
  }
  for (const edge *e = border; e < border + edges; e++, to += 2) {
    to[0][0] = e->to, to[0][1] = e->from, to[0][2] = e->from + below;
    to[1][0] = e->to, to[1][1] = e->from + below, to[1][2] = e->to + below;
  }
}

int mesh_close(mesh *m, float floor) {
  int64_t edges = 0;
  edge *const border = open_pinches(m, &edges);
  mesh all = {.vertex_count = 2 * m->vertex_count, .triangle_count = 2 * m->triangle_count + 2 * edges};
  all.position = doubled(m->position, m->vertex_count, sizeof *m->position);
  all.place = doubled(m->place, m->vertex_count, sizeof *m->place);
  all.colour = doubled(m->colour, m->vertex_count, sizeof *m->colour);
  all.triangle = malloc(((size_t)all.triangle_count + 1) * sizeof *all.triangle);
  if (!border || !all.position || (m->place && !all.place) || (m->colour && !all.colour) || !all.triangle) {
    free(border);
    mesh_free(&all);
    return -1;
  }
  memcpy(all.triangle, m->triangle, (size_t)m->triangle_count * sizeof *m->triangle);
  add_triangles(m, border, edges, all.triangle + m->triangle_count);
  for (int64_t i = m->vertex_count; i < all.vertex_count; i++) all.position[i][2] = floor;
  free(border);
  mesh_free(m);
  *m = all;
  return 0;
}

/* ---- Skirts --------------------------------------------------------------------------------------- */

/* A corner like another, `depth` below it. */
static void copy_below(mesh *m, uint32_t from, float depth) {
  const int64_t to = m->vertex_count++;
  memcpy(m->position[to], m->position[from], sizeof *m->position);
  m->position[to][2] -= depth;
  if (m->normal) memcpy(m->normal[to], m->normal[from], sizeof *m->normal);
  if (m->place) memcpy(m->place[to], m->place[from], sizeof *m->place);
  if (m->colour) memcpy(m->colour[to], m->colour[from], sizeof *m->colour);
}

/* below: of each corner 1 + the number of the one below it; 0: there is none yet. */
static void hang_wall(mesh *m, const edge *e, uint32_t *below, float depth) {
  const uint32_t ends[2] = {e->from, e->to};
  for (int i = 0; i < 2; i++)
    if (!below[ends[i]]) {
      copy_below(m, ends[i], depth);
      below[ends[i]] = (uint32_t)m->vertex_count;
    }
  const uint32_t from = below[e->from] - 1, to = below[e->to] - 1;
  const uint32_t wall[2][3] = {{e->to, e->from, from}, {e->to, from, to}};
  memcpy(m->triangle[m->triangle_count], wall, sizeof wall);
  m->triangle_count += 2;
}

int mesh_hang(mesh *m, float depth) {
  int64_t edges;
  edge *const border = border_of(m, &edges);
  const int64_t most = m->vertex_count + 2 * edges;
  uint32_t *const below = calloc((size_t)m->vertex_count + 1, sizeof *below);
  const int failed = !border || !below || mesh_widen(&m->position, most, sizeof *m->position) ||
                     mesh_widen(&m->normal, most, sizeof *m->normal) || mesh_widen(&m->place, most, sizeof *m->place) ||
                     mesh_widen(&m->colour, most, sizeof *m->colour) ||
                     mesh_widen(&m->triangle, m->triangle_count + 2 * edges, sizeof *m->triangle);
  for (const edge *e = border; !failed && e < border + edges; e++) hang_wall(m, e, below, depth);
  free(border), free(below);
  return failed ? -1 : 0;
}

/* A sixth of the sum of the boxes that the corners span. */
double mesh_volume(const mesh *m) {
  double sum = 0;
  for (int64_t t = 0; t < m->triangle_count; t++) {
    const float *const a = m->position[m->triangle[t][0]], *const b = m->position[m->triangle[t][1]],
                       *const c = m->position[m->triangle[t][2]];
    const double x = (double)b[1] * (double)c[2] - (double)b[2] * (double)c[1],
                 y = (double)b[2] * (double)c[0] - (double)b[0] * (double)c[2],
                 z = (double)b[0] * (double)c[1] - (double)b[1] * (double)c[0];
    sum += (double)a[0] * x + (double)a[1] * y + (double)a[2] * z;
  }
  return sum / 6;
}
