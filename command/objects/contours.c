/* burl contours: the lines along which a recipe has given values, as GeoJSON or as a drawing for a plotter. */
#include "survey/contours.h"
#include "cli/render.h"
#include "objects/between.h"
#include "objects/drawing.h"
#include "objects/steps.h"
#include "survey/simplify.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEVELS = 10000, USUAL_LEVELS = 20, GIVEN_LEVELS = 256 };

/* The command's struct; a rendering comes first in those that have its options. */
typedef struct {
  rendering rendering;
  double interval, base, given[GIVEN_LEVELS]; /* interval 0: as usual */
  int given_count, base_given, index;
  paper_wish paper;
  double simplify;
} job;

static const option_entry options[] = {
    RENDER_OPTION_AS(OUTPUT, .help = "what to write: .geojson, .json or .svg",
                     .more = "it appears whole or not at all"),
    ROW(.name = "interval", .value = "D", NUMBER(job, interval, ABOVE_0, INFINITY),
        .help = "from one level to the next, in the recipe's unit",
        .more = "if not given, 1, 2 or 5 of some power of 10: at most 20 levels"),
    ROW(.name = "base", .value = "V", ANY_NUMBER(job, base), GIVEN(job, base_given), .help = "one of the levels",
        .more = "0 if not given"),
    ROW(.name = "levels", .value = "A,B,...", NUMBERS(job, given, given_count, GIVEN_LEVELS),
        .wrong = "isn't a list of at most 256 numbers that rise", .help = "these levels instead"),
    ROW(.name = "index", .value = "N", COUNT(job, index, 1, MOST_LEVELS),
        .help = "in .svg, every N-th level by a pen of its own, half as wide again",
        .more = "the last of several --pens, which then draws nothing else"),
    ROW(.name = "simplify", .value = "E", NUMBER(job, simplify, ABOVE_0, INFINITY),
        .help = "leaves out points that are at most E beside the line",
        .more = "in coordinates; lines still don't cross, and are straight between their points"),
    PAPER_OPTIONS(job, paper),
    RENDER_OPTION_AS(SIZE, .help = "samples along x and y", .more = "if not given, 512 along the longer side"),
    RENDER_OPTION(EXTENT),
    RENDER_OPTION_AS(EDGE, .help = "samples on the edges too, so that neighbours meet, or amid equal cells",
                     .more = "shared if not given"),
    RENDER_OPTION_AS(ORIGIN, .help = "instead of an extent: where the first sample lies"),
    RENDER_OPTION_AS(STEP, .help = "and how far samples are apart"),
    RENDER_OPTION(LIKE),
    RENDER_OPTION(CRS),
    RENDER_OPTION(MARGIN),
    RENDER_OPTION(AT),
    RENDER_OPTION(TIME),
    RENDER_OPTION(THREADS),
    RENDER_OPTION(PROGRESS),
    RENDER_OPTION(QUIET),
    RECIPE_OPTIONS(job, rendering.recipe),
    {0},
};

const manual manual_contours = {
    .usage = "RECIPE|-e EXPR -o FILE [option]...",
    .about = "Writes the lines along which a recipe's first result that is a number has given values: as .geojson, each"
             " with its level, or as .svg in millimetres, for plotters: curves, ordered so that the pen's ways are"
             " short.",
    .options = options,
    .more =
        "How many lines there are, and how they lie, is decided on the grid of --size; their points are then searched"
        " for on its sides, and lie within a millionth of a cell. Of recipes with whole-grid functions, which have no"
        " values between samples, they are where these lead linearly. Lines never cross; what is higher is at their"
        " left, where y grows upwards; they end at the edge, and where there is no number. Extents that share a side"
        " have the same points there.",
    .example = "burl contours -e 'fbm(perlin(), octaves: 4)' --interval 0.1 -o hills.svg",
    .operand = FILES,
};

/* ---- Options ------------------------------------------------------------------------------------- */

static int check_levels(const job *j) {
  if (j->given_count && j->interval > 0) return usage_error("--levels and --interval are two ways to say it: take one");
  if (j->given_count && j->base_given) return usage_error("--base goes with --interval, not with --levels");
  for (int i = 1; i < j->given_count; i++)
    if (!(j->given[i] > j->given[i - 1])) return usage_error("--levels: levels rise, %g doesn't", j->given[i]);
  return DONE;
}

static int check_output(const job *j) {
  const int code = drawing_check(j->rendering.output, &j->paper);
  if (code || !j->index || drawing_is_page(j->rendering.output)) return code;
  return usage_error("--index is of .svg, and %s isn't one", j->rendering.output);
}

static int check_options(void *given) {
  const job *const j = given;
  const int code = check_output(j);
  return code ? code : check_levels(j);
}

/* ---- Levels -------------------------------------------------------------------------------------- */

/* The least and greatest of the values; none where least > greatest. */
static range_content content_of(const float *values, int64_t count) {
  range_content content = RANGE_NOTHING;
  range_add_samples(&content, values, count);
  return content;
}

/* 1, 2 or 5 of a power of 10, with which a range has at most so many levels. */
static double usual_interval(double range) {
  static const double steps[] = {1, 2, 5, 10};
  const double power = pow(10, floor(log10(range / USUAL_LEVELS)));
  int step = 0;
  while (step < 3 && range / (steps[step] * power) > USUAL_LEVELS) step++;
  return steps[step] * power;
}

/* Levels that rise; marked: each that --index names. */
typedef struct {
  double *value;
  unsigned char *marked;
  int count;
} level_list;

static void free_levels(level_list *l) { free(l->value), free(l->marked); }

/* Where numbers are so large that two levels are one, there is that one. */
static void add_level(const job *j, level_list *l, double value, double number) {
  if (l->count && !(value > l->value[l->count - 1])) return;
  l->value[l->count] = value;
  l->marked[l->count++] = j->index && fmod(number, j->index) == 0;
}

/* Those that are given, or are within the content's range.  To be freed, even where it fails. */
static int choose_levels(const job *j, const range_content *content, level_list *l) {
  const double range = content->hi - content->lo;
  const double interval = j->interval > 0 ? j->interval : range > 0 ? usual_interval(range) : 1;
  const double first = ceil((content->lo - j->base) / interval), last = floor((content->hi - j->base) / interval);
  const double all = j->given_count ? 0 : last - first + 1;
  if (!(all <= MOST_LEVELS))
    return fail("--interval %g: from %g to %g there are %.0f levels, at most %d can be drawn", interval, content->lo,
                content->hi, fmax(all, range / interval), MOST_LEVELS);
  l->value = malloc((MOST_LEVELS + GIVEN_LEVELS) * sizeof *l->value);
  l->marked = malloc(MOST_LEVELS + GIVEN_LEVELS);
  if (!l->value || !l->marked) return fail("%s: not enough memory", j->rendering.recipe.name);
  for (int i = 0; i < j->given_count; i++) add_level(j, l, j->given[i], i);
  for (int i = 0; i < all; i++) add_level(j, l, j->base + (first + i) * interval, first + i);
  return DONE;
}

/* ---- What is written ----------------------------------------------------------------------------- */

/* The contours, and what they are of. */
typedef struct {
  const job *job;
  const source *from;
  level_list levels;
  survey_contour_set set;
} drawing;

/* The pens: those that share the levels, and behind them the one of --index. */
typedef struct {
  pen_layer layers[MOST_PENS + 1];
  char names[MOST_PENS][64];
  int sharing, count;
} pen_set;

/* The first level of a pen. */
static int first_level(const level_list *levels, const pen_set *pens, int pen) {
  return (pen * levels->count + pens->sharing - 1) / pens->sharing;
}

static int pen_of(const level_list *levels, const pen_set *pens, int level) {
  return levels->marked[level] ? pens->sharing : level * pens->sharing / levels->count;
}

/* Where several share the levels, each is called by its own. */
static void choose_pens(const drawing *d, pen_set *pens) {
  const paper_wish *const paper = &d->job->paper;
  const char *const last = paper->pen_count ? paper->pens[paper->pen_count - 1] : "black";
  const int given = drawing_pens(paper, "contours", 0.25, pens->layers);
  pens->sharing = given - (d->job->index && given > 1);
  pens->count = pens->sharing + (d->job->index > 0);
  if (d->job->index) pens->layers[pens->sharing] = (pen_layer){"index contours", last, 0.4};
  for (int i = 0; i < pens->sharing && pens->sharing > 1; i++) {
    const int from = first_level(&d->levels, pens, i), to = first_level(&d->levels, pens, i + 1) - 1;
    if (from > to) continue;
    snprintf(pens->names[i], sizeof pens->names[i], "contours %.6g to %.6g", d->levels.value[from],
             d->levels.value[to]);
    pens->layers[i].name = pens->names[i];
  }
}

static int write_lines(const drawing *d, image_file *file) {
  static const shape_field level = {"level", 0};
  pen_set pens;
  const size_t count = (size_t)d->set.count;
  double *const values = malloc((count + 1) * sizeof *values);
  unsigned char *const layer = malloc(count + 1);
  int code = values && layer ? DONE : fail("%s: not enough memory", d->from->recipe.name);
  choose_pens(d, &pens);
  for (size_t i = 0; i < count && !code; i++) {
    values[i] = d->levels.value[d->set.lines[i].level];
    layer[i] = (unsigned char)pen_of(&d->levels, &pens, d->set.lines[i].level);
  }
  const line_drawing lines = {.name = "contours",
                              .from = d->from,
                              .set = &d->set,
                              .field = &level,
                              .values = values,
                              .layers = pens.layers,
                              .layer_count = pens.count,
                              .layer = layer,
                              .is_smooth = !(d->job->simplify > 0),
                              .has_left = 1};
  if (!code) code = drawing_write(&lines, &d->job->paper, file);
  free(values), free(layer);
  return code;
}

/* ---- The command --------------------------------------------------------------------------------- */

static int check_recipe(void *given) {
  const rendering *const r = &((const job *)given)->rendering;
  const geometry *const g = &r->settings.geometry;
  if (g->axes != 2) return usage_error("--size: contours are of two axes, this has %d", g->axes);
  if (heights_channel(r->recipe.program) < 0)
    return fail("%s has no result that is a number; --result names one", r->recipe.name);
  if ((double)g->size[0] * (double)g->size[1] >= 0x1p30)
    return usage_error("--size: contours are found on less than 2^30 samples, this has %.3g",
                       (double)g->size[0] * (double)g->size[1]);
  return DONE;
}

/* Why there is no contour. */
static void note_none(const range_content *content, int levels) {
  if (content->lo > content->hi) note("there is no contour: nowhere are the values numbers");
  else if (content->lo == content->hi) note("there is no contour: the values are all %g", content->lo);
  else
    note("there is no contour: the values are %g to %g, %s", content->lo, content->hi,
         levels ? "the levels aren't passed" : "which has no level within it; --interval or --levels choose them");
}

static int sample_places(void *user, const survey_place *places, int64_t count, float *values) {
  return (int)between_at(user, places, count, values);
}

/* Of the source's samples, one number each. */
static int trace(drawing *d, const float *values) {
  const source *const from = d->from;
  const burl_program *const program = from->recipe.program;
  between at = {from, program, heights_channel(program), 1, NULL};
  const int nx = (int)from->grid.size[0], ny = (int)from->grid.size[1];
  const survey_plain plain = {nx, ny, values, burl_needs_whole_grid(program) ? NULL : sample_places, &at};
  const range_content content = content_of(values, (int64_t)nx * ny);
  int code = choose_levels(d->job, &content, &d->levels);
  if (code) return code;
  code = survey_contours(&plain, d->levels.value, d->levels.count, &d->set);
  if (code)
    return fail("%s: %s", from->recipe.name, code < 0 ? "not enough memory" : burl_status_text((burl_status)code));
  if (d->job->simplify > 0 && survey_simplify(&d->set, from->grid.step[0], from->grid.step[1], d->job->simplify) != 0)
    return fail("%s: not enough memory", from->recipe.name);
  if (d->set.count == 0) note_none(&content, d->levels.count);
  return DONE;
}

static int draw_contours(void *given, source *from, image_file *file) {
  drawing d = {.job = given, .from = from};
  float *values = NULL;
  int code = object_heights(from, &values);
  if (!code) code = trace(&d, values);
  if (!code) code = write_lines(&d, file);
  free(values);
  free_levels(&d.levels);
  survey_free_contours(&d.set);
  return code;
}

int command_contours(int argc, char **argv) {
  static const object_steps steps = {options, check_options, check_recipe, draw_contours, 0};
  job j = {.rendering = rendering_usual(), .paper = USUAL_PAPER};
  j.rendering.settings.geometry.edge = EDGE_SHARED;
  return object_command(&steps, &j.rendering, argc, argv);
}
