/* NumPy's array file, version 1.0: little-endian floats in C order, [l][k][y][x], with a last
 * axis of channels for colours (NumPy Enhancement Proposal 1, "A simple file format for NumPy
 * arrays"). */
#include "image.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { MAGIC = 10, ALIGNMENT = 64, MOST_HEADER = 256 };

/* "(480, 640, 3)", the slowest axis first; NumPy wants "(640,)" for a single one. */
static void print_shape(const image *picture, char *text, size_t room) {
  int used = snprintf(text, room, "(");
  for (int a = picture->axes - 1; a >= 0; a--) {
    used += snprintf(text + used, room - (size_t)used, "%" PRId64 "%s", picture->size[a],
                     a ? ", " : "");
  }
  if (picture->channels > 1) {
    used += snprintf(text + used, room - (size_t)used, ", %d", picture->channels);
  } else if (picture->axes == 1) {
    used += snprintf(text + used, room - (size_t)used, ",");
  }
  snprintf(text + used, room - (size_t)used, ")");
}

/* Magic, version, length and the dictionary, padded so that the data is aligned.  Returns the
 * length. */
static size_t make_header(const image *picture, char header[MOST_HEADER]) {
  char shape[128];
  print_shape(picture, shape, sizeof shape);
  memcpy(header, "\x93NUMPY\x01\x00", 8);
  const int text = snprintf(header + MAGIC, MOST_HEADER - MAGIC,
                            "{'descr': '<f4', 'fortran_order': False, 'shape': %s, }", shape);
  size_t length = MAGIC + (size_t)text;
  while (length % ALIGNMENT != ALIGNMENT - 1) header[length++] = ' ';
  header[length++] = '\n';
  header[8] = (char)((length - MAGIC) & 255);
  header[9] = (char)((length - MAGIC) >> 8);
  return length;
}

int image_npy_begin(FILE *stream, const image *picture) {
  char header[MOST_HEADER];
  const size_t length = make_header(picture, header);
  return fwrite(header, 1, length, stream) == length ? 0 : errno;
}

size_t image_npy_room(const image *picture, int64_t lines) {
  return 4 * (size_t)lines * (size_t)picture->size[0] * (size_t)picture->channels;
}

/* Little-endian bytes, whatever this machine's order. */
int image_npy_encode(const image *picture, image_band *band) {
  band->length = image_npy_room(picture, band->lines);
  for (size_t i = 0; i < band->length / 4; i++) {
    uint32_t bits;
    memcpy(&bits, &band->samples[i], sizeof bits);
    for (int b = 0; b < 4; b++) band->bytes[4 * i + (size_t)b] = (unsigned char)(bits >> 8 * b);
  }
  return 0;
}

int image_npy_put(FILE *stream, const image_band *band, uint32_t *check) {
  (void)check;
  return fwrite(band->bytes, 1, band->length, stream) == band->length ? 0 : errno;
}

int image_npy_end(FILE *stream, uint32_t check) {
  (void)stream, (void)check;
  return 0;
}
