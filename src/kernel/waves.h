/* The kernels of noise of waves, over points and over grids; with slopes or without.
 *
 * The mathematics is noise/impulses.h's.  A sample alone hashes the impulses of the cells around it.  Over a grid those
 * around a region are found once; a vector of samples of a line takes the ones of all cells that any of it may need, as
 * those too far from a sample add 0 to it. */
#include "kernel/output.h"
#include "kernel/positions.h"
#include "kernel/region.h"
#include "kernel/vector.h"
#include "noise/impulses.h"

/* Of the slopes, the third and fourth are by the frequency and the direction. */
enum { WAVE_AXES = 2, WAVE_SLOPES = 4 };

/* What a call asks for, and where it goes. */
typedef struct {
  const burl__call *call;
  const burl__noise *n;
  noise_output out;
  int with_slopes;
} waves_task;

static waves_task waves_task_of(const burl__call *call, int groups) {
  return (waves_task){call, call->setup, noise_output_of(call, groups), wants_slopes(call)};
}

/* The waves that samples ask for, from number i on. */
LANE wave_asked wave_at(const burl__call *call, int64_t i) {
  return wave_of(load((const float *)call->from[WAVE_AXES] + i), load((const float *)call->from[WAVE_AXES + 1] + i));
}

static void put_waves(const waves_task *task, int line, int i, plane p, words valid) {
  p = only_valid_plane(p, valid);
  put_plane(&task->out, WAVE_SLOPES, task->with_slopes, line, i, &p);
}

/* ---- Samples by themselves ----------------------------------------------------------------------- */

OUTLINE plane values_at(const burl__noise *n, const sample_positions *p, const wave_asked *asked) {
  return waves_sample(n, 0, p->cell, p->fraction, *asked);
}
OUTLINE plane slopes_at(const burl__noise *n, const sample_positions *p, const wave_asked *asked) {
  return waves_sample(n, 1, p->cell, p->fraction, *asked);
}

/* A vector of samples of the block. */
static void sample_waves_at(const waves_task *task, const sample_source *from, int line, int i) {
  const sample_positions p = positions_in_block(task->n, CELLS, from, line, i);
  const wave_asked asked = wave_at(task->call, line * from->stride + i);
  put_waves(task, line, i, (task->with_slopes ? slopes_at : values_at)(task->n, &p, &asked), p.valid);
}

static void waves_at_points(const burl__call *call, int groups) {
  const waves_task task = waves_task_of(call, groups);
  const coordinates points = coordinates_of(WAVE_AXES, call);
  const sample_source from = {POINTS, call, &points, task.out.value.stride};
  for (int line = 0; line < call->lines; line++)
    for (int i = 0; i < from.stride; i += WIDTH) sample_waves_at(&task, &from, line, i);
}

/* ---- Impulses around a region -------------------------------------------------------------------- */

enum { MOST_IMPULSES = 2048 };

/* Those of a cell are `stride` apart, those of the cells of a line one behind the other; cells are counted from the
 * region's first column and line on. */
typedef struct {
  int first[2], stride, per_cell;
  _Alignas(64) float x[MOST_IMPULSES], y[MOST_IMPULSES], phase[MOST_IMPULSES];
  _Alignas(64) float along[MOST_IMPULSES], across[MOST_IMPULSES];
} found_impulses;

/* The keys of `count` cells along an axis, from `step` cells beside the first one on. */
static void take_line_keys(const burl__noise *n, int axis, uint32_t first, int step, int count, uint32_t *key) {
  for (int i = 0; i < count; i++) key[i] = axis_neighbour(first, step + i, n->period[axis]);
  for (int i = 0; i < count; i += WIDTH) store_words(key + i, hash_axis(n, axis, load_words(key + i)));
}

/* Finds them; 0: they are too many. */
static int take_impulses(const waves_task *task, const region *r, found_impulses *to) {
  enum { ROOM = MOST_IMPULSES / 4 + BURL__LANES };
  const burl__noise *const n = task->n;
  uint32_t key[2][ROOM] = {{0}};
  int count[2];
  for (int a = 0; a < WAVE_AXES; a++) {
    to->first[a] = (int)axis_floor((double)r->lo[a]) - 2;
    count[a] = (int)axis_floor((double)r->hi[a]) + 3 - to->first[a];
    if (count[a] > ROOM - BURL__LANES) return 0;
  }
  to->stride = (count[0] + WIDTH - 1) / WIDTH * WIDTH;
  to->per_cell = n->impulses;
  if (to->stride * count[1] * n->impulses > MOST_IMPULSES) return 0;
  take_line_keys(n, 0, places_along(task->call, 0)->key[r->begin], to->first[0], count[0], key[0]);
  take_line_keys(n, 1, places_along(task->call, 1)->key[r->line], to->first[1], count[1], key[1]);
  for (int line = 0; line < count[1]; line++)
    for (int i = 0; i < to->stride; i += WIDTH) {
      words hash = hash_of_keys(n, (point_keys){load_words(key[0] + i), all_words(key[1][line]), W(0), W(0)});
      for (int k = 0; k < n->impulses; k++, hash = next_impulse(hash)) {
        const int at = (line * n->impulses + k) * to->stride + i;
        const impulse p = impulse_of_hash(n, hash);
        store(to->x + at, p.x);
        store(to->y + at, p.y);
        store(to->phase + at, p.phase);
        store(to->along + at, p.along);
        store(to->across + at, p.across);
      }
    }
  return 1;
}

/* ---- Grids ----------------------------------------------------------------------------------------- */

/* A vector of samples of a line: how far right of which corner, and below which. */
typedef struct {
  vector apart, corner;
  float apart_y, corner_y;
} line_samples;

/* The impulses of the cells of a row of them, `step` rows from the corner. */
INLINED void add_row(const burl__noise *n, int with_slopes, const found_impulses *f, const line_samples *at, int step,
                     const wave_asked *asked, wave_sum *sum) {
  const int line = (int)at->corner_y + step - f->first[1];
  const int from = (int)smallest_lane(at->corner) - 2, to = (int)largest_lane(at->corner) + 2;
  for (int cell = from; cell < to; cell++) {
    const vector beside = all((float)cell) - at->corner;
    for (int k = 0; k < f->per_cell; k++) {
      const int i = (line * f->per_cell + k) * f->stride + cell - f->first[0];
      const impulse p = {all(f->x[i]), all(f->y[i]), all(f->phase[i]), all(f->along[i]), all(f->across[i])};
      const vector dx = (at->apart - p.x) - beside, dy = (all(at->apart_y) - p.y) - (float)step;
      if (anywhere(dx * dx + dy * dy < 2.25f)) add_wave(n, with_slopes, p, dx, dy, *asked, sum);
    }
  }
}
INLINED plane waves_on_line(const burl__noise *n, int with_slopes, const found_impulses *f, const line_samples *at,
                            const wave_asked *asked) {
  wave_sum sum;
  forget_waves(&sum);
  for (int step = -2; step < 2; step++) add_row(n, with_slopes, f, at, step, asked, &sum);
  return waves_given(n, with_slopes, &sum);
}
OUTLINE plane values_on_line(const burl__noise *n, const found_impulses *f, const line_samples *at,
                             const wave_asked *asked) {
  return waves_on_line(n, 0, f, at, asked);
}
OUTLINE plane slopes_on_line(const burl__noise *n, const found_impulses *f, const line_samples *at,
                             const wave_asked *asked) {
  return waves_on_line(n, 1, f, at, asked);
}

/* The corner nearest to a sample of a cell, as a number; how far the sample is from it. */
LANE line_samples line_samples_at(const region *r, const burl__places *x, int line, int i) {
  const vector fraction = load(x->fraction + i), right = only(fraction >= 0.5f, all(1.0f));
  const float fraction_y = r->row_fraction[line - r->line], below = fraction_y >= 0.5f ? 1.0f : 0.0f;
  return (line_samples){fraction - right, load(r->column + (i - r->begin)) + right, fraction_y - below,
                        r->row[line - r->line] + below};
}

/* Corners that a vector of samples has along x at most, for the impulses of all of them to be taken. */
enum { MOST_CORNERS = 6 };

/* A region; 0 where it takes too many impulses. */
static int waves_of_region(const waves_task *task, const region *r) {
  const burl__call *const call = task->call;
  const burl__places *const x = call->from[0];
  const sample_source from = {ROWS, call, NULL, task->out.value.stride};
  found_impulses found;
  if (!take_impulses(task, r, &found)) return 0;
  for (int line = r->line; line < r->next; line++)
    for (int i = r->begin; i < r->end; i += WIDTH) {
      const line_samples at = line_samples_at(r, x, line, i);
      const int in_line = line - call->first_line, in_block = i - call->first_column;
      if (largest_lane(at.corner) - smallest_lane(at.corner) < (float)MOST_CORNERS) {
        const wave_asked asked = wave_at(call, in_line * from.stride + in_block);
        const plane p = (task->with_slopes ? slopes_on_line : values_on_line)(task->n, &found, &at, &asked);
        put_waves(task, in_line, in_block, p, valid_in_tile(call, line, i));
      } else {
        sample_waves_at(task, &from, in_line, in_block);
      }
    }
  return 1;
}

/* Some columns of the block's lines as a region, fewer where that is too large: where they end. */
static int waves_of_columns(const waves_task *task, int begin, int end) {
  const burl__call *const call = task->call;
  const int top = call->first_line, first = call->first_column;
  const sample_source from = {ROWS, call, NULL, task->out.value.stride};
  region r;
  for (;; end = begin + (end - begin) / 2 / WIDTH * WIDTH) {
    if (take_columns(call, task->n->period[0], begin, end, &r) &&
        take_lines(call, task->n->period[1], top, top + call->lines, &r) && waves_of_region(task, &r))
      return end;
    if (end - begin == WIDTH) break;
  }
  for (int line = 0; line < call->lines; line++) sample_waves_at(task, &from, line, begin - first);
  return end;
}

static void waves_over_rows(const burl__call *call, int groups) {
  const waves_task task = waves_task_of(call, groups);
  const int end = call->first_column + (int)task.out.value.stride;
  for (int i = call->first_column, stop; i < end; i = stop) {
    stop = end - i > BURL__BLOCK_COLUMNS ? i + BURL__BLOCK_COLUMNS : end;
    stop = waves_of_columns(&task, i, stop);
  }
}

#define KERNELS(noise)                                                                           \
  void ISA(burl__##noise)(const burl__call *call, int groups) { waves_at_points(call, groups); } \
  void ISA(burl__##noise##_rows)(const burl__call *call, int groups) { waves_over_rows(call, groups); }
KERNELS(gabor)
KERNELS(phasor)
#undef KERNELS
