/* The primitives of primitive.h. */
#include "code/evaluate/primitive.h"

#include <string.h>

typedef int maker(burl__module *m, const int *a);

struct burl__primitive {
  const char *name;
  int count;
  maker *make;
};

static int make_pick(burl__module *m, const int *a) {
  const burl__kind kind = m->values[a[1]].kind;
  int parts[4];
  if (kind.count == 1 || m->has_vectors) return burl__pick(m, a[0], a[1], a[2]);
  for (int i = 0; i < kind.count; i++) parts[i] = burl__pick(m, a[0], burl__part(m, a[1], i), burl__part(m, a[2], i));
  return burl__make(m, kind, parts);
}
static int make_only(burl__module *m, const int *a) { return burl__pick(m, a[0], a[1], burl__real(m, 0)); }
static int make_only_word(burl__module *m, const int *a) { return burl__pick(m, a[0], a[1], burl__word_literal(m, 0)); }
static int make_same(burl__module *m, const int *a) { return (void)m, a[0]; }

/* A literal with which nothing is computed. */
static int make_kept(burl__module *m, const int *a) {
  burl__code_value v = m->values[a[0]];
  v.which = KEPT;
  return v.form == VALUE_LITERAL ? burl__keep_value(m, &v) : a[0];
}

static int make_to_real(burl__module *m, const int *a) {
  return burl__convert_to(m, burl__convert_to(m, a[0], KIND_INT), KIND_REAL);
}
static int make_to_word(burl__module *m, const int *a) {
  return burl__convert_to(m, burl__convert_to(m, a[0], KIND_INT), KIND_WORD);
}

/* ---- Vectors, as src/noise/vectors.h has them ----------------------------------------------------- */

/* a: how many components are used, and these; or vectors of them. */
static int make_vector(burl__module *m, const int *a) {
  return burl__make(m, burl__vector_of(m->values[a[1]].kind.base, (int)burl__number_of(m, a[0])), a + 1);
}
static int make_reals_of_words(burl__module *m, const int *a) { return burl__each_by_int(m, a[0], KIND_REAL); }
static int make_words_of_reals(burl__module *m, const int *a) { return burl__each_by_int(m, a[0], KIND_WORD); }
static int make_floors(burl__module *m, const int *a) { return burl__each_one(m, VALUE_FLOOR, a[0]); }
static int make_sum(burl__module *m, const int *a) {
  int sum = burl__part(m, a[1], 0);
  for (int i = 1; i < m->values[a[1]].kind.count; i++) sum = burl__binary(m, VALUE_PLUS, sum, burl__part(m, a[1], i));
  return sum;
}
static int make_dot(burl__module *m, const int *a) {
  if (m->has_vectors) return burl__value_at(m, VALUE_OWN, burl__kind_of(KIND_REAL), OWN_DOT, 2, a + 1);
  const int both[] = {a[0], burl__binary(m, VALUE_TIMES, a[1], a[2])};
  return both[1] < 0 ? BURL__NO_VALUE : make_sum(m, both);
}

/* ---- Bits ---------------------------------------------------------------------------------------- */

static int make_bits(burl__module *m, const int *a) {
  const burl__code_value *const v = &m->values[a[0]];
  if (v->form == VALUE_LITERAL) {
    const union {
      float number;
      uint32_t bits;
    } both = {.number = (float)v->number};
    return burl__word_literal(m, both.bits);
  }
  return burl__value_at(m, VALUE_BITS, burl__kind_of(KIND_WORD), 0, 1, a);
}
static int make_from_bits(burl__module *m, const int *a) {
  const burl__code_value *const v = &m->values[a[0]];
  if (v->form == VALUE_LITERAL) {
    const union {
      uint32_t bits;
      float number;
    } both = {.bits = v->word};
    return burl__real(m, (double)both.number);
  }
  return burl__value_at(m, VALUE_FROM_BITS, burl__kind_of(KIND_REAL), 0, 1, a);
}
static int make_flip(burl__module *m, const int *a) {
  const int sign = burl__binary(m, VALUE_AND, a[1], burl__word_literal(m, 0x80000000u));
  const int bits = make_bits(m, a), flipped = burl__binary(m, VALUE_XOR, bits, sign);
  return flipped < 0 ? BURL__NO_VALUE : make_from_bits(m, &flipped);
}

/* ---- Others --------------------------------------------------------------------------------------- */

static int make_size(burl__module *m, const int *a) { return burl__unary(m, VALUE_SIZE, a[0]); }
static int make_root(burl__module *m, const int *a) { return burl__unary(m, VALUE_ROOT, a[0]); }
static int make_floor(burl__module *m, const int *a) { return burl__unary(m, VALUE_FLOOR, a[0]); }

/* As arithmetic.h has it, 0 for −0. */
static int make_floor_from_zero(burl__module *m, const int *a) {
  return burl__binary(m, VALUE_PLUS, make_floor(m, a), burl__real(m, 0));
}

/* The low 32 bits of a whole number: those of a double that it is moved to. */
static int make_cell(burl__module *m, const int *a) {
  const int moved = burl__binary(m, VALUE_PLUS, a[0], burl__wide(m, 6755399441055744.0));
  return moved < 0 ? BURL__NO_VALUE : burl__value_at(m, VALUE_LOW_BITS, burl__kind_of(KIND_WORD), 0, 1, &moved);
}

static int entry_of(burl__module *m, int table, int at) {
  return at < 0 ? BURL__NO_VALUE : burl__value_at(m, VALUE_ENTRY, burl__kind_of(m->tables[table].base), table, 1, &at);
}
static int make_byte(burl__module *m, const int *a) {
  return entry_of(m, a[0], burl__binary(m, VALUE_AND, a[1], burl__word_literal(m, 255u)));
}
static int make_float(burl__module *m, const int *a) { return entry_of(m, a[0], a[1]); }

/* Of a table, or of floats among the keys. */
static int make_of_row(burl__module *m, const int *a) {
  const burl__table *const t = &m->tables[a[0]];
  const int first = burl__word_literal(m, (uint32_t)t->first + m->values[a[1]].word);
  const int at = burl__binary(m, VALUE_PLUS, a[3], first);
  if (!t->are_keys || at < 0) return entry_of(m, a[0], at);
  const int word = burl__value_at(m, VALUE_GLOBAL, burl__kind_of(KIND_WORD), t->keys, 1, &at);
  return word < 0 ? BURL__NO_VALUE : make_from_bits(m, &word);
}

static const burl__primitive primitives[] = {
    {"pick", 3, make_pick},
    {"pick_word", 3, make_pick},
    {"only", 2, make_only},
    {"only_word", 2, make_only_word},
    {"everywhere", 1, make_same},
    {"anywhere", 1, make_same},
    {"kept", 1, make_kept},
    {"kept_word", 1, make_kept},
    {"to_real", 1, make_to_real},
    {"to_word", 1, make_to_word},
    {"reals_of", 5, make_vector},
    {"words_of", 5, make_vector},
    {"reals_of_words", 1, make_reals_of_words},
    {"words_of_reals", 1, make_words_of_reals},
    {"floors", 1, make_floors},
    {"pick_reals", 3, make_pick},
    {"sum_of", 2, make_sum},
    {"sum_of_words", 2, make_sum},
    {"dot_of", 3, make_dot},
    {"bits_of_real", 1, make_bits},
    {"real_of_bits", 1, make_from_bits},
    {"magnitude", 1, make_size},
    {"root", 1, make_root},
    {"exact_sqrt", 1, make_root},
    {"flip_sign", 2, make_flip},
    {"floor_wide", 1, make_floor},
    {"floor_real", 1, make_floor},
    {"floor_f", 1, make_floor_from_zero},
    {"floor_d", 1, make_floor_from_zero},
    {"axis_floor", 1, make_floor},
    {"axis_cell", 1, make_cell},
    {"byte_entry", 2, make_byte},
    {"row_entry", 4, make_of_row},
    {"float_entry", 2, make_float},
};

/* ---- The target's own ---------------------------------------------------------------------------- */

#define OWN(name, index, count)                                                     \
  static int own_##name(burl__module *m, const int *a) {                            \
    return burl__value_at(m, VALUE_OWN, burl__kind_of(KIND_REAL), index, count, a); \
  }
OWN(exp, OWN_EXP, 1)
OWN(log, OWN_LOG, 1)
OWN(pow, OWN_POW, 2)
OWN(sin, OWN_SIN, 1)
OWN(cos, OWN_COS, 1)
OWN(tan, OWN_TAN, 1)
OWN(asin, OWN_ASIN, 1)
OWN(acos, OWN_ACOS, 1)
OWN(atan, OWN_ATAN, 1)
OWN(atan2, OWN_ATAN2, 2)
OWN(clamp, OWN_CLAMP, 3)
OWN(mix, OWN_MIX, 3)
OWN(smooth, OWN_SMOOTHSTEP, 3)
#undef OWN

static int own_extreme(burl__module *m, const int *a, int index) {
  const double first = m->values[a[0]].number, second = m->values[a[1]].number;
  if (burl__is_literal(m, a[0]) && burl__is_literal(m, a[1]))
    return burl__real(m, (first < second) == (index == OWN_MIN) ? first : second);
  const burl__code_value *const other = &m->values[a[1]]; /* max(a, max(a, b)) */
  if (other->form == VALUE_OWN && other->index == index && other->argument[0] == a[0]) return a[1];
  return burl__value_at(m, VALUE_OWN, burl__kind_of(KIND_REAL), index, 2, a);
}
static int own_min(burl__module *m, const int *a) { return own_extreme(m, a, OWN_MIN); }
static int own_max(burl__module *m, const int *a) { return own_extreme(m, a, OWN_MAX); }
static int own_unit(burl__module *m, const int *a) {
  return own_clamp(m, (const int[]){a[0], burl__real(m, 0), burl__real(m, 1)});
}

/* max(min(a, most), least) of numbers in this order. */
static int own_max_or_clamp(burl__module *m, const int *a) {
  const burl__code_value *const below = &m->values[a[0]];
  const int is_min = below->form == VALUE_OWN && below->index == OWN_MIN && burl__is_literal(m, a[1]) &&
                     burl__is_literal(m, below->argument[1]) &&
                     m->values[a[1]].number < m->values[below->argument[1]].number;
  return is_min ? own_clamp(m, (const int[]){below->argument[0], a[1], below->argument[1]}) : own_max(m, a);
}

/* Targets know it where the first edge is below the second. */
static int own_smoothstep(burl__module *m, const int *a) {
  const double first = m->values[a[0]].number, second = m->values[a[1]].number;
  const int are_known = burl__is_literal(m, a[0]) && burl__is_literal(m, a[1]), one = burl__real(m, 1);
  if (are_known && first < second) return own_smooth(m, a);
  if (are_known && first > second)
    return burl__binary(m, VALUE_MINUS, one, own_smooth(m, (const int[]){a[1], a[0], a[2]}));
  const int width = burl__binary(m, VALUE_MINUS, a[1], a[0]), is_step = burl__binary(m, VALUE_EQUAL, a[0], a[1]);
  const int step = burl__pick(m, burl__binary(m, VALUE_LESS, a[2], a[0]), burl__real(m, 0), one);
  const int along = burl__binary(m, VALUE_OVER, burl__binary(m, VALUE_MINUS, a[2], a[0]), width);
  return burl__pick(m, is_step, step, own_smooth(m, (const int[]){burl__real(m, 0), one, along}));
}

/* a^b for a >= 0, b known as a double. */
static int own_power(burl__module *m, const int *a) {
  return own_pow(m, (const int[]){a[0], burl__convert_to(m, a[1], KIND_REAL)});
}

/* 1 where both, or either, are not 0, else 0. */
static int own_logic(burl__module *m, const int *a, burl__value_form form) {
  const int zero = burl__real(m, 0);
  const int holds =
      burl__binary(m, form, burl__binary(m, VALUE_NOT_EQUAL, a[0], zero), burl__binary(m, VALUE_NOT_EQUAL, a[1], zero));
  return burl__pick(m, holds, burl__real(m, 1), zero);
}
static int own_both(burl__module *m, const int *a) { return own_logic(m, a, VALUE_AND); }
static int own_either(burl__module *m, const int *a) { return own_logic(m, a, VALUE_OR); }

static const burl__primitive own[] = {
    {"lane_exp", 1, own_exp}, {"lane_log", 1, own_log},   {"lane_pow", 2, own_pow},
    {"power", 2, own_power},  {"lane_sin", 1, own_sin},   {"lane_cos", 1, own_cos},
    {"lane_tan", 1, own_tan}, {"lane_atan", 1, own_atan}, {"lane_atan2", 2, own_atan2},
};
/* Of which drivers have no more than three digits. */
static const burl__primitive coarse[] = {{"lane_asin", 1, own_asin}, {"lane_acos", 1, own_acos}};

/* What lean text calls beside these. */
static const burl__primitive lean[] = {
    {"abs_f", 1, make_size}, {"min_f", 2, own_min},   {"max_f", 2, own_max},       {"smaller", 2, own_min},
    {"larger", 2, own_max},  {"both_f", 2, own_both}, {"either_f", 2, own_either},
};
static const burl__primitive lean_with_words[] = {
    {"clamp_f", 3, own_clamp}, {"lerp_f", 3, own_mix},         {"lane_smoothstep", 3, own_smoothstep},
    {"to_unit", 1, own_unit},  {"max_f", 2, own_max_or_clamp},
};

static const burl__primitive *find(const burl__primitive *all, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(all[i].name, name) == 0) return &all[i];
  return NULL;
}
#define FIND(list, name) find(list, sizeof list / sizeof *list, name)

/* ---- Looking up ---------------------------------------------------------------------------------- */

const burl__primitive *burl__find_primitive(const char *name, burl__text_style style) {
  const burl__primitive *found = FIND(primitives, name);
  if (!found && style != BURL__EXACT) found = FIND(own, name);
  if (!found && style == BURL__FAST) found = FIND(coarse, name);
  if (!found && style == BURL__LEAN_WITH_WORDS) found = FIND(lean_with_words, name);
  if (!found && style >= BURL__LEAN) found = FIND(lean, name);
  return found;
}

int burl__apply_primitive(burl__module *m, const burl__primitive *primitive, const int *arguments, int count) {
  if (count != primitive->count) return BURL__NO_VALUE;
  for (int i = 0; i < count; i++)
    if (arguments[i] < 0) return BURL__NO_VALUE;
  return primitive->make(m, arguments);
}
