/* A text that grows. */
#ifndef BURL_CODE_PRINT_TEXT_H
#define BURL_CODE_PRINT_TEXT_H

#include "base/error.h"
#include "base/memory.h"

typedef struct {
  burl__allocator allocator;
  char *start; /* ends with NUL; NULL: nothing yet */
  size_t length, room;
  int failed; /* out of memory */
} burl__text;

void burl__text_open(burl__text *text, burl__allocator allocator);
void burl__text_close(burl__text *text);
void burl__write(burl__text *text, const char *format, ...) BURL__PRINTF(2, 3);
void burl__write_bytes(burl__text *text, const char *from, size_t length);
/* Breaks the lines from this byte on that are longer than 120 columns (lines.c); the text ends with a line. */
void burl__break_lines(burl__text *text, size_t start);

#endif
