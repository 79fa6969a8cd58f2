/* Memory: the caller's allocator, checked sizes, and an arena that is freed as a whole.  Every
 * allocation may fail, which NULL or 0 says: nothing here fills an error. */
#ifndef BURL_BASE_MEMORY_H
#define BURL_BASE_MEMORY_H

#include <stddef.h>

/* realloc's contract, as in burl_options. */
typedef struct {
  void *(*allocate)(void *user, void *old, size_t size);
  void *user;
} burl__allocator;

/* The caller's allocator; the C library's where `allocate` is NULL. */
burl__allocator burl__allocator_of(void *(*allocate)(void *, void *, size_t), void *user);
void *burl__allocate(const burl__allocator *allocator, size_t size);
void *burl__reallocate(const burl__allocator *allocator, void *old, size_t size);
void burl__release(const burl__allocator *allocator, void *block);

/* a·b and a + b; 0 and nothing written where they overflow. */
int burl__multiply(size_t a, size_t b, size_t *product);
int burl__add(size_t a, size_t b, size_t *sum);

/* Blocks that are freed together. */
typedef struct burl__chunk burl__chunk;
typedef struct {
  burl__allocator allocator;
  burl__chunk *chunks;
} burl__arena;

void burl__arena_open(burl__arena *arena, burl__allocator allocator);
void burl__arena_close(burl__arena *arena);
/* Zeroed memory, aligned for any scalar type; NULL when there is none. */
void *burl__arena_take(burl__arena *arena, size_t size);
/* The same, not zeroed, aligned to 64 bytes. */
void *burl__arena_block(burl__arena *arena, size_t size);
/* A copy of length bytes with a NUL behind. */
char *burl__arena_text(burl__arena *arena, const char *text, size_t length);

/* An array that grows: makes room for one more item of `size` bytes; 0 when out of memory. */
int burl__grow(const burl__allocator *allocator, void **items, size_t count, size_t *capacity, size_t size);

#endif
