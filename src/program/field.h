/* The setup of a whole-grid function's node, for those who build it and those who run it. */
#ifndef BURL_PROGRAM_FIELD_H
#define BURL_PROGRAM_FIELD_H

#include "program/image.h"
#include "program/operation.h"

/* What a whole-grid function does: a process of terrain/, or one of two that aren't. */
typedef enum {
#define FIELD(name, form, least, most, signature, range, help) BURL__FIELD_##name,
#define PART(name) BURL__FIELD_##name,
#include "functions.def"
  BURL__PROCESS_COUNT,
  BURL__FIELD_IMAGE = BURL__PROCESS_COUNT, /* image() */
  BURL__FIELD_MOMENT                       /* height(): the heights of the moment, which erode() gives its k */
} burl__field_kind;

enum { BURL__MOST_OPTIONS = 16 }; /* of a whole-grid function */

typedef struct {
  const char *name; /* of the function, a string of functions.def; NULL: it is part of another one */
  burl__field_kind kind;
  double option[BURL__MOST_OPTIONS]; /* in the order of their rows: numbers; of a WORD its index */
  int given_by[BURL__ARGUMENTS]; /* the number of the option that each argument of the node is given by, but heights */
  uint64_t seed;                 /* that of a SEED option, combined with the point's */
  const burl__image *image;      /* of image() */
  double period[2];  /* inside a tile: that along each axis, after which the ground goes round; 0: it doesn't */
  double repeats[2]; /* outside of one: after what all that it is of repeats along each axis, where it goes round if the
                        grid has more than half of that; 0: it doesn't */
  int times;         /* of upsample(): how many of the grid's cells its own are wide; or one of the two words below */
  int nested;        /* of upsample(): how many surfaces are within one another, with it */
  int moment;        /* of erode(): whether its k depends on height(), that of the moment */
} burl__field_setup;

/* Where some options are that more than a process reads. */
enum { BURL__IMAGE_READ, BURL__IMAGE_NODATA, BURL__IMAGE_CHANNEL };
enum { BURL__FLOW_GIVE, BURL__FLOW_ROUTING, BURL__FLOW_LEVEL, BURL__FLOW_OCEAN, BURL__FLOW_RAIN };
enum { BURL__GIVE_SPECIFIC = 4 }; /* of BURL__FLOW_GIVE */
enum { BURL__UPSAMPLE_CELL, BURL__UPSAMPLE_THROUGH };

/* For `times`: about as wide as the option `cell` says; or of a lattice that depends on the place alone, as erode()'s:
 * its cells are `cell` wide, or, where that is 0, a part of the place's longer side. */
enum { BURL__BY_CELL = 0, BURL__LATTICE = -1 };
enum { BURL__RISE_AXIS };
enum { BURL__ERODE_GIVE = 14 };

/* How far from the middle of its heights' range an upsampled surface that runs through them goes at most, in halves of
 * the range: the square of the norm of terrain/spline.h's splines, computed for up to 40 heights along an axis, of
 * which more than 20 change it by less than 3e-5.  Beyond the outermost heights and beside missing ones it is held
 * there. */
#define BURL__SURFACE_REACH 2.3996

enum { BURL__MOST_TIMES = 64 };

/* Whether a whole-grid function samples its argument number `a` over grids of its own, and not before it over its
 * grid. */
static inline int burl__is_apart(const burl__field_setup *setup, int a) {
  const int k = 2; /* erode's arguments are heights, uplift, k, talus */
  const int may_be_round = setup->period[0] + setup->period[1] + setup->repeats[0] + setup->repeats[1] > 0,
            has_own_grid = setup->times != 1 || may_be_round;
  return (setup->kind == BURL__FIELD_upsample && has_own_grid) ||
         (setup->kind == BURL__FIELD_erode && setup->moment && a == k);
}

#endif
