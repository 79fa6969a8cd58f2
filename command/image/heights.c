/* Heights from a file of any format: the reader by the name's ending, the file's checksum, and its place on a map. */
#include "image/heights.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

typedef struct {
  const char *ending;
  int (*read)(heights_reading *r);
} reader;

#define READER(name) {#name, heights_##name},
static const reader readers[] = {HEIGHTS_LIST(READER)};
#undef READER
enum { READERS = sizeof readers / sizeof *readers };

/* The reader of the name's ending; NULL with *error: there is none. */
static const reader *reader_of(const heights_reading *r) {
  const char *const dot = strrchr(image_name_of(r->path), '.');
  for (int i = 0; dot && i < READERS; i++)
    if (strcasecmp(dot + 1, readers[i].ending) == 0) return &readers[i];
  char known[128];
  size_t used = 0;
  for (int i = 0; i < READERS; i++)
    used += (size_t)snprintf(known + used, sizeof known - used, "%s.%s", i ? ", " : "", readers[i].ending);
  heights_fail(r, "heights are read from %s", known);
  return NULL;
}

/* The CRC-32 of all bytes: 0, or -1 with *error. */
static int sum_bytes(heights_reading *r) {
  const int reason = image_head_crc(fileno(r->file), r->bytes, &r->to->crc);
  return reason ? heights_fail(r, "%s", strerror(reason)) : 0;
}

/* Heights that are infinite as floats become missing ones. */
static void drop_infinite(heights *h) {
  const int64_t count = h->size[0] * h->size[1] * heights_channels(h);
  for (int64_t i = 0; i < count; i++) h->data[i] = isfinite(h->data[i]) ? h->data[i] : NAN;
}

static int read_opened(heights_reading *r) {
  struct stat status;
  const reader *const with = reader_of(r);
  if (!with) return -1;
  if (fstat(fileno(r->file), &status) != 0) return heights_fail(r, "%s", strerror(errno));
  r->bytes = (int64_t)status.st_size;
  int code = with->read(r);
  if (code == 0) drop_infinite(r->to);
  if (code >= 0) code = heights_settle(r);
  if (code >= 0 && !r->wish->look) code = sum_bytes(r);
  return code < 0 ? -1 : 0;
}

int heights_read(const char *path, const heights_wish *wish, heights *to, image_error *error) {
  *to = (heights){0};
  heights_reading r = {.path = path, .wish = wish, .to = to, .error = error};
  r.file = image_open(path, error);
  if (!r.file) return -1;
  const int code = read_opened(&r);
  free(r.system);
  fclose(r.file);
  if (code) heights_free(to);
  return code;
}
