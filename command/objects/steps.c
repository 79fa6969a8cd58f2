/* The steps of steps.h. */
#include "objects/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- Questions ------------------------------------------------------------------------------------- */

int object_has_part(const burl_program *program, const char *name) {
  for (int i = 0; i < burl_part_count(program); i++)
    if (strcmp(burl_part_at(program, i).name, name) == 0) return 1;
  return 0;
}

const char *object_name_of_heights(const burl_program *program) {
  int i = 0;
  while (burl_result_at(program, i).first != heights_channel(program)) i++;
  return burl_result_at(program, i).name;
}

/* The expression with the name in place of each %, to be freed; NULL: out of memory. */
static char *filled_in(const char *expression, const char *name) {
  const size_t length = strlen(name);
  char *const text = malloc(strlen(expression) * (length + 1) + 1), *end = text;
  for (; text && *expression; expression++)
    if (*expression == '%') memcpy(end, name, length), end += length;
    else *end++ = *expression;
  if (text) *end = '\0';
  return text;
}

burl_program *object_ask(const source *from, const char *expression, burl_error *error) {
  const burl_program *const program = from->recipe.program;
  *error = (burl_error){.status = BURL_MEMORY, .message = "out of memory"};
  if (!from->recipe.result && object_has_part(program, "result")) { /* which that name then is, not the last line */
    *error = (burl_error){BURL_ARGUMENT, .message = "a part is called result; --result names which is meant"};
    return NULL;
  }
  char *const text = filled_in(expression, object_name_of_heights(program));
  burl_program *const asked = text ? burl_ask(program, text, error) : NULL;
  free(text);
  return asked;
}
