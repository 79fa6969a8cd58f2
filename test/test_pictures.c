/* Images that are functions of the point: where they lie, how they go on beyond their edges, what they have in tiles,
 * and how they rise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "burl.h"
#include "draw.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { W = 13, H = 9, POINTS = 400 };

static float texels[W * H];

static const char *const reads[] = {"nearest", "bilinear", "cubic"};
static const char *const wraps[] = {"none", "clamp", "repeat", "mirror"};
enum { NEAREST, BILINEAR, CUBIC };
enum { NONE, CLAMP, REPEAT, MIRROR };

static int set_up(void **state) {
  (void)state;
  for (int i = 0; i < W * H; i++) texels[i] = (float)draw(0, 1);
  return 0;
}

/* The recipe with image "m", of these coordinates. */
static burl_program *program_of(const char *recipe, int dims, double origin, double step) {
  const burl_field field = {.data = texels, .size = {W, H}, .origin = {origin, origin}, .step = {step, step}};
  burl_error error;
  burl_program *const program = burl_compile(recipe, dims, &error);
  if (!program) fail_msg("%s: %s (%s)", recipe, error.message, error.hint);
  if (burl_set_image_with(program, "m", &field, &error) != BURL_OK) fail_msg("%s: %s", recipe, error.message);
  return program;
}

/* Its values at points; z is 0. */
static void values_at(const burl_program *program, const double *x, const double *y, int count, float *to) {
  static const double zeros[POINTS];
  const burl_points points = {.count = (size_t)count, .coord = {x, y, zeros, zeros}};
  assert_int_equal(burl_sample_points(program, &points, to), BURL_OK);
}

static int is_same(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

/* ---- A plain reading ----------------------------------------------------------------------------- */

static int wrapped(int wrap, int i, int n) {
  while (wrap == REPEAT && i < 0) i += n;
  while (wrap == REPEAT && i >= n) i -= n;
  while (wrap == MIRROR && (i < 0 || i >= n)) i = i < 0 ? -1 - i : 2 * n - 1 - i;
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static double weight_of(int read, double t) {
  t = fabs(t);
  if (read == NEAREST) return t < 0.5 ? 1 : 0;
  if (read == BILINEAR) return t < 1 ? 1 - t : 0;
  return t < 1 ? 1.5 * t * t * t - 2.5 * t * t + 1 : t < 2 ? -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2 : 0;
}

/* At a place in texels, 0 in the middle of the first one. */
static double plainly(int read, int wrap, double u, double v) {
  double sum = 0;
  if (wrap == NONE && (u < -0.5 || u > W - 0.5 || v < -0.5 || v > H - 0.5)) return (double)NAN;
  for (int j = (int)floor(v) - 2; j <= (int)floor(v) + 3; j++)
    for (int i = (int)floor(u) - 2; i <= (int)floor(u) + 3; i++)
      sum += weight_of(read, u - i) * weight_of(read, v - j) *
             (double)texels[wrapped(wrap, j, H) * W + wrapped(wrap, i, W)];
  return sum;
}

/* ---- Where it lies ------------------------------------------------------------------------------- */

/* At the middle of a sample it is that sample, and again wherever that comes again. */
static void test_centres(void **state) {
  static const double sizes[] = {1, 2, 0.3, 1000, 7.77};
  (void)state;
  for (int i = 0; i < 3 * 4 * COUNT(sizes); i++) {
    const int read = i % 3, wrap = i / 3 % 4;
    const double size = sizes[i / 12], texel = size / W;
    double x[W * H], y[W * H];
    float got[W * H];
    char recipe[100];
    snprintf(recipe, sizeof recipe, "image(\"m\", size: %g, read: %s, wrap: %s)", size, reads[read], wraps[wrap]);
    burl_program *const program = program_of(recipe, 2, 0, 0);
    const double turns = wrap < REPEAT ? 0 : -6;
    for (int k = 0; k < W * H; k++) {
      x[k] = (k % W + 0.5) * texel + turns * size;
      y[k] = (k / W + 0.5) * texel + turns * H * texel;
    }
    values_at(program, x, y, W * H, got);
    for (int k = 0; k < W * H; k++)
      if (!is_same(got[k], texels[k])) fail_msg("%s at %g, %g: %g, not %g", recipe, x[k], y[k], got[k], texels[k]);
    burl_free(program);
  }
}

static void test_wraps(void **state) {
  (void)state;
  for (int i = 0; i < 3 * 4 * 2; i++) {
    const int read = i % 3, wrap = i / 3 % 4, has_size = i / 12;
    double x[POINTS], y[POINTS];
    float got[POINTS];
    char recipe[100];
    snprintf(recipe, sizeof recipe, "at(image(\"m\", %sread: %s, wrap: %s), x, y)", has_size ? "size: 6.5, " : "",
             reads[read], wraps[wrap]);
    burl_program *const program = program_of(recipe, 2, -3, 2);
    for (int k = 0; k < POINTS; k++) x[k] = draw(-50, 50), y[k] = draw(-50, 50);
    values_at(program, x, y, POINTS, got);
    for (int k = 0; k < POINTS; k++) {
      const double u = has_size ? 2 * x[k] - 0.5 : (x[k] + 3) / 2, v = has_size ? 2 * y[k] - 0.5 : (y[k] + 3) / 2;
      const double is = plainly(read, wrap, u, v);
      const int goes_on = wrap == NONE && !has_size && (u < 1 || u > W - 2 || v < 1 || v > H - 2); /* see language.md */
      if (isnan(is) != isnan((double)got[k])) fail_msg("%s at %g, %g: %g, not %g", recipe, u, v, (double)got[k], is);
      if (!isnan(is) && !goes_on && fabs((double)got[k] - is) > 1e-6)
        fail_msg("%s at %g, %g: %g, not %g", recipe, u, v, (double)got[k], is);
    }
    burl_free(program);
  }
}

/* One number is the width; two are both; 0 is by the aspect. */
static void test_sizes(void **state) {
  static const struct {
    const char *size;
    double width, height;
  } rows[] = {{"26", 26, 18}, {"26, 4.5", 26, 4.5}, {"0, 18", 26, 18}, {"26, 0", 26, 18}};
  (void)state;
  for (int i = 0; i < COUNT(rows); i++) {
    char recipe[60];
    float got;
    snprintf(recipe, sizeof recipe, "image(\"m\", size: %s)", rows[i].size);
    burl_program *const program = program_of(recipe, 2, 5, 3);
    const double x = 7.5 / W * rows[i].width, y = 4.5 / H * rows[i].height;
    values_at(program, &x, &y, 1, &got);
    assert_true(is_same(got, texels[4 * W + 7]));
    burl_free(program);
  }
}

/* The file's first line is at the picture's top, whichever way y goes. */
static void test_the_first_line_is_at_the_top(void **state) {
  burl_program *const program = program_of("image(\"m\", size: 13, wrap: repeat)", 2, 0, 0);
  (void)state;
  for (int is_down = 0; is_down < 2; is_down++) {
    const burl_grid grid = {.size = {W, H}, .origin = {0.5, is_down ? 0.5 : H - 0.5}, .step = {1, is_down ? 1 : -1}};
    float got[W * H];
    assert_int_equal(burl_sample_grid(program, &grid, got), BURL_OK);
    assert_memory_equal(got, texels, sizeof got);
  }
  burl_free(program);
  burl_program *const upwards = program_of("view 0, 9, 13, 0\nimage(\"m\", size: 13)", 2, 0, 0);
  float got;
  values_at(upwards, (const double[]){0.5}, (const double[]){8.5}, 1, &got);
  assert_true(is_same(got, texels[0]));
  burl_free(upwards);
}

/* ---- The same bits ------------------------------------------------------------------------------- */

static const char *const moved[] = {
    "image(\"m\", size: 3, wrap: repeat)",
    "warp(image(\"m\", size: 3, read: cubic, wrap: mirror), perlin(), 0.5*value())",
    "rotate(image(\"m\", read: nearest), 30)",
    "tile(shift(image(\"m\", size: 2, 1, read: cubic, wrap: repeat), 0.3*perlin(), 0.1), 4)",
    "image(\"m\", nodata: fill, wrap: clamp) + slope(image(\"m\", size: 3, read: cubic, wrap: repeat))",
    "scale(image(\"m\", size: 1), 5) + fbm(perlin(), octaves: 3)",
};

static void test_bits(void **state) {
  enum { N = 150, M = 140 };
  static float whole[M][N], other[M][N], points[N];
  (void)state;
  for (int i = 0; i < COUNT(moved); i++) {
    burl_program *const program = program_of(moved[i], 2, -2, 0.75);
    assert_false(burl_needs_whole_grid(program));
    burl_grid grid = {.size = {N, M}, .origin = {-4, -3}, .step = {0.0625, 0.0625}, .threads = 1};
    assert_int_equal(burl_sample_grid(program, &grid, *whole), BURL_OK);
    grid.threads = 3;
    assert_int_equal(burl_sample_grid(program, &grid, *other), BURL_OK);
    assert_memory_equal(whole, other, sizeof whole);
    const burl_grid part = {
        .size = {40, 30}, .first = {71, 53}, .origin = {-4, -3}, .step = {0.0625, 0.0625}, .stride = {1, N}};
    assert_int_equal(burl_sample_grid(program, &part, &other[0][0]), BURL_OK);
    for (int j = 0; j < 30; j++) assert_memory_equal(other[j], &whole[53 + j][71], 40 * sizeof(float));
    double x[N], y[N];
    for (int k = 0; k < N; k++) x[k] = -4 + k * 0.0625, y[k] = -3 + (k % M) * 0.0625;
    values_at(program, x, y, N, points);
    for (int k = 0; k < M; k++)
      if (!is_same(points[k], whole[k][k])) fail_msg("%s: point %d", moved[i], k);
    burl_free(program);
  }
}

/* In three dimensions, too, where it varies with two of them. */
static void test_in_space(void **state) {
  burl_program *const program = program_of("at(image(\"m\", size: 3, wrap: repeat), x + z, 0.5)", 3, 0, 0);
  burl_program *const plane = program_of("at(image(\"m\", size: 3, wrap: repeat), x, 0.5)", 2, 0, 0);
  const burl_grid grid = {.size = {30, 20, 5}, .step = {0.25, 0.25, 0.5}, .footprint = 0.1};
  const burl_grid line = {.size = {40}, .step = {0.25}, .footprint = 0.1};
  static float space[5][20][30], row[40];
  (void)state;
  assert_int_equal(burl_sample_grid(program, &grid, **space), BURL_OK);
  assert_int_equal(burl_sample_grid(plane, &line, row), BURL_OK);
  for (int k = 0; k < 5; k++)
    for (int j = 0; j < 20; j++) assert_memory_equal(space[k][j], row + 2 * k, sizeof space[k][j]);
  burl_free(program);
  burl_free(plane);
}

static void test_tiles(void **state) {
  static const char *const recipes[] = {"tile(image(\"m\", size: 2, 1, wrap: repeat), 4)",
                                        "tile(image(\"m\", size: 1, 2, wrap: mirror, read: cubic), 4)",
                                        "tile(image(\"m\", read: nearest, wrap: repeat), 26, 9)",
                                        "tile(at(image(\"m\", size: 1, 1, wrap: repeat), x, 2*y), 4, 2)",
                                        "tile(warp(image(\"m\", size: 1, 1, wrap: repeat), perlin(), perlin()), 4)"};
  (void)state;
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *const program = program_of(recipes[i], 2, 0.5, 1);
    const double px = i == 2 ? 26 : 4, py = i == 2 ? 9 : i == 3 ? 2 : 4;
    double x[2][POINTS / 2], y[2][POINTS / 2];
    float got[2][POINTS / 2];
    for (int k = 0; k < POINTS / 2; k++) {
      x[0][k] = floor(draw(0, 16384)) / 1024, y[0][k] = floor(draw(0, 16384)) / 1024;
      x[1][k] = x[0][k] + px * (k % 2 ? 1e6 : 1), y[1][k] = y[0][k] - py * (k % 3);
    }
    for (int k = 0; k < 2; k++) values_at(program, x[k], y[k], POINTS / 2, got[k]);
    assert_memory_equal(got[0], got[1], sizeof *got);
    burl_free(program);
  }
}

/* What doesn't fit the tile is refused once the image is known, and the program is as before. */
static void test_refused_images(void **state) {
  static const struct {
    const char *recipe, *message, *hint;
    double step;
  } rows[] = {{"tile(image(\"m\", size: 2, wrap: repeat), 4)", "repeats 2.888888889 times", "a tile", 0},
              {"tile(image(\"m\", wrap: repeat), 4)", "no coordinates", "size: 2, wrap: repeat", 0},
              {"tile(image(\"m\", wrap: repeat), 4)", "repeats 0.3076923077 times", "a tile that is 13", 1},
              {"shift(image(\"m\"), 1)", "shift() moves", "image(\"m\", size: 2)", 0},
              {"scale(tile(image(\"m\"), 4), 2)", "inside a tile", "wrap: repeat", 1}};
  (void)state;
  for (int i = 0; i < COUNT(rows); i++) {
    const burl_field field = {.data = texels, .size = {W, H}, .step = {rows[i].step, rows[i].step}};
    burl_error error = {0};
    float got;
    burl_program *const program = burl_compile(rows[i].recipe, 2, &error);
    if (program) assert_int_equal(burl_set_image_with(program, "m", &field, &error), BURL_RECIPE);
    if (!strstr(error.message, rows[i].message) || !strstr(error.hint, rows[i].hint))
      fail_msg("%s: %s (%s)", rows[i].recipe, error.message, error.hint);
    const burl_grid grid = {.size = {1, 1}};
    const burl_points points = {.count = 1, .coord = {(const double[]){0}, (const double[]){0}}};
    if (program) assert_int_equal(burl_sample_grid(program, &grid, &got), BURL_FILE);
    if (program) assert_int_equal(burl_sample_points(program, &points, &got), BURL_FILE);
    burl_free(program);
  }
}

/* ---- How it rises -------------------------------------------------------------------------------- */

/* Derivatives are those of the reading: of cubic pieces to the last bits of a double, of a bilinear one on its lines
 * that towards larger places. */
static void test_slopes(void **state) {
  static const double tiny = 1e-4;
  (void)state;
  for (int i = 0; i < 2 * 3 * 4; i++) {
    const int read = BILINEAR + i % 2, wrap = CLAMP + i / 2 % 3, by_y = i / 6 % 2, is_second = i / 12;
    char recipe[120];
    double x[POINTS], y[POINTS];
    float got[POINTS];
    snprintf(recipe, sizeof recipe,
             is_second ? "d(d(image(\"m\", size: 26, read: %s, wrap: %s), %c), x)"
                       : "d(image(\"m\", size: 26, read: %s, wrap: %s), %c)",
             reads[read], wraps[wrap], by_y ? 'y' : 'x');
    burl_program *const program = program_of(recipe, 2, 0, 0);
    for (int k = 0; k < POINTS; k++) x[k] = draw(-10, 50), y[k] = draw(-10, 50);
    values_at(program, x, y, POINTS, got);
    for (int k = 0; k < POINTS; k++) {
      const double u = 0.5 * x[k] - 0.5, v = 0.5 * y[k] - 0.5, fu = u - floor(u), fv = v - floor(v);
      if (fmin(fmin(fu, 1 - fu), fmin(fv, 1 - fv)) < 2 * tiny) continue;
      double is = 0;
      for (int a = -1; a <= 1; a += 2)
        for (int b = -1; b <= is_second; b += 2) {
          const double on_x = (by_y ? 0 : a) + (is_second ? b : 0), on_y = by_y ? a : 0;
          is += (is_second ? a * b : a) * plainly(read, wrap, u + on_x * tiny, v + on_y * tiny);
        }
      is /= is_second ? 16 * tiny * tiny : 4 * tiny;
      if (fabs((double)got[k] - is) > (is_second ? 1e-4 : 1e-5))
        fail_msg("%s at %g, %g: %g, not %g", recipe, u, v, (double)got[k], is);
    }
    burl_free(program);
  }
}

static void test_slope_on_a_line(void **state) {
  burl_program *const program = program_of("d(image(\"m\", size: 13, wrap: repeat), x)", 2, 0, 0);
  (void)state;
  for (int i = 0; i < W; i++) {
    float got;
    values_at(program, (const double[]){i + 0.5}, (const double[]){0.5}, 1, &got);
    assert_true(is_same(got, (float)((double)texels[(i + 1) % W] - (double)texels[i])));
  }
  burl_free(program);
}

/* ---- Bounds -------------------------------------------------------------------------------------- */

static burl_status load(void *user, const char *file, burl_field *out) {
  (void)user, (void)file;
  float *const copy = malloc(sizeof texels);
  assert_non_null(copy);
  memcpy(copy, texels, sizeof texels);
  *out = (burl_field){.data = copy, .size = {W, H}, .step = {0.5, 0.5}};
  return BURL_OK;
}

static void test_bounds(void **state) {
  float lo = 1, hi = 0;
  (void)state;
  for (int k = 0; k < W * H; k++) lo = fminf(lo, texels[k]), hi = fmaxf(hi, texels[k]);
  for (int i = 0; i < 3 * 4 * 2; i++) {
    const int read = i % 3, wrap = i / 3 % 4, has_size = i / 12;
    const burl_options options = {.struct_size = sizeof options, .dims = 2, .load = load};
    char recipe[100];
    snprintf(recipe, sizeof recipe, "image(\"m\", %sread: %s, wrap: %s)", has_size ? "size: 2, " : "", reads[read],
             wraps[wrap]);
    burl_program *const program = burl_compile_with(recipe, strlen(recipe), &options, NULL);
    assert_non_null(program);
    const burl_range range = burl_bounds(program, 0);
    assert_int_equal(range.may_be_nan, wrap == NONE);
    if (read != CUBIC && (wrap != NONE || has_size)) assert_true(range.lo == (double)lo && range.hi == (double)hi);
    const burl_grid grid = {.size = {70, 70}, .origin = {-3, -3}, .step = {0.13, 0.117}};
    static float got[70 * 70];
    assert_int_equal(burl_sample_grid(program, &grid, got), BURL_OK);
    for (int k = 0; k < COUNT(got); k++)
      if (!isnan(got[k]) && !((double)got[k] >= range.lo && (double)got[k] <= range.hi)) fail_msg("%s", recipe);
    burl_free(program);
  }
}

/* Far out and nowhere, too. */
static void test_anywhere(void **state) {
  static const double far[] = {1e300, -1e300, INFINITY, -INFINITY, NAN, 1e18, -1e18, 0x1p52, 1e-300, -0.0};
  (void)state;
  for (int i = 0; i < 3 * 4; i++) {
    char recipe[100];
    float got;
    snprintf(recipe, sizeof recipe, "image(\"m\", size: 1e-3, read: %s, wrap: %s)", reads[i % 3], wraps[i / 3]);
    burl_program *const program = program_of(recipe, 2, 0, 0);
    for (int k = 0; k < COUNT(far) * 2; k++) {
      const double x = k % 2 ? 0.0001 : far[k / 2], y = k % 2 ? far[k / 2] : 0.0001;
      values_at(program, &x, &y, 1, &got);
      if (isfinite(far[k / 2]) && i / 3 != NONE) assert_true(got >= -0.6f && got <= 1.6f);
      if (isnan(far[k / 2])) assert_true(isnan(got));
    }
    burl_free(program);
  }
}

/* ---- Far away ------------------------------------------------------------------------------------ */

/* The value of a recipe of image "m" at a point, where samples are `apart`. */
static float seen(const char *recipe, const burl_field *field, double x, double y, double apart) {
  const burl_points points = {.count = 1, .coord = {&x, &y}, .footprint = apart};
  float got;
  burl_program *const program = burl_compile(recipe, 2, NULL);
  assert_int_equal(burl_set_image(program, "m", field), BURL_OK);
  assert_int_equal(burl_sample_points(program, &points, &got), BURL_OK);
  burl_free(program);
  return got;
}

/* At its own scale and finer a picture is read as it is; at twice that it is the means of four samples, and far away
 * the mean of all. */
static void test_means(void **state) {
  enum { N = 8, M = 4 };
  const burl_field small = {.data = texels, .size = {N, M}}, odd = {.data = texels, .size = {W, H}};
  static const double sizes[] = {8, 0.1, 7.7};
  double mean = 0;
  (void)state;
  for (int i = 0; i < W * H; i++) mean += (double)texels[i] / (W * H);
  for (int read = BILINEAR; read <= CUBIC; read++)
    for (int i = 0; i < COUNT(sizes); i++) {
      char recipe[80];
      snprintf(recipe, sizeof recipe, "image(\"m\", size: %g, read: %s, wrap: repeat)", sizes[i], reads[read]);
      const double texel = sizes[i] / N;
      assert_true(is_same(seen(recipe, &small, 2.5 * texel, 1.5 * texel, texel), texels[N + 2]));
      const float *const t = texels + 2 * N + 4;
      const double four = ((double)t[0] + (double)t[1] + (double)t[N] + (double)t[N + 1]) / 4;
      assert_true(fabs((double)seen(recipe, &small, 5 * texel, 3 * texel, 2 * texel) - four) < 1e-4);
      assert_true(fabs((double)seen(recipe, &odd, 0.3, 0.7, 1e4) - mean) < 1e-6);
    }
  const float nearest = seen("image(\"m\", size: 13, read: nearest)", &odd, 4.2, 3.1, 1e4);
  assert_true(is_same(nearest, texels[3 * W + 4]));
  const float placed = seen("image(\"m\")", &(burl_field){.data = texels, .size = {W, H}, .step = {1, 1}}, 4, 3, 1e4);
  assert_true(is_same(placed, texels[3 * W + 4]));
}

/* At its own scale it is itself, however the size and its parts are rounded: its least sample shows the least
 * change. */
static void test_own_scale(void **state) {
  const burl_field field = {.data = texels, .size = {W, H}};
  int least = 0;
  (void)state;
  for (int i = 1; i < W * H; i++) least = texels[i] < texels[least] ? i : least;
  for (int k = 1; k <= 200; k++) {
    char recipe[60];
    const double texel = 0.07 * k / W;
    snprintf(recipe, sizeof recipe, "image(\"m\", size: %g, wrap: clamp)", 0.07 * k);
    const float got = seen(recipe, &field, (least % W + 0.5) * texel, (least / W + 0.5) * texel, texel);
    assert_true(is_same(got, texels[least]));
  }
}

/* Far away, too, derivatives are those of what is read. */
static void test_slopes_far_away(void **state) {
  static const double tiny = 1e-3;
  const burl_field field = {.data = texels, .size = {W, H}};
  (void)state;
  for (int i = 0; i < 40; i++) {
    const double x = draw(0, 26), apart = draw(2, 30);
    const char *const recipe = "image(\"m\", size: 26, read: cubic, wrap: repeat)";
    const double rise =
        (double)seen(recipe, &field, x + tiny, 3, apart) - (double)seen(recipe, &field, x - tiny, 3, apart);
    const double is = (double)seen("d(image(\"m\", size: 26, read: cubic, wrap: repeat), x)", &field, x, 3, apart);
    assert_true(fabs(is - rise / (2 * tiny)) < 2e-4);
  }
}

/* The further away it is, the less changes from sample to sample. */
static void test_it_does_not_shimmer(void **state) {
  const burl_field field = {.data = texels, .size = {W, H}};
  double most[4] = {0};
  (void)state;
  for (int i = 0; i < 40; i++)
    for (int k = 0; k < 4; k++) {
      const char *const recipe = "at(image(\"m\", size: 13, wrap: repeat), 5*x, 5*y)"; /* 5 texels a unit */
      const double apart = k ? 0.2 * (1 << k) : 0, x = draw(0, 13);
      most[k] = fmax(most[k], fabs((double)seen(recipe, &field, x, 0.3, apart) -
                                   (double)seen(recipe, &field, x + 0.1, 0.3, apart)));
    }
  assert_true(most[1] < 0.7 * most[0] && most[2] < 0.7 * most[1] && most[3] < 0.7 * most[2]);
}

/* Means of colours are those of their light, means of channels those of their numbers; missing samples count for
 * nothing. */
static void test_means_of_light(void **state) {
  static const float two[] = {0, 0, 0, 1, 1, 1}, holed[] = {0.25f, (float)NAN};
  burl_field field = {.data = two, .size = {2, 1}, .channels = 3};
  const burl_field heights = {.data = holed, .size = {2, 1}};
  (void)state;
#define FAR(give) "image(\"m\", size: 1, give: " give ")"
  for (field.is_linear = 0; field.is_linear < 2; field.is_linear++) {
    assert_true(fabsf(seen(FAR("grey"), &field, 0.5, 0.2, 9) - 0.735357f) < 1e-5f);
    assert_true(is_same(seen(FAR("g"), &field, 0.5, 0.2, 9), 0.5f));
  }
  assert_true(is_same(seen(FAR("heights"), &heights, 0.1, 0.2, 9), 0.25f));
}

/* ---- Memory -------------------------------------------------------------------------------------- */

/* What is made of a file's image is kept: the same bits as of the caller's, and no memory for it in the next call. */
static int allocations, left;
static void *allocate(void *user, void *old, size_t size) {
  (void)user;
  if (size == 0) return free(old), NULL;
  allocations++;
  return left-- == 0 ? NULL : realloc(old, size);
}

static burl_status load_by(void *user, const char *file, burl_field *out) {
  (void)file;
  float *const copy = allocate(user, NULL, sizeof texels);
  if (!copy) return BURL_MEMORY;
  memcpy(copy, texels, sizeof texels);
  *out = (burl_field){.data = copy, .size = {W, H}};
  return BURL_OK;
}

static void test_memory(void **state) {
  static const char recipe[] = "image(\"m\", size: 1, nodata: fill, wrap: repeat) + image(\"m\", size: 1, give: rgb)";
  const burl_grid grid = {.size = {40, 30}, .step = {0.3, 0.3}, .threads = 1};
  const burl_field field = {.data = texels, .size = {W, H}};
  static float got[2][40 * 30 * 3];
  (void)state;
  for (int is_own = 0; is_own < 2; is_own++) {
    const burl_options options = {
        .struct_size = sizeof options, .allocate = allocate, .load = is_own ? load_by : NULL, .dims = 2};
    burl_status status = BURL_MEMORY;
    for (int n = 0; status != BURL_OK; n++) {
      left = n;
      burl_program *const program = burl_compile_with(recipe, strlen(recipe), &options, NULL);
      if (!program) continue;
      status = is_own ? BURL_OK : burl_set_image(program, "m", &field);
      if (status == BURL_OK) status = burl_sample_grid(program, &grid, got[is_own]);
      assert_true(status == BURL_OK || status == BURL_MEMORY);
      left = -1;
      allocations = 0;
      if (status == BURL_OK) assert_int_equal(burl_sample_grid(program, &grid, got[is_own]), BURL_OK);
      if (status == BURL_OK) assert_true(allocations == 0);
      burl_free(program);
    }
  }
  assert_memory_equal(got[0], got[1], sizeof *got);
}

/* Samples that are given anew are read anew. */
static void test_given_anew(void **state) {
  float two[2] = {0.25f, 0.75f}, got;
  const double at = 0.3;
  const burl_field field = {.data = two, .size = {2, 1}};
  const burl_points far = {.count = 1, .coord = {&at, &at}, .footprint = 9};
  burl_program *const program = burl_compile("image(\"m\", size: 1)", 2, NULL);
  (void)state;
  for (int k = 0; k < 2; k++) {
    two[1] = k ? 0.25f : 0.75f;
    assert_int_equal(burl_set_image(program, "m", &field), BURL_OK);
    assert_int_equal(burl_sample_points(program, &far, &got), BURL_OK);
    assert_true(is_same(got, k ? 0.25f : 0.5f));
  }
  burl_free(program);
}

/* Calls on several threads make what they need of an image at once, and one of them keeps it. */
typedef struct {
  const burl_program *program;
  float got[20 * 20];
} call;

static void *sample_once(void *arg) {
  call *const c = arg;
  const burl_grid grid = {.size = {20, 20}, .step = {0.3, 0.3}, .threads = 1};
  return burl_sample_grid(c->program, &grid, c->got) == BURL_OK ? c : NULL;
}

static void test_threads(void **state) {
  enum { THREADS = 4 };
  static const char recipe[] = "image(\"m\", size: 1, give: grey, nodata: fill, wrap: mirror)";
  const burl_options options = {.struct_size = sizeof options, .load = load};
  static call calls[THREADS];
  pthread_t threads[THREADS];
  (void)state;
  for (int round = 0; round < 20; round++) {
    burl_program *const program = burl_compile_with(recipe, strlen(recipe), &options, NULL);
    for (int i = 0; i < THREADS; i++) {
      calls[i].program = program;
      assert_int_equal(pthread_create(&threads[i], NULL, sample_once, &calls[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
      void *done;
      pthread_join(threads[i], &done);
      assert_non_null(done);
      assert_memory_equal(calls[i].got, calls[0].got, sizeof calls[i].got);
    }
    burl_free(program);
  }
}

/* ---- Channels ------------------------------------------------------------------------------------ */

/* A channel of a picture is what an image of that alone is. */
static void test_channels(void **state) {
  static const char *const give[] = {"r", "g", "b", "a"};
  static float picture[W * H * 4], alone[W * H], got[2][40 * 40];
  const burl_grid grid = {.size = {40, 40}, .origin = {-1.3, -0.7}, .step = {0.1, 0.07}};
  (void)state;
  for (int k = 0; k < W * H * 4; k++) picture[k] = k % 37 == 5 ? (float)NAN : (float)draw(0, 1);
  for (int i = 0; i < 3 * 4 * 4 * 3; i++) {
    const int read = i % 3, wrap = i / 3 % 4, channels = 1 + i / 12 % 4, place = i / 48;
    char options[100], recipe[140];
    snprintf(options, sizeof options, "%sread: %s, wrap: %s, nodata: %s", place == 0 ? "size: 2, " : "", reads[read],
             place == 2 ? "none" : wraps[wrap], i % 2 ? "keep" : "fill");
    for (int c = 0; c < channels; c++) {
      const char *const word = channels > 2 ? give[c] : c ? "a" : "grey";
      for (int k = 0; k < W * H; k++) alone[k] = picture[channels * k + c];
      for (int k = 0; k < 2; k++) {
        burl_field field = {.data = k ? alone : picture, .size = {W, H}, .channels = k ? 0 : channels};
        field.step[0] = field.step[1] = place == 1 ? 0.125 : 0;
        snprintf(recipe, sizeof recipe, "image(\"m\", %s, give: %s)", options, k ? "heights" : word);
        burl_program *const program = burl_compile(recipe, 2, NULL);
        assert_int_equal(burl_set_image(program, "m", &field), BURL_OK);
        assert_int_equal(burl_sample_grid(program, &grid, got[k]), BURL_OK);
        burl_free(program);
      }
      if (memcmp(got[0], got[1], sizeof *got) != 0) fail_msg("%s of %d", recipe, channels);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_centres),
      cmocka_unit_test(test_wraps),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_the_first_line_is_at_the_top),
      cmocka_unit_test(test_bits),
      cmocka_unit_test(test_in_space),
      cmocka_unit_test(test_tiles),
      cmocka_unit_test(test_refused_images),
      cmocka_unit_test(test_slopes),
      cmocka_unit_test(test_slope_on_a_line),
      cmocka_unit_test(test_bounds),
      cmocka_unit_test(test_anywhere),
      cmocka_unit_test(test_channels),
      cmocka_unit_test(test_means),
      cmocka_unit_test(test_own_scale),
      cmocka_unit_test(test_slopes_far_away),
      cmocka_unit_test(test_it_does_not_shimmer),
      cmocka_unit_test(test_means_of_light),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_given_anew),
  };
  return cmocka_run_group_tests(tests, set_up, NULL);
}
