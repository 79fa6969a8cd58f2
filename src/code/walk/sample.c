/* Noises: a function for each, and the calls of it. */
#include "code/walk/scope.h"

#include <stdio.h>
#include <string.h>

/* What a noise's function gives: its value; its slopes, and from the value of up to three dimensions that, too; how
 * jitter changes it; or a second derivative, by the axes that the node's value has. */
enum { ASKED_VALUE, ASKED_SLOPES, ASKED_BY_JITTER, ASKED_BEND };

/* ---- Noises -------------------------------------------------------------------------------------- */

static int is_cells(int op) { return burl__operations[op].rule == BURL__RULE_POINTS; }

static const char *sampler_of(int op, int asked) {
  if (burl__is_bend(op)) return burl__is_simplex(op) ? "bend_of_simplex" : "bend_of_lattice";
  if (burl__is_simplex(op)) return "sample_simplex";
  if (is_cells(op)) return "sample_cells";
  if (burl__operations[op].rule != BURL__RULE_GRADIENT && burl__operations[op].rule != BURL__RULE_TAPS)
    return "sample_white";
  return asked == ASKED_SLOPES ? "slopes_of_lattice" : "sample_lattice";
}

/* What the function returns, of the leaves of what is sampled: a value; a plane with the value as its rest; and what
 * jitter does. */
static int returned_value(burl__code_walk *w, int dims, int asked, const int *leaves, int count) {
  int parts[4];
  if (count <= 0) return BURL__NO_VALUE;
  if (asked == ASKED_BY_JITTER) return leaves[count - 1];
  if (asked != ASKED_SLOPES) return count == 1 ? leaves[0] : leaves[4];
  for (int i = 0; i < 4; i++) parts[i] = i < dims ? leaves[i] : leaves[4];
  return burl__make(w->m, burl__vector_of(KIND_REAL, dims < 4 ? dims + 1 : 4), parts);
}

/* What the noise of a node is called. */
static const char *name_of(const burl__node *n) {
  if (!burl__is_bend(n->op)) return burl__operations[n->op].name;
  return burl__is_simplex(n->op) ? "simplex" : ((const burl__noise *)n->setup)->is_value ? "value" : "perlin";
}

static const char *noise_name(burl__code_walk *w, const burl__node *n, int asked) {
  const int dims = ((const burl__noise *)n->setup)->dims, axes = asked - ASKED_BEND;
  char name[80], bend[] = "_bend_xx";
  if (axes >= 0) bend[6] = "xyzw"[axes & 3], bend[7] = "xyzw"[axes >> 2];
  snprintf(name, sizeof name, "%s%d%s", name_of(n), dims,
           asked == ASKED_SLOPES      ? "_slopes"
           : asked == ASKED_BY_JITTER ? "_by_jitter"
           : axes >= 0                ? bend
                                      : "");
  const char *const kept = burl__arena_text(w->m->arena, name, strlen(name));
  if (!kept) w->m->failed = 1;
  return kept;
}

static int fill_noise_function(burl__code_walk *w, const burl__noise *known, int op, int asked, int function) {
  burl__module *const m = w->m;
  const int dims = known->dims;
  const burl__settings settings = {known, NULL, -1, 0};
  burl__code_argument a[4], places = {.what = ARGUMENT_PLACES};
  int leaves[BURL__MOST_LEAVES], count = 0;
  const int at = burl__add_parameter(m, function, "at", burl__kind_of_places(w, dims));
  const int cell = burl__part(m, at, 0), fraction = burl__part(m, at, 1);
  for (int i = 0; i < 4; i++)
    places.place[i] = i < dims ? (burl__place_of){burl__part(m, cell, i), burl__part(m, fraction, i)}
                               : (burl__place_of){burl__word_literal(m, 0), burl__real(m, 0)};
  a[count++] = (burl__code_argument){.what = ARGUMENT_SETTINGS, .settings = &settings};
  if (asked >= ASKED_BEND) {
    a[count++] = burl__value_argument(burl__int_literal(m, (asked - ASKED_BEND) & 3));
    a[count++] = burl__value_argument(burl__int_literal(m, (asked - ASKED_BEND) >> 2));
  } else if (burl__is_simplex(op)) {
    a[count++] = burl__value_argument(burl__int_literal(m, asked == ASKED_SLOPES));
  }
  if (is_cells(op)) a[count++] = burl__value_argument(burl__int_literal(m, asked));
  a[count++] = places;
  if (is_cells(op))
    a[count++] = burl__value_argument(
        known->varies ? burl__add_parameter(m, function, "jitter", burl__kind_of(KIND_REAL)) : burl__real(m, 0));
  const int all = burl__evaluate_call(w->e, function, sampler_of(op, asked), a, count, leaves);
  const int value = returned_value(w, dims, asked, leaves, all);
  if (value < 0) return 0;
  m->functions[function].value = value;
  m->functions[function].result = m->values[value].kind;
  return !m->failed;
}

/* The function of a noise, made where there is none yet. */
static int noise_function_of(burl__code_walk *w, const burl__node *n, int asked) {
  const burl__noise *const known = burl__known_settings(w->e, n->setup);
  for (burl__noise_function *f = w->noises; f; f = f->next)
    if (f->known == known && f->op == n->op && f->asked == asked) return f->function;
  burl__noise_function *const added = burl__walk_take(w, sizeof *added);
  const char *const name = added && known ? noise_name(w, n, asked) : NULL;
  const int function = name ? burl__add_function(w->m, name) : -1, block = w->m->block;
  if (function < 0) return w->m->failed ? -1 : (w->m->failed = 1, -1);
  *added = (burl__noise_function){w->noises, known, n->op, asked, function};
  w->noises = added;
  w->m->block = w->m->functions[function].block;
  const int is_filled = fill_noise_function(w, known, n->op, asked, function);
  w->m->block = block;
  return is_filled ? function : -1;
}

static int call_noise(burl__code_walk *w, int node, int asked, int at, int jitter, int key) {
  const burl__node *const n = burl__walk_node(w, node);
  const burl__noise *const noise = n->setup;
  const int function = noise_function_of(w, n, asked);
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
  return burl__name_value(w->m, value, asked == ASKED_SLOPES ? "slopes" : asked >= ASKED_BEND ? "bend" : name_of(n));
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
    const int slopes = call_noise(w, node, ASKED_SLOPES, at, jitter, key);
    for (int i = 0; i < dims; i++) h.slope[i] = burl__part(w->m, slopes, i);
    if (dims < 4) h.value = burl__part(w->m, slopes, dims);
  }
  if (wanted & 1 << BURL__BY_JITTER) h.slope[BURL__BY_JITTER] = call_noise(w, node, ASKED_BY_JITTER, at, jitter, key);
  if (h.value < 0) {
    const int asked = burl__is_bend(n->op) ? ASKED_BEND + (int)n->value : ASKED_VALUE;
    h.value = call_noise(w, node, asked, at, jitter, key);
  }
  return h;
}
