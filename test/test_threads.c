/* One program, many threads: grids and points sampled from eight plain threads at once have the bits
 * of one thread alone, and so have programs that threads compile for themselves.  tools/check runs
 * this under ThreadSanitizer. */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "gallery.h"

enum { THREADS = 8, ROUNDS = 1, SIDE = 16, SAMPLES = SIDE * SIDE };

static const char *const recipes[] = {
    "perlin()",
    "perlin(x)*value(y) + t",
    "fbm(perlin(), octaves: auto)",
    "fbm(value(hash: elias), octaves: 4)",
    "tile(fbm(value(interp: catmull_rom, hash: wood), octaves: 3), 4)",
    "perlin(hash: perlin2002, seed: 3)",
    "ramp(unit(warp(perlin(), white())), #123, #fff, in: oklab)",
    "midpoint() + x",
    "hillshade(thermal(erode(9*perlin(3*x, y), steps: 3, k: height() > 1 ? 1e-6 : 1e-5), years: 40))",
    ("slope(upsample(breach(perlin(9*x, y)), 3, through: 1)) +"
     " gullies(upsample(fill(white()), 2), scale: 1, octaves: 2)"),
};

/* A recipe and its samples on one thread. */
typedef struct {
  const char *text;
  const burl_program *program;
  float grid[SAMPLES * 4], points[SAMPLES * 4];
} job;

static void sample(const burl_program *program, float *grid_out, float *points_out) {
  double coordinate[2][SAMPLES];
  const burl_grid grid = {.size = {SIDE, SIDE}, .origin = {-1, 2}, .step = {0.13, 0.11}, .time = 0.5, .threads = 1};
  for (int n = 0; n < SAMPLES; n++) {
    coordinate[0][n] = n * 0.7;
    coordinate[1][n] = -n * 0.9;
  }
  const burl_points points = {.count = SAMPLES, .coord = {coordinate[0], coordinate[1]}, .footprint = 0.01};
  burl_status status = burl_sample_grid(program, &grid, grid_out);
  if (status == BURL_OK && !burl_needs_whole_grid(program)) status = burl_sample_points(program, &points, points_out);
  if (status != BURL_OK) abort();
}

static int is_same(const job *j, const burl_program *program) {
  static _Thread_local float grid[SAMPLES * 4], points[SAMPLES * 4];
  const size_t size = SAMPLES * (size_t)burl_channels(program) * sizeof *grid;
  sample(program, grid, points);
  return memcmp(grid, j->grid, size) == 0 && (burl_needs_whole_grid(program) || memcmp(points, j->points, size) == 0);
}

/* A thread's work: how often something differed. */
static void *work(void *arg) {
  const job *const j = arg;
  intptr_t wrong = 0;
  for (int round = 0; round < ROUNDS; round++) wrong += !is_same(j, j->program);
  burl_program *const own = burl_compile(j->text, 2, NULL), *const clone = burl_clone(j->program);
  wrong += !own || !is_same(j, own);
  wrong += !clone || !is_same(j, clone);
  burl_free(own);
  burl_free(clone);
  return (void *)wrong;
}

static void run_together(const char *text) {
  static job j;
  pthread_t threads[THREADS];
  burl_program *const program = burl_compile(text, 2, NULL);
  if (!program) return;
  j.text = text;
  j.program = program;
  sample(program, j.grid, j.points);
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, work, &j), 0);
  for (int i = 0; i < THREADS; i++) {
    void *wrong;
    assert_int_equal(pthread_join(threads[i], &wrong), 0);
    if (wrong) fail_msg("%s: thread %d had other bits", text, i);
  }
  burl_free(program);
}

static void test_recipes(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++) {
    burl_program *const program = burl_compile(recipes[i], 2, NULL);
    assert_non_null(program);
    burl_free(program);
    run_together(recipes[i]);
  }
}

static void test_gallery(void **state) {
  (void)state;
  gallery_recipe *gallery;
  const int count = gallery_open(BURL_SOURCE_DIR, &gallery);
  assert_true(count > 0);
  for (int i = 0; i < count; i++) run_together(gallery[i].text);
  gallery_close(gallery, count);
}

/* Grids of many sizes and footprints, more than a program keeps schedules and workers for, by a program that all
 * threads share and by one that each has for itself: how often they differed. */
static void *work_on_shapes(void *arg) {
  const burl_program *const shared = arg;
  burl_program *const own = burl_clone(shared);
  intptr_t wrong = !own;
  for (int round = 0; own && round < 60; round++) {
    static _Thread_local float by_shared[40 * 40 * 3], by_own[40 * 40 * 3];
    const int64_t wide = 1 + round * 7 % 40, high = 1 + round * 11 % 40;
    const burl_grid grid = {.size = {wide, high, 1 + round % 3},
                            .step = {0.1, 0.1, 0.1},
                            .time = round % 2,
                            .footprint = exp2(-(round % 17)),
                            .threads = 1};
    const size_t bytes = (size_t)(wide * high * (1 + round % 3)) * sizeof(float);
    wrong += burl_sample_grid(shared, &grid, by_shared) != BURL_OK || burl_sample_grid(own, &grid, by_own) != BURL_OK ||
             memcmp(by_shared, by_own, bytes) != 0;
  }
  burl_free(own);
  return (void *)wrong;
}

/* A grid whose last line of tiles is one line high: whichever thread takes such a tile first, and a tall one after it,
 * what doesn't vary along the lines has its values on all lines of the tall one.  Each time by a program that has no
 * values of an earlier time in its memory. */
static void test_short_tiles(void **state) {
  (void)state;
  enum { WIDE = 8192, HIGH = 65, TRIES = 8 };
  static float one[WIDE * HIGH], two[WIDE * HIGH];
  for (int i = 0; i <= TRIES; i++) {
    const burl_grid grid = {.size = {WIDE, HIGH, 1}, .step = {0.001, 0.1, 1}, .threads = i ? 2 : 1};
    burl_program *const program = burl_compile("fbm(perlin(x, y, z), octaves: 4)", 3, NULL);
    assert_non_null(program);
    assert_int_equal(burl_sample_grid(program, &grid, i ? two : one), BURL_OK);
    if (i) assert_memory_equal(one, two, sizeof one);
    burl_free(program);
  }
}

static void test_shapes(void **state) {
  (void)state;
  pthread_t threads[THREADS];
  burl_program *const program = burl_compile("fbm(value(), octaves: auto) + perlin(x, y)*t", 3, NULL);
  assert_non_null(program);
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, work_on_shapes, program), 0);
  for (int i = 0; i < THREADS; i++) {
    void *wrong;
    assert_int_equal(pthread_join(threads[i], &wrong), 0);
    assert_null(wrong);
  }
  burl_free(program);
}

/* ---- The caller's threads ------------------------------------------------------------------------ */

enum { NX = 150, NY = 130 }; /* more cells than one thread does alone */

typedef struct {
  void (*run)(void *arg, int i);
  void *arg;
  int i;
} errand;

static void *run_errand(void *arg) {
  const errand *const e = arg;
  e->run(e->arg, e->i);
  return NULL;
}

/* burl_options.parallel: a thread for each job but the caller's, the last ones first. */
static void run_apart(void *user, int n, void (*run)(void *arg, int i), void *arg) {
  enum { MOST = 64 };
  pthread_t threads[MOST];
  errand errands[MOST];
  if (n > MOST) abort();
  for (int i = n; --i > 0;) {
    errands[i] = (errand){run, arg, i};
    if (pthread_create(&threads[i], NULL, run_errand, &errands[i]) != 0) abort();
  }
  run(arg, 0);
  for (int i = 1; i < n; i++) pthread_join(threads[i], NULL);
  *(int *)user += n > 1;
}

/* What threads share of whole-grid functions has the bits that one has alone, and is shared. */
static void test_shared_stages(void **state) {
  static const char *const shared[] = {"erode(200*perlin(x/9, y/9), steps: 5, base: -20)",
                                       "erode(200*perlin(x/9, y/9), steps: 5, k: height() > 30 ? 1e-6 : 1e-5)",
                                       "thermal(9*perlin(x/5, y/5), talus: 0.2, years: 50)",
                                       "hillshade(perlin(x/9, y/9) + 0*x)",
                                       "curvature(upsample(rivers(9*perlin(x/5, y/5)), 3, through: 1))"};
  static const int threads[] = {1, 2, 5, 16};
  static float out[4][NX * NY];
  (void)state;
  for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
    int times = 0;
    const burl_options options = {.struct_size = sizeof options, .dims = 2, .parallel = run_apart, .user = &times};
    burl_program *const program = burl_compile_with(shared[i], strlen(shared[i]), &options, NULL);
    assert_non_null(program);
    for (int k = 0; k < 4; k++) {
      const burl_grid grid = {.size = {NX, NY}, .step = {1, 1.25}, .threads = threads[k]};
      times = 0;
      assert_int_equal(burl_sample_grid(program, &grid, out[k]), BURL_OK);
      if ((threads[k] > 1) != (times > 0)) fail_msg("%s: %d threads, shared %d times", shared[i], threads[k], times);
      if (memcmp(out[k], out[0], sizeof out[0]) != 0) fail_msg("%s: %d threads have other bits", shared[i], threads[k]);
    }
    burl_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_recipes), cmocka_unit_test(test_gallery),
                                     cmocka_unit_test(test_shapes), cmocka_unit_test(test_short_tiles),
                                     cmocka_unit_test(test_shared_stages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
