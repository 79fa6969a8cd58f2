/* Operations on vectors, or on a vector and a number: at once, or where the target can't or all is known, a component
 * each. */
#include "code/module/value.h"

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
static int simplify(const burl__module *m, burl__value_form form, int a, int b) {
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
  const int count = components_of(m, components_of(m, a) > 1 ? a : b), known = simplify(m, form, a, b);
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
