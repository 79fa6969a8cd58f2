/* The function of a noise, and the calls of it. */
#include "code/walk/scope.h"

#include <stdio.h>
#include <string.h>

/* ---- Which function of src/noise ----------------------------------------------------------------- */

/* Whether simplex noise takes blocks that a point may be a little beside. */
static int is_by_blocks(const burl__noise *noise, burl__asked asked) {
  int has_period = 0;
  for (int a = 0; a < noise->dims; a++) has_period |= noise->period[a] != 0;
  return burl__is_simplex(noise) && noise->dims > 1 && asked.what != ASKED_BEND &&
         (noise->dims < 4 || !(noise->smooth || has_period));
}

/* Whether noise/lean_lattice.h has the noise. */
static int is_lean_lattice(const burl__noise *noise, burl__asked asked) {
  const burl__noise_kind kind = burl__kind_of_noise(noise);
  const int is_value = asked.what == ASKED_VALUE, is_sloped = asked.what == ASKED_SLOPES;
  if (noise->dims < 2 || noise->turns || noise->taps != 2 || noise->interp == WAVELET || noise->hash != HASH_BURL)
    return 0;
  return kind == BURL__OF_GRADIENTS ? is_value || (is_sloped && noise->dims < 4) : kind == BURL__OF_VALUES && is_value;
}

/* The function of noise/lean_simplex.h, lean.h or lean_lattice.h, if there is one for the noise. */
static const char *lean_sampler_of(const burl__noise *noise, burl__asked asked) {
  if (is_by_blocks(noise, asked)) return noise->dims < 4 ? "lean_simplex" : "lean_simplex4";
  if (is_lean_lattice(noise, asked)) return asked.what == ASKED_VALUE ? "lean_lattice" : "lean_lattice_slopes";
  return NULL;
}

static int is_edge(burl__asked asked) { return asked.what == ASKED_EDGE || asked.what == ASKED_EDGE_SLOPES; }

/* Those of noise/lean_cells.h. */
static const char *lean_cells_of(burl__asked asked) {
  switch (asked.what) {
  case ASKED_DISTANCE: return "lean_distance";
  case ASKED_NEAREST: return "lean_nearest";
  case ASKED_EDGE:
  case ASKED_EDGE_SLOPES: return "lean_edge";
  default: return NULL;
  }
}

/* The function of noise/sample.h, or in lean text of noise/lean.h. */
static const char *sampler_of(const burl__code_walk *w, const burl__noise *noise, burl__asked asked) {
  const char *const lean = burl__is_by_floats(w) ? lean_sampler_of(noise, asked) : NULL;
  if (lean) return lean;
  const int is_bend = asked.what == ASKED_BEND, is_sloped = asked.what == ASKED_SLOPES;
  switch (burl__kind_of_noise(noise)) {
  case BURL__OF_GRADIENTS:
  case BURL__OF_VALUES: return is_bend ? "bend_of_lattice" : is_sloped ? "slopes_of_lattice" : "sample_lattice";
  case BURL__OF_BUMPS: return is_bend ? "bend_of_simplex" : "sample_simplex";
  case BURL__OF_POINTS: return lean_cells_of(asked) ? lean_cells_of(asked) : "sample_cells";
  case BURL__OF_WAVES: return "sample_waves";
  case BURL__OF_HASHES: return "sample_white";
  case BURL__NO_NOISE: break;
  }
  return NULL;
}

/* Its arguments between the settings and the places; how many they are. */
static int sampler_arguments(burl__code_walk *w, const burl__noise *noise, burl__asked asked,
                             burl__code_argument a[2]) {
  burl__module *const m = w->m;
  const burl__noise_kind kind = burl__kind_of_noise(noise);
  if (asked.what == ASKED_BEND) {
    a[0] = burl__value_argument(burl__int_literal(m, asked.axes.a));
    a[1] = burl__value_argument(burl__int_literal(m, asked.axes.b));
    return 2;
  }
  int number = (int)asked.what;
  if (kind == BURL__OF_BUMPS || kind == BURL__OF_WAVES) number = asked.what == ASKED_SLOPES;
  else if (kind != BURL__OF_POINTS || asked.what == ASKED_DISTANCE) return 0;
  else if (lean_cells_of(asked)) number = asked.has_id;
  a[0] = burl__value_argument(burl__int_literal(m, number));
  return 1;
}

int burl__slopes_of_noise(const burl__noise *noise) {
  return burl__kind_of_noise(noise) == BURL__OF_WAVES ? noise->dims + noise->varies : noise->dims;
}

/* Parameters for the arguments behind the coordinates. */
static void add_extras(burl__module *m, const burl__noise *noise, int function, int to[BURL__MOST_EXTRAS]) {
  static const char *const names[][BURL__MOST_EXTRAS] = {{"jitter", NULL}, {"frequency", "orientation"}};
  const int of_waves = burl__kind_of_noise(noise) == BURL__OF_WAVES;
  for (int i = 0; i < noise->varies; i++)
    to[i] = burl__add_parameter(m, function, names[of_waves][i], burl__kind_of(KIND_REAL));
}

/* What the function returns, of the leaves of what is sampled: a value; a plane with the value as its rest; and what
 * jitter does; or of the nearest point what is wanted, and of an edge the way and how far it is. */
static int returned_value(burl__code_walk *w, const burl__noise *noise, burl__asked asked, const int *leaves,
                          int count) {
  const int slopes = burl__slopes_of_noise(noise);
  int parts[4];
  if (count <= 0) return BURL__NO_VALUE;
  if (asked.what == ASKED_NEAREST) return burl__value_of_near(w, noise, asked.has_id, leaves);
  if (asked.what == ASKED_EDGE_SLOPES) return burl__value_of_near(w, noise, 0, leaves);
  if (asked.what == ASKED_EDGE) return leaves[3];
  if (asked.what == ASKED_BY_JITTER) return leaves[count - 1];
  if (asked.what != ASKED_SLOPES) return count == 1 ? leaves[0] : leaves[4];
  for (int i = 0; i < 4; i++) parts[i] = i < slopes ? leaves[i] : leaves[4];
  return burl__make(w->m, burl__vector_of(KIND_REAL, slopes < 4 ? slopes + 1 : 4), parts);
}

static const char *function_name(burl__code_walk *w, const burl__noise *noise, burl__asked asked) {
  static const char *const endings[] = {
      [ASKED_VALUE] = "",      [ASKED_SLOPES] = "_slopes",   [ASKED_BY_JITTER] = "_by_jitter",
      [ASKED_BEND] = "_bend_", [ASKED_DISTANCE] = "",        [ASKED_NEAREST] = "_nearest",
      [ASKED_EDGE] = "_edge",  [ASKED_EDGE_SLOPES] = "_edge"};
  char name[80], axes[] = "xx";
  if (asked.what == ASKED_BEND) axes[0] = "xyzw"[asked.axes.a], axes[1] = "xyzw"[asked.axes.b];
  else axes[0] = '\0';
  snprintf(name, sizeof name, "%s%d%s%s", burl__name_of_noise(noise), noise->dims, endings[asked.what], axes);
  const char *const kept = burl__arena_text(w->m->arena, name, strlen(name));
  if (!kept) burl__module_fail(w->m, FAILED_MEMORY);
  return kept;
}

/* The parameters of the point, as places in the noise's lattice, of what varies, and behind that of the nearest
 * point. */
static void add_own_parameters(burl__code_walk *w, const burl__settings *settings, int function, burl__asked asked,
                               burl__place_of places[4], int *extras) {
  burl__module *const m = w->m;
  const int dims = settings->known->dims;
  for (int i = dims; i < 4; i++) places[i] = (burl__place_of){burl__word_literal(m, 0), burl__real(m, 0)};
  if (burl__is_by_floats(w)) {
    const int p = burl__add_parameter(m, function, "p", burl__vector_of(KIND_REAL, dims));
    const int by = burl__add_parameter(m, function, "by", burl__vector_of(KIND_REAL, dims));
    add_extras(m, settings->known, function, extras);
    if (is_edge(asked))
      extras[settings->known->varies] =
          burl__add_parameter(m, function, "nearest", burl__kind_of_near(w, settings->known, asked.has_id));
    const burl__noise *const noise = settings->known;
    if (is_by_blocks(noise, asked)) burl__blocks_of_pair(w, noise, (burl__place_of){p, by}, places);
    else burl__places_of_pair(w, settings, function, (burl__place_of){p, by}, !is_lean_lattice(noise, asked), places);
    return;
  }
  const int at = burl__add_parameter(m, function, "at", burl__kind_of_places(w, dims));
  add_extras(m, settings->known, function, extras);
  const int cell = burl__part(m, at, 0), fraction = burl__part(m, at, 1);
  for (int i = 0; i < dims; i++) places[i] = (burl__place_of){burl__part(m, cell, i), burl__part(m, fraction, i)};
}

/* The arguments for the fields of the nearest point, but for its value; how many. */
static int add_near(burl__code_walk *w, const burl__noise *noise, int has_id, int near, burl__code_argument *a) {
  int fields[BURL__NEAR_FIELDS];
  burl__fields_of_near(w, noise, has_id, near, fields);
  fields[4] = fields[5];
  for (int i = 0; i < BURL__NEAR_FIELDS - 1; i++) a[i] = burl__value_argument(fields[i]);
  return BURL__NEAR_FIELDS - 1;
}

static int fill_noise_function(burl__code_walk *w, const burl__noise *known, burl__asked asked, int function) {
  burl__module *const m = w->m;
  const int is_cells = burl__kind_of_noise(known) == BURL__OF_POINTS;
  const burl__settings settings = {known, NULL, -1, 0, NULL};
  burl__code_argument a[7 + BURL__NEAR_FIELDS], places = {.what = ARGUMENT_PLACES};
  int leaves[BURL__MOST_LEAVES], extras[BURL__MOST_EXTRAS + 1], count = 0;
  add_own_parameters(w, &settings, function, asked, places.place, extras);
  a[count++] = (burl__code_argument){.what = ARGUMENT_SETTINGS, .settings = &settings};
  count += sampler_arguments(w, known, asked, a + count);
  a[count++] = places;
  for (int i = 0; i < known->varies; i++) a[count++] = burl__value_argument(extras[i]);
  if (is_cells && !known->varies) a[count++] = burl__value_argument(burl__real(m, 0));
  if (is_edge(asked)) count += add_near(w, known, asked.has_id, extras[known->varies], a + count);
  const int all = burl__evaluate_call(w->e, function, sampler_of(w, known, asked), a, count, leaves);
  const int value = returned_value(w, known, asked, leaves, all);
  if (value < 0) return 0;
  m->functions[function].value = value;
  m->functions[function].result = m->values[value].kind;
  return !m->failed;
}

/* ---- By doubles ---------------------------------------------------------------------------------- */

/* The function that says whether a point of doubles lies where noise has a value. */
static int holds_function(burl__code_walk *w, int dims) {
  static const char *const names[] = {"holds", "holds2", "holds3", "holds4"};
  burl__module *const m = w->m;
  if (w->holds[dims]) return w->holds[dims] - 1;
  const int function = burl__add_function(m, names[dims - 1]);
  if (function < 0) return -1;
  m->block = m->functions[function].block;
  const int p = burl__add_parameter(m, function, "p", burl__vector_of(KIND_WIDE, dims));
  int holds = burl__choice_literal(m, 1);
  for (int a = 0; a < dims; a++) {
    const int at = burl__part(m, p, a), least = burl__wide(m, -AXIS_LIMIT), most = burl__wide(m, AXIS_LIMIT);
    holds = burl__binary(m, VALUE_AND, holds, burl__binary(m, VALUE_LESS_EQUAL, least, at));
    holds = burl__binary(m, VALUE_AND, holds, burl__binary(m, VALUE_LESS, at, most));
  }
  m->functions[function].value = holds;
  m->functions[function].result = burl__kind_of(KIND_CHOICE);
  w->holds[dims] = function + 1;
  return holds < 0 ? -1 : function;
}

/* A zero of each component. */
static int zero_of(burl__module *m, burl__kind kind) {
  const int zero = burl__real(m, 0);
  return kind.count == 1 ? zero : burl__make(m, kind, (const int[]){zero, zero, zero, zero});
}

/* An `if`, open at the first of its branches; −1: failed. */
static int open_if(burl__module *m, int condition) {
  const int region = burl__add_region(m, 0);
  if (region < 0) return -1;
  for (int i = 0; i < 2; i++)
    if ((m->regions[region].blocks[i] = burl__open_block(m, m->block, region)) < 0) return -1;
  m->regions[region].condition = condition;
  m->block = m->regions[region].blocks[0];
  return region;
}

/* Closes it: a value where the condition holds, and one that was there before where not. */
static int close_if(burl__code_walk *w, int region, int value, int other) {
  burl__module *const m = w->m;
  burl__region *const r = &m->regions[region];
  m->block = m->blocks[r->blocks[0]].outer;
  r->count = 1;
  r->left = burl__walk_take(w, 2 * sizeof *r->left);
  r->name = burl__walk_take(w, 2 * sizeof *r->name);
  if (value < 0 || other < 0 || !r->left || !r->name) return BURL__NO_VALUE;
  r->left[0] = value;
  r->left[1] = other;
  r->name[0] = "value";
  if (burl__add_item(m, &(burl__code_item){.what = ITEM_REGION, .index = region}) < 0) return BURL__NO_VALUE;
  burl__code_value result = {.form = VALUE_RESULT, .kind = m->values[value].kind, .index = region};
  return burl__keep_value(m, &result);
}

/* The function of a noise at a point of doubles, from that at a place: 0 where noise has no value. */
static int add_function_of_doubles(burl__code_walk *w, const burl__noise *known, int at_place) {
  burl__module *const m = w->m;
  const burl__settings settings = {known, NULL, -1, 0, NULL};
  const burl__kind kind = m->functions[at_place].result;
  char name[80];
  int values[BURL__MOST_LEAVES + 1 + BURL__MOST_EXTRAS], extras[BURL__MOST_EXTRAS], count = 0;
  snprintf(name, sizeof name, "%s_at", m->functions[at_place].name);
  const char *const kept = burl__arena_text(m->arena, name, strlen(name));
  const int holds = holds_function(w, known->dims), function = kept && holds >= 0 ? burl__add_function(m, kept) : -1;
  if (function < 0) return burl__module_fail(m, FAILED_MEMORY);
  m->block = m->functions[function].block;
  const int p = burl__add_parameter(m, function, "p", burl__vector_of(KIND_WIDE, known->dims));
  add_extras(m, known, function, extras);
  const int zero = zero_of(m, kind);
  const int region = open_if(m, burl__value_at(m, VALUE_CALL, burl__kind_of(KIND_CHOICE), holds, 1, &p));
  if (region < 0) return -1;
  values[count++] = burl__point_of_doubles(w, &settings, function, p);
  for (int i = 0; i < known->varies; i++) values[count++] = extras[i];
  count += burl__setting_arguments(w->e, function, at_place, &settings, values + count);
  const int value = burl__value_at(m, VALUE_CALL, kind, at_place, count, values);
  m->functions[function].value = close_if(w, region, value, zero);
  m->functions[function].result = kind;
  return m->functions[function].value < 0 ? -1 : function;
}

/* ---- Calls --------------------------------------------------------------------------------------- */

static int is_same(burl__asked a, burl__asked b) {
  return a.what == b.what && a.axes.a == b.axes.a && a.axes.b == b.axes.b && a.has_id == b.has_id;
}

/* The function of a noise, made where there is none yet. */
static int noise_function_of(burl__code_walk *w, const burl__noise *noise, burl__asked asked) {
  const burl__noise *const known = burl__known_settings(w->e, noise);
  for (burl__noise_function *f = w->noises; f; f = f->next)
    if (f->known == known && is_same(f->asked, asked)) return f->function;
  burl__noise_function *const added = burl__walk_take(w, sizeof *added);
  const char *const name = added && known ? function_name(w, known, asked) : NULL;
  const int function = name ? burl__add_function(w->m, name) : -1, block = w->m->block;
  if (function < 0) return burl__module_fail(w->m, FAILED_MEMORY);
  w->m->functions[function].noise = burl__name_of_noise(noise);
  *added = (burl__noise_function){w->noises, known, asked, function};
  w->noises = added;
  w->m->block = w->m->functions[function].block;
  if (!fill_noise_function(w, known, asked, function)) return -1;
  if (!burl__has_places(w)) added->function = add_function_of_doubles(w, known, function);
  w->m->block = block;
  return added->function;
}

burl__settings burl__settings_of_call(burl__code_walk *w, const burl__noise *noise, const burl__noise_call *call) {
  burl__settings settings = {burl__known_settings(w->e, noise), noise, -1, 0, call->own};
  if (w->task->has_keys) {
    settings.keys = burl__keys_uniform(w);
    settings.first_key = call->key;
  }
  return settings;
}

int burl__call_noise_function(burl__code_walk *w, const burl__noise *noise, burl__asked asked,
                              const burl__noise_call *call) {
  static const char *const names[] = {[ASKED_SLOPES] = "slopes",
                                      [ASKED_BEND] = "bend",
                                      [ASKED_NEAREST] = "nearest",
                                      [ASKED_EDGE_SLOPES] = "edge",
                                      [ASKED_EDGE] = "edge"};
  const int function = noise_function_of(w, noise, asked);
  if (function < 0) return BURL__NO_VALUE;
  const burl__settings settings = burl__settings_of_call(w, noise, call);
  int values[BURL__MOST_LEAVES + 3 + BURL__MOST_EXTRAS], count = 0;
  count = burl__add_point(w, call->at, values, count);
  for (int i = 0; i < noise->varies; i++) values[count++] = call->extras[i];
  if (is_edge(asked)) values[count++] = call->near;
  count += burl__setting_arguments(w->e, -1, function, &settings, values + count);
  const int value = burl__value_at(w->m, VALUE_CALL, w->m->functions[function].result, function, count, values);
  return burl__name_value(w->m, value, names[asked.what] ? names[asked.what] : burl__name_of_noise(noise));
}

int burl__is_value_of_slopes(burl__code_walk *w, const burl__noise *noise) {
  const burl__asked value = {.what = ASKED_VALUE}, slopes = {.what = ASKED_SLOPES};
  const burl__noise_use *const use = burl__is_by_floats(w) ? burl__use_of(w, noise) : NULL;
  return use && use->has_slopes && burl__slopes_of_noise(noise) < 4 && burl__kind_of_noise(noise) != BURL__OF_POINTS &&
         (!lean_sampler_of(noise, value) || lean_sampler_of(noise, slopes));
}
