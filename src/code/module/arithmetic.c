/* The arithmetic of value.h: operations on values, which are simplified where something is known of what they are
 * of.  Those on vectors, or on a vector and a number, are done at once, or where the target can't or all is known, a
 * component each. */
#include "code/module/value.h"

#include "noise/lane.h"

/* ---- Simplifying numbers -------------------------------------------------------------------------- */

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

/* ---- Operations ---------------------------------------------------------------------------------- */

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

/* ---- Vectors ------------------------------------------------------------------------------------- */

static int components_of(const burl__module *m, int value) { return m->values[value].kind.count; }

/* Whether all components are literals. */
static int is_known(const burl__module *m, int value) {
  const burl__code_value *const v = &m->values[value];
  for (int i = 0; v->form == VALUE_MAKE && i < v->count; i++)
    if (!burl__is_literal(m, v->argument[i])) return 0;
  return v->form == VALUE_MAKE || v->form == VALUE_LITERAL;
}

int burl__is_all(const burl__module *m, int value, double number) {
  if (value < 0) return 0;
  const burl__code_value *const v = &m->values[value];
  for (int i = 0; v->form == VALUE_MAKE && i < v->count; i++)
    if (!burl__is_exactly(m, v->argument[i], number)) return 0;
  return v->form == VALUE_MAKE || burl__is_exactly(m, value, number);
}

/* What a ∘ b is where one of them is neutral to it or decides it. */
static int simplify_vectors(const burl__module *m, burl__value_form form, int a, int b) {
  const int a_is_all = components_of(m, a) >= components_of(m, b);
  const int b_is_all = components_of(m, b) >= components_of(m, a);
  if ((form == VALUE_PLUS || form == VALUE_MINUS) && a_is_all && burl__is_all(m, b, 0)) return a;
  if (form == VALUE_PLUS && b_is_all && burl__is_all(m, a, 0)) return b;
  if (form == VALUE_TIMES && a_is_all && (burl__is_all(m, b, 1) || burl__is_all(m, a, 0))) return a;
  if (form == VALUE_TIMES && b_is_all && burl__is_all(m, b, 0)) return b;
  return BURL__NO_VALUE;
}

/* The one number that all components of a vector are, or the vector. */
static int number_for_all(const burl__module *m, int value) {
  const burl__code_value *const v = &m->values[value];
  for (int i = 1; v->form == VALUE_MAKE && i < v->count; i++)
    if (v->argument[i] != v->argument[0]) return value;
  return v->form == VALUE_MAKE ? v->argument[0] : value;
}

int burl__each(burl__module *m, burl__value_form form, int a, int b) {
  if (a < 0 || b < 0) return BURL__NO_VALUE;
  const int count = components_of(m, components_of(m, a) > 1 ? a : b), known = simplify_vectors(m, form, a, b);
  int parts[4];
  if (known >= 0) return known;
  const burl__kind kind = burl__vector_of(m->values[a].kind.base, count);
  if (count > 1 && m->has_vectors && !(is_known(m, a) && is_known(m, b)))
    return burl__value_at(m, form, kind, 0, 2, (const int[]){a, components_of(m, a) > 1 ? number_for_all(m, b) : b});
  for (int i = 0; i < count; i++) parts[i] = burl__binary(m, form, burl__part(m, a, i), burl__part(m, b, i));
  return burl__make(m, kind, parts);
}

int burl__each_one(burl__module *m, burl__value_form form, int a) {
  int parts[4];
  if (a < 0) return BURL__NO_VALUE;
  if (m->has_vectors && !is_known(m, a)) return burl__unary(m, form, a);
  for (int i = 0; i < components_of(m, a); i++) parts[i] = burl__unary(m, form, burl__part(m, a, i));
  return burl__make(m, m->values[a].kind, parts);
}

int burl__each_by_int(burl__module *m, int a, burl__base base) {
  int parts[4];
  if (a < 0) return BURL__NO_VALUE;
  if (m->has_vectors) return burl__convert_to(m, burl__convert_to(m, a, KIND_INT), base);
  for (int i = 0; i < components_of(m, a); i++)
    parts[i] = burl__convert_to(m, burl__convert_to(m, burl__part(m, a, i), KIND_INT), base);
  return burl__make(m, burl__vector_of(base, components_of(m, a)), parts);
}
