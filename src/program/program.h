/* A compiled recipe. */
#ifndef BURL_PROGRAM_PROGRAM_H
#define BURL_PROGRAM_PROGRAM_H

#include <stdatomic.h>

#include "program/expand.h"
#include "program/image.h"
#include "program/schedule.h"

enum { BURL__MOST_SCHEDULES = 16, BURL__MOST_WORKERS = 16 };

/* A schedule that is kept with its plan. */
typedef struct {
  burl__shape shape;
  burl__schedule schedule;
  burl__arena arena;
} burl__kept_schedule;

/* One of the expressions that are computed. */
typedef struct {
  const char *name;
  const burl__tree *tree;
  int first, channels; /* of the outputs, once there is a plan */
  int is_data;         /* see burl__value */
} burl__result;

/* How often guards have done what. */
typedef struct {
  uint64_t jumped[BURL__GUARD_KINDS]; /* blocks in which a side was jumped over, */
  uint64_t returned;                  /* and in which it was run after all */
  uint64_t noises, computed;          /* groups of samples: of noises at the rate of samples, and of those that were */
} burl__jumps;

/* What depends on the knobs' values and the seed: it is made anew when one of them changes. */
typedef struct {
  burl__arena arena;
  burl__graph graph;
  burl__outputs outputs;
  burl_range ranges[BURL__MOST_CHANNELS]; /* of the outputs */
  int has_gates;                          /* whether the schedule depends on the grid's steps */
  /* What calls leave for the next ones (run/keep.h); each place is taken and filled in one atomic step.  NULL:
   * empty. */
  _Atomic(burl__kept_schedule *) schedules[BURL__MOST_SCHEDULES];
  _Atomic(void *) workers[BURL__MOST_WORKERS];
  double view[8];
  burl_material material;
  burl__findings findings;
  const burl_error *notes;
  int note_count;
  int values[32]; /* by set of axes: how many values vary with just these */
} burl__plan;

struct burl_program {
  burl__allocator allocator;
  burl_options options; /* its texts are copies */
  burl__arena arena;    /* the text, the tree, the knobs */
  const char *source;
  size_t length;
  burl__recipe recipe;
  burl__result *results;
  int result_count;
  burl_param *knobs;
  double *knob_values;
  int knob_count, dims;
  uint64_t seed;
  burl__images *images;
  const burl__kernels *kernels;
  int unguarded; /* for tests: whether schedules have no guards */
  burl__plan *plan;
};

/* Gives a program of the same knobs and images those of another, and its seed.  0 with *error where that fails. */
int burl__take_settings(burl_program *program, const burl_program *from, burl_error *error);

/* Whether the recipe's view goes against an axis: of what has no grid it says which way a picture goes. */
int burl__view_turns(const burl_program *program, int axis);

#endif
