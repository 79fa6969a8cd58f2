/* See seeds.h. */
#include "code/walk/seeds.h"

#include <string.h>

#include "noise/setup.h"

enum { ENTRIES = 256, WOOD = 64 * 64 };

static int is_same(const void *a, const void *b, size_t size) { return a == b || (a && b && memcmp(a, b, size) == 0); }

/* Whether two noises are the same but for their seeds' words. */
static int is_same_noise(const burl__noise *a, const burl__noise *b) {
  burl__noise one, other;
  if (a->near_count != b->near_count || !is_same(a->near, b->near, 4 * (size_t)a->near_count) ||
      !is_same(a->table, b->table, ENTRIES * sizeof *a->table) || !is_same(a->wood, b->wood, WOOD * sizeof *a->wood))
    return 0;
  memcpy(&one, a, sizeof one);
  memcpy(&other, b, sizeof other);
  one.low = one.high = other.low = other.high = 0;
  one.near = other.near = NULL;
  one.table = other.table = NULL;
  one.wood = other.wood = NULL;
  return memcmp(&one, &other, sizeof one) == 0;
}

static int is_same_operation(const burl__node *a, const burl__node *b) {
  if (a->op != b->op || a->arity != b->arity || a->type != b->type) return 0;
  for (int i = 0; i < a->arity; i++)
    if (a->argument[i] != b->argument[i]) return 0;
  return burl__is_sampled(a->op) ? is_same_noise(a->setup, b->setup) : 1;
}

static int is_same_number(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static int fits_a_float(double number) { return number == (double)(float)number; }

/* A number as a sum of floats.  0: it can't be written as one. */
static int parts_of_seeded(double number, float part[BURL__SEEDED_PARTS]) {
  double rest = number;
  for (int i = 0; i < BURL__SEEDED_PARTS; i++) {
    part[i] = (float)rest;
    rest -= (double)part[i];
  }
  return rest == 0;
}

_Static_assert((int)BURL__MOST_SEEDED >= (int)BURL__SEEDED_PARTS && (int)BURL__MOST_SEEDED <= 255, "they fit a byte");

void burl__words_of_seeded(const burl__node *node, uint32_t words[BURL__MOST_SEEDED]) {
  float part[BURL__SEEDED_PARTS];
  if (node->op == OP_curve) {
    memcpy(words, node->setup, sizeof(burl__curve));
    return;
  }
  parts_of_seeded(node->value, part);
  memcpy(words, part, sizeof part);
}

/* The number of floats whose sum two values of a constant are; 0: more than there may be. */
static int count_parts(double a, double b) {
  float part[BURL__SEEDED_PARTS];
  if (fits_a_float(a) && fits_a_float(b)) return 1;
  return parts_of_seeded(a, part) && parts_of_seeded(b, part) ? BURL__SEEDED_PARTS : 0;
}

void burl__mark_read(const burl__graph *graph, const int *nodes, int count, unsigned char *is_read) {
  for (int i = 0; i < count; i++) is_read[nodes[i]] = 1;
  for (size_t i = graph->count; i-- > 0;)
    for (int a = 0; is_read[i] && a < graph->nodes[i].arity; a++) is_read[graph->nodes[i].argument[a]] = 1;
}

/* The number of floats of a constant, or of a curve, that the other graph has otherwise; 0: the node is the same;
 * −1: it differs in another way. */
static int parts_of_node(const burl__graph *a, const burl__graph *b, size_t node) {
  if (node >= b->count) return -1;
  const burl__node *const one = &a->nodes[node], *const other = &b->nodes[node];
  if (!is_same_operation(one, other)) return -1;
  if (one->op == OP_curve) return is_same(one->setup, other->setup, sizeof(burl__curve)) ? 0 : BURL__MOST_SEEDED;
  if (is_same_number(one->value, other->value)) return 0;
  const int parts = one->op == BURL__CONSTANT ? count_parts(one->value, other->value) : 0;
  return parts > 0 ? parts : -1;
}

int burl__mark_seeded(const burl__graph *a, const burl__graph *b, const unsigned char *is_read,
                      unsigned char *by_seed) {
  for (size_t i = 0; i < a->count; i++) {
    const int parts = is_read[i] ? parts_of_node(a, b, i) : 0;
    if (parts < 0) return 0;
    by_seed[i] = (unsigned char)parts;
  }
  return 1;
}

int burl__differ_as_marked(const burl__graph *a, const burl__graph *b, const unsigned char *is_read,
                           const unsigned char *by_seed) {
  for (size_t i = 0; i < a->count; i++) {
    const int parts = is_read[i] ? parts_of_node(a, b, i) : 0;
    if (parts < 0 || parts > by_seed[i]) return 0;
  }
  return 1;
}
