/* Whole-grid functions inside tile(): their ground goes round, so that where it begins makes no difference, to the bit;
 * one period is read again; and the seam is like any other place. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl_inspect.h"
#include "compile.h"
#include "random_recipe.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { SIDE = 64, PERIOD = 4, THREE = 3 * SIDE, PARTS = 16 };

static const double step = (double)PERIOD / SIDE; /* a power of two: places a period apart are exact */

/* What goes round, of ground with holes and steps; the same of a tile, with ends, as nobody knows that it repeats. */
static const struct {
  const char *round, *plain;
  double apart; /* by how much the middle of three by three may differ from one that goes round */
} recipes[] = {
    {"tile(blur(perlin(), radius: 0.4), 4)", "blur((tile(perlin(), 4) + (x < -1e9)), radius: 0.4)", 1e-6},
    {"tile(blur(value(), radius: 0.01), 4)", "blur((tile(value(), 4) + (x < -1e9)), radius: 0.01)", 1e-6},
    {"tile(blur(perlin() < 0.2 ? 900*perlin() : 0/0, radius: 0.3), 4)",
     "blur((tile(perlin() < 0.2 ? 900*perlin() : 0/0, 4) + (x < -1e9)), radius: 0.3)", 1e-3},
    {"tile(distance(perlin() > 0.35), 4)", "distance((tile(perlin(), 4) + (x < -1e9)) > 0.35)", 1e-6},
    {"tile(dilate(perlin() < 0.3 ? perlin() : 0/0, 0.3), 4)",
     "dilate((tile(perlin() < 0.3 ? perlin() : 0/0, 4) + (x < -1e9)), 0.3)", 0},
    {"tile(dilate(white(9*x, 9*y), -40), 4)", NULL, 0},
    {"tile(bevel(perlin() < 0.2, width: 0.4 + 0.3*perlin(), profile: round), 4)",
     "bevel((tile(perlin(), 4) + (x < -1e9)) < 0.2, width: tile(0.4 + 0.3*perlin(), 4), profile: round)", 1e-5},
    {"tile(occlusion(fbm(perlin()), radius: 0.5), 4)", "occlusion((tile(fbm(perlin()), 4) + (x < -1e9)), radius: 0.5)",
     0},
    {"tile(occlusion(perlin() < 0.2 ? white(9*x, 9*y) : 0/0, radius: 30, samples: 3), 4)", NULL, 0},
    {"tile(median(perlin() < 0.3 ? perlin() : 0/0, radius: 0.3), 4)",
     "median((tile(perlin() < 0.3 ? perlin() : 0/0, 4) + (x < -1e9)), radius: 0.3)", 0},
    {"tile(median(round(9*white(9*x, 9*y)), radius: 3), 4)", NULL, 0},
    {"tile(blur(perlin() < 0.3 ? white(9*x, 9*y) : 0/0, radius: 0.5 + perlin()), 4)", NULL, 0},
    {"tile(slope_deg(fbm(perlin())), 4)", "slope_deg((tile(fbm(perlin()), 4) + (x < -1e9)))", 0},
    {"tile(aspect(fbm(perlin())), 4)", "aspect((tile(fbm(perlin()), 4) + (x < -1e9)))", 0},
    {"tile(hillshade(perlin() < 0.2 ? perlin() : 0/0), 4)",
     "hillshade((tile(perlin() < 0.2 ? perlin() : 0/0, 4) + (x < -1e9)))", 0},
    {"tile(fill(fbm(perlin())), 4)", NULL, 0},
    {"tile(fill(round(9*perlin()), level: -2), 4)", NULL, 0},
    {"tile(fill(fbm(perlin()), deepest: 0.1), 4)", NULL, 0},
    {"tile(fill(round(20*fbm(perlin())), deepest: 2), 4)", NULL, 0},
    {"tile(fill(perlin() < 0.3 ? round(9*fbm(perlin())) : 0/0, level: -2, deepest: 1), 4)", NULL, 0},
    {"tile(lakes(round(20*fbm(perlin()))), 4)", NULL, 0},
    {"tile(flow(fill(round(9*fbm(perlin())))), 4)", NULL, 0},
    {"tile(flow(fill(fbm(perlin()), level: -0.3), level: -0.3, routing: mfd), 4)", NULL, 0},
    {"tile(flow(fill(perlin()), give: direction), 4)", NULL, 0},
    {"tile(flow(fill(fbm(perlin())), rain: 2 + perlin()), 4)", NULL, 0},
    {"tile(flow(fill(round(9*fbm(perlin()))), rain: value(), routing: mfd), 4)", NULL, 0},
    {"tile(rivers(fbm(perlin()), least: 0.1, depth: 0.1, rain: 2 + 2*perlin()), 4)", NULL, 0},
    {"tile(basins(fbm(perlin())), 4)", NULL, 0},
    {"tile(basins(round(9*fbm(perlin()))), 4)", NULL, 0},
    {"tile(basins(perlin() < 0.2 ? round(9*fbm(perlin())) : 0/0, level: -2), 4)", NULL, 0},
    {"tile(above_drainage(fbm(perlin()), least: 0.1), 4)", NULL, 0},
    {"tile(above_drainage(fill(round(20*fbm(perlin())), level: -3), least: 0.2, level: -3), 4)", NULL, 0},
    {"tile(wetness(breach(fbm(perlin()))), 4)", NULL, 0},
    {"tile(wetness(round(9*perlin()), routing: d8, level: -2), 4)", NULL, 0},
    {"tile(breach(fbm(perlin())), 4)", NULL, 0},
    {"tile(breach(round(9*fbm(perlin()))), 4)", NULL, 0},
    {"tile(breach(floor(3*perlin()), level: -2), 4)", NULL, 0},
    {"tile(breach(perlin() < 0.2 ? round(4*fbm(perlin())) : 0/0), 4)", NULL, 0},
    {"tile(rivers(9*fbm(perlin()), least: 0.01, depth: 0.5), 4)", NULL, 0},
    {"tile(rivers(round(40*fbm(perlin())), least: 0.1, depth: 3), 4)", NULL, 0},
    {"tile(thermal(2*perlin(), talus: 0.8, rate: 1e-3, years: 10), 4)",
     "thermal(2*(tile(perlin(), 4) + (x < -1e9)), talus: 0.8, rate: 1e-3, years: 10)", 1e-3},
    {"tile(thermal(perlin() < 0.2 ? 3*perlin() : 0/0), 4)", NULL, 0},
    {"tile(thermal(2*perlin(), years: 1e9), 4)", NULL, 0},
    {"tile(upsample(perlin(), 4), 4)", "upsample((tile(perlin(), 4) + (x < -1e9)), 4)", 1e-6},
    {"tile(upsample(perlin(), 4, through: 1), 4)", "upsample((tile(perlin(), 4) + (x < -1e9)), 4, through: 1)", 1e-6},
    {"tile(upsample(distance(perlin() > 0.35), cell: 0.3, through: 1), 4)", NULL, 0},
    {"tile(warp(upsample(blur(perlin(), radius: 0.2), 2), 0.3*perlin(seed: 3), 0), 4)", NULL, 0},
    {"tile(slope(blur(perlin(), radius: 0.2)), 4)", NULL, 0},
    {"tile(erode(fbm(perlin()), uplift: 1e-3, years: 1e3, cell: 0.0625), 4)", NULL, 0},
    {"tile(blur(erode(fbm(perlin()), base: -0.1, uplift: 1e-3, k: 1e-4 + 0*height(), years: 1e3, cell: 0.0625), "
     "radius: 0.03), 4)",
     NULL, 0},
    {"tile(blur(blur(simplex(), radius: 0.2) + floor(x) % 2, radius: 0.1), 6, 3)", NULL, 0},
};

static burl_grid grid_at(int64_t x, int64_t y, int columns, int rows) {
  return (burl_grid){.size = {columns, rows},
                     .origin = {0.5 * step + (double)x * step, 0.5 * step + (double)y * step},
                     .step = {step, step}};
}

static float *sampled(const burl_program *program, const burl_grid *grid) {
  float *const out = malloc(sizeof *out * (size_t)(grid->size[0] * grid->size[1]));
  assert_non_null(out);
  assert_int_equal(burl_sample_grid(program, grid, out), BURL_OK);
  return out;
}

static int around(int64_t i, int n) { return (int)(((i % n) + n) % n); }

/* Any grid is cut from one tile: periods beside one another, parts of one, what begins elsewhere. */
static void test_any_grid_is_cut_from_one_tile(void **unused) {
  (void)unused;
  random_begin(58);
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *const program = compile(recipes[i].round, 2);
    const int nx = i == COUNT(recipes) - 1 ? SIDE * 3 / 2 : SIDE, ny = i == COUNT(recipes) - 1 ? SIDE * 3 / 4 : SIDE;
    const burl_grid whole = grid_at(0, 0, nx, ny);
    float *const tile = sampled(program, &whole);
    for (int part = 0; part < PARTS; part++) {
      const int64_t x = (int64_t)random_below(400) - 200, y = (int64_t)random_below(400) - 200;
      const int columns = part % 2 ? nx : 1 + (int)random_below(150), rows = part % 2 ? ny : 1 + (int)random_below(150);
      const burl_grid grid = grid_at(x, y, columns, rows);
      float *const out = sampled(program, &grid);
      for (int n = 0; n < columns * rows; n++) {
        const float *const same = &tile[around(y + n / columns, ny) * nx + around(x + n % columns, nx)];
        if (memcmp(&out[n], same, sizeof *same) != 0)
          fail_msg("%s: %d by %d from %d, %d: %.9g, not %.9g", recipes[i].round, columns, rows, (int)x, (int)y,
                   (double)out[n], (double)*same);
      }
      free(out);
    }
    free(tile);
    burl_free(program);
  }
}

/* A tile of few samples has the same bits from each of them on. */
static void test_every_shift_of_a_small_tile(void **unused) {
  (void)unused;
  enum { FEW = 8 };
  const double wide = 4.0 / FEW;
  for (int i = 0; i < COUNT(recipes); i++) {
    if (i == COUNT(recipes) - 1) continue; /* its tile isn't square */
    burl_program *const program = compile(recipes[i].round, 2);
    burl_grid grid = {.size = {FEW, FEW}, .step = {wide, wide}};
    float *const tile = sampled(program, &grid);
    for (int shift = 1; shift < FEW * FEW; shift++) {
      const int dx = shift % FEW, dy = shift / FEW;
      grid.first[0] = dx, grid.first[1] = dy;
      float *const out = sampled(program, &grid);
      for (int n = 0; n < FEW * FEW; n++) {
        const float *const same = &tile[(n / FEW + dy) % FEW * FEW + (n % FEW + dx) % FEW];
        if (memcmp(&out[n], same, sizeof *same) != 0)
          fail_msg("%s from %d, %d: %.9g, not %.9g", recipes[i].round, dx, dy, (double)out[n], (double)*same);
      }
      free(out);
    }
    free(tile);
    burl_free(program);
  }
}

/* The middle of three by three tiles has no end near it. */
static void test_the_middle_of_nine(void **unused) {
  (void)unused;
  for (int i = 0; i < COUNT(recipes); i++) {
    if (!recipes[i].plain) continue;
    burl_program *const round = compile(recipes[i].round, 2), *const plain = compile(recipes[i].plain, 2);
    const burl_grid one = grid_at(0, 0, SIDE, SIDE), nine = grid_at(-SIDE, -SIDE, THREE, THREE);
    float *const tile = sampled(round, &one), *const all = sampled(plain, &nine);
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++) {
        const double a = (double)tile[y * SIDE + x], b = (double)all[(SIDE + y) * THREE + SIDE + x];
        if (isnan(a) != isnan(b) || fabs(a - b) > recipes[i].apart)
          fail_msg("%s at %d, %d: %.9g, in the middle of nine %.9g", recipes[i].round, x, y, a, b);
      }
    free(tile);
    free(all);
    burl_free(round);
    burl_free(plain);
  }
}

/* Along the axis that a tile leaves alone, ground has its ends. */
static void test_one_axis_goes_round(void **unused) {
  (void)unused;
  burl_program *const round = compile("tile(blur(perlin(), radius: 0.4), 4, 0)", 2),
                      *const plain = compile("blur(tile(perlin(), 4, 0) + (x < -1e9), radius: 0.4)", 2);
  const burl_grid one = grid_at(0, 0, SIDE, 40), three = grid_at(-SIDE, 0, THREE, 40);
  float *const tile = sampled(round, &one), *const all = sampled(plain, &three);
  for (int y = 0; y < 40; y++)
    for (int x = 0; x < SIDE; x++) assert_true(fabsf(tile[y * SIDE + x] - all[y * THREE + SIDE + x]) < 1e-6f);
  free(tile);
  free(all);
  burl_free(round);
  burl_free(plain);
}

/* The largest step from a sample to the next along an axis of one tile: over the seam, and inside. */
typedef struct {
  double seam, inside;
} steps;

static steps steps_of(const char *text, int axis) {
  burl_program *const program = compile(text, 2);
  const burl_grid one = grid_at(0, 0, SIDE, SIDE);
  float *const tile = sampled(program, &one);
  steps largest = {0, 0};
  for (int n = 0; n < SIDE * SIDE; n++) {
    const int x = n % SIDE, y = n / SIDE, place = axis == 0 ? x : y;
    const int next = axis == 0 ? y * SIDE + (x + 1) % SIDE : (y + 1) % SIDE * SIDE + x;
    double *const of = place == SIDE - 1 ? &largest.seam : &largest.inside;
    *of = fmax(*of, fabs((double)tile[n] - (double)tile[next]));
  }
  free(tile);
  burl_free(program);
  return largest;
}

/* The step over the seam is no larger than the largest inside, where a blur that has ends has a larger one. */
static void test_the_seam_is_like_any_place(void **unused) {
  (void)unused;
  static const char *const smooth[] = {
      "tile(blur(perlin(), radius: 0.5), 4)",
      "tile(upsample(perlin(), 4), 4)",
      "tile(upsample(round(9*perlin()), 3, through: 1), 4)",
      "tile(slope(upsample(perlin(), 4)), 4)",
      "tile(erode(fbm(perlin()), uplift: 1e-3, years: 1e3), 4)",
      "tile(erode(fbm(perlin()), uplift: 1e-3, years: 1e3, base: -0.2), 4)",
  };
  for (int i = 0; i < COUNT(smooth); i++)
    for (int axis = 0; axis < 2; axis++) {
      const steps largest = steps_of(smooth[i], axis);
      if (!(largest.seam <= largest.inside))
        fail_msg("%s: a step of %g over the seam, %g inside", smooth[i], largest.seam, largest.inside);
    }
  const steps open = steps_of("blur(tile(perlin(), 4) + (x < -1e9), radius: 0.5)", 0);
  assert_true(open.seam > 3 * open.inside);
}

/* What repeats goes round without a tile around it, where the grid has more than half a period; else
 * the grid has ends. */
static void test_what_repeats_goes_round(void **unused) {
  (void)unused;
  static const struct {
    const char *plain, *round, *open;
  } same[] = {
      {"blur(tile(perlin(), 4), radius: 0.5)", "tile(blur(perlin(), radius: 0.5), 4)",
       "blur(tile(perlin(), 4) + (x < -1e9), radius: 0.5)"},
      {"blur(floor(x) % 2 + sin(pi*y), radius: 0.1)", "tile(blur(floor(x) % 2 + sin(pi*y), radius: 0.1), 2)",
       "blur(floor(x) % 2 + sin(pi*y) + (x < -1e9) + (y < -1e9), radius: 0.1)"},
      {"distance(white(floor(2*x), floor(y/2), period: 16, 6) > 0.9)",
       "tile(distance(white(floor(2*x), floor(y/2), period: 16, 6) > 0.9), 8, 12)",
       "distance((white(floor(2*x), floor(y/2), period: 16, 6) > 0.9) + (x < -1e9))"},
      {"hillshade(blur(perlin(period: 4), radius: 0.2))", "tile(hillshade(blur(perlin(), radius: 0.2)), 4)",
       "hillshade(blur(perlin(period: 4) + (x < -1e9), radius: 0.2))"},
      {"slope(blur(perlin(period: 4), radius: 0.2))", "tile(slope(blur(perlin(), radius: 0.2)), 4)",
       "slope(blur(perlin(period: 4) + (x < -1e9), radius: 0.2))"},
      {"erode(tile(perlin(), 4), uplift: 1e-3, years: 1e3)", "tile(erode(perlin(), uplift: 1e-3, years: 1e3), 4)",
       "erode(tile(perlin(), 4) + (x < -1e9), uplift: 1e-3, years: 1e3)"},
  };
  for (int i = 0; i < COUNT(same); i++) {
    burl_program *const plain = compile(same[i].plain, 2), *const round = compile(same[i].round, 2),
                        *const open = compile(same[i].open, 2);
    const burl_grid whole = grid_at(0, 0, 2 * SIDE, 3 * SIDE), part = grid_at(3, 2, SIDE / 4, SIDE / 4);
    const int nx = (int)(0.625 * burl_repeat_along(plain, 0) / step),
              ny = (int)(0.75 * burl_repeat_along(plain, 1) / step);
    const burl_grid most = grid_at(0, 0, nx, ny);
    float *const a = sampled(plain, &whole), *const b = sampled(round, &whole), *const c = sampled(open, &whole);
    float *const few = sampled(plain, &part), *const few_open = sampled(open, &part);
    if (memcmp(a, b, 6 * SIDE * SIDE * sizeof *a) != 0) fail_msg("%s doesn't go round", same[i].plain);
    if (memcmp(a, c, 6 * SIDE * SIDE * sizeof *a) == 0) fail_msg("%s has no ends", same[i].open);
    if (memcmp(few, few_open, SIDE / 4 * (SIDE / 4) * sizeof *few) != 0)
      fail_msg("part of %s goes round", same[i].plain);
    float *const some = sampled(plain, &most), *const same_some = sampled(round, &most);
    if (memcmp(some, same_some, (size_t)nx * (size_t)ny * sizeof *some) != 0)
      fail_msg("a part of %s isn't cut from the whole", same[i].plain);
    free(some), free(same_some);
    free(a), free(b), free(c), free(few), free(few_open);
    burl_free(plain), burl_free(round), burl_free(open);
  }
}

/* What erode() takes over from a coarser lattice goes round, too: over smooth ground without hollows, of which in no
 * years nothing is worn, as near to it beside the seam as inside. */
static void test_coarser_lattices_go_round(void **unused) {
  (void)unused;
  enum { FINE = 512 };
  burl_program *const program =
      compile("h = 0.2*sin(pi*x/2) + 0.2*sin(pi*y/2)\ntile(abs(erode(h, years: 0) - h), 4)", 2);
  const double wide = 4.0 / FINE;
  const burl_grid grid = {.size = {FINE, FINE}, .origin = {wide / 2, wide / 2}, .step = {wide, wide}};
  float *const off = sampled(program, &grid);
  double inside = 0, beside = 0;
  for (int i = 0; i < FINE * FINE; i++) {
    const int x = i % FINE, is_beside = x < 4 || x >= FINE - 4;
    double *const most = is_beside ? &beside : &inside;
    *most = fmax(*most, (double)off[i]);
  }
  if (beside > inside) fail_msg("off by %g beside the seam, %g inside", beside, inside);
  free(off);
  burl_free(program);
}

/* A surface may be read a period on, and its lattice has the nearest whole number of cells. */
static void test_surfaces_need_no_whole_samples(void **unused) {
  (void)unused;
  burl_program *const program = compile("tile(upsample(perlin(), 4), 3)", 2),
                      *const twice = compile("at(tile(upsample(perlin(), 4), 3), x + 6, y - 3)", 2);
  const burl_grid grid = {.size = {50, 40}, .origin = {-1, 7}, .step = {0.0625, 0.0625}};
  float *const one = sampled(program, &grid), *const other = sampled(twice, &grid);
  assert_memory_equal(one, other, 50 * 40 * sizeof *one);
  free(one);
  free(other);
  burl_free(program);
  burl_free(twice);
}

static void test_what_does_not_go_round(void **unused) {
  (void)unused;
  static const char *const refused[] = {"tile(midpoint(), 4)", "tile(scale(blur(perlin()), 2), 4)",
                                        "scale(tile(blur(perlin()), 4), 2)"};
  burl_error error;
  for (int i = 0; i < COUNT(refused); i++) {
    if (burl_compile(refused[i], 2, &error)) fail_msg("%s compiles", refused[i]);
    assert_non_null(strstr(error.message, "whole grid"));
  }
  static const char *const jumping[] = {"tile(blur(x), 4)",
                                        "tile(blur(perlin(), radius: 0.1*x), 4)",
                                        "tile(hillshade(x), 4)",
                                        "tile(erode(perlin(), k: 1e-6*x), 4)",
                                        "tile(upsample(y, 2), 4)",
                                        "tile(dilate(floor(x), 0.1), 4)",
                                        "tile(bevel(x > 1, width: 1), 4)",
                                        "tile(d(blur(x), x), 4)"};
  for (int i = 0; i < COUNT(jumping); i++) {
    if (burl_compile(jumping[i], 2, &error)) fail_msg("%s compiles", jumping[i]);
    assert_non_null(strstr(error.message, "doesn't repeat with the tile"));
    assert_true(error.column > 10); /* at the term, not at the call */
  }
  burl_program *const program = compile("tile(blur(perlin(), radius: 1), 4)", 2);
  const burl_grid grid = {.size = {65, 65}, .step = {3.0 / 65, 3.0 / 65}};
  float *const out = malloc(sizeof *out * 65 * 65);
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_SHAPE);
  assert_int_equal(burl_check_grid(program, &grid, &error), BURL_SHAPE);
  assert_non_null(strstr(error.message, "blur inside a tile 4 wide along x has 86.6666"));
  assert_non_null(strstr(error.hint, "has 87"));
  const burl_grid part = {.size = {2, 2}, .step = {4.0 / 100000, 4.0 / 100000}}; /* of a tile of 10^10 samples */
  assert_int_equal(burl_sample_grid(program, &part, out), BURL_LIMIT);
  assert_int_equal(burl_check_grid(program, &part, &error), BURL_LIMIT);
  assert_non_null(strstr(error.message, "a tile of 100000 x 100000 samples"));
  free(out);
  burl_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_any_grid_is_cut_from_one_tile),
      cmocka_unit_test(test_every_shift_of_a_small_tile),
      cmocka_unit_test(test_the_middle_of_nine),
      cmocka_unit_test(test_one_axis_goes_round),
      cmocka_unit_test(test_the_seam_is_like_any_place),
      cmocka_unit_test(test_what_repeats_goes_round),
      cmocka_unit_test(test_coarser_lattices_go_round),
      cmocka_unit_test(test_surfaces_need_no_whole_samples),
      cmocka_unit_test(test_what_does_not_go_round),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
