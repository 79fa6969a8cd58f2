/* How finely a grid samples the noises of an octave, for octaves: auto.
 *
 * The spacing of an octave is the largest, over the grid's axes, of the step times the length of the derivative of
 * its noises' coordinates: how many cells a sample is from the next.  It follows the coordinates through whatever
 * moves them.  Up to a quarter of a cell an octave counts in full, from half a cell on not at all, and between them
 * linearly, so that where each octave has twice the frequency of the one before just one is fading.
 *
 * Where a coordinate has no derivative (of d() and its kin, of whole-grid functions) that part of it counts as
 * constant. */
#ifndef BURL_PROGRAM_SPACING_H
#define BURL_PROGRAM_SPACING_H

#include "program/derive.h"
#include "program/graph.h"

/* What is known of an octave's spacing before the steps are: cells that a unit along each axis takes. */
typedef struct {
  double least[4], most[4];
} burl__spacing;

/* How much of an octave a grid of these steps shows, anywhere. */
typedef enum { BURL__NO_OCTAVE, BURL__WHOLE_OCTAVE, BURL__FADING_OCTAVE } burl__presence;
burl__presence burl__presence_of(const burl__spacing *spacing, const double step[4]);

/* The same of steps that are not known yet and all alike: the octave is whole up to the first of these, there is none
 * from the second on, and it fades between them. */
typedef struct {
  float whole, none;
} burl__presence_limits;
burl__presence_limits burl__limits_of_presence(const burl__spacing *spacing);

/* The steps of a grid: its footprint, if it is given; between the samples of a sample.  A part of a grid has the same
 * as the whole, as they don't depend on the size. */
void burl__steps_of(const burl_grid *grid, int dims, double step[BURL__STEPS]);

/* What is known of the spacings in a graph, for any number of octaves. */
typedef struct {
  burl__graph *graph;
  burl__deriver by[4];    /* by each coordinate of the recipe's point */
  unsigned char *reached; /* by node: 0 between calls */
} burl__spacer;

/* Opens one in the arena.  0: out of memory. */
int burl__spacer_open(burl__spacer *spacer, burl__graph *graph, burl__arena *arena);

/* The weight, from 0 to 1, of the octave whose value is node `value`, at a point of these coordinates; the spacing
 * of its noises, or, where there are none, of the point.  BURL__NONE: failed. */
typedef struct {
  int weight;
  const burl__spacing *spacing;
} burl__fade;
/* How far a sample is from the next in these coordinates, as a number that derivatives take for a constant;
 * BURL__NONE: failed. */
int burl__spacer_distance(burl__spacer *spacer, const int *coordinate, int dims);
/* The spacing of coordinates; NULL: failed. */
const burl__spacing *burl__spacer_spacing(burl__spacer *spacer, const int *coordinate, int dims);
burl__fade burl__spacer_fade(burl__spacer *spacer, int value, const int *coordinate, int dims);

#endif
