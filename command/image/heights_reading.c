/* What the readers of heights share: their errors, their progress, and bytes of the file. */
#include "image/heights.h"
#include "json/json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int heights_fail(const heights_reading *r, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int code = image_fail(r->error, r->path, format, arguments);
  va_end(arguments);
  return code;
}

int heights_fail_at(const heights_reading *r, int64_t line) {
  return heights_fail(r, "is damaged or cut off: line %" PRId64 " of its %" PRId64 " can't be read", line + 1,
                      r->to->size[1]);
}

int heights_lines_read(const heights_reading *r, int64_t lines) {
  const int64_t *const size = r->to->size;
  if (!r->wish->progress) return 0;
  const double line = (double)size[0];
  if (r->wish->progress(r->wish->user, (double)lines * line, (double)size[1] * line) == 0) return 0;
  return heights_fail(r, "%s", strerror(ECANCELED));
}

int heights_channels(const heights *h) { return h->channels > 1 ? h->channels : 1; }

int heights_take_channels(heights_reading *r, int channels) {
  r->to->channels = channels;
  if (channels == 1 || r->wish->colours) return 0;
  return heights_fail(r, "is a picture in colour, not heights; image(…, give: grey) in a recipe makes heights of it");
}

int heights_bytes(const heights_reading *r, void *to, size_t length) {
  return fread(to, 1, length, r->file) == length ? 0 : -1;
}

int heights_made_range(const json_t *made, heights_range *range) {
  const json_t *const ends = json_object_get(made, "range");
  const json_t *const lo = json_array_get(ends, 0), *const hi = json_array_get(ends, 1);
  if (!json_is_number(lo) || !json_is_number(hi)) return 0;
  *range = (heights_range){json_number_value(lo), json_number_value(hi)};
  return isfinite(range->lo) && isfinite(range->hi);
}

void heights_free(heights *h) {
  free(h->data);
  free(h->crs);
  *h = (heights){0};
}
