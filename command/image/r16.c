/* R16, in which terrain editors read heights, and RAW, its other name: unsigned integers of 16 bits,
 * row by row, without a header.  They are little-endian and from the first row to the last, unless
 * the picture says otherwise; the file beside it has the size and the order. */
#include "image/image.h"

static size_t room(const image *picture, int64_t lines) { return 2 * (size_t)lines * (size_t)picture->size[0]; }

static int encode(const image_writing *w, image_band *band) {
  const image *const picture = w->picture;
  const double lo = picture->lo, hi = picture->hi;
  const int low = picture->big_endian ? 1 : 0, high = 1 - low;
  const size_t row = (size_t)band->part.columns;
  band->length = 2 * image_band_floats(picture, band);
  for (int64_t j = 0; j < band->part.lines; j++) {
    const int64_t from = picture->upwards ? band->part.lines - 1 - j : j;
    const float *const samples = band->samples + (size_t)from * row;
    unsigned char *const bytes = band->bytes + 2 * (size_t)j * row;
    for (size_t i = 0; i < row; i++) {
      const unsigned v = image_integer(samples[i], lo, hi, 65535);
      bytes[2 * i + (size_t)low] = (unsigned char)(v & 255);
      bytes[2 * i + (size_t)high] = (unsigned char)(v >> 8);
    }
  }
  return 0;
}

// clang-format off
#define BARE(ending)                                                                          \
  {.name = ending,                                                                            \
   .about = "heights, 16 bits, little-endian unless --byte-order says big, without a header", \
   .most_axes = 2,                                                                            \
   .channels = IMAGE_GREY,                                                                    \
   .kind = IMAGE_INTEGERS,                                                                    \
   .depths = 16,                                                                              \
   .provenance_storage = IMAGE_BESIDE,                                                          \
   .is_bare = 1,                                                                              \
   .splits_lines = 1,                                                                         \
   .room = room,                                                                              \
   .encode = encode,                                                                          \
   .put = image_put_band}
// clang-format on

const image_format image_r16 = BARE("r16"), image_raw = BARE("raw");
