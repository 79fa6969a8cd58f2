/* Builders: a function of the language, called with arguments, to nodes of the graph.  A row of
 * functions.def names its builder; each is in the file of its kind. */
#ifndef BURL_PROGRAM_BUILD_H
#define BURL_PROGRAM_BUILD_H

#include "program/expand.h"
#include "program/node.h"

enum { BURL__MOST_POSITIONAL = 64 };

/* A call with its arguments sorted, not yet expanded. */
typedef struct burl__call_site {
  burl__expander *expander;
  burl__graph *graph;
  const burl__entry *entry;
  const burl__tree *tree;
  const burl__scope *scope;
  const burl__point *point;
  int count;
  const burl__tree *positional[BURL__MOST_POSITIONAL];
} burl__call_site;

#define BURL__BUILDERS(X)                                                                          \
  X(arithmetic)                                                                                    \
  X(numeric)                                                                                       \
  X(noise) X(fbm) X(billow) X(turbulence) X(ridged) X(pingpong) X(hybrid) X(hetero) X(at) X(scale) \
      X(shift) X(rotate) X(warp) X(reseed) X(tile) X(loop) X(mix) X(length) X(dot) X(unit) X(signed)       \
          X(remap) X(terrace) X(curve) X(d) X(slope) X(normal) X(curl) X(rgb) X(rgba) X(hsv) X(ramp) X(midpoint)
#define BURL__BUILDER(form) burl__value burl__build_##form(burl__call_site *site);
BURL__BUILDERS(BURL__BUILDER)
#undef BURL__BUILDER

/* ---- For builders ------------------------------------------------------------------------------- */

burl__value burl__number(int node); /* a value of one channel; failed where node is −1 */
burl__value burl__failed(void);
/* What is wrong in the call and what to do ("": the message says it); always −1. */
int burl__fail_at(burl__call_site *site, burl__place place, const char *message, const char *hint);

/* A positional argument at the call's point: as it is, or as a number (−1: failed). */
burl__value burl__argument(burl__call_site *site, int index);
int burl__argument_number(burl__call_site *site, int index);
/* As a constant; 0 where it is none. */
int burl__argument_constant(burl__call_site *site, int index, double *value);
/* Whether such a constant is above `before`, the one of its kind before it; the error where it isn't. */
int burl__argument_rises(burl__call_site *site, int index, double before, double value);

/* Whether the function has such an option at all. */
int burl__has_option(const burl__call_site *site, const char *name);
/* Options by name, standing at their standard where the call doesn't give them.  0 or −1: failed. */
int burl__option(burl__call_site *site, const char *name, double *value); /* CONSTANT SWITCH WORD */
int burl__option_varying(burl__call_site *site, const char *name);        /* a node */
int burl__option_seed(burl__call_site *site, const char *name, uint64_t *seed);
int burl__option_period(burl__call_site *site, const char *name, int dims, double period[4]);
int burl__option_auto(burl__call_site *site, const char *name, double *value, int *automatic);
/* Where an option's value stands, of several the one at `index` or the last; or the call. */
burl__place burl__option_place(const burl__call_site *site, const char *name, int index);

/* A seed of a constant argument: whole, all 64 bits where it is written in digits. */
int burl__seed_of(burl__call_site *site, const burl__tree *tree, uint64_t *seed);

/* What a whole-grid function is to do. */
typedef struct {
  int published, raw;
  uint64_t seed;
  double gain;
} burl__field_setup;

/* One arithmetic operation, channel by channel; a number counts for each. */
burl__value burl__channelwise(burl__graph *graph, int op, const burl__value *values, int count);

#endif
