/* NumPy's array file, version 1.0: little-endian floats in C order, [l][k][y][x], with a last
 * axis of channels for colours (NumPy Enhancement Proposal 1, "A simple file format for NumPy
 * arrays"). */
#include "image.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { MAGIC = 10, ALIGNMENT = 64, MOST_HEADER = 256, BLOCK = 4096 };

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

/* Little-endian bytes, whatever this machine's order. */
static void pack_floats(const float *data, size_t count, unsigned char *bytes) {
  for (size_t i = 0; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, &data[i], sizeof bits);
    for (int b = 0; b < 4; b++) bytes[4 * i + (size_t)b] = (unsigned char)(bits >> 8 * b);
  }
}

int image_write_npy(FILE *stream, const image *picture) {
  char header[MOST_HEADER];
  const size_t length = make_header(picture, header);
  if (fwrite(header, 1, length, stream) != length) return errno;

  size_t left = (size_t)picture->channels;
  for (int a = 0; a < picture->axes; a++) left *= (size_t)picture->size[a];
  unsigned char bytes[4 * BLOCK];
  for (const float *data = picture->data; left > 0;) {
    const size_t count = left < BLOCK ? left : BLOCK;
    pack_floats(data, count, bytes);
    if (fwrite(bytes, 4, count, stream) != count) return errno;
    data += count;
    left -= count;
  }
  return 0;
}
