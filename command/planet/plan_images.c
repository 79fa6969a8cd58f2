/* The images of a plan: those of the whole globe go on a little beyond their ends, so that splines meet there. */
#include "planet/plan_images.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 2 /* columns that an image of the whole globe gets at each side from the other, for splines */ };

/* An image's samples as they lie in the plan, to be freed. */
static float *copy_image(const map_plan *plan, const burl_field *field, plan_image *to) {
  const int is_round = plan->map != MAP_plane && fabs(fabs((double)field->size[0] * field->step[0]) - 360) < 1e-6;
  const int64_t extra = is_round ? AROUND : 0, columns = field->size[0], width = columns + 2 * extra;
  const int64_t sample = field->channels ? field->channels : 1;
  float *const data = malloc((size_t)(width * field->size[1] * sample) * sizeof *data);
  for (int64_t j = 0; data && j < field->size[1]; j++)
    for (int64_t i = 0; i < width; i++)
      memcpy(data + (j * width + i) * sample, field->data + (j * columns + (i - extra + columns) % columns) * sample,
             (size_t)sample * sizeof *data);
  for (int a = 0; a < 2; a++) {
    to->size[a] = field->size[a];
    to->origin[a] = field->origin[a];
    to->step[a] = field->step[a];
  }
  to->size[0] = width;
  to->origin[0] -= (double)extra * field->step[0];
  return data;
}

static int save_image(const char *path, const plan_image *m, const float *data, int channels) {
  const image picture = {.data = data,
                         .axes = 2,
                         .size = {m->size[0], m->size[1], 1, 1},
                         .step = {1, 1, 1, 1},
                         .whole = {m->size[0], m->size[1], 1, 1},
                         .channels = channels,
                         .hi = 1};
  image_file file = {0};
  image_error error;
  const int reason = image_make_folders(path);
  if (reason) return fail("%s: %s", path, strerror(reason));
  if (image_begin(&file, path, &image_npy, &error) == 0 && image_finish(&file, &picture, &error) == 0) return DONE;
  image_abandon(&file);
  return fail("%s", error.text);
}

/* Its checksum names the file, so that an image of another plan stays as it is. */
static int name_image(const char *folder, const char *path, plan_image *m) {
  heights h = {0};
  image_error error;
  if (heights_read(path, &(heights_wish){.colours = 1}, &h, &error) != 0) return fail("%s", error.text);
  m->crc = h.crc;
  heights_free(&h);
  char *const name = plan_image_path(folder, m);
  const int code = !name                     ? fail("not enough memory")
                   : rename(path, name) == 0 ? DONE
                                             : fail("%s: %s", name, strerror(errno));
  free(name);
  return code;
}

static int take_image(planet *p, const char *folder, int index) {
  plan_image *const m = &p->plan.images[index];
  const burl_field field = burl_image_at(p->recipe.program, index);
  if (field.shapes)
    return fail("%s: \"%s\": a plan keeps images, but not lines and areas", p->recipe.name,
                burl_image_name(p->recipe.program, index));
  if (field.is_linear || field.channels == 2)
    return fail("%s: image(\"%s\"): a plan keeps heights and sRGB colours, without or with opacity, but not %s",
                p->recipe.name, burl_image_name(p->recipe.program, index),
                field.is_linear ? "linear light" : "grey with opacity");
  const plan_image new = {.crc = 0};
  char *const path = plan_image_path(folder, &new);
  float *const data = path ? copy_image(&p->plan, &field, m) : NULL;
  m->name = strdup(burl_image_name(p->recipe.program, index));
  p->plan.image_count = index + 1;
  int code =
      data && m->name ? save_image(path, m, data, field.channels ? field.channels : 1) : fail("not enough memory");
  free(data);
  if (!code) code = name_image(folder, path, m);
  free(path);
  return code;
}

int plan_take_images(planet *p, const char *folder) {
  int code = DONE, count = 0;
  while (burl_image_name(p->recipe.program, count)) count++;
  if (count > MOST_PLAN_IMAGES)
    return fail("%s: it reads %d images, and a plan has at most %d", p->recipe.name, count, MOST_PLAN_IMAGES);
  for (int i = 0; !code && i < count; i++) code = take_image(p, folder, i);
  return code;
}
