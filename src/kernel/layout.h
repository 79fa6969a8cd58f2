/* The kernels that prepare coordinates and store results: coordinates in a period, the places of a tile's
 * columns and lines for noises without lattice rows, and finished samples in rows or pixels. */
#include "kernel/output.h"
#include "kernel/positions.h"
#include "kernel/vector.h"

/* ---- Coordinates in [0, period), which is one for all -------------------------------------------- */

/* Most lines lie in one period alone: all of such a line is moved as far as its first sample, where that is
 * exact; 0 where it isn't.  Other coordinates go by axis_reduce. */
static int reduce_as_one(const double *p, double period, int count, double *to) {
  const double laps = p[0] / period;
  const axis_product by = axis_multiply(period, axis_floor(axis_holds(laps) ? laps : 0.0));
  const double back = 0.0 - by.high, last = p[count - 1] + back; /* not −0, so that of −0 comes 0 */
  if (by.low != 0.0 || !(last >= 0.0 && last < period)) return 0;
  longs within = ~(longs){0};
  for (int n = 0; n < count; n += WIDTH / 2) {
    const doubles rest = load_doubles(p + n) + back;
    store_doubles(to + n, rest);
    within &= (longs)(rest >= 0.0) & (longs)(rest < period);
  }
  return everywhere((mask)within);
}

void ISA(burl__axis_reduce)(const burl__call *call, int groups) {
  const double *const p = call->from[0], period = *(const double *)call->from[1];
  const int count = groups * BURL__LANES;
  double *const to = call->to;
  if (reduce_as_one(p, period, count, to)) return;
  for (int n = 0; n < count; n++) to[n] = axis_reduce(p[n], period);
}

/* ---- Places of a grid ---------------------------------------------------------------------------- */

/* Simplex noise has blocks of cells, cellular noise cells. */
static split split_places(const burl__noise *n, const double *from) {
  const halves at = {load_doubles(from), load_doubles(from + WIDTH / 2)};
  return n->reach2 > 0 ? split_blocks(n->dims, at) : split_cells(at);
}
static uint32_t period_of_places(const burl__noise *n, int axis) {
  return period_along(n, axis) / (n->reach2 > 0 ? (uint32_t)simplex_block(n->dims) : 1u);
}

static void place_all(const burl__call *call, int count) {
  const burl__noise *const n = call->setup;
  burl__places *const to = call->to;
  const uint32_t period = period_of_places(n, call->axis);
  for (int i = 0; i < count; i += WIDTH) {
    const split s = split_places(n, (const double *)call->from[0] + i);
    const words valid = valid_of(s.beyond);
    store_words(to->key + i, words_in_period(s.whole, period) & valid);
    store_words(to->valid + i, valid);
    store(to->fraction + i, only_valid(s.fraction, valid));
  }
}
void ISA(burl__place_column)(const burl__call *call, int groups) { place_all(call, groups * BURL__LANES); }
void ISA(burl__place_line)(const burl__call *call, int groups) { place_all(call, lines_placed(call, groups)); }

/* ---- Rows of finished samples -------------------------------------------------------------------- */

static void store_some(const float *from, int count, float *to) {
  if (count == 0) return;
  float some[WIDTH];
  store(some, stored(load(from))); /* a block has room for a vector behind it */
  for (int i = 0; i < count; i++) to[i] = some[i];
}

static void store_line(const float *from, int columns, float *to, int past_cache) {
  int i = 0;
  if (past_cache) {
    const int before = (int)(-((uintptr_t)to / sizeof *to) % WIDTH);
    i = before < columns ? before : columns;
    store_some(from, i, to);
    for (; i + WIDTH <= columns; i += WIDTH) write_past(to + i, stored(load(from + i)));
  } else {
    for (; i + WIDTH <= columns; i += WIDTH) store(to + i, stored(load(from + i)));
  }
  store_some(from + i, columns - i, to + i);
}

void ISA(burl__store)(const burl__stored_block *b) {
  for (int line = 0; line < b->lines; line++)
    store_line(b->from + line * b->stride, b->columns, b->row[line] + b->offset, b->past_cache);
}

/* ---- Pixels -------------------------------------------------------------------------------------- */

LANE float stored_float(float a) {
  const union {
    uint32_t bits;
    float number;
  } nan = {0x7FC00000u};
  return a == a ? a : nan.number;
}

/* Four channels of `count` samples, whole vectors. */
LANE void interleave_four(const float *const *from, int count, float *to, int past_cache) {
  for (int i = 0; i < count; i += WIDTH) {
    vector four[4];
    in_pixels(stored(load(from[0] + i)), stored(load(from[1] + i)), stored(load(from[2] + i)),
              stored(load(from[3] + i)), four);
    for (int k = 0; k < 4; k++) write(to + 4 * i + k * WIDTH, four[k], past_cache);
  }
}

void ISA(burl__interleave)(const float *const *from, int channels, int count, float *to, int past_cache) {
  const int whole = channels == 4 ? count / WIDTH * WIDTH : 0;
  if (past_cache && (uintptr_t)to % 64 == 0) interleave_four(from, whole, to, 1);
  else interleave_four(from, whole, to, 0);
  for (int i = 0; i < count && channels == 3; i++)
    for (int c = 0; c < 3; c++) to[3 * i + c] = stored_float(from[c][i]);
  for (int i = whole; i < count && channels != 3; i++)
    for (int c = 0; c < channels; c++) to[channels * i + c] = stored_float(from[c][i]);
}
