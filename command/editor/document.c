/* The documents of document.h. */
#include "editor/document.h"

#include "editor/buffer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- paths --------------------------------------------------------------------------------------- */

static int hex_value(char c) {
  return c >= '0' && c <= '9' ? c - '0' : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : -1;
}

/* The path of a file's URI, to be freed; NULL: it is no file's. */
static char *path_of(const char *uri) {
  static const char scheme[] = "file://";
  if (strncmp(uri, scheme, sizeof scheme - 1) != 0) return NULL;
  const char *from = strchr(uri + sizeof scheme - 1, '/'); /* past the host */
  char *const path = from ? malloc(strlen(from) + 1) : NULL;
  char *to = path;
  for (; path && *from; from++, to++) {
    const int high = *from == '%' ? hex_value(from[1]) : -1, low = high >= 0 ? hex_value(from[2]) : -1;
    *to = low >= 0 ? (char)(16 * high + low) : *from;
    if (*to == '\0') return free(path), NULL;
    if (low >= 0) from += 2;
  }
  if (!path) return NULL;
  *to = '\0';
  const int has_drive = isalpha((unsigned char)path[1]) && path[2] == ':'; /* /C:/recipes, on Windows */
  if (has_drive) memmove(path, path + 1, strlen(path));
  return path;
}

char *document_uri(const char *path) {
  buffer uri = {0};
  buffer_text(&uri, *path == '/' ? "file://" : "file:///");
  for (; *path; path++) {
    if (isalnum((unsigned char)*path) || strchr("-._~/", *path)) buffer_add(&uri, path, 1);
    else buffer_format(&uri, "%%%02X", (unsigned)(unsigned char)*path);
  }
  if (!uri.has_failed) return uri.text;
  free(uri.text);
  return NULL;
}

/* ---- the text ------------------------------------------------------------------------------------ */

document *document_open(const char *uri, const char *text, size_t length) {
  document *const d = calloc(1, sizeof *d);
  if (!d) return NULL;
  d->uri = strdup(uri);
  d->path = path_of(uri);
  if (d->uri && document_replace(d, 0, 0, text, length)) return d;
  document_close(d);
  return NULL;
}

void document_forget(document *d) {
  if (d->is_compiled) recipe_free(&d->recipe);
  if (d->has_words) words_close(&d->words);
  d->is_compiled = d->has_words = d->is_shown = 0;
}

void document_close(document *d) {
  document_forget(d);
  json_decref(d->version);
  free(d->uri);
  free(d->path);
  free(d->text);
  free(d);
}

int document_replace(document *d, size_t from, size_t to, const char *text, size_t length) {
  buffer whole = {0};
  buffer_add(&whole, d->text, from);
  buffer_add(&whole, text, length);
  buffer_add(&whole, d->text ? d->text + to : "", d->length - to);
  if (whole.has_failed) {
    free(whole.text);
    return 0;
  }
  document_forget(d);
  free(d->text);
  d->text = whole.text;
  d->length = whole.length;
  return 1;
}

places document_places(const document *d) { return (places){.text = d->text, .length = d->length}; }

/* ---- what is known of it ------------------------------------------------------------------------- */

static size_t mark_length(const document *d) {
  return d->length >= 3 && memcmp(d->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* As burl info does: a recipe that is no file of the user's own opens none. */
const burl_program *document_program(document *d) {
  if (d->is_compiled) return d->recipe.program;
  const size_t mark = mark_length(d);
  recipe *const r = &d->recipe;
  *r = (recipe){
      .name = d->path ? d->path : d->uri, .text = d->text + mark, .length = d->length - mark, .files_unread = 1};
  d->error = (burl_error){.status = BURL_MEMORY, .message = "out of memory"};
  if (files_begin(r, d->path, d->path ? NULL : "a document that is no file") == DONE)
    r->program = recipe_fitted(r, USUAL_DIMS, &d->error);
  d->is_compiled = 1;
  return r->program;
}

const recipe_words *document_words(document *d) {
  if (!d->has_words) d->has_words = words_open(&d->words, d->text, d->length);
  return d->has_words ? &d->words : NULL;
}

size_t document_offset(const document *d, int line, int column) {
  const char *at = d->text + mark_length(d), *const end = d->text + d->length;
  for (const char *next; line > 1 && (next = memchr(at, '\n', (size_t)(end - at))); line--) at = next + 1;
  const size_t behind = (size_t)(column > 1 ? column - 1 : 0);
  return (size_t)(at - d->text) + (behind < (size_t)(end - at) ? behind : (size_t)(end - at));
}

int document_word_at(document *d, const json_t *parameters, size_t *offset) {
  const recipe_words *const all = document_words(d);
  if (!all || !place_read(d->text, d->length, json_object_get(parameters, "position"), offset)) return -1;
  return words_at(all, *offset);
}

/* ---- imports ------------------------------------------------------------------------------------- */

void document_import(const recipe_words *all, const statement *s, char name[128]) {
  const word *const first = &all->words[s->name];
  const int is_text = first->kind == TOKEN_TEXT;
  const int last = !is_text && word_is(all, s->name + 1, "/") && s->name + 2 <= s->last ? s->name + 2 : s->name;
  const size_t from = first->from + (size_t)is_text, to = all->words[last].to - (size_t)is_text;
  snprintf(name, 128, "%.*s", (int)(to - from < 127 ? to - from : 127), all->text + from);
}

/* The name that an import's file has for one that is used; NULL: it doesn't bring it. */
static const char *name_there(const recipe_words *all, const statement *s, const word *w, size_t *length) {
  const char *name = all->text + w->from;
  *length = w->to - w->from;
  if (s->as >= 0) {
    const word *const as = &all->words[s->as];
    const size_t before = as->to - as->from;
    if (*length < before + 2 || memcmp(name, all->text + as->from, before) != 0 || name[before] != '.') return NULL;
    name += before + 1;
    *length -= before + 1;
  }
  return *name == '_' || memchr(name, '.', *length) ? NULL : name;
}

int document_imported(document *d, int i, imported_name *found) {
  const recipe_words *const all = document_words(d);
  if (!all || i < 0) return 0;
  const word *const w = &all->words[i];
  document_program(d); /* which reads the files */
  for (int k = 0; k < all->statement_count; k++) {
    const statement *const s = &all->statements[k];
    size_t length;
    const char *const name = s->kind == STATEMENT_IMPORT ? name_there(all, s, w, &length) : NULL;
    if (!name) continue;
    document_import(all, s, found->file);
    const text_position file = files_imported(&d->recipe, found->file);
    if (!words_open(&found->words, file.text, file.text_length)) continue;
    found->path = strcmp(file.name, found->file) == 0 ? NULL : file.name;
    found->symbol = words_symbol(&found->words, name, length, w->role == ROLE_CALL);
    if (found->symbol >= 0) return 1;
    words_close(&found->words);
  }
  return 0;
}
