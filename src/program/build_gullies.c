/* The builder of gullies: heights with stripes whose crests run down the slope, octave by octave.  All of it is made of
 * nodes, so that it has bounds, derivatives and code like anything else.
 *
 * An octave is a wave across the slope.  At each point of a lattice there is one of a phase by chance, and the four
 * around a sample are blended: the octave's cosine, 1 on ridges and −1 in creases, and its sine, which tells how steep
 * their sides are.  The slope that steers an octave is that of the heights with all larger octaves, as far as their
 * waves go.  Where an octave fades on the ridges and creases of the one before, it is as high as that one is there, so
 * that small gullies don't cut through large ridges; where the first one fades, in flat places, it is 0: a plain stays
 * as it is.
 *
 * The idea: R. S. Johansen, "Fast and gorgeous erosion filter", 2026; before it F. Westin, "Directional erosion", 2023,
 * and C. John, "Eroded terrain noise", 2018. */
#include <math.h>
#include <string.h>

#include "base/seed.h"
#include "program/build.h"
#include "program/noise_setup.h"
#include "program/period.h"

/* What the call's options say. */
typedef struct {
  double scale, gain, onset, detail, ridge, crease, from, to;
  int octaves, strength; /* strength: a node */
  uint64_t seed;
} gully_options;

static const double waves_a_cell = 0.9; /* more of them sweep where slopes turn, of fewer the lattice shows */
static const double evenness = 0.3;     /* waves that cancel each other to less than this stay small */

/* ---- Nodes --------------------------------------------------------------------------------------- */

static int add(burl__graph *g, int a, int b) { return burl__make2(g, OP_add_f, a, b); }
static int subtract(burl__graph *g, int a, int b) { return burl__make2(g, OP_subtract_f, a, b); }
static int multiply(burl__graph *g, int a, int b) { return burl__make2(g, OP_multiply_f, a, b); }
static int divide(burl__graph *g, int a, int b) { return burl__make2(g, OP_divide_f, a, b); }
static int constant(burl__graph *g, double value) { return burl__constant(g, value, BURL__FLOAT); }
static int times(burl__graph *g, int a, double by) { return multiply(g, a, constant(g, by)); }
static int plus(burl__graph *g, int a, double by) { return add(g, a, constant(g, by)); }
static int square(burl__graph *g, int a) { return multiply(g, a, a); }
static int function(burl__graph *g, int op, int a) { return a < 0 ? a : burl__operate(g, op, &a); }
static int blend(burl__graph *g, int a, int b, int t) { return burl__make3(g, OP_lerp_f, a, b, t); }
static int clamp(burl__graph *g, int a, double lo, double hi) {
  return burl__make3(g, OP_clamp_f, a, constant(g, lo), constant(g, hi));
}

/* ---- Waves --------------------------------------------------------------------------------------- */

/* A sample within the cells of an octave. */
typedef struct {
  int cell[2];     /* its coordinates in cells, double */
  int fraction[2]; /* how far it is into its cell, float */
  int weight[2];   /* of the next lattice point along each axis */
  uint32_t period[2];
} gully_cell;

/* Lattices of octaves are shifted, so that their points don't coincide. */
static int open_cell(burl__call_site *site, const gully_options *o, int octave, gully_cell *to) {
  burl__graph *const g = site->graph;
  for (int axis = 0; axis < 2; axis++) {
    const double frequency = ldexp(1 / o->scale, octave), shift = octave * (axis ? 0.7297 : 0.3141);
    const int scaled =
        burl__make2(g, OP_multiply_f, site->point->coordinate[axis], burl__constant(g, frequency, BURL__DOUBLE));
    to->cell[axis] = burl__make2(g, OP_add_f, scaled, burl__constant(g, shift, BURL__DOUBLE));
    if (to->cell[axis] < 0) return 0;
    const double period = burl__lap_period(g, &g->nodes[to->cell[axis]], 0.0); /* whole cells, or the tile's error */
    if (period < 0.0) return 0;
    to->period[axis] = (uint32_t)period;
    to->fraction[axis] = burl__convert(g, burl__make1(g, OP_fract_f, to->cell[axis]), BURL__FLOAT);
    to->weight[axis] = function(g, OP_fade, to->fraction[axis]);
    if (to->weight[axis] < 0) return 0;
  }
  return 1;
}

/* The random phase of the lattice point at an offset in cells, in half turns. */
static int phase_at(burl__call_site *site, const gully_cell *c, int right, int down, uint64_t seed) {
  burl__graph *const g = site->graph;
  const int step[2] = {right, down};
  burl__noise noise;
  int at[2];
  burl__noise_standard(&noise, OP_white, 2, seed);
  for (int axis = 0; axis < 2; axis++) {
    at[axis] = burl__make2(g, OP_add_f, c->cell[axis], burl__constant(g, step[axis], BURL__DOUBLE));
    noise.period[axis] = c->period[axis];
    if (at[axis] < 0) return BURL__NONE;
  }
  const burl_range range = burl__noise_scale(&noise, 0);
  const void *const setup = burl__keep_setup(g, &noise, sizeof noise);
  return setup ? burl__noise_node(g, at, setup, range) : BURL__NONE;
}

/* Cosine and sine of the waves of the four lattice points around a sample, blended; across: the direction in which they
 * run, by as many half turns a cell as they have. */
static int add_waves(burl__call_site *site, const gully_cell *c, const int across[2], uint64_t seed, int wave[2]) {
  burl__graph *const g = site->graph;
  int part[2][2][2];
  for (int down = 0; down < 2; down++)
    for (int right = 0; right < 2; right++) {
      const int x = multiply(g, across[0], plus(g, c->fraction[0], -right)),
                y = multiply(g, across[1], plus(g, c->fraction[1], -down));
      const int angle = add(g, add(g, x, y), phase_at(site, c, right, down, seed));
      part[0][down][right] = function(g, OP_circle_x, angle);
      part[1][down][right] = function(g, OP_circle_y, angle);
    }
  for (int i = 0; i < 2; i++)
    wave[i] = blend(g, blend(g, part[i][0][0], part[i][0][1], c->weight[0]),
                    blend(g, part[i][1][0], part[i][1][1], c->weight[0]), c->weight[1]);
  const int power = add(g, square(g, wave[0]), square(g, wave[1]));
  const int size = function(g, OP_sqrt, times(g, plus(g, power, evenness * evenness), 1 / (1 + evenness * evenness)));
  for (int i = 0; i < 2; i++) wave[i] = clamp(g, divide(g, wave[i], size), -1, 1);
  return wave[0] >= 0 && wave[1] >= 0;
}

/* ---- Octaves ------------------------------------------------------------------------------------- */

/* What an octave goes on from. */
typedef struct {
  int height, slope[2]; /* so far */
  int level;            /* what the octave is where it fades: the one before */
  int share;            /* how much of the next octave there is */
  double gain;          /* how high it is beside the first */
} gully_state;

/* The height between valley floors, toward −1, and peaks, toward 1. */
static int level_of(burl__graph *g, const gully_options *o, int height) {
  const double middle = 0.5 * (o->from + o->to), half = 0.5 * (o->to - o->from);
  const int above = times(g, plus(g, height, -middle), 2 / half);
  return divide(g, above, function(g, OP_sqrt, plus(g, square(g, above), 1)));
}

/* 1 − 1/(1 + (slope/onset)^4), fading toward peaks and valley floors. */
static int share_of_first(burl__graph *g, const gully_options *o, const gully_state *s) {
  const int level = level_of(g, o, s->height);
  const int steepness = add(g, square(g, s->slope[0]), square(g, s->slope[1]));
  const int over = square(g, times(g, steepness, 1 / (o->onset * o->onset)));
  const int steep = subtract(g, constant(g, 1), divide(g, constant(g, 1), plus(g, over, 1)));
  return clamp(g, multiply(g, steep, subtract(g, constant(g, 1), square(g, level))), 0, 1);
}

/* How much there is of the next octave: less on ridges and in creases, where the sine is near 0.  Of what the octave
 * before had less of there is share/(share + detail (1 − share)): the finer octaves are, the narrower is where they
 * fade, and at 0 it stays smooth. */
static int share_of_next(burl__graph *g, const gully_options *o, int share, const int wave[2]) {
  const int power = square(g, wave[1]);
  const int faded = divide(g, share, plus(g, times(g, share, 1 - o->detail), o->detail));
  const int rounding = o->ridge == o->crease ? constant(g, o->ridge + 1e-4)
                                             : blend(g, constant(g, o->crease + 1e-4), constant(g, o->ridge + 1e-4),
                                                     plus(g, times(g, wave[0], 0.5), 0.5));
  return multiply(g, faded, subtract(g, constant(g, 1), divide(g, rounding, add(g, power, rounding))));
}

static int add_octave(burl__call_site *site, const gully_options *o, int octave, gully_state *s) {
  burl__graph *const g = site->graph;
  const double half_turns = 2 * waves_a_cell, cell = ldexp(o->scale, -octave);
  gully_cell c;
  int wave[2];
  const int steepness = add(g, square(g, s->slope[0]), square(g, s->slope[1]));
  const int length = function(g, OP_sqrt, plus(g, steepness, 0.01 * o->onset * o->onset));
  const int scaled = divide(g, constant(g, half_turns), length);
  const int across[2] = {multiply(g, burl__make1(g, OP_negate_f, s->slope[1]), scaled),
                         multiply(g, s->slope[0], scaled)};
  if (!open_cell(site, o, octave, &c) ||
      !add_waves(site, &c, across, burl__seed_combine(o->seed, (uint64_t)octave + 1), wave))
    return 0;
  const int amplitude = times(g, o->strength, s->gain);
  const int rise = multiply(g, multiply(g, times(g, wave[1], -3.14159265358979324 / cell), amplitude), s->share);
  s->level = blend(g, s->level, wave[0], s->share);
  s->height = add(g, s->height, multiply(g, amplitude, s->level));
  for (int axis = 0; axis < 2; axis++) s->slope[axis] = add(g, s->slope[axis], multiply(g, rise, across[axis]));
  s->share = share_of_next(g, o, s->share, wave);
  s->gain *= o->gain;
  return s->height >= 0 && s->share >= 0 && s->slope[0] >= 0 && s->slope[1] >= 0;
}

/* ---- The call ------------------------------------------------------------------------------------ */

static int read_options(burl__call_site *site, gully_options *o) {
  double octaves;
  if (!burl__option(site, "scale", &o->scale) || !burl__option(site, "octaves", &octaves) ||
      !burl__option(site, "gain", &o->gain) || !burl__option(site, "onset", &o->onset) ||
      !burl__option(site, "detail", &o->detail) || !burl__option(site, "ridge", &o->ridge) ||
      !burl__option(site, "crease", &o->crease) || !burl__option(site, "from", &o->from) ||
      !burl__option(site, "to", &o->to) || !burl__option_seed(site, "seed", &o->seed))
    return 0;
  o->octaves = (int)octaves;
  o->seed = burl__seed_combine(site->point->seed, o->seed);
  o->strength = burl__option_varying(site, "strength");
  if (o->strength < 0) return 0;
  if (o->scale > 0 && o->from < o->to && o->octaves == octaves) return 1;
  const char *const wrong = !(o->scale > 0) ? "scale" : o->from < o->to ? "octaves" : "to";
  burl__fail_at(site, burl__option_place(site, wrong, 0),
                !(o->scale > 0)   ? "scale is more than 0"
                : o->from < o->to ? "octaves is a whole number"
                                  : "from, the height of valley floors, is less than to, that of peaks",
                "");
  return 0;
}

/* Whether an operation bends where its arguments can be. */
static int is_kinked(const burl__graph *g, const burl__node *node) {
  const burl_range a = node->arity > 0 ? g->nodes[node->argument[0]].range : (burl_range){0, 0, 0};
  const burl_range b = node->arity > 1 ? g->nodes[node->argument[1]].range : a;
  switch (node->op) {
  case OP_abs_f:
  case OP_abs_d: return a.lo < 0 && a.hi > 0;
  case OP_min_f:
  case OP_min_d:
  case OP_max_f:
  case OP_max_d: return a.lo < b.hi && b.lo < a.hi;
  case OP_clamp_f:
  case OP_clamp_d: return !(a.lo >= b.lo && a.hi <= g->nodes[node->argument[2]].range.hi);
  case OP_floor_f:
  case OP_floor_d:
  case OP_fract_f:
  case OP_fract_d:
  case OP_remainder_f:
  case OP_remainder_d:
  case OP_select_f:
  case OP_select_d:
  case OP_triangle:
  case OP_steps: return 1;
  default: return burl__is_noise(node->op) && burl__noise_is_kinked(node->setup);
  }
}

/* Fails where heights aren't smooth: there gullies would tear. */
static int is_smooth(burl__call_site *site, int height) {
  const burl__graph *const g = site->graph;
  unsigned char *const needed = burl__arena_take(site->expander->scratch, (size_t)height + 1);
  if (!needed) return burl__out_of_memory(g->error), 0;
  needed[height] = 1;
  for (int i = height; i >= 0; i--) {
    const burl__node *const node = &g->nodes[i];
    if (!needed[i] || node->op == BURL__FIELD) continue;
    for (int a = 0; a < node->arity; a++) needed[node->argument[a]] = 1;
    if (node->op >= BURL__OP_COUNT || !is_kinked(g, node)) continue;
    burl__fail(g->error, BURL_RECIPE, site->positional[0]->place,
               "gullies: these heights have a kink or a step, by %s(), along which they would tear",
               burl__operations[node->op].name);
    burl__hint(g->error, "smooth heights have none: fbm, smin, smoothstep, upsample(h, 1)");
    return 0;
  }
  return 1;
}

burl__value burl__build_gullies(burl__call_site *site) {
  burl__graph *const g = site->graph;
  gully_options o;
  gully_state s;
  int gradient[4];
  if (site->point->dims != 2) {
    burl__fail_at(site, site->tree->place, "heights are over two coordinates",
                  "sizes of two axes, 1000x600, have them; at(gullies(h), x, y), too");
    return burl__failed();
  }
  site->expander->reads |= BURL__READS_POINT | BURL__READS_SEED;
  if (!read_options(site, &o) || !burl__argument_gradient(site, &s.height, gradient) || !is_smooth(site, s.height))
    return burl__failed();
  s.height = burl__convert(g, s.height, BURL__FLOAT);
  for (int axis = 0; axis < 2; axis++) s.slope[axis] = burl__convert(g, gradient[axis], BURL__FLOAT);
  s.gain = 1;
  s.level = constant(g, 0);
  s.share = share_of_first(g, &o, &s);
  for (int octave = 0; octave < o.octaves; octave++)
    if (!add_octave(site, &o, octave, &s)) return burl__failed();
  return burl__number(s.height);
}
