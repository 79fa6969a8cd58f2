/* Plans as folders. */
#include "atlas/plan.h"

#include "image/cog.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "burl.h"
#include "json/json.h"

enum { MOST_RECIPE = 1 << 20, MOST_IMAGE_NAME = 1024 };

/* ---- Names --------------------------------------------------------------------------------------- */

char *plan_path(const char *folder, const char *file) {
  const size_t room = strlen(folder) + strlen(file) + 2;
  char *const name = malloc(room);
  if (name) snprintf(name, room, "%s/%s", folder, file);
  return name;
}

char *plan_shard_path(const map_plan *plan, const char *folder, int layer, uint64_t shard) {
  char file[PLAN_NAME + 48];
  const char *const ending = plan->format == PLAN_TIF ? "tif" : "tiles";
  if (shard == plan->shards) snprintf(file, sizeof file, "shards/%s/overviews.%s", plan->layers[layer].name, ending);
  else snprintf(file, sizeof file, "shards/%s/%07" PRIu64 ".%s", plan->layers[layer].name, shard, ending);
  return plan_path(folder, file);
}

char *plan_image_path(const char *folder, const plan_image *m) {
  char file[32];
  snprintf(file, sizeof file, "images/%08" PRIx32 ".npy", m->crc);
  return plan_path(folder, file);
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

static json_t *images_json(const map_plan *plan) {
  json_t *const list = json_array();
  for (int i = 0; i < plan->image_count; i++) {
    const plan_image *const m = &plan->images[i];
    json_array_append_new(list, json_pack("{s:s, s:[I,I], s:[f,f], s:[f,f], s:I}", "name", m->name, "size",
                                          (json_int_t)m->size[0], (json_int_t)m->size[1], "origin", m->origin[0],
                                          m->origin[1], "step", m->step[0], m->step[1], "crc", (json_int_t)m->crc));
  }
  return list;
}

/* What tiles are, or the raster is. */
static void add_layout(const map_plan *plan, json_t *all) {
  const double *const v = plan->view;
  if (plan->map == MAP_plane) json_object_set_new(all, "view", json_pack("[f,f,f,f]", v[0], v[1], v[2], v[3]));
  if (plan->format == PLAN_TIF) {
    json_object_set_new(all, "size", json_pack("[I,I]", (json_int_t)plan->size[0], (json_int_t)plan->size[1]));
    return;
  }
  json_object_set_new(all, "zoom", json_pack("[i,i]", plan->least_zoom, plan->most_zoom));
  json_object_set_new(all, "side", json_integer(plan->side));
  json_object_set_new(all, "overviews", json_boolean(plan->overviews));
}

/* All but how the work is divided, the hash and the recipe's text. */
static json_t *plan_json(const map_plan *plan) {
  char seed[24];
  snprintf(seed, sizeof seed, "%" PRIu64, plan->seed);
  json_t *const all =
      json_pack("{s:i, s:s, s:s, s:o, s:s, s:s, s:o, s:o}", "burl_output_version", plan->output_version, "encoder",
                plan->encoder, "seed", seed, "knobs", knobs_json(plan), "map", map_names[plan->map], "format",
                plan_format_names[plan->format], "layers", layers_json(plan), "images", images_json(plan));
  add_layout(plan, all);
  return all;
}

/* What compresses tiles, and its version. */
static void name_encoder(plan_format format, char *to, size_t room) {
  const int version = image_webp_version();
  if (format == PLAN_TIF) snprintf(to, room, "tif, GDAL %.40s", cog_version());
  else if (format == PLAN_PNG) snprintf(to, room, "png, zlib %.40s", zlibVersion());
  else snprintf(to, room, "webp, libwebp %d.%d.%d", version >> 16, version >> 8 & 255, version & 255);
}

int plan_stamp(map_plan *plan) {
  plan->output_version = burl_output_version();
  name_encoder(plan->format, plan->encoder, sizeof plan->encoder);
  json_begin();
  json_t *const all = plan_json(plan);
  json_object_set_new(all, "recipe", json_string(plan->recipe));
  char *const text = json_text(all, JSON_SORT_KEYS | JSON_COMPACT | JSON_REAL_PRECISION(17));
  json_decref(all);
  if (text) snprintf(plan->hash, sizeof plan->hash, "%016" PRIx64, burl_seed_of_text(text));
  free(text);
  return text ? 0 : -1;
}

/* ---- Writing ------------------------------------------------------------------------------------- */

static int write_text(const char *folder, const char *file, const char *text, image_error *error) {
  char *const name = plan_path(folder, file);
  int failed = -1;
  const int reason = name && text ? image_make_folders(name) : ENOMEM;
  if (reason) snprintf(error->text, sizeof error->text, "%s/%s: %s", folder, file, strerror(reason));
  else failed = image_save_bytes(name, text, strlen(text), error);
  free(name);
  return failed;
}

int plan_write(const map_plan *plan, const char *folder, image_error *error) {
  json_begin();
  json_t *const all = plan_json(plan);
  json_object_set_new(all, "shards", json_integer((json_int_t)plan->shards));
  if (plan->format == PLAN_TIF) json_object_set_new(all, "window", json_integer((json_int_t)plan->window));
  json_object_set_new(all, "hash", json_string(plan->hash));
  char *const text = json_text(all, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
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
  char *const name = plan_path(folder, file), *text = NULL;
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
  if (length == 0 || length >= PLAN_NAME ||
      strspn(from, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != length)
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
    if (json_unpack(json_array_get(list, i), "{s:s, s:s}", "name", &name, "encoding", &encoding) != 0) return -1;
    const int e = plan_word(encoding, tile_encoding_names, ENCODINGS);
    if (e < 0 || take_name(name, layer->name) != 0 || (e == ENCODE_float) > (plan->format == PLAN_TIF)) return -1;
    layer->encoding = (tile_encoding)e;
  }
  plan->layer_count = (int)count;
  return 0;
}

static int take_images(map_plan *plan, const json_t *list) {
  const size_t count = json_array_size(list);
  if (!json_is_array(list) || count > MOST_PLAN_IMAGES) return -1;
  for (size_t i = 0; i < count; i++) {
    plan_image *const m = &plan->images[i];
    const char *name;
    json_int_t size[2], crc;
    if (json_unpack(json_array_get(list, i), "{s:s, s:[I,I!], s:[F,F!], s:[F,F!], s:I}", "name", &name, "size",
                    &size[0], &size[1], "origin", &m->origin[0], &m->origin[1], "step", &m->step[0], &m->step[1], "crc",
                    &crc) != 0)
      return -1;
    if (size[0] < 1 || size[1] < 1 || size[0] > 1 << 20 || size[1] > 1 << 20 || crc < 0 || crc > UINT32_MAX ||
        strlen(name) > MOST_IMAGE_NAME)
      return -1;
    m->size[0] = size[0];
    m->size[1] = size[1];
    m->crc = (uint32_t)crc;
    m->name = strdup(name);
    if (!m->name) return -1;
    plan->image_count++;
  }
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

static int take_raster(map_plan *plan, json_t *all) {
  json_int_t size[2], window;
  if (json_unpack(all, "{s:[I,I!], s:I}", "size", &size[0], &size[1], "window", &window) != 0) return -1;
  if (size[0] < 1 || size[1] < 1 || size[0] > INT32_MAX || size[1] > INT32_MAX || window < RASTER_BLOCK ||
      window > MOST_WINDOW || window % RASTER_BLOCK != 0 || (plan->map != MAP_plane && plan->map != MAP_geographic))
    return -1;
  plan->size[0] = size[0];
  plan->size[1] = size[1];
  plan->window = window;
  return 0;
}

static int take_tiles(map_plan *plan, json_t *all) {
  if (json_unpack(all, "{s:[i,i!], s:i, s:b}", "zoom", &plan->least_zoom, &plan->most_zoom, "side", &plan->side,
                  "overviews", &plan->overviews) != 0)
    return -1;
  const int zooms_fit = plan->least_zoom >= 0 && plan->least_zoom <= plan->most_zoom && plan->most_zoom <= MOST_ZOOM;
  return zooms_fit && (plan->side == 256 || plan->side == 512) ? 0 : -1;
}

static int take_layout(map_plan *plan, json_t *all, const char *map, const char *format) {
  const int m = plan_word(map, map_names, MAP_COUNT), f = plan_word(format, plan_format_names, PLAN_FORMATS);
  double *const v = plan->view;
  if (m < 0 || f < 0) return -1;
  plan->map = (map_kind)m;
  plan->format = (plan_format)f;
  if (plan->map == MAP_plane && json_unpack(all, "{s:[F,F,F,F!]}", "view", &v[0], &v[1], &v[2], &v[3]) != 0) return -1;
  return plan->format == PLAN_TIF ? take_raster(plan, all) : take_tiles(plan, all);
}

/* A plan has as many shards as it says, each with something to do. */
static int take_shards(map_plan *plan, json_int_t shards) {
  if (shards < 1 || shards > MOST_SHARDS) return -1;
  plan->shards = (uint64_t)shards;
  const uint64_t most = plan_most_shards(plan);
  return plan->shards <= most && (plan->format != PLAN_TIF || plan->shards == most) ? 0 : -1;
}

/* Everything that plan_json has, from JSON of anybody's; -1: it isn't that. */
static int take_json(map_plan *plan, json_t *all) {
  const char *encoder, *seed, *map, *format, *hash;
  json_t *knobs, *layers, *images;
  json_int_t shards;
  char *end;
  if (json_unpack(all, "{s:i, s:s, s:s, s:o, s:s, s:s, s:o, s:o, s:I, s:s}", "burl_output_version",
                  &plan->output_version, "encoder", &encoder, "seed", &seed, "knobs", &knobs, "map", &map, "format",
                  &format, "layers", &layers, "images", &images, "shards", &shards, "hash", &hash) != 0)
    return -1;
  errno = 0;
  plan->seed = strtoull(seed, &end, 10);
  if (*end || !*seed || errno || strlen(hash) != 16 || strlen(encoder) >= sizeof plan->encoder) return -1;
  memcpy(plan->hash, hash, 17);
  memcpy(plan->encoder, encoder, strlen(encoder) + 1);
  if (take_layout(plan, all, map, format) != 0 || take_shards(plan, shards) != 0) return -1;
  return take_layers(plan, layers) == 0 && take_knobs(plan, knobs) == 0 && take_images(plan, images) == 0 ? 0 : -1;
}

/* Whether this program makes what the plan says. */
static int check_stamp(map_plan *plan, const char *folder, image_error *error) {
  const map_plan made = *plan;
  char what[200];
  if (plan_stamp(plan) != 0) return wrong(folder, "out of memory", error);
  if (made.output_version != plan->output_version) {
    snprintf(what, sizeof what, "the plan is of output version %d, this burl of %d: burl plan makes a new one",
             made.output_version, plan->output_version);
    return wrong(folder, what, error);
  }
  if (strcmp(made.encoder, plan->encoder) != 0) {
    snprintf(what, sizeof what, "the plan's tiles are compressed by %.64s, here by %.64s", made.encoder, plan->encoder);
    return wrong(folder, what, error);
  }
  if (strcmp(made.hash, plan->hash) != 0)
    return wrong(folder, "plan.json or recipe.burl has changed since the plan was made: burl plan makes a new one",
                 error);
  return 0;
}

int plan_read(map_plan *plan, const char *folder, image_error *error) {
  *plan = (map_plan){0};
  char *const text = read_text(folder, "plan.json", MOST_RECIPE, error);
  if (!text) return -1;
  json_t *const all = json_read(NULL, text);
  free(text);
  const int failed = !all || take_json(plan, all) != 0;
  json_decref(all);
  if (failed) return wrong(folder, "plan.json is no plan of burl's", error);
  plan->recipe = read_text(folder, "recipe.burl", MOST_RECIPE, error);
  return plan->recipe ? check_stamp(plan, folder, error) : -1;
}

void plan_free(map_plan *plan) {
  for (int i = 0; i < plan->image_count; i++) free(plan->images[i].name);
  plan->image_count = 0;
  free(plan->recipe);
  plan->recipe = NULL;
}
