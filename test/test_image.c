/* What is in a picture's file: PNG read back by libpng and compared with the floats, and how a file
 * appears. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "image/image.h"
#include "process.h"

#include <errno.h>
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- reading back ---------------------------------------------------------------------------- */

typedef struct {
  unsigned width, height;
  int channels, depth;
  unsigned *values; /* [height][width][channels], to be freed */
} picture;

static picture read_png(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) fail_msg("libpng can't read %s", path);
  png_init_io(png, file);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_read_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);

  picture p = {png_get_image_width(png, info), png_get_image_height(png, info), png_get_channels(png, info),
               png_get_bit_depth(png, info), NULL};
  png_bytepp rows = png_get_rows(png, info);
  const size_t row = (size_t)p.width * (size_t)p.channels;
  p.values = malloc(p.height * row * sizeof *p.values);
  assert_non_null(p.values);
  for (size_t j = 0; j < p.height; j++) {
    for (size_t i = 0; i < row; i++) {
      p.values[j * row + i] = p.depth == 16 ? 256u * rows[j][2 * i] + rows[j][2 * i + 1] : rows[j][i];
    }
  }
  png_destroy_read_struct(&png, &info, NULL);
  fclose(file);
  return p;
}

static void save(const char *path, const image *what) {
  image_file file;
  image_error error;
  if (image_begin(&file, path, image_format_of(path, &error), &error) != 0) fail_msg("%s", error.text);
  if (image_finish(&file, what, &error) != 0) fail_msg("%s", error.text);
  image_abandon(&file);
}

/* Each value as the convention has it, in exact enough arithmetic of its own. */
static unsigned expected(double h, double lo, double hi, double full) {
  const long double v = roundl(((long double)h - lo) / ((long double)hi - lo) * full);
  return isnan(h) || v < 0 ? 0 : v > full ? (unsigned)full : (unsigned)v;
}

static void assert_png(const char *path, const image *what) {
  const picture p = read_png(path);
  assert_int_equal(p.width, what->size[0]);
  assert_int_equal(p.height, what->size[1]);
  assert_int_equal(p.channels, what->channels);
  assert_int_equal(p.depth, what->depth);
  const int is_grey = what->channels == 1;
  const double lo = is_grey ? what->lo : 0, hi = is_grey ? what->hi : 1;
  for (size_t i = 0; i < (size_t)p.width * p.height * (size_t)p.channels; i++) {
    assert_int_equal(p.values[i], expected(what->data[i], lo, hi, what->depth == 16 ? 65535 : 255));
  }
  free(p.values);
}

/* ---- PNG ------------------------------------------------------------------------------------- */

static void test_png_values(void **state) {
  (void)state;
  enum { W = 37, H = 23 };
  static float data[W * H * 4];
  for (size_t i = 0; i < W * H * 4; i++) data[i] = (float)(1.6 * sin(0.37 * (double)(i * i)));
  data[5] = NAN;
  data[6] = INFINITY;
  data[7] = -INFINITY;
  static const int channels[] = {1, 3, 4}, depths[] = {8, 16};
  for (int c = 0; c < 3; c++) {
    for (int d = 0; d < 2; d++) {
      const image what = {.data = data,
                          .axes = 2,
                          .size = {W, H, 1, 1},
                          .channels = channels[c],
                          .lo = -1.25,
                          .hi = 1.5,
                          .depth = depths[d]};
      save("a.png", &what);
      assert_png("a.png", &what);
    }
  }
}

/* Full scale is 255 and 65535; halves round up; what is outside is clamped. */
static void test_png_scale(void **state) {
  (void)state;
  static const float data[] = {0, 1, -0.5f, 1.5f, 0.5f, 100.5f / 255, 100.49f / 255};
  image what = {.data = data, .axes = 1, .size = {7, 1, 1, 1}, .channels = 1, .lo = 0, .hi = 1, .depth = 8};
  save("a.PNG", &what);
  picture p = read_png("a.PNG");
  static const unsigned eight[] = {0, 255, 0, 255, 128, 101, 100};
  for (int i = 0; i < 7; i++) assert_int_equal(p.values[i], eight[i]);
  free(p.values);
  what.depth = 16;
  save("a.PNG", &what);
  p = read_png("a.PNG");
  static const unsigned sixteen[] = {0, 65535, 0, 65535, 32768};
  for (int i = 0; i < 5; i++) assert_int_equal(p.values[i], sixteen[i]);
  free(p.values);
}

static void test_png_without_a_range_is_black(void **state) {
  (void)state;
  static const float data[] = {3, 3, 3};
  const image what = {.data = data, .axes = 2, .size = {3, 1, 1, 1}, .channels = 1, .lo = 3, .hi = 3, .depth = 8};
  save("a.png", &what);
  const picture p = read_png("a.png");
  for (int i = 0; i < 3; i++) assert_int_equal(p.values[i], 0);
  free(p.values);
}

/* ---- bands ----------------------------------------------------------------------------------- */

typedef enum { CLOUDS, STATIC, FLAT, RAMP } motif;

/* A picture whose samples are the same however they are asked for. */
typedef struct {
  motif motif;
  int64_t line; /* samples of all channels in a line */
  int channels;
  int64_t fails_at;   /* the line that can't be made; -1: none */
  double cancel_when; /* this much is done; over 1: never */
} scene;

static float sample_of(const scene *s, int64_t j, int64_t i) {
  const uint32_t mixed = ((uint32_t)j * 0x9E3779B1u ^ (uint32_t)i) * 0x85EBCA77u;
  switch (s->motif) {
  case CLOUDS: return (float)(0.5 + 0.4 * sin(0.002 * (double)i) * cos(0.003 * (double)j));
  case STATIC: return (float)((mixed ^ mixed >> 15) * 0x2C1B3C6Du >> 8) / 16777216.0f;
  case FLAT: return 0.3f;
  default: return (float)i / (float)s->line;
  }
}

static int make_scene(void *user, const image_part *part, float *to) {
  const scene *s = user;
  for (int64_t j = part->first; j < part->first + part->lines; j++) {
    if (j == s->fails_at) return ENOSPC;
    const int64_t first = part->column * s->channels, count = part->columns * s->channels;
    for (int64_t i = first; i < first + count; i++) *to++ = sample_of(s, j, i);
  }
  return 0;
}

static int cancel(void *user, double done) {
  const scene *s = user;
  return done >= s->cancel_when;
}

static image picture_of(scene *s, int64_t width, int64_t height, int channels, int depth) {
  s->line = width * channels;
  s->channels = channels;
  s->fails_at = -1;
  return (image){.lines = make_scene,
                 .lines_user = s,
                 .axes = 2,
                 .size = {width, height, 1, 1},
                 .channels = channels,
                 .lo = 0,
                 .hi = 1,
                 .depth = depth};
}

static void assert_same_bytes(const char *a, const char *b) {
  size_t a_length, b_length;
  char *first = read_whole(a, &a_length), *second = read_whole(b, &b_length);
  assert_int_equal(a_length, b_length);
  assert_memory_equal(first, second, a_length);
  free(first);
  free(second);
}

/* One file, whatever the threads and wherever its samples come from; libpng, with its checks of
 * every checksum, reads the samples back. */
static void assert_bands(motif kind, int64_t width, int64_t height, int channels, int depth) {
  scene s = {.motif = kind};
  image what = picture_of(&s, width, height, channels, depth);
  float *data = malloc((size_t)(s.line * height) * sizeof *data);
  assert_non_null(data);
  assert_int_equal(make_scene(&s, &(image_part){.lines = height, .columns = width}, data), 0);
  what.threads = 1;
  save("one.png", &what);
  what.data = data;
  assert_png("one.png", &what);
  static const int threads[] = {0, 2, 7};
  for (int i = 0; i < 3; i++) {
    what.threads = threads[i];
    what.data = i == 1 ? data : NULL;
    save("more.png", &what);
    assert_same_bytes("one.png", "more.png");
  }
  what.data = NULL;
  save("more.npy", &what);
  size_t length;
  char *npy = read_whole("more.npy", &length);
  const size_t bytes = (size_t)(s.line * height) * sizeof *data;
  assert_true(length > bytes);
  assert_memory_equal(npy + length - bytes, data, bytes); /* on little-endian machines */
  free(npy);
  free(data);
}

static void test_bands(void **state) {
  (void)state;
  assert_bands(CLOUDS, 1, 1, 1, 8);
  assert_bands(CLOUDS, 1, 1, 4, 16);
  assert_bands(STATIC, 3, 1, 3, 16);
  assert_bands(STATIC, 40001, 1, 3, 16);
  assert_bands(CLOUDS, 1, 100003, 1, 16);
  assert_bands(STATIC, 7, 70001, 3, 8);
  assert_bands(CLOUDS, 1021, 1237, 1, 16); /* no multiple of anything */
  assert_bands(STATIC, 1021, 1237, 1, 16);
  assert_bands(FLAT, 1021, 1237, 3, 8);
  assert_bands(RAMP, 1021, 613, 4, 8);
  assert_bands(CLOUDS, 50000, 35, 1, 16); /* lines longer than deflate's window */
  assert_bands(STATIC, 50000, 35, 1, 8);
  assert_bands(RAMP, 20001, 33, 4, 16);
}

/* A line of more than a band may have: a band of its own. */
static void test_long_lines(void **state) {
  (void)state;
  assert_bands(CLOUDS, 4200001, 2, 1, 8);
}

/* One line fewer than a band, as many, one more. */
static void test_seams(void **state) {
  (void)state;
  scene s = {.motif = CLOUDS};
  image what = picture_of(&s, 8192, 1, 1, 16);
  while (image_band_count(&image_png, &what) == 1) what.size[1]++;
  const int64_t band = what.size[1] - 1;
  assert_true(band > 16);
  for (int64_t height = band - 1; height <= band + 1; height++) { assert_bands(CLOUDS, 8192, height, 1, 16); }
}

/* Noise that can't be made shorter grows by less than a hundredth; flat pictures all but vanish. */
static void test_sizes(void **state) {
  (void)state;
  scene s = {.motif = STATIC};
  image what = picture_of(&s, 2048, 1500, 1, 8);
  save("a.png", &what);
  size_t length;
  free(read_whole("a.png", &length));
  assert_true(length < 2048 * 1500 / 100 * 101);
  s.motif = FLAT;
  save("a.png", &what);
  free(read_whole("a.png", &length));
  assert_true(length < 2048 * 1500 / 200);
}

static void assert_is_given_up(image *what, const char *message) {
  image_file file;
  image_error error;
  for (what->threads = 1; what->threads <= 7; what->threads += 3) {
    assert_int_equal(image_begin(&file, "a.png", image_format_of("a.png", &error), &error), 0);
    assert_int_equal(image_finish(&file, what, &error), -1);
    assert_non_null(strstr(error.text, message));
    image_abandon(&file);
    assert_int_equal(folder_count(), 0);
  }
}

static void test_a_band_that_fails(void **state) {
  (void)state;
  scene s = {.motif = STATIC};
  image what = picture_of(&s, 1024, 5000, 1, 8);
  s.fails_at = 0;
  assert_is_given_up(&what, strerror(ENOSPC));
  s.fails_at = 3001;
  assert_is_given_up(&what, strerror(ENOSPC));
  s.fails_at = 4999;
  assert_is_given_up(&what, strerror(ENOSPC));
}

static void test_progress_can_stop(void **state) {
  (void)state;
  scene s = {.motif = STATIC};
  image what = picture_of(&s, 1024, 5000, 1, 8);
  what.progress = cancel;
  what.progress_user = &s;
  s.cancel_when = 0;
  assert_is_given_up(&what, strerror(ECANCELED));
  s.cancel_when = 0.5;
  assert_is_given_up(&what, strerror(ECANCELED));
  s.cancel_when = 2;
  save("a.png", &what);
}

/* ---- a file ---------------------------------------------------------------------------------- */

static void test_formats_by_ending(void **state) {
  (void)state;
  image_error error;
  assert_string_equal(image_format_of("a.png", &error)->name, "png");
  assert_string_equal(image_format_of("dir.npy/a.b.PNG", &error)->name, "png");
  assert_string_equal(image_format_of("a.npy", &error)->name, "npy");
  static const char *const wrong[] = {"a", "a.", "png", "dir.png/a", "a.pngx", "a.png/", ""};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_null(image_format_of(wrong[i], &error));
    assert_non_null(strstr(error.text, ".png, .npy"));
  }
}

static void test_nothing_is_there_until_it_is_whole(void **state) {
  (void)state;
  static const float data[] = {1};
  const image what = {.data = data, .axes = 1, .size = {1, 1, 1, 1}, .channels = 1};
  image_file file;
  image_error error;
  assert_int_equal(image_begin(&file, "a.npy", image_format_of("a.npy", &error), &error), 0);
  assert_int_not_equal(access("a.npy", F_OK), 0);
  image_abandon(&file);
  assert_int_equal(folder_count(), 0);

  assert_int_equal(image_begin(&file, "a.npy", image_format_of("a.npy", &error), &error), 0);
  assert_int_equal(image_finish(&file, &what, &error), 0);
  image_abandon(&file);
  assert_int_equal(folder_count(), 1);
  assert_int_equal(access("a.npy", R_OK), 0);

  assert_int_not_equal(image_begin(&file, "nowhere/a.npy", image_format_of("nowhere/a.npy", &error), &error), 0);
  assert_non_null(strstr(error.text, "nowhere/a.npy: "));
  image_abandon(&file);
}

/* ---- the tool's pictures are its arrays, made integers --------------------------------------- */

static void assert_render(const char *arguments, int depth, double lo, double hi, const char *range) {
  burl_ok("render %s --size 60x40 -o a.npy", arguments);
  burl_ok("render %s --size 60x40 -o a.png --depth %d %s", arguments, depth, range);
  const picture p = read_png("a.png");
  size_t length;
  char *npy = read_whole("a.npy", &length);
  const size_t count = (size_t)p.width * p.height * (size_t)p.channels;
  assert_int_equal(p.width, 60);
  assert_int_equal(p.height, 40);
  assert_int_equal(p.depth, depth);
  assert_true(length >= 4 * count);
  for (size_t i = 0; i < count; i++) {
    float h; /* the tests run on little-endian machines */
    memcpy(&h, npy + length - 4 * (count - i), sizeof h);
    assert_int_equal(p.values[i], expected(h, lo, hi, depth == 16 ? 65535 : 255));
  }
  free(p.values);
  free(npy);
}

static void test_render(void **state) {
  (void)state;
  assert_render("-e 'perlin()'", 8, -1, 1, "--range -1,1");
  assert_render("-e 'perlin()'", 16, -0.25, 0.5, "--range -0.25,0.5");
  assert_render("-e 'unit(perlin())'", 16, 0, 1, "");
  assert_render("-e 'clamp(x + y, 3, 7)'", 8, 3, 7, "");
  assert_render("-e 'x + y' --step 1", 16, 0, 98, "--range auto");
  assert_render("-e 'rgb(x/8, y/8, perlin())'", 8, 0, 1, "");
  assert_render("-e 'rgba(rgb(x/8, y/8, perlin()), 0.3)'", 16, 0, 1, "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_png_values),
      TEST(test_png_scale),
      TEST(test_png_without_a_range_is_black),
      TEST(test_bands),
      TEST(test_long_lines),
      TEST(test_seams),
      TEST(test_sizes),
      TEST(test_a_band_that_fails),
      TEST(test_progress_can_stop),
      TEST(test_formats_by_ending),
      TEST(test_nothing_is_there_until_it_is_whole),
      TEST(test_render),
  };
  return cmocka_run_group_tests_name("image", tests, NULL, NULL);
}
