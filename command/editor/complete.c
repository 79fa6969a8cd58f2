/* Completion: what can stand at a place.  Within a call its options, behind an option's colon its words; the text's
 * own names, those that imports bring, and the functions of functions.def.  And the signature of the call around it. */
#include "editor/answer.h"
#include "editor/describe.h"

#include <stdlib.h>
#include <string.h>

/* CompletionItemKind */
enum {
  KIND_OF_FUNCTION = 3,
  KIND_OF_VARIABLE = 6,
  KIND_OF_MODULE = 9,
  KIND_OF_PROPERTY = 10,
  KIND_OF_MEMBER = 20,
  KIND_OF_KEYWORD = 14,
  KIND_OF_CONSTANT = 21
};

enum { MOST_ITEMS = 5000 };

/* The list that grows, and the word that an item replaces. */
typedef struct {
  json_t *items, *range;
  size_t count;
} completions;

/* ---- items --------------------------------------------------------------------------------------- */

/* rank: in which group of the list it stands, from '0' on. */
static json_t *add_item(completions *c, const char *label, size_t length, int kind, char rank) {
  if (c->count == MOST_ITEMS) return NULL;
  json_t *const item = json_pack("{ss% si}", "label", label, length, "kind", kind);
  buffer sort = {0};
  buffer_format(&sort, "%c%.*s", rank, (int)length, label);
  if (item && !sort.has_failed) json_object_set_new(item, "sortText", json_string(sort.text));
  free(sort.text);
  if (!item) return NULL;
  json_object_set_new(item, "textEdit",
                      json_pack("{so ss%}", "range", json_incref(c->range), "newText", label, length));
  c->count++;
  json_array_append_new(c->items, item);
  return item;
}

static void document_item(json_t *item, const char *detail, const function_row *row) {
  buffer text = {0};
  describe_row(&text, row);
  if (item && !text.has_failed) {
    json_object_set_new(item, "detail", json_string(detail));
    json_object_set_new(item, "documentation", json_pack("{ss ss}", "kind", "markdown", "value", text.text));
  }
  free(text.text);
}

static void add_words(completions *c, const function_row *option) {
  if (option->option == AUTO) add_item(c, "auto", 4, KIND_OF_MEMBER, '0');
  for (const char *w = option->words; option->option == WORD && *w; w += strcspn(w, " "), w += *w == ' ')
    if (*w != '-') add_item(c, w, strcspn(w, " "), KIND_OF_MEMBER, '0');
}

static void add_options(completions *c, const function_row *function) {
  for (const function_row *o = function; (o = function_next_option(o));) {
    char standard[64];
    buffer text = {0};
    function_standard(standard, sizeof standard, o);
    buffer_format(&text, "%s: ", o->name);
    json_t *const item = text.has_failed ? NULL : add_item(c, o->name, strlen(o->name), KIND_OF_PROPERTY, '0');
    json_t *const edit = json_object_get(item, "textEdit");
    if (edit) json_object_set_new(edit, "newText", json_string(text.text));
    document_item(item, standard, o);
    free(text.text);
  }
}

/* The names of a text: own, those above a statement and its arguments; of an import, those that it brings. */
static void add_names(completions *c, const recipe_words *all, int number, const char *prefix, char rank) {
  for (int i = 0; i < all->symbol_count; i++) {
    const symbol *const s = &all->symbols[i];
    const word *const w = &all->words[s->word];
    const int is_own = number >= 0, is_hidden = !is_own && all->text[w->from] == '_';
    if (is_hidden || (s->is_parameter && s->statement != number) ||
        (is_own && !s->is_parameter && !words_sees(all, number, i)))
      continue;
    buffer name = {0};
    buffer_format(&name, "%s%.*s", prefix, (int)(w->to - w->from), all->text + w->from);
    const int is_knob = all->statements[s->statement].kind == STATEMENT_KNOB;
    if (!name.has_failed)
      add_item(c, name.text, name.length,
               s->is_function ? KIND_OF_FUNCTION
               : is_knob      ? KIND_OF_CONSTANT
                              : KIND_OF_VARIABLE,
               rank);
    free(name.text);
  }
}

static void add_imported(completions *c, document *d, const recipe_words *all) {
  document_program(d); /* which reads the files */
  for (int i = 0; i < all->statement_count; i++) {
    const statement *const s = &all->statements[i];
    recipe_words words;
    char file[128], prefix[128] = "";
    if (s->kind != STATEMENT_IMPORT) continue;
    document_import(all, s, file);
    const text_position there = files_imported(&d->recipe, file);
    if (s->as >= 0)
      snprintf(prefix, sizeof prefix, "%.*s.",
               (int)(all->words[s->as].to - all->words[s->as].from < 126 ? all->words[s->as].to - all->words[s->as].from
                                                                         : 126),
               all->text + all->words[s->as].from);
    if (!words_open(&words, there.text, there.text_length)) continue;
    add_names(c, &words, -1, prefix, '2');
    words_close(&words);
  }
}

static void add_functions(completions *c, const recipe_words *all) {
  for (int i = 0; i < function_row_count; i++) {
    const function_row *const r = &function_rows[i];
    const size_t length = r->kind == ROW_FUNCTION ? strcspn(r->name, "(") : 0;
    const int is_call = length && strchr(r->signature, '(') != NULL;
    if (!length || words_symbol(all, r->name, length, is_call) >= 0) continue; /* it may be hidden */
    document_item(add_item(c, r->name, length, is_call ? KIND_OF_FUNCTION : KIND_OF_CONSTANT, '3'), r->signature, r);
  }
}

static void add_keywords(completions *c) {
  static const char *const words[] = {"param", "view", "import", "material", "layers"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    add_item(c, words[i], strlen(words[i]), KIND_OF_KEYWORD, '1');
}

static void add_coordinates(completions *c) {
  static const char *const words[] = {"x", "y", "z", "w", "t", "seed"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    add_item(c, words[i], strlen(words[i]), KIND_OF_VARIABLE, '3');
}

/* ---- the place ----------------------------------------------------------------------------------- */

static int is_part_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static int is_value(const word *w) { return w->kind == TOKEN_NUMBER || w->kind == TOKEN_COLOUR; }

/* Whether a place is in a comment or in a text within quotes. */
static int is_prose(const recipe_words *all, size_t offset) {
  const int i = words_before(all, offset);
  const word *const w = i >= 0 ? &all->words[i] : NULL;
  if (w && w->kind == TOKEN_TEXT && offset < w->to) return 1;
  int is_comment = 0;
  for (size_t at = w ? w->to : 0; at < offset; at++) {
    is_comment |= at + 1 < offset && all->text[at] == '/' && all->text[at + 1] == '/';
    if (all->text[at] == '\n') is_comment = 0;
  }
  return is_comment;
}

/* The statement that a place is in; behind all of them where a new line begins. */
static int statement_at(const recipe_words *all, size_t from) {
  const int i = words_before(all, from);
  const int next = i + 1 < all->count && all->words[i + 1].from == from ? i + 1 : i;
  return next < 0 ? 0
                  : all->words[next].statement +
                        (next == i && memchr(all->text + all->words[i].to, '\n', from - all->words[i].to) != NULL);
}

/* Whether what follows on a word is the name of a file to import: behind import, or import burl/. */
static int is_import(const recipe_words *all, int i) {
  if (word_is(all, i, "/") && word_is(all, i - 1, "burl")) i -= 2;
  return word_is(all, i, "import") && all->words[i].leads;
}

static void add_library(completions *c, int is_behind_slash) {
  const char *name;
  for (int i = 0; (name = burl_library_name(i)); i++) {
    if (is_behind_slash) name = strchr(name, '/') + 1;
    add_item(c, name, strlen(name), KIND_OF_MODULE, '0');
  }
}

static void add_all(completions *c, document *d, const recipe_words *all, size_t from) {
  const call_around call = words_call(all, from);
  const function_row *const function = call.word >= 0 ? all->words[call.word].row : NULL;
  const int before = words_before(all, from), is_behind_colon = word_is(all, before, ":");
  if (call.option && is_behind_colon) add_words(c, call.option);
  if (call.option && call.option->option == WORD && is_behind_colon) return;
  const int number = statement_at(all, from);
  const int is_line = call.word < 0 && (before < 0 || all->words[before].statement != number);
  if (is_import(all, before)) {
    add_library(c, word_is(all, before, "/"));
    return;
  }
  if (function && (word_is(all, before, "(") || word_is(all, before, ","))) add_options(c, function);
  if (is_line) add_keywords(c);
  add_names(c, all, number, "", '1');
  add_imported(c, d, all);
  add_coordinates(c);
  add_functions(c, all);
}

json_t *answer_completion(document *d, const json_t *parameters, char problem[PROBLEM_ROOM]) {
  (void)problem;
  size_t offset;
  const recipe_words *const all = document_words(d);
  if (!all || !place_read(d->text, d->length, json_object_get(parameters, "position"), &offset)) return NULL;
  if (offset > all->length || is_prose(all, offset)) return NULL;
  size_t from = offset;
  while (from > 0 && is_part_of_name(d->text[from - 1])) from--;
  const int before = words_before(all, offset);
  if (before >= 0 && all->words[before].to > from && is_value(&all->words[before])) return NULL;
  places at = document_places(d);
  completions c = {.items = json_array(), .range = place_range(&at, from, offset)};
  add_all(&c, d, all, from);
  json_decref(c.range);
  return c.items;
}

/* ---- signatures ---------------------------------------------------------------------------------- */

static json_t *signature_of(const char *label, size_t length, const char *help, int argument) {
  json_t *const one = json_pack("{ss% ss}", "label", label, length, "documentation", help);
  return json_pack("{s[o] si si}", "signatures", one, "activeSignature", 0, "activeParameter", argument);
}

json_t *answer_signature(document *d, const json_t *parameters, char problem[PROBLEM_ROOM]) {
  (void)problem;
  size_t offset;
  const recipe_words *const all = document_words(d);
  if (!all || !place_read(d->text, d->length, json_object_get(parameters, "position"), &offset)) return NULL;
  if (offset > all->length || is_prose(all, offset)) return NULL;
  const call_around call = words_call(all, offset);
  const word *const w = call.word >= 0 ? &all->words[call.word] : NULL;
  if (w && w->row) return signature_of(w->row->signature, strlen(w->row->signature), w->row->help, call.argument);
  if (!w || w->symbol < 0) return NULL;
  const statement *const s = &all->statements[all->symbols[w->symbol].statement];
  const size_t from = all->words[s->first].from, to = all->words[s->body > s->first + 1 ? s->body - 2 : s->first].to;
  return signature_of(all->text + from, to - from, "", call.argument);
}
