/* burl profiles: rows of a recipe's heights as lines, one behind another, as a drawing for a plotter. */
#include "survey/profiles.h"
#include "objects/between.h"
#include "objects/drawing.h"
#include "objects/steps.h"

#include <math.h>
#include <stdlib.h>

/* The command's struct; a rendering comes first in those that have its options. */
typedef struct {
  rendering rendering;
  int rows;
  double rise;
  paper_wish paper;
} job;

static const option_entry options[] = {
    RENDER_OPTION_AS(OUTPUT, .help = "what to write: .svg", .more = "it appears whole or not at all"),
    ROW(.name = "rows", .value = "N", COUNT(job, rows, 2, 10000), .help = "how many lines", .more = "60 if not given"),
    ROW(.name = "rise", .value = "SHARE", NUMBER(job, rise, 0, 1),
        .help = "the share of the drawing's height that is from the lowest height up to the highest",
        .more = "0.3 if not given; the rows share the rest"),
    PAPER_OPTIONS(job, paper),
    RENDER_OPTION_AS(SIZE, .help = "points of a line, and rows of whole-grid functions",
                     .more = "if not given, 512 along the longer side"),
    RENDER_OPTION(EXTENT),
    RENDER_OPTION(LIKE),
    RENDER_OPTION(AT),
    RENDER_OPTION(TIME),
    RENDER_OPTION(THREADS),
    RENDER_OPTION(QUIET),
    RECIPE_OPTIONS(job, rendering.recipe),
    {0},
};

const manual manual_profiles = {
    .usage = "RECIPE|-e EXPR -o FILE.svg [option]...",
    .about = "Draws rows of a recipe's first result that is a number as lines, higher where that is greater, one behind"
             " another: what nearer ones, further down, hide isn't drawn. As .svg in millimetres, for plotters.",
    .options = options,
    .more =
        "The drawing has the shape of the extent. The last row lies at its lower side where it is lowest, and the"
        " first reaches its upper side if it is highest. Where a value is not a finite number, there is a gap. Several"
        " --pens share the rows: the farthest are the first one's.",
    .example = "burl profiles -e 'fbm(perlin(), octaves: 4)' --rows 80 -o ridges.svg",
    .operand = FILES,
};

static int check_options(void *given) {
  const job *const j = given;
  if (!j->rendering.output) return usage_error("where to? -o ridges.svg");
  if (drawing_is_page(j->rendering.output)) return DONE;
  return usage_error("-o: %s is not called .svg", j->rendering.output);
}

static int check_recipe(void *given) {
  const job *const j = given;
  const geometry *const g = &j->rendering.settings.geometry;
  if (g->axes != 2) return usage_error("--size: profiles are of two axes, this has %d", g->axes);
  if (g->size[0] < 2 || g->size[1] < 2) return usage_error("--size: a side has at least two samples");
  if ((double)g->size[0] * j->rows >= 0x1p30)
    return usage_error("--size: profiles have less than 2^30 points, these %d rows have %.3g", j->rows,
                       (double)g->size[0] * j->rows);
  if (heights_channel(j->rendering.recipe.program) < 0)
    return fail("%s has no result that is a number; --result names one", j->rendering.recipe.name);
  return DONE;
}

/* Heights along the rows, which lie evenly on the grid, into float[rows][columns]. */
static int sample_rows(const job *j, const source *from, float *to) {
  const int64_t columns = from->grid.size[0];
  survey_place *const places = malloc((size_t)columns * sizeof *places);
  between ground = {0};
  int code = places ? DONE : fail("%s: not enough memory", from->recipe.name);
  if (!code) code = between_open(&ground, from, from->recipe.program, heights_channel(from->recipe.program), 1);
  for (int row = 0; row < j->rows && !code; row++) {
    const double y = (double)(from->grid.size[1] - 1) * row / (j->rows - 1);
    for (int64_t i = 0; i < columns; i++) places[i] = (survey_place){(double)i, y};
    const burl_status status = between_at(&ground, places, columns, to + row * columns);
    if (status != BURL_OK) code = fail("%s: %s", from->recipe.name, burl_status_text(status));
  }
  free(places);
  between_close(&ground);
  return code;
}

/* Heights become places below the top of the grid, in its steps; what isn't finite becomes NaN. */
static void raise_rows(const job *j, const source *from, float *y) {
  const int64_t columns = from->grid.size[0];
  const double tall = (double)(from->grid.size[1] - 1);
  range_content content = RANGE_NOTHING;
  range_add_samples(&content, y, columns * j->rows);
  const double range = content.hi > content.lo ? content.hi - content.lo : 1;
  for (int64_t i = 0; i < columns * j->rows; i++) {
    const double up = j->rise * ((double)y[i] - content.lo) / range;
    const double foot = j->rise + (1 - j->rise) * (double)(i / columns) / (j->rows - 1);
    y[i] = isfinite(y[i]) ? (float)(tall * (foot - up)) : NAN;
  }
}

static int write_rows(const job *j, const source *from, const survey_contour_set *set, image_file *file) {
  pen_layer layers[MOST_PENS];
  const int pens = drawing_pens(&j->paper, "profiles", 0.3, layers);
  unsigned char *const layer = malloc((size_t)set->count + 1);
  if (!layer) return fail("%s: not enough memory", from->recipe.name);
  for (int64_t i = 0; i < set->count; i++) layer[i] = (unsigned char)(set->lines[i].level * pens / j->rows);
  const line_drawing lines = {
      .name = "profiles", .from = from, .set = set, .layers = layers, .layer_count = pens, .layer = layer};
  if (set->count == 0) note("there is no line: nowhere are two values beside one another numbers");
  const int code = drawing_write(&lines, &j->paper, file);
  free(layer);
  return code;
}

static int draw_profiles(void *given, source *from, image_file *file) {
  const job *const j = given;
  survey_contour_set set = {0};
  const int64_t size[4] = {from->grid.size[0], j->rows, 1, 1};
  float *y = NULL;
  int code = samples_allocate(&y, size, 1, "a smaller --size takes less");
  if (!code) code = sample_rows(j, from, y);
  if (!code) raise_rows(j, from, y);
  if (!code && survey_profiles(y, (int)size[0], j->rows, &set) != 0)
    code = fail("%s: not enough memory", from->recipe.name);
  if (!code) code = write_rows(j, from, &set, file);
  free(y);
  survey_free_contours(&set);
  return code;
}

int command_profiles(int argc, char **argv) {
  static const object_steps steps = {options, check_options, check_recipe, draw_profiles, 0};
  job j = {.rendering = rendering_usual(), .rows = 60, .rise = 0.3, .paper = USUAL_PAPER};
  j.rendering.settings.geometry.edge = EDGE_SHARED;
  return object_command(&steps, &j.rendering, argc, argv);
}
