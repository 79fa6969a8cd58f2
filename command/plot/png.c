/* Pictures of png.h: each row by the filter whose differences are the least, as ISO/IEC 15948:2004, 12.8, advises,
 * deflated by zlib. */
#define ZLIB_CONST /* next_in points to const */
#include "plot/png.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { PIXEL = 4, FILTERS = 5 /* their numbers in the file: none, left, above, mean of both, Paeth's */ };

static unsigned char paeth(int left, int above, int corner) {
  const int a = abs(above - corner), b = abs(left - corner), c = abs(left + above - 2 * corner);
  return (unsigned char)(a <= b && a <= c ? left : b <= c ? above : corner);
}

/* What a filter predicts of the byte there; above is NULL for the first row. */
static unsigned char predicted(int filter, const unsigned char *row, const unsigned char *above, size_t i) {
  const int left = i < PIXEL ? 0 : row[i - PIXEL], up = above ? above[i] : 0;
  switch (filter) {
  case 0: return 0;
  case 1: return (unsigned char)left;
  case 2: return (unsigned char)up;
  case 3: return (unsigned char)((left + up) / 2);
  default: return paeth(left, up, above && i >= PIXEL ? above[i - PIXEL] : 0);
  }
}

/* The row by the best filter, with its number in front. */
static void filter_row(const unsigned char *row, const unsigned char *above, size_t length, unsigned char *to) {
  uint64_t least = UINT64_MAX;
  *to = 0;
  for (int filter = 0; filter < FILTERS; filter++) {
    uint64_t sum = 0;
    for (size_t i = 0; i < length; i++) sum += (uint64_t)abs((signed char)(row[i] - predicted(filter, row, above, i)));
    if (sum >= least) continue;
    least = sum;
    *to = (unsigned char)filter;
  }
  for (size_t i = 0; i < length; i++) to[1 + i] = (unsigned char)(row[i] - predicted(*to, row, above, i));
}

static unsigned char *put_number(unsigned char *to, uint32_t number) {
  for (int i = 0; i < 4; i++) *to++ = (unsigned char)(number >> (24 - 8 * i));
  return to;
}

/* A chunk whose data lies there already, behind room for length and type.  Returns its end. */
static unsigned char *wrap(unsigned char *chunk, const char *type, size_t length) {
  memcpy(put_number(chunk, (uint32_t)length), type, 4);
  return put_number(chunk + 8 + length, (uint32_t)crc32_z(crc32(0, NULL, 0), chunk + 4, length + 4));
}

/* The filtered rows, deflated, into room bytes at to: their length, 0: it failed. */
static size_t deflate_rows(const unsigned char *filtered, size_t length, unsigned char *to, size_t room) {
  z_stream z = {0};
  if (deflateInit2(&z, 9, Z_DEFLATED, MAX_WBITS, 9, Z_FILTERED) != Z_OK) return 0;
  z.next_in = filtered;
  z.avail_in = (uInt)length;
  z.next_out = to;
  z.avail_out = (uInt)room;
  const int state = deflate(&z, Z_FINISH);
  deflateEnd(&z);
  return state == Z_STREAM_END ? z.total_out : 0;
}

unsigned char *plot_png(const unsigned char *rgba, int columns, int rows, size_t *length) {
  static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  static const unsigned char kind[] = {8, 6, 0, 0, 0}; /* bits, with opacity, deflate, filters, not interlaced */
  const size_t row = PIXEL * (size_t)columns, count = (row + 1) * (size_t)rows, room = compressBound((uLong)count) + 64;
  unsigned char *const filtered = malloc(count), *file = filtered ? malloc(room + 128) : NULL, *at = file;
  for (int j = 0; file && j < rows; j++)
    filter_row(rgba + (size_t)j * row, j ? rgba + (size_t)(j - 1) * row : NULL, row, filtered + (size_t)j * (row + 1));
  size_t size = 0;
  if (file) {
    memcpy(at, signature, sizeof signature);
    at += sizeof signature;
    memcpy(put_number(put_number(at + 8, (uint32_t)columns), (uint32_t)rows), kind, sizeof kind);
    at = wrap(at, "IHDR", 13);
    size = deflate_rows(filtered, count, at + 8, room);
  }
  free(filtered);
  if (size == 0) {
    free(file);
    return NULL;
  }
  at = wrap(wrap(at, "IDAT", size), "IEND", 0);
  *length = (size_t)(at - file);
  return file;
}
