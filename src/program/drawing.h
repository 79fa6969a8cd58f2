/* lines() and areas(): their settings, and what they are at a point or over a box.  Their node's arguments are x and
 * y. */
#ifndef BURL_PROGRAM_DRAWING_H
#define BURL_PROGRAM_DRAWING_H

#include "base/segments.h"
#include "program/image.h"

/* What they give; the words of lines' option give, then those of areas that are others. */
typedef enum {
  BURL__DISTANCE,
  BURL__ALONG,
  BURL__SIDE,
  BURL__LINE_VALUE,
  BURL__LINE_ID,
  BURL__INSIDE
} burl__drawing_give;

typedef struct {
  const burl__image *image;
  double period[2]; /* after which they repeat; 0: they don't */
  int order[2];     /* how often it is derived along each axis */
  int give, column; /* of the values, BURL__LINE_VALUE */
  int are_areas;
} burl__drawing;

/* Whether it is the same beside places where it jumps, so that its derivatives are 0. */
static inline int burl__drawing_is_flat(const burl__drawing *l) {
  const int is_step = l->give == BURL__SIDE || l->give == BURL__LINE_ID || l->give == BURL__INSIDE;
  return is_step || (l->give == BURL__LINE_VALUE && l->are_areas);
}

/* What it is at points, by a search that begins with what the one before has found. */
void burl__drawing_read(const burl__drawing *lines, const double *x, const double *y, int count, float *to);

/* What it is within everywhere; and over a box of x and y. */
burl_range burl__drawing_range(const burl__drawing *lines);
burl_range burl__drawing_over(const burl__drawing *lines, const burl_range *x, const burl_range *y);

/* Whether shapes can be read: at most 2^21 vertices, finite and within 2^50, paths that lie among them, of features
 * whose numbers don't fall, and names.  BURL_ARGUMENT with the error saying what is wrong. */
burl_status burl__check_shapes(const burl_shapes *shapes, burl_error *error);

#endif
