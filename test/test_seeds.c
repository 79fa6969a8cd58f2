/* Seeds and far coordinates, for every noise of the table: each of a seed's 64 bits changes all of the
 * noise; no seed's noise is another's shifted, nor its own further out, by less than 2^32 cells; and
 * negative and far coordinates are as good as others. */
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
#include "random_recipe.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- Samples ------------------------------------------------------------------------------------ */

enum { MOST = 1 << 18 };

static double coord[4][MOST];

static void sample(const burl_program *program, int count, float *out) {
  const burl_points points = {.count = (size_t)count, .coord = {coord[0], coord[1], coord[2], coord[3]}};
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
}

static void reseed(burl_program *program, uint64_t seed) { assert_int_equal(burl_seed(program, seed), BURL_OK); }

/* Points far from each other, so that their values have nothing to do with each other. */
static void scatter(int count) {
  for (int i = 0; i < count; i++)
    for (int a = 0; a < 4; a++) coord[a][i] = random_between(-1e6, 1e6);
}

static double correlation(const float *a, const float *b, int count) {
  double sa = 0, sb = 0, aa = 0, bb = 0, ab = 0;
  for (int i = 0; i < count; i++) {
    const double p = (double)a[i], q = (double)b[i];
    sa += p, sb += q, aa += p * p, bb += q * q, ab += p * q;
  }
  const double n = count, spread = (aa - sa * sa / n) * (bb - sb * sb / n);
  return spread > 0 ? (ab - sa * sb / n) / sqrt(spread) : 1;
}

/* What a test does with a noise in a number of dimensions. */
typedef void check(const char *text, int dims, burl_program *program);

static void for_every_noise(check *f) {
  random_begin(1);
  for (int index = 0, any; noise_name(index); index++) {
    any = 0;
    for (int dims = 1; dims <= 4; dims++) {
      char text[64];
      snprintf(text, sizeof text, "%s(%s)", noise_name(index), dims % 2 ? "" : "seed: 7");
      burl_program *const program = burl_compile(text, dims, NULL);
      if (!program) continue; /* not in so many dimensions */
      f(text, dims, program);
      any++;
      burl_free(program);
    }
    assert_true(any > 0);
  }
}

/* ---- Every bit ---------------------------------------------------------------------------------- */

enum { SPOTS = 1024 };

/* How many values fell on the other side of the middle, or changed a fine bit. */
static void count_flips(const float *a, const float *b, int *coarse, int *fine) {
  double middle = 0;
  for (int i = 0; i < SPOTS; i++) middle += (double)a[i] / SPOTS;
  *coarse = *fine = 0;
  for (int i = 0; i < SPOTS; i++) {
    *coarse += ((double)a[i] > middle) != ((double)b[i] > middle);
    *fine += ((int)floor((double)a[i] * 1024) & 1) != ((int)floor((double)b[i] * 1024) & 1);
  }
}

/* Six standard deviations of 1024 throws of a coin: one in 10^9. */
static void check_bits(const char *text, int dims, burl_program *program) {
  static float before[SPOTS], after[SPOTS];
  for (int base = 0; base < 2; base++) {
    const uint64_t seed = base ? random_bits() : 0;
    scatter(SPOTS);
    reseed(program, seed);
    sample(program, SPOTS, before);
    for (int bit = 0; bit < 64; bit++) {
      int coarse, fine;
      reseed(program, seed ^ (uint64_t)1 << bit);
      sample(program, SPOTS, after);
      count_flips(before, after, &coarse, &fine);
      const double r = correlation(before, after, SPOTS);
      if (fabs(r) > 6 / 32.0 || abs(coarse - 512) > 120 || abs(fine - 512) > 120)
        fail_msg("%s in %dD, bit %d of seed %llx: correlation %g, %d and %d of 1024 flip", text, dims, bit,
                 (unsigned long long)seed, r, coarse, fine);
    }
  }
}

static void test_every_bit_of_a_seed_matters(void **unused) {
  (void)unused;
  for_every_noise(check_bits);
}

/* Seeds that people use, and those that differ in little. */
enum { SEEDS = 160, FEW = 256 };

static uint64_t some_seed(int i) {
  if (i < 32) return (uint64_t)i;
  if (i < 96) return (uint64_t)1 << (i - 32);
  if (i < 128) return ~(uint64_t)0 << (i - 96);
  return (uint64_t)(i - 128) * 0x100000001u + 12345;
}

static void check_pairs(const char *text, int dims, burl_program *program) {
  static float values[SEEDS][FEW];
  scatter(FEW);
  for (int i = 0; i < SEEDS; i++) {
    reseed(program, some_seed(i));
    sample(program, FEW, values[i]);
  }
  for (int i = 0; i < SEEDS; i++)
    for (int j = 0; j < i; j++) {
      const double r = correlation(values[i], values[j], FEW);
      if (some_seed(i) == some_seed(j) || fabs(r) < 6.5 / 16) continue;
      fail_msg("%s in %dD: seeds %llx and %llx correlate by %g", text, dims, (unsigned long long)some_seed(i),
               (unsigned long long)some_seed(j), r);
    }
}

static void test_no_two_seeds_are_alike(void **unused) {
  (void)unused;
  for_every_noise(check_pairs);
}

/* Three numbers of a noise, and what they are of: were only 32 bits of a seed to reach the noise, some
 * thirty of half a million seeds would have a twin. */
typedef struct {
  float value[3];
  uint64_t seed;
} fingerprint;

static int by_fingerprint(const void *a, const void *b) {
  return memcmp(a, b, sizeof(((const fingerprint *)a)->value));
}

static void test_half_a_million_seeds_have_no_twin(void **unused) {
  (void)unused;
  enum { ALL = 1 << 19 };
  static fingerprint prints[ALL];
  float (*const noises[])(uint64_t, double) = {burl_perlin1, burl_value1, burl_white1};
  for (int n = 0; n < COUNT(noises); n++) {
    for (int i = 0; i < ALL; i++) {
      prints[i].seed = i < ALL / 2 ? (uint64_t)i : (uint64_t)i * 0x9E3779B97F4A7C15u;
      for (int k = 0; k < 3; k++) prints[i].value[k] = noises[n](prints[i].seed, 3 * k + 0.5);
    }
    qsort(prints, ALL, sizeof *prints, by_fingerprint);
    for (int i = 1; i < ALL; i++)
      if (by_fingerprint(&prints[i - 1], &prints[i]) == 0)
        fail_msg("noise %d: seeds %llx and %llx are the same", n, (unsigned long long)prints[i - 1].seed,
                 (unsigned long long)prints[i].seed);
  }
}

/* The recipe's seed and the noise's own are an ordered pair. */
static void test_seeds_combine_in_order(void **unused) {
  (void)unused;
  static float a[FEW], b[FEW];
  for (int index = 0; noise_name(index); index++) {
    char text[64];
    scatter(FEW);
    for (int k = 0; k < 2; k++) {
      snprintf(text, sizeof text, "%s(seed: %d)", noise_name(index), k ? 3 : 8);
      burl_program *const program = burl_compile(text, 2, NULL);
      reseed(program, k ? 8 : 3);
      sample(program, FEW, k ? a : b);
      burl_free(program);
    }
    assert_true(fabs(correlation(a, b, FEW)) < 6 / 16.0);
  }
}

/* ---- No shifted copies -------------------------------------------------------------------------- */

/* Four neighbours along a way, as one number, and where they are. */
typedef struct {
  uint64_t key;
  int64_t at;
  int seed, giant;
} window;

enum { STRIDE = 65536, WIDE = 4, POOL = 4 };

static window windows[2 * POOL * STRIDE];
static int window_count;

static void place(int i, int64_t cell, const double *way) {
  static const double base[4] = {0.375, 5.625, -3.6875, 8.3125};
  for (int a = 0; a < 4; a++) coord[a][i] = base[a] + way[a] * (double)cell;
}

/* Windows at cells 1 to 65536 by 1 (baby), or by 65536 (giant): whatever a shift below 2^32, some baby
 * of one noise lies on a giant of the other. */
static void add_windows(const burl_program *program, int seed, int giant, const double *way) {
  static float out[MOST];
  for (int i = 0; i < STRIDE; i++)
    for (int k = 0; k < WIDE; k++) place(i * WIDE + k, (int64_t)(i + 1) * (giant ? STRIDE : 1) + k, way);
  sample(program, STRIDE * WIDE, out);
  for (int i = 0; i < STRIDE; i++) {
    window w = {.at = (int64_t)(i + 1) * (giant ? STRIDE : 1), .seed = seed, .giant = giant};
    for (int k = 0; k < WIDE; k++) {
      uint32_t bits;
      memcpy(&bits, &out[i * WIDE + k], sizeof bits);
      w.key = (w.key ^ bits) * 0x9E3779B97F4A7C15u;
      w.key ^= w.key >> 29;
    }
    windows[window_count++] = w;
  }
}

static int by_key(const void *a, const void *b) {
  const window *const p = a, *const q = b;
  return (p->key > q->key) - (p->key < q->key);
}

/* Whether two windows that look alike stay alike over 64 cells. */
static int go_on(burl_program *program, const uint64_t *seeds, const window *p, const window *q, const double *way) {
  float a[64], b[64];
  for (int k = 0; k < 64; k++) place(k, p->at + k, way);
  reseed(program, seeds[p->seed]);
  sample(program, 64, a);
  for (int k = 0; k < 64; k++) place(k, q->at + k, way);
  reseed(program, seeds[q->seed]);
  sample(program, 64, b);
  int same = 0;
  for (int k = 0; k < 64; k++) same += memcmp(&a[k], &b[k], sizeof *a) == 0;
  return same > 32;
}

static void check_way(const char *text, int dims, burl_program *program, const double *way) {
  const uint64_t seeds[POOL] = {0, 1, (uint64_t)1 << 32, random_bits()};
  window_count = 0;
  for (int s = 0; s < POOL; s++) {
    reseed(program, seeds[s]);
    for (int giant = 0; giant < 2; giant++) add_windows(program, s, giant, way);
  }
  qsort(windows, (size_t)window_count, sizeof *windows, by_key);
  for (int i = 0; i < window_count; i++)
    for (int j = i + 1; j < window_count && windows[i].key == windows[j].key; j++) {
      const window *const p = &windows[i], *const q = &windows[j];
      if (p->seed == q->seed && p->at == q->at) continue;
      if (!go_on(program, seeds, p, q, way)) continue;
      fail_msg("%s in %dD along %g, %g: seed %llx at cell %lld is seed %llx at cell %lld", text, dims, way[0], way[1],
               (unsigned long long)seeds[p->seed], (long long)p->at, (unsigned long long)seeds[q->seed],
               (long long)q->at);
    }
}

static void check_copies(const char *text, int dims, burl_program *program) {
  static const double ways[][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {57, -1, 0, 0}};
  static const int counts[5] = {0, 1, 3, 1, 0};
  for (int i = 0; i < counts[dims]; i++) check_way(text, dims, program, ways[i]);
}

static void test_no_noise_is_a_shifted_copy(void **unused) {
  (void)unused;
  for_every_noise(check_copies);
}

/* ---- Negative coordinates ----------------------------------------------------------------------- */

enum { WORLDS = 400, CELLS = 8 };

/* How the values in the middles of cells -4 to 3 of x, from the origin, correlate over many seeds and
 * other coordinates: they and their squares. */
typedef struct {
  double values[CELLS][CELLS], squares[CELLS][CELLS];
} likeness;

static likeness likeness_at(burl_program *program, double origin) {
  static float values[CELLS][WORLDS], squares[CELLS][WORLDS];
  likeness alike;
  for (int w = 0; w < WORLDS; w++) {
    float out[CELLS];
    double others[4];
    for (int a = 0; a < 4; a++) others[a] = random_between(-50, 50);
    for (int c = 0; c < CELLS; c++)
      for (int a = 0; a < 4; a++) coord[a][c] = a ? others[a] : origin + c - CELLS / 2 + 0.5;
    reseed(program, random_bits());
    sample(program, CELLS, out);
    for (int c = 0; c < CELLS; c++) values[c][w] = out[c];
    for (int c = 0; c < CELLS; c++) squares[c][w] = out[c] * out[c];
  }
  for (int b = 0; b < CELLS; b++)
    for (int c = 0; c < CELLS; c++) {
      alike.values[b][c] = correlation(values[b], values[c], WORLDS);
      alike.squares[b][c] = correlation(squares[b], squares[c], WORLDS);
    }
  return alike;
}

/* Cells around 0 are no more alike than others: 0.4 is over five standard deviations. */
static void check_mirror(const char *text, int dims, burl_program *program) {
  const likeness here = likeness_at(program, 0), there = likeness_at(program, 12000);
  for (int c = 0; c < CELLS; c++)
    for (int b = 0; b < c; b++) {
      const double r = here.values[b][c] - there.values[b][c], s = here.squares[b][c] - there.squares[b][c];
      if (fabs(r) > 0.4 || fabs(s) > 0.4)
        fail_msg("%s in %dD: cells %d and %d of x correlate by %g, their squares by %g; elsewhere "
                 "by %g, %g",
                 text, dims, b - CELLS / 2, c - CELLS / 2, here.values[b][c], here.squares[b][c], there.values[b][c],
                 there.squares[b][c]);
    }
}

static void test_negative_coordinates_are_no_mirror(void **unused) {
  (void)unused;
  for_every_noise(check_mirror);
}

/* ---- Far out ------------------------------------------------------------------------------------ */

typedef struct {
  double mean, spread, step;
} figures;

/* Of samples on lines that begin at whole cells around the origin, `width` apart. */
static figures figures_at(const burl_program *program, double origin, double width) {
  enum { LINES = 400, LONG = 24, ALL = LINES * LONG };
  static float out[ALL];
  for (int line = 0; line < LINES; line++) {
    double from[4];
    for (int a = 0; a < 4; a++) from[a] = origin + floor(random_between(-999, 999)) + random_below(64) / 64.0;
    for (int i = 0; i < LONG; i++)
      for (int a = 0; a < 4; a++) coord[a][line * LONG + i] = from[a] + width * i * (a % 2 ? -1 : 1);
  }
  sample(program, ALL, out);
  figures f = {0, 0, 0};
  for (int i = 0; i < ALL; i++) f.mean += (double)out[i] / ALL;
  for (int i = 0; i < ALL; i++) f.spread += pow((double)out[i] - f.mean, 2) / ALL;
  for (int i = 1; i < ALL; i++)
    if (i % LONG) f.step += pow((double)out[i] - (double)out[i - 1], 2) / ALL;
  return (figures){f.mean, sqrt(f.spread), sqrt(f.step)};
}

/* Steps of a 16th of a cell, and of a 1024th where the noise doesn't jump. */
static void check_far(const char *text, int dims, burl_program *program) {
  static const double origins[] = {-5000, 0x1p31, -0x1p31, 0x1p32 + 0x1p31, 0x1p32 - 0x1p20, -0x1p33, 0x1p40, -0x1p40};
  for (int fine = 0; fine < 2; fine++) {
    const double width = fine ? 0x1p-10 : 0x1p-4;
    const figures near = figures_at(program, 5000, width);
    if (fine && (near.step > 10 * width || strncmp(text, "white", 5) == 0)) continue;
    for (int i = 0; i < COUNT(origins); i++) {
      const figures far = figures_at(program, origins[i], width);
      if (far.step > 1.3 * near.step || near.step > 1.3 * far.step || far.spread > 1.2 * near.spread ||
          near.spread > 1.2 * far.spread || fabs(far.mean - near.mean) > 0.3 * near.spread)
        fail_msg("%s in %dD from %g by %g: mean %g, spread %g, step %g, not %g, %g, %g", text, dims, origins[i], width,
                 far.mean, far.spread, far.step, near.mean, near.spread, near.step);
    }
  }
}

static void test_far_out_noise_is_the_same(void **unused) {
  (void)unused;
  for_every_noise(check_far);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_bit_of_a_seed_matters),
      cmocka_unit_test(test_no_two_seeds_are_alike),
      cmocka_unit_test(test_half_a_million_seeds_have_no_twin),
      cmocka_unit_test(test_seeds_combine_in_order),
      cmocka_unit_test(test_no_noise_is_a_shifted_copy),
      cmocka_unit_test(test_negative_coordinates_are_no_mirror),
      cmocka_unit_test(test_far_out_noise_is_the_same),
  };
  return cmocka_run_group_tests_name("seeds", tests, NULL, NULL);
}
