/* The scheduler of schedule.h: finds the nodes that are needed, their rates and fusions, then walks
 * the graph in its order and adds a step for each of them, with a register that is reused once its
 * last reader has run. */
#include "program/schedule.h"

#include <string.h>

#include "program/guards.h"
#include "program/node.h"

/* What the scheduler knows of a node. */
typedef struct {
  int needed;    /* whether a step reads it */
  int fused;     /* whether the step that reads it computes it */
  int by_sample; /* whether a step of planes, samples or constants reads it */
  burl__rate rate;
  /* The last node that reads it, if all that do are of its own rate; else the number of nodes. */
  int last_reader;
  int slope[5];           /* of a noise: the nodes of its slopes that are needed, or 0 */
  int last_sample_reader; /* the last node of the sample's rate that reads it */
  burl__register place;
  burl__register spread[BURL__RATES]; /* copies of a column's or line's value, for planes and samples; slot −1: none */
} node_state;

typedef struct {
  burl__view view;
  burl__schedule *schedule;
  burl__arena *arena;
  node_state *nodes;
  int count;
  int *free_slots[BURL__RATES][BURL__CONTENTS], free_count[BURL__RATES][BURL__CONTENTS];
  int has_rows; /* whether a step over blocks is a noise over rows */
  burl__sides *sides;
} scheduler;

static const burl__node *node_at(const scheduler *s, int node) { return &s->view.graph->nodes[node]; }

/* ---- What is needed ----------------------------------------------------------------------------- */

/* Marks a node as read by a step. */
static void mark_read(scheduler *s, int node) {
  node_state *const p = &s->nodes[node];
  if (!p->needed) p->last_reader = p->last_sample_reader = -1;
  p->needed = 1;
}

/* A slope has no step: the step of its noise computes it. */
static void mark_slope(scheduler *s, int i) {
  const int noise = burl__argument_of(&s->view, i, 0);
  mark_read(s, noise);
  s->nodes[noise].slope[(int)node_at(s, i)->value] = i;
  s->nodes[i].fused = 1;
}

/* Finds, from the result back, which nodes are needed and which of them are fused. */
static void mark_needed(scheduler *s, const burl__outputs *result) {
  burl__count_uses(&s->view, result);
  for (int c = 0; c < result->channels; c++) {
    node_state *const p = &s->nodes[burl__behind_gates(&s->view, result->node[c])];
    p->needed = p->by_sample = 1;
    p->last_reader = p->last_sample_reader = s->count;
  }
  for (int i = s->count - 1; i >= 0; i--) {
    if (!s->nodes[i].needed || s->nodes[i].fused) continue;
    s->nodes[i].rate = burl__rate_of(&s->view, i);
    if (node_at(s, i)->op == BURL__PARTIAL) {
      mark_slope(s, i);
      continue;
    }
    const burl__fusion f = burl__fuse(&s->view, i);
    for (int k = 0; k < f.part_count; k++) s->nodes[f.parts[k]].fused = 1;
    int read[BURL__ARGUMENTS];
    const int count = burl__nodes_read(&s->view, i, &f, read);
    for (int a = 0; a < count; a++) {
      mark_read(s, read[a]);
      s->nodes[read[a]].by_sample |= s->nodes[i].rate >= BURL__RATE_PLANE || s->nodes[i].rate == BURL__RATE_CONSTANT;
    }
  }
}

/* Finds the sides that are guarded. */
static int mark_sides(scheduler *s, const burl__outputs *result) {
  unsigned char *const has_step = burl__arena_take(s->arena, (size_t)s->count);
  s->sides = burl__arena_take(s->arena, sizeof *s->sides);
  if (!has_step || !s->sides) return 0;
  for (int i = 0; i < s->count; i++)
    has_step[i] = (unsigned char)(s->nodes[i].needed && (!s->nodes[i].fused || node_at(s, i)->op == BURL__PARTIAL));
  if (!burl__find_sides(s->sides, &s->view, has_step, result, s->arena)) return 0;
  s->schedule->guards = burl__arena_take(s->arena, BURL__MOST_GUARDS * sizeof *s->schedule->guards);
  return s->schedule->guards != NULL;
}

static int side_of(const scheduler *s, int node) { return s->sides ? s->sides->side_of[node] : BURL__NONE; }

/* The node after which what `reader` reads isn't read again on its account: itself, or the join of the outermost side
 * within which `reader` is and `side` isn't, as the steps of a side may run as late as that. */
static int reader_beyond(const scheduler *s, int reader, int side) {
  const int join = side == BURL__NONE ? BURL__NONE : s->sides->side[side].join;
  while (side_of(s, reader) != side && reader != join) reader = s->sides->side[side_of(s, reader)].join;
  return reader;
}

/* Finds who reads a node last. */
static void mark_last_readers(scheduler *s) {
  for (int i = 0; i < s->count; i++) {
    const node_state *const own = &s->nodes[i];
    if (!own->needed || own->fused) continue;
    const burl__fusion f = burl__fuse(&s->view, i);
    int read[BURL__ARGUMENTS];
    const int count = burl__nodes_read(&s->view, i, &f, read);
    for (int a = 0; a < count; a++) {
      node_state *const p = &s->nodes[read[a]];
      const int by = reader_beyond(s, i, side_of(s, read[a]));
      if (burl__rate_of(&s->view, read[a]) != own->rate) p->last_reader = s->count;
      else if (p->last_reader < by) p->last_reader = by;
      if (own->rate == BURL__RATE_SAMPLE && p->last_sample_reader < by) p->last_sample_reader = by;
    }
  }
}

/* ---- Registers ---------------------------------------------------------------------------------- */

static burl__register take_register(scheduler *s, burl__rate rate, burl__content content) {
  int *const count = &s->free_count[rate][content];
  const int slot = *count ? s->free_slots[rate][content][--*count] : s->schedule->slots[rate][content]++;
  return (burl__register){rate, content, slot};
}

static void release_register(scheduler *s, burl__register r) {
  s->free_slots[r.rate][r.content][s->free_count[r.rate][r.content]++] = r.slot;
}

/* The register of a node's result, unless it has one already. */
static burl__register take_place(scheduler *s, int i, burl__content content) {
  node_state *const p = &s->nodes[i];
  if (p->place.slot < 0) p->place = take_register(s, p->rate, content);
  return p->place;
}

/* The guarded sides of a join: how many, and the first. */
static int sides_of_join(const scheduler *s, int node, int *first) {
  int count = 0;
  for (int k = 0; s->sides && k < s->sides->count; k++)
    if (s->sides->side[k].join == node && count++ == 0) *first = k;
  return count;
}
static int is_join(const scheduler *s, int node) {
  int first = 0;
  return sides_of_join(s, node, &first) > 0;
}

/* ---- Steps -------------------------------------------------------------------------------------- */

static burl__step *add_step(scheduler *s, burl__rate rate, unsigned axes, int op, burl__register to) {
  burl__step *const step = &s->schedule->steps[rate][s->schedule->step_count[rate]++];
  memset(step, 0, sizeof *step);
  step->op = op;
  step->axes = axes | BURL__AXES_ANEW;
  step->to = to;
  step->sum.slot = BURL__NONE;
  for (int a = 0; a < 5; a++) step->slope[a].slot = BURL__NONE;
  step->scalar = 1.0f;
  return step;
}

/* The register in which a step of a rate reads the node: its own, or, of planes and samples, a copy of a column's or
 * line's value for every sample of a block. */
static burl__register register_read(scheduler *s, burl__rate rate, int node) {
  node_state *const p = &s->nodes[node];
  if (rate < BURL__RATE_PLANE || p->rate >= BURL__RATE_PLANE || p->rate == BURL__RATE_CONSTANT) return p->place;
  if (p->spread[rate].slot >= 0) return p->spread[rate];
  const int column = p->rate == BURL__RATE_COLUMN, wide = p->place.content == BURL__DOUBLES;
  p->spread[rate] = take_register(s, rate, p->place.content);
  burl__step *const step = add_step(s, rate, node_at(s, node)->axes,
                                    (column ? OP_spread_column_f : OP_spread_line_f) + wide, p->spread[rate]);
  step->arity = 1;
  step->from[0] = p->place;
  return p->spread[rate];
}

/* Whether registers of a rate are used again: all steps of the rate run together.  Of lines some may be skipped. */
static int is_reused(burl__rate rate) { return rate != BURL__RATE_CONSTANT && rate != BURL__RATE_LINE; }

/* Releases the registers of node k that the step for node i is the last to need. */
static void release_after(scheduler *s, int i, int k) {
  const node_state *const p = &s->nodes[k];
  const burl__register spread = p->spread[BURL__RATE_SAMPLE];
  if (s->nodes[i].rate == BURL__RATE_SAMPLE && p->last_sample_reader == i && spread.slot >= 0)
    release_register(s, spread);
  const int is_last = p->last_reader == i && p->rate == s->nodes[i].rate && is_reused(p->rate);
  if (is_last && p->place.slot >= 0 && node_at(s, k)->op != BURL__COORDINATE) /* maybe the caller's */
    release_register(s, p->place);
}

/* Releases the registers that the step for node i is the last to read. */
static void release_read(scheduler *s, int i, const burl__fusion *f) {
  int read[BURL__ARGUMENTS];
  const int count = burl__nodes_read(&s->view, i, f, read);
  for (int a = 0; a < count; a++) {
    int again = 0;
    for (int b = 0; b < a; b++) again |= read[b] == read[a];
    if (!again && !is_join(s, i)) release_after(s, i, read[a]);
  }
}

/* The operation that places the columns of a noise over rows; the next one places its lines. */
static int columns_operation(burl__noise_kind kind) {
  switch (kind) {
  case BURL__OF_BUMPS:
  case BURL__OF_POINTS:
  case BURL__OF_WAVES: return OP_place_column;
  case BURL__OF_GRADIENTS:
  case BURL__OF_VALUES:
  case BURL__OF_HASHES:
  case BURL__NO_NOISE: break;
  }
  return OP_split_column;
}

/* Adds the step that works out where the columns or lines lie along an axis of a noise over rows.  Lattice rows are
 * numbered along y, for which the coordinates along z and w matter where they vary within a slice. */
static burl__register add_places(scheduler *s, const burl__fusion *f, int axis) {
  const burl__node *const node = node_at(s, f->noise);
  int from[3] = {f->base[axis]}, count = 1;
  for (int a = 2; axis == 1 && a < ((const burl__noise *)node->setup)->dims; a++)
    if (node_at(s, f->base[a])->axes >> s->view.shape.line_axis & 1u) from[count++] = f->base[a];
  const burl__rate rate = s->nodes[from[count - 1]].rate == BURL__RATE_LINE ? BURL__RATE_LINE : s->nodes[from[0]].rate;
  const int op = columns_operation(burl__kind_of_noise(node->setup)) + (axis > 0);
  burl__step *const step = add_step(s, rate, 0, op, take_register(s, rate, BURL__PLACES));
  step->axis = axis;
  step->setup = node->setup;
  for (int a = 0; a < count; a++) {
    step->axes |= node_at(s, from[a])->axes;
    step->from[step->arity++] = s->nodes[from[a]].place;
  }
  return step->to;
}

/* The step of a noise, over rows or at points, and what is fused with it.  Where this is the sum's
 * last reader the result takes the sum's register. */
static void add_noise(scheduler *s, int i, const burl__fusion *f) {
  node_state *const p = &s->nodes[i];
  const burl__node *const node = node_at(s, f->noise);
  const int by_rows = burl__goes_by_rows(&s->view, f->noise);
  const burl__noise *const noise = node->setup;
  const int taps = noise->taps, dims = noise->dims;
  burl__register from[BURL__ARGUMENTS], sum = {p->rate, BURL__FLOATS, BURL__NONE};
  if (f->sum >= 0) sum = register_read(s, p->rate, f->sum);
  for (int a = 0; a < node->arity; a++)
    from[a] = by_rows && a < dims ? add_places(s, f, a) : register_read(s, p->rate, f->base[a]);
  if (by_rows && taps > s->schedule->most_taps) s->schedule->most_taps = taps;
  s->has_rows |= by_rows && p->rate >= BURL__RATE_PLANE;
  release_read(s, i, f);
  take_place(s, i, BURL__FLOATS);
  burl__step *const step = add_step(s, p->rate, node_at(s, i)->axes, node->op + by_rows, p->place);
  step->arity = node->arity;
  memcpy(step->from, from, sizeof *from * (size_t)node->arity);
  step->setup = node->setup;
  step->sum = sum;
  step->scalar = f->scalar;
  step->offset = f->offset;
  step->ending = f->ending;
  step->twice = f->twice;
  step->affine = f->affine;
  memcpy(step->factor, f->factor, sizeof step->factor);
  memcpy(step->shift, f->shift, sizeof step->shift);
  const int *const slopes = s->nodes[f->noise].slope;
  for (int a = 0; a < 5; a++)
    if (slopes[a]) {
      step->slope[a] = s->nodes[slopes[a]].place = take_register(s, p->rate, BURL__FLOATS);
      s->schedule->block_columns = BURL__BLOCK_COLUMNS / 4; /* as it writes many registers */
    }
  if (p->last_reader < 0 && is_reused(p->rate)) release_register(s, p->place); /* only its slopes are read */
}

/* The step of a scaled sum of floats, or of a sum of doubles and floats, where the doubles may vary
 * with the column or line alone. */
static void add_sum(scheduler *s, int i, const burl__fusion *f) {
  const burl__rate rate = s->nodes[f->sum].rate, own = s->nodes[i].rate;
  const int wide = node_at(s, i)->type == BURL__DOUBLE;
  const int by_column = wide && rate == BURL__RATE_COLUMN, by_line = wide && rate == BURL__RATE_LINE;
  const burl__register sum = by_column || by_line ? s->nodes[f->sum].place : register_read(s, own, f->sum);
  const burl__register value = register_read(s, own, f->value);
  take_place(s, i, wide ? BURL__DOUBLES : BURL__FLOATS);
  const int op = by_column ? OP_add_widened_column
                 : by_line ? OP_add_widened_line
                 : wide    ? OP_add_widened
                           : OP_scaled_add;
  burl__step *const step = add_step(s, own, node_at(s, i)->axes, op, s->nodes[i].place);
  step->arity = 2;
  step->from[0] = sum;
  step->from[1] = value;
  step->scalar = f->scalar;
  release_read(s, i, f);
}

static void add_operation(scheduler *s, int i, const burl__fusion *f) {
  const burl__node *const node = node_at(s, i);
  node_state *const p = &s->nodes[i];
  burl__register from[BURL__ARGUMENTS];
  const int count = burl__read_count(node);
  for (int a = 0; a < count; a++) from[a] = register_read(s, p->rate, burl__argument_of(&s->view, i, a));
  take_place(s, i, node->type == BURL__FLOAT ? BURL__FLOATS : BURL__DOUBLES);
  burl__step *const step = add_step(s, p->rate, node->axes, node->op, p->place);
  step->arity = count;
  step->field = node->op == BURL__READ ? node->argument[2] : i;
  step->setup = node->setup;
  if (burl__is_bend(node->op)) step->bend = burl__axes_of_bend(node);
  memcpy(step->from, from, sizeof *from * (size_t)count);
  release_read(s, i, f);
}

static void add_node(scheduler *s, int i) {
  const burl__node *const node = node_at(s, i);
  node_state *const p = &s->nodes[i];
  if (p->fused) return;
  if (node->op == BURL__CONSTANT || node->op == BURL__STEP || node->op == BURL__COORDINATE) {
    const burl__rate rate = p->rate == BURL__RATE_CONSTANT && !p->by_sample ? BURL__RATE_EDGE : p->rate;
    p->place = take_register(s, rate, node->type == BURL__FLOAT ? BURL__FLOATS : BURL__DOUBLES);
    if (node->op == BURL__COORDINATE) s->schedule->coordinate[(int)node->value] = p->place;
    else if (node->op == BURL__STEP) s->schedule->step[(int)node->value] = p->place;
    else s->schedule->constants[s->schedule->constant_count++] = (burl__fill){p->place, node->value};
    return;
  }
  const burl__fusion f = burl__fuse(&s->view, i);
  if (f.noise >= 0) add_noise(s, i, &f);
  else if (f.part_count) add_sum(s, i, &f);
  else add_operation(s, i, &f);
}

/* ---- Guarded sides -------------------------------------------------------------------------------- */

/* Whether a node is in the side, or within one that is. */
static int is_within(const scheduler *s, int node, int side) {
  int at = side_of(s, node);
  while (at != BURL__NONE && at != side) at = side_of(s, s->sides->side[at].join);
  return at == side;
}

/* Spreads what the steps of a side read of columns and lines, before the side, as others may read it, too. */
static void spread_before(scheduler *s, int side) {
  for (int i = 0; i <= s->sides->side[side].root; i++) {
    if (!s->nodes[i].needed || s->nodes[i].fused || !is_within(s, i, side)) continue;
    const burl__fusion f = burl__fuse(&s->view, i);
    int read[BURL__ARGUMENTS];
    const int count = burl__nodes_read(&s->view, i, &f, read);
    const int by_rows = f.noise >= 0 && burl__goes_by_rows(&s->view, f.noise);
    const int widens = f.noise < 0 && f.part_count && node_at(s, i)->type == BURL__DOUBLE;
    const int is_copied = is_join(s, i); /* what a join copies is of samples */
    for (int a = 0; a < count; a++)      /* but what the step reads where it is */
      if (!(by_rows && read[a] != f.sum) && !(widens && read[a] == f.sum && !is_copied))
        register_read(s, BURL__RATE_SAMPLE, read[a]);
  }
}

static void add_level(scheduler *s, int side, int end);

/* Adds the steps of a guarded side, behind its guard. */
static void add_side(scheduler *s, int k) {
  const burl__side *const side = &s->sides->side[k];
  const burl__register looked_at = register_read(s, BURL__RATE_SAMPLE, side->looked_at);
  if (side_of(s, side->join) == BURL__NONE) spread_before(s, k);
  burl__guard *const guard = &s->schedule->guards[s->schedule->guard_count++];
  *guard = (burl__guard){.kind = side->kind,
                         .looked_at = looked_at,
                         .test = side->test,
                         .value = side->value,
                         .filled = side->filled,
                         .first = s->schedule->step_count[BURL__RATE_SAMPLE]};
  add_level(s, k, side->root + 1);
  guard->end = s->schedule->step_count[BURL__RATE_SAMPLE];
}

/* Adds a join behind its sides.  The last side has the register of its result before the others are added: they may
 * be run after all when the last one has been. */
static void add_join(scheduler *s, int i, int first, int count) {
  int number[2] = {0};
  const int last = s->sides->side[first + count - 1].root;
  if (count > 1) take_place(s, last, node_at(s, last)->type == BURL__FLOAT ? BURL__FLOATS : BURL__DOUBLES);
  for (int k = 0; k < count; k++)
    if (s->sides->side[first + k].survivor >= 0)
      register_read(s, BURL__RATE_SAMPLE, s->sides->side[first + k].survivor);
  for (int k = 0; k < count; k++) {
    number[k] = s->schedule->guard_count + 1;
    add_side(s, first + k);
  }
  add_node(s, i);
  burl__step *const step = &s->schedule->steps[BURL__RATE_SAMPLE][s->schedule->step_count[BURL__RATE_SAMPLE] - 1];
  for (int k = 0; k < count; k++) {
    const int survivor = s->sides->side[first + k].survivor;
    step->guard[k] = number[k];
    s->schedule->guards[number[k] - 1].survivor =
        survivor == BURL__NONE ? (burl__register){.slot = BURL__NONE} : register_read(s, BURL__RATE_SAMPLE, survivor);
  }
  for (int k = 0; k < s->count; k++)
    if (s->nodes[k].needed) release_after(s, i, k);
}

/* Adds the nodes below `end` that are in a side and none within it; BURL__NONE: those in no side. */
static void add_level(scheduler *s, int side, int end) {
  for (int i = 0, first = 0; i < end; i++) {
    if (!s->nodes[i].needed || side_of(s, i) != side) continue;
    const int count = sides_of_join(s, i, &first);
    if (count) add_join(s, i, first, count);
    else add_node(s, i);
  }
}

static void add_outputs(scheduler *s, const burl__outputs *result) {
  for (int c = 0; c < result->channels; c++) {
    const int node = burl__behind_gates(&s->view, result->node[c]);
    burl__register from = register_read(s, BURL__RATE_SAMPLE, node);
    if (from.content == BURL__DOUBLES) {
      burl__step *const step = add_step(s, BURL__RATE_SAMPLE, node_at(s, node)->axes, OP_narrow,
                                        take_register(s, BURL__RATE_SAMPLE, BURL__FLOATS));
      step->arity = 1;
      step->from[0] = from;
      from = step->to;
    }
    s->schedule->output[c] = from;
  }
}

static int is_same(burl__register a, burl__register b) {
  return a.rate == b.rate && a.content == b.content && a.slot == b.slot;
}

/* Whether the four channels are the step's value and slopes, in any order, and which channel is
 * which. */
static int are_pixels(scheduler *s, const burl__outputs *result, const burl__step *last) {
  int seen = 0;
  for (int c = 0; c < 4; c++) {
    const burl__register output = s->schedule->output[c];
    for (int i = 0; i < 4; i++)
      if (is_same(output, i < 3 ? last->slope[i] : last->to)) {
        s->schedule->pixel[c] = i;
        seen |= 1 << i;
      }
    if (node_at(s, burl__behind_gates(&s->view, result->node[c]))->range.may_be_nan) return 0;
  }
  return seen == 15 && last->slope[3].slot < 0 && last->slope[BURL__BY_JITTER].slot < 0;
}

/* Whether an operation reads a coordinate.  Bounds hold where these are finite; points may be elsewhere, and the result
 * no number there. */
static int reads_coordinates(const burl__schedule *schedule) {
  for (int i = 0; i < schedule->step_count[BURL__RATE_SAMPLE]; i++) {
    const burl__step *const step = &schedule->steps[BURL__RATE_SAMPLE][i];
    for (int a = 0; a < step->arity && !burl__is_of_noise(step); a++)
      for (int axis = 0; axis < 5; axis++)
        if (is_same(step->from[a], schedule->coordinate[axis])) return 1;
  }
  return 0;
}

/* Finds whether the last sample step can write straight to the caller's array. */
static void classify_last_step(scheduler *s, const burl__outputs *result) {
  const int count = s->schedule->step_count[BURL__RATE_SAMPLE];
  if (count == 0) return;
  const burl__step *const last = &s->schedule->steps[BURL__RATE_SAMPLE][count - 1];
  if (result->channels == 4 && are_pixels(s, result, last)) {
    s->schedule->last_is_pixels = 1;
    s->schedule->block_columns = BURL__BLOCK_COLUMNS; /* as it writes no registers */
  }
  if (result->channels != 1) return;
  const burl__register output = s->schedule->output[0];
  s->schedule->last_is_output = is_same(last->to, output) &&
                                !node_at(s, burl__behind_gates(&s->view, result->node[0]))->range.may_be_nan &&
                                !(s->view.shape.points && reads_coordinates(s->schedule));
  s->schedule->last_is_noise = s->schedule->last_is_output && burl__is_of_noise(last);
}

/* The nodes' states at the beginning. */
static int open_nodes(scheduler *s) {
  s->nodes = burl__arena_take(s->arena, (size_t)s->count * sizeof(node_state));
  s->view.uses = burl__arena_take(s->arena, (size_t)s->count * sizeof(int));
  if (!s->nodes || !s->view.uses) return 0;
  for (int i = 0; i < s->count; i++) {
    s->nodes[i].place.slot = -1;
    for (int rate = 0; rate < BURL__RATES; rate++) s->nodes[i].spread[rate].slot = -1;
  }
  return 1;
}

/* Memory for the steps: at each rate a node has at most its own step or its spread, and a noise those that work out
 * places along its axes. */
static int open_steps(scheduler *s, int channels) {
  size_t most = (size_t)channels; /* steps that convert them to float */
  for (int i = 0; i < s->count; i++)
    if (s->nodes[i].needed) most += burl__is_noise(node_at(s, i)->op) ? 4 : 1;
  for (int rate = 0; rate < BURL__RATES; rate++) {
    if (!(s->schedule->steps[rate] = burl__arena_take(s->arena, 2 * most * sizeof(burl__step)))) return 0;
    for (int content = 0; content < BURL__CONTENTS; content++)
      if (!(s->free_slots[rate][content] = burl__arena_take(s->arena, 2 * most * sizeof(int)))) return 0;
  }
  return (s->schedule->constants = burl__arena_take(s->arena, most * sizeof(burl__fill))) != NULL;
}

/* Whether the registers of planes, which are kept while slices go by, take more than a cache has. */
static int are_planes_too_many(const burl__schedule *schedule) {
  enum { MOST_PLANES = 16 };
  const int *const slots = schedule->slots[BURL__RATE_PLANE];
  return slots[BURL__FLOATS] + 2 * slots[BURL__DOUBLES] > MOST_PLANES;
}

/* How many samples a block has at most.  The registers of few doubles fit a cache anyway.  Else arithmetic is fastest
 * with few samples, whose registers are in the nearest cache; noises over rows need more, for which they work out
 * columns once. */
static int samples_of_block(const scheduler *s) {
  enum { NEAREST_CACHE = 1 << 16, FEWEST = 512, FEWEST_OVER_ROWS = 1024 };
  const int *const slots = s->schedule->slots[BURL__RATE_SAMPLE];
  if (slots[BURL__DOUBLES] <= 1) return BURL__BLOCK;
  if (!s->has_rows) return FEWEST;
  const int bytes = slots[BURL__FLOATS] * (int)sizeof(float) + slots[BURL__DOUBLES] * (int)sizeof(double);
  return bytes * FEWEST_OVER_ROWS < NEAREST_CACHE ? NEAREST_CACHE / bytes : FEWEST_OVER_ROWS;
}

int burl__schedule_make(burl__schedule *schedule, const burl__graph *graph, const burl__outputs *result,
                        const burl__shape *shape, burl__arena *arena) {
  scheduler s = {
      .view = {.graph = graph, .shape = *shape}, .schedule = schedule, .arena = arena, .count = (int)graph->count};
  memset(schedule, 0, sizeof *schedule);
  schedule->block_columns = BURL__BLOCK_COLUMNS;
  schedule->most_taps = 1;
  for (int i = 0; i < 5; i++) schedule->coordinate[i].slot = -1;
  for (int i = 0; i < BURL__STEPS; i++) schedule->step[i].slot = -1;
  if (!open_nodes(&s)) return 0;
  mark_needed(&s, result);
  if (!shape->points && !shape->unguarded && !mark_sides(&s, result)) return 0;
  mark_last_readers(&s);
  if (!open_steps(&s, result->channels)) return 0;
  add_level(&s, BURL__NONE, s.count);
  if (are_planes_too_many(schedule)) {
    burl__shape without = *shape;
    without.has_slices = 0;
    return burl__schedule_make(schedule, graph, result, &without, arena);
  }
  add_outputs(&s, result);
  classify_last_step(&s, result);
  schedule->block_samples = samples_of_block(&s);
  for (int i = 0; i < schedule->step_count[BURL__RATE_SAMPLE]; i++)
    schedule->noise_count += burl__is_of_noise(&schedule->steps[BURL__RATE_SAMPLE][i]);
  return 1;
}
