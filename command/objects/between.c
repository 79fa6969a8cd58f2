/* Sampling at places of a grid, whose nodes have the grid's own bits. */
#include "objects/between.h"

#include <stdlib.h>

enum { AT_ONCE = 1024 };

/* ---- at points ------------------------------------------------------------------------------------- */

/* The coordinates and time of points. */
typedef struct {
  double coordinate[4][AT_ONCE], time[AT_ONCE];
} point_list;

static void place_points(const burl_grid *g, const survey_place *places, int64_t count, point_list *to) {
  for (int64_t i = 0; i < count; i++) {
    to->coordinate[0][i] = g->origin[0] + places[i].x * g->step[0];
    to->coordinate[1][i] = g->origin[1] + places[i].y * g->step[1];
    to->coordinate[2][i] = g->origin[2];
    to->coordinate[3][i] = g->origin[3];
    to->time[i] = g->time;
  }
}

/* At most AT_ONCE of them. */
static burl_status sample_some(const between *b, const survey_place *places, int64_t count, float *values) {
  const int channels = burl_channels(b->program);
  float few[64], *const samples =
                     count * channels <= 64 ? few : malloc((size_t)count * (size_t)channels * sizeof *samples);
  point_list list;
  burl_points points = {.count = (size_t)count, .time = list.time, .footprint = b->from->grid.footprint};
  if (!samples) return BURL_MEMORY;
  for (int a = 0; a < 4; a++) points.coord[a] = list.coordinate[a];
  place_points(&b->from->grid, places, count, &list);
  const burl_status status = burl_sample_points(b->program, &points, samples);
  if (status == BURL_OK) strips_take(samples, channels, b->first, b->channels, count, values);
  if (samples != few) free(samples);
  return status;
}

/* ---- between samples of a grid --------------------------------------------------------------------- */

static void mix_samples(const between *b, survey_place p, float *values) {
  const int64_t columns = b->from->grid.size[0], rows = b->from->grid.size[1];
  const double x = fmin(fmax(p.x, 0), (double)(columns - 1)), y = fmin(fmax(p.y, 0), (double)(rows - 1));
  const int64_t i = x < (double)(columns - 2) || columns < 2 ? (int64_t)x : columns - 2,
                j = y < (double)(rows - 2) || rows < 2 ? (int64_t)y : rows - 2;
  const double u = x - (double)i, v = y - (double)j;
  const float *const at = b->grid + (j * columns + i) * b->channels;
  const int64_t right = columns > 1 ? b->channels : 0, down = rows > 1 ? columns * b->channels : 0;
  for (int c = 0; c < b->channels; c++) {
    const double above = (1 - u) * (double)at[c] + u * (double)at[c + right],
                 below = (1 - u) * (double)at[c + down] + u * (double)at[c + right + down];
    values[c] = (float)((1 - v) * above + v * below);
  }
}

burl_status between_at(const between *b, const survey_place *places, int64_t count, float *values) {
  burl_status status = BURL_OK;
  for (int64_t i = 0; i < count && b->grid; i++) mix_samples(b, places[i], values + i * b->channels);
  for (int64_t i = 0; i < count && !b->grid && status == BURL_OK; i += AT_ONCE)
    status = sample_some(b, places + i, count - i < AT_ONCE ? count - i : AT_ONCE, values + i * b->channels);
  return status;
}

int between_open(between *b, const source *from, const burl_program *program, int first, int channels) {
  float *samples = NULL;
  const int all = burl_channels(program);
  *b = (between){from, program, first, channels, NULL};
  if (!burl_needs_whole_grid(program)) return DONE;
  int code = samples_allocate(&samples, from->grid.size, all, "a smaller --size takes less");
  if (!code) code = samples_allocate(&b->grid, from->grid.size, channels, "a smaller --size takes less");
  const burl_status status = code ? BURL_OK : burl_sample_grid(program, &from->grid, samples);
  if (status != BURL_OK) code = recipe_fail_grid(&from->recipe, &from->grid, status);
  if (!code) strips_take(samples, all, first, channels, from->grid.size[0] * from->grid.size[1], b->grid);
  free(samples);
  return code;
}

void between_close(between *b) { free(b->grid); }
