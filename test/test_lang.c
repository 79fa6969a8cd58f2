/* Numbers correctly rounded, tokens and trees. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/decimal.h"
#include "lang/token.h"
#include "lang/tree.h"

static void check_decimal(const char *text) {
  const double ours = burl__decimal(text, strlen(text)), theirs = strtod(text, NULL);
  if (memcmp(&ours, &theirs, sizeof ours) != 0) fail_msg("%s is %a, not %a", text, theirs, ours);
}

static void hard_decimals(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "0",
      "1",
      ".5",
      "5.",
      "2e-3",
      "2E+3",
      "0.1",
      "1e22",
      "1e23",
      "123456789012345678901234567890",
      "9007199254740993",
      "9007199254740992.5",
      "9007199254740993.00000000000000000000000000000001",
      "2.2250738585072011e-308",
      "2.2250738585072014e-308",
      "4.9e-324",
      "2.4703282292062327e-324",
      "2.4703282292062328e-324",
      "7.4e-324",
      "1.7976931348623157e308",
      "1.7976931348623158e308",
      "1.7976931348623159e308",
      "1e400",
      "1e-400",
      "0e999999999",
      "1e99999999999999999999",
      ("0."
       "000000000000000000000000000000000000000000000000000000000000000000000000000000000000001e90")};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check_decimal(texts[i]);
}

static void random_decimals(void **unused) {
  (void)unused;
  uint64_t state = 1;
  for (int i = 0; i < 30000; i++) {
    char text[1100];
    size_t length = 0;
#define DRAW(below) (int)((state = state * 6364136223846793005u + 1442695040888963407u) >> 33) % (below)
    const int digits = 1 + DRAW(i % 50 == 0 ? 1000 : 25), point = DRAW(digits + 1);
    for (int d = 0; d < digits; d++) {
      if (d == point) text[length++] = '.';
      text[length++] = (char)('0' + DRAW(10));
    }
    text[length] = '\0';
    if (DRAW(2)) snprintf(text + length, sizeof text - length, "e%d", DRAW(700) - 360);
    check_decimal(text);
  }
}

static void check_digits(double value, const char *text) { assert_string_equal(burl__digits_of(value).text, text); }

static void digits_give_the_number_back(void **unused) {
  (void)unused;
  static const char *const texts[] = {"0",
                                      "1",
                                      "-2.5",
                                      "0.1",
                                      "1e-09",
                                      "1e+09",
                                      "1000000",
                                      "4294967295",
                                      "4294967296",
                                      "4.00000001",
                                      "2.0000000001",
                                      "-0.3333333333333333",
                                      "1e+12",
                                      "4.94065646e-324"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check_digits(strtod(texts[i], NULL), texts[i]);
  check_digits(-HUGE_VAL, "-inf");
  uint64_t state = 1;
  for (int i = 0; i < 30000; i++) {
    double value, back;
    state = state * 6364136223846793005u + 1442695040888963407u;
    memcpy(&value, &state, sizeof value);
    if (!isfinite(value)) continue;
    back = strtod(burl__digits_of(value).text, NULL);
    assert_memory_equal(&back, &value, sizeof value);
  }
  static const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ps_AF.UTF-8"};
  for (size_t i = 0; i < sizeof locales / sizeof *locales; i++)
    if (setlocale(LC_ALL, locales[i])) {
      check_digits(-2.5, "-2.5");
      check_digits(1.25e-300, "1.25e-300");
    }
  setlocale(LC_ALL, "C");
}

/* The kinds of a text's tokens, a letter each: n number, c colour, " text, a name, o mark, | line. */
static void check_tokens(const char *text, const char *kinds) {
  burl_error error = {0};
  burl__scanner s;
  char found[64] = "";
  size_t count = 0;
  burl__scan_open(&s, text, strlen(text), 1, &error);
  while (error.status == BURL_OK && s.token.kind != TOKEN_END && count < sizeof found - 1) {
    found[count++] = "$|nc\"ao"[s.token.kind];
    burl__scan(&s);
  }
  assert_int_equal(error.status, BURL_OK);
  assert_string_equal(found, kinds);
}

static void lines_go_on_where_they_should(void **unused) {
  (void)unused;
  check_tokens("a\nb", "a|a");
  check_tokens("a +\n b", "aoa");
  check_tokens("f(a\n,\nb)\nc", "aoaoao|a");
  check_tokens("a // + \nb", "a|a");
  check_tokens("a ? b :\r\n c\r\n", "aoaoa|");
  check_tokens("view 0,\n1", "anon");
  check_tokens("\xEF\xBB\xBF#fff #12aB09 \"t // t\" .5 1.e3", "cc\"nn");
}

static void places_count_lines_and_bytes(void **unused) {
  (void)unused;
  burl__arena arena;
  burl__arena_open(&arena, burl__allocator_of(NULL, NULL));
  burl__recipe recipe;
  burl_error error = {0};
  const char *const text = "// é\n  a = 1\nfbm(a,\n  gian: 2) + \xC3\xA9";
  assert_int_equal(burl__parse(text, strlen(text), NULL, &arena, &recipe, &error), BURL_RECIPE);
  assert_int_equal(error.line, 4);
  assert_int_equal(error.column, 14);
  burl__arena_close(&arena);
}

/* A tree in prefix form. */
static void print_tree(const burl__tree *tree, char *to, size_t size) {
  char inner[512];
  if (tree->kind == TREE_NUMBER) snprintf(to, size, "%g", tree->number);
  else snprintf(to, size, "%s", tree->name);
  if (tree->kind != TREE_CALL && tree->kind != TREE_OPERATOR) return;
  strncat(to, "(", size - strlen(to) - 1);
  for (const burl__tree *a = tree->arguments; a; a = a->next) {
    print_tree(a, inner, sizeof inner);
    if (a->option) strncat(strncat(to, a->option, size - strlen(to) - 1), "=", size - strlen(to) - 1);
    strncat(to, inner, size - strlen(to) - 1);
    if (a->next) strncat(to, " ", size - strlen(to) - 1);
  }
  strncat(to, ")", size - strlen(to) - 1);
}

static void precedence_is_that_of_c(void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {"1 + 2 * 3", "add(1 multiply(2 3))"},
      {"1 - 2 - 3", "subtract(subtract(1 2) 3)"},
      {"8 / 4 / 2 % 3", "remainder(divide(divide(8 4) 2) 3)"},
      {"-a * b", "multiply(negate(a) b)"},
      {"!a == b", "equal(not(a) b)"},
      {"a < b == c > d", "equal(less(a b) less(d c))"},
      {"a || b && c", "either(a both(b c))"},
      {"a ? b : c ? d : e", "select(a b select(c d e))"},
      {"a + b < c ? 1 : 2", "select(less(add(a b) c) 1 2)"},
      {"f(a, b ? c : d, g: 1, h: 2, 3)", "f(a select(b c d) g=1 h=2 h=3)"},
      {"a >= b", "less_equal(b a)"},
      {"--a", "negate(negate(a))"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    burl__arena arena;
    burl__arena_open(&arena, burl__allocator_of(NULL, NULL));
    burl__recipe recipe;
    burl_error error = {0};
    char text[512];
    assert_int_equal(burl__parse(rows[i][0], strlen(rows[i][0]), NULL, &arena, &recipe, &error), BURL_OK);
    print_tree(recipe.result, text, sizeof text);
    assert_string_equal(text, rows[i][1]);
    burl__arena_close(&arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hard_decimals),
      cmocka_unit_test(random_decimals),
      cmocka_unit_test(digits_give_the_number_back),
      cmocka_unit_test(lines_go_on_where_they_should),
      cmocka_unit_test(places_count_lines_and_bytes),
      cmocka_unit_test(precedence_is_that_of_c),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
