/* burl/cloth against drafts that are written out, as weavers do: # where the warp thread lies over the weft. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "compile.h"
#include "draw.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { THREADS = 40 };

static const struct {
  const char *kind;
  int wide, high;
  const char *rows[8];
} drafts[] = {
    {"plain", 2, 2, {"#.", ".#"}},
    {"twill", 4, 4, {"##..", "#..#", "..##", ".##."}},
    {"denim", 4, 4, {"###.", "##.#", "#.##", ".###"}},
    {"satin", 5, 5, {"####.", "##.##", ".####", "###.#", "#.###"}},
    {"basket", 4, 4, {"##..", "##..", "..##", "..##"}},
    {"3211", 3, 3, {"##.", "#.#", ".##"}},
    {"8131", 8, 8, {"#.......", ".....#..", "..#.....", ".......#", "....#...", ".#......", "......#.", "...#...."}}};

static burl_program *of_cloth(const char *form, const char *kind, double wide) {
  char text[160], expression[96];
  snprintf(expression, sizeof expression, form, kind, wide);
  snprintf(text, sizeof text, "import burl/cloth\n%s", expression);
  return compile(text, 2);
}

static int is_over(int draft, int i, int j) {
  const int wide = drafts[draft].wide, high = drafts[draft].high;
  return drafts[draft].rows[(j % high + high) % high][(i % wide + wide) % wide] == '#';
}

/* In the middle of a crossing the thread lies on top that the draft says; where the same one is on top at two crossings
 * that follow one another, all between them is its top. */
static void test_drafts(void **unused) {
  (void)unused;
  for (int k = 0; k < COUNT(drafts); k++) {
    burl_program *const warp = of_cloth("weave_warp(%s, %g)", drafts[k].kind, 0.9);
    burl_program *const height = of_cloth("weave(%s, %g)", drafts[k].kind, 0.9);
    for (int i = -THREADS / 2; i < THREADS / 2; i++)
      for (int j = -THREADS / 2; j < THREADS / 2; j++) {
        const int over = is_over(k, i, j);
        if ((value_in_plane(warp, i + 0.5, j + 0.5) != 0) != over)
          fail_msg("%s, warp thread %d and weft thread %d", drafts[k].kind, i, j);
        assert_true(fabs(value_in_plane(height, i + 0.5, j + 0.5) - 1) < 1e-6);
        if (over && is_over(k, i, j + 1)) assert_true(fabs(value_in_plane(height, i + 0.5, j + 0.9) - 1) < 1e-6);
        if (!over && !is_over(k, i + 1, j)) assert_true(fabs(value_in_plane(height, i + 0.9, j + 0.5) - 1) < 1e-6);
      }
    burl_free(warp);
    burl_free(height);
  }
}

/* What is said of the thread that is seen. */
static void test_threads(void **unused) {
  (void)unused;
  draw_state = 1;
  for (int k = 0; k < COUNT(drafts); k++) {
    const double wide = 0.8;
    burl_program *const warp = of_cloth("weave_warp(%s, %g)", drafts[k].kind, wide);
    burl_program *const height = of_cloth("weave(%s, %g)", drafts[k].kind, wide);
    burl_program *const id = of_cloth("weave_id(%s, %g)", drafts[k].kind, wide);
    burl_program *const along = of_cloth("weave_along(%s, %g)", drafts[k].kind, wide);
    burl_program *const across = of_cloth("weave_across(%s, %g)", drafts[k].kind, wide);
    double ids[2][THREADS];
    memset(ids, 0, sizeof ids);
    for (int n = 0; n < 4000; n++) {
      const double x = draw(0, THREADS), y = draw(0, THREADS), h = value_in_plane(height, x, y);
      const double u = fabs(x - floor(x) - 0.5) / (wide / 2), v = fabs(y - floor(y) - 0.5) / (wide / 2);
      assert_true(h >= 0 && h <= 1 && (h > 0) == (fmin(u, v) < 1));
      if (h == 0) continue;
      const int is_warp = value_in_plane(warp, x, y) != 0, thread = (int)(is_warp ? x : y);
      const double own = value_in_plane(id, x, y), side = value_in_plane(across, x, y);
      assert_true(fabs(value_in_plane(along, x, y) - (is_warp ? y : x)) < 1e-5);
      assert_true(fabs(fabs(side) - (is_warp ? u : v)) < 1e-5);
      assert_true(own == floor(own) && own >= 0 && own < 16777216);
      if (ids[is_warp][thread] == 0) ids[is_warp][thread] = own;
      assert_true(ids[is_warp][thread] == own);
    }
    for (int a = 0; a < 2 * THREADS; a++)
      for (int b = 0; b < a; b++) assert_true(ids[a / THREADS][a % THREADS] != ids[b / THREADS][b % THREADS]);
    burl_free(warp);
    burl_free(height);
    burl_free(id);
    burl_free(along);
    burl_free(across);
  }
}

/* It repeats after its draft, in a tile to the bit, and the numbers of threads come round, too. */
static void test_tiles(void **unused) {
  (void)unused;
  static const char *const gives[] = {"weave", "weave_warp", "weave_id", "weave_across"};
  draw_state = 2;
  for (int k = 0; k < COUNT(drafts); k++)
    for (int g = 0; g < COUNT(gives); g++) {
      char form[96];
      snprintf(form, sizeof form, "tile(%s(%%s, %%g), %d, %d)", gives[g], drafts[k].wide, drafts[k].high);
      burl_program *const tile = of_cloth(form, drafts[k].kind, 0.9);
      snprintf(form, sizeof form, "%s(%%s, %%g)", gives[g]);
      burl_program *const own = of_cloth(form, drafts[k].kind, 0.9);
      for (int n = 0; n < 300; n++) {
        const double x = nearbyint(draw(-9, 9) * 512) / 512, y = nearbyint(draw(-9, 9) * 512) / 512;
        const double here = value_in_plane(tile, x, y);
        assert_true(here == value_in_plane(tile, x + 7 * drafts[k].wide, y - 3 * drafts[k].high));
        assert_true(g == 2 || fabs(here - value_in_plane(own, x, y)) < 1e-6);
      }
      const burl_range r = burl_bounds(own, 0);
      assert_true(g > 1 || (r.lo >= 0 && r.hi <= 1.000004 && !r.may_be_nan));
      burl_free(tile);
      burl_free(own);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_drafts), cmocka_unit_test(test_threads),
                                     cmocka_unit_test(test_tiles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
