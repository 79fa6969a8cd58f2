/* The schedule of schedule.h: what is needed, at which rate, in which register. */
#include "program/schedule.h"

#include <string.h>

#include "program/fuse.h"

/* Rounded up to a multiple of 64, with room behind it for a vector more. */
static size_t padded(size_t bytes) { return (bytes + 63) / 64 * 64 + 64; }

size_t burl__register_size(burl__rate rate, burl__content content, int block) {
  const size_t length = rate == BURL__RATE_COLUMN ? BURL__TILE_COLUMNS
                        : rate == BURL__RATE_LINE ? BURL__TILE_LINES
                                                  : (size_t)block;
  if (content == BURL__FLOATS) return padded(length * sizeof(float));
  if (content == BURL__DOUBLES) return padded(length * sizeof(double));
  return padded(rate == BURL__RATE_COLUMN ? sizeof(burl__column_axis) : sizeof(burl__line_axes));
}

/* A node's part in the schedule. */
typedef struct {
  int needed; /* whether a step reads it */
  int taken;  /* computed by what reads it */
  int wide;   /* whether a sample step reads it, or another constant: not columns and lines alone */
  burl__rate rate;
  int last; /* the last node of its own rate that reads it; the node count: some other does */
  int slope[5];    /* of a noise: the nodes of its slopes that are needed, or 0 */
  int last_sample; /* the last sample node that reads it, through a spread where it is slower */
  burl__register place;
  burl__register spread; /* its copy at the sample's rate */
} part;

typedef struct {
  burl__view view;
  burl__schedule *schedule;
  burl__arena *arena;
  part *parts;
  int count;
  int *free_slots[BURL__RATES][BURL__CONTENTS], free_count[BURL__RATES][BURL__CONTENTS];
} scheduler;

static const burl__node *at(const scheduler *s, int node) { return &s->view.graph->nodes[node]; }

/* ---- What is needed ----------------------------------------------------------------------------- */

static void mark_read(scheduler *s, int node) {
  part *const p = &s->parts[node];
  if (!p->needed) p->last = p->last_sample = -1;
  p->needed = 1;
}

/* A slope is computed by the step of its noise. */
static void mark_slope(scheduler *s, int i) {
  const int noise = burl__argument_of(&s->view, i, 0);
  mark_read(s, noise);
  s->parts[noise].slope[(int)at(s, i)->value] = i;
  s->parts[i].taken = 1;
}

static void mark(scheduler *s, const burl__value *result) {
  burl__count_uses(&s->view, result);
  for (int c = 0; c < result->channels; c++) {
    part *const p = &s->parts[burl__behind_gates(&s->view, result->node[c])];
    p->needed = p->wide = 1;
    p->last = p->last_sample = s->count;
  }
  for (int i = s->count - 1; i >= 0; i--) {
    if (!s->parts[i].needed || s->parts[i].taken) continue;
    s->parts[i].rate = burl__rate_of(&s->view, i);
    if (at(s, i)->op == BURL__PARTIAL) {
      mark_slope(s, i);
      continue;
    }
    const burl__fusion f = burl__fuse(&s->view, i);
    for (int k = 0; k < f.part_count; k++) s->parts[f.parts[k]].taken = 1;
    int read[BURL__ARGUMENTS];
    const int count = burl__nodes_read(&s->view, i, &f, read);
    for (int a = 0; a < count; a++) {
      part *const p = &s->parts[read[a]];
      mark_read(s, read[a]);
      p->wide |= s->parts[i].rate == BURL__RATE_SAMPLE || s->parts[i].rate == BURL__RATE_CONSTANT;
      if (burl__rate_of(&s->view, read[a]) != s->parts[i].rate) p->last = s->count;
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
  for (int a = 0; a < 5; a++) step->slope[a].slot = BURL__NONE;
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
static void retire(scheduler *s, int i, const burl__fusion *f) {
  int read[BURL__ARGUMENTS];
  const int count = burl__nodes_read(&s->view, i, f, read);
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

/* The records of a noise's coordinates, of the columns and of the lines; how many. */
static int add_splits(scheduler *s, const burl__fusion *f, burl__register record[2]) {
  const burl__node *const node = at(s, f->noise);
  const int split = burl__operations[node->op].split;
  burl__rate rate = BURL__RATE_CONSTANT;
  record[0] = take(s, BURL__RATE_COLUMN, BURL__RECORD);
  burl__step *step = add_step(s, BURL__RATE_COLUMN, split, record[0]);
  step->arity = 1;
  step->from[0] = s->parts[f->base[0]].place;
  step->setup = node->setup;
  for (int a = 1; a < node->arity; a++)
    if (s->parts[f->base[a]].rate == BURL__RATE_LINE) rate = BURL__RATE_LINE;
  if (node->arity == 1) return 1;
  record[1] = take(s, rate, BURL__RECORD);
  step = add_step(s, rate, split + 1, record[1]);
  step->arity = node->arity - 1;
  for (int a = 1; a < node->arity; a++) step->from[a - 1] = s->parts[f->base[a]].place;
  step->setup = node->setup;
  return 2;
}

/* Where the step for node i reads `node`. */
static burl__register place_for(scheduler *s, int i, int node) {
  return s->parts[i].rate == BURL__RATE_SAMPLE ? at_sample(s, node) : s->parts[node].place;
}

/* A noise, over rows or at points, with what becomes of it.  A sum that is read here for the last time
 * becomes the result. */
static void add_noise(scheduler *s, int i, const burl__fusion *f) {
  part *const p = &s->parts[i];
  const burl__node *const node = at(s, f->noise);
  const int by_rows = burl__goes_by_rows(&s->view, f->noise);
  burl__register from[BURL__ARGUMENTS], sum = {BURL__RATE_SAMPLE, BURL__FLOATS, BURL__NONE};
  if (f->sum >= 0) sum = at_sample(s, f->sum);
  const int count = by_rows ? add_splits(s, f, from) : node->arity;
  for (int a = 0; !by_rows && a < count; a++) from[a] = place_for(s, i, f->base[a]);
  retire(s, i, f);
  p->place = take(s, p->rate, BURL__FLOATS);
  burl__step *const step = add_step(s, p->rate, node->op + by_rows, p->place);
  step->arity = count;
  memcpy(step->from, from, sizeof *from * (size_t)count);
  step->setup = node->setup;
  step->sum = sum;
  step->scalar = f->scalar;
  step->offset = f->offset;
  step->ending = f->ending;
  step->affine = f->affine;
  memcpy(step->factor, f->factor, sizeof step->factor);
  memcpy(step->shift, f->shift, sizeof step->shift);
  const int *const slopes = s->parts[f->noise].slope;
  for (int a = 0; a < 5; a++)
    if (slopes[a]) {
      step->slope[a] = s->parts[slopes[a]].place = take(s, p->rate, BURL__FLOATS);
      s->schedule->block_columns = BURL__BLOCK_COLUMNS / 4; /* as it fills many registers at once */
    }
  if (p->last < 0) give_back(s, p->place); /* only its slopes are read */
}

/* A scaled sum of floats, or one of doubles and floats, whose doubles may be of the columns or lines. */
static void add_sum(scheduler *s, int i, const burl__fusion *f) {
  const burl__rate rate = s->parts[f->sum].rate;
  const int wide = at(s, i)->type == BURL__DOUBLE;
  const int by_column = wide && rate == BURL__RATE_COLUMN, by_line = wide && rate == BURL__RATE_LINE;
  const burl__register sum = by_column || by_line ? s->parts[f->sum].place : at_sample(s, f->sum);
  const burl__register value = at_sample(s, f->value);
  s->parts[i].place = take(s, BURL__RATE_SAMPLE, wide ? BURL__DOUBLES : BURL__FLOATS);
  const int op = by_column ? OP_add_widened_column
                 : by_line ? OP_add_widened_line
                 : wide    ? OP_add_widened
                           : OP_scaled_add;
  burl__step *const step = add_step(s, BURL__RATE_SAMPLE, op, s->parts[i].place);
  step->arity = 2;
  step->from[0] = sum;
  step->from[1] = value;
  step->scalar = f->scalar;
  retire(s, i, f);
}

static void add_operation(scheduler *s, int i, const burl__fusion *f) {
  const burl__node *const node = at(s, i);
  part *const p = &s->parts[i];
  burl__register from[BURL__ARGUMENTS];
  for (int a = 0; a < node->arity; a++)
    from[a] = place_for(s, i, burl__argument_of(&s->view, i, a));
  p->place = take(s, p->rate, node->type == BURL__FLOAT ? BURL__FLOATS : BURL__DOUBLES);
  burl__step *const step = add_step(s, p->rate, node->op, p->place);
  step->arity = node->arity;
  step->setup = node->setup;
  memcpy(step->from, from, sizeof *from * (size_t)node->arity);
  retire(s, i, f);
}

static void add_node(scheduler *s, int i) {
  const burl__node *const node = at(s, i);
  part *const p = &s->parts[i];
  if (p->taken) return;
  if (node->op == BURL__CONSTANT || node->op == BURL__COORDINATE) {
    p->place = take(s, p->rate, node->type == BURL__FLOAT ? BURL__FLOATS : BURL__DOUBLES);
    const int count = p->wide ? BURL__BLOCK : BURL__TILE_COLUMNS;
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
    burl__register from = at_sample(s, burl__behind_gates(&s->view, result->node[c]));
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

static int is_same(burl__register a, burl__register b) {
  return a.rate == b.rate && a.content == b.content && a.slot == b.slot;
}

/* Whether the step's value and slopes are the four channels: which they are. */
static int are_pixels(scheduler *s, const burl__value *result, const burl__step *last) {
  int seen = 0;
  for (int c = 0; c < 4; c++) {
    const burl__register output = s->schedule->output[c];
    for (int i = 0; i < 4; i++)
      if (is_same(output, i < 3 ? last->slope[i] : last->to)) {
        s->schedule->pixel[c] = i;
        seen |= 1 << i;
      }
    if (at(s, burl__behind_gates(&s->view, result->node[c]))->range.may_be_nan) return 0;
  }
  return seen == 15 && last->slope[3].slot < 0 && last->slope[BURL__BY_JITTER].slot < 0;
}

static void look_at_last(scheduler *s, const burl__value *result) {
  const int count = s->schedule->step_count[BURL__RATE_SAMPLE];
  if (count == 0) return;
  const burl__step *const last = &s->schedule->steps[BURL__RATE_SAMPLE][count - 1];
  if (result->channels == 4 && are_pixels(s, result, last)) {
    s->schedule->last_is_pixels = 1;
    s->schedule->block_columns = BURL__BLOCK_COLUMNS; /* it fills no registers */
  }
  if (result->channels != 1) return;
  const burl__register output = s->schedule->output[0];
  s->schedule->last_is_output =
      is_same(last->to, output) && !at(s, burl__behind_gates(&s->view, result->node[0]))->range.may_be_nan;
  s->schedule->last_is_noise = s->schedule->last_is_output && last->op < BURL__OP_COUNT && last->setup;
}

/* What is known before a node is looked at. */
static int make_parts(scheduler *s) {
  s->parts = burl__arena_take(s->arena, (size_t)s->count * sizeof(part));
  s->view.uses = burl__arena_take(s->arena, (size_t)s->count * sizeof(int));
  if (!s->parts || !s->view.uses) return 0;
  for (int i = 0; i < s->count; i++) s->parts[i].place.slot = s->parts[i].spread.slot = -1;
  return 1;
}

/* Room for what is needed: at a rate a node has its own step or its spread, and at most one split. */
static int make_room(scheduler *s) {
  size_t most = 4; /* outputs to narrow */
  for (int i = 0; i < s->count; i++) most += (size_t)s->parts[i].needed;
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
  if (!make_parts(&s)) return 0;
  mark(&s, result);
  if (!make_room(&s)) return 0;
  for (int i = 0; i < s.count; i++)
    if (s.parts[i].needed) add_node(&s, i);
  add_outputs(&s, result);
  look_at_last(&s, result);
  schedule->block_lines =
      schedule->slots[BURL__RATE_SAMPLE][BURL__DOUBLES] > 1 ? BURL__BLOCK_LINES / 8 : BURL__BLOCK_LINES;
  return 1;
}
