/* The live values of live.h. */
#include "code/shorten/live.h"

#include <string.h>

static int make_room(burl__live *l) {
  burl__module *const m = l->m;
  if (m->value_count < l->room && m->region_count < l->region_room) return 1;
  l->room = m->value_count + m->value_count / 2 + 64;
  l->region_room = m->region_count + m->region_count / 2 + 64;
  l->value = burl__arena_take(m->arena, l->room);
  l->found = burl__arena_take(m->arena, l->room * sizeof *l->found);
  l->region = burl__arena_take(m->arena, l->region_room);
  l->found_regions = burl__arena_take(m->arena, l->region_room * sizeof *l->found_regions);
  l->count = l->region_count = 0;
  if (l->value && l->found && l->region && l->found_regions) return 1;
  return burl__module_fail(m, FAILED_MEMORY), 0;
}

static void mark(burl__live *l, int value) {
  if (value < 0 || l->value[value]) return;
  l->value[value] = 1;
  l->found[l->count++] = value;
}

static void mark_region(burl__live *l, int region) {
  const burl__region *const r = &l->m->regions[region];
  if (l->region[region]) return;
  l->region[region] = 1;
  l->found_regions[l->region_count++] = region;
  mark(l, r->condition);
  for (int k = 0; k < r->count * (r->is_loop ? 1 : 2); k++) mark(l, r->left[k]);
  if (!r->is_loop) return;
  mark(l, r->first);
  mark(l, r->step);
  for (int k = 0; k < r->count; k++) mark(l, r->entered[k]);
  const burl__block *const body = &l->m->blocks[r->blocks[0]];
  for (size_t i = 0; i < body->count; i++) {
    if (body->items[i].what != ITEM_BREAK) continue;
    mark(l, body->items[i].condition);
    for (int k = 0; k < body->items[i].count; k++) mark(l, body->items[i].kept[k]);
  }
}

int burl__find_live(burl__live *l, burl__module *m, int function, const unsigned char *ends) {
  l->m = m;
  if (!make_room(l)) return 0;
  while (l->count > 0) l->value[l->found[--l->count]] = 0;
  while (l->region_count > 0) l->region[l->found_regions[--l->region_count]] = 0;
  mark(l, m->functions[function].value);
  for (size_t i = 0; i < l->count; i++) {
    const burl__code_value *const v = &m->values[l->found[i]];
    if (ends && ends[l->found[i]]) continue;
    for (int a = 0; a < v->count; a++) mark(l, v->argument[a]);
    if (v->form == VALUE_RESULT || v->form == VALUE_CARRIED || v->form == VALUE_COUNTER) mark_region(l, v->index);
  }
  return 1;
}

/* ---- Regions ------------------------------------------------------------------------------------- */

static void read_block(const burl__live *l, int block, burl__reader *read, void *user) {
  const burl__block *const b = &l->m->blocks[block];
  for (size_t i = 0; i < b->count; i++) {
    const burl__code_item *const item = &b->items[i];
    if (item->what == ITEM_REGION) burl__read_region(l, item->index, read, user);
    if (item->what == ITEM_BREAK) {
      read(user, item->condition);
      for (int k = 0; k < item->count; k++) read(user, item->kept[k]);
    }
    if (item->what != ITEM_VALUE || !l->value[item->index]) continue;
    const burl__code_value *const v = &l->m->values[item->index];
    for (int a = 0; a < v->count; a++) read(user, v->argument[a]);
  }
}

void burl__read_region(const burl__live *l, int region, burl__reader *read, void *user) {
  const burl__region *const r = &l->m->regions[region];
  if (!l->region[region]) return;
  for (int k = 0; k < r->count * (r->is_loop ? 1 : 2); k++) read(user, r->left[k]);
  read(user, r->condition);
  if (r->is_loop) {
    read(user, r->first);
    for (int k = 0; k < r->count; k++) read(user, r->entered[k]);
  }
  read_block(l, r->blocks[0], read, user);
  read_block(l, r->blocks[1], read, user);
}

/* ---- Order --------------------------------------------------------------------------------------- */

typedef struct {
  burl__live *l;
  int block;
  burl__code_item *items;
  size_t count;
} orderer;

/* Puts a value behind what it reads, which comes before it already but for a few. */
static void place(void *user, int value) {
  orderer *const o = user;
  burl__module *const m = o->l->m;
  if (value < 0 || m->values[value].block != o->block || !o->l->value[value] || m->values[value].form == VALUE_LITERAL)
    return;
  o->l->value[value] = 0;
  for (int a = 0; a < m->values[value].count; a++) place(o, m->values[value].argument[a]);
  const int region = m->values[value].form == VALUE_RESULT ? m->values[value].index : -1;
  if (region >= 0 && o->l->region[region]) {
    burl__read_region(o->l, region, place, o);
    o->l->region[region] = 0;
    o->items[o->count++] = (burl__code_item){.what = ITEM_REGION, .index = region};
  }
  o->items[o->count++] = (burl__code_item){.what = ITEM_VALUE, .index = value};
}

int burl__order_block(burl__live *l, burl__module *m, int function) {
  burl__block *const b = &m->blocks[m->functions[function].block];
  orderer o = {l, m->functions[function].block, NULL, 0};
  if (!burl__find_live(l, m, function, NULL)) return 0;
  o.items = burl__arena_take(m->arena, (b->count + 1) * sizeof *o.items);
  if (!o.items) return burl__module_fail(m, FAILED_MEMORY), 0;
  for (size_t i = 0; i < b->count; i++)
    if (b->items[i].what == ITEM_VALUE) place(&o, b->items[i].index);
  memcpy(b->items, o.items, o.count * sizeof *o.items);
  b->count = o.count;
  return 1;
}
