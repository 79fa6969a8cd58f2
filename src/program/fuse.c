/* The fusions of fuse.h. */
#include "program/fuse.h"

#include <string.h>

static const burl__node *at(const burl__view *v, int node) { return &v->graph->nodes[node]; }

int burl__behind_gates(const burl__view *v, int node) {
  for (;; node = at(v, node)->argument[at(v, node)->op == BURL__GATE && v->footprint < at(v, node)->value])
    if (at(v, node)->op != BURL__GATE && at(v, node)->op != BURL__ALIAS) return node;
}

int burl__argument_of(const burl__view *v, int node, int i) {
  return burl__behind_gates(v, at(v, node)->argument[i]);
}

void burl__count_uses(burl__view *v, const burl__value *result) {
  for (int c = 0; c < result->channels; c++) v->uses[burl__behind_gates(v, result->node[c])]++;
  for (int i = (int)v->graph->count - 1; i >= 0; i--)
    for (int a = 0; v->uses[i] && a < at(v, i)->arity; a++) v->uses[burl__argument_of(v, i, a)]++;
}

burl__rate burl__rate_of(const burl__view *v, int node) {
  const unsigned axes = at(v, node)->axes & 15u;
  if (v->points) return at(v, node)->axes ? BURL__RATE_SAMPLE : BURL__RATE_CONSTANT;
  return axes == 0   ? BURL__RATE_CONSTANT
         : axes == 1 ? BURL__RATE_COLUMN
         : axes & 1u ? BURL__RATE_SAMPLE
                     : BURL__RATE_LINE;
}

static int is_noise(const burl__view *v, int node) {
  return at(v, node)->op < BURL__OP_COUNT && burl__operations[at(v, node)->op].arity < 0;
}

int burl__goes_by_rows(const burl__view *v, int node) {
  if (v->points || !is_noise(v, node)) return 0;
  if (((const burl__noise *)at(v, node)->setup)->varies) return 0;
  for (int a = 0; a < at(v, node)->arity; a++) {
    const burl__rate rate = burl__rate_of(v, burl__argument_of(v, node, a));
    if (a == 0 ? rate != BURL__RATE_COLUMN : rate != BURL__RATE_LINE && rate != BURL__RATE_CONSTANT)
      return 0;
  }
  return 1;
}

/* Whether only one place reads the node, a sample's. */
static int lone(const burl__view *v, int node) {
  return v->uses[node] == 1 && burl__rate_of(v, node) == BURL__RATE_SAMPLE;
}
static int lone_op(const burl__view *v, int node, int op) {
  return at(v, node)->op == op && lone(v, node);
}

static int is_constant(const burl__view *v, int node) { return at(v, node)->op == BURL__CONSTANT; }

static void swallow(burl__fusion *f, int node) { f->parts[f->part_count++] = node; }

/* |noise| for a noise that is read here alone: the noise. */
static int size_of_noise(const burl__view *v, int node, burl__fusion *f) {
  if (!lone_op(v, node, OP_abs_f)) return BURL__NONE;
  const int noise = burl__argument_of(v, node, 0);
  if (!is_noise(v, noise) || !lone(v, noise)) return BURL__NONE;
  swallow(f, node);
  return noise;
}

/* (offset − |noise|)², a product of a node with itself. */
static int ridge_of_noise(const burl__view *v, int node, burl__fusion *f) {
  if (!lone_op(v, node, OP_multiply_f)) return BURL__NONE;
  const int below = burl__argument_of(v, node, 0);
  if (burl__argument_of(v, node, 1) != below || at(v, below)->op != OP_subtract_f ||
      v->uses[below] != 2 || !is_constant(v, burl__argument_of(v, below, 0)))
    return BURL__NONE;
  const int noise = size_of_noise(v, burl__argument_of(v, below, 1), f);
  if (noise < 0) return BURL__NONE;
  f->offset = (float)at(v, burl__argument_of(v, below, 0))->value;
  swallow(f, node);
  swallow(f, below);
  return noise;
}

/* The noise that the value is made of. */
static void take_noise(const burl__view *v, burl__fusion *f) {
  const int value = f->value;
  if (is_noise(v, value) && lone(v, value)) {
    f->noise = value;
  } else if ((f->noise = size_of_noise(v, value, f)) >= 0) {
    f->ending = BURL__SIZE;
  } else if ((f->noise = ridge_of_noise(v, value, f)) >= 0) {
    f->ending = BURL__RIDGE;
  }
  if (f->noise >= 0) swallow(f, f->noise);
}

/* value·scalar, a product by a constant that is read here alone or is `node` itself. */
static int is_scaled(const burl__view *v, int product, int node) {
  return at(v, product)->op == OP_multiply_f && is_constant(v, burl__argument_of(v, product, 1)) &&
         (product == node || lone(v, product));
}

/* A coordinate reduced to just the period of the noise that reads it, which does the same to its cells. */
static int is_reduced_to(const burl__view *v, int node, uint32_t period) {
  return at(v, node)->op == OP_axis_reduce && at(v, burl__argument_of(v, node, 1))->value == (double)period;
}

/* The coordinates of a noise, as they were before they were reduced to its period; at points those that are read by
 * it alone without their scaling and shifting by constants. */
static void take_coordinates(const burl__view *v, burl__fusion *f) {
  const burl__noise *const setup = at(v, f->noise)->setup;
  int whole = burl__rate_of(v, f->noise) != BURL__RATE_SAMPLE || burl__goes_by_rows(v, f->noise);
  for (int a = 0; a < at(v, f->noise)->arity; a++) f->base[a] = burl__argument_of(v, f->noise, a);
  int alone[4] = {1, 1, 1, 1};
  for (int a = 0; a < setup->dims; a++) {
    if (is_reduced_to(v, f->base[a], setup->period[a])) {
      alone[a] = lone(v, f->base[a]);
      if (alone[a]) swallow(f, f->base[a]);
      f->base[a] = burl__argument_of(v, f->base[a], 0);
    }
    f->factor[a] = 1.0;
    f->shift[a] = -0.0; /* adding it changes nothing, not even −0 */
  }
  for (int a = 0; !whole && a < setup->dims; a++) {
    int *const from = &f->base[a];
    if (!alone[a]) continue;
    if (lone_op(v, *from, OP_add_d) && is_constant(v, burl__argument_of(v, *from, 1))) {
      f->shift[a] = at(v, burl__argument_of(v, *from, 1))->value;
      f->affine = 1;
      swallow(f, *from);
      *from = burl__argument_of(v, *from, 0);
    }
    if (lone_op(v, *from, OP_multiply_d) && is_constant(v, burl__argument_of(v, *from, 1))) {
      f->factor[a] = at(v, burl__argument_of(v, *from, 1))->value;
      f->affine = 1;
      swallow(f, *from);
      *from = burl__argument_of(v, *from, 0);
    }
  }
}

/* A sum of doubles, one of them a float but for this. */
static void take_widened(const burl__view *v, int node, burl__fusion *f) {
  for (int a = 0; a < 2 && f->part_count == 0; a++) {
    const int wide = burl__argument_of(v, node, a);
    if (!lone_op(v, wide, OP_widen)) continue;
    f->sum = burl__argument_of(v, node, !a);
    f->value = burl__argument_of(v, wide, 0);
    swallow(f, wide);
  }
}

burl__fusion burl__fuse(const burl__view *v, int node) {
  burl__fusion f = {.sum = BURL__NONE, .value = BURL__NONE, .noise = BURL__NONE, .scalar = 1.0f};
  if (is_noise(v, node)) {
    f.noise = node;
  } else if (at(v, node)->op == OP_add_d) {
    take_widened(v, node, &f);
  } else if (burl__rate_of(v, node) == BURL__RATE_SAMPLE) {
    const int is_sum = at(v, node)->op == OP_add_f;
    const int value = !is_sum || !is_constant(v, burl__argument_of(v, node, 1)); /* they come last */
    if (is_sum) f.sum = burl__argument_of(v, node, !value);
    f.value = is_sum ? burl__argument_of(v, node, value) : node;
    if (is_scaled(v, f.value, node)) {
      if (is_sum) swallow(&f, f.value);
      f.scalar = (float)at(v, burl__argument_of(v, f.value, 1))->value;
      f.value = burl__argument_of(v, f.value, 0);
    }
    if (f.value != node) take_noise(v, &f);
  }
  if (f.noise >= 0) take_coordinates(v, &f);
  return f;
}

int burl__nodes_read(const burl__view *v, int node, const burl__fusion *f,
                     int read[BURL__ARGUMENTS]) {
  int count = 0;
  if (f->noise >= 0) {
    if (f->sum >= 0) read[count++] = f->sum;
    for (int a = 0; a < at(v, f->noise)->arity; a++) read[count++] = f->base[a];
  } else if (f->part_count > 0) {
    read[count++] = f->sum;
    read[count++] = f->value;
  } else {
    for (int a = 0; a < at(v, node)->arity; a++) read[count++] = burl__argument_of(v, node, a);
  }
  return count;
}
