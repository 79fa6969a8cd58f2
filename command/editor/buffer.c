/* The texts of buffer.h. */
#include "editor/buffer.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for so many more bytes and a NUL; 0: there is none. */
static int make_room(buffer *b, size_t more) {
  if (b->has_failed) return 0;
  if (b->text && more < b->room - b->length) return 1;
  const size_t room = more < SIZE_MAX / 4 && b->length < SIZE_MAX / 4 ? 2 * (b->length + more) + 64 : 0;
  char *const text = room ? realloc(b->text, room) : NULL;
  b->has_failed = !text;
  if (text) b->text = text, b->room = room;
  return text != NULL;
}

void buffer_add(buffer *b, const char *text, size_t length) {
  if (!make_room(b, length)) return;
  if (length) memcpy(b->text + b->length, text, length);
  b->text[b->length += length] = '\0';
}

void buffer_text(buffer *b, const char *text) { buffer_add(b, text, strlen(text)); }

void buffer_format(buffer *b, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, arguments);
  if (length < 0) b->has_failed = 1;
  else if (make_room(b, (size_t)length))
    b->length += (size_t)vsnprintf(b->text + b->length, (size_t)length + 1, format, again);
  va_end(again);
  va_end(arguments);
}

/* The bytes of the character that begins a text which a NUL ends; 0: it isn't whole. */
static size_t character_length(const char *text) {
  const unsigned char first = (unsigned char)*text;
  const size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
  for (size_t i = 1; i < length; i++)
    if (((unsigned char)text[i] & 0xC0) != 0x80) return 0;
  return length;
}

void buffer_mend(buffer *b) {
  size_t kept = 0;
  for (size_t at = 0, length; at < b->length; at += length ? length : 1) {
    length = character_length(b->text + at);
    memmove(b->text + kept, b->text + at, length);
    kept += length;
  }
  if (b->text) b->text[b->length = kept] = '\0';
}

void buffer_repeat(buffer *b, char c, size_t count) {
  if (!make_room(b, count)) return;
  memset(b->text + b->length, c, count);
  b->text[b->length += count] = '\0';
}
