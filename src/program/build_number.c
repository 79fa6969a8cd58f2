/* Builders of numbers: arithmetic, lane functions, and functions composed of both. */
#include <math.h>

#include "base/seed.h"
#include "program/build.h"
#include "program/curve.h"

burl__value burl__build_arithmetic(burl__call_site *site) {
  int arguments[BURL__ARGUMENTS];
  for (int i = 0; i < site->count; i++)
    if ((arguments[i] = burl__argument_number(site, i)) < 0) return burl__failed();
  return burl__number(burl__arithmetic(site->graph, site->entry->op, arguments));
}

burl__value burl__build_numeric(burl__call_site *site) {
  int arguments[BURL__ARGUMENTS];
  for (int i = 0; i < site->count; i++)
    if ((arguments[i] = burl__argument_number(site, i)) < 0) return burl__failed();
  if (site->entry->op == OP_bias || site->entry->op == OP_gain) burl__judge_unit(site, arguments[0]);
  return burl__number(burl__operate(site->graph, site->entry->op, arguments));
}

/* Numbers that the call doesn't give are 0; how many it gives goes into the seed, of which 48 bits are read. */
burl__value burl__build_hash(burl__call_site *site) {
  burl__graph *const g = site->graph;
  uint64_t seed;
  int arguments[BURL__ARGUMENTS];
  site->expander->reads |= BURL__READS_SEED;
  if (!burl__option_seed(site, "seed", &seed)) return burl__failed();
  const uint64_t own = burl__seed_combine(site->point->seed, seed) + burl__seed_salt("hash");
  const uint64_t words = burl__seed_pair(own, (uint64_t)site->count);
  arguments[0] = burl__literal(g, (double)(words & 0xFFFFFF));
  arguments[1] = burl__literal(g, (double)(words >> 40));
  for (int i = 2; i < BURL__ARGUMENTS; i++) {
    arguments[i] = i - 2 < site->count ? burl__argument_number(site, i - 2) : burl__literal(g, 0.0);
    if (arguments[i] < 0) return burl__failed();
  }
  return burl__number(burl__operate(g, OP_hash, arguments));
}

/* Σ aᵢ·bᵢ, where argument i + other is bᵢ, or aᵢ itself if other is 0; in double where an argument
 * is. */
static int sum_of_products(burl__call_site *site, int count, int other) {
  burl__graph *const g = site->graph;
  int sum = BURL__NONE;
  for (int i = 0; i < count; i++) {
    const int a = burl__argument_number(site, i);
    const int b = other ? burl__argument_number(site, i + other) : a;
    const int product = a < 0 || b < 0 ? BURL__NONE : burl__make2(g, OP_multiply_f, a, b);
    if (product < 0) return BURL__NONE;
    sum = i == 0 ? product : burl__make2(g, OP_add_f, sum, product);
  }
  return sum;
}

burl__value burl__build_length(burl__call_site *site) {
  const int sum = sum_of_products(site, site->count, 0);
  return sum < 0 ? burl__failed() : burl__number(burl__operate(site->graph, OP_sqrt, &sum));
}

burl__value burl__build_dot(burl__call_site *site) {
  if (site->count % 2) {
    burl__fail_at(site, site->tree->place, "two vectors of the same length: an even number of arguments",
                  "dot(x, y, 3, 4) is 3*x + 4*y");
    return burl__failed();
  }
  return burl__number(sum_of_products(site, site->count / 2, site->count / 2));
}

/* e mapped from its bounds to [lo, hi], and clamped, as rounding may exceed them slightly. */
static burl__value from_bounds(burl__call_site *site, double lo, double hi) {
  burl__graph *const g = site->graph;
  const int e = burl__argument_number(site, 0);
  if (e < 0) return burl__failed();
  const burl_range r = g->nodes[e].range;
  if (!isfinite(r.lo) || !isfinite(r.hi) || fabs(r.lo) > 3e38 || fabs(r.hi) > 3e38) {
    burl__fail_at(site, site->positional[0]->place, "this has no bounds", "give it some: clamp(e, lo, hi)");
    return burl__failed();
  }
  const double width = r.hi - r.lo;
  const int low = burl__literal(g, r.lo), factor = burl__literal(g, width > 0 ? (hi - lo) / width : 0.0);
  const int from_zero = burl__make2(g, OP_multiply_f, burl__make2(g, OP_subtract_f, e, low), factor);
  const int placed = lo == 0.0 ? from_zero : burl__make2(g, OP_add_f, from_zero, burl__literal(g, lo));
  return burl__number(burl__make3(g, OP_clamp_f, placed, burl__literal(g, lo), burl__literal(g, hi)));
}

burl__value burl__build_unit(burl__call_site *site) { return from_bounds(site, 0.0, 1.0); }
burl__value burl__build_signed(burl__call_site *site) { return from_bounds(site, -1.0, 1.0); }

/* c + (e − a)·((d − c)/(b − a)) */
burl__value burl__build_remap(burl__call_site *site) {
  burl__graph *const g = site->graph;
  int v[5];
  for (int i = 0; i < 5; i++)
    if ((v[i] = burl__argument_number(site, i)) < 0) return burl__failed();
  const int rise = burl__make2(g, OP_subtract_f, v[4], v[3]), run = burl__make2(g, OP_subtract_f, v[2], v[1]);
  const int slope = burl__make2(g, OP_divide_f, rise, run);
  const int along = burl__make2(g, OP_multiply_f, burl__make2(g, OP_subtract_f, v[0], v[1]), slope);
  return burl__number(burl__make2(g, OP_add_f, v[3], along));
}

/* (e − lo)/(hi − lo), clamped.  In float where e is, so that hi gives 1 exactly. */
burl__value burl__build_levels(burl__call_site *site) {
  burl__graph *const g = site->graph;
  int v[3];
  for (int i = 0; i < 3; i++)
    if ((v[i] = burl__argument_number(site, i)) < 0) return burl__failed();
  const int same = v[1] == v[2] || (burl__is_constant(g, v[1]) && burl__is_constant(g, v[2]) &&
                                    burl__value_of(g, v[1]) == burl__value_of(g, v[2]));
  if (same) {
    burl__fail_at(site, site->positional[2]->place, "lo and hi are the same",
                  "step(lo, e) is 0 below lo and 1 from there on");
    return burl__failed();
  }
  if (g->nodes[v[0]].type == BURL__FLOAT && g->nodes[v[1]].type == BURL__WEAK)
    v[1] = burl__convert(g, v[1], BURL__FLOAT);
  const int along =
      burl__make2(g, OP_divide_f, burl__make2(g, OP_subtract_f, v[0], v[1]), burl__make2(g, OP_subtract_f, v[2], v[1]));
  return burl__number(burl__make3(g, OP_clamp_f, along, burl__literal(g, 0.0), burl__literal(g, 1.0)));
}

burl__value burl__build_terrace(burl__call_site *site) {
  int v[3];
  v[0] = burl__argument_number(site, 0);
  v[1] = v[0] < 0 ? BURL__NONE : burl__argument_number(site, 1);
  v[2] = v[1] < 0 ? BURL__NONE : burl__option_varying(site, "sharpness");
  if (v[1] >= 0 && burl__is_constant(site->graph, v[1]) && !(burl__value_of(site->graph, v[1]) > 0.0)) {
    burl__fail_at(site, site->positional[1]->place, "its steps are more than 0 a unit", "");
    return burl__failed();
  }
  return v[2] < 0 ? burl__failed() : burl__number(burl__operate(site->graph, OP_steps, v));
}

/* ---- Curves ------------------------------------------------------------------------------------- */

static int read_knots(burl__call_site *site, int *count, double *x, double *y) {
  if (site->count % 2 == 0) {
    burl__fail_at(site, site->tree->place, "e and then pairs: x0, y0, x1, y1, …", "");
    return 0;
  }
  *count = (site->count - 1) / 2;
  for (int i = 0; i < *count; i++) {
    if (!burl__argument_constant(site, 1 + 2 * i, &x[i]) || !burl__argument_constant(site, 2 + 2 * i, &y[i])) return 0;
    if (i > 0 && !burl__argument_rises(site, 1 + 2 * i, x[i - 1], x[i])) return 0;
  }
  return 1;
}

enum { MOST_KNOTS = 31 };

/* y0 plus the increment of each piece, whose parameter is clamped to [0, 1]; then clamped to the
 * range of the knots. */
static int curve_through(burl__graph *g, int e, int count, const double *x, const double *y) {
  double slope[MOST_KNOTS];
  burl__curve_slopes(count, x, y, slope);
  double lo = y[0], hi = y[0];
  int sum = burl__constant(g, y[0], BURL__FLOAT);
  for (int i = 0; i + 1 < count; i++) {
    const double width = x[i + 1] - x[i];
    const int t =
        burl__make2(g, OP_divide_f, burl__make2(g, OP_subtract_f, e, burl__literal(g, x[i])), burl__literal(g, width));
    const int piece[4] = {t, burl__literal(g, y[i + 1] - y[i]), burl__literal(g, slope[i] * width),
                          burl__literal(g, slope[i + 1] * width)};
    sum = burl__make2(g, OP_add_f, sum, burl__operate(g, OP_hermite_piece, piece));
    lo = fmin(lo, y[i + 1]);
    hi = fmax(hi, y[i + 1]);
  }
  return burl__make3(g, OP_clamp_f, sum, burl__literal(g, lo), burl__literal(g, hi));
}

burl__value burl__build_curve(burl__call_site *site) {
  double x[MOST_KNOTS], y[MOST_KNOTS];
  int count;
  const int e = burl__argument_number(site, 0);
  if (e < 0 || !read_knots(site, &count, x, y)) return burl__failed();
  return burl__number(curve_through(site->graph, e, count, x, y));
}
