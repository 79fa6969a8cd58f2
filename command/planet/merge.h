/* What burl merge makes of a plan's shards: merge.c chooses which of the kinds, merge_walk.c walks the tiles,
 * merge_archive.c, merge_folder.c and merge_raster.c make one kind each. */
#ifndef BURL_PLANET_MERGE_H
#define BURL_PLANET_MERGE_H

#include "planet/planet.h"

enum { DAMAGED = -1 /* the shard, which is not said yet */ };

typedef struct {
  const planet *planet;
  int layer;
  const char *output; /* with the layer's name in it */
} merge_job;

/* A tile of the layer: the shard that has it, its number, and what the shard's index says of it.  DONE, DAMAGED, or a
 * code after a message. */
typedef int merge_each(void *user, shard_reader *r, uint64_t number, const shard_tile *tile);

/* Calls `each` with all tiles in the order of their numbers.  DONE, or a code after a message. */
int merge_walk(const merge_job *job, merge_each *each, void *user);

/* A tile's bytes, in memory that grows.  DONE, DAMAGED, or a code after a message. */
typedef struct {
  unsigned char *bytes;
  size_t room;
} merge_buffer;
int merge_fetch(merge_buffer *buffer, shard_reader *r, const shard_tile *tile);

/* The kinds of output.  DONE, or a code after a message. */
int merge_pmtiles(const merge_job *job);
int merge_mbtiles(const merge_job *job);
int merge_folder(const merge_job *job);
int merge_raster(const merge_job *job);

#endif
