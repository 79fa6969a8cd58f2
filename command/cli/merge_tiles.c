/* The tiles of a plan's shards as archives and files.  Those of an archive are walked in the order of its numbers, so that memory
 * is small whatever its size. */
#include "cli/merge.h"

#include "atlas/mbtiles.h"
#include "atlas/pmtiles.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Walking ------------------------------------------------------------------------------------- */

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

/* ---- Metadata ------------------------------------------------------------------------------------ */

/* The JSON object in which an archive says what it is, to be freed; NULL: out of memory. */
static char *metadata_of(const merge_job *job) {
  const map_plan *const plan = &job->planet->plan;
  const map_layer *const l = &plan->layers[job->layer];
  image_json_begin();
  json_t *const about = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "name", l->name, "type", "baselayer", "encoding",
                                  tile_encoding_names[l->encoding], "map", map_names[plan->map], "generator",
                                  "burl " BURL_VERSION, "burl_plan", plan->hash);
  char *const text = image_json_text(about, JSON_SORT_KEYS | JSON_COMPACT);
  json_decref(about);
  return text;
}

/* ---- PMTiles ------------------------------------------------------------------------------------- */

/* An archive in the making; pmtiles_tell is deterministic, so that `copied`, told the same tiles again, says which bytes come. */
typedef struct {
  pmtiles *archive, *copied;
  FILE *nowhere;
  merge_buffer buffer;
} merging;

static int fail_archive(void) { return fail("the archive: %s", strerror(errno)); }

static int tell(void *user, shard_reader *r, uint64_t number, const shard_tile *tile) {
  merging *const m = user;
  (void)r;
  return pmtiles_tell(m->archive, number, tile->length, (int)tile->is_plain, tile->colour) >= 0 ? DONE : fail_archive();
}

static int copy(void *user, shard_reader *r, uint64_t number, const shard_tile *tile) {
  merging *const m = user;
  const int comes = pmtiles_tell(m->copied, number, tile->length, (int)tile->is_plain, tile->colour);
  if (comes <= 0) return comes == 0 ? DONE : fail_archive();
  const int code = merge_fetch(&m->buffer, r, tile);
  if (code) return code;
  return pmtiles_put(m->archive, m->buffer.bytes, tile->length) == 0 ? DONE : fail_archive();
}

static int write_pmtiles(const merge_job *job, FILE *stream) {
  const map_plan *const plan = &job->planet->plan;
  char *const metadata = metadata_of(job);
  const pmtiles_about about = {.format = plan->format == PLAN_WEBP ? TILES_WEBP : TILES_PNG,
                               .least_zoom = plan->least_zoom,
                               .most_zoom = plan->most_zoom,
                               .bounds = {-180, -85.0511287, 180, 85.0511287},
                               .metadata = metadata};
  merging m = {.nowhere = tmpfile()};
  m.archive = metadata ? pmtiles_open(stream, &about) : NULL;
  m.copied = m.nowhere ? pmtiles_open(m.nowhere, &about) : NULL;
  int code = m.archive && m.copied ? merge_walk(job, tell, &m) : fail_archive();
  if (!code && pmtiles_begin_bytes(m.archive) != 0) code = fail_archive();
  if (!code) code = merge_walk(job, copy, &m);
  if (m.archive && pmtiles_close(m.archive) != 0 && !code) code = fail("the archive isn't whole");
  if (m.copied) pmtiles_close(m.copied);
  if (m.nowhere) fclose(m.nowhere);
  free(m.buffer.bytes);
  free(metadata);
  return code;
}

int merge_pmtiles(const merge_job *job) {
  image_file file = {0};
  image_error error;
  if (image_begin_bytes(&file, job->output, &error) != 0) return fail("%s", error.text);
  int code = write_pmtiles(job, file.temporary[0].stream);
  if (!code && image_finish_stream(&file, NULL, &error) != 0) code = fail("%s", error.text);
  image_abandon(&file);
  return code;
}

/* ---- MBTiles ------------------------------------------------------------------------------------- */

typedef struct {
  mbtiles *archive;
  merge_buffer buffer;
} filling;

static int fill(void *user, shard_reader *r, uint64_t number, const shard_tile *tile) {
  filling *const f = user;
  const int code = merge_fetch(&f->buffer, r, tile);
  if (code) return code;
  if (mbtiles_put(f->archive, tile_at(1, number), f->buffer.bytes, tile->length, (int)tile->is_plain, tile->colour) ==
      0)
    return DONE;
  return fail("the archive: %s", mbtiles_error(f->archive));
}

static int tell_about(const merge_job *job, mbtiles *m) {
  const map_plan *const plan = &job->planet->plan;
  char *const json = metadata_of(job), zooms[2][12];
  snprintf(zooms[0], sizeof zooms[0], "%d", plan->least_zoom);
  snprintf(zooms[1], sizeof zooms[1], "%d", plan->most_zoom);
  const char *const about[][2] = {{"name", plan->layers[job->layer].name},
                                  {"format", plan_format_names[plan->format]},
                                  {"bounds", "-180,-85.0511287,180,85.0511287"},
                                  {"minzoom", zooms[0]},
                                  {"maxzoom", zooms[1]},
                                  {"type", "baselayer"},
                                  {"burl", json}};
  int failed = !json;
  for (size_t i = 0; !failed && i < sizeof about / sizeof *about; i++)
    failed = mbtiles_tell(m, about[i][0], about[i][1]) != 0;
  free(json);
  return failed ? fail("the archive: %s", mbtiles_error(m)) : DONE;
}

static int write_mbtiles(const merge_job *job, const char *name) {
  filling f = {.archive = mbtiles_open(name)};
  int code = f.archive ? tell_about(job, f.archive) : fail("%s: %s", job->output, mbtiles_error(NULL));
  if (!code) code = merge_walk(job, fill, &f);
  if (!code && mbtiles_end(f.archive) != 0) code = fail("the archive: %s", mbtiles_error(f.archive));
  mbtiles_close(f.archive);
  free(f.buffer.bytes);
  return code;
}

int merge_mbtiles(const merge_job *job) {
  image_file file = {0};
  image_error error;
  if (image_begin_bytes(&file, job->output, &error) != 0) return fail("%s", error.text);
  int code = write_mbtiles(job, file.temporary[0].name);
  if (!code && image_finish_stream(&file, NULL, &error) != 0) code = fail("%s", error.text);
  image_abandon(&file);
  return code;
}

/* ---- Files --------------------------------------------------------------------------------------- */

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

/* A file that appears whole or not at all, but isn't forced to the disk, which would take milliseconds for each of millions. */
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
