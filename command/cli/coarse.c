/* A coarse picture: about every eighth sample along x and y, which stands for those around it.
 * It takes a small part of the time, and has the size of the picture that follows. */
#include "cli/render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int coarse_is_possible(const rendering *r) {
  const geometry *const g = &r->settings.geometry;
  const double most = 0x1p26;
  return g->axes == 2 && !r->settings.lit && (double)g->size[0] * (double)g->size[1] <= most;
}

/* The grid of every nth sample, amid those for which it stands. */
static burl_grid every(const burl_grid *whole, int n) {
  burl_grid grid = *whole;
  grid.samples = 0;
  for (int a = 0; a < 2; a++) {
    grid.size[a] = (whole->size[a] + n - 1) / n;
    grid.origin[a] = whole->origin[a] + 0.5 * (n - 1) * whole->step[a];
    grid.step[a] = n * whole->step[a];
  }
  return grid;
}

/* All channels of the samples of a grid of two axes, to be freed; NULL: they can't be computed. */
static float *sample(const burl_program *program, const burl_grid *grid) {
  float *const samples = calloc((size_t)(grid->size[0] * grid->size[1] * burl_channels(program)), sizeof *samples);
  if (samples && burl_sample_grid(program, grid, samples) == BURL_OK) return samples;
  free(samples);
  return NULL;
}

double coarse_estimate(const rendering *r) {
  enum { N = 16 };
  burl_grid whole = {.time = r->settings.time, .threads = r->threads};
  if (geometry_place(&r->settings.geometry, r->recipe.program, &whole)) return 0;
  whole = geometry_around(&r->settings.geometry, r->recipe.program, &whole);
  const burl_grid grid = every(&whole, N);
  const double begun = seconds_now();
  free(sample(r->recipe.program, &grid));
  const int more = whole.samples > 1 ? whole.samples : 1;
  return N * N * more * more * (seconds_now() - begun);
}

/* A line of the whole, from that of the coarse samples. */
static void widen(const float *from, int channels, int n, int64_t width, float *to) {
  for (int64_t x = 0; x < width; x++) memcpy(to + x * channels, from + x / n * channels, (size_t)channels * sizeof *to);
}

int coarse_compute(source *s) {
  const int n = s->rendering->coarse, channels = burl_channels(s->recipe.program);
  const burl_grid grid = every(&s->grid, n);
  const geometry margin = {.axes = 2, .margin = (s->rendering->settings.geometry.margin + n - 1) / n};
  const burl_grid around = geometry_around(&margin, s->recipe.program, &grid);
  const int64_t width = s->grid.size[0], height = s->grid.size[1];
  const int64_t left = grid.first[0] - around.first[0], above = grid.first[1] - around.first[1];
  float *const samples = sample(s->recipe.program, &around);
  s->whole = calloc((size_t)(width * height * channels), sizeof *s->whole);
  for (int64_t y = 0; samples && s->whole && y < height; y++)
    widen(samples + ((y / n + above) * around.size[0] + left) * channels, channels, n, width,
          s->whole + y * width * channels);
  const int is_made = samples && s->whole;
  free(samples);
  return is_made ? DONE : fail("%s: the coarse picture can't be computed", s->recipe.name);
}
