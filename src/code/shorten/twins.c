/* Functions of one name that are alike (alike.h) become one, from those that call no others on: it takes what they
 * differ by as parameters; many numbers stand in constant arrays, of which it takes a row. */
#include <stdio.h>
#include <string.h>

#include "code/module/value.h"
#include "code/shorten/alike.h"
#include "code/shorten/shorten.h"

enum { MOST_PARAMETERS = 6, MOST_DIFFERENCES = 96 };

typedef struct {
  burl__module *m;
  burl__likeness likeness;
  int most;            /* functions that there are */
  int *members, count; /* functions that are alike; the first is the one that stays */
  int **column;        /* by site: what each member has there */
  burl__site *sites;
  int site_count;
  int *hole;  /* by site: which difference it has; −1: none */
  int *first; /* by difference: the first site with it */
  int hole_count;
  size_t front; /* items in front of the function's others */
} joiner;

static void *take(joiner *j, size_t size) {
  void *const made = burl__arena_take(j->m->arena, size);
  if (!made) burl__module_fail(j->m, FAILED_MEMORY);
  return made;
}

/* ---- Differences --------------------------------------------------------------------------------- */

static int same_column(const joiner *j, int a, int b) {
  if ((j->sites[a].where == SITE_TABLE) != (j->sites[b].where == SITE_TABLE)) return 0;
  return memcmp(j->column[a], j->column[b], (size_t)j->count * sizeof **j->column) == 0;
}

/* Where the first entries of the members' tables are in the table of all. */
static void find_offsets(const joiner *j, int site, int *offsets) {
  int count = 0;
  for (int i = 0; i < j->count; i++) {
    int known = -1;
    for (int k = 0; k < i && known < 0; k++)
      if (j->column[site][k] == j->column[site][i]) known = offsets[k];
    offsets[i] = known >= 0 ? known : count;
    if (known < 0) count += j->m->tables[j->column[site][i]].count;
  }
}

/* Tables that are joined at equal offsets are one difference. */
static int same_offsets(const joiner *j, int a, int b) {
  int *const of_a = burl__arena_take(j->m->arena, (size_t)j->count * 2 * sizeof *of_a), *const of_b = of_a + j->count;
  if (!of_a || j->sites[a].where != SITE_TABLE || j->sites[b].where != SITE_TABLE) return 0;
  find_offsets(j, a, of_a);
  find_offsets(j, b, of_b);
  return memcmp(of_a, of_b, (size_t)j->count * sizeof *of_a) == 0;
}

static int is_constant(const joiner *j, int site) {
  for (int i = 1; i < j->count; i++)
    if (j->column[site][i] != j->column[site][0]) return 0;
  return 1;
}

/* Finds what the members differ by. */
static int find_holes(joiner *j) {
  j->hole_count = 0;
  j->hole = take(j, (size_t)(j->site_count + 1) * sizeof *j->hole);
  j->first = take(j, (size_t)(j->site_count + 1) * sizeof *j->first);
  if (!j->hole || !j->first) return 0;
  for (int s = 0; s < j->site_count; s++) {
    j->hole[s] = -1;
    if (is_constant(j, s)) continue;
    for (int h = 0; h < j->hole_count && j->hole[s] < 0; h++)
      if (same_column(j, s, j->first[h]) || same_offsets(j, s, j->first[h])) j->hole[s] = h;
    if (j->hole[s] < 0) {
      j->first[j->hole_count] = s;
      j->hole[s] = j->hole_count++;
    }
  }
  return j->hole_count <= MOST_DIFFERENCES;
}

/* ---- The function that stays --------------------------------------------------------------------- */

/* Lets the last item of a block come before the others. */
static void put_first(burl__module *m, int block, size_t *at) {
  burl__block *const b = &m->blocks[block];
  const burl__code_item item = b->items[b->count - 1];
  memmove(&b->items[*at + 1], &b->items[*at], (b->count - 1 - *at) * sizeof item);
  b->items[(*at)++] = item;
  if (item.what == ITEM_VALUE) m->values[item.index].segment = 0;
}

/* A value of the functions's block, in front of all that read it. */
static int in_front(burl__module *m, int block, size_t *at, int value) {
  if (value >= 0 && m->values[value].form != VALUE_LITERAL &&
      m->blocks[block].items[m->blocks[block].count - 1].index == value)
    put_first(m, block, at);
  return value;
}

/* The table of all members' entries, one behind the other. */
static int join_tables(joiner *j, int site) {
  burl__module *const m = j->m;
  burl__table table = m->tables[j->column[site][0]];
  const size_t width = table.width > 1 ? (size_t)table.width : 1;
  int *const offsets = take(j, (size_t)j->count * sizeof *offsets), count = 0;
  if (!offsets) return -1;
  find_offsets(j, site, offsets);
  for (int i = 0; i < j->count; i++) {
    const int end = offsets[i] + m->tables[j->column[site][i]].count;
    if (end > count) count = end;
  }
  uint32_t *const all = take(j, (size_t)count * width * sizeof *all);
  for (int i = 0; all && i < j->count; i++) {
    const burl__table *const t = &m->tables[j->column[site][i]];
    memcpy(all + (size_t)offsets[i] * width, t->reals ? (const void *)t->reals : t->words,
           (size_t)t->count * width * sizeof *all);
  }
  if (!all) return -1;
  table.count = count;
  if (table.reals) table.reals = (const float *)(const void *)all;
  else table.words = all;
  return burl__add_table(m, &table);
}

/* Lets an entry be one of the table of all. */
static void put_table(joiner *j, int site, int offset) {
  burl__module *const m = j->m;
  const int value = j->sites[site].of, table = join_tables(j, site), index = m->values[value].argument[0];
  const int outer = m->block,
            block = m->values[index].form == VALUE_LITERAL ? m->values[offset].block : m->values[index].block;
  size_t at = 0;
  if (table < 0) return;
  m->block = block;
  const int moved = in_front(m, block, &at, burl__binary(m, VALUE_PLUS, offset, index));
  m->block = outer;
  burl__put_at(m, (burl__site){SITE_ARGUMENT, value, 0, 0}, moved);
  m->values[value].index = table;
}

/* Puts a value in place of a component of a vector. */
static void put_component(joiner *j, burl__site site, int value) {
  burl__module *const m = j->m;
  const int vector = burl__value_at_site(m, site), block = m->functions[j->members[0]].block, outer = m->block;
  int parts[4];
  for (int i = 0; i < m->values[vector].count; i++)
    parts[i] = i == site.part - 1 ? value : m->values[vector].argument[i];
  m->block = block;
  const int made = burl__value_at(m, VALUE_MAKE, m->values[vector].kind, 0, m->values[vector].count, parts);
  burl__put_at(m, site, in_front(m, block, &j->front, made));
  m->block = outer;
}

/* The differences as parameters. */
static void add_parameters(joiner *j, int *value) {
  burl__module *const m = j->m;
  for (int h = 0; h < j->hole_count; h++) {
    const burl__site site = j->sites[j->first[h]];
    const burl__kind kind =
        site.where == SITE_TABLE ? burl__kind_of(KIND_INT) : m->values[j->column[j->first[h]][0]].kind;
    value[h] = burl__add_parameter(m, j->members[0], burl__name_of_site(m, site), kind);
  }
}

/* A member's value of a difference. */
static int value_of_member(joiner *j, int hole, int member) {
  const int site = j->first[hole];
  if (j->sites[site].where != SITE_TABLE) return j->column[site][member];
  int *const offsets = take(j, (size_t)j->count * sizeof *offsets);
  if (!offsets) return BURL__NO_VALUE;
  find_offsets(j, site, offsets);
  return burl__int_literal(j->m, offsets[member]);
}

/* Gives every call of the members to the first, with what it takes more. */
static void give_calls(joiner *j, int extra_count, int **extra) {
  burl__module *const m = j->m;
  for (size_t i = 0; i < m->value_count && !m->failed; i++) {
    burl__code_value *const v = &m->values[i];
    int member = -1;
    for (int k = 0; v->form == VALUE_CALL && k < j->count; k++)
      if (v->index == j->members[k]) member = k;
    if (member < 0) continue;
    int *const arguments = take(j, (size_t)(v->count + extra_count + 1) * sizeof *arguments);
    if (!arguments) return;
    if (v->count) memcpy(arguments, v->argument, (size_t)v->count * sizeof *arguments);
    for (int e = 0; e < extra_count; e++) arguments[v->count + e] = extra[e][member];
    v->argument = arguments;
    v->count += extra_count;
    v->index = j->members[0];
  }
}

/* A table of what the members have at the differences of one base, a row each; −1: none. */
static int table_of_rows(joiner *j, burl__base base, int *width) {
  int count = 0;
  for (int h = 0; h < j->hole_count; h++)
    count += j->sites[j->first[h]].where != SITE_TABLE && j->m->values[j->column[j->first[h]][0]].kind.base == base;
  *width = count;
  if (count == 0) return -1;
  float *const reals = take(j, (size_t)(count * j->count) * sizeof *reals);
  uint32_t *const words = take(j, (size_t)(count * j->count) * sizeof *words);
  if (!reals || !words) return -1;
  for (int i = 0; i < j->count; i++)
    for (int h = 0, at = i * count; h < j->hole_count; h++) {
      const int site = j->first[h];
      if (j->sites[site].where == SITE_TABLE || j->m->values[j->column[site][0]].kind.base != base) continue;
      const burl__code_value *const v = &j->m->values[j->column[site][i]];
      reals[at] = (float)v->number;
      words[at++] = v->word;
    }
  char name[96];
  snprintf(name, sizeof name, "%.60s_%s", j->m->functions[j->members[0]].wish, base == KIND_REAL ? "numbers" : "seeds");
  burl__table table = {
      .base = base, .count = count * j->count, .name = burl__arena_text(j->m->arena, name, strlen(name))};
  if (!table.name) return burl__module_fail(j->m, FAILED_MEMORY);
  if (base == KIND_REAL) table.reals = reals;
  else table.words = words;
  return burl__add_table(j->m, &table);
}

/* Lets the differences of one base be entries of rows. */
static void read_rows(joiner *j, burl__base base, int row, int *value) {
  burl__module *const m = j->m;
  const int block = m->functions[j->members[0]].block;
  int width = 0, column = 0;
  const int table = table_of_rows(j, base, &width);
  if (table < 0) return;
  const int start = in_front(m, block, &j->front, burl__binary(m, VALUE_TIMES, row, burl__int_literal(m, width)));
  for (int h = 0; h < j->hole_count; h++) {
    const int site = j->first[h];
    if (j->sites[site].where == SITE_TABLE || m->values[j->column[site][0]].kind.base != base) continue;
    const int index = in_front(m, block, &j->front, burl__binary(m, VALUE_PLUS, start, burl__int_literal(m, column++)));
    value[h] = in_front(m, block, &j->front, burl__value_at(m, VALUE_ENTRY, burl__kind_of(base), table, 1, &index));
  }
}

/* The differences as entries of a row of constant arrays, and of tables as a parameter each. */
static int add_rows(joiner *j, int **extra, int *value) {
  burl__module *const m = j->m;
  const int function = j->members[0];
  int count = 0;
  m->block = m->functions[function].block;
  const int row = burl__add_parameter(m, function, "row", burl__kind_of(KIND_INT));
  for (int i = 0; i < j->count; i++) extra[0][i] = burl__int_literal(m, i);
  count = 1;
  read_rows(j, KIND_WORD, row, value);
  read_rows(j, KIND_REAL, row, value);
  for (int h = 0; h < j->hole_count; h++) {
    const burl__site site = j->sites[j->first[h]];
    if (site.where != SITE_TABLE) continue;
    value[h] = burl__add_parameter(m, function, burl__name_of_site(m, site), burl__kind_of(KIND_INT));
    for (int i = 0; i < j->count; i++) extra[count][i] = value_of_member(j, h, i);
    count++;
  }
  return count;
}

/* Whether all numbers that the members differ by can stand in rows. */
static int can_have_rows(const joiner *j) {
  for (int h = 0; h < j->hole_count; h++) {
    const int site = j->first[h];
    const burl__base base = j->sites[site].where == SITE_TABLE ? KIND_WORD : j->m->values[j->column[site][0]].kind.base;
    if (base != KIND_WORD && base != KIND_REAL) return 0;
  }
  return 1;
}

/* Makes one function of the members. */
static void join(joiner *j) {
  burl__module *const m = j->m;
  j->front = 0;
  if (!find_holes(j) || (j->hole_count > MOST_PARAMETERS && !can_have_rows(j))) return;
  int **const extra = take(j, (size_t)(j->hole_count + 1) * sizeof *extra);
  int *const value = take(j, (size_t)(j->hole_count + 1) * sizeof *value), count = j->hole_count;
  for (int h = 0; extra && h <= j->hole_count; h++)
    if (!(extra[h] = take(j, (size_t)j->count * sizeof **extra))) return;
  if (!extra || !value) return;
  if (j->hole_count > MOST_PARAMETERS) {
    count = add_rows(j, extra, value);
  } else {
    add_parameters(j, value);
    for (int h = 0; h < j->hole_count; h++)
      for (int i = 0; i < j->count; i++) extra[h][i] = value_of_member(j, h, i);
  }
  for (int s = 0; s < j->site_count && !m->failed; s++) {
    if (j->hole[s] < 0) continue;
    if (j->sites[s].where == SITE_TABLE) put_table(j, s, value[j->hole[s]]);
    else if (j->sites[s].part) put_component(j, j->sites[s], value[j->hole[s]]);
    else burl__put_at(m, j->sites[s], value[j->hole[s]]);
  }
  give_calls(j, count, extra);
}

/* ---- Groups -------------------------------------------------------------------------------------- */

/* Whether two functions could be one, as far as their heads tell. */
static int have_like_heads(const burl__module *m, int a, int b) {
  const burl__function *const f = &m->functions[a], *const g = &m->functions[b];
  if (f->is_entry || g->is_entry || f->count != g->count || !burl__same_kind(f->result, g->result)) return 0;
  for (int i = 0; i < f->count; i++)
    if (!burl__same_kind(f->parameters[i].kind, g->parameters[i].kind)) return 0;
  return strcmp(f->wish, g->wish) == 0;
}

/* Adds a function to the members, if it is like the first; 0: it isn't. */
static int add_member(joiner *j, int function) {
  burl__likeness *const l = &j->likeness;
  if (!burl__are_alike(l, j->m->functions[j->members[0]].value, j->m->functions[function].value)) return 0;
  if (j->count == 1) {
    j->site_count = (int)l->count;
    j->sites = take(j, (l->count + 1) * sizeof *j->sites);
    j->column = take(j, (l->count + 1) * sizeof *j->column);
    if (!j->sites || !j->column) return 0;
    for (size_t s = 0; s < l->count; s++) {
      j->sites[s] = l->pairings[s].site;
      if (!(j->column[s] = take(j, (size_t)j->most * sizeof **j->column))) return 0;
      j->column[s][0] = l->pairings[s].first;
    }
  }
  for (size_t s = 0; s < l->count; s++) j->column[s][j->count] = l->pairings[s].second;
  j->members[j->count++] = function;
  return 1;
}

/* Joins those of the functions that are like one of them. */
static void join_like(joiner *j, const int *functions, int count, int at, unsigned char *is_done) {
  burl__module *const m = j->m;
  j->members[0] = functions[at];
  j->count = 1;
  for (int i = at + 1; i < count && !m->failed; i++)
    if (!is_done[i] && have_like_heads(m, functions[at], functions[i]) && add_member(j, functions[i])) is_done[i] = 1;
  if (j->count > 1 && !m->failed) join(j);
}

void burl__join_twins(burl__module *m, const int *functions, int count) {
  joiner j = {.m = m, .most = count + 1};
  unsigned char *const is_done = take(&j, (size_t)count + 1);
  j.members = take(&j, ((size_t)count + 1) * sizeof *j.members);
  burl__likeness_open(&j.likeness, m);
  for (int i = 0; i < count && is_done && j.members && !m->failed; i++)
    if (!is_done[i]) join_like(&j, functions, count, i, is_done);
  burl__likeness_close(&j.likeness);
}
