/* Text that grows at its end. */
#ifndef BURL_EDITOR_BUFFER_H
#define BURL_EDITOR_BUFFER_H

#include <stddef.h>

/* All zero: empty.  The text, once there is any, has a NUL behind it and is the caller's to free. */
typedef struct {
  char *text;
  size_t length, room;
  int has_failed; /* memory was out: the text lacks something */
} buffer;

void buffer_add(buffer *b, const char *text, size_t length);
void buffer_text(buffer *b, const char *text);
void buffer_format(buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_repeat(buffer *b, char c, size_t count);

/* Takes away bytes that are no whole characters of UTF-8, as there are where a text was cut. */
void buffer_mend(buffer *b);

#endif
