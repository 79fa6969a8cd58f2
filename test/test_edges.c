/* Planes are planes everywhere: at edges, in corners and beside missing ground, whatever is made of them has their
 * slopes, to rounding. */
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
#include "compile.h"
#include "draw.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { MOST = 40 * 40 };

/* A plane over a grid, with holes: heights fall by `fall` along each axis, a unit. */
typedef struct {
  int nx, ny;
  double step[2], rise[2];
  float heights[MOST];
} plane;

static double height_at(const plane *p, int x, int y) {
  return 3 + p->rise[0] * p->step[0] * x + p->rise[1] * p->step[1] * y;
}

/* Each height is missing with this probability. */
static void draw_plane(plane *p, int nx, int ny, double missing) {
  p->nx = nx, p->ny = ny;
  for (int axis = 0; axis < 2; axis++) {
    p->step[axis] = draw(0.2, 3) * (draw(0, 1) < 0.5 ? -1 : 1);
    p->rise[axis] = draw(-2, 2);
  }
  for (int i = 0; i < nx * ny; i++) p->heights[i] = draw(0, 1) < missing ? NAN : (float)height_at(p, i % nx, i / nx);
}

/* A recipe over the image "a", which is the plane, at the plane's own cells. */
static void sample(const plane *p, const char *recipe, float *out) {
  burl_program *const program = compile(recipe, 2);
  const burl_grid grid = {.size = {p->nx, p->ny}, .origin = {7, -9}, .step = {p->step[0], p->step[1]}};
  const burl_field image = {
      .data = p->heights, .size = {p->nx, p->ny}, .origin = {7, -9}, .step = {p->step[0], p->step[1]}};
  if (burl_image_name(program, 0)) assert_int_equal(burl_set_image(program, "a", &image), BURL_OK);
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  burl_free(program);
}

static int is_there(const plane *p, int x, int y) {
  return x >= 0 && y >= 0 && x < p->nx && y < p->ny && !isnan(p->heights[y * p->nx + x]);
}

/* Whether the heights around a cell and its own aren't all in one line. */
static int knows_plane(const plane *p, int x, int y) {
  for (int a = 0; a < 9; a++)
    for (int b = 0; b < a; b++) {
      const int ax = a % 3 - 1, ay = a / 3 - 1, bx = b % 3 - 1, by = b / 3 - 1;
      if (is_there(p, x + ax, y + ay) && is_there(p, x + bx, y + by) && ax * by != ay * bx) return 1;
    }
  return 0;
}

static void check_everywhere(const plane *p, const char *recipe, double expected, double within, int around) {
  float out[MOST];
  sample(p, recipe, out);
  for (int y = 0; y < p->ny; y++)
    for (int x = 0; x < p->nx; x++) {
      const double value = (double)out[y * p->nx + x];
      const int is_none = isnan(value) || (value == 0 && strstr(recipe, "hillshade")); /* of nothing it is black */
      if (!is_there(p, x, y) && !is_none) fail_msg("%s at %d, %d: %g where nothing is", recipe, x, y, value);
      if (!is_there(p, x, y) || (around && !knows_plane(p, x, y))) continue;
      if (!(fabs(value - expected) <= within))
        fail_msg("%s at %d, %d of %d x %d: %.9g, not %.9g", recipe, x, y, p->nx, p->ny, value, expected);
    }
}

static const double degree = 57.295779513082321;

/* The sun of hillshade(), at 315 degrees and 45 high, on a plane that rises so to the right and down the picture. */
static double light_on(double right, double down) {
  return fmax(0, (sqrt(0.5) + 0.5 * right + 0.5 * down) / sqrt(1 + right * right + down * down));
}

static void check_slopes(const plane *p) {
  const double right = p->rise[0] * (p->step[0] < 0 ? -1 : 1), down = p->rise[1] * (p->step[1] < 0 ? -1 : 1);
  const double steep = hypot(right, down), bearing = fmod(360 + degree * atan2(-right, down), 360);
  check_everywhere(p, "slope_deg(image(\"a\"))", degree * atan(steep), 1e-3, 1);
  check_everywhere(p, "aspect(image(\"a\"))", bearing, 0.1 / (1e-3 + steep), 1);
  check_everywhere(p, "hillshade(image(\"a\"))", light_on(right, down), 1e-5, 1);
}

static void check_surface(const plane *p) {
  const double x = p->rise[0], y = p->rise[1];
  check_everywhere(p, "d(image(\"a\"), x)", x, 4e-4, 0);
  check_everywhere(p, "d(image(\"a\"), y)", y, 4e-4, 0);
  check_everywhere(p, "slope(2*image(\"a\"))", 2 * hypot(x, y), 1e-3, 0);
  check_everywhere(p, "curl(image(\"a\"), give: x)", y, 4e-4, 0);
  check_everywhere(p, "d(upsample(image(\"a\"), 1), x)", x, 4e-4, 0);
  check_everywhere(p, "d(d(image(\"a\"), x), y)", 0, 4e-3, 0);
  check_everywhere(p, "image(\"a\") - upsample(image(\"a\"), 1, through: 1)", 0, 1e-4, 0);
}

static void test_planes_at_edges(void **state) {
  static plane p;
  static const int sizes[][2] = {{32, 32}, {2, 2}, {2, 9}, {7, 3}, {3, 4}};
  (void)state;
  for (int i = 0; i < 20 * COUNT(sizes); i++) {
    draw_plane(&p, sizes[i % COUNT(sizes)][0], sizes[i % COUNT(sizes)][1], 0);
    check_slopes(&p);
    check_surface(&p);
  }
}

static void test_planes_beside_holes(void **state) {
  static plane p;
  (void)state;
  for (int i = 0; i < 60; i++) {
    draw_plane(&p, 23, 17, draw(0, 0.9));
    check_slopes(&p);
    check_surface(&p);
  }
}

/* What lies beside a hole counts, not what lies far away: a roof, with a hole in one of its sides. */
static void test_roofs_beside_holes(void **state) {
  static plane p;
  static float slope[MOST], filled[MOST];
  (void)state;
  draw_plane(&p, 40, 24, 0);
  p.step[0] = p.step[1] = 1;
  for (int i = 0; i < 40 * 24; i++) {
    const int x = i % 40, y = i / 40;
    p.heights[i] = x >= 7 && x < 10 && y >= 9 && y < 13 ? NAN : (float)abs(x - 25);
  }
  sample(&p, "d(image(\"a\"), x)", slope);
  sample(&p, "image(\"a\", nodata: fill)", filled);
  for (int i = 0; i < 40 * 24; i++) {
    if (i % 40 > 14) continue; /* near the ridge the spline is round */
    if (!isnan(p.heights[i]) && fabs((double)slope[i] + 1) > 1e-3) fail_msg("%d: %g, not -1", i, (double)slope[i]);
    if (fabs((double)filled[i] - abs(i % 40 - 25)) > 1e-3) fail_msg("%d: %g", i, (double)filled[i]);
  }
}

/* Where heights are in a line, they say how it rises along itself; a height alone is level. */
static void test_lines_and_single_cells(void **state) {
  static plane p;
  (void)state;
  for (int along = 0; along < 2; along++)
    for (int i = 0; i < 20; i++) {
      draw_plane(&p, along ? 1 : 20, along ? 20 : 1, draw(0, 0.3));
      for (int k = 1; k < 20; k++) /* no height without a neighbour */
        if (isnan(p.heights[k - 1])) p.heights[k] = (float)(along ? height_at(&p, 0, k) : height_at(&p, k, 0));
      if (isnan(p.heights[18]) && isnan(p.heights[19])) continue;
      if (isnan(p.heights[18])) p.heights[19] = NAN;
      for (int k = 0; k < 20; k++) {
        const int alone = (k == 0 || isnan(p.heights[k - 1])) && (k == 19 || isnan(p.heights[k + 1]));
        if (alone) p.heights[k] = NAN;
      }
      check_everywhere(&p, "slope_deg(image(\"a\"))", degree * atan(fabs(p.rise[along])), 1e-3, 0);
      check_everywhere(&p, along ? "d(image(\"a\"), y)" : "d(image(\"a\"), x)", p.rise[along], 4e-4, 0);
      check_everywhere(&p, along ? "d(image(\"a\"), x)" : "d(image(\"a\"), y)", 0, 4e-4, 0);
    }
  draw_plane(&p, 9, 9, 1);
  p.heights[40] = 5;
  check_everywhere(&p, "slope_deg(image(\"a\"))", 0, 0, 0);
  check_everywhere(&p, "d(image(\"a\"), x)", 0, 0, 0);
}

/* A diagonal line of heights rises along itself, whatever the shape of the cells. */
static void test_diagonals(void **state) {
  static plane p;
  (void)state;
  for (int i = 0; i < 10; i++) {
    draw_plane(&p, 9, 9, 1);
    for (int k = 0; k < 9; k++) p.heights[10 * k] = (float)height_at(&p, k, k);
    const double way[2] = {p.step[0], p.step[1]}, length = hypot(way[0], way[1]);
    const double rise = (p.rise[0] * way[0] + p.rise[1] * way[1]) / length;
    check_everywhere(&p, "slope_deg(image(\"a\"))", degree * atan(fabs(rise)), 1e-3, 0);
  }
}

/* Heights over wider cells: the plane goes on beyond their middles, to the grid's edge. */
static void test_planes_over_wider_cells(void **state) {
  static const int times[] = {2, 4, 8};
  static plane p;
  (void)state;
  draw_plane(&p, 32, 16, 0);
  p.step[0] = 2, p.step[1] = -3;
  for (int i = 0; i < COUNT(times); i++)
    for (int through = 0; through < 2; through++) {
      char recipe[200];
      snprintf(recipe, sizeof recipe, "upsample(0.7*x - 0.4*y, %d, through: %d) - (0.7*x - 0.4*y)", times[i], through);
      check_everywhere(&p, recipe, 0, 1e-5, 0);
      snprintf(recipe, sizeof recipe, "d(upsample(0.7*x - 0.4*y, %d, through: %d), y)", times[i], through);
      check_everywhere(&p, recipe, -0.4, 1e-5, 0);
    }
}

/* An image over finer cells than its own, and over wider ones: the grid lies between its outer edges. */
static void test_planes_over_other_cells(void **state) {
  static const int sizes[][2] = {{40, 40}, {39, 13}, {9, 22}};
  static const char *const reads[] = {"bilinear", "cubic"};
  static plane p;
  float out[MOST];
  (void)state;
  for (int i = 0; i < 24; i++) {
    char recipe[100];
    draw_plane(&p, 16, 11, 0);
    const int nx = sizes[i % 3][0], ny = sizes[i % 3][1], is_placed = i % 4 < 2;
    const double step[2] = {p.step[0] * p.nx / nx, p.step[1] * p.ny / ny};
    const burl_grid grid = {.size = {nx, ny}, .origin = {step[0] / 2, step[1] / 2}, .step = {step[0], step[1]}};
    burl_field image = {.data = p.heights, .size = {p.nx, p.ny}};
    for (int axis = 0; axis < 2 && is_placed; axis++)
      image.origin[axis] = p.step[axis] / 2, image.step[axis] = p.step[axis];
    for (int axis = 0; axis < 2; axis++) {
      snprintf(recipe, sizeof recipe, "d(image(\"a\", read: %s), %c)", reads[i % 2], "xy"[axis]);
      burl_program *const program = compile(recipe, 2);
      assert_int_equal(burl_set_image(program, "a", &image), BURL_OK);
      assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
      burl_free(program);
      for (int k = 0; k < nx * ny; k++)
        if (!(fabs((double)out[k] - p.rise[axis]) < 2e-3))
          fail_msg("%s at %d of %d x %d: %g, not %g", recipe, k, nx, ny, (double)out[k], p.rise[axis]);
    }
  }
}

/* A picture's samples in [0, 1] stay within it. */
static void test_pictures_keep_their_range(void **state) {
  float heights[12], out[MOST];
  (void)state;
  for (int i = 0; i < 12; i++) heights[i] = (float)(i % 2);
  for (int is_placed = 0; is_placed < 2; is_placed++) {
    burl_program *const program = compile("image(\"a\")", 2);
    const double step = is_placed;
    const burl_field image = {.data = heights, .size = {4, 3}, .step = {step, step}};
    const burl_grid grid = {.size = {40, 30}, .origin = {-0.45, -0.45}, .step = {0.1, 0.1}};
    float lo = INFINITY, hi = -INFINITY;
    assert_int_equal(burl_set_image(program, "a", &image), BURL_OK);
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
    for (int i = 0; i < 40 * 30; i++) lo = fminf(lo, out[i]), hi = fmaxf(hi, out[i]);
    assert_true(is_placed ? lo < -0.3f && hi > 1.3f : lo == 0 && hi == 1);
    burl_free(program);
  }
}

/* Where a surface would leave the range of its heights it is held, and its slope is 0 there. */
static void test_surfaces_are_held_at_their_range(void **state) {
  static plane p;
  float value[MOST], slope[MOST];
  int held = 0;
  (void)state;
  draw_plane(&p, 40, 40, 0);
  p.step[0] = p.step[1] = 1;
  sample(&p, "upsample(x < 15 ? 0 : 1, 8)", value);
  sample(&p, "slope(upsample(x < 15 ? 0 : 1, 8))", slope);
  for (int i = 0; i < MOST; i++) {
    assert_true(value[i] >= 0 && value[i] <= 1);
    if (value[i] == 0 || value[i] == 1) held += i % 40 < 4, assert_true(slope[i] < 1e-6f);
  }
  assert_true(held > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_planes_at_edges),
      cmocka_unit_test(test_planes_beside_holes),
      cmocka_unit_test(test_roofs_beside_holes),
      cmocka_unit_test(test_lines_and_single_cells),
      cmocka_unit_test(test_diagonals),
      cmocka_unit_test(test_planes_over_wider_cells),
      cmocka_unit_test(test_planes_over_other_cells),
      cmocka_unit_test(test_pictures_keep_their_range),
      cmocka_unit_test(test_surfaces_are_held_at_their_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
