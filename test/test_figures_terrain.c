/* burl figures: those of fractal terrain show what their captions say, read from their paths and pixels. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "pixels.h"
#include "process.h"
#include "svg.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* The pictures of a pair, side by side, show 6.25 cells. */
static const double cells_shown = 6.25;

/* The picture of a group. */
static pixels picture_of(const char *svg, const char *group_name) {
  char *const group = svg_group(svg, group_name);
  const pixels p = pixels_of(group, 0);
  free(group);
  return p;
}

static svg_path curve_of(const char *svg, const char *group_name, const char *tone) {
  char *const group = svg_group(svg, group_name);
  const svg_path curve = svg_path_of(group, tone, 0);
  free(group);
  return curve;
}

/* The mean of the four pixels about a lattice point. */
static double grey_of_point(const pixels *p, int i, int j) {
  const double cell = p->columns / cells_shown;
  const int x = (int)lround(i * cell), y = (int)lround(j * cell);
  return (pixels_grey(p, x, y) + pixels_grey(p, x - 1, y) + pixels_grey(p, x, y - 1) + pixels_grey(p, x - 1, y - 1)) /
         4;
}

/* How alike two pictures of a size are, from -1 to 1. */
static double correlation(const pixels *a, const pixels *b) {
  const int count = a->columns * a->rows;
  double mean_a = 0, mean_b = 0, ab = 0, aa = 0, bb = 0;
  for (int i = 0; i < count; i++) mean_a += (double)a->rgba[4 * i] / count, mean_b += (double)b->rgba[4 * i] / count;
  for (int i = 0; i < count; i++) {
    const double x = a->rgba[4 * i] - mean_a, y = b->rgba[4 * i] - mean_b;
    ab += x * y, aa += x * x, bb += y * y;
  }
  return ab / sqrt(aa * bb);
}

/* ---- Value noise ---------------------------------------------------------------------------------- */

/* A zigzag from dot to dot; the other curve passes through them, level. */
static void check_values(const char *svg) {
  const svg_path linear = curve_of(svg, "linear", "plus"), quintic = curve_of(svg, "quintic", "ink");
  assert_int_equal(linear.count, 13);
  for (int i = 0; i < 13; i++) {
    const svg_circle dot = svg_circle_of(svg, i);
    figure_near(linear.x[i], dot.x, 0.11, "the zigzag's corner");
    figure_near(linear.y[i], dot.y, 0.11, "the zigzag's corner");
    for (int side = -1; side <= 1; side++)
      if (dot.x + 3 * side >= quintic.x[0] && dot.x + 3 * side <= linear.x[12])
        figure_near(svg_height_at(&quintic, dot.x + 3 * side), dot.y, 0.4, "the curve near a dot");
  }
}

static void check_blends(const char *svg) {
  pixels linear = picture_of(svg, "linear"), quintic = picture_of(svg, "quintic");
  const double sharp = pixels_creases(&linear, linear.columns / cells_shown);
  const double soft = pixels_creases(&quintic, quintic.columns / cells_shown);
  if (!(sharp > 3 && soft < 1)) fail_msg("creases: %g, %g", sharp, soft);
  for (int j = 1; j < 6; j++)
    for (int i = 1; i < 6; i++) figure_near(grey_of_point(&linear, i, j), grey_of_point(&quintic, i, j), 4, "a height");
  pixels_free(&linear), pixels_free(&quintic);
}

/* The highest peak stands on a lattice point; five octaves are rougher, and still like one. */
static void check_value_octaves(const char *svg) {
  pixels one = picture_of(svg, "one"), five = picture_of(svg, "five");
  double of_points = 0, of_all = 0;
  for (int j = 0; j < one.rows; j++)
    for (int i = 0; i < one.columns; i++) of_all = fmax(of_all, pixels_grey(&one, i, j));
  for (int j = 1; j < 7; j++)
    for (int i = 1; i < 7; i++) of_points = fmax(of_points, grey_of_point(&one, i, j));
  figure_near(of_points, of_all, 1, "the highest peak");
  assert_true(pixels_roughness(&five) > 2 * pixels_roughness(&one));
  assert_true(correlation(&one, &five) > 0.7);
  pixels_free(&one), pixels_free(&five);
}

/* Whether a cell holds a stripe: level in one direction, and not in the other one. */
static int is_striped(const pixels *p, int x, int y, int side) {
  double along[2] = {0}, start[2] = {pixels_grey(p, x, y + side / 4), pixels_grey(p, x + side / 4, y)};
  for (int k = 0; k < side; k++) {
    along[0] = fmax(along[0], fabs(pixels_grey(p, x + k, y + side / 4) - start[0]));
    along[1] = fmax(along[1], fabs(pixels_grey(p, x + side / 4, y + k) - start[1]));
  }
  return fmin(along[0], along[1]) <= 1 && fmax(along[0], along[1]) > 20;
}

static int stripes(const pixels *p) {
  const double cell = p->columns / cells_shown;
  int count = 0;
  for (int k = 0; k < 36; k++) count += is_striped(p, (int)(k % 6 * cell) + 2, (int)(k / 6 * cell) + 2, (int)cell - 4);
  return count;
}

/* At lattice points gradient noise is half way between black and white. */
static void check_gradient_octaves(const char *svg) {
  pixels one = picture_of(svg, "one"), five = picture_of(svg, "five");
  for (int j = 1; j < 7; j++)
    for (int i = 1; i < 7; i++) figure_near(grey_of_point(&one, i, j), 127.5, 1, "a lattice point");
  if (stripes(&one) < 3) fail_msg("%d stripes", stripes(&one));
  assert_int_equal(stripes(&five), 0);
  assert_true(pixels_roughness(&five) > 2 * pixels_roughness(&one));
  pixels_free(&one), pixels_free(&five);
}

/* ---- A coast -------------------------------------------------------------------------------------- */

static int is_sea(const unsigned char *rgba) { return rgba[2] > rgba[0]; }

static double share_of_sea(const pixels *p) {
  int count = 0;
  for (int i = 0; i < p->columns * p->rows; i++) count += is_sea(p->rgba + 4 * i);
  return count / ((double)p->columns * p->rows);
}

/* How much of the middle of one picture is land and sea as the next one has it, eight times as near. */
static double agreement(const pixels *far, const pixels *near) {
  int alike = 0, count = 0;
  for (int j = 0; j < near->rows; j += 4)
    for (int i = 0; i < near->columns; i += 4, count++) {
      const double x = far->columns * (0.5 + (i + 0.5 - near->columns / 2.0) / near->columns / 8);
      const double y = far->rows * (0.5 + (j + 0.5 - near->rows / 2.0) / near->rows / 8);
      alike += is_sea(pixels_at(far, (int)x, (int)y)) == is_sea(pixels_at(near, i, j));
    }
  return alike / (double)count;
}

static void check_coast(const char *svg) {
  static const char *const names[3] = {"far", "near", "nearest"};
  pixels p[3];
  for (int i = 0; i < 3; i++) {
    p[i] = picture_of(svg, names[i]);
    assert_true(share_of_sea(&p[i]) > 0.2 && share_of_sea(&p[i]) < 0.85);
    if (i > 0 && agreement(&p[i - 1], &p[i]) < 0.9) fail_msg("%s: %g", names[i], agreement(&p[i - 1], &p[i]));
  }
  for (int i = 0; i < 2; i++) {
    const svg_path frame = svg_path_of(svg, "paper", i);
    figure_near((frame.x[0] + frame.x[1]) / 2, p[i].box[0] + p[i].box[2] / 2, 0.1, "the middle");
    figure_near((frame.y[0] + frame.y[2]) / 2, p[i].box[1] + p[i].box[3] / 2, 0.1, "the middle");
    figure_near(8 * (frame.x[1] - frame.x[0]), p[i].box[2], 1, "an eighth");
    figure_near(svg_number(svg_label_of(svg, i).text), 8 * svg_number(svg_label_of(svg, i + 1).text), 1e-9, "cells");
  }
  for (int i = 0; i < 3; i++) pixels_free(&p[i]);
}

/* ---- Midpoint displacement ------------------------------------------------------------------------ */

enum { LEVELS = 5, SHOWN = 128 };
static const int apart[LEVELS] = {64, 32, 16, 8, 1}; /* pixels between heights that are known; 0.5 in the last one */

/* What a level knows, all later ones keep. */
static void check_kept(const pixels p[LEVELS]) {
  for (int level = 0; level < LEVELS - 1; level++)
    for (int j = 0; j < SHOWN; j += apart[level])
      for (int i = 0; i < SHOWN; i += apart[level])
        for (int later = level + 1; later < LEVELS; later++)
          assert_true(pixels_grey(&p[level], i, j) == pixels_grey(&p[later], i, j));
}

/* How far centres of squares of a side in pixels are pushed from the mean of their corners, on the average. */
static double push(const pixels *p, int side) {
  double sum = 0;
  int count = 0;
  for (int j = 0; j + side < SHOWN; j += side)
    for (int i = 0; i + side < SHOWN; i += side, count++) {
      const double mean = (pixels_grey(p, i, j) + pixels_grey(p, i + side, j) + pixels_grey(p, i, j + side) +
                           pixels_grey(p, i + side, j + side)) /
                          4;
      sum += fabs(pixels_grey(p, i + side / 2, j + side / 2) - mean);
    }
  return sum / count;
}

/* The profile below a picture is its diagonal, at the heights that are known. */
static void check_profile(const char *svg, const pixels *p, int level) {
  const svg_path profile = svg_path_of(svg, "ink", level);
  double heights[SHOWN], greys[SHOWN];
  int count = 0;
  for (int i = 0; i < SHOWN; i += apart[level], count++) {
    heights[count] = svg_height_at(&profile, p->box[0] + p->box[2] * i / SHOWN) - 290;
    greys[count] = pixels_grey(p, i, i) - 0.3 * 255;
  }
  assert_true(figure_proportional(heights, greys, count, 0.6, "a height along the line") < 0);
}

static void check_levels(const char *svg) {
  pixels p[LEVELS];
  for (int k = 0; k < LEVELS; k++) {
    p[k] = pixels_of(svg, k);
    assert_true(p[k].columns == SHOWN && p[k].rows == SHOWN);
    check_profile(svg, &p[k], k);
  }
  check_kept(p);
  for (int side = 32; side >= 8; side /= 2) {
    const double ratio = push(&p[LEVELS - 1], side / 2) / push(&p[LEVELS - 1], side);
    if (!(ratio > 0.35 && ratio < 0.7)) fail_msg("squares of %d are pushed %g times as far", side, ratio);
  }
  for (int k = 0; k < LEVELS; k++) pixels_free(&p[k]);
}

/* How much brighter one side of a column is than the other, over runs of 32 rows. */
static double edge(const pixels *p, int column) {
  double sum = 0;
  for (int top = 0; top + 32 <= p->rows; top += 32) {
    double step = 0;
    for (int j = top; j < top + 32; j++) step += pixels_grey(p, column + 1, j) - pixels_grey(p, column - 4, j);
    sum += fabs(step) / 32;
  }
  return sum;
}

/* Edges at columns where large squares meet, beside those elsewhere. */
static double edges(const pixels *p) {
  double on = 0, off = 0;
  for (int column = 32; column + 20 < p->columns; column += 32) on += edge(p, column), off += edge(p, column + 13);
  return on / off;
}

static void check_squares(const char *svg) {
  pixels published = picture_of(svg, "published"), smooth = picture_of(svg, "smooth");
  const double seen = edges(&published), hidden = edges(&smooth);
  if (!(seen > 1.5 && hidden < 1.2)) fail_msg("edges: %g, %g", seen, hidden);
  pixels_free(&published), pixels_free(&smooth);
}

/* ---- The list ------------------------------------------------------------------------------------- */

static const figure_check checks[] = {
    {"terrain-values", check_values},
    {"terrain-blends", check_blends},
    {"terrain-coast", check_coast},
    {"terrain-value-octaves", check_value_octaves},
    {"terrain-gradient-octaves", check_gradient_octaves},
    {"terrain-levels", check_levels},
    {"terrain-squares", check_squares},
};

int main(void) {
  struct CMUnitTest tests[COUNT(checks) + 1];
  figure_tests(tests, "terrain", checks, COUNT(checks));
  return cmocka_run_group_tests_name("figures of fractal terrain", tests, figure_begin, folder_end);
}
