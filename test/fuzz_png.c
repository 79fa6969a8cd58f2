/* libFuzzer on PNGs, as pictures that tell how they were made and as heights.  The first byte says what is done to the
 * others first: whether the bytes of samples and of compressed texts, which are plain here, are compressed, and whether
 * the checksums are set right. */
#include "fuzz_folder.h"
#include "fuzz_sums.h"
#include "image/heights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PACK = 1, SET_SUMS = 2 };
enum { SIGNATURE = 8, CHUNK = 12, ROOM = 1 << 16, MOST_TEXT = 1 << 23 };

/* A file of few bytes may stand for many samples: those are as they should be, but slow. */
static const double most_samples = 1 << 20;

/* How many of a chunk's bytes stand before those that are compressed: of samples none, of a text its keyword, a zero
 * and the method; all of others. */
static size_t plain_length(const uint8_t *name, const uint8_t *bytes, size_t length) {
  if (memcmp(name, "IDAT", 4) == 0) return 0;
  const uint8_t *const zero = memcmp(name, "zTXt", 4) == 0 ? memchr(bytes, 0, length) : NULL;
  return zero && (size_t)(zero - bytes) + 2 < length ? (size_t)(zero - bytes) + 2 : length;
}

/* Copies a chunk, without its checksum, and returns how long it is then. */
static size_t pack_chunk(uint8_t *to, const uint8_t *name, const uint8_t *bytes, size_t length) {
  const size_t plain = plain_length(name, bytes, length);
  uLongf packed = ROOM;
  memcpy(to + 4, name, 4);
  memcpy(to + 8, bytes, plain);
  if (plain == length) packed = 0;
  else if (compress2(to + 8 + plain, &packed, bytes + plain, (uLong)(length - plain), 1) != Z_OK) abort();
  put_big_endian(to, (uint32_t)(plain + packed));
  return plain + packed + CHUNK;
}

/* Chunks that are longer than the file end where it ends. */
static size_t pack(uint8_t *to, const uint8_t *data, size_t size) {
  size_t used = SIGNATURE;
  memcpy(to, data, SIGNATURE);
  for (size_t at = SIGNATURE, length; at + CHUNK <= size; at += length + CHUNK) {
    const size_t rest = size - at - CHUNK;
    length = get_length(data + at) < rest ? get_length(data + at) : rest;
    used += pack_chunk(to + used, data + at + 4, data + at + 8, length);
  }
  return used;
}

/* Whether it tells how it was made, or is whole, is looked at alone. */
static void read_picture(void) {
  char *const text = image_png.provenance("a.png");
  if (text && strlen(text) > MOST_TEXT) abort();
  free(text);
  (void)image_png.is_complete("a.png");
}

static void read_heights(void) {
  heights looked, h;
  image_error error = {""};
  heights_wish wish = {.look = 1};
  if (heights_read("a.png", &wish, &looked, &error) != 0) {
    if (!*error.text) abort();
    return;
  }
  wish.look = 0;
  if ((double)looked.size[0] * (double)looked.size[1] <= most_samples) {
    if (heights_read("a.png", &wish, &h, &error) != 0) {
      if (!*error.text) abort();
    } else if (h.size[0] != looked.size[0] || h.size[1] != looked.size[1]) {
      abort();
    }
    for (int64_t i = 0; h.data && i < h.size[0] * h.size[1]; i++)
      if (isinf(h.data[i])) abort(); /* they count as missing */
    heights_free(&h);
  }
  heights_free(&looked);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t made[64 * ROOM];
  if (size < 1 + SIGNATURE || size > ROOM / 2) return 0;
  const int todo = *data;
  enter_folder();
  memcpy(made, data + 1, --size);
  if (todo & PACK) size = pack(made, data + 1, size);
  if (todo & SET_SUMS) set_sums(made, size);
  write_file("a.png", made, size);
  read_picture();
  read_heights();
  return 0;
}
