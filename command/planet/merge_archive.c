/* The tiles of a plan's shards as an archive: .pmtiles or .mbtiles. */
#include "planet/merge.h"

#include "atlas/mbtiles.h"
#include "atlas/pmtiles.h"
#include "json/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The JSON object in which an archive says what it is, to be freed; NULL: out of memory. */
static char *metadata_of(const merge_job *job) {
  const map_plan *const plan = &job->planet->plan;
  const map_layer *const l = &plan->layers[job->layer];
  json_begin();
  json_t *const about = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "name", l->name, "type", "baselayer", "encoding",
                                  tile_encoding_names[l->encoding], "map", map_names[plan->map], "generator",
                                  "burl " BURL_VERSION, "burl_plan", plan->hash);
  char *const text = json_text(about, JSON_SORT_KEYS | JSON_COMPACT);
  json_decref(about);
  return text;
}

/* ---- PMTiles ------------------------------------------------------------------------------------- */

/* An archive in the making; pmtiles_tell is deterministic, so that `copied`, told the same tiles again, says which
 * bytes come. */
typedef struct {
  pmtiles *archive, *copied;
  FILE *nowhere;
  merge_buffer buffer;
} merging;

static int fail_archive(void) { return fail("the archive: %s", strerror(errno)); }

static int tell_tile(void *user, shard_reader *r, uint64_t number, const shard_tile *tile) {
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

static int write_pmtiles(const merge_job *job, const image_file *file) {
  const map_plan *const plan = &job->planet->plan;
  char *const metadata = metadata_of(job);
  const pmtiles_about about = {.format = plan->format == PLAN_WEBP ? TILES_WEBP : TILES_PNG,
                               .least_zoom = plan->least_zoom,
                               .most_zoom = plan->most_zoom,
                               .bounds = {-180, -85.0511287, 180, 85.0511287},
                               .metadata = metadata};
  merging m = {.nowhere = tmpfile()};
  m.archive = metadata ? pmtiles_open(file->temporary[0].stream, &about) : NULL;
  m.copied = m.nowhere ? pmtiles_open(m.nowhere, &about) : NULL;
  int code = m.archive && m.copied ? merge_walk(job, tell_tile, &m) : fail_archive();
  if (!code && pmtiles_begin_bytes(m.archive) != 0) code = fail_archive();
  if (!code) code = merge_walk(job, copy, &m);
  if (m.archive && pmtiles_close(m.archive) != 0 && !code) code = fail("the archive isn't whole");
  if (m.copied) pmtiles_close(m.copied);
  if (m.nowhere) fclose(m.nowhere);
  free(m.buffer.bytes);
  free(metadata);
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
                                  {"burl", json},
                                  {"encoding", tile_encoding_names[plan->layers[job->layer].encoding]}};
  int failed = !json;
  for (size_t i = 0; !failed && i < sizeof about / sizeof *about; i++)
    failed = mbtiles_tell(m, about[i][0], about[i][1]) != 0;
  free(json);
  return failed ? fail("the archive: %s", mbtiles_error(m)) : DONE;
}

static int write_mbtiles(const merge_job *job, const image_file *file) {
  filling f = {.archive = mbtiles_open(file->temporary[0].name)};
  int code = f.archive ? tell_about(job, f.archive) : fail("%s: %s", job->output, mbtiles_error(NULL));
  if (!code) code = merge_walk(job, fill, &f);
  if (!code && mbtiles_end(f.archive) != 0) code = fail("the archive: %s", mbtiles_error(f.archive));
  mbtiles_close(f.archive);
  free(f.buffer.bytes);
  return code;
}

/* ---- Both ---------------------------------------------------------------------------------------- */

/* The archive, which appears whole or not at all. */
static int make_archive(const merge_job *job, int (*write)(const merge_job *job, const image_file *file)) {
  image_file file = {0};
  image_error error;
  if (image_begin_bytes(&file, job->output, &error) != 0) return fail("%s", error.text);
  int code = write(job, &file);
  if (!code && image_finish_stream(&file, NULL, &error) != 0) code = fail("%s", error.text);
  image_abandon(&file);
  return code;
}

int merge_pmtiles(const merge_job *job) { return make_archive(job, write_pmtiles); }
int merge_mbtiles(const merge_job *job) { return make_archive(job, write_mbtiles); }
