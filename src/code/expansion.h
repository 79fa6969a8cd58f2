/* The graph of a program as code needs it: with knobs and the seed left open. */
#ifndef BURL_CODE_EXPANSION_H
#define BURL_CODE_EXPANSION_H

#include "code/front.h"
#include "code/request.h"
#include "program/expand.h"

typedef struct {
  burl__arena arena;
  burl__graph graph;
  burl__outputs outputs;
  burl__code_wishes wishes;
  const burl_program *program;
  int has_slopes;                   /* whether a number is followed by its slopes along x and y */
  unsigned char *is_read, *by_seed; /* by node, of code/walk/seeds.h; by_seed: 0 unless the seed is open */
} burl__expansion;

/* Expands the program, which is the request's or one like it, with these knobs open; 0 with *error filled, and nothing
 * to close. */
int burl__open_expansion(burl__expansion *x, const burl__code_request *r, const burl_program *program,
                         const unsigned char *is_open, burl_error *error);
void burl__close_expansion(burl__expansion *x);

/* Finds the constants that follow from the seed, where that is open: those that differ with another seed.  0:
 * failed. */
int burl__find_seeded(const burl__code_request *r, burl__expansion *x, const burl_program *program,
                      const unsigned char *is_open);
/* Whether the text needs to know the distance between samples; to be called behind burl__find_seeded. */
int burl__reads_footprint(const burl__expansion *x);
/* Says that the seed can't stay open; 0. */
int burl__fail_for_seed(const burl__code_request *r);

/* Finds the knobs that stay open, and why others that were asked for don't.  0: failed. */
int burl__find_open_knobs(const burl__code_request *r, burl__arena *arena, burl__open_knobs *knobs);

#endif
