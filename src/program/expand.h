/* From the tree to the graph: the expansion of names, arguments and calls.
 *
 * A name stands for its expression, evaluated at the point where it is used; so does a parameter of
 * a function that the recipe defines.  The value of an expression therefore depends on its tree, on
 * the scope that binds its parameters, and on the point; the expander keeps the value of each such
 * triple. */
#ifndef BURL_PROGRAM_EXPAND_H
#define BURL_PROGRAM_EXPAND_H

#include "base/links.h"
#include "burl_inspect.h"
#include "lang/tree.h"
#include "program/graph.h"
#include "program/image.h"
#include "program/spacing.h"

/* Where an expression is evaluated. */
typedef struct {
  int id;            /* its number among the expander's points */
  int dims;          /* how many coordinates it has */
  int coordinate[4]; /* their nodes */
  int time;
  uint64_t seed;
  int octave;          /* of the innermost fractal, from 0 */
  int elias_octave;    /* the octave by which hash: elias chooses its constants: 0 with same_seed */
  int loop;            /* the additional coordinate of noises within loop(); BURL__NONE: none */
  double loop_period;  /* the noises' period along it */
  int ground;          /* within erode's k: the node of the heights of that moment; BURL__NONE: not there */
  int instance;        /* within splatter(): the node of the instance's id; BURL__NONE: not there */
  const char *inside;  /* the enclosing function that moved the point; NULL: none */
  const char *derived; /* the enclosing function that differentiates; NULL: none */
  int on_shell;        /* whether sphere() or cylinder() has moved it, within what differentiates */
} burl__point;

/* The points in space to which a sphere() or cylinder() moves those of its call: their coordinates' nodes. */
typedef struct burl__shell {
  int dims, coordinate[4];
  const struct burl__shell *next;
} burl__shell;

typedef struct burl__scope burl__scope;
typedef struct burl__idle burl__idle;

/* What the value of an expression can depend on, beside constants: of its point, bits 0 to 4 as
 * those of burl__node.axes (of the point's own coordinates), and these. */
enum { BURL__READS_POINT = 15, BURL__READS_SEED = 32, BURL__READS_LOOP = 64, BURL__READS_KNOB = 128 };

enum { BURL__MOST_OCTAVES = 32 };

/* What expansions find beside values, of all results of a plan together. */
typedef struct {
  burl__arena *arena;       /* of everything below */
  unsigned char *used;      /* by entry of functions.def: whether it was called */
  unsigned char *knob_read; /* by knob: whether an expression read it */
  unsigned reads;           /* what the results read: burl__expander.reads */
  unsigned char *effect;    /* for notes.h: by tree; and the trees without one */
  burl__idle *idle;
  int idle_count;
  const burl__tree *octaves_of; /* the first sum of octaves, and its octaves */
  burl_octave octaves[BURL__MOST_OCTAVES];
  int octave_count;
} burl__findings;

enum { BURL__PART_ARGUMENTS = 4 };

/* The part of the recipe that a node is the value of, the coordinates of the point at which it is, and the arguments of
 * its call that are numbers there, with what the recipe calls them. */
typedef struct {
  const char *name; /* NULL: none */
  int dims, coordinate[4];
  int argument_count, argument[BURL__PART_ARGUMENTS];
  const char *argument_name[BURL__PART_ARGUMENTS];
} burl__named_node;

/* What code (code/) asks of an expansion beside values. */
typedef struct {
  const unsigned char *is_open; /* by knob: whether it stays a node instead of its value */
  const burl_param *knobs;
  int turned[2];                 /* see BURL__STEPS: code has no grid, but the recipe may have a view */
  const char *instead_of_images; /* what to do where images have no code; NULL: they have */
  burl__arena *arena;
  burl__named_node *named; /* by node */
  size_t named_count;
} burl__code_wishes;

typedef struct {
  burl__graph *graph;
  burl__arena *scratch; /* freed after the expansion */
  const burl__recipe *recipe;
  const double *knobs; /* the values of the recipe's knobs, in order */
  int knob_count;      /* how many have one: while a knob's own line is evaluated, those above it */
  uint64_t seed;
  int dims;  /* of the recipe's own point */
  int depth; /* how many expansions are nested now */
  burl__links points, scopes, expansions;
  const burl__shell *shells;    /* all so far, but those within another */
  unsigned reads;               /* by what has been expanded so far of the expression at hand */
  burl__findings *findings;     /* NULL: nobody asks */
  int octave_begin, octave_end; /* which octaves sums have: burl_options */
  burl__code_wishes *wishes;    /* NULL: it is not for code */
  burl__images *images;
  const burl__point *own_point;      /* the recipe's own */
  burl__spacer *spacer;              /* of the graph; NULL: nobody has asked yet */
  struct burl__scaled_noise *scaled; /* for build_noise.c; NULL before the first noise */
  struct burl__levels *levels;       /* for build_equalise.c; NULL before the first call */
  const burl__kernels *kernels;
} burl__expander;

/* Expands the recipe's result, or the expression of one of its names, for `dims` dimensions. */
burl__value burl__expand_whole(burl__expander *expander, const burl__tree *tree, int dims);
/* Where in the text, within an expression whose value has a lap, the coordinate is that gives it
 * the lap.  point: at which the expression is evaluated. */
burl__span burl__lapped_place(burl__expander *expander, const burl__tree *tree, const burl__scope *scope,
                              const burl__point *point);
/* The same of what else holds for an expression's value because it holds for that of one within it. */
typedef int burl__node_test(const burl__graph *graph, int node);
burl__span burl__place_where(burl__expander *expander, const burl__tree *tree, const burl__scope *scope,
                             const burl__point *point, burl__node_test *test);
/* Evaluates a constant expression of a view or param line; 0 where it fails. */
int burl__expand_constant(burl__expander *expander, const burl__tree *tree, double *value);

/* The spacer of the expander's graph, which the first call opens; NULL: out of memory. */
burl__spacer *burl__spacer_of(burl__expander *expander);

/* The tree that a name refers to in a scope, through definitions and parameters that are themselves
 * names; *scope becomes the one in which that tree stands. */
const burl__tree *burl__referent(const burl__tree *tree, const burl__scope **scope);

/* The table's point that equals this one, entered if there is none; NULL with the error filled: out of memory. */
const burl__point *burl__keep_point(burl__expander *expander, const burl__point *point);

/* Expands a tree in a scope at a point. */
burl__value burl__expand(burl__expander *expander, const burl__tree *tree, const burl__scope *scope,
                         const burl__point *point);
/* The same at a point that a builder has made: equal points become one. */
burl__value burl__expand_at(burl__expander *expander, const burl__tree *tree, const burl__scope *scope,
                            const burl__point *point);
/* The same, with what it reads of that point in *reads instead of in the expander's. */
burl__value burl__expand_apart(burl__expander *expander, const burl__tree *tree, const burl__scope *scope,
                               const burl__point *point, unsigned *reads);

#endif
