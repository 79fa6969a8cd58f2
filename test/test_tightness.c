/* Proven bounds are tight: a search among fbm's samples comes near to both ends of its proven range.  It
 * scatters, keeps the best samples, and climbs from each of them by ever smaller steps, since what is
 * left to gain lies in ever finer octaves.  At BURL_TEST_SCALE=50 it takes 10^8 samples a noise. */
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
#include "random_recipe.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { KEPT = 128, CHILDREN = 32, BATCH = KEPT * CHILDREN, ROUNDS = 60 };

typedef struct {
  double at[4], value;
} spot;

typedef struct {
  const burl_program *program;
  double sign; /* 1: for the largest value, -1: for the smallest */
  spot tried[BATCH], best[KEPT + BATCH];
} search;

static void sample(search *s) {
  static double coord[4][BATCH];
  static float out[BATCH];
  for (int i = 0; i < BATCH; i++)
    for (int a = 0; a < 4; a++) coord[a][i] = s->tried[i].at[a];
  const burl_points points = {.count = BATCH, .coord = {coord[0], coord[1], coord[2], coord[3]}};
  assert_int_equal(burl_sample_points(s->program, &points, out), BURL_OK);
  for (int i = 0; i < BATCH; i++) s->tried[i].value = s->sign * (double)out[i];
}

static int by_value(const void *a, const void *b) {
  const double p = ((const spot *)a)->value, q = ((const spot *)b)->value;
  return (p < q) - (p > q);
}

static void scatter(search *s, double count) {
  for (int i = 0; i < KEPT; i++) s->best[i].value = -INFINITY;
  for (double done = 0; done < count; done += BATCH) {
    for (int i = 0; i < BATCH; i++)
      for (int a = 0; a < 4; a++) s->tried[i].at[a] = random_between(-1e6, 1e6);
    sample(s);
    memcpy(s->best + KEPT, s->tried, sizeof s->tried);
    qsort(s->best, KEPT + BATCH, sizeof *s->best, by_value);
  }
}

/* One step from each of the best, to the best of its children within the radius or a part of it. */
static void climb(search *s, double radius) {
  for (int i = 0; i < BATCH; i++) {
    const double within = radius * (i % 3 == 0 ? 1 : i % 3 == 1 ? 0.3 : 0.1);
    for (int a = 0; a < 4; a++) s->tried[i].at[a] = s->best[i / CHILDREN].at[a] + random_between(-within, within);
  }
  sample(s);
  for (int i = 0; i < BATCH; i++)
    if (s->tried[i].value > s->best[i / CHILDREN].value) s->best[i / CHILDREN] = s->tried[i];
}

static double largest(const burl_program *program, double sign, double count) {
  static search s;
  s.program = program;
  s.sign = sign;
  scatter(&s, count / 2 - ROUNDS * BATCH);
  double radius = 0.5;
  for (int round = 0; round < ROUNDS; round++, radius *= 0.9) climb(&s, radius);
  qsort(s.best, KEPT, sizeof *s.best, by_value);
  return s.best[0].value;
}

static void check(const char *noise, int octaves, int dims, uint64_t seed, double most) {
  char text[64];
  snprintf(text, sizeof text, "fbm(%s(), octaves: %d)", noise, octaves);
  burl_program *const program = burl_compile(text, dims, NULL);
  assert_int_equal(burl_seed(program, seed), BURL_OK);
  const burl_range range = burl_bounds(program, 0);
  const double count = fmax(2e6 * scale_of_test(), 1e6);
  const double lo = -largest(program, -1, count), hi = largest(program, 1, count);
  const double ratio = (range.hi - range.lo) / (hi - lo);
  print_message("%s in %dD: %.3f to %.3f of %g to %g, %.3f\n", text, dims, lo, hi, range.lo, range.hi, ratio);
  if (!(ratio <= most)) fail_msg("%s in %dD: proven %g times what is seen", text, dims, ratio);
  if (lo < range.lo || hi > range.hi) fail_msg("%s in %dD: outside", text, dims);
  burl_free(program);
}

static void test_fbm_comes_near_its_bounds(void **unused) {
  (void)unused;
  static const char *const noises[] = {"perlin", "value", "simplex"};
  static const double most[] = {0, 0, 1.3, 1.5, 2.0};
  random_begin(9);
  for (int dims = 2; dims <= 4; dims++)
    for (int i = 0; i < COUNT(noises); i++)
      for (int octaves = 5; octaves <= 8; octaves += 3)
        check(noises[i], octaves, dims, octaves == 5 ? 0 : random_bits(), most[dims]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fbm_comes_near_its_bounds),
  };
  return cmocka_run_group_tests_name("tightness", tests, NULL, NULL);
}
