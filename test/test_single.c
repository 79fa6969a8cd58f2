/* Single samples: burl_perlin1 and its kin give the bits of the recipes that the header names, wherever the
 * point is and whatever the caller's floating-point mode. */
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "random_recipe.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { POINTS = 4096 };
static double at[4][POINTS];
static float expected[POINTS];

static const uint64_t seeds[] = {0, 1, 9007199254740995u, 0xFFFFFFFFFFFFFFFFu};

/* A coordinate near or far, on the lattice, or where there is no noise. */
static double draw_coordinate(void) {
  static const double rare[] = {NAN,
                                INFINITY,
                                -INFINITY,
                                0x1p51,
                                -0x1p51,
                                0x1p52,
                                -0x1.8p52,
                                1e300,
                                -0.0,
                                -1e-17,
                                -0x1p-1074,
                                0x1.fffffffffffffp-1,
                                0x1.fffffffffffffp+50};
  switch (random_below(8)) {
  case 0: return random_between(-1e9, 1e9);
  case 1: return floor(random_between(-5, 5));
  case 2: return random_between(-0x1p51, 0x1p51);
  case 3: return random_between(-1e-3, 1e-3);
  case 4: return random_below(20) ? random_between(-4, 4) : rare[random_below((uint32_t)COUNT(rare))];
  default: return random_between(-300, 300);
  }
}

static void draw_points(void) {
  for (int a = 0; a < 4; a++)
    for (int i = 0; i < POINTS; i++) at[a][i] = draw_coordinate();
}

static void sample(const char *text, int dims) {
  const burl_points points = {.count = POINTS, .coord = {at[0], at[1], at[2], at[3]}};
  burl_program *const program = burl_compile(text, dims, NULL);
  assert_non_null(program);
  assert_int_equal(burl_sample_points(program, &points, expected), BURL_OK);
  burl_free(program);
}

static void expect(const char *text, int dims, int i, float value) {
  if (memcmp(&value, &expected[i], sizeof value) == 0) return;
  fail_msg("%s in %dD at %a %a %a %a: %a instead of %a", text, dims, at[0][i], at[1][i], at[2][i], at[3][i],
           (double)value, (double)expected[i]);
}

/* ---- Noises --------------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  float (*one)(uint64_t, double);
  float (*two)(uint64_t, double, double);
  float (*three)(uint64_t, double, double, double);
  float (*four)(uint64_t, double, double, double, double);
} noises[] = {
    {"perlin", burl_perlin1, burl_perlin2, burl_perlin3, burl_perlin4},
    {"value", burl_value1, burl_value2, burl_value3, burl_value4},
    {"white", burl_white1, burl_white2, burl_white3, burl_white4},
    {"simplex", burl_simplex1, burl_simplex2, burl_simplex3, burl_simplex4},
};

static float noise_at(int noise, int dims, uint64_t seed, int i) {
  const double x = at[0][i], y = at[1][i], z = at[2][i], w = at[3][i];
  return dims == 1   ? noises[noise].one(seed, x)
         : dims == 2 ? noises[noise].two(seed, x, y)
         : dims == 3 ? noises[noise].three(seed, x, y, z)
                     : noises[noise].four(seed, x, y, z, w);
}

static void test_noises(void **unused) {
  (void)unused;
  for (int n = 0; n < COUNT(noises); n++)
    for (int dims = 1; dims <= 4; dims++)
      for (int s = 0; s < COUNT(seeds); s++) {
        char text[64];
        snprintf(text, sizeof text, "%s(seed: %llu)", noises[n].name, (unsigned long long)seeds[s]);
        draw_points();
        sample(text, dims);
        for (int i = 0; i < POINTS; i++) expect(text, dims, i, noise_at(n, dims, seeds[s], i));
      }
}

/* ---- Fractals ------------------------------------------------------------------------------------- */

static float fbm_at(int dims, uint64_t seed, int i, int octaves, float gain, float lacunarity) {
  return dims == 2 ? burl_fbm2(seed, at[0][i], at[1][i], octaves, gain, lacunarity)
                   : burl_fbm3(seed, at[0][i], at[1][i], at[2][i], octaves, gain, lacunarity);
}

static void test_fractals(void **unused) {
  (void)unused;
  static const struct {
    int octaves;
    float gain, lacunarity;
  } rows[] = {
      {1, 0.5f, 2}, {8, 0.5f, 2},     {32, 0.5f, 2},       {5, -0.7f, 2.17f}, {8, 0, 3},
      {3, 1, 1},    {32, 3.3f, 1.9f}, {32, 1e-20f, 1.01f}, {4, 2e9f, 64},     {12, 0.4f, 64},
  };
  for (int k = 0; k < COUNT(rows); k++)
    for (int s = 0; s < COUNT(seeds); s++)
      for (int dims = 2; dims <= 3; dims++) {
        char text[160];
        snprintf(text, sizeof text, "fbm(perlin(seed: %llu), octaves: %d, gain: %.17g, lacunarity: %.17g)",
                 (unsigned long long)seeds[s], rows[k].octaves, (double)rows[k].gain, (double)rows[k].lacunarity);
        draw_points();
        sample(text, dims);
        for (int i = 0; i < POINTS; i++)
          expect(text, dims, i, fbm_at(dims, seeds[s], i, rows[k].octaves, rows[k].gain, rows[k].lacunarity));
      }
}

static void test_options_out_of_range(void **unused) {
  (void)unused;
  static const struct {
    int octaves;
    float gain, lacunarity;
  } rows[] = {
      {0, 0.5f, 2},   {-1, 0.5f, 2}, {33, 0.5f, 2},    {8, 0.5f, 0.99f},  {8, 0.5f, 64.1f},    {8, 0.5f, -2},
      {8, 0.5f, NAN}, {8, NAN, 2},   {8, INFINITY, 2}, {8, -INFINITY, 2}, {8, 0.5f, INFINITY}, {32, 1e30f, 2},
  };
  at[0][0] = 0.3;
  at[1][0] = 1.7;
  at[2][0] = -2.2;
  for (int k = 0; k < COUNT(rows); k++)
    for (int dims = 2; dims <= 3; dims++) {
      expected[0] = 0;
      expect("fbm out of range", dims, 0, fbm_at(dims, 7, 0, rows[k].octaves, rows[k].gain, rows[k].lacunarity));
    }
  assert_true(fbm_at(2, 7, 0, 8, 0.5f, 2) != 0);
}

/* ---- The caller's mode ---------------------------------------------------------------------------- */

static void test_rounding_modes(void **unused) {
  (void)unused;
  static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  draw_points();
  for (int m = 0; m < COUNT(modes); m++)
    for (int i = 0; i < 200; i++)
      for (int dims = 2; dims <= 3; dims++) {
        float value[COUNT(noises) + 1];
        for (int n = 0; n < COUNT(noises); n++) value[n] = noise_at(n, dims, 7, i);
        value[COUNT(noises)] = fbm_at(dims, 7, i, 4, 0.3f, 2.1f);
        fesetround(modes[m]);
        float other[COUNT(noises) + 1];
        for (int n = 0; n < COUNT(noises); n++) other[n] = noise_at(n, dims, 7, i);
        other[COUNT(noises)] = fbm_at(dims, 7, i, 4, 0.3f, 2.1f);
        const int mode = fegetround();
        fesetround(FE_TONEAREST);
        assert_int_equal(mode, modes[m]);
        assert_memory_equal(value, other, sizeof value);
      }
}

int main(void) {
  random_begin(1);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_noises),
      cmocka_unit_test(test_fractals),
      cmocka_unit_test(test_options_out_of_range),
      cmocka_unit_test(test_rounding_modes),
  };
  return cmocka_run_group_tests_name("single", tests, NULL, NULL);
}
