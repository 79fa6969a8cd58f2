/* The periods of repeat.h: a value moves on by `slope` times the way along the axis, and what is left repeats. */
#include "program/repeat.h"

#include <math.h>

#include "program/drawing.h"
#include "program/field.h"
#include "program/period.h"
#include "program/picture.h"

typedef struct {
  double slope;  /* a unit of the coordinate */
  double period; /* of what is left; 0: nothing is; infinite: it isn't known to repeat */
} moving;

typedef struct {
  const burl__graph *graph;
  const moving *of; /* by node */
  int axis;
} walk;

static const moving unknown = {0, INFINITY};

double burl__common_period(double a, double b) {
  if (a == 0 || b == 0) return fmax(a, b);
  if (isinf(a) || isinf(b)) return INFINITY;
  const double larger = fmax(a, b), smaller = fmin(a, b);
  for (int times = 1; times <= 4096; times++) {
    const double count = larger * times / smaller;
    if (fabs(count - round(count)) <= BURL__SAME_PERIOD * count) return larger * times;
  }
  return INFINITY;
}

static const moving *argument_of(const walk *w, const burl__node *node, int a) { return &w->of[node->argument[a]]; }

/* What repeats after `period` of a value. */
static double through(const moving *value, double period) {
  return value->slope == 0 ? value->period : burl__common_period(value->period, period / fabs(value->slope));
}

static int are_alike(const moving *a, const moving *b) {
  return fabs(a->slope - b->slope) <= BURL__SAME_PERIOD * fmax(fabs(a->slope), fabs(b->slope));
}

static moving sum_of(const moving *a, double of_a, const moving *b, double of_b) {
  const double first = of_a * a->slope, second = of_b * b->slope, sum = first + second;
  const int is_nothing = fabs(sum) <= BURL__SAME_PERIOD * (fabs(first) + fabs(second));
  return (moving){is_nothing ? 0 : sum, burl__common_period(a->period, b->period)};
}

/* Of values that repeat themselves, from argument `first` on. */
static moving plain(const walk *w, const burl__node *node, int first) {
  double period = 0;
  for (int a = first; a < node->arity; a++) {
    const moving *const value = argument_of(w, node, a);
    period = value->slope == 0 ? burl__common_period(period, value->period) : INFINITY;
    if (isinf(period)) break;
  }
  return (moving){0, period};
}

/* Of what is read at coordinates, the first `count` arguments, and repeats after a period along each, 0: it doesn't. */
static moving read_at(const walk *w, const burl__node *node, const double *period, int count) {
  moving all = plain(w, node, count);
  for (int a = 0; a < count; a++) {
    const moving *const value = argument_of(w, node, a);
    const double along = period[a] > 0 || value->slope == 0 ? through(value, period[a]) : INFINITY;
    all.period = burl__common_period(all.period, along);
  }
  return all;
}

static moving of_noise(const walk *w, const burl__node *node) {
  const burl__noise *const noise = node->setup;
  double period[4];
  for (int i = 0; i < noise->dims; i++) period[i] = noise->period[i];
  return read_at(w, node, period, noise->dims);
}

static moving of_picture(const walk *w, const burl__node *node) {
  double period[2];
  for (int i = 0; i < 2; i++) period[i] = burl__picture_period(node->setup, i);
  return read_at(w, node, period, 2);
}

static moving of_lines(const walk *w, const burl__node *node) {
  const burl__drawing *const lines = node->setup;
  return read_at(w, node, lines->period, 2);
}

/* Of a whole-grid function: it repeats with what it is of, where that is known. */
static moving of_field(const walk *w, const burl__node *node) {
  const burl__field_setup *const setup = node->setup;
  const double tile = w->axis < 2 ? setup->period[w->axis] : 0;
  const double period = w->axis < 2 ? setup->repeats[w->axis] : 0;
  if (tile > 0 || period > 0) return (moving){0, tile > 0 ? tile : period};
  return plain(w, node, 0).period == 0 && node->arity > 0 ? (moving){0, 0} : unknown;
}

static moving of_surface(const walk *w, const burl__node *node) {
  const burl__field_setup *const setup = w->graph->nodes[node->argument[2]].setup;
  double period[2];
  for (int a = 0; a < 2; a++) period[a] = setup->period[a] > 0 ? setup->period[a] : setup->repeats[a];
  return read_at(w, &(burl__node){.arity = 2, .argument = {node->argument[0], node->argument[1]}}, period, 2);
}

static moving of_product(const walk *w, const burl__node *node) {
  const burl__node *const first = &w->graph->nodes[node->argument[0]], *const second =
                                                                           &w->graph->nodes[node->argument[1]];
  const moving *const a = argument_of(w, node, 0), *const b = argument_of(w, node, 1);
  if (second->op == BURL__CONSTANT) return (moving){a->slope * second->value, a->period};
  if (first->op == BURL__CONSTANT) return (moving){b->slope * first->value, b->period};
  return plain(w, node, 0);
}

static moving of_operation(const walk *w, const burl__node *node) {
  double period;
  const burl__lap_rule rule = burl__lap_rule_of(node->op, &period);
  const moving *const a = node->arity > 0 ? argument_of(w, node, 0) : &unknown;
  const moving *const b = node->arity > 1 ? argument_of(w, node, 1) : a, *const c = node->arity > 2
                                                                                        ? argument_of(w, node, 2)
                                                                                        : b;
  const burl__node *const second = node->arity > 1 ? &w->graph->nodes[node->argument[1]] : NULL;
  const int is_by_constant = second && second->op == BURL__CONSTANT && second->value != 0;
  switch (rule) {
  case BURL__LAP_SUM: return sum_of(a, 1, b, 1);
  case BURL__LAP_DIFFERENCE: return sum_of(a, 1, b, -1);
  case BURL__LAP_NEGATIVE: return (moving){-a->slope, a->period};
  case BURL__LAP_SAME: return *a;
  case BURL__LAP_PRODUCT: return of_product(w, node);
  case BURL__LAP_QUOTIENT: return is_by_constant ? (moving){a->slope / second->value, a->period} : plain(w, node, 0);
  case BURL__LAP_WHOLE_PART: return (moving){a->slope, through(a, 1)};
  case BURL__LAP_REPEATS: return (moving){0, through(a, period)};
  case BURL__LAP_REMAINDER:
  case BURL__LAP_REDUCED: return is_by_constant ? (moving){0, through(a, fabs(second->value))} : plain(w, node, 0);
  case BURL__LAP_COMPARED: return are_alike(a, b) ? (moving){0, burl__common_period(a->period, b->period)} : unknown;
  case BURL__LAP_ONE_OF_BOTH:
    return are_alike(a, b) ? (moving){a->slope, burl__common_period(a->period, b->period)} : unknown;
  case BURL__LAP_CHOSEN:
    if (a->slope != 0 || !are_alike(b, c)) return unknown;
    return (moving){b->slope, burl__common_period(a->period, burl__common_period(b->period, c->period))};
  case BURL__LAP_MIXED:
    if (c->slope != 0 || !are_alike(a, b)) return unknown;
    return (moving){a->slope, burl__common_period(a->period, burl__common_period(b->period, c->period))};
  case BURL__LAP_JUMPS: break;
  }
  return plain(w, node, 0);
}

static moving moving_of(const walk *w, const burl__node *node) {
  switch (node->op) {
  case BURL__CONSTANT:
  case BURL__STEP:
  case BURL__KNOB: return (moving){0, 0};
  case BURL__COORDINATE: return (moving){(int)node->value == w->axis, 0};
  case BURL__ALIAS: return *argument_of(w, node, 0);
  case BURL__FIELD: return of_field(w, node);
  case BURL__READ: return of_surface(w, node);
  case BURL__PICTURE: return of_picture(w, node);
  case BURL__DRAWN: return of_lines(w, node);
  default: return burl__is_sampled(node->op) ? of_noise(w, node) : of_operation(w, node);
  }
}

double burl__repeat_of(const burl__graph *graph, int node, int axis, burl__arena *arena) {
  moving *const of = burl__arena_block(arena, ((size_t)node + 1) * sizeof *of);
  const walk w = {graph, of, axis};
  if (!of) return -1;
  for (int i = 0; i <= node; i++) of[i] = moving_of(&w, &graph->nodes[i]);
  return of[node].slope == 0 ? of[node].period : INFINITY;
}
