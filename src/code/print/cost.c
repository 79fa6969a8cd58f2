/* The costs of cost.h: of each function behind those that it calls, by the values that it needs. */
#include "code/print/cost.h"

#include <string.h>

#include "code/print/printer.h"

/* Operations from which on Mesa's llvmpipe takes more than two seconds to compile a text and draw it. */
static const double many_operations = 40000;

typedef struct {
  double operations, turns, size, noises[BURL__MOST_KINDS];
} sums;

typedef struct {
  burl__printer *p;
  burl__cost *cost;
  sums *of; /* by function: one call of it */
} counter;

static void add(sums *to, const sums *from, double times) {
  to->operations += times * from->operations;
  to->turns += times * from->turns;
  to->size += from->size;
  for (int i = 0; i < BURL__MOST_KINDS; i++) to->noises[i] += times * from->noises[i];
}

/* ---- Values -------------------------------------------------------------------------------------- */

static int operations_of(const burl__module *m, const burl__code_value *v) {
  switch (v->form) {
  case VALUE_LITERAL:
  case VALUE_PARAMETER:
  case VALUE_GLOBAL:
  case VALUE_PART:
  case VALUE_MAKE:
  case VALUE_BITS:
  case VALUE_FROM_BITS:
  case VALUE_LOW_BITS:
  case VALUE_CALL:
  case VALUE_ENTRY:
  case VALUE_COUNTER:
  case VALUE_CARRIED:
  case VALUE_RESULT: return 0;
  case VALUE_OWN: return v->index == OWN_DOT ? 2 * m->values[v->argument[0]].kind.count - 1 : v->kind.count;
  default: return v->kind.count;
  }
}

/* The turns of a loop that counts up to a number and isn't left before that; else 1. */
static double turns_of(const burl__module *m, const burl__region *r) {
  const burl__block *const body = &m->blocks[r->blocks[0]];
  const burl__code_value *const test = &m->values[r->condition];
  for (size_t i = 0; i < body->count; i++)
    if (body->items[i].what == ITEM_BREAK) return 1;
  if (test->count != 2 || m->values[test->argument[1]].form != VALUE_LITERAL || !burl__is_literal(m, r->first) ||
      !burl__is_literal(m, r->step) || burl__number_of(m, r->step) != 1)
    return 1;
  const int64_t turns = burl__number_of(m, test->argument[1]) - burl__number_of(m, r->first);
  if (test->form == VALUE_LESS) return (double)turns;
  return test->form == VALUE_LESS_EQUAL ? (double)(turns + 1) : 1;
}

static void count_block(counter *c, int block, double times, sums *to) {
  const burl__module *const m = c->p->m;
  for (size_t i = 0; i < m->blocks[block].count; i++) {
    const burl__code_item *const item = &m->blocks[block].items[i];
    if (item->what == ITEM_VALUE && c->p->values[item->index].uses) {
      const burl__code_value *const v = &m->values[item->index];
      to->operations += times * operations_of(m, v);
      to->size += operations_of(m, v);
      if (v->form == VALUE_CALL) add(to, &c->of[v->index], times);
    }
    if (item->what != ITEM_REGION || !c->p->regions[item->index].is_needed) continue;
    const burl__region *const r = &m->regions[item->index];
    const double turns = r->is_loop ? turns_of(m, r) : 1;
    if (r->is_loop) to->turns += times * turns;
    c->cost->loops += r->is_loop;
    count_block(c, r->blocks[0], times * turns, to);
    count_block(c, r->blocks[1], times * turns, to);
  }
}

/* ---- Functions ------------------------------------------------------------------------------------ */

/* The number of a kind of noise; −1: there are too many. */
static int kind_of(burl__cost *cost, const char *name) {
  for (int i = 0; i < BURL__MOST_KINDS; i++) {
    if (!cost->noises[i].name) cost->noises[i].name = name;
    if (strcmp(cost->noises[i].name, name) == 0) return i;
  }
  return -1;
}

static void count_function(counter *c, int function) {
  const burl__function *const f = &c->p->m->functions[function];
  sums *const own = &c->of[function];
  count_block(c, f->block, 1, own);
  const int kind = f->noise ? kind_of(c->cost, f->noise) : -1;
  if (kind >= 0) own->noises[kind] += 1;
}

/* Adds the calls in a block, each as often as it is made, to those of the functions that are called; the operations in
 * parts of the recipe among these. */
static double count_calls(const counter *c, int block, double times, double *calls) {
  const burl__module *const m = c->p->m;
  double in_parts = 0;
  for (size_t i = 0; i < m->blocks[block].count; i++) {
    const burl__code_item *const item = &m->blocks[block].items[i];
    if (item->what == ITEM_VALUE && c->p->values[item->index].uses && m->values[item->index].form == VALUE_CALL) {
      const int called = m->values[item->index].index;
      calls[called] += times;
      if (m->functions[called].is_part) in_parts += times * c->of[called].operations;
    }
    if (item->what != ITEM_REGION || !c->p->regions[item->index].is_needed) continue;
    const burl__region *const r = &m->regions[item->index];
    const double turns = r->is_loop ? turns_of(m, r) : 1;
    for (int k = 0; k < 2; k++) in_parts += count_calls(c, r->blocks[k], times * turns, calls);
  }
  return in_parts;
}

/* Functions of one name are one part, at different points. */
static void note_costly(burl__cost *cost, burl__cost_share share) {
  burl__cost_share *const all = cost->costly;
  int at = 0;
  while (at < BURL__MOST_COSTLY - 1 && all[at].name && strcmp(all[at].name, share.name) != 0) at++;
  if (all[at].name && strcmp(all[at].name, share.name) == 0) share.amount += all[at].amount;
  else if (all[at].name && all[at].amount >= share.amount) return;
  for (; at > 0 && all[at - 1].amount < share.amount; at--) all[at] = all[at - 1];
  all[at] = share;
}

/* Parts of the recipe by what is done in them, for all calls together, without parts that they call. */
static void find_costly(const counter *c, double *calls) {
  const burl__module *const m = c->p->m;
  for (int i = c->p->count - 1; i >= 0; i--) {
    const int function = c->p->order[i];
    const burl__function *const f = &m->functions[function];
    if (f->is_entry) calls[function] += 1;
    const double in_parts = count_calls(c, f->block, calls[function], calls);
    const double share = (calls[function] * c->of[function].operations - in_parts) / c->cost->operations;
    if (f->is_part && share > 0.05) note_costly(c->cost, (burl__cost_share){f->wish, share});
  }
}

burl__cost burl__cost_of(burl__module *module, const burl__print_options *options) {
  burl__cost cost = {0};
  burl__printer p = {.m = module, .options = options, .d = options->dialect};
  counter c = {.p = &p, .cost = &cost};
  burl__printer_open(&p);
  burl__printer_close(&p);
  c.of = burl__printer_take(&p, (module->function_count + 1) * sizeof *c.of);
  double *const calls = burl__printer_take(&p, (module->function_count + 1) * sizeof *calls);
  if (module->failed) return cost;
  sums all = {0};
  for (int i = 0; i < p.count; i++) {
    count_function(&c, p.order[i]);
    if (module->functions[p.order[i]].is_entry) all = c.of[p.order[i]];
  }
  cost.operations = all.operations;
  cost.turns = all.turns;
  cost.size = all.size;
  cost.uniforms = (int)module->uniform_count;
  for (int i = 0; i < BURL__MOST_KINDS; i++) cost.noises[i].amount = all.noises[i];
  find_costly(&c, calls);
  return cost;
}

/* ---- In words ------------------------------------------------------------------------------------- */

static const char *plural(double count) { return count == 1 ? "" : "s"; }

void burl__write_cost(const burl__cost *c, burl__text *text) {
  for (int i = 0; i < BURL__MOST_KINDS && c->noises[i].name; i++)
    burl__write(text, "%.0f %s, ", c->noises[i].amount, c->noises[i].name);
  burl__write(text, "%.0f operation%s", c->operations, plural(c->operations));
  if (c->loops) burl__write(text, ", %d loop%s of %.0f turns", c->loops, plural(c->loops), c->turns);
  if (c->uniforms) burl__write(text, ", %d uniform%s", c->uniforms, plural(c->uniforms));
}

void burl__write_cost_table(const burl__cost *c, burl__text *text) {
  for (int i = 0; i < BURL__MOST_KINDS && c->noises[i].name; i++)
    burl__write(text, "calls of %-12s %12.0f\n", c->noises[i].name, c->noises[i].amount);
  burl__write(text, "operations            %12.0f\n", c->operations);
  burl__write(text, "loops                 %12d\nturns of loops        %12.0f\n", c->loops, c->turns);
  burl__write(text, "uniforms              %12d\nlines                 %12d\n", c->uniforms, c->lines);
  for (int i = 0; i < BURL__MOST_COSTLY && c->costly[i].name; i++)
    burl__write(text, "in %-18.60s %11.0f%%\n", c->costly[i].name, 100 * c->costly[i].amount);
}

int burl__is_costly(const burl__cost *c) { return c->size > many_operations; }

void burl__write_costly(const burl__cost *c, burl__text *text) {
  burl__write(text, "drivers may take seconds to compile it");
  for (int i = 0; i < BURL__MOST_COSTLY && c->costly[i].name; i++)
    burl__write(text, "%s %.0f %% of the operations are in %.60s",
                i == 0   ? ":"
                : i == 1 ? ";"
                         : ",",
                100 * c->costly[i].amount, c->costly[i].name);
}
