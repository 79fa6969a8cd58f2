/* Streamlines: lines that follow a field of directions, evenly apart.  Nothing here prints. */
#ifndef BURL_SURVEY_STREAMLINES_H
#define BURL_SURVEY_STREAMLINES_H

#include "survey/contours.h"

/* A field over [0, width] x [0, height].  Its values at that many places are directions, of any length, into
 * to[count][2]; where one is 0 or not finite, lines end.  Returns 0, or what survey_streamlines() is to return. */
typedef struct {
  double width, height;
  int (*sample)(void *user, const survey_place *places, int64_t count, float (*to)[2]);
  void *user;
} survey_field;

/* Lines of points a quarter of `apart` from one another, that are no nearer to one another than half of that, and
 * about `apart` where they run side by side (B. Jobard, W. Lefer, "Creating Evenly-Spaced Streamlines of Arbitrary
 * Density", 1997).  Those that are shorter than `least` are left out.  A line that comes round is closed.  Lines lead
 * as the field does.  Returns 0; -1: out of memory; or what `sample` returned.  set: to be freed by
 * survey_free_contours either way; its lines' levels are 0. */
int survey_streamlines(const survey_field *field, double apart, double least, survey_contour_set *set);

#endif
