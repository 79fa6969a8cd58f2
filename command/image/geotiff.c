/* The reader of geotiff.h: of TIFF (Aldus, "TIFF revision 6.0", 1992) and BigTIFF the first directory's entries, and of
 * these the two that have keys and their texts (OGC 19-008r4, "OGC GeoTIFF standard", 2019). */
#include "image/geotiff.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { GEO_KEYS = 34735, GEO_TEXTS = 34737, CITATION = 1026, PROJECTED_CITATION = 3073 };
enum { MOST_ENTRIES = 4096, MOST_KEYS = 4 * 256, MOST_TEXT = 1 << 16 };

static const char named[] = "ESRI PE String = ";

typedef struct {
  FILE *file;
  int is_big_endian, is_big; /* is_big: BigTIFF, whose counts and places have 8 bytes */
  uint16_t key[MOST_KEYS];   /* four numbers a key, the first four about them: its number, where it is, count, offset */
  int keys;                  /* how many numbers */
  char text[MOST_TEXT + 1];  /* of all keys, with spaces for zeros */
} tiff;

/* The next number of so many bytes; UINT64_MAX: the file ends. */
static uint64_t next(const tiff *t, int bytes) {
  uint64_t number = 0;
  for (int i = 0; i < bytes; i++) {
    const int byte = getc(t->file);
    if (byte == EOF) return UINT64_MAX;
    number |= (uint64_t)byte << 8 * (t->is_big_endian ? bytes - 1 - i : i);
  }
  return number;
}

static int go_to(const tiff *t, uint64_t place) {
  return place <= INT64_MAX && fseeko(t->file, (off_t)place, SEEK_SET) == 0;
}

/* Goes to the first directory.  0: it isn't a TIFF. */
static int open_directory(tiff *t) {
  char order[2];
  if (fread(order, 1, 2, t->file) != 2) return 0;
  t->is_big_endian = memcmp(order, "MM", 2) == 0;
  if (!t->is_big_endian && memcmp(order, "II", 2) != 0) return 0;
  const uint64_t version = next(t, 2);
  t->is_big = version == 43;
  if (version != 42 && version != 43) return 0;
  if (t->is_big && (next(t, 2) != 8 || next(t, 2) != 0)) return 0;
  return go_to(t, next(t, t->is_big ? 8 : 4));
}

/* Reads the values of an entry whose number and kind have been read: within it, or at the place that it names. */
static int read_values(tiff *t, uint64_t tag) {
  const int width = t->is_big ? 8 : 4;
  const uint64_t count = next(t, width), each = tag == GEO_KEYS ? 2 : 1;
  if (count > (tag == GEO_KEYS ? MOST_KEYS : MOST_TEXT)) return 0;
  if (count * each > (uint64_t)width && !go_to(t, next(t, width))) return 0;
  if (tag == GEO_KEYS)
    for (t->keys = 0; t->keys < (int)count; t->keys++) t->key[t->keys] = (uint16_t)next(t, 2);
  else if (fread(t->text, 1, count, t->file) != count) return 0;
  for (uint64_t i = 0; tag == GEO_TEXTS && i < count; i++)
    if (!t->text[i]) t->text[i] = ' ';
  return !feof(t->file);
}

static int read_directory(tiff *t) {
  const uint64_t entries = next(t, t->is_big ? 8 : 2);
  const off_t first = ftello(t->file), size = t->is_big ? 20 : 12;
  if (entries > MOST_ENTRIES || first < 0) return 0;
  for (off_t i = 0; i < (off_t)entries; i++) {
    if (!go_to(t, (uint64_t)(first + i * size))) return 0;
    const uint64_t tag = next(t, 2);
    (void)next(t, 2);
    if ((tag == GEO_KEYS || tag == GEO_TEXTS) && !read_values(t, tag)) return 0;
  }
  return !feof(t->file);
}

static int has_words(const char *text, size_t length) {
  for (size_t i = 0; i + 9 <= length; i++)
    if (strncasecmp(text + i, "PE String", 9) == 0) return 1;
  return 0;
}

/* What stands behind the words in the one key that has them, to be freed.  NULL: another key has them, several have, or
 * in its text something stands before them. */
static char *text_behind_words(const tiff *t) {
  const size_t words = sizeof named - 1, all = strlen(t->text);
  char *found = NULL;
  for (int k = 4; k + 3 < t->keys; k += 4) {
    const size_t count = t->key[k + 2], offset = t->key[k + 3];
    const char *const text = t->text + offset;
    if (t->key[k + 1] != GEO_TEXTS || (offset + count <= all && !has_words(text, count))) continue;
    const int is_citation = t->key[k] == CITATION || t->key[k] == PROJECTED_CITATION;
    if (found || !is_citation || offset + count > all || count < words || memcmp(text, named, words) != 0)
      return free(found), NULL;
    found = strndup(text + words, count - words - (text[count - 1] == '|'));
  }
  return found;
}

geotiff_system geotiff_text(FILE *file, char **text) {
  tiff *const t = calloc(1, sizeof *t);
  geotiff_system system = GEOTIFF_UNKNOWN_TEXT;
  *text = NULL;
  if (!t) return system;
  t->file = file;
  rewind(file);
  if (open_directory(t) && read_directory(t)) {
    if (!has_words(t->text, strlen(t->text))) system = GEOTIFF_NO_TEXT;
    else if ((*text = text_behind_words(t))) system = GEOTIFF_TEXT;
  }
  free(t);
  return system;
}
