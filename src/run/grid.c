/* Sampling over grids: whole-grid functions first, then tiles of 512 columns by 64 lines, which
 * threads take one after the other.  A line is a row of samples along x; lines are numbered along
 * y, then z, then w.  Tiles of the same columns are numbered consecutively: a worker keeps the
 * values that vary with the column alone until it gets a tile of other columns. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/fpu.h"
#include "program/build.h"
#include "run/parallel.h"
#include "run/points.h"
#include "terrain/midpoint.h"

enum {
  FEWEST_COLUMNS = 8, /* see is_narrow */
  POINT_TILE = BURL__BLOCK,
  CORE_CACHE = 1 << 20,   /* floats of output that a core's own cache is expected to hold, */
  SHARED_CACHE = 1 << 22, /* and the cache that all cores share */
  SMALL_GRID = 16384, /* samples for which no thread is started */
  MOST_THREADS = 4096,
  ROUNDS = 64 /* after each of which progress is reported */
};

/* The result of a whole-grid function. */
typedef struct {
  const void *setup;
  float *data;
} field;

typedef struct {
  const burl_program *program;
  const burl__schedule *schedule;
  burl_grid grid; /* sizes at least 1, strides filled in */
  float *out;
  int channels, by_points;
  int64_t lines, samples;
  field *fields;
  int field_count;
  burl__worker *workers;
  int lead; /* see run_tile */
  int64_t line_tiles, tiles, round_end;
  int64_t cache_size; /* in floats: larger outputs are written past the cache */
  _Atomic int64_t next;
} run;

/* The block that a worker computes. */
typedef struct {
  const run *run;
  int64_t column, line;
  int lines, stride; /* lines; floats from one line to the next in its registers */
  float *const *row; /* of each of its lines: where the grid's line begins in out */
} block;

/* ---- Checks ------------------------------------------------------------------------------------- */

static int sizes_fit(const burl_program *program, burl_grid *grid, int64_t *samples) {
  const int64_t most = (int64_t)(SIZE_MAX / 2 / sizeof(float) / 4);
  *samples = 1;
  for (int i = 0; i < 4; i++) {
    if (grid->size[i] < 0 || (i >= program->dims && grid->size[i] > 1)) return 0;
    if (grid->size[i] == 0) grid->size[i] = 1;
    if (*samples > most / grid->size[i]) return 0;
    *samples *= grid->size[i];
  }
  return 1;
}

static int places_fit(const burl_program *program, const burl_grid *grid) {
  const int64_t far = (int64_t)1 << 53;
  for (int i = 0; i < program->dims; i++) {
    if (!isfinite(grid->origin[i]) || !isfinite(grid->step[i])) return 0;
    if (grid->first[i] < -far || grid->first[i] > far || grid->size[i] > far) return 0;
  }
  for (int i = 0; i < 8; i++)
    if (grid->reserved[i]) return 0;
  return isfinite(grid->time) && isfinite(grid->footprint) && grid->footprint >= 0.0 &&
         grid->threads >= 0 && grid->threads <= MOST_THREADS;
}

static void fill_strides(burl_grid *grid, int channels) {
  int64_t packed = channels;
  for (int i = 0; i < 4; i++) {
    if (grid->stride[i] == 0) grid->stride[i] = packed;
    packed *= grid->size[i];
  }
}

/* The grid's footprint; if it isn't given, the smallest of its steps.  A part of a grid has the
 * same as the whole, as it doesn't depend on the size. */
static double footprint_of(const burl_program *program, const burl_grid *grid) {
  if (grid->footprint > 0.0) return grid->footprint;
  double least = 0.0;
  for (int i = 0; i < program->dims; i++) {
    const double step = fabs(grid->step[i]);
    if (step > 0.0 && (least == 0.0 || step < least)) least = step;
  }
  return least;
}

/* ---- Coordinates -------------------------------------------------------------------------------- */

static double coordinate_at(const burl_grid *grid, int axis, int64_t index) {
  return grid->origin[axis] + (double)(grid->first[axis] + index) * grid->step[axis];
}

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
 * that the result is that of coordinate_at. */
static void fill_x(const burl_grid *grid, int64_t column, int count, double *to) {
  const double origin = grid->origin[0], step = grid->step[0], first = (double)grid->first[0];
  for (int i = 0; i < count; i++) to[i] = origin + (first + ((double)column + (double)i)) * step;
}

static void fill_columns(const run *r, burl__worker *worker, int64_t column) {
  const burl__register x = r->schedule->coordinate[0];
  if (x.slot >= 0) fill_x(&r->grid, column, BURL__TILE_COLUMNS, burl__worker_at(worker, x));
}

/* The coordinates of a tile's lines; beyond the grid's last line that one's are repeated. */
static void fill_lines(const run *r, burl__worker *worker, int64_t line, int lines) {
  int64_t index[4];
  double *to[4];
  for (int axis = 1; axis < 4; axis++) {
    const burl__register c = r->schedule->coordinate[axis];
    to[axis] = c.slot < 0 ? NULL : burl__worker_at(worker, c);
  }
  line_index(&r->grid, line, index);
  for (int i = 0; i < lines; i++) {
    for (int axis = 1; axis < 4; axis++)
      if (to[axis]) to[axis][i] = coordinate_at(&r->grid, axis, index[axis]);
    if (line + i + 1 < r->lines) next_line(&r->grid, index);
  }
}

static int at_most(int64_t a, int most) { return a < most ? (int)a : most; }

/* burl__point_source: the coordinates of the grid's samples in the order of their lines. */
static void fill_points(void *user, int axis, int64_t first, int count, double *to) {
  const burl_grid *const grid = &((const run *)user)->grid;
  int64_t column = first % grid->size[0], index[4];
  line_index(grid, first / grid->size[0], index);
  for (int n; count > 0; count -= n, to += n, column = 0, next_line(grid, index)) {
    n = at_most(grid->size[0] - column, count);
    if (axis == 0) fill_x(grid, column, n, to);
    else
      for (int i = 0; i < n; i++)
        to[i] = axis == 4 ? grid->time : coordinate_at(grid, axis, index[axis]);
  }
}

/* ---- Tiles -------------------------------------------------------------------------------------- */

/* burl__special_step: copies the block from a whole-grid function's result. */
static void load_field(void *user, const burl__step *step, float *to) {
  const block *const b = user;
  const burl_grid *const grid = &b->run->grid;
  const float *data = NULL;
  for (int i = 0; i < b->run->field_count; i++)
    if (b->run->fields[i].setup == step->setup) data = b->run->fields[i].data;
  for (int line = 0; line < b->lines; line++)
    for (int i = 0; i < b->stride; i++, to++) {
      const int inside = b->column + i < grid->size[0];
      *to = inside ? data[(b->line + line) * grid->size[0] + b->column + i] : 0.0f;
    }
}

/* Where a line's first sample is in out. */
static float *line_start(const run *r, const int64_t index[4]) {
  const int64_t *const stride = r->grid.stride;
  return r->out + index[1] * stride[1] + index[2] * stride[2] + index[3] * stride[3];
}

static void find_rows(const run *r, int64_t line, int lines, float *row[BURL__TILE_LINES]) {
  int64_t index[4];
  line_index(&r->grid, line, index);
  for (int i = 0; i < lines; i++, next_line(&r->grid, index)) row[i] = line_start(r, index);
}

/* Stores colours whose samples follow one another without gaps along a line. */
static void store_pixels(const block *b, const burl__worker *worker, int columns) {
  const run *const r = b->run;
  const float *from[4];
  for (int c = 0; c < r->channels; c++) from[c] = burl__worker_at(worker, r->schedule->output[c]);
  for (int line = 0; line < b->lines; line++) {
    r->program->kernels->interleave(from, r->channels, columns,
                                    b->row[line] + b->column * r->channels,
                                    r->samples * r->channels > r->cache_size);
    for (int c = 0; c < r->channels; c++) from[c] += b->stride;
  }
}

static void store_block(const block *b, const burl__worker *worker, int columns) {
  const run *const r = b->run;
  const int64_t step = r->grid.stride[0];
  if (r->channels > 1 && step == r->channels) {
    store_pixels(b, worker, columns);
    return;
  }
  for (int c = 0; c < r->channels; c++) {
    const float *from = burl__worker_at(worker, r->schedule->output[c]);
    const int64_t offset = b->column * step + c;
    if (step == 1) {
      const burl__stored_block stored = {from, b->stride, b->lines, columns, b->row, offset,
                                         r->samples > r->cache_size};
      r->program->kernels->store(&stored);
      continue;
    }
    for (int line = 0; line < b->lines; line++, from += b->stride)
      for (int i = 0; i < columns; i++) b->row[line][offset + i * step] = burl__stored(from[i]);
  }
}

static float *first_sample(const block *b) {
  return b->row[0] + b->column * b->run->grid.stride[0];
}

/* Whether the block is written past the cache, which needs whole aligned cache lines. */
static int bypasses_cache(const block *b) {
  const run *const r = b->run;
  return r->samples * r->channels > r->cache_size && (uintptr_t)first_sample(b) % 64 == 0 &&
         r->grid.stride[1] % BURL__LANES == 0;
}

/* Whether the block's last step can write to out itself: groups of lanes have to be whole, and the
 * lines equally far apart.  Past the cache a kernel has to write a cache line at once, as less is
 * slow. */
static int is_direct(const block *b, int columns) {
  const run *const r = b->run;
  const int may_be = r->schedule->last_is_pixels ? r->grid.stride[0] == 4 && r->grid.stride[1] % 4 == 0
                                                 : r->schedule->last_is_noise && r->grid.stride[0] == 1;
  return may_be && columns % BURL__LANES == 0 &&
         b->line % r->grid.size[1] + b->lines <= r->grid.size[1] &&
         (!bypasses_cache(b) || r->program->kernels->together == BURL__LANES);
}

static void run_block(const block *b, burl__worker *worker, int columns) {
  const run *const r = b->run;
  const burl__schedule *const s = r->schedule;
  const int direct = is_direct(b, columns);
  if (direct)
    burl__worker_aim(worker, first_sample(b), r->grid.stride[1],
                     s->last_is_pixels ? s->pixel : NULL, bypasses_cache(b));
  else if (s->last_is_noise || s->last_is_pixels)
    burl__worker_unaim(worker);
  burl__worker_run(worker, BURL__RATE_SAMPLE, b->stride / BURL__LANES * b->lines, load_field,
                   (void *)b);
  if (!direct) store_block(b, worker, columns);
}

/* Tiles begin where cache lines of out begin: the first tile of a line is `lead` columns
 * narrower. */
static void run_tile(const run *r, burl__worker *worker, int64_t tile) {
  const int lead = tile < r->line_tiles ? r->lead : 0;
  const int64_t column = tile / r->line_tiles * BURL__TILE_COLUMNS - r->lead + lead,
                line = tile % r->line_tiles * BURL__TILE_LINES;
  const int columns = at_most(r->grid.size[0] - column, BURL__TILE_COLUMNS - lead),
            lines = at_most(r->lines - line, BURL__TILE_LINES);
  if (worker->tile_column != column) {
    fill_columns(r, worker, column);
    /* a block whose first column is not the first of a group reaches into one group more */
    burl__worker_run(worker, BURL__RATE_COLUMN,
                     burl__groups_of(at_most(columns + BURL__LANES - 1, BURL__TILE_COLUMNS)), NULL,
                     NULL);
    worker->tile_column = column;
  }
  fill_lines(r, worker, line, burl__groups_of(lines) * BURL__LANES);
  burl__worker_run(worker, BURL__RATE_LINE, burl__groups_of(lines), NULL, NULL);
  float *row[BURL__TILE_LINES];
  find_rows(r, line, lines, row);
  const int block_lines = r->schedule->block_lines, block_columns = r->schedule->block_columns;
  for (int i = 0; i < lines; i += block_lines)
    for (int k = 0, width; k < columns; k += width) {
      width = at_most(columns - k, block_columns);
      if (k == 0 && columns > block_columns) width -= lead;
      const block b = {r, column + k, line + i, at_most(lines - i, block_lines),
                           burl__groups_of(width) * BURL__LANES, row + i};
      burl__worker_seek(worker, k, i, b.lines);
      run_block(&b, worker, width);
    }
}

static void run_points(const run *r, burl__worker *worker, int64_t tile) {
  const int64_t start = tile * POINT_TILE, width = r->grid.size[0], step = r->grid.stride[0];
  const int count = at_most(r->samples - start, POINT_TILE);
  run copy = *r; /* as the source takes a pointer that isn't const */
  const burl__point_source source = {fill_points, &copy};
  if (r->lines == 1 && step == r->channels) {
    burl__points_run(worker, &source, start, count, r->out + start * step, r->channels);
    return;
  }
  float samples[POINT_TILE * 4];
  burl__points_run(worker, &source, start, count, samples, r->channels);
  for (int64_t i = 0; i < count; i++) {
    int64_t index[4];
    line_index(&r->grid, (start + i) / width, index);
    float *const to = line_start(r, index) + (start + i) % width * step;
    memcpy(to, samples + i * r->channels, (size_t)r->channels * sizeof *to);
  }
}

static void work(void *arg, int i) {
  run *const r = arg;
  const burl__fpu fpu = burl__fpu_open();
  for (int64_t tile; (tile = atomic_fetch_add(&r->next, 1)) < r->round_end;)
    if (r->by_points) run_points(r, &r->workers[i], tile);
    else run_tile(r, &r->workers[i], tile);
  burl__fpu_close(fpu);
}

/* By how many floats the lines in out begin behind the beginning of a cache line; 0 where they
 * differ in that. */
static int lead_of(const run *r) {
  enum { FLOATS = 16 };
  for (int i = 1; i < 4; i++)
    if (r->grid.size[i] > 1 && r->grid.stride[i] % FLOATS != 0) return 0;
  return r->grid.stride[0] == 1 ? (int)((uintptr_t)r->out / sizeof(float) % FLOATS) : 0;
}

static burl_status run_all(run *r, int threads) {
  const int64_t rounds = r->grid.progress ? ROUNDS : 1;
  for (int64_t round = 0; round < rounds; round++) {
    const int64_t begin = r->tiles * round / rounds;
    r->round_end = r->tiles * (round + 1) / rounds;
    if (begin == r->round_end) continue;
    if (r->grid.progress && r->grid.progress(r->grid.user, (double)begin / (double)r->tiles))
      return BURL_CANCELLED;
    atomic_store(&r->next, begin);
    burl__parallel(&r->program->options, threads, work, r);
  }
  if (r->grid.progress && r->grid.progress(r->grid.user, 1.0)) return BURL_CANCELLED;
  return BURL_OK;
}

/* ---- Whole-grid functions ----------------------------------------------------------------------- */

static burl_status fill_field(run *r, const burl__field_setup *setup, burl__arena *arena) {
  const int64_t nx = r->grid.size[0], ny = r->grid.size[1];
  size_t bytes, scratch;
  if (setup->published && nx != ny) return BURL_SHAPE;
  if (nx > 1 << 20 || ny > 1 << 20 || !burl__multiply((size_t)r->samples, sizeof(float), &bytes))
    return BURL_LIMIT;
  float *const data = burl__arena_take(arena, bytes);
  const size_t need = setup->published ? burl__midpoint_published_scratch((int)nx)
                                       : burl__midpoint_scratch((int)nx, (int)ny);
  void *const work_space =
      data && burl__add(need, 0, &scratch) ? burl__arena_take(arena, scratch) : NULL;
  if (!work_space) return BURL_MEMORY;
  if (setup->published)
    burl__midpoint_published((int)nx, (uint32_t)setup->seed, setup->raw, work_space, data);
  else burl__midpoint((int)nx, (int)ny, setup->seed, setup->gain, work_space, data);
  r->fields[r->field_count++] = (field){setup, data};
  return BURL_OK;
}

static burl_status fill_fields(run *r, burl__arena *arena) {
  const burl__graph *const graph = &r->program->plan->graph;
  if (graph->whole_grid == 0) return BURL_OK;
  r->fields = burl__arena_take(arena, (size_t)graph->whole_grid * sizeof *r->fields);
  burl_status status = r->fields ? BURL_OK : BURL_MEMORY;
  for (size_t i = 0; status == BURL_OK && i < graph->count; i++) {
    int known = graph->nodes[i].op != BURL__FIELD;
    for (int k = 0; k < r->field_count; k++) known |= r->fields[k].setup == graph->nodes[i].setup;
    if (!known) status = fill_field(r, graph->nodes[i].setup, arena);
  }
  return status;
}

/* ---- The call ----------------------------------------------------------------------------------- */

/* The number of elements of a worker's registers: as many as a block has samples, or a tile columns
 * or lines. */
static int register_elements(const run *r) {
  if (r->by_points) return burl__groups_of(at_most(r->samples, POINT_TILE)) * BURL__LANES;
  const int columns =
      burl__groups_of(at_most(r->grid.size[0] + BURL__LANES - 1, BURL__TILE_COLUMNS)) * BURL__LANES;
  const int lines = burl__groups_of(at_most(r->lines, BURL__TILE_LINES)) * BURL__LANES;
  const int samples = burl__groups_of(at_most(r->grid.size[0], r->schedule->block_columns)) *
                      BURL__LANES * at_most(r->lines, r->schedule->block_lines);
  const int tile = columns > lines ? columns : lines;
  return samples > tile ? samples : tile;
}

static int open_workers(run *r, int threads, burl__arena *arena) {
  const int elements = register_elements(r);
  size_t size = burl__worker_size(r->schedule, elements), all;
  if (size == 0 || !burl__multiply(size, (size_t)threads, &all)) return 0;
  r->workers = burl__arena_take(arena, (size_t)threads * sizeof *r->workers);
  char *const memory = r->workers ? burl__arena_block(arena, all) : NULL;
  if (!memory) return 0;
  for (int i = 0; i < threads; i++)
    burl__worker_open(&r->workers[i], r->schedule, r->program->kernels, memory + (size_t)i * size,
                      r->grid.time, elements);
  return 1;
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
  return r->grid.size[0] < FEWEST_COLUMNS || (r->lines == 1 && r->program->dims <= 2);
}

static burl_status sample(run *r, burl__schedule *schedule, burl__arena *arena) {
  const burl__plan *const plan = r->program->plan;
  r->by_points = is_narrow(r) && plan->graph.whole_grid == 0;
  *schedule = r->by_points ? plan->points : plan->grid;
  if (plan->gated && !burl__schedule_make(schedule, &plan->graph, &plan->result, r->by_points,
                                          footprint_of(r->program, &r->grid), arena))
    return BURL_MEMORY;
  r->schedule = schedule;
  r->lead = lead_of(r);
  r->line_tiles = (r->lines + BURL__TILE_LINES - 1) / BURL__TILE_LINES;
  r->tiles = r->by_points
                 ? (r->samples + POINT_TILE - 1) / POINT_TILE
                 : (r->grid.size[0] + r->lead + BURL__TILE_COLUMNS - 1) / BURL__TILE_COLUMNS * r->line_tiles;
  const int asked = r->samples <= SMALL_GRID ? 1 : r->grid.threads;
  const int threads = burl__thread_count(&r->program->options, asked, r->tiles);
  r->cache_size = cache_size_for(r, threads);
  const burl_status status = fill_fields(r, arena);
  if (status != BURL_OK) return status;
  return open_workers(r, threads, arena) ? run_all(r, threads) : BURL_MEMORY;
}

burl_status burl_sample_grid(const burl_program *program, const burl_grid *grid, float *out) {
  if (!program || !grid || !out) return BURL_ARGUMENT;
  run r = {
      .program = program, .grid = *grid, .out = out, .channels = program->plan->result.channels};
  if (!sizes_fit(program, &r.grid, &r.samples) || !places_fit(program, &r.grid))
    return BURL_ARGUMENT;
  fill_strides(&r.grid, r.channels);
  r.lines = r.samples / r.grid.size[0];

  burl__schedule schedule;
  burl__arena arena;
  burl__arena_open(&arena, program->allocator);
  const burl__fpu fpu = burl__fpu_open();
  const burl_status status = sample(&r, &schedule, &arena);
  burl__fpu_close(fpu);
  burl__arena_close(&arena);
  return status;
}
