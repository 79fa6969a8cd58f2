/* libFuzzer on the pixels of tiles.  The first byte says what the others are, a PNG or a WebP of 3 or 4 channels; the
 * checksums of a PNG are set right, as no fuzzer would see behind them.  What was read is made a quarter of an
 * overview, and a file, which has to be read as it was. */
#include "atlas/pixels.h"
#include "fuzz_sums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIDE = 8, MOST = 4 * SIDE * SIDE };

static const struct {
  char kind;
  plan_format format;
  int bytes;
} kinds[] = {{'p', PLAN_PNG, 3}, {'q', PLAN_PNG, 4}, {'w', PLAN_WEBP, 3}, {'v', PLAN_WEBP, 4}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void use(int k, const uint8_t *pixels) {
  uint8_t again[MOST], smaller[MOST] = {0};
  uint32_t colour;
  size_t length;
  for (int e = 0; e <= ENCODE_mapbox; e++)
    if (e == ENCODE_colour || kinds[k].bytes == 3)
      for (int q = 0; q < 4; q++) tile_shrink((tile_encoding)e, pixels, kinds[k].bytes, SIDE, q & 1, q >> 1, smaller);
  const int is_plain = tile_is_plain(pixels, kinds[k].bytes, SIDE, &colour);
  if (is_plain && memcmp(pixels, smaller, (size_t)kinds[k].bytes) != 0 && kinds[k].bytes == 3) abort();
  unsigned char *const file = tile_file(kinds[k].format, pixels, kinds[k].bytes, SIDE, &length);
  if (!file || tile_read(kinds[k].format, file, length, kinds[k].bytes, SIDE, again) != 0) abort();
  free(file);
  for (int i = 0; i < SIDE * SIDE; i++) { /* a colour that isn't to be seen may be another */
    const uint8_t *const a = pixels + i * kinds[k].bytes, *const b = again + i * kinds[k].bytes;
    if (memcmp(a, b, (size_t)kinds[k].bytes) != 0 && (kinds[k].bytes == 3 || a[3] != 0 || b[3] != 0)) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int k = 0;
  while (k < KINDS && size > 0 && kinds[k].kind != (char)*data) k++;
  if (k == KINDS || size == 0) return 0;
  uint8_t *const file = malloc(size), pixels[MOST];
  if (!file) return 0;
  memcpy(file, data + 1, --size);
  if (kinds[k].format == PLAN_PNG) set_sums(file, size);
  if (tile_read(kinds[k].format, file, size, kinds[k].bytes, SIDE, pixels) == 0) use(k, pixels);
  free(file);
  return 0;
}
