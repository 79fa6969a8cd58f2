/* What a recipe says without effect, as notes for its author.  A builder judges its call, or the value of an
 * option, each time it is expanded; a note is made of what had no effect in any of its expansions, so that
 * a function of the recipe is only noted where no call of it has one. */
#ifndef BURL_PROGRAM_NOTES_H
#define BURL_PROGRAM_NOTES_H

#include "program/expand.h"

/* Takes down whether a tree has an effect in this expansion.  The note to be filled by burl__fail, with
 * BURL_OK, and burl__hint where it has none and had none so far; else NULL. */
burl_error *burl__judge(burl__expander *expander, const burl__tree *tree, int has_effect);

/* The notes of all that has been expanded, in the order of the text, in the findings' arena; their number.  −1 with
 * *error filled: out of memory. */
int burl__collect_notes(const burl__findings *findings, const burl__recipe *recipe, const burl_error **notes,
                        burl_error *error);

#endif
