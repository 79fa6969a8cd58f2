/* Steps of a function that recur, each made of the last one's values as this of those before: candidates for a loop. */
#ifndef BURL_CODE_SHORTEN_STEPS_H
#define BURL_CODE_SHORTEN_STEPS_H

#include "code/shorten/alike.h"

enum { MOST_VARIABLES = 8 };

/* What a number of the last step is in those before it: by step, the last one first. */
typedef struct {
  burl__site site;
  burl__kind kind;
  double *number; /* of reals; else: */
  uint32_t *word;
} burl__varying;

/* A loop's turns: element[k] of a variable is what it is k steps before the last. */
typedef struct {
  int count, *element[MOST_VARIABLES]; /* variables */
  int turns;
  unsigned char *is_inside; /* by value: whether a turn makes it anew */
  burl__varying *varying;
  size_t varying_count, varying_room;
} burl__steps;

typedef struct burl__finder burl__finder;

/* Opens a finder; NULL: out of memory. */
burl__finder *burl__finder_open(burl__module *m);
void burl__finder_close(burl__finder *f);
/* Finds steps of a function that a loop would make shorter; 0: none any more.  What it gives lasts until the next
 * call. */
int burl__find_steps(burl__finder *f, int function, burl__steps *steps);

#endif
