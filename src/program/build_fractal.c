/* Builders of sums of octaves: an expression is evaluated once for each octave, and what follows from its values is
 * added up.  Octaves may depend on those before them: their memory.
 *
 * Sources: K. Perlin, "An image synthesizer", 1985 (turbulence); F. K. Musgrave in D. S. Ebert et al., "Texturing and
 * modeling: a procedural approach", 1994 (ridged, and its feedback); J. Peck, FastNoiseLite, 2020 (pingpong, and
 * weighted_strength); I. Quilez, "Value noise derivatives", 2008 (damped). */
#include <float.h>
#include <math.h>

#include "base/seed.h"
#include "program/octaves.h"

/* The term that a sum adds for an octave: a function of its value e, times its amplitude. */
typedef int term(burl__call_site *site, int e, int amplitude);

/* What a sum makes of a term: terms in [−1, 1] as they are, terms in [0, 1] from −1 to 1, or as they are. */
typedef enum { SIGNED, CENTRED, POSITIVE } term_kind;

/* ---- Memory ------------------------------------------------------------------------------------- */

/* What the octaves of a sum leave to those after them, as nodes; BURL__NONE: nothing yet. */
typedef struct {
  term_kind kind;
  double feedback;       /* 0: none */
  int strength, damping; /* what weighted_strength: and damped: give; BURL__NONE: none */
  int signal, amplitude; /* factors of the next octave's term and amplitude */
  int slope[4];          /* Σ of the octaves' slopes */
} memory;

static int remembers(const memory *m) { return m->feedback > 0.0 || m->strength >= 0 || m->damping >= 0; }

/* The value, clamped where it isn't proven to be in [lo, hi]. */
static int within(burl__graph *g, int value, double lo, double hi) {
  if (value < 0 || (g->nodes[value].range.lo >= lo && g->nodes[value].range.hi <= hi)) return value;
  return burl__make3(g, OP_clamp_f, value, burl__literal(g, lo), burl__literal(g, hi));
}

/* An option in [0, most], of which 0 changes nothing: BURL__NONE in *node.  0 with the error filled. */
static int read_strength(burl__call_site *site, const char *name, double most, int *node) {
  burl__graph *const g = site->graph;
  const int given = within(g, burl__option_varying(site, name), 0.0, most);
  const int is_none = given >= 0 && burl__is_constant(g, given) && burl__value_of(g, given) == 0.0;
  *node = is_none ? BURL__NONE : burl__convert(g, given, BURL__FLOAT);
  return is_none || *node >= 0;
}

static int read_memory(burl__call_site *site, const burl__octaves *o, term_kind kind, memory *m) {
  static const char *const of_one = "makes no difference: it has one octave";
  *m = (memory){kind, 0.0, BURL__NONE, BURL__NONE, BURL__NONE, BURL__NONE, {0}};
  for (int axis = 0; axis < 4; axis++) m->slope[axis] = BURL__NONE;
  if (burl__has_option(site, "feedback") && !burl__option(site, "feedback", &m->feedback)) return 0;
  burl__judge_option(site, "feedback", !o->is_one, of_one);
  burl__judge_option(site, "weighted_strength", !o->is_one, of_one);
  return read_strength(site, "weighted_strength", 1.0, &m->strength) && read_strength(site, "damped", 1e9, &m->damping);
}

/* a·b, where BURL__NONE stands for 1. */
static int product(burl__graph *g, int a, int b) { return a < 0 ? b : b < 0 ? a : burl__make2(g, OP_multiply_f, a, b); }

/* What a sum makes of a term. */
static int value_of_term(burl__graph *g, const memory *m, int t) {
  if (m->kind != CENTRED) return t;
  return burl__make2(g, OP_subtract_f, burl__make2(g, OP_multiply_f, t, burl__literal(g, 2.0)), burl__literal(g, 1.0));
}

/* Musgrave's ridged multifractal: tᵢ·wᵢ, with w₀ = 1 and wᵢ₊₁ = clamp(feedback·tᵢ·wᵢ, 0, 1). */
static int feed_back(burl__graph *g, memory *m, int t) {
  if (t < 0 || !(m->feedback > 0.0)) return t;
  const int weighted = product(g, m->signal, t);
  m->signal = within(g, burl__make2(g, OP_multiply_f, weighted, burl__literal(g, m->feedback)), 0.0, 1.0);
  return m->signal < 0 ? BURL__NONE : weighted;
}

/* FastNoiseLite's: the next amplitude's factor is this one's times 1 − strength·(1 − u), where u is the term, from its
 * range to [0, 1].  0: failed. */
static int weaken(burl__graph *g, memory *m, int t) {
  if (m->strength < 0) return 1;
  const int below = burl__make2(g, OP_subtract_f, burl__literal(g, 1.0), t);
  const int missing = m->kind == SIGNED ? burl__make2(g, OP_multiply_f, below, burl__literal(g, 0.5)) : below;
  const int loss = burl__make2(g, OP_multiply_f, within(g, missing, 0.0, 1.0), m->strength);
  const int kept = burl__make2(g, OP_subtract_f, burl__literal(g, 1.0), loss);
  return kept >= 0 && (m->amplitude = product(g, m->amplitude, kept)) >= 0;
}

/* Quilez': the divisor 1 + damping·|Σ slopes|² of an octave's value, whose own slope is among them. */
static int damp(burl__call_site *site, memory *m, const burl__variables *v, int value) {
  burl__graph *const g = site->graph;
  int slope[4], steepness = BURL__NONE, is_steep = 0;
  if (!burl__octave_slopes(site, v, value, slope)) return BURL__NONE;
  for (int axis = 0; axis < v->point.dims; axis++) {
    is_steep |= !burl__is_constant(g, slope[axis]) || burl__value_of(g, slope[axis]) != 0.0;
    const int so_far = m->slope[axis];
    m->slope[axis] = so_far < 0 ? slope[axis] : burl__make2(g, OP_add_f, so_far, slope[axis]);
    const int square = burl__make2(g, OP_multiply_f, m->slope[axis], m->slope[axis]);
    steepness = axis == 0 ? square : burl__make2(g, OP_add_f, steepness, square);
  }
  burl__judge_option(site, "damped", is_steep, "makes no difference: its octaves have no slopes");
  return burl__make2(g, OP_add_f, burl__make2(g, OP_multiply_f, steepness, m->damping), burl__literal(g, 1.0));
}

/* What is added for an octave, over its amplitude aᵢ, as those before it leave it; t: its term. */
static int recall(burl__call_site *site, memory *m, const burl__variables *v, int t) {
  burl__graph *const g = site->graph;
  const int factor = m->amplitude, damped = m->damping >= 0;
  const int divisor = damped ? damp(site, m, v, value_of_term(g, m, t)) : BURL__NONE;
  const int fed = feed_back(g, m, t);
  if (fed < 0 || (damped && divisor < 0) || !weaken(g, m, fed)) return BURL__NONE;
  const int value = burl__convert(g, product(g, factor, value_of_term(g, m, fed)), BURL__FLOAT);
  return damped ? burl__make2(g, OP_divide_f, value, divisor) : value;
}

/* a·by; a itself where that is 1. */
static int times(burl__graph *g, int a, int by) {
  const int is_one = a >= 0 && by >= 0 && burl__is_constant(g, by) && burl__value_of(g, by) == 1.0;
  return is_one ? a : burl__scaled(g, a, by);
}

/* ---- Sums --------------------------------------------------------------------------------------- */

/* The octaves' factors in a sum: where the total is constant, a normalised sum's amplitudes are divided by it here, and
 * the sum needn't be.  Whether they are. */
static int fill_shares(burl__graph *g, const burl__octaves *o, int share[BURL__MOST_OCTAVES]) {
  const int divided = o->normalise && burl__is_constant(g, o->total);
  for (int i = 0; i < o->count; i++)
    share[i] = divided ? burl__make2(g, OP_divide_f, o->amplitude[i], o->total) : o->amplitude[i];
  return divided;
}

/* Notes the octaves of the first sum, for burl_octave_at. */
static void note_octaves(burl__call_site *site, const burl__octaves *o, const int *share) {
  burl__findings *const f = site->expander->findings;
  const burl__graph *const g = site->graph;
  if (!f || f->octaves_of) return;
  f->octaves_of = site->tree;
  f->octave_count = o->count;
  for (int i = 0; i < o->count; i++) {
    const uint64_t seed = burl__seed_octave(site->point->seed, i);
    const int is_constant = share[i] >= 0 && burl__is_constant(g, share[i]); /* below 0: memory is out */
    f->octaves[i] = (burl_octave){o->frequency[i], is_constant ? burl__value_of(g, share[i]) : NAN, {0}};
    for (int axis = 0; axis < site->point->dims && i > 0 && !o->same_seed; axis++)
      f->octaves[i].shift[axis] = burl__seed_shift(seed, axis);
  }
}

/* A sum over octaves: of as much as the grid's spacing shows, and of all. */
typedef struct {
  int shown, all;
} octave_sum;

/* −Σ aᵢ. */
static octave_sum negated_total(burl__call_site *site, const burl__octaves *o, const int *share) {
  burl__graph *const g = site->graph;
  const int zero = burl__constant(g, 0.0, BURL__FLOAT);
  octave_sum sum = {zero, zero};
  for (int i = 0; i < o->count; i++) {
    if (!burl__octave_is_wanted(site, i)) continue;
    const int part = burl__make1(g, OP_negate_f, share[i]);
    sum.all = burl__make2(g, OP_add_f, sum.all, part);
    if (burl__octave_is_negligible(g, o, i)) continue;
    if ((sum.shown = burl__add_faded(g, sum.shown, part, burl__octave_fade(site, o, i))) < 0) break;
  }
  return sum;
}

static void widen(burl_range *r, burl_range by) {
  *r = (burl_range){fmin(r->lo, by.lo), fmax(r->hi, by.hi), r->may_be_nan | by.may_be_nan};
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
static void bound_mean(burl__graph *g, const burl__octaves *o, int mean, burl_range of, int centred) {
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

/* Σ aᵢ·term(eᵢ), divided by Σ |aᵢ| if it is normalised.  Without memory, centred terms are added up as −Σ aᵢ +
 * Σ 2aᵢ·term(eᵢ); with it each is, as it is recalled. */
static burl__value sum_octaves(burl__call_site *site, const burl__octaves *o, term *of, memory *m) {
  burl__graph *const g = site->graph;
  int share[BURL__MOST_OCTAVES];
  const int divided = fill_shares(g, o, share), to_divide = o->normalise && !divided;
  const int is_recalled = remembers(m), centred = m->kind == CENTRED && !is_recalled;
  burl_range of_all = {INFINITY, -INFINITY, 0};
  octave_sum sum = {BURL__NONE, BURL__NONE};
  note_octaves(site, o, share);
  if (centred) sum = negated_total(site, o, share);
  for (int i = 0; i < o->count; i++) {
    const int is_wanted = burl__octave_is_wanted(site, i);
    if (!is_wanted && !(is_recalled && i < site->expander->octave_end)) continue;
    burl__variables v, *const of_slopes = m->damping >= 0 ? &v : NULL;
    const burl__octave e = burl__octave_at(site, o, i, NULL, of_slopes);
    const int amplitude = centred ? burl__make2(g, OP_multiply_f, share[i], burl__literal(g, 2.0)) : share[i];
    if (e.value < 0 || amplitude < 0) return burl__failed();
    const int t = of(site, e.value, is_recalled ? burl__literal(g, 1.0) : amplitude);
    const int part = is_recalled ? burl__make2(g, OP_multiply_f, recall(site, m, of_slopes, t), amplitude) : t;
    if (part < 0) return burl__failed();
    if (!is_wanted) continue;
    if (to_divide) widen(&of_all, range_over_amplitude(g, part, amplitude));
    const int is_first = sum.all < 0;
    sum.all = is_first ? part : burl__make2(g, OP_add_f, sum.all, part);
    if (is_first) sum.shown = part;
    else if (!burl__octave_is_negligible(g, o, i)) sum.shown = burl__add_faded(g, sum.shown, part, e.fade);
    if (sum.shown < 0 || sum.all < 0) return burl__failed();
  }
  if (sum.all < 0) sum.shown = sum.all = burl__literal(g, 0.0); /* none is wanted */
  sum.shown = burl__widen_by_all(g, sum.shown, sum.all);
  if (!to_divide) return burl__number(sum.shown);
  const int mean = burl__make2(g, OP_divide_f, sum.shown, o->total);
  if (mean >= 0) bound_mean(g, o, mean, of_all, centred);
  return burl__number(mean);
}

static burl__value sum_of(burl__call_site *site, term *of, term_kind kind) {
  burl__octaves o;
  memory m;
  if (!burl__open_octaves(site, &o) || !read_memory(site, &o, kind, &m)) return burl__failed();
  return sum_octaves(site, &o, of, &m);
}

/* ---- Terms -------------------------------------------------------------------------------------- */

static int value_term(burl__call_site *site, int e, int amplitude) { return times(site->graph, e, amplitude); }

/* |e|·a; as |e·a| where the factor can be put into a noise's setup. */
static int magnitude_term(burl__call_site *site, int e, int amplitude) {
  burl__graph *const g = site->graph;
  if (burl__can_be_scaled(g, e, amplitude) && burl__value_of(g, amplitude) >= 0.0)
    return burl__make1(g, OP_abs_f, times(g, e, amplitude));
  return times(g, burl__make1(g, OP_abs_f, e), amplitude);
}

/* (offset − |e|)^s·a as (r·offset − |r·e|)^s with r = a^(1/s); for noises, whose setup takes the factor r. */
static int scaled_ridge(burl__call_site *site, int offset, int e, int sharpness, int amplitude) {
  burl__graph *const g = site->graph;
  const int inverse = burl__literal(g, 1.0 / burl__value_of(g, sharpness));
  const int root = burl__operate(g, OP_pow, (const int[]){amplitude, inverse});
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
  return times(g, burl__operate(g, OP_pow, (const int[]){height, sharpness}), amplitude);
}

static int fold_term(burl__call_site *site, int e, int amplitude) {
  const int strength = burl__option_varying(site, "strength");
  const int folded = burl__scaled(site->graph, e, strength);
  return ridge_term(site, burl__operate(site->graph, OP_triangle, &folded), amplitude);
}

burl__value burl__build_fbm(burl__call_site *site) { return sum_of(site, value_term, SIGNED); }
burl__value burl__build_billow(burl__call_site *site) { return sum_of(site, magnitude_term, CENTRED); }
burl__value burl__build_turbulence(burl__call_site *site) { return sum_of(site, magnitude_term, POSITIVE); }
burl__value burl__build_ridged(burl__call_site *site) { return sum_of(site, ridge_term, CENTRED); }
burl__value burl__build_pingpong(burl__call_site *site) { return sum_of(site, fold_term, CENTRED); }
