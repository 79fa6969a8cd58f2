/* burl merge: the shards of a plan as archives.  Their indices are read first, then their tiles are copied in the same order, so
 * that memory is small whatever the archive's size; its bytes don't depend on how the work was cut. */
#include "planet.h"

#include "shard.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MERGE_LAYER = OWN_OPTIONS };

static const option_row options[] = {
    {'o', "output", "FILE.pmtiles", "what to write; {layer} in its name stands for the layer's", FILES},
    {MERGE_LAYER, "layer", "NAME", "that layer alone", NULL},
    HELP_OPTION,
    {0},
};

const manual manual_merge = {
    .usage = "FOLDER -o FILE.pmtiles [option]...",
    .about = "Makes of the shards of a plan an archive, PMTiles, of each layer; where a shard is missing or damaged it says which, and "
             "makes none.",
    .options = options,
    .example = "burl merge planet -o planet.pmtiles",
    .operand = FILES,
};

/* ---- The shards of a layer ----------------------------------------------------------------------- */

/* What to do with each tile, in the order of numbers: 0; or a code after a message. */
typedef int each_tile(void *user, shard_reader *r, uint64_t number, const shard_tile *tile);

static int bad_shard(const planet *p, int layer, uint64_t shard, const char *why) {
  char *const path = plan_shard_path(&p->plan, p->folder, layer, shard);
  fail("%s: %s; burl run %s --shard %" PRIu64 "/%" PRIu64 " makes it", path ? path : p->folder, why, p->folder, shard, p->plan.shards);
  free(path);
  return FAILED;
}

static int open_shard(const planet *p, int layer, uint64_t shard, shard_reader *r) {
  const tile_range range = plan_shard(&p->plan, shard);
  char *const path = plan_shard_path(&p->plan, p->folder, layer, shard);
  const char *why = strerror(ENOMEM);
  const int failed = !path || shard_read(r, path, &why) != 0;
  free(path);
  if (failed) return bad_shard(p, layer, shard, why);
  if (strcmp(r->hash, p->plan.hash) == 0 && r->first == range.first && r->count == range.count) return DONE;
  shard_release(r);
  return bad_shard(p, layer, shard, "it is of another plan");
}

static int walk_shard(const planet *p, int layer, uint64_t shard, each_tile *each, void *user) {
  shard_reader r;
  shard_tile tile;
  int code = open_shard(p, layer, shard, &r), answer = 1;
  if (code) return code;
  for (uint64_t n = r.first; !code && (answer = shard_next(&r, &tile)) == 1; n++) code = each(user, &r, n, &tile);
  shard_release(&r);
  return answer < 0 ? bad_shard(p, layer, shard, "it is damaged") : code;
}

static int walk_layer(const planet *p, int layer, each_tile *each, void *user) {
  int code = DONE;
  for (uint64_t shard = 0; !code && shard < p->plan.shards; shard++) code = walk_shard(p, layer, shard, each, user);
  return code;
}

/* Whether all shards are there, of which the first few that aren't are said. */
static int check_shards(const planet *p, int layer) {
  enum { SAID = 5 };
  uint64_t missing = 0;
  for (uint64_t shard = 0; shard < p->plan.shards; shard++) {
    char *const path = plan_shard_path(&p->plan, p->folder, layer, shard);
    FILE *const stream = path ? fopen(path, "rb") : NULL;
    if (stream) fclose(stream);
    else if (missing++ < SAID) bad_shard(p, layer, shard, "it isn't there");
    free(path);
  }
  if (missing > SAID) fail("and %" PRIu64 " more are missing", missing - SAID);
  return missing ? FAILED : DONE;
}

/* ---- An archive ---------------------------------------------------------------------------------- */

/* An archive in the making; pmtiles_tell is deterministic, so that `copied`, told the same tiles again, says which bytes come. */
typedef struct {
  pmtiles *archive, *copied;
  FILE *nowhere;
  unsigned char *bytes;
  size_t room;
} merging;

static int tell(void *user, shard_reader *r, uint64_t number, const shard_tile *tile) {
  merging *const m = user;
  (void)r;
  if (pmtiles_tell(m->archive, number, tile->length, (int)tile->is_plain, tile->colour) >= 0) return DONE;
  return fail("the archive: %s", strerror(errno));
}

static int copy(void *user, shard_reader *r, uint64_t number, const shard_tile *tile) {
  merging *const m = user;
  const int comes = pmtiles_tell(m->copied, number, tile->length, (int)tile->is_plain, tile->colour);
  if (comes <= 0) return comes == 0 ? DONE : fail("the archive: %s", strerror(errno));
  if (tile->length > m->room) {
    unsigned char *const bytes = realloc(m->bytes, tile->length);
    if (!bytes) return fail("not enough memory");
    m->bytes = bytes;
    m->room = tile->length;
  }
  if (shard_bytes(r, tile, m->bytes) != 0) return fail("a tile of shard %" PRIu64 " is damaged", r->first);
  return pmtiles_put(m->archive, m->bytes, tile->length) == 0 ? DONE : fail("the archive: %s", strerror(errno));
}

static char *metadata_of(const planet *p, int layer) {
  image_json_begin();
  json_t *const about = json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", p->plan.layers[layer].name, "type", "baselayer", "encoding",
                                  tile_encoding_names[p->plan.layers[layer].encoding], "generator", "burl " BURL_VERSION, "burl_plan",
                                  p->plan.hash);
  char *const text = image_json_text(about, JSON_SORT_KEYS | JSON_COMPACT);
  json_decref(about);
  return text;
}

static int write_archive(const planet *p, int layer, FILE *stream) {
  char *const metadata = metadata_of(p, layer);
  const pmtiles_about about = {.format = p->plan.format, .least_zoom = p->plan.least_zoom, .most_zoom = p->plan.most_zoom,
                               .bounds = {-180, -85.0511287, 180, 85.0511287}, .metadata = metadata};
  merging m = {.nowhere = tmpfile()};
  m.archive = metadata ? pmtiles_open(stream, &about) : NULL;
  m.copied = m.nowhere ? pmtiles_open(m.nowhere, &about) : NULL;
  int code = m.archive && m.copied ? walk_layer(p, layer, tell, &m) : fail("the archive: %s", strerror(errno));
  if (!code && pmtiles_begin_bytes(m.archive) != 0) code = fail("the archive: %s", strerror(errno));
  if (!code) code = walk_layer(p, layer, copy, &m);
  if (m.archive && pmtiles_close(m.archive) != 0 && !code) code = fail("the archive isn't whole");
  if (m.copied) pmtiles_close(m.copied);
  if (m.nowhere) fclose(m.nowhere);
  free(m.bytes);
  free(metadata);
  return code;
}

/* The output's name with the layer's in it, to be freed. */
static char *name_of(const char *pattern, const char *layer) {
  const char *const at = strstr(pattern, "{layer}");
  const size_t room = strlen(pattern) + PLAN_NAME + 1;
  char *const name = malloc(room);
  if (name && at) snprintf(name, room, "%.*s%s%s", (int)(at - pattern), pattern, layer, at + strlen("{layer}"));
  else if (name) snprintf(name, room, "%s", pattern);
  return name;
}

static int merge_layer(const planet *p, int layer, const char *pattern) {
  image_file file = {0};
  image_error error;
  char *const name = name_of(pattern, p->plan.layers[layer].name);
  int code = check_shards(p, layer);
  if (!code && (!name || image_begin_bytes(&file, name, &error) != 0)) code = fail("%s", name ? error.text : "not enough memory");
  if (!code) {
    code = write_archive(p, layer, file.temporary[0].stream);
    if (!code && image_finish_stream(&file, NULL, &error) != 0) code = fail("%s", error.text);
    image_abandon(&file);
  }
  free(name);
  return code;
}

/* ---- The command --------------------------------------------------------------------------------- */

static int check_output(const planet *p, const char *output, const char *only) {
  const char *const dot = strrchr(output, '.');
  if (!dot || strcasecmp(dot, ".pmtiles") != 0) return usage_error("-o: '%s' does not end in .pmtiles", output);
  if (!only && p->plan.layer_count > 1 && !strstr(output, "{layer}"))
    return usage_error("-o: there are %d layers: put {layer} into the name, or take one by --layer", p->plan.layer_count);
  return DONE;
}

int command_merge(int argc, char **argv) {
  const char *output = NULL, *only = NULL;
  planet p;
  for (int option; (option = next_option(argc, argv, options)) != -1;) {
    if (option == 'o') output = optarg;
    else if (option == MERGE_LAYER) only = optarg;
    else return option == 'h' ? SHOW_HELP : USAGE;
  }
  if (argc - optind != 1) return usage_error("it takes one folder, that of a plan");
  if (!output) return usage_error("no file: -o names the archive");
  int code = planet_open(&p, argv[optind], 0), merged = 0;
  if (!code) code = check_output(&p, output, only);
  for (int l = 0; !code && l < p.plan.layer_count; l++) {
    if (only && strcmp(only, p.plan.layers[l].name) != 0) continue;
    code = merge_layer(&p, l, output);
    merged++;
  }
  if (!code && !merged) code = usage_error("--layer: the plan has no layer '%s'", only);
  planet_close(&p);
  return code;
}
