/* What other libraries read in the files of formats that burl has a library for: every float, every
 * pixel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <openexr.h>
#include <qoi.h> /* its functions are compiled into burl_image */
#include <webp/decode.h>

#include "image/image.h"
#include "process.h"

enum { HEADER = 128 /* of our .npy */ };

/* ---- OpenEXR --------------------------------------------------------------------------------- */

static void decode(exr_context_t context, int line, int width, int channels, const char *names, float *to, int *lines) {
  exr_chunk_info_t chunk;
  exr_decode_pipeline_t pipe = EXR_DECODE_PIPELINE_INITIALIZER;
  assert_int_equal(exr_read_scanline_chunk_info(context, 0, line, &chunk), 0);
  assert_int_equal(exr_decoding_initialize(context, 0, &chunk, &pipe), 0);
  assert_int_equal(pipe.channel_count, channels);
  for (int c = 0; c < channels; c++) {
    const char *const at = strchr(names, *pipe.channels[c].channel_name);
    assert_non_null(at);
    pipe.channels[c].decode_to_ptr = (uint8_t *)(to + (at - names));
    pipe.channels[c].user_pixel_stride = 4 * channels;
    pipe.channels[c].user_line_stride = 4 * channels * width;
    pipe.channels[c].user_bytes_per_element = 4;
    pipe.channels[c].user_data_type = EXR_PIXEL_FLOAT;
  }
  assert_int_equal(exr_decoding_choose_default_routines(context, 0, &pipe), 0);
  assert_int_equal(exr_decoding_run(context, 0, &pipe), 0);
  *lines = chunk.height;
  assert_int_equal(exr_decoding_destroy(context, &pipe), 0);
}

/* The same floats as a .npy of the same picture has. */
static void assert_exr(const char *exr, const char *npy, int width, int height, const char *names) {
  const int channels = (int)strlen(names);
  exr_context_t context;
  exr_context_initializer_t use = EXR_DEFAULT_CONTEXT_INITIALIZER;
  assert_int_equal(exr_start_read(&context, exr, &use), 0);
  const size_t row = (size_t)width * (size_t)channels, size = 4 * row * (size_t)height;
  float *const read = malloc(size);
  assert_non_null(read);
  for (int line = 0, lines; line < height; line += lines)
    decode(context, line, width, channels, names, read + (size_t)line * row, &lines);
  exr_finish(&context);
  size_t length;
  char *const expected = read_whole(npy, &length);
  assert_int_equal(length, size + HEADER);
  assert_memory_equal(read, expected + HEADER, size);
  free(expected);
  free(read);
}

static void exr_holds_every_float(void **state) {
  (void)state;
  static const struct {
    const char *expression, *names;
    int width, height;
  } pictures[] = {{"fbm(perlin())", "Y", 700, 1801},  /* several bands */
                  {"fbm(perlin())", "Y", 17, 35},     /* one; a last chunk that is not full */
                  {"white()*1e9/x", "Y", 270000, 19}, /* a line a chunk */
                  {"rgb(perlin(), x, -0.0)", "RGB", 300, 40},
                  {"rgba(rgb(x, y, 7), perlin())", "RGBA", 33, 50}};
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
    for (int f = 0; f < 2; f++)
      burl_ok("render -e '%s' --size %dx%d --origin 1,1 --step 0.01 -o a.%s", pictures[i].expression, pictures[i].width,
              pictures[i].height, f ? "exr" : "npy");
    assert_exr("a.exr", "a.npy", pictures[i].width, pictures[i].height, pictures[i].names);
    burl_ok("render a.exr -o b.exr");
    assert_int_equal(shell("cmp a.exr b.exr")->code, 0);
  }
  burl_ok("render -e 'fbm(perlin())' --size 900x1300 -o a.exr --threads 1");
  burl_ok("render -e 'fbm(perlin())' --size 900x1300 -o b.exr --threads 3");
  assert_int_equal(shell("cmp a.exr b.exr")->code, 0);
}

/* ---- of pixels ------------------------------------------------------------------------------- */

/* clamp(round(v·255)) of the .npy, grey three times. */
static void assert_pixels(const unsigned char *pixels, int channels, const char *npy, int from) {
  size_t length;
  char *const text = read_whole(npy, &length);
  const size_t count = (length - HEADER) / 4 / (size_t)from;
  for (size_t i = 0; i < count; i++)
    for (int c = 0; c < channels; c++) {
      float v;
      memcpy(&v, text + HEADER + 4 * (i * (size_t)from + (size_t)(from == 1 ? 0 : c)), sizeof v);
      const double full = (double)v * 255 + 0.5;
      assert_int_equal(pixels[i * (size_t)channels + (size_t)c], full < 0 ? 0 : full > 255 ? 255 : (int)full);
    }
  free(text);
}

static void pixels_are_what_was_computed(void **state) {
  (void)state;
  static const struct {
    const char *expression;
    int channels;
  } pictures[] = {{"perlin()", 1}, {"rgb(perlin(), x/3, y)", 3}, {"rgba(rgb(x, y, 0.2), perlin())", 4}};
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
    for (const char *const *name = (const char *const[]){"npy", "qoi", "webp", NULL}; *name; name++) {
      burl_ok("render -e '%s' --size 333x222 %s -o a.%s", pictures[i].expression,
              pictures[i].channels == 1 ? "--range 0,1" : "", *name);
      burl_ok("render a.%s -o b.%s", *name, *name);
      assert_int_equal(shell("cmp a.%s b.%s", *name, *name)->code, 0);
    }
    const int channels = pictures[i].channels == 4 ? 4 : 3;
    size_t length;
    qoi_desc about;
    char *file = read_whole("a.qoi", &length);
    unsigned char *const qoi = qoi_decode(file, (int)length, &about, channels);
    free(file);
    assert_non_null(qoi);
    assert_true(about.width == 333 && about.height == 222 && about.channels == channels);
    assert_pixels(qoi, channels, "a.npy", pictures[i].channels);
    free(qoi);

    int width, height;
    file = read_whole("a.webp", &length);
    uint8_t *const webp = channels == 4 ? WebPDecodeRGBA((uint8_t *)file, length, &width, &height)
                                        : WebPDecodeRGB((uint8_t *)file, length, &width, &height);
    assert_non_null(webp);
    assert_true(width == 333 && height == 222);
    assert_pixels(webp, channels, "a.npy", pictures[i].channels);
    WebPFree(webp);
    free(file);
  }
}

static void what_a_format_cannot_hold(void **state) {
  (void)state;
  assert_non_null(strstr(burl("render -e 'perlin()' --size 16384x2 -o a.webp")->err, "at most 16383"));
  assert_non_null(strstr(burl("render -e 'perlin()' --size 30000x20000 -o a.qoi")->err, "at most 400000000"));
  assert_non_null(strstr(burl("render -e 'perlin()' -o - --format exr")->err, "standard output"));
  assert_non_null(strstr(burl("render -e 'perlin()' -o a.webp --depth 16")->err, "8 bits"));
  assert_int_equal(folder_count(), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(exr_holds_every_float),
      TEST(pixels_are_what_was_computed),
      TEST(what_a_format_cannot_hold),
  };
  return cmocka_run_group_tests_name("image_formats", tests, NULL, NULL);
}
