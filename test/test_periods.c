/* Periods, over random recipes: what repeats has the same bits a period on, at points and over grids;
 * the step across its seam is no larger than elsewhere; and what can't repeat is an error at its place. */
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

enum { POINTS = 600, TIME = 4 }; /* coordinate 4 is the time */

/* A recipe that repeats: its periods along x y z w and t, 0 where it need not. */
typedef struct {
  recipe text;
  int dims;
  double period[5];
  burl_program *program;
} periodic;

/* ---- Samples ------------------------------------------------------------------------------------ */

typedef struct {
  double coord[5][POINTS];
  float out[POINTS * 4];
} samples;

static void sample(const periodic *p, samples *s) {
  const burl_points points = {
      .count = POINTS, .coord = {s->coord[0], s->coord[1], s->coord[2], s->coord[3]}, .time = s->coord[TIME]};
  assert_int_equal(burl_sample_points(p->program, &points, s->out), BURL_OK);
}

/* Whole 4096ths, so that a sum with a period is exact; a third of them near the seams. */
static void draw_points(samples *s) {
  for (int axis = 0; axis < 5; axis++)
    for (int i = 0; i < POINTS; i++) {
      const double far = axis < TIME ? 30 : 3;
      const double at = i % 3 ? random_between(-far, far) : random_between(-0.01, 0.01);
      s->coord[axis][i] = i % 3 == 0 && i % 5 == 0 ? 0 : nearbyint(at * 4096) / 4096;
    }
}

static void show(const periodic *p) {
  print_message("%s\nin %dD, periods %g %g %g %g, time %g\n", p->text.text, p->dims, p->period[0], p->period[1],
                p->period[2], p->period[3], p->period[TIME]);
}

/* ---- The same bits ------------------------------------------------------------------------------ */

static void check_bits(const periodic *p) {
  static samples here, there;
  static const double steps[] = {1, -1, 3, -1000, 1048576};
  const size_t size = sizeof(float) * POINTS * (size_t)burl_channels(p->program);
  draw_points(&here);
  sample(p, &here);
  for (int axis = 0; axis < 5; axis++) {
    if (p->period[axis] == 0) continue;
    const int few = axis == TIME || p->period[axis] > 1e5; /* or the sum would not be exact */
    const double by = p->period[axis] * steps[random_below(few ? 3 : (uint32_t)COUNT(steps))];
    there = here;
    for (int i = 0; i < POINTS; i++) there.coord[axis][i] += by;
    sample(p, &there);
    if (memcmp(here.out, there.out, size) == 0) continue;
    int at = 0;
    const int channels = burl_channels(p->program);
    while (memcmp(&here.out[at], &there.out[at], sizeof(float)) == 0) at++;
    const int i = at / channels;
    show(p);
    fail_msg("axis %d, %g on from %.17g, %.17g, %.17g, %.17g, time %.17g: %.9g, not %.9g", axis, by, here.coord[0][i],
             here.coord[1][i], here.coord[2][i], here.coord[3][i], here.coord[TIME][i], (double)there.out[at],
             (double)here.out[at]);
  }
}

/* The samples of a grid are those of its points. */
static void check_points_of_grid(const periodic *p, const burl_grid *grid, const float *values) {
  static samples s;
  const int channels = burl_channels(p->program);
  for (int i = 0; i < POINTS; i++) {
    int64_t rest = i;
    for (int a = 0; a < 4; a++) {
      const int64_t n = a < p->dims ? grid->size[a] : 1;
      s.coord[a][i] = grid->origin[a] + (double)(rest % n) * grid->step[a];
      rest /= n;
    }
    s.coord[TIME][i] = grid->time;
  }
  int64_t all = 1;
  for (int a = 0; a < p->dims; a++) all *= grid->size[a];
  const size_t count = all < POINTS ? (size_t)all : POINTS;
  const burl_points points = {.count = count,
                              .coord = {s.coord[0], s.coord[1], s.coord[2], s.coord[3]},
                              .time = s.coord[TIME],
                              .footprint = grid->footprint};
  assert_int_equal(burl_sample_points(p->program, &points, s.out), BURL_OK);
  for (size_t i = 0; i < count * (size_t)channels; i++)
    if (memcmp(&values[i], &s.out[i], sizeof *values) != 0) {
      show(p);
      fail_msg("sample %zu of a grid from %g, %g, %g, %g by %g, %g, %g, %g: %.9g, its point %.9g", i, grid->origin[0],
               grid->origin[1], grid->origin[2], grid->origin[3], grid->step[0], grid->step[1], grid->step[2],
               grid->step[3], (double)values[i], (double)s.out[i]);
    }
}

/* A grid a period further has the same bits; its steps are coarse, fine or finer than a cell. */
static void check_grid(const periodic *p) {
  static float here[4 * 4096], there[4 * 4096];
  static const int sizes[4][4] = {{700}, {67, 13}, {37, 5, 3}, {19, 3, 3, 2}};
  static const double steps[] = {1 / 8.0, 1 / 64.0, 1 / 4.0, 3 / 16.0, 5 / 4.0};
  burl_grid grid = {.time = nearbyint(random_between(-64, 64)) / 64, .threads = 1, .footprint = 1 / 16.0};
  size_t count = (size_t)burl_channels(p->program);
  for (int a = 0; a < p->dims; a++) {
    grid.size[a] = sizes[p->dims - 1][a];
    grid.step[a] = steps[random_below((uint32_t)COUNT(steps))] * (random_below(8) ? 1 : -1);
    grid.origin[a] = nearbyint(random_between(-99, 99)) / 8;
    count *= (size_t)grid.size[a];
  }
  assert_int_equal(burl_sample_grid(p->program, &grid, here), BURL_OK);
  check_points_of_grid(p, &grid, here);
  for (int axis = 0; axis < 5; axis++) {
    if (p->period[axis] == 0) continue;
    burl_grid moved = grid;
    if (axis == TIME) moved.time += 1;
    else moved.origin[axis] += p->period[axis] * (random_below(2) ? 1 : -9);
    assert_int_equal(burl_sample_grid(p->program, &moved, there), BURL_OK);
    for (size_t i = 0; i < count; i++)
      if (memcmp(&here[i], &there[i], sizeof *here) != 0) {
        show(p);
        fail_msg("axis %d: sample %zu of a grid from %g, %g, %g, %g by %g, %g, %g, %g at %g: %.9g, "
                 "not %.9g",
                 axis, i, grid.origin[0], grid.origin[1], grid.origin[2], grid.origin[3], grid.step[0], grid.step[1],
                 grid.step[2], grid.step[3], grid.time, (double)there[i], (double)here[i]);
      }
  }
}

/* ---- Seams -------------------------------------------------------------------------------------- */

/* The largest step along an axis from below to `width` further: across the seam, or elsewhere.  Half
 * of elsewhere is across other whole numbers and their fractions, where lattices have their lines. */
static double largest_step(const periodic *p, int axis, double width, int across) {
  static samples below, above;
  for (int a = 0; a < 5; a++)
    for (int i = 0; i < POINTS; i++) below.coord[a][i] = random_between(0, p->period[a] > 0 ? p->period[a] : 20);
  for (int i = 0; i < POINTS; i++) {
    const double period = p->period[axis], line = (1 + random_below(11)) / 12.0;
    double at = across ? period - width / 2 : random_between(width, period - 2 * width);
    if (!across && i % 2) at = line * period - width / 2;
    below.coord[axis][i] = at;
  }
  above = below;
  for (int i = 0; i < POINTS; i++) above.coord[axis][i] += width;
  sample(p, &below);
  sample(p, &above);
  double most = 0;
  const int channels = burl_channels(p->program);
  for (int i = 0; i < POINTS * channels; i++) most = fmax(most, fabs((double)above.out[i] - (double)below.out[i]));
  return most;
}

/* A step of 2^-13 is a thousandth of a cell of the finest octave: a jump would stand out.  Where the
 * seam happens to be steep and little else, a smaller step is smaller: over a jump it is not. */
static void check_seam(const periodic *p) {
  for (int axis = 0; axis < 5; axis++) {
    if (p->period[axis] == 0) continue;
    const double width = 0x1p-13 * (axis == TIME ? 0.125 : 1);
    const double seam = largest_step(p, axis, width, 1);
    double elsewhere = 1e-6;
    for (int tries = 0; tries < 6 && seam > 1.5 * elsewhere; tries++)
      elsewhere = fmax(elsewhere, largest_step(p, axis, width, 0));
    if (seam <= 1.5 * elsewhere || largest_step(p, axis, width / 16, 1) < seam / 4) continue;
    show(p);
    fail_msg("axis %d: a step of %g across the seam, of %g elsewhere", axis, seam, elsewhere);
  }
}

/* ---- Random recipes ----------------------------------------------------------------------------- */

/* All axes 12, or each its own: whole or a fraction, some not at all. */
static void draw_periods(periodic *p) {
  static const double some[] = {12, 12, 24, 3, 6, 4, 1, 5, 2, 1.5};
  const int own = random_below(2) == 0;
  for (int a = 0; a < 5; a++) p->period[a] = 0;
  for (int a = 0; a < p->dims; a++)
    p->period[a] = !own ? 12 : random_below(5) == 0 ? 0 : some[random_below((uint32_t)COUNT(some))];
}

static void put_tile(periodic *p, recipe_kind kind) {
  recipe_wish wish = {.dims = p->dims, .depth = 3, .kind = kind, .period = p->period};
  const int looped = p->dims < 4 && random_below(4) == 0;
  recipe_put(&p->text, looped ? "tile(loop(" : "tile(");
  wish.looped = looped;
  if (looped) p->period[TIME] = 1;
  recipe_put_random(&p->text, &wish);
  if (looped) recipe_put(&p->text, ", 12)");
  for (int a = 0; a < p->dims; a++) recipe_put(&p->text, ", %g", p->period[a]);
  recipe_put(&p->text, ")");
}

/* Simplex noise wants more of a period than tile() promised, and some options are for some dimensions;
 * so a share of recipes is wrong: counted, lest none be left. */
static int refused;

static void draw_recipe(periodic *p, recipe_kind kind) {
  enum { MOST = 200 };
  for (p->program = NULL; !p->program;) {
    burl_error error;
    recipe_begin(&p->text);
    p->dims = 1 + (int)random_below(4);
    draw_periods(p);
    put_tile(p, kind);
    if (p->text.cost > MOST) continue;
    p->program = burl_compile(p->text.text, p->dims, &error);
    refused += !p->program;
    if (!p->program && getenv("SHOW")) printf("%dD %s\n  %d:%s\n", p->dims, p->text.text, error.column, error.message);
  }
  if (random_below(2)) burl_seed(p->program, random_bits());
}

static void check_random(recipe_kind kind, int count, void (*check)(const periodic *)) {
  refused = 0;
  for (int i = 0; i < count; i++) {
    static periodic p;
    draw_recipe(&p, kind);
    check(&p);
    burl_free(p.program);
  }
  if (refused > 2 * count) fail_msg("%d refused, %d not", refused, count);
}

static void test_bits_repeat(void **unused) {
  (void)unused;
  random_begin(1);
  check_random(RECIPE_ANY, (int)(400 * scale_of_test()), check_bits);
}

static void test_bits_of_grids_repeat(void **unused) {
  (void)unused;
  random_begin(2);
  check_random(RECIPE_ANY, (int)(400 * scale_of_test()), check_grid);
}

static void test_seams(void **unused) {
  (void)unused;
  random_begin(3);
  check_random(RECIPE_CALM, (int)(400 * scale_of_test()), check_seam);
}

/* ---- The option period, of every noise ---------------------------------------------------------- */

/* Small, wider than any table, and up to the largest that there are. */
static void draw_cells(periodic *p) {
  static const double some[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 24, 255, 300, 357913932, 4294967295.0};
  for (int a = 0; a < 5; a++) p->period[a] = 0;
  for (int a = 0; a < p->dims; a++) p->period[a] = random_below(6) == 0 ? 0 : some[random_below((uint32_t)COUNT(some))];
}

/* Noise `index` with random options and periods, at the point itself or at coordinates of its own. */
static int draw_noise(periodic *p, int index, int options) {
  recipe_begin(&p->text);
  p->dims = 1 + (int)random_below(4);
  draw_cells(p);
  recipe_put_noise(&p->text, index, options);
  if (strstr(p->text.text, "radius:")) return 0; /* periods count other cells then */
  for (int a = 0; a < p->dims; a++) recipe_put(&p->text, a ? ", %.0f" : ", period: %.0f", p->period[a]);
  recipe_put(&p->text, ")");
  p->program = burl_compile(p->text.text, p->dims, NULL);
  return p->program != NULL;
}

/* Over half a cell what jumps from cell to cell does so across the seam no further than elsewhere. */
static void check_jumps(const periodic *p) {
  for (int axis = 0; axis < p->dims; axis++) {
    if (p->period[axis] < (p->dims == 1 ? 24 : 2)) continue; /* too few to compare with */
    const double seam = largest_step(p, axis, 0.5, 1), elsewhere = largest_step(p, axis, 0.5, 0);
    if (seam <= 1.5 * elsewhere) continue;
    show(p);
    fail_msg("axis %d: a jump of %g across the seam, of %g elsewhere", axis, seam, elsewhere);
  }
}

static int jumps(const periodic *p) {
  static const char *const words[] = {"white", "give: value", "give: x", "give: y", "give: z"};
  for (int i = 0; i < COUNT(words); i++)
    if (strstr(p->text.text, words[i])) return 1;
  return 0;
}

static void test_noises_with_periods(void **unused) {
  (void)unused;
  random_begin(4);
  for (int index = 0; noise_name(index); index++)
    for (int k = 0; k < 60 * scale_of_test(); k++) {
      static periodic p;
      for (int tries = 0; !draw_noise(&p, index, k % 4); tries++)
        if (tries > 1000) fail_msg("no %s with a period compiles", noise_name(index));
      burl_seed(p.program, random_bits());
      check_bits(&p);
      check_grid(&p);
      if (jumps(&p)) check_jumps(&p);
      else check_seam(&p);
      burl_free(p.program);
    }
}

/* ---- Periods that are no sums of few powers of two ---------------------------------------------- */

/* 2^k periods are as exact as one; p is a multiple of the sum's last place, so that the sum is exact. */
static void check_fraction(const char *text, double period) {
  burl_program *const program = burl_compile(text, 2, NULL);
  assert_non_null(program);
  for (int k = 0; k < 24; k++) {
    static samples here, there;
    const double far = ldexp(period, k), last = ldexp(1, ilogb(far) - 51);
    for (int i = 0; i < POINTS; i++) {
      here.coord[0][i] = nearbyint(random_between(-0.4, 0.4) * fmin(period, far) / last) * last;
      there.coord[0][i] = here.coord[0][i] + far;
      assert_true(there.coord[0][i] - far == here.coord[0][i]);
      here.coord[1][i] = there.coord[1][i] = 0.3;
    }
    const periodic p = {.dims = 2, .program = program};
    sample(&p, &here);
    sample(&p, &there);
    for (int i = 0; i < POINTS; i++)
      if (memcmp(&here.out[i], &there.out[i], sizeof(float)) != 0)
        fail_msg("%s at %.17g and 2^%d periods on: %.9g, %.9g", text, here.coord[0][i], k, (double)here.out[i],
                 (double)there.out[i]);
  }
  burl_free(program);
}

static void test_fractions_repeat(void **unused) {
  (void)unused;
  random_begin(5);
  check_fraction("tile(scale(perlin(), 0.1), 0.3)", 0.3);
  check_fraction("tile(perlin(10*x, 30*y), 0.1)", 0.1);
  check_fraction("tile(fbm(value(), at: 3), 1/3)", 1.0 / 3);
  check_fraction("tile(scale(simplex(), 0.7/3), 0.7)", 0.7);
  check_fraction("tile(scale(cells(), 1.3), 2.6)", 2.6);
}

/* A cut through a tile at a constant coordinate has the tile's bits, where it wraps around, too. */
static void test_cuts_through_tiles(void **unused) {
  static const char *const tiles[] = {"tile(perlin(), 4)", "tile(fbm(value(), octaves: 3), 4)",
                                      "tile(perlin(x, 0.5*y), 4)", "tile(value(x, y, hash: wood, raw: 1), 4)",
                                      "tile(perlin(x, y + 1), 4)"};
  (void)unused;
  for (int i = 0; i < COUNT(tiles); i++) {
    for (double y = -5; y < 9; y += 0.375) {
      char text[200];
      snprintf(text, sizeof text, "at(%s, x, %g)", tiles[i], y);
      burl_program *const whole = burl_compile(tiles[i], 2, NULL), *const cut = burl_compile(text, 2, NULL);
      const burl_points point = {.count = 1, .coord = {(const double[]){3.6}, &y}};
      float expected, value;
      assert_true(whole && cut);
      burl_sample_points(whole, &point, &expected);
      burl_sample_points(cut, &point, &value);
      if (memcmp(&value, &expected, sizeof value) != 0)
        fail_msg("%s at y = %g: %.9g, not %.9g", text, y, (double)value, (double)expected);
      burl_free(whole);
      burl_free(cut);
    }
  }
}

static burl_program *program_of(const char *text, int dims, const char *isa) {
  const burl_options options = {.struct_size = sizeof options, .dims = dims, .isa = isa};
  return burl_compile_with(text, strlen(text), &options, NULL);
}

/* ---- Beside whole numbers, near and far ---------------------------------------------------------- */

/* Some in the first period, and others at the same places of other periods, so far out that hardly a bit is left of
 * a fraction, or as far as those of few cells are told from their parts; or just below whole numbers, where what is
 * a fraction rounds to 1. */
static void draw_places(double period, int just_below, double limit, double here[POINTS], double there[POINTS]) {
  const double most_laps = random_below(2) ? 0x1p35 : 0x1p51;
  for (int i = 0; i < POINTS; i++) {
    const double cell = random_below(2) ? floor(random_unit() * period) : random_below(2) ? 0 : period - 1;
    const double most = just_below ? 1e6 : limit - 1;
    const double far = (random_below(2) ? 1 : 0x1p-30) * fmin(most / period, most_laps);
    const double laps = floor(random_between(-far, far));
    const double at = cell + laps * period;
    here[i] = cell;
    there[i] = fabs(at) < most ? at : cell;
    if (!just_below) continue;
    here[i] = nextafter(here[i], -INFINITY);
    there[i] = nextafter(there[i], -INFINITY);
  }
}

static void check_places(const char *name, int dims, double period, const char *isa) {
  static samples here, there;
  const int is_fractal = strncmp(name, "fbm", 3) == 0; /* of two octaves, the second at twice the coordinates */
  const double limit = is_fractal ? 0x1p50 : 0x1p51;
  char text[100];
  snprintf(text, sizeof text, "%speriod: %.0f)%s", name, period, is_fractal ? ", octaves: 2, same_seed: 1)" : "");
  burl_program *const program = program_of(text, dims, isa);
  if (!program) return; /* another processor's set */
  for (int below = 0; below < (period > 1e6 ? 1 : 2); below++) {
    for (int a = 0; a < dims; a++) draw_places(period, below, limit, here.coord[a], there.coord[a]);
    const periodic p = {.program = program};
    sample(&p, &here);
    sample(&p, &there);
    for (int i = 0; i < POINTS; i++)
      if (memcmp(&here.out[i], &there.out[i], sizeof here.out[i]) != 0)
        fail_msg("%s, %dD, %s: %.9g at %.17g, %.17g, but %.9g at %.17g, %.17g", text, dims, burl_isa(program),
                 (double)here.out[i], here.coord[0][i], here.coord[1][i], (double)there.out[i], there.coord[0][i],
                 there.coord[1][i]);
  }
  burl_free(program);
}

static void test_beside_whole_numbers(void **unused) {
  (void)unused;
  static const char *const sets[] = {NULL, "sse2", "avx2"};
  static const char *const names[] = {"value(", "perlin(",    "white(",     "simplex(", "simplex(smooth: 1, ",
                                      "cells(", "fbm(value(", "fbm(perlin("};
  static const double periods[] = {1,     2,     3,     5,         12,           99,           16383,       16384,
                                   16385, 49152, 65538, 357913932, 2147483648.0, 2147483649.0, 4294967295.0};
  random_begin(6);
  for (int s = 0; s < COUNT(sets); s++)
    for (int n = 0; n < COUNT(names); n++)
      for (int k = 0; k < COUNT(periods) * 4; k++) {
        const int dims = k % 4 + 1, is_simplex = strncmp(names[n], "simplex", 7) == 0;
        const double blocks = dims == 1 ? 1 : dims == 4 ? 4 : 3, period = periods[k / 4];
        if (is_simplex && (fmod(period, blocks) != 0 || period > 357913932)) continue;
        check_places(names[n], dims, period, sets[s]);
      }
}

/* ---- Near the ends of periods --------------------------------------------------------------------- */

/* How many laps on a grid begins: some, many, or all that there are where noise has values. */
static double random_laps(double period) {
  if (random_below(3)) return nearbyint(random_between(-2, 2));
  if (random_below(3)) return nearbyint(random_between(-1, 1) * 1e10 / period);
  return floor(0x1p51 / period) * (random_below(2) ? 1 : -1);
}

/* Samples of a grid, warped or not, or slopes of a warped one, on both sides of an end, some laps on, or of one that
 * goes around, are those of their points, each made by itself: for any step, and whether a period has one block of
 * cells or as many as there can be. */
static void check_across_ends(int form, const char *name, int dims, double period, const char *isa) {
  static const double steps[] = {0.004, 0.03, 0.11, 0.3, 0.64, 1.3, 1.53, 2.7};
  static const int64_t sizes[2][2][4] = {{{30, 20, 1, 1}, {75, 8, 1, 1}}, {{15, 8, 5, 1}, {25, 8, 3, 1}}};
  static float values[POINTS];
  static periodic p;
  p.dims = dims;
  recipe_begin(&p.text);
  if (form == 0) recipe_put(&p.text, "%speriod: %.0f)", name, period);
  if (form == 1) recipe_put(&p.text, "warp(%speriod: %.0f), 0.7*perlin())", name, period);
  if (form == 2) recipe_put(&p.text, "d(warp(%speriod: %.0f), 0.7*perlin()), x)", name, period);
  burl_program *const program = program_of(p.text.text, dims, isa);
  if (!program) return; /* another processor's set */
  p.program = program_of(p.text.text, dims, "base");
  assert_non_null(p.program);
  for (int i = 0; i < 2 * COUNT(steps); i++) {
    burl_grid grid = {.threads = 1};
    memcpy(grid.size, sizes[dims - 2][i % 2], sizeof grid.size);
    for (int a = 0; a < dims; a++) {
      const double laps = random_laps(period);
      const double before = random_below(3) ? random_unit() * (double)grid.size[a] : 0;
      grid.step[a] = random_below(4) ? steps[i / 2] : -steps[i / 2];
      grid.origin[a] = laps * period - before * grid.step[a];
      if (period < 10 && random_below(2)) grid.origin[a] += random_unit() * period; /* an end is near anyway */
    }
    assert_int_equal(burl_sample_grid(program, &grid, values), BURL_OK);
    check_points_of_grid(&p, &grid, values);
  }
  burl_free(p.program);
  burl_free(program);
}

static void test_across_ends(void **unused) {
  (void)unused;
  static const char *const sets[] = {"sse2", "avx2", "avx512", "base"};
  static const char *const names[] = {"simplex(", "simplex(smooth: 1, ", "perlin(", "value(", "cells("};
  static const double periods[] = {3, 6, 9, 18, 30, 90, 3000, 50331648, 357913941};
  const int every = scale_of_test() < 1 ? 3 : 1;
  random_begin(7);
  for (int s = 0; s < COUNT(sets); s++)
    for (int n = 0; n < COUNT(names); n++)
      for (int k = 0; k < COUNT(periods); k++)
        for (int dims = 2; dims <= 3; dims++)
          for (int form = 0; form < 3; form++)
            if ((s + n + k + dims + form) % every == 0) check_across_ends(form, names[n], dims, periods[k], sets[s]);
  for (int s = 0; s < COUNT(sets); s++) /* two ends among a few lattice points */
    for (int i = 0; i < 12; i++) check_across_ends(1, "simplex(", 3, 3, sets[s]);
}

/* The step across an end, or the border of a cell beside one, is as small as the way is short, for noise and for
 * slopes, of as long periods as there are. */
static void check_end(const char *wrapped, const char *name, int dims, double period, const char *isa) {
  static samples s;
  char text[100];
  snprintf(text, sizeof text, wrapped, name, period);
  burl_program *const program = program_of(text, dims, isa);
  if (!program) return; /* another processor's set */
  for (int i = 0; i < POINTS; i++)
    for (int a = 0; a < dims; a++) {
      const int at_end = i / 2 % dims == a;
      const double borders[] = {0, 1, 2, period - 2, period - 1}, border = borders[i / 2 / dims % COUNT(borders)];
      const double in_front = (border > 0 ? border : period) - 0x1p-20;
      s.coord[a][i] = at_end ? (i % 2 ? in_front : border) : i % 2 ? s.coord[a][i - 1] : random_unit() * period;
    }
  const periodic p = {.program = program};
  sample(&p, &s);
  for (int i = 0; i < POINTS; i += 2)
    if (!(fabsf(s.out[i] - s.out[i + 1]) < 2e-3f))
      fail_msg("%s, %dD, %s: %.9g at %.17g, %.17g, but %.9g at %.17g, %.17g", text, dims, burl_isa(program),
               (double)s.out[i], s.coord[0][i], s.coord[1][i], (double)s.out[i + 1], s.coord[0][i + 1],
               s.coord[1][i + 1]);
  burl_free(program);
}

static void test_ends_far_away(void **unused) {
  (void)unused;
  static const char *const sets[] = {NULL, "sse2", "avx2"};
  static const char *const names[] = {"value(", "perlin(", "simplex(", "simplex(smooth: 1, "};
  static const double periods[] = {3,         12,           3000000,      268435452,   357913941,
                                   429496728, 2147483649.0, 4294967292.0, 4294967295.0};
  random_begin(8);
  for (int s = 0; s < COUNT(sets); s++)
    for (int n = 0; n < COUNT(names); n++)
      for (int k = 0; k < COUNT(periods) * 4; k++) {
        check_end("%speriod: %.0f)", names[n], k % 4 + 1, periods[k / 4], sets[s]);
        check_end("0.1*d(%speriod: %.0f), x)", names[n], k % 4 + 1, periods[k / 4], sets[s]);
      }
}

/* ---- Short periods ------------------------------------------------------------------------------- */

/* How simplex noise of short periods is made depends on all of them; what it is, away from the ends of one, not on how
 * long that one is. */
static void check_beside_long(const char *wrapped, int dims, const char *isa) {
  static samples s, in_long;
  char text[200], long_text[200];
  const int block = dims == 4 ? 4 : 3, last = dims - 1;
  const uint32_t most = dims == 2 ? 72 : dims == 3 ? 14 : 3, longest = dims == 2 ? 2100 : dims == 3 ? 2430 : 64;
  int period[4] = {0};
  const int are_thin = random_below(4) == 0, thick = (int)random_below((uint32_t)dims);
  for (int a = 0; a < dims; a++)
    period[a] = block * (1 + (int)(are_thin ? (a == thick) * random_below(longest) : random_below(most)));
  period[last] += block;
  int length = 0, long_length = 0;
  char list[60], long_list[60];
  for (int a = 0; a < dims; a++) {
    length += snprintf(list + length, sizeof list - (size_t)length, "%s%d", a ? ", " : "", period[a]);
    long_length += snprintf(long_list + long_length, sizeof long_list - (size_t)long_length, "%s%d", a ? ", " : "",
                            a == last ? period[a] << 14 : period[a]);
  }
  snprintf(text, sizeof text, wrapped, list);
  snprintf(long_text, sizeof long_text, wrapped, long_list);
  burl_program *const program = program_of(text, dims, isa);
  if (!program) return; /* another processor's set */
  burl_program *const beside = program_of(long_text, dims, isa);
  for (int i = 0; i < POINTS; i++) {
    for (int a = 0; a < last; a++) {
      const double laps = floor(random_below(2) ? random_between(-3, 3) : random_between(-1e6, 1e6));
      s.coord[a][i] = (random_below(3) ? random_unit() * period[a] : random_between(-1, 1)) + laps * period[a];
    }
    s.coord[last][i] = random_between(2, period[last] - 2);
  }
  memcpy(&in_long, &s, sizeof s);
  sample(&(periodic){.program = program}, &s);
  sample(&(periodic){.program = beside}, &in_long);
  for (int i = 0; i < POINTS; i++)
    if (memcmp(&s.out[i], &in_long.out[i], sizeof s.out[i]) != 0)
      fail_msg("%s, %dD, %s: %.9g at %.17g, %.17g, but %.9g of %s", text, dims, burl_isa(program), (double)s.out[i],
               s.coord[0][i], s.coord[1][i], (double)in_long.out[i], long_text);
  burl_free(beside);
  burl_free(program);
}

/* Where noise has no value, there is none of one with a period either. */
static void check_nowhere(const char *text, int dims, const char *isa) {
  static const double places[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 0x1p51, -0x1p51 - 1, 0x1p53 + 2, 1e18};
  static samples s;
  burl_program *const program = program_of(text, dims, isa);
  if (!program) return; /* another processor's set */
  for (int i = 0; i < POINTS; i++) {
    for (int a = 0; a < dims; a++) s.coord[a][i] = random_between(-20, 20);
    s.coord[random_below((uint32_t)dims)][i] = places[random_below(COUNT(places))];
  }
  sample(&(periodic){.program = program}, &s);
  for (int i = 0; i < POINTS; i++) assert_true(s.out[i] == 0.0f);
  for (int i = 0; i < COUNT(places); i++)
    for (int a = 0; a < dims; a++) {
      burl_grid grid = {.size = {20, 5, dims > 2 ? 3 : 1, 1}, .step = {0.9, 0.9, 0.9, 0.9}, .threads = 1};
      grid.origin[a] = places[i];
      assert_int_equal(burl_sample_grid(program, &grid, s.out), isfinite(places[i]) ? BURL_OK : BURL_ARGUMENT);
      if (!isfinite(places[i]) || places[i] == -0x1p51 - 1) continue;
      for (int n = 0; n < 100 * (dims > 2 ? 3 : 1); n++) assert_true(s.out[n] == 0.0f);
    }
  burl_free(program);
}

static void test_short_periods(void **unused) {
  (void)unused;
  static const char *const sets[] = {"sse2", "avx2", "avx512", "base"};
  random_begin(9);
  for (int s = 0; s < COUNT(sets); s++)
    for (int i = 0; i < 40; i++)
      for (int dims = 2; dims <= 4; dims++) {
        check_beside_long("simplex(period: %s)", dims, sets[s]);
        check_beside_long("d(simplex(seed: 3, period: %s), x)", dims, sets[s]);
        if (i > 0) continue;
        check_nowhere(dims == 4 ? "simplex(period: 4)" : "simplex(period: 12)", dims, sets[s]);
        check_nowhere("simplex(period: 600)", dims, sets[s]);
        check_nowhere("d(simplex(period: 600), x)", dims, sets[s]);
      }
}

/* ---- What can't repeat -------------------------------------------------------------------------- */

/* The culprit is marked by [ ], which are no part of the recipe. */
static const struct {
  int dims;
  const char *text, *says;
} wrong[] = {
    {2, "[tile(perlin(), 4.5)]", "whole number"},
    {2, "[tile(perlin(), 0.3)]", "whole number"},
    {2, "[tile(perlin(), 4.00000001)]", "whole number"},
    {2, "[tile(value() + perlin(x, 1.1*y), 4)]", "whole number"},
    {2, "[tile(scale(perlin(), 3), 4)]", "whole number"},
    {2, "[tile(scale(white(), 1, 3), 4)]", "whole number"},
    {3, "[tile(rotate(value(), 30, axis: x), 6)]", "whole number"},
    {2, "[tile(rotate(perlin(), 90), 4, 6.5)]", "whole number"},
    {2, "[tile(fbm(perlin(), lacunarity: 1.7), 4)]", "whole number"},
    {2, "[tile(fbm(cells(), at: 0.3), 4)]", "whole number"},
    {2, "[tile(warp(value(), perlin(x*1.5, y)), 3)]", "whole number"},
    {2, "f(e) = scale(e, 0.7)\n[tile(f(perlin()), 4)]", "whole number"},
    {2, "tile([x], 4)", "coordinate"},
    {2, "tile(perlin() + [0.5*y], 4)", "coordinate"},
    {2, "tile(perlin() + 0.5*[y], 4)", "coordinate"},
    {2, "tile([fract(0.3*x)], 4)", "repeats 1.2 times in a tile that is 4 wide along x"},
    {2, "tile(perlin([floor(0.3*x)], y), 4)", "repeats 1.2 times"},
    {2, "tile(perlin() + [(floor(x) + floor(y)) % 2], 4, 3)", "repeats 1.5 times in a tile that is 3 wide along y"},
    {2, "tile([x % y], 4)", "coordinate"},
    {2, "tile([min(x, y)], 4)", "coordinate"},
    {2, "tile([mix(x, 0, 0.5)], 4)", "coordinate"},
    {2, "tile([x < y] ? 1 : 0, 4)", "coordinate"},
    {2, "tile(at(perlin(), [abs(x)], y), 4)", "coordinate"},
    {2, "tile([x > 0] ? perlin() : value(), 4)", "coordinate"},
    {2, "tile(warp(perlin(), [sin(x)]), 4)", "repeats 0.6366197724 times"},
    {2, "tile(perlin([x*x], y), 4)", "constant"},
    {2, "tile(perlin([x*perlin()], y), 4)", "constant"},
    {2, "tile(perlin([t*x], y), 4)", "constant"},
    {2, "tile([scale(perlin(), 1 + 0.1*value())], 4)", "constant"},
    {2, "tile([rotate(perlin(), 90*white())], 4)", "constant"},
    {2, "tile(perlin(), [x])", "constant"},
    {2, "tile(perlin(), [-4])", "negative"},
    {2, "tile(perlin(), [1/0])", "finite"},
    {2, "[tile(perlin(), 5e9)]", "2^32"},
    {2, "tile([perlin(period: 3)], 4)", "divide"},
    {2, "tile([perlin(period: 5, 4)], 4)", "divide"},
    {2, "tile([tile(perlin(), 3)], 4)", "divide"},
    {2, "[tile(simplex(), 4)]", "multiple of 3"},
    {2, "[tile(simplex(x, y, t), 4)]", "multiple of 3"},
    {2, "tile(simplex(period: [4]), 12)", "multiple of 3"},
    {2, "[tile(fbm(simplex(), at: 0.5), 3)]", "whole number"},
    {3, "[tile(fbm(simplex(), at: 1/3), 6)]", "multiple of 3"},
    {4, "[tile(simplex(), 6)]", "multiple of 4"},
    {4, "simplex(period: [6])", "multiple of 4"},
    {3, "loop([simplex()], 6)", "multiple of 4"},
    {2, "loop([simplex()], 4)", "multiple of 3"},
    {4, "loop([perlin()], 4)", "axis"},
    {2, "loop(perlin(), [2.5])", "whole number"},
    {2, "perlin(period: [2.5])", "whole"},
    {2, "tile([midpoint()], 4)", "whole grid"},
};

/* Where the brackets are, and the text without them; columns count from 1 in the last line. */
static void find_place(const char *marked, char *text, int *from, int *to) {
  int column = 1;
  for (; *marked; marked++) {
    if (*marked == '[') *from = column;
    else if (*marked == ']') *to = column;
    else *text++ = *marked, column = *marked == '\n' ? 1 : column + 1;
  }
  *text = 0;
}

static void test_errors_have_their_place(void **unused) {
  (void)unused;
  for (int i = 0; i < COUNT(wrong); i++) {
    char text[256];
    int from = 0, to = 0;
    burl_error error;
    find_place(wrong[i].text, text, &from, &to);
    if (burl_compile(text, wrong[i].dims, &error)) fail_msg("%s compiles", text);
    assert_true(error.status == BURL_RECIPE || error.status == BURL_LIMIT);
    if (!strstr(error.message, wrong[i].says)) fail_msg("%s: %s", text, error.message);
    if (error.column < from || error.column + error.length > to || error.length < 1)
      fail_msg("%s: at column %d, %d long: %s", wrong[i].text, error.column, error.length, error.message);
    if (!*error.hint) fail_msg("%s: %s: and what to do?", text, error.message);
    if (error.line != 1 + (strchr(text, '\n') != NULL)) fail_msg("%s: line %d", text, error.line);
  }
}

/* What comes out whole within 1e-9 is whole, and what divides stays. */
static void test_what_is_whole_is_taken(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "tile(scale(perlin(), 0.1), 0.3)",  "tile(perlin(0.1*x, y/3), 30)",
      "tile(scale(simplex(), 1/3), 1)",   "tile(fbm(perlin(), lacunarity: 1.5, octaves: 3), 4)",
      "tile(fbm(value(), at: 1/3), 3)",   "tile(rotate(simplex(), 90), 3, 6)",
      "tile(rotate(cells(), 180), 3, 0)", "tile(perlin(period: 2), 4, 0)",
      "tile(tile(perlin(), 2), 4)",       "tile(perlin(x + y, x - 2*y), 4, 6)",
      "tile(d(perlin(), x), 4)",          "tile(reseed(loop(perlin(), 3), 4), 7)",
      "tile(scale(perlin(), -0.5), 4)",   "tile(perlin(x + 3*t, y, t*t), 4)",
      "tile(perlin(), 4.0000000001)",     "tile(perlin(floor(x), y), 4)"};
  for (int i = 0; i < COUNT(texts); i++) {
    burl_error error;
    burl_program *const program = burl_compile(texts[i], 2, &error);
    if (!program) fail_msg("%s: %d: %s", texts[i], error.column, error.message);
    burl_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bits_repeat),
      cmocka_unit_test(test_bits_of_grids_repeat),
      cmocka_unit_test(test_seams),
      cmocka_unit_test(test_noises_with_periods),
      cmocka_unit_test(test_fractions_repeat),
      cmocka_unit_test(test_cuts_through_tiles),
      cmocka_unit_test(test_beside_whole_numbers),
      cmocka_unit_test(test_across_ends),
      cmocka_unit_test(test_ends_far_away),
      cmocka_unit_test(test_short_periods),
      cmocka_unit_test(test_errors_have_their_place),
      cmocka_unit_test(test_what_is_whole_is_taken),
  };
  return cmocka_run_group_tests_name("periods", tests, NULL, NULL);
}
