/* Making nodes, from the arguments up: a node is checked, typed, folded where its arguments are
 * constants, shared where it exists already, and given its axes (what it varies with), its bounds
 * and its laps (by how much it jumps where a tile wraps).
 *
 * Every function that makes a node returns its index, or BURL__NONE with the graph's error filled.
 * It returns BURL__NONE where an argument is that, so that calls nest. */
#ifndef BURL_PROGRAM_NODE_H
#define BURL_PROGRAM_NODE_H

#include "program/drawing.h"
#include "program/graph.h"
#include "program/picture.h"

int burl__constant(burl__graph *graph, double value, burl__type type);
/* A coordinate that a tile has reduced, a constant one, too, which noises read as one that wraps after a period. */
int burl__tiled(burl__graph *graph, int reduced, int axis, double period);
int burl__coordinate(burl__graph *graph, int axis);
/* The step of the grid along an axis, at least 0, as float. */
int burl__step_of(burl__graph *graph, int axis);
/* Whether the picture's right (axis 0) or its lower end (1) is where the coordinate falls: 1, else 0, as float. */
int burl__turned(burl__graph *graph, int axis);
/* A knob that code leaves open, as float. */
int burl__knob_of(burl__graph *graph, int knob, burl_range range);
/* Of a value computed without an octave, with all of it and with as much as its weight says: the one that the
 * grid's steps call for (see spacing.h).  Double where `whole` is. */
int burl__gate(burl__graph *graph, int without, int whole, int faded, const void *spacing);
/* The result of a whole-grid function, of what `count` nodes are over the whole grid. */
int burl__field(burl__graph *graph, const void *setup, const int *of, int count, burl_range range);
/* A layer of the surface that a whole-grid function gives at a point, or its derivative, twice at most. */
int burl__read_surface(burl__graph *graph, int field, const int coordinate[2], const burl__surface_reading *reading);
/* An image at a point, as its setup says, burl__picture, of which the graph keeps a copy; argument: as many nodes as it
 * reads, the coordinates first.  range: of its values, where it isn't derived. */
int burl__picture_at(burl__graph *graph, const burl__picture *setup, const int *argument, burl_range range);
/* Lines or areas at a point, as their setup says, of which the graph keeps a copy; where a coordinate is that of a tile
 * and they have no period along it, they repeat with it.  −1 with the error filled. */
int burl__drawing_at(burl__graph *graph, const burl__drawing *setup, const int coordinate[2]);
/* The partial derivative of a noise by its coordinate `axis` (or BURL__BY_JITTER): the step that
 * computes the noise computes it, too. */
int burl__partial(burl__graph *graph, int noise, int axis);
/* The operation of a noise's second derivatives; BURL__NONE: there is none yet. */
int burl__bend_operation(burl__noise_kind kind);
/* The second derivative of a noise that has that by its coordinates a and b; 0 as a constant where it is 0
 * everywhere. */
int burl__bend(burl__graph *graph, int noise, int a, int b);
/* Of a node that is a second derivative. */
burl__bend_axes burl__axes_of_bend(const burl__node *node);
/* The node's value as a node of its own, told apart by `name`: what reads the alias is not shared
 * with what reads the node, so that derivatives by the two differ. */
int burl__alias(burl__graph *graph, int node, int name);

/* An arithmetic operation, given by its float form: in double where an argument is double, else in
 * float. */
int burl__arithmetic(burl__graph *graph, int op, const int *arguments);
/* Any other operation: its arguments are converted to the type that it takes. */
int burl__operate(burl__graph *graph, int op, const int *arguments);
/* A noise.  arguments: a coordinate for each of its dimensions, then its jitter where that varies.
 * range: the bounds that follow from its setup. */
int burl__noise_node(burl__graph *graph, const int *arguments, const burl__noise *setup, burl_range range);
/* A value through a curve of pieces, of which the graph keeps a copy. */
int burl__curve_node(burl__graph *graph, int argument, const burl__curve *curve);
/* value · factor.  Where burl__can_be_scaled says so, of a noise and a constant, it is the noise
 * with that factor in its setup, which saves a multiplication a sample; else a product. */
int burl__scaled(burl__graph *graph, int value, int factor);
int burl__can_be_scaled(const burl__graph *graph, int value, int factor);
/* The value as float or double. */
int burl__convert(burl__graph *graph, int node, burl__type type);

/* How many of its arguments a node's step reads: of a whole-grid function none, as these are sampled before. */
int burl__read_count(const burl__node *node);

/* Arithmetic on one, two or three arguments; a literal number. */
int burl__make1(burl__graph *graph, int op, int a);
int burl__make2(burl__graph *graph, int op, int a, int b);
int burl__make3(burl__graph *graph, int op, int a, int b, int c);
int burl__literal(burl__graph *graph, double value);

#endif
