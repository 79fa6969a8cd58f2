/* PNG by libpng: 8 or 16 bits; grey, RGB or RGBA (ISO/IEC 15948:2004).  Row by row, so that only a
 * row of integers is in memory beside the floats. */
#include "image.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <zlib.h>

/* The integer for a sample: clamp(round((h - lo) / (hi - lo) * full)); NaN is 0. */
static unsigned integer(double h, double lo, double hi, unsigned full) {
  const double v = (h - lo) / (hi - lo) * full;
  if (!(v > 0)) return 0;
  return v < full ? (unsigned)(v + 0.5) : full;
}

/* One row as PNG keeps it: the high byte first where there are two. */
static void pack_row(const image *picture, const float *samples, unsigned char *row) {
  const int is_grey = picture->channels == 1, is_wide = picture->depth == 16;
  const double lo = is_grey ? picture->lo : 0, hi = is_grey ? picture->hi : 1;
  const int64_t count = picture->size[0] * picture->channels;
  for (int64_t i = 0; i < count; i++) {
    const unsigned v = integer(samples[i], lo, hi, is_wide ? 65535 : 255);
    if (is_wide) *row++ = (unsigned char)(v >> 8);
    *row++ = (unsigned char)(v & 255);
  }
}

static void leave(png_structp png, png_const_charp text) {
  (void)text;
  png_longjmp(png, 1);
}

static void say_nothing(png_structp png, png_const_charp text) { (void)png, (void)text; }

static int write_rows(png_structp png, png_infop info, FILE *stream, const image *picture,
                      unsigned char *row) {
  static const int colour[] = {
      [1] = PNG_COLOR_TYPE_GRAY, [3] = PNG_COLOR_TYPE_RGB, [4] = PNG_COLOR_TYPE_RGB_ALPHA};
  if (setjmp(png_jmpbuf(png))) return errno ? errno : EIO;
  png_init_io(png, stream);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(png, info, (png_uint_32)picture->size[0], (png_uint_32)picture->size[1],
               picture->depth, colour[picture->channels], PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  /* Noise repeats nothing, so a search for what repeats finds nothing: runs after the filter
   * "up" take a fifth of the time of zlib's default and are a little smaller, on clouds and on
   * terraces. */
  png_set_compression_level(png, 1);
  png_set_compression_strategy(png, Z_RLE);
  png_set_filter(png, PNG_FILTER_TYPE_DEFAULT, PNG_FILTER_UP);
  png_write_info(png, info);
  for (int64_t j = 0; j < picture->size[1]; j++) {
    pack_row(picture, picture->data + j * picture->size[0] * picture->channels, row);
    png_write_row(png, row);
  }
  png_write_end(png, NULL);
  return 0;
}

int image_write_png(FILE *stream, const image *picture) {
  const size_t sample = (size_t)picture->channels * (size_t)(picture->depth / 8);
  unsigned char *row = malloc((size_t)picture->size[0] * sample);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, leave, say_nothing);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  errno = 0;
  const int reason = row && info ? write_rows(png, info, stream, picture, row) : ENOMEM;
  png_destroy_write_struct(&png, &info);
  free(row);
  return reason;
}
