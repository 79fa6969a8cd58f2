/* Functions of a cell's surroundings against what they are by definition, cell by cell: dilate(), bevel(),
 * occlusion(), median(), blur() of a
 * radius that varies. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compile.h"
#include "draw.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- Grids --------------------------------------------------------------------------------------- */

enum { NX = 36, NY = 20, CELLS = NX * NY };
#define DX 0.25
#define DY 0.5

/* White noise with holes, in whole tiles; and what it is sampled as. */
#define ROUGH "(white(4*x, 2*y, seed: 3) > 0.8 ? 0/0 : round(40*white(4*x, 2*y))/8)"
#define TILED "tile(%s, 9, 10)"

static void sample(const char *recipe, float *out, int nx, int ny) {
  const burl_grid grid = {.size = {nx, ny}, .origin = {0.5 * DX, 0.5 * DY}, .step = {DX, DY}, .threads = 1 + nx % 3};
  burl_program *const program = compile(recipe, 2);
  const burl_range range = burl_bounds(program, 0);
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  for (int i = 0; i < nx * ny; i++)
    if (isnan(out[i]) ? !range.may_be_nan : !((double)out[i] >= range.lo && (double)out[i] <= range.hi))
      fail_msg("%s: %g isn't in [%g, %g]", recipe, (double)out[i], range.lo, range.hi);
  burl_free(program);
}

/* The call, whose %s is what it is of; with is_round inside a tile that the grid is one of. */
static void sample_call(const char *call, const char *of, int is_round, float out[CELLS]) {
  char plain[300], tiled[320];
  snprintf(plain, sizeof plain, call, of);
  snprintf(tiled, sizeof tiled, TILED, plain);
  sample(is_round ? tiled : plain, out, NX, NY);
}

/* How far cells are apart along an axis, over the shorter way where they go round. */
static double apart(int a, int b, int n, double step, int is_round) {
  const int way = abs(a - b);
  return step * (is_round && n - way < way ? n - way : way);
}

static double between(int a, int b, int is_round) {
  return hypot(apart(a % NX, b % NX, NX, DX, is_round), apart(a / NX, b / NX, NY, DY, is_round));
}

/* ---- dilate() and bevel() ------------------------------------------------------------------------ */

/* The greatest height within the radius, of one below 0 the least. */
static float most_around(const float heights[CELLS], int cell, double radius, int is_round) {
  float most = NAN;
  for (int other = 0; other < CELLS; other++) {
    const float height = heights[other];
    if (isnan(height) || between(cell, other, is_round) > fabs(radius) + 1e-9) continue;
    if (isnan(most) || (radius < 0 ? height < most : height > most)) most = height;
  }
  return isnan(heights[cell]) ? NAN : most;
}

static void test_dilate_is_the_greatest(void **state) {
  static const double radii[] = {0, 0.2, 0.25, 0.5, 0.75, 1.3, 2, 3.1, 4.4, 5.2, 7, 30, 1e9};
  static float heights[CELLS], out[CELLS];
  (void)state;
  for (int i = 0; i < 4 * COUNT(radii); i++) {
    const double radius = i % 2 ? -radii[i / 4] : radii[i / 4];
    const int is_round = i / 2 % 2;
    char call[40];
    snprintf(call, sizeof call, "dilate(%%s, %.9g)", radius);
    sample(ROUGH, heights, NX, NY);
    sample_call(call, ROUGH, is_round, out);
    for (int cell = 0; cell < CELLS; cell++) {
      const float right = most_around(heights, cell, radius, is_round);
      if (isnan(right) ? !isnan(out[cell]) : out[cell] != right)
        fail_msg("%s, %d: %g at %d, %d, not %g", call, is_round, (double)out[cell], cell % NX, cell / NX,
                 (double)right);
    }
  }
}

/* Radius 0 leaves every bit as it is, and -0 is below 0 wherever it stands. */
static void test_dilate_keeps_bits(void **state) {
  static float before[CELLS], after[CELLS];
  static const float zero = 0;
  (void)state;
  sample("x < 3 ? -0*y : x < 6 ? y/0 : 1e-42*x", before, NX, NY);
  sample("dilate(x < 3 ? -0*y : x < 6 ? y/0 : 1e-42*x, 0)", after, NX, NY);
  assert_memory_equal(before, after, sizeof before);
  sample("dilate((4*x + 2*y) % 2 < 1 ? -0*y : 0*y, 0.5)", after, NX, NY);
  for (int i = 0; i < CELLS; i++) assert_memory_equal(&after[i], &zero, sizeof zero);
}

static void test_bevels_rise_inwards(void **state) {
  static const char *const profiles[] = {"linear", "round", "smooth"};
  static float mask[CELLS], out[CELLS];
  (void)state;
  for (int i = 0; i < 2 * COUNT(profiles); i++) {
    char call[60];
    snprintf(call, sizeof call, "bevel(%%s < 3.4, width: 1.5, profile: %s)", profiles[i / 2]);
    sample(ROUGH " < 3.4", mask, NX, NY);
    sample_call(call, ROUGH, i % 2, out);
    for (int cell = 0; cell < CELLS; cell++) {
      double way = INFINITY;
      for (int other = 0; other < CELLS; other++)
        if (!(mask[other] >= 0.5f)) way = fmin(way, between(cell, other, i % 2));
      const double v = fmin(way / 1.5, 1), profile[] = {v, sqrt(v * (2 - v)), v * v * (3 - 2 * v)};
      assert_true(fabs((double)out[cell] - profile[i / 2]) < 1e-6);
    }
  }
  sample("bevel(1, width: 0)", out, NX, NY);
  for (int i = 0; i < CELLS; i++) assert_true(out[i] == 1);
  sample("bevel(x < 4 && y != 3 ? 1 : x < 7 ? 0 : 0/0, width: y - 3)", out, NX, NY); /* widths of 0 and less */
  for (int i = 0; i < CELLS; i++) assert_true(i % NX < 16 || out[i] == 0);
  for (int i = 0; i < NX * 6; i++) assert_true(i % NX >= 16 || out[i] == 1);
}

/* ---- blur() of a radius that varies -------------------------------------------------------------- */

/* At radii of whole powers of two each cell has the bits of a blur by its radius, whatever its neighbours have; 0 and
 * less, and what is no number, leaves it as it is. */
static void test_blur_of_a_cell_is_its_own(void **state) {
  static const struct {
    const char *map, *constant;
    int first, end; /* columns */
  } parts[] = {{"0.5", "0.5", 0, 9}, {"2", "2", 9, 18}, {"-y", "0", 18, 27}, {"0/0*y", "0", 27, NX}};
  static float mixed[CELLS], alone[CELLS];
  (void)state;
  for (int i = 0; i < 2 * COUNT(parts); i++) {
    char call[80];
    snprintf(call, sizeof call, "blur(%%s, radius: %s)", parts[i / 2].constant);
    sample_call("blur(%s, radius: x % 9 < 2.25 ? 0.5 : x % 9 < 4.5 ? 2 : x % 9 < 6.75 ? -(y % 10) : 0/0*(y % 10))",
                ROUGH, i % 2, mixed);
    sample_call(strcmp(parts[i / 2].constant, "0") == 0 ? "%s" : call, ROUGH, i % 2, alone);
    for (int cell = 0; cell < CELLS; cell++)
      if (cell % NX >= parts[i / 2].first && cell % NX < parts[i / 2].end)
        assert_memory_equal(&mixed[cell], &alone[cell], sizeof *alone);
  }
}

/* Between these the mean of two blurs is near the blur: within 3 % of a single cell's peak, 2 % of the range of blurred
 * noise. */
static void test_blur_by_a_map_is_near_the_blur(void **state) {
  static const char *const grounds[] = {"x > 4.5 && x < 4.75 && y > 4.9 && y < 5.1", "white(4*x, 2*y)"};
  static const double radii[] = {0.05, 0.1, 0.27, 0.45, 0.9, 1.3, 3.7}, within[] = {0.03, 0.02};
  static float map[CELLS], constant[CELLS];
  (void)state;
  for (int i = 0; i < 2 * COUNT(radii); i++) {
    char recipe[120];
    double lo = INFINITY, hi = -INFINITY, off = 0;
    snprintf(recipe, sizeof recipe, "blur(%s, radius: %g + 0*x)", grounds[i % 2], radii[i / 2]);
    sample(recipe, map, NX, NY);
    snprintf(recipe, sizeof recipe, "blur(%s, radius: %g)", grounds[i % 2], radii[i / 2]);
    sample(recipe, constant, NX, NY);
    for (int cell = 0; cell < CELLS; cell++) {
      off = fmax(off, fabs((double)map[cell] - (double)constant[cell]));
      lo = fmin(lo, (double)constant[cell]), hi = fmax(hi, (double)constant[cell]);
    }
    if (!(off <= within[i % 2] * (hi - lo) + 1e-6)) fail_msg("%s: %g of %g", recipe, off, hi - lo);
  }
}

/* ---- median() ------------------------------------------------------------------------------------ */

static int by_height(const void *a, const void *b) {
  const float left = *(const float *)a, right = *(const float *)b;
  return (left > right) - (left < right);
}

static float median_around(const float heights[CELLS], int cell, double radius, int is_round) {
  static float all[CELLS];
  int count = 0;
  for (int other = 0; other < CELLS; other++)
    if (!isnan(heights[other]) && between(cell, other, is_round) <= radius + 1e-9) all[count++] = heights[other];
  qsort(all, (size_t)count, sizeof *all, by_height);
  if (isnan(heights[cell])) return NAN;
  return (float)(0.5 * ((double)all[(count - 1) / 2] + (double)all[count / 2]));
}

static void test_median_is_the_middle(void **state) {
  static const double radii[] = {0, 0.2, 0.25, 0.5, 0.75, 1.3, 3.1, 4.5, 5.2, 30, 1e9};
  static float heights[CELLS], out[CELLS];
  (void)state;
  for (int i = 0; i < 2 * COUNT(radii); i++) {
    char call[40];
    snprintf(call, sizeof call, "median(%%s, radius: %.9g)", radii[i / 2]);
    sample(ROUGH, heights, NX, NY);
    sample_call(call, ROUGH, i % 2, out);
    for (int cell = 0; cell < CELLS; cell++) {
      const float right = median_around(heights, cell, radii[i / 2], i % 2);
      if (isnan(right) ? !isnan(out[cell]) : out[cell] != right)
        fail_msg("%s, %d: %g at %d, %d, not %g", call, i % 2, (double)out[cell], cell % NX, cell / NX, (double)right);
    }
  }
}

/* ---- occlusion() --------------------------------------------------------------------------------- */

/* The height between the cells' middles; NaN: beyond them. */
static double height_at(const float heights[CELLS], double column, double row) {
  const int i = (int)floor(column), j = (int)floor(row);
  if (i < 0 || j < 0 || i >= NX - 1 || j >= NY - 1) return NAN;
  const double u = column - i, v = row - j;
  const float *const at = &heights[j * NX + i];
  return (1 - v) * ((1 - u) * (double)at[0] + u * (double)at[1]) +
         v * ((1 - u) * (double)at[NX] + u * (double)at[NX + 1]);
}

/* Whether something stands within the radius in a direction. */
static int is_blocked(const float heights[CELLS], int cell, const double way[3], double radius) {
  const double level = hypot(way[0], way[1]);
  for (double s = 0.02; s <= radius; s += 0.02) {
    const double x = cell % NX + s * way[0] / level / DX, y = cell / NX + s * way[1] / level / DY;
    if (height_at(heights, x, y) > (double)heights[cell] + s * way[2] / level + 1e-6) return 1;
  }
  return 0;
}

/* The share of random directions above the ground in which nothing stands. */
static double open_share(const float heights[CELLS], float slopes[2][CELLS], int cell, double radius) {
  enum { RAYS = 4000 };
  int count = 0, open = 0;
  while (count < RAYS) {
    const double way[3] = {draw(-1, 1), draw(-1, 1), draw(-1, 1)};
    const double size = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
    if (size > 1 || way[2] <= way[0] * (double)slopes[0][cell] + way[1] * (double)slopes[1][cell]) continue;
    count++;
    open += !is_blocked(heights, cell, way, radius);
  }
  return (double)open / RAYS;
}

/* Slopes as the functions of ground have them: aspect and slope_deg are of these. */
static void sample_slopes(const char *ground, float slopes[2][CELLS]) {
  char recipe[300];
  for (int axis = 0; axis < 2; axis++) {
    snprintf(recipe, sizeof recipe, "h = %s\ntan(slope_deg(h)*pi/180)*%s", ground,
             axis ? "cos(aspect(h)*pi/180)" : "-sin(aspect(h)*pi/180)");
    sample(recipe, slopes[axis], NX, NY);
  }
}

/* Of 4,000 rays a share has a standard deviation of at most 0.008; the rest are 64 azimuths, and what rays meet between
 * the places where a line crosses the cells. */
static void test_occlusion_is_the_open_share(void **state) {
  static const char *const grounds[] = {"perlin(x/3, y/3)", "4*perlin(x/4, y/4)", "2*abs(perlin(x/5, y/5))"};
  static const double radii[] = {1, 2, 4};
  static float heights[CELLS], slopes[2][CELLS], out[CELLS];
  char recipe[100];
  double worst = 0, squares = 0;
  int count = 0;
  (void)state;
  draw_state = 17;
  for (int i = 0; i < COUNT(grounds) * COUNT(radii); i++) {
    snprintf(recipe, sizeof recipe, "occlusion(%s, radius: %g, samples: 64)", grounds[i / 3], radii[i % 3]);
    sample(grounds[i / 3], heights, NX, NY);
    sample_slopes(grounds[i / 3], slopes);
    sample(recipe, out, NX, NY);
    for (int cell = 2 * NX + 5; cell < CELLS - 2 * NX; cell += 67) {
      if (cell % NX < 2 || cell % NX >= NX - 2) continue;
      const double off = fabs((double)out[cell] - open_share(heights, slopes, cell, radii[i % 3]));
      worst = fmax(worst, off), squares += off * off, count++;
    }
  }
  if (!(worst < 0.03 && sqrt(squares / count) < 0.015)) fail_msg("%g, mean %g", worst, sqrt(squares / count));
}

/* Level ground, planes, hills without hollows and what nothing is beside are open; the rest lies within [0, 1]. */
static void test_the_open(void **state) {
  static const char *const open[] = {"7 + 0*x",    "3*x - 2*y",       "0.3*x + 0.1*y",
                                     "-x*x - y*y", "-abs(x - 4.625)", "1e6 + 0*x"};
  static float out[CELLS];
  char recipe[100];
  (void)state;
  for (int i = 0; i < COUNT(open); i++) {
    snprintf(recipe, sizeof recipe, "occlusion(%s, radius: 3)", open[i]);
    sample(recipe, out, NX, NY);
    for (int cell = 0; cell < CELLS; cell++)
      if (i == 2 ? !(out[cell] > 0.99999f) : out[cell] != 1)
        fail_msg("%s: %.9g at %d", open[i], (double)out[cell], cell);
  }
  sample("occlusion(1000*white(4*x, 2*y), radius: 0)", out, NX, NY);
  for (int cell = 0; cell < CELLS; cell++) assert_true(out[cell] == 1);
}

/* The deeper a pit, the less of the sky is seen from everywhere in it, at each of its cells. */
static void test_pits_are_darker_where_deeper(void **state) {
  static const char *const pits[] = {"hypot", "cone", "groove"};
  static const char *const forms[] = {"(length(x - 4.5, y - 5) < 2 ? -1 : 0)", "min(length(x - 4.5, y - 5)/2 - 1, 0)",
                                      "-1/(1 + (x - 4.5)*(x - 4.5))"};
  static float before[CELLS], after[CELLS];
  char recipe[200];
  (void)state;
  for (int i = 0; i < COUNT(forms); i++)
    for (int k = 0; k < 8; k++) {
      snprintf(recipe, sizeof recipe, "occlusion(%g*%s, radius: 5)", 0.1 * (1 << k), forms[i]);
      sample(recipe, after, NX, NY);
      const int middle = NY / 2 * NX + NX / 2;
      if (k > 0 && !(after[middle] < before[middle])) fail_msg("%s, %d: %g", pits[i], k, (double)after[middle]);
      for (int cell = 0; k > 0 && cell < CELLS; cell++)
        if (hypot(DX * (cell % NX + 0.5) - 4.5, DY * (cell / NX + 0.5) - 5) < 1.4 && after[cell] > before[cell])
          fail_msg("%s, %d: %g > %g at %d, %d", pits[i], k, (double)after[cell], (double)before[cell], cell % NX,
                   cell / NX);
      memcpy(before, after, sizeof before);
    }
}

static void test_what_is_refused(void **state) {
  static const char *const wrong[][2] = {{"dilate(x)", "2"},
                                         {"dilate(x, y)", "constant"},
                                         {"dilate(x, 2e9)", "-1e9 to 1e9"},
                                         {"dilate(rgb(x, y, 0), 1)", "colour"},
                                         {"bevel(x, width: -1)", "width is 0 to"},
                                         {"bevel(x, profile: flat)", "profile"},
                                         {"bevel(rgb(x, y, 0))", "colour"},
                                         {"occlusion(x, samples: 0)", "samples is 1 to 256"},
                                         {"occlusion(x, samples: 4.5)", "whole number"},
                                         {"occlusion(x, radius: y)", "constant"},
                                         {"median(x, radius: -1)", "radius is 0 to"},
                                         {"scale(dilate(x, 1), 2)", "whole grid"},
                                         {"fbm(bevel(x))", "whole grid"}};
  (void)state;
  for (int i = 0; i < COUNT(wrong); i++) {
    burl_error error;
    if (burl_compile(wrong[i][0], 2, &error)) fail_msg("%s compiles", wrong[i][0]);
    if (!strstr(error.message, wrong[i][1])) fail_msg("%s: %s", wrong[i][0], error.message);
  }
}

/* ---- thermal() ----------------------------------------------------------------------------------- */

/* The largest slope along x between two columns, of 128 samples over 4 units. */
static double steepest_between(const float *heights, int first, int end) {
  enum { SIDE = 128 };
  double most = 0;
  for (int y = 0; y < SIDE; y++)
    for (int x = first; x < end; x++)
      most = fmax(most, 32 * fabs((double)heights[y * SIDE + x + 1] - (double)heights[y * SIDE + x]));
  return most;
}

/* Ground stands as steep as the talus at its place, and a map of one number is nearly that number. */
static void test_talus_of_a_place(void **unused) {
  (void)unused;
  enum { SIDE = 128 };
  const burl_grid grid = {.size = {SIDE, SIDE}, .origin = {-1.984375, -1.984375}, .step = {0.03125, 0.03125}};
  static const char *const recipes[] = {"thermal(3*value(2*x, 2*y), talus: x < 0 ? 0.25 : 1, rate: 1, years: 100)",
                                        "thermal(3*value(2*x, 2*y), talus: 0.5 + 0.3*(x > 9), rate: 1, years: 100)",
                                        "thermal(3*value(2*x, 2*y), talus: 0.5, rate: 1, years: 100)"};
  static float out[3][SIDE * SIDE];
  for (int i = 0; i < 3; i++) {
    burl_program *const program = burl_compile(recipes[i], 2, NULL);
    assert_int_equal(burl_sample_grid(program, &grid, out[i]), BURL_OK);
    burl_free(program);
  }
  const double gentle = steepest_between(out[0], 0, 48), steep = steepest_between(out[0], 80, 127);
  assert_true(gentle < 0.29 && steep < 1.1 && steep > 0.9);
  for (int i = 0; i < SIDE * SIDE; i++) assert_true(fabsf(out[1][i] - out[2][i]) < 1e-5f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_talus_of_a_place),
      cmocka_unit_test(test_dilate_is_the_greatest),
      cmocka_unit_test(test_dilate_keeps_bits),
      cmocka_unit_test(test_bevels_rise_inwards),
      cmocka_unit_test(test_blur_of_a_cell_is_its_own),
      cmocka_unit_test(test_blur_by_a_map_is_near_the_blur),
      cmocka_unit_test(test_median_is_the_middle),
      cmocka_unit_test(test_occlusion_is_the_open_share),
      cmocka_unit_test(test_the_open),
      cmocka_unit_test(test_pits_are_darker_where_deeper),
      cmocka_unit_test(test_what_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
