/* Pictures in colour from files: each format's pixels come to a recipe to the bit, as the numbers that a ramp has for
 * the same colours; and what is damaged, or only claims to be large, is refused in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <jpeglib.h>
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "image/heights.h"
#include "process.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
#define PLACE "--size 24x16 --extent 0,0,24,16"

enum { W = 24, H = 16 };

static heights read_picture(const char *path) {
  heights h;
  image_error error;
  const heights_wish wish = {.colours = 1};
  if (heights_read(path, &wish, &h, &error) != 0) fail_msg("%s", error.text);
  return h;
}

/* ---- Formats ------------------------------------------------------------------------------------- */

#define COLOURS "rgb(unit(perlin()), unit(value()), x/24)"
#define CLEAR "rgba(" COLOURS ", unit(perlin(seed: 9)))"

/* What burl writes of a recipe it reads again, and makes the same file of it: stretched over the grid or of a size. */
static void test_remade(void **state) {
  (void)state;
  static const struct {
    const char *recipe, *file, *options, *again;
  } rows[] = {
    {COLOURS, "a.png", "", "image(\"a.png\", give: rgb)"},
    {COLOURS, "b.png", "--depth 16", "image(\"b.png\", give: rgb, size: 24)"},
    {CLEAR, "c.png", "", "rgba(image(\"c.png\", give: rgb), image(\"c.png\", give: a))"},
    {CLEAR, "d.png", "--depth 16", "rgba(image(\"d.png\", give: rgb, size: 24), image(\"d.png\", give: a))"},
    {COLOURS, "e.webp", "", "image(\"e.webp\", give: rgb, read: cubic)"},
    {CLEAR, "f.webp", "", "rgba(image(\"f.webp\", give: rgb), image(\"f.webp\", give: a))"},
#if defined BURL_GDAL
    {COLOURS, "g.tif", "", "image(\"g.tif\", give: rgb)"},
    {CLEAR, "h.tif", "--depth 16", "rgba(image(\"h.tif\", give: rgb), image(\"h.tif\", give: a))"},
#endif
    {COLOURS, "i.npy", "", "image(\"i.npy\", give: rgb, wrap: repeat, size: 24)"},
    {CLEAR, "j.npy", "", "rgba(image(\"j.npy\", give: rgb), image(\"j.npy\", give: a))"}
  };
  for (int i = 0; i < COUNT(rows); i++) {
    const char *const ending = strchr(rows[i].file, '.');
    char again[20];
    snprintf(again, sizeof again, "again%s", ending);
    burl_ok("render -e '%s' " PLACE " %s -q -o %s", rows[i].recipe, rows[i].options, rows[i].file);
    burl_ok("render -e '%s' " PLACE " %s -q -o %s", rows[i].again, rows[i].options, again);
    heights a = read_picture(rows[i].file), b = read_picture(again);
    assert_int_equal(a.channels, b.channels);
    assert_memory_equal(a.data, b.data, sizeof(float) * W * H * (size_t)a.channels);
    heights_free(&a);
    heights_free(&b);
  }
}

static void write_png(const char *path, int type, int depth, const unsigned char *bytes) {
  FILE *const file = fopen(path, "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) fail();
  png_init_io(png, file);
  png_set_IHDR(png, info, 2, 1, depth, type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  const png_color palette[2] = {{1, 2, 3}, {128, 5, 255}};
  const png_byte clear[2] = {255, 51};
  if (type == PNG_COLOR_TYPE_PALETTE) {
    png_set_PLTE(png, info, palette, 2);
    png_set_tRNS(png, info, clear, 2, NULL);
  }
  png_write_info(png, info);
  png_write_row(png, bytes);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  fclose(file);
}

/* Each kind of PNG: two pixels, and the numbers that they are. */
static void test_kinds_of_png(void **state) {
  (void)state;
  static const struct {
    int type, depth, channels;
    unsigned char bytes[16];
    int full;
    double values[8];
  } rows[] = {{PNG_COLOR_TYPE_GRAY, 8, 1, {7, 200}, 255, {7, 200}},
              {PNG_COLOR_TYPE_GRAY, 2, 1, {0x60}, 3, {1, 2}},
              {PNG_COLOR_TYPE_GRAY_ALPHA, 8, 2, {7, 8, 9, 10}, 255, {7, 8, 9, 10}},
              {PNG_COLOR_TYPE_GRAY_ALPHA, 16, 2, {1, 0, 2, 0, 3, 0, 4, 0}, 65535, {256, 512, 768, 1024}},
              {PNG_COLOR_TYPE_RGB, 8, 3, {1, 2, 3, 4, 5, 6}, 255, {1, 2, 3, 4, 5, 6}},
              {PNG_COLOR_TYPE_RGB, 16, 3, {0, 1, 0, 2, 0, 3, 1, 0, 2, 0, 3, 0}, 65535, {1, 2, 3, 256, 512, 768}},
              {PNG_COLOR_TYPE_RGB_ALPHA, 8, 4, {1, 2, 3, 4, 5, 6, 7, 8}, 255, {1, 2, 3, 4, 5, 6, 7, 8}},
              {PNG_COLOR_TYPE_PALETTE, 1, 4, {0x40}, 255, {1, 2, 3, 255, 128, 5, 255, 51}}};
  for (int i = 0; i < COUNT(rows); i++) {
    write_png("kind.png", rows[i].type, rows[i].depth, rows[i].bytes);
    heights h = read_picture("kind.png");
    assert_int_equal(h.channels, rows[i].channels);
    for (int k = 0; k < 2 * h.channels; k++)
      if (h.data[k] != (float)(rows[i].values[k] / rows[i].full)) fail_msg("kind %d, %d: %g", i, k, (double)h.data[k]);
    heights_free(&h);
  }
}

/* ---- JPEG ---------------------------------------------------------------------------------------- */

static void write_jpg(const char *path, int width, int height, int channels, J_COLOR_SPACE space,
                      const unsigned char *pixels) {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  FILE *const file = fopen(path, "wb");
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  jpeg_stdio_dest(&jpeg, file);
  jpeg.image_width = (JDIMENSION)width, jpeg.image_height = (JDIMENSION)height;
  jpeg.input_components = channels;
  jpeg.in_color_space = space;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, 95, TRUE);
  jpeg_simple_progression(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  for (int j = 0; j < height; j++) {
    JSAMPROW row = (JSAMPROW)(pixels + j * width * channels);
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  fclose(file);
}

static void test_jpg(void **state) {
  (void)state;
  unsigned char pixels[W * H * 4];
  for (int channels = 1; channels < 4; channels += 2) {
    for (int i = 0; i < W * H * channels; i++) pixels[i] = (unsigned char)(i / channels % W * 8 + i % channels * 20);
    write_jpg("a.jpeg", W, H, channels, channels == 1 ? JCS_GRAYSCALE : JCS_RGB, pixels);
    heights h = read_picture("a.jpeg");
    assert_int_equal(h.channels, channels);
    for (int k = 0; k < W * H * channels; k++) {
      const float value = 255 * h.data[k];
      assert_true(fabsf(value - (float)pixels[k]) < 10 && h.data[k] == (float)(roundf(value) / 255.0));
    }
    heights_free(&h);
  }
  burl_ok("render -e 'image(\"a.jpeg\", give: rgb, size: 2, wrap: mirror)' --size 9x9 -q -o a.png");
  memset(pixels, 9, sizeof pixels);
  write_jpg("cmyk.jpg", W, H, 4, JCS_CMYK, pixels);
}

/* ---- Numbers ------------------------------------------------------------------------------------- */

static void test_numbers_of_colours(void **state) {
  (void)state;
  static const unsigned char two[] = {128, 64, 32, 128, 128, 128}, grey[] = {128, 7};
  static const char *const zeros[] = {
      "image(\"two.png\", give: r) - 128/255",
      "x < 1 ? image(\"two.png\", give: b) - 32/255 : 0",
      "x > 1 ? abs(image(\"two.png\", give: grey) - 128/255) > 1e-6 : 0",
      "image(\"two.png\", give: a) - 1",
      "x < 1 ? image(\"grey.png\", give: grey) - image(\"grey.png\") : 0",
      "image(\"grey.png\", give: a) - 1",
      "x > 1 ? abs(image(\"two.exr\", give: g) - 128/255) : 0",
      "x > 1 ? image(\"two.png\", give: grey, space: linear) < 0.7 : 0",
  };
  static const char *const colours[][2] = {
      {"image(\"two.png\", give: rgb)", "x < 1 ? #804020 : #808080"},
      {"image(\"grey.png\", give: rgb)", "x < 1 ? #808080 : #070707"},
      {"image(\"two.exr\", give: rgb, space: srgb)", "x < 1 ? #804020 : #808080"},
      {"image(\"two.png\", give: rgb, space: linear)", "image(\"two.exr\", give: rgb)"},
      {"image(\"grey.exr\", give: rgb)", "x < 1 ? #808080 : #070707"},
  };
  write_png("two.png", PNG_COLOR_TYPE_RGB, 8, two);
  write_png("grey.png", PNG_COLOR_TYPE_GRAY, 8, grey);
#define TWO "--size 2x1 --extent 0,0,2,1 -q"
  burl_ok("render -e 'image(\"two.png\", give: rgb)' " TWO " -o two.exr");
  burl_ok("render -e 'image(\"grey.png\")' " TWO " -o grey.exr");
  for (int i = 0; i < COUNT(zeros); i++) {
    burl_ok("render -e '%s' " TWO " -o zero.npy", zeros[i]);
    heights h = read_picture("zero.npy");
    if (h.data[0] != 0 || h.data[1] != 0) fail_msg("%s: %g, %g", zeros[i], (double)h.data[0], (double)h.data[1]);
    heights_free(&h);
  }
  for (int i = 0; i < COUNT(colours); i++) {
    for (int k = 0; k < 2; k++) burl_ok("render -e '%s' " TWO " -o %d.npy", colours[i][k], k);
    heights a = read_picture("0.npy"), b = read_picture("1.npy");
    if (memcmp(a.data, b.data, 6 * sizeof(float)) != 0) fail_msg("%s: %g", colours[i][0], (double)a.data[0]);
    heights_free(&a);
    heights_free(&b);
  }
}

/* ---- What is refused ----------------------------------------------------------------------------- */

static void write_bytes(const char *path, const void *bytes, size_t length) {
  FILE *const file = fopen(path, "wb");
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  fclose(file);
}

static void test_what_is_refused(void **state) {
  (void)state;
  static const refused_call calls[] = {
      {"-e 'image(\"a.png\")' -o x.png", 1, "-e:1:1: image \"a.png\": a picture in colour, of 3 channels"},
      {"-e 'image(\"grey.png\", give: g)' -o x.png", 1, "it is grey and has no such channel"},
      {"-e 'image(\"a.png\", give: red)' -o x.png", 1, "'red' is no word of give"},
      {"-e 'slope(image(\"a.png\", give: rgb))' -o x.png", 1, "this takes a number, not a colour"},
      {"-e 'image(\"cmyk.jpg\", give: rgb)' -o x.png", 1, "cmyk.jpg: is in CMYK"},
      {"-e 'image(\"cut.jpg\", give: rgb)' -o x.png", 1, "cut.jpg: isn't a JPEG, or is damaged"},
      {"-e 'image(\"large.jpg\", give: rgb)' -o x.png", 1, "large.jpg: too large: it has 65500 x 65500 samples"},
      {"-e 'image(\"cut.webp\", give: rgb)' -o x.png", 1, "cut.webp: is damaged or cut off"},
      {"-e 'image(\"empty.webp\", give: rgb)' -o x.png", 1, "empty.webp: isn't a WebP, or is damaged"},
      {"-e 'image(\"moving.webp\", give: rgb)' -o x.png", 1, "moving.webp: is an animation, not a picture"},
      {"-e 'image(\"large.png\", give: rgb)' -o x.png", 1, "large.png: too large"},
      {"-e x --like a.webp -o x.png", 1, "a.webp: is a picture in colour, not heights"},
  };
  /* A JPEG's first bytes, up to a frame of 65500 x 65500 samples in three components. */
  static const unsigned char large[] = {0xFF, 0xD8, 0xFF, 0xC0, 0,    17, 8, 0xFF, 0xDC, 0xFF, 0xDC, 3,
                                        1,    0x11, 0,    2,    0x11, 0,  3, 0x11, 0,    0xFF, 0xDA, 0,
                                        12,   3,    1,    0,    2,    0,  3, 0,    0,    63,   0};
  size_t length;
  burl_ok("render -e '" COLOURS "' " PLACE " -q -o a.png");
  burl_ok("render -e '" COLOURS "' " PLACE " -q -o a.webp");
  burl_ok("render -e 'rgb(x, t, 0)' " PLACE " --times 0..1 --frames 3 -q -o moving.webp");
  char *const jpg = read_whole("a.jpeg", &length);
  write_bytes("cut.jpg", jpg, length / 2);
  free(jpg);
  char *const webp = read_whole("a.webp", &length);
  write_bytes("cut.webp", webp, length - 200);
  free(webp);
  write_bytes("empty.webp", "", 0);
  write_bytes("large.jpg", large, sizeof large);
  char *const png = read_whole("a.png", &length);
  unsigned char *const head = (unsigned char *)png + 16; /* width and height, and their checksum behind the depth */
  memcpy(head, "\0\xFF\xFF\xFF\0\xFF\xFF\xFF", 8);
  const uint32_t crc = (uint32_t)crc32(0, head - 4, 17);
  for (int i = 0; i < 4; i++) head[13 + i] = (unsigned char)(crc >> (24 - 8 * i));
  write_bytes("large.png", png, length);
  free(png);
  check_refused("render", calls, COUNT(calls));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_remade),
      cmocka_unit_test(test_kinds_of_png),
      cmocka_unit_test(test_jpg),
      cmocka_unit_test(test_numbers_of_colours),
      cmocka_unit_test(test_what_is_refused),
  };
  return cmocka_run_group_tests(tests, folder_begin, folder_end);
}
