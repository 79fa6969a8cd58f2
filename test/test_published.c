/* The founding articles' algorithms as a program computes them, through the public API: every table
 * of test/reference (or of the folder in BURL_REFERENCE_DIR), and at random points burl_classic.h
 * or, where it has no such function, noise written as the articles word it, slowly and in double.
 * Also every recipe of the gallery: it says what it is, compiles, renders and keeps its bounds. */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/seed.h"
#include "burl.h"
#include "burl_classic.h"
#include "gallery.h"
#include "noise/lattice.h"
#include "reference.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* What rounding to float may cost, for each unit of the sum of amplitudes. */
#define TOLERANCE 4e-6

enum { TEXT = 512 };

/* ---- Helpers ---- */

typedef const reference_table *table_row;

static double number(table_row t, int row, const char *name) { return reference_number(t, row, name); }

static burl_program *compiled_text(const char *text, int dims) {
  burl_error error;
  burl_program *const program = burl_compile(text, dims, &error);
  if (!program) fail_msg("%s: %s (%s)", text, error.message, error.hint);
  return program;
}

/* A program of this recipe, to be freed. */
static burl_program *compiled(int dims, const char *format, ...) {
  char text[TEXT];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  assert_true(length > 0 && length < TEXT);
  return compiled_text(text, dims);
}

/* coord: double[4][count] */
static void sample(const burl_program *program, int count, double *const coord[4], float *out) {
  const burl_points points = {.count = (size_t)count, .coord = {coord[0], coord[1], coord[2], coord[3]}};
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
}

static float sample_one(const burl_program *program, double x, double y, double z, double w) {
  double *const coord[4] = {&x, &y, &z, &w};
  float value;
  sample(program, 1, coord, &value);
  return value;
}

/* The same by way of a grid of one sample. */
static float grid_one(const burl_program *program, const double p[4]) {
  burl_grid grid = {.threads = 1};
  for (int a = 0; a < burl_dims(program); a++) grid.origin[a] = p[a];
  float value;
  assert_int_equal(burl_sample_grid(program, &grid, &value), BURL_OK);
  return value;
}

static int same_bits(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

/* How far a and b are apart, modulo 1. */
static double apart(double a, double b) {
  const double d = fabs(a - b) - floor(fabs(a - b));
  return fmin(d, 1 - d);
}

static uint32_t random_state;

static uint32_t draw(uint32_t below) {
  const uint32_t high = (uint32_t)burl_classic_rand(&random_state);
  const uint32_t low = (uint32_t)burl_classic_rand(&random_state);
  return (high << 15 | low) % below;
}

/* A multiple of 2^-10, whose fraction is exact: near the origin, or up to 2^40 from it. */
static double draw_coordinate(void) {
  static const double reach[] = {4, 1000, 4294967296.0, 1099511627776.0};
  const double way = ((double)draw(1u << 29) / 268435456.0 - 1) * reach[draw(COUNT(reach))];
  return floor(way * 1024) / 1024;
}

enum { POINTS = 2000 };

typedef struct {
  double at[4][POINTS];
  float value[POINTS];
} samples;

static samples drawn;

/* Samples the program at `count` points, drawn anew. */
static void sample_drawn(const burl_program *program, int count) {
  for (int n = 0; n < count; n++)
    for (int a = 0; a < 4; a++) drawn.at[a][n] = draw_coordinate();
  double *const coord[4] = {drawn.at[0], drawn.at[1], drawn.at[2], drawn.at[3]};
  sample(program, count, coord, drawn.value);
}

static void expect_drawn(const char *what, int n, double expected, double tolerance) {
  if (fabs((double)drawn.value[n] - expected) <= tolerance) return;
  fail_msg("%s at %.17g, %.17g, %.17g, %.17g: %.9g, not %.17g", what, drawn.at[0][n], drawn.at[1][n], drawn.at[2][n],
           drawn.at[3][n], (double)drawn.value[n], expected);
}

/* ---- Tables ---- */

/* A column of a table, and the recipe of each row.  Coordinates are the columns x, y, z. */
typedef struct {
  const char *table, *column;
  int dims;
  void (*recipe)(table_row t, int row, char text[TEXT]);
  double (*amplitudes)(table_row t, int row); /* NULL: 1 */
} published;

static void improved3(table_row t, int row, char text[TEXT]) {
  snprintf(text, TEXT, "perlin(x, y, z, hash: perlin2002, raw: 1, period: %s)", reference_text(t, row, "repeat"));
}

static void octaves3(table_row t, int row, char text[TEXT]) {
  snprintf(text, TEXT,
           "fbm((perlin(x, y, z, hash: perlin2002, raw: 1) + 1)/2, octaves: %s, gain: %s, "
           "same_seed: 1)",
           reference_text(t, row, "octaves"), reference_text(t, row, "persistence"));
}

#define TABLE_VALUE "value(x, y, hash: table, seed: %s, raw: 1)"
#define TABLE_AXES "(perlin(x, y, gradients: axes, hash: table, seed: %s, raw: 1) + 1)/2"

static void table_value(table_row t, int row, char text[TEXT]) {
  snprintf(text, TEXT, TABLE_VALUE, reference_text(t, row, "table"));
}
static void table_axes(table_row t, int row, char text[TEXT]) {
  snprintf(text, TEXT, TABLE_AXES, reference_text(t, row, "table"));
}
static void table_value_octaves(table_row t, int row, char text[TEXT]) {
  snprintf(text, TEXT, "fbm(" TABLE_VALUE ", octaves: 5, same_seed: 1)", reference_text(t, row, "table"));
}
static void table_axes_octaves(table_row t, int row, char text[TEXT]) {
  snprintf(text, TEXT, "fbm(" TABLE_AXES ", octaves: 5, same_seed: 1)", reference_text(t, row, "table"));
}

static void elias1(table_row t, int row, char text[TEXT]) {
  snprintf(text, TEXT, "value(x, hash: elias, interp: %s, smooth: %s, raw: 1)", reference_text(t, row, "interpolation"),
           reference_text(t, row, "smooth"));
}
static void elias2(table_row t, int row, char text[TEXT]) {
  snprintf(text, TEXT, "value(x, y, hash: elias, interp: %s, smooth: %s, raw: 1)",
           reference_text(t, row, "interpolation"), reference_text(t, row, "smooth"));
}
static void elias3(table_row t, int row, char text[TEXT]) {
  snprintf(text, TEXT, "value(x, y, z, hash: elias, interp: %s, raw: 1)", reference_text(t, row, "interpolation"));
}

static void elias_octaves(table_row t, int row, char text[TEXT]) {
  snprintf(text, TEXT,
           "fbm(value(hash: elias, interp: %s, smooth: 1, raw: 1), octaves: %s, gain: %s, "
           "normalise: 0, same_seed: 1)",
           reference_text(t, row, "interpolation"), reference_text(t, row, "octaves"),
           reference_text(t, row, "persistence"));
}
static double elias_amplitudes(table_row t, int row) {
  double sum = 0;
  for (int i = 0; i < (int)number(t, row, "octaves"); i++) sum += pow(number(t, row, "persistence"), i);
  return sum;
}

static const published values[] = {
    {"improved3", "value", 3, improved3, NULL},
    {"octaves3", "value", 3, octaves3, NULL},
    {"table2", "value", 2, table_value, NULL},
    {"table2", "axes", 2, table_axes, NULL},
    {"table2", "value_octaves", 2, table_value_octaves, NULL},
    {"table2", "axes_octaves", 2, table_axes_octaves, NULL},
    {"elias1", "value", 1, elias1, NULL},
    {"elias2", "value", 2, elias2, NULL},
    {"elias3", "value", 3, elias3, NULL},
    {"elias_octaves1", "value", 1, elias_octaves, elias_amplitudes},
    {"elias_octaves2", "value", 2, elias_octaves, elias_amplitudes},
};

/* Rows from `first` on that have one recipe, all in one call; returns how many. */
static int check_run(const published *v, table_row t, int first) {
  static const char *const axes[] = {"x", "y", "z"};
  enum { MOST = 512 };
  static double at[4][MOST];
  float value[MOST];
  char text[TEXT], next[TEXT];
  v->recipe(t, first, text);
  strcpy(next, text);
  int count = 0;
  for (; strcmp(text, next) == 0; count++) {
    assert_true(count < MOST);
    for (int a = 0; a < v->dims; a++) at[a][count] = number(t, first + count, axes[a]);
    if (first + count + 1 < t->rows) v->recipe(t, first + count + 1, next);
    else next[0] = '\0';
  }

  burl_program *const program = compiled_text(text, v->dims);
  double *const coord[4] = {at[0], at[1], at[2], at[3]};
  sample(program, count, coord, value);
  for (int n = 0; n < count; n++) {
    const double p[4] = {at[0][n], at[1][n], at[2][n], 0};
    const double sum = v->amplitudes ? v->amplitudes(t, first + n) : 1;
    const double expected = number(t, first + n, v->column);
    if (!(fabs((double)value[n] - expected) <= TOLERANCE * fmax(1, sum)))
      fail_msg("%s, row %d: %s gives %.9g, not %.17g", t->name, first + n, text, (double)value[n], expected);
    if (!same_bits(grid_one(program, p), value[n]))
      fail_msg("%s, row %d: %s: a grid has other bits", t->name, first + n, text);
  }
  burl_free(program);
  return count;
}

static void test_tables(void **state) {
  (void)state;
  for (int i = 0; i < COUNT(values); i++) {
    reference_table t = reference_open(values[i].table);
    for (int row = 0; row < t.rows;) row += check_run(&values[i], &t, row);
    reference_close(&t);
  }
}

/* ---- Gradients, lines and planes: the functions that the kernels call ---- */

static double dot(gradient g, const double d[4]) {
  return (double)g.x * d[0] + (double)g.y * d[1] + (double)g.z * d[2] + (double)g.w * d[3];
}

static void test_gradients(void **state) {
  (void)state;
  for (uint32_t h = 0; h < 256; h++) {
    for (int a = 0; a < 4; a++) {
      double d[4] = {0};
      d[a] = 1;
      const int hash = (int)h;
      const double edge3 = burl_classic_grad3(hash, d[0], d[1], d[2]);
      assert_true(edge3 == burl_classic_grad3_table(hash, d[0], d[1], d[2]));
      if (a < 1) assert_true(dot(gradient1(EDGES, h, 1), d) == burl_classic_grad1(hash, d[0]));
      if (a < 2) assert_true(dot(gradient2(EDGES, h, 1), d) == burl_classic_grad2(hash, d[0], d[1]));
      if (a < 3) assert_true(dot(gradient3(EDGES, h, 1), d) == edge3);
      assert_true(dot(gradient4(EDGES, h, 1), d) == burl_classic_grad4(hash, d[0], d[1], d[2], d[3]));
    }
    const gradient axis = gradient2(AXES, h, 1);
    assert_true((double)axis.x == (h % 4 == 0) - (h % 4 == 1));
    assert_true((double)axis.y == (h % 4 == 3) - (h % 4 == 2));
  }
}

/* Gradient noise between two neighbours along each axis. */
static const burl__noise two_taps = {.taps = 2};

static plane plane_at(table_row t, int row, const char *x, const char *y) {
  return plane_of((real)number(t, row, x), y ? (real)number(t, row, y) : 0, 0, 0, 0);
}

static void expect_number(table_row t, int row, const char *name, double actual) {
  const double expected = number(t, row, name);
  if (!(fabs(actual - expected) <= TOLERANCE))
    fail_msg("%s, row %d: %s is %.9g, not %.17g", t->name, row, name, actual, expected);
}

static void test_lines(void **state) {
  (void)state;
  reference_table t = reference_open("slopes1");
  for (int i = 0; i < t.rows; i++) {
    const real f = (real)number(&t, i, "f");
    const plane a = fold(plane_at(&t, i, "a_left", NULL), 0, 1, f);
    const plane b = fold(plane_at(&t, i, "a_right", NULL), 0, 1, f - 1);
    const plane lines = blend_planes(&two_taps, a, b, 0, blend_weight(HERMITE, f));
    const plane left = scale_plane(a, 0, wavelet_window(f)), right = scale_plane(b, 0, wavelet_window(f - 1));
    const plane waves = blend_planes(&two_taps, left, right, 0, blend_weight(WAVELET, f));
    expect_number(&t, i, "hermite", (double)lines.rest);
    expect_number(&t, i, "wavelet", (double)waves.rest);
  }
  reference_close(&t);
}

static void test_planes(void **state) {
  (void)state;
  reference_table t = reference_open("planes2");
  for (int i = 0; i < t.rows; i++) {
    const real fx = (real)number(&t, i, "fx"), fy = (real)number(&t, i, "fy");
    const real u = blend_weight(HERMITE, fx), v = blend_weight(HERMITE, fy);
    const plane low = blend_planes(&two_taps, fold(plane_at(&t, i, "g00x", "g00y"), 0, 1, fx),
                                   fold(plane_at(&t, i, "g10x", "g10y"), 0, 1, fx - 1), 0, u);
    const plane high = blend_planes(&two_taps, fold(plane_at(&t, i, "g01x", "g01y"), 0, 1, fx),
                                    fold(plane_at(&t, i, "g11x", "g11y"), 0, 1, fx - 1), 0, u);
    const column_line a = {low.rest, low.y}, b = {high.rest, high.y};
    expect_number(&t, i, "value", (double)finish_columns(a, column_step(a, b), fy, v));
  }
  reference_close(&t);
}

/* gradients: uniform in 1D: lines of slopes in [-1, 1], which two samples a cell betray; and the
 * wavelets of the same slopes. */
static void test_uniform_slopes(void **state) {
  (void)state;
  enum { CELLS = 4000 };
  static double slope[CELLS + 1];
  burl_program *const lines = compiled(1, "perlin(x, interp: hermite, gradients: uniform, raw: 1)");
  burl_program *const waves = compiled(1, "perlin(x, interp: wavelet, gradients: uniform, raw: 1)");
  const double near = burl_classic_hermite(.25), far = 1 - near;
  double square = 0, least = 1, most = -1, mean = 0;
  for (int i = 0; i < CELLS; i++) {
    const double x = i - CELLS / 2;
    const double a = (double)sample_one(lines, x + .25, 0, 0, 0);
    const double b = (double)sample_one(lines, x + .75, 0, 0, 0);
    /* a = .25 far left - .75 near right, b = .75 near left - .25 far right */
    const double scale = (9 * near * near - far * far) / 16;
    const double left = (.75 * near * b - .25 * far * a) / scale;
    const double right = (.25 * far * b - .75 * near * a) / scale;
    if (i > 0) assert_true(fabs(left - slope[i]) < 2e-5);
    slope[i] = left;
    slope[i + 1] = right;
    for (double f = 0; f < 1; f += .125) {
      const double line = burl_classic_slopes1(left, right, f);
      const double wave = burl_classic_wavelets1(left, right, f);
      assert_true(fabs((double)sample_one(lines, x + f, 0, 0, 0) - line) < 1e-5);
      assert_true(fabs((double)sample_one(waves, x + f, 0, 0, 0) - wave) < 1e-5);
    }
    mean += left / CELLS;
    square += left * left / CELLS;
    least = fmin(least, left);
    most = fmax(most, left);
  }
  assert_true(least >= -1 - 1e-5 && least < -.99 && most <= 1 + 1e-5 && most > .99);
  assert_true(fabs(mean) < .05 && fabs(square - 1.0 / 3) < .02);
  burl_free(lines);
  burl_free(waves);
}

/* Gradient noise is 0 on every lattice point, whatever its options. */
static void test_lattice_points(void **state) {
  (void)state;
  static const char *const interps[] = {"linear", "cosine", "hermite", "quintic", "wavelet"};
  static const char *const sets[] = {"default", "edges", "axes", "diagonal", "circle", "uniform"};
  static const char *const hashes[] = {"burl", "perlin2002", "table"};
  enum { SOME = 40 };
  for (int dims = 1; dims <= 4; dims++)
    for (int i = 0; i < COUNT(interps); i++)
      for (int s = 0; s < COUNT(sets); s++)
        for (int h = 0; h < COUNT(hashes); h++) {
          burl_program *const program =
              compiled(dims, "fbm(perlin(interp: %s, gradients: %s, hash: %s), octaves: 2, same_seed: 1)", interps[i],
                       sets[s], hashes[h]);
          double at[4][SOME];
          float value[SOME];
          for (int n = 0; n < SOME; n++)
            for (int a = 0; a < 4; a++) at[a][n] = floor(draw_coordinate());
          double *const coord[4] = {at[0], at[1], at[2], at[3]};
          sample(program, SOME, coord, value);
          for (int n = 0; n < SOME; n++)
            if (value[n] != 0) fail_msg("%dD %s %s %s: %g", dims, interps[i], sets[s], hashes[h], (double)value[n]);
          burl_free(program);
        }
}

/* ---- Lattices, as the articles word them ---- */

/* The numbers on the lattice of a published hash. */
typedef struct {
  enum hash_word hash;
  int64_t period; /* 0: none */
  uint32_t seed;  /* Elias: XORed in */
  int octave;     /* wood: of the fractal around it */
  burl_classic_elias_constants constants;
  burl_classic_table256 table;
  burl_classic_table64 wood;
} lattice;

static const char *const hash_names[] = {"burl", "perlin2002", "elias", "table", "wood"};

static void open_lattice(lattice *l, enum hash_word hash, int64_t period, uint32_t seed, int octave) {
  l->hash = hash;
  l->period = period;
  l->seed = seed;
  l->octave = octave;
  l->constants = burl_classic_elias_constants_at(octave);
  burl_classic_table256_fill(&l->table, seed);
  burl_classic_table64_fill(&l->wood, seed);
}

static int64_t wrapped(const lattice *l, int64_t cell) {
  return l->period ? (cell % l->period + l->period) % l->period : cell;
}

/* The short hash of a lattice point; not of wood, nor of Elias. */
static int short_hash(const lattice *l, int dims, const int64_t cell[4]) {
  int h = 0;
  for (int step = 0; step < dims; step++) {
    const int a = l->hash == HASH_TABLE ? dims - 1 - step : step;
    const int next = (int)((h + wrapped(l, cell[a])) & 255);
    h = l->hash == HASH_TABLE ? l->table.entry[next] : burl_classic_permutation(next);
  }
  return h;
}

static int wood_index(const lattice *l, int64_t cell) {
  return (int)((64 * ((wrapped(l, cell) + 1) % l->period) / l->period + l->octave) % 64);
}

static double value_at_point(const lattice *l, int dims, const int64_t cell[4]) {
  if (l->hash == HASH_WOOD) return l->wood.entry[wood_index(l, cell[0])][wood_index(l, cell[1])];
  if (l->hash == HASH_PERLIN2002) return short_hash(l, dims, cell) * 2 / 255.0 - 1;
  if (l->hash == HASH_TABLE) return short_hash(l, dims, cell) / 255.0;
  uint32_t n = 0;
  for (int a = 0, power = 1; a < dims; a++, power *= 57) n += (uint32_t)wrapped(l, cell[a]) * (uint32_t)power;
  return burl_classic_elias_hash((int32_t)(n ^ l->seed), &l->constants);
}

/* Value noise with a published hash: interpolated an axis after the other. */
typedef struct {
  const lattice *lattice;
  int dims, smooth;
  enum interp_word interp;
  int64_t cell[4];
  double f[4];
} value_noise;

static const char *const interp_names[] = {"linear", "cosine", "hermite", "quintic", "cubic", "catmull_rom", "wavelet"};

/* From v[1] to v[2]. */
static double between(enum interp_word interp, const double v[4], double t) {
  switch (interp) {
  case COSINE: return burl_classic_cosine(v[1], v[2], t);
  case HERMITE: return burl_classic_linear(v[1], v[2], burl_classic_hermite(t));
  case QUINTIC: return burl_classic_linear(v[1], v[2], burl_classic_fade(t));
  case CUBIC: return burl_classic_cubic(v[0], v[1], v[2], v[3], t);
  case CATMULL_ROM: return burl_classic_catmull_rom(v[0], v[1], v[2], v[3], t);
  default: return burl_classic_linear(v[1], v[2], t);
  }
}

/* The lattice at `cell`, smoothed along `axis` and those after it. */
static double smoothed(const value_noise *o, int axis, const int64_t cell[4]) {
  if (axis >= o->dims || axis >= 4 || !o->smooth) return value_at_point(o->lattice, o->dims, cell);
  double sum = 0;
  for (int k = -1; k <= 1; k++) {
    int64_t beside[4];
    memcpy(beside, cell, sizeof beside);
    beside[axis] += k;
    sum += (k ? .25 : .5) * smoothed(o, axis + 1, beside);
  }
  return sum;
}

static double along(const value_noise *o, int axis, const int64_t cell[4]) {
  if (axis >= o->dims || axis >= 4) return smoothed(o, 0, cell);
  double v[4] = {0};
  for (int k = -1; k <= 2; k++) {
    if ((k < 0 || k > 1) && o->interp != CUBIC && o->interp != CATMULL_ROM) continue;
    int64_t beside[4];
    memcpy(beside, cell, sizeof beside);
    beside[axis] += k;
    v[k + 1] = along(o, axis + 1, beside);
  }
  return between(o->interp, v, o->f[axis]);
}

static double value_at(const lattice *l, int dims, enum interp_word interp, int smooth, const double p[4]) {
  value_noise o = {.lattice = l, .dims = dims, .smooth = smooth, .interp = interp};
  for (int a = 0; a < dims; a++) {
    o.cell[a] = (int64_t)floor(p[a]);
    o.f[a] = p[a] - floor(p[a]);
  }
  return along(&o, 0, o.cell);
}

/* Gradient noise with a published hash: a sum over the corners. */
static double gradient_dot(const lattice *l, int dims, int axes, const int64_t cell[4], const double d[4]) {
  const int h = short_hash(l, dims, cell);
  if (axes) return (double[]){d[0], -d[0], -d[1], d[1]}[h % 4];
  switch (dims) {
  case 1: return burl_classic_grad1(h, d[0]);
  case 2: return burl_classic_grad2(h, d[0], d[1]);
  case 3: return burl_classic_grad3(h, d[0], d[1], d[2]);
  default: return burl_classic_grad4(h, d[0], d[1], d[2], d[3]);
  }
}

static double gradient_noise(const lattice *l, int dims, enum interp_word interp, int axes, const double p[4]) {
  double total = 0;
  for (int corner = 0; corner < 1 << dims; corner++) {
    int64_t cell[4] = {0};
    double d[4] = {0}, weight = 1;
    for (int a = 0; a < dims; a++) {
      const int one = corner >> a & 1;
      const double f = p[a] - floor(p[a]), ends[4] = {0, !one, one, 0};
      cell[a] = (int64_t)floor(p[a]) + one;
      d[a] = f - one;
      weight *= between(interp, ends, f);
      if (interp == WAVELET) weight *= 1 - 3 * d[a] * d[a] + 2 * fabs(d[a] * d[a] * d[a]);
    }
    total += weight * gradient_dot(l, dims, axes, cell, d);
  }
  return total;
}

/* ---- At random points ---- */

static void at_drawn(int n, double p[4]) {
  for (int a = 0; a < 4; a++) p[a] = drawn.at[a][n];
}

static double overshoot(enum interp_word interp, int dims) {
  return pow(interp == CUBIC ? 1.5 : interp == CATMULL_ROM ? 1.25 : 1, dims);
}

static void check_value(lattice *l, int dims, enum interp_word interp, int smooth) {
  const char *const hash = hash_names[l->hash];
  burl_program *const program =
      compiled(dims, "value(hash: %s, interp: %s, smooth: %d, seed: %" PRIu32 ", period: %d, raw: 1)", hash,
               interp_names[interp], smooth, l->seed, (int)l->period);
  const int taps = (interp >= CUBIC ? 4 : 2) * (smooth ? 3 : 1);
  const int count = pow(taps, dims) > 1000 ? 60 : POINTS / 4;
  sample_drawn(program, count);
  for (int n = 0; n < count; n++) {
    double p[4];
    at_drawn(n, p);
    expect_drawn(hash, n, value_at(l, dims, interp, smooth, p), TOLERANCE * overshoot(interp, dims));
  }
  burl_free(program);
}

static void test_value(void **state) {
  (void)state;
  static const int periods[] = {0, 1, 3, 257, 1000};
  static lattice l;
  for (enum hash_word hash = HASH_PERLIN2002; hash <= HASH_TABLE; hash++)
    for (int dims = 1; dims <= 4; dims++)
      for (enum interp_word interp = LINEAR; interp <= CATMULL_ROM; interp++)
        for (int smooth = 0; smooth < 2; smooth++) {
          const uint32_t seed = hash == HASH_PERLIN2002 ? 0 : draw(3) ? draw(1u << 30) * 4 + 3 : 0;
          open_lattice(&l, hash, periods[draw(COUNT(periods))], seed, 0);
          check_value(&l, dims, interp, smooth);
        }
  static const int whole[] = {1, 4, 8, 63, 64, 65, 100, 1000};
  for (int i = 0; i < COUNT(whole); i++)
    for (enum interp_word interp = LINEAR; interp <= CATMULL_ROM; interp++) {
      open_lattice(&l, HASH_WOOD, whole[i], draw(1000), 0);
      check_value(&l, 2, interp, i & 1);
    }
}

static void test_perlin(void **state) {
  (void)state;
  static const int periods[] = {0, 1, 3, 255, 257, 1000};
  static const enum interp_word interps[] = {LINEAR, COSINE, HERMITE, QUINTIC, WAVELET};
  static lattice l;
  for (int table = 0; table < 2; table++)
    for (int dims = 1; dims <= 4; dims++)
      for (int axes = 0; axes <= (dims == 2); axes++)
        for (int i = 0; i < COUNT(interps); i++) {
          const enum hash_word hash = table ? HASH_TABLE : HASH_PERLIN2002;
          open_lattice(&l, hash, periods[draw(COUNT(periods))], table ? draw(1000) : 0, 0);
          burl_program *const program =
              compiled(dims,
                       "perlin(hash: %s, gradients: %s, interp: %s, seed: %" PRIu32 ", period: %d, "
                       "raw: 1)",
                       hash_names[hash], axes ? "axes" : "edges", interp_names[interps[i]], l.seed, (int)l.period);
          sample_drawn(program, POINTS / 4);
          for (int n = 0; n < POINTS / 4; n++) {
            double p[4];
            at_drawn(n, p);
            expect_drawn("perlin", n, gradient_noise(&l, dims, interps[i], axes, p), 2 * TOLERANCE);
          }
          burl_free(program);
        }
}

/* Improved noise against burl_classic.h, in one to four dimensions, with and without a period. */
static void test_improved(void **state) {
  (void)state;
  static const int periods[] = {0, 1, 2, 3, 255, 256, 257, 1000, 65536};
  for (int dims = 1; dims <= 4; dims++)
    for (int i = 0; i < COUNT(periods); i++) {
      const int period = periods[i];
      burl_program *const program = compiled(dims, "perlin(hash: perlin2002, raw: 1, period: %d)", period);
      sample_drawn(program, POINTS);
      for (int n = 0; n < POINTS; n++) {
        const double x = drawn.at[0][n], y = drawn.at[1][n], z = drawn.at[2][n], w = drawn.at[3][n];
        expect_drawn("improved", n,
                     dims == 1   ? burl_classic_perlin1(x, period)
                     : dims == 2 ? burl_classic_perlin2(x, y, period)
                     : dims == 3 ? burl_classic_perlin3(x, y, z, period)
                                 : burl_classic_perlin4(x, y, z, w, period),
                     TOLERANCE);
      }
      burl_free(program);
    }
}

static void test_improved_values(void **state) {
  (void)state;
  burl_program *const program = compiled(3, "perlin(x, y, z, hash: perlin2002, raw: 1)");
  assert_true(fabs((double)sample_one(program, 3.14, 42, 7, 0) - 0.1369200) < 1e-7);
  assert_true(fabs((double)sample_one(program, -4.20, 10, 6, 0) - 0.14208) < 2e-6);
  assert_true(sample_one(program, .5, .5, .5, 0) == -.25f);
  assert_true(sample_one(program, 255.5, 255.5, 255.5, 0) == -.875f);
  burl_free(program);
}

/* A seed shuffles the permutation of 2002: lattice values in 1D list its entries. */
static void test_shuffled(void **state) {
  (void)state;
  int at_first[256];
  for (uint32_t seed = 0; seed < 6; seed++) {
    burl_program *const program = compiled(1, "value(hash: perlin2002, raw: 1, seed: %" PRIu32 ")", seed);
    int seen[256] = {0}, kept = 0;
    for (int i = 0; i < 256; i++) {
      const double entry = ((double)sample_one(program, i, 0, 0, 0) + 1) * 127.5;
      const int whole = (int)lround(entry);
      assert_true(fabs(entry - whole) < 1e-3 && whole >= 0 && whole < 256);
      seen[whole]++;
      if (seed == 0) assert_int_equal(at_first[i] = whole, burl_classic_permutation(i));
      kept += whole == at_first[i];
    }
    for (int i = 0; i < 256; i++) assert_int_equal(seen[i], 1);
    assert_true(seed == 0 ? kept == 256 : kept < 16);
    burl_free(program);
  }
}

/* ---- Elias ---- */

/* The hash's numbers stand on the lattice, on every line, plane and space that has n. */
static void test_elias_hash(void **state) {
  (void)state;
  static const int power[] = {1, 57, 3249, 185193};
  reference_table t = reference_open("elias_hash");
  for (int dims = 1; dims <= 4; dims++) {
    burl_program *const program = compiled(dims, "value(hash: elias, interp: linear, raw: 1)");
    for (int i = 0; i < t.rows; i++) {
      double p[4] = {number(&t, i, "n"), 0, 0, 0};
      for (int a = 1; a < dims; a++) {
        p[a] = (double)draw(2000) - 1000;
        p[0] -= p[a] * power[a];
      }
      expect_number(&t, i, "value", (double)sample_one(program, p[0], p[1], p[2], p[3]));
    }
    burl_free(program);
  }
  reference_close(&t);

  for (int i = 0; i < 100; i++) {
    const uint32_t seed = draw(1u << 30) * 4 + 1;
    const int32_t n = (int32_t)draw(1u << 30) - (1 << 29);
    burl_program *const program = compiled(1, "value(hash: elias, raw: 1, seed: %" PRIu32 ")", seed);
    const double expected = burl_classic_elias_hash((int32_t)((uint32_t)n ^ seed), NULL);
    assert_true(fabs((double)sample_one(program, n, 0, 0, 0) - expected) <= TOLERANCE);
    burl_free(program);
  }
}

static void test_elias_far(void **state) {
  (void)state;
  static const char *const names[] = {"linear", "cosine", "cubic"};
  for (burl_classic_interpolation how = BURL_CLASSIC_LINEAR; how <= BURL_CLASSIC_CUBIC; how++)
    for (int dims = 1; dims <= 3; dims++)
      for (int smooth = 0; smooth <= (dims < 3); smooth++) {
        burl_program *const program =
            compiled(dims, "value(hash: elias, interp: %s, smooth: %d, raw: 1)", names[how], smooth);
        const burl_classic_smoothing smoothing = smooth ? BURL_CLASSIC_SMOOTH : BURL_CLASSIC_ROUGH;
        sample_drawn(program, POINTS);
        for (int n = 0; n < POINTS; n++) {
          const double x = drawn.at[0][n], y = drawn.at[1][n], z = drawn.at[2][n];
          expect_drawn(names[how], n,
                       dims == 1   ? burl_classic_elias_noise1(x, how, smoothing, NULL)
                       : dims == 2 ? burl_classic_elias_noise2(x, y, how, smoothing, NULL)
                                   : burl_classic_elias_noise3(x, y, z, how, NULL),
                       2 * TOLERANCE);
        }
        burl_free(program);
      }
}

/* ---- Octaves ---- */

/* How far octave i is shifted along an axis: a fraction of a cell, of its seed. */
static double octave_shift(uint64_t seed, int axis) {
  return (double)(burl__seed_pair(seed, (uint64_t)axis) >> 40) / 16777216.0;
}

/* Octaves without same_seed: each with its own seed and shift, and Elias's constants as the table
 * gives them. */
static void check_own_octaves(enum hash_word hash, uint64_t seed, int octaves) {
  static const char sum[] = "%d*fbm(value(hash: %s, interp: linear, period: %d, raw: 1), "
                            "octaves: %d, gain: 1, normalise: 0)";
  static lattice l;
  const int period = hash == HASH_WOOD ? 8 : 0;
  burl_program *const more = compiled(2, sum, 1, hash_names[hash], period, octaves);
  burl_program *const less = compiled(2, sum, octaves > 1, hash_names[hash], period, octaves > 1 ? octaves - 1 : 1);
  assert_int_equal(burl_seed(more, seed), BURL_OK);
  assert_int_equal(burl_seed(less, seed), BURL_OK);

  const int i = octaves - 1;
  const uint64_t own = i ? burl__seed_pair(seed, (uint64_t)i) : seed;
  open_lattice(&l, hash, period, (uint32_t)own, i);
  if (hash == HASH_ELIAS) {
    reference_table t = reference_open("elias_constants");
    assert_true(number(&t, i, "octave") == i);
    l.constants.a = (uint32_t)number(&t, i, "a");
    l.constants.b = (uint32_t)number(&t, i, "b");
    l.constants.c = (uint32_t)number(&t, i, "c");
    reference_close(&t);
  }
  for (int n = 0; n < 100; n++) {
    const double x = (double)draw(40960) / 1024 - 20, y = (double)draw(40960) / 1024 - 20;
    const double p[4] = {ldexp(x, i) + (i ? octave_shift(own, 0) : 0), ldexp(y, i) + (i ? octave_shift(own, 1) : 0), 0,
                         0};
    const double part = (double)sample_one(more, x, y, 0, 0) - (double)sample_one(less, x, y, 0, 0);
    if (!(fabs(part - value_at(&l, 2, LINEAR, 0, p)) <= 2 * TOLERANCE * octaves))
      fail_msg("%s: octave %d of seed %" PRIu64 " is not its own", hash_names[hash], i, seed);
  }
  burl_free(more);
  burl_free(less);
}

static void test_own_octaves(void **state) {
  (void)state;
  reference_table t = reference_open("elias_constants");
  const int rows = t.rows;
  reference_close(&t);
  static const uint64_t seeds[] = {0, 1, 0x123456789ABCDEFu};
  for (int s = 0; s < COUNT(seeds); s++) {
    for (int octaves = 1; octaves <= rows; octaves++) check_own_octaves(HASH_ELIAS, seeds[s], octaves);
    for (int octaves = 1; octaves <= 4; octaves++) {
      check_own_octaves(HASH_TABLE, seeds[s], octaves);
      check_own_octaves(HASH_WOOD, seeds[s], octaves);
    }
  }
}

/* octaves: auto takes those whose frequency times the footprint is up to 1/4 and whose amplitude is 2^-17 or more;
 * none is between 1/4 and 1/2, where they fade. */
static void check_auto(const char *gain, double footprint, int octaves) {
  char format[TEXT];
  snprintf(format, sizeof format,
           "fbm(value(hash: elias, interp: cubic, smooth: 1, raw: 1), octaves: %%s, gain: %s, "
           "normalise: 0, same_seed: 1)",
           gain);
  char count[16];
  snprintf(count, sizeof count, "%d", octaves);
  burl_program *const automatic = compiled(2, format, "auto");
  burl_program *const fixed = compiled(2, format, count);
  enum { SOME = 50 };
  double at[2][SOME];
  float actual[SOME], expected[SOME];
  for (int n = 0; n < SOME; n++)
    for (int a = 0; a < 2; a++) at[a][n] = (double)draw(40960) / 1024 - 20;
  burl_points points = {.count = SOME, .coord = {at[0], at[1]}, .footprint = footprint};
  assert_int_equal(burl_sample_points(automatic, &points, actual), BURL_OK);
  assert_int_equal(burl_sample_points(fixed, &points, expected), BURL_OK);
  for (int n = 0; n < SOME; n++)
    if (!same_bits(actual[n], expected[n])) fail_msg("gain %s, footprint %g: not %d octaves", gain, footprint, octaves);

  /* A grid's footprint is its largest step, where it gives none. */
  burl_grid grid = {.size = {7, 7}, .origin = {-3.3, 8}, .step = {footprint, -footprint / 2}};
  if (footprint > 0) {
    assert_int_equal(burl_sample_grid(automatic, &grid, actual), BURL_OK);
    assert_int_equal(burl_sample_grid(fixed, &grid, expected), BURL_OK);
    assert_memory_equal(actual, expected, 49 * sizeof *actual);
  }
  burl_free(automatic);
  burl_free(fixed);
}

static void test_auto_octaves(void **state) {
  (void)state;
  check_auto("0.5", .3, 1);
  check_auto("0.5", .25, 1);
  check_auto("0.5", .125, 2);
  check_auto("0.5", 1.0 / 64, 5);
  check_auto("0.5", 1.0 / 128, 6);
  check_auto("0.5", 0, 16);
  check_auto("0.25", 1.0 / 128, 6);
  check_auto("0.25", 0, 9);
  check_auto("sqrt(1/2)", 1e-9, 16);
  /* Normalised by 16 octaves, whatever the footprint. */
  burl_program *const program = compiled(1, "fbm(value(x, hash: elias, raw: 1), octaves: auto)");
  burl_program *const one = compiled(1, "value(x, hash: elias, raw: 1)");
  const double x = 3.25;
  const burl_points points = {.count = 1, .coord = {&x}, .footprint = .3};
  float value;
  assert_int_equal(burl_sample_points(program, &points, &value), BURL_OK);
  const double sum = 2 - ldexp(1, -15);
  assert_true(fabs((double)value * sum - (double)sample_one(one, x, 0, 0, 0)) <= TOLERANCE);
  burl_free(program);
  burl_free(one);
}

/* ---- Recipes from their files ---- */

static gallery_recipe *recipes;
static int recipe_count;

static int open_recipes(void **state) {
  (void)state;
  recipe_count = gallery_open(BURL_SOURCE_DIR, &recipes);
  return recipe_count > 0 ? 0 : -1;
}

static int close_recipes(void **state) {
  (void)state;
  gallery_close(recipes, recipe_count);
  return 0;
}

/* A program of recipes/published/<name>.burl. */
static burl_program *published_recipe(const char *name) {
  char path[TEXT];
  snprintf(path, sizeof path, "recipes/published/%s.burl", name);
  for (int i = 0; i < recipe_count; i++)
    if (strcmp(recipes[i].name, path) == 0) return compiled_text(recipes[i].text, 2);
  fail_msg("no %s", path);
  return NULL;
}

/* ---- Growth rings ---- */

#define RINGS                                                                                      \
  "fract(10*tile(fbm(value(x, y, interp: catmull_rom, hash: wood, seed: %s, raw: 1), octaves: 4, " \
  "gain: 1/4, at: 4, same_seed: 1), 1))"

static void expect_shade(table_row t, int row, double actual) {
  const double expected = number(t, row, "shade");
  if (!(apart(actual, expected) <= 4e-5)) fail_msg("%s, row %d: %.9g, not %.17g", t->name, row, actual, expected);
}

static void test_rings(void **state) {
  (void)state;
  static const double colour[3] = {.80, .36, .08};
  reference_table t = reference_open("rings");
  burl_program *const wood = published_recipe("growth_rings");
  assert_int_equal(burl_channels(wood), 3);
  for (int i = 0; i < t.rows; i++) {
    double x = number(&t, i, "x"), y = number(&t, i, "y");
    burl_program *const rings = compiled(2, RINGS, reference_text(&t, i, "table"));
    expect_shade(&t, i, (double)sample_one(rings, x, y, 0, 0));
    burl_free(rings);

    float rgb[3];
    double *const coord[4] = {&x, &y, NULL, NULL};
    assert_int_equal(burl_seed(wood, (uint64_t)number(&t, i, "table")), BURL_OK);
    sample(wood, 1, coord, rgb);
    for (int c = 0; c < 3; c++) expect_shade(&t, i, (double)rgb[c] / colour[c]);
  }
  burl_free(wood);
  reference_close(&t);
}

/* Values one period apart are bit-equal; whole and drawn points, near and far. */
static void test_rings_tile(void **state) {
  (void)state;
  burl_program *const wood = published_recipe("growth_rings");
  for (int n = 0; n < 2000; n++) {
    const double x = (double)draw(1024) / 1024, y = n % 3 ? (double)draw(1024) / 1024 : 0;
    double xs[3] = {x, x + 1, x - draw(1000)}, ys[3] = {y, y - 3, y + 65536};
    double *const coord[4] = {xs, ys, NULL, NULL};
    float rgb[9];
    sample(wood, 3, coord, rgb);
    assert_memory_equal(rgb, rgb + 3, 3 * sizeof *rgb);
    assert_memory_equal(rgb, rgb + 6, 3 * sizeof *rgb);
  }
  /* The step across the seam is no larger than elsewhere. */
  burl_program *const grain = compiled(2, "tile(fbm(value(x, y, interp: catmull_rom, hash: wood, raw: 1), octaves: 4, "
                                          "gain: 1/4, at: 4, same_seed: 1), 1)");
  for (int n = 0; n < 200; n++) {
    const double y = (double)n / 200, before = 1 - ldexp(1, -20);
    assert_true(fabsf(sample_one(grain, 1, y, 0, 0) - sample_one(grain, before, y, 0, 0)) < 1e-4f);
    assert_true(fabsf(sample_one(grain, y, 1, 0, 0) - sample_one(grain, y, before, 0, 0)) < 1e-4f);
  }
  burl_free(wood);
  burl_free(grain);
}

/* ---- Midpoint displacement ---- */

/* Fills out, float[n][n], which is to be freed. */
static float *midpoint(const burl_program *program, int n) {
  float *const out = malloc((size_t)n * (size_t)n * sizeof *out);
  assert_non_null(out);
  const burl_grid grid = {.size = {n, n}, .step = {1, 1}};
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  return out;
}

static void test_midpoint_tables(void **state) {
  (void)state;
  reference_name names[16];
  const int count = reference_list("midpoint_", names, COUNT(names));
  assert_true(count > 0 && count < COUNT(names));
  for (int i = 0; i < count; i++) {
    reference_table t = reference_open(names[i]);
    int n;
    uint32_t seed;
    assert_int_equal(sscanf(names[i], "midpoint_%d_%" SCNu32, &n, &seed), 2);
    assert_true(t.rows == n && t.columns == n);
    burl_program *const program = compiled(2, "midpoint(style: published, seed: %" PRIu32 ", raw: 1)", seed);
    assert_true(burl_needs_whole_grid(program));
    float *const out = midpoint(program, n);
    for (int x = 0; x < n; x++)
      for (int y = 0; y < n; y++)
        if ((double)out[y * n + x] != reference_number_at(&t, x, y))
          fail_msg("%s at %d, %d: %g", names[i], x, y, (double)out[y * n + x]);
    free(out);
    burl_free(program);
    reference_close(&t);
  }
}

static void test_midpoint_sizes(void **state) {
  (void)state;
  static const int sizes[] = {1, 2, 3, 4, 5, 17, 100, 256, 257, 258, 300, 515};
  burl_program *const whole = compiled(2, "midpoint(style: published, raw: 1)");
  burl_program *const scaled = compiled(2, "midpoint(style: published)");
  for (int i = 0; i < COUNT(sizes); i++) {
    const int n = sizes[i];
    const uint64_t seed = ((uint64_t)i << 32) + draw(1000); /* the low 32 bits count */
    assert_int_equal(burl_seed(whole, seed), BURL_OK);
    assert_int_equal(burl_seed(scaled, seed), BURL_OK);
    int *const cells = malloc((size_t)n * (size_t)n * sizeof *cells);
    assert_non_null(cells);
    burl_classic_midpoint(n, (uint32_t)seed, 256, cells);
    float *const levels = midpoint(whole, n), *const heights = midpoint(scaled, n);
    for (int x = 0; x < n; x++)
      for (int y = 0; y < n; y++) {
        const double level = cells[x * n + y];
        assert_true((double)levels[y * n + x] == level);
        assert_true(fabs((double)heights[y * n + x] - (level / 127.5 - 1)) < 1e-6);
      }
    free(levels);
    free(heights);
    free(cells);
  }
  burl_free(whole);
  burl_free(scaled);
}

static void test_midpoint_not_square(void **state) {
  (void)state;
  static const int64_t sizes[][2] = {{9, 8}, {8, 9}, {1, 2}, {33, 0}};
  burl_program *const program = compiled(2, "midpoint(style: published, raw: 1)");
  for (int i = 0; i < COUNT(sizes); i++) {
    const burl_grid grid = {.size = {sizes[i][0], sizes[i][1]}, .step = {1, 1}};
    float out[128];
    for (int n = 0; n < COUNT(out); n++) out[n] = -7;
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_SHAPE);
    for (int n = 0; n < COUNT(out); n++) assert_true(out[n] == -7);
  }
  burl_free(program);
}

/* ---- The articles' own pictures ---- */

static double picture_improved(const burl_classic_table256 *table, double x, double y) {
  (void)table;
  return (burl_classic_perlin3(x, y, .5, 0) + 1) / 2;
}
static double picture_value_octaves(const burl_classic_table256 *table, double x, double y) {
  return burl_classic_value_octaves2(table, x, y, 5, .5);
}
static double picture_axes_octaves(const burl_classic_table256 *table, double x, double y) {
  return burl_classic_axes_octaves2(table, x, y, 5, .5);
}

static const struct {
  const char *recipe;
  double (*at)(const burl_classic_table256 *table, double x, double y);
  int takes_seed;
} pictures[] = {
    {"improved_perlin", picture_improved, 0},
    {"terrain_value", burl_classic_value2, 1},
    {"terrain_perlin", burl_classic_axes2, 1},
    {"terrain_value_octaves", picture_value_octaves, 1},
    {"terrain_perlin_octaves", picture_axes_octaves, 1},
};

/* 200 x 200 with 32 pixels a cell. */
static void test_pictures(void **state) {
  (void)state;
  enum { SIZE = 200 };
  static float out[SIZE][SIZE];
  const burl_grid grid = {.size = {SIZE, SIZE}, .step = {1.0 / 32, 1.0 / 32}};
  for (int i = 0; i < COUNT(pictures); i++) {
    burl_program *const program = published_recipe(pictures[i].recipe);
    for (uint32_t seed = 0; seed <= 9u * (uint32_t)pictures[i].takes_seed; seed += 9) {
      burl_classic_table256 table;
      burl_classic_table256_fill(&table, seed);
      assert_int_equal(burl_seed(program, seed), BURL_OK);
      assert_int_equal(burl_sample_grid(program, &grid, &out[0][0]), BURL_OK);
      for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
          const double expected = pictures[i].at(&table, x / 32.0, y / 32.0);
          if (!(fabs((double)out[y][x] - expected) <= TOLERANCE))
            fail_msg("%s at %d, %d: %.9g, not %.17g", pictures[i].recipe, x, y, (double)out[y][x], expected);
        }
    }
    burl_free(program);
  }
}

/* ---- Every recipe of the gallery ---- */

/* A program of the recipe: in 2D, or the first other number of dimensions that it takes. */
static burl_program *compiled_recipe(const gallery_recipe *recipe) {
  static const int tried[] = {2, 3, 4};
  burl_error error;
  for (int i = 0; i < COUNT(tried); i++) {
    burl_program *const program = burl_compile(recipe->text, tried[i], &error);
    if (program) return program;
    if (error.status != BURL_DIMENSION) break;
  }
  fail_msg("%s:%d:%d: %s", recipe->name, error.line, error.column, error.message);
  return NULL;
}

/* A small grid over the recipe's view. */
static burl_grid small_grid(const burl_program *program, int size) {
  double view[8];
  const int given = burl_view(program, view) / 2;
  burl_grid grid = {.threads = 1};
  for (int a = 0; a < burl_dims(program); a++) {
    grid.size[a] = a < 2 ? size : 2;
    grid.origin[a] = a < given ? view[a] : 0;
    grid.step[a] = ((a < given ? view[given + a] : 8) - grid.origin[a]) / (double)grid.size[a];
  }
  return grid;
}

static void check_recipe(const gallery_recipe *recipe) {
  /* It opens with its name, and says how it is to be rendered. */
  const char *const file = strrchr(recipe->name, '/') + 1;
  if (strncmp(recipe->text, "// ", 3) != 0 || strncmp(recipe->text + 3, file, strlen(file)) != 0 ||
      strncmp(recipe->text + 3 + strlen(file), ": ", 2) != 0)
    fail_msg("%s does not open with // %s: and a title", recipe->name, file);
  if (strstr(recipe->name, "published/") && !strstr(recipe->text, "\n// render: "))
    fail_msg("%s has not the article's settings", recipe->name);

  burl_program *const program = compiled_recipe(recipe);
  const int channels = burl_channels(program);
  enum { SIZE = 24 };
  static float out[SIZE * SIZE * 4 * 4];
  const burl_grid grid = small_grid(program, SIZE);
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  size_t count = 1;
  for (int a = 0; a < 4; a++) count *= grid.size[a] ? (size_t)grid.size[a] : 1;
  int alike = 1;
  for (size_t i = 0; i < count * (size_t)channels; i++) {
    const burl_range range = burl_bounds(program, (int)(i % (size_t)channels));
    if (!isfinite(out[i]) || (double)out[i] < range.lo || (double)out[i] > range.hi)
      fail_msg("%s: %g is not in [%g, %g]", recipe->name, (double)out[i], range.lo, range.hi);
    alike &= out[i] == out[i % (size_t)channels];
  }
  if (alike) fail_msg("%s is of one colour", recipe->name);
  burl_free(program);
}

static void test_recipes(void **state) {
  (void)state;
  int published_count = 0;
  for (int i = 0; i < recipe_count; i++) {
    check_recipe(&recipes[i]);
    published_count += strstr(recipes[i].name, "published/") != NULL;
  }
  assert_true(published_count >= COUNT(pictures) + 1);
}

static int start_random(void **state) {
  (void)state;
  random_state = 1;
  return 0;
}

#define TEST(name) cmocka_unit_test_setup(name, start_random)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_tables),         TEST(test_gradients),       TEST(test_lines),          TEST(test_planes),
      TEST(test_uniform_slopes), TEST(test_lattice_points),  TEST(test_value),          TEST(test_perlin),
      TEST(test_improved),       TEST(test_improved_values), TEST(test_shuffled),       TEST(test_elias_hash),
      TEST(test_elias_far),      TEST(test_own_octaves),     TEST(test_auto_octaves),   TEST(test_rings),
      TEST(test_rings_tile),     TEST(test_midpoint_tables), TEST(test_midpoint_sizes), TEST(test_midpoint_not_square),
      TEST(test_pictures),       TEST(test_recipes),
  };
  return cmocka_run_group_tests_name("published", tests, open_recipes, close_recipes);
}
