/* Archives are read as "PMTiles Version 3 Specification", Protomaps, 2022, says, with nothing taken on trust. */
#include "atlas/pmtiles_look.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEADER = 127, HEAD = 16384, DEEPEST = 3, MOST_PLAIN = 1 << 24, GZIPPED = 2 };
enum { GZIP_HEAD = 10, GZIP_TAIL = 8 }; /* the tail: a checksum, and how long the text is, of four bytes each */

typedef struct {
  uint64_t offset, length;
} section;

typedef struct {
  FILE *stream;
  section root, metadata, leaves, tiles;
  uint64_t next;   /* the lowest number that the next tile may have */
  uint64_t behind; /* the lowest offset of the next leaf: each is read once, so reading takes no longer than the size */
  pmtiles_summary *to;
  const char *why;
} looking;

static int wrong(looking *l, const char *why) {
  l->why = why;
  return -1;
}

static uint64_t get_number(const unsigned char *from, int bytes) {
  uint64_t value = 0;
  for (int i = bytes; i-- > 0;) value = value << 8 | from[i];
  return value;
}

/* ---- Bytes --------------------------------------------------------------------------------------- */

/* The bytes of a section, to be freed; NULL with l->why. */
static unsigned char *read_section(looking *l, section s) {
  unsigned char *const bytes = s.length <= MOST_PLAIN ? malloc((size_t)s.length + 1) : NULL;
  if (bytes && fseeko(l->stream, (off_t)s.offset, SEEK_SET) == 0 &&
      fread(bytes, 1, (size_t)s.length, l->stream) == s.length)
    return bytes;
  free(bytes);
  wrong(l, "a directory or its metadata can't be read, or has more than 16 MiB");
  return NULL;
}

/* Whether `from`, by gzip, is a text of just this length. */
static int inflate_bytes(unsigned char *from, size_t from_length, unsigned char *to, size_t length) {
  z_stream z = {.next_in = from, .avail_in = (uInt)from_length, .next_out = to, .avail_out = (uInt)length + 1};
  if (inflateInit2(&z, MAX_WBITS + 16) != Z_OK) return 0;
  const int is_whole = inflate(&z, Z_FINISH) == Z_STREAM_END && z.avail_in == 0 && z.total_out == length;
  inflateEnd(&z);
  return is_whole;
}

/* What is compressed there, to be freed, with a zero behind it; NULL with l->why. */
static unsigned char *inflate_section(looking *l, section s, size_t *length) {
  unsigned char *const from = read_section(l, s), *to = NULL;
  if (!from) return NULL;
  *length = s.length < GZIP_HEAD + GZIP_TAIL ? 0 : (size_t)get_number(from + s.length - 4, 4);
  if (*length > MOST_PLAIN) wrong(l, "a directory or its metadata has more than 16 MiB");
  else if (!(to = malloc(*length + 1))) wrong(l, "out of memory");
  else if (!inflate_bytes(from, (size_t)s.length, to, *length)) {
    wrong(l, "a directory or its metadata can't be decompressed");
    free(to);
    to = NULL;
  }
  if (to) to[*length] = '\0';
  free(from);
  return to;
}

/* ---- Directories --------------------------------------------------------------------------------- */

/* Numbers of seven bits a byte, from here to the end. */
typedef struct {
  const unsigned char *at, *end;
} varints;

static int next_varint(varints *v, uint64_t *value) {
  *value = 0;
  for (int shift = 0; v->at < v->end && shift < 64; shift += 7) {
    const unsigned char byte = *v->at++;
    *value |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) return 0;
  }
  return -1;
}

static int skip_varints(varints *v, uint64_t count) {
  for (uint64_t value; count > 0; count--)
    if (next_varint(v, &value) != 0) return -1;
  return 0;
}

static int look_at_directory(looking *l, section s, int depth);

/* Counts a run of tiles, which may go on in the next zooms. */
static void count_tiles(pmtiles_summary *to, uint64_t number, uint64_t run) {
  to->entries++;
  to->tiles += run;
  for (int zoom = zoom_of(1, number); run > 0; zoom++) {
    const uint64_t left = first_of_zoom(1, zoom + 1) - number, here = run < left ? run : left;
    to->of_zoom[zoom] += here;
    number += here;
    run -= here;
  }
}

/* An entry: `run` tiles from a number on, or, where that is 0, the directory of these. */
static int look_at_entry(looking *l, uint64_t number, uint64_t run, section content, int depth) {
  const uint64_t room = run ? l->tiles.length : l->leaves.length;
  if (number < l->next) return wrong(l, "its tiles are not in order");
  if (content.length == 0 || content.offset > room || content.length > room - content.offset)
    return wrong(l, "a directory leads beyond the archive");
  if (run == 0) {
    if (content.offset < l->behind) return wrong(l, "its directories overlap");
    l->behind = content.offset + content.length;
    l->next = number;
    return look_at_directory(l, (section){l->leaves.offset + content.offset, content.length}, depth + 1);
  }
  const uint64_t behind = first_of_zoom(1, l->to->most_zoom + 1);
  if (number < first_of_zoom(1, l->to->least_zoom) || number >= behind || run > behind - number)
    return wrong(l, "it has tiles of other zooms than it says");
  l->next = number + run;
  count_tiles(l->to, number, run);
  return 0;
}

/* A directory has the numbers of all its entries, then their runs, lengths and offsets, which are read side by side. */
static int look_at_entries(looking *l, const unsigned char *plain, size_t length, int depth) {
  varints columns[4];
  uint64_t count, number = 0, behind = 0;
  columns[0] = (varints){plain, plain + length};
  if (next_varint(&columns[0], &count) != 0 || count == 0 || count > length) return wrong(l, "a directory is damaged");
  for (int i = 1; i < 4; i++) {
    columns[i] = columns[i - 1];
    if (skip_varints(&columns[i], count) != 0) return wrong(l, "a directory is damaged");
  }
  for (uint64_t i = 0; i < count; i++) {
    uint64_t step, run, size, offset;
    if (next_varint(&columns[0], &step) != 0 || next_varint(&columns[1], &run) != 0 ||
        next_varint(&columns[2], &size) != 0 || next_varint(&columns[3], &offset) != 0)
      return wrong(l, "a directory is damaged");
    if (step > UINT64_MAX - number || (offset == 0 && i == 0)) return wrong(l, "a directory is damaged");
    number += step;
    const section content = {offset ? offset - 1 : behind, size};
    behind = content.offset + content.length;
    if (look_at_entry(l, number, run, content, depth) != 0) return -1;
  }
  return 0;
}

static int look_at_directory(looking *l, section s, int depth) {
  size_t length;
  if (depth > DEEPEST) return wrong(l, "its directories lead to each other");
  unsigned char *const plain = inflate_section(l, s, &length);
  const int failed = !plain || look_at_entries(l, plain, length, depth) != 0;
  free(plain);
  return failed ? -1 : 0;
}

/* ---- The head ------------------------------------------------------------------------------------ */

static int look_at_header(looking *l) {
  unsigned char head[HEADER];
  section *const sections[] = {&l->root, &l->metadata, &l->leaves, &l->tiles};
  const int is_sized = fseeko(l->stream, 0, SEEK_END) == 0;
  const off_t size = is_sized ? ftello(l->stream) : -1;
  if (size < HEADER || fseeko(l->stream, 0, SEEK_SET) != 0 || fread(head, 1, HEADER, l->stream) != HEADER ||
      memcmp(head, "PMTiles\3", 8) != 0)
    return wrong(l, "it is no PMTiles archive of version 3");
  for (int i = 0; i < 4; i++) {
    *sections[i] = (section){get_number(head + 8 + 16 * i, 8), get_number(head + 16 + 16 * i, 8)};
    if (sections[i]->offset > (uint64_t)size || sections[i]->length > (uint64_t)size - sections[i]->offset)
      return wrong(l, "it is cut off");
  }
  if (l->root.offset + l->root.length > HEAD) return wrong(l, "its root directory is larger than 16 KiB");
  if (head[97] != GZIPPED) return wrong(l, "its directories are compressed by something else than gzip");
  l->to->format = head[99];
  l->to->least_zoom = head[100];
  l->to->most_zoom = head[101];
  l->to->bytes = l->tiles.length;
  if (l->to->least_zoom > l->to->most_zoom || l->to->most_zoom > MOST_ZOOM) return wrong(l, "its zooms are none");
  for (int i = 0; i < 4; i++) l->to->bounds[i] = (double)(int32_t)(uint32_t)get_number(head + 102 + 4 * i, 4) / 1e7;
  return 0;
}

int pmtiles_look(FILE *stream, pmtiles_summary *to, const char **why) {
  looking l = {.stream = stream, .to = to};
  *to = (pmtiles_summary){0};
  if (look_at_header(&l) == 0 && look_at_directory(&l, l.root, 0) == 0)
    to->metadata = (char *)inflate_section(&l, l.metadata, &to->metadata_length);
  if (to->metadata) return 0;
  *why = l.why;
  return -1;
}
