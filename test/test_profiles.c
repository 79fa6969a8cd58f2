/* Hidden lines by survey_profiles(), against rows in front that are all looked through. */
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
#include "survey/profiles.h"

enum { COLUMNS = 40, ROWS = 30 };

static float grid[ROWS][COLUMNS];

/* Rows that rise and sink so far that most of them are hidden in part; some samples are missing. */
static void draw_grid(double missing) {
  for (int row = 0; row < ROWS; row++)
    for (int i = 0; i < COLUMNS; i++) {
      grid[row][i] = (float)(row + 8 * sin(0.1 * row * row + 0.4 * i) + draw(-1, 1));
      if (draw(0, 1) < missing) grid[row][i] = NAN;
    }
}

/* A row at a place between columns; NaN where it isn't drawn. */
static double height_at(const float *y, double x) {
  const int i = (int)fmin(floor(x), COLUMNS - 2);
  const double along = x - i;
  if (along == 0 || along == 1) return (double)y[i + (along > 0)];
  return (1 - along) * (double)y[i] + along * (double)y[i + 1];
}

/* The highest place of the rows in front; INFINITY: there is none. */
static double front_of(int row, double x) {
  double highest = INFINITY;
  for (int other = row + 1; other < ROWS; other++) highest = fmin(highest, height_at(grid[other], x));
  return highest;
}

/* Each point lies on its row, and nothing between two of them behind a row in front. */
static void check_seen(const survey_contour_set *set) {
  for (int64_t l = 0; l < set->count; l++) {
    const survey_contour *const line = &set->lines[l];
    assert_true(line->count >= 2 && line->level >= 0 && line->level < ROWS);
    for (int64_t i = 0; i < line->count; i++) {
      const survey_place p = set->points[line->first + i];
      assert_true(fabs(p.y - height_at(grid[line->level], p.x)) < 1e-5);
      if (i == 0) continue;
      const survey_place before = set->points[line->first + i - 1];
      assert_true(p.x > before.x && p.x <= before.x + 1 && floor(before.x) == ceil(p.x) - 1);
      for (double along = 1e-3; along < 1; along += 0.0998) {
        const double x = before.x + along * (p.x - before.x), y = before.y + along * (p.y - before.y);
        assert_true(!(y > front_of(line->level, x) + 1e-5));
      }
    }
  }
}

/* Each sample in front of what is drawn is the point of a line, if a neighbour is, and no other sample is. */
static void check_complete(const survey_contour_set *set) {
  static unsigned char seen[ROWS][COLUMNS];
  memset(seen, 0, sizeof seen);
  for (int64_t l = 0; l < set->count; l++)
    for (int64_t i = 0; i < set->lines[l].count; i++) {
      const survey_place p = set->points[set->lines[l].first + i];
      if (p.x == floor(p.x)) seen[set->lines[l].level][(int)p.x] = 1;
    }
  for (int row = 0; row < ROWS; row++)
    for (int i = 0; i < COLUMNS; i++) {
      const double y = (double)grid[row][i], front = front_of(row, i);
      const int has_neighbour = (i > 0 && !isnan(grid[row][i - 1])) || (i < COLUMNS - 1 && !isnan(grid[row][i + 1]));
      if (y < front && has_neighbour) assert_true(seen[row][i]);
      if (!(y <= front)) assert_false(seen[row][i]);
    }
}

static void test_hidden(void **unused) {
  (void)unused;
  for (int round = 0; round < few_of_test(200); round++) {
    survey_contour_set set;
    draw_grid(round % 4 == 3 ? 0.2 : 0);
    assert_int_equal(survey_profiles(grid[0], COLUMNS, ROWS, &set), 0);
    assert_true(set.count > ROWS / 2);
    check_seen(&set);
    if (round % 4 != 3) check_complete(&set);
    survey_free_contours(&set);
  }
}

/* A wall hides all that is behind it; without one all rows are whole; a row of two points; nothing but NaN. */
static void test_plain(void **unused) {
  (void)unused;
  static const float wall[] = {1, 1, 1, 0, 0, 0}, steps[] = {0, 0, 0, 1, 1, 1}, none[] = {NAN, NAN, NAN, NAN};
  static const float crossing[] = {0, 2, 1, 1};
  survey_contour_set set;
  assert_int_equal(survey_profiles(wall, 3, 2, &set), 0);
  assert_true(set.count == 1 && set.lines[0].level == 1 && set.lines[0].count == 3);
  survey_free_contours(&set);
  assert_int_equal(survey_profiles(steps, 3, 2, &set), 0);
  assert_true(set.count == 2 && set.lines[0].count == 3 && set.lines[1].count == 3);
  survey_free_contours(&set);
  assert_int_equal(survey_profiles(none, 2, 2, &set), 0);
  assert_int_equal(set.count, 0);
  survey_free_contours(&set);
  assert_int_equal(survey_profiles(crossing, 2, 2, &set), 0);
  assert_true(set.count == 2 && set.lines[1].count == 2);
  const survey_place end = set.points[set.lines[1].first + 1];
  assert_true(end.x == 0.5 && end.y == 1);
  survey_free_contours(&set);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_hidden), cmocka_unit_test(test_plain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
