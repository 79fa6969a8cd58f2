/* Finding the sides of guards.h: which nodes a join alone needs, by one of its arguments. */
#include "program/guards.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "program/node.h"

enum { MOST_TRIED = 256, FEWEST_DEAR = 3 };

typedef struct {
  const burl__view *view;
  burl__sides *sides;
  const unsigned char *has_step;
  int *begin, *read; /* the nodes that node i reads are read[begin[i]] to read[begin[i + 1]] */
  int *readers;      /* how often a node is read by steps and outputs */
  int *within;       /* and how often by steps of the side that is looked for */
  int tried;
} finder;

static const burl__node *node_at(const finder *f, int node) { return &f->view->graph->nodes[node]; }
static int argument_at(const finder *f, int node, int i) { return burl__argument_of(f->view, node, i); }
static const burl_range *range_of(const finder *f, int node) { return &node_at(f, node)->range; }

static int list_reads(finder *f, const burl__outputs *result, burl__arena *arena) {
  const int count = (int)f->view->graph->count;
  f->begin = burl__arena_take(arena, ((size_t)count + 1) * sizeof(int));
  f->readers = burl__arena_take(arena, (size_t)count * sizeof(int));
  f->within = burl__arena_take(arena, (size_t)count * sizeof(int));
  f->read = burl__arena_take(arena, (size_t)count * BURL__ARGUMENTS * sizeof(int));
  if (!f->begin || !f->readers || !f->within || !f->read) return 0;
  int total = 0;
  for (int i = 0; i < count; i++) {
    f->begin[i] = total;
    if (!f->has_step[i]) continue;
    const burl__fusion fusion = burl__fuse(f->view, i);
    total += burl__nodes_read(f->view, i, &fusion, f->read + total);
  }
  f->begin[count] = total;
  for (int k = 0; k < total; k++) f->readers[f->read[k]]++;
  for (int c = 0; c < result->channels; c++) f->readers[burl__behind_gates(f->view, result->node[c])]++;
  return 1;
}

static int is_dear(const finder *f, int node) {
  if (burl__is_sampled(node_at(f, node)->op)) return 1;
  const burl__fusion fusion = burl__fuse(f->view, node);
  return fusion.noise >= 0;
}

/* Walks the nodes that only the root needs, from it down; marks them as the side's unless it is BURL__NONE.  How many
 * steps of them are dear; 0 where the join isn't the root's only reader. */
static int walk_side(finder *f, int root, int side) {
  int dear = 0;
  if (f->readers[root] != 1 || !f->has_step[root] || node_at(f, root)->op == BURL__PARTIAL ||
      burl__rate_of(f->view, root) != BURL__RATE_SAMPLE)
    return 0;
  memset(f->within, 0, ((size_t)root + 1) * sizeof(int));
  f->within[root] = 1;
  for (int i = root; i >= 0; i--) {
    if (!f->within[i] || f->within[i] < f->readers[i] || burl__rate_of(f->view, i) != BURL__RATE_SAMPLE) continue;
    for (int k = f->begin[i]; k < f->begin[i + 1]; k++) f->within[f->read[k]]++;
    dear += is_dear(f, i);
    if (side != BURL__NONE) f->sides->side_of[i] = side;
  }
  return dear;
}

/* Whether a weight is exactly 0 or 1 in places, as what clamps and compares is. */
static int saturates(const finder *f, int node, int depth) {
  switch (node_at(f, node)->op) {
  case OP_smoothstep:
  case OP_step:
  case OP_less_f:
  case OP_less_equal_f:
  case OP_equal_f:
  case OP_not_equal_f:
  case OP_both_f:
  case OP_either_f:
  case OP_not_f:
  case OP_select_f:
  case OP_clamp_f:
  case OP_min_f:
  case OP_max_f: return 1;
  case OP_narrow:
  case OP_multiply_f:
  case OP_subtract_f:
  case OP_pow:
    for (int a = 0; depth > 0 && a < burl__read_count(node_at(f, node)); a++)
      if (saturates(f, argument_at(f, node, a), depth - 1)) return 1;
    return 0;
  default: return 0;
  }
}

/* Whether 0 times the node is 0 or -0. */
static int is_finite(const finder *f, int node) {
  const burl_range *const r = range_of(f, node);
  const double most = node_at(f, node)->type == BURL__DOUBLE ? DBL_MAX : (double)FLT_MAX;
  return !r->may_be_nan && r->lo >= -most && r->hi <= most;
}

/* Adds a side where it is dear and there is room. */
static void add_side(finder *f, burl__side side) {
  burl__sides *const s = f->sides;
  if (burl__rate_of(f->view, side.looked_at) == BURL__RATE_CONSTANT) return;
  if (s->count == BURL__MOST_GUARDS || f->tried++ >= MOST_TRIED) return;
  if (walk_side(f, side.root, BURL__NONE) < FEWEST_DEAR) return;
  walk_side(f, side.root, s->count);
  s->side[s->count++] = side;
}

static void guard_choice(finder *f, int i) {
  const int c = argument_at(f, i, 0), a = argument_at(f, i, 1), b = argument_at(f, i, 2);
  add_side(f, (burl__side){.join = i, .root = a, .looked_at = c, .test = BURL__ALL_EQUAL, .survivor = b});
  add_side(f, (burl__side){.join = i, .root = b, .looked_at = c, .test = BURL__ALL_UNEQUAL, .survivor = a});
}

static void guard_logic(finder *f, int i, int is_both) {
  const burl__test test = is_both ? BURL__ALL_EQUAL : BURL__ALL_UNEQUAL;
  const int a = argument_at(f, i, 0), b = argument_at(f, i, 1),
            first = walk_side(f, a, BURL__NONE) > walk_side(f, b, BURL__NONE);
  add_side(f, (burl__side){.join = i,
                           .root = first ? a : b,
                           .looked_at = first ? b : a,
                           .test = test,
                           .survivor = BURL__NONE,
                           .filled = is_both ? 0.0f : 1.0f,
                           .kind = BURL__GUARD_LOGIC});
}

/* The bound as a number of the node's type, on the safe side. */
static double safe_bound(const finder *f, int node, double bound, double towards) {
  if (node_at(f, node)->type == BURL__DOUBLE || !isfinite(bound)) return bound;
  const float near = (float)bound;
  const int is_unsafe = towards < 0 ? (double)near > bound : (double)near < bound;
  return (double)(is_unsafe ? nextafterf(near, (float)towards) : near);
}

static void guard_extreme(finder *f, int i, int is_min) {
  const int a = argument_at(f, i, 0), b = argument_at(f, i, 1),
            first = walk_side(f, a, BURL__NONE) > walk_side(f, b, BURL__NONE);
  const int root = first ? a : b, other = first ? b : a;
  const burl_range *const r = range_of(f, root), *const o = range_of(f, other);
  if (r->may_be_nan || !(is_min ? o->lo < r->lo : o->hi > r->hi)) return;
  add_side(f,
           (burl__side){.join = i,
                        .root = root,
                        .looked_at = other,
                        .test = is_min ? BURL__ALL_BELOW : BURL__ALL_ABOVE,
                        .value = is_min ? safe_bound(f, root, r->lo, -INFINITY) : safe_bound(f, root, r->hi, INFINITY),
                        .survivor = other,
                        .kind = BURL__GUARD_EXTREME});
}

static void guard_mix(finder *f, int i) {
  const int a = argument_at(f, i, 0), b = argument_at(f, i, 1), v = argument_at(f, i, 2);
  if (!saturates(f, v, 4)) return;
  const burl_range *const r = range_of(f, v);
  burl__side side = {.join = i, .looked_at = v, .test = BURL__ALL_EQUAL, .kind = BURL__GUARD_SUM};
  side.root = a, side.survivor = b, side.value = 1;
  if (is_finite(f, a) && r->hi >= 1) add_side(f, side);
  side.root = b, side.survivor = a, side.value = 0;
  if (is_finite(f, b) && r->lo <= 0) add_side(f, side);
}

static int is_product(const finder *f, int node) {
  const int op = node_at(f, node)->op;
  return (op == OP_multiply_f || op == OP_multiply_d) && f->has_step[node];
}

/* A factor of a product that is exactly 0 in places; BURL__NONE: there is none. */
static int weight_of(const finder *f, int product, int depth) {
  for (int a = 0; a < 2; a++) {
    const int factor = argument_at(f, product, a);
    const int weight = depth > 0 && is_product(f, factor) ? weight_of(f, factor, depth - 1) : factor;
    if (weight != factor && weight != BURL__NONE) return weight;
    const burl_range *const r = range_of(f, factor);
    if (weight == factor && f->has_step[factor] && r->lo <= 0 && r->hi >= 0 && saturates(f, factor, 4)) return factor;
  }
  return BURL__NONE;
}

/* A product that is added to a value or taken from it. */
static void guard_term(finder *f, int i, int product, int survivor) {
  const int weight = is_product(f, product) && is_finite(f, product) ? weight_of(f, product, 4) : BURL__NONE;
  if (weight == BURL__NONE) return;
  f->readers[weight]++; /* the guard, too: it is no part of the side */
  add_side(f, (burl__side){.join = i,
                           .root = product,
                           .looked_at = weight,
                           .test = BURL__ALL_EQUAL,
                           .survivor = survivor,
                           .kind = BURL__GUARD_SUM});
}

static void guard_sum(finder *f, int i, int is_difference) {
  const burl__fusion fusion = burl__fuse(f->view, i);
  const int a = argument_at(f, i, 0), b = argument_at(f, i, 1);
  if (fusion.noise >= 0) return;
  if (fusion.part_count > 0) {
    guard_term(f, i, fusion.value, fusion.sum);
    return;
  }
  const int sides = f->sides->count;
  guard_term(f, i, b, a);
  if (!is_difference && f->sides->count == sides) guard_term(f, i, a, b); /* of two terms one: its survivor is there */
}

static void guard_node(finder *f, int i) {
  switch (node_at(f, i)->op) {
  case OP_select_f:
  case OP_select_d: guard_choice(f, i); return;
  case OP_both_f: guard_logic(f, i, 1); return;
  case OP_either_f: guard_logic(f, i, 0); return;
  case OP_min_f:
  case OP_min_d: guard_extreme(f, i, 1); return;
  case OP_max_f:
  case OP_max_d: guard_extreme(f, i, 0); return;
  case OP_lerp_f:
  case OP_lerp_d: guard_mix(f, i); return;
  case OP_add_f:
  case OP_add_d: guard_sum(f, i, 0); return;
  case OP_subtract_f:
  case OP_subtract_d: guard_sum(f, i, 1); return;
  default: return;
  }
}

int burl__find_sides(burl__sides *sides, const burl__view *view, const unsigned char *has_step,
                     const burl__outputs *result, burl__arena *arena) {
  const int count = (int)view->graph->count;
  finder f = {.view = view, .sides = sides, .has_step = has_step};
  sides->side_of = burl__arena_take(arena, (size_t)count * sizeof(int));
  if (!sides->side_of || !list_reads(&f, result, arena)) return 0;
  for (int i = 0; i < count; i++) sides->side_of[i] = BURL__NONE;
  for (int i = count - 1; i >= 0; i--) /* the outer joins first: nodes stay with the inner ones */
    if (has_step[i] && burl__rate_of(view, i) == BURL__RATE_SAMPLE) guard_node(&f, i);
  for (int i = 0; i < count; i++) /* a slope is where the step of its noise is */
    if (has_step[i] && node_at(&f, i)->op == BURL__PARTIAL) sides->side_of[i] = sides->side_of[argument_at(&f, i, 0)];
  return 1;
}
