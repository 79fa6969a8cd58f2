/* The rows of all commands' options, held against the rules of cli/option.h; and values of each kind, read by rows. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cli/render.h" /* whose fail() is declared before cmocka defines its own */

#include <cmocka.h>

typedef void row_check(const command *c, const option_entry *e);

static void check_all(row_check *check) {
  for (const command *c = commands; c->name; c++)
    for (const option_entry *e = c->manual->options; e->row; e++) check(c, e);
}

/* ---- What a row says ----------------------------------------------------------------------------- */

/* Fails for a row of a command, named as on the command line. */
static void refuse(const command *c, const option_row *o, const char *why) {
  fail_msg("burl %s --%s: %s", c->name, o->name ? o->name : "?", why);
}

static void check_name(const command *c, const option_entry *e) {
  const option_row *const o = e->row;
  if (!o->name || strspn(o->name, "abcdefghijklmnopqrstuvwxyz-") != strlen(o->name)) refuse(c, o, "its name");
  for (const option_entry *other = c->manual->options; other < e; other++) {
    if (strcmp(other->row->name, o->name) == 0) refuse(c, o, "two rows have this name");
    if (o->letter && other->row->letter == o->letter) refuse(c, o, "another row has its letter");
  }
}

static void test_names_and_letters_are_unique(void **state) {
  (void)state;
  check_all(check_name);
}

static void test_every_command_has_help(void **state) {
  (void)state;
  for (const command *c = commands; c->name; c++) {
    const option_entry *e = c->manual->options;
    while (e->row && e->row != &help_row) e++;
    if (!e->row) fail_msg("burl %s has no --help", c->name);
  }
}

/* A part of an option's help: a sentence's beginning or end, which --help and the manual complete. */
static void check_text(const command *c, const option_row *o, const char *text) {
  if (!text) return;
  const size_t length = strlen(text);
  if (length == 0 || strchr(" ;,", text[0]) || strchr(";,", text[length - 1])) refuse(c, o, "its help has loose ends");
  if (text[length - 1] == '.' && (length < 4 || strcmp(text + length - 4, " ...") != 0))
    refuse(c, o, "its help ends in a full stop");
}

static void check_help(const command *c, const option_entry *e) {
  const option_row *const o = e->row;
  const int is_replaced = e->help || e->more;
  const char *const help = is_replaced ? e->help : o->help, *const more = is_replaced ? e->more : o->more;
  const size_t length = strlen(help ? help : "") + strlen(more ? more : "") + (help && more ? strlen("; ") : 0);
  char text[MANUAL_ROOM];
  check_text(c, o, help);
  check_text(c, o, more);
  if (!help && !more) refuse(c, o, "it has no help");
  if (help && strchr(help, ';')) refuse(c, o, "what stands behind a semicolon is .more");
  if (strlen(option_manual(e, text)) != length) refuse(c, o, "its help is too long");
  if ((strstr(text, "may be given again") != NULL) != (o->repeats != 0)) refuse(c, o, "whether it repeats");
}

static void test_helps(void **state) {
  (void)state;
  check_all(check_help);
}

/* ---- Values ---------------------------------------------------------------------------------------- */

static void check_words(const command *c, const option_row *o) {
  char word[64];
  for (const char *p = o->words; *p; p += *p == ' ') {
    const int length = (int)strcspn(p, " ");
    snprintf(word, sizeof word, "%.*s", length, p);
    if (length == 0) refuse(c, o, "a word is empty");
    if (o->kind == KIND_WORD && option_word(o, word) < 0) refuse(c, o, "a word is none of its enum's names");
    p += length;
  }
}

static void check_list(const command *c, const option_row *o) {
  if (o->room < 1 || !o->separator || o->count == o->at) refuse(c, o, "a list has room, a separator and a count");
}

static void check_number(const command *c, const option_row *o) {
  if (!(o->least < o->most)) refuse(c, o, "its limits are empty");
}

static void check_value(const command *c, const option_entry *e) {
  const option_row *const o = e->row;
  const int is_flag = o->kind == KIND_FLAG || o->kind == KIND_HELP, is_own = o->kind == KIND_OWN;
  if (is_flag ? o->value != NULL : !is_own && !o->value) refuse(c, o, "whether it has a value");
  if (is_own != (o->read != NULL)) refuse(c, o, "a function that reads it is for KIND_OWN");
  if (o->wrong && o->takes) refuse(c, o, "an error has one wording");
  if (o->kind == KIND_WORD && (!o->words || !(o->wrong || o->takes))) refuse(c, o, "which words it takes");
  if (o->kind == KIND_WORD && o->bytes != sizeof(int)) refuse(c, o, "an enum that isn't an int");
  if (o->kind == KIND_COUNT || o->kind == KIND_UNSIGNED || o->kind == KIND_NUMBER || o->few) check_number(c, o);
  if (o->kind == KIND_COUNTS || o->kind == KIND_NUMBERS) check_list(c, o);
  if (o->words) check_words(c, o);
}

static void test_values(void **state) {
  (void)state;
  check_all(check_value);
}

/* ---- What a picture remembers ---------------------------------------------------------------------- */

static int is_in_settings(size_t at, size_t bytes) {
  const size_t begin = offsetof(rendering, settings);
  return at >= begin && at + bytes <= begin + sizeof(settings);
}

/* Whether what is remembered of it can be written and, where it isn't taken with others, taken. */
static int can_be_remembered(const option_row *o) {
  const int is_list = o->kind == KIND_COUNTS || o->kind == KIND_NUMBERS;
  if (o->kind == KIND_OWN) return o->memory && o->memory->has && o->memory->write && (o->in_group || o->memory->take);
  if (o->kind == KIND_TEXT) return o->is_right || o->was_right;
  if (o->marks && !o->given) return 0;
  return o->kind == KIND_COUNT || o->kind == KIND_NUMBER || o->kind == KIND_WORD || (is_list && o->in_group);
}

static void test_memory(void **state) {
  (void)state;
  const command *const c = &commands[0];
  int seen[RENDER_ROWS] = {0};
  assert_string_equal(c->name, "render");
  for (int i = 0; i < RENDER_ROWS; i++) {
    const option_row *const o = &render_rows[i];
    seen[provenance_row(i) - render_rows]++;
    if (!o->key) continue;
    const int is_list = o->kind == KIND_COUNTS || o->kind == KIND_NUMBERS, is_own = o->kind == KIND_OWN;
    if (!can_be_remembered(o)) refuse(c, o, "no picture can remember it");
    if (!is_own && !is_in_settings(o->at, o->bytes)) refuse(c, o, "what is remembered is kept in the settings");
    if (is_list && !is_in_settings(o->count, sizeof(int))) refuse(c, o, "its count is kept in the settings");
    if (!is_list && o->given && !is_in_settings(o->given - 1, sizeof(int)))
      refuse(c, o, "whether it is given is kept in the settings");
    for (int k = 0; k < i; k++)
      if (render_rows[k].key && strcmp(render_rows[k].key, o->key) == 0) refuse(c, o, "two rows have this key");
  }
  for (int i = 0; i < RENDER_ROWS; i++) assert_int_equal(seen[i], 1);
}

/* ---- Reading --------------------------------------------------------------------------------------- */

typedef enum { HUE_RED, HUE_GREEN } hue;

typedef struct {
  recipe recipe;
  int loud, depth, small, gamma_given;
  hue hue;
  int64_t large;
  uint64_t bits;
  double gamma, place[3];
  int place_count, side_count;
  int64_t sides[2];
  const char *name;
  char own[16];
} sink;

static int is_short(const char *text) { return strlen(text) < 4; }

static int keep(void *to, char *text) {
  snprintf(((sink *)to)->own, sizeof((sink *)to)->own, "%s", text);
  return DONE;
}

static const option_entry made_up[] = {
    ROW(.name = "loud", .letter = 'l', FLAG(sink, loud), .help = "louder"),
    ROW(.name = "depth", .value = "8|16", .words = "8 16", WORD(sink, int, depth, NULL),
        .wrong = "is neither 8 nor 16"),
    ROW(.name = "hue", .value = "HUE", .words = "green red", WORD(sink, hue, hue, "red green"),
        .takes = "is red or green"),
    ROW(.name = "small", .value = "N", COUNT(sink, small, -2, 9)),
    ROW(.name = "large", .value = "N", LONG_COUNT(sink, large, 1, INFINITY)),
    ROW(.name = "bits", .letter = 'b', .value = "N", UNSIGNED(sink, bits, 1, 0x1p64)),
    ROW(.name = "gamma", .value = "G", NUMBER(sink, gamma, 0.1, 10), GIVEN(sink, gamma_given)),
    ROW(.name = "place", .value = "X,Y,Z", NUMBERS(sink, place, place_count, 3), .wrong = "is no place"),
    ROW(.name = "sides", .value = "WxH", COUNTS(sink, sides, side_count, 2, "x"), LIMITS(1, 99), .wrong = "is no size",
        .few = "a side is from 1 to 99"),
    ROW(.name = "name", .value = "NAME", TEXT(sink, name), .is_right = is_short, .wrong = "is too long"),
    ROW(.name = "own", .value = "TEXT", .repeats = 1, OWN(keep)),
    RECIPE_OPTIONS(sink, recipe),
    {0},
};

enum { MOST_WORDS = 12 };

/* Reads a command line, whose words are separated by spaces. */
static int read_line(const char *line, sink *to) {
  static char copy[256];
  char *words[MOST_WORDS + 1] = {"test"};
  int count = 1;
  snprintf(copy, sizeof copy, "%s", line);
  for (char *one = strtok(copy, " "); one && count < MOST_WORDS; one = strtok(NULL, " ")) words[count++] = one;
  optind = 0; /* begins again */
  *to = (sink){.gamma = -1};
  return options_read(count, words, made_up, to);
}

static void check_wrong(const char *line, const char *message) {
  sink to;
  assert_int_equal(read_line(line, &to), USAGE);
  if (!strstr(message_last(), message)) fail_msg("%s: '%s', not '%s'", line, message_last(), message);
}

static void test_kinds(void **state) {
  sink to;
  (void)state;
  assert_int_equal(read_line("-l --depth 16 --hue=green --small -2 --large 5000000000", &to), DONE);
  assert_true(to.loud && to.depth == 16 && to.hue == HUE_GREEN && to.small == -2 && to.large == 5000000000);
  assert_int_equal(read_line("-b0xffffffffffffffff --place 1,-2.5 --sides 99x1 --name abc --own a --own b", &to), DONE);
  assert_true(to.bits == UINT64_MAX && to.place_count == 2 && to.place[1] == -2.5);
  assert_true(to.side_count == 2 && to.sides[0] == 99 && to.sides[1] == 1);
  assert_string_equal(to.name, "abc");
  assert_string_equal(to.own, "b");
  assert_true(to.gamma == -1 && !to.gamma_given);
  assert_int_equal(read_line("--gam 0.1 -e x --seed 7 -p a=2 file", &to), DONE); /* a unique beginning is enough */
  assert_true(to.gamma == 0.1 && to.gamma_given && to.recipe.seed == 7 && to.recipe.knob_count == 1);
  assert_string_equal(to.recipe.expression, "x");
  assert_int_equal(read_line("--help --small x", &to), SHOW_HELP);
}

static void test_errors(void **state) {
  (void)state;
  check_wrong("--depth 24", "--depth: '24' is neither 8 nor 16");
  check_wrong("--hue blue", "--hue is red or green, not 'blue'");
  check_wrong("--small 10", "--small: '10' is not a whole number from -2 to 9");
  check_wrong("--small 1.5", "--small: '1.5' is not a whole number from -2 to 9");
  check_wrong("--large 0", "--large: '0' is not a whole number from 1 on");
  check_wrong("--bits 0", "--bits: '0' is no whole number from 1 to 18446744073709551615");
  check_wrong("--gamma 10.5", "--gamma: '10.5' is not a number from 0.1 to 10");
  check_wrong("--gamma nan", "--gamma: 'nan' is not a number from 0.1 to 10");
  check_wrong("--place 1,2,3,4", "--place: '1,2,3,4' is no place");
  check_wrong("--sides 5x100", "--sides: '5x100': a side is from 1 to 99");
  check_wrong("--sides 5x", "--sides: '5x' is no size");
  check_wrong("--name long", "--name: 'long' is too long");
  check_wrong("--gama 1", "there is no option '--gama' (did you mean '--gamma'?)");
  check_wrong("--loud=1", "--loud takes no value");
  check_wrong("-z", "there is no option '-z'");
  check_wrong("--gamma", "--gamma needs a value");
  check_wrong("--result a --result b", "--result is given twice: --result a,b names both");
}

static void test_repeated(void **state) {
  sink to;
  (void)state;
  assert_int_equal(read_line("--gamma 1 --gamma 2 --own a --own b", &to), DONE);
  assert_true(to.gamma == 2);
  assert_non_null(strstr(message_last(), "--gamma is given 2 times: the last one counts"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names_and_letters_are_unique),
      cmocka_unit_test(test_every_command_has_help),
      cmocka_unit_test(test_helps),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_repeated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
