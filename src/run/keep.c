/* The kept schedules and workers of keep.h. */
#include "run/keep.h"

#include <string.h>

#include "burl_inspect.h"
#include "program/spacing.h"

/* ---- Schedules ----------------------------------------------------------------------------------- */

/* Whether all gates let the same through at both steps. */
static int are_gates_same(const burl__graph *graph, const double a[4], const double b[4]) {
  for (size_t i = 0; i < graph->count; i++)
    if (graph->nodes[i].op == BURL__GATE &&
        burl__presence_of(graph->nodes[i].setup, a) != burl__presence_of(graph->nodes[i].setup, b))
      return 0;
  return 1;
}

/* Whether two shapes have one schedule. */
static int is_same(const burl__plan *plan, const burl__shape *a, const burl__shape *b) {
  return a->alone == b->alone && a->points == b->points && a->line_axis == b->line_axis &&
         a->has_slices == b->has_slices && a->unguarded == b->unguarded &&
         (!plan->has_gates || memcmp(a->step, b->step, sizeof a->step) == 0 ||
          are_gates_same(&plan->graph, a->step, b->step));
}

static int make(burl__schedule *schedule, const burl__plan *plan, const burl__shape *shape, burl__arena *arena) {
  const burl__outputs alone = {1, {shape->alone - 1}};
  return burl__schedule_make(schedule, &plan->graph, shape->alone ? &alone : &plan->outputs, shape, arena);
}

static burl__kept_schedule *make_kept(const burl_program *program, const burl__shape *shape) {
  burl__kept_schedule *const kept = burl__allocate(&program->allocator, sizeof *kept);
  if (!kept) return NULL;
  kept->shape = *shape;
  burl__arena_open(&kept->arena, program->allocator);
  if (make(&kept->schedule, program->plan, shape, &kept->arena)) return kept;
  burl__arena_close(&kept->arena);
  burl__release(&program->allocator, kept);
  return NULL;
}

const burl__schedule *burl__find_schedule(const burl_program *program, burl__shape shape, burl__arena *arena) {
  burl__plan *const plan = program->plan;
  for (int i = 0; i < BURL__MOST_SCHEDULES; i++) {
    burl__kept_schedule *known = atomic_load_explicit(&plan->schedules[i], memory_order_acquire);
    if (known && is_same(plan, &known->shape, &shape)) return &known->schedule;
    if (known) continue;
    burl__kept_schedule *const made = make_kept(program, &shape);
    if (!made || atomic_compare_exchange_strong(&plan->schedules[i], &known, made))
      return made ? &made->schedule : NULL;
    burl__arena_close(&made->arena); /* another thread was faster here */
    burl__release(&program->allocator, made);
    i--;
  }
  burl__schedule *const own = burl__arena_take(arena, sizeof *own);
  return own && make(own, plan, &shape, arena) ? own : NULL;
}

/* Whether a schedule stays as long as the plan. */
static int is_kept(const burl__plan *plan, const burl__schedule *schedule) {
  for (int i = 0; i < BURL__MOST_SCHEDULES; i++) {
    const burl__kept_schedule *const known = atomic_load_explicit(&plan->schedules[i], memory_order_acquire);
    if (known && &known->schedule == schedule) return 1;
  }
  return 0;
}

/* ---- Workers ------------------------------------------------------------------------------------- */

static int has_room(const burl__worker *w, burl__room room) {
  return w->room.columns >= room.columns && w->room.lines >= room.lines && w->room.samples >= room.samples;
}

static void put(const burl_program *program, burl__worker *worker) {
  burl__plan *const plan = program->plan;
  for (int i = 0; i < BURL__MOST_WORKERS; i++) {
    void *empty = NULL;
    if (atomic_load_explicit(&plan->workers[i], memory_order_relaxed) == NULL &&
        atomic_compare_exchange_strong(&plan->workers[i], &empty, worker))
      return;
  }
  const size_t any = (uintptr_t)worker / 64 % BURL__MOST_WORKERS;
  burl__release(&program->allocator, atomic_exchange(&plan->workers[any], worker));
}

/* A kept worker that will do; NULL: there is none.  Those of the schedule that are too small are released. */
static burl__worker *find(const burl_program *program, const burl__schedule *schedule, burl__room room) {
  burl__plan *const plan = program->plan;
  for (int i = 0; i < BURL__MOST_WORKERS; i++) {
    if (atomic_load_explicit(&plan->workers[i], memory_order_relaxed) == NULL) continue;
    burl__worker *const worker = atomic_exchange(&plan->workers[i], NULL);
    if (!worker) continue;
    if (worker->schedule != schedule) put(program, worker);
    else if (has_room(worker, room)) return worker;
    else burl__release(&program->allocator, worker);
  }
  return NULL;
}

burl__worker *burl__take_worker(const burl_program *program, const burl__schedule *schedule, burl__room room,
                                double time, const double step[BURL__STEPS]) {
  burl__worker *worker = find(program, schedule, room);
  if (!worker) {
    const size_t size = burl__worker_size(schedule, room);
    worker = size ? burl__allocate(&program->allocator, size) : NULL;
    if (!worker) return NULL;
    burl__worker_open(worker, schedule, program->kernels, room);
    burl__worker_set(worker, time, step);
  } else if (worker->time != time || memcmp(worker->step, step, sizeof worker->step) != 0) {
    burl__worker_set(worker, time, step);
  }
  worker->column = -1;
  worker->seen = worker->counted;
  worker->is_narrow = 0;
  return worker;
}

double burl_skipped(const burl_program *program) {
  uint64_t noises = 0, computed = 0;
  for (int i = 0; program && i < BURL__MOST_WORKERS; i++) {
    burl__worker *const worker = atomic_exchange(&program->plan->workers[i], NULL);
    if (!worker) continue;
    noises += worker->counted.noises;
    computed += worker->counted.computed;
    put(program, worker);
  }
  return noises ? 1.0 - (double)computed / (double)noises : 0.0;
}

void burl__give_worker(const burl_program *program, burl__worker *worker) {
  if (is_kept(program->plan, worker->schedule)) put(program, worker);
  else burl__release(&program->allocator, worker);
}
