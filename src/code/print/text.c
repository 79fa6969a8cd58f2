/* The text of text.h. */
#include "code/print/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void burl__text_open(burl__text *text, burl__allocator allocator) { *text = (burl__text){.allocator = allocator}; }

void burl__text_close(burl__text *text) {
  burl__release(&text->allocator, text->start);
  text->start = NULL;
  text->length = text->room = 0;
}

/* Makes room for `more` bytes and a NUL. */
static int reserve(burl__text *text, size_t more) {
  if (text->failed) return 0;
  if (text->room - text->length > more) return 1;
  const size_t room = 2 * text->room + more + 256;
  char *const start = burl__reallocate(&text->allocator, text->start, room);
  text->failed = !start;
  if (text->failed) return 0;
  text->start = start;
  text->room = room;
  return 1;
}

void burl__write_bytes(burl__text *text, const char *from, size_t length) {
  if (!reserve(text, length)) return;
  memcpy(text->start + text->length, from, length);
  text->length += length;
  text->start[text->length] = '\0';
}

void burl__write(burl__text *text, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length >= 0 && reserve(text, (size_t)length)) {
    vsnprintf(text->start + text->length, (size_t)length + 1, format, again);
    text->length += (size_t)length;
  }
  va_end(again);
}
