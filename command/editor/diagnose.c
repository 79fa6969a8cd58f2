/* Diagnostics: what burl info says of a text, at its places: an error, or the notes as information.  The first line of
 * a message is the message, the second the hint.  An error in a file that is imported stands at the import. */
#include "editor/answer.h"

#include <string.h>

enum { SEVERITY_ERROR = 1, SEVERITY_INFORMATION = 3 };

static json_t *message_of(const char *before, const char *message, const char *hint) {
  char text[1024];
  const int length = snprintf(text, sizeof text, "%s%s%s%s", before, message, *hint ? "\n" : "", hint);
  json_t *const whole = length < (int)sizeof text ? json_string(text) : NULL;
  return whole ? whole : json_string(message);
}

static json_t *diagnostic(json_t *range, int severity, json_t *message) {
  return json_pack("{so si ss so}", "range", range, "severity", severity, "source", "burl", "message", message);
}

/* The first import of the file, else the first of all: what that imports in turn has the fault. */
static const statement *import_of(const recipe_words *all, const char *file) {
  const statement *first = NULL;
  char name[128];
  for (int i = 0; all && i < all->statement_count; i++) {
    const statement *const s = &all->statements[i];
    if (s->kind != STATEMENT_IMPORT) continue;
    document_import(all, s, name);
    if (strcmp(name, file) == 0) return s;
    if (!first) first = s;
  }
  return first;
}

static json_t *diagnostic_in_import(document *d, const recipe_problem *p) {
  places at = document_places(d);
  char before[160];
  const recipe_words *const all = document_words(d);
  const statement *const s = import_of(all, d->error.file);
  const size_t from = s ? all->words[s->first].from : 0, to = s ? all->words[s->last].to : 0;
  snprintf(before, sizeof before, "%.127s:%d:%d: ", d->error.file, p->where.line, p->where.column);
  return diagnostic(place_range(&at, from, to), SEVERITY_ERROR, message_of(before, p->message, p->hint));
}

static json_t *diagnostic_of(document *d, const burl_error *error, int severity, places *at) {
  const recipe_problem p = recipe_problem_of(&d->recipe, error);
  if (p.where.line && *error->file) return diagnostic_in_import(d, &p);
  const size_t from = p.where.line ? document_offset(d, p.where.line, p.where.column) : 0;
  const size_t length = p.where.length > 0 ? (size_t)p.where.length : 0, left = d->length - from;
  const size_t to = p.where.line ? from + (length < left ? length : left) : 0;
  return diagnostic(place_range(at, from, to), severity, message_of("", p.message, p.hint));
}

static json_t *notification(const document *d, json_t *list) {
  json_t *const parameters = json_pack("{ss so}", "uri", d->uri, "diagnostics", list);
  if (parameters && d->version) json_object_set(parameters, "version", d->version);
  return json_pack("{ss ss so}", "jsonrpc", "2.0", "method", "textDocument/publishDiagnostics", "params", parameters);
}

json_t *diagnose(document *d) {
  places at = document_places(d);
  json_begin();
  json_t *const list = json_array();
  const burl_program *const p = document_program(d);
  if (!p) json_array_append_new(list, diagnostic_of(d, &d->error, SEVERITY_ERROR, &at));
  for (int i = 0; i < burl_note_count(p); i++)
    json_array_append_new(list, diagnostic_of(d, burl_note_at(p, i), SEVERITY_INFORMATION, &at));
  d->is_shown = 1;
  return notification(d, list);
}

json_t *diagnose_closed(const document *d) {
  json_begin();
  return notification(d, json_array());
}
