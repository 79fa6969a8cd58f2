/* JSON of the command: what is read is written again, what is none is refused, and numbers and escapes are as RFC 8259
 * has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "json/json.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Text, and what it is when it is written again; NULL: the same. */
static const char *const rows[][2] = {
    {"{}", NULL},
    {"[]", NULL},
    {"[1, -2, 9223372036854775807, -9223372036854775808]", NULL},
    {"[1.5, 1e22, 1.25e-7, 0.5, -0.0]", "[1.5, 1e22, 1.2499999999999999e-7, 0.5, -0.0]"},
    {"[0.1, 1.0, 1E2, 1e+20, 12345678901234567890.0]",
     "[0.10000000000000001, 1.0, 100.0, 1e20, 1.2345678901234567e19]"},
    {"[-0, 1e-400]", "[0, 0.0]"},
    {"[true, false, null]", NULL},
    {" {\"b\" :1,\n\"a\":{ \"c\":[ ] }}\t", "{\"b\": 1, \"a\": {\"c\": []}}"},
    {"[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u001f\\u0041\\u00e9\\uD834\\uDD1E\"]",
     "[\"\\\"\\\\/\\b\\f\\n\\r\\t\\u001FA\xc3\xa9\xf0\x9d\x84\x9e\"]"},
    {"[\"\\\\\", \"\\\\\\\"\", \"\"]", NULL},
};

static const char *const wrong[] = {
    "",
    " ",
    "1",
    "\"a\"",
    "[",
    "[1",
    "[1,]",
    "[1 2]",
    "[01]",
    "[+1]",
    "[1.]",
    "[.5]",
    "[1e]",
    "[-]",
    "[nan]",
    "[1e999]",
    "[9223372036854775808]",
    "[tru]",
    "[truefalse]",
    "{",
    "{\"a\"}",
    "{\"a\":}",
    "{\"a\":1,}",
    "{a:1}",
    "{\"a\":1,\"a\":2}",
    "[1]]",
    "[1] x",
    "[\"",
    "[\"\\\"]",
    "[\"\\x\"]",
    "[\"\\u12\"]",
    "[\"\\u0000\"]",
    "[\"\\uD834\"]",
    "[\"\\uDD1E\\uD834\"]",
    "[\"\\uD834\\u0041\"]",
    "[\"\n\"]",
    "[\"\xff\"]",
    "[\"\xc0\x80\"]",
    "[\"\xed\xa0\x80\"]",
    "[\"\xf4\x90\x80\x80\"]",
    "[\"\xc3\"]",
};

static void test_read(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(rows); i++) {
    json_t *const value = json_read(NULL, rows[i][0]);
    char *const text = value ? json_text(value, 0) : NULL;
    if (!text) fail_msg("%s isn't read", rows[i][0]);
    assert_string_equal(text, rows[i][1] ? rows[i][1] : rows[i][0]);
    json_t *const again = json_read(NULL, text);
    assert_true(json_equal(value, again));
    json_decref(again);
    json_decref(value);
    free(text);
  }
  for (size_t i = 0; i < COUNT(wrong); i++) {
    json_t *const value = json_read(NULL, wrong[i]);
    if (value) fail_msg("%s is read", wrong[i]);
  }
}

/* 2,048 arrays within one another are read, more are not, and none overflow the stack. */
static void test_depth(void **state) {
  (void)state;
  enum { MOST = 2048, FAR = 100000 };
  static char text[2 * FAR + 1];
  for (int depth = MOST; depth <= FAR; depth = depth == MOST ? MOST + 1 : depth + FAR - MOST - 1) {
    memset(text, '[', (size_t)depth);
    memset(text + depth, ']', (size_t)depth);
    text[2 * depth] = '\0';
    json_t *const value = json_read(NULL, text);
    assert_true(!value == (depth > MOST));
    json_decref(value);
  }
}

static void test_styles(void **state) {
  (void)state;
  json_begin();
  json_t *const value =
      json_pack("{s:[i, f], s:s, s:{}, s:b}", "z", 1, 1.0 / 3, "a", "\xc3\xa9\xf0\x9d\x84\x9e\x7f", "m", "n", 1);
  static const struct {
    unsigned flags;
    const char *text;
  } styles[] = {
      {JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(3),
       "{\"a\":\"\xc3\xa9\xf0\x9d\x84\x9e\x7f\",\"m\":{},\"n\":true,\"z\":[1,0.333]}"},
      {JSON_INDENT(2) | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(2),
       "{\n  \"z\": [\n    1,\n    0.33\n  ],\n  \"a\": \"\\u00E9\\uD834\\uDD1E\x7f\",\n  \"m\": {},\n  "
       "\"n\": true\n}"},
  };
  for (size_t i = 0; i < COUNT(styles); i++) {
    char *const text = json_text(value, styles[i].flags);
    assert_non_null(text);
    assert_string_equal(text, styles[i].text);
    free(text);
  }
  json_decref(value);
}

/* Keys keep their order, whichever are set anew or taken away, and are found among many. */
static void test_objects(void **state) {
  (void)state;
  enum { KEYS = 1000 };
  char key[16];
  json_begin();
  json_t *const object = json_object();
  for (int i = 0; i < KEYS; i++) {
    snprintf(key, sizeof key, "k%d", i);
    assert_int_equal(json_object_set_new(object, key, json_integer(i)), 0);
  }
  for (int i = 0; i < KEYS; i += 2) {
    snprintf(key, sizeof key, "k%d", i);
    assert_int_equal(json_object_del(object, key), 0);
    assert_int_equal(json_object_del(object, key), -1);
  }
  assert_int_equal(json_object_set_new(object, "k1", json_null()), 0);
  assert_int_equal(json_object_size(object), KEYS / 2);
  const char *name;
  const json_t *value;
  int i = 1;
  json_object_foreach(object, name, value) {
    snprintf(key, sizeof key, "k%d", i);
    assert_string_equal(name, key);
    if (i == 1) assert_true(json_is_null(value));
    else assert_int_equal(json_integer_value(value), i);
    assert_ptr_equal(json_object_get(object, key), value);
    i += 2;
  }
  json_decref(object);
}

static void test_unpack(void **state) {
  (void)state;
  json_t *const value = json_read(NULL, "{\"a\": [1, 2], \"b\": 3, \"c\": \"d\", \"t\": true, \"o\": {\"r\": 0.5}}");
  int a[2], t = 0;
  json_int_t b = 0;
  double real[2] = {0};
  const char *c = NULL, *absent = "as it was";
  assert_int_equal(json_unpack(value, "{s:[i,i!], s:I, s:s, s:b, s:{s:F}, s:F, s?s}", "a", &a[0], &a[1], "b", &b, "c",
                               &c, "t", &t, "o", "r", &real[0], "b", &real[1], "e", &absent),
                   0);
  assert_true(a[0] == 1 && a[1] == 2 && b == 3 && t == 1 && real[0] == 0.5 && real[1] == 3);
  assert_string_equal(c, "d");
  assert_string_equal(absent, "as it was");
  static const char *const not_so[] = {"{s:i}", "{s:I}", "{s:s}", "{s:[i,i,i]}", "{s:[i!]}", "{s:F}", "{s:b}", "[i]"};
  for (size_t i = 0; i < COUNT(not_so); i++) {
    void *to[4] = {0};
    const char *const key = i >= 3 && i <= 4 ? "a" : "o";
    assert_int_equal(json_unpack(value, not_so[i], key, to, to + 1, to + 2), -1);
  }
  assert_int_equal(json_unpack(value, "{s:s}", "e", &c), -1);
  json_decref(value);
}

/* What is no value is left out; where memory was out, there is no text in the end. */
static void test_failures(void **state) {
  (void)state;
  json_begin();
  json_t *value = json_pack("{s:s, s:i}", "a", "\xff", "b", 1);
  assert_null(value);
  json_begin();
  value = json_array();
  json_array_append_new(value, json_real(1.0 / 0.0));
  char *const text = json_text(value, 0);
  assert_string_equal(text, "[]");
  free(text);
  json_decref(value);
  json_begin();
  value = json_array();
  char *const large = malloc(1 << 26);
  memset(large, 'x', 1 << 26);
  for (int i = 0; i < 2; i++)
    json_array_append_new(value, json_stringn(large, (1 << 26) - 1)); /* more than there may be */
  assert_null(json_text(value, 0));
  free(large);
  json_decref(value);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_read),    cmocka_unit_test(test_depth),  cmocka_unit_test(test_styles),
      cmocka_unit_test(test_objects), cmocka_unit_test(test_unpack), cmocka_unit_test(test_failures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
