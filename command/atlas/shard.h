/* A shard's tiles as a file: one behind the other, in the order of the plan's part, then an index of them.
 *
 *     "burl tiles 1\n"  hash of the plan, 16 digits and \n   the first tile's number, and how many  both of 64 bits
 *     the tiles' bytes, each content of one colour once
 *     the index: for each tile offset 64, length 32, CRC-32 32, colour 32, is of one colour 32
 *     CRC-32 of all that precedes the tiles and of the index  32     "end\n"
 *
 * Numbers are little-endian.  Nothing here prints. */
#ifndef BURL_ATLAS_SHARD_H
#define BURL_ATLAS_SHARD_H

#include <stdint.h>
#include <stdio.h>

typedef struct {
  uint64_t offset; /* in the file */
  uint32_t length, crc;
  uint32_t colour; /* of each pixel, where is_plain */
  uint32_t is_plain;
} shard_tile;

/* A shard that is being written. */
typedef struct shard_writer shard_writer;

/* stream is the caller's, and empty; hash: 16 hexadecimal digits.  NULL: errno says why. */
shard_writer *shard_open(FILE *stream, const char *hash, uint64_t first, uint64_t count);

/* The next tile.  0, or -1 with errno. */
int shard_put(shard_writer *w, const void *bytes, uint32_t length, int is_plain, uint32_t colour);

/* The bytes of a tile that has been put, by its place from 0 on, to be freed; NULL: errno says why. */
unsigned char *shard_again(shard_writer *w, uint64_t place, size_t *length);

/* Writes the index after the last of the tiles, and frees w; so does shard_abandon.  0, or -1 with errno. */
int shard_close(shard_writer *w);
void shard_abandon(shard_writer *w);

/* A shard that is read: its tiles come in their order. */
typedef struct {
  FILE *stream, *index;                   /* the same file twice, for the tiles and for the index */
  uint64_t first, count, next, tiles_end; /* tiles_end: where the index begins */
  char hash[17];
} shard_reader;

/* 0; or -1 with *why, where it can't be read, isn't whole, or is damaged. */
int shard_read(shard_reader *r, const char *path, const char **why);

/* Makes a tile the next, by its place from 0 on, which is below count.  0, or -1 with errno. */
int shard_seek(shard_reader *r, uint64_t place);

/* The next tile of the index: 1; 0 behind the last; -1 where it is damaged. */
int shard_next(shard_reader *r, shard_tile *tile);

/* Its bytes, into room for tile->length of them: 0; -1: they are damaged. */
int shard_bytes(shard_reader *r, const shard_tile *tile, void *bytes);

/* Whether all of a shard's bytes are as they were written. */
int shard_is_whole(const char *path);

void shard_release(shard_reader *r);

#endif
