/* The store of graph.h: nodes in an array, found again by a hash table with linear probing. */
#include "program/graph.h"

#include <string.h>

void burl__graph_open(burl__graph *graph, burl__arena *arena, burl_error *error) {
  memset(graph, 0, sizeof *graph);
  graph->arena = arena;
  graph->error = error;
}

void burl__graph_close(burl__graph *graph) {
  burl__release(&graph->arena->allocator, graph->nodes);
  burl__release(&graph->arena->allocator, graph->slots);
}

int burl__is_constant(const burl__graph *graph, int node) { return graph->nodes[node].op == BURL__CONSTANT; }

double burl__value_of(const burl__graph *graph, int node) { return graph->nodes[node].value; }

/* ---- Nodes -------------------------------------------------------------------------------------- */

static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t hash_node(const burl__node *n) {
  uint64_t h = burl__hash_more((uint64_t)n->op * 4 + (uint64_t)n->type, bits_of(n->value));
  for (int i = 0; i < n->arity; i++) h = burl__hash_more(h, (uint64_t)n->argument[i] + 1);
  return burl__hash_more(h, (uint64_t)(uintptr_t)n->setup);
}

static int same_node(const burl__node *a, const burl__node *b) {
  if (a->op != b->op || a->type != b->type || a->arity != b->arity || a->setup != b->setup) return 0;
  if (bits_of(a->value) != bits_of(b->value)) return 0;
  if (a->op == BURL__CONSTANT && memcmp(a->lap, b->lap, sizeof a->lap) != 0) return 0;
  return memcmp(a->argument, b->argument, sizeof *a->argument * (size_t)a->arity) == 0;
}

/* The slot where the node is, or where it belongs. */
static size_t find_slot(const burl__graph *graph, const burl__node *node) {
  size_t slot = hash_node(node) & (graph->slot_count - 1);
  while (graph->slots[slot] && !same_node(&graph->nodes[graph->slots[slot] - 1], node))
    slot = (slot + 1) & (graph->slot_count - 1);
  return slot;
}

int burl__find_node(const burl__graph *graph, const burl__node *node) {
  return graph->slot_count ? graph->slots[find_slot(graph, node)] - 1 : BURL__NONE;
}

static int grow_slots(burl__graph *graph) {
  if (graph->count * 2 < graph->slot_count) return 1;
  const size_t count = graph->slot_count ? graph->slot_count * 2 : 256;
  int *const slots = burl__allocate(&graph->arena->allocator, count * sizeof *slots);
  if (!slots) return 0;
  memset(slots, 0, count * sizeof *slots);
  burl__release(&graph->arena->allocator, graph->slots);
  graph->slots = slots;
  graph->slot_count = count;
  for (size_t i = 0; i < graph->count; i++) slots[find_slot(graph, &graph->nodes[i])] = (int)i + 1;
  return 1;
}

int burl__add_node(burl__graph *graph, const burl__node *node) {
  if (!grow_slots(graph)) {
    burl__out_of_memory(graph->error);
    return BURL__NONE;
  }
  const size_t slot = find_slot(graph, node);
  if (graph->slots[slot]) return graph->slots[slot] - 1;
  if (graph->count == BURL__MOST_NODES) {
    burl__fail(graph->error, BURL_LIMIT, graph->place, "the recipe expands to more than %d nodes", BURL__MOST_NODES);
    burl__hint(graph->error, BURL__HINT_SMALLER);
    return BURL__NONE;
  }
  void *nodes = graph->nodes;
  const int room = burl__grow(&graph->arena->allocator, &nodes, graph->count, &graph->capacity, sizeof *node);
  graph->nodes = nodes;
  if (!room) {
    burl__out_of_memory(graph->error);
    return BURL__NONE;
  }
  graph->nodes[graph->count] = *node;
  graph->slots[slot] = (int)++graph->count;
  return (int)graph->count - 1;
}

/* ---- Two graphs --------------------------------------------------------------------------------- */

void burl__graph_open_beside(burl__graph *graph, const burl__graph *other) {
  burl__graph_open(graph, other->arena, other->error);
  graph->setups = other->setups;
  memcpy(graph->reaching, other->reaching, sizeof graph->reaching);
}

/* The node of `from` in the graph, where its arguments are already. */
static int join_node(burl__graph *graph, const burl__graph *from, int node, const int *place) {
  burl__node copy = from->nodes[node];
  for (int a = 0; a < copy.arity; a++) copy.argument[a] = place[copy.argument[a]];
  copy.origin = copy.steps = 0; /* of bounds, which it has */
  copy.pieces = NULL;
  return burl__add_node(graph, &copy);
}

const int *burl__graph_place(burl__graph *graph, const burl__graph *from, const int *nodes, int count) {
  graph->setups = from->setups;
  memcpy(graph->reaching, from->reaching, sizeof graph->reaching);
  graph->whole_grid += from->whole_grid;
  int *const place = burl__arena_take(graph->arena, from->count * sizeof *place); /* 0, or 1: it is needed */
  if (!place) {
    burl__out_of_memory(graph->error);
    return NULL;
  }
  for (int i = 0; i < count; i++) place[nodes[i]] = 1;
  for (size_t i = from->count; i-- > 0;)
    for (int a = 0; place[i] && a < from->nodes[i].arity; a++) place[from->nodes[i].argument[a]] = 1;
  for (size_t i = 0; i < from->count; i++)
    if (place[i] && (place[i] = join_node(graph, from, (int)i, place)) < 0) return NULL;
  return place;
}

int burl__graph_join(burl__graph *graph, const burl__graph *from, const int *nodes, int count, int *to) {
  const int *const place = burl__graph_place(graph, from, nodes, count);
  for (int i = 0; place && i < count; i++) to[i] = place[nodes[i]];
  return place != NULL;
}

/* ---- Setups ------------------------------------------------------------------------------------- */

typedef struct {
  burl__link link;
  size_t size;
  max_align_t data[];
} kept_setup;

static uint64_t hash_bytes(const unsigned char *bytes, size_t size) {
  uint64_t hash = size, word = 0;
  for (; size >= sizeof word; bytes += sizeof word, size -= sizeof word) {
    memcpy(&word, bytes, sizeof word);
    hash = burl__hash_more(hash, word);
  }
  word = 0;
  memcpy(&word, bytes, size);
  return burl__hash_more(hash, word);
}

const void *burl__keep_setup(burl__graph *graph, const void *setup, size_t size) {
  const uint64_t hash = hash_bytes(setup, size);
  for (burl__link *l = burl__links_first(&graph->setups, hash); l; l = l->next) {
    const kept_setup *const known = (kept_setup *)l;
    if (l->hash == hash && known->size == size && memcmp(known->data, setup, size) == 0) return known->data;
  }
  kept_setup *const kept = burl__links_add(&graph->setups, graph->arena, hash, sizeof *kept + size);
  if (!kept) {
    burl__out_of_memory(graph->error);
    return NULL;
  }
  kept->size = size;
  memcpy(kept->data, setup, size);
  return kept->data;
}
