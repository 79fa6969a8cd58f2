/* Noises: a function for each, and the calls of it. */
#include "code/walk/scope.h"

#include <stdio.h>
#include <string.h>

/* ---- Noises -------------------------------------------------------------------------------------- */

/* The function of noise/sample.h. */
static const char *sampler_of(const burl__noise *noise, burl__asked asked) {
  const int is_bend = asked.what == ASKED_BEND, is_sloped = asked.what == ASKED_SLOPES;
  switch (burl__kind_of_noise(noise)) {
  case BURL__OF_GRADIENTS:
  case BURL__OF_VALUES: return is_bend ? "bend_of_lattice" : is_sloped ? "slopes_of_lattice" : "sample_lattice";
  case BURL__OF_BUMPS: return is_bend ? "bend_of_simplex" : "sample_simplex";
  case BURL__OF_POINTS: return "sample_cells";
  case BURL__OF_HASHES: return "sample_white";
  case BURL__NO_NOISE: break;
  }
  return NULL;
}

/* Its arguments between the settings and the places; how many they are. */
static int sampler_arguments(burl__module *m, const burl__noise *noise, burl__asked asked, burl__code_argument a[2]) {
  const burl__noise_kind kind = burl__kind_of_noise(noise);
  if (asked.what == ASKED_BEND) {
    a[0] = burl__value_argument(burl__int_literal(m, asked.axes.a));
    a[1] = burl__value_argument(burl__int_literal(m, asked.axes.b));
    return 2;
  }
  if (kind == BURL__OF_BUMPS) a[0] = burl__value_argument(burl__int_literal(m, asked.what == ASKED_SLOPES));
  else if (kind == BURL__OF_POINTS) a[0] = burl__value_argument(burl__int_literal(m, (int)asked.what));
  else return 0;
  return 1;
}

/* What the function returns, of the leaves of what is sampled: a value; a plane with the value as its rest; and what
 * jitter does. */
static int returned_value(burl__code_walk *w, int dims, burl__asked asked, const int *leaves, int count) {
  int parts[4];
  if (count <= 0) return BURL__NO_VALUE;
  if (asked.what == ASKED_BY_JITTER) return leaves[count - 1];
  if (asked.what != ASKED_SLOPES) return count == 1 ? leaves[0] : leaves[4];
  for (int i = 0; i < 4; i++) parts[i] = i < dims ? leaves[i] : leaves[4];
  return burl__make(w->m, burl__vector_of(KIND_REAL, dims < 4 ? dims + 1 : 4), parts);
}

static const char *function_name(burl__code_walk *w, const burl__noise *noise, burl__asked asked) {
  static const char *const endings[] = {
      [ASKED_VALUE] = "", [ASKED_SLOPES] = "_slopes", [ASKED_BY_JITTER] = "_by_jitter", [ASKED_BEND] = "_bend_"};
  char name[80], axes[] = "xx";
  if (asked.what == ASKED_BEND) axes[0] = "xyzw"[asked.axes.a], axes[1] = "xyzw"[asked.axes.b];
  else axes[0] = '\0';
  snprintf(name, sizeof name, "%s%d%s%s", burl__name_of_noise(noise), noise->dims, endings[asked.what], axes);
  const char *const kept = burl__arena_text(w->m->arena, name, strlen(name));
  if (!kept) burl__module_fail(w->m, FAILED_MEMORY);
  return kept;
}

static int fill_noise_function(burl__code_walk *w, const burl__noise *known, burl__asked asked, int function) {
  burl__module *const m = w->m;
  const int dims = known->dims, is_cells = burl__kind_of_noise(known) == BURL__OF_POINTS;
  const burl__settings settings = {known, NULL, -1, 0};
  burl__code_argument a[5], places = {.what = ARGUMENT_PLACES};
  int leaves[BURL__MOST_LEAVES], count = 0;
  const int at = burl__add_parameter(m, function, "at", burl__kind_of_places(w, dims));
  const int cell = burl__part(m, at, 0), fraction = burl__part(m, at, 1);
  for (int i = 0; i < 4; i++)
    places.place[i] = i < dims ? (burl__place_of){burl__part(m, cell, i), burl__part(m, fraction, i)}
                               : (burl__place_of){burl__word_literal(m, 0), burl__real(m, 0)};
  a[count++] = (burl__code_argument){.what = ARGUMENT_SETTINGS, .settings = &settings};
  count += sampler_arguments(m, known, asked, a + count);
  a[count++] = places;
  if (is_cells)
    a[count++] = burl__value_argument(
        known->varies ? burl__add_parameter(m, function, "jitter", burl__kind_of(KIND_REAL)) : burl__real(m, 0));
  const int all = burl__evaluate_call(w->e, function, sampler_of(known, asked), a, count, leaves);
  const int value = returned_value(w, dims, asked, leaves, all);
  if (value < 0) return 0;
  m->functions[function].value = value;
  m->functions[function].result = m->values[value].kind;
  return !m->failed;
}

static int is_same(burl__asked a, burl__asked b) {
  return a.what == b.what && a.axes.a == b.axes.a && a.axes.b == b.axes.b;
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
  *added = (burl__noise_function){w->noises, known, asked, function};
  w->noises = added;
  w->m->block = w->m->functions[function].block;
  const int is_filled = fill_noise_function(w, known, asked, function);
  w->m->block = block;
  return is_filled ? function : -1;
}

static int call_noise(burl__code_walk *w, const burl__noise *noise, burl__asked asked, int at, int jitter, int key) {
  static const char *const names[] = {[ASKED_SLOPES] = "slopes", [ASKED_BEND] = "bend"};
  const int function = noise_function_of(w, noise, asked);
  if (function < 0) return BURL__NO_VALUE;
  burl__settings settings = {burl__known_settings(w->e, noise), noise, -1, 0};
  int values[BURL__MOST_LEAVES + 4], count = 0;
  if (w->task->has_keys) {
    settings.keys = burl__keys_uniform(w);
    settings.first_key = key;
  }
  values[count++] = at;
  if (noise->varies) values[count++] = jitter;
  count += burl__setting_arguments(w->e, function, &settings, values + count);
  const int value = burl__value_at(w->m, VALUE_CALL, w->m->functions[function].result, function, count, values);
  return burl__name_value(w->m, value, names[asked.what] ? names[asked.what] : burl__name_of_noise(noise));
}

burl__held burl__sample_node(burl__code_walk *w, burl__code_scope *s, int node) {
  const burl__node *const n = burl__walk_node(w, node);
  const burl__noise *const noise = n->setup;
  const int dims = noise->dims, wanted = w->slopes[node];
  const int at = burl__point_of_noise(w, s, node);
  const int jitter = noise->varies ? burl__real_at(w, s, burl__walk_argument(w, node, dims)) : BURL__NO_VALUE;
  const int key = w->task->has_keys ? burl__add_keys(w, (const uint32_t[]){noise->low, noise->high}, 2) : 0;
  burl__held h = burl__as_value(BURL__NO_VALUE);
  for (int i = 0; i < 5; i++) h.slope[i] = BURL__NO_VALUE;
  if (wanted & 15) {
    const int slopes = call_noise(w, noise, (burl__asked){.what = ASKED_SLOPES}, at, jitter, key);
    for (int i = 0; i < dims; i++) h.slope[i] = burl__part(w->m, slopes, i);
    if (dims < 4) h.value = burl__part(w->m, slopes, dims);
  }
  if (wanted & 1 << BURL__BY_JITTER)
    h.slope[BURL__BY_JITTER] = call_noise(w, noise, (burl__asked){.what = ASKED_BY_JITTER}, at, jitter, key);
  if (h.value < 0) {
    burl__asked asked = {.what = ASKED_VALUE};
    if (burl__is_bend(n->op)) asked = (burl__asked){ASKED_BEND, burl__axes_of_bend(n)};
    h.value = call_noise(w, noise, asked, at, jitter, key);
  }
  return h;
}
