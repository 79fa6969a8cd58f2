/* What is in a tile.  Heights are whole numbers of 24 bits in red, green and blue. */
#include "pixels.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Samples to pixels --------------------------------------------------------------------------- */

/* A height's number, of steps a metre from the lowest on; NaN is the lowest. */
static uint32_t height_number(float height, double lowest, double steps) {
  const double number = ((double)height - lowest) * steps + 0.5;
  return number >= 16777215.0 ? 16777215u : number > 0 ? (uint32_t)number : 0u;
}

static void put_height(uint32_t number, unsigned char *pixel) {
  pixel[0] = (unsigned char)(number >> 16);
  pixel[1] = (unsigned char)(number >> 8);
  pixel[2] = (unsigned char)number;
}

static void put_colour(const float *sample, int channels, unsigned char *pixel) {
  for (int c = 0; c < (channels == 4 ? 4 : 3); c++)
    pixel[c] = (unsigned char)image_integer(channels == 1 ? sample[0] : sample[c], 0, 1, 255);
}

int tile_pixels(tile_encoding encoding, const float *samples, int channels, int between, int side, unsigned char *pixels) {
  const int bytes = encoding == ENCODE_colour && channels == 4 ? 4 : 3;
  for (int i = 0; i < side * side; i++, samples += between, pixels += bytes)
    switch (encoding) {
    case ENCODE_terrarium: put_height(height_number(*samples, -32768, 256), pixels); break;
    case ENCODE_mapbox: put_height(height_number(*samples, -10000, 10), pixels); break;
    default: put_colour(samples, channels, pixels);
    }
  return bytes;
}

int tile_is_plain(const unsigned char *pixels, int bytes, int side, uint32_t *colour) {
  const size_t pixel = (size_t)bytes;
  *colour = 0;
  for (size_t c = 0; c < pixel; c++) *colour = *colour << 8 | pixels[c];
  return memcmp(pixels, pixels + pixel, pixel * (size_t)(side * side - 1)) == 0;
}

/* ---- Pixels to a file ---------------------------------------------------------------------------- */

unsigned char *tile_file(tile_format format, const unsigned char *pixels, int bytes, int side, size_t *length) {
  const size_t count = (size_t)(side * side) * (size_t)bytes;
  float *const samples = malloc(count * sizeof *samples);
  char *file = NULL;
  FILE *const stream = samples ? open_memstream(&file, length) : NULL;
  for (size_t i = 0; stream && i < count; i++) samples[i] = (float)pixels[i] / 255.0f;
  const image picture = {.data = samples, .axes = 2, .size = {side, side, 1, 1}, .step = {1, 1, 1, 1}, .whole = {side, side, 1, 1},
                         .channels = bytes, .hi = 1, .depth = 8, .threads = 1};
  image_bytes written;
  int reason = !stream ? errno
               : format == TILES_WEBP ? image_write_whole(stream, &image_webp, &picture, &written)
                                      : image_write_bands(stream, NULL, &image_png, &picture, &written);
  if (stream && fclose(stream) != 0 && !reason) reason = errno;
  free(samples);
  if (!reason) return (unsigned char *)file;
  free(file);
  errno = reason;
  return NULL;
}
