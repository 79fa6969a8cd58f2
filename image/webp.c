/* Lossless WebP, by libwebp. */
#include "image.h"

#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>

static int import(WebPPicture *to, const unsigned char *pixels, int channels) {
  return channels == 4 ? WebPPictureImportRGBA(to, pixels, 4 * to->width)
                       : WebPPictureImportRGB(to, pixels, 3 * to->width);
}

/* Colours of fully transparent pixels are kept (exact).  libwebp 1.2 may leave out the pixels
 * without an error when it runs out of memory, which the statistics show. */
static int encode(const image *picture, const unsigned char *pixels, int channels,
                  WebPMemoryWriter *to) {
  WebPConfig config;
  WebPPicture w;
  WebPAuxStats statistics = {0};
  if (!WebPConfigInit(&config) || !WebPConfigLosslessPreset(&config, 4) || !WebPPictureInit(&w)) return 0;
  config.exact = 1;
  config.thread_level = picture->threads != 1;
  w.use_argb = 1;
  w.width = (int)picture->size[0];
  w.height = (int)picture->size[1];
  w.stats = &statistics;
  w.writer = WebPMemoryWrite;
  w.custom_ptr = to;
  const int is_done = import(&w, pixels, channels) && WebPEncode(&config, &w);
  WebPPictureFree(&w);
  return is_done && statistics.lossless_hdr_size + statistics.lossless_data_size > 0;
}

static unsigned char *whole(const image *picture, const unsigned char *pixels, int channels,
                            size_t *length) {
  WebPMemoryWriter to;
  WebPMemoryWriterInit(&to);
  const int is_done = encode(picture, pixels, channels, &to);
  unsigned char *const bytes = is_done ? malloc(to.size) : NULL;
  if (bytes) memcpy(bytes, to.mem, to.size);
  *length = to.size;
  WebPMemoryWriterClear(&to);
  return bytes;
}

const image_format image_webp = {
    .name = "webp",
    .about = "8 bits, without loss; RGB or RGBA",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB | IMAGE_RGBA,
    .kind = IMAGE_INTEGERS,
    .depths = 8,
    .provenance_place = IMAGE_BESIDE,
    .most_side = WEBP_MAX_DIMENSION,
    .whole = whole,
};
