/* Erosion: mountains as rivers leave them, by the measures that tell them from noise, and alike at every resolution. */
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
#include "ground.h"
#include "scale.h"
#include "survey/measures.h"
#include "terrain/process.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* Uplift in hills over 30 km, from nearly flat ground. */
#define START "20*fbm(simplex(x/3000, y/3000), octaves: 3)"
#define UPLIFT "0.0002 + 0.001*levels(fbm(simplex(x/14000, y/14000), octaves: 3), -0.6, 0.4)"
enum { EXTENT = 30720 };

static float *sampled(const char *recipe, int n, uint64_t seed, int threads) {
  const double step = (double)EXTENT / n;
  const burl_grid grid = {.size = {n, n}, .origin = {step / 2, step / 2}, .step = {step, step}, .threads = threads};
  return ground_sampled(recipe, seed, &grid);
}

/* A picture of n by n samples at a place from 0 to 1 along each axis, between its samples. */
static double between(const float *h, int n, double x, double y) {
  const double at[2] = {fmin(fmax(x * n - 0.5, 0), n - 1.001), fmin(fmax(y * n - 0.5, 0), n - 1.001)};
  const int i = (int)at[0], j = (int)at[1];
  const double u = at[0] - i, v = at[1] - j;
  const float *const a = h + j * n + i, *const b = a + n;
  return (1 - v) * ((1 - u) * (double)a[0] + u * (double)a[1]) + v * ((1 - u) * (double)b[0] + u * (double)b[1]);
}

/* One terrain at several sizes beside one, at the same places: the root of the mean square of the difference is less
 * than a hundredth of the relief. */
static void check_alike(const char *recipe, int size, const int sizes[], int count) {
  enum { AT = 64 };
  float *const usual = sampled(recipe, size, 1, 0);
  for (int s = 0; s < count; s++) {
    float *const other = sampled(recipe, sizes[s], 1, 0);
    double squares = 0, lo = INFINITY, hi = -INFINITY;
    for (int i = 0; i < AT * AT; i++) {
      const double x = (i % AT + 0.5) / AT, y = (i / AT + 0.5) / AT, here = between(usual, size, x, y);
      squares += pow(between(other, sizes[s], x, y) - here, 2);
      lo = fmin(lo, here), hi = fmax(hi, here);
    }
    const double rms = sqrt(squares) / AT / (hi - lo), most = sizes[s] < size / 2 ? 0.02 : 0.01;
    if (!(rms < most) || hi - lo < 100) fail_msg("%s: %d and %d: %g of %g m", recipe, size, sizes[s], rms, hi - lo);
    free(other);
  }
  free(usual);
}

#define EROSION "erode(" START ", uplift: " UPLIFT

/* With the usual cells, 1/512 of the side, in make check-all; else with wider ones and fewer samples. */
static void test_same_at_every_resolution(void **state) {
  static const int few[] = {100, 125, 150, 250, 257, 384}, many[] = {300, 500, 600, 768, 1000, 1009, 1025, 1536, 2048};
  (void)state;
  check_alike(EROSION ", cell: 240)", 256, few, few_of_test(COUNT(few)));
  if (most_of_test(1, 0)) check_alike(EROSION ")", 1024, many, COUNT(many));
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

/* ---- At the lattice's nodes ---------------------------------------------------------------------- */

/* Heights at n x n nodes, the outermost on the edges. */
static float *at_nodes(const char *recipe, int n, uint64_t seed) {
  const double step = (double)EXTENT / (n - 1);
  const burl_grid grid = {.size = {n, n}, .step = {step, step}};
  return ground_sampled(recipe, seed, &grid);
}

/* The process itself, which recipes only see the surface of. */
typedef struct {
  double uplift, k, talus, m, years, base, steps;
  int all_is_sea; /* ocean: all */
} erosion;

static void erode_nodes(float *h, int n, const erosion *e) {
  const double step = (double)EXTENT / (n - 1),
               option[16] = {0, 0, 0, e->m, e->years, e->base, e->all_is_sea, e->steps, 0, 0, 0, 1};
  const burl__ground ground = {.nx = n, .ny = n, .dx = step, .dy = step};
  const size_t cells = (size_t)n * (size_t)n;
  float *map[16] = {NULL};
  for (int i = 0; i < 3; i++) {
    map[i] = malloc(cells * sizeof **map);
    for (size_t cell = 0; cell < cells; cell++) map[i][cell] = (float)(i == 0 ? e->uplift : i == 1 ? e->k : e->talus);
  }
  void *const scratch = malloc(burl__process_erode.scratch(&ground, option));
  const burl__process_call call = {.ground = &ground, .option = option, .map = map, .scratch = scratch};
  burl__process_erode.change(&call, h);
  for (int i = 0; i < 3; i++) free(map[i]);
  free(scratch);
}

/* The area that drains through each node. */
static float *area_of(const float *h, int n) {
  float *const area = malloc((size_t)n * (size_t)n * sizeof *area);
  burl_program *const program = burl_compile("flow(breach(image(\"h\", read: nearest)))", 2, NULL);
  const double step = (double)EXTENT / n;
  const burl_grid grid = {.size = {n, n}, .step = {step, step}};
  assert_int_equal(burl_set_image(program, "h", &(burl_field){.data = h, .size = {n, n}}), BURL_OK);
  assert_int_equal(burl_sample_grid(program, &grid, area), BURL_OK);
  burl_free(program);
  return area;
}

/* Without a slope limit and after long, slope is (uplift/k)*area^-m along rivers. */
static void test_steady_state(void **state) {
  enum { N = 193 };
  static const erosion ways[2] = {{0.001, 2.5e-6, 1000, 0.5, 5e7, -1e30, 200, 0},
                                  {0.001, 1e-5, 1000, 0.4, 5e7, -1e30, 200, 0}};
  (void)state;
  for (int i = 0; i < one_of_test(2); i++) {
    float *const h = at_nodes(START, N, 2);
    erode_nodes(h, N, &ways[i]);
    float *const area = area_of(h, N);
    const double concavity = concavity_of(h, area, N, 2);
    if (fabs(concavity - ways[i].m) > 0.03) fail_msg("m %g: %g", ways[i].m, concavity);
    free(h), free(area);
  }
}

static void test_edges_stay(void **state) {
  enum { N = 301 };
  (void)state;
  float *const h = at_nodes(START, N, 4), *const after = at_nodes(START, N, 4);
  erode_nodes(after, N, &(erosion){0.001, 2.5e-6, 0.9, 0.5, 5e6, -1e30, 20, 0});
  for (int i = 0; i < N; i++)
    assert_true(after[i] == h[i] && after[i * N] == h[i * N] && after[i * N + N - 1] == h[i * N + N - 1]);
  assert_true(after[N / 2 * N + N / 2] > 100);
  free(h), free(after);
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

static void test_threads_agree(void **state) {
  enum { N = 300 };
  (void)state;
  float *const one = sampled("erode(" START ", cell: 100)", N, 4, 1), *const many = sampled(
                                                                          "erode(" START ", cell: 100)", N, 4, 5);
  assert_memory_equal(one, many, N * N * sizeof *one);
  free(one), free(many);
}

/* The number of samples plays no part: what lies at the same places is equal to the bit, whichever way the picture
 * goes; and whole-grid functions within it lie on the same lattice. */
static void test_same_bits_at_same_places(void **state) {
  static const char *const recipes[] = {"erode(" START ", cell: 150)", "slope(erode(" START ", cell: 150))",
                                        "erode(blur(" START
                                        ", radius: 900), cell: 150, k: height() > 90 ? 1e-6 : 4e-6)"};
  enum { N = 40 };
  (void)state;
  for (int i = 0; i < COUNT(recipes); i++) {
    float *const few = sampled(recipes[i], N, 1, 0), *const many = sampled(recipes[i], 3 * N, 1, 0);
    const double step = (double)EXTENT / N;
    const burl_grid flipped = {
        .size = {N, N}, .origin = {EXTENT - step / 2, EXTENT - step / 2}, .step = {-step, -step}};
    float *const back = ground_sampled(recipes[i], 1, &flipped);
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++) {
        assert_true(few[y * N + x] == many[(3 * y + 1) * 3 * N + 3 * x + 1]);
        assert_true(few[y * N + x] == back[(N - 1 - y) * N + N - 1 - x]);
      }
    free(few), free(many), free(back);
  }
}

/* Without `cell`, over a model that is finer than the lattice would be, it is the model's. */
static void test_cells_of_images(void **state) {
  enum { MODEL = 1100, N = 30 };
  (void)state;
  float *const model = sampled(START, MODEL, 1, 0);
  const double step = (double)EXTENT / N, own = (double)EXTENT / MODEL;
  const burl_field field = {.data = model, .size = {MODEL, MODEL}, .origin = {own / 2, own / 2}, .step = {own, own}};
  const burl_grid grid = {.size = {N, N}, .origin = {step / 2, step / 2}, .step = {step, step}};
  static float out[2][N * N];
  char recipe[2][120] = {"erode(image(\"m\"), k: 1e-7, years: 1e5, steps: 1)"};
  snprintf(recipe[1], sizeof recipe[1], "erode(image(\"m\"), k: 1e-7, years: 1e5, steps: 1, cell: %.17g)", own);
  for (int i = 0; i < 2; i++) {
    burl_program *const program = burl_compile(recipe[i], 2, NULL);
    assert_int_equal(burl_set_image(program, "m", &field), BURL_OK);
    assert_int_equal(burl_sample_grid(program, &grid, out[i]), BURL_OK);
    burl_free(program);
  }
  assert_memory_equal(out[0], out[1], sizeof out[0]);
  free(model);
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
  enum { N = 401 };
  (void)state;
  float *const before = at_nodes(ISLANDS, N, 6), *const after = at_nodes(ISLANDS, N, 6);
  double land = 0, risen = 0;
  erode_nodes(after, N, &(erosion){0.0004, 2.5e-6, 0.9, 0.5, 5e6, 0, 20, 1});
  for (int k = 0; k < N * N; k++) {
    if (before[k] <= 0) assert_true(after[k] == before[k]);
    else if (!(after[k] > 0)) fail_msg("land at %g is at %g", (double)before[k], (double)after[k]);
    if (before[k] > 0) land++, risen += (double)after[k] - (double)before[k];
  }
  assert_true(land > 0.2 * N * N && land < 0.8 * N * N && risen / land > 50);
  free(before), free(after);
}

/* A basin inland that lies below the sea is land: it rises and drains. */
static void test_basins_inland_are_land(void **state) {
  enum { N = 101 };
  static float before[N * N], after[N * N];
  (void)state;
  for (int k = 0; k < N * N; k++) {
    const double x = k % N - 50, y = k / N - 50, far = hypot(x, y);
    before[k] = (float)(far > 45 ? -20 : far < 12 ? far - 30 : 40 + 3 * sin(x) * sin(y));
  }
  for (int all = 0; all < 2; all++) {
    memcpy(after, before, sizeof after);
    erode_nodes(after, N, &(erosion){0.0004, 2.5e-6, 0.9, 0.5, 1e6, 0, 20, all});
    for (int k = 0; k < N * N; k++)
      if (before[k] <= 0) assert_true(hypot(k % N - 50, k / N - 50) > 45 || all ? after[k] == before[k] : after[k] > 0);
  }
}

/* Coasts and what lies behind them are alike, too. */
static void test_coasts_at_every_resolution(void **state) {
  (void)state;
  static const int sizes[] = {125, 250, 300};
  check_alike("max(0, erode(" ISLANDS ", uplift: 0.0004, base: 0, cell: 240))", 256, sizes, COUNT(sizes));
}

/* All water that falls on land comes to the sea, or to the grid's edge: hardly any of it is held up in hollows. */
static void test_rivers_reach_the_sea(void **state) {
  enum { N = 512 };
  (void)state;
  float *const h = sampled(SHORES, N, 7, 0), *const filled = sampled("fill(" SHORES ", level: 0)", N, 7, 0),
               *const noise = sampled(ISLANDS, N, 7, 0),
               *const flooded = sampled("fill(" ISLANDS ", level: 0)", N, 7, 0);
  int land = 0, held = 0, held_by_noise = 0, mouths = 0;
  float *const area = sampled("flow(breach(" SHORES ", level: 0))", N, 7, 0);
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
      cmocka_unit_test(test_edges_stay),
      cmocka_unit_test(test_threads_agree),
      cmocka_unit_test(test_same_bits_at_same_places),
      cmocka_unit_test(test_cells_of_images),
      cmocka_unit_test(test_no_ground),
      cmocka_unit_test(test_small_grids),
      cmocka_unit_test(test_sea_stays),
      cmocka_unit_test(test_basins_inland_are_land),
      cmocka_unit_test(test_coasts_at_every_resolution),
      cmocka_unit_test(test_rivers_reach_the_sea),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
