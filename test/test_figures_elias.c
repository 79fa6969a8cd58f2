/* burl figures: those of octaves and persistence show what their captions say, read from their paths, labels and
 * pixels. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "pixels.h"
#include "process.h"
#include "svg.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { NUMBERS = 16 };

static svg_path curve_of(const char *svg, const char *group_name, const char *tone) {
  char *const group = svg_group(svg, group_name);
  const svg_path curve = svg_path_of(group, tone, 0);
  free(group);
  return curve;
}

/* The dots of a group as values. */
static void numbers_of(const char *svg, const char *group_name, double numbers[NUMBERS]) {
  char *const group = svg_group(svg, group_name);
  assert_int_equal(svg_count(group, "<circle "), NUMBERS);
  for (int i = 0; i < NUMBERS; i++) numbers[i] = svg_value(svg_axis_y(svg, 0), svg_circle_of(group, i).y);
  free(group);
}

/* How much a curve bends at every second pixel, beside how high it is. */
static double roughness(const svg_path *p) {
  double bent = 0, lo = INFINITY, hi = -INFINITY;
  int count = 0;
  for (double x = p->x[0] + 2; x < p->x[p->count - 1] - 2; x += 2, count++) {
    const double y = svg_height_at(p, x);
    bent += fabs(y - (svg_height_at(p, x - 2) + svg_height_at(p, x + 2)) / 2);
    lo = fmin(lo, y), hi = fmax(hi, y);
  }
  return bent / count / (hi - lo);
}

/* ---- Interpolation -------------------------------------------------------------------------------- */

/* The article's random numbers, by 32 bits that wrap around. */
static double elias(int32_t x) {
  const uint32_t n = (uint32_t)x << 13 ^ (uint32_t)x;
  return 1 - ((n * (n * n * 15731u + 789221u) + 1376312589u) & 0x7fffffffu) / 1073741824.0;
}

static void check_numbers(const char *svg) {
  double numbers[NUMBERS];
  numbers_of(svg, "numbers", numbers);
  for (int i = 0; i < NUMBERS; i++) {
    figure_near(numbers[i], elias(i), 0.002, "a random number");
    figure_near(svg_value(svg_axis_x(svg, 5), svg_circle_of(svg, i).x), i, 0.02, "a whole number");
  }
}

/* How the curve goes from a dot to the next one: at a share of the way, from 0 at the first dot to 1 at the second. */
static void check_between(const char *svg, double share, double expected) {
  const svg_path curve = curve_of(svg, "curve", "ink");
  for (int i = 0; i + 1 < NUMBERS; i++) {
    const svg_circle a = svg_circle_of(svg, i), b = svg_circle_of(svg, i + 1);
    const double y = svg_height_at(&curve, a.x + (b.x - a.x) * share);
    figure_near(y, a.y + (b.y - a.y) * expected, 0.5, "between two numbers");
  }
}

static double creases(const char *svg) {
  pixels p = pixels_of(svg, 0);
  const double found = pixels_creases(&p, p.columns / 6.0);
  pixels_free(&p);
  return found;
}

static void check_linear(const char *svg) {
  assert_int_equal(curve_of(svg, "curve", "ink").count, NUMBERS);
  for (int i = 0; i <= 4; i++) check_between(svg, i / 4.0, i / 4.0);
  if (creases(svg) < 10) fail_msg("creases: %g", creases(svg));
}

/* Level at each dot: after a twentieth of the way nearly nothing is gone. */
static void check_cosine(const char *svg) {
  for (int i = 0; i <= 20; i++) check_between(svg, i / 20.0, (1 - cos(acos(-1) * i / 20)) / 2);
  if (creases(svg) > 2.5) fail_msg("creases: %g", creases(svg));
}

/* Through the dots, and past the highest and the lowest of them. */
static void check_cubic(const char *svg) {
  const svg_path curve = curve_of(svg, "curve", "ink");
  int past = 0;
  check_between(svg, 0, 0);
  check_between(svg, 1, 1);
  for (int i = 0; i + 1 < NUMBERS; i++) {
    const svg_circle a = svg_circle_of(svg, i), b = svg_circle_of(svg, i + 1);
    int beyond = 0;
    for (int k = 1; k < 10; k++) {
      const double y = svg_height_at(&curve, a.x + (b.x - a.x) * k / 10);
      beyond |= y < fmin(a.y, b.y) - 2 || y > fmax(a.y, b.y) + 2;
    }
    past += beyond;
  }
  assert_true(past >= 3);
  if (creases(svg) > 2.5) fail_msg("creases: %g", creases(svg));
}

static void check_smoothed(const char *svg) {
  double rough[NUMBERS], smooth[NUMBERS];
  const svg_path before = curve_of(svg, "rough", "plus"), after = curve_of(svg, "smoothed", "ink");
  numbers_of(svg, "rough", rough);
  numbers_of(svg, "smoothed", smooth);
  for (int i = 0; i < NUMBERS; i++) figure_near(rough[i], elias(i), 0.002, "a random number");
  for (int i = 1; i + 1 < NUMBERS; i++)
    figure_near(smooth[i], rough[i] / 2 + (rough[i - 1] + rough[i + 1]) / 4, 0.003, "a smoothed number");
  double flatter = 0;
  for (double x = before.x[0]; x < before.x[0] + 620; x++)
    flatter += fabs(svg_height_at(&before, x + 1) - svg_height_at(&before, x)) -
               2 * fabs(svg_height_at(&after, x + 1) - svg_height_at(&after, x));
  assert_true(flatter > 0); /* it rises and falls less than half as much */
}

/* ---- Amplitude and wavelength --------------------------------------------------------------------- */

/* Number `index` of the measures: an arrow there and one back; its tips. */
static svg_arrow measure_of(const char *svg, int index) {
  const svg_arrow there = svg_arrow_of(svg, "accent", 2 * index), back = svg_arrow_of(svg, "accent", 2 * index + 1);
  return (svg_arrow){{back.to[0], back.to[1]}, {there.to[0], there.to[1]}};
}

/* The measures reach from crest to crest, from a crest to 0, from a number to the next one, and over the noise's
 * range. */
static void check_amplitude(const char *svg) {
  const svg_path sine = curve_of(svg, "sine", "ink"), noise = curve_of(svg, "noise", "ink");
  const svg_arrow wave = measure_of(svg, 0), height = measure_of(svg, 1), step = measure_of(svg, 2),
                  range = measure_of(svg, 3);
  double crest = INFINITY, least = INFINITY, most = -INFINITY;
  for (int i = 0; i < sine.count; i++) crest = fmin(crest, sine.y[i]);
  for (int i = 0; i < noise.count; i++) least = fmin(least, noise.y[i]), most = fmax(most, noise.y[i]);
  figure_near(svg_height_at(&sine, wave.from[0]), crest, 0.3, "a crest");
  figure_near(svg_height_at(&sine, wave.to[0]), crest, 0.3, "a crest");
  figure_near(4 * (wave.to[0] - wave.from[0]), sine.x[sine.count - 1] - sine.x[0], 0.5, "four wavelengths");
  figure_near(height.from[1], crest, 0.3, "the amplitude's top");
  figure_near(height.to[1], sine.y[0], 0.3, "the amplitude's foot");
  figure_near(step.from[0], svg_circle_of(svg, 4).x, 0.2, "a number");
  figure_near(step.to[0], svg_circle_of(svg, 5).x, 0.2, "the next number");
  assert_true(least >= fmin(range.from[1], range.to[1]) && most <= fmax(range.from[1], range.to[1]));
  assert_true(most - least > 0.8 * fabs(range.to[1] - range.from[1]));
}

/* ---- Octaves -------------------------------------------------------------------------------------- */

static void check_octaves(const char *svg) {
  figure_octaves_repeat(&(figure_octaves){svg, "", 0, 0.5});
  for (int k = 0; k < 6; k++) { /* frequency beside amplitude */
    const svg_label frequency = svg_label_of(svg, 2 + 2 * k), amplitude = svg_label_of(svg, 3 + 2 * k);
    char text[20];
    snprintf(text, sizeof text, k ? "1/%d" : "%d", 1 << k);
    assert_int_equal(atoi(frequency.text), 1 << k);
    assert_string_equal(amplitude.text, text);
    figure_near(frequency.y - 4, svg_path_of(svg, "faint", k).y[0], 0.2, "a label beside its row");
  }
}

static void check_sum(const char *svg) {
  char *const octaves = figure_read("elias-octaves");
  const svg_path sum = curve_of(svg, "sum", "ink");
  figure_octaves_add_up(&(figure_octaves){octaves, "", 0, 0.5}, &sum, svg_axis_y(svg, 0).zero);
  free(octaves);
}

/* The mean of a square of pixels, from half way between black and white. */
static double mean_of(const pixels *p, int column, int row, int side) {
  double sum = 0;
  for (int j = row; j < row + side; j++)
    for (int i = column; i < column + side; i++) sum += pixels_grey(p, i, j);
  return sum / (side * side) - 127.5;
}

/* Three pixels of an octave are seven of the sum. */
static void check_octaves_2d(const char *svg) {
  pixels octaves[6], sum = pixels_of(svg, 6);
  double error = 0;
  int count = 0;
  for (int k = 0; k < 6; k++) octaves[k] = pixels_of(svg, k);
  assert_int_equal(octaves[0].columns * 7, sum.columns * 3);
  for (int j = 0; j + 3 <= octaves[0].rows; j += 3)
    for (int i = 0; i + 3 <= octaves[0].columns; i += 3) {
      double all = 0;
      for (int k = 0; k < 6; k++) all += mean_of(&octaves[k], i, j, 3);
      if (fabs(all) > 110) continue; /* more than the sum's picture can show */
      const double difference = all - mean_of(&sum, i / 3 * 7, j / 3 * 7, 7);
      error += difference * difference, count++;
    }
  if (!(count > 2000 && sqrt(error / count) < 1.5)) fail_msg("%g over %d squares", sqrt(error / count), count);
  for (int k = 0; k < 6; k++) pixels_free(&octaves[k]);
  pixels_free(&sum);
}

/* ---- Persistence ---------------------------------------------------------------------------------- */

static const double gains[4] = {0.25, 0.5, 0.70710678118654757, 1};

static void check_persistence(const char *svg) {
  double before = 0;
  for (int c = 0; c < 4; c++) {
    char prefix[20], name[20];
    snprintf(prefix, sizeof prefix, "%d-", c + 1);
    snprintf(name, sizeof name, "%d-sum", c + 1);
    const svg_path sum = curve_of(svg, name, "ink");
    const figure_octaves rows = {svg, prefix, 7 * c, gains[c]};
    figure_octaves_repeat(&rows);
    figure_octaves_add_up(&rows, &sum, svg_path_of(svg, "faint", 7 * c + 6).y[0]);
    assert_true(roughness(&sum) > 1.3 * before);
    before = roughness(&sum);
  }
}

static void check_rising_roughness(const char *svg, int count) {
  double before = 0;
  for (int i = 0; i < count; i++) {
    pixels p = pixels_of(svg, i);
    const double rough = pixels_roughness(&p);
    if (rough < 1.2 * before) fail_msg("picture %d: %g after %g", i, rough, before);
    before = rough;
    pixels_free(&p);
  }
}

static void check_persistence_2d(const char *svg) { check_rising_roughness(svg, 4); }

/* The plain is about half as high as the hills, and much rougher. */
static void check_hills(const char *svg) {
  const svg_path hills = curve_of(svg, "smooth", "ink"), plain = curve_of(svg, "rocky", "ink");
  double high[2];
  for (int i = 0; i < 2; i++) {
    const svg_path *const p = i ? &plain : &hills;
    double lo = INFINITY, hi = -INFINITY;
    for (int k = 0; k < p->count; k++) lo = fmin(lo, p->y[k]), hi = fmax(hi, p->y[k]);
    high[i] = hi - lo;
  }
  assert_true(high[1] > 0.4 * high[0] && high[1] < 0.6 * high[0]);
  assert_true(roughness(&plain) > 5 * roughness(&hills));
}

/* ---- Where octaves stop --------------------------------------------------------------------------- */

/* Bars lose the same height from one to the next, while their labels halve; the last is as high as the dashes. */
static void check_bars(const char *svg, const char *name, int first, int panel, int last) {
  char *const group = svg_group(svg, name);
  const svg_path dashes = svg_path_of(svg, "accent", panel), top = svg_path_of(group, "f-s3", 0),
                 second = svg_path_of(group, "f-s3", 1);
  assert_int_equal(svg_path_count(group, "f-s3"), 8);
  for (int k = 0; k < 8; k++) {
    assert_int_equal(atoi(svg_label_of(group, k).text), first >> k);
    figure_near(svg_path_of(group, "f-s3", k).y[0], top.y[0] + k * (second.y[0] - top.y[0]), 0.5, "a bar");
  }
  assert_int_equal(atoi(svg_label_of(group, 7).text), last);
  figure_near(dashes.y[0], svg_path_of(group, "f-s3", 7).y[0], 0.1, "the dashes");
  assert_int_equal(svg_path_count(group, "f-faint"), 0);
  free(group);
}

static void check_stop(const char *svg) {
  check_bars(svg, "pixels", 256, 0, 2);
  check_bars(svg, "greys", 128, 1, 1);
  assert_true(svg_label_with(svg, "two pixels").y < svg_path_of(svg, "accent", 0).y[0]);
  assert_true(svg_label_with(svg, "one shade").y < svg_path_of(svg, "accent", 1).y[0]);
}

/* ---- Motion --------------------------------------------------------------------------------------- */

static double distance_to(const svg_path *p, double x, double y) {
  double least = INFINITY;
  for (int i = 1; i < p->count; i++) {
    const double dx = p->x[i] - p->x[i - 1], dy = p->y[i] - p->y[i - 1];
    const double t = ((x - p->x[i - 1]) * dx + (y - p->y[i - 1]) * dy) / (dx * dx + dy * dy);
    const double along = fmin(1, fmax(0, t));
    least = fmin(least, hypot(p->x[i - 1] + along * dx - x, p->y[i - 1] + along * dy - y));
  }
  return least;
}

/* One path without a jump, which winds, with a dot at each time and the last one at its end. */
static void check_ant(const char *svg) {
  const svg_path path = curve_of(svg, "path", "ink");
  const int dots = svg_count(svg, "<circle ");
  double way = 0, longest = 0;
  for (int i = 1; i < path.count; i++) {
    const double step = hypot(path.x[i] - path.x[i - 1], path.y[i] - path.y[i - 1]);
    way += step, longest = fmax(longest, step);
  }
  const double straight = hypot(path.x[path.count - 1] - path.x[0], path.y[path.count - 1] - path.y[0]);
  assert_true(longest < 40 && way > 3 * straight);
  assert_int_equal(dots, 12);
  for (int i = 0; i < dots; i++) {
    const svg_circle dot = svg_circle_of(svg, i);
    assert_true(distance_to(&path, dot.x, dot.y) < 0.3);
  }
  figure_near(svg_circle_of(svg, dots - 1).x, path.x[path.count - 1], 0.1, "now");
}

/* The next branch from `at` on: of all paths they alone begin on the ground. */
static svg_path branch_from(const char **at) {
  for (;; (*at)++) {
    *at = strstr(*at, "<path ");
    assert_non_null(*at);
    const svg_path p = svg_path_of(*at, "", 0);
    if (p.y[0] == 300) return (*at)++, p;
  }
}

/* Each branch stands over its dot on the wind's curve, and leans by that. */
static void check_branch(const char *svg) {
  const svg_path wind = curve_of(svg, "wind", "accent");
  const char *at = svg;
  double lean[5], force[5];
  for (int i = 0; i < 5; i++) {
    const svg_circle dot = svg_circle_of(svg, i);
    const svg_path branch = branch_from(&at);
    figure_near(branch.x[0], dot.x, 0.1, "a branch over its dot");
    figure_near(svg_height_at(&wind, dot.x), dot.y, 0.6, "a dot on the wind");
    lean[i] = branch.x[branch.count - 1] - branch.x[0];
    force[i] = svg_path_of(svg, "faint", 0).y[0] - dot.y;
  }
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 5; k++) assert_true((lean[i] < lean[k]) == (force[i] < force[k]) && lean[i] * force[i] >= 0);
}

/* How much arrows `columns` columns apart differ, on the average: in direction, 0 to 2, and in length. */
static void differences(const char *arrows, int columns, double difference[2]) {
  static double way[200][2];
  int count = 0;
  difference[0] = difference[1] = 0;
  for (int k = 0; k < 200; k++) {
    const svg_arrow a = svg_arrow_of(arrows, "s3", k);
    way[k][0] = a.to[0] - a.from[0], way[k][1] = a.to[1] - a.from[1];
  }
  for (int k = 0; k < 200; k++) {
    if (k % 20 + columns >= 20) continue;
    const double *const a = way[k], *const b = way[k + columns], one = hypot(a[0], a[1]), other = hypot(b[0], b[1]);
    difference[0] += 1 - (a[0] * b[0] + a[1] * b[1]) / (one * other);
    difference[1] += fabs(one - other);
    count++;
  }
  for (int i = 0; i < 2; i++) difference[i] /= count;
}

static void check_wind(const char *svg) {
  double near[2], far[2];
  char *const arrows = svg_group(svg, "arrows");
  assert_int_equal(svg_path_count(arrows, "s3"), 200);
  differences(arrows, 1, near);
  differences(arrows, 8, far);
  if (!(near[0] < 0.6 * far[0] && near[1] < 0.5 * far[1]))
    fail_msg("neighbours differ by %g, %g, others by %g, %g", near[0], near[1], far[0], far[1]);
  free(arrows);
}

/* ---- The list ------------------------------------------------------------------------------------- */

static const figure_check checks[] = {
    {"elias-numbers", check_numbers},
    {"elias-linear", check_linear},
    {"elias-cosine", check_cosine},
    {"elias-cubic", check_cubic},
    {"elias-smoothed", check_smoothed},
    {"elias-amplitude", check_amplitude},
    {"elias-octaves", check_octaves},
    {"elias-sum", check_sum},
    {"elias-octaves-2d", check_octaves_2d},
    {"elias-persistence", check_persistence},
    {"elias-persistence-2d", check_persistence_2d},
    {"elias-hills", check_hills},
    {"elias-stop", check_stop},
    {"elias-ant", check_ant},
    {"elias-branch", check_branch},
    {"elias-wind", check_wind},
};

int main(void) {
  struct CMUnitTest tests[COUNT(checks) + 1];
  figure_tests(tests, "elias", checks, COUNT(checks));
  return cmocka_run_group_tests_name("figures of octaves and persistence", tests, figure_begin, folder_end);
}
