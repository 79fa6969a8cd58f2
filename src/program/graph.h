/* The program as a graph of operations on numbers, built from the arguments up: a node is checked,
 * typed, folded where its arguments are constants, shared where it exists already, and given its
 * axes (what it varies with), its bounds and its laps (by how much it jumps where a tile wraps). */
#ifndef BURL_PROGRAM_GRAPH_H
#define BURL_PROGRAM_GRAPH_H

#include "base/error.h"
#include "base/memory.h"
#include "program/operation.h"

enum { BURL__MOST_NODES = 65536, BURL__AXES_TIME = 16 };

/* Hints that several places give. */
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
  double value; /* of a constant, coordinate or gate */
  burl_range range;
  double lap[4]; /* change of the value over one period of the tile's axes */
  int origin, steps; /* of pieces.h: the one value that operations make it of, plus 1 (0: several, or
                        none), and how many lie between at most */
  const burl_range *pieces; /* its range over the pieces of that value's, where one has asked */
} burl__node;

/* The lattice points that reach a cell of smooth simplex noise (noise/reach.h). */
typedef struct {
  int count;
  const void *points;
} burl__reaching;

typedef struct {
  burl__arena *arena;
  burl_error *error;
  burl__place place; /* of what is being built: where errors point */
  burl__node *nodes;
  size_t count, capacity;
  int *slots; /* hash table of nodes: index + 1, 0 for free */
  size_t slot_count;
  int pieced;                           /* how many nodes have pieces */
  int whole_grid;                       /* how many whole-grid functions there are */
  struct burl__kept_setup *setups[256]; /* of noises, by hash: equal ones are one */
  burl__reaching reaching[4];           /* by dimensions, less one: NULL before one asks */
  struct burl__kept_corners *corners;   /* of noises with short periods */
  size_t corner_words;                  /* how many words all of them have */
} burl__graph;

/* Every function that makes a node answers its index, or −1 with the graph's error filled; −1 among
 * the arguments answers −1, so that calls nest. */
enum { BURL__NONE = -1 };

void burl__graph_open(burl__graph *graph, burl__arena *arena, burl_error *error);
void burl__graph_close(burl__graph *graph);

int burl__constant(burl__graph *graph, double value, burl__type type);
int burl__coordinate(burl__graph *graph, int axis);
/* The value without an octave or with it, as `with` is of float or double. */
int burl__gate(burl__graph *graph, int without, int with, double footprint);
int burl__field(burl__graph *graph, const void *setup, burl_range range);
/* The slope of a noise along its coordinate number `axis`; computed with the noise. */
int burl__partial(burl__graph *graph, int noise, int axis);
/* The node under another name: not shared with what is made of the node itself. */
int burl__alias(burl__graph *graph, int node, int name);

/* An operation on arguments converted to its type; arithmetic (its float form is named) is done in
 * double where an argument is. */
int burl__arithmetic(burl__graph *graph, int op, const int *arguments);
int burl__operate(burl__graph *graph, int op, const int *arguments);
/* A noise: as many coordinates as it has dimensions, and its jitter where that varies; range is what its
 * setup is bound by. */
int burl__noise_node(burl__graph *graph, int op, const int *arguments, const burl__noise *setup,
                     burl_range range);
/* value · factor: of a noise times a constant the noise of that size, where every sample saves the
 * product; of anything else the product. */
int burl__scaled(burl__graph *graph, int value, int factor);
/* Whether it saves the product. */
int burl__can_be_scaled(const burl__graph *graph, int value, int factor);
/* The one copy of what a node is set up with, equal byte by byte; NULL when out of memory. */
const void *burl__keep_setup(burl__graph *graph, const void *setup, size_t size);
/* The value as float or double. */
int burl__convert(burl__graph *graph, int node, burl__type type);

/* Arithmetic by name, for builders. */
int burl__make1(burl__graph *graph, int op, int a);
int burl__make2(burl__graph *graph, int op, int a, int b);
int burl__make3(burl__graph *graph, int op, int a, int b, int c);
int burl__literal(burl__graph *graph, double value);

int burl__is_constant(const burl__graph *graph, int node);
double burl__value_of(const burl__graph *graph, int node);

#endif
