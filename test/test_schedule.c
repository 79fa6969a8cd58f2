/* What a schedule decides for speed alone: how many samples a block has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_have_the_samples_that_their_steps_need)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
