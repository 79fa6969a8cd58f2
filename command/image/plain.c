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

/* Samples in 8 bits, where grey becomes RGB. */
static void fill_pixels(const image *picture, const float *samples, size_t count, int channels, unsigned char *pixels) {
  const int from = picture->channels;
  const double lo = from == 1 ? picture->lo : 0, hi = from == 1 ? picture->hi : 1;
  for (size_t i = 0; i < count; i++)
    for (int c = 0; c < channels; c++) {
      const float sample = samples[i * (size_t)from + (size_t)(from == 1 ? 0 : c)];
      pixels[i * (size_t)channels + (size_t)c] = (unsigned char)image_integer(sample, lo, hi, 255);
    }
}

/* The pixels of samples that are computed as they are needed, a band after another.  Returns 0, or the reason for a
 * failure, one of errno's numbers. */
static int compute_pixels(const image *picture, int channels, unsigned char *pixels) {
  const int64_t band = image_band_lines(picture), all = picture->size[1];
  const size_t width = (size_t)picture->size[0];
  float *const samples = malloc(image_float_room(picture, band < all ? band : all));
  int reason = samples ? 0 : ENOMEM;
  for (int64_t first = 0; !reason && first < all; first += band) {
    const image_part part = {first, all - first < band ? all - first : band, 0, picture->size[0]};
    if (picture->progress && picture->progress(picture->progress_user, (double)first / (double)all)) reason = ECANCELED;
    if (!reason) reason = picture->lines(picture->lines_user, &part, samples);
    if (!reason)
      fill_pixels(picture, samples, (size_t)part.lines * width, channels,
                  pixels + (size_t)first * width * (size_t)channels);
  }
  free(samples);
  return reason;
}

/* The format's file of the picture's pixels.  Returns 0, or the reason for a failure, one of
 * errno's numbers. */
static int encode_pixels(const image_format *format, const image *picture, unsigned char **bytes, size_t *length) {
  const int channels = picture->channels == 4 ? 4 : 3;
  const size_t count = (size_t)(picture->size[0] * picture->size[1]);
  const double installed = image_installed_memory();
  const int fits = 8.0 * (double)count <= installed; /* these, and as much again at least for the file */
  unsigned char *const pixels = fits ? malloc(count * (size_t)channels) : NULL;
  int reason = pixels ? 0 : ENOMEM;
  if (!reason && picture->data) fill_pixels(picture, picture->data, count, channels, pixels);
  else if (!reason) reason = compute_pixels(picture, channels, pixels);
  if (reason) free(pixels);
  else if (!(*bytes = format->whole(picture, pixels, channels, length))) reason = ENOMEM;
  return reason;
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
