/* The words of a recipe's text and what they stand for, also while the text doesn't parse: what a name's definition is,
 * and where else it is used; which call a place is in.
 *
 * What is wrong in a text, the compiler says.  Here a text is read as far as it goes: what is no token is left out, a
 * line that defines something ends what is still open above it.  Nothing is kept from one text to the next. */
#ifndef BURL_EDITOR_WORDS_H
#define BURL_EDITOR_WORDS_H

#include "cli/functions.h"
#include "lang/token.h"

/* What a word is to its statement. */
typedef enum {
  ROLE_NONE,       /* a number, a mark, a keyword */
  ROLE_DEFINITION, /* the name that a line defines, */
  ROLE_PARAMETER,  /* or an argument of a function that it defines */
  ROLE_NAME,       /* a name that is used, */
  ROLE_CALL,       /* or called */
  ROLE_OPTION,     /* an option's name, */
  ROLE_CHOICE      /* and a word that it is given */
} word_role;

typedef struct {
  burl__token_kind kind;
  size_t from, to; /* in the text; of a text with its quotes */
  word_role role;
  int statement;
  int begins;              /* whether it is the first of its statement, */
  int leads;               /* or of its line */
  int symbol;              /* that it defines or stands for; -1: none of this text */
  const function_row *row; /* the function that it calls, its option, or that whose word it is; NULL: none */
} word;

typedef enum { STATEMENT_PART, STATEMENT_FUNCTION, STATEMENT_KNOB, STATEMENT_IMPORT, STATEMENT_OTHER } statement_kind;

/* A line, with those on which it goes on. */
typedef struct {
  statement_kind kind;
  int first, last; /* its words, both included */
  int name;        /* the word that it defines, or the file that it imports; -1: none */
  int as;          /* of an import: the word that names it; -1: none */
  int parameters;  /* of a function: how many it has, */
  int body;        /* and the first word behind its = */
} statement;

/* What a name of the text may stand for: a part, a knob, a function, or a function's argument. */
typedef struct {
  int word, statement;
  int is_function, is_parameter;
} symbol;

typedef struct {
  const char *text;
  size_t length; /* of the text's own lines */
  word *words;
  statement *statements;
  symbol *symbols;
  int *order; /* the symbols in the order of their names */
  int count, statement_count, symbol_count;
} recipe_words;

/* Reads a text, which has to stay; 0: memory is out, and there is nothing to close. */
int words_open(recipe_words *all, const char *text, size_t length);
void words_close(recipe_words *all);

/* The word at a place, or that ends there; -1: none. */
int words_at(const recipe_words *all, size_t offset);
/* The last word that begins before a place; -1: none. */
int words_before(const recipe_words *all, size_t offset);
int word_is(const recipe_words *all, int i, const char *text);

/* A symbol that lines may use; -1: there is none of that name. */
int words_symbol(const recipe_words *all, const char *name, size_t length, int is_function);

/* Whether a statement sees a symbol that is no parameter: what is above it, and a knob wherever it stands.  The numbers
 * of views and knobs, which are evaluated when all lines are known, see all. */
int words_sees(const recipe_words *all, int number, int symbol);

/* The innermost call around a place: the word that is called, its argument, counted from 0, and the option to which the
 * place belongs, NULL: none.  The word is -1 where there is no call. */
typedef struct {
  int word, argument;
  const function_row *option;
} call_around;

call_around words_call(const recipe_words *all, size_t offset);

#endif
