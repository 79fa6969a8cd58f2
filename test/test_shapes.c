/* burl's own library: distances of burl/shapes against the nearest points of their borders, found by halving along the
 * lines of a grid; their gradients; the periods and values of burl/patterns and burl/waves; all of them as code. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl_inspect.h"
#include "compile.h"
#include "draw.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* A shape within 2.4 of the origin. */
static const char *const exact[] = {"circle(1)",
                                    "ring(1, 0.3)",
                                    "arc(1, 100, 0.2)",
                                    "arc(1, 250, 0.2)",
                                    "arc(1, 360, 0.2)",
                                    "pie(1.2, 80)",
                                    "pie(1.2, 280)",
                                    "pie(1.2, 180)",
                                    "cut_circle(1.2, 0.4)",
                                    "cut_circle(1.2, -0.4)",
                                    "cut_circle(1, 0)",
                                    "vesica(1.2, 0.6)",
                                    "moon(1.2, 0.5, 1)",
                                    "moon(1.2, 1.4, 0.6)",
                                    "moon(1, 0.3, 1.1)",
                                    "heart(2)",
                                    "heart(1)",
                                    "egg(0.9, 0.3)",
                                    "egg(1, 0)",
                                    "box(2, 1)",
                                    "box(1, 3)",
                                    "rounded_box(2, 1.2, 0.3)",
                                    "rounded_box(2, 1, 0.5)",
                                    "cross(2.4, 0.8)",
                                    "cross(3, 0.2)",
                                    "capsule(-1, -0.5, 1, 0.7, 0.3)",
                                    "capsule(1, 1, 1, 1, 0.3)",
                                    "triangle(-1, 1, 1, 0.6, 0.3, -1.1)",
                                    "triangle(1, 0.6, -1, 1, 0.3, -1.1)",
                                    "quad(-1, -1, 1, -0.8, 1.2, 1, -0.7, 0.6)",
                                    "trapezoid(1, 2, 1.4)",
                                    "trapezoid(2, 0, 1.4)",
                                    "parallelogram(1.8, 1.2, 0.4)",
                                    "parallelogram(1.8, 1.2, -0.4)",
                                    "rhombus(2.4, 1.4)",
                                    "rhombus(1, 3)",
                                    "star(5, 1.3, 0.6)",
                                    "star(7, 1.3, 0.9)",
                                    "star(3, 1.5, 0.2)",
                                    "polygon(3, 1.2)",
                                    "polygon(4, 1.2)",
                                    "polygon(5, 1.2)",
                                    "hexagon(1.2)",
                                    "shift(circle(1), 0.5, -0.3)",
                                    "rotate(box(2, 1), 30)",
                                    "grown(hexagon(1), 0.4)",
                                    "outline(circle(1), 0.3)"};

static burl_program *of_library(const char *expression) {
  char text[512];
  snprintf(text, sizeof text, "import burl/shapes\nimport burl/patterns\nimport burl/waves\n%s", expression);
  return compile(text, 2);
}

/* ---- Borders ------------------------------------------------------------------------------------------ */

enum { SIDE = 501, MOST_BORDER = 20000 };
static const double extent = 2.5;

typedef struct {
  double x[MOST_BORDER], y[MOST_BORDER];
  int count;
} border;

/* Adds where the sign changes between two points. */
static void add_between(border *b, const burl_program *p, double x0, double y0, double x1, double y1) {
  const int below = value_in_plane(p, x0, y0) <= 0;
  for (int i = 0; i < 20; i++) {
    const double x = 0.5 * (x0 + x1), y = 0.5 * (y0 + y1);
    if ((value_in_plane(p, x, y) <= 0) == below) x0 = x, y0 = y;
    else x1 = x, y1 = y;
  }
  assert_true(b->count < MOST_BORDER);
  b->x[b->count] = x0;
  b->y[b->count++] = y0;
}

static void find_border(border *b, const burl_program *p) {
  static float value[SIDE][SIDE];
  const double step = 2 * extent / (SIDE - 1);
  const burl_grid grid = {.size = {SIDE, SIDE}, .origin = {-extent, -extent}, .step = {step, step}};
  assert_int_equal(burl_sample_grid(p, &grid, &value[0][0]), BURL_OK);
  b->count = 0;
  for (int j = 0; j < SIDE; j++)
    for (int i = 0; i < SIDE; i++) {
      const double x = -extent + i * step, y = -extent + j * step;
      const int below = value[j][i] <= 0;
      assert_true(value[j][i] == value[j][i]);
      if (i + 1 < SIDE && below != (value[j][i + 1] <= 0)) add_between(b, p, x, y, x + step, y);
      if (j + 1 < SIDE && below != (value[j + 1][i] <= 0)) add_between(b, p, x, y, x, y + step);
    }
}

static double to_border(const border *b, double x, double y) {
  double least = INFINITY;
  for (int i = 0; i < b->count; i++) least = fmin(least, hypot(b->x[i] - x, b->y[i] - y));
  return least;
}

/* A corner or a tip of the border may lie some steps from what the grid's lines meet of it. */
static void test_distances(void **unused) {
  (void)unused;
  static border b;
  draw_state = 1;
  for (int k = 0; k < COUNT(exact); k++) {
    burl_program *const p = of_library(exact[k]);
    find_border(&b, p);
    assert_true(b.count > 50);
    for (int i = 0; i < 400; i++) {
      const double x = draw(-extent, extent), y = draw(-extent, extent);
      const double said = fabs(value_in_plane(p, x, y)), found = to_border(&b, x, y);
      if (said > found + 2e-5 || found > said + 0.03)
        fail_msg("%s at %g, %g: %g, and %g is found", exact[k], x, y, said, found);
    }
    burl_free(p);
  }
}

/* Without a border that is closed. */
static void test_lines(void **unused) {
  (void)unused;
  burl_program *const line = of_library("half_plane(30)"), *const way = of_library("segment(-1, -0.5, 1, 0.7)");
  assert_true(fabs(value_in_plane(line, cos(acos(-1) / 6), sin(acos(-1) / 6))) < 1e-6);
  assert_true(fabs(value_in_plane(line, sin(acos(-1) / 6), -cos(acos(-1) / 6)) + 1) < 1e-6);
  assert_true(value_in_plane(way, -1, -0.5) == 0 && fabs(value_in_plane(way, -2, -0.5) - 1) < 1e-6);
  burl_free(way);
  burl_free(line);
}

/* Of an ellipse against points of it: how far it is off, of its longer half axis. */
static void test_ellipses(void **unused) {
  (void)unused;
  static const double axes[][2] = {{3, 1.6}, {1, 3}, {2, 2}, {4, 1}, {4, 0.4}};
  enum { POINTS = 20000 };
  double worst = 0;
  draw_state = 2;
  for (int k = 0; k < COUNT(axes); k++) {
    char text[64];
    snprintf(text, sizeof text, "ellipse(%g, %g)", axes[k][0], axes[k][1]);
    burl_program *const p = of_library(text);
    const double a = axes[k][0] / 2, b = axes[k][1] / 2;
    assert_true(fabs(value_in_plane(p, 0, 0) + fmin(a, b)) < 1e-4);
    for (int i = 0; i < 200; i++) {
      const double x = draw(-extent, extent), y = draw(-extent, extent);
      double least = INFINITY;
      for (int j = 0; j < POINTS; j++) {
        const double turn = 2 * acos(-1) * j / POINTS;
        least = fmin(least, hypot(a * cos(turn) - x, b * sin(turn) - y));
      }
      const double sign = x * x / (a * a) + y * y / (b * b) < 1 ? -1 : 1;
      worst = fmax(worst, fabs(value_in_plane(p, x, y) - sign * least) / fmax(a, b));
    }
    burl_free(p);
  }
  print_message("ellipses: within %.2g of the longer half axis\n", worst);
  assert_true(worst < 2e-3);
}

/* The exact derivative has the length 1, but where two parts of the border are equally near. */
static void test_gradients(void **unused) {
  (void)unused;
  draw_state = 3;
  for (int k = 0; k < COUNT(exact); k++) {
    char text[256];
    snprintf(text, sizeof text, "e = %s\nlength(d(e, x), d(e, y))", exact[k]);
    burl_program *const p = of_library(text);
    int wrong = 0;
    for (int i = 0; i < 500; i++) {
      const double x = draw(-extent, extent), y = draw(-extent, extent);
      wrong += !(fabs(value_in_plane(p, x, y) - 1) < 1e-3);
    }
    if (wrong > 2) fail_msg("%s: %d of 500 gradients aren't 1", exact[k], wrong);
    burl_free(p);
  }
}

/* ---- What repeats ---------------------------------------------------------------------------------------- */

static void test_periods(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    double x, y;
  } rows[] = {{"checker(x, y)", 2, 2}, {"stripes(x, 0.3)", 1, 0},           {"dots(0.2)", 1, 1},
              {"polka(0.2)", 1, 1},    {"wave(x/4, sine)", 4, 0},           {"zigzag(x, y % 3)", 1, 3},
              {"pulse(y, 0.5)", 0, 1}, {"repeated(circle(1), 4, 2)", 4, 2}, {"repeated(star(5, 1, 0.5), 3, 3)", 3, 3}};
  for (int k = 0; k < COUNT(rows); k++) {
    burl_program *const p = of_library(rows[k].text);
    const double x = burl_repeat_along(p, 0), y = burl_repeat_along(p, 1);
    if (x != rows[k].x || y != rows[k].y) fail_msg("%s repeats after %g, %g", rows[k].text, x, y);
    burl_free(p);
  }
}

static void test_values(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    double x, y, value;
  } rows[] = {{"checker(x, y)", 0.5, 0.5, 0},
              {"checker(x, y)", -0.5, 0.5, 1},
              {"checker(x, y)", 1.5, 1.5, 0},
              {"stripes(x, 0.3)", 5.2, 9, 1},
              {"stripes(x, 0.3)", -0.2, 9, 0},
              {"rings(2)", 3, 4, 0.5},
              {"rays(4)", 1, 1, 0.5},
              {"spiral(1, 8)", 0, 4, 0.75},
              {"zigzag(x, y)", 0.5, 0.9, 0},
              {"zigzag(x, y)", 0, 0.1, 1},
              {"dots(0.2)", 3.1, -2.1, 1},
              {"dots(0.2)", 0.5, 0.5, 0},
              {"polka(0.2)", 0.5, 0.5, 1},
              {"wave(x, sine)", 0.25, 0, 1},
              {"wave(x, triangle)", 0.25, 0, 1},
              {"wave(x, triangle)", 0.5, 0, 0},
              {"wave(x, triangle)", -0.25, 0, -1},
              {"wave(x, saw)", 0, 0, -1},
              {"wave(x, saw)", -0.25, 0, 0.5},
              {"wave(x, square)", 0.25, 0, 1},
              {"wave(x, square)", 0.75, 0, -1},
              {"pulse(x, 0.1)", 3.05, 0, 1},
              {"mask(circle(1), 0.5)", 1, 0, 0.5},
              {"union(circle(1), box(4, 1))", 2, 0, 0},
              {"intersection(circle(1), box(4, 1))", 0, 0, -0.5},
              {"difference(circle(1), box(4, 1))", 0, 0, 0.5},
              {"exclusive(circle(1), box(4, 1))", 0, 0, 0.5},
              {"smooth_union(1, 1, 0.5)", 0, 0, 0.875},
              {"grown(circle(1), 0.5)", 2, 0, 0.5}};
  for (int k = 0; k < COUNT(rows); k++) {
    burl_program *const p = of_library(rows[k].text);
    const double value = value_in_plane(p, rows[k].x, rows[k].y);
    if (fabs(value - rows[k].value) > 1e-6)
      fail_msg("%s at %g, %g is %.9g, not %g", rows[k].text, rows[k].x, rows[k].y, value, rows[k].value);
    burl_free(p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_distances), cmocka_unit_test(test_lines),   cmocka_unit_test(test_ellipses),
      cmocka_unit_test(test_gradients), cmocka_unit_test(test_periods), cmocka_unit_test(test_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
