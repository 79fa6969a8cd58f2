/* Steps that recur become a loop: its body is a copy of the last one, in which numbers that vary are entries of
 * constant arrays, or follow from the turn's number. */
#include <stdio.h>
#include <string.h>

#include "code/module/value.h"
#include "code/shorten/live.h"
#include "code/shorten/shorten.h"
#include "code/shorten/steps.h"

enum { MOST_LOOPS = 64, DEEPEST = 2000 };

typedef struct {
  burl__module *m;
  burl__finder *finder;
  burl__live live;
  burl__steps steps;
  int function, block;                  /* whose steps they are */
  int region, body, counter, scale;     /* scale: what doubles from turn to turn; −1: nothing yet */
  int *copy, *block_copy, *region_copy; /* by value, block and region: the copy + 1 */
  size_t room;                          /* of values that have a copy */
  int depth;
} roller;

static int copy_value(roller *r, int value);

static void *take(roller *r, size_t size) {
  void *const made = burl__arena_take(r->m->arena, size);
  if (!made) burl__module_fail(r->m, FAILED_MEMORY);
  return made;
}

/* ---- Numbers that vary --------------------------------------------------------------------------- */

/* What a number is in a turn, counted from the first one on. */
static double number_at(const roller *r, const burl__varying *v, int turn) {
  const int before = r->steps.turns - 1 - turn;
  return v->kind.base == KIND_REAL ? v->number[before] : (double)(int32_t)v->word[before];
}

/* Whether numbers go up or down evenly, from a whole number by whole numbers. */
static int is_even(const roller *r, const burl__varying *v) {
  const double first = number_at(r, v, 0), by = number_at(r, v, 1) - first;
  if (v->kind.base == KIND_WORD || first != (double)(int)first || by != (double)(int)by) return 0;
  for (int t = 0; t < r->steps.turns; t++)
    if (number_at(r, v, t) != first + by * t) return 0;
  return 1;
}

/* An even number by the loop's counter. */
static int even_number(roller *r, const burl__varying *v) {
  burl__module *const m = r->m;
  const double first = number_at(r, v, 0), by = number_at(r, v, 1) - first;
  const int counter = burl__convert_to(m, r->counter, v->kind.base);
  const int is_real = v->kind.base == KIND_REAL;
  const int start = is_real ? burl__real(m, first) : burl__int_literal(m, (int)first);
  const int step = is_real ? burl__real(m, by < 0 ? -by : by) : burl__int_literal(m, (int)(by < 0 ? -by : by));
  const int moved = burl__binary(m, VALUE_TIMES, counter, step);
  if (first == 0 && by > 0) return moved;
  return burl__binary(m, by < 0 ? VALUE_MINUS : VALUE_PLUS, start, moved);
}

/* Whether numbers double from turn to turn. */
static int is_doubling(const roller *r, const burl__varying *v) {
  for (int t = 1; t < r->steps.turns; t++)
    if (number_at(r, v, t) != 2 * number_at(r, v, t - 1)) return 0;
  return v->kind.base == KIND_REAL && number_at(r, v, 0) != 0;
}

/* A number that doubles, by a variable of the loop. */
static int doubling_number(roller *r, const burl__varying *v) {
  burl__module *const m = r->m;
  if (r->scale < 0) {
    burl__region *const loop = &m->regions[r->region];
    const int k = loop->count++;
    loop->name[k + 1] = loop->name[k];
    loop->name[k] = "scale";
    loop->entered[k] = burl__real(m, 1);
    r->scale = burl__carried(m, r->region, k, 0, burl__kind_of(KIND_REAL));
    const int doubled = burl__binary(m, VALUE_TIMES, r->scale, burl__real(m, 2));
    m->regions[r->region].left[k] = doubled;
  }
  return burl__name_value(m, burl__binary(m, VALUE_TIMES, r->scale, burl__real(m, number_at(r, v, 0))),
                          burl__name_of_site(m, v->site));
}

/* An array's name: that of what it is for, behind that of the function. */
static const char *name_of_table(roller *r, const char *name) {
  const burl__function *const f = &r->m->functions[r->function];
  char owned[96];
  if (f->is_entry || !f->is_part) return name;
  snprintf(owned, sizeof owned, "%.60s_%.30s", f->wish, name);
  const char *const kept = burl__arena_text(r->m->arena, owned, strlen(owned));
  return kept ? kept : name;
}

/* A number that varies, as a value of the body. */
static int varying_number(roller *r, const burl__varying *v) {
  burl__module *const m = r->m;
  const int turns = r->steps.turns;
  if (is_even(r, v)) return even_number(r, v);
  if (is_doubling(r, v)) return doubling_number(r, v);
  const burl__base base = v->kind.base == KIND_REAL ? KIND_REAL : KIND_WORD; /* whole numbers stand there as words */
  burl__table table = {.name = name_of_table(r, burl__name_of_site(m, v->site)), .base = base, .count = turns};
  float *const reals = take(r, (size_t)turns * sizeof *reals);
  uint32_t *const words = take(r, (size_t)turns * sizeof *words);
  if (!reals || !words) return BURL__NO_VALUE;
  for (int t = 0; t < turns; t++) {
    reals[t] = (float)v->number[turns - 1 - t];
    words[t] = v->word[turns - 1 - t];
  }
  if (base == KIND_REAL) table.reals = reals;
  else table.words = words;
  const int index = burl__add_table(m, &table);
  if (index < 0) return BURL__NO_VALUE;
  const int entry = burl__value_at(m, VALUE_ENTRY, burl__kind_of(base), index, 1, &r->counter);
  return burl__name_value(m, burl__convert_to(m, entry, v->kind.base), burl__name_of_site(m, v->site));
}

static const burl__varying *varying_at(const roller *r, burl__site site) {
  for (size_t i = 0; i < r->steps.varying_count; i++)
    if (memcmp(&r->steps.varying[i].site, &site, sizeof site) == 0) return &r->steps.varying[i];
  return NULL;
}

/* Numbers that vary together as an entry of one array of vectors. */
static int varying_vector(roller *r, const burl__varying *const *v, int count, const char *name) {
  burl__module *const m = r->m;
  const int turns = r->steps.turns;
  const size_t size = (size_t)(turns * count);
  burl__table table = {.name = name_of_table(r, name), .base = v[0]->kind.base, .count = turns, .width = count};
  float *const reals = take(r, size * sizeof *reals);
  uint32_t *const words = take(r, size * sizeof *words);
  for (size_t i = 0; reals && words && i < size; i++) {
    const size_t before = (size_t)turns - 1 - i / (size_t)count;
    reals[i] = (float)v[i % (size_t)count]->number[before];
    words[i] = v[i % (size_t)count]->word[before];
  }
  if (table.base == KIND_REAL) table.reals = reals;
  else table.words = words;
  const int index = reals && words ? burl__add_table(m, &table) : -1;
  const burl__kind kind = burl__vector_of(table.base, count);
  return index < 0 ? BURL__NO_VALUE : burl__value_at(m, VALUE_ENTRY, kind, index, 1, &r->counter);
}

/* A vector of numbers of which some vary. */
static int copy_vector(roller *r, burl__site site, int vector) {
  burl__module *const m = r->m;
  const burl__kind kind = m->values[vector].kind;
  const burl__varying *varying[4] = {NULL};
  int parts[4], count = 0;
  for (int i = 0; i < kind.count; i++) {
    site.part = i + 1;
    varying[i] = varying_at(r, site);
    count += varying[i] != NULL;
  }
  if (count == 0) return vector;
  if (count == kind.count && kind.base == KIND_REAL) return varying_vector(r, varying, count, "offset");
  for (int i = 0; i < kind.count; i++)
    parts[i] = varying[i] ? varying_number(r, varying[i]) : m->values[vector].argument[i];
  return burl__make(m, kind, parts);
}

/* What a site reads in the body. */
static int copy_at(roller *r, burl__site site, int value) {
  const burl__varying *const v = varying_at(r, site);
  const int is_vector = value >= 0 && burl__is_constant_vector(r->m, value);
  if (!v && !is_vector) return copy_value(r, value);
  const int outer = r->m->block;
  r->m->block = r->body;
  const int copied = v ? varying_number(r, v) : copy_vector(r, site, value);
  r->m->block = outer;
  return copied;
}

/* ---- Copies -------------------------------------------------------------------------------------- */

static void copy_block(roller *r, int block);

/* A region within a step. */
static void copy_region(roller *r, int region) {
  burl__module *const m = r->m;
  const burl__region from = m->regions[region];
  const int copied = burl__add_region(m, from.is_loop), outer = m->block;
  if (copied < 0) return;
  r->region_copy[region] = copied + 1;
  burl__region to = from;
  const size_t count = (size_t)from.count * 2 + 2;
  to.entered = take(r, count * sizeof *to.entered);
  to.left = take(r, count * sizeof *to.left);
  if (!to.entered || !to.left) return;
  to.blocks[0] = burl__open_block(m, outer, copied);
  to.blocks[1] = burl__open_block(m, from.is_loop ? to.blocks[0] : outer, copied);
  if (m->failed) return;
  r->block_copy[from.blocks[0]] = to.blocks[0] + 1;
  r->block_copy[from.blocks[1]] = to.blocks[1] + 1;
  for (int k = 0; from.is_loop && k < from.count; k++)
    to.entered[k] = copy_at(r, (burl__site){SITE_ENTERED, region, k, 0}, from.entered[k]);
  m->regions[copied] = to;
  copy_block(r, from.blocks[0]);
  copy_block(r, from.blocks[1]);
  to.condition = copy_value(r, from.condition);
  for (int k = 0; k < from.count * (from.is_loop ? 1 : 2); k++)
    to.left[k] = copy_at(r, (burl__site){SITE_LEFT, region, k, 0}, from.left[k]);
  to.segment = m->blocks[outer].segment;
  m->regions[copied] = to;
  m->block = outer;
  burl__add_item(m, &(burl__code_item){.what = ITEM_REGION, .index = copied});
}

static void copy_break(roller *r, const burl__code_item *item) {
  burl__code_item to = *item;
  to.condition = copy_value(r, item->condition);
  to.kept = take(r, ((size_t)item->count + 1) * sizeof *to.kept);
  for (int k = 0; to.kept && k < item->count; k++) to.kept[k] = copy_value(r, item->kept[k]);
  if (to.kept && !r->m->failed) burl__add_item(r->m, &to);
}

/* The live items of a block within a step, in their order. */
static void copy_block(roller *r, int block) {
  burl__module *const m = r->m;
  const int outer = m->block;
  m->block = r->block_copy[block] - 1;
  for (size_t i = 0; i < m->blocks[block].count && !m->failed; i++) {
    const burl__code_item item = m->blocks[block].items[i];
    if (item.what == ITEM_VALUE && r->live.value[item.index]) copy_value(r, item.index);
    if (item.what == ITEM_REGION && r->live.region[item.index] && !r->region_copy[item.index])
      copy_region(r, item.index);
    if (item.what == ITEM_BREAK) copy_break(r, &item);
  }
  m->block = outer;
}

/* Whether a value stays outside of the loop. */
static int is_outside(const roller *r, int value) {
  const burl__code_value *const v = &r->m->values[value];
  return v->form == VALUE_LITERAL || v->block < 0 ||
         (v->block == r->block ? !r->steps.is_inside[value] : !r->block_copy[v->block]);
}

/* Whether a call's argument and the next are the two words of a seed. */
static int is_seed(const roller *r, const burl__code_value *v, int a) {
  if (v->form != VALUE_CALL || a + 1 >= v->count) return 0;
  const burl__named_kind *const parameter = &r->m->functions[v->index].parameters[a];
  return strcmp(parameter[0].name, "low") == 0 && strcmp(parameter[1].name, "high") == 0;
}

/* Copies an argument of a value, or the two words of a seed that varies; how many; 0: failed. */
static int copy_argument(roller *r, int value, int a, int *arguments) {
  burl__module *const m = r->m;
  const burl__code_value *const v = &m->values[value];
  const burl__site site = {SITE_ARGUMENT, value, a, 0}, next = {SITE_ARGUMENT, value, a + 1, 0};
  const burl__varying *const words[] = {varying_at(r, site), varying_at(r, next)};
  if (!is_seed(r, v, a) || !words[0] || !words[1]) {
    arguments[a] = copy_at(r, site, v->argument[a]);
    return arguments[a] >= 0;
  }
  const int outer = m->block;
  m->block = r->body;
  const int seed = burl__name_value(m, varying_vector(r, words, 2, "seed"), "seed");
  m->block = outer;
  for (int i = 0; i < 2; i++) arguments[a + i] = burl__part(m, seed, i);
  return seed < 0 ? 0 : 2;
}

/* A value with the copies of what it reads. */
static int copy_with_arguments(roller *r, int value) {
  burl__module *const m = r->m;
  burl__code_value v = m->values[value];
  int *const arguments = take(r, ((size_t)v.count + 1) * sizeof *arguments);
  if (!arguments) return BURL__NO_VALUE;
  for (int a = 0, made; a < v.count; a += made)
    if (!(made = copy_argument(r, value, a, arguments))) return BURL__NO_VALUE;
  if (v.form == VALUE_RESULT || v.form == VALUE_CARRIED || v.form == VALUE_COUNTER) {
    if (v.form == VALUE_RESULT && !r->region_copy[v.index]) copy_region(r, v.index);
    v.index = r->region_copy[v.index] - 1;
  }
  v.argument = arguments;
  return burl__keep_value(m, &v);
}

/* A sum with a number that varies. */
static int copy_offset(roller *r, int value) {
  int base;
  burl__offset_of(r->m, value, &base);
  const int from = base == value ? value : copy_value(r, base);
  return burl__binary(r->m, VALUE_PLUS, from, copy_at(r, (burl__site){SITE_OFFSET, value, 0, 0}, value));
}

static int copy_value(roller *r, int value) {
  burl__module *const m = r->m;
  if (value < 0 || m->failed || is_outside(r, value)) return value;
  if (r->copy[value]) return r->copy[value] - 1;
  if (r->depth >= DEEPEST) return burl__module_misread(m, "a loop");
  r->depth++;
  const int outer = m->block, of = m->values[value].block;
  m->block = of == r->block ? r->body : r->block_copy[of] - 1;
  const int is_offset = varying_at(r, (burl__site){SITE_OFFSET, value, 0, 0}) != NULL;
  const int copied = is_offset ? copy_offset(r, value) : copy_with_arguments(r, value);
  m->block = outer;
  r->depth--;
  if (copied >= 0) r->copy[value] = copied + 1;
  return copied;
}

/* ---- The loop ------------------------------------------------------------------------------------ */

/* What a variable is called in the loop. */
static const char *name_of_variable(const burl__module *m, const burl__code_value *v) {
  if (v->name) return v->name;
  if (v->form == VALUE_CALL) return m->functions[v->index].wish;
  if (v->form == VALUE_OWN) return v->index == OWN_MIN ? "least" : v->index == OWN_MAX ? "most" : "made";
  return v->form == VALUE_PLUS ? "sum" : v->form == VALUE_PICK ? "picked" : "value";
}

/* Opens a loop that counts the turns. */
static int open_loop(roller *r) {
  burl__module *const m = r->m;
  const burl__steps *const s = &r->steps;
  const size_t room = (size_t)s->count + 2; /* and for what doubles */
  burl__region loop = {.is_loop = 1, .count = s->count, .counter = burl__kind_of(KIND_INT)};
  r->scale = -1;
  r->region = burl__add_region(m, 1);
  if (r->region < 0) return 0;
  r->body = burl__open_block(m, r->block, r->region);
  loop.blocks[0] = r->body;
  loop.blocks[1] = burl__open_block(m, r->body, r->region);
  loop.entered = take(r, room * sizeof *loop.entered);
  loop.left = take(r, room * sizeof *loop.left);
  loop.name = take(r, room * sizeof *loop.name);
  if (!loop.entered || !loop.left || !loop.name || m->failed) return 0;
  loop.first = burl__int_literal(m, 0);
  loop.step = burl__int_literal(m, 1);
  for (int k = 0; k < s->count; k++) {
    loop.entered[k] = s->element[k][s->turns];
    loop.name[k] = name_of_variable(m, &m->values[s->element[k][0]]);
  }
  loop.name[s->count] = "i";
  m->regions[r->region] = loop;
  m->block = r->body;
  burl__code_value v = {.form = VALUE_COUNTER, .kind = loop.counter, .index = r->region, .name = "i"};
  r->counter = burl__keep_value(m, &v);
  m->block = loop.blocks[1];
  m->regions[r->region].condition = burl__binary(m, VALUE_LESS, r->counter, burl__int_literal(m, s->turns));
  return !m->failed;
}

/* Makes the body: in it, what each variable was before the last step is what the loop carries. */
static int fill_loop(roller *r) {
  burl__module *const m = r->m;
  const burl__steps *const s = &r->steps;
  m->block = r->body;
  for (int k = 0; k < s->count; k++) {
    const int before = s->element[k][1];
    r->copy[before] = 1 + burl__carried(m, r->region, k, 0, m->values[before].kind);
    r->steps.is_inside[before] = 1;
  }
  for (int k = 0; k < s->count && !m->failed; k++) {
    const int left = copy_value(r, s->element[k][0]);
    if (left >= 0) m->values[left].name = NULL; /* it is the variable itself */
    m->regions[r->region].left[k] = left;
  }
  return !m->failed;
}

/* Lets the last values be the loop's results. */
static void give_results(roller *r) {
  burl__module *const m = r->m;
  for (int k = 0; k < r->steps.count; k++) {
    burl__code_value *const v = &m->values[r->steps.element[k][0]];
    v->form = VALUE_RESULT;
    v->index = r->region;
    v->which = k;
    v->version = v->count = 0;
  }
  m->block = r->block;
  burl__add_item(m, &(burl__code_item){.what = ITEM_REGION, .index = r->region});
  burl__order_block(&r->live, m, r->function);
}

static int make_loop(roller *r) {
  burl__module *const m = r->m;
  if (!burl__find_live(&r->live, m, r->function, NULL)) return 0;
  r->copy = take(r, (m->value_count + 1) * sizeof *r->copy);
  r->block_copy = take(r, (m->block_count + 1) * sizeof *r->block_copy);
  r->region_copy = take(r, (m->region_count + 1) * sizeof *r->region_copy);
  if (!r->copy || !r->block_copy || !r->region_copy || !open_loop(r) || !fill_loop(r)) return 0;
  give_results(r);
  return !m->failed;
}

void burl__roll_steps(burl__module *m, struct burl__finder *finder, int function) {
  roller r = {.m = m, .finder = finder, .function = function, .block = m->functions[function].block};
  const int block = m->block;
  for (int i = 0; i < MOST_LOOPS && burl__find_steps(finder, function, &r.steps) && make_loop(&r); i++) {}
  m->block = block;
  burl__release(&m->allocator, r.steps.varying);
}
