/* Heights from .r16 and .raw as burl writes them: 16 bits without a header, whose size, range and order are in
 * FILE.json beside it. */
#include "image/heights.h"
#include "json/json.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  heights_range range;
  int is_big, is_upwards; /* whether the high byte, and the last line, is first */
} layout;

/* Takes the size: that of the window, where the file is one. */
static int read_size(const json_t *made, int64_t size[2]) {
  const json_t *const whole = json_object_get(made, "size"), *const window = json_object_get(made, "window");
  const json_t *const list = window ? window : whole;
  const size_t first = window ? 2 : 0;
  if (json_array_size(whole) != 2 || json_array_size(list) != first + 2) return 0;
  for (size_t a = 0; a < 2; a++) {
    size[a] = json_integer_value(json_array_get(list, first + a));
    if (size[a] < 1 || size[a] > INT32_MAX) return 0;
  }
  return 1;
}

static int is_word(const json_t *made, const char *key, const char *word) {
  const char *const text = json_string_value(json_object_get(made, key));
  return text && strcmp(text, word) == 0;
}

/* Takes what the file's bytes mean.  Files for Unity have their rows from the south. */
static int read_layout(heights_reading *r, const json_t *made, layout *l) {
  l->is_big = is_word(made, "byte_order", "big");
  l->is_upwards = is_word(made, "for", "unity");
  if (!read_size(made, r->to->size) || !heights_made_range(made, &l->range))
    return heights_fail(r, "%s.json doesn't say of which size and range its heights are", r->path);
  const double wanted = 2.0 * (double)r->to->size[0] * (double)r->to->size[1];
  if ((double)r->bytes == wanted) return 0;
  return heights_fail(r, "has %lld bytes, where %s.json says %.0f", (long long)r->bytes, r->path, wanted);
}

static int find_layout(heights_reading *r, layout *l) {
  image_error error;
  char *const text = image_provenance(r->path, &error);
  json_t *const made = text ? json_read(NULL, text) : NULL;
  free(text);
  const int code = made   ? read_layout(r, made, l)
                   : text ? heights_fail(r, "out of memory")
                          : heights_fail(r, "has no header, and size and range from elsewhere only: %s", error.text);
  json_decref(made);
  return code;
}

static int read_lines(heights_reading *r, const layout *l, unsigned char *line) {
  const size_t width = (size_t)r->to->size[0];
  const size_t low = l->is_big ? 1 : 0, high = 1 - low;
  for (int64_t j = 0; j < r->to->size[1]; j++) {
    const int64_t row = l->is_upwards ? r->to->size[1] - 1 - j : j;
    float *const to = r->to->data + (size_t)row * width;
    if (heights_bytes(r, line, 2 * width)) return heights_fail_at(r, j);
    for (size_t i = 0; i < width; i++) {
      const unsigned v = (unsigned)line[2 * i + low] | (unsigned)line[2 * i + high] << 8;
      to[i] = (float)(l->range.lo + (l->range.hi - l->range.lo) * v / 65535);
    }
    const int code = heights_lines_read(r, j + 1);
    if (code) return code;
  }
  return 0;
}

int heights_r16(heights_reading *r) {
  layout l;
  int code = find_layout(r, &l);
  if (!code) code = heights_allocate(r);
  if (code) return code;
  unsigned char *const line = malloc(2 * (size_t)r->to->size[0]);
  code = line ? read_lines(r, &l, line) : heights_fail(r, "out of memory");
  free(line);
  return code;
}

int heights_raw(heights_reading *r) { return heights_r16(r); }
