/* The table of formats: which one a file's name asks for, and whether it can hold a picture. */
#include "image/image.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#define IMAGE_FORMAT(name) &image_##name,
static const image_format *const formats[] = {IMAGE_FORMAT_LIST(IMAGE_FORMAT)};
#undef IMAGE_FORMAT

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

static void list_formats(char *text, size_t room, const char *before) {
  size_t used = 0;
  for (int i = 0; i < FORMAT_COUNT && used < room; i++)
    if (!formats[i]->left_out)
      used += (size_t)snprintf(text + used, room - used, "%s%s%s", used ? ", " : "", before, formats[i]->name);
}

/* The format, unless this burl was built without it. */
static const image_format *present(const image_format *format, const char *path, image_error *error) {
  if (!format->left_out) return format;
  snprintf(error->text, sizeof error->text, "%s: this burl was built without .%s, which CMake's option %s adds", path,
           format->name, format->left_out);
  return NULL;
}

const image_format *image_format_of(const char *path, image_error *error) {
  const char *const dot = strrchr(image_name_of(path), '.');
  for (int i = 0; dot && i < FORMAT_COUNT; i++) {
    if (strcasecmp(dot + 1, formats[i]->name) == 0) return present(formats[i], path, error);
  }

  char known[128];
  list_formats(known, sizeof known, ".");
  snprintf(error->text, sizeof error->text, "%s: %s%s%s; a picture's name ends in one of %s", path,
           dot ? "there is no format '" : "the name has no ending", dot ? dot : "", dot ? "'" : "", known);
  return NULL;
}

const image_format *image_format_named(const char *name, image_error *error) {
  for (int i = 0; i < FORMAT_COUNT; i++)
    if (strcasecmp(name, formats[i]->name) == 0) return present(formats[i], name, error);
  char known[128];
  list_formats(known, sizeof known, "");
  snprintf(error->text, sizeof error->text, "there is no format '%s', but %s", name, known);
  return NULL;
}

int image_holds_picture(const image_format *format) { return format->encode || format->whole; }

int image_check(const image_format *format, const image *picture, image_error *error) {
  if (picture->axes > format->most_axes) {
    snprintf(error->text, sizeof error->text, "a .%s has %d axes, this picture %d; a .npy holds it", format->name,
             format->most_axes, picture->axes);
    return -1;
  }
  if (!(format->channels >> picture->channels & 1u)) {
    snprintf(error->text, sizeof error->text, "a .%s doesn't hold %d channels; a .png and a .npy do", format->name,
             picture->channels);
    return -1;
  }
  if (image_has_integers(format, picture->channels) && !(format->depths & picture->depth)) {
    snprintf(error->text, sizeof error->text, "a .%s has %d bits", format->name, format->depths);
    return -1;
  }
  double samples = 1;
  for (int a = 0; a < picture->axes; a++) {
    samples *= (double)picture->size[a];
    if (!format->most_side || picture->size[a] <= format->most_side) continue;
    snprintf(error->text, sizeof error->text, "a .%s has at most %" PRId64 " samples a side", format->name,
             format->most_side);
    return -1;
  }
  if (format->most_samples && samples > (double)format->most_samples) {
    snprintf(error->text, sizeof error->text, "a .%s has at most %" PRId64 " samples", format->name,
             format->most_samples);
    return -1;
  }
  return format->check ? format->check(picture, error) : 0;
}
