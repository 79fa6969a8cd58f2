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
};

/* A recipe and its samples on one thread. */
typedef struct {
  const char *text;
  const burl_program *program;
  float grid[SAMPLES * 4], points[SAMPLES * 4];
} job;

static void sample(const burl_program *program, float *grid_out, float *points_out) {
  double coordinate[2][SAMPLES];
  const burl_grid grid = {
      .size = {SIDE, SIDE}, .origin = {-1, 2}, .step = {0.13, 0.11}, .time = 0.5, .threads = 1};
  for (int n = 0; n < SAMPLES; n++) {
    coordinate[0][n] = n * 0.7;
    coordinate[1][n] = -n * 0.9;
  }
  const burl_points points = {
      .count = SAMPLES, .coord = {coordinate[0], coordinate[1]}, .footprint = 0.01};
  burl_status status = burl_sample_grid(program, &grid, grid_out);
  if (status == BURL_OK && !burl_needs_whole_grid(program))
    status = burl_sample_points(program, &points, points_out);
  if (status != BURL_OK) abort();
}

static int is_same(const job *j, const burl_program *program) {
  static _Thread_local float grid[SAMPLES * 4], points[SAMPLES * 4];
  const size_t size = SAMPLES * (size_t)burl_channels(program) * sizeof *grid;
  sample(program, grid, points);
  return memcmp(grid, j->grid, size) == 0 &&
         (burl_needs_whole_grid(program) || memcmp(points, j->points, size) == 0);
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
  for (int i = 0; i < THREADS; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, work, &j), 0);
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

/* Grids of many sizes and footprints, more than a program keeps schedules and workers for, by a program that all threads
 * share and by one that each has for itself: how often they differed. */
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_recipes),
                                     cmocka_unit_test(test_gallery),
                                     cmocka_unit_test(test_shapes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
