/* Bounds of a graph's values over a box of points. */
#ifndef BURL_PROGRAM_BOUNDS_OVER_H
#define BURL_PROGRAM_BOUNDS_OVER_H

#include "program/program.h"

/* Marks the values that the outputs are computed from, in an array of zeros: but those that are known (NULL: none),
 * and what only these are computed from. */
void burl__mark_bounded(const burl__graph *graph, const burl__outputs *outputs, const unsigned char *known,
                        unsigned char *needed);

/* Bounds the values that are needed and that vary with an axis which has moved since the last box; with
 * BURL__AXES_ANEW all that are needed.  The others have their bounds in `all` already. */
void burl__bound_over(const burl__graph *graph, const unsigned char *needed, const burl_box *box, unsigned moved,
                      burl_range *all);

#endif
