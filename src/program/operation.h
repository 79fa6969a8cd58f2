/* functions.def as tables: the functions with their options, and the operations of the kernels. */
#ifndef BURL_PROGRAM_OPERATION_H
#define BURL_PROGRAM_OPERATION_H

#include "kernel/kernel.h"

/* The type of a value.  WEAK: constants in double, made of literals and knobs by arithmetic, that
 * take the type of the other operand. */
typedef enum { BURL__WEAK, BURL__FLOAT, BURL__DOUBLE } burl__type;

/* Operations of a graph that have no kernel, beside those of enum burl__op, which have. */
enum {
  BURL__CONSTANT = BURL__OP_COUNT,
  BURL__COORDINATE, /* value: 0 to 3 x to w, 4 t */
  BURL__STEP,       /* of the grid; value: which of BURL__STEPS it is */
  BURL__KNOB,       /* a knob that may turn while code runs (code/); value: its number */
  BURL__GATE,       /* arguments: a value without, with all and with part of an octave; setup: its burl__spacing */
  BURL__FIELD,      /* of a whole-grid function; setup: burl__field_setup */
  BURL__READ,       /* arguments: x, y and a whole-grid function, whose surface it is; setup: burl__surface_reading */
  BURL__PICTURE,    /* an image as a function of the point; setup: burl__picture, which says what the arguments are */
  BURL__DRAWN,      /* lines or areas as a function of the point; setup: burl__drawing */
  BURL__PARTIAL,    /* argument: a noise; value: the axis along which this is its slope, or BURL__BY_JITTER */
  BURL__ALIAS       /* its argument as a node of its own; value: a number that distinguishes it, or BURL__STILL */
};

/* Which layer of a surface is read, by the words of erode()'s give, and how often it is derived along each axis. */
typedef struct {
  int layer, order[2];
} burl__surface_reading;

enum { BURL__STILL = -1 }; /* an alias's number: derivatives take it for a constant */

/* What is known of the steps from sample to sample: how long they are along each axis, at least 0 (0: all octaves are
 * computed), and whether the picture's right is where x falls, and its lower end where y does: 1, else 0. */
enum { BURL__TURNED = 4, BURL__STEPS = BURL__TURNED + 2 };

/* Rules for an operation's bounds: bounds.c has a function for each. */
// clang-format off
#define BURL__RULES(X) \
  X(CORNERS) X(CORNERS_NEAR) X(SRGB) X(MULTIPLY) X(DIVIDE) X(REMAINDER) X(ABS) X(FRACT) X(SQRT) X(EXP) X(LOG) X(POW) \
  X(HALF_POWER) X(WAVE) X(TANGENT) X(ARC) X(TURN) X(SMOOTHSTEP) X(UNIT) X(FADE) X(COSINE) X(CUBIC) X(SPLINE) \
  X(WAVELET) X(SMOOTH_MIN) X(SMOOTH_MAX) X(LOGIC) X(LESS) X(LESS_EQUAL) X(EQUAL) X(NOT_EQUAL) X(STEP) \
  X(SUBTRACT) X(SELECT) X(MIX) X(STEPS) X(PIECE) X(HUE) X(REDUCE) X(NOISE) X(WIDER) X(MEAN) X(ANYTHING) \
  X(ANY_HEIGHT) X(NOT_NEGATIVE) X(SHARE) X(FLOW) X(BASIN)
// clang-format on
/* Rules for an operation's derivative: derive.c has a function for each. */
// clang-format off
#define BURL__SLOPES(X) \
  X(FLAT) X(SAME) X(SUM) X(DIFFERENCE) X(NEGATE) X(PRODUCT) X(QUOTIENT) X(REMAINDER) X(SELECT) X(ABS) X(MIN) X(MAX) \
  X(CLAMP) X(MIX) X(SQRT) X(EXP) X(LOG) X(POW) X(SIN) X(COS) X(TAN) X(ASIN) X(ACOS) X(ATAN) X(ATAN2) \
  X(SIN_DEGREES) X(COS_DEGREES) X(SMOOTHSTEP) X(FADE) X(HERMITE) X(BIAS) X(GAIN) X(STEPS) X(SMIN) X(SMAX) \
  X(COSINE) X(CUBIC) X(SPLINE) X(WAVELET) X(TRIANGLE) X(PIECE) X(HUE) X(LINEAR) X(SRGB) X(CUBE_ROOT) X(CIRCLE_X) \
  X(CIRCLE_Y) X(NOISE) X(BEND) X(CURVE)
// clang-format on
#define BURL__RULE_ENUM(name) BURL__RULE_##name,
typedef enum { BURL__RULES(BURL__RULE_ENUM) BURL__RULE_COUNT } burl__rule;
#undef BURL__RULE_ENUM
#define BURL__SLOPE_ENUM(name) BURL__SLOPE_##name,
typedef enum { BURL__SLOPES(BURL__SLOPE_ENUM) BURL__SLOPE_COUNT } burl__slope;
#undef BURL__SLOPE_ENUM

/* What a noise is made of.  Whatever differs by it is a switch over these without a default, so that a new kind fails
 * to compile where one of them lacks it. */
typedef enum {
  BURL__NO_NOISE,
  BURL__OF_GRADIENTS, /* at the points of a lattice, blended */
  BURL__OF_VALUES,    /* at the points of a lattice, blended */
  BURL__OF_BUMPS,     /* around the points of a lattice of simplices, added up */
  BURL__OF_POINTS,    /* one a cell, and the distances to the nearest */
  BURL__OF_WAVES,     /* of impulses in each cell, added up */
  BURL__OF_HASHES     /* one a cell, and nothing between them */
} burl__noise_kind;

typedef struct {
  const char *name;
  int arity;          /* of a noise: −1; where the node says how many arguments there are: 0 */
  burl__type in, out; /* of its arguments and its result */
  burl__rule rule;
  burl__slope slope;
  burl__noise_kind noise;
} burl__operation;

extern const burl__operation burl__operations[BURL__OP_COUNT];
/* Of any node's operation. */
static inline int burl__is_noise(int op) { return op < BURL__OP_COUNT && burl__operations[op].arity < 0; }
/* A second derivative of a noise: its arguments are the noise's coordinates, its setup the noise's; value: its axes
 * (burl__axes_of_bend in node.h). */
static inline int burl__is_bend(int op) { return op == OP_lattice_bend || op == OP_simplex_bend; }
/* Either: what reads coordinates as cells. */
static inline int burl__is_sampled(int op) { return burl__is_noise(op) || burl__is_bend(op); }
/* What the noise of these settings is made of, and is called. */
static inline burl__noise_kind burl__kind_of_noise(const burl__noise *noise) {
  return burl__operations[noise->op].noise;
}
/* Which of the slopes of burl__output is by argument number i: coordinates and a jitter, or what waves read. */
static inline int burl__slope_of_argument(const burl__noise *noise, int i) {
  return i < noise->dims || burl__kind_of_noise(noise) == BURL__OF_WAVES ? i : BURL__BY_JITTER;
}
static inline const char *burl__name_of_noise(const burl__noise *noise) { return burl__operations[noise->op].name; }

typedef enum {
  BURL__ENTRY_FUNCTION,
  BURL__ENTRY_OPTION,
  BURL__ENTRY_NAMED,
  BURL__ENTRY_OPERATOR,
  BURL__ENTRY_LATER,
  BURL__ENTRY_ELSEWHERE,
  BURL__ENTRY_OPTION_ELSEWHERE
} burl__entry_kind;
typedef enum {
  BURL__OPTION_CONSTANT,
  BURL__OPTION_WHOLE,
  BURL__OPTION_VARYING,
  BURL__OPTION_SWITCH,
  BURL__OPTION_WORD,
  BURL__OPTION_SEED,
  BURL__OPTION_PERIOD,
  BURL__OPTION_LIST,
  BURL__OPTION_AUTO,
  BURL__OPTION_TEXT
} burl__option_kind;

struct burl__call_site;
typedef struct {
  int channels; /* 1, 3 or 4; 0: failed, and the error says why */
  int node[4];
  int is_data; /* channels that are no colour: a direction, numbers; their means are not those of light */
} burl__value;
typedef burl__value burl__builder(struct burl__call_site *site);

/* A row of functions.def.  A function is followed by its options. */
typedef struct {
  burl__entry_kind kind;
  const char *name, *text; /* LATER: why not yet; ELSEWHERE: its name here; OPTION: its words; OPTION_ELSEWHERE: the
                              code around a call */
  burl__builder *build;
  int op;          /* arithmetic: the float one, the double one is next; −1: none */
  int least, most; /* positional arguments */
  int field;       /* of a process: its burl__field_kind; −1: it isn't a process */
  burl__rule rule; /* of a PROCESS: from the bounds of its heights to its own */
  burl__option_kind option;
  double standard, lo, hi; /* standard: of a NAMED, its value */
  const char *help;        /* OPTION: what it does; OPTION_ELSEWHERE: the option here */
} burl__entry;

extern const burl__entry burl__entries[];
extern const int burl__entry_count;

/* The entry of a function, or of one that isn't there yet; NULL: none. */
const burl__entry *burl__find_function(const char *name);
/* The entry of a number that has that name; NULL: none. */
const burl__entry *burl__find_named(const char *name);
/* What burl calls the function or name that other libraries call `name`; NULL: unknown. */
const char *burl__find_elsewhere(const char *name);
/* The float form of an operator's operation; −1: none. */
int burl__find_operator(const char *name);
/* The index of `word` in `words`, where "-" takes an index but is no word; −1: it isn't there. */
int burl__find_word(const char *words, const char *word);

#endif
