/* The words of words.h: tokens first, then the statements that they make, then what each name stands for. */
#include "editor/words.h"

#include "burl_inspect.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_PARAMETERS = 32, /* of a function; the compiler takes no more */
  MOST_OPEN = 256,      /* brackets within one another; what lies deeper belongs to no call */
  FURTHEST = 256        /* words that are looked back for the beginning of a function's line */
};

static size_t size_of(const word *w) { return w->to - w->from; }

static int is_same(const recipe_words *all, const word *w, const char *text, size_t length) {
  return size_of(w) == length && memcmp(all->text + w->from, text, length) == 0;
}

int word_is(const recipe_words *all, int i, const char *text) {
  if (i < 0 || i >= all->count) return 0;
  const word *const w = &all->words[i];
  return (w->kind == TOKEN_MARK || w->kind == TOKEN_NAME) && is_same(all, w, text, strlen(text));
}

static int is_name(const recipe_words *all, int i) {
  return i >= 0 && i < all->count && all->words[i].kind == TOKEN_NAME;
}

static int is_text(const recipe_words *all, int i) {
  return i >= 0 && i < all->count && all->words[i].kind == TOKEN_TEXT;
}

/* ---- tokens -------------------------------------------------------------------------------------- */

/* Goes past what is no token: to the end of the line behind a quote, else a byte. */
static void skip(burl__scanner *s) {
  if (s->offset < s->length && s->text[s->offset] == '"')
    while (s->offset < s->length && s->text[s->offset] != '\n') s->offset++;
  else s->offset += s->offset < s->length;
}

/* The next token; before the first one the scanner is opened. */
static burl__token next_token(burl__scanner *s, int is_first, const char *text, size_t length) {
  burl_error error = {.status = BURL_OK};
  if (!is_first) s->error = &error;
  burl_status status = is_first ? burl__scan_open(s, text, length, 1, &error) : burl__scan(s);
  for (; status != BURL_OK; status = burl__scan(s)) skip(s);
  s->error = NULL;
  return s->token;
}

/* The word that begins the line whose `=` the last word is: a name, or that before the brackets that end here, or the
 * word param; -1: no line begins so. */
static int line_of_definition(const recipe_words *all) {
  int i = all->count - 2, depth = 0;
  if (word_is(all, i, ")"))
    for (const int least = i - FURTHEST; i >= 0 && i > least; i--) {
      depth += word_is(all, i, ")") - word_is(all, i, "(");
      if (depth == 0) break;
    }
  if (word_is(all, i, "(")) i--;
  if (!is_name(all, i)) return -1;
  if (word_is(all, i - 1, "param")) i--;
  return all->words[i].leads ? i : -1;
}

/* Ends what is still open where a line within brackets defines something: no `=` stands within an expression. */
static void mend(recipe_words *all, burl__scanner *s) {
  const int begin = word_is(all, all->count - 1, "=") ? line_of_definition(all) : -1;
  if (begin < 0) return;
  all->words[begin].begins = 1;
  s->depth = 0;
}

static int take_words(recipe_words *all) {
  burl__scanner s;
  int room = 0, begins = 1, line = 0;
  for (burl__token t = next_token(&s, 1, all->text, all->length); t.kind != TOKEN_END; t = next_token(&s, 0, NULL, 0)) {
    if (t.kind == TOKEN_LINE) {
      begins = 1;
      continue;
    }
    if (all->count == room) {
      room = 2 * room + 64;
      word *const more = realloc(all->words, (size_t)room * sizeof *more);
      if (!more) return 0;
      all->words = more;
    }
    const size_t from = (size_t)(t.text - all->text) - (t.kind == TOKEN_TEXT);
    all->words[all->count++] = (word){.kind = t.kind,
                                      .from = from,
                                      .to = from + (size_t)t.place.length,
                                      .begins = begins,
                                      .leads = begins || t.place.line != line,
                                      .symbol = -1};
    line = t.place.line;
    begins = 0;
    mend(all, &s);
  }
  return 1;
}

/* ---- statements ---------------------------------------------------------------------------------- */

/* The word behind the brackets that open at i; the statement's end where they don't close. */
static int behind_brackets(const recipe_words *all, int i, int last) {
  int depth = 0;
  for (; i <= last; i++) {
    depth += word_is(all, i, "(") - word_is(all, i, ")");
    if (depth == 0) return i + 1;
  }
  return last + 1;
}

static void define(recipe_words *all, int i, int of_statement, int is_function, int is_parameter) {
  all->words[i].role = is_parameter ? ROLE_PARAMETER : ROLE_DEFINITION;
  all->words[i].symbol = all->symbol_count;
  all->symbols[all->symbol_count++] = (symbol){i, of_statement, is_function, is_parameter};
}

static void read_parameters(recipe_words *all, statement *s, int number) {
  for (int i = s->name + 2; i < s->body && s->parameters < MOST_PARAMETERS; i++)
    if (is_name(all, i) && (word_is(all, i + 1, ",") || word_is(all, i + 1, ")"))) {
      define(all, i, number, 0, 1);
      s->parameters++;
    }
}

static void read_import(const recipe_words *all, statement *s) {
  s->kind = STATEMENT_IMPORT;
  s->name = s->first + 1;
  const int as = word_is(all, s->name + 1, "/") ? s->name + 3 : s->name + 1;
  if (as < s->last && word_is(all, as, "as") && is_name(all, as + 1)) s->as = as + 1;
}

/* Sees what kind of statement the words from s->first to s->last are. */
static void read_statement(recipe_words *all, statement *s, int number) {
  const int first = s->first, behind = first + 1 <= s->last ? first + 1 : -1;
  s->body = first;
  if (!is_name(all, first) || behind < 0) return;
  if (word_is(all, first, "param") && is_name(all, behind)) {
    s->kind = STATEMENT_KNOB;
    s->name = behind;
    s->body = behind + 1;
    define(all, behind, number, 0, 0);
  } else if (word_is(all, first, "import") && (is_name(all, behind) || is_text(all, behind))) {
    read_import(all, s);
  } else if (word_is(all, behind, "=")) {
    s->kind = STATEMENT_PART;
    s->name = first;
    s->body = behind + 1;
    define(all, first, number, 0, 0);
  } else if (word_is(all, behind, "(")) {
    const int equals = behind_brackets(all, behind, s->last);
    if (equals > s->last || !word_is(all, equals, "=")) return;
    s->kind = STATEMENT_FUNCTION;
    s->name = first;
    s->body = equals + 1;
    define(all, first, number, 1, 0);
    read_parameters(all, s, number);
  }
}

static void read_statements(recipe_words *all) {
  for (int i = 0, next; i < all->count; i = next) {
    for (next = i + 1; next < all->count && !all->words[next].begins;) next++;
    const int number = all->statement_count++;
    statement *const s = &all->statements[number];
    *s = (statement){.kind = STATEMENT_OTHER, .first = i, .last = next - 1, .name = -1, .as = -1};
    for (int k = i; k < next; k++) all->words[k].statement = number;
    read_statement(all, s, number);
  }
}

/* ---- symbols by their names ---------------------------------------------------------------------- */

/* Compares a symbol's name, and whether it is a function, with those. */
static int compare_to(const recipe_words *all, int of, const char *name, size_t length, int is_function) {
  const symbol *const s = &all->symbols[of];
  const word *const w = &all->words[s->word];
  const size_t least = size_of(w) < length ? size_of(w) : length;
  const int by_text = memcmp(all->text + w->from, name, least);
  if (by_text) return by_text;
  if (size_of(w) != length) return size_of(w) < length ? -1 : 1;
  return s->is_function - is_function;
}

static int comes_before(const recipe_words *all, int a, int b) {
  const word *const w = &all->words[all->symbols[b].word];
  const int order = compare_to(all, a, all->text + w->from, size_of(w), all->symbols[b].is_function);
  return order ? order < 0 : a < b;
}

/* Lets the symbol at i of a heap of `count` sink to its place. */
static void sink(recipe_words *all, int i, int count) {
  int *const o = all->order;
  for (int child; (child = 2 * i + 1) < count; i = child) {
    if (child + 1 < count && comes_before(all, o[child], o[child + 1])) child++;
    if (!comes_before(all, o[i], o[child])) return;
    const int other = o[i];
    o[i] = o[child];
    o[child] = other;
  }
}

/* Heapsort: qsort's comparison has no place for the text. */
static void sort_symbols(recipe_words *all) {
  const int count = all->symbol_count;
  for (int i = 0; i < count; i++) all->order[i] = i;
  for (int i = count / 2; i-- > 0;) sink(all, i, count);
  for (int end = count - 1; end > 0; end--) {
    const int largest = all->order[0];
    all->order[0] = all->order[end];
    all->order[end] = largest;
    sink(all, 0, end);
  }
}

int words_symbol(const recipe_words *all, const char *name, size_t length, int is_function) {
  int low = 0, high = all->symbol_count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (compare_to(all, all->order[middle], name, length, is_function) < 0) low = middle + 1;
    else high = middle;
  }
  for (; low < all->symbol_count && compare_to(all, all->order[low], name, length, is_function) == 0; low++)
    if (!all->symbols[all->order[low]].is_parameter) return all->order[low];
  return -1;
}

/* ---- what names stand for ------------------------------------------------------------------------ */

/* The function's argument of that name; -1: none. */
static int parameter_named(const recipe_words *all, const statement *s, const word *w) {
  if (s->kind != STATEMENT_FUNCTION) return -1;
  const int first = all->words[s->name].symbol + 1; /* behind its function */
  for (int i = first; i < first + s->parameters; i++) {
    const word *const of = &all->words[all->symbols[i].word];
    if (is_same(all, w, all->text + of->from, size_of(of))) return i;
  }
  return -1;
}

int words_sees(const recipe_words *all, int number, int of) {
  const statement *const s = &all->statements[number];
  const int defined = all->symbols[of].statement;
  return defined < number || all->statements[defined].kind == STATEMENT_KNOB || s->kind == STATEMENT_KNOB ||
         word_is(all, s->first, "view");
}

/* Finds what a name of a statement stands for. */
static void bind(recipe_words *all, int i, int number) {
  const statement *const s = &all->statements[number];
  word *const w = &all->words[i];
  const int is_call = word_is(all, i + 1, "(") && i < s->last;
  w->role = is_call ? ROLE_CALL : ROLE_NAME;
  w->symbol = is_call ? -1 : parameter_named(all, s, w);
  if (w->symbol >= 0) return;
  const int found = words_symbol(all, all->text + w->from, size_of(w), is_call);
  if (found >= 0 && words_sees(all, number, found)) w->symbol = found;
  else w->row = function_named(all->text + w->from, size_of(w));
}

/* An open bracket, while a statement's words are gone through. */
typedef struct {
  int call;                   /* the word that is called; -1: none */
  int argument, choices;      /* commas so far; how many ? wait for their colon */
  const function_row *option; /* whose values follow; NULL: none */
} frame;

typedef struct {
  frame frames[MOST_OPEN]; /* the first stands for what is outside of all brackets */
  int depth, deeper;       /* deeper: how many are open beyond the last frame */
} frames;

static const function_row *function_called(const recipe_words *all, const frame *f) {
  return f->call >= 0 ? all->words[f->call].row : NULL;
}

/* Follows the brackets, commas and colons of the word. */
static void follow(const recipe_words *all, frames *f, int i) {
  if (word_is(all, i, "(")) {
    if (f->depth + 1 == MOST_OPEN) f->deeper++;
    else f->frames[++f->depth] = (frame){.call = all->words[i - (i > 0)].role == ROLE_CALL ? i - 1 : -1};
  } else if (word_is(all, i, ")")) {
    if (f->deeper) f->deeper--;
    else f->depth -= f->depth > 0;
  }
  frame *const now = &f->frames[f->depth];
  if (f->deeper) return;
  if (word_is(all, i, ",")) now->argument++;
  if (word_is(all, i, "?")) now->choices++;
  if (word_is(all, i, ":") && now->choices > 0) now->choices--;
}

/* Whether a name is an option's: the first of an argument, before a colon. */
static int names_option(const recipe_words *all, const frames *f, int i) {
  return !f->deeper && word_is(all, i + 1, ":") && !f->frames[f->depth].choices &&
         (word_is(all, i - 1, "(") || word_is(all, i - 1, ",") || f->depth == 0);
}

static int is_choice(const recipe_words *all, const frames *f, int i) {
  const function_row *const option = f->deeper ? NULL : f->frames[f->depth].option;
  if (!option || !(word_is(all, i - 1, ":") || word_is(all, i - 1, ","))) return 0;
  return option->option == WORD || (option->option == AUTO && word_is(all, i, "auto"));
}

static void read_name(recipe_words *all, frames *f, int i, int number) {
  frame *const now = &f->frames[f->depth];
  word *const w = &all->words[i];
  if (names_option(all, f, i)) {
    const function_row *const function = function_called(all, now);
    w->role = ROLE_OPTION;
    w->row = now->option = function ? function_option(function, all->text + w->from, size_of(w)) : NULL;
  } else if (is_choice(all, f, i)) {
    w->role = ROLE_CHOICE;
    w->row = now->option;
  } else {
    bind(all, i, number);
  }
}

/* Whether a word says of what kind its line is: view, or material and layers before a name and its colon. */
static int is_keyword(const recipe_words *all, const statement *s, int i) {
  if (i != s->first || s->kind != STATEMENT_OTHER) return 0;
  return word_is(all, i, "view") || (is_name(all, i + 1) && word_is(all, i + 2, ":"));
}

/* Goes through the words of a statement, up to a place in the text. */
static void read_names(recipe_words *all, frames *f, int number, size_t until) {
  const statement *const s = &all->statements[number];
  f->depth = f->deeper = 0;
  f->frames[0] = (frame){.call = -1};
  for (int i = s->body; i <= s->last && all->words[i].from < until; i++) {
    if (is_name(all, i) && s->kind != STATEMENT_IMPORT && !is_keyword(all, s, i)) read_name(all, f, i, number);
    follow(all, f, i);
  }
}

call_around words_call(const recipe_words *all, size_t offset) {
  frames f;
  recipe_words same = *all; /* whose words are given the roles that they have */
  int i = words_before(all, offset);
  const int number = i < 0 ? -1 : all->words[i].statement;
  if (i < 0) return (call_around){-1, 0, NULL};
  read_names(&same, &f, number, offset);
  int depth = f.deeper ? 0 : f.depth;
  while (depth > 0 && f.frames[depth].call < 0) depth--;
  const frame *const found = &f.frames[depth];
  return (call_around){depth ? found->call : -1, found->argument, depth == f.depth ? found->option : NULL};
}

/* ---- all ----------------------------------------------------------------------------------------- */

int words_open(recipe_words *all, const char *text, size_t length) {
  frames f;
  *all = (recipe_words){.text = text, .length = length};
  burl_source_of(text, length, NULL, &all->length);
  const int is_read = take_words(all);
  const size_t most = (size_t)all->count + 1;
  all->statements = calloc(most, sizeof *all->statements);
  all->symbols = calloc(most, sizeof *all->symbols);
  all->order = calloc(most, sizeof *all->order);
  if (!is_read || !all->statements || !all->symbols || !all->order) {
    words_close(all);
    return 0;
  }
  read_statements(all);
  sort_symbols(all);
  for (int i = 0; i < all->statement_count; i++) read_names(all, &f, i, SIZE_MAX);
  return 1;
}

void words_close(recipe_words *all) {
  free(all->words);
  free(all->statements);
  free(all->symbols);
  free(all->order);
  *all = (recipe_words){0};
}

int words_before(const recipe_words *all, size_t offset) {
  int low = 0, high = all->count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (all->words[middle].from < offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

int words_at(const recipe_words *all, size_t offset) {
  int i = words_before(all, offset + 1);
  if (i > 0 && all->words[i].from == offset && all->words[i].kind == TOKEN_MARK && all->words[i - 1].to == offset) i--;
  return i >= 0 && offset <= all->words[i].to ? i : -1;
}
