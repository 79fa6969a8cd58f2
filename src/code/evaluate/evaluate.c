/* The evaluator of evaluate.h, from outside. */
#include "code/evaluate/evaluate.h"

#include "code/evaluate/evaluator.h"
#include "code/evaluate/primitive.h"

burl__evaluator *burl__evaluator_open(burl__module *module, burl__text_style style) {
  burl__evaluator *const e = burl__arena_take(module->arena, sizeof *e);
  if (!e) return NULL;
  e->m = module;
  e->style = style;
  e->call = burl__eval_call;
  e->exec_list = burl__exec_list;
  return e;
}

void burl__evaluator_close(burl__evaluator *e) {
  burl__release(&e->m->allocator, e->cells);
  burl__release(&e->m->allocator, (void *)e->cell_names);
  burl__release(&e->m->allocator, (void *)e->known);
}

void burl__evaluate_here(burl__evaluator *e) { e->is_here = 1; }

static burl__slot *place_slot(burl__evaluator *e, const burl__place_of *place) {
  burl__slot *const s = burl__slot_of_type(e, "place", NULL);
  if (!s) return NULL;
  e->cells[s->parts[0]->cell] = place->cell;
  e->cells[s->parts[1]->cell] = place->fraction;
  return s;
}

static burl__slot *argument_slot(burl__evaluator *e, const burl__code_argument *a) {
  if (a->what == ARGUMENT_VALUE) return burl__as_slot(e, a->value);
  if (a->what == ARGUMENT_PLACE) return place_slot(e, &a->place[0]);
  if (a->what == ARGUMENT_TABLE) return burl__table_slot(e, a->table);
  if (a->what == ARGUMENT_SETTINGS) return burl__settings_slot(e, a->settings);
  burl__slot *const s = burl__parts_slot(e, 4);
  for (int i = 0; s && i < 4; i++)
    if (!(s->parts[i] = place_slot(e, &a->place[i]))) return NULL;
  return s;
}

static int evaluate_primitive(burl__evaluator *e, const burl__primitive *primitive, const burl__code_argument *a,
                              int count, int leaves[BURL__MOST_LEAVES]) {
  int values[BURL__MOST_ARGUMENTS];
  for (int i = 0; i < count; i++) values[i] = a[i].value;
  leaves[0] = burl__apply_primitive(e->m, primitive, values, count);
  return leaves[0] >= 0;
}

static int evaluate_call(burl__evaluator *e, const char *name, const burl__code_argument *arguments, int count,
                         int leaves[BURL__MOST_LEAVES]) {
  burl__slot *slots[BURL__MOST_ARGUMENTS];
  if (count > BURL__MOST_ARGUMENTS) return burl__misread(e, name), 0;
  for (int i = 0; i < count; i++)
    if (!(slots[i] = argument_slot(e, &arguments[i]))) return 0;
  const burl__primitive *const primitive = burl__find_primitive(name, e->style);
  if (primitive) return evaluate_primitive(e, primitive, arguments, count, leaves);
  e->is_general = 1;
  const burl__slot *const result = burl__call_tree(e, name, slots, count);
  e->is_general = 0;
  const int all = result ? burl__leaves_of(e, result, 0, leaves) : 0;
  if (all > BURL__MOST_LEAVES) burl__misread(e, name);
  return e->m->failed ? 0 : all;
}

/* Cells last as long as a call from outside, since each `if` and each loop copies all that there are. */
int burl__evaluate_call(burl__evaluator *e, int within, const char *name, const burl__code_argument *arguments,
                        int count, int leaves[BURL__MOST_LEAVES]) {
  const size_t cells = e->cell_count;
  e->function = within;
  const int all = evaluate_call(e, name, arguments, count, leaves);
  e->cell_count = cells;
  return all;
}
