/* burl_ask(): a program of an expression over another's recipe, with its seed and knobs. */
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

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* At (3, 4). */
static double sample(const burl_program *program) {
  const double at[] = {3, 4};
  float out;
  const burl_points point = {.count = 1, .coord = {&at[0], &at[1]}};
  assert_int_equal(burl_channels(program), 1);
  assert_int_equal(burl_sample_points(program, &point, &out), BURL_OK);
  return (double)out;
}

static void test_asking(void **unused) {
  (void)unused;
  static const struct {
    const char *recipe, *expression;
    double value;
  } asked[] = {
      {"param k = 2\nh = k*x\nh + y // its sum", "h", 15},
      {"param k = 2\nh = k*x\nh + y // its sum", "result > 18 && h == 15", 1},
      {"-x", "result", -3},
      {"result = x + 1\nresult*2", "result", 4},
      {"f(a) = a*a\n(x +\n y)", "m = f(result)\nm + 1", 50},
      {"\n\nview 0, 0, 8, 8\nx % 2\n\n", "result", 1},
      {"x", "seed", 7},
  };
  for (int i = 0; i < COUNT(asked); i++) {
    burl_program *const program = compile(asked[i].recipe, 2);
    if (burl_param_count(program)) assert_int_equal(burl_set(program, "k", 5, NULL), BURL_OK);
    burl_seed(program, 7);
    burl_error error;
    burl_program *const answer = burl_ask(program, asked[i].expression, &error);
    if (!answer) fail_msg("%s: %s", asked[i].expression, error.message);
    assert_true(sample(answer) == asked[i].value);
    burl_free(answer);
    burl_free(program);
  }
}

static void test_wrong_expressions(void **unused) {
  (void)unused;
  static const struct {
    const char *expression;
    int line, column;
  } wrong[] = {{"h > 1 && slop(h) < 1", 1, 10}, {"h >", 1, 4}, {"h\n+ 1", 2, 1}, {"a = 1\n a + g", 2, 6}, {" ", 0, 0}};
  burl_program *const program = compile("h = perlin()\n\n(h\n + 1)", 2);
  for (int i = 0; i < COUNT(wrong); i++) {
    burl_error error;
    assert_null(burl_ask(program, wrong[i].expression, &error));
    assert_int_not_equal(error.status, BURL_OK);
    if (error.line != wrong[i].line || error.column != wrong[i].column)
      fail_msg("%s: %d:%d: %s", wrong[i].expression, error.line, error.column, error.message);
  }
  assert_null(burl_ask(NULL, "1", NULL));
  burl_free(program);
}

/* Every allocation may fail; a clone and a program with another seed answer as the first does. */
static void test_memory(void **unused) {
  (void)unused;
  counter count = {.fail_at = -1};
  const burl_options options = {.struct_size = sizeof options, .allocate = counter_allocate, .user = &count};
  static const char text[] = "fbm(perlin(), octaves: 3)";
  burl_program *const program = burl_compile_with(text, strlen(text), &options, NULL), *asked = NULL;
  for (long n = 0; !asked; n++) {
    burl_error error;
    count.calls = 0;
    count.fail_at = n;
    asked = burl_ask(program, "result*2", &error);
    count.fail_at = -1;
    assert_int_equal(error.status, asked ? BURL_OK : BURL_MEMORY);
  }
  burl_program *const clone = burl_clone(asked);
  assert_int_equal(burl_seed(program, 5), BURL_OK);
  assert_int_equal(burl_seed(clone, 5), BURL_OK);
  assert_true(sample(clone) == 2 * sample(program) && sample(asked) != sample(clone));
  burl_free(clone);
  burl_free(asked);
  burl_free(program);
  assert_int_equal(count.live, 0);
}

/* What is given stays, and what is asked for is what it says, not its derivative. */
static void test_images_and_options(void **unused) {
  (void)unused;
  static const float heights[5][4] = {[4] = {1, 2, 3, 4}};
  const burl_field field = {.data = heights[0], .size = {4, 5}, .step = {1, 1}};
  burl_program *const program = compile("image(\"a\") + x", 2);
  assert_int_equal(burl_set_image(program, "a", &field), BURL_OK);
  burl_program *const asked = burl_ask(program, "result - x", NULL);
  assert_true(sample(asked) == 4);
  burl_free(asked);
  burl_free(program);
  const burl_options options = {.struct_size = sizeof options, .derivative_by = 1, .result = "a,b"};
  static const char text[] = "a = x*x\nb = y\nb";
  burl_program *const several = burl_compile_with(text, strlen(text), &options, NULL);
  burl_program *const one = burl_ask(several, "a", NULL);
  assert_true(burl_channels(several) == 2 && sample(one) == 9);
  burl_free(one);
  burl_free(several);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_asking),
      cmocka_unit_test(test_wrong_expressions),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_images_and_options),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
