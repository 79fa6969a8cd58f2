/* Builders of fractal sums: an expression is evaluated once for each octave, and the octaves are
 * added up.
 *
 * Sources: F. K. Musgrave, "Methods for realistic landscape imaging", 1993 (ridged, hybrid and
 * heterogeneous multifractals); K. Perlin, "An image synthesizer", 1985 (turbulence). */
#include <float.h>
#include <math.h>

#include "base/seed.h"
#include "program/build.h"
#include "program/notes.h"
#include "program/spacing.h"

enum { MOST_OCTAVES = BURL__MOST_OCTAVES, AUTO_OCTAVES = 16 };

typedef struct {
  int count, automatic, normalise, same_seed;
  double last;           /* the weight of the last octave, in (0, 1]: below 1 if their number is fractional */
  double lacunarity, at; /* at: the frequency of the first octave */
  int gain;              /* a node */
  int amplitude[MOST_OCTAVES], total; /* nodes: gain^i, and Σ |gain^i| */
  int share[MOST_OCTAVES];            /* the octaves' factors in the sum: see fill_shares */
  burl__spacer *spacer;               /* if automatic */
} octaves;

/* An octave: its value, and, of an automatic number of them, how it fades. */
typedef struct {
  int value;
  burl__fade fade;
} octave;
static const burl__fade unfaded = {BURL__NONE, NULL};

static int read_octaves(burl__call_site *site, octaves *o) {
  double count = 0.0, normalise, same_seed;
  const unsigned others = site->expander->reads;
  site->expander->reads = 0;
  const int known = burl__option_auto(site, "octaves", &count, &o->automatic);
  const int by_knob = site->expander->reads & BURL__READS_KNOB;
  site->expander->reads |= others;
  if (!known || !burl__option(site, "lacunarity", &o->lacunarity) || !burl__option(site, "at", &o->at) ||
      !burl__option(site, "normalise", &normalise) || !burl__option(site, "same_seed", &same_seed) ||
      (o->gain = burl__option_varying(site, "gain")) < 0)
    return 0;
  if (!burl__is_constant(site->graph, o->gain) && (o->gain = burl__convert(site->graph, o->gain, BURL__FLOAT)) < 0)
    return 0;
  if (o->automatic) site->expander->reads |= BURL__READS_POINT; /* the octaves are chosen by it */
  o->count = o->automatic ? AUTO_OCTAVES : (int)ceil(count);
  o->last = o->automatic ? 1.0 : count - (o->count - 1);
  o->normalise = normalise != 0.0;
  o->same_seed = same_seed != 0.0;
  const int is_one = o->count == 1 && !by_knob;
  burl__judge_option(site, "gain", !is_one, "makes no difference: it has one octave");
  burl__judge_option(site, "lacunarity", !is_one, "makes no difference: it has one octave");
  burl__judge_option(site, "normalise", !is_one || o->last < 1.0, "makes no difference: it has one octave");
  burl__judge_option(site, "same_seed", !is_one, "makes no difference: it has one octave");
  return 1;
}

/* aᵢ = gainⁱ, the last one times its weight, and Σ |aᵢ|. */
static int fill_amplitudes(burl__graph *g, octaves *o) {
  o->total = burl__literal(g, 0.0);
  int power = burl__literal(g, 1.0);
  for (int i = 0; i < o->count; i++) {
    if (i > 0) power = burl__make2(g, OP_multiply_f, power, o->gain);
    const int last = i + 1 == o->count && o->last < 1.0;
    o->amplitude[i] = last ? burl__make2(g, OP_multiply_f, power, burl__literal(g, o->last)) : power;
    o->total = burl__make2(g, OP_add_f, o->total, burl__make1(g, OP_abs_f, o->amplitude[i]));
    if (o->total < 0) return 0;
  }
  return 1;
}

static int open_octaves(burl__call_site *site, octaves *o) {
  if (!read_octaves(site, o) || !fill_amplitudes(site->graph, o)) return 0;
  return !o->automatic || (o->spacer = burl__spacer_of(site->expander));
}

/* Whether octaves: auto leaves out an octave whatever the spacing, as its amplitude is
 * negligible. */
static int is_negligible(const burl__graph *g, const octaves *o, int i) {
  return o->automatic && burl__is_constant(g, o->amplitude[i]) &&
         fabs(burl__value_of(g, o->amplitude[i])) < 1.0 / 131072.0;
}

/* Whether an octave is left out where the grid is too coarse: the first never is. */
static int fades(const burl__graph *g, const octaves *o, int i) {
  return o->automatic && i > 0 && !is_negligible(g, o, i);
}

/* Adds what an octave reads: where it is moved by its seed, that too.  Notes octaves that are all the same. */
static void note_octave(burl__call_site *site, unsigned reads, int reseeded) {
  site->expander->reads |= reads | (reseeded && reads & BURL__READS_POINT ? BURL__READS_SEED : 0);
  burl_error *const note =
      burl__judge(site->expander, site->tree, (reads & (BURL__READS_POINT | BURL__READS_SEED)) != 0);
  if (!note) return;
  burl__fail(note, BURL_OK, site->tree->place,
             "the octaves of this %s are all the same: what it is of is the same everywhere", site->entry->name);
  burl__hint(note, "octaves are of a noise: %s(perlin())", site->entry->name);
}

/* The argument at octave i, as float: at a point scaled by the frequency and, from the second
 * octave on and unless all have the same seed, with a seed of its own and moved by a fraction of a
 * cell that follows from it. */
static octave octave_at(burl__call_site *site, octaves *o, int i, double frequency) {
  const octave failed = {BURL__NONE, unfaded};
  burl__graph *const g = site->graph;
  burl__point inner = *site->point;
  const int reseeded = i > 0 && !o->same_seed;
  inner.inside = site->entry->name;
  inner.octave = i;
  inner.elias_octave = o->same_seed ? 0 : i;
  if (reseeded) inner.seed = burl__seed_octave(inner.seed, i);
  for (int axis = 0; axis < inner.dims; axis++) {
    int to = inner.coordinate[axis];
    if (frequency != 1.0) to = burl__make2(g, OP_multiply_f, to, burl__literal(g, frequency));
    if (reseeded) to = burl__make2(g, OP_add_f, to, burl__literal(g, burl__seed_shift(inner.seed, axis)));
    if ((inner.coordinate[axis] = burl__convert(g, to, BURL__DOUBLE)) < 0) return failed;
  }
  unsigned reads;
  const burl__value value = burl__expand_apart(site->expander, site->positional[0], site->scope, &inner, &reads);
  note_octave(site, reads, reseeded);
  if (value.channels > 1)
    burl__fail_at(site, site->positional[0]->place, "octaves of numbers, not of colours", BURL__HINT_NUMBER);
  if (value.channels != 1) return failed;
  const int wide = g->nodes[value.node[0]].type == BURL__DOUBLE;
  octave made = failed;
  made.value = wide ? burl__convert(g, value.node[0], BURL__FLOAT) : value.node[0];
  if (fades(g, o, i) && made.value >= 0)
    made.fade = burl__spacer_fade(o->spacer, value.node[0], inner.coordinate, inner.dims);
  return made;
}

static void widen(burl_range *r, burl_range by) {
  *r = (burl_range){fmin(r->lo, by.lo), fmax(r->hi, by.hi), r->may_be_nan | by.may_be_nan};
}

/* Widens the bounds of a sum of automatic octaves, which depend on the gates, by those of the sum
 * of all. */
static int widen_by_bounds_of(burl__graph *g, int sum, int all) {
  if (sum < 0 || all < 0 || sum == all) return sum < 0 || all < 0 ? BURL__NONE : sum;
  widen(&g->nodes[sum].range, g->nodes[all].range);
  return sum;
}

/* The range of what the amplitude is multiplied with in a term of the sum: of the product's other
 * factor, or, where the amplitude is a constant, which need not be a factor, of the term divided by
 * it. */
static burl_range range_over_amplitude(const burl__graph *g, int part, int amplitude) {
  const burl__node *const p = &g->nodes[part];
  if (!burl__is_constant(g, amplitude)) return g->nodes[p->argument[p->argument[0] == amplitude]].range;
  const double a = burl__value_of(g, amplitude);
  return (burl_range){p->range.lo / a, p->range.hi / a, 0};
}

/* Where the amplitudes vary, Σ aᵢ·vᵢ / Σ |aᵢ| is a weighted mean of the vᵢ (of 2·vᵢ − 1 where it is
 * centred), so that it has their bounds, `of`.  Interval arithmetic, for which numerator and
 * denominator are independent, does not see that.
 *
 * Rounding: with u half an ulp of float, the n products and sums are off by n·u times the magnitude
 * of all that is added up, the total by n·u times itself, the quotient by u.  The bounds are
 * widened by more than these together, and by FLT_MIN for subnormal results, as the total is at
 * least 1. */
static void bound_mean(burl__graph *g, const octaves *o, int mean, burl_range of, int centred) {
  const double largest = fmax(fabs(of.lo), fabs(of.hi)), added = centred ? 1 + 2 * largest : largest;
  if (!(added * g->nodes[o->total].range.hi < 0.5 * (double)FLT_MAX)) return; /* overflow */
  double lo = centred ? 2 * of.lo - 1 : of.lo, hi = centred ? 2 * of.hi - 1 : of.hi;
  const double most = fmax(fabs(lo), fabs(hi));
  for (int i = 0; i < o->count; i++) {
    const int negative = g->nodes[o->amplitude[i]].range.lo < 0;
    /* gates leave automatic octaves out of the sum, but not out of the total */
    lo = negative ? -most : o->automatic ? fmin(lo, 0) : lo;
    hi = negative ? most : o->automatic ? fmax(hi, 0) : hi;
  }
  const double by = (o->count * (centred ? 2 : 1) + 2) * (double)FLT_EPSILON * added + (double)FLT_MIN;
  burl_range *const r = &g->nodes[mean].range;
  *r = (burl_range){fmax(r->lo, lo - by), fmin(r->hi, hi + by), r->may_be_nan};
}

/* sum + part; with automatic octaves as much of the part as the grid's spacing shows of its octave. */
static int add_faded(burl__graph *g, int sum, int part, burl__fade fade) {
  const int whole = burl__make2(g, OP_add_f, sum, part);
  if (!fade.spacing) return whole;
  const int faded = burl__make2(g, OP_add_f, sum, burl__make2(g, OP_multiply_f, part, fade.weight));
  return burl__gate(g, sum, whole, faded, fade.spacing);
}

/* The term that a sum adds for an octave: a function of its value e, times its amplitude. */
typedef int term(burl__call_site *site, int e, int amplitude);

/* The octaves' factors in the sum: where the total is constant, a normalised sum's amplitudes are
 * divided by it here, and the sum needn't be.  Whether they are. */
static int fill_shares(burl__graph *g, octaves *o) {
  const int divided = o->normalise && burl__is_constant(g, o->total);
  for (int i = 0; i < o->count; i++)
    o->share[i] = divided ? burl__make2(g, OP_divide_f, o->amplitude[i], o->total) : o->amplitude[i];
  return divided;
}

/* A sum over octaves: of as much as the grid's spacing shows, and of all. */
typedef struct {
  int shown, all;
} octave_sum;

/* Whether burl_options asks for an octave. */
static int is_wanted(const burl__call_site *site, int i) {
  return i >= site->expander->octave_begin && i < site->expander->octave_end;
}

/* Notes the octaves of the first sum, for burl_octave_at. */
static void note_octaves(burl__call_site *site, const octaves *o) {
  burl__findings *const f = site->expander->findings;
  const burl__graph *const g = site->graph;
  if (!f || f->octaves_of) return;
  f->octaves_of = site->tree;
  f->octave_count = o->count;
  double frequency = o->at;
  for (int i = 0; i < o->count; i++, frequency *= o->lacunarity) {
    const uint64_t seed = burl__seed_octave(site->point->seed, i);
    const int is_constant = o->share[i] >= 0 && burl__is_constant(g, o->share[i]); /* below 0: memory is out */
    f->octaves[i] = (burl_octave){frequency, is_constant ? burl__value_of(g, o->share[i]) : NAN, {0}};
    for (int axis = 0; axis < site->point->dims && i > 0 && !o->same_seed; axis++)
      f->octaves[i].shift[axis] = burl__seed_shift(seed, axis);
  }
}

/* −Σ aᵢ. */
static octave_sum negated_total(burl__call_site *site, octaves *o) {
  burl__graph *const g = site->graph;
  const int zero = burl__constant(g, 0.0, BURL__FLOAT);
  octave_sum sum = {zero, zero};
  double frequency = o->at;
  for (int i = 0; i < o->count; i++, frequency *= o->lacunarity) {
    if (!is_wanted(site, i)) continue;
    const int part = burl__make1(g, OP_negate_f, o->share[i]);
    sum.all = burl__make2(g, OP_add_f, sum.all, part);
    if (is_negligible(g, o, i)) continue;
    const burl__fade fade = fades(g, o, i) ? octave_at(site, o, i, frequency).fade : unfaded;
    if ((sum.shown = add_faded(g, sum.shown, part, fade)) < 0) break;
  }
  return sum;
}

/* Σ aᵢ·term(eᵢ), divided by Σ |aᵢ| if it is normalised.  centred: Σ aᵢ·(2·term(eᵢ) − 1), for terms
 * in [0, 1], computed as −Σ aᵢ + Σ 2aᵢ·term(eᵢ). */
static burl__value sum_octaves(burl__call_site *site, octaves *o, term *of, int centred) {
  burl__graph *const g = site->graph;
  const int divided = fill_shares(g, o), to_divide = o->normalise && !divided;
  burl_range of_all = {INFINITY, -INFINITY, 0};
  octave_sum sum = {BURL__NONE, BURL__NONE};
  note_octaves(site, o);
  if (centred) sum = negated_total(site, o);
  double frequency = o->at;
  for (int i = 0; i < o->count; i++, frequency *= o->lacunarity) {
    if (!is_wanted(site, i)) continue;
    const octave e = octave_at(site, o, i, frequency);
    const int amplitude = centred ? burl__make2(g, OP_multiply_f, o->share[i], burl__literal(g, 2.0)) : o->share[i];
    const int part = e.value < 0 || amplitude < 0 ? BURL__NONE : of(site, e.value, amplitude);
    if (to_divide && part >= 0) widen(&of_all, range_over_amplitude(g, part, amplitude));
    const int is_first = sum.all < 0;
    sum.all = is_first ? part : burl__make2(g, OP_add_f, sum.all, part);
    if (is_first) sum.shown = part;
    else if (!is_negligible(g, o, i)) sum.shown = add_faded(g, sum.shown, part, e.fade);
    if (sum.shown < 0 || sum.all < 0) return burl__failed();
  }
  if (sum.all < 0) sum.shown = sum.all = burl__literal(g, 0.0); /* none is wanted */
  sum.shown = widen_by_bounds_of(g, sum.shown, sum.all);
  if (!to_divide) return burl__number(sum.shown);
  const int mean = burl__make2(g, OP_divide_f, sum.shown, o->total);
  if (mean >= 0) bound_mean(g, o, mean, of_all, centred);
  return burl__number(mean);
}

static burl__value sum_of(burl__call_site *site, term *of, int centred) {
  octaves o;
  return open_octaves(site, &o) ? sum_octaves(site, &o, of, centred) : burl__failed();
}

/* ---- Sums --------------------------------------------------------------------------------------- */

static int value_term(burl__call_site *site, int e, int amplitude) { return burl__scaled(site->graph, e, amplitude); }

/* |e|·a; as |e·a| where the factor can be put into a noise's setup. */
static int magnitude_term(burl__call_site *site, int e, int amplitude) {
  burl__graph *const g = site->graph;
  if (burl__can_be_scaled(g, e, amplitude) && burl__value_of(g, amplitude) >= 0.0)
    return burl__make1(g, OP_abs_f, burl__scaled(g, e, amplitude));
  return burl__make2(g, OP_multiply_f, burl__make1(g, OP_abs_f, e), amplitude);
}

/* (offset − |e|)^s·a as (r·offset − |r·e|)^s with r = a^(1/s); for noises, whose setup takes the factor r. */
static int scaled_ridge(burl__call_site *site, int offset, int e, int sharpness, int amplitude) {
  burl__graph *const g = site->graph;
  const int share = burl__literal(g, 1.0 / burl__value_of(g, sharpness));
  const int root = burl__operate(g, OP_pow, (const int[]){amplitude, share});
  const int below = burl__make2(g, OP_subtract_f, burl__make2(g, OP_multiply_f, offset, root),
                                burl__make1(g, OP_abs_f, burl__scaled(g, e, root)));
  return burl__operate(g, OP_pow, (const int[]){below, sharpness});
}

/* max(0, offset − |e|)^sharpness·a. */
static int ridge_term(burl__call_site *site, int e, int amplitude) {
  burl__graph *const g = site->graph;
  const int offset = burl__option_varying(site, "offset");
  const int sharpness = offset < 0 ? offset : burl__option_varying(site, "sharpness");
  if (sharpness < 0) return BURL__NONE;
  const int below = burl__make2(g, OP_subtract_f, offset, burl__make1(g, OP_abs_f, e));
  if (below < 0) return BURL__NONE;
  const int positive = g->nodes[below].range.lo >= 0.0;
  const int is_sharp = burl__is_constant(g, sharpness) && burl__value_of(g, sharpness) > 0.0;
  if (positive && is_sharp && burl__is_constant(g, offset) && burl__can_be_scaled(g, e, amplitude) &&
      burl__value_of(g, amplitude) >= 0.0)
    return scaled_ridge(site, offset, e, sharpness, amplitude);
  const int height = positive ? below : burl__make2(g, OP_max_f, burl__literal(g, 0.0), below);
  return burl__make2(g, OP_multiply_f, burl__operate(g, OP_pow, (const int[]){height, sharpness}), amplitude);
}

static int fold_term(burl__call_site *site, int e, int amplitude) {
  const int strength = burl__option_varying(site, "strength");
  const int times = burl__scaled(site->graph, e, strength);
  return ridge_term(site, burl__operate(site->graph, OP_triangle, &times), amplitude);
}

burl__value burl__build_fbm(burl__call_site *site) { return sum_of(site, value_term, 0); }
burl__value burl__build_billow(burl__call_site *site) { return sum_of(site, magnitude_term, 1); }
burl__value burl__build_turbulence(burl__call_site *site) { return sum_of(site, magnitude_term, 0); }
burl__value burl__build_ridged(burl__call_site *site) { return sum_of(site, ridge_term, 1); }
burl__value burl__build_pingpong(burl__call_site *site) { return sum_of(site, fold_term, 1); }

/* ---- Musgrave's multifractals ------------------------------------------------------------------- */

/* The height of the octaves so far, and the weight of the next one: the height itself
 * (heterogeneous), or the product of the signals so far, clamped to at most 1 (hybrid). */
typedef struct {
  int height, weight;
} relief;

static relief next_relief(burl__graph *g, relief so_far, int signal, int first, int hybrid) {
  if (first) return (relief){signal, signal};
  const int by = hybrid ? burl__make2(g, OP_min_f, so_far.weight, burl__literal(g, 1.0)) : so_far.height;
  const int part = burl__make2(g, OP_multiply_f, signal, by);
  return (relief){burl__make2(g, OP_add_f, so_far.height, part), part};
}

/* The relief with as much of the next one as the grid's spacing shows; the weight of what follows is the next one's
 * as soon as there is any of it. */
static relief fade_relief(burl__graph *g, relief so_far, relief next, burl__fade fade) {
  if (!fade.spacing) return next;
  const int part =
      burl__make2(g, OP_multiply_f, burl__make2(g, OP_subtract_f, next.height, so_far.height), fade.weight);
  const int faded = burl__make2(g, OP_add_f, so_far.height, part);
  return (relief){burl__gate(g, so_far.height, next.height, faded, fade.spacing),
                  burl__gate(g, so_far.weight, next.weight, next.weight, fade.spacing)};
}

static burl__value pile_octaves(burl__call_site *site, octaves *o, int hybrid) {
  burl__graph *const g = site->graph;
  const int offset = burl__option_varying(site, "offset");
  relief shown = {BURL__NONE, BURL__NONE}, all = shown;
  double frequency = o->at;
  for (int i = 0; i < o->count; i++, frequency *= o->lacunarity) {
    const octave e = octave_at(site, o, i, frequency);
    const int signal = burl__make2(g, OP_multiply_f, burl__make2(g, OP_add_f, e.value, offset), o->amplitude[i]);
    if (signal < 0) return burl__failed();
    all = next_relief(g, all, signal, i == 0, hybrid);
    if (is_negligible(g, o, i)) continue;
    shown = fade_relief(g, shown, next_relief(g, shown, signal, i == 0, hybrid), e.fade);
  }
  const int height = widen_by_bounds_of(g, shown.height, all.height);
  return burl__number(o->normalise ? burl__make2(g, OP_divide_f, height, o->total) : height);
}

static burl__value multifractal(burl__call_site *site, int hybrid) {
  octaves o;
  return open_octaves(site, &o) ? pile_octaves(site, &o, hybrid) : burl__failed();
}

burl__value burl__build_hybrid(burl__call_site *site) { return multifractal(site, 1); }
burl__value burl__build_hetero(burl__call_site *site) { return multifractal(site, 0); }
