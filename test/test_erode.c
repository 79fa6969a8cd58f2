/* Erosion: mountains as rivers leave them, by the measures that tell them from noise, and alike at every resolution. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "burl.h"
#include "ground.h"
#include "scale.h"
#include "survey/measures.h"

/* Uplift in hills over 30 km, from nearly flat ground. */
#define START "20*fbm(simplex(x/3000, y/3000), octaves: 3)"
#define UPLIFT "0.0002 + 0.001*levels(fbm(simplex(x/14000, y/14000), octaves: 3), -0.6, 0.4)"
enum { EXTENT = 30720 };

static float *sampled(const char *recipe, int n, uint64_t seed, int threads) {
  const double step = (double)EXTENT / n;
  const burl_grid grid = {.size = {n, n}, .origin = {step / 2, step / 2}, .step = {step, step}, .threads = threads};
  return ground_sampled(recipe, seed, &grid);
}

static float mean_of(const float *fine, int n, int times, int x, int y) {
  double sum = 0;
  for (int j = 0; j < times; j++)
    for (int i = 0; i < times; i++) sum += (double)fine[(y * times + j) * n + x * times + i];
  return (float)(sum / (times * times));
}

/* Two resolutions of one terrain, at the coarser grid: the root of the mean square of their difference over the relief,
 * and how they correlate. */
static void check_alike(const char *recipe, int coarse, int times) {
  float *const a = sampled(recipe, coarse, 1, 0), *const b = sampled(recipe, coarse * times, 1, 0);
  double sums[2] = {0, 0}, squares[3] = {0, 0, 0}, difference = 0, lo = INFINITY, hi = -INFINITY;
  const int count = coarse * coarse;
  for (int i = 0; i < count; i++) {
    const double p = (double)a[i], q = (double)mean_of(b, coarse * times, times, i % coarse, i / coarse);
    sums[0] += p, sums[1] += q;
    squares[0] += p * p, squares[1] += q * q, squares[2] += p * q;
    difference += (p - q) * (p - q);
    lo = fmin(lo, p), hi = fmax(hi, p);
  }
  const double covariance = squares[2] / count - sums[0] / count * sums[1] / count;
  const double deviations =
      sqrt((squares[0] / count - pow(sums[0] / count, 2)) * (squares[1] / count - pow(sums[1] / count, 2)));
  const double correlation = covariance / deviations, rms = sqrt(difference / count) / (hi - lo);
  if (correlation < 0.985 || rms > 0.035) fail_msg("%d and %d: %g, %g", coarse, coarse * times, correlation, rms);
  free(a), free(b);
}

static void test_same_at_every_resolution(void **state) {
  (void)state;
  check_alike("erode(" START ", uplift: " UPLIFT ")", most_of_test(512, 256), 2);
}

/* Ground that nothing changes stays where it is from grid to grid, but for where nodes lie in their cells. */
static void test_ground_stays_in_its_place(void **state) {
  static const int sizes[] = {512, 1000, 1024};
  (void)state;
  for (int i = 0; i < one_of_test(most_of_test(3, 2)); i++) {
    const int n = sizes[i];
    const double step = (double)EXTENT / n;
    double sum[2] = {0, 0};
    float *const rising[2] = {sampled("erode(0.3*x, uplift: 0, k: 0)", n, 1, 0),
                              sampled("erode(0.3*y, uplift: 0, k: 0)", n, 1, 0)};
    for (int y = 20; y < n - 20; y++)
      for (int x = 20; x < n - 20; x++) {
        sum[0] += ((double)rising[0][y * n + x] / 0.3 - (x + 0.5) * step) / step;
        sum[1] += ((double)rising[1][y * n + x] / 0.3 - (y + 0.5) * step) / step;
      }
    for (int axis = 0; axis < 2; axis++) {
      const double moved = sum[axis] / ((n - 40.0) * (n - 40.0));
      if (fabs(moved) > 0.02) fail_msg("%d cells: %g of a cell along %c", n, moved, "xy"[axis]);
      free(rising[axis]);
    }
  }
}

/* The exponent by which slope falls with the area that drains, from `least` cells on. */
static double concavity_of(const float *h, const float *area, int n, double least) {
  const double step = (double)EXTENT / n;
  const burl__ground ground = {.nx = n, .ny = n, .dx = step, .dy = step};
  return survey_concavity(&ground, h, area, least * step * step);
}

static void test_measures(void **state) {
  enum { N = 512 };
  (void)state;
  for (int seed = 1; seed <= one_of_test(3); seed++) {
    float *const h = sampled("erode(" START ", uplift: " UPLIFT ")", N, (uint64_t)seed, 0),
                 *const area = sampled("flow(breach(erode(" START ", uplift: " UPLIFT ")))", N, (uint64_t)seed, 0),
                 *const filled = sampled("fill(erode(" START ", uplift: " UPLIFT "))", N, (uint64_t)seed, 0);
    int flooded = 0;
    for (int i = 0; i < N * N; i++) flooded += filled[i] > h[i];
    const double concavity = concavity_of(h, area, N, 30), share = flooded / (double)(N * N);
    if (!(concavity > 0.40 && concavity < 0.55)) fail_msg("seed %d: concavity %g", seed, concavity);
    if (share > 0.08) fail_msg("seed %d: %g flooded", seed, share);
    free(h), free(area), free(filled);
  }
}

/* At cells like those of the real model, 90 m: the grid's directions don't show, and with gullies over it the ground is
 * nearer to the real one. */
static void test_measures_with_gullies(void **state) {
  enum { N = 340 };
  static const char erosion[] = "erode(" START ", uplift: " UPLIFT ")";
  static const char with_gullies[] = "gullies(upsample(erode(" START ", uplift: " UPLIFT
                                     "), 2), strength: 55, scale: 900, octaves: 4, from: 0, to: 1500)";
  const double step = (double)EXTENT / N;
  const burl__ground ground = {.nx = N, .ny = N, .dx = step, .dy = step};
  double alone[MEASURES], both[MEASURES];
  (void)state;
  for (int seed = 1; seed <= one_of_test(3); seed++) {
    float *const h = sampled(erosion, N, (uint64_t)seed, 0), *const g = sampled(with_gullies, N, (uint64_t)seed, 0);
    assert_int_equal(survey_measure(&ground, h, 250000, alone), 0);
    assert_int_equal(survey_measure(&ground, g, 250000, both), 0);
    if (alone[MEASURE_diagonal] < 0.21 || alone[MEASURE_diagonal] > 0.232)
      fail_msg("seed %d: %g of slopes along the grid", seed, alone[MEASURE_diagonal]);
    if (both[MEASURE_concavity] < 0.33 || both[MEASURE_concavity] > 0.45 || both[MEASURE_flooded] > 16)
      fail_msg("seed %d: concavity %g, %g %% flooded", seed, both[MEASURE_concavity], both[MEASURE_flooded]);
    free(h), free(g);
  }
}

/* Without a slope limit and after long, slope is (uplift/k)*area^-m along rivers. */
static void test_steady_state(void **state) {
  enum { N = 192 };
  static const char *const recipes[2][2] = {{"erode(" START ", talus: 1000, years: 5e7, steps: 200)",
                                             "flow(breach(erode(" START ", talus: 1000, years: 5e7, steps: 200)))"},
                                            {"erode(" START ", talus: 1000, years: 5e7, steps: 200, m: 0.4, k: 1e-5)",
                                             "flow(breach(erode(" START
                                             ", talus: 1000, years: 5e7, steps: 200, m: 0.4, k: 1e-5)))"}};
  static const double powers[2] = {0.5, 0.4};
  (void)state;
  for (int i = 0; i < one_of_test(2); i++) {
    float *const h = sampled(recipes[i][0], N, 2, 0), *const area = sampled(recipes[i][1], N, 2, 0);
    const double concavity = concavity_of(h, area, N, 2);
    if (fabs(concavity - powers[i]) > 0.03) fail_msg("m %g: %g", powers[i], concavity);
    free(h), free(area);
  }
}

static void test_slopes_are_limited(void **state) {
  enum { N = 256 };
  (void)state;
  float *const h = sampled("slope_deg(erode(" START ", uplift: 0.003, talus: 0.4))", N, 3, 0);
  int steep = 0;
  for (int i = 0; i < N * N; i++) steep += (double)h[i] > 30; /* the limit is 21.8 along the flow, more across it */
  assert_true(steep < N * N / 30);
  free(h);
}

static void test_edges_stay_and_threads_agree(void **state) {
  enum { N = 300 };
  (void)state;
  float *const h = sampled(START, N, 4, 1), *const one = sampled("erode(" START ")", N, 4, 1),
               *const many = sampled("erode(" START ")", N, 4, 5);
  for (int i = 0; i < N; i++)
    assert_true(one[i] == h[i] && one[i * N] == h[i * N] && one[i * N + N - 1] == h[i * N + N - 1]);
  assert_memory_equal(one, many, N * N * sizeof *one);
  assert_true(one[N / 2 * N + N / 2] > 100);
  free(h), free(one), free(many);
}

static void test_no_ground(void **state) {
  enum { N = 300 };
  (void)state;
  float *const h = sampled("erode(length(x - 15000, y - 15000) > 12000 ? 0/0*x : " START ")", N, 5, 0);
  int none = 0, high = 0;
  for (int i = 0; i < N * N; i++) none += isnan(h[i]), high += (double)h[i] > 50;
  assert_true(none > N * N / 3 && none < N * N * 2 / 3 && high > N * N / 10);
  free(h);
}

static void test_small_grids(void **state) {
  (void)state;
  for (int n = 1; n < 6; n++) free(sampled("erode(x)", n, 1, 1));
  free(sampled("erode(x)", 257, 1, 1));
}

/* ---- The sea ------------------------------------------------------------------------------------- */

/* Islands in a sea whose floor is uneven. */
#define ISLANDS "300*fbm(simplex(x/9000, y/9000), octaves: 5)"
#define SHORES "erode(" ISLANDS ", uplift: 0.0004, base: 0)"

/* The sea is as it was, land stays above it, and its mountains grow. */
static void test_sea_stays(void **state) {
  static const int sizes[] = {100, 512, 700};
  (void)state;
  for (int i = 0; i < one_of_test(most_of_test(3, 2)); i++) {
    const int n = sizes[i];
    float *const before = sampled(ISLANDS, n, 6, 0), *const after = sampled(SHORES, n, 6, 0);
    double land = 0, risen = 0;
    for (int k = 0; k < n * n; k++) {
      if (before[k] <= 0) assert_true(after[k] == before[k]);
      else if (!(after[k] > 0)) fail_msg("%d: land at %g is at %g", n, (double)before[k], (double)after[k]);
      if (before[k] > 0) land++, risen += (double)after[k] - (double)before[k];
    }
    assert_true(land > 0.2 * n * n && land < 0.8 * n * n && risen / land > 50);
    free(before), free(after);
  }
}

/* Coasts and what lies behind them are alike at 512 and 1024 cells. */
static void test_coasts_at_every_resolution(void **state) {
  (void)state;
  check_alike("max(0, " SHORES ")", 512, 2);
}

/* All water that falls on land comes to the sea, or to the grid's edge: hardly any of it is held up in hollows. */
static void test_rivers_reach_the_sea(void **state) {
  enum { N = 512 };
  (void)state;
  float *const h = sampled(SHORES, N, 7, 0), *const filled = sampled("fill(" SHORES ", level: 0, ocean: all)", N, 7, 0),
               *const noise = sampled(ISLANDS, N, 7, 0),
               *const flooded = sampled("fill(" ISLANDS ", level: 0, ocean: all)", N, 7, 0);
  int land = 0, held = 0, held_by_noise = 0, mouths = 0;
  float *const area = sampled("flow(breach(" SHORES ", level: 0, ocean: all))", N, 7, 0);
  for (int i = 0; i < N * N; i++) {
    land += h[i] > 0;
    held += h[i] > 0 && filled[i] > h[i];
    held_by_noise += noise[i] > 0 && flooded[i] > noise[i];
    mouths += h[i] <= 0 && area[i] > 1e6f;
  }
  if (held * 50 > land || held * 2 > held_by_noise)
    fail_msg("%d of %d held up, of noise %d", held, land, held_by_noise);
  if (mouths < 20) fail_msg("%d mouths, %d of %d held up, of noise %d", mouths, held, land, held_by_noise);
  free(h), free(filled), free(noise), free(flooded), free(area);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_at_every_resolution),
      cmocka_unit_test(test_ground_stays_in_its_place),
      cmocka_unit_test(test_measures),
      cmocka_unit_test(test_measures_with_gullies),
      cmocka_unit_test(test_steady_state),
      cmocka_unit_test(test_slopes_are_limited),
      cmocka_unit_test(test_edges_stay_and_threads_agree),
      cmocka_unit_test(test_no_ground),
      cmocka_unit_test(test_small_grids),
      cmocka_unit_test(test_sea_stays),
      cmocka_unit_test(test_coasts_at_every_resolution),
      cmocka_unit_test(test_rivers_reach_the_sea),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
