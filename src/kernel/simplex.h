/* The kernels of simplex noise, plain and smooth, over points and over grids; with slopes or without.
 *
 * The mathematics is noise/simplex.h's.  Over points, and over a grid whose samples lie far apart, each sample
 * is made by the corners of its own simplex (smooth noise: by all lattice points that may reach it).  Over
 * a finer grid the lattice points that reach a region are hashed once, and each is added to the samples that
 * it reaches, in the order in which a sample's own would be: the bits are the same. */
#include "kernel/output.h"
#include "kernel/positions.h"
#include "kernel/region.h"
#include "kernel/vector.h"
#include "noise/simplex.h"

/* What an instance knows of its settings. */
LANE burl__noise settings_known(const burl__noise *from, int dims) {
  burl__noise n = *from;
  n.dims = dims;
  n.is_value = 0;
  n.hash = HASH_BURL;
  return n;
}

/* ---- Ends of periods ----------------------------------------------------------------------------- */

/* How far along an axis lattice points lie from what they reach, at most. */
static double reach_of(const burl__noise *n) { return exact_sqrt((double)n->reach2) + 0.01; }

/* The middle of the period along each axis, in units, and how far from it no lattice point beyond an end can
 * reach a sample, less what may be lost in rounding. */
typedef struct {
  float middle[4], most[4];
} period_ends;

LANE period_ends ends_of(const burl__noise *n) {
  period_ends e;
  const float reach = (float)reach_of(n);
  for (int a = 0; a < n->dims; a++) {
    e.middle[a] = 0.5f * (float)simplex_units(n->dims) * (float)period_along(n, a);
    e.most[a] = period_along(n, a) == 0u ? 1e30f : e.middle[a] * (1.0f - 0x1p-20f) - reach;
  }
  return e;
}

/* Whether a period may end among the lattice points that reach any of the samples. */
LANE int are_at_end(const burl__noise *n, const period_ends *e, const sample_positions *p) {
  mask at_end = {0};
  EACH_AXIS for (int a = 0; a < n->dims; a++) {
    const vector units = sum_with_product(to_real(p->cell[a]), all((float)block_units(n->dims)), p->fraction[a]);
    at_end |= magnitude(units - e->middle[a]) > e->most[a];
  }
  return anywhere(at_end);
}

/* ---- Samples by themselves ----------------------------------------------------------------------- */

/* Compiled once each, as samples where a period ends are few. */
#define SAMPLE_AT_END(dims)                                                                                 \
  OUTLINE plane sample_at_end_##dims(const burl__noise *from, int with_slopes, const sample_positions *p) { \
    const burl__noise n = settings_known(from, dims);                                                       \
    return simplex_sample_at_end(&n, with_slopes, p->cell, p->fraction);                                    \
  }
SAMPLE_AT_END(2)
SAMPLE_AT_END(3)
SAMPLE_AT_END(4)
#undef SAMPLE_AT_END

/* from: the settings that n was made of; ends: NULL without a period. */
LANE plane sample_of(const burl__noise *n, const burl__noise *from, const period_ends *ends, int with_slopes,
                     const sample_positions *p) {
  if (n->smooth) return simplex_smooth(n, with_slopes, p->cell, p->fraction);
  if (n->dims > 1 && ends && are_at_end(n, ends, p)) {
    const sample_positions at_end = *p; /* so that p stays in registers */
    return n->dims == 2   ? sample_at_end_2(from, with_slopes, &at_end)
           : n->dims == 3 ? sample_at_end_3(from, with_slopes, &at_end)
                          : sample_at_end_4(from, with_slopes, &at_end);
  }
  return simplex_sample(n, with_slopes, p->cell, p->fraction);
}

INLINED void samples_of(const burl__noise *n, int with_slopes, enum source source, const burl__call *call,
                        const noise_output *out, const patch *at) {
  const int is_periodic = (n->period[0] | n->period[1] | n->period[2] | n->period[3]) != 0u;
  const period_ends ends = ends_of(n);
  const coordinates points = source == POINTS ? coordinates_of(n->dims, call) : (coordinates){.affine = 0};
  const sample_source from = {source, call, &points, out->value.stride};
  for (int line = at->line; line < at->next; line++)
    for (int i = at->begin; i < at->end; i += WIDTH) {
      const sample_positions p = positions_in_block(n, BLOCKS, &from, line, i);
      const plane sum = sample_of(n, call->setup, is_periodic ? &ends : NULL, with_slopes, &p);
      const plane valid = only_valid_plane(sum, p.valid);
      put_plane(out, n->dims, with_slopes, line, i, &valid);
    }
}

/* Compiled once for each number of dimensions: plain noise without slopes and with, smooth noise. */
typedef void samples_maker(enum source source, const burl__call *call, const noise_output *out, const patch *at);
#define SAMPLES(name, dims, is_smooth, with_slopes)                                                                  \
  OUTLINE void name##_##dims(enum source source, const burl__call *call, const noise_output *out, const patch *at) { \
    burl__noise n = settings_known(call->setup, dims);                                                               \
    n.smooth = is_smooth;                                                                                            \
    if (!is_smooth) n.gradients = DEFAULT_SET;                                                                       \
    samples_of(&n, with_slopes, source, call, out, at);                                                              \
  }
#define SAMPLES_OF(dims) \
  SAMPLES(values, dims, 0, 0) SAMPLES(slopes, dims, 0, 1) SAMPLES(smooth, dims, 1, wants_slopes(call))
SAMPLES_OF(1)
SAMPLES_OF(2)
SAMPLES_OF(3)
SAMPLES_OF(4)
#undef SAMPLES_OF
#undef SAMPLES

static void make_samples(int with_slopes, enum source source, const burl__call *call, const noise_output *out,
                         const patch *at) {
  static samples_maker *const of[4][3] = {{values_1, slopes_1, smooth_1},
                                          {values_2, slopes_2, smooth_2},
                                          {values_3, slopes_3, smooth_3},
                                          {values_4, slopes_4, smooth_4}};
  const burl__noise *const n = call->setup;
  of[n->dims - 1][n->smooth ? 2 : with_slopes](source, call, out, at);
}

/* ---- Lattice points that reach a region ---------------------------------------------------------- */

/* What places, which are rounded, may be off by. */
#define SLACK 0x1p-9f

/* They are in the order of their contributions. */
enum { MOST_POINTS = 160 };
typedef struct {
  int count;
  _Alignas(64) int32_t skewed[4][MOST_POINTS]; /* coordinates, from the region's first block */
  _Alignas(64) float at[2][MOST_POINTS];       /* x and y, in units */
  _Alignas(64) float gradient[4][MOST_POINTS];
  _Alignas(64) float apart[2][MOST_POINTS];                   /* the distance along z and w */
  _Alignas(64) float left[MOST_POINTS], product[MOST_POINTS]; /* of reach and product after w and z */
  _Alignas(64) float box_left[MOST_POINTS];                   /* after the nearest y of a box, too */
  _Alignas(64) float line_left[MOST_POINTS][BOX_LINES], line_product[MOST_POINTS][BOX_LINES]; /* after each y */
  _Alignas(64) float line_apart[MOST_POINTS][BOX_LINES]; /* the distance along y, for slopes */
} reaching_points;

/* a/b rounded down, b > 0; |a/b| is small. */
static int floor_of(double a, double b) { return (int)axis_floor(a * (1 / b)); }

/* Lists the lattice points near enough to the region along each axis; 0: there are too many. */
static int list_points(int dims, double reach, const region *r, reaching_points *to) {
  const int units = simplex_units(dims);
  double sum_lo = 0, sum_hi = 0;
  int count = 0;
  for (int a = 0; a < dims; a++) sum_lo += r->lo[a] - reach, sum_hi += r->hi[a] + reach;
  const int last = floor_of(sum_hi, units - dims);
  for (int level = floor_of(sum_lo, units - dims); level <= last; level++) {
    int least[4] = {0}, most[4] = {0};
    for (int a = 0; a < dims; a++) {
      least[a] = -floor_of(reach - r->lo[a] - level, units);
      most[a] = floor_of(r->hi[a] + reach + level, units);
    }
    for (int w = least[3]; w <= most[3]; w++)
      for (int z = least[2]; z <= most[2]; z++) {
        const int rest = level - w - z; /* of x and y */
        const int begin = least[0] > rest - most[1] ? least[0] : rest - most[1];
        const int end = most[0] < rest - least[1] ? most[0] : rest - least[1];
        if (end - begin >= MOST_POINTS - count) return 0;
        for (int x = end; x >= begin; x--, count++) {
          const int point[4] = {x, rest - x, z, w};
          for (int a = 0; a < 4; a++) to->skewed[a][count] = point[a];
        }
      }
  }
  to->count = count;
  return 1;
}

/* The blocks of the region's first column and line. */
static void first_block(int dims, const burl__call *call, const region *r, uint32_t block[4]) {
  block[0] = places_along(call, 0)->key[r->begin];
  for (int a = 1; a < dims; a++) block[a] = places_along(call, a)->key[r->line];
}

/* Whether lattice points of the region lie at least `laps` periods beyond the ends of the period along an axis.
 * first: the region's first block. */
static int reaches_beyond(const burl__noise *n, uint32_t first, const region *r, int axis, int laps) {
  const double begin = (double)first * (double)r->width, reach = reach_of(n);
  const double whole = (double)period_along(n, axis) * (double)simplex_units(n->dims);
  return whole > 0 && (begin + (double)r->lo[axis] < reach - laps * whole ||
                       begin + (double)r->hi[axis] > (laps + 1) * whole - reach);
}

/* Their gradients, and what the axes that all lines have in common, w and z, leave of their reach. */
INLINED void hash_points(const burl__noise *n, int with_slopes, const burl__call *call, const region *r,
                         reaching_points *to) {
  const int dims = n->dims;
  uint32_t first[4] = {0};
  int may_wrap = 0;
  first_block(dims, call, r, first);
  for (int a = 0; a < dims; a++) may_wrap |= reaches_beyond(n, first[a], r, a, 0) << a;
  for (int i = to->count; i % WIDTH != 0; i++)
    for (int a = 0; a < dims; a++) to->skewed[a][i] = 1 << 20; /* reaches nothing */
  for (int i = 0; i < to->count; i += WIDTH) {
    words local[4], block[4], sum = {0};
    vector at[4], left = all(n->reach2), product = all(0.0f);
    EACH_AXIS for (int a = 0; a < dims; a++) {
      block[a] = all_words(first[a]);
      local[a] = (words)load_ints(to->skewed[a] + i);
      sum = sum + local[a];
    }
    EACH_AXIS for (int a = 0; a < dims; a++) at[a] = to_real(local[a] * (uint32_t)simplex_units(dims) - sum);
    const plane p = gradient_at(n, skewed_of(n, may_wrap, block, local));
    for (int a = dims - 1; a >= 2; a--) {
      const vector d = all(r->lo[a]) - at[a], part = plane_along(p, a) * d;
      left = left_of_reach(left, d);
      product = a == dims - 1 ? part : product + part;
      store(to->apart[a - 2] + i, d);
    }
    store(to->at[0] + i, at[0]);
    store(to->at[1] + i, at[1]);
    for (int a = 0; a < (with_slopes ? dims : 2); a++) store(to->gradient[a] + i, plane_along(p, a));
    store(to->left + i, left);
    store(to->product + i, product);
  }
}

/* ---- Boxes of a region --------------------------------------------------------------------------- */

/* One number of each line of a box. */
typedef float line_vector __attribute__((vector_size(4 * BOX_LINES), aligned(4), may_alias));

/* What y leaves of the points' reach on the lines of a box. */
INLINED void take_box(int dims, int with_slopes, const region *r, const box_lines *box, reaching_points *to) {
  const vector lo = all(box->lo - SLACK), hi = all(box->hi + SLACK);
  for (int i = 0; i < to->count; i += WIDTH)
    store(to->box_left + i, left_of_reach(load(to->left + i), apart_from(lo, hi, load(to->at[1] + i))));
  const line_vector fraction = *(const line_vector *)box->fraction;
  const line_vector block = *(const line_vector *)box->number * r->width;
  for (int i = 0; i < to->count; i++) {
    const line_vector d = fraction - (to->at[1][i] - block);
    line_vector product = to->gradient[1][i] * d;
    if (dims > 2) product = to->product[i] + product;
    *(line_vector *)to->line_left[i] = to->left[i] - d * d;
    *(line_vector *)to->line_product[i] = product;
    if (with_slopes) *(line_vector *)to->line_apart[i] = d;
  }
}

/* Which points may reach a vector of columns, from lo to hi, of the box: a bit each; and lists them, in their
 * order. */
typedef uint32_t point_bits[MOST_POINTS / WIDTH];

LANE void find_near(const reaching_points *p, float lo, float hi, point_bits to) {
  for (int from = 0; from < p->count; from += WIDTH) {
    const vector apart = apart_from(all(lo - SLACK), all(hi + SLACK), load(p->at[0] + from));
    to[from / WIDTH] = bits_of(left_of_reach(load(p->box_left + from), apart) > 0);
  }
}
LANE int list_near(const reaching_points *p, const point_bits bits_near, int near[MOST_POINTS]) {
  int count = 0;
  for (int from = 0; from < p->count; from += WIDTH)
    for (uint32_t bits = bits_near[from / WIDTH]; bits; bits &= bits - 1) near[count++] = from + __builtin_ctz(bits);
  return count;
}

/* The sums of the points' contributions to a vector of columns of all lines.  Distances are exact: a fraction
 * and where a point lies from its block are. */
INLINED void sum_points(const reaching_points *p, const int *near, int count, vector fraction, vector block,
                        vector sum[BOX_LINES]) {
  for (int k = 0; k < BOX_LINES; k++) sum[k] = all(0.0f);
  for (int m = 0; m < count; m++) {
    const int i = near[m];
    const vector d = fraction - (p->at[0][i] - block), d2 = d * d, part = p->gradient[0][i] * d;
    for (int k = 0; k < BOX_LINES; k++)
      sum[k] = sum[k] + bump(p->line_left[i][k] - d2) * (p->line_product[i][k] + part);
  }
}

/* The same with slopes, of SLOPED_LINES lines of a box, from number `first` on. */
enum { SLOPED_LINES = 2 };
INLINED void sum_slopes(int dims, const reaching_points *p, const int *near, int count, const vector x[2], int first,
                        plane sum[SLOPED_LINES]) {
  for (int k = 0; k < SLOPED_LINES; k++) sum[k] = no_plane();
  for (int m = 0; m < count; m++) {
    const int i = near[m];
    const plane g = {all(p->gradient[0][i]), all(p->gradient[1][i]), all(p->gradient[2][i]), all(p->gradient[3][i]),
                     all(0.0f)};
    const vector dx = x[0] - (p->at[0][i] - x[1]), dx2 = dx * dx, part = g.x * dx;
    for (int k = 0; k < SLOPED_LINES; k++) {
      const int line = first + k;
      const vector d[4] = {dx, all(p->line_apart[i][line]), all(p->apart[0][i]), all(p->apart[1][i])};
      sum[k] = add_contribution(dims, 1, sum[k], g, d, p->line_left[i][line] - dx2, p->line_product[i][line] + part);
    }
  }
  for (int k = 0; k < SLOPED_LINES; k++) sum[k] = by_cell(dims, 1, sum[k]);
}

/* A box of a region. */
typedef struct {
  const burl__call *call;
  const noise_output *out;
  const region *r;
  const reaching_points *points;
  box_lines lines;
} simplex_box;

INLINED void slopes_of_box(int dims, const simplex_box *b, const int *near, int count, int i) {
  const burl__places *const x = b->call->from[0];
  const vector at[2] = {load(x->fraction + i), load(b->r->column + (i - b->r->begin)) * b->r->width};
  for (int first = 0; first < b->lines.count; first += SLOPED_LINES) {
    plane sum[SLOPED_LINES];
    sum_slopes(dims, b->points, near, count, at, first, sum);
    for (int k = 0; k < SLOPED_LINES && first + k < b->lines.count; k++) {
      const int line = b->lines.line + first + k;
      const plane p = only_valid_plane(sum[k], valid_in_tile(b->call, line, i));
      put_slopes(&b->out->slope, dims, line - b->call->first_line, i - b->call->first_column, &p);
    }
  }
}
INLINED void values_of_box(const simplex_box *b, const int *near, int count, int i) {
  const burl__places *const x = b->call->from[0];
  vector sum[BOX_LINES];
  sum_points(b->points, near, count, load(x->fraction + i), load(b->r->column + (i - b->r->begin)) * b->r->width, sum);
  put_box(b->call, &b->out->value, b->r, &b->lines, i, sum);
}

/* The samples of a region by the points that reach them; 0: there are too many of those. */
INLINED int by_points(const burl__noise *n, int with_slopes, const burl__call *call, const noise_output *out,
                      const region *r) {
  reaching_points points;
  if (!list_points(n->dims, reach_of(n), r, &points)) return 0;
  hash_points(n, with_slopes, call, r, &points);
  for (int line = r->line; line < r->next; line += BOX_LINES) {
    const simplex_box b = {call, out, r, &points, box_lines_from(r, line, BOX_LINES)};
    take_box(n->dims, with_slopes, r, &b.lines, &points);
    point_bits bits[BURL__BLOCK_COLUMNS / WIDTH]; /* of all vectors first, so that none waits for its own */
    for (int k = 0; k < (r->end - r->begin) / WIDTH; k++) find_near(&points, r->vector_lo[k], r->vector_hi[k], bits[k]);
    for (int i = r->begin, k = 0; i < r->end; i += WIDTH, k++) {
      int near[MOST_POINTS];
      const int count = list_near(&points, bits[k], near);
      if (with_slopes) slopes_of_box(n->dims, &b, near, count, i);
      else values_of_box(&b, near, count, i);
    }
  }
  return 1;
}

/* ---- Grids --------------------------------------------------------------------------------------- */

/* Up to how many units a vector of columns may cover so that points take less time than its samples by
 * themselves; of smooth noise, which has many points a sample, they always do. */
LANE float widest_by_points(const burl__noise *n, int with_slopes) {
  if (n->smooth) return 1e9f;
  return with_slopes ? 5.0f : n->dims == 2 ? 3.0f + 0.4f * WIDTH : 5.0f + 0.6f * WIDTH;
}

LANE uint32_t blocks_of_period(const burl__noise *n, int axis) {
  return period_along(n, axis) / (uint32_t)simplex_block(n->dims);
}

/* Takes some columns of the tile as those of a region, fewer where they would go around a period: where they end.
 * 0 where they are too far apart for one, or for points. */
INLINED int take_region(const burl__noise *n, int with_slopes, const burl__call *call, int begin, int *end, region *r) {
  const burl__places *const x = call->from[0];
  for (;; *end = begin + (*end - begin) / 2 / WIDTH * WIDTH) {
    if (!take_columns(call, blocks_of_period(n, 0), begin, *end, r)) return 0;
    if (!reaches_beyond(n, x->key[begin], r, 0, 1)) return r->mean < widest_by_points(n, with_slopes);
    if (*end - begin == WIDTH) return 0;
  }
}

/* Makes lines of a region's columns by points, from `line` on; where they end: none where there are too many
 * points or too few lines. */
INLINED int lines_by_points(const burl__noise *n, int with_slopes, const burl__call *call, const noise_output *out,
                            region *r, int line, int next) {
  const burl__places *const y = call->from[1];
  for (; next - line >= BOX_LINES / 2; next = line + (next - line) / 2)
    if (take_lines(call, blocks_of_period(n, 1), line, next, r) && !reaches_beyond(n, y->key[line], r, 1, 1) &&
        by_points(n, with_slopes, call, out, r))
      return next;
  return line;
}

INLINED void simplex_rows(const burl__noise *n, int with_slopes, const burl__call *call, int groups) {
  const noise_output out = noise_output_of(call, groups);
  const int first = call->first_column, end = first + (int)out.value.stride;
  const int top = call->first_line, bottom = top + call->lines;
  for (int begin = first, stop; begin < end; begin = stop) {
    region r;
    stop = end - begin > BURL__BLOCK_COLUMNS ? begin + BURL__BLOCK_COLUMNS : end;
    const int is_region = take_region(n, with_slopes, call, begin, &stop, &r);
    for (int line = top, next, made; line < bottom; line = made) {
      next = is_region ? next_region(n->dims, call, line, bottom) : bottom;
      made = is_region ? lines_by_points(n, with_slopes, call, &out, &r, line, next) : line;
      if (made > line) continue;
      const patch rest = {line - top, next - top, begin - first, stop - first};
      make_samples(with_slopes, ROWS, call, &out, &rest);
      made = next;
    }
  }
}

/* Compiled for two to four dimensions, with slopes for two and three: else samples go by themselves. */
#define ROWS_OF(dims, with_slopes)                                                       \
  OUTLINE void simplex_rows_##dims##_##with_slopes(const burl__call *call, int groups) { \
    const burl__noise n = settings_known(call->setup, dims);                             \
    simplex_rows(&n, with_slopes, call, groups);                                         \
  }
ROWS_OF(2, 0)
ROWS_OF(3, 0)
ROWS_OF(4, 0)
ROWS_OF(2, 1)
ROWS_OF(3, 1)
#undef ROWS_OF

static void make_all_samples(enum source source, const burl__call *call, int groups) {
  const noise_output out = noise_output_of(call, groups);
  const patch at = {0, call->lines, 0, (int)out.value.stride};
  make_samples(wants_slopes(call), source, call, &out, &at);
}

void ISA(burl__simplex)(const burl__call *call, int groups) { make_all_samples(POINTS, call, groups); }

void ISA(burl__simplex_rows)(const burl__call *call, int groups) {
  static burl__kernel *const of[5][2] = {{NULL, NULL},
                                         {NULL, NULL},
                                         {simplex_rows_2_0, simplex_rows_2_1},
                                         {simplex_rows_3_0, simplex_rows_3_1},
                                         {simplex_rows_4_0, NULL}};
  burl__kernel *const rows = of[((const burl__noise *)call->setup)->dims][wants_slopes(call)];
  if (rows) rows(call, groups);
  else make_all_samples(ROWS, call, groups);
}
