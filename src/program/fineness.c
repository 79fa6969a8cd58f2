/* burl_too_fine: how much of a result is finer than a grid's samples.  The bounds of all values are worked out twice by
 * the rules of bounds.h, the second time with the noises that are too fine held at the middle of their range: by how
 * much the result's range shrinks is their share.  White noise doesn't count: it has a value a cell. */
#include <math.h>

#include "base/fpu.h"
#include "burl_inspect.h"
#include "program/bounds.h"
#include "program/program.h"
#include "program/spacing.h"

enum { TOO_FINE = 1 };

typedef struct {
  burl__graph *graph;
  const double *step;
  int count;            /* of nodes, before derivatives were added */
  unsigned char *marks; /* by node */
  burl_range *range;
  burl__spacer spacer;
} survey;

/* Whether a sample of the noise is half a cell or more from the next, wherever they are. */
static int is_too_fine(survey *s, int noise) {
  const burl__node node = s->graph->nodes[noise];
  if (!burl__is_sampled(node.op) || burl__kind_of_noise(node.setup) == BURL__OF_HASHES) return 0;
  const int dims = ((const burl__noise *)node.setup)->dims;
  const burl__spacing *const spacing = burl__spacer_spacing(&s->spacer, node.argument, dims);
  return spacing && burl__presence_of(spacing, s->step) == BURL__NO_OCTAVE;
}

static burl_range middle(burl_range range) {
  const double at = 0.5 * range.lo + 0.5 * range.hi;
  return (burl_range){at, at, range.may_be_nan};
}

/* The range of a node, from those of its arguments; a node without a rule keeps its own. */
static burl_range range_of(const survey *s, int i, int hold) {
  const burl__node *const node = &s->graph->nodes[i];
  burl_range ranges[BURL__ARGUMENTS];
  for (int a = 0; a < node->arity; a++) ranges[a] = s->range[node->argument[a]];
  const int is_partial = node->op == BURL__PARTIAL, noise = is_partial ? node->argument[0] : i;
  if (hold && s->marks[noise] == TOO_FINE) return middle(node->range);
  if (node->op == BURL__ALIAS) return ranges[0];
  if (node->op == BURL__GATE) {
    const burl__presence presence = burl__presence_of(node->setup, s->step);
    return ranges[presence == BURL__NO_OCTAVE ? BURL__NO_OCTAVE : BURL__WHOLE_OCTAVE];
  }
  if (node->arity == 0 || is_partial || node->op >= BURL__OP_COUNT || burl__is_sampled(node->op)) return node->range;
  return burl__bound(node->op, node->setup, ranges, node->arity > 1 && node->argument[0] == node->argument[1]);
}

/* The widths of the outputs' ranges. */
static void fill_widths(survey *s, const int *node, int count, int hold, double *width) {
  for (int i = 0; i < s->count; i++) s->range[i] = range_of(s, i, hold);
  for (int c = 0; c < count; c++) width[c] = s->range[node[c]].hi - s->range[node[c]].lo;
}

/* The largest share of any output. */
static double largest_share(survey *s, const int *node, int count) {
  double all[BURL__MOST_CHANNELS], held[BURL__MOST_CHANNELS], share = 0.0;
  for (int i = 0; i < s->count; i++) s->marks[i] = is_too_fine(s, i) ? TOO_FINE : 0;
  fill_widths(s, node, count, 0, all);
  fill_widths(s, node, count, 1, held);
  for (int c = 0; c < count; c++)
    if (all[c] > 0.0 && isfinite(all[c]) && held[c] < all[c]) share = fmax(share, 1.0 - held[c] / all[c]);
  return share;
}

static double survey_graph(burl__graph *graph, const int *node, int count, const double *step) {
  survey s = {.graph = graph, .step = step, .count = (int)graph->count};
  burl__arena scratch;
  double share = 0.0;
  burl__arena_open(&scratch, graph->arena->allocator);
  if (burl__spacer_open(&s.spacer, graph, &scratch)) {
    s.marks = burl__arena_take(&scratch, (size_t)s.count);
    s.range = burl__arena_take(&scratch, (size_t)s.count * sizeof *s.range);
    if (s.marks && s.range) share = largest_share(&s, node, count);
  }
  burl__arena_close(&scratch);
  return share;
}

double burl_too_fine(const burl_program *program, const burl_grid *grid) {
  if (!program || !grid) return 0.0;
  const burl__outputs *const outputs = &program->plan->outputs;
  int node[BURL__MOST_CHANNELS];
  double step[BURL__STEPS] = {0}, share = 0.0;
  burl_error ignored = {0};
  burl__arena arena;
  burl__graph graph; /* a copy, to which derivatives are added */
  burl__steps_of(grid, program->dims, step);
  burl__arena_open(&arena, program->allocator);
  burl__graph_open(&graph, &arena, &ignored);
  const burl__fpu fpu = burl__fpu_open();
  if (burl__graph_join(&graph, &program->plan->graph, outputs->node, outputs->channels, node)) {
    graph.setups = (burl__links){0}; /* new ones don't go to the plan's */
    share = survey_graph(&graph, node, outputs->channels, step);
  }
  burl__fpu_close(fpu);
  burl__graph_close(&graph);
  burl__arena_close(&arena);
  return share;
}
