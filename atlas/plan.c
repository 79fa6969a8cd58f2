/* Plans as folders. */
#include "plan.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "burl.h"

enum { MOST_RECIPE = 1 << 20 };

#define TILE_ENCODING_NAME(name, help) #name,
const char *const tile_encoding_names[ENCODINGS] = {TILE_ENCODINGS(TILE_ENCODING_NAME)};
static const char *format_name(tile_format format) { return format == TILES_WEBP ? "webp" : "png"; }

/* ---- Ranges -------------------------------------------------------------------------------------- */

tile_range plan_tiles(const map_plan *plan) {
  const uint64_t first = first_of_zoom(plan->least_zoom);
  return (tile_range){first, first_of_zoom(plan->most_zoom + 1) - first};
}

tile_range plan_shard(const map_plan *plan, uint64_t shard) {
  const tile_range all = plan_tiles(plan);
  const uint64_t each = all.count / plan->shards, larger = all.count % plan->shards; /* so many have one more */
  const uint64_t before = each * shard + (shard < larger ? shard : larger);
  return (tile_range){all.first + before, each + (shard < larger)};
}

int plan_has_second(const map_plan *plan) { return plan->overviews; }

/* ---- Names --------------------------------------------------------------------------------------- */

static char *name_in(const char *folder, const char *file) {
  const size_t room = strlen(folder) + strlen(file) + 2;
  char *const name = malloc(room);
  if (name) snprintf(name, room, "%s/%s", folder, file);
  return name;
}

char *plan_shard_path(const map_plan *plan, const char *folder, int layer, uint64_t shard) {
  char file[PLAN_NAME + 48];
  snprintf(file, sizeof file, "shards/%s/%07" PRIu64 ".tiles", plan->layers[layer].name, shard);
  return name_in(folder, file);
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static json_t *layers_json(const map_plan *plan) {
  json_t *const list = json_array();
  for (int i = 0; i < plan->layer_count; i++)
    json_array_append_new(list, json_pack("{s:s, s:s}", "name", plan->layers[i].name, "encoding",
                                          tile_encoding_names[plan->layers[i].encoding]));
  return list;
}

static json_t *knobs_json(const map_plan *plan) {
  json_t *const knobs = json_object();
  for (int i = 0; i < plan->knob_count; i++)
    json_object_set_new(knobs, plan->knobs[i].name, json_real(plan->knobs[i].value));
  return knobs;
}

/* All but how the work is divided, the hash and the recipe's text. */
static json_t *plan_json(const map_plan *plan) {
  char seed[24];
  snprintf(seed, sizeof seed, "%" PRIu64, plan->seed);
  return json_pack("{s:i, s:s, s:s, s:o, s:s, s:[i,i], s:i, s:s, s:o}", "burl_output_version", plan->output_version,
                   "encoder", plan->encoder, "seed", seed, "knobs", knobs_json(plan), "map", "web", "zoom",
                   plan->least_zoom, plan->most_zoom, "side", plan->side, "format", format_name(plan->format), "layers",
                   layers_json(plan));
}

int plan_stamp(map_plan *plan) {
  plan->output_version = burl_output_version();
  snprintf(plan->encoder, sizeof plan->encoder, "%s, zlib %.24s", format_name(plan->format), zlibVersion());
  image_json_begin();
  json_t *const all = plan_json(plan);
  json_object_set_new(all, "recipe", json_string(plan->recipe));
  char *const text = image_json_text(all, JSON_SORT_KEYS | JSON_COMPACT | JSON_REAL_PRECISION(17));
  json_decref(all);
  if (text) snprintf(plan->hash, sizeof plan->hash, "%016" PRIx64, burl_seed_of_text(text));
  free(text);
  return text ? 0 : -1;
}

/* ---- Writing ------------------------------------------------------------------------------------- */

static int write_text(const char *folder, const char *file, const char *text, image_error *error) {
  char *const name = name_in(folder, file);
  int failed = -1;
  const int reason = name && text ? image_make_folders(name) : ENOMEM;
  if (reason) snprintf(error->text, sizeof error->text, "%s/%s: %s", folder, file, strerror(reason));
  else failed = image_save_bytes(name, text, strlen(text), error);
  free(name);
  return failed;
}

int plan_write(const map_plan *plan, const char *folder, image_error *error) {
  image_json_begin();
  json_t *const all = plan_json(plan);
  json_object_set_new(all, "shards", json_integer((json_int_t)plan->shards));
  json_object_set_new(all, "hash", json_string(plan->hash));
  char *const text = image_json_text(all, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
  json_decref(all);
  int failed = write_text(folder, "recipe.burl", plan->recipe, error);
  if (!failed) failed = write_text(folder, "plan.json", text, error);
  free(text);
  return failed;
}

/* ---- Reading ------------------------------------------------------------------------------------- */

static int wrong(const char *folder, const char *what, image_error *error) {
  snprintf(error->text, sizeof error->text, "%s: %s", folder, what);
  return -1;
}

/* A whole file as text, to be freed; NULL with *error. */
static char *read_text(const char *folder, const char *file, size_t most, image_error *error) {
  char *const name = name_in(folder, file), *text = NULL;
  FILE *const stream = name ? image_open(name, error) : NULL;
  if (stream) {
    text = malloc(most + 1);
    const size_t length = text ? fread(text, 1, most + 1, stream) : 0;
    if (!text || ferror(stream) || length > most || memchr(text, '\0', length)) {
      snprintf(error->text, sizeof error->text, "%s: it can't be read, or is no text of a plan", name);
      free(text);
      text = NULL;
    } else {
      text[length] = '\0';
    }
    fclose(stream);
  }
  free(name);
  return text;
}

static int take_name(const char *from, char to[PLAN_NAME]) {
  const size_t length = from ? strlen(from) : 0;
  if (length == 0 || length >= PLAN_NAME || strspn(from, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != length)
    return -1;
  memcpy(to, from, length + 1);
  return 0;
}

static int take_layers(map_plan *plan, const json_t *list) {
  const size_t count = json_array_size(list);
  if (count < 1 || count > MOST_LAYERS) return -1;
  for (size_t i = 0; i < count; i++) {
    map_layer *const layer = &plan->layers[i];
    const char *name, *encoding;
    int e = 0;
    if (json_unpack(json_array_get(list, i), "{s:s, s:s}", "name", &name, "encoding", &encoding) != 0) return -1;
    while (e < ENCODINGS && strcmp(tile_encoding_names[e], encoding) != 0) e++;
    if (e == ENCODINGS || take_name(name, layer->name) != 0) return -1;
    layer->encoding = (tile_encoding)e;
  }
  plan->layer_count = (int)count;
  return 0;
}

static int take_knobs(map_plan *plan, json_t *knobs) {
  const char *name;
  json_t *value;
  if (!json_is_object(knobs) || json_object_size(knobs) > MOST_PLAN_KNOBS) return -1;
  json_object_foreach(knobs, name, value) {
    if (!json_is_number(value) || take_name(name, plan->knobs[plan->knob_count].name) != 0) return -1;
    plan->knobs[plan->knob_count++].value = json_number_value(value);
  }
  return 0;
}

/* Everything that plan_json has, from JSON of anybody's; -1: it isn't that. */
static int take_json(map_plan *plan, json_t *all) {
  const char *encoder, *seed, *map, *format, *hash;
  json_t *knobs, *layers;
  json_int_t shards;
  char *end;
  if (json_unpack(all, "{s:i, s:s, s:s, s:o, s:s, s:[i,i!], s:i, s:s, s:o, s:I, s:s}", "burl_output_version",
                  &plan->output_version, "encoder", &encoder, "seed", &seed, "knobs", &knobs, "map", &map, "zoom",
                  &plan->least_zoom, &plan->most_zoom, "side", &plan->side, "format", &format, "layers", &layers, "shards",
                  &shards, "hash", &hash) != 0)
    return -1;
  errno = 0;
  plan->seed = strtoull(seed, &end, 10);
  const int zooms_fit = plan->least_zoom >= 0 && plan->least_zoom <= plan->most_zoom && plan->most_zoom <= MOST_ZOOM;
  if (*end || !*seed || errno || strcmp(map, "web") != 0 || !zooms_fit || (plan->side != 256 && plan->side != 512) ||
      shards < 1 || shards > MOST_SHARDS || strlen(hash) != 16 || strlen(encoder) >= sizeof plan->encoder ||
      (strcmp(format, "png") != 0 && strcmp(format, "webp") != 0))
    return -1;
  plan->shards = (uint64_t)shards;
  plan->format = strcmp(format, "webp") == 0 ? TILES_WEBP : TILES_PNG;
  memcpy(plan->hash, hash, 17);
  memcpy(plan->encoder, encoder, strlen(encoder) + 1);
  return take_layers(plan, layers) == 0 && take_knobs(plan, knobs) == 0 ? 0 : -1;
}

/* Whether this program makes what the plan says. */
static int check_stamp(map_plan *plan, const char *folder, image_error *error) {
  const map_plan made = *plan;
  char what[200];
  if (plan_stamp(plan) != 0) return wrong(folder, "out of memory", error);
  if (made.output_version != plan->output_version) {
    snprintf(what, sizeof what, "the plan is of output version %d, this burl of %d: burl plan makes a new one", made.output_version,
             plan->output_version);
    return wrong(folder, what, error);
  }
  if (strcmp(made.encoder, plan->encoder) != 0) {
    snprintf(what, sizeof what, "the plan's tiles are compressed by %.64s, here by %.64s", made.encoder, plan->encoder);
    return wrong(folder, what, error);
  }
  if (strcmp(made.hash, plan->hash) != 0)
    return wrong(folder, "plan.json or recipe.burl has changed since the plan was made: burl plan makes a new one", error);
  return 0;
}

int plan_read(map_plan *plan, const char *folder, image_error *error) {
  *plan = (map_plan){0};
  char *const text = read_text(folder, "plan.json", MOST_RECIPE, error);
  if (!text) return -1;
  json_t *const all = image_json_read(NULL, text);
  free(text);
  const int failed = !all || take_json(plan, all) != 0;
  json_decref(all);
  if (failed) return wrong(folder, "plan.json is no plan of burl's", error);
  plan->recipe = read_text(folder, "recipe.burl", MOST_RECIPE, error);
  return plan->recipe ? check_stamp(plan, folder, error) : -1;
}

void plan_free(map_plan *plan) {
  free(plan->recipe);
  plan->recipe = NULL;
}
