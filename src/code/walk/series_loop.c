/* Sums of octaves as loops over constant arrays: a turn is a term.  What goes from turn to turn is the sum and the
 * point, at twice the scale each time; of automatic octaves the loop is left where one has faded. */
#include <string.h>

#include "code/walk/series.h"

/* ---- A turn's numbers ----------------------------------------------------------------------------- */

/* An entry of a constant array, of vectors of `width` parts. */
static int entry(burl__code_walk *w, const burl__table *table, int counter) {
  const int index = burl__add_table(w->m, table);
  const burl__kind kind = burl__vector_of(table->base, table->width > 1 ? table->width : 1);
  return index < 0 ? BURL__NO_VALUE : burl__value_at(w->m, VALUE_ENTRY, kind, index, 1, &counter);
}

/* Numbers by term, width each; one number where all are the same. */
static int numbers(burl__code_walk *w, const burl__series *s, const char *name, float *all, int width, int counter) {
  int are_one = width == 1;
  for (int i = 1; i < s->count && are_one; i++) are_one = all[i] == all[0];
  if (are_one) return burl__real(w->m, (double)all[0]);
  const burl__table table = {.name = name, .base = KIND_REAL, .count = s->count, .width = width, .reals = all};
  return entry(w, &table, counter);
}

static int shift_of(burl__code_walk *w, const burl__series *s, int counter) {
  float *const all = burl__walk_take(w, (size_t)(s->count * s->dims) * sizeof *all);
  for (int i = 0; all && i < s->count * s->dims; i++) all[i] = (float)s->shift[i / s->dims][i % s->dims];
  return all ? numbers(w, s, "shift", all, s->dims, counter) : BURL__NO_VALUE;
}

/* What a turn has: its number, and the number that is 1 in the first and doubles from turn to turn. */
typedef struct {
  int counter, doubled;
} turn;

/* The numbers of a column of constants. */
static int number_of(burl__code_walk *w, const burl__series *s, const burl__column *c, turn at) {
  if (burl__are_doubling(w, s, c))
    return burl__binary(w->m, VALUE_TIMES, at.doubled, burl__real(w->m, burl__walk_node(w, c->node[0])->value));
  float *const all = burl__walk_take(w, (size_t)s->count * sizeof *all);
  for (int i = 0; all && i < s->count; i++) all[i] = (float)burl__walk_node(w, c->node[i])->value;
  return all ? numbers(w, s, "factor", all, 1, at.counter) : BURL__NO_VALUE;
}

/* The noise of a turn at its point. */
static int noise_of(burl__code_walk *w, const burl__series *s, const burl__column *c, int at, int counter) {
  float *const sizes = burl__walk_take(w, (size_t)s->count * sizeof *sizes);
  uint32_t *const words = burl__walk_take(w, (size_t)s->count * 2 * sizeof *words);
  if (!sizes || !words) return BURL__NO_VALUE;
  for (int i = 0; i < s->count; i++) {
    const burl__noise *const noise = burl__walk_node(w, c->node[i])->setup;
    sizes[i] = noise->size;
    words[2 * i] = noise->low;
    words[2 * i + 1] = noise->high;
  }
  const burl__table seeds = {.name = "seed", .base = KIND_WORD, .count = s->count, .width = 2, .words = words};
  const int seed = burl__name_value(w->m, entry(w, &seeds, counter), "seed");
  const int own[] = {burl__part(w->m, seed, 0), burl__part(w->m, seed, 1), numbers(w, s, "size", sizes, 1, counter)};
  return burl__call_noise(w, burl__walk_node(w, c->node[0])->setup, at, own);
}

/* Makes columns from one on, each behind what it is made of, of which the noise is at `point`.  Nodes of one term stand
 * for those of all, as long as the turn is made: `outside` is what they are elsewhere. */
static void make_columns(burl__code_walk *w, burl__code_scope *scope, const burl__series *s, int first, int end,
                         turn at, int point, burl__held *outside) {
  for (int c = first; c < end; c++) {
    const int node = s->columns[c].node[s->like];
    const burl__node *const n = burl__walk_node(w, node);
    burl__held *const held = burl__held_in(w, scope, node);
    outside[c] = *held;
    *held = n->op == BURL__CONSTANT   ? burl__as_value(number_of(w, s, &s->columns[c], at))
            : burl__is_sampled(n->op) ? burl__as_value(noise_of(w, s, &s->columns[c], point, at.counter))
                                      : w->operation(w, scope, node);
  }
}

/* Opens a loop over the terms that carries `count` values: its region, or −1. */
static int open_loop(burl__code_walk *w, const burl__series *s, int count, const int *entered,
                     const char *const *names) {
  burl__module *const m = w->m;
  const int region = burl__add_region(m, 1), outer = m->block;
  if (region < 0) return -1;
  const int body = burl__open_block(m, outer, region), test = burl__open_block(m, body, region);
  const int first = burl__int_literal(m, 0), step = burl__int_literal(m, 1), end = burl__int_literal(m, s->count);
  burl__region *const r = &m->regions[region];
  *r = (burl__region){.is_loop = 1,
                      .first = first,
                      .step = step,
                      .blocks = {body, test},
                      .count = count,
                      .counter = burl__kind_of(KIND_INT)};
  r->entered = burl__walk_take(w, (size_t)(count + 1) * sizeof *r->entered);
  r->left = burl__walk_take(w, (size_t)(count + 1) * sizeof *r->left);
  r->name = burl__walk_take(w, (size_t)(count + 1) * sizeof *r->name);
  if (!r->entered || !r->left || !r->name || m->failed) return -1;
  memcpy(r->entered, entered, (size_t)count * sizeof *entered);
  for (int k = 0; k < count; k++) r->name[k] = names[k];
  r->name[count] = "i";
  m->block = body;
  burl__code_value v = {.form = VALUE_COUNTER, .kind = r->counter, .index = region, .name = "i"};
  const int counter = burl__keep_value(m, &v);
  m->block = test;
  m->regions[region].condition = burl__binary(m, VALUE_LESS, counter, end);
  m->block = body;
  return region;
}

enum { MOST_CARRIED = 4 };

/* What goes from turn to turn: the sum, the point's two parts, if the second is not 0, and what doubles, if that is
 * asked for. */
typedef struct {
  int count, has_by, value[MOST_CARRIED];
  const char *name[MOST_CARRIED];
} carried;

static void add_carried(carried *c, int value, const char *name) {
  c->value[c->count] = value;
  c->name[c->count++] = name;
}

static carried entered_by(burl__code_walk *w, const burl__series *s, int start, burl__place_of from) {
  carried c = {.has_by = !burl__is_all(w->m, from.fraction, 0)};
  add_carried(&c, start, "sum");
  add_carried(&c, from.cell, "p");
  if (c.has_by) add_carried(&c, from.fraction, "by");
  if (s->doubles) add_carried(&c, burl__real(w->m, 1), "scale");
  return c;
}

/* The variables of a loop, as they are behind so many breaks of a turn. */
static carried variables_of(burl__code_walk *w, int region, const carried *entered, int version) {
  carried c = *entered;
  for (int k = 0; k < c.count; k++)
    c.value[k] = burl__carried(w->m, region, k, version, w->m->values[entered->value[k]].kind);
  return c;
}

/* Leaves the loop where an octave has faded; the variables behind it. */
static carried leave_where_faded(burl__code_walk *w, burl__code_scope *scope, const burl__series *s, int region,
                                 const carried *c) {
  burl__module *const m = w->m;
  int *const kept = burl__walk_take(w, MOST_CARRIED * sizeof *kept);
  const int weight = burl__name_value(m, burl__real_at(w, scope, s->weight), "weight");
  const burl__code_item item = {.what = ITEM_BREAK,
                                .condition = burl__binary(m, VALUE_LESS_EQUAL, weight, burl__real(m, 0)),
                                .kept = kept,
                                .count = c->count};
  if (!kept || item.condition < 0) return *c;
  memcpy(kept, c->value, (size_t)c->count * sizeof *kept);
  burl__add_item(m, &item);
  return variables_of(w, region, c, 1);
}

/* The body of the loop; whether it could be made. */
static int fill_loop(burl__code_walk *w, burl__code_scope *scope, const burl__series *s, int region,
                     const carried *entered, burl__place_of from) {
  burl__module *const m = w->m;
  burl__held outside[MOST_COLUMNS];
  burl__code_value v = {.form = VALUE_COUNTER, .kind = burl__kind_of(KIND_INT), .index = region, .name = "i"};
  const int counter = burl__keep_value(m, &v);
  carried c = variables_of(w, region, entered, 0);
  const int last = c.count - 1;
  make_columns(w, scope, s, 0, s->fading, (turn){counter, c.value[last]}, -1, outside);
  if (s->fading) c = leave_where_faded(w, scope, s, region, &c);
  const burl__place_of at = {c.value[1], c.has_by ? c.value[2] : from.fraction};
  const int point = burl__point_of_parts(w, burl__pair_plus(w, at, shift_of(w, s, counter)), s->dims);
  make_columns(w, scope, s, s->fading, s->column_count, (turn){counter, c.value[last]}, point, outside);
  const int term = burl__real_at(w, scope, s->term);
  for (int i = s->column_count - 1; i >= 0; i--) *burl__held_in(w, scope, s->columns[i].node[s->like]) = outside[i];
  const burl__place_of next = burl__pair_scaled(w, at, 2);
  int *const left = m->regions[region].left;
  left[0] = burl__binary(m, VALUE_PLUS, c.value[0], term);
  left[1] = next.cell;
  if (c.has_by) left[2] = next.fraction;
  if (s->doubles) left[last] = burl__binary(m, VALUE_TIMES, c.value[last], burl__real(m, 2));
  return term >= 0 && !m->failed;
}

burl__held burl__sum_of_series(burl__code_walk *w, burl__code_scope *scope, const burl__series *s) {
  burl__module *const m = w->m;
  const burl__held failed = burl__as_value(BURL__NO_VALUE);
  const int outer = m->block, start = s->before < 0 ? burl__real(m, 0) : burl__real_at(w, scope, s->before);
  const int point = burl__point_at(w, scope, s->base, s->dims);
  const burl__place_of from = burl__pair_scaled(w, burl__parts_of_point(w, point), s->scale);
  if (start < 0 || from.cell < 0 || from.fraction < 0) return failed;
  const carried entered = entered_by(w, s, start, from);
  const int region = open_loop(w, s, entered.count, entered.value, entered.name);
  if (region < 0 || !fill_loop(w, scope, s, region, &entered, from)) return failed;
  m->block = outer;
  if (burl__add_item(m, &(burl__code_item){.what = ITEM_REGION, .index = region}) < 0) return failed;
  burl__code_value result = {.form = VALUE_RESULT, .kind = burl__kind_of(KIND_REAL), .index = region};
  return burl__as_value(burl__keep_value(m, &result));
}
