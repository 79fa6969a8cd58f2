/* The source of a picture's samples: the recipe with a seed and a time, and all samples of a whole-grid function. */
#include "cli/render.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double samples_count(const int64_t size[4]) {
  return (double)size[0] * (double)size[1] * (double)size[2] * (double)size[3];
}

/* The bytes of the samples; 0 where no size_t holds them. */
static size_t samples_size(const int64_t size[4], int channels) {
  size_t bytes = sizeof(float) * (size_t)channels;
  for (int a = 0; a < 4; a++) {
    if (!burl__multiply(bytes, (size_t)size[a], &bytes)) return 0;
  }
  return bytes;
}

int samples_allocate(float **data, const int64_t size[4], int channels, const char *instead) {
  const double wanted = 4.0 * channels * samples_count(size);
  const double installed = image_installed_memory();
  const size_t bytes = samples_size(size, channels);
  if (bytes > 0 && wanted <= installed) *data = malloc(bytes);
  if (*data) return DONE;
  return fail("not enough memory: the samples take %.4g GiB, this machine has %.4g; %s", wanted / 0x1p30,
              installed / 0x1p30, instead);
}

/* Why the samples of a whole grid could not be computed. */
static int fail_whole(const source *s, const burl_grid *grid, burl_status status) {
  const double cells = (double)grid->size[0] * (double)grid->size[1];
  if (status == BURL_LIMIT && (cells >= 0x1p31 || grid->size[0] > 1 << 20 || grid->size[1] > 1 << 20))
    return fail("%s: whole-grid functions take less than 2^31 cells, and 2^20 along an axis; this picture has %.4g%s",
                s->recipe.name, cells, s->rendering->settings.geometry.margin ? " with its --margin" : "");
  return recipe_fail_grid(&s->recipe, grid, status);
}

/* Notes where there is no number; of integers range_note says it. */
static void note_gaps(const source *s) {
  const int64_t channels = burl_channels(s->recipe.program), width = s->grid.size[0], cells = width * s->grid.size[1];
  int64_t count = 0, first = 0;
  int has_floats = 0;
  for (int i = 0; s->rendering->format && i < burl_result_count(s->recipe.program); i++)
    has_floats |= !image_has_integers(s->rendering->format, burl_result_at(s->recipe.program, i).channels);
  if (!has_floats) return;
  for (int64_t i = cells * channels; i-- > 0;)
    if (isnan(s->whole[i])) count++, first = i / channels;
  if (count)
    note("%" PRId64 " of %" PRId64 " values are not a number, the first in column %" PRId64 " of line %" PRId64, count,
         cells * channels, first % width, first / width);
}

/* Moves the lines of a grid to the front of the samples around it. */
static void crop(float *samples, const burl_grid *around, const burl_grid *grid, int channels) {
  const size_t line = (size_t)grid->size[0] * (size_t)channels;
  for (int64_t y = 0; y < grid->size[1]; y++) {
    const int64_t from = (grid->first[1] - around->first[1] + y) * around->size[0] + grid->first[0] - around->first[0];
    memmove(samples + (size_t)y * line, samples + from * channels, line * sizeof *samples);
  }
}

int source_compute_whole(source *s, progress *bar) {
  const burl_program *program = s->recipe.program;
  const int channels = burl_channels(program);
  burl_grid around = geometry_around(&s->rendering->settings.geometry, program, &s->grid);
  int code = samples_allocate(&s->whole, around.size, channels, "--size makes it smaller");
  if (code) return code;
  const double begun = seconds_now();
  progress_part piece;
  progress_watch(&piece, bar, &around);
  const burl_status status = burl_sample_grid(program, &around, s->whole);
  s->stages->sampling += seconds_now() - begun;
  if (status != BURL_OK) return fail_whole(s, &around, status);
  if (around.size[0] != s->grid.size[0]) crop(s->whole, &around, &s->grid, channels);
  note_gaps(s);
  return DONE;
}

int source_open(source *s, const rendering *r, uint64_t seed, double time, stages *times) {
  const double begun = seconds_now();
  *s = (source){.rendering = r, .recipe = r->recipe, .stages = times};
  int code = DONE;
  if (r->seeds_given) {
    s->recipe.seed = seed;
    s->recipe.program = NULL;
    code = recipe_compile_to_fit(&s->recipe, geometry_dims(&r->settings.geometry));
  }
  if (code) return code;
  s->grid.time = time;
  s->grid.threads = r->threads;
  code = geometry_place(&r->settings.geometry, s->recipe.program, &s->grid);
  s->stages->compiling += seconds_now() - begun;
  return code;
}

void source_close(source *s) {
  if (s->rendering && s->rendering->seeds_given) burl_free(s->recipe.program);
  free(s->whole);
  *s = (source){0};
}
