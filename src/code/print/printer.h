/* Declarations that the parts of the printer share.  need.c finds what is needed and how often each value is read;
 * weigh.c decides which values become variables; printer.c gives names; expression.c writes values; statement.c writes
 * blocks of them; declaration.c writes what stands in front of functions; print.c functions, and the whole text. */
#ifndef BURL_CODE_PRINT_PRINTER_H
#define BURL_CODE_PRINT_PRINTER_H

#include "base/links.h"
#include "code/print/print.h"

/* What the printer knows of a value. */
typedef struct {
  int uses, is_apart; /* is_apart: it is read from another turn, or behind a break */
  int is_undone;      /* of a sum: another takes one of its terms off again, which a compiler might leave out */
  int is_rounding;    /* of a sum with a number, which is taken off again to round to its last place */
  int is_variable, weight;
  int nesting;      /* of lean text: how many brackets stand within each other */
  const char *role; /* what it is to the first that reads it; NULL: nothing */
  const char *name;
} burl__value_state;

typedef struct {
  unsigned char is_needed, *carries; /* which of what it carries; the counter behind them */
  const char **names;
} burl__region_state;

/* A value that is read, and where: segment: the number of the block's breaks before it. */
typedef struct {
  int value, block, segment;
} burl__reading;

typedef struct {
  burl__module *m;
  const burl__print_options *options;
  const burl__dialect *d;
  burl__text *text;
  burl__value_state *values;
  burl__region_state *regions;
  unsigned char *needed;         /* functions */
  int *order, count;             /* those that are, each behind those that it calls */
  unsigned char **reads;         /* by function, which of its parameters it reads */
  unsigned char *reads_uniforms; /* by function, whether it, or one that it calls, does */
  int needing, indent;           /* needing: the function whose values are being found */
  burl__reading *readings;       /* those still to be followed */
  size_t reading_count, reading_room;
  burl__links variables, functions; /* names: of the function's variables so far, and of functions */
} burl__printer;

static inline int burl__is_sum(burl__value_form form) { return form == VALUE_PLUS || form == VALUE_MINUS; }
static inline int burl__is_finite(double number) { return number - number == 0.0; }
/* Whether variables of numbers are `precise`. */
static inline int burl__is_precise(const burl__printer *p) {
  return p->d->fusing == FUSED_PRECISE && !p->options->is_fast;
}

/* ---- printer.c ------------------------------------------------------------------------------------ */

void *burl__printer_take(burl__printer *p, size_t size); /* zeroed; NULL with the module's `failed`: out of memory */
/* Begins a function, which has no variables yet. */
void burl__forget_variables(burl__printer *p);
/* A name that the function's variables don't have yet, like the one that is wished for. */
const char *burl__take_name(burl__printer *p, const char *wish);
/* The name of a function, told apart from all that the text declares; entries keep theirs. */
const char *burl__take_function_name(burl__printer *p, int function);
/* Reserves the names of entries, before other functions are given theirs. */
void burl__take_entry_names(burl__printer *p);

/* ---- need.c --------------------------------------------------------------------------------------- */

/* Finds what the entries need; the module's `failed` is set where memory is out. */
void burl__printer_open(burl__printer *p);
void burl__printer_close(burl__printer *p);
/* Finds what a function needs, and the functions that it calls. */
void burl__need_function(burl__printer *p, int function);
/* Whether a difference takes the number off again that the sum before it added, so that both round. */
int burl__is_rounding(const burl__module *m, const burl__code_value *difference);

/* ---- expression.c --------------------------------------------------------------------------------- */

void burl__write_kind(burl__printer *p, burl__kind kind);
void burl__write_function_name(burl__printer *p, int function);
void burl__write_value(burl__printer *p, int value); /* by its variable's name, if it has one */
void burl__write_expression(burl__printer *p, int value);
/* How strongly an expression holds together: 9 needs no brackets anywhere. */
int burl__strength(const burl__printer *p, int value);

/* ---- weigh.c -------------------------------------------------------------------------------------- */

/* Decides which values of a block become variables. */
void burl__weigh_block(burl__printer *p, int block);
/* Whether there is a sum in its text, which `precise` must keep from being fused with a product or regrouped. */
int burl__must_be_precise(const burl__printer *p, int value);

/* ---- wish.c --------------------------------------------------------------------------------------- */

/* Notes what a value's arguments are to it. */
void burl__note_roles(burl__printer *p, int reader);
/* What lean text calls a value that has no name. */
const char *burl__wish_for(burl__printer *p, int value);

/* ---- statement.c ---------------------------------------------------------------------------------- */

void burl__print_block(burl__printer *p, int block);
/* The beginning of a declaration: a constant or a variable. */
void burl__write_declaration(burl__printer *p, burl__kind kind, const char *name, int varies);
/* ---- declaration.c -------------------------------------------------------------------------------- */

/* The records, tables and helpers that needed values use. */
void burl__print_declarations(burl__printer *p);

#endif
