/* burl sheet: a labelled sheet of small pictures of one recipe, over a knob, an option or seeds, or two of them. */
#include "sheet.h"

#include "figure.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VARY = OWN_OPTIONS, SEEDS, SIZE, EXTENT, TIME, THEME };
enum { MOST_PICTURES = 400, USUAL_SIDE = 128, MOST_SIDE = 1024, USUAL_COLUMNS = 6 };
enum { MARGIN = 12, SPACE = 10, TITLE = 40, LABEL = 20, SIDE_LABEL = 92 }; /* pixels */

static const option_row options[] = {
    {'o', "output", "FILE", "what to write: .png, .svg or .pdf", FILES},
    {VARY, "vary", "NAME=A..B:N",
     "a knob, or an option that the recipe names, in N steps, or NAME=1,2,4; may be given again, for the other side",
     NULL},
    {SEEDS, "seeds", "A..B", "a picture a seed", NULL},
    {SIZE, "size", "N", "pixels of each picture's longer side; 128 if not given", NULL},
    {EXTENT, "extent", "x0,y0,x1,y1", "what each shows; if not given, the recipe's view, or 8 cells", NULL},
    {TIME, "time", "T", "the recipe's t; 0 if not given", NULL},
    {THEME, "theme", "NAME", "light, dark, or auto: as the reader's other pages are, in .svg alone", "light dark auto"},
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
  const char *output;
  sheet_axis axes[MOST_AXES];
  int axis_count, side, extent_count, channels;
  plot_theme theme;
  double extent[4], time;
  int columns, rows, count, width, height; /* pictures; pixels of each */
  int size[2];                             /* samples of each: more than pixels, where the file has more */
  float *samples;                          /* [count][size[1]][size[0]][channels] */
  double lo, hi;
} job;

/* ---- Options -------------------------------------------------------------------------------------- */

static int add_axis(job *j, int is_seed, char *value) {
  if (j->axis_count == MOST_AXES) return usage_error("a sheet has two sides: --vary and --seeds are two in all");
  sheet_axis *const axis = &j->axes[j->axis_count++];
  return is_seed ? sheet_parse_seeds(axis, value) : sheet_parse_axis(axis, value);
}

static int parse_theme(job *j, const char *value) {
  static const char *const names[] = {"auto", "light", "dark"};
  for (int i = 0; i < 3; i++)
    if (strcmp(names[i], value) == 0) return j->theme = (plot_theme)i, DONE;
  return usage_error("--theme is light, dark or auto, not '%s'", value);
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
  case 'o': j->output = value; return DONE;
  case VARY: return add_axis(j, 0, value);
  case SEEDS: return add_axis(j, 1, value);
  case SIZE: return parse_size(j, value);
  case EXTENT:
    j->extent_count = parse_numbers(value, j->extent, 4);
    return j->extent_count == 4 ? DONE : usage_error("--extent takes x0,y0,x1,y1, not '%s'", value);
  case TIME: return parse_number(value, &j->time) == 0 ? DONE : usage_error("--time is a number, not '%s'", value);
  case THEME: return parse_theme(j, value);
  default: return recipe_option(&j->recipe, option, value);
  }
}

static int check(job *j) {
  const int code = figure_check(j->output, &j->theme);
  if (code) return code;
  const int is_svg = strcmp(strrchr(j->output, '.'), ".svg") == 0;
  j->size[0] = is_svg ? 1 : 2; /* samples a pixel */
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
  static const double usual[] = {0, 0, 8, 8};
  double view[8];
  if (!j->extent_count) memcpy(j->extent, burl_view(j->recipe.program, view) == 4 ? view : usual, sizeof j->extent);
  const double along = fabs(j->extent[2] - j->extent[0]), down = fabs(j->extent[3] - j->extent[1]);
  if (along == 0 || down == 0) return usage_error("--extent: there is nothing within it");
  j->width = (int)fmax(8, round(j->side * fmin(1, along / down)));
  j->height = (int)fmax(8, round(j->side * fmin(1, down / along)));
  const int scale = j->size[0];
  j->size[0] = scale * j->width;
  j->size[1] = scale * j->height;
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
  burl_grid grid = {.size = {j->size[0], j->size[1]}, .time = j->time};
  for (int a = 0; a < 2; a++) {
    grid.step[a] = (j->extent[2 + a] - j->extent[a]) / j->size[a];
    grid.origin[a] = j->extent[a] + 0.5 * grid.step[a];
  }
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
  for (size_t i = 0; i < pixels; i++)
    for (int c = 0; c < 4; c++) {
      const double value = c < j->channels ? (double)from[i * (size_t)j->channels + (size_t)c]
                           : c == 3        ? j->hi
                                           : (double)from[i * (size_t)j->channels];
      rgba[4 * i + (size_t)c] = (unsigned char)lround(255 * fmin(1, fmax(0, (value - j->lo) / (j->hi - j->lo))));
    }
  plot_picture(page, box, rgba, j->size[0], j->size[1]);
}

/* Along the top and down the left; of one axis below each picture. */
static void draw_labels(const job *j, plot_page *page, double left, double top) {
  char label[LONGEST_LABEL];
  const plot_style above = {PLOT_MIDDLE, PLOT_PLAIN, TONE_SOFT, 12}, beside = {PLOT_RIGHT, PLOT_PLAIN, TONE_INK, 12};
  const double along = j->width + SPACE, down = j->height + SPACE + (j->axis_count == 1 ? LABEL : 0);
  for (int i = 0; i < (j->axis_count == 1 ? j->count : j->columns); i++) {
    const double x = left + along * (i % j->columns) + j->width / 2.0;
    sheet_label(&j->axes[0], i, label);
    plot_text(page, x, j->axis_count == 1 ? top + down * (i / j->columns) + j->height + 15 : top - 8, above, label);
  }
  for (int i = 0; i < j->rows && j->axis_count > 1; i++) {
    sheet_label(&j->axes[1], i, label);
    plot_text(page, left - 10, top + down * i + j->height / 2.0 + 4, beside, label);
  }
}

static plot_page *draw(const job *j) {
  const int is_grid = j->axis_count > 1;
  const double left = is_grid ? MARGIN + SIDE_LABEL : MARGIN, top = is_grid ? TITLE + LABEL : TITLE;
  const double along = j->width + SPACE, down = j->height + SPACE + (is_grid ? 0 : LABEL);
  const double width = left + along * j->columns - SPACE + MARGIN,
               height = top + down * j->rows - (is_grid ? SPACE : 0) + MARGIN;
  plot_page *const page = plot_open(width < 320 ? 320 : width, height, j->theme);
  unsigned char *const rgba = malloc(4 * (size_t)j->size[0] * (size_t)j->size[1]);
  for (int i = 0; page && rgba && i < j->count; i++) {
    const double box[4] = {left + along * (i % j->columns), top + down * (i / j->columns), j->width, j->height};
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

static int write_sheet(const job *j) {
  size_t length = 0;
  plot_page *const page = draw(j);
  char *const text = page ? plot_close(page, &length) : NULL;
  if (!text) return fail("%s: %s", j->output, strerror(ENOMEM));
  const int code = figure_save(j->output, text, length);
  free(text);
  return code;
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
  if (!code) code = write_sheet(&j);
  free(j.samples);
  recipe_free(&j.recipe);
  return code;
}
