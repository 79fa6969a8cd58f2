/* What is in a tile.  Heights are whole numbers of 24 bits in red, green and blue. */
#include "atlas/pixels.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Samples to pixels --------------------------------------------------------------------------- */

enum { MOST_NUMBER = 16777215 };

double tile_lowest(tile_encoding encoding) { return encoding == ENCODE_mapbox ? -10000 : -32768; }
static double steps_of(tile_encoding encoding) { return encoding == ENCODE_mapbox ? 10 : 256; }
double tile_highest(tile_encoding encoding) { return tile_lowest(encoding) + MOST_NUMBER / steps_of(encoding); }

/* A height's number, of steps a metre from the lowest on; NaN is the lowest. */
static uint32_t height_number(float height, tile_encoding encoding) {
  const double number = ((double)height - tile_lowest(encoding)) * steps_of(encoding) + 0.5;
  return number >= MOST_NUMBER ? MOST_NUMBER : number > 0 ? (uint32_t)number : 0u;
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

int tile_pixels(tile_encoding encoding, const float *samples, int channels, int between, int count,
                unsigned char *pixels) {
  const int bytes = encoding == ENCODE_colour && channels == 4 ? 4 : 3;
  for (int i = 0; i < count; i++, samples += between, pixels += bytes) switch (encoding) {
    case ENCODE_terrarium:
    case ENCODE_mapbox: put_height(height_number(*samples, encoding), pixels); break;
    default: put_colour(samples, channels, pixels);
    }
  return bytes;
}

int64_t tile_count_lost(tile_encoding encoding, const float *samples, int between, int count) {
  const int is_heights = encoding == ENCODE_terrarium || encoding == ENCODE_mapbox;
  const double lo = tile_lowest(encoding), hi = tile_highest(encoding);
  int64_t lost = 0;
  for (int i = 0; i < count && is_heights; i++)
    lost += !((double)samples[i * between] >= lo && (double)samples[i * between] <= hi);
  return lost;
}

int tile_is_plain(const unsigned char *pixels, int bytes, int side, uint32_t *colour) {
  const size_t pixel = (size_t)bytes;
  *colour = 0;
  for (size_t c = 0; c < pixel; c++) *colour = *colour << 8 | pixels[c];
  return memcmp(pixels, pixels + pixel, pixel * (size_t)(side * side - 1)) == 0;
}

/* ---- A quarter of the pixels --------------------------------------------------------------------- */

static uint32_t number_at(const unsigned char *pixel) {
  return (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
}

/* The root to the next whole number of sum/count, of sums up to 4*255*255*255. */
static unsigned char root_of_mean(uint32_t sum, uint32_t count) {
  return (unsigned char)(sqrt((double)sum / count) + 0.5);
}

static void mean_colour(const unsigned char *const four[4], int bytes, unsigned char *to) {
  uint32_t opacity = 0;
  for (int i = 0; i < 4; i++) opacity += bytes == 4 ? four[i][3] : 1;
  for (int c = 0; c < 3; c++) {
    uint32_t sum = 0;
    for (int i = 0; i < 4; i++) sum += (uint32_t)four[i][c] * four[i][c] * (bytes == 4 ? four[i][3] : 1);
    to[c] = opacity ? root_of_mean(sum, opacity) : 0;
  }
  if (bytes == 4) to[3] = (unsigned char)((opacity + 2) / 4);
}

void tile_shrink(tile_encoding encoding, const unsigned char *from, int bytes, int side, int right, int lower,
                 unsigned char *to) {
  const int half = side / 2;
  for (int j = 0; j < half; j++)
    for (int i = 0; i < half; i++) {
      const unsigned char *const upper = from + (size_t)(2 * j * side + 2 * i) * (size_t)bytes, *const below =
                                                                                                    upper +
                                                                                                    side * bytes;
      const unsigned char *const four[4] = {upper, upper + bytes, below, below + bytes};
      unsigned char *const pixel = to + (size_t)((j + half * lower) * side + i + half * right) * (size_t)bytes;
      if (encoding == ENCODE_colour) mean_colour(four, bytes, pixel);
      else
        put_height((number_at(four[0]) + number_at(four[1]) + number_at(four[2]) + number_at(four[3]) + 2) / 4, pixel);
    }
}

/* ---- Pixels to a file ---------------------------------------------------------------------------- */

unsigned char *tile_file(plan_format format, const unsigned char *pixels, int bytes, int side, size_t *length) {
  const size_t count = (size_t)(side * side) * (size_t)bytes;
  float *const samples = malloc(count * sizeof *samples);
  char *file = NULL;
  FILE *const stream = samples ? open_memstream(&file, length) : NULL;
  for (size_t i = 0; stream && i < count; i++) samples[i] = (float)pixels[i] / 255.0f;
  const image picture = {.data = samples,
                         .axes = 2,
                         .size = {side, side, 1, 1},
                         .step = {1, 1, 1, 1},
                         .whole = {side, side, 1, 1},
                         .channels = bytes,
                         .hi = 1,
                         .depth = 8,
                         .threads = 1};
  image_bytes written;
  int reason = !stream               ? errno
               : format == PLAN_WEBP ? image_write_whole(stream, &image_webp, &picture, &written)
                                     : image_write_bands(stream, NULL, &image_png, &picture, &written);
  if (stream && fclose(stream) != 0 && !reason) reason = errno;
  free(samples);
  if (!reason) return (unsigned char *)file;
  free(file);
  errno = reason;
  return NULL;
}

/* ---- A file to pixels ---------------------------------------------------------------------------- */

int tile_read(plan_format format, const unsigned char *file, size_t length, int bytes, int side,
              unsigned char *pixels) {
  return format == PLAN_WEBP ? image_webp_pixels(file, length, bytes, side, pixels)
                             : image_png_pixels(file, length, bytes, side, pixels);
}
