/* Grids and points through the public API: the same bits from points, whole grids and any tiling of
 * them, for every stride, number of threads and instruction set; arguments that are wrong; progress;
 * NaN; coordinates where a noise is 0. */
#include <fenv.h>
#include <float.h>
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
#include "compile.h"
#include "gallery.h"
#include "random_recipe.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* Of every rate: constants, time, columns alone, lines alone, samples, and mixtures. */
static const char *const recipes[] = {
    "0.25",
    "t*t + 0.1",
    "perlin(3*t)",
    "x",
    "perlin(x)",
    "fbm(value(x/3), octaves: 3)",
    "x*perlin(t, x)",
    "perlin()",
    "value()",
    "white()",
    "simplex()",
    "simplex(period: 12)",
    "cells()",
    "cells(give: value, metric: minkowski, p: 2.5, period: 3)",
    "fbm(cells(give: f2_f1, metric: chebyshev, jitter: 0.7), octaves: 2)",
    "cells(give: edge) - cells(give: x)",
    "cells(give: f3, metric: manhattan, jitter: 0.3)",
    "scale(cells(give: f4, seed: 2), 3)",
    "cells(jitter: unit(perlin()))",
    "slope(cells(give: edge, jitter: unit(perlin()), period: 5))",
    "fbm(cells(smooth: 0.4), octaves: 2)",
    "scale(cells(give: f2, metric: minkowski, period: 4), 0.5)",
    "scale(cells(give: f4, metric: minkowski, p: 9), 0.3) + cells(give: f2_f1, metric: minkowski, p: 64)",
    "tile(fbm(cells(metric: euclid2), octaves: 3), 2)",
    "simplex(smooth: 1, seed: 3)",
    "tile(simplex(smooth: 1), 12)",
    "simplex() + 0.5*abs(simplex(seed: 2))",
    "warp(simplex(), simplex(seed: 1))",
    "fbm(simplex(), octaves: 3)",
    "d(perlin(), x)",
    "slope(fbm(perlin(), octaves: auto))",
    "slope(value(interp: cubic)) + d(fbm(perlin(interp: hermite), octaves: 2), x)",
    "d(cells(give: f2, metric: minkowski), x)*cells()",
    "slope(simplex(period: 12))",
    "d(tile(warp(perlin(interp: wavelet), value(period: 4)), 4), x)",
    "perlin(hash: perlin2002)",
    "value(hash: elias, interp: cubic, smooth: 1)",
    "perlin(x, t)",
    "unit(fbm(perlin(), octaves: 8))",
    "fbm(abs(perlin()), octaves: 4.5, gain: 0.4 + 0.1*perlin(x))",
    "abs(value())*3",
    "x + 0.3*abs(perlin(seed: 3))",
    "ridged(perlin(), octaves: 3)",
    "ridged(value(interp: cubic), octaves: 2, offset: 0.7) + white()",
    "billow(perlin(interp: wavelet), octaves: 2)",
    "white() + 0.5*abs(white(seed: 2))",
    "perlin(interp: hermite) + value(interp: cosine)",
    "perlin(gradients: circle, period: 5)",
    "fbm(perlin(), octaves: auto)",
    "ridged(perlin(), octaves: auto)*x",
    "warp(fbm(perlin(), octaves: 3), 0.5*value(seed: 3))",
    "tile(fbm(perlin(), octaves: 3), 4)",
    "scale(perlin(), 0.1 + x*x)",
    "sqrt(perlin())/floor(x)",
    "ramp(unit(perlin()), #123, #e8b04a, #fff, in: oklab)",
    "rgba(rgb(x, perlin(), 0.5), white())",
};
/* A noise's slopes and its value as pixels, in some orders and in none. */
static const char *const recipes3[] = {
    "rgba(rgb(d(perlin(), x), d(perlin(), y), d(perlin(), z)), perlin())",
    "rgba(rgb(value(), d(value(), z), d(value(), x)), d(value(), y))",
    "rgba(rgb(d(simplex(), y), d(simplex(), x), simplex()), d(simplex(), z))",
    "rgba(rgb(d(cells(), x), cells(), d(cells(), y)), d(cells(), z))",
    "rgba(rgb(d(perlin(), x), d(perlin(), y), d(perlin(), y)), perlin())",
    "n = perlin(interp: wavelet)\nrgba(rgb(d(n, x), d(n, y), d(n, z)), n)",
    /* Near each other, in one period, across its end, and far in cells that look the same in words. */
    "simplex(3*x - 0.5*value(), y, z)",
    "simplex(x + 0.1*value(), y, -z, period: 21)",
    "simplex(x - 0.5*value(), 2*y, z + 0.2*value(), period: 6)",
    "simplex(x + 0.3*value(), y - value(), z, period: 3)",
    "simplex(0.1*value() - 1.75*x, 1.25*x + 0.1*y, 1.25*x + 0.1*z, period: 3)",
    "tile(warp(simplex(), 0.5*value()), 12)",
    "simplex(x + 6442450944*floor(0.5*x), y, z)",
    "simplex(x + 0.1*value(), y - 6442450944*floor(0.5*x), z, period: 21)",
    "simplex(x, y + 12884901888*floor(2*value(0.3*x, y)), z, period: 21)",
    "simplex(x + 2251799813685246 + 0.1*value(), y, z, period: 21)",
    "k = floor(2*value(0.3*x, y))\n"
    "simplex(x - 6442450944*k + 21*k, y - 6442450944*k + 21*k, z - 6442450944*k + 21*k, period: 21)",
    "k = floor(2*value(0.3*x, y))\n"
    "simplex(x + 25769803776*k + 15*k, y + 25769803776*k + 15*k, z + 25769803776*k + 15*k)",
};
static const char *const recipes2[] = {
    "y",
    "perlin(y)",
    "x*y",
    "perlin(y, x)",
    "value(y, t) + perlin(x)",
    "perlin(x + value(y), y)",
    "shift(fbm(perlin(), octaves: 2), y/7)",
    "fbm(perlin(y), octaves: 3)*fbm(perlin(x), octaves: 3)",
    "tile(value(y, x), 3)",
    /* Few and many lattice points a vector, seams among them, columns that fall and turn. */
    "simplex(0.2*x, 0.2*y)",
    "simplex(2*x, 2*y)",
    "simplex(4*x, 4*y, period: 12)",
    "simplex(8*x, 8*y)",
    "simplex(40*x, 8*y, period: 12)",
    "simplex(16*x, 16*y, period: 300)",
    "simplex(30*x, 30*y)",
    "simplex(-6*x, 5*y)",
    "simplex(3*sin(x), 4*y)",
    "fbm(simplex(), octaves: 7)",
    "abs(fbm(simplex(period: 12), octaves: 7))",
    "cells(8*x, 8*y, period: 12)",
    "cells(-3*x, 0.3*y, give: f2_f1, period: 2)",
    "cells(0.1*x, 0.1*y, period: 3000000000)",
    "simplex(7*x, 5*y, 7*y, period: 6)",
    "scale(simplex(seed: 2, period: 12), 0.2)",
    "cells(x, y, give: f4, metric: minkowski, p: 6.1)",
    "cells(0.2*x, 0.2*y, give: f2_f1, metric: minkowski, p: 6.1)",
    /* Points near one another, a period's ends among them. */
    "perlin(x + 0.3*value(), y, period: 2)",
    "value(x, 3*y + perlin(), period: 1)",
    "perlin(x - 0.3*value(), y + value(), interp: hermite, period: 5)",
    "simplex(x + 0.3*value(), y - value(), period: 3)",
    "simplex(0.1*value() - 3*x, 0.5*x + y, period: 3)",
    "simplex(3*x - 0.5*value(), y)",
    "simplex(x - 0.5*value(), 2*y, period: 21)",
    "cells(x + 0.3*value(), y, period: 3)",
    /* In one vector some whose cells, or blocks, are 2^32 apart, which are other ones of most periods; some
     * beyond where noise holds. */
    "perlin(x + 4294967296*floor(2*value(0.3*x, y)), y)",
    "value(x, y + 4294967296*floor(2*value(0.3*x, y)), period: 7)",
    "simplex(x + 12884901888*floor(2*value(0.3*x, y)), y, period: 21)",
    "simplex(x, y + 12884901888*floor(2*value(0.3*x, y)))",
    "cells(x + 4294967296*floor(2*value(0.3*x, y)), y - 1e6, period: 7)",
    "perlin(x + 2251799813685246 + 0.1*value(), y)",
    "value(x, y - 2251799814685249 + 0.1*perlin(), period: 7)",
    "simplex(x + 2251799813685246 + 0.1*value(), y, period: 21)",
    "simplex(x, y - 2251799814685249 + 0.1*perlin())",
    "perlin(x + 2251799813685248*floor(2*value(0.3*x, y)), y)",
    "simplex(x + 3377699720527872*floor(2*value(0.3*x, y)), y)",
    /* From one vector to the next by 2^31 cells, or blocks; within one to blocks whose lattice points are, in
     * skewed coordinates, a multiple of 2^32 and one apart (in numbers that a float holds). */
    "perlin(x + 2147483648*floor(0.5*x), y)",
    "value(x - 2147483648*floor(0.5*x), y, period: 7)",
    "perlin(x + 2147483648*floor(0.5*x) + 0.1*value(), y - 2147483648*floor(0.5*x), period: 50)",
    "simplex(x + 6442450944*floor(0.5*x), y)",
    "simplex(x + 0.1*value(), y - 6442450944*floor(0.5*x), period: 21)",
    "k = floor(2*value(0.3*x, y))\nsimplex(x - 858993408*k - 51*k, y + 3435973632*k + 204*k, period: 21)",
    "k = floor(2*value(0.3*x, y))\nsimplex(x - 858993408*k - 30*k, y + 3435973632*k + 225*k, period: 21)",
};

static const char *const isa_names[] = {"sse2", "avx2", "avx512"};

static burl_program *compile_on(const char *text, int dims, const char *isa) {
  const burl_options options = {.struct_size = sizeof options, .dims = dims, .isa = isa};
  return burl_compile_with(text, strlen(text), &options, NULL);
}

static uint32_t random_state = 1;
static int64_t draw(int64_t least, int64_t most) {
  random_state = random_state * 1664525u + 1013904223u;
  return least + (int64_t)((random_state >> 8) % (uint64_t)(most - least + 1));
}

/* ---- Sameness ---- */

static int64_t samples_of(const burl_grid *grid) {
  int64_t count = 1;
  for (int axis = 0; axis < 4; axis++) count *= grid->size[axis] ? grid->size[axis] : 1;
  return count;
}

/* The grid's samples as points: float[count][channels], to be freed. */
static float *sample_as_points(const burl_program *program, const burl_grid *grid) {
  const size_t count = (size_t)samples_of(grid), channels = (size_t)burl_channels(program);
  const int dims = burl_dims(program);
  double *const coordinate = malloc(5 * count * sizeof *coordinate);
  float *const out = malloc(count * channels * sizeof *out);
  burl_points points = {.count = count, .time = coordinate + 4 * count};
  points.footprint = grid->footprint;
  for (size_t n = 0; n < count; n++) {
    int64_t rest = (int64_t)n;
    for (int axis = 0; axis < 4; axis++) {
      const int64_t size = grid->size[axis] ? grid->size[axis] : 1;
      coordinate[(size_t)axis * count + n] =
          grid->origin[axis] + (double)(grid->first[axis] + rest % size) * grid->step[axis];
      rest /= size;
    }
    coordinate[4 * count + n] = grid->time;
  }
  for (int axis = 0; axis < dims; axis++) points.coord[axis] = coordinate + (size_t)axis * count;
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
  free(coordinate);
  return out;
}

static float *sample_grid(const burl_program *program, const burl_grid *grid) {
  float *const out = malloc((size_t)samples_of(grid) * (size_t)burl_channels(program) * sizeof *out);
  assert_int_equal(burl_sample_grid(program, grid, out), BURL_OK);
  return out;
}

static void expect_same(const float *actual, const float *expected, size_t count, const char *text, const char *how) {
  for (size_t i = 0; i < count; i++)
    if (memcmp(&actual[i], &expected[i], sizeof *actual) != 0)
      fail_msg("%s, %s: number %zu of %zu is %.9g, not %.9g", text, how, i, count, (double)actual[i],
               (double)expected[i]);
}

/* Fills a box of the whole grid by tiles cut at random, each into its place in `out`. */
static void sample_tiles(const burl_program *program, const burl_grid *whole, burl_grid box, float *out) {
  const int64_t count = samples_of(&box);
  int axis = (int)draw(0, burl_dims(program) - 1);
  for (int i = 0; i < 4 && box.size[axis] < 2; i++) axis = (axis + 1) % 4;
  if (box.size[axis] < 2 || count < 4 || draw(0, 99) < (count < 500 ? 30 : 3)) {
    float *to = out;
    for (int i = 0; i < 4; i++) to += (box.first[i] - whole->first[i]) * box.stride[i];
    assert_int_equal(burl_sample_grid(program, &box, to), BURL_OK);
    return;
  }
  burl_grid left = box, right = box;
  left.size[axis] = draw(1, box.size[axis] - 1);
  right.first[axis] += left.size[axis];
  right.size[axis] -= left.size[axis];
  sample_tiles(program, whole, left, out);
  sample_tiles(program, whole, right, out);
}

/* Tiles into an array with gaps, whose rows run backwards, and which are left alone. */
static void check_tiles(const burl_program *program, const burl_grid *whole, const float *expected, const char *text) {
  const int64_t channels = burl_channels(program), gap = 3;
  burl_grid box = *whole;
  int64_t floats = channels + 1;
  for (int axis = 0; axis < 4; axis++) {
    if (box.size[axis] == 0) box.size[axis] = 1;
    box.stride[axis] = floats;
    floats = floats * box.size[axis] + gap;
  }
  const float untouched = 12345.5f;
  float *const out = malloc((size_t)floats * sizeof *out);
  for (int64_t i = 0; i < floats; i++) out[i] = untouched;
  float *const last_row = out + (box.size[1] - 1) * box.stride[1];
  box.stride[1] = -box.stride[1];
  sample_tiles(program, whole, box, last_row);
  int64_t found = 0;
  for (int64_t n = 0; n < samples_of(&box); n++) {
    int64_t rest = n;
    const float *at = last_row;
    for (int axis = 0; axis < 4; axis++) {
      at += rest % box.size[axis] * box.stride[axis];
      rest /= box.size[axis];
    }
    expect_same(at, expected + n * channels, (size_t)channels, text, "tiled");
  }
  for (int64_t i = 0; i < floats; i++) found += out[i] == untouched;
  assert_true(found >= floats - samples_of(&box) * channels);
  free(out);
}

static burl_grid grid_of(int dims, const int64_t *size) {
  static const double origin[4] = {-3.3, 1e6 + 0.7, -0.2, 5}, step[4] = {0.083, 0.061, 0.27, -0.4};
  burl_grid grid = {.time = 0.3, .threads = 1, .footprint = 0.061}; /* points have no steps */
  for (int axis = 0; axis < dims; axis++) {
    grid.size[axis] = size[axis];
    grid.first[axis] = axis * 7 - 11;
    grid.origin[axis] = origin[axis];
    grid.step[axis] = step[axis];
  }
  return grid;
}

/* A recipe over one grid, in every way there is. */
static void check_recipe(const char *text, const burl_grid *grid, int dims) {
  burl_program *const program = compile(text, dims);
  const size_t count = (size_t)samples_of(grid) * (size_t)burl_channels(program);
  float *const expected = sample_grid(program, grid);
  if (!burl_needs_whole_grid(program)) {
    float *const points = sample_as_points(program, grid);
    expect_same(points, expected, count, text, "as points");
    check_tiles(program, grid, expected, text);
    free(points);
  }
  for (int i = 0; i < COUNT(isa_names); i++) {
    burl_program *const other = compile_on(text, dims, isa_names[i]);
    if (!other) continue;
    float *const out = sample_grid(other, grid);
    expect_same(out, expected, count, text, isa_names[i]);
    if (!burl_needs_whole_grid(program) && i % 2 == 0) check_tiles(other, grid, expected, text);
    free(out);
    burl_free(other);
  }
  free(expected);
  burl_free(program);
}

/* Of recipes and dimensions, those that are left out where tests are short: two of three. */
static int is_left_out(int number, int dims) { return scale_of_test() < 1 && (number + dims) % 3 != 0; }

static void test_every_rate(void **state) {
  (void)state;
  static const int64_t sizes[4][4] = {{700}, {141, 21}, {11, 7, 5}, {6, 5, 3, 4}};
  for (int dims = 1; dims <= 4; dims++) {
    const burl_grid grid = grid_of(dims, sizes[dims - 1]);
    for (int i = 0; i < COUNT(recipes); i++)
      if (!is_left_out(i, dims)) check_recipe(recipes[i], &grid, dims);
    for (int i = 0; dims > 1 && i < COUNT(recipes2); i++)
      if (!is_left_out(i, dims)) check_recipe(recipes2[i], &grid, dims);
    static const int64_t wide[4] = {48, 9, 3, 2};
    const burl_grid whole = grid_of(dims, wide);
    for (int i = 0; dims > 2 && i < COUNT(recipes3); i++) check_recipe(recipes3[i], &whole, dims);
  }
}

static void test_gallery(void **state) {
  (void)state;
  gallery_recipe *gallery;
  const int count = gallery_open(BURL_SOURCE_DIR, &gallery);
  assert_true(count > 0);
  for (int i = 0; i < count; i++) {
    for (int dims = 1; dims <= 4; dims++) {
      static const int64_t sizes[4][4] = {{45}, {19, 19}, {9, 3, 4}, {5, 3, 2, 2}};
      const burl_grid grid = grid_of(dims, sizes[dims - 1]);
      burl_program *const program = burl_compile(gallery[i].text, dims, NULL);
      if (program && !is_left_out(i, dims)) check_recipe(gallery[i].text, &grid, dims);
      burl_free(program);
    }
  }
  gallery_close(gallery, count);
}

/* Grids wide enough for several tiles of columns and lines, and for threads. */
static void test_threads(void **state) {
  (void)state;
  static const char *const some[] = {"perlin()",           "fbm(value(), octaves: auto)", "perlin(x)*perlin(y)",
                                     "rgb(x, y, white())", "rotate(perlin(), 30)",        "midpoint()"};
  static const int64_t size[4] = {1030, 67};
  static const int threads[] = {0, 2, 7, 4096};
  for (int i = 0; i < COUNT(some); i++) {
    burl_grid grid = grid_of(2, size);
    burl_program *const program = compile(some[i], 2);
    const size_t count = (size_t)samples_of(&grid) * (size_t)burl_channels(program);
    float *const expected = sample_grid(program, &grid);
    if (!burl_needs_whole_grid(program)) {
      float *const points = sample_as_points(program, &grid);
      expect_same(points, expected, count, some[i], "as points");
      check_tiles(program, &grid, expected, some[i]);
      free(points);
    }
    for (int k = 0; k < COUNT(threads); k++) {
      grid.threads = threads[k];
      float *const out = sample_grid(program, &grid);
      expect_same(out, expected, count, some[i], "on threads");
      free(out);
    }
    free(expected);
    burl_free(program);
  }
}

/* Runs the jobs backwards, on the caller's thread. */
static void backwards(void *user, int n, void (*job)(void *, int), void *arg) {
  *(int *)user += 1;
  for (int i = n - 1; i >= 0; i--) job(arg, i);
}

static void test_own_threads(void **state) {
  (void)state;
  static const int64_t size[4] = {600, 100};
  int calls = 0;
  const burl_options options = {.struct_size = sizeof options, .parallel = backwards, .user = &calls};
  burl_program *const program = burl_compile_with("perlin()", 8, &options, NULL);
  burl_program *const plain = compile("perlin()", 2);
  burl_grid grid = grid_of(2, size);
  grid.threads = 3;
  float *const out = sample_grid(program, &grid), *const expected = sample_grid(plain, &grid);
  expect_same(out, expected, (size_t)samples_of(&grid), "perlin()", "by the caller's threads");
  assert_true(calls > 0);
  free(out);
  free(expected);
  burl_free(program);
  burl_free(plain);
}

/* The caller's rounding mode changes nothing and is kept. */
static void test_rounding_mode(void **state) {
  (void)state;
  static const int64_t size[4] = {40, 30};
  static const char text[] = "fbm(perlin(), octaves: 4)/3 + x*1e-40";
  const burl_grid grid = grid_of(2, size);
  burl_program *const program = compile(text, 2);
  float *const expected = sample_grid(program, &grid);
  static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (int i = 0; i < COUNT(modes); i++) {
    fesetround(modes[i]);
    burl_program *const other = burl_compile(text, 2, NULL);
    float *const out = sample_grid(other, &grid), *const points = sample_as_points(program, &grid);
    const int mode = fegetround();
    fesetround(FE_TONEAREST);
    assert_int_equal(mode, modes[i]);
    expect_same(out, expected, (size_t)samples_of(&grid), text, "rounding otherwise");
    free(out);
    free(points);
    burl_free(other);
  }
  free(expected);
  burl_free(program);
}

/* ---- Progress ---- */

typedef struct {
  int calls, stop_at;
  double last;
} progress_log;

static int log_progress(void *user, double done) {
  progress_log *const log = user;
  assert_true(done >= log->last && done <= 1.0);
  log->last = done;
  return ++log->calls == log->stop_at;
}

static void test_progress(void **state) {
  (void)state;
  static const int64_t size[4] = {700, 200};
  burl_grid grid = grid_of(2, size);
  burl_program *const program = compile("perlin()", 2);
  float *const expected = sample_grid(program, &grid), *const out = sample_grid(program, &grid);
  progress_log log = {0, 0, 0.0};
  grid.progress = log_progress;
  grid.user = &log;
  grid.threads = 2;
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  assert_true(log.calls > 1 && log.last == 1.0);
  expect_same(out, expected, (size_t)samples_of(&grid), "perlin()", "with progress");
  grid.threads = 1;
  log = (progress_log){0, 0, 0.0};
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  assert_true(log.calls >= 2 + 700 * 200 / 32768);
  const int calls = log.calls;
  for (int stop = 1; stop <= calls; stop++) {
    log = (progress_log){0, stop, 0.0};
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_CANCELLED);
    assert_int_equal(log.calls, stop);
  }
  free(expected);
  free(out);
  burl_free(program);
}

/* ---- Arguments ---- */

static void expect_refused(const burl_program *program, const burl_grid *grid, burl_status status, int line) {
  float out[256];
  memset(out, 0x5A, sizeof out);
  const burl_status answer = burl_sample_grid(program, grid, out);
  if (answer != status) fail_msg("line %d: %s", line, burl_status_text(answer));
  for (size_t i = 0; i < sizeof out; i++) assert_int_equal(((unsigned char *)out)[i], 0x5A);
}

/* A grid with one field changed is refused. */
#define REFUSE(program, change)                              \
  do {                                                       \
    burl_grid grid = {.size = {4, 4}, .step = {1, 1}};       \
    grid.change;                                             \
    expect_refused(program, &grid, BURL_ARGUMENT, __LINE__); \
  } while (0)

static void test_wrong_grids(void **state) {
  (void)state;
  burl_program *const program = compile("perlin()", 2);
  REFUSE(program, size[0] = -1);
  REFUSE(program, size[1] = INT64_MIN);
  REFUSE(program, size[2] = 2);
  REFUSE(program, size[3] = -1);
  REFUSE(program, size[0] = INT64_MAX);
  REFUSE(program, size[0] = (int64_t)1 << 62);
  REFUSE(program, size[1] = (int64_t)1 << 61);
  REFUSE(program, stride[1] = INT64_MAX);
  REFUSE(program, stride[1] = INT64_MIN);
  REFUSE(program, stride[0] = (int64_t)1 << 60); /* times 3, times 4 bytes */
  REFUSE(program, stride[0] = -((int64_t)1 << 60));
  REFUSE(program, stride[0] = (int64_t)1 << 59; grid.stride[1] = (int64_t)1 << 59);
  REFUSE(program, first[0] = INT64_MAX);
  REFUSE(program, first[1] = INT64_MIN);
  REFUSE(program, origin[0] = (double)NAN);
  REFUSE(program, origin[1] = (double)INFINITY);
  REFUSE(program, step[0] = (double)-INFINITY);
  REFUSE(program, step[1] = (double)NAN);
  REFUSE(program, time = (double)NAN);
  REFUSE(program, time = (double)INFINITY);
  REFUSE(program, footprint = -1);
  REFUSE(program, footprint = (double)NAN);
  REFUSE(program, footprint = (double)INFINITY);
  REFUSE(program, threads = -1);
  REFUSE(program, threads = 4097);
  REFUSE(program, threads = 5000);
  for (int i = 0; i < COUNT(((burl_grid *)0)->reserved); i++) REFUSE(program, reserved[i] = 1);
  burl_grid grid = {.size = {4, 4}, .step = {1, 1}};
  float out[16];
  assert_int_equal(burl_sample_grid(NULL, &grid, out), BURL_ARGUMENT);
  assert_int_equal(burl_sample_grid(program, NULL, out), BURL_ARGUMENT);
  assert_int_equal(burl_sample_grid(program, &grid, NULL), BURL_ARGUMENT);
  memset(grid.size, 0, sizeof grid.size);
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  burl_free(program);
  burl_program *const published = compile("midpoint(style: published)", 2);
  grid = (burl_grid){.size = {4, 5}, .step = {1, 1}};
  expect_refused(published, &grid, BURL_SHAPE, __LINE__);
  burl_free(published);
}

static void test_wrong_points(void **state) {
  (void)state;
  burl_program *const program = compile("perlin()", 2), *const whole = compile("midpoint()", 2);
  const double at[1] = {0.5};
  const burl_points right = {.count = 1, .coord = {at, at}};
  float out = 7;
  assert_int_equal(burl_sample_points(NULL, &right, &out), BURL_ARGUMENT);
  assert_int_equal(burl_sample_points(program, NULL, &out), BURL_ARGUMENT);
  assert_int_equal(burl_sample_points(program, &right, NULL), BURL_ARGUMENT);
  assert_int_equal(burl_sample_points(whole, &right, &out), BURL_ARGUMENT);
  burl_points points = right;
  points.coord[1] = NULL;
  assert_int_equal(burl_sample_points(program, &points, &out), BURL_ARGUMENT);
  points = right;
  points.footprint = (double)NAN;
  assert_int_equal(burl_sample_points(program, &points, &out), BURL_ARGUMENT);
  points.footprint = -1;
  assert_int_equal(burl_sample_points(program, &points, &out), BURL_ARGUMENT);
  for (int i = 0; i < 4; i++) {
    points = right;
    points.reserved[i] = 1;
    assert_int_equal(burl_sample_points(program, &points, &out), BURL_ARGUMENT);
  }
  points = right;
  points.count = SIZE_MAX;
  assert_int_equal(burl_sample_points(program, &points, &out), BURL_ARGUMENT);
  assert_true(out == 7.0f);
  points = (burl_points){.count = 0};
  assert_int_equal(burl_sample_points(program, &points, NULL), BURL_OK);
  burl_free(program);
  burl_free(whole);
}

/* ---- NaN, and coordinates without noise ---- */

static void test_nan(void **state) {
  (void)state;
  static const char *const texts[] = {"sqrt(-1 - abs(x))",
                                      "0*(x - x)/(y - y)",
                                      "log(-1)",
                                      "0/0",
                                      "-(0/0)",
                                      "rgb(0/0, sqrt(-2), -sqrt(-1 - x*x))",
                                      "x/0*0",
                                      "pow(-2 - x*x, 0.5)"};
  for (int i = 0; i < COUNT(texts); i++) {
    for (int k = 0; k < COUNT(isa_names); k++) {
      burl_program *const program = compile_on(texts[i], 2, isa_names[k]);
      if (!program) continue;
      const burl_grid grid = {.size = {20, 20}, .step = {0.7, 0.3}};
      float *const out = sample_grid(program, &grid), *const points = sample_as_points(program, &grid);
      for (int n = 0; n < 400 * burl_channels(program); n++) {
        uint32_t bits, point_bits;
        memcpy(&bits, &out[n], sizeof bits);
        memcpy(&point_bits, &points[n], sizeof bits);
        if (bits != 0x7FC00000u || point_bits != bits)
          fail_msg("%s on %s: %08x and %08x", texts[i], isa_names[k], (unsigned)bits, (unsigned)point_bits);
      }
      assert_true(burl_bounds(program, 0).may_be_nan);
      free(out);
      free(points);
      burl_free(program);
    }
  }
}

/* The noises, each with its list of hashes. */
typedef struct {
  const char *noise, *option, *words;
} noise_row;
static const noise_row noise_rows[] = {
#define NOISE(name, kind, slope, signature, range, help) {#name, NULL, NULL},
#define OPTION(name, kind, standard, lo, hi, words, help) {NULL, #name, words},
#include "functions.def"
};

static void check_zero(const char *text, int dims) {
  static const double nowhere[] = {
      (double)NAN, (double)INFINITY, (double)-INFINITY, 2251799813685249.0, -2251799813685249.0, 1e300, -DBL_MAX};
  burl_program *const program = burl_compile(text, dims, NULL);
  if (!program) return;
  for (int axis = 0; axis < dims; axis++) {
    for (int i = 0; i < COUNT(nowhere); i++) {
      double at[4] = {0.3, 0.4, 0.6, 0.7};
      at[axis] = nowhere[i];
      const burl_points points = {.count = 1, .coord = {at, at + 1, at + 2, at + 3}};
      float out = 1;
      assert_int_equal(burl_sample_points(program, &points, &out), BURL_OK);
      if (out != 0.0f || signbit(out)) fail_msg("%s at %g: %g", text, nowhere[i], (double)out);
    }
  }
  const double edge[4] = {2251799813685248.0, -2251799813685248.0, 2251799813685248.0, 0.5};
  const burl_points points = {.count = 1, .coord = {edge, edge + 1, edge + 2, edge + 3}};
  float out = 2;
  assert_int_equal(burl_sample_points(program, &points, &out), BURL_OK);
  const burl_range range = burl_bounds(program, 0);
  assert_true((double)out >= range.lo && (double)out <= range.hi);
  burl_free(program);
}

static void test_nowhere(void **state) {
  (void)state;
  for (int dims = 1; dims <= 4; dims++) {
    const char *noise = NULL;
    for (int i = 0; i < COUNT(noise_rows); i++) {
      const noise_row *const row = &noise_rows[i];
      char text[128];
      if (row->noise) {
        noise = row->noise;
        snprintf(text, sizeof text, "%s()", noise);
        check_zero(text, dims);
      }
      for (const char *word = row->option ? row->words : NULL; word && noise && *word;) {
        const int length = (int)strcspn(word, " ");
        snprintf(text, sizeof text, "%s(%s: %.*s, period: 6, raw: 1)", noise, row->option, length, word);
        check_zero(text, dims);
        word += length + (word[length] == ' ');
      }
    }
  }
}

/* Where cells are narrower than samples, and columns go back and forth. */
static void test_narrow_cells(void **unused) {
  (void)unused;
  static const char *const texts[] = {"scale(perlin(), 0.1)",
                                      "scale(perlin(), 3)",
                                      "perlin(9*sin(x), y)",
                                      "value(40*abs(x), 3*y)",
                                      "scale(value(interp: catmull_rom, smooth: 1), 0.02)",
                                      "perlin(-7*x, -y)",
                                      "ridged(scale(perlin(), 0.2), octaves: 3)"};
  static const int64_t size[4] = {300, 20, 3};
  for (int dims = 2; dims <= 3; dims++) {
    const burl_grid grid = grid_of(dims, size);
    for (int i = 0; i < COUNT(texts); i++) check_recipe(texts[i], &grid, dims);
  }
}

/* Cells, all that they give, over grids of which many samples have the same points around them, and over some of
 * which few have: points without jitter are equally near to many samples. */
static void check_cells(int dims, double step, const char *give, const char *metric, const char *more) {
  char cells[96], slopes[320], warped[384];
  const char *const texts[] = {cells, slopes, warped};
  snprintf(cells, sizeof cells, "cells(give: %s, metric: %s%s)", give, metric, more);
  snprintf(slopes, sizeof slopes, "rgb(%s, d(%s, x), d(%s, y))", cells, cells, cells);
  snprintf(warped, sizeof warped, "warp(%s, 0.3*sin(9*y), 0.2*x*y)", slopes);
  static const int64_t sizes[3][4] = {{70, 19}, {37, 10, 2}, {37, 10}};
  const int64_t *const size = sizes[dims - 2];
  burl_grid grid = grid_of(dims, size);
  for (int axis = 0; axis < 4; axis++) {
    grid.origin[axis] = axis - 2.5;
    grid.step[axis] = step * (axis % 2 ? -1 : 1);
  }
  for (int i = 0; i < COUNT(texts); i++) check_recipe(texts[i], &grid, dims);
}
static void test_cells_near_each_other(void **unused) {
  (void)unused;
  static const char *const gives[] = {"f1", "f2", "f3", "f4", "f2_f1", "edge", "value", "id", "x", "y"};
  static const char *const metrics[] = {"euclid",          "euclid2",         "manhattan", "chebyshev",
                                        "minkowski, p: 3", "minkowski, p: 9", "hybrid"};
  static const char *const more[] = {"", ", jitter: 0", ", period: 5", ", jitter: 0.4"};
  const int every = scale_of_test() < 1 ? 7 : 1;
  int count = 0;
  for (int dims = 2; dims <= 4; dims++)
    for (int g = 0; g < COUNT(gives); g++)
      for (int m = 0; m < (strcmp(gives[g], "edge") == 0 ? 1 : COUNT(metrics)); m++, count++) {
        if (count % every != 0) continue;
        if (dims == 2 || (count + g) % 3 == 0)
          check_cells(dims, 0.0625, gives[g], metrics[m], more[count % COUNT(more)]);
        if ((count + g) % 4 == 0) check_cells(dims, 0.37, gives[g], metrics[m], more[count / 3 % COUNT(more)]);
        for (int i = 0; strcmp(gives[g], "edge") == 0 && dims < 4 && i < COUNT(more); i++)
          check_cells(dims, 0.0625, gives[g], metrics[m], more[i]);
        if ((g == 0 || strcmp(gives[g], "value") == 0) && dims < 4)
          check_cells(dims, 0.0625, gives[g], metrics[m], m % 2 ? ", smooth: 0.4" : ", smooth: 1, jitter: 0");
        if (m < 2) check_cells(dims, dims < 4 ? 0.37 : 0.0625, gives[g], metrics[m], ", sizes: 0.7");
      }
}

/* Over many cells there are some whose edges, or nearest points, are far. */
static void test_far_edges_of_cells(void **unused) {
  (void)unused;
  static const char *const texts[] = {"cells(give: edge)", "cells(give: value, metric: manhattan)", "cells(give: f2)",
                                      "cells(smooth: 0.6)", "warp(cells(give: edge), 0.1*y)"};
  burl_grid grid = {.size = {250, 120}, .step = {0.11, 0.09}, .threads = 1};
  for (int i = 0; i < COUNT(texts); i++) check_recipe(texts[i], &grid, 2);
}

/* Memory that is full of something: what is not written is not read. */
static void *allocate_dirty(void *user, void *old, size_t size) {
  (void)user;
  if (size == 0) {
    free(old);
    return NULL;
  }
  void *const made = realloc(old, size);
  if (made && !old) memset(made, 0xC3, size);
  return made;
}

static void test_dirty_memory(void **unused) {
  (void)unused;
  static const char *const more[] = {"value(hash: wood, period: 8)", "perlin(hash: table)", "value(smooth: 1)",
                                     "fbm(perlin(x), octaves: 3)"};
  static const int64_t size[4] = {67, 19};
  const burl_grid grid = grid_of(2, size);
  for (int i = 0; i < COUNT(recipes) + COUNT(recipes2) + COUNT(more); i++) {
    const int rest = i - COUNT(recipes);
    const char *const text = rest < 0                 ? recipes[i]
                             : rest < COUNT(recipes2) ? recipes2[rest]
                                                      : more[rest - COUNT(recipes2)];
    burl_program *const clean = compile(text, 2);
    float *const expected = sample_grid(clean, &grid);
    for (int n = 0; n < COUNT(isa_names); n++) {
      const burl_options options = {
          .struct_size = sizeof options, .dims = 2, .isa = isa_names[n], .allocate = allocate_dirty};
      burl_program *const program = burl_compile_with(text, strlen(text), &options, NULL);
      if (!program) continue;
      float *const out = sample_grid(program, &grid);
      const size_t count = (size_t)samples_of(&grid) * (size_t)burl_channels(program);
      expect_same(out, expected, count, text, "in dirty memory");
      free(out);
      burl_free(program);
    }
    free(expected);
    burl_free(clean);
  }
}

/* Where noise holds in some columns and lines of a block and not in others, sums and all. */
static void test_partly_nowhere(void **unused) {
  (void)unused;
  static const char *const texts[] = {"perlin() + 0.25", "0.5 + 0.25*abs(value())", "ridged(perlin(), octaves: 2)",
                                      "white() - 0.1*perlin()", "fbm(perlin(interp: wavelet), octaves: 3)"};
  for (int i = 0; i < COUNT(texts); i++) {
    burl_grid grid = {.size = {150, 40}, .origin = {0x1p51 - 60.5, -0x1p51 - 20}, .step = {1, 1}};
    check_recipe(texts[i], &grid, 2);
    grid.origin[1] = 3.3;
    check_recipe(texts[i], &grid, 2);
  }
}

/* Outputs that begin anywhere, in rows a whole number of cache lines apart or not, and larger than a
 * cache or not. */
static void check_output(const char *text, const char *isa, int wide, int high, int step) {
  burl_program *const program = compile_on(text, 3, isa);
  if (!program) return;
  burl_grid grid = {.size = {wide, high}, .step = {0.02, 0.03}, .threads = 1};
  float *const expected = sample_as_points(program, &grid);
  const int row = wide * burl_channels(program), whole = (row + 31) / 16 * 16;
  float *const room = malloc((size_t)(whole * high + 64) * sizeof *room);
  float *const line = room + (64 - (uintptr_t)room % 64) / sizeof *room;
  for (int lead = 0; lead < 16; lead += step) {
    grid.stride[1] = lead % 3 == 1 ? row + 2 : whole;
    assert_int_equal(burl_sample_grid(program, &grid, line + lead), BURL_OK);
    for (int y = 0; y < high; y++)
      expect_same(line + lead + y * grid.stride[1], expected + y * row, (size_t)row, text, isa);
  }
  free(room);
  free(expected);
  burl_free(program);
}

static void test_outputs_anywhere(void **unused) {
  (void)unused;
  static const char *const texts[] = {"perlin()", "ridged(perlin(), octaves: 2)", "sqrt(value())",
                                      "rgba(rgb(d(perlin(), z), d(perlin(), x), perlin()), d(perlin(), y))"};
  for (int i = 0; i < COUNT(texts); i++)
    for (int n = 0; n < COUNT(isa_names); n++) {
      static const int widths[] = {16, 17, 128, 130, 250, 507, 512, 530};
      for (int w = 0; w < COUNT(widths); w++) check_output(texts[i], isa_names[n], widths[w], 19, 1);
      if (!is_left_out(i, n)) check_output(texts[i], isa_names[n], 1029, 1030, 4);
    }
}

#if defined(__SSE__)
#include <xmmintrin.h>
/* A caller who flushes small numbers to zero, going in and coming out, gets the same bits. */
static void test_flushed_to_zero(void **unused) {
  (void)unused;
  static const char text[] = "fbm(perlin(), octaves: 3)*1e-38 + 3e-40";
  static const int64_t size[4] = {40, 30};
  const burl_grid grid = grid_of(2, size);
  burl_program *const program = compile(text, 2);
  float *const expected = sample_grid(program, &grid);
  int small = 0;
  for (int64_t i = 0; i < samples_of(&grid); i++) small += fpclassify(expected[i]) == FP_SUBNORMAL;
  assert_true(small > 100);
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040u);
  burl_program *const other = burl_compile(text, 2, NULL);
  float *const out = sample_grid(other, &grid), *const points = sample_as_points(other, &grid);
  const unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  assert_int_equal(after & 0xFFC0u, (before | 0x8040u) & 0xFFC0u);
  expect_same(out, expected, (size_t)samples_of(&grid), text, "flushed to zero");
  expect_same(points, expected, (size_t)samples_of(&grid), text, "flushed to zero, as points");
  free(out);
  free(points);
  free(expected);
  burl_free(program);
  burl_free(other);
}
#else
static void test_flushed_to_zero(void **unused) { (void)unused; }
#endif

/* A clone has the seed and the knobs of what it was made of. */
static void test_clones(void **unused) {
  (void)unused;
  burl_error error;
  burl_program *const program = burl_compile("param k = 1\nk*perlin()", 2, &error);
  assert_non_null(program);
  assert_int_equal(burl_seed(program, (uint64_t)1 << 40 | 7), BURL_OK);
  assert_int_equal(burl_set(program, "k", 3, &error), BURL_OK);
  burl_program *const clone = burl_clone(program);
  assert_non_null(clone);
  const burl_grid grid = {.size = {40, 40}, .step = {0.13, 0.17}};
  float a[1600], b[1600];
  assert_int_equal(burl_sample_grid(program, &grid, a), BURL_OK);
  burl_free(program);
  assert_int_equal(burl_sample_grid(clone, &grid, b), BURL_OK);
  assert_memory_equal(a, b, sizeof a);
  burl_free(clone);
}

/* Slices further apart than their rows take: a block of lines reaches over the gap.  Its last step may
 * write into whole cache lines of the rows themselves, or it may not. */
static void check_padded_slices(const char *text) {
  enum { NX = 48, NY = 21, NZ = 5, ROW = 50, SLICE = ROW * NY + 13 };
  burl_program *const program = burl_compile(text, 3, NULL);
  assert_non_null(program);
  burl_grid grid = {.size = {NX, NY, NZ}, .step = {0.11, 0.23, 0.31}};
  static float packed[NX * NY * NZ], padded[SLICE * NZ];
  assert_int_equal(burl_sample_grid(program, &grid, packed), BURL_OK);
  for (int i = 0; i < SLICE * NZ; i++) padded[i] = -7;
  grid.stride[0] = 1;
  grid.stride[1] = ROW;
  grid.stride[2] = SLICE;
  assert_int_equal(burl_sample_grid(program, &grid, padded), BURL_OK);
  int touched = 0;
  for (int i = 0; i < SLICE * NZ; i++) touched += padded[i] != -7;
  assert_int_equal(touched, NX * NY * NZ);
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      assert_memory_equal(packed + (k * NY + j) * NX, padded + k * SLICE + j * ROW, NX * sizeof(float));
  burl_free(program);
}

static void test_padded_slices(void **unused) {
  (void)unused;
  check_padded_slices("perlin() + 0.1*z");
  check_padded_slices("perlin()");
  check_padded_slices("ridged(value(), octaves: 2)");
}

/* Lines longer than what is made at once, from the first sample as from one behind the whole numbers up to 2^53; with
 * gaps, and by threads: as points, and as the first of two lines. */
static void check_single_line(const char *text, int dims, int64_t first, double step) {
  enum { LONG = 9001 };
  burl_program *const program = compile(text, dims);
  const int channels = burl_channels(program);
  burl_grid grid = {.size = {LONG}, .origin = {0.3, -2.6}, .step = {step, 0.25}, .first = {first}, .threads = 1};
  float *const points = sample_as_points(program, &grid);
  for (int threads = 1; threads <= 3; threads += 2)
    for (int gap = 0; gap <= 2; gap += 2) {
      static float out[1 + LONG * 5];
      for (int i = 0; i < COUNT(out); i++) out[i] = -7;
      grid.threads = threads;
      grid.stride[0] = channels + gap;
      assert_int_equal(burl_sample_grid(program, &grid, out + 1), BURL_OK);
      int touched = 0;
      for (int i = 0; i < COUNT(out); i++) touched += out[i] != -7;
      assert_int_equal(touched, LONG * channels);
      for (int i = 0; i < LONG; i++)
        expect_same(out + 1 + i * (channels + gap), points + i * channels, (size_t)channels, text, "a line");
    }
  grid.stride[0] = 0;
  grid.size[1] = dims > 1 ? 2 : 1;
  float *const two = sample_grid(program, &grid);
  expect_same(two, points, (size_t)(LONG * channels), text, "of two lines");
  free(two);
  free(points);
  burl_free(program);
}

static void test_single_lines(void **unused) {
  (void)unused;
  static const char *const of_lines[] = {"perlin()",
                                         "tile(fbm(perlin(), octaves: 3), 12)",
                                         "simplex(smooth: 1, period: 3)",
                                         "cells(give: f2)",
                                         "value(interp: catmull_rom, period: 5)",
                                         "rgb(perlin(), t, fbm(value(smooth: 1), octaves: 2))",
                                         "x",
                                         "0.25"};
  for (int i = 0; i < COUNT(of_lines); i++)
    for (int dims = 1; dims <= 2; dims++) {
      check_single_line(of_lines[i], dims, -3, 0.1);
      check_single_line(of_lines[i], dims, ((int64_t)1 << 53) - 3999, 0x1p-40);
    }
}

/* Lines of few samples, many of them, so that what is made at once ends within one. */
static void test_narrow_grids(void **unused) {
  (void)unused;
  static const int64_t sizes[][4] = {{7, 1501}, {3, 5, 601}, {1, 9001}};
  for (int i = 0; i < COUNT(sizes); i++) {
    const burl_grid grid = grid_of(4, sizes[i]);
    check_recipe("perlin() + x", &grid, 4);
  }
}

/* Tiles that can't be: one in another that it doesn't divide, one a millionth off a whole number. */
static void test_tiles_that_are_not_whole(void **unused) {
  (void)unused;
  static const char *const wrong[] = {"tile(tile(perlin(), 4), 2)", "tile(tile(perlin(), 3), 4)",
                                      "tile(scale(perlin(), 1.000001), 4)", "tile(fbm(x, octaves: auto), 1)",
                                      "tile(min(x, 1), 1)"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    burl_error error;
    assert_null(burl_compile(wrong[i], 2, &error));
    assert_int_equal(error.status, BURL_RECIPE);
    assert_int_equal(error.line, 1);
  }
  burl_program *const right = burl_compile("tile(tile(perlin(), 2), 4)", 2, NULL);
  assert_non_null(right);
  burl_free(right);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_clones),
      cmocka_unit_test(test_narrow_cells),
      cmocka_unit_test(test_cells_near_each_other),
      cmocka_unit_test(test_far_edges_of_cells),
      cmocka_unit_test(test_dirty_memory),
      cmocka_unit_test(test_partly_nowhere),
      cmocka_unit_test(test_outputs_anywhere),
      cmocka_unit_test(test_flushed_to_zero),
      cmocka_unit_test(test_padded_slices),
      cmocka_unit_test(test_single_lines),
      cmocka_unit_test(test_narrow_grids),
      cmocka_unit_test(test_tiles_that_are_not_whole),
      cmocka_unit_test(test_every_rate),
      cmocka_unit_test(test_gallery),
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_own_threads),
      cmocka_unit_test(test_rounding_mode),
      cmocka_unit_test(test_progress),
      cmocka_unit_test(test_wrong_grids),
      cmocka_unit_test(test_wrong_points),
      cmocka_unit_test(test_nan),
      cmocka_unit_test(test_nowhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
