/* Random numbers, and random recipes made of the rows of functions.def, for tests that hold over every
 * recipe: bounds, periods, derivatives.  A noise or a function is in them the moment it has a row, with
 * every option and every word of it. */
#ifndef BURL_TEST_RANDOM_RECIPE_H
#define BURL_TEST_RANDOM_RECIPE_H

#include <stddef.h>
#include <stdint.h>

#include "scale.h"

/* One stream of numbers for a program; random_begin starts it anew. */
void random_begin(uint64_t seed);
uint32_t random_below(uint32_t n);
double random_unit(void); /* in [0, 1) */
double random_between(double lo, double hi);
uint64_t random_bits(void);

/* What recipes are made of. */
typedef enum {
  RECIPE_ANY,  /* everything: jumps, kinks, numbers that overflow */
  RECIPE_ONCE, /* without derivatives: it may stand under d() */
  RECIPE_CALM  /* continuous, of bounded steepness, without derivatives */
} recipe_kind;

typedef struct {
  int dims, depth; /* depth: of calls within one another; 3 or 4 */
  recipe_kind kind;
  /* Not NULL: double[4], 0 where it does not repeat along an axis.  Then the recipe is one that tile()
   * can make periodic by these: no coordinates but in noises, whole scales, quarter turns.  It may
   * still fail to compile where a noise wants more of a period (simplex multiples of 3). */
  const double *period;
  int looped; /* within a loop of 12 cells */
} recipe_wish;

typedef struct {
  char text[8192];
  size_t length; /* where text is cut off, it does not compile */
  double cost;   /* of a sample: about how many noises it takes, one of 2D counting 1 */
} recipe;

/* Makes *r empty. */
void recipe_begin(recipe *r);
/* Appends as printf does. */
void recipe_put(recipe *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends a random expression, all of it on one line. */
void recipe_put_random(recipe *r, const recipe_wish *wish);
/* A whole recipe: knobs and functions of one's own above a random expression, which now and then is a
 * colour.  It may fail to compile, with BURL_RECIPE or BURL_LIMIT. */
void recipe_whole(recipe *r, const recipe_wish *wish);

/* The noises of functions.def, in its order; NULL from their number on. */
const char *noise_name(int index);
/* Appends a call of that noise at the current point, with a seed and, if asked for, random options, but
 * no period: "perlin(seed: 5, raw: 1", for more options and the parenthesis. */
void recipe_put_noise(recipe *r, int index, int options);

#endif
