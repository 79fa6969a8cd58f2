/* burl's own library: the recipes that `import burl/shapes` brings, which lie in recipes/library/ and are part of the
 * program as text. */
#ifndef BURL_LANG_LIBRARY_H
#define BURL_LANG_LIBRARY_H

#include <stddef.h>

/* Whether a name of `length` bytes is of the form burl/name. */
int burl__is_library_name(const char *name, size_t length);

/* The text of a file of the library; NULL: it has none of that name. */
const char *burl__library_text(const char *name, size_t *length);

/* The names of all files, with commas between them. */
const char *burl__library_names(void);

/* The file that defines a function of that name; NULL: none. */
const char *burl__library_of(const char *function);

#endif
