/* Name resolution: what each name and call of a recipe refers to, in every line, whether it is used
 * or not, so that the first mistake in the text is the one that is reported. */
#ifndef BURL_PROGRAM_RESOLVE_H
#define BURL_PROGRAM_RESOLVE_H

#include "lang/tree.h"

/* Fills definition, parameter, knob and function of the recipe's trees.  Checks that names are
 * known, defined once and before they are used, and that calls have the arguments and options that
 * their functions take. */
burl_status burl__resolve(burl__recipe *recipe, burl__arena *arena, burl_error *error);

#endif
