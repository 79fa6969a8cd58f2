/* A compiled recipe, as the rest of the library sees it. */
#ifndef BURL_PROGRAM_PROGRAM_H
#define BURL_PROGRAM_PROGRAM_H

#include "lang/tree.h"
#include "program/schedule.h"

/* All that depends on knobs and seed: made anew when one changes. */
typedef struct {
  burl__arena arena;
  burl__graph graph;
  burl__value result;
  burl__schedule grid, points; /* with every gate open */
  int gated;                   /* whether there are gates: then a grid's schedule is its own */
  double view[8];
  unsigned char *used; /* by entry of functions.def */
  int values[32];      /* by axes: how many values are computed */
} burl__plan;

struct burl_program {
  burl__allocator allocator;
  burl_options options; /* its texts are copies */
  burl__arena arena;    /* the text, the tree, the knobs */
  const char *source;
  size_t length;
  burl__recipe recipe;
  burl_param *knobs;
  double *knob_values;
  int knob_count, dims;
  uint64_t seed;
  const burl__kernels *kernels;
  burl__plan *plan;
};

#endif
