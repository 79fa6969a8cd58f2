/* The outlines of outline.h, by dominators: a node is dominated by the last one that is on every way from it to the
 * result (T. Lengauer and R. E. Tarjan, "A fast algorithm for finding dominators in a flowgraph", 1979; in a graph
 * without circles one pass is enough). */
#include "code/outline.h"

enum { LEAST_NODES = 4, MOST_INPUTS = 4, ROOT = -1, UNKNOWN = -2 };

typedef struct {
  const burl__view *view;
  burl__outline *outline;
  int count;
  int *dominator, *size, *noises, *outer, *inputs;
  unsigned char *is_part;
} finder;

static const burl__node *node_at(const finder *f, int node) { return &f->view->graph->nodes[node]; }

static void mark_needed(finder *f, const burl__outputs *outputs) {
  unsigned char *const needed = f->outline->needed;
  for (int c = 0; c < outputs->channels; c++) needed[burl__behind_gates(f->view, outputs->node[c])] = 1;
  for (int i = f->count - 1; i >= 0; i--)
    for (int a = 0; needed[i] && a < node_at(f, i)->arity; a++) needed[burl__argument_of(f->view, i, a)] = 1;
}

/* The last node that dominates both. */
static int common(const finder *f, int a, int b) {
  while (a != b) {
    if (a == ROOT || b == ROOT) return ROOT;
    if (a < b) a = f->dominator[a];
    else b = f->dominator[b];
  }
  return a;
}

static void find_dominators(finder *f, const burl__outputs *outputs) {
  for (int i = 0; i < f->count; i++) f->dominator[i] = UNKNOWN;
  for (int c = 0; c < outputs->channels; c++) f->dominator[burl__behind_gates(f->view, outputs->node[c])] = ROOT;
  for (int i = f->count - 1; i >= 0; i--)
    for (int a = 0; f->outline->needed[i] && a < node_at(f, i)->arity; a++) {
      const int from = burl__argument_of(f->view, i, a);
      f->dominator[from] = f->dominator[from] == UNKNOWN ? i : common(f, f->dominator[from], i);
    }
}

static int is_plain(const burl__node *node) { return node->op == BURL__CONSTANT || node->op == BURL__STEP || node->op == BURL__KNOB; }

/* How much a node dominates. */
static void measure(finder *f) {
  for (int i = 0; i < f->count; i++) {
    if (!f->outline->needed[i]) continue;
    f->size[i] += !is_plain(node_at(f, i));
    f->noises[i] += burl__is_noise(node_at(f, i)->op);
    if (f->dominator[i] < 0) continue;
    f->size[f->dominator[i]] += f->size[i];
    f->noises[f->dominator[i]] += f->noises[i];
  }
}

static void assign_owners(finder *f) {
  for (int i = f->count - 1; i >= 0; i--) {
    const int above = f->dominator[i] >= 0 ? f->outline->owner[f->dominator[i]] : -1;
    f->outline->owner[i] = f->is_part[i] ? i : above;
    if (f->is_part[i]) f->outer[i] = above;
  }
  for (int i = 0; i < f->count; i++) /* a slope is computed with its noise */
    if (f->outline->needed[i] && node_at(f, i)->op == BURL__PARTIAL)
      f->outline->owner[i] = f->outline->owner[burl__argument_of(f->view, i, 0)];
}

static int is_within(const finder *f, int node, int part) {
  int owner = f->outline->owner[node];
  while (owner >= 0 && owner != part) owner = f->outer[owner];
  return owner == part;
}

/* A node reads another: parts that don't have that one need it from outside. */
static void note_input(finder *f, int node, int from) {
  const burl__node *const read = node_at(f, from);
  for (int part = f->outline->owner[node]; part >= 0; part = f->outer[part]) {
    if (read->op == BURL__COORDINATE && read->value < 4) f->outline->reads_point[part] = 1;
    else if (read->op == BURL__COORDINATE) f->outline->reads_time[part] = 1;
    else if (!is_plain(read) && !is_within(f, from, part)) f->inputs[part]++;
  }
}

static void find_inputs(finder *f) {
  for (int i = 0; i < f->count; i++)
    for (int a = 0; f->outline->needed[i] && a < node_at(f, i)->arity; a++)
      note_input(f, i, burl__argument_of(f->view, i, a));
}

static int open_finder(finder *f, burl__arena *arena) {
  const size_t count = (size_t)f->count + 1;
  burl__outline *const o = f->outline;
  int **const ints[] = {&f->dominator, &f->size, &f->noises, &f->outer, &f->inputs, &o->owner};
  unsigned char **const bytes[] = {&f->is_part, &o->needed, &o->reads_point, &o->reads_time};
  for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
    if (!(*ints[i] = burl__arena_take(arena, count * sizeof **ints[i]))) return 0;
  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
    if (!(*bytes[i] = burl__arena_take(arena, count))) return 0;
  return 1;
}

int burl__outline_make(burl__outline *outline, const burl__view *view, const burl__outputs *outputs,
                       const char *const *names, burl__arena *arena) {
  finder f = {.view = view, .outline = outline, .count = (int)view->graph->count};
  if (!open_finder(&f, arena)) return 0;
  mark_needed(&f, outputs);
  find_dominators(&f, outputs);
  measure(&f);
  for (int i = 0; i < f.count; i++) {
    const int is_result = f.dominator[i] == ROOT && outputs->channels == 1;
    f.is_part[i] = outline->needed[i] && names[i] && !is_result && f.noises[i] > 0 && f.size[i] >= LEAST_NODES &&
                   node_at(&f, i)->type == BURL__FLOAT && !burl__is_noise(node_at(&f, i)->op) &&
                   node_at(&f, i)->op != BURL__PARTIAL;
  }
  for (int is_changed = 1; is_changed;) { /* without those that would need too much from outside */
    is_changed = 0;
    assign_owners(&f);
    for (int i = 0; i < f.count; i++) f.inputs[i] = outline->reads_point[i] = outline->reads_time[i] = 0;
    find_inputs(&f);
    for (int i = 0; i < f.count; i++)
      if (f.is_part[i] && f.inputs[i] > MOST_INPUTS) {
        f.is_part[i] = 0;
        is_changed = 1;
      }
  }
  outline->outer = f.outer;
  return 1;
}
