/* Simplex noise against its definition: in double, by all lattice points far and wide. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "burl.h"
#include "draw.h"
#include "oracle.h"
#include "program/noise_setup.h"

static void test_simplex_is_what_is_defined(void **state) {
  (void)state;
  for (int dims = 1; dims <= 4; dims++)
    for (int smooth = 0; smooth < 2; smooth++)
      for (int far = 0; far < 2; far++) {
        char recipe[64];
        snprintf(recipe, sizeof recipe, "simplex(smooth: %d)", smooth);
        burl_program *const program = burl_compile(recipe, dims, NULL);
        const uint64_t seed = far ? 0x123456789ABCDEF0u : 3;
        assert_int_equal(burl_seed(program, seed), BURL_OK);
        burl__noise noise;
        burl__noise_standard(&noise, OP_simplex, dims, seed);
        noise.smooth = smooth;
        burl__noise_scale(&noise, 0);
        double worst = 0, most = 0;
        for (int k = 0; k < (dims < 4 ? 3000 : 400); k++) {
          double p[4];
          for (int a = 0; a < dims; a++) p[a] = draw(-20, 20) + (far ? 1e5 : 0);
          const burl_points points = {.count = 1, .coord = {p, p + 1, p + 2, p + 3}};
          float value;
          assert_int_equal(burl_sample_points(program, &points, &value), BURL_OK);
          worst = fmax(worst, fabs((double)value - oracle_at(OP_simplex, &noise, p).value));
          most = fmax(most, fabs((double)value));
        }
        if (worst > 2e-5) fail_msg("%s in %dD: %g from its definition", recipe, dims, worst);
        if (most < 0.4) fail_msg("%s in %dD: only up to %g", recipe, dims, most);
        burl_free(program);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_simplex_is_what_is_defined),
  };
  return cmocka_run_group_tests_name("scatter", tests, NULL, NULL);
}
