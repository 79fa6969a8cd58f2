/* The lane functions: axes, turns and periods, hashes, weights and gradients. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw.h"
#include "noise/lattice.h"
#include "noise/number.h"

static void turns_are_exact_at_right_angles(void **unused) {
  (void)unused;
  assert_true(sin_degrees(90) == 1 && sin_degrees(180) == 0 && cos_degrees(90) == 0 && cos_degrees(720) == 1);
  for (int i = 0; i < 20000; i++) {
    const double a = draw(-1000, 1000);
    assert_true(fabs(sin_degrees(a) - (double)sinl(fmodl((long double)a, 360) * 3.14159265358979323846264L / 180)) <
                4e-16);
  }
}

static void axes_split_and_wrap(void **unused) {
  (void)unused;
  for (int i = 0; i < 20000; i++) {
    const double a = i % 3 == 0 ? draw(-5, 5) : i % 3 == 1 ? draw(-1e9, 1e9) : draw(-AXIS_LIMIT, AXIS_LIMIT);
    assert_true(axis_floor(a) == floor(a));
    assert_true(axis_cell(floor(a)) == (uint32_t)(int64_t)floor(a));
    const double period = 1 + floor(draw(0, i % 2 ? 10 : 4e9)), whole = floor(a);
    const double rest = axis_wrap(whole, period);
    assert_true(rest >= 0 && rest < period && fmod(whole - rest, period) == 0);
  }
  assert_true(axis_holds(-AXIS_LIMIT) && axis_holds(AXIS_LIMIT - 1) && !axis_holds(AXIS_LIMIT));
  assert_true(!axis_holds(-AXIS_LIMIT - 1) && !axis_holds(AXIS_LIMIT * 1.5) && !axis_holds(1e300) &&
              !axis_holds(-1e17) && !axis_holds(NAN) && !axis_holds(-INFINITY));
}

/* The remainder that tile() takes is the exact one, rounded once. */
static void reductions_are_exact(void **unused) {
  (void)unused;
  for (int i = 0; i < 50000; i++) {
    const double period = i % 4 == 0 ? 1 : draw(0.001, 20), p = draw(-1, 1) * pow(10, draw(-3, 9));
    const double truth = fmod(p, period), floored = truth < 0 ? truth + period : truth;
    assert_true(axis_reduce(p, period) == floored);
    const double inside = draw(0, 1) * period;
    assert_true(inside >= period || axis_reduce(inside, period) == inside);
  }
}

static void values_of_hashes_are_symmetric_and_in_range(void **unused) {
  (void)unused;
  assert_true(signed_of_hash(0) == -1 && signed_of_hash(0xFFFFFFFFu) == 1 - 1.0f / 8388608 &&
              signed_of_hash(0x80000000u) == 0);
  const burl__noise noise = {.dims = 2, .low = 17, .high = 99, .size = 1.0f / 8388608};
  double sum = 0, square = 0;
  for (uint32_t i = 0; i < 100000; i++) {
    const point_keys key = {hash_axis(&noise, 0, i), hash_axis(&noise, 1, i * 31), 0, 0};
    const double v = (double)white_sample(&noise, key);
    sum += v;
    square += v * v;
  }
  assert_true(fabs(sum / 100000) < 0.01 && fabs(square / 100000 - 1.0 / 3) < 0.005);
}

/* Among the rows of 600 x 600 pairs (y, z) some have keys with the same sum: they must not be the same
 * row for that.  Nor may a row of a seed that shares its low word with another be one of its rows. */
static int by_sum(const void *a, const void *b) {
  const uint32_t u = *(const uint32_t *)a, v = *(const uint32_t *)b;
  return u < v ? -1 : u > v;
}
static void no_row_is_another_over_again(void **unused) {
  (void)unused;
  enum { N = 600 };
  const burl__noise noise = {.low = 5};
  static uint32_t rows[N * N][3];
  for (uint32_t i = 0; i < N * N; i++) {
    rows[i][1] = hash_axis(&noise, 1, i % N);
    rows[i][2] = hash_axis(&noise, 2, i / N);
    rows[i][0] = rows[i][1] + rows[i][2];
  }
  qsort(rows, N * N, sizeof *rows, by_sum);
  int pairs = 0;
  for (int i = 1; i < N * N; i++) {
    if (rows[i][0] != rows[i - 1][0]) continue;
    int same = 0;
    for (uint32_t x = 0; x < 200; x++) {
      const uint32_t sum = hash_axis(&noise, 0, x) + rows[i][0];
      same += hash_corner(sum, hash_odd(9, rows[i][1], rows[i][2], 0)) ==
              hash_corner(sum, hash_odd(9, rows[i - 1][1], rows[i - 1][2], 0));
    }
    assert_true(same < 10);
    pairs++;
  }
  assert_true(pairs > 3);
  int same = 0;
  for (uint32_t x = 0; x < 200; x++) { /* high words 9 and 109: y's key less 100 makes up for it in the sum */
    const uint32_t key = hash_axis(&noise, 1, 77), sum = hash_axis(&noise, 0, x) + key + 9;
    same += hash_corner(sum, hash_odd(9, key, 0, 0)) == hash_corner(sum, hash_odd(109, key - 100, 0, 0));
  }
  assert_true(same < 10);
}

static void weights_add_up_to_one(void **unused) {
  (void)unused;
  for (int interp = 0; interp <= CATMULL_ROM; interp++)
    for (int i = 0; i <= 100; i++) {
      float plain = 0, smooth = 0;
      for (int tap = -2; tap <= 3; tap++) {
        plain += point_weight(interp, tap, (float)i / 100);
        smooth += smooth_weight(interp, tap, (float)i / 100);
      }
      assert_true(fabsf(plain - 1) < 1e-6f && fabsf(smooth - 1) < 1e-6f);
    }
}

/* Every gradient of a set has the length that the set says. */
static void gradients_are_of_their_sets(void **unused) {
  (void)unused;
  for (uint32_t i = 0; i < 4000; i++) {
    const uint32_t h = hash_spread(i);
    const gradient two = gradient2(DEFAULT_SET, h, 1), three = gradient3(DEFAULT_SET, h, 1),
                   four = gradient4(DEFAULT_SET, h, 1);
    assert_true(fabsf(two.x * two.x + two.y * two.y - 1) < 1e-6f);
    assert_true(fabsf(three.x * three.x + three.y * three.y + three.z * three.z - 1) < 1e-6f);
    assert_true(fabsf(four.x * four.x + four.y * four.y + four.z * four.z + four.w * four.w - 1) < 1e-6f);
    const gradient ball = gradient4(CIRCLE, h, 2);
    assert_true(fabsf(ball.x * ball.x + ball.y * ball.y + ball.z * ball.z + ball.w * ball.w - 4) < 1e-5f);
    const gradient edge = gradient3(EDGES, h, 1);
    assert_true(edge.x * edge.x + edge.y * edge.y + edge.z * edge.z == 2);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(turns_are_exact_at_right_angles),
      cmocka_unit_test(axes_split_and_wrap),
      cmocka_unit_test(reductions_are_exact),
      cmocka_unit_test(values_of_hashes_are_symmetric_and_in_range),
      cmocka_unit_test(no_row_is_another_over_again),
      cmocka_unit_test(weights_add_up_to_one),
      cmocka_unit_test(gradients_are_of_their_sets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
