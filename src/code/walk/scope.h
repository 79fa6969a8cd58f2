/* What the walk over the graph knows: the functions that are being made, and what each node is in them.
 *
 * By doubles a node of coordinates is a double, as in the library.  By cells it is a place (noise/sample.h) as long as
 * all operations on it are ones of places, and else a float.  By floats it is the same with a pair (pair.c) as its
 * place.  Functions that make values return BURL__NO_VALUE, or ABSENT, with the module's `failed` set, where they
 * fail. */
#ifndef BURL_CODE_WALK_SCOPE_H
#define BURL_CODE_WALK_SCOPE_H

#include "code/walk/walk.h"
#include "noise/axis.h"
#include "program/node.h"

/* What a node is within a function. */
typedef struct {
  enum { ABSENT, AS_VALUE, AS_PLACE } what;
  int value;
  burl__place_of place;
  int slope[5]; /* of a noise; BURL__NO_VALUE: not asked for */
} burl__held;

/* A function that is being made: the entry's, or a part's. */
typedef struct burl__code_scope {
  int function, part;             /* part: its node; −1: the entry */
  struct burl__code_scope *outer; /* in which it is called */
  burl__named_node at;            /* which nodes are the coordinates of its point */
  int point, time;                /* its point, doubles or places, and t, alike; BURL__NO_VALUE: none */
  burl__held **pages;             /* of nodes: burl__held_in */
  int *extra, extra_count;        /* nodes that are parameters */
} burl__code_scope;

/* Operations on all coordinates of a point at once. */
typedef enum {
  POINT_MOVED,
  POINT_FAR,
  POINT_PLUS,
  POINT_TIMES,
  POINT_SCALED,
  POINT_WRAPPED,
  POINT_BLOCKS,
  POINT_OF_DOUBLES,
  POINT_BLOCKS_OF_DOUBLES,
  POINT_COUNT
} burl__point_function;

/* What a noise's function gives: its value; its slopes, and from the value of up to three dimensions that, too; how
 * jitter changes it; or its second derivative along two axes.  Of cellular noise in lean text (nearest.c): the value,
 * which is of distances; the nearest point; or how far the edge of its piece is, alone or with the way there. */
typedef struct {
  enum {
    ASKED_VALUE,
    ASKED_SLOPES,
    ASKED_BY_JITTER,
    ASKED_BEND,
    ASKED_DISTANCE,
    ASKED_NEAREST,
    ASKED_EDGE,
    ASKED_EDGE_SLOPES
  } what;
  burl__bend_axes axes; /* of ASKED_BEND; else 0 */
  int has_id;           /* of these two: whether the nearest point has its value, too */
} burl__asked;

/* What is asked of the noises that differ in nothing but what functions have as parameters. */
typedef struct burl__noise_use {
  struct burl__noise_use *next;
  const burl__noise *known;
  int has_slopes, is_near,
      has_id; /* is_near: of cellular noise, what follows from the nearest point; has_id: its value */
} burl__noise_use;

/* A function of a noise. */
typedef struct burl__noise_function {
  struct burl__noise_function *next;
  const burl__noise *known;
  burl__asked asked;
  int function;
} burl__noise_function;

typedef struct burl__code_walk burl__code_walk;

/* A sum of octaves that becomes a loop (series.c). */
typedef struct burl__series burl__series;

/* An operation of the graph on what its arguments are in a function. */
typedef burl__held burl__walk_operation(burl__code_walk *w, burl__code_scope *s, int node);

struct burl__code_walk {
  burl__module *m;
  burl__evaluator *e;
  burl__walk_operation *operation; /* of walk.c, on nodes whose arguments scope.c finds */
  burl__walk_task *task;
  burl__coordinates coordinates;
  burl__outline outline;
  burl__code_scope *entry, **scopes; /* by part */
  burl__noise_function *noises;
  burl__noise_use *uses;
  int points[POINT_COUNT][5]; /* functions of points, by dimensions; 0: not made yet, else the function + 1 */
  int holds[5];               /* the same, of whether doubles lie where noise has a value */
  unsigned char *slopes;      /* by node, of a noise: a bit for each slope that is needed */
  burl__series **series;      /* by node: the sum that it ends; NULL: none */
  unsigned char *wants_place; /* by node, by floats: whether a noise, floor or fract depends on how exact it is */
  int footprint;              /* the entry's value of it, if it is measured */
  int step;                   /* the node that stands for the footprint along any axis; −1: none */
  int *keys;                  /* by node, of a constant that follows from the seed: which of the keys it is */
  burl__held lost;            /* where there is no memory for what a node is */
};

static inline const burl__node *burl__walk_node(const burl__code_walk *w, int node) {
  return &w->task->view->graph->nodes[node];
}
static inline int burl__walk_argument(const burl__code_walk *w, int node, int i) {
  return burl__argument_of(w->task->view, node, i);
}
/* Whether a node is a number that the text has. */
static inline int burl__is_fixed(const burl__code_walk *w, int node) {
  return burl__walk_node(w, node)->op == BURL__CONSTANT && !(w->task->has_keys && w->task->by_seed[node]);
}
/* Whether it is one, and none that a place could be: not finite, or so large that noise has no value there. */
static inline int burl__is_nowhere(const burl__code_walk *w, int node) {
  return burl__is_fixed(w, node) && !axis_holds(burl__walk_node(w, node)->value);
}
/* Whether coordinates are places, by cells or by floats. */
static inline int burl__has_places(const burl__code_walk *w) { return w->coordinates != BURL__BY_DOUBLES; }
static inline int burl__is_by_floats(const burl__code_walk *w) { return w->coordinates == BURL__BY_FLOATS; }
static inline burl__held burl__as_value(int value) { return (burl__held){.what = AS_VALUE, .value = value}; }
static inline burl__held burl__as_place(burl__place_of place) { return (burl__held){.what = AS_PLACE, .place = place}; }

void *burl__walk_take(burl__code_walk *w, size_t size); /* zeroed; NULL: out of memory */

/* ---- scope.c ------------------------------------------------------------------------------------- */

burl__code_argument burl__value_argument(int value);
burl__code_argument burl__place_argument(burl__place_of place);
/* A function of src/noise that gives a number, or a place. */
int burl__call_value(burl__code_walk *w, int function, const char *name, const int *values, int count);
burl__place_of burl__call_place(burl__code_walk *w, int function, const char *name, const burl__code_argument *a,
                                int count);

/* The function that a node belongs to. */
burl__code_scope *burl__scope_of(burl__code_walk *w, int node);
/* Where a function keeps what a node is in it; ABSENT as long as nothing is put there. */
burl__held *burl__held_in(burl__code_walk *w, burl__code_scope *s, int node);
/* A node in a function: its own, or a parameter of it. */
burl__held *burl__hold(burl__code_walk *w, burl__code_scope *s, int node);
/* Whether a part's function computes a node from its point where it is first needed, whoever else has it: so the same
 * part at two points becomes the same text, whatever the points have in common. */
int burl__is_computed_late(const burl__code_walk *w, const burl__code_scope *s, int node);
/* A record of one place. */
int burl__time_of_parts(burl__code_walk *w, int cell, int fraction);
/* The record of a point's places, by its dimensions; by floats, whose parts are parameters by themselves, too. */
burl__kind burl__kind_of_places(burl__code_walk *w, int dims);
/* The two parts of a point's record by floats, and back. */
burl__place_of burl__parts_of_point(burl__code_walk *w, int point);
int burl__point_of_parts(burl__code_walk *w, burl__place_of parts, int dims);
/* Adds a point to the values of a call; how many there are then. */
int burl__add_point(burl__code_walk *w, int point, int *values, int count);
/* Opens a function with its point and time, as far as it reads them. */
int burl__open_scope(burl__code_walk *w, burl__code_scope *s, const char *name, int reads_point, int reads_time);

/* ---- place.c: single coordinates ------------------------------------------------------------------ */

burl__place_of burl__place_at(burl__code_walk *w, burl__code_scope *s, int node);
int burl__real_at(burl__code_walk *w, burl__code_scope *s, int node); /* by doubles: as it is */
int burl__holds_place(burl__code_walk *w, burl__code_scope *s, int node);
/* Either of two, by a condition. */
burl__held burl__pick_held(burl__code_walk *w, int condition, const burl__held *a, const burl__held *b);
/* What an operation does with places as such; ABSENT: it doesn't. */
burl__held burl__place_operation(burl__code_walk *w, burl__code_scope *s, int node);

/* ---- pair.c: places by floats, single ones and whole points ---------------------------------------- */

burl__place_of burl__pair_of_constant(burl__code_walk *w, double number);
int burl__real_of_pair(burl__code_walk *w, burl__place_of pair);
/* A pair with its signs turned over, the sum of two, and the cell with what is left in [0, 1). */
burl__place_of burl__pair_negated(burl__code_walk *w, burl__place_of pair);
burl__place_of burl__pair_sum(burl__code_walk *w, burl__place_of a, burl__place_of b);
burl__place_of burl__pair_split(burl__code_walk *w, burl__place_of pair);
/* The cell in [0, period), measured from its middle. */
burl__place_of burl__pair_wrapped(burl__code_walk *w, burl__place_of pair, double period);
/* A point as vectors, or single places as numbers: moved by constants, plus numbers, times a constant. */
burl__place_of burl__pair_moved(burl__code_walk *w, burl__place_of pair, const double *by, int dims);
burl__place_of burl__pair_plus(burl__code_walk *w, burl__place_of pair, int by);
burl__place_of burl__pair_scaled(burl__code_walk *w, burl__place_of pair, double by);
/* Where a point of parameters lies in a noise's lattice, as its function computes it: places by cells, within periods
 * if is_wrapped, and of simplex noise by blocks; or by blocks beside which the point may lie a little, of noise without
 * periods or whose function sees to them. */
void burl__places_of_pair(burl__code_walk *w, const burl__settings *settings, int function, burl__place_of point,
                          int is_wrapped, burl__place_of places[4]);
void burl__blocks_of_pair(burl__code_walk *w, const burl__noise *noise, burl__place_of point, burl__place_of places[4]);

/* ---- pair_of_node.c ------------------------------------------------------------------------------- */

/* Finds the nodes that are worth a pair.  0: failed. */
int burl__find_wanted_places(burl__code_walk *w);
/* What burl__place_operation does by floats. */
burl__held burl__pair_operation(burl__code_walk *w, burl__code_scope *s, int node);

/* ---- gate.c -------------------------------------------------------------------------------------- */

/* The distance between samples, which is open: a uniform. */
int burl__footprint_uniform(burl__code_walk *w);
/* The same, measured: how far the entry's point is from that of the next pixel. */
int burl__measured_footprint(burl__code_walk *w, int p);
/* A gate: the value without, with all or with part of an octave, as the footprint decides. */
burl__held burl__gate_of(burl__code_walk *w, burl__code_scope *s, int node);

/* ---- point.c: all coordinates of a point ---------------------------------------------------------- */

/* The point with these coordinates: a record of places, or a vector of doubles. */
int burl__point_at(burl__code_walk *w, burl__code_scope *s, const int *nodes, int dims);
/* The same of a noise's node: by cells in the noise's periods, and of blocks for simplex noise. */
int burl__point_of_noise(burl__code_walk *w, burl__code_scope *s, int node);
/* The same of a point p of doubles in a function that has the noise's settings as parameters. */
int burl__point_of_doubles(burl__code_walk *w, const burl__settings *settings, int function, int p);

/* ---- texel.c -------------------------------------------------------------------------------------- */

/* What an image has at a point, read through a sampler. */
burl__held burl__picture_of_node(burl__code_walk *w, burl__code_scope *s, int node);

/* ---- keys.c --------------------------------------------------------------------------------------- */

/* Adds words to the keys: the index of the first. */
int burl__add_keys(burl__code_walk *w, const uint32_t *words, size_t count);
/* The uniform array of keys. */
int burl__keys_uniform(burl__code_walk *w);
/* One of the keys, as a value. */
int burl__key_at(burl__code_walk *w, int key);

/* ---- series.c ------------------------------------------------------------------------------------ */

/* Finds the sums of octaves that become loops.  0: failed. */
int burl__find_series(burl__code_walk *w);
/* The nodes that a loop needs in front of it, from 0 on; −1: no more. */
int burl__need_of_series(const burl__series *series, int i);
burl__held burl__sum_of_series(burl__code_walk *w, burl__code_scope *s, const burl__series *series);

/* ---- nearest.c ----------------------------------------------------------------------------------- */

/* Notes what is asked of each noise.  0: failed. */
int burl__note_uses(burl__code_walk *w);
/* What is asked of noises like this one; NULL: nothing was noted. */
const burl__noise_use *burl__use_of(burl__code_walk *w, const burl__noise *noise);
/* Whether the text has forms of its own for a noise: of cellular noise what follows from the nearest point, or
 * distances. */
int burl__is_of_nearest(const burl__code_walk *w, const burl__noise *noise);
int burl__is_of_distances(const burl__code_walk *w, const burl__noise *noise);
/* The noise of the same points, whatever is given of them. */
burl__noise burl__points_of(const burl__noise *noise);
/* A near_point (noise/lean_cells.h) as one value of what is wanted of it, and back to its fields. */
enum { BURL__NEAR_FIELDS = 6 };
int burl__value_of_near(burl__code_walk *w, const burl__noise *noise, int has_id, const int *leaves);
burl__kind burl__kind_of_near(burl__code_walk *w, const burl__noise *noise, int has_id);
void burl__fields_of_near(burl__code_walk *w, const burl__noise *noise, int has_id, int value,
                          int fields[BURL__NEAR_FIELDS]);

/* ---- noise_function.c ------------------------------------------------------------------------------ */

/* A call of a noise's function. */
enum { BURL__MOST_EXTRAS = 2 };
typedef struct {
  int at, key;                   /* at: the point; key: of the seed's words, if keys are a uniform */
  int extras[BURL__MOST_EXTRAS]; /* what varies, as many as the noise has */
  int near;                      /* the value of the nearest point, which a function of edges is given */
  const int *own;                /* values of low, high and size that aren't the noise's; NULL: they are */
} burl__noise_call;
int burl__call_noise_function(burl__code_walk *w, const burl__noise *noise, burl__asked asked,
                              const burl__noise_call *call);
/* The settings that such a call has. */
burl__settings burl__settings_of_call(burl__code_walk *w, const burl__noise *noise, const burl__noise_call *call);
/* How many slopes it gives together: along the coordinates, and of waves by what else they read. */
int burl__slopes_of_noise(const burl__noise *noise);
/* Whether the function of a noise's slopes gives its value as well as one of the value alone would. */
int burl__is_value_of_slopes(burl__code_walk *w, const burl__noise *noise);

/* ---- sample.c ------------------------------------------------------------------------------------- */

/* The value of a noise at a point, by these values of low, high and size. */
int burl__call_noise(burl__code_walk *w, const burl__noise *noise, int at, const int own[3]);
burl__held burl__sample_node(burl__code_walk *w, burl__code_scope *s, int node);

static inline int burl__is_simplex(const burl__noise *noise) { return burl__kind_of_noise(noise) == BURL__OF_BUMPS; }

#endif
