/* Name resolution: what each name and call of a recipe refers to, in every line, whether it is used
 * or not, so that the first mistake in the text is the one that is reported. */
#ifndef BURL_PROGRAM_RESOLVE_H
#define BURL_PROGRAM_RESOLVE_H

#include "lang/tree.h"

/* Fills definition, parameter, knob and function of the trees of the recipe and of the files that it imports.  Checks
 * that names are known, defined once and before they are used, and that calls have the arguments and options that
 * their functions take.
 *
 * A name means, in this order, what its own file defines above, a knob of that file, what the file imports, and what is
 * burl's own: a file may grow without changing those that import it.  Only what two imports bring under one name is
 * an error, where it is used. */
burl_status burl__resolve(burl__recipe *recipe, burl__arena *arena, burl_error *error);

#endif
