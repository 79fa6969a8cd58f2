/* The setup of an image that is read as a function of the point, for those who build it and those who run it.
 *
 * Its node's arguments are x and y; of one with a size, whether the picture's lower end is where y falls, as its first
 * line is at the top either way; and of one with levels, how many of its samples the grid's are apart. */
#ifndef BURL_PROGRAM_PICTURE_H
#define BURL_PROGRAM_PICTURE_H

#include <math.h>

#include "program/image.h"

/* The words of option wrap. */
typedef enum { BURL__WRAP_NONE, BURL__WRAP_CLAMP, BURL__WRAP_REPEAT, BURL__WRAP_MIRROR } burl__wrap;

typedef struct {
  const burl__image *image;
  double size[2]; /* in coordinates, from 0, 0 on; one that is 0 follows from the other and the aspect; both 0: it lies
                     at its own coordinates */
  int order[2];   /* how often it is derived along each axis */
  int channel, read, wrap, is_filled;
  int is_graded, is_light; /* whether levels are read, and whether they are means of light */
  int clings;              /* whether it is read at the recipe's own point: see run/picture.c */
} burl__picture;

static inline int burl__has_size(const burl__picture *p) { return p->size[0] > 0 || p->size[1] > 0; }

/* How many arguments its node has. */
static inline int burl__picture_arity(const burl__picture *p) { return 2 + burl__has_size(p) + p->is_graded; }

/* How far one of its samples is from the next along an axis; below 0: they run the other way. */
static inline double burl__picture_step(const burl__picture *p, int axis) {
  const burl_field *const f = &p->image->field;
  const int by = p->size[axis] > 0 ? axis : 1 - axis;
  return burl__has_size(p) ? p->size[by] / (double)f->size[by] : f->step[axis];
}

/* After how much it repeats along an axis; 0: it doesn't; NaN: that isn't known before the image is. */
static inline double burl__picture_period(const burl__picture *p, int axis) {
  if (p->wrap < BURL__WRAP_REPEAT) return 0;
  if (!p->image->field.data && p->size[axis] == 0) return NAN;
  const double width =
      p->size[axis] > 0 ? p->size[axis] : (double)p->image->field.size[axis] * fabs(burl__picture_step(p, axis));
  return p->wrap == BURL__WRAP_MIRROR ? 2 * width : width;
}

#endif
