/* A hash table of entries in an arena, each of which begins with its link.  It grows with what it
 * holds, so that finding an entry takes the same time however many there are; entries are never
 * removed.  A table of zeros is empty. */
#ifndef BURL_BASE_LINKS_H
#define BURL_BASE_LINKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

typedef struct burl__link {
  struct burl__link *next; /* with the same place in the table */
  uint64_t hash;
} burl__link;

typedef struct {
  burl__link **heads;
  size_t places, count; /* heads, a power of two or 0; entries */
} burl__links;

/* The first of the entries that may have this hash; the others follow by `next`. */
static inline burl__link *burl__links_first(const burl__links *table, uint64_t hash) {
  return table->places ? table->heads[hash & (table->places - 1)] : NULL;
}

/* A new entry of `size` bytes, zeroed but for its link; NULL: out of memory. */
void *burl__links_add(burl__links *table, burl__arena *arena, uint64_t hash, size_t size);

/* A hash with one more word, mixed so that its low bits depend on all. */
static inline uint64_t burl__hash_more(uint64_t hash, uint64_t more) {
  hash ^= more;
  hash = (hash ^ hash >> 32) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

#endif
