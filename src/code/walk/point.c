/* All coordinates of a point at once: an operation that is the same for each of them is one call. */
#include <stdio.h>
#include <string.h>

#include "code/walk/scope.h"

/* ---- Functions ----------------------------------------------------------------------------------- */

/* For each: what it is called; the function of src/noise that it calls for each coordinate; and what that takes behind
 * the coordinate: w a word, one for all, v one for each; r and s the same of reals; n the word before it as a real;
 * 0 no cells. */
static const struct {
  const char *name, *of_each, *takes;
  const char *names[4];
} functions[POINT_COUNT] = {
    [POINT_MOVED] = {"moved", "place_moved", "0s", {"by"}},
    [POINT_FAR] = {"moved_far", "place_moved", "vs", {"cells", "by"}},
    [POINT_PLUS] = {"plus", "place_plus", "s", {"by"}},
    [POINT_TIMES] = {"times", "place_times", "wn", {"times"}},
    [POINT_SCALED] = {"scaled", "place_scaled", "wwwr", {"whole", "part", "rest", "by"}},
    [POINT_WRAPPED] = {"wrapped", "place_wrapped", "v", {"period"}},
    [POINT_BLOCKS] = {"blocks", "block_of_place", "", {NULL}},
    [POINT_OF_DOUBLES] = {"place_of", "place_of", "", {NULL}},
    [POINT_BLOCKS_OF_DOUBLES] = {"blocks_of", "block_place", "", {NULL}},
};

static int is_of_doubles(burl__point_function what) { return what >= POINT_OF_DOUBLES; }
static int is_of_blocks(burl__point_function what) { return what == POINT_BLOCKS || what == POINT_BLOCKS_OF_DOUBLES; }

/* The function's parameters behind the point: values. */
static void add_parameters(burl__code_walk *w, burl__point_function what, int function, int dims, int values[4]) {
  const char *const takes = functions[what].takes;
  for (int i = 0, k = 0; takes[i]; i++) {
    if (takes[i] == 'n' || takes[i] == '0') continue;
    const burl__base base = takes[i] == 'w' || takes[i] == 'v' ? KIND_WORD : KIND_REAL;
    const int is_each = takes[i] == 'v' || takes[i] == 's';
    values[i] =
        burl__add_parameter(w->m, function, functions[what].names[k++], burl__vector_of(base, is_each ? dims : 1));
  }
}

/* What becomes of coordinate number `axis`. */
static burl__place_of one_axis(burl__code_walk *w, burl__point_function what, int function, int point, int axis,
                               const int values[4], int dims) {
  burl__module *const m = w->m;
  const char *const takes = functions[what].takes;
  burl__code_argument a[6];
  int count = 0;
  if (is_of_blocks(what)) a[count++] = burl__value_argument(burl__int_literal(m, dims));
  if (is_of_doubles(what)) a[count++] = burl__value_argument(burl__part(m, point, axis));
  else
    a[count++] = burl__place_argument(
        (burl__place_of){burl__part(m, burl__part(m, point, 0), axis), burl__part(m, burl__part(m, point, 1), axis)});
  for (int i = 0; takes[i]; i++) {
    int value = takes[i] == '0' ? burl__word_literal(m, 0) : values[i];
    if (takes[i] == 'n') value = burl__convert_to(m, burl__convert_to(m, values[i - 1], KIND_INT), KIND_REAL);
    if (takes[i] == 'v' || takes[i] == 's') value = burl__part(m, value, axis);
    a[count++] = burl__value_argument(value);
  }
  burl__evaluate_here(w->e);
  return burl__call_place(w, function, functions[what].of_each, a, count);
}

/* The record of these places. */
static int make_point(burl__code_walk *w, const burl__place_of *places, int dims) {
  int cells[4], fractions[4];
  for (int a = 0; a < dims; a++) {
    cells[a] = places[a].cell;
    fractions[a] = places[a].fraction;
  }
  const burl__base base = burl__is_by_floats(w) ? KIND_REAL : KIND_WORD;
  const int parts[] = {burl__make(w->m, burl__vector_of(base, dims), cells),
                       burl__make(w->m, burl__vector_of(KIND_REAL, dims), fractions)};
  return burl__make(w->m, burl__kind_of_places(w, dims), parts);
}

static int add_point_function(burl__code_walk *w, burl__point_function what, int dims) {
  burl__module *const m = w->m;
  char name[32];
  int values[4] = {0};
  burl__place_of places[4];
  snprintf(name, sizeof name, dims > 1 ? "%s%d" : "%s", functions[what].name, dims);
  const char *const kept = burl__arena_text(m->arena, name, strlen(name));
  const int function = kept ? burl__add_function(m, kept) : -1, block = m->block;
  if (function < 0) return burl__module_fail(m, FAILED_MEMORY);
  m->block = m->functions[function].block;
  const int point = is_of_doubles(what) ? burl__add_parameter(m, function, "p", burl__vector_of(KIND_WIDE, dims))
                                        : burl__add_parameter(m, function, "at", burl__kind_of_places(w, dims));
  add_parameters(w, what, function, dims, values);
  for (int a = 0; a < dims; a++) places[a] = one_axis(w, what, function, point, a, values, dims);
  const int value = make_point(w, places, dims);
  m->functions[function].value = value;
  m->functions[function].result = burl__kind_of_places(w, dims);
  m->block = block;
  return value < 0 ? -1 : function;
}

/* Calls the function with a point and what it takes beside. */
static int call_point(burl__code_walk *w, burl__point_function what, int dims, const int *values, int count) {
  if (!w->points[what][dims]) w->points[what][dims] = add_point_function(w, what, dims) + 1;
  const int function = w->points[what][dims] - 1;
  if (function < 0) return BURL__NO_VALUE;
  return burl__name_value(
      w->m, burl__value_at(w->m, VALUE_CALL, burl__kind_of_places(w, dims), function, count, values), "at");
}

/* ---- Points by cells ------------------------------------------------------------------------------ */

static double floor_of(double a) { return __builtin_floor(a); }

static double constant_at(const burl__code_walk *w, int node) { return burl__walk_node(w, node)->value; }
/* Whether all nodes are of this operation, made here, the first argument of each a place. */
static int are_alike(burl__code_walk *w, burl__code_scope *s, const int *nodes, int dims, int op) {
  for (int a = 0; a < dims; a++) {
    const int is_made_here = burl__scope_of(w, nodes[a]) == s || burl__is_computed_late(w, s, nodes[a]);
    if (burl__walk_node(w, nodes[a])->op != op || !is_made_here) return 0;
    if (!burl__holds_place(w, s, burl__walk_argument(w, nodes[a], 0))) return 0;
  }
  return 1;
}

/* Whether all are numbers that the text has, and places can be. */
static int are_constant(burl__code_walk *w, const int *nodes, int dims) {
  for (int a = 0; a < dims; a++)
    if (!burl__is_fixed(w, nodes[a]) || burl__is_nowhere(w, nodes[a])) return 0;
  return 1;
}

/* The point moved by constants; sign: of these. */
static int moved_point(burl__code_walk *w, int point, const int *by, int dims, double sign) {
  double numbers[4];
  for (int a = 0; a < dims; a++) numbers[a] = sign * constant_at(w, by[a]);
  if (burl__is_by_floats(w))
    return burl__point_of_parts(w, burl__pair_moved(w, burl__parts_of_point(w, point), numbers, dims), dims);
  int cells[4] = {0}, fractions[4] = {0}, is_near = 1;
  for (int a = 0; a < dims; a++) {
    const double below = floor_of(numbers[a]);
    is_near &= below == 0;
    cells[a] = burl__word_literal(w->m, (uint32_t)(int64_t)below);
    fractions[a] = burl__real(w->m, numbers[a] - below);
  }
  const int fraction = burl__make(w->m, burl__vector_of(KIND_REAL, dims), fractions);
  if (is_near) return call_point(w, POINT_MOVED, dims, (const int[]){point, fraction}, 2);
  const int cell = burl__make(w->m, burl__vector_of(KIND_WORD, dims), cells);
  return call_point(w, POINT_FAR, dims, (const int[]){point, cell, fraction}, 3);
}

/* The point plus numbers that are no places. */
static int point_plus(burl__code_walk *w, burl__code_scope *s, int point, const int *by, int dims) {
  int reals[4];
  for (int a = 0; a < dims; a++) reals[a] = burl__real_at(w, s, by[a]);
  const int vector = burl__make(w->m, burl__vector_of(KIND_REAL, dims), reals);
  if (burl__is_by_floats(w))
    return burl__point_of_parts(w, burl__pair_plus(w, burl__parts_of_point(w, point), vector), dims);
  return call_point(w, POINT_PLUS, dims, (const int[]){point, vector}, 2);
}

/* The point times a positive constant. */
static int scaled_point(burl__code_walk *w, int point, int dims, double by) {
  if (burl__is_by_floats(w))
    return burl__point_of_parts(w, burl__pair_scaled(w, burl__parts_of_point(w, point), by), dims);
  const double whole = floor_of(by), part = floor_of((by - whole) * 4294967296.0);
  if (whole == by)
    return call_point(w, POINT_TIMES, dims, (const int[]){point, burl__word_literal(w->m, (uint32_t)by)}, 2);
  const double rest = ((by - whole) * 4294967296.0 - part) * 4294967296.0;
  const int values[] = {point, burl__word_literal(w->m, (uint32_t)whole), burl__word_literal(w->m, (uint32_t)part),
                        burl__word_literal(w->m, (uint32_t)rest), burl__real(w->m, by)};
  return call_point(w, POINT_SCALED, dims, values, 5);
}

/* By how much multiplying by, or dividing by, these constants scales a point; 0: it doesn't. */
static double one_scale(burl__code_walk *w, const int *nodes, int dims, int op) {
  if (!are_constant(w, nodes, dims)) return 0;
  for (int a = 0; a < dims; a++)
    if (nodes[a] != nodes[0]) return 0;
  const double number = constant_at(w, nodes[0]), by = op == OP_divide_d ? 1 / number : number;
  return by > 0 && by < 4294967296.0 ? by : 0;
}

/* A point whose coordinates come alike of another one's; BURL__NO_VALUE: they don't. */
static int derived_point(burl__code_walk *w, burl__code_scope *s, const int *nodes, int dims) {
  int first[4] = {0}, second[4] = {0};
  const int op = burl__walk_node(w, nodes[0])->op;
  if (op != OP_add_d && op != OP_subtract_d && op != OP_multiply_d && op != OP_divide_d) return BURL__NO_VALUE;
  if (!are_alike(w, s, nodes, dims, op)) return BURL__NO_VALUE;
  int are_places = 0;
  for (int a = 0; a < dims; a++) {
    first[a] = burl__walk_argument(w, nodes[a], 0);
    second[a] = burl__walk_argument(w, nodes[a], 1);
    are_places |= burl__is_fixed(w, second[a]) || burl__holds_place(w, s, second[a]);
  }
  if (op == OP_add_d || op == OP_subtract_d) {
    const int is_moved = are_constant(w, second, dims), is_plus = op == OP_add_d && !are_places;
    if (!is_moved && !is_plus) return BURL__NO_VALUE;
    const int from = burl__point_at(w, s, first, dims);
    return is_moved ? moved_point(w, from, second, dims, op == OP_add_d ? 1 : -1)
                    : point_plus(w, s, from, second, dims);
  }
  const double by = one_scale(w, second, dims, op);
  return by > 0 ? scaled_point(w, burl__point_at(w, s, first, dims), dims, by) : BURL__NO_VALUE;
}

/* ---- Points --------------------------------------------------------------------------------------- */

static int is_own_point(const burl__code_scope *s, const int *nodes, int dims) {
  int is_own = s->point >= 0 && dims == s->at.dims;
  for (int a = 0; a < dims && is_own; a++) is_own = s->at.coordinate[a] == nodes[a];
  return is_own;
}

int burl__point_at(burl__code_walk *w, burl__code_scope *s, const int *nodes, int dims) {
  burl__place_of places[4];
  int values[4];
  if (is_own_point(s, nodes, dims)) return s->point;
  if (!burl__has_places(w)) {
    for (int a = 0; a < dims; a++) values[a] = burl__hold(w, s, nodes[a])->value;
    return burl__make(w->m, burl__vector_of(KIND_WIDE, dims), values);
  }
  const int derived = derived_point(w, s, nodes, dims);
  if (derived >= 0 || w->m->failed) return derived;
  for (int a = 0; a < dims; a++) places[a] = burl__place_at(w, s, nodes[a]);
  return burl__name_value(w->m, make_point(w, places, dims), "at");
}

/* ---- Noises' points ------------------------------------------------------------------------------- */

/* By cells: the point in the noise's periods; some axes may have none. */
static int wrapped_point(burl__code_walk *w, burl__code_scope *s, const burl__noise *noise, int point) {
  int periods[4], all_have = 1;
  burl__place_of places[4];
  for (int a = 0; a < noise->dims; a++) {
    periods[a] = burl__word_literal(w->m, noise->period[a]);
    all_have &= noise->period[a] != 0;
  }
  if (all_have) {
    const int period = burl__make(w->m, burl__vector_of(KIND_WORD, noise->dims), periods);
    return call_point(w, POINT_WRAPPED, noise->dims, (const int[]){point, period}, 2);
  }
  for (int a = 0; a < noise->dims; a++) {
    places[a] = (burl__place_of){burl__part(w->m, burl__part(w->m, point, 0), a),
                                 burl__part(w->m, burl__part(w->m, point, 1), a)};
    const burl__code_argument both[] = {burl__place_argument(places[a]), burl__value_argument(periods[a])};
    if (noise->period[a]) places[a] = burl__call_place(w, s->function, "place_wrapped", both, 2);
  }
  return make_point(w, places, noise->dims);
}

/* A period of a noise, as a parameter of the function. */
static int period_of(burl__code_walk *w, const burl__settings *settings, int function, int axis) {
  const burl__code_argument a[] = {{.what = ARGUMENT_SETTINGS, .settings = settings},
                                   burl__value_argument(burl__int_literal(w->m, axis))};
  int leaves[BURL__MOST_LEAVES];
  return burl__evaluate_call(w->e, function, "period_along", a, 2, leaves) ? leaves[0] : BURL__NO_VALUE;
}

/* A coordinate as a place, in the noise's period along its axis. */
static burl__place_of place_of_double(burl__code_walk *w, const burl__settings *settings, int function, int axis,
                                      int at) {
  const burl__noise *const noise = settings->known;
  const int has_period = noise->period[axis] != 0, is_simplex = burl__is_simplex(noise);
  const burl__code_argument all[] = {
      burl__value_argument(burl__int_literal(w->m, noise->dims)), burl__value_argument(at),
      burl__value_argument(has_period ? period_of(w, settings, function, axis) : BURL__NO_VALUE)};
  if (is_simplex)
    return burl__call_place(w, function, has_period ? "block_in_period" : "block_place", all, 2 + has_period);
  return burl__call_place(w, function, has_period ? "place_in_period" : "place_of", all + 1, 1 + has_period);
}

int burl__point_of_doubles(burl__code_walk *w, const burl__settings *settings, int function, int p) {
  const burl__noise *const noise = settings->known;
  burl__place_of places[4];
  int has_period = 0;
  for (int a = 0; a < noise->dims; a++) has_period |= noise->period[a] != 0;
  if (!has_period)
    return call_point(w, burl__is_simplex(noise) ? POINT_BLOCKS_OF_DOUBLES : POINT_OF_DOUBLES, noise->dims, &p, 1);
  for (int a = 0; a < noise->dims; a++) places[a] = place_of_double(w, settings, function, a, burl__part(w->m, p, a));
  return make_point(w, places, noise->dims);
}

int burl__point_of_noise(burl__code_walk *w, burl__code_scope *s, int node) {
  const burl__noise *const noise = burl__walk_node(w, node)->setup;
  int nodes[4] = {0}, has_period = 0;
  for (int a = 0; a < noise->dims; a++) {
    nodes[a] = burl__coordinate_of_noise(w->task->view, node, a);
    has_period |= noise->period[a] != 0;
  }
  int point = burl__point_at(w, s, nodes, noise->dims);
  if (!burl__has_places(w) || burl__is_by_floats(w)) return point;
  if (has_period) point = wrapped_point(w, s, noise, point);
  return burl__is_simplex(noise) ? call_point(w, POINT_BLOCKS, noise->dims, &point, 1) : point;
}
