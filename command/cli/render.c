/* burl render: computes a recipe over a grid and writes a file, or several. */
#include "cli/render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const option_row options[] = {
    {'o', "output", "FILE", "what to write, - standard output; it appears whole or not at all", FILES},
    {FORMAT, "format", "NAME", "what the file is; if not given, what FILE ends in, and of - png: " IMAGE_FORMAT_NAMES,
     IMAGE_FORMAT_NAMES},
    {FOR, "for", "PROGRAM",
     "heights as unreal|unity|godot|terrain3d reads them; sets size, depth, edge and order of rows, and says what to type in there",
     TARGET_NAMES},
    {SIZE, "size", "512x512", "samples along x, y, z, w: 1 to 4 axes; if not given, 512 along the longer side", NULL},
    EXTENT_ROW,
    {EDGE, "edge", "cell|shared", "samples amid equal cells, or on the edges too", "cell shared"},
    {ORIGIN, "origin", "x,y", "instead of an extent: the first sample, with --step s", NULL},
    {STEP, "step", "s", "; with --origin, how far samples are apart; s,t: along x and along y", NULL},
    {LIKE, "like", "FILE",
     "the size, place and coordinate system of heights; north is up; with --size, so many samples over the same extent;"
     " of " HEIGHTS_NAMES "those with a place: the others give their size alone",
     FILES},
    {WINDOW, "window", "i,j,w,h", "; only this part: first samples, then sizes; with the bits of the whole", NULL},
    SAMPLES_ROW,
    AT_ROW,
    TIME_ROW,
    {TIMES, "times", "A..B",
     "frames over t: -o fire.webp or frames/%04d.png; in one .webp, .gif or .y4m, or in pictures of their own; B is left"
     " out, so that a loop() closes",
     NULL},
    {FRAMES, "frames", "N",
     "; how many; if not given, as many as make B - A seconds; without --times, t runs from 0 to 1", NULL},
    {FPS, "fps", "25", "; frames a second: 0.1 to 1000, of a .gif to 50", NULL},
    {MOST_FRAMES, "most-frames", "N", "; more frames than this are an error; if not given, 10000", NULL},
    {QUALITY, "quality", "N", "; of a .webp, 1 to 100; if not given, it is without loss", NULL},
    RANGE_ROW,
    {DEPTH, "depth", "8|16", "bits of a .png (a .r16 has 16)", "8 16"},
    {CRS, "crs", "EPSG:N",
     "; the coordinate system of a .tif, to which heights of --like and image() are brought that have another; its first row, y0, is north then: a picture stays as it is; x0,y1,x1,y0 as --extent lays samples at their own coordinates",
     NULL},
    {UNIT, "unit", "m", "; the unit of a .tif's values", NULL},
    {NODATA, "nodata", "V", "; what a .tif has in place of values that are not a number", NULL},
    {DPI, "dpi", "N", "; samples an inch of a .png in print", NULL},
    {BYTE_ORDER, "byte-order", "big|little", "; of a .r16 or .raw; if not given, little", "big little"},
    {RIVERS_FILE, "rivers", "FILE.geojson",
     "rivers as lines; over the heights, breached: the first result that is a number, in metres", FILES},
    {LAKES_FILE, "lakes", "FILE.geojson", "; lakes as polygons: the water in the heights' hollows", FILES},
    {SEA, "sea", "LEVEL", "; below it there are no rivers and no lakes", NULL},
    {LAKE_LEAST, "lake-least", "AREA",
     "; the square metres that a lake of --lakes has at least; if not given, those of ten samples", NULL},
    {RIVER_LEAST, "river-least", "AREA",
     "; the square metres that drain through a river where it begins; if not given, 1e6", NULL},
    {SEEDS, "seeds", "A..B", "a picture a seed: -o rock_%03d.png", NULL},
    {TILES, "tiles", "4x4",
     "in equal parts: -o tile_{x}_{y}.png; with --edge shared neighbours have their border in common", NULL},
    {RESUME, "resume", NULL, "skips files that are complete and made the same way", NULL},
    {THREADS, "threads", "N", "; 0: one for each core", NULL},
    {PROGRESS, "progress", "NAME", "; bar, json or none, on stderr; if not given, a bar on a terminal",
     "bar json none"},
    QUIET_ROW,
    {'v', "verbose", NULL, "says what was chosen, and how long it took", NULL},
    RECIPE_OPTIONS,
    {0},
};

const manual manual_render = {
    .usage = "RECIPE|-e EXPR -o FILE [option]...",
    .about = "Computes a recipe over a grid, into a picture or an array.  RECIPE is a file, - for"
             " standard input, or a picture that burl made, to make it again.",
    .options = options,
    .example = "burl render -e 'fbm(perlin(), octaves: 8)' -o clouds.png",
    .operand = FILES,
};

/* ---- options --------------------------------------------------------------------------------- */

static int set_size(geometry *g, const char *text) {
  g->size_given = 1;
  g->axes = parse_integers(text, 'x', g->size, 4);
  for (int a = 0; a < g->axes; a++) {
    if (g->size[a] < 1) return usage_error("--size: '%s': a side has at least one sample", text);
  }
  if (g->axes > 0) return DONE;
  return usage_error("--size: '%s' is not a size of 1 to 4 axes, such as 512x512", text);
}

static int set_numbers(const char *name, const char *text, double *values, int most, int *count) {
  *count = parse_numbers(text, values, most);
  if (*count > 0) return DONE;
  return usage_error("--%s: '%s' is not a list of numbers such as 0,0.5,-1e3", name, text);
}

static int set_window(geometry *g, int *given, const char *text) {
  *given = 1;
  g->window_count = parse_integers(text, ',', g->window, 8);
  if (g->window_count > 0) return DONE;
  return usage_error("--window: '%s' is not a list of whole numbers such as 0,0,256,256", text);
}

static int set_edge(geometry *g, const char *text) {
  g->edge_given = 1;
  g->edge = strcmp(text, "shared") == 0 ? EDGE_SHARED : EDGE_CELL;
  if (g->edge == EDGE_SHARED || strcmp(text, "cell") == 0) return DONE;
  return usage_error("--edge: '%s' is neither cell nor shared", text);
}

static int set_samples(geometry *g, const char *text) {
  int64_t samples;
  if (parse_integers(text, ',', &samples, 1) != 1 || samples < 1 || samples > 16)
    return usage_error("--samples: '%s' is not a whole number from 1 to 16", text);
  g->samples = (int)samples;
  return DONE;
}

/* "z=0.5,w=1".  The text is argv's and is split in place. */
static int set_at(geometry *g, unsigned *given, char *text) {
  for (char *one = strtok(text, ","); one; one = strtok(NULL, ",")) {
    static const char axes[] = "xyzw";
    const char *axis = *one ? strchr(axes, *one) : NULL;
    double value;
    if (!axis || one[1] != '=' || parse_number(one + 2, &value) != 0) {
      return usage_error("--at: '%s' is not a place on x, y, z or w such as z=0.5%s", one,
                         *one == 't' ? "; t is set by --time" : "");
    }
    *given |= 1u << (axis - axes);
    g->is_fixed[axis - axes] = 1;
    g->fixed[axis - axes] = value;
  }
  return DONE;
}

static int set_range(settings *m, char *text) {
  range_option *range = &m->range;
  char *const equals = strchr(text, '=');
  if (equals) {
    if (m->range_count == MOST_RESULTS) return usage_error("--range: more than %d results", MOST_RESULTS);
    *equals = '\0';
    m->ranges[m->range_count].result = text;
    range = &m->ranges[m->range_count++].range;
    text = equals + 1;
  }
  if (strcmp(text, "auto") == 0) {
    range->rule = RANGE_AUTO;
    return DONE;
  }
  range->rule = RANGE_GIVEN;
  if (parse_numbers(text, range->ends, 2) == 2 && range->ends[0] < range->ends[1]) return DONE;
  return usage_error("--range: '%s' is neither auto nor two numbers, the lower first", text);
}

static int set_depth(settings *m, const char *text) {
  m->depth_given = 1;
  m->depth = strcmp(text, "16") == 0 ? 16 : 8;
  if (m->depth == 16 || strcmp(text, "8") == 0) return DONE;
  return usage_error("--depth: '%s' is neither 8 nor 16", text);
}

static int set_target(settings *m, const char *name) {
  m->target_given = 1;
  m->target = target_named(name);
  if (m->target) return DONE;
  burl__similar best = {0};
  for (const char *p = TARGET_NAMES; *p; p += strcspn(p, " "), p += *p == ' ') {
    char one[32];
    snprintf(one, sizeof one, "%.*s", (int)strcspn(p, " "), p);
    burl__similar_try(&best, name, target_name(target_named(one)));
  }
  return usage_error("--for: there is no program '%s' here, but unreal, unity, godot and terrain3d%s", name,
                     suggest(&best, "").text);
}

static int set_byte_order(settings *m, const char *text) {
  m->byte_order = strcmp(text, "big") == 0 ? BYTES_BIG : BYTES_LITTLE;
  if (m->byte_order == BYTES_BIG || strcmp(text, "little") == 0) return DONE;
  return usage_error("--byte-order: '%s' is neither big nor little", text);
}

static int set_unit(settings *m, const char *text) {
  m->unit = text;
  if (is_unit(text)) return DONE;
  return usage_error("--unit: a unit is a short word of ASCII, such as m");
}

static int set_nodata(settings *m, const char *text) {
  m->has_nodata = 1;
  if (parse_number(text, &m->nodata) == 0 && is_nodata(m->nodata)) return DONE;
  return usage_error("--nodata: '%s' is not a number that a float holds, such as -9999", text);
}

static int set_dpi(settings *m, const char *text) {
  if (parse_number(text, &m->dpi) == 0 && is_dpi(m->dpi)) return DONE;
  return usage_error("--dpi: '%s' is not a number of samples an inch from 1 to 1000000", text);
}

static int set_threads(rendering *r, const char *text) {
  int64_t threads;
  if (parse_integers(text, ',', &threads, 1) != 1 || threads < 0 || threads > 4096) {
    return usage_error("--threads: '%s' is not a whole number from 0 to 4096", text);
  }
  r->threads = (int)threads;
  return DONE;
}

static int set_time(settings *m, const char *text) {
  m->time_given = 1;
  if (parse_number(text, &m->time) == 0) return DONE;
  return usage_error("--time: '%s' is not a finite number", text);
}

static int set_quality(settings *m, const char *text) {
  int64_t quality;
  if (parse_integers(text, ',', &quality, 1) != 1 || quality < 1 || quality > 100)
    return usage_error("--quality: '%s' is not a whole number from 1 to 100", text);
  m->quality = (int)quality;
  return DONE;
}

static int set_sea(shapes_wish *wish, const char *text) {
  wish->sea_given = 1;
  if (parse_number(text, &wish->sea) != 0 || fabs(wish->sea) > 1e30)
    return usage_error("--sea: '%s' is not a height", text);
  wish->sea = (double)(float)wish->sea; /* as heights are */
  return DONE;
}

static int set_lake_least(shapes_wish *wish, const char *text) {
  wish->lake_least_given = 1;
  if (parse_number(text, &wish->lake_least) == 0 && wish->lake_least >= 0) return DONE;
  return usage_error("--lake-least: '%s' is not an area in square metres, such as 1e4", text);
}

static int set_river_least(shapes_wish *wish, const char *text) {
  wish->least_given = 1;
  if (parse_number(text, &wish->least) == 0 && wish->least > 0) return DONE;
  return usage_error("--river-least: '%s' is not an area in square metres, such as 2.5e5", text);
}

static int set_crs(settings *m, const char *text) {
  m->crs = text;
  if (image_epsg(text) >= 0) return DONE;
  return usage_error("--crs: '%s' is not EPSG: and a number, such as EPSG:4326 or EPSG:32632", text);
}

static int set_format(rendering *r, const char *name) {
  image_error error;
  r->format = image_format_named(name, &error);
  return r->format ? DONE : usage_error("--format: %s", error.text);
}

/* "1..64", both included.  The text is argv's and is split in place. */
static int set_seeds(rendering *r, char *text) {
  char *const between = strstr(text, "..");
  r->seeds_given = 1;
  if (between) *between = '\0';
  if (between && parse_unsigned(text, &r->first_seed) == 0 && parse_unsigned(between + 2, &r->last_seed) == 0 &&
      r->first_seed <= r->last_seed)
    return DONE;
  if (between) *between = '.';
  return usage_error("--seeds: '%s' is not two whole numbers such as 1..64, the lower first", text);
}

static int set_tiles(rendering *r, const char *text) {
  r->tile_axes = parse_integers(text, 'x', r->tiles, 4);
  for (int a = 0; a < r->tile_axes; a++) {
    if (r->tiles[a] < 1) return usage_error("--tiles: '%s': an axis has at least one tile", text);
  }
  if (r->tile_axes > 0) return DONE;
  return usage_error("--tiles: '%s' is not how many tiles along 1 to 4 axes, such as 4x4", text);
}

static int set_messages(rendering *r, message_level level) {
  if (r->level == -level) return usage_error("--quiet and --verbose are opposites: take one");
  r->level = level;
  message_choose(level);
  return DONE;
}

int rendering_option(rendering *r, int option, char *value) {
  geometry *g = &r->settings.geometry;
  switch (option) {
  case 'o': r->output = value; return DONE;
  case SIZE: return set_size(g, value);
  case EXTENT: return set_numbers("extent", value, g->extent, 8, &g->extent_count);
  case ORIGIN: return set_numbers("origin", value, g->origin, 4, &g->origin_count);
  case STEP: return set_numbers("step", value, g->step, 4, &g->step_count);
  case WINDOW: return set_window(g, &r->window_given, value);
  case EDGE: return set_edge(g, value);
  case AT: return set_at(g, &r->at_given, value);
  case RANGE: return set_range(&r->settings, value);
  case DEPTH: return set_depth(&r->settings, value);
  case SAMPLES: return set_samples(&r->settings.geometry, value);
  case THREADS: return set_threads(r, value);
  case TIME: return set_time(&r->settings, value);
  case TIMES: return motion_set_times(&r->settings.motion, value);
  case FRAMES: return motion_set_frames(&r->settings.motion, value);
  case FPS: return motion_set_fps(&r->settings.motion, value);
  case MOST_FRAMES: return motion_set_most(&r->settings.motion, value);
  case QUALITY: return set_quality(&r->settings, value);
  case RIVERS_FILE: r->shapes.paths[0] = value; return DONE;
  case LAKES_FILE: r->shapes.paths[1] = value; return DONE;
  case SEA: return set_sea(&r->shapes, value);
  case RIVER_LEAST: return set_river_least(&r->shapes, value);
  case LAKE_LEAST: return set_lake_least(&r->shapes, value);
  case LIKE: r->like = value; return DONE;
  case FORMAT: return set_format(r, value);
  case CRS: return set_crs(&r->settings, value);
  case FOR: return set_target(&r->settings, value);
  case UNIT: return set_unit(&r->settings, value);
  case NODATA: return set_nodata(&r->settings, value);
  case DPI: return set_dpi(&r->settings, value);
  case BYTE_ORDER: return set_byte_order(&r->settings, value);
  case SEEDS: return set_seeds(r, value);
  case TILES: return set_tiles(r, value);
  case RESUME: r->resume = 1; return DONE;
  case PROGRESS: return progress_choose(value);
  case 'q': return set_messages(r, MESSAGES_FEW);
  case 'v': return set_messages(r, MESSAGES_MANY);
  default: return recipe_option(&r->recipe, option, value);
  }
}

static int read_arguments(rendering *r, int argc, char **argv) {
  for (int option; (option = next_option(argc, argv, options)) != -1;) {
    const int code = rendering_option(r, option, optarg);
    if (code) return code;
  }
  const int code = recipe_last_operand(&r->recipe, argc, argv);
  if (code) return code;
  if (!r->output) return usage_error("no file to write: name it with -o");
  if (r->seeds_given && r->recipe.seed_given)
    return usage_error("--seed and --seeds are two ways to say the same: take one");
  image_error error;
  if (!r->format)
    r->format = strcmp(r->output, "-") == 0 ? image_format_named("png", &error) : image_format_of(r->output, &error);
  return r->format ? DONE : usage_error("%s", error.text);
}

/* A picture from elsewhere must not make a huge one unasked. */
static int check_made_size(const rendering *r) {
  const geometry *const g = &r->settings.geometry;
  const double most = 0x1p28;
  int64_t first[4], size[4];
  if (!r->recipe.provenance || g->size_given) return DONE;
  geometry whole = *g;
  if (burl_needs_whole_grid(r->recipe.program)) whole.window_count = 0;
  geometry_window(&whole, first, size);
  double samples = 1;
  for (int a = 0; a < 4; a++) samples *= (double)size[a];
  if (samples <= most) return DONE;
  return fail("%s: it says that it has %.4g samples, and a picture alone makes no more than %.0f:"
              " --size says that so many are wanted",
              r->recipe.name, samples, most);
}

static int check_samples(const rendering *r) {
  if (r->settings.geometry.samples < 2 || !burl_needs_whole_grid(r->recipe.program)) return DONE;
  return usage_error("--samples: %s has a whole-grid function, %s(), whose cells are pixels: it has one sample in each",
                     r->recipe.name, burl_stage_at(r->recipe.program, 0));
}

/* ---- notes ----------------------------------------------------------------------------------- */

/* Says which options of a place make no difference: those of axes, and of a time, that the recipe doesn't
 * vary with, and of parts that are the whole. */
static void note_places(const rendering *r) {
  static const char *const axes[] = {"x", "y", "z", "w"};
  const geometry *const g = &r->settings.geometry;
  const unsigned varies = burl_varies_with(r->recipe.program);
  for (int a = 0; a < 4; a++)
    if (r->at_given & ~varies & 1u << a)
      note("--at %s makes no difference: the recipe does not vary with %s", axes[a], axes[a]);
  if (r->settings.motion.count > 1 && !(varies & 16))
    note("--times makes no difference: the recipe does not vary with t, and all frames are the same");
  if (r->settings.time_given && !(varies & 16)) note("--time makes no difference: the recipe does not vary with t");
  if (g->edge_given && !r->tile_axes && !r->settings.crs && !(varies & ((1u << g->axes) - 1)))
    note("--edge makes no difference: the recipe is the same all over the picture");
  int is_whole = r->window_given, is_one = r->tile_axes > 0;
  for (int a = 0; a < g->axes; a++) is_whole &= g->window[a] == 0 && g->window[g->axes + a] == g->size[a];
  for (int a = 0; a < r->tile_axes; a++) is_one &= r->tiles[a] == 1;
  if (is_whole) note("--window makes no difference: it is the whole picture");
  if (is_one) note("--tiles makes no difference: one tile is the whole picture");
}

/* Notes where much of a picture, not a swatch, is finer than its samples. */
static void note_fineness(const rendering *r) {
  const double most = 1.0 / 16;
  const geometry *const g = &r->settings.geometry;
  burl_grid grid = {0};
  if (r->recipe.provenance || g->samples || g->axes < 2 || g->size[0] < 64 || g->size[1] < 64) return;
  if (geometry_place(g, r->recipe.program, &grid)) return;
  const double share = burl_too_fine(r->recipe.program, &grid);
  if (share > most)
    note("%.0f %% of the range is noise finer than the samples: --samples 4 averages it, octaves: auto leaves it out",
         100 * share);
}

static int uses(const burl_program *program, const char *function) {
  for (int i = 0; burl_function_at(program, i); i++)
    if (strcmp(burl_function_at(program, i), function) == 0) return 1;
  return 0;
}

/* Whether an axis of the grid runs by all samples of an image(). */
static int misses(const burl_grid *grid, const burl_field *field, int axis) {
  const double last = (double)(grid->size[axis] - 1) * grid->step[axis],
               from = fmin(grid->origin[axis], grid->origin[axis] + last),
               to = fmax(grid->origin[axis], grid->origin[axis] + last);
  const double end = field->origin[axis] + (double)(field->size[axis] - 1) * field->step[axis],
               half = 0.5 * fabs(field->step[axis]);
  return to < fmin(field->origin[axis], end) - half || from > fmax(field->origin[axis], end) + half;
}

/* Notes ground of a size that nobody has chosen, and images that lie elsewhere. */
static void note_ground(const rendering *r) {
  const burl_program *const program = r->recipe.program;
  const geometry *const g = &r->settings.geometry;
  double view[8];
  burl_grid grid = {.time = 0};
  if (r->recipe.provenance || g->axes != 2 || geometry_place(g, program, &grid)) return;
  const int is_usual = !g->extent_count && !g->step_count && burl_view(program, view) == 0;
  if (is_usual && (uses(program, "erode") || uses(program, "rivers") || uses(program, "gullies")))
    note(
        "this ground is %g by %g metres, as nothing says how large it is: --extent 0,0,20000,20000, or a line view 0, 0, 20000, 20000",
        fabs((double)g->size[0] * grid.step[0]), fabs((double)g->size[1] * grid.step[1]));
  for (int i = 0; burl_image_name(program, i); i++) {
    const burl_field field = burl_image_at(program, i);
    if (field.step[0] != 0 && (misses(&grid, &field, 0) || misses(&grid, &field, 1)))
      note("no sample of %s lies in the picture: --like %s takes its place", burl_image_name(program, i),
           burl_image_name(program, i));
  }
}

void rendering_note(const rendering *r) {
  recipe_note(&r->recipe);
  note_ground(r);
  note_fineness(r);
  note_places(r);
  if (r->seeds_given && !(burl_varies_with(r->recipe.program) & 32))
    note("--seeds makes no difference: nothing in the recipe has a seed, and all pictures are the same");
  if (r->resume && strcmp(r->output, "-") == 0)
    note("--resume makes no difference: nothing is there yet on standard output");
  else if (r->resume && is_movie(r))
    note("--resume makes no difference: a .%s is made in one go; -o frames/%%04d.png has frames that can be left",
         r->format->name);
}

/* ---- the command ----------------------------------------------------------------------------- */

rendering rendering_usual(void) {
  return (rendering){.settings = {.geometry = {.axes = 2, .size = {512, 512}}, .depth = 8, .motion = USUAL_MOTION},
                     .shapes = {.sea = -INFINITY, .least = 1e6}};
}

int rendering_prepare(rendering *r) {
  int code = recipe_load(&r->recipe);
  if (!code) code = like_take(r);
  if (!code) code = provenance_take_settings(&r->recipe, &r->settings);
  if (!code) code = motion_settle(r);
  if (!code) code = target_apply(r);
  like_place(r);
  if (!r->recipe.crs) r->recipe.crs = r->settings.crs;
  if (!code) code = geometry_check(&r->settings.geometry);
  const double begun = seconds_now();
  if (!code) code = recipe_compile_to_fit(&r->recipe, geometry_dims(&r->settings.geometry));
  r->compiling = seconds_now() - begun;
  if (!code)
    code = geometry_settle(&r->settings.geometry, r->recipe.program, r->recipe.provenance || r->settings.target);
  if (!code) code = check_samples(r);
  return code ? code : check_made_size(r);
}

void rendering_free(rendering *r) {
  recipe_free(&r->recipe);
  heights_free(&r->likeness);
}

int command_render(int argc, char **argv) {
  rendering r = rendering_usual();
  int code = read_arguments(&r, argc, argv);
  if (!code) code = rendering_prepare(&r);
  if (!code) rendering_note(&r);
  if (!code) code = shapes_check(&r);
  if (!code) code = is_movie(&r) ? make_movie(&r) : make_series(&r);
  rendering_free(&r);
  return code;
}
