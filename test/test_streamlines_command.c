/* burl streamlines as a process: where its lines lead, on paper and in coordinates, and every way to get it wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "process.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* The first and the last number of the first line of GeoJSON. */
static void ends_of(const char *path, double first[2], double last[2]) {
  size_t length;
  char *const text = read_whole(path, &length);
  const char *at = strstr(text, "\"coordinates\": [ [ ");
  assert_non_null(at);
  at = strstr(at, "[ [ ") + 4;
  first[0] = strtod(at, (char **)&at), first[1] = strtod(at + 1, NULL);
  const char *const end = strstr(at, " ] ]");
  const char *begin = end;
  while (begin[-1] != '[') begin--;
  last[0] = strtod(begin, (char **)&begin), last[1] = strtod(begin + 1, NULL);
  free(text);
}

/* Downhill; along contours; along a field; whichever way the coordinates go. */
static void test_directions(void **unused) {
  (void)unused;
  double first[2], last[2];
  static const char *const extents[] = {"0,0,8,8", "8,8,0,0", "8,0,0,8", "0,8,8,0"};
  for (int i = 0; i < COUNT(extents); i++) {
    const char *const extent = extents[i];
    const int is_mirrored = i >= 2;
    burl_ok("streamlines -q -e 'x + 0.25*y' --extent %s -o s.json", extent);
    ends_of("s.json", first, last);
    assert_true(last[0] < first[0] - 4 && last[1] < first[1] - 1);
    burl_ok("streamlines -q -e 'x' --extent %s --turn 90 -o s.json", extent);
    ends_of("s.json", first, last);
    assert_true(last[0] - first[0] < 1e-6 && (is_mirrored ? last[1] > first[1] + 7 : last[1] < first[1] - 7));
    burl_ok("streamlines -q -e 'u = 1\nv = 0.25\nu*x*y' --result u,v --extent %s -o s.json", extent);
    ends_of("s.json", first, last);
    assert_true(last[0] > first[0] + 4 && last[1] > first[1] + 1);
  }
}

/* Millimetres of paper; fewer lines the farther apart they are; whole grids. */
static void test_apart(void **unused) {
  (void)unused;
  const char *const call = "streamlines -q -e 'x' --turn 90 -o s.svg";
  burl_ok("%s --apart 10 --page 220x220", call);
  const int few = atoi(shell("grep -c '<path' s.svg")->out);
  burl_ok("%s --apart 5 --page 220x220", call);
  const int more = atoi(shell("grep -c '<path' s.svg")->out);
  assert_true(few >= 18 && few <= 22 && more >= 36 && more <= 44);
  burl_ok("streamlines -q -e 'fill(100*perlin(x/300, y/300))' --extent 0,0,2000,2000 --size 64x64 -o s.json");
  assert_contains(burl_ok("streamlines -e '5 + 0*x' -o s.json")->err, "there is no line");
}

/* Equally many lines for each pen; the first has the lowest, or those where the field is weak. */
static void test_pens(void **unused) {
  (void)unused;
  for (int field = 0; field < 2; field++) {
    burl_ok("streamlines -q %s --extent 0,0,9,9 --page 290x290 --apart 5 --pens red,green,blue -o s.svg",
            field ? "-e 'u = 0\nv = 1 + x\nu*v*y' --result u,v" : "-e 'x' --turn 90");
    /* of each layer: its colour, how many lines it has, and where they begin from left to right */
    const char *const said =
        shell("awk -F'[M ]' '/<g /{split($0, p, /stroke=\"|\" stroke-w/); c = p[2]}"
              " /<path/{n[c]++; if (!(c in lo) || $3 < lo[c]) lo[c] = $3 + 0;"
              " if ($3 > hi[c]) hi[c] = $3 + 0} END {print (hi[\"red\"] < lo[\"green\"]),"
              " (hi[\"green\"] < lo[\"blue\"]), n[\"red\"] - n[\"blue\"], (n[\"red\"] > 8)}' s.svg")
            ->out;
    assert_true(strcmp(said, "1 1 0 1\n") == 0 || strcmp(said, "1 1 1 1\n") == 0);
  }
}

static void test_refused(void **unused) {
  (void)unused;
  static const refused_call calls[] = {
      {"-e 'x'", 2, "where to?"},
      {"-e 'x' -o s.png", 2, "s.png is not called .geojson, .json or .svg"},
      {"-e 'x' -o s.json --page a4", 2, "--page is of .svg"},
      {"-e 'x' -o s.json --paper-margin 3", 2, "--paper-margin is of .svg"},
      {"-e 'x' -o s.svg --apart 0", 2, "--apart"},
      {"-e 'x' -o s.svg --apart 1e-9", 2, "at most 20000"},
      {"-e 'x' -o s.svg --turn 400", 2, "--turn"},
      {"-e 'rgb(x, y, 0)' -o s.svg", 1, "no result that is a number"},
      {"-e 'x' -o s.svg --size 8x8x8", 2, "two axes"},
      {"-e 'x' -o s.svg --size 1x8", 2, "at least two samples"},
  };
  check_refused("streamlines", calls, COUNT(calls));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)
  const struct CMUnitTest tests[] = {TEST(test_directions), TEST(test_apart), TEST(test_pens), TEST(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
