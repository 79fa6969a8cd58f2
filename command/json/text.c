/* JSON values as text. */
#include "json/json.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  char *text;
  size_t length, room;
  unsigned flags;
} writing;

static void put(writing *w, const char *bytes, size_t length) {
  if (json_has_failed()) return;
  if (w->room - w->length <= length) {
    const size_t room = 2 * (w->length + length) + 256;
    char *const text = realloc(w->text, room);
    if (!text) {
      json_fail();
      return;
    }
    w->text = text;
    w->room = room;
  }
  memcpy(w->text + w->length, bytes, length);
  w->length += length;
}

static void say(writing *w, const char *text) { put(w, text, strlen(text)); }

/* ---- strings and numbers ------------------------------------------------------------------------- */

static void put_unit(writing *w, uint32_t unit) {
  char text[12];
  snprintf(text, sizeof text, "\\u%04X", (unsigned)unit);
  say(w, text);
}

static void put_escaped(writing *w, uint32_t c) {
  if (c >= 0x10000) {
    put_unit(w, 0xD800 + ((c - 0x10000) >> 10));
    c = 0xDC00 + ((c - 0x10000) & 0x3FF);
  }
  put_unit(w, c);
}

static void put_string(writing *w, const char *text, size_t length) {
  static const char special[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  put(w, "\"", 1);
  for (size_t i = 0, size; i < length; i += size) {
    uint32_t c = 0;
    size = json_character((const unsigned char *)text + i, length - i, &c);
    const char *const at = c && c < 0x80 ? strchr(special, (int)c) : NULL;
    const char pair[2] = {'\\', at ? letters[at - special] : '\0'};
    if (at) put(w, pair, 2);
    else if (c < 0x20 || (c >= 0x80 && w->flags & JSON_ENSURE_ASCII)) put_escaped(w, c);
    else put(w, text + i, size);
  }
  put(w, "\"", 1);
}

/* A real number has a point or an exponent, which has neither a plus nor zeros in front. */
static void put_real(writing *w, double value) {
  char text[64];
  const int digits = (int)(w->flags >> 8 & 31);
  snprintf(text, sizeof text - 2, "%.*g", digits ? digits : 17, value);
  char *const exponent = strchr(text, 'e');
  if (!exponent) strcat(text, strchr(text, '.') ? "" : ".0");
  char *const from = exponent ? exponent + 1 + strspn(exponent + 1, "+-0") : NULL;
  if (from) memmove(exponent + 1 + (exponent[1] == '-'), from, strlen(from) + 1);
  say(w, text);
}

static void put_integer(writing *w, json_int_t value) {
  char text[32];
  snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, value);
  say(w, text);
}

/* ---- arrays and objects -------------------------------------------------------------------------- */

static void put_value(writing *w, const json_t *value, int depth);

/* What stands before the first part, between parts, and after the last. */
static void put_break(writing *w, int depth) {
  const int columns = (int)(w->flags & 31);
  if (columns == 0) return;
  put(w, "\n", 1);
  for (int i = 0; i < depth * columns; i++) put(w, " ", 1);
}
static void put_comma(writing *w) {
  put(w, ",", 1);
  if (!(w->flags & (31 | JSON_COMPACT))) put(w, " ", 1);
}

static void put_array(writing *w, const json_t *array, int depth) {
  put(w, "[", 1);
  for (size_t i = 0; i < json_array_size(array); i++) {
    if (i) put_comma(w);
    put_break(w, depth + 1);
    put_value(w, json_array_get(array, i), depth + 1);
  }
  if (json_array_size(array)) put_break(w, depth);
  put(w, "]", 1);
}

static int compare_keys(const void *one, const void *other) {
  return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* The object's keys in the order in which they are written, to be freed. */
static const char **ordered_keys(const writing *w, const json_t *object) {
  const size_t count = json_object_size(object);
  const char **const keys = malloc((count + 1) * sizeof *keys);
  for (size_t i = 0; keys && i < count; i++) keys[i] = json_object_key(object, i);
  if (keys && w->flags & JSON_SORT_KEYS) qsort(keys, count, sizeof *keys, compare_keys);
  if (!keys) json_fail();
  return keys;
}

static void put_object(writing *w, const json_t *object, int depth) {
  const char **const keys = ordered_keys(w, object);
  put(w, "{", 1);
  for (size_t i = 0; keys && i < json_object_size(object); i++) {
    if (i) put_comma(w);
    put_break(w, depth + 1);
    put_string(w, keys[i], strlen(keys[i]));
    say(w, w->flags & JSON_COMPACT ? ":" : ": ");
    put_value(w, json_object_get(object, keys[i]), depth + 1);
  }
  if (json_object_size(object)) put_break(w, depth);
  put(w, "}", 1);
  free(keys);
}

static void put_value(writing *w, const json_t *value, int depth) {
  switch (json_typeof(value)) {
  case JSON_OBJECT: put_object(w, value, depth); return;
  case JSON_ARRAY: put_array(w, value, depth); return;
  case JSON_STRING: put_string(w, json_string_value(value), json_string_length(value)); return;
  case JSON_INTEGER: put_integer(w, json_integer_value(value)); return;
  case JSON_REAL: put_real(w, json_real_value(value)); return;
  case JSON_TRUE: say(w, "true"); return;
  case JSON_FALSE: say(w, "false"); return;
  case JSON_NULL: say(w, "null"); return;
  case JSON_NONE: json_fail(); return;
  }
}

char *json_text(const json_t *value, unsigned flags) {
  writing w = {.flags = flags};
  put_value(&w, value, 0);
  put(&w, "", 1);
  if (!json_has_failed()) return w.text;
  free(w.text);
  return NULL;
}
