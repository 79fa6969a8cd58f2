/* The octaves of octaves.h. */
#include "program/octaves.h"

#include <math.h>
#include <stdio.h>

#include "base/seed.h"
#include "program/derive.h"
#include "program/notes.h"

enum { AUTO_OCTAVES = 16 };

static const burl__fade unfaded = {BURL__NONE, NULL};

/* ---- Options ------------------------------------------------------------------------------------ */

/* Notes options that make no difference to a single octave, or beside amplitudes that are given. */
static void judge_options(burl__call_site *site, const burl__octaves *o) {
  const int is_one = o->is_one;
  static const char *const of_one = "makes no difference: it has one octave";
  burl__judge_option(site, "gain", !is_one && !o->is_listed,
                     o->is_listed ? "makes no difference: its amplitudes are given" : of_one);
  burl__judge_option(site, "octaves", !o->is_listed || o->automatic, "makes no difference: amplitudes are as many");
  burl__judge_option(site, "lacunarity", !is_one, of_one);
  burl__judge_option(site, "normalise", !is_one || o->last < 1.0 || o->is_listed, of_one);
  burl__judge_option(site, "same_seed", !is_one, of_one);
}

/* Takes the amplitudes that the call gives, where it gives any but a single 0. */
static int read_amplitudes(burl__call_site *site, burl__octaves *o) {
  double list[BURL__MOST_OCTAVES], size = 0.0;
  const int count = burl__option_list(site, "amplitudes", list, BURL__MOST_OCTAVES);
  if (count < 0) return 0;
  for (int i = 0; i < count; i++) {
    o->amplitude[i] = burl__literal(site->graph, list[i]);
    size += fabs(list[i]);
  }
  if (count > 1 && size == 0.0) {
    burl__fail_at(site, burl__option_place(site, "amplitudes", 0), "all amplitudes are 0", "one at least isn't");
    return 0;
  }
  o->is_listed = size > 0.0;
  return 1;
}

static int read_octaves(burl__call_site *site, burl__octaves *o) {
  double count = 0.0, lacunarity, normalise, same_seed;
  const unsigned others = site->expander->reads;
  site->expander->reads = 0;
  const int known = burl__option_auto(site, "octaves", &count, &o->automatic) && read_amplitudes(site, o);
  const int by_knob = site->expander->reads & BURL__READS_KNOB;
  site->expander->reads |= others;
  if (!known || !burl__option(site, "lacunarity", &lacunarity) || !burl__option(site, "at", &o->frequency[0]) ||
      !burl__option(site, "normalise", &normalise) || !burl__option(site, "same_seed", &same_seed) ||
      (o->gain = burl__option_varying(site, "gain")) < 0)
    return 0;
  if (!burl__is_constant(site->graph, o->gain) && (o->gain = burl__convert(site->graph, o->gain, BURL__FLOAT)) < 0)
    return 0;
  if (o->automatic) site->expander->reads |= BURL__READS_POINT; /* the octaves are chosen by it */
  if (o->is_listed) count = burl__option_count(site, "amplitudes");
  else if (o->automatic) count = AUTO_OCTAVES;
  o->count = (int)ceil(count);
  o->last = count - (o->count - 1);
  o->normalise = normalise != 0.0;
  o->same_seed = same_seed != 0.0;
  for (int i = 1; i < o->count; i++) o->frequency[i] = o->frequency[i - 1] * lacunarity;
  o->is_one = o->count == 1 && !by_knob;
  judge_options(site, o);
  return 1;
}

/* aᵢ = gainⁱ, the last one times its weight, where the call gives none; and Σ |aᵢ|. */
static int fill_amplitudes(burl__graph *g, burl__octaves *o) {
  o->total = burl__literal(g, 0.0);
  int power = burl__literal(g, 1.0);
  for (int i = 0; i < o->count; i++) {
    if (i > 0 && !o->is_listed) power = burl__make2(g, OP_multiply_f, power, o->gain);
    const int last = i + 1 == o->count && o->last < 1.0;
    if (!o->is_listed) o->amplitude[i] = last ? burl__make2(g, OP_multiply_f, power, burl__literal(g, o->last)) : power;
    o->total = burl__make2(g, OP_add_f, o->total, burl__make1(g, OP_abs_f, o->amplitude[i]));
    if (o->total < 0) return 0;
  }
  return 1;
}

int burl__open_octaves(burl__call_site *site, burl__octaves *o) {
  if (!read_octaves(site, o) || !fill_amplitudes(site->graph, o)) return 0;
  return !o->automatic || (o->spacer = burl__spacer_of(site->expander));
}

int burl__octave_is_negligible(const burl__graph *g, const burl__octaves *o, int i) {
  return o->automatic && !o->is_listed && burl__is_constant(g, o->amplitude[i]) &&
         fabs(burl__value_of(g, o->amplitude[i])) < 1.0 / 131072.0;
}

int burl__octave_is_wanted(const burl__call_site *site, int i) {
  return i >= site->expander->octave_begin && i < site->expander->octave_end;
}

/* ---- An octave ---------------------------------------------------------------------------------- */

/* Whether an octave is left out where the grid is too coarse: the first never is. */
static int fades(const burl__graph *g, const burl__octaves *o, int i) {
  return o->automatic && i > 0 && !burl__octave_is_negligible(g, o, i);
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

/* The point of octave i: scaled by the frequency and, from the second octave on and unless all have the same seed, with
 * a seed of its own and moved by a fraction of a cell that follows from it.  0: failed. */
static int move_point(burl__call_site *site, const burl__octaves *o, int i, const int *by, burl__point *inner) {
  burl__graph *const g = site->graph;
  *inner = *site->point;
  inner->inside = site->entry->name;
  inner->octave = i;
  inner->elias_octave = o->same_seed ? 0 : i;
  const int reseeded = i > 0 && !o->same_seed;
  if (reseeded) inner->seed = burl__seed_octave(inner->seed, i);
  for (int axis = 0; axis < inner->dims; axis++) {
    int to = inner->coordinate[axis];
    if (o->frequency[i] != 1.0) to = burl__make2(g, OP_multiply_f, to, burl__literal(g, o->frequency[i]));
    if (reseeded) to = burl__make2(g, OP_add_f, to, burl__literal(g, burl__seed_shift(inner->seed, axis)));
    if (by) to = burl__make2(g, OP_add_f, to, by[axis]);
    if ((inner->coordinate[axis] = burl__convert(g, to, BURL__DOUBLE)) < 0) return 0;
  }
  return 1;
}

burl__octave burl__octave_at(burl__call_site *site, const burl__octaves *o, int i, const int *by, burl__variables *v) {
  const burl__octave failed = {BURL__NONE, unfaded};
  burl__graph *const g = site->graph;
  burl__point inner;
  if (!move_point(site, o, i, by, &inner)) return failed;
  if (v && !burl__open_variables(site, &inner, v)) return failed;
  if (v) inner = v->point;
  unsigned reads;
  const burl__value value = burl__expand_apart(site->expander, site->positional[0], site->scope, &inner, &reads);
  note_octave(site, reads, i > 0 && !o->same_seed);
  if (value.channels > 1)
    burl__fail_at(site, site->positional[0]->place, "octaves of numbers, not of colours", BURL__HINT_NUMBER);
  if (value.channels != 1) return failed;
  const int wide = g->nodes[value.node[0]].type == BURL__DOUBLE;
  burl__octave made = failed;
  made.value = wide ? burl__convert(g, value.node[0], BURL__FLOAT) : value.node[0];
  if (fades(g, o, i) && made.value >= 0)
    made.fade = burl__spacer_fade(o->spacer, value.node[0], inner.coordinate, inner.dims);
  return made;
}

burl__fade burl__octave_fade(burl__call_site *site, const burl__octaves *o, int i) {
  return fades(site->graph, o, i) ? burl__octave_at(site, o, i, NULL, NULL).fade : unfaded;
}

/* Names the call that takes slopes in the error of what has none; returns 0. */
static int fail_slopes(const burl__call_site *site) {
  burl_error *const error = site->graph->error;
  const burl_error why = *error;
  if (why.status == BURL_RECIPE)
    snprintf(error->message, sizeof error->message, "%.16s takes slopes of this: %.200s", site->entry->name,
             why.message);
  return 0;
}

int burl__octave_slopes(burl__call_site *site, const burl__variables *v, int value, int slope[4]) {
  site->graph->place = site->positional[0]->place;
  if (value < 0) return 0;
  for (int axis = 0; axis < v->point.dims; axis++) {
    const int along = burl__derive(site->graph, value, v->node, v->count, axis);
    if ((slope[axis] = burl__convert(site->graph, along, BURL__FLOAT)) < 0) return fail_slopes(site);
  }
  site->graph->place = site->tree->place;
  return 1;
}

/* ---- Sums of automatic octaves ------------------------------------------------------------------ */

int burl__add_faded(burl__graph *g, int sum, int part, burl__fade fade) {
  const int whole = burl__make2(g, OP_add_f, sum, part);
  if (!fade.spacing) return whole;
  const int faded = burl__make2(g, OP_add_f, sum, burl__make2(g, OP_multiply_f, part, fade.weight));
  return burl__gate(g, sum, whole, faded, fade.spacing);
}

int burl__widen_by_all(burl__graph *g, int shown, int all) {
  if (shown < 0 || all < 0) return BURL__NONE;
  if (shown == all) return shown;
  burl_range *const r = &g->nodes[shown].range;
  const burl_range by = g->nodes[all].range;
  *r = (burl_range){fmin(r->lo, by.lo), fmax(r->hi, by.hi), r->may_be_nan | by.may_be_nan};
  return shown;
}
