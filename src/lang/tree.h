/* The tree that a recipe's text is parsed to.  Nothing here knows what a name or an option means. */
#ifndef BURL_LANG_TREE_H
#define BURL_LANG_TREE_H

#include <stdint.h>

#include "base/error.h"
#include "base/memory.h"

typedef enum {
  TREE_NUMBER,
  TREE_COLOUR,
  TREE_TEXT,
  TREE_NAME,
  TREE_CALL,    /* name(arguments) */
  TREE_OPERATOR /* name is the operator's row in functions.def: add, less, select … */
} burl__tree_kind;

/* An expression.  Its arguments are a list linked by `next`; an option's value is an argument that
 * carries the option's name, and several of them in a row are the values of an option that takes
 * several. */
typedef struct burl__tree {
  burl__tree_kind kind;
  burl__span place;
  int id; /* its number in the recipe, from 0 */
  double number;
  uint64_t whole;   /* of a number written in digits alone that fits 64 bits: its exact value */
  int is_whole;     /* whether it is such a number */
  double colour[3]; /* sRGB in [0, 1] */
  const char *name; /* name, text or operator */
  struct burl__tree *arguments, *next;
  const char *option; /* NULL: positional */
  burl__span option_place;
  /* What a name or a call refers to, filled in by program/resolve.h: one of these, or, where all
   * are 0, a coordinate, t or seed. */
  struct burl__definition *definition;
  int parameter, knob;  /* counted from 1, of the enclosing function, of the recipe; 0: neither */
  const void *function; /* its row in functions.def */
} burl__tree;

/* name = body, or name(parameters) = body. */
typedef struct burl__definition {
  const char *name;
  burl__span place;
  const char **parameters;
  int parameter_count, is_function;
  uint32_t parameters_read; /* a bit for each that its body has: filled in by program/resolve.h */
  burl__tree *body;
  int index; /* in the order of the text, from 0 */
  struct burl__definition *next, *same_bucket;
} burl__definition;

/* param name = value [lo, hi] "text". */
typedef struct burl__knob {
  const char *name, *text;
  burl__span place;
  burl__tree *value, *lo, *hi; /* lo, hi NULL: no range */
  int is_read;                 /* whether a name anywhere refers to it: filled in by program/resolve.h */
  struct burl__knob *next;
} burl__knob;

typedef struct {
  burl__definition *definitions; /* in the order of the text */
  burl__knob *knobs;
  burl__tree *view; /* 2, 4, 6 or 8 numbers, or NULL */
  int view_count;
  burl__span view_place;
  burl__tree *result;
  size_t result_at; /* where in the text its line begins */
  int tree_count, definition_count, knob_count;
} burl__recipe;

enum {
  BURL__MOST_TEXT = 1 << 20, /* bytes of a recipe */
  BURL__MOST_NESTING = 200,  /* parentheses, calls and signs within one another */
  BURL__MOST_NAMES = 16384,
  BURL__MOST_KNOBS = 256
};

/* Parses a recipe, of text that burl__check_text takes, into the arena.  Names and texts are copied
 * there. */
burl_status burl__parse(const char *text, size_t length, burl__arena *arena, burl__recipe *recipe, burl_error *error);

#endif
