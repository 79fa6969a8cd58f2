/* The list of image.h. */
#include "program/image.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/similar.h"
#include "program/drawing.h"

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
  for (burl__image *i = images ? images->first : NULL; i; i = i->next) burl__image_free(&images->arena->allocator, i);
}

burl__image *burl__image_at(const burl__images *images, int index) {
  burl__image *image = index >= 0 ? images->first : NULL;
  while (image && index-- > 0) image = image->next;
  return image;
}

/* ---- What is wrong ------------------------------------------------------------------------------- */

static const burl__span nowhere = {0, 0, 0};

static burl_status check_field_axis(const burl_field *f, int axis, burl_error *error) {
  enum { MOST_SIDE = 1 << 20 };
  if (f->size[axis] < 1 || f->size[axis] > MOST_SIDE)
    return burl__fail(error, BURL_ARGUMENT, nowhere, "size[%d] is 1 to 2^20, not %" PRId64, axis, f->size[axis]);
  if (!isfinite(f->origin[axis]))
    return burl__fail(error, BURL_ARGUMENT, nowhere, "origin[%d] is a finite number, not %s", axis,
                      burl__digits_of(f->origin[axis]).text);
  if (!isfinite(f->step[axis]))
    return burl__fail(error, BURL_ARGUMENT, nowhere, "step[%d] is a finite number, not %s", axis,
                      burl__digits_of(f->step[axis]).text);
  return BURL_OK;
}

burl_status burl__check_field(const burl_field *f, burl_error *error) {
  if (f->shapes) return burl__check_shapes(f->shapes, error);
  if (!f->data) return burl__fail(error, BURL_ARGUMENT, nowhere, "it has no samples: data is NULL");
  for (int axis = 0; axis < 2; axis++)
    if (check_field_axis(f, axis, error) != BURL_OK) return BURL_ARGUMENT;
  if (f->channels < 0 || f->channels > BURL__MOST_IMAGE_CHANNELS)
    return burl__fail(error, BURL_ARGUMENT, nowhere, "channels is 0 to 4, not %d", f->channels);
  if (f->size[0] * f->size[1] >= INT32_MAX)
    return burl__fail(error, BURL_ARGUMENT, nowhere, "size is %" PRId64 " x %" PRId64 ", more than 2^31 - 2 samples",
                      f->size[0], f->size[1]);
  if ((f->step[0] == 0) != (f->step[1] == 0))
    return burl__fail(error, BURL_ARGUMENT, nowhere, "one step is 0 and the other is not: %s, %s",
                      burl__digits_of(f->step[0]).text, burl__digits_of(f->step[1]).text);
  return BURL_OK;
}

burl_status burl__fail_image(const burl__images *images, const char *name, burl_error *error) {
  burl__similar best = {NULL, 0};
  char all[200] = "";
  for (const burl__image *i = images->first; i; i = i->next) {
    const size_t used = strlen(all);
    burl__similar_try(&best, name, i->name);
    snprintf(all + used, sizeof all - used, " \"%s\"", i->name);
  }
  burl__fail(error, BURL_ARGUMENT, nowhere, "the recipe has no image \"%.100s\"", name);
  if (best.nearest) burl__hint(error, "did you mean \"%.100s\"?", best.nearest);
  else if (images->first) burl__hint(error, "its images:%s", all);
  else burl__hint(error, "it has none");
  return BURL_ARGUMENT;
}

/* ---- Ranges -------------------------------------------------------------------------------------- */

static burl_range unknown_range(void) { return (burl_range){-INFINITY, INFINITY, 1}; }

static burl_range range_of(const burl_field *f, const burl__samples *s) {
  burl_range range = {INFINITY, -INFINITY, 0};
  for (int64_t i = 0; i < f->size[0] * f->size[1]; i++) {
    const double value = (double)s->first[i * s->apart];
    range.may_be_nan |= !isfinite(value); /* as ∞ − ∞ is */
    if (value < range.lo) range.lo = value;
    if (value > range.hi) range.hi = value;
  }
  return range.lo <= range.hi ? range : (burl_range){0, 0, 1};
}

/* With what lies half a sample beyond the edges, where samples go on linearly: its extremes lie there, beside the
 * samples and in the corners.  A picture, without coordinates, whose samples lie in [0, 1] stays within it. */
static burl_range reach_of(const burl_field *f, const burl__samples *s, burl_range range) {
  const int nx = s->nx, ny = s->ny;
  burl_range reach = range;
  for (int j = -1; j <= ny; j++) {
    const int step = j >= 0 && j < ny ? nx + 1 : 1; /* within, both ends alone */
    for (int i = -1; i <= nx; i += step) {
      const int end_x = i < 0 ? 0 : i < nx ? i : nx - 1, end_y = j < 0 ? 0 : j < ny ? j : ny - 1;
      const double outer[2] = {burl__extended(s, i, j), burl__extended(s, end_x, j)};
      const double inner[2] = {burl__extended(s, i, end_y), burl__extended(s, end_x, end_y)};
      const double height = 0.25 * (outer[0] + outer[1] + inner[0] + inner[1]), rounded = (double)(float)height;
      if (rounded < reach.lo) reach.lo = rounded;
      if (rounded > reach.hi) reach.hi = rounded;
    }
  }
  const int is_picture = f->step[0] == 0 && range.lo >= 0 && range.hi <= 1;
  return is_picture ? (burl_range){fmax(reach.lo, 0), fmin(reach.hi, 1), reach.may_be_nan} : reach;
}

/* Its weights lie within -1/16 and 9/16 in the middle, and go beyond [0, 1] by an eighth at most on either side, along
 * each of two axes. */
burl_range burl__cubic_range(burl_range range) {
  if (isinf(range.lo) || isinf(range.hi)) return unknown_range();
  const double beyond = 0.5625 * 0.5 * (range.hi - range.lo); /* (1.25² - 1)/2 of the width */
  return (burl_range){range.lo - beyond, range.hi + beyond, range.may_be_nan};
}

static void set_unknown(burl__image *image) {
  for (int c = 0; c < BURL__MOST_IMAGE_CHANNELS; c++) image->range[c] = image->reach[c] = unknown_range();
}

/* Builds the tree of shapes; 0: out of memory. */
static int set_segments(const burl__allocator *allocator, burl__image *image) {
  if (image->field.shapes) image->segments = burl__segments_make(image->field.shapes, allocator);
  return !image->field.shapes || image->segments;
}

static void set_ranges(burl__image *image) {
  for (int c = 0; image->field.data && c < burl__channels_of(&image->field); c++) {
    const burl__samples samples = burl__samples_of(&image->field, c);
    image->range[c] = range_of(&image->field, &samples);
    image->reach[c] = reach_of(&image->field, &samples, image->range[c]);
  }
}

/* ---- Images -------------------------------------------------------------------------------------- */

static int load_image(burl__images *images, const char *what, burl__image *image, burl__span place, burl_error *error) {
  const burl_options *const options = images->options;
  const burl_status status = options->load(options->user, image->name, &image->field);
  image->is_own = 1;
  if (status != BURL_OK) {
    const char *const reason = *image->field.reason ? image->field.reason : "it could not be read";
    burl__fail(error, status, place, "%s \"%.100s\": %.199s", what, image->name, reason);
    return 0;
  }
  burl_error wrong = {0};
  if (burl__check_field(&image->field, &wrong) != BURL_OK) {
    burl__fail(error, BURL_FILE, place, "%s \"%.100s\": %.199s", what, image->name, wrong.message);
    return 0;
  }
  set_ranges(image);
  if (!set_segments(&images->arena->allocator, image)) burl__out_of_memory(error);
  return !image->field.shapes || image->segments;
}

const burl__image *burl__find_image(burl__images *images, const char *what, const char *name, burl__span place,
                                    burl_error *error) {
  burl__image **end = &images->first;
  for (; *end; end = &(*end)->next)
    if (strcmp((*end)->name, name) == 0) return *end;
  burl__image *const image = burl__arena_take(images->arena, sizeof *image);
  if (!image) {
    burl__out_of_memory(error);
    return NULL;
  }
  *image = (burl__image){.name = name};
  set_unknown(image);
  if (images->options->load && !load_image(images, what, image, place, error)) {
    burl__image_free(&images->arena->allocator, image);
    return NULL;
  }
  return *end = image;
}

int burl__image_lend(const burl__allocator *allocator, burl__image *image, const burl_field *field) {
  image->field = *field;
  if (field->shapes) image->field.data = NULL;
  image->is_own = 0;
  image->segments = NULL;
  atomic_store(&image->prepared, NULL);
  set_unknown(image);
  return set_segments(allocator, image);
}

void burl__image_free(const burl__allocator *allocator, const burl__image *image) {
  if (image->is_own) burl__release(allocator, (void *)image->field.data);
  if (image->is_own) burl__release(allocator, (void *)image->field.shapes);
  burl__release(allocator, image->segments);
  for (burl__prepared *p = image->prepared, *next; p; p = next) {
    next = p->next;
    burl__release(allocator, p);
  }
}

void burl__image_restore(burl__image *image, const burl__image *before) { *image = *before; }

int burl__images_lend(const burl__images *from, burl__images *to) {
  int done = 1;
  for (const burl__image *i = from->first; i; i = i->next)
    for (burl__image *own = to->first; own && !i->is_own && burl__is_known(i); own = own->next) {
      if (strcmp(own->name, i->name) != 0) continue;
      burl__image_free(&to->arena->allocator, own);
      done &= burl__image_lend(&to->arena->allocator, own, &i->field);
    }
  return done;
}
