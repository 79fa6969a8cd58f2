/* NumPy's array file, version 1.0: little-endian floats in C order, [l][k][y][x], with the channels
 * of colours as a last axis (NumPy Enhancement Proposal 1, "A simple file format for NumPy
 * arrays"). */
#include "image/image.h"

#include <inttypes.h>
#include <string.h>

enum { MAGIC = 10, ALIGNMENT = 64, MOST_HEADER = 256 };

/* The array's shape, with the slowest axis first: "(480, 640, 3)"; "(640,)" for a single axis. */
static void print_shape(const image *picture, char *text, size_t room) {
  int used = snprintf(text, room, "(");
  for (int a = picture->axes - 1; a >= 0; a--) {
    used += snprintf(text + used, room - (size_t)used, "%" PRId64 "%s", picture->size[a], a ? ", " : "");
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
  const int text =
      snprintf(header + MAGIC, MOST_HEADER - MAGIC, "{'descr': '<f4', 'fortran_order': False, 'shape': %s, }", shape);
  size_t length = MAGIC + (size_t)text;
  while (length % ALIGNMENT != ALIGNMENT - 1) header[length++] = ' ';
  header[length++] = '\n';
  header[8] = (char)((length - MAGIC) & 255);
  header[9] = (char)((length - MAGIC) >> 8);
  return length;
}

static int begin(image_writing *w) {
  const image *const picture = w->picture;
  char header[MOST_HEADER];
  const size_t length = make_header(picture, header);
  return image_put_bytes(w->stream, header, length);
}

static int encode(const image_writing *w, image_band *band) {
  const size_t count = image_band_floats(w->picture, band);
  band->length = sizeof(float) * count;
  image_float_bytes(band->samples, count, band->bytes);
  return 0;
}

const image_format image_npy = {
    .name = "npy",
    .about = "NumPy, float32, [l][k][y][x][channel]",
    .most_axes = 4,
    .channels = IMAGE_GREY | IMAGE_RGB | IMAGE_RGBA,
    .kind = IMAGE_FLOATS,
    .provenance_storage = IMAGE_BESIDE,
    .splits_lines = 1,
    .begin = begin,
    .room = image_float_room,
    .encode = encode,
    .put = image_put_band,
};
