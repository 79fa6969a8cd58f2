/* JSON values. */
#include "json/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *key;
  json_t *value;
} member;

struct json_t {
  json_type type;
  size_t references;
  json_int_t integer;
  double real;
  char *text;
  size_t length, room; /* of the text; how many there are of these, and how many fit */
  json_t **items;
  member *members;
  uint32_t *slots; /* of an object: twice its room; one more than a member's place, behind its key's hash; 0: free */
};

/* ---- memory -------------------------------------------------------------------------------------- */

static _Thread_local int has_failed;
static _Thread_local size_t left; /* bytes that may be allocated until the next begin */

enum { MOST_BYTES = 1 << 27 };

void json_begin(void) {
  has_failed = 0;
  left = MOST_BYTES;
}

void json_fail(void) { has_failed = 1; }
int json_has_failed(void) { return has_failed; }

void *json_allocate(size_t size) {
  void *const memory = size < left ? malloc(size) : NULL;
  if (memory) left -= size;
  else json_fail();
  return memory;
}

/* A larger copy of count of the things of that size, which it frees; NULL: as before. */
static void *enlarge(void *old, size_t count, size_t room, size_t size) {
  void *const memory = json_allocate(room * size);
  if (!memory) return NULL;
  if (count) memcpy(memory, old, count * size);
  free(old);
  return memory;
}

static json_t *make(json_type type) {
  json_t *const value = json_allocate(sizeof *value);
  if (value) *value = (json_t){.type = type, .references = 1};
  return value;
}

json_t *json_incref(json_t *value) {
  if (value) value->references++;
  return value;
}

void json_decref(json_t *value) {
  if (!value || --value->references > 0) return;
  for (size_t i = 0; value->items && i < value->length; i++) json_decref(value->items[i]);
  for (size_t i = 0; value->members && i < value->length; i++) {
    json_decref(value->members[i].value);
    free(value->members[i].key);
  }
  free(value->items);
  free(value->members);
  free(value->slots);
  free(value->text);
  free(value);
}

/* ---- single values ------------------------------------------------------------------------------- */

size_t json_character(const unsigned char *text, size_t length, uint32_t *character) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned first = length ? *text : 0xFF;
  const size_t size = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF8 ? 4 : 0;
  uint32_t value = size > 1 ? first & (0x7Fu >> size) : first;
  if (size > length) return 0;
  for (size_t i = 1; i < size; i++) {
    if ((text[i] & 0xC0) != 0x80) return 0;
    value = value << 6 | (text[i] & 0x3F);
  }
  if (!size || value < least[size] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return 0;
  if (character) *character = value;
  return size;
}

static int is_utf8(const char *text, size_t length) {
  for (size_t i = 0, size; i < length; i += size)
    if (!(size = json_character((const unsigned char *)text + i, length - i, NULL))) return 0;
  return 1;
}

static char *copy_of(const char *text, size_t length) {
  char *const copy = json_allocate(length + 1);
  if (!copy) return NULL;
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

json_t *json_stringn(const char *text, size_t length) {
  if (!text || !is_utf8(text, length)) return NULL;
  json_t *const value = make(JSON_STRING);
  if (!value) return NULL;
  value->text = copy_of(text, length);
  value->length = length;
  if (value->text) return value;
  json_decref(value);
  return NULL;
}

json_t *json_string(const char *text) { return text ? json_stringn(text, strlen(text)) : NULL; }

json_t *json_integer(json_int_t integer) {
  json_t *const value = make(JSON_INTEGER);
  if (value) value->integer = integer;
  return value;
}

json_t *json_real(double real) {
  json_t *const value = isfinite(real) ? make(JSON_REAL) : NULL;
  if (value) value->real = real;
  return value;
}

json_t *json_boolean(int truth) { return make(truth ? JSON_TRUE : JSON_FALSE); }
json_t *json_null(void) { return make(JSON_NULL); }
json_t *json_array(void) { return make(JSON_ARRAY); }
json_t *json_object(void) { return make(JSON_OBJECT); }

json_type json_typeof(const json_t *value) { return value ? value->type : JSON_NONE; }
const char *json_string_value(const json_t *value) { return json_is_string(value) ? value->text : NULL; }
size_t json_string_length(const json_t *value) { return json_is_string(value) ? value->length : 0; }
json_int_t json_integer_value(const json_t *value) { return json_is_integer(value) ? value->integer : 0; }
double json_real_value(const json_t *value) { return json_typeof(value) == JSON_REAL ? value->real : 0; }
double json_number_value(const json_t *value) {
  return json_is_integer(value) ? (double)value->integer : json_real_value(value);
}

/* ---- arrays -------------------------------------------------------------------------------------- */

size_t json_array_size(const json_t *array) { return json_is_array(array) ? array->length : 0; }

json_t *json_array_get(const json_t *array, size_t index) {
  return index < json_array_size(array) ? array->items[index] : NULL;
}

static int array_has_room(json_t *array) {
  if (array->length < array->room) return 1;
  const size_t room = 2 * array->room + 4;
  json_t **const items = enlarge(array->items, array->length, room, sizeof *items);
  if (!items) return 0;
  array->items = items;
  array->room = room;
  return 1;
}

int json_array_append_new(json_t *array, json_t *value) {
  if (!value || !json_is_array(array) || !array_has_room(array)) {
    json_decref(value);
    return -1;
  }
  array->items[array->length++] = value;
  return 0;
}

/* ---- objects ------------------------------------------------------------------------------------- */

/* FNV-1a; it begins with where the object lies, which a file can't know when it is made, so that it can't have many
 * keys of one hash. */
static size_t hash_of(const json_t *object, const char *key) {
  uint64_t hash = 0xCBF29CE484222325u ^ (uint64_t)(uintptr_t)object * 0x9E3779B97F4A7C15u;
  for (; *key; key++) hash = (hash ^ (unsigned char)*key) * 0x100000001B3u;
  return (size_t)(hash ^ hash >> 32);
}

/* The slot of the key's member, or the free one where it would be.  There is room for another. */
static uint32_t *slot_of(const json_t *object, const char *key) {
  const size_t count = 2 * object->room;
  size_t at = hash_of(object, key) % count;
  while (object->slots[at] && strcmp(object->members[object->slots[at] - 1].key, key) != 0) at = (at + 1) % count;
  return &object->slots[at];
}

static void fill_slots(json_t *object) {
  memset(object->slots, 0, 2 * object->room * sizeof *object->slots);
  for (size_t i = 0; i < object->length; i++) *slot_of(object, object->members[i].key) = (uint32_t)i + 1;
}

static int object_has_room(json_t *object) {
  if (object->length < object->room) return 1;
  const size_t room = 2 * object->room + 4;
  uint32_t *const slots = json_allocate(2 * room * sizeof *slots);
  member *const members = slots ? enlarge(object->members, object->length, room, sizeof *members) : NULL;
  if (!members) {
    free(slots);
    return 0;
  }
  free(object->slots);
  object->members = members;
  object->slots = slots;
  object->room = room;
  fill_slots(object);
  return 1;
}

size_t json_object_size(const json_t *object) { return json_is_object(object) ? object->length : 0; }

const char *json_object_key(const json_t *object, size_t index) {
  return index < json_object_size(object) ? object->members[index].key : NULL;
}

json_t *json_object_value(const json_t *object, size_t index) {
  return index < json_object_size(object) ? object->members[index].value : NULL;
}

json_t *json_object_get(const json_t *object, const char *key) {
  if (json_object_size(object) == 0) return NULL;
  const uint32_t place = *slot_of(object, key);
  return place ? object->members[place - 1].value : NULL;
}

static int set(json_t *object, const char *key, json_t *value) {
  if (!object_has_room(object)) return -1;
  uint32_t *const slot = slot_of(object, key);
  if (*slot) {
    json_decref(object->members[*slot - 1].value);
    object->members[*slot - 1].value = value;
    return 0;
  }
  char *const copy = copy_of(key, strlen(key));
  if (!copy) return -1;
  object->members[object->length] = (member){copy, value};
  *slot = (uint32_t)++object->length;
  return 0;
}

int json_object_set_new(json_t *object, const char *key, json_t *value) {
  if (value && json_is_object(object) && is_utf8(key, strlen(key)) && set(object, key, value) == 0) return 0;
  json_decref(value);
  return -1;
}

int json_object_set(json_t *object, const char *key, json_t *value) {
  return json_object_set_new(object, key, json_incref(value));
}

int json_object_del(json_t *object, const char *key) {
  if (!json_object_get(object, key)) return -1;
  const size_t place = *slot_of(object, key) - 1;
  json_decref(object->members[place].value);
  free(object->members[place].key);
  memmove(&object->members[place], &object->members[place + 1], (--object->length - place) * sizeof(member));
  fill_slots(object);
  return 0;
}

/* ---- equality ------------------------------------------------------------------------------------ */

static int has_equal_parts(const json_t *one, const json_t *other) {
  for (size_t i = 0; i < one->length; i++) {
    const json_t *const mine = one->items ? one->items[i] : one->members[i].value;
    const json_t *const its = one->items ? other->items[i] : json_object_get(other, one->members[i].key);
    if (!json_equal(mine, its)) return 0;
  }
  return 1;
}

int json_equal(const json_t *one, const json_t *other) {
  if (!one || !other || one->type != other->type) return 0;
  if (one->type == JSON_INTEGER) return one->integer == other->integer;
  if (one->type == JSON_REAL) return one->real == other->real;
  if (one->length != other->length) return 0;
  return one->type == JSON_STRING ? memcmp(one->text, other->text, one->length) == 0 : has_equal_parts(one, other);
}
