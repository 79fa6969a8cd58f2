/* What a sample of a text costs, counted from its functions as they are printed. */
#ifndef BURL_CODE_PRINT_COST_H
#define BURL_CODE_PRINT_COST_H

#include "code/print/print.h"

enum { BURL__MOST_KINDS = 16, BURL__MOST_COSTLY = 3 };

/* A kind of noise and how often a sample calls it; a part of the recipe and its share of all operations, 0 to 1. */
typedef struct {
  const char *name;
  double amount;
} burl__cost_share;

/* A loop that may be left before its end counts one turn, as does one whose end isn't known; of an `if`, both branches
 * count. */
typedef struct {
  double operations; /* arithmetic on numbers and words, by component; a function of the target's is one */
  double turns;      /* of all loops */
  double size;       /* operations as a driver compiles them: all calls written out, loops once */
  int loops, uniforms, lines;
  burl__cost_share noises[BURL__MOST_KINDS], costly[BURL__MOST_COSTLY]; /* name NULL: no more; costly: the most first */
} burl__cost;

/* The cost of the text that burl__print_module prints, but for its lines; the module's `failed` is set where memory is
 * out. */
burl__cost burl__cost_of(burl__module *module, const burl__print_options *options);

/* As one line without its end; as a table with a line for each number. */
void burl__write_cost(const burl__cost *cost, burl__text *text);
void burl__write_cost_table(const burl__cost *cost, burl__text *text);
/* Whether drivers take long to compile it, and what to say then: a line without its end. */
int burl__is_costly(const burl__cost *cost);
void burl__write_costly(const burl__cost *cost, burl__text *text);

#endif
