/* Single coordinates without doubles: places, and the operations on them. */
#include "code/walk/scope.h"

/* ---- Forms of coordinates ------------------------------------------------------------------------ */

static double floor_of(double a) { return __builtin_floor(a); }

static burl__place_of place_of_constant(burl__code_walk *w, double number) {
  if (!axis_holds(number)) return (burl__place_of){burl__word_literal(w->m, 0), burl__real(w->m, LANE_NAN)};
  const double below = floor_of(number);
  return (burl__place_of){burl__word_literal(w->m, (uint32_t)(int64_t)below), burl__real(w->m, number - below)};
}

/* A node as a place; as a float. */
burl__place_of burl__place_at(burl__code_walk *w, burl__code_scope *s, int node) {
  const burl__held *const h = burl__hold(w, s, node);
  if (h->what == AS_PLACE) return h->place;
  if (burl__is_fixed(w, node) && burl__is_by_floats(w))
    return burl__pair_of_constant(w, burl__walk_node(w, node)->value);
  if (burl__is_by_floats(w)) return (burl__place_of){h->value, burl__real(w->m, 0)};
  if (burl__is_fixed(w, node)) return place_of_constant(w, burl__walk_node(w, node)->value);
  return burl__call_place(w, s->function, "place_of_real", (burl__code_argument[]){burl__value_argument(h->value)}, 1);
}
int burl__real_at(burl__code_walk *w, burl__code_scope *s, int node) {
  const burl__held *const h = burl__hold(w, s, node);
  if (h->what != AS_PLACE) return h->value;
  if (burl__is_by_floats(w)) return burl__real_of_pair(w, h->place);
  int leaves[BURL__MOST_LEAVES];
  const burl__code_argument a = burl__place_argument(h->place);
  return burl__evaluate_call(w->e, s->function, "real_of_place", &a, 1, leaves) ? leaves[0] : BURL__NO_VALUE;
}

int burl__holds_place(burl__code_walk *w, burl__code_scope *s, int node) {
  return burl__hold(w, s, node)->what == AS_PLACE;
}

static burl__held sum_of_places(burl__code_walk *w, burl__code_scope *s, burl__place_of a, burl__place_of b) {
  const burl__code_argument both[] = {burl__place_argument(a), burl__place_argument(b)};
  return burl__as_place(burl__call_place(w, s->function, "place_sum", both, 2));
}

/* The sum of a place and a plain number. */
static burl__held place_and_real(burl__code_walk *w, burl__code_scope *s, burl__place_of place, int number) {
  const burl__code_argument a[] = {burl__place_argument(place), burl__value_argument(number)};
  return burl__as_place(burl__call_place(w, s->function, "place_plus", a, 2));
}
static burl__held place_and_constant(burl__code_walk *w, burl__code_scope *s, burl__place_of place, double number) {
  const burl__place_of by = place_of_constant(w, number);
  const burl__code_argument a[] = {burl__place_argument(place), burl__value_argument(by.cell),
                                   burl__value_argument(by.fraction)};
  return burl__as_place(burl__call_place(w, s->function, "place_moved", a, 3));
}

static burl__place_of negated_place(burl__code_walk *w, burl__code_scope *s, burl__place_of place) {
  return burl__call_place(w, s->function, "place_negated", (burl__code_argument[]){burl__place_argument(place)}, 1);
}

/* What is no place, where an operation has a number that none can be: it is computed in floats. */
static const burl__held no_place = {.what = ABSENT};

static burl__held add_places(burl__code_walk *w, burl__code_scope *s, int a, int b) {
  if (burl__is_nowhere(w, a) || burl__is_nowhere(w, b)) return no_place;
  if (burl__holds_place(w, s, a) && burl__holds_place(w, s, b))
    return sum_of_places(w, s, burl__place_at(w, s, a), burl__place_at(w, s, b));
  const int place = burl__holds_place(w, s, a) ? a : b, other = place == a ? b : a;
  if (burl__is_fixed(w, other))
    return place_and_constant(w, s, burl__place_at(w, s, place), burl__walk_node(w, other)->value);
  return place_and_real(w, s, burl__place_at(w, s, place), burl__real_at(w, s, other));
}

static burl__held subtract_places(burl__code_walk *w, burl__code_scope *s, int a, int b) {
  if (burl__is_nowhere(w, a) || burl__is_nowhere(w, b)) return no_place;
  if (burl__holds_place(w, s, a) && burl__is_fixed(w, b))
    return place_and_constant(w, s, burl__place_at(w, s, a), -burl__walk_node(w, b)->value);
  if (burl__holds_place(w, s, a) && !burl__holds_place(w, s, b))
    return place_and_real(w, s, burl__place_at(w, s, a), burl__unary(w->m, VALUE_NEGATE, burl__real_at(w, s, b)));
  const burl__place_of minus = negated_place(w, s, burl__place_at(w, s, b));
  if (burl__holds_place(w, s, a)) return sum_of_places(w, s, burl__place_at(w, s, a), minus);
  if (burl__is_fixed(w, a)) return place_and_constant(w, s, minus, burl__walk_node(w, a)->value);
  return place_and_real(w, s, minus, burl__real_at(w, s, a));
}

/* A place times a constant: a whole number, or one in parts. */
static burl__held scale_place(burl__code_walk *w, burl__code_scope *s, burl__place_of place, double by) {
  if (!axis_holds(by)) return no_place;
  const double size = by < 0 ? -by : by, whole = floor_of(size), part = floor_of((size - whole) * 4294967296.0);
  const int number = burl__real(w->m, by), size_as_real = burl__real(w->m, size);
  if (whole == size) {
    const int times = burl__word_literal(w->m, (uint32_t)(int64_t)by);
    const burl__code_argument a[] = {burl__place_argument(place), burl__value_argument(times),
                                     burl__value_argument(number)};
    return burl__as_place(burl__call_place(w, s->function, "place_times", a, 3));
  }
  const double rest = ((size - whole) * 4294967296.0 - part) * 4294967296.0;
  const burl__code_argument a[] = {
      burl__place_argument(place), burl__value_argument(burl__word_literal(w->m, (uint32_t)(int64_t)whole)),
      burl__value_argument(burl__word_literal(w->m, (uint32_t)part)),
      burl__value_argument(burl__word_literal(w->m, (uint32_t)rest)), burl__value_argument(size_as_real)};
  const burl__place_of scaled = burl__call_place(w, s->function, "place_scaled", a, 5);
  return burl__as_place(by < 0 ? negated_place(w, s, scaled) : scaled);
}

/* p modulo a period, of tile(). */
static burl__held reduce_place(burl__code_walk *w, burl__code_scope *s, int node, double period) {
  if (period != floor_of(period) || period > 4294967295.0) {
    const int values[] = {burl__real_at(w, s, node), burl__real(w->m, period)};
    return burl__as_value(burl__call_value(w, s->function, "remainder_f", values, 2));
  }
  const burl__code_argument a[] = {burl__place_argument(burl__place_at(w, s, node)),
                                   burl__value_argument(burl__word_literal(w->m, (uint32_t)period))};
  return burl__as_place(burl__call_place(w, s->function, "place_wrapped", a, 2));
}

burl__held burl__pick_held(burl__code_walk *w, int condition, const burl__held *a, const burl__held *b) {
  if (a->what != AS_PLACE) return burl__as_value(burl__pick(w->m, condition, a->value, b->value));
  return burl__as_place((burl__place_of){burl__pick(w->m, condition, a->place.cell, b->place.cell),
                                         burl__pick(w->m, condition, a->place.fraction, b->place.fraction)});
}

static burl__held select_places(burl__code_walk *w, burl__code_scope *s, int test, int a, int b) {
  if (burl__is_nowhere(w, a) || burl__is_nowhere(w, b)) return no_place;
  const int holds = burl__binary(w->m, VALUE_NOT_EQUAL, burl__real_at(w, s, test), burl__real(w->m, 0));
  const burl__held p = burl__as_place(burl__place_at(w, s, a)), q = burl__as_place(burl__place_at(w, s, b));
  return burl__pick_held(w, holds, &p, &q);
}

burl__held burl__place_operation(burl__code_walk *w, burl__code_scope *s, int node) {
  const burl__node *const n = burl__walk_node(w, node);
  const int a = n->arity > 0 ? burl__walk_argument(w, node, 0) : 0,
            b = n->arity > 1 ? burl__walk_argument(w, node, 1) : 0;
  const int is_place = burl__holds_place(w, s, a), is_other = n->arity > 1 && burl__holds_place(w, s, b);
  if (n->op == OP_axis_reduce) return reduce_place(w, s, a, burl__walk_node(w, b)->value);
  if (n->op == OP_select_d && (is_other || burl__holds_place(w, s, burl__walk_argument(w, node, 2))))
    return select_places(w, s, a, b, burl__walk_argument(w, node, 2));
  if (!is_place && !is_other) return no_place;
  if (n->op == OP_add_d) return add_places(w, s, a, b);
  if (n->op == OP_subtract_d) return subtract_places(w, s, a, b);
  if (n->op == OP_multiply_d && is_place && burl__is_fixed(w, b))
    return scale_place(w, s, burl__place_at(w, s, a), burl__walk_node(w, b)->value);
  if (n->op == OP_divide_d && is_place && burl__is_fixed(w, b))
    return scale_place(w, s, burl__place_at(w, s, a), 1.0 / burl__walk_node(w, b)->value);
  if (n->op == OP_negate_d) return burl__as_place(negated_place(w, s, burl__place_at(w, s, a)));
  if (n->op == OP_floor_d) return burl__as_place((burl__place_of){burl__place_at(w, s, a).cell, burl__real(w->m, 0)});
  if (n->op == OP_fract_d) return burl__as_value(burl__place_at(w, s, a).fraction);
  return no_place;
}
