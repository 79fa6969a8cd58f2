/* Expressions of texts: what is known is computed, and the rest becomes values of the module. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "code/evaluate/evaluator.h"

/* ---- Numbers ------------------------------------------------------------------------------------- */

static int hex_digit(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

/* 0x1.8p-20 behind its 0x. */
static double read_hex(const char *at) {
  double digits = 0;
  int exponent = 0, after_point = 0;
  for (; *at && *at != 'p'; at++) {
    if (*at == '.') {
      after_point = 1;
      continue;
    }
    digits = digits * 16 + hex_digit(*at);
    exponent -= 4 * after_point;
  }
  return ldexp(digits, exponent + (*at ? (int)strtol(at + 1, NULL, 10) : 0));
}

/* A number with a point or an exponent, whatever the locale. */
static double read_numeral(const char *atom) {
  const char *const size = atom + (*atom == '-');
  const int is_hex = strncmp(size, "0x", 2) == 0;
  const double number = is_hex ? read_hex(size + 2) : burl__decimal(size, strcspn(size, "f"));
  return *atom == '-' ? -number : number;
}

/* ---- Expressions --------------------------------------------------------------------------------- */

int burl__eval_value(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  const burl__slot *const s = burl__eval(e, f, form);
  if (!s) return BURL__NO_VALUE;
  if (s->what != SLOT_VALUE) return burl__misread(e, "a struct for a number");
  return e->cells[s->cell] >= 0 ? e->cells[s->cell] : burl__misread(e, "a variable without a value");
}

/* 3, 3u, 0.5f; in double 0.5 or 0x1p-20. */
static int eval_number(burl__evaluator *e, const char *atom) {
  const size_t length = strlen(atom);
  const int is_hex = strncmp(atom, "0x", 2) == 0, has_p = strpbrk(atom, "pP") != NULL;
  const int is_float = strchr(atom, '.') || has_p || (!is_hex && strpbrk(atom, "eE"));
  if (is_float && atom[length - 1] == 'f' && (!is_hex || has_p)) return burl__real(e->m, read_numeral(atom));
  if (is_float) return burl__wide(e->m, read_numeral(atom));
  if (atom[0] == '-') return burl__int_literal(e->m, (int)strtol(atom, NULL, 10));
  const unsigned long long number = strtoull(atom, NULL, 0);
  if (atom[length - 1] == 'u' || atom[length - 1] == 'U') return burl__word_literal(e->m, (uint32_t)number);
  if (number > INT32_MAX) return burl__real(e->m, (double)number); /* powers of two, which reals meet */
  return burl__int_literal(e->m, (int)number);
}

static burl__slot *global_table(burl__evaluator *e, const char *name) {
  const burl__form *const tree = burl__text_tree(e, BURL__TREE_TABLE, name);
  if (!tree) return NULL;
  const burl__form *const sizes = burl__item(tree, 1), *number = sizes->next;
  int rows = 1, count = atoi(sizes->first->atom);
  if (sizes->first->next) rows = count, count = atoi(sizes->first->next->atom);
  burl__slot *const array = burl__parts_slot(e, rows);
  for (int row = 0; array && row < rows; row++) {
    float *const reals = burl__evaluator_take(e, (size_t)count * sizeof *reals);
    char *const own_name = burl__evaluator_take(e, strlen(name) + 4);
    if (!reals || !own_name) return NULL;
    for (int i = 0; i < count; i++, number = number->next) reals[i] = (float)read_numeral(number->atom);
    snprintf(own_name, strlen(name) + 4, rows > 1 ? "%s_%c" : "%s", name, "xyzw"[row & 3]);
    const burl__table table = {.name = own_name, .base = KIND_REAL, .count = count, .reals = reals};
    if (!(array->parts[row] = burl__table_slot(e, &table))) return NULL;
  }
  return !array || rows > 1 ? array : array->parts[0];
}

static burl__slot *eval_atom(burl__evaluator *e, burl__frame *f, const char *atom) {
  if (strcmp(atom, "inf") == 0) return burl__as_slot(e, burl__wide(e->m, HUGE_VAL));
  if (strcmp(atom, "nan") == 0) return burl__as_slot(e, burl__wide(e->m, NAN));
  if ((*atom >= '0' && *atom <= '9') || *atom == '-') return burl__as_slot(e, eval_number(e, atom));
  burl__slot *const s = burl__find_variable(f, atom);
  return s ? s : global_table(e, atom);
}

/* An entry of a table that is known, or is looked up. */
static int table_entry(burl__evaluator *e, const burl__slot *s, int index) {
  const burl__table *const t = &e->m->tables[s->table];
  if (burl__is_literal(e->m, index)) {
    const int64_t at = burl__number_of(e->m, index);
    if (at < 0 || at >= t->count) return burl__misread(e, t->name);
    if (t->reals) return burl__real(e->m, (double)t->reals[at]);
    return t->words ? burl__word_literal(e->m, t->words[at]) : burl__int_literal(e->m, t->bytes[at]);
  }
  return burl__value_at(e->m, VALUE_ENTRY, burl__kind_of(t->base), s->table, 1, &index);
}

/* A component of a vector; 0: it has none there. */
static int component(burl__evaluator *e, const burl__slot *s, int index) {
  const int vector = e->cells[s->cell];
  if (vector < 0 || !burl__is_literal(e->m, index)) return burl__misread(e, "an index that is not known");
  const int64_t at = burl__number_of(e->m, index);
  if (at < e->m->values[vector].kind.count) return burl__part(e->m, vector, (int)at);
  return burl__convert_to(e->m, burl__int_literal(e->m, 0), s->kind.base);
}

static burl__slot *eval_index(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  burl__slot *s = burl__eval(e, f, burl__item(form, 1));
  for (const burl__form *at = burl__item(form, 2); s && at; at = at->next) {
    const int index = burl__eval_value(e, f, at);
    if (index < 0) return NULL;
    if (s->what == SLOT_TABLE) s = burl__as_slot(e, table_entry(e, s, index));
    else if (s->what == SLOT_VALUE) s = burl__as_slot(e, component(e, s, index));
    else if (!burl__is_literal(e->m, index)) return burl__misread(e, "an index that is not known"), NULL;
    else if (burl__number_of(e->m, index) < 0 || burl__number_of(e->m, index) >= s->count)
      return burl__misread(e, "an index beyond an array"), NULL;
    else s = s->parts[burl__number_of(e->m, index)];
  }
  return s;
}

static burl__slot *eval_field(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  burl__slot *const s = burl__eval(e, f, burl__item(form, 1));
  const char *const field = burl__item(form, 2)->atom;
  if (!s) return NULL;
  if (s->what == SLOT_SETTINGS) return burl__field_of_settings(e, s->settings, field);
  for (int i = 0; i < s->count && s->names; i++)
    if (strcmp(s->names[i], field) == 0) return s->parts[i];
  return burl__misread(e, field), NULL;
}

/* a && b, a || b: what is known of a decides whether b is looked at. */
static int eval_logic(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  const int is_both = form->word == BURL__WORD_BOTH;
  const int a = burl__convert_to(e->m, burl__eval_value(e, f, burl__item(form, 1)), KIND_CHOICE);
  if (a < 0) return BURL__NO_VALUE;
  if (burl__is_literal(e->m, a) && (burl__number_of(e->m, a) != 0) != is_both) return a;
  const int b = burl__convert_to(e->m, burl__eval_value(e, f, burl__item(form, 2)), KIND_CHOICE);
  return burl__binary(e->m, is_both ? VALUE_AND : VALUE_OR, a, b);
}

static burl__slot *eval_pick(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  const int c = burl__convert_to(e->m, burl__eval_value(e, f, burl__item(form, 1)), KIND_CHOICE);
  if (c < 0) return NULL;
  if (burl__is_literal(e->m, c)) return burl__eval(e, f, burl__item(form, burl__number_of(e->m, c) ? 2 : 3));
  const int a = burl__eval_value(e, f, burl__item(form, 2)), b = burl__eval_value(e, f, burl__item(form, 3));
  return burl__as_slot(e, burl__pick(e->m, c, a, b));
}

static int binary_form(burl__word word) {
  switch (word) {
  case BURL__WORD_ADD: return VALUE_PLUS;
  case BURL__WORD_SUBTRACT: return VALUE_MINUS;
  case BURL__WORD_MULTIPLY: return VALUE_TIMES;
  case BURL__WORD_DIVIDE: return VALUE_OVER;
  case BURL__WORD_REMAINDER: return VALUE_MODULO;
  case BURL__WORD_SHIFT_LEFT: return VALUE_LEFT;
  case BURL__WORD_SHIFT_RIGHT: return VALUE_RIGHT;
  case BURL__WORD_AND: return VALUE_AND;
  case BURL__WORD_OR: return VALUE_OR;
  case BURL__WORD_XOR: return VALUE_XOR;
  case BURL__WORD_EQUAL: return VALUE_EQUAL;
  case BURL__WORD_NOT_EQUAL: return VALUE_NOT_EQUAL;
  case BURL__WORD_LESS:
  case BURL__WORD_GREATER: return VALUE_LESS;
  case BURL__WORD_LESS_EQUAL:
  case BURL__WORD_GREATER_EQUAL: return VALUE_LESS_EQUAL;
  default: return -1;
  }
}

static burl__slot *eval_list(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  switch (form->word) {
  case BURL__WORD_FIELD: return eval_field(e, f, form);
  case BURL__WORD_INDEX: return eval_index(e, f, form);
  case BURL__WORD_ADDRESS: return burl__eval(e, f, burl__item(form, 1));
  case BURL__WORD_PICK: return eval_pick(e, f, form);
  case BURL__WORD_CALL: return e->call(e, f, form);
  case BURL__WORD_BOTH:
  case BURL__WORD_EITHER: return burl__as_slot(e, eval_logic(e, f, form));
  default: break;
  }
  if (form->word == BURL__WORD_CAST) {
    const burl__kind kind = burl__kind_of_type(burl__item(form, 1)->atom);
    return burl__as_slot(e, burl__convert_to(e->m, burl__eval_value(e, f, burl__item(form, 2)), kind.base));
  }
  const int a = burl__eval_value(e, f, burl__item(form, 1));
  if (form->word == BURL__WORD_MINUS) return burl__as_slot(e, burl__each_one(e->m, VALUE_NEGATE, a));
  if (form->word == BURL__WORD_COMPLEMENT) return burl__as_slot(e, burl__unary(e->m, VALUE_COMPLEMENT, a));
  if (form->word == BURL__WORD_NOT)
    return burl__as_slot(e, burl__unary(e->m, VALUE_NOT, burl__convert_to(e->m, a, KIND_CHOICE)));
  const int operation = binary_form(form->word);
  if (operation < 0) return burl__misread(e, form->first->atom), NULL;
  const int b = burl__eval_value(e, f, burl__item(form, 2));
  const int is_turned = form->word == BURL__WORD_GREATER || form->word == BURL__WORD_GREATER_EQUAL;
  return burl__as_slot(e, burl__binary(e->m, (burl__value_form)operation, is_turned ? b : a, is_turned ? a : b));
}

burl__slot *burl__eval(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  if (e->m->failed) return NULL;
  return form->atom ? eval_atom(e, f, form->atom) : eval_list(e, f, form);
}
