/* A page for a plotter: sizes of paper, the order of lines, and the SVG. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw.h"
#include "pen/pen.h"
#include "scale.h"

static void test_paper(void **state) {
  (void)state;
  double size[2];
  assert_int_equal(pen_paper("a4", size), 0);
  assert_true(size[0] == 210 && size[1] == 297);
  assert_int_equal(pen_paper("300x200.5", size), 0);
  assert_true(size[0] == 300 && size[1] == 200.5);
  assert_int_equal(pen_paper("300x200.5mm", size), 0);
  assert_true(size[0] == 300 && size[1] == 200.5);
  assert_int_equal(pen_paper("A3", size), 0);
  assert_true(size[0] == 297 && size[1] == 420);
  static const char *const none[] = {"a9",    "a44",       "",      "300",      "300x",      "x200",
                                     "0x200", "300x20000", "nanx3", "300x200m", "300mmx200", "300x200mmm"};
  for (int i = 0; i < (int)(sizeof none / sizeof *none); i++) assert_int_equal(pen_paper(none[i], size), -1);
  const pen_frame frame = pen_frame_of(2, 1, (double[]){100, 80}, 10);
  assert_true(frame.scale == 40 && frame.left == 10 && frame.top == 20);
}

/* ---- Order --------------------------------------------------------------------------------------- */

enum { LINES = 60, MOST = 5 };

typedef struct {
  pen_page page;
  pen_line lines[LINES];
  pen_point points[LINES * MOST];
} drawing;

static const pen_layer pens[] = {{"fine & <thin>", "black", 0.25}, {"wide", "#a04020", 0.5}};

static void draw_lines(drawing *d, int count) {
  d->page = (pen_page){100, 60, pens, 2, d->lines, count, d->points, 0, "\"a\" <title> & more"};
  for (int l = 0; l < count; l++) {
    d->lines[l] = (pen_line){l * MOST, (int)draw(2, MOST + 1), draw(0, 1) < 0.3};
    for (int i = 0; i < MOST; i++) d->points[l * MOST + i] = (pen_point){draw(0, 100), draw(0, 60)};
    if (d->lines[l].count > 3 && draw(0, 1) < 0.3) d->points[l * MOST + d->lines[l].count - 1] = d->points[l * MOST];
  }
}

static double apart(pen_point a, pen_point b) { return hypot(a.x - b.x, a.y - b.y); }

static pen_point end_of(const drawing *d, int line, int is_last) {
  return d->points[d->lines[line].first + (is_last ? d->lines[line].count - 1 : 0)];
}

/* No line behind is nearer to where the pen is than the next one. */
static void test_order(void **state) {
  (void)state;
  static drawing d, was;
  for (int round = 0; round < few_of_test(200); round++) {
    const int count = (int)draw(0, LINES);
    double drawn, between, sum = 0, all = 0;
    draw_lines(&d, count);
    was = d;
    assert_int_equal(pen_order(&d.page, &drawn, &between), 0);
    pen_point pen = {0, 0};
    for (int l = 0; l < count; l++) {
      const double way = apart(pen, end_of(&d, l, 0));
      for (int other = l; other < count; other++)
        for (int end = 0; end < 2 && d.lines[other].layer == d.lines[l].layer; end++)
          assert_true(apart(pen, end_of(&d, other, end)) >= way);
      assert_true(l == 0 || d.lines[l].layer >= d.lines[l - 1].layer);
      pen = end_of(&d, l, 1);
      sum += way;
      for (int i = 1; i < d.lines[l].count; i++)
        all += apart(d.points[d.lines[l].first + i - 1], d.points[d.lines[l].first + i]);
    }
    assert_true(fabs(sum - between) < 1e-9 && fabs(all - drawn) < 1e-9);
    int seen[LINES] = {0}; /* each line is there once, as it was or turned */
    for (int l = 0; l < count; l++) {
      const int which = (int)(d.lines[l].first / MOST), points = (int)was.lines[which].count;
      const pen_point *const now = d.points + d.lines[l].first, *const before = was.points + d.lines[l].first;
      assert_int_equal(seen[which]++, 0);
      const int is_turned = memcmp(now, before, sizeof *now) != 0;
      for (int i = 0; i < points; i++)
        assert_memory_equal(&now[i], &before[is_turned ? points - 1 - i : i], sizeof *now);
    }
  }
}

/* ---- SVG ----------------------------------------------------------------------------------------- */

static int count_of(const char *text, const char *part) {
  int count = 0;
  for (const char *at = text; (at = strstr(at, part)); at++) count++;
  return count;
}

static void test_svg(void **state) {
  (void)state;
  static drawing d;
  size_t length;
  draw_lines(&d, 3);
  for (int l = 0; l < 3; l++) d.lines[l] = (pen_line){l * MOST, 3 + l, l == 2};
  d.points[0] = (pen_point){1, 2}, d.points[1] = (pen_point){3.00049, -0.0001}, d.points[2] = (pen_point){5, 6.5};
  d.points[MOST + 3] = d.points[MOST], d.points[2 * MOST + 4] = (pen_point){9, 9};
  for (int smooth = 0; smooth < 2; smooth++) {
    d.page.is_smooth = smooth;
    char *const text = pen_svg(&d.page, &length);
    assert_int_equal(length, strlen(text));
    assert_non_null(strstr(text, "<title>&quot;a&quot; &lt;title> &amp; more</title>"));
    assert_non_null(strstr(text, "inkscape:label=\"1 fine &amp; &lt;thin>\" fill=\"none\" stroke=\"black\""));
    assert_non_null(strstr(text, "stroke=\"#a04020\" stroke-width=\"0.5\""));
    if (!smooth) assert_non_null(strstr(text, "<path d=\"M1 2l2 -2l2 6.5\"/>"));
    assert_int_equal(count_of(text, "<path"), 3);
    assert_int_equal(count_of(text, "Z\"/>"), 1);
    assert_int_equal(count_of(text, "<path d=\"M1 2c"), smooth);
    free(text);
  }
}

/* A curve goes through the points, and as smoothly as its neighbours say: of a circle it stays within a few
 * thousandths. */
static void test_curve(void **state) {
  (void)state;
  enum { SIDES = 24 };
  pen_point points[SIDES + 1];
  pen_line line = {0, SIDES + 1, 0};
  size_t length;
  for (int i = 0; i <= SIDES; i++) {
    const double angle = 6.283185307179586 * (i % SIDES) / SIDES;
    points[i] = (pen_point){50 + 40 * cos(angle), 50 + 40 * sin(angle)};
  }
  const pen_page page = {100, 100, pens, 1, &line, 1, points, 1, NULL};
  char *const text = pen_svg(&page, &length);
  const char *at = strstr(text, "d=\"M") + 4;
  double p[8] = {0};
  int used, pieces = 0;
  assert_int_equal(sscanf(at, "%lf %lf%n", &p[0], &p[1], &used), 2);
  for (at += used; *at == 'c'; at += used, pieces++) {
    assert_int_equal(sscanf(at, "c%lf %lf %lf %lf %lf %lf%n", &p[2], &p[3], &p[4], &p[5], &p[6], &p[7], &used), 6);
    for (int i = 2; i < 8; i++) p[i] += p[i % 2];
    for (double u = 0; u <= 1; u += 0.125) {
      const double v = 1 - u, w[4] = {v * v * v, 3 * u * v * v, 3 * u * u * v, u * u * u};
      const double x = w[0] * p[0] + w[1] * p[2] + w[2] * p[4] + w[3] * p[6],
                   y = w[0] * p[1] + w[1] * p[3] + w[2] * p[5] + w[3] * p[7];
      assert_true(fabs(hypot(x - 50, y - 50) - 40) < 0.02);
    }
    p[0] = p[6], p[1] = p[7];
  }
  assert_int_equal(pieces, SIDES);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_paper), cmocka_unit_test(test_order),
                                     cmocka_unit_test(test_svg), cmocka_unit_test(test_curve)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
