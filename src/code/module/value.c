/* The makers of value.h but for literals. */
#include "code/module/value.h"

#include <string.h>

#include "noise/lane.h"

/* ---- Simplifying --------------------------------------------------------------------------------- */

/* Whether a value is c ? 1 : 0, a choice as a number. */
static int is_number_of_choice(const burl__module *m, const burl__code_value *v) {
  return v->form == VALUE_PICK && burl__is_exactly(m, v->argument[1], 1) && burl__is_exactly(m, v->argument[2], 0);
}

/* What a ∘ b is where b, or a, is neutral to it or decides it; −1: nothing simpler. */
static int simplify_numbers(const burl__module *m, burl__value_form form, int a, int b) {
  const burl__code_value *const first = &m->values[a];
  if (form == VALUE_NOT_EQUAL && burl__is_exactly(m, b, 0) && is_number_of_choice(m, first)) return first->argument[0];
  if (form == VALUE_TIMES && burl__is_exactly(m, b, 1)) return a;
  if (form == VALUE_TIMES && burl__is_exactly(m, a, 1)) return b;
  if (form == VALUE_OVER && burl__is_exactly(m, b, 1)) return a;
  if (form == VALUE_MINUS && burl__is_exactly(m, b, 0)) return a;
  const burl__code_value *const square = &m->values[b]; /* which is not −0 */
  const int is_square = square->form == VALUE_TIMES && square->argument[0] == square->argument[1];
  if (form == VALUE_PLUS && burl__is_exactly(m, a, 0) && is_square) return b;
  return BURL__NO_VALUE;
}
static int simplify_words(burl__module *m, burl__value_form form, int a, int b) {
  const burl__code_value *const first = &m->values[a];
  const int sums = form == VALUE_PLUS || form == VALUE_OR || form == VALUE_XOR;
  if ((sums || form == VALUE_MINUS || form == VALUE_LEFT || form == VALUE_RIGHT) && burl__is_exactly(m, b, 0)) return a;
  if (sums && burl__is_exactly(m, a, 0)) return b;
  if (form == VALUE_TIMES && burl__is_exactly(m, b, 1)) return a;
  if (form == VALUE_TIMES && burl__is_exactly(m, a, 1)) return b;
  if ((form == VALUE_TIMES || form == VALUE_AND) && burl__is_exactly(m, b, 0)) return b;
  if ((form == VALUE_TIMES || form == VALUE_AND) && burl__is_exactly(m, a, 0)) return a;
  if (form == VALUE_AND && burl__is_literal(m, b) && first->form == VALUE_RIGHT && first->kind.base == KIND_WORD &&
      burl__is_literal(m, first->argument[1])) { /* a mask of bits that are all that is left */
    const uint32_t left = ~0u >> (m->values[first->argument[1]].word & 31u);
    if ((m->values[b].word & left) == left) return a;
  }
  if (form == VALUE_NOT_EQUAL && burl__is_exactly(m, b, 0) && is_number_of_choice(m, first)) return first->argument[0];
  if (first->is_positive && burl__is_exactly(m, b, 0)) {
    if (form == VALUE_EQUAL) return burl__choice_literal(m, 0);
    if (form == VALUE_NOT_EQUAL) return burl__choice_literal(m, 1);
  }
  return BURL__NO_VALUE;
}
/* Whether b is one of the terms of a conjunction. */
static int has_term(const burl__module *m, int a, int b) {
  for (; m->values[a].form == VALUE_AND; a = m->values[a].argument[0])
    if (m->values[a].argument[1] == b) return 1;
  return a == b;
}
static int simplify_choices(burl__module *m, burl__value_form form, int a, int b) {
  const int known = burl__is_literal(m, a) ? a : burl__is_literal(m, b) ? b : BURL__NO_VALUE;
  if (form == VALUE_AND && has_term(m, a, b)) return a;
  const int other = known == a ? b : a;
  if (a == b && (form == VALUE_AND || form == VALUE_OR)) return a;
  if (known < 0) return BURL__NO_VALUE;
  const int holds = burl__number_of(m, known) != 0;
  if (form == VALUE_AND) return holds ? other : known;
  if (form == VALUE_OR) return holds ? known : other;
  if (form == VALUE_XOR || form == VALUE_NOT_EQUAL) return holds ? burl__unary(m, VALUE_NOT, other) : other;
  return form == VALUE_EQUAL ? (holds ? other : burl__unary(m, VALUE_NOT, other)) : BURL__NO_VALUE;
}

/* ---- Makers -------------------------------------------------------------------------------------- */

int burl__value_at(burl__module *m, burl__value_form form, burl__kind kind, int index, int count,
                   const int *arguments) {
  for (int i = 0; i < count; i++)
    if (arguments[i] < 0) return BURL__NO_VALUE;
  burl__code_value v = {.form = form, .kind = kind, .index = index, .count = count, .argument = arguments};
  return burl__keep_value(m, &v);
}

int burl__unary(burl__module *m, burl__value_form form, int a) {
  if (a < 0) return BURL__NO_VALUE;
  const burl__code_value v = m->values[a];
  if (burl__is_literal(m, a)) {
    if (form == VALUE_NOT) return burl__choice_literal(m, !v.word);
    if (form == VALUE_COMPLEMENT) return burl__literal_of(m, v.kind.base, 0, ~v.word);
    if (form == VALUE_NEGATE)
      return burl__is_number(v.kind.base) ? burl__literal_of(m, v.kind.base, -v.number, 0)
                                          : burl__literal_of(m, v.kind.base, 0, 0u - v.word);
    if (form == VALUE_ROOT) return burl__literal_of(m, v.kind.base, exact_sqrt(v.number), 0);
    if (form == VALUE_SIZE) return burl__literal_of(m, v.kind.base, v.number < 0 ? -v.number : v.number, 0);
  }
  if (form == VALUE_NOT && v.form == VALUE_NOT) return v.argument[0];
  if (form == VALUE_NEGATE && v.form == VALUE_NEGATE) return v.argument[0];
  return burl__value_at(m, form, v.kind, 0, 1, &a);
}

static int is_comparison(burl__value_form form) { return form >= VALUE_LESS && form <= VALUE_NOT_EQUAL; }

int burl__binary(burl__module *m, burl__value_form form, int a, int b) {
  if (a < 0 || b < 0) return BURL__NO_VALUE;
  burl__base base = m->values[a].kind.base;
  const int is_shift = form == VALUE_LEFT || form == VALUE_RIGHT;
  if (base == KIND_INT && !is_shift) base = m->values[b].kind.base;
  else if (!is_shift && m->values[b].kind.base > base) base = m->values[b].kind.base;
  a = burl__convert_to(m, a, base);
  b = burl__convert_to(m, b, is_shift ? KIND_WORD : base);
  if (a < 0 || b < 0) return BURL__NO_VALUE;
  if (m->values[a].kind.count > 1 || m->values[b].kind.count > 1) return burl__each(m, form, a, b);
  if (form == VALUE_MINUS && burl__is_number(base) && burl__is_literal(m, b) && m->values[b].number < 0)
    return burl__binary(m, VALUE_PLUS, a, burl__unary(m, VALUE_NEGATE, b));
  const burl__code_value *const x = &m->values[a], *const y = &m->values[b];
  int known = BURL__NO_VALUE;
  if (burl__is_literal(m, a) && burl__is_literal(m, b))
    known = burl__is_number(base) ? burl__fold_numbers(m, form, base, x->number, y->number)
                                  : burl__fold_words(m, form, base, x->word, y->word);
  else if (base == KIND_CHOICE) known = simplify_choices(m, form, a, b);
  else known = burl__is_number(base) ? simplify_numbers(m, form, a, b) : simplify_words(m, form, a, b);
  if (known >= 0) return known;
  const burl__kind kind = is_comparison(form) ? burl__kind_of(KIND_CHOICE) : burl__kind_of(base);
  return burl__value_at(m, form, kind, 0, 2, (const int[]){a, b});
}

/* x != y ? x : y. */
static int is_either(const burl__module *m, int condition, int a, int b) {
  const burl__code_value *const c = &m->values[condition];
  return c->form == VALUE_NOT_EQUAL && c->argument[0] == a && c->argument[1] == b &&
         m->values[a].kind.base == KIND_WORD;
}

/* x == l ? 0 : x + by where l + by is 0 anyway. */
static int skips_nothing(const burl__module *m, int condition, int a, int b) {
  const burl__code_value *const c = &m->values[condition], *const sum = &m->values[b];
  return c->form == VALUE_EQUAL && sum->form == VALUE_PLUS && sum->kind.base == KIND_WORD &&
         burl__is_exactly(m, a, 0) && c->argument[0] == sum->argument[0] && burl__is_literal(m, c->argument[1]) &&
         burl__is_literal(m, sum->argument[1]) &&
         m->values[c->argument[1]].word + m->values[sum->argument[1]].word == 0u;
}

int burl__pick(burl__module *m, int condition, int a, int b) {
  if (condition < 0 || a < 0 || b < 0) return BURL__NO_VALUE;
  if (burl__is_literal(m, condition)) return burl__number_of(m, condition) ? a : b;
  if (a == b) return a;
  if (skips_nothing(m, condition, a, b)) return b;
  if (is_either(m, condition, a, b)) return a;
  if (m->values[condition].form == VALUE_NOT) return burl__pick(m, m->values[condition].argument[0], b, a);
  burl__kind kind = m->values[a].kind;
  if (kind.base == KIND_INT && m->values[b].kind.base != KIND_INT) kind = m->values[b].kind;
  a = burl__convert_to(m, a, kind.base);
  b = burl__convert_to(m, b, kind.base);
  return burl__value_at(m, VALUE_PICK, kind, 0, 3, (const int[]){condition, a, b});
}

int burl__convert_to(burl__module *m, int a, burl__base base) {
  if (a < 0) return BURL__NO_VALUE;
  const burl__code_value v = m->values[a];
  if (v.kind.base == base || v.kind.base == KIND_RECORD) return a;
  if (v.form == VALUE_LITERAL) return burl__convert_literal(m, &v, base);
  if (v.form == VALUE_CONVERT && v.kind.base == KIND_WORD && base == KIND_INT &&
      m->values[v.argument[0]].kind.base == KIND_INT)
    return v.argument[0];
  if (base == KIND_CHOICE)
    return burl__binary(m, VALUE_NOT_EQUAL, a,
                        burl__convert_literal(m, &(burl__code_value){.kind = {KIND_INT, 1, 0}}, v.kind.base));
  if (v.kind.base == KIND_CHOICE)
    return burl__pick(m, a, burl__convert_to(m, burl__int_literal(m, 1), base),
                      burl__convert_to(m, burl__int_literal(m, 0), base));
  return burl__value_at(m, VALUE_CONVERT, (burl__kind){base, v.kind.count, 0}, 0, 1, &a);
}

int burl__part(burl__module *m, int a, int index) {
  if (a < 0) return BURL__NO_VALUE;
  const burl__code_value v = m->values[a];
  if (v.form == VALUE_MAKE) return v.argument[index];
  if (v.kind.base != KIND_RECORD && v.kind.count == 1) return a;
  const burl__kind kind =
      v.kind.base == KIND_RECORD ? m->records[v.kind.record].fields[index].kind : burl__kind_of(v.kind.base);
  return burl__value_at(m, VALUE_PART, kind, index, 1, &a);
}

int burl__make(burl__module *m, burl__kind kind, const int *parts) {
  const int count = kind.base == KIND_RECORD ? m->records[kind.record].count : kind.count;
  if (count == 1) return parts[0];
  if (parts[0] < 0) return BURL__NO_VALUE;
  const burl__code_value first = m->values[parts[0]];
  int is_whole = first.form == VALUE_PART && burl__same_kind(m->values[first.argument[0]].kind, kind);
  for (int i = 0; i < count && is_whole; i++) {
    const burl__code_value *const part = parts[i] < 0 ? NULL : &m->values[parts[i]];
    is_whole = part && part->form == VALUE_PART && part->index == i && part->argument[0] == first.argument[0];
  }
  if (is_whole) return first.argument[0];
  return burl__value_at(m, VALUE_MAKE, kind, 0, count, parts);
}

int burl__carried(burl__module *m, int region, int which, int version, burl__kind kind) {
  burl__code_value v = {.form = VALUE_CARRIED, .kind = kind, .index = region, .which = which, .version = version};
  return burl__keep_value(m, &v);
}

int burl__add_parameter(burl__module *m, int function, const char *name, burl__kind kind) {
  burl__function *const f = &m->functions[function];
  burl__named_kind *const all = burl__arena_take(m->arena, (size_t)(f->count + 1) * sizeof *all);
  if (!all) return burl__module_fail(m, FAILED_MEMORY);
  if (f->count) memcpy(all, f->parameters, (size_t)f->count * sizeof *all);
  all[f->count] = (burl__named_kind){name, kind};
  f->parameters = all;
  const int index = f->count++, current = m->block;
  m->block = f->block;
  burl__code_value v = {.form = VALUE_PARAMETER, .kind = kind, .index = index, .which = function, .name = name};
  const int value = burl__keep_value(m, &v);
  m->block = current;
  return value;
}

void burl__swap_parameters(burl__module *m, int function, int a, int b) {
  burl__function *const f = &m->functions[function];
  const burl__named_kind first = f->parameters[a];
  f->parameters[a] = f->parameters[b];
  f->parameters[b] = first;
  const burl__block *const block = &m->blocks[f->block];
  for (size_t i = 0; i < block->count; i++) {
    burl__code_value *const v = block->items[i].what == ITEM_VALUE ? &m->values[block->items[i].index] : NULL;
    if (!v || v->form != VALUE_PARAMETER || (v->index != a && v->index != b)) continue;
    v->index = v->index == a ? b : a;
  }
}

int burl__name_value(burl__module *m, int value, const char *name) {
  if (value >= 0 && !m->values[value].name && m->values[value].form != VALUE_LITERAL) m->values[value].name = name;
  return value;
}

int burl__name_after_recipe(burl__module *m, int value, const char *name) {
  burl__name_value(m, value, name);
  if (value >= 0 && name && m->values[value].name == name) m->values[value].is_of_recipe = 1;
  return value;
}
