/* burl plan: a map of a planet as work that can be divided: which tiles, of what, in how many shards; and about what it takes. */
#include "planet.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAP = OWN_OPTIONS, ZOOM, LAYER, TILE, SHARDS, MOST_TILES };

static const option_row options[] = {
    {'o', "output", "FOLDER", "where the plan lies, and later its shards", FILES},
    {MAP, "map", "web", "the square of web maps; recipes are over longitude and latitude, in degrees", "web"},
    {ZOOM, "zoom", "A-B", "from which zoom to which, 0 to 26; if not given, 0-5", NULL},
    {LAYER, "layer", "NAME:ENCODING", "a part of the recipe: colour, if no encoding is given, or heights in metres, "
     "terrarium or mapbox; may be given again; if not given, the last line's colour", PARTS},
    {TILE, "tile", "256|512", "samples along the sides of a tile", "256 512"},
    {'f', "format", "png|webp", "what tiles are; a .webp is without loss", "png webp"},
    {SHARDS, "shards", "N", "in how many equal parts the work is cut; if not given, 1", NULL},
    {MOST_TILES, "most-tiles", "N", "more tiles than this are an error; if not given, 30000000", NULL},
    RECIPE_OPTIONS,
    {0},
};

const manual manual_plan = {
    .usage = "RECIPE|-e EXPR -o FOLDER [option]...",
    .about = "Plans a map of a planet: the recipe, its layers, zooms and shards, in a folder. burl run makes a shard, anywhere and in "
             "any order, burl merge an archive of all. What comes out has the same bytes, however it was cut up.",
    .options = options,
    .more = "It times a few tiles and says what all of them take. A map goes round the planet where the recipe does: sphere(e) is e "
            "on a globe. With octaves: auto each zoom has the detail that it can show.",
    .example = "burl plan recipes/worldmap.burl --zoom 0-6 -o planet",
    .operand = FILES,
};

typedef struct {
  planet planet;
  const char *output;
  uint64_t most_tiles;
} planning;

/* ---- Options ------------------------------------------------------------------------------------- */

static int set_zooms(map_plan *plan, const char *text) {
  int64_t zooms[2];
  const int count = parse_integers(text, '-', zooms, 2);
  if (count < 1 || zooms[0] < 0 || zooms[count - 1] < zooms[0] || zooms[count - 1] > MOST_ZOOM)
    return usage_error("--zoom: '%s' is no zoom, or two such as 0-12, up to %d", text, MOST_ZOOM);
  plan->least_zoom = (int)zooms[0];
  plan->most_zoom = (int)zooms[count - 1];
  return DONE;
}

static int add_layer(map_plan *plan, char *text) {
  char *const colon = strchr(text, ':');
  int encoding = 0;
  if (colon) {
    *colon = '\0';
    while (encoding < ENCODINGS && strcmp(tile_encoding_names[encoding], colon + 1) != 0) encoding++;
  }
  if (encoding == ENCODINGS) return usage_error("--layer: '%s' is none of colour, terrarium and mapbox", colon + 1);
  if (plan->layer_count == MOST_LAYERS) return usage_error("--layer: more than %d layers", MOST_LAYERS);
  if (!*text || strlen(text) >= PLAN_NAME) return usage_error("--layer: '%s' is no name of a part", text);
  map_layer *const layer = &plan->layers[plan->layer_count++];
  snprintf(layer->name, sizeof layer->name, "%s", text);
  layer->encoding = (tile_encoding)encoding;
  for (const map_layer *other = plan->layers; other < layer; other++)
    if (strcmp(other->name, layer->name) == 0) return usage_error("--layer %s is given twice", layer->name);
  return DONE;
}

static int set_count(const char *option, const char *text, uint64_t most, uint64_t *to) {
  if (parse_unsigned(text, to) == 0 && *to >= 1 && *to <= most) return DONE;
  return usage_error("--%s: '%s' is no whole number from 1 to %" PRIu64, option, text, most);
}

static int set_option(planning *g, int option, char *value) {
  map_plan *const plan = &g->planet.plan;
  const int is_webp = value && strcmp(value, "webp") == 0;
  switch (option) {
  case 'o': g->output = value; return DONE;
  case MAP: return strcmp(value, "web") == 0 ? DONE : usage_error("--map: there is no map '%s'; there is web", value);
  case ZOOM: return set_zooms(plan, value);
  case LAYER: return add_layer(plan, value);
  case TILE:
    plan->side = strcmp(value, "512") == 0 ? 512 : 256;
    return plan->side == 512 || strcmp(value, "256") == 0 ? DONE : usage_error("--tile: '%s' is neither 256 nor 512", value);
  case 'f':
    plan->format = is_webp ? TILES_WEBP : TILES_PNG;
    return is_webp || strcmp(value, "png") == 0 ? DONE : usage_error("--format: '%s' is neither png nor webp", value);
  case SHARDS: return set_count("shards", value, MOST_SHARDS, &plan->shards);
  case MOST_TILES: return set_count("most-tiles", value, UINT64_MAX, &g->most_tiles);
  default: return recipe_option(&g->planet.recipe, option, value);
  }
}

static int read_arguments(planning *g, int argc, char **argv) {
  for (int option; (option = next_option(argc, argv, options)) != -1;) {
    const int code = set_option(g, option, optarg);
    if (code) return code;
  }
  const int code = recipe_last_operand(&g->planet.recipe, argc, argv);
  if (code) return code;
  if (g->planet.recipe.result) return usage_error("--result: a map's results are its layers: --layer %s", g->planet.recipe.result);
  return g->output ? DONE : usage_error("no folder: -o says where the plan lies");
}

/* ---- The plan ------------------------------------------------------------------------------------ */

static int check_size(const planning *g) {
  const map_plan *const plan = &g->planet.plan;
  const uint64_t count = plan_tiles(plan).count;
  if (count > g->most_tiles)
    return fail("zooms %d to %d have %" PRIu64 " tiles, more than %" PRIu64 "; --most-tiles allows more", plan->least_zoom,
                plan->most_zoom, count, g->most_tiles);
  if (plan->shards > count) return fail("--shards: %" PRIu64 " is more than the %" PRIu64 " tiles", plan->shards, count);
  return DONE;
}

static int take_recipe(planet *p) {
  recipe *const r = &p->recipe;
  map_plan *const plan = &p->plan;
  plan->recipe = malloc(r->length + 1);
  if (!plan->recipe) return fail("not enough memory");
  memcpy(plan->recipe, r->text, r->length);
  plan->recipe[r->length] = '\0';
  plan->seed = r->seed;
  for (int i = 0; i < r->knob_count; i++) {
    if (strlen(r->knobs[i].name) >= PLAN_NAME) return fail("-p %s: its name is too long for a plan", r->knobs[i].name);
    snprintf(plan->knobs[i].name, PLAN_NAME, "%s", r->knobs[i].name);
    plan->knobs[i].value = r->knobs[i].value;
  }
  plan->knob_count = r->knob_count;
  if (plan->layer_count == 0) plan->layers[plan->layer_count++] = (map_layer){"result", ENCODE_colour};
  return plan_stamp(plan) == 0 ? DONE : fail("not enough memory");
}

/* ---- What it takes ------------------------------------------------------------------------------- */

enum { TRIED = 8 };

/* Seconds and bytes of all tiles, by some of them spread over the greatest zoom, which has three quarters of all. */
static int estimate(const planet *p, double *seconds, double *bytes) {
  const tile_range all = plan_tiles(&p->plan);
  tile_bytes made[MOST_LAYERS];
  double size = 0;
  int code = DONE;
  const double begun = seconds_now();
  for (int i = 0; !code && i < TRIED; i++) {
    planet_make(p, all.first + all.count / TRIED * (uint64_t)i + all.count / 2 / TRIED, 1, 1, made);
    for (int l = 0; l < p->plan.layer_count; l++) {
      if (made[l].reason) code = fail("a tile: %s", strerror(made[l].reason));
      size += (double)made[l].length;
      free(made[l].bytes);
    }
  }
  *seconds = (seconds_now() - begun) / TRIED * (double)all.count;
  *bytes = size / TRIED * (double)all.count;
  return code;
}

static void print_seconds(double seconds) {
  if (seconds < 120) printf("%.3g seconds", seconds);
  else if (seconds < 7200) printf("%.3g minutes", seconds / 60);
  else printf("%.3g hours", seconds / 3600);
}

static int describe(const planning *g) {
  const map_plan *const plan = &g->planet.plan;
  const tile_range all = plan_tiles(plan);
  double seconds, bytes;
  const int code = estimate(&g->planet, &seconds, &bytes);
  if (code) return code;
  printf("tiles       %" PRIu64 ", zooms %d to %d, %d samples a side\nlayers      ", all.count, plan->least_zoom, plan->most_zoom,
         plan->side);
  for (int i = 0; i < plan->layer_count; i++)
    printf("%s%s:%s", i ? ", " : "", plan->layers[i].name, tile_encoding_names[plan->layers[i].encoding]);
  printf("\nshards      %" PRIu64 ", of %" PRIu64 " tiles\ntime        about ", plan->shards, plan_shard(plan, 0).count);
  print_seconds(seconds);
  printf(" of one core; a shard ");
  print_seconds(seconds / (double)plan->shards);
  printf("\nbytes       about %.3g MB\n", bytes / 1e6);
  return flush_output();
}

int command_plan(int argc, char **argv) {
  planning g = {.most_tiles = 30000000};
  planet *const p = &g.planet;
  image_error error;
  p->plan.most_zoom = 5;
  p->plan.side = 256;
  p->plan.format = TILES_PNG;
  p->plan.shards = 1;
  int code = read_arguments(&g, argc, argv);
  p->folder = g.output;
  if (!code) code = check_size(&g);
  if (!code) code = recipe_load(&p->recipe);
  if (!code) code = take_recipe(p);
  if (!code) code = planet_compile(p);
  if (!code) recipe_note(&p->recipe);
  if (!code && plan_write(&p->plan, g.output, &error) != 0) code = fail("%s", error.text);
  if (!code) code = describe(&g);
  planet_close(p);
  return code;
}
