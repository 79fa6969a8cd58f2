/* The walk of walk.h: each node behind what it is made of, in the order in which a recipe would name them, so
 * that a part at two points becomes two equal functions, and one of them is printed. */
#include "code/walk/walk.h"

#include <stdio.h>
#include <string.h>

#include "code/walk/scope.h"
#include "code/walk/seeds.h"

/* ---- Operations ---------------------------------------------------------------------------------- */

/* The function of src/noise for an operation: of doubles NAME_d; lane_NAME or NAME_f. */
static const char *function_of(const burl__node *n, int is_wide, char name[64]) {
  const char *const op = burl__operations[n->op].name;
  if (n->op == OP_half_power || n->op == OP_axis_reduce || n->op == OP_sin_degrees || n->op == OP_cos_degrees)
    return op;
  snprintf(name, 64, "lane_%s", op);
  const int is_lane = burl__tree_text(BURL__TREE_FUNCTION, name) != NULL && burl__operations[n->op].in == BURL__FLOAT;
  if (!is_lane) snprintf(name, 64, "%s_%c", op, is_wide ? 'd' : 'f');
  return name;
}

/* Sine or cosine of degrees where there are no doubles. */
static burl__held wave_of_degrees(burl__code_walk *w, burl__code_scope *s, int node) {
  const int radians = burl__binary(w->m, VALUE_TIMES, burl__real_at(w, s, burl__walk_argument(w, node, 0)),
                                   burl__real(w->m, 3.14159265358979323846 / 180.0));
  return burl__as_value(burl__call_value(
      w, s->function, burl__walk_node(w, node)->op == OP_sin_degrees ? "lane_sin" : "lane_cos", &radians, 1));
}

/* Through a table of the text, or of the keys. */
static burl__held curve(burl__code_walk *w, burl__code_scope *s, int node) {
  const burl__curve *const rows = burl__walk_node(w, node)->setup;
  burl__table table = {.name = "curve", .base = KIND_REAL, .count = CURVE_ROWS * CURVE_PIECES, .reals = rows->row[0]};
  if (w->task->has_keys && w->task->by_seed[node])
    table = (burl__table){
        .name = "curve", .base = KIND_REAL, .are_keys = 1, .keys = burl__keys_uniform(w), .first = w->keys[node]};
  const burl__code_argument a[] = {{.what = ARGUMENT_TABLE, .table = &table},
                                   burl__value_argument(burl__real_at(w, s, burl__walk_argument(w, node, 0)))};
  int leaves[BURL__MOST_LEAVES];
  const int is_made = burl__evaluate_call(w->e, s->function, "lane_curve", a, 2, leaves);
  return burl__as_value(is_made ? leaves[0] : BURL__NO_VALUE);
}

static burl__held operation(burl__code_walk *w, burl__code_scope *s, int node) {
  const burl__node *const n = burl__walk_node(w, node);
  if (n->op == BURL__GATE) return burl__gate_of(w, s, node);
  if (n->op == OP_curve) return curve(w, s, node);
  const int is_double = burl__operations[n->op].in == BURL__DOUBLE, is_wide = is_double && !burl__has_places(w);
  char name[64];
  int values[BURL__ARGUMENTS];
  if (is_double && burl__has_places(w)) {
    const burl__held as_places =
        burl__is_by_floats(w) ? burl__pair_operation(w, s, node) : burl__place_operation(w, s, node);
    if (as_places.what != ABSENT) return as_places;
    if (n->op == OP_sin_degrees || n->op == OP_cos_degrees) return wave_of_degrees(w, s, node);
  }
  for (int a = 0; a < n->arity; a++) values[a] = burl__real_at(w, s, burl__walk_argument(w, node, a));
  if (n->op == OP_widen)
    return burl__has_places(w) ? burl__as_value(values[0])
                               : burl__as_value(burl__convert_to(w->m, values[0], KIND_WIDE));
  if (n->op == OP_narrow) return burl__as_value(burl__convert_to(w->m, values[0], KIND_REAL));
  if (n->op == OP_half_power)
    values[1] = burl__int_literal(w->m, (int)(2.0 * burl__walk_node(w, burl__walk_argument(w, node, 1))->value));
  return burl__as_value(burl__call_value(w, s->function, function_of(n, is_wide, name), values, n->arity));
}

/* ---- Functions of parts -------------------------------------------------------------------------- */

/* The function around a node, which is opened with the first of its nodes; those around it first. */
static burl__code_scope *reach_scope(burl__code_walk *w, int part) {
  if (part < 0) return w->entry;
  if (w->scopes[part]) return w->scopes[part];
  burl__code_scope *const outer = reach_scope(w, w->outline.outer[part]);
  burl__code_scope *const s = outer ? burl__walk_take(w, sizeof *s) : NULL;
  if (!s) return NULL;
  *s = (burl__code_scope){.part = part, .outer = outer, .at = w->task->named[part]};
  if (!burl__open_scope(w, s, w->task->named[part].name, w->outline.reads_point[part], w->outline.reads_time[part]))
    return NULL;
  w->m->functions[s->function].is_part = 1;
  return w->scopes[part] = s;
}

static int value_of_held(burl__code_walk *w, const burl__held *h) {
  if (h->what == AS_VALUE) return h->value;
  return burl__make(w->m, burl__kind_of_places(w, 1), (const int[]){h->place.cell, h->place.fraction});
}

/* What value_of_held gave, or a function that returned it. */
static burl__held held_of_value(burl__code_walk *w, int value) {
  if (value < 0 || w->m->values[value].kind.base != KIND_RECORD) return burl__as_value(value);
  return burl__as_place((burl__place_of){burl__part(w->m, value, 0), burl__part(w->m, value, 1)});
}

/* The arguments of a part's call come in the recipe's order, and first: so two of its functions that are alike have
 * them alike. */
static void sort_parameters(burl__code_walk *w, burl__code_scope *s) {
  const int before = w->m->functions[s->function].count - s->extra_count;
  int sorted = 0;
  for (int a = 0; a < s->at.argument_count; a++)
    for (int i = sorted; i < s->extra_count; i++) {
      if (s->extra[i] != s->at.argument[a]) continue;
      for (; i > sorted; i--) {
        burl__swap_parameters(w->m, s->function, before + i - 1, before + i);
        s->extra[i] = s->extra[i - 1];
      }
      s->extra[sorted++] = s->at.argument[a];
      break;
    }
}

/* Ends a part's function with its node's value, and calls it in the function around it. */
static int call_part(burl__code_walk *w, burl__code_scope *s) {
  burl__function *const f = &w->m->functions[s->function];
  burl__code_scope *const outer = s->outer;
  int *const values = burl__walk_take(w, ((size_t)s->extra_count + 3) * sizeof *values), count = 0;
  sort_parameters(w, s);
  f->value = value_of_held(w, burl__held_in(w, s, s->part));
  if (f->value < 0 || !values) return 0;
  f->result = w->m->values[f->value].kind;
  w->m->block = w->m->functions[outer->function].block;
  if (s->point >= 0) count = burl__add_point(w, burl__point_at(w, outer, s->at.coordinate, s->at.dims), values, count);
  if (s->time >= 0) values[count++] = burl__is_by_floats(w) ? burl__part(w->m, outer->time, 0) : outer->time;
  for (int i = 0; i < s->extra_count; i++) values[count++] = value_of_held(w, burl__hold(w, outer, s->extra[i]));
  const burl__kind kind = w->m->functions[s->function].result;
  const int value = burl__value_at(w->m, VALUE_CALL, kind, s->function, count, values);
  *burl__held_in(w, outer, s->part) = held_of_value(w, value);
  return value >= 0 && !w->m->failed;
}

/* ---- The walk ------------------------------------------------------------------------------------ */

static int is_held_anywhere(int op) {
  return op == BURL__CONSTANT || op == BURL__STEP || op == BURL__COORDINATE || op == BURL__KNOB;
}

static int take_node(burl__code_walk *w, int node) {
  const burl__node *const n = burl__walk_node(w, node);
  const int owner = w->outline.owner[node];
  if (is_held_anywhere(n->op)) return 1;
  burl__code_scope *const s = reach_scope(w, owner);
  if (!s) return 0;
  if (burl__is_computed_late(w, s, node)) return 1;
  burl__held *const h = burl__held_in(w, s, node);
  w->m->block = w->m->functions[s->function].block;
  if (w->series[node]) {
    *h = burl__sum_of_series(w, s, w->series[node]);
  } else if (n->op == BURL__PARTIAL) {
    const burl__held *const noise = burl__hold(w, s, burl__walk_argument(w, node, 0));
    *h = burl__as_value(noise->slope[(int)n->value]);
  } else if (burl__is_sampled(n->op)) {
    *h = burl__sample_node(w, s, node);
  } else if (n->op == BURL__PICTURE) {
    *h = burl__picture_of_node(w, s, node);
  } else {
    *h = operation(w, s, node);
  }
  if (h->what == AS_VALUE && h->value < 0) return 0;
  if (h->what == AS_VALUE && owner != node) burl__name_after_recipe(w->m, h->value, w->task->named[node].name);
  return owner == node ? call_part(w, s) : !w->m->failed;
}

static int note_slopes(burl__code_walk *w) {
  if (!(w->slopes = burl__walk_take(w, w->task->view->graph->count + 1))) return 0;
  for (int i = 0; i < (int)w->task->view->graph->count; i++)
    if (w->outline.needed[i] && burl__walk_node(w, i)->op == BURL__PARTIAL)
      w->slopes[burl__walk_argument(w, i, 0)] |= (unsigned char)(1 << (int)burl__walk_node(w, i)->value);
  return 1;
}

/* Gives the constants and curves that follow from the seed keys, in front of those of noises. */
static int add_seeded_constants(burl__code_walk *w) {
  if (!(w->keys = burl__walk_take(w, (w->task->view->graph->count + 1) * sizeof *w->keys))) return 0;
  for (int i = 0; w->task->has_keys && i < (int)w->task->view->graph->count; i++) {
    if (!w->outline.needed[i] || !w->task->by_seed[i]) continue;
    uint32_t words[BURL__MOST_SEEDED];
    burl__words_of_seeded(burl__walk_node(w, i), words);
    w->keys[i] = burl__add_keys(w, words, w->task->by_seed[i]);
  }
  return 1;
}

/* Channels from one on, as a number or a vector. */
static int channels_at(burl__code_walk *w, int first, int count) {
  int parts[4];
  for (int c = 0; c < count; c++) {
    const int node = burl__behind_gates(w->task->view, w->task->outputs->node[first + c]);
    parts[c] = burl__convert_to(w->m, burl__real_at(w, w->entry, node), KIND_REAL);
    if (parts[c] < 0) return BURL__NO_VALUE;
  }
  if (w->m->has_vectors) return burl__make_together(w->m, parts, count);
  return burl__make(w->m, burl__vector_of(KIND_REAL, count), parts);
}

/* The record of several results. */
static int record_of_results(burl__code_walk *w) {
  const burl__result_field *const f = w->task->fields;
  const size_t count = (size_t)w->task->field_count;
  burl__named_kind *const kinds = burl__walk_take(w, count * sizeof *kinds);
  int *const values = burl__walk_take(w, count * sizeof *values);
  if (!kinds || !values) return BURL__NO_VALUE;
  for (size_t i = 0; i < count; i++) {
    values[i] = channels_at(w, f[i].first, f[i].channels);
    kinds[i] = (burl__named_kind){f[i].name, burl__vector_of(KIND_REAL, f[i].channels)};
    burl__name_after_recipe(w->m, values[i], f[i].name);
    if (values[i] < 0) return BURL__NO_VALUE;
  }
  const int record = burl__add_record(w->m, "results", kinds, (int)count);
  if (record < 0) return BURL__NO_VALUE;
  w->m->records[record].is_result = 1;
  return burl__make(w->m, (burl__kind){KIND_RECORD, 1, record}, values);
}

static int result_of(burl__code_walk *w) {
  w->m->block = w->m->functions[w->entry->function].block;
  return w->task->field_count ? record_of_results(w) : channels_at(w, 0, w->task->outputs->channels);
}

/* Lean text takes the floats as they are, with nothing added to them. */
static int open_entry_of_floats(burl__code_walk *w, burl__code_scope *s) {
  burl__module *const m = w->m;
  const int zeros[] = {burl__real(m, 0), burl__real(m, 0), burl__real(m, 0), burl__real(m, 0)};
  m->block = m->functions[s->function].block;
  const int p = burl__add_parameter(m, s->function, "p", burl__vector_of(KIND_REAL, w->task->dims));
  const int by = burl__make(m, burl__vector_of(KIND_REAL, w->task->dims), zeros);
  s->point = burl__point_of_parts(w, (burl__place_of){p, by}, w->task->dims);
  if (w->task->measures_footprint) w->footprint = burl__measured_footprint(w, p);
  if (!w->task->reads_time) return s->point >= 0;
  const int t = burl__add_parameter(m, s->function, "t", burl__kind_of(KIND_REAL));
  s->time = burl__point_of_parts(w, (burl__place_of){t, zeros[0]}, 1);
  return s->point >= 0 && s->time >= 0;
}

/* The entry's point is that of the recipe, as doubles, as cells and fractions, or as floats. */
static int open_entry(burl__code_walk *w, burl__code_scope *s, const char *name) {
  burl__module *const m = w->m;
  const int dims = w->task->dims, is_by_doubles = !burl__has_places(w);
  s->at.dims = dims;
  for (int a = 0; a < 4; a++) s->at.coordinate[a] = -1;
  for (size_t i = 0; i < w->task->view->graph->count; i++) {
    const burl__node *const n = burl__walk_node(w, (int)i);
    if (n->op == BURL__COORDINATE && n->value < dims) s->at.coordinate[(int)n->value] = (int)i;
    if (n->op == BURL__STEP && n->value < BURL__TURNED) w->step = (int)i;
  }
  if (!burl__open_scope(w, s, name, is_by_doubles, is_by_doubles && w->task->reads_time)) return 0;
  if (is_by_doubles) return 1;
  if (burl__is_by_floats(w)) return open_entry_of_floats(w, s);
  int cells[4];
  const int cell = burl__add_parameter(m, s->function, "cell", burl__vector_of(KIND_INT, dims));
  const int fraction = burl__add_parameter(m, s->function, "fraction", burl__vector_of(KIND_REAL, dims));
  m->block = m->functions[s->function].block;
  if (w->task->reads_time) {
    const int whole = burl__add_parameter(m, s->function, "t_cell", burl__kind_of(KIND_INT));
    const int rest = burl__add_parameter(m, s->function, "t_fraction", burl__kind_of(KIND_REAL));
    s->time = burl__time_of_parts(w, whole, rest);
    burl__name_value(m, s->time, "t");
  }
  for (int a = 0; a < dims; a++) cells[a] = burl__convert_to(m, burl__part(m, cell, a), KIND_WORD);
  const int words = burl__make(m, burl__vector_of(KIND_WORD, dims), cells);
  s->point = burl__make(m, burl__kind_of_places(w, dims), (const int[]){words, fraction});
  burl__name_value(m, s->point, "at");
  return s->point >= 0;
}

/* Something that a node is made of and that is not taken yet; of a part, a coordinate of the point where it is called,
 * too.  −1: nothing. */
static int next_untaken(const burl__code_walk *w, int node, const unsigned char *is_taken) {
  const burl__named_node *const part = &w->task->named[node];
  const burl__series *const series = w->series[node];
  for (int i = 0; series && burl__need_of_series(series, i) >= 0; i++)
    if (!is_taken[burl__need_of_series(series, i)]) return burl__need_of_series(series, i);
  for (int a = 0; !series && a < burl__walk_node(w, node)->arity; a++)
    if (!is_taken[burl__walk_argument(w, node, a)]) return burl__walk_argument(w, node, a);
  for (int a = 0; w->outline.owner[node] == node && w->outline.reads_point[node] && a < part->dims; a++)
    if (!is_taken[part->coordinate[a]]) return part->coordinate[a];
  return -1;
}

/* Takes what a node is made of, and then the node, without recursion; is_taken: by node. */
static int take_from(burl__code_walk *w, int root, unsigned char *is_taken, int *stack) {
  size_t depth = 0;
  stack[depth++] = root;
  while (depth > 0) {
    const int node = stack[depth - 1], next = next_untaken(w, node, is_taken);
    if (next >= 0) {
      stack[depth++] = next;
      continue;
    }
    depth--;
    is_taken[node] = 1;
    if (!take_node(w, node)) return 0;
  }
  return 1;
}

static int take_results(burl__code_walk *w) {
  const size_t count = w->task->view->graph->count + 1;
  unsigned char *const is_taken = burl__walk_take(w, count);
  int *const stack = burl__walk_take(w, count * sizeof *stack);
  if (!is_taken || !stack) return 0;
  for (int c = 0; c < w->task->outputs->channels; c++) {
    const int node = burl__behind_gates(w->task->view, w->task->outputs->node[c]);
    if (!is_taken[node] && !take_from(w, node, is_taken, stack)) return 0;
  }
  return 1;
}

int burl__walk(burl__module *module, burl__evaluator *evaluator, burl__walk_task *task, burl__coordinates coordinates,
               const char *entry) {
  burl__code_walk w = {.m = module, .e = evaluator, .operation = operation, .task = task, .coordinates = coordinates};
  const int count = (int)task->view->graph->count;
  burl__code_scope main_scope = {.part = -1};
  if (!burl__outline_make(&w.outline, task->view, task->outputs, task->named, module->arena) || !note_slopes(&w) ||
      !burl__note_uses(&w) || !burl__find_wanted_places(&w) || !burl__find_series(&w) || !add_seeded_constants(&w) ||
      !(w.scopes = burl__walk_take(&w, (size_t)(count + 1) * sizeof *w.scopes))) {
    return burl__module_fail(module, FAILED_MEMORY);
  }
  w.entry = &main_scope;
  w.step = -1;
  if (!open_entry(&w, &main_scope, entry)) return -1;
  if (!take_results(&w)) return burl__module_misread(module, "a node");
  const int value = result_of(&w);
  if (value < 0) return -1;
  burl__function *const f = &module->functions[main_scope.function];
  f->value = value;
  f->result = module->values[value].kind;
  f->is_entry = 1;
  return main_scope.function;
}
