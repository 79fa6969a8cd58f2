/* Streamlines against what they promise: they lead as the field does, keep apart, fill the place, close where the field
 * turns, and end where it has no direction. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "draw.h"
#include "scale.h"
#include "survey/streamlines.h"

typedef struct {
  double along, across, phase, turn; /* of waves; how far it turns around 5, 4 */
  double hole;                       /* the radius of a place without direction, around 7, 6 */
  int fails_after;                   /* 0: never */
} waves;

static void direction(const waves *w, survey_place p, double to[2]) {
  to[0] = 1 + 0.6 * sin(w->along * p.x + w->phase) - w->turn * (p.y - 4);
  to[1] = 0.5 * cos(w->across * p.y + w->along * p.x) + w->turn * (p.x - 5);
  if (hypot(p.x - 7, p.y - 6) < w->hole) to[0] = to[1] = 0;
}

static int sample(void *user, const survey_place *places, int64_t count, float (*to)[2]) {
  waves *const w = user;
  if (w->fails_after && --w->fails_after == 0) return 5;
  for (int64_t i = 0; i < count; i++) {
    double way[2];
    direction(w, places[i], way);
    to[i][0] = (float)way[0], to[i][1] = (float)way[1];
  }
  return 0;
}

static const double width = 12, height = 9;

static double distance(survey_place a, survey_place b) { return hypot(a.x - b.x, a.y - b.y); }

/* The cosine of the angle between two directions. */
static double alike(const double a[2], const double b[2]) {
  return (a[0] * b[0] + a[1] * b[1]) / (hypot(a[0], a[1]) * hypot(b[0], b[1]));
}

/* Each piece leads as the field does at its middle, unless the field turns much from one end to the other, and is about
 * a step long but for the one that closes a line.  Returns how many don't turn much. */
static int64_t check_line(const waves *w, const survey_place *p, int64_t count, double apart) {
  const int is_closed = distance(p[0], p[count - 1]) == 0;
  int64_t smooth = 0;
  for (int64_t i = 0; i < count; i++) assert_true(p[i].x >= 0 && p[i].y >= 0 && p[i].x <= width && p[i].y <= height);
  for (int64_t i = 0; i + 1 < count; i++) {
    const survey_place middle = {0.5 * (p[i].x + p[i + 1].x), 0.5 * (p[i].y + p[i + 1].y)};
    const double piece[2] = {p[i + 1].x - p[i].x, p[i + 1].y - p[i].y};
    double way[3][2];
    if (is_closed && i + 2 == count) continue;
    direction(w, p[i], way[0]), direction(w, middle, way[1]), direction(w, p[i + 1], way[2]);
    const double turns = alike(way[0], way[2]);
    if (turns > 0.9) assert_true(alike(piece, way[1]) > 0.99);
    if (turns > 0.9) assert_true(fabs(hypot(piece[0], piece[1]) - apart / 4) < 0.02 * apart);
    smooth += turns > 0.9;
  }
  return smooth;
}

static void check_apart(const survey_contour_set *set, double apart) {
  for (int64_t k = 0; k < set->count; k++)
    for (int64_t l = 0; l < k; l++)
      for (int64_t i = 0; i < set->lines[k].count; i++)
        for (int64_t j = 0; j < set->lines[l].count; j++)
          assert_true(distance(set->points[set->lines[k].first + i], set->points[set->lines[l].first + j]) >=
                      apart / 2);
}

/* A line that isn't closed keeps apart from itself, but for the steps that follow one another. */
static void check_not_wound(const survey_place *p, int64_t count, double apart) {
  for (int64_t i = 0; i < count && distance(p[0], p[count - 1]) > 0; i++)
    for (int64_t j = i + 12; j < count; j++) assert_true(distance(p[i], p[j]) >= apart / 2);
}

/* The greatest distance from a random place outside of the hole to a line. */
static double greatest_gap(const waves *w, const survey_contour_set *set) {
  double most = 0;
  for (int round = 0; round < 500; round++) {
    const survey_place p = {draw(1, width - 1), draw(1, height - 1)};
    double least = INFINITY;
    if (hypot(p.x - 7, p.y - 6) < w->hole) continue;
    for (int64_t i = 0; i < set->point_count; i++) least = fmin(least, distance(set->points[i], p));
    most = fmax(most, least);
  }
  return most;
}

static void test_random(void **state) {
  (void)state;
  int64_t closed = 0, smooth = 0, pieces = 0;
  for (int round = 0; round < few_of_test(60); round++) {
    const double apart = draw(0.2, 0.6);
    waves w = {draw(0.1, 1), draw(0.1, 1), draw(0, 6), draw(0, 1) < 0.5 ? draw(0.3, 2) : 0, 0, 0};
    if (draw(0, 1) < 0.3) w.hole = draw(0.5, 2);
    const survey_field field = {width, height, sample, &w};
    survey_contour_set set;
    assert_int_equal(survey_streamlines(&field, apart, 2 * apart, &set), 0);
    for (int64_t l = 0; l < set.count; l++) {
      const survey_place *const p = set.points + set.lines[l].first;
      smooth += check_line(&w, p, set.lines[l].count, apart);
      pieces += set.lines[l].count - 1;
      check_not_wound(p, set.lines[l].count, apart);
      assert_true((double)(set.lines[l].count - 1) * apart / 4 >= 1.9 * apart);
      closed += distance(p[0], p[set.lines[l].count - 1]) == 0;
    }
    check_apart(&set, apart);
    assert_true(greatest_gap(&w, &set) < 2.5 * apart);
    survey_free_contours(&set);
  }
  assert_true(closed > 0 && 100 * smooth > 90 * pieces);
}

/* Even lines across an even field. */
static void test_even(void **state) {
  (void)state;
  waves w = {0, 0, 0, 0, 0, 0};
  const survey_field field = {width, height, sample, &w};
  survey_contour_set set;
  assert_int_equal(survey_streamlines(&field, 0.5, 1, &set), 0);
  assert_true(set.count >= 16 && set.count <= 26);
  assert_true(greatest_gap(&w, &set) < 0.56);
  survey_free_contours(&set);
}

static void test_failure(void **state) {
  (void)state;
  for (int calls = 1; calls < 4000; calls += 97) {
    waves w = {.along = 0.5, .across = 0.3, .fails_after = calls};
    const survey_field field = {width, height, sample, &w};
    survey_contour_set set;
    assert_int_equal(survey_streamlines(&field, 0.5, 1, &set), 5);
    survey_free_contours(&set);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_even),
                                     cmocka_unit_test(test_failure)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
