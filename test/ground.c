/* The grids of ground.h. */
#include "ground.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

float *ground_sampled(const char *recipe, uint64_t seed, const burl_grid *grid) {
  burl_error error;
  burl_program *const program = burl_compile(recipe, 2, &error);
  if (!program) fail_msg("%s: %s", recipe, error.message);
  burl_seed(program, seed);
  float *const out = calloc((size_t)(grid->size[0] * grid->size[1]), sizeof *out);
  assert_int_equal(burl_sample_grid(program, grid, out), BURL_OK);
  burl_free(program);
  return out;
}
