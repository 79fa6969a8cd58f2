/* Monotone curves through knots, and the tables of those of which noise/curve.h makes one step: their pieces, what
 * these become where they are differentiated, and their bounds. */
#ifndef BURL_PROGRAM_CURVE_H
#define BURL_PROGRAM_CURVE_H

#include "burl.h"
#include "noise/setup.h"

/* The slope at each knot of the curve. */
void burl__curve_slopes(int count, const double *x, const double *y, double *slope);

/* The curve through CURVE_PIECES + 1 knots, whose x are floats, and rise. */
void burl__curve_through_knots(burl__curve *curve, const double *x, const double *y);

/* How wide the piece is in which the argument is; the derivative by how far the argument is through it.  Both are
 * pieces of the same places.  0: the curve is level in every piece. */
int burl__curve_derive(const burl__curve *curve, burl__curve *width, burl__curve *slope);

/* From where the first piece begins to the end of the last. */
burl_range burl__curve_extent(const burl__curve *curve);

burl_range burl__bound_curve(const burl__curve *curve, const burl_range *argument);

#endif
