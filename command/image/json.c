/* JSON where memory may run out.  jansson's lexer ignores it where its text can't grow: a character is missing then,
 * and it fails an assertion or reads on behind the text's end.  So the allocator leaves the parser by longjmp, and the
 * blocks allocated until then are freed.  jansson's functions that make values ignore a failure and leave parts out, so
 * that a failed allocation is remembered until the end.  So is that a value has taken too much, as a short text can
 * make a large one.  A value has to be freed on the thread that made it. */
#include "image/image.h"

#include <jansson.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdlib.h>

/* Precedes each of jansson's blocks: a list of all blocks. */
typedef struct block block;
struct block {
  alignas(max_align_t) block *older;
  block *newer;
};

static _Thread_local block *newest;
static _Thread_local jmp_buf *parser_exit; /* where to leave the parser; NULL: not in it */
static _Thread_local int has_failed;
static _Thread_local size_t left; /* bytes that may be allocated until the next begin */

enum { MOST_BYTES = 1 << 27 };

static void *allocate(size_t size) {
  block *const b = size < left ? malloc(sizeof *b + size) : NULL;
  if (!b) {
    has_failed = 1;
    if (parser_exit) longjmp(*parser_exit, 1);
    return NULL;
  }
  left -= size;
  *b = (block){newest, NULL};
  if (newest) newest->newer = b;
  newest = b;
  return b + 1;
}

static void release(void *memory) {
  if (!memory) return;
  block *const b = (block *)memory - 1;
  if (b->older) b->older->newer = b->newer;
  if (b->newer) b->newer->older = b->older;
  else newest = b->older;
  free(b);
}

static void set_allocator(void) { json_set_alloc_funcs(allocate, release); }

void image_json_begin(void) {
  static pthread_once_t is_set = PTHREAD_ONCE_INIT;
  pthread_once(&is_set, set_allocator);
  has_failed = 0;
  left = MOST_BYTES;
}

json_t *image_json_read(FILE *stream, const char *text) {
  jmp_buf here;
  json_error_t where;
  json_t *value = NULL;
  image_json_begin();
  block *const before = newest;
  parser_exit = &here;
  if (setjmp(here)) {
    while (newest != before) release(newest + 1);
  } else {
    value =
        stream ? json_loadf(stream, JSON_REJECT_DUPLICATES, &where) : json_loads(text, JSON_REJECT_DUPLICATES, &where);
  }
  parser_exit = NULL;
  return value;
}

char *image_json_text(const json_t *value, size_t flags) {
  const size_t length = json_dumpb(value, NULL, 0, flags);
  char *const text = length && !has_failed ? malloc(length + 1) : NULL;
  if (!text) return NULL;
  text[json_dumpb(value, text, length, flags)] = '\0';
  if (!has_failed) return text;
  free(text);
  return NULL;
}
