/* burl lsp: a language server (Language Server Protocol 3.17) on standard input and output.  One message after the
 * other is answered; diagnostics follow when no message is waiting, so that they are of the newest text. */
#include "editor/answer.h"
#include "editor/buffer.h"
#include "editor/protocol.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* JSON-RPC's error codes, and the protocol's. */
enum {
  PARSE_ERROR = -32700,
  INVALID_REQUEST = -32600,
  METHOD_NOT_FOUND = -32601,
  INVALID_PARAMETERS = -32602,
  INTERNAL_ERROR = -32603,
  NOT_INITIALIZED = -32002,
  REQUEST_FAILED = -32803
};

typedef struct {
  message_reader reader;
  document *documents;
  int is_initialized, is_shut_down, is_over, has_failed;
} server;

static const option_entry options[] = {HELP_OPTION, {0}};

const manual manual_lsp = {
    .usage = "",
    .about =
        "Speaks the Language Server Protocol on standard input and output: diagnostics, hover, completion, "
        "signatures, definitions, references, renaming, formatting, colours and a text's symbols.  An editor starts "
        "it; docs/editors.md has the lines for several.  A recipe's imports and files are read as 'burl info' reads "
        "them, from the folder of its file; a text that is no file opens none.",
    .options = options,
    .example = "burl lsp",
};

/* ---- answering ----------------------------------------------------------------------------------- */

static void send(server *s, json_t *message) { s->has_failed |= !message_send(message); }

/* The text may have been cut anywhere. */
static void send_error(server *s, const json_t *id, int code, const char *text) {
  buffer whole = {0};
  buffer_text(&whole, text);
  buffer_mend(&whole);
  json_begin();
  json_t *const about = json_pack("{si ss}", "code", code, "message", whole.has_failed ? "out of memory" : whole.text);
  json_t *const to = id ? json_incref((json_t *)id) : json_null();
  send(s, json_pack("{ss so so}", "jsonrpc", "2.0", "id", to, "error", about));
  free(whole.text);
}

static void send_result(server *s, const json_t *id, json_t *result) {
  json_t *const to = json_incref((json_t *)id);
  json_t *const answered = json_pack("{ss so so}", "jsonrpc", "2.0", "id", to, "result", result ? result : json_null());
  if (answered && !json_has_failed()) send(s, answered);
  else {
    json_decref(answered);
    send_error(s, id, INTERNAL_ERROR, "the answer takes too much memory");
  }
}

/* ---- documents ----------------------------------------------------------------------------------- */

static const char *uri_of(const json_t *parameters) {
  return json_string_value(json_object_get(json_object_get(parameters, "textDocument"), "uri"));
}

/* The place in the list where a document is; where it would be, if there is none. */
static document **find_document(server *s, const char *uri) {
  document **at = &s->documents;
  while (*at && strcmp((*at)->uri, uri) != 0) at = &(*at)->next;
  return at;
}

static void remove_document(document **at) {
  document *const gone = *at;
  *at = gone->next;
  document_close(gone);
}

static void set_version(document *d, const json_t *about) {
  json_decref(d->version);
  d->version = json_incref(json_object_get(about, "version"));
}

static void did_open(server *s, const json_t *parameters) {
  const json_t *const about = json_object_get(parameters, "textDocument"), *const text = json_object_get(about, "text");
  const char *const uri = uri_of(parameters);
  if (!uri || !json_is_string(text)) return;
  document **const at = find_document(s, uri);
  if (*at) remove_document(at);
  document *const d = document_open(uri, json_string_value(text), json_string_length(text));
  if (!d) return;
  set_version(d, about);
  d->next = s->documents;
  s->documents = d;
}

static void change(document *d, const json_t *by) {
  const json_t *const text = json_object_get(by, "text"), *const range = json_object_get(by, "range");
  size_t from = 0, to = d->length;
  if (!json_is_string(text)) return;
  if (range && !json_is_null(range) && !place_read_range(d->text, d->length, range, &from, &to)) return;
  document_replace(d, from, to, json_string_value(text), json_string_length(text));
}

static void did_change(server *s, const json_t *parameters) {
  const char *const uri = uri_of(parameters);
  document *const d = uri ? *find_document(s, uri) : NULL;
  const json_t *const changes = json_object_get(parameters, "contentChanges");
  if (!d) return;
  for (size_t i = 0; i < json_array_size(changes); i++) change(d, json_array_get(changes, i));
  set_version(d, json_object_get(parameters, "textDocument"));
}

static void did_close(server *s, const json_t *parameters) {
  const char *const uri = uri_of(parameters);
  document **const at = uri ? find_document(s, uri) : NULL;
  if (!at || !*at) return;
  send(s, diagnose_closed(*at));
  remove_document(at);
}

/* A file has changed, which any of the recipes may import. */
static void did_save(server *s, const json_t *parameters) {
  (void)parameters;
  for (document *d = s->documents; d; d = d->next) document_forget(d);
}

/* ---- the server's life --------------------------------------------------------------------------- */

static json_t *capabilities(void) {
  json_t *const all =
      json_pack("{ss s{sb si sb} sb s{s[ss]} s{s[ss]} sb sb s{sb} sb sb sb}", "positionEncoding", "utf-16",
                "textDocumentSync", "openClose", 1, "change", 2, "save", 1, "hoverProvider", 1, "completionProvider",
                "triggerCharacters", ".", ":", "signatureHelpProvider", "triggerCharacters", "(", ",",
                "definitionProvider", 1, "referencesProvider", 1, "renameProvider", "prepareProvider", 1,
                "documentFormattingProvider", 1, "colorProvider", 1, "documentSymbolProvider", 1);
  return json_pack("{so s{ss ss}}", "capabilities", all, "serverInfo", "name", "burl", "version", burl_version());
}

static void initialize(server *s, const json_t *id) {
  if (s->is_initialized) {
    send_error(s, id, INVALID_REQUEST, "initialize came twice");
    return;
  }
  s->is_initialized = 1;
  send_result(s, id, capabilities());
}

static void leave(server *s, const json_t *parameters) {
  (void)parameters;
  s->is_over = 1;
}

/* ---- methods ------------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  void (*heed)(server *s, const json_t *parameters);
} notifications[] = {
    {"exit", leave},
    {"textDocument/didOpen", did_open},
    {"textDocument/didChange", did_change},
    {"textDocument/didClose", did_close},
    {"textDocument/didSave", did_save},
    {"workspace/didChangeWatchedFiles", did_save},
};

static const struct {
  const char *name;
  answer *give;
} requests[] = {
    {"textDocument/hover", answer_hover},
    {"textDocument/completion", answer_completion},
    {"textDocument/signatureHelp", answer_signature},
    {"textDocument/definition", answer_definition},
    {"textDocument/references", answer_references},
    {"textDocument/prepareRename", answer_prepare_rename},
    {"textDocument/rename", answer_rename},
    {"textDocument/documentSymbol", answer_symbols},
    {"textDocument/formatting", answer_formatting},
    {"textDocument/documentColor", answer_colours},
    {"textDocument/colorPresentation", answer_colour_texts},
};

/* Unknown notifications are passed over, as the protocol wants it; so is $/cancelRequest: the answer has been given. */
static void notify(server *s, const char *method, const json_t *parameters) {
  for (size_t i = 0; i < sizeof notifications / sizeof *notifications; i++)
    if (strcmp(notifications[i].name, method) == 0 && (s->is_initialized || notifications[i].heed == leave))
      notifications[i].heed(s, parameters);
}

static void give(server *s, const json_t *id, answer *of, const json_t *parameters) {
  const char *const uri = uri_of(parameters);
  document *const d = uri ? *find_document(s, uri) : NULL;
  char problem[PROBLEM_ROOM] = "";
  if (!d) {
    send_error(s, id, INVALID_PARAMETERS, "no such document is open");
    return;
  }
  json_t *const result = of(d, parameters, problem);
  if (*problem) {
    json_decref(result);
    send_error(s, id, REQUEST_FAILED, problem);
  } else {
    send_result(s, id, result);
  }
}

static void request(server *s, const json_t *id, const char *method, const json_t *parameters) {
  char text[160];
  if (strcmp(method, "initialize") == 0) initialize(s, id);
  else if (!s->is_initialized) send_error(s, id, NOT_INITIALIZED, "initialize comes first");
  else if (s->is_shut_down) send_error(s, id, INVALID_REQUEST, "the server is shut down");
  else if (strcmp(method, "shutdown") == 0) {
    s->is_shut_down = 1;
    send_result(s, id, NULL);
  } else {
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
      if (strcmp(requests[i].name, method) == 0) {
        give(s, id, requests[i].give, parameters);
        return;
      }
    snprintf(text, sizeof text, "there is no method %.100s", method);
    send_error(s, id, METHOD_NOT_FOUND, text);
  }
}

static int is_id(const json_t *id) { return json_is_string(id) || json_is_number(id); }

static void heed(server *s, const char *text) {
  json_t *const message = json_read(NULL, text);
  const json_t *const id = json_object_get(message, "id"), *const parameters = json_object_get(message, "params");
  const char *const method = json_string_value(json_object_get(message, "method"));
  if (!message) send_error(s, NULL, PARSE_ERROR, "the message is not valid JSON");
  else if (method && is_id(id)) request(s, id, method, parameters);
  else if (method && !id) notify(s, method, parameters);
  else if (!json_object_get(message, "result") && !json_object_get(message, "error"))
    send_error(s, is_id(id) ? id : NULL, INVALID_REQUEST, "this is neither a request nor a notification");
  json_decref(message);
}

static void show_diagnostics(server *s) {
  for (document *d = s->documents; d; d = d->next)
    if (!d->is_shown) send(s, diagnose(d));
}

/* Whether there may be more messages. */
static int serve_one(server *s) {
  char *text;
  if (!message_waits(&s->reader)) show_diagnostics(s);
  switch (message_read(&s->reader, &text)) {
  case MESSAGE_READ: heed(s, text); return 1;
  case MESSAGE_LONG: send_error(s, NULL, INVALID_REQUEST, "a message has at most 64 MiB"); return 1;
  case MESSAGE_BROKEN: send_error(s, NULL, PARSE_ERROR, "there is no header with Content-Length"); return 0;
  case MESSAGE_END: return 0;
  }
  return 0;
}

int command_lsp(int argc, char **argv) {
  server s = {.reader = {.descriptor = STDIN_FILENO}};
  const int code = options_read(argc, argv, options, NULL);
  if (code) return code;
  if (optind < argc) return usage_error("'%s' is one too many: it takes no files", argv[optind]);
  message_choose(MESSAGES_FEW);
  while (!s.is_over && !s.has_failed && serve_one(&s)) continue;
  while (s.documents) remove_document(&s.documents);
  message_close(&s.reader);
  return s.is_over && s.is_shut_down && !s.has_failed ? DONE : FAILED;
}
