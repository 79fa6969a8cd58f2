/* From a function of src/noise, some of whose arguments are known, to values: what is known is computed, loops over it
 * are unrolled, structs and arrays fall apart, and what is left of the functions that it calls, where that is more
 * than a little, becomes functions of the module, each once. */
#ifndef BURL_CODE_EVALUATE_EVALUATE_H
#define BURL_CODE_EVALUATE_EVALUATE_H

#include "code/evaluate/tree.h"
#include "code/module/value.h"
#include "noise/setup.h"

/* The settings of a noise.  What functions are made for, `known`, is shared by all noises that differ in nothing but
 * the seed's words, sizes, jitter and lengths of periods: those are parameters, and `own` has them. */
typedef struct {
  const burl__noise *known, *own; /* own: NULL within functions */
  int keys, first_key;            /* the uniform of the seeds' words, and which are own; −1: they are literal */
  const int *values;              /* low, high and size, where they are not the noise's; else NULL */
} burl__settings;

typedef struct burl__evaluator burl__evaluator;

/* What text is made for: the library's bits; speed, by the target's own elementary functions; or readers, with these,
 * and functions of more parameters, and where the target has these words by clamp and mix. */
typedef enum { BURL__EXACT, BURL__FAST, BURL__LEAN, BURL__LEAN_WITH_WORDS } burl__text_style;

/* NULL: out of memory. */
burl__evaluator *burl__evaluator_open(burl__module *module, burl__text_style style);

void burl__evaluator_close(burl__evaluator *evaluator);

/* A copy of what noises like this one have in common, shared by them; NULL: out of memory. */
const burl__noise *burl__known_settings(burl__evaluator *evaluator, const burl__noise *noise);

/* Where a sample lies along an axis: values. */
typedef struct {
  int cell, fraction;
} burl__place_of;

/* An argument of a function of src/noise. */
typedef struct {
  enum { ARGUMENT_VALUE, ARGUMENT_SETTINGS, ARGUMENT_TABLE, ARGUMENT_PLACE, ARGUMENT_PLACES } what;
  int value;
  burl__place_of place[4];
  const burl__settings *settings;
  const burl__table *table;
} burl__code_argument;

/* Adds what the function gives to the current block of the module, which belongs to module function `within`: the
 * values of its fields in order.  How many; 0 with the module's `failed` set: failed. */
enum { BURL__MOST_LEAVES = 16 };
int burl__evaluate_call(burl__evaluator *evaluator, int within, const char *name, const burl__code_argument *arguments,
                        int count, int leaves[BURL__MOST_LEAVES]);

/* The next call becomes no function of its own. */
void burl__evaluate_here(burl__evaluator *evaluator);

/* The parameters that a module function has got for its settings, behind its own: the values for a call of it with
 * these settings, a noise's own, or those of module function `within`, which contains the call.  How many. */
int burl__setting_arguments(burl__evaluator *evaluator, int within, int function, const burl__settings *settings,
                            int values[BURL__MOST_LEAVES]);

#endif
