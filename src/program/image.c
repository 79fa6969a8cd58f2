/* The list of image.h. */
#include "program/image.h"

#include <math.h>
#include <string.h>

struct burl__images {
  burl__arena *arena;
  const burl_options *options;
  burl__image *first;
};

burl__images *burl__images_open(burl__arena *arena, const burl_options *options) {
  burl__images *const images = burl__arena_take(arena, sizeof *images);
  if (images) *images = (burl__images){arena, options, NULL};
  return images;
}

void burl__images_close(burl__images *images) {
  for (burl__image *i = images ? images->first : NULL; i; i = i->next)
    if (i->is_own) burl__release(&images->arena->allocator, i->field.data);
}

burl__image *burl__image_at(const burl__images *images, int index) {
  burl__image *image = index >= 0 ? images->first : NULL;
  while (image && index-- > 0) image = image->next;
  return image;
}

int burl__image_fits(const burl_field *f) {
  enum { MOST_SIDE = 1 << 20 };
  for (int axis = 0; axis < 2; axis++)
    if (f->size[axis] < 1 || f->size[axis] > MOST_SIDE || !isfinite(f->origin[axis]) || !isfinite(f->step[axis]))
      return 0;
  return f->data && (f->step[0] == 0) == (f->step[1] == 0) && f->size[0] * f->size[1] < INT32_MAX;
}

/* ---- Ranges -------------------------------------------------------------------------------------- */

static burl_range unknown_range(void) { return (burl_range){-INFINITY, INFINITY, 1}; }

static burl_range range_of(const burl_field *f) {
  burl_range range = {INFINITY, -INFINITY, 1};
  for (int64_t i = 0; i < f->size[0] * f->size[1]; i++) {
    const double value = (double)f->data[i];
    if (value < range.lo) range.lo = value;
    if (value > range.hi) range.hi = value;
  }
  return range.lo <= range.hi ? range : (burl_range){0, 0, 1};
}

/* Its weights lie within -1/16 and 9/16 in the middle, and go beyond [0, 1] by an eighth at most on either side, along
 * each of two axes. */
burl_range burl__cubic_range(burl_range range) {
  if (isinf(range.lo) || isinf(range.hi)) return unknown_range();
  const double beyond = 0.5625 * 0.5 * (range.hi - range.lo); /* (1.25² - 1)/2 of the width */
  return (burl_range){range.lo - beyond, range.hi + beyond, range.may_be_nan};
}

/* ---- Images -------------------------------------------------------------------------------------- */

static int load_image(burl__images *images, burl__image *image, burl__span place, burl_error *error) {
  const burl_options *const options = images->options;
  const burl_status status = options->load(options->user, image->name, &image->field);
  image->is_own = 1;
  if (status == BURL_OK && burl__image_fits(&image->field)) {
    image->range = range_of(&image->field);
    return 1;
  }
  const char *const reason = *image->field.reason ? image->field.reason : "it could not be read";
  burl__fail(error, status == BURL_OK ? BURL_FILE : status, place, "image \"%.100s\": %.199s", image->name,
             status == BURL_OK ? "it has no samples, or more than 2^20 along an axis" : reason);
  return 0;
}

const burl__image *burl__find_image(burl__images *images, const char *name, burl__span place, burl_error *error) {
  burl__image **end = &images->first;
  for (; *end; end = &(*end)->next)
    if (strcmp((*end)->name, name) == 0) return *end;
  burl__image *const image = burl__arena_take(images->arena, sizeof *image);
  if (!image) {
    burl__out_of_memory(error);
    return NULL;
  }
  *image = (burl__image){.name = name, .range = unknown_range()};
  if (images->options->load && !load_image(images, image, place, error)) {
    burl__release(&images->arena->allocator, image->field.data);
    return NULL;
  }
  return *end = image;
}

void burl__image_lend(burl__image *image, const burl_field *field) {
  image->field = *field;
  image->is_own = 0;
  image->range = unknown_range();
}

void burl__image_restore(burl__image *image, const burl__image *before) { *image = *before; }

void burl__images_lend(const burl__images *from, burl__images *to) {
  for (const burl__image *i = from->first; i; i = i->next)
    for (burl__image *own = to->first; own && !i->is_own && i->field.data; own = own->next) {
      if (strcmp(own->name, i->name) != 0) continue;
      if (own->is_own) burl__release(&to->arena->allocator, own->field.data);
      burl__image_lend(own, &i->field);
    }
}
