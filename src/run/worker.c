/* The worker of worker.h. */
#include "run/worker.h"

#include <string.h>

static int add_product(size_t *sum, size_t count, size_t size) {
  size_t product;
  return burl__multiply(count, size, &product) && burl__add(*sum, product, sum);
}

size_t burl__worker_size(const burl__schedule *s, int block) {
  size_t size = 0;
  for (burl__rate rate = 0; rate < BURL__RATES; rate++) {
    for (burl__content content = 0; content < BURL__CONTENTS; content++)
      if (!add_product(&size, (size_t)s->slots[rate][content], burl__register_size(rate, content, block)))
        return 0;
    if (!add_product(&size, (size_t)s->step_count[rate], sizeof(burl__call))) return 0;
  }
  return burl__add(size, 63, &size) ? (size & ~(size_t)63) + 64 : 0;
}

void *burl__worker_at(const burl__worker *worker, burl__register r) {
  size_t before = 0;
  for (burl__content content = 0; content < r.content; content++)
    before +=
        (size_t)worker->schedule->slots[r.rate][content] * burl__register_size(r.rate, content, worker->block);
  return worker->area[r.rate] + before + (size_t)r.slot * burl__register_size(r.rate, r.content, worker->block);
}

static void fill(void *to, int wide, int count, double value) {
  for (int i = 0; i < count; i++)
    if (wide) ((double *)to)[i] = value;
    else ((float *)to)[i] = (float)value;
}

static void bind_rate(burl__worker *worker, burl__rate rate) {
  for (int i = 0; i < worker->schedule->step_count[rate]; i++) {
    const burl__step *const step = &worker->schedule->steps[rate][i];
    burl__call *const call = &worker->calls[rate][i];
    call->to = burl__worker_at(worker, step->to);
    call->setup = step->setup;
    call->output = (burl__output){
        .scalar = step->scalar, .offset = step->offset, .ending = step->ending, .halves = step->halves};
    for (int a = 0; a < 5; a++)
      if (step->slope[a].slot >= 0) call->output.slope[a] = burl__worker_at(worker, step->slope[a]);
    if (step->sum.slot >= 0) call->output.sum = burl__worker_at(worker, step->sum);
    call->affine = step->affine;
    memcpy(call->factor, step->factor, sizeof call->factor);
    memcpy(call->shift, step->shift, sizeof call->shift);
    call->first_column = call->first_line = 0;
    call->lines = 1;
    for (int a = 0; a < BURL__ARGUMENTS; a++)
      call->from[a] = a < step->arity ? burl__worker_at(worker, step->from[a]) : NULL;
  }
}

void burl__worker_bind(burl__worker *worker) {
  for (burl__rate rate = 0; rate < BURL__RATES; rate++) bind_rate(worker, rate);
}

void burl__worker_open(burl__worker *worker, const burl__schedule *s, const burl__kernels *kernels,
                       char *memory, double time, int block) {
  worker->schedule = s;
  worker->kernels = kernels;
  worker->block = block;
  worker->tile_column = -1;
  for (burl__rate rate = 0; rate < BURL__RATES; rate++) {
    worker->area[rate] = memory;
    for (burl__content content = 0; content < BURL__CONTENTS; content++)
      memory += (size_t)s->slots[rate][content] * burl__register_size(rate, content, block);
  }
  for (burl__rate rate = 0; rate < BURL__RATES; rate++) {
    worker->calls[rate] = (burl__call *)(void *)memory;
    memory += (size_t)s->step_count[rate] * sizeof(burl__call);
  }
  burl__worker_bind(worker);

  for (int i = 0; i < s->constant_count; i++) {
    const burl__fill *const one = &s->constants[i];
    fill(burl__worker_at(worker, one->to), one->to.content == BURL__DOUBLES, one->count < block ? one->count : block,
         one->value);
  }
  const burl__register t = s->coordinate[4];
  if (t.slot >= 0 && t.rate == BURL__RATE_CONSTANT)
    fill(burl__worker_at(worker, t), 1, block, time);
  burl__worker_run(worker, BURL__RATE_CONSTANT, block / BURL__LANES, NULL, NULL);
}

void burl__worker_run(burl__worker *worker, burl__rate rate, int groups,
                      burl__special_step *special, void *user) {
  const burl__step *const steps = worker->schedule->steps[rate];
  const burl__call *const calls = worker->calls[rate];
  const int count = worker->schedule->step_count[rate];
  for (int i = 0; i < count; i++)
    if (steps[i].op < BURL__OP_COUNT) worker->kernels->run[steps[i].op](&calls[i], groups);
    else special(user, &steps[i], calls[i].to);
}

void burl__worker_seek(burl__worker *worker, int column, int line, int lines) {
  const int count = worker->schedule->step_count[BURL__RATE_SAMPLE];
  for (int i = 0; i < count; i++) {
    burl__call *const call = &worker->calls[BURL__RATE_SAMPLE][i];
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
      if (step->from[a].rate == r.rate && step->from[a].content == r.content &&
          step->from[a].slot == r.slot)
        worker->calls[BURL__RATE_SAMPLE][i].from[a] = from;
  }
}

void burl__worker_aim(burl__worker *worker, float *to, int64_t stride, const int *pixel,
                      int past_cache) {
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
