/* All tiles of a layer, in the order of an archive's numbers, so that memory is small whatever the plan's size. */
#include "planet/merge.h"

#include <stdlib.h>

static int walk_range(const merge_job *job, uint64_t shard, const tile_range *range, merge_each *each, void *user) {
  const tile_part part = plan_part(&job->planet->plan, shard);
  shard_reader r;
  shard_tile tile;
  int code = planet_open_shard(job->planet, job->layer, shard, &r);
  if (code) return code;
  int is_whole = shard_seek(&r, (uint64_t)part_place(&part, range->first)) == 0;
  for (uint64_t i = 0; !code && is_whole && i < range->count; i++) {
    is_whole = shard_next(&r, &tile) == 1;
    if (is_whole) code = each(user, &r, range->first + i, &tile);
  }
  shard_release(&r);
  if (!is_whole) code = DAMAGED;
  return code == DAMAGED ? planet_bad_shard(job->planet, job->layer, shard, shard_state_texts[SHARD_DAMAGED]) : code;
}

int merge_walk(const merge_job *job, merge_each *each, void *user) {
  const map_plan *const plan = &job->planet->plan;
  const uint64_t shards = plan->shards + (uint64_t)plan_has_second(plan);
  int code = DONE;
  for (int zoom = plan->least_zoom; !code && zoom <= plan->most_zoom; zoom++)
    for (uint64_t shard = 0; !code && shard < shards; shard++) {
      const tile_part part = plan_part(plan, shard);
      for (int i = 0; !code && i < part.count; i++)
        if (zoom_of(plan_faces(plan), part.ranges[i].first) == zoom)
          code = walk_range(job, shard, &part.ranges[i], each, user);
    }
  return code;
}

int merge_fetch(merge_buffer *buffer, shard_reader *r, const shard_tile *tile) {
  if (tile->length > buffer->room) {
    unsigned char *const bytes = realloc(buffer->bytes, tile->length);
    if (!bytes) return fail("not enough memory");
    buffer->bytes = bytes;
    buffer->room = tile->length;
  }
  return shard_bytes(r, tile, buffer->bytes) == 0 ? DONE : DAMAGED;
}
