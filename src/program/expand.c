/* The expander of expand.h. */
#include "program/expand.h"

#include <string.h>

#include "program/build.h"
#include "program/period.h"

enum {
  MOST_DEPTH = 600, /* of nested expansions: names, calls and operators */
  MOST_EXPANSIONS = 200000
};

/* What the parameters of a function that the recipe defines refer to: the arguments of a call,
 * which are expanded in the caller's scope.  Outside of functions there are none. */
struct burl__scope {
  burl__link link;
  int id;
  const burl__tree *call; /* NULL: outside of functions */
  const burl__scope *caller;
};

typedef struct {
  burl__link link;
  burl__point point;
} kept_point;

typedef struct {
  burl__link link;
  int tree, scope, point;
  unsigned reads;
  burl__value value;
} expansion;

/* ---- Hash tables -------------------------------------------------------------------------------- */

static void *keep(burl__expander *e, size_t size) {
  void *const kept = burl__arena_take(e->scratch, size);
  if (!kept) burl__out_of_memory(e->graph->error);
  return kept;
}

static void *enter(burl__expander *e, burl__links *table, uint64_t hash, size_t size) {
  void *const entry = burl__links_add(table, e->scratch, hash, size);
  if (!entry) burl__out_of_memory(e->graph->error);
  return entry;
}

static uint64_t hash_of(uint64_t a, uint64_t b, uint64_t c) {
  return burl__hash_more(burl__hash_more(burl__hash_more(0, a), b), c);
}

static int same_point(const burl__point *a, const burl__point *b) {
  return a->dims == b->dims && memcmp(a->coordinate, b->coordinate, sizeof a->coordinate) == 0 && a->time == b->time &&
         a->seed == b->seed && a->octave == b->octave && a->elias_octave == b->elias_octave && a->loop == b->loop &&
         memcmp(&a->loop_period, &b->loop_period, sizeof a->loop_period) == 0 && a->ground == b->ground &&
         a->instance == b->instance && a->inside == b->inside && a->derived == b->derived && a->on_shell == b->on_shell;
}

static uint64_t hash_point(const burl__point *p) {
  uint64_t hash = hash_of(p->seed, (uint64_t)p->time, (uint64_t)p->octave * 4096 + (uint64_t)p->ground);
  for (int i = 0; i < p->dims; i++) hash = burl__hash_more(hash, (uint64_t)p->coordinate[i]);
  hash = burl__hash_more(hash, (uint64_t)p->instance);
  return burl__hash_more(hash, (uint64_t)(uintptr_t)p->derived);
}

const burl__point *burl__keep_point(burl__expander *e, const burl__point *point) {
  burl__point key = *point; /* its unused coordinates are made equal */
  for (int i = key.dims; i < 4; i++) key.coordinate[i] = BURL__NONE;
  const uint64_t hash = hash_point(&key);
  for (burl__link *l = burl__links_first(&e->points, hash); l; l = l->next)
    if (l->hash == hash && same_point(&((kept_point *)l)->point, &key)) return &((kept_point *)l)->point;
  key.id = (int)e->points.count;
  kept_point *const kept = enter(e, &e->points, hash, sizeof *kept);
  if (!kept) return NULL;
  kept->point = key;
  return &kept->point;
}

static uint64_t hash_expansion(const burl__tree *tree, const burl__scope *scope, const burl__point *point) {
  return hash_of((uint64_t)tree->id, (uint64_t)scope->id, (uint64_t)point->id);
}

/* NULL: it isn't in the table yet. */
static const expansion *find_expansion(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                                       const burl__point *point) {
  for (burl__link *l = burl__links_first(&e->expansions, hash_expansion(tree, scope, point)); l; l = l->next) {
    const expansion *const known = (expansion *)l;
    if (known->tree == tree->id && known->scope == scope->id && known->point == point->id) return known;
  }
  return NULL;
}

static const burl__scope *keep_scope(burl__expander *e, const burl__tree *call, const burl__scope *caller) {
  const uint64_t hash = hash_of(call ? (uint64_t)call->id + 1 : 0, caller ? (uint64_t)caller->id + 1 : 0, 0);
  for (burl__link *l = burl__links_first(&e->scopes, hash); l; l = l->next) {
    const burl__scope *const known = (burl__scope *)l;
    if (known->call == call && known->caller == caller) return known;
  }
  const int id = (int)e->scopes.count;
  burl__scope *const kept = enter(e, &e->scopes, hash, sizeof *kept);
  if (!kept) return NULL;
  kept->id = id;
  kept->call = call;
  kept->caller = caller;
  return kept;
}

burl__spacer *burl__spacer_of(burl__expander *e) {
  if (e->spacer) return e->spacer;
  burl__spacer *const spacer = burl__arena_take(e->scratch, sizeof *spacer);
  if (!spacer) return burl__out_of_memory(e->graph->error), NULL;
  if (!burl__spacer_open(spacer, e->graph, e->scratch)) return NULL;
  return e->spacer = spacer;
}

/* ---- Values ------------------------------------------------------------------------------------- */

burl__value burl__failed(void) { return (burl__value){0, {0, 0, 0, 0}, 0}; }
burl__value burl__number(int node) { return node < 0 ? burl__failed() : (burl__value){1, {node, 0, 0, 0}, 0}; }

static burl__value fail(burl__expander *e, burl__span place, const char *message, const char *hint) {
  burl__fail(e->graph->error, BURL_RECIPE, place, "%s", message);
  burl__hint(e->graph->error, "%s", hint);
  return burl__failed();
}

burl__value burl__channelwise(burl__graph *graph, int op, const burl__value *values, int count) {
  burl__value result = {1, {0, 0, 0, 0}, 0};
  for (int i = 0; i < count; i++) {
    const int channels = values[i].channels;
    if (channels == 0) return burl__failed();
    if (channels > 1 && result.channels > 1 && channels != result.channels) {
      burl__fail(graph->error, BURL_RECIPE, graph->place, "a colour of 3 channels meets one of 4");
      burl__hint(graph->error, BURL__HINT_CHANNELS);
      return burl__failed();
    }
    if (channels > result.channels) result.channels = channels;
  }
  for (int c = 0; c < result.channels; c++) {
    int arguments[BURL__ARGUMENTS];
    for (int i = 0; i < count; i++) arguments[i] = values[i].node[values[i].channels > 1 ? c : 0];
    result.node[c] = burl__arithmetic(graph, op, arguments);
    if (result.node[c] < 0) return burl__failed();
  }
  return result;
}

static burl__value expand_colour(burl__expander *e, const burl__tree *tree) {
  burl__value value = {3, {0, 0, 0, 0}, 0};
  for (int i = 0; i < 3; i++)
    if ((value.node[i] = burl__literal(e->graph, tree->colour[i])) < 0) return burl__failed();
  return value;
}

/* ---- Operators ---------------------------------------------------------------------------------- */

/* condition ? a : b, channel by channel.  A condition in double is reduced to 0 or 1 where a and b
 * are not. */
static burl__value select_value(burl__expander *e, const burl__tree *tree, const burl__value *v) {
  burl__graph *const g = e->graph;
  if (v[0].channels != 1)
    return fail(e, tree->arguments->place, "a condition is a number, not a colour", "compare numbers: v > 0 ? c0 : c1");
  const int numbers = (v[1].channels == 1) + (v[2].channels == 1);
  if (v[1].channels != v[2].channels)
    return fail(e, tree->place, "the two sides of '?:' have different types",
                numbers ? "two numbers or two colours: rgb(v, v, v) is a grey" : BURL__HINT_CHANNELS);
  int test = v[0].node[0];
  if (g->nodes[test].type == BURL__DOUBLE) {
    const int zero = burl__literal(g, 0.0);
    if (zero < 0 || (test = burl__make2(g, OP_not_equal_f, test, zero)) < 0) return burl__failed();
    const burl__type a = g->nodes[v[1].node[0]].type, b = g->nodes[v[2].node[0]].type;
    if (a != BURL__DOUBLE && b != BURL__DOUBLE && (test = burl__convert(g, test, BURL__FLOAT)) < 0)
      return burl__failed();
  }
  burl__value result = {v[1].channels, {0, 0, 0, 0}, 0};
  for (int c = 0; c < result.channels; c++) {
    if (burl__is_constant(g, test)) {
      result.node[c] = burl__value_of(g, test) != 0.0 ? v[1].node[c] : v[2].node[c];
      continue;
    }
    result.node[c] = burl__make3(g, OP_select_f, test, v[1].node[c], v[2].node[c]);
    if (result.node[c] < 0) return burl__failed();
  }
  return result;
}

static int takes_colours(int op) {
  return op == OP_add_f || op == OP_subtract_f || op == OP_multiply_f || op == OP_divide_f || op == OP_negate_f;
}

/* An operator's value, given the value of its first argument; the others are expanded here. */
static burl__value apply_operator(burl__expander *e, const burl__tree *tree, burl__value first,
                                  const burl__scope *scope, const burl__point *point) {
  const int op = burl__find_operator(tree->name);
  burl__value values[3] = {first};
  int count = 0;
  for (const burl__tree *a = tree->arguments; a; a = a->next, count++) {
    if (count > 0) values[count] = burl__expand(e, a, scope, point);
    if (values[count].channels == 0) return burl__failed();
    if (values[count].channels > 1 && !takes_colours(op) && op != OP_select_f)
      return fail(e, a->place, "this operator takes numbers, not a colour", BURL__HINT_NUMBER);
  }
  e->graph->place = tree->place;
  if (op == OP_select_f) return select_value(e, tree, values);
  return burl__channelwise(e->graph, op, values, count);
}

/* A chain of operators, a + b + c + …, is a tree that is as deep as the chain is long, to the left.
 * It is walked down and up again in loops, so that it isn't limited by the depth of recursion. */
static burl__value expand_operator(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                                   const burl__point *point) {
  size_t length = 0;
  for (const burl__tree *left = tree; left->kind == TREE_OPERATOR; left = left->arguments) length++;
  const burl__tree **const chain = keep(e, length * sizeof *chain);
  if (!chain) return burl__failed();
  const burl__tree *left = tree;
  for (size_t i = 0; i < length; i++, left = left->arguments) chain[i] = left;
  burl__value value = burl__expand(e, left, scope, point);
  for (size_t i = length; i-- > 0 && value.channels;) value = apply_operator(e, chain[i], value, scope, point);
  return value;
}

/* ---- Names -------------------------------------------------------------------------------------- */

static int coordinate_of(const char *name) {
  static const char *const names[] = {"x", "y", "z", "w", "t"};
  for (int i = 0; i < 5; i++)
    if (strcmp(name, names[i]) == 0) return i;
  return -1;
}

static burl__value expand_coordinate(burl__expander *e, const burl__tree *tree, int axis, const burl__point *point) {
  e->reads |= 1u << axis;
  if (axis == 4) return burl__number(point->time);
  if (axis < point->dims) return burl__number(point->coordinate[axis]);
  if (point->inside) {
    /* With more dimensions the recipe's own point, and so perhaps this one, has the coordinate. */
    const int may_have = point->dims == e->dims;
    burl__fail(e->graph->error, may_have ? BURL_DIMENSION : BURL_RECIPE, tree->place, "the point has no %s inside %s()",
               tree->name, point->inside);
    burl__hint(e->graph->error, "%s gives the point %d coordinate%s here", point->inside, point->dims,
               point->dims == 1 ? "" : "s");
    return burl__failed();
  }
  burl__fail(e->graph->error, BURL_DIMENSION, tree->place, "the recipe has no %s in %d dimension%s", tree->name,
             point->dims, point->dims == 1 ? "" : "s");
  burl__hint(e->graph->error, "compile it for %d dimensions", axis + 1);
  return burl__failed();
}

/* The argument of the scope's call that a parameter refers to; its own scope is the caller's. */
static const burl__tree *argument_of(const burl__tree *parameter, const burl__scope *scope) {
  const burl__tree *argument = scope->call->arguments;
  for (int i = 1; i < parameter->parameter; i++) argument = argument->next;
  return argument;
}

const burl__tree *burl__referent(const burl__tree *tree, const burl__scope **scope) {
  while (tree->kind == TREE_NAME && (tree->parameter || tree->definition)) {
    if (tree->definition) {
      tree = tree->definition->body; /* a body without parameters needs no scope */
      continue;
    }
    tree = argument_of(tree, *scope);
    *scope = (*scope)->caller;
  }
  return tree;
}

/* Notes which nodes the arguments of a definition's call are at a point, as far as its body has read them there. */
static void note_arguments(burl__expander *e, burl__named_node *n, const burl__definition *definition,
                           const burl__scope *own, const burl__point *point) {
  const burl__tree *argument = own->call ? own->call->arguments : NULL;
  for (int i = 0; argument && n->argument_count < BURL__PART_ARGUMENTS; i++, argument = argument->next) {
    const expansion *const known = find_expansion(e, argument, own->caller, point);
    if (!known || known->value.channels != 1) continue;
    n->argument_name[n->argument_count] = definition->parameters[i];
    n->argument[n->argument_count++] = known->value.node[0];
  }
}

/* Notes which part of the recipe a value is, the first that it has been. */
static int note_name(burl__expander *e, const burl__definition *definition, const burl__scope *own,
                     const burl__value *value, const burl__point *point) {
  burl__code_wishes *const w = e->wishes;
  for (int c = 0; w && c < value->channels; c++) {
    const size_t node = (size_t)value->node[c];
    if (node >= w->named_count) {
      const size_t count = 2 * node + 64;
      burl__named_node *const named = burl__arena_take(w->arena, count * sizeof *named);
      if (!named) return burl__out_of_memory(e->graph->error), 0;
      if (w->named_count) memcpy(named, w->named, w->named_count * sizeof *named);
      w->named = named;
      w->named_count = count;
    }
    burl__named_node *const n = &w->named[node];
    if (n->name) continue;
    n->name = definition->name;
    n->dims = point->dims;
    memcpy(n->coordinate, point->coordinate, sizeof n->coordinate);
    note_arguments(e, n, definition, own, point);
  }
  return 1;
}

static burl__value expand_definition(burl__expander *e, const burl__definition *definition, const burl__scope *own,
                                     const burl__point *point) {
  const burl__value value = own ? burl__expand(e, definition->body, own, point) : burl__failed();
  return own && note_name(e, definition, own, &value, point) ? value : burl__failed();
}

/* The knob's value, or, in code, a node for it where it is to stay open. */
static int expand_knob(burl__expander *e, int knob) {
  e->reads |= BURL__READS_KNOB;
  if (e->findings) e->findings->knob_read[knob] = 1;
  if (!e->wishes || !e->wishes->is_open[knob]) return burl__literal(e->graph, e->knobs[knob]);
  const burl_param *const of = &e->wishes->knobs[knob];
  return burl__knob_of(e->graph, knob, (burl_range){of->lo, of->hi, 0});
}

static burl__value expand_name(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                               const burl__point *point) {
  if (tree->parameter) return burl__expand(e, argument_of(tree, scope), scope->caller, point);
  if (tree->definition) return expand_definition(e, tree->definition, keep_scope(e, NULL, NULL), point);
  if (tree->knob > e->knob_count) {
    burl__fail(e->graph->error, BURL_RECIPE, tree->place, "knob '%s' has no value yet: it is defined further down",
               tree->name);
    burl__hint(e->graph->error, "move its line above this one");
    return burl__failed();
  }
  if (tree->knob) return burl__number(expand_knob(e, tree->knob - 1));
  if (strcmp(tree->name, "seed") == 0) {
    e->reads |= BURL__READS_SEED;
    return burl__number(burl__literal(e->graph, (double)e->seed));
  }
  return expand_coordinate(e, tree, coordinate_of(tree->name), point);
}

/* ---- Calls --------------------------------------------------------------------------------------- */

static void sort_arguments(burl__call_site *site) {
  for (const burl__tree *a = site->tree->arguments; a; a = a->next)
    if (!a->option) site->positional[site->count++] = a;
}

static burl__value expand_call(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                               const burl__point *point) {
  if (tree->definition) return expand_definition(e, tree->definition, keep_scope(e, tree, scope), point);
  const burl__entry *const entry = tree->function;
  burl__call_site site = {
      .expander = e, .graph = e->graph, .entry = entry, .tree = tree, .scope = scope, .point = point};
  sort_arguments(&site);
  if (e->findings) e->findings->used[entry - burl__entries] = 1;
  e->graph->place = tree->place;
  return entry->build(&site);
}

/* ---- Expressions -------------------------------------------------------------------------------- */

/* The value of an expression that isn't in the table yet. */
static burl__value expand_new(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                              const burl__point *point) {
  switch (tree->kind) {
  case TREE_NUMBER: return burl__number(burl__literal(e->graph, tree->number));
  case TREE_COLOUR: return expand_colour(e, tree);
  case TREE_TEXT:
    return fail(e, tree->place, "a text is no number",
                "a number stands without quotes; a text behind a knob: param a = 1 \"…\"");
  case TREE_NAME: return expand_name(e, tree, scope, point);
  case TREE_OPERATOR: return expand_operator(e, tree, scope, point);
  default: return expand_call(e, tree, scope, point);
  }
}

burl__value burl__expand(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                         const burl__point *point) {
  const expansion *const known = find_expansion(e, tree, scope, point);
  if (known) {
    e->reads |= known->reads;
    return known->value;
  }
  if (e->depth >= MOST_DEPTH) {
    burl__fail(e->graph->error, BURL_LIMIT, tree->place, "names, calls and operators lead more than %d levels deep",
               MOST_DEPTH);
    burl__hint(e->graph->error, "a chain of operators is one level: a + b + c");
    return burl__failed();
  }
  if (e->expansions.count >= MOST_EXPANSIONS) {
    burl__fail(e->graph->error, BURL_LIMIT, tree->place, "the recipe expands to more than %d expressions",
               MOST_EXPANSIONS);
    burl__hint(e->graph->error, BURL__HINT_SMALLER);
    return burl__failed();
  }

  const burl__span outer = e->graph->place;
  const unsigned others = e->reads;
  e->depth++;
  e->reads = 0;
  e->graph->place = tree->place;
  const burl__value value = expand_new(e, tree, scope, point);
  const unsigned reads = e->reads;
  e->graph->place = outer;
  e->reads |= others;
  e->depth--;
  if (value.channels == 0) return value;

  expansion *const kept = enter(e, &e->expansions, hash_expansion(tree, scope, point), sizeof *kept);
  if (!kept) return burl__failed();
  kept->tree = tree->id;
  kept->scope = scope->id;
  kept->point = point->id;
  kept->reads = reads;
  kept->value = value;
  return value;
}

burl__value burl__expand_at(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                            const burl__point *point) {
  for (int i = 0; i < point->dims; i++)
    if (point->coordinate[i] < 0) return burl__failed();
  const burl__point *const kept = burl__keep_point(e, point);
  return kept ? burl__expand(e, tree, scope, kept) : burl__failed();
}

burl__value burl__expand_apart(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                               const burl__point *point, unsigned *reads) {
  const unsigned others = e->reads;
  e->reads = 0;
  const burl__value value = burl__expand_at(e, tree, scope, point);
  *reads = e->reads;
  e->reads = others;
  return value;
}

/* Whether the test holds for any channel of the value. */
static int holds(burl__expander *e, const burl__tree *tree, const burl__scope *scope, const burl__point *point,
                 burl__node_test *test) {
  const burl__value value = burl__expand(e, tree, scope, point);
  for (int c = 0; c < value.channels; c++)
    if (test(e->graph, value.node[c])) return 1;
  return 0;
}

burl__span burl__place_where(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                             const burl__point *point, burl__node_test *test) {
  const burl__point *const kept = burl__keep_point(e, point);
  burl_error *const error = e->graph->error;
  burl_error ignored = {0}; /* of arguments that have no value at this point */
  e->graph->error = &ignored;
  while (kept && scope) {
    const burl__tree *next = NULL;
    const burl__scope *within = scope;
    if (tree->kind == TREE_NAME && tree->parameter) {
      next = argument_of(tree, scope);
      within = scope->caller;
    } else if (tree->definition) {
      next = tree->definition->body;
      within = keep_scope(e, tree->kind == TREE_CALL ? tree : NULL, tree->kind == TREE_CALL ? scope : NULL);
    } else if (tree->kind == TREE_OPERATOR || tree->kind == TREE_CALL) {
      next = tree->arguments;
      while (next && (next->option || !holds(e, next, scope, kept, test))) next = next->next;
    }
    if (!next) break;
    tree = next;
    scope = within;
  }
  e->graph->error = error;
  return tree->place;
}

static int has_lap(const burl__graph *graph, int node) { return burl__has_lap(&graph->nodes[node]); }

burl__span burl__lapped_place(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                              const burl__point *point) {
  return burl__place_where(e, tree, scope, point, has_lap);
}

/* The point at which the recipe is sampled, which has the coordinates of the grid. */
static const burl__point *open_point(burl__expander *e, int dims) {
  e->dims = dims;
  burl__point start = {.dims = dims, .seed = e->seed};
  for (int i = 0; i < dims; i++)
    if ((start.coordinate[i] = burl__coordinate(e->graph, i)) < 0) return NULL;
  start.loop = start.ground = start.instance = BURL__NONE;
  if ((start.time = burl__coordinate(e->graph, 4)) < 0) return NULL;
  return e->own_point = burl__keep_point(e, &start);
}

burl__value burl__expand_whole(burl__expander *e, const burl__tree *tree, int dims) {
  const burl__scope *const outside = keep_scope(e, NULL, NULL);
  const burl__point *const point = outside ? open_point(e, dims) : NULL;
  return point ? burl__expand(e, tree, outside, point) : burl__failed();
}

int burl__expand_constant(burl__expander *e, const burl__tree *tree, double *value) {
  const burl__scope *const outside = keep_scope(e, NULL, NULL);
  const burl__point *const point = outside ? open_point(e, 4) : NULL;
  if (!point) return 0;
  const burl__value v = burl__expand(e, tree, outside, point);
  if (v.channels == 0) return 0;
  if (v.channels != 1 || !burl__is_constant(e->graph, v.node[0])) {
    fail(e, tree->place, "this must be a constant", BURL__HINT_CONSTANT);
    return 0;
  }
  *value = burl__value_of(e->graph, v.node[0]);
  return 1;
}
