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

static const struct {
  const char *arguments;
  int code;
  const char *message;
} mistakes[] = {
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
};

static void test_refusals(void **state) {
  (void)state;
  for (int i = 0; i < COUNT(mistakes); i++) {
    const outcome *const o = shell("\"$burl\" plot %s -o a.svg", mistakes[i].arguments);
    if (o->code != mistakes[i].code || !strstr(o->err, mistakes[i].message))
      fail_msg("%s: %d, %s", mistakes[i].arguments, o->code, o->err);
    assert_int_equal(folder_count(), 0);
  }
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

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_FOLDER(test_refusals),
      IN_FOLDER(test_parts_of_a_sample_add_up),
      IN_FOLDER(test_lines_meet_the_curve),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
