/* Pictures from WebP, of 8 bits; lossy ones have what libwebp makes of them. */
#include "image/heights.h"

#include <stdlib.h>
#include <webp/decode.h>
#include <webp/encode.h>

enum { MOST_BYTES = 1 << 30 };

/* The whole file, to be freed; NULL with *error. */
static unsigned char *read_file(heights_reading *r) {
  unsigned char *const bytes = r->bytes <= MOST_BYTES ? malloc((size_t)r->bytes + 1) : NULL;
  if (bytes && heights_bytes(r, bytes, (size_t)r->bytes) == 0) return bytes;
  heights_fail(r, r->bytes > MOST_BYTES ? "is too large, of more than 1 GiB" : bytes ? "is cut off" : "out of memory");
  free(bytes);
  return NULL;
}

static int take_head(heights_reading *r, const unsigned char *bytes) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(bytes, (size_t)r->bytes, &features) != VP8_STATUS_OK)
    return heights_fail(r, "isn't a WebP, or is damaged");
  if (features.has_animation) return heights_fail(r, "is an animation, not a picture");
  *r->to = (heights){.size = {features.width, features.height}};
  return heights_take_channels(r, features.has_alpha ? 4 : 3);
}

static int read_picture(heights_reading *r, const unsigned char *bytes) {
  const int channels = r->to->channels, stride = (int)r->to->size[0] * channels;
  const size_t count = (size_t)stride * (size_t)r->to->size[1];
  unsigned char *const pixels = malloc(count);
  if (!pixels) return heights_fail(r, "out of memory");
  const unsigned char *const done = channels == 4 ? WebPDecodeRGBAInto(bytes, (size_t)r->bytes, pixels, count, stride)
                                                  : WebPDecodeRGBInto(bytes, (size_t)r->bytes, pixels, count, stride);
  for (size_t i = 0; done && i < count; i++) r->to->data[i] = (float)(pixels[i] / 255.0);
  free(pixels);
  return done ? heights_lines_read(r, r->to->size[1]) : heights_fail(r, "is damaged or cut off");
}

int heights_webp(heights_reading *r) {
  unsigned char *const bytes = read_file(r);
  int code = bytes ? take_head(r, bytes) : -1;
  if (!code) code = heights_allocate(r);
  if (!code) code = read_picture(r, bytes);
  free(bytes);
  return code;
}

int image_webp_pixels(const unsigned char *file, size_t length, int channels, int side, unsigned char *pixels) {
  const size_t room = (size_t)(side * side) * (size_t)channels;
  int width, height;
  if (!WebPGetInfo(file, length, &width, &height) || width != side || height != side) return -1;
  if (channels == 4) return WebPDecodeRGBAInto(file, length, pixels, room, 4 * side) ? 0 : -1;
  return WebPDecodeRGBInto(file, length, pixels, room, 3 * side) ? 0 : -1;
}

int image_webp_version(void) { return WebPGetEncoderVersion(); }
