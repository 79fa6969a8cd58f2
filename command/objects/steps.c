/* The steps of steps.h. */
#include "objects/steps.h"

#include <math.h>
#include <stdlib.h>

static int draw(const object_steps *steps, rendering *r, image_file *file) {
  stages times = {0};
  source from = {0};
  int code = source_open(&from, r, r->recipe.seed, r->settings.time, &times);
  from.grid.footprint = fmax(fabs(from.grid.step[0]), fabs(from.grid.step[1]));
  if (!code) code = steps->draw(r, &from, file);
  source_close(&from);
  return code;
}

int object_command(const object_steps *steps, rendering *r, int argc, char **argv) {
  image_file file = {0};
  image_error error;
  int code = options_read(argc, argv, steps->options, r);
  if (!code) code = recipe_last_operand(&r->recipe, argc, argv);
  if (!code) code = steps->check_options(r);
  r->format = image_format_named("npy", &error); /* as if the samples were to be an array */
  if (!code) code = rendering_prepare(r);
  if (!code) recipe_note(&r->recipe);
  if (!code) code = steps->check_recipe(r);
  if (!code && !steps->names_files && image_begin_bytes(&file, r->output, &error) != 0) code = fail("%s", error.text);
  if (!code) code = draw(steps, r, steps->names_files ? NULL : &file);
  if (file.path) image_abandon(&file);
  rendering_free(r);
  return code;
}

int object_try_name(const rendering *r, const member *m) {
  unsigned parts;
  image_error error;
  image_file file = {0};
  char *const path = name_expand(r->output, m, "", &parts);
  if (!path) return fail("%s: not enough memory", r->output);
  const int code = image_begin_bytes(&file, path, &error) != 0 ? fail("%s", error.text) : DONE;
  if (file.path) image_abandon(&file);
  free(path);
  return code;
}

int object_heights(source *from, float **to) {
  const burl_program *const program = from->recipe.program;
  const burl_grid around = geometry_around(&from->rendering->settings.geometry, program, &from->grid);
  const int64_t count = from->grid.size[0] * from->grid.size[1];
  progress bar;
  progress_begin(&bar, samples_count(around.size), 1);
  int code = source_compute_whole(from, &bar);
  progress_end(&bar, code == DONE);
  if (!code) code = samples_allocate(to, from->grid.size, 1, "a smaller --size takes less");
  if (!code) strips_take(from->whole, burl_channels(program), heights_channel(program), 1, count, *to);
  return code;
}
