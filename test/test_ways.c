/* burl/ways on what is drawn: roads and pads are level to the bit, banks no steeper than asked, rivers fall all the
 * way, masks are where they are said to be. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "burl.h"
#include "compile.h"
#include "draw.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define GROUND "h = 9*fbm(simplex(x/7, y/7))\n"

/* A line that falls from 5 to 1, and a square. */
static const double line[][2] = {{-20, -3}, {-8, 4}, {3, -2}, {12, 5}, {25, 1}};
static const double heights[] = {5, 4, 2.5, 2, 1};
static const double square[][2] = {{-6, -6}, {6, -6}, {6, 6}, {-6, 6}};

static burl_program *program_of(const char *lines) {
  static const burl_path way = {0, COUNT(line), 0, BURL_LINE}, area = {0, COUNT(square), 0, BURL_RING};
  static const char *const names[] = {"z"};
  static const burl_shapes shapes[] = {{line[0], COUNT(line), &way, 1, names, heights, 1},
                                       {square[0], COUNT(square), &area, 1, NULL, NULL, 0}};
  char text[600];
  snprintf(text, sizeof text, "import burl/ways\n" GROUND "%s", lines);
  burl_program *const program = compile(text, 2);
  const char *name;
  for (int i = 0; (name = burl_image_name(program, i)); i++)
    assert_int_equal(burl_set_image(program, name, &(burl_field){.shapes = &shapes[*name == 'a']}), BURL_OK);
  return program;
}

#define WAY "d = lines(\"l\")\nbed = lines(\"l\", value: \"z\")\n"

static void test_level(void **state) {
  (void)state;
  burl_program *const ground = program_of("h"), *const bed = program_of("lines(\"l\", value: \"z\")"),
                      *const d = program_of("lines(\"l\")"), *const inside = program_of("areas(\"a\", give: distance)"),
                      *const road = program_of(WAY "road(h, d, bed, 1.5, 0.5)"),
                      *const pad = program_of("pad(h, areas(\"a\", give: distance), 2.3, 0.5)");
  int levels[3] = {0};
  for (int i = 0; i < 4000; i++) {
    const double x = draw(-22, 27), y = draw(-9, 9), h = value_in_plane(ground, x, y), z = value_in_plane(bed, x, y);
    const double away = value_in_plane(d, x, y), made = value_in_plane(road, x, y);
    const double off = value_in_plane(inside, x, y), level = value_in_plane(pad, x, y);
    if (away <= 1.5) assert_true(made == z);
    if (off <= 0) assert_true(level == (double)2.3F);
    levels[0] += away <= 1.5, levels[1] += off <= 0, levels[2] += made == h;
    assert_true(made >= fmin(h, z) && made <= fmax(h, z)); /* between the ground and the bed */
    if (away > 1.5 && made != h) assert_true(fabs(fabs(made - z) - 0.5 * (away - 1.5)) < 1e-5);
    if (off > 0 && level != h) assert_true(fabs(fabs(level - 2.3) - 0.5 * off) < 1e-5);
  }
  assert_true(levels[0] > 300 && levels[1] > 300 && levels[2] > 300);
  burl_free(ground), burl_free(bed), burl_free(d), burl_free(inside), burl_free(road), burl_free(pad);
}

/* In the middle of the line and on its banks. */
static void test_rivers_fall(void **state) {
  (void)state;
  burl_program *const river = program_of(WAY "river(h, d, bed, 1.5, 0.75, 0.5)");
  burl_program *const evenly =
      program_of("river(h, lines(\"l\"), falling(lines(\"l\", give: along), 5, 0.05), 1.5, 0.75, 0.5)");
  double before[2] = {INFINITY, INFINITY};
  for (int s = 0; s + 1 < COUNT(line); s++)
    for (int i = 0; i <= 64; i++) {
      const double x = line[s][0] + i / 64.0 * (line[s + 1][0] - line[s][0]);
      const double y = line[s][1] + i / 64.0 * (line[s + 1][1] - line[s][1]);
      const double bed = value_in_plane(river, x, y), other = value_in_plane(evenly, x, y);
      assert_true(i == 0 || (bed < before[0] && other < before[1]));
      assert_true(fabs(bed + 0.75 - (heights[s] + i / 64.0 * (heights[s + 1] - heights[s]))) < 1e-5);
      before[0] = bed, before[1] = other;
    }
  burl_free(river), burl_free(evenly);
}

static void test_masks(void **state) {
  (void)state;
  static const struct {
    const char *mask;
    double at[7]; /* 0, 1, … away from the line */
  } rows[] = {
      {"on_way(d, 2, 1)", {1, 1, 0.5, 0, 0, 0, 0}},      {"on_way(d, 3, 4)", {1, 1, 0.84375, 0.5, 0.15625, 0, 0}},
      {"beside(d, 2, 2, 1)", {0, 0, 0.5, 1, 0.5, 0, 0}}, {"crest(d, 4)", {1, 0.84375, 0.5, 0.15625, 0, 0, 0}},
      {"crest(-d, 2)", {1, 0.5, 0, 0, 0, 0, 0}},         {"on_way(d, 2, 0)", {1, 1, 0.5, 0, 0, 0, 0}},
      {"dashes(d, 2, 1)", {1, 1, 0, 1, 1, 0, 1}}};
  for (int r = 0; r < COUNT(rows); r++) {
    char text[200];
    snprintf(text, sizeof text, "d = abs(lines(\"l\"))\n%s", rows[r].mask);
    burl_program *const program = program_of(text);
    const burl_range bounds = burl_bounds(program, 0);
    if (bounds.lo < 0 || bounds.hi > 1.000004 || bounds.may_be_nan)
      fail_msg("%s is in %g to %g", rows[r].mask, bounds.lo, bounds.hi);
    for (int i = 0; i < 7; i++) {
      const double x = line[0][0] - 0.6 * i, y = line[0][1] - 0.8 * i; /* behind its beginning */
      const double value = value_in_plane(program, x, y);
      if (fabs(value - rows[r].at[i]) > 1e-5 && !(r == 5 && i == 2))
        fail_msg("%s at %d: %g, not %g", rows[r].mask, i, value, rows[r].at[i]);
    }
    burl_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_level), cmocka_unit_test(test_rivers_fall),
                                     cmocka_unit_test(test_masks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
