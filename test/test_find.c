/* burl_find(): places are samples, "none" and the bounds of extremes hold for every sample. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "compile.h"
#include "counter.h"
#include "random_recipe.h"
#include "scale.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { MOST_PLACES = 64 };

static float sample(const burl_program *program, const burl_place *at) {
  float out[8];
  const burl_points point = {.count = 1, .coord = {&at->at[0], &at->at[1], &at->at[2], &at->at[3]}, .time = &at->time};
  assert_true(burl_channels(program) <= 8);
  assert_int_equal(burl_sample_points(program, &point, out), BURL_OK);
  return out[0];
}

static int is_within(const burl_box *box, const burl_place *at, int dims) {
  for (int a = 0; a < dims; a++)
    if (!(at->at[a] >= box->lo[a] && at->at[a] <= box->hi[a])) return 0;
  return at->time >= box->t0 && at->time <= box->t1;
}

static burl_place draw_place(const burl_box *box, int dims) {
  burl_place place = {.time = random_below(2) ? box->t0 : random_between(box->t0, box->t1)};
  for (int a = 0; a < dims; a++) place.at[a] = random_between(box->lo[a], box->hi[a]);
  return place;
}

/* Random places in a box, and the samples there. */
static void sample_some(const burl_program *program, const burl_box *box, burl_place *places, int count) {
  static double coordinate[4][1000], time[1000];
  static float out[8000];
  const int channels = burl_channels(program);
  const burl_points points = {
      .count = (size_t)count, .coord = {coordinate[0], coordinate[1], coordinate[2], coordinate[3]}, .time = time};
  for (int i = 0; i < count; i++) {
    places[i] = draw_place(box, burl_dims(program));
    for (int a = 0; a < 4; a++) coordinate[a][i] = places[i].at[a];
    time[i] = places[i].time;
  }
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
  for (int i = 0; i < count; i++) places[i].value = out[i * channels];
}

/* Holds what was found against as many random samples. */
static void check_found(const char *text, const burl_program *program, const burl_search *search, int samples,
                        burl_place *places, burl_found *found) {
  const int dims = burl_dims(program);
  assert_int_equal(burl_find(program, search, places, found), BURL_OK);
  assert_true(found->count <= (search->limit ? search->limit : 1) && found->left >= 0 && found->left <= 1);
  for (int i = 0; i < found->count; i++) {
    const float again = sample(program, &places[i]);
    assert_true(is_within(&search->over, &places[i], dims));
    assert_memory_equal(&again, &places[i].value, sizeof again);
    if (search->wanted == BURL_WHERE) assert_true(places[i].value < 0 || places[i].value > 0);
    for (int k = 0; k < i; k++) assert_memory_not_equal(&places[i], &places[k], offsetof(burl_place, value));
  }
  const int is_none = search->wanted == BURL_WHERE && found->is_decided && found->count == 0;
  static burl_place at_once[1000];
  for (int i = 0; i < samples && (is_none || search->wanted != BURL_WHERE); i++) {
    if (i % 1000 == 0) sample_some(program, &search->over, at_once, samples - i < 1000 ? samples - i : 1000);
    const burl_place at = at_once[i % 1000];
    const double value = (double)at.value;
    if (is_none && (value < 0 || value > 0)) fail_msg("%s: none is there, but at %g, %g", text, at.at[0], at.at[1]);
    if (search->wanted == BURL_MOST && value > found->range.hi)
      fail_msg("%s: %.9g > %.9g", text, value, found->range.hi);
    if (search->wanted == BURL_LEAST && value < found->range.lo)
      fail_msg("%s: %.9g < %.9g", text, value, found->range.lo);
  }
}

/* ---- Conditions ----------------------------------------------------------------------------------- */

static void test_places(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    double side;
    int count; /* of places, of 20 */
  } cases[] = {
      {"perlin() > 0.6", 100, 20},
      {"perlin() > 0.995", 20, 0},
      {"x > 3 && y < 2 && x < 3.001", 10, 20},
      {"x < 0 || y > 10.5", 10, 0},
      {"!(x >= 0)", 10, 0},
      {"h = 1000*fbm(simplex(x/4000, y/4000), octaves: 8)\nh > 700 && slope(h) < 0.1", 4e4, 20},
      {"h = 1000*fbm(simplex(x/4000, y/4000), octaves: 8)\nh > 950 && slope(h) < 0.1", 1e4, 0},
      {"cells() < 0.05", 3, 20},
      {"fbm(value(), octaves: 4) > 0.9", 6, 0},
      {"log(x - 20) > 0", 10, 0}, /* not a number */
      {"0*perlin()", 10, 0},
      {"at(sphere(perlin(), radius: 2), 40*x - 180, 18*y - 90) > 0.95", 10, 0},
      {"2", 10, 1}, /* one value everywhere: one place */
      {"tile(perlin(), 4) > 0.7", 4, 20},
  };
  random_begin(1);
  for (int i = 0; i < COUNT(cases); i++) {
    burl_program *const program = compile(cases[i].text, 2);
    const burl_search search = {.over = {.hi = {cases[i].side, cases[i].side}}, .limit = 20};
    burl_place places[MOST_PLACES];
    burl_found found;
    check_found(cases[i].text, program, &search, most_of_test(10000000, few_of_test(100000)), places, &found);
    print_message("%d places, %.3g %% left after %d boxes: %s\n", found.count, 100 * found.left, (int)found.boxes,
                  cases[i].text);
    assert_int_equal(found.count, cases[i].count);
    assert_true(found.is_decided);
    burl_free(program);
  }
}

/* A place that is a part of 10^-6 of the area. */
static void test_a_small_place(void **unused) {
  (void)unused;
  burl_program *const program = compile("length(x - 3.21, y - 7.65) < 0.005", 2);
  const burl_search search = {.over = {.hi = {10, 10}}, .limit = 2};
  burl_place places[2];
  burl_found found;
  check_found("a disc", program, &search, 0, places, &found);
  assert_int_equal(found.count, 2);
  assert_true(hypot(places[0].at[0] - 3.21, places[0].at[1] - 7.65) < 0.0051 && found.boxes < 2000);
  burl_free(program);
}

/* What holds at one point alone is neither found nor excluded. */
static void test_undecided(void **unused) {
  (void)unused;
  burl_program *const program = compile("x*x == 2", 1);
  burl_search search = {.over = {.hi = {2}}};
  burl_place place;
  burl_found found;
  check_found("a point", program, &search, 0, &place, &found);
  assert_true(found.count == 0 && !found.is_decided && found.left > 0 && found.left < 1e-9);
  search.most_boxes = 100, search.over.hi[0] = 1000;
  check_found("a point", program, &search, 0, &place, &found);
  assert_true(found.count == 0 && !found.is_decided && found.boxes <= 100);
  burl_free(program);
}

/* ---- Extremes ------------------------------------------------------------------------------------- */

static void test_extremes(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    double most, x, y; /* the greatest value between 0, 0 and 10, 10, and where */
  } cases[] = {{"5 - (x - 3)*(x - 3) - (y - 2)*(y - 2)", 5, 3, 2},
               {"x - y", 10, 10, 0},
               {"min(x, 7) - abs(y - 4.5)", 7, 8.5, 4.5},
               {"3", 3, 5, 5},
               {"log(x - 2) - y", 2.0794415, 10, 0}};
  for (int i = 0; i < COUNT(cases); i++)
    for (int least = 0; least < 2; least++) {
      char text[256];
      snprintf(text, sizeof text, least ? "0 - (%s)" : "%s", cases[i].text);
      burl_program *const program = compile(text, 2);
      const burl_search search = {
          .over = {.hi = {10, 10}}, .wanted = least ? BURL_LEAST : BURL_MOST, .tolerance = 1e-4};
      burl_place place;
      burl_found found;
      check_found(text, program, &search, few_of_test(1000), &place, &found);
      const double most = least ? -found.range.lo : found.range.hi;
      assert_true(found.is_decided && fabs(most - cases[i].most) < 2e-4);
      assert_true(fabs(fabs((double)place.value) - cases[i].most) < 2e-4);
      if (i < 2) assert_true(fabs(place.at[0] - cases[i].x) < 0.05 && fabs(place.at[1] - cases[i].y) < 0.05);
      burl_free(program);
    }
}

static void test_extremes_of_noise(void **unused) {
  (void)unused;
  static const char *const texts[] = {"perlin()", "fbm(simplex(), octaves: 4)",   "cells()",
                                      "value()",  "warp(perlin(), simplex(), 0)", "perlin(x, y, t)"};
  random_begin(2);
  for (int i = 0; i < COUNT(texts); i++)
    for (int wanted = BURL_MOST; wanted <= BURL_LEAST; wanted++) {
      burl_program *const program = compile(texts[i], 2);
      burl_search search = {.over = {.lo = {-2, 3}, .hi = {4, 8}, .t1 = 2}, .wanted = (burl_wanted)wanted};
      search.tolerance = 0.02;
      burl_place place;
      burl_found found;
      check_found(texts[i], program, &search, most_of_test(10000000, few_of_test(20000)), &place, &found);
      print_message("%s: [%.6g, %.6g] after %d boxes\n", texts[i], found.range.lo, found.range.hi, (int)found.boxes);
      assert_true(found.count == 1 && found.range.lo <= found.range.hi);
      assert_true((double)place.value == (wanted == BURL_MOST ? found.range.lo : found.range.hi));
      burl_free(program);
    }
}

static void test_random_recipes(void **unused) {
  (void)unused;
  random_begin(3);
  int checked = 0;
  for (int i = 0; i < most_of_test(5000, few_of_test(150)); i++) {
    recipe r;
    const recipe_wish wish = {.dims = 1 + (int)random_below(4), .depth = 3};
    recipe_begin(&r);
    recipe_whole(&r, &wish);
    burl_program *const program = burl_compile(r.text, wish.dims, NULL);
    if (program && !burl_needs_whole_grid(program) && burl_channels(program) <= 8 && r.cost < 300) {
      burl_search search = {.wanted = (burl_wanted)random_below(3), .limit = 5, .most_boxes = 400};
      for (int a = 0; a < wish.dims; a++) {
        search.over.lo[a] = random_between(-9, 9);
        search.over.hi[a] = search.over.lo[a] + (random_below(5) ? random_between(0, 4) : 0);
      }
      burl_place places[MOST_PLACES];
      burl_found found;
      check_found(r.text, program, &search, 200, places, &found);
      checked++;
    }
    burl_free(program);
  }
  assert_true(checked > 20);
}

/* ---- The call ------------------------------------------------------------------------------------- */

/* The same in every instruction set. */
static void test_every_set(void **unused) {
  (void)unused;
  static const char *const sets[] = {"base", "avx2", "avx512"};
  static const char text[] = "fbm(simplex(), octaves: 4) > 0.7";
  burl_place first[MOST_PLACES], places[MOST_PLACES];
  burl_found one, found;
  for (int i = 0; i < COUNT(sets); i++) {
    const burl_options options = {.struct_size = sizeof options, .isa = sets[i]};
    burl_program *const program = burl_compile_with(text, strlen(text), &options, NULL);
    const burl_search search = {.over = {.hi = {30, 30}}, .limit = 9};
    memset(places, 0, sizeof places);
    if (!program) continue;
    check_found(text, program, &search, 0, places, &found);
    burl_free(program);
    for (int k = 0; i > 0 && k < found.count; k++)
      assert_memory_equal(&first[k], &places[k], offsetof(burl_place, value) + sizeof(float));
    if (i > 0) assert_true(one.boxes == found.boxes && one.count == found.count);
    memcpy(first, places, sizeof first);
    one = found;
  }
}

static int stop_at(void *user, double done) {
  double *const most = user;
  assert_true(done >= 0 && done <= 1);
  return done >= *most;
}

static void test_wrong_calls(void **unused) {
  (void)unused;
  burl_program *const program = compile("perlin() == 0.123", 2), *const whole = compile("blur(perlin())", 2);
  burl_search search = {.over = {.hi = {9, 9}}};
  burl_place place;
  burl_found found;
  double most = 0.5;
  assert_int_equal(burl_find(NULL, &search, &place, &found), BURL_ARGUMENT);
  assert_int_equal(burl_find(program, NULL, &place, &found), BURL_ARGUMENT);
  assert_int_equal(burl_find(program, &search, NULL, &found), BURL_ARGUMENT);
  assert_int_equal(burl_find(program, &search, &place, NULL), BURL_ARGUMENT);
  assert_int_equal(burl_find(whole, &search, &place, &found), BURL_ARGUMENT);
  search.progress = stop_at, search.user = &most, search.most_boxes = 20000;
  assert_int_equal(burl_find(program, &search, &place, &found), BURL_CANCELLED);
  most = 2;
  assert_int_equal(burl_find(program, &search, &place, &found), BURL_OK);
#define WRONG(field, with)                                                       \
  do {                                                                           \
    burl_search wrong = search;                                                  \
    wrong.field = with;                                                          \
    assert_int_equal(burl_find(program, &wrong, &place, &found), BURL_ARGUMENT); \
  } while (0)
  WRONG(limit, -1);
  WRONG(limit, (1 << 20) + 1);
  WRONG(most_boxes, -1);
  WRONG(tolerance, -1);
  WRONG(tolerance, (double)NAN);
  WRONG(over.lo[0], 10);
  WRONG(over.hi[1], INFINITY);
  WRONG(over.t0, 1);
  WRONG(wanted, (burl_wanted)3);
  WRONG(reserved[7], 1);
  burl_free(program);
  burl_free(whole);
}

/* Each allocation fails in turn. */
static void test_out_of_memory(void **unused) {
  (void)unused;
  counter c = {.fail_at = -1};
  const burl_options options = {.struct_size = sizeof options, .allocate = counter_allocate, .user = &c};
  static const char text[] = "fbm(perlin()) > 0.8";
  const burl_search search = {.over = {.hi = {9, 9}}, .limit = 5, .most_boxes = 3000};
  burl_place places[5];
  burl_found found;
  burl_status status = BURL_MEMORY;
  long failures = 0;
  for (; status != BURL_OK; failures++) {
    burl_program *const program = burl_compile_with(text, strlen(text), &options, NULL);
    assert_non_null(program);
    c.calls = 0, c.fail_at = failures;
    status = burl_find(program, &search, places, &found);
    c.fail_at = -1;
    burl_free(program);
    assert_int_equal(c.live, 0);
    assert_true(status == BURL_OK || status == BURL_MEMORY);
  }
  assert_true(failures > 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places),    cmocka_unit_test(test_a_small_place),     cmocka_unit_test(test_undecided),
      cmocka_unit_test(test_extremes),  cmocka_unit_test(test_extremes_of_noise), cmocka_unit_test(test_random_recipes),
      cmocka_unit_test(test_every_set), cmocka_unit_test(test_wrong_calls),       cmocka_unit_test(test_out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
