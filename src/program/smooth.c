/* burl_is_smooth(): whether all that a value is made of has derivatives that don't jump, where its arguments can be.
 * Bounds of second derivatives say nothing about a value that bends or jumps between; this says where they do. */
#include "burl_inspect.h"

#include <math.h>

#include "program/node.h"
#include "program/noise_setup.h"
#include "program/program.h"

/* Whether an operation whose derivative follows that rule is smooth, with arguments within these ranges. */
static int is_smooth_rule(burl__slope slope, const burl_range *a) {
  switch (slope) {
  case BURL__SLOPE_SUM:
  case BURL__SLOPE_DIFFERENCE:
  case BURL__SLOPE_NEGATE:
  case BURL__SLOPE_PRODUCT:
  case BURL__SLOPE_MIX:
  case BURL__SLOPE_SIN:
  case BURL__SLOPE_COS:
  case BURL__SLOPE_SIN_DEGREES:
  case BURL__SLOPE_COS_DEGREES:
  case BURL__SLOPE_EXP:
  case BURL__SLOPE_ATAN: return 1;
  case BURL__SLOPE_QUOTIENT: return a[1].lo > 0 || a[1].hi < 0;
  case BURL__SLOPE_SQRT:
  case BURL__SLOPE_LOG:
  case BURL__SLOPE_POW: return a[0].lo > 0;
  case BURL__SLOPE_ABS: return a[0].lo >= 0 || a[0].hi <= 0;
  case BURL__SLOPE_MIN:
  case BURL__SLOPE_MAX: return a[0].hi <= a[1].lo || a[1].hi <= a[0].lo;
  case BURL__SLOPE_CLAMP: return a[0].lo >= a[1].hi && a[0].hi <= a[2].lo;
  case BURL__SLOPE_SMOOTHSTEP: return a[0].hi < a[1].lo || a[1].hi < a[0].lo;
  default: return 0;
  }
}

/* Those whose blending weights are level at the ends, and sums of bumps that end in nothing. */
static int is_smooth_noise(const burl__noise *noise) {
  switch (burl__kind_of_noise(noise)) {
  case BURL__OF_GRADIENTS:
  case BURL__OF_VALUES: return noise->interp == COSINE || noise->interp == HERMITE || noise->interp == QUINTIC;
  case BURL__OF_BUMPS: return 1;
  case BURL__OF_POINTS:
  case BURL__OF_WAVES:
  case BURL__OF_HASHES:
  case BURL__NO_NOISE: break;
  }
  return 0;
}

static int is_smooth_node(const burl__graph *graph, const burl__node *node) {
  burl_range of[BURL__ARGUMENTS];
  switch (node->op) {
  case OP_widen:
  case OP_narrow:
  case BURL__CONSTANT:
  case BURL__COORDINATE:
  case BURL__STEP:
  case BURL__KNOB:
  case BURL__GATE:
  case BURL__ALIAS: return 1;
  default: break;
  }
  if (burl__is_noise(node->op)) return is_smooth_noise(node->setup);
  if (node->op >= BURL__OP_COUNT) return 0;
  for (int i = 0; i < node->arity; i++) of[i] = graph->nodes[node->argument[i]].range;
  return is_smooth_rule(burl__operations[node->op].slope, of);
}

static int is_one_number(burl_range r) { return r.lo == r.hi && isfinite(r.lo) && !r.may_be_nan; }

/* Nodes come behind their arguments, and those of what is the same everywhere don't matter. */
int burl_is_smooth(const burl_program *program, int channel) {
  if (!program || channel < 0 || channel >= program->plan->outputs.channels) return 0;
  const burl__graph *const graph = &program->plan->graph;
  burl__arena arena;
  burl__arena_open(&arena, program->allocator);
  unsigned char *const needed = burl__arena_take(&arena, graph->count);
  int is_smooth = needed != NULL;
  if (needed) needed[program->plan->outputs.node[channel]] = 1;
  for (size_t i = graph->count; is_smooth && i-- > 0;) {
    const burl__node *const node = &graph->nodes[i];
    if (!needed[i] || is_one_number(node->range)) continue;
    for (int a = 0; a < burl__read_count(node); a++) needed[node->argument[a]] = 1;
    is_smooth = !node->range.may_be_nan && is_smooth_node(graph, node);
  }
  burl__arena_close(&arena);
  return is_smooth;
}
