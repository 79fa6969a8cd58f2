/* Fewer points for contours.  Nothing here prints. */
#ifndef BURL_SURVEY_SIMPLIFY_H
#define BURL_SURVEY_SIMPLIFY_H

#include "survey/contours.h"

/* Leaves points of contours out, as long as no point that is left out is farther than `most` from the line that takes
 * its place; a step is x_step long along x, and y_step along y.  Ends of lines stay, a closed line's first point among
 * them, and closed lines have four points at least, the last of which repeats the first.  Lines that didn't cross
 * don't then.  Points are behind one another as before, without gaps.  Returns 0; -1: out of memory, and nothing has
 * changed. */
int survey_simplify(survey_contour_set *set, double x_step, double y_step, double most);

#endif
