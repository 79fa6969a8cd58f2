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
  const burl_points points = {.count = POINTS,
                              .coord = {s->coord[0], s->coord[1], s->coord[2], s->coord[3]},
                              .time = s->coord[TIME]};
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
  print_message("%s\nin %dD, periods %g %g %g %g, time %g\n", p->text.text, p->dims, p->period[0],
                p->period[1], p->period[2], p->period[3], p->period[TIME]);
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
    const double by = p->period[axis] * steps[random_below(axis == TIME ? 3 : COUNT(steps))];
    there = here;
    for (int i = 0; i < POINTS; i++) there.coord[axis][i] += by;
    sample(p, &there);
    if (memcmp(here.out, there.out, size) == 0) continue;
    int at = 0;
    const int channels = burl_channels(p->program);
    while (memcmp(&here.out[at], &there.out[at], sizeof(float)) == 0) at++;
    const int i = at / channels;
    show(p);
    fail_msg("axis %d, %g on from %.17g, %.17g, %.17g, %.17g, time %.17g: %.9g, not %.9g", axis, by,
             here.coord[0][i], here.coord[1][i], here.coord[2][i], here.coord[3][i],
             here.coord[TIME][i], (double)there.out[at], (double)here.out[at]);
  }
}

/* A grid a period further has the same bits; its steps are coarse, fine or finer than a cell. */
static void check_grid(const periodic *p) {
  static float here[4 * 4096], there[4 * 4096];
  static const int sizes[4][4] = {{700}, {67, 13}, {37, 5, 3}, {19, 3, 3, 2}};
  static const double steps[] = {1 / 8.0, 1 / 64.0, 1 / 4.0, 3 / 16.0, 5 / 4.0};
  burl_grid grid = {.time = nearbyint(random_between(-64, 64)) / 64, .threads = 1};
  size_t count = (size_t)burl_channels(p->program);
  for (int a = 0; a < p->dims; a++) {
    grid.size[a] = sizes[p->dims - 1][a];
    grid.step[a] = steps[random_below(COUNT(steps))] * (random_below(8) ? 1 : -1);
    grid.origin[a] = nearbyint(random_between(-99, 99)) / 8;
    count *= (size_t)grid.size[a];
  }
  assert_int_equal(burl_sample_grid(p->program, &grid, here), BURL_OK);
  for (int axis = 0; axis < 5; axis++) {
    if (p->period[axis] == 0) continue;
    burl_grid moved = grid;
    if (axis == TIME) moved.time += 1;
    else moved.origin[axis] += p->period[axis] * (random_below(2) ? 1 : -9);
    assert_int_equal(burl_sample_grid(p->program, &moved, there), BURL_OK);
    for (size_t i = 0; i < count; i++)
      if (memcmp(&here[i], &there[i], sizeof *here) != 0) {
        show(p);
        fail_msg("axis %d: sample %zu of a grid from %g, %g, %g, %g by %g, %g, %g, %g at %g: %.9g, not %.9g",
                 axis, i, grid.origin[0], grid.origin[1], grid.origin[2], grid.origin[3], grid.step[0],
                 grid.step[1], grid.step[2], grid.step[3], grid.time, (double)there[i], (double)here[i]);
      }
  }
}

/* ---- Seams -------------------------------------------------------------------------------------- */

/* The largest step along an axis from below to `width` further: across the seam, or elsewhere.  Half
 * of elsewhere is across other whole numbers and their fractions, where lattices have their lines. */
static double largest_step(const periodic *p, int axis, double width, int across) {
  static samples below, above;
  for (int a = 0; a < 5; a++)
    for (int i = 0; i < POINTS; i++)
      below.coord[a][i] = random_between(0, p->period[a] > 0 ? p->period[a] : 20);
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
  for (int i = 0; i < POINTS * channels; i++)
    most = fmax(most, fabs((double)above.out[i] - (double)below.out[i]));
  return most;
}

static const char *const skipped[] = {"simplex(smooth: 1"};

static int is_skipped(const periodic *p) {
  for (int i = 0; i < COUNT(skipped); i++)
    if (strstr(p->text.text, skipped[i])) return 1;
  return 0;
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
    if (is_skipped(p)) continue;
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
    p->period[a] = !own ? 12 : random_below(5) == 0 ? 0 : some[random_below(COUNT(some))];
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bits_repeat),
      cmocka_unit_test(test_bits_of_grids_repeat),
      cmocka_unit_test(test_seams),
  };
  return cmocka_run_group_tests_name("periods", tests, NULL, NULL);
}
