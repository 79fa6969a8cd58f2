/* The comparison of alike.h. */
#include "code/shorten/alike.h"

#include <string.h>

#include "code/module/value.h"

enum { DEEPEST = 400, MOST_COMPARED = 20000 };

void burl__likeness_open(burl__likeness *l, burl__module *m) {
  *l = (burl__likeness){.m = m, .most = MOST_COMPARED, .target = -1, .met = -1};
}

/* Makes room for the module's values and regions as they are.  0: out of memory. */
static int make_room(burl__likeness *l) {
  burl__module *const m = l->m;
  if (m->value_count < l->room && m->region_count < l->region_room) return 1;
  l->room = m->value_count + m->value_count / 2 + 64;
  l->region_room = m->region_count + m->region_count / 2 + 64;
  l->partner = burl__arena_take(m->arena, l->room * sizeof *l->partner);
  l->visited = burl__arena_take(m->arena, l->room * sizeof *l->visited);
  l->region_partner = burl__arena_take(m->arena, l->region_room * sizeof *l->region_partner);
  l->visited_regions = burl__arena_take(m->arena, l->region_room * sizeof *l->visited_regions);
  l->visited_count = l->visited_region_count = 0;
  if (l->partner && l->visited && l->region_partner && l->visited_regions) return 1;
  return burl__module_fail(m, FAILED_MEMORY), 0;
}

void burl__likeness_close(burl__likeness *l) { burl__release(&l->m->allocator, l->pairings); }

/* Notes what both have at a site; 0: out of memory. */
static int pair_up(burl__likeness *l, burl__site site, int first, int second) {
  void *pairings = l->pairings;
  if (!burl__grow(&l->m->allocator, &pairings, l->count, &l->pairing_room, sizeof *l->pairings))
    return burl__module_fail(l->m, FAILED_MEMORY), 0;
  l->pairings = pairings;
  l->pairings[l->count++] = (burl__pairing){site, first, second, {0, 0}};
  return 1;
}

static int compare(burl__likeness *l, int first, int second, int depth);

int burl__is_constant_vector(const burl__module *m, int value) {
  const burl__code_value *const v = &m->values[value];
  if (v->form != VALUE_MAKE || v->kind.base == KIND_RECORD) return 0;
  for (int i = 0; i < v->count; i++)
    if (!burl__is_literal(m, v->argument[i])) return 0;
  return 1;
}

/* Two vectors of numbers, which belong to their site: one may be read at several. */
static int compare_vectors(burl__likeness *l, burl__site site, int first, int second) {
  const burl__code_value *const a = &l->m->values[first], *const b = &l->m->values[second];
  for (int i = 0; i < a->count; i++) {
    site.part = i + 1;
    if ((!l->is_within || a->argument[i] != b->argument[i]) && !pair_up(l, site, a->argument[i], b->argument[i]))
      return 0;
  }
  return 1;
}

/* Two values that are read at one site: numbers may differ. */
static int compare_at(burl__likeness *l, burl__site site, int first, int second, int depth) {
  const burl__code_value *const a = &l->m->values[first], *const b = &l->m->values[second];
  if (burl__same_kind(a->kind, b->kind) && burl__is_constant_vector(l->m, first) &&
      burl__is_constant_vector(l->m, second))
    return compare_vectors(l, site, first, second);
  if (a->form != VALUE_LITERAL || b->form != VALUE_LITERAL) return compare(l, first, second, depth);
  if (!burl__same_kind(a->kind, b->kind) || (a->kind.base == KIND_CHOICE && first != second)) return 0;
  return (l->is_within && first == second) || pair_up(l, site, first, second);
}

/* Whether the breaks of two loops' bodies are alike. */
static int compare_breaks(burl__likeness *l, const burl__block *a, const burl__block *b, int depth) {
  size_t k = 0;
  for (size_t i = 0; i < a->count; i++) {
    if (a->items[i].what != ITEM_BREAK) continue;
    while (k < b->count && b->items[k].what != ITEM_BREAK) k++;
    if (k == b->count || a->items[i].count != b->items[k].count) return 0;
    if (!compare(l, a->items[i].condition, b->items[k].condition, depth)) return 0;
    for (int v = 0; v < a->items[i].count; v++)
      if (!compare(l, a->items[i].kept[v], b->items[k].kept[v], depth)) return 0;
    k++;
  }
  while (k < b->count && b->items[k].what != ITEM_BREAK) k++;
  return k == b->count;
}

static int compare_loops(burl__likeness *l, int first, int second, int depth) {
  const burl__region *const a = &l->m->regions[first], *const b = &l->m->regions[second];
  if (a->first != b->first || a->step != b->step || !burl__same_kind(a->counter, b->counter)) return 0;
  for (int k = 0; k < a->count; k++)
    if (!compare_at(l, (burl__site){SITE_ENTERED, first, k, 0}, a->entered[k], b->entered[k], depth)) return 0;
  if (!compare(l, a->condition, b->condition, depth)) return 0;
  if (!compare_breaks(l, &l->m->blocks[a->blocks[0]], &l->m->blocks[b->blocks[0]], depth)) return 0;
  for (int k = 0; k < a->count; k++)
    if (!compare_at(l, (burl__site){SITE_LEFT, first, k, 0}, a->left[k], b->left[k], depth)) return 0;
  return 1;
}

static int compare_regions(burl__likeness *l, int first, int second, int depth) {
  const burl__region *const a = &l->m->regions[first], *const b = &l->m->regions[second];
  if (l->region_partner[first]) return l->region_partner[first] == second + 1;
  l->region_partner[first] = second + 1;
  l->visited_regions[l->visited_region_count++] = first;
  if (a->is_loop != b->is_loop || a->count != b->count) return 0;
  if (a->is_loop) return compare_loops(l, first, second, depth);
  if (!compare(l, a->condition, b->condition, depth)) return 0;
  for (int k = 0; k < 2 * a->count; k++)
    if (!compare_at(l, (burl__site){SITE_LEFT, first, k, 0}, a->left[k], b->left[k], depth)) return 0;
  return 1;
}

/* Tables of one form can be joined where the entry's index is a loop's counter or a number. */
static int compare_tables(burl__likeness *l, int value, int second) {
  const burl__code_value *const v = &l->m->values[value], *const index = &l->m->values[v->argument[0]];
  const burl__table *const a = &l->m->tables[v->index], *const b = &l->m->tables[second];
  const int are_same = v->index == second;
  if (!are_same && (a->are_keys || b->are_keys || a->base != b->base || a->width != b->width || a->bytes || b->bytes ||
                    (index->form != VALUE_COUNTER && index->form != VALUE_LITERAL)))
    return 0;
  return l->is_within ? are_same : pair_up(l, (burl__site){SITE_TABLE, value, 0, 0}, v->index, second);
}

/* Whether two values do the same with their arguments. */
static int are_same_operations(burl__likeness *l, int first, int second, int depth) {
  const burl__code_value *const a = &l->m->values[first], *const b = &l->m->values[second];
  if (a->form != b->form || !burl__same_kind(a->kind, b->kind) || a->count != b->count || a->version != b->version)
    return 0;
  switch (a->form) {
  case VALUE_LITERAL: return first == second;
  case VALUE_ENTRY: return compare_tables(l, first, b->index);
  case VALUE_PARAMETER: return a->index == b->index;
  case VALUE_COUNTER: return compare_regions(l, a->index, b->index, depth);
  case VALUE_CARRIED:
  case VALUE_RESULT: return a->which == b->which && compare_regions(l, a->index, b->index, depth);
  default: return a->index == b->index && a->which == b->which;
  }
}

double burl__offset_of(const burl__module *m, int value, int *base) {
  const burl__code_value *const v = &m->values[value];
  const int is_sum = v->form == VALUE_PLUS || v->form == VALUE_MINUS;
  *base = value;
  if (!is_sum || v->kind.base != KIND_REAL || v->kind.count != 1 || !burl__is_literal(m, v->argument[1])) return 0;
  *base = v->argument[0];
  return v->form == VALUE_PLUS ? m->values[v->argument[1]].number : -m->values[v->argument[1]].number;
}

/* Two sums of one value and numbers, or that value itself; −1: no such two. */
static int compare_offsets(burl__likeness *l, int first, int second) {
  int base, other;
  const double a = burl__offset_of(l->m, first, &base), b = burl__offset_of(l->m, second, &other);
  if (base != other || (base == first && other == second)) return -1;
  l->visited[l->visited_count++] = first;
  l->partner[first] = second + 1;
  if (!pair_up(l, (burl__site){SITE_OFFSET, first, 0, 0}, BURL__NO_VALUE, BURL__NO_VALUE)) return 0;
  l->pairings[l->count - 1].offset[0] = a;
  l->pairings[l->count - 1].offset[1] = b;
  return 1;
}

/* Two values of one function; −1: only their arguments tell. */
static int compare_within(burl__likeness *l, int first, int second) {
  if (first == second) return 1;
  if (first == l->target) {
    if (l->met < 0 && burl__same_kind(l->m->values[first].kind, l->m->values[second].kind)) l->met = second;
    return l->met == second;
  }
  if (l->link && l->link[first] == second + 1) return pair_up(l, (burl__site){SITE_TAKEN, first, 0, 0}, first, second);
  return compare_offsets(l, first, second);
}

static int compare(burl__likeness *l, int first, int second, int depth) {
  if (first < 0 || second < 0) return 0;
  if (l->partner[first]) return l->partner[first] == second + 1;
  if (depth >= DEEPEST || l->left == 0) return 0;
  l->left--;
  const int known = l->is_within ? compare_within(l, first, second) : -1;
  if (known >= 0) return known;
  l->partner[first] = second + 1;
  l->visited[l->visited_count++] = first;
  if (!are_same_operations(l, first, second, depth + 1)) return 0;
  const burl__code_value *const a = &l->m->values[first], *const b = &l->m->values[second];
  for (int i = 0; i < a->count; i++)
    if (!compare_at(l, (burl__site){SITE_ARGUMENT, first, i, 0}, a->argument[i], b->argument[i], depth + 1)) return 0;
  return 1;
}

int burl__are_alike(burl__likeness *l, int first, int second) {
  if (!make_room(l)) return 0;
  while (l->visited_count > 0) l->partner[l->visited[--l->visited_count]] = 0;
  while (l->visited_region_count > 0) l->region_partner[l->visited_regions[--l->visited_region_count]] = 0;
  l->count = 0;
  l->left = l->most;
  l->met = -1;
  return compare(l, first, second, 0) && !l->m->failed;
}

const char *burl__name_of_site(const burl__module *m, burl__site site) {
  if (site.where == SITE_TABLE) return "first";
  if (site.where == SITE_OFFSET) return "offset";
  if (site.where != SITE_ARGUMENT) {
    const burl__region *const r = &m->regions[site.of];
    const char *const name = r->name[r->is_loop ? site.which : site.which / 2];
    return name ? name : "value";
  }
  const burl__code_value *const v = &m->values[site.of];
  switch (v->form) {
  case VALUE_CALL: return m->functions[v->index].parameters[site.which].name;
  case VALUE_TIMES: return "factor";
  case VALUE_OVER: return "divisor";
  case VALUE_PLUS:
  case VALUE_MINUS:
  case VALUE_MAKE: return "offset";
  case VALUE_LESS:
  case VALUE_LESS_EQUAL: return "limit";
  default: return "value";
  }
}

int burl__value_at_site(const burl__module *m, burl__site site) {
  if (site.where == SITE_ENTERED) return m->regions[site.of].entered[site.which];
  if (site.where == SITE_LEFT) return m->regions[site.of].left[site.which];
  return site.where == SITE_ARGUMENT ? m->values[site.of].argument[site.which] : site.of;
}

static void put_argument(burl__module *m, int value, int which, int argument) {
  burl__code_value *const v = &m->values[value];
  int *const arguments = burl__arena_take(m->arena, (size_t)v->count * sizeof *arguments);
  if (!arguments) {
    burl__module_fail(m, FAILED_MEMORY);
    return;
  }
  memcpy(arguments, v->argument, (size_t)v->count * sizeof *arguments);
  arguments[which] = argument;
  v->argument = arguments;
}

void burl__put_at(burl__module *m, burl__site site, int value) {
  if (site.where == SITE_ENTERED) m->regions[site.of].entered[site.which] = value;
  if (site.where == SITE_LEFT) m->regions[site.of].left[site.which] = value;
  if (site.where == SITE_ARGUMENT) put_argument(m, site.of, site.which, value);
}
