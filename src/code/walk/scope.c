/* The functions that are being made, and nodes in them. */
#include "code/walk/scope.h"

#include <string.h>

void *burl__walk_take(burl__code_walk *w, size_t size) {
  void *const block = burl__arena_take(w->m->arena, size);
  if (!block) burl__module_fail(w->m, FAILED_MEMORY);
  return block;
}

/* ---- Calls of src/noise -------------------------------------------------------------------------- */

burl__code_argument burl__value_argument(int value) {
  return (burl__code_argument){.what = ARGUMENT_VALUE, .value = value};
}
burl__code_argument burl__place_argument(burl__place_of place) {
  return (burl__code_argument){.what = ARGUMENT_PLACE, .place = {place}};
}

int burl__call_value(burl__code_walk *w, int function, const char *name, const int *values, int count) {
  burl__code_argument a[BURL__ARGUMENTS];
  int leaves[BURL__MOST_LEAVES];
  for (int i = 0; i < count; i++) {
    if (values[i] < 0) return BURL__NO_VALUE;
    a[i] = burl__value_argument(values[i]);
  }
  return burl__evaluate_call(w->e, function, name, a, count, leaves) ? leaves[0] : BURL__NO_VALUE;
}

burl__place_of burl__call_place(burl__code_walk *w, int function, const char *name, const burl__code_argument *a,
                                int count) {
  int leaves[BURL__MOST_LEAVES];
  const burl__place_of none = {BURL__NO_VALUE, BURL__NO_VALUE};
  return burl__evaluate_call(w->e, function, name, a, count, leaves) == 2 ? (burl__place_of){leaves[0], leaves[1]}
                                                                          : none;
}

/* ---- Nodes in a function ------------------------------------------------------------------------- */

burl__code_scope *burl__scope_of(burl__code_walk *w, int node) {
  const int owner = w->outline.owner[node];
  return owner < 0 ? w->entry : w->scopes[owner];
}

burl__kind burl__kind_of_places(burl__code_walk *w, int dims) {
  static const char *const names[] = {"place", "place2", "place3", "place4"};
  static const char *const pairs[] = {"pair", "pair2", "pair3", "pair4"};
  const burl__named_kind of_cells[] = {{"cell", {KIND_WORD, dims, 0}}, {"fraction", {KIND_REAL, dims, 0}}};
  const burl__named_kind of_floats[] = {{"p", {KIND_REAL, dims, 0}}, {"by", {KIND_REAL, dims, 0}}};
  const int record = burl__is_by_floats(w) ? burl__add_record(w->m, pairs[dims - 1], of_floats, 2)
                                           : burl__add_record(w->m, names[dims - 1], of_cells, 2);
  return (burl__kind){record < 0 ? KIND_VOID : KIND_RECORD, 1, record};
}

burl__place_of burl__parts_of_point(burl__code_walk *w, int point) {
  return (burl__place_of){burl__part(w->m, point, 0), burl__part(w->m, point, 1)};
}

int burl__point_of_parts(burl__code_walk *w, burl__place_of parts, int dims) {
  burl__name_value(w->m, parts.cell, "p");
  burl__name_value(w->m, parts.fraction, "by");
  return burl__make(w->m, burl__kind_of_places(w, dims), (const int[]){parts.cell, parts.fraction});
}

/* What a parameter is called: as the recipe calls it, or in lean text after what it is. */
static const char *name_of_parameter(const burl__code_walk *w, const burl__code_scope *s, int node,
                                     const burl__held *outer) {
  const burl__node *const n = burl__walk_node(w, node);
  const int argument = burl__argument_of_part(&s->at, node);
  if (argument >= 0) return s->at.argument_name[argument];
  if (w->task->named[node].name) return w->task->named[node].name;
  if (node == w->step) return "footprint";
  if (burl__is_by_floats(w) && outer->what == AS_PLACE) return "coordinate";
  if (burl__is_by_floats(w) && burl__is_sampled(n->op)) return burl__operations[n->op].name;
  return "given";
}

/* A node of an outer function becomes a parameter. */
static burl__held take_parameter(burl__code_walk *w, burl__code_scope *s, int node, const burl__held *outer) {
  const char *const name = name_of_parameter(w, s, node, outer);
  int *const extra = burl__walk_take(w, (size_t)(s->extra_count + 1) * sizeof *extra);
  if (!extra) return (burl__held){.what = ABSENT};
  if (s->extra_count) memcpy(extra, s->extra, (size_t)s->extra_count * sizeof *extra);
  extra[s->extra_count++] = node;
  s->extra = extra;
  if (outer->what == AS_VALUE)
    return burl__as_value(burl__add_parameter(w->m, s->function, name, w->m->values[outer->value].kind));
  const int parameter = burl__add_parameter(w->m, s->function, name, burl__kind_of_places(w, 1));
  const int block = w->m->block;
  w->m->block = w->m->functions[s->function].block;
  const burl__place_of place = {burl__part(w->m, parameter, 0), burl__part(w->m, parameter, 1)};
  w->m->block = block;
  return burl__as_place(place);
}

int burl__time_of_parts(burl__code_walk *w, int cell, int fraction) {
  const int as_part = burl__convert_to(w->m, cell, burl__is_by_floats(w) ? KIND_REAL : KIND_WORD);
  return burl__make(w->m, burl__kind_of_places(w, 1), (const int[]){as_part, fraction});
}

/* t as uniforms: its whole seconds and the fraction. */
static int uniform_time(burl__code_walk *w) {
  burl__module *const m = w->m;
  const int cells = burl__add_uniform(m, &(burl__uniform){.name = "t_cell", .base = KIND_INT});
  const int fractions = burl__add_uniform(m, &(burl__uniform){.name = "t_fraction", .base = KIND_REAL});
  const int cell = burl__value_at(m, VALUE_GLOBAL, burl__kind_of(KIND_INT), cells, 0, NULL);
  const int fraction = burl__value_at(m, VALUE_GLOBAL, burl__kind_of(KIND_REAL), fractions, 0, NULL);
  if (burl__has_places(w)) return burl__time_of_parts(w, cell, fraction);
  return burl__binary(m, VALUE_PLUS, burl__convert_to(m, cell, KIND_WIDE), burl__convert_to(m, fraction, KIND_WIDE));
}

static burl__held time_of(burl__code_walk *w, const burl__code_scope *s) {
  const int time = w->task->time_is_uniform ? uniform_time(w) : s->time;
  if (!burl__has_places(w)) return burl__as_value(time);
  return burl__as_place((burl__place_of){burl__part(w->m, time, 0), burl__part(w->m, time, 1)});
}

/* A coordinate of the function's own point. */
static burl__held coordinate(burl__code_walk *w, burl__code_scope *s, int axis) {
  if (!burl__has_places(w)) return burl__as_value(burl__part(w->m, s->point, axis));
  return burl__as_place((burl__place_of){burl__part(w->m, burl__part(w->m, s->point, 0), axis),
                                         burl__part(w->m, burl__part(w->m, s->point, 1), axis)});
}

int burl__is_computed_late(const burl__code_walk *w, const burl__code_scope *s, int node) {
  return s->outer && burl__walk_node(w, node)->arity > 0 && burl__axis_of_point(&s->at, node) < 0 &&
         burl__argument_of_part(&s->at, node) < 0 && burl__is_of_point(w->task->view, &s->at, node);
}

static burl__held compute_late(burl__code_walk *w, burl__code_scope *s, int node) {
  const int block = w->m->block;
  w->m->block = w->m->functions[s->function].block;
  const burl__held held = w->operation(w, s, node);
  if (held.what == AS_VALUE) burl__name_after_recipe(w->m, held.value, w->task->named[node].name);
  w->m->block = block;
  return held;
}

/* A number of the keys, which has the bits of a float. */
static int part_of_seeded(burl__code_walk *w, int key, burl__base base) {
  const int word = burl__key_at(w, key);
  return burl__convert_to(w->m, burl__value_at(w->m, VALUE_FROM_BITS, burl__kind_of(KIND_REAL), 0, 1, &word), base);
}

/* A constant that follows from the seed: the sum of its parts, or as a float the first. */
static int seeded_constant(burl__code_walk *w, int node) {
  const int is_wide = burl__walk_node(w, node)->type == BURL__DOUBLE && !burl__has_places(w), key = w->keys[node];
  int sum = part_of_seeded(w, key, is_wide ? KIND_WIDE : KIND_REAL);
  for (int i = 1; is_wide && i < w->task->by_seed[node]; i++)
    sum = burl__binary(w->m, VALUE_PLUS, sum, part_of_seeded(w, key + i, KIND_WIDE));
  return sum;
}

/* The distance between samples along an axis, or whether the view is turned.  The footprint is the same along all. */
static burl__held step_of(burl__code_walk *w, burl__code_scope *s, int node) {
  const burl__node *const n = burl__walk_node(w, node);
  if (n->value >= BURL__TURNED || !w->task->view->steps_are_open)
    return burl__as_value(burl__real(w->m, w->task->view->shape.step[(int)n->value]));
  if (!w->task->measures_footprint) return burl__as_value(burl__footprint_uniform(w));
  if (!s->outer) return burl__as_value(w->footprint);
  if (node != w->step) return *burl__hold(w, s, w->step);
  return take_parameter(w, s, node, burl__hold(w, s->outer, node));
}

/* A function has few of the graph's nodes, mostly neighbours: they stand in pages, which are made where needed. */
enum { PAGE = 64 };

burl__held *burl__held_in(burl__code_walk *w, burl__code_scope *s, int node) {
  burl__held **const page = &s->pages[node / PAGE];
  if (!*page) *page = burl__walk_take(w, PAGE * sizeof **page);
  return *page ? *page + node % PAGE : &w->lost;
}

burl__held *burl__hold(burl__code_walk *w, burl__code_scope *s, int node) {
  burl__held *const h = burl__held_in(w, s, node);
  const burl__node *const n = burl__walk_node(w, node);
  if (h->what != ABSENT) return h;
  if (n->op == BURL__CONSTANT && !burl__is_fixed(w, node)) {
    *h = burl__as_value(seeded_constant(w, node));
  } else if (n->op == BURL__CONSTANT) {
    const int is_wide = n->type == BURL__DOUBLE && !burl__has_places(w);
    *h = burl__as_value(is_wide ? burl__wide(w->m, n->value) : burl__real(w->m, n->value));
  } else if (n->op == BURL__STEP) {
    *h = step_of(w, s, node);
  } else if (n->op == BURL__KNOB) {
    const burl__uniform u = {.name = w->task->knob_names[(int)n->value], .base = KIND_REAL};
    const int uniform = burl__add_uniform(w->m, &u);
    *h = burl__as_value(burl__value_at(w->m, VALUE_GLOBAL, burl__kind_of(KIND_REAL), uniform, 0, NULL));
  } else if (burl__axis_of_point(&s->at, node) >= 0) {
    *h = coordinate(w, s, burl__axis_of_point(&s->at, node));
  } else if (n->op == BURL__COORDINATE && n->value == 4) {
    *h = time_of(w, s);
  } else if (burl__is_computed_late(w, s, node)) {
    *h = compute_late(w, s, node);
  } else if (s->outer && (n->op == BURL__COORDINATE || s != burl__scope_of(w, node))) {
    *h = take_parameter(w, s, node, burl__hold(w, s->outer, node));
  } else {
    burl__module_misread(w->m, "a value before it is made");
  }
  return h;
}

int burl__add_point(burl__code_walk *w, int point, int *values, int count) {
  values[count++] = burl__is_by_floats(w) ? burl__part(w->m, point, 0) : point;
  if (burl__is_by_floats(w)) values[count++] = burl__part(w->m, point, 1);
  return count;
}

/* By floats a point is two parameters, and t, to which nothing is added, is one. */
static void open_scope_of_floats(burl__code_walk *w, burl__code_scope *s, int reads_point, int reads_time) {
  const burl__kind kind = burl__vector_of(KIND_REAL, s->at.dims);
  const int block = w->m->block;
  w->m->block = w->m->functions[s->function].block;
  if (reads_point) {
    const int p = burl__add_parameter(w->m, s->function, "p", kind);
    const int by = burl__add_parameter(w->m, s->function, "by", kind);
    s->point = burl__point_of_parts(w, (burl__place_of){p, by}, s->at.dims);
  }
  if (reads_time) {
    const int t = burl__add_parameter(w->m, s->function, "t", burl__kind_of(KIND_REAL));
    s->time = burl__point_of_parts(w, (burl__place_of){t, burl__real(w->m, 0)}, 1);
  }
  w->m->block = block;
}

int burl__open_scope(burl__code_walk *w, burl__code_scope *s, const char *name, int reads_point, int reads_time) {
  const int dims = s->at.dims;
  s->function = burl__add_function(w->m, name);
  s->pages = burl__walk_take(w, (w->task->view->graph->count / PAGE + 1) * sizeof *s->pages);
  s->point = s->time = BURL__NO_VALUE;
  if (s->function < 0 || !s->pages) return 0;
  if (burl__is_by_floats(w)) {
    open_scope_of_floats(w, s, reads_point, reads_time && !w->task->time_is_uniform);
    return !w->m->failed;
  }
  if (reads_point && burl__has_places(w))
    s->point = burl__add_parameter(w->m, s->function, "at", burl__kind_of_places(w, dims));
  else if (reads_point) s->point = burl__add_parameter(w->m, s->function, "p", burl__vector_of(KIND_WIDE, dims));
  if (reads_time && !w->task->time_is_uniform)
    s->time = burl__add_parameter(w->m, s->function, "t",
                                  burl__has_places(w) ? burl__kind_of_places(w, 1) : burl__kind_of(KIND_WIDE));
  return !w->m->failed;
}

int burl__footprint_uniform(burl__code_walk *w) {
  const int uniform = burl__add_uniform(w->m, &(burl__uniform){.name = "footprint", .base = KIND_REAL});
  return burl__value_at(w->m, VALUE_GLOBAL, burl__kind_of(KIND_REAL), uniform, 0, NULL);
}
