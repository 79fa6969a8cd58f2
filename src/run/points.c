/* Sampling at points, a block of them at a time. */
#include <string.h>

#include "base/fpu.h"
#include "run/check.h"
#include "run/keep.h"
#include "run/points.h"

/* Samples a block of n points, whose coordinates the source writes into the worker's registers. */
static void run_block(burl__worker *worker, const burl__point_source *source, int64_t first, int n, float *out,
                      int channels) {
  const burl__schedule *const s = worker->schedule;
  const int groups = burl__groups_of(n);
  for (int axis = 0; axis < 5; axis++) {
    const burl__register r = s->coordinate[axis];
    if (r.slot < 0 || r.rate != BURL__RATE_SAMPLE) continue;
    double *const to = burl__worker_at(worker, r);
    source->fill(source->user, axis, first, n, to);
    for (int i = n; i < groups * BURL__LANES; i++) to[i] = to[n - 1];
  }
  const int direct = channels == 1 && s->last_is_output && n % BURL__LANES == 0;
  if (direct) burl__worker_aim(worker, out, 0, NULL, 0);
  else if (s->last_is_output) burl__worker_unaim(worker);
  burl__worker_run(worker, BURL__RATE_SAMPLE, groups, burl__pictures_read, source->pictures);
  if (direct) return;
  const float *from[BURL__MOST_CHANNELS];
  for (int c = 0; c < channels; c++) from[c] = burl__worker_at(worker, s->output[c]);
  worker->kernels->interleave(from, channels, n, out, 0);
}

void burl__points_run(burl__worker *worker, const burl__point_source *source, int64_t start, int64_t count, float *out,
                      int channels) {
  for (int64_t first = 0; first < count; first += BURL__BLOCK) {
    const int n = count - first < BURL__BLOCK ? (int)(count - first) : BURL__BLOCK;
    run_block(worker, source, start + first, n, out + first * channels, channels);
  }
}

static void fill_from_arrays(void *user, int axis, int64_t first, int count, double *to) {
  const burl_points *const points = user;
  const double *const from = axis == 4 ? points->time : points->coord[axis];
  for (int i = 0; i < count; i++) to[i] = from ? from[first + i] : 0.0;
}

/* Samples whole blocks, of one channel, with steps that read the caller's arrays themselves, and
 * write the caller's output where no NaN can be in it, whose bits would have to be unified.
 * Returns how many points were sampled. */
static int64_t run_in_place(burl__worker *worker, const burl_points *points, burl__pictures *pictures, float *out) {
  const burl__schedule *const s = worker->schedule;
  const int64_t whole = (int64_t)points->count / BURL__BLOCK * BURL__BLOCK;
  for (int axis = 0; axis < 5; axis++)
    if (s->coordinate[axis].slot >= 0 && !(axis == 4 ? points->time : points->coord[axis])) return 0;
  for (int64_t first = 0; first < whole; first += BURL__BLOCK) {
    for (int axis = 0; axis < 5; axis++) {
      const double *const from = axis == 4 ? points->time : points->coord[axis];
      if (s->coordinate[axis].slot >= 0) burl__worker_read(worker, s->coordinate[axis], from + first);
    }
    if (s->last_is_output) burl__worker_aim(worker, out + first, 0, NULL, 0);
    burl__worker_run(worker, BURL__RATE_SAMPLE, BURL__BLOCK / BURL__LANES, burl__pictures_read, pictures);
    if (s->last_is_output) continue;
    const float *const from = burl__worker_at(worker, s->output[0]);
    worker->kernels->interleave(&from, 1, BURL__BLOCK, out + first, 0);
  }
  return whole;
}

static burl_status run_with_worker(burl__worker *worker, const burl_points *points, burl__pictures *pictures,
                                   float *out, int channels) {
  burl_points copy = *points; /* as the source takes a pointer that isn't const */
  const burl__point_source source = {fill_from_arrays, &copy, pictures};
  const int64_t done = channels == 1 ? run_in_place(worker, points, pictures, out) : 0;
  if (done > 0) burl__worker_bind(worker);
  burl__points_run(worker, &source, done, (int64_t)points->count - done, out + done * channels, channels);
  return BURL_OK;
}

burl_status burl_sample_points(const burl_program *program, const burl_points *points, float *out) {
  const burl_status wrong = burl__check_points(program, points, NULL);
  if (wrong != BURL_OK) return wrong;
  if (points->count == 0) return BURL_OK;
  if (!out) return BURL_ARGUMENT;
  burl__arena arena;
  burl__arena_open(&arena, program->allocator);
  const burl__fpu fpu = burl__fpu_open();

  const double footprint = points->footprint;
  const burl__shape shape = {.points = 1,
                             .line_axis = 1,
                             .step = {footprint, footprint, footprint,
                                      footprint, [BURL__TURNED] = burl__view_turns(program, 0),
                                      burl__view_turns(program, 1)}};
  const int64_t most = points->count < BURL__BLOCK ? (int64_t)points->count : BURL__BLOCK;
  const burl__room room = {.samples = burl__groups_of(most) * BURL__LANES};
  const burl__schedule *const schedule = burl__find_schedule(program, shape, &arena);
  burl__pictures pictures = {NULL, NULL};
  burl_status status = schedule ? burl__pictures_open(&pictures, program, schedule, &arena) : BURL_MEMORY;
  burl__worker *const worker = status == BURL_OK ? burl__take_worker(program, schedule, room, 0.0, shape.step) : NULL;
  if (status == BURL_OK && !worker) status = BURL_MEMORY;
  if (worker) {
    status = run_with_worker(worker, points, &pictures, out, program->plan->outputs.channels);
    burl__give_worker(program, worker);
  }
  burl__fpu_close(fpu);
  burl__arena_close(&arena);
  return status;
}
