/* Which values become variables: those that are read more than once, or within a loop around which they stay the same,
 * or whose text would be too long; all others are written where they are read. */
#include "code/print/printer.h"

/* Characters of an expression within another; of lean text, which breaks lines (lines.c), how many brackets stand
 * within each other there, and from how many on a value has a variable that the recipe has a name for. */
enum { LONGEST = 90, LONGEST_LEAN = 450, DEEPEST = 3, LEAST_NAMED = 24 };

/* Whether lean text writes a vector of zeros where it is read. */
static int is_vector_of_zeros(const burl__printer *p, const burl__code_value *v) {
  if (!p->options->is_lean || v->form != VALUE_MAKE || v->kind.base != KIND_REAL) return 0;
  for (int i = 0; i < v->count; i++)
    if (!burl__is_exactly(p->m, v->argument[i], 0)) return 0;
  return 1;
}

/* Whether the text of a value is a variable's name, or as short as one. */
static int is_short(const burl__printer *p, const burl__code_value *v) {
  switch (v->form) {
  case VALUE_LITERAL:
  case VALUE_PARAMETER:
  case VALUE_GLOBAL:
  case VALUE_COUNTER:
  case VALUE_RESULT:
  case VALUE_CARRIED: return 1;
  case VALUE_PART: return is_short(p, &p->m->values[v->argument[0]]) || p->values[v->argument[0]].is_variable;
  case VALUE_MAKE: return is_vector_of_zeros(p, v);
  case VALUE_CONVERT:
    return v->kind.count == 1 && v->kind.base != KIND_WIDE && is_short(p, &p->m->values[v->argument[0]]);
  default: return 0;
  }
}

static int weight_of(const burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (p->values[value].is_variable || is_short(p, v)) return 6;
  return p->values[value].weight;
}

static int is_call(const burl__code_value *v) { return v->form == VALUE_CALL || v->form == VALUE_MAKE; }

/* Whether `precise` must protect the text of a value: it has a sum, or a division that could become a product. */
int burl__must_be_precise(const burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (p->values[value].is_variable || v->form == VALUE_LITERAL) return 0;
  if (v->kind.base != KIND_REAL && v->kind.base != KIND_WIDE && v->form != VALUE_CONVERT && v->form < VALUE_LESS)
    return 0;
  if (p->values[value].is_undone || (burl__is_sum(v->form) && v->kind.base >= KIND_REAL)) return 1;
  if (v->form == VALUE_OVER && burl__is_literal(p->m, v->argument[1])) return 1; /* no product with its reciprocal */
  for (int i = 0; i < v->count; i++)
    if (burl__must_be_precise(p, v->argument[i])) return 1;
  return 0;
}

/* ---- Lean text ------------------------------------------------------------------------------------ */

/* Whether its text is arguments in brackets. */
static int is_function(const burl__code_value *v) {
  switch (v->form) {
  case VALUE_MAKE:
  case VALUE_CONVERT:
  case VALUE_BITS:
  case VALUE_FROM_BITS:
  case VALUE_ROOT:
  case VALUE_FLOOR:
  case VALUE_SIZE:
  case VALUE_CALL:
  case VALUE_OWN:
  case VALUE_SAMPLE:
  case VALUE_ENTRY: return 1;
  default: return 0;
  }
}

/* How many brackets stand within each other in a value's text from those around one of its arguments on. */
static int nesting_of(const burl__printer *p, int value, int argument) {
  const int strength = burl__strength(p, value), inner = burl__strength(p, argument);
  const int has_brackets = is_function(&p->m->values[value]) || inner < strength || (strength < 5 && inner < 9);
  if (p->values[argument].is_variable || is_short(p, &p->m->values[argument])) return has_brackets && inner < 9;
  return has_brackets + p->values[argument].nesting;
}

/* Whether it is a piece of a ramp of colours, which is a line each. */
static int is_piece(const burl__printer *p, const burl__code_value *v) {
  return v->form == VALUE_OWN && v->index == OWN_MIX && p->m->values[v->argument[0]].form == VALUE_OWN &&
         p->m->values[v->argument[0]].index == OWN_MIX && v->kind.count > 1;
}

/* The longest argument, of those that are long; −1: none. */
static int longest_of(const burl__printer *p, const burl__code_value *v) {
  int longest = -1, weight = LONGEST_LEAN / 3;
  for (int i = 0; i < v->count; i++) {
    const int a = v->argument[i];
    if (weight_of(p, a) <= weight || p->m->values[a].block != v->block) continue;
    longest = a;
    weight = weight_of(p, a);
  }
  return longest;
}

/* Whether a value's text has a choice, or a call of neither a noise nor a part of the recipe. */
static int has_choice_or_help(const burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (p->values[value].is_variable) return 0;
  if (v->form == VALUE_PICK) return 1;
  if (v->form == VALUE_CALL && !p->m->functions[v->index].noise && !p->m->functions[v->index].is_part) return 1;
  for (int i = 0; i < v->count; i++)
    if (has_choice_or_help(p, v->argument[i])) return 1;
  return 0;
}

/* Gives names to what would be too deep, or too long, in a value's text, and to the value where the recipe has one. */
static void weigh_lean(burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  burl__value_state *const s = &p->values[value];
  burl__note_roles(p, value);
  s->nesting = is_function(v);
  for (int i = 0; i < v->count; i++) {
    const int a = v->argument[i];
    const int is_own_line = nesting_of(p, value, a) > DEEPEST || (i == 0 && is_piece(p, v));
    if (is_own_line && p->m->values[a].block == v->block && !is_short(p, &p->m->values[a])) {
      s->weight += 6 - weight_of(p, a);
      p->values[a].is_variable = 1;
    }
    /* Drivers choose between variables, where they branch between expressions with a choice or a call: of sixteen
     * corners with three such branches each SwiftShader takes minutes. */
    if (v->form == VALUE_PICK && p->m->values[a].block == v->block && has_choice_or_help(p, a))
      p->values[a].is_variable = 1;
    if (nesting_of(p, value, a) > s->nesting) s->nesting = nesting_of(p, value, a);
  }
  for (int longest = longest_of(p, v); s->weight > LONGEST_LEAN && longest >= 0; longest = longest_of(p, v)) {
    s->weight += 6 - weight_of(p, longest);
    p->values[longest].is_variable = 1;
  }
  s->is_variable |= v->is_of_recipe && s->weight > LEAST_NAMED;
}

static void weigh_value(burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  burl__value_state *const s = &p->values[value];
  s->weight = is_call(v) || v->form == VALUE_OWN || v->form == VALUE_SAMPLE ? 18 : 4;
  for (int i = 0; i < v->count; i++) {
    const int a = v->argument[i];
    /* what stands as an argument has no variable that could be precise */
    const int is_argument = is_call(v) || v->form == VALUE_OWN || v->form == VALUE_ENTRY || p->d->is_precise_alone;
    if (burl__is_precise(p) && is_argument && !p->values[a].is_variable && burl__must_be_precise(p, a))
      p->values[a].is_variable = 1;
    s->weight += weight_of(p, a);
  }
  if (p->options->is_lean) weigh_lean(p, value);
  if (s->weight > LONGEST && !p->options->is_lean) /* the longest arguments are given names */
    for (int i = 0; i < v->count; i++) {
      const int a = v->argument[i];
      if (weight_of(p, a) > LONGEST / 3 && p->m->values[a].block == v->block) {
        s->weight += 6 - weight_of(p, a);
        p->values[a].is_variable = 1;
      }
    }
  if (is_short(p, v)) s->is_variable = s->is_apart && v->form == VALUE_CARRIED;
  else s->is_variable |= s->uses > 1 || s->is_apart || (p->d->is_precise_alone && s->is_undone);
  if (v->form == VALUE_LITERAL || v->form == VALUE_PARAMETER || v->form == VALUE_GLOBAL) s->is_variable = 0;
}

void burl__weigh_block(burl__printer *p, int block) {
  const burl__block *const b = &p->m->blocks[block];
  for (size_t i = 0; i < b->count; i++) {
    const burl__code_item *const item = &b->items[i];
    if (item->what == ITEM_VALUE && p->values[item->index].uses) weigh_value(p, item->index);
    if (item->what != ITEM_REGION || !p->regions[item->index].is_needed) continue;
    const burl__region *const r = &p->m->regions[item->index];
    burl__weigh_block(p, r->blocks[0]);
    if (!r->is_loop) burl__weigh_block(p, r->blocks[1]);
  }
}
