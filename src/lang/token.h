/* From text to tokens.  A line's end is a token, except inside parentheses and after an operator or
 * a comma, where the line continues. */
#ifndef BURL_LANG_TOKEN_H
#define BURL_LANG_TOKEN_H

#include <stddef.h>

#include "base/error.h"

typedef enum {
  TOKEN_END,
  TOKEN_LINE, /* the end of a line */
  TOKEN_NUMBER,
  TOKEN_COLOUR, /* #rgb or #rrggbb */
  TOKEN_TEXT,   /* "text", without the quotes */
  TOKEN_NAME,   /* wood.planks, too: what an import brings under a name of its own */
  TOKEN_MARK    /* an operator, a bracket or a comma */
} burl__token_kind;

typedef struct {
  burl__token_kind kind;
  burl__span place;
  const char *text; /* in the source */
  size_t length;
} burl__token;

typedef struct {
  const char *text;
  size_t length, offset, line_start; /* of the text; offsets of the next byte and of its line */
  int line, depth;                   /* depth: open parentheses */
  burl__token token;
  burl_error *error;
} burl__scanner;

/* Checks that text is within BURL__MOST_TEXT, and UTF-8 without NUL. */
burl_status burl__check_text(const char *text, size_t length, burl_error *error);

/* Starts at the first token, past a byte-order mark, on a line that counts as first_line. */
burl_status burl__scan_open(burl__scanner *scanner, const char *text, size_t length, int first_line, burl_error *error);
/* Goes on to the next token. */
burl_status burl__scan(burl__scanner *scanner);
/* Whether the token is this mark or word. */
int burl__token_is(const burl__token *token, const char *text);

#endif
