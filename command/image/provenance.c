/* How a picture was made: stored in its file, if its format has a place for that; else in a JSON
 * file beside it, which also identifies the picture's file by a checksum. */
#include "image/image.h"
#include "json/json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static char *failed(image_error *error, const char *path, const char *reason) {
  snprintf(error->text, sizeof error->text, "%s: %s", path, reason);
  return NULL;
}

/* ---- beside it ------------------------------------------------------------------------------- */

int image_write_beside(FILE *stream, const char *provenance, const image_bytes *written) {
  const int printed = fprintf(stream,
                              "{\"made\": %s,\n"
                              " \"samples\": {\"begin\": %" PRId64 ", \"bytes\": %" PRId64 ", \"crc32\": \"%08" PRIx32
                              "\", \"head_crc32\": \"%08" PRIx32 "\"}}\n",
                              provenance, written->begin, written->count, written->crc, written->head_crc);
  return printed < 0 ? errno ? errno : EIO : 0;
}

/* Whether the file has these bytes at their offset, and ends behind them. */
static int has_bytes(FILE *file, const image_bytes *expected) {
  static const size_t size = 1 << 16;
  uint32_t head;
  if (image_head_crc(fileno(file), expected->begin, &head) != 0) return 0;
  if (head != expected->head_crc && !expected->is_headless) return 0;
  unsigned char *const block = malloc(size);
  uLong crc = crc32(0, NULL, 0);
  int64_t count = 0;
  if (!block || fseeko(file, (off_t)expected->begin, SEEK_SET) != 0) {
    free(block);
    return 0;
  }
  for (size_t got; (got = fread(block, 1, size, file)) > 0; count += (int64_t)got) crc = crc32_z(crc, block, got);
  free(block);
  return !ferror(file) && count == expected->count && (uint32_t)crc == expected->crc;
}

static char *parse_beside(const json_t *beside, image_bytes *expected) {
  json_t *provenance;
  json_int_t begin, count;
  const char *crc, *head = "";
  if (json_unpack((json_t *)beside, "{s:o, s:{s:I, s:I, s:s, s?s}}", "made", &provenance, "samples", "begin", &begin,
                  "bytes", &count, "crc32", &crc, "head_crc32", &head) != 0)
    return NULL;
  *expected = (image_bytes){begin, count, (uint32_t)strtoul(crc, NULL, 16), (uint32_t)strtoul(head, NULL, 16), !*head};
  return json_text(provenance, JSON_REAL_PRECISION(17));
}

/* Whether the file is no longer than one that burl writes. */
static int is_short(FILE *stream) {
  static const off_t most = 1 << 23;
  return fseeko(stream, 0, SEEK_END) == 0 && ftello(stream) <= most && fseeko(stream, 0, SEEK_SET) == 0;
}

static char *read_beside(const char *path, FILE *file, image_error *error) {
  char *const target = image_target(path), *text = NULL;
  char *const name = target ? image_beside(target) : NULL;
  image_bytes expected;
  FILE *const stream = name ? image_open(name, error) : NULL;
  const int is_absent = name && !stream && errno == ENOENT;
  json_t *const beside = stream && is_short(stream) ? json_read(stream, NULL) : NULL;
  if (!name) failed(error, path, strerror(ENOMEM));
  else if (is_absent) failed(error, name, "it would say how the picture was made, but isn't there");
  else if (stream && (!beside || !(text = parse_beside(beside, &expected))))
    failed(error, name, "doesn't say how a picture was made");
  else if (stream && !has_bytes(file, &expected)) {
    failed(error, name, "is about another file, or this one has changed since");
    free(text);
    text = NULL;
  }
  json_decref(beside);
  if (stream) fclose(stream);
  free(name);
  free(target);
  return text;
}

char *image_provenance(const char *path, image_error *error) {
  const image_format *const format = image_format_of(path, error);
  if (!format) return NULL;
  FILE *const file = image_open(path, error);
  if (!file) return NULL;
  char *text;
  if (format->provenance_storage == IMAGE_BESIDE) {
    text = read_beside(path, file, error);
  } else {
    text = format->provenance(path);
    if (!text) failed(error, path, "doesn't say how it was made");
  }
  fclose(file);
  return text;
}

int image_is_complete(const char *path) {
  image_error ignored;
  const image_format *const format = image_format_of(path, &ignored);
  return format && (format->provenance_storage == IMAGE_BESIDE || format->is_complete(path));
}
