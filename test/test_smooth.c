/* burl_is_smooth(): what bends or jumps isn't, what doesn't mostly is; and of whatever is, second differences keep
 * within the bounds of second derivatives, at random places of random recipes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "burl_inspect.h"
#include "compile.h"
#include "random_recipe.h"

static void test_known(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int is_smooth;
  } known[] = {{"perlin()", 1},
               {"perlin(interp: hermite)", 1},
               {"perlin(interp: linear)", 0},
               {"perlin(interp: wavelet)", 0},
               {"value(interp: linear)", 0},
               {"value(interp: cosine)", 1},
               {"fbm(simplex(x/9, 3*y), octaves: 4) - 2", 1},
               {"ridged(perlin())", 0},
               {"turbulence(perlin())", 0},
               {"billow(perlin())", 0},
               {"cells()", 0},
               {"white()", 0},
               {"scatter()", 0},
               {"x", 1},
               {"7", 1},
               {"floor(2.5)*x", 1},
               {"floor(x)", 0},
               {"x%3", 0},
               {"x < 3", 0},
               {"x < 3 ? x : 3", 0},
               {"abs(x)", 0},
               {"abs(perlin() + 7)", 1},
               {"max(perlin(), 7)", 1},
               {"max(perlin(), 0)", 0},
               {"clamp(perlin(), 0, 1)", 0},
               {"clamp(perlin(), -9, 9)", 1},
               {"sqrt(x*x + y*y)", 0},
               {"sqrt(perlin() + 7)", 1},
               {"1/perlin()", 0},
               {"1/(perlin() + 7)", 1},
               {"smoothstep(0, 1, x)", 1},
               {"smoothstep(0, 0, x)", 0},
               {"smoothstep(y, 1, x)", 0},
               {"step(0, x)", 0},
               {"levels(x, 0, 1)", 0},
               {"atan2(y, x)", 0},
               {"atan(x) + exp(sin(y))*sin(x)", 1},
               {"log(x)", 0},
               {"mix(perlin(), sin(x), sin(y))", 1},
               {"d(perlin(interp: hermite), x)", 0},
               {"warp(perlin(), 0.3*perlin(), 0.2*simplex())", 1},
               {"warp(perlin(), 0.3*white(), 0)", 0},
               {"hash(floor(x), 1)", 0},
               {"blur(perlin(), radius: 1)", 0}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    burl_program *const program = compile(known[i].text, 2);
    if (burl_is_smooth(program, 0) != known[i].is_smooth)
      fail_msg("%s is smooth: %d", known[i].text, !known[i].is_smooth);
    assert_int_equal(burl_is_smooth(program, 1), 0);
    assert_int_equal(burl_is_smooth(program, -1), 0);
    burl_free(program);
  }
  assert_int_equal(burl_is_smooth(NULL, 0), 0);
  burl_program *const colour = compile("rgb(x, abs(x), 1)", 2);
  assert_true(burl_is_smooth(colour, 0) && !burl_is_smooth(colour, 1) && burl_is_smooth(colour, 2));
  burl_free(colour);
}

/* Second differences along an axis of what is smooth; whether there was anything to compare. */
static int check_differences(const char *text, const burl_program *program) {
  enum { PLACES = 200 };
  burl_error error;
  const int axis = (int)random_below(2);
  burl_program *const bends = burl_ask(program, axis ? "d(d(result, y), y)" : "d(d(result, x), x)", &error);
  const burl_range range = bends ? burl_bounds(bends, 0) : (burl_range){0, INFINITY, 0};
  const double most = fmax(fabs(range.lo), fabs(range.hi)), step = pow(10, random_between(-2, 0));
  burl_free(bends);
  if (!isfinite(most) || range.may_be_nan) return 0;
  for (int i = 0; i < PLACES; i++) {
    const double at[2] = {random_between(-9, 9), random_between(-9, 9)};
    double value[3];
    for (int k = 0; k < 3; k++)
      value[k] = value_in_plane(program, at[0] + (axis ? 0 : (k - 1) * step), at[1] + (axis ? (k - 1) * step : 0));
    const double bend = fabs(value[0] - 2 * value[1] + value[2]),
                 size = fabs(value[0]) + fabs(value[1]) + fabs(value[2]);
    if (isfinite(size) && !(bend <= most * step * step + 1e-4 * (1 + size)))
      fail_msg("%s bends by %.9g over %.9g at %.9g, %.9g, and by at most %.9g", text, bend, step, at[0], at[1],
               most * step * step);
  }
  return 1;
}

static void test_random(void **state) {
  (void)state;
  static recipe r;
  int smooth = 0, compared = 0, compiled = 0;
  random_begin(64);
  for (int round = 0; round < few_of_test(4000); round++) {
    const recipe_wish wish = {
        .dims = 2, .depth = 2 + (int)random_below(2), .kind = round % 2 ? RECIPE_CALM : RECIPE_ONCE};
    burl_error error;
    recipe_begin(&r);
    recipe_put_random(&r, &wish);
    burl_program *const program = burl_compile(r.text, 2, &error);
    if (!program) continue;
    compiled++;
    if (burl_is_smooth(program, 0) && !burl_needs_whole_grid(program))
      smooth++, compared += check_differences(r.text, program);
    burl_free(program);
  }
  print_message("%d recipes, %d of them smooth, %d compared\n", compiled, smooth, compared);
  assert_true(compared * 40 > compiled);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_known), cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
