/* burl tree: which parts it shows, in which order and with which arrows, and their ranges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"

static char *tree_of(const char *recipe) {
  size_t length;
  write_whole("a.burl", recipe);
  burl_ok("tree a.burl -o a.svg");
  return read_whole("a.svg", &length);
}

static int count_of(const char *text, const char *part) {
  int count = 0;
  for (const char *at = text; (at = strstr(at, part)) != NULL; at++) count++;
  return count;
}

/* The x of a part's name. */
static double column_of(const char *svg, const char *name) {
  char text[80];
  snprintf(text, sizeof text, ">%s</text>", name);
  const char *at = strstr(svg, text);
  if (!at) fail_msg("there is no part '%s'", name);
  while (strncmp(at, "<text x=\"", 9) != 0) at--;
  return strtod(at + 9, NULL);
}

#define ARROW_HEAD "fill-opacity=\"1\"/>"

static void test_parts_and_arrows(void **state) {
  (void)state;
  char *const svg = tree_of("low = fbm(perlin())  // of high, it says here\n"
                            "high = low +\n  max(0, low)\n"
                            "unread = value()\n"
                            "twice(e) = e + low\n"
                            "paint = ramp(high, -0.25, #000, 0.5, #fff)\n"
                            "paint*twice(1)\n");
  assert_int_equal(count_of(svg, "<image "), 4);
  assert_true(column_of(svg, "low") < column_of(svg, "high") && column_of(svg, "high") < column_of(svg, "paint"));
  assert_true(column_of(svg, "paint") < column_of(svg, "result"));
  assert_int_equal(count_of(svg, ARROW_HEAD),
                   4); /* low to high, high to paint, paint and, by twice, low to the result */
  assert_null(strstr(svg, ">unread<"));
  assert_null(strstr(svg, ">twice<"));
  assert_non_null(strstr(svg, ">−0.25 … 0.5 (ramp)</text>"));
  assert_int_equal(count_of(svg, ">colour</text>"), 2);
  free(svg);
}

static void test_quartiles(void **state) {
  (void)state;
  /* 120 columns: of each 30.5/120 is the quarter */
  char *const svg = tree_of("view 0, 0, 8, 8\nslope = x/8\nslope*100\n");
  assert_non_null(strstr(svg, ">0.254 … 0.746</text>"));
  assert_non_null(strstr(svg, ">25.4 … 74.6</text>"));
  free(svg);
}

static void test_a_part_as_the_result(void **state) {
  (void)state;
  write_whole("a.burl", "low = perlin()\nhigh = low*2\nhigh + 1\n");
  burl_ok("tree a.burl --result high -o a.svg");
  size_t length;
  char *const svg = read_whole("a.svg", &length);
  assert_true(column_of(svg, "low") < column_of(svg, "high"));
  assert_null(strstr(svg, ">result<"));
  free(svg);
}

static void test_refusals(void **state) {
  (void)state;
  static const refused_call mistakes[] = {
      {"-e 'perlin()'", 2, "no file to write"},
      {"-e 'perlin()' -o a.webp", 2, "a figure is .svg, .png or .pdf"},
      {"-e 'perlin(x, y, z)' -o a.svg", 1, "of two dimensions"},
      {"-e 'perlin()' -o a.svg --extent 0,0,1,0", 2, "there is nothing within it"},
      {"-e 'a = perlin()\nb = value()\na' --result a,b -o a.svg", 2, "one result"},
      {"missing.burl -o a.svg", 1, "missing.burl"},
  };
  check_refused("tree", mistakes, (int)(sizeof mistakes / sizeof *mistakes));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {IN_FOLDER(test_parts_and_arrows), IN_FOLDER(test_quartiles),
                                     IN_FOLDER(test_a_part_as_the_result), IN_FOLDER(test_refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
