/* The materials of material.h. */
#include "objects/material.h"

#include "objects/steps.h"
#include "plot/png.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int ground_take_material(rendering *r, int with_normal) {
  const burl_program *const program = r->recipe.program;
  if (r->recipe.result || !object_has_part(program, "material.height")) return DONE;
  snprintf(r->maps, sizeof r->maps, "material.height,material.albedo,material.orm,material.emission%s",
           with_normal ? ",material.normal_up" : "");
  const int dims = burl_dims(program);
  burl_free(r->recipe.program);
  r->recipe.result = r->maps;
  return recipe_compile(&r->recipe, dims);
}

/* The first channel of a result; -1: there is none. */
static int channel_of(const burl_program *program, const char *name) {
  for (int i = 0; i < burl_result_count(program); i++)
    if (strcmp(burl_result_at(program, i).name, name) == 0) return burl_result_at(program, i).first;
  return -1;
}

/* ---- Means ----------------------------------------------------------------------------------------- */

/* Of the light, or of the numbers, of three channels, where all are numbers. */
static void take_means(const source *from, int first, int is_colour, double to[3]) {
  const int channels = burl_channels(from->recipe.program);
  double sum[3] = {0};
  int64_t count = 0;
  for (int64_t i = 0; i < from->grid.size[0] * from->grid.size[1]; i++) {
    const float *const at = from->whole + i * channels + first;
    if (!isfinite(at[0] + at[1] + at[2])) continue;
    for (int c = 0; c < 3; c++) sum[c] += is_colour ? mesh_light_of(at[c]) : fmin(fmax((double)at[c], 0), 1);
    count++;
  }
  for (int c = 0; c < 3; c++) to[c] = count ? sum[c] / (double)count : 0;
}

/* Whether three channels may differ anywhere. */
static int varies(const burl_program *program, int first) {
  int count = 0;
  for (int c = 0; c < 3; c++) count += burl_bounds(program, first + c).lo < burl_bounds(program, first + c).hi;
  return count > 0;
}

mesh_material ground_material(const source *from) {
  const burl_program *const program = from->recipe.program;
  const int orm = channel_of(program, "material.orm"), emission = channel_of(program, "material.emission");
  mesh_material m = {.colour = {1, 1, 1}, .roughness = 1};
  double means[3];
  if (orm < 0) return m;
  take_means(from, orm, 0, means);
  m.roughness = means[1], m.metallic = means[2];
  if (emission >= 0) take_means(from, emission, 1, m.emission);
  m.has_occlusion = burl_bounds(program, orm).lo < 1;
  return m;
}

/* ---- Pictures -------------------------------------------------------------------------------------- */

static int is_out_of_memory(const ground_part *p) {
  return fail("%s: not enough memory; a smaller --texture takes less", p->from->recipe.name);
}

/* The power of 2 that is nearest to a number by its ratio, as engines like the sides of pictures to be. */
static int64_t power_near(double v) {
  int64_t power = 1;
  while (1.41421356 * (double)power < v) power *= 2;
  return power;
}

/* What is sampled, the picture's part of it, and the normals of corners as they are between these, for that of the
 * recipe to be beside. */
typedef struct {
  burl_grid grid;
  int64_t first[2], size[2];
  int channels;
  float *samples, (*normals)[3];
  unsigned char *rgba;
} canvas;

/* Of recipes with whole-grid functions all parts are sampled, as one alone would have edges of its own. */
static canvas canvas_of(const ground_part *p) {
  const burl_grid *const g = &p->from->grid;
  const int is_whole = burl_needs_whole_grid(p->from->recipe.program);
  canvas c = {.grid = *g, .channels = burl_channels(p->from->recipe.program)};
  double side[2];
  for (int a = 0; a < 2; a++) side[a] = (double)(p->last[a] - p->first[a]) * g->step[a];
  for (int a = 0; a < 2; a++) {
    const int64_t nodes = p->last[a] - p->first[a], before = is_whole ? 0 : p->first[a];
    c.size[a] = power_near(p->texture * fabs(side[a]) / fmax(fabs(side[0]), fabs(side[1])));
    c.first[a] = is_whole ? p->first[a] / nodes * c.size[a] : 0;
    c.grid.size[a] = is_whole ? (g->size[a] - 1) / nodes * c.size[a] : c.size[a];
    c.grid.step[a] = side[a] / (double)c.size[a];
    c.grid.origin[a] = g->origin[a] + (double)before * g->step[a] + 0.5 * c.grid.step[a];
  }
  c.grid.footprint = 0;
  return c;
}

static unsigned char byte_of(float v) { return (unsigned char)(255 * (v > 0 ? (v < 1 ? (double)v : 1) : 0) + 0.5); }

/* The picture's number of what the recipe says at a pixel. */
static void take_pixel(const canvas *c, int64_t pixel, int first, int is_normal, unsigned char to[4]) {
  const int64_t x = c->first[0] + pixel % c->size[0], y = c->first[1] + pixel / c->size[0];
  const float *const at = c->samples + (y * c->grid.size[0] + x) * c->channels + first;
  float number[3] = {at[0], at[1], at[2]};
  if (is_normal) {
    const float normal[3] = {2 * at[0] - 1, 2 * at[1] - 1, 2 * at[2] - 1};
    mesh_normal_beside(c->normals[pixel], normal, number);
  }
  for (int a = 0; a < 3; a++) to[a] = byte_of(number[a]);
  to[3] = 255;
}

static int add_picture(const ground_part *p, const canvas *c, int first, int which, mesh_material *to) {
  mesh_picture *const picture = &to->picture[which];
  const int64_t pixels = c->size[0] * c->size[1];
  for (int64_t i = 0; i < pixels; i++) take_pixel(c, i, first, which == MESH_NORMAL, c->rgba + 4 * i);
  picture->bytes = plot_png(c->rgba, (int)c->size[0], (int)c->size[1], &picture->length);
  return picture->bytes ? DONE : is_out_of_memory(p);
}

/* Those that the recipe has, unless it is the same all over; normals beside those that the mesh has. */
static int add_pictures(const ground_part *p, const canvas *c, const mesh *made, mesh_material *to) {
  const burl_program *const program = p->from->recipe.program;
  const int first[MESH_PICTURES] = {ground_colour(program), channel_of(program, "material.orm"),
                                    made->normal ? channel_of(program, "material.normal_up") : -1,
                                    channel_of(program, "material.emission")};
  int code = DONE;
  for (int i = 0; i < MESH_PICTURES && !code; i++)
    if (first[i] >= 0 && (i == MESH_COLOUR || varies(program, first[i]))) code = add_picture(p, c, first[i], i, to);
  return code;
}

static int sample_canvas(const ground_part *p, canvas *c) {
  const size_t pixels = (size_t)c->size[0] * (size_t)c->size[1];
  const int code = samples_allocate(&c->samples, c->grid.size, c->channels, "a smaller --texture takes less");
  if (code) return code;
  c->rgba = malloc(4 * pixels), c->normals = malloc(pixels * sizeof *c->normals);
  if (!c->rgba || !c->normals) return is_out_of_memory(p);
  const burl_status status = burl_sample_grid(p->from->recipe.program, &c->grid, c->samples);
  return status == BURL_OK ? DONE : recipe_fail_grid(&p->from->recipe, &c->grid, status);
}

int ground_pictures(const ground_part *p, const mesh *made, mesh_material *to) {
  canvas c = canvas_of(p);
  int code = sample_canvas(p, &c);
  if (!code && made->normal) mesh_normals_between(made, (int)c.size[0], (int)c.size[1], c.normals);
  if (!code) code = add_pictures(p, &c, made, to);
  free(c.samples), free(c.normals), free(c.rgba);
  return code;
}

void ground_free_pictures(mesh_material *material) {
  for (int i = 0; i < MESH_PICTURES; i++) free((void *)(uintptr_t)material->picture[i].bytes);
}
