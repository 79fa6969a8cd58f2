/* The store of module.h: growing arrays, and a hash table in which equal values are found. */
#include "code/module/module.h"

#include <string.h>

#include "base/links.h"

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

int burl__module_fail(burl__module *m, burl__failure why) {
  if (!m->failed) m->failed = why;
  return -1;
}

int burl__module_misread(burl__module *m, const char *where) {
  if (!m->failed) m->misread = where;
  return burl__module_fail(m, FAILED_MISREAD);
}

/* Room for one more item of an array of the module, zeroed; its index, or −1. */
static int add_to(burl__module *m, void **items, size_t *count, size_t *room, size_t size) {
  if (!burl__grow(&m->allocator, items, *count, room, size)) return burl__module_fail(m, FAILED_MEMORY);
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
  m->functions[function] = (burl__function){.name = name, .wish = name, .value = BURL__NO_VALUE, .same_as = -1};
  m->functions[function].block = burl__open_block(m, -1, -1);
  return m->functions[function].block < 0 ? -1 : function;
}

static int same_table(const burl__table *a, const burl__table *b) {
  if (a->are_keys || b->are_keys) return a->are_keys == b->are_keys && a->keys == b->keys && a->first == b->first;
  if (a->base != b->base || a->count != b->count || a->width != b->width || !a->reals != !b->reals ||
      !a->words != !b->words)
    return 0;
  const size_t size =
      (size_t)a->count * (size_t)(a->width > 1 ? a->width : 1) * (a->bytes ? sizeof *a->bytes : sizeof *a->words);
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
  if (index < 0) return burl__module_fail(m, FAILED_MEMORY);
  memcpy(kept, fields, (size_t)count * sizeof *kept);
  m->records[index] = (burl__record){name, kept, count, 0};
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
  if (!grow_slots(m)) return burl__module_fail(m, FAILED_MEMORY);
  if (m->value_count >= MOST_VALUES) return burl__module_fail(m, FAILED_LENGTH);
  size_t slot = hash_value(v) & (m->slot_count - 1);
  for (; m->slots[slot]; slot = (slot + 1) & (m->slot_count - 1)) {
    const burl__code_value *const known = &m->values[m->slots[slot] - 1];
    if (same_value(known, v) && (v->form == VALUE_LITERAL || is_seen(m, known->block, m->block)))
      return m->slots[slot] - 1;
  }
  int *const arguments = burl__arena_take(m->arena, (size_t)(v->count + 1) * sizeof *arguments);
  const int index = arguments ? add_value(m) : -1;
  if (index < 0) return burl__module_fail(m, FAILED_MEMORY);
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
