/* The builder of equalise(e): the share of all space on which e is less.  While the recipe is compiled e is sampled all
 * over space, and the result is e through the curve that leads from levels of the sorted samples to the shares below
 * them.  Shares of n samples are right to about 0.9/√n (J. Kiefer and J. Wolfowitz, "On the deviations of the empiric
 * distribution function of vector chance variables", 1958).  The samples are of e at a point of its own, which no
 * scale, shift or warp around the call has moved, and lie in so many cells of e's coarsest noise, however large these
 * are: shares don't depend on how large what is equalised is drawn. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/order.h"
#include "program/build.h"
#include "program/curve.h"
#include "program/derive.h"
#include "program/period.h"
#include "program/scattered.h"

enum {
  KNOTS = CURVE_PIECES + 1,
  MOST_SAMPLES = 1 << 16,
  LEAST_SAMPLES = 1 << 12,
  FREE_WORK = 1 << 10, /* of a sample: e that takes more has fewer samples */
  MOST_REPEATED = 512  /* at most one of so many samples has the same value */
};
#define MOST_WORK (UINT64_C(1) << 29) /* of all samples of all calls */

/* What the levels of a call depend on. */
typedef struct {
  const burl__tree *of;
  const burl__scope *scope;
  uint64_t seed;
  double loop_period, round[4]; /* round: after what the point's coordinates come round, in a tile; 0: they don't */
  int dims, octave, elias_octave, loops;
} question;

/* Levels that are known already, and the work that they were. */
typedef struct {
  burl__link link;
  question of;
  double level[KNOTS];
} answer;
struct burl__levels {
  burl__links known;
  uint64_t work;
};

/* ---- What has no share --------------------------------------------------------------------------- */

typedef enum { ANYWHERE, BESIDE_NOISES } where;

/* Whether a node is what can't be equalised: a coordinate beside noises, or what isn't known of all space. */
static int has_no_share(const burl__node *node, where w) {
  if (w == BESIDE_NOISES) return node->op == BURL__COORDINATE;
  switch (node->op) {
  case BURL__STEP:
  case BURL__KNOB:
  case BURL__GATE:
  case BURL__FIELD:
  case BURL__READ:
  case BURL__DRAWN:
  case BURL__PICTURE: return 1;
  default: return 0;
  }
}

/* What repeats, as a noise does not, but like it has a share over any coordinates; the period. */
static int repeats(const burl__graph *g, const burl__node *node, double *period) {
  const burl__lap_rule rule = burl__lap_rule_of(node->op, period);
  if (rule != BURL__LAP_REMAINDER && rule != BURL__LAP_REDUCED) return rule == BURL__LAP_REPEATS;
  if (!burl__is_constant(g, node->argument[1])) return 0;
  return (*period = fabs(burl__value_of(g, node->argument[1]))) > 0;
}

/* How many of a node's arguments, the first ones, are coordinates of what has a share over them. */
static int shared_count(const burl__graph *g, const burl__node *node) {
  double period;
  if (node->op == OP_hash) return node->arity;
  return burl__is_sampled(node->op) ? ((const burl__noise *)node->setup)->dims : repeats(g, node, &period);
}

/* The last node without a share that `value` is made of; BURL__NONE: there is none, or memory is out, which is an
 * error. */
static int find_unshared(const burl__graph *g, int value, where w) {
  unsigned char *const reached = burl__allocate(&g->arena->allocator, (size_t)value + 1);
  int found = BURL__NONE;
  if (!reached) return burl__out_of_memory(g->error), BURL__NONE;
  memset(reached, 0, (size_t)value);
  reached[value] = 1;
  for (int i = value; i >= 0 && found < 0; i--) {
    const burl__node *const node = &g->nodes[i];
    if (!reached[i]) continue;
    if (has_no_share(node, w)) found = i;
    for (int a = w == BESIDE_NOISES ? shared_count(g, node) : 0; a < node->arity; a++) reached[node->argument[a]] = 1;
  }
  burl__release(&g->arena->allocator, reached);
  return found;
}

static int is_unknown(const burl__graph *g, int node) { return find_unshared(g, node, ANYWHERE) >= 0; }
static int is_endless(const burl__graph *g, int node) { return find_unshared(g, node, BESIDE_NOISES) >= 0; }

/* Fills the error of a call of what has no share; returns 0. */
static int fail_unshared(burl__call_site *site, int op, burl__span place) {
  burl_error *const error = site->graph->error;
  const char *message = "this is known over a grid alone, not over all space, of which equalise finds the shares";
  const char *hint = "equalise what it is of: blur(equalise(perlin()), radius: 1)";
  if (op == BURL__COORDINATE) {
    message = "this coordinate has no end, so that no share of space lies below what it is added to";
    hint =
        "equalise what is beside it: equalise(perlin()) + x; within noises, hash, fract, %, sin and cos it may stand";
  } else if (op == BURL__DRAWN) {
    message = "what is drawn has an end: equalise finds shares of all space";
    hint = "curve(e, x0, y0, …) leads through quantiles, which burl stats prints";
  } else if (op == BURL__PICTURE) {
    message = "an image has an end: equalise finds shares of all space";
    hint = "burl stats prints the image's quantiles, and curve(e, x0, y0, …) leads through them";
  } else if (op == BURL__KNOB) {
    message = "equalise samples this while the recipe is compiled";
    hint = "a knob around equalise may stay open";
  } else if (op == BURL__GATE || op == BURL__STEP) {
    message = "with octaves: auto this depends on the samples' distance, and so do its shares";
    hint = "a number of octaves: fbm(perlin(), octaves: 8)";
  }
  burl__fail(error, BURL_RECIPE, place, "%s", message);
  burl__hint(error, "%s", hint);
  return 0;
}

/* ---- The point that is sampled -------------------------------------------------------------------- */

/* The call's argument over all space, in a graph of its own. */
typedef struct {
  burl__arena arena;
  burl__graph graph;
  burl__expander expander;
  burl__code_wishes wishes;
  burl__point point;
  int node;
} survey;

static int ask(burl__call_site *site, question *q) {
  const burl__point *const point = site->point;
  memset(q, 0, sizeof *q); /* padding too: it is compared byte by byte */
  q->of = site->positional[0];
  q->scope = site->scope;
  q->seed = point->seed;
  q->dims = point->dims;
  q->octave = point->octave;
  q->elias_octave = point->elias_octave;
  q->loops = point->loop != BURL__NONE;
  q->loop_period = q->loops ? point->loop_period : 0;
  for (int a = 0; a < q->dims; a++)
    if (!burl__lap_round(site->graph, &site->graph->nodes[point->coordinate[a]], &q->round[a])) return 0;
  return 1;
}

/* The recipe's own point, of as many dimensions as the call's, and in a tile as that is. */
static int place_point(survey *s, const question *q) {
  burl__graph *const g = &s->graph;
  burl__point *const p = &s->point;
  *p = (burl__point){.dims = q->dims,
                     .seed = q->seed,
                     .octave = q->octave,
                     .elias_octave = q->elias_octave,
                     .loop = BURL__NONE,
                     .ground = BURL__NONE,
                     .instance = BURL__NONE};
  for (int a = 0; a < q->dims; a++)
    if ((p->coordinate[a] = burl__coordinate(g, a)) < 0) return 0;
  if ((p->time = burl__coordinate(g, 4)) < 0) return 0;
  for (int a = 0; a < q->dims; a++)
    if (q->round[a] > 0 && (p->coordinate[a] = burl__reduced(g, p->coordinate[a], a, q->round[a])) < 0) return 0;
  if (!q->loops) return 1;
  p->loop_period = q->loop_period;
  return (p->loop = burl__looped(g, p->time, q->loop_period)) >= 0;
}

static void open_survey(survey *s, const burl__call_site *site) {
  const burl__expander *const e = site->expander;
  burl__arena_open(&s->arena, e->scratch->allocator);
  burl__graph_open(&s->graph, &s->arena, site->graph->error);
  memcpy(s->graph.reaching, site->graph->reaching, sizeof s->graph.reaching);
  s->graph.place = site->tree->place;
  s->graph.tile = site->graph->tile;
  memcpy(s->graph.periods, site->graph->periods, sizeof s->graph.periods);
  s->expander = *e;
  s->expander.graph = &s->graph;
  s->expander.dims = site->point->dims;
  s->expander.points = s->expander.expansions = (burl__links){0};
  s->expander.shells = NULL;
  s->expander.findings = NULL;
  s->expander.spacer = NULL;
  s->expander.scaled = NULL;
  if (!e->wishes) return;
  s->wishes = *e->wishes;
  s->wishes.named = NULL;
  s->wishes.named_count = 0;
  s->expander.wishes = &s->wishes;
}

static void close_survey(survey *s, burl__call_site *site) {
  site->expander->scopes = s->expander.scopes; /* the same ones, and perhaps more */
  burl__graph_close(&s->graph);
  burl__arena_close(&s->arena);
}

/* Expands the argument at the point; 0 with the error filled. */
static int expand_survey(survey *s, burl__call_site *site, const question *q) {
  const burl__tree *const tree = site->positional[0];
  if (!place_point(s, q) || !(s->expander.own_point = burl__keep_point(&s->expander, &s->point))) return 0;
  const burl__value value = burl__expand(&s->expander, tree, site->scope, s->expander.own_point);
  if (value.channels != 1 || (s->node = burl__convert(&s->graph, value.node[0], BURL__FLOAT)) < 0) return 0;
  const int unshared = find_unshared(&s->graph, s->node, BESIDE_NOISES);
  if (unshared >= 0)
    return fail_unshared(site, BURL__COORDINATE,
                         burl__place_where(&s->expander, tree, site->scope, &s->point, is_endless));
  return s->graph.error->status == BURL_OK;
}

/* ---- Samples -------------------------------------------------------------------------------------- */

/* The nodes that are computed for a sample; NULL: out of memory. */
static unsigned char *mark_computed(survey *s) {
  unsigned char *const computed = burl__arena_take(&s->arena, (size_t)s->node + 1);
  if (!computed) return burl__out_of_memory(s->graph.error), NULL;
  computed[s->node] = 1;
  for (int i = s->node; i >= 0; i--)
    for (int a = 0; computed[i] && a < s->graph.nodes[i].arity; a++) computed[s->graph.nodes[i].argument[a]] = 1;
  return computed;
}

/* What a sample costs, in units of an operation on a number. */
static uint64_t work_of(const survey *s, const unsigned char *computed) {
  uint64_t work = 0;
  for (int i = 0; i <= s->node; i++) {
    const burl__node *const node = &s->graph.nodes[i];
    if (computed[i]) work += burl__is_sampled(node->op) ? 4u << ((const burl__noise *)node->setup)->dims : 1u;
  }
  return work;
}

/* How many cells, or periods, a unit along the deriver's axis takes at most; INFINITY: failed. */
static double cells_along(burl__deriver *by, const int *coordinate, int count, double period) {
  double most = 0;
  for (int i = 0; i < count; i++) {
    const int slope = burl__deriver_slope(by, coordinate[i]);
    if (slope < 0) return INFINITY;
    const burl_range r = by->graph->nodes[slope].range;
    most = fmax(most, fmax(fabs(r.lo), fabs(r.hi)) / period);
  }
  return most;
}

/* How far samples go along an axis: over so many cells of the coarsest noise, or periods; rounded to a power of two, so
 * that the last bits of bounds don't matter. */
static int extent_along(survey *s, const unsigned char *computed, int axis, double cells, double *extent) {
  double coarsest = INFINITY;
  int exponent;
  burl__deriver by;
  if (!burl__deriver_open(&by, &s->graph, &s->arena, burl__coordinate(&s->graph, axis))) return 0;
  for (int i = 0; i <= s->node; i++) {
    const burl__node node = s->graph.nodes[i]; /* a copy: nodes are added */
    double period = 1;
    if (!computed[i] || !(node.axes >> axis & 1u)) continue;
    if (!burl__is_sampled(node.op) && !repeats(&s->graph, &node, &period)) continue;
    const double along = cells_along(&by, node.argument, shared_count(&s->graph, &node), period);
    if (along > 0) coarsest = fmin(coarsest, along);
  }
  enum { MOST_EXPONENT = 64 };
  frexp(isfinite(coarsest) ? coarsest : 1, &exponent);
  exponent = exponent > MOST_EXPONENT ? MOST_EXPONENT : exponent < -MOST_EXPONENT ? -MOST_EXPONENT : exponent;
  *extent = ldexp(cells, 1 - exponent);
  return s->graph.error->status == BURL_OK;
}

static int find_extents(survey *s, const unsigned char *computed, double extent[5]) {
  const unsigned axes = s->graph.nodes[s->node].axes;
  const double cells = axes & (axes - 1) ? 4096 : MOST_SAMPLES; /* along a single axis each sample has its own */
  for (int axis = 0; axis < 5; axis++) {
    extent[axis] = 1;
    if (axes >> axis & 1u && !extent_along(s, computed, axis, cells, &extent[axis])) return 0;
  }
  return 1;
}

/* ---- Sorting -------------------------------------------------------------------------------------- */

/* Sorts the keys, byte by byte from the lowest, by way of `other`, which is as long. */
static void sort_keys(uint32_t *keys, uint32_t *other, int count) {
  for (int shift = 0; shift < 32; shift += 8) {
    int begin[257] = {0};
    for (int i = 0; i < count; i++) begin[(keys[i] >> shift & 255u) + 1]++;
    for (int i = 0; i < 256; i++) begin[i + 1] += begin[i];
    for (int i = 0; i < count; i++) other[begin[keys[i] >> shift & 255u]++] = keys[i];
    uint32_t *const sorted = other;
    other = keys;
    keys = sorted;
  }
}

/* ---- Levels --------------------------------------------------------------------------------------- */

/* Fills the error of values of which so many of all samples are no use; returns 0. */
static int fail_values(burl__call_site *site, int some, int all, const char *what, const char *hint) {
  const double percent = 100.0 * some / all;
  char share[32];
  snprintf(share, sizeof share, percent < 1 ? "%.2f" : "%.0f", percent);
  burl__set_decimal_point(share);
  burl__fail(site->graph->error, BURL_RECIPE, site->positional[0]->place, "%s %% of this is %s", share, what);
  burl__hint(site->graph->error, "%s", hint);
  return 0;
}

static int fail_repeated(burl__call_site *site, int some, int all, double value) {
  char number[32], what[64];
  snprintf(number, sizeof number, "%.6g", value);
  burl__set_decimal_point(number);
  snprintf(what, sizeof what, "%s: nothing tells their order", number);
  return fail_values(site, some, all, what, "equalise what varies, and step it then: max(equalise(perlin()), 0.4)");
}

/* Whether shares can be told by the sorted values: all are finite, and hardly any are the same. */
static int are_apart(burl__call_site *site, const float *sorted, int count) {
  static const float most = 1e38f;
  int endless = 0, longest = 0, last = 0;
  for (int i = 0, run = 0; i < count; i++) {
    endless += !(sorted[i] >= -most && sorted[i] <= most);
    run = i > 0 && sorted[i] == sorted[i - 1] ? run + 1 : 1;
    if (run > longest) longest = run, last = i;
  }
  if (endless)
    return fail_values(site, endless, count, "no number, or infinite",
                       "roots, logarithms and quotients have limits: sqrt(max(e, 0)), log(max(e, 1e-6))");
  return longest <= count / MOST_REPEATED || fail_repeated(site, longest, count, (double)sorted[last]);
}

/* The shares at the knots, sin²(π·k/64): close to each other at both ends, where the curve of shares bends most.  By
 * the recurrence of Chebyshev's polynomials. */
static void fill_shares(double share[KNOTS]) {
  const double cosine = 0.99518472667219688624; /* of π/32 */
  double before = cosine, here = 1;
  for (int k = 0; k < KNOTS; k++) {
    const double next = 2 * cosine * here - before;
    share[k] = k + 1 < KNOTS ? (1 - here) / 2 : 1;
    before = here, here = next;
  }
}

static int find_levels(survey *s, burl__call_site *site, int count, double level[KNOTS]) {
  double extent[5], share[KNOTS];
  const unsigned char *const computed = mark_computed(s);
  float *const samples = burl__arena_block(&s->arena, (size_t)count * sizeof *samples);
  uint32_t *const keys = burl__arena_block(&s->arena, 2 * (size_t)count * sizeof *keys);
  if (!computed || !samples || !keys) return burl__out_of_memory(s->graph.error), 0;
  if (!find_extents(s, computed, extent)) return 0;
  if (!burl__sample_scattered(&s->graph, s->node, s->expander.kernels, extent, count, samples))
    return burl__out_of_memory(s->graph.error), 0;
  for (int i = 0; i < count; i++) keys[i] = burl__key_of_float(samples[i]);
  sort_keys(keys, keys + count, count);
  for (int i = 0; i < count; i++) samples[i] = burl__float_of_key(keys[i]);
  if (!are_apart(site, samples, count)) return 0;
  fill_shares(share);
  for (int k = 0; k < KNOTS; k++) level[k] = (double)samples[(int)(share[k] * (count - 1) + 0.5)];
  return 1;
}

/* How many samples are taken; 0 with the error filled: all calls together would take too many. */
static int sample_count(burl__call_site *site, uint64_t work) {
  uint64_t *const spent = &site->expander->levels->work;
  int count = MOST_SAMPLES;
  while (count > LEAST_SAMPLES && (uint64_t)count * work > (uint64_t)MOST_SAMPLES * FREE_WORK) count /= 2;
  *spent += (uint64_t)count * work;
  if (*spent <= MOST_WORK) return count;
  burl__fail(site->graph->error, BURL_LIMIT, site->tree->place, "equalise would take too many samples of this");
  burl__hint(site->graph->error, "of fewer octaves, or fewer of it: what is equalised alike is sampled once");
  return 0;
}

static int answer_question(burl__call_site *site, const question *q, double level[KNOTS]) {
  survey s;
  open_survey(&s, site);
  int done = expand_survey(&s, site, q);
  const unsigned char *const computed = done ? mark_computed(&s) : NULL;
  const int count = computed ? sample_count(site, work_of(&s, computed)) : 0;
  done = count && find_levels(&s, site, count, level);
  close_survey(&s, site);
  return done;
}

static uint64_t hash_question(const question *q) {
  uint64_t hash = burl__hash_more(q->seed, (uint64_t)(uintptr_t)q->scope);
  return burl__hash_more(hash, (uint64_t)(uintptr_t)q->of);
}

/* The levels at the knots; NULL: failed. */
static const double *levels_of(burl__call_site *site) {
  burl__expander *const e = site->expander;
  question q;
  double level[KNOTS];
  if (!e->levels && !(e->levels = burl__arena_take(e->scratch, sizeof *e->levels)))
    return burl__out_of_memory(site->graph->error), NULL;
  if (!ask(site, &q)) return NULL;
  const uint64_t hash = hash_question(&q);
  for (burl__link *l = burl__links_first(&e->levels->known, hash); l; l = l->next)
    if (l->hash == hash && memcmp(&((answer *)l)->of, &q, sizeof q) == 0) return ((answer *)l)->level;
  if (!answer_question(site, &q, level)) return NULL;
  answer *const kept = burl__links_add(&e->levels->known, e->scratch, hash, sizeof *kept);
  if (!kept) return burl__out_of_memory(site->graph->error), NULL;
  kept->of = q;
  memcpy(kept->level, level, sizeof level);
  return kept->level;
}

burl__value burl__build_equalise(burl__call_site *site) {
  burl__graph *const g = site->graph;
  const int e = burl__convert(g, burl__argument_number(site, 0), BURL__FLOAT);
  const int unknown = e < 0 ? BURL__NONE : find_unshared(g, e, ANYWHERE);
  if (unknown >= 0)
    fail_unshared(site, g->nodes[unknown].op,
                  burl__place_where(site->expander, site->positional[0], site->scope, site->point, is_unknown));
  const double *const level = e < 0 || g->error->status != BURL_OK ? NULL : levels_of(site);
  if (!level) return burl__failed();
  double share[KNOTS];
  fill_shares(share);
  burl__curve curve;
  burl__curve_through_knots(&curve, level, share);
  const int through = burl__curve_node(g, e, &curve);
  return burl__number(burl__make3(g, OP_clamp_f, through, burl__literal(g, 0), burl__literal(g, 1)));
}
