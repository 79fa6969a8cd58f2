/* Meshes of ground.h. */
#include "objects/ground.h"

#include "objects/between.h"
#include "objects/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int is_out_of_memory(const ground_part *p) {
  return fail("%s: not enough memory; a larger --error takes less", p->from->recipe.name);
}

int ground_colour(const burl_program *program) {
  for (int i = 0; i < burl_result_count(program); i++)
    if (burl_result_at(program, i).channels >= 3 && !burl_result_at(program, i).is_data)
      return burl_result_at(program, i).first;
  return -1;
}

double ground_scale(const burl_program *program) {
  const burl_material material = burl_material_of(program);
  double view[8] = {0};
  if (strcmp(object_name_of_heights(program), "material.height") != 0) return 1;
  return material.depth * (burl_view(program, view) == 4 ? fabs(view[2] - view[0]) : 8) / material.size;
}

static int64_t column_of(const ground_part *p, int64_t node) { return node % p->from->grid.size[0]; }
static int64_t row_of(const ground_part *p, int64_t node) { return node / p->from->grid.size[0]; }

/* ---- Corners --------------------------------------------------------------------------------------- */

static void place_corners(const ground_part *p, mesh *to) {
  const burl_grid *const g = &p->from->grid;
  for (int64_t i = 0; i < to->vertex_count; i++) {
    const int64_t node = p->ground->node[i];
    const double x = (double)column_of(p, node), y = (double)row_of(p, node);
    to->position[i][0] = (float)((x - 0.5 * (double)(g->size[0] - 1)) * fabs(g->step[0]));
    to->position[i][1] = (float)((0.5 * (double)(g->size[1] - 1) - y) * fabs(g->step[1]));
    to->position[i][2] = p->heights[node];
    if (!to->place) continue;
    to->place[i][0] = (float)((x - p->first[0]) / (p->last[0] - p->first[0]));
    to->place[i][1] = (float)((y - p->first[1]) / (p->last[1] - p->first[1]));
  }
}

static void colour_corners(const ground_part *p, mesh *to) {
  const int channels = burl_channels(p->from->recipe.program), first = ground_colour(p->from->recipe.program);
  for (int64_t i = 0; i < to->vertex_count && to->colour; i++)
    memcpy(to->colour[i], p->from->whole + p->ground->node[i] * channels + first, sizeof *to->colour);
}

/* A normal from how the heights rise along the columns and rows of the picture, per unit of length. */
static void set_normal(double along, double across, float normal[3]) {
  const double length = sqrt(along * along + across * across + 1);
  normal[0] = (float)(-along / length), normal[1] = (float)(across / length), normal[2] = (float)(1 / length);
}

/* How the heights change to both sides of a node along an axis, where they have numbers. */
static double difference_at(const ground_part *p, int64_t node, int axis) {
  const burl_grid *const g = &p->from->grid;
  const int64_t at = axis ? row_of(p, node) : column_of(p, node), way = axis ? g->size[0] : 1;
  const int has_before = at > 0 && !isnan(p->heights[node - way]),
            has_behind = at + 1 < g->size[axis] && !isnan(p->heights[node + way]);
  const double before = (double)p->heights[has_before ? node - way : node],
               behind = (double)p->heights[has_behind ? node + way : node];
  return has_before + has_behind ? (behind - before) / ((has_before + has_behind) * fabs(g->step[axis])) : 0;
}

static void set_normals_by_differences(const ground_part *p, mesh *to) {
  for (int64_t i = 0; i < to->vertex_count; i++)
    set_normal(difference_at(p, p->ground->node[i], 0), difference_at(p, p->ground->node[i], 1), to->normal[i]);
}

/* Exactly, where the heights have derivatives.  Along the picture's axes, whichever way the coordinates go. */
static int set_normals(const ground_part *p, mesh *to) {
  burl_error error;
  burl_program *const slopes = object_ask(p->from, "data(d(%, x), d(%, y), 0)", &error);
  const burl_grid *const g = &p->from->grid;
  const double scale = ground_scale(p->from->recipe.program);
  const size_t count = (size_t)to->vertex_count;
  if (!slopes) {
    set_normals_by_differences(p, to);
    return DONE;
  }
  between at;
  survey_place *const places = malloc((count + 1) * sizeof *places);
  float(*const slope)[2] = malloc((count + 1) * sizeof *slope);
  int code = between_open(&at, p->from, slopes, 0, 2);
  if (!code && (!places || !slope)) code = is_out_of_memory(p);
  for (size_t i = 0; i < count && !code; i++)
    places[i] = (survey_place){(double)column_of(p, p->ground->node[i]), (double)row_of(p, p->ground->node[i])};
  if (!code && between_at(&at, places, (int64_t)count, *slope) != BURL_OK) code = is_out_of_memory(p);
  for (size_t i = 0; i < count && !code; i++)
    set_normal(copysign(scale, g->step[0]) * (double)slope[i][0], copysign(scale, g->step[1]) * (double)slope[i][1],
               to->normal[i]);
  free(places), free(slope);
  between_close(&at);
  burl_free(slopes);
  return code;
}

/* ---- The mesh -------------------------------------------------------------------------------------- */

static int make_room(const ground_part *p, mesh *to) {
  const size_t count = (size_t)p->ground->node_count, triangles = (size_t)p->ground->triangle_count;
  const int has_colour = !p->texture && ground_colour(p->from->recipe.program) >= 0;
  *to = (mesh){.vertex_count = p->ground->node_count, .triangle_count = p->ground->triangle_count};
  to->position = malloc((count + 1) * sizeof *to->position);
  to->normal = malloc((count + 1) * sizeof *to->normal);
  if (p->texture) to->place = malloc((count + 1) * sizeof *to->place);
  if (has_colour) to->colour = malloc((count + 1) * sizeof *to->colour);
  to->triangle = malloc((triangles + 1) * sizeof *to->triangle);
  const int has_all =
      to->position && to->normal && to->triangle && (!p->texture || to->place) && (!has_colour || to->colour);
  return has_all ? DONE : is_out_of_memory(p);
}

/* Rows of the picture go down, so what is against the clock in its grid is with it where y is upwards. */
static void turn_triangles(const ground_part *p, mesh *to) {
  for (int64_t t = 0; t < to->triangle_count; t++) {
    const uint32_t *const corner = p->ground->triangle[t];
    to->triangle[t][0] = corner[0], to->triangle[t][1] = corner[2], to->triangle[t][2] = corner[1];
  }
}

int ground_mesh(const ground_part *p, mesh *to) {
  int code = make_room(p, to);
  if (code) return code;
  place_corners(p, to);
  colour_corners(p, to);
  turn_triangles(p, to);
  code = set_normals(p, to);
  if (!code && p->skirt > 0 && mesh_hang(to, (float)p->skirt) != 0) code = is_out_of_memory(p);
  if (!code && p->is_closed && mesh_close(to, p->floor) != 0) code = is_out_of_memory(p);
  return code;
}
