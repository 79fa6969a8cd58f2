/* libFuzzer on files of heights.  The first byte says what the others are: a GeoTIFF, a NumPy array, an EXR, an ASCII
 * grid, a WebP, a JPEG, or the JSON beside an .r16 of six samples.  They are looked at and read, as they are and into
 * another coordinate system, with pictures in colour and without.  fuzz_png.c has PNGs. */
#include "fuzz_folder.h"
#include "image/heights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct {
  char kind;
  const char *heights, *file;
} kinds[] = {{'t', "a.tif", "a.tif"},   {'n', "a.npy", "a.npy"}, {'e', "a.exr", "a.exr"},     {'a', "a.asc", "a.asc"},
             {'w', "a.webp", "a.webp"}, {'g', "a.jpg", "a.jpg"}, {'j', "a.r16", "a.r16.json"}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* A file of few bytes may stand for many samples: those are as they should be, but slow. */
static const double most_samples = 1 << 20;

/* Reads every sample, so that one that isn't there is found. */
static void use(const heights *h) {
  for (int64_t i = 0; i < h->size[0] * h->size[1] * heights_channels(h); i++)
    if (isinf(h->data[i])) abort(); /* they count as missing */
}

static void read_as(const char *path, const char *crs, int colours) {
  heights h;
  image_error error;
  heights_wish wish = {.crs = crs, .colours = colours, .look = 1};
  if (heights_read(path, &wish, &h, &error) != 0) return;
  const double samples = (double)h.size[0] * (double)h.size[1];
  heights_free(&h);
  wish.look = 0;
  if (samples > most_samples) return;
  if (heights_read(path, &wish, &h, &error) == 0) use(&h);
  else if (!*error.text) abort();
  heights_free(&h);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int k = 0;
  while (k < KINDS && size > 0 && kinds[k].kind != (char)*data) k++;
  if (k == KINDS || size == 0) return 0;
  if (enter_folder()) write_file("a.r16", "\0\1\2\3\4\5\6\7\10\11\12\13", 12);
  write_file(kinds[k].file, data + 1, size - 1);
  read_as(kinds[k].heights, NULL, 0);
  read_as(kinds[k].heights, NULL, 1);
  read_as(kinds[k].heights, "EPSG:32632", k % 2);
  return 0;
}
