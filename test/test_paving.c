/* paving() against what its stones are: each by itself, in its own coordinates, in double. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "draw.h"
#include "scale.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ROW 0.86602540378443864676 /* of what is made of regular triangles */

/* ---- The library ------------------------------------------------------------------------------------- */

enum { EDGE, VALUE, X, Y, ID, ANGLE, KIND, GIVES };
static const char *const gives[GIVES] = {"edge", "value", "x", "y", "id", "angle", "kind"};

/* Programs of all that a paving gives. */
typedef struct {
  burl_program *of[GIVES];
} paving;

static burl_program *compile(const char *text) {
  burl_error error;
  burl_program *const program = burl_compile(text, 2, &error);
  if (!program) fail_msg("%s: %s | %s", text, error.message, error.hint);
  return program;
}

static paving open_paving(const char *options) {
  paving p;
  for (int k = 0; k < GIVES; k++) {
    char text[160];
    snprintf(text, sizeof text, "paving(give: %s, %s)", gives[k], options);
    p.of[k] = compile(text);
  }
  return p;
}

static void close_paving(paving *p) {
  for (int k = 0; k < GIVES; k++) burl_free(p->of[k]);
}

static double sample(const burl_program *program, double x, double y) {
  const burl_points points = {.count = 1, .coord = {&x, &y}};
  float value;
  assert_int_equal(burl_sample_points(program, &points, &value), BURL_OK);
  return (double)value;
}

static void sample_all(const paving *p, double x, double y, double to[GIVES]) {
  for (int k = 0; k < GIVES; k++) to[k] = sample(p->of[k], x, y);
}

/* ---- Stones by themselves ---------------------------------------------------------------------------- */

enum { MOST = 6 };
typedef struct {
  int corners;
  double x[MOST], y[MOST]; /* counterclockwise, in lengths, from the middle, along the stone's own axes */
} stone;

static stone brick(double wide, double high) {
  return (stone){4, {-wide / 2, wide / 2, wide / 2, -wide / 2}, {-high / 2, -high / 2, high / 2, high / 2}};
}

static double side_inside(const stone *s, int i, double x, double y) {
  const int next = (i + 1) % s->corners;
  const double dx = s->x[next] - s->x[i], dy = s->y[next] - s->y[i];
  return (dx * (y - s->y[i]) - dy * (x - s->x[i])) / hypot(dx, dy);
}
static double inside(const stone *s, double x, double y) {
  double least = 1e9;
  for (int i = 0; i < s->corners; i++) least = fmin(least, side_inside(s, i, x, y));
  return least;
}

/* The stone with all sides moved in: corners are where the moved sides meet. */
static stone moved_in(const stone *s, double by) {
  stone to = {.corners = s->corners};
  for (int i = 0; i < s->corners; i++) {
    const int before = (i + s->corners - 1) % s->corners;
    const double gradient[2][2] = {
        {side_inside(s, before, 1, 0) - side_inside(s, before, 0, 0),
         side_inside(s, before, 0, 1) - side_inside(s, before, 0, 0)},
        {side_inside(s, i, 1, 0) - side_inside(s, i, 0, 0), side_inside(s, i, 0, 1) - side_inside(s, i, 0, 0)}};
    const double c[2] = {by - side_inside(s, before, 0, 0), by - side_inside(s, i, 0, 0)};
    const double det = gradient[0][0] * gradient[1][1] - gradient[0][1] * gradient[1][0];
    to.x[i] = (c[0] * gradient[1][1] - c[1] * gradient[0][1]) / det;
    to.y[i] = (c[1] * gradient[0][0] - c[0] * gradient[1][0]) / det;
  }
  return to;
}

static double from_segment(double x, double y, double ax, double ay, double bx, double by) {
  const double dx = bx - ax, dy = by - ay;
  const double t = fmin(fmax(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0), 1);
  return hypot(x - ax - t * dx, y - ay - t * dy);
}

/* The distance to the border of what lies within `round` of the stone without its joint and as much again. */
static double edge_of_stone(const stone *s, double gap, double round, double x, double y) {
  const stone core = moved_in(s, gap / 2 + round);
  double least = 1e9;
  if (inside(&core, x, y) >= 0) return inside(&core, x, y) + round;
  for (int i = 0; i < core.corners; i++) {
    const int next = (i + 1) % core.corners;
    least = fmin(least, from_segment(x, y, core.x[i], core.y[i], core.x[next], core.y[next]));
  }
  return fmax(round - least, 0);
}

/* ---- Kinds ------------------------------------------------------------------------------------------- */

/* The stones of a kind, by the number that give: kind has; how far y counts; how large all of them are together, which
 * is how much of the plane a pattern has. */
typedef struct {
  const char *options;
  double row, gap, round;
  int stones;
  stone stone[8];
} kind;

static int take_kinds(kind to[32]) {
  const stone hexagon = {
      6, {0.5, 0.5, 0, -0.5, -0.5, 0}, {-ROW / 3, ROW / 3, 2 * ROW / 3, ROW / 3, -ROW / 3, -2 * ROW / 3}};
  const stone triangle = {3, {-0.5, 0.5, 0}, {-ROW / 3, -ROW / 3, 2 * ROW / 3}};
  const stone rhomb = {4, {-0.5, 0, 0.5, 0}, {0, -ROW / 3, 0, ROW / 3}};
  const stone pentagon = {5, {-0.4, -0.15, 0.35, 0.35, -0.15}, {0, -0.5, -0.25, 0.25, 0.5}};
  const kind kinds[] = {
      {"kind: stack", 1, 0, 0, 1, {brick(2, 1)}},
      {"kind: stack, ratio: 0.25, gap: 0.04, round: 0.03", 1, 0.04, 0.03, 1, {brick(0.25, 1)}},
      {"kind: running", 1, 0, 0, 1, {brick(2, 1)}},
      {"kind: running, ratio: 3.7, offset: 0.3, gap: 0.1", 1, 0.1, 0, 1, {brick(3.7, 1)}},
      {"kind: running, ratio: 16, offset: 1/3, gap: 0.1, round: 0.2", 1, 0.1, 0.2, 1, {brick(16, 1)}},
      {"kind: english, gap: 0.06", 1, 0.06, 0, 3, {brick(2, 1), brick(1, 1), brick(1, 1)}},
      {"kind: flemish, ratio: 2.5, round: 0.1", 1, 0, 0.1, 2, {brick(2.5, 1), brick(1.25, 1)}},
      {"kind: herringbone", 1, 0, 0, 2, {brick(2, 1), brick(2, 1)}},
      {"kind: herringbone, ratio: 3.3, gap: 0.1, round: 0.1", 1, 0.1, 0.1, 2, {brick(3.3, 1), brick(3.3, 1)}},
      {"kind: herringbone, ratio: 16, gap: 0.1", 1, 0.1, 0, 2, {brick(16, 1), brick(16, 1)}},
      {"kind: basketweave, ratio: 3",
       1,
       0,
       0,
       6,
       {brick(3, 1), brick(3, 1), brick(3, 1), brick(3, 1), brick(3, 1), brick(3, 1)}},
      {"kind: pinwheel, gap: 0.1", 1, 0.1, 0, 5, {brick(2, 1), brick(2, 1), brick(2, 1), brick(2, 1), brick(1, 1)}},
      {"kind: pinwheel, ratio: 2.6",
       1,
       0,
       0,
       5,
       {brick(2.6, 1), brick(2.6, 1), brick(2.6, 1), brick(2.6, 1), brick(1.6, 1.6)}},
      {"kind: hexagon", ROW, 0, 0, 1, {hexagon}},
      {"kind: hexagon, gap: 0.1, round: 0.15", ROW, 0.1, 0.15, 1, {hexagon}},
      {"kind: triangle", ROW, 0, 0, 2, {triangle, triangle}},
      {"kind: triangle, gap: 0.05, round: 0.1", ROW, 0.05, 0.1, 2, {triangle, triangle}},
      {"kind: rhombille", ROW, 0, 0, 3, {rhomb, rhomb, rhomb}},
      {"kind: rhombille, round: 0.1", ROW, 0, 0.1, 3, {rhomb, rhomb, rhomb}},
      {"kind: cairo", 1, 0, 0, 4, {pentagon, pentagon, pentagon, pentagon}},
      {"kind: cairo, gap: 0.1, round: 0.1", 1, 0.1, 0.1, 4, {pentagon, pentagon, pentagon, pentagon}},
  };
  memcpy(to, kinds, sizeof kinds);
  return (int)COUNT(kinds);
}

static double area_of(const stone *s) {
  double sum = 0;
  for (int i = 0; i < s->corners; i++) {
    const int next = (i + 1) % s->corners;
    sum += (s->x[i] * s->y[next] - s->x[next] * s->y[i]) / 2;
  }
  return sum;
}

/* ---- Tests ------------------------------------------------------------------------------------------- */

/* Every place lies in the stone that it is said to lie in, as deep as that says; and in each of the pattern's stones as
 * often as that is large. */
static void test_places_are_in_stones(void **state) {
  static kind kinds[32];
  const int count = take_kinds(kinds), samples = few_of_test(4000);
  (void)state;
  for (int k = 0; k < count; k++) {
    const kind *const one = &kinds[k];
    paving p = open_paving(one->options);
    int in[8] = {0};
    double whole = 0;
    for (int i = 0; i < samples; i++) {
      double got[GIVES];
      sample_all(&p, draw(-50, 50), draw(-50, 50), got);
      assert_in_range((int)got[KIND], 0, one->stones - 1);
      const stone *const of = &one->stone[(int)got[KIND]];
      in[(int)got[KIND]]++;
      if (inside(of, got[X], got[Y]) < -1e-5 ||
          fabs(got[EDGE] - edge_of_stone(of, one->gap, one->round, got[X], got[Y])) > 1e-5)
        fail_msg("%s: edge %g at %g, %g of stone %g, not %g", one->options, got[EDGE], got[X], got[Y], got[KIND],
                 edge_of_stone(of, one->gap, one->round, got[X], got[Y]));
      for (int give = 0; give < GIVES; give++) {
        const burl_range bounds = burl_bounds(p.of[give], 0);
        assert_true(got[give] >= bounds.lo && got[give] <= bounds.hi);
      }
    }
    for (int i = 0; i < one->stones; i++) whole += area_of(&one->stone[i]);
    for (int i = 0; i < one->stones; i++) {
      const double share = area_of(&one->stone[i]) / whole;
      assert_true(fabs((double)in[i] / samples - share) < 5 * sqrt(share / samples));
    }
    close_paving(&p);
  }
}

/* What is given of a stone, and where its middle is, is the same all over it; stones beside each other differ. */
static void test_stones_are_told_apart(void **state) {
  static kind kinds[32];
  const int count = take_kinds(kinds);
  (void)state;
  for (int k = 0; k < count; k++) {
    const kind *const one = &kinds[k];
    paving p = open_paving(one->options);
    int others = 0, same = 0;
    for (int i = 0; i < few_of_test(1500); i++) {
      const double x = draw(-30, 30), y = draw(-30, 30), dx = draw(-1, 1), dy = draw(-1, 1);
      double here[GIVES], there[GIVES], middle[2][2];
      sample_all(&p, x, y, here);
      sample_all(&p, x + dx, y + dy, there);
      for (int n = 0; n < 2; n++) {
        const double *const at = n ? there : here, turn = at[ANGLE] * 0.017453292519943295769;
        middle[n][0] = x + n * dx - (cos(turn) * at[X] - sin(turn) * at[Y]);
        middle[n][1] = y + n * dy - (sin(turn) * at[X] + cos(turn) * at[Y]) / one->row;
      }
      const int is_same = hypot(middle[1][0] - middle[0][0], middle[1][1] - middle[0][1]) < 1e-4;
      same += is_same;
      others += !is_same;
      assert_true((here[ID] == there[ID]) == is_same); /* of 24 bits: these don't meet */
      assert_true(here[VALUE] == here[ID] / 8388608 - 1);
    }
    assert_true(same > 10 && others > 10);
    close_paving(&p);
  }
}

static void test_a_stack_is_exact(void **state) {
  burl_program *const edge = compile("paving(kind: stack, ratio: 1)"), *const wide = compile("paving(kind: running)");
  (void)state;
  for (int i = 0; i < 1000; i++) {
    const double x = floor(draw(-64, 64) * 1024) / 1024, y = floor(draw(-64, 64) * 1024) / 1024;
    const double part[2] = {x - floor(x), y - floor(y)};
    assert_true(sample(edge, x, y) == fmin(fmin(part[0], 1 - part[0]), fmin(part[1], 1 - part[1])));
    const double along = (x - floor(y)) / 2, in = 2 * (along - floor(along));
    assert_true(sample(wide, x, y) == fmin(fmin(in, 2 - in), fmin(part[1], 1 - part[1])));
  }
  burl_free(edge);
  burl_free(wide);
}

/* The distance rises by 1 a length where it has a slope. */
static void test_slopes(void **state) {
  static const char *const of[] = {"kind: english", "kind: herringbone, gap: 0.1, round: 0.2",
                                   "kind: cairo, round: 0.1"};
  (void)state;
  for (size_t k = 0; k < COUNT(of); k++) {
    char text[160];
    snprintf(text, sizeof text, "e = paving(%s)\ne > 0.001 ? length(d(e, x), d(e, y)) : 1", of[k]);
    burl_program *const program = compile(text);
    for (int i = 0; i < 1000; i++) assert_true(fabs(sample(program, draw(-20, 20), draw(-20, 20)) - 1) < 1e-4);
    burl_free(program);
  }
}

/* The least periods, by an option and by a tile; half of them is none, and the error says what is. */
static void test_periods(void **state) {
  static const struct {
    const char *options;
    double x, y;
  } least[] = {
      {"kind: stack", 2, 1},
      {"kind: running", 2, 2},
      {"kind: running, offset: 1/3", 2, 3},
      {"kind: english", 2, 2},
      {"kind: flemish", 3, 2},
      {"kind: herringbone", 4, 4},
      {"kind: herringbone, ratio: 3", 6, 6},
      {"kind: basketweave", 4, 4},
      {"kind: pinwheel", 3, 3},
      {"kind: hexagon", 1, 2},
      {"kind: rhombille", 1, 2},
      {"kind: cairo", 2, 2},
      {"kind: triangle", 1, 2},
  };
  (void)state;
  for (size_t k = 0; k < COUNT(least); k++)
    for (int give = 0; give < GIVES; give++) {
      char text[3][200];
      burl_error error;
      const double x = 3 * least[k].x, y = 2 * least[k].y;
      snprintf(text[0], sizeof text[0], "paving(give: %s, %s, period: %g, %g)", gives[give], least[k].options, x, y);
      snprintf(text[1], sizeof text[1], "tile(paving(give: %s, %s), %g, %g)", gives[give], least[k].options, x, y);
      snprintf(text[2], sizeof text[2], "paving(%s, period: %g, 0)", least[k].options, least[k].x + 1);
      burl_program *const by_option = compile(text[0]), *const by_tile = compile(text[1]);
      for (int i = 0; i < 60; i++) {
        const double at[2] = {floor(draw(-9, 9) * 4096) / 4096, floor(draw(-9, 9) * 4096) / 4096};
        const double first = sample(by_option, at[0], at[1]);
        assert_true(sample(by_tile, at[0], at[1]) == first);
        assert_true(sample(by_option, at[0] + x, at[1]) == first);
        assert_true(sample(by_tile, at[0] - 4 * x, at[1] + 3 * y) == first);
      }
      burl_free(by_option);
      burl_free(by_tile);
      if (least[k].x == 1) continue;
      char hint[64];
      assert_null(burl_compile(text[2], 2, &error));
      snprintf(hint, sizeof hint, "after multiples of %g they do", least[k].x);
      assert_string_equal(error.hint, hint);
    }
}

/* Two sides of a seam go on into each other: stones that lie across it are whole. */
static void test_stones_are_whole_at_seams(void **state) {
  burl_program *const with = compile("paving(kind: herringbone, give: id, period: 4)");
  burl_program *const place = compile("paving(kind: herringbone, give: x)");
  (void)state;
  for (int i = 0; i < 2000; i++) {
    const double x = draw(-1, 5), y = draw(-1, 5);
    const double beside = sample(place, x, y), apart = sample(place, x + 0.01, y);
    if (fabs(apart - beside) < 0.0101)
      assert_true(sample(with, x, y) == sample(with, x + 0.01, y) || fabs(apart - beside) < 0.0099);
  }
  burl_free(with);
  burl_free(place);
}

/* Bounds are exact but for rounding. */
static void test_bounds_are_exact(void **state) {
  (void)state;
  burl_program *const edge = compile("paving(gap: 0.1)"), *const x = compile("paving(give: x)");
  assert_true(fabs(burl_bounds(edge, 0).hi - 0.45) < 1e-5 && burl_bounds(edge, 0).lo == 0);
  assert_true(fabs(burl_bounds(x, 0).hi - 1) < 1e-5 && fabs(burl_bounds(x, 0).lo + 1) < 1e-5);
  burl_free(edge);
  burl_free(x);
}

static void test_wrong_calls(void **state) {
  static const struct {
    const char *text, *message;
  } wrong[] = {
      {"paving(kind: hexagon, gap: 0.5, round: 0.3)", "half the gap and what is round are 0.55 together"},
      {"paving(kind: herringbone, ratio: 0.5)", "there is no such kind of bricks so long"},
      {"paving(kind: basketweave, ratio: 2.5)", "there is no such kind of bricks so long"},
      {"paving(x)", "stones cover the plane"},
      {"tile(paving(kind: running), 4, 3)", "repeats"},
      {"paving(kind: herringbone, ratio: 2.3, period: 4)", "these stones don't repeat along x after 4"},
  };
  (void)state;
  for (size_t k = 0; k < COUNT(wrong); k++) {
    burl_error error;
    assert_null(burl_compile(wrong[k].text, 2, &error));
    if (!strstr(error.message, wrong[k].message)) fail_msg("%s: %s", wrong[k].text, error.message);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places_are_in_stones),
      cmocka_unit_test(test_stones_are_told_apart),
      cmocka_unit_test(test_a_stack_is_exact),
      cmocka_unit_test(test_slopes),
      cmocka_unit_test(test_periods),
      cmocka_unit_test(test_stones_are_whole_at_seams),
      cmocka_unit_test(test_bounds_are_exact),
      cmocka_unit_test(test_wrong_calls),
  };
  return cmocka_run_group_tests_name("paving", tests, NULL, NULL);
}
