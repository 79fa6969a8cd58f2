/* The functions of src/noise as trees, as tools/trees made them of the headers (trees.inc says how): lists of atoms
 * and lists.  A list's first atom says what it is. */
#ifndef BURL_CODE_EVALUATE_TREE_H
#define BURL_CODE_EVALUATE_TREE_H

#include "base/memory.h"

/* What the first atom of a list can be. */
// clang-format off
#define BURL__WORDS(X)                                                                                                \
  X(LET, "let")                                                                                                       \
  X(VAR, "var") X(FILL, "fill") X(SET, "set") X(DO, "do") X(IF, "if") X(FOR, "for") X(RETURN, "return")               \
      X(BREAK, "break") X(SWITCH, "switch") X(FIELD, ".") X(INDEX, "at") X(ADDRESS, "&") X(PICK, "?") X(CAST, "cast") \
          X(CALL, "call") X(MINUS, "neg") X(NOT, "not") X(COMPLEMENT, "bitnot") X(ADD, "+") X(SUBTRACT, "-")          \
              X(MULTIPLY, "*") X(DIVIDE, "/") X(REMAINDER, "%") X(SHIFT_LEFT, "<<") X(SHIFT_RIGHT, ">>") X(AND, "&")  \
                  X(OR, "|") X(XOR, "^") X(BOTH, "&&") X(EITHER, "||") X(EQUAL, "==") X(NOT_EQUAL, "!=") X(LESS, "<") \
                      X(LESS_EQUAL, "<=") X(GREATER, ">") X(GREATER_EQUAL, ">=")
// clang-format on
#define BURL__WORD_ENUM(name, text) BURL__WORD_##name,
typedef enum { BURL__NO_WORD, BURL__WORDS(BURL__WORD_ENUM) BURL__WORD_COUNT } burl__word;
#undef BURL__WORD_ENUM

typedef struct burl__form {
  const char *atom; /* NULL: a list */
  burl__word word;  /* of a list */
  const struct burl__form *first, *next;
} burl__form;

typedef enum { BURL__TREE_STRUCT, BURL__TREE_TABLE, BURL__TREE_FUNCTION } burl__text_kind;

/* The text of a function, struct or table; NULL: there is none of this name. */
const char *burl__tree_text(burl__text_kind kind, const char *name);
/* Reads a text; NULL: out of memory. */
const burl__form *burl__read_tree(burl__arena *arena, const char *text);

/* Item number i of a list; NULL: it has fewer. */
const burl__form *burl__item(const burl__form *list, int i);
int burl__item_count(const burl__form *list);
int burl__is_atom(const burl__form *form, const char *text);

#endif
