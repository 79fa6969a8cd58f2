/* The outlines of outline.h, by dominators: a node is dominated by the last one that is on every way from it to the
 * result (T. Lengauer and R. E. Tarjan, "A fast algorithm for finding dominators in a flowgraph", 1979; in a graph
 * without circles one pass is enough). */
#include "code/walk/outline.h"

#include <string.h>

/* MOST_OUTER: parts within parts; MOST_OPERATIONS: one after the other from a coordinate on. */
enum { LEAST_NODES = 4, MOST_INPUTS = 4, MOST_OUTER = 24, MOST_OPERATIONS = 4, ROOT = -1, UNKNOWN = -2 };

typedef struct {
  const burl__view *view;
  const burl__named_node *named;
  burl__outline *outline;
  int count;
  int *dominator, *order, *below; /* order: in the tree of dominators, in front of the `below` that a node dominates */
  int *size, *noises, *stack;
  int *given,
      turn; /* given: by node, the last turn in which a part was found to be given it, or something made of it */
  int *inputs, *input; /* how many nodes from outside a part's function needs, up to one too many; and these */
  unsigned char *is_part;
} finder;

static const burl__node *node_at(const finder *f, int node) { return &f->view->graph->nodes[node]; }

int burl__axis_of_point(const burl__named_node *part, int node) {
  for (int a = 0; a < part->dims; a++)
    if (part->coordinate[a] == node) return a;
  return -1;
}

int burl__argument_of_part(const burl__named_node *part, int node) {
  for (int a = 0; a < part->argument_count; a++)
    if (part->argument[a] == node) return a;
  return -1;
}

static int is_plain(const burl__node *node) {
  return node->op == BURL__CONSTANT || node->op == BURL__STEP || node->op == BURL__KNOB;
}

static int is_near_point(const burl__view *view, const burl__named_node *part, int node, int depth) {
  const burl__node *const n = &view->graph->nodes[node];
  if (is_plain(n) || burl__axis_of_point(part, node) >= 0) return 1;
  if (depth == 0 || n->type != BURL__DOUBLE || n->arity == 0 || burl__is_sampled(n->op) || n->op == BURL__PARTIAL)
    return 0;
  for (int a = 0; a < n->arity; a++)
    if (!is_near_point(view, part, burl__argument_of(view, node, a), depth - 1)) return 0;
  return 1;
}

int burl__is_of_point(const burl__view *view, const burl__named_node *part, int node) {
  return is_near_point(view, part, node, MOST_OPERATIONS);
}

/* ---- Dominators ---------------------------------------------------------------------------------- */

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

/* Orders the tree: all that a node dominates, with itself in front, stand in a row. */
static void order_dominated(finder *f) {
  int *const next = f->stack, roots = 0; /* next: where the next one below a node begins */
  for (int i = 0; i < f->count; i++) f->below[i] = f->dominator[i] != UNKNOWN;
  for (int i = 0; i < f->count; i++)
    if (f->dominator[i] >= 0) f->below[f->dominator[i]] += f->below[i];
  for (int i = f->count - 1; i >= 0; i--) {
    int *const at = f->dominator[i] >= 0 ? &next[f->dominator[i]] : &roots;
    f->order[i] = f->dominator[i] == UNKNOWN ? -1 : *at;
    *at += f->below[i];
    next[i] = f->order[i] + 1;
  }
}

static int is_dominated(const finder *f, int node, int by) {
  return f->order[node] >= f->order[by] && f->order[node] < f->order[by] + f->below[by];
}

/* ---- Parts --------------------------------------------------------------------------------------- */

/* What the part doesn't dominate is outside anyway, and so is what that is made of. */
static int mark(finder *f, int part, int node, int count) {
  if (f->given[node] == f->turn || !is_dominated(f, node, part)) return count;
  f->given[node] = f->turn;
  f->stack[count] = node;
  return count + 1;
}

/* Marks a node that a part is given, and all that this is made of: they stay outside. */
static void mark_given(finder *f, int part, int given) {
  int count = mark(f, part, given, 0);
  while (count > 0) {
    const int node = f->stack[--count];
    for (int a = 0; a < node_at(f, node)->arity; a++) count = mark(f, part, burl__argument_of(f->view, node, a), count);
  }
}

/* Gives a part the nodes that it alone is made of, down to the coordinates of its point and its arguments; how many,
 * and how many noises. */
static void take_nodes(finder *f, int part) {
  int *const owner = f->outline->owner, outer = owner[part];
  const burl__named_node *const named = &f->named[part];
  int count = 0;
  f->turn++;
  for (int a = 0; a < named->dims; a++) mark_given(f, part, named->coordinate[a]);
  for (int a = 0; a < named->argument_count; a++) mark_given(f, part, named->argument[a]);
  f->size[part] = f->noises[part] = 0;
  f->stack[count++] = part;
  owner[part] = part;
  while (count > 0) {
    const int node = f->stack[--count];
    f->size[part] += !is_plain(node_at(f, node));
    f->noises[part] += burl__is_sampled(node_at(f, node)->op);
    for (int a = 0; a < node_at(f, node)->arity; a++) {
      const int from = burl__argument_of(f->view, node, a);
      if (owner[from] != outer || f->given[from] == f->turn || !is_dominated(f, from, part)) continue;
      owner[from] = part;
      f->stack[count++] = from;
    }
  }
}

/* From the outermost parts on. */
static void assign_owners(finder *f) {
  int *const owner = f->outline->owner;
  for (int i = 0; i < f->count; i++) owner[i] = -1;
  for (int i = f->count - 1; i >= 0; i--) {
    f->outline->outer[i] = owner[i];
    if (f->is_part[i]) take_nodes(f, i);
  }
  for (int i = 0; i < f->count; i++) /* a slope is computed with its noise */
    if (f->outline->needed[i] && node_at(f, i)->op == BURL__PARTIAL) owner[i] = owner[burl__argument_of(f->view, i, 0)];
}

static int is_within(const finder *f, int node, int part) {
  int owner = f->outline->owner[node];
  while (owner >= 0 && owner != part) owner = f->outline->outer[owner];
  return owner == part;
}

static void note_input(finder *f, int part, int from) {
  int *const of_part = &f->input[part * MOST_INPUTS], count = f->inputs[part];
  for (int i = 0; i < count && i < MOST_INPUTS; i++)
    if (of_part[i] == from) return;
  if (count < MOST_INPUTS) of_part[count] = from;
  if (count <= MOST_INPUTS) f->inputs[part]++;
}

/* Something in a part's function reads a node: functions that don't have it need it from outside. */
static void note_read(finder *f, int part, int from) {
  const burl__node *const read = node_at(f, from);
  if (is_plain(read)) return;
  for (; part >= 0; part = f->outline->outer[part]) {
    if (burl__axis_of_point(&f->named[part], from) >= 0) {
      f->outline->reads_point[part] = 1;
      return; /* its coordinates are read where it is called */
    }
    if (read->op == BURL__COORDINATE && read->value == 4) {
      f->outline->reads_time[part] = 1;
    } else if (!is_within(f, from, part)) {
      if (burl__argument_of_part(&f->named[part], from) < 0 && burl__is_of_point(f->view, &f->named[part], from)) {
        f->outline->reads_point[part] = 1;
        return;
      }
      note_input(f, part, from);
    }
  }
}

/* What nodes read; parts read the coordinates of their points in the functions around them. */
static void find_inputs(finder *f) {
  const burl__outline *const o = f->outline;
  for (int i = 0; i < f->count; i++) f->inputs[i] = o->reads_point[i] = o->reads_time[i] = 0;
  for (int i = 0; i < f->count; i++)
    for (int a = 0; o->needed[i] && a < node_at(f, i)->arity; a++)
      note_read(f, o->owner[i], burl__argument_of(f->view, i, a));
  for (int i = 0; i < f->count; i++)
    for (int a = 0; f->is_part[i] && o->reads_point[i] && a < f->named[i].dims; a++)
      note_read(f, o->outer[i], f->named[i].coordinate[a]);
}

/* Whether a node can be a part by itself. */
static int may_be_part(const finder *f, int node, int is_result) {
  const burl__node *const n = node_at(f, node);
  return f->outline->needed[node] && f->named[node].name && !is_result && n->axes && !burl__is_sampled(n->op) &&
         n->op != BURL__PARTIAL && n->arity > 0;
}

static int count_outer(const finder *f, int part) {
  int count = 0;
  for (part = f->outline->outer[part]; part >= 0; part = f->outline->outer[part]) count++;
  return count;
}

/* Leaves out parts that are little, or need too much from outside; whether there were any. */
static int drop_parts(finder *f) {
  int dropped = 0;
  for (int i = 0; i < f->count; i++)
    if (f->is_part[i] && (f->size[i] < LEAST_NODES || f->noises[i] == 0 || f->inputs[i] > MOST_INPUTS ||
                          count_outer(f, i) > MOST_OUTER)) {
      f->is_part[i] = 0;
      dropped = 1;
    }
  return dropped;
}

static int open_finder(finder *f, burl__arena *arena) {
  const size_t count = (size_t)f->count + 1;
  burl__outline *const o = f->outline;
  int **const ints[] = {&f->dominator, &f->order, &f->below, &f->size,  &f->noises,
                        &f->inputs,    &f->stack, &f->given, &o->owner, &o->outer};
  unsigned char **const bytes[] = {&f->is_part, &o->needed, &o->reads_point, &o->reads_time};
  for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
    if (!(*ints[i] = burl__arena_take(arena, count * sizeof **ints[i]))) return 0;
  if (!(f->input = burl__arena_take(arena, count * MOST_INPUTS * sizeof *f->input))) return 0;
  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
    if (!(*bytes[i] = burl__arena_take(arena, count))) return 0;
  return 1;
}

int burl__outline_make(burl__outline *outline, const burl__view *view, const burl__outputs *outputs,
                       const burl__named_node *named, burl__arena *arena) {
  finder f = {.view = view, .named = named, .outline = outline, .count = (int)view->graph->count};
  if (!open_finder(&f, arena)) return 0;
  mark_needed(&f, outputs);
  for (int i = 0; i < f.count; i++) outline->owner[i] = outline->outer[i] = -1;
  find_dominators(&f, outputs);
  order_dominated(&f);
  for (int i = 0; i < f.count; i++)
    f.is_part[i] = (unsigned char)may_be_part(&f, i, f.dominator[i] == ROOT && outputs->channels == 1);
  do {
    assign_owners(&f);
    find_inputs(&f);
  } while (drop_parts(&f));
  return 1;
}
