/* The bounds of operations: interval arithmetic, with a rule for each operation, rounded
 * outward. */
#ifndef BURL_PROGRAM_BOUNDS_H
#define BURL_PROGRAM_BOUNDS_H

#include "burl.h"
#include "program/operation.h"

/* The range of an operation's result, given its setup and the ranges of its arguments; `same` says that the first two
 * are the same value. */
burl_range burl__bound(int op, const void *setup, const burl_range *arguments, int same);

/* The range of what a process makes of heights. */
burl_range burl__bound_process(burl__rule rule, const burl_range *heights);

/* The range rounded outward to floats, as samples are. */
burl_range burl__round_outward(burl_range range);

/* Runs an operation on up to 16 lanes of arguments (float or double by its type, given as double). */
void burl__evaluate(int op, int arity, const double arguments[][BURL__LANES], const void *setup,
                    double result[BURL__LANES]);

#endif
