/* Shards as files: see shard.h for their layout. */
#include "atlas/shard.h"
#include "image/image.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { MAGIC = 13, HASH = 17, HEAD = MAGIC + HASH + 16, ENTRY = 24, TAIL = 8, PLAIN = 4096 };
static const char magic[] = "burl tiles 1\n", end_mark[] = "end\n";

static void put_number(unsigned char *to, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; i++) to[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t get_number(const unsigned char *from, int bytes) {
  uint64_t value = 0;
  for (int i = bytes; i-- > 0;) value = value << 8 | from[i];
  return value;
}

static shard_tile tile_of(const unsigned char entry[ENTRY]) {
  return (shard_tile){get_number(entry, 8), (uint32_t)get_number(entry + 8, 4), (uint32_t)get_number(entry + 12, 4),
                      (uint32_t)get_number(entry + 16, 4), (uint32_t)get_number(entry + 20, 4)};
}

/* ---- Writing ------------------------------------------------------------------------------------- */

struct shard_writer {
  FILE *stream, *index; /* the index is a temporary file until the tiles are all there */
  uint64_t offset;
  uint32_t crc;
  int plain_count; /* how many of the contents of one colour are there already, from the first on */
  shard_tile plain[PLAIN];
};

shard_writer *shard_open(FILE *stream, const char *hash, uint64_t first, uint64_t count) {
  shard_writer *const w = calloc(1, sizeof *w);
  unsigned char head[HEAD];
  if (!w) return NULL;
  memcpy(head, magic, MAGIC);
  memcpy(head + MAGIC, hash, HASH - 1);
  head[MAGIC + HASH - 1] = '\n';
  put_number(head + MAGIC + HASH, first, 8);
  put_number(head + MAGIC + HASH + 8, count, 8);
  w->stream = stream;
  w->index = tmpfile();
  w->offset = HEAD;
  w->crc = (uint32_t)crc32(0, head, HEAD);
  if (w->index && fwrite(head, 1, HEAD, stream) == HEAD) return w;
  shard_abandon(w);
  return NULL;
}

static int put_entry(shard_writer *w, const shard_tile *tile) {
  unsigned char entry[ENTRY];
  put_number(entry, tile->offset, 8);
  put_number(entry + 8, tile->length, 4);
  put_number(entry + 12, tile->crc, 4);
  put_number(entry + 16, tile->colour, 4);
  put_number(entry + 20, tile->is_plain, 4);
  return fwrite(entry, 1, ENTRY, w->index) == ENTRY ? 0 : -1;
}

static const shard_tile *find_plain(const shard_writer *w, uint32_t colour) {
  for (int i = 0; i < w->plain_count; i++)
    if (w->plain[i].colour == colour) return &w->plain[i];
  return NULL;
}

int shard_put(shard_writer *w, const void *bytes, uint32_t length, int is_plain, uint32_t colour) {
  const shard_tile *const there = is_plain ? find_plain(w, colour) : NULL;
  if (there) return put_entry(w, there);
  const shard_tile tile = {w->offset, length, (uint32_t)crc32(0, bytes, length), is_plain ? colour : 0, is_plain != 0};
  if (fwrite(bytes, 1, length, w->stream) != length) return -1;
  w->offset += length;
  if (is_plain && w->plain_count < PLAIN) w->plain[w->plain_count++] = tile;
  return put_entry(w, &tile);
}

unsigned char *shard_again(shard_writer *w, uint64_t place, size_t *length) {
  unsigned char entry[ENTRY];
  if (fflush(w->index) != 0 || fflush(w->stream) != 0) return NULL;
  if (pread(fileno(w->index), entry, ENTRY, (off_t)(place * ENTRY)) != ENTRY) return NULL;
  const shard_tile tile = tile_of(entry);
  unsigned char *const bytes = malloc(tile.length);
  *length = tile.length;
  if (bytes && pread(fileno(w->stream), bytes, tile.length, (off_t)tile.offset) == (ssize_t)tile.length) return bytes;
  free(bytes);
  return NULL;
}

/* Copies the index behind the tiles. */
static int append_index(shard_writer *w) {
  unsigned char block[ENTRY * 512];
  if (fflush(w->index) != 0 || fseeko(w->index, 0, SEEK_SET) != 0) return -1;
  for (size_t got; (got = fread(block, 1, sizeof block, w->index)) > 0;) {
    w->crc = (uint32_t)crc32(w->crc, block, (uInt)got);
    if (fwrite(block, 1, got, w->stream) != got) return -1;
  }
  return ferror(w->index) ? -1 : 0;
}

int shard_close(shard_writer *w) {
  unsigned char tail[TAIL];
  int failed = append_index(w) != 0;
  put_number(tail, w->crc, 4);
  memcpy(tail + 4, end_mark, 4);
  failed = failed || fwrite(tail, 1, TAIL, w->stream) != TAIL || fflush(w->stream) != 0;
  const int reason = errno;
  shard_abandon(w);
  errno = reason;
  return failed ? -1 : 0;
}

void shard_abandon(shard_writer *w) {
  if (w && w->index) fclose(w->index);
  free(w);
}

/* ---- Reading ------------------------------------------------------------------------------------- */

/* The size of a file; -1: it has none. */
static int64_t size_of(FILE *stream) { return fseeko(stream, 0, SEEK_END) == 0 ? (int64_t)ftello(stream) : -1; }

static int read_head(shard_reader *r, unsigned char head[HEAD]) {
  if (fseeko(r->stream, 0, SEEK_SET) != 0 || fread(head, 1, HEAD, r->stream) != HEAD) return -1;
  if (memcmp(head, magic, MAGIC) != 0 || head[MAGIC + HASH - 1] != '\n') return -1;
  memcpy(r->hash, head + MAGIC, HASH - 1);
  r->hash[HASH - 1] = '\0';
  r->first = get_number(head + MAGIC + HASH, 8);
  r->count = get_number(head + MAGIC + HASH + 8, 8);
  return 0;
}

/* Checks the index, which ends the file, and leaves r->index at its beginning. */
static int check_index(shard_reader *r, const unsigned char head[HEAD]) {
  unsigned char block[ENTRY * 512], tail[TAIL];
  const int64_t size = size_of(r->index), most = (size - HEAD - TAIL) / ENTRY;
  if (size < HEAD + TAIL || r->count > (uint64_t)most) return -1;
  const off_t begin = (off_t)(size - TAIL - (int64_t)r->count * ENTRY);
  r->tiles_end = (uint64_t)begin;
  uint32_t crc = (uint32_t)crc32(0, head, HEAD);
  if (fseeko(r->index, begin, SEEK_SET) != 0) return -1;
  for (uint64_t left = r->count * ENTRY; left > 0;) {
    const size_t piece = left < sizeof block ? (size_t)left : sizeof block;
    if (fread(block, 1, piece, r->index) != piece) return -1;
    crc = (uint32_t)crc32(crc, block, (uInt)piece);
    left -= piece;
  }
  if (fread(tail, 1, TAIL, r->index) != TAIL || memcmp(tail + 4, end_mark, 4) != 0) return -1;
  return get_number(tail, 4) == crc && fseeko(r->index, begin, SEEK_SET) == 0 ? 0 : -1;
}

int shard_read(shard_reader *r, const char *path, const char **why) {
  unsigned char head[HEAD];
  errno = 0;
  *r = (shard_reader){.stream = image_open(path, NULL)};
  r->index = r->stream ? image_open(path, NULL) : NULL;
  if (!r->index) *why = errno == ENOENT ? "it isn't there" : errno ? strerror(errno) : "it is no regular file";
  else if (read_head(r, head) != 0) *why = "it is no shard";
  else if (check_index(r, head) != 0) *why = "it is damaged";
  else return 0;
  shard_release(r);
  return -1;
}

int shard_seek(shard_reader *r, uint64_t place) {
  const int failed = fseeko(r->index, -(off_t)(TAIL + (r->count - place) * ENTRY), SEEK_END);
  r->next = place;
  return failed ? -1 : 0;
}

int shard_next(shard_reader *r, shard_tile *tile) {
  unsigned char entry[ENTRY];
  if (r->next == r->count) return 0;
  if (fread(entry, 1, ENTRY, r->index) != ENTRY) return -1;
  r->next++;
  *tile = tile_of(entry);
  return tile->offset >= HEAD && tile->offset <= r->tiles_end && tile->length <= r->tiles_end - tile->offset ? 1 : -1;
}

int shard_bytes(shard_reader *r, const shard_tile *tile, void *bytes) {
  if (fseeko(r->stream, (off_t)tile->offset, SEEK_SET) != 0) return -1;
  if (fread(bytes, 1, tile->length, r->stream) != tile->length) return -1;
  return (uint32_t)crc32(0, bytes, tile->length) == tile->crc ? 0 : -1;
}

void shard_release(shard_reader *r) {
  if (r->stream) fclose(r->stream);
  if (r->index) fclose(r->index);
  r->stream = r->index = NULL;
}

int shard_is_whole(const char *path) {
  shard_reader r;
  shard_tile tile;
  const char *why;
  uint64_t seen = 0; /* contents that are stored once lie before this */
  int is_whole = shard_read(&r, path, &why) == 0, more = is_whole;
  while (is_whole && more && (more = shard_next(&r, &tile)) == 1) {
    if (tile.offset < seen) continue;
    unsigned char *const bytes = malloc(tile.length ? tile.length : 1);
    is_whole = bytes && shard_bytes(&r, &tile, bytes) == 0;
    free(bytes);
    seen = tile.offset + tile.length;
  }
  if (r.stream) shard_release(&r);
  return is_whole && more == 0;
}
