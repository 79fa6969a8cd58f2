/* burl sheet: a labelled sheet of small pictures of one recipe, over a knob, an option or seeds, or two of them. */
#include "explain/sheet.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_SIDE = 128, MOST_SIDE = 1024, LEAST_GRAPH = 96, USUAL_COLUMNS = 6 };
enum { A_PIXEL = 4 }; /* points of a curve */

/* ---- Options -------------------------------------------------------------------------------------- */

static int add_axis(sheet_job *j, char *value, int (*parse)(sheet_axis *axis, char *value)) {
  if (j->axis_count == MOST_AXES) return usage_error("a sheet has two sides: --vary and --seeds are two in all");
  return parse(&j->axes[j->axis_count++], value);
}

static int add_varied(void *to, char *text) { return add_axis(to, text, sheet_parse_axis); }
static int add_seeds(void *to, char *text) { return add_axis(to, text, sheet_parse_seeds); }

static const option_entry options[] = {
    FIGURE_OPTIONS(sheet_job, figure),
    ROW(.name = "vary", .value = "NAME=A..B:N", .repeats = 1, OWN(add_varied),
        .help = "a knob, t, or an option that the recipe names, in N steps, or each of NAME=1,2,4 or NAME=WORD,WORD",
        .more = "may be given again, for the other side"),
    ROW(.name = "seeds", .value = "A..B", OWN(add_seeds), .help = "a picture a seed"),
    ROW(.name = "size", .value = "N", COUNT(sheet_job, side, 8, MOST_SIDE), .takes = "is 8 to 1024 pixels",
        .help = "pixels of each picture's longer side", .more = "128 if not given"),
    ROW(.name = "own-scales", FLAG(sheet_job, have_own_scales),
        .help = "greys, or a graph's scale, from each picture's least value to its greatest"),
    ROW(.name = "bare", FLAG(sheet_job, is_bare), .help = "no title, no margins, and labels that are values alone",
        .more = "nothing has to vary then"),
    RECIPE_OPTIONS(sheet_job, recipe),
    {0},
};

const manual manual_sheet = {
    .usage = "RECIPE|-e EXPR --vary NAME=A..B:N|--seeds A..B -o FILE [option]...",
    .about =
        "Draws the same recipe with several values of a knob, of t, of an option that its text names, or with several"
        " seeds, side by side.  Two of them span the sheet: the first along it, the second down.  Numbers are greys on"
        " one scale, so that heights can be compared, unless --own-scales is given; those that vary along x alone are"
        " curves, and several results of a recipe curves over one another.",
    .options = options,
    .example = "burl sheet -e 'fbm(perlin(), gain: 0.5)' --vary gain=0.3..0.7:5 --seeds 1..3 -o sheet.png",
    .operand = FILES,
};

static int check(sheet_job *j) {
  const int code = figure_check(&j->figure);
  if (code) return code;
  if (j->axis_count == 0 && !j->is_bare) return usage_error("nothing varies: --vary NAME=A..B:N, or --seeds A..B");
  j->count = 1;
  for (int a = 0; a < j->axis_count; a++) j->count *= j->axes[a].count;
  if (j->count > MOST_PICTURES)
    return usage_error("%d pictures are more than the %d of a sheet", j->count, MOST_PICTURES);
  if (!j->side) j->side = USUAL_SIDE;
  return DONE;
}

static int parse_options(sheet_job *j, int argc, char **argv) {
  int code = options_read(argc, argv, options, j);
  if (!code) code = recipe_last_operand(&j->recipe, argc, argv);
  return code ? code : check(j);
}

/* ---- Pictures ------------------------------------------------------------------------------------- */

/* A graph's value along y stands for all. */
static int choose_graph_size(sheet_job *j) {
  if (j->side < LEAST_GRAPH) return usage_error("--size %d: a graph has %d pixels at least", j->side, LEAST_GRAPH);
  j->pixels[0] = j->side;
  j->pixels[1] = 5 * j->side / 8;
  j->size[0] = A_PIXEL * j->side;
  j->size[1] = 1;
  if (j->figure.extent[1] == j->figure.extent[3]) j->figure.extent[3] = j->figure.extent[1] + 1;
  return DONE;
}

static int choose_picture_size(sheet_job *j) {
  figure_fit(&j->figure, j->side, j->pixels);
  for (int a = 0; a < 2; a++) j->size[a] = figure_scale(&j->figure) * j->pixels[a];
  return DONE;
}

static int choose_size(sheet_job *j) {
  int code = figure_place(&j->figure, j->recipe.program, 8, j->is_curve);
  if (!code) code = j->is_curve ? choose_graph_size(j) : choose_picture_size(j);
  if (code) return code;
  const int along = j->axis_count ? j->axes[0].count : 1;
  j->columns = j->axis_count > 1 || along <= USUAL_COLUMNS ? along : USUAL_COLUMNS;
  j->rows = (j->count + j->columns - 1) / j->columns;
  return DONE;
}

/* One of the pictures, numbered along and then down. */
static int sample_picture(sheet_job *j, int number, float *to) {
  recipe r = j->recipe;
  char *texts[MOST_AXES] = {NULL};
  burl_grid grid = figure_grid(&j->figure, j->size[0], j->size[1]);
  int code = DONE;
  for (int a = 0, rest = number; a < j->axis_count && !code; rest /= j->axes[a++].count)
    code = sheet_set(&j->axes[a], rest % j->axes[a].count, &r, &grid.time, &texts[a]);
  r.program = NULL;
  if (!code) code = recipe_compile(&r, burl_dims(j->recipe.program));
  if (!code && burl_channels(r.program) != j->channels)
    code = fail("%s: not all pictures have as many channels", r.name);
  const burl_status status = code ? BURL_OK : burl_sample_grid(r.program, &grid, to);
  if (status != BURL_OK) code = fail("%s: %s", r.name, burl_status_text(status));
  burl_free(r.program);
  for (int a = 0; a < MOST_AXES; a++) free(texts[a]);
  return code;
}

/* Colours are from 0 to 1, and so is what has no range; a constant's graph has room above and below. */
static void choose_range(const sheet_job *j, const range_content *content, double range[2]) {
  const int are_numbers = j->channels == 1 || j->is_curve;
  const double room = j->is_curve && content->lo == content->hi ? 0.5 : 0;
  const int have_range = are_numbers && content->lo - room < content->hi + room;
  range[0] = have_range ? content->lo - room : 0;
  range[1] = have_range ? content->hi + room : 1;
}

static void choose_ranges(sheet_job *j) {
  const int64_t each = (int64_t)j->size[0] * j->size[1] * j->channels;
  range_content all = RANGE_NOTHING;
  range_add_samples(&all, j->samples, j->count * each);
  for (int i = 0; i < j->count; i++) {
    range_content own = RANGE_NOTHING;
    range_add_samples(&own, j->pictures[i].samples, each);
    choose_range(j, j->have_own_scales ? &own : &all, j->pictures[i].range);
  }
}

static int sample_all(sheet_job *j) {
  const size_t each = (size_t)j->size[0] * (size_t)j->size[1] * (size_t)j->channels;
  j->samples = malloc((size_t)j->count * each * sizeof *j->samples);
  if (!j->samples) return fail("%s", strerror(ENOMEM));
  for (int i = 0; i < j->count; i++) {
    float *const to = j->samples + (size_t)i * each;
    const int code = sample_picture(j, i, to);
    if (code) return code;
    j->pictures[i].samples = to;
  }
  choose_ranges(j);
  return DONE;
}

/* ---- The command ----------------------------------------------------------------------------------- */

/* Numbers that vary along x alone, of one result or several, are curves. */
static int choose_drawing(sheet_job *j) {
  enum { VARIES_WITH_Y = 2 };
  const burl_program *const p = j->recipe.program;
  j->channels = burl_channels(p);
  j->is_curve = j->channels == burl_result_count(p) && (burl_dims(p) == 1 || !(burl_varies_with(p) & VARIES_WITH_Y)) &&
                !burl_needs_whole_grid(p);
  if (burl_dims(p) > 2) return fail("%s: a sheet is of two dimensions", j->recipe.name);
  if (burl_result_count(p) == 1 || j->is_curve) return DONE;
  return usage_error("a sheet is of one result, or of several numbers that vary along x alone");
}

int command_sheet(int argc, char **argv) {
  static sheet_job j;
  int code = parse_options(&j, argc, argv);
  if (!code) code = recipe_load(&j.recipe);
  if (!code) code = recipe_compile_to_fit(&j.recipe, 2);
  if (!code) recipe_note(&j.recipe);
  for (int a = 0; a < j.axis_count && !code; a++) code = sheet_find_axis(&j.axes[a], &j.recipe);
  if (!code) code = choose_drawing(&j);
  if (!code) code = choose_size(&j);
  if (!code) code = sample_all(&j);
  if (!code) code = figure_write(&j.figure, sheet_draw(&j));
  free(j.samples);
  recipe_free(&j.recipe);
  return code;
}
