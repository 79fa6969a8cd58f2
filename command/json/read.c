/* JSON from text, as RFC 8259 has it; without U+0000, which ends strings in C. */
#include "json/json.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 2048, MOST_BYTES = 1 << 27 };

typedef struct {
  const char *at, *end;
  int depth;
} reading;

static void skip_space(reading *r) {
  while (r->at < r->end && strchr(" \t\n\r", *r->at) && *r->at) r->at++;
}

/* The next character that is no space, taken where it is that one. */
static int takes(reading *r, char wanted) {
  skip_space(r);
  const int is_it = r->at < r->end && *r->at == wanted;
  r->at += is_it;
  return is_it;
}

/* ---- strings ------------------------------------------------------------------------------------- */

static int hex(const char *text, uint32_t *value) {
  *value = 0;
  for (int i = 0; i < 4; i++) {
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *const digit = text[i] ? strchr(digits, text[i]) : NULL;
    if (!digit) return 0;
    const uint32_t d = (uint32_t)(digit - digits);
    *value = *value << 4 | (d < 16 ? d : d - 6);
  }
  return 1;
}

static char *put_utf8(char *to, uint32_t c) {
  if (c < 0x80) return *to++ = (char)c, to;
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  *to++ = (char)((0xF0u << (3 - more) & 0xFF) | c >> 6 * more);
  for (int i = more - 1; i >= 0; i--) *to++ = (char)(0x80 | (c >> 6 * i & 0x3F));
  return to;
}

/* The character behind \u, the second half of it too, where it has two; 0: there is none. */
static uint32_t take_escaped(reading *r) {
  uint32_t c, low;
  if (!hex(r->at, &c)) return 0;
  r->at += 4;
  if (c < 0xD800 || c >= 0xE000) return c;
  if (c >= 0xDC00 || r->at[0] != '\\' || r->at[1] != 'u' || !hex(r->at + 2, &low) || low < 0xDC00 || low >= 0xE000)
    return 0;
  r->at += 6;
  return 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
}

static uint32_t take_escape(reading *r) {
  static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  const char letter = *r->at++;
  const char *const at = letter ? strchr(letters, letter) : NULL;
  if (letter == 'u') return take_escaped(r);
  return at ? (unsigned char)meant[at - letters] : 0;
}

/* The quote that ends the string: the first one before which backslashes are in pairs; NULL: there is none. */
static const char *end_of_string(const reading *r) {
  const char *end = r->at;
  while ((end = memchr(end, '"', (size_t)(r->end - end)))) {
    const char *back = end;
    while (back > r->at && back[-1] == '\\') back--;
    if ((end - back) % 2 == 0) return end;
    end++;
  }
  return NULL;
}

/* Writes the next character of a string as UTF-8; NULL: it is none. */
static char *take_character(reading *r, char *to) {
  uint32_t c = 0;
  const size_t size = json_character((const unsigned char *)r->at, (size_t)(r->end - r->at), &c);
  if (size == 0 || c < 0x20) return NULL;
  r->at += size;
  if (c == '\\') c = take_escape(r);
  return c ? put_utf8(to, c) : NULL;
}

/* A string's text, to be freed, and its length; the text ends with NUL, which no string has within it. */
static char *take_string(reading *r, size_t *length) {
  const char *const end = end_of_string(r);
  char *const text = end ? json_allocate((size_t)(end - r->at) + 1) : NULL, *to = text;
  while (to && r->at < end) to = take_character(r, to);
  if (!to) {
    free(text);
    return NULL;
  }
  r->at++;
  *to = '\0';
  *length = (size_t)(to - text);
  return text;
}

static json_t *read_string(reading *r) {
  size_t length;
  char *const text = take_string(r, &length);
  json_t *const value = text ? json_stringn(text, length) : NULL;
  free(text);
  return value;
}

/* ---- numbers and words --------------------------------------------------------------------------- */

static size_t digits(const char *text) { return strspn(text, "0123456789"); }

/* How long the number is, 0: it is none; whether it has a fraction or an exponent. */
static size_t number_length(const char *text, int *is_real) {
  const char *at = text + (*text == '-');
  const size_t whole = digits(at);
  if (whole == 0 || (*at == '0' && whole > 1)) return 0;
  at += whole;
  *is_real = *at == '.' || *at == 'e' || *at == 'E';
  if (*at == '.') {
    const size_t fraction = digits(at + 1);
    if (fraction == 0) return 0;
    at += 1 + fraction;
  }
  if (*at == 'e' || *at == 'E') {
    at += 1 + (at[1] == '+' || at[1] == '-');
    if (digits(at) == 0) return 0;
    at += digits(at);
  }
  return (size_t)(at - text);
}

static json_t *read_number(reading *r) {
  int is_real;
  const char *const text = r->at;
  const size_t length = number_length(text, &is_real);
  if (length == 0) return NULL;
  r->at += length;
  errno = 0;
  if (is_real) return json_real(strtod(text, NULL)); /* none where it overflows */
  const json_int_t integer = strtoll(text, NULL, 10);
  return errno == ERANGE ? NULL : json_integer(integer);
}

static json_t *read_word(reading *r) {
  static const char *const words[] = {"false", "true", "null"};
  for (int i = 0; i < 3; i++) {
    if (strncmp(r->at, words[i], strlen(words[i])) != 0) continue;
    r->at += strlen(words[i]);
    return i == 2 ? json_null() : json_boolean(i);
  }
  return NULL;
}

/* ---- arrays and objects -------------------------------------------------------------------------- */

static json_t *read_value(reading *r);

static int read_items(reading *r, json_t *array) {
  if (takes(r, ']')) return 0;
  do
    if (json_array_append_new(array, read_value(r)) != 0) return -1;
  while (takes(r, ','));
  return takes(r, ']') ? 0 : -1;
}

static int read_member(reading *r, json_t *object) {
  size_t length;
  char *const key = takes(r, '"') ? take_string(r, &length) : NULL;
  const int is_new = key && takes(r, ':') && !json_object_get(object, key);
  const int code = is_new ? json_object_set_new(object, key, read_value(r)) : -1;
  free(key);
  return code;
}

static int read_members(reading *r, json_t *object) {
  if (takes(r, '}')) return 0;
  do
    if (read_member(r, object) != 0) return -1;
  while (takes(r, ','));
  return takes(r, '}') ? 0 : -1;
}

static json_t *read_parts(reading *r, json_t *whole, int (*parts)(reading *r, json_t *whole)) {
  const int fails = !whole || ++r->depth > MOST_DEPTH || parts(r, whole) != 0;
  r->depth--;
  if (!fails) return whole;
  json_decref(whole);
  return NULL;
}

static json_t *read_value(reading *r) {
  if (takes(r, '{')) return read_parts(r, json_object(), read_members);
  if (takes(r, '[')) return read_parts(r, json_array(), read_items);
  if (takes(r, '"')) return read_string(r);
  return r->at < r->end && (*r->at == '-' || digits(r->at)) ? read_number(r) : read_word(r);
}

/* ---- the text ------------------------------------------------------------------------------------ */

/* All that the stream has, ended by NUL, to be freed; NULL: it can't be read, is too long, or memory is out. */
static char *whole_text(FILE *stream, size_t *length) {
  size_t room = 1 << 14;
  char *text = NULL;
  for (*length = 0; room <= MOST_BYTES; room *= 2) {
    char *const larger = realloc(text, room);
    if (!larger) break;
    text = larger;
    *length += fread(text + *length, 1, room - 1 - *length, stream);
    text[*length] = '\0';
    if (*length == room - 1) continue;
    if (ferror(stream)) break;
    return text;
  }
  free(text);
  return NULL;
}

static json_t *read_text(const char *text, size_t length) {
  reading r = {.at = text, .end = text + length};
  skip_space(&r);
  const int is_value = r.at < r.end && (*r.at == '{' || *r.at == '[');
  json_t *const value = is_value ? read_value(&r) : NULL;
  skip_space(&r);
  if (!value || r.at == r.end) return value;
  json_decref(value);
  return NULL;
}

json_t *json_read(FILE *stream, const char *text) {
  size_t length = stream ? 0 : strlen(text);
  char *const read = stream ? whole_text(stream, &length) : NULL;
  json_begin();
  json_t *const value = !stream || read ? read_text(stream ? read : text, length) : NULL;
  free(read);
  return value;
}
