/* QOI, by its author's library (D. Szablewski, "The Quite OK Image Format", 2021). */
#include "image/image.h"

#define QOI_IMPLEMENTATION
#define QOI_NO_STDIO
#include <qoi.h>

static unsigned char *whole(const image *picture, unsigned char *pixels, int channels, size_t *length) {
  int size = 0;
  const qoi_desc about = {.width = (unsigned)picture->size[0],
                          .height = (unsigned)picture->size[1],
                          .channels = (unsigned char)channels,
                          .colorspace = QOI_SRGB};
  unsigned char *const bytes = qoi_encode(pixels, &about, &size);
  free(pixels);
  *length = (size_t)size;
  return bytes;
}

const image_format image_qoi = {
    .name = "qoi",
    .about = "8 bits; RGB or RGBA",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB | IMAGE_RGBA,
    .kind = IMAGE_INTEGERS,
    .depths = 8,
    .provenance_storage = IMAGE_BESIDE,
    .most_side = 400000000,
    .most_samples = 400000000,
    .whole = whole,
};
