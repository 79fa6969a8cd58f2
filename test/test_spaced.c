/* scatter() against dart throwing in the plane: every candidate of a block of cells in the order of their ranks. */
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
#include "noise/hash.h"
#include "program/program.h"
#include "scale.h"

enum { SIDE = 40, MARGIN = 14, MOST_PARTS = 8, PLACES = 8192, MOST = SIDE * SIDE * MOST_PARTS * MOST_PARTS };

/* ---- Dart throwing --------------------------------------------------------------------------------- */

/* A candidate of the block.  x, y: from the block's first cell on, 8192 to a cell. */
enum { OUT, UNKNOWN, IN };
typedef struct {
  int x, y, cell[2], part, state;
  uint32_t rank;
} dart;

/* wraps: whether the block is a period; else what lies beyond it isn't known, and what that decides. */
typedef struct {
  int parts, wraps, count, here[SIDE][SIDE][MOST_PARTS * MOST_PARTS];
  uint32_t first[2];
  dart all[MOST];
} darts;

static int compare_darts(const void *a, const void *b) {
  const dart *const p = a, *const q = b;
  if (p->rank != q->rank) return p->rank < q->rank ? -1 : 1;
  return p->y != q->y ? (p->y < q->y ? -1 : 1) : p->x < q->x ? -1 : 1; /* equal ranks: none has been seen */
}

static void make_darts(const burl__noise *setup, darts *d) {
  const int side = PLACES / d->parts;
  d->count = 0;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) {
      const uint32_t cell[2] = {d->first[0] + (uint32_t)x, d->first[1] + (uint32_t)y};
      const point_keys key = {hash_axis(setup, 0, cell[0]), hash_axis(setup, 1, cell[1]), 0, 0};
      for (int part = 0; part < d->parts * d->parts; part++) {
        const uint32_t place = hash_spread(hash_of_keys(setup, key) + (uint32_t)part * 0x632BE5ABu);
        const int dx = part % d->parts * side + (int)((place % 65536) * (uint32_t)side / 65536);
        const int dy = part / d->parts * side + (int)((place / 65536) * (uint32_t)side / 65536);
        d->all[d->count++] = (dart){x * PLACES + dx, y * PLACES + dy, {x, y}, part, UNKNOWN, hash_spread(place) / 4};
      }
    }
  qsort(d->all, (size_t)d->count, sizeof *d->all, compare_darts);
  for (int i = 0; i < d->count; i++) d->here[d->all[i].cell[1]][d->all[i].cell[0]][d->all[i].part] = i;
}

static int apart(const darts *d, int a) {
  const int period = SIDE * PLACES;
  if (!d->wraps) return a;
  return a > period / 2 ? a - period : a < -period / 2 ? a + period : a;
}
static int64_t distance2(const darts *d, const dart *p, const dart *q) {
  const int64_t dx = apart(d, p->x - q->x), dy = apart(d, p->y - q->y);
  return dx * dx + dy * dy;
}

/* OUT where an earlier one is in and near, UNKNOWN where one that is near isn't known. */
static int state_of(const darts *d, int i) {
  int state = IN;
  for (int dy = -2; dy <= 2; dy++)
    for (int dx = -2; dx <= 2; dx++) {
      const int x = d->all[i].cell[0] + dx, y = d->all[i].cell[1] + dy;
      const int is_beyond = x < 0 || y < 0 || x >= SIDE || y >= SIDE;
      if (is_beyond && !d->wraps) state = UNKNOWN;
      for (int part = 0; part < d->parts * d->parts && (d->wraps || !is_beyond); part++) {
        const int k = d->here[(y + SIDE) % SIDE][(x + SIDE) % SIDE][part];
        if (k >= i || distance2(d, &d->all[i], &d->all[k]) >= 2 * PLACES * PLACES) continue;
        if (d->all[k].state == IN) return OUT;
        if (d->all[k].state == UNKNOWN) state = UNKNOWN;
      }
    }
  return state;
}

/* Leaves the points alone, those of the block's inside where it isn't a period; their number. */
static int throw_darts(const burl__noise *setup, darts *d) {
  const int least = d->wraps ? 0 : MARGIN, most = SIDE - least;
  int points = 0;
  make_darts(setup, d);
  for (int i = 0; i < d->count; i++) d->all[i].state = state_of(d, i);
  for (int i = 0; i < d->count; i++) {
    const dart *const p = &d->all[i];
    if (p->cell[0] < least || p->cell[1] < least || p->cell[0] >= most || p->cell[1] >= most) continue;
    assert_int_not_equal(p->state, UNKNOWN);
    if (p->state == IN) d->all[points++] = *p;
  }
  return d->count = points;
}

/* ---- The library beside it ------------------------------------------------------------------------- */

/* In cells: radius is √2 of them. */
#define IN_CELLS "radius: 1.4142135623730951"
static burl_program *compile_spaced(const char *give, int parts, int period, uint64_t seed) {
  char recipe[160];
  snprintf(recipe, sizeof recipe, "scatter(give: %s, " IN_CELLS ", candidates: %d, period: %d, seed: %d)", give,
           parts * parts, period, (int)seed);
  burl_program *const program = burl_compile(recipe, 2, NULL);
  assert_non_null(program);
  return program;
}

static float sample(const burl_program *program, double x, double y) {
  const burl_points points = {.count = 1, .coord = {&x, &y}};
  float value;
  assert_int_equal(burl_sample_points(program, &points, &value), BURL_OK);
  return value;
}

static void take_setup(int parts, int period, uint64_t seed, burl__noise *to) {
  burl_program *const program = compile_spaced("f1", parts, period, seed);
  const burl__graph *const g = &program->plan->graph;
  *to = *(const burl__noise *)g->nodes[program->plan->outputs.node[0]].setup;
  burl_free(program);
}

/* What the library gives, in the order of `gives`. */
enum { F1, F2, F3, F4, F2_F1, EDGE, VALUE, ID, X, Y, GIVES };
static const char *const gives[GIVES] = {"f1", "f2", "f3", "f4", "f2_f1", "edge", "value", "id", "x", "y"};

/* The four nearest points, the nearest first; and how far the edge of its cell of the Voronoi diagram is. */
static void take_nearest(const darts *d, double x, double y, int nearest[4], double distance[4], double *edge) {
  const dart at = {.x = (int)(x * PLACES), .y = (int)(y * PLACES)};
  double dx[2], dy[2];
  for (int k = 0; k < 4; k++) distance[k] = 1e9, nearest[k] = -1;
  for (int i = 0; i < d->count; i++) {
    double far = sqrt((double)distance2(d, &at, &d->all[i])) / PLACES;
    int which = i;
    for (int k = 0; k < 4; k++)
      if (far < distance[k]) {
        const double next = distance[k];
        const int of = nearest[k];
        distance[k] = far, nearest[k] = which;
        far = next, which = of;
      }
  }
  *edge = 1e9;
  dx[0] = apart(d, d->all[nearest[0]].x - at.x), dy[0] = apart(d, d->all[nearest[0]].y - at.y);
  for (int i = 0; i < d->count; i++) {
    if (i == nearest[0]) continue;
    dx[1] = apart(d, d->all[i].x - at.x), dy[1] = apart(d, d->all[i].y - at.y);
    const double along = hypot(dx[1] - dx[0], dy[1] - dy[0]);
    const double to = ((dx[0] + dx[1]) * (dx[1] - dx[0]) + (dy[0] + dy[1]) * (dy[1] - dy[0])) / 2 / along / PLACES;
    if (to < *edge) *edge = to;
  }
}

/* Samples at whole places are exact but for the last operations. */
static void check_samples(const darts *d, int parts, int period, uint64_t seed, const double first[2]) {
  burl_program *program[GIVES];
  for (int give = 0; give < GIVES; give++) program[give] = compile_spaced(gives[give], parts, period, seed);
  const double lo = d->wraps ? 0 : MARGIN + 5, hi = SIDE - lo;
  for (int i = 0; i < few_of_test(200); i++) {
    const int is_at_point = i % 4 == 0;
    const dart *const p = &d->all[(int)draw(0, d->count)];
    const double x = is_at_point ? (double)p->x / PLACES : floor(draw(lo, hi) * PLACES) / PLACES;
    const double y = is_at_point ? (double)p->y / PLACES : floor(draw(lo, hi) * PLACES) / PLACES;
    if (x < lo || y < lo || x >= hi || y >= hi) continue;
    int nearest[4];
    double distance[4], edge, found[GIVES];
    take_nearest(d, x, y, nearest, distance, &edge);
    for (int give = 0; give < GIVES; give++) found[give] = (double)sample(program[give], first[0] + x, first[1] + y);
    for (int k = 0; k < 4; k++) assert_true(fabs(found[F1 + k] - distance[k]) < 2e-6);
    assert_true(fabs(found[F2_F1] - (distance[1] - distance[0])) < 3e-6);
    assert_true(fabs(found[EDGE] - edge) < 1e-5);
    if (is_at_point) assert_true(found[F1] == 0 && found[X] == 0 && found[Y] == 0);
    if (distance[1] - distance[0] < 1e-6) continue;
    const dart *const n = &d->all[nearest[0]];
    assert_true(found[X] == (double)apart(d, n->x - (int)(x * PLACES)) / PLACES);
    assert_true(found[Y] == (double)apart(d, n->y - (int)(y * PLACES)) / PLACES);
    const uint32_t hash = hash_spread(n->rank);
    assert_true(found[VALUE] == (double)((int32_t)(hash >> 8) - 8388608) / 8388608);
    assert_true(found[ID] == (double)(hash >> 8));
  }
  for (int give = 0; give < GIVES; give++) burl_free(program[give]);
}

static void test_points_are_those_of_darts(void **state) {
  static const double far[][2] = {{0, 0}, {-17, 4}, {1e6, -3e8}};
  static darts d;
  (void)state;
  for (int parts = 1; parts <= MOST_PARTS; parts *= 2)
    for (int k = 0; k < 4; k++) {
      const uint64_t seed = (uint64_t)(7 * k + parts);
      const int period = k == 3 ? SIDE : 0;
      const double first[2] = {k < 3 ? far[k][0] : 0, k < 3 ? far[k][1] : 0};
      burl__noise setup;
      take_setup(parts, period, seed, &setup);
      d.parts = parts;
      d.wraps = period > 0;
      for (int a = 0; a < 2; a++) d.first[a] = (uint32_t)(int64_t)first[a];
      (void)throw_darts(&setup, &d);
      check_samples(&d, parts, period, seed, first);
    }
}

/* ---- What the set is ------------------------------------------------------------------------------- */

/* No two are nearer than r; r² points a square of r, as dart throwing has, by how many candidates there are. */
static void test_points_keep_apart(void **state) {
  static const double density[] = {0.509, 0.596, 0.643, 0.668};
  static darts d;
  (void)state;
  for (int parts = 1, k = 0; parts <= MOST_PARTS; parts *= 2, k++) {
    int count = 0;
    d.parts = parts;
    d.wraps = 1;
    for (uint64_t seed = 0; seed < 6; seed++) {
      burl__noise setup;
      take_setup(parts, SIDE, seed, &setup);
      count += throw_darts(&setup, &d);
      for (int i = 0; i < d.count; i++)
        for (int j = 0; j < i; j++) assert_true(distance2(&d, &d.all[i], &d.all[j]) >= 2 * PLACES * PLACES);
    }
    assert_true(fabs(count * 2.0 / (6 * SIDE * SIDE) / density[k] - 1) < 0.02);
  }
}

/* No place is farther from a point than r(1 + 1/parts), and some come near to that. */
static void test_gaps_are_bounded(void **state) {
  static const double found[] = {1.3, 1.05, 1.0, 0.95};
  enum { SAMPLES = 768 };
  static float value[SAMPLES * SAMPLES];
  (void)state;
  for (int parts = 1, k = 0; parts <= MOST_PARTS; parts *= 2, k++) {
    char recipe[64];
    float greatest = 0;
    snprintf(recipe, sizeof recipe, "scatter(radius: 1, candidates: %d)", parts * parts);
    burl_program *const program = burl_compile(recipe, 2, NULL);
    const burl_grid grid = {.size = {SAMPLES, SAMPLES}, .step = {0.07, 0.07}};
    assert_int_equal(burl_sample_grid(program, &grid, value), BURL_OK);
    for (int i = 0; i < SAMPLES * SAMPLES; i++) greatest = value[i] > greatest ? value[i] : greatest;
    assert_true(greatest <= 1 + 1.0f / (float)parts && (double)greatest > found[k]);
    assert_true((double)greatest <= burl_bounds(program, 0).hi);
    burl_free(program);
  }
}

/* All that it gives is within its bounds, and slopes within theirs: 10^8 samples in make check-all. */
static void test_samples_are_within_bounds(void **state) {
  enum { SAMPLES = 256 };
  static float value[SAMPLES * SAMPLES];
  (void)state;
  for (int seed = 0; seed < most_of_test(24, 1); seed++)
    for (int parts = 1; parts <= MOST_PARTS; parts *= 2)
      for (int k = 0; k < GIVES + 8; k++) {
        char recipe[128];
        const int is_slope = k >= GIVES, give = is_slope ? k - GIVES : k;
        if (is_slope && (give == VALUE || give == ID)) continue;
        snprintf(recipe, sizeof recipe, "%sscatter(candidates: %d, give: %s, seed: %d)%s", is_slope ? "d(" : "",
                 parts * parts, gives[give], seed, is_slope ? ", x)" : "");
        burl_program *const program = burl_compile(recipe, 2, NULL);
        assert_non_null(program);
        const burl_range bounds = burl_bounds(program, 0);
        const burl_grid grid = {.size = {SAMPLES, SAMPLES}, .step = {draw(0.01, 0.5), 0.1}};
        assert_int_equal(burl_sample_grid(program, &grid, value), BURL_OK);
        for (int i = 0; i < SAMPLES * SAMPLES; i++)
          if (!((double)value[i] >= bounds.lo && (double)value[i] <= bounds.hi))
            fail_msg("%s: %g, not in [%g, %g]", recipe, (double)value[i], bounds.lo, bounds.hi);
        burl_free(program);
      }
}

/* ---- The same bits ----------------------------------------------------------------------------------- */

enum { COLUMNS = 160, LINES = 48 };

/* A grid at once, by other sets, as points in another order, and by windows. */
static void check_ways(const char *recipe, const char *isa, double step) {
  static float whole[COLUMNS * LINES], other[COLUMNS * LINES];
  const burl_options options = {.struct_size = sizeof options, .isa = isa};
  burl_program *const program = burl_compile_with(recipe, strlen(recipe), &options, NULL);
  burl_program *const base = burl_compile(recipe, 2, NULL);
  if (!program) { /* no such instruction set */
    burl_free(base);
    return;
  }
  burl_grid grid = {.size = {COLUMNS, LINES}, .origin = {-31, 4}, .step = {step, step}};
  assert_int_equal(burl_sample_grid(base, &grid, whole), BURL_OK);
  assert_int_equal(burl_sample_grid(program, &grid, other), BURL_OK);
  assert_memory_equal(whole, other, sizeof whole);
  for (int i = 0; i < 300; i++) {
    const int at = (int)draw(0, COLUMNS * LINES);
    const double x = -31 + at % COLUMNS * step, y = 4 + at / COLUMNS * step;
    assert_true(sample(program, x, y) == whole[at]);
  }
  grid.size[0] = 37, grid.size[1] = 11;
  for (int top = 0; top + 11 < LINES; top += 23)
    for (int left = 5; left + 37 < COLUMNS; left += 41) {
      grid.first[0] = left, grid.first[1] = top;
      grid.threads = 1;
      assert_int_equal(burl_sample_grid(program, &grid, other), BURL_OK);
      for (int y = 0; y < 11; y++)
        assert_memory_equal(whole + (top + y) * COLUMNS + left, other + y * 37, 37 * sizeof *other);
    }
  burl_free(program);
  burl_free(base);
}

static void test_bits_are_the_same_in_all_ways(void **state) {
  static const char *const sets[] = {"scalar", "sse2", "avx2", "avx512"};
  static const char *const recipes[] = {
      "scatter()",
      "scatter(give: f2_f1, candidates: 1)",
      "scatter(give: f4)",
      "scatter(give: edge, candidates: 16)",
      "scatter(give: x, period: 9, 5)",
      "scatter(x + 0.3*perlin(), y, give: value)",
      "scatter(radius: 0.01, give: id)",
      "scatter(radius: 40)",
  };
  (void)state;
  for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
    for (int set = 0; set < 4; set++) {
      check_ways(recipes[i], sets[set], 0.02);
      if (one_of_test(2) > 1) check_ways(recipes[i], sets[set], 0.7);
    }
}

static void test_periods_repeat(void **state) {
  (void)state;
  for (int period = 2; period < 9; period++) {
    burl_program *const program = compile_spaced("f2", 2, period, 3);
    for (int i = 0; i < 200; i++) {
      const double x = floor(draw(-20, 20) * 1024) / 1024, y = floor(draw(-20, 20) * 1024) / 1024;
      assert_true(sample(program, x, y) == sample(program, x + period, y));
      assert_true(sample(program, x, y) == sample(program, x - 3 * period, y + 7 * period));
    }
    burl_free(program);
  }
}

/* Points keep apart from those of the next periods, too, down to two cells. */
static void test_short_periods_keep_apart(void **state) {
  (void)state;
  for (int period = 2; period < 6; period++)
    for (int parts = 1; parts <= 4; parts *= 2) {
      burl_program *const by[2] = {compile_spaced("x", parts, period, 5), compile_spaced("y", parts, period, 5)};
      burl_program *const second = compile_spaced("f2", parts, period, 5);
      for (int i = 0; i < 400; i++) {
        const double x = floor(draw(0, period) * PLACES) / PLACES, y = floor(draw(0, period) * PLACES) / PLACES;
        const double to_x = (double)sample(by[0], x, y), to_y = (double)sample(by[1], x, y);
        assert_true(hypot(to_x, to_y) <= sqrt(2) * (1 + 1.0 / parts));
        assert_true(sample(second, x + to_x, y + to_y) >= 1.414213f); /* the next point from a point on */
      }
      for (int k = 0; k < 2; k++) burl_free(by[k]);
      burl_free(second);
    }
}

/* The slope of a distance is the direction away from the point. */
static void test_slopes_lead_away(void **state) {
  (void)state;
  burl_program *const program =
      burl_compile("f = scatter(radius: 0.7)\nX = scatter(radius: 0.7, give: x)\nY = scatter(radius: 0.7, give: y)\n"
                   "abs(d(f, x)*f + X) + abs(d(f, y)*f + Y)",
                   2, NULL);
  assert_non_null(program);
  for (int i = 0; i < 200; i++) assert_true(sample(program, draw(-50, 50), draw(-50, 50)) < 1e-6f);
  burl_free(program);
}

/* A tile takes the radius that fits; the error says which one does. */
static void test_tiles_name_a_radius(void **state) {
  burl_error error;
  (void)state;
  assert_null(burl_compile("tile(scatter(radius: 1), 10)", 2, &error));
  assert_string_equal(error.message, "a tile 10 wide has no whole number of cells of radius/sqrt(2)");
  assert_string_equal(error.hint, "radius: 1.01015254 fits");
  burl_program *const program = burl_compile("tile(scatter(radius: 1.01015254), 10)", 2, &error);
  assert_non_null(program);
  for (int i = 0; i < 50; i++) {
    const double x = floor(draw(0, 10) * 1024) / 1024, y = floor(draw(0, 10) * 1024) / 1024;
    assert_true(sample(program, x, y) == sample(program, x + 10, y - 20));
  }
  burl_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_points_are_those_of_darts),
      cmocka_unit_test(test_points_keep_apart),
      cmocka_unit_test(test_gaps_are_bounded),
      cmocka_unit_test(test_samples_are_within_bounds),
      cmocka_unit_test(test_bits_are_the_same_in_all_ways),
      cmocka_unit_test(test_periods_repeat),
      cmocka_unit_test(test_short_periods_keep_apart),
      cmocka_unit_test(test_slopes_lead_away),
      cmocka_unit_test(test_tiles_name_a_radius),
  };
  return cmocka_run_group_tests_name("spaced", tests, NULL, NULL);
}
