/* The tree that a recipe's text is parsed to, and those of the files that it imports.  Nothing here knows what a name
 * or an option means. */
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
  int is_standard; /* whether it follows from a line `material` or `layers`: its calls are of functions.def */
  int is_hidden;   /* whether it is no part that a line gives */
  int index;       /* in the order of its file, from 0 */
  const struct burl__recipe *of; /* its file: filled in by program/resolve.h */
  struct burl__definition *next, *same_bucket;
} burl__definition;

/* param name = value [lo, hi] "text". */
typedef struct burl__knob {
  const char *name, *text;
  const char *full_name;         /* as the program's caller knows it: wood.rings, where its file is imported as wood */
  const struct burl__recipe *of; /* the file in which it stands */
  burl__span place;
  burl__tree *value, *lo, *hi; /* lo, hi NULL: no range */
  int is_read;                 /* whether a name anywhere refers to it: filled in by program/resolve.h */
  struct burl__knob *next;
} burl__knob;

/* import "file", or import burl/name; with `as name`. */
typedef struct burl__import {
  struct burl__recipe *recipe;
  const char *as; /* NULL: its names are brought as they are */
  burl__span place;
  struct burl__import *next;
} burl__import;

/* A recipe, or a file that it imports, which is parsed as a recipe is and may lack a result.  The lines of all of them
 * are counted on, as in the text that burl__write_source makes of them: a place tells its file. */
typedef struct burl__recipe {
  const char *file; /* its name, from the recipe's folder on, or burl/name; NULL: the recipe itself */
  const char *text;
  size_t length;                 /* of the text; without the files that it carries behind it */
  int first_line, lines;         /* lines: how many its text has; of an imported file with the one that names it */
  const char *prefix;            /* of its knobs' full names */
  int is_open;                   /* while it is parsed */
  burl__definition *definitions; /* in the order of the text */
  burl__import *imports;
  burl__tree *view; /* 2, 4, 6 or 8 numbers, or NULL */
  int view_count;
  burl__span view_place;
  burl__span material_place, layers_place; /* of the lines `material` and `layers`; line 0: there is none */
  burl__tree *result;
  size_t result_at; /* where in the text its line begins; its end where the result is the material's */
  int definition_count, import_count;
  struct burl__recipe *next; /* of the recipe: the files, each once, in the order in which they were found */
  /* Of the recipe, counting those of its files, too. */
  burl__knob *knobs;
  int tree_count, knob_count;
} burl__recipe;

enum {
  BURL__MOST_TEXT = 1 << 20, /* bytes of a recipe, with all that it imports */
  BURL__MOST_NESTING = 200,  /* parentheses, calls and signs within one another */
  BURL__MOST_NAMES = 16384,
  BURL__MOST_KNOBS = 256,
  BURL__MOST_FILES = 16,  /* that a recipe imports */
  BURL__MOST_IMPORTS = 32 /* lines of a file that import */
};

/* What a word that can't be defined is, for a message; NULL: it can be. */
const char *burl__reserved(const char *name, size_t length);

/* Parses a recipe, of text that burl__check_text takes, and what it imports, into the arena.  Names and texts are
 * copied there, but for the recipe's own text, which stays the caller's.  reading: has how files are read. */
burl_status burl__parse(const char *text, size_t length, const burl_options *reading, burl__arena *arena,
                        burl__recipe *recipe, burl_error *error);

/* Turns an error's line, counted over all files, into that of its file, whose name it gets. */
void burl__locate(const burl__recipe *recipe, burl_error *error);

#endif
