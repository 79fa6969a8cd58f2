/* The expander of expand.h. */
#include "program/expand.h"

#include <stdio.h>
#include <string.h>

#include "base/similar.h"
#include "program/build.h"

enum {
  MOST_DEPTH = 600,        /* of expansions within one another: names, calls and operators */
  MOST_EXPANSIONS = 300000
};

/* Which names an expression sees: the arguments of one of the recipe's functions, and the definitions
 * above it. */
struct burl__scope {
  int id;
  const burl__definition *inside;  /* NULL: the result line, which sees every definition */
  const burl__tree *call;          /* of the function, in `caller`; NULL: no arguments */
  const burl__scope *caller;
  burl__scope *next;
};

struct burl__kept_point {
  burl__point point;
  struct burl__kept_point *next;
};

struct burl__expansion {
  int tree, scope, point;
  burl__value value;
  struct burl__expansion *next;
};

/* ---- What is kept ------------------------------------------------------------------------------- */

static unsigned bucket(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t h = (a * 0x9E3779B97F4A7C15u ^ b) * 0xBF58476D1CE4E5B9u;
  h = (h ^ h >> 31 ^ c) * 0x94D049BB133111EBu;
  return (unsigned)(h >> 40) % BURL__BUCKETS;
}

static void *keep(burl__expander *e, size_t size) {
  void *const kept = burl__arena_take(e->scratch, size);
  if (!kept) burl__out_of_memory(e->graph->error);
  return kept;
}

static int same_point(const burl__point *a, const burl__point *b) {
  return a->dims == b->dims && memcmp(a->coordinate, b->coordinate, sizeof a->coordinate) == 0 &&
         a->time == b->time && a->seed == b->seed && a->octave == b->octave &&
         a->own_constants == b->own_constants && a->inside == b->inside &&
         memcmp(&a->frequency, &b->frequency, sizeof a->frequency) == 0;
}

/* The kept point equal to `made`. */
static const burl__point *keep_point(burl__expander *e, const burl__point *made) {
  burl__point like = *made;
  for (int i = like.dims; i < 4; i++) like.coordinate[i] = BURL__NONE;
  const unsigned at = bucket((uint64_t)like.coordinate[0] + 1, like.seed, (uint64_t)like.coordinate[1] + 1);
  for (burl__kept_point *kept = e->point[at]; kept; kept = kept->next)
    if (same_point(&kept->point, &like)) return &kept->point;
  burl__kept_point *const kept = keep(e, sizeof *kept);
  if (!kept) return NULL;
  kept->point = like;
  kept->point.id = e->points++;
  kept->next = e->point[at];
  e->point[at] = kept;
  return &kept->point;
}

static const burl__scope *keep_scope(burl__expander *e, const burl__definition *inside, const burl__tree *call,
                                     const burl__scope *caller) {
  const unsigned at = bucket((uint64_t)(uintptr_t)inside, (uint64_t)(uintptr_t)call, caller ? (uint64_t)caller->id + 1 : 0);
  for (burl__scope *kept = e->scope[at]; kept; kept = kept->next)
    if (kept->inside == inside && kept->call == call && kept->caller == caller) return kept;
  burl__scope *const kept = keep(e, sizeof *kept);
  if (!kept) return NULL;
  *kept = (burl__scope){e->scopes++, inside, call, caller, e->scope[at]};
  e->scope[at] = kept;
  return kept;
}

/* ---- Values ------------------------------------------------------------------------------------- */

burl__value burl__failed(void) { return (burl__value){0, {0, 0, 0, 0}}; }
burl__value burl__number(int node) {
  return node < 0 ? burl__failed() : (burl__value){1, {node, 0, 0, 0}};
}

static burl__value fail(burl__expander *e, burl_status status, burl__place place, const char *format, const char *name) {
  burl__fail(e->graph->error, status, place, format, name);
  return burl__failed();
}

burl__value burl__channelwise(burl__graph *graph, int op, const burl__value *values, int count) {
  burl__value result = {1, {0, 0, 0, 0}};
  for (int i = 0; i < count; i++) {
    const int channels = values[i].channels;
    if (channels == 0) return burl__failed();
    if (channels > 1 && result.channels > 1 && channels != result.channels) {
      burl__fail(graph->error, BURL_RECIPE, graph->place, "a colour of 3 channels meets one of 4");
      burl__hint(graph->error, "rgba(colour, 1) has 4");
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
  burl__value value = {3, {0, 0, 0, 0}};
  for (int i = 0; i < 3; i++)
    if ((value.node[i] = burl__literal(e->graph, tree->colour[i])) < 0) return burl__failed();
  return value;
}

/* ---- Operators ---------------------------------------------------------------------------------- */

/* condition ? a : b, channel by channel, in the type of a and b. */
static burl__value select_value(burl__expander *e, const burl__tree *tree, const burl__value *v) {
  burl__graph *const g = e->graph;
  if (v[0].channels != 1) return fail(e, BURL_RECIPE, tree->arguments->place, "a condition is a number, not a colour%s", "");
  if (v[1].channels != v[2].channels)
    return fail(e, BURL_RECIPE, tree->place, "the two sides of '?:' have different types%s", "");
  int test = v[0].node[0];
  if (g->nodes[test].type == BURL__DOUBLE) {
    const int zero = burl__literal(g, 0.0);
    if (zero < 0 || (test = burl__make2(g, OP_not_equal_f, test, zero)) < 0) return burl__failed();
    const burl__type a = g->nodes[v[1].node[0]].type, b = g->nodes[v[2].node[0]].type;
    if (a != BURL__DOUBLE && b != BURL__DOUBLE && (test = burl__convert(g, test, BURL__FLOAT)) < 0) return burl__failed();
  }
  burl__value result = {v[1].channels, {0, 0, 0, 0}};
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
  return op == OP_add_f || op == OP_subtract_f || op == OP_multiply_f || op == OP_divide_f;
}

static burl__value expand_operator(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                                   const burl__point *point) {
  const int op = burl__find_operator(tree->name);
  burl__value values[3];
  int count = 0;
  for (const burl__tree *a = tree->arguments; a; a = a->next, count++) {
    values[count] = burl__expand(e, a, scope, point);
    if (values[count].channels == 0) return burl__failed();
    if (values[count].channels > 1 && !takes_colours(op) && op != OP_select_f)
      return fail(e, BURL_RECIPE, a->place, "this operator takes numbers, not a colour%s", "");
  }
  e->graph->place = tree->place;
  if (op == OP_select_f) return select_value(e, tree, values);
  return burl__channelwise(e->graph, op, values, count);
}

/* ---- Names -------------------------------------------------------------------------------------- */

static int coordinate_of(const char *name) {
  static const char *const names[] = {"x", "y", "z", "w", "t"};
  for (int i = 0; i < 5; i++)
    if (strcmp(name, names[i]) == 0) return i;
  return -1;
}

static burl__value expand_coordinate(burl__expander *e, const burl__tree *tree, int axis, const burl__point *point) {
  if (axis == 4) return burl__number(point->time);
  if (axis < point->dims) return burl__number(point->coordinate[axis]);
  if (point->inside) {
    burl__fail(e->graph->error, BURL_RECIPE, tree->place, "the point has no %s inside %s()", tree->name, point->inside);
    burl__hint(e->graph->error, "%s gives the point %d coordinate%s here", point->inside, point->dims, point->dims == 1 ? "" : "s");
    return burl__failed();
  }
  burl__fail(e->graph->error, BURL_DIMENSION, tree->place, "the recipe has no %s in %d dimension%s", tree->name,
             point->dims, point->dims == 1 ? "" : "s");
  burl__hint(e->graph->error, "compile it for %d dimensions", axis + 1);
  return burl__failed();
}

/* The definition of that name that the scope sees; *later is one that it does not see yet. */
static const burl__definition *find_definition(const burl__expander *e, const char *name, int is_function,
                                               const burl__scope *scope, const burl__definition **later) {
  const burl__definition *found = NULL;
  int visible = 1;
  *later = NULL;
  for (const burl__definition *d = e->recipe->definitions; d; d = d->next) {
    if (d == scope->inside) visible = 0;
    if (d->is_function != is_function || strcmp(d->name, name) != 0) continue;
    if (visible)
      found = d;
    else if (!*later)
      *later = d;
  }
  return found;
}

static void suggest_name(burl__expander *e, const char *name, const burl__scope *scope) {
  static const char *const words[] = {"seed"};
  burl__similar best = {NULL, 0};
  if (scope->call)
    for (int i = 0; i < scope->inside->parameter_count; i++) burl__similar_try(&best, name, scope->inside->parameters[i]);
  for (const burl__definition *d = e->recipe->definitions; d && d != scope->inside; d = d->next)
    if (!d->is_function) burl__similar_try(&best, name, d->name);
  for (const burl__knob *k = e->recipe->knobs; k; k = k->next) burl__similar_try(&best, name, k->name);
  burl__similar_try(&best, name, words[0]);
  if (best.nearest)
    burl__hint(e->graph->error, "did you mean '%s'?", best.nearest);
  else if (burl__find_function(name))
    burl__hint(e->graph->error, "a function is called with ( ): %s()", name);
  else
    burl__hint(e->graph->error, "a name is defined on a line of its own, above: %.40s = …", name);
}

static burl__value later_definition(burl__expander *e, const burl__tree *tree, const burl__definition *later,
                                    const burl__scope *scope) {
  if (later == scope->inside)
    return fail(e, BURL_RECIPE, tree->place, "'%s' is defined by itself: recursion has no end", tree->name);
  burl__fail(e->graph->error, BURL_RECIPE, tree->place, "'%s' is defined further down, on line %d", tree->name,
             later->place.line);
  burl__hint(e->graph->error, "move its definition above this line");
  return burl__failed();
}

static burl__value expand_name(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                               const burl__point *point) {
  const int axis = coordinate_of(tree->name);
  if (axis >= 0) return expand_coordinate(e, tree, axis, point);
  if (strcmp(tree->name, "seed") == 0) return burl__number(burl__literal(e->graph, (double)e->seed));
  if (scope->call) {
    const burl__tree *argument = scope->call->arguments;
    for (int i = 0; i < scope->inside->parameter_count; i++, argument = argument->next)
      if (strcmp(tree->name, scope->inside->parameters[i]) == 0) return burl__expand(e, argument, scope->caller, point);
  }
  const burl__definition *later;
  const burl__definition *const d = find_definition(e, tree->name, 0, scope, &later);
  if (d) {
    const burl__scope *const own = keep_scope(e, d, NULL, NULL);
    return own ? burl__expand(e, d->body, own, point) : burl__failed();
  }
  int i = 0;
  for (const burl__knob *k = e->recipe->knobs; k; k = k->next, i++)
    if (strcmp(k->name, tree->name) == 0) {
      if (e->knobs) return burl__number(burl__literal(e->graph, e->knobs[i]));
      return fail(e, BURL_RECIPE, tree->place, "a knob cannot set the numbers of another: '%s'", tree->name);
    }
  if (later) return later_definition(e, tree, later, scope);
  fail(e, BURL_RECIPE, tree->place, "nothing is called '%s'", tree->name);
  suggest_name(e, tree->name, scope);
  return burl__failed();
}

/* ---- Calls -------------------------------------------------------------------------------------- */

static burl__value call_own(burl__expander *e, const burl__definition *d, const burl__tree *tree,
                            const burl__scope *scope, const burl__point *point) {
  int count = 0;
  for (const burl__tree *a = tree->arguments; a; a = a->next, count++)
    if (a->option) {
      burl__fail(e->graph->error, BURL_RECIPE, a->option_place, "'%s' is the recipe's own function and has no options", d->name);
      return burl__failed();
    }
  if (count != d->parameter_count) {
    burl__fail(e->graph->error, BURL_RECIPE, tree->place, "%s takes %d argument%s, not %d", d->name,
               d->parameter_count, d->parameter_count == 1 ? "" : "s", count);
    return burl__failed();
  }
  const burl__scope *const own = keep_scope(e, d, tree, scope);
  return own ? burl__expand(e, d->body, own, point) : burl__failed();
}

static void suggest_function(burl__expander *e, const char *name) {
  burl__similar best = {NULL, 0};
  for (const burl__definition *d = e->recipe->definitions; d; d = d->next)
    if (d->is_function) burl__similar_try(&best, name, d->name);
  for (int i = 0; i < burl__entry_count; i++)
    if (burl__entries[i].kind == BURL__ENTRY_FUNCTION) burl__similar_try(&best, name, burl__entries[i].name);
  if (best.nearest)
    burl__hint(e->graph->error, "did you mean '%s'?", best.nearest);
  else
    burl__hint(e->graph->error, "`burl list` shows every function");
}

static const burl__entry *find_option(const burl__entry *function, const char *name) {
  for (const burl__entry *o = function + 1; o < burl__entries + burl__entry_count && o->kind == BURL__ENTRY_OPTION; o++)
    if (strcmp(o->name, name) == 0) return o;
  return NULL;
}

static int unknown_option(burl__expander *e, const burl__entry *function, const burl__tree *argument) {
  burl__similar best = {NULL, 0};
  burl__fail(e->graph->error, BURL_RECIPE, argument->option_place, "no option '%s' in %s", argument->option, function->name);
  const burl__entry *const last = burl__entries + burl__entry_count;
  for (const burl__entry *o = function + 1; o < last && o->kind == BURL__ENTRY_OPTION; o++)
    burl__similar_try(&best, argument->option, o->name);
  if (best.nearest)
    burl__hint(e->graph->error, "did you mean '%s'?", best.nearest);
  else
    burl__hint(e->graph->error, "`burl list %s` shows its options", function->name);
  return 0;
}

/* Options are known, given once, and have one value (period: several). */
static int check_option(burl__expander *e, const burl__entry *function, const burl__tree *argument) {
  const burl__entry *const option = find_option(function, argument->option);
  if (!option) return unknown_option(e, function, argument);
  int values = 0;
  for (const burl__tree *a = argument; a; a = a->next) {
    if (!a->option || strcmp(a->option, argument->option) != 0) continue;
    if (a->option_place.line != argument->option_place.line || a->option_place.column != argument->option_place.column) {
      burl__fail(e->graph->error, BURL_RECIPE, a->option_place, "a second '%s'", a->option);
      return 0;
    }
    values++;
    if (values > 1 && option->option != BURL__OPTION_PERIOD) {
      burl__fail(e->graph->error, BURL_RECIPE, a->place, "'%s' takes one value", a->option);
      burl__hint(e->graph->error, "arguments without a name come before the options");
      return 0;
    }
  }
  return 1;
}

static int sort_arguments(burl__expander *e, burl__call_site *site) {
  const burl__entry *const f = site->entry;
  const burl__tree *before = NULL;
  for (const burl__tree *a = site->tree->arguments; a; before = a, a = a->next) {
    if (a->option) {
      const int goes_on = before && before->option == a->option;
      if (!goes_on && !check_option(e, f, a)) return 0;
    } else if (site->count < BURL__MOST_POSITIONAL) {
      site->positional[site->count++] = a;
    } else {
      site->count++;
    }
  }
  /* an option named twice with another between */
  for (const burl__tree *a = site->tree->arguments; a; a = a->next)
    for (const burl__tree *b = a->next; a->option && b; b = b->next)
      if (b->option && b->option != a->option && strcmp(a->option, b->option) == 0) {
        burl__fail(e->graph->error, BURL_RECIPE, b->option_place, "a second '%s'", b->option);
        return 0;
      }
  if (site->count >= f->least && site->count <= f->most) return 1;
  if (f->least == f->most)
    burl__fail(e->graph->error, BURL_RECIPE, site->tree->place, "%s takes %d argument%s, not %d", f->name, f->least,
               f->least == 1 ? "" : "s", site->count);
  else
    burl__fail(e->graph->error, BURL_RECIPE, site->tree->place, "%s takes %d to %d arguments, not %d", f->name, f->least,
               f->most, site->count);
  return 0;
}

static burl__value expand_call(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                               const burl__point *point) {
  const burl__definition *later;
  const burl__definition *const own = find_definition(e, tree->name, 1, scope, &later);
  if (own) return call_own(e, own, tree, scope, point);
  const burl__entry *const entry = burl__find_function(tree->name);
  if (later && (!entry || later == scope->inside)) return later_definition(e, tree, later, scope);
  if (!entry) {
    fail(e, BURL_RECIPE, tree->place, "no function '%s'", tree->name);
    e->graph->error->length = (int)strlen(tree->name);
    suggest_function(e, tree->name);
    return burl__failed();
  }
  if (entry->kind == BURL__ENTRY_LATER) {
    fail(e, BURL_RECIPE, tree->place, "%s is not there yet", entry->name);
    burl__hint(e->graph->error, "%s", entry->text);
    return burl__failed();
  }
  burl__call_site site = {.expander = e, .graph = e->graph, .entry = entry, .tree = tree, .scope = scope, .point = point};
  if (!sort_arguments(e, &site)) return burl__failed();
  if (e->used) e->used[entry - burl__entries] = 1;
  e->graph->place = tree->place;
  return entry->build(&site);
}

/* ---- Expressions -------------------------------------------------------------------------------- */

static burl__value expand_fresh(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                                const burl__point *point) {
  switch (tree->kind) {
    case TREE_NUMBER: return burl__number(burl__literal(e->graph, tree->number));
    case TREE_COLOUR: return expand_colour(e, tree);
    case TREE_TEXT: return fail(e, BURL_RECIPE, tree->place, "a text is no number%s", "");
    case TREE_NAME: return expand_name(e, tree, scope, point);
    case TREE_OPERATOR: return expand_operator(e, tree, scope, point);
    default: return expand_call(e, tree, scope, point);
  }
}

burl__value burl__expand(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                         const burl__point *point) {
  const unsigned at = bucket((uint64_t)tree->id, (uint64_t)scope->id, (uint64_t)point->id);
  for (const burl__expansion *known = e->expansion[at]; known; known = known->next)
    if (known->tree == tree->id && known->scope == scope->id && known->point == point->id) return known->value;
  if (e->depth >= MOST_DEPTH) {
    burl__fail(e->graph->error, BURL_LIMIT, tree->place, "names and calls lead more than %d levels deep", MOST_DEPTH);
    return burl__failed();
  }
  if (e->expansions >= MOST_EXPANSIONS) {
    burl__fail(e->graph->error, BURL_LIMIT, tree->place, "the recipe expands to more than %d expressions", MOST_EXPANSIONS);
    return burl__failed();
  }

  const burl__place outer = e->graph->place;
  e->depth++;
  e->graph->place = tree->place;
  const burl__value value = expand_fresh(e, tree, scope, point);
  e->graph->place = outer;
  e->depth--;
  if (value.channels == 0) return value;

  burl__expansion *const kept = keep(e, sizeof *kept);
  if (!kept) return burl__failed();
  *kept = (burl__expansion){tree->id, scope->id, point->id, value, e->expansion[at]};
  e->expansion[at] = kept;
  e->expansions++;
  return value;
}

burl__value burl__expand_at(burl__expander *e, const burl__tree *tree, const burl__scope *scope,
                            const burl__point *made) {
  for (int i = 0; i < made->dims; i++)
    if (made->coordinate[i] < 0) return burl__failed();
  const burl__point *const point = keep_point(e, made);
  return point ? burl__expand(e, tree, scope, point) : burl__failed();
}

/* The point that the recipe is sampled at. */
static const burl__point *open_point(burl__expander *e, int dims) {
  burl__point start = {.dims = dims, .seed = e->seed, .frequency = 1.0};
  for (int i = 0; i < dims; i++)
    if ((start.coordinate[i] = burl__coordinate(e->graph, i)) < 0) return NULL;
  if ((start.time = burl__coordinate(e->graph, 4)) < 0) return NULL;
  return keep_point(e, &start);
}

static int check_definitions(burl__expander *e) {
  for (const burl__definition *d = e->recipe->definitions; d; d = d->next) {
    for (const burl__definition *other = d->next; other; other = other->next)
      if (other->is_function == d->is_function && strcmp(other->name, d->name) == 0) {
        burl__fail(e->graph->error, BURL_RECIPE, other->place, "'%s' is defined on line %d already", other->name, d->place.line);
        return 0;
      }
    for (const burl__knob *k = e->recipe->knobs; k; k = k->next)
      if (!d->is_function && strcmp(k->name, d->name) == 0) {
        fail(e, BURL_RECIPE, d->place, "'%s' is a knob already", d->name);
        return 0;
      }
  }
  return 1;
}

burl__value burl__expand_recipe(burl__expander *e, const char *result, int dims) {
  if (!check_definitions(e)) return burl__failed();
  const burl__scope *const scope = keep_scope(e, NULL, NULL, NULL);
  const burl__point *const point = scope ? open_point(e, dims) : NULL;
  if (!point) return burl__failed();
  if (!result) return burl__expand(e, e->recipe->result, scope, point);
  const burl__definition *later;
  const burl__definition *const d = find_definition(e, result, 0, scope, &later);
  if (!d) return fail(e, BURL_ARGUMENT, (burl__place){0, 0, 0}, "the recipe has no part called '%s'", result);
  const burl__scope *const own = keep_scope(e, d, NULL, NULL);
  return own ? burl__expand(e, d->body, own, point) : burl__failed();
}

int burl__expand_constant(burl__expander *e, const burl__tree *tree, double *value) {
  const burl__scope *const scope = keep_scope(e, NULL, NULL, NULL);
  const burl__point *const point = scope ? open_point(e, 4) : NULL;
  if (!point) return 0;
  const burl__value v = burl__expand(e, tree, scope, point);
  if (v.channels == 0) return 0;
  if (v.channels != 1 || !burl__is_constant(e->graph, v.node[0])) {
    fail(e, BURL_RECIPE, tree->place, "this must be a constant%s", "");
    return 0;
  }
  *value = burl__value_of(e->graph, v.node[0]);
  return 1;
}
