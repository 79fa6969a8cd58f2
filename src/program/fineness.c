/* The share of fineness.h.  The bounds of all values are worked out twice by the rules of bounds.h, the second time with
 * the noises that are too fine held at the middle of their range: by how much the result's range shrinks is their
 * share. */
#include "program/fineness.h"

#include <math.h>
#include <string.h>

#include "program/bounds.h"
#include "program/spacing.h"

enum { TOO_FINE = 1 };

typedef struct {
  burl__graph *graph;
  const double *step;
  int count;             /* of nodes, before derivatives were added */
  unsigned char *marks;  /* by node */
  burl_range *range;
  burl__spacer spacer;
} survey;

/* Whether two samples of the noise are more than a cell apart, wherever they are. */
static int is_too_fine(survey *s, int noise) {
  const burl__node node = s->graph->nodes[noise];
  if (!burl__is_noise(node.op) || node.op == OP_white) return 0;
  const int dims = ((const burl__noise *)node.setup)->dims;
  const burl__spacing *const spacing = burl__spacer_spacing(&s->spacer, node.argument, dims);
  return spacing && burl__presence_of(spacing, s->step) == BURL__NO_OCTAVE;
}

static burl_range middle(burl_range range) {
  const double at = 0.5 * range.lo + 0.5 * range.hi;
  return (burl_range){at, at, range.may_be_nan};
}

/* The range of a node, of those of its arguments; of what has no rule its own. */
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
  if (node->arity == 0 || is_partial || burl__is_noise(node->op)) return node->range;
  return burl__bound(node->op, ranges, node->arity > 1 && node->argument[0] == node->argument[1]);
}

/* The sum of the widths of the results' ranges. */
static double width_of(survey *s, const int *result, int count, int hold) {
  double width = 0.0;
  for (int i = 0; i < s->count; i++) s->range[i] = range_of(s, i, hold);
  for (int c = 0; c < count; c++) width += s->range[result[c]].hi - s->range[result[c]].lo;
  return width;
}

static double share(survey *s, const int *result, int count) {
  for (int i = 0; i < s->count; i++) s->marks[i] = is_too_fine(s, i) ? TOO_FINE : 0;
  const double all = width_of(s, result, count, 0), held = width_of(s, result, count, 1);
  return all > 0.0 && isfinite(all) && held < all ? 1.0 - held / all : 0.0;
}

double burl__fineness(burl__graph *graph, const int *result, int count, const double step[4]) {
  survey s = {.graph = graph, .step = step, .count = (int)graph->count};
  double found = 0.0;
  if (burl__spacer_open(&s.spacer, graph)) {
    s.marks = burl__arena_take(&s.spacer.scratch, (size_t)s.count);
    s.range = burl__arena_take(&s.spacer.scratch, (size_t)s.count * sizeof *s.range);
    if (s.marks && s.range) found = share(&s, result, count);
  }
  burl__spacer_close(&s.spacer);
  return found;
}
