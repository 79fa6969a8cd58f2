/* Builders of turbulence that looks eroded: each octave is moved along the slopes of those before it, and is as strong
 * as these leave it.  All of it is made of nodes, so that it has bounds, derivatives and code like anything else.
 *
 * Source: G. de Carpentier, "Scape: procedural extensions", 2012. */
#include "program/octaves.h"

/* Swiss: ridges that are sharp above and gullied below; jordan: billows that are rough where they are steep. */
typedef enum { SWISS, JORDAN } style;

/* What the octaves so far leave to the next one, as nodes. */
typedef struct {
  int all, shown; /* their sum, and as much of it as the grid's spacing shows */
  int share;      /* the factor of the next amplitude; BURL__NONE: 1 */
  int slope[4];   /* along which the next octave is moved; BURL__NONE: not at all */
} eroded;

/* The call's options, as nodes. */
typedef struct {
  style style;
  int warp, damp;
} erosion;

static int add(burl__graph *g, int a, int b) { return burl__make2(g, OP_add_f, a, b); }
static int multiply(burl__graph *g, int a, int b) { return burl__make2(g, OP_multiply_f, a, b); }
static int below_one(burl__graph *g, int a) { return burl__make2(g, OP_subtract_f, burl__literal(g, 1.0), a); }

/* How far octave i is moved along each coordinate: swiss as far at every octave, jordan by as many cells.  Whether it
 * is. */
static int displace(burl__call_site *site, const burl__octaves *o, int i, const erosion *of, const eroded *so_far,
                    int by[4]) {
  burl__graph *const g = site->graph;
  if (i == 0) return 0;
  const int reach = of->style == SWISS ? multiply(g, of->warp, burl__literal(g, o->frequency[i])) : of->warp;
  for (int axis = 0; axis < site->point->dims; axis++) by[axis] = multiply(g, so_far->slope[axis], reach);
  return 1;
}

/* The factor of the next amplitude.  Swiss: this one's times the height so far, so that valleys stay smooth.  Jordan:
 * 1 − 1/(1 + |damp·slope|²). */
static int share_of_next(burl__call_site *site, const erosion *of, const eroded *so_far) {
  burl__graph *const g = site->graph;
  const int one = burl__literal(g, 1.0);
  if (of->style == SWISS) {
    const int height = burl__make3(g, OP_clamp_f, so_far->all, burl__literal(g, 0.0), one);
    return so_far->share < 0 ? height : multiply(g, so_far->share, height);
  }
  int steepness = BURL__NONE;
  for (int axis = 0; axis < site->point->dims; axis++) {
    const int slope = multiply(g, so_far->slope[axis], of->damp), square = multiply(g, slope, slope);
    steepness = axis == 0 ? square : add(g, steepness, square);
  }
  return below_one(g, burl__make2(g, OP_divide_f, one, add(g, steepness, one)));
}

/* Adds octave i.  Swiss: 1 − |e|, whose slopes count by −a·e; jordan: e², whose slopes count by e.  0: failed. */
static int add_octave(burl__call_site *site, const burl__octaves *o, int i, const erosion *of, eroded *so_far) {
  burl__graph *const g = site->graph;
  burl__variables v;
  int by[4], slope[4];
  const int is_moved = displace(site, o, i, of, so_far, by);
  const burl__octave e = burl__octave_at(site, o, i, is_moved ? by : NULL, &v);
  if (e.value < 0 || !burl__octave_slopes(site, &v, e.value, slope)) return 0;
  const int amplitude = i == 0 ? o->amplitude[0] : multiply(g, so_far->share, o->amplitude[i]);
  const int height =
      of->style == SWISS ? below_one(g, burl__make1(g, OP_abs_f, e.value)) : multiply(g, e.value, e.value);
  const int part = multiply(g, height, amplitude);
  const int push = of->style == SWISS ? burl__make1(g, OP_negate_f, multiply(g, e.value, amplitude)) : e.value;
  for (int axis = 0; axis < v.point.dims; axis++) {
    const int along = multiply(g, slope[axis], push);
    so_far->slope[axis] = i == 0 ? along : add(g, so_far->slope[axis], along);
    if (so_far->slope[axis] < 0) return 0;
  }
  so_far->all = i == 0 ? part : add(g, so_far->all, part);
  if (i == 0) so_far->shown = part;
  else if (!burl__octave_is_negligible(g, o, i)) so_far->shown = burl__add_faded(g, so_far->shown, part, e.fade);
  so_far->share = so_far->all < 0 ? BURL__NONE : share_of_next(site, of, so_far);
  return so_far->shown >= 0 && so_far->share >= 0;
}

static burl__value erode_octaves(burl__call_site *site, erosion of) {
  burl__graph *const g = site->graph;
  burl__octaves o;
  eroded so_far = {BURL__NONE, BURL__NONE, BURL__NONE, {0}};
  if (of.warp < 0 || of.damp < 0 || !burl__open_octaves(site, &o)) return burl__failed();
  for (int i = 0; i < o.count; i++)
    if (!add_octave(site, &o, i, &of, &so_far)) return burl__failed();
  const int sum = burl__widen_by_all(g, so_far.shown, so_far.all);
  return burl__number(o.normalise ? burl__make2(g, OP_divide_f, sum, o.total) : sum);
}

/* An option, as float where it varies. */
static int option(burl__call_site *site, const char *name) {
  const int given = burl__option_varying(site, name);
  return given < 0 || burl__is_constant(site->graph, given) ? given : burl__convert(site->graph, given, BURL__FLOAT);
}

burl__value burl__build_swiss(burl__call_site *site) {
  return erode_octaves(site, (erosion){SWISS, option(site, "warp"), burl__literal(site->graph, 0.0)});
}
burl__value burl__build_jordan(burl__call_site *site) {
  return erode_octaves(site, (erosion){JORDAN, option(site, "warp"), option(site, "damp")});
}
