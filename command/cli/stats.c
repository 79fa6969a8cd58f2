/* burl stats: what tells real ground from made, measured on a recipe's heights or on those of a file, beside real
 * ones; and the quantiles of the heights. */
#include "cli/quantiles.h"
#include "cli/render.h"

#include "survey/measures.h"
#include "json/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
  const char *name;
  burl__ground ground;
  float *heights; /* to be freed */
  double channel; /* 0: as usual */
  int json;
  double values[MEASURES], quantile[QUANTILES];
} measuring;

/* The command's struct; a rendering comes first in those that have its options. */
typedef struct {
  rendering rendering;
  measuring measuring;
} job;

static const option_entry options[] = {
    RENDER_OPTION_AS(SIZE, .help = "samples along x and y", .more = "if not given, 512 along the longer side"),
    RENDER_OPTION(EXTENT),
    RENDER_OPTION(EDGE),
    RENDER_OPTION_AS(ORIGIN, .help = "instead of an extent: where the first sample lies"),
    RENDER_OPTION_AS(STEP, .help = "and how far samples are apart",
                     .more = "of a file that doesn't say so, this alone"),
    RENDER_OPTION_AS(LIKE, .help = "the size and place of heights", .more = "of " HEIGHTS_NAMES "those with a place"),
    RENDER_OPTION_AS(CRS, .help = "the coordinate system, in metres, to which heights of files are brought"),
    RENDER_OPTION(MARGIN),
    RENDER_OPTION(AT),
    RENDER_OPTION(TIME),
    ROW(.name = "channel", .value = "AREA", NUMBER(job, measuring.channel, ABOVE_0, INFINITY),
        .wrong = "is not an area in square metres, such as 2.5e5",
        .help = "the square metres that drain through a channel at least",
        .more = "if not given, 1e5, or ten cells where these are more"),
    ROW(.name = "json", FLAG(job, measuring.json), .help = "the same for programs",
        .more = "what can't be measured is null"),
    RENDER_OPTION(THREADS),
    RENDER_OPTION(QUIET),
    RECIPE_OPTIONS(job, rendering.recipe),
    {0},
};

const manual manual_stats = {
    .usage = "RECIPE|-e EXPR|HEIGHTS [option]...",
    .about = "Measures what tells real ground from made, beside the same of the Jacksboro fault, "
             "Tennessee; and prints the quantiles of the heights.  HEIGHTS is a file of " HEIGHTS_NAMES
             "samples.  Heights and coordinates are in metres; of a recipe they are the first "
             "result that is a number.",
    .options = options,
    .more =
        "docs/terrain.md says how each is measured.  Compare what has cells of like size.  The quantile of 5 % is the "
        "height below which 5 % of the cells lie.",
    .example = "burl stats -e '900*fbm(simplex(x/9000, y/9000))' --extent 0,0,3e4,3e4",
    .operand = FILES,
};

/* ---- Heights ------------------------------------------------------------------------------------- */

/* Whether the name ends as those of heights do. */
static int is_heights(const char *name) {
  const char *const dot = strrchr(name, '.');
  const size_t length = dot ? strlen(dot + 1) : 0;
  for (const char *p = HEIGHTS_NAMES; *p && length; p += strcspn(p, " "), p += *p == ' ')
    if (strcspn(p, " ") == length && strncasecmp(p, dot + 1, length) == 0) return 1;
  return 0;
}

static int set_ground(measuring *m, const int64_t size[2], const double step[2]) {
  if (size[0] > 1 << 20 || size[1] > 1 << 20 || size[0] * size[1] > INT32_MAX)
    return fail("%s: too large: less than 2^31 heights can be measured, and 2^20 along a side", m->name);
  m->ground = (burl__ground){.nx = (int)size[0], .ny = (int)size[1], .dx = step[0], .dy = step[1]};
  return DONE;
}

/* The step of a file's samples: its own, or that of --step. */
static int find_step(const rendering *r, const heights *from, double step[2]) {
  const geometry *const g = &r->settings.geometry;
  if (from->step[0] != 0 && g->step_count)
    return usage_error("--step: %s says itself how far its samples are apart", r->recipe.name);
  if (from->step[0] == 0 && !g->step_count)
    return fail("%s: it doesn't say how far its samples are apart: --step does, in metres", r->recipe.name);
  for (int a = 0; a < 2; a++) step[a] = from->step[0] != 0 ? from->step[a] : g->step[g->step_count > 1 ? a : 0];
  if (step[0] == 0 || step[1] == 0) return usage_error("--step: it is how far samples are apart");
  return heights_check_metres(r->recipe.name, r->settings.crs ? r->settings.crs : from->crs);
}

static int read_heights(const rendering *r, measuring *m) {
  image_error error;
  heights from;
  double step[2] = {0, 0};
  const heights_wish wish = {.crs = r->settings.crs};
  const geometry *const g = &r->settings.geometry;
  if (g->size_given || g->extent_count || g->origin_count || g->margin || r->like || r->at_given)
    return usage_error("%s is measured as it is: options of size and place are of recipes; leave them out",
                       r->recipe.name);
  if (heights_read(r->recipe.name, &wish, &from, &error) != 0) return fail("%s", error.text);
  int code = find_step(r, &from, step);
  if (!code) code = set_ground(m, from.size, step);
  if (!code) {
    m->heights = from.data;
    from.data = NULL;
  }
  heights_free(&from);
  return code;
}

static int copy_heights(const source *s, measuring *m) {
  const burl_program *const program = s->recipe.program;
  const int channel = heights_channel(program);
  int code = set_ground(m, s->grid.size, s->grid.step);
  if (!code) m->heights = malloc(burl__cells_of(&m->ground) * sizeof *m->heights);
  if (!code && !m->heights) return fail("%s: not enough memory", m->name);
  if (!code) strips_take(s->whole, burl_channels(program), channel, 1, (int64_t)burl__cells_of(&m->ground), m->heights);
  return code;
}

static int compute_heights(rendering *r, measuring *m) {
  stages times = {0};
  source s = {0};
  progress bar;
  image_error error;
  r->format = image_format_named("npy", &error); /* as if they were to be an array */
  int code = rendering_prepare(r);
  if (code) return code;
  recipe_note(&r->recipe);
  m->name = r->recipe.name;
  if (r->settings.geometry.axes != 2)
    return usage_error("--size: heights have two axes, this has %d", r->settings.geometry.axes);
  if (heights_channel(r->recipe.program) < 0)
    return fail("%s has no result that is a number, which heights would be; --result names one", m->name);
  code = heights_check_metres(m->name, heights_crs(r));
  if (!code) code = source_open(&s, r, r->recipe.seed, r->settings.time, &times);
  if (!code) {
    const burl_grid around = geometry_around(&r->settings.geometry, r->recipe.program, &s.grid);
    progress_begin(&bar, samples_count(around.size), 1);
    code = source_compute_whole(&s, &bar);
    progress_end(&bar, code == DONE);
  }
  if (!code) code = copy_heights(&s, m);
  source_close(&s);
  return code;
}

/* ---- Output -------------------------------------------------------------------------------------- */

/* What a measure is called, with its unit, and how it is printed. */
typedef struct {
  const char *name, *unit, *help;
  int decimals;
  double real;
} measure;

static const measure measures[MEASURES] = {
#define MEASURE_ROW(name, unit, decimals, real, help) {#name, unit, help, decimals, real},
    SURVEY_MEASURES(MEASURE_ROW)
#undef MEASURE_ROW
};

static void print_value(double value, int decimals) {
  if (isfinite(value)) printf("%10.*f", decimals, value);
  else printf("%10s", "-");
}

/* A number of any size, with four digits that count. */
static void print_quantile(double value) {
  if (isfinite(value)) printf("%11.4g", value);
  else printf("%11s", isnan(value) ? "-" : value > 0 ? "inf" : "-inf");
}

static void print_quantiles(const measuring *m) {
  printf("%-26s", "quantiles of the heights");
  for (int q = 0; q < QUANTILES; q++) printf("%9.0f %%", 100 * quantile_shares[q]);
  printf("\n%-26s", "");
  for (int q = 0; q < QUANTILES; q++) print_quantile(m->quantile[q]);
  printf("\n");
}

static void print_text(const measuring *m) {
  char label[40];
  printf("%-26s%10s%10s\n", "", "here", "real");
  for (const measure *row = measures; row < measures + MEASURES; row++) {
    snprintf(label, sizeof label, "%s%s%s", row->name, *row->unit ? ", " : "", row->unit);
    printf("%-26s", label);
    print_value(m->values[row - measures], row->decimals);
    print_value(row->real, row->decimals);
    printf("  %s\n", row->help);
  }
  print_quantiles(m);
}

static json_t *json_number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

static int print_json(const measuring *m) {
  json_begin();
  json_t *const here = json_object(), *const real = json_object(), *const quantiles = json_array();
  for (int i = 0; i < MEASURES; i++) {
    json_object_set_new(here, measures[i].name, json_number(m->values[i]));
    json_object_set_new(real, measures[i].name, json_real(measures[i].real));
  }
  for (int q = 0; q < QUANTILES; q++)
    json_array_append_new(quantiles,
                          json_pack("{s:f, s:o}", "share", quantile_shares[q], "height", json_number(m->quantile[q])));
  return print_as_json(m->name, json_pack("{s:s, s:[i,i], s:[f,f], s:f, s:o, s:o, s:o}", "name", m->name, "size",
                                          m->ground.nx, m->ground.ny, "step", m->ground.dx, m->ground.dy, "channel",
                                          m->channel, "measures", here, "real", real, "quantiles", quantiles));
}

static int print_measures(measuring *m) {
  const double cells = 10 * fabs(m->ground.dx * m->ground.dy);
  if (m->channel == 0) m->channel = cells > 1e5 ? cells : 1e5;
  if (survey_measure(&m->ground, m->heights, m->channel, m->values) != 0 ||
      quantiles_of(m->heights, (int64_t)burl__cells_of(&m->ground), m->quantile) != 0)
    return fail("%s: not enough memory", m->name);
  if (!(m->values[MEASURE_drainage_density] > 0))
    note("%s: there is no channel, as nowhere do %g square metres drain; --channel says how many "
         "make one",
         m->name, m->channel);
  int code = DONE;
  if (m->values[MEASURE_flooded] == 0 && m->values[MEASURE_concavity] > 0.9)
    note("%s has no hollow, as breached heights have none: channels that breach() cut are nearly level, which makes "
         "the concavity"
         " too large; measure what it is of",
         m->name);
  if (m->json) code = print_json(m);
  else print_text(m);
  return code ? code : flush_output();
}

/* ---- The command --------------------------------------------------------------------------------- */

int command_stats(int argc, char **argv) {
  job j = {.rendering = rendering_usual()};
  rendering *const r = &j.rendering;
  measuring *const m = &j.measuring;
  int code = options_read(argc, argv, options, &j);
  if (!code) code = recipe_last_operand(&r->recipe, argc, argv);
  m->name = r->recipe.name;
  if (!code) code = !r->recipe.expression && is_heights(r->recipe.name) ? read_heights(r, m) : compute_heights(r, m);
  if (!code) code = print_measures(m);
  free(m->heights);
  rendering_free(r);
  return code;
}
