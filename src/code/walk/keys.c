/* The keys of a text whose seed is open: an array of words, two for each noise, and those of constants that follow from
 * the seed (seeds.h). */
#include "code/walk/scope.h"

int burl__add_keys(burl__code_walk *w, const uint32_t *words, size_t count) {
  burl__walk_task *const t = w->task;
  for (size_t i = 0; t->keys && i < count; i++)
    if (t->key_count + i < t->key_room) t->keys[t->key_count + i] = words[i];
  t->key_count += count;
  return (int)(t->key_count - count);
}

int burl__keys_uniform(burl__code_walk *w) {
  return burl__add_uniform(w->m, &(burl__uniform){.name = "keys", .base = KIND_WORD});
}

int burl__key_at(burl__code_walk *w, int key) {
  const int at = burl__word_literal(w->m, (uint32_t)key);
  return burl__value_at(w->m, VALUE_GLOBAL, burl__kind_of(KIND_WORD), burl__keys_uniform(w), 1, &at);
}
