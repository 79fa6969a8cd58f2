/* The measures of burl stats, on ground of which they are known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "burl.h"
#include "cli/quantiles.h"
#include "draw.h"
#include "survey/measures.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static const double tau = 6.283185307179586;

static float *grid_of(const burl__ground *g, double (*height)(double x, double y)) {
  float *const h = malloc(burl__cells_of(g) * sizeof *h);
  for (int y = 0; y < g->ny; y++)
    for (int x = 0; x < g->nx; x++) h[y * g->nx + x] = (float)height(x * g->dx, y * g->dy);
  return h;
}

/* Measures heights, which it frees; a channel drains at least `cells` cells. */
static void measure(const burl__ground *g, float *h, double cells, double *values) {
  assert_int_equal(survey_measure(g, h, cells * fabs(g->dx * g->dy), values), 0);
  free(h);
}

static void check(const double *values, int which, double expected, double within) {
  static const char *const names[] = {
#define NAME(name, unit, decimals, real, help) #name,
      SURVEY_MEASURES(NAME)
#undef NAME
  };
  if (!(fabs(values[which] - expected) <= within)) fail_msg("%s: %g, not %g", names[which], values[which], expected);
}

/* ---- Planes and cones ---------------------------------------------------------------------------- */

static double tilted(double x, double y) { return 0.3 * x + 0.1 * y; }
static double along_x(double x, double y) { return 0.5 * x + 0 * y; }
static double askew(double x, double y) { return x + y; }
static double folded(double x, double y) { return (x < 3600 ? 0.2 * x : 720 + (x - 3600)) + 0 * y; }

static void test_planes(void **state) {
  const burl__ground g = {.nx = 120, .ny = 90, .dx = 60, .dy = 40};
  const burl__ground turned = {.nx = 120, .ny = 90, .dx = 50, .dy = -50};
  double v[MEASURES];
  (void)state;
  measure(&g, grid_of(&g, tilted), 20, v);
  check(v, MEASURE_slope_mean, atan(hypot(0.3, 0.1)) * 360 / tau, 1e-3);
  check(v, MEASURE_slope_median, atan(hypot(0.3, 0.1)) * 360 / tau, 0.01);
  check(v, MEASURE_slope_95, atan(hypot(0.3, 0.1)) * 360 / tau, 0.01);
  check(v, MEASURE_hypsometric, 0.5, 1e-3);
  check(v, MEASURE_flooded, 0, 0);
  check(v, MEASURE_hurst, 1, 1e-6);
  check(v, MEASURE_concavity, 0, 1e-6);
  check(v, MEASURE_diagonal, 0, 0); /* 18.4 degrees off */
  measure(&turned, grid_of(&turned, along_x), 20, v);
  check(v, MEASURE_diagonal, 1, 0);
  measure(&turned, grid_of(&turned, askew), 20, v);
  check(v, MEASURE_diagonal, 1, 0);
  measure(&g, grid_of(&g, folded), 20, v);
  const double gentle = atan(0.2) * 360 / tau;
  check(v, MEASURE_slope_mean, 0.5 * (gentle + 45), 0.3);
  check(v, MEASURE_slope_95, 45, 0.01);
  assert_true(fabs(v[MEASURE_slope_median] - gentle) < 0.1 || fabs(v[MEASURE_slope_median] - 45) < 0.1);
}

/* Ever steeper to the right, to a rise of 1. */
static double ramp(double x, double y) { return x * x / 8000 + 0 * y; }

static void test_quantiles(void **state) {
  const burl__ground g = {.nx = 401, .ny = 9, .dx = 10, .dy = 10};
  double v[MEASURES];
  (void)state;
  measure(&g, grid_of(&g, ramp), 20, v);
  check(v, MEASURE_slope_median, atan(0.5) * 360 / tau, 0.1);
  check(v, MEASURE_slope_95, atan(0.95) * 360 / tau, 0.1);
}

static double cone(double x, double y) {
  const double far = hypot(x - 4000, y - 4000);
  return far < 3900 ? 1000 - far / 4 : (double)NAN;
}

static double bowl(double x, double y) { return fmin(hypot(x - 4000, y - 4000), 900); }

static void test_cone_and_bowl(void **state) {
  const burl__ground g = {.nx = 201, .ny = 201, .dx = 40, .dy = 40},
                     coarse = {.nx = 81, .ny = 81, .dx = 100, .dy = 100};
  double v[MEASURES];
  (void)state;
  measure(&g, grid_of(&g, cone), 20, v);
  check(v, MEASURE_hypsometric, 1.0 / 3, 2e-3);
  check(v, MEASURE_diagonal, 2.0 / 9, 0.01);
  check(v, MEASURE_slope_mean, atan(0.25) * 360 / tau, 0.05);
  check(v, MEASURE_flooded, 0, 0);
  measure(&coarse, grid_of(&coarse, bowl), 20, v);
  check(v, MEASURE_flooded, 100 * 249.0 / (81 * 81), 1e-9); /* whole points nearer than 9 to one */
}

/* ---- Channels ------------------------------------------------------------------------------------ */

/* Slopes lead straight to a river along the middle row, which goes to the right. */
static double valley(double x, double y) { return 200 - 1e-3 * x + fabs(y - 1000); }

static double narrow_valley(double x, double y) { return 200 - 1e-3 * x + fabs(y - 20); }

static void test_straight_valley(void **state) {
  const burl__ground g = {.nx = 150, .ny = 101, .dx = 30, .dy = 20}, narrow = {.nx = 6000, .ny = 3, .dx = 20, .dy = 20};
  double v[MEASURES];
  (void)state;
  measure(&g, grid_of(&g, valley), 50 * 101, v);
  /* From the cell of number 49 on 101 cells a column come; the last doesn't drain further. */
  check(v, MEASURE_drainage_density, 1e3 * 100 * 30 / (150.0 * 101 * 30 * 20), 1e-6);
  check(v, MEASURE_concave, 1, 0);
  check(v, MEASURE_concavity, 0, 1e-3);
  measure(&narrow, grid_of(&narrow, narrow_valley), 10, v);
  check(v, MEASURE_hack, 1, 0.02); /* as long as it is large */
}

/* The river along the diagonal: its cells are further from each other. */
static double diagonal_valley(double x, double y) {
  return 200 - 1e-3 * (x / 30 + y / 20) + 30 * fabs(x / 30 - y / 20);
}

static void test_diagonal_valley(void **state) {
  const burl__ground g = {.nx = 101, .ny = 101, .dx = 30, .dy = 20};
  double v[MEASURES];
  (void)state;
  measure(&g, grid_of(&g, diagonal_valley), 1500, v);
  const double cells = v[MEASURE_drainage_density] / 1e3 * (101.0 * 101 * 30 * 20) / hypot(30, 20);
  assert_true(cells > 20.5 && cells < 100 && fabs(cells - round(cells)) < 1e-6);
}

/* A lake of 30 x 7 cells on the river of the straight valley: its surface isn't bent. */
static double pitted(double x, double y) {
  return valley(x, y) - (x >= 1800 && x < 2700 && fabs(y - 1000) < 70 ? 80 : 0);
}

static double saddle(double x, double y) { return 2 * (x - 100) * (x - 100) - (y - 200) * (y - 200); }

static void test_what_is_concave(void **state) {
  const burl__ground g = {.nx = 150, .ny = 101, .dx = 30, .dy = 20}, square = {.nx = 21, .ny = 21, .dx = 10, .dy = 20};
  double v[MEASURES];
  (void)state;
  measure(&g, grid_of(&g, pitted), 50 * 101, v);
  check(v, MEASURE_flooded, 100 * 210 / (150.0 * 101), 1e-9);
  check(v, MEASURE_concave, 0.7, 0.05);
  measure(&square, grid_of(&square, saddle), 1, v);
  check(v, MEASURE_concave, 1, 0); /* by 4 along x, against 2 along y */
}

/* The line through the logarithms of all cells' areas and lengths. */
static double plain_hack(const float *area, const float *length, int cells, double least) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int cell = 0; cell < cells; cell++) {
    if (!((double)area[cell] >= least)) continue;
    const double x = log((double)area[cell]), y = log((double)length[cell]);
    n++, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

static void sample(const burl__ground *g, const char *recipe, float *out) {
  burl_program *const program = burl_compile(recipe, 2, NULL);
  const burl_grid grid = {.size = {g->nx, g->ny}, .step = {g->dx, g->dy}};
  assert_non_null(program);
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  burl_free(program);
}

static void test_hack(void **state) {
  const burl__ground g = {.nx = 256, .ny = 256, .dx = 30, .dy = 30};
  const size_t cells = burl__cells_of(&g);
  float *const h = malloc(cells * sizeof *h), *const area = malloc(cells * sizeof *area),
               *const length = malloc(cells * sizeof *length);
  double v[MEASURES];
  (void)state;
  sample(&g, "2000*fbm(simplex(x/6000, y/6000), octaves: 8)", h);
  sample(&g, "flow(breach(2000*fbm(simplex(x/6000, y/6000), octaves: 8)))", area);
  sample(&g, "flow(breach(2000*fbm(simplex(x/6000, y/6000), octaves: 8)), give: length)", length);
  const double expected = plain_hack(area, length, (int)cells, 100 * 900);
  measure(&g, h, 10, v);
  check(v, MEASURE_hack, expected, 0.08);
  assert_true(expected > 0.3 && expected < 0.8);
  free(area), free(length);
}

/* Heights that rise from the edge upwards along the flow of others, at each step as a power of the area that drains. */
static float *graded(const burl__ground *g, float *area, double theta) {
  const burl_options options = {.struct_size = sizeof options, .dims = 2, .result = "h, a, way"};
  static const char recipe[] =
      "h = breach(fbm(simplex(x/60, y/60), octaves: 8))\na = flow(h)\nway = flow(h, give: direction)\nway";
  burl_program *const several = burl_compile_with(recipe, strlen(recipe), &options, NULL);
  const burl_grid grid = {.size = {g->nx, g->ny}, .step = {g->dx, g->dy}};
  const int cells = g->nx * g->ny;
  float *const all = malloc(3 * (size_t)cells * sizeof *all), *const h = malloc((size_t)cells * sizeof *h);
  assert_non_null(several);
  assert_int_equal(burl_sample_grid(several, &grid, all), BURL_OK);
  for (int cell = 0; cell < cells; cell++) area[cell] = all[3 * cell + 1], h[cell] = all[3 * cell + 2] < 0 ? 0 : NAN;
  for (int left = 1; left;) {
    left = 0;
    for (int cell = 0; cell < cells; cell++) {
      if (!isnan(h[cell])) continue;
      const int d = (int)all[3 * cell + 2] / 45, next = (int)burl__neighbour(g, cell, d);
      left |= isnan(h[next]);
      if (!isnan(h[next]))
        h[cell] = h[next] + (float)(hypot(burl__around_x[d], burl__around_y[d]) * pow((double)area[cell], -theta));
    }
  }
  burl_free(several);
  free(all);
  return h;
}

static void test_concavity(void **state) {
  static const double thetas[] = {0.2, 0.4, 0.6};
  const burl__ground g = {.nx = 260, .ny = 240, .dx = 1, .dy = 1};
  float *const area = malloc(burl__cells_of(&g) * sizeof *area);
  (void)state;
  for (int i = 0; i < COUNT(thetas); i++) {
    float *const h = graded(&g, area, thetas[i]);
    const double theta = survey_concavity(&g, h, area, 10);
    if (fabs(theta - thetas[i]) > 0.06) fail_msg("%g: %g", thetas[i], theta);
    free(h);
  }
  free(area);
}

/* ---- Differences --------------------------------------------------------------------------------- */

/* Waves of all directions and of lengths from 1/32 to 8192 cells, evenly by logarithms, with powers as lengths to
 * 2H. */
static float *rough(const burl__ground *g, double hurst) {
  enum { WAVES = 500 };
  float *const h = calloc(burl__cells_of(g), sizeof *h);
  uint32_t chance = 12345;
  for (int i = 0; i < WAVES; i++) {
    double random[2];
    for (int k = 0; k < 2; k++) chance = chance * 1664525u + 1013904223u, random[k] = chance / 4294967296.0;
    const double length = pow(262144, i / (double)WAVES) / 32, angle = tau * random[0], size = pow(length, hurst);
    const double kx = tau / length * cos(angle), ky = tau / length * sin(angle);
    for (int y = 0; y < g->ny; y++)
      for (int x = 0; x < g->nx; x++) h[y * g->nx + x] += (float)(size * sin(kx * x + ky * y + tau * random[1]));
  }
  return h;
}

static void test_hurst(void **state) {
  static const double exponents[] = {0.3, 0.5, 0.75};
  const burl__ground g = {.nx = 300, .ny = 280, .dx = 30, .dy = 30};
  (void)state;
  for (int i = 0; i < COUNT(exponents); i++) {
    float *const h = rough(&g, exponents[i]);
    const double hurst = survey_hurst(&g, h);
    if (fabs(hurst - exponents[i]) > 0.06) fail_msg("%g: %g", exponents[i], hurst);
    free(h);
  }
}

/* Long waves: near a plane at short distances, less further on. */
static double swell(double x, double y) { return 100 * sin(tau * x / 128) + 100 * sin(tau * y / 128); }

static void test_hurst_of_long_distances(void **state) {
  const burl__ground g = {.nx = 512, .ny = 512, .dx = 1, .dy = 1};
  float *const h = grid_of(&g, swell);
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  (void)state;
  for (int lag = 1; lag <= 64; lag *= 2) {
    const double x = log(lag), y = log(sin(tau / 2 * lag / 128));
    n++, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  const double expected = (n * sxy - sx * sy) / (n * sxx - sx * sx), hurst = survey_hurst(&g, h);
  if (!(fabs(hurst - expected) < 0.01)) fail_msg("%g, not %g", hurst, expected);
  free(h);
}

/* ---- Too little ---------------------------------------------------------------------------------- */

static double nothing(double x, double y) { return (double)NAN * x * y; }
static double flat(double x, double y) { return 7 + 0 * x * y; }

static double infinite(double x, double y) { return (double)INFINITY * (1 + x * x + y * y); }

/* Infinite heights have no slopes between them. */
static void test_infinite(void **state) {
  double v[MEASURES];
  (void)state;
  const burl__ground g = {.nx = 16, .ny = 16, .dx = 1, .dy = 1};
  measure(&g, grid_of(&g, infinite), 1, v);
  assert_true(isnan(v[MEASURE_slope_mean]) && isnan(v[MEASURE_slope_median]) && isnan(v[MEASURE_diagonal]));
}

static void test_too_little(void **state) {
  double v[MEASURES];
  (void)state;
  for (int nx = 1; nx < 5; nx++)
    for (int ny = 1; ny < 4; ny++) {
      const burl__ground g = {.nx = nx, .ny = ny, .dx = 1, .dy = 1};
      measure(&g, grid_of(&g, tilted), 1, v);
      measure(&g, grid_of(&g, nothing), 1, v);
      for (int i = 0; i < MEASURES; i++) assert_true(isnan(v[i]));
    }
  const burl__ground g = {.nx = 40, .ny = 40, .dx = 1, .dy = 1};
  measure(&g, grid_of(&g, flat), 1e9, v);
  check(v, MEASURE_flooded, 0, 0);
  check(v, MEASURE_slope_95, 0, 0.01);
  check(v, MEASURE_drainage_density, 0, 0);
  assert_true(isnan(v[MEASURE_concavity]) && isnan(v[MEASURE_hurst]) && isnan(v[MEASURE_diagonal]) &&
              isnan(v[MEASURE_hypsometric]));
}

/* ---- Quantiles ------------------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b) {
  const float p = *(const float *)a, q = *(const float *)b;
  return (p > q) - (p < q);
}

/* Against sorting, of numbers of all sizes and signs, many of them alike, some infinite, some missing. */
static void test_heights_below(void **state) {
  (void)state;
  static float values[5000], sorted[5000];
  for (int round = 0; round < 200; round++) {
    const int count = round < 20 ? round : (int)draw(1, 5000);
    int known = 0;
    double quantile[QUANTILES];
    for (int i = 0; i < count; i++) {
      const double kind = draw(0, 1);
      values[i] = kind < 0.05   ? NAN
                  : kind < 0.08 ? INFINITY
                  : kind < 0.11 ? -INFINITY
                  : kind < 0.4  ? (float)floor(draw(-3, 3))
                  : kind < 0.5  ? -0.0f
                                : (float)(draw(-1, 1) * exp2(draw(-140, 100)));
      if (!isnan(values[i])) sorted[known++] = values[i];
    }
    qsort(sorted, (size_t)known, sizeof *sorted, compare_numbers);
    assert_int_equal(quantiles_of(values, count, quantile), 0);
    for (int q = 0; q < QUANTILES; q++) {
      const float expected = known ? sorted[(int)(quantile_shares[q] * known)] : NAN;
      if (known ? !((float)quantile[q] == expected) : !isnan(quantile[q]))
        fail_msg("%g of %d: %g, not %g", quantile_shares[q], known, quantile[q], (double)expected);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_planes),
      cmocka_unit_test(test_cone_and_bowl),
      cmocka_unit_test(test_straight_valley),
      cmocka_unit_test(test_quantiles),
      cmocka_unit_test(test_diagonal_valley),
      cmocka_unit_test(test_what_is_concave),
      cmocka_unit_test(test_hack),
      cmocka_unit_test(test_hurst_of_long_distances),
      cmocka_unit_test(test_concavity),
      cmocka_unit_test(test_hurst),
      cmocka_unit_test(test_infinite),
      cmocka_unit_test(test_too_little),
      cmocka_unit_test(test_heights_below),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
