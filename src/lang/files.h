/* The files that a recipe imports: which names they may have, where their text comes from, and the one text that
 * contains the recipe and all of them.
 *
 * That text, which pictures and clones remember, is the recipe's own and behind it a section for each file.  A line
 * that names it begins one: file "wood.burl", or file burl/shapes.  A file's text is looked for in such a section
 * first, then in burl's own library (library.h), and then asked of options.read; so a text with its sections compiles
 * to the same bits where nothing can be read, and with another library. */
#ifndef BURL_LANG_FILES_H
#define BURL_LANG_FILES_H

#include "lang/tree.h"

enum { BURL__FILE_ROOM = sizeof((burl_error *)NULL)->file };

typedef struct {
  const burl_options *reading;
  burl__arena *arena;
  burl__recipe *recipe; /* which has the files found so far */
  const char *sections; /* the text that the recipe carries */
  size_t sections_length;
  size_t total; /* bytes of the text that contains all */
  burl_error *error;
} burl__files;

/* Begins with a recipe's text: the recipe's own, and the sections behind it. */
void burl__files_open(burl__files *files, const char *text, size_t length);

/* The file that `importer` imports under a name of `length` bytes, with its text; known: whether it was found before.
 * NULL with the error filled. */
burl__recipe *burl__file_named(burl__files *files, const burl__recipe *importer, const char *name, size_t length,
                               burl__span place, int *known);

/* The text that contains the recipe and its files, in the arena; NULL: out of memory. */
const char *burl__write_source(const burl__recipe *recipe, burl__arena *arena, size_t *length);

#endif
