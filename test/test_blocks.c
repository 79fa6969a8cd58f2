/* burl_blocks_of(): no sample of a block lies on the other side of the level. */
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
#include "random_recipe.h"
#include "scale.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { MOST_SAMPLES = 20000 };

/* Of three dimensions: what is sampled lies in each of the planes, along one axis, nowhere, everywhere; it is float or
 * double, and may be NaN. */
static const struct {
  const char *text;
  double least; /* share of the blocks that are decided */
} recipes[] = {
    {"h = 8 + 4*fbm(simplex(x/16, y/16), octaves: 4)\nh - z + fbm(perlin(x/5, y/5, z/5), octaves: 3)", 0.45},
    {"3*perlin(x/9, z/9) - y/5", 0.5},
    {"x/4 + 2*value(y/7, z/7) + perlin(y)", 0.5},
    {"simplex(x/5) + perlin(y/5) - value(z/5)", 0.45},
    {"perlin(x/20, y/20, z/20)", 0.65},
    {"perlin(x/20, y/20)", 0.65},
    {"perlin(t)", 0.99},
    {"z - 5", 0.65},
    {"h = x + perlin(x, y)/4 + 100000000\nh - z/50 - 100000000", 0.22},
    {"sqrt(perlin(x/9, y/9)) - z/9", 0.4},
    {"min(8 - z, 4*cells(x/6, y/6, z/6) - 1)", 0.33},
    {"perlin(x/9, y/9) > 0 ? 9 - z : perlin(x/9, y/9, z/9)", 0.28},
    {"fbm(perlin(x/30, y/30), octaves: auto) + z/30 - 0.5", 0.5},
    {"grey = perlin(x/9, y/9) + z/20\nramp(grey, -1, #000000, 1, #ffffff)", 0.07},
    {"warp(simplex(x/40, y/40), perlin(x/9, y/9), 0) - z/40", 0.5},
    {"1/(z - 4) + perlin(x/9, y/9)", 0.45},
};

static burl_grid draw_grid(const burl_program *program) {
  static const double far[] = {0, 0, 0, 1e3, -1e5, 1e9};
  burl_grid grid = {.time = random_between(-3, 3), .threads = 1};
  for (int axis = 0; axis < burl_dims(program); axis++) {
    grid.size[axis] = random_below(6) ? 1 + (int64_t)random_below(24) : 1;
    grid.first[axis] = (int64_t)random_below(9) - 4;
    grid.step[axis] = random_below(6) ? random_between(-1.5, 1.5) : (double)random_below(2);
    grid.origin[axis] = random_between(-9, 9) + far[random_below(COUNT(far))];
  }
  return grid;
}

typedef struct {
  int decided, blocks;
} tally;

/* The number of the block that a sample lies in. */
static int64_t block_of(const burl_grid *grid, const int64_t block[4], int64_t sample) {
  int64_t number = 0, scale = 1;
  for (int axis = 0; axis < 4; axis++) {
    const int64_t size = grid->size[axis] ? grid->size[axis] : 1;
    const int64_t side = block[axis] && block[axis] < size ? block[axis] : size;
    number += scale * (sample % size / side);
    scale *= (size + side - 1) / side;
    sample /= size;
  }
  return number;
}

static int64_t samples_of(const burl_grid *grid) {
  int64_t count = 1;
  for (int axis = 0; axis < 4; axis++) count *= grid->size[axis] ? grid->size[axis] : 1;
  return count;
}

/* A level that some samples lie on, or beside. */
static double draw_level(const float *samples, int64_t count, int64_t channels) {
  static const double special[] = {0, 0, INFINITY, -INFINITY, 1e300};
  const double at = (double)samples[random_below((uint32_t)count) * channels];
  const double other = (double)samples[random_below((uint32_t)count) * channels];
  if (random_below(16) == 0 || isnan(at + other)) return special[random_below(COUNT(special))];
  return random_below(2) ? at : (at + other) / 2;
}

/* Holds the blocks of a grid against its samples. */
static void check_blocks(const char *text, const burl_program *program, const burl_grid *grid, tally *of) {
  static float samples[MOST_SAMPLES * 8];
  static signed char sides[MOST_SAMPLES];
  const int64_t count = samples_of(grid), channels = burl_channels(program);
  int64_t block[4];
  if (count > MOST_SAMPLES || channels > 8) return;
  for (int axis = 0; axis < 4; axis++) block[axis] = (int64_t)random_below(10);
  memset(sides, 77, sizeof sides);
  assert_int_equal(burl_sample_grid(program, grid, samples), BURL_OK);
  const double level = draw_level(samples, count, channels);
  assert_int_equal(burl_blocks_of(program, grid, block, level, sides), BURL_OK);
  int64_t blocks = 0;
  for (int64_t i = 0; i < count; i++) {
    const int64_t number = block_of(grid, block, i);
    const double sample = (double)samples[i * channels];
    const int side = sides[number];
    if (number >= blocks) blocks = number + 1;
    if (side < -1 || side > 1 || (side > 0 && !(sample > level)) || (side < 0 && !(sample <= level)))
      fail_msg("%s: a sample of %.9g in a block of side %d of the level %.9g", text, sample, side, level);
  }
  assert_int_equal(sides[blocks], 77);
  of->blocks += (int)blocks;
  for (int64_t i = 0; i < blocks; i++) of->decided += sides[i] != 0;
}

static void test_samples_lie_where_their_block_says(void **unused) {
  (void)unused;
  random_begin(64);
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *const program = compile(recipes[i].text, 3);
    tally of = {0, 0};
    for (int g = 0; g < 40; g++) {
      const burl_grid grid = draw_grid(program);
      check_blocks(recipes[i].text, program, &grid, &of);
    }
    const double share = (double)of.decided / (double)of.blocks;
    print_message("%.2f of %d blocks: %s\n", share, of.blocks, recipes[i].text);
    assert_true(share > recipes[i].least);
    burl_free(program);
  }
}

static void test_random_recipes(void **unused) {
  (void)unused;
  random_begin(65);
  tally of = {0, 0};
  for (int i = 0; i < most_of_test(20000, few_of_test(400)); i++) {
    recipe r;
    const recipe_wish wish = {.dims = 1 + (int)random_below(4), .depth = 3};
    recipe_begin(&r);
    recipe_whole(&r, &wish);
    burl_program *const program = burl_compile(r.text, wish.dims, NULL);
    if (!program) continue;
    burl_grid grid = draw_grid(program);
    for (int axis = 0; axis < 4; axis++) grid.size[axis] = grid.size[axis] % 9;
    if (!burl_needs_whole_grid(program) && r.cost < 2000) check_blocks(r.text, program, &grid, &of);
    burl_free(program);
  }
  print_message("%d of %d blocks\n", of.decided, of.blocks);
  assert_true(of.decided > of.blocks / 20);
}

/* Heights over a plane are sampled: every block that lies wholly on one side by them and by the bounds of the noise
 * that goes around is told so. */
static void test_a_plane_is_sampled(void **unused) {
  (void)unused;
  burl_program *const world = compile("5*simplex(x/16, y/16) + 16 - z + perlin(x/5, y/5, z/5)", 3);
  burl_program *const plane = compile("5*simplex(x/16, y/16)", 2);
  const burl_grid whole = {.size = {32, 32, 32}, .step = {1, 1, 1}}, flat = {.size = {32, 32}, .step = {1, 1}};
  static float heights[32 * 32];
  signed char sides[64];
  assert_int_equal(burl_blocks_of(world, &whole, (int64_t[4]){8, 8, 8, 1}, 0, sides), BURL_OK);
  assert_int_equal(burl_sample_grid(plane, &flat, heights), BURL_OK);
  const burl_range around = {-1.0001, 1.0001, 0};
  int decided = 0;
  for (int b = 0; b < 64; b++) {
    double lo = INFINITY, hi = -INFINITY;
    for (int i = 0; i < 64; i++) {
      const double h = (double)heights[b % 4 * 8 + i % 8 + 32 * (b / 4 % 4 * 8 + i / 8)];
      lo = fmin(lo, h), hi = fmax(hi, h);
    }
    const int z = b / 16 * 8;
    if (lo + 16 - (z + 7) + around.lo > 1e-5) assert_int_equal(sides[b], 1), decided++;
    if (hi + 16 - z + around.hi < -1e-5) assert_int_equal(sides[b], -1), decided++;
  }
  assert_true(decided > 20);
  burl_free(world);
  burl_free(plane);
}

static void test_not_above_is_below(void **unused) {
  (void)unused;
  burl_program *const program = compile("0*perlin()", 2);
  const burl_grid grid = {.size = {2, 2}, .step = {1, 1}};
  signed char side = 0;
  assert_int_equal(burl_blocks_of(program, &grid, (int64_t[4]){0}, 0, &side), BURL_OK);
  assert_int_equal(side, -1);
  burl_free(program);
}

static void test_wrong_calls(void **unused) {
  (void)unused;
  burl_program *const program = compile("perlin()", 2);
  burl_grid grid = {.size = {8, 8}, .step = {1, 1}};
  signed char out[64];
  const int64_t block[4] = {2, 0, 0, 0}, wrong[4] = {2, -1, 0, 0};
  assert_int_equal(burl_blocks_of(program, &grid, block, 0, out), BURL_OK);
  assert_int_equal(burl_blocks_of(NULL, &grid, block, 0, out), BURL_ARGUMENT);
  assert_int_equal(burl_blocks_of(program, NULL, block, 0, out), BURL_ARGUMENT);
  assert_int_equal(burl_blocks_of(program, &grid, NULL, 0, out), BURL_ARGUMENT);
  assert_int_equal(burl_blocks_of(program, &grid, wrong, 0, out), BURL_ARGUMENT);
  assert_int_equal(burl_blocks_of(program, &grid, block, (double)NAN, out), BURL_ARGUMENT);
  assert_int_equal(burl_blocks_of(program, &grid, block, 0, NULL), BURL_ARGUMENT);
  grid.samples = 2;
  assert_int_equal(burl_blocks_of(program, &grid, block, 0, out), BURL_ARGUMENT);
  grid.samples = 1, grid.origin[0] = 1e308, grid.step[0] = 1e308, grid.first[0] = 1000;
  assert_int_equal(burl_blocks_of(program, &grid, block, 0, out), BURL_OK);
  assert_int_equal(out[0], 0); /* its coordinates are infinite */
  burl_free(program);
}

/* ---- Out of memory -------------------------------------------------------------------------------- */

/* Each allocation fails in turn. */
static void test_out_of_memory(void **unused) {
  (void)unused;
  counter c = {.fail_at = -1};
  const burl_options options = {.struct_size = sizeof options, .dims = 3, .allocate = counter_allocate, .user = &c};
  const burl_grid grid = {.size = {16, 16, 16}, .step = {1, 1, 1}, .threads = 1};
  const int64_t block[4] = {8, 8, 8, 1};
  signed char out[8];
  burl_status status = BURL_MEMORY;
  long failures = 0;
  for (; status != BURL_OK; failures++) {
    burl_program *const program = burl_compile_with(recipes[0].text, strlen(recipes[0].text), &options, NULL);
    assert_non_null(program);
    c.calls = 0, c.fail_at = failures;
    status = burl_blocks_of(program, &grid, block, 0, out);
    c.fail_at = -1;
    burl_free(program);
    assert_int_equal(c.live, 0);
    assert_true(status == BURL_OK || status == BURL_MEMORY);
  }
  assert_true(failures > 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_samples_lie_where_their_block_says),
      cmocka_unit_test(test_random_recipes),
      cmocka_unit_test(test_a_plane_is_sampled),
      cmocka_unit_test(test_not_above_is_below),
      cmocka_unit_test(test_wrong_calls),
      cmocka_unit_test(test_out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
