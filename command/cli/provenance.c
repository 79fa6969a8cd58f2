/* How a picture was made, as JSON that is stored with it: the recipe's text and every option that
 * determines its bytes; and reading it back, so that a picture can be named in place of a
 * recipe. */
#include "base/decimal.h"
#include "cli/render.h"

#include <float.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char axis_name[] = "xyzw";

/* ---- to JSON --------------------------------------------------------------------------------- */

static json_t *reals(const double *values, int count) {
  json_t *list = json_array();
  for (int i = 0; i < count; i++) json_array_append_new(list, json_real(values[i]));
  return list;
}

static json_t *integers(const int64_t *values, int count) {
  json_t *list = json_array();
  for (int i = 0; i < count; i++) json_array_append_new(list, json_integer(values[i]));
  return list;
}

/* The values of all knobs, including defaults, which another version of burl might compute
 * differently. */
static json_t *knobs_of(const burl_program *p) {
  json_t *knobs = json_object();
  for (int i = 0; i < burl_param_count(p); i++) {
    const burl_param knob = burl_param_at(p, i);
    json_object_set_new(knobs, knob.name, json_real(knob.value));
  }
  return knobs;
}

static void add_geometry(json_t *provenance, const geometry *g, const image *picture, const burl_program *p) {
  /* Of several results one may need more dimensions than another, which then has them, too. */
  const int dims = burl_result_count(p) > 1 ? burl_dims(p) : 0;
  json_object_set_new(provenance, "size", integers(g->size, g->axes));
  if (g->step_count) {
    json_object_set_new(provenance, "origin", reals(g->origin, g->axes));
    json_object_set_new(provenance, "step", reals(g->step, g->step_count));
  } else {
    double extent[8];
    geometry_extent(g, p, extent);
    json_object_set_new(provenance, "extent", reals(extent, 2 * g->axes));
    json_object_set_new(provenance, "edge", json_string(g->edge == EDGE_SHARED ? "shared" : "cell"));
  }
  if (g->samples) json_object_set_new(provenance, "samples", json_integer(g->samples));
  if (g->window_count) json_object_set_new(provenance, "window", integers(g->window, g->window_count));
  json_t *at = json_object();
  for (int a = 0; a < 4; a++) {
    const char name[2] = {axis_name[a], 0};
    if (g->is_fixed[a] || (a >= g->axes && a < dims)) json_object_set_new(at, name, json_real(picture->origin[a]));
  }
  if (json_object_size(at)) json_object_set(provenance, "at", at);
  json_decref(at);
}

static void add_motion(json_t *provenance, const motion *m) {
  if (m->count == 0) return;
  json_object_set_new(provenance, "times", reals((double[]){m->begin, m->end}, 2));
  json_object_set_new(provenance, "frames", json_integer(m->count));
  json_object_set_new(provenance, "fps", json_real(m->fps));
}

/* What determines the file, not the samples. */
static void add_file(json_t *provenance, const settings *m, const image_format *format) {
  const char *const order = m->byte_order == BYTES_BIG ? "big" : "little";
  if (m->target) json_object_set_new(provenance, "for", json_string(target_name(m->target)));
  if (m->unit) json_object_set_new(provenance, "unit", json_string(m->unit));
  if (m->has_nodata) json_object_set_new(provenance, "nodata", json_real(m->nodata));
  if (m->quality && strcmp(format->name, "webp") == 0)
    json_object_set_new(provenance, "quality", json_integer(m->quality));
  if (m->dpi > 0) json_object_set_new(provenance, "dpi", json_real(m->dpi));
  if (format->is_bare || m->byte_order != BYTES_AS_USUAL)
    json_object_set_new(provenance, "byte_order", json_string(order));
}

char *provenance_text(const recipe *r, const settings *m, int result, const image *picture,
                      const image_format *format) {
  char seed[24];
  snprintf(seed, sizeof seed, "%" PRIu64, r->seed);
  image_json_begin();
  json_t *provenance = json_object();
  json_object_set_new(provenance, "burl", json_string(burl_version()));
  json_object_set_new(provenance, "output_version", json_integer(burl_output_version()));
  json_object_set_new(provenance, "recipe", json_stringn(r->text, r->length));
  if (r->result) json_object_set_new(provenance, "result", json_string(burl_result_at(r->program, result).name));
  json_object_set_new(provenance, "seed", json_string(seed));
  json_object_set_new(provenance, "knobs", knobs_of(r->program));
  json_object_set_new(provenance, "time", json_real(m->time));
  json_t *const files = files_crcs(r);
  if (files) json_object_set_new(provenance, "files", files);
  add_motion(provenance, &m->motion);
  add_geometry(provenance, &m->geometry, picture, r->program);
  if (format->kind == IMAGE_INTEGERS && picture->channels == 1)
    json_object_set_new(provenance, "range", reals((double[]){picture->lo, picture->hi}, 2));
  if (m->crs) json_object_set_new(provenance, "crs", json_string(m->crs));
  add_file(provenance, m, format);
  if (format->kind == IMAGE_INTEGERS) json_object_set_new(provenance, "depth", json_integer(picture->depth));
  char *const text = json_object_get(provenance, "recipe") /* NULL where the text isn't UTF-8 */
                         ? image_json_text(provenance, JSON_REAL_PRECISION(17))
                         : NULL;
  json_decref(provenance);
  return text;
}

/* ---- from JSON ------------------------------------------------------------------------------- */

static int fail_damaged(const recipe *r, const char *what) {
  return fail("%s: what it tells of how it was made is damaged: %s", r->name, what);
}

/* Reads a list of 1 to `most` numbers into reals, or of integers into `whole`; the other is NULL.
 * Returns how many; −1: it is no such list. */
static int read_list(const json_t *list, double *reals, int64_t *whole, int most) {
  const int count = (int)json_array_size(list);
  if (!json_is_array(list) || count < 1 || count > most) return -1;
  for (int i = 0; i < count; i++) {
    const json_t *const one = json_array_get(list, (size_t)i);
    if (whole ? !json_is_integer(one) : !json_is_number(one)) return -1;
    if (whole) whole[i] = json_integer_value(one);
    else reals[i] = json_number_value(one);
  }
  return count;
}

static int read_reals(const json_t *list, double *values, int most) { return read_list(list, values, NULL, most); }
static int read_integers(const json_t *list, int64_t *values, int most) { return read_list(list, NULL, values, most); }

static int is_given(const recipe *r, const char *knob) {
  for (int i = 0; i < r->knob_count; i++)
    if (strcmp(r->knobs[i].name, knob) == 0) return 1;
  return 0;
}

static int take_knobs(recipe *r) {
  const char *name;
  json_t *value;
  json_object_foreach(json_object_get(r->provenance, "knobs"), name, value) {
    if (!json_is_number(value) || r->knob_count == MOST_KNOBS) return fail_damaged(r, "knobs");
    if (is_given(r, name)) continue;
    r->knobs[r->knob_count].name = name;
    r->knobs[r->knob_count++].value = json_number_value(value);
  }
  return DONE;
}

int provenance_take_recipe(recipe *r) {
  const json_t *text = json_object_get(r->provenance, "recipe"), *result = json_object_get(r->provenance, "result"),
               *seed = json_object_get(r->provenance, "seed");
  const json_int_t version = json_integer_value(json_object_get(r->provenance, "output_version"));
  if (!json_is_string(text)) return fail_damaged(r, "recipe");
  r->text = json_string_value(text);
  r->length = json_string_length(text);
  if (!r->result && result) {
    r->result = json_string_value(result);
    if (!r->result) return fail_damaged(r, "result");
  }
  if (version != burl_output_version())
    note("%s was made with output version %" JSON_INTEGER_FORMAT ", this burl's is %d: bits differ", r->name, version,
         burl_output_version());
  if (!r->seed_given && (!json_is_string(seed) || parse_unsigned(json_string_value(seed), &r->seed)))
    return fail_damaged(r, "seed");
  return take_knobs(r);
}

/* Reads one of two words, where it is there: -1, or which one; -2: it is neither. */
static int read_word(const json_t *value, const char *first, const char *second) {
  if (!value) return -1;
  const char *const word = json_string_value(value);
  return !word ? -2 : strcmp(word, first) == 0 ? 0 : strcmp(word, second) == 0 ? 1 : -2;
}

static int take_axes(const recipe *r, geometry *g) {
  if (g->size_given) return DONE;
  g->axes = read_integers(json_object_get(r->provenance, "size"), g->size, 4);
  for (int a = 0; a < g->axes; a++)
    if (g->size[a] < 1) return fail_damaged(r, "size");
  return g->axes > 0 ? DONE : fail_damaged(r, "size");
}

/* Takes where the samples are, if no option says anything about that. */
static int take_place(const recipe *r, geometry *g) {
  const json_t *step = json_object_get(r->provenance, "step");
  const int edge = read_word(json_object_get(r->provenance, "edge"), "cell", "shared");
  if (g->extent_count || g->origin_count || g->step_count) return DONE;
  if (step) {
    g->step_count = read_reals(step, g->step, 4);
    g->origin_count = read_reals(json_object_get(r->provenance, "origin"), g->origin, 4);
    return (g->step_count == 1 || g->step_count == g->axes) && g->origin_count == g->axes
               ? DONE
               : fail_damaged(r, "origin and step");
  }
  g->extent_count = read_reals(json_object_get(r->provenance, "extent"), g->extent, 8);
  if (g->extent_count != 2 * g->axes) return fail_damaged(r, "extent");
  if (edge < -1) return fail_damaged(r, "edge");
  if (!g->edge_given && edge >= 0) g->edge = edge ? EDGE_SHARED : EDGE_CELL;
  return DONE;
}

static int take_geometry(const recipe *r, geometry *g) {
  int64_t made_size[4];
  const int axes = read_integers(json_object_get(r->provenance, "size"), made_size, 4);
  const json_t *window = json_object_get(r->provenance, "window"), *at = json_object_get(r->provenance, "at");
  int code = take_axes(r, g);
  if (!code && g->axes == axes) code = take_place(r, g);
  if (code) return code;
  if (window && g->size_given && !g->window_count)
    note("%s is a window of a whole: with --size this is all of it", r->name);
  if (window && !g->size_given && !g->window_count) {
    g->window_count = read_integers(window, g->window, 8);
    if (g->window_count != 2 * g->axes) return fail_damaged(r, "window");
  }
  const json_t *const samples = json_object_get(r->provenance, "samples");
  if (samples && !g->samples) {
    const json_int_t made = json_integer_value(samples);
    if (made < 1 || made > 16) return fail_damaged(r, "samples");
    g->samples = (int)made;
  }
  for (int a = g->axes; a < 4; a++) {
    const char name[2] = {axis_name[a], 0};
    const json_t *value = json_object_get(at, name);
    if (!value || g->is_fixed[a]) continue;
    if (!json_is_number(value)) return fail_damaged(r, "at");
    g->is_fixed[a] = 1;
    g->fixed[a] = json_number_value(value);
  }
  return DONE;
}

int is_unit(const char *unit) {
  const size_t length = strlen(unit);
  for (const char *c = unit; *c; c++)
    if (*c <= ' ' || *c > '~') return 0;
  return length > 0 && length <= 32;
}

int is_nodata(double value) { return value >= -FLT_MAX && value <= FLT_MAX; }
int is_dpi(double dpi) { return dpi >= 1 && dpi <= 1e6; }

/* Takes what determines the file and isn't given. */
static int take_file(const recipe *r, settings *m) {
  const json_t *const
      program = json_object_get(r->provenance, "for"),
      *const unit = json_object_get(r->provenance, "unit"), *const nodata = json_object_get(r->provenance, "nodata"),
      *const dpi = json_object_get(r->provenance, "dpi"), *const order = json_object_get(r->provenance, "byte_order");
  if (program && !m->target) {
    m->target = json_is_string(program) ? target_named(json_string_value(program)) : NULL;
    if (!m->target) return fail_damaged(r, "for");
  }
  if (unit && !m->unit) {
    m->unit = json_string_value(unit);
    if (!m->unit || !is_unit(m->unit)) return fail_damaged(r, "unit");
  }
  if (nodata && !m->has_nodata) {
    m->has_nodata = 1;
    m->nodata = json_number_value(nodata);
    if (!json_is_number(nodata) || !is_nodata(m->nodata)) return fail_damaged(r, "nodata");
  }
  if (dpi && m->dpi == 0) {
    m->dpi = json_number_value(dpi);
    if (!is_dpi(m->dpi)) return fail_damaged(r, "dpi");
  }
  const int is_big = read_word(order, "little", "big");
  if (is_big < -1) return fail_damaged(r, "byte_order");
  if (is_big >= 0 && m->byte_order == BYTES_AS_USUAL) m->byte_order = is_big ? BYTES_BIG : BYTES_LITTLE;
  return DONE;
}

static int take_range(const recipe *r, range_option *range) {
  const json_t *const ends = json_object_get(r->provenance, "range");
  if (!ends || range->rule != RANGE_PROVEN) return DONE;
  range->rule = RANGE_GIVEN;
  range->is_remade = 1;
  return read_reals(ends, range->ends, 2) == 2 && range->ends[0] <= range->ends[1] ? DONE : fail_damaged(r, "range");
}

static int take_depth(const recipe *r, settings *m) {
  const json_t *const depth = json_object_get(r->provenance, "depth");
  if (!depth || m->depth_given) return DONE;
  m->depth = json_integer_value(depth) == 16 ? 16 : 8;
  return json_integer_value(depth) == m->depth ? DONE : fail_damaged(r, "depth");
}

static int take_crs(const recipe *r, settings *m) {
  const json_t *const crs = json_object_get(r->provenance, "crs");
  if (!crs || m->crs) return DONE;
  m->crs = json_string_value(crs);
  return m->crs && heights_is_crs(m->crs) ? DONE : fail_damaged(r, "crs");
}

static int take_time(const recipe *r, settings *m) {
  const json_t *const time = json_object_get(r->provenance, "time");
  if (!time || m->time_given) return DONE;
  m->time = json_number_value(time);
  return json_is_number(time) ? DONE : fail_damaged(r, "time");
}

static int take_motion(const recipe *r, motion *m) {
  const json_t *const times = json_object_get(r->provenance, "times"),
                      *const frames = json_object_get(r->provenance, "frames"),
                      *const fps = json_object_get(r->provenance, "fps");
  double ends[2];
  if (!times || m->times_given) return DONE;
  if (read_reals(times, ends, 2) != 2 || !(ends[0] < ends[1])) return fail_damaged(r, "times");
  m->begin = ends[0];
  m->end = ends[1];
  if (!m->count_given) m->count = json_integer_value(frames);
  if (m->count < 1) return fail_damaged(r, "frames");
  if (!m->fps_given) m->fps = json_number_value(fps);
  return m->fps >= 0.1 && m->fps <= 1000 ? DONE : fail_damaged(r, "fps");
}

static int take_quality(const recipe *r, settings *m) {
  const json_t *const quality = json_object_get(r->provenance, "quality");
  if (!quality || m->quality) return DONE;
  const json_int_t made = json_integer_value(quality);
  if (made < 1 || made > 100) return fail_damaged(r, "quality");
  m->quality = (int)made;
  return DONE;
}

int provenance_take_settings(const recipe *r, settings *m) {
  if (!r->provenance) return DONE;
  int code = take_geometry(r, &m->geometry);
  if (!code) code = take_file(r, m);
  if (!code) code = take_time(r, m);
  if (!code && !m->time_given) code = take_motion(r, &m->motion);
  if (!code) code = take_quality(r, m);
  if (!code) code = take_range(r, &m->range);
  if (!code) code = take_depth(r, m);
  return code ? code : take_crs(r, m);
}

int provenance_is_same(const char *a, const char *b, int ignore_range) {
  json_t *const json_a = image_json_read(NULL, a), *const json_b = image_json_read(NULL, b);
  if (ignore_range) json_object_del(json_a, "range");
  if (ignore_range) json_object_del(json_b, "range");
  const int is_same = json_a && json_equal(json_a, json_b);
  json_decref(json_a);
  json_decref(json_b);
  return is_same;
}

/* ---- as text --------------------------------------------------------------------------------- */

static void print_number(double value) { fputs(burl__digits_of(value).text, stdout); }

static void print_list(const char *option, const json_t *list, char separator) {
  if (!json_array_size(list)) return;
  printf(" %s ", option);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *one = json_array_get(list, i);
    if (i) putchar(separator);
    if (json_is_integer(one)) printf("%" JSON_INTEGER_FORMAT, json_integer_value(one));
    else print_number(json_number_value(one));
  }
}

static void print_word(const char *option, const char *word) {
  if (!word) return;
  printf(" %s ", option);
  print_quoted(stdout, word);
}

static void print_pairs(const char *option, const json_t *pairs) {
  const char *name;
  json_t *value;
  json_object_foreach((json_t *)pairs, name, value) {
    printf(" %s ", option);
    print_quoted(stdout, name);
    putchar('=');
    print_number(json_number_value(value));
  }
}

static void print_real(const char *option, const json_t *value) {
  if (!json_is_number(value)) return;
  printf(" %s ", option);
  print_number(json_number_value(value));
}

/* Its lines, indented. */
static void print_recipe(const recipe *r) {
  const char *line = r->text, *const end = r->text + r->length;
  printf("%-12s", "recipe");
  while (line < end) {
    const char *const stop = memchr(line, '\n', (size_t)(end - line));
    size_t length = (size_t)((stop ? stop : end) - line);
    const int has_return = length > 0 && line[length - 1] == '\r';
    if (line > r->text) printf("%-12s", "");
    print_shown(stdout, line, length - (size_t)has_return);
    putchar('\n');
    line = stop ? stop + 1 : end;
  }
  if (r->length == 0) putchar('\n');
}

static void print_whole(const char *option, const json_t *number) {
  if (number) printf(" %s %" JSON_INTEGER_FORMAT, option, json_integer_value(number));
}

static void print_times(const json_t *times) {
  fputs(" --times ", stdout);
  print_number(json_number_value(json_array_get(times, 0)));
  fputs("..", stdout);
  print_number(json_number_value(json_array_get(times, 1)));
}

static void print_line(const char *title, const char *text) {
  printf("%-12s", title);
  print_shown(stdout, text, strlen(text));
  putchar('\n');
}

void provenance_print(const recipe *r) {
  const json_t *provenance = r->provenance, *edge = json_object_get(provenance, "edge");
  const json_t *burl = json_object_get(provenance, "burl"), *depth = json_object_get(provenance, "depth");
  const char *const crs = json_string_value(json_object_get(provenance, "crs"));
  const char *const version = json_is_string(burl) ? json_string_value(burl) : "?";
  printf("%-12sburl ", "made by");
  print_shown(stdout, version, strlen(version));
  printf(", output version %" JSON_INTEGER_FORMAT "\n",
         json_integer_value(json_object_get(provenance, "output_version")));
  print_recipe(r);
  printf("%-12s--seed %" PRIu64, "options", r->seed);
  print_word("--result", r->result);
  print_pairs("-p", json_object_get(provenance, "knobs"));
  print_list("--size", json_object_get(provenance, "size"), 'x');
  print_list("--extent", json_object_get(provenance, "extent"), ',');
  print_word("--edge", json_string_value(edge));
  print_list("--origin", json_object_get(provenance, "origin"), ',');
  print_list("--step", json_object_get(provenance, "step"), ',');
  print_list("--window", json_object_get(provenance, "window"), ',');
  print_whole("--samples", json_object_get(provenance, "samples"));
  print_pairs("--at", json_object_get(provenance, "at"));
  if (json_object_get(provenance, "times")) {
    print_times(json_object_get(provenance, "times"));
    print_whole("--frames", json_object_get(provenance, "frames"));
    print_real("--fps", json_object_get(provenance, "fps"));
  } else {
    fputs(" --time ", stdout);
    print_number(json_number_value(json_object_get(provenance, "time")));
  }
  print_whole("--quality", json_object_get(provenance, "quality"));
  print_list("--range", json_object_get(provenance, "range"), ',');
  if (crs && image_epsg(crs) >= 0) print_word("--crs", crs);
  print_word("--for", json_string_value(json_object_get(provenance, "for")));
  print_word("--unit", json_string_value(json_object_get(provenance, "unit")));
  print_real("--nodata", json_object_get(provenance, "nodata"));
  print_real("--dpi", json_object_get(provenance, "dpi"));
  print_word("--byte-order", json_string_value(json_object_get(provenance, "byte_order")));
  print_whole("--depth", depth);
  putchar('\n');
  if (crs && image_epsg(crs) < 0) print_line("system", crs);
}
