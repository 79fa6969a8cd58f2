/* The images of picture.h. */
#include "run/picture.h"

#include <math.h>

#include "run/fill_image.h"
#include "terrain/raster.h"

/* ---- What is prepared ---------------------------------------------------------------------------- */

/* A channel of an image whose gaps are filled. */
struct burl__prepared {
  const burl__image *image;
  int channel;
  const float *samples;
  const struct burl__prepared *next;
};

static const float *find(const burl__pictures *pictures, const burl__picture *picture) {
  const struct burl__prepared *p = pictures->prepared;
  while (p && (p->image != picture->image || p->channel != picture->channel)) p = p->next;
  return p ? p->samples : NULL;
}

static burl_status prepare(burl__pictures *pictures, const burl__picture *picture, burl__arena *arena) {
  if (!picture->image->field.data) return BURL_FILE;
  if (!picture->is_filled || find(pictures, picture)) return BURL_OK;
  struct burl__prepared *const made = burl__arena_take(arena, sizeof *made);
  if (!made) return BURL_MEMORY;
  *made = (struct burl__prepared){.image = picture->image, .channel = picture->channel, .next = pictures->prepared};
  made->samples = burl__filled_image(&picture->image->field, picture->channel, arena);
  pictures->prepared = made;
  return made->samples ? BURL_OK : BURL_MEMORY;
}

burl_status burl__pictures_open(burl__pictures *pictures, const burl__schedule *schedule, burl__arena *arena) {
  burl_status status = BURL_OK;
  pictures->prepared = NULL;
  for (int i = 0; status == BURL_OK && i < schedule->step_count[BURL__RATE_SAMPLE]; i++) {
    const burl__step *const step = &schedule->steps[BURL__RATE_SAMPLE][i];
    if (step->op == BURL__PICTURE) status = prepare(pictures, step->setup, arena);
  }
  return status;
}

/* ---- Reading ------------------------------------------------------------------------------------- */

/* The place of a coordinate in samples of the image. */
static double place_of(const burl__picture *p, int axis, double at) {
  if (burl__has_size(p)) return at / burl__picture_step(p, axis) - 0.5;
  return (at - p->image->field.origin[axis]) / p->image->field.step[axis];
}

/* The same at the recipe's own point.  The last cells of a coarse grid may reach beyond the whole one, and a lattice's
 * nodes lie on its edges: what lies beyond the image, too, is read where the whole grid ends. */
static double place_in_grid(const burl__stage *stage, const burl__picture *p, int axis, double at) {
  const burl_grid *const whole = stage->whole;
  const double place = place_of(p, axis, at), size = (double)p->image->field.size[axis];
  const double number = (at - burl__coordinate_at(whole, axis, 0)) / whole->step[axis];
  if (number <= (double)(whole->size[axis] - 1) || (place >= -0.5 && place <= size - 0.5)) return place;
  return place_of(p, axis, burl__coordinate_at(whole, axis, whole->size[axis] - 1));
}

static burl__raster raster_of(const burl__pictures *pictures, const burl__picture *p) {
  static const burl__raster_beyond beyond[] = {[BURL__WRAP_CLAMP] = BURL__BEYOND_HELD,
                                               [BURL__WRAP_REPEAT] = BURL__BEYOND_REPEATED,
                                               [BURL__WRAP_MIRROR] = BURL__BEYOND_MIRRORED};
  const burl__raster_beyond edge = burl__has_size(p) ? BURL__BEYOND_LEVEL : BURL__BEYOND_LINEAR,
                            wrapped = p->wrap == BURL__WRAP_NONE ? edge : beyond[p->wrap];
  burl__samples samples = burl__samples_of(&p->image->field, p->channel);
  if (p->is_filled) samples.first = find(pictures, p), samples.apart = 1;
  return (burl__raster){samples, {wrapped, wrapped}};
}

/* From a derivative a sample to one a unit of the coordinates. */
static double scale_of(const burl__picture *p, int is_turned) {
  double scale = 1;
  for (int axis = 0; axis < 2; axis++)
    for (int i = 0; i < p->order[axis]; i++) scale /= burl__picture_step(p, axis) * (axis && is_turned ? -1 : 1);
  return scale;
}

void burl__pictures_read(void *user, const burl__step *step, const burl__call *call, int groups) {
  const burl__pictures *const pictures = user;
  const burl__stage *const stage = pictures->stage;
  const burl__picture *const p = step->setup;
  const burl__raster raster = raster_of(pictures, p);
  const double *const x = call->from[0], *const y = call->from[1];
  const int is_turned = burl__has_size(p) && ((const float *)call->from[2])[0] != 0;
  const int is_coarse = p->clings && stage && stage->grid != stage->whole;
  const double scale = scale_of(p, is_turned);
  float *const to = call->to;
  for (int i = 0; i < groups * BURL__LANES; i++) {
    const double column = is_coarse ? place_in_grid(stage, p, 0, x[i]) : place_of(p, 0, x[i]);
    const double line = is_coarse ? place_in_grid(stage, p, 1, y[i]) : place_of(p, 1, y[i]);
    to[i] = (float)(scale * burl__raster_slope(&raster, (burl__raster_reading)p->read, p->order, column,
                                               is_turned ? raster.samples.ny - 1 - line : line));
  }
}
