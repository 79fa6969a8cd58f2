/* Midpoint displacement: the published walk, and square-square subdivision. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl_classic.h"
#include "terrain/midpoint.h"

static void the_published_walk_is_transposed_and_scaled(void **unused) {
  (void)unused;
  enum { N = 33 };
  static int cells[N * N];
  static float raw[N * N], scaled[N * N];
  void *const scratch = malloc(burl__midpoint_published_scratch(N));
  burl_classic_midpoint(N, 5, 256, cells);
  burl__midpoint_published(N, 5, 1, scratch, raw);
  burl__midpoint_published(N, 5, 0, scratch, scaled);
  free(scratch);
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++) {
      assert_true(raw[y * N + x] == (float)cells[x * N + y]);
      assert_true(fabsf(scaled[y * N + x] - (raw[y * N + x] / 127.5f - 1)) < 1e-6f);
      assert_true(scaled[y * N + x] >= -1 && scaled[y * N + x] <= 1);
    }
}

static float *smooth(int nx, int ny, uint64_t seed, double gain) {
  float *const out = malloc((size_t)nx * (size_t)ny * sizeof *out);
  void *const scratch = malloc(burl__midpoint_scratch(nx, ny));
  burl__midpoint(nx, ny, seed, gain, scratch, out);
  free(scratch);
  return out;
}

static void any_size_stays_within_bounds(void **unused) {
  (void)unused;
  static const int sizes[][2] = {{1, 1},   {2, 1},    {1, 7},   {3, 3},    {16, 16},
                                 {17, 33}, {100, 64}, {5, 300}, {257, 257}};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (int gain = 0; gain <= 4; gain++) {
      const int nx = sizes[s][0], ny = sizes[s][1];
      float *const out = smooth(nx, ny, 3, gain / 4.0);
      for (int i = 0; i < nx * ny; i++) assert_true(out[i] >= -1 && out[i] <= 1);
      free(out);
    }
}

/* The terrain of a part is the terrain: a smaller grid of the same number of levels is its corner. */
static void a_smaller_grid_is_the_corner_of_a_larger(void **unused) {
  (void)unused;
  float *const large = smooth(128, 128, 9, 0.5), *const part = smooth(100, 70, 9, 0.5);
  for (int y = 0; y < 70; y++)
    assert_memory_equal(large + y * 128, part + y * 100, 100 * sizeof(float));
  free(large);
  free(part);
}

/* No creases: second differences along the coarse grid's lines are no larger than elsewhere. */
static void there_are_no_creases(void **unused) {
  (void)unused;
  enum { N = 256 };
  double at_lines = 0, elsewhere = 0;
  int lines = 0, others = 0;
  for (uint64_t seed = 0; seed < 8; seed++) {
    float *const h = smooth(N, N, seed, 0.4);
    for (int y = 0; y < N; y++)
      for (int x = 1; x + 1 < N; x++) {
        const double bend =
            fabs((double)h[y * N + x - 1] - 2 * (double)h[y * N + x] + (double)h[y * N + x + 1]);
        if (x % 32 == 0 || x % 32 == 31) {
          at_lines += bend;
          lines++;
        } else {
          elsewhere += bend;
          others++;
        }
      }
    free(h);
  }
  assert_true(at_lines / lines < 1.1 * elsewhere / others);
}

static void seeds_differ(void **unused) {
  (void)unused;
  float *const a = smooth(64, 64, 1, 0.5), *const b = smooth(64, 64, (uint64_t)1 << 40 | 1, 0.5);
  int same = 0;
  for (int i = 0; i < 64 * 64; i++) same += a[i] == b[i];
  assert_true(same < 10);
  free(a);
  free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_published_walk_is_transposed_and_scaled),
      cmocka_unit_test(any_size_stays_within_bounds),
      cmocka_unit_test(a_smaller_grid_is_the_corner_of_a_larger),
      cmocka_unit_test(there_are_no_creases),
      cmocka_unit_test(seeds_differ),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
