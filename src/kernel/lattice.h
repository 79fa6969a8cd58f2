/* The kernels of noise on the integer lattice: perlin, value and white, over points, and over grids by lattice
 * rows and columns; with slopes or without.
 *
 * The mathematics is noise/lattice.h's.  Over points a vector of samples does all of it.  Over a grid, what
 * varies along a row is split once a tile of columns, what varies across rows once a line of it; lanes run
 * along rows: a lattice row is hashed once, blended along x once for all lines beside it, each sample
 * looking its lattice points up within registers, and what is left for a sample is to blend two such columns
 * by its line's fraction.  The functions are the same, in the same order: so are the bits.
 *
 * What is used most is compiled for each number of dimensions by itself, with what it has in common as constants;
 * all others share an instance. */
#include "kernel/output.h"
#include "kernel/positions.h"
#include "kernel/vector.h"
#include "noise/lattice.h"
#include "noise/lattice_slope.h"

/* What an instance knows of its settings: nothing; burl's hash and two taps that no wavelets blend, with the default
 * directions or with any that are cheap (is_usual); two taps alone, or four of value noise. */
enum known { NOTHING, DEFAULT_ONES, CHEAP_ONES, TWO_TAPS, FOUR_TAPS };

static enum known known_of(const burl__noise *n) {
  if (n->taps == 4 && n->is_value) return FOUR_TAPS;
  if (n->taps > 2 || n->interp == WAVELET || n->turns) return NOTHING;
  return !n->is_usual ? TWO_TAPS : n->gradients == DEFAULT_SET ? DEFAULT_ONES : CHEAP_ONES;
}

/* The settings with what an instance knows of them as constants. */
LANE burl__noise settings_known(const burl__noise *from, int dims, int is_value, enum known known) {
  burl__noise n = *from;
  n.whole = from;
  n.is_value = is_value;
  if (known == NOTHING) return n;
  n.dims = dims;
  n.turns = 0;
  n.taps = known == FOUR_TAPS ? 4 : 2;
  if (known == FOUR_TAPS) return n;
  n.interp &= 3; /* the first four words: those that blend two */
  n.is_usual = known != TWO_TAPS;
  if (n.is_usual) n.hash = HASH_BURL;
  if (n.is_usual && (is_value || known == DEFAULT_ONES)) n.gradients = DEFAULT_SET;
  return n;
}

/* Whether settings are those of an instance that knows the dimensions. */
#define IS_KNOWN(n) __builtin_constant_p((n)->dims)

/* ---- Points -------------------------------------------------------------------------------------- */

LANE void open_axis(const burl__noise *n, int axis, const sample_positions *p, lattice_axis *to) {
  to->fraction = p->fraction[axis];
  take_keys(n, axis, p->cell[axis], to);
  weigh(n, to);
}

INLINED void points(const burl__noise *n, const burl__call *call, int groups) {
  const coordinates c = coordinates_of(n->dims, call);
  const value_output out = value_output_of(call, groups);
  for (int line = 0; line < call->lines; line++)
    for (int i = 0; i < out.stride; i += WIDTH) {
      const sample_positions p = positions_of_points(n, CELLS, &c, line * out.stride + i);
      lattice_axis axis[4];
      for (int a = 0; a < n->dims; a++) open_axis(n, a, &p, &axis[a]);
      put_values(&out, line, i, only_valid(lattice_sample(n, axis), p.valid));
    }
}

/* sloped_column and sloped_finish: those of any noise are compiled once.  from: the settings that n was made of. */
OUTLINE sloped_plane other_sloped_column(const burl__noise *from, words y, const sloped_axes *at) {
  const burl__noise n = settings_known(from, 0, from->is_value, NOTHING);
  return sloped_column(&n, y, at);
}
OUTLINE plane other_sloped_finish(const burl__noise *from, const sloped_plane *around, const sloped_axes *at) {
  const burl__noise n = settings_known(from, 0, from->is_value, NOTHING);
  return sloped_finish(&n, around, at);
}
LANE sloped_plane column_with_slopes(const burl__noise *n, const burl__noise *from, words y, const sloped_axes *at) {
  return IS_KNOWN(n) ? sloped_column(n, y, at) : other_sloped_column(from, y, at);
}
LANE plane finish_with_slopes(const burl__noise *n, const burl__noise *from, const sloped_plane around[MOST_TAPS],
                              const sloped_axes *at) {
  return IS_KNOWN(n) ? sloped_finish(n, around, at) : other_sloped_finish(from, around, at);
}

INLINED void points_with_slopes(const burl__noise *n, const burl__call *call, int groups) {
  const coordinates c = coordinates_of(n->dims, call);
  const slope_output out = slope_output_of(call, 0);
  for (int i = 0; i < groups * BURL__LANES; i += WIDTH) {
    const sample_positions at = positions_of_points(n, CELLS, &c, i);
    sloped_axes axes;
    sloped_plane around[MOST_TAPS];
    for (int a = 0; a < n->dims; a++) {
      open_axis(n, a, &at, &axes.axis[a]);
      take_rates(n, a, &axes);
    }
    EACH_TAP
    for (int tap = 0; tap < taps_along(n, 1); tap++)
      around[tap] = column_with_slopes(n, call->setup, n->dims > 1 ? axes.axis[1].key[tap] : W(0), &axes);
    const plane sum = n->dims > 1 ? finish_with_slopes(n, call->setup, around, &axes) : sloped_line(&around[0]);
    const plane p = only_valid_plane(sum, at.valid);
    put_slopes(&out, n->dims, 0, i, &p);
  }
}

/* ---- A grid's columns and lines ------------------------------------------------------------------ */

/* Numbers cells from the first on; 0 where they don't rise by at most one from each to the next, as they mostly do.
 * cell[-1] is any. */
LANE int number_cells(uint32_t *cell, int count, int32_t *number) {
  words steps = {0};
  cell[-1] = cell[0];
  for (int i = 0; i < count; i += WIDTH) {
    const words at = load_words(cell + i);
    steps |= at - load_words(cell + i - 1);
    store_words((uint32_t *)number + i, at - cell[0]);
  }
  return everywhere((mask)(steps <= 1u));
}

/* How many cells on from one to another, as far as they have taps in common; else as many as there are taps. */
static int cells_on(const burl__noise *n, int axis, const uint32_t cell[2]) {
  int step = 0;
  while (step < n->taps && cell[1] != axis_neighbour(cell[0], step, n->period[axis])) step++;
  return step;
}

/* Lists the lattice columns that a tile of columns reads: neighbours share those they have in common.  How many
 * there are. */
static int list_columns(const burl__noise *n, const uint32_t *cell, int columns, int32_t *slot, uint32_t *listed) {
  int count = 0;
  for (int i = 0; i < columns; i++) {
    const int step = i > 0 ? cells_on(n, 0, cell + i - 1) : n->taps;
    slot[i] = step < n->taps ? slot[i - 1] + step : count;
    for (int tap = n->taps - step; tap < n->taps; tap++)
      listed[count++] = axis_neighbour(cell[i], cells_of_tap(n, tap), n->period[0]);
  }
  return count;
}

/* The same where cells rise by at most one and no period ends among them: lattice columns in a row. */
static int list_row(const burl__noise *n, const uint32_t *cell, int columns, uint32_t *listed) {
  const uint32_t first = cell[0], last = cell[columns - 1], taps = (uint32_t)n->taps, period = n->period[0];
  if (period != 0u && (first < taps || last + taps >= period)) return 0;
  const int count = (int)(last - first + taps);
  for (int i = 0; i < count; i += WIDTH) store_words(listed + i, first + (uint32_t)cells_of_tap(n, i) + lane_number());
  return count;
}

/* Whether so few lattice columns are listed that a look-up costs less than a hash; of dear noises it always does. */
static int are_worth_sharing(const burl__noise *n, int count, int columns) {
  return count < (n->dims > 2 || !n->is_usual || n->taps > 2 ? n->taps * columns : columns);
}

/* The weights that a tap of a noise has: of two the right one's alone. */
static int weight_count(const burl__noise *n) { return n->taps == 2 ? 1 : n->taps; }

/* A vector of coordinates, the columns' or lines' from number i on: all but their keys, into the places; its cells. */
LANE words split_places(const burl__call *call, int i) {
  const burl__noise *const n = call->setup;
  burl__places *const to = call->to;
  const double *const from = (const double *)call->from[0] + i;
  const split s = split_cells((halves){load_doubles(from), load_doubles(from + WIDTH / 2)});
  lattice_axis axis;
  axis.fraction = s.fraction;
  weigh(n, &axis);
  store_words(to->valid + i, valid_of(s.beyond));
  store(to->fraction + i, s.fraction);
  for (int tap = 0; tap < weight_count(n); tap++) store(to->weight + tap * to->room + i, axis.weight[tap]);
  return words_in_period(s.whole, period_along(n, call->axis));
}

/* The keys of the columns' lattice points: of those that are listed, or of each tap of each column. */
static void put_column_keys(const burl__call *call, uint32_t *cell, int columns) {
  const burl__noise *const n = call->setup;
  burl__places *const to = call->to;
  uint32_t listed[BURL__MOST_COLUMNS];
  int count = number_cells(cell, columns, to->slot) ? list_row(n, cell, columns, listed) : 0;
  if (count == 0) count = list_columns(n, cell, columns, to->slot, listed);
  to->shared = are_worth_sharing(n, count, columns);
  memset(listed + count, 0, 2 * BURL__LANES * sizeof *listed); /* no sample reads these, but whole vectors do */
  for (int i = 0; to->shared && i < count + BURL__LANES; i += WIDTH)
    store_words(to->key + i, lattice_key(n, 0, load_words(listed + i)));
  for (int tap = 0; !to->shared && tap < n->taps; tap++)
    for (int i = 0; i < columns; i += WIDTH) {
      const words at = neighbour(load_words(cell + i), cells_of_tap(n, tap), n->period[0]);
      store_words(to->key + tap * to->room + i, lattice_key(n, 0, at));
    }
}

void ISA(burl__split_column)(const burl__call *call, int groups) {
  burl__places *const to = call->to;
  const int columns = groups * BURL__LANES;
  uint32_t cell[1 + BURL__TILE_COLUMNS];
  words all_valid = ~(words){0};
  cell[1] = 0;
  for (int i = 0; i < columns; i += WIDTH) {
    store_words(cell + 1 + i, split_places(call, i));
    all_valid &= load_words(to->valid + i);
  }
  to->all_valid = everywhere((mask)all_valid);
  put_column_keys(call, cell + 1, columns);
}

/* Numbers the lattice rows of the lines: neighbours share those they have in common. */
static void number_rows(const burl__call *call, uint32_t *cell, int lines) {
  const burl__noise *const n = call->setup;
  int32_t *const row = ((burl__places *)call->to)->slot;
  if (number_cells(cell, lines, row) && !call->from[1]) return;
  row[0] = 0;
  for (int i = 1; i < lines; i++) {
    int are_apart = 0;
    for (int other = 1; other < 3; other++) {
      const double *const at = call->from[other];
      are_apart |= at && at[i] != at[i - 1];
    }
    row[i] = row[i - 1] + (are_apart ? n->taps : cells_on(n, 1, cell + i - 1));
  }
}

/* Whether a vector of coordinates equals the one before. */
LANE int is_repeated(const double *at) {
  longs differ = {0};
  for (int i = 0; i < WIDTH; i += WIDTH / 2)
    differ |= (longs)load_doubles(at + i) ^ (longs)load_doubles(at + i - WIDTH);
  return everywhere((mask)(differ == (longs){0}));
}

/* The keys of a vector of lines, of all taps. */
LANE void put_keys(const burl__call *call, words cell, int i) {
  const burl__noise *const n = call->setup;
  burl__places *const to = call->to;
  lattice_axis axis;
  take_keys(n, call->axis, cell, &axis);
  for (int tap = 0; tap < n->taps; tap++) store_words(to->key + tap * to->room + i, axis.key[tap]);
}

/* A vector of lines as the one before. */
LANE void repeat_places(const burl__noise *n, burl__places *p, int i) {
  store(p->fraction + i, load(p->fraction + i - WIDTH));
  store_words(p->valid + i, load_words(p->valid + i - WIDTH));
  for (int tap = 0; tap < n->taps; tap++) {
    const int at = tap * p->room + i;
    store_words(p->key + at, load_words(p->key + at - WIDTH));
    if (tap < weight_count(n)) store(p->weight + at, load(p->weight + at - WIDTH));
  }
}

void ISA(burl__split_line)(const burl__call *call, int groups) {
  const burl__noise *const n = call->setup;
  const double *const from = call->from[0];
  const int lines = lines_placed(call, groups);
  uint32_t cells[1 + BURL__TILE_LINES], *const cell = cells + 1;
  cell[0] = 0;
  for (int i = 0; i < lines; i += WIDTH) {
    if (i > 0 && is_repeated(from + i)) {
      repeat_places(n, call->to, i);
      store_words(cell + i, load_words(cell + i - WIDTH));
    } else {
      const words at = split_places(call, i);
      store_words(cell + i, at);
      put_keys(call, at, i);
    }
  }
  if (call->axis == 1) number_rows(call, cell, lines);
}

/* ---- Lattice rows and columns -------------------------------------------------------------------- */

/* How a vector of samples finds its lattice points in a row: all at the same; within a register, or two;
 * anywhere. */
enum look { SAME, WITHIN_ONE, WITHIN_TWO, ANYWHERE };

/* The lattice points of a row that a block reads at most, and room behind them for a look beyond. */
enum { MOST_SLOTS = MOST_TAPS * BURL__BLOCK_COLUMNS + 4 * BURL__LANES };

/* A lattice row, and what became of it and those before it: columns, by the row's number modulo the taps. */
typedef struct {
  _Alignas(64) float row[3][MOST_SLOTS]; /* its planes' rest, x, y */
  _Alignas(64) float rest[MOST_TAPS][BURL__BLOCK_COLUMNS];
  _Alignas(64) float slope[MOST_TAPS][BURL__BLOCK_COLUMNS];
} lattice_columns;

/* A block of a grid: its columns from `begin` to `end`, of the tile. */
typedef struct {
  const burl__call *call;
  const burl__places *x;
  int begin, end;
} row_block;

/* An axis of a line, the same in every lane. */
LANE lattice_axis axis_of_line(const burl__noise *n, const burl__call *call, int axis, int line) {
  const burl__places *const p = places_along(call, axis);
  lattice_axis a;
  a.fraction = all(p->fraction[line]);
  for (int tap = 0; tap < n->taps; tap++) {
    a.key[tap] = all_words(p->key[tap * p->room + line]);
    a.weight[tap] = all(p->weight[tap * p->room + line]);
  }
  return a;
}

/* The key along y of the lattice row that is tap `tap` of a line. */
LANE words row_key(const burl__noise *n, const burl__call *call, int line, int tap) {
  if (n->dims == 1) return W(0);
  const burl__places *const y = places_along(call, 1);
  return all_words(y->key[tap * y->room + line]);
}

/* Whether the planes of a row have a rest. */
LANE int has_rest(const burl__noise *n) { return n->is_value || lattice_axes(n) > 2; }

/* The lattice row that is tap `tap` of a line, at `count` lattice columns. */
INLINED void make_row(const burl__noise *n, const burl__call *call, int line, int tap, const uint32_t *key, int count,
                      lattice_columns *c) {
  const words y = row_key(n, call, line, tap);
  lattice_axis z, w;
  if (n->dims > 2) z = axis_of_line(n, call, 2, line);
  if (n->dims > 3) w = axis_of_line(n, call, 3, line);
  for (int i = 0; i < count; i += WIDTH) {
    const plane p = lattice_row(n, load_words(key + i), y, &z, &w);
    if (has_rest(n)) store(c->row[0] + i, p.rest);
    if (n->is_value) continue;
    store(c->row[1] + i, p.x);
    if (n->dims > 1) store(c->row[2] + i, p.y);
  }
}

/* Entry i of what lies at `from`. */
LANE vector look_at(enum look how, const float *from, mask i) {
  vector v;
  if (how == SAME) return all(from[0]);
  if (how == WITHIN_ONE) return look(load(from), i);
  if (how == WITHIN_TWO) return look_in_two(load(from), load(from + WIDTH), i);
  for (int lane = 0; lane < WIDTH; lane++) v[lane] = from[i[lane]];
  return v;
}

/* The planes of the lattice points i of those from `first` on, and `tap` further. */
LANE plane plane_at(const burl__noise *n, const lattice_columns *c, int first, mask i, int tap, enum look how) {
  plane p = no_plane();
  const mask at = how == SAME ? i : i + tap;
  if (how == SAME) first += tap;
  if (has_rest(n)) p.rest = look_at(how, c->row[0] + first, at);
  if (n->is_value) return p;
  p.x = look_at(how, c->row[1] + first, at);
  if (n->dims > 1) p.y = look_at(how, c->row[2] + first, at);
  return p;
}

/* A vector of columns of the row; slot: of the lattice point with which the row begins. */
INLINED column_line blend_row(const burl__noise *n, const burl__places *x, int i, int slot, const lattice_columns *c,
                              enum look how) {
  const mask apart = load_ints(x->slot + i) - x->slot[i];
  lattice_axis axis;
  axis.fraction = load(x->fraction + i);
  for (int tap = 0; tap < n->taps; tap++) axis.weight[tap] = load(x->weight + tap * x->room + i);
  plane p = no_plane();
  for (int tap = 0; tap < n->taps; tap++)
    p = add_tap(n, p, plane_at(n, c, x->slot[i] - slot, apart, tap, how), 0, tap, &axis);
  return column_of(p.rest, p.y);
}

static enum look look_for(const burl__places *x, int i, int taps) {
  const int span = x->slot[i + WIDTH - 1] - x->slot[i];
  return span == 0 ? SAME : span + taps <= WIDTH ? WITHIN_ONE : span + taps <= 2 * WIDTH ? WITHIN_TWO : ANYWHERE;
}

LANE void store_column(const burl__noise *n, column_line made, int slot, int i, lattice_columns *c) {
  store(c->rest[slot] + i, made.rest);
  if (!n->is_value) store(c->slope[slot] + i, made.slope);
}

/* The columns of the row; to: where they belong. */
INLINED void make_columns(const burl__noise *n, const row_block *b, int to, lattice_columns *c) {
  const burl__places *const x = b->x;
  const int slot = x->slot[b->begin];
  for (int i = b->begin; i < b->end; i += WIDTH) {
    column_line made;
    const enum look how = look_for(x, i, n->taps);
    if (!IS_KNOWN(n)) made = blend_row(n, x, i, slot, c, how);
    else switch (how) {
      case SAME: made = blend_row(n, x, i, slot, c, SAME); break;
      case WITHIN_ONE: made = blend_row(n, x, i, slot, c, WITHIN_ONE); break;
      case WITHIN_TWO: made = blend_row(n, x, i, slot, c, WITHIN_TWO); break;
      default: made = blend_row(n, x, i, slot, c, ANYWHERE);
      }
    store_column(n, made, to, i - b->begin, c);
  }
}

/* The keys that lie at `from` from entry i on, each lane its own. */
LANE words keys_at(const uint32_t *from, mask i) {
  words keys;
  if (i[WIDTH - 1] == 0) return all_words(*from);
  if (i[WIDTH - 1] < WIDTH) return look_words(load_words(from), i);
  for (int lane = 0; lane < WIDTH; lane++) keys[lane] = from[i[lane]];
  return keys;
}

/* The keys of tap number `tap` of a vector of columns; and all of their x axis. */
LANE words keys_of_columns(const burl__places *x, int i, int tap) {
  const mask slot = load_ints(x->slot + i);
  return x->shared ? keys_at(x->key + slot[0] + tap, slot - slot[0]) : load_words(x->key + tap * x->room + i);
}
LANE lattice_axis axis_of_columns(const burl__noise *n, const burl__places *x, int i) {
  lattice_axis a;
  a.fraction = load(x->fraction + i);
  for (int tap = 0; tap < n->taps; tap++) {
    a.key[tap] = keys_of_columns(x, i, tap);
    a.weight[tap] = load(x->weight + tap * x->room + i);
  }
  return a;
}

/* The columns of a row whose lattice points aren't shared: that of tap `tap` of a line. */
INLINED void hash_columns(const burl__noise *n, const row_block *b, int line, int tap, int to, lattice_columns *c) {
  const words y = row_key(n, b->call, line, tap);
  lattice_axis axis[4];
  for (int a = 2; a < n->dims; a++) axis[a] = axis_of_line(n, b->call, a, line);
  for (int i = b->begin; i < b->end; i += WIDTH) {
    axis[0] = axis_of_columns(n, b->x, i);
    store_column(n, lattice_column(n, axis, y), to, i - b->begin, c);
  }
}

/* ---- Finishing samples --------------------------------------------------------------------------- */

/* Some lines of a block, all between the same lattice rows; some of its columns, which are the outer loop:
 * what depends on the column alone stays in registers. */
typedef struct {
  const lattice_columns *columns;
  int row; /* where the first lattice row's columns are; the next one's in the other place */
  int lines, width;
  const float *fraction, *weight; /* of each line; of its next row */
  value_output out;               /* from the first of the lines and columns on */
} finishing;

/* Vectors finished together: a cache line, as far as registers go. */
enum { TOGETHER = WIDTH >= 8 ? BURL__LANES / WIDTH : 1 };

/* Two rows: what every sample of the usual noises comes through. */
LANE void finish_lines(const finishing *f, int is_value, burl__ending ending, int how) {
  const lattice_columns *const c = f->columns;
  const float *const fraction = f->fraction, *const weight = f->weight;
  const value_output out = f->out;
  const int lines = f->lines, row = f->row;
  for (int i = 0; i < f->width; i += TOGETHER * WIDTH) {
    column_line a[TOGETHER], step[TOGETHER];
    for (int k = 0; k < TOGETHER; k++) {
      const int at = i + k * WIDTH;
      a[k] = column_of(load(c->rest[row] + at), is_value ? all(0) : load(c->slope[row] + at));
      step[k] = column_step(a[k], column_of(load(c->rest[!row] + at), is_value ? all(0) : load(c->slope[!row] + at)));
    }
    const float *sum = out.sum + i;
    float *to = out.to + i;
    for (int line = 0; line < lines; line++, sum += out.stride, to += out.to_stride)
      for (int k = 0; k < TOGETHER; k++) {
        const vector v = is_value ? finish_values(a[k].rest, step[k].rest, all(weight[line]))
                                  : finish_columns(a[k], step[k], all(fraction[line]), all(weight[line]));
        put(to + k * WIDTH, ended(v, ending, out.offset, out.twice), how, sum + k * WIDTH, out.scalar, out.past_cache);
      }
  }
}

/* An instance for each way to end and to put, so that each loop has but one in it. */
#define FINISH(is_value, ending)                                 \
  switch (f->out.how) {                                          \
  case 0: finish_lines(f, is_value, ending, 0); break;           \
  case SCALED: finish_lines(f, is_value, ending, SCALED); break; \
  case SUMMED: finish_lines(f, is_value, ending, SUMMED); break; \
  default: finish_lines(f, is_value, ending, SCALED | SUMMED);   \
  }
#define FINISH_NOISE(name, is_value)                                            \
  OUTLINE void name(const finishing *f) {                                       \
    switch (f->out.ending) {                                                    \
    case BURL__PLAIN: FINISH(is_value, BURL__PLAIN) break;                      \
    case BURL__SIZE: FINISH(is_value, BURL__SIZE) break;                        \
    case BURL__SQUARE: FINISH(is_value, BURL__SQUARE) break;                    \
    default: /* ridges add up: their amplitude is in the noise */               \
      if (f->out.how == SUMMED) finish_lines(f, is_value, BURL__POWER, SUMMED); \
      else finish_lines(f, is_value, BURL__POWER, f->out.how);                  \
    }                                                                           \
  }
FINISH_NOISE(finish_perlin, 0)
FINISH_NOISE(finish_value, 1)
#undef FINISH_NOISE
#undef FINISH

/* The same of any noise, and where it may have no value: the samples are 0 there. */
INLINED void finish_others(const burl__noise *n, const row_block *b, const finishing *f, int line) {
  const lattice_columns *const c = f->columns;
  int row[MOST_TAPS] = {0};
  for (int tap = 0; tap < taps_along(n, 1); tap++) row[tap] = (f->row + tap) % n->taps;
  for (int i = 0; i < f->lines; i++) {
    lattice_axis y;
    if (n->dims > 1) y = axis_of_line(n, b->call, 1, line + i);
    for (int k = 0; k < f->width; k += WIDTH) {
      vector v = load(c->rest[0] + k);
      const words valid = load_words(b->x->valid + b->begin + k) & valid_on_line(b->call, n->dims, line + i);
      if (n->dims > 1 && n->taps > 2) {
        for (int tap = 0; tap < n->taps; tap++) v = finish_tap(v, tap, load(c->rest[row[tap]] + k), y.weight[tap]);
      } else if (n->dims > 1) {
        const column_line around[MOST_TAPS] = {{load(c->rest[row[0]] + k), load(c->slope[row[0]] + k)},
                                               {load(c->rest[row[1]] + k), load(c->slope[row[1]] + k)}};
        v = lattice_finish(n, around, &y);
      }
      put_values(&f->out, i, k, only_valid(v, valid));
    }
  }
}

/* The lines from `line` to `next` of the tile; out: from the first of them on. */
INLINED void finish_between(const burl__noise *n, const row_block *b, int line, int next, value_output out,
                            const lattice_columns *c) {
  finishing f = {.columns = c, .lines = next - line, .width = b->end - b->begin, .out = out};
  int is_usual = n->dims > 1 && n->taps == 2 && n->interp != WAVELET && b->x->all_valid;
  if (n->dims > 1) {
    const burl__places *const y = places_along(b->call, 1);
    f.row = (int)((unsigned)y->slot[line] % (unsigned)n->taps);
    f.fraction = y->fraction + line;
    f.weight = y->weight + line;
    for (int i = line; i < next; i++) is_usual &= valid_on_line(b->call, n->dims, i) != 0u;
  }
  if (!is_usual) finish_others(n, b, &f, line);
  else if (n->is_value) finish_value(&f);
  else finish_perlin(&f);
}

/* ---- Grids --------------------------------------------------------------------------------------- */

/* Before a loop: its body stays one copy. */
#if defined(__clang__)
#define ONCE _Pragma("clang loop unroll(disable)")
#else
#define ONCE _Pragma("GCC unroll 1")
#endif

/* Where the lines end that lie between the same lattice rows as `line`. */
LANE int next_row(int dims, const burl__call *call, int line, int bottom) {
  const int32_t *const row = dims > 1 ? places_along(call, 1)->slot : NULL;
  int next = line + 1;
  while (next < bottom && (dims < 2 || row[next] == row[line])) next++;
  return next;
}

INLINED void rows_of_block(const burl__noise *n, const burl__call *call, const value_output *out, const row_block *b) {
  const int slot = b->x->slot[b->begin], taps = taps_along(n, 1);
  const int count = b->x->slot[b->end - 1] - slot + n->taps;
  const int top = call->first_line, bottom = top + call->lines;
  lattice_columns c;
  int known = -1; /* the rows before this one are there */
  for (int line = top, next; line < bottom; line = next) {
    const int row = n->dims > 1 ? places_along(call, 1)->slot[line] : 0;
    next = next_row(n->dims, call, line, bottom);
    ONCE for (int tap = 0; tap < taps; tap++) {
      if (row + tap < known) continue;
      const int to = (int)((unsigned)(row + tap) % (unsigned)taps);
      if (b->x->shared) {
        make_row(n, call, line, tap, b->x->key + slot, count, &c);
        make_columns(n, b, to, &c);
      } else {
        hash_columns(n, b, line, tap, to, &c);
      }
    }
    known = row + taps;
    finish_between(n, b, line, next, output_from(out, line - top, b->begin - call->first_column), &c);
  }
}

INLINED void rows(const burl__noise *n, const burl__call *call, int groups) {
  const int end = call->first_column + groups * BURL__LANES / call->lines;
  const value_output out = value_output_of(call, groups);
  for (int begin = call->first_column; begin < end; begin += BURL__BLOCK_COLUMNS) {
    const int stop = end - begin < BURL__BLOCK_COLUMNS ? end : begin + BURL__BLOCK_COLUMNS;
    const row_block b = {call, call->from[0], begin, stop};
    rows_of_block(n, call, &out, &b);
  }
}

/* ---- Grids with slopes --------------------------------------------------------------------------- */

/* The slopes of the weights along y, by line of the block. */
typedef struct {
  float rate[MOST_TAPS][BURL__BLOCK_LINES + BURL__LANES];
} line_rates;

INLINED void rates_of_lines(const burl__noise *n, const burl__call *call, line_rates *to) {
  for (int i = 0; i < call->lines; i += WIDTH) {
    sloped_axes s = {.rate = {{{0}}}};
    s.axis[1].fraction = load(places_along(call, 1)->fraction + call->first_line + i);
    take_rates(n, 1, &s);
    for (int tap = 0; tap < weight_count(n); tap++) store(to->rate[tap] + i, s.rate[1][tap]);
  }
}

/* Some lines between the same lattice rows, from `line` to `next` of the tile. */
typedef struct {
  int line, next;
  const line_rates *rates;
  const slope_output *out;
} sloped_lines;

/* Those of the vector of columns i: the columns are made once for all of them. */
INLINED void slopes_between(const burl__noise *n, const burl__call *call, const sloped_lines *l, int i,
                            sloped_axes *axes) {
  const burl__places *const x = call->from[0];
  const int top = call->first_line;
  sloped_plane around[MOST_TAPS];
  EACH_TAP
  for (int tap = 0; tap < taps_along(n, 1); tap++)
    around[tap] = column_with_slopes(n, call->setup, row_key(n, call, l->line, tap), axes);
  for (int k = l->line; k < l->next; k++) {
    const words valid = load_words(x->valid + i) & valid_on_line(call, n->dims, k);
    plane p = sloped_line(&around[0]);
    if (n->dims > 1) {
      axes->axis[1] = axis_of_line(n, call, 1, k);
      for (int tap = 0; tap < weight_count(n); tap++) axes->rate[1][tap] = all(l->rates->rate[tap][k - top]);
      p = finish_with_slopes(n, call->setup, around, axes);
    }
    p = only_valid_plane(p, valid);
    put_slopes(l->out, n->dims, k - top, i - call->first_column, &p);
  }
}

INLINED void rows_with_slopes(const burl__noise *n, const burl__call *call, int groups) {
  const int across = groups * BURL__LANES / call->lines;
  const slope_output out = slope_output_of(call, across);
  const int top = call->first_line, bottom = top + call->lines, first = call->first_column;
  line_rates rates;
  sloped_axes axes;
  if (n->dims > 1) rates_of_lines(n, call, &rates);
  for (int line = top, next; line < bottom; line = next) {
    next = next_row(n->dims, call, line, bottom);
    for (int a = 2; a < n->dims; a++) {
      axes.axis[a] = axis_of_line(n, call, a, line);
      take_rates(n, a, &axes);
    }
    for (int i = first; i < first + across; i += WIDTH) {
      axes.axis[0] = axis_of_columns(n, call->from[0], i);
      take_rates(n, 0, &axes);
      slopes_between(n, call, &(sloped_lines){line, next, &rates, &out}, i, &axes);
    }
  }
}

/* ---- The instances ------------------------------------------------------------------------------- */

#define INSTANCE(body, name, dims, is_value, known)                           \
  OUTLINE void name(const burl__call *call, int groups) {                     \
    const burl__noise n = settings_known(call->setup, dims, is_value, known); \
    body(&n, call, groups);                                                   \
  }
#define INSTANCES(noise, is_value)                                                \
  INSTANCE(points, noise##_points_1, 1, is_value, DEFAULT_ONES)                   \
  INSTANCE(points, noise##_points_2, 2, is_value, CHEAP_ONES)                     \
  INSTANCE(points, noise##_points_3, 3, is_value, CHEAP_ONES)                     \
  INSTANCE(points, noise##_points_4, 4, is_value, DEFAULT_ONES)                   \
  INSTANCE(points, noise##_taps_points_2, 2, is_value, TWO_TAPS)                  \
  INSTANCE(points, noise##_taps_points_3, 3, is_value, TWO_TAPS)                  \
  INSTANCE(rows, noise##_rows_2, 2, is_value, CHEAP_ONES)                         \
  INSTANCE(rows, noise##_rows_3, 3, is_value, CHEAP_ONES)                         \
  INSTANCE(rows, noise##_rows_4, 4, is_value, DEFAULT_ONES)                       \
  INSTANCE(rows, noise##_taps_rows_2, 2, is_value, TWO_TAPS)                      \
  INSTANCE(rows, noise##_taps_rows_3, 3, is_value, TWO_TAPS)                      \
  INSTANCE(points_with_slopes, noise##_point_slopes_2, 2, is_value, DEFAULT_ONES) \
  INSTANCE(points_with_slopes, noise##_point_slopes_3, 3, is_value, DEFAULT_ONES) \
  INSTANCE(rows_with_slopes, noise##_row_slopes_2, 2, is_value, DEFAULT_ONES)     \
  INSTANCE(rows_with_slopes, noise##_row_slopes_3, 3, is_value, DEFAULT_ONES)
INSTANCES(perlin, 0)
INSTANCES(value, 1)
INSTANCE(points, four_points_2, 2, 1, FOUR_TAPS)
INSTANCE(points, four_points_3, 3, 1, FOUR_TAPS)
INSTANCE(rows, four_rows_2, 2, 1, FOUR_TAPS)
INSTANCE(rows, four_rows_3, 3, 1, FOUR_TAPS)
#undef INSTANCES
#define IS_VALUE (((const burl__noise *)call->setup)->is_value)
INSTANCE(points, other_points, 0, IS_VALUE, NOTHING)
INSTANCE(rows, other_rows, 0, IS_VALUE, NOTHING)
INSTANCE(points_with_slopes, other_point_slopes, 0, IS_VALUE, NOTHING)
INSTANCE(rows_with_slopes, other_row_slopes, 0, IS_VALUE, NOTHING)
#undef IS_VALUE
#undef INSTANCE

/* Those of values, by what they know and the dimensions, and of slopes, by the dimensions, of the default directions
 * alone; and those of any noise. */
typedef const struct { burl__kernel *values[5][5], *slopes[5], *other_values, *other_slopes; } lattice_instances;

static void run_instance(lattice_instances *of, const burl__call *call, int groups) {
  const burl__noise *const n = call->setup;
  const enum known known = known_of(n);
  burl__kernel *instance = of->values[known][n->dims], *other = of->other_values;
  if (wants_slopes(call)) {
    instance = known == DEFAULT_ONES ? of->slopes[n->dims] : NULL;
    other = of->other_slopes;
  }
  (instance ? instance : other)(call, groups);
}

#define OVER(noise, places, slope_places)                                                                              \
  static lattice_instances noise##_over_##places = {                                                                   \
      {[DEFAULT_ONES] = {NULL, ONE_##places(noise), noise##_##places##_2, noise##_##places##_3, noise##_##places##_4}, \
       [CHEAP_ONES] = {NULL, NULL, noise##_##places##_2, noise##_##places##_3, NULL},                                  \
       [TWO_TAPS] = {NULL, NULL, noise##_taps_##places##_2, noise##_taps_##places##_3, NULL},                          \
       [FOUR_TAPS] = {NULL, NULL, four_##places##_2, four_##places##_3, NULL}},                                        \
      {NULL, NULL, noise##_##slope_places##_slopes_2, noise##_##slope_places##_slopes_3, NULL},                        \
      other_##places,                                                                                                  \
      other_##slope_places##_slopes};
#define ONE_points(noise) noise##_points_1
#define ONE_rows(noise) NULL
#define KERNELS(noise)                                                                                              \
  OVER(noise, points, point)                                                                                        \
  OVER(noise, rows, row)                                                                                            \
  void ISA(burl__##noise)(const burl__call *call, int groups) { run_instance(&noise##_over_points, call, groups); } \
  void ISA(burl__##noise##_rows)(const burl__call *call, int groups) { run_instance(&noise##_over_rows, call, groups); }
KERNELS(perlin)
KERNELS(value)
#undef KERNELS
#undef OVER
#undef ONE_points
#undef ONE_rows

/* ---- White noise --------------------------------------------------------------------------------- */

/* It has cells but no fractions. */
void ISA(burl__white)(const burl__call *call, int groups) {
  const burl__noise *const n = call->setup;
  const coordinates c = coordinates_of(n->dims, call);
  const value_output out = value_output_of(call, groups);
  for (int line = 0; line < call->lines; line++)
    for (int i = 0; i < out.stride; i += WIDTH) {
      const sample_positions p = positions_of_points(n, CELLS, &c, line * out.stride + i);
      words key[4] = {{0}, {0}, {0}, {0}};
      for (int a = 0; a < n->dims; a++) key[a] = hash_axis(n, a, p.cell[a]);
      const vector v = white_sample(n, (point_keys){key[0], key[1], key[2], key[3]});
      put_values(&out, line, i, only_valid(v, p.valid));
    }
}

/* One lattice column a cell, and nothing to blend. */
void ISA(burl__white_rows)(const burl__call *call, int groups) {
  const burl__noise *const n = call->setup;
  const burl__places *const x = call->from[0];
  const value_output out = value_output_of(call, groups);
  for (int line = 0; line < call->lines; line++) {
    uint32_t key[4] = {0};
    for (int a = 1; a < n->dims; a++) key[a] = places_along(call, a)->key[call->first_line + line];
    const uint32_t valid = valid_on_line(call, n->dims, call->first_line + line);
    for (int i = 0; i < out.stride; i += WIDTH) {
      const words key_x = keys_of_columns(x, call->first_column + i, 0);
      const point_keys keys = {key_x, all_words(key[1]), all_words(key[2]), all_words(key[3])};
      const words is_valid = load_words(x->valid + call->first_column + i) & valid;
      put_values(&out, line, i, only_valid(white_sample(n, keys), is_valid));
    }
  }
}
