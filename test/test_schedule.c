/* What a schedule decides for speed alone: how many samples a block has; and which registers hold what. */
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
#include "program/program.h"

/* Noises over rows need lines, which their columns serve; arithmetic of doubles wants registers that fit a cache. */
static void blocks_have_the_samples_that_their_steps_need(void **state) {
  static const struct {
    const char *recipe;
    int least, most;
  } cases[] = {
      {"perlin()", 4096, 4096},
      {"fbm(cells(), octaves: 4)", 4096, 4096},
      {"rotate(perlin(), 30)", 512, 512},
      {"mix(y - perlin(x), x*y, smoothstep(0, 1, y - fbm(perlin(x), octaves: 4)))", 512, 512}, /* noise by column */
      {"warp(perlin(), value(), simplex()) + cells()", 1024, 4096},
      {"warp(fbm(perlin(), octaves: 8), cells(), rotate(cells(), 20)) + fbm(cells(), octaves: 4)", 1024, 4096}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    burl_program *const program = compile(cases[i].recipe, 2);
    burl__arena arena;
    burl__schedule schedule;
    const burl__shape shape = {.line_axis = 1};
    burl__arena_open(&arena, program->allocator);
    assert_true(burl__schedule_make(&schedule, &program->plan->graph, &program->plan->outputs, &shape, &arena));
    if (schedule.block_samples < cases[i].least || schedule.block_samples > cases[i].most)
      fail_msg("%s: %d samples", cases[i].recipe, schedule.block_samples);
    burl__arena_close(&arena);
    burl_free(program);
  }
}

static float sample(const char *recipe, double x, double y) {
  burl_program *const program = compile(recipe, 2);
  const burl_points point = {.coord = {&x, &y}, .count = 1};
  const burl_grid grid = {.size = {1, 1}, .origin = {x, y}, .step = {1, 1}, .threads = 1};
  float value, same;
  assert_int_equal(burl_sample_points(program, &point, &value), BURL_OK);
  assert_int_equal(burl_sample_grid(program, &grid, &same), BURL_OK);
  assert_memory_equal(&value, &same, sizeof value);
  burl_free(program);
  return value;
}

/* A noise of which the slope alone is read, at a constant place, along a column or along a line, leaves numbers alone
 * that are needed later: a product is the same whichever factor is computed first. */
static void slopes_alone_leave_constants_alone(void **state) {
  static const char *const noises[] = {"perlin", "value", "simplex", "cells", "white"};
  static const char *const places[] = {"0.8, -0.3", "x, 0.4", "0.4, y", "x, y"};
  static const char *const others[] = {"pow(x, 3)", "pow(y, 3)", "clamp(x*y, 0.25, 7)", "pow(2.5, x)*wave",
                                       "cosine(x, y, 0.3)"};
  (void)state;
  for (size_t n = 0; n < sizeof noises / sizeof *noises; n++)
    for (size_t p = 0; p < sizeof places / sizeof *places; p++)
      for (size_t o = 0; o < sizeof others / sizeof *others; o++) {
        char recipe[2][256];
        static const char begin[] = "wave = fract(0.3*x) + 11";
        snprintf(recipe[0], sizeof recipe[0], "%s\nat(d(%s(), x), %s)*(%s)", begin, noises[n], places[p], others[o]);
        snprintf(recipe[1], sizeof recipe[1], "%s\n(%s)*at(d(%s(), x), %s)", begin, others[o], noises[n], places[p]);
        const float a = sample(recipe[0], 2.3, 1.7), b = sample(recipe[1], 2.3, 1.7);
        if (memcmp(&a, &b, sizeof a) != 0) fail_msg("%s: %.9g, the other way round %.9g", recipe[0], a, b);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_have_the_samples_that_their_steps_need),
                                     cmocka_unit_test(slopes_alone_leave_constants_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
