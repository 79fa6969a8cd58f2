/* burl info: the properties of a recipe, as text and as JSON. */
#include "cli/info_archive.h"
#include "cli/seams.h"
#include "json/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  recipe recipe;
  const char *like; /* a file of heights; NULL: none */
  heights likeness;
  double extent[8]; /* over which bounds are asked for: x0, y0, …, x1, y1, … */
  int extent_count; /* of its numbers */
  burl_range over[64];
  int seams; /* whether to measure them */
  seams measured;
  int json, parts, dims; /* whether to print JSON, or parts alone; dimensions, 0: as many as the recipe needs */
} job;

static const option_entry options[] = {
    ROW(.name = "parts", FLAG(job, parts), .help = "only the names that --result takes, one a line"),
    ROW(.name = "extent", .value = "x0,y0,x1,y1", NUMBERS(job, extent, extent_count, 8), .wrong = "isn't numbers",
        .help = "the proven bounds over so much of it, too",
        .more = "as many numbers as it has dimensions, twice; at time 0"),
    ROW(.name = "seams", FLAG(job, seams),
        .help = "the largest steps between samples over the picture's edges, where it is to tile, beside those inside",
        .more = "of the view, or else of what the recipe repeats after; 512 samples along the longer side"),
    ROW(.name = "json", FLAG(job, json), .help = "the same for programs",
        .more = "infinite bounds are null, and so is an archive's metadata of more than 64 KiB; recipes are whole"),
    ROW(.name = "dims", .value = "N", .words = "1 2 3 4", COUNT(job, dims, 1, 4), .wrong = "is not 1, 2, 3 or 4",
        .help = "as compiled for 1 to 4 dimensions",
        .more = "if not given, the recipe's view says how many, or 2, or the coordinates that it names"),
    ROW(.name = "like", .value = "FILE", .words = FILES, TEXT(job, like),
        .help = "size and place of heights, too, as render --like takes them"),
    RECIPE_OPTIONS(job, recipe),
    {0},
};

const manual manual_info = {
    .usage = "RECIPE|-e EXPR|FILE.pmtiles [option]...",
    .about =
        "Shows what a recipe is: its dimensions, knobs and parts, the proven bounds of its values, the"
        " functions it uses, and how often each value in it is computed.  Of a picture that burl"
        " made, how it was made, too.  And of an archive of tiles, FILE.pmtiles, what is in it: all its directories "
        "are read.  Of a long list or text the beginning is printed, and how much there is.",
    .options = options,
    .example = "burl info -e 'fbm(perlin(), octaves: 8)'",
    .operand = FILES,
};

enum { AXES = 5, TIME = 16 }; /* the bits of burl_value_count's argument: x y z w, and t */
static const char axis_names[] = "xyzwt";
static const char *const channel_names[] = {"r", "g", "b", "a"};

/* ---- as text --------------------------------------------------------------------------------- */

const char *info_kind(int channels) { return channels == 1 ? "a number" : channels == 3 ? "rgb" : "rgba"; }

/* "height " where there are several results, "r " where there are several channels. */
static void print_channel(const burl_program *p, const burl_result *result, int c) {
  if (burl_result_count(p) > 1) printf("%s ", result->name);
  if (result->channels > 1) printf("%s ", channel_names[c]);
}

/* By channel; `name` stands before the first. */
static void print_ranges(const burl_program *p, const char *name, const burl_range *ranges) {
  for (int i = 0; i < burl_result_count(p); i++) {
    const burl_result result = burl_result_at(p, i);
    for (int c = 0; c < result.channels; c++) {
      const burl_range range = ranges[result.first + c];
      printf("%-12s", i + c == 0 ? name : "");
      print_channel(p, &result, c);
      printf("[%.9g, %.9g]%s\n", range.lo, range.hi, range.may_be_nan ? ", or not a number" : "");
    }
  }
}

static void print_bounds(const burl_program *p) {
  burl_range ranges[64];
  for (int c = 0; c < burl_channels(p); c++) ranges[c] = burl_bounds(p, c);
  print_ranges(p, "bounds", ranges);
}

/* Box number i of those that an extent is cut into, `each` along every axis. */
static burl_box box_of(const job *j, int dims, int each, int i) {
  burl_box box = {.t0 = 0};
  for (int a = 0; a < dims; a++, i /= each) {
    const double lo = fmin(j->extent[a], j->extent[dims + a]), hi = fmax(j->extent[a], j->extent[dims + a]);
    const int k = i % each;
    box.lo[a] = lo + (hi - lo) * k / each;
    box.hi[a] = k == each - 1 ? hi : lo + (hi - lo) * (k + 1) / each;
  }
  return box;
}

/* The bounds of all channels over the extent: of the boxes that it is cut into, at time 0. */
static int find_bounds_over(const job *j, const burl_program *p, burl_range *over) {
  static const int parts[] = {0, 4096, 64, 16, 8}; /* by dimensions: 4096 boxes */
  const int dims = burl_dims(p), channels = burl_channels(p), each = parts[dims];
  burl_range one[64];
  if (j->extent_count != 2 * dims)
    return usage_error("--extent: %d numbers for %d dimensions: it has %d", j->extent_count, dims, 2 * dims);
  for (int i = 0; i < 4096; i++) {
    const burl_box box = box_of(j, dims, each, i);
    const burl_status status = burl_bounds_over(p, &box, 1, one);
    if (status != BURL_OK) return fail("--extent: %s", burl_status_text(status));
    for (int c = 0; c < channels; c++) {
      over[c].lo = i == 0 ? one[c].lo : fmin(over[c].lo, one[c].lo);
      over[c].hi = i == 0 ? one[c].hi : fmax(over[c].hi, one[c].hi);
      over[c].may_be_nan = (i > 0 && over[c].may_be_nan) | one[c].may_be_nan;
    }
  }
  return DONE;
}

/* What is black and white in a picture of a number, where that isn't 0 and 1. */
static void print_grey(const burl_program *p) {
  int printed = 0;
  for (int i = 0; i < burl_result_count(p); i++) {
    const burl_result result = burl_result_at(p, i);
    const burl_range range = range_of_grey(burl_bounds(p, result.first));
    if (result.channels > 1 || (range.lo == 0 && range.hi == 1)) continue;
    printf("%-12s", printed++ ? "" : "grey");
    print_channel(p, &result, 0);
    if (isfinite(range.lo) && isfinite(range.hi)) printf("from black at %.9g to white at %.9g\n", range.lo, range.hi);
    else puts("needs --range lo,hi");
  }
}

static void print_results(const burl_program *p) {
  for (int i = 0; i < burl_result_count(p) && burl_result_count(p) > 1; i++) {
    const burl_result result = burl_result_at(p, i);
    printf("%-12s%s: %s\n", i == 0 ? "results" : "", result.name, info_kind(result.channels));
  }
}

static void print_parts(const burl_program *p) {
  const int count = burl_part_count(p), shown = count < MOST_SHOWN_ROWS ? count : MOST_SHOWN_ROWS;
  for (int i = 0; i < shown; i++) {
    const burl_part part = burl_part_at(p, i);
    printf("%-12s%s, line %d: ", i == 0 ? "parts" : "", part.name, part.line);
    if (part.takes_arguments) puts("takes arguments");
    else if (part.channels) puts(info_kind(part.channels));
    else printf("no value in %d dimension%s\n", burl_dims(p), burl_dims(p) > 1 ? "s" : "");
  }
  if (count == 0) printf("%-12snone\n", "parts");
  if (count > shown) printf("%-12s%d more; --json has all\n", "", count - shown);
}

/* The names of those that can be results. */
static int print_names(const burl_program *p) {
  for (int i = 0; i < burl_part_count(p); i++) {
    const burl_part part = burl_part_at(p, i);
    if (!part.takes_arguments) puts(part.name);
  }
  return flush_output();
}

static void print_view(const burl_program *p) {
  double view[8];
  const int count = burl_view(p, view);
  printf("%-12s", "view");
  for (int i = 0; i < count; i++) { printf("%s%.9g", i == 0 ? "" : i == count / 2 ? " to " : ", ", view[i]); }
  puts(count ? "" : "none");
}

static void print_material(const burl_program *p) {
  const burl_material m = burl_material_of(p);
  if (m.size > 0) printf("%-12s%.9g m wide, its heights 0 and 1 are %.9g m apart\n", "material", m.size, m.depth);
}

static void print_knobs(const burl_program *p) {
  const int count = burl_param_count(p), shown = count < MOST_SHOWN_ROWS ? count : MOST_SHOWN_ROWS;
  for (int i = 0; i < shown; i++) {
    const burl_param knob = burl_param_at(p, i);
    printf("%-12s%s = %.9g", i == 0 ? "knobs" : "", knob.name, knob.value);
    if (isfinite(knob.lo) || isfinite(knob.hi)) printf(" [%.9g, %.9g]", knob.lo, knob.hi);
    if (*knob.text) fputs("  ", stdout);
    print_beginning(stdout, knob.text, strlen(knob.text), MOST_SHOWN_TEXT);
    putchar('\n');
  }
  if (count == 0) printf("%-12snone\n", "knobs");
  if (count > shown) printf("%-12s%d more; --json has all\n", "", count - shown);
}

/* After what it repeats: "after 4 along x, 4 along y". */
static void print_repeats(const burl_program *p) {
  int printed = 0;
  for (int a = 0; a < burl_dims(p); a++) {
    const double period = burl_repeat_along(p, a);
    if (period == 0 || isinf(period)) continue;
    printf("%s%.10g along %c", printed++ ? ", " : "repeats     after ", period, axis_names[a]);
  }
  if (printed) putchar('\n');
}

static void print_functions(const burl_program *p) {
  printf("%-12s", "functions");
  for (int i = 0; burl_function_at(p, i); i++) printf("%s%s", i ? " " : "", burl_function_at(p, i));
  puts(burl_function_at(p, 0) ? "" : "none");
}

static void print_imports(const burl_program *p) {
  for (int i = 0; burl_import_at(p, i); i++) printf("%s%s", i ? ", " : "imports     ", burl_import_at(p, i));
  if (burl_import_at(p, 0)) putchar('\n');
}

/* How often a value that varies with these axes is computed in a grid: "a column", "each y z". */
static void print_rate(char *text, size_t room, unsigned axes, unsigned all) {
  static const char *const alone[] = {
      [0] = "a grid", [1] = "a column", [2] = "a row", [4] = "a slice", [8] = "a volume"};
  if (axes == all && axes != 0) {
    snprintf(text, room, "a sample");
  } else if ((axes & (axes - 1)) == 0) {
    snprintf(text, room, "%s", alone[axes]);
  } else {
    size_t used = (size_t)snprintf(text, room, "each");
    for (unsigned a = 0; a < 4; a++) {
      if (axes >> a & 1) used += (size_t)snprintf(text + used, room - used, " %c", axis_names[a]);
    }
  }
}

/* A grid has one time: values that vary with it alone are computed once. */
void info_values(const burl_program *p, char text[VALUES_ROOM]) {
  const unsigned all = (1u << burl_dims(p)) - 1;
  size_t used = 0;
  snprintf(text, VALUES_ROOM, "none");
  for (unsigned axes = 0; axes <= all; axes++) {
    const int count = burl_value_count(p, axes) + burl_value_count(p, axes | TIME);
    char rate[32];
    if (count == 0) continue;
    print_rate(rate, sizeof rate, axes, all);
    used += (size_t)snprintf(text + used, VALUES_ROOM - used, "%s%d %s", used ? ", " : "", count, rate);
  }
}

static void print_values(const burl_program *p) {
  char text[VALUES_ROOM];
  info_values(p, text);
  printf("%-12s%s\n", "values", text);
}

static const double patience = 3; /* seconds: a recipe of a stranger's may take days */

static int is_late(void *begun, double done) {
  (void)done;
  return seconds_now() - *(const double *)begun > patience;
}

/* The whole-grid functions, the memory that they take, and how long a small picture takes. */
static void print_stages(const recipe *r) {
  enum { MEASURED = 512, LARGE = 1024 };
  const burl_program *const p = r->program;
  geometry g = {.axes = 2, .size_given = 1, .size = {MEASURED, MEASURED, 1, 1}};
  burl_grid grid = {.time = 0}, large;
  if (!burl_needs_whole_grid(p) || geometry_place(&g, p, &grid)) return;
  large = grid;
  large.size[0] = large.size[1] = LARGE;
  float *const samples = malloc(MEASURED * MEASURED * (size_t)burl_channels(p) * sizeof *samples);
  double begun = seconds_now();
  grid.threads = 1;
  grid.progress = is_late;
  grid.user = &begun;
  const burl_status status = samples ? burl_sample_grid(p, &grid, samples) : BURL_MEMORY;
  const double seconds = seconds_now() - begun;
  free(samples);
  for (int i = 0; burl_stage_at(p, i); i++) printf("%s%s", i ? ", " : "stages      ", burl_stage_at(p, i));
  printf("\n%-12s%.3g MB at %dx%d, %.3g bytes a cell", "", burl_stage_bytes(p, &large) / 1e6, LARGE, LARGE,
         burl_stage_bytes(p, &large) / ((double)LARGE * LARGE));
  if (status == BURL_OK) printf("; %.2g s at %dx%d, by one thread", seconds, MEASURED, MEASURED);
  if (status == BURL_CANCELLED) printf("; more than %g s at %dx%d, by one thread", patience, MEASURED, MEASURED);
  putchar('\n');
}

static void print_notes(const burl_program *p) {
  for (int i = 0; i < burl_note_count(p); i++) {
    const burl_error *const note = burl_note_at(p, i);
    printf("%-12s%d:%d: %s%s%s\n", i == 0 ? "notes" : "", note->line, note->column, note->message,
           *note->hint ? "; " : "", note->hint);
  }
}

static int print_info(const job *j) {
  const burl_program *const p = j->recipe.program;
  const int channels = burl_channels(p);
  printf("%-12s%d\n", "dimensions", burl_dims(p));
  printf("%-12s%d (%s)\n", "channels", channels, burl_result_count(p) > 1 ? "of all results" : info_kind(channels));
  print_results(p);
  print_bounds(p);
  if (j->extent_count) print_ranges(p, "there", j->over);
  print_grey(p);
  print_view(p);
  print_material(p);
  print_knobs(p);
  print_parts(p);
  print_imports(p);
  print_functions(p);
  print_repeats(p);
  if (j->seams) seams_print(&j->recipe, &j->measured);
  files_print(&j->recipe);
  if (j->like) print_heights("like", j->like, &j->likeness);
  print_values(p);
  print_stages(&j->recipe);
  print_notes(p);
  if (burl_needs_whole_grid(p)) puts("it needs a whole grid: single points can't be sampled");
  return DONE;
}

/* ---- as JSON --------------------------------------------------------------------------------- */

static json_t *number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

/* The bounds of each channel; over: those, NULL: everywhere. */
static json_t *bounds_json(const burl_program *p, const burl_range *over) {
  json_t *list = json_array();
  for (int c = 0; c < burl_channels(p); c++) {
    const burl_range range = over ? over[c] : burl_bounds(p, c);
    json_array_append_new(list, json_pack("{s:o, s:o, s:b}", "lo", number(range.lo), "hi", number(range.hi),
                                          "may_be_nan", range.may_be_nan));
  }
  return list;
}

static json_t *results_json(const burl_program *p) {
  json_t *list = json_array();
  for (int i = 0; i < burl_result_count(p); i++) {
    const burl_result result = burl_result_at(p, i);
    const burl_range grey = range_of_grey(burl_bounds(p, result.first));
    const int is_grey = result.channels == 1 && isfinite(grey.lo) && isfinite(grey.hi);
    json_array_append_new(list, json_pack("{s:s, s:i, s:i, s:o}", "name", result.name, "first", result.first,
                                          "channels", result.channels, "grey",
                                          is_grey ? json_pack("[f, f]", grey.lo, grey.hi) : json_null()));
  }
  return list;
}

static json_t *parts_json(const burl_program *p) {
  json_t *list = json_array();
  for (int i = 0; i < burl_part_count(p); i++) {
    const burl_part part = burl_part_at(p, i);
    json_array_append_new(list, json_pack("{s:s, s:i, s:i, s:b}", "name", part.name, "line", part.line, "channels",
                                          part.channels, "takes_arguments", part.takes_arguments));
  }
  return list;
}

static json_t *knobs_json(const burl_program *p) {
  json_t *list = json_array();
  for (int i = 0; i < burl_param_count(p); i++) {
    const burl_param knob = burl_param_at(p, i);
    json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o, s:s}", "name", knob.name, "value", number(knob.value),
                                          "lo", number(knob.lo), "hi", number(knob.hi), "text", knob.text));
  }
  return list;
}

static json_t *view_json(const burl_program *p) {
  double view[8];
  json_t *list = json_array();
  const int count = burl_view(p, view);
  for (int i = 0; i < count; i++) json_array_append_new(list, number(view[i]));
  return list;
}

static json_t *material_json(const burl_program *p) {
  const burl_material m = burl_material_of(p);
  return m.size > 0 ? json_pack("{s:f,s:f}", "size", m.size, "depth", m.depth) : json_null();
}

static json_t *functions_json(const burl_program *p) {
  json_t *list = json_array();
  for (int i = 0; burl_function_at(p, i); i++) { json_array_append_new(list, json_string(burl_function_at(p, i))); }
  return list;
}

static json_t *imports_json(const burl_program *p) {
  json_t *list = json_array();
  for (int i = 0; burl_import_at(p, i); i++) json_array_append_new(list, json_string(burl_import_at(p, i)));
  return list;
}

/* A list with an entry for each set of axes with which values vary: "", "x", "xy", "xyt". */
static json_t *values_json(const burl_program *p) {
  json_t *list = json_array();
  for (unsigned axes = 0; axes < 1u << AXES; axes++) {
    const int count = burl_value_count(p, axes);
    char names[AXES + 1] = "", *name = names;
    if (count == 0) continue;
    for (int a = 0; a < AXES; a++) {
      if (axes >> a & 1) *name++ = axis_names[a];
    }
    json_array_append_new(list, json_pack("{s:s, s:i}", "axes", names, "count", count));
  }
  return list;
}

/* By axis: the period, 0: it doesn't vary along the axis; null: none is known. */
static json_t *repeats_json(const burl_program *p) {
  json_t *all = json_object();
  for (int a = 0; a < burl_dims(p); a++) {
    const double period = burl_repeat_along(p, a);
    const char name[2] = {axis_names[a], 0};
    json_object_set_new(all, name, isinf(period) ? json_null() : json_real(period));
  }
  return all;
}

static json_t *seam_json(const seam *along) {
  return json_pack("{s:f, s:f}", "over", along->over, "inside", along->inside);
}

static json_t *seams_json(const recipe *r, const seams *s) {
  json_t *all = json_object();
  for (int i = 0; i < burl_result_count(r->program); i++)
    json_object_set_new(all, burl_result_at(r->program, i).name,
                        json_pack("{s:o, s:o}", "x", seam_json(&s->seams[i][0]), "y", seam_json(&s->seams[i][1])));
  return all;
}

static json_t *stages_json(const burl_program *p) {
  json_t *list = json_array();
  for (int i = 0; burl_stage_at(p, i); i++) json_array_append_new(list, json_string(burl_stage_at(p, i)));
  return list;
}

static json_t *notes_json(const burl_program *p) {
  json_t *list = json_array();
  for (int i = 0; i < burl_note_count(p); i++) {
    const burl_error *const note = burl_note_at(p, i);
    json_array_append_new(list, json_pack("{s:i, s:i, s:i, s:s, s:s}", "line", note->line, "column", note->column,
                                          "length", note->length, "message", note->message, "hint", note->hint));
  }
  return list;
}

static int print_json(const job *j) {
  const recipe *const r = &j->recipe;
  const burl_program *p = r->program;
  json_begin();
  json_t *info =
      json_pack("{s:s, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "recipe", r->name, "dimensions",
                burl_dims(p), "channels", burl_channels(p), "results", results_json(p), "bounds", bounds_json(p, NULL),
                "view", view_json(p), "knobs", knobs_json(p), "parts", parts_json(p), "functions", functions_json(p),
                "values", values_json(p), "notes", notes_json(p), "needs_whole_grid", burl_needs_whole_grid(p));
  if (info) json_object_set_new(info, "material", material_json(p));
  if (info) json_object_set_new(info, "files", files_json(r));
  if (info) json_object_set_new(info, "imports", imports_json(p));
  if (info) json_object_set_new(info, "stages", stages_json(p));
  if (info) json_object_set_new(info, "repeats", repeats_json(p));
  if (info && j->extent_count) json_object_set_new(info, "bounds_there", bounds_json(p, j->over));
  if (info && j->seams) json_object_set_new(info, "seams", seams_json(r, &j->measured));
  if (info && j->like) json_object_set_new(info, "like", heights_json(j->like, &j->likeness));
  if (info && r->provenance) json_object_set(info, "made", r->provenance);
  return print_as_json(r->name, info);
}

/* ---- the command ----------------------------------------------------------------------------- */

static int read_arguments(job *j, int argc, char **argv) {
  const int code = options_read(argc, argv, options, j);
  return code ? code : recipe_last_operand(&j->recipe, argc, argv);
}

/* Compiles for as many dimensions as the recipe needs; the recipe of a picture for those that the
 * picture has. */
static int compile_to_fit(recipe *r) {
  settings m = {.geometry = {.axes = 2}};
  const int code = provenance_take_settings(r, &m);
  return code ? code : recipe_compile_to_fit(r, geometry_dims(&m.geometry));
}

static int look(job *j) {
  image_error error;
  const heights_wish wish = {.look = 1};
  if (!j->like || heights_read(j->like, &wish, &j->likeness, &error) == 0) return DONE;
  return fail("%s", error.text);
}

int command_info(int argc, char **argv) {
  job j = {.recipe = {.files_unread = 1}};
  recipe *r = &j.recipe;
  int code = read_arguments(&j, argc, argv);
  r->files_unread = !j.seams;
  if (!code && is_archive(r->name)) return info_archive(r->name, j.json);
  if (!code) code = look(&j);
  if (!code) code = recipe_load(r);
  if (!code) code = j.dims ? recipe_compile(r, j.dims) : compile_to_fit(r);
  if (!code && j.extent_count) code = find_bounds_over(&j, r->program, j.over);
  if (!code && j.seams) code = seams_measure(r, &j.measured);
  if (!code && !j.parts) recipe_note_options(r);
  if (!code && r->provenance && !j.json && !j.parts) provenance_print(r);
  if (!code) code = j.parts ? print_names(r->program) : j.json ? print_json(&j) : print_info(&j);
  recipe_free(r);
  heights_free(&j.likeness);
  return code;
}
