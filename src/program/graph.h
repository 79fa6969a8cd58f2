/* The program as a graph of operations on numbers, and its store: every node is held once, and
 * equal setups share one copy.  Nodes come after their arguments.  node.h makes them. */
#ifndef BURL_PROGRAM_GRAPH_H
#define BURL_PROGRAM_GRAPH_H

#include "base/error.h"
#include "base/links.h"
#include "base/memory.h"
#include "program/operation.h"

enum { BURL__MOST_NODES = 65536, BURL__AXES_TIME = 16 };

/* Hints of several errors. */
#define BURL__HINT_CONSTANT "a constant is made of numbers and knobs"
#define BURL__HINT_NUMBER "compute with numbers, and colour them last: ramp(v, c0, c1)"
#define BURL__HINT_CHANNELS "rgba(colour, 1) has 4"
#define BURL__HINT_SMALLER "octaves of octaves, and calls of calls, multiply: take fewer"

typedef struct {
  int op, arity;
  burl__type type;
  unsigned axes; /* bits 1 x, 2 y, 4 z, 8 w, 16 t */
  int argument[BURL__ARGUMENTS];
  const void *setup;
  double value; /* of a constant, coordinate or step */
  burl_range range;
  double lap[4]; /* by how much the value jumps where a tile wraps, along each axis: see period.h */
  /* For pieces.h.  origin: the index, plus 1, of the only node that this one is computed from,
   * beside constants; 0: there are several, or none.  steps: the most operations on a path between
   * the two. */
  int origin, steps;
  const burl_range *pieces; /* its range over each piece of the origin's; NULL: not needed yet */
} burl__node;

/* The lattice points that reach a cell of smooth simplex noise (program/reach.h). */
typedef struct {
  int count;
  const void *points;
} burl__reaching;

typedef struct {
  burl__arena *arena;
  burl_error *error;
  burl__span place;  /* of the expression that is being built, to which errors refer */
  burl__span tile;   /* of the innermost tile() around it */
  double periods[4]; /* of that one, along each axis; 0: none */
  burl__node *nodes;
  size_t count, capacity;
  int *slots; /* hash table of nodes: index + 1, 0 for free */
  size_t slot_count;
  int pieced;                 /* how many nodes have pieces */
  int whole_grid;             /* how many whole-grid functions there are */
  burl__links setups;         /* of noises: equal ones are one */
  burl__reaching reaching[4]; /* by dimensions, less one: NULL before one asks */
} burl__graph;

enum { BURL__NONE = -1 }; /* no node */

void burl__graph_open(burl__graph *graph, burl__arena *arena, burl_error *error);
void burl__graph_close(burl__graph *graph);

/* Opens an empty graph that has its setups in common with another, which is not to be used before burl__graph_join or
 * burl__graph_close has been called with the new one. */
void burl__graph_open_beside(burl__graph *graph, const burl__graph *other);
/* Adds the nodes of such a graph that some of its nodes depend on, each once, to the other; fills `to` with these
 * nodes' indices there.  The bounds of a node that is there already stay.  0 with the graph's error filled: no room. */
int burl__graph_join(burl__graph *graph, const burl__graph *from, const int *nodes, int count, int *to);
/* The same, and where each node of `from` is now, in the graph's arena: 0 of one that none of these depends on, as of
 * the graph's first node.  NULL: no room. */
const int *burl__graph_place(burl__graph *graph, const burl__graph *from, const int *nodes, int count);

int burl__is_constant(const burl__graph *graph, int node);
double burl__value_of(const burl__graph *graph, int node);

/* The index of the node that equals this one; BURL__NONE: there is none. */
int burl__find_node(const burl__graph *graph, const burl__node *node);
/* The same, added where there is none yet; BURL__NONE with the graph's error filled: there is no
 * room. */
int burl__add_node(burl__graph *graph, const burl__node *node);
/* The graph's one copy of a setup: setups of equal bytes share it.  NULL: out of memory. */
const void *burl__keep_setup(burl__graph *graph, const void *setup, size_t size);

#endif
