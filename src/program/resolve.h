/* What each name and call of a recipe means, in every line, used or not: so that a mistake is told
 * where it stands, in the order of the text. */
#ifndef BURL_PROGRAM_RESOLVE_H
#define BURL_PROGRAM_RESOLVE_H

#include "lang/tree.h"

/* Fills definition, parameter, knob and function of the recipe's trees.  Checks that names are known,
 * defined above and once; that calls have the arguments and options that their function takes. */
burl_status burl__resolve(burl__recipe *recipe, burl__arena *arena, burl_error *error);

#endif
