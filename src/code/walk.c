/* The walk of walk.h.
 *
 * By doubles a node of coordinates is a double, as in the library.  By cells it is a place (noise/sample.h) as long as
 * only what places can do is done with it, and else a float. */
#include "code/walk.h"

#include <stdio.h>
#include <string.h>

/* What a node is within a function. */
typedef struct {
  enum { ABSENT, AS_VALUE, AS_PLACE } what;
  int value;
  burl__place_of place;
  int slope[5]; /* of a noise; BURL__NO_VALUE: not asked for */
} held;

/* A function that is being made: the entry's, or a part's. */
typedef struct scope {
  int function, part;      /* part: its node; −1: the entry */
  struct scope *outer;     /* in which it is called */
  int point, fraction, time; /* its parameters: the doubles or the cells; BURL__NO_VALUE: none */
  held *nodes;
  int *extra, extra_count; /* nodes that are parameters */
} scope;

/* A function of a noise. */
typedef struct noise_function {
  struct noise_function *next;
  const burl__noise *known;
  int op, asked, function;
} noise_function;

/* What a noise's function gives: its value; its slopes, and from the value of up to three dimensions that, too; how
 * jitter changes it. */
enum { ASKED_VALUE, ASKED_SLOPES, ASKED_BY_JITTER };

typedef struct {
  burl__module *m;
  burl__evaluator *e;
  burl__walk_task *task;
  burl__coordinates coordinates;
  burl__outline outline;
  scope *entry, **scopes; /* by part */
  noise_function *noises;
  unsigned char *slopes;  /* by node, of a noise: a bit for each slope that is needed */
  int failed;
} walk;

static void *take(walk *w, size_t size) {
  void *const block = burl__arena_take(w->m->arena, size);
  if (!block && !w->m->failed) w->m->failed = 1;
  return block;
}

static const burl__node *node_at(const walk *w, int node) { return &w->task->view->graph->nodes[node]; }
static int argument_of(const walk *w, int node, int i) { return burl__argument_of(w->task->view, node, i); }
static int is_by_cells(const walk *w) { return w->coordinates == BURL__BY_CELLS; }

/* ---- Calls of src/noise -------------------------------------------------------------------------- */

static int call(walk *w, const scope *s, const char *name, const burl__code_argument *a, int count,
                int leaves[BURL__MOST_LEAVES]) {
  return burl__evaluate_call(w->e, s->function, name, a, count, leaves);
}

static burl__code_argument value_argument(int value) {
  return (burl__code_argument){.what = ARGUMENT_VALUE, .value = value};
}
static burl__code_argument place_argument(burl__place_of place) {
  return (burl__code_argument){.what = ARGUMENT_PLACE, .place = {place}};
}

/* A function of numbers. */
static int call_value(walk *w, const scope *s, const char *name, const int *values, int count) {
  burl__code_argument a[8];
  int leaves[BURL__MOST_LEAVES];
  for (int i = 0; i < count; i++) {
    if (values[i] < 0) return BURL__NO_VALUE;
    a[i] = value_argument(values[i]);
  }
  return call(w, s, name, a, count, leaves) ? leaves[0] : BURL__NO_VALUE;
}

static burl__place_of call_place(walk *w, const scope *s, const char *name, const burl__code_argument *a, int count) {
  int leaves[BURL__MOST_LEAVES];
  const burl__place_of none = {BURL__NO_VALUE, BURL__NO_VALUE};
  return call(w, s, name, a, count, leaves) == 2 ? (burl__place_of){leaves[0], leaves[1]} : none;
}

/* ---- Nodes in a function ------------------------------------------------------------------------- */

static held as_value(int value) { return (held){.what = AS_VALUE, .value = value}; }
static held as_place(burl__place_of place) { return (held){.what = AS_PLACE, .place = place}; }

static scope *scope_of(walk *w, int node) {
  const int owner = w->outline.owner[node];
  return owner < 0 ? w->entry : w->scopes[owner];
}

static int kind_of_place(walk *w) {
  const burl__named_kind fields[] = {{"cell", {KIND_WORD, 1, 0}}, {"fraction", {KIND_REAL, 1, 0}}};
  return burl__add_record(w->m, "place", fields, 2);
}

/* A node of an outer function becomes a parameter. */
static held take_parameter(walk *w, scope *s, int node, const held *outer) {
  const char *const name = w->task->names[node] ? w->task->names[node] : "given";
  int *const extra = take(w, (size_t)(s->extra_count + 1) * sizeof *extra);
  if (!extra) return (held){.what = ABSENT};
  if (s->extra_count) memcpy(extra, s->extra, (size_t)s->extra_count * sizeof *extra);
  extra[s->extra_count++] = node;
  s->extra = extra;
  if (outer->what == AS_VALUE)
    return as_value(burl__add_parameter(w->m, s->function, name, w->m->values[outer->value].kind));
  const int record = kind_of_place(w);
  const int parameter = record < 0 ? -1 : burl__add_parameter(w->m, s->function, name, (burl__kind){KIND_RECORD, 1, record});
  const int block = w->m->block;
  w->m->block = w->m->functions[s->function].block;
  const burl__place_of place = {burl__part(w->m, parameter, 0), burl__part(w->m, parameter, 1)};
  w->m->block = block;
  return as_place(place);
}

static held coordinate(walk *w, const scope *s, int axis) {
  if (axis == 4) return as_value(s->time);
  if (!is_by_cells(w)) return as_value(burl__part(w->m, s->point, axis));
  return as_place((burl__place_of){burl__convert_to(w->m, burl__part(w->m, s->point, axis), KIND_WORD),
                                   burl__part(w->m, s->fraction, axis)});
}

static held *hold(walk *w, scope *s, int node) {
  held *const h = &s->nodes[node];
  const burl__node *const n = node_at(w, node);
  if (h->what != ABSENT) return h;
  if (n->op == BURL__CONSTANT) {
    const int is_wide = n->type == BURL__DOUBLE && !is_by_cells(w);
    *h = as_value(is_wide ? burl__wide(w->m, n->value) : burl__real(w->m, n->value));
  } else if (n->op == BURL__STEP) {
    *h = as_value(burl__real(w->m, w->task->view->shape.step[(int)n->value]));
  } else if (n->op == BURL__KNOB) {
    const burl__uniform u = {.name = w->task->knob_names[(int)n->value], .base = KIND_REAL};
    const int uniform = burl__add_uniform(w->m, &u);
    *h = as_value(burl__value_at(w->m, VALUE_GLOBAL, burl__kind_of(KIND_REAL), uniform, 0, NULL));
  } else if (n->op == BURL__COORDINATE) {
    *h = coordinate(w, s, (int)n->value);
  } else if (s->outer && s != scope_of(w, node)) {
    const held *const outer = hold(w, s->outer, node);
    *h = take_parameter(w, s, node, outer);
  } else if (!w->m->failed) {
    w->m->failed = 3;
    w->m->misread = "a value before it is made";
  }
  return h;
}

/* ---- Forms of coordinates ------------------------------------------------------------------------ */

static int is_constant(const walk *w, int node) { return node_at(w, node)->op == BURL__CONSTANT; }

static double floor_of(double a) { return __builtin_floor(a); }

static burl__place_of place_of_constant(walk *w, double number) {
  const double below = floor_of(number);
  return (burl__place_of){burl__word_literal(w->m, (uint32_t)(int64_t)below), burl__real(w->m, number - below)};
}

/* By cells: a node as a place; as a float. */
static burl__place_of place_of(walk *w, scope *s, int node) {
  const held *const h = hold(w, s, node);
  if (h->what == AS_PLACE) return h->place;
  if (is_constant(w, node)) return place_of_constant(w, node_at(w, node)->value);
  return call_place(w, s, "place_of_real", (burl__code_argument[]){value_argument(h->value)}, 1);
}
static int real_of(walk *w, scope *s, int node) {
  const held *const h = hold(w, s, node);
  if (h->what != AS_PLACE) return h->value;
  int leaves[BURL__MOST_LEAVES];
  const burl__code_argument a = place_argument(h->place);
  return call(w, s, "real_of_place", &a, 1, leaves) ? leaves[0] : BURL__NO_VALUE;
}

static int holds_place(walk *w, scope *s, int node) { return hold(w, s, node)->what == AS_PLACE; }

static held sum_of_places(walk *w, scope *s, burl__place_of a, burl__place_of b) {
  const burl__code_argument both[] = {place_argument(a), place_argument(b)};
  return as_place(call_place(w, s, "place_sum", both, 2));
}

/* A place and a number that is none. */
static held place_and_real(walk *w, scope *s, burl__place_of place, int number) {
  const burl__code_argument a[] = {place_argument(place), value_argument(number)};
  return as_place(call_place(w, s, "place_plus", a, 2));
}
static held place_and_constant(walk *w, scope *s, burl__place_of place, double number) {
  const burl__place_of by = place_of_constant(w, number);
  const burl__code_argument a[] = {place_argument(place), value_argument(by.cell), value_argument(by.fraction)};
  return as_place(call_place(w, s, "place_moved", a, 3));
}

static burl__place_of negated_place(walk *w, scope *s, burl__place_of place) {
  return call_place(w, s, "place_negated", (burl__code_argument[]){place_argument(place)}, 1);
}

static held add_places(walk *w, scope *s, int a, int b) {
  if (holds_place(w, s, a) && holds_place(w, s, b)) return sum_of_places(w, s, place_of(w, s, a), place_of(w, s, b));
  const int place = holds_place(w, s, a) ? a : b, other = place == a ? b : a;
  if (is_constant(w, other)) return place_and_constant(w, s, place_of(w, s, place), node_at(w, other)->value);
  return place_and_real(w, s, place_of(w, s, place), real_of(w, s, other));
}

static held subtract_places(walk *w, scope *s, int a, int b) {
  if (holds_place(w, s, a) && is_constant(w, b))
    return place_and_constant(w, s, place_of(w, s, a), -node_at(w, b)->value);
  if (holds_place(w, s, a) && !holds_place(w, s, b))
    return place_and_real(w, s, place_of(w, s, a), burl__unary(w->m, VALUE_NEGATE, real_of(w, s, b)));
  const burl__place_of minus = negated_place(w, s, place_of(w, s, b));
  if (holds_place(w, s, a)) return sum_of_places(w, s, place_of(w, s, a), minus);
  if (is_constant(w, a)) return place_and_constant(w, s, minus, node_at(w, a)->value);
  return place_and_real(w, s, minus, real_of(w, s, a));
}

/* A place times a constant: a whole number, or one in parts. */
static held scale_place(walk *w, scope *s, burl__place_of place, double by) {
  const double size = by < 0 ? -by : by, whole = floor_of(size), part = floor_of((size - whole) * 4294967296.0);
  const int number = burl__real(w->m, by), size_as_real = burl__real(w->m, size);
  if (whole == size) {
    const int times = burl__word_literal(w->m, (uint32_t)(int64_t)by);
    const burl__code_argument a[] = {place_argument(place), value_argument(times), value_argument(number)};
    return as_place(call_place(w, s, "place_times", a, 3));
  }
  const double rest = ((size - whole) * 4294967296.0 - part) * 4294967296.0;
  const burl__code_argument a[] = {place_argument(place), value_argument(burl__word_literal(w->m, (uint32_t)whole)),
                                   value_argument(burl__word_literal(w->m, (uint32_t)part)),
                                   value_argument(burl__word_literal(w->m, (uint32_t)rest)),
                                   value_argument(size_as_real)};
  const burl__place_of scaled = call_place(w, s, "place_scaled", a, 5);
  return as_place(by < 0 ? negated_place(w, s, scaled) : scaled);
}

/* p modulo a period, of tile(). */
static held reduce_place(walk *w, scope *s, int node, double period) {
  if (period != floor_of(period) || period > 4294967295.0) {
    const int values[] = {real_of(w, s, node), burl__real(w->m, period)};
    return as_value(call_value(w, s, "remainder_f", values, 2));
  }
  const burl__code_argument a[] = {place_argument(place_of(w, s, node)),
                                   value_argument(burl__word_literal(w->m, (uint32_t)period))};
  return as_place(call_place(w, s, "place_wrapped", a, 2));
}

static held select_places(walk *w, scope *s, int test, int a, int b) {
  const int holds = burl__binary(w->m, VALUE_NOT_EQUAL, real_of(w, s, test), burl__real(w->m, 0));
  const burl__place_of p = place_of(w, s, a), q = place_of(w, s, b);
  return as_place((burl__place_of){burl__pick(w->m, holds, p.cell, q.cell), burl__pick(w->m, holds, p.fraction, q.fraction)});
}

/* What is done with places as such; ABSENT: it isn't. */
static held place_operation(walk *w, scope *s, int node) {
  const burl__node *const n = node_at(w, node);
  const int a = n->arity > 0 ? argument_of(w, node, 0) : 0, b = n->arity > 1 ? argument_of(w, node, 1) : 0;
  const int is_place = holds_place(w, s, a), is_other = n->arity > 1 && holds_place(w, s, b);
  const held none = {.what = ABSENT};
  if (n->op == OP_axis_reduce) return reduce_place(w, s, a, node_at(w, b)->value);
  if (n->op == OP_select_d && (is_other || holds_place(w, s, argument_of(w, node, 2))))
    return select_places(w, s, a, b, argument_of(w, node, 2));
  if (!is_place && !is_other) return none;
  if (n->op == OP_add_d) return add_places(w, s, a, b);
  if (n->op == OP_subtract_d) return subtract_places(w, s, a, b);
  if (n->op == OP_multiply_d && is_place && is_constant(w, b)) return scale_place(w, s, place_of(w, s, a), node_at(w, b)->value);
  if (n->op == OP_divide_d && is_place && is_constant(w, b) && node_at(w, b)->value != 0.0)
    return scale_place(w, s, place_of(w, s, a), 1.0 / node_at(w, b)->value);
  if (n->op == OP_negate_d) return as_place(negated_place(w, s, place_of(w, s, a)));
  if (n->op == OP_floor_d) return as_place((burl__place_of){place_of(w, s, a).cell, burl__real(w->m, 0)});
  if (n->op == OP_fract_d) return as_value(place_of(w, s, a).fraction);
  return none;
}

/* ---- Operations ---------------------------------------------------------------------------------- */

/* The function of src/noise for an operation: of doubles NAME_d; lane_NAME or NAME_f. */
static const char *function_of(walk *w, const burl__node *n, int is_wide, char name[64]) {
  const char *const op = burl__operations[n->op].name;
  if (n->op == OP_half_power || n->op == OP_axis_reduce || n->op == OP_sin_degrees || n->op == OP_cos_degrees) return op;
  (void)w;
  snprintf(name, 64, "lane_%s", op);
  const int is_lane = burl__tree_text(BURL__TREE_FUNCTION, name) != NULL && burl__operations[n->op].in == BURL__FLOAT;
  if (!is_lane) snprintf(name, 64, "%s_%c", op, is_wide ? 'd' : 'f');
  return name;
}

/* Sine or cosine of degrees where there are no doubles. */
static held wave_of_degrees(walk *w, scope *s, int node) {
  const int radians = burl__binary(w->m, VALUE_TIMES, real_of(w, s, argument_of(w, node, 0)),
                                   burl__real(w->m, 3.14159265358979323846 / 180.0));
  return as_value(call_value(w, s, node_at(w, node)->op == OP_sin_degrees ? "lane_sin" : "lane_cos", &radians, 1));
}

static held operation(walk *w, scope *s, int node) {
  const burl__node *const n = node_at(w, node);
  const int is_double = burl__operations[n->op].in == BURL__DOUBLE, is_wide = is_double && !is_by_cells(w);
  char name[64];
  int values[BURL__ARGUMENTS];
  if (is_double && is_by_cells(w)) {
    const held as_places = place_operation(w, s, node);
    if (as_places.what != ABSENT) return as_places;
    if (n->op == OP_sin_degrees || n->op == OP_cos_degrees) return wave_of_degrees(w, s, node);
  }
  for (int a = 0; a < n->arity; a++) values[a] = real_of(w, s, argument_of(w, node, a));
  if (n->op == OP_widen) return is_by_cells(w) ? as_value(values[0]) : as_value(burl__convert_to(w->m, values[0], KIND_WIDE));
  if (n->op == OP_narrow) return as_value(burl__convert_to(w->m, values[0], KIND_REAL));
  if (n->op == OP_half_power)
    values[1] = burl__int_literal(w->m, (int)(2.0 * node_at(w, argument_of(w, node, 1))->value));
  return as_value(call_value(w, s, function_of(w, n, is_wide, name), values, n->arity));
}

/* ---- Noises -------------------------------------------------------------------------------------- */

static int is_simplex(int op) { return burl__operations[op].rule == BURL__RULE_BUMPS; }
static int is_cells(int op) { return burl__operations[op].rule == BURL__RULE_POINTS; }

/* Where a noise's argument lies, as its function takes it. */
static burl__place_of noise_place(walk *w, scope *s, int node, int axis) {
  const burl__node *const n = node_at(w, node);
  const burl__noise *const noise = n->setup;
  const int from = argument_of(w, node, axis), dims = burl__int_literal(w->m, noise->dims);
  const uint32_t period = noise->period[axis];
  if (!is_by_cells(w)) {
    const int at = hold(w, s, from)->value, length = burl__wide(w->m, (double)period);
    const burl__code_argument block[] = {value_argument(dims), value_argument(at), value_argument(length)};
    if (is_simplex(n->op)) return call_place(w, s, period ? "block_in_period" : "block_place", block, period ? 3 : 2);
    return call_place(w, s, period ? "place_in_period" : "place_of", block + 1, period ? 2 : 1);
  }
  burl__place_of place = place_of(w, s, from);
  if (period) {
    const int length = burl__word_literal(w->m, period);
    const burl__code_argument a[] = {place_argument(place), value_argument(length)};
    place = call_place(w, s, "place_wrapped", a, 2);
  }
  if (!is_simplex(n->op)) return place;
  const burl__code_argument a[] = {value_argument(dims), place_argument(place)};
  return call_place(w, s, "block_of_place", a, 2);
}

static const char *sampler_of(int op, int asked) {
  if (is_simplex(op)) return "sample_simplex";
  if (is_cells(op)) return "sample_cells";
  if (burl__operations[op].rule != BURL__RULE_GRADIENT && burl__operations[op].rule != BURL__RULE_TAPS) return "sample_white";
  return asked == ASKED_SLOPES ? "slopes_of_lattice" : "sample_lattice";
}

/* What the function returns, of the leaves of what is sampled: a value; a plane with the value as its rest; and what
 * jitter does. */
static int returned_value(walk *w, int dims, int asked, const int *leaves, int count) {
  int parts[4];
  if (count <= 0) return BURL__NO_VALUE;
  if (asked == ASKED_BY_JITTER) return leaves[count - 1];
  if (asked == ASKED_VALUE) return count == 1 ? leaves[0] : leaves[4];
  for (int i = 0; i < 4; i++) parts[i] = i < dims ? leaves[i] : leaves[4];
  return burl__make(w->m, burl__vector_of(KIND_REAL, dims < 4 ? dims + 1 : 4), parts);
}

static const char *noise_name(walk *w, int op, int dims, int asked) {
  char name[80];
  snprintf(name, sizeof name, "%s%d%s", burl__operations[op].name, dims,
           asked == ASKED_SLOPES ? "_slopes" : asked == ASKED_BY_JITTER ? "_by_jitter" : "");
  const char *const kept = burl__arena_text(w->m->arena, name, strlen(name));
  if (!kept) w->m->failed = 1;
  return kept;
}

static int fill_noise_function(walk *w, const burl__noise *known, int op, int asked, int function) {
  burl__module *const m = w->m;
  const int dims = known->dims, is_white = strcmp(sampler_of(op, asked), "sample_white") == 0;
  const burl__settings settings = {known, NULL, -1, 0};
  burl__code_argument a[4], places = {.what = ARGUMENT_PLACES};
  int leaves[BURL__MOST_LEAVES], count = 0;
  const int cell = burl__add_parameter(m, function, is_simplex(op) ? "block" : "cell", burl__vector_of(KIND_WORD, dims));
  const int fraction = is_white ? burl__real(m, 0) : burl__add_parameter(m, function, "fraction", burl__vector_of(KIND_REAL, dims));
  for (int i = 0; i < 4; i++)
    places.place[i] = i < dims ? (burl__place_of){burl__part(m, cell, i), is_white ? fraction : burl__part(m, fraction, i)}
                               : (burl__place_of){burl__word_literal(m, 0), burl__real(m, 0)};
  a[count++] = (burl__code_argument){.what = ARGUMENT_SETTINGS, .settings = &settings};
  if (is_simplex(op)) a[count++] = value_argument(burl__int_literal(m, asked == ASKED_SLOPES));
  if (is_cells(op)) a[count++] = value_argument(burl__int_literal(m, asked));
  a[count++] = places;
  if (is_cells(op))
    a[count++] = value_argument(known->varies ? burl__add_parameter(m, function, "jitter", burl__kind_of(KIND_REAL))
                                              : burl__real(m, 0));
  const int all = burl__evaluate_call(w->e, function, sampler_of(op, asked), a, count, leaves);
  const int value = returned_value(w, dims, asked, leaves, all);
  if (value < 0) return 0;
  m->functions[function].value = value;
  m->functions[function].result = m->values[value].kind;
  return !m->failed;
}

/* The function of a noise, made where there is none yet. */
static int noise_function_of(walk *w, const burl__node *n, int asked) {
  const burl__noise *const known = burl__known_settings(w->e, n->setup);
  for (noise_function *f = w->noises; f; f = f->next)
    if (f->known == known && f->op == n->op && f->asked == asked) return f->function;
  noise_function *const added = take(w, sizeof *added);
  const char *const name = added && known ? noise_name(w, n->op, known->dims, asked) : NULL;
  const int function = name ? burl__add_function(w->m, name) : -1, block = w->m->block;
  if (function < 0) return w->m->failed ? -1 : (w->m->failed = 1, -1);
  *added = (noise_function){w->noises, known, n->op, asked, function};
  w->noises = added;
  w->m->block = w->m->functions[function].block;
  const int is_filled = fill_noise_function(w, known, n->op, asked, function);
  w->m->block = block;
  return is_filled ? function : -1;
}

/* Which of the keys are a noise's: added to the others. */
static int first_key(walk *w, const burl__noise *noise) {
  burl__walk_task *const t = w->task;
  for (size_t i = 0; t->keys && i < 2; i++)
    if (t->key_count + i < t->key_room) t->keys[t->key_count + i] = i ? noise->high : noise->low;
  t->key_count += 2;
  return (int)t->key_count - 2;
}

static int call_noise(walk *w, scope *s, int node, int asked, const int places[2], int jitter, int key) {
  const burl__node *const n = node_at(w, node);
  const burl__noise *const noise = n->setup;
  const int function = noise_function_of(w, n, asked);
  if (function < 0) return BURL__NO_VALUE;
  burl__settings settings = {burl__known_settings(w->e, noise), noise, -1, 0};
  int values[BURL__MOST_LEAVES + 4], count = 0;
  if (w->task->has_keys) {
    settings.keys = burl__add_uniform(w->m, &(burl__uniform){.name = "keys", .base = KIND_WORD});
    settings.first_key = key;
  }
  values[count++] = places[0];
  if (strcmp(sampler_of(n->op, asked), "sample_white") != 0) values[count++] = places[1];
  if (noise->varies) values[count++] = jitter;
  count += burl__setting_arguments(w->e, function, &settings, values + count);
  (void)s;
  const int value = burl__value_at(w->m, VALUE_CALL, w->m->functions[function].result, function, count, values);
  return burl__name_value(w->m, value, asked == ASKED_SLOPES ? "slopes" : burl__operations[n->op].name);
}

static held sample_noise(walk *w, scope *s, int node) {
  const burl__node *const n = node_at(w, node);
  const burl__noise *const noise = n->setup;
  const int dims = noise->dims, wanted = w->slopes[node];
  int cells[4], fractions[4], jitter = BURL__NO_VALUE;
  for (int a = 0; a < dims; a++) {
    static const char *const axes[] = {"x", "y", "z", "w"};
    const burl__place_of place = noise_place(w, s, node, a);
    if (w->m->failed) return as_value(BURL__NO_VALUE);
    if (w->m->values[place.cell].form == VALUE_PART)
      burl__name_value(w->m, w->m->values[place.cell].argument[0], axes[a]);
    cells[a] = place.cell;
    fractions[a] = place.fraction;
  }
  if (noise->varies) jitter = real_of(w, s, argument_of(w, node, dims));
  const int places[] = {
      burl__name_value(w->m, burl__make(w->m, burl__vector_of(KIND_WORD, dims), cells), "cells"),
      burl__name_value(w->m, burl__make(w->m, burl__vector_of(KIND_REAL, dims), fractions), "fractions")};
  const int key = w->task->has_keys ? first_key(w, noise) : 0;
  held h = as_value(BURL__NO_VALUE);
  for (int i = 0; i < 5; i++) h.slope[i] = BURL__NO_VALUE;
  if (wanted & 15) {
    const int slopes = call_noise(w, s, node, ASKED_SLOPES, places, jitter, key);
    for (int i = 0; i < dims; i++) h.slope[i] = burl__part(w->m, slopes, i);
    if (dims < 4) h.value = burl__part(w->m, slopes, dims);
  }
  if (wanted & 1 << BURL__BY_JITTER) h.slope[BURL__BY_JITTER] = call_noise(w, s, node, ASKED_BY_JITTER, places, jitter, key);
  if (h.value < 0) h.value = call_noise(w, s, node, ASKED_VALUE, places, jitter, key);
  return h;
}

/* ---- Functions of parts -------------------------------------------------------------------------- */

static int open_scope(walk *w, scope *s, const char *name, int reads_point, int reads_time) {
  const int dims = w->task->dims;
  s->function = burl__add_function(w->m, name);
  s->nodes = take(w, (w->task->view->graph->count + 1) * sizeof *s->nodes);
  s->point = s->fraction = s->time = BURL__NO_VALUE;
  if (s->function < 0 || !s->nodes) return 0;
  if (reads_point && is_by_cells(w)) {
    s->point = burl__add_parameter(w->m, s->function, "cell", burl__vector_of(KIND_INT, dims));
    s->fraction = burl__add_parameter(w->m, s->function, "fraction", burl__vector_of(KIND_REAL, dims));
  } else if (reads_point) {
    s->point = burl__add_parameter(w->m, s->function, "p", burl__vector_of(KIND_WIDE, dims));
  }
  if (reads_time)
    s->time = burl__add_parameter(w->m, s->function, "t", burl__kind_of(is_by_cells(w) ? KIND_REAL : KIND_WIDE));
  return !w->m->failed;
}

/* The function around a node, which is opened with the first of its nodes; those around it first. */
static scope *reach_scope(walk *w, int part) {
  if (part < 0) return w->entry;
  if (w->scopes[part]) return w->scopes[part];
  scope *const outer = reach_scope(w, w->outline.outer[part]);
  scope *const s = outer ? take(w, sizeof *s) : NULL;
  if (!s) return NULL;
  *s = (scope){.part = part, .outer = outer};
  if (!open_scope(w, s, w->task->names[part], w->outline.reads_point[part], w->outline.reads_time[part])) return NULL;
  return w->scopes[part] = s;
}

static int value_of_held(walk *w, const held *h) {
  if (h->what == AS_VALUE) return h->value;
  const int record = kind_of_place(w);
  const int parts[] = {h->place.cell, h->place.fraction};
  return record < 0 ? BURL__NO_VALUE : burl__make(w->m, (burl__kind){KIND_RECORD, 1, record}, parts);
}

/* Ends a part's function with its node's value, and calls it in the function around it. */
static int call_part(walk *w, scope *s) {
  burl__function *const f = &w->m->functions[s->function];
  scope *const outer = s->outer;
  int values[16], count = 0;
  f->value = s->nodes[s->part].value;
  if (f->value < 0) return 0;
  f->result = w->m->values[f->value].kind;
  w->m->block = w->m->functions[outer->function].block;
  if (s->point >= 0) values[count++] = outer->point;
  if (s->fraction >= 0) values[count++] = outer->fraction;
  if (s->time >= 0) values[count++] = outer->time;
  for (int i = 0; i < s->extra_count && count < 16; i++) values[count++] = value_of_held(w, hold(w, outer, s->extra[i]));
  const burl__kind kind = w->m->functions[s->function].result;
  outer->nodes[s->part] = as_value(burl__value_at(w->m, VALUE_CALL, kind, s->function, count, values));
  return outer->nodes[s->part].value >= 0;
}

/* ---- The walk ------------------------------------------------------------------------------------ */

static int is_held_anywhere(int op) {
  return op == BURL__CONSTANT || op == BURL__STEP || op == BURL__COORDINATE || op == BURL__KNOB;
}

static int walk_node(walk *w, int node) {
  const burl__node *const n = node_at(w, node);
  const int owner = w->outline.owner[node];
  if (is_held_anywhere(n->op)) return 1;
  scope *const s = reach_scope(w, owner);
  if (!s) return 0;
  w->m->block = w->m->functions[s->function].block;
  if (n->op == BURL__PARTIAL) {
    scope *const of = s;
    const held *const noise = hold(w, of, argument_of(w, node, 0));
    s->nodes[node] = as_value(noise->slope[(int)n->value]);
  } else if (burl__is_noise(n->op)) {
    s->nodes[node] = sample_noise(w, s, node);
  } else {
    s->nodes[node] = operation(w, s, node);
  }
  held *const h = &s->nodes[node];
  if (h->what == AS_VALUE && h->value < 0) return 0;
  if (h->what == AS_VALUE && owner != node) burl__name_value(w->m, h->value, w->task->names[node]);
  return owner == node ? call_part(w, s) : !w->m->failed;
}

static int note_slopes(walk *w) {
  if (!(w->slopes = take(w, w->task->view->graph->count + 1))) return 0;
  for (int i = 0; i < (int)w->task->view->graph->count; i++)
    if (w->outline.needed[i] && node_at(w, i)->op == BURL__PARTIAL)
      w->slopes[argument_of(w, i, 0)] |= (unsigned char)(1 << (int)node_at(w, i)->value);
  return 1;
}

static int result_of(walk *w) {
  const burl__outputs *const o = w->task->outputs;
  int parts[4];
  w->m->block = w->m->functions[w->entry->function].block;
  for (int c = 0; c < o->channels; c++) {
    const int node = burl__behind_gates(w->task->view, o->node[c]);
    parts[c] = burl__convert_to(w->m, real_of(w, w->entry, node), KIND_REAL);
    if (parts[c] < 0) return BURL__NO_VALUE;
  }
  return burl__make(w->m, burl__vector_of(KIND_REAL, o->channels), parts);
}

int burl__walk(burl__module *module, burl__evaluator *evaluator, burl__walk_task *task,
               burl__coordinates coordinates, const char *entry) {
  walk w = {.m = module, .e = evaluator, .task = task, .coordinates = coordinates};
  const int count = (int)task->view->graph->count;
  scope main_scope = {.part = -1};
  if (!burl__outline_make(&w.outline, task->view, task->outputs, task->names, module->arena) || !note_slopes(&w) ||
      !(w.scopes = take(&w, (size_t)(count + 1) * sizeof *w.scopes))) {
    module->failed = 1;
    return -1;
  }
  w.entry = &main_scope;
  if (!open_scope(&w, &main_scope, entry, 1, task->reads_time)) return -1;
  for (int i = 0; i < count; i++)
    if (w.outline.needed[i] && !walk_node(&w, i)) {
      if (!module->failed) module->failed = 3, module->misread = "a node";
      return -1;
    }
  const int value = result_of(&w);
  if (value < 0) return -1;
  burl__function *const f = &module->functions[main_scope.function];
  f->value = value;
  f->result = module->values[value].kind;
  f->is_entry = 1;
  return main_scope.function;
}
