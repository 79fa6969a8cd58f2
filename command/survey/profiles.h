/* Profiles: rows of heights, one behind another, of which nearer ones hide what is behind them.  Nothing here
 * prints. */
#ifndef BURL_SURVEY_PROFILES_H
#define BURL_SURVEY_PROFILES_H

#include "survey/contours.h"

/* Draws y[rows][columns], how far each height is from the top of a picture, the last row in front: what is seen of each
 * row above those before it, as lines from column to column.  Where a row passes the edge of what hides it, its line
 * ends there; NaN is neither seen nor hides anything.  Lines never cross.  Each line's level is its row's number.
 * Returns 0; -1: out of memory.  set: to be freed by survey_free_contours either way. */
int survey_profiles(const float *y, int columns, int rows, survey_contour_set *set);

#endif
