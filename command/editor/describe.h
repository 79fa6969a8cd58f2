/* What is said of a function, an option and a name, as Markdown. */
#ifndef BURL_EDITOR_DESCRIBE_H
#define BURL_EDITOR_DESCRIBE_H

#include "cli/functions.h"
#include "editor/buffer.h"
#include "editor/words.h"

/* A function, as burl list has it, or an option. */
void describe_row(buffer *to, const function_row *row);

/* The statement that defines a symbol, and the comment above it; where: the file in which it stands, NULL: this one. */
void describe_symbol(buffer *to, const recipe_words *all, int number, const char *where);

#endif
