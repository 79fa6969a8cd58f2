/* Rain as the weight of what drains: twice the rain is twice the flow, to the bit; uneven rain is held against walks
 * from every cell to where its water ends. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "ground.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { NX = 60, NY = 41, CELLS = NX * NY, DX = 30, DY = 20 };

static const int around[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
static const char *const grounds[] = {"breach(300*fbm(simplex(x/900, y/900), octaves: 6))",
                                      "fill(floor(9*fbm(simplex(x/900, y/900), octaves: 6)))",
                                      "x > 900 && x < 1100 ? 0/0 : 300*fbm(simplex(x/900, y/900), octaves: 6)"};
enum { GROUNDS = COUNT(grounds) };

static float *sampled(int ground, const char *process) {
  static const burl_grid grid = {.size = {NX, NY}, .step = {DX, DY}};
  char recipe[300];
  snprintf(recipe, sizeof recipe, "h = %s\n%s", grounds[ground], process);
  return ground_sampled(recipe, 5, &grid);
}

/* ---- Rain that is the same everywhere ------------------------------------------------------------ */

/* `times` the flow, which is a power of two. */
static void check_times(int ground, const char *way, const char *rain, float times) {
  char process[2][90];
  snprintf(process[0], sizeof process[0], "flow(h%s)", way);
  snprintf(process[1], sizeof process[1], "flow(h%s, rain: %s)", way, rain);
  float *const plain = sampled(ground, process[0]), *const rained = sampled(ground, process[1]);
  for (int cell = 0; cell < CELLS; cell++) {
    const float expected = plain[cell] * times;
    if (memcmp(&rained[cell], &expected, sizeof expected) != 0 && !(isnan(expected) && isnan(rained[cell])))
      fail_msg("%s, cell %d: %.9g, not %.9g", process[1], cell, (double)rained[cell], (double)expected);
  }
  free(plain), free(rained);
}

static void test_powers_of_two(void **state) {
  static const char *const ways[] = {"", ", routing: mfd", ", give: specific", ", level: -20, routing: mfd"};
  static const struct {
    const char *rain;
    float times;
  } rows[] = {{"1", 1},
              {"4", 4},
              {"0.25", 0.25f},
              {"pow(2, -60)", 0x1p-60f},
              {"pow(2, 29)", 0x1p29f},
              {"4 + 0*x", 4},
              {"0*x + 1/8", 0x1p-3f},
              {"x < 1e9 ? pow(2, -100) : 0", 0x1p-100f},
              {"0", 0},
              {"0*x", 0},
              {"-3", 0},
              {"-1 - x*x", 0},
              {"0/0*x", 0}};
  (void)state;
  for (int ground = 0; ground < GROUNDS; ground++)
    for (int k = 0; k < COUNT(ways); k++)
      for (int i = 0; i < COUNT(rows); i++) check_times(ground, ways[k], rows[i].rain, rows[i].times);
}

/* What gives no areas isn't weighed. */
static void test_other_results_have_no_rain(void **state) {
  static const char *const gives[] = {"direction", "order", "length"};
  (void)state;
  for (int k = 0; k < COUNT(gives); k++) {
    char way[30];
    snprintf(way, sizeof way, ", give: %s", gives[k]);
    check_times(0, way, "4 + x", 1);
  }
}

/* ---- Uneven rain --------------------------------------------------------------------------------- */

/* Adds each cell's weight to all that its water passes. */
static void walk_all(const float *way, const float *weight, double *sum) {
  for (int start = 0; start < CELLS; start++)
    for (int cell = start, d; cell >= 0; cell = d < 0 ? -1 : cell + around[d][1] * NX + around[d][0]) {
      sum[cell] += (double)weight[start] > 0 ? fmin((double)weight[start], 1e9) : 0;
      d = way[cell] >= 0 ? (int)way[cell] / 45 : -1;
    }
}

static const char *const uneven[] = {
    "2 + perlin(x/200, y/200)",
    "x < 700 ? 4 : 1",
    "white(x, y)",
    "white(x, y) > 0.9 ? 0/0 : white(y, x) > 0.9 ? 1e30 : white(y, x) > 0.8 ? -1/0 : 5",
    "exp(15*fbm(simplex(x/400, y/400)))",
    "x == 600 && y == 400"};

/* Rain is counted in parts of the greatest, and sums are floats. */
static double slack_of(const float *weight, double sum) {
  double most = 0;
  for (int cell = 0; cell < CELLS; cell++) most = fmax(most, fmin((double)weight[cell], 1e9));
  return 2e-7 * sum + 0x1p-32 * most * CELLS;
}

static void test_uneven_rain(void **state) {
  (void)state;
  for (int ground = 0; ground < GROUNDS; ground++)
    for (int i = 0; i < COUNT(uneven); i++) {
      double sum[CELLS] = {0};
      char process[200];
      snprintf(process, sizeof process, "flow(h, rain: %s)", uneven[i]);
      float *const area = sampled(ground, process), *const weight = sampled(ground, uneven[i]),
                   *const way = sampled(ground, "flow(h, give: direction)");
      walk_all(way, weight, sum);
      for (int cell = 0; cell < CELLS; cell++) {
        const double found = (double)area[cell] / (DX * DY);
        if (isnan(way[cell]) ? !isnan(found) : !(fabs(found - sum[cell]) <= slack_of(weight, sum[cell])))
          fail_msg("%s over %s, cell %d: %.9g, not %.9g", process, grounds[ground], cell, found, sum[cell]);
      }
      free(area), free(weight), free(way);
    }
}

/* Divided among all lower neighbours, no rain gets lost, and that of two rains is the sum of both. */
static void test_divided_rain(void **state) {
  static const char *const rains[] = {"2 + perlin(x/200, y/200)", "x < 700 ? 4 : 0.5",
                                      "2 + perlin(x/200, y/200) + (x < 700 ? 4 : 0.5)"};
  float *area[3];
  (void)state;
  for (int k = 0; k < 3; k++) {
    char process[120];
    snprintf(process, sizeof process, "flow(h, routing: mfd, rain: %s)", rains[k]);
    area[k] = sampled(0, process);
  }
  float *const way = sampled(0, "flow(h, give: direction)"), *const weight = sampled(0, rains[2]);
  double drained = 0, fallen = 0;
  for (int cell = 0; cell < CELLS; cell++) {
    const double whole = (double)area[2][cell];
    assert_true(fabs((double)area[0][cell] + (double)area[1][cell] - whole) <= 1e-6 * whole);
    fallen += (double)weight[cell] * DX * DY;
    if (way[cell] < 0) drained += whole;
  }
  assert_true(fabs(drained / fallen - 1) < 1e-6);
  for (int k = 0; k < 3; k++) free(area[k]);
  free(way), free(weight);
}

/* ---- Rivers -------------------------------------------------------------------------------------- */

/* Rivers begin and are deep by what drains: with a quarter of the rain as with four times `least`, but for their
 * widths; without any there are none. */
static void test_rivers_rise_with_rain(void **state) {
  (void)state;
  for (int ground = 0; ground < 2; ground++) {
    float *const cut = sampled(ground, "breach(h)"), *const none = sampled(ground, "rivers(h, least: 6e4, rain: 0)"),
                 *const few = sampled(ground, "rivers(h, least: 6e4, rain: 0.25)"),
                 *const same = sampled(ground, "rivers(h, least: 24e4)"),
                 *const west = sampled(ground, "rivers(h, least: 6e4, rain: x < 900)");
    int sunk = 0;
    assert_memory_equal(none, cut, CELLS * sizeof *cut);
    assert_memory_equal(few, same, CELLS * sizeof *few); /* all are narrower than a cell */
    for (int cell = 0; cell < CELLS; cell++) sunk += west[cell] < cut[cell];
    assert_true(sunk > 10);
    free(cut), free(none), free(few), free(same), free(west);
  }
}

static void test_wrong_calls(void **state) {
  static const char *const wrong[] = {"flow(x, rain: rgb(1, 2, 3))", "rivers(x, rain: rgb(1, 2, 3))",
                                      "lakes(x, rain: 2)", "tile(flow(perlin(), rain: x), 4)",
                                      "scale(flow(x, rain: 2), 2)"};
  (void)state;
  for (int i = 0; i < COUNT(wrong); i++)
    if (burl_compile(wrong[i], 2, NULL)) fail_msg("%s compiles", wrong[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_powers_of_two),         cmocka_unit_test(test_other_results_have_no_rain),
      cmocka_unit_test(test_uneven_rain),           cmocka_unit_test(test_divided_rain),
      cmocka_unit_test(test_rivers_rise_with_rain), cmocka_unit_test(test_wrong_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
