/* What a hint says to write in place of what was wrong is not refused in its turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "every_function.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
#define HEAD "X = x\nY = y\nH = sin(perlin())\nh = H\n"

enum { ROOM = 512 };
static const char call_of[] = "(…)"; /* what hints write for the arguments of a call */

/* Compiles a line below HEAD; returns whether that works. */
static int compiles(const char *line, burl_error *error) {
  char text[sizeof HEAD + ROOM];
  snprintf(text, sizeof text, HEAD "%s", line);
  burl_program *const program = burl_compile(text, 2, error);
  burl_free(program);
  return program != NULL;
}

/* The code with the call itself in place of NAME(…), or of e alone. */
static void with_call(const char *code, const listed_function *f, char to[ROOM]) {
  char written[ROOM];
  snprintf(written, sizeof written, "%s%s", f->name, call_of);
  const char *at = strstr(code, written);
  size_t length = strlen(written);
  if (!at && (at = strstr(code, "(e, "))) at++, length = 1;
  if (at) snprintf(to, ROOM, "%.*s%s%s", (int)(at - code), code, f->call, at + length);
  else snprintf(to, ROOM, "%s", code);
}

/* The code of a hint: behind a colon or the word or, to the bracket that closes it. */
static void code_of(const char *hint, char to[ROOM]) {
  const char *const other = strstr(hint, ", or "), *const after = strstr(hint, ": ");
  const char *const begin = other ? other + 5 : after ? after + 2 : hint, *end = begin;
  int depth = 0;
  do depth += (*end == '(') - (*end == ')');
  while (*end && (*end++ != ')' || depth > 0));
  snprintf(to, ROOM, "%.*s", (int)(end - begin), begin);
}

/* ---- Whole-grid functions under others ------------------------------------------------------------ */

/* %s: the call, or what the hint says in its place. */
static const char *const domains[] = {
    "tile(%s, 8)",     "scale(%s, 2)",
    "rotate(%s, 30)",  "shift(%s, 1, 2)",
    "warp(%s, 1, 2)",  "distort(%s, 1)",
    "sphere(%s)",      "cylinder(%s)",
    "at(%s, x, y)",    "at(%s, x)",
    "at(%s, x, y, t)", "tile(scale(%s, 2), 8)",
    "fbm(%s)",         "scale(tile(%s, 8), 2)",
    "reseed(%s, 2)",   "tile(shift(%s, x), 0, 8)",
    "loop(%s, 4)",
};

/* The domain function with a tile as wide as a hint says; 0: it says nothing of that. */
static int of_width(const char *hint, const char *domain, char to[ROOM]) {
  const char *const said = "a tile that is ", *const width = strstr(hint, said), *const old = strstr(domain, "8)");
  if (!width || !old) return 0;
  snprintf(to, ROOM, "%.*s%.*s%s", (int)(old - domain), domain, (int)strcspn(width + strlen(said), " "),
           width + strlen(said), old + 1);
  return 1;
}

/* Compiles the call under a domain function or, if that is refused, as the hint says. */
static void check_domain(const listed_function *f, const char *domain) {
  char line[ROOM], place[ROOM], said[ROOM], wider[ROOM];
  burl_error error;
  snprintf(line, sizeof line, domain, f->call);
  for (int times = 0; !compiles(line, &error); times++) {
    if (times == 1) fail_msg("%s: %s | %s", line, error.message, error.hint);
    const int is_all = strstr(error.hint, "in place of the tile: ") != NULL;
    const int is_width = of_width(error.hint, domain, wider);
    code_of(error.hint, said);
    with_call(said, f, place);
    snprintf(line, sizeof line, is_all ? "%s" : is_width ? wider : domain, is_width ? f->call : place);
  }
}

static void test_whole_grids(void **state) {
  listed_function f;
  int count = 0;
  (void)state;
  for (int i = 0; function_at(i, &f); i++) {
    if (!f.is_of_grid || strcmp(f.name, "height") == 0) continue; /* which is within erode alone */
    for (int d = 0; d < COUNT(domains); d++) check_domain(&f, domains[d]);
    count++;
  }
  assert_true(count >= 12);
}

/* ---- Options that are called otherwise elsewhere --------------------------------------------------- */

static const struct {
  const char *name, *option;
} words[] = {
#define OPTION_ELSEWHERE(name, option, around) {#name, option},
#include "functions.def"
};

/* The call with one more option, with a value that it may take. */
static void with_option(const listed_function *f, const char *name, char to[ROOM]) {
  const char *const value = strcmp(name, "palette") == 0  ? "viridis"
                            : strcmp(name, "period") == 0 ? "12"
                            : strcmp(name, "wrap") == 0   ? "repeat"
                            : strcmp(name, "mode") == 0   ? "screen"
                                                          : "1";
  const size_t length = strlen(f->call);
  const int is_empty = f->call[length - 2] == '(';
  snprintf(to, ROOM, "%.*s%s%s: %s)", (int)(length - 1), f->call, is_empty ? "" : ", ", name, value);
}

/* Turns that no tile can go with, and colours given twice: what is wrong then is something else. */
static int is_other_fault(const listed_function *f, const burl_error *error) {
  static const char *const turned[] = {"rotate", "sphere", "cylinder", "gullies"};
  for (int i = 0; i < COUNT(turned); i++)
    if (strcmp(f->name, turned[i]) == 0 && strstr(error->message, "tile")) return 1;
  return strcmp(f->name, "ramp") == 0 && strstr(error->message, "palette") != NULL;
}

static void check_written(const listed_function *f, const char *wrong, const char *written, int *count) {
  burl_error error;
  if (!compiles(written, &error) && !is_other_fault(f, &error)) fail_msg("%s: %s: %s", wrong, written, error.message);
  *count += 1;
}

/* A hint is the option, or the option, or code, or code. */
static void check_option(const listed_function *f, const char *word, const char *option, int *count) {
  static const char here[] = "here that is ", otherwise[] = ", or ";
  char line[ROOM], written[ROOM];
  burl_error error;
  with_option(f, word, line);
  if (compiles(line, &error) || !strstr(error.message, "no option") || !strstr(error.hint, here)) return;
  const char *code = error.hint + strlen(here);
  for (int w = 0; w < COUNT(words); w++) /* of several that are called so, the one that the function has */
    if (strcmp(words[w].name, word) == 0 && strncmp(code, words[w].option, strlen(words[w].option)) == 0)
      option = *words[w].option ? words[w].option : option;
  if (*option && strncmp(code, option, strlen(option)) == 0) {
    with_option(f, option, written);
    check_written(f, line, written, count);
    code = strstr(code, otherwise);
    if (!code) return;
    code += strlen(otherwise);
  }
  if (strcmp(code, "wrap: repeat") == 0) with_option(f, "wrap", written);
  else with_call(code, f, written);
  check_written(f, line, written, count);
}

static void test_options(void **state) {
  listed_function f;
  int count = 0;
  (void)state;
  for (int i = 0; function_at(i, &f); i++) {
    const size_t length = strlen(f.name);
    if (strncmp(f.call, f.name, length) != 0 || f.call[length] != '(' || strcmp(f.name, "height") == 0) continue;
    for (int w = 0; w < COUNT(words); w++) check_option(&f, words[w].name, words[w].option, &count);
  }
  assert_true(count > 300);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_whole_grids), cmocka_unit_test(test_options)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
