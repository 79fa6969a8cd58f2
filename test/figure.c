/* See figure.h. */
#include "figure.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "burl.h"
#include "pixels.h"
#include "process.h"

/* ---- Numbers -------------------------------------------------------------------------------------- */

double figure_sample(const char *recipe, double x, double y) {
  burl_program *const program = burl_compile(recipe, 2, NULL);
  const burl_points point = {.count = 1, .coord = {&x, &y}};
  float value;
  if (!program) fail_msg("%s doesn't compile", recipe);
  assert_int_equal(burl_sample_points(program, &point, &value), BURL_OK);
  burl_free(program);
  return (double)value;
}

void figure_near(double value, double expected, double error, const char *what) {
  if (!(fabs(value - expected) <= error)) fail_msg("%s: %g, not %g", what, value, expected);
}

double figure_proportional(const double *a, const double *b, int count, double error, const char *what) {
  double ab = 0, bb = 0;
  for (int i = 0; i < count; i++) ab += a[i] * b[i], bb += b[i] * b[i];
  assert_true(bb > 0);
  for (int i = 0; i < count; i++) figure_near(a[i], ab / bb * b[i], error, what);
  return ab / bb;
}

/* ---- Octaves -------------------------------------------------------------------------------------- */

enum { OCTAVES = 6, STEPS = 300 };

/* A curve's heights above its zero line, in pixels, at equal steps of its width. */
static void heights_of(const svg_path *curve, double zero, double heights[STEPS + 1]) {
  const double left = curve->x[0], right = curve->x[curve->count - 1];
  for (int i = 0; i <= STEPS; i++) heights[i] = zero - svg_height_at(curve, left + (right - left) * i / STEPS);
}

static void octave_of(const figure_octaves *rows, int k, double heights[STEPS + 1]) {
  char name[40];
  snprintf(name, sizeof name, "%soctave-%d", rows->prefix, k + 1);
  const char tone[] = {'s', (char)('1' + k), 0};
  const double zero = svg_path_of(rows->svg, "faint", rows->zero + k).y[0];
  char *const group = svg_group(rows->svg, name);
  const svg_path curve = svg_path_of(group, tone, 0);
  heights_of(&curve, zero, heights);
  free(group);
}

/* That a[i] are a factor times b[i], within what drawing does to curves: they go within a tenth of a pixel beside where
 * they are, which is more above or below where they are steep. */
static void check_curve(const double *a, const double *b, double factor, int count, const char *what) {
  double error = 0, steep = 0;
  for (int i = 0; i < count; i++) error += (a[i] - factor * b[i]) * (a[i] - factor * b[i]);
  for (int i = 1; i < count; i++) steep += (a[i] - a[i - 1]) * (a[i] - a[i - 1]);
  error = sqrt(error / count), steep = sqrt(steep / count);
  if (!(error < 0.1 + 0.2 * steep)) fail_msg("%s: %g pixels wrong", what, error);
}

void figure_octaves_repeat(const figure_octaves *rows) {
  double coarse[STEPS + 1], fine[STEPS + 1], twice[STEPS / 2 + 1];
  octave_of(rows, 0, fine);
  for (int k = 1; k < OCTAVES; k++) {
    memcpy(coarse, fine, sizeof coarse);
    octave_of(rows, k, fine);
    for (int i = 0; i <= STEPS / 2; i++) twice[i] = coarse[2 * i];
    check_curve(fine, twice, rows->gain, STEPS / 2 + 1, "an octave like the one before");
  }
}

void figure_octaves_add_up(const figure_octaves *rows, const svg_path *sum, double sum_zero) {
  double all[STEPS + 1] = {0}, one[STEPS + 1], heights[STEPS + 1], ab = 0, bb = 0;
  for (int k = 0; k < OCTAVES; k++) {
    octave_of(rows, k, one);
    for (int i = 0; i <= STEPS; i++) all[i] += one[i];
  }
  heights_of(sum, sum_zero, heights);
  for (int i = 0; i <= STEPS; i++) ab += heights[i] * all[i], bb += all[i] * all[i];
  assert_true(ab > 0);
  check_curve(heights, all, ab / bb, STEPS + 1, "the sum of all octaves");
}

/* ---- What every figure must be -------------------------------------------------------------------- */

static void check_within(const char *name, const char *svg, double x, double y, const char *what) {
  const double width = strtod(strstr(svg, " width=\"") + 8, NULL), height = strtod(strstr(svg, " height=\"") + 9, NULL);
  if (!(x >= 0 && x <= width && y >= 0 && y <= height)) fail_msg("%s: %s reaches to %g, %g", name, what, x, y);
}

/* A label's box: left, top, right, bottom, where letters are at least so wide. */
static void box_of(const svg_label *label, double box[4]) {
  double letters = 0;
  for (const char *c = label->text; *c; c++) letters += (*c & 0xC0) != 0x80;
  const double width = 0.5 * label->size * letters;
  box[0] = label->anchor == 's' ? label->x : label->anchor == 'm' ? label->x - width / 2 : label->x - width;
  box[2] = box[0] + width;
  box[1] = label->y - 0.7 * label->size, box[3] = label->y + 0.2 * label->size;
}

static void check_labels(const char *name, const char *svg) {
  const int count = svg_count(svg, "<text ");
  for (int i = 0; i < count; i++) {
    double box[4], other[4];
    const svg_label label = svg_label_of(svg, i);
    box_of(&label, box);
    check_within(name, svg, box[0], box[1], label.text);
    check_within(name, svg, box[2], box[3], label.text);
    for (int k = 0; k < i; k++) {
      const svg_label before = svg_label_of(svg, k);
      box_of(&before, other);
      if (box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])
        fail_msg("%s: '%s' covers '%s'", name, label.text, before.text);
    }
  }
}

static void check_paths(const char *name, const char *svg) {
  for (const char *at = svg; (at = strstr(at, "<path ")); at++) {
    const svg_path p = svg_path_of(at, "", 0);
    for (int k = 0; k < p.count; k++) check_within(name, svg, p.x[k], p.y[k], "a path");
  }
}

static void check_pictures(const char *name, const char *svg) {
  for (int k = 0; k < svg_count(svg, "<image "); k++) {
    pixels p = pixels_of(svg, k);
    int is_flat = 1;
    for (int i = 0; i < p.columns * p.rows && is_flat; i++) is_flat = memcmp(p.rgba, p.rgba + 4 * i, 4) == 0;
    if (is_flat) fail_msg("%s: picture %d has a single colour", name, k);
    pixels_free(&p);
  }
}

void figure_check_page(const char *name, const char *svg) {
  if (strncmp(svg, "<svg ", 5) != 0 || svg_count(svg, "<svg ") != 1 || svg_count(svg, "</svg>\n") != 1)
    fail_msg("%s is no SVG page", name);
  assert_int_equal(svg_count(svg, "<g "), svg_count(svg, "</g>"));
  assert_int_equal(svg_count(svg, "@media(prefers-color-scheme:dark)"), 1);
  if (svg_count(svg, "<path ") + svg_count(svg, "<image ") == 0) fail_msg("%s is blank", name);
  check_labels(name, svg);
  check_paths(name, svg);
  check_pictures(name, svg);
}

/* ---- An article's tests --------------------------------------------------------------------------- */

static const char *tested;
static const figure_check *table;
static int rows;

char *figure_read(const char *name) {
  char path[80];
  snprintf(path, sizeof path, "%s.svg", name);
  return read_whole(path, NULL);
}

static void test_figure(void **state) {
  const figure_check *const row = *state;
  char *const svg = figure_read(row->name);
  figure_check_page(row->name, svg);
  row->check(svg);
  free(svg);
}

static int has_check(const char *name, size_t length) {
  for (int i = 0; i < rows; i++)
    if (strlen(table[i].name) == length && strncmp(table[i].name, name, length) == 0) return 1;
  return 0;
}

/* The list has a line for the article and one for each of its figures below, until an empty one. */
static void test_all_have_checks(void **state) {
  (void)state;
  char heading[32];
  snprintf(heading, sizeof heading, "%s: ", tested);
  const char *line = strstr(burl_ok("figures --list")->out, heading);
  int count = 0;
  assert_non_null(line);
  while ((line = strchr(line, '\n')) && strncmp(line, "\n  ", 3) == 0) {
    line += 3;
    const size_t length = strcspn(line, " ");
    if (!has_check(line, length)) fail_msg("%.*s has no check", (int)length, line);
    count++;
  }
  assert_int_equal(count, rows);
}

void figure_tests(struct CMUnitTest *tests, const char *article, const figure_check *checks, int count) {
  tested = article, table = checks, rows = count;
  for (int i = 0; i < count; i++)
    tests[i] = (struct CMUnitTest){checks[i].name, test_figure, NULL, NULL, (void *)(uintptr_t)&checks[i]};
  tests[count] = (struct CMUnitTest){"all have checks", test_all_have_checks, NULL, NULL, NULL};
}

int figure_begin(void **state) {
  if (folder_begin(state) != 0) return -1;
  return burl("figures %s -o .", tested)->code;
}
