/* Every process over a whole grid, by its row in functions.def.  Each option makes a difference, and each word of one;
 * values are within the bounds that the rule gives; a map of an option's standard value gives what the option left out
 * gives.  What each process does, test_ground and test_erode check. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compile.h"

enum { NX = 72, NY = 60, CELLS = NX * NY };
#define HILLS "(400*fbm(simplex(x/900, y/900), octaves: 6))"

/* The list's functions, each followed by its options. */
typedef enum { OTHER, A_PROCESS, AN_OPTION } row_kind;
typedef enum { CONSTANT, VARYING, WHOLE, WORD, SWITCH, SEED, PERIOD, LIST, AUTO, TEXT } option_kind;
typedef struct {
  row_kind row;
  const char *name;
  option_kind kind;
  double standard, lo, hi;
  const char *words;
} list_row;

static const list_row rows[] = {
#define NO_OPTION CONSTANT, 0, 0, 0, ""
#define FUNCTION(name, form, least, most, bounds, signature, range, help) {OTHER, #name, NO_OPTION},
#define NOISE(name, kind, slope, signature, range, help) {OTHER, #name, NO_OPTION},
#define FIELD(name, form, least, most, signature, range, help) {OTHER, #name, NO_OPTION},
#define PROCESS(name, bounds, signature, range, help) {A_PROCESS, #name, NO_OPTION},
#define OPTION(name, kind, standard, lo, hi, words, help) {AN_OPTION, #name, kind, standard, lo, hi, words},
#include "functions.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Calls a function with each process and, one after the other, each of its options; NULL: the process alone. */
static void for_each(void (*check)(const list_row *process, const list_row *option)) {
  int count = 0;
  for (const list_row *process = rows; process < rows + ROWS; process++) {
    if (process->row != A_PROCESS) continue;
    count++;
    check(process, NULL);
    for (const list_row *o = process + 1; o < rows + ROWS && o->row == AN_OPTION; o++) check(process, o);
  }
  assert_true(count >= 9);
}

static void sample(const char *recipe, float out[CELLS]) {
  const burl_grid grid = {.size = {NX, NY}, .origin = {15, 20}, .step = {30, 40}, .threads = 1};
  burl_program *const program = compile(recipe, 2);
  const burl_range range = burl_bounds(program, 0);
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  for (int i = 0; i < CELLS; i++)
    if (!(out[i] >= (float)range.lo && out[i] <= (float)range.hi))
      fail_msg("%s: %g isn't in [%g, %g]", recipe, (double)out[i], range.lo, range.hi);
  burl_free(program);
}

/* The process of hills with an option, "" for none. */
static void sample_with(const list_row *process, const char *option, float out[CELLS]) {
  char recipe[256];
  snprintf(recipe, sizeof recipe, "%s(" HILLS "%s%s)", process->name, *option ? ", " : "", option);
  sample(recipe, out);
}

/* ---- Options ------------------------------------------------------------------------------------- */

/* What an option needs beside it to make a difference. */
static const char *companion(const list_row *process, const char *name) {
  if (strcmp(name, "samples") == 0) return "radius: 200";
  if (strcmp(name, "base_rise") == 0) return "quiet: 1e5";
  if (strcmp(process->name, "erode") == 0 && strcmp(name, "give") == 0) return "creep: 1"; /* without: no sediment */
  if (strcmp(name, "ocean") != 0) return "";
  return strcmp(process->name, "erode") == 0 ? "base: 0" : "level: 0";
}

/* Whether the process gives something else with the option, written by a format for its value. */
static int differs(const list_row *process, const char *format, const char *name, double value) {
  static float usual[CELLS], other[CELLS];
  char option[120];
  const int used =
      snprintf(option, sizeof option, "%s%s", companion(process, name), *companion(process, name) ? ", " : "");
  snprintf(option + used, sizeof option - (size_t)used, format, name, value);
  sample_with(process, companion(process, name), usual);
  sample_with(process, option, other);
  return memcmp(usual, other, sizeof usual) != 0;
}

/* Numbers that the option may have: one of them, at least, has to make a difference. */
static int number_makes_difference(const list_row *process, const list_row *o) {
  const double candidates[] = {o->standard / 2, 2 * o->standard, 0, 1, 3, 100};
  const char *const format = o->kind == VARYING ? "%s: %.9g*(1 + x/9000)" : "%s: %.9g";
  for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
    const double value = o->kind == WHOLE ? floor(candidates[i]) : candidates[i];
    const int is_allowed = (o->lo == 0 && o->hi == 0) || (value >= o->lo && value <= o->hi);
    if (is_allowed && value != o->standard && differs(process, format, o->name, value)) return 1;
  }
  return 0;
}

/* Each word but the standard one. */
static void check_words(const list_row *process, const list_row *o) {
  const char *word = o->words;
  for (int i = 0; *word; i++) {
    const int length = (int)strcspn(word, " ");
    char format[64];
    snprintf(format, sizeof format, "%%s: %.*s", length, word);
    if (i != (int)o->standard && !differs(process, format, o->name, 0))
      fail_msg("%s(%s: %.*s) is as without it", process->name, o->name, length, word);
    word += length + (word[length] == ' ');
  }
}

static void check_option(const list_row *process, const list_row *o) {
  if (!o) return;
  if (o->kind == WORD) check_words(process, o);
  else if (o->kind == SWITCH || o->kind == SEED) assert_true(differs(process, "%s: 1", o->name, 0));
  else if (!number_makes_difference(process, o))
    fail_msg("%s: no value of %s makes a difference", process->name, o->name);
}

static void test_options_make_a_difference(void **state) {
  (void)state;
  for_each(check_option);
}

/* A map whose values are the option's standard one gives what the option left out gives. */
static void check_map(const list_row *process, const list_row *o) {
  if (!o || o->kind != VARYING) return;
  char format[] = "%s: %.9g + 0*x";
  if (differs(process, format, o->name, o->standard)) fail_msg("%s: %s as a map", process->name, o->name);
}

static void test_maps_are_read(void **state) {
  (void)state;
  for_each(check_map);
}

/* ---- Ground that is missing, level, or hardly there -------------------------------------------------- */

static void check_strange_ground(const list_row *process, const list_row *option) {
  static const char *const grounds[] = {"0*x", "7 + 0*x", "-1e30 + 0*x", "1e30*x", "x/30 - 36", "white(x, y)"};
  static float out[CELLS];
  char recipe[128];
  if (option) return;
  for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
    snprintf(recipe, sizeof recipe, "%s(%s)", process->name, grounds[i]);
    sample(recipe, out);
  }
}

static void test_strange_ground_stays_in_bounds(void **state) {
  (void)state;
  for_each(check_strange_ground);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_options_make_a_difference),
      cmocka_unit_test(test_maps_are_read),
      cmocka_unit_test(test_strange_ground_stays_in_bounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
