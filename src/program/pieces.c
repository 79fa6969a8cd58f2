/* The pieces of pieces.h.
 *
 * Interval arithmetic takes the two arguments of v·(1 − v) for strangers.  Where the range of v is cut
 * into pieces the rules err by little in each, and the node is within what they give together.  A node
 * keeps its ranges over the pieces for those that are made of it; none is computed before one is needed.
 *
 * What is made of a value lies at most MOST_STEPS operations behind it (beyond, a node is a value of its
 * own), and no more than about MOST_NODES of a graph have pieces: that bounds the recursion and the work. */
#include "program/pieces.h"

#include <float.h>
#include <math.h>

#include "program/bounds.h"

enum { PIECES = 32, MOST_STEPS = 32, MOST_NODES = 2048 };

/* The one value that the node is made of: itself where there is none. */
static int origin(const burl__graph *g, int node) {
  return g->nodes[node].origin ? g->nodes[node].origin - 1 : node;
}

void burl__trace(const burl__graph *g, burl__node *n) {
  int from = BURL__NONE, steps = 0;
  for (int i = 0; i < n->arity; i++) {
    const int argument = n->argument[i];
    if (burl__is_constant(g, argument)) continue;
    if (from >= 0 && from != origin(g, argument)) return;
    from = origin(g, argument);
    steps = g->nodes[argument].steps > steps ? g->nodes[argument].steps : steps;
  }
  if (steps == MOST_STEPS) return;
  n->origin = from + 1;
  n->steps = steps + 1;
}

/* The k-th piece of a range; neighbours have their end in common. */
static burl_range cut(burl_range r, int k) {
  const double wide = r.hi - r.lo;
  return (burl_range){r.lo + wide * k / PIECES, k + 1 < PIECES ? r.lo + wide * (k + 1) / PIECES : r.hi,
                      r.may_be_nan};
}

/* The node's range where its origin is in the k-th piece. */
static burl_range over_piece(const burl__graph *g, int node, int k) {
  const burl__node *const n = &g->nodes[node];
  return n->pieces ? n->pieces[k] : burl__is_constant(g, node) ? n->range : cut(n->range, k);
}

static int fill(burl__graph *g, burl__node *n) {
  if (!n->origin || n->pieces) return 1;
  burl_range *const pieces = burl__arena_take(g->arena, PIECES * sizeof *pieces);
  if (!pieces) return 0;
  for (int i = 0; i < n->arity; i++)
    if (!fill(g, &g->nodes[n->argument[i]])) return 0;
  for (int k = 0; k < PIECES; k++) {
    burl_range ranges[BURL__ARGUMENTS];
    for (int i = 0; i < n->arity; i++) ranges[i] = over_piece(g, n->argument[i], k);
    pieces[k] = burl__bound(n->op, ranges, n->arity > 1 && n->argument[0] == n->argument[1]);
  }
  n->pieces = pieces;
  g->pieced++;
  return 1;
}

/* Whether there are two different arguments that are no constants. */
static int has_two(const burl__graph *g, const burl__node *n) {
  int one = BURL__NONE;
  for (int i = 0; i < n->arity; i++) {
    if (burl__is_constant(g, n->argument[i])) continue;
    if (one >= 0 && one != n->argument[i]) return 1;
    one = n->argument[i];
  }
  return 0;
}

int burl__bound_by_pieces(burl__graph *g, burl__node *n) {
  if (!n->origin || g->pieced >= MOST_NODES || !has_two(g, n)) return 1;
  const burl_range of = g->nodes[n->origin - 1].range;
  if (!(fmax(fabs(of.lo), fabs(of.hi)) < (double)FLT_MAX)) return 1;
  if (!fill(g, n)) {
    burl__out_of_memory(g->error);
    return 0;
  }
  burl_range all = n->pieces[0];
  for (int k = 1; k < PIECES; k++) {
    const burl_range *const piece = &n->pieces[k];
    if (piece->lo < all.lo) all.lo = piece->lo;
    if (piece->hi > all.hi) all.hi = piece->hi;
    all.may_be_nan |= piece->may_be_nan;
  }
  const double lo = fmax(all.lo, n->range.lo), hi = fmin(all.hi, n->range.hi);
  if (lo <= hi) n->range = (burl_range){lo, hi, all.may_be_nan & n->range.may_be_nan};
  return 1;
}
