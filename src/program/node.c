/* The makers of node.h. */
#include "program/node.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "noise/power.h"
#include "program/bounds.h"
#include "program/noise_setup.h"
#include "program/period.h"
#include "program/pieces.h"

/* ---- Leaves ------------------------------------------------------------------------------------- */

/* lap: see period.h; NULL: none. */
static int constant_with_lap(burl__graph *graph, double value, burl__type type, const double *lap) {
  const double rounded = isnan(value) ? (double)NAN : type == BURL__FLOAT ? (double)(float)value : value;
  const double bound = isnan(rounded) ? 0.0 : rounded;
  burl__node node = {.op = BURL__CONSTANT, .type = type, .value = rounded, .range = {bound, bound, isnan(rounded)}};
  if (lap) memcpy(node.lap, lap, sizeof node.lap);
  return burl__add_node(graph, &node);
}

int burl__constant(burl__graph *graph, double value, burl__type type) {
  return constant_with_lap(graph, value, type, NULL);
}

int burl__tiled(burl__graph *graph, int reduced, int axis, double period) {
  if (!burl__is_constant(graph, reduced)) {
    graph->nodes[reduced].lap[axis] = period;
    return reduced;
  }
  double lap[4] = {0.0};
  lap[axis] = period;
  return constant_with_lap(graph, burl__value_of(graph, reduced), BURL__DOUBLE, lap);
}

int burl__literal(burl__graph *graph, double value) { return burl__constant(graph, value, BURL__WEAK); }

int burl__coordinate(burl__graph *graph, int axis) {
  const double most = 1.79769313486231570815e308;
  const burl__node node = {
      .op = BURL__COORDINATE, .type = BURL__DOUBLE, .value = axis, .axes = 1u << axis, .range = {-most, most, 0}};
  return burl__add_node(graph, &node);
}

static void inherit_axes(burl__graph *graph, burl__node *node) {
  for (int i = 0; i < node->arity; i++) node->axes |= graph->nodes[node->argument[i]].axes;
}

int burl__step_of(burl__graph *graph, int axis) {
  const burl__node node = {.op = BURL__STEP, .type = BURL__FLOAT, .value = axis, .range = {0.0, (double)FLT_MAX, 0}};
  return burl__add_node(graph, &node);
}

int burl__turned(burl__graph *graph, int axis) {
  const burl__node node = {.op = BURL__STEP, .type = BURL__FLOAT, .value = BURL__TURNED + axis, .range = {0.0, 1.0, 0}};
  return burl__add_node(graph, &node);
}

int burl__knob_of(burl__graph *graph, int knob, burl_range range) {
  const burl__node node = {.op = BURL__KNOB,
                           .type = BURL__FLOAT,
                           .value = knob,
                           .range = {fmax(range.lo, -(double)FLT_MAX), fmin(range.hi, (double)FLT_MAX), 0}};
  return burl__add_node(graph, &node);
}

int burl__gate(burl__graph *graph, int without, int whole, int faded, const void *spacing) {
  if (without < 0 || whole < 0 || faded < 0 || !spacing) return BURL__NONE;
  const burl__type type = graph->nodes[whole].type == BURL__DOUBLE ? BURL__DOUBLE : BURL__FLOAT;
  burl__node node = {.op = BURL__GATE,
                     .arity = 3,
                     .type = type,
                     .argument = {without, whole, faded},
                     .setup = spacing,
                     .range = {INFINITY, -INFINITY, 0}};
  for (int i = 0; i < node.arity; i++) {
    if ((node.argument[i] = burl__convert(graph, node.argument[i], type)) < 0) return BURL__NONE;
    const burl_range range = graph->nodes[node.argument[i]].range;
    node.range = (burl_range){fmin(node.range.lo, range.lo), fmax(node.range.hi, range.hi),
                              node.range.may_be_nan | range.may_be_nan};
  }
  inherit_axes(graph, &node);
  if (!burl__lap(graph, &node)) return BURL__NONE;
  return burl__add_node(graph, &node);
}

int burl__field(burl__graph *graph, const void *setup, const int *of, int count, burl_range range) {
  burl__node node = {
      .op = BURL__FIELD, .arity = count, .type = BURL__FLOAT, .axes = 15u, .setup = setup, .range = range};
  for (int i = 0; i < count; i++) node.argument[i] = of[i];
  const int known = burl__find_node(graph, &node);
  if (known >= 0) return known;
  const int index = burl__add_node(graph, &node);
  if (index >= 0) graph->whole_grid++;
  return index;
}

int burl__read_count(const burl__node *node) {
  return node->op == BURL__FIELD ? 0 : node->op == BURL__READ ? 2 : node->arity;
}

int burl__read_surface(burl__graph *graph, int field, const int coordinate[2], const burl__surface_reading *reading) {
  if (field < 0) return BURL__NONE;
  burl__node node = {.op = BURL__READ, .arity = 3, .type = BURL__FLOAT, .range = {-INFINITY, INFINITY, 1}};
  for (int axis = 0; axis < 2; axis++)
    if ((node.argument[axis] = burl__convert(graph, coordinate[axis], BURL__DOUBLE)) < 0) return BURL__NONE;
  node.argument[2] = field;
  if (reading->layer == 0 && reading->order[0] + reading->order[1] == 0) node.range = graph->nodes[field].range;
  node.range.may_be_nan = 1; /* where no ground is, or no place */
  if (!(node.setup = burl__keep_setup(graph, reading, sizeof *reading))) return BURL__NONE;
  inherit_axes(graph, &node);
  if (!burl__lap(graph, &node)) return BURL__NONE;
  const int known = burl__find_node(graph, &node);
  return known >= 0 ? known : burl__add_node(graph, &node);
}

int burl__picture_at(burl__graph *graph, const burl__picture *setup, const int *argument, burl_range range) {
  const int is_derived = setup->order[0] + setup->order[1] > 0;
  burl__node node = {.op = BURL__PICTURE,
                     .arity = burl__picture_arity(setup),
                     .type = BURL__FLOAT,
                     .axes = 15u, /* so that it is computed per sample */
                     .range = is_derived ? (burl_range){-INFINITY, INFINITY, 1} : range};
  for (int a = 0; a < node.arity; a++) {
    node.argument[a] = burl__convert(graph, argument[a], a < 2 ? BURL__DOUBLE : BURL__FLOAT);
    if (node.argument[a] < 0) return BURL__NONE;
  }
  if (!(node.setup = burl__keep_setup(graph, setup, sizeof *setup))) return BURL__NONE;
  inherit_axes(graph, &node);
  if (!burl__lap(graph, &node)) return BURL__NONE;
  const int known = burl__find_node(graph, &node);
  return known >= 0 ? known : burl__add_node(graph, &node);
}

/* Lets lines repeat with the tile whose coordinate they read. */
static void repeat_with(burl__drawing *setup, int axis, const burl__node *coordinate) {
  int along = 0, count = 0;
  for (int i = 0; i < 4; i++)
    if (coordinate->lap[i] != 0.0) along = i, count++;
  if (setup->period[axis] == 0.0 && count == 1) setup->period[axis] = fabs(coordinate->lap[along]);
}

/* Whether the lines reach over one period at most along each axis; the error where they don't. */
static int fit_periods(burl__graph *graph, const burl__drawing *setup) {
  const burl__segments *const segments = setup->image->segments;
  for (int axis = 0; segments && axis < 2; axis++) {
    const double width = segments->whole.side[2 + axis] - segments->whole.side[axis];
    if (setup->period[axis] == 0.0 || width <= setup->period[axis]) continue;
    burl__fail(graph->error, BURL_RECIPE, graph->place, "\"%.80s\" reaches over %s along %c, more than its period, %s",
               setup->image->name, burl__digits_of(width).text, "xy"[axis], burl__digits_of(setup->period[axis]).text);
    burl__hint(graph->error, "a period of %s or more, or scale(e, s)", burl__digits_of(ceil(width)).text);
    return 0;
  }
  return 1;
}

int burl__drawing_at(burl__graph *graph, const burl__drawing *lines, const int coordinate[2]) {
  burl__drawing setup;
  memcpy(&setup, lines, sizeof setup); /* its padding, too */
  burl__node node = {.op = BURL__DRAWN, .arity = 2, .type = BURL__FLOAT, .axes = 15u};
  for (int a = 0; a < 2; a++) {
    if ((node.argument[a] = burl__convert(graph, coordinate[a], BURL__DOUBLE)) < 0) return BURL__NONE;
    repeat_with(&setup, a, &graph->nodes[node.argument[a]]);
  }
  node.range = burl__drawing_range(&setup);
  if (!fit_periods(graph, &setup) || !(node.setup = burl__keep_setup(graph, &setup, sizeof setup))) return BURL__NONE;
  inherit_axes(graph, &node);
  if (!burl__lap(graph, &node)) return BURL__NONE;
  const int known = burl__find_node(graph, &node);
  return known >= 0 ? known : burl__add_node(graph, &node);
}

int burl__partial(burl__graph *graph, int noise, int axis) {
  if (noise < 0) return BURL__NONE;
  const burl__node *const of = &graph->nodes[noise];
  const double most = burl__noise_slope(of->setup, axis);
  burl__node node = {.op = BURL__PARTIAL,
                     .arity = 1,
                     .type = BURL__FLOAT,
                     .argument = {noise},
                     .value = axis,
                     .range = {-most, most, 0}};
  inherit_axes(graph, &node);
  return burl__add_node(graph, &node);
}

int burl__bend_operation(burl__noise_kind kind) {
  switch (kind) {
  case BURL__OF_GRADIENTS:
  case BURL__OF_VALUES: return OP_lattice_bend;
  case BURL__OF_BUMPS: return OP_simplex_bend;
  case BURL__OF_POINTS:
  case BURL__OF_WAVES:
  case BURL__OF_HASHES:
  case BURL__NO_NOISE: break;
  }
  return BURL__NONE;
}

/* The node's value is a + 4·b, so that derivatives by the same coordinates are one. */
burl__bend_axes burl__axes_of_bend(const burl__node *node) {
  const int axes = (int)node->value;
  return (burl__bend_axes){axes & 3, axes >> 2};
}

int burl__bend(burl__graph *graph, int noise, int a, int b) {
  if (noise < 0) return BURL__NONE;
  const burl__node *const of = &graph->nodes[noise];
  const double most = burl__noise_bend(of->setup, a, b);
  if (most == 0.0) return burl__constant(graph, 0.0, BURL__FLOAT);
  burl__node node = {.op = burl__bend_operation(burl__kind_of_noise(of->setup)),
                     .arity = of->arity,
                     .type = BURL__FLOAT,
                     .setup = of->setup,
                     .value = a < b ? a + 4 * b : b + 4 * a,
                     .range = {-most, most, 0}};
  memcpy(node.argument, of->argument, sizeof node.argument);
  inherit_axes(graph, &node);
  return burl__add_node(graph, &node);
}

int burl__alias(burl__graph *graph, int node, int name) {
  if (node < 0) return BURL__NONE;
  burl__node alias = graph->nodes[node];
  alias.op = BURL__ALIAS;
  alias.arity = 1;
  alias.argument[0] = node;
  alias.value = name;
  alias.setup = NULL;
  alias.origin = alias.steps = 0;
  alias.pieces = NULL;
  return burl__add_node(graph, &alias);
}

/* ---- Operations --------------------------------------------------------------------------------- */

/* The constant that an operation on constants gives, computed by its kernel. */
static int fold_constants(burl__graph *graph, const burl__node *node, burl__type type) {
  double arguments[BURL__ARGUMENTS][BURL__LANES], result[BURL__LANES];
  for (int a = 0; a < node->arity; a++)
    for (int i = 0; i < BURL__LANES; i++) arguments[a][i] = graph->nodes[node->argument[a]].value;
  burl__evaluate(node->op, node->arity, (const double(*)[BURL__LANES])arguments, node->setup, result);
  return constant_with_lap(graph, result[0], type, node->lap);
}

/* Sets the node's range, from those of its arguments.  0: out of memory. */
static int set_range(burl__graph *graph, burl__node *node, const burl_range *ranges) {
  const int same = node->arity > 1 && node->argument[0] == node->argument[1];
  node->range = burl__bound(node->op, node->setup, ranges, same);
  burl__trace(graph, node);
  return burl__bound_by_pieces(graph, node);
}

/* Adds a node with the given operation, arguments and setup, or the constant, of `type`, that
 * it folds to. range: its bounds, where the operation has no rule for them; else NULL. */
static int complete(burl__graph *graph, burl__node *node, burl__type type, const burl_range *range) {
  int constant = 1;
  burl_range ranges[BURL__ARGUMENTS];
  for (int i = 0; i < node->arity; i++) {
    constant &= burl__is_constant(graph, node->argument[i]);
    ranges[i] = graph->nodes[node->argument[i]].range;
  }
  if (!burl__lap(graph, node)) return BURL__NONE;
  if (constant) return fold_constants(graph, node, type);
  inherit_axes(graph, node);
  const int known = burl__find_node(graph, node);
  if (known >= 0) return known;
  if (range) node->range = *range;
  else if (!set_range(graph, node, ranges)) return BURL__NONE;
  return burl__add_node(graph, node);
}

int burl__convert(burl__graph *graph, int node, burl__type type) {
  if (node < 0) return BURL__NONE;
  const burl__node from = graph->nodes[node];
  if (from.type == type) return node;
  if (from.op == BURL__CONSTANT && from.type == BURL__WEAK) return burl__constant(graph, from.value, type);
  burl__node to = {.op = type == BURL__DOUBLE ? OP_widen : OP_narrow, .arity = 1, .type = type, .argument = {node}};
  return complete(graph, &to, type, NULL);
}

/* The operation on arguments converted to `in`, with a result of `out`; the type of a constant is
 * `folded`. */
static int operate(burl__graph *graph, int op, const int *arguments, burl__type in, burl__type out, burl__type folded) {
  burl__node node = {.op = op, .arity = burl__operations[op].arity, .type = out};
  for (int i = 0; i < node.arity; i++) {
    node.argument[i] = burl__convert(graph, arguments[i], in);
    if (node.argument[i] < 0) return BURL__NONE;
  }
  return complete(graph, &node, folded, NULL);
}

/* What operations give: whole numbers; whole ones where all arguments are, or all but the first. */
typedef enum { ANY_NUMBER, WHOLE, OF_WHOLES, OF_WHOLES_CHOSEN } wholeness;
#define BOTH(name, kind) [OP_##name##_f] = (kind), [OP_##name##_d] = (kind)
static const unsigned char wholeness_of[BURL__OP_COUNT] = {
    BOTH(floor, WHOLE),        BOTH(ceil, WHOLE),         BOTH(round, WHOLE),         BOTH(sign, WHOLE),
    BOTH(less, WHOLE),         BOTH(less_equal, WHOLE),   BOTH(equal, WHOLE),         BOTH(not_equal, WHOLE),
    BOTH(both, WHOLE),         BOTH(either, WHOLE),       BOTH(not, WHOLE),           BOTH(add, OF_WHOLES),
    BOTH(subtract, OF_WHOLES), BOTH(multiply, OF_WHOLES), BOTH(remainder, OF_WHOLES), BOTH(negate, OF_WHOLES),
    BOTH(abs, OF_WHOLES),      BOTH(min, OF_WHOLES),      BOTH(max, OF_WHOLES),       BOTH(select, OF_WHOLES_CHOSEN),
    [OP_widen] = OF_WHOLES,    [OP_narrow] = OF_WHOLES};
#undef BOTH

/* Whether a node's value is a whole number wherever it is finite, as far as that is seen at once. */
static int has_whole_values(const burl__graph *graph, int node, int depth) {
  const burl__node *const n = &graph->nodes[node];
  if (burl__is_constant(graph, node)) return burl__value_of(graph, node) == floor(burl__value_of(graph, node));
  const wholeness kind = n->op < BURL__OP_COUNT ? (wholeness)wholeness_of[n->op] : ANY_NUMBER;
  for (int a = kind == OF_WHOLES_CHOSEN; kind > WHOLE && a < n->arity; a++)
    if (depth == 0 || !has_whole_values(graph, n->argument[a], depth - 1)) return 0;
  return kind != ANY_NUMBER;
}

/* The remainder of a whole number by a constant one, n, is at most n - 1.  Divided by a power of two that is so without
 * rounding, and where the number is small; of others it is held there, as the remainder of what is beyond the whole
 * numbers of its type may be n. */
static int hold_remainder(burl__graph *graph, int rest, int of, int by) {
  enum { DEEP = 8 };
  if (rest < 0 || burl__is_constant(graph, rest) || !burl__is_constant(graph, by)) return rest;
  const double n = burl__value_of(graph, by);
  int exponent;
  if (n < 1 || n > 0x1p22 || n != floor(n) || !has_whole_values(graph, of, DEEP)) return rest;
  const burl_range *const range = &graph->nodes[of].range;
  const double most = graph->nodes[rest].type == BURL__FLOAT ? 0x1p22 : 0x1p51;
  const int is_exact = frexp(n, &exponent) == 0.5 || (range->lo >= -most && range->hi <= most);
  const int last = burl__literal(graph, n - 1);
  const int held =
      is_exact ? rest : burl__make3(graph, OP_select_f, burl__make2(graph, OP_less_f, last, rest), last, rest);
  if (held >= 0) graph->nodes[held].range.hi = n - 1;
  return held;
}

int burl__arithmetic(burl__graph *graph, int op, const int *arguments) {
  burl__type widest = BURL__WEAK;
  const int commutes = op == OP_add_f || op == OP_multiply_f;
  const int swapped[2] = {arguments[1 * commutes], arguments[0]};
  if (commutes && arguments[0] >= 0 && arguments[1] >= 0 && burl__is_constant(graph, arguments[0]) &&
      !burl__is_constant(graph, arguments[1]))
    arguments = swapped; /* constants last, where passes look for them */
  for (int i = 0; i < burl__operations[op].arity; i++) {
    if (arguments[i] < 0) return BURL__NONE;
    if (graph->nodes[arguments[i]].type > widest) widest = graph->nodes[arguments[i]].type;
  }
  const burl__type type = widest == BURL__FLOAT ? BURL__FLOAT : BURL__DOUBLE;
  const int node = operate(graph, op + (type == BURL__DOUBLE), arguments, type, type, widest);
  return op == OP_remainder_f ? hold_remainder(graph, node, arguments[0], arguments[1]) : node;
}

/* Whether a power by this node needs no logarithm. */
static int is_half_power(const burl__graph *graph, int exponent) {
  const double twice = 2.0 * burl__value_of(graph, exponent);
  return fabs(twice) <= MOST_HALVES && twice == floor(twice);
}

/* The power of a number by a constant that is a multiple of ½. */
static int power_by_halves(burl__graph *graph, const int *arguments) {
  const double exponent = burl__value_of(graph, arguments[1]);
  if (exponent == 0.0) return burl__constant(graph, 1.0, BURL__FLOAT);
  if (exponent == 1.0) return burl__convert(graph, arguments[0], BURL__FLOAT);
  return operate(graph, OP_half_power, arguments, BURL__FLOAT, BURL__FLOAT, BURL__FLOAT);
}

int burl__operate(burl__graph *graph, int op, const int *arguments) {
  const int is_by_constant =
      op == OP_pow && arguments[0] >= 0 && arguments[1] >= 0 && burl__is_constant(graph, arguments[1]);
  if (is_by_constant && is_half_power(graph, arguments[1])) return power_by_halves(graph, arguments);
  const burl__operation *const operation = &burl__operations[op];
  return operate(graph, op, arguments, operation->in, operation->out, operation->out);
}

int burl__noise_node(burl__graph *graph, const int *arguments, const burl__noise *setup, burl_range range) {
  burl__node node = {.op = setup->op, .arity = setup->dims + setup->varies, .type = BURL__FLOAT, .setup = setup};
  for (int i = 0; i < node.arity; i++) {
    node.argument[i] = burl__convert(graph, arguments[i], i < setup->dims ? BURL__DOUBLE : BURL__FLOAT);
    if (node.argument[i] < 0) return BURL__NONE;
  }
  return complete(graph, &node, BURL__FLOAT, &range);
}

int burl__curve_node(burl__graph *graph, int argument, const burl__curve *curve) {
  burl__node node = {.op = OP_curve, .arity = 1, .type = BURL__FLOAT};
  node.argument[0] = burl__convert(graph, argument, BURL__FLOAT);
  node.setup = node.argument[0] < 0 ? NULL : burl__keep_setup(graph, curve, sizeof *curve);
  return node.setup ? complete(graph, &node, BURL__FLOAT, NULL) : BURL__NONE;
}

int burl__can_be_scaled(const burl__graph *graph, int value, int factor) {
  return value >= 0 && factor >= 0 && burl__is_noise(graph->nodes[value].op) && burl__is_constant(graph, factor);
}

int burl__scaled(burl__graph *graph, int value, int factor) {
  if (!burl__can_be_scaled(graph, value, factor)) return burl__make2(graph, OP_multiply_f, value, factor);
  const float by = (float)burl__value_of(graph, factor);
  burl__node node = graph->nodes[value];
  burl__noise noise;
  memcpy(&noise, node.setup, sizeof noise);
  burl__noise_multiply(&noise, by);
  if (!(node.setup = burl__keep_setup(graph, &noise, sizeof noise))) return BURL__NONE;
  const burl_range both[2] = {node.range, {(double)by, (double)by, 0}};
  const burl_range range = burl__bound(OP_multiply_f, NULL, both, 0);
  return complete(graph, &node, BURL__FLOAT, &range);
}

int burl__make1(burl__graph *graph, int op, int a) { return burl__arithmetic(graph, op, (const int[]){a}); }
int burl__make2(burl__graph *graph, int op, int a, int b) { return burl__arithmetic(graph, op, (const int[]){a, b}); }
int burl__make3(burl__graph *graph, int op, int a, int b, int c) {
  return burl__arithmetic(graph, op, (const int[]){a, b, c});
}
