/* The worker of worker.h. */
#include "run/worker.h"

#include <string.h>

#include "kernel/spaced.h"

/* ---- Registers ----------------------------------------------------------------------------------- */

/* Rounded up to a multiple of 64, and 64 more, as kernels may access a vector beyond the end. */
static size_t padded(size_t bytes) { return (bytes + 63) / 64 * 64 + 64; }

static int greater(int a, int b) { return a > b ? a : b; }

/* The numbers that a register of a rate holds; one of constants as many as any step reads. */
static size_t length_of(burl__rate rate, burl__room room) {
  const int edge = greater(room.columns, room.lines);
  return (size_t)(rate == BURL__RATE_COLUMN     ? room.columns
                  : rate == BURL__RATE_LINE     ? room.lines
                  : rate == BURL__RATE_EDGE     ? edge
                  : rate == BURL__RATE_CONSTANT ? greater(edge, room.samples)
                                                : room.samples);
}

/* The arrays of burl__places: fraction, valid and slot; a key and a weight for each tap; and as many keys as lattice
 * columns are listed behind those that are read. */
static size_t size_of_places(size_t room, size_t taps) {
  return padded(sizeof(burl__places)) + padded((room * (3 + 2 * taps) + 2 * BURL__LANES) * 4);
}

static void open_places(burl__places *p, int room, int taps) {
  int32_t *const from = (int32_t *)(void *)((char *)p + padded(sizeof *p));
  p->room = room;
  p->slot = from;
  p->valid = (uint32_t *)from + room;
  p->fraction = (float *)from + 2 * room;
  p->weight = (float *)from + 3 * room;
  p->key = (uint32_t *)from + (3 + taps) * room;
}

/* Bytes that a step keeps from one call to the next. */
static size_t kept_by(const burl__step *step) {
  const int is_spaced = burl__is_of_noise(step) && ((const burl__noise *)step->setup)->parts > 0;
  return is_spaced ? padded(sizeof(burl__spaced)) : 0;
}

/* The columns or lines that burl__places hold. */
static int places_of(burl__rate rate, burl__room room) { return rate == BURL__RATE_COLUMN ? room.columns : room.lines; }

static size_t register_size(const burl__schedule *s, burl__rate rate, burl__content content, burl__room room) {
  const size_t length = length_of(rate, room);
  if (content == BURL__PLACES) return size_of_places((size_t)places_of(rate, room), (size_t)s->most_taps);
  return padded(length * (content == BURL__FLOATS ? sizeof(float) : sizeof(double)));
}

static int add_product(size_t *sum, size_t count, size_t size) {
  size_t product;
  return burl__multiply(count, size, &product) && burl__add(*sum, product, sum);
}

size_t burl__worker_size(const burl__schedule *s, burl__room room) {
  size_t size = padded(sizeof(burl__worker));
  for (burl__rate rate = 0; rate < BURL__RATES; rate++) {
    for (burl__content content = 0; content < BURL__CONTENTS; content++)
      if (!add_product(&size, (size_t)s->slots[rate][content], register_size(s, rate, content, room))) return 0;
    if (!burl__add(size, padded((size_t)s->step_count[rate] * sizeof(burl__call)), &size)) return 0;
    for (int i = 0; i < s->step_count[rate]; i++)
      if (!burl__add(size, kept_by(&s->steps[rate][i]), &size)) return 0;
  }
  return size;
}

void *burl__worker_at(const burl__worker *worker, burl__register r) {
  return worker->area[r.rate][r.content] + (size_t)r.slot * worker->size[r.rate][r.content];
}

static void fill(const burl__worker *worker, burl__register to, double value) {
  void *const at = burl__worker_at(worker, to);
  const size_t count = length_of(to.rate, worker->room);
  for (size_t i = 0; i < count; i++)
    if (to.content == BURL__DOUBLES) ((double *)at)[i] = value;
    else ((float *)at)[i] = (float)value;
}

/* ---- Opening ------------------------------------------------------------------------------------- */

static void bind_rate(burl__worker *worker, burl__rate rate) {
  for (int i = 0; i < worker->schedule->step_count[rate]; i++) {
    const burl__step *const step = &worker->schedule->steps[rate][i];
    burl__call *const call = &worker->calls[rate][i];
    call->to = burl__worker_at(worker, step->to);
    call->setup = step->setup;
    call->output =
        (burl__output){.scalar = step->scalar, .offset = step->offset, .ending = step->ending, .twice = step->twice};
    for (int a = 0; a < 5; a++)
      if (step->slope[a].slot >= 0) call->output.slope[a] = burl__worker_at(worker, step->slope[a]);
    if (step->sum.slot >= 0) call->output.sum = burl__worker_at(worker, step->sum);
    call->affine = step->affine;
    memcpy(call->factor, step->factor, sizeof call->factor);
    memcpy(call->shift, step->shift, sizeof call->shift);
    call->axis = step->axis;
    call->bend = step->bend;
    call->first_column = call->first_line = 0;
    call->lines = 1;
    for (int a = 0; a < BURL__ARGUMENTS; a++)
      call->from[a] = a < step->arity ? burl__worker_at(worker, step->from[a]) : NULL;
  }
}

void burl__worker_bind(burl__worker *worker) {
  for (burl__rate rate = 0; rate < BURL__RATES; rate++) bind_rate(worker, rate);
}

static void lay_out(burl__worker *worker) {
  const burl__schedule *const s = worker->schedule;
  char *memory = (char *)worker + sizeof *worker;
  memory += (64 - (uintptr_t)memory % 64) % 64;
  for (burl__rate rate = 0; rate < BURL__RATES; rate++)
    for (burl__content content = 0; content < BURL__CONTENTS; content++) {
      const size_t size = register_size(s, rate, content, worker->room);
      worker->area[rate][content] = memory;
      worker->size[rate][content] = size;
      for (int i = 0; i < s->slots[rate][content]; i++, memory += size)
        if (content == BURL__PLACES)
          open_places((burl__places *)(void *)memory, places_of(rate, worker->room), s->most_taps);
    }
  for (burl__rate rate = 0; rate < BURL__RATES; rate++) {
    worker->calls[rate] = (burl__call *)(void *)memory;
    memory += padded((size_t)s->step_count[rate] * sizeof(burl__call));
    for (int i = 0; i < s->step_count[rate]; i++) {
      const size_t kept = kept_by(&s->steps[rate][i]);
      worker->calls[rate][i].kept = kept ? memset(memory, 0, kept) : NULL;
      memory += kept;
    }
  }
}

void burl__worker_open(burl__worker *worker, const burl__schedule *s, const burl__kernels *kernels, burl__room room) {
  worker->schedule = s;
  worker->kernels = kernels;
  worker->room = room;
  worker->counted = (burl__jumps){{0}, 0, 0, 0};
  lay_out(worker);
  burl__worker_bind(worker);
  for (int i = 0; i < s->constant_count; i++) fill(worker, s->constants[i].to, s->constants[i].value);
}

void burl__worker_set(burl__worker *worker, double time, const double step[BURL__STEPS]) {
  const burl__schedule *const s = worker->schedule;
  const burl__register t = s->coordinate[4];
  worker->time = time;
  memcpy(worker->step, step, sizeof worker->step);
  if (t.slot >= 0 && t.rate <= BURL__RATE_EDGE) fill(worker, t, time);
  for (int i = 0; i < BURL__STEPS; i++)
    if (s->step[i].slot >= 0) fill(worker, s->step[i], step[i]);
  const size_t length = length_of(BURL__RATE_CONSTANT, worker->room);
  burl__worker_run(worker, BURL__RATE_CONSTANT, (int)length / BURL__LANES, NULL, NULL);
}

/* ---- Running ------------------------------------------------------------------------------------- */

/* What runs the steps of a rate. */
typedef struct {
  burl__worker *worker;
  const burl__step *steps;
  const burl__call *calls;
  int groups;
  burl__special_step *special;
  void *user;
} walk_of_steps;

static void run_step(const walk_of_steps *w, int i) {
  const int op = w->steps[i].op;
  if (op < BURL__OP_COUNT) w->worker->kernels->run[op](&w->calls[i], w->groups);
  else w->special(w->user, &w->steps[i], &w->calls[i], w->groups);
}

static int holds(const walk_of_steps *w, burl__register of, burl__test test, double value) {
  return w->worker->kernels->test[test][of.content == BURL__DOUBLES](burl__worker_at(w->worker, of), w->groups, value);
}

/* Fills a join from the survivor of a side that was jumped over; 0 where that isn't the join's value. */
static int copy_survivor(const walk_of_steps *w, const burl__guard *guard, void *to) {
  const burl__register from = guard->survivor;
  const size_t count = (size_t)(w->groups * BURL__LANES);
  if (from.slot < 0) {
    for (size_t i = 0; i < count; i++) ((float *)to)[i] = guard->filled;
    return 1;
  }
  if (guard->kind == BURL__GUARD_SUM && !holds(w, from, BURL__ALL_NO_MINUS_ZERO, 0)) return 0;
  memcpy(to, burl__worker_at(w->worker, from),
         count * (from.content == BURL__DOUBLES ? sizeof(double) : sizeof(float)));
  return 1;
}

static void run_steps(const walk_of_steps *w, int first, int end, int next);

/* Whether a join has the value of a survivor.  Where a side was jumped over and has to be known, it is run now. */
static int is_decided(const walk_of_steps *w, int i) {
  burl__worker *const worker = w->worker;
  for (int k = 0; k < 2 && w->steps[i].guard[k]; k++) {
    const int number = w->steps[i].guard[k] - 1;
    const burl__guard *const guard = &worker->schedule->guards[number];
    if (!worker->jumps[number]) continue;
    if (copy_survivor(w, guard, w->calls[i].to)) return 1;
    worker->counted.returned++;
    run_steps(w, guard->first, guard->end, number + 1);
  }
  return 0;
}

/* Runs the steps from first to end; next: the first guard that may lie among them. */
static void run_steps(const walk_of_steps *w, int first, int end, int next) {
  burl__worker *const worker = w->worker;
  const burl__guard *const guards = worker->schedule->guards;
  const int count = worker->schedule->guard_count;
  for (int i = first; i < end;) {
    if (next < count && guards[next].first == i) {
      const burl__guard *const guard = &guards[next];
      worker->jumps[next] = (unsigned char)holds(w, guard->looked_at, guard->test, guard->value);
      if (worker->jumps[next++]) {
        worker->counted.jumped[guard->kind]++;
        for (i = guard->end; next < count && guards[next].first < i; next++) continue;
      }
      continue;
    }
    if (!is_decided(w, i)) {
      run_step(w, i);
      if (burl__is_of_noise(&w->steps[i])) worker->counted.computed += (uint64_t)w->groups;
    }
    i++;
  }
}

void burl__worker_run(burl__worker *worker, burl__rate rate, int groups, burl__special_step *special, void *user) {
  const walk_of_steps w = {worker, worker->schedule->steps[rate], worker->calls[rate], groups, special, user};
  const int count = worker->schedule->step_count[rate];
  const uint64_t noises = rate == BURL__RATE_SAMPLE ? (uint64_t)(worker->schedule->noise_count * groups) : 0;
  worker->counted.noises += noises;
  if (rate == BURL__RATE_SAMPLE && worker->schedule->guard_count) {
    run_steps(&w, 0, count, 0);
    return;
  }
  worker->counted.computed += noises;
  for (int i = 0; i < count; i++) run_step(&w, i);
}

void burl__worker_run_lines(burl__worker *worker, unsigned axes, int groups) {
  const burl__step *const steps = worker->schedule->steps[BURL__RATE_LINE];
  const int count = worker->schedule->step_count[BURL__RATE_LINE];
  for (int i = 0; i < count; i++)
    if (steps[i].axes & axes) worker->kernels->run[steps[i].op](&worker->calls[BURL__RATE_LINE][i], groups);
}

void burl__worker_seek(burl__worker *worker, int column, int line, int lines) {
  for (burl__rate rate = BURL__RATE_PLANE; rate <= BURL__RATE_SAMPLE; rate++)
    for (int i = 0; i < worker->schedule->step_count[rate]; i++) {
      burl__call *const call = &worker->calls[rate][i];
      call->first_column = column;
      call->first_line = line;
      call->lines = lines;
    }
}

void burl__worker_read(burl__worker *worker, burl__register r, const void *from) {
  const int count = worker->schedule->step_count[BURL__RATE_SAMPLE];
  for (int i = 0; i < count; i++) {
    const burl__step *const step = &worker->schedule->steps[BURL__RATE_SAMPLE][i];
    for (int a = 0; a < step->arity; a++)
      if (step->from[a].rate == r.rate && step->from[a].content == r.content && step->from[a].slot == r.slot)
        worker->calls[BURL__RATE_SAMPLE][i].from[a] = from;
  }
}

void burl__worker_aim(burl__worker *worker, float *to, int64_t stride, const int *pixel, int past_cache) {
  const int last = worker->schedule->step_count[BURL__RATE_SAMPLE] - 1;
  burl__call *const call = &worker->calls[BURL__RATE_SAMPLE][last];
  call->to = to;
  call->output.stride = stride;
  call->output.pixel = pixel;
  call->output.past_cache = past_cache;
}

void burl__worker_unaim(burl__worker *worker) {
  const int last = worker->schedule->step_count[BURL__RATE_SAMPLE] - 1;
  const burl__step *const step = &worker->schedule->steps[BURL__RATE_SAMPLE][last];
  burl__worker_aim(worker, burl__worker_at(worker, step->to), 0, NULL, 0);
}
