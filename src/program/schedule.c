/* The schedule of schedule.h: what is needed, at which rate, in which register. */
#include "program/schedule.h"

#include <string.h>

/* Rounded up to a multiple of 64, with room behind it for a vector more. */
static size_t padded(size_t bytes) { return (bytes + 63) / 64 * 64 + 64; }

size_t burl__register_size(burl__rate rate, burl__content content) {
  static const size_t lengths[BURL__RATES] = {BURL__BLOCK, BURL__TILE_COLUMNS, BURL__TILE_LINES,
                                              BURL__BLOCK};
  if (content == BURL__FLOATS) return padded(lengths[rate] * sizeof(float));
  if (content == BURL__DOUBLES) return padded(lengths[rate] * sizeof(double));
  return padded(rate == BURL__RATE_COLUMN ? sizeof(burl__column_axis) : sizeof(burl__line_axes));
}

/* A node's part in the schedule. */
typedef struct {
  int needed, uses;
  int taken; /* computed by what reads it */
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

static int is_noise(const burl__node *node) {
  return node->op < BURL__OP_COUNT && burl__operations[node->op].arity < 0;
}

/* Whether a noise can take its coordinates split by columns and lines. */
static int goes_by_rows(const scheduler *s, const burl__node *node) {
  if (s->points || !is_noise(node)) return 0;
  for (int a = 0; a < node->arity; a++) {
    const burl__rate rate = rate_of(s, &s->graph->nodes[behind_gates(s, node->argument[a])]);
    if (a == 0 ? rate != BURL__RATE_COLUMN : rate != BURL__RATE_LINE && rate != BURL__RATE_CONSTANT)
      return 0;
  }
  return 1;
}

/* What a step computes at once, where no one else reads the parts:
 *
 *   sum + value, sum + scalar·value, or scalar·value     value = noise, |noise| or (offset − |noise|)²
 *   sum + scalar·value                                   of any other value
 *   a noise at points                                    of coordinates base·factor + shift */
typedef struct {
  int sum, value, noise; /* nodes; BURL__NONE: none */
  int ending;
  float scalar, offset;
  int base[4], affine; /* nodes; whether it is the last of these */
  double factor[4], shift[4];
  int parts[9], part_count; /* the nodes within */
} fusion;

static const burl__node *at(const scheduler *s, int node) { return &s->graph->nodes[node]; }

static int argument(const scheduler *s, int node, int i) {
  return behind_gates(s, at(s, node)->argument[i]);
}

/* Whether only one place reads the sample that `node` is, and it is an op. */
static int lone(const scheduler *s, int node, int op) {
  return at(s, node)->op == op && s->parts[node].uses == 1 &&
         rate_of(s, at(s, node)) == BURL__RATE_SAMPLE;
}

static int is_constant(const scheduler *s, int node) { return at(s, node)->op == BURL__CONSTANT; }

static void swallow(fusion *f, int node) { f->parts[f->part_count++] = node; }

/* |noise| for a noise over rows that is read here alone: the noise. */
static int size_of_noise(const scheduler *s, int node, fusion *f) {
  if (!lone(s, node, OP_abs_f)) return BURL__NONE;
  const int noise = argument(s, node, 0);
  if (!goes_by_rows(s, at(s, noise)) || s->parts[noise].uses != 1) return BURL__NONE;
  swallow(f, node);
  return noise;
}

/* (offset − |noise|)², a product of a node with itself. */
static int ridge_of_noise(const scheduler *s, int node, fusion *f) {
  if (!lone(s, node, OP_multiply_f)) return BURL__NONE;
  const int below = argument(s, node, 0);
  if (argument(s, node, 1) != below || at(s, below)->op != OP_subtract_f ||
      s->parts[below].uses != 2 || !is_constant(s, argument(s, below, 0)))
    return BURL__NONE;
  const int noise = size_of_noise(s, argument(s, below, 1), f);
  if (noise < 0) return BURL__NONE;
  f->offset = (float)at(s, argument(s, below, 0))->value;
  swallow(f, node);
  swallow(f, below);
  return noise;
}

/* What of the value is computed with it. */
static void take_noise(const scheduler *s, fusion *f) {
  const int value = f->value;
  if (rate_of(s, at(s, value)) != BURL__RATE_SAMPLE) return;
  if (goes_by_rows(s, at(s, value)) && s->parts[value].uses == 1) {
    f->noise = value;
  } else if ((f->noise = size_of_noise(s, value, f)) >= 0) {
    f->ending = BURL__SIZE;
  } else if ((f->noise = ridge_of_noise(s, value, f)) >= 0) {
    f->ending = BURL__RIDGE;
  }
  if (f->noise >= 0) swallow(f, f->noise);
}

/* value·scalar, a product by a constant that is read here alone or is `node` itself. */
static int is_scaled(const scheduler *s, int product, int node) {
  return at(s, product)->op == OP_multiply_f && is_constant(s, argument(s, product, 1)) &&
         (product == node || lone(s, product, OP_multiply_f));
}

/* The coordinates of a noise at points that are read by it alone, scaled and shifted by constants; a
 * noise with periods asks for its coordinates as they are. */
static void take_coordinates(const scheduler *s, int noise, fusion *f) {
  const burl__noise *const setup = at(s, noise)->setup;
  for (int a = 0; a < at(s, noise)->arity; a++) {
    if (setup->period[a]) return;
    int from = argument(s, noise, a);
    f->factor[a] = 1.0;
    f->shift[a] = -0.0; /* adding it changes nothing, not even −0 */
    if (lone(s, from, OP_add_d) && is_constant(s, argument(s, from, 1))) {
      f->shift[a] = at(s, argument(s, from, 1))->value;
      swallow(f, from);
      from = argument(s, from, 0);
    }
    if (lone(s, from, OP_multiply_d) && is_constant(s, argument(s, from, 1))) {
      f->factor[a] = at(s, argument(s, from, 1))->value;
      swallow(f, from);
      from = argument(s, from, 0);
    }
    f->base[a] = from;
  }
  f->affine = f->part_count > 0;
}

/* What a step for `node` computes at once; part_count 0: the node alone. */
static fusion fusion_at(const scheduler *s, int node) {
  fusion f = {.sum = BURL__NONE, .value = BURL__NONE, .noise = BURL__NONE, .scalar = 1.0f};
  if (rate_of(s, at(s, node)) != BURL__RATE_SAMPLE) return f;
  if (is_noise(at(s, node))) {
    if (!goes_by_rows(s, at(s, node))) take_coordinates(s, node, &f);
    if (!f.affine) f.part_count = 0;
    return f;
  }
  const int is_sum = at(s, node)->op == OP_add_f;
  const int value = !is_sum || !is_constant(s, argument(s, node, 1)); /* constants come last */
  if (is_sum) f.sum = argument(s, node, !value);
  f.value = is_sum ? argument(s, node, value) : node;
  if (is_scaled(s, f.value, node)) {
    if (is_sum) swallow(&f, f.value);
    f.scalar = (float)at(s, argument(s, f.value, 1))->value;
    f.value = argument(s, f.value, 0);
  }
  if (f.value != node) take_noise(s, &f);
  return f;
}

/* The nodes that a step for node i reads. */
static int read_nodes(const scheduler *s, int i, int *read) {
  const fusion f = fusion_at(s, i);
  int count = 0;
  if (f.part_count == 0) {
    for (int a = 0; a < at(s, i)->arity; a++) read[count++] = argument(s, i, a);
    return count;
  }
  for (int a = 0; f.affine && a < at(s, i)->arity; a++) read[count++] = f.base[a];
  if (f.affine) return count;
  if (f.sum >= 0) read[count++] = f.sum;
  if (f.noise < 0) read[count++] = f.value;
  for (int a = 0; f.noise >= 0 && a < at(s, f.noise)->arity; a++)
    read[count++] = argument(s, f.noise, a);
  return count;
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
    if (!s->parts[i].needed || s->parts[i].taken) continue;
    s->parts[i].rate = rate_of(s, at(s, i));
    const fusion f = fusion_at(s, i);
    for (int k = 0; k < f.part_count; k++) s->parts[f.parts[k]].taken = 1;
    int read[BURL__ARGUMENTS];
    const int count = read_nodes(s, i, read);
    for (int a = 0; a < count; a++) {
      part *const p = &s->parts[read[a]];
      if (!p->needed) p->last = p->last_sample = -1;
      p->needed = 1;
      if (rate_of(s, at(s, read[a])) != s->parts[i].rate) p->last = s->count;
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
  step->sum.slot = BURL__NONE;
  step->scalar = 1.0f;
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
static void retire(scheduler *s, int i) {
  int read[BURL__ARGUMENTS];
  const int count = read_nodes(s, i, read);
  for (int a = 0; a < count; a++) {
    part *const p = &s->parts[read[a]];
    int again = 0;
    for (int b = 0; b < a; b++) again |= read[b] == read[a];
    if (again) continue;
    if (s->parts[i].rate == BURL__RATE_SAMPLE && p->last_sample == i && p->spread.slot >= 0)
      give_back(s, p->spread);
    if (p->last == i && p->rate == s->parts[i].rate && p->rate != BURL__RATE_CONSTANT &&
        p->place.slot >= 0 && at(s, read[a])->op != BURL__COORDINATE) /* may lie with the caller */
      give_back(s, p->place);
  }
}

/* The records of a noise's coordinates, of the columns and of the lines. */
static void add_splits(scheduler *s, int noise, burl__register record[2]) {
  const burl__node *const node = at(s, noise);
  burl__rate rate = BURL__RATE_CONSTANT;
  record[0] = take(s, BURL__RATE_COLUMN, BURL__RECORD);
  burl__step *step = add_step(s, BURL__RATE_COLUMN, OP_split_x, record[0]);
  step->arity = 1;
  step->from[0] = s->parts[argument(s, noise, 0)].place;
  step->setup = node->setup;
  for (int a = 1; a < node->arity; a++)
    if (s->parts[argument(s, noise, a)].rate == BURL__RATE_LINE) rate = BURL__RATE_LINE;
  if (node->arity == 1) return;
  record[1] = take(s, rate, BURL__RECORD);
  step = add_step(s, rate, OP_split_lines, record[1]);
  step->arity = node->arity - 1;
  for (int a = 1; a < node->arity; a++) step->from[a - 1] = s->parts[argument(s, noise, a)].place;
  step->setup = node->setup;
}

/* A noise over rows. */
static burl__step *add_rows(scheduler *s, int noise, burl__rate rate) {
  const burl__node *const node = at(s, noise);
  burl__register record[2];
  add_splits(s, noise, record);
  burl__step *const step =
      add_step(s, rate, node->op + 1, (burl__register){rate, BURL__FLOATS, BURL__NONE});
  step->arity = node->arity == 1 ? 1 : 2;
  step->setup = node->setup;
  memcpy(step->from, record, (size_t)step->arity * sizeof *record);
  return step;
}

/* Several nodes in one step.  A sum that is read here for the last time becomes the result. */
static void add_fusion(scheduler *s, int i, const fusion *f) {
  part *const p = &s->parts[i];
  burl__register sum = {BURL__RATE_SAMPLE, BURL__FLOATS, BURL__NONE};
  if (f->sum >= 0) sum = at_sample(s, f->sum);
  const burl__register value = f->noise < 0 ? at_sample(s, f->value) : sum;
  burl__step *step;
  if (f->noise >= 0) {
    step = add_rows(s, f->noise, BURL__RATE_SAMPLE);
    step->sum = sum;
    retire(s, i);
    step->to = p->place = take(s, BURL__RATE_SAMPLE, BURL__FLOATS);
  } else {
    p->place = take(s, BURL__RATE_SAMPLE, BURL__FLOATS);
    step = add_step(s, BURL__RATE_SAMPLE, OP_scaled_add, p->place);
    step->arity = 2;
    step->from[0] = sum;
    step->from[1] = value;
    retire(s, i);
  }
  step->scalar = f->scalar;
  step->offset = f->offset;
  step->ending = f->ending;
}

static void add_operation(scheduler *s, int i, const fusion *f) {
  const burl__node *const node = at(s, i);
  part *const p = &s->parts[i];
  burl__register from[BURL__ARGUMENTS];
  for (int a = 0; a < node->arity; a++) {
    const int read = f->affine ? f->base[a] : argument(s, i, a);
    from[a] = p->rate == BURL__RATE_SAMPLE ? at_sample(s, read) : s->parts[read].place;
  }
  p->place = take(s, p->rate, node->type == BURL__FLOAT ? BURL__FLOATS : BURL__DOUBLES);
  burl__step *const step = add_step(s, p->rate, node->op, p->place);
  step->arity = node->arity;
  step->setup = node->setup;
  memcpy(step->from, from, sizeof *from * (size_t)node->arity);
  step->affine = f->affine;
  memcpy(step->factor, f->factor, sizeof step->factor);
  memcpy(step->shift, f->shift, sizeof step->shift);
  retire(s, i);
}

static void add_node(scheduler *s, int i) {
  const burl__node *const node = at(s, i);
  part *const p = &s->parts[i];
  if (p->taken) return;
  if (node->op == BURL__CONSTANT || node->op == BURL__COORDINATE) {
    p->place = take(s, p->rate, node->type == BURL__FLOAT ? BURL__FLOATS : BURL__DOUBLES);
    if (node->op == BURL__CONSTANT)
      s->schedule->constants[s->schedule->constant_count++] = (burl__fill){p->place, node->value};
    else s->schedule->coordinate[(int)node->value] = p->place;
    return;
  }
  const fusion f = fusion_at(s, i);
  if (f.part_count && !f.affine) {
    add_fusion(s, i, &f);
  } else if (goes_by_rows(s, node)) {
    burl__step *const step = add_rows(s, i, p->rate);
    step->to = p->place = take(s, p->rate, BURL__FLOATS);
    retire(s, i);
  } else {
    add_operation(s, i, &f);
  }
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

static void look_at_last(scheduler *s, const burl__value *result) {
  const int count = s->schedule->step_count[BURL__RATE_SAMPLE];
  if (result->channels != 1 || count == 0) return;
  const burl__step *const last = &s->schedule->steps[BURL__RATE_SAMPLE][count - 1];
  const burl__register output = s->schedule->output[0];
  s->schedule->last_is_output =
      output.rate == BURL__RATE_SAMPLE && last->to.content == output.content &&
      last->to.slot == output.slot && !at(s, behind_gates(s, result->node[0]))->range.may_be_nan;
  s->schedule->last_is_rows =
      s->schedule->last_is_output && last->from[0].content == BURL__RECORD;
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
  look_at_last(&s, result);
  schedule->block_lines =
      schedule->slots[BURL__RATE_SAMPLE][BURL__DOUBLES] > 1 ? BURL__BLOCK_LINES / 4 : BURL__BLOCK_LINES;
  return 1;
}
