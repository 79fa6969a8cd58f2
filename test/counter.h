/* An allocator for burl_options that counts, and fails when it is told to. */
#ifndef BURL_TEST_COUNTER_H
#define BURL_TEST_COUNTER_H

#include <stddef.h>

/* calls: allocations since it was last set to 0; fail_at: the number of the one that fails, -1: none does; live: blocks
 * not yet freed. */
typedef struct {
  long calls, fail_at, live;
} counter;

/* user: the counter. */
void *counter_allocate(void *user, void *old, size_t size);

#endif
