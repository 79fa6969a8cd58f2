/* Sampling over grids: whole-grid functions first, then tiles of 512 columns by 64 lines, shared out
 * among threads.  A line is a row of the grid, whatever its other axes: their indices follow from its
 * number.  Tiles below each other come one after the other: a worker keeps what varies with the
 * column alone until it comes to other columns. */
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
  CACHED = 1 << 20,   /* floats of output that a core's cache is expected to hold, */
  SHARED = 1 << 22,   /* and the cores' together */
  SMALL_GRID = 16384, /* samples for which no thread is started */
  MOST_THREADS = 4096,
  ROUNDS = 64 /* between which progress is told */
};

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
  int64_t cached; /* floats: more than that are written past the cache */
  _Atomic int64_t next;
} run;

/* What a worker is at, for its special steps. */
typedef struct {
  const run *run;
  int64_t column, line;
  int lines, stride; /* of the block */
  float *const *row; /* where each of its lines begins in out */
} position;

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

/* The smallest step that there is: of a tile as of the whole, whatever their sizes. */
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

static double place(const burl_grid *grid, int axis, int64_t index) {
  return grid->origin[axis] + (double)(grid->first[axis] + index) * grid->step[axis];
}

/* The indices along y, z and w of a line. */
static void line_index(const burl_grid *grid, int64_t line, int64_t index[4]) {
  index[1] = line % grid->size[1];
  index[2] = line / grid->size[1] % grid->size[2];
  index[3] = line / grid->size[1] / grid->size[2];
}

/* The indices of the line after that. */
static void next_line(const burl_grid *grid, int64_t index[4]) {
  for (int axis = 1; axis < 4; axis++) {
    if (++index[axis] < grid->size[axis] || axis == 3) return;
    index[axis] = 0;
  }
}

/* The places of so many columns: of whole numbers up to 2^53, whose sum is rounded once, as place has it. */
static void fill_places(const burl_grid *grid, int64_t column, int count, double *to) {
  const double origin = grid->origin[0], step = grid->step[0], first = (double)grid->first[0];
  for (int i = 0; i < count; i++) to[i] = origin + (first + ((double)column + (double)i)) * step;
}

static void fill_columns(const run *r, burl__worker *worker, int64_t column) {
  const burl__register x = r->schedule->coordinate[0];
  if (x.slot >= 0) fill_places(&r->grid, column, BURL__TILE_COLUMNS, burl__worker_at(worker, x));
}

/* The coordinates of a tile's lines; those beyond the grid's last are like it. */
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
      if (to[axis]) to[axis][i] = place(&r->grid, axis, index[axis]);
    if (line + i + 1 < r->lines) next_line(&r->grid, index);
  }
}

static int least(int64_t a, int most) { return a < most ? (int)a : most; }

/* The coordinates of samples one behind the other, a line's and then the next's. */
static void fill_points(void *user, int axis, int64_t at, int count, double *to) {
  const burl_grid *const grid = &((const run *)user)->grid;
  int64_t column = at % grid->size[0], index[4];
  line_index(grid, at / grid->size[0], index);
  for (int n; count > 0; count -= n, to += n, column = 0, next_line(grid, index)) {
    n = least(grid->size[0] - column, count);
    if (axis == 0) fill_places(grid, column, n, to);
    else
      for (int i = 0; i < n; i++) to[i] = axis == 4 ? grid->time : place(grid, axis, index[axis]);
  }
}

/* ---- Tiles -------------------------------------------------------------------------------------- */

/* A block of a whole-grid function's result. */
static void load_field(void *user, const burl__step *step, float *to) {
  const position *const at = user;
  const burl_grid *const grid = &at->run->grid;
  const float *data = NULL;
  for (int i = 0; i < at->run->field_count; i++)
    if (at->run->fields[i].setup == step->setup) data = at->run->fields[i].data;
  for (int line = 0; line < at->lines; line++)
    for (int i = 0; i < at->stride; i++, to++) {
      const int inside = at->column + i < grid->size[0];
      *to = inside ? data[(at->line + line) * grid->size[0] + at->column + i] : 0.0f;
    }
}

/* The place in out of a line's first sample. */
static float *line_start(const run *r, const int64_t index[4]) {
  const int64_t *const stride = r->grid.stride;
  return r->out + index[1] * stride[1] + index[2] * stride[2] + index[3] * stride[3];
}

static void find_rows(const run *r, int64_t line, int lines, float *row[BURL__TILE_LINES]) {
  int64_t index[4];
  line_index(&r->grid, line, index);
  for (int i = 0; i < lines; i++, next_line(&r->grid, index)) row[i] = line_start(r, index);
}

/* Colours that lie one behind the other along a line. */
static void store_pixels(const position *at, const burl__worker *worker, int columns) {
  const run *const r = at->run;
  const float *from[4];
  for (int c = 0; c < r->channels; c++) from[c] = burl__worker_at(worker, r->schedule->output[c]);
  for (int line = 0; line < at->lines; line++) {
    r->program->kernels->interleave(from, r->channels, columns,
                                    at->row[line] + at->column * r->channels,
                                    r->samples * r->channels > r->cached);
    for (int c = 0; c < r->channels; c++) from[c] += at->stride;
  }
}

static void store_block(const position *at, const burl__worker *worker, int columns) {
  const run *const r = at->run;
  const int64_t step = r->grid.stride[0];
  if (r->channels > 1 && step == r->channels) {
    store_pixels(at, worker, columns);
    return;
  }
  for (int c = 0; c < r->channels; c++) {
    const float *from = burl__worker_at(worker, r->schedule->output[c]);
    const int64_t offset = at->column * step + c;
    if (step == 1) {
      r->program->kernels->store(from, at->stride, at->lines, columns, at->row, offset,
                                 r->samples > r->cached);
      continue;
    }
    for (int line = 0; line < at->lines; line++, from += at->stride)
      for (int i = 0; i < columns; i++) at->row[line][offset + i * step] = burl__stored(from[i]);
  }
}

static float *place_of(const position *at) {
  return at->row[0] + at->column * at->run->grid.stride[0];
}

/* Whether the block is written past the cache, a cache line at a time. */
static int goes_past(const position *at) {
  const run *const r = at->run;
  return r->samples * r->channels > r->cached && (uintptr_t)place_of(at) % 64 == 0 &&
         r->grid.stride[1] % BURL__LANES == 0;
}

/* Whether the block's last step can write where the samples belong: in whole cache lines, and rows that
 * lie equally far apart.  Less than a cache line at once is slow past the cache. */
static int is_direct(const position *at, int columns) {
  const run *const r = at->run;
  const int may_be = r->schedule->last_is_pixels ? r->grid.stride[0] == 4 && r->grid.stride[1] % 4 == 0
                                                 : r->schedule->last_is_noise && r->grid.stride[0] == 1;
  return may_be && columns % BURL__LANES == 0 &&
         at->line % r->grid.size[1] + at->lines <= r->grid.size[1] &&
         (!goes_past(at) || r->program->kernels->together == BURL__LANES);
}

static void run_block(const position *at, burl__worker *worker, int columns) {
  const run *const r = at->run;
  const burl__schedule *const s = r->schedule;
  const int direct = is_direct(at, columns);
  if (direct)
    burl__worker_aim(worker, place_of(at), r->grid.stride[1], s->last_is_pixels ? s->pixel : NULL,
                     goes_past(at));
  else if (s->last_is_noise || s->last_is_pixels)
    burl__worker_unaim(worker);
  burl__worker_run(worker, BURL__RATE_SAMPLE, at->stride / BURL__LANES * at->lines, load_field,
                   (void *)at);
  if (!direct) store_block(at, worker, columns);
}

/* Tiles begin where cache lines of the rows in out do: the first tile lacks `lead` columns. */
static void run_tile(const run *r, burl__worker *worker, int64_t tile) {
  const int lead = tile < r->line_tiles ? r->lead : 0;
  const int64_t column = tile / r->line_tiles * BURL__TILE_COLUMNS - r->lead + lead,
                line = tile % r->line_tiles * BURL__TILE_LINES;
  const int columns = least(r->grid.size[0] - column, BURL__TILE_COLUMNS - lead),
            lines = least(r->lines - line, BURL__TILE_LINES);
  if (worker->tile_column != column) {
    fill_columns(r, worker, column);
    /* with the group that a block may reach into whose first column is in no group's beginning */
    burl__worker_run(worker, BURL__RATE_COLUMN,
                     burl__groups_of(least(columns + BURL__LANES - 1, BURL__TILE_COLUMNS)), NULL, NULL);
    worker->tile_column = column;
  }
  fill_lines(r, worker, line, burl__groups_of(lines) * BURL__LANES);
  burl__worker_run(worker, BURL__RATE_LINE, burl__groups_of(lines), NULL, NULL);
  float *row[BURL__TILE_LINES];
  find_rows(r, line, lines, row);
  const int block_lines = r->schedule->block_lines, block_columns = r->schedule->block_columns;
  for (int i = 0; i < lines; i += block_lines)
    for (int k = 0, width; k < columns; k += width) {
      width = least(columns - k, block_columns);
      if (k == 0 && columns > block_columns) width -= lead;
      const position at = {r, column + k, line + i, least(lines - i, block_lines),
                           burl__groups_of(width) * BURL__LANES, row + i};
      burl__worker_seek(worker, k, i, at.lines);
      run_block(&at, worker, width);
    }
}

static void run_points(const run *r, burl__worker *worker, int64_t tile) {
  const int64_t start = tile * POINT_TILE, width = r->grid.size[0], step = r->grid.stride[0];
  const int count = least(r->samples - start, POINT_TILE);
  run own = *r;
  const burl__point_source source = {fill_points, &own};
  if (r->lines == 1 && step == r->channels) {
    burl__points_run(worker, &source, start, count, r->out + start * step, r->channels);
    return;
  }
  float block[POINT_TILE * 4];
  burl__points_run(worker, &source, start, count, block, r->channels);
  for (int64_t i = 0; i < count; i++) {
    int64_t index[4];
    line_index(&r->grid, (start + i) / width, index);
    float *const to = line_start(r, index) + (start + i) % width * step;
    memcpy(to, block + i * r->channels, (size_t)r->channels * sizeof *to);
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

/* How far the rows of out, all of them, begin into a cache line, in floats. */
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

/* The most samples that a worker has at once, or columns or lines. */
static int block_of(const run *r) {
  if (r->by_points) return burl__groups_of(least(r->samples, POINT_TILE)) * BURL__LANES;
  const int columns = burl__groups_of(least(r->grid.size[0] + BURL__LANES - 1, BURL__TILE_COLUMNS)) * BURL__LANES;
  const int lines = burl__groups_of(least(r->lines, BURL__TILE_LINES)) * BURL__LANES;
  const int samples = burl__groups_of(least(r->grid.size[0], r->schedule->block_columns)) * BURL__LANES *
                      least(r->lines, r->schedule->block_lines);
  const int along = columns > lines ? columns : lines;
  return samples > along ? samples : along;
}

static int open_workers(run *r, int threads, burl__arena *arena) {
  const int block = block_of(r);
  size_t size = burl__worker_size(r->schedule, block), all;
  if (size == 0 || !burl__multiply(size, (size_t)threads, &all)) return 0;
  r->workers = burl__arena_take(arena, (size_t)threads * sizeof *r->workers);
  char *const memory = r->workers ? burl__arena_block(arena, all) : NULL;
  if (!memory) return 0;
  for (int i = 0; i < threads; i++)
    burl__worker_open(&r->workers[i], r->schedule, r->program->kernels, memory + (size_t)i * size,
                      r->grid.time, block);
  return 1;
}

/* One core at one noise writes nearly all that memory takes; more of them are faster by the cache that
 * they share.  Where samples take longer, that cache is theirs. */
static int64_t cached_by(const run *r, int threads) {
  return threads > 1 && r->schedule->step_count[BURL__RATE_SAMPLE] == 1 ? SHARED : CACHED;
}

/* Whether lanes along lines would idle, or what the columns have is of use to one line alone: in more than two
 * dimensions it still is, as there points ask for more lattice points each. */
static int is_narrow(const run *r) {
  return r->grid.size[0] < FEWEST_COLUMNS || (r->lines == 1 && r->program->dims <= 2);
}

static burl_status sample(run *r, burl__schedule *own, burl__arena *arena) {
  const burl__plan *const plan = r->program->plan;
  r->by_points = is_narrow(r) && plan->graph.whole_grid == 0;
  *own = r->by_points ? plan->points : plan->grid;
  if (plan->gated && !burl__schedule_make(own, &plan->graph, &plan->result, r->by_points,
                                          footprint_of(r->program, &r->grid), arena))
    return BURL_MEMORY;
  r->schedule = own;
  r->lead = lead_of(r);
  r->line_tiles = (r->lines + BURL__TILE_LINES - 1) / BURL__TILE_LINES;
  r->tiles = r->by_points
                 ? (r->samples + POINT_TILE - 1) / POINT_TILE
                 : (r->grid.size[0] + r->lead + BURL__TILE_COLUMNS - 1) / BURL__TILE_COLUMNS * r->line_tiles;
  const int asked = r->samples <= SMALL_GRID ? 1 : r->grid.threads;
  const int threads = burl__thread_count(&r->program->options, asked, r->tiles);
  r->cached = cached_by(r, threads);
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

  burl__schedule own;
  burl__arena arena;
  burl__arena_open(&arena, program->allocator);
  const burl__fpu fpu = burl__fpu_open();
  const burl_status status = sample(&r, &own, &arena);
  burl__fpu_close(fpu);
  burl__arena_close(&arena);
  return status;
}
