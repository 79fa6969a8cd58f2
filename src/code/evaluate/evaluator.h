/* What the parts of the evaluator have in common.
 *
 * A text is a function of src/noise as a tree (tree.h).  slot.c holds the variables of a text, settings.c the fields of
 * a noise's settings; eval.c computes expressions, exec.c runs statements, branch.c and loop.c those whose condition is
 * not known, specialise.c makes functions of the module, call.c decides whether a call becomes one, and evaluate.c is
 * what evaluate.h declares.  Expressions contain calls, and branches and loops contain statements: these they reach by
 * the two pointers in burl__evaluator. */
#ifndef BURL_CODE_EVALUATE_EVALUATOR_H
#define BURL_CODE_EVALUATE_EVALUATOR_H

#include "base/links.h"
#include "code/evaluate/evaluate.h"

enum { BURL__MOST_ARGUMENTS = 16 }; /* of a function of a text */

/* A variable of a text, or a part of one. */
typedef struct burl__slot {
  enum { SLOT_VALUE, SLOT_PARTS, SLOT_SETTINGS, SLOT_TABLE } what;
  burl__kind kind;  /* of a value */
  int cell;         /* of a value: which cell of the evaluator holds it */
  int kept;         /* of a value that a module function returns: the value, for when its cell is gone */
  const char *type; /* of a struct */
  struct burl__slot **parts;
  const char **names; /* of the fields; NULL: an array */
  int count;
  const burl__settings *settings;
  int table; /* of the module */
} burl__slot;

typedef struct burl__variable {
  const char *name;
  burl__slot *slot;
  struct burl__variable *next;
} burl__variable;

/* A function of a text while it runs. */
typedef struct {
  burl__variable *variables;
  const char *type;   /* of the result */
  burl__slot *result; /* NULL: nothing returned yet */
} burl__frame;

/* Where statements lead. */
typedef enum { GOES_ON, RETURNED, BROKEN, FAILED } burl__outcome;

/* A function of a text that was looked up. */
typedef struct burl__text_function {
  struct burl__text_function *next;
  const char *name, *shown; /* shown: what the function is called in code */
  const burl__form *tree;
} burl__text_function;

typedef struct burl__setting burl__setting; /* settings.c */
typedef struct burl__loop burl__loop;       /* loop.c */

struct burl__evaluator {
  burl__module *m;
  burl__slot *(*call)(burl__evaluator *e, burl__frame *f, const burl__form *form);             /* call.c */
  burl__outcome (*exec_list)(burl__evaluator *e, burl__frame *f, const burl__form *statement); /* exec.c */
  burl__text_style style;
  int function, depth;
  int is_here;    /* whether the next call from outside is run where it stands */
  int is_general; /* whether numbers are arguments, of a call from outside, instead of what its function is made for */
  int *cells;     /* the values of variables, */
  const char **cell_names; /* and what the text calls them */
  size_t cell_count, cell_room, name_room;
  burl__links made; /* functions of the module, by what they were made for: specialise.c */
  burl__setting *settings;
  burl__text_function *trees;
  const burl__noise **known;
  size_t known_count, known_room;
  burl__loop *loop; /* the innermost that stays one */
};

void *burl__evaluator_take(burl__evaluator *e,
                           size_t size); /* zeroed; NULL with the module's `failed`: out of memory */
/* A text says what no text may: a fault of this library.  BURL__NO_VALUE. */
int burl__misread(burl__evaluator *e, const char *what);
/* The tree of a text; NULL: failed. */
const burl__form *burl__text_tree(burl__evaluator *e, burl__text_kind kind, const char *name);

/* ---- slot.c: all that return slots return NULL where they failed ----------------------------------- */

burl__kind burl__kind_of_type(const char *type); /* KIND_VOID: a struct */
burl__slot *burl__value_slot(burl__evaluator *e, burl__kind kind, int value);
/* The same with the value's own kind; NULL where there is no value. */
burl__slot *burl__as_slot(burl__evaluator *e, int value);
burl__slot *burl__parts_slot(burl__evaluator *e, int count); /* without its parts */
burl__slot *burl__settings_slot(burl__evaluator *e, const burl__settings *settings);
burl__slot *burl__table_slot(burl__evaluator *e, const burl__table *table);
/* A variable without a value.  sizes: of an array, from the outermost on; NULL: it isn't an array. */
burl__slot *burl__slot_of_type(burl__evaluator *e, const char *type, const burl__form *sizes);
/* Copies what lies in a slot to one of the same parts, each value as one of the other's kind. */
void burl__copy_slot(burl__evaluator *e, const burl__slot *from, burl__slot *to);
/* Appends the values of a slot, in order, to `count` that there are; how many there are then, which may be more than
 * there is room for. */
int burl__leaves_of(const burl__evaluator *e, const burl__slot *s, int count, int leaves[BURL__MOST_LEAVES]);

burl__slot *burl__find_variable(const burl__frame *f, const char *name); /* NULL: there is none */
int burl__declare(burl__evaluator *e, burl__frame *f, const char *name, burl__slot *s);

/* ---- settings.c ----------------------------------------------------------------------------------- */

burl__slot *burl__field_of_settings(burl__evaluator *e, const burl__settings *s, const char *field);

/* ---- eval.c --------------------------------------------------------------------------------------- */

burl__slot *burl__eval(burl__evaluator *e, burl__frame *f, const burl__form *form);
int burl__eval_value(burl__evaluator *e, burl__frame *f, const burl__form *form);

/* ---- branch.c ------------------------------------------------------------------------------------- */

/* An `if` whose condition is not known.  rest: the statements behind it, where a branch returns. */
burl__outcome burl__exec_branches(burl__evaluator *e, burl__frame *f, const burl__form *form, int condition,
                                  const burl__form *rest);
/* The values of the first cells. */
int *burl__copy_cells(burl__evaluator *e, size_t count);
/* A value that a region leaves. */
int burl__result_of(burl__evaluator *e, int region, int which, burl__kind kind);
const char *burl__name_of(const burl__module *m, int value); /* NULL: it has none */

/* ---- loop.c --------------------------------------------------------------------------------------- */

burl__outcome burl__exec_for(burl__evaluator *e, burl__frame *f, const burl__form *form);
/* Leaves the innermost loop where a condition holds. */
burl__outcome burl__exec_break(burl__evaluator *e, int condition);

/* ---- exec.c --------------------------------------------------------------------------------------- */

burl__outcome burl__exec_list(burl__evaluator *e, burl__frame *f, const burl__form *statement);
/* Runs a function of a text in the current block. */
burl__slot *burl__run(burl__evaluator *e, const burl__form *tree, burl__slot *const *arguments);
/* A parameter of a text: its name, and whether the function has a copy of its own. */
const char *burl__parameter_name(const burl__form *parameter);
int burl__is_by_value(const burl__form *parameter);
/* What a statement leads to that doesn't leave the list. */
static inline burl__outcome burl__done(const burl__evaluator *e) { return e->m->failed ? FAILED : GOES_ON; }

/* ---- specialise.c --------------------------------------------------------------------------------- */

/* A function of the module, made of one of a text. */
typedef struct burl__made burl__made;

/* What of a call's arguments is not known: the values that a function of the module is given. */
enum { BURL__MOST_GIVEN = 48 };
typedef struct {
  int count; /* may be more than there is room for, of a call that can't be one */
  int values[BURL__MOST_GIVEN];
  const burl__settings *settings; /* NULL: none are given */
} burl__given;

burl__given burl__give(burl__evaluator *e, burl__slot *const *arguments, int count);
/* The function of the module for what is known of the arguments; NULL: failed. */
const burl__made *burl__specialise(burl__evaluator *e, const burl__text_function *of, burl__slot *const *arguments,
                                   const burl__given *given);
/* Whether there is more in it than in a call of it, which else is not made. */
int burl__is_worth_a_call(const burl__made *made);
burl__slot *burl__call_made(burl__evaluator *e, const burl__made *made, const burl__given *given);

/* ---- call.c --------------------------------------------------------------------------------------- */

/* A call in a text. */
burl__slot *burl__eval_call(burl__evaluator *e, burl__frame *f, const burl__form *form);
/* A call of a function of a text. */
burl__slot *burl__call_tree(burl__evaluator *e, const char *name, burl__slot *const *arguments, int count);

#endif
