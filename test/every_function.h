/* Every function and operator of functions.def, each with a call, for tests that hold for all of them.  One is among
 * them from the day on which it has a row. */
#ifndef BURL_TEST_EVERY_FUNCTION_H
#define BURL_TEST_EVERY_FUNCTION_H

enum { CALL_ROOM = 160 };

typedef struct {
  const char *name, *form; /* form: the builder, or "operator" */
  /* Of the heights or numbers H; of a function that has no such argument, at the point (X, Y). */
  char call[CALL_ROOM];
  int is_of_grid;  /* over whole grids alone */
  int has_no_code; /* burl code refuses it */
} listed_function;

/* Fills *to with the one of this index; returns 0 past the last. */
int function_at(int index, listed_function *to);

#endif
