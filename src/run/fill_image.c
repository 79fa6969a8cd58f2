/* The images of image.h. */
#include "run/fill_image.h"

#include <math.h>

#include "terrain/raster.h"

/* The grid's sample number i along an axis, by the numbers that the samples of the whole grid have. */
static double number_in_whole(const burl__stage *stage, int axis, int64_t i) {
  const burl_grid *const whole = stage->whole;
  if (stage->grid == whole) return (double)i;
  return (burl__coordinate_at(stage->grid, axis, i) - burl__coordinate_at(whole, axis, 0)) / whole->step[axis];
}

/* The place of the grid's sample number i along an axis, in samples of the image, which is stretched over the cells of
 * the whole grid.  The last cells of a coarse grid may reach beyond that, and a lattice's nodes lie on its edges: what
 * lies beyond the image is read at its edge. */
static double place_in_image(const burl__stage *stage, const burl_field *image, int axis, int64_t i) {
  const double size = (double)image->size[axis], cells = (double)stage->whole->size[axis];
  return fmin(fmax((number_in_whole(stage, axis, i) + 0.5) * size / cells, 0), size) - 0.5;
}

const float *burl__filled_image(const burl_field *image, int channel, burl__arena *arena) {
  const int nx = (int)image->size[0], ny = (int)image->size[1];
  const burl__samples from = burl__samples_of(image, channel);
  const size_t samples = (size_t)nx * (size_t)ny;
  float *const copy = burl__arena_block(arena, samples * sizeof *copy);
  const size_t bytes = burl__raster_scratch(nx, ny);
  void *const scratch = bytes ? burl__arena_block(arena, bytes) : NULL;
  if (!copy || !scratch) return NULL;
  float lo = INFINITY, hi = -INFINITY;
  for (size_t i = 0; i < samples; i++) {
    copy[i] = from.first[i * (size_t)from.apart];
    lo = fminf(lo, copy[i]), hi = fmaxf(hi, copy[i]);
  }
  burl__raster_fill(nx, ny, scratch, copy);
  for (size_t i = 0; i < samples && lo <= hi; i++) copy[i] = copy[i] < lo ? lo : copy[i] > hi ? hi : copy[i];
  return copy;
}

/* Whether places on a line of n samples lie beyond its ends. */
static int is_beyond(double first, double last, int64_t n) {
  return fmin(first, last) < 0 || fmax(first, last) > (double)(n - 1);
}

/* Whether it is a picture, all of whose samples lie in [0, 1]. */
static int is_picture(const burl__image *image, int channel) {
  const burl_field *const f = &image->field;
  const burl__samples s = burl__samples_of(f, channel);
  const burl_range range = image->range[channel];
  if (isfinite(range.lo)) return range.lo >= 0 && range.hi <= 1;
  for (int64_t i = 0; i < f->size[0] * f->size[1]; i++)
    if (s.first[i * s.apart] < 0 || s.first[i * s.apart] > 1) return 0;
  return 1;
}

/* Where the grid reaches beyond the image's outermost samples it goes on linearly; a picture stays within [0, 1]. */
static burl__raster_beyond beyond_of(const burl__stage *stage, const burl__image *image, int channel) {
  for (int axis = 0; axis < 2; axis++) {
    const double first = place_in_image(stage, &image->field, axis, 0);
    const double last = place_in_image(stage, &image->field, axis, stage->grid->size[axis] - 1);
    if (is_beyond(first, last, image->field.size[axis]))
      return is_picture(image, channel) ? BURL__BEYOND_SHARE : BURL__BEYOND_LINEAR;
  }
  return BURL__BEYOND_LINEAR;
}

burl_status burl__run_image(const burl__stage *stage, const burl__field_setup *setup, float *out) {
  const burl_field *const image = &setup->image->field;
  const burl_grid *const grid = stage->grid;
  if (!image->data) return BURL_FILE;
  const int channel = (int)setup->option[BURL__IMAGE_CHANNEL], is_filled = setup->option[BURL__IMAGE_NODATA] != 0;
  burl__samples samples = burl__samples_of(image, channel);
  if (is_filled) samples.first = burl__filled_image(image, channel, stage->arena), samples.apart = 1;
  double *const columns = burl__arena_block(stage->arena, (size_t)grid->size[0] * sizeof *columns);
  if (!samples.first || !columns) return BURL_MEMORY;
  const burl__raster_beyond beyond = beyond_of(stage, setup->image, channel);
  const burl__raster raster = {samples, {beyond, beyond}};
  const burl__raster_reading read = (burl__raster_reading)setup->option[BURL__IMAGE_READ];
  for (int64_t x = 0; x < grid->size[0]; x++) columns[x] = place_in_image(stage, image, 0, x);
  for (int64_t y = 0; y < grid->size[1]; y++) {
    const double row = place_in_image(stage, image, 1, y);
    for (int64_t x = 0; x < grid->size[0]; x++) *out++ = burl__raster_at(&raster, read, columns[x], row);
  }
  return BURL_OK;
}

size_t burl__image_bytes(const burl__field_setup *setup) {
  const burl_field *const image = &setup->image->field;
  const int nx = (int)image->size[0], ny = (int)image->size[1];
  if (setup->option[BURL__IMAGE_NODATA] == 0 || !image->data) return 0;
  return (size_t)nx * (size_t)ny * sizeof(float) + burl__raster_scratch(nx, ny);
}
