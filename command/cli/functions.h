/* The rows of functions.def as a table, and what is said of an option's values: for burl list and for editors. */
#ifndef BURL_CLI_FUNCTIONS_H
#define BURL_CLI_FUNCTIONS_H

#include <stddef.h>

typedef enum { ROW_GROUP, ROW_FUNCTION, ROW_OPTION, ROW_LATER, ROW_ELSEWHERE } row_kind;
typedef enum { CONSTANT, WHOLE, VARYING, WORD, SEED, PERIOD, LIST, AUTO, SWITCH, TEXT } option_kind;

/* The options of a function follow it.  What others call something, ROW_ELSEWHERE, has what it is here as its help. */
typedef struct {
  row_kind kind;
  const char *name, *help;
  const char *signature, *range; /* of a function; a named number's signature is its name */
  int least;                     /* how many arguments it needs */
  option_kind option;
  double standard, lo, hi;
  const char *words;
} function_row;

extern const function_row function_rows[];
extern const int function_row_count;

/* The function of that name, a named number among them, and a function's option; NULL: there is none. */
const function_row *function_named(const char *name, size_t length);
const function_row *function_option(const function_row *function, const char *name, size_t length);
/* The option behind a row, a function or an option; NULL: there are no more. */
const function_row *function_next_option(const function_row *row);

/* An option's standard word, which ends at a blank. */
const char *function_word(const function_row *option);
/* An option with its standard, "octaves: 1"; the values that it takes, " (1 to 30)", which follow its help. */
void function_standard(char *text, size_t room, const function_row *option);
void function_values(char *text, size_t room, const function_row *option);

#endif
