/* burl_classic.h against the published values: every table of test/reference (or of the folder in
 * BURL_REFERENCE_DIR), the values that the papers print, and what must hold at any point: zeros,
 * bounds, periods, continuity, negative and far coordinates. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl_classic.h"
#include "reference.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* ---- Helpers ---- */

static int is_close(double actual, double expected) {
  return fabs(actual - expected) <= 1e-12 * fmax(1, fabs(expected));
}

static void expect_close(double actual, double expected) {
  if (!is_close(actual, expected)) fail_msg("%.17g, not %.17g", actual, expected);
}

/* A random multiple of 2^-10 in [lo, hi), so that whole numbers can be added without rounding. */
static double draw(uint32_t *state, int lo, int hi) {
  const uint32_t high = (uint32_t)burl_classic_rand(state);
  const uint32_t low = (uint32_t)burl_classic_rand(state);
  return lo + (double)((high << 15 | low) % ((uint32_t)(hi - lo) * 1024)) / 1024;
}

/* ---- Tables ---- */

typedef const reference_table *table_row;

static void expect(table_row t, int row, const char *column, double actual) {
  const double expected = reference_number(t, row, column);
  if (!is_close(actual, expected))
    fail_msg("%s, row %d: %s is %.17g, not %.17g", t->name, row, column, actual, expected);
}

static double number(table_row t, int row, const char *column) { return reference_number(t, row, column); }

static int whole(table_row t, int row, const char *column) {
  const double value = number(t, row, column);
  assert_true(value == (int)value);
  return (int)value;
}

static burl_classic_interpolation interpolation(table_row t, int row) {
  static const char *const names[] = {"linear", "cosine", "cubic"};
  const char *name = reference_text(t, row, "interpolation");
  for (int i = 0; i < COUNT(names); i++)
    if (strcmp(name, names[i]) == 0) return (burl_classic_interpolation)i;
  fail_msg("%s, row %d: interpolation %s", t->name, row, name);
  return BURL_CLASSIC_LINEAR;
}

static burl_classic_smoothing smoothing(table_row t, int row) {
  return whole(t, row, "smooth") ? BURL_CLASSIC_SMOOTH : BURL_CLASSIC_ROUGH;
}

static void check_improved3(table_row t, int i) {
  expect(t, i, "value",
         burl_classic_perlin3(number(t, i, "x"), number(t, i, "y"), number(t, i, "z"), whole(t, i, "repeat")));
}

static void check_octaves3(table_row t, int i) {
  expect(t, i, "value",
         burl_classic_perlin_octaves3(number(t, i, "x"), number(t, i, "y"), number(t, i, "z"), whole(t, i, "octaves"),
                                      number(t, i, "persistence")));
}

static void check_elias_hash(table_row t, int i) {
  expect(t, i, "value", burl_classic_elias_hash((int32_t)number(t, i, "n"), NULL));
}

static void check_elias1(table_row t, int i) {
  expect(t, i, "value", burl_classic_elias_noise1(number(t, i, "x"), interpolation(t, i), smoothing(t, i), NULL));
}

static void check_elias2(table_row t, int i) {
  expect(t, i, "value",
         burl_classic_elias_noise2(number(t, i, "x"), number(t, i, "y"), interpolation(t, i), smoothing(t, i), NULL));
}

static void check_elias3(table_row t, int i) {
  expect(t, i, "value",
         burl_classic_elias_noise3(number(t, i, "x"), number(t, i, "y"), number(t, i, "z"), interpolation(t, i), NULL));
}

static void check_elias_octaves1(table_row t, int i) {
  expect(t, i, "value",
         burl_classic_elias_octaves1(number(t, i, "x"), interpolation(t, i), whole(t, i, "octaves"),
                                     number(t, i, "persistence"), NULL));
}

static void check_elias_octaves2(table_row t, int i) {
  expect(t, i, "value",
         burl_classic_elias_octaves2(number(t, i, "x"), number(t, i, "y"), interpolation(t, i), whole(t, i, "octaves"),
                                     number(t, i, "persistence"), NULL));
}

static void check_elias_constants(table_row t, int i) {
  const burl_classic_elias_constants k = burl_classic_elias_constants_at(whole(t, i, "octave"));
  assert_true(k.a == number(t, i, "a"));
  assert_true(k.b == number(t, i, "b"));
  assert_true(k.c == number(t, i, "c"));
}

static void check_slopes1(table_row t, int i) {
  const double left = number(t, i, "a_left"), right = number(t, i, "a_right");
  const double f = number(t, i, "f");
  expect(t, i, "hermite", burl_classic_slopes1(left, right, f));
  expect(t, i, "wavelet", burl_classic_wavelets1(left, right, f));
}

static void check_planes2(table_row t, int i) {
  const double g00[2] = {number(t, i, "g00x"), number(t, i, "g00y")};
  const double g10[2] = {number(t, i, "g10x"), number(t, i, "g10y")};
  const double g01[2] = {number(t, i, "g01x"), number(t, i, "g01y")};
  const double g11[2] = {number(t, i, "g11x"), number(t, i, "g11y")};
  expect(t, i, "value", burl_classic_planes2(g00, g10, g01, g11, number(t, i, "fx"), number(t, i, "fy")));
}

static void check_table2(table_row t, int i) {
  burl_classic_table256 table;
  burl_classic_table256_fill(&table, (uint32_t)number(t, i, "table"));
  const double x = number(t, i, "x"), y = number(t, i, "y");
  expect(t, i, "value", burl_classic_value2(&table, x, y));
  expect(t, i, "axes", burl_classic_axes2(&table, x, y));
  expect(t, i, "value_octaves", burl_classic_value_octaves2(&table, x, y, 5, 0.5));
  expect(t, i, "axes_octaves", burl_classic_axes_octaves2(&table, x, y, 5, 0.5));
}

static void check_catmull_rom(table_row t, int i) {
  expect(t, i, "value",
         burl_classic_catmull_rom(number(t, i, "p0"), number(t, i, "p1"), number(t, i, "p2"), number(t, i, "p3"),
                                  number(t, i, "t")));
}

static void check_rings(table_row t, int i) {
  burl_classic_table64 table;
  burl_classic_table64_fill(&table, (uint32_t)number(t, i, "table"));
  const double shade = burl_classic_rings(&table, number(t, i, "x"), number(t, i, "y"), 4, 0.25, 10);
  double rgb[3];
  burl_classic_rings_rgb(shade, rgb);
  expect(t, i, "shade", shade);
  expect(t, i, "r", rgb[0]);
  expect(t, i, "g", rgb[1]);
  expect(t, i, "b", rgb[2]);
}

/* The table's name is midpoint_N_SEED; row x holds the cells at x.  The first row checks all. */
static void check_midpoint(table_row t, int row) {
  if (row != 0) return;
  int n;
  uint32_t seed;
  assert_int_equal(sscanf(t->name, "midpoint_%d_%" SCNu32, &n, &seed), 2);
  assert_true(t->rows == n && t->columns == n);
  int *cells = malloc((size_t)n * (size_t)n * sizeof *cells);
  assert_non_null(cells);
  burl_classic_midpoint(n, seed, 256, cells);
  for (int x = 0; x < n; x++)
    for (int y = 0; y < n; y++) {
      const int actual = cells[x * n + y], expected = (int)reference_number_at(t, x, y);
      if (actual != expected) fail_msg("%s(%d, %d): %d, not %d", t->name, x, y, actual, expected);
    }
  free(cells);
}

static const struct {
  const char *name;
  void (*check)(table_row t, int row);
} tables[] = {
    {"catmull_rom", check_catmull_rom},
    {"elias1", check_elias1},
    {"elias2", check_elias2},
    {"elias3", check_elias3},
    {"elias_constants", check_elias_constants},
    {"elias_hash", check_elias_hash},
    {"elias_octaves1", check_elias_octaves1},
    {"elias_octaves2", check_elias_octaves2},
    {"improved3", check_improved3},
    {"midpoint_", check_midpoint},
    {"octaves3", check_octaves3},
    {"palettes", NULL}, /* of test_names.c */
    {"planes2", check_planes2},
    {"rings", check_rings},
    {"slopes1", check_slopes1},
    {"table2", check_table2},
};

/* Whether a table is the check's: its name, or where the check's ends in _, begins with it. */
static int is_for(const char *check, const char *table) {
  const size_t length = strlen(check);
  return check[length - 1] == '_' ? strncmp(check, table, length) == 0 : strcmp(check, table) == 0;
}

/* Every check has a table, and every table a check. */
static void test_tables(void **state) {
  (void)state;
  reference_name names[64];
  const int count = reference_list("", names, COUNT(names));
  assert_true(count < COUNT(names));
  int checked = 0;
  for (int c = 0; c < COUNT(tables); c++) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      if (!is_for(tables[c].name, names[i])) continue;
      reference_table t = reference_open(names[i]);
      for (int row = 0; tables[c].check && row < t.rows; row++) tables[c].check(&t, row);
      reference_close(&t);
      found++;
    }
    if (!found) fail_msg("no table %s", tables[c].name);
    checked += found;
  }
  assert_int_equal(checked, count);
}

/* ---- Improved noise ---- */

static void test_perlin_values(void **state) {
  (void)state;
  expect_close(burl_classic_perlin3(3.14, 42, 7, 0), 0.13691995878400012);
  expect_close(burl_classic_perlin3(-4.20, 10, 6, 0), 0.14208000000000043);
  expect_close(burl_classic_perlin3(.5, .5, .5, 0), -0.25);
  expect_close(burl_classic_perlin3(.1, .1, .1, 0), 0.1861607143544832);
  expect_close(burl_classic_perlin3(.25, .5, .75, 0), -0.2697153091430664);
  expect_close(burl_classic_perlin3(255.5, 255.5, 255.5, 0), -0.875);
}

static void test_permutation(void **state) {
  (void)state;
  int seen[256] = {0};
  for (int i = 0; i < 256; i++) {
    seen[burl_classic_permutation(i)]++;
    assert_int_equal(burl_classic_permutation(i - 256), burl_classic_permutation(i));
    assert_int_equal(burl_classic_permutation(i + 256), burl_classic_permutation(i));
  }
  for (int i = 0; i < 256; i++) assert_int_equal(seen[i], 1);
  assert_int_equal(burl_classic_permutation(0), 151);
  assert_int_equal(burl_classic_permutation(255), 180);
}

static void test_gradient_forms_agree(void **state) {
  (void)state;
  uint32_t random = 1;
  for (int hash = -16; hash < 256; hash++)
    for (int i = 0; i < 20; i++) {
      const double x = draw(&random, -2, 2), y = draw(&random, -2, 2), z = draw(&random, -2, 2);
      const double tricks = burl_classic_grad3(hash, x, y, z);
      assert_true(tricks == burl_classic_grad3_table(hash, x, y, z));
      assert_true(tricks == burl_classic_grad3(hash & 15, x, y, z));
    }
}

static double grad(int dims, int hash, const double p[4]) {
  switch (dims) {
  case 1: return burl_classic_grad1(hash, p[0]);
  case 2: return burl_classic_grad2(hash, p[0], p[1]);
  case 3: return burl_classic_grad3_table(hash, p[0], p[1], p[2]);
  default: return burl_classic_grad4(hash, p[0], p[1], p[2], p[3]);
  }
}

/* Component a of a gradient is its dot product with axis a. */
static double component(int dims, int hash, int a) {
  double p[4] = {0};
  p[a] = 1;
  return grad(dims, hash, p);
}

/* All midpoints of the n-cube's edges: one component 0 and the others +-1 (in 1D 1, as 0 is none),
 * each once; in 3D four of the 12 twice. */
static void test_gradients_are_edges(void **state) {
  (void)state;
  static const int hashes[5] = {0, 2, 4, 16, 32}, distinct[5] = {0, 2, 4, 12, 32};
  for (int dims = 1; dims <= 4; dims++) {
    int seen[81] = {0}, different = 0;
    for (int hash = 0; hash < hashes[dims]; hash++) {
      int zeros = 0, id = 0;
      for (int a = 0; a < dims; a++) {
        const double g = component(dims, hash, a);
        assert_true(g == -1 || g == 0 || g == 1);
        zeros += g == 0;
        id = id * 3 + (int)g + 1;
      }
      assert_int_equal(zeros, dims == 1 ? 0 : 1);
      different += seen[id]++ == 0;
    }
    assert_int_equal(different, distinct[dims]);
  }
}

/* The order that the header states, where no table pins it. */
static void test_gradient_order(void **state) {
  (void)state;
  static const double two[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (int h = 0; h < 4; h++)
    for (int a = 0; a < 2; a++) assert_true(component(2, h, a) == two[h][a]);
  for (int h = 0; h < 32; h++) {
    const int missing = 3 - h / 8;
    for (int a = 0, bit = 1; a < 4; a++) {
      const double g = a == missing ? 0 : h & bit ? -1 : 1;
      assert_true(component(4, h, a) == g);
      if (a != missing) bit <<= 1;
    }
  }
  assert_true(component(1, 0, 0) == 1 && component(1, 1, 0) == -1);
}

/* The same noise written as a sum over the corners, for any number of dimensions. */
static double corner_sum(int dims, const double p[4], int period) {
  double total = 0;
  for (int corner = 0; corner < 1 << dims; corner++) {
    double weight = 1, way[4] = {0};
    int hash = 0;
    for (int a = 0; a < dims; a++) {
      const int d = corner >> a & 1;
      const double line = floor(p[a]) + d;
      way[a] = p[a] - line;
      weight *= burl_classic_fade(1 - fabs(way[a]));
      hash = burl_classic_permutation(hash + (int)(line - period * floor(line / period)));
    }
    total += weight * grad(dims, hash, way);
  }
  return total;
}

static double perlin(int dims, const double p[4], int period) {
  switch (dims) {
  case 1: return burl_classic_perlin1(p[0], period);
  case 2: return burl_classic_perlin2(p[0], p[1], period);
  case 3: return burl_classic_perlin3(p[0], p[1], p[2], period);
  default: return burl_classic_perlin4(p[0], p[1], p[2], p[3], period);
  }
}

static void test_perlin_is_a_sum_over_corners(void **state) {
  (void)state;
  static const int periods[] = {1, 2, 7, 255, 256, 257, 300, 1000};
  uint32_t random = 2;
  for (int dims = 1; dims <= 4; dims++)
    for (int i = 0; i < 4000; i++) {
      const int period = periods[i % COUNT(periods)];
      double p[4];
      for (int a = 0; a < 4; a++) p[a] = draw(&random, -2000, 2000);
      expect_close(perlin(dims, p, period), corner_sum(dims, p, period));
    }
}

static void test_perlin_octaves(void **state) {
  (void)state;
  assert_true(burl_classic_perlin_octaves3(.3, .4, .5, 0, .5) == 0);
  assert_true(burl_classic_perlin_octaves3(.3, .4, .5, -1, .5) == 0);
  assert_true(burl_classic_perlin_octaves3(.3, .4, .5, 2, -1) == 0);
  const double one = burl_classic_perlin3(.3, .4, .5, 0);
  expect_close(burl_classic_perlin_octaves3(.3, .4, .5, 1, .5), (one + 1) / 2);
  assert_true(isfinite(burl_classic_perlin_octaves3(.3, .4, .5, 2000, .5)));
}

/* ---- Any noise, at any point ---- */

typedef double any_noise(const double p[4], int period);

static burl_classic_table256 terrain;
static burl_classic_table64 wood;

static double any_perlin1(const double p[4], int period) { return perlin(1, p, period); }
static double any_perlin2(const double p[4], int period) { return perlin(2, p, period); }
static double any_perlin3(const double p[4], int period) { return perlin(3, p, period); }
static double any_perlin4(const double p[4], int period) { return perlin(4, p, period); }

static double any_value2(const double p[4], int period) {
  (void)period;
  return burl_classic_value2(&terrain, p[0], p[1]);
}

static double any_axes2(const double p[4], int period) {
  (void)period;
  return burl_classic_axes2(&terrain, p[0], p[1]);
}

static double any_ring(const double p[4], int period) {
  return burl_classic_ring_octave(&wood, 3, period, p[0] / period, p[1] / period);
}

static double linear1(const double p[4], int period) {
  (void)period;
  return burl_classic_elias_noise1(p[0], BURL_CLASSIC_LINEAR, BURL_CLASSIC_ROUGH, NULL);
}

static double cubic1(const double p[4], int period) {
  (void)period;
  return burl_classic_elias_noise1(p[0], BURL_CLASSIC_CUBIC, BURL_CLASSIC_ROUGH, NULL);
}

static double cosine2(const double p[4], int period) {
  (void)period;
  return burl_classic_elias_noise2(p[0], p[1], BURL_CLASSIC_COSINE, BURL_CLASSIC_SMOOTH, NULL);
}

static double cubic2(const double p[4], int period) {
  (void)period;
  return burl_classic_elias_noise2(p[0], p[1], BURL_CLASSIC_CUBIC, BURL_CLASSIC_SMOOTH, NULL);
}

static double cubic3(const double p[4], int period) {
  (void)period;
  return burl_classic_elias_noise3(p[0], p[1], p[2], BURL_CLASSIC_CUBIC, NULL);
}

enum { ANY = -1 };

/* period: the noise's own, ANY where it takes one, 0 where it has none within reach.
 * at_lattice: its value at every lattice point, NAN where that varies. */
static const struct {
  const char *name;
  any_noise *at;
  int dims, period;
  double lo, hi, at_lattice;
} noises[] = {
    {"perlin1", any_perlin1, 1, ANY, -0.5, 0.5, 0},
    {"perlin2", any_perlin2, 2, ANY, -0.53528, 0.53528, 0},
    {"perlin3", any_perlin3, 3, ANY, -1.03636, 1.03636, 0},
    {"perlin4", any_perlin4, 4, ANY, -1.53659, 1.53659, 0},
    {"value2", any_value2, 2, 256, 0, 1, NAN},
    {"axes2", any_axes2, 2, 256, 0.23236, 0.76764, 0.5},
    {"ring_octave", any_ring, 2, ANY, -0.28125, 1.28125, NAN},
    {"elias linear1", linear1, 1, 0, -1, 1, NAN},
    {"elias cubic1", cubic1, 1, 0, -1.5, 1.5, NAN},
    {"elias cosine2", cosine2, 2, 0, -1, 1, NAN},
    {"elias cubic2", cubic2, 2, 0, -2.25, 2.25, NAN},
    {"elias cubic3", cubic3, 3, 0, -3.375, 3.375, NAN},
};

static int fill_tables(void **state) {
  (void)state;
  burl_classic_table256_fill(&terrain, 1);
  burl_classic_table64_fill(&wood, 1);
  return 0;
}

static void test_bounds(void **state) {
  (void)state;
  uint32_t random = 3;
  for (int n = 0; n < COUNT(noises); n++)
    for (int i = 0; i < 20000; i++) {
      double p[4];
      for (int a = 0; a < 4; a++) p[a] = draw(&random, -300, 300);
      const double value = noises[n].at(p, 256);
      if (!(value >= noises[n].lo && value <= noises[n].hi))
        fail_msg("%s(%g, %g, %g, %g) is %.17g", noises[n].name, p[0], p[1], p[2], p[3], value);
    }
}

static void test_lattice_points(void **state) {
  (void)state;
  uint32_t random = 4;
  for (int n = 0; n < COUNT(noises); n++)
    for (int i = 0; i < 1000 && !isnan(noises[n].at_lattice); i++) {
      double p[4];
      for (int a = 0; a < 4; a++) p[a] = floor(draw(&random, -1000, 1000));
      assert_true(noises[n].at(p, 300) == noises[n].at_lattice);
    }
}

/* One period on along any axis, the same bits; over 256, not sooner. */
static void test_periods(void **state) {
  (void)state;
  static const int periods[] = {1, 2, 3, 8, 100, 128, 256, 257, 300, 512, 1000};
  uint32_t random = 5;
  for (int n = 0; n < COUNT(noises); n++)
    for (int i = 0; i < COUNT(periods) * 40 && noises[n].period; i++) {
      const int period = noises[n].period == ANY ? periods[i % COUNT(periods)] : noises[n].period;
      if (noises[n].at == any_ring && (period & (period - 1)) != 0) continue; /* p / 3 rounds */
      double p[4], q[4];
      for (int a = 0; a < 4; a++) p[a] = draw(&random, -2000, 2000);
      const double value = noises[n].at(p, period);
      for (int a = 0; a < noises[n].dims; a++)
        for (int way = -1; way <= 1; way += 2) {
          memcpy(q, p, sizeof q);
          q[a] += way * period;
          if (noises[n].at(q, period) != value) fail_msg("%s: axis %d, period %d", noises[n].name, a, period);
        }
    }
}

static void test_no_shorter_period(void **state) {
  (void)state;
  uint32_t random = 6;
  for (int dims = 1; dims <= 4; dims++)
    for (int a = 0; a < dims; a++) {
      int differ = 0;
      for (int i = 0; i < 100; i++) {
        double p[4], q[4];
        for (int b = 0; b < 4; b++) q[b] = p[b] = draw(&random, 0, 300);
        q[a] += 256;
        differ += perlin(dims, p, 300) != perlin(dims, q, 300);
      }
      assert_true(differ > 40);
    }
}

/* No period and 256 are the same; nor does less than none matter. */
static void test_default_period(void **state) {
  (void)state;
  uint32_t random = 7;
  for (int i = 0; i < 100; i++) {
    double p[4];
    for (int a = 0; a < 4; a++) p[a] = draw(&random, -2000, 2000);
    for (int dims = 1; dims <= 4; dims++) {
      assert_true(perlin(dims, p, 0) == perlin(dims, p, 256));
      assert_true(perlin(dims, p, -5) == perlin(dims, p, 256));
    }
  }
}

/* No step at a lattice line, those at 0 and at the seams of the periods among them. */
static void test_continuity(void **state) {
  (void)state;
  static const int lines[] = {-300, -257, -256, -1, 0, 1, 2, 255, 256, 257, 300, 512};
  const double step = 1.0 / (1 << 26);
  uint32_t random = 8;
  for (int n = 0; n < COUNT(noises); n++)
    for (int i = 0; i < COUNT(lines) * 20; i++)
      for (int a = 0; a < noises[n].dims; a++) {
        double p[4];
        for (int b = 0; b < 4; b++) p[b] = draw(&random, -300, 300);
        p[a] = lines[i % COUNT(lines)];
        const double at = noises[n].at(p, 300);
        p[a] -= step;
        const double before = noises[n].at(p, 300);
        if (!(fabs(at - before) < 1e-6))
          fail_msg("%s: axis %d, a step of %g at %g", noises[n].name, a, at - before, p[a]);
      }
}

/* A coordinate just below a lattice line, where the fraction rounds to 1. */
static void test_just_below_zero(void **state) {
  (void)state;
  for (int n = 0; n < COUNT(noises); n++) {
    const double zero[4] = {0}, below[4] = {-1e-300, -1e-300, -1e-300, -1e-300};
    assert_true(fabs(noises[n].at(below, 256) - noises[n].at(zero, 256)) < 1e-12);
  }
}

/* 0 where a coordinate is not finite or beyond 2^51; within, as good as at the origin. */
static void test_far_coordinates(void **state) {
  (void)state;
  static const double outside[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, DBL_MAX, 0x1p60};
  for (int n = 0; n < COUNT(noises); n++)
    for (int a = 0; a < noises[n].dims; a++) {
      double p[4] = {.25, .5, .75, .625};
      for (int i = 0; i < COUNT(outside); i++) {
        p[a] = outside[i];
        assert_true(noises[n].at(p, 256) == 0);
      }
      p[a] = 0x1.0000001p51;
      assert_true(noises[n].at(p, 256) == 0);
      p[a] = -0x1p51;
      assert_true(noises[n].at(p, 256) >= noises[n].lo && noises[n].at(p, 256) <= noises[n].hi);
    }
  for (int dims = 1; dims <= 4; dims++) {
    const double near[4] = {.5, .5, .5, .5};
    const double far[4] = {0x1p50 + .5, -0x1p50 + .5, 0x1p40 + .5, -0x1p40 + .5};
    assert_true(perlin(dims, near, 0) == perlin(dims, far, 0));
  }
}

/* ---- Blends, lines, planes, wavelets ---- */

static void test_blends_meet_their_ends(void **state) {
  (void)state;
  assert_true(burl_classic_fade(0) == 0 && burl_classic_fade(1) == 1);
  assert_true(burl_classic_hermite(0) == 0 && burl_classic_hermite(1) == 1);
  expect_close(burl_classic_fade(.25), 0.103515625);
  expect_close(burl_classic_hermite(.25), 0.15625);
  for (int t = 0; t <= 1; t++) {
    const double end = t ? -3 : 2;
    expect_close(burl_classic_linear(2, -3, t), end);
    expect_close(burl_classic_cosine(2, -3, t), end);
    expect_close(burl_classic_cubic(7, 2, -3, 9, t), end);
    expect_close(burl_classic_catmull_rom(7, 2, -3, 9, t), end);
  }
  expect_close(burl_classic_cosine(0, 1, 1.0 / 3), 0.25);
  /* The overshoot that the header states is reached. */
  expect_close(burl_classic_cubic(-1, 1, 1, -1, .5), 1.5);
  expect_close(burl_classic_catmull_rom(-1, 1, 1, -1, .5), 1.25);
}

static void test_wavelets(void **state) {
  (void)state;
  uint32_t random = 9;
  for (int i = 0; i < 1000; i++) {
    const double left = draw(&random, -1, 1), right = draw(&random, -1, 1);
    const double f = draw(&random, 0, 1), slopes = burl_classic_slopes1(left, right, f);
    expect_close(burl_classic_wavelet(left, f) + burl_classic_wavelet(right, f - 1), slopes);
    assert_true(fabs(slopes) <= 0.5);
    assert_true(fabs(burl_classic_wavelets1(left, right, f)) <= 0.25);
    expect_close(burl_classic_wavelet(left, -f), -burl_classic_wavelet(left, f));
  }
  static const double beyond[] = {-3, -1, 1, 1.5, 1e9};
  for (int i = 0; i < COUNT(beyond); i++) assert_true(burl_classic_wavelet(1, beyond[i]) == 0);
  for (int f = 0; f <= 1; f++) {
    assert_true(burl_classic_slopes1(.7, -.4, f) == 0);
    assert_true(burl_classic_wavelets1(.7, -.4, f) == 0);
  }
}

static void test_planes(void **state) {
  (void)state;
  const double a[2] = {.7, -.3}, b[2] = {-.2, .9}, c[2] = {.4, .1}, d[2] = {-1, .6};
  for (int corner = 0; corner < 4; corner++)
    assert_true(burl_classic_planes2(a, b, c, d, corner & 1, corner >> 1) == 0);
  /* On an edge, the 2D noise is the 1D noise of the gradients along it. */
  for (double f = 0; f <= 1; f += 1.0 / 16) {
    expect_close(burl_classic_planes2(a, b, c, d, f, 0), burl_classic_slopes1(a[0], b[0], f));
    expect_close(burl_classic_planes2(a, b, c, d, f, 1), burl_classic_slopes1(c[0], d[0], f));
    expect_close(burl_classic_planes2(a, b, c, d, 0, f), burl_classic_slopes1(a[1], c[1], f));
    expect_close(burl_classic_planes2(a, b, c, d, 1, f), burl_classic_slopes1(b[1], d[1], f));
  }
}

/* ---- rand() and its tables ---- */

static void test_rand(void **state) {
  (void)state;
  static const int published[] = {16838, 5758, 10113, 17515, 31051}; /* after srand(1) */
  uint32_t random = 1;
  for (int i = 0; i < COUNT(published); i++) assert_int_equal(burl_classic_rand(&random), published[i]);
}

static void test_table_octaves(void **state) {
  (void)state;
  const double x = -7.3, y = 250.9;
  assert_true(burl_classic_value_octaves2(&terrain, x, y, 0, .5) == 0);
  assert_true(burl_classic_axes_octaves2(&terrain, x, y, 2, -1) == 0);
  expect_close(burl_classic_value_octaves2(&terrain, x, y, 2, .25),
               (burl_classic_value2(&terrain, x, y) + .25 * burl_classic_value2(&terrain, 2 * x, 2 * y)) / 1.25);
  expect_close(burl_classic_axes_octaves2(&terrain, x, y, 1, .25), burl_classic_axes2(&terrain, x, y));
}

/* ---- Elias ---- */

/* Trial division by 2, 3 and all 6k - 1 and 6k + 1. */
static int is_prime(uint64_t n) {
  if (n < 4) return n > 1;
  if (n % 2 == 0 || n % 3 == 0) return 0;
  for (uint64_t d = 5; d * d <= n; d += 6)
    if (n % d == 0 || n % (d + 2) == 0) return 0;
  return 1;
}

static void test_next_prime(void **state) {
  (void)state;
  static const uint32_t starts[] = {0, 15731, 789221, 1376312589, 65521u * 65521u - 50, 4294967295u - 300};
  for (int i = 0; i < COUNT(starts); i++)
    for (uint32_t n = starts[i]; n <= starts[i] + 300 && n >= starts[i]; n++) {
      uint64_t expected = (uint64_t)n + 1;
      while (!is_prime(expected)) expected++;
      if (expected > UINT32_MAX) expected = 0;
      assert_true(burl_classic_next_prime(n) == expected);
      if (n == UINT32_MAX) break;
    }
  assert_true(burl_classic_next_prime(4294967290u) == 4294967291u);
  assert_true(burl_classic_next_prime(4294967291u) == 0);
  assert_true(burl_classic_next_prime(UINT32_MAX) == 0);
}

static void test_elias_constants(void **state) {
  (void)state;
  const burl_classic_elias_constants k = burl_classic_elias_constants_at(-3);
  assert_true(k.a == 15731 && k.b == 789221 && k.c == 1376312589);
  assert_true(burl_classic_elias_hash(-5, &k) == burl_classic_elias_hash(-5, NULL));
  const burl_classic_elias_constants first = burl_classic_elias_constants_at(1);
  assert_true(burl_classic_elias_hash(-5, &first) != burl_classic_elias_hash(-5, NULL));
}

/* The hash in signed 64-bit arithmetic, cut to 31 bits at each step. */
static double elias_hash_by_hand(int64_t n, const burl_classic_elias_constants *k) {
  const int64_t mask = 0xFFFFFFFF;
  n &= mask;
  n = ((n << 13) ^ n) & mask;
  uint64_t m = (uint64_t)n * (uint64_t)n & (uint64_t)mask;
  m = (m * k->a + k->b) & (uint64_t)mask;
  m = (m * (uint64_t)n + k->c) & 0x7FFFFFFF;
  return 1.0 - (double)m / 1073741824.0;
}

static void test_elias_lattice(void **state) {
  (void)state;
  uint32_t random = 10;
  const burl_classic_elias_constants k = burl_classic_elias_constants_at(2);
  for (int n = 0; n < 1000; n++) {
    const int i = (int)draw(&random, -1000, 1000), j = (int)draw(&random, -1000, 1000);
    const double at = burl_classic_elias_hash(i + 57 * j, &k);
    assert_true(at == elias_hash_by_hand(i + 57 * j, &k));
    assert_true(at > -1 && at <= 1);
    /* Each interpolation meets the lattice's values, smoothed or not; so does the diagonal. */
    for (burl_classic_interpolation how = BURL_CLASSIC_LINEAR; how <= BURL_CLASSIC_CUBIC; how++) {
      expect_close(burl_classic_elias_noise2(i, j, how, BURL_CLASSIC_ROUGH, &k), at);
      expect_close(burl_classic_elias_noise2(i + 57, j - 1, how, BURL_CLASSIC_ROUGH, &k), at);
      expect_close(burl_classic_elias_noise1(i, how, BURL_CLASSIC_ROUGH, &k), burl_classic_elias_hash(i, &k));
      expect_close(burl_classic_elias_noise1(i, how, BURL_CLASSIC_SMOOTH, &k), burl_classic_elias_smooth1(i, &k));
      expect_close(burl_classic_elias_noise2(i, j, how, BURL_CLASSIC_SMOOTH, &k), burl_classic_elias_smooth2(i, j, &k));
      expect_close(burl_classic_elias_noise3(i, j, 3, how, &k), burl_classic_elias_hash(i + 57 * j + 3249 * 3, &k));
    }
  }
}

/* The ends of 32 bits are neighbours. */
static void test_elias_wraps(void **state) {
  (void)state;
  expect_close(burl_classic_elias_smooth1(INT32_MAX, NULL),
               burl_classic_elias_hash(INT32_MAX, NULL) / 2 +
                   (burl_classic_elias_hash(INT32_MAX - 1, NULL) + burl_classic_elias_hash(INT32_MIN, NULL)) / 4);
  for (int i = 0; i < 100; i++) {
    const double x = i * 1.25 - 60, far = x + 4294967296.0;
    assert_true(burl_classic_elias_noise2(x, far, BURL_CLASSIC_CUBIC, BURL_CLASSIC_SMOOTH, NULL) ==
                burl_classic_elias_noise2(far, x, BURL_CLASSIC_CUBIC, BURL_CLASSIC_SMOOTH, NULL));
  }
}

static void test_elias_octaves_of_their_own(void **state) {
  (void)state;
  enum { OCTAVES = 4 };
  burl_classic_elias_constants k[OCTAVES];
  for (int i = 0; i < OCTAVES; i++) k[i] = burl_classic_elias_constants_at(i);
  double line = 0, plane = 0;
  for (int i = 0; i < OCTAVES; i++) {
    const double f = 1 << i, amplitude = 1.0 / (1 << 2 * i);
    line += amplitude * burl_classic_elias_noise1(-1.3 * f, BURL_CLASSIC_CUBIC, BURL_CLASSIC_SMOOTH, &k[i]);
    plane += amplitude * burl_classic_elias_noise2(-1.3 * f, 2.6 * f, BURL_CLASSIC_COSINE, BURL_CLASSIC_SMOOTH, &k[i]);
  }
  expect_close(burl_classic_elias_octaves1(-1.3, BURL_CLASSIC_CUBIC, OCTAVES, .25, k), line);
  expect_close(burl_classic_elias_octaves2(-1.3, 2.6, BURL_CLASSIC_COSINE, OCTAVES, .25, k), plane);
  assert_true(burl_classic_elias_octaves1(-1.3, BURL_CLASSIC_CUBIC, 0, .25, NULL) == 0);
}

/* ---- Rings ---- */

static void test_rings(void **state) {
  (void)state;
  assert_true(burl_classic_ring_octave(&wood, 0, 0, .5, .5) == 0);
  assert_true(burl_classic_ring_octave(&wood, 0, -4, .5, .5) == 0);
  assert_true(burl_classic_rings(&wood, .3, .4, 0, .25, 10) == 0);
  assert_true(burl_classic_rings(&wood, .3, .4, 2, -1, 10) == 0);
  /* Cell c of frequency 8 reads entry 8 (c + 1) + octave. */
  expect_close(burl_classic_ring_octave(&wood, 5, 8, 2.0 / 8, 6.0 / 8), wood.entry[29][61]);
  expect_close(burl_classic_ring_octave(&wood, 5, 8, 7.0 / 8, -3.0 / 8), wood.entry[5][53]);
  /* Beyond 64 neighbours share an entry: 64 * 7 / 100 is 4. */
  expect_close(burl_classic_ring_octave(&wood, 0, 100, 6.0 / 100, 0), wood.entry[4][0]);
  /* Amplitudes all 1, for which the publication divides by 0. */
  const double mean =
      (burl_classic_ring_octave(&wood, 0, 4, .3, .4) + burl_classic_ring_octave(&wood, 1, 8, .3, .4)) / 2;
  expect_close(burl_classic_rings(&wood, .3, .4, 2, 1, .5), .5 * mean);
  const double most = burl_classic_rings(&wood, .3, .4, 24, 1, 10);
  assert_true(burl_classic_rings(&wood, .3, .4, 23, 1, 10) != most);
  assert_true(burl_classic_rings(&wood, .3, .4, 25, 1, 10) == most);
  assert_true(burl_classic_rings(&wood, .3, .4, 1000, 1, 10) == most);
  assert_true(burl_classic_rings(&wood, .375, .625, 4, .25, 10) == burl_classic_rings(&wood, 3.375, -.375, 4, .25, 10));
}

/* A valley of 0 between hills of 1 along x: the spline undershoots to -1/8, and of 10 times that
 * the fraction is truncated, not floored. */
static void test_rings_undershoot(void **state) {
  (void)state;
  burl_classic_table64 valley;
  for (int x = 0; x < 64; x++)
    for (int y = 0; y < 64; y++) valley.entry[x][y] = x == 0 || x == 48;
  expect_close(burl_classic_ring_octave(&valley, 0, 4, .125, .3), -.125);
  expect_close(burl_classic_rings(&valley, .125, .3, 1, .25, 10), -.25);
}

/* ---- Midpoint displacement ---- */

/* FNV-1a over the cells in order. */
static uint32_t hash_of(const int *cells, int count) {
  uint32_t hash = 2166136261u;
  for (int i = 0; i < count; i++) hash = (hash ^ (uint32_t)cells[i]) * 16777619u;
  return hash;
}

/* Hashes of reference.py's midpoint(n, seed, levels); for the last two, which would take it too
 * long, with the draws that change nothing jumped over by powers of the generator. */
static void test_midpoint(void **state) {
  (void)state;
  static const struct {
    int n;
    uint32_t seed;
    int levels;
    uint32_t hash;
  } expected[] = {
      {1, 1u, 256, 0xEE0C38EAu},         {2, 1u, 256, 0x533F442Bu},    {3, 5u, 100, 0xCD027C92u},
      {4, 5u, 2, 0xD2520259u},           {5, 9u, 1, 0x8FEE7FBFu},      {17, 3u, 1000, 0xF88F9AFBu},
      {70, 4294967295u, 7, 0x74DDE700u}, {257, 2u, 256, 0x1501B983u},  {258, 2u, 256, 0x219E1FC5u},
      {600, 7u, 256, 0xE7B92F6Du},       {33, 8u, 65536, 0x1A4ADB82u}, {9, 6u, 2147483647, 0x81E07CB0u},
  };
  for (int i = 0; i < COUNT(expected); i++) {
    const int n = expected[i].n, count = n * n;
    int *cells = malloc((size_t)count * sizeof *cells);
    assert_non_null(cells);
    burl_classic_midpoint(n, expected[i].seed, expected[i].levels, cells);
    if (hash_of(cells, count) != expected[i].hash) fail_msg("n %d", n);
    free(cells);
  }
}

static void test_midpoint_small(void **state) {
  (void)state;
  int cells[9] = {-7, -7, -7, -7, -7, -7, -7, -7, -7};
  burl_classic_midpoint(0, 1, 256, cells);
  burl_classic_midpoint(-3, 1, 256, cells);
  burl_classic_midpoint(3, 1, 0, cells);
  for (int i = 0; i < 9; i++) assert_int_equal(cells[i], -7);
  burl_classic_midpoint(1, 1, 256, cells);
  assert_int_equal(cells[0], 107);
  assert_int_equal(cells[1], -7);
  burl_classic_midpoint(2, 1, 256, cells);
  assert_true(cells[0] == 198 && cells[1] == 129 && cells[2] == 126 && cells[3] == 107);
  assert_int_equal(cells[4], -7);
  burl_classic_midpoint(3, 5, 100, cells);
  static const int three[9] = {55, 35, 16, 56, 94, 46, 57, 67, 77};
  assert_memory_equal(cells, three, sizeof three);
}

/* Every cell is set and within levels, far over 257 too. */
static void test_midpoint_is_whole(void **state) {
  (void)state;
  enum { N = 2050 };
  int *cells = malloc(sizeof(int) * N * N);
  assert_non_null(cells);
  burl_classic_midpoint(N, 12, 90, cells);
  for (int i = 0; i < N * N; i++) assert_true(cells[i] >= 0 && cells[i] < 90);
  free(cells);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tables),
      cmocka_unit_test(test_perlin_values),
      cmocka_unit_test(test_permutation),
      cmocka_unit_test(test_gradient_forms_agree),
      cmocka_unit_test(test_gradients_are_edges),
      cmocka_unit_test(test_gradient_order),
      cmocka_unit_test(test_perlin_is_a_sum_over_corners),
      cmocka_unit_test(test_perlin_octaves),
      cmocka_unit_test(test_bounds),
      cmocka_unit_test(test_lattice_points),
      cmocka_unit_test(test_periods),
      cmocka_unit_test(test_no_shorter_period),
      cmocka_unit_test(test_default_period),
      cmocka_unit_test(test_continuity),
      cmocka_unit_test(test_just_below_zero),
      cmocka_unit_test(test_far_coordinates),
      cmocka_unit_test(test_blends_meet_their_ends),
      cmocka_unit_test(test_wavelets),
      cmocka_unit_test(test_planes),
      cmocka_unit_test(test_rand),
      cmocka_unit_test(test_table_octaves),
      cmocka_unit_test(test_next_prime),
      cmocka_unit_test(test_elias_constants),
      cmocka_unit_test(test_elias_lattice),
      cmocka_unit_test(test_elias_wraps),
      cmocka_unit_test(test_elias_octaves_of_their_own),
      cmocka_unit_test(test_rings),
      cmocka_unit_test(test_rings_undershoot),
      cmocka_unit_test(test_midpoint),
      cmocka_unit_test(test_midpoint_small),
      cmocka_unit_test(test_midpoint_is_whole),
  };
  return cmocka_run_group_tests_name("classic", tests, fill_tables, NULL);
}
