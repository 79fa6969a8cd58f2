/* PFM, the portable float map: little-endian floats, grey or RGB, the bottom row first (P. Debevec,
 * "HDR images in PFM format", 1998). */
#include "image.h"

#include <inttypes.h>

static int begin(image_writing *w) {
  const image *const picture = w->picture;
  char header[64];
  const int length = snprintf(header, sizeof header, "%s\n%" PRId64 " %" PRId64 "\n-1.0\n",
                              picture->channels == 1 ? "Pf" : "PF", picture->size[0], picture->size[1]);
  return image_put_bytes(w->stream, header, (size_t)length);
}

/* Reverses the band's rows. */
static int encode(const image_writing *w, image_band *band) {
  const size_t row = (size_t)w->picture->size[0] * (size_t)w->picture->channels;
  band->length = image_float_room(w->picture, band->lines);
  for (int64_t j = 0; j < band->lines; j++)
    image_float_bytes(band->samples + (size_t)(band->lines - 1 - j) * row, row,
                      band->bytes + image_float_room(w->picture, j));
  return 0;
}

const image_format image_pfm = {
    .name = "pfm",
    .about = "portable float map, float32; grey or RGB",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB,
    .kind = IMAGE_FLOATS,
    .provenance_place = IMAGE_BESIDE,
    .upside_down = 1,
    .seeks = 1,
    .begin = begin,
    .room = image_float_room,
    .encode = encode,
    .put = image_put_band,
};
