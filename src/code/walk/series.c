/* Sums of octaves as loops, in lean text: terms of a sum that differ in numbers alone, each of a noise at twice the
 * scale of the one before it, become turns over constant arrays of these numbers.  A driver compiles a loop many times
 * sooner than the calls that it stands for, and runs it slower: so a few octaves are calls, and those of the only noise
 * of a text. */
#include <string.h>

#include "code/walk/scope.h"

enum { FEW_OCTAVES = 4, MOST_TERMS = 64, MOST_COLUMNS = 24, MOST_NEEDS = 16 };

/* The nodes that stand at one place of all terms: numbers, which become an array, noises or operations. */
typedef struct {
  int node[MOST_TERMS];
} column;

/* A sum from term number `first` of a chain on.  The loop's terms are like the first of them, whose nodes stand for
 * those of all: those that differ are in columns, behind what they are made of. */
struct burl__series {
  int count, before;                               /* before: what the terms are added to; −1: nothing */
  int term;                                        /* the first */
  int column_count, need_count, needs[MOST_NEEDS]; /* needs: what is made in front of the loop */
  column columns[MOST_COLUMNS];
  int noise, base[4], dims; /* noise: of the first term; base: its coordinates are scale times these, plus shifts */
  double scale, shift[MOST_TERMS][4];
};

typedef struct {
  burl__code_walk *w;
  burl__series *series;
  const int *uses; /* by node: how many read it */
  int owner;
} matcher;

static const burl__node *node_of(const matcher *m, int node) { return burl__walk_node(m->w, node); }

/* ---- Matching ------------------------------------------------------------------------------------- */

static int need(burl__series *s, int node) {
  for (int i = 0; i < s->need_count; i++)
    if (s->needs[i] == node) return 1;
  if (s->need_count == MOST_NEEDS) return 0;
  s->needs[s->need_count++] = node;
  return 1;
}

static int keep_column(burl__series *s, const int *nodes) {
  if (s->column_count == MOST_COLUMNS) return 0;
  memcpy(s->columns[s->column_count++].node, nodes, (size_t)s->count * sizeof *nodes);
  return 1;
}

static int are_same(const int *nodes, int count) {
  for (int i = 1; i < count; i++)
    if (nodes[i] != nodes[0]) return 0;
  return 1;
}

static int is_product(const matcher *m, int node) {
  return node_of(m, node)->op == OP_multiply_d && burl__is_fixed(m->w, burl__walk_argument(m->w, node, 1));
}

/* A coordinate as scale·base + shift, or as a multiple of that: of a noise whose own coordinates are. */
static int base_of(const matcher *m, int node, double *scale, double *shift) {
  *scale = 1;
  *shift = 0;
  const burl__node *n = node_of(m, node);
  if (is_product(m, node) && node_of(m, burl__walk_argument(m->w, node, 0))->op == OP_add_d) {
    const int sum = burl__walk_argument(m->w, node, 0);
    const double by = node_of(m, burl__walk_argument(m->w, node, 1))->value;
    const int base = base_of(m, sum, scale, shift);
    *scale *= by;
    *shift *= by;
    return base;
  }
  if (n->op == OP_add_d && burl__is_fixed(m->w, burl__walk_argument(m->w, node, 1))) {
    *shift = node_of(m, burl__walk_argument(m->w, node, 1))->value;
    node = burl__walk_argument(m->w, node, 0);
    n = node_of(m, node);
  }
  if (is_product(m, node)) {
    *scale = node_of(m, burl__walk_argument(m->w, node, 1))->value;
    node = burl__walk_argument(m->w, node, 0);
  }
  return node;
}

static int match_coordinates(matcher *m, const int *nodes) {
  burl__series *const s = m->series;
  for (int i = 0; i < s->count; i++)
    for (int a = 0; a < s->dims; a++) {
      double scale;
      const int base = base_of(m, burl__coordinate_of_noise(m->w->task->view, nodes[i], a), &scale, &s->shift[i][a]);
      if (i == 0) s->base[a] = base;
      if (i == 0 && a == 0) s->scale = scale;
      if (base != s->base[a] || scale != s->scale * (double)((uint64_t)1 << i) || !(s->scale > 0)) return 0;
      if (!need(s, base)) return 0;
    }
  return 1;
}

static int are_like_noises(const burl__noise *a, const burl__noise *b) {
  return a->dims == b->dims && a->offset == b->offset && a->jitter == b->jitter && a->flip == b->flip;
}

static int match_noises(matcher *m, const int *nodes) {
  burl__series *const s = m->series;
  const burl__noise *const first = node_of(m, nodes[0])->setup;
  if (s->noise >= 0 || first->varies) return 0;
  for (int i = 0; i < s->count; i++) {
    const burl__noise *const noise = node_of(m, nodes[i])->setup;
    if (burl__known_settings(m->w->e, noise) != burl__known_settings(m->w->e, first) || m->uses[nodes[i]] != 1 ||
        m->w->slopes[nodes[i]] || !are_like_noises(noise, first) || burl__is_bend(node_of(m, nodes[i])->op))
      return 0;
    for (int a = 0; a < noise->dims; a++)
      if (noise->period[a]) return 0;
  }
  s->noise = nodes[0];
  s->dims = first->dims;
  return match_coordinates(m, nodes);
}

/* Whether the nodes at one place of all terms can be one in a loop. */
static int match(matcher *m, const int *nodes, int depth) {
  burl__series *const s = m->series;
  const burl__node *const first = node_of(m, nodes[0]);
  if (are_same(nodes, s->count)) return burl__is_fixed(m->w, nodes[0]) || need(s, nodes[0]);
  for (int c = 0; c < s->column_count; c++)
    if (s->columns[c].node[0] == nodes[0])
      return memcmp(s->columns[c].node, nodes, (size_t)s->count * sizeof *nodes) == 0;
  for (int i = 0; i < s->count; i++) {
    const burl__node *const n = node_of(m, nodes[i]);
    if (n->op != first->op || n->arity != first->arity || n->type != BURL__FLOAT) return 0;
    if (n->op != BURL__CONSTANT && m->w->outline.owner[nodes[i]] != m->owner) return 0;
  }
  if (first->op == BURL__CONSTANT) return keep_column(s, nodes);
  if (burl__is_sampled(first->op)) return match_noises(m, nodes) && keep_column(s, nodes);
  if (first->op >= BURL__OP_COUNT || burl__operations[first->op].in != BURL__FLOAT || first->setup || depth == 0)
    return 0;
  for (int a = 0; a < first->arity; a++) {
    int arguments[MOST_TERMS];
    for (int i = 0; i < s->count; i++) arguments[i] = burl__walk_argument(m->w, nodes[i], a);
    if (first->op == OP_half_power && a == 1 && !are_same(arguments, s->count)) return 0;
    if (!match(m, arguments, depth - 1)) return 0;
  }
  return keep_column(s, nodes);
}

/* A series of these terms; NULL: they are not alike. */
static burl__series *match_terms(matcher *m, const int *terms, int count) {
  burl__series *const s = burl__walk_take(m->w, sizeof *s);
  if (!s) return NULL;
  *s = (burl__series){.count = count, .before = -1, .term = terms[0], .noise = -1};
  m->series = s;
  return match(m, terms, 8) && s->noise >= 0 ? s : NULL;
}

/* ---- Sums ----------------------------------------------------------------------------------------- */

/* The terms of a sum, from the first on, and by term the sum up to it; how many. */
static int terms_of(const matcher *m, int sum, int terms[MOST_TERMS], int sums[MOST_TERMS]) {
  int count = 0, node = sum;
  for (; count < MOST_TERMS - 1; count++) {
    const int is_root = node == sum;
    if (node_of(m, node)->op != OP_add_f || m->w->outline.owner[node] != m->owner || (!is_root && m->uses[node] != 1))
      break;
    terms[count] = burl__walk_argument(m->w, node, 1);
    sums[count] = node;
    node = burl__walk_argument(m->w, node, 0);
  }
  terms[count] = sums[count] = node;
  count++;
  for (int i = 0; i < count / 2; i++) {
    const int term = terms[i], up_to = sums[i];
    terms[i] = terms[count - 1 - i];
    sums[i] = sums[count - 1 - i];
    terms[count - 1 - i] = term;
    sums[count - 1 - i] = up_to;
  }
  if (count > 1 && burl__is_fixed(m->w, terms[1])) { /* the sum of both is the same with the number first */
    sums[0] = terms[1];
    terms[1] = terms[0];
    terms[0] = sums[0];
  }
  return count;
}

/* Notes the longest run of like terms in a sum, if it is long. */
static void find_run(matcher *m, int sum) {
  int terms[MOST_TERMS], sums[MOST_TERMS];
  m->owner = m->w->outline.owner[sum];
  const int count = terms_of(m, sum, terms, sums);
  for (int first = 0; first < count - FEW_OCTAVES; first++)
    for (int last = count; last > first + FEW_OCTAVES; last--) {
      burl__series *const s = match_terms(m, terms + first, last - first);
      if (!s) continue;
      s->before = first > 0 ? sums[first - 1] : -1;
      if (s->before >= 0 && !need(s, s->before)) continue;
      m->w->series[sums[last - 1]] = s;
      return;
    }
}

static int *count_uses(burl__code_walk *w) {
  const int count = (int)w->task->view->graph->count;
  int *const uses = burl__walk_take(w, ((size_t)count + 1) * sizeof *uses);
  for (int i = 0; i < count && uses; i++)
    for (int a = 0; w->outline.needed[i] && a < burl__walk_node(w, i)->arity; a++) uses[burl__walk_argument(w, i, a)]++;
  return uses;
}

static int count_noises(const burl__code_walk *w) {
  int noises = 0;
  for (int i = 0; i < (int)w->task->view->graph->count; i++)
    noises += w->outline.needed[i] && burl__is_sampled(burl__walk_node(w, i)->op);
  return noises;
}

int burl__find_series(burl__code_walk *w) {
  const int count = (int)w->task->view->graph->count, noises = count_noises(w);
  matcher m = {.w = w, .uses = count_uses(w)};
  w->series = burl__walk_take(w, ((size_t)count + 1) * sizeof *w->series);
  unsigned char *const is_inner = burl__walk_take(w, (size_t)count + 1); /* of a sum that goes on */
  if (!m.uses || !w->series || !is_inner) return 0;
  if (!burl__is_by_floats(w) || w->task->has_keys) return 1;
  for (int i = count - 1; i >= 0; i--) {
    if (!w->outline.needed[i] || burl__walk_node(w, i)->op != OP_add_f) continue;
    const int left = burl__walk_argument(w, i, 0);
    if (m.uses[left] == 1 && w->outline.owner[left] == w->outline.owner[i]) is_inner[left] = 1;
    if (!is_inner[i]) find_run(&m, i);
  }
  for (int i = 0; i < count; i++)
    if (w->series[i] && w->series[i]->count == noises) w->series[i] = NULL; /* the only noise */
  return !w->m->failed;
}

int burl__need_of_series(const burl__series *s, int i) { return i < s->need_count ? s->needs[i] : -1; }

/* ---- Loops ---------------------------------------------------------------------------------------- */

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

/* The numbers of a column of constants. */
static int number_of(burl__code_walk *w, const burl__series *s, const column *c, int counter) {
  float *const all = burl__walk_take(w, (size_t)s->count * sizeof *all);
  for (int i = 0; all && i < s->count; i++) all[i] = (float)burl__walk_node(w, c->node[i])->value;
  return all ? numbers(w, s, "factor", all, 1, counter) : BURL__NO_VALUE;
}

/* The noise of a turn at its point. */
static int noise_of(burl__code_walk *w, const burl__series *s, const column *c, int at, int counter) {
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

/* The value of a turn's term: each column behind what it is made of.  Nodes of the first term stand for those of all,
 * as long as the turn is made. */
static int term_of(burl__code_walk *w, burl__code_scope *scope, const burl__series *s, burl__place_of at, int counter) {
  burl__held outside[MOST_COLUMNS];
  const int shifted = burl__point_of_parts(w, burl__pair_plus(w, at, shift_of(w, s, counter)), s->dims);
  for (int c = 0; c < s->column_count; c++) {
    const int node = s->columns[c].node[0];
    const burl__node *const n = burl__walk_node(w, node);
    outside[c] = scope->nodes[node];
    scope->nodes[node] = n->op == BURL__CONSTANT   ? burl__as_value(number_of(w, s, &s->columns[c], counter))
                         : burl__is_sampled(n->op) ? burl__as_value(noise_of(w, s, &s->columns[c], shifted, counter))
                                                   : w->operation(w, scope, node);
  }
  const int value = burl__real_at(w, scope, s->term);
  for (int c = s->column_count - 1; c >= 0; c--) scope->nodes[s->columns[c].node[0]] = outside[c];
  return value;
}

/* Opens a loop over the terms that carries `count` values: its region, or −1. */
static int open_loop(burl__code_walk *w, const burl__series *s, int count, const int *entered) {
  static const char *const names[] = {"sum", "p", "by"};
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

burl__held burl__sum_of_series(burl__code_walk *w, burl__code_scope *scope, const burl__series *s) {
  burl__module *const m = w->m;
  const burl__held failed = burl__as_value(BURL__NO_VALUE);
  const int outer = m->block, start = s->before < 0 ? burl__real(m, 0) : burl__real_at(w, scope, s->before);
  const int point = burl__point_at(w, scope, s->base, s->dims);
  const burl__place_of from = burl__pair_scaled(w, burl__parts_of_point(w, point), s->scale);
  const int entered[] = {start, from.cell, from.fraction}, has_by = !burl__is_zero(w, from.fraction);
  if (start < 0 || from.cell < 0 || from.fraction < 0) return failed;
  const int count = 2 + has_by, region = open_loop(w, s, count, entered);
  if (region < 0) return failed;
  int carried[3] = {0};
  for (int k = 0; k < count; k++) carried[k] = burl__carried(m, region, k, 0, m->values[entered[k]].kind);
  burl__code_value v = {.form = VALUE_COUNTER, .kind = burl__kind_of(KIND_INT), .index = region, .name = "i"};
  const burl__place_of at = {carried[1], has_by ? carried[2] : from.fraction};
  const int term = term_of(w, scope, s, at, burl__keep_value(m, &v));
  const burl__place_of next = burl__pair_scaled(w, at, 2);
  const int left[] = {burl__binary(m, VALUE_PLUS, carried[0], term), next.cell, next.fraction};
  memcpy(m->regions[region].left, left, (size_t)count * sizeof *left);
  m->block = outer;
  if (term < 0 || burl__add_item(m, &(burl__code_item){.what = ITEM_REGION, .index = region}) < 0) return failed;
  burl__code_value result = {.form = VALUE_RESULT, .kind = burl__kind_of(KIND_REAL), .index = region};
  return burl__as_value(burl__keep_value(m, &result));
}
