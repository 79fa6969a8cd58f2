/* Cellular noise against a search of all cells far and wide: the same bits, in every option.  The search goes
 * by rings of cells around a sample's own; it ends where no ring further out can matter, and for some samples
 * where AROUND rings end. */
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
#include "draw.h"
#include "noise/cells.h"
#include "noise/number.h"
#include "program/noise_setup.h"
#include "scale.h"

enum { METRICS = 6, GIVES = 11 };
static const char *const metrics[METRICS] = {"euclid", "euclid2", "manhattan", "chebyshev", "minkowski", "hybrid"};
static const char *const gives[GIVES] = {"f1", "f2", "f3", "f4", "f2_f1", "edge", "value", "id", "x", "y", "z"};

typedef struct {
  int dims, metric;
  float power, jitter, sizes;
  uint32_t low, high, period;
} options;

/* The points of the cells around a cell: where each is in its own, how many steps away that is. */
enum { AROUND = 4, MOST_POINTS = 9 * 9 * 9 * 9 };
typedef struct {
  int count, within[AROUND + 1]; /* in all, and within each number of rings */
  float place[4][MOST_POINTS], step[4][MOST_POINTS], lift[MOST_POINTS];
  uint32_t hash[MOST_POINTS];
} neighbours;

static void add_neighbour(const options *o, const uint32_t cell[4], const int step[4], neighbours *to) {
  const int k = to->count++;
  const burl__noise noise = {.low = o->low, .high = o->high};
  uint32_t key[4] = {0};
  for (int a = 0; a < o->dims; a++) {
    uint32_t at = cell[a] + (uint32_t)step[a];
    if (o->period) at = (uint32_t)(((int64_t)cell[a] + step[a] + 64 * (int64_t)o->period) % o->period);
    key[a] = hash_axis(&noise, a, at);
  }
  uint32_t hash = hash_of_keys(&noise, (point_keys){key[0], key[1], key[2], key[3]});
  for (int a = 0; a < o->dims; a++) {
    to->place[a][k] = point_in_cell(hash, o->jitter);
    to->step[a][k] = (float)step[a];
    hash = next_hash(hash);
  }
  to->hash[k] = hash;
  to->lift[k] = (float)(next_hash(hash) >> 8) / 16777216 * o->sizes;
}

/* The nearer cells first. */
static void look_around(const options *o, const uint32_t cell[4], neighbours *to) {
  to->count = 0;
  for (int far = 0; far <= AROUND; far++) {
    int step[4];
    for (int a = 0; a < 4; a++) step[a] = a < o->dims ? -far : 0;
    for (int a = 0; a < o->dims;) {
      int most = 0;
      for (int b = 0; b < o->dims; b++) most = abs(step[b]) > most ? abs(step[b]) : most;
      if (most == far) add_neighbour(o, cell, step, to);
      for (a = 0; a < o->dims && ++step[a] > far; a++) step[a] = -far;
    }
    to->within[far] = to->count;
  }
}

static float along(const neighbours *n, int k, const float f[4], int axis) {
  return (n->place[axis][k] - f[axis]) + n->step[axis][k];
}

/* Powers beyond the sixth are those of the differences over the greatest one. */
static int has_high_power(const options *o) { return o->metric == MINKOWSKI && o->power > 6; }
static void compare_high_powers(const options *o, const neighbours *n, int count, const float f[4], float most,
                                float compared[MOST_POINTS]) {
  for (int k = 0; k < count; k++) {
    float greatest = 0, sum = 0;
    for (int a = 0; a < o->dims; a++) greatest = fmaxf(greatest, fabsf(along(n, k, f, a)));
    compared[k] = greatest;
    if (greatest == 0 || greatest > most) continue;
    for (int a = 0; a < o->dims; a++) sum += lane_pow(fabsf(along(n, k, f, a)) / greatest, o->power);
    compared[k] = greatest * lane_pow(sum, 1.0f / o->power);
  }
}

/* How far the first `count` are, as distances are compared; powers, which take long, as far as to `most`. */
static void compare(const options *o, const neighbours *n, int count, const float f[4], float most,
                    float sum[MOST_POINTS]) {
  if (has_high_power(o)) {
    compare_high_powers(o, n, count, f, most, sum);
    return;
  }
#define EACH(value)                              \
  for (int k = 0; k < count; k++) {              \
    const float size = fabsf(along(n, k, f, a)); \
    sum[k] = value;                              \
  }
  for (int k = 0; k < count; k++) sum[k] = 0;
  for (int a = 0; a < o->dims; a++) switch (o->metric) {
    case CHEBYSHEV: EACH(sum[k] > size ? sum[k] : size) break;
    case MANHATTAN: EACH(sum[k] + size) break;
    case HYBRID: EACH(sum[k] + (size + size * size)) break;
    case MINKOWSKI: EACH(sum[k] > most ? sum[k] : sum[k] + lane_pow(size, o->power)) break;
    default: EACH(sum[k] + size * size)
    }
  for (int k = 0; k < count; k++) sum[k] += n->lift[k];
#undef EACH
}

static float distance(const options *o, float compared) {
  if (o->metric == EUCLID) return lane_sqrt(compared);
  if (o->metric == MINKOWSKI && !has_high_power(o)) return lane_pow(compared, 1.0f / o->power);
  return compared;
}

/* How far along an axis a point is at most; of euclid2 and hybrid, which count squares, a bound. */
static float farthest_along(const options *o, float distance) {
  return o->metric == HYBRID ? lane_sqrt(distance + 0.25f) - 0.5f : distance;
}

/* The rings that may have points as near as this: in the ring number k they are k − 1 away at least, in any
 * metric. */
static int rings_within(float distance) { return (int)fminf(floorf(distance * 1.001f) + 1, AROUND); }

/* The least distance to a plane where the nearest point and another of the first `count` are equally far. */
static float edge_of(const options *o, const neighbours *n, int count, const float f[4], int nearest) {
  float edge = 1e30f;
  for (int k = 0; k < count; k++) {
    float sum = n->lift[k] - n->lift[nearest], apart = 0;
    for (int a = 0; a < o->dims; a++) {
      const float d = along(n, k, f, a), own = along(n, nearest, f, a), between = d - own;
      sum += between * (d + own);
      apart += between * between;
    }
    if (apart > 0) edge = fminf(edge, sum * 0.5f / lane_sqrt(apart));
  }
  return edge;
}

/* The four nearest of the first `count`. */
static void four_nearest(const neighbours *n, int count, const float *compared, int nearest[4]) {
  for (int k = 0; k < count; k++) {
    int at = k < 4 ? k : 4;
    for (; at > 0; at--) {
      const int other = nearest[at - 1];
      const int is_nearer =
          compared[k] < compared[other] || (!(compared[k] > compared[other]) && n->hash[k] < n->hash[other]);
      if (!is_nearer) break;
      if (at < 4) nearest[at] = other;
    }
    if (at < 4) nearest[at] = k;
  }
}

/* The value of every `give` at a sample, by the points of at least `rings` rings of cells.  Halfway between the
 * nearest point and one that is further away than it and twice the edge there is no nearer plane. */
static void search(const options *o, const neighbours *n, const float f[4], int rings, float given[GIVES]) {
  static float compared[MOST_POINTS];
  int nearest[4];
  const int few = n->within[o->dims == 1 ? 2 : 1];
  compare(o, n, few, f, 1e30f, compared);
  four_nearest(n, few, compared, nearest);
  const int far = rings_within(farthest_along(o, distance(o, compared[nearest[3]])));
  const int count = n->within[far > rings ? far : rings];
  compare(o, n, count, f, compared[nearest[3]], compared);
  four_nearest(n, count, compared, nearest);
  for (int i = 0; i < 4; i++) given[GIVE_F1 + i] = distance(o, compared[nearest[i]]);
  given[GIVE_F2_F1] = given[GIVE_F2] - given[GIVE_F1];
  given[GIVE_VALUE] = value_of_hash(n->hash[nearest[0]], 1.0f / 8388608);
  given[GIVE_ID] = (float)(n->hash[nearest[0]] >> 8);
  for (int a = 0; a < 3; a++) given[GIVE_X + a] = along(n, nearest[0], f, a);
  if (o->metric != EUCLID) return;
  const float edge = edge_of(o, n, count, f, nearest[0]);
  const int more = rings_within(given[GIVE_F1] + 2 * edge);
  given[GIVE_EDGE] = fmaxf(n->within[more] > count ? edge_of(o, n, n->within[more], f, nearest[0]) : edge, 0);
}

/* All that the library gives at the points. */
enum { MOST = 20000 };
static void sample(const options *o, uint64_t seed, double at[4][MOST], int count, float given[GIVES][MOST]) {
  for (int give = 0; give < GIVES; give++) {
    if (give == GIVE_EDGE && o->metric != EUCLID) continue;
    if (give >= GIVE_X && give - GIVE_X >= o->dims) continue;
    char recipe[160];
    const int length = snprintf(recipe, sizeof recipe, "cells(give: %s, metric: %s, p: %.9g, jitter: %.9g, period: %u",
                                gives[give], metrics[o->metric], (double)o->power, (double)o->jitter, o->period);
    snprintf(recipe + length, sizeof recipe - (size_t)length, o->sizes > 0 ? ", sizes: %.9g)" : ")", (double)o->sizes);
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

static uint32_t cell_of(const options *o, double at) {
  const double below = floor(at);
  return (uint32_t)(int64_t)(o->period ? below - floor(below / o->period) * o->period : below);
}

/* Compares at `count` points, `together` of them in a cell; the first `by_all_rings` by all rings of cells. */
static void check(const options *o, uint64_t seed, int count, int together, int by_all_rings) {
  static double at[4][MOST];
  static float given[GIVES][MOST];
  static neighbours around;
  uint32_t cell[4] = {0};
  for (int i = 0; i < count; i++)
    for (int a = 0; a < o->dims; a++)
      at[a][i] = i % together ? floor(at[a][i - 1]) + draw(0, 1) : draw(-30, 30) + (i / together % 3 == 0 ? 1e6 : 0);
  sample(o, seed, at, count, given);
  for (int i = 0; i < count; i++) {
    float f[4], right[GIVES];
    int is_new = i == 0;
    for (int a = 0; a < o->dims; a++) {
      const uint32_t own = cell_of(o, at[a][i]);
      is_new |= own != cell[a];
      cell[a] = own;
      f[a] = (float)(at[a][i] - floor(at[a][i]));
    }
    if (is_new) look_around(o, cell, &around);
    search(o, &around, f, i < by_all_rings ? AROUND : 0, right);
    for (int give = 0; give < GIVES; give++) {
      if (give == GIVE_EDGE && o->metric != EUCLID) continue;
      if (give >= GIVE_X && give - GIVE_X >= o->dims) continue;
      if (memcmp(&given[give][i], &right[give], sizeof *right) != 0)
        fail_msg("%s, %s in %dD at %.17g, %.17g: %.9g, not %.9g", gives[give], metrics[o->metric], o->dims, at[0][i],
                 at[1][i], (double)given[give][i], (double)right[give]);
    }
  }
}

/* 10^5 points for every give and metric in every number of dimensions, with full jitter, and a tenth with
 * less; a twentieth, up to 5000 of each, by all rings.  BURL_TEST_SCALE multiplies the number of points. */
static void test_cells_are_those_of_a_search(void **state) {
  (void)state;
  enum { CASES = 4 };
  static const float jitters[CASES] = {1, 0.4f, 0, 1}, powers[CASES] = {1.5f, 4.5f, 4.5f, 40},
                     sizes[CASES] = {0, 0.3f, 0.1f, 1};
  for (int dims = 1; dims <= 4; dims++)
    for (int metric = 0; metric < METRICS; metric++)
      for (int j = 0; j < (metric == MINKOWSKI || metric == EUCLID ? CASES : CASES - 1); j++) {
        options o = {
            .dims = dims, .metric = metric, .power = powers[j], .jitter = jitters[j], .period = j == 1 ? 7 : 0};
        if (metric == EUCLID && j > 0) o.sizes = sizes[j];
        if (metric == EUCLID2 && j == 2) o.sizes = 0.5f;
        const double count = (j ? 1e4 : 1e5) * scale_of_test();
        for (double done = 0; done < count; done += MOST) {
          const uint64_t seed = (uint64_t)(done + j + 1) * 0x123456789ABCDEFu;
          burl__noise noise;
          burl__noise_standard(&noise, OP_cells, dims, seed);
          o.low = noise.low;
          o.high = noise.high;
          const int by_all_rings = done == 0 ? (int)fmin(count / 20, 5000) : 0;
          check(&o, seed, (int)fmin(count - done, MOST), dims < 4 ? 5 : 50, by_all_rings);
        }
      }
}

/* Minkowski's distances are what their definition says, in double, up to the greatest power. */
static void test_minkowski_is_its_definition(void **state) {
  (void)state;
  static const float powers[] = {1, 1.5f, 2, 3.3f, 6, 6.1f, 20, 64};
  static double at[4][MOST];
  static float given[MOST];
  static neighbours around;
  for (int dims = 1; dims <= 4; dims++)
    for (int p = 0; p < (int)(sizeof powers / sizeof *powers); p++) {
      char recipe[80];
      snprintf(recipe, sizeof recipe, "cells(metric: minkowski, p: %.9g)", (double)powers[p]);
      burl_program *const program = burl_compile(recipe, dims, NULL);
      assert_non_null(program);
      burl__noise noise;
      burl__noise_standard(&noise, OP_cells, dims, 0);
      const options o = {.dims = dims, .jitter = 1, .low = noise.low, .high = noise.high};
      const int count = dims < 4 ? 1000 : 100;
      for (int a = 0; a < dims; a++)
        for (int i = 0; i < count; i++) at[a][i] = draw(-30, 30);
      const burl_points points = {.count = (size_t)count, .coord = {at[0], at[1], at[2], at[3]}};
      assert_int_equal(burl_sample_points(program, &points, given), BURL_OK);
      for (int i = 0; i < count; i++) {
        uint32_t cell[4];
        double nearest = 1e30;
        for (int a = 0; a < dims; a++) cell[a] = cell_of(&o, at[a][i]);
        look_around(&o, cell, &around);
        for (int k = 0; k < around.within[2]; k++) {
          double sum = 0;
          for (int a = 0; a < dims; a++)
            sum += pow(fabs((double)around.place[a][k] + (double)around.step[a][k] - (at[a][i] - floor(at[a][i]))),
                       (double)powers[p]);
          nearest = fmin(nearest, pow(sum, 1 / (double)powers[p]));
        }
        if (fabs((double)given[i] - nearest) > 1e-6 * (1 + nearest))
          fail_msg("%s in %dD: %.9g, not %.9g", recipe, dims, (double)given[i], nearest);
      }
      burl_free(program);
    }
}

/* Smooth values: means of the points' values by the squares (h - d)^2, where h, found by halves, is where these add up
 * to the square of the width. */
static void check_smooth_value(const options *o, const neighbours *n, const float *compared, double width,
                               double at[4]) {
  char recipe[160];
  double least = 1e30, value = 0;
  for (int i = 0; i < n->count; i++) least = fmin(least, (double)distance(o, compared[i]));
  double lo = least, hi = least + width;
  for (int step = 0; step < 50; step++) {
    const double h = 0.5 * (lo + hi);
    double sum = 0;
    for (int i = 0; i < n->count; i++) {
      const double left = fmax(0, h - (double)distance(o, compared[i]));
      sum += left * left;
    }
    *(sum < width * width ? &lo : &hi) = h;
  }
  for (int i = 0; i < n->count; i++) {
    const double left = fmax(0, lo - (double)distance(o, compared[i]));
    value += left * left / (width * width) * (double)value_of_hash(n->hash[i], 1.0f / 8388608);
  }
  snprintf(recipe, sizeof recipe, "cells(give: value, smooth: %g, metric: %s, p: %g, sizes: %g)", width,
           metrics[o->metric], (double)o->power, (double)o->sizes);
  burl_program *const program = burl_compile(recipe, o->dims, NULL);
  assert_non_null(program);
  const burl_points points = {.count = 1, .coord = {at, at + 1, at + 2, at + 3}};
  float given;
  assert_int_equal(burl_sample_points(program, &points, &given), BURL_OK);
  if (fabs((double)given - value) > 2e-4 || fabs((double)given) > 1)
    fail_msg("%s in %dD: %.9g, not %.9g", recipe, o->dims, (double)given, value);
  burl_free(program);
}

/* Smooth distances: what they are defined by, from the outcome: Σ max(0, h − d)² = width², h the outcome
 * and the width together. */
static void test_smooth_distances(void **state) {
  (void)state;
  for (int dims = 1; dims <= 3; dims++)
    for (int metric = 0; metric < METRICS; metric++)
      for (int w = 1; w <= 4; w++) {
        char recipe[160];
        const double width = 0.25 * w, power = w % 2 ? 1.5 : 20;
        const double sizes = metric <= EUCLID2 && w == 3 ? 0.6 : 0;
        snprintf(recipe, sizeof recipe, "cells(smooth: %g, metric: %s, p: %g, sizes: %g)", width, metrics[metric],
                 power, sizes);
        burl_program *const program = burl_compile(recipe, dims, NULL);
        assert_non_null(program);
        const burl_range range = burl_bounds(program, 0);
        burl__noise noise;
        burl__noise_standard(&noise, OP_cells, dims, 0);
        const options o = {.dims = dims,
                           .metric = metric,
                           .power = (float)power,
                           .jitter = 1,
                           .sizes = (float)sizes,
                           .low = noise.low,
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
            cell[a] = cell_of(&o, at[a]);
            f[a] = (float)(at[a] - floor(at[a]));
          }
          double sum = 0;
          static neighbours around;
          static float compared[MOST_POINTS];
          look_around(&o, cell, &around);
          compare(&o, &around, around.count, f, 1e30f, compared);
          for (int i = around.count - 1; i >= 0; i--) {
            const double left = (double)value + width - (double)distance(&o, compared[i]);
            if (left > 0) sum += left * left;
          }
          check_smooth_value(&o, &around, compared, width, at);
          if (fabs(sum / (width * width) - 1) > 1e-4)
            fail_msg("%s in %dD: %.9g: %.9g of what it should add up to", recipe, dims, (double)value,
                     sum / (width * width));
        }
        burl_free(program);
      }
}

/* A width that is next to nothing is none. */
static void test_narrow_is_sharp(void **state) {
  (void)state;
  burl_program *const sharp = burl_compile("cells(give: f1)", 3, NULL);
  for (double width = 1e-44; width < 1e-4; width *= 7) {
    char recipe[64];
    snprintf(recipe, sizeof recipe, "cells(smooth: %.9g)", width);
    burl_program *const narrow = burl_compile(recipe, 3, NULL);
    for (int k = 0; k < 20; k++) {
      const double at[3] = {draw(-30, 30), draw(-30, 30), draw(-30, 30)};
      const burl_points points = {.count = 1, .coord = {at, at + 1, at + 2}};
      float one, other;
      assert_int_equal(burl_sample_points(narrow, &points, &one), BURL_OK);
      assert_int_equal(burl_sample_points(sharp, &points, &other), BURL_OK);
      assert_true(fabs((double)one - (double)other) < 1e-4);
    }
    burl_free(narrow);
  }
  burl_free(sharp);
}

/* Beside an edge the distance to it is next to nothing, and never less, whatever rounding leaves. */
static void test_edges_are_not_negative(void **state) {
  (void)state;
  for (int dims = 2; dims <= 4; dims++)
    for (int k = 0; k < (dims < 4 ? 2000 : 300); k++) {
      char recipe[2][64];
      const double jitter = k % 4 * (1 / 3.0);
      const int sizes = k % 7 == 3;
      snprintf(recipe[0], sizeof recipe[0], "cells(give: value, jitter: %g, sizes: %d)", jitter, sizes);
      snprintf(recipe[1], sizeof recipe[1], "cells(give: edge, jitter: %g, sizes: %d)", jitter, sizes);
      burl_program *const cell = burl_compile(recipe[0], dims, NULL), *const edge = burl_compile(recipe[1], dims, NULL);
      const burl_range range = burl_bounds(edge, 0);
      double from[4], to[4], at[4];
      for (int a = 0; a < 4; a++) {
        from[a] = at[a] = draw(-30, 30);
        to[a] = from[a] + draw(-2, 2);
      }
      const burl_points points = {.count = 1, .coord = {at, at + 1, at + 2, at + 3}};
      float first, value;
      assert_int_equal(burl_sample_points(cell, &points, &first), BURL_OK);
      for (int step = 0; step < 60; step++) { /* by halves to a border of the first one's cell */
        for (int a = 0; a < 4; a++) at[a] = from[a] + (to[a] - from[a]) * 0.5;
        assert_int_equal(burl_sample_points(cell, &points, &value), BURL_OK);
        memcpy(value == first ? from : to, at, sizeof at);
        assert_int_equal(burl_sample_points(edge, &points, &value), BURL_OK);
        assert_true((double)value >= range.lo && (double)value <= range.hi);
      }
      burl_free(cell);
      burl_free(edge);
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

/* Over a grid distances take the points near a box of samples first, then what may matter still; points search by
 * themselves. */
enum { COLUMNS = 160, LINES = 24, SAMPLES = COLUMNS * LINES };
static void check_grid(const char *recipe, const char *isa, double step) {
  static double x[SAMPLES], y[SAMPLES];
  static float by_grid[SAMPLES], by_points[SAMPLES];
  const burl_options set = {.struct_size = sizeof set, .isa = isa};
  burl_program *const program = burl_compile_with(recipe, strlen(recipe), &set, NULL);
  if (!program) return; /* no such instruction set */
  const burl_grid grid = {.size = {COLUMNS, LINES}, .origin = {-3, 40}, .step = {step, step}, .threads = 1};
  const burl_points points = {.count = SAMPLES, .coord = {x, y}};
  for (int i = 0; i < SAMPLES; i++) {
    x[i] = -3 + i % COLUMNS * step;
    y[i] = 40 + i / COLUMNS * step;
  }
  assert_int_equal(burl_sample_grid(program, &grid, by_grid), BURL_OK);
  assert_int_equal(burl_sample_points(program, &points, by_points), BURL_OK);
  if (memcmp(by_grid, by_points, sizeof by_grid) != 0) fail_msg("%s by %s, step %g", recipe, isa, step);
  burl_free(program);
}
static void test_grids_are_points(void **state) {
  static const char *const sets[] = {"scalar", "sse2", "avx2", "avx512"};
  static const double steps[] = {0.02, 0.1, 0.3, 0.7};
  (void)state;
  for (int set = 0; set < 4; set++)
    for (int step = 0; step < 4; step++) {
      check_grid("cells(metric: hybrid, give: f2)", sets[set], steps[step]);
      check_grid("cells(give: value, smooth: 0.7)", sets[set], steps[step]);
    }
  for (int give = 0; give <= 4; give++)
    for (int metric = 0; metric < 4; metric++)
      for (int set = 0; set < 4; set++)
        for (int step = 0; step < 4; step++) {
          char recipe[96];
          snprintf(recipe, sizeof recipe, "cells(give: %s, metric: %s)", gives[give], metrics[metric]);
          check_grid(recipe, sets[set], steps[step]);
          if (metric > EUCLID2) continue;
          snprintf(recipe, sizeof recipe, "cells(give: %s, metric: %s, sizes: 0.8)", gives[give], metrics[metric]);
          check_grid(recipe, sets[set], steps[step]);
        }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cells_are_those_of_a_search),
      cmocka_unit_test(test_minkowski_is_its_definition),
      cmocka_unit_test(test_smooth_distances),
      cmocka_unit_test(test_narrow_is_sharp),
      cmocka_unit_test(test_edges_are_not_negative),
      cmocka_unit_test(test_jitter_may_vary),
      cmocka_unit_test(test_grids_are_points),
  };
  return cmocka_run_group_tests_name("cells", tests, NULL, NULL);
}
