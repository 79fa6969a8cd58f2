/* QOI, by its author's library (D. Szablewski, "The Quite OK Image Format", 2021). */
#include "image.h"

#include <errno.h>

#define QOI_IMPLEMENTATION
#define QOI_NO_STDIO
#include <qoi.h>

static int whole(const image *picture, unsigned char **bytes, size_t *length) {
  int channels, made = 0;
  unsigned char *const pixels = image_pixels(picture, &channels);
  if (!pixels) return ENOMEM;
  const qoi_desc about = {.width = (unsigned)picture->size[0],
                          .height = (unsigned)picture->size[1],
                          .channels = (unsigned char)channels,
                          .colorspace = QOI_SRGB};
  *bytes = qoi_encode(pixels, &about, &made);
  *length = (size_t)made;
  free(pixels);
  return *bytes ? 0 : ENOMEM;
}

const image_format image_qoi = {
    .name = "qoi",
    .about = "8 bits; RGB or RGBA",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB | IMAGE_RGBA,
    .kind = IMAGE_INTEGERS,
    .depths = 8,
    .telling = IMAGE_BESIDE,
    .most_side = 400000000,
    .most_samples = 400000000,
    .whole = whole,
};
