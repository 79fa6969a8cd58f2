/* The schedule of schedule.h: what is needed, at which rate, in which register. */
#include "program/schedule.h"

#include <string.h>

int burl__register_length(burl__rate rate) {
  static const int lengths[BURL__RATES] = {BURL__BLOCK, BURL__TILE_COLUMNS, BURL__LANES, BURL__BLOCK};
  return lengths[rate];
}

/* A node's part in the schedule. */
typedef struct {
  int needed;
  burl__rate rate;
  int last;               /* the last node of its own rate that reads it; the node count: some other does */
  int last_sample;        /* the last sample node that reads it, through a spread where it is slower */
  burl__register place;
  burl__register spread;  /* its copy at the sample's rate */
} part;

typedef struct {
  const burl__graph *graph;
  burl__schedule *schedule;
  burl__arena *arena;
  part *parts;
  int count, points;
  double footprint;
  int *free_slots[BURL__RATES][2], free_count[BURL__RATES][2];
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
  return axes == 0 ? BURL__RATE_CONSTANT : axes == 1 ? BURL__RATE_COLUMN : axes & 1u ? BURL__RATE_SAMPLE : BURL__RATE_LINE;
}

static void mark(scheduler *s, const burl__value *result) {
  for (int c = 0; c < result->channels; c++) {
    part *const p = &s->parts[behind_gates(s, result->node[c])];
    p->needed = 1;
    p->last = p->last_sample = s->count;
  }
  for (int i = s->count - 1; i >= 0; i--) {
    const burl__node *const node = &s->graph->nodes[i];
    if (!s->parts[i].needed) continue;
    s->parts[i].rate = rate_of(s, node);
    for (int a = 0; a < node->arity; a++) {
      part *const p = &s->parts[behind_gates(s, node->argument[a])];
      const burl__rate rate = rate_of(s, &s->graph->nodes[behind_gates(s, node->argument[a])]);
      if (!p->needed) p->last = p->last_sample = -1;
      p->needed = 1;
      if (rate != s->parts[i].rate)
        p->last = s->count;
      else if (p->last < i)
        p->last = i;
      if (s->parts[i].rate == BURL__RATE_SAMPLE && p->last_sample < i) p->last_sample = i;
    }
  }
}

/* ---- Registers ---------------------------------------------------------------------------------- */

static burl__register take(scheduler *s, burl__rate rate, int wide) {
  int *const count = &s->free_count[rate][wide];
  const int slot = *count ? s->free_slots[rate][wide][--*count] : s->schedule->slots[rate][wide]++;
  return (burl__register){rate, wide, slot};
}

static void give_back(scheduler *s, burl__register r) {
  s->free_slots[r.rate][r.wide][s->free_count[r.rate][r.wide]++] = r.slot;
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
  const int column = p->rate == BURL__RATE_COLUMN, wide = p->place.wide;
  p->spread = take(s, BURL__RATE_SAMPLE, wide);
  burl__step *const step = add_step(s, BURL__RATE_SAMPLE, (column ? OP_spread_column_f : OP_spread_line_f) + wide, p->spread);
  step->arity = 1;
  step->from[0] = p->place;
  return p->spread;
}

/* Gives back what node i was the last to read. */
static void retire(scheduler *s, const burl__node *node, int i) {
  for (int a = 0; a < node->arity; a++) {
    const int from = behind_gates(s, node->argument[a]);
    part *const p = &s->parts[from];
    int again = 0;
    for (int b = 0; b < a; b++) again |= behind_gates(s, node->argument[b]) == from;
    if (again) continue;
    if (s->parts[i].rate == BURL__RATE_SAMPLE && p->last_sample == i && p->spread.slot >= 0) give_back(s, p->spread);
    if (p->last == i && p->rate == s->parts[i].rate && p->rate != BURL__RATE_CONSTANT) give_back(s, p->place);
  }
}

static void add_node(scheduler *s, int i) {
  const burl__node *const node = &s->graph->nodes[i];
  part *const p = &s->parts[i];
  burl__register from[BURL__ARGUMENTS];
  for (int a = 0; a < node->arity; a++) {
    const int argument = behind_gates(s, node->argument[a]);
    from[a] = p->rate == BURL__RATE_SAMPLE ? at_sample(s, argument) : s->parts[argument].place;
  }
  p->place = take(s, p->rate, node->type != BURL__FLOAT);
  if (node->op == BURL__CONSTANT) {
    s->schedule->constants[s->schedule->constant_count++] = (burl__fill){p->place, node->value};
  } else if (node->op == BURL__COORDINATE) {
    s->schedule->coordinate[(int)node->value] = p->place;
  } else {
    burl__step *const step = add_step(s, p->rate, node->op, p->place);
    step->arity = node->arity;
    step->setup = node->setup;
    memcpy(step->from, from, sizeof *from * (size_t)node->arity);
  }
  retire(s, node, i);
}

static void add_outputs(scheduler *s, const burl__value *result) {
  for (int c = 0; c < result->channels; c++) {
    const burl__register from = at_sample(s, behind_gates(s, result->node[c]));
    const burl__register to = take(s, BURL__RATE_SAMPLE, 0);
    burl__step *const step = add_step(s, BURL__RATE_SAMPLE, from.wide ? OP_result_d : OP_result_f, to);
    step->arity = 1;
    step->from[0] = from;
    s->schedule->output[c] = to;
  }
}

static int room(scheduler *s) {
  const size_t most = (size_t)s->count + 8;
  for (int rate = 0; rate < BURL__RATES; rate++) {
    const size_t steps = rate == BURL__RATE_SAMPLE ? 2 * most : most;
    if (!(s->schedule->steps[rate] = burl__arena_take(s->arena, steps * sizeof(burl__step)))) return 0;
    for (int wide = 0; wide < 2; wide++)
      if (!(s->free_slots[rate][wide] = burl__arena_take(s->arena, 2 * most * sizeof(int)))) return 0;
  }
  s->schedule->constants = burl__arena_take(s->arena, most * sizeof(burl__fill));
  s->parts = burl__arena_take(s->arena, most * sizeof(part));
  return s->schedule->constants && s->parts;
}

int burl__schedule_make(burl__schedule *schedule, const burl__graph *graph, const burl__value *result,
                        int points, double footprint, burl__arena *arena) {
  scheduler s = {.graph = graph, .schedule = schedule, .arena = arena, .count = (int)graph->count,
                 .points = points, .footprint = footprint};
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
