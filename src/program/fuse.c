/* The fusions of fuse.h. */
#include "program/fuse.h"

#include <string.h>

#include "program/node.h"
#include "program/spacing.h"

static const burl__node *node_at(const burl__view *v, int node) { return &v->graph->nodes[node]; }

static burl__presence way_of_gate(const burl__view *v, const burl__node *gate) {
  return v->steps_are_open ? BURL__FADING_OCTAVE : burl__presence_of(gate->setup, v->shape.step);
}

int burl__behind_gates(const burl__view *v, int node) {
  for (;;) {
    const burl__node *const n = node_at(v, node);
    if (n->op != BURL__GATE && n->op != BURL__ALIAS) return node;
    if (n->op == BURL__GATE && v->steps_are_open && !v->gates_fade) return node;
    node = n->argument[n->op == BURL__GATE ? way_of_gate(v, n) : 0];
  }
}

int burl__argument_of(const burl__view *v, int node, int i) {
  return burl__behind_gates(v, node_at(v, node)->argument[i]);
}

static int is_noise(const burl__view *v, int node) { return burl__is_noise(node_at(v, node)->op); }

int burl__coordinate_of_noise(const burl__view *v, int noise, int axis) {
  const int at = burl__argument_of(v, noise, axis);
  if (!is_noise(v, noise) || node_at(v, at)->op != OP_axis_reduce) return at;
  const double period = (double)((const burl__noise *)node_at(v, noise)->setup)->period[axis];
  return node_at(v, burl__argument_of(v, at, 1))->value == period ? burl__argument_of(v, at, 0) : at;
}

void burl__count_uses(burl__view *v, const burl__outputs *result) {
  for (int c = 0; c < result->channels; c++) v->uses[burl__behind_gates(v, result->node[c])]++;
  for (int i = (int)v->graph->count - 1; i >= 0; i--)
    for (int a = 0; v->uses[i] && a < burl__read_count(node_at(v, i)); a++) v->uses[burl__argument_of(v, i, a)]++;
}

burl__rate burl__rate_of(const burl__view *v, int node) {
  const unsigned axes = node_at(v, node)->axes & 15u, plane = 1u | 1u << v->shape.line_axis;
  if (v->shape.points) return node_at(v, node)->axes ? BURL__RATE_SAMPLE : BURL__RATE_CONSTANT;
  return axes == 0                                 ? BURL__RATE_CONSTANT
         : axes == 1                               ? BURL__RATE_COLUMN
         : !(axes & 1u)                            ? BURL__RATE_LINE
         : v->shape.has_slices && !(axes & ~plane) ? BURL__RATE_PLANE
                                                   : BURL__RATE_SAMPLE;
}

int burl__goes_by_rows(const burl__view *v, int node) {
  if (v->shape.points || !is_noise(v, node)) return 0;
  const burl__noise *const noise = node_at(v, node)->setup;
  if (noise->varies && burl__kind_of_noise(noise) == BURL__OF_POINTS) return 0; /* each searches by itself */
  for (int a = 0; a < noise->dims; a++) {
    const burl__rate rate = burl__rate_of(v, burl__argument_of(v, node, a));
    if (a == 0 ? rate != BURL__RATE_COLUMN : rate != BURL__RATE_LINE && rate != BURL__RATE_CONSTANT) return 0;
  }
  return 1;
}

/* Whether the node is read once, and computed as often as the step of f. */
static int is_read_once(const burl__view *v, const burl__fusion *f, int node) {
  return v->uses[node] == 1 && burl__rate_of(v, node) == f->rate;
}
static int is_op_read_once(const burl__view *v, const burl__fusion *f, int node, int op) {
  return node_at(v, node)->op == op && is_read_once(v, f, node);
}

static int is_constant(const burl__view *v, int node) { return node_at(v, node)->op == BURL__CONSTANT; }

static void add_part(burl__fusion *f, int node) { f->parts[f->part_count++] = node; }

/* The noise of |noise|, where nothing else reads either; BURL__NONE: the node is something else. */
static int noise_of_magnitude(const burl__view *v, int node, burl__fusion *f) {
  if (!is_op_read_once(v, f, node, OP_abs_f)) return BURL__NONE;
  const int noise = burl__argument_of(v, node, 0);
  if (!is_noise(v, noise) || !is_read_once(v, f, noise)) return BURL__NONE;
  add_part(f, node);
  return noise;
}

/* The noise of (offset − |noise|)^(twice/2), in the same way. */
static int noise_of_ridge(const burl__view *v, int node, burl__fusion *f) {
  const int is_power = is_op_read_once(v, f, node, OP_half_power);
  const int below = is_power ? burl__argument_of(v, node, 0) : node;
  if (!is_op_read_once(v, f, below, OP_subtract_f) || !is_constant(v, burl__argument_of(v, below, 0)))
    return BURL__NONE;
  const int noise = noise_of_magnitude(v, burl__argument_of(v, below, 1), f);
  if (noise < 0) return BURL__NONE;
  f->offset = (float)node_at(v, burl__argument_of(v, below, 0))->value;
  f->twice = is_power ? (int)(2.0 * node_at(v, burl__argument_of(v, node, 1))->value) : 2;
  if (is_power) add_part(f, node);
  add_part(f, below);
  return noise;
}

/* Fuses the noise that the value is, or is the magnitude or ridge of. */
static void fuse_noise(const burl__view *v, burl__fusion *f) {
  const int value = f->value;
  if (is_noise(v, value) && is_read_once(v, f, value)) {
    f->noise = value;
  } else if ((f->noise = noise_of_magnitude(v, value, f)) >= 0) {
    f->ending = BURL__SIZE;
  } else if ((f->noise = noise_of_ridge(v, value, f)) >= 0) {
    f->ending = f->twice == 4 ? BURL__SQUARE : BURL__POWER;
  }
  if (f->noise >= 0) add_part(f, f->noise);
}

/* Whether the product is value·scalar with a constant scalar, and is read here only or is `node`
 * itself. */
static int is_scaled(const burl__view *v, const burl__fusion *f, int product, int node) {
  return node_at(v, product)->op == OP_multiply_f && is_constant(v, burl__argument_of(v, product, 1)) &&
         (product == node || is_read_once(v, f, product));
}

/* The noise's coordinates without a redundant reduction to its periods.  At points, coordinates
 * that nothing else reads are also taken without their scaling and shifting by constants, which the
 * step does. */
static void fuse_coordinates(const burl__view *v, burl__fusion *f) {
  const burl__noise *const setup = node_at(v, f->noise)->setup;
  const int keeps_affine = f->rate < BURL__RATE_PLANE || burl__goes_by_rows(v, f->noise);
  for (int a = 0; a < node_at(v, f->noise)->arity; a++) f->base[a] = burl__argument_of(v, f->noise, a);
  int is_fused[4] = {1, 1, 1, 1};
  for (int a = 0; a < setup->dims; a++) {
    const int reduced = f->base[a];
    if ((f->base[a] = burl__coordinate_of_noise(v, f->noise, a)) != reduced) {
      is_fused[a] = is_read_once(v, f, reduced);
      if (is_fused[a]) add_part(f, reduced);
    }
    f->factor[a] = 1.0;
    f->shift[a] = -0.0; /* adding it changes nothing, not even −0 */
  }
  for (int a = 0; !keeps_affine && a < setup->dims; a++) {
    int *const from = &f->base[a];
    if (!is_fused[a]) continue;
    if (is_op_read_once(v, f, *from, OP_add_d) && is_constant(v, burl__argument_of(v, *from, 1))) {
      f->shift[a] = node_at(v, burl__argument_of(v, *from, 1))->value;
      f->affine = 1;
      add_part(f, *from);
      *from = burl__argument_of(v, *from, 0);
    }
    if (is_op_read_once(v, f, *from, OP_multiply_d) && is_constant(v, burl__argument_of(v, *from, 1))) {
      f->factor[a] = node_at(v, burl__argument_of(v, *from, 1))->value;
      f->affine = 1;
      add_part(f, *from);
      *from = burl__argument_of(v, *from, 0);
    }
  }
}

/* A sum of doubles, one of them converted from float: the step does the conversion. */
static void fuse_widened(const burl__view *v, int node, burl__fusion *f) {
  for (int a = 0; a < 2 && f->part_count == 0; a++) {
    const int wide = burl__argument_of(v, node, a);
    if (!is_op_read_once(v, f, wide, OP_widen)) continue;
    f->sum = burl__argument_of(v, node, !a);
    f->value = burl__argument_of(v, wide, 0);
    add_part(f, wide);
  }
}

burl__fusion burl__fuse(const burl__view *v, int node) {
  burl__fusion f = {.sum = BURL__NONE, .value = BURL__NONE, .noise = BURL__NONE, .scalar = 1.0f};
  f.rate = burl__rate_of(v, node);
  if (is_noise(v, node)) {
    f.noise = node;
  } else if (f.rate < BURL__RATE_PLANE) {
    return f;
  } else if (node_at(v, node)->op == OP_add_d) {
    fuse_widened(v, node, &f);
  } else {
    const int is_sum = node_at(v, node)->op == OP_add_f;
    const int value = !is_sum || !is_constant(v, burl__argument_of(v, node, 1)); /* constants come last */
    if (is_sum) f.sum = burl__argument_of(v, node, !value);
    f.value = is_sum ? burl__argument_of(v, node, value) : node;
    if (is_scaled(v, &f, f.value, node)) {
      if (is_sum) add_part(&f, f.value);
      f.scalar = (float)node_at(v, burl__argument_of(v, f.value, 1))->value;
      f.value = burl__argument_of(v, f.value, 0);
    }
    if (f.value != node) fuse_noise(v, &f);
  }
  if (f.noise >= 0) fuse_coordinates(v, &f);
  return f;
}

int burl__nodes_read(const burl__view *v, int node, const burl__fusion *f, int read[BURL__ARGUMENTS]) {
  int count = 0;
  if (f->noise >= 0) {
    if (f->sum >= 0) read[count++] = f->sum;
    for (int a = 0; a < node_at(v, f->noise)->arity; a++) read[count++] = f->base[a];
  } else if (f->part_count > 0) {
    read[count++] = f->sum;
    read[count++] = f->value;
  } else {
    for (int a = 0; a < burl__read_count(node_at(v, node)); a++) read[count++] = burl__argument_of(v, node, a);
  }
  return count;
}
