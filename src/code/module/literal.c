/* Literals, and operations on them. */
#include "code/module/value.h"

#include <string.h>

int burl__literal_of(burl__module *m, burl__base base, double number, uint32_t bits) {
  burl__code_value v = {.form = VALUE_LITERAL, .kind = {base, 1, 0}, .number = number, .word = bits};
  return burl__keep_value(m, &v);
}
int burl__real(burl__module *m, double number) { return burl__literal_of(m, KIND_REAL, (double)(float)number, 0); }
int burl__wide(burl__module *m, double number) { return burl__literal_of(m, KIND_WIDE, number, 0); }
int burl__word_literal(burl__module *m, uint32_t bits) { return burl__literal_of(m, KIND_WORD, 0, bits); }
int burl__int_literal(burl__module *m, int number) { return burl__literal_of(m, KIND_INT, 0, (uint32_t)number); }
int burl__choice_literal(burl__module *m, int holds) { return burl__literal_of(m, KIND_CHOICE, 0, holds != 0); }

int burl__is_literal(const burl__module *m, int value) {
  return value >= 0 && m->values[value].form == VALUE_LITERAL && m->values[value].which != KEPT;
}

int64_t burl__number_of(const burl__module *m, int value) {
  const burl__code_value *const v = &m->values[value];
  return v->kind.base == KIND_INT ? (int64_t)(int32_t)v->word : (int64_t)v->word;
}

int burl__is_exactly(const burl__module *m, int value, double number) {
  if (!burl__is_literal(m, value)) return 0;
  const burl__code_value *const v = &m->values[value];
  return burl__is_number(v->kind.base) ? memcmp(&v->number, &number, sizeof number) == 0
                                       : (double)burl__number_of(m, value) == number;
}

/* ---- Folding ------------------------------------------------------------------------------------- */

int burl__fold_numbers(burl__module *m, burl__value_form form, burl__base base, double a, double b) {
  const float f = (float)a, g = (float)b;
  const int is_real = base == KIND_REAL;
  switch (form) {
  case VALUE_PLUS: return burl__literal_of(m, base, is_real ? (double)(f + g) : a + b, 0);
  case VALUE_MINUS: return burl__literal_of(m, base, is_real ? (double)(f - g) : a - b, 0);
  case VALUE_TIMES: return burl__literal_of(m, base, is_real ? (double)(f * g) : a * b, 0);
  case VALUE_OVER: return burl__literal_of(m, base, is_real ? (double)(f / g) : a / b, 0);
  case VALUE_LESS: return burl__choice_literal(m, a < b);
  case VALUE_LESS_EQUAL: return burl__choice_literal(m, a <= b);
  case VALUE_EQUAL: return burl__choice_literal(m, a == b);
  default: return burl__choice_literal(m, a != b);
  }
}

int burl__fold_words(burl__module *m, burl__value_form form, burl__base base, uint32_t a, uint32_t b) {
  const int is_signed = base == KIND_INT;
  const int64_t x = is_signed ? (int64_t)(int32_t)a : (int64_t)a, y = is_signed ? (int64_t)(int32_t)b : (int64_t)b;
  switch (form) {
  case VALUE_PLUS: return burl__literal_of(m, base, 0, a + b);
  case VALUE_MINUS: return burl__literal_of(m, base, 0, a - b);
  case VALUE_TIMES: return burl__literal_of(m, base, 0, a * b);
  case VALUE_OVER: return y ? burl__literal_of(m, base, 0, (uint32_t)(x / y)) : BURL__NO_VALUE;
  case VALUE_MODULO: return y ? burl__literal_of(m, base, 0, (uint32_t)(x % y)) : BURL__NO_VALUE;
  case VALUE_LEFT: return b < 32 ? burl__literal_of(m, base, 0, a << b) : BURL__NO_VALUE;
  case VALUE_RIGHT: return b < 32 ? burl__literal_of(m, base, 0, (uint32_t)(x >> b)) : BURL__NO_VALUE;
  case VALUE_AND: return burl__literal_of(m, base, 0, a & b);
  case VALUE_OR: return burl__literal_of(m, base, 0, a | b);
  case VALUE_XOR: return burl__literal_of(m, base, 0, a ^ b);
  case VALUE_LESS: return burl__choice_literal(m, x < y);
  case VALUE_LESS_EQUAL: return burl__choice_literal(m, x <= y);
  case VALUE_EQUAL: return burl__choice_literal(m, x == y);
  default: return burl__choice_literal(m, x != y);
  }
}

int burl__convert_literal(burl__module *m, const burl__code_value *v, burl__base base) {
  const int from_number = burl__is_number(v->kind.base);
  const double number = from_number ? v->number : v->kind.base == KIND_INT ? (double)(int32_t)v->word : (double)v->word;
  if (burl__is_number(base)) return burl__literal_of(m, base, base == KIND_REAL ? (double)(float)number : number, 0);
  if (base == KIND_CHOICE) return burl__choice_literal(m, from_number ? number != 0 : v->word != 0);
  return burl__literal_of(m, base, 0, from_number ? (uint32_t)(int64_t)number : v->word);
}
