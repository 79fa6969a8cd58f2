/* burl figures: those of growth rings show what their captions say, read from their paths, labels and pixels. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "figure.h"
#include "pixels.h"
#include "process.h"
#include "svg.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* ---- Grain ---------------------------------------------------------------------------------------- */

static void check_rising_roughness(const char *svg) {
  double before = 0;
  for (int i = 0; i < 4; i++) {
    pixels p = pixels_of(svg, i);
    const double rough = pixels_roughness(&p);
    if (rough < 1.2 * before) fail_msg("picture %d: %g after %g", i, rough, before);
    before = rough;
    pixels_free(&p);
  }
}

/* The picture passes through the labels at their points, and repeats: its right edge goes on at the left one. */
static void check_patch(const char *svg) {
  char *const points = svg_group(svg, "points");
  pixels p = pixels_of(svg, 0);
  double seam = 0;
  assert_int_equal(svg_count(points, "<circle "), 16);
  for (int k = 0; k < 16; k++) {
    const svg_circle point = svg_circle_of(points, k);
    const svg_label label = svg_label_of(points, k);
    figure_near(label.x, point.x, 0.1, "a label's place");
    figure_near(pixels_under(&p, point.x, point.y)[0], 255 * svg_number(label.text), 3, "a control point");
  }
  for (int k = 0; k < p.rows; k++) {
    seam = fmax(seam, fabs(pixels_grey(&p, 0, k) - pixels_grey(&p, p.columns - 1, k)));
    seam = fmax(seam, fabs(pixels_grey(&p, k, 0) - pixels_grey(&p, k, p.rows - 1)));
  }
  if (seam > 6) fail_msg("there is a seam of %g", seam);
  const svg_path frame = svg_path_of(svg, "accent", 0); /* between the four points in the middle */
  figure_near(frame.x[0], svg_circle_of(points, 5).x, 0.1, "the patch");
  figure_near(frame.y[2], svg_circle_of(points, 10).y, 0.1, "the patch");
  pixels_free(&p);
  free(points);
}

/* ---- Rings ---------------------------------------------------------------------------------------- */

/* The curve of a group, with the axis beside it, whose labels number `label` and the next one are. */
typedef struct {
  svg_path curve;
  svg_axis y;
} row;

static row row_of(const char *svg, const char *name, const char *tone, int label) {
  char *const group = svg_group(svg, name);
  const row r = {svg_path_of(group, tone, 0), svg_axis_y(svg, label)};
  free(group);
  return r;
}

static double row_at(const row *r, double x) { return svg_value(r->y, svg_height_at(&r->curve, x)); }

/* Jumps of the third row are where the second one passes a whole number, and nowhere else. */
static void check_fraction(const char *svg) {
  const row grain = row_of(svg, "grain", "ink", 0), ten = row_of(svg, "ten", "ink", 4),
            rings = row_of(svg, "rings", "plus", 8);
  int passed = 0, jumps = 0;
  for (int i = 1; i < 600; i++) {
    const double x = grain.curve.x[0] + 620.0 / 600 * i, before = x - 620.0 / 600, value = row_at(&ten, x);
    const double from = nearbyint(value);
    figure_near(value, 10 * row_at(&grain, x), 0.05, "ten times the grain");
    if (fabs(value - from) > 0.12) figure_near(row_at(&rings, x), value - floor(value), 0.06, "the fraction");
    passed += floor(value) != floor(row_at(&ten, before));
    jumps += fabs(row_at(&rings, x) - row_at(&rings, before)) > 0.5;
  }
  assert_true(passed >= 8);
  assert_int_equal(jumps, passed);
}

/* How much greys change from column to column on lattice lines, beside how much they do between them; without the
 * jumps. */
static double change_on_lines(const pixels *p, double every) {
  double change[2] = {0};
  int count[2] = {0};
  for (double at = every; at + every / 2 + 3 < p->columns; at += every)
    for (int between = 0; between < 2; between++)
      for (int j = 0; j < p->rows; j++) {
        const int column = (int)lround(at + between * every / 2);
        const double step = fabs(pixels_grey(p, column, j) - pixels_grey(p, column - 1, j));
        if (step < 60) change[between] += step, count[between]++;
      }
  return change[0] / count[0] / (change[1] / count[1]);
}

/* Linear blends have corners; a cosine is level on lattice lines; Catmull-Rom has none of either. */
static void check_rings(const char *svg) {
  static const struct {
    const char *interp, *title;
    double corners[2], change[2]; /* at least, at most */
  } expected[3] = {{"linear", "linear", {2.5, 99}, {0.4, 2}},
                   {"cosine", "cosine", {0, 2.5}, {0, 0.3}},
                   {"catmull_rom", "Catmull-Rom", {0, 1.6}, {0.4, 2}}};
  for (int i = 0; i < 3; i++) {
    char *const group = svg_group(svg, expected[i].interp);
    pixels p = pixels_of(group, 0);
    const double corners = pixels_creases(&p, p.columns / 4.0), change = change_on_lines(&p, p.columns / 4.0);
    if (!(corners >= expected[i].corners[0] && corners <= expected[i].corners[1] && change >= expected[i].change[0] &&
          change <= expected[i].change[1]))
      fail_msg("%s: corners %g, change %g", expected[i].interp, corners, change);
    assert_true(svg_label_with(svg, expected[i].title).x == p.box[0]);
    free(group);
    pixels_free(&p);
  }
}

static double column_difference(const pixels *p, int a, int b) {
  double sum = 0;
  for (int j = 0; j < p->rows; j++) sum += fabs(pixels_grey(p, a, j) - pixels_grey(p, b, j));
  return sum / p->rows;
}

/* Both halves are the same, in the article's colours; across the dashes nothing changes more than elsewhere. */
static void check_plank(const char *svg) {
  pixels p = pixels_of(svg, 0);
  const int half = p.columns / 2;
  double usual = 0;
  for (int i = 0; i < half; i++) {
    figure_near(column_difference(&p, i, i + half), 0, 0.05, "the halves");
    usual += column_difference(&p, i, i + 1) / half;
  }
  assert_true(usual > 1 && column_difference(&p, half - 1, half) < 2 * usual);
  for (int i = 0; i < p.columns * p.rows; i++) {
    const unsigned char *const c = p.rgba + 4 * i;
    figure_near(c[1], c[0] * 0.45, 4, "green beside red");
    figure_near(c[2], c[0] * 0.1, 6, "blue beside red");
  }
  const svg_path dashes = svg_path_of(svg, "accent", 0);
  figure_near(dashes.x[0], p.box[0] + p.box[2] / 2, 0.1, "the dashes");
  pixels_free(&p);
}

/* Dark edges of rings along a row of the end, from the pith to the right. */
static int rings_along(const pixels *p, int from, int at) {
  int count = 0, was_dark = 0;
  for (int i = from; i < p->columns && pixels_at(p, i, at)[3] == 255; i++) {
    const int is_dark = pixels_grey(p, i, at) < 170;
    count += is_dark && !was_dark;
    was_dark = is_dark;
  }
  return count;
}

/* A body on a clear page; about the pith, whose place is that of the end's middle, lie rings, fewer than ten. */
static void check_log(const char *svg) {
  pixels p = pixels_of(svg, 0);
  static const double pith[2] = {0.75, 0.63};
  const int right = p.columns - 1, low = p.rows - 1;
  assert_int_equal(
      pixels_at(&p, 0, 0)[3] + pixels_at(&p, right, 0)[3] + pixels_at(&p, 0, low)[3] + pixels_at(&p, right, low)[3], 0);
  assert_int_equal(pixels_at(&p, p.columns / 2, p.rows / 2)[3], 255);
  const int rings = rings_along(&p, (int)(pith[0] * p.columns), (int)(pith[1] * p.rows));
  if (!(rings >= 6 && rings <= 9)) fail_msg("%d rings", rings);
  pixels_free(&p);
}

/* ---- The list ------------------------------------------------------------------------------------- */

static const figure_check checks[] = {
    {"wood-persistence", check_rising_roughness},
    {"wood-octaves", check_rising_roughness},
    {"wood-patch", check_patch},
    {"wood-fraction", check_fraction},
    {"wood-rings", check_rings},
    {"wood-plank", check_plank},
    {"wood-log", check_log},
};

int main(void) {
  struct CMUnitTest tests[COUNT(checks) + 1];
  figure_tests(tests, "wood", checks, COUNT(checks));
  return cmocka_run_group_tests_name("figures of growth rings", tests, figure_begin, folder_end);
}
