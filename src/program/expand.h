/* From the tree to the graph: names, arguments and points.
 *
 * A name stands for its expression, evaluated at the point where it is used; so does an argument of a
 * recipe's own function.  What an expression means therefore depends on its tree, on the scope that
 * binds its names, and on the point; the expander remembers the value of each such triple. */
#ifndef BURL_PROGRAM_EXPAND_H
#define BURL_PROGRAM_EXPAND_H

#include "lang/tree.h"
#include "program/graph.h"

/* Where an expression is evaluated. */
typedef struct {
  int id;            /* of a point that is kept */
  int dims;          /* how many coordinates it has */
  int coordinate[4]; /* their nodes */
  int time;
  uint64_t seed;
  int octave;         /* of the innermost fractal, from 0 */
  int own_constants;  /* the octave that picks Elias's constants: 0 with same_seed */
  double frequency;   /* cells here per cell of the recipe's own point */
  int loop;           /* the coordinate that noises have beside the point's, within loop(); BURL__NONE */
  double loop_period; /* and its period */
  const char *inside; /* the function that moved the point; NULL: none */
  const char *derived; /* the function that differentiates what stands here; NULL: none */
} burl__point;

typedef struct burl__scope burl__scope;
typedef struct burl__expansion burl__expansion;
typedef struct burl__kept_point burl__kept_point;
enum { BURL__BUCKETS = 4096 };

typedef struct {
  burl__graph *graph;
  burl__arena *scratch; /* for what is kept while expanding */
  const burl__recipe *recipe;
  const double *knobs; /* the values of the recipe's knobs, in order */
  int knob_count;      /* how many have one: to a knob's own numbers those above it */
  uint64_t seed;
  int dims;                       /* of the recipe's own point */
  int depth;                      /* of the expansion at work */
  int points, scopes, expansions; /* how many of each are kept, by hash, below */
  burl__kept_point *point[BURL__BUCKETS];
  burl__scope *scope[BURL__BUCKETS];
  burl__expansion *expansion[BURL__BUCKETS];
  unsigned char *used; /* by entry of functions.def: whether it was called */
} burl__expander;

/* Expands the recipe's result (NULL) or a name of it for `dims` dimensions. */
burl__value burl__expand_recipe(burl__expander *expander, const char *result, int dims);
/* Where, in an expression whose value jumps at a tile's seam, the coordinate stands that makes it. */
burl__place burl__lapped_place(burl__expander *expander, const burl__tree *tree,
                               const burl__scope *scope, const burl__point *made);
/* Evaluates a constant expression of a view or param line; 0 where it fails. */
int burl__expand_constant(burl__expander *expander, const burl__tree *tree, double *value);

/* What a tree stands for in a scope: a name of a definition or of an argument for another, at last for
 * what is no such name. */
const burl__tree *burl__meant(const burl__tree *tree, const burl__scope *scope);

/* Expands a tree in a scope at a point. */
burl__value burl__expand(burl__expander *expander, const burl__tree *tree, const burl__scope *scope,
                         const burl__point *point);
/* The same at a point made by a builder. */
burl__value burl__expand_at(burl__expander *expander, const burl__tree *tree,
                            const burl__scope *scope, const burl__point *made);

#endif
