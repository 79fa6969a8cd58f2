/* The filter of filter.h.  Each sample becomes the mean of n·n taken around it, at places that follow a tent: the
 * bilinear filter, two samples wide, which is not negative, so that results keep their bounds.  Weights are equal
 * (M. Ernst, M. Stamminger, G. Greiner, "Filter importance sampling", 2006), and the places are the same around every
 * sample: the k-th pass samples the whole grid moved by the k-th place, as fast as any grid, and a tile has the bits of
 * the whole.  The places are those of a Fibonacci lattice, which is even in the plane and along each axis.
 *
 * Results that are colours are averaged in linear light, those of four channels by their alpha; normals as numbers. */
#include "run/filter.h"

#include <math.h>

#include "run/check.h"
#include "run/worker.h"

enum { PART = 1 << 16 }; /* samples that are filtered together */

typedef struct {
  const burl_program *program;
  const burl_grid *grid;
  burl__sampler *sample;
  float *out;
  int channels, has_colours;
  int is_light[BURL__MOST_CHANNELS]; /* by channel: whether it is averaged as light, */
  int alpha[BURL__MOST_CHANNELS];    /* and the channel of its alpha; BURL__NONE: there is none */
  burl_grid part;                    /* of the grid, packed */
  double done, share; /* of the whole: what was done before this part's present pass, and that pass itself */
  size_t room;        /* numbers, a multiple of the lanes */
  float *raw, *linear;
  double *sum;
} filter;

/* ---- Places -------------------------------------------------------------------------------------- */

/* Where a tent of half-width 1 has the share u of its area to the left. */
static double tent_place(double u) { return u < 0.5 ? sqrt(2.0 * u) - 1.0 : 1.0 - sqrt(2.0 * (1.0 - u)); }

/* Place k of `count`, in samples; places lie opposite one another, so that the mean doesn't move. */
static void place_of(int k, int count, double place[2]) {
  const double golden = 0.6180339887498949, turns = 0.5 + golden * (k - 0.5 * (count - 1));
  place[0] = tent_place((k + 0.5) / count);
  place[1] = tent_place(turns - floor(turns));
}

/* The part as the k-th pass samples it. */
static burl_grid moved(const filter *f, int k, int count) {
  burl_grid grid = f->part;
  double place[2];
  place_of(k, count, place);
  for (int axis = 0; axis < 2; axis++) grid.origin[axis] += place[axis] * grid.step[axis];
  return grid;
}

/* ---- Sums ---------------------------------------------------------------------------------------- */

static void convert(const filter *f, int op, const float *from, float *to) {
  const burl__call call = {.to = to, .from = {from}, .lines = 1, .output = {.scalar = 1.0f}};
  f->program->kernels->run[op](&call, (int)(f->room / BURL__LANES));
}

/* A colour counts a hair more than its alpha, so that where all is transparent there is a colour. */
static const double hair = 1e-12;

/* Adds the samples to the sums: numbers, light, light times alpha. */
static void add_samples(const filter *f, size_t numbers) {
  if (f->has_colours) convert(f, OP_linear_of_srgb, f->raw, f->linear);
  for (size_t i = 0; i < numbers; i += (size_t)f->channels)
    for (size_t c = 0; c < (size_t)f->channels; c++) {
      const double value = (double)(f->is_light[c] ? f->linear : f->raw)[i + c];
      f->sum[i + c] += f->alpha[c] < 0 ? value : value * ((double)f->raw[i + (size_t)f->alpha[c]] + hair);
    }
}

/* A number within its proven bounds, which the way to light and back may pass by an ulp. */
static float within(float value, burl_range bounds) {
  const float lo = (float)bounds.lo, hi = (float)bounds.hi;
  return value < lo ? lo : value > hi ? hi : value;
}

/* The means of `count` samples each, into raw; those of light by way of linear. */
static void take_means(const filter *f, size_t numbers, int count) {
  const size_t channels = (size_t)f->channels;
  for (size_t i = 0; i < numbers; i += channels)
    for (size_t c = 0; c < channels; c++) {
      const double weight = f->alpha[c] < 0 ? count : f->sum[i + (size_t)f->alpha[c]] + count * hair;
      (f->has_colours ? f->linear : f->raw)[i + c] = (float)(f->sum[i + c] / (weight != 0.0 ? weight : 1.0));
    }
  if (!f->has_colours) return;
  convert(f, OP_srgb_of_linear, f->linear, f->raw);
  for (size_t c = 0; c < channels; c++) {
    const burl_range bounds = burl_bounds(f->program, (int)c);
    for (size_t i = c; i < numbers; i += channels)
      f->raw[i] = f->is_light[c] ? within(f->raw[i], bounds) : f->linear[i];
  }
}

/* ---- Parts --------------------------------------------------------------------------------------- */

/* Stores the part, which begins `first` samples into the grid. */
static void store_part(const filter *f, const int64_t first[4]) {
  const float *from = f->raw;
  const int64_t *const size = f->part.size, *const stride = f->grid->stride;
  for (int64_t l = 0; l < size[3]; l++)
    for (int64_t k = 0; k < size[2]; k++)
      for (int64_t j = 0; j < size[1]; j++)
        for (int64_t i = 0; i < size[0]; i++)
          for (int c = 0; c < f->channels; c++)
            f->out[(first[0] + i) * stride[0] + (first[1] + j) * stride[1] + (first[2] + k) * stride[2] +
                   (first[3] + l) * stride[3] + c] = burl__stored(*from++);
}

static burl_status filter_part(filter *f, const int64_t first[4]) {
  const int count = f->grid->samples * f->grid->samples;
  size_t numbers = (size_t)f->channels;
  for (int axis = 0; axis < 4; axis++) {
    f->part.first[axis] = f->grid->first[axis] + first[axis];
    f->part.stride[axis] = 0;
    numbers *= (size_t)f->part.size[axis];
  }
  burl__fill_strides(&f->part, f->channels);
  for (size_t i = 0; i < numbers; i++) f->sum[i] = 0.0;
  for (int k = 0; k < count; k++, f->done += f->share) {
    const burl_grid grid = moved(f, k, count);
    const burl_status status = f->sample(f->program, &grid, f->raw);
    if (status != BURL_OK) return status;
    add_samples(f, numbers);
  }
  take_means(f, numbers, count);
  store_part(f, first);
  return BURL_OK;
}

/* The size of a part along each axis: whole lines, planes and so on as far as they fit. */
static void choose_part(filter *f) {
  int64_t room = f->channels > 4 ? 4 * PART / f->channels : PART;
  for (int axis = 0; axis < 4; axis++) {
    const int64_t size = f->grid->size[axis];
    f->part.size[axis] = size < room ? size : room;
    room /= f->part.size[axis];
  }
}

/* Progress of a pass, as that of the whole. */
static int report_pass(void *user, double done) {
  const filter *const f = user;
  return f->grid->progress(f->grid->user, fmin(f->done + done * f->share, 1.0));
}

/* The share of a pass over the part, whose size is known, in all passes over the whole. */
static double share_of_pass(const filter *f) {
  double share = 1.0 / (f->grid->samples * f->grid->samples);
  for (int axis = 0; axis < 4; axis++) share *= (double)f->part.size[axis] / (double)f->grid->size[axis];
  return share;
}

static burl_status filter_parts(filter *f) {
  const burl_grid *const whole = f->grid;
  const int64_t most[4] = {f->part.size[0], f->part.size[1], f->part.size[2], f->part.size[3]};
  int64_t first[4] = {0};
  while (first[3] < whole->size[3]) {
    for (int axis = 0; axis < 4; axis++) {
      const int64_t rest = whole->size[axis] - first[axis];
      f->part.size[axis] = rest < most[axis] ? rest : most[axis];
    }
    f->share = share_of_pass(f);
    const burl_status status = filter_part(f, first);
    if (status != BURL_OK) return status;
    for (int axis = 0; axis < 4; axis++) {
      if ((first[axis] += most[axis]) < whole->size[axis] || axis == 3) break;
      first[axis] = 0;
    }
  }
  return whole->progress && whole->progress(whole->user, 1.0) ? BURL_CANCELLED : BURL_OK;
}

/* What kind of number each channel is. */
static void choose_channels(filter *f) {
  for (int i = 0; i < burl_result_count(f->program); i++) {
    const burl__result *const r = &f->program->results[i];
    const int is_light = r->channels > 1 && !r->is_data;
    for (int c = 0; c < r->channels; c++) {
      f->is_light[r->first + c] = is_light && c < 3;
      f->alpha[r->first + c] = r->channels == 4 && c < 3 ? r->first + 3 : BURL__NONE;
    }
    f->has_colours |= is_light;
  }
}

burl_status burl__filter_grid(const burl_program *program, const burl_grid *grid, burl__sampler *sample, float *out) {
  filter f = {program, grid, sample, out, .channels = program->plan->outputs.channels, .part = *grid};
  choose_channels(&f);
  f.part.progress = grid->progress ? report_pass : NULL;
  f.part.user = &f;
  choose_part(&f);
  f.room = (size_t)f.channels;
  for (int axis = 0; axis < 4; axis++) f.room *= (size_t)f.part.size[axis];
  f.room = (f.room + BURL__LANES - 1) / BURL__LANES * BURL__LANES;
  burl__arena arena;
  burl__arena_open(&arena, program->allocator);
  f.raw = burl__arena_block(&arena, f.room * sizeof *f.raw);
  f.linear = burl__arena_block(&arena, f.room * sizeof *f.linear);
  f.sum = burl__arena_block(&arena, f.room * sizeof *f.sum);
  burl_status status = BURL_MEMORY;
  if (f.raw && f.linear && f.sum) {
    for (size_t i = f.room - (f.room < BURL__LANES ? f.room : BURL__LANES); i < f.room; i++) f.raw[i] = f.linear[i] = 0;
    status = filter_parts(&f);
  }
  burl__arena_close(&arena);
  return status;
}
