/* Names: where each is defined and used, and renaming them.  A name is renamed only where the text compiles before and
 * after it, and all its words stand for what they stood for: nothing is hidden, and nothing is caught. */
#include "editor/answer.h"
#include "editor/buffer.h"
#include "lang/tree.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* SymbolKind */
enum { SYMBOL_MODULE = 2, SYMBOL_FUNCTION = 12, SYMBOL_VARIABLE = 13, SYMBOL_CONSTANT = 14 };

static json_t *refuse(char problem[PROBLEM_ROOM], const char *format, ...) PRINTF_LIKE(2, 3);
static json_t *refuse(char problem[PROBLEM_ROOM], const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(problem, PROBLEM_ROOM, format, arguments);
  va_end(arguments);
  return NULL;
}

static json_t *location(const char *uri, json_t *range) { return json_pack("{ss so}", "uri", uri, "range", range); }

/* ---- definitions and uses ------------------------------------------------------------------------ */

static json_t *definition_in_file(const imported_name *found) {
  const word *const w = &found->words.words[found->words.symbols[found->symbol].word];
  const text_position file = {.text = found->words.text, .text_length = found->words.length};
  places at = {.text = file.text, .length = file.text_length};
  char *const uri = found->path ? document_uri(found->path) : NULL;
  json_t *const there = uri ? location(uri, place_range(&at, w->from, w->to)) : NULL;
  free(uri);
  return there;
}

/* The file that an import names, where it is one. */
static json_t *imported_file(document *d, const recipe_words *all, const statement *s) {
  char name[128];
  places at = {.text = "", .length = 0};
  document_import(all, s, name);
  document_program(d);
  const text_position file = files_imported(&d->recipe, name);
  char *const uri = strcmp(file.name, name) == 0 ? NULL : document_uri(file.name);
  json_t *const there = uri ? location(uri, place_range(&at, 0, 0)) : NULL;
  free(uri);
  return there;
}

json_t *answer_definition(document *d, const json_t *parameters, char problem[PROBLEM_ROOM]) {
  (void)problem;
  size_t offset;
  imported_name found;
  places at = document_places(d);
  const int i = document_word_at(d, parameters, &offset);
  if (i < 0) return NULL;
  const recipe_words *const all = document_words(d);
  const statement *const s = &all->statements[all->words[i].statement];
  if (s->kind == STATEMENT_IMPORT) return imported_file(d, all, s);
  if (all->words[i].symbol >= 0) {
    const word *const w = &all->words[all->symbols[all->words[i].symbol].word];
    return location(d->uri, place_range(&at, w->from, w->to));
  }
  if (all->words[i].role != ROLE_NAME && all->words[i].role != ROLE_CALL) return NULL;
  if (!document_imported(d, i, &found)) return NULL;
  json_t *const there = definition_in_file(&found);
  words_close(&found.words);
  return there;
}

json_t *answer_references(document *d, const json_t *parameters, char problem[PROBLEM_ROOM]) {
  (void)problem;
  size_t offset;
  places at = document_places(d);
  const int i = document_word_at(d, parameters, &offset);
  const recipe_words *const all = document_words(d);
  const int of = i >= 0 ? all->words[i].symbol : -1;
  const json_t *const with = json_object_get(json_object_get(parameters, "context"), "includeDeclaration");
  if (of < 0) return NULL;
  json_t *const list = json_array();
  for (int k = 0; k < all->count; k++) {
    const word *const w = &all->words[k];
    if (w->symbol != of || (k == all->symbols[of].word && json_typeof(with) == JSON_FALSE)) continue;
    json_array_append_new(list, location(d->uri, place_range(&at, w->from, w->to)));
  }
  return list;
}

/* ---- renaming ------------------------------------------------------------------------------------ */

/* The symbol that a request is about; -1 after a refusal. */
static int symbol_to_rename(document *d, const json_t *parameters, int *at, char problem[PROBLEM_ROOM]) {
  size_t offset;
  const int i = *at = document_word_at(d, parameters, &offset);
  const word *const w = i >= 0 ? &document_words(d)->words[i] : NULL;
  const char *const name = w ? d->text + w->from : "";
  const int length = w ? (int)(w->to - w->from < 60 ? w->to - w->from : 60) : 0;
  imported_name found;
  if (w && w->symbol >= 0) return w->symbol;
  if (!w || w->kind != TOKEN_NAME) refuse(problem, "there is no name here");
  else if (w->role != ROLE_NAME && w->role != ROLE_CALL)
    refuse(problem, "'%.*s' is a word of the language", length, name);
  else if (document_imported(d, i, &found)) {
    refuse(problem, "'%.*s' is defined in %s: rename it there", length, name, found.file);
    words_close(&found.words);
  } else if (w->row) refuse(problem, "'%.*s' is one of burl's own", length, name);
  else refuse(problem, "'%.*s' isn't defined in this text", length, name);
  return -1;
}

json_t *answer_prepare_rename(document *d, const json_t *parameters, char problem[PROBLEM_ROOM]) {
  int i;
  places at = document_places(d);
  if (symbol_to_rename(d, parameters, &i, problem) < 0) return NULL;
  const word *const w = &document_words(d)->words[i];
  return place_range(&at, w->from, w->to);
}

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/* Whether the text is a name that can be defined. */
static int is_free_name(const char *name) {
  if (!is_letter(*name)) return 0;
  for (const char *c = name; *c; c++)
    if (!is_letter(*c) && !(*c >= '0' && *c <= '9')) return 0;
  return !burl__reserved(name, strlen(name));
}

/* The text with the symbol's words replaced. */
static void write_renamed(buffer *to, const document *d, const recipe_words *all, int of, const char *name) {
  size_t from = 0;
  for (int i = 0; i < all->count; i++) {
    if (all->words[i].symbol != of) continue;
    buffer_add(to, d->text + from, all->words[i].from - from);
    buffer_text(to, name);
    from = all->words[i].to;
  }
  buffer_add(to, d->text + from, d->length - from);
}

/* The first word that doesn't stand for the same in both texts; -1: all do. */
static int first_difference(const recipe_words *a, const recipe_words *b) {
  int i = 0;
  while (i < a->count && i < b->count && a->words[i].symbol == b->words[i].symbol && a->words[i].row == b->words[i].row)
    i++;
  return i < a->count || i < b->count ? i : -1;
}

/* Whether the renamed text compiles and means the same; 0 after a refusal. */
static int is_safe(document *d, document *renamed, const char *name, char problem[PROBLEM_ROOM]) {
  const recipe_words *const before = document_words(d), *const after = document_words(renamed);
  if (!before || !after) return refuse(problem, "out of memory"), 0;
  const int other = first_difference(before, after);
  if (other >= 0) {
    places at = document_places(d);
    const json_int_t line = other < before->count ? place_of(&at, before->words[other].from).line + 1 : 0;
    refuse(problem, "'%.60s' means something else in line %lld", name, line);
    return 0;
  }
  if (!document_program(renamed)) {
    refuse(problem, "'%.60s' can't be its name: %.150s", name, renamed->error.message);
    return 0;
  }
  return 1;
}

static json_t *edits_of(document *d, int of, const char *name) {
  const recipe_words *const all = document_words(d);
  places at = document_places(d);
  json_t *const list = json_array(), *const changes = json_object();
  for (int i = 0; i < all->count; i++)
    if (all->words[i].symbol == of)
      json_array_append_new(
          list, json_pack("{so ss}", "range", place_range(&at, all->words[i].from, all->words[i].to), "newText", name));
  json_object_set_new(changes, d->uri, list);
  return json_pack("{so}", "changes", changes);
}

json_t *answer_rename(document *d, const json_t *parameters, char problem[PROBLEM_ROOM]) {
  const char *const name = json_string_value(json_object_get(parameters, "newName"));
  int i;
  const int of = symbol_to_rename(d, parameters, &i, problem);
  if (of < 0) return NULL;
  if (!name || !is_free_name(name))
    return refuse(problem,
                  "'%.60s' is no name that can be defined: letters, digits and _, and none of x y z w t seed "
                  "view param",
                  name ? name : "");
  if (!document_program(d)) return refuse(problem, "the text has an error; names are renamed when it compiles");
  buffer text = {0};
  write_renamed(&text, d, document_words(d), of, name);
  document *const renamed = text.has_failed ? NULL : document_open(d->uri, text.text, text.length);
  json_t *edits = NULL;
  if (!renamed) refuse(problem, "out of memory");
  else if (is_safe(d, renamed, name, problem)) edits = edits_of(d, of, name);
  if (renamed) document_close(renamed);
  free(text.text);
  return edits;
}

/* ---- the text's symbols -------------------------------------------------------------------------- */

static json_t *symbol_json(document *d, places *at, const recipe_words *all, const statement *s) {
  static const int kinds[] = {[STATEMENT_PART] = SYMBOL_VARIABLE,
                              [STATEMENT_FUNCTION] = SYMBOL_FUNCTION,
                              [STATEMENT_KNOB] = SYMBOL_CONSTANT,
                              [STATEMENT_IMPORT] = SYMBOL_MODULE};
  const word *const w = &all->words[s->name];
  char file[128];
  if (s->kind == STATEMENT_IMPORT) document_import(all, s, file);
  json_t *const name = s->kind == STATEMENT_IMPORT ? json_string(*file ? file : "import")
                                                   : json_stringn(d->text + w->from, w->to - w->from);
  json_t *const start = place_json(at, all->words[s->first].from); /* places are found in order */
  json_t *const selection = place_range(at, w->from, w->to), *const end = place_json(at, all->words[s->last].to);
  return json_pack("{so si s{so so} so}", "name", name, "kind", kinds[s->kind], "range", "start", start, "end", end,
                   "selectionRange", selection);
}

json_t *answer_symbols(document *d, const json_t *parameters, char problem[PROBLEM_ROOM]) {
  (void)parameters;
  (void)problem;
  const recipe_words *const all = document_words(d);
  places at = document_places(d);
  json_t *const list = json_array();
  for (int i = 0; all && i < all->statement_count; i++)
    if (all->statements[i].kind != STATEMENT_OTHER)
      json_array_append_new(list, symbol_json(d, &at, all, &all->statements[i]));
  return list;
}
