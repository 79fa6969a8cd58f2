/* The documents that an editor has open, and what is known of each: the words of its text and, where it compiles, its
 * program.  Both are made when they are asked for, and thrown away with the next change. */
#ifndef BURL_EDITOR_DOCUMENT_H
#define BURL_EDITOR_DOCUMENT_H

#include "cli/cli.h"
#include "editor/place.h"
#include "editor/words.h"
#include "json/json.h"

enum { USUAL_DIMS = 2 }; /* of a recipe that says none, as burl info has it */

typedef struct document {
  char *uri, *path; /* path: of the file; NULL: it is none */
  char *text;
  size_t length;
  json_t *version; /* as the editor says it; NULL: it doesn't */
  int is_shown;    /* whether the editor has this text's diagnostics */
  int is_compiled, has_words;
  recipe recipe;
  burl_error error; /* where it has no program */
  recipe_words words;
  struct document *next;
} document;

/* A document of that text; NULL: memory is out. */
document *document_open(const char *uri, const char *text, size_t length);
void document_close(document *d);

/* Replaces the bytes from one offset to another; 0: memory is out. */
int document_replace(document *d, size_t from, size_t to, const char *text, size_t length);
/* Forgets what is known, as files that it names may have changed. */
void document_forget(document *d);

/* Its program, NULL with d->error; the words, NULL: memory is out; the text's places. */
const burl_program *document_program(document *d);
const recipe_words *document_words(document *d);
places document_places(const document *d);

/* The byte at a line and column, as the compiler counts them. */
size_t document_offset(const document *d, int line, int column);

/* What the word at a place of a request's parameters is; -1: nothing. */
int document_word_at(document *d, const json_t *parameters, size_t *offset);

/* The file that an import statement names, up to 127 bytes. */
void document_import(const recipe_words *all, const statement *s, char name[128]);

/* What a name that an import brings stands for: the words of its file, which the caller closes, its symbol there, and
 * the file's path; NULL: it is of burl's own library, or carried by the text. */
typedef struct {
  recipe_words words;
  int symbol;
  char file[128];
  const char *path;
} imported_name;

int document_imported(document *d, int word, imported_name *found);

/* The URI of a path, to be freed. */
char *document_uri(const char *path);

#endif
