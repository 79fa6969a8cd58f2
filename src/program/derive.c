/* The rules of derive.h.  Most functions are written out in simpler operations, whose rules then
 * apply. */
#include "program/derive.h"

#include <string.h>

#include "program/curve.h"
#include "program/node.h"

/* Derivatives that are no nodes, beside BURL__NONE: 0, for which no node is made, and one not
 * computed yet. */
enum { ZERO = -2, UNKNOWN = -3 };

typedef burl__deriver deriver;

static int derivative(deriver *d, int node);

/* ---- Nodes -------------------------------------------------------------------------------------- */

static int literal(deriver *d, double value) { return burl__literal(d->graph, value); }
static int add(deriver *d, int a, int b) { return burl__make2(d->graph, OP_add_f, a, b); }
static int subtract(deriver *d, int a, int b) { return burl__make2(d->graph, OP_subtract_f, a, b); }
static int multiply(deriver *d, int a, int b) { return burl__make2(d->graph, OP_multiply_f, a, b); }
static int divide(deriver *d, int a, int b) { return burl__make2(d->graph, OP_divide_f, a, b); }
static int negate(deriver *d, int a) { return burl__make1(d->graph, OP_negate_f, a); }
static int magnitude(deriver *d, int a) { return burl__make1(d->graph, OP_abs_f, a); }
static int fract(deriver *d, int a) { return burl__make1(d->graph, OP_fract_f, a); }
static int less(deriver *d, int a, int b) { return burl__make2(d->graph, OP_less_f, a, b); }
static int smaller(deriver *d, int a, int b) { return burl__make2(d->graph, OP_min_f, a, b); }
static int branch(deriver *d, int test, int a, int b) { return burl__make3(d->graph, OP_select_f, test, a, b); }
static int clamp(deriver *d, int a, double lo, double hi) {
  return burl__make3(d->graph, OP_clamp_f, a, literal(d, lo), literal(d, hi));
}
static int function(deriver *d, int op, int a) { return a < 0 ? BURL__NONE : burl__operate(d->graph, op, &a); }
static int function2(deriver *d, int op, int a, int b) {
  return a < 0 || b < 0 ? BURL__NONE : burl__operate(d->graph, op, (const int[]){a, b});
}
static int times(deriver *d, double by, int a) { return multiply(d, a, literal(d, by)); }
static int plus(deriver *d, int a, double by) { return add(d, a, literal(d, by)); }

/* ---- Sums and products of derivatives, which may be ZERO ---------------------------------------- */

static int or_zero(deriver *d, int p) { return p == ZERO ? literal(d, 0.0) : p; }
static int sum(deriver *d, int p, int q) { return p == ZERO ? q : q == ZERO ? p : add(d, p, q); }
static int difference(deriver *d, int p, int q) { return q == ZERO ? p : p == ZERO ? negate(d, q) : subtract(d, p, q); }
/* The derivative p times the node `by`. */
static int chain(deriver *d, int p, int by) {
  if (p == ZERO || p == BURL__NONE || by < 0) return p == ZERO ? ZERO : BURL__NONE;
  if (burl__is_constant(d->graph, p) && burl__value_of(d->graph, p) == 1.0) return by;
  if (burl__is_constant(d->graph, by) && burl__value_of(d->graph, by) == 1.0) return p;
  return multiply(d, p, by);
}
static int quotient(deriver *d, int p, int by) { return p == ZERO ? ZERO : divide(d, p, by); }
static int either(deriver *d, int test, int p, int q) {
  return p == ZERO && q == ZERO ? ZERO : branch(d, test, or_zero(d, p), or_zero(d, q));
}
/* p over a node that is 0 where the slope is infinite; there it is 0. */
static int over(deriver *d, int p, int by) {
  return p == ZERO ? ZERO : either(d, burl__make2(d->graph, OP_equal_f, by, literal(d, 0)), ZERO, divide(d, p, by));
}

/* ---- Rules -------------------------------------------------------------------------------------- */

/* The derivative of node `self` with the arguments a, whose derivatives p are not all ZERO. */
#define SLOPE(name) static int slope_##name(deriver *d, int self, const int *a, const int *p)
#define UNUSED ((void)d, (void)self, (void)a, (void)p)
/* The rule of a function that is written out in other operations. */
#define UNFOLD(name, ...) \
  SLOPE(name)             \
  { return UNUSED, derivative(d, __VA_ARGS__); }

SLOPE(FLAT)
{ return UNUSED, ZERO; }
SLOPE(SAME)
{ return UNUSED, p[0]; }
SLOPE(SUM)
{ return UNUSED, sum(d, p[0], p[1]); }
SLOPE(DIFFERENCE)
{ return UNUSED, difference(d, p[0], p[1]); }
SLOPE(NEGATE)
{ return UNUSED, negate(d, p[0]); }
SLOPE(PRODUCT)
{ return UNUSED, sum(d, chain(d, p[0], a[1]), chain(d, p[1], a[0])); }
SLOPE(QUOTIENT)
{ return UNUSED, quotient(d, difference(d, p[0], chain(d, p[1], self)), a[1]); }
SLOPE(REMAINDER)
{
  UNUSED;
  if (p[1] == ZERO) return p[0];
  return difference(d, p[0], chain(d, p[1], burl__make1(d->graph, OP_floor_f, divide(d, a[0], a[1]))));
}
SLOPE(SELECT)
{ return UNUSED, either(d, a[0], p[1], p[2]); }
SLOPE(ABS)
{ return UNUSED, either(d, less(d, a[0], literal(d, 0)), negate(d, p[0]), p[0]); }
SLOPE(MIN)
{ return UNUSED, either(d, less(d, a[0], a[1]), p[0], p[1]); }
SLOPE(MAX)
{ return UNUSED, either(d, less(d, a[1], a[0]), p[0], p[1]); }
UNFOLD(CLAMP, smaller(d, burl__make2(d->graph, OP_max_f, a[0], a[1]), a[2]))
SLOPE(MIX)
{
  UNUSED;
  const int ends = sum(d, p[0] == ZERO ? ZERO : chain(d, p[0], subtract(d, literal(d, 1), a[2])), chain(d, p[1], a[2]));
  return sum(d, ends, p[2] == ZERO ? ZERO : chain(d, p[2], subtract(d, a[1], a[0])));
}

/* Where the root is 0 its slope is infinite; there 0 is returned. */
SLOPE(SQRT)
{
  UNUSED;
  return either(d, less(d, literal(d, 0), a[0]), divide(d, times(d, 0.5, p[0]), self), ZERO);
}
SLOPE(EXP)
{ return UNUSED, chain(d, p[0], self); }
SLOPE(LOG)
{ return UNUSED, divide(d, p[0], a[0]); }
SLOPE(POW)
{ /* where the slope is infinite, at 0, it is 0 as for a root */
  UNUSED;
  int base = ZERO, exponent = ZERO;
  const int is_constant = burl__is_constant(d->graph, a[1]);
  const double power = is_constant ? burl__value_of(d->graph, a[1]) : 0.5;
  if (p[0] != ZERO && !(is_constant && power == 0.0))
    base = chain(d, p[0], multiply(d, a[1], function2(d, OP_pow, a[0], plus(d, a[1], -1))));
  if (base != ZERO && power < 1.0) {
    const int is_zero = burl__make2(d->graph, OP_equal_f, a[0], literal(d, 0));
    const int is_steep =
        is_constant ? is_zero : burl__make2(d->graph, OP_both_f, is_zero, less(d, a[1], literal(d, 1)));
    base = either(d, is_steep, ZERO, base);
  }
  if (base != ZERO && !is_constant) /* pow(a, 0) is 1 whatever a is, NaN too */
    base = either(d, burl__make2(d->graph, OP_equal_f, a[1], literal(d, 0)), ZERO, base);
  if (p[1] != ZERO)
    exponent =
        either(d, less(d, literal(d, 0), a[0]), chain(d, p[1], multiply(d, self, function(d, OP_log, a[0]))), ZERO);
  return sum(d, base, exponent);
}
SLOPE(SIN)
{ return UNUSED, chain(d, p[0], function(d, OP_cos, a[0])); }
SLOPE(COS)
{ return UNUSED, chain(d, p[0], negate(d, function(d, OP_sin, a[0]))); }
SLOPE(CIRCLE_X)
{ return UNUSED, chain(d, p[0], times(d, -3.14159265358979324, function(d, OP_circle_y, a[0]))); }
SLOPE(CIRCLE_Y)
{ return UNUSED, chain(d, p[0], times(d, 3.14159265358979324, function(d, OP_circle_x, a[0]))); }
SLOPE(TAN)
{ return UNUSED, chain(d, p[0], plus(d, multiply(d, self, self), 1)); }
static int arc(deriver *d, int a) { return function(d, OP_sqrt, subtract(d, literal(d, 1), multiply(d, a, a))); }
SLOPE(ASIN)
{ return UNUSED, over(d, p[0], arc(d, a[0])); }
SLOPE(ACOS)
{ return UNUSED, negate(d, over(d, p[0], arc(d, a[0]))); }
SLOPE(ATAN)
{ return UNUSED, divide(d, p[0], plus(d, multiply(d, a[0], a[0]), 1)); }
SLOPE(ATAN2)
{
  UNUSED;
  const int radius2 = add(d, multiply(d, a[0], a[0]), multiply(d, a[1], a[1]));
  return over(d, difference(d, chain(d, p[0], a[1]), chain(d, p[1], a[0])), radius2);
}
static int sin_degrees(deriver *d, int a, int p, int op) {
  const int radians = multiply(d, p, burl__constant(d->graph, 0.017453292519943295, BURL__DOUBLE));
  return chain(d, radians, function(d, op, a));
}
SLOPE(SIN_DEGREES)
{ return UNUSED, sin_degrees(d, a[0], p[0], OP_cos_degrees); }
SLOPE(COS_DEGREES)
{ return UNUSED, sin_degrees(d, a[0], negate(d, p[0]), OP_sin_degrees); }

/* ---- Composite functions ------------------------------------------------------------------------ */

static int smoothstep(deriver *d, int e0, int e1, int e) {
  return function(d, OP_hermite, clamp(d, divide(d, subtract(d, e, e0), subtract(d, e1, e0)), 0, 1));
}
UNFOLD(SMOOTHSTEP, smoothstep(d, a[0], a[1], a[2]))
SLOPE(FADE)
{
  UNUSED;
  const int both = multiply(d, a[0], plus(d, a[0], -1));
  return chain(d, p[0], times(d, 30, multiply(d, both, both)));
}
SLOPE(HERMITE)
{
  UNUSED;
  return chain(d, p[0], multiply(d, a[0], subtract(d, literal(d, 6), times(d, 6, a[0]))));
}
static int bias(deriver *d, int v, int b) {
  const int t = clamp(d, v, 0, 1), strength = clamp(d, b, 1e-6, 1 - 1e-6);
  const int bend = subtract(d, divide(d, literal(d, 1), strength), literal(d, 2));
  return divide(d, t, plus(d, multiply(d, bend, subtract(d, literal(d, 1), t)), 1));
}
UNFOLD(BIAS, bias(d, a[0], a[1]))
SLOPE(GAIN)
{
  UNUSED;
  const int t = clamp(d, a[0], 0, 1), twice = times(d, 2, t);
  const int low = bias(d, twice, a[1]), high = bias(d, subtract(d, literal(d, 2), twice), a[1]);
  const int test = less(d, t, literal(d, 0.5));
  return derivative(d, branch(d, test, times(d, 0.5, low), times(d, -0.5, high)));
}
SLOPE(STEPS)
{
  UNUSED;
  const int scaled = multiply(d, a[0], a[1]), rest = fract(d, scaled), edge = times(d, 0.5, clamp(d, a[2], 0, 1));
  const int flat = smoothstep(d, edge, subtract(d, literal(d, 1), edge), rest);
  const int risen = branch(d, less(d, literal(d, 0), a[2]), flat, rest);
  const int whole = burl__make1(d->graph, OP_floor_f, scaled);
  return derivative(d, divide(d, add(d, whole, risen), a[1]));
}
static int smooth_min(deriver *d, int e, int f, int k) {
  const int over = subtract(d, k, magnitude(d, subtract(d, e, f)));
  const int h = divide(d, burl__make2(d->graph, OP_max_f, over, literal(d, 0)), k);
  const int round = times(d, 0.25, multiply(d, multiply(d, h, h), k)), sharp = smaller(d, e, f);
  return branch(d, less(d, literal(d, 0), k), subtract(d, sharp, round), sharp);
}
UNFOLD(SMIN, smooth_min(d, a[0], a[1], a[2]))
UNFOLD(SMAX, negate(d, smooth_min(d, negate(d, a[0]), negate(d, a[1]), a[2])))
SLOPE(COSINE)
{
  UNUSED;
  const int wave = function(d, OP_cos, times(d, 3.14159265358979324, a[2]));
  const int t = times(d, 0.5, subtract(d, literal(d, 1), wave));
  return derivative(d, burl__make3(d->graph, OP_lerp_f, a[0], a[1], t));
}
/* ((c3·t + c2)·t + c1)·t */
static int polynomial(deriver *d, int t, int c3, int c2, int c1) {
  return multiply(d, add(d, multiply(d, add(d, multiply(d, c3, t), c2), t), c1), t);
}
SLOPE(CUBIC)
{
  UNUSED;
  const int first = subtract(d, a[0], a[1]), last = subtract(d, subtract(d, a[3], a[2]), first);
  const int rise = polynomial(d, a[4], last, subtract(d, first, last), subtract(d, a[2], a[0]));
  return derivative(d, add(d, rise, a[1]));
}
SLOPE(SPLINE)
{
  UNUSED;
  const int cube = add(d, times(d, 3, subtract(d, a[1], a[2])), subtract(d, a[3], a[0]));
  const int even = subtract(d, add(d, times(d, 2, a[0]), times(d, 4, a[2])), add(d, times(d, 5, a[1]), a[3]));
  const int rise = polynomial(d, a[4], cube, even, subtract(d, a[2], a[0]));
  return derivative(d, add(d, times(d, 0.5, rise), a[1]));
}
SLOPE(WAVELET)
{
  UNUSED;
  const int t = magnitude(d, a[1]), bend = subtract(d, literal(d, 3), times(d, 2, t));
  const int window = subtract(d, literal(d, 1), multiply(d, multiply(d, a[1], a[1]), bend));
  const int inside = multiply(d, multiply(d, a[0], a[1]), window);
  return derivative(d, branch(d, less(d, t, literal(d, 1)), inside, literal(d, 0)));
}
SLOPE(TRIANGLE)
{
  UNUSED;
  const int turn = fract(d, plus(d, times(d, 0.25, a[0]), 0.25));
  return derivative(d, negate(d, magnitude(d, plus(d, times(d, 4, turn), -2))));
}
SLOPE(PIECE)
{
  UNUSED;
  const int u = clamp(d, a[0], 0, 1), rise3 = times(d, 3, a[1]), ends = add(d, a[2], a[3]);
  const int cube = subtract(d, ends, times(d, 2, a[1]));
  return derivative(d, polynomial(d, u, cube, subtract(d, rise3, add(d, ends, a[2])), a[2]));
}
/* By how far the argument is through a piece, which is its own slope over the piece's width; 0 beyond the ends. */
SLOPE(CURVE)
{
  UNUSED;
  burl__graph *const g = d->graph;
  const burl__curve *const curve = g->nodes[self].setup;
  burl__curve width, slope;
  if (!burl__curve_derive(curve, &width, &slope)) return ZERO;
  const burl_range extent = burl__curve_extent(curve);
  const int inside =
      burl__make2(g, OP_both_f, less(d, literal(d, extent.lo), a[0]), less(d, a[0], literal(d, extent.hi)));
  const int along = divide(d, p[0], burl__curve_node(g, a[0], &width));
  return chain(d, either(d, inside, along, ZERO), burl__curve_node(g, a[0], &slope));
}
SLOPE(HUE)
{
  UNUSED;
  const int angle = add(d, a[3], times(d, 6, fract(d, a[0]))); /* in sixths of a turn */
  const int k = branch(d, less(d, angle, literal(d, 6)), angle, plus(d, angle, -6));
  const int part = clamp(d, smaller(d, k, subtract(d, literal(d, 4), k)), 0, 1);
  return derivative(d, subtract(d, a[2], multiply(d, multiply(d, a[2], a[1]), part)));
}
/* f(|a|) with the sign of a: the slope is f's at |a|. */
SLOPE(LINEAR)
{
  UNUSED;
  const int size = magnitude(d, a[0]);
  const int power = function2(d, OP_pow, divide(d, plus(d, size, 0.055), literal(d, 1.055)), literal(d, 1.4));
  const int slope = branch(d, less(d, literal(d, 0.04045), size), times(d, 2.4 / 1.055, power), literal(d, 1 / 12.92));
  return chain(d, p[0], slope);
}
SLOPE(SRGB)
{
  UNUSED;
  const int size = magnitude(d, a[0]), power = function2(d, OP_pow, size, literal(d, 1 / 2.4 - 1));
  const int slope = branch(d, less(d, literal(d, 0.0031308), size), times(d, 1.055 / 2.4, power), literal(d, 12.92));
  return chain(d, p[0], slope);
}
SLOPE(CUBE_ROOT)
{
  UNUSED;
  const int slope = divide(d, literal(d, 1.0 / 3), multiply(d, self, self));
  return either(d, less(d, literal(d, 0), magnitude(d, a[0])), chain(d, p[0], slope), ZERO);
}

/* Σ over the noise's arguments: the noise's partial derivative by the argument times the argument's
 * derivative. */
SLOPE(NOISE)
{
  UNUSED;
  int all = ZERO;
  for (int i = 0; i < d->graph->nodes[self].arity; i++) {
    if (p[i] == ZERO) continue;
    const int by = burl__convert(d->graph, p[i], BURL__FLOAT);
    all = sum(d, all,
              chain(d, by, burl__partial(d->graph, self, burl__slope_of_argument(d->graph->nodes[self].setup, i))));
  }
  return all;
}

/* ---- Slopes of noises --------------------------------------------------------------------------- */

#define HINT_DIFFERENCE "a difference will do: (shift(e, -0.01) - e)/0.01"

static int fail_bend(deriver *d, const char *what, const char *why) {
  burl__fail(d->graph->error, BURL_RECIPE, d->graph->place, "%s%s", what, why);
  burl__hint(d->graph->error, HINT_DIFFERENCE);
  return BURL__NONE;
}

/* What noises have no more. */
SLOPE(BEND)
{ return UNUSED, fail_bend(d, "a third derivative of a noise", ", which has two"); }

/* The slope of a noise: the sum over its coordinates of its second derivative times the coordinate's. */
static int of_partial(deriver *d, const burl__node *partial) {
  const int noise = partial->argument[0];
  const burl__node of = d->graph->nodes[noise]; /* a copy: nodes are added */
  int all = ZERO;
  if (partial->range.hi == 0.0) return ZERO; /* the value of the nearest point, which changes by jumps */
  for (int i = 0; i < of.arity; i++) {
    const int along = derivative(d, of.argument[i]);
    if (along == BURL__NONE) return BURL__NONE;
    if (along == ZERO) continue;
    if (burl__bend_operation(burl__kind_of_noise(of.setup)) == BURL__NONE)
      return fail_bend(d, burl__name_of_noise(of.setup), "() has no second derivatives yet");
    const int bend = burl__bend(d->graph, noise, (int)partial->value, i);
    if (bend >= 0 && burl__is_constant(d->graph, bend)) continue;
    all = sum(d, all, chain(d, burl__convert(d->graph, along, BURL__FLOAT), bend));
  }
  return all;
}

/* ---- The walk ----------------------------------------------------------------------------------- */

typedef int rule(deriver *, int, const int *, const int *);
static rule *rule_of(int op) {
#define ENTRY(name) slope_##name,
  static rule *const rules[] = {BURL__SLOPES(ENTRY)};
#undef ENTRY
  return op == BURL__ALIAS ? slope_SAME : op < BURL__OP_COUNT ? rules[burl__operations[op].slope] : NULL;
}

static int of_gate(deriver *d, const burl__node *node, const int *p) {
  return burl__gate(d->graph, or_zero(d, p[0]), or_zero(d, p[1]), or_zero(d, p[2]), node->setup);
}

/* The error of a third derivative of what has two. */
static int fail_third(deriver *d, const char *what) {
  burl__fail(d->graph->error, BURL_RECIPE, d->graph->place, "%s has two derivatives, and this is a third", what);
  return BURL__NONE;
}

/* Of a surface that is read at a point. */
static int of_surface(deriver *d, const burl__node *node, const int *p) {
  int all = ZERO;
  for (int axis = 0; axis < 2; axis++) {
    burl__surface_reading higher = *(const burl__surface_reading *)node->setup;
    if (p[axis] == ZERO) continue;
    if (higher.order[0] + higher.order[1] == 2) return fail_third(d, "a surface");
    higher.order[axis]++;
    const int along = burl__read_surface(d->graph, node->argument[2], node->argument, &higher);
    all = sum(d, all, chain(d, burl__convert(d->graph, p[axis], BURL__FLOAT), along));
  }
  return all;
}

/* Of an image that is read at a point. */
static int of_picture(deriver *d, const burl__node *node, const int *p) {
  burl__picture setup;
  int all = ZERO;
  for (int axis = 0; axis < 2; axis++) {
    if (p[axis] == ZERO) continue;
    memcpy(&setup, node->setup, sizeof setup);
    if (setup.order[0] + setup.order[1] == 2) return fail_third(d, "an image");
    setup.order[axis]++;
    const int along = burl__picture_at(d->graph, &setup, node->argument, node->range);
    all = sum(d, all, chain(d, burl__convert(d->graph, p[axis], BURL__FLOAT), along));
  }
  return all;
}

/* Of lines or areas. */
static int of_lines(deriver *d, const burl__node *node, const int *p) {
  burl__drawing setup;
  int all = ZERO;
  for (int axis = 0; axis < 2; axis++) {
    memcpy(&setup, node->setup, sizeof setup);
    if (p[axis] == ZERO || burl__drawing_is_flat(&setup)) continue;
    if (setup.order[0] + setup.order[1] == 2) return fail_third(d, "what is drawn");
    setup.order[axis]++;
    const int along = burl__drawing_at(d->graph, &setup, node->argument);
    all = sum(d, all, chain(d, burl__convert(d->graph, p[axis], BURL__FLOAT), along));
  }
  return all;
}

/* Whether what the node is computed from is left out of account. */
static int is_still(const deriver *d, const burl__node *node) {
  if (node->op == BURL__PARTIAL || burl__is_bend(node->op)) return !d->bends;
  return node->op == BURL__ALIAS && node->value == BURL__STILL;
}

/* The derivative of a node, computed once.  For the nodes that composite functions are written out
 * in it recurses, but not deeply: walk has those of all other arguments computed. */
static int derivative(deriver *d, int index) {
  if (index < 0) return BURL__NONE;
  if (d->derivatives[index] != UNKNOWN) return d->derivatives[index];
  const burl__node node = d->graph->nodes[index]; /* a copy: nodes are added */
  int p[BURL__ARGUMENTS], varies = 0, result = ZERO;
  for (int a = 0; a < burl__read_count(&node); a++) {
    if ((p[a] = derivative(d, node.argument[a])) == BURL__NONE) return BURL__NONE;
    varies |= p[a] != ZERO;
  }
  if (is_still(d, &node)) result = ZERO;
  else if (node.op == BURL__PARTIAL) result = of_partial(d, &node);
  else if (varies && node.op == BURL__GATE) result = of_gate(d, &node, p);
  else if (varies && node.op == BURL__READ) result = of_surface(d, &node, p);
  else if (varies && node.op == BURL__PICTURE) result = of_picture(d, &node, p);
  else if (varies && node.op == BURL__DRAWN) result = of_lines(d, &node, p);
  else if (varies) result = rule_of(node.op)(d, index, node.argument, p);
  if (result >= 0) result = burl__convert(d->graph, result, node.type);
  return d->derivatives[index] = result;
}

/* The derivatives of the nodes that `value` is computed from, in the order of their indices, in
 * which arguments come before the nodes that read them; then of `value`. */
int burl__deriver_slope(burl__deriver *d, int value) {
  unsigned char *const needed = d->needed;
  if (value < 0) return BURL__NONE;
  int waiting = d->derivatives[value] == UNKNOWN, first = value; /* marked nodes below i; the last one that was found */
  needed[value] = 1;
  for (int i = value; waiting > 0; i--) {
    if (!needed[i] || d->derivatives[i] != UNKNOWN) continue;
    const burl__node *const node = &d->graph->nodes[i];
    waiting--;
    first = i;
    for (int a = 0; a < burl__read_count(node); a++) {
      const int of = node->argument[a];
      waiting += d->derivatives[of] == UNKNOWN && !needed[of];
      needed[of] = 1;
    }
  }
  for (int i = first; i <= value; i++)
    if (needed[i] && derivative(d, i) == BURL__NONE) return BURL__NONE;
  return or_zero(d, d->derivatives[value]);
}

int burl__deriver_open(burl__deriver *d, burl__graph *graph, burl__arena *arena, int variable) {
  const int one = burl__constant(graph, 1.0, BURL__DOUBLE);
  *d = (burl__deriver){graph, burl__arena_take(arena, BURL__MOST_NODES * sizeof *d->derivatives),
                       burl__arena_take(arena, BURL__MOST_NODES), 0};
  if (!d->derivatives || !d->needed) burl__out_of_memory(graph->error);
  if (!d->derivatives || !d->needed || one < 0 || variable < 0) return 0;
  for (int i = 0; i < BURL__MOST_NODES; i++) d->derivatives[i] = UNKNOWN;
  d->derivatives[variable] = one;
  return 1;
}

int burl__derive(burl__graph *graph, int value, const int *variables, int count, int by) {
  const burl__type type = graph->nodes[value].type == BURL__FLOAT ? BURL__FLOAT : BURL__DOUBLE;
  burl__arena scratch;
  burl__arena_open(&scratch, graph->arena->allocator);
  deriver d;
  int result = BURL__NONE;
  if (burl__deriver_open(&d, graph, &scratch, variables[by])) {
    d.bends = 1;
    for (int i = 0; i < count; i++)
      if (i != by) d.derivatives[variables[i]] = ZERO;
    result = burl__convert(graph, burl__deriver_slope(&d, value), type);
  }
  burl__arena_close(&scratch);
  return result;
}
