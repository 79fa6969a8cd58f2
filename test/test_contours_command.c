/* burl contours as a process: values on the lines, extents that meet, drawings on paper, and every way to get it
 * wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "process.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* A file that prints "LEVEL X Y" for each point of GeoJSON. */
static void write_reader(void) {
  write_whole("points.awk", "/\"level\"/ {\n"
                            "  split($0, part, /\"level\": | }, \"geometry\"|\"coordinates\": /)\n"
                            "  gsub(/[\\]\\[{},]/, \" \", part[4])\n"
                            "  n = split(part[4], p, \" \")\n"
                            "  for (i = 1; i < n; i += 2) print part[2], p[i], p[i + 1]\n"
                            "}\n");
}

/* burl sample has the level at each point, to a millionth of a cell of a function that changes by some units a cell. */
static void test_values(void **unused) {
  (void)unused;
  static const char *const recipes[] = {"fbm(perlin(), octaves: 5)", "perlin(x, y, t)", "length(x - 4, y)"};
  write_reader();
  for (int i = 0; i < COUNT(recipes); i++) {
    write_whole("r.burl", recipes[i]);
    const outcome *const o =
        shell("$burl contours -q r.burl --extent 0,0,8,8 --size 64x80 --interval 0.1 --time 0.5 -o c.json &&"
              " (echo level,x,y,t; awk -f points.awk c.json | awk '{print $1 \",\" $2 \",\" $3 \",0.5\"}') > c.csv &&"
              " $burl sample r.burl c.csv | awk -F, 'NR > 1 {d = $1 - $5; if (d*d > 1e-10) print} END {print NR}'");
    assert_int_equal(o->code, 0);
    assert_true(atoi(o->out) > 500);
    assert_null(strchr(strchr(o->out, '\n') + 1, '\n')); /* no point has another value */
  }
}

/* The points on a column that two extents share are the same, in the same digits. */
static void test_extents_meet(void **unused) {
  (void)unused;
  write_reader();
  for (int side = 0; side < 2; side++)
    assert_int_equal(
        shell("$burl contours -q -e 'fbm(perlin(), octaves: 5)' --extent %s --size 129x65 --interval 0.05 -o"
              " c.json && awk -f points.awk c.json | awk '$2 == 4' | sort -u > side%d",
              side ? "4,0,8,2" : "0,0,4,2", side)
            ->code,
        0);
  assert_true(atoi(shell("wc -l < side0")->out) > 10);
  assert_same_files("side0", "side1");
}

/* Whole grids have no values between samples; a hole has no line around it; a colour beside a number is passed over. */
static void test_what_contours_are_of(void **unused) {
  (void)unused;
  write_reader();
  burl_ok("contours -e 'fill(perlin())' --size 64x64 -o c.json --interval 0.25");
  assert_contains(shell("awk -f points.awk c.json | cut -d' ' -f1 | sort -gu | tr '\\n' ' '")->out, "0.0 0.25 0.5");
  burl_ok("contours -q -e 'a = rgb(1, 0, 0)\nb = x\nb' --result a,b --levels 3 -o c.json");
  assert_contains(shell("grep -c level c.json")->out, "1\n");
  burl_ok("contours -q -e 'length(x - 4, y - 4) < 2 ? 0/0 : x' --levels 3,4 -o c.json");
  assert_contains(shell("grep -c level c.json")->out, "4\n");
  assert_contains(burl_ok("contours -e '5' -o c.json")->err, "no contour: the values are all 5");
  assert_contains(burl_ok("contours -e '0/0' -o c.json")->err, "no contour: nowhere are the values numbers");
  assert_contains(burl_ok("contours -e 'x' --levels 9 -o c.json")->err, "the values are 0 to 8");
  assert_contains(shell("cat c.json")->out, "\"features\": [\n\n]");
}

/* Where numbers are too large to count levels one by one there is one, or none, and their end is found. */
static void test_large_values(void **unused) {
  (void)unused;
  burl_ok("contours -q -e '1e17' -o c.json");
  burl_ok("contours -q -e '1e10' --interval 1e-10 -o c.json");
  burl_ok("contours -q -e '1e17*(1 + x)' --interval 1e16 --base 1 -o c.json");
  assert_contains(shell("grep -c level c.json")->out, "81\n");
  assert_contains(burl("contours -q -e '1e30*(1 + x)' --interval 1e-300 -o c.json")->err, "at most 10000");
  assert_int_equal(burl("contours -q -e '1e30' --interval 1e-300 -o c.json")->code, 1);
}

/* Layers, millimetres, the paper turned as the drawing is; the same bytes again and with one thread. */
static void test_drawing(void **unused) {
  (void)unused;
  const char *const call = "contours -e 'fbm(perlin(), octaves: 4)' --extent 0,0,8,4 --interval 0.1 --index 5";
  assert_contains(burl_ok("%s -o a.svg --page a3", call)->err, "420 x 297 mm");
  const char *const text = shell("cat a.svg")->out;
  assert_contains(text, "width=\"420mm\" height=\"297mm\" viewBox=\"0 0 420 297\"");
  assert_contains(text, "inkscape:label=\"1 contours\"");
  assert_contains(text, "inkscape:label=\"2 index contours\"");
  burl_ok("%s -o b.svg --page a3 --threads 1", call);
  assert_same_files("a.svg", "b.svg");
  assert_contains(burl_ok("%s -o c.svg --page 100x80 --paper-margin 5", call)->err, "100 x 80 mm");
}

/* What stands in the layer of that label: how many paths. */
static int paths_of(const char *label) {
  return atoi(shell("awk '/<g /{on = index($0, \"%s\") > 0} on && /<path/{n++} END {print n + 0}' p.svg", label)->out);
}

/* Five pens: four share the levels, the lowest first, and the last draws each fifth level. */
static void test_pens(void **unused) {
  (void)unused;
  const char *const call = "contours -q -e 'x' --extent 0,0,8,8 --levels 0.5,1,1.5,2,2.5,3,3.5,4,4.5,5 -o p.svg";
  burl_ok("%s --pens 'red,#123,#456789,Black,gold' --index 5 --page A3 --paper-margin 15mm", call);
  const char *const text = shell("cat p.svg")->out;
  assert_contains(text, "width=\"297mm\" height=\"420mm\"");
  assert_contains(text, "inkscape:label=\"1 contours 0.5 to 1.5\" fill=\"none\" stroke=\"red\"");
  assert_contains(text, "inkscape:label=\"4 contours 4.5 to 5\" fill=\"none\" stroke=\"Black\"");
  assert_contains(text, "inkscape:label=\"5 index contours\" fill=\"none\" stroke=\"gold\" stroke-width=\"0.4\"");
  assert_int_equal(paths_of("1 contours"), 2); /* 0.5 is an index level, and so is 3 */
  assert_int_equal(paths_of("2 contours"), 2);
  assert_int_equal(paths_of("3 contours"), 2);
  assert_int_equal(paths_of("4 contours"), 2);
  assert_int_equal(paths_of("5 index"), 2);
  burl_ok("%s --pens blue --index 5", call);
  assert_int_equal(paths_of("1 contours"), 8);
  assert_int_equal(paths_of("2 index"), 2);
  assert_contains(shell("grep -c 'stroke=\"blue\"' p.svg")->out, "2");
  burl_ok("%s --pens a,b,c,d,e,f,g,h,i,j,k,l,m", call); /* more pens than levels */
  assert_int_equal(paths_of("contours"), 10);
}

/* Fewer points, none of which is far from the line. */
static void test_simplify(void **unused) {
  (void)unused;
  const char *const call = "contours -q -e 'fbm(perlin(), octaves: 4)' --interval 0.2";
  burl_ok("%s -o a.json", call), burl_ok("%s -o b.json --simplify 0.05", call);
  assert_contains(shell("test $(wc -c < b.json) -lt $(($(wc -c < a.json) / 4)) && echo less")->out, "less");
}

static void test_refused(void **unused) {
  (void)unused;
  static const refused_call calls[] = {
      {"-e 'x'", 2, "where to?"},
      {"-e 'x' -o c.png", 2, "c.png is not called .geojson, .json or .svg"},
      {"-e 'x' -o c.json --page a4", 2, "--page is of .svg"},
      {"-e 'x' -o c.json --pens red", 2, "--pens is of .svg"},
      {"-e 'x' -o c.svg --pens red,", 2, "'' is no colour"},
      {"-e 'x' -o c.svg --pens '#12'", 2, "'#12' is no colour"},
      {"-e 'x' -o c.svg --pens 'a\"b'", 2, "is no colour, as black or #1b4965 is"},
      {"-e 'x' -o c.svg --pens a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a", 2, "at most 16"},
      {"-e 'x' -o c.svg --paper-margin 15cm", 2, "'15cm' is not a number of millimetres from 0 to 1000"},
      {"-e 'x' -o c.svg --paper-margin -1mm", 2, "is not a number of millimetres"},
      {"-e 'x' -o c.json --index 5", 2, "--index is of .svg"},
      {"-e 'x' -o c.svg --page b9", 2, "--page: 'b9' is no paper"},
      {"-e 'x' -o c.svg --page 0x100", 2, "is no paper"},
      {"-e 'x' -o c.svg --page a6 --paper-margin 60", 2, "nothing of 105 x 148 mm is left"},
      {"-e 'x' -o c.svg --interval 0", 2, "--interval: '0' is not a number above 0"},
      {"-e 'x' -o c.svg --interval 1e-9", 1, "at most 10000"},
      {"-e 'x' -o c.svg --levels 1,1", 2, "levels rise, 1 doesn't"},
      {"-e 'x' -o c.svg --levels 1,2 --interval 3", 2, "take one"},
      {"-e 'x' -o c.svg --levels 1,2 --base 3", 2, "--base goes with --interval"},
      {"-e 'rgb(x, y, 0)' -o c.svg", 1, "no result that is a number"},
      {"-e 'x' -o c.svg --size 64", 2, "contours are of two axes"},
      {"-e 'x' -o c.svg --size 40000x40000", 2, "less than 2^30 samples"},
      {"-e 'x +' -o c.svg", 1, "an expression is missing"},
      {"-e 'x' -o nowhere/c.svg", 1, "nowhere/c.svg"},
  };
  check_refused("contours", calls, COUNT(calls));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)
  const struct CMUnitTest tests[] = {TEST(test_values),       TEST(test_extents_meet), TEST(test_what_contours_are_of),
                                     TEST(test_drawing),      TEST(test_pens),         TEST(test_simplify),
                                     TEST(test_large_values), TEST(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
