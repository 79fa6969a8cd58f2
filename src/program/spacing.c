/* The spacing of spacing.h, as nodes. */
#include "program/spacing.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "program/node.h"

static const double finest = 0.25, coarsest = 0.5; /* cells a sample between which an octave fades */

burl__presence burl__presence_of(const burl__spacing *spacing, const double step[4]) {
  double least = 0.0, most = 0.0;
  for (int axis = 0; axis < 4; axis++) {
    if (step[axis] == 0.0) continue;
    least = fmax(least, step[axis] * spacing->least[axis]);
    most = fmax(most, step[axis] * spacing->most[axis]);
  }
  return most <= finest ? BURL__WHOLE_OCTAVE : least >= coarsest ? BURL__NO_OCTAVE : BURL__FADING_OCTAVE;
}

/* The largest float whose product with a number is at most `most`; an infinity where all are. */
static float largest_factor(double number, double most) {
  float factor = (float)fmin(most / number, (double)FLT_MAX);
  if (number == 0.0) return INFINITY;
  while ((double)factor * number > most) factor = nextafterf(factor, 0);
  while ((double)nextafterf(factor, INFINITY) * number <= most) factor = nextafterf(factor, INFINITY);
  return factor;
}

burl__presence_limits burl__limits_of_presence(const burl__spacing *spacing) {
  double least = 0.0, most = 0.0;
  for (int axis = 0; axis < 4; axis++) {
    least = fmax(least, spacing->least[axis]);
    most = fmax(most, spacing->most[axis]);
  }
  const double below_coarsest = nextafter(coarsest, 0.0);
  return (burl__presence_limits){largest_factor(most, finest),
                                 nextafterf(largest_factor(least, below_coarsest), INFINITY)};
}

void burl__steps_of(const burl_grid *grid, int dims, double step[BURL__STEPS]) {
  for (int axis = 0; axis < dims; axis++) {
    step[axis] = grid->footprint > 0.0 ? grid->footprint : fabs(grid->step[axis]);
    if (axis < 2 && grid->samples > 1) step[axis] /= grid->samples;
    if (axis < 2) step[BURL__TURNED + axis] = grid->step[axis] < 0.0;
  }
}

int burl__spacer_open(burl__spacer *spacer, burl__graph *graph, burl__arena *arena) {
  spacer->graph = graph;
  for (int axis = 0; axis < 4; axis++)
    if (!burl__deriver_open(&spacer->by[axis], graph, arena, burl__coordinate(graph, axis))) return 0;
  spacer->reached = burl__arena_take(arena, BURL__MOST_NODES);
  if (!spacer->reached) burl__out_of_memory(graph->error);
  return spacer->reached != NULL;
}

/* √(Σ (∂cᵢ/∂axis)²) over the coordinates c. */
static int length_along(burl__spacer *spacer, const int *coordinate, int dims, int axis) {
  burl__graph *const g = spacer->graph;
  int sum = burl__literal(g, 0.0);
  for (int i = 0; i < dims; i++) {
    const int slope = burl__deriver_slope(&spacer->by[axis], coordinate[i]);
    sum = burl__make2(g, OP_add_f, sum, burl__make2(g, OP_multiply_f, slope, slope));
  }
  return sum < 0 ? BURL__NONE : burl__operate(g, OP_sqrt, &sum);
}

/* The larger of the spacing so far and that of some coordinates; BURL__NONE: failed. */
static int with_coordinates(burl__spacer *spacer, int so_far, const int *coordinate, int dims, burl__spacing *known) {
  burl__graph *const g = spacer->graph;
  unsigned axes = 0;
  for (int i = 0; i < dims; i++) axes |= g->nodes[coordinate[i]].axes;
  for (int axis = 0; axis < 4; axis++) {
    if (!(axes >> axis & 1u)) continue;
    const int length = length_along(spacer, coordinate, dims, axis);
    const int spacing = burl__make2(g, OP_multiply_f, length, burl__step_of(g, axis));
    if ((so_far = burl__make2(g, OP_max_f, spacing, so_far)) < 0) return BURL__NONE;
    known->least[axis] = fmax(known->least[axis], g->nodes[length].range.lo);
    known->most[axis] = fmax(known->most[axis], g->nodes[length].range.hi);
  }
  return so_far;
}

/* The spacing of all noises that the value is computed from, down to the octave's coordinates; of an automatic
 * fractal among them that of its first octave, as the others fade by themselves. */
static int spacing_of_noises(burl__spacer *spacer, int value, const int *coordinate, int dims, burl__spacing *known) {
  burl__graph *const g = spacer->graph;
  int spacing = BURL__NONE, waiting = 1; /* nodes that are reached and not yet looked at */
  spacer->reached[value] = 1;
  for (int i = value; waiting > 0; i--) {
    if (!spacer->reached[i]) continue;
    const burl__node node = g->nodes[i]; /* a copy: nodes are added */
    int is_end = 0;
    spacer->reached[i] = 0;
    waiting--;
    for (int c = 0; c < dims; c++) is_end |= coordinate[c] == i;
    if (is_end) continue;
    if (burl__is_sampled(node.op)) {
      const int so_far = spacing < 0 ? burl__literal(g, 0.0) : spacing;
      const int count = ((const burl__noise *)node.setup)->dims;
      if ((spacing = with_coordinates(spacer, so_far, node.argument, count, known)) < 0) return BURL__NONE;
    } else {
      const int count = node.op == BURL__GATE ? 1 : node.arity;
      for (int a = 0; a < count; a++) {
        const int of = node.argument[a], is_leaf = g->nodes[of].arity == 0;
        waiting += !is_leaf && !spacer->reached[of];
        spacer->reached[of] |= !is_leaf;
      }
    }
  }
  if (spacing >= 0) return spacing;
  return with_coordinates(spacer, burl__literal(g, 0.0), coordinate, dims, known);
}

int burl__spacer_distance(burl__spacer *spacer, const int *coordinate, int dims) {
  burl__spacing known = {{0}, {0}};
  const int spacing = with_coordinates(spacer, burl__literal(spacer->graph, 0.0), coordinate, dims, &known);
  return burl__alias(spacer->graph, burl__convert(spacer->graph, spacing, BURL__FLOAT), BURL__STILL);
}

const burl__spacing *burl__spacer_spacing(burl__spacer *spacer, const int *coordinate, int dims) {
  burl__spacing known = {{0}, {0}};
  const int spacing = with_coordinates(spacer, burl__literal(spacer->graph, 0.0), coordinate, dims, &known);
  return spacing < 0 ? NULL : burl__keep_setup(spacer->graph, &known, sizeof known);
}

burl__fade burl__spacer_fade(burl__spacer *spacer, int value, const int *coordinate, int dims) {
  burl__graph *const g = spacer->graph;
  burl__spacing known = {{0}, {0}};
  const int spacing = spacing_of_noises(spacer, value, coordinate, dims, &known);
  const int share = burl__make2(g, OP_multiply_f, spacing, burl__literal(g, -1.0 / (coarsest - finest)));
  const int rest = burl__make2(g, OP_add_f, share, burl__literal(g, coarsest / (coarsest - finest)));
  const int below = burl__make2(g, OP_min_f, rest, burl__literal(g, 1.0)); /* 1 where it is NaN */
  const int weight = burl__convert(g, burl__make2(g, OP_max_f, below, burl__literal(g, 0.0)), BURL__FLOAT);
  return (burl__fade){burl__alias(g, weight, BURL__STILL), burl__keep_setup(g, &known, sizeof known)};
}
