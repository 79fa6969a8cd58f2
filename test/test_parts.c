/* burl plot --parts: what is refused; and that the figures show what they say, read from their paths and labels. */
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
#include "process.h"
#include "svg.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* ---- What is refused ----------------------------------------------------------------------------- */

static const refused_call mistakes[] = {
    {"-e 'perlin()' --parts lattices", 2, "--parts is "},
    {"-e 'fbm(perlin())' -e 'perlin()' --parts octaves", 2, "of one recipe"},
    {"-e 'value()' -e 'perlin()' --parts lattice", 2, "of one recipe"},
    {"-e 'simplex()' --parts lattice", 1, "of a single perlin() or value()"},
    {"-e 'fbm(perlin())' --parts lattice", 1, "of a single perlin() or value()"},
    {"-e 'cells()' --parts lattice --dims 1", 1, "of a single perlin() or value()"},
    {"-e 'value(interp: cubic)' --parts lattice", 1, "16 lattice points"},
    {"-e 'perlin()' --at 1,1", 2, "--at is the point of --parts lattice"},
    {"-e 'perlin()' --parts lattice --at 1", 2, "--at takes X,Y"},
    {"-e 'perlin()' --parts lattice --at 1,1 --dims 1", 2, "--at takes X of a curve"},
    {"-e 'perlin()' --parts lattice --at a", 2, "--at takes X,Y"},
    {"-e 'perlin()' --parts lattice --at 5,1", 2, "not within what is shown"},
    {"-e 'perlin()' --parts lattice --line 0,0,1,1", 2, "has no --line"},
    {"-e 'perlin()' --parts lattice --data a.csv", 2, "has no --data"},
    {"-e 'perlin()' -e 'value()' --parts derivative", 2, "of one recipe"},
    {"-e 'd(cells(), x)' --parts derivative", 1, "cells() has no second derivatives yet"},
    {"-e 'perlin()' -e 'value()' --parts histogram", 2, "of one recipe"},
    {"-e 'perlin()' --parts spectrum --line 0,0,1,1", 2, "has no --line"},
    {"-e '3*1' --parts spectrum", 1, "it is the same everywhere, and so has no spectrum"},
    {"-e '3*1' --parts autocorrelation --dims 1", 1, "it is the same everywhere"},
    {"-e '1/(x - x)' --parts spectrum --dims 1", 1, "of finite numbers"},
    {"-e '0/(x - x)' --parts histogram --dims 1", 1, "nothing in it is a finite number"},
    {"-e 'perlin()' --size 800", 2, "--size takes WxH"},
    {"-e 'perlin()' --size 0x800", 2, "--size takes WxH"},
    {"-e 'perlin()' --parts lattice --size 400x400", 2, "takes 640x540 at least"},
};

static void test_refusals(void **state) {
  (void)state;
  check_refused("plot -o a.svg", mistakes, COUNT(mistakes));
}

static char *plotted(const char *arguments) {
  size_t length;
  burl_ok("plot %s -o a.svg", arguments);
  return read_whole("a.svg", &length);
}

/* ---- The lattice --------------------------------------------------------------------------------- */

/* What the recipe is at a point, by burl sample. */
static double sampled(const char *recipe, const char *columns, const char *at) {
  const outcome *const o = shell("printf '%s\\n%s\\n' | \"$burl\" sample -e '%s' -", columns, at, recipe);
  assert_int_equal(o->code, 0);
  return strtod(strrchr(strstr(o->out, "\n"), ',') + 1, NULL);
}

/* The sum of what is behind the = of texts like "0.5 × −0.2 = −0.1", and how many there are. */
static int add_products(const char *svg, double *sum) {
  int count = 0;
  *sum = 0;
  for (const char *at = svg; (at = strstr(at, " × ")); count++) {
    at = strstr(at, " = ");
    *sum += svg_number(at + strlen(" = "));
  }
  return count;
}

/* Products, and the value below them, are printed in three digits. */
static void check_sum(const char *recipe, const char *columns, const char *at, int parts) {
  char arguments[256];
  double sum;
  snprintf(arguments, sizeof arguments, "-e '%s' --parts lattice --at %s%s", recipe, at, columns[1] ? "" : " --dims 1");
  char *const svg = plotted(arguments);
  const double value = sampled(recipe, columns, at);
  assert_int_equal(add_products(svg, &sum), parts);
  if (!(fabs(sum - value) < 0.0005 * (parts + 1))) fail_msg("%s: %g, not %g", recipe, sum, value);
  const char *last = svg;
  for (const char *next; (next = strstr(last + 1, " = "));) last = next;
  assert_true(fabs(svg_number(last + strlen(" = ")) - value) <= 0.00051);
  free(svg);
}

static void test_parts_of_a_sample_add_up(void **state) {
  (void)state;
  check_sum("perlin()", "x,y", "1.62,1.36", 4);
  check_sum("perlin(interp: wavelet, gradients: circle)", "x,y", "2.7,0.2", 4);
  check_sum("perlin(raw: 1, hash: perlin2002)", "x,y", "3.1,2.9", 4);
  check_sum("value(seed: 5)", "x,y", "0.5,0.25", 4);
  check_sum("scale(perlin(seed: 3), 2)", "x,y", "5.3,1.1", 4);
  check_sum("perlin(interp: hermite)", "x", "3.62", 2);
  check_sum("perlin(interp: wavelet)", "x", "0.4", 2);
  check_sum("value(interp: catmull_rom)", "x", "4.8", 4);
  check_sum("value(interp: cubic, smooth: 1)", "x", "6.1", 6);
}

/* The straight lines of both neighbours, in the cell below the curve, meet the curve where only they count. */
static void test_lines_meet_the_curve(void **state) {
  (void)state;
  char *const svg = plotted("-e 'perlin()' --dims 1 --parts lattice --at 3.5");
  const svg_path left = svg_path_of(svg, "minus", 0), right = svg_path_of(svg, "plus", 0),
                 curve = svg_path_of(svg, "ink", 1);
  assert_true(left.count == 2 && right.count == 2 && curve.count > 10);
  assert_true(left.x[0] == curve.x[0] && left.y[0] == curve.y[0]);
  assert_true(fabs(right.y[1] - curve.y[curve.count - 1]) < 0.2);
  for (int i = 0; i < curve.count; i++) {
    const double a = svg_height_at(&left, curve.x[i]), b = svg_height_at(&right, curve.x[i]);
    assert_true(curve.y[i] >= fmin(a, b) - 0.2 && curve.y[i] <= fmax(a, b) + 0.2);
  }
  free(svg);
}

/* ---- Derivatives --------------------------------------------------------------------------------- */

/* The lower curve is the slope of the upper one, by differences of samples. */
static void test_slope_of_a_curve(void **state) {
  (void)state;
  enum { STEPS = 480 };
  const double step = 8.0 / STEPS, h = 1.0 / 512;
  char *const svg = plotted("-e 'perlin(x)' --parts derivative");
  const svg_path p = svg_path_of(svg, "accent", 0);
  double slope[STEPS + 1], lo = 1e9, hi = -1e9, top = 1e9, low = -1e9;
  for (int i = 0; i <= STEPS; i++) {
    slope[i] = ((double)burl_perlin1(0, i * step + h) - (double)burl_perlin1(0, i * step - h)) / (2 * h);
    lo = fmin(lo, slope[i]);
    hi = fmax(hi, slope[i]);
  }
  for (int i = 0; i < p.count; i++) top = fmin(top, p.y[i]), low = fmax(low, p.y[i]);
  for (int i = 0; i <= STEPS; i++) {
    const double y = low + (top - low) * (slope[i] - lo) / (hi - lo);
    if (!(fabs(svg_height_at(&p, p.x[0] + i * 600.0 / STEPS) - y) < 1)) fail_msg("at %g", i * step);
  }
  free(svg);
}

/* Along a line that is neither x nor y, as the table has it. */
static void test_slope_along_a_line(void **state) {
  (void)state;
  size_t length;
  burl_ok("plot -e 'x*x + 3*y' --parts derivative --line 1,0,4,4 -o a.svg --data a.csv");
  char *const csv = read_whole("a.csv", &length);
  assert_true(strncmp(csv, "x,y,value,slope\n", 16) == 0);
  int count = 0;
  for (const char *at = csv + 15; at[1]; at = strchr(at + 1, '\n'), count++) {
    double x, y, value, slope;
    assert_int_equal(sscanf(at, " %lf,%lf,%lf,%lf", &x, &y, &value, &slope), 4);
    assert_true(fabs(value - (x * x + 3 * y)) < 1e-5 && fabs(slope - (2 * x * 0.6 + 3 * 0.8)) < 1e-5);
  }
  assert_int_equal(count, 1201);
  free(csv);
}

static void test_pictures_of_slopes(void **state) {
  (void)state;
  char *const svg = plotted("-e 'perlin()' --parts derivative");
  assert_non_null(strstr(svg, ">Slope along x</text>"));
  assert_non_null(strstr(svg, ">Slope along y</text>"));
  int count = 0;
  for (const char *at = svg; (at = strstr(at + 1, "<image"));) count++;
  assert_int_equal(count, 4); /* and the scale */
  free(svg);
}

/* ---- Statistics ---------------------------------------------------------------------------------- */

/* x where a label says so on the axis below, by the labels of two ticks. */
static double tick_at(const char *svg, const char *label) {
  char text[80];
  snprintf(text, sizeof text, "text-anchor=\"middle\">%s</text>", label);
  const char *const end = strstr(svg, text);
  if (!end) fail_msg("there is no tick %s", label);
  const char *at = end;
  while (*at != '<') at--;
  return strtod(strstr(at, "x=\"") + 3, NULL);
}

/* The number in the text behind another one. */
static double number_behind(const char *svg, const char *label) {
  char text[80];
  snprintf(text, sizeof text, ">%s</text>", label);
  const char *const at = strstr(svg, text);
  if (!at) fail_msg("there is no %s", label);
  return svg_number(strchr(strstr(at, "<text"), '>') + 1);
}

/* Of x*x over [0, 2]: how often each value is taken falls as 1/(4 sqrt(v)). */
static void test_histogram(void **state) {
  (void)state;
  char *const svg = plotted("-e 'x*x' --dims 1 --extent 0,2 --parts histogram");
  assert_true(fabs(number_behind(svg, "mean") - 4.0 / 3) < 1e-3);
  assert_true(fabs(number_behind(svg, "standard deviation") - sqrt(16.0 / 5 - 16.0 / 9)) < 1e-3);
  assert_true(fabs(number_behind(svg, "least … greatest")) < 1e-3);
  const double zero = tick_at(svg, "0"), four = tick_at(svg, "4.0");
  const svg_path mean = svg_path_of(svg, "accent\" stroke-width=\"1.4\" stroke-dasharray=\"4 4", 0);
  assert_true(fabs(mean.x[0] - (zero + (four - zero) / 3)) < 0.5);
  const svg_path bars = svg_path_of(svg, "s4", 0);
  const double low = bars.y[0], unit = low - svg_height_at(&bars, zero + (four - zero) / 4 + 0.5);
  assert_true(fabs((low - svg_height_at(&bars, zero + (four - zero) * 0.81 + 0.5)) / unit - 1 / sqrt(3.24)) < 0.03);
  free(svg);
}

static void test_histogram_within_bounds(void **state) {
  (void)state;
  char *const svg = plotted("-e 'value()' --parts histogram");
  assert_true(fabs(number_behind(svg, "mean")) < 0.02);
  assert_true(number_behind(svg, "proven bounds") == -1);
  const svg_path bars = svg_path_of(svg, "s4", 0),
                 bound = svg_path_of(svg, "soft\" stroke-width=\"1\" stroke-dasharray=\"4 4", 0);
  assert_true(fabs(bars.x[0] - bound.x[0]) < 0.2);
  free(svg);
}

/* A wave has its power at its frequency, in one dimension and, along any direction, in two. */
static void test_spectrum_of_a_wave(void **state) {
  (void)state;
  static const char *const waves[] = {"-e 'sin(2*pi*4*x)' --dims 1", "-e 'sin(2*pi*4*(0.6*x + 0.8*y))'",
                                      "-e 'sin(2*pi*4*x)' --dims 1 --extent 0,8"};
  for (int i = 0; i < COUNT(waves); i++) {
    char arguments[200];
    snprintf(arguments, sizeof arguments, "%s --parts spectrum", waves[i]);
    char *const svg = plotted(arguments);
    const svg_path p = svg_path_of(svg, "ink", 0);
    const double four = tick_at(svg, "4"), octave = four - tick_at(svg, "2");
    int top = 0;
    for (int k = 1; k < p.count; k++) top = p.y[k] < p.y[top] ? k : top;
    if (!(fabs(p.x[top] - four) < octave / 12)) fail_msg("%s: %g octaves beside", waves[i], (p.x[top] - four) / octave);
    free(svg);
  }
}

/* The area of a spectrum is the variance; that of an octave is four times as far below as it has twice the
 * frequency. */
static void test_spectrum_is_the_variance(void **state) {
  (void)state;
  size_t length;
  burl_ok("plot -e 'perlin(x)' -e '2*perlin(x)' --parts spectrum -o a.svg --data a.csv");
  char *const csv = read_whole("a.csv", &length);
  assert_true(strncmp(csv, "frequency,power_1,power_2\n", 26) == 0);
  double before = 0, power_before = 0, sum = 0, x, a, b;
  for (const char *at = csv + 25; at[1]; at = strchr(at + 1, '\n'), before = x, power_before = a) {
    assert_int_equal(sscanf(at, " %lf,%lf,%lf", &x, &a, &b), 3);
    assert_true(fabs(b / a - 4) < 1e-3);
    sum += (x - before) * (a + power_before); /* both signs of a frequency */
  }
  double squares = 0;
  for (int i = 0; i < 20480; i++) squares += pow((double)burl_perlin1(0, i * 0.1), 2) / 20480;
  if (!(fabs(sum / squares - 1) < 0.1)) fail_msg("%g, not %g", sum, squares);
  free(csv);
}

/* 1 at 0; of a wave a wave, which crosses 0 after a quarter. */
static void test_autocorrelation_of_a_wave(void **state) {
  (void)state;
  char *const svg = plotted("-e 'sin(2*pi*x/4)' --dims 1 --parts autocorrelation");
  const svg_path p = svg_path_of(svg, "ink", 0);
  const double zero = svg_path_of(svg, "faint", 2).y[0], one = svg_path_of(svg, "faint", 4).y[0];
  const double left = tick_at(svg, "0"), unit = tick_at(svg, "1.0") - left;
  assert_true(p.x[0] == left && fabs(p.y[0] - one) < 0.15);
  assert_non_null(strstr(svg, "class=\"f-ink\">1</text>")); /* where it crosses 0 */
  for (double x = 0; x < 4; x += 0.1) {
    const double value = (svg_height_at(&p, left + x * unit) - zero) / (one - zero);
    if (!(fabs(value - cos(2 * 3.14159265 * x / 4)) < 0.02)) fail_msg("%g at %g", value, x);
  }
  free(svg);
}

/* Between two steps, as a straight line has it. */
static void test_crossing(void **state) {
  (void)state;
  char *const svg = plotted("-e 'sin(2*pi*x/3.3)' --dims 1 --parts autocorrelation");
  assert_non_null(strstr(svg, "class=\"f-ink\">0.825</text>"));
  free(svg);
}

/* White noise has a cell in common with itself: 1 - d, and nothing from there on. */
static void test_autocorrelation_of_cells(void **state) {
  (void)state;
  size_t length;
  burl_ok("plot -e 'white(x)' --parts autocorrelation -o a.svg --data a.csv");
  char *const csv = read_whole("a.csv", &length);
  for (const char *at = strchr(csv, '\n'); at[1]; at = strchr(at + 1, '\n')) {
    double distance, value;
    assert_int_equal(sscanf(at, " %lf,%lf", &distance, &value), 2);
    assert_true(fabs(value - fmax(0, 1 - distance)) < 0.07);
  }
  free(csv);
}

static void test_several_statistics(void **state) {
  (void)state;
  static const char *const kinds[] = {"spectrum", "autocorrelation"};
  for (int i = 0; i < COUNT(kinds); i++) {
    char arguments[200];
    snprintf(arguments, sizeof arguments, "-e 'perlin(x)' -e 'value(x)' --parts %s", kinds[i]);
    char *const svg = plotted(arguments);
    assert_non_null(strstr(svg, "class=\"f-ink\" font-size=\"12\">perlin(x)</text>"));
    assert_non_null(strstr(svg, "class=\"f-plus\" font-size=\"12\">value(x)</text>"));
    assert_true(svg_path_of(svg, "plus", 0).count > 10);
    free(svg);
  }
}

/* ---- Sizes --------------------------------------------------------------------------------------- */

static void test_sizes(void **state) {
  (void)state;
  static const char *const figures[] = {"-e 'perlin(x)'",
                                        "-e 'perlin()'",
                                        "-e 'fbm(perlin())' --parts octaves",
                                        "-e 'perlin()' --parts lattice",
                                        "-e 'perlin(x)' --parts lattice",
                                        "-e 'perlin()' --parts derivative",
                                        "-e 'perlin(x)' --parts derivative",
                                        "-e 'perlin(x)' --parts histogram",
                                        "-e 'perlin(x)' --parts spectrum",
                                        "-e 'perlin(x)' --parts autocorrelation"};
  for (int i = 0; i < COUNT(figures); i++) {
    char arguments[200];
    snprintf(arguments, sizeof arguments, "%s --size 800x640", figures[i]);
    char *const svg = plotted(arguments);
    if (!strstr(svg, "viewBox=\"0 0 800 640\" width=\"800\" height=\"640\"")) fail_msg("%s", figures[i]);
    free(svg);
  }
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_FOLDER(test_refusals),
      IN_FOLDER(test_parts_of_a_sample_add_up),
      IN_FOLDER(test_lines_meet_the_curve),
      IN_FOLDER(test_slope_of_a_curve),
      IN_FOLDER(test_slope_along_a_line),
      IN_FOLDER(test_pictures_of_slopes),
      IN_FOLDER(test_histogram),
      IN_FOLDER(test_histogram_within_bounds),
      IN_FOLDER(test_spectrum_of_a_wave),
      IN_FOLDER(test_spectrum_is_the_variance),
      IN_FOLDER(test_autocorrelation_of_a_wave),
      IN_FOLDER(test_crossing),
      IN_FOLDER(test_autocorrelation_of_cells),
      IN_FOLDER(test_several_statistics),
      IN_FOLDER(test_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
