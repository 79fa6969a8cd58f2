/* burl profiles as a process: what is drawn, how it lies on the page, and every way to get it wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "process.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* Level ground: as many lines as rows, from side to side of the margins, and evenly apart; the pens share them. */
static void test_level(void **unused) {
  (void)unused;
  burl_ok("profiles -e '5 + 0*x' --extent 0,0,2,1 --size 21x11 --rows 6 --rise 0.5 --page 220x120"
          " --pens red,blue -o p.svg");
  assert_contains(shell("grep -c '<path' p.svg")->out, "6\n");
  static const char *const begins[] = {"M10 60l", "M210 70l", "M10 80l", "M210 90l", "M10 100l", "M210 110l"};
  const char *const text = shell("cat p.svg")->out;
  for (int i = 0; i < COUNT(begins); i++) assert_contains(text, begins[i]);
  assert_contains(text, "width=\"220mm\" height=\"120mm\" viewBox=\"0 0 220 120\"");
  assert_contains(text, "1 profiles\" fill=\"none\" stroke=\"red\"");
  assert_contains(shell("awk '/<g /{n = 0} /<path/{n++} /<\\/g>/{printf \"%%d \", n}' p.svg")->out, "3 3 ");
}

/* The same bytes with one thread; the highest reaches the upper margin; a whole grid; gaps where nothing is finite. */
static void test_drawing(void **unused) {
  (void)unused;
  const char *const call = "profiles -q -e 'fbm(perlin(), octaves: 5)' --extent 0,0,6,4 --size 300x200 --page A5";
  burl_ok("%s -o a.svg", call), burl_ok("%s --threads 1 -o b.svg", call);
  assert_same_files("a.svg", "b.svg");
  burl_ok("profiles -q -e 'y == 0 && x == 1 ? 1 : 0' --extent 0,0,2,1 --size 21x11 --page 220x120 -o c.svg");
  assert_contains(shell("grep -o 'l10 -30l10 30' c.svg")->out, "l10 -30l10 30");
  assert_contains(burl_ok("profiles -e 'fill(perlin(x/9, y/9))' --extent 0,0,30,20 --size 60x40 -o d.svg")->err,
                  " lines: the pen draws");
  burl_ok("profiles -q -e 'abs(x - 1) < 0.3 ? 0/0 : 0' --extent 0,0,2,1 --size 21x11 --rows 4 -o e.svg");
  assert_contains(shell("grep -c '<path' e.svg")->out, "8\n");
  assert_contains(burl_ok("profiles -e '0/0' -o f.svg")->err, "there is no line");
  assert_contains(burl_ok("profiles -e '1/x' --extent -1,-1,1,1 --size 21x21 --rows 4 -o g.svg")->err, " 8 lines");
  assert_contains(burl_ok("profiles -e '1e39*x' --size 21x21 --rows 4 -o h.svg")->err, "there is no line");
  assert_contains(shell("cat ?.svg | grep -c 'nan\\|inf'; true")->out, "0\n");
}

static void test_refused(void **unused) {
  (void)unused;
  static const refused_call calls[] = {
      {"-e 'x'", 2, "where to?"},
      {"-e 'x' -o c.json", 2, "c.json is not called .svg"},
      {"-e 'x' -o c.svg --rows 1", 2, "--rows: '1' is not a whole number from 2 to 10000"},
      {"-e 'x' -o c.svg --rise 1.5", 2, "--rise: '1.5' is not a number from 0 to 1"},
      {"-e 'x' -o c.svg --page a6 --paper-margin 60", 2, "nothing of 105 x 148 mm is left"},
      {"-e 'rgb(x, y, 0)' -o c.svg", 1, "no result that is a number"},
      {"-e 'x' -o c.svg --size 64", 2, "profiles are of two axes"},
      {"-e 'x' -o c.svg --size 1x64", 2, "at least two samples"},
      {"-e 'x' -o c.svg --size 1000000x2 --rows 10000", 2, "less than 2^30 points"},
      {"-e 'x +' -o c.svg", 1, "an expression is missing"},
      {"-e 'x' -o nowhere/c.svg", 1, "nowhere/c.svg"},
  };
  check_refused("profiles", calls, COUNT(calls));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)
  const struct CMUnitTest tests[] = {TEST(test_level), TEST(test_drawing), TEST(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
