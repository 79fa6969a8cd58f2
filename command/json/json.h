/* JSON (RFC 8259): values that are made and taken apart, read from text and written as text.
 *
 * Functions that make a value return NULL where there is none, as of text that isn't UTF-8, or memory is out;
 * json_object_set_new() and its kin leave such a value out.  That memory was out is remembered until json_text(), which
 * fails then: what makes a value need not look at each step.  So is that the values have taken too much, as a short
 * text can make large ones.  What is put into another value belongs to it then, whether that succeeds or not;
 * json_decref() frees a value that nothing holds any more. */
#ifndef BURL_JSON_H
#define BURL_JSON_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct json_t json_t;
typedef long long json_int_t;
#define JSON_INTEGER_FORMAT "lld"

typedef enum {
  JSON_OBJECT,
  JSON_ARRAY,
  JSON_STRING,
  JSON_INTEGER,
  JSON_REAL,
  JSON_TRUE,
  JSON_FALSE,
  JSON_NULL,
  JSON_NONE /* the type of NULL */
} json_type;

/* Forgets what has failed on this thread, and counts the bytes of values anew. */
void json_begin(void);

/* ---- making values: value.c ---------------------------------------------------------------------- */

json_t *json_object(void);
json_t *json_array(void);
json_t *json_string(const char *text); /* of UTF-8, else NULL */
json_t *json_stringn(const char *text, size_t length);
json_t *json_integer(json_int_t value);
json_t *json_real(double value); /* finite, else NULL */
json_t *json_boolean(int value);
json_t *json_null(void);

json_t *json_incref(json_t *value);
void json_decref(json_t *value);

/* Each returns 0, or −1 where it has failed. */
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_object_set(json_t *object, const char *key, json_t *value); /* which stays the caller's, too */
int json_object_del(json_t *object, const char *key);
int json_array_append_new(json_t *array, json_t *value);

/* A value by a format, each of whose letters takes an argument: s a string (s% and its length as size_t, s# as int), i
 * an int, I a json_int_t, f a double, b a truth value, o a value; [ ] an array, { } an object of keys and values. */
json_t *json_pack(const char *format, ...);

/* ---- taking them apart; NULL and values of another type are 0, NULL or empty ----------------------- */

json_type json_typeof(const json_t *value);
static inline int json_is_object(const json_t *value) { return json_typeof(value) == JSON_OBJECT; }
static inline int json_is_array(const json_t *value) { return json_typeof(value) == JSON_ARRAY; }
static inline int json_is_string(const json_t *value) { return json_typeof(value) == JSON_STRING; }
static inline int json_is_integer(const json_t *value) { return json_typeof(value) == JSON_INTEGER; }
static inline int json_is_null(const json_t *value) { return json_typeof(value) == JSON_NULL; }
static inline int json_is_number(const json_t *value) {
  return json_typeof(value) == JSON_INTEGER || json_typeof(value) == JSON_REAL;
}

size_t json_object_size(const json_t *object);
json_t *json_object_get(const json_t *object, const char *key);
const char *json_object_key(const json_t *object,
                            size_t index); /* in the order in which they were set; NULL: no more */
json_t *json_object_value(const json_t *object, size_t index);
#define json_object_foreach(object, key, value)                                                             \
  for (size_t of_##key = 0;                                                                                 \
       ((key) = json_object_key(object, of_##key)) && (((value) = json_object_value(object, of_##key)), 1); \
       of_##key++)

size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
const char *json_string_value(const json_t *string);
size_t json_string_length(const json_t *string);
json_int_t json_integer_value(const json_t *integer);
double json_real_value(const json_t *real);
double json_number_value(const json_t *number);
int json_equal(const json_t *one, const json_t *other);

/* Takes a value apart by a format as json_pack's, each of whose letters takes where to put what is there: as there, F a
 * double from any number, [ ! ] no more than these, s? a key that need not be there.  0, or −1 where it is another. */
int json_unpack(json_t *value, const char *format, ...);

/* ---- text ---------------------------------------------------------------------------------------- */

/* The value of a stream's text, or of the text, an object or an array without a key twice, after json_begin(); NULL: it
 * is none, or memory is out. */
json_t *json_read(FILE *stream, const char *text);

#define JSON_INDENT(columns) ((columns)&31u)
#define JSON_COMPACT 0x20u
#define JSON_ENSURE_ASCII 0x40u
#define JSON_SORT_KEYS 0x80u
#define JSON_REAL_PRECISION(digits) (((digits)&31u) << 8) /* 17 where it isn't given */

/* The value as text, to be freed; NULL where memory is or has been out. */
char *json_text(const json_t *value, unsigned flags);

/* ---- between the files --------------------------------------------------------------------------- */

/* malloc, where the bytes of values may be that many more; and remembers that memory is out. */
void *json_allocate(size_t size);
void json_fail(void);
int json_has_failed(void);
/* The length of the character at the beginning of UTF-8 text; 0: it is none. */
size_t json_character(const unsigned char *text, size_t length, uint32_t *character);

#endif
