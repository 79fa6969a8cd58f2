/* Statements of texts, and functions made of them. */
#include <stdlib.h>
#include <string.h>

#include "code/evaluate/evaluator.h"

enum { MOST_DEPTH = 60 }; /* of calls that run where they stand */

/* ---- Statements ---------------------------------------------------------------------------------- */

/* Names a value; of a vector that is computed a component each, these. */
static void name_vector(burl__module *m, int value, const char *name) {
  burl__name_value(m, value, name);
  if (value < 0 || m->has_vectors || m->values[value].form != VALUE_MAKE) return;
  for (int i = 0; i < m->values[value].count; i++) burl__name_value(m, m->values[value].argument[i], name);
}

/* Gives the values of a slot the name that the text has for them. */
static void name_leaf(burl__evaluator *e, const burl__slot *s, const char *name) {
  if (s->what == SLOT_VALUE) name_vector(e->m, e->cells[s->cell], name);
  for (int i = 0; i < s->count; i++) { /* of a struct: what its parts are parts of */
    const int value = s->parts[i]->what == SLOT_VALUE ? e->cells[s->parts[i]->cell] : BURL__NO_VALUE;
    if (value >= 0 && e->m->values[value].form == VALUE_PART)
      burl__name_value(e->m, e->m->values[value].argument[0], name);
  }
}

/* The name of an assignment's target: a variable, a field, an array. */
static const char *target_name(const burl__form *target) {
  if (target->atom) return target->atom;
  if (target->word == BURL__WORD_FIELD) return burl__item(target, 2)->atom;
  return target->word == BURL__WORD_INDEX ? target_name(burl__item(target, 1)) : NULL;
}

static burl__outcome exec_let(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  const char *const type = burl__item(form, 1)->atom, *const name = burl__item(form, 2)->atom;
  const burl__slot *const from = burl__eval(e, f, burl__item(form, 3));
  burl__slot *const to = from ? burl__slot_of_type(e, type, NULL) : NULL;
  if (!to) return FAILED;
  burl__copy_slot(e, from, to);
  name_leaf(e, to, name);
  return burl__declare(e, f, name, to) ? burl__done(e) : FAILED;
}

static burl__outcome exec_var(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  burl__slot *const s = burl__slot_of_type(e, burl__item(form, 1)->atom, burl__item(form, 3));
  return s && burl__declare(e, f, burl__item(form, 2)->atom, s) ? GOES_ON : FAILED;
}

/* Elements of a struct or array beyond those listed are 0. */
static void clear_slot(burl__evaluator *e, burl__slot *s) {
  if (s->what == SLOT_VALUE) e->cells[s->cell] = burl__convert_to(e->m, burl__int_literal(e->m, 0), s->kind.base);
  for (int i = 0; i < s->count; i++) clear_slot(e, s->parts[i]);
}

static int is_list(const burl__form *form) { return form && burl__is_atom(form->first, "list"); }

static int fill_slot(burl__evaluator *e, burl__frame *f, const burl__form *item, burl__slot *to) {
  for (int i = 0; i < to->count; i++, item = item ? item->next : NULL) {
    const burl__slot *const from = item && !is_list(item) ? burl__eval(e, f, item) : NULL;
    if (item && !is_list(item) && !from) return 0;
    if (from) burl__copy_slot(e, from, to->parts[i]);
    else if (!item) clear_slot(e, to->parts[i]);
    else if (!fill_slot(e, f, burl__item(item, 1), to->parts[i])) return 0;
  }
  return !e->m->failed;
}

static burl__outcome exec_fill(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  burl__slot *const to = burl__slot_of_type(e, burl__item(form, 1)->atom, burl__item(form, 3)->first);
  if (!to || !fill_slot(e, f, burl__item(form, 4), to)) return FAILED;
  return burl__declare(e, f, burl__item(form, 2)->atom, to) ? burl__done(e) : FAILED;
}

static burl__outcome exec_set(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  burl__slot *const to = burl__eval(e, f, burl__item(form, 1));
  const burl__slot *const from = to ? burl__eval(e, f, burl__item(form, 2)) : NULL;
  if (!from) return FAILED;
  burl__copy_slot(e, from, to);
  name_leaf(e, to, target_name(burl__item(form, 1)));
  return burl__done(e);
}

static burl__outcome exec_return(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  const burl__form *const value = burl__item(form, 1);
  if (!value) return RETURNED;
  const burl__slot *const from = burl__eval(e, f, value);
  if (!from) return FAILED;
  if (!f->result && !(f->result = burl__slot_of_type(e, f->type, NULL))) return FAILED;
  burl__copy_slot(e, from, f->result);
  return e->m->failed ? FAILED : RETURNED;
}

static burl__outcome exec_switch(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  const int chosen = burl__eval_value(e, f, burl__item(form, 1));
  if (chosen < 0) return FAILED;
  if (!burl__is_literal(e->m, chosen)) return burl__misread(e, "a switch by a value that is not known"), FAILED;
  for (const burl__form *one = burl__item(form, 2); one; one = one->next)
    for (const burl__form *value = one->first->first; value; value = value->next)
      if (burl__is_atom(value, "default") || burl__number_of(e->m, chosen) == atoi(value->atom))
        return burl__exec_list(e, f, one->first->next);
  return GOES_ON;
}

/* ---- Lists of statements ------------------------------------------------------------------------- */

/* Whether a statement returns somewhere. */
static int may_return(const burl__form *form) {
  if (!form) return 0;
  if (!form->atom && form->word == BURL__WORD_RETURN) return 1;
  for (const burl__form *item = form->first; item; item = item->next)
    if (may_return(item)) return 1;
  return 0;
}

static burl__outcome exec_if(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  const int c = burl__convert_to(e->m, burl__eval_value(e, f, burl__item(form, 1)), KIND_CHOICE);
  if (c < 0) return FAILED;
  const burl__form *const then = burl__item(form, 2);
  if (burl__is_literal(e->m, c)) {
    const burl__form *const branch = burl__number_of(e->m, c) ? then : burl__item(form, 3);
    burl__variable *const variables = f->variables;
    const burl__outcome s = branch ? burl__exec_list(e, f, branch->first) : GOES_ON;
    f->variables = variables;
    return s;
  }
  if (then->first && !then->first->atom && then->first->word == BURL__WORD_BREAK) return burl__exec_break(e, c);
  return burl__exec_branches(e, f, form, c, may_return(then) ? form->next : NULL);
}

static burl__outcome exec(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  switch (form->word) {
  case BURL__WORD_LET: return exec_let(e, f, form);
  case BURL__WORD_VAR: return exec_var(e, f, form);
  case BURL__WORD_FILL: return exec_fill(e, f, form);
  case BURL__WORD_SET: return exec_set(e, f, form);
  case BURL__WORD_DO: return burl__eval(e, f, burl__item(form, 1)), burl__done(e);
  case BURL__WORD_IF: return exec_if(e, f, form);
  case BURL__WORD_FOR: return burl__exec_for(e, f, form);
  case BURL__WORD_RETURN: return exec_return(e, f, form);
  case BURL__WORD_BREAK: return BROKEN;
  case BURL__WORD_SWITCH: return exec_switch(e, f, form);
  default: return burl__misread(e, "a statement"), FAILED;
  }
}

burl__outcome burl__exec_list(burl__evaluator *e, burl__frame *f, const burl__form *statement) {
  for (; statement; statement = statement->next) {
    const burl__outcome s = exec(e, f, statement);
    if (s != GOES_ON) return s;
  }
  return burl__done(e);
}

/* ---- Functions ----------------------------------------------------------------------------------- */

/* A parameter: (TYPE NAME), (TYPE NAME SIZE…), (ref TYPE NAME), (settings NAME), (table NAME). */
const char *burl__parameter_name(const burl__form *parameter) {
  return burl__item(parameter, burl__is_atom(parameter->first, "ref") ? 2 : 1)->atom;
}
int burl__is_by_value(const burl__form *parameter) {
  return !burl__is_atom(parameter->first, "ref") && !burl__is_atom(parameter->first, "settings") &&
         !burl__is_atom(parameter->first, "table") && !burl__item(parameter, 2);
}

burl__slot *burl__run(burl__evaluator *e, const burl__form *tree, burl__slot *const *arguments) {
  burl__frame f = {.type = tree->first->atom};
  const burl__form *parameter = burl__item(tree, 1)->first;
  if (e->depth >= MOST_DEPTH) return burl__misread(e, "functions too deep"), NULL;
  for (int i = 0; parameter; parameter = parameter->next, i++) {
    burl__slot *s = arguments[i];
    if (burl__is_by_value(parameter)) { /* a copy, which the function may change */
      if (!(s = burl__slot_of_type(e, parameter->first->atom, NULL))) return NULL;
      burl__copy_slot(e, arguments[i], s);
    }
    if (!burl__declare(e, &f, burl__parameter_name(parameter), s)) return NULL;
  }
  e->depth++;
  const burl__outcome s = burl__exec_list(e, &f, burl__item(tree, 2));
  e->depth--;
  if (s == FAILED || e->m->failed) return NULL;
  return f.result ? f.result : burl__parts_slot(e, 0);
}
