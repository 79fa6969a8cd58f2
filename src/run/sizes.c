/* Dart throwing with radii that vary.  A candidate of a level counts where the radius, read at the candidate, is at
 * least the level's and less than twice that.  Larger levels come first, and in a level ranks decide as they do for one
 * radius; a candidate is a point where none before it is nearer than the larger of the two radii.  So no candidate
 * depends on a lower level, and which levels there are beside its own doesn't matter to it: bounds of the radius say
 * only which are looked at.
 *
 * A square is found from the top down: in each level all within what the levels below it have to know, and a margin
 * around that.  Where something isn't known within the margin, the caller comes again with a wider one.
 *
 * That larger ones come first is how large discs are packed among small ones (A. Lagae and P. Dutré, "Poisson Sphere
 * Distributions", 2006); the levels keep each candidate's neighbourhood to a few cells. */
#include "run/sizes.h"

#include <math.h>

#include "base/fpu.h"
#include "noise/hash.h"

/* Bounds may lie a little below a round number, as rounding is in them: that is not to ask for a level more. */
static const double below_one = 1023.0 / 1024;

enum { AT_ONCE = 1024, REACH = BURL__REACH + 1 };

struct burl__sizes {
  const burl__levels *levels;
  int margin, kept_count;
  double x[AT_ONCE], y[AT_ONCE], time[AT_ONCE];
  float value[AT_ONCE];
  int which[AT_ONCE];
  burl__dart *kept; /* points found so far */
  burl__darts *darts;
};

/* ---- Levels --------------------------------------------------------------------------------------- */

/* Whether so many cells of the largest level along an axis with a period leave a whole number along the other. */
static int fits(const double period[2], double side) {
  const double rounding = 0x1p-20;
  for (int a = 0; a < 2; a++) {
    const double count = period[a] / side, whole = floor(count + 0.5);
    if (period[a] > 0 && !(whole >= 2 && fabs(count / whole - 1) <= rounding)) return 0;
  }
  return 1;
}

/* The largest level's radius for a period: at most hi, and more than half of it; 0: none fits, or a point would be too
 * near to itself. */
static double largest_level(double hi, const double period[2]) {
  enum { MOST_TRIES = 1 << 20 };
  const double root2 = 1.4142135623730951, lap = period[0] > 0 ? period[0] : period[1];
  double count = ceil(lap * root2 / hi);
  for (int a = 0; a < 2; a++)
    if (period[a] > 0 && period[a] < hi) return 0;
  for (int i = 0; i < MOST_TRIES; i++, count++) {
    if (2 * lap * root2 / count <= hi) return 0;
    if (lap * root2 / count <= hi && fits(period, lap / count)) return lap * root2 / count;
  }
  return 0;
}

int burl__levels_choose(burl__levels *l, burl_range bounds, const double period[2]) {
  double radius = below_one;
  if (period[0] > 0 || period[1] > 0) radius = largest_level(bounds.hi, period);
  if (radius == 0) return 0;
  l->exponent = 0;
  for (double one = below_one; one > radius; one /= 2) l->exponent--;
  for (double one = below_one; 2 * one <= radius; one *= 2) l->exponent++;
  for (; radius > bounds.lo; radius /= 2) l->exponent--;
  for (; 2 * radius <= bounds.lo; radius *= 2) l->exponent++;
  l->radius = radius;
  for (l->count = 1; radius * (1 << l->count) <= bounds.hi;) l->count++;
  return 1;
}

/* The square of a radius in places of a level: what is nearer has a lesser one. */
static int64_t radius2_of(const burl__levels *l, float radius, int level) {
  const double of_level = (double)radius / (l->radius * (1 << level)), square = of_level * of_level * BURL__RADIUS2;
  const int64_t whole = (int64_t)square;
  return whole + ((double)whole < square);
}

/* ---- Areas ---------------------------------------------------------------------------------------- */

/* Cells of a level around a square, from its first cell on: where points have to be known. */
typedef struct {
  int begin, end;
} strip;

static int half_down(int n) { return n >= 0 ? n / 2 : -((1 - n) / 2); }

/* What lies above something reaches into it from REACH cells around. */
static strip needed(int side, int margin, int level) {
  strip s = {0, side};
  for (int l = 0; l < level; l++)
    s = (strip){half_down(s.begin - margin) - REACH, half_down(s.end + margin + 1) + REACH};
  return s;
}

static int side_with_margins(const burl__levels *l, int margin, int level) {
  const strip s = needed(burl__darts_side(l->setup[0]), margin, level);
  return s.end - s.begin + 2 * margin;
}

static int largest_side(const burl__levels *l, int margin) {
  int most = 0;
  for (int level = 0; level < l->count; level++)
    most = side_with_margins(l, margin, level) > most ? side_with_margins(l, margin, level) : most;
  return most;
}

/* No two points are in a cell. */
static size_t most_kept(const burl__levels *l, int margin) {
  return (size_t)l->count * (size_t)largest_side(l, margin) * (size_t)largest_side(l, margin);
}

size_t burl__sizes_size(const burl__levels *l, int margin) {
  return sizeof(burl__sizes) + most_kept(l, margin) * sizeof(burl__dart) +
         burl__darts_size(l->setup[0], largest_side(l, margin), 1);
}

void burl__sizes_begin(burl__sizes *s, const burl__levels *l, int margin) {
  s->levels = l;
  s->margin = margin;
  s->kept = (burl__dart *)(s + 1);
  s->darts = (burl__darts *)(s->kept + most_kept(l, margin));
  for (int i = 0; i < AT_ONCE; i++) s->time[i] = l->time;
}

/* ---- Candidates ----------------------------------------------------------------------------------- */

/* Whoever is out is near everything. */
static void leave_out(burl__darts *d, int i) {
  d->state[i] = BURL__NEAR_POINT | BURL__NEAR_UNKNOWN;
  d->radius2[i] = 0;
}

static int clamped(int64_t i, int last) { return i < 0 ? 0 : i > last ? last : (int)i; }

/* Leaves out what is near a place, in places from the first cell on. */
static void leave_out_near(burl__darts *d, const int64_t at[2], int64_t radius2, int64_t reach) {
  const int last = d->side - 1, per_cell = d->per_cell;
  for (int a = 0; a < 2; a++)
    if (at[a] + reach < 0 || at[a] - reach >= (int64_t)d->side * BURL__CELL_PLACES) return;
  const int row_end = clamped((at[1] + reach) / BURL__CELL_PLACES, last),
            column = clamped((at[0] - reach) / BURL__CELL_PLACES, last),
            column_end = clamped((at[0] + reach) / BURL__CELL_PLACES, last);
  for (int row = clamped((at[1] - reach) / BURL__CELL_PLACES, last); row <= row_end; row++)
    for (int c = column; c <= column_end; c++)
      for (int i = (row * d->side + c) * per_cell, end = i + per_cell; i < end; i++) {
        const int64_t dx = (int64_t)c * BURL__CELL_PLACES + d->across[i] % BURL__CELL_PLACES - at[0],
                      dy = (int64_t)row * BURL__CELL_PLACES + d->down[i] % BURL__CELL_PLACES - at[1];
        if (dx * dx + dy * dy < radius2) leave_out(d, i);
      }
}

/* Points of larger levels come first. */
static void leave_out_near_larger(burl__sizes *s, int level, const int64_t first[2]) {
  const burl__levels *const l = s->levels;
  for (int k = 0; k < s->kept_count; k++) {
    const burl__dart *const p = &s->kept[k];
    const int64_t place[2] = {(p->cell[0] * BURL__CELL_PLACES + p->x) / (1 << level),
                              (p->cell[1] * BURL__CELL_PLACES + p->y) / (1 << level)};
    const int64_t at[2] = {place[0] - first[0] * BURL__CELL_PLACES, place[1] - first[1] * BURL__CELL_PLACES};
    const double reach = 1.5 * (double)p->radius / (l->radius * (1 << level)) * BURL__CELL_PLACES;
    leave_out_near(s->darts, at, radius2_of(l, p->radius, level), (int64_t)reach);
  }
}

/* Where a candidate is along an axis, in the period. */
static double coordinate_of(const burl__sizes *s, int level, int64_t cell, int place, int axis) {
  const burl__levels *const l = s->levels;
  return burl__darts_coordinate(cell, place, l->setup[level]->period[axis], l->cells / (1 << level));
}

static burl_status read_some(burl__sizes *s, int level, int count) {
  const burl__levels *const l = s->levels;
  burl__darts *const d = s->darts;
  const burl_points points = {
      .count = (size_t)count, .coord = {s->x, s->y}, .time = s->time, .footprint = l->footprint};
  const burl_status status = count ? burl_sample_points(l->radii, &points, s->value) : BURL_OK;
  const double from = l->radius * (1 << level);
  for (int k = 0; k < count && status == BURL_OK; k++) {
    const int i = s->which[k];
    const int is_of_level = (double)s->value[k] >= from && (double)s->value[k] < 2 * from; /* not where it is NaN */
    if (!is_of_level) leave_out(d, i);
    else d->radius[i] = s->value[k], d->radius2[i] = (int32_t)radius2_of(l, s->value[k], level);
  }
  return status;
}

static burl_status read_radii(burl__sizes *s, int level, const int64_t first[2]) {
  const burl__darts *const d = s->darts;
  burl_status status = BURL_OK;
  int count = 0;
  for (int row = 0, i = 0; row < d->side; row++)
    for (int column = 0; column < d->side; column++)
      for (int k = 0; k < d->per_cell && status == BURL_OK; k++, i++) {
        if (d->state[i] & BURL__NEAR_POINT) continue;
        s->x[count] = coordinate_of(s, level, first[0] + column, d->across[i] % BURL__CELL_PLACES, 0);
        s->y[count] = coordinate_of(s, level, first[1] + row, d->down[i] % BURL__CELL_PLACES, 1);
        s->which[count++] = i;
        if (count < AT_ONCE) continue;
        status = read_some(s, level, count);
        count = 0;
      }
  return status == BURL_OK ? read_some(s, level, count) : status;
}

/* ---- Points --------------------------------------------------------------------------------------- */

/* A point of a level, in cells of the lowest. */
static burl__dart dart_of(const burl__darts *d, int i, int level, const int64_t first[2]) {
  const int cell = i / d->per_cell;
  const int64_t in_level[2] = {(first[0] + cell % d->side) * BURL__CELL_PLACES + d->across[i] % BURL__CELL_PLACES,
                               (first[1] + cell / d->side) * BURL__CELL_PLACES + d->down[i] % BURL__CELL_PLACES};
  burl__dart made = {.hash = hash_spread((uint32_t)d->rank[i]), .radius = d->radius[i]};
  int rest[2];
  for (int a = 0; a < 2; a++) {
    const int64_t place = in_level[a] * (1 << level);
    rest[a] = (int)((place % BURL__CELL_PLACES + BURL__CELL_PLACES) % BURL__CELL_PLACES);
    made.cell[a] = (place - rest[a]) / BURL__CELL_PLACES;
  }
  made.x = rest[0], made.y = rest[1];
  return made;
}

/* Keeps the points of a level without its margin.  0: something there isn't known. */
static int keep_points(burl__sizes *s, int level, const int64_t first[2]) {
  const burl__darts *const d = s->darts;
  for (int row = s->margin; row < d->side - s->margin; row++)
    for (int i = (row * d->side + s->margin) * d->per_cell, end = ((row + 1) * d->side - s->margin) * d->per_cell;
         i < end; i++) {
      if (d->state[i] & BURL__IS_UNKNOWN) return 0;
      if (d->state[i] & BURL__IS_POINT) s->kept[s->kept_count++] = dart_of(d, i, level, first);
    }
  return 1;
}

static burl_status find_level(burl__sizes *s, int level, const int64_t square[2]) {
  const burl__levels *const l = s->levels;
  const strip around = needed(burl__darts_side(l->setup[0]), s->margin, level);
  int64_t first[2];
  for (int a = 0; a < 2; a++) first[a] = square[a] / (1 << level) + around.begin - s->margin;
  burl__darts_open(s->darts, l->setup[level], side_with_margins(l, s->margin, level), 1);
  burl__darts_place(s->darts, first);
  leave_out_near_larger(s, level, first);
  const burl_status status = read_radii(s, level, first);
  if (status != BURL_OK) return status;
  burl__darts_throw(s->darts);
  return keep_points(s, level, first) ? BURL_OK : BURL_LIMIT;
}

burl_status burl__sizes_find(burl__sizes *s, const int64_t first[2], burl__dart *to, int *count) {
  const int side = burl__darts_side(s->levels->setup[0]);
  const burl__fpu fpu = burl__fpu_open();
  burl_status status = BURL_OK;
  s->kept_count = *count = 0;
  for (int level = s->levels->count - 1; level >= 0 && status == BURL_OK; level--) status = find_level(s, level, first);
  burl__fpu_close(fpu);
  for (int k = 0; k < s->kept_count && status == BURL_OK; k++) {
    const int64_t x = s->kept[k].cell[0] - first[0], y = s->kept[k].cell[1] - first[1];
    if (x >= 0 && x < side && y >= 0 && y < side) to[(*count)++] = s->kept[k];
  }
  return status;
}
