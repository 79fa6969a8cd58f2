/* The scheduler of schedule.h: finds the nodes that are needed, their rates and fusions, then walks
 * the graph in its order and adds a step for each of them, with a register that is reused once its
 * last reader has run. */
#include "program/schedule.h"

#include <string.h>

#include "program/fuse.h"

/* Rounded up to a multiple of 64, and 64 more, as kernels may access a vector beyond the end. */
static size_t padded(size_t bytes) { return (bytes + 63) / 64 * 64 + 64; }

size_t burl__register_size(burl__rate rate, burl__content content, int block) {
  const size_t length = rate == BURL__RATE_COLUMN ? BURL__TILE_COLUMNS
                        : rate == BURL__RATE_LINE ? BURL__TILE_LINES
                                                  : (size_t)block;
  if (content == BURL__FLOATS) return padded(length * sizeof(float));
  if (content == BURL__DOUBLES) return padded(length * sizeof(double));
  return padded(rate == BURL__RATE_COLUMN ? sizeof(burl__column_axis) : sizeof(burl__line_axes));
}

/* What the scheduler knows of a node. */
typedef struct {
  int needed;    /* whether a step reads it */
  int fused;     /* whether the step that reads it computes it */
  int by_sample; /* whether a step of the sample's or the constants' rate reads it */
  burl__rate rate;
  /* The last node that reads it, if all that do are of its own rate; else the number of nodes. */
  int last_reader;
  int slope[5];           /* of a noise: the nodes of its slopes that are needed, or 0 */
  int last_sample_reader; /* the last node of the sample's rate that reads it */
  burl__register place;
  burl__register spread; /* a copy, of a column's or line's value, for samples; slot −1: none */
} node_state;

typedef struct {
  burl__view view;
  burl__schedule *schedule;
  burl__arena *arena;
  node_state *nodes;
  int count;
  int *free_slots[BURL__RATES][BURL__CONTENTS], free_count[BURL__RATES][BURL__CONTENTS];
} scheduler;

static const burl__node *node_at(const scheduler *s, int node) {
  return &s->view.graph->nodes[node];
}

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

/* Finds, from the result back, which nodes are needed, which of them are fused, and who reads them
 * last. */
static void mark_needed(scheduler *s, const burl__value *result) {
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
      node_state *const p = &s->nodes[read[a]];
      mark_read(s, read[a]);
      p->by_sample |=
          s->nodes[i].rate == BURL__RATE_SAMPLE || s->nodes[i].rate == BURL__RATE_CONSTANT;
      if (burl__rate_of(&s->view, read[a]) != s->nodes[i].rate) p->last_reader = s->count;
      else if (p->last_reader < i) p->last_reader = i;
      if (s->nodes[i].rate == BURL__RATE_SAMPLE && p->last_sample_reader < i)
        p->last_sample_reader = i;
    }
  }
}

/* ---- Registers ---------------------------------------------------------------------------------- */

static burl__register take_register(scheduler *s, burl__rate rate, burl__content content) {
  int *const count = &s->free_count[rate][content];
  const int slot =
      *count ? s->free_slots[rate][content][--*count] : s->schedule->slots[rate][content]++;
  return (burl__register){rate, content, slot};
}

static void release_register(scheduler *s, burl__register r) {
  s->free_slots[r.rate][r.content][s->free_count[r.rate][r.content]++] = r.slot;
}

/* ---- Steps -------------------------------------------------------------------------------------- */

static burl__step *add_step(scheduler *s, burl__rate rate, int op, burl__register to) {
  burl__step *const step = &s->schedule->steps[rate][s->schedule->step_count[rate]++];
  memset(step, 0, sizeof *step);
  step->op = op;
  step->to = to;
  step->sum.slot = BURL__NONE;
  for (int a = 0; a < 5; a++) step->slope[a].slot = BURL__NONE;
  step->scalar = 1.0f;
  return step;
}

/* The register in which a sample step reads the node: its own, or a copy of a column's or line's
 * value for every sample of a block. */
static burl__register register_at_samples(scheduler *s, int node) {
  node_state *const p = &s->nodes[node];
  if (p->rate == BURL__RATE_SAMPLE || p->rate == BURL__RATE_CONSTANT) return p->place;
  if (p->spread.slot >= 0) return p->spread;
  const int column = p->rate == BURL__RATE_COLUMN, wide = p->place.content == BURL__DOUBLES;
  p->spread = take_register(s, BURL__RATE_SAMPLE, p->place.content);
  burl__step *const step = add_step(
      s, BURL__RATE_SAMPLE, (column ? OP_spread_column_f : OP_spread_line_f) + wide, p->spread);
  step->arity = 1;
  step->from[0] = p->place;
  return p->spread;
}

/* Releases the registers that the step for node i is the last to read. */
static void release_read(scheduler *s, int i, const burl__fusion *f) {
  int read[BURL__ARGUMENTS];
  const int count = burl__nodes_read(&s->view, i, f, read);
  for (int a = 0; a < count; a++) {
    node_state *const p = &s->nodes[read[a]];
    int again = 0;
    for (int b = 0; b < a; b++) again |= read[b] == read[a];
    if (again) continue;
    if (s->nodes[i].rate == BURL__RATE_SAMPLE && p->last_sample_reader == i && p->spread.slot >= 0)
      release_register(s, p->spread);
    if (p->last_reader == i && p->rate == s->nodes[i].rate && p->rate != BURL__RATE_CONSTANT &&
        p->place.slot >= 0 && node_at(s, read[a])->op != BURL__COORDINATE) /* maybe the caller's */
      release_register(s, p->place);
  }
}

/* Adds the steps that prepare the coordinates of a noise over rows, and returns the number of their
 * records: of the columns, and, unless the noise is one-dimensional, of the lines. */
static int add_records(scheduler *s, const burl__fusion *f, burl__register record[2]) {
  const burl__node *const node = node_at(s, f->noise);
  const int split = burl__operations[node->op].split;
  burl__rate rate = BURL__RATE_CONSTANT;
  record[0] = take_register(s, BURL__RATE_COLUMN, BURL__RECORD);
  burl__step *step = add_step(s, BURL__RATE_COLUMN, split, record[0]);
  step->arity = 1;
  step->from[0] = s->nodes[f->base[0]].place;
  step->setup = node->setup;
  for (int a = 1; a < node->arity; a++)
    if (s->nodes[f->base[a]].rate == BURL__RATE_LINE) rate = BURL__RATE_LINE;
  if (node->arity == 1) return 1;
  record[1] = take_register(s, rate, BURL__RECORD);
  step = add_step(s, rate, split + 1, record[1]);
  step->arity = node->arity - 1;
  for (int a = 1; a < node->arity; a++) step->from[a - 1] = s->nodes[f->base[a]].place;
  step->setup = node->setup;
  return 2;
}

/* The register in which the step for node i reads `node`. */
static burl__register register_read(scheduler *s, int i, int node) {
  return s->nodes[i].rate == BURL__RATE_SAMPLE ? register_at_samples(s, node)
                                               : s->nodes[node].place;
}

/* The step of a noise, over rows or at points, and what is fused with it.  Where this is the sum's
 * last reader the result takes the sum's register. */
static void add_noise(scheduler *s, int i, const burl__fusion *f) {
  node_state *const p = &s->nodes[i];
  const burl__node *const node = node_at(s, f->noise);
  const int by_rows = burl__goes_by_rows(&s->view, f->noise);
  burl__register from[BURL__ARGUMENTS], sum = {BURL__RATE_SAMPLE, BURL__FLOATS, BURL__NONE};
  if (f->sum >= 0) sum = register_at_samples(s, f->sum);
  const int count = by_rows ? add_records(s, f, from) : node->arity;
  for (int a = 0; !by_rows && a < count; a++) from[a] = register_read(s, i, f->base[a]);
  release_read(s, i, f);
  p->place = take_register(s, p->rate, BURL__FLOATS);
  burl__step *const step = add_step(s, p->rate, node->op + by_rows, p->place);
  step->arity = count;
  memcpy(step->from, from, sizeof *from * (size_t)count);
  step->setup = node->setup;
  step->sum = sum;
  step->scalar = f->scalar;
  step->offset = f->offset;
  step->ending = f->ending;
  step->halves = f->halves;
  step->affine = f->affine;
  memcpy(step->factor, f->factor, sizeof step->factor);
  memcpy(step->shift, f->shift, sizeof step->shift);
  const int *const slopes = s->nodes[f->noise].slope;
  for (int a = 0; a < 5; a++)
    if (slopes[a]) {
      step->slope[a] = s->nodes[slopes[a]].place = take_register(s, p->rate, BURL__FLOATS);
      s->schedule->block_columns = BURL__BLOCK_COLUMNS / 4; /* as it writes many registers */
    }
  if (p->last_reader < 0) release_register(s, p->place); /* only its slopes are read */
}

/* The step of a scaled sum of floats, or of a sum of doubles and floats, where the doubles may vary
 * with the column or line alone. */
static void add_sum(scheduler *s, int i, const burl__fusion *f) {
  const burl__rate rate = s->nodes[f->sum].rate;
  const int wide = node_at(s, i)->type == BURL__DOUBLE;
  const int by_column = wide && rate == BURL__RATE_COLUMN, by_line = wide && rate == BURL__RATE_LINE;
  const burl__register sum =
      by_column || by_line ? s->nodes[f->sum].place : register_at_samples(s, f->sum);
  const burl__register value = register_at_samples(s, f->value);
  s->nodes[i].place = take_register(s, BURL__RATE_SAMPLE, wide ? BURL__DOUBLES : BURL__FLOATS);
  const int op = by_column ? OP_add_widened_column
                 : by_line ? OP_add_widened_line
                 : wide    ? OP_add_widened
                           : OP_scaled_add;
  burl__step *const step = add_step(s, BURL__RATE_SAMPLE, op, s->nodes[i].place);
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
  for (int a = 0; a < node->arity; a++)
    from[a] = register_read(s, i, burl__argument_of(&s->view, i, a));
  p->place = take_register(s, p->rate, node->type == BURL__FLOAT ? BURL__FLOATS : BURL__DOUBLES);
  burl__step *const step = add_step(s, p->rate, node->op, p->place);
  step->arity = node->arity;
  step->setup = node->setup;
  memcpy(step->from, from, sizeof *from * (size_t)node->arity);
  release_read(s, i, f);
}

static void add_node(scheduler *s, int i) {
  const burl__node *const node = node_at(s, i);
  node_state *const p = &s->nodes[i];
  if (p->fused) return;
  if (node->op == BURL__CONSTANT || node->op == BURL__COORDINATE) {
    p->place = take_register(s, p->rate, node->type == BURL__FLOAT ? BURL__FLOATS : BURL__DOUBLES);
    const int count = p->by_sample ? BURL__BLOCK : BURL__TILE_COLUMNS;
    if (node->op == BURL__CONSTANT)
      s->schedule->constants[s->schedule->constant_count++] = (burl__fill){p->place, node->value, count};
    else s->schedule->coordinate[(int)node->value] = p->place;
    return;
  }
  const burl__fusion f = burl__fuse(&s->view, i);
  if (f.noise >= 0) add_noise(s, i, &f);
  else if (f.part_count) add_sum(s, i, &f);
  else add_operation(s, i, &f);
}

static void add_outputs(scheduler *s, const burl__value *result) {
  for (int c = 0; c < result->channels; c++) {
    burl__register from = register_at_samples(s, burl__behind_gates(&s->view, result->node[c]));
    if (from.content == BURL__DOUBLES) {
      burl__step *const step = add_step(s, BURL__RATE_SAMPLE, OP_narrow,
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
static int are_pixels(scheduler *s, const burl__value *result, const burl__step *last) {
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

/* Finds whether the last sample step can write straight to the caller's array. */
static void classify_last_step(scheduler *s, const burl__value *result) {
  const int count = s->schedule->step_count[BURL__RATE_SAMPLE];
  if (count == 0) return;
  const burl__step *const last = &s->schedule->steps[BURL__RATE_SAMPLE][count - 1];
  if (result->channels == 4 && are_pixels(s, result, last)) {
    s->schedule->last_is_pixels = 1;
    s->schedule->block_columns = BURL__BLOCK_COLUMNS; /* as it writes no registers */
  }
  if (result->channels != 1) return;
  const burl__register output = s->schedule->output[0];
  s->schedule->last_is_output =
      is_same(last->to, output) &&
      !node_at(s, burl__behind_gates(&s->view, result->node[0]))->range.may_be_nan;
  s->schedule->last_is_noise = s->schedule->last_is_output && last->op < BURL__OP_COUNT && last->setup;
}

/* The nodes' states at the beginning. */
static int open_nodes(scheduler *s) {
  s->nodes = burl__arena_take(s->arena, (size_t)s->count * sizeof(node_state));
  s->view.uses = burl__arena_take(s->arena, (size_t)s->count * sizeof(int));
  if (!s->nodes || !s->view.uses) return 0;
  for (int i = 0; i < s->count; i++) s->nodes[i].place.slot = s->nodes[i].spread.slot = -1;
  return 1;
}

/* Memory for the steps: at each rate a node has at most its own step or its spread, and one that
 * prepares its coordinates. */
static int open_steps(scheduler *s) {
  size_t most = 4; /* steps that convert the channels to float */
  for (int i = 0; i < s->count; i++) most += (size_t)s->nodes[i].needed;
  for (int rate = 0; rate < BURL__RATES; rate++) {
    if (!(s->schedule->steps[rate] = burl__arena_take(s->arena, 2 * most * sizeof(burl__step))))
      return 0;
    for (int content = 0; content < BURL__CONTENTS; content++)
      if (!(s->free_slots[rate][content] = burl__arena_take(s->arena, 2 * most * sizeof(int))))
        return 0;
  }
  return (s->schedule->constants = burl__arena_take(s->arena, most * sizeof(burl__fill))) != NULL;
}

int burl__schedule_make(burl__schedule *schedule, const burl__graph *graph,
                        const burl__value *result, int points, double footprint,
                        burl__arena *arena) {
  scheduler s = {.view = {.graph = graph, .points = points, .footprint = footprint},
                 .schedule = schedule,
                 .arena = arena,
                 .count = (int)graph->count};
  memset(schedule, 0, sizeof *schedule);
  schedule->block_columns = BURL__BLOCK_COLUMNS;
  for (int i = 0; i < 5; i++) schedule->coordinate[i].slot = -1;
  if (!open_nodes(&s)) return 0;
  mark_needed(&s, result);
  if (!open_steps(&s)) return 0;
  for (int i = 0; i < s.count; i++)
    if (s.nodes[i].needed) add_node(&s, i);
  add_outputs(&s, result);
  classify_last_step(&s, result);
  schedule->block_lines =
      schedule->slots[BURL__RATE_SAMPLE][BURL__DOUBLES] > 1 ? BURL__BLOCK_LINES / 8 : BURL__BLOCK_LINES;
  return 1;
}
