/* The growing of links.h's tables. */
#include "base/links.h"

static void put(burl__links *table, burl__link *entry) {
  burl__link **const head = &table->heads[entry->hash & (table->places - 1)];
  entry->next = *head;
  *head = entry;
}

/* The heads that there were before stay in the arena; together they take as much as the new ones. */
static int grow(burl__links *table, burl__arena *arena) {
  const burl__links old = *table;
  const size_t places = old.places ? 2 * old.places : 64;
  burl__link **const heads = burl__arena_take(arena, places * sizeof *heads);
  if (!heads) return 0;
  *table = (burl__links){heads, places, old.count};
  for (size_t i = 0; i < old.places; i++)
    for (burl__link *entry = old.heads[i], *next; entry; entry = next) {
      next = entry->next;
      put(table, entry);
    }
  return 1;
}

void *burl__links_add(burl__links *table, burl__arena *arena, uint64_t hash, size_t size) {
  if (table->count == table->places && !grow(table, arena)) return NULL;
  burl__link *const entry = burl__arena_take(arena, size);
  if (!entry) return NULL;
  entry->hash = hash;
  put(table, entry);
  table->count++;
  return entry;
}
