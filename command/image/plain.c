/* What several formats share: writing bytes, floats as bytes, pixels of 8 bits, and files that are
 * encoded from pixels at once. */
#include "image/image.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

int image_put_bytes(FILE *stream, const void *bytes, size_t length) {
  return fwrite(bytes, 1, length, stream) == length ? 0 : errno ? errno : EIO;
}

int image_put_band(image_writing *w, const image_band *band) {
  return image_put_bytes(w->stream, band->bytes, band->length);
}

int image_is_upside_down(const image_format *format, const image *picture) {
  return format->upside_down || (format->is_bare && picture->upwards);
}

image_axis image_axis_of(const image *picture, int a) {
  const double step = picture->step[a], begin = (double)picture->begin[a], last = (double)(picture->whole[a] - 1);
  if (a == 1 && picture->crs && step > 0) /* the first row is the northernmost */
    return (image_axis){picture->origin[a] + (last - begin) * step, -step};
  return (image_axis){picture->origin[a] + begin * step, step};
}

/* ---- floats ---------------------------------------------------------------------------------- */

size_t image_band_floats(const image *picture, const image_band *band) {
  return (size_t)band->part.lines * (size_t)band->part.columns * (size_t)picture->channels;
}

size_t image_float_room(const image *picture, int64_t lines) {
  return sizeof(float) * (size_t)lines * (size_t)picture->size[0] * (size_t)picture->channels;
}

void image_float_bytes(const float *samples, size_t count, unsigned char *to) {
  for (size_t i = 0; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, &samples[i], sizeof bits);
    for (int b = 0; b < 4; b++) to[4 * i + (size_t)b] = (unsigned char)(bits >> 8 * b);
  }
}

/* ---- pixels ---------------------------------------------------------------------------------- */

/* The picture in 8 bits, where grey becomes RGB.  NULL: out of memory. */
static unsigned char *make_pixels(const image *picture, int *channels) {
  const size_t count = (size_t)(picture->size[0] * picture->size[1]);
  const int from = picture->channels, to = from == 4 ? 4 : 3;
  const double lo = from == 1 ? picture->lo : 0, hi = from == 1 ? picture->hi : 1;
  unsigned char *const pixels = malloc(count * (size_t)to);
  for (size_t i = 0; pixels && i < count; i++)
    for (int c = 0; c < to; c++) {
      const float sample = picture->data[i * (size_t)from + (size_t)(from == 1 ? 0 : c)];
      pixels[i * (size_t)to + (size_t)c] = (unsigned char)image_integer(sample, lo, hi, 255);
    }
  *channels = to;
  return pixels;
}

/* The format's file of the picture's pixels.  Returns 0, or the reason for a failure, one of
 * errno's numbers. */
static int encode_pixels(const image_format *format, const image *picture, unsigned char **bytes, size_t *length) {
  int channels;
  unsigned char *const pixels = make_pixels(picture, &channels);
  *bytes = pixels ? format->whole(picture, pixels, channels, length) : NULL;
  free(pixels);
  return *bytes ? 0 : ENOMEM;
}

int image_write_whole(FILE *stream, const image_format *format, const image *picture, image_bytes *written) {
  unsigned char *bytes = NULL;
  size_t length = 0;
  int reason = encode_pixels(format, picture, &bytes, &length);
  if (!reason) reason = image_put_bytes(stream, bytes, length);
  *written = (image_bytes){.count = (int64_t)length, .crc = (uint32_t)crc32_z(crc32(0, NULL, 0), bytes, length)};
  free(bytes);
  return reason;
}
