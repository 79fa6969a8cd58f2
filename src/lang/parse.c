/* From tokens to a tree: recursive descent, with precedence climbing for binary operators.  A file that a line imports
 * is parsed when the line is, unless it was before. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/similar.h"
#include "lang/files.h"
#include "lang/library.h"
#include "lang/material.h"
#include "lang/token.h"
#include "lang/tree.h"

typedef struct {
  burl__scanner scan;
  burl__token before; /* the token before the scanner's */
  int if_line;        /* the last line with a name `if`; 0: none */
  burl__arena *arena;
  burl__files *files;
  burl__recipe *recipe; /* the file that is parsed */
  burl__recipe *whole;  /* the recipe that imports it, or the same */
  burl_error *error;
  int nesting;
  burl__definition **last_definition;
  burl__import **last_import;
  burl__knob **last_knob;
  burl__definition *view_width; /* of a material, which gets a body when all lines are parsed; NULL: none */
  const burl__span *stands_at;  /* where what is parsed counts to stand; NULL: where it does */
} parser;

/* ---- Tokens and trees ------------------------------------------------------------------------ */

static int is_at(const parser *p, const char *text) { return burl__token_is(&p->scan.token, text); }
static int advance(parser *p) {
  p->before = p->scan.token;
  return burl__scan(&p->scan) == BURL_OK;
}
static int failed(const parser *p) { return p->error->status != BURL_OK; }

static const char how_to_choose[] = "a condition is written c ? a : b";
static const char how_to_import[] =
    "import \"wood.burl\" brings a file's names, import burl/shapes those of burl's own";

/* Hints at how a keyword of other languages is written in recipes; does nothing for other words. */
static void hint_word(parser *p, const burl__token *t) {
  static const char *const words[][2] = {
      {"if", how_to_choose},
      {"then", how_to_choose},
      {"else", how_to_choose},
      {"elif", how_to_choose},
      {"and", "'and' is written a && b"},
      {"or", "'or' is written a || b"},
      {"not", "'not' is written !a"},
      {"mod", "the remainder is written a % b"},
      {"let", "a name needs no word before it: a = 1"},
      {"var", "a name needs no word before it: a = 1"},
      {"const", "a name needs no word before it: a = 1"},
      {"float", "a name needs no type: a = 1"},
      {"double", "a name needs no type: a = 1"},
      {"int", "a name needs no type: a = 1"},
      {"def", "a function needs no word before it: f(a) = 2*a"},
      {"function", "a function needs no word before it: f(a) = 2*a"},
      {"return", "the last line is the result, without a word before it"},
      {"include", how_to_import},
      {"require", how_to_import},
      {"use", how_to_import},
      {"using", how_to_import},
      {"from", how_to_import},
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (t->kind == TOKEN_NAME && burl__token_is(t, words[i][0])) burl__hint(p->error, "%s", words[i][1]);
}

static void unexpected(parser *p, const char *wanted) {
  const burl__token *const t = &p->scan.token;
  if (t->kind == TOKEN_END || t->kind == TOKEN_LINE)
    burl__fail(p->error, BURL_RECIPE, t->place, "%s is missing at the end of the %s", wanted,
               t->kind == TOKEN_END ? "recipe" : "line");
  else burl__fail(p->error, BURL_RECIPE, t->place, "'%.*s' stands where %s should", (int)t->length, t->text, wanted);
  hint_word(p, t);
  hint_word(p, &p->before);
  if (p->if_line && p->if_line == t->place.line) burl__hint(p->error, how_to_choose);
  if (is_at(p, "*") && burl__token_is(&p->before, "*")) burl__hint(p->error, "a power is pow(a, b)");
}

/* Hints at a parenthesis that is still open where the recipe ends, or on a later line than it was
 * opened on. */
static void hint_open_parenthesis(parser *p, burl__span open) {
  const burl__token *const t = &p->scan.token;
  if (t->kind == TOKEN_END || t->place.line != open.line)
    burl__hint(p->error, "the '(' in line %d, column %d is open still", open.line - p->recipe->first_line + 1,
               open.column);
}

static int expect(parser *p, const char *mark) {
  if (!is_at(p, mark)) {
    char quoted[8] = {'\'', mark[0], '\'', 0};
    unexpected(p, quoted);
    if (mark[0] == ':') burl__hint(p->error, "a line goes on after an operator: it may end with '?' or ':'");
    return 0;
  }
  return advance(p);
}

/* Enters a level of nesting; the caller counts `nesting` down again when it leaves it. */
static int enter_nesting(parser *p) {
  if (++p->nesting <= BURL__MOST_NESTING) return 1;
  burl__fail(p->error, BURL_LIMIT, p->scan.token.place, "nested more than %d deep", BURL__MOST_NESTING);
  burl__hint(p->error, "give a part of it a name, on a line above");
  return 0;
}

static char *copy_token(parser *p) {
  char *const copy = burl__arena_text(p->arena, p->scan.token.text, p->scan.token.length);
  if (!copy) burl__out_of_memory(p->error);
  return copy;
}

static burl__tree *new_tree(parser *p, burl__tree_kind kind, burl__span place) {
  burl__tree *const tree = burl__arena_take(p->arena, sizeof *tree);
  if (!tree) {
    burl__out_of_memory(p->error);
    return NULL;
  }
  tree->kind = kind;
  tree->place = p->stands_at ? *p->stands_at : place;
  tree->id = p->whole->tree_count++;
  return tree;
}

/* From the start of one place to the end of another, if they are on one line; else the first. */
static burl__span joined(burl__span from, burl__span to) {
  if (from.line == to.line && to.column >= from.column) from.length = to.column + to.length - from.column;
  return from;
}

/* Operator `name` over its arguments, already linked by next. */
static burl__tree *new_operator(parser *p, const char *name, burl__span place, burl__tree *arguments) {
  burl__tree *const tree = new_tree(p, TREE_OPERATOR, place);
  if (!tree) return NULL;
  tree->name = name;
  tree->arguments = arguments;
  return tree;
}

const char *burl__reserved(const char *name, size_t length) {
  static const char coordinate[] = "a coordinate, in a recipe of any number of dimensions";
  static const char *const words[][2] = {
      {"x", coordinate},          {"y", coordinate},           {"z", coordinate},
      {"w", coordinate},          {"t", "the time"},           {"seed", "the recipe's seed"},
      {"view", "a kind of line"}, {"param", "a kind of line"},
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i][0]) == length && memcmp(name, words[i][0], length) == 0) return words[i][1];
  return NULL;
}

/* ---- Expressions -------------------------------------------------------------------------------- */

static burl__tree *expression(parser *p);

static burl__tree *number(parser *p) {
  const burl__token t = p->scan.token;
  burl__tree *const tree = new_tree(p, TREE_NUMBER, t.place);
  if (!tree) return NULL;
  tree->number = burl__decimal(t.text, t.length);
  if (isinf(tree->number)) {
    burl__fail(p->error, BURL_RECIPE, t.place, "this number is too large");
    burl__hint(p->error, "numbers end at 1.797e308");
    return NULL;
  }
  tree->is_whole = 1;
  for (size_t i = 0; i < t.length && tree->is_whole; i++) {
    const uint64_t digit = (uint64_t)(t.text[i] - '0');
    tree->is_whole = t.text[i] >= '0' && t.text[i] <= '9' && tree->whole <= (UINT64_MAX - digit) / 10;
    if (tree->is_whole) tree->whole = tree->whole * 10 + digit;
  }
  return advance(p) ? tree : NULL;
}

static int hex_value(char c) { return c >= '0' && c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

static burl__tree *colour(parser *p) {
  const burl__token t = p->scan.token;
  burl__tree *const tree = new_tree(p, TREE_COLOUR, t.place);
  if (!tree) return NULL;
  for (size_t i = 0; i < 3; i++) {
    const int value = t.length == 4 ? 17 * hex_value(t.text[1 + i])
                                    : 16 * hex_value(t.text[1 + 2 * i]) + hex_value(t.text[2 + 2 * i]);
    tree->colour[i] = value / 255.0;
  }
  return advance(p) ? tree : NULL;
}

static burl__tree *text(parser *p) {
  burl__tree *const tree = new_tree(p, TREE_TEXT, p->scan.token.place);
  if (!tree || !(tree->name = copy_token(p))) return NULL;
  return advance(p) ? tree : NULL;
}

/* The arguments of a call from its '(' to its ')'. */
static int arguments(parser *p, burl__tree *call) {
  const burl__span open = p->scan.token.place;
  burl__tree **last = &call->arguments;
  const char *option = NULL;
  burl__span option_place = {0, 0, 0};
  if (!advance(p)) return 0;
  while (!is_at(p, ")")) {
    burl__scanner scanner_before = p->scan;
    burl__tree *argument = NULL;
    if (p->scan.token.kind == TOKEN_NAME) {
      const burl__token name = p->scan.token;
      if (!advance(p)) return 0;
      if (is_at(p, ":")) {
        if (!(option = burl__arena_text(p->arena, name.text, name.length))) {
          burl__out_of_memory(p->error);
          return 0;
        }
        option_place = name.place;
        if (!advance(p)) return 0;
      } else {
        p->scan = scanner_before;
      }
    }
    if (!(argument = expression(p))) return 0;
    argument->option = option;
    argument->option_place = option_place;
    *last = argument;
    last = &argument->next;
    if (is_at(p, ")")) break;
    if (!is_at(p, ",")) {
      unexpected(p, "',' or ')'");
      if (is_at(p, "=")) burl__hint(p->error, "an option is given its value by ':'");
      hint_open_parenthesis(p, open);
      return 0;
    }
    if (!advance(p)) return 0;
    if (is_at(p, ")")) {
      unexpected(p, "an expression");
      return 0;
    }
  }
  const burl__span end = p->scan.token.place;
  if (!advance(p)) return 0;
  call->place = joined(call->place, end);
  return 1;
}

static burl__tree *name_or_call(parser *p) {
  burl__tree *const tree = new_tree(p, TREE_NAME, p->scan.token.place);
  if (is_at(p, "if")) p->if_line = p->scan.token.place.line;
  if (!tree || !(tree->name = copy_token(p)) || !advance(p)) return NULL;
  if (!is_at(p, "(")) return tree;
  tree->kind = TREE_CALL;
  return arguments(p, tree) ? tree : NULL;
}

static burl__tree *parenthesis(parser *p) {
  const burl__span open = p->scan.token.place;
  burl__tree *const inside = advance(p) ? expression(p) : NULL;
  if (!inside) return NULL;
  if (is_at(p, ")")) return advance(p) ? inside : NULL;
  unexpected(p, "')'");
  hint_open_parenthesis(p, open);
  return NULL;
}

static burl__tree *primary(parser *p) {
  const burl__token *const t = &p->scan.token;
  switch (t->kind) {
  case TOKEN_NUMBER: return number(p);
  case TOKEN_COLOUR: return colour(p);
  case TOKEN_TEXT: return text(p);
  case TOKEN_NAME:
    if (!is_at(p, "view") && !is_at(p, "param")) return name_or_call(p);
    break;
  default:
    if (is_at(p, "(")) return parenthesis(p);
  }
  unexpected(p, "an expression");
  return NULL;
}

static burl__tree *unary(parser *p) {
  if (!is_at(p, "-") && !is_at(p, "!")) return primary(p);
  const char *const name = is_at(p, "-") ? "negate" : "not";
  const burl__span place = p->scan.token.place;
  if (!enter_nesting(p)) return NULL;
  burl__tree *const argument = advance(p) ? unary(p) : NULL;
  p->nesting--;
  return argument ? new_operator(p, name, joined(place, argument->place), argument) : NULL;
}

/* Operators with C's precedence; `>` and `>=` are `<` and `<=` with their arguments swapped. */
typedef struct {
  const char *mark, *name;
  int level, swapped;
} operator_row;

static const operator_row *binary_operator(const parser *p) {
  static const operator_row rows[] = {
      {"||", "either", 1, 0},   {"&&", "both", 2, 0},       {"==", "equal", 3, 0},   {"!=", "not_equal", 3, 0},
      {"<", "less", 4, 0},      {"<=", "less_equal", 4, 0}, {">", "less", 4, 1},     {">=", "less_equal", 4, 1},
      {"+", "add", 5, 0},       {"-", "subtract", 5, 0},    {"*", "multiply", 6, 0}, {"/", "divide", 6, 0},
      {"%", "remainder", 6, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (is_at(p, rows[i].mark)) return &rows[i];
  return NULL;
}

/* An expression of binary operators whose precedence is at least `level`. */
static burl__tree *binary(parser *p, int level) {
  burl__tree *left = unary(p);
  for (const operator_row *row; left && (row = binary_operator(p)) && row->level >= level;) {
    if (!advance(p)) return NULL;
    burl__tree *const right = binary(p, row->level + 1);
    if (!right) return NULL;
    const burl__span place = joined(left->place, right->place);
    burl__tree *const first = row->swapped ? right : left, *const second = row->swapped ? left : right;
    first->next = second;
    left = new_operator(p, row->name, place, first);
  }
  return left;
}

static burl__tree *conditional(parser *p) {
  burl__tree *const condition = binary(p, 1);
  if (!condition || !is_at(p, "?")) return condition;
  if (!advance(p)) return NULL;
  burl__tree *const if_true = expression(p);
  if (!if_true || !expect(p, ":")) return NULL;
  burl__tree *const if_false = expression(p);
  if (!if_false) return NULL;
  condition->next = if_true;
  if_true->next = if_false;
  return new_operator(p, "select", joined(condition->place, if_false->place), condition);
}

static burl__tree *expression(parser *p) {
  if (!enter_nesting(p)) return NULL;
  burl__tree *const tree = conditional(p);
  p->nesting--;
  return tree;
}

/* ---- Lines -------------------------------------------------------------------------------------- */

static int view_line(parser *p) {
  const burl__span place = p->scan.token.place;
  if (p->recipe->view) {
    burl__fail(p->error, BURL_RECIPE, place, "a second view");
    return 0;
  }
  burl__tree **last = &p->recipe->view;
  int count = 0;
  do {
    if (!advance(p) || !(*last = expression(p))) return 0;
    last = &(*last)->next;
    count++;
  } while (is_at(p, ","));
  p->recipe->view_count = count;
  p->recipe->view_place = place;
  if (count == 2 || count == 4 || count == 6 || count == 8) return 1;
  burl__fail(p->error, BURL_RECIPE, place, "a view is 2, 4, 6 or 8 numbers, not %d", count);
  burl__hint(p->error, "its first corner, then its second, with commas: view 0, 0, 8, 8");
  return 0;
}

/* The name that a line defines; NULL with the error filled where the token is no name or a reserved
 * one. */
static const char *defined_name(parser *p, const char *what) {
  const burl__token *const t = &p->scan.token;
  if (t->kind != TOKEN_NAME) {
    unexpected(p, what);
    return NULL;
  }
  const char *const reserved = burl__reserved(t->text, t->length);
  if (reserved) {
    burl__fail(p->error, BURL_RECIPE, t->place, "'%.*s' is reserved and cannot be defined", (int)t->length, t->text);
    burl__hint(p->error, "it is %s; another name is free: %.*s1", reserved, (int)t->length, t->text);
    return NULL;
  }
  if (memchr(t->text, '.', t->length)) {
    burl__fail(p->error, BURL_RECIPE, t->place, "'%.*s' cannot be defined: a name has no '.'", (int)t->length, t->text);
    burl__hint(p->error, "a dot is in names of what import \"…\" as a name brings");
    return NULL;
  }
  const char *const name = copy_token(p);
  return name && advance(p) ? name : NULL;
}

/* A name behind the prefix of the file that is parsed. */
static const char *prefixed(parser *p, const char *name) {
  const size_t before = strlen(p->recipe->prefix), length = strlen(name);
  if (before == 0) return name;
  char *const whole = burl__arena_take(p->arena, before + length + 2);
  if (!whole) return burl__out_of_memory(p->error), NULL;
  memcpy(whole, p->recipe->prefix, before);
  memcpy(whole + before, name, length);
  return whole;
}

static int knob_range(parser *p, burl__knob *knob) {
  if (!advance(p) || !(knob->lo = expression(p)) || !expect(p, ",")) return 0;
  return (knob->hi = expression(p)) && expect(p, "]");
}

static int param_line(parser *p) {
  burl__knob *const knob = burl__arena_take(p->arena, sizeof *knob);
  if (!knob) {
    burl__out_of_memory(p->error);
    return 0;
  }
  if (!advance(p)) return 0;
  knob->place = p->scan.token.place;
  knob->text = "";
  knob->of = p->recipe;
  if (++p->whole->knob_count > BURL__MOST_KNOBS) {
    burl__fail(p->error, BURL_LIMIT, knob->place, "more than %d knobs", BURL__MOST_KNOBS);
    return 0;
  }
  if (!(knob->name = defined_name(p, "a knob's name")) || !expect(p, "=")) return 0;
  if (!(knob->full_name = prefixed(p, knob->name)) || !(knob->value = expression(p))) return 0;
  if (is_at(p, "[") && !knob_range(p, knob)) return 0;
  if (p->scan.token.kind == TOKEN_TEXT && (!(knob->text = copy_token(p)) || !advance(p))) return 0;
  *p->last_knob = knob;
  p->last_knob = &knob->next;
  return 1;
}

/* Whether this line is name(…) = …, found by looking ahead to the matching parenthesis. */
static int defines_function(parser *p) {
  const burl__scanner scanner_before = p->scan;
  const burl_error error_before = *p->error;
  int depth = 0, found = 0;
  if (advance(p) && is_at(p, "(")) {
    do {
      if (is_at(p, "(")) depth++;
      if (is_at(p, ")")) depth--;
    } while (advance(p) && depth > 0 && p->scan.token.kind != TOKEN_END);
    found = depth == 0 && is_at(p, "=");
  }
  p->scan = scanner_before;
  *p->error = error_before;
  return found;
}

static int defines_name(parser *p) {
  const burl__scanner scanner_before = p->scan;
  const burl_error error_before = *p->error;
  const int found = advance(p) && is_at(p, "=");
  p->scan = scanner_before;
  *p->error = error_before;
  return found;
}

static int parameters(parser *p, burl__definition *d) {
  enum { MOST = 32 };
  d->is_function = 1;
  if (!(d->parameters = burl__arena_take(p->arena, MOST * sizeof *d->parameters))) {
    burl__out_of_memory(p->error);
    return 0;
  }
  if (!advance(p)) return 0;
  while (!is_at(p, ")")) {
    const burl__span place = p->scan.token.place;
    if (d->parameter_count == MOST) {
      burl__fail(p->error, BURL_LIMIT, place, "a function takes at most %d arguments", MOST);
      return 0;
    }
    const char *const name = defined_name(p, "an argument's name");
    if (!name) return 0;
    for (int i = 0; i < d->parameter_count; i++)
      if (strcmp(name, d->parameters[i]) == 0) {
        burl__fail(p->error, BURL_RECIPE, place, "a second argument '%s'", name);
        return 0;
      }
    d->parameters[d->parameter_count++] = name;
    if (!is_at(p, ")") && !expect(p, ",")) return 0;
  }
  return advance(p);
}

static burl__definition *new_definition(parser *p, burl__span place) {
  burl__definition *const d = burl__arena_take(p->arena, sizeof *d);
  if (d) d->place = place;
  else burl__out_of_memory(p->error);
  return d;
}

/* Puts it behind those of the lines above. */
static int keep_definition(parser *p, burl__definition *d) {
  *p->last_definition = d;
  p->last_definition = &d->next;
  d->index = p->recipe->definition_count++;
  if (d->index < BURL__MOST_NAMES) return 1;
  burl__fail(p->error, BURL_LIMIT, d->place, "more than %d names", BURL__MOST_NAMES);
  return 0;
}

static int definition_line(parser *p, int is_function) {
  burl__definition *const d = new_definition(p, p->scan.token.place);
  if (!d || !(d->name = defined_name(p, "a name"))) return 0;
  if (is_function && !parameters(p, d)) return 0;
  return expect(p, "=") && (d->body = expression(p)) && keep_definition(p, d);
}

/* ---- Materials and layers ----------------------------------------------------------------------- */

/* A kind of line that gives parts by their names: material height: h, size: 2. */
typedef struct {
  const char *word;
  burl__span place; /* of the line */
  parser *p;
} set_line;

/* Whether this line is of that kind: the word and a name, before a colon. */
static int is_set(parser *p, const char *word) {
  const burl__scanner scanner_before = p->scan;
  const burl_error error_before = *p->error;
  const int found = is_at(p, word) && advance(p) && p->scan.token.kind == TOKEN_NAME && advance(p) && is_at(p, ":");
  p->scan = scanner_before;
  *p->error = error_before;
  return found;
}

/* "material." and a name, behind what may come between, as a part's name; NULL: out of memory. */
static const char *part_name(const set_line *l, const char *between, const char *name, size_t length) {
  const size_t room = strlen(l->word) + strlen(between) + length + 2;
  char *const part = burl__arena_take(l->p->arena, room);
  if (!part) return burl__out_of_memory(l->p->error), NULL;
  snprintf(part, room, "%s.%s%.*s", l->word, between, (int)length, name);
  return part;
}

/* The part of that name, of this file; NULL: there is none. */
static burl__definition *part_of(const parser *p, const char *name) {
  burl__definition *d = p->recipe->definitions;
  while (d && strcmp(d->name, name) != 0) d = d->next;
  return d;
}

/* Parses name: expression as a part of that name, with the prefix `between` before it, which hides it from lists.
 * kind: what the message calls the name where there is none.  NULL with the error filled. */
static burl__definition *give_part(const set_line *l, const char *between, const char *kind) {
  parser *const p = l->p;
  const burl__token t = p->scan.token;
  if (t.kind != TOKEN_NAME) return unexpected(p, kind), NULL;
  burl__definition *const d = new_definition(p, t.place);
  if (!d || !(d->name = part_name(l, between, t.text, t.length))) return NULL;
  d->is_hidden = *between != 0;
  if (part_of(p, d->name)) {
    burl__fail(p->error, BURL_RECIPE, t.place, "%.*s is given twice", (int)t.length, t.text);
    return NULL;
  }
  return advance(p) && expect(p, ":") && (d->body = expression(p)) && keep_definition(p, d) ? d : NULL;
}

/* Adds a part that the line implies, of a text in the language, whose errors are those of the line.  NULL with the
 * error filled. */
static burl__definition *add_part(const set_line *l, const char *name, const char *text) {
  parser of = *l->p;
  burl__definition *const d = new_definition(l->p, l->place);
  if (!d || !(d->name = part_name(l, "", name, strlen(name)))) return NULL;
  of.stands_at = &l->place;
  d->is_standard = d->is_hidden = 1;
  const int done = burl__scan_open(&of.scan, text, strlen(text), l->place.line, l->p->error) == BURL_OK &&
                   (d->body = expression(&of)) && keep_definition(l->p, d);
  return done ? d : NULL;
}

/* Notes in *there where the line of that kind begins; fails where the recipe has one already. */
static int open_set(set_line *l, burl__span *there) {
  l->place = l->p->scan.token.place;
  if (!there->line) {
    *there = l->place;
    return 1;
  }
  burl__fail(l->p->error, BURL_RECIPE, l->place, "a second line '%s'", l->word);
  burl__hint(l->p->error, "a recipe has one; import brings the parts of others");
  return 0;
}

/* Fails where a name follows behind a part. */
static int is_complete(parser *p) {
  const burl__token *const t = &p->scan.token;
  if (t->kind != TOKEN_NAME) return 1;
  burl__fail(p->error, BURL_RECIPE, t->place, "a comma is missing before '%.*s'", (int)t->length, t->text);
  return 0;
}

static const burl__map *map_named(const char *name, size_t length) {
  for (int i = 0; i < BURL__MAPS; i++)
    if (strlen(burl__maps[i].name) == length && memcmp(burl__maps[i].name, name, length) == 0) return &burl__maps[i];
  return NULL;
}

/* Fails where the token is a name of no map, or of one that follows from others. */
static int check_map(parser *p) {
  const burl__token *const t = &p->scan.token;
  const burl__map *const map = t->kind == TOKEN_NAME ? map_named(t->text, t->length) : NULL;
  const char *const name = t->kind == TOKEN_NAME && (!map || map->is_packed) ? copy_token(p) : NULL;
  burl__similar best = {NULL, 0};
  if (!name) return !failed(p);
  burl__fail(p->error, BURL_RECIPE, t->place, "a material has no '%.40s'%s", name,
             map ? " of its own: it is made of other maps" : "");
  for (int i = 0; i < BURL__MAPS; i++)
    if (!burl__maps[i].is_packed) burl__similar_try(&best, name, burl__maps[i].name);
  for (int i = 0; i < BURL__MAP_NAMES; i++)
    if (strcmp(name, burl__map_names[i].name) == 0) burl__hint(p->error, "here that is %s", burl__map_names[i].here);
  if (best.nearest && !map) burl__hint(p->error, "did you mean '%s'?", best.nearest);
  else
    burl__hint(p->error, "height, albedo, roughness, metallic, occlusion, emission, opacity, normal; size and depth");
  return 0;
}

static burl__definition *map_of(const parser *p, const char *name) {
  char part[32];
  snprintf(part, sizeof part, "material.%s", name);
  return part_of(p, part);
}

static int material_line(parser *p) {
  set_line l = {.word = "material", .p = p};
  if (!open_set(&l, &p->recipe->material_place)) return 0;
  do {
    if (!advance(p) || !check_map(p) || !give_part(&l, "", "a map's name, such as roughness:,")) return 0;
  } while (is_at(p, ","));
  if (!is_complete(p)) return 0;
  const burl__definition *const normal = map_of(p, "normal");
  if (normal && !map_of(p, "height")) {
    burl__fail(p->error, BURL_RECIPE, normal->place, "a material with a normal and no height");
    burl__hint(p->error, "give height: alone, and its normal follows from it");
    return 0;
  }
  if (!(p->view_width = add_part(&l, "width", "8"))) return 0;
  for (int i = 0; i < BURL__MAPS; i++)
    if (!map_of(p, burl__maps[i].name) && !add_part(&l, burl__maps[i].name, burl__maps[i].standard)) return 0;
  return 1;
}

/* Each layer as its share of their sum, of which the first has all where it is 0; and four of them in a picture. */
static int add_shares(const set_line *l, const char *const *names, int count) {
  char text[1024], name[160];
  for (int i = 0; i < count; i++) {
    snprintf(text, sizeof text, "layers.sum > 0 ? max(layers._%.100s, 0)/layers.sum : %d", names[i], i == 0);
    burl__definition *const share = add_part(l, names[i], text);
    if (!share) return 0;
    share->is_hidden = 0;
  }
  for (int i = 0; i < count; i += 4) {
    size_t at = (size_t)snprintf(text, sizeof text, "data(");
    for (int k = i; k < i + 4; k++)
      at += (size_t)snprintf(text + at, sizeof text - at, "%s%s%.100s", k > i ? ", " : "", k < count ? "layers." : "0",
                             k < count ? names[k] : "");
    snprintf(text + at, sizeof text - at, ")");
    snprintf(name, sizeof name, "_splat%d", i / 4);
    if (!add_part(l, name, text)) return 0;
  }
  return 1;
}

static int layers_line(parser *p) {
  enum { MOST = 16, ROOM = 100 };
  set_line l = {.word = "layers", .p = p};
  const char *names[MOST];
  char sum[MOST * (ROOM + 32)] = "";
  size_t at = 0;
  int count = 0;
  if (!open_set(&l, &p->recipe->layers_place)) return 0;
  do {
    if (!advance(p)) return 0;
    const burl__token t = p->scan.token;
    if (count == MOST || t.length > ROOM || (t.kind == TOKEN_NAME && (*t.text == '_' || is_at(p, "sum")))) {
      burl__fail(p->error, BURL_RECIPE, t.place,
                 "a layer's name is neither long, nor sum, nor begins with '_', and there "
                 "are at most %d",
                 MOST);
      return 0;
    }
    const burl__definition *const d = give_part(&l, "_", "a layer's name, such as grass:,");
    if (!d) return 0;
    names[count++] = d->name + sizeof "layers._" - 1;
    at += (size_t)snprintf(sum + at, sizeof sum - at, "%smax(%s, 0)", at ? " + " : "", d->name);
  } while (is_at(p, ","));
  return is_complete(p) && add_part(&l, "sum", sum) && add_shares(&l, names, count);
}

/* A call or name that stands where the material does. */
static burl__tree *new_named(parser *p, burl__tree_kind kind, const char *name, burl__tree *arguments) {
  burl__tree *const tree = new_tree(p, kind, p->recipe->material_place);
  if (tree) tree->name = name, tree->arguments = arguments;
  return tree;
}

/* The width of the view, |x1 - x0|, where there is one. */
static int measure_view(parser *p) {
  const burl__tree *x1 = p->recipe->view;
  if (!p->view_width || !x1) return 1;
  for (int i = 0; i < p->recipe->view_count / 2; i++) x1 = x1->next;
  burl__tree *const corners = burl__arena_take(p->arena, 2 * sizeof *corners);
  if (!corners) return burl__out_of_memory(p->error), 0;
  corners[0] = *x1;
  corners[1] = *p->recipe->view;
  corners[0].next = &corners[1];
  corners[1].next = NULL;
  burl__tree *const difference = new_operator(p, "subtract", p->recipe->material_place, corners);
  return difference && (p->view_width->body = new_named(p, TREE_CALL, "abs", difference));
}

/* The result of a recipe that has a material and no last line: what it looks like. */
static int show_material(parser *p) {
  const char *const shown = map_of(p, "albedo")->is_standard ? "height" : "albedo";
  p->recipe->result_at = p->scan.length;
  return (p->recipe->result = new_named(p, TREE_NAME, map_of(p, shown)->name, NULL)) != NULL;
}

/* ---- Imports ------------------------------------------------------------------------------------ */

static int lines(parser *p);

/* Parses a file that is imported, with its knobs behind those that are there. */
static int parse_file(parser *from, burl__recipe *file) {
  parser p = {.arena = from->arena, .files = from->files, .recipe = file, .whole = from->whole, .error = from->error};
  p.last_definition = &file->definitions;
  p.last_import = &file->imports;
  p.last_knob = from->last_knob;
  file->is_open = 1;
  if (burl__scan_open(&p.scan, file->text, file->length, file->first_line, p.error) != BURL_OK || !lines(&p)) return 0;
  file->is_open = 0;
  from->last_knob = p.last_knob;
  return 1;
}

/* The file's name: a text, or burl/name without quotes.  0 with the error filled. */
static int imported_name(parser *p, const char **name, size_t *length, burl__span *place) {
  const burl__token first = p->scan.token;
  *name = first.text;
  *length = first.length;
  *place = first.place;
  if (first.kind == TOKEN_TEXT) return advance(p);
  if (!advance(p)) return 0;
  if (is_at(p, "/")) {
    if (!advance(p)) return 0;
    const burl__token last = p->scan.token;
    *length = (size_t)(last.text + last.length - first.text);
    *place = joined(first.place, last.place);
    if (last.kind == TOKEN_NAME && burl__is_library_name(*name, *length)) return advance(p);
  }
  burl__fail(p->error, BURL_RECIPE, *place, "the name of a file that is imported stands in quotes");
  burl__hint(p->error, "import \"wood.burl\"; of burl's own library it has none: import burl/shapes");
  return 0;
}

/* `as` and a name, where they are there: *as. */
static int imported_as(parser *p, const char **as) {
  *as = NULL;
  if (!is_at(p, "as")) return 1;
  return advance(p) && (*as = defined_name(p, "a name")) != NULL;
}

/* What comes before the names of the knobs of a file that is imported as that. */
static const char *prefix_for(parser *p, const char *as) {
  if (!as) return p->recipe->prefix;
  const char *const before = prefixed(p, as);
  char *const prefix = before ? burl__arena_take(p->arena, strlen(before) + 2) : NULL;
  if (!prefix) return burl__out_of_memory(p->error), NULL;
  memcpy(prefix, before, strlen(before));
  prefix[strlen(before)] = '.';
  return prefix;
}

static int import_line(parser *p) {
  burl__import *const import = burl__arena_take(p->arena, sizeof *import);
  const char *name;
  size_t length;
  int known;
  if (!import) return burl__out_of_memory(p->error), 0;
  if (p->recipe->import_count++ == BURL__MOST_IMPORTS) {
    burl__fail(p->error, BURL_LIMIT, p->scan.token.place, "a file has at most %d imports", BURL__MOST_IMPORTS);
    return 0;
  }
  if (!advance(p) || !imported_name(p, &name, &length, &import->place) || !imported_as(p, &import->as)) return 0;
  burl__recipe *const file = burl__file_named(p->files, p->recipe, name, length, import->place, &known);
  if (!file) return 0;
  if (file->is_open) {
    burl__fail(p->error, BURL_RECIPE, import->place, "%s imports itself, or is imported by what it imports",
               file->file);
    burl__hint(p->error, "what both files need can stand in a third one");
    return 0;
  }
  import->recipe = file;
  *p->last_import = import;
  p->last_import = &import->next;
  return known || ((file->prefix = prefix_for(p, import->as)) && parse_file(p, file));
}

/* Whether this line is an import: old recipes have the word as a name. */
static int is_import(parser *p) {
  const burl__scanner scanner_before = p->scan;
  const burl_error error_before = *p->error;
  const int found =
      is_at(p, "import") && advance(p) && (p->scan.token.kind == TOKEN_TEXT || p->scan.token.kind == TOKEN_NAME);
  p->scan = scanner_before;
  *p->error = error_before;
  return found;
}

/* ---- The lines of a file ------------------------------------------------------------------------ */

/* Whether the line begins with an operator, with the error filled: an expression can't be continued
 * on the next line that way.  A sign may begin the first line. */
static int begins_with_operator(parser *p, int first) {
  const burl__token *const t = &p->scan.token;
  if (t->kind != TOKEN_MARK || is_at(p, "(") || (first && (is_at(p, "-") || is_at(p, "!")))) return 0;
  burl__fail(p->error, BURL_RECIPE, t->place, "a line cannot begin with '%.*s'", (int)t->length, t->text);
  burl__hint(p->error, "end the line above with it, or put the whole in ( )");
  return 1;
}

static int result_line(parser *p) {
  p->recipe->result_at = (size_t)(p->scan.token.text - p->scan.text);
  if (!(p->recipe->result = expression(p))) return 0;
  const burl__token_kind end = p->scan.token.kind;
  if (end == TOKEN_END) return 1;
  if (end != TOKEN_LINE) return 1; /* the caller reports what is unexpected */
  while (p->scan.token.kind == TOKEN_LINE)
    if (!advance(p)) return 0;
  if (p->scan.token.kind == TOKEN_END) return 1;
  if (begins_with_operator(p, 0)) return 0;
  burl__fail(p->error, BURL_RECIPE, p->recipe->result->place, "an expression that is not the last line");
  burl__hint(p->error, "give it a name, or let it be the last line");
  return 0;
}

static int line(parser *p, int first) {
  if (begins_with_operator(p, first)) return 0;
  if (is_at(p, "view")) return view_line(p);
  if (is_at(p, "param")) return param_line(p);
  if (is_import(p)) return import_line(p);
  if (is_set(p, "material")) return material_line(p);
  if (is_set(p, "layers")) return layers_line(p);
  if (p->scan.token.kind == TOKEN_NAME) {
    if (defines_name(p)) return definition_line(p, 0);
    if (defines_function(p)) return definition_line(p, 1);
  }
  return result_line(p);
}

/* Hints at what may be wrong where something follows a complete line. */
static void hint_left_over(parser *p) {
  if (burl__token_is(&p->before, "material") || burl__token_is(&p->before, "layers"))
    burl__hint(p->error, "parts of it have colons: material height: h, albedo: c");
  if (is_at(p, ")")) burl__hint(p->error, "no '(' is open");
  else if (is_at(p, "=")) burl__hint(p->error, "'==' compares; a name stands first in its line: a = 1");
  else if (is_at(p, "(") || p->scan.token.kind != TOKEN_MARK)
    burl__hint(p->error, "an operator is missing before it, or a new line");
}

static int lines(parser *p) {
  for (int first = 1;; first = 0) {
    while (p->scan.token.kind == TOKEN_LINE)
      if (!advance(p)) return 0;
    if (p->scan.token.kind == TOKEN_END) break;
    if (!line(p, first)) return 0;
    if (p->scan.token.kind != TOKEN_LINE && p->scan.token.kind != TOKEN_END) {
      unexpected(p, "the end of the line");
      hint_left_over(p);
      return 0;
    }
  }
  if (!measure_view(p)) return 0;
  if (p->recipe->result || p->recipe->file) return 1;
  if (p->recipe->material_place.line) return show_material(p);
  burl__fail(p->error, BURL_RECIPE, p->scan.token.place,
             p->recipe->tree_count || p->recipe->imports ? "the recipe has no result" : "the recipe is empty");
  burl__hint(p->error, "its last line is an expression, perlin() for example");
  return 0;
}

burl_status burl__parse(const char *text, size_t length, const burl_options *reading, burl__arena *arena,
                        burl__recipe *recipe, burl_error *error) {
  burl__files files = {.reading = reading, .arena = arena, .recipe = recipe, .error = error};
  parser p = {.arena = arena, .files = &files, .recipe = recipe, .whole = recipe, .error = error};
  memset(recipe, 0, sizeof *recipe);
  burl__files_open(&files, text, length);
  p.last_knob = &recipe->knobs;
  parse_file(&p, recipe);
  return failed(&p) ? error->status : BURL_OK;
}
