/* The builder of splatter(): an expression as a shape, once in each cell of a lattice, at a place, of a size and turned
 * as hashes of the cell say.  A sample looks at the cells whose instance may reach it (A. Lagae, P. Dutré, "A
 * procedural object distribution function", 2005) and joins what these have there: their sum is sparse convolution
 * (J. P. Lewis, "Algorithms for solid noise synthesis", 1989), the others are among those of P. Guehl, R. Allègre,
 * J.-M. Dischler, B. Benes and E. Galin, "Semi-procedural textures using point process texture basis functions", 2020.
 *
 * All of it is arithmetic: the shape is expanded once for each of these cells, in the instance's own coordinates, which
 * are in [-1, 1] so that its bounds are those over that square, and is 0 outside of it.  Bounds, derivatives, periods
 * and code follow. */
#include <float.h>
#include <math.h>

#include "base/decimal.h"
#include "base/seed.h"
#include "program/build.h"
#include "program/noise_setup.h"
#include "program/period.h"

enum { JOIN_MAX, JOIN_ADD, JOIN_OVER };
enum { MOST_ACROSS = 5 };                                                   /* cells along an axis */
typedef enum { HASH_ID, HASH_X, HASH_Y, HASH_CHANCE, HASH_ORDER } own_hash; /* of a cell, independent of one another */

typedef struct {
  burl__call_site *site;
  burl__graph *graph;
  uint64_t seed;
  int coordinate[2]; /* of the call (double) */
  int join, across;  /* across: how many cells along an axis may reach a sample */
  double jitter, smooth;
  int cell[2], part[2]; /* the cell to whose middle others are counted (double), and where in its reach (float) */
} splatter;

/* An instance: of a cell, at a place, in whose coordinates the sample is (x, y). */
typedef struct {
  int cell[2], id;
  burl__call_site at_place; /* the call, at the place and with the id, for options */
  int is_there, x, y;       /* is_there: where the sample is in its square; x, y: in [-1, 1] */
} splat;

/* What is seen of the instances so far. */
typedef struct {
  int value, second, order; /* second: the value next to it; order: of the instance that is seen */
  int x, y, id;
} seen;

static int literal(const splatter *s, double value) { return burl__literal(s->graph, value); }
static int make(const splatter *s, int op, int a, int b) { return burl__make2(s->graph, op, a, b); }
static int choose(const splatter *s, int c, int a, int b) { return burl__make3(s->graph, OP_select_f, c, a, b); }

/* ---- Places ---------------------------------------------------------------------------------------- */

/* The cell's random number in [-1, 1), times a factor. */
static int hash_of(const splatter *s, const int cell[2], own_hash which, double factor) {
  burl__noise noise;
  burl__noise_standard(&noise, OP_white, 2, burl__seed_pair(s->seed, (uint64_t)which));
  for (int a = 0; a < 2; a++) {
    const double period = cell[a] < 0 ? -1 : burl__lap_period(s->graph, &s->graph->nodes[cell[a]], 0);
    if (period < 0) return BURL__NONE;
    noise.period[a] = (uint32_t)period;
  }
  const burl_range range = burl__noise_scale(&noise, 0);
  const burl__noise *const setup = burl__keep_setup(s->graph, &noise, sizeof noise);
  const int hash = setup ? burl__noise_node(s->graph, cell, setup, range) : BURL__NONE;
  return hash < 0 ? hash : burl__scaled(s->graph, hash, literal(s, factor));
}

/* Where the sample is among so many cells: an even number reaches as far on both sides of where cells meet, an odd one
 * of their middles. */
static int find_cell(splatter *s) {
  const double begin = s->across % 2 ? 0 : 0.5;
  for (int a = 0; a < 2; a++) {
    const int from = make(s, OP_subtract_f, s->coordinate[a], literal(s, begin));
    const int part = burl__make1(s->graph, OP_fract_f, from);
    s->cell[a] = burl__make1(s->graph, OP_floor_f, from);
    s->part[a] = burl__convert(s->graph, part, BURL__FLOAT);
    if (s->cell[a] < 0 || s->part[a] < 0) return 0;
  }
  return 1;
}

/* The instance number n of those that may reach the sample; from[a]: from its place to the sample. */
static int place_instance(const splatter *s, int n, splat *to, int from[2]) {
  const int step[2] = {n % s->across - (s->across - 1) / 2, n / s->across - (s->across - 1) / 2};
  burl__point place = *s->site->point;
  for (int a = 0; a < 2; a++) {
    to->cell[a] = burl__convert(s->graph, make(s, OP_add_f, s->cell[a], literal(s, step[a])), BURL__DOUBLE);
    if (to->cell[a] < 0) return 0;
  }
  to->id = make(s, OP_add_f, hash_of(s, to->cell, HASH_ID, 8388608), literal(s, 8388608));
  for (int a = 0; a < 2; a++) {
    const double middle = step[a] + (s->across % 2 ? 0.5 : 0);
    const int moved = s->jitter > 0 ? hash_of(s, to->cell, a ? HASH_Y : HASH_X, s->jitter / 2) : literal(s, 0);
    from[a] = make(s, OP_subtract_f, make(s, OP_subtract_f, s->part[a], literal(s, middle)), moved);
    place.coordinate[a] = make(s, OP_add_f, make(s, OP_add_f, to->cell[a], literal(s, 0.5)), moved);
    place.coordinate[a] = burl__convert(s->graph, place.coordinate[a], BURL__DOUBLE);
    if (from[a] < 0 || place.coordinate[a] < 0) return 0;
  }
  place.instance = to->id, place.inside = s->site->entry->name;
  to->at_place = *s->site;
  return to->id >= 0 && (to->at_place.point = burl__keep_point(s->site->expander, &place)) != NULL;
}

/* An option of the instance, as float. */
static int option_of(splat *i, const char *name) {
  return burl__convert(i->at_place.graph, burl__option_varying(&i->at_place, name), BURL__FLOAT);
}

/* How far from its place an instance may reach along an axis; below 0 with the error filled. */
static double reach_of(splat *i) {
  const burl__graph *const g = i->at_place.graph;
  const int size = option_of(i, "size"), turn = size < 0 ? size : option_of(i, "turn");
  if (turn < 0) return -1;
  const burl_range of = g->nodes[turn].range;
  const int is_upright = of.lo == of.hi && fmod(of.lo, 90) == 0;
  return fmax(g->nodes[size].range.hi, 0) * (is_upright ? 1 : sqrt(2));
}

static burl__digits rounded(double value) { return burl__digits_of(floor(value * 1e4 + 0.5) / 1e4); }

/* Fails at a size by which an instance reaches further than cells are looked for. */
static int fail_reach(const splatter *s, double reach, double size) {
  burl_error *const error = s->graph->error;
  const burl__span place = burl__option_place(s->site, "size", 0);
  const double most = (MOST_ACROSS - s->jitter) / 2 * size / reach;
  if (!isfinite(reach)) {
    burl__fail(error, BURL_RECIPE, place, "size has to have an upper bound");
    burl__hint(error, "min(e, 0.5) has one, and levels(e, lo, hi) and hash(id(), 1)");
    return 0;
  }
  burl__fail(error, BURL_LIMIT, place, "an instance of size %s, moved and turned so, reaches %s cells beyond its own",
             rounded(size).text, rounded(reach + (s->jitter - 1) / 2).text);
  burl__hint(error, "sizes to %s don't reach beyond 2; scale(splatter(…), s) makes cells larger",
             burl__digits_of(floor(most * 1e4 + 1e-6) / 1e4).text);
  return 0;
}

/* How many cells along an axis may reach a sample: an instance reaches as far from where its cell's middle is as it is
 * moved, and itself reaches. */
static int find_across(splatter *s) {
  for (int needed = 1; needed > s->across;) {
    s->across = needed;
    if (!find_cell(s)) return 0;
    for (int n = 0; n < s->across * s->across; n++) {
      splat i;
      int from[2];
      const double reach = place_instance(s, n, &i, from) ? reach_of(&i) : -1;
      if (reach < 0) return 0;
      const double across = ceil(2 * reach + s->jitter - 1e-9);
      if (!(across <= MOST_ACROSS)) return fail_reach(s, reach, s->graph->nodes[option_of(&i, "size")].range.hi);
      if (across > needed) needed = (int)across;
    }
  }
  return 1;
}

/* ---- Shapes ---------------------------------------------------------------------------------------- */

/* Puts the sample into the instance's own coordinates. */
static int turn_instance(const splatter *s, splat *to, const int from[2]) {
  burl__graph *const g = s->graph;
  const int size = option_of(to, "size"), turn = option_of(to, "turn");
  if (size < 0 || turn < 0) return 0;
  const int smaller = make(s, OP_divide_f, literal(s, 1), make(s, OP_max_f, size, literal(s, 1e-6)));
  int at[2] = {make(s, OP_multiply_f, from[0], smaller), make(s, OP_multiply_f, from[1], smaller)};
  if (!burl__is_constant(g, turn) || burl__value_of(g, turn) != 0) {
    const int half_turns = make(s, OP_multiply_f, turn, literal(s, 1.0 / 180));
    const int cosine = make(s, OP_multiply_f, burl__operate(g, OP_circle_x, &half_turns), smaller);
    const int sine = make(s, OP_multiply_f, burl__operate(g, OP_circle_y, &half_turns), smaller);
    at[0] = make(s, OP_add_f, make(s, OP_multiply_f, from[0], cosine), make(s, OP_multiply_f, from[1], sine));
    at[1] = make(s, OP_subtract_f, make(s, OP_multiply_f, from[1], cosine), make(s, OP_multiply_f, from[0], sine));
  }
  const int away = make(s, OP_max_f, burl__make1(g, OP_abs_f, at[0]), burl__make1(g, OP_abs_f, at[1]));
  const int one = literal(s, 1), minus_one = literal(s, -1);
  to->is_there = make(s, OP_less_f, away, one);
  to->x = burl__make3(g, OP_clamp_f, at[0], minus_one, one);
  to->y = burl__make3(g, OP_clamp_f, at[1], minus_one, one);
  if (g->nodes[size].range.lo <= 0)
    to->is_there = make(s, OP_both_f, to->is_there, make(s, OP_less_f, literal(s, 0), size));
  return to->is_there >= 0 && to->x >= 0 && to->y >= 0;
}

/* Whether a cell has an instance. */
static int thin_out(const splatter *s, splat *to) {
  const int chance = option_of(to, "chance");
  if (chance < 0) return 0;
  if (burl__is_constant(s->graph, chance) && burl__value_of(s->graph, chance) >= 1) return 1;
  const int two = literal(s, 2), one = literal(s, 1);
  const int below = make(s, OP_subtract_f, make(s, OP_multiply_f, chance, two), one);
  to->is_there = make(s, OP_both_f, to->is_there, make(s, OP_less_f, hash_of(s, to->cell, HASH_CHANCE, 1), below));
  return to->is_there >= 0;
}

/* An argument of the call in an instance's own coordinates. */
static burl__value expand_within(const splatter *s, int argument, int x, int y, int id) {
  burl__call_site *const site = s->site;
  burl__point own = *site->point;
  unsigned reads;
  own.coordinate[0] = x, own.coordinate[1] = y;
  own.instance = id, own.inside = site->entry->name;
  const burl__value value =
      id < 0 ? burl__failed()
             : burl__expand_apart(site->expander, site->positional[argument], site->scope, &own, &reads);
  if (value.channels) site->expander->reads |= reads & ~(unsigned)BURL__READS_POINT;
  return value;
}

/* The shape of an instance, 0 where it isn't; −1: failed. */
static int shape_of(const splatter *s, const splat *i) {
  const burl__value shape = expand_within(s, 0, i->x, i->y, i->id);
  if (shape.channels > 1)
    return burl__fail_at(s->site, s->site->positional[0]->place, "a shape is a number, not a colour",
                         "splatter(shape, colour) has the colour where the shape is seen");
  const int value = shape.channels ? burl__convert(s->graph, shape.node[0], BURL__FLOAT) : BURL__NONE;
  return choose(s, i->is_there, value, literal(s, 0));
}

/* ---- Joining --------------------------------------------------------------------------------------- */

/* By what instances are laid over each other; −1: failed. */
static int order_of(const splatter *s, splat *i) {
  if (!burl__option_count(s->site, "order")) return hash_of(s, i->cell, HASH_ORDER, 1);
  return option_of(i, "order");
}

/* Adds an instance to those so far. */
static int join_instance(const splatter *s, seen *to, splat *i, int shape) {
  int is_seen = BURL__NONE;
  if (s->join == JOIN_ADD) {
    to->value = make(s, OP_add_f, to->value, shape);
    return to->value >= 0;
  }
  if (s->join == JOIN_OVER) {
    const int order = order_of(s, i);
    is_seen = make(s, OP_both_f, make(s, OP_less_f, literal(s, 0), shape), make(s, OP_less_f, to->order, order));
    to->order = choose(s, is_seen, order, to->order);
    to->value = choose(s, is_seen, shape, to->value);
  } else {
    is_seen = make(s, OP_less_f, to->value, shape);
    if (s->smooth > 0) to->second = make(s, OP_max_f, to->second, make(s, OP_min_f, to->value, shape));
    to->value = make(s, OP_max_f, to->value, shape);
  }
  if (s->site->count > 1) {
    to->x = choose(s, is_seen, i->x, to->x);
    to->y = choose(s, is_seen, i->y, to->y);
    to->id = choose(s, is_seen, i->id, to->id);
  }
  return to->value >= 0 && to->id >= 0;
}

static int join_all(const splatter *s, seen *to) {
  const int zero = literal(s, 0);
  *to = (seen){zero, zero, literal(s, -(double)FLT_MAX), zero, zero, zero};
  for (int n = 0; n < s->across * s->across; n++) {
    splat i;
    int from[2];
    if (!place_instance(s, n, &i, from) || !turn_instance(s, &i, from) || !thin_out(s, &i)) return 0;
    if (!join_instance(s, to, &i, shape_of(s, &i))) return 0;
  }
  if (s->smooth > 0) { /* the two highest, within as much as there is of the lower one */
    const int within[3] = {to->value, to->second, make(s, OP_min_f, to->second, literal(s, s->smooth))};
    to->value = burl__operate(s->graph, OP_smax, within);
  }
  return to->value >= 0;
}

/* The second argument, of the instance that is seen, and 0 or black where there is none. */
static burl__value value_of_seen(const splatter *s, const seen *of) {
  burl__value value = expand_within(s, 1, of->x, of->y, of->id);
  const int any = make(s, OP_less_f, literal(s, 0), of->value);
  for (int c = 0; c < value.channels; c++)
    if ((value.node[c] = choose(s, any, value.node[c], literal(s, 0))) < 0) return burl__failed();
  return value;
}

/* ---- The call -------------------------------------------------------------------------------------- */

static int read_options(splatter *s) {
  burl__call_site *const site = s->site;
  double join;
  uint64_t seed;
  if (!burl__option(site, "join", &join) || !burl__option(site, "jitter", &s->jitter) ||
      !burl__option(site, "smooth", &s->smooth) || !burl__option_seed(site, "seed", &seed))
    return 0;
  s->join = (int)join;
  s->seed = burl__seed_combine(site->point->seed, seed) + burl__seed_salt("splatter");
  site->expander->reads |= BURL__READS_SEED | 3;
  burl__judge_option(site, "order", s->join == JOIN_OVER, "makes no difference: it is of join: over");
  burl__judge_option(site, "smooth", s->join == JOIN_MAX, "makes no difference: it is of join: max");
  if (s->join != JOIN_MAX) s->smooth = 0;
  return 1;
}

/* The coordinates, in a period of their own where the call has one. */
static int read_coordinates(splatter *s) {
  burl__call_site *const site = s->site;
  double period[4];
  if (site->point->dims != 2) {
    burl__fail_at(site, site->tree->place, "instances lie in the plane: the point has two coordinates",
                  "at(splatter(e), x, y) has two");
    return 0;
  }
  if (!burl__option_period(site, "period", 2, period)) return 0;
  for (int a = 0; a < 2; a++) {
    s->coordinate[a] = site->point->coordinate[a];
    if (period[a] > 0) s->coordinate[a] = burl__reduced(s->graph, s->coordinate[a], a, period[a]);
    if (s->coordinate[a] < 0) return 0;
  }
  return 1;
}

burl__value burl__build_splatter(burl__call_site *site) {
  splatter s = {.site = site, .graph = site->graph};
  seen of;
  if (!read_options(&s) || !read_coordinates(&s)) return burl__failed();
  if (s.join == JOIN_ADD && site->count > 1) {
    burl__fail_at(site, site->positional[1]->place, "of a sum no instance is the one that is seen",
                  "join: max or over has one");
    return burl__failed();
  }
  if (!find_across(&s) || !join_all(&s, &of)) return burl__failed();
  return site->count > 1 ? value_of_seen(&s, &of) : burl__number(of.value);
}

burl__value burl__build_id(burl__call_site *site) {
  if (site->point->instance >= 0) return burl__number(site->point->instance);
  burl__fail_at(site, site->tree->place, "this is known of the instances of splatter() alone",
                "splatter(e*hash(id(), 1)); other numbers are given by cells(give: id) and paving(give: id)");
  return burl__failed();
}
