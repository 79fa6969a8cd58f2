/* The images, and lines, of picture.h. */
#include "run/picture.h"

#include <math.h>

#include "program/drawing.h"
#include "run/pyramid.h"
#include "terrain/raster.h"

burl_status burl__pictures_open(burl__pictures *pictures, const burl_program *program, const burl__schedule *schedule,
                                burl__arena *arena) {
  burl_status status = BURL_OK;
  pictures->made = NULL;
  for (int i = 0; status == BURL_OK && i < schedule->step_count[BURL__RATE_SAMPLE]; i++) {
    const burl__step *const step = &schedule->steps[BURL__RATE_SAMPLE][i];
    const burl__picture *const picture = step->op == BURL__PICTURE ? step->setup : NULL;
    const burl__drawing *const lines = step->op == BURL__DRAWN ? step->setup : NULL;
    if ((picture && !picture->image->field.data) || (lines && !lines->image->segments)) status = BURL_FILE;
    else if (picture) status = burl__prepare(picture, program->kernels, arena, &pictures->made);
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

/* The levels of a picture; one that isn't graded has one. */
typedef struct {
  const burl__picture *picture;
  int count;
  burl__raster level[BURL__MOST_LEVELS];
} levels;

static void open_levels(const burl__pictures *pictures, const burl__picture *p, levels *to) {
  static const burl__raster_beyond beyond[] = {[BURL__WRAP_CLAMP] = BURL__BEYOND_HELD,
                                               [BURL__WRAP_REPEAT] = BURL__BEYOND_REPEATED,
                                               [BURL__WRAP_MIRROR] = BURL__BEYOND_MIRRORED};
  const burl__prepared *const made = burl__prepared_of(p, pictures->made);
  const burl__raster_beyond edge = burl__has_size(p) ? BURL__BEYOND_LEVEL : BURL__BEYOND_LINEAR;
  const burl__raster_beyond wrapped = p->wrap == BURL__WRAP_NONE ? edge : beyond[p->wrap];
  to->picture = p;
  to->count = made ? made->count : 1;
  for (int k = 0; k < to->count; k++) {
    burl__samples samples = burl__samples_of(&p->image->field, p->channel);
    if (made && made->level[k]) samples = (burl__samples){made->level[k], made->nx[k], made->ny[k], 1};
    to->level[k] = (burl__raster){samples, {wrapped, wrapped}};
  }
}

/* What level k has at a place, in samples of the finest: the reading, or its derivative a sample of the finest. */
static double level_at(const levels *l, int k, double column, double line) {
  const burl__picture *const p = l->picture;
  const burl__samples *const own = &l->level[k].samples, *const finest = &l->level[0].samples;
  const burl__raster_reading read = (burl__raster_reading)p->read;
  if (k == 0) return burl__raster_slope(&l->level[0], read, p->order, column, line);
  const double share[2] = {(double)own->nx / finest->nx, (double)own->ny / finest->ny};
  double scale = 1;
  for (int axis = 0; axis < 2; axis++)
    for (int i = 0; i < p->order[axis]; i++) scale *= share[axis];
  return scale * burl__raster_slope(&l->level[k], read, p->order, (column + 0.5) * share[0] - 0.5,
                                    (line + 0.5) * share[1] - 0.5);
}

/* The same where samples are `apart` samples of the finest level: between the two levels that are next to that.  A hair
 * less, as that is rounded, so that at the picture's own scale it is the finest alone. */
static double graded_at(const levels *l, double apart, double column, double line) {
  int k = 0;
  double left = apart * (1 - 0x1p-16);
  for (; left >= 2 && k + 1 < l->count; k++) left *= 0.5;
  if (!(left > 1) || k + 1 == l->count) return level_at(l, k, column, line);
  return (2 - left) * level_at(l, k, column, line) + (left - 1) * level_at(l, k + 1, column, line);
}

/* From a derivative a sample to one a unit of the coordinates. */
static double scale_of(const burl__picture *p, int is_turned) {
  double scale = 1;
  for (int axis = 0; axis < 2; axis++)
    for (int i = 0; i < p->order[axis]; i++) scale /= burl__picture_step(p, axis) * (axis && is_turned ? -1 : 1);
  return scale;
}

static void read_picture(const burl__pictures *pictures, const burl__step *step, const burl__call *call, int groups) {
  const burl__stage *const stage = pictures->stage;
  const burl__picture *const p = step->setup;
  const double *const x = call->from[0], *const y = call->from[1];
  const int is_turned = burl__has_size(p) && ((const float *)call->from[2])[0] != 0;
  const float *const apart = p->is_graded ? call->from[3] : NULL;
  const int is_coarse = p->clings && stage && stage->grid != stage->whole;
  const double scale = scale_of(p, is_turned);
  float *const to = call->to;
  levels l;
  open_levels(pictures, p, &l);
  for (int i = 0; i < groups * BURL__LANES; i++) {
    const double column = is_coarse ? place_in_grid(stage, p, 0, x[i]) : place_of(p, 0, x[i]);
    const double row = is_coarse ? place_in_grid(stage, p, 1, y[i]) : place_of(p, 1, y[i]);
    const double line = is_turned ? l.level[0].samples.ny - 1 - row : row;
    to[i] = (float)(scale * graded_at(&l, apart ? (double)apart[i] : 0, column, line));
  }
}

void burl__pictures_read(void *user, const burl__step *step, const burl__call *call, int groups) {
  if (step->op == BURL__DRAWN)
    burl__drawing_read(step->setup, call->from[0], call->from[1], groups * BURL__LANES, call->to);
  else read_picture(user, step, call, groups);
}
