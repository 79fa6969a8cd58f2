/* JSON values by formats: json_pack() and json_unpack(). */
#include "json/json.h"

#include <stdarg.h>
#include <string.h>

/* A format while it is read, and its arguments; in a struct, so that functions share them. */
typedef struct {
  const char *at;
  va_list arguments;
} format;

/* The next letter that means something. */
static char next(format *f) {
  f->at += strspn(f->at, " :,");
  return *f->at ? *f->at++ : '\0';
}

static int follows(format *f, char letter) {
  const int does = *f->at == letter;
  f->at += does;
  return does;
}

/* ---- making -------------------------------------------------------------------------------------- */

static json_t *pack_string(format *f) {
  const char *const text = va_arg(f->arguments, const char *);
  if (follows(f, '%')) return json_stringn(text, va_arg(f->arguments, size_t));
  if (follows(f, '#')) return json_stringn(text, (size_t)va_arg(f->arguments, int));
  return json_string(text);
}

static json_t *pack(format *f, char letter);

/* All arguments are taken whatever fails, as values among them would be lost else. */
static json_t *pack_array(format *f) {
  json_t *array = json_array();
  int fails = !array;
  for (char letter; (letter = next(f)) != ']';) fails |= json_array_append_new(array, pack(f, letter)) != 0;
  if (!fails) return array;
  json_decref(array);
  return NULL;
}

static json_t *pack_object(format *f) {
  json_t *object = json_object();
  int fails = !object;
  while (next(f) != '}') {
    const char *const key = va_arg(f->arguments, const char *);
    json_t *const value = pack(f, next(f));
    fails |= json_object_set_new(object, key, value) != 0;
  }
  if (!fails) return object;
  json_decref(object);
  return NULL;
}

static json_t *pack(format *f, char letter) {
  switch (letter) {
  case 's': return pack_string(f);
  case 'i': return json_integer(va_arg(f->arguments, int));
  case 'I': return json_integer(va_arg(f->arguments, json_int_t));
  case 'f': return json_real(va_arg(f->arguments, double));
  case 'b': return json_boolean(va_arg(f->arguments, int));
  case 'o': return va_arg(f->arguments, json_t *);
  case '[': return pack_array(f);
  default: return pack_object(f);
  }
}

json_t *json_pack(const char *text, ...) {
  format f = {.at = text};
  va_start(f.arguments, text);
  json_t *const value = pack(&f, next(&f));
  va_end(f.arguments);
  return value;
}

/* ---- taking apart -------------------------------------------------------------------------------- */

static int unpack(format *f, char letter, json_t *value);

static int unpack_array(format *f, const json_t *array) {
  size_t index = 0;
  if (!json_is_array(array)) return -1;
  for (char letter; (letter = next(f)) != ']';) {
    if (letter == '!' && index != json_array_size(array)) return -1;
    if (letter != '!' && unpack(f, letter, json_array_get(array, index++)) != 0) return -1;
  }
  return 0;
}

static int unpack_object(format *f, const json_t *object) {
  if (!json_is_object(object)) return -1;
  while (next(f) != '}') {
    const int may_lack = follows(f, '?');
    json_t *const value = json_object_get(object, va_arg(f->arguments, const char *));
    const char letter = next(f);
    if (!value && may_lack) (void)va_arg(f->arguments, void *);
    else if (unpack(f, letter, value) != 0) return -1;
  }
  return 0;
}

/* A number or a truth value. */
static int unpack_number(format *f, char letter, const json_t *value) {
  const json_type type = json_typeof(value);
  if (letter == 'b' && (type == JSON_TRUE || type == JSON_FALSE))
    return *va_arg(f->arguments, int *) = type == JSON_TRUE, 0;
  if (letter == 'F' && json_is_number(value)) return *va_arg(f->arguments, double *) = json_number_value(value), 0;
  if (type != JSON_INTEGER) return -1;
  if (letter == 'i') return *va_arg(f->arguments, int *) = (int)json_integer_value(value), 0;
  if (letter == 'I') return *va_arg(f->arguments, json_int_t *) = json_integer_value(value), 0;
  return -1;
}

static int unpack(format *f, char letter, json_t *value) {
  if (!value) return -1;
  if (letter == '[') return unpack_array(f, value);
  if (letter == '{') return unpack_object(f, value);
  if (letter == 'o') return *va_arg(f->arguments, json_t **) = value, 0;
  if (letter != 's') return unpack_number(f, letter, value);
  if (!json_is_string(value)) return -1;
  return *va_arg(f->arguments, const char **) = json_string_value(value), 0;
}

int json_unpack(json_t *value, const char *text, ...) {
  format f = {.at = text};
  va_start(f.arguments, text);
  const int code = unpack(&f, next(&f), value);
  va_end(f.arguments);
  return code;
}
