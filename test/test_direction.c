/* Which way up: a picture of the same ground is the same picture whichever way its coordinates go, and derivatives by a
 * coordinate follow the coordinate (docs/language.md, "Right, down and the coordinates"). */
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
#include "code_text.h"
#include "compile.h"
#include "draw.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { NX = 24, NY = 18, CELLS = NX * NY, MOST_CHANNELS = 3 };

/* What becomes of a result where x, y or both go the other way. */
typedef enum { SAME, BY_X, BY_Y } relation;

static const struct {
  const char *recipe;
  relation relation;
} rows[] = {
    {"normal(image(\"a\"))", SAME},
    {"normal(image(\"a\"), green: up, strength: 0.3)", SAME},
    {"normal(2*upsample(image(\"a\"), 2))", SAME},
    {"normal(fill(image(\"a\")), strength: 1 + 0*x)", SAME},
    {"slope_deg(image(\"a\"))", SAME},
    {"aspect(image(\"a\"))", SAME},
    {"hillshade(image(\"a\"), azimuth: 200, altitude: 30)", SAME},
    {"flow(breach(image(\"a\")), give: direction)", SAME},
    {"flow(breach(image(\"a\")))", SAME},
    {"slope(image(\"a\"))", SAME},
    {"curvature(image(\"a\"), give: plan)", SAME},
    {"d(image(\"a\"), x)", BY_X},
    {"d(image(\"a\"), y)", BY_Y},
    {"curl(image(\"a\"), give: x)", BY_Y},
    {"curl(image(\"a\"), give: y)", BY_X},
};

/* Over a grid whose steps have these signs, of an image that has no place but the picture's. */
static void sample(const char *recipe, float *heights, int way_x, int way_y, float *out) {
  burl_program *const program = compile(recipe, 2);
  const burl_grid grid = {.size = {NX, NY}, .origin = {5, -3}, .step = {1.5 * way_x, 2.5 * way_y}};
  const burl_field image = {.data = heights, .size = {NX, NY}};
  assert_true(burl_channels(program) <= MOST_CHANNELS);
  assert_int_equal(burl_set_image(program, "a", &image), BURL_OK);
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  burl_free(program);
}

static void test_one_picture(void **state) {
  static float heights[CELLS], as_is[CELLS * MOST_CHANNELS], turned[CELLS * MOST_CHANNELS];
  (void)state;
  for (int i = 0; i < CELLS; i++) heights[i] = (float)draw(0, 4);
  for (int i = 0; i < COUNT(rows); i++)
    for (int ways = 1; ways < 4; ways++) {
      const int x = ways & 1 ? -1 : 1, y = ways & 2 ? -1 : 1;
      const int sign = rows[i].relation == BY_X ? x : rows[i].relation == BY_Y ? y : 1;
      const int count = CELLS * (strncmp(rows[i].recipe, "normal", 6) == 0 ? 3 : 1);
      sample(rows[i].recipe, heights, 1, 1, as_is);
      sample(rows[i].recipe, heights, x, y, turned);
      for (int k = 0; k < count; k++)
        if (!(fabs((double)turned[k] - sign * (double)as_is[k]) <= 1e-5 * fabs((double)as_is[k]) + 1e-6))
          fail_msg("%s, x %+d, y %+d: %g, not %g", rows[i].recipe, x, y, (double)turned[k], sign * (double)as_is[k]);
    }
}

/* The normal of a surface that is known: by its slopes to the right and down the picture. */
static void check_normals(const burl_program *program, const burl_grid *grid, const float *normals) {
  burl_program *const slopes = compile("rgb(d(sin(x)*y, x), d(sin(x)*y, y), 0)", 2);
  const int64_t count = grid->size[0] * grid->size[1];
  float *const slope = calloc((size_t)count * 3, sizeof *slope);
  burl_grid plain = *grid;
  plain.samples = 0;
  assert_int_equal(burl_sample_grid(slopes, &plain, slope), BURL_OK);
  assert_int_equal(burl_channels(program), 3);
  for (int64_t i = 0; i < count; i++) {
    const double right = (double)slope[3 * i] * (grid->step[0] < 0 ? -1 : 1);
    const double down = (double)slope[3 * i + 1] * (grid->step[1] < 0 ? -1 : 1);
    const double length = sqrt(right * right + down * down + 1), within = grid->samples > 1 ? 0.05 : 1e-6;
    const double expected[3] = {0.5 - 0.5 * right / length, 0.5 - 0.5 * down / length, 0.5 + 0.5 / length};
    for (int c = 0; c < 3; c++)
      if (!(fabs((double)normals[3 * i + c] - expected[c]) <= within))
        fail_msg("channel %d of %d: %g, not %g", c, (int)i, (double)normals[3 * i + c], expected[c]);
  }
  burl_free(slopes);
  free(slope);
}

/* Grids large and narrow, parts of them, by several samples each. */
static void test_normals_of_grids(void **state) {
  static const int sizes[][2] = {{40, 30}, {1, 9}, {3, 40}, {70, 1}};
  static float out[3 * 40 * 30];
  (void)state;
  burl_program *const program = compile("normal(sin(x)*y)", 2);
  for (int ways = 0; ways < 4; ways++)
    for (int i = 0; i < COUNT(sizes); i++)
      for (int samples = 1; samples < 4; samples += 2) {
        const burl_grid grid = {.size = {sizes[i][0], sizes[i][1]},
                                .first = {7, -4},
                                .origin = {0.3, 0.2},
                                .step = {ways & 1 ? -0.02 : 0.02, ways & 2 ? -0.03 : 0.03},
                                .samples = samples,
                                .footprint = i == 1 ? 0.5 : 0};
        assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
        check_normals(program, &grid, out);
      }
  burl_free(program);
}

/* Points alone have the picture of the recipe's view: the bits of a grid that goes its way. */
static void test_normals_of_points(void **state) {
  static const struct {
    const char *view;
    double step[2];
  } views[] = {{"", {0.1, 0.1}},
               {"view 0, 0, 4, 3\n", {0.1, 0.1}},
               {"view 0, 3, 4, 0\n", {0.1, -0.1}},
               {"param n = 3\nview 4, 0, -1, n\n", {-0.1, 0.1}},
               {"view 4, 3, 1, -2\n", {-0.1, -0.1}}};
  static float of_grid[3 * CELLS], of_points[3 * CELLS];
  static double place[2][CELLS];
  (void)state;
  for (int i = 0; i < COUNT(views); i++) {
    char recipe[100];
    snprintf(recipe, sizeof recipe, "%snormal(perlin())", views[i].view);
    burl_program *const program = compile(recipe, 2);
    const burl_grid grid = {.size = {NX, NY}, .step = {views[i].step[0], views[i].step[1]}};
    for (int k = 0; k < CELLS; k++) place[0][k] = k % NX * grid.step[0], place[1][k] = k / NX * grid.step[1];
    const burl_points points = {.count = CELLS, .coord = {place[0], place[1]}, .footprint = i % 2 ? 0.1 : 0};
    assert_int_equal(burl_sample_grid(program, &grid, of_grid), BURL_OK);
    assert_int_equal(burl_sample_points(program, &points, of_points), BURL_OK);
    assert_memory_equal(of_grid, of_points, sizeof of_grid);
    burl_free(program);
  }
}

/* Code belongs to the picture of the recipe's view, too: its text, after the lines that quote the recipe. */
static void test_normals_of_code(void **state) {
  static const char *const recipes[] = {"view 0, 3, 4, 0\nnormal(perlin())",
                                        "view 0, 0, 4, 3\nnormal(perlin(), green: up)"};
  char *text[2];
  (void)state;
  for (int i = 0; i < 2; i++) {
    burl_program *const program = compile(recipes[i], 2);
    const burl_code_options options = {.struct_size = sizeof options, .target = "glsl"};
    text[i] = code_text_ok(program, &options);
    burl_free(program);
  }
  assert_non_null(strstr(text[0], "\n\n"));
  assert_string_equal(strstr(text[0], "\n\n"), strstr(text[1], "\n\n"));
  free(text[0]), free(text[1]);
}

/* On a sphere or a cylinder slopes are per unit of length on it: what says it, and its slopes e and n to the right and
 * up. */
static const char *const shells[][2] = {
    {"sphere(h, radius: 2)", "e = d(s, x)/(2*degree*cos(y*degree))\nn = d(s, y)/(2*degree)"},
    {"5*sphere(h, radius: 7) + 0.1*y", "e = d(s, x)/(7*degree*cos(y*degree))\nn = d(s, y)/(7*degree)"},
    {"sphere(h, radius: 3) + sphere(reseed(h, 2), radius: 3)",
     "e = d(s, x)/(3*degree*cos(y*degree))\nn = d(s, y)/(3*degree)"},
    {"shift(scale(sphere(h), 2), 30, 0)", "e = 2*d(s, x)/(degree*cos(y/2*degree))\nn = 2*d(s, y)/degree"},
    {"sphere(h, radius: 12 + 0.1*y)",
     "r = 12 + 0.1*y\ne = d(s, x)/(r*degree*cos(y*degree))\nn = d(s, y)/sqrt(r*degree*r*degree + 0.01)"},
    {"sphere(at(cylinder(h), 9*x, y, z), radius: 2)", "e = d(s, x)/(2*degree*cos(y*degree))\nn = d(s, y)/(2*degree)"},
    {"cylinder(h, radius: 1.5)", "e = d(s, x)/(1.5*degree)\nn = d(s, y)"},
    {"at(cylinder(h, radius: 0.7), 360*(x/tau), y)", "e = d(s, x)/0.7\nn = d(s, y)"},
    {"sin(x) + perlin(x/9, y/9), radius: 40", "e = d(s, x)/(40*degree*cos(y*degree))\nn = d(s, y)/(40*degree)"},
    {"perlin()", "e = d(s, x)\nn = d(s, y)"},
};

static void test_normals_on_shells(void **state) {
  static float out[3 * CELLS], expected[3 * CELLS];
  const burl_grid grid = {.size = {NX, NY}, .origin = {-170, 80}, .step = {13, -8.5}};
  (void)state;
  for (int i = 0; i < COUNT(shells); i++)
    for (int k = 0; k < 2; k++) {
      char recipe[600];
      const char *const options = strstr(shells[i][0], ", radius: 40");
      const int length = (int)(options ? options - shells[i][0] : (ptrdiff_t)strlen(shells[i][0]));
      snprintf(recipe, sizeof recipe,
               "degree = pi/180\nh = fbm(perlin(), octaves: 2)\ns = %.*s\n%s\nl = sqrt(1 + e*e + n*n)\n%s%s", length,
               shells[i][0], shells[i][1], k ? "rgb(0.5 - 0.5*e/l, 0.5 - 0.5*n/l, 0.5 + 0.5/l)" : "normal(s, green: up",
               k         ? ""
               : options ? ", radius: 40)"
                         : ")");
      burl_program *const program = compile(recipe, 2);
      assert_int_equal(burl_sample_grid(program, &grid, k ? expected : out), BURL_OK);
      burl_free(program);
      for (int c = 0; k == 1 && c < 3 * CELLS; c++)
        if (!(fabs((double)out[c] - (double)expected[c]) < 2e-6))
          fail_msg("%s, channel %d: %g, not %g", shells[i][0], c, (double)out[c], (double)expected[c]);
    }
}

/* A pole has no east. */
static void test_normals_at_poles(void **state) {
  float out[2 * 3 * 5];
  (void)state;
  burl_program *const program = compile("normal(sphere(fbm(perlin()), radius: 9))", 2);
  const burl_grid grid = {.size = {5, 2}, .origin = {-180, 90}, .step = {90, -180}};
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  for (int i = 0; i < COUNT(out); i += 3) {
    assert_true(out[i] == 0.5f);
    assert_true(out[i + 1] > 0 && out[i + 1] < 1 && out[i + 2] > 0.5f);
  }
  burl_free(program);
}

static void test_refused_normals(void **state) {
  static const struct {
    const char *recipe;
    int dims;
    const char *message;
  } cases[] = {{"normal(sphere(perlin()) + sphere(perlin(), radius: 3))", 2, "several spheres or cylinders"},
               {"normal(sphere(perlin()) + cylinder(perlin()))", 2, "several spheres or cylinders"},
               {"normal(perlin(), radius: 3)", 3, "a sphere is over two coordinates"},
               {"normal(perlin(), radius: -3)", 2, "radius"}};
  (void)state;
  for (int i = 0; i < COUNT(cases); i++) {
    burl_error error;
    assert_null(burl_compile(cases[i].recipe, cases[i].dims, &error));
    if (!strstr(error.message, cases[i].message)) fail_msg("%s: %s", cases[i].recipe, error.message);
  }
  burl_free(compile("normal(sphere(perlin()) + sphere(perlin(), radius: 3), radius: 1)", 2));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_picture),       cmocka_unit_test(test_normals_of_grids),
                                     cmocka_unit_test(test_normals_of_points), cmocka_unit_test(test_normals_of_code),
                                     cmocka_unit_test(test_normals_on_shells), cmocka_unit_test(test_normals_at_poles),
                                     cmocka_unit_test(test_refused_normals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
