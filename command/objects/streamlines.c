/* burl streamlines: lines that follow a recipe's slope, or a field that it gives, evenly apart. */
#include "survey/streamlines.h"
#include "objects/between.h"
#include "objects/drawing.h"
#include "objects/steps.h"

#include <math.h>
#include <stdlib.h>

/* The command's struct; a rendering comes first in those that have its options. */
typedef struct {
  rendering rendering;
  double apart, least, turn; /* apart 0: as usual; least -1: as usual; degrees */
  paper_wish paper;
} job;

static const option_entry options[] = {
    RENDER_OPTION_AS(OUTPUT, .help = "what to write: .geojson, .json or .svg",
                     .more = "it appears whole or not at all"),
    ROW(.name = "apart", .value = "D", NUMBER(job, apart, ABOVE_0, INFINITY),
        .help = "from one line to the next: millimetres of .svg, else coordinates",
        .more = "if not given, a hundredth of the longer side"),
    ROW(.name = "least", .value = "D", NUMBER(job, least, 0, INFINITY), .help = "leaves out shorter lines",
        .more = "in the same unit; if not given, those shorter than twice --apart"),
    ROW(.name = "turn", .value = "DEGREES", NUMBER(job, turn, -360, 360),
        .help = "turns all directions: 90 leads along contours", .more = "from the right downwards in the picture"),
    PAPER_OPTIONS(job, paper),
    RENDER_OPTION_AS(SIZE, .help = "samples along x and y, of recipes with whole-grid functions",
                     .more = "if not given, 512 along the longer side"),
    RENDER_OPTION(EXTENT),
    RENDER_OPTION(LIKE),
    RENDER_OPTION(CRS),
    RENDER_OPTION(AT),
    RENDER_OPTION(TIME),
    RENDER_OPTION(THREADS),
    RENDER_OPTION(QUIET),
    RECIPE_OPTIONS(job, rendering.recipe),
    {0},
};

const manual manual_streamlines = {
    .usage = "RECIPE|-e EXPR -o FILE [option]...",
    .about = "Writes lines that follow the slope of a recipe's number downhill, or with --result u,v the field that two"
             " numbers give, along x and along y: none nearer to another than half of --apart, and about that far from"
             " it side by side. As .geojson, or as .svg in millimetres, for plotters.",
    .options = options,
    .more =
        "Slopes are the recipe's exact derivatives. Lines end where there is no direction, at the edge, and where"
        " another is near; one that comes round is closed. Each of several --pens draws equally many lines: the first"
        " those whose middle is lowest, or where the field is weakest. Method: Jobard and Lefer, 1997.",
    .example = "burl streamlines -e 'fbm(perlin(), octaves: 3)' -o flow.svg --apart 2",
    .operand = FILES,
};

/* ---- Options ------------------------------------------------------------------------------------- */

static int check_options(void *given) {
  const job *const j = given;
  return drawing_check(j->rendering.output, &j->paper);
}

/* The channels of the first two results that are numbers: 0, or -1 where there is only one. */
static int field_channels(const burl_program *program, int channel[2]) {
  int count = 0;
  for (int i = 0; i < burl_result_count(program) && count < 2; i++)
    if (burl_result_at(program, i).channels == 1) channel[count++] = burl_result_at(program, i).first;
  return count == 2 ? 0 : -1;
}

static int check_recipe(void *given) {
  const rendering *const r = &((const job *)given)->rendering;
  const geometry *const g = &r->settings.geometry;
  if (g->axes != 2) return usage_error("--size: streamlines are of two axes, this has %d", g->axes);
  if (g->size[0] < 2 || g->size[1] < 2) return usage_error("--size: a side has at least two samples");
  if (heights_channel(r->recipe.program) < 0)
    return fail("%s has no result that is a number; --result names one, or two", r->recipe.name);
  return DONE;
}

/* ---- The field ----------------------------------------------------------------------------------- */

/* The slope, or two channels of the recipe, as directions in the picture. */
typedef struct {
  const job *job;
  const source *from;
  burl_program *slopes;  /* to be freed; NULL: the recipe gives the field */
  between first, second; /* its parts; of slopes, both are in the first */
  double turned[2];      /* cosine and sine of --turn */
  double unit[2];        /* of the picture's coordinates, a step along each axis */
} flow;

static int open_flow(flow *f) {
  int channel[2];
  const double angle = f->job->turn * 3.14159265358979323846 / 180;
  const burl_program *const program = f->from->recipe.program;
  burl_error error;
  f->turned[0] = cos(angle), f->turned[1] = sin(angle);
  for (int a = 0; a < 2; a++) f->unit[a] = fabs(f->from->grid.step[a]);
  if (field_channels(program, channel) == 0) {
    const int code = between_open(&f->first, f->from, program, channel[0], 1);
    return code ? code : between_open(&f->second, f->from, program, channel[1], 1);
  }
  f->slopes = object_ask(f->from, "data(d(%, x), d(%, y), 0)", &error);
  if (!f->slopes) return fail("%s has no slope: %s; --result u,v names a field", f->from->recipe.name, error.message);
  return between_open(&f->first, f->from, f->slopes, 0, 2);
}

static void close_flow(flow *f) {
  between_close(&f->first), between_close(&f->second);
  burl_free(f->slopes);
}

static burl_status read_field(const flow *f, const survey_place *place, float value[2]) {
  const burl_status status = between_at(&f->first, place, 1, value);
  if (status != BURL_OK || f->slopes) return status;
  return between_at(&f->second, place, 1, value + 1);
}

/* Downhill, or along the field; then turned. */
static int sample_flow(void *user, const survey_place *places, int64_t count, float (*to)[2]) {
  const flow *const f = user;
  for (int64_t i = 0; i < count; i++) {
    const survey_place place = {places[i].x / f->unit[0], places[i].y / f->unit[1]};
    float value[2];
    const burl_status status = read_field(f, &place, value);
    if (status != BURL_OK) return (int)status;
    const double sign = f->slopes ? -1 : 1, x = sign * copysign(1, f->from->grid.step[0]) * (double)value[0],
                 y = sign * copysign(1, f->from->grid.step[1]) * (double)value[1];
    to[i][0] = (float)(f->turned[0] * x - f->turned[1] * y);
    to[i][1] = (float)(f->turned[1] * x + f->turned[0] * y);
  }
  return 0;
}

/* ---- The command --------------------------------------------------------------------------------- */

/* How large a unit of --apart is in coordinates. */
static int unit_of(const flow *f, double *unit) {
  double paper[2];
  pen_frame frame = {1, 0, 0};
  const int code =
      drawing_is_page(f->job->rendering.output) ? drawing_place(&f->job->paper, &f->from->grid, paper, &frame) : DONE;
  *unit = 1 / frame.scale;
  return code;
}

enum { MOST_LINES_APART = 20000 };

static int trace(flow *f, survey_contour_set *set) {
  const burl_grid *const g = &f->from->grid;
  const survey_field field = {(double)(g->size[0] - 1) * f->unit[0], (double)(g->size[1] - 1) * f->unit[1], sample_flow,
                              f};
  const double longer = fmax(field.width, field.height);
  double unit;
  int code = unit_of(f, &unit);
  const double apart = f->job->apart > 0 ? f->job->apart * unit : longer / 100;
  const double least = f->job->least >= 0 ? f->job->least * unit : 2 * apart;
  if (!code && longer / apart > MOST_LINES_APART)
    return usage_error("--apart %g: the longer side is %.3g times as long, at most %d is possible", f->job->apart,
                       longer / apart, MOST_LINES_APART);
  if (!code) code = survey_streamlines(&field, apart, least, set);
  if (code) return code == USAGE || code == FAILED ? code : fail("%s: not enough memory", f->from->recipe.name);
  for (int64_t i = 0; i < set->point_count; i++) set->points[i].x /= f->unit[0], set->points[i].y /= f->unit[1];
  if (set->count == 0) note("there is no line: nowhere is there a slope along which one of this length leads");
  return DONE;
}

/* ---- Pens ---------------------------------------------------------------------------------------- */

/* A line, and what it is sorted by. */
typedef struct {
  float value;
  int64_t line;
} ranked_line;

static int by_value(const void *a, const void *b) {
  const ranked_line *const p = a, *const q = b;
  if (p->value < q->value || p->value > q->value) return p->value < q->value ? -1 : 1;
  return (p->line > q->line) - (p->line < q->line);
}

/* The height in the middle of each line, or how strong the field is there. */
static int rank_lines(flow *f, const survey_contour_set *set, ranked_line *to) {
  between ground = {0};
  const burl_program *const program = f->from->recipe.program;
  int code = f->slopes ? between_open(&ground, f->from, program, heights_channel(program), 1) : DONE;
  for (int64_t i = 0; i < set->count && !code; i++) {
    const survey_place *const middle = &set->points[set->lines[i].first + set->lines[i].count / 2];
    float value[2] = {0, 0};
    const burl_status status = f->slopes ? between_at(&ground, middle, 1, value) : read_field(f, middle, value);
    if (status != BURL_OK) code = fail("%s: %s", f->from->recipe.name, burl_status_text(status));
    to[i] = (ranked_line){f->slopes ? value[0] : hypotf(value[0], value[1]), i};
  }
  between_close(&ground);
  if (!code) qsort(to, (size_t)set->count, sizeof *to, by_value);
  return code;
}

/* Equally many lines for each pen, the lowest ones, or those where the field is weak, for the first; to be freed. */
static int share_lines(flow *f, const survey_contour_set *set, int pens, unsigned char **layer) {
  ranked_line *const ranks = malloc(((size_t)set->count + 1) * sizeof *ranks);
  *layer = malloc((size_t)set->count + 1);
  int code = ranks && *layer ? DONE : fail("%s: not enough memory", f->from->recipe.name);
  if (!code) code = rank_lines(f, set, ranks);
  for (int64_t i = 0; i < set->count && !code; i++) (*layer)[ranks[i].line] = (unsigned char)(i * pens / set->count);
  free(ranks);
  return code;
}

static int draw_streamlines(void *given, source *from, image_file *file) {
  const job *const j = given;
  flow f = {.job = j, .from = from};
  survey_contour_set set = {0};
  pen_layer layers[MOST_PENS];
  unsigned char *layer = NULL;
  const int pens = drawing_pens(&j->paper, "streamlines", 0.3, layers);
  int code = open_flow(&f);
  if (!code) code = trace(&f, &set);
  if (!code && pens > 1) code = share_lines(&f, &set, pens, &layer);
  const line_drawing lines = {.name = "streamlines",
                              .from = from,
                              .set = &set,
                              .layers = layers,
                              .layer_count = pens,
                              .layer = layer,
                              .is_smooth = 1};
  if (!code) code = drawing_write(&lines, &j->paper, file);
  free(layer);
  survey_free_contours(&set);
  close_flow(&f);
  return code;
}

int command_streamlines(int argc, char **argv) {
  static const object_steps steps = {options, check_options, check_recipe, draw_streamlines, 0};
  job j = {.rendering = rendering_usual(), .least = -1, .paper = USUAL_PAPER};
  j.rendering.settings.geometry.edge = EDGE_SHARED;
  return object_command(&steps, &j.rendering, argc, argv);
}
