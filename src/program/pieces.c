/* The pieces of pieces.h.
 *
 * Interval arithmetic takes the two arguments of v·(1 − v) to be independent, which gives bounds
 * that are too wide. Over a small piece of v's range they are too wide by little, and the union
 * over all pieces bounds the node.  Ranges over pieces are computed when they are needed and kept,
 * for the nodes that are computed from this one.
 *
 * To bound the recursion and the work, a node more than MOST_STEPS operations behind its origin
 * becomes an origin itself, and only about MOST_NODES nodes of a graph get pieces. */
#include "program/pieces.h"

#include <float.h>
#include <math.h>

#include "program/bounds.h"

enum { PIECES = 32, MOST_STEPS = 32, MOST_NODES = 2048 };

/* The node's origin; the node itself where it has none. */
static int origin(const burl__graph *g, int node) { return g->nodes[node].origin ? g->nodes[node].origin - 1 : node; }

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

/* The k-th piece of a range; adjacent pieces share an end. */
static burl_range piece_of(burl_range r, int k) {
  const double wide = r.hi - r.lo;
  return (burl_range){r.lo + wide * k / PIECES, k + 1 < PIECES ? r.lo + wide * (k + 1) / PIECES : r.hi, r.may_be_nan};
}

/* The node's range where its origin is in the origin's k-th piece. */
static burl_range over_piece(const burl__graph *g, int node, int k) {
  const burl__node *const n = &g->nodes[node];
  return n->pieces ? n->pieces[k] : burl__is_constant(g, node) ? n->range : piece_of(n->range, k);
}

/* Computes the node's ranges over the pieces, and those that they depend on.  0: out of memory. */
static int fill_pieces(burl__graph *g, burl__node *n) {
  if (!n->origin || n->pieces) return 1;
  burl_range *const pieces = burl__arena_take(g->arena, PIECES * sizeof *pieces);
  if (!pieces) return 0;
  for (int i = 0; i < n->arity; i++)
    if (!fill_pieces(g, &g->nodes[n->argument[i]])) return 0;
  for (int k = 0; k < PIECES; k++) {
    burl_range ranges[BURL__ARGUMENTS];
    for (int i = 0; i < n->arity; i++) ranges[i] = over_piece(g, n->argument[i], k);
    pieces[k] = burl__bound(n->op, n->setup, ranges, n->arity > 1 && n->argument[0] == n->argument[1]);
  }
  n->pieces = pieces;
  g->pieced++;
  return 1;
}

/* Whether two arguments are different nodes and not constant. */
static int has_two_varying(const burl__graph *g, const burl__node *n) {
  int one = BURL__NONE;
  for (int i = 0; i < n->arity; i++) {
    if (burl__is_constant(g, n->argument[i])) continue;
    if (one >= 0 && one != n->argument[i]) return 1;
    one = n->argument[i];
  }
  return 0;
}

int burl__bound_by_pieces(burl__graph *g, burl__node *n) {
  if (!n->origin || g->pieced >= MOST_NODES || !has_two_varying(g, n)) return 1;
  const burl_range of = g->nodes[n->origin - 1].range;
  if (!(fmax(fabs(of.lo), fabs(of.hi)) < (double)FLT_MAX)) return 1;
  if (!fill_pieces(g, n)) {
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
