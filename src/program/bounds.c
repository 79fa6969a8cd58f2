/* The rules of bounds.h.
 *
 * Where a function is monotone in each argument, its extremes over a box of arguments are at the
 * box's corners. Where it is rounded once, too, as rounding is monotone, the operation itself,
 * evaluated at the corners, gives exact bounds.  Where it is rounded several times, they are
 * widened by more than the sum of the rounding errors. */
#include "program/bounds.h"

#include <float.h>
#include <math.h>
#include <stdalign.h>

#include "program/curve.h"

/* ---- Running an operation ----------------------------------------------------------------------- */

void burl__evaluate(int op, int arity, const double arguments[][BURL__LANES], const void *setup,
                    double result[BURL__LANES]) {
  const burl__operation *const operation = &burl__operations[op];
  alignas(64) double in_d[BURL__ARGUMENTS][BURL__LANES], out_d[BURL__LANES];
  alignas(64) float in_f[BURL__ARGUMENTS][BURL__LANES], out_f[BURL__LANES];
  burl__call call = {.setup = setup, .lines = 1, .output = {.scalar = 1.0f}};
  call.to = operation->out == BURL__DOUBLE ? (void *)out_d : (void *)out_f;
  for (int a = 0; a < arity; a++) {
    const int is_jitter = burl__is_noise(op) && a >= ((const burl__noise *)setup)->dims;
    const int is_double = operation->in == BURL__DOUBLE && !is_jitter;
    call.from[a] = is_double ? (const void *)in_d[a] : (const void *)in_f[a];
    for (int i = 0; i < BURL__LANES; i++)
      if (is_double) in_d[a][i] = arguments[a][i];
      else in_f[a][i] = (float)arguments[a][i];
  }
  burl__base_kernels()->run[op](&call, 1);
  for (int i = 0; i < BURL__LANES; i++) result[i] = operation->out == BURL__DOUBLE ? out_d[i] : (double)out_f[i];
}

/* ---- Ranges ------------------------------------------------------------------------------------- */

static burl_range range(double lo, double hi, int nan) { return (burl_range){lo, hi, nan}; }
static burl_range anything(int nan) { return range(-INFINITY, INFINITY, nan); }
static int contains(const burl_range *r, double value) { return r->lo <= value && value <= r->hi; }
static int is_infinite(const burl_range *r) { return isinf(r->lo) || isinf(r->hi); }
static double magnitude(const burl_range *r) { return fmax(fabs(r->lo), fabs(r->hi)); }

/* The range widened by `ulps` ulps of float of its larger finite end, and by the smallest normal
 * float. */
static burl_range widen_by_ulps(burl_range r, double ulps) {
  const double lo = isfinite(r.lo) ? fabs(r.lo) : 0.0, hi = isfinite(r.hi) ? fabs(r.hi) : 0.0;
  const double by = fmax(lo, hi) * ulps * (double)FLT_EPSILON + (double)FLT_MIN;
  return range(r.lo - by, r.hi + by, r.may_be_nan);
}
static burl_range within(burl_range r, double lo, double hi) {
  return range(fmin(fmax(r.lo, lo), hi), fmax(fmin(r.hi, hi), lo), r.may_be_nan);
}
static burl_range hull(const burl_range *a, const burl_range *b) {
  return range(fmin(a->lo, b->lo), fmax(a->hi, b->hi), a->may_be_nan | b->may_be_nan);
}

/* Widens r by the operation's results at every corner of the box of up to four arguments, with NaN
 * in place of the arguments in the set `missing`, which min, max and the like ignore.  Returns
 * whether the result is NaN at a corner without NaN, as may be where an argument is infinite: then
 * nothing is known of the results near that corner. */
static int add_corners(int op, const burl_range *a, unsigned missing, burl_range *r) {
  const int arity = burl__operations[op].arity, count = 1 << arity; /* more lanes repeat them */
  double lanes[BURL__ARGUMENTS][BURL__LANES], results[BURL__LANES];
  for (int k = 0; k < arity; k++)
    for (int i = 0; i < BURL__LANES; i++)
      lanes[k][i] = missing >> k & 1u ? (double)NAN : i >> k & 1 ? a[k].hi : a[k].lo;
  burl__evaluate(op, arity, (const double(*)[BURL__LANES])lanes, NULL, results);
  int nan = 0;
  for (int i = 0; i < count; i++) {
    if (isnan(results[i])) {
      nan = 1;
      continue;
    }
    r->lo = fmin(r->lo, results[i]);
    r->hi = fmax(r->hi, results[i]);
  }
  r->may_be_nan |= nan;
  return nan && !missing;
}

/* The range of the results at the corners, with every argument that may be NaN as a number and as
 * NaN.  *hidden: whether a corner without NaN gave NaN. */
static burl_range corners_of_numbers(int op, const burl_range *a, int *hidden) {
  const unsigned arity = (unsigned)burl__operations[op].arity;
  burl_range r = range(INFINITY, -INFINITY, 0);
  unsigned doubtful = 0;
  *hidden = 0;
  for (unsigned k = 0; k < arity; k++) doubtful |= (a[k].may_be_nan ? 1u : 0u) << k;
  for (unsigned missing = 0; missing < 1u << arity; missing++)
    if ((missing & ~doubtful) == 0) *hidden |= add_corners(op, a, missing, &r);
  return r.lo <= r.hi ? r : anything(1);
}
static burl_range corners(int op, const burl_range *a) {
  int hidden;
  const burl_range r = corners_of_numbers(op, a, &hidden);
  return hidden ? anything(1) : r;
}
/* For products and quotients, where a corner of NaN hides no bound: near 0 · ∞ and ∞/∞ the results
 * approach 0 and ±∞, and each of these is the result at another corner or, as 0 in a product, is
 * added by the rule. */
static burl_range corners_of_product(int op, const burl_range *a) {
  int hidden;
  return corners_of_numbers(op, a, &hidden);
}

/* ---- Rules -------------------------------------------------------------------------------------- */

#define RULE(name) static burl_range bound_##name(int op, const burl_range *a, int same)
#define UNUSED ((void)op, (void)a, (void)same)

RULE(CORNERS)
{ return UNUSED, corners(op, a); }
RULE(CORNERS_NEAR)
{ return UNUSED, widen_by_ulps(corners(op, a), 8); }
RULE(SRGB)
{ return UNUSED, widen_by_ulps(corners(op, a), 12); } /* off by 4.3 and less, pieces meet within 6 */
RULE(UNIT)
{ return UNUSED, range(0, 1, a[0].may_be_nan | a[1].may_be_nan); }
/* Of what is true or false by its bounds; not a number is true. */
static int is_always(const burl_range *r, int truth) {
  return truth ? !contains(r, 0.0) : r->lo == 0 && r->hi == 0 && !r->may_be_nan;
}
RULE(LOGIC)
{
  UNUSED;
  if (op == OP_not_f || op == OP_not_d) return range(is_always(&a[0], 0), !is_always(&a[0], 1), 0);
  const int decides = op == OP_either_f || op == OP_either_d; /* the truth of one side that decides */
  if (is_always(&a[0], decides) || is_always(&a[1], decides)) return range(decides, decides, 0);
  if (is_always(&a[0], !decides) && is_always(&a[1], !decides)) return range(!decides, !decides, 0);
  return range(0, 1, 0);
}
RULE(SELECT)
{ /* NaN counts as true */
  UNUSED;
  if (!contains(&a[0], 0.0)) return a[1];
  return a[0].lo == a[0].hi && !a[0].may_be_nan ? a[2] : hull(&a[1], &a[2]);
}
RULE(NOISE)
{ return UNUSED, anything(1); } /* a noise's bounds, and a curve's, follow from its setup instead */

/* Comparisons are monotone in both arguments; with NaN they are false. */
RULE(LESS)
{ return same ? range(0, 0, 0) : corners(op, a); }
RULE(LESS_EQUAL)
{ return same ? range(!a[0].may_be_nan, 1, 0) : corners(op, a); }
RULE(STEP)
{ return same ? range(1, 1, 0) : corners(op, a); }
RULE(EQUAL)
{
  UNUSED;
  const int apart = a[0].hi < a[1].lo || a[1].hi < a[0].lo;
  return same ? range(!a[0].may_be_nan, 1, 0) : range(0, !apart, 0);
}
RULE(NOT_EQUAL)
{
  const burl_range equal = bound_EQUAL(op, a, same);
  return range(1 - equal.hi, 1 - equal.lo, 0);
}

/* a − a is 0; ∞ − ∞ is NaN. */
RULE(SUBTRACT)
{ return same ? range(0, 0, a[0].may_be_nan | is_infinite(&a[0])) : corners(op, a); }
/* Bilinear.  The two terms may cancel, so that the rounding error is relative to theirs, not to the
 * sum. */
RULE(MIX)
{
  UNUSED;
  const double v = magnitude(&a[2]);
  const double size = magnitude(&a[0]) * (1 + v) + magnitude(&a[1]) * v;
  if (!(size < 0.5 * (double)FLT_MAX)) return anything(1); /* overflow: ∞ − ∞ */
  const double by = 4 * (double)FLT_EPSILON * size;
  const burl_range r = corners(op, a);
  return range(r.lo - by - (double)FLT_MIN, r.hi + by + (double)FLT_MIN, r.may_be_nan);
}
/* The product of two ranges; 0 · ∞ is NaN. */
static burl_range product(int op, const burl_range *a) {
  const burl_range r = corners_of_product(op, a);
  const int meet = (is_infinite(&a[0]) && contains(&a[1], 0.0)) || (is_infinite(&a[1]) && contains(&a[0], 0.0));
  return meet ? range(fmin(r.lo, 0), fmax(r.hi, 0), 1) : r;
}
RULE(ABS)
{
  UNUSED;
  const double least = contains(&a[0], 0.0) ? 0.0 : fmin(fabs(a[0].lo), fabs(a[0].hi));
  return range(least, magnitude(&a[0]), a[0].may_be_nan);
}
RULE(MULTIPLY)
{ /* a square is that of the absolute value: never negative, nor 0 · ∞ */
  const burl_range size = bound_ABS(op, a, same), both[] = {size, size};
  burl_range r = product(op, same ? both : a);
  if (same) r.may_be_nan = a[0].may_be_nan;
  return r;
}
/* a/a is 1; 0/0 and ∞/∞ are NaN. */
RULE(DIVIDE)
{
  const int nan = a[0].may_be_nan | a[1].may_be_nan;
  if (same) return range(1, 1, nan | contains(&a[0], 0.0) | is_infinite(&a[0]));
  if (contains(&a[1], 0.0)) return anything(nan | contains(&a[0], 0.0) | (is_infinite(&a[0]) && is_infinite(&a[1])));
  return corners_of_product(op, a);
}
RULE(REMAINDER)
{
  UNUSED;
  const int nan = a[0].may_be_nan | a[1].may_be_nan | contains(&a[1], 0.0) | is_infinite(&a[0]) | is_infinite(&a[1]);
  return range(fmin(a[1].lo, 0), fmax(a[1].hi, 0), nan);
}
RULE(FRACT)
{ /* monotone while the floor, computed from the rounded ends, is the same */
  UNUSED;
  const burl_range whole = corners(op == OP_fract_f ? OP_floor_f : OP_floor_d, a);
  if (!is_infinite(&whole) && whole.lo == whole.hi) return corners(op, a);
  return range(0, 1, a[0].may_be_nan | is_infinite(&a[0]));
}
RULE(SQRT)
{
  UNUSED;
  const burl_range clamped = within(a[0], 0, INFINITY);
  burl_range r = corners(op, &clamped);
  r.may_be_nan |= a[0].lo < 0;
  return r;
}
RULE(EXP)
{ return UNUSED, within(widen_by_ulps(corners(op, a), 4), 0, INFINITY); }
RULE(LOG)
{
  UNUSED;
  const burl_range clamped = within(a[0], 0, INFINITY);
  burl_range r = widen_by_ulps(corners(op, &clamped), 4);
  r.may_be_nan = a[0].may_be_nan | (a[0].lo < 0);
  return r;
}
/* Monotone in both arguments where the base is not negative; else by an exponent that is a constant
 * integer. */
RULE(POW)
{
  UNUSED;
  const int nan = a[0].may_be_nan | a[1].may_be_nan;
  if (a[0].lo >= 0.0 && contains(&a[0], 0.0) && a[1].lo < 0.0) return anything(nan); /* 1/−0 */
  if (is_infinite(&a[1])) return a[0].lo >= 0.0 ? range(0, INFINITY, nan) : anything(1);
  if (a[0].lo >= 0.0) {
    burl_range r = widen_by_ulps(corners(op, a), 8);
    r = range(fmax(r.lo, 0.0), nan ? fmax(r.hi, 1.0) : r.hi, nan); /* pow(NaN, 0) is 1 */
    return r;
  }
  const double n = a[1].lo;
  if (a[1].hi != n || floor(n) != n) return anything(1);
  if (n < 0.0 && contains(&a[0], 0.0)) return anything(nan);
  burl_range r = widen_by_ulps(corners(op, a), 8);
  if (fmod(n, 2.0) == 0.0) r = range(contains(&a[0], 0.0) && n > 0.0 ? 0.0 : fmax(r.lo, 0.0), r.hi, 0);
  r.may_be_nan = nan;
  return r;
}
/* Each product and root is monotone in the size of the base, and so is the power: its results at the ends are exact. */
RULE(HALF_POWER)
{
  const double n = a[1].lo;
  const int is_rooted = floor(n) != n, is_even = fmod(n, 2.0) == 0.0;
  const burl_range size = bound_ABS(op, a, same), above = within(a[0], 0.0, INFINITY);
  if (!is_rooted && !is_even && n < 0.0 && contains(&a[0], 0.0)) return anything(a[0].may_be_nan);
  const burl_range base[] = {is_rooted && a[0].lo > -INFINITY ? above : is_rooted || is_even ? size : a[0], a[1]};
  burl_range r = corners(op, base);
  r.may_be_nan = a[0].may_be_nan | (is_rooted && a[0].lo < 0.0);
  return r;
}
/* The arguments in half waves counted from a maximum of the wave, widened by `slack` and by their
 * rounding: integers are extremes, even ones maxima; of a tangent integers are poles.  0: the
 * arguments are too large for that. */
static int half_waves(int op, const burl_range *a, double slack, burl_range *waves) {
  const double pi = 3.14159265358979323846;
  const double most = op == OP_tan                                                             ? 0x1p13
                      : op == OP_sin || op == OP_cos || op == OP_circle_x || op == OP_circle_y ? 0x1p20
                                                                                               : 0x1p31;
  const double half = op == OP_triangle                              ? 2
                      : op == OP_circle_x || op == OP_circle_y       ? 1
                      : op == OP_sin_degrees || op == OP_cos_degrees ? 180
                                                                     : pi;
  const int is_cosine = op == OP_cos || op == OP_cos_degrees || op == OP_circle_x;
  const double first = is_cosine ? 0 : 0.5 * half;
  const double by = slack + (double)FLT_EPSILON * (1 + magnitude(a)) / half; /* ends are floats */
  *waves = range((a->lo - first) / half - by, (a->hi - first) / half + by, 0);
  return a->lo >= -most && a->hi <= most;
}
/* A wave is monotone between its extremes. */
RULE(WAVE)
{
  UNUSED;
  burl_range waves, r = range(-1, 1, a[0].may_be_nan);
  if (!half_waves(op, a, 1e-6, &waves)) return r;
  const double next = ceil(waves.lo), last = floor(waves.hi);
  if (last > next) return r;
  r = corners(op, a);
  const double by = magnitude(a) <= 0x1p13 ? 1e-10 : 2e-7; /* beyond it a wave's error is 1e-7 */
  r = within(widen_by_ulps(range(r.lo - by, r.hi + by, r.may_be_nan), 4), -1, 1);
  if (last < next) return r;
  return fmod(next, 2.0) == 0.0 ? range(r.lo, 1, r.may_be_nan) : range(-1, r.hi, r.may_be_nan);
}
/* A tangent is increasing between its poles. */
RULE(TANGENT)
{
  UNUSED;
  burl_range waves; /* the slack is large, as near a pole the operation is inaccurate */
  if (!half_waves(op, a, 1e-3, &waves) || floor(waves.hi) >= ceil(waves.lo)) return anything(a[0].may_be_nan);
  return widen_by_ulps(corners(op, a), 6);
}
RULE(ARC)
{
  UNUSED;
  const burl_range clamped = within(a[0], -1, 1);
  burl_range r = widen_by_ulps(corners(op, &clamped), 4);
  r.may_be_nan = a[0].may_be_nan | (a[0].lo < -1) | (a[0].hi > 1);
  return r;
}
/* atan2 jumps across the negative half line, which belongs to the upper half plane; in a box that
 * isn't cut by it the extremes are at corners. */
RULE(TURN)
{
  UNUSED;
  const double turn = 3.1415927410125732; /* π as float, which is above π */
  const int is_beside = a[0].lo >= 0 || a[0].hi < 0 || a[1].lo >= 0;
  if (is_beside) return within(widen_by_ulps(corners(op, a), 4), a[0].lo >= 0 ? 0 : -turn, turn);
  return range(-turn, turn, a[0].may_be_nan | a[1].may_be_nan);
}
/* Where a lies between the edges, of which either may be the greater, is rounded monotonely and clamped before the
 * polynomial, which is exact at 0 and 1: where both ends of a are on one side, so is all between them. */
RULE(SMOOTHSTEP)
{
  UNUSED;
  const int nan = a[0].may_be_nan | a[1].may_be_nan | a[2].may_be_nan;
  const int is_constant = a[0].lo == a[0].hi && a[1].lo == a[1].hi && (float)a[0].lo != (float)a[1].lo;
  if (!is_constant) return range(0, 1 + 4 * (double)FLT_EPSILON, nan);
  const float e0 = (float)a[0].lo, width = (float)a[1].lo - e0;
  const float from = ((float)(width > 0 ? a[2].lo : a[2].hi) - e0) / width;
  const float to = ((float)(width > 0 ? a[2].hi : a[2].lo) - e0) / width;
  if (from >= 1.0f && !nan) return range(1, 1, 0);
  if (to <= 0.0f) return range(0, 0, nan);
  const burl_range r = within(widen_by_ulps(corners(op, a), 8), 0, 1 + 4 * (double)FLT_EPSILON);
  return range(r.lo, r.hi, nan);
}
/* A fade increases from 0 to 1 over [0, 1]; over a larger range, its extremes are at the ends, at 0
 * or at 1. */
RULE(FADE)
{
  UNUSED;
  burl_range r = corners(op, a);
  if (contains(&a[0], 0.0)) r = range(fmin(r.lo, 0), fmax(r.hi, 0), r.may_be_nan);
  if (contains(&a[0], 1.0)) r = range(fmin(r.lo, 1), fmax(r.hi, 1), r.may_be_nan);
  r.may_be_nan = a[0].may_be_nan | is_infinite(&a[0]);
  const double t = magnitude(&a[0]); /* terms cancel: the largest one's rounding counts */
  const double by = 8 * (double)FLT_EPSILON * (31 * t * t * t * (1 + t * t) + 1);
  const burl_range wide = isfinite(by) ? range(r.lo - by, r.hi + by, r.may_be_nan) : anything(1);
  return a[0].lo >= 0 && a[0].hi <= 1 ? within(wide, 0, 1 + 16 * (double)FLT_EPSILON) : wide;
}
RULE(COSINE)
{
  UNUSED;
  burl_range r = widen_by_ulps(hull(&a[0], &a[1]), 8);
  r.may_be_nan |= a[2].may_be_nan | is_infinite(&a[0]) | is_infinite(&a[1]);
  return r;
}

/* A weighted sum of four values.  overshoot: the most that the weights' magnitudes add up to for a
 * parameter in [0, 1]. */
static burl_range weighted_sum(const burl_range *a, double overshoot) {
  burl_range all = a[0];
  for (int k = 1; k < 4; k++) all = hull(&all, &a[k]);
  all.may_be_nan |= a[4].may_be_nan;
  const double t = magnitude(&a[4]);
  const double size = a[4].lo >= 0 && a[4].hi <= 1 ? overshoot : 8 * (1 + t) * (1 + t) * (1 + t);
  const double middle = 0.5 * (all.lo + all.hi), half = 0.5 * (all.hi - all.lo) * size;
  if (!(16 * magnitude(&all) * size < (double)FLT_MAX) || !isfinite(middle)) return anything(1);
  const double by = 32 * (double)FLT_EPSILON * (magnitude(&all) * size + (double)FLT_MIN);
  return range(middle - half - by, middle + half + by, all.may_be_nan);
}
RULE(CUBIC)
{ return UNUSED, weighted_sum(a, 1.5); }
RULE(SPLINE)
{ return UNUSED, weighted_sum(a, 1.25); }
RULE(WAVELET)
{
  UNUSED;
  const double size = magnitude(&a[0]) * 0.26; /* the maximum is 0.259974 */
  return range(-size - (double)FLT_MIN, size + (double)FLT_MIN, a[0].may_be_nan | a[1].may_be_nan | is_infinite(&a[0]));
}
RULE(SMOOTH_MIN)
{
  UNUSED;
  const double by = 0.25 * fmax(a[2].hi, 0);
  const int nan = a[0].may_be_nan | a[1].may_be_nan | a[2].may_be_nan | is_infinite(&a[2]) |
                  (is_infinite(&a[0]) && is_infinite(&a[1]));
  const double hi = a[0].may_be_nan ? a[1].hi : fmin(a[0].hi, a[1].hi); /* where a is NaN it is b */
  return widen_by_ulps(range(fmin(a[0].lo, a[1].lo) - by, hi, nan), 8);
}
RULE(SMOOTH_MAX)
{
  UNUSED;
  const double by = 0.25 * fmax(a[2].hi, 0);
  const int nan = a[0].may_be_nan | a[1].may_be_nan | a[2].may_be_nan | is_infinite(&a[2]) |
                  (is_infinite(&a[0]) && is_infinite(&a[1]));
  const double lo = a[0].may_be_nan ? a[1].lo : fmax(a[0].lo, a[1].lo);
  return widen_by_ulps(range(lo, fmax(a[0].hi, a[1].hi) + by, nan), 8);
}
/* A staircase stays within one step of e.  Where steps and sharpness are constant it increases with
 * e, but for the rounding of a step.  Where e · steps may overflow it is infinite or NaN. */
RULE(STEPS)
{
  if (contains(&a[1], 0.0)) return UNUSED, anything(1);
  const int is_constant = a[1].lo == a[1].hi && a[2].lo == a[2].hi && a[1].lo > 0;
  const double most = 0.5 * (double)FLT_MAX / fmax(magnitude(&a[1]), 1);
  const burl_range clamped[] = {within(a[0], -most, most), a[1], a[2]};
  const double slack = (is_constant ? 4 * (double)FLT_EPSILON : 1) / fmin(fabs(a[1].lo), fabs(a[1].hi));
  const burl_range r = is_constant ? corners(op, clamped) : clamped[0];
  const int low = a[0].lo<-most, high = a[0].hi> most;
  const int nan = a[0].may_be_nan | a[1].may_be_nan | a[2].may_be_nan | is_infinite(&a[1]) | low | high;
  return widen_by_ulps(range(low ? -INFINITY : r.lo - slack, high ? INFINITY : r.hi + slack, nan), 16);
}
RULE(PIECE)
{
  UNUSED;
  const double size = magnitude(&a[1]) * 4 + magnitude(&a[2]) * 3 + magnitude(&a[3]) * 2;
  if (!isfinite(size)) return anything(1);
  const double by = 16 * (double)FLT_EPSILON * size;
  return range(fmin(a[1].lo, 0) - by, fmax(a[1].hi, 0) + by, a[0].may_be_nan);
}
/* v − v·s·k for k in [0, 1]. */
RULE(HUE)
{
  UNUSED;
  const int nan = a[0].may_be_nan | a[1].may_be_nan | a[2].may_be_nan | is_infinite(&a[0]);
  if (!(magnitude(&a[2]) * (1 + magnitude(&a[1])) < 0.5 * (double)FLT_MAX)) return anything(1);
  double lo = a[2].lo, hi = a[2].hi;
  for (int i = 0; i < 4; i++) {
    const double v = i & 1 ? a[2].hi : a[2].lo, s = i & 2 ? a[1].hi : a[1].lo, end = v - v * s;
    lo = fmin(lo, end);
    hi = fmax(hi, end);
  }
  return widen_by_ulps(range(lo, hi, nan), 8);
}
RULE(REDUCE)
{
  UNUSED;
  return range(0, a[1].hi, a[0].may_be_nan | is_infinite(&a[0]));
}

/* ---- Of heights over a whole grid ---------------------------------------------------------------- */

/* A pan that is raised above the sea may pass the heights' range by a step of a float: a thousandth holds it. */
RULE(WIDER)
{
  UNUSED;
  if (is_infinite(a)) return anything(a->may_be_nan);
  const double more = 1e-3 * (a->hi - a->lo) + 1e-3 * magnitude(a) + 1e-36; /* past 0, too */
  return range(a->lo - more, a->hi + more, a->may_be_nan);
}
/* Means of heights: where these may be infinite, infinities of both signs may meet. */
RULE(MEAN)
{ return UNUSED, range(a->lo, a->hi, a->may_be_nan | is_infinite(a)); }
RULE(ANYTHING)
{ return UNUSED, anything(1); }
RULE(ANY_HEIGHT)
{ return UNUSED, anything(a->may_be_nan | is_infinite(a)); }
RULE(SHARE)
{ return UNUSED, range(0, 1, a->may_be_nan); }
RULE(NOT_NEGATIVE)
{ return UNUSED, range(0, INFINITY, a->may_be_nan); }
/* What flow() gives: −1 is no direction. */
RULE(FLOW)
{ return UNUSED, range(-1, INFINITY, a->may_be_nan | is_infinite(a)); }

/* What basins() gives: whole numbers of 24 bits, and −1 in the sea. */
RULE(BASIN)
{ return UNUSED, range(-1, 16777215, a->may_be_nan | is_infinite(a)); }

/* ---- The calls ----------------------------------------------------------------------------------- */

#define ENTRY(name) bound_##name,
static burl_range (*const rules[])(int, const burl_range *, int) = {BURL__RULES(ENTRY)};
#undef ENTRY

static double outward(double value, int up) {
  const float nearest = (float)value;
  if (up ? (double)nearest >= value : (double)nearest <= value) return (double)nearest;
  return (double)nextafterf(nearest, up ? INFINITY : -INFINITY);
}

burl_range burl__round_outward(burl_range r) { return range(outward(r.lo, 0), outward(r.hi, 1), r.may_be_nan); }

burl_range burl__bound_process(burl__rule rule, const burl_range *heights) { return rules[rule](-1, heights, 0); }

burl_range burl__bound(int op, const void *setup, const burl_range *arguments, int same) {
  if (op == OP_curve) return burl__bound_curve(setup, arguments);
  burl_range r = rules[burl__operations[op].rule](op, arguments, same);
  if (burl__operations[op].out == BURL__FLOAT) { /* above the largest float it is infinite */
    if (r.lo < -(double)FLT_MAX) r.lo = -INFINITY;
    if (r.hi > (double)FLT_MAX) r.hi = INFINITY;
  }
  return r;
}
