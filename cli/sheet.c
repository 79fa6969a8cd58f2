/* burl sheet: a labelled sheet of small pictures of one recipe, over a knob, an option or seeds, or two of them. */
#include "sheet.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VARY = FIGURE_OPTIONS, SEEDS, SIZE };
enum { MOST_PICTURES = 400, USUAL_SIDE = 128, MOST_SIDE = 1024, USUAL_COLUMNS = 6 };
enum { MARGIN = 12, SPACE = 10, TITLE = 40, LABEL = 20, SIDE_LABEL = 92 }; /* pixels */

static const option_row options[] = {
    FIGURE_ROWS,
    {VARY, "vary", "NAME=A..B:N",
     "a knob, or an option that the recipe names, in N steps, or NAME=1,2,4; may be given again, for the other side",
     NULL},
    {SEEDS, "seeds", "A..B", "a picture a seed", NULL},
    {SIZE, "size", "N", "pixels of each picture's longer side; 128 if not given", NULL},
    RECIPE_OPTIONS,
    {0},
};

const manual manual_sheet = {
    .usage = "RECIPE|-e EXPR --vary NAME=A..B:N|--seeds A..B -o FILE [option]...",
    .about =
        "Draws the same recipe with several values of a knob, of an option that its text names, or with several seeds,"
        " side by side.  Two of them span the sheet: the first along it, the second down.  Numbers are greys on one"
        " scale, so that heights can be compared.",
    .options = options,
    .example = "burl sheet -e 'fbm(perlin(), gain: 0.5)' --vary gain=0.3..0.7:5 --seeds 1..3 -o sheet.png",
    .operand = FILES,
};

typedef struct {
  recipe recipe;
  figure figure;
  sheet_axis axes[MOST_AXES];
  int axis_count, side, channels;
  int columns, rows, count, pixels[2]; /* pictures; the size of each */
  int size[2];                         /* samples of each: more than pixels, where the file has more */
  float *samples;                      /* [count][size[1]][size[0]][channels] */
  double lo, hi;
} job;

/* ---- Options -------------------------------------------------------------------------------------- */

static int add_axis(job *j, int is_seed, char *value) {
  if (j->axis_count == MOST_AXES) return usage_error("a sheet has two sides: --vary and --seeds are two in all");
  sheet_axis *const axis = &j->axes[j->axis_count++];
  return is_seed ? sheet_parse_seeds(axis, value) : sheet_parse_axis(axis, value);
}

static int parse_size(job *j, const char *value) {
  int64_t side;
  if (parse_integers(value, ',', &side, 1) != 1 || side < 8 || side > MOST_SIDE)
    return usage_error("--size is 8 to %d pixels, not '%s'", MOST_SIDE, value);
  j->side = (int)side;
  return DONE;
}

static int parse_option(job *j, int option, char *value) {
  switch (option) {
  case VARY: return add_axis(j, 0, value);
  case SEEDS: return add_axis(j, 1, value);
  case SIZE: return parse_size(j, value);
  default: return figure_option(&j->figure, &j->recipe, option, value);
  }
}

static int check(job *j) {
  const int code = figure_check(&j->figure);
  if (code) return code;
  if (j->axis_count == 0) return usage_error("nothing varies: --vary NAME=A..B:N, or --seeds A..B");
  j->count = j->axes[0].count * (j->axis_count > 1 ? j->axes[1].count : 1);
  if (j->count > MOST_PICTURES)
    return usage_error("%d pictures are more than the %d of a sheet", j->count, MOST_PICTURES);
  if (!j->side) j->side = USUAL_SIDE;
  return DONE;
}

static int parse_options(job *j, int argc, char **argv) {
  for (int option; (option = next_option(argc, argv, options)) != -1;) {
    const int code = parse_option(j, option, optarg);
    if (code) return code;
  }
  const int code = recipe_last_operand(&j->recipe, argc, argv);
  return code ? code : check(j);
}

/* ---- Pictures ------------------------------------------------------------------------------------- */

static int choose_size(job *j) {
  const int code = figure_place(&j->figure, j->recipe.program, 8, 0), scale = figure_scale(&j->figure);
  if (code) return code;
  figure_fit(&j->figure, j->side, j->pixels);
  for (int a = 0; a < 2; a++) j->size[a] = scale * j->pixels[a];
  j->columns = j->axis_count > 1 || j->count <= USUAL_COLUMNS ? j->axes[0].count : USUAL_COLUMNS;
  j->rows = (j->count + j->columns - 1) / j->columns;
  return DONE;
}

/* One of the pictures, numbered along and then down. */
static int sample_picture(job *j, int number, float *to) {
  recipe r = j->recipe;
  char *texts[MOST_AXES] = {NULL};
  const int stops[MOST_AXES] = {number % j->axes[0].count, number / j->axes[0].count};
  int code = DONE;
  for (int a = 0; a < j->axis_count && !code; a++) code = sheet_set(&j->axes[a], stops[a], &r, &texts[a]);
  r.program = NULL;
  if (!code) code = recipe_compile(&r, burl_dims(j->recipe.program));
  if (!code && burl_channels(r.program) != j->channels)
    code = fail("%s: not all pictures have as many channels", r.name);
  const burl_grid grid = figure_grid(&j->figure, j->size[0], j->size[1]);
  const burl_status status = code ? BURL_OK : burl_sample_grid(r.program, &grid, to);
  if (status != BURL_OK) code = fail("%s: %s", r.name, burl_status_text(status));
  burl_free(r.program);
  for (int a = 0; a < MOST_AXES; a++) free(texts[a]);
  return code;
}

static int sample_all(job *j) {
  range_content content = RANGE_NOTHING;
  const size_t each = (size_t)j->size[0] * (size_t)j->size[1] * (size_t)j->channels;
  j->samples = malloc((size_t)j->count * each * sizeof *j->samples);
  if (!j->samples) return fail("%s", strerror(ENOMEM));
  for (int i = 0; i < j->count; i++) {
    float *const to = j->samples + (size_t)i * each;
    const int code = sample_picture(j, i, to);
    if (code) return code;
    range_add_samples(&content, to, (int64_t)each);
  }
  j->lo = j->channels == 1 && content.lo < content.hi ? content.lo : 0;
  j->hi = j->channels == 1 && content.lo < content.hi ? content.hi : 1;
  return DONE;
}

/* ---- The page ------------------------------------------------------------------------------------- */

static void draw_picture(const job *j, plot_page *page, int number, const double box[4], unsigned char *rgba) {
  const size_t pixels = (size_t)j->size[0] * (size_t)j->size[1];
  const float *const from = j->samples + (size_t)number * pixels * (size_t)j->channels;
  figure_colours(from, pixels, j->channels, (const double[]){j->lo, j->hi}, rgba);
  plot_picture(page, box, rgba, j->size[0], j->size[1]);
}

/* Along the top and down the left; of one axis below each picture. */
static void draw_labels(const job *j, plot_page *page, double left, double top) {
  char label[LONGEST_LABEL];
  const plot_style above = {PLOT_MIDDLE, PLOT_PLAIN, TONE_SOFT, 12}, beside = {PLOT_RIGHT, PLOT_PLAIN, TONE_INK, 12};
  const double along = j->pixels[0] + SPACE, down = j->pixels[1] + SPACE + (j->axis_count == 1 ? LABEL : 0);
  for (int i = 0; i < (j->axis_count == 1 ? j->count : j->columns); i++) {
    const double x = left + along * (i % j->columns) + j->pixels[0] / 2.0;
    sheet_label(&j->axes[0], i, label);
    plot_text(page, x, j->axis_count == 1 ? top + down * (i / j->columns) + j->pixels[1] + 15 : top - 8, above, label);
  }
  for (int i = 0; i < j->rows && j->axis_count > 1; i++) {
    sheet_label(&j->axes[1], i, label);
    plot_text(page, left - 10, top + down * i + j->pixels[1] / 2.0 + 4, beside, label);
  }
}

static plot_page *draw(const job *j) {
  const int is_grid = j->axis_count > 1;
  const double left = is_grid ? MARGIN + SIDE_LABEL : MARGIN, top = is_grid ? TITLE + LABEL : TITLE;
  const double along = j->pixels[0] + SPACE, down = j->pixels[1] + SPACE + (is_grid ? 0 : LABEL);
  const double width = left + along * j->columns - SPACE + MARGIN,
               height = top + down * j->rows - (is_grid ? SPACE : 0) + MARGIN;
  plot_page *const page = plot_open(width < 320 ? 320 : width, height, j->figure.theme);
  unsigned char *const rgba = malloc(4 * (size_t)j->size[0] * (size_t)j->size[1]);
  for (int i = 0; page && rgba && i < j->count; i++) {
    const double box[4] = {left + along * (i % j->columns), top + down * (i / j->columns), j->pixels[0], j->pixels[1]};
    draw_picture(j, page, i, box, rgba);
  }
  if (page && rgba) {
    char name[TITLE_ROOM];
    recipe_title(&j->recipe, name);
    plot_text(page, MARGIN, 24, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13}, name);
    draw_labels(j, page, left, top);
  }
  size_t length;
  if (page && !rgba) free(plot_close(page, &length));
  const int is_drawn = rgba != NULL;
  free(rgba);
  return is_drawn ? page : NULL;
}

int command_sheet(int argc, char **argv) {
  static job j;
  int code = parse_options(&j, argc, argv);
  if (!code) code = recipe_load(&j.recipe);
  if (!code) code = recipe_compile_to_fit(&j.recipe, 2);
  if (!code) recipe_note(&j.recipe);
  for (int a = 0; a < j.axis_count && !code; a++) code = sheet_find_axis(&j.axes[a], &j.recipe);
  if (!code && burl_dims(j.recipe.program) > 2) code = fail("%s: a sheet is of two dimensions", j.recipe.name);
  if (!code && burl_result_count(j.recipe.program) > 1) code = usage_error("a sheet is of one result");
  if (!code) j.channels = burl_channels(j.recipe.program);
  if (!code) code = choose_size(&j);
  if (!code) code = sample_all(&j);
  if (!code) code = figure_write(&j.figure, draw(&j));
  free(j.samples);
  recipe_free(&j.recipe);
  return code;
}
