/* Contours against what they promise, over random functions, seen point by point and cell by cell: where the points
 * lie, on which side the ground is higher, that lines end only where they may and never cross. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw.h"
#include "scale.h"
#include "survey/contours.h"
#include "survey/simplify.h"

/* ---- Functions ----------------------------------------------------------------------------------- */

enum { WAVES = 5, MOST = 70 };

/* Waves, and a step, a hole or a plain of equal values; seen from x0 on. */
typedef struct {
  double x, y, phase[WAVES], along[WAVES], across[WAVES], size[WAVES];
  double step, hole, round_to;
  int64_t asked; /* how many values have been asked for */
} hills;

static float height(const hills *h, double x, double y) {
  double sum = 0;
  x += h->x, y += h->y;
  for (int i = 0; i < WAVES; i++) sum += h->size[i] * sin(h->along[i] * x + h->across[i] * y + h->phase[i]);
  if (h->step != 0 && x + 0.3 * y > 9.3) sum += h->step;
  if (h->hole > 0 && hypot(x - 8, y - 5) < h->hole) return NAN;
  return (float)(h->round_to > 0 ? h->round_to * floor(sum / h->round_to) : sum);
}

static int sample(void *user, const survey_place *places, int64_t count, float *values) {
  hills *const h = user;
  for (int64_t i = 0; i < count; i++) values[i] = height(h, places[i].x, places[i].y);
  h->asked += count;
  return 0;
}

static hills random_hills(void) {
  hills h = {0};
  for (int i = 0; i < WAVES; i++) {
    h.phase[i] = draw(0, 6.3), h.size[i] = draw(0, 2);
    h.along[i] = draw(-1, 1), h.across[i] = draw(-1, 1);
  }
  if (draw(0, 1) < 0.3) h.step = draw(-4, 4);
  if (draw(0, 1) < 0.3) h.hole = draw(0.5, 4);
  if (draw(0, 1) < 0.2) h.round_to = draw(0.1, 1);
  return h;
}

/* A function's grid, levels and contours. */
typedef struct {
  hills h;
  float value[MOST * MOST];
  survey_plain plain;
  double levels[MOST];
  int count;
  survey_contour_set set;
} survey;

static void look(survey *s, int nx, int ny, int is_sampled) {
  s->plain = (survey_plain){nx, ny, s->value, is_sampled ? sample : NULL, &s->h};
  for (int i = 0; i < nx * ny; i++) s->value[i] = height(&s->h, i % nx, i / nx);
  s->h.asked = 0;
  assert_int_equal(survey_contours(&s->plain, s->levels, s->count, &s->set), 0);
}

static void choose_levels(survey *s) {
  s->count = (int)draw(1, MOST);
  for (int i = 0; i < s->count; i++) s->levels[i] = -4 + 8.0 * i / s->count + (s->h.round_to > 0 ? 1e-3 : 0);
}

/* ---- Points -------------------------------------------------------------------------------------- */

static int is_whole(double v) { return v == floor(v); }

/* The value just before the point and just behind it, from its side's lower end on, differs in whether it is below. */
static void check_point(const survey *s, survey_place p, double level) {
  const int along_x = !is_whole(p.x);
  assert_true(along_x ? is_whole(p.y) : is_whole(p.x) && !is_whole(p.y)); /* never a node */
  const double from = along_x ? floor(p.x) : floor(p.y), at = (along_x ? p.x : p.y) - from;
  const int node = (int)((along_x ? p.y : from) * s->plain.nx + (along_x ? from : p.x));
  const int other = node + (along_x ? 1 : s->plain.nx);
  const double low = (double)s->value[node], high = (double)s->value[other];
  assert_true((low >= level) != (high >= level));
  if (!s->plain.sample) {
    assert_true(fabs(low + at * (high - low) - level) <= 1e-6 * fabs(high - low) + 1e-6 * fabs(level));
    return;
  }
  float value[2];
  for (int i = 0; i < 2; i++) {
    const double t = from + fmin(fmax(at + (i ? 1e-6 : -1e-6), 0), 1);
    value[i] = height(&s->h, along_x ? t : p.x, along_x ? p.y : t);
  }
  assert_true(((double)value[0] >= level) != ((double)value[1] >= level) || isnan(value[0]) || isnan(value[1]));
}

/* ---- Lines --------------------------------------------------------------------------------------- */

/* The cell in which a piece of a line lies. */
static int cell_of(const survey *s, survey_place a, survey_place b) {
  return (int)(floor(0.5 * (a.y + b.y)) * s->plain.nx + floor(0.5 * (a.x + b.x)));
}

/* How far c is at the left of the way from a to b. */
static double leftness(survey_place a, survey_place b, survey_place c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Both ends of the piece lie on the border of one cell, and where the corners at both ends of a side are, the higher
 * one is at the left. */
static void check_piece(const survey *s, survey_place a, survey_place b, double level) {
  const int cell = cell_of(s, a, b), nx = s->plain.nx;
  const int x = cell % nx, y = cell / nx;
  assert_true(fmin(a.x, b.x) >= x && fmax(a.x, b.x) <= x + 1 && fmin(a.y, b.y) >= y && fmax(a.y, b.y) <= y + 1);
  const survey_place ends[2] = {a, b};
  for (int e = 0; e < 2; e++) {
    const survey_place p = ends[e], low = {floor(p.x), floor(p.y)}, high = {ceil(p.x), ceil(p.y)};
    const int is_low_above = (double)s->value[(int)(low.y * nx + low.x)] >= level;
    const double of_low = leftness(a, b, low), of_high = leftness(a, b, high);
    assert_true(is_low_above ? of_low >= 0 && of_high <= 0 : of_low <= 0 && of_high >= 0);
  }
}

/* A line may end at the grid's border, and at cells without a value. */
static int may_end(const survey *s, survey_place p) {
  const int nx = s->plain.nx, ny = s->plain.ny;
  const int x = (int)p.x, y = (int)p.y, along_x = !is_whole(p.x);
  if (along_x ? y == 0 || y == ny - 1 : x == 0 || x == nx - 1) return 1;
  const int cells[2] = {y * nx + x, along_x ? (y - 1) * nx + x : y * nx + x - 1};
  for (int i = 0; i < 2; i++)
    for (int corner = 0; corner < 4; corner++)
      if (isnan(s->value[cells[i] + corner % 2 + corner / 2 * nx])) return 1;
  return 0;
}

static void check_line(const survey *s, const survey_contour *line) {
  const survey_place *const p = s->set.points + line->first;
  const int64_t last = line->count - 1;
  const double level = s->levels[line->level];
  assert_true(last >= 1);
  if (p[0].x != p[last].x || p[0].y != p[last].y) assert_true(may_end(s, p[0]) && may_end(s, p[last]));
  for (int64_t i = 0; i <= last; i++) check_point(s, p[i], level);
  for (int64_t i = 0; i < last; i++) check_piece(s, p[i], p[i + 1], level);
}

/* ---- Cells --------------------------------------------------------------------------------------- */

typedef struct {
  survey_place a, b;
  int cell;
} piece;

static int by_cell(const void *one, const void *other) {
  return ((const piece *)one)->cell - ((const piece *)other)->cell;
}

static int do_cross(const piece *p, const piece *q) {
  return leftness(p->a, p->b, q->a) * leftness(p->a, p->b, q->b) < 0 &&
         leftness(q->a, q->b, p->a) * leftness(q->a, q->b, p->b) < 0;
}

/* How many lines of a level go through the cell: half the number of its sides that are passed. */
static int lines_through(const survey *s, int cell, double level) {
  const int nx = s->plain.nx, corners[] = {cell, cell + 1, cell + 1 + nx, cell + nx};
  int changes = 0;
  for (int i = 0; i < 4; i++) {
    if (isnan(s->value[corners[i]])) return 0;
    changes += ((double)s->value[corners[i]] >= level) != ((double)s->value[corners[(i + 1) % 4]] >= level);
  }
  return changes / 2;
}

/* Each cell has as many pieces as it has to, and no two cross. */
static void check_cells(const survey *s) {
  int64_t count = 0, wanted = 0;
  piece *const pieces = malloc((size_t)(s->set.point_count + 1) * sizeof *pieces);
  for (int64_t l = 0; l < s->set.count; l++) {
    const survey_place *const p = s->set.points + s->set.lines[l].first;
    for (int64_t i = 0; i + 1 < s->set.lines[l].count; i++)
      pieces[count++] = (piece){p[i], p[i + 1], cell_of(s, p[i], p[i + 1])};
  }
  for (int cell = 0; cell < s->plain.nx * (s->plain.ny - 1); cell++)
    for (int level = 0; level < s->count && cell % s->plain.nx < s->plain.nx - 1; level++)
      wanted += lines_through(s, cell, s->levels[level]);
  assert_int_equal(count, wanted);
  qsort(pieces, (size_t)count, sizeof *pieces, by_cell);
  for (int64_t i = 0; i < count; i++)
    for (int64_t j = i + 1; j < count && pieces[j].cell == pieces[i].cell; j++)
      assert_false(do_cross(&pieces[i], &pieces[j]));
  free(pieces);
}

static void test_random(void **state) {
  (void)state;
  static survey s;
  int64_t points = 0, asked = 0;
  for (int round = 0; round < few_of_test(1000); round++) {
    s.h = random_hills();
    choose_levels(&s);
    look(&s, (int)draw(1, MOST), (int)draw(1, MOST), round % 4 != 0);
    for (int64_t l = 0; l < s.set.count; l++) check_line(&s, &s.set.lines[l]);
    check_cells(&s);
    points += s.set.point_count, asked += s.h.asked;
    survey_free_contours(&s.set);
  }
  assert_true(points > 1000 && asked < 12 * points); /* halving alone takes 20 */
}

/* ---- Fewer points -------------------------------------------------------------------------------- */

/* How far p is from a piece of a line, of steps 2 and 3 long. */
static double distance(survey_place p, survey_place a, survey_place b) {
  const double x = 2 * (b.x - a.x), y = 3 * (b.y - a.y), square = x * x + y * y;
  const double part = square > 0 ? fmin(fmax((2 * (p.x - a.x) * x + 3 * (p.y - a.y) * y) / square, 0), 1) : 0;
  return hypot(2 * (p.x - a.x) - part * x, 3 * (p.y - a.y) - part * y);
}

/* The points of `fewer` are some of `all`, which are no farther from its lines than `most`. */
static void check_simplified(const survey_place *all, int64_t count, const survey_place *fewer, int64_t kept,
                             double most) {
  int64_t at = 0;
  assert_true(fewer[0].x == all[0].x && fewer[0].y == all[0].y);
  for (int64_t i = 1; i < count; i++) {
    if (all[i].x == fewer[at + 1].x && all[i].y == fewer[at + 1].y && (at + 2 < kept || i == count - 1)) at++;
    else assert_true(distance(all[i], fewer[at], fewer[at + 1]) <= most * (1 + 1e-9));
  }
  assert_int_equal(at, kept - 1);
}

static void check_no_crossings(const survey *s) {
  int64_t count = 0;
  piece *const pieces = malloc((size_t)(s->set.point_count + 1) * sizeof *pieces);
  for (int64_t l = 0; l < s->set.count; l++)
    for (int64_t i = 0; i + 1 < s->set.lines[l].count; i++)
      pieces[count++] =
          (piece){s->set.points[s->set.lines[l].first + i], s->set.points[s->set.lines[l].first + i + 1], 0};
  for (int64_t i = 0; i < count; i++)
    for (int64_t j = i + 1; j < count; j++) assert_false(do_cross(&pieces[i], &pieces[j]));
  free(pieces);
}

static void test_simplify(void **state) {
  (void)state;
  static survey s;
  int64_t before = 0, after = 0;
  for (int round = 0; round < few_of_test(200); round++) {
    const double most = pow(10, draw(-3, 1));
    s.h = random_hills();
    for (int i = 0; i < WAVES && round % 2; i++) s.h.along[i] /= 4, s.h.across[i] /= 4; /* long lines */
    choose_levels(&s);
    look(&s, (int)draw(2, 24), (int)draw(2, 24), 1);
    survey_contour_set whole = {.count = s.set.count};
    whole.lines = malloc((size_t)(s.set.count + 1) * sizeof *whole.lines);
    whole.points = malloc((size_t)(s.set.point_count + 1) * sizeof *whole.points);
    for (int64_t l = 0; l < s.set.count; l++) whole.lines[l] = s.set.lines[l];
    for (int64_t i = 0; i < s.set.point_count; i++) whole.points[i] = s.set.points[i];
    before += s.set.point_count;
    assert_int_equal(survey_simplify(&s.set, 2, -3, most), 0);
    after += s.set.point_count;
    for (int64_t l = 0; l < s.set.count; l++) {
      const survey_contour was = whole.lines[l], is = s.set.lines[l];
      const survey_place *const all = whole.points + was.first;
      check_simplified(all, was.count, s.set.points + is.first, is.count, most);
      if (was.count > 2 && all[0].x == all[was.count - 1].x && all[0].y == all[was.count - 1].y)
        assert_true(is.count >= 4);
    }
    check_no_crossings(&s);
    survey_free_contours(&whole), survey_free_contours(&s.set);
  }
  assert_true(5 * after < 4 * before);
}

/* ---- Neighbours, saddles, failures --------------------------------------------------------------- */

/* Where contours pass a column, with their levels. */
typedef struct {
  double y;
  int level;
} passing;

static int by_place(const void *one, const void *other) {
  const passing *const p = one, *const q = other;
  return p->level != q->level ? p->level - q->level : (p->y > q->y) - (p->y < q->y);
}

static int passings_of(const survey_contour_set *set, double x, passing *to) {
  int count = 0;
  for (int64_t l = 0; l < set->count; l++) {
    const survey_place *const p = set->points + set->lines[l].first;
    const int64_t last = set->lines[l].count - 1;
    for (int64_t i = p[0].x == p[last].x && p[0].y == p[last].y; i <= last; i++)
      if (p[i].x == x) to[count++] = (passing){p[i].y, set->lines[l].level};
  }
  qsort(to, (size_t)count, sizeof *to, by_place);
  return count;
}

/* Two grids that share a column have the same points on it. */
static void test_shared_side(void **state) {
  (void)state;
  static survey one, other;
  static passing ends[2][MOST * MOST];
  int all = 0;
  for (int round = 0; round < few_of_test(200); round++) {
    const int nx = (int)draw(2, MOST), ny = (int)draw(2, MOST);
    one.h = other.h = random_hills();
    one.h.hole = other.h.hole = 0; /* where a cell has no value its sides are passed for the other grid alone */
    other.h.x = nx - 1;
    choose_levels(&one);
    other.count = one.count;
    memcpy(other.levels, one.levels, sizeof one.levels);
    look(&one, nx, ny, 1), look(&other, 12, ny, 1);
    const int count = passings_of(&one.set, nx - 1, ends[0]);
    assert_int_equal(count, passings_of(&other.set, 0, ends[1]));
    for (int i = 0; i < count; i++) assert_true(ends[0][i].y == ends[1][i].y && ends[0][i].level == ends[1][i].level);
    survey_free_contours(&one.set), survey_free_contours(&other.set);
    all += count;
  }
  assert_true(all > 100);
}

/* A saddle is divided by the value at its centre. */
static int at_centre(void *user, const survey_place *places, int64_t count, float *values) {
  for (int64_t i = 0; i < count; i++)
    values[i] = is_whole(places[i].x) || is_whole(places[i].y) ? (float)(places[i].x > 0.4) : *(const float *)user;
  return 0;
}

static void test_saddle(void **state) {
  (void)state;
  static const float corners[4] = {0, 1, 1, 0};
  const double level = 0.5;
  for (int is_high = 0; is_high < 2; is_high++) {
    float centre = (float)is_high;
    const survey_plain plain = {2, 2, corners, at_centre, &centre};
    survey_contour_set set;
    assert_int_equal(survey_contours(&plain, &level, 1, &set), 0);
    assert_int_equal(set.count, 2);
    for (int l = 0; l < 2; l++) { /* around the corners 1, 0 and 0, 1 where these are apart, else around the others */
      const survey_place a = set.points[set.lines[l].first], b = set.points[set.lines[l].first + 1];
      assert_int_equal((a.x + b.x - 1) * (a.y + b.y - 1) < 0, !is_high);
    }
    survey_free_contours(&set);
  }
}

static int refuse(void *user, const survey_place *places, int64_t count, float *values) {
  (void)places, (void)count, (void)values;
  return *(const int *)user;
}

/* A sampling that fails ends the search, with its code. */
static void test_failure(void **state) {
  (void)state;
  static const float corners[4] = {0, 0, 1, 1};
  const double level = 0.5;
  int code = 7;
  survey_contour_set set;
  const survey_plain plain = {2, 2, corners, refuse, &code};
  assert_int_equal(survey_contours(&plain, &level, 1, &set), 7);
  survey_free_contours(&set);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_simplify),
                                     cmocka_unit_test(test_shared_side), cmocka_unit_test(test_saddle),
                                     cmocka_unit_test(test_failure)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
