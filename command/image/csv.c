/* CSV as `burl sample` writes it: a header of names, then a line for each sample with its
 * coordinates and values.  Nine digits give a value exactly, seventeen a coordinate. */
#include "image/image.h"

#include <string.h>

enum { COORDINATE = 26, VALUE = 18 /* characters at most, with their comma */ };

static int begin(image_writing *w) {
  const image *const picture = w->picture;
  static const char *const coordinates[] = {[1] = "x", [2] = "x,y"};
  static const char *const values[] = {[1] = "value", [3] = "r,g,b", [4] = "r,g,b,a"};
  char header[32];
  const int length = snprintf(header, sizeof header, "%s,%s\n", coordinates[picture->axes], values[picture->channels]);
  return image_put_bytes(w->stream, header, (size_t)length);
}

static size_t room(const image *picture, int64_t lines) {
  return (size_t)lines * (size_t)picture->size[0] * (size_t)(picture->axes * COORDINATE + picture->channels * VALUE);
}

static char *print_coordinate(char *to, const image *picture, int axis, int64_t i) {
  const double number = (double)(picture->begin[axis] + i);
  return to + sprintf(to, "%.17g,", picture->origin[axis] + number * picture->step[axis]);
}

static int encode(const image_writing *w, image_band *band) {
  const image *const picture = w->picture;
  char *to = (char *)band->bytes;
  const float *value = band->samples;
  const image_part *const part = &band->part;
  for (int64_t j = part->first; j < part->first + part->lines; j++)
    for (int64_t i = part->column; i < part->column + part->columns; i++) {
      to = print_coordinate(to, picture, 0, i);
      if (picture->axes > 1) to = print_coordinate(to, picture, 1, j);
      for (int c = 0; c < picture->channels; c++)
        to += sprintf(to, "%.9g%c", (double)*value++, c + 1 < picture->channels ? ',' : '\n');
    }
  band->length = (size_t)(to - (char *)band->bytes);
  return 0;
}

const image_format image_csv = {
    .name = "csv",
    .about = "a line a sample: its place and its values",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB | IMAGE_RGBA,
    .kind = IMAGE_FLOATS,
    .provenance_storage = IMAGE_BESIDE,
    .splits_lines = 1,
    .begin = begin,
    .room = room,
    .encode = encode,
    .put = image_put_band,
};
