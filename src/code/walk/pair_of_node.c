/* Single coordinates by floats: the operations of the graph that pairs (pair.c) go through, as place.c by cells. */
#include <math.h>

#include "code/walk/scope.h"

/* ---- What is worth a pair ------------------------------------------------------------------------- */

static void want(burl__code_walk *w, int node) {
  if (node >= 0) w->wants_place[node] = 1;
}

/* The arguments of an operation that a pair goes through. */
static void want_arguments(burl__code_walk *w, int node) {
  const burl__node *const n = burl__walk_node(w, node);
  if (n->op >= BURL__OP_COUNT || burl__operations[n->op].in != BURL__DOUBLE) return;
  for (int a = 0; a < n->arity; a++) want(w, burl__walk_argument(w, node, a));
}

int burl__find_wanted_places(burl__code_walk *w) {
  const int count = (int)w->task->view->graph->count;
  w->wants_place = burl__walk_take(w, (size_t)count + 1);
  if (!w->wants_place) return 0;
  for (int i = count - 1; i >= 0; i--) {
    const burl__node *const n = burl__walk_node(w, i);
    const burl__named_node *const part = &w->task->named[i];
    if (!w->outline.needed[i]) continue;
    for (int a = 0; w->outline.owner[i] == i && a < part->dims; a++) want(w, part->coordinate[a]);
    if (burl__is_sampled(n->op))
      for (int a = 0; a < ((const burl__noise *)n->setup)->dims; a++)
        want(w, burl__coordinate_of_noise(w->task->view, i, a));
    if (n->op == OP_floor_d || n->op == OP_fract_d || n->op == OP_axis_reduce) w->wants_place[i] = 1;
    if (w->wants_place[i]) want_arguments(w, i);
  }
  return 1;
}

/* ---- Operations ----------------------------------------------------------------------------------- */

static burl__held sum(burl__code_walk *w, burl__code_scope *s, int a, int b, double sign) {
  const burl__held none = {.what = ABSENT};
  if (burl__is_nowhere(w, a) || burl__is_nowhere(w, b)) return none;
  if (!burl__holds_place(w, s, a)) { /* so b is one */
    const burl__place_of second = sign < 0 ? burl__pair_negated(w, burl__place_at(w, s, b)) : burl__place_at(w, s, b);
    const double number = burl__walk_node(w, a)->value;
    return burl__as_place(burl__is_fixed(w, a) ? burl__pair_moved(w, second, &number, 1)
                                               : burl__pair_plus(w, second, burl__real_at(w, s, a)));
  }
  const burl__place_of first = burl__place_at(w, s, a);
  const double number = sign * burl__walk_node(w, b)->value;
  if (burl__is_fixed(w, b)) return burl__as_place(burl__pair_moved(w, first, &number, 1));
  if (burl__holds_place(w, s, b)) {
    const burl__place_of second = burl__place_at(w, s, b);
    return burl__as_place(burl__pair_sum(w, first, sign < 0 ? burl__pair_negated(w, second) : second));
  }
  const int number_b = burl__real_at(w, s, b);
  return burl__as_place(burl__pair_plus(w, first, sign < 0 ? burl__unary(w->m, VALUE_NEGATE, number_b) : number_b));
}

burl__held burl__pair_operation(burl__code_walk *w, burl__code_scope *s, int node) {
  const burl__held none = {.what = ABSENT};
  const burl__node *const n = burl__walk_node(w, node);
  const int a = n->arity > 0 ? burl__walk_argument(w, node, 0) : 0;
  const int b = n->arity > 1 ? burl__walk_argument(w, node, 1) : 0,
            c = n->arity > 2 ? burl__walk_argument(w, node, 2) : 0;
  if (!w->wants_place[node]) return none;
  const int is_place = burl__holds_place(w, s, a), is_other = n->arity > 1 && burl__holds_place(w, s, b);
  if (n->op == OP_axis_reduce && burl__walk_node(w, b)->value == floor(burl__walk_node(w, b)->value))
    return burl__as_place(burl__pair_wrapped(w, burl__place_at(w, s, a), burl__walk_node(w, b)->value));
  if (n->op == OP_axis_reduce) {
    const int values[] = {burl__real_at(w, s, a), burl__real(w->m, burl__walk_node(w, b)->value)};
    return burl__as_value(burl__call_value(w, s->function, "remainder_f", values, 2));
  }
  if (n->op == OP_select_d && (is_other || burl__holds_place(w, s, c))) {
    if (burl__is_nowhere(w, b) || burl__is_nowhere(w, c)) return none;
    const int holds = burl__binary(w->m, VALUE_NOT_EQUAL, burl__real_at(w, s, a), burl__real(w->m, 0));
    const burl__held p = burl__as_place(burl__place_at(w, s, b)), q = burl__as_place(burl__place_at(w, s, c));
    return burl__pick_held(w, holds, &p, &q);
  }
  if (!is_place && !is_other) return none;
  const int is_scaled = is_place && n->arity > 1 && burl__is_fixed(w, b) && axis_holds(burl__walk_node(w, b)->value);
  if (n->op == OP_add_d) return sum(w, s, a, b, 1);
  if (n->op == OP_subtract_d) return sum(w, s, a, b, -1);
  if (n->op == OP_multiply_d && is_scaled)
    return burl__as_place(burl__pair_scaled(w, burl__place_at(w, s, a), burl__walk_node(w, b)->value));
  if (n->op == OP_divide_d && is_scaled && burl__walk_node(w, b)->value != 0)
    return burl__as_place(burl__pair_scaled(w, burl__place_at(w, s, a), 1.0 / burl__walk_node(w, b)->value));
  if (n->op == OP_negate_d) return burl__as_place(burl__pair_negated(w, burl__place_at(w, s, a)));
  if (n->op == OP_floor_d)
    return burl__as_place((burl__place_of){burl__pair_split(w, burl__place_at(w, s, a)).cell, burl__real(w->m, 0)});
  if (n->op == OP_fract_d) return burl__as_value(burl__pair_split(w, burl__place_at(w, s, a)).fraction);
  return none;
}
