/* PFM, the portable float map: little-endian floats, grey or RGB, the bottom row first (P. Debevec,
 * "HDR images in PFM format", 1998). */
#include "image/image.h"

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
  const size_t lines = (size_t)band->part.lines;
  const size_t row = (size_t)band->part.columns * (size_t)w->picture->channels;
  band->length = sizeof(float) * lines * row;
  for (size_t j = 0; j < lines; j++)
    image_float_bytes(band->samples + (lines - 1 - j) * row, row, band->bytes + sizeof(float) * j * row);
  return 0;
}

const image_format image_pfm = {
    .name = "pfm",
    .about = "portable float map, float32; grey or RGB",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB,
    .kind = IMAGE_FLOATS,
    .provenance_storage = IMAGE_BESIDE,
    .upside_down = 1,
    .splits_lines = 1,
    .begin = begin,
    .room = image_float_room,
    .encode = encode,
    .put = image_put_band,
};
