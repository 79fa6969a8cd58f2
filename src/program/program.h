/* A compiled recipe. */
#ifndef BURL_PROGRAM_PROGRAM_H
#define BURL_PROGRAM_PROGRAM_H

#include "lang/tree.h"
#include "program/schedule.h"

/* What depends on the knobs' values and the seed: it is made anew when one of them changes. */
typedef struct {
  burl__arena arena;
  burl__graph graph;
  burl__value result;
  burl__schedule grid, points; /* with all octaves computed */
  int gated;                   /* whether there are gates: then schedules depend on footprints */
  double view[8];
  unsigned char *used; /* by entry of functions.def */
  int values[32];      /* by set of axes: how many values vary with just these */
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
