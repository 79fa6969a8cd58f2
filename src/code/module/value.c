/* The store of value.h, and the simplifications of its makers. */
#include "code/module/value.h"

#include <string.h>

#include "base/links.h"
#include "noise/lane.h"

enum { MOST_VALUES = 1 << 20 };

/* ---- Growing arrays ------------------------------------------------------------------------------ */

void burl__module_open(burl__module *m, burl__arena *arena) {
  memset(m, 0, sizeof *m);
  m->arena = arena;
  m->allocator = arena->allocator;
  m->block = -1;
}

void burl__module_close(burl__module *m) {
  for (size_t i = 0; i < m->block_count; i++) burl__release(&m->allocator, m->blocks[i].items);
  burl__release(&m->allocator, m->values);
  burl__release(&m->allocator, m->blocks);
  burl__release(&m->allocator, m->regions);
  burl__release(&m->allocator, m->functions);
  burl__release(&m->allocator, m->tables);
  burl__release(&m->allocator, m->uniforms);
  burl__release(&m->allocator, m->records);
  burl__release(&m->allocator, m->slots);
}

/* Room for one more item of an array of the module, zeroed; its index, or −1. */
static int add_to(burl__module *m, void **items, size_t *count, size_t *room, size_t size) {
  if (!burl__grow(&m->allocator, items, *count, room, size)) {
    if (!m->failed) m->failed = 1;
    return -1;
  }
  memset((char *)*items + *count * size, 0, size);
  return (int)(*count)++;
}
#define ADD(m, items, singular)                                                                     \
  static int add_##singular(burl__module *m) {                                                      \
    void *all = m->items;                                                                           \
    const int index = add_to(m, &all, &m->singular##_count, &m->singular##_room, sizeof *m->items); \
    m->items = all;                                                                                 \
    return index;                                                                                   \
  }
ADD(m, values, value)
ADD(m, blocks, block)
ADD(m, regions, region)
ADD(m, functions, function)
ADD(m, tables, table)
ADD(m, uniforms, uniform)
ADD(m, records, record)
#undef ADD

int burl__open_block(burl__module *m, int outer, int region) {
  const int block = add_block(m);
  if (block < 0) return -1;
  m->blocks[block].outer = outer;
  m->blocks[block].region = region;
  return block;
}

int burl__add_region(burl__module *m, int is_loop) {
  const int region = add_region(m);
  if (region >= 0) m->regions[region].is_loop = is_loop;
  return region;
}

int burl__add_function(burl__module *m, const char *name) {
  const int function = add_function(m);
  if (function < 0) return -1;
  m->functions[function] = (burl__function){.name = name, .value = BURL__NO_VALUE, .same_as = -1};
  m->functions[function].block = burl__open_block(m, -1, -1);
  return m->functions[function].block < 0 ? -1 : function;
}

static int same_table(const burl__table *a, const burl__table *b) {
  if (a->base != b->base || a->count != b->count || !a->reals != !b->reals || !a->words != !b->words) return 0;
  const size_t size = (size_t)a->count * (a->bytes ? sizeof *a->bytes : sizeof *a->words);
  const void *const from = a->reals ? (const void *)a->reals : a->words ? (const void *)a->words : a->bytes;
  const void *const other = b->reals ? (const void *)b->reals : b->words ? (const void *)b->words : b->bytes;
  return memcmp(from, other, size) == 0;
}

int burl__add_table(burl__module *m, const burl__table *table) {
  for (size_t i = 0; i < m->table_count; i++)
    if (same_table(&m->tables[i], table)) return (int)i;
  const int index = add_table(m);
  if (index >= 0) m->tables[index] = *table;
  return index;
}

static int same_fields(const burl__record *r, const burl__named_kind *fields, int count) {
  int same = r->count == count;
  for (int i = 0; i < count && same; i++)
    same = strcmp(r->fields[i].name, fields[i].name) == 0 && burl__same_kind(r->fields[i].kind, fields[i].kind);
  return same;
}

int burl__add_record(burl__module *m, const char *name, const burl__named_kind *fields, int count) {
  for (size_t i = 0; i < m->record_count; i++)
    if (strcmp(m->records[i].name, name) == 0 && same_fields(&m->records[i], fields, count)) return (int)i;
  burl__named_kind *const kept = burl__arena_take(m->arena, (size_t)count * sizeof *kept);
  const int index = kept ? add_record(m) : -1;
  if (index < 0) return m->failed = 1, -1;
  memcpy(kept, fields, (size_t)count * sizeof *kept);
  m->records[index] = (burl__record){name, kept, count};
  return index;
}

int burl__add_uniform(burl__module *m, const burl__uniform *uniform) {
  for (size_t i = 0; i < m->uniform_count; i++)
    if (strcmp(m->uniforms[i].name, uniform->name) == 0) return (int)i;
  const int index = add_uniform(m);
  if (index >= 0) m->uniforms[index] = *uniform;
  return index;
}

int burl__add_item(burl__module *m, const burl__code_item *item) {
  burl__block *const b = &m->blocks[m->block];
  void *items = b->items;
  const int index = add_to(m, &items, &b->count, &b->capacity, sizeof *b->items);
  b->items = items;
  if (index < 0) return -1;
  b->items[index] = *item;
  if (item->what == ITEM_REGION) m->regions[item->index].segment = b->segment;
  if (item->what == ITEM_BREAK) b->segment++;
  return index;
}

/* ---- The store of values ------------------------------------------------------------------------- */

int burl__same_kind(burl__kind a, burl__kind b) {
  return a.base == b.base && a.count == b.count && (a.base != KIND_RECORD || a.record == b.record);
}

static uint64_t bits_of(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static uint64_t hash_value(const burl__code_value *v) {
  uint64_t h = burl__hash_more((uint64_t)v->form, (uint64_t)v->kind.base * 8 + (uint64_t)v->kind.count);
  h = burl__hash_more(h, (uint64_t)(unsigned)v->index * 64 + (uint64_t)(unsigned)v->which);
  h = burl__hash_more(h, bits_of(v->number) + v->word + (uint64_t)(unsigned)v->version);
  for (int i = 0; i < v->count; i++) h = burl__hash_more(h, (uint64_t)(unsigned)v->argument[i]);
  return h;
}

static int same_value(const burl__code_value *a, const burl__code_value *b) {
  return a->form == b->form && burl__same_kind(a->kind, b->kind) && a->index == b->index && a->which == b->which &&
         a->version == b->version && a->count == b->count && bits_of(a->number) == bits_of(b->number) &&
         a->word == b->word &&
         (a->count == 0 || memcmp(a->argument, b->argument, sizeof *a->argument * (size_t)a->count) == 0);
}

/* Whether a value made in a block can be used in another one. */
static int is_seen(const burl__module *m, int from, int block) {
  while (block >= 0 && block != from) block = m->blocks[block].outer;
  return block >= 0;
}

static int grow_slots(burl__module *m) {
  if (m->value_count * 2 < m->slot_count) return 1;
  const size_t count = m->slot_count ? m->slot_count * 2 : 1024;
  int *const slots = burl__allocate(&m->allocator, count * sizeof *slots);
  if (!slots) return 0;
  memset(slots, 0, count * sizeof *slots);
  for (size_t i = 0; i < m->value_count; i++) {
    size_t slot = hash_value(&m->values[i]) & (count - 1);
    while (slots[slot]) slot = (slot + 1) & (count - 1);
    slots[slot] = (int)i + 1;
  }
  burl__release(&m->allocator, m->slots);
  m->slots = slots;
  m->slot_count = count;
  return 1;
}

int burl__keep_value(burl__module *m, burl__code_value *v) {
  if (m->failed) return BURL__NO_VALUE;
  if (!grow_slots(m)) return m->failed = 1, BURL__NO_VALUE;
  if (m->value_count >= MOST_VALUES) return m->failed = 2, BURL__NO_VALUE;
  size_t slot = hash_value(v) & (m->slot_count - 1);
  for (; m->slots[slot]; slot = (slot + 1) & (m->slot_count - 1)) {
    const burl__code_value *const known = &m->values[m->slots[slot] - 1];
    if (same_value(known, v) && (v->form == VALUE_LITERAL || is_seen(m, known->block, m->block)))
      return m->slots[slot] - 1;
  }
  int *const arguments = burl__arena_take(m->arena, (size_t)(v->count + 1) * sizeof *arguments);
  const int index = arguments ? add_value(m) : -1;
  if (index < 0) return m->failed = 1, BURL__NO_VALUE;
  if (v->count) memcpy(arguments, v->argument, (size_t)v->count * sizeof *arguments);
  v->argument = arguments;
  v->block = m->block;
  if (v->form != VALUE_LITERAL) {
    v->segment = m->blocks[m->block].segment;
    if (burl__add_item(m, &(burl__code_item){.what = ITEM_VALUE, .index = index}) < 0) return BURL__NO_VALUE;
  }
  m->values[index] = *v;
  m->slots[slot] = index + 1;
  return index;
}

/* ---- Literals ------------------------------------------------------------------------------------ */

static int literal(burl__module *m, burl__base base, double number, uint32_t bits) {
  burl__code_value v = {.form = VALUE_LITERAL, .kind = {base, 1, 0}, .number = number, .word = bits};
  return burl__keep_value(m, &v);
}
int burl__real(burl__module *m, double number) { return literal(m, KIND_REAL, (double)(float)number, 0); }
int burl__wide(burl__module *m, double number) { return literal(m, KIND_WIDE, number, 0); }
int burl__word_literal(burl__module *m, uint32_t bits) { return literal(m, KIND_WORD, 0, bits); }
int burl__int_literal(burl__module *m, int number) { return literal(m, KIND_INT, 0, (uint32_t)number); }
int burl__choice_literal(burl__module *m, int holds) { return literal(m, KIND_CHOICE, 0, holds != 0); }

int burl__is_literal(const burl__module *m, int value) { return value >= 0 && m->values[value].form == VALUE_LITERAL; }

int64_t burl__number_of(const burl__module *m, int value) {
  const burl__code_value *const v = &m->values[value];
  return v->kind.base == KIND_INT ? (int64_t)(int32_t)v->word : (int64_t)v->word;
}

static int is_number(burl__base base) { return base == KIND_REAL || base == KIND_WIDE; }

/* Whether it is a literal of this number. */
static int is_exactly(const burl__module *m, int value, double number) {
  if (!burl__is_literal(m, value)) return 0;
  const burl__code_value *const v = &m->values[value];
  return is_number(v->kind.base) ? bits_of(v->number) == bits_of(number) : (double)burl__number_of(m, value) == number;
}

/* ---- Folding ------------------------------------------------------------------------------------- */

static int fold_numbers(burl__module *m, burl__value_form form, burl__base base, double a, double b) {
  const float f = (float)a, g = (float)b;
  const int is_real = base == KIND_REAL;
  switch (form) {
  case VALUE_PLUS: return literal(m, base, is_real ? (double)(f + g) : a + b, 0);
  case VALUE_MINUS: return literal(m, base, is_real ? (double)(f - g) : a - b, 0);
  case VALUE_TIMES: return literal(m, base, is_real ? (double)(f * g) : a * b, 0);
  case VALUE_OVER: return literal(m, base, is_real ? (double)(f / g) : a / b, 0);
  case VALUE_LESS: return burl__choice_literal(m, a < b);
  case VALUE_LESS_EQUAL: return burl__choice_literal(m, a <= b);
  case VALUE_EQUAL: return burl__choice_literal(m, a == b);
  default: return burl__choice_literal(m, a != b);
  }
}

/* Of two's complement; −1: it has no value. */
static int fold_words(burl__module *m, burl__value_form form, burl__base base, uint32_t a, uint32_t b) {
  const int is_signed = base == KIND_INT;
  const int64_t x = is_signed ? (int64_t)(int32_t)a : (int64_t)a, y = is_signed ? (int64_t)(int32_t)b : (int64_t)b;
  switch (form) {
  case VALUE_PLUS: return literal(m, base, 0, a + b);
  case VALUE_MINUS: return literal(m, base, 0, a - b);
  case VALUE_TIMES: return literal(m, base, 0, a * b);
  case VALUE_OVER: return y ? literal(m, base, 0, (uint32_t)(x / y)) : BURL__NO_VALUE;
  case VALUE_MODULO: return y ? literal(m, base, 0, (uint32_t)(x % y)) : BURL__NO_VALUE;
  case VALUE_LEFT: return b < 32 ? literal(m, base, 0, a << b) : BURL__NO_VALUE;
  case VALUE_RIGHT: return b < 32 ? literal(m, base, 0, (uint32_t)(x >> b)) : BURL__NO_VALUE;
  case VALUE_AND: return literal(m, base, 0, a & b);
  case VALUE_OR: return literal(m, base, 0, a | b);
  case VALUE_XOR: return literal(m, base, 0, a ^ b);
  case VALUE_LESS: return burl__choice_literal(m, x < y);
  case VALUE_LESS_EQUAL: return burl__choice_literal(m, x <= y);
  case VALUE_EQUAL: return burl__choice_literal(m, x == y);
  default: return burl__choice_literal(m, x != y);
  }
}

/* What a ∘ b is where b, or a, is neutral to it or decides it; −1: nothing simpler. */
static int simplify_numbers(const burl__module *m, burl__value_form form, int a, int b) {
  const burl__code_value *const first = &m->values[a];
  if (form == VALUE_NOT_EQUAL && is_exactly(m, b, 0) && first->form == VALUE_PICK &&
      is_exactly(m, first->argument[1], 1) && is_exactly(m, first->argument[2], 0))
    return first->argument[0]; /* a choice that was a number meanwhile */
  if (form == VALUE_TIMES && is_exactly(m, b, 1)) return a;
  if (form == VALUE_TIMES && is_exactly(m, a, 1)) return b;
  if (form == VALUE_OVER && is_exactly(m, b, 1)) return a;
  if (form == VALUE_MINUS && is_exactly(m, b, 0)) return a;
  const burl__code_value *const square = &m->values[b]; /* which is not −0 */
  const int is_square = square->form == VALUE_TIMES && square->argument[0] == square->argument[1];
  if (form == VALUE_PLUS && is_exactly(m, a, 0) && is_square) return b;
  return BURL__NO_VALUE;
}
static int simplify_words(burl__module *m, burl__value_form form, int a, int b) {
  const burl__code_value *const first = &m->values[a];
  const int sums = form == VALUE_PLUS || form == VALUE_OR || form == VALUE_XOR;
  if ((sums || form == VALUE_MINUS || form == VALUE_LEFT || form == VALUE_RIGHT) && is_exactly(m, b, 0)) return a;
  if (sums && is_exactly(m, a, 0)) return b;
  if (form == VALUE_TIMES && is_exactly(m, b, 1)) return a;
  if (form == VALUE_TIMES && is_exactly(m, a, 1)) return b;
  if ((form == VALUE_TIMES || form == VALUE_AND) && is_exactly(m, b, 0)) return b;
  if ((form == VALUE_TIMES || form == VALUE_AND) && is_exactly(m, a, 0)) return a;
  if (form == VALUE_AND && burl__is_literal(m, b) && first->form == VALUE_RIGHT && first->kind.base == KIND_WORD &&
      burl__is_literal(m, first->argument[1])) { /* a mask of bits that are all that is left */
    const uint32_t left = ~0u >> (m->values[first->argument[1]].word & 31u);
    if ((m->values[b].word & left) == left) return a;
  }
  if (form == VALUE_NOT_EQUAL && is_exactly(m, b, 0) && first->form == VALUE_PICK &&
      is_exactly(m, first->argument[1], 1) && is_exactly(m, first->argument[2], 0))
    return first->argument[0]; /* a choice that was a number meanwhile */
  if (first->is_positive && is_exactly(m, b, 0)) {
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
  int copy[64] = {0};
  for (int i = 0; i < count; i++)
    if (i >= 64 || arguments[i] < 0) return BURL__NO_VALUE;
    else copy[i] = arguments[i];
  burl__code_value v = {.form = form, .kind = kind, .index = index, .count = count, .argument = copy};
  return burl__keep_value(m, &v);
}

int burl__unary(burl__module *m, burl__value_form form, int a) {
  if (a < 0) return BURL__NO_VALUE;
  const burl__code_value v = m->values[a];
  if (burl__is_literal(m, a)) {
    if (form == VALUE_NOT) return burl__choice_literal(m, !v.word);
    if (form == VALUE_COMPLEMENT) return literal(m, v.kind.base, 0, ~v.word);
    if (form == VALUE_NEGATE)
      return is_number(v.kind.base) ? literal(m, v.kind.base, -v.number, 0) : literal(m, v.kind.base, 0, 0u - v.word);
    if (form == VALUE_ROOT) return literal(m, v.kind.base, exact_sqrt(v.number), 0);
    if (form == VALUE_SIZE) return literal(m, v.kind.base, v.number < 0 ? -v.number : v.number, 0);
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
  if (form == VALUE_MINUS && is_number(base) && burl__is_literal(m, b) && m->values[b].number < 0)
    return burl__binary(m, VALUE_PLUS, a, burl__unary(m, VALUE_NEGATE, b));
  const burl__code_value *const x = &m->values[a], *const y = &m->values[b];
  int known = BURL__NO_VALUE;
  if (x->form == VALUE_LITERAL && y->form == VALUE_LITERAL)
    known = is_number(base) ? fold_numbers(m, form, base, x->number, y->number)
                            : fold_words(m, form, base, x->word, y->word);
  else if (base == KIND_CHOICE) known = simplify_choices(m, form, a, b);
  else known = is_number(base) ? simplify_numbers(m, form, a, b) : simplify_words(m, form, a, b);
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
  return c->form == VALUE_EQUAL && sum->form == VALUE_PLUS && sum->kind.base == KIND_WORD && is_exactly(m, a, 0) &&
         c->argument[0] == sum->argument[0] && burl__is_literal(m, c->argument[1]) &&
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

/* A literal of another kind. */
static int convert_literal(burl__module *m, const burl__code_value *v, burl__base base) {
  const int from_number = is_number(v->kind.base);
  const double number = from_number ? v->number : v->kind.base == KIND_INT ? (double)(int32_t)v->word : (double)v->word;
  if (is_number(base)) return literal(m, base, base == KIND_REAL ? (double)(float)number : number, 0);
  if (base == KIND_CHOICE) return burl__choice_literal(m, from_number ? number != 0 : v->word != 0);
  return literal(m, base, 0, from_number ? (uint32_t)(int64_t)number : v->word);
}

int burl__convert_to(burl__module *m, int a, burl__base base) {
  if (a < 0) return BURL__NO_VALUE;
  const burl__code_value v = m->values[a];
  if (v.kind.base == base || v.kind.base == KIND_RECORD) return a;
  if (v.form == VALUE_LITERAL) return convert_literal(m, &v, base);
  if (base == KIND_CHOICE)
    return burl__binary(m, VALUE_NOT_EQUAL, a,
                        convert_literal(m, &(burl__code_value){.kind = {KIND_INT, 1, 0}}, v.kind.base));
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
  if (!all) return m->failed = 1, BURL__NO_VALUE;
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

int burl__name_value(burl__module *m, int value, const char *name) {
  if (value >= 0 && !m->values[value].name && m->values[value].form != VALUE_LITERAL) m->values[value].name = name;
  return value;
}
