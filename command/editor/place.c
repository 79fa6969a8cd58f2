/* The places of place.h. */
#include "editor/place.h"

/* The UTF-16 units of the character that begins with a byte; 0: none begins with it. */
static int units(char byte) {
  const unsigned char c = (unsigned char)byte;
  return c >= 0xF0 ? 2 : (c & 0xC0) != 0x80;
}

/* Whether a line ends behind the byte at i. */
static int ends_line(const char *text, size_t length, size_t i) {
  return text[i] == '\n' || (text[i] == '\r' && !(i + 1 < length && text[i + 1] == '\n'));
}

place place_of(places *p, size_t offset) {
  if (offset < p->last.offset) p->last = (place){0};
  place at = p->last;
  for (; at.offset < offset && at.offset < p->length; at.offset++) {
    at.character += units(p->text[at.offset]);
    if (ends_line(p->text, p->length, at.offset)) at.line++, at.character = 0;
  }
  return p->last = at;
}

size_t place_offset(const char *text, size_t length, json_int_t line, json_int_t character) {
  size_t i = 0;
  for (; line > 0 && i < length; i++) line -= ends_line(text, length, i);
  if (line > 0) return length;
  if (character < 0) character = 0;
  for (; i < length && text[i] != '\n' && text[i] != '\r'; i++) {
    character -= units(text[i]);
    if (character < 0) break; /* so that the bytes of the last character are behind */
  }
  return i;
}

json_t *place_json(places *p, size_t offset) {
  const place at = place_of(p, offset);
  return json_pack("{sI sI}", "line", at.line, "character", at.character);
}

json_t *place_range(places *p, size_t from, size_t to) {
  json_t *const start = place_json(p, from);
  return json_pack("{so so}", "start", start, "end", place_json(p, to));
}

int place_read(const char *text, size_t length, const json_t *position, size_t *offset) {
  const json_t *const line = json_object_get(position, "line"), *const at = json_object_get(position, "character");
  const int is_place = json_is_integer(line) && json_is_integer(at);
  if (is_place) *offset = place_offset(text, length, json_integer_value(line), json_integer_value(at));
  return is_place;
}

int place_read_range(const char *text, size_t length, const json_t *range, size_t *from, size_t *to) {
  return place_read(text, length, json_object_get(range, "start"), from) &&
         place_read(text, length, json_object_get(range, "end"), to) && *from <= *to;
}
