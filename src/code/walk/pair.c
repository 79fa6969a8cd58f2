/* Coordinates by floats, of lean text: a place is a pair, a float that stays exact and what is added to it.  A float
 * times a power of two is exact, and so is what it has beyond a whole cell; only the sum of that and of what is added
 * rounds, to 2^-24 of a cell: at 10^4 cells the sum of both parts as one float would be 2^-11 off.  Points are pairs of
 * vectors, computed with as such where the target can. */
#include <math.h>

#include "code/walk/scope.h"
#include "noise/simplex.h"

enum { NEAR = 4 }; /* cells that may be added to what is added, for 2^-22 of a cell */

/* ---- Vectors -------------------------------------------------------------------------------------- */

static int plus(burl__code_walk *w, int a, int b) { return burl__each(w->m, VALUE_PLUS, a, b); }
static int minus(burl__code_walk *w, int a, int b) { return burl__each(w->m, VALUE_MINUS, a, b); }
static int times(burl__code_walk *w, int a, int b) { return burl__each(w->m, VALUE_TIMES, a, b); }
static int each_one(burl__code_walk *w, burl__value_form form, int a) { return burl__each_one(w->m, form, a); }

static int reals(burl__code_walk *w, const double *numbers, int dims) {
  int parts[4];
  for (int i = 0; i < dims; i++) parts[i] = burl__real(w->m, numbers[i]);
  return burl__make(w->m, burl__vector_of(KIND_REAL, dims), parts);
}

/* ---- Pairs ---------------------------------------------------------------------------------------- */

/* A number as a float and what is left of it. */
burl__place_of burl__pair_of_constant(burl__code_walk *w, double number) {
  const double inside = axis_holds(number) ? number : LANE_NAN;
  return (burl__place_of){burl__real(w->m, inside), burl__real(w->m, inside - (double)(float)inside)};
}

int burl__real_of_pair(burl__code_walk *w, burl__place_of pair) { return plus(w, pair.cell, pair.fraction); }

/* What a pair has beyond its first part's cell. */
static int beyond(burl__code_walk *w, burl__place_of pair, int below) {
  return burl__name_value(w->m, plus(w, minus(w, pair.cell, below), pair.fraction), "within");
}

/* The cell and what is left in [0, 1): the sum may have left the first part's cell. */
burl__place_of burl__pair_split(burl__code_walk *w, burl__place_of pair) {
  const int below = burl__name_value(w->m, each_one(w, VALUE_FLOOR, pair.cell), "cell");
  const int rest = beyond(w, pair, below);
  if (burl__is_all(w->m, pair.fraction, 0)) return (burl__place_of){below, rest};
  const int over = burl__name_value(w->m, each_one(w, VALUE_FLOOR, rest), "over");
  return (burl__place_of){burl__name_value(w->m, plus(w, below, over), "cell"),
                          burl__name_value(w->m, minus(w, rest, over), "d")};
}

burl__place_of burl__pair_plus(burl__code_walk *w, burl__place_of pair, int by) {
  return (burl__place_of){pair.cell, burl__name_value(w->m, plus(w, pair.fraction, by), "by")};
}

burl__place_of burl__pair_moved(burl__code_walk *w, burl__place_of pair, const double *by, int dims) {
  double whole[4], rest[4];
  int is_near = 1;
  for (int i = 0; i < dims; i++) {
    is_near &= fabs(by[i]) <= NEAR;
    whole[i] = floor(by[i]);
    rest[i] = by[i] - whole[i];
  }
  if (is_near) return burl__pair_plus(w, pair, reals(w, by, dims));
  const int below = each_one(w, VALUE_FLOOR, pair.cell);
  return (burl__place_of){plus(w, below, reals(w, whole, dims)), plus(w, beyond(w, pair, below), reals(w, rest, dims))};
}

/* By a power of two both parts are; else the cell by 12 bits of the number, exactly up to 4,096 cells, and what is left
 * by the number, with the cell by its other bits. */
burl__place_of burl__pair_scaled(burl__code_walk *w, burl__place_of pair, double by) {
  int exponent;
  const double part = frexp(by, &exponent), nearest = ldexp(nearbyint(part * 4096), exponent - 12);
  const double few = fabs(by - nearest) < ldexp(1, exponent - 44) ? by : nearest; /* as the cosine of 60 degrees */
  const int number = burl__real(w->m, by);
  if (few == by && fabs(nearest) == ldexp(0.5, exponent))
    return (burl__place_of){times(w, pair.cell, number), times(w, pair.fraction, number)};
  const int below = burl__name_value(w->m, each_one(w, VALUE_FLOOR, pair.cell), "cell");
  const int rest = times(w, below, burl__real(w->m, by - few));
  const int beyond_cell = times(w, beyond(w, pair, below), number);
  const int fraction = by == few ? beyond_cell : plus(w, rest, beyond_cell);
  return (burl__place_of){times(w, below, burl__real(w->m, few)), burl__name_value(w->m, fraction, "by")};
}

burl__place_of burl__pair_negated(burl__code_walk *w, burl__place_of a) {
  return (burl__place_of){each_one(w, VALUE_NEGATE, a.cell), each_one(w, VALUE_NEGATE, a.fraction)};
}

burl__place_of burl__pair_sum(burl__code_walk *w, burl__place_of a, burl__place_of b) {
  const int first = each_one(w, VALUE_FLOOR, a.cell), second = each_one(w, VALUE_FLOOR, b.cell);
  const int cell =
      burl__name_value(w->m, plus(w, first, second), "cell"); /* one after another: the same text by any compiler */
  const int beyond_second = beyond(w, b, second);
  const int beyond_first = beyond(w, a, first);
  return (burl__place_of){cell, burl__name_value(w->m, plus(w, beyond_first, beyond_second), "by")};
}

burl__place_of burl__pair_wrapped(burl__code_walk *w, burl__place_of pair, double period) {
  const burl__place_of at = burl__pair_split(w, pair);
  const int middle = plus(w, at.cell, burl__real(w->m, 0.5)), length = burl__real(w->m, period);
  const int laps = each_one(w, VALUE_FLOOR, burl__each(w->m, VALUE_OVER, middle, length));
  return (burl__place_of){minus(w, at.cell, times(w, laps, length)), at.fraction};
}

/* ---- Noises --------------------------------------------------------------------------------------- */

/* Blocks of simplex noise, with how far a point lies from each in units: it may be a little outside, which its skewed
 * coordinates allow for.  A block's corner is a sum, as drivers that look for products to fuse with sums (Mesa's) turn
 * (p*2 - block*3) + by into p*2 + (by - block*3), which rounds. */
static burl__place_of block_and_units(burl__code_walk *w, burl__place_of point, int dims) {
  const int others = burl__real(w->m, simplex_block(dims) - 1), units = burl__real(w->m, simplex_units(dims));
  const int share = burl__real(w->m, 1.0 / simplex_block(dims));
  const int block = burl__name_value(w->m, each_one(w, VALUE_FLOOR, times(w, point.cell, share)), "base");
  const int inside = beyond(w, point, plus(w, times(w, block, others), block));
  return (burl__place_of){block, burl__name_value(w->m, times(w, inside, units), "inside")};
}

/* A place in a noise's period along an axis, and of simplex noise its block. */
static burl__place_of place_in_lattice(burl__code_walk *w, const burl__settings *settings, int function, int axis,
                                       burl__place_of place) {
  const burl__noise *const noise = settings->known;
  burl__code_argument a[] = {{.what = ARGUMENT_SETTINGS, .settings = settings},
                             burl__value_argument(burl__int_literal(w->m, axis))};
  int leaves[BURL__MOST_LEAVES];
  if (noise->period[axis]) {
    const int period = burl__evaluate_call(w->e, function, "period_along", a, 2, leaves) ? leaves[0] : BURL__NO_VALUE;
    const burl__code_argument both[] = {burl__place_argument(place), burl__value_argument(period)};
    place = burl__call_place(w, function, "place_wrapped", both, 2);
  }
  if (!burl__is_simplex(noise)) return place;
  const burl__code_argument both[] = {burl__value_argument(burl__int_literal(w->m, noise->dims)),
                                      burl__place_argument(place)};
  return burl__call_place(w, function, "block_of_place", both, 2);
}

/* The places along each axis. */
static void take_places(burl__code_walk *w, burl__place_of at, int dims, burl__place_of places[4]) {
  const int cells = burl__name_value(w->m, burl__each_by_int(w->m, at.cell, KIND_WORD), "c");
  for (int a = 0; a < dims; a++)
    places[a] = (burl__place_of){burl__part(w->m, cells, a), burl__part(w->m, at.fraction, a)};
}

void burl__places_of_pair(burl__code_walk *w, const burl__settings *settings, int function, burl__place_of point,
                          int is_wrapped, burl__place_of places[4]) {
  const burl__noise *const noise = settings->known;
  int has_period = 0;
  for (int a = 0; a < noise->dims; a++) has_period |= noise->period[a] != 0;
  take_places(w, burl__pair_split(w, point), noise->dims, places);
  if (!is_wrapped || (!has_period && !burl__is_simplex(noise))) return;
  for (int a = 0; a < noise->dims; a++) places[a] = place_in_lattice(w, settings, function, a, places[a]);
}

void burl__blocks_of_pair(burl__code_walk *w, const burl__noise *noise, burl__place_of point,
                          burl__place_of places[4]) {
  take_places(w, block_and_units(w, point, noise->dims), noise->dims, places);
}
