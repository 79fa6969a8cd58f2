/* burl plot: what is refused; and that the figures show what they say, read from their paths. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "burl.h"
#include "process.h"
#include "svg.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* ---- What is refused ----------------------------------------------------------------------------- */

static const refused_call mistakes[] = {
    {"-o a.svg", 2, "no recipe"},
    {"-e 'perlin()'", 2, "no file to write"},
    {"-e 'perlin()' -o a.jpg", 2, "a figure is .svg, .png or .pdf"},
    {"-e 'perlin()' -o svg", 2, "a figure is .svg, .png or .pdf"},
    {"-e 'perln()' -o a.svg", 1, "perlin"},
    {"-e '#ff0000' -o a.svg", 1, "a plot is of numbers, and this is a colour"},
    {"-e 'midpoint()' -o a.svg", 1, "midpoint() has no value at a point alone"},
    {"-e 'perlin(x, y, z)' -o a.svg", 1, "at most two dimensions"},
    {"-e 'perlin()' -o a.svg --line 1,2,1,2", 2, "--line 1,2,1,2 has no length"},
    {"-e 'perlin()' -o a.svg --line 1,2,3", 2, "--line takes x0,y0,x1,y1"},
    {"-e 'perlin(x)' -o a.svg --line 0,0,1,1", 2, "this varies along x alone"},
    {"-e 'perlin()' -o a.svg --extent 0,1", 2, "--extent takes x0,y0,x1,y1"},
    {"-e 'perlin()' -o a.svg --extent 0,0,0,1", 2, "there is nothing within it"},
    {"-e 'perlin()' -o a.svg --extent 1,2,3", 2, "--extent takes x0,y0,x1,y1, or x0,x1 of a curve"},
    {"-e 'perlin()' -o a.svg --theme blue", 2, "--theme is light, dark or auto"},
    {"-e 'perlin()' -o a.svg --dims 3", 2, "--dims is 1 or 2"},
    {"-e 'perlin()' -o a.svg --parts octaves", 1, "it has no sum of octaves"},
    {"-e '1/(x - x)' -o a.svg --dims 1", 1, "nothing in it is a finite number"},
    {"-e x -e x -e x -e x -e x -e x -e x -o a.svg", 2, "more than 6 expressions"},
    {"-e 'perlin()' -o missing/a.svg", 1, "missing"},
};

static void test_refusals(void **state) {
  (void)state;
  check_refused("plot", mistakes, COUNT(mistakes));
}

/* ---- Curves --------------------------------------------------------------------------------------- */

static char *plotted(const char *arguments) {
  size_t length;
  burl_ok("plot %s -o a.svg", arguments);
  return read_whole("a.svg", &length);
}

static void test_line_is_two_points(void **state) {
  (void)state;
  char *const svg = plotted("-e x --dims 1");
  const svg_path p = svg_path_of(svg, "ink", 0);
  assert_int_equal(p.count, 2);
  assert_true(p.x[1] - p.x[0] == 600 && p.y[1] < p.y[0]);
  assert_non_null(strstr(svg, ">8</text>"));
  free(svg);
}

/* The curve is the recipe's: against samples, within what is left out and rounded. */
static void test_curve_is_the_recipe(void **state) {
  (void)state;
  char *const svg = plotted("-e 'perlin()' --dims 1 --extent 2,6");
  const svg_path p = svg_path_of(svg, "ink", 0);
  double lo = 1, hi = -1, top = 1e9, bottom = -1e9;
  float value[401];
  for (int i = 0; i <= 400; i++) {
    value[i] = burl_perlin1(0, 2 + 0.01 * i);
    lo = fmin(lo, (double)value[i]);
    hi = fmax(hi, (double)value[i]);
  }
  for (int i = 0; i < p.count; i++) top = fmin(top, p.y[i]), bottom = fmax(bottom, p.y[i]);
  for (int i = 0; i <= 400; i++) {
    const double y = bottom + (top - bottom) * ((double)value[i] - lo) / (hi - lo);
    assert_true(fabs(svg_height_at(&p, p.x[0] + 1.5 * i) - y) < 0.5);
  }
  free(svg);
}

/* The octaves' curves add up to the sum's. */
static void test_octaves_add_up(void **state) {
  (void)state;
  char *const svg = plotted("-e 'fbm(perlin(), octaves: 4)' --dims 1 --parts octaves");
  svg_path rows[4];
  double middles[4];
  for (int k = 0; k < 4; k++) {
    char tone[4] = {'s', (char)('1' + k), 0};
    rows[k] = svg_path_of(svg, tone, 0);
    middles[k] = svg_path_of(svg, "faint", k).y[0];
  }
  const svg_path sum = svg_path_of(svg, "ink", 0);
  const double middle = svg_path_of(svg, "faint", 4).y[0];
  for (double x = sum.x[0]; x < sum.x[0] + 600; x += 3.1) {
    double all = 0;
    for (int k = 0; k < 4; k++) all += svg_height_at(&rows[k], x) - middles[k];
    assert_true(fabs(all - (svg_height_at(&sum, x) - middle)) < 1);
  }
  free(svg);
}

/* ---- Pages ---------------------------------------------------------------------------------------- */

static void test_cut(void **state) {
  (void)state;
  char *const svg = plotted("-e 'fbm(perlin(), octaves: 6)' --line 0,1,8,1");
  assert_non_null(strstr(svg, ">y = 1</text>"));
  assert_non_null(strstr(svg, ">1 octave</text>"));
  assert_non_null(strstr(svg, ">3 octaves</text>"));
  assert_non_null(strstr(svg, ">6 octaves</text>"));
  assert_non_null(
      strstr(svg, "<image x=\"56.0\" y=\"38.0\" width=\"600\" height=\"300\" href=\"data:image/png;base64,"));
  const svg_path line = svg_path_of(svg, "accent", 0);
  assert_true(line.y[0] == line.y[1] && fabs(line.y[0] - (38 + 75)) < 0.2);
  free(svg);
}

static void test_same_bytes_and_themes(void **state) {
  (void)state;
  burl_ok("plot -e 'fbm(cells())' -o a.svg");
  burl_ok("plot -e 'fbm(cells())' -o b.svg");
  assert_same_files("a.svg", "b.svg");
  char *const both = plotted("-e 'perlin()' --dims 1"), *const light = plotted("-e 'perlin()' --dims 1 --theme light"),
              *const dark = plotted("-e 'perlin()' --dims 1 --theme dark");
  assert_non_null(strstr(both, "prefers-color-scheme:dark"));
  assert_null(strstr(light, "prefers-color-scheme"));
  assert_non_null(strstr(light, ".f-paper{fill:#ffffff}"));
  assert_null(strstr(dark, ".f-paper{fill:#ffffff}"));
  free(both), free(light), free(dark);
}

static void test_text_is_escaped(void **state) {
  (void)state;
  char *const svg = plotted("-e 'x < 2 && x > 1' --dims 1");
  assert_non_null(strstr(svg, ">x &lt; 2 &amp;&amp; x &gt; 1</text>"));
  free(svg);
}

/* Whatever a recipe has in its comments and names, the pages are XML. */
static void test_pages_are_xml(void **state) {
  (void)state;
  static const char *const recipes[] = {"x // ]]>", "x // \xef\xbf\xbe \xef\xbf\xbf",
                                        "x // <![CDATA[ <!-- &amp; &#0; \" '", "x // \x7f \xc2\x85 \xf4\x8f\xbf\xbf"};
  for (int i = 0; i < COUNT(recipes); i++) {
    write_whole("a.burl", recipes[i]);
    burl_ok("plot a.burl -o plot.svg");
    burl_ok("tree a.burl -o tree.svg");
    burl_ok("sheet a.burl --seeds 1..2 --size 96 -o sheet.svg");
    const outcome *const o =
        shell("for f in plot tree sheet; do"
              " python3 -c 'import xml.dom.minidom as m, sys; m.parse(sys.argv[1])' $f.svg || exit 1; done");
    if (o->code != 0) fail_msg("%s: %s", recipes[i], o->err);
  }
}

static void test_several_curves(void **state) {
  (void)state;
  char *const svg = plotted("-e 'perlin(x)' -e 'value(x)' -e 'x/8'");
  assert_non_null(strstr(svg, ">perlin(x)</text>"));
  assert_non_null(strstr(svg, "class=\"f-plus\" font-size=\"12\">value(x)</text>"));
  assert_non_null(strstr(svg, "class=\"f-minus\" font-size=\"12\">x/8</text>"));
  free(svg);
}

static void test_data(void **state) {
  (void)state;
  size_t length;
  burl_ok("plot -e 'perlin()' --dims 1 --extent 0,1.2 -o a.svg --data a.csv");
  char *const csv = read_whole("a.csv", &length);
  assert_true(strncmp(csv, "x,value\n0,0\n", 12) == 0);
  char row[80];
  snprintf(row, sizeof row, "\n%.17g,%.9g\n", 1.2 * 600 / 1200, (double)burl_perlin1(0, 1.2 * 600 / 1200));
  assert_non_null(strstr(csv, row));
  free(csv);
}

/* By burl-draw, where it is built: twice as many pixels. */
static void test_png_and_pdf(void **state) {
  (void)state;
  char draw[4096];
  snprintf(draw, sizeof draw, "%s-draw", burl_binary());
  if (access(draw, X_OK) != 0) skip();
  size_t length;
  burl_ok("plot -e 'perlin()' --dims 1 -o a.png");
  burl_ok("plot -e 'perlin()' --dims 1 -o a.pdf");
  char *const png = read_whole("a.png", &length), *const pdf = read_whole("a.pdf", &length);
  const unsigned char *const width = (unsigned char *)png + 16;
  assert_memory_equal(png + 1, "PNG", 3);
  assert_int_equal(width[2] << 8 | width[3], 2 * (56 + 600 + 24));
  assert_memory_equal(pdf, "%PDF", 4);
  free(png), free(pdf);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_FOLDER(test_refusals),
      IN_FOLDER(test_line_is_two_points),
      IN_FOLDER(test_curve_is_the_recipe),
      IN_FOLDER(test_octaves_add_up),
      IN_FOLDER(test_cut),
      IN_FOLDER(test_same_bytes_and_themes),
      IN_FOLDER(test_text_is_escaped),
      IN_FOLDER(test_pages_are_xml),
      IN_FOLDER(test_several_curves),
      IN_FOLDER(test_data),
      IN_FOLDER(test_png_and_pdf),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
