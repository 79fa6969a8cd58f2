/* The builder of paving(): stones of program/paving.h, as arithmetic on where a sample lies in its cell of the lattice,
 * so that bounds, derivatives, periods and code follow from those operations.  A stone is convex: how far a place is
 * inside of all its sides is the exact distance to its border, and the stone that has the place deepest is the one that
 * it lies in. */
#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "base/seed.h"
#include "program/build.h"
#include "program/noise_setup.h"
#include "program/paving.h"
#include "program/period.h"

enum { STONE_EDGE, STONE_VALUE, STONE_X, STONE_Y, STONE_ID, STONE_ANGLE, STONE_KIND };

/* Where a sample is: in which cell, as whole numbers of steps (double), and from there on (float). */
typedef struct {
  burl__graph *graph;
  const burl__paving *paving;
  double gap, round;
  int steps[2], at[2];
  int depth[BURL__MOST_COPIES]; /* of each copy */
  int is_in[BURL__MOST_COPIES]; /* whether it is in the copy and in none before; the first: BURL__NONE */
} paved;

/* ---- Arithmetic ------------------------------------------------------------------------------------ */

static int plus(burl__graph *g, int a, int b) { return burl__make2(g, OP_add_f, a, b); }
static int times(burl__graph *g, double factor, int a) {
  return factor == 1 ? a : burl__make2(g, OP_multiply_f, a, burl__literal(g, factor));
}

/* a·x + b·y + c, without what is 0. */
static int combined(burl__graph *g, double a, int x, double b, int y, double c) {
  const double by[2] = {a, b};
  const int of[2] = {x, y};
  int sum = BURL__NONE, any = 0;
  for (int k = 0; k < 2; k++) {
    if (by[k] == 0) continue;
    if (!any && by[k] == -1 && c != 0) sum = burl__make2(g, OP_subtract_f, burl__literal(g, c), of[k]), c = 0;
    else sum = any ? plus(g, sum, times(g, by[k], of[k])) : times(g, by[k], of[k]);
    any = 1;
  }
  if (!any) return burl__literal(g, c);
  return c == 0 ? sum : plus(g, sum, burl__literal(g, c));
}

static int least_of(burl__graph *g, int a, int b) { return a == BURL__NONE ? b : burl__make2(g, OP_min_f, a, b); }
static int is_less(burl__graph *g, int a, int b) { return burl__make2(g, OP_less_f, a, b); }

/* ---- Stones ---------------------------------------------------------------------------------------- */

/* Where two sides meet, a and b beyond the circle's middle: how far inside of a corner that is round. */
static int corner_inside(const paved *s, const int beyond[2], double cosine, double sine, int plain) {
  burl__graph *const g = s->graph;
  const int zero = burl__literal(g, 0);
  const int first = is_less(g, zero, combined(g, 1, beyond[0], cosine, beyond[1], 0));
  const int second = is_less(g, zero, combined(g, 1, beyond[1], cosine, beyond[0], 0));
  int square =
      plus(g, burl__make2(g, OP_multiply_f, beyond[0], beyond[0]), burl__make2(g, OP_multiply_f, beyond[1], beyond[1]));
  if (fabs(cosine) > 1e-12)
    square = plus(g, square, times(g, 2 * cosine, burl__make2(g, OP_multiply_f, beyond[0], beyond[1])));
  const int root = burl__operate(g, OP_sqrt, &square);
  const int round = combined(g, -1 / sine, root, 0, root, s->round);
  return burl__make3(g, OP_select_f, burl__make2(g, OP_both_f, first, second), round, plain);
}

/* How far inside of a copy's joint the place is, its corners round. */
static int edge_of(const paved *s, const burl__copy *copy, int depth) {
  burl__graph *const g = s->graph;
  const int sides = s->paving->stone[copy->stone].sides, plain = combined(g, 1, depth, 0, depth, -s->gap / 2);
  int beyond[BURL__MOST_SIDES], edge = plain;
  for (int i = 0; i < sides && s->round > 0; i++) {
    const burl__stone_side side = burl__side_of(s->paving, copy, i);
    beyond[i] = combined(g, -side.a, s->at[0], -side.b, s->at[1], s->gap / 2 + s->round - side.c);
  }
  for (int i = 0; i < sides && s->round > 0; i++) {
    const int both[2] = {beyond[i], beyond[(i + 1) % sides]};
    double cosine, sine;
    burl__corner_of(s->paving, copy, i, &cosine, &sine);
    edge = burl__make2(g, OP_min_f, edge, corner_inside(s, both, cosine, sine, plain));
  }
  return edge;
}

static void find_depths(paved *s) {
  burl__graph *const g = s->graph;
  int deepest = BURL__NONE;
  for (int k = 0; k < s->paving->copies; k++) {
    const burl__copy *const copy = &s->paving->copy[k];
    s->depth[k] = BURL__NONE;
    for (int i = 0; i < s->paving->stone[copy->stone].sides; i++) {
      const burl__stone_side side = burl__side_of(s->paving, copy, i);
      s->depth[k] = least_of(g, s->depth[k], combined(g, side.a, s->at[0], side.b, s->at[1], side.c));
    }
    s->is_in[k] = k ? is_less(g, deepest, s->depth[k]) : BURL__NONE;
    deepest = k ? burl__make2(g, OP_max_f, deepest, s->depth[k]) : s->depth[k];
  }
}

/* The number of the copy that the place is in. */
static int chosen(const paved *s, const double of[BURL__MOST_COPIES]) {
  burl__graph *const g = s->graph;
  int value = burl__literal(g, of[0]);
  for (int k = 1, same = 1; k < s->paving->copies; k++) {
    same &= of[k] == of[0];
    if (!same) value = burl__make3(g, OP_select_f, s->is_in[k], burl__literal(g, of[k]), value);
  }
  return value;
}

/* ---- What is given --------------------------------------------------------------------------------- */

static int give_edge(const paved *s) {
  burl__graph *const g = s->graph;
  const double most = burl__deepest(s->paving) - s->gap / 2;
  int edge = BURL__NONE;
  for (int k = 0; k < s->paving->copies; k++) {
    const int one = edge_of(s, &s->paving->copy[k], s->depth[k]);
    edge = k ? burl__make2(g, OP_max_f, edge, one) : one;
  }
  return burl__make3(g, OP_clamp_f, edge, burl__literal(g, 0), burl__literal(g, most * (1 + 1e-6)));
}

/* From the stone's middle, along its own axes. */
static int give_place(const paved *s, int axis) {
  const burl__paving *const p = s->paving;
  burl__graph *const g = s->graph;
  double middle[2][BURL__MOST_COPIES], cosine[BURL__MOST_COPIES], sine[BURL__MOST_COPIES], most = 0;
  int from[2], leans = 0; /* whether the other axis matters to any */
  for (int k = 0; k < p->copies; k++) {
    const burl__axes axes = burl__axes_of_copy(p, &p->copy[k]);
    for (int a = 0; a < 2; a++) middle[a][k] = axes.middle[a];
    cosine[k] = axes.cosine, sine[k] = axis ? -axes.sine : axes.sine;
    most = fmax(most, axes.most[axis]);
    leans |= axes.sine != 0;
  }
  for (int a = 0; a < 2; a++)
    from[a] = times(g, a ? p->row : 1, burl__make2(g, OP_subtract_f, s->at[a], chosen(s, middle[a])));
  int place = burl__make2(g, OP_multiply_f, chosen(s, cosine), from[axis]);
  if (leans) place = plus(g, place, burl__make2(g, OP_multiply_f, chosen(s, sine), from[1 - axis]));
  most *= 1 + 1e-6;
  return burl__make3(g, OP_clamp_f, place, burl__literal(g, -most), burl__literal(g, most));
}

/* The stone's random number: that of whole numbers which tell it apart, and which rise along one axis each, so that
 * they repeat where the stones do. */
static int give_value(burl__call_site *site, const paved *s) {
  const burl__paving *const p = s->paving;
  burl__graph *const g = s->graph;
  double key[3][BURL__MOST_COPIES];
  int node[3];
  uint64_t seed;
  burl__noise noise;
  if (!burl__option_seed(site, "seed", &seed)) return BURL__NONE;
  site->expander->reads |= BURL__READS_SEED;
  for (int k = 0; k < p->copies; k++) {
    for (int a = 0; a < 2; a++) key[a][k] = p->key[a][0] * p->copy[k].steps[0] + p->key[a][1] * p->copy[k].steps[1];
    key[2][k] = p->copy[k].stone;
  }
  const uint64_t own = burl__seed_combine(site->point->seed, seed) + burl__seed_salt("paving");
  burl__noise_standard(&noise, OP_white, 3, own);
  for (int a = 0; a < 3; a++) {
    node[a] = chosen(s, key[a]);
    if (a < 2) node[a] = plus(g, combined(g, p->key[a][0], s->steps[0], p->key[a][1], s->steps[1], 0), node[a]);
    node[a] = burl__convert(g, node[a], BURL__DOUBLE);
    const double period = node[a] < 0 ? -1 : burl__lap_period(g, &g->nodes[node[a]], 0);
    if (period < 0) return BURL__NONE;
    noise.period[a] = (uint32_t)period;
  }
  const burl_range range = burl__noise_scale(&noise, 0);
  const burl__noise *const setup = burl__keep_setup(g, &noise, sizeof noise);
  return setup ? burl__noise_node(g, node, setup, range) : BURL__NONE;
}

/* ---- The call -------------------------------------------------------------------------------------- */

/* Whether stones repeat after a period. */
static int check_period(burl__call_site *site, const burl__paving *p, int axis, double period) {
  const double own = burl__paving_period(p, axis), times = own > 0 ? period / own : 0.5;
  if (fabs(times - floor(times + 0.5)) <= BURL__SAME_PERIOD * times) return 1;
  burl__fail(site->graph->error, BURL_RECIPE, burl__option_place(site, "period", axis),
             "these stones don't repeat along %c after %s", "xy"[axis], burl__digits_of(period).text);
  if (own > 0) burl__hint(site->graph->error, "after multiples of %s they do", burl__digits_of(own).text);
  else burl__hint(site->graph->error, "another ratio: or offset: has them repeat");
  return 0;
}

/* The coordinates, in a period of their own where the call has one. */
static int read_coordinates(burl__call_site *site, const burl__paving *p, int node[2]) {
  const burl__point *const point = site->point;
  burl__graph *const g = site->graph;
  double period[4];
  if ((site->count ? site->count : point->dims) != 2) {
    burl__fail_at(site, site->tree->place, "stones cover the plane: they have two coordinates", "paving(x, y)");
    return 0;
  }
  if (!site->count) site->expander->reads |= 3;
  if (!burl__option_period(site, "period", 2, period)) return 0;
  for (int a = 0; a < 2; a++) {
    node[a] = site->count ? burl__argument_number(site, a) : point->coordinate[a];
    node[a] = burl__convert(g, node[a], BURL__DOUBLE);
    if (!check_period(site, p, a, period[a])) return 0;
    if (node[a] >= 0 && period[a] > 0) node[a] = burl__reduced(g, node[a], a, period[a]);
    if (node[a] < 0) return 0;
  }
  return 1;
}

/* The cell that the place is in, and where. */
static int find_place(paved *s, const int node[2]) {
  burl__graph *const g = s->graph;
  const double *const a = s->paving->step[0], *const b = s->paving->step[1], area = a[0] * b[1] - a[1] * b[0];
  const double by[2][2] = {{b[1] / area, -b[0] / area}, {-a[1] / area, a[0] / area}};
  int part[2];
  for (int k = 0; k < 2; k++) {
    const int whole = combined(g, by[k][0], node[0], by[k][1], node[1], 0);
    s->steps[k] = burl__make1(g, OP_floor_f, whole);
    part[k] = burl__convert(g, burl__make1(g, OP_fract_f, whole), BURL__FLOAT);
    if (part[k] < 0) return 0;
  }
  for (int k = 0; k < 2; k++) s->at[k] = combined(g, a[k], part[0], b[k], part[1], 0);
  return s->at[0] >= 0 && s->at[1] >= 0;
}

/* Whether joints and corners leave something of every stone's sides. */
static int check_joints(burl__call_site *site, const paved *s) {
  const double most = burl__most_inset(s->paving), inset = s->gap / 2 + s->round;
  if (inset < most) return 1;
  burl__fail(site->graph->error, BURL_RECIPE, burl__option_place(site, s->round > 0 ? "round" : "gap", 0),
             "half the gap and what is round are %s together: a side vanishes at %s", burl__digits_of(inset).text,
             burl__digits_of(most).text);
  burl__hint(site->graph->error, "gap/2 + round has to be less");
  return 0;
}

static int read_paving(burl__call_site *site, burl__paving *p) {
  double kind, ratio, offset;
  if (!burl__option(site, "kind", &kind) || !burl__option(site, "ratio", &ratio) ||
      !burl__option(site, "offset", &offset))
    return 0;
  burl__judge_option(site, "offset", (int)kind == BURL__RUNNING, "makes no difference: it is of kind: running");
  burl__judge_option(site, "ratio", (int)kind < BURL__HEXAGON, "makes no difference: it is of bricks");
  if (burl__pave((burl__paving_kind)kind, ratio, offset, p)) return 1;
  burl__fail_at(site, burl__option_place(site, "ratio", 0), "there is no such kind of bricks so long",
                "herringbone has ratios from 1, pinwheel above 1, basketweave whole ones from 2 to 8");
  return 0;
}

burl__value burl__build_paving(burl__call_site *site) {
  burl__paving p;
  paved s = {.graph = site->graph, .paving = &p};
  double give;
  int node[2], value = BURL__NONE;
  if (!read_paving(site, &p) || !burl__option(site, "give", &give) || !burl__option(site, "gap", &s.gap) ||
      !burl__option(site, "round", &s.round) || !check_joints(site, &s) || !read_coordinates(site, &p, node) ||
      !find_place(&s, node))
    return burl__failed();
  find_depths(&s);
  double of[BURL__MOST_COPIES];
  for (int k = 0; k < p.copies; k++) of[k] = give == STONE_ANGLE ? p.stone[p.copy[k].stone].angle : p.copy[k].stone;
  switch ((int)give) {
  case STONE_EDGE: value = give_edge(&s); break;
  case STONE_X: value = give_place(&s, 0); break;
  case STONE_Y: value = give_place(&s, 1); break;
  case STONE_ANGLE:
  case STONE_KIND: value = burl__convert(site->graph, chosen(&s, of), BURL__FLOAT); break;
  case STONE_VALUE: value = give_value(site, &s); break;
  case STONE_ID: value = combined(site->graph, 8388608, give_value(site, &s), 0, BURL__NONE, 8388608); break;
  }
  return burl__number(value);
}
