/* burl plan: a map of a planet, or of a plane, as work that can be divided: which tiles or windows, of what, in how
 * many shards; and about what it takes. */
#include "atlas/pixels.h"
#include "planet/plan_estimate.h"
#include "planet/plan_images.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  planet planet;
  const char *output;
  uint64_t most_tiles, shards;
  int has_extent, has_tiles, is_tried, replaces, is_quiet; /* has_tiles: --zoom or --tile is given */
  double price;
} planning;

/* ---- Options ------------------------------------------------------------------------------------- */

static map_plan *plan_of(void *to) { return &((planning *)to)->planet.plan; }

static int set_map(void *to, char *text) {
  const int map = plan_word(text, map_names, MAP_COUNT);
  if (map < 0) return usage_error("--map: there is no map '%s'; there are web, geographic, cube and plane", text);
  plan_of(to)->map = (map_kind)map;
  return DONE;
}

static int set_zooms(void *to, char *text) {
  int64_t zooms[2];
  const int count = parse_integers(text, '-', zooms, 2);
  if (count < 1 || zooms[0] < 0 || zooms[count - 1] < zooms[0] || zooms[count - 1] > MOST_ZOOM)
    return usage_error("--zoom: '%s' is no zoom, or two such as 0-12, up to %d", text, MOST_ZOOM);
  plan_of(to)->least_zoom = (int)zooms[0];
  plan_of(to)->most_zoom = (int)zooms[count - 1];
  return DONE;
}

static int add_layer(void *to, char *text) {
  map_plan *const plan = plan_of(to);
  char *const colon = strchr(text, ':');
  if (colon) *colon = '\0';
  const int encoding = colon ? plan_word(colon + 1, tile_encoding_names, ENCODINGS) : ENCODE_colour;
  if (encoding < 0) return usage_error("--layer: '%s' is none of colour, terrarium, mapbox and float", colon + 1);
  if (plan->layer_count == MOST_LAYERS) return usage_error("--layer: more than %d layers", MOST_LAYERS);
  if (!*text || strlen(text) >= PLAN_NAME) return usage_error("--layer: '%s' is no name of a part", text);
  map_layer *const layer = &plan->layers[plan->layer_count++];
  snprintf(layer->name, sizeof layer->name, "%s", text);
  layer->encoding = (tile_encoding)encoding;
  for (const map_layer *other = plan->layers; other < layer; other++)
    if (strcmp(other->name, layer->name) == 0) return usage_error("--layer %s is given twice", layer->name);
  return DONE;
}

static int set_format(void *to, char *text) {
  const int format = plan_word(text, plan_format_names, PLAN_FORMATS);
  if (format < 0) return usage_error("--format: '%s' is none of png, webp and tif", text);
  plan_of(to)->format = (plan_format)format;
  return DONE;
}

static int set_size(void *to, char *text) {
  int64_t *const size = plan_of(to)->size;
  if (parse_integers(text, 'x', size, 2) == 2 && size[0] >= 1 && size[1] >= 1 && size[0] <= INT32_MAX &&
      size[1] <= INT32_MAX)
    return DONE;
  return usage_error("--size: '%s' is no size such as 40000x20000", text);
}

static int set_extent(void *to, char *text) {
  double *const view = plan_of(to)->view;
  if (parse_numbers(text, view, 4) == 4 && view[0] != view[2] && view[1] != view[3]) return DONE;
  return usage_error("--extent: '%s' is not four numbers, x0,y0,x1,y1", text);
}

static int be_quiet(void *to, char *text) {
  (void)text;
  ((planning *)to)->is_quiet = 1;
  message_choose(MESSAGES_FEW);
  return DONE;
}

#define MAP_WORD(name, faces, help) #name " "
#define MAP_HELP(name, faces, help) #name ": " help "; "
static const option_entry options[] = {
    ROW(.name = "output", .letter = 'o', .value = "FOLDER", .words = FILES, TEXT(planning, output),
        .help = "where the plan lies, and later its shards"),
    ROW(.name = "map", .value = "web|geographic|cube|plane", .words = MAPS(MAP_WORD), OWN(set_map),
        .help = "what is mapped, and how", .more = "if not given, web; " MAPS(MAP_HELP) "if it isn't given, --extent"),
    ROW(.name = "zoom", .value = "A-B", OWN(set_zooms), GIVEN(planning, has_tiles),
        .help = "from which zoom to which, 0 to 26", .more = "if not given, 0-5"),
    ROW(.name = "layer", .value = "NAME:ENCODING", .words = PARTS, .repeats = 1, OWN(add_layer),
        .help = "a part of the recipe: colour, if no encoding is given, or heights in metres, terrarium or mapbox, in a"
                " raster float",
        .more = "may be given again; if not given, the last line's colour"),
    ROW(.name = "tile", .value = "256|512", .words = "256 512", WORD(planning, int, planet.plan.side, NULL),
        GIVEN(planning, has_tiles), .wrong = "is neither 256 nor 512", .help = "samples along the sides of a tile"),
    ROW(.name = "format", .letter = 'f', .value = "png|webp|tif", .words = "png webp tif", OWN(set_format),
        .help = "what tiles are",
        .more = "a .webp is without loss; tif: no tiles but a raster, in cloud-optimised GeoTIFFs"),
    ROW(.name = "size", .value = "WxH", OWN(set_size),
        .help = "of a raster, its samples, of a plane or a geographic map"),
    ROW(.name = "extent", .value = "x0,y0,x1,y1", OWN(set_extent), GIVEN(planning, has_extent),
        .more = "of a plane, its corners in place of the recipe's view"),
    ROW(.name = "shards", .value = "N", UNSIGNED(planning, shards, 1, MOST_SHARDS),
        .help = "in how many parts the work is cut, of a raster at most", .more = "if not given, 1"),
    ROW(.name = "overviews", FLAG(planning, planet.plan.overviews),
        .help = "zooms but the last are made of the one below, not sampled",
        .more = "a second stage after all shards makes the first few"),
    ROW(.name = "most-tiles", .value = "N", UNSIGNED(planning, most_tiles, 1, 0x1p64),
        .help = "more tiles than this are an error", .more = "if not given, 30000000"),
    ROW(.name = "try", FLAG(planning, is_tried),
        .help = "makes three of the shards, and tells from them what all take"),
    ROW(.name = "price", .value = "P", NUMBER(planning, price, 0, INFINITY), .wrong = "is no price of an hour",
        .more = "of an hour of a core: what all cost"),
    ROW(.name = "quiet", .letter = 'q', OWN(be_quiet), .help = "only errors are said, and nothing is timed"),
    ROW(.name = "replace", FLAG(planning, replaces),
        .more = "also where the folder has shards of another plan, which are made again then"),
    RECIPE_OPTIONS(planning, planet.recipe),
    {0},
};

const manual manual_plan = {
    .usage = "RECIPE|-e EXPR -o FOLDER [option]...",
    .about = "Plans a map of a planet: the recipe, its layers, zooms and shards, in a folder. burl run makes a shard, "
             "anywhere and in "
             "any order, burl merge an archive of all. What comes out has the same bytes, however it was cut up.",
    .options = options,
    .more =
        "It times a few tiles and says what all of them take. A map goes round the planet where the recipe does: "
        "sphere(e) is e "
        "on a globe. With octaves: auto each zoom has the detail that it can show. Images that the recipe reads are "
        "copied "
        "into the folder.",
    .example = "burl plan recipes/worldmap.burl --zoom 0-6 -o planet",
    .operand = FILES,
};

/* The option of CMake without which this burl was built, and so can't make such maps; NULL: it can. */
static const char *left_out(plan_format format) {
  return format == PLAN_PNG ? image_png_left_out() : format == PLAN_WEBP ? image_webp.left_out : image_tif.left_out;
}

/* Whether the options go together. */
static int check_options(const planning *g) {
  const map_plan *const plan = &g->planet.plan;
  const char *const without = left_out(plan->format);
  if (without)
    return usage_error("--format %s: this burl was built without it, which CMake's option %s adds",
                       plan_format_names[plan->format], without);
  const int is_raster = plan->format == PLAN_TIF;
  if (g->planet.recipe.result)
    return usage_error("--result: a map's results are its layers: --layer %s", g->planet.recipe.result);
  if (!g->output) return usage_error("no folder: -o says where the plan lies");
  if (is_raster && plan->map != MAP_plane && plan->map != MAP_geographic)
    return usage_error("--format tif: a raster is of --map plane or geographic, not %s", map_names[plan->map]);
  if (is_raster && plan->size[0] == 0)
    return usage_error("--format tif: --size WxH says how many samples the raster has");
  if (!is_raster && plan->size[0] > 0)
    return usage_error("--size: tiles have --zoom; a raster, --format tif, has a size");
  if (is_raster && g->has_tiles)
    return usage_error("--format tif: a raster has no tiles: --size in place of --zoom and --tile");
  if (is_raster && plan->overviews) return usage_error("--overviews: a raster's files have overviews of their own");
  if (g->has_extent && plan->map != MAP_plane)
    return usage_error("--extent: that of a %s map is the globe", map_names[plan->map]);
  for (int i = 0; i < plan->layer_count; i++) {
    const tile_encoding e = plan->layers[i].encoding;
    if (e == ENCODE_float && !is_raster)
      return usage_error("--layer %s:float: tiles have terrarium or mapbox", plan->layers[i].name);
    if (is_raster && e != ENCODE_float && e != ENCODE_colour)
      return usage_error("--layer %s:%s: a raster has float", plan->layers[i].name, tile_encoding_names[e]);
  }
  return DONE;
}

static int read_arguments(planning *g, int argc, char **argv) {
  int code = options_read(argc, argv, options, g);
  if (!code) code = recipe_last_operand(&g->planet.recipe, argc, argv);
  return code ? code : check_options(g);
}

/* ---- The plan ------------------------------------------------------------------------------------ */

static int divide(planning *g) {
  map_plan *const plan = &g->planet.plan;
  plan->shards = g->shards;
  if (plan->format == PLAN_TIF) {
    plan_divide_raster(plan, g->shards);
    if (plan->shards <= g->shards) return DONE;
    return fail("--shards: a raster of %" PRId64 "x%" PRId64 " has %" PRIu64 " at least, each of up to %dx%d samples",
                plan->size[0], plan->size[1], plan->shards, MOST_WINDOW, MOST_WINDOW);
  }
  const uint64_t count = plan_tile_count(plan), most = plan_most_shards(plan);
  if (count > g->most_tiles)
    return fail("zooms %d to %d have %" PRIu64 " tiles, more than %" PRIu64 "; --most-tiles allows more",
                plan->least_zoom, plan->most_zoom, count, g->most_tiles);
  if (g->shards > most) return fail("--shards: %" PRIu64 " is more than the %" PRIu64 " tiles", g->shards, most);
  return DONE;
}

static int take_recipe(planet *p) {
  recipe *const r = &p->recipe;
  map_plan *const plan = &p->plan;
  plan->seed = r->seed;
  for (int i = 0; i < r->knob_count; i++) {
    if (strlen(r->knobs[i].name) >= PLAN_NAME) return fail("-p %s: its name is too long for a plan", r->knobs[i].name);
    snprintf(plan->knobs[i].name, PLAN_NAME, "%s", r->knobs[i].name);
    plan->knobs[i].value = r->knobs[i].value;
  }
  plan->knob_count = r->knob_count;
  if (plan->layer_count == 0) plan->layers[plan->layer_count++] = (map_layer){"result", ENCODE_colour};
  if (plan->format == PLAN_TIF) plan->least_zoom = plan->most_zoom = 0;
  return DONE;
}

/* The text of the compiled recipe, with all that it imports. */
static int take_text(planet *p) {
  p->plan.recipe = strdup(burl_source(p->recipe.program));
  return p->plan.recipe ? DONE : fail("not enough memory");
}

/* A plane's view: the recipe's, unless an extent is given.  Tiles are square. */
static int take_view(planning *g) {
  map_plan *const plan = &g->planet.plan;
  double view[8];
  if (plan->map != MAP_plane) return DONE;
  if (!g->has_extent && burl_view(g->planet.recipe.program, view) == 4) memcpy(plan->view, view, sizeof plan->view);
  else if (!g->has_extent)
    return fail("%s: it has no view: --extent x0,y0,x1,y1 says which part of the plane", g->planet.recipe.name);
  const double width = fabs(plan->view[2] - plan->view[0]), height = fabs(plan->view[3] - plan->view[1]);
  if (!isfinite(width) || !isfinite(height))
    return fail("the plane is too large: %.9g to %.9g and %.9g to %.9g", plan->view[0], plan->view[2], plan->view[1],
                plan->view[3]);
  if (plan->format == PLAN_TIF && plan->view[0] > plan->view[2])
    return fail("a raster goes from left to right, and this one from %.9g to %.9g", plan->view[0], plan->view[2]);
  if (plan->format == PLAN_TIF || fabs(width - height) <= 1e-9 * width) return DONE;
  return fail(
      "a plane of tiles is square, and this one is %.9g by %.9g; --extent x0,y0,x1,y1 is another, --format tif a "
      "raster",
      width, height);
}

/* ---- The command --------------------------------------------------------------------------------- */

/* Says what the plan takes, by the plan as it lies there. */
static int describe(const planning *g) {
  planet p;
  int code = planet_open_program(&p, g->output);
  if (!code) code = plan_describe(&p, g->is_tried, g->price);
  planet_close(&p);
  return code;
}

/* Says of heights that may not fit. */
static void note_cut(const planet *p) {
  for (int i = 0; i < p->plan.layer_count; i++) {
    const map_layer *const l = &p->plan.layers[i];
    if (l->encoding != ENCODE_terrarium && l->encoding != ENCODE_mapbox) continue;
    const burl_range bounds = burl_bounds(p->recipe.program, burl_result_at(p->recipe.program, i).first);
    if (bounds.lo < tile_lowest(l->encoding) || bounds.hi > tile_highest(l->encoding))
      note("layer %s: %s has heights from %.9g to %.9g m, and what is beyond is cut; these may be from %.9g to %.9g",
           l->name, tile_encoding_names[l->encoding], tile_lowest(l->encoding), tile_highest(l->encoding), bounds.lo,
           bounds.hi);
  }
}

/* Whether the folder has shards, and a plan that isn't this one, or can't be read. */
static int has_other_shards(const planning *g) {
  char *const shards = plan_path(g->output, "shards");
  const int has_shards = shards && access(shards, F_OK) == 0;
  map_plan there;
  image_error error;
  free(shards);
  if (!has_shards) return 0;
  const map_plan *const plan = &g->planet.plan;
  const int is_same =
      plan_read(&there, g->output, &error) == 0 && strcmp(there.hash, plan->hash) == 0 && there.shards == plan->shards;
  plan_free(&there);
  return !is_same;
}

static int make_plan(planning *g) {
  planet *const p = &g->planet;
  image_error error;
  if (p->plan.map != MAP_plane) {
    p->recipe.crs = "EPSG:4326";
    p->recipe.in_degrees = 1;
  }
  int code = recipe_load(&p->recipe);
  if (!code) code = take_recipe(p);
  if (!code) code = planet_compile(p);
  if (!code) code = take_text(p);
  if (!code) code = planet_check(p);
  if (!code) code = take_view(g);
  if (!code) code = divide(g);
  if (!code) recipe_note(&p->recipe);
  if (!code) note_cut(p);
  if (!code) code = plan_take_images(p, g->output);
  if (!code && plan_stamp(&p->plan) != 0) code = fail("not enough memory");
  if (!code && !g->replaces && has_other_shards(g))
    code = fail("%s: it has shards of another plan; -o takes another folder, --replace this one", g->output);
  if (!code && plan_write(&p->plan, g->output, &error) != 0) code = fail("%s", error.text);
  return code || (g->is_quiet && !g->is_tried) ? code : describe(g);
}

int command_plan(int argc, char **argv) {
  planning g = {.most_tiles = 30000000, .shards = 1, .price = -1};
  map_plan *const plan = &g.planet.plan;
  plan->most_zoom = 5;
  plan->side = 256;
  int code = read_arguments(&g, argc, argv);
  if (!code) code = make_plan(&g);
  planet_close(&g.planet);
  return code;
}
