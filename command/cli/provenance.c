/* How a picture was made, as JSON that is stored with it: the recipe's text and every option that
 * determines its bytes; and reading it back, so that a picture can be named in place of a
 * recipe. */
#include "base/decimal.h"
#include "cli/render.h"
#include "json/json.h"

#include <inttypes.h>
#include <limits.h>
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

/* The place of the samples, in full: an extent where there is no step, and where they lie on the axes that the picture
 * doesn't have. */
static void complete_geometry(geometry *g, const image *picture, const burl_program *p) {
  /* Of several results one may need more dimensions than another, which then has them, too. */
  const int dims = burl_result_count(p) > 1 ? burl_dims(p) : 0, has_extent = !g->step_count;
  if (has_extent) geometry_extent(g, p, g->extent);
  g->extent_count = has_extent ? 2 * g->axes : 0;
  g->origin_count = has_extent ? 0 : g->axes;
  g->edge_given = has_extent;
  g->size_given = 1;
  for (int a = 0; a < 4; a++) {
    if (!g->is_fixed[a] && (a < g->axes || a >= dims)) continue;
    g->is_fixed[a] = 1;
    g->fixed[a] = picture->origin[a];
  }
}

/* The settings as the picture was made: with what they left open, and without what made no difference. */
static settings as_made(const settings *m, const image *picture, const image_format *format, const burl_program *p) {
  const int is_integers = image_has_integers(format, picture->channels);
  settings made = *m;
  complete_geometry(&made.geometry, picture, p);
  made.time_given = 1;
  made.motion.count_given = made.motion.fps_given = m->motion.count > 0;
  made.range = (range_option){.rule = is_integers && picture->channels == 1 ? RANGE_GIVEN : RANGE_PROVEN,
                              .ends = {picture->lo, picture->hi}};
  made.depth = picture->depth;
  made.depth_given = is_integers;
  if (!format->has_quality) made.quality = 0;
  if (format->is_bare && made.byte_order == BYTES_AS_USUAL) made.byte_order = BYTES_LITTLE;
  return made;
}

/* A field of a rendering's settings, by its offset in the rendering, in settings that stand alone.  NULL: a row without
 * such a field has another offset there. */
static void *field_at(const settings *m, size_t at) {
  const size_t begin = offsetof(rendering, settings);
  return at < begin ? NULL : (char *)m + (at - begin);
}

int provenance_has(const option_row *o, const settings *m) {
  static const char none[sizeof(double)];
  if (o->memory) return o->memory->has(m);
  if (o->separator) return *(const int *)field_at(m, o->count) > 0;
  if (o->given) return *(const int *)field_at(m, o->given - 1);
  return memcmp(field_at(m, o->at), none, o->bytes) != 0;
}

static json_t *word_of(const option_row *o, int value) {
  char name[16];
  if (!o->names) return json_integer(value);
  option_word_name(o, value, name, sizeof name);
  return json_string(name);
}

static json_t *value_of(const option_row *o, const settings *m) {
  const void *const at = field_at(m, o->at), *const count = field_at(m, o->count);
  switch (o->kind) {
  case KIND_COUNT: return json_integer(o->bytes == sizeof(int) ? *(const int *)at : *(const int64_t *)at);
  case KIND_NUMBER: return json_real(*(const double *)at);
  case KIND_COUNTS: return integers(at, *(const int *)count);
  case KIND_NUMBERS: return reals(at, *(const int *)count);
  case KIND_WORD: return word_of(o, *(const int *)at);
  case KIND_TEXT: return json_string(*(const char *const *)at);
  case KIND_OWN: return o->memory->write(m);
  default: return NULL; /* test_options: no option of another kind is remembered */
  }
}

/* The rows in order: first the named ones, then the others in the order of the table. */
static int in_order(const int *first, int count, int i) {
  int id = -1;
  if (i < count) return first[i];
  for (int left = i - count; left >= 0;) {
    int k = 0;
    id++;
    while (k < count && first[k] != id) k++;
    left -= k == count;
  }
  return id;
}

/* The order in a picture's text.  It stays, as the text is a part of the picture's bytes. */
const option_row *provenance_row(int i) {
  static const int first[] = {OPTION_TIME,       OPTION_TIMES,  OPTION_FRAMES, OPTION_FPS,     OPTION_SIZE,
                              OPTION_ORIGIN,     OPTION_STEP,   OPTION_EXTENT, OPTION_EDGE,    OPTION_SAMPLES,
                              OPTION_WINDOW,     OPTION_MARGIN, OPTION_AT,     OPTION_RANGE,   OPTION_CRS,
                              OPTION_FOR,        OPTION_UNIT,   OPTION_NODATA, OPTION_QUALITY, OPTION_DPI,
                              OPTION_BYTE_ORDER, OPTION_DEPTH};
  return &render_rows[in_order(first, sizeof first / sizeof *first, i)];
}

static void add_options(json_t *provenance, const settings *made, int first, int behind) {
  for (int i = first; i < behind; i++) {
    const option_row *const o = provenance_row(i);
    if (o->key && provenance_has(o, made)) json_object_set_new(provenance, o->key, value_of(o, made));
  }
}

char *provenance_text(const recipe *r, const settings *m, int result, const image *picture,
                      const image_format *format) {
  const settings made = as_made(m, picture, format, r->program);
  char seed[24];
  snprintf(seed, sizeof seed, "%" PRIu64, r->seed);
  json_begin();
  json_t *provenance = json_object();
  json_object_set_new(provenance, "burl", json_string(burl_version()));
  json_object_set_new(provenance, "output_version", json_integer(burl_output_version()));
  json_object_set_new(provenance, "recipe", json_string(burl_source(r->program)));
  if (r->result) json_object_set_new(provenance, "result", json_string(burl_result_at(r->program, result).name));
  json_object_set_new(provenance, "seed", json_string(seed));
  json_object_set_new(provenance, "knobs", knobs_of(r->program));
  add_options(provenance, &made, 0, 1);
  json_t *const files = files_crcs(r);
  if (files) json_object_set_new(provenance, "files", files);
  add_options(provenance, &made, 1, RENDER_ROWS);
  char *const text = json_object_get(provenance, "recipe") /* NULL where the text isn't UTF-8 */
                         ? json_text(provenance, JSON_REAL_PRECISION(17))
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
  r->made_with = version > 0 && version < INT_MAX ? (int)version : 0;
  r->text = json_string_value(text);
  r->length = json_string_length(text);
  if (!r->result && result) {
    r->result = json_string_value(result);
    if (!r->result) return fail_damaged(r, "result");
  }
  if (!r->seed_given && (!json_is_string(seed) || parse_unsigned(json_string_value(seed), &r->seed)))
    return fail_damaged(r, "seed");
  return take_knobs(r);
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
  const json_t *const step = json_object_get(r->provenance, "step"), *const edge =
                                                                         json_object_get(r->provenance, "edge");
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
  if (!edge) return DONE;
  const int rule = json_is_string(edge) ? option_word(&render_rows[OPTION_EDGE], json_string_value(edge)) : -1;
  if (rule < 0) return fail_damaged(r, "edge");
  if (!g->edge_given) g->edge = (edge_rule)rule;
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

/* Which of the option's words it is, or its number where they are numbers. */
static int read_word(const option_row *o, const json_t *value, int *at) {
  char digits[24];
  snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
  if (o->names ? !json_is_string(value) : !json_is_integer(value)) return 0;
  *at = option_word(o, o->names ? json_string_value(value) : digits);
  return *at >= 0;
}

/* A value, checked as that of the option is.  0: it is damaged. */
static int read_value(const option_row *o, const json_t *value, settings *m) {
  void *const at = field_at(m, o->at);
  const char *const text = json_string_value(value);
  switch (o->kind) {
  case KIND_COUNT:
    *(int *)at = (int)json_integer_value(value);
    return json_is_integer(value) && option_is_within(o, (double)json_integer_value(value));
  case KIND_NUMBER:
    *(double *)at = json_number_value(value);
    return json_is_number(value) && option_is_within(o, *(double *)at);
  case KIND_WORD: return read_word(o, value, at);
  case KIND_TEXT: *(const char **)at = text; return text && (o->was_right ? o->was_right : o->is_right)(text);
  case KIND_OWN: return o->memory->take(value, m);
  default: return 0;
  }
}

/* Takes the value of an option that isn't given. */
static int take_option(const recipe *r, const option_row *o, settings *m) {
  const json_t *const value = json_object_get(r->provenance, o->key);
  if (!value || provenance_has(o, m)) return DONE;
  if (!read_value(o, value, m)) return fail_damaged(r, o->key);
  if (o->marks) *(int *)field_at(m, o->given - 1) = 1;
  return DONE;
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
  return option_is_within(&render_rows[OPTION_FPS], m->fps) ? DONE : fail_damaged(r, "fps");
}

int provenance_take_settings(const recipe *r, settings *m) {
  if (!r->provenance) return DONE;
  int code = take_geometry(r, &m->geometry);
  if (!code && !m->time_given) code = take_motion(r, &m->motion);
  for (int i = 0; !code && i < RENDER_ROWS; i++)
    if (render_rows[i].key && !render_rows[i].in_group) code = take_option(r, &render_rows[i], m);
  return code;
}

/* ---- options of kinds of their own ------------------------------------------------------------- */

static int has_range(const settings *m) { return m->range.rule != RANGE_PROVEN; }
static json_t *write_range(const settings *m) { return reals(m->range.ends, 2); }
static int take_range(const json_t *value, settings *m) {
  m->range.rule = RANGE_GIVEN;
  m->range.is_remade = 1;
  return read_reals(value, m->range.ends, 2) == 2 && m->range.ends[0] <= m->range.ends[1];
}
const option_memory range_memory = {has_range, write_range, take_range};

static int has_target(const settings *m) { return m->target != NULL; }
static json_t *write_target(const settings *m) { return json_string(target_name(m->target)); }
static int take_target(const json_t *value, settings *m) {
  m->target = json_is_string(value) ? target_named(json_string_value(value)) : NULL;
  return m->target != NULL;
}
const option_memory target_memory = {has_target, write_target, take_target};

static int has_times(const settings *m) { return m->motion.count > 0; }
static json_t *write_times(const settings *m) { return reals((double[]){m->motion.begin, m->motion.end}, 2); }
const option_memory times_memory = {has_times, write_times, NULL};

static int has_fixed(const settings *m) {
  const int *const is_fixed = m->geometry.is_fixed;
  return is_fixed[0] || is_fixed[1] || is_fixed[2] || is_fixed[3];
}
static json_t *write_fixed(const settings *m) {
  json_t *const at = json_object();
  for (int a = 0; a < 4; a++) {
    const char name[2] = {axis_name[a], 0};
    if (m->geometry.is_fixed[a]) json_object_set_new(at, name, json_real(m->geometry.fixed[a]));
  }
  return at;
}
const option_memory at_memory = {has_fixed, write_fixed, NULL};

int provenance_is_same(const char *a, const char *b, int ignore_range) {
  json_t *const json_a = json_read(NULL, a), *const json_b = json_read(NULL, b);
  if (ignore_range) json_object_del(json_a, "range");
  if (ignore_range) json_object_del(json_b, "range");
  const int is_same = json_a && json_equal(json_a, json_b);
  json_decref(json_a);
  json_decref(json_b);
  return is_same;
}

/* ---- as text --------------------------------------------------------------------------------- */

static void print_number(double value) { fputs(burl__digits_of(value).text, stdout); }

static void print_list(const json_t *list, const char *separator) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *one = json_array_get(list, i);
    if (i) fputs(separator, stdout);
    if (json_is_integer(one)) printf("%" JSON_INTEGER_FORMAT, json_integer_value(one));
    else print_number(json_number_value(one));
  }
}

static void print_word(const char *option, const char *word) {
  if (!word) return;
  printf(" --%s ", option);
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

/* Its lines, indented. */
static void print_recipe(const recipe *r) {
  const size_t shown = r->length < MOST_SHOWN_RECIPE ? r->length : MOST_SHOWN_RECIPE;
  const char *line = r->text, *const end = r->text + shown;
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
  if (shown < r->length) printf("%-12s... (%zu bytes; --json has all)\n", "", r->length);
}

/* Whether the value is no longer than that of any option. */
static int is_short(const json_t *value) {
  return json_array_size(value) <= 8 && json_object_size(value) <= 4 && json_string_length(value) <= MOST_SHOWN_TEXT;
}

/* As it is given on the command line; what no option can be, as the text of a map's system, is left out. */
static void print_option(const option_row *o, const json_t *value) {
  char dashed[32];
  if (!is_short(value)) return;
  snprintf(dashed, sizeof dashed, "--%s", o->name);
  switch (json_typeof(value)) {
  case JSON_OBJECT: print_pairs(dashed, value); return;
  case JSON_STRING:
    if (!o->is_right || o->is_right(json_string_value(value))) print_word(o->name, json_string_value(value));
    return;
  case JSON_ARRAY:
    printf(" %s ", dashed);
    print_list(value, o->separator);
    return;
  case JSON_INTEGER: printf(" %s %" JSON_INTEGER_FORMAT, dashed, json_integer_value(value)); return;
  case JSON_REAL:
    printf(" %s ", dashed);
    print_number(json_real_value(value));
    return;
  default: return;
  }
}

/* The order in which they are shown: first what place and time the picture has. */
static void print_options(const json_t *provenance) {
  static const int first[] = {OPTION_SIZE,       OPTION_EXTENT, OPTION_EDGE,    OPTION_ORIGIN,  OPTION_STEP,
                              OPTION_WINDOW,     OPTION_MARGIN, OPTION_SAMPLES, OPTION_AT,      OPTION_TIMES,
                              OPTION_FRAMES,     OPTION_FPS,    OPTION_TIME,    OPTION_QUALITY, OPTION_RANGE,
                              OPTION_CRS,        OPTION_FOR,    OPTION_UNIT,    OPTION_NODATA,  OPTION_DPI,
                              OPTION_BYTE_ORDER, OPTION_DEPTH};
  for (int i = 0; i < RENDER_ROWS; i++) {
    const int id = in_order(first, sizeof first / sizeof *first, i);
    const json_t *const value = render_rows[id].key ? json_object_get(provenance, render_rows[id].key) : NULL;
    const int is_among_frames = id == OPTION_TIME && json_object_get(provenance, "times");
    if (value && !is_among_frames) print_option(&render_rows[id], value);
  }
}

static void print_line(const char *title, const char *text) {
  printf("%-12s", title);
  print_beginning(stdout, text, strlen(text), MOST_SHOWN_RECIPE);
  putchar('\n');
}

void provenance_print(const recipe *r) {
  const json_t *const provenance = r->provenance, *const burl = json_object_get(provenance, "burl");
  const char *const crs = json_string_value(json_object_get(provenance, "crs"));
  const char *const version = json_is_string(burl) ? json_string_value(burl) : "?";
  printf("%-12sburl ", "made by");
  print_beginning(stdout, version, strlen(version), MOST_SHOWN_TEXT);
  printf(", output version %" JSON_INTEGER_FORMAT "\n",
         json_integer_value(json_object_get(provenance, "output_version")));
  print_recipe(r);
  printf("%-12s--seed %" PRIu64, "options", r->seed);
  print_word("result", r->result);
  print_pairs("-p", json_object_get(provenance, "knobs"));
  print_options(provenance);
  putchar('\n');
  if (crs && image_epsg(crs) < 0) print_line("system", crs);
}
