/* Spheres, cylinders, distorted and oriented noise: where an expression is evaluated, by trigonometry of
 * the C library's long doubles; the same bits where an angle comes around; derivatives by the chain rule; and
 * what can't be is an error at its place. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/seed.h"
#include "burl.h"
#include "compile.h"
#include "draw.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- Helpers ------------------------------------------------------------------------------------ */

static float at_point(const burl_program *program, const double p[4]) {
  float out[4];
  const double time = 0.3;
  const burl_points points = {.count = 1, .coord = {p, p + 1, p + 2, p + 3}, .time = &time};
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
  return out[0];
}

static float value(const char *text, int dims, double x, double y, double z) {
  burl_program *const program = compile(text, dims);
  const float v = at_point(program, (const double[]){x, y, z, 0});
  burl_free(program);
  return v;
}

static uint32_t bits(float v) {
  uint32_t u;
  memcpy(&u, &v, sizeof u);
  return u;
}

static void check_near(const char *text, double got, double expected, double by) {
  if (!(fabs(got - expected) <= by)) fail_msg("%s: %.9g, not %.9g", text, got, expected);
}

/* The recipe is an error whose caret is under `place`, and whose message and hint have these in them. */
static void check_error(const char *text, int dims, const char *place, const char *message, const char *hint) {
  burl_error error;
  assert_null(burl_compile(text, dims, &error));
  if (!strstr(error.message, message) || !strstr(error.hint, hint))
    fail_msg("%s: %s | %s", text, error.message, error.hint);
  const char *const at = strstr(text, place);
  assert_non_null(at);
  if (error.column != (int)(at - text) + 1) fail_msg("%s: column %d", text, error.column);
}

static const double degree = 0.017453292519943295769;

/* ---- Where it is -------------------------------------------------------------------------------- */

static void test_sphere_is_where_it_says(void **test) {
  (void)test;
  static const char *const texts[] = {"sphere(x, radius: 3)", "sphere(y, radius: 3)", "sphere(z, radius: 3)"};
  for (int axis = 0; axis < 3; axis++) {
    burl_program *const program = compile(texts[axis], 2);
    for (int i = 0; i < 2000; i++) {
      const double p[4] = {draw(-400, 800), draw(-90, 90), 0, 0};
      const long double lon = (long double)p[0] * acosl(-1) / 180, lat = (long double)p[1] * acosl(-1) / 180;
      const long double at[3] = {3 * cosl(lat) * cosl(lon), 3 * cosl(lat) * sinl(lon), 3 * sinl(lat)};
      check_near(texts[axis], (double)at_point(program, p), (double)at[axis], 2e-7);
    }
    burl_free(program);
  }
  assert_float_equal(value("sphere(x)", 2, 0, 0, 0), 1, 0);
  assert_float_equal(value("sphere(y)", 2, 90, 0, 0), 1, 0);
  assert_float_equal(value("sphere(z)", 2, 17, 90, 0), 1, 0);
  assert_float_equal(value("sphere(z)", 2, 17, -90, 0), -1, 0);
  assert_float_equal(value("sphere(length(x, y, z), radius: 2 + y)", 2, 40, 3, 0), 5, 1e-6);
}

static void test_cylinder_is_where_it_says(void **test) {
  (void)test;
  assert_float_equal(value("cylinder(x, radius: 2)", 2, 60, 7, 0), 1, 0);
  assert_float_equal(value("cylinder(y, radius: 2)", 2, 30, 7, 0), 1, 0);
  assert_float_equal(value("cylinder(y, radius: 2)", 2, -30, 7, 0), -1, 0);
  assert_float_equal(value("cylinder(z, radius: 2)", 2, 30, 7.25, 0), 7.25, 0);
  assert_float_equal(value("cylinder(w)", 3, 30, 7.25, -4.5), -4.5, 0);
  assert_float_equal(value("cylinder(y)", 1, 270, 0, 0), -1, 0);
  assert_float_equal(value("cylinder(length(x, y), radius: 1 + 0.5*y)", 2, 77, 3, 0), 2.5, 1e-6);
}

/* Doubles all the way: at a radius of 10^9 noise is as it is about the origin. */
static void test_large_spheres(void **test) {
  (void)test;
  burl_program *const near = compile("perlin(x, y, z)", 3), *const far = compile("sphere(perlin(), radius: 1e9)", 2);
  for (int i = 0; i < 200; i++) {
    const double p[4] = {draw(-180, 180), draw(-90, 90), 0, 0};
    const double r = 1e9 * cos(p[1] * degree);
    const double at[4] = {r * cos(p[0] * degree), r * sin(p[0] * degree), 1e9 * sin(p[1] * degree), 0};
    check_near("radius 1e9", (double)at_point(far, p), (double)at_point(near, at), 1e-5);
  }
  burl_free(near);
  burl_free(far);
}

/* ---- Seams -------------------------------------------------------------------------------------- */

static const char *const around[] = {
    "sphere(fbm(perlin(), octaves: 6), radius: 20)",
    "sphere(simplex(), radius: 7)",
    "sphere(simplex(orient: xy), radius: 7)",
    "sphere(cells(give: f2_f1), radius: 3)",
    "sphere(distort(value(), 0.7, at: 2), radius: 9)",
    "sphere(white(), radius: 100)",
    "cylinder(fbm(value(), octaves: 4), radius: 5)",
    "cylinder(cells(give: value), radius: 5)",
    "d(sphere(perlin(), radius: 5), x)",
    "loop(sphere(perlin(), radius: 5), 3)",
    "tile(sphere(perlin(), radius: 5), 360, 0)",
    "tile(cylinder(perlin(), radius: 5), 720, 4)",
    "slope(cylinder(simplex(), radius: 5))",
    "sphere(x + 2*y, radius: 3)",
};

/* Longitudes that are exact sums with whole turns: the same bits. */
static void test_turns_have_the_same_bits(void **test) {
  (void)test;
  for (int k = 0; k < COUNT(around); k++) {
    burl_program *const program = compile(around[k], 2);
    for (int i = 0; i < 3000; i++) {
      const double x = i % 3 ? floor(draw(-360, 360) * 1048576) / 1048576 : floor(draw(-8, 8)) * 45;
      const double y = i % 5 ? draw(-90, 90) : floor(draw(-2, 3)) * 45;
      const double turns = floor(draw(-4, 5)) * 360;
      const double here[4] = {x, y, 0, 0}, there[4] = {x + turns, y, 0, 0};
      const float a = at_point(program, here), b = at_point(program, there);
      if (bits(a) != bits(b))
        fail_msg("%s: at %.17g, %.17g: %.9g, %g on %.9g", around[k], x, y, (double)a, turns, (double)b);
    }
    burl_free(program);
  }
}

/* Where 90 added to an angle would be rounded, and a turn taken from it is not: on a sphere of 10^9 cells the last
 * bit of an angle is seen. */
static void test_angles_are_reduced_exactly(void **test) {
  (void)test;
  burl_program *const program = compile("sphere(perlin(), radius: 1e9)", 2);
  for (int i = 0; i < 5000; i++) {
    const double x = draw(166, 256), y = draw(-90, 90);
    assert_int_equal(bits(at_point(program, (const double[]){x, y, 0, 0})),
                     bits(at_point(program, (const double[]){x - 360, y, 0, 0})));
  }
  burl_free(program);
}

/* A tile beside a sphere or around it changes nothing on it; both reduce x by 360. */
static void test_tiles_beside_spheres(void **test) {
  (void)test;
  static const char *const texts[] = {"sphere(perlin()) + 0*tile(white(), 360)",
                                      "0*tile(white(), 360) + sphere(perlin())", "tile(sphere(perlin()), 360)",
                                      "tile(sphere(perlin()), 720, 360)"};
  for (int k = 0; k < COUNT(texts); k++)
    for (int x = -300; x <= 300; x += 50)
      assert_float_equal(value(texts[k], 2, x, 13, 0), value("sphere(perlin())", 2, x, 13, 0), 0);
}

/* A pole is one point: the same bits at every longitude, of signed zeros too. */
static void test_poles_are_points(void **test) {
  (void)test;
  static const char *const texts[] = {
      "sphere(perlin(), radius: 8.3)", "sphere(simplex(), radius: 8.3)", "sphere(x)", "sphere(y)",
      "sphere(atan2(y, x))",           "sphere(cells(), radius: 4)"};
  for (int k = 0; k < COUNT(texts); k++) {
    burl_program *const program = compile(texts[k], 2);
    for (int pole = -90; pole <= 90; pole += 180) {
      const float first = at_point(program, (const double[]){0, pole, 0, 0});
      for (int x = -360; x <= 360; x += 15)
        assert_int_equal(bits(at_point(program, (const double[]){x, pole, 0, 0})), bits(first));
    }
    burl_free(program);
  }
}

/* A grid of the whole sphere has the same first and last column, and grid and points agree. */
static void test_grid_columns(void **test) {
  (void)test;
  enum { NX = 73, NY = 37 };
  static float out[NX * NY];
  for (int k = 0; k < COUNT(around); k++) {
    burl_program *const program = compile(around[k], 2);
    const burl_grid grid = {.size = {NX, NY}, .origin = {-180, 90}, .step = {5, -5}, .time = 0.3};
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
    for (int j = 0; j < NY; j++) {
      assert_int_equal(bits(out[j * NX]), bits(out[j * NX + NX - 1]));
      for (int i = 0; i < NX; i += 9)
        assert_int_equal(bits(out[j * NX + i]),
                         bits(at_point(program, (const double[]){-180 + 5 * i, 90 - 5 * j, 0, 0})));
    }
    burl_free(program);
  }
}

/* No pinch: noise on a sphere varies as much near a pole as elsewhere, by distance on it. */
static void test_no_pinch(void **test) {
  (void)test;
  burl_program *const program = compile("sphere(simplex(), radius: 40)", 2);
  double steps[2] = {0, 0};
  for (int i = 0; i < 20000; i++) {
    const double lat = i % 2 ? draw(80, 88) : draw(-8, 8), lon = draw(-180, 180), by = 0.05;
    const double p[4] = {lon, lat, 0, 0}, q[4] = {lon + by / cos(lat * degree), lat, 0, 0};
    steps[i % 2] += fabs((double)at_point(program, p) - (double)at_point(program, q));
  }
  check_near("step near a pole over that at the equator", steps[1] / steps[0], 1, 0.05);
  burl_free(program);
}

/* ---- Derivatives -------------------------------------------------------------------------------- */

/* d of a sphere along the longitude is the 3D gradient's part along (−sin, cos) by an arc of a degree. */
static void test_derivatives(void **test) {
  (void)test;
  burl_program *const along = compile("d(sphere(perlin(), radius: 4), x)", 2), *const up = compile(
                                                                                   "d(sphere(perlin(), radius: 4), y)",
                                                                                   2);
  burl_program *const by[3] = {compile("d(perlin(), x)", 3), compile("d(perlin(), y)", 3),
                               compile("d(perlin(), z)", 3)};
  for (int i = 0; i < 500; i++) {
    const double p[4] = {draw(-180, 180), draw(-90, 90), 0, 0};
    const double s = sin(p[0] * degree), c = cos(p[0] * degree), sn = sin(p[1] * degree), cn = cos(p[1] * degree);
    const double at[4] = {4 * cn * c, 4 * cn * s, 4 * sn, 0};
    double g[3];
    for (int a = 0; a < 3; a++) g[a] = (double)at_point(by[a], at);
    check_near("d by longitude", (double)at_point(along, p), 4 * cn * degree * (c * g[1] - s * g[0]), 2e-6);
    check_near("d by latitude", (double)at_point(up, p), 4 * degree * (cn * g[2] - sn * (c * g[0] + s * g[1])), 2e-6);
  }
  burl_free(along);
  burl_free(up);
  for (int a = 0; a < 3; a++) burl_free(by[a]);
}

/* ---- Distortion --------------------------------------------------------------------------------- */

/* What it is: a warp by perlin() along each axis, whose seed and shift follow from its own seed. */
static void test_distort_is_a_warp(void **test) {
  (void)test;
  const uint64_t own = 5;
  char text[2000];
  int used = snprintf(text, sizeof text, "warp(value(), ");
  for (int axis = 0; axis < 2; axis++) {
    const uint64_t seed = burl__seed_pair(own, (uint64_t)axis + 1);
    const double fx = (double)(burl__seed_pair(seed, 0) >> 40) / 16777216.0,
                 fy = (double)(burl__seed_pair(seed, 1) >> 40) / 16777216.0;
    used += snprintf(text + used, sizeof text - (size_t)used, "%sperlin(3*x + %.17g, 3*y + %.17g, seed: %llu)*0.25",
                     axis ? ", " : "", fx, fy, (unsigned long long)seed);
  }
  snprintf(text + used, sizeof text - (size_t)used, ")");
  burl_program *const written = compile(text, 2), *const short_ = compile("distort(value(), 0.25, at: 3, seed: 5)", 2);
  for (int i = 0; i < 500; i++) {
    const double p[4] = {draw(-50, 50), draw(-50, 50), 0, 0};
    assert_int_equal(bits(at_point(written, p)), bits(at_point(short_, p)));
  }
  burl_free(written);
  burl_free(short_);
}

/* It moves by the amount at most, about half of which is reached; on the lattice too; each axis on its own. */
static void test_distort_moves(void **test) {
  (void)test;
  burl_program *const by[2] = {compile("distort(x, 0.5) - x", 2), compile("distort(y, 0.5) - y", 2)};
  double most = 0, products = 0, squares = 0;
  int still = 0;
  for (int i = 0; i < 4000; i++) {
    const double p[4] = {floor(draw(-999, 999)), floor(draw(-999, 999)), 0, 0};
    const double dx = (double)at_point(by[0], p), dy = (double)at_point(by[1], p);
    most = fmax(most, fmax(fabs(dx), fabs(dy)));
    still += dx == 0 || dy == 0;
    products += dx * dy;
    squares += 0.5 * (dx * dx + dy * dy);
  }
  assert_true(most <= 0.5 && most > 0.2);
  assert_int_equal(still, 0);
  assert_true(fabs(products) < 0.1 * squares);
  for (int a = 0; a < 2; a++) burl_free(by[a]);
}

static void test_distort_repeats(void **test) {
  (void)test;
  burl_program *const tiled = compile("tile(distort(perlin(), 0.3, at: 2), 4)", 2),
                      *const looped = compile("loop(distort(perlin(), 0.3), 3)", 2);
  for (int i = 0; i < 500; i++) {
    const double x = floor(draw(-20, 20) * 1024) / 1024, y = floor(draw(-20, 20) * 1024) / 1024;
    assert_int_equal(bits(at_point(tiled, (const double[]){x, y, 0, 0})),
                     bits(at_point(tiled, (const double[]){x + 4, y - 8, 0, 0})));
    const double p[2] = {x, y}, early = 0.375, late = 2.375;
    float a, b;
    burl_points points = {.count = 1, .coord = {p, p + 1}, .time = &early};
    assert_int_equal(burl_sample_points(looped, &points, &a), BURL_OK);
    points.time = &late;
    assert_int_equal(burl_sample_points(looped, &points, &b), BURL_OK);
    assert_int_equal(bits(a), bits(b));
  }
  burl_free(tiled);
  burl_free(looped);
}

/* ---- Orientation -------------------------------------------------------------------------------- */

/* The rotation that takes `normal` to (1, 1, 1)/√3 about the axis at right angles to both (O. Rodrigues, 1840). */
static void turn(const double p[3], const double normal[3], double q[3]) {
  const double c = 1 / sqrt(3), s = sqrt(2.0 / 3), u[3] = {c, c, c};
  double axis[3], cross[3], dot = 0;
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, d = (a + 2) % 3;
    axis[a] = (normal[b] * u[d] - normal[d] * u[b]) / s;
  }
  for (int a = 0; a < 3; a++) dot += axis[a] * p[a];
  for (int a = 0; a < 3; a++) cross[a] = axis[(a + 1) % 3] * p[(a + 2) % 3] - axis[(a + 2) % 3] * p[(a + 1) % 3];
  for (int a = 0; a < 3; a++) q[a] = p[a] * c + cross[a] * s + axis[a] * dot * (1 - c);
}

static void test_orient_turns(void **test) {
  (void)test;
  static const char *const texts[2][2] = {{"simplex(orient: xy, seed: 3)", "simplex(orient: xy, smooth: 1)"},
                                          {"simplex(orient: xz, seed: 3)", "simplex(orient: xz, smooth: 1)"}};
  static const char *const plain[2] = {"simplex(seed: 3)", "simplex(smooth: 1)"};
  static const double normals[2][3] = {{0, 0, 1}, {0, 1, 0}};
  for (int k = 0; k < 4; k++) {
    burl_program *const turned = compile(texts[k / 2][k % 2], 3), *const as_is = compile(plain[k % 2], 3);
    for (int i = 0; i < 1000; i++) {
      double q[4] = {0};
      const double p[4] = {draw(-90, 90), draw(-90, 90), draw(-90, 90), 0};
      turn(p, normals[k / 2], q);
      check_near(texts[k / 2][k % 2], (double)at_point(turned, p), (double)at_point(as_is, q), 2e-5);
    }
    burl_free(turned);
    burl_free(as_is);
  }
}

/* How much the square of noise over a slice, over its mean, waves with the frequency (u, v). */
static double wave(const burl_program *program, int other, double u, double v) {
  enum { POINTS = 200000 };
  double sum = 0, sine = 0, cosine = 0;
  draw_state = 5; /* the same points for all */
  for (int i = 0; i < POINTS; i++) {
    double p[4] = {draw(-1e4, 1e4), 0, 0, 0};
    p[3 - other] = 0.3;
    p[other] = draw(-1e4, 1e4);
    const double square = pow((double)at_point(program, p), 2), angle = 360 * degree * (u * p[0] + v * p[other]);
    sum += square;
    cosine += square * cos(angle);
    sine += square * sin(angle);
  }
  return 2 * hypot(cosine, sine) / sum;
}

/* The lattice cuts a slice of plain noise in bands along one diagonal, 2.1 cells wide; after the turn its
 * longest waves are √(3/2) cells, and the same in three directions. */
static void test_orient_is_even(void **test) {
  (void)test;
  burl_program *const plain = compile("simplex()", 3);
  assert_true(wave(plain, 1, 1 / 3.0, 1 / 3.0) > 0.3 && wave(plain, 1, 1 / 3.0, -1 / 3.0) < 0.015);
  burl_free(plain);
  for (int other = 1; other <= 2; other++) {
    burl_program *const turned = compile(other == 1 ? "simplex(orient: xy)" : "simplex(orient: xz)", 3);
    double waves[3];
    for (int i = 0; i < 3; i++)
      waves[i] = wave(turned, other, sqrt(2.0 / 3) * cos((45 + 120 * i) * degree),
                      sqrt(2.0 / 3) * sin((45 + 120 * i) * degree));
    for (int i = 0; i < 3; i++) check_near("one wave over another", waves[i] / waves[(i + 1) % 3], 1, 0.1);
    assert_true(wave(turned, other, 1 / 3.0, 1 / 3.0) < 0.015 && wave(turned, other, 1 / 3.0, -1 / 3.0) < 0.015);
    burl_free(turned);
  }
}

/* ---- Errors ------------------------------------------------------------------------------------- */

static void test_errors(void **test) {
  (void)test;
  check_error("simplex(orient: xy)", 2, "xy", "only three dimensions", "simplex(x, y, t, orient: xy)");
  check_error("simplex(orient: xy)", 4, "xy", "only three dimensions", "leave orient out");
  check_error("simplex(x, y, z, period: 3, orient: xz)", 3, "xz", "repeats along no axis", "period, tile or loop");
  check_error("tile(simplex(orient: xz), 3)", 3, "xz", "repeats along no axis", "leave orient out");
  check_error("loop(simplex(orient: xy), 3)", 2, "xy", "repeats along no axis", "leave orient out");
  check_error("perlin(orient: xy)", 3, "orient", "no option 'orient' in perlin", "");
  check_error("sphere(perlin())", 3, "sphere", "two coordinates", "at(sphere(e), x, y)");
  check_error("sphere(perlin())", 1, "sphere", "two coordinates", "longitude");
  check_error("cylinder(perlin())", 4, "cylinder", "none left", "at(cylinder(e), x, y, z)");
  check_error("tile(sphere(perlin()), 90, 0)", 2, "sphere", "whole turns", "360");
  check_error("tile(cylinder(perlin()), 100, 4)", 2, "cylinder", "whole turns", "360");
  check_error("tile(cylinder(perlin()), 360, 2.5)", 2, "tile", "2.5 cells wide", "");
  check_error("tile(sphere(perlin()), 0, 90)", 2, "sphere", "repeats 0.25 times", "360 wide along y");
  check_error("sphere(perlin(), radius: 0)", 2, "0", "radius is", "");
  check_error("sphere(perlin(), radius: -1)", 2, "-1", "radius is", "");
  check_error("sphere(w)", 2, "w", "no w inside sphere()", "3 coordinates");
  check_error("distort(perlin(), #123)", 2, "#123", "a number, not a colour", "");
  check_error("distort(perlin(), 1, at: 0)", 2, "0", "at is", "");
  check_error("loop(distort(perlin(x), 1), 3)", 4, "distort", "no axis left", "");
  check_error("sphere(midpoint())", 2, "midpoint", "cannot stand under sphere()", "");
}

int main(void) {
  draw_state = 11;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sphere_is_where_it_says),
      cmocka_unit_test(test_cylinder_is_where_it_says),
      cmocka_unit_test(test_large_spheres),
      cmocka_unit_test(test_turns_have_the_same_bits),
      cmocka_unit_test(test_angles_are_reduced_exactly),
      cmocka_unit_test(test_tiles_beside_spheres),
      cmocka_unit_test(test_poles_are_points),
      cmocka_unit_test(test_grid_columns),
      cmocka_unit_test(test_no_pinch),
      cmocka_unit_test(test_derivatives),
      cmocka_unit_test(test_distort_is_a_warp),
      cmocka_unit_test(test_distort_moves),
      cmocka_unit_test(test_distort_repeats),
      cmocka_unit_test(test_orient_turns),
      cmocka_unit_test(test_orient_is_even),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests_name("surfaces", tests, NULL, NULL);
}
