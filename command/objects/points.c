/* burl points: where something stands, as a list: trees, bushes, stones. */
#include "cli/names.h"
#include "objects/layers.h"
#include "objects/point_files.h"
#include "objects/point_tiles.h"
#include "objects/steps.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAMES_ROOM = 4096, MOST_TILES = 65536 };

/* The command's struct; a rendering comes first in those that have its options. */
typedef struct {
  rendering rendering;
  const char *radius; /* as it is given: numbers or expressions, with commas */
  layer_wish layers[MOST_LAYERS];
  burl_program *radii[MOST_LAYERS]; /* to be freed; NULL: of a number */
  double period[2];
  int layer_count, period_count, candidates;
  int as_extension;        /* nodes gpu */
  const char *keep, *with; /* names, with commas; NULL: none, the last line */
  char names[NAMES_ROOM];  /* of all, each once: the results that are computed */
  int keep_count, with_count;
  int keep_of[MOST_LAYERS], with_of[MOST_RESULTS]; /* the numbers of the results */
} job;

static const option_entry options[] = {
    RENDER_OPTION_AS(OUTPUT, .help = "what to write: " POINT_FILES, .more = "it appears whole or not at all"),
    ROW(.name = "radius", .value = "R[,R]...", TEXT(job, radius),
        .help = "how far points are apart at least, in coordinates, or those of each layer: numbers, or what varies",
        .more = "an expression over the recipe, between numbers of which one is at most 64 times the other, as in"
                " clamp(r, 1, 8): then no two points are nearer than the larger of theirs. Points of two layers are"
                " apart by half the sum of theirs, and those of the first layers stay"),
    ROW(.name = "keep", .value = "PART[,PART]...", .words = PARTS, TEXT(job, keep),
        .help = "the share of points that stay, from 0 to 1, for each layer",
        .more = "a part of the recipe, or a condition, at the point; if not given, all stay"),
    ROW(.name = "with", .value = "PART[,PART]...", .words = PARTS, TEXT(job, with),
        .help = "what each point has beside its layer and id: parts of the recipe",
        .more = "if not given, what the last line gives"),
    ROW(.name = "candidates", .value = "N", COUNT(job, candidates, 1, 64),
        .help = "1, 4, 16 or 64 places tried in each cell: more are denser", .more = "if not given, 4"),
    ROW(.name = "period", .value = "W[,H]", NUMBERS(job, period, period_count, 2), .wrong = "isn't one or two numbers",
        .help = "the points come round after this, as those of tile(scatter(), W, H)",
        .more = "0: not along that axis; --extent 0,0,W,H has each once"),
    ROW(.name = "instances", .value = "nodes|gpu", .words = "nodes gpu", WORD(job, int, as_extension, "nodes gpu"),
        .takes = "is nodes or gpu", .help = "in .glb, a node for each point, or arrays by EXT_mesh_gpu_instancing",
        .more = "if not given, nodes, which every program reads; arrays are smaller and drawn at once, as by three.js"),
    RENDER_OPTION_AS(TILES, .help = "in equal parts: -o trees_{x}_{y}.csv",
                     .more = "the points of all together are those of the whole, each in one"),
    RENDER_OPTION(EXTENT),
    RENDER_OPTION_AS(SIZE, .help = "samples along x and y, of recipes with whole-grid functions",
                     .more = "if not given, 512 along the longer side"),
    RENDER_OPTION(LIKE),
    RENDER_OPTION(CRS),
    RENDER_OPTION(TIME),
    RENDER_OPTION(THREADS),
    RENDER_OPTION(PROGRESS),
    RENDER_OPTION(QUIET),
    SHARED_ROW(recipe_rows[EXPRESSION_OPTION], job, recipe, rendering.recipe),
    SHARED_ROW(recipe_rows[SEED_OPTION], job, recipe, rendering.recipe),
    SHARED_ROW(recipe_rows[KNOB_OPTION], job, recipe, rendering.recipe),
    SHARED_ROW(recipe_rows[ALLOW_FILES_OPTION], job, recipe, rendering.recipe),
    HELP_OPTION,
    {0},
};

const manual manual_points = {
    .usage = "RECIPE|-e EXPR --radius R[,R]... -o FILE [option]...",
    .about =
        "Lists points no two of which are nearer to each other than a radius, and what a recipe gives at each. They"
        " are those of scatter(radius: R), of the next layers of scatter(radius: R, seed: 1) and so on, whichever"
        " the extent is: extents side by side have each point once.",
    .options = options,
    .more =
        "A point has an id, as scatter(give: id) says, of which hash(id, 2) and so on make its size, its turn, its"
        " kind. --keep keeps those for which hash(id, 1) is less. In .ply and .glb coordinates are those of burl"
        " mesh: from the middle of the extent, y upwards in the picture, and the first part of --with that is a"
        " number is the height; in .glb a part called size is the scale, one called turn how far it is turned, in"
        " degrees. A .glb has a pyramid for each layer, which something else is to replace, and a node for each point."
        " Values of whole-grid functions are those between the samples.",
    .example = "burl points -e 'perlin(x/20, y/20)' --radius 2 --extent 0,0,100,100 -o trees.csv",
    .operand = FILES,
};

/* ---- Options ------------------------------------------------------------------------------------- */

/* Which of a list's names that is, of so many bytes; -1: none. */
static int place_in(const char *names, const char *name, size_t length) {
  int number = 0;
  for (const char *c = names; *c; number++) {
    const size_t other = strcspn(c, ",");
    if (other == length && memcmp(c, name, length) == 0) return number;
    c += other + (c[other] == ',');
  }
  return -1;
}

static int count_names(const char *names) {
  int count = *names != '\0';
  for (const char *c = names; *c; c++) count += *c == ',';
  return count;
}

/* Adds the names of an option to all; each one's number there. */
static int take_names(job *j, const char *option, const char *list, int most, int *count, int *to) {
  for (const char *c = list; *c || c == list;) {
    const size_t length = strcspn(c, ","), had = strlen(j->names);
    if (length == 0) return usage_error("--%s: '%s' has an empty name", option, list);
    if (*count == most) return usage_error("--%s: at most %d names", option, most);
    to[*count] = place_in(j->names, c, length);
    if (to[*count] < 0) {
      to[*count] = count_names(j->names);
      if (had + length + 2 > sizeof j->names) return usage_error("--%s: its names are too long", option);
      snprintf(j->names + had, sizeof j->names - had, "%s%.*s", had ? "," : "", (int)length, c);
    }
    ++*count;
    c += length;
    if (*c == ',' && *++c == '\0') return usage_error("--%s: '%s' ends with a comma", option, list);
  }
  return DONE;
}

/* The length of the first of a list's items; commas within parentheses are its own. */
static size_t item_length(const char *list) {
  int depth = 0;
  size_t length = 0;
  for (; list[length] && (list[length] != ',' || depth > 0); length++)
    depth += (list[length] == '(') - (list[length] == ')');
  return length;
}

static int count_layers(job *j) {
  for (const char *c = j->radius; *c || j->layer_count == 0; c += *c == ',') {
    const size_t length = item_length(c);
    if (strspn(c, " ") >= length) return usage_error("--radius: '%s' has an empty one", j->radius);
    if (j->layer_count++ == MOST_LAYERS) return usage_error("--radius: at most %d layers", MOST_LAYERS);
    c += length;
    if (*c == ',' && !c[1]) return usage_error("--radius: '%s' ends with a comma", j->radius);
  }
  return DONE;
}

/* A layer of a number; the radius of what isn't one is 0. */
static int read_number(const char *text, size_t length, layer_wish *to) {
  char *end;
  const double radius = strtod(text, &end);
  if (end != text + length) return DONE;
  if (!(radius >= 1e-9 && radius <= 1e9)) return usage_error("--radius: 1e-9 to 1e9, not %g", radius);
  to->least = to->most = radius;
  return DONE;
}

static int read_numbers(job *j) {
  int code = count_layers(j);
  const char *c = j->radius;
  for (int k = 0; k < j->layer_count && !code; k++, c += *c == ',') {
    const size_t length = item_length(c);
    code = read_number(c, length, &j->layers[k]);
    c += length;
  }
  return code;
}

static const member first_tile = {.frame = -1};

/* Whether each tile has a name of its own. */
static int check_names(const rendering *r) {
  unsigned parts;
  if (!r->tile_axes) return DONE;
  if (r->tile_axes != 2) return usage_error("--tiles has %d axes, points have two", r->tile_axes);
  if ((double)r->tiles[0] * (double)r->tiles[1] > MOST_TILES)
    return usage_error("--tiles: at most %d, not %.6g", MOST_TILES, (double)r->tiles[0] * (double)r->tiles[1]);
  char *const name = name_expand(r->output, &first_tile, "", &parts);
  if (!name) return fail("%s: not enough memory", r->output);
  free(name);
  for (int a = 0; a < 2; a++)
    if (r->tiles[a] > 1 && !(parts >> a & 1))
      return usage_error("-o %s: tiles along %c would have the same name; trees_{x}_{y}.csv names them by their places",
                         r->output, name_axes[a]);
  return DONE;
}

/* The first of a list's names that comes again, or NULL. */
static const char *repeated_in(const char *names, int (*compare)(const char *, const char *, size_t)) {
  for (const char *c = names, *next; *c; c = next) {
    const size_t length = strcspn(c, ",");
    next = c + length + (c[length] == ',');
    for (const char *other = next; *other; other += strcspn(other, ","), other += *other == ',')
      if (strcspn(other, ",") == length && compare(c, other, length) == 0) return c;
  }
  return NULL;
}

/* Whether each column of a file has a name of its own: attributes of glTF's extension are in capitals. */
static int check_columns(const job *j) {
  char all[NAMES_ROOM + 16];
  snprintf(all, sizeof all, "layer,id,%.*s", NAMES_ROOM, j->with ? j->with : "");
  const char *const repeated = repeated_in(all, j->as_extension ? strncasecmp : strncmp);
  if (!repeated) return DONE;
  return usage_error("--with: two numbers of a point would be called %.*s; layer and id it has already",
                     (int)strcspn(repeated, ","), repeated);
}

static int check_options(void *given) {
  job *const j = given;
  const char *const path = j->rendering.output;
  if (!path) return usage_error("where to? -o trees.csv, or " POINT_FILES);
  if (!point_file_is_known(path)) return usage_error("-o: %s is not called " POINT_FILES, path);
  if (!j->radius) return usage_error("how far apart? --radius 2, or --radius 8,2 of two layers");
  int code = check_names(&j->rendering);
  if (!code) code = read_numbers(j);
  if (code) return code;
  for (int a = 0; a < j->period_count; a++)
    if (!(j->period[a] >= 0)) return usage_error("--period: 0 or more, not %g", j->period[a]);
  if (j->period_count == 1) j->period[1] = j->period[0];
  if (j->candidates && j->candidates != 1 && j->candidates != 4 && j->candidates != 16 && j->candidates != 64)
    return usage_error("--candidates: 1, 4, 16 or 64, not %d", j->candidates);
  code = take_names(j, "with", j->with ? j->with : "result", MOST_RESULTS, &j->with_count, j->with_of);
  if (!code) code = check_columns(j);
  if (!code && j->keep) code = take_names(j, "keep", j->keep, MOST_LAYERS, &j->keep_count, j->keep_of);
  if (!code && j->keep && j->keep_count != j->layer_count)
    code = usage_error("--keep: a part for each --radius: %d, not %d", j->layer_count, j->keep_count);
  if (!code && (j->keep || j->with)) j->rendering.recipe.result = j->names;
  return code;
}

/* The radius of a layer as a program, and its bounds. */
static int ask_radius(const job *j, const char *text, layer_wish *to, burl_program **radius) {
  burl_error error;
  *radius = burl_ask(j->rendering.recipe.program, text, &error);
  if (!*radius) return fail("--radius: %s: %s%s%s", text, error.message, *error.hint ? "; " : "", error.hint);
  if (burl_channels(*radius) != 1) return fail("--radius: %s is no number", text);
  if (burl_needs_whole_grid(*radius))
    return fail("--radius: %s has a whole-grid function, and a radius is read anywhere; it may read a picture of that,"
                " image(\"FILE\")",
                text);
  const burl_range bounds = burl_bounds(*radius, 0);
  to->least = bounds.lo, to->most = bounds.hi, to->radii = *radius;
  if (bounds.lo >= 1e-9 && bounds.hi <= 1e9) return DONE;
  return fail(
      "--radius: %s is between %g and %g, as far as is known, and a radius is 1e-9 to 1e9: clamp(%s, 1, 8), say", text,
      bounds.lo, bounds.hi, text);
}

static int ask_radii(job *j) {
  int code = DONE;
  const char *c = j->radius;
  for (int k = 0; k < j->layer_count && !code; k++, c += *c == ',') {
    const size_t length = item_length(c);
    char *const text = strndup(c, length);
    if (!text) return fail("out of memory");
    if (j->layers[k].least == 0) code = ask_radius(j, text, &j->layers[k], &j->radii[k]);
    free(text);
    c += length;
  }
  return code;
}

static int check_recipe(void *given) {
  job *const j = given;
  const burl_program *const program = j->rendering.recipe.program;
  if (j->rendering.settings.geometry.axes != 2)
    return usage_error("--size: points have two axes, this has %d", j->rendering.settings.geometry.axes);
  if (burl_dims(program) > 2)
    return fail("%s: points have x and y, and it has %d dimensions", j->rendering.recipe.name, burl_dims(program));
  for (int k = 0; k < j->keep_count; k++) {
    const burl_result result = burl_result_at(program, j->keep_of[k]);
    if (result.channels != 1) return fail("--keep: %s is no number", result.name);
    j->layers[k].keep = result.first;
  }
  const int code = ask_radii(j);
  return code ? code : object_try_name(&j->rendering, j->rendering.tile_axes ? &first_tile : NULL);
}

/* ---- The points ---------------------------------------------------------------------------------- */

/* The extent of the picture, from corner to corner. */
static void take_window(const source *from, point_tiles *to) {
  const rendering *const r = from->rendering;
  const geometry *const g = &r->settings.geometry;
  const double edge = g->edge == EDGE_SHARED ? 0 : 0.5;
  for (int a = 0; a < 2; a++) {
    to->first[a] = from->grid.origin[a] - edge * from->grid.step[a];
    to->last[a] = to->first[a] + (double)(from->grid.size[a] - (edge > 0 ? 0 : 1)) * from->grid.step[a];
    to->count[a] = r->tile_axes ? r->tiles[a] : 1;
    if (g->extent_count == 4) to->first[a] = g->extent[a], to->last[a] = g->extent[2 + a]; /* to the bit */
  }
}

static void note_points(const layer_points *points, int layers) {
  int64_t count[MOST_LAYERS] = {0};
  for (int64_t i = 0; i < points->count; i++) count[points->points[i].layer]++;
  if (layers == 1) note("%" PRId64 " points", points->count);
  for (int k = 0; k < layers && layers > 1; k++) note("layer %d: %" PRId64 " points", k + 1, count[k]);
}

/* Writes a file of its own. */
static int write_points(point_drawing *d, const member *which) {
  unsigned parts;
  image_error error;
  image_file file = {0};
  char *const path = name_expand(d->from->rendering->output, which, "", &parts);
  if (!path) return fail("not enough memory");
  d->path = path;
  int code = image_begin_bytes(&file, path, &error) != 0 ? fail("%s", error.text) : point_file_write(d, &file);
  if (file.path) image_abandon(&file);
  free(path);
  return code;
}

static int write_tiles(point_drawing *d, const point_tiles *tiles, layer_points *points) {
  const int64_t columns = tiles->count[0], all = columns * tiles->count[1];
  int64_t *const begin = malloc((size_t)(all + 1) * sizeof *begin);
  int code = begin && point_tiles_sort(tiles, points, begin) ? DONE : fail("not enough memory; fewer points take less");
  for (int64_t k = 0; k < all && !code; k++) {
    const member which = {.frame = -1, .tile = {k % columns, k / columns, 0, 0}};
    const layer_points some = {.count = begin[k + 1] - begin[k],
                               .channels = points->channels,
                               .points = points->points + begin[k],
                               .values = points->values + begin[k] * points->channels};
    d->points = &some;
    code = write_points(d, &which);
  }
  free(begin);
  return code;
}

static int draw_points(void *given, source *from, image_file *file) {
  const job *const j = given;
  layer_points points = {0};
  layers_wish wish = {.layers = j->layers, .layer_count = j->layer_count, .candidates = j->candidates};
  point_tiles tiles;
  (void)file;
  take_window(from, &tiles);
  for (int a = 0; a < 2; a++) {
    wish.lo[a] = fmin(tiles.first[a], tiles.last[a]), wish.hi[a] = fmax(tiles.first[a], tiles.last[a]);
    wish.period[a] = j->period[a];
  }
  int code = layers_find(&wish, from, &points);
  point_drawing drawing = {"", from, &wish, &points, j->with_of, j->with_count, j->as_extension};
  if (!code) code = from->rendering->tile_axes ? write_tiles(&drawing, &tiles, &points) : write_points(&drawing, NULL);
  if (!code) note_points(&points, j->layer_count);
  layers_free(&points);
  return code;
}

int command_points(int argc, char **argv) {
  static const object_steps steps = {options, check_options, check_recipe, draw_points, 1};
  job j = {.rendering = rendering_usual()};
  for (int k = 0; k < MOST_LAYERS; k++) j.layers[k].keep = -1;
  const int code = object_command(&steps, &j.rendering, argc, argv);
  for (int k = 0; k < MOST_LAYERS; k++) burl_free(j.radii[k]);
  return code;
}
