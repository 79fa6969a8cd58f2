/* Sampling over grids: whole-grid functions first, then tiles, which threads take one after the other.  A tile is 512
 * columns by 64 lines at most, in one slice of the grid: lines follow each other along y as a rule, and the slices are
 * those of the other axes.  Tiles are numbered through the slices, then along the lines, then along the columns: a
 * worker keeps the values of columns, lines and planes until it gets a tile of others. */
#include "run/grid.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/fpu.h"
#include "program/build.h"
#include "program/spacing.h"
#include "run/check.h"
#include "run/filter.h"
#include "run/keep.h"
#include "run/parallel.h"
#include "run/picture.h"
#include "run/points.h"

enum {
  FEWEST_COLUMNS = 8,  /* see is_narrow */
  FEWEST_LINES = 16,   /* see choose_lines */
  NARROW_COLUMNS = 32, /* see take_narrow */
  NARROW_LINES = 16,
  POINT_TILE = BURL__BLOCK,
  CORE_CACHE = 1 << 20,   /* floats of output that a core's own cache is expected to hold, */
  SHARED_CACHE = 1 << 22, /* and the cache that all cores share */
  SMALL_GRID = 16384,     /* samples for which no thread is started */
  UNREPORTED = 32768      /* samples of the calling thread after which progress is reported */
};

typedef struct {
  const burl_program *program;
  const burl__schedule *schedule;
  const burl_grid *grid; /* sizes at least 1, strides filled in */
  float *out;
  int channels, by_points;
  int64_t samples;
  const burl__stage *stage; /* the results of whole-grid functions; NULL: there are none */
  burl__pictures pictures;
  burl__pace pace;
  burl__worker **workers;
  int lead;                       /* see find_tile */
  int line_axis;                  /* along which lines follow each other */
  int block_columns, block_lines; /* of a block at most, */
  int tile_columns, tile_lines;   /* and of a tile */
  int64_t slices, line_tiles, tiles;
  int64_t cache_size; /* in floats: larger outputs are written past the cache */
  _Atomic int64_t next;
} run;

/* Where a tile begins, and how large it is. */
typedef struct {
  int64_t column, index[4]; /* index: along y, z and w */
  int columns, lines;
} tile;

/* The block that a worker computes. */
typedef struct {
  const run *run;
  int64_t column, line; /* line: along the lines' axis */
  int lines, stride;    /* lines; floats from one line to the next in its registers */
  float *const *row;    /* of each of its lines: where the grid's line begins in out */
} block;

/* ---- Coordinates -------------------------------------------------------------------------------- */

/* The indices along y, z and w of a line. */
static void line_index(const burl_grid *grid, int64_t line, int64_t index[4]) {
  index[1] = line % grid->size[1];
  index[2] = line / grid->size[1] % grid->size[2];
  index[3] = line / grid->size[1] / grid->size[2];
}

/* Goes on to the indices of the next line. */
static void next_line(const burl_grid *grid, int64_t index[4]) {
  for (int axis = 1; axis < 4; axis++) {
    if (++index[axis] < grid->size[axis] || axis == 3) return;
    index[axis] = 0;
  }
}

/* The x of `count` columns.  The sum of the integers is exact in double, as they are below 2^53, so
 * that the result is that of burl__coordinate_at. */
static void fill_x(const burl_grid *grid, int64_t column, int count, double *to) {
  const double origin = grid->origin[0], step = grid->step[0], first = (double)grid->first[0];
  for (int i = 0; i < count; i++) to[i] = origin + (first + ((double)column + (double)i)) * step;
}

static void fill_columns(const run *r, burl__worker *worker, int64_t column, int count) {
  const burl__register x = r->schedule->coordinate[0];
  if (x.slot >= 0) fill_x(r->grid, column, count, burl__worker_at(worker, x));
}

/* The coordinates of a tile's lines, `count` of them, along the axes that have changed: beyond its last line that one's
 * are repeated. */
static void fill_lines(const run *r, burl__worker *worker, const tile *t, int count, unsigned changed) {
  for (int axis = 1; axis < 4; axis++) {
    const burl__register c = r->schedule->coordinate[axis];
    if (c.slot < 0 || !(changed & (1u << axis | BURL__AXES_ANEW))) continue;
    double *const to = burl__worker_at(worker, c);
    const int lines = axis == r->line_axis ? t->lines : 1;
    for (int i = 0; i < lines; i++) to[i] = burl__coordinate_at(r->grid, axis, t->index[axis] + i);
    for (int i = lines; i < count; i++) to[i] = to[lines - 1];
  }
}

static int at_most(int64_t a, int most) { return a < most ? (int)a : most; }
static int in_groups(int64_t count, int most) { return burl__groups_of(at_most(count, most)) * BURL__LANES; }

/* burl__point_source: the coordinates of the grid's samples in the order of their lines. */
static void fill_points(void *user, int axis, int64_t first, int count, double *to) {
  const burl_grid *const grid = ((const run *)user)->grid;
  int64_t column = first % grid->size[0], index[4];
  line_index(grid, first / grid->size[0], index);
  for (int n; count > 0; count -= n, to += n, column = 0, next_line(grid, index)) {
    n = at_most(grid->size[0] - column, count);
    if (axis == 0) fill_x(grid, column, n, to);
    else
      for (int i = 0; i < n; i++) to[i] = axis == 4 ? grid->time : burl__coordinate_at(grid, axis, index[axis]);
  }
}

/* ---- Tiles -------------------------------------------------------------------------------------- */

/* Copies the block from a whole-grid function's result. */
static void load_field(const block *b, const float *data, float *to) {
  const burl_grid *const grid = b->run->grid;
  for (int line = 0; line < b->lines; line++)
    for (int i = 0; i < b->stride; i++, to++) {
      const int inside = b->column + i < grid->size[0];
      *to = inside ? data[(b->line + line) * grid->size[0] + b->column + i] : 0.0f;
    }
}

/* burl__special_step: what whole-grid functions have given, and images. */
static void read_stage(void *user, const burl__step *step, const burl__call *call, int groups) {
  const block *const b = user;
  const burl__stage *const stage = b->run->stage;
  const double *const at[2] = {call->from[0], call->from[1]};
  if (step->op == BURL__PICTURE || step->op == BURL__DRAWN)
    burl__pictures_read((void *)&b->run->pictures, step, call, groups);
  else if (step->op == BURL__READ)
    burl__read_points(stage, step->field, step->setup, at, groups * BURL__LANES, call->to);
  else load_field(b, burl__stage_data(stage, step->field), call->to);
}

/* Where a line's first sample is in out. */
static float *line_start(const run *r, const int64_t index[4]) {
  const int64_t *const stride = r->grid->stride;
  return r->out + index[1] * stride[1] + index[2] * stride[2] + index[3] * stride[3];
}

/* Stores colours whose samples follow one another without gaps along a line. */
static void store_pixels(const block *b, const burl__worker *worker, int columns) {
  const run *const r = b->run;
  const float *from[BURL__MOST_CHANNELS];
  for (int c = 0; c < r->channels; c++) from[c] = burl__worker_at(worker, r->schedule->output[c]);
  for (int line = 0; line < b->lines; line++) {
    r->program->kernels->interleave(from, r->channels, columns, b->row[line] + b->column * r->channels,
                                    r->samples * r->channels > r->cache_size);
    for (int c = 0; c < r->channels; c++) from[c] += b->stride;
  }
}

static void store_block(const block *b, const burl__worker *worker, int columns) {
  const run *const r = b->run;
  const int64_t step = r->grid->stride[0];
  if (r->channels > 1 && step == r->channels) {
    store_pixels(b, worker, columns);
    return;
  }
  for (int c = 0; c < r->channels; c++) {
    const float *from = burl__worker_at(worker, r->schedule->output[c]);
    const int64_t offset = b->column * step + c;
    if (step == 1) {
      const burl__stored_block stored = {
          from, b->stride, b->lines, columns, b->row, offset, r->samples > r->cache_size};
      r->program->kernels->store(&stored);
      continue;
    }
    for (int line = 0; line < b->lines; line++, from += b->stride)
      for (int i = 0; i < columns; i++) b->row[line][offset + i * step] = burl__stored(from[i]);
  }
}

static int64_t line_stride(const run *r) { return r->grid->stride[r->line_axis]; }

static float *first_sample(const block *b) { return b->row[0] + b->column * b->run->grid->stride[0]; }

/* Whether the block is written past the cache, which needs whole aligned cache lines. */
static int bypasses_cache(const block *b) {
  const run *const r = b->run;
  return r->samples * r->channels > r->cache_size && (uintptr_t)first_sample(b) % 64 == 0 &&
         line_stride(r) % BURL__LANES == 0;
}

/* Whether the block's last step can write to out itself: groups of lanes have to be whole.  Past the cache a kernel
 * has to write a cache line at once, as less is slow. */
static int is_direct(const block *b, int columns) {
  const run *const r = b->run;
  const int may_be = r->schedule->last_is_pixels ? r->grid->stride[0] == 4 && line_stride(r) % 4 == 0
                                                 : r->schedule->last_is_noise && r->grid->stride[0] == 1;
  return may_be && columns % BURL__LANES == 0 && (!bypasses_cache(b) || r->program->kernels->together == BURL__LANES);
}

static void run_block(const block *b, burl__worker *worker, int columns) {
  const run *const r = b->run;
  const burl__schedule *const s = r->schedule;
  const int direct = is_direct(b, columns);
  if (direct)
    burl__worker_aim(worker, first_sample(b), line_stride(r), s->last_is_pixels ? s->pixel : NULL, bypasses_cache(b));
  else if (s->last_is_noise || s->last_is_pixels) burl__worker_unaim(worker);
  burl__worker_run(worker, BURL__RATE_SAMPLE, b->stride / BURL__LANES * b->lines, read_stage, (void *)b);
  if (!direct) store_block(b, worker, columns);
}

/* The last digit of a number, which is taken from it. */
static int64_t take_digit(int64_t *number, int64_t base) {
  const int64_t digit = *number % base;
  *number /= base;
  return digit;
}

/* Tiles begin where cache lines of out begin: the first tile of a line is `lead` columns narrower. */
static void find_tile(const run *r, int64_t number, tile *t) {
  const int lead = r->lead;
  int64_t column = number, line = 0;
  for (int axis = 1; axis < 4; axis++)
    t->index[axis] = axis != r->line_axis && r->grid->size[axis] > 1 ? take_digit(&column, r->grid->size[axis]) : 0;
  if (r->line_tiles > 1) line = take_digit(&column, r->line_tiles);
  t->column = column ? column * r->tile_columns - lead : 0;
  t->index[0] = 0;
  t->index[r->line_axis] = line * r->tile_lines;
  t->columns = at_most(r->grid->size[0] - t->column, r->tile_columns - (column ? 0 : lead));
  t->lines = at_most(r->grid->size[r->line_axis] - t->index[r->line_axis], r->tile_lines);
}

/* Moves the worker to a tile.  Which axes have changed since its last one. */
static unsigned move_worker(burl__worker *worker, const tile *t) {
  unsigned changed = worker->column < 0 ? BURL__AXES_ANEW : 0;
  changed |= worker->column != t->column;
  for (int axis = 1; axis < 4; axis++) {
    changed |= (unsigned)(worker->index[axis] != t->index[axis]) << axis;
    worker->index[axis] = t->index[axis];
  }
  worker->column = t->column;
  return changed;
}

/* The columns that the blocks of a number of columns reach: one more group where the first begins within one. */
static int columns_reached(const run *r, int64_t columns) {
  return in_groups(columns + (r->lead ? BURL__LANES - 1 : 0), BURL__TILE_COLUMNS);
}

/* Runs the steps of columns and lines, as far as they have changed.  The steps of lines cover the tallest tile: a step
 * that doesn't vary along the lines isn't run again for the worker's next tile, which may be taller than this one. */
static void run_edges(const run *r, burl__worker *worker, const tile *t, unsigned changed) {
  const int columns = columns_reached(r, t->columns), lines = in_groups(r->grid->size[r->line_axis], r->tile_lines);
  if (changed & (1u | BURL__AXES_ANEW)) {
    fill_columns(r, worker, t->column, columns);
    burl__worker_run(worker, BURL__RATE_COLUMN, columns / BURL__LANES, NULL, NULL);
  }
  fill_lines(r, worker, t, lines, changed);
  burl__worker_run_lines(worker, changed, lines / BURL__LANES);
}

/* Whether the blocks of a tile are narrow: the fewer samples there are, the more often all agree that a guard can jump.
 * As they are slower where few do, they begin after a tile in which something is skipped, and end with one in which
 * less than an eighth is. */
static int take_narrow(const run *r, burl__worker *worker) {
  enum { TO_BEGIN = 32, TO_GO_ON = 8 };
  const uint64_t noises = worker->counted.noises - worker->seen.noises;
  const uint64_t skipped = noises - (worker->counted.computed - worker->seen.computed);
  const int has_guards = r->schedule->guard_count > 0 && !r->schedule->step_count[BURL__RATE_PLANE];
  worker->seen = worker->counted;
  worker->is_narrow = has_guards && skipped * (worker->is_narrow ? TO_GO_ON : TO_BEGIN) > noises;
  return worker->is_narrow;
}

static void run_tile(const run *r, burl__worker *worker, int64_t number) {
  tile t;
  find_tile(r, number, &t);
  const unsigned changed = move_worker(worker, &t), in_plane = 1u | 1u << r->line_axis | BURL__AXES_ANEW;
  run_edges(r, worker, &t, changed);
  float *row[BURL__TILE_LINES];
  for (int i = 0; i < t.lines; i++) row[i] = line_start(r, t.index) + i * line_stride(r);
  const int is_narrow = take_narrow(r, worker);
  const int block_lines = at_most(r->block_lines, is_narrow ? NARROW_LINES : BURL__BLOCK_LINES);
  const int block_columns = at_most(r->block_columns, is_narrow ? NARROW_COLUMNS : BURL__BLOCK_COLUMNS);
  for (int i = 0; i < t.lines; i += block_lines)
    for (int k = 0, width; k < t.columns; k += width) {
      width = at_most(t.columns - k, block_columns);
      if (k == 0 && t.columns > block_columns && t.column == 0) width -= r->lead;
      const block b = {r,
                       t.column + k,
                       t.index[r->line_axis] + i,
                       at_most(t.lines - i, block_lines),
                       burl__groups_of(width) * BURL__LANES,
                       row + i};
      const int groups = b.stride / BURL__LANES * b.lines;
      burl__worker_seek(worker, k, i, b.lines);
      if (changed & in_plane) burl__worker_run(worker, BURL__RATE_PLANE, groups, NULL, NULL);
      run_block(&b, worker, width);
    }
}

/* Copies the values of `count` samples, in the order of their lines, to where they belong. */
static void scatter(const run *r, int64_t start, int count, const float *from) {
  const int64_t width = r->grid->size[0], step = r->grid->stride[0];
  int64_t index[4], column = start % width;
  line_index(r->grid, start / width, index);
  for (int64_t i = 0, n; i < count; i += n, column = 0, next_line(r->grid, index)) {
    n = count - i < width - column ? count - i : width - column;
    float *const to = line_start(r, index) + column * step;
    for (int64_t k = 0; k < n; k++)
      for (int c = 0; c < r->channels; c++) to[k * step + c] = from[(i + k) * r->channels + c];
  }
}

static void run_points(const run *r, burl__worker *worker, int64_t number) {
  const int64_t start = number * POINT_TILE, width = r->grid->size[0], step = r->grid->stride[0];
  const int count = at_most(r->samples - start, POINT_TILE);
  run copy = *r; /* as the source takes a pointer that isn't const */
  const burl__point_source source = {fill_points, &copy, &copy.pictures};
  if (r->samples == width && step == r->channels) {
    burl__points_run(worker, &source, start, count, r->out + start * step, r->channels);
    return;
  }
  float samples[POINT_TILE * 4];
  const int most = POINT_TILE * 4 / r->channels;
  for (int done = 0, n; done < count; done += n) {
    n = at_most(count - done, most);
    burl__points_run(worker, &source, start + done, n, samples, r->channels);
    scatter(r, start + done, n, samples);
  }
}

/* How many tiles the calling thread does between two reports. */
static int64_t tiles_between_reports(const run *r) {
  const int64_t samples = r->by_points ? POINT_TILE : (int64_t)r->tile_columns * r->tile_lines;
  return samples < UNREPORTED ? UNREPORTED / samples : 1;
}

/* Job 0, which is the calling thread's, reports progress; where that is to stop, no tile is left for any job. */
static void work(void *arg, int i) {
  run *const r = arg;
  const int64_t often = tiles_between_reports(r);
  int64_t unreported = 0;
  const burl__fpu fpu = burl__fpu_open();
  for (int64_t number; (number = atomic_fetch_add_explicit(&r->next, 1, memory_order_relaxed)) < r->tiles;) {
    if (r->by_points) run_points(r, r->workers[i], number);
    else run_tile(r, r->workers[i], number);
    if (i > 0 || ++unreported < often) continue;
    unreported = 0;
    if (burl__pace_stops(&r->pace, (double)(number + 1) / (double)r->tiles))
      atomic_store_explicit(&r->next, r->tiles, memory_order_relaxed);
  }
  burl__fpu_close(fpu);
}

/* By how many floats the lines in out begin behind the beginning of a cache line; 0 where they
 * differ in that. */
static int lead_of(const run *r) {
  enum { FLOATS = 16 };
  for (int i = 1; i < 4; i++)
    if (r->grid->size[i] > 1 && r->grid->stride[i] % FLOATS != 0) return 0;
  return r->grid->stride[0] == 1 ? (int)((uintptr_t)r->out / sizeof(float) % FLOATS) : 0;
}

static burl_status run_all(run *r, int threads) {
  if (burl__pace_stops(&r->pace, 0.0)) return BURL_CANCELLED;
  atomic_store_explicit(&r->next, 0, memory_order_relaxed);
  burl__parallel(&r->program->options, threads, work, r);
  return burl__pace_stops(&r->pace, 1.0) ? BURL_CANCELLED : BURL_OK;
}

/* ---- The call ----------------------------------------------------------------------------------- */

/* Chooses along which axis lines follow each other: y, unless there are few and another axis has more. */
static void choose_lines(run *r) {
  const int64_t *const size = r->grid->size;
  r->line_axis = 1;
  for (int axis = 2; axis < 4 && size[1] < FEWEST_LINES; axis++)
    if (size[axis] > size[r->line_axis]) r->line_axis = axis;
  r->slices = 1;
  for (int axis = 1; axis < 4; axis++)
    if (axis != r->line_axis) r->slices *= size[axis];
}

static int64_t pieces_of(int64_t whole, int piece) { return whole <= piece ? 1 : (whole + piece - 1) / piece; }

/* Chooses the blocks: a narrow one has more lines, a power of two. */
static void choose_blocks(run *r) {
  const int width = in_groups(r->grid->size[0], r->schedule->block_columns);
  r->block_columns = r->schedule->block_columns;
  r->block_lines = BURL__BLOCK_LINES;
  while (r->block_lines * width > r->schedule->block_samples) r->block_lines /= 2;
}

/* Chooses the tiles: one block where values are kept for all slices, which tiles of the same place follow. */
static void choose_tiles(run *r) {
  const int are_blocks = r->schedule->step_count[BURL__RATE_PLANE] > 0;
  r->lead = lead_of(r);
  r->tile_columns = are_blocks ? r->block_columns : BURL__TILE_COLUMNS;
  r->tile_lines = are_blocks ? r->block_lines : BURL__TILE_LINES;
  r->line_tiles = pieces_of(r->grid->size[r->line_axis], r->tile_lines);
  r->tiles = r->by_points ? pieces_of(r->samples, POINT_TILE)
                          : pieces_of(r->grid->size[0] + r->lead, r->tile_columns) * r->line_tiles * r->slices;
}

static burl__room room_for(const run *r) {
  if (r->by_points) return (burl__room){.samples = in_groups(r->samples, POINT_TILE)};
  const int64_t columns = r->grid->size[0], lines = r->grid->size[r->line_axis];
  return (burl__room){columns_reached(r, columns), in_groups(lines, r->tile_lines),
                      in_groups(columns, r->block_columns) * at_most(lines, r->block_lines)};
}

/* Gives back the workers that were taken. */
static void close_workers(run *r, int count) {
  for (int i = 0; i < count; i++) burl__give_worker(r->program, r->workers[i]);
}

static int open_workers(run *r, int threads) {
  const burl__room room = room_for(r);
  double step[BURL__STEPS] = {0};
  burl__steps_of(r->grid, r->program->dims, step);
  for (int i = 0; i < threads; i++) {
    r->workers[i] = burl__take_worker(r->program, r->schedule, room, r->grid->time, step);
    if (r->workers[i]) continue;
    close_workers(r, i);
    return 0;
  }
  return 1;
}

static burl_status run_with_workers(run *r, int threads, burl__arena *arena) {
  burl__worker *few[BURL__MOST_WORKERS];
  r->workers = threads <= BURL__MOST_WORKERS ? few : burl__arena_take(arena, (size_t)threads * sizeof *r->workers);
  if (!r->workers || !open_workers(r, threads)) return BURL_MEMORY;
  const burl_status status = run_all(r, threads);
  close_workers(r, threads);
  return status;
}

/* The output size, in floats, up to which writing through the cache is faster.  A single noise on
 * one core nearly saturates the memory's bandwidth; with several cores the shared cache helps.
 * Where samples take longer to compute, their registers need that cache. */
static int64_t cache_size_for(const run *r, int threads) {
  return threads > 1 && r->schedule->step_count[BURL__RATE_SAMPLE] == 1 ? SHARED_CACHE : CORE_CACHE;
}

/* Whether the grid is sampled as points: where its lines are too short to fill the lanes, or where
 * the work done once a column would serve one line only.  In three and four dimensions that work
 * pays off even then, as it saves many hashes of lattice points a sample. */
static int is_narrow(const run *r) {
  return r->grid->size[0] < FEWEST_COLUMNS || (r->samples == r->grid->size[0] && r->program->dims <= 2);
}

/* Chooses how the grid is cut for a schedule, which the caller finds for the shape. */
static burl__shape choose_shape(run *r) {
  r->by_points = is_narrow(r) && r->program->plan->graph.whole_grid == 0;
  choose_lines(r);
  burl__shape shape = {.points = r->by_points,
                       .line_axis = r->by_points ? 1 : r->line_axis,
                       .has_slices = !r->by_points && r->slices > 1,
                       .unguarded = r->program->unguarded};
  burl__steps_of(r->grid, r->program->dims, shape.step);
  return shape;
}

static burl_status run_schedule(run *r, burl__arena *arena) {
  choose_blocks(r);
  choose_tiles(r);
  const int asked = r->samples <= SMALL_GRID ? 1 : r->grid->threads;
  const int threads = burl__thread_count(&r->program->options, asked, r->tiles);
  r->cache_size = cache_size_for(r, threads);
  r->pictures.stage = r->stage;
  const burl_status status = burl__pictures_open(&r->pictures, r->program, r->schedule, arena);
  return status != BURL_OK ? status : run_with_workers(r, threads, arena);
}

burl_status burl__sample_value(const burl_program *program, const burl__stage *stage, const burl_grid *grid, int node,
                               float *out) {
  burl_grid packed = *grid;
  memset(packed.stride, 0, sizeof packed.stride);
  burl__fill_strides(&packed, 1);
  run r = {.program = program, .grid = &packed, .stage = stage, .out = out, .channels = 1, .samples = 1};
  for (int i = 0; i < 4; i++) r.samples *= grid->size[i];
  burl__arena arena;
  burl__arena_open(&arena, r.program->allocator);
  burl__shape shape = choose_shape(&r);
  shape.alone = node + 1;
  r.schedule = burl__find_schedule(program, shape, &arena);
  const burl_status status = r.schedule ? run_schedule(&r, &arena) : BURL_MEMORY;
  burl__arena_close(&arena);
  return status;
}

/* A stage's sampler. */
static burl_status sample_of_stage(const burl__stage *stage, int node, float *out) {
  return burl__sample_value(stage->program, stage, stage->grid, node, out);
}

/* Lines that threads share: each takes as many in one piece as the others. */
typedef struct {
  int count, threads;
  burl__lines *lines;
  void *arg;
} shared_lines;

static void do_share(void *arg, int i) {
  const shared_lines *const s = arg;
  const burl__fpu fpu = burl__fpu_open();
  s->lines(s->arg, (int)((int64_t)s->count * i / s->threads), (int)((int64_t)s->count * (i + 1) / s->threads));
  burl__fpu_close(fpu);
}

/* A stage's crew. */
static void share(void *user, int count, burl__lines *lines, void *arg) {
  const run *const r = user;
  const int asked = r->samples <= SMALL_GRID ? 1 : r->grid->threads;
  shared_lines s = {count, burl__thread_count(&r->program->options, asked, count), lines, arg};
  burl__parallel(&r->program->options, s.threads, do_share, &s);
}

/* The share of the time that whole-grid functions are taken to need, for the progress alone. */
static const double share_of_stages = 0.8;

static burl_status sample(run *r, burl__arena *arena) {
  const burl__outputs *const outputs = &r->program->plan->outputs;
  const burl__crew crew = {share, r};
  burl__pace pace = {r->grid->progress, r->grid->user, 0, share_of_stages, 0};
  burl__stage stage = {.program = r->program,
                       .grid = r->grid,
                       .whole = r->grid,
                       .pace = &pace,
                       .crew = &crew,
                       .sample = sample_of_stage};
  const burl__shape shape = choose_shape(r);
  if (!(r->schedule = burl__find_schedule(r->program, shape, arena))) return BURL_MEMORY;
  r->pace = (burl__pace){r->grid->progress, r->grid->user, 0, 1, 0};
  if (r->program->plan->graph.whole_grid) {
    r->stage = &stage;
    r->pace.begin = share_of_stages;
    burl_status status = burl__stage_open(&stage, arena);
    if (status == BURL_OK) status = burl__stage_fill(&stage, outputs->node, outputs->channels);
    if (status != BURL_OK) return status;
  }
  return run_schedule(r, arena);
}

/* burl__sampler: of a grid that is known to be right, or a part of it. */
static burl_status sample_grid(const burl_program *program, const burl_grid *grid, float *out) {
  run r = {.program = program, .grid = grid, .out = out, .channels = program->plan->outputs.channels, .samples = 1};
  for (int i = 0; i < 4; i++) r.samples *= grid->size[i];

  burl__arena arena;
  burl__arena_open(&arena, program->allocator);
  const burl__fpu fpu = burl__fpu_open();
  const burl_status status = sample(&r, &arena);
  burl__fpu_close(fpu);
  burl__arena_close(&arena);
  return status;
}

burl_status burl_sample_grid(const burl_program *program, const burl_grid *grid, float *out) {
  burl_grid filled;
  const burl_status status = burl__check_grid(program, grid, &filled, NULL);
  if (status != BURL_OK) return status;
  if (!out) return BURL_ARGUMENT;
  if (filled.samples < 2) return sample_grid(program, &filled, out);
  return burl__filter_grid(program, &filled, sample_grid, out);
}
