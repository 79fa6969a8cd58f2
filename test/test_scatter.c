/* Simplex noise against its definition: in double, by all lattice points far and wide. */
#define real double
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "burl.h"
#include "noise/lattice.h"
#include "noise/maxima.h"
#include "program/noise_setup.h"

static double draw(double lo, double hi) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return lo + (hi - lo) * (double)(state >> 11) * 0x1p-53;
}

/* The lattice point of whole skewed coordinates, its gradient's product with the way to p. */
static double part(const burl__noise *noise, const double *p, const int64_t *i) {
  const int dims = noise->dims;
  uint32_t key[4] = {0};
  double sum = 0, d[4] = {0}, left = simplex_reach2(dims, noise->smooth);
  for (int a = 0; a < dims; a++) sum += dims > 1 ? (double)i[a] : 0;
  for (int a = 0; a < dims; a++) {
    const int units = simplex_units(dims);
    d[a] = units * p[a] - ((double)i[a] * units - sum);
    left -= d[a] * d[a];
    key[a] = hash_axis((uint32_t)i[a], a, noise->low) + (a == 0 ? noise->high : 0);
  }
  if (left <= 0) return 0;
  const uint32_t all = key[0] + (key[1] + key[2] + key[3]);
  const uint32_t hash = hash_corner(all, hash_odd(noise->high, key[1], key[2], key[3]));
  const gradient g = dims == 1   ? gradient1(DEFAULT_SET, hash, 1)
                     : dims == 2 ? gradient2(DEFAULT_SET, hash, 1)
                     : dims == 3 ? gradient3(DEFAULT_SET, hash, 1)
                                 : gradient4(DEFAULT_SET, hash, 1);
  return pow(left, 4) * (g.x * d[0] + g.y * d[1] + g.z * d[2] + g.w * d[3]);
}

static double by_definition(const burl__noise *noise, const double *p) {
  enum { AROUND = 3 };
  const int dims = noise->dims;
  double sum = 0, value = 0;
  int64_t middle[4] = {0}, i[4];
  for (int a = 0; a < dims; a++) sum += p[a];
  for (int a = 0; a < dims; a++)
    middle[a] = llround(floor(p[a] + (dims > 1 ? sum / simplex_block(dims) : 0)));
  int step[4] = {-AROUND, -AROUND, -AROUND, -AROUND};
  for (int a = 0; a < dims;) {
    for (int b = 0; b < dims; b++) i[b] = middle[b] + step[b];
    value += part(noise, p, i);
    for (a = 0; a < dims && ++step[a] > AROUND + 1; a++) step[a] = -AROUND;
  }
  return value / simplex_maxima[noise->smooth][dims - 1];
}

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
        double worst = 0, most = 0;
        for (int k = 0; k < (dims < 4 ? 3000 : 400); k++) {
          double p[4];
          for (int a = 0; a < dims; a++) p[a] = draw(-20, 20) + (far ? 1e5 : 0);
          const burl_points points = {.count = 1, .coord = {p, p + 1, p + 2, p + 3}};
          float value;
          assert_int_equal(burl_sample_points(program, &points, &value), BURL_OK);
          worst = fmax(worst, fabs((double)value - by_definition(&noise, p)));
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
