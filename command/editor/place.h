/* Places in a text as the protocol counts them: lines that end in \n, \r\n or \r, and UTF-16 units, both from 0. */
#ifndef BURL_EDITOR_PLACE_H
#define BURL_EDITOR_PLACE_H

#include <stddef.h>

#include "json/json.h"

typedef struct {
  size_t offset; /* in bytes */
  json_int_t line, character;
} place;

/* A text whose places are asked for, most of them in order. */
typedef struct {
  const char *text; /* UTF-8 */
  size_t length;
  place last;
} places;

place place_of(places *p, size_t offset);
/* The byte at a line and a unit: the line's end where it has fewer units, the text's where it has fewer lines. */
size_t place_offset(const char *text, size_t length, json_int_t line, json_int_t character);

/* {"line", "character"}, and {"start", "end"} of the bytes from one offset to another. */
json_t *place_json(places *p, size_t offset);
json_t *place_range(places *p, size_t from, size_t to);
/* Where a JSON position or range leads; 0: it is none. */
int place_read(const char *text, size_t length, const json_t *position, size_t *offset);
int place_read_range(const char *text, size_t length, const json_t *range, size_t *from, size_t *to);

#endif
