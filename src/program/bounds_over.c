/* burl_bounds_over(): the bounds of all values of a recipe over a box, one after the other: noises by noise_box.h, what
 * is made of them by the rules of bounds.h, each within what it is within everywhere.  What doesn't
 * vary along the axes that the next box differs along stays as it is. */
#include "program/bounds_over.h"

#include <math.h>

#include "base/fpu.h"
#include "program/bounds.h"
#include "program/node.h"
#include "program/noise_box.h"

static burl_range exactly(double lo, double hi) { return (burl_range){lo, hi, 0}; }

/* What both hold. */
static burl_range met(burl_range a, const burl_range *b) {
  const burl_range both = {fmax(a.lo, b->lo), fmin(a.hi, b->hi), a.may_be_nan & b->may_be_nan};
  return both.lo <= both.hi ? both : *b;
}

static burl_range hull_of(const burl_range *of, int count) {
  burl_range all = of[0];
  for (int i = 1; i < count; i++)
    all = (burl_range){fmin(all.lo, of[i].lo), fmax(all.hi, of[i].hi), all.may_be_nan | of[i].may_be_nan};
  return all;
}

static burl_range over_axis(const burl_box *box, int axis) {
  return axis < 4 ? exactly(box->lo[axis], box->hi[axis]) : exactly(box->t0, box->t1);
}

/* A remainder, or a coordinate modulo a period. */
static int is_remainder(const burl__node *node, const burl_range *of) {
  const int is_one = node->op == OP_remainder_f || node->op == OP_remainder_d || node->op == OP_axis_reduce;
  const double period = of[1].lo;
  return is_one && period > 0 && period == of[1].hi && isfinite(of[0].hi - of[0].lo);
}

/* Whether it rises from one end of a box to the other, where it has these values: of a box well within one period it
 * does; over less than half of one it rises, or falls once by about a period, near enough to 0 for its rounding. */
static int rises(const burl_range *of, double first, double last) {
  const double period = of[1].lo, begin = of[0].lo / period, end = of[0].hi / period;
  if (floor(begin - 1e-6) == floor(end + 1e-6)) return 1;
  return begin > -1e5 && end < 1e5 && end - begin < 0.5 && first <= last;
}

static burl_range bound_remainder(const burl__node *node, const burl_range *of) {
  double at[BURL__ARGUMENTS][BURL__LANES], ends[BURL__LANES];
  for (int i = 0; i < BURL__LANES; i++) at[0][i] = i == 0 ? of[0].lo : of[0].hi, at[1][i] = of[1].lo;
  burl__evaluate(node->op, 2, (const double(*)[BURL__LANES])at, node->setup, ends);
  if (!rises(of, ends[0], ends[1])) return burl__bound(node->op, node->setup, of, 0);
  return (burl_range){ends[0], ends[1], of[0].may_be_nan};
}

/* The node whose range an argument's is taken from: of an angle in degrees, which a globe has reduced to one turn, the
 * one that it was, as its sine doesn't jump where it comes round. */
static int argument_of(const burl__graph *graph, const burl__node *node, int i, const burl_range *all) {
  const int argument = node->argument[i];
  const burl__node *const angle = &graph->nodes[argument];
  if ((node->op != OP_sin_degrees && node->op != OP_cos_degrees) || angle->op != OP_axis_reduce) return argument;
  const burl_range *const turn = &all[angle->argument[1]];
  return turn->lo == 360 && turn->hi == 360 ? angle->argument[0] : argument;
}

static burl_range bound_node(const burl__graph *graph, const burl__node *node, const burl_box *box,
                             const burl_range *all) {
  burl_range of[BURL__ARGUMENTS] = {{0}};
  for (int a = 0; a < node->arity; a++) of[a] = all[argument_of(graph, node, a, all)];
  switch (node->op) {
  case BURL__COORDINATE: return over_axis(box, (int)node->value);
  case BURL__ALIAS: return of[0];
  case BURL__GATE: return hull_of(of, node->arity);
  default: break;
  }
  if (node->op == BURL__DRAWN) return met(burl__drawing_over(node->setup, &of[0], &of[1]), &node->range);
  if (node->arity == 0 || node->op >= BURL__OP_COUNT) return node->range;
  if (burl__is_noise(node->op)) return burl__bound_noise(node->setup, of, &node->range);
  if (burl__is_sampled(node->op)) return node->range;
  if (is_remainder(node, of)) return met(bound_remainder(node, of), &node->range);
  const int same = node->arity > 1 && node->argument[0] == node->argument[1];
  return met(burl__bound(node->op, node->setup, of, same), &node->range);
}

static int is_sound(const burl_box *box, int dims) {
  for (int i = 0; i < 4; i++)
    if (box->reserved[i] != 0) return 0;
  for (int a = 0; a < dims; a++)
    if (!isfinite(box->lo[a]) || !isfinite(box->hi[a]) || box->lo[a] > box->hi[a]) return 0;
  return isfinite(box->t0) && isfinite(box->t1) && box->t0 <= box->t1;
}

void burl__mark_bounded(const burl__graph *graph, const burl__outputs *outputs, const unsigned char *known,
                        unsigned char *needed) {
  for (int c = 0; c < outputs->channels; c++) needed[outputs->node[c]] = 1;
  for (size_t i = graph->count; i-- > 0;) {
    if (known && known[i]) needed[i] = 0;
    for (int a = 0; needed[i] && a < burl__read_count(&graph->nodes[i]); a++) needed[graph->nodes[i].argument[a]] = 1;
  }
}

void burl__bound_over(const burl__graph *graph, const unsigned char *needed, const burl_box *box, unsigned moved,
                      burl_range *all) {
  for (size_t i = 0; i < graph->count; i++)
    if (needed[i] && (moved & BURL__AXES_ANEW || graph->nodes[i].axes & moved))
      all[i] = bound_node(graph, &graph->nodes[i], box, all);
}

/* The axes along which a box differs from the one before it, as those of burl__node.axes. */
static unsigned moved_axes(const burl_box *box, const burl_box *before) {
  unsigned moved = box->t0 != before->t0 || box->t1 != before->t1 ? 1u << 4 : 0;
  for (unsigned a = 0; a < 4; a++)
    if (box->lo[a] != before->lo[a] || box->hi[a] != before->hi[a]) moved |= 1u << a;
  return moved;
}

burl_status burl_bounds_over(const burl_program *program, const burl_box *boxes, size_t count, burl_range *out) {
  if (!program || (count > 0 && (!boxes || !out))) return BURL_ARGUMENT;
  for (size_t b = 0; b < count; b++)
    if (!is_sound(&boxes[b], program->dims)) return BURL_ARGUMENT;
  const burl__graph *const graph = &program->plan->graph;
  const burl__outputs *const outputs = &program->plan->outputs;
  burl__arena arena;
  burl__arena_open(&arena, program->allocator);
  burl_range *const all = burl__arena_take(&arena, graph->count * sizeof *all);
  unsigned char *const needed = burl__arena_take(&arena, graph->count);
  const int has_room = all && needed;
  const burl__fpu fpu = burl__fpu_open();
  if (has_room) burl__mark_bounded(graph, outputs, NULL, needed);
  for (size_t b = 0; has_room && b < count; b++) {
    const unsigned moved = b > 0 ? moved_axes(&boxes[b], &boxes[b - 1]) : BURL__AXES_ANEW;
    burl__bound_over(graph, needed, &boxes[b], moved, all);
    for (int c = 0; c < outputs->channels; c++) {
      const burl_range everywhere = burl_bounds(program, c);
      *out++ = met(burl__round_outward(all[outputs->node[c]]), &everywhere);
    }
  }
  burl__fpu_close(fpu);
  burl__arena_close(&arena);
  return has_room ? BURL_OK : BURL_MEMORY;
}
