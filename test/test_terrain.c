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
  static const int sizes[][2] = {{1, 1}, {2, 1}, {1, 7}, {3, 3}, {16, 16}, {17, 33}, {100, 64}, {5, 300}, {257, 257}};
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
  for (int y = 0; y < 70; y++) assert_memory_equal(large + y * 128, part + y * 100, 100 * sizeof(float));
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
        const double bend = fabs((double)h[y * N + x - 1] - 2 * (double)h[y * N + x] + (double)h[y * N + x + 1]);
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

/* ---- Directions ---------------------------------------------------------------------------------- */

enum { SIDE = 128, BANDS = 3 /* octaves of waves: 8 to 64 across the side */ };
static const double pi = 3.14159265358979324;

/* In place the discrete Fourier transform of a line of SIDE numbers, `apart` from one to the next. */
static void transform(double *re, double *im, int apart) {
  static double cosine[SIDE], sine[SIDE];
  double sum[SIDE][2];
  for (int i = 0; i < SIDE; i++) cosine[i] = cos(2 * pi * i / SIDE), sine[i] = sin(2 * pi * i / SIDE);
  for (int k = 0; k < SIDE; k++) {
    sum[k][0] = sum[k][1] = 0;
    for (int i = 0; i < SIDE; i++) {
      const int turn = i * k % SIDE;
      sum[k][0] += re[i * apart] * cosine[turn] + im[i * apart] * sine[turn];
      sum[k][1] += im[i * apart] * cosine[turn] - re[i * apart] * sine[turn];
    }
  }
  for (int k = 0; k < SIDE; k++) re[k * apart] = sum[k][0], im[k * apart] = sum[k][1];
}

/* Adds the energy of the waves that run within 5 degrees of an axis [0], of a diagonal [1], of the middle between these
 * [2], and of all [3], in each octave; and how many they are. */
static void add_energy(const float *heights, double energy[BANDS][4][2]) {
  static double re[SIDE * SIDE], im[SIDE * SIDE];
  for (int i = 0; i < SIDE * SIDE; i++) {
    const double x = (i % SIDE + 0.5) / SIDE, y = (i / SIDE + 0.5) / SIDE; /* fading to the edges: there is no seam */
    re[i] = (double)heights[i] * (1 - cos(2 * pi * x)) * (1 - cos(2 * pi * y)), im[i] = 0;
  }
  for (int y = 0; y < SIDE; y++) transform(re + y * SIDE, im + y * SIDE, 1);
  for (int x = 0; x < SIDE; x++) transform(re + x, im + x, SIDE);
  for (int i = 0; i < SIDE * SIDE; i++) {
    const int x = (i % SIDE + SIDE / 2) % SIDE - SIDE / 2, y = (i / SIDE + SIDE / 2) % SIDE - SIDE / 2;
    const double from_axis = atan2(abs(y) < abs(x) ? abs(y) : abs(x), abs(y) < abs(x) ? abs(x) : abs(y)) * 180 / pi;
    const int band = (int)floor(log2(hypot(x, y) + 1e-9)) - 3;
    if (band < 0 || band >= BANDS) continue;
    const int is_in[4] = {from_axis<5, from_axis> 40, fabs(from_axis - 22.5) < 5, 1};
    for (int way = 0; way < 4; way++)
      if (is_in[way]) energy[band][way][0] += re[i] * re[i] + im[i] * im[i], energy[band][way][1]++;
  }
}

/* How much more energy waves have along the axes, along the diagonals and between than those of all directions: the
 * mean of octaves, of some seeds. */
static void measure_directions(int published, double more[3]) {
  double energy[BANDS][4][2] = {{{0}}};
  for (uint32_t seed = 1; seed <= 8; seed++) {
    float *heights = published ? malloc(SIDE * SIDE * sizeof *heights) : smooth(SIDE, SIDE, seed, 0.5);
    void *const scratch = malloc(burl__midpoint_published_scratch(SIDE));
    if (published) burl__midpoint_published(SIDE, seed, 0, scratch, heights);
    add_energy(heights, energy);
    free(heights), free(scratch);
  }
  for (int way = 0; way < 3; way++) {
    more[way] = 0;
    for (int band = 0; band < BANDS; band++) {
      const double of_way = energy[band][way][0] / energy[band][way][1],
                   of_all = energy[band][3][0] / energy[band][3][1];
      more[way] += of_way / of_all / BANDS;
    }
  }
}

/* The published walk has creases along the axes, so that waves across them have much of its energy; the smooth style's
 * waves run in all directions alike. */
static void the_published_style_runs_along_the_axes(void **unused) {
  (void)unused;
  double published[3], even[3];
  measure_directions(1, published);
  measure_directions(0, even);
  print_message("axes, diagonals, between: published %.2f, %.2f, %.2f, smooth %.2f, %.2f, %.2f\n", published[0],
                published[1], published[2], even[0], even[1], even[2]);
  assert_true(published[0] > 1.6 && published[0] > 1.8 * published[1] && published[0] > 1.8 * published[2]);
  for (int way = 0; way < 3; way++) assert_true(even[way] > 0.85 && even[way] < 1.15);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_published_walk_is_transposed_and_scaled),
      cmocka_unit_test(any_size_stays_within_bounds),
      cmocka_unit_test(a_smaller_grid_is_the_corner_of_a_larger),
      cmocka_unit_test(there_are_no_creases),
      cmocka_unit_test(seeds_differ),
      cmocka_unit_test(the_published_style_runs_along_the_axes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
