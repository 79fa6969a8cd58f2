/* Builders of fractals: any expression, evaluated once an octave, its octaves added up.
 *
 * Sources: F. K. Musgrave, "Methods for realistic landscape imaging", 1993 (ridged, hybrid and
 * heterogeneous multifractals); K. Perlin, "An image synthesizer", 1985 (turbulence). */
#include <float.h>
#include <math.h>

#include "base/seed.h"
#include "program/build.h"

enum { MOST_OCTAVES = 32, AUTO_OCTAVES = 16 };

typedef struct {
  int count, automatic, normalise, same_seed;
  double last; /* what the last octave counts, in (0, 1] */
  double lacunarity, at;
  int gain;                           /* a node */
  int amplitude[MOST_OCTAVES], total; /* nodes: gain^i, and Σ |gain^i| */
  int share[MOST_OCTAVES];            /* the amplitudes as the sum has them */
} octaves;

static int read_octaves(burl__call_site *site, octaves *o) {
  double count = 0.0, normalise, same_seed;
  if (!burl__option_auto(site, "octaves", &count, &o->automatic) ||
      !burl__option(site, "lacunarity", &o->lacunarity) || !burl__option(site, "at", &o->at) ||
      !burl__option(site, "normalise", &normalise) ||
      !burl__option(site, "same_seed", &same_seed) ||
      (o->gain = burl__option_varying(site, "gain")) < 0)
    return 0;
  if (!burl__is_constant(site->graph, o->gain) &&
      (o->gain = burl__convert(site->graph, o->gain, BURL__FLOAT)) < 0)
    return 0;
  o->count = o->automatic ? AUTO_OCTAVES : (int)ceil(count);
  o->last = o->automatic ? 1.0 : count - (o->count - 1);
  o->normalise = normalise != 0.0;
  o->same_seed = same_seed != 0.0;
  return 1;
}

/* aᵢ = gainⁱ, the last scaled by its fraction; and the sum of their sizes. */
static int fill_amplitudes(burl__graph *g, octaves *o) {
  o->total = burl__literal(g, 0.0);
  int power = burl__literal(g, 1.0);
  for (int i = 0; i < o->count; i++) {
    if (i > 0) power = burl__make2(g, OP_multiply_f, power, o->gain);
    const int last = i + 1 == o->count && o->last < 1.0;
    o->amplitude[i] =
        last ? burl__make2(g, OP_multiply_f, power, burl__literal(g, o->last)) : power;
    o->total = burl__make2(g, OP_add_f, o->total, burl__make1(g, OP_abs_f, o->amplitude[i]));
    if (o->total < 0) return 0;
  }
  return 1;
}

/* The argument at octave i, as float: its point scaled, moved by a fraction of a cell, and with its own
 * seed. */
static int octave(burl__call_site *site, const octaves *o, int i, double frequency) {
  burl__graph *const g = site->graph;
  burl__point made = *site->point;
  const int own = i > 0 && !o->same_seed;
  made.inside = site->entry->name;
  made.octave = i;
  made.own_constants = o->same_seed ? 0 : i;
  made.frequency *= frequency;
  if (own) made.seed = burl__seed_pair(made.seed, (uint64_t)i);
  for (int axis = 0; axis < made.dims; axis++) {
    int to = made.coordinate[axis];
    if (frequency != 1.0) to = burl__make2(g, OP_multiply_f, to, burl__literal(g, frequency));
    const double fraction = (double)(burl__seed_pair(made.seed, (uint64_t)axis) >> 40) / 16777216.0;
    if (own) to = burl__make2(g, OP_add_f, to, burl__literal(g, fraction));
    if ((made.coordinate[axis] = burl__convert(g, to, BURL__DOUBLE)) < 0) return BURL__NONE;
  }
  const burl__value value =
      burl__expand_at(site->expander, site->positional[0], site->scope, &made);
  if (value.channels > 1)
    return burl__fail_at(site, site->positional[0]->place, "octaves of numbers, not of colours",
                         BURL__HINT_NUMBER);
  if (value.channels == 0) return BURL__NONE;
  const int wide = g->nodes[value.node[0]].type == BURL__DOUBLE;
  return wide ? burl__convert(g, value.node[0], BURL__FLOAT) : value.node[0];
}

static void widen(burl_range *r, burl_range by) {
  *r = (burl_range){fmin(r->lo, by.lo), fmax(r->hi, by.hi), r->may_be_nan | by.may_be_nan};
}

/* Bounds of automatic octaves are those of all sixteen, and of any that the gates leave. */
static int with_bounds_of(burl__graph *g, int sum, int all) {
  if (sum < 0 || all < 0 || sum == all) return sum < 0 || all < 0 ? BURL__NONE : sum;
  widen(&g->nodes[sum].range, g->nodes[all].range);
  return sum;
}

/* What the amplitude multiplies in a part of the sum; where the amplitude is a number, the part over it. */
static burl_range weighed(const burl__graph *g, int part, int amplitude) {
  const burl__node *const p = &g->nodes[part];
  if (!burl__is_constant(g, amplitude)) return g->nodes[p->argument[p->argument[0] == amplitude]].range;
  const double a = burl__value_of(g, amplitude);
  return (burl_range){p->range.lo / a, p->range.hi / a, 0};
}

/* A sum over Σ |aᵢ| where the amplitudes vary is a mean: `of` are the values that it is of, before the
 * 2 and the −1 where it is centred.  Interval arithmetic takes the sum and the total for strangers.
 *
 * With u half a unit of float, the n products and sums are off by n·u of the size of all that is added
 * up, the total by n·u of itself, the quotient by u: together less than is added here, and for the
 * smallest numbers FLT_MIN, as the total is 1 or more. */
static void bound_mean(burl__graph *g, const octaves *o, int mean, burl_range of, int centred) {
  const double size = fmax(fabs(of.lo), fabs(of.hi)), added = centred ? 1 + 2 * size : size;
  if (!(added * g->nodes[o->total].range.hi < 0.5 * (double)FLT_MAX)) return; /* overflow */
  double lo = centred ? 2 * of.lo - 1 : of.lo, hi = centred ? 2 * of.hi - 1 : of.hi;
  const double most = fmax(fabs(lo), fabs(hi));
  for (int i = 0; i < o->count; i++) {
    const int negative = g->nodes[o->amplitude[i]].range.lo < 0;
    lo = negative ? -most : o->automatic ? fmin(lo, 0) : lo; /* automatic: octaves are left out of the */
    hi = negative ? most : o->automatic ? fmax(hi, 0) : hi;  /* sum, not of the total */
  }
  const double by = (o->count * (centred ? 2 : 1) + 2) * (double)FLT_EPSILON * added + (double)FLT_MIN;
  burl_range *const r = &g->nodes[mean].range;
  *r = (burl_range){fmax(r->lo, lo - by), fmin(r->hi, hi + by), r->may_be_nan};
}

/* Whether `octaves: auto` leaves an octave out whatever the footprint: too small to count. */
static int negligible(const burl__graph *g, const octaves *o, int i) {
  return o->automatic && burl__is_constant(g, o->amplitude[i]) &&
         fabs(burl__value_of(g, o->amplitude[i])) < 1.0 / 131072.0;
}

/* With automatic octaves, `with` only where the octave's cells are wider than two footprints. */
static int gated(burl__call_site *site, const octaves *o, double frequency, int without, int with) {
  if (!o->automatic || with < 0 || without < 0) return with;
  burl__graph *const g = site->graph;
  return burl__gate(g, without, with, 0.5 / (frequency * site->point->frequency));
}

/* What a sum adds of an octave's value e, times the octave's amplitude. */
typedef int term(burl__call_site *site, int e, int amplitude);

/* The amplitudes, over their total where that is constant: then the sum is normalised. */
static int fill_shares(burl__graph *g, octaves *o) {
  const int early = o->normalise && burl__is_constant(g, o->total);
  for (int i = 0; i < o->count; i++)
    o->share[i] = early ? burl__make2(g, OP_divide_f, o->amplitude[i], o->total) : o->amplitude[i];
  return early;
}

/* −Σ aᵢ of the octaves that are there, and in `all` of all. */
static int lowest(burl__call_site *site, const octaves *o, int *all) {
  burl__graph *const g = site->graph;
  int sum = *all = burl__constant(g, 0.0, BURL__FLOAT);
  double frequency = o->at;
  for (int i = 0; i < o->count; i++, frequency *= o->lacunarity) {
    const int with = burl__make2(g, OP_subtract_f, sum, o->share[i]);
    *all = burl__make2(g, OP_subtract_f, *all, o->share[i]);
    if (!negligible(g, o, i)) sum = gated(site, o, frequency, sum, with);
  }
  return sum;
}

/* Σ aᵢ·term(eᵢ), over Σ |aᵢ|; `centred`: of terms in [0, 1], Σ aᵢ·(2·term(eᵢ) − 1), with the −1 taken
 * out of the sum and the 2 into the amplitudes. */
static burl__value sum_of(burl__call_site *site, term *of, int centred) {
  burl__graph *const g = site->graph;
  octaves o;
  if (!read_octaves(site, &o) || !fill_amplitudes(g, &o)) return burl__failed();
  const int early = fill_shares(g, &o), late = o.normalise && !early;
  burl_range of_all = {INFINITY, -INFINITY, 0};
  int all = BURL__NONE, sum = centred ? lowest(site, &o, &all) : BURL__NONE;
  double frequency = o.at;
  for (int i = 0; i < o.count; i++, frequency *= o.lacunarity) {
    const int e = octave(site, &o, i, frequency);
    const int amplitude =
        centred ? burl__make2(g, OP_multiply_f, o.share[i], burl__literal(g, 2.0)) : o.share[i];
    const int part = e < 0 || amplitude < 0 ? BURL__NONE : of(site, e, amplitude);
    if (late && part >= 0) widen(&of_all, weighed(g, part, amplitude));
    const int first = i == 0 && !centred;
    const int with = first ? part : burl__make2(g, OP_add_f, sum, part);
    all = first ? part : burl__make2(g, OP_add_f, all, part);
    if (first) sum = burl__constant(g, 0.0, BURL__FLOAT);
    if (!negligible(g, &o, i)) sum = gated(site, &o, frequency, sum, with);
    if (sum < 0 || all < 0) return burl__failed();
  }
  sum = with_bounds_of(g, sum, all);
  if (!late) return burl__number(sum);
  const int mean = burl__make2(g, OP_divide_f, sum, o.total);
  if (mean >= 0) bound_mean(g, &o, mean, of_all, centred);
  return burl__number(mean);
}

/* ---- Sums --------------------------------------------------------------------------------------- */

static int plain(burl__call_site *site, int e, int amplitude) {
  return burl__scaled(site->graph, e, amplitude);
}

/* |e|·a as |e·a| where a noise can be scaled. */
static int size(burl__call_site *site, int e, int amplitude) {
  burl__graph *const g = site->graph;
  if (burl__can_be_scaled(g, e, amplitude) && burl__value_of(g, amplitude) >= 0.0)
    return burl__make1(g, OP_abs_f, burl__scaled(g, e, amplitude));
  return burl__make2(g, OP_multiply_f, burl__make1(g, OP_abs_f, e), amplitude);
}

/* (offset − |e|)²·a as (r·offset − |r·e|)² with r² = a, where nothing has to be cut off. */
static int scaled_ridge(burl__call_site *site, int offset, int e, int amplitude) {
  burl__graph *const g = site->graph;
  const int root = burl__operate(g, OP_sqrt, &amplitude);
  const int below = burl__make2(g, OP_subtract_f, burl__make2(g, OP_multiply_f, offset, root),
                                burl__make1(g, OP_abs_f, burl__scaled(g, e, root)));
  return burl__make2(g, OP_multiply_f, below, below);
}

/* max(0, offset − |e|)^sharpness·a; the usual sharpness, 2, is a product. */
static int ridge(burl__call_site *site, int e, int amplitude) {
  burl__graph *const g = site->graph;
  const int offset = burl__option_varying(site, "offset");
  const int sharpness = offset < 0 ? offset : burl__option_varying(site, "sharpness");
  if (sharpness < 0) return BURL__NONE;
  const int below = burl__make2(g, OP_subtract_f, offset, burl__make1(g, OP_abs_f, e));
  if (below < 0) return BURL__NONE;
  const int positive = g->nodes[below].range.lo >= 0.0;
  const int square = burl__is_constant(g, sharpness) && burl__value_of(g, sharpness) == 2.0;
  if (positive && square && burl__is_constant(g, offset) && burl__can_be_scaled(g, e, amplitude) &&
      burl__value_of(g, amplitude) >= 0.0)
    return scaled_ridge(site, offset, e, amplitude);
  const int height = positive ? below : burl__make2(g, OP_max_f, burl__literal(g, 0.0), below);
  const int power = square ? burl__make2(g, OP_multiply_f, height, height)
                           : burl__operate(g, OP_pow, (const int[]){height, sharpness});
  return burl__make2(g, OP_multiply_f, power, amplitude);
}

static int fold(burl__call_site *site, int e, int amplitude) {
  const int strength = burl__option_varying(site, "strength");
  const int times = burl__make2(site->graph, OP_multiply_f, e, strength);
  return ridge(site, burl__operate(site->graph, OP_triangle, &times), amplitude);
}

burl__value burl__build_fbm(burl__call_site *site) { return sum_of(site, plain, 0); }
burl__value burl__build_billow(burl__call_site *site) { return sum_of(site, size, 1); }
burl__value burl__build_turbulence(burl__call_site *site) { return sum_of(site, size, 0); }
burl__value burl__build_ridged(burl__call_site *site) { return sum_of(site, ridge, 1); }
burl__value burl__build_pingpong(burl__call_site *site) { return sum_of(site, fold, 1); }

/* ---- Musgrave's multifractals ------------------------------------------------------------------- */

/* How high the octaves so far are, and what weighs the next one: the height itself (heterogeneous), or
 * the product of the signals so far, held at 1 (hybrid). */
typedef struct {
  int height, weight;
} relief;

static relief next_relief(burl__graph *g, relief so_far, int signal, int first, int hybrid) {
  if (first) return (relief){signal, signal};
  const int by =
      hybrid ? burl__make2(g, OP_min_f, so_far.weight, burl__literal(g, 1.0)) : so_far.height;
  const int part = burl__make2(g, OP_multiply_f, signal, by);
  return (relief){burl__make2(g, OP_add_f, so_far.height, part), part};
}

static burl__value multifractal(burl__call_site *site, int hybrid) {
  burl__graph *const g = site->graph;
  octaves o;
  if (!read_octaves(site, &o) || !fill_amplitudes(g, &o)) return burl__failed();
  const int offset = burl__option_varying(site, "offset");
  const int zero = burl__constant(g, 0.0, BURL__FLOAT);
  relief seen = {zero, zero}, all = seen;
  double frequency = o.at;
  for (int i = 0; i < o.count; i++, frequency *= o.lacunarity) {
    const int e = offset < 0 ? offset : octave(site, &o, i, frequency);
    const int signal =
        burl__make2(g, OP_multiply_f, burl__make2(g, OP_add_f, e, offset), o.amplitude[i]);
    if (signal < 0) return burl__failed();
    const relief with = next_relief(g, seen, signal, i == 0, hybrid);
    all = next_relief(g, all, signal, i == 0, hybrid);
    if (negligible(g, &o, i)) continue;
    seen.height = gated(site, &o, frequency, seen.height, with.height);
    seen.weight = gated(site, &o, frequency, seen.weight, with.weight);
  }
  const int height = with_bounds_of(g, seen.height, all.height);
  return burl__number(o.normalise ? burl__make2(g, OP_divide_f, height, o.total) : height);
}

burl__value burl__build_hybrid(burl__call_site *site) { return multifractal(site, 1); }
burl__value burl__build_hetero(burl__call_site *site) { return multifractal(site, 0); }
