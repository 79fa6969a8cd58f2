/* Guards: the same bits with and without them, where each kind of them jumps and has to return, over numbers, -0, NaN
 * and infinities, in every instruction set, cut into any tiles, in slices, by several threads. */
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
#include "burl_inspect.h"
#include "random_recipe.h"
#include "run/worker.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const char *const sets[] = {"base", "avx2", "avx512"};

static burl_program *compiled(const char *text, int dims, const char *set) {
  const burl_options options = {.struct_size = sizeof options, .dims = dims, .isa = set};
  return burl_compile_with(text, strlen(text), &options, NULL);
}

/* Adds what the program's guards have done. */
static void add_jumps(const burl_program *program, burl__jumps *sum) {
  for (int i = 0; i < BURL__MOST_WORKERS; i++) {
    const burl__worker *const worker = atomic_load(&program->plan->workers[i]);
    for (int k = 0; worker && k < BURL__GUARD_KINDS; k++) sum->jumped[k] += worker->counted.jumped[k];
    if (worker) sum->returned += worker->counted.returned;
  }
}

/* Samples a grid with and without guards, and adds what they have done. */
static void compare(const char *text, const char *set, const burl_grid *grid, burl__jumps *sum) {
  enum { MOST = 1 << 16 };
  static float with[MOST], without[MOST];
  const int dims = grid->size[2] > 1 ? 3 : 2;
  burl_program *const guarded = compiled(text, dims, set), *const plain = compiled(text, dims, set);
  if (!guarded || !plain) {
    assert_true(set && strcmp(set, "base") != 0); /* a set that isn't there */
    return;
  }
  plain->unguarded = 1;
  size_t count = (size_t)burl_channels(guarded);
  for (int a = 0; a < 4; a++) count *= grid->size[a] ? (size_t)grid->size[a] : 1;
  assert_true(count <= MOST);
  assert_int_equal(burl_sample_grid(guarded, grid, with), BURL_OK);
  assert_int_equal(burl_sample_grid(plain, grid, without), BURL_OK);
  for (size_t i = 0; i < count; i++)
    if (memcmp(&with[i], &without[i], sizeof *with) != 0)
      fail_msg("%s\n%s: sample %zu is %.9g, without guards %.9g", text, set ? set : "the best set", i, (double)with[i],
               (double)without[i]);
  burl__jumps none = {{0}, 0, 0, 0};
  assert_true(burl_skipped(plain) == 0 && burl_skipped(guarded) >= 0 && burl_skipped(guarded) < 1);
  add_jumps(plain, &none);
  for (int k = 0; k < BURL__GUARD_KINDS; k++) assert_int_equal(none.jumped[k], 0);
  add_jumps(guarded, sum);
  burl_free(guarded);
  burl_free(plain);
}

/* A guard of each kind jumps, in float and double; where a survivor is -0 it returns. */
static void each_kind_jumps(void **state) {
  static const struct {
    const char *recipe;
    burl__guard_kind kind;
    int returns;
  } cases[] = {
      {"scale(perlin(), 8) > 0.1 ? fbm(simplex(), octaves: 3) : perlin(seed: 4)", BURL__GUARD_CHOICE, 0},
      {"scale(perlin(), 8) > 0.1 ? x + fbm(simplex(), octaves: 3) : y - perlin(seed: 4)", BURL__GUARD_CHOICE, 0},
      {"scale(perlin(), 8) > 0.1 && fbm(simplex(), octaves: 3) > 0", BURL__GUARD_LOGIC, 0},
      {"scale(perlin(), 8) > 0.1 || fbm(simplex(), octaves: 3) > 0", BURL__GUARD_LOGIC, 0},
      {"min(9*scale(perlin(), 8), fbm(simplex(), octaves: 3))", BURL__GUARD_EXTREME, 0},
      {"max(x - 2, fbm(simplex(), octaves: 3))", BURL__GUARD_EXTREME, 0},
      {"max(2000*scale(perlin(), 8), slope(fbm(simplex(), octaves: 3)))", BURL__GUARD_EXTREME, 0},
      {"mix(perlin(), fbm(simplex(), octaves: 3), smoothstep(-0.05, 0.05, scale(perlin(), 8)))", BURL__GUARD_SUM, 0},
      {"mix(min(perlin(), 0)*max(simplex(), 0), fbm(simplex(seed: 2), octaves: 3), "
       "smoothstep(-0.05, 0.05, scale(perlin(), 8)))",
       BURL__GUARD_SUM, 1},
      {"mix(warp(fbm(simplex(seed: 2), octaves: 3), simplex(seed: 3)), min(fbm(perlin(seed: 7), octaves: 3), "
       "0)*max(simplex(seed: 8), 0), step(0.1, scale(perlin(), 8)))",
       BURL__GUARD_SUM, 1},
      {"x/9 + smoothstep(-0.05, 0.05, scale(perlin(), 8))*fbm(simplex(), octaves: 3)", BURL__GUARD_SUM, 0},
      {"simplex() - 3*(fbm(simplex(seed: 1), octaves: 3)*clamp(9*scale(perlin(), 8), 0, 1)*value())", BURL__GUARD_SUM,
       0},
      {"step(0.1, scale(perlin(), 8))*fbm(simplex(seed: 2), octaves: 3)*2 + min(perlin(), 0)*max(simplex(), 0)",
       BURL__GUARD_SUM, 1},
      /* run late, the first side would overwrite the second one's result, if that had a register of its steps */
      {"mix(fbm(simplex(seed: 2), octaves: 3)*fbm(simplex(seed: 3), octaves: 3) + 1, "
       "-max(fbm(perlin(), octaves: 3), 0), step(-0.5, scale(perlin(seed: 9), 8)))",
       BURL__GUARD_SUM, 1},
  };
  (void)state;
  for (int i = 0; i < COUNT(cases); i++)
    for (int set = 0; set < COUNT(sets); set++) {
      burl__jumps sum = {{0}, 0, 0, 0};
      const burl_grid grid = {.size = {250, 250}, .step = {0.04, 0.04}, .threads = 1};
      compare(cases[i].recipe, sets[set], &grid, &sum);
      if (set == 0 && (!sum.jumped[cases[i].kind] || (cases[i].returns && !sum.returned)))
        fail_msg("%s: jumped %d, returned %d", cases[i].recipe, (int)sum.jumped[cases[i].kind], (int)sum.returned);
    }
}

/* Of two sums, each in half of a picture, half is skipped. */
static void skipped_share(void **state) {
  (void)state;
  const burl_grid grid = {.size = {256, 64}, .step = {1.0 / 16, 1.0 / 16}, .threads = 1};
  static _Alignas(64) float out[256 * 64]; /* so that blocks begin where a half does */
  burl_program *const halves = compiled("x < 8 ? fbm(perlin(), octaves: 4) : fbm(simplex(), octaves: 4)", 2, NULL);
  assert_true(burl_skipped(NULL) == 0 && burl_skipped(halves) == 0);
  assert_int_equal(burl_sample_grid(halves, &grid, out), BURL_OK);
  assert_true(burl_skipped(halves) == 0.5);
  burl_free(halves);
}

/* Every pair of special values, each as a side that is dear enough to be guarded, in every kind of join. */
static void special_values_keep_their_bits(void **state) {
#define F "fbm(perlin(seed: 3), octaves: 4)"
  static const char *const values[] = {"0*abs(" F ")",
                                       "-0*abs(" F ")",
                                       "(1 + 0*abs(" F "))",
                                       "(-1 - 0*abs(" F "))",
                                       "1/(0*abs(" F "))",
                                       "-1/(0*abs(" F "))",
                                       "log(-1 - abs(" F "))",
                                       "(1e-40 + 0*abs(" F "))",
                                       "(-1e-40 - 0*abs(" F "))",
                                       "(2e38 + abs(" F "))",
                                       "(-2e38 - abs(" F "))",
                                       "(0.5 + 0*abs(" F "))",
                                       F,
                                       "min(" F ", 0)"};
#undef F
  static const char *const joins[][3] = {{"scale(perlin(), 8) > 0.1 ? ", " : ", ""},
                                         {"(", ") && (", ")"},
                                         {"(", ") || (", ")"},
                                         {"min(", ", ", ")"},
                                         {"max(", ", ", ")"},
                                         {"mix(", ", ", ", clamp(9*scale(perlin(), 8), 0, 1))"},
                                         {"", " + clamp(9*scale(perlin(), 8), 0, 1)*", ""},
                                         {"", " - clamp(9*scale(perlin(), 8), 0, 1)*", ""},
                                         {"scale(perlin(), 8) > 0.1 ? x + ", " : y*", ""}};
  const burl_grid grid = {.size = {70, 100}, .step = {0.04, 0.04}, .threads = 1};
  burl__jumps sum = {{0}, 0, 0, 0};
  (void)state;
  for (int join = 0; join < COUNT(joins); join++)
    for (int pair = 0; pair < COUNT(values) * COUNT(values); pair++) {
      const char *const *const j = joins[join];
      char text[512], other[128]; /* the other side is of other noise, or both would read it */
      snprintf(other, sizeof other, "%s", values[pair % COUNT(values)]);
      strstr(other, "seed: 3")[6] = '4';
      snprintf(text, sizeof text, "%s%s%s%s%s", j[0], values[pair / COUNT(values)], j[1], other, j[2]);
      compare(text, NULL, &grid, &sum);
    }
  for (int k = 0; k < BURL__GUARD_KINDS; k++) assert_true(sum.jumped[k] > 0);
  assert_true(sum.returned > 0);
}

/* ---- Random recipes ------------------------------------------------------------------------------ */

#define PICK(list) (list)[random_below((uint32_t)COUNT(list))]

static void put_expression(recipe *r, int depth);

static void put_leaf(recipe *r) {
  static const char *const leaves[] = {"perlin(seed: %d)",
                                       "fbm(simplex(seed: %d), octaves: 4)",
                                       "min(perlin(seed: %d), 0)*max(simplex(), 0)",
                                       "-0*abs(value(seed: %d))",
                                       "log(perlin(seed: %d))",
                                       "1/max(perlin(seed: %d), 0)",
                                       "(x + perlin(seed: %d))",
                                       "warp(cells(seed: %d), perlin(), simplex())",
                                       "scale(perlin(seed: %d), 20)",
                                       "slope(perlin(seed: %d))",
                                       "0.%d",
                                       "-%d",
                                       "shared"};
  char text[128];
  const char *const leaf = PICK(leaves);
  const char *const number = strstr(leaf, "%d");
  const int before = number ? (int)(number - leaf) : (int)strlen(leaf);
  snprintf(text, sizeof text, number ? "%.*s%d%s" : "%.*s", before, leaf, (int)random_below(9),
           number ? number + 2 : "");
  recipe_put(r, "%s", text);
}

static void put_weight(recipe *r) {
  static const char *const weights[] = {"smoothstep(-0.1, 0.1, scale(perlin(), 9))",
                                        "step(0, scale(simplex(), 9))",
                                        "clamp(9*scale(perlin(seed: 3), 9), 0, 1)",
                                        "1 - smoothstep(0.2, 0.1, shared)",
                                        "clamp(3*x/x, 0, 1)",
                                        "shared > 0.1"};
  recipe_put(r, "%s", PICK(weights));
}

static void put_call(recipe *r, const char *name, int depth) {
  recipe_put(r, "%s(", name);
  put_expression(r, depth - 1);
  recipe_put(r, ", ");
  put_expression(r, depth - 1);
}

static void put_expression(recipe *r, int depth) {
  const uint32_t kind = depth ? random_below(9) : 9;
  if (kind < 3) {
    put_call(r, "mix", depth);
    recipe_put(r, ", ");
    put_weight(r);
    recipe_put(r, ")");
  } else if (kind < 5) {
    put_call(r, kind == 3 ? "min" : "max", depth);
    recipe_put(r, ")");
  } else if (kind == 8) {
    recipe_put(r, "(");
    put_expression(r, depth - 1);
    recipe_put(r, random_below(2) ? " + 0.5*" : " - ");
    put_weight(r);
    recipe_put(r, "*");
    put_expression(r, depth - 1);
    recipe_put(r, ")");
  } else if (kind < 8) {
    recipe_put(r, "(");
    if (kind == 5) put_weight(r);
    else put_expression(r, depth - 1);
    recipe_put(r, kind == 5 ? " > 0 ? " : kind == 6 ? " && " : " + ");
    put_expression(r, depth - 1);
    if (kind == 5) {
      recipe_put(r, " : ");
      put_expression(r, depth - 1);
    }
    recipe_put(r, ")");
  } else {
    put_leaf(r);
  }
}

static void random_recipes_keep_their_bits(void **state) {
  static const double origins[] = {0, -3.5, 1e9, 1e-30, -1e-300};
  burl__jumps sum = {{0}, 0, 0, 0};
  (void)state;
  random_begin(7);
  for (int i = 0; i < 150; i++) {
    recipe r;
    recipe_begin(&r);
    recipe_put(&r, "shared = scale(perlin(seed: 5), 7)\n");
    put_expression(&r, 4);
    burl_grid grid = {.size = {1 + random_below(90), 1 + random_below(90)}, .threads = 1 + i % 2};
    if (i % 3 == 0) grid.size[0] = grid.size[1] = 8 + random_below(16), grid.size[2] = 1 + random_below(20);
    for (int a = 0; a < 3; a++) grid.origin[a] = PICK(origins), grid.step[a] = random_between(0.02, 0.2);
    for (int set = 0; set < COUNT(sets); set++) compare(r.text, sets[set], &grid, &sum);
  }
  for (int k = 0; k < BURL__GUARD_KINDS; k++) assert_true(sum.jumped[k] > 0);
  assert_true(sum.returned > 0);
}

/* ---- Tests of registers -------------------------------------------------------------------------- */

static int of_scalar(burl__test test, double a, double value) {
  switch (test) {
  case BURL__ALL_EQUAL: return a == value;
  case BURL__ALL_UNEQUAL: return a != value;
  case BURL__ALL_BELOW: return a < value;
  case BURL__ALL_ABOVE: return a > value;
  case BURL__ALL_NO_MINUS_ZERO: return !(a == 0 && signbit(a));
  case BURL__TEST_COUNT: break;
  }
  return 0;
}

/* One number among many that aren't like it, at every place. */
static void tests_see_every_number(void **state) {
  static const double numbers[] = {0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0x1p-140};
  enum { MOST = 48 };
  (void)state;
  for (int set = 0; set < COUNT(sets); set++) {
    const burl__kernels *const kernels = burl__choose_kernels(sets[set]);
    for (int k = 0; kernels && k < COUNT(numbers) * COUNT(numbers); k++)
      for (int at = 0; at < MOST; at++) {
        _Alignas(64) float floats[MOST];
        _Alignas(64) double doubles[MOST];
        const double most = numbers[k % COUNT(numbers)], one = numbers[k / COUNT(numbers)];
        for (int i = 0; i < MOST; i++) floats[i] = (float)(doubles[i] = i == at ? one : most);
        for (burl__test test = 0; test < BURL__TEST_COUNT; test++)
          for (int v = 0; v < 2; v++) {
            const int expected = of_scalar(test, most, v) && of_scalar(test, one, v);
            assert_int_equal(kernels->test[test][0](floats, MOST / BURL__LANES, v), expected);
            assert_int_equal(kernels->test[test][1](doubles, MOST / BURL__LANES, v), expected);
          }
      }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(skipped_share),          cmocka_unit_test(special_values_keep_their_bits),
      cmocka_unit_test(each_kind_jumps),        cmocka_unit_test(random_recipes_keep_their_bits),
      cmocka_unit_test(tests_see_every_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
