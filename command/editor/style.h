/* The one style of recipes, which burl format and editors give a text. */
#ifndef BURL_EDITOR_STYLE_H
#define BURL_EDITOR_STYLE_H

#include "burl.h"

#include <stddef.h>

/* The text in that style, to be freed; NULL with *error filled: it doesn't parse, or memory is out.  Files that it
 * imports are not read, and those that it carries behind its own lines stay as they are. */
char *style_format(const char *text, size_t length, size_t *formatted, burl_error *error);

#endif
