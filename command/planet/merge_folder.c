/* The tiles of a plan's shards as files, a tile each. */
#include "planet/merge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const merge_job *job;
  merge_buffer buffer;
} storing;

/* The output's name with the tile's numbers in place of {z}, {x}, {y} and {face}, to be freed; NULL: out of memory. */
static char *name_tile(const merge_job *job, map_tile t) {
  const int is_wide = job->planet->plan.map == MAP_geographic; /* its two squares lie side by side */
  const uint32_t column = is_wide ? ((uint32_t)t.face << t.zoom) + t.x : t.x, face = is_wide ? 0 : (uint32_t)t.face;
  const struct {
    const char *word;
    uint32_t value;
  } words[] = {{"{z}", (uint32_t)t.zoom}, {"{x}", column}, {"{y}", t.y}, {"{face}", face}};
  char *const name = malloc(4 * strlen(job->output) + 1),
              *to = name; /* a word of 3 letters becomes 10 digits at most */
  for (const char *at = job->output; name && *at;) {
    size_t i = 0;
    while (i < 4 && strncmp(at, words[i].word, strlen(words[i].word)) != 0) i++;
    if (i == 4) *to++ = *at++;
    else {
      to += sprintf(to, "%" PRIu32, words[i].value);
      at += strlen(words[i].word);
    }
  }
  if (name) *to = '\0';
  return name;
}

/* A file that appears whole or not at all, but isn't forced to the disk, which would take milliseconds for each of
 * millions. */
static int save_tile(const char *name, const void *bytes, size_t length) {
  char *const temporary = malloc(strlen(name) + 8);
  if (!temporary) return fail("not enough memory");
  sprintf(temporary, "%s.part", name);
  FILE *const stream = fopen(temporary, "wb");
  const int is_written = stream && fwrite(bytes, 1, length, stream) == length;
  const int is_closed = stream && fclose(stream) == 0;
  const int is_done = is_written && is_closed && rename(temporary, name) == 0;
  const int code = is_done ? DONE : fail("%s: %s", name, strerror(errno));
  if (!is_done) unlink(temporary);
  free(temporary);
  return code;
}

static int store(void *user, shard_reader *r, uint64_t number, const shard_tile *tile) {
  storing *const s = user;
  int code = merge_fetch(&s->buffer, r, tile);
  if (code) return code;
  char *const name = name_tile(s->job, tile_at(plan_faces(&s->job->planet->plan), number));
  const int reason = name ? image_make_folders(name) : ENOMEM;
  if (reason) code = fail("%s: %s", name ? name : s->job->output, strerror(reason));
  else code = save_tile(name, s->buffer.bytes, tile->length);
  free(name);
  return code;
}

int merge_folder(const merge_job *job) {
  storing s = {.job = job};
  const int code = merge_walk(job, store, &s);
  free(s.buffer.bytes);
  return code;
}
