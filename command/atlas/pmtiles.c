/* The archive: a header, a root directory, metadata, leaf directories, then the tiles.  A directory names tiles, or,
 * the root where there are many, leaves; equal neighbours share an entry.  Entries wait in a temporary file, so that
 * memory stays small whatever the archive's size. */
#include "atlas/pmtiles.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEADER = 127, MOST_ROOT = 16384 - HEADER, LEAF = 4096, PLAIN = 4096 };

/* An entry of a directory: `run` tiles from `number` on; of a leaf 0. */
typedef struct {
  uint64_t number, offset;
  uint32_t length, run;
} entry;

typedef struct {
  uint32_t colour, length;
  uint64_t offset;
} plain_content;

struct pmtiles {
  FILE *stream, *entries, *leaves; /* temporary files but the first */
  pmtiles_about about;
  entry last; /* not in `entries` yet; run 0: there is none */
  uint64_t addressed, entry_count, content_count, data_length, come;
  int plain_count;
  plain_content plain[PLAIN];
};

pmtiles *pmtiles_open(FILE *stream, const pmtiles_about *about) {
  pmtiles *const p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->stream = stream;
  p->about = *about;
  p->entries = tmpfile();
  p->leaves = tmpfile();
  if (p->entries && p->leaves) return p;
  pmtiles_close(p);
  return NULL;
}

int pmtiles_close(pmtiles *p) {
  const int is_whole = p->come == p->data_length;
  if (p->entries) fclose(p->entries);
  if (p->leaves) fclose(p->leaves);
  free(p);
  return is_whole ? 0 : -1;
}

/* ---- Entries ------------------------------------------------------------------------------------- */

static int keep_last(pmtiles *p) {
  if (p->last.run == 0) return 0;
  p->entry_count++;
  return fwrite(&p->last, sizeof p->last, 1, p->entries) == 1 ? 0 : -1;
}

static int add_entry(pmtiles *p, uint64_t number, uint64_t offset, uint32_t length) {
  entry *const last = &p->last;
  p->addressed++;
  if (last->run > 0 && last->offset == offset && last->number + last->run == number && last->run < UINT32_MAX) {
    last->run++;
    return 0;
  }
  if (keep_last(p) != 0) return -1;
  *last = (entry){number, offset, length, 1};
  return 0;
}

int pmtiles_tell(pmtiles *p, uint64_t number, uint32_t length, int is_plain, uint32_t colour) {
  for (int i = 0; is_plain && i < p->plain_count; i++)
    if (p->plain[i].colour == colour) return add_entry(p, number, p->plain[i].offset, p->plain[i].length);
  if (is_plain && p->plain_count < PLAIN) p->plain[p->plain_count++] = (plain_content){colour, length, p->data_length};
  const int failed = add_entry(p, number, p->data_length, length);
  p->data_length += length;
  p->content_count++;
  return failed ? -1 : 1;
}

/* ---- Directories --------------------------------------------------------------------------------- */

/* Bytes that grow. */
typedef struct {
  unsigned char *at;
  size_t length, room;
} bytes;

static int add_varint(bytes *b, uint64_t value) {
  if (b->length + 10 > b->room) {
    const size_t room = b->room ? 2 * b->room : 1 << 16;
    unsigned char *const at = realloc(b->at, room);
    if (!at) return -1;
    b->at = at;
    b->room = room;
  }
  for (; value >= 128; value >>= 7) b->at[b->length++] = (unsigned char)(value | 128);
  b->at[b->length++] = (unsigned char)value;
  return 0;
}

/* By gzip, to be freed; NULL: out of memory. */
static unsigned char *compress_bytes(const void *from, size_t count, size_t *length) {
  enum { GZIP = 16, MEMORY = 8 };
  z_stream z = {.next_in = (unsigned char *)(uintptr_t)from, .avail_in = (uInt)count};
  if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
    return NULL;
  const size_t room = deflateBound(&z, (uLong)count);
  unsigned char *const to = malloc(room);
  z.next_out = to;
  z.avail_out = (uInt)room;
  if (to) deflate(&z, Z_FINISH);
  *length = z.total_out;
  deflateEnd(&z);
  return to;
}

/* A directory, compressed, to be freed; NULL: errno says why. */
static unsigned char *compress_directory(const entry *entries, size_t count, size_t *length) {
  bytes plain = {0};
  int failed = add_varint(&plain, count);
  for (size_t i = 0; i < count; i++) failed |= add_varint(&plain, entries[i].number - (i ? entries[i - 1].number : 0));
  for (size_t i = 0; i < count; i++) failed |= add_varint(&plain, entries[i].run);
  for (size_t i = 0; i < count; i++) failed |= add_varint(&plain, entries[i].length);
  for (size_t i = 0; i < count; i++) {
    const int follows = i > 0 && entries[i].offset == entries[i - 1].offset + entries[i - 1].length;
    failed |= add_varint(&plain, follows ? 0 : entries[i].offset + 1);
  }
  errno = ENOMEM;
  unsigned char *const to = failed ? NULL : compress_bytes(plain.at, plain.length, length);
  free(plain.at);
  return to;
}

/* Compresses the entries in leaves of `size` to p->leaves, and a root of these; NULL: errno says why. */
static unsigned char *make_leaves(pmtiles *p, size_t size, size_t *root_length, uint64_t *leaves_length) {
  const uint64_t count = (p->entry_count + size - 1) / size;
  entry *const leaf = malloc(size * sizeof *leaf), *const root = malloc((size_t)count * sizeof *root);
  unsigned char *made = NULL;
  uint64_t offset = 0;
  int failed = !leaf || !root || fseeko(p->entries, 0, SEEK_SET) != 0 || fseeko(p->leaves, 0, SEEK_SET) != 0;
  for (uint64_t n = 0; !failed && n < count; n++) {
    const size_t held = fread(leaf, sizeof *leaf, size, p->entries);
    size_t length = 0;
    unsigned char *const directory = held ? compress_directory(leaf, held, &length) : NULL;
    failed = !directory || fwrite(directory, 1, length, p->leaves) != length;
    free(directory);
    root[n] = (entry){leaf[0].number, offset, (uint32_t)length, 0};
    offset += length;
  }
  if (!failed) made = compress_directory(root, (size_t)count, root_length);
  *leaves_length = offset;
  free(leaf);
  free(root);
  return made;
}

/* The root alone where it is small enough; else one of leaves, as many entries each as make it small enough. */
static unsigned char *make_root(pmtiles *p, size_t *length, uint64_t *leaves_length) {
  unsigned char *root = NULL;
  *leaves_length = 0;
  if (p->entry_count <= LEAF) {
    entry *const all = malloc(LEAF * sizeof *all);
    if (all && fseeko(p->entries, 0, SEEK_SET) == 0 && fread(all, sizeof *all, LEAF, p->entries) == p->entry_count)
      root = compress_directory(all, (size_t)p->entry_count, length);
    free(all);
    if (!root || *length <= MOST_ROOT) return root;
    free(root);
  }
  for (size_t size = LEAF;; size *= 2) {
    root = make_leaves(p, size, length, leaves_length);
    if (!root || *length <= MOST_ROOT) return root;
    free(root);
  }
}

/* ---- The head ------------------------------------------------------------------------------------ */

static unsigned char *put_number(unsigned char *to, uint64_t value, int count) {
  for (int i = 0; i < count; i++) *to++ = (unsigned char)(value >> 8 * i);
  return to;
}

static unsigned char *put_degrees(unsigned char *to, double degrees) {
  return put_number(to, (uint32_t)(int32_t)(degrees * 1e7 + (degrees < 0 ? -0.5 : 0.5)), 4);
}

static int put_header(pmtiles *p, uint64_t root, uint64_t metadata, uint64_t leaves) {
  enum { CLUSTERED = 1, PLAIN_BYTES = 1, GZIPPED = 2 };
  unsigned char header[HEADER], *to = header;
  const uint64_t sections[] = {root, metadata, leaves, p->data_length};
  uint64_t offset = HEADER;
  memcpy(to, "PMTiles\3", 8);
  to += 8;
  for (int i = 0; i < 4; i++) {
    to = put_number(put_number(to, offset, 8), sections[i], 8);
    offset += sections[i];
  }
  to = put_number(put_number(put_number(to, p->addressed, 8), p->entry_count, 8), p->content_count, 8);
  const int kinds[] = {CLUSTERED, GZIPPED, PLAIN_BYTES, (int)p->about.format, p->about.least_zoom, p->about.most_zoom};
  for (int i = 0; i < 6; i++) *to++ = (unsigned char)kinds[i];
  for (int i = 0; i < 4; i++) to = put_degrees(to, p->about.bounds[i]);
  *to++ = (unsigned char)p->about.least_zoom;
  put_degrees(put_degrees(to, p->about.centre[0]), p->about.centre[1]);
  return fwrite(header, 1, HEADER, p->stream) == HEADER ? 0 : -1;
}

static int copy_leaves(pmtiles *p, uint64_t length) {
  unsigned char block[1 << 14];
  if (fseeko(p->leaves, 0, SEEK_SET) != 0) return -1;
  for (size_t got; length > 0; length -= got) {
    got = fread(block, 1, length < sizeof block ? (size_t)length : sizeof block, p->leaves);
    if (got == 0 || fwrite(block, 1, got, p->stream) != got) return -1;
  }
  return 0;
}

int pmtiles_begin_bytes(pmtiles *p) {
  size_t root_length = 0, text_length = 0;
  uint64_t leaves_length = 0;
  if (keep_last(p) != 0) return -1;
  p->last.run = 0;
  unsigned char *const root = make_root(p, &root_length, &leaves_length);
  unsigned char *const text = compress_bytes(p->about.metadata, strlen(p->about.metadata), &text_length);
  const int done = root && text && put_header(p, root_length, text_length, leaves_length) == 0 &&
                   fwrite(root, 1, root_length, p->stream) == root_length &&
                   fwrite(text, 1, text_length, p->stream) == text_length && copy_leaves(p, leaves_length) == 0;
  free(root);
  free(text);
  return done ? 0 : -1;
}

int pmtiles_put(pmtiles *p, const void *content, uint32_t length) {
  p->come += length;
  return fwrite(content, 1, length, p->stream) == length ? 0 : -1;
}
