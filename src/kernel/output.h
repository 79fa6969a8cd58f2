/* Where a noise's samples go and what becomes of them on the way: the one place that knows burl__output.
 * A sample is ended (plain, its size, or a ridge), scaled, added to a sum, and written, past the cache where
 * the output is larger than it; or it goes with its slopes to arrays of their own, or to pixels. */
#ifndef BURL_KERNEL_OUTPUT_H
#define BURL_KERNEL_OUTPUT_H

#include "kernel/vector.h"
#include "noise/lattice.h"
#include "noise/power.h"

/* NaN as 0x7FC00000. */
LANE vector stored(vector v) {
  const mask is_number = v == v;
  return (vector)(((mask)v & is_number) | (0x7FC00000 & ~is_number));
}

/* Writes to memory without bringing what was there into the cache; `to` is aligned. */
LANE void write_past(float *to, vector v) {
#if ISA_SET >= ISA_SSE2
  X86(stream_ps)(to, (x86_reals)v);
#else
  store(to, v);
#endif
}
LANE void write(float *to, vector v, int past_cache) {
  if (past_cache) write_past(to, v);
  else store(to, v);
}

/* A vector of samples of four channels, sample by sample. */
LANE void in_pixels(vector r, vector g, vector b, vector a, vector to[4]) {
  const vector rb = interleave_low(r, b), ga = interleave_low(g, a);
  const vector rb_high = interleave_high(r, b), ga_high = interleave_high(g, a);
  to[0] = interleave_low(rb, ga);
  to[1] = interleave_high(rb, ga);
  to[2] = interleave_low(rb_high, ga_high);
  to[3] = interleave_high(rb_high, ga_high);
}

/* ---- Values ------------------------------------------------------------------------------------- */

/* Whether values are multiplied by the scalar and added to the sum. */
enum { SCALED = 1, SUMMED = 2 };

LANE vector ended(vector v, burl__ending ending, float offset, int twice) {
  const vector size = magnitude(v), ridge = offset - size;
  if (ending == BURL__POWER) return half_power(ridge, twice);
  return ending == BURL__SIZE ? size : ending == BURL__SQUARE ? ridge * ridge : v;
}
LANE void put(float *to, vector v, int how, const float *sum, float factor, int past_cache) {
  if (how & SCALED) v = v * factor;
  if (how & SUMMED) v = load(sum) + v;
  write(to, v, past_cache);
}

/* The values of a block; strides are between its lines, of the output and of the sum. */
typedef struct {
  float *to, scalar, offset;
  const float *sum;
  int64_t to_stride, stride;
  burl__ending ending;
  int twice, how, past_cache;
} value_output;

LANE value_output value_output_of(const burl__call *call, int groups) {
  const burl__output *const out = &call->output;
  const int64_t stride = groups * BURL__LANES / call->lines;
  return (value_output){call->to,
                        out->scalar,
                        out->offset,
                        out->sum ? out->sum : call->to,
                        out->stride ? out->stride : stride,
                        stride,
                        out->ending,
                        out->twice,
                        (out->scalar == 1.0f ? 0 : SCALED) | (out->sum ? SUMMED : 0),
                        out->past_cache};
}

/* The output from a line and column of the block on. */
LANE value_output output_from(const value_output *out, int64_t line, int64_t n) {
  value_output at = *out;
  at.to += line * out->to_stride + n;
  at.sum += line * out->stride + n;
  return at;
}

/* Puts the values of a line from sample n on. */
LANE void put_values(const value_output *out, int64_t line, int64_t n, vector v) {
  const value_output at = output_from(out, line, n);
  put(at.to, ended(v, out->ending, out->offset, out->twice), out->how, at.sum, out->scalar, out->past_cache);
}

/* ---- Values with slopes -------------------------------------------------------------------------- */

/* Whether any slope is asked for. */
static inline int wants_slopes(const burl__call *call) {
  int wanted = 0;
  for (int a = 0; a < 5; a++) wanted |= call->output.slope[a] != NULL;
  return wanted;
}

/* A slope that isn't asked for goes where the value goes, just before it.  Such a noise is never fused with
 * what reads it, so that nothing else becomes of the value. */
typedef struct {
  float *value, *slope[5];
  int64_t stride; /* samples between lines */
  int are_pixels, past_cache;
  mask order; /* of a vector of pixels' channels */
} slope_output;

/* stride: between the lines of a block. */
LANE slope_output slope_output_of(const burl__call *call, int64_t stride) {
  const burl__output *const out = &call->output;
  slope_output s = {.value = call->to,
                    .stride = out->pixel ? out->stride / 4 : stride,
                    .are_pixels = out->pixel != NULL,
                    .past_cache = out->past_cache};
  for (int a = 0; a < 5; a++) s.slope[a] = out->slope[a] ? out->slope[a] : s.value;
  for (int i = 0; out->pixel && i < WIDTH; i++) s.order[i] = i / 4 * 4 + out->pixel[i % 4];
  return s;
}

/* Puts the value, which is the rest, and slopes of the samples of a line from n on. */
LANE void put_slopes(const slope_output *out, int dims, int64_t line, int64_t n, const plane *p) {
  const int64_t at = line * out->stride + n;
  if (dims > 2 && out->are_pixels) {
    vector four[4];
    in_pixels(p->x, p->y, p->z, p->rest, four);
    for (int i = 0; i < 4; i++) write(out->value + 4 * at + i * WIDTH, look(four[i], out->order), out->past_cache);
    return;
  }
  store(out->slope[0] + at, p->x);
  if (dims > 1) store(out->slope[1] + at, p->y);
  if (dims > 2) store(out->slope[2] + at, p->z);
  if (dims > 3) store(out->slope[3] + at, p->w);
  store(out->value + at, p->rest);
}

/* ---- Either -------------------------------------------------------------------------------------- */

typedef struct {
  value_output value;
  slope_output slope;
} noise_output;

LANE noise_output noise_output_of(const burl__call *call, int groups) {
  const value_output value = value_output_of(call, groups);
  return (noise_output){value, slope_output_of(call, value.stride)};
}

/* 0 where a noise has no value. */
LANE vector only_valid(vector v, words valid) { return (vector)((words)v & valid); }
LANE plane only_valid_plane(plane p, words valid) {
  return (plane){only_valid(p.x, valid), only_valid(p.y, valid), only_valid(p.z, valid), only_valid(p.w, valid),
                 only_valid(p.rest, valid)};
}

LANE void put_plane(const noise_output *out, int dims, int with_slopes, int64_t line, int64_t n, const plane *p) {
  if (with_slopes) put_slopes(&out->slope, dims, line, n, p);
  else put_values(&out->value, line, n, p->rest);
}

#endif
