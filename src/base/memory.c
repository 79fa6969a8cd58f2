/* The allocator, checked sizes and the arena of memory.h. */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *standard_allocate(void *user, void *old, size_t size) {
  (void)user;
  if (size == 0) {
    free(old);
    return NULL;
  }
  return realloc(old, size);
}

burl__allocator burl__allocator_of(void *(*allocate)(void *, void *, size_t), void *user) {
  const burl__allocator standard = {standard_allocate, NULL}, given = {allocate, user};
  return allocate ? given : standard;
}

void *burl__allocate(const burl__allocator *allocator, size_t size) {
  return allocator->allocate(allocator->user, NULL, size ? size : 1);
}

void *burl__reallocate(const burl__allocator *allocator, void *old, size_t size) {
  return allocator->allocate(allocator->user, old, size ? size : 1);
}

void burl__release(const burl__allocator *allocator, void *block) {
  if (block) allocator->allocate(allocator->user, block, 0);
}

int burl__multiply(size_t a, size_t b, size_t *product) {
  if (b && a > SIZE_MAX / b) return 0;
  *product = a * b;
  return 1;
}

int burl__add(size_t a, size_t b, size_t *sum) {
  if (a > SIZE_MAX - b) return 0;
  *sum = a + b;
  return 1;
}

struct burl__chunk {
  burl__chunk *next;
  size_t used, size;
  max_align_t data[];
};

enum { CHUNK_SIZE = 16384 };

void burl__arena_open(burl__arena *arena, burl__allocator allocator) {
  arena->allocator = allocator;
  arena->chunks = NULL;
}

void burl__arena_close(burl__arena *arena) {
  for (burl__chunk *chunk = arena->chunks; chunk;) {
    burl__chunk *const next = chunk->next;
    burl__release(&arena->allocator, chunk);
    chunk = next;
  }
  arena->chunks = NULL;
}

static void *take(burl__arena *arena, size_t size) {
  const size_t unit = sizeof(max_align_t);
  if (size > SIZE_MAX - CHUNK_SIZE) return NULL;
  const size_t need = (size + unit - 1) / unit * unit;

  burl__chunk *chunk = arena->chunks;
  if (!chunk || chunk->size - chunk->used < need) {
    const size_t room = need > CHUNK_SIZE ? need : CHUNK_SIZE;
    chunk = burl__allocate(&arena->allocator, sizeof *chunk + room);
    if (!chunk) return NULL;
    chunk->next = arena->chunks;
    chunk->used = 0;
    chunk->size = room;
    arena->chunks = chunk;
  }
  void *const block = (char *)chunk->data + chunk->used;
  chunk->used += need;
  return block;
}

void *burl__arena_take(burl__arena *arena, size_t size) {
  void *const block = take(arena, size);
  return block ? memset(block, 0, size) : NULL;
}

void *burl__arena_block(burl__arena *arena, size_t size) {
  size_t room;
  char *const block = burl__add(size, 63, &room) ? take(arena, room) : NULL;
  return block ? block + (64 - (uintptr_t)block % 64) % 64 : NULL;
}

char *burl__arena_text(burl__arena *arena, const char *text, size_t length) {
  char *const copy = burl__arena_take(arena, length + 1);
  if (copy && length) memcpy(copy, text, length);
  return copy;
}

int burl__grow(const burl__allocator *allocator, void **items, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return 1;
  const size_t more = *capacity ? *capacity * 2 : 64;
  size_t bytes;
  if (more < *capacity || !burl__multiply(more, size, &bytes)) return 0;
  void *const grown = burl__reallocate(allocator, *items, bytes);
  if (!grown) return 0;
  *items = grown;
  *capacity = more;
  return 1;
}
