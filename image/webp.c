/* WebP without loss, by libwebp. */
#include "image.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>

static int import(WebPPicture *to, const unsigned char *pixels, int channels) {
  return channels == 4 ? WebPPictureImportRGBA(to, pixels, 4 * to->width)
                       : WebPPictureImportRGB(to, pixels, 3 * to->width);
}

/* What is behind full transparency is kept as well. */
static int encode(const image *picture, const unsigned char *pixels, int channels,
                  WebPMemoryWriter *to) {
  WebPConfig config;
  WebPPicture w;
  if (!WebPConfigInit(&config) || !WebPConfigLosslessPreset(&config, 4) || !WebPPictureInit(&w)) return 0;
  config.exact = 1;
  config.thread_level = picture->threads != 1;
  w.use_argb = 1;
  w.width = (int)picture->size[0];
  w.height = (int)picture->size[1];
  w.writer = WebPMemoryWrite;
  w.custom_ptr = to;
  const int done = import(&w, pixels, channels) && WebPEncode(&config, &w);
  WebPPictureFree(&w);
  return done;
}

static int whole(const image *picture, unsigned char **bytes, size_t *length) {
  int channels;
  unsigned char *const pixels = image_pixels(picture, &channels);
  WebPMemoryWriter to;
  WebPMemoryWriterInit(&to);
  const int done = pixels && encode(picture, pixels, channels, &to);
  *bytes = done ? malloc(to.size) : NULL;
  *length = to.size;
  if (*bytes) memcpy(*bytes, to.mem, to.size);
  WebPMemoryWriterClear(&to);
  free(pixels);
  return *bytes ? 0 : ENOMEM;
}

const image_format image_webp = {
    .name = "webp",
    .about = "8 bits, without loss; RGB or RGBA",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB | IMAGE_RGBA,
    .kind = IMAGE_INTEGERS,
    .depths = 8,
    .telling = IMAGE_BESIDE,
    .most_side = WEBP_MAX_DIMENSION,
    .whole = whole,
};
