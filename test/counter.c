/* The allocator of counter.h. */
#include "counter.h"

#include <stdlib.h>

void *counter_allocate(void *user, void *old, size_t size) {
  counter *const c = user;
  if (size == 0) {
    c->live -= old != NULL;
    free(old);
    return NULL;
  }
  if (c->calls++ == c->fail_at) return NULL;
  void *const block = realloc(old, size);
  if (!block) abort(); /* the machine itself is out of memory */
  c->live += old == NULL;
  return block;
}
