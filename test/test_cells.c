/* Cellular noise against a search of all cells far and wide: the same bits, in every option. */
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
#include "noise/lattice.h"
#include "noise/number.h"
#include "program/noise_setup.h"

enum { METRICS = 5, GIVES = 10 };
static const char *const metrics[METRICS] = {"euclid", "euclid2", "manhattan", "chebyshev",
                                             "minkowski"};
static const char *const gives[GIVES] = {"f1",   "f2",    "f3", "f4", "f2_f1",
                                         "edge", "value", "x",  "y",  "z"};

static double draw(double lo, double hi) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return lo + (hi - lo) * (double)(state >> 11) * 0x1p-53;
}

typedef struct {
  int dims, metric;
  float power, jitter;
  uint32_t low, high, period;
} options;

/* The point of a cell, seen from a sample. */
typedef struct {
  float d[4], compared;
  uint32_t hash;
} point;

static point point_of(const options *o, const uint32_t cell[4], const int step[4], const float f[4]) {
  uint32_t key[4] = {0};
  for (int a = 0; a < o->dims; a++) {
    uint32_t at = cell[a] + (uint32_t)step[a];
    if (o->period) at = (uint32_t)(((int64_t)cell[a] + step[a] + 64 * (int64_t)o->period) % o->period);
    key[a] = hash_axis(at, a, o->low) + (a == 0 ? o->high : 0);
  }
  uint32_t hash = hash_corner(key[0] + (key[1] + key[2] + key[3]),
                              hash_odd(o->high, key[1], key[2], key[3]));
  point p = {.compared = 0};
  for (int a = 0; a < o->dims; a++) {
    p.d[a] = (point_in_cell(hash, o->jitter) - f[a]) + (float)step[a];
    hash = next_hash(hash);
    const float size = fabsf(p.d[a]);
    if (o->metric == CHEBYSHEV) p.compared = fmaxf(p.compared, size);
    else if (o->metric == MANHATTAN) p.compared += size;
    else if (o->metric == MINKOWSKI) p.compared += lane_pow(size, o->power);
    else p.compared += size * size;
  }
  p.hash = hash;
  return p;
}

static float distance(const options *o, float compared) {
  return o->metric == EUCLID      ? lane_sqrt(compared)
         : o->metric == MINKOWSKI ? lane_pow(compared, 1.0f / o->power)
                                  : compared;
}

static int is_nearer(const point *p, const point *q) {
  return p->compared < q->compared || (!(p->compared > q->compared) && p->hash < q->hash);
}

/* What every `give` is at a sample, by all points of the cells around. */
static void search(const options *o, const double at[4], float given[GIVES]) {
  const int around = o->dims < 3 ? 5 : 4;
  static point points[20000];
  point nearest[4];
  int count = 0, step[4] = {-around, o->dims > 1 ? -around : 0, o->dims > 2 ? -around : 0,
                            o->dims > 3 ? -around : 0};
  uint32_t cell[4];
  float f[4];
  for (int i = 0; i < 4; i++) nearest[i] = (point){.compared = 1e30f, .hash = ~0u};
  for (int a = 0; a < o->dims; a++) {
    const double below = floor(at[a]);
    cell[a] = (uint32_t)(int64_t)(o->period ? below - floor(below / o->period) * o->period : below);
    f[a] = (float)(at[a] - below);
  }
  for (int a = 0; a < o->dims;) {
    point p = points[count++] = point_of(o, cell, step, f);
    for (int i = 0; i < 4; i++)
      if (is_nearer(&p, &nearest[i])) {
        const point farther = nearest[i];
        nearest[i] = p;
        p = farther;
      }
    for (a = 0; a < o->dims && ++step[a] > around; a++) step[a] = -around;
  }
  for (int i = 0; i < 4; i++) given[GIVE_F1 + i] = distance(o, nearest[i].compared);
  given[GIVE_F2_F1] = given[GIVE_F2] - given[GIVE_F1];
  given[GIVE_VALUE] = value_of_hash(nearest[0].hash, 1.0f / 8388608);
  for (int a = 0; a < 3; a++) given[GIVE_X + a] = nearest[0].d[a];
  float edge = 1e30f;
  for (int i = 0; i < count && o->metric == EUCLID; i++) {
    float along = 0, apart = 0;
    for (int a = 0; a < o->dims; a++) {
      const float between = points[i].d[a] - nearest[0].d[a];
      along += between * (points[i].d[a] + nearest[0].d[a]);
      apart += between * between;
    }
    if (apart > 0) edge = fminf(edge, along * 0.5f / lane_sqrt(apart));
  }
  given[GIVE_EDGE] = edge;
}

/* All that the library gives at the points. */
enum { MOST = 1000 };
static void sample(const options *o, uint64_t seed, double at[4][MOST], int count, float given[GIVES][MOST]) {
  for (int give = 0; give < GIVES; give++) {
    if (give == GIVE_EDGE && o->metric != EUCLID) continue;
    if (give >= GIVE_X && give - GIVE_X >= o->dims) continue;
    char recipe[160];
    snprintf(recipe, sizeof recipe, "cells(give: %s, metric: %s, p: %.9g, jitter: %.9g, period: %u)",
             gives[give], metrics[o->metric], (double)o->power, (double)o->jitter, o->period);
    burl_program *const program = burl_compile(recipe, o->dims, NULL);
    if (!program) fail_msg("%s in %dD", recipe, o->dims);
    assert_int_equal(burl_seed(program, seed), BURL_OK);
    const burl_points points = {.count = (size_t)count, .coord = {at[0], at[1], at[2], at[3]}};
    assert_int_equal(burl_sample_points(program, &points, given[give]), BURL_OK);
    const burl_range range = burl_bounds(program, 0);
    for (int i = 0; i < count; i++) {
      const double value = (double)given[give][i];
      if (value < range.lo || value > range.hi)
        fail_msg("%s in %dD: %.9g beyond %.9g, %.9g", recipe, o->dims, value, range.lo, range.hi);
    }
    burl_free(program);
  }
}

static void check(const options *o, uint64_t seed, int count) {
  static double at[4][MOST];
  static float given[GIVES][MOST];
  for (int i = 0; i < count; i++)
    for (int a = 0; a < o->dims; a++) at[a][i] = draw(-30, 30) + (i % 3 == 0 ? 1e6 : 0);
  sample(o, seed, at, count, given);
  for (int i = 0; i < count; i++) {
    const double here[4] = {at[0][i], at[1][i], at[2][i], at[3][i]};
    float right[GIVES];
    search(o, here, right);
    for (int give = 0; give < GIVES; give++) {
      if (give == GIVE_EDGE && o->metric != EUCLID) continue;
      if (give >= GIVE_X && give - GIVE_X >= o->dims) continue;
      if (memcmp(&given[give][i], &right[give], sizeof *right) != 0)
        fail_msg("%s, %s in %dD at %.17g, %.17g: %.9g, not %.9g", gives[give], metrics[o->metric], o->dims,
                 here[0], here[1], (double)given[give][i], (double)right[give]);
    }
  }
}

/* 10^5 points in one to three dimensions for every give and metric, with full jitter, and a tenth with less;
 * in four as many as take as long.  BURL_TEST_SCALE: so many times as many. */
static void test_cells_are_those_of_a_search(void **state) {
  (void)state;
  static const float jitters[] = {1, 0.4f, 0};
  static const double counts[] = {100000, 100000, 100000, 2000};
  const char *const scale = getenv("BURL_TEST_SCALE");
  for (int dims = 1; dims <= 4; dims++)
    for (int metric = 0; metric < METRICS; metric++)
      for (int j = 0; j < 3; j++) {
        options o = {.dims = dims, .metric = metric, .power = j ? 4.5f : 1.5f, .jitter = jitters[j],
                     .period = j == 1 ? 7 : 0};
        const double slow = (metric == MINKOWSKI ? 10 : 1) * (j ? 10 : 1);
        const double count = counts[dims - 1] / slow * (scale ? atof(scale) : 1);
        for (double done = 0; done < count; done += MOST) {
          const uint64_t seed = (uint64_t)(done + j + 1) * 0x123456789ABCDEFu;
          burl__noise noise;
          burl__noise_standard(&noise, OP_cells, dims, seed);
          o.low = noise.low;
          o.high = noise.high;
          check(&o, seed, (int)fmin(count - done + 1, MOST));
        }
      }
}

/* Smooth distances: what they are defined by, from the outcome: Σ max(0, h − d)² = width², h the outcome
 * and the width together. */
static void test_smooth_distances(void **state) {
  (void)state;
  for (int dims = 1; dims <= 3; dims++)
    for (int metric = 0; metric < METRICS; metric++)
      for (int w = 1; w <= 4; w++) {
        char recipe[160];
        const double width = 0.25 * w;
        snprintf(recipe, sizeof recipe, "cells(smooth: %g, metric: %s, p: 1.5)", width, metrics[metric]);
        burl_program *const program = burl_compile(recipe, dims, NULL);
        assert_non_null(program);
        const burl_range range = burl_bounds(program, 0);
        burl__noise noise;
        burl__noise_standard(&noise, OP_cells, dims, 0);
        const options o = {.dims = dims, .metric = metric, .power = 1.5f, .jitter = 1, .low = noise.low,
                           .high = noise.high};
        for (int k = 0; k < (dims < 3 ? 100 : 15); k++) {
          double at[4];
          for (int a = 0; a < dims; a++) at[a] = draw(-30, 30);
          const burl_points points = {.count = 1, .coord = {at, at + 1, at + 2, at + 3}};
          float value;
          assert_int_equal(burl_sample_points(program, &points, &value), BURL_OK);
          assert_true((double)value >= range.lo && (double)value <= range.hi);
          uint32_t cell[4];
          float f[4];
          for (int a = 0; a < dims; a++) {
            cell[a] = (uint32_t)(int64_t)floor(at[a]);
            f[a] = (float)(at[a] - floor(at[a]));
          }
          double sum = 0;
          enum { AROUND = 4 };
          int step[4] = {-AROUND, dims > 1 ? -AROUND : 0, dims > 2 ? -AROUND : 0, 0};
          for (int a = 0; a < dims;) {
            const point p = point_of(&o, cell, step, f);
            const double left = (double)value + width - (double)distance(&o, p.compared);
            if (left > 0) sum += left * left;
            for (a = 0; a < dims && ++step[a] > AROUND; a++) step[a] = -AROUND;
          }
          if (fabs(sum / (width * width) - 1) > 1e-4)
            fail_msg("%s in %dD: %.9g: %.9g of what it should add up to", recipe, dims, (double)value,
                     sum / (width * width));
        }
        burl_free(program);
      }
}

/* Jitter that varies is, at each sample, that of the noise with this jitter everywhere. */
static void test_jitter_may_vary(void **state) {
  (void)state;
  burl_program *const program = burl_compile("cells(give: f2, jitter: unit(perlin()))", 2, NULL);
  burl_program *const jitter = burl_compile("unit(perlin())", 2, NULL);
  for (int k = 0; k < 50; k++) {
    const double at[2] = {draw(-30, 30), draw(-30, 30)};
    const burl_points points = {.count = 1, .coord = {at, at + 1}};
    float value, expected, by;
    char recipe[64];
    assert_int_equal(burl_sample_points(program, &points, &value), BURL_OK);
    assert_int_equal(burl_sample_points(jitter, &points, &by), BURL_OK);
    snprintf(recipe, sizeof recipe, "cells(give: f2, jitter: %.9g)", (double)by);
    burl_program *const same = burl_compile(recipe, 2, NULL);
    assert_int_equal(burl_sample_points(same, &points, &expected), BURL_OK);
    assert_true(value == expected);
    burl_free(same);
  }
  burl_free(program);
  burl_free(jitter);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cells_are_those_of_a_search),
      cmocka_unit_test(test_smooth_distances),
      cmocka_unit_test(test_jitter_may_vary),
  };
  return cmocka_run_group_tests_name("cells", tests, NULL, NULL);
}
