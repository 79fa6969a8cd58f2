/* The schedule of schedule.h: what is needed, at which rate, in which register. */
#include "program/schedule.h"

#include <string.h>

size_t burl__register_size(burl__rate rate, burl__content content) {
  static const size_t lengths[BURL__RATES] = {BURL__BLOCK, BURL__TILE_COLUMNS, BURL__LANES,
                                              BURL__BLOCK};
  if (content == BURL__FLOATS) return lengths[rate] * sizeof(float);
  if (content == BURL__DOUBLES) return lengths[rate] * sizeof(double);
  const size_t record = rate == BURL__RATE_COLUMN                       ? sizeof(burl__column_axis)
                        : sizeof(burl__line_axis) > sizeof(burl__carry) ? sizeof(burl__line_axis)
                                                                        : sizeof(burl__carry);
  return (record + 63) / 64 * 64;
}

/* A node's part in the schedule. */
typedef struct {
  int needed, uses;
  int taken; /* a noise over rows that the sum reading it computes */
  burl__rate rate;
  int last; /* the last node of its own rate that reads it; the node count: some other does */
  int last_sample; /* the last sample node that reads it, through a spread where it is slower */
  burl__register place;
  burl__register spread; /* its copy at the sample's rate */
} part;

typedef struct {
  const burl__graph *graph;
  burl__schedule *schedule;
  burl__arena *arena;
  part *parts;
  int count, points;
  double footprint;
  int *free_slots[BURL__RATES][BURL__CONTENTS], free_count[BURL__RATES][BURL__CONTENTS];
} scheduler;

/* ---- What is needed ----------------------------------------------------------------------------- */

/* The node that stands for `node` once the gates are decided. */
static int behind_gates(const scheduler *s, int node) {
  const burl__node *n = &s->graph->nodes[node];
  while (n->op == BURL__GATE) {
    node = n->argument[s->footprint < n->value];
    n = &s->graph->nodes[node];
  }
  return node;
}

static burl__rate rate_of(const scheduler *s, const burl__node *node) {
  const unsigned axes = node->axes & 15u;
  if (s->points) return node->axes ? BURL__RATE_SAMPLE : BURL__RATE_CONSTANT;
  return axes == 0   ? BURL__RATE_CONSTANT
         : axes == 1 ? BURL__RATE_COLUMN
         : axes & 1u ? BURL__RATE_SAMPLE
                     : BURL__RATE_LINE;
}

/* How often each value is read, counting what no one needs as well: at least as often as it will be. */
static void count_uses(scheduler *s) {
  for (int i = 0; i < s->count; i++) {
    const burl__node *const node = &s->graph->nodes[i];
    for (int a = 0; node->op != BURL__GATE && a < node->arity; a++)
      s->parts[behind_gates(s, node->argument[a])].uses++;
  }
}

/* Where node is a + b·constant per sample and nothing else reads the product: its index; −1. */
static int scaled_add(const scheduler *s, const burl__node *node) {
  if (node->op != OP_add_f || rate_of(s, node) != BURL__RATE_SAMPLE) return BURL__NONE;
  const int product = behind_gates(s, node->argument[1]);
  const burl__node *const p = &s->graph->nodes[product];
  const int by_constant = p->op == OP_multiply_f &&
                          s->graph->nodes[behind_gates(s, p->argument[1])].op == BURL__CONSTANT;
  return by_constant && s->parts[product].uses == 1 && rate_of(s, p) == BURL__RATE_SAMPLE
             ? product
             : BURL__NONE;
}

/* Whether a noise can take its coordinates split by columns and lines. */
static int goes_by_rows(const scheduler *s, const burl__node *node) {
  if (s->points || node->op >= BURL__OP_COUNT || burl__operations[node->op].arity >= 0 ||
      rate_of(s, node) != BURL__RATE_SAMPLE)
    return 0;
  for (int a = 0; a < node->arity; a++) {
    const burl__rate rate = rate_of(s, &s->graph->nodes[behind_gates(s, node->argument[a])]);
    if (a == 0 ? rate != BURL__RATE_COLUMN : rate != BURL__RATE_LINE && rate != BURL__RATE_CONSTANT)
      return 0;
  }
  return 1;
}

/* What a node reads once products are taken into sums. */
static int read_nodes(const scheduler *s, const burl__node *node, int *read) {
  const int product = scaled_add(s, node);
  for (int a = 0; a < node->arity; a++) read[a] = behind_gates(s, node->argument[a]);
  if (product >= 0) read[1] = behind_gates(s, s->graph->nodes[product].argument[0]);
  return node->arity;
}

static void mark(scheduler *s, const burl__value *result) {
  count_uses(s);
  for (int c = 0; c < result->channels; c++) {
    part *const p = &s->parts[behind_gates(s, result->node[c])];
    p->needed = 1;
    p->uses++;
    p->last = p->last_sample = s->count;
  }
  for (int i = s->count - 1; i >= 0; i--) {
    const burl__node *const node = &s->graph->nodes[i];
    if (!s->parts[i].needed) continue;
    s->parts[i].rate = rate_of(s, node);
    int read[BURL__ARGUMENTS];
    const int count = read_nodes(s, node, read);
    if (scaled_add(s, node) >= 0 && s->parts[read[1]].uses == 1 &&
        goes_by_rows(s, &s->graph->nodes[read[1]]))
      s->parts[read[1]].taken = 1;
    for (int a = 0; a < count; a++) {
      part *const p = &s->parts[read[a]];
      const burl__rate rate = rate_of(s, &s->graph->nodes[read[a]]);
      if (!p->needed) p->last = p->last_sample = -1;
      p->needed = 1;
      if (rate != s->parts[i].rate) p->last = s->count;
      else if (p->last < i) p->last = i;
      if (s->parts[i].rate == BURL__RATE_SAMPLE && p->last_sample < i) p->last_sample = i;
    }
  }
}

/* ---- Registers ---------------------------------------------------------------------------------- */

static burl__register take(scheduler *s, burl__rate rate, burl__content content) {
  int *const count = &s->free_count[rate][content];
  const int slot =
      *count ? s->free_slots[rate][content][--*count] : s->schedule->slots[rate][content]++;
  return (burl__register){rate, content, slot};
}

static void give_back(scheduler *s, burl__register r) {
  s->free_slots[r.rate][r.content][s->free_count[r.rate][r.content]++] = r.slot;
}

/* ---- Steps -------------------------------------------------------------------------------------- */

static burl__step *add_step(scheduler *s, burl__rate rate, int op, burl__register to) {
  burl__step *const step = &s->schedule->steps[rate][s->schedule->step_count[rate]++];
  memset(step, 0, sizeof *step);
  step->op = op;
  step->to = to;
  return step;
}

/* Where a sample step reads the node: as it is, or spread over a block. */
static burl__register at_sample(scheduler *s, int node) {
  part *const p = &s->parts[node];
  if (p->rate == BURL__RATE_SAMPLE || p->rate == BURL__RATE_CONSTANT) return p->place;
  if (p->spread.slot >= 0) return p->spread;
  const int column = p->rate == BURL__RATE_COLUMN, wide = p->place.content == BURL__DOUBLES;
  p->spread = take(s, BURL__RATE_SAMPLE, p->place.content);
  burl__step *const step = add_step(
      s, BURL__RATE_SAMPLE, (column ? OP_spread_column_f : OP_spread_line_f) + wide, p->spread);
  step->arity = 1;
  step->from[0] = p->place;
  return p->spread;
}

/* Gives back what node i was the last to read. */
static void retire(scheduler *s, const burl__node *node, int i) {
  int read[BURL__ARGUMENTS];
  const int count = read_nodes(s, node, read);
  for (int a = 0; a < count; a++) {
    part *const p = &s->parts[read[a]];
    int again = 0;
    for (int b = 0; b < a; b++) again |= read[b] == read[a];
    if (again) continue;
    if (s->parts[i].rate == BURL__RATE_SAMPLE && p->last_sample == i && p->spread.slot >= 0)
      give_back(s, p->spread);
    if (p->last == i && p->rate == s->parts[i].rate && p->rate != BURL__RATE_CONSTANT &&
        p->place.slot >= 0)
      give_back(s, p->place);
  }
}

/* The split of a coordinate: a step and a record. */
static burl__register split(scheduler *s, const burl__node *node, int axis) {
  const burl__rate rate = axis == 0 ? BURL__RATE_COLUMN : BURL__RATE_LINE;
  const burl__register record = take(s, rate, BURL__RECORD);
  burl__step *const step = add_step(s, rate, OP_split_x + axis, record);
  step->arity = 1;
  step->from[0] = s->parts[behind_gates(s, node->argument[axis])].place;
  step->setup = node->setup;
  return record;
}

/* A noise over rows: its value, or the sum of that times `scalar` and what is in `sum`. */
static burl__step *add_rows(scheduler *s, const burl__node *node) {
  const burl__register carry = take(s, BURL__RATE_LINE, BURL__RECORD);
  burl__register from[BURL__ARGUMENTS];
  add_step(s, BURL__RATE_LINE, OP_forget, carry);
  for (int a = 0; a < 5; a++) from[a] = a < node->arity ? split(s, node, a) : carry;
  const burl__register to = take(s, BURL__RATE_SAMPLE, BURL__FLOATS);
  burl__step *const step = add_step(s, BURL__RATE_SAMPLE, node->op + 1, to);
  step->arity = 5;
  step->setup = node->setup;
  memcpy(step->from, from, 5 * sizeof *from);
  return step;
}

/* a + b·constant, b perhaps a noise that is computed here. */
static void add_scaled(scheduler *s, int i, int product) {
  const burl__node *const node = &s->graph->nodes[i];
  part *const p = &s->parts[i];
  int read[BURL__ARGUMENTS];
  read_nodes(s, node, read);
  const burl__register sum = at_sample(s, read[0]);
  burl__step *step;
  if (s->parts[read[1]].taken) {
    step = add_rows(s, &s->graph->nodes[read[1]]);
    step->from[5] = sum;
    step->arity = 6;
    p->place = step->to;
  } else {
    const burl__register from[2] = {sum, at_sample(s, read[1])};
    p->place = take(s, BURL__RATE_SAMPLE, BURL__FLOATS);
    step = add_step(s, BURL__RATE_SAMPLE, OP_scaled_add, p->place);
    step->arity = 2;
    memcpy(step->from, from, sizeof from);
  }
  step->scalar =
      (float)s->graph->nodes[behind_gates(s, s->graph->nodes[product].argument[1])].value;
}

static void add_operation(scheduler *s, int i) {
  const burl__node *const node = &s->graph->nodes[i];
  part *const p = &s->parts[i];
  burl__register from[BURL__ARGUMENTS];
  for (int a = 0; a < node->arity; a++) {
    const int argument = behind_gates(s, node->argument[a]);
    from[a] = p->rate == BURL__RATE_SAMPLE ? at_sample(s, argument) : s->parts[argument].place;
  }
  p->place = take(s, p->rate, node->type == BURL__FLOAT ? BURL__FLOATS : BURL__DOUBLES);
  burl__step *const step = add_step(s, p->rate, node->op, p->place);
  step->arity = node->arity;
  step->setup = node->setup;
  memcpy(step->from, from, sizeof *from * (size_t)node->arity);
}

static void add_node(scheduler *s, int i) {
  const burl__node *const node = &s->graph->nodes[i];
  part *const p = &s->parts[i];
  const int product = scaled_add(s, node);
  if (p->taken) return;
  if (node->op == BURL__CONSTANT || node->op == BURL__COORDINATE) {
    p->place = take(s, p->rate, node->type == BURL__FLOAT ? BURL__FLOATS : BURL__DOUBLES);
    if (node->op == BURL__CONSTANT)
      s->schedule->constants[s->schedule->constant_count++] = (burl__fill){p->place, node->value};
    else s->schedule->coordinate[(int)node->value] = p->place;
    return;
  }
  if (product >= 0) add_scaled(s, i, product);
  else if (goes_by_rows(s, node)) p->place = add_rows(s, node)->to;
  else add_operation(s, i);
  retire(s, node, i);
}

static void add_outputs(scheduler *s, const burl__value *result) {
  for (int c = 0; c < result->channels; c++) {
    burl__register from = at_sample(s, behind_gates(s, result->node[c]));
    if (from.content == BURL__DOUBLES) {
      burl__step *const step =
          add_step(s, BURL__RATE_SAMPLE, OP_narrow, take(s, BURL__RATE_SAMPLE, BURL__FLOATS));
      step->arity = 1;
      step->from[0] = from;
      from = step->to;
    }
    s->schedule->output[c] = from;
  }
}

static int room(scheduler *s) {
  const size_t most = (size_t)s->count + 8;
  for (int rate = 0; rate < BURL__RATES; rate++) {
    const size_t steps = 6 * most; /* a node's own, its splits, spreads */
    if (!(s->schedule->steps[rate] = burl__arena_take(s->arena, steps * sizeof(burl__step))))
      return 0;
    for (int content = 0; content < BURL__CONTENTS; content++)
      if (!(s->free_slots[rate][content] = burl__arena_take(s->arena, 2 * most * sizeof(int))))
        return 0;
  }
  s->schedule->constants = burl__arena_take(s->arena, most * sizeof(burl__fill));
  s->parts = burl__arena_take(s->arena, most * sizeof(part));
  return s->schedule->constants && s->parts;
}

int burl__schedule_make(burl__schedule *schedule, const burl__graph *graph,
                        const burl__value *result, int points, double footprint,
                        burl__arena *arena) {
  scheduler s = {.graph = graph,
                 .schedule = schedule,
                 .arena = arena,
                 .count = (int)graph->count,
                 .points = points,
                 .footprint = footprint};
  memset(schedule, 0, sizeof *schedule);
  for (int i = 0; i < 5; i++) schedule->coordinate[i].slot = -1;
  if (!room(&s)) return 0;
  for (int i = 0; i < s.count; i++) s.parts[i].place.slot = s.parts[i].spread.slot = -1;
  mark(&s, result);
  for (int i = 0; i < s.count; i++)
    if (s.parts[i].needed) add_node(&s, i);
  add_outputs(&s, result);
  return 1;
}
