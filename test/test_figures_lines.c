/* burl figures: those of lines, planes and wavelets show what their captions say, read from their paths and pixels. */
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

#define LINES "perlin(x, seed: 7, gradients: uniform, interp: hermite, raw: 1)"
#define PLANES "perlin(x, y, seed: 4, gradients: uniform, interp: hermite, raw: 1)"

enum { CELLS = 8, POINTS = CELLS + 1, COLUMNS = 4, ROWS = 3, CORNERS = (COLUMNS + 1) * (ROWS + 1) };

/* How a noise rises from a lattice point, where it is 0, by samples of the noise alone. */
static void gradient_at(const char *noise, double x, double y, double gradient[2]) {
  const double step = 1e-4;
  gradient[0] = figure_sample(noise, x + step, y) / step;
  gradient[1] = figure_sample(noise, x, y + step) / step;
}

/* The only curve of a group. */
static svg_path curve_of(const char *svg, const char *group_name, const char *tone) {
  char *const group = svg_group(svg, group_name);
  const svg_path curve = svg_path_of(group, tone, 0);
  free(group);
  return curve;
}

static double slope_of(const svg_path *line) { return (line->y[0] - line->y[1]) / (line->x[1] - line->x[0]); }

/* ---- Lines ---------------------------------------------------------------------------------------- */

/* Strokes through the dots, as steep as the noise is there; none is steeper than 1. */
static void check_slopes(const char *svg, const char *strokes) {
  double drawn[POINTS], true_slopes[POINTS];
  assert_int_equal(svg_path_count(strokes, "plus"), POINTS);
  for (int i = 0; i < POINTS; i++) {
    const svg_path stroke = svg_path_of(strokes, "plus", i);
    const svg_circle dot = svg_circle_of(svg, i);
    double g[2];
    gradient_at(LINES, i, 0, g);
    drawn[i] = slope_of(&stroke), true_slopes[i] = g[0];
    assert_true(fabs(g[0]) <= 1 && stroke.count == 2);
    figure_near(svg_height_at(&stroke, dot.x), dot.y, 0.1, "a stroke at its dot");
  }
  assert_true(figure_proportional(drawn, true_slopes, POINTS, 0.02, "a slope") > 0);
}

static void check_lattice(const char *svg) {
  char *const group = svg_group(svg, "slopes");
  check_slopes(svg, group);
  for (int i = 0; i < POINTS; i++) {
    const svg_path stroke = svg_path_of(group, "plus", i);
    figure_near((stroke.x[0] + stroke.x[1]) / 2, svg_axis_x(svg, 0).zero + i * svg_axis_x(svg, 0).unit, 0.1, "a dot");
  }
  free(group);
}

/* The curve goes from the one line to the other, by Hermite's weights. */
static void check_cell(const char *svg) {
  char *const lines = svg_group(svg, "lines");
  const svg_path left = svg_path_of(lines, "plus", 0), right = svg_path_of(lines, "minus", 0),
                 curve = curve_of(svg, "blend", "ink");
  const double width = left.x[1] - left.x[0];
  for (int i = 0; i <= 20; i++) {
    const double t = i / 20.0, x = left.x[0] + width * t, a = svg_height_at(&left, x), b = svg_height_at(&right, x);
    figure_near(svg_height_at(&curve, x), a + (b - a) * t * t * (3 - 2 * t), 0.3, "the blend");
  }
  const double first = curve.y[0] - svg_height_at(&curve, curve.x[0] + 4),
               line = left.y[0] - svg_height_at(&left, left.x[0] + 4);
  figure_near(first, line, 0.15, "how it leaves");
  figure_near(svg_height_at(&curve, left.x[1] - 4), svg_height_at(&right, left.x[1] - 4), 0.15, "how it arrives");
  free(lines);
}

/* Each line is 0 at its dot, and two of them cross every cell. */
static void check_all(const char *svg) {
  char *const lines = svg_group(svg, "lines");
  const svg_axis x = svg_axis_x(svg, 5);
  check_slopes(svg, lines);
  for (int cell = 0; cell < CELLS; cell++) {
    int crossing = 0;
    for (int i = 0; i < POINTS; i++) {
      const svg_path line = svg_path_of(lines, "plus", i);
      crossing += line.x[0] <= x.zero + x.unit * cell + 0.1 && line.x[1] >= x.zero + x.unit * (cell + 1) - 0.1;
    }
    assert_int_equal(crossing, 2);
  }
  free(lines);
}

static void check_ease(const char *svg) {
  const svg_path left = curve_of(svg, "left", "plus"), right = curve_of(svg, "right", "minus");
  const svg_axis x = svg_axis_x(svg, 8), y = svg_axis_y(svg, 0);
  double value[21];
  for (int i = 0; i <= 20; i++) {
    const double t = i / 20.0, at = x.zero + x.unit * t;
    value[i] = svg_value(y, svg_height_at(&right, at));
    figure_near(value[i], t * t * (3 - 2 * t), 0.003, "u(t)");
    figure_near(value[i] + svg_value(y, svg_height_at(&left, at)), 1, 0.003, "both weights");
  }
  assert_true(value[1] - value[0] < 0.01 && value[20] - value[19] < 0.01);
}

/* It passes through 0 at each dot, along the stroke there. */
static void check_along_strokes(const char *svg, const svg_path *curve, const char *strokes) {
  for (int i = 0; i < POINTS; i++) {
    const svg_circle dot = svg_circle_of(svg, i);
    const svg_path stroke = svg_path_of(strokes, "plus", i);
    figure_near(svg_height_at(curve, dot.x), dot.y, 0.3, "the noise at a dot");
    for (int side = -1; side <= 1; side += 2)
      if (dot.x + 2 * side > stroke.x[0] && dot.x + 2 * side < stroke.x[1])
        figure_near(svg_height_at(curve, dot.x + 2 * side), svg_height_at(&stroke, dot.x + 2 * side), 0.8,
                    "along its line");
  }
}

static void check_noise(const char *svg) {
  const svg_path curve = curve_of(svg, "noise", "ink");
  check_slopes(svg, svg);
  check_along_strokes(svg, &curve, svg);
}

/* ---- Wavelets ------------------------------------------------------------------------------------- */

static double wavelet(double x) { return fabs(x) < 1 ? x * (1 - 3 * x * x + 2 * fabs(x) * x * x) : 0; }

static void check_wavelet(const char *svg) {
  const svg_path curve = curve_of(svg, "wavelet", "ink"), line = svg_path_of(svg, "plus", 0);
  const svg_axis y = svg_axis_y(svg, 0), x = svg_axis_x(svg, 7);
  for (int i = -40; i <= 40; i++) {
    const double value = svg_value(y, svg_height_at(&curve, x.zero + x.unit * i / 20));
    figure_near(value, wavelet(i / 20.0), 0.002, "the wavelet");
    if (abs(i) >= 20) figure_near(value, 0, 1e-3, "outside its cells");
  }
  for (int side = -1; side <= 1; side += 2)
    figure_near(svg_height_at(&curve, x.zero + 5 * side), svg_height_at(&line, x.zero + 5 * side), 0.2, "its slope");
}

static double highest(const svg_path *curve, double zero) {
  double most = 0;
  for (int i = 0; i < curve->count; i++) most = fmax(most, fabs(curve->y[i] - zero));
  return most;
}

/* Each is 0 at its point and from the next ones on; the noise is both of a cell, blended linearly. */
static void check_wavelets(const char *svg) {
  char *const group = svg_group(svg, "wavelets"), *const lines = figure_read("lines-noise");
  const svg_path noise = curve_of(svg, "noise", "ink"), of_lines = curve_of(lines, "noise", "ink");
  const double zero = svg_axis_y(svg, 0).zero;
  assert_int_equal(svg_path_count(group, "plus"), POINTS);
  for (int cell = 0; cell < CELLS; cell++) {
    const double from = svg_circle_of(svg, cell).x, to = svg_circle_of(svg, cell + 1).x;
    const svg_path left = svg_path_of(group, "plus", cell), right = svg_path_of(group, "plus", cell + 1);
    figure_near(svg_height_at(&left, from), zero, 0.2, "a wavelet at its point");
    figure_near(left.y[left.count - 1], zero, 0.2, "a wavelet at the next point");
    figure_near(right.y[0], zero, 0.2, "a wavelet at the point before");
    for (int i = 1; i < 10; i++) {
      const double x = from + (to - from) * i / 10, a = svg_height_at(&left, x), b = svg_height_at(&right, x);
      figure_near(svg_height_at(&noise, x), a + (b - a) * i / 10, 0.5, "the wavelets' blend");
    }
  }
  assert_true(svg_axis_y(svg, 0).unit == svg_axis_y(lines, 0).unit);
  assert_true(highest(&noise, zero) < 0.8 * highest(&of_lines, zero)); /* it is calmer */
  free(group), free(lines);
}

/* ---- Planes --------------------------------------------------------------------------------------- */

static void check_lattice_2d(const char *svg) {
  char *const group = svg_group(svg, "gradients");
  double drawn[2 * CORNERS], noise[2 * CORNERS];
  assert_int_equal(svg_path_count(group, "plus"), CORNERS);
  for (int k = 0; k < CORNERS; k++) {
    const svg_circle dot = svg_circle_of(svg, k);
    const svg_arrow a = svg_arrow_of(group, "plus", k);
    gradient_at(PLANES, k % (COLUMNS + 1), k / (COLUMNS + 1), noise + 2 * k);
    for (int axis = 0; axis < 2; axis++) drawn[2 * k + axis] = a.to[axis] - (axis ? dot.y : dot.x);
  }
  assert_true(figure_proportional(drawn, noise, 2 * CORNERS, 0.15, "a gradient") > 0);
  free(group);
}

/* Where the lattice's ground lines put a point of it: the first is the row y = 0, and the last one of the rows is y =
 * 3. */
typedef struct {
  double origin[2], along[2][2];
} ground;

static ground ground_of(const char *svg) {
  const svg_path first = svg_path_of(svg, "faint", 0), last = svg_path_of(svg, "faint", ROWS);
  return (ground){{first.x[0], first.y[0]},
                  {{(first.x[1] - first.x[0]) / COLUMNS, (first.y[1] - first.y[0]) / COLUMNS},
                   {(last.x[0] - first.x[0]) / ROWS, (last.y[0] - first.y[0]) / ROWS}}};
}

static void ground_at(const ground *g, double i, double j, double xy[2]) {
  for (int a = 0; a < 2; a++) xy[a] = g->origin[a] + i * g->along[0][a] + j * g->along[1][a];
}

/* Tile k in the order they are drawn in, from the farthest row on: its lattice point and its corners. */
static svg_path tile_of(const char *svg, int k, double point[2]) {
  point[0] = k % (COLUMNS + 1), point[1] = ROWS - k / (COLUMNS + 1);
  return svg_path_of(svg, "f-plus", k);
}

/* Each has its middle on the lattice point, and its corners lie above the ground as high as the gradient says. */
static void check_planes(const char *svg) {
  const ground g = ground_of(svg);
  double risen[4 * CORNERS], noise[4 * CORNERS];
  char *const group = svg_group(svg, "planes");
  assert_int_equal(svg_path_count(group, "f-plus"), CORNERS);
  for (int k = 0; k < CORNERS; k++) {
    double point[2], slope[2], middle[2];
    const svg_path tile = tile_of(group, k, point);
    const double half = (tile.x[1] - tile.x[0]) / g.along[0][0] / 2;
    gradient_at(PLANES, point[0], point[1], slope);
    ground_at(&g, point[0], point[1], middle);
    figure_near((tile.x[0] + tile.x[2]) / 2, middle[0], 0.2, "a tile's middle");
    figure_near((tile.y[0] + tile.y[2]) / 2, middle[1], 0.2, "a tile's middle");
    for (int c = 0; c < 4; c++) {
      const double dx = c == 1 || c == 2 ? half : -half, dy = c >= 2 ? half : -half;
      double below[2];
      ground_at(&g, point[0] + dx, point[1] + dy, below);
      figure_near(tile.x[c], below[0], 0.3, "a tile's corner");
      risen[4 * k + c] = below[1] - tile.y[c], noise[4 * k + c] = slope[0] * dx + slope[1] * dy;
    }
  }
  assert_true(figure_proportional(risen, noise, 4 * CORNERS, 0.4, "how high a tile's corner is") > 0);
  free(group);
}

/* The mesh stands above the ground as high as the noise, and touches the tiles' middles at lattice points. */
static void check_surface(const char *svg) {
  enum { FINE = 7, PATCHES = COLUMNS * FINE * ROWS * FINE };
  static double risen[PATCHES], noise[PATCHES];
  char *const planes = figure_read("lines-planes"), *const surface = svg_group(svg, "surface");
  const ground g = ground_of(planes);
  assert_int_equal(svg_path_count(surface, "ink"), PATCHES);
  const char *at = surface; /* from patch to patch: a paper area, and its outline */
  for (int k = 0; k < PATCHES; k++, at = strchr(strstr(at, "class=\"ink\""), '\n')) {
    const double x = k % (COLUMNS * FINE) / (double)FINE, y = (ROWS * FINE - 1 - k / (COLUMNS * FINE)) / (double)FINE;
    const svg_path patch = svg_path_of(at, "ink", 0);
    double below[2];
    ground_at(&g, x, y, below);
    figure_near(patch.x[0], below[0], 0.3, "a point of the surface");
    risen[k] = below[1] - patch.y[0], noise[k] = figure_sample(PLANES, x, y);
  }
  assert_true(figure_proportional(risen, noise, PATCHES, 0.3, "how high the surface is") > 0);
  for (int k = 0; k < CORNERS; k++) {
    double point[2], middle[2];
    const svg_path tile = tile_of(svg, k, point);
    ground_at(&g, point[0], point[1], middle);
    figure_near((tile.x[0] + tile.x[2]) / 2, middle[0], 0.3, "a tile's middle");
    figure_near((tile.y[0] + tile.y[2]) / 2, middle[1], 0.3, "a tile's middle");
  }
  free(planes), free(surface);
}

/* Above 0 in orange, below in blue, clear at 0. */
static double shown(const unsigned char *rgba) { return (rgba[0] > rgba[2] ? 1 : -1) * rgba[3] / 255.0; }

/* Each arrow points from blue to orange; at lattice points all is clear; and the picture is the noise. */
static void check_noise_2d(const char *svg) {
  enum { EVERY = 13 };
  static double seen[2000], noise[2000];
  pixels p = pixels_of(svg, 0);
  int count = 0, pointing = 0;
  for (int k = 0; k < CORNERS; k++) {
    const svg_arrow a = svg_arrow_of(svg, "ink", k);
    const double dx = a.to[0] - a.from[0], dy = a.to[1] - a.from[1], length = hypot(dx, dy);
    if (k % (COLUMNS + 1) % COLUMNS == 0 || k / (COLUMNS + 1) % ROWS == 0 || length < 10) continue;
    const double before = shown(pixels_under(&p, a.from[0] - 8 * dx / length, a.from[1] - 8 * dy / length));
    const double behind = shown(pixels_under(&p, a.from[0] + 8 * dx / length, a.from[1] + 8 * dy / length));
    assert_true(before < 0 && behind > 0);
    assert_true(fabs(shown(pixels_under(&p, a.from[0], a.from[1]))) < 0.03);
    pointing++;
  }
  assert_true(pointing >= 4);
  for (int j = EVERY; j < p.rows; j += EVERY)
    for (int i = EVERY; i < p.columns; i += EVERY, count++) {
      seen[count] = shown(pixels_at(&p, i, j));
      noise[count] = figure_sample(PLANES, (i + 0.5) * COLUMNS / p.columns, (j + 0.5) * ROWS / p.rows);
    }
  assert_true(figure_proportional(seen, noise, count, 0.01, "the picture") > 0);
  pixels_free(&p);
}

/* ---- The list ------------------------------------------------------------------------------------- */

static const figure_check checks[] = {
    {"lines-lattice", check_lattice},   {"lines-cell", check_cell},
    {"lines-all", check_all},           {"lines-ease", check_ease},
    {"lines-noise", check_noise},       {"lines-wavelet", check_wavelet},
    {"lines-wavelets", check_wavelets}, {"lines-lattice-2d", check_lattice_2d},
    {"lines-planes", check_planes},     {"lines-surface", check_surface},
    {"lines-noise-2d", check_noise_2d},
};

int main(void) {
  struct CMUnitTest tests[COUNT(checks) + 1];
  figure_tests(tests, "lines", checks, COUNT(checks));
  return cmocka_run_group_tests_name("figures of lines, planes and wavelets", tests, figure_begin, folder_end);
}
