/* What the names of a text begin with, and what its entry by floats is called. */
#ifndef BURL_CODE_PREFIX_H
#define BURL_CODE_PREFIX_H

#include "program/program.h"

enum { BURL__PREFIX_ROOM = 48 };

/* The names that a text has from its request. */
typedef struct {
  char prefix[BURL__PREFIX_ROOM];
  char entry[BURL__PREFIX_ROOM];    /* the entry by floats: PREFIX_p, or in lean text the prefix itself */
  char type[BURL__PREFIX_ROOM + 8]; /* the record of several results: PREFIX_results, or in lean text Prefix */
} burl__text_names;

/* Chooses them.  given: the prefix that was asked for, or NULL: "burl", but in lean text the recipe's file name as far
 * as it can be a name.  0 with *error filled: what was given can't be one. */
int burl__choose_names(const burl_program *program, const char *given, int is_lean, burl__text_names *names,
                       burl_error *error);

#endif
