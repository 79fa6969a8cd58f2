/* burl figures: those of gradient noise show what their captions say, read from their paths, labels and pixels. */
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

/* The noise of the cell's figures, and the corner of its cell. */
#define NOISE "perlin(gradients: circle, seed: 12, raw: 1)"
enum { CELL_X = 3, CELL_Y = 2 };

/* ---- The cell ------------------------------------------------------------------------------------- */

/* A cell's corners are four dots, row by row; behind them comes the point.  Where it lies in the cell, from 0 to 1. */
static void place_in_cell(const char *svg, int first_dot, double place[2]) {
  const svg_circle corner = svg_circle_of(svg, first_dot), last = svg_circle_of(svg, first_dot + 3),
                   point = svg_circle_of(svg, first_dot + 4);
  place[0] = (point.x - corner.x) / (last.x - corner.x);
  place[1] = (point.y - corner.y) / (last.y - corner.y);
}

/* How the noise rises from a lattice point, where it is 0, by samples of the noise alone. */
static void gradient_at(double x, double y, double gradient[2]) {
  const double step = 1e-4;
  gradient[0] = figure_sample(NOISE, x + step, y) / step;
  gradient[1] = figure_sample(NOISE, x, y + step) / step;
}

static void check_square(const char *svg) {
  double place[2];
  place_in_cell(svg, 0, place);
  const svg_label point = svg_label_with(svg, "(3.");
  const double x = strtod(point.text + 1, NULL), y = strtod(strchr(point.text, ' '), NULL);
  figure_near(place[0], x - floor(x), 0.001, "the dot's u");
  figure_near(place[1], y - floor(y), 0.001, "the dot's v");
  figure_near(svg_number(svg_label_with(svg, "u = ").text + 4), x - floor(x), 1e-9, "the label u");
  figure_near(svg_number(svg_label_with(svg, "v = ").text + 4), y - floor(y), 1e-9, "the label v");
  for (int i = 0; i < 2; i++) {
    const svg_path dashes = svg_path_of(svg, "accent", i);
    const svg_circle dot = svg_circle_of(svg, 4);
    assert_true(hypot(dashes.x[1] - dot.x, dashes.y[1] - dot.y) < 0.2);
  }
}

static void check_gradients(const char *svg) {
  char *const group = svg_group(svg, "gradients");
  assert_int_equal(svg_path_count(group, "ink"), 4);
  for (int k = 0; k < 4; k++) {
    const svg_arrow a = svg_arrow_of(group, "ink", k), first = svg_arrow_of(group, "ink", 0);
    const svg_circle corner = svg_circle_of(svg, k);
    const double dx = a.to[0] - a.from[0], dy = a.to[1] - a.from[1], length = hypot(dx, dy);
    double g[2];
    gradient_at(CELL_X + k % 2, CELL_Y + k / 2, g);
    assert_true(a.from[0] == corner.x && a.from[1] == corner.y);
    figure_near(length, hypot(first.to[0] - first.from[0], first.to[1] - first.from[1]), 0.2, "an arrow's length");
    figure_near(dx / length, g[0], 0.005, "a gradient's x");
    figure_near(dy / length, g[1], 0.005, "a gradient's y");
  }
  free(group);
}

static void check_distances(const char *svg) {
  const svg_circle dot = svg_circle_of(svg, 4);
  char *const group = svg_group(svg, "distances");
  double place[2];
  place_in_cell(svg, 0, place);
  for (int k = 0; k < 4; k++) {
    const svg_arrow a = svg_arrow_of(group, "accent", k);
    const svg_circle corner = svg_circle_of(svg, k);
    const svg_label label = svg_label_of(group, k);
    const double length = hypot(a.to[0] - a.from[0], a.to[1] - a.from[1]),
                 rest = hypot(dot.x - a.to[0], dot.y - a.to[1]);
    assert_true(a.from[0] == corner.x && a.from[1] == corner.y);
    figure_near(length + rest, hypot(dot.x - corner.x, dot.y - corner.y), 0.1, "the way to the dot");
    assert_true(rest < 12);
    figure_near(svg_number(label.text + 1), place[0] - k % 2, 0.001, label.text);
    figure_near(svg_number(strchr(label.text, ' ') + 1), place[1] - k / 2, 0.001, label.text);
  }
  free(group);
}

/* ---- Influence ------------------------------------------------------------------------------------ */

/* What the picture shows at a pixel, in shares of the most that it can: below 0 in blue. */
static double shown(const unsigned char *rgba) { return (rgba[0] > rgba[2] ? 1 : -1) * rgba[3] / 255.0; }

/* The corner's plane as its arrow says, everywhere in its picture, and beside the label. */
static void check_plane(const char *svg, int corner) {
  const svg_arrow a = svg_arrow_of(svg, "ink", corner);
  const svg_circle dot = svg_circle_of(svg, 5 * corner + 4);
  const double length = hypot(a.to[0] - a.from[0], a.to[1] - a.from[1]);
  const double g[2] = {(a.to[0] - a.from[0]) / length, (a.to[1] - a.from[1]) / length};
  pixels p = pixels_of(svg, corner);
  enum { EVERY = 7 };
  double seen[400], plane[400];
  int count = 0;
  for (int j = EVERY / 2; j < p.rows; j += EVERY)
    for (int i = EVERY / 2; i < p.columns; i += EVERY, count++) {
      const double x = p.box[0] + i + 0.5, y = p.box[1] + j + 0.5;
      plane[count] = (g[0] * (x - a.from[0]) + g[1] * (y - a.from[1])) / p.box[2];
      seen[count] = shown(pixels_at(&p, i, j));
    }
  assert_true(figure_proportional(seen, plane, count, 0.01, "g · d in the picture") > 0);
  const svg_label label = svg_label_of(svg, corner);
  const double product = svg_number(label.text + strlen("g · d = "));
  figure_near(product, (g[0] * (dot.x - a.from[0]) + g[1] * (dot.y - a.from[1])) / p.box[2], 0.01, label.text);
  assert_true(shown(pixels_under(&p, dot.x, dot.y)) * product > 0);
  pixels_free(&p);
}

static void check_influence(const char *svg) {
  for (int corner = 0; corner < 4; corner++) check_plane(svg, corner);
}

static double ease(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

/* "weight × product = part" of each corner, whose weights are those of the ease curve, and what they add up to. */
static void check_products(const char *svg) {
  const double u = 0.62, v = 0.36;
  double sum = 0, total = NAN;
  int corner = 0;
  for (int i = 0; i < svg_count(svg, "<text "); i++) {
    const svg_label label = svg_label_of(svg, i);
    const char *const equals = strstr(label.text, " = "), *const times = strstr(label.text, " × ");
    if (equals && !times) total = svg_number(equals + 3);
    if (!equals || !times) continue;
    double g[2];
    const double x = u - corner % 2, y = v - corner / 2;
    gradient_at(CELL_X + corner % 2, CELL_Y + corner / 2, g);
    figure_near(svg_number(label.text), ease(1 - fabs(x)) * ease(1 - fabs(y)), 0.00051, "a weight");
    figure_near(svg_number(times + strlen(" × ")), g[0] * x + g[1] * y, 0.003, "a dot product");
    sum += svg_number(equals + 3);
    corner++;
  }
  assert_int_equal(corner, 4);
  figure_near(total, sum, 0.0025, "the sum of the parts");
  figure_near(total, figure_sample(NOISE, CELL_X + u, CELL_Y + v), 0.00051, "the sum");
}

/* ---- Directions and the table --------------------------------------------------------------------- */

/* Each arrow ends in the middle of an edge, each edge has one, and each has its opposite. */
static void check_edges(const char *svg) {
  char *const group = svg_group(svg, "directions");
  const svg_circle centre = svg_circle_of(svg, 0);
  const char *const tones[3] = {"plus", "ink", "minus"};
  double ends[12][2];
  int found[12] = {0};
  for (int k = 0; k < 12; k++) {
    const svg_arrow a = svg_arrow_of(group, tones[k / 4], k % 4);
    assert_true(a.from[0] == centre.x && a.from[1] == centre.y);
    memcpy(ends[k], a.to, sizeof ends[k]);
  }
  for (int e = 0; e < 12; e++) {
    const svg_path edge = svg_path_of(svg, "faint", e);
    for (int k = 0; k < 12; k++)
      found[k] += hypot((edge.x[0] + edge.x[1]) / 2 - ends[k][0], (edge.y[0] + edge.y[1]) / 2 - ends[k][1]) < 0.2;
  }
  for (int k = 0; k < 12; k++) {
    int opposite = 0;
    for (int o = 0; o < 12; o++)
      opposite += hypot(ends[k][0] + ends[o][0] - 2 * centre.x, ends[k][1] + ends[o][1] - 2 * centre.y) < 0.2;
    assert_true(found[k] == 1 && opposite == 1);
  }
  free(group);
}

/* Perlin's permutation, as published, where the figure shows it. */
static const struct {
  int first, entries[7];
} published[3] = {{0, {151, 160, 137, 91, 90, 15, 131}},
                  {89, {46, 245, 40, 244, 102, 143, 54}},
                  {245, {72, 243, 141, 128, 195, 78, 66}}};

/* Labels in rows: an index, and the entry below it; then the row's sum. */
static void check_table(const char *svg) {
  static const char *const sums[3] = {"x = 3", "91 + y = 92", "244 + z = 248"};
  for (int row = 0; row < 3; row++) {
    for (int k = 0; k < 7; k++) {
      const svg_label index = svg_label_of(svg, 15 * row + 2 * k), entry = svg_label_of(svg, 15 * row + 2 * k + 1);
      assert_int_equal(atoi(index.text), published[row].first + k);
      assert_int_equal(atoi(entry.text), published[row].entries[k]);
      assert_true(index.x == entry.x);
    }
    assert_string_equal(svg_label_of(svg, 15 * row + 14).text, sums[row]);
  }
  assert_string_equal(svg_label_of(svg, 45).text, "128 mod 16 = 0:  the direction (1, 1, 0)");
  for (int row = 0; row < 3; row++) { /* the frame about the chosen entry */
    const svg_path frame = svg_path_of(svg, "accent", 2 * row);
    figure_near((frame.x[0] + frame.x[1]) / 2, svg_label_of(svg, 15 * row + 7).x, 0.1, "the frame");
  }
}

/* ---- Blending ------------------------------------------------------------------------------------- */

/* How sharply a profile bends at a place, within three pixels. */
static double bend_at(const svg_path *p, double x) {
  return fabs(svg_height_at(p, x - 3) - 2 * svg_height_at(p, x) + svg_height_at(p, x + 3));
}

static double corners_of(const svg_path *p) {
  const double cell = (p->x[p->count - 1] - p->x[0]) / 4;
  double whole = 0, between = 0;
  for (int i = 1; i < 4; i++) {
    whole += bend_at(p, p->x[0] + cell * i);
    between += bend_at(p, p->x[0] + cell * (i - 0.5));
  }
  return whole / between;
}

static void check_blending(const char *svg) {
  for (int i = 0; i < 2; i++) {
    pixels p = pixels_of(svg, i);
    const svg_path profile = svg_path_of(svg, "ink", i);
    const double creases = pixels_creases(&p, p.columns / 4.0), corners = corners_of(&profile);
    if (!(i == 0 ? creases > 1.8 && corners > 3 : creases < 1.2 && corners < 1.5))
      fail_msg("blend %d: creases %g, corners %g", i, creases, corners);
    pixels_free(&p);
  }
}

static void check_ease(const char *svg) {
  char *const group = svg_group(svg, "ease");
  const svg_path curve = svg_path_of(group, "ink", 0);
  const svg_axis x = svg_axis_x(svg, 6), y = svg_axis_y(svg, 0);
  double value[21];
  for (int i = 0; i <= 20; i++) value[i] = svg_value(y, svg_height_at(&curve, x.zero + x.unit * i / 20));
  for (int i = 0; i <= 20; i++) figure_near(value[i], ease(i / 20.0), 0.003, "the ease curve");
  figure_near(value[10], 0.5, 0.003, "its middle");
  assert_true(value[1] < 0.003 && value[19] > 0.997);
  for (int i = 1; i < 10; i++) assert_true(value[i] < i / 20.0 && value[20 - i] > 1 - i / 20.0);
  free(group);
}

/* ---- Octaves -------------------------------------------------------------------------------------- */

static void check_octaves(const char *svg) {
  const figure_octaves rows = {svg, "", 0, 0.5};
  figure_octaves_repeat(&rows);
  for (int k = 0; k < 6; k++) {
    char text[40];
    snprintf(text, sizeof text, k ? "%d × 1/%d" : "%d × %d", 8 << k, 1 << k);
    svg_label_with(svg, text);
  }
}

static void check_sum(const char *svg) {
  char *const octaves = figure_read("perlin-octaves"), *const group = svg_group(svg, "sum"),
              *const first_group = svg_group(svg, "first");
  const figure_octaves rows = {octaves, "", 0, 0.5};
  const svg_path sum = svg_path_of(group, "ink", 0), first = svg_path_of(first_group, "s5", 0);
  const double zero = svg_axis_y(svg, 0).zero;
  double with_first = 0, alone = 0, together = 0;
  figure_octaves_add_up(&rows, &sum, zero);
  for (double x = first.x[0]; x < first.x[0] + 580; x++) { /* hills are where the first octave has them */
    const double a = svg_height_at(&sum, x) - zero, b = svg_height_at(&first, x) - zero;
    with_first += a * b, alone += a * a, together += b * b;
  }
  assert_true(with_first / sqrt(alone * together) > 0.75);
  free(octaves), free(group), free(first_group);
}

/* ---- Uses ----------------------------------------------------------------------------------------- */

static void check_uses(const char *svg) {
  pixels pictures[8];
  assert_int_equal(svg_count(svg, "<image "), 8);
  assert_int_equal(svg_count(svg, "<text "), 16);
  for (int i = 0; i < 8; i++) pictures[i] = pixels_of(svg, i);
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < i; k++) assert_true(pixels_difference(&pictures[i], &pictures[k]) > 8);
  for (int i = 0; i < pictures[0].columns; i++) { /* the drawn line goes all the way, and nowhere else */
    int dark = 0;
    for (int j = 0; j < pictures[0].rows; j++) dark += pixels_grey(&pictures[0], i, j) < 100;
    assert_true(dark >= 2 && dark <= 8);
  }
  for (int i = 0; i < 8; i++) pixels_free(&pictures[i]);
}

/* ---- The list ------------------------------------------------------------------------------------- */

static const figure_check checks[] = {
    {"perlin-square", check_square},
    {"perlin-gradients", check_gradients},
    {"perlin-distances", check_distances},
    {"perlin-influence", check_influence},
    {"perlin-products", check_products},
    {"perlin-edges", check_edges},
    {"perlin-table", check_table},
    {"perlin-blending", check_blending},
    {"perlin-ease", check_ease},
    {"perlin-octaves", check_octaves},
    {"perlin-sum", check_sum},
    {"perlin-uses", check_uses},
};

int main(void) {
  struct CMUnitTest tests[COUNT(checks) + 1];
  figure_tests(tests, "perlin", checks, COUNT(checks));
  return cmocka_run_group_tests_name("figures of gradient noise", tests, figure_begin, folder_end);
}
