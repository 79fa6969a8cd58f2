/* Builders: each makes the nodes for a call of one of the language's functions.  A row of
 * functions.def names its builder, which is in the build_*.c of its kind. */
#ifndef BURL_PROGRAM_BUILD_H
#define BURL_PROGRAM_BUILD_H

#include "program/expand.h"
#include "program/node.h"

enum { BURL__MOST_POSITIONAL = 64 };

/* A call, its positional arguments apart from its options; none is expanded yet. */
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

// clang-format off
#define BURL__BUILDERS(X) \
  X(arithmetic) X(numeric) X(noise) X(fbm) X(billow) X(turbulence) X(ridged) X(pingpong) X(hybrid) X(hetero) X(at) \
  X(scale) X(shift) X(rotate) X(warp) X(distort) X(sphere) X(cylinder) X(reseed) X(tile) X(loop) X(mix) X(length) \
  X(dot) X(unit) X(signed) X(remap) X(levels) X(terrace) X(curve) X(equalise) X(d) X(slope) X(normal) X(curl) \
  X(curvature) X(rgb) X(rgba) X(hsv) X(ramp) X(midpoint) X(gullies) X(image) X(upsample) X(moment) X(ground) \
  X(ground_shape) X(dilate) X(bevel) X(hash) X(multifractal) X(swiss) X(jordan) X(paving) X(channel) X(data) \
  X(splatter) X(id) X(lines) X(areas)
// clang-format on
#define BURL__BUILDER(form) burl__value burl__build_##form(burl__call_site *site);
BURL__BUILDERS(BURL__BUILDER)
#undef BURL__BUILDER

/* ---- For builders ------------------------------------------------------------------------------- */

burl__value burl__number(int node); /* a value of one channel; failed where node is −1 */
burl__value burl__failed(void);
/* Fills the error with what is wrong in the call, and a hint ("": none).  Always returns −1. */
int burl__fail_at(burl__call_site *site, burl__span place, const char *message, const char *hint);

/* What a whole-grid function's builder gives at the call's point.  It is of the recipe's own point: under a domain
 * function it can't stand; of what is differentiated, the surface through its heights is. */
burl__value burl__over_grid(burl__call_site *site, burl__builder *build);

/* A coordinate modulo a period, which is its lap along the axis then; −1 with the error filled. */
int burl__reduced(burl__graph *graph, int coordinate, int axis, double period);

/* The additional coordinate of noises in a loop of so many cells; −1 with the error filled. */
int burl__looped(burl__graph *graph, int time, double cells);

/* Whether the call's coordinates jump at the end of a tile. */
int burl__is_tiled(const burl__call_site *site);

/* ---- For hints ---------------------------------------------------------------------------------- */

/* Whether a function gives a surface, or what only as a surface can be read at other points: all over whole grids. */
int burl__gives_surface(const burl__entry *function);
/* A call of the function as it can stand under a domain function: perlin(…), but upsample(blur(…), 1). */
void burl__write_standing(const burl__entry *function, char *to, size_t room);

/* A positional argument at the call's point: as it is, or as a number (−1: failed). */
burl__value burl__argument(burl__call_site *site, int index);
int burl__argument_number(burl__call_site *site, int index);
/* As a finite constant; 0 with the error filled where it isn't one. */
int burl__argument_constant(burl__call_site *site, int index, double *value);
/* Whether the value of argument `index` is above `before`, that of the argument before it in a list
 * that has to be increasing; the error filled where it isn't. */
int burl__argument_rises(burl__call_site *site, int index, double before, double value);

/* How many values the call gives the option. */
int burl__option_count(const burl__call_site *site, const char *name);
/* Whether the function has such an option at all. */
int burl__has_option(const burl__call_site *site, const char *name);
/* The value of an option, which is its default where the call doesn't give it.  They return 0, or
 * −1 in place of a node, with the error filled where the call gives something else. */
int burl__option(burl__call_site *site, const char *name, double *value); /* CONSTANT WHOLE SWITCH WORD */
int burl__option_varying(burl__call_site *site, const char *name);        /* a node */
int burl__option_seed(burl__call_site *site, const char *name, uint64_t *seed);
int burl__option_period(burl__call_site *site, const char *name, int dims, double period[4]);
/* Numbers of coordinates along each axis: one that is given is for all. */
int burl__option_axes(burl__call_site *site, const char *name, int dims, double value[4]);
/* How many numbers the call gives a LIST, at most `most`, which it fills; −1 with the error filled. */
int burl__option_list(burl__call_site *site, const char *name, double *values, int most);
int burl__option_auto(burl__call_site *site, const char *name, double *value, int *automatic);
/* The TEXT that the call gives; NULL: none. */
const char *burl__option_text(burl__call_site *site, const char *name);
/* Where the option's value number `index` (or its last) is in the text; where it isn't given, where
 * the call is. */
burl__span burl__option_place(const burl__call_site *site, const char *name, int index);

/* The seed that a constant expression gives, exact to 64 bits: a whole number in digits, or made of `seed`
 * by + - *, modulo 2^64, or another one below 2^53. */
int burl__seed_of(burl__call_site *site, const burl__tree *tree, uint64_t *seed);

/* Notes an option that the call gives and that makes no difference to it: "gain: of this fbm ", then `why`. */
void burl__judge_option(burl__call_site *site, const char *name, int has_effect, const char *why);
/* Notes a value that is to be in [0, 1] and whose bounds leave half of it or more below 0, or all above 1. */
void burl__judge_unit(burl__call_site *site, int node);

/* The variables of differentiation: the coordinates and the time of a point. */
typedef struct {
  burl__point point; /* whose coordinates and time they are */
  int count, node[5];
} burl__variables;

/* The variables at a point, at which what is differentiated is expanded; 0 with the error filled. */
int burl__open_variables(burl__call_site *site, const burl__point *point, burl__variables *v);
/* A number that the call's first argument gives, and how it rises along each coordinate of the call's point; 0 with the
 * error filled. */
int burl__argument_gradient(burl__call_site *site, int *value, int gradient[4]);

/* How bright a colour is, as the grey that is so in sRGB: by the luminance of its light (ITU-R BT.709). */
int burl__grey_of(burl__graph *graph, const burl__value *colour);

/* An arithmetic operation channel by channel; a number is used for every channel. */
burl__value burl__channelwise(burl__graph *graph, int op, const burl__value *values, int count);

#endif
