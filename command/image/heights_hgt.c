/* Heights from .hgt, the tiles of NASA's Shuttle Radar Topography Mission: big-endian integers of 16 bits in
 * metres, a degree of 1201 or 3601 samples a side with both edges; the name says where (N47E008.hgt has its
 * south-western corner at 47 degrees north, 8 east). */
#include "image/heights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MISSING = -32768 };

/* The degrees that a letter and digits of the name say; -1: they aren't such. */
static int read_degrees(const char **text, const char *letters, int digits, int most, int *degrees) {
  static const char upper[] = "NSEW", lower[] = "nsew";
  const char *const at = **text ? strchr(lower, **text) : NULL;
  const char letter = at ? upper[at - lower] : **text;
  if (letter != letters[0] && letter != letters[1]) return -1;
  ++*text;
  *degrees = 0;
  for (int i = 0; i < digits; i++, ++*text) {
    if (**text < '0' || **text > '9') return -1;
    *degrees = 10 * *degrees + (**text - '0');
  }
  if (letter == letters[1]) *degrees = -*degrees;
  return abs(*degrees) <= most ? 0 : -1;
}

static int take_place(heights_reading *r, int side) {
  const char *name = image_name_of(r->path);
  int south, west;
  if (read_degrees(&name, "NS", 2, 90, &south) || read_degrees(&name, "EW", 3, 180, &west))
    return heights_fail(r, "its name doesn't say where it lies, as N47E008.hgt does");
  const double step = 1.0 / (side - 1);
  *r->to = (heights){.size = {side, side}, .origin = {west, south + 1}, .step = {step, -step}};
  r->system = strdup("EPSG:4326");
  return r->system ? 0 : heights_fail(r, "out of memory");
}

static int read_lines(heights_reading *r, unsigned char *line) {
  const size_t side = (size_t)r->to->size[0];
  for (size_t j = 0; j < side; j++) {
    float *const to = r->to->data + j * side;
    if (heights_bytes(r, line, 2 * side)) return heights_fail_at(r, (int64_t)j);
    for (size_t i = 0; i < side; i++) {
      const int bits = line[2 * i] << 8 | line[2 * i + 1], height = bits >= 32768 ? bits - 65536 : bits;
      to[i] = height == MISSING ? NAN : (float)height;
    }
    const int code = heights_lines_read(r, (int64_t)j + 1);
    if (code) return code;
  }
  return 0;
}

int heights_hgt(heights_reading *r) {
  const int side = r->bytes == 2 * 1201 * 1201 ? 1201 : r->bytes == 2 * 3601 * 3601 ? 3601 : 0;
  if (!side) return heights_fail(r, "isn't 1201 x 1201 or 3601 x 3601 samples of 16 bits, as a .hgt is");
  int code = take_place(r, side);
  if (!code) code = heights_allocate(r);
  if (code) return code;
  unsigned char *const line = malloc(2 * (size_t)side);
  code = line ? read_lines(r, line) : heights_fail(r, "out of memory");
  free(line);
  return code;
}
