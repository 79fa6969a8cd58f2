/* Loops.  One whose turns are few and known is unrolled.  Any other becomes a region that carries the variables that
 * its body changes. */
#include <string.h>

#include "code/evaluate/evaluator.h"

enum {
  MOST_TURNS = 64, /* of a loop, to find out how many there are */
  UNROLLED = 6,    /* turns of any loop over what is known */
  UNROLLED_IF_SHORT = 16
};

/* A loop that stays one, while its body runs. */
struct burl__loop {
  burl__loop *outer;
  int region, first_cells; /* first_cells: how many there were before it */
  int *values;             /* of these cells, as the body last knew them */
  int *which;              /* which of the carried ones a cell is; −1: it isn't */
  int changed, version;    /* how many are carried; behind how many breaks */
};

/* The cells that the body has changed since they were last looked at are carried from now on.  One that has no value
 * before the loop has none that goes into the next turn. */
static void note_changes(burl__evaluator *e, burl__loop *l) {
  for (int i = 0; i < l->first_cells; i++)
    if (e->cells[i] != l->values[i] && l->which[i] < 0 && l->values[i] >= 0) l->which[i] = l->changed++;
}

/* ---- Breaks -------------------------------------------------------------------------------------- */

/* What the carried cells hold behind a break. */
static void carry_on(burl__evaluator *e, burl__loop *l) {
  l->version++;
  for (int i = 0; i < l->first_cells; i++) {
    const int from = e->cells[i];
    if (l->which[i] < 0 || from < 0) continue;
    const burl__kind kind = e->m->values[from].kind;
    e->cells[i] = l->values[i] = burl__carried(e->m, l->region, l->which[i], l->version, kind);
    burl__name_value(e->m, e->cells[i], burl__name_of(e->m, from));
  }
}

burl__outcome burl__exec_break(burl__evaluator *e, int condition) {
  burl__loop *const l = e->loop;
  if (!l || e->m->blocks[e->m->block].region != l->region) return burl__misread(e, "a break within an if"), FAILED;
  note_changes(e, l);
  burl__code_item item = {.what = ITEM_BREAK, .condition = condition, .count = l->changed};
  if (!(item.kept = burl__evaluator_take(e, (size_t)(l->changed + 1) * sizeof *item.kept))) return FAILED;
  for (int i = 0; i < l->first_cells; i++)
    if (l->which[i] >= 0) item.kept[l->which[i]] = e->cells[i];
  if (burl__add_item(e->m, &item) < 0) return FAILED;
  carry_on(e, l);
  return burl__done(e);
}

/* ---- Loops that stay loops ------------------------------------------------------------------------ */

static const burl__form *for_body(const burl__form *form) { return burl__item(form, 5)->first; }

/* Fills the loop's region with what goes into its first turn, and opens its blocks. */
static int open_loop(burl__evaluator *e, const burl__form *form, const burl__slot *counter, const burl__loop *l) {
  burl__region *const r = &e->m->regions[l->region];
  const size_t count = (size_t)l->changed;
  r->first = e->cells[counter->cell];
  r->counter = counter->kind;
  r->count = l->changed;
  r->entered = burl__evaluator_take(e, (count + 1) * sizeof *r->entered);
  r->left = burl__evaluator_take(e, (count + 1) * sizeof *r->left);
  r->name = burl__evaluator_take(e, (count + 1) * sizeof *r->name);
  if (!r->entered || !r->left || !r->name) return 0;
  r->name[count] = burl__item(form, 1)->atom;
  for (int i = 0; i < l->first_cells; i++)
    if (l->which[i] >= 0) r->entered[l->which[i]] = e->cells[i];
  r->blocks[0] = burl__open_block(e->m, e->m->block, l->region);
  r->blocks[1] = burl__open_block(e->m, r->blocks[0], l->region);
  return !e->m->failed;
}

/* In a turn, cells hold the loop's counter and what is carried. */
static int enter_turn(burl__evaluator *e, const burl__form *form, const burl__slot *counter, burl__loop *l) {
  for (int i = 0; i < l->first_cells; i++) {
    const int from = e->cells[i];
    if (l->which[i] < 0) continue;
    e->cells[i] = burl__carried(e->m, l->region, l->which[i], 0, e->m->values[from].kind);
    burl__name_value(e->m, e->cells[i], burl__name_of(e->m, from));
  }
  burl__code_value v = {
      .form = VALUE_COUNTER, .kind = counter->kind, .index = l->region, .name = burl__item(form, 1)->atom};
  e->cells[counter->cell] = burl__keep_value(e->m, &v);
  memcpy(l->values, e->cells, (size_t)l->first_cells * sizeof *l->values);
  return !e->m->failed;
}

/* What goes from a turn into the next one. */
static void leave_turn(burl__evaluator *e, burl__loop *l) {
  burl__region *const r = &e->m->regions[l->region];
  note_changes(e, l);
  for (int i = 0; i < l->first_cells; i++) {
    const int k = l->which[i];
    if (k < 0 || k >= r->count) continue;
    r->left[k] = burl__convert_to(e->m, e->cells[i], e->m->values[r->entered[k]].kind.base);
    r->name[k] = e->cell_names[i] ? e->cell_names[i] : burl__name_of(e->m, e->cells[i]);
  }
}

static burl__outcome run_body(burl__evaluator *e, burl__frame *f, const burl__form *form, burl__loop *l) {
  burl__variable *const variables = f->variables;
  e->loop = l;
  const burl__outcome s = e->exec_list(e, f, for_body(form));
  e->loop = l->outer;
  f->variables = variables;
  if (s == FAILED || e->m->failed) return FAILED;
  return s == GOES_ON ? GOES_ON : (burl__misread(e, "a loop that always ends"), FAILED);
}

/* One attempt, in which the cells are carried that are known to change. */
static burl__outcome try_loop(burl__evaluator *e, burl__frame *f, const burl__form *form, const burl__slot *counter,
                              burl__loop *l) {
  burl__module *const m = e->m;
  const int outer = m->block;
  if (!open_loop(e, form, counter, l)) return FAILED;
  const int body = m->regions[l->region].blocks[0];
  m->block = body;
  if (!enter_turn(e, form, counter, l)) return FAILED;
  m->block = m->regions[l->region].blocks[1]; /* the condition has one of its own */
  const int condition = burl__convert_to(m, burl__eval_value(e, f, burl__item(form, 3)), KIND_CHOICE);
  m->regions[l->region].condition = condition;
  m->block = body;
  const int step = burl__eval_value(e, f, burl__item(form, 4));
  m->regions[l->region].step = step;
  if (run_body(e, f, form, l) == FAILED) return FAILED;
  leave_turn(e, l);
  m->block = outer;
  return burl__done(e);
}

/* Tries until no turn changes a cell that isn't carried. */
static burl__outcome find_carried(burl__evaluator *e, burl__frame *f, const burl__form *form, const burl__slot *counter,
                                  burl__loop *l, const int *before) {
  const int outer = e->m->block;
  for (int known = -1; known != l->changed;) {
    known = l->changed;
    l->version = 0;
    l->region = burl__add_region(e->m, 1);
    memcpy(e->cells, before, (size_t)l->first_cells * sizeof *before);
    if (l->region >= 0 && try_loop(e, f, form, counter, l) == GOES_ON) continue;
    e->m->block = outer;
    e->loop = l->outer;
    return FAILED;
  }
  return GOES_ON;
}

static burl__outcome exec_loop(burl__evaluator *e, burl__frame *f, const burl__form *form, const burl__slot *counter) {
  burl__module *const m = e->m;
  const size_t count = e->cell_count;
  int *const before = burl__copy_cells(e, count);
  burl__loop l = {.outer = e->loop, .first_cells = (int)count};
  l.values = burl__copy_cells(e, count);
  l.which = burl__evaluator_take(e, (count + 1) * sizeof *l.which);
  if (!before || !l.values || !l.which) return FAILED;
  for (size_t i = 0; i < count; i++) l.which[i] = -1;
  if (find_carried(e, f, form, counter, &l, before) == FAILED) return FAILED;
  if (burl__add_item(m, &(burl__code_item){.what = ITEM_REGION, .index = l.region}) < 0) return FAILED;
  for (size_t i = 0; i < count; i++) {
    e->cells[i] = before[i];
    if (l.which[i] < 0) continue;
    e->cells[i] = burl__result_of(e, l.region, l.which[i], m->values[before[i]].kind);
    burl__name_value(m, e->cells[i], burl__name_of(m, before[i]));
  }
  e->cells[counter->cell] = burl__result_of(e, l.region, m->regions[l.region].count, counter->kind);
  burl__name_value(m, e->cells[counter->cell], burl__item(form, 1)->atom);
  return burl__done(e);
}

/* ---- Loops that are unrolled ---------------------------------------------------------------------- */

/* How many turns a loop takes that doesn't change what its condition asks for; −1: that is not known. */
static int count_turns(burl__evaluator *e, burl__frame *f, const burl__form *form, const burl__slot *counter) {
  const int first = e->cells[counter->cell], step = burl__eval_value(e, f, burl__item(form, 4));
  int turns = 0;
  for (; turns <= MOST_TURNS && !e->m->failed; turns++) {
    const int goes_on = burl__convert_to(e->m, burl__eval_value(e, f, burl__item(form, 3)), KIND_CHOICE);
    if (goes_on < 0 || !burl__is_literal(e->m, goes_on)) turns = MOST_TURNS + 1;
    else if (!burl__number_of(e->m, goes_on)) break;
    e->cells[counter->cell] = burl__binary(e->m, VALUE_PLUS, e->cells[counter->cell], step);
  }
  e->cells[counter->cell] = first;
  return turns > MOST_TURNS ? -1 : turns;
}

static burl__outcome unroll(burl__evaluator *e, burl__frame *f, const burl__form *form, const burl__slot *counter,
                            int turns) {
  const int step = burl__eval_value(e, f, burl__item(form, 4));
  burl__variable *const variables = f->variables;
  for (int turn = 0; turn < turns; turn++) {
    const burl__outcome s = e->exec_list(e, f, for_body(form));
    f->variables = variables;
    if (s == BROKEN) break;
    if (s != GOES_ON) return s;
    e->cells[counter->cell] = burl__binary(e->m, VALUE_PLUS, e->cells[counter->cell], step);
  }
  return burl__done(e);
}

/* ---- Either --------------------------------------------------------------------------------------- */

static int names(const burl__form *form, const char *name) {
  if (form->atom) return strcmp(form->atom, name) == 0;
  for (const burl__form *item = form->first; item; item = item->next)
    if (names(item, name)) return 1;
  return 0;
}

/* The counter: a variable that the loop declares, or one that there is ("_"). */
static burl__slot *counter_of(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  const burl__form *const name = burl__item(form, 1), *const from = burl__item(form, 2);
  if (burl__is_atom(from, "_")) return burl__find_variable(f, name->atom);
  const int first = burl__convert_to(e->m, burl__eval_value(e, f, from), KIND_INT);
  burl__slot *const counter = first < 0 ? NULL : burl__value_slot(e, burl__kind_of(KIND_INT), first);
  return counter && burl__declare(e, f, name->atom, counter) ? counter : NULL;
}

/* Whether a loop is unrolled from the start: it is short, and its turns differ. */
static int is_unrolled(const burl__form *form, int turns) {
  const burl__form *const body = burl__item(form, 5);
  const int most = burl__item_count(body) == 1 ? UNROLLED_IF_SHORT : UNROLLED;
  return turns >= 0 && turns <= most && (turns <= 1 || names(body, burl__item(form, 1)->atom));
}

burl__outcome burl__exec_for(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  burl__variable *const variables = f->variables;
  burl__slot *const counter = counter_of(e, f, form);
  if (!counter) return FAILED;
  const int turns = count_turns(e, f, form, counter), is_few = is_unrolled(form, turns);
  const size_t count = e->cell_count;
  int *const before = burl__copy_cells(e, count);
  if (e->m->failed || !before) return FAILED;
  burl__outcome s = is_few ? unroll(e, f, form, counter, turns) : exec_loop(e, f, form, counter);
  if (s == FAILED && e->m->failed == FAILED_MISREAD && !is_few && turns >= 0 && turns <= UNROLLED_IF_SHORT) {
    e->m->failed = NOT_FAILED; /* it can't stay a loop: an array has to fall apart */
    memcpy(e->cells, before, count * sizeof *before);
    s = unroll(e, f, form, counter, turns);
  }
  f->variables = variables;
  return s;
}
