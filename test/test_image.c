/* What is in a picture's file: PNG read back by libpng and compared with the floats, and how a file
 * appears. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "image.h"
#include "process.h"

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
  png_read_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);

  picture p = {png_get_image_width(png, info), png_get_image_height(png, info),
               png_get_channels(png, info), png_get_bit_depth(png, info), NULL};
  png_bytepp rows = png_get_rows(png, info);
  const size_t row = (size_t)p.width * (size_t)p.channels;
  p.values = malloc(p.height * row * sizeof *p.values);
  assert_non_null(p.values);
  for (size_t j = 0; j < p.height; j++) {
    for (size_t i = 0; i < row; i++) {
      p.values[j * row + i] =
          p.depth == 16 ? 256u * rows[j][2 * i] + rows[j][2 * i + 1] : rows[j][i];
    }
  }
  png_destroy_read_struct(&png, &info, NULL);
  fclose(file);
  return p;
}

static void save(const char *path, const image *what) {
  image_file file;
  image_error error;
  if (image_begin(&file, path, &error) != 0) fail_msg("%s", error.text);
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
  image what = {
      .data = data, .axes = 1, .size = {7, 1, 1, 1}, .channels = 1, .lo = 0, .hi = 1, .depth = 8};
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
  const image what = {
      .data = data, .axes = 2, .size = {3, 1, 1, 1}, .channels = 1, .lo = 3, .hi = 3, .depth = 8};
  save("a.png", &what);
  const picture p = read_png("a.png");
  for (int i = 0; i < 3; i++) assert_int_equal(p.values[i], 0);
  free(p.values);
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
  assert_int_equal(image_begin(&file, "a.npy", &error), 0);
  assert_int_not_equal(access("a.npy", F_OK), 0);
  image_abandon(&file);
  assert_int_equal(folder_count(), 0);

  assert_int_equal(image_begin(&file, "a.npy", &error), 0);
  assert_int_equal(image_finish(&file, &what, &error), 0);
  image_abandon(&file);
  assert_int_equal(folder_count(), 1);
  assert_int_equal(access("a.npy", R_OK), 0);

  assert_int_not_equal(image_begin(&file, "nowhere/a.npy", &error), 0);
  assert_non_null(strstr(error.text, "nowhere/a.npy: "));
  image_abandon(&file);
}

/* ---- the tool's pictures are its arrays, made integers --------------------------------------- */

static void assert_render(const char *arguments, int depth, double lo, double hi,
                          const char *range) {
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
      TEST(test_formats_by_ending),
      TEST(test_nothing_is_there_until_it_is_whole),
      TEST(test_render),
  };
  return cmocka_run_group_tests_name("image", tests, NULL, NULL);
}
