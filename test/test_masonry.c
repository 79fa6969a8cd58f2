/* burl/masonry: what each stone, board and scale is, found by walking over it, against the distances, the places and
 * the numbers that the file gives; and the arcs of burl/patterns. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "burl.h"
#include "burl_inspect.h"
#include "compile.h"
#include "draw.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static burl_program *of_masonry(const char *expression) {
  char text[200];
  snprintf(text, sizeof text, "import burl/masonry\nimport burl/patterns\n%s", expression);
  return compile(text, 2);
}

/* ---- Stones in rows ---------------------------------------------------------------------------------------- */

static const struct {
  const char *edge, *id, *along, *across;
  double least[2], most[2]; /* lengths, heights */
} walls[] = {{"ashlar(2, 0.8, 0.5, 0)",
              "ashlar_id(2, 0.8, 0.5)",
              "ashlar_along(2, 0.8, 0.5)",
              "ashlar_across(0.5)",
              {1.2, 0.5},
              {2.8, 1.5}},
             {"ashlar(1.5, 1, 0, 0)",
              "ashlar_id(1.5, 1, 0)",
              "ashlar_along(1.5, 1, 0)",
              "ashlar_across(0)",
              {0.75, 1},
              {2.25, 1}},
             {"planks(6, 0.9)", "planks_id(6, 0.9)", "planks_along(6, 0.9)", "planks_across()", {3.3, 1}, {8.7, 1}}};

/* How far one can go from a place before the stone ends, in steps that are halved. */
static double way_out(const burl_program *id, double x, double y, double dx, double dy) {
  const double own = value_in_plane(id, x, y);
  double in = 0, out = 0;
  while (value_in_plane(id, x + out * dx, y + out * dy) == own) in = out, out += 0.11;
  for (int i = 0; i < 30; i++) {
    const double half = 0.5 * (in + out);
    if (value_in_plane(id, x + half * dx, y + half * dy) == own) in = half;
    else out = half;
  }
  return in;
}

static void check_stone(int w, burl_program *const *p, double x, double y) {
  const double left = way_out(p[1], x, y, -1, 0), right = way_out(p[1], x, y, 1, 0);
  const double up = way_out(p[1], x, y, 0, -1), down = way_out(p[1], x, y, 0, 1);
  const double edge = fmin(fmin(left, right), fmin(up, down)), id = value_in_plane(p[1], x, y);
  assert_true(id == floor(id) && id >= 0 && id < 16777216);
  if (fabs(value_in_plane(p[0], x, y) - edge) > 1e-5)
    fail_msg("%s at %g, %g: %g, not %g", walls[w].edge, x, y, value_in_plane(p[0], x, y), edge);
  assert_true(fabs(value_in_plane(p[2], x, y) - 0.5 * (left - right)) < 1e-5);
  assert_true(fabs(value_in_plane(p[3], x, y) - 0.5 * (up - down)) < 1e-5);
  assert_true(left + right > walls[w].least[0] - 1e-5 && left + right < walls[w].most[0] + 1e-5);
  assert_true(up + down > walls[w].least[1] - 1e-5 && up + down < walls[w].most[1] + 1e-5);
  const double corner = way_out(p[1], x + 0.999999 * right, y, 0, 1); /* a rectangle: as far down at its side */
  assert_true(fabs(corner - down) < 1e-4);
}

static void test_stones(void **unused) {
  (void)unused;
  draw_state = 1;
  for (int w = 0; w < COUNT(walls); w++) {
    burl_program *const p[] = {of_masonry(walls[w].edge), of_masonry(walls[w].id), of_masonry(walls[w].along),
                               of_masonry(walls[w].across)};
    for (int i = 0; i < 500; i++) check_stone(w, p, draw(-60, 60), draw(-60, 60));
    for (int k = 0; k < 4; k++) burl_free(p[k]);
  }
}

/* Above the end of a board another one goes on, by the share that is said. */
static void test_joints(void **unused) {
  (void)unused;
  burl_program *const id = of_masonry("planks_id(6, 0.8)");
  double least = 9;
  for (int row = 0; row < 300; row++) {
    const double end = way_out(id, 0.3, row + 0.5, 1, 0) + 0.3;
    least = fmin(least, fmin(way_out(id, end, row + 1.5, 1, 0), way_out(id, end, row + 1.5, -1, 0)));
  }
  assert_true(least > 6 * (0.5 - 0.8 / 2) - 1e-4 && least < 1.2);
  burl_free(id);
}

/* A corner of radius r, of a stone whose sides are known. */
static void test_corners(void **unused) {
  (void)unused;
  burl_program *const sharp = of_masonry("ashlar(2, 0.8, 0.5, 0)"), *const round =
                                                                        of_masonry("ashlar(2, 0.8, 0.5, 0.2)");
  burl_program *const along = of_masonry("e = ashlar(2, 0.8, 0.5, 0.2)\nlength(d(e, x), d(e, y))");
  burl_program *const id = of_masonry("ashlar_id(2, 0.8, 0.5)");
  draw_state = 2;
  for (int i = 0; i < 2000; i++) {
    const double x = draw(-60, 60), y = draw(-60, 60), there = value_in_plane(sharp, x, y),
                 here = value_in_plane(round, x, y);
    const double u = fmin(way_out(id, x, y, 1, 0), way_out(id, x, y, -1, 0));
    const double v = fmin(way_out(id, x, y, 0, 1), way_out(id, x, y, 0, -1));
    const double right = u < 0.2 && v < 0.2 ? 0.2 - hypot(0.2 - u, 0.2 - v) : there;
    assert_true(fabs(here - right) < 1e-5);
    assert_true(fabs(value_in_plane(along, x, y) - 1) < 1e-3);
  }
  burl_free(sharp);
  burl_free(round);
  burl_free(along);
  burl_free(id);
}

/* ---- Scales -------------------------------------------------------------------------------------------------- */

/* How far inside of a scale: of a box with round lower corners whose top is far. */
static double inside_scale(double u, double v, double r) {
  const double a = fmax(fabs(u) - 0.5 + r, 0), b = fmax(v - 0.5 + r, 0);
  return a > 0 && b > 0 ? r - hypot(a, b) : fmin(0.5 - fabs(u), 0.5 - v);
}

/* Scales are laid from the lowest row up: the last one over a place is seen. */
static void test_scales(void **unused) {
  (void)unused;
  static const double radii[] = {0.5, 0.2, 0};
  draw_state = 3;
  for (int k = 0; k < COUNT(radii); k++) {
    char text[64];
    burl_program *p[4];
    static const char *const gives[] = {"scales", "scales_edge", "scales_across", "scales_id"};
    for (int g = 0; g < 4; g++) snprintf(text, sizeof text, "%s(%g)", gives[g], radii[k]), p[g] = of_masonry(text);
    double ids[24][24] = {{0}};
    for (int i = 0; i < 4000; i++) {
      const double x = draw(0, 10), y = draw(0, 10), r = radii[k];
      int row = -1, column = -1;
      double u = 0, v = 0;
      for (int j = 22; j >= 0; j--) /* its middle 0.5*j down; it reaches 1/2 up and down */
        for (int c = 0; c < 12; c++) {
          const double cx = c + 0.5 - 0.5 * (j % 2), cy = 0.5 * j;
          if (fabs(x - cx) > 0.5 || fabs(y - cy) > 0.5 || inside_scale(x - cx, y - cy, r) <= 0) continue;
          row = j, column = c, u = x - cx, v = y - cy;
        }
      assert_true(row >= 0);
      const int border = fabs(fabs(u) - 0.5) < 1e-4 || inside_scale(u, v, r) < 1e-4;
      if (border) continue;
      assert_true(fabs(value_in_plane(p[0], x, y) - (v + 0.5)) < 1e-5);
      assert_true(fabs(value_in_plane(p[1], x, y) - inside_scale(u, v, r)) < 1e-5);
      assert_true(fabs(value_in_plane(p[2], x, y) - u) < 1e-5);
      if (ids[row][column] == 0) ids[row][column] = value_in_plane(p[3], x, y);
      assert_true(ids[row][column] == value_in_plane(p[3], x, y));
      if (column > 0) assert_true(ids[row][column] != ids[row][column - 1]);
      assert_true(ids[row][column] != ids[row + 1][column]);
    }
    for (int g = 0; g < 4; g++) burl_free(p[g]);
  }
}

/* ---- Arcs -------------------------------------------------------------------------------------------------------- */

/* In each cell quarters of circles around two corners; of the sides of the lines one is above 0, across all cells. */
static void test_arcs(void **unused) {
  (void)unused;
  burl_program *const p = of_masonry("truchet()");
  int turned = 0;
  draw_state = 4;
  for (int i = 0; i < 2000; i++) {
    const double x = draw(-30, 30), y = draw(-30, 30), u = x - floor(x), v = y - floor(y);
    const double a = fmin(fabs(hypot(u, v) - 0.5), fabs(hypot(1 - u, 1 - v) - 0.5));
    const double b = fmin(fabs(hypot(1 - u, v) - 0.5), fabs(hypot(u, 1 - v) - 0.5));
    const double here = value_in_plane(p, x, y);
    assert_true(fabs(fabs(here) - a) < 1e-5 || fabs(fabs(here) - b) < 1e-5);
    turned += fabs(fabs(here) - a) < 1e-5;
    const double corner =
        value_in_plane(p, floor(x) + 1e-6, floor(y) + 1e-6); /* those of one colour are all of a chessboard */
    assert_true(((int)(floor(x) + floor(y)) % 2 == 0) == (corner > 0) && fabs(fabs(corner) - 0.5) < 1e-3);
    const double beside = value_in_plane(p, ceil(x) - 1e-7, y), beyond = value_in_plane(p, ceil(x) + 1e-7, y);
    assert_true(fabs(beside - beyond) < 1e-5);
  }
  assert_true(turned > 800 && turned < 1300);
  burl_free(p);
}

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

static void test_tiles(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    double x, y;
  } rows[] = {{"ashlar(2, 0.8, 0.5, 0.1)", 8, 4},
              {"ashlar_id(2, 0.8, 0.5)", 8, 4},
              {"ashlar_along(2, 0.8, 0.5)", 8, 4},
              {"ashlar_across(0.5)", 1, 4},
              {"planks(3, 0.9)", 12, 6},
              {"planks_id(3, 0.9)", 12, 6},
              {"planks_along(3, 0.9)", 12, 6},
              {"planks_across()", 1, 1},
              {"scales(0.5)", 1, 1},
              {"scales_edge(0.2)", 3, 2},
              {"scales_across(0)", 1, 1},
              {"scales_id(0.5)", 6, 5},
              {"truchet()", 4, 6}};
  draw_state = 5;
  for (int k = 0; k < COUNT(rows); k++) {
    char text[96];
    snprintf(text, sizeof text, "tile(%s, %g, %g)", rows[k].text, rows[k].x, rows[k].y);
    burl_program *const p = of_masonry(text);
    for (int i = 0; i < 400; i++) {
      const double x = nearbyint(draw(-9, 9) * 512) / 512, y = nearbyint(draw(-9, 9) * 512) / 512;
      assert_true(value_in_plane(p, x, y) == value_in_plane(p, x + 5 * rows[k].x, y - 3 * rows[k].y));
    }
    burl_free(p);
  }
  burl_error error;
  assert_null(burl_compile("import burl/masonry\ntile(planks(3, 0.9), 12, 5)", 2, &error)); /* rows come in pairs */
  assert_null(burl_compile("import burl/masonry\ntile(planks(3, 0.9), 10, 6)", 2, &error));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_stones),  cmocka_unit_test(test_joints),
                                     cmocka_unit_test(test_corners), cmocka_unit_test(test_scales),
                                     cmocka_unit_test(test_arcs),    cmocka_unit_test(test_tiles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
