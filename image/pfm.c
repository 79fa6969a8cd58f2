/* PFM, the portable float map: little-endian floats, grey or RGB, the bottom row first (P. Debevec,
 * "HDR images in PFM format", 1998). */
#include "image.h"

#include <inttypes.h>
#include <string.h>

static int begin(image_writing *w) {
  const image *const picture = w->picture;
  char header[64];
  const int length = snprintf(header, sizeof header, "%s\n%" PRId64 " %" PRId64 "\n-1.0\n",
                              picture->channels == 1 ? "Pf" : "PF", picture->size[0], picture->size[1]);
  return image_put_bytes(w->stream, header, (size_t)length);
}

static size_t room(const image *picture, int64_t lines) {
  return 4 * (size_t)lines * (size_t)picture->size[0] * (size_t)picture->channels;
}

/* The band's last row first. */
static int encode(const image_writing *w, image_band *band) {
  const image *const picture = w->picture;
  const size_t row = (size_t)picture->size[0] * (size_t)picture->channels;
  band->length = room(picture, band->lines);
  for (int64_t j = 0; j < band->lines; j++) {
    const float *const from = band->samples + (size_t)(band->lines - 1 - j) * row;
    unsigned char *const to = band->bytes + 4 * (size_t)j * row;
    for (size_t i = 0; i < row; i++) {
      uint32_t bits;
      memcpy(&bits, &from[i], sizeof bits);
      for (int b = 0; b < 4; b++) to[4 * i + (size_t)b] = (unsigned char)(bits >> 8 * b);
    }
  }
  return 0;
}

const image_format image_pfm = {
    .name = "pfm",
    .about = "portable float map, float32; grey or RGB",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB,
    .kind = IMAGE_FLOATS,
    .telling = IMAGE_BESIDE,
    .upside_down = 1,
    .seeks = 1,
    .begin = begin,
    .room = room,
    .encode = encode,
    .put = image_put_band,
};
