/* Sums of octaves as loops, in lean text: terms of a sum that differ in numbers alone, each of a noise at twice the
 * scale of the one before it, become turns over constant arrays of these numbers.  A driver compiles a loop many times
 * sooner than the calls that it stands for, and runs it slower: so a few octaves are calls, and those of the only noise
 * of a text. */
#include <string.h>

#include "code/walk/series.h"

/* DEEPEST: operations within one another; MOST_LIKES: terms that are tried to stand for all. */
enum { FEW_OCTAVES = 4, DEEPEST = 8, MOST_LIKES = 3 };

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

/* Notes a number of all terms.  0: it is also one that differs, in the term that stands for all. */
static int keep_fixed(burl__series *s, int node) {
  for (int c = 0; c < s->column_count; c++)
    if (s->columns[c].node[s->like] == node) return 0;
  for (int i = 0; i < s->fixed_count; i++)
    if (s->fixed[i] == node) return 1;
  if (s->fixed_count == MOST_NEEDS) return 0;
  s->fixed[s->fixed_count++] = node;
  return 1;
}

static int keep_column(burl__series *s, const int *nodes) {
  for (int i = 0; i < s->fixed_count; i++)
    if (s->fixed[i] == nodes[s->like]) return 0;
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

int burl__are_doubling(const burl__code_walk *w, const burl__series *s, const burl__column *c) {
  const double first = burl__walk_node(w, c->node[0])->value;
  for (int i = 1; i < s->count; i++)
    if ((float)burl__walk_node(w, c->node[i])->value != (float)(first * (double)((uint64_t)1 << i))) return 0;
  return first > 0;
}

/* Whether the nodes at one place of all terms can be one in a loop. */
static int match(matcher *m, const int *nodes, int depth) {
  burl__series *const s = m->series;
  const burl__node *const first = node_of(m, nodes[0]);
  if (are_same(nodes, s->count)) return burl__is_fixed(m->w, nodes[0]) ? keep_fixed(s, nodes[0]) : need(s, nodes[0]);
  for (int c = 0; c < s->column_count; c++)
    if (s->columns[c].node[s->like] == nodes[s->like])
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

/* The factor by which an automatic octave fades (program/spacing.c); −1: it has none. */
static int weight_of(const matcher *m, int term) {
  const burl__node *const n = node_of(m, term);
  const burl__graph *const g = m->w->task->view->graph;
  for (int a = 0; n->op == OP_multiply_f && a < 2; a++) {
    const burl__node *const factor = &g->nodes[n->argument[a]];
    if (factor->op == BURL__ALIAS && factor->value == BURL__STILL) return burl__walk_argument(m->w, term, a);
  }
  return -1;
}

/* Matches the weights of terms, in front of the rest; where spacings double from term to term, all terms are 0 behind
 * one that is. */
static int match_weights(matcher *m, const int *terms) {
  burl__series *const s = m->series;
  int weights[MOST_TERMS];
  for (int i = 0; i < s->count; i++)
    if ((weights[i] = weight_of(m, terms[i])) < 0) return i == 0;
  if (are_same(weights, s->count)) return 1;
  if (!match(m, weights, DEEPEST)) return 0;
  s->fading = s->column_count;
  s->weight = weights[s->like];
  for (int c = 0; c < s->column_count; c++)
    if (node_of(m, s->columns[c].node[0])->op == BURL__CONSTANT && !burl__are_doubling(m->w, s, &s->columns[c]))
      s->fading = 0;
  return 1;
}

static void note_doubling(burl__code_walk *w, burl__series *s) {
  for (int c = 0; c < s->column_count; c++)
    s->doubles |=
        burl__walk_node(w, s->columns[c].node[0])->op == BURL__CONSTANT && burl__are_doubling(w, s, &s->columns[c]);
}

/* A series of these terms, like one of them whose numbers are told apart; NULL: they are not alike. */
static burl__series *match_terms(matcher *m, const int *terms, int count) {
  burl__series *const s = burl__walk_take(m->w, sizeof *s);
  for (int like = 0; s && like < MOST_LIKES && like < count; like++) {
    *s = (burl__series){.count = count, .before = -1, .like = like, .term = terms[like], .noise = -1};
    m->series = s;
    if (!match_weights(m, terms) || !match(m, terms, DEEPEST) || s->noise < 0) continue;
    note_doubling(m->w, s);
    return s;
  }
  return NULL;
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
