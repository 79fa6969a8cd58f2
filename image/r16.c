/* R16, in which terrain editors read heights: unsigned little-endian integers of 16 bits, row by
 * row, without a header; the file beside it has the size. */
#include "image.h"

static size_t room(const image *picture, int64_t lines) {
  return 2 * (size_t)lines * (size_t)picture->size[0];
}

static int encode(const image_writing *w, image_band *band) {
  const image *const picture = w->picture;
  const double lo = picture->lo, hi = picture->hi;
  band->length = 2 * image_band_floats(picture, band);
  for (size_t i = 0; i < band->length / 2; i++) {
    const unsigned v = image_integer(band->samples[i], lo, hi, 65535);
    band->bytes[2 * i] = (unsigned char)(v & 255);
    band->bytes[2 * i + 1] = (unsigned char)(v >> 8);
  }
  return 0;
}

const image_format image_r16 = {
    .name = "r16",
    .about = "heights, 16 bits, little-endian, without a header",
    .most_axes = 2,
    .channels = IMAGE_GREY,
    .kind = IMAGE_INTEGERS,
    .depths = 16,
    .provenance_place = IMAGE_BESIDE,
    .splits_lines = 1,
    .room = room,
    .encode = encode,
    .put = image_put_band,
};
