/* JSON where memory may fail.  jansson's parser breaks then, so it is left by longjmp and what it had
 * taken is freed; its functions that make values go on with less, so that is remembered for the end.
 * A value is freed on the thread that made it. */
#include "image.h"

#include <jansson.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdlib.h>

/* Before each of jansson's blocks. */
typedef struct block block;
struct block {
  alignas(max_align_t) block *before; /* an older one */
  block *after;
};

static _Thread_local block *newest;
static _Thread_local jmp_buf *way_out; /* NULL: jansson gets over it */
static _Thread_local int has_failed;

static void *allocate(size_t size) {
  block *const b = size < PTRDIFF_MAX ? malloc(sizeof *b + size) : NULL;
  if (!b) {
    has_failed = 1;
    if (way_out) longjmp(*way_out, 1);
    return NULL;
  }
  *b = (block){newest, NULL};
  if (newest) newest->after = b;
  newest = b;
  return b + 1;
}

static void release(void *memory) {
  if (!memory) return;
  block *const b = (block *)memory - 1;
  if (b->before) b->before->after = b->after;
  if (b->after) b->after->before = b->before;
  else newest = b->before;
  free(b);
}

static void take_over(void) { json_set_alloc_funcs(allocate, release); }

void image_json_begin(void) {
  static pthread_once_t taken = PTHREAD_ONCE_INIT;
  pthread_once(&taken, take_over);
  has_failed = 0;
}

json_t *image_json_read(FILE *stream, const char *text) {
  jmp_buf here;
  json_error_t where;
  json_t *value = NULL;
  image_json_begin();
  block *const before = newest;
  way_out = &here;
  if (setjmp(here)) {
    while (newest != before) release(newest + 1);
  } else {
    value = stream ? json_loadf(stream, JSON_REJECT_DUPLICATES, &where)
                   : json_loads(text, JSON_REJECT_DUPLICATES, &where);
  }
  way_out = NULL;
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
