/* What is found along the flow of water: above_drainage(), basins() and wetness(), held against walks from each cell by
 * itself, over grids of several shapes, with holes, level ground, hollows and a sea. */
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

static const int around[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

typedef struct {
  int nx, ny;
  double dx, dy;
} place;

static const place places[] = {{60, 50, 30, 40}, {41, 70, -7, 7}, {50, 33, 20, -20}, {120, 5, 300, 0.5}, {1, 40, 3, 3}};

/* Heights by column i and row j: hills with hollows, terraces, with holes, level, drained, a bowl, one with a level
 * floor. */
#define HILLS "100*fbm(simplex(i/30, j/25), octaves: 6)"
static const char *const grounds[] = {HILLS,
                                      "floor(" HILLS "/20)*20",
                                      "length(i - 20, j - 20) < 6 ? 0/0*x : " HILLS,
                                      "0*x",
                                      "breach(" HILLS ")",
                                      "fill(floor(" HILLS "/9))",
                                      "length(i - 20, j - 15)",
                                      "max(length(i - 20, j - 15), 6)"};
static const char *const seas[] = {"", ", level: -10", ", level: 10", ", level: 10, ocean: all"};
static const double levels[] = {-INFINITY, -10, 10, 10};

/* A ground, and where its water goes. */
typedef struct {
  const place *p;
  const char *sea;
  double level;
  float *height, *way;
  int *next, *count; /* the cell to which each drains, -1: none; how many drain through it */
} basin;

static float *sampled(const place *p, const char *process, const char *ground, uint64_t seed) {
  char recipe[600];
  snprintf(recipe, sizeof recipe, "i = x/%g\nj = y/%g\nh = %s\n%s", p->dx, p->dy, ground, process);
  const burl_grid grid = {.size = {p->nx, p->ny}, .step = {p->dx, p->dy}};
  return ground_sampled(recipe, seed, &grid);
}

static int cells_of(const basin *b) { return b->p->nx * b->p->ny; }

static int neighbour(const place *p, int cell, int direction) {
  const int x = cell % p->nx + around[direction][0], y = cell / p->nx + around[direction][1];
  return x < 0 || y < 0 || x >= p->nx || y >= p->ny ? -1 : y * p->nx + x;
}

static basin begin(const place *p, int ground, int sea, uint64_t seed) {
  char process[80];
  snprintf(process, sizeof process, "flow(h, give: direction%s)", seas[sea]);
  basin b = {.p = p, .sea = seas[sea], .level = levels[sea]};
  b.height = sampled(p, "h", grounds[ground], seed);
  b.way = sampled(p, process, grounds[ground], seed);
  b.next = malloc(sizeof *b.next * (size_t)cells_of(&b));
  b.count = calloc((size_t)cells_of(&b), sizeof *b.count);
  for (int cell = 0; cell < cells_of(&b); cell++)
    b.next[cell] = b.way[cell] >= 0 ? neighbour(p, cell, (int)b.way[cell] / 45) : -1;
  for (int cell = 0; cell < cells_of(&b); cell++)
    for (int at = cell; at >= 0; at = b.next[at]) b.count[at]++;
  return b;
}

static void end(basin *b) { free(b->height), free(b->way), free(b->next), free(b->count); }

static void for_each(void (*check)(const basin *b, int ground, uint64_t seed)) {
  for (int p = 0; p < COUNT(places); p++)
    for (int ground = 0; ground < COUNT(grounds); ground++)
      for (int sea = 0; sea < COUNT(seas); sea++) {
        basin b = begin(&places[p], ground, sea, (uint64_t)(p + 1));
        check(&b, ground, (uint64_t)(p + 1));
        end(&b);
      }
}

/* Whether the ground ends beside a cell. */
static int ends_beside(const basin *b, int cell) {
  for (int d = 0; d < 8; d++) {
    const int beside = neighbour(b->p, cell, d);
    if (beside < 0 || isnan(b->height[beside])) return 1;
  }
  return 0;
}

/* Whether a cell is sea: of ground whose water stays there, the low one that isn't a pan. */
static int is_sea(const basin *b, int cell) {
  static char reached[8192];
  static int list[8192];
  int listed = 0;
  if (!((double)b->height[cell] <= b->level)) return 0;
  if (strstr(b->sea, "all")) return 1;
  memset(reached, 0, sizeof reached);
  reached[list[listed++] = cell] = 1;
  for (int i = 0; i < listed; i++) {
    if (ends_beside(b, list[i])) return 1;
    for (int d = 0; d < 8; d++) {
      const int beside = neighbour(b->p, list[i], d);
      if (reached[beside] || !((double)b->height[beside] <= b->level)) continue;
      reached[list[listed++] = beside] = 1;
    }
  }
  return 0;
}

/* ---- Heights above rivers ------------------------------------------------------------------------ */

static void check_heights(const basin *b, int ground, uint64_t seed) {
  const double cell_area = fabs(b->p->dx * b->p->dy);
  for (int cells = 1; cells < 2000; cells *= 12) {
    char process[120];
    snprintf(process, sizeof process, "above_drainage(h, least: %g%s)", cells * cell_area, b->sea);
    float *const above = sampled(b->p, process, grounds[ground], seed);
    for (int cell = 0; cell < cells_of(b); cell++) {
      int at = cell;
      if (isnan(b->height[cell])) {
        assert_true(isnan(above[cell]));
        continue;
      }
      while (b->next[at] >= 0 && b->count[at] < cells) at = b->next[at];
      const float water = b->next[at] < 0 && is_sea(b, at) ? fmaxf(b->height[at], (float)b->level) : b->height[at];
      const float expected = fmaxf(b->height[cell] - water, 0);
      if (above[cell] != expected)
        fail_msg("%s of %s: cell %d of %d x %d: %.9g, not %.9g", process, grounds[ground], cell, b->p->nx, b->p->ny,
                 (double)above[cell], (double)expected);
    }
    free(above);
  }
}

static void test_heights(void **state) {
  (void)state;
  for_each(check_heights);
}

/* ---- Basins -------------------------------------------------------------------------------------- */

enum { WIDE = 4096 };

static int number_of(const basin *b, int cell) {
  const int x = cell % b->p->nx * (b->p->dx < 0 ? -1 : 1), y = cell / b->p->nx * (b->p->dy < 0 ? -1 : 1);
  return (y & (WIDE - 1)) * WIDE + (x & (WIDE - 1));
}

/* The least number of the level ground, without a way out, that a cell is part of. */
static int number_of_pit(const basin *b, int cell) {
  static char reached[8192];
  static int list[8192];
  int listed = 0, least = INT32_MAX;
  memset(reached, 0, sizeof reached);
  reached[list[listed++] = cell] = 1;
  for (int i = 0; i < listed; i++) {
    const int number = number_of(b, list[i]);
    least = number < least ? number : least;
    for (int d = 0; d < 8; d++) {
      const int beside = neighbour(b->p, list[i], d);
      if (beside < 0 || reached[beside] || b->next[beside] >= 0 || b->height[beside] != b->height[cell]) continue;
      reached[list[listed++] = beside] = 1;
    }
  }
  return least;
}

static void check_basins(const basin *b, int ground, uint64_t seed) {
  char process[80];
  snprintf(process, sizeof process, "basins(h%s)", b->sea);
  float *const ids = sampled(b->p, process, grounds[ground], seed);
  for (int cell = 0; cell < cells_of(b); cell++) {
    int at = cell;
    if (isnan(b->height[cell])) {
      assert_true(isnan(ids[cell]));
      continue;
    }
    while (b->next[at] >= 0 && !is_sea(b, b->next[at])) at = b->next[at];
    const int collects = b->next[at] < 0 && !ends_beside(b, at);
    const int expected = is_sea(b, cell) ? -1 : collects ? number_of_pit(b, at) : number_of(b, at);
    if (ids[cell] != (float)expected)
      fail_msg("%s of %s: cell %d of %d x %d: %.9g, not %d", process, grounds[ground], cell, b->p->nx, b->p->ny,
               (double)ids[cell], expected);
  }
  free(ids);
}

static void test_basins(void **state) {
  (void)state;
  for_each(check_basins);
}

/* Hollows are the same basin in every grid over the same places, and in one that is turned over. */
static void test_ids_by_place(void **state) {
  enum { SIDE = 64 };
  static const burl_grid grids[] = {
      {.size = {SIDE, SIDE}, .origin = {-7.5, 40}, .step = {0.25, 0.25}},
      {.size = {SIDE, SIDE}, .origin = {-7.5, 40}, .step = {0.25, 0.25}, .first = {-9, 7}},
      {.size = {SIDE, SIDE}, .origin = {-7.5 - 9 * 0.25, 40 + 7 * 0.25}, .step = {0.25, 0.25}},
      {.size = {SIDE, SIDE}, .origin = {-7.5 + (SIDE - 1) * 0.25, 40}, .step = {-0.25, 0.25}},
      {.size = {SIDE, SIDE}, .origin = {-7.5 + (SIDE + 4) * 0.25, 40}, .step = {-0.25, 0.25}, .first = {5, 0}},
      {.size = {SIDE, SIDE}, .origin = {-7.5, 60}, .step = {0.25, -0.25}, .first = {0, 17}}};
  float ids[COUNT(grids)];
  (void)state;
  for (int k = 0; k < COUNT(grids); k++) {
    /* the bowl about 0.5, 48.3, which the first cell at or beyond it in both axes is in */
    float *const out = ground_sampled("basins(length(x - 0.5, y - 48.3))", 0, &grids[k]);
    const burl_grid *const g = &grids[k];
    const int i = (int)round((0.5 - g->origin[0]) / g->step[0]) - (int)g->first[0],
              j = (int)round((48.25 - g->origin[1]) / g->step[1]) - (int)g->first[1];
    assert_in_range(i, 0, SIDE - 1), assert_in_range(j, 0, SIDE - 1);
    ids[k] = out[j * SIDE + i];
    free(out);
    assert_true(ids[k] == ids[0] && ids[k] == 193.0f * WIDE + 2);
  }
}

/* ---- Wetness ------------------------------------------------------------------------------------- */

/* Horn's slope inside; NaN where a neighbour is missing. */
static double slope_at(const basin *b, int cell) {
  double h[8];
  for (int d = 0; d < 8; d++) {
    const int beside = neighbour(b->p, cell, d);
    h[d] = beside < 0 ? (double)NAN : (double)b->height[beside];
  }
  const double x = (h[1] + 2 * h[0] + h[7] - h[3] - 2 * h[4] - h[5]) / (8 * b->p->dx),
               y = (h[1] + 2 * h[2] + h[3] - h[7] - 2 * h[6] - h[5]) / (8 * b->p->dy);
  return sqrt(x * x + y * y);
}

static void check_wetness(const basin *b, int ground, uint64_t seed) {
  char process[2][90];
  const double width = sqrt(fabs(b->p->dx * b->p->dy));
  snprintf(process[0], sizeof process[0], "wetness(h, routing: d8%s)", b->sea);
  snprintf(process[1], sizeof process[1], "wetness(h%s)", b->sea);
  char flow[90];
  snprintf(flow, sizeof flow, "flow(h, routing: mfd%s)", b->sea);
  float *const d8 = sampled(b->p, process[0], grounds[ground], seed),
               *const mfd = sampled(b->p, process[1], grounds[ground], seed),
               *const area = sampled(b->p, flow, grounds[ground], seed);
  for (int cell = 0; cell < cells_of(b); cell++) {
    const double slope = slope_at(b, cell), steep = fmax(slope, 0.001);
    if (isnan(b->height[cell])) assert_true(isnan(d8[cell]) && isnan(mfd[cell]));
    else assert_true(isfinite(d8[cell]) && isfinite(mfd[cell]));
    if (isnan(slope) || isnan(b->height[cell])) continue;
    const double by_count = log(b->count[cell] * width / steep), by_area = log((double)area[cell] / width / steep);
    if (!(fabs((double)d8[cell] - by_count) < 1e-3 && fabs((double)mfd[cell] - by_area) < 1e-3))
      fail_msg("wetness of %s: cell %d of %d x %d: %.9g and %.9g, not %.9g and %.9g", grounds[ground], cell, b->p->nx,
               b->p->ny, (double)d8[cell], (double)mfd[cell], by_count, by_area);
  }
  free(d8), free(mfd), free(area);
}

static void test_wetness(void **state) {
  (void)state;
  for_each(check_wetness);
}

/* A plane, from whose top each line gets the water of one cell more: figures by hand. */
static void test_planes(void **state) {
  const place p = {9, 9, 10, 10};
  (void)state;
  for (int k = 0; k < 2; k++) {
    float *const out = sampled(&p, k ? "wetness(h)" : "wetness(h, routing: d8)", "0.5*y", 0);
    for (int j = 1; j < 8 && !k; j++) assert_true(fabs((double)out[j * 9 + 4] - log((9 - j) * 10 / 0.5)) < 1e-5);
    free(out);
  }
  float *const level = sampled(&p, "wetness(h, routing: d8)", "7 + 0*x", 0);
  for (int i = 0; i < 9; i++) assert_true(level[i] >= (float)log(10 / 0.001) - 1e-4f);
  free(level);
}

/* ---- In recipes ---------------------------------------------------------------------------------- */

static void test_wrong_calls(void **state) {
  static const char *const wrong[][2] = {{"above_drainage(x, least: 0)", "least is"},
                                         {"basins(x, least: 1)", "no option 'least'"},
                                         {"wetness(x, routing: best)", "best"},
                                         {"basins(rgb(x, y, 0))", "number"},
                                         {"scale(basins(x), 2)", "needs the whole grid"},
                                         {"fbm(wetness(x))", "needs the whole grid"},
                                         {"twi(x)", "twi"},
                                         {"tile(above_drainage(x), 4)", "doesn't repeat with the tile"}};
  burl_error error;
  (void)state;
  for (int i = 0; i < COUNT(wrong); i++) {
    if (burl_compile(wrong[i][0], 2, &error)) fail_msg("%s compiles", wrong[i][0]);
    if (!strstr(error.message, wrong[i][1])) fail_msg("%s: %s", wrong[i][0], error.message);
  }
  assert_null(burl_compile("twi(x)", 2, &error));
  assert_non_null(strstr(error.hint, "wetness(h)"));
}

static void test_ids_are_for_hash(void **state) {
  const place p = {60, 50, 30, 40};
  (void)state;
  float *const ids = sampled(&p, "basins(h)", HILLS, 1), *const made = sampled(&p, "hash(basins(h), 3)", HILLS, 1);
  int kinds = 0;
  for (int cell = 1; cell < p.nx * p.ny; cell++) {
    assert_true((ids[cell] == ids[cell - 1]) == (made[cell] == made[cell - 1]));
    kinds += ids[cell] != ids[cell - 1];
  }
  assert_true(kinds > 300);
  free(ids), free(made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_heights),          cmocka_unit_test(test_basins), cmocka_unit_test(test_ids_by_place),
      cmocka_unit_test(test_wetness),          cmocka_unit_test(test_planes), cmocka_unit_test(test_wrong_calls),
      cmocka_unit_test(test_ids_are_for_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
