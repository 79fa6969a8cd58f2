/* Heights of other grids: images that a program is given or loads, the surfaces between cells, rock in layers, and how
 * whole-grid functions are told to stop. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "burl.h"
#include "scale.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { NX = 96, NY = 72, CELLS = NX * NY };

static burl_program *compiled(const char *recipe, const burl_options *options) {
  burl_error error;
  burl_program *const program = burl_compile_with(recipe, strlen(recipe), options, &error);
  if (!program) fail_msg("%s: %s", recipe, error.message);
  return program;
}

static burl_program *compiled_plainly(const char *recipe) {
  const burl_options options = {.struct_size = sizeof options, .dims = 2};
  return compiled(recipe, &options);
}

static burl_grid grid_of(int nx, int ny, double step) {
  return (burl_grid){.size = {nx, ny}, .origin = {step / 2, step / 2}, .step = {step, step}};
}

static void sample_into(const char *recipe, const burl_grid *grid, float *out) {
  burl_program *const program = compiled_plainly(recipe);
  assert_int_equal(burl_sample_grid(program, grid, out), BURL_OK);
  burl_free(program);
}

/* ---- Images -------------------------------------------------------------------------------------- */

/* Heights that no formula of the test's knows, with a hole. */
static void fill_image(float *data, int nx, int ny, int has_hole) {
  uint32_t chance = 12345;
  for (int i = 0; i < nx * ny; i++) {
    chance = chance * 1664525u + 1013904223u;
    data[i] = (float)(chance >> 8) / 65536.0f - 100.0f;
  }
  for (int y = ny / 2; y < ny / 2 + 3 && y < ny && has_hole; y++)
    for (int x = nx / 3; x < nx / 3 + 4 && x < nx; x++) data[y * nx + x] = NAN;
}

static burl_field image_of(float *data, int nx, int ny, double x, double y, double dx, double dy) {
  burl_field field = {.data = data, .size = {nx, ny}, .origin = {x, y}, .step = {dx, dy}};
  return field;
}

static int is_same(const float *a, const float *b, int count) {
  for (int i = 0; i < count; i++)
    if (!(a[i] == b[i] || (isnan(a[i]) && isnan(b[i])))) return 0;
  return 1;
}

static void test_image_over_its_own_grid(void **state) {
  static const char *const recipes[] = {"image(\"dem\")", "image(\"dem\", read: nearest)",
                                        "image(\"dem\", read: cubic)"};
  static float data[CELLS], out[CELLS];
  (void)state;
  fill_image(data, NX, NY, 0);
  for (int i = 0; i < COUNT(recipes); i++)
    for (int north_up = 0; north_up < 3; north_up++) {
      burl_program *const program = compiled_plainly(recipes[i]);
      burl_grid grid = {
          .size = {NX, NY}, .first = {5, -3}, .origin = {500000.7, 5200000.1}, .step = {30.1, north_up ? -30.3 : 30.3}};
      const double first[2] = {grid.origin[0] + 5 * grid.step[0], grid.origin[1] - 3 * grid.step[1]};
      burl_field image = image_of(data, NX, NY, first[0], first[1], grid.step[0], grid.step[1]);
      if (north_up == 2) image = image_of(data, NX, NY, 0, 0, 0, 0); /* of no place: stretched over the grid */
      assert_string_equal(burl_image_name(program, 0), "dem");
      assert_null(burl_image_name(program, 1));
      assert_null(burl_image_at(program, 0).data);
      assert_int_equal(burl_sample_grid(program, &grid, out), BURL_FILE);
      assert_int_equal(burl_set_image(program, "dem", &image), BURL_OK);
      assert_ptr_equal(burl_image_at(program, 0).data, data);
      assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
      if (!is_same(out, data, CELLS)) fail_msg("%s, %d", recipes[i], north_up);
      burl_program *const clone = burl_clone(program);
      memset(out, 0, sizeof out);
      assert_int_equal(burl_sample_grid(clone, &grid, out), BURL_OK);
      assert_true(is_same(out, data, CELLS));
      burl_free(clone);
      burl_free(program);
    }
}

/* Samples go on linearly beyond the edges. */
static double sample_beyond(const float *data, int nx, int ny, int i, int j) {
  if (i < 0) return (1 - i) * sample_beyond(data, nx, ny, 0, j) + i * sample_beyond(data, nx, ny, 1, j);
  if (i >= nx) {
    const int k = i - nx + 1;
    return (1 + k) * sample_beyond(data, nx, ny, nx - 1, j) - k * sample_beyond(data, nx, ny, nx - 2, j);
  }
  if (j < 0) return (1 - j) * sample_beyond(data, nx, ny, i, 0) + j * sample_beyond(data, nx, ny, i, 1);
  if (j < ny) return (double)data[j * nx + i];
  const int k = j - ny + 1;
  return (1 + k) * sample_beyond(data, nx, ny, i, ny - 1) - k * sample_beyond(data, nx, ny, i, ny - 2);
}

/* Between samples: by the weights as they are published, written in another way. */
static void test_image_between_samples(void **state) {
  enum { N = 7, M = 5 };
  static const char *const recipes[] = {"image(\"a\", read: nearest)", "image(\"a\")", "image(\"a\", read: cubic)"};
  float data[M * N], out[64 * 64];
  (void)state;
  fill_image(data, N, M, 0);
  const burl_grid grid = {.size = {64, 64}, .origin = {-0.9, -0.9}, .step = {0.123, 0.123}};
  for (int kind = 0; kind < 3; kind++) {
    burl_program *const program = compiled_plainly(recipes[kind]);
    const burl_field image = image_of(data, N, M, 0, 0, 1, 1);
    burl_set_image(program, "a", &image);
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
    for (int k = 0; k < 64 * 64; k++) {
      const double x = -0.9 + 0.123 * (k % 64), y = -0.9 + 0.123 * (k / 64);
      const int is_outside = x < -0.5 || y < -0.5 || x > N - 0.5 || y > M - 0.5;
      double sum = 0;
      for (int j = -2; j < M + 2; j++)
        for (int i = -2; i < N + 2; i++) {
          const double d[2] = {fabs(x - i), fabs(y - j)};
          double w = 1;
          for (int a = 0; a < 2; a++)
            w *= kind == 0   ? d[a] <= 0.5
                 : kind == 1 ? fmax(0, 1 - d[a])
                 : d[a] < 1  ? 1 - 2.5 * d[a] * d[a] + 1.5 * d[a] * d[a] * d[a]
                 : d[a] < 2  ? 2 - 4 * d[a] + 2.5 * d[a] * d[a] - 0.5 * d[a] * d[a] * d[a]
                             : 0;
          sum += w * sample_beyond(data, N, M, i, j);
        }
      if (isnan(out[k]) != is_outside || (!is_outside && fabs((double)out[k] - sum) > 1e-3))
        fail_msg("%s at %g, %g: %g, not %g", recipes[kind], x, y, (double)out[k], sum);
    }
    burl_free(program);
  }
}

static void test_no_heights_are_kept_or_filled(void **state) {
  static float data[CELLS], kept[CELLS], filled[CELLS];
  const burl_grid grid = grid_of(NX, NY, 1);
  const burl_field image = image_of(data, NX, NY, 0.5, 0.5, 1, 1);
  (void)state;
  for (int i = 0; i < CELLS; i++) data[i] = 3.0f * (float)(i % NX) - 2.0f * (float)(i / NX); /* a plane */
  for (int y = 30; y < 40; y++)
    for (int x = 50; x < 61; x++) data[y * NX + x] = NAN;
  for (int nodata = 0; nodata < 2; nodata++) {
    burl_program *const program = compiled_plainly(nodata ? "image(\"a\", nodata: fill)" : "image(\"a\")");
    burl_set_image(program, "a", &image);
    assert_int_equal(burl_sample_grid(program, &grid, nodata ? filled : kept), BURL_OK);
    burl_free(program);
  }
  for (int i = 0; i < CELLS; i++) {
    const double plane = 3.0 * (i % NX) - 2.0 * (i / NX);
    assert_int_equal(isnan(kept[i]), isnan(data[i]));
    assert_true(isfinite(filled[i]));
    if (!isnan(data[i])) assert_true(filled[i] == data[i]);
    else if (fabs((double)filled[i] - plane) > 1e-3) fail_msg("%d: %g, not %g", i, (double)filled[i], plane);
  }
}

/* Gaps are filled within the range of the heights, also where these lead beyond it. */
static void test_filled_within_the_range(void **state) {
  static float data[CELLS], filled[CELLS];
  const burl_grid grid = grid_of(NX, NY, 1);
  const burl_field image = image_of(data, NX, NY, 0.5, 0.5, 1, 1);
  (void)state;
  for (int i = 0; i < CELLS; i++) data[i] = i % NX < NX / 3 ? (float)(i % NX) : NAN;
  burl_program *const program = compiled_plainly("image(\"a\", nodata: fill)");
  burl_set_image(program, "a", &image);
  assert_int_equal(burl_sample_grid(program, &grid, filled), BURL_OK);
  for (int i = 0; i < CELLS; i++)
    assert_true(filled[i] == (float)(i % NX < NX / 3 ? i % NX : NX / 3 - 1)); /* the slope would go on */
  burl_free(program);
}

/* Of a raster without any heights they are 0; of one with a single height they are that. */
static void test_nearly_no_heights(void **state) {
  static const int sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {9, 7}};
  const burl_grid grid = grid_of(20, 20, 1);
  (void)state;
  for (int i = 0; i < COUNT(sizes); i++)
    for (int has_one = 0; has_one < 2; has_one++) {
      float data[63], out[400];
      const int nx = sizes[i][0], ny = sizes[i][1];
      for (int k = 0; k < nx * ny; k++) data[k] = NAN;
      if (has_one) data[nx * ny / 3] = 5;
      burl_program *const program = compiled_plainly("image(\"a\", nodata: fill, read: cubic)");
      const burl_field image = image_of(data, nx, ny, 0, 0, 0, 0);
      assert_int_equal(burl_set_image(program, "a", &image), BURL_OK);
      assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
      for (int k = 0; k < 400; k++) assert_true(out[k] == (has_one ? 5 : 0));
      burl_free(program);
    }
}

static int loads;
static burl_status load_image(void *user, const char *file, burl_field *out) {
  (void)user;
  loads++;
  if (strcmp(file, "dem.tif") != 0) {
    strcpy(out->reason, "no such file");
    return BURL_FILE;
  }
  float *const data = malloc(12 * sizeof *data);
  for (int i = 0; i < 12; i++) data[i] = (float)(i * i);
  out->data = data;
  out->size[0] = 4, out->size[1] = 3;
  out->step[0] = out->step[1] = 2;
  return BURL_OK;
}

static void test_images_are_loaded_once(void **state) {
  const burl_options options = {.struct_size = sizeof options, .dims = 2, .load = load_image};
  static const char recipe[] = "a = image(\"dem.tif\")\na + image(\"dem.tif\", read: nearest) + seed";
  const burl_grid grid = {.size = {4, 3}, .step = {2, 2}};
  float out[12];
  burl_error error;
  (void)state;
  loads = 0;
  burl_program *const program = compiled(recipe, &options);
  assert_int_equal(loads, 1);
  assert_int_equal(burl_seed(program, 7), BURL_OK);
  assert_int_equal(loads, 1);
  const burl_range range = burl_bounds(program, 0);                                   /* a file's bounds are known */
  assert_true(range.lo == 7 - 12 && range.hi == 121 + 169.5 + 7 && range.may_be_nan); /* with half a sample beyond */
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  for (int i = 0; i < 12; i++) assert_true(out[i] == (float)(2 * i * i + 7));
  float other[12] = {5};
  const burl_field lent = image_of(other, 4, 3, 0, 0, 2, 2);
  assert_int_equal(burl_set_image(program, "dem.tif", &lent), BURL_OK);
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  assert_true(out[0] == 17 && out[1] == 7);
  assert_true(isinf(burl_bounds(program, 0).hi));  /* the caller's may change */
  burl_program *const clone = burl_clone(program); /* reads the same samples, not the file's */
  assert_ptr_equal(burl_image_at(clone, 0).data, other);
  assert_int_equal(burl_sample_grid(clone, &grid, out), BURL_OK);
  assert_true(out[0] == 17 && out[1] == 7);
  burl_free(clone);
  burl_free(program);
  assert_null(burl_compile_with("1 +\nimage(\"other\")", 18, &options, &error));
  assert_int_equal(error.status, BURL_FILE);
  assert_string_equal(error.message, "image \"other\": no such file");
  assert_true(error.line == 2 && error.column == 7);
}

/* The bounds of a file's heights hold for what a spline makes of them, and are nearly reached. */
static burl_status load_chequers(void *user, const char *file, burl_field *out) {
  enum { N = 12 };
  (void)user, (void)file;
  float *const data = malloc(N * N * sizeof *data);
  for (int i = 0; i < N * N; i++) data[i] = (i / 24 + i % N / 2) % 2 ? 30 : -10; /* in squares of two by two */
  *out = (burl_field){.data = data, .size = {N, N}, .step = {1, 1}};
  return BURL_OK;
}

static void test_bounds_of_images(void **state) {
  static const char *const recipes[] = {"image(\"a\", read: nearest)", "image(\"a\")", "image(\"a\", read: cubic)"};
  static float out[200 * 200];
  const burl_options options = {.struct_size = sizeof options, .dims = 2, .load = load_chequers};
  const burl_grid grid = {.size = {200, 200}, .step = {0.05, 0.05}};
  (void)state;
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *const program = compiled(recipes[i], &options);
    const burl_range range = burl_bounds(program, 0);
    double lo = INFINITY, hi = -INFINITY;
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
    for (int k = 0; k < 200 * 200; k++) lo = fmin(lo, (double)out[k]), hi = fmax(hi, (double)out[k]);
    if (lo < range.lo || hi > range.hi)
      fail_msg("%s: [%g, %g] beyond [%g, %g]", recipes[i], lo, hi, range.lo, range.hi);
    assert_true(hi - lo > 0.9 * (range.hi - range.lo));
    burl_free(program);
  }
}

/* With what follows half a sample beyond the edges. */
static burl_status load_rough(void *user, const char *file, burl_field *out) {
  enum { N = 5, M = 4 };
  (void)file;
  float *const data = malloc(N * M * sizeof *data);
  fill_image(data, N, M, *(const int *)user);
  *out = (burl_field){.data = data, .size = {N, M}, .step = {1, 1}};
  return BURL_OK;
}

static void test_bounds_beyond_edges(void **state) {
  static const char *const recipes[] = {"image(\"a\", read: nearest)", "image(\"a\")", "image(\"a\", read: cubic)"};
  static float out[101 * 81];
  const burl_grid grid = {.size = {101, 81}, .origin = {-0.5, -0.5}, .step = {0.05, 0.05}};
  (void)state;
  for (int i = 0; i < 2 * COUNT(recipes); i++) {
    int has_hole = i % 2;
    const burl_options options = {.struct_size = sizeof options, .dims = 2, .load = load_rough, .user = &has_hole};
    burl_program *const program = compiled(recipes[i / 2], &options);
    const burl_range range = burl_bounds(program, 0);
    double lo = INFINITY, hi = -INFINITY;
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
    for (int k = 0; k < 101 * 81; k++) lo = fmin(lo, (double)out[k]), hi = fmax(hi, (double)out[k]);
    if (lo < range.lo || hi > range.hi)
      fail_msg("%s: [%g, %g] beyond [%g, %g]", recipes[i / 2], lo, hi, range.lo, range.hi);
    assert_true(hi - lo > (i / 2 == 2 ? 0.6 : 0.999) * (range.hi - range.lo));
    burl_free(program);
  }
}

/* What load gives where it is wrong; the samples that it has allocated are the library's all the same. */
typedef struct {
  burl_status status;
  burl_field field;
  burl_status expected;
  const char *message;
} wrong_load;

static burl_status load_wrongly(void *user, const char *file, burl_field *out) {
  const wrong_load *const wrong = user;
  *out = wrong->field;
  out->data = strcmp(file, "none") == 0 ? NULL : calloc(4, sizeof *out->data);
  memset(out->reason, wrong->status == BURL_FILE && wrong->field.step[0] == 3 ? '!' : 0, sizeof out->reason);
  return wrong->status;
}

static void test_wrong_loads(void **state) {
  static const wrong_load cases[] = {
      {BURL_OK, {.size = {0, 4}, .step = {1, 1}}, BURL_FILE, "size[0] is 1 to 2^20, not 0"},
      {BURL_OK, {.size = {-2, -2}, .step = {1, 1}}, BURL_FILE, "size[0] is 1 to 2^20, not -2"},
      {BURL_OK, {.size = {2, ((int64_t)1 << 20) + 1}, .step = {1, 1}}, BURL_FILE, "size[1] is 1 to 2^20, not 1048577"},
      {BURL_OK, {.size = {2, 2}, .step = {1, 0}}, BURL_FILE, "one step is 0 and the other is not: 1, 0"},
      {BURL_OK, {.size = {2, 2}, .step = {1, INFINITY}}, BURL_FILE, "step[1] is a finite number, not inf"},
      {BURL_OK, {.size = {2, 2}, .origin = {0, NAN}}, BURL_FILE, "origin[1] is a finite number, not nan"},
      {BURL_FILE, {.size = {2, 2}}, BURL_FILE, "it could not be read"},
      {BURL_FILE, {.size = {2, 2}, .step = {3, 3}}, BURL_FILE, "!!!!"},
      {BURL_MEMORY, {.size = {2, 2}}, BURL_MEMORY, "it could not be read"},
      {BURL_CANCELLED, {.size = {2, 2}}, BURL_CANCELLED, "it could not be read"}};
  static const char *const recipes[] = {"image(\"some\")", "image(\"none\")"};
  (void)state;
  for (int i = 0; i < COUNT(cases); i++)
    for (int k = 0; k < 2; k++) {
      wrong_load wrong = cases[i];
      burl_error error;
      const burl_options options = {.struct_size = sizeof options, .dims = 2, .load = load_wrongly, .user = &wrong};
      assert_null(burl_compile_with(recipes[k], strlen(recipes[k]), &options, &error));
      assert_int_equal(error.status, cases[i].expected);
      const char *const message = k == 1 && cases[i].status == BURL_OK ? "it has no samples" : cases[i].message;
      if (!strstr(error.message, message) || error.column != 7) fail_msg("%d: %s", i, error.message);
    }
}

static void test_wrong_images(void **state) {
  static const double nan_place[2] = {NAN, 0};
  float data[12] = {0};
  (void)state;
  burl_program *const program = compiled_plainly("image(\"a\")");
  burl_field fields[7];
  for (int i = 0; i < COUNT(fields); i++) fields[i] = image_of(data, 4, 3, 0, 0, 1, 1);
  fields[0].data = NULL;
  fields[1].size[0] = 0;
  fields[2].size[1] = -3;
  fields[3].step[0] = 0;
  memcpy(fields[4].origin, nan_place, sizeof nan_place);
  fields[5].step[1] = INFINITY;
  fields[6].size[0] = ((int64_t)1 << 20) + 1;
  for (int i = 0; i < COUNT(fields); i++) assert_int_equal(burl_set_image(program, "a", &fields[i]), BURL_ARGUMENT);
  const burl_field right = image_of(data, 4, 3, 0, 0, 1, 1);
  assert_int_equal(burl_set_image(program, "b", &right), BURL_ARGUMENT);
  assert_int_equal(burl_set_image(program, NULL, &right), BURL_ARGUMENT);
  assert_int_equal(burl_set_image(program, "a", NULL), BURL_ARGUMENT);
  assert_int_equal(burl_set_image(program, "a", &right), BURL_OK);
  burl_free(program);
}

/* ---- Surfaces ------------------------------------------------------------------------------------ */

#define ROUGH "breach(100*fbm(simplex(x/40, y/40), octaves: 4))"

static void test_surface_through_heights(void **state) {
  static float heights[CELLS], surface[CELLS], near[CELLS];
  float lo = INFINITY, hi = -INFINITY;
  (void)state;
  for (int turned = 0; turned < 2; turned++) {
    const burl_grid grid = turned ? grid_of(NY, NX, 2) : grid_of(NX, NY, 2);
    sample_into(ROUGH, &grid, heights);
    sample_into("upsample(" ROUGH ", 1, through: 1)", &grid, surface);
    sample_into("upsample(" ROUGH ", 1)", &grid, near);
    for (int i = 0; i < CELLS; i++) {
      if (fabsf(surface[i] - heights[i]) > 2e-4f) fail_msg("%d: %g, not %g", i, (double)surface[i], (double)heights[i]);
      lo = fminf(lo, heights[i]), hi = fmaxf(hi, heights[i]);
    }
    for (int i = 0; i < CELLS; i++) assert_true(near[i] >= lo && near[i] <= hi);
  }
}

/* A cubic spline through samples of a cubic along an axis is it, but near the ends. */
static void test_surface_of_smooth_heights(void **state) {
  static float out[CELLS * 4], slope[CELLS * 4];
  const burl_grid grid = grid_of(2 * NX, 2 * NY, 1);
  (void)state;
  sample_into("upsample(breach(1000 + 2*x - 3*y), 4, through: 1)", &grid,
              out); /* falls to an edge: breach changes nothing */
  sample_into("d(upsample(breach(1000 + 2*x - 3*y), 4, through: 1), x)", &grid, slope);
  for (int y = 32; y < 2 * NY - 32; y++)
    for (int x = 32; x < 2 * NX - 32; x++) {
      const double plane = 1000 + 2 * (x + 0.5) - 3 * (y + 0.5);
      assert_true(fabs((double)out[y * 2 * NX + x] - plane) < 1e-3);
      assert_true(fabs((double)slope[y * 2 * NX + x] - 2) < 1e-4);
    }
}

/* Derivatives are those of the surface: against differences of a finer grid over the same coarse cells. */
static void test_slopes_of_surfaces(void **state) {
  static const char *const axes[] = {"x", "y"};
  enum { FINE = 64 };
  static float h[FINE * FINE], along[FINE * FINE];
  (void)state;
  for (int axis = 0; axis < 2; axis++) {
    char recipe[200];
    const burl_grid grid = {.size = {FINE, FINE}, .step = {0.25, 0.4}};
    snprintf(recipe, sizeof recipe, "d(upsample(" ROUGH ", 16), %s)", axes[axis]);
    sample_into("upsample(" ROUGH ", 16)", &grid, h);
    sample_into(recipe, &grid, along);
    const int by = axis ? FINE : 1;
    const double way = 2 * grid.step[axis];
    double worst = 0, most = 0;
    for (int y = 1; y < FINE - 1; y++)
      for (int x = 1; x < FINE - 1; x++) {
        const int i = y * FINE + x;
        worst = fmax(worst, fabs((double)h[i + by] - (double)h[i - by] - way * (double)along[i]));
        most = fmax(most, fabs(way * (double)along[i]));
      }
    if (worst > 4e-3 * most) /* differences over an eighth of a coarse cell */
      fail_msg("%s: off by %g of %g", recipe, worst, most);
  }
}

/* Second derivatives are those of the first. */
static void test_bends_of_surfaces(void **state) {
  enum { FINE = 64 };
  static float slope[FINE * FINE], bend[FINE * FINE];
  const burl_grid grid = {.size = {FINE, FINE}, .step = {0.25, 0.4}};
  (void)state;
  for (int axes = 0; axes < 4; axes++) {
    char recipe[200];
    snprintf(recipe, sizeof recipe, "d(upsample(" ROUGH ", 16), %c)", "xy"[axes & 1]);
    sample_into(recipe, &grid, slope);
    snprintf(recipe, sizeof recipe, "d(d(upsample(" ROUGH ", 16), %c), %c)", "xy"[axes & 1], "xy"[axes >> 1]);
    sample_into(recipe, &grid, bend);
    const int by = axes >> 1 ? FINE : 1;
    const double way = 2 * grid.step[axes >> 1];
    double worst = 0, most = 0;
    for (int y = 1; y < FINE - 1; y++)
      for (int x = 1; x < FINE - 1; x++) {
        const int i = y * FINE + x;
        worst = fmax(worst, fabs((double)slope[i + by] - (double)slope[i - by] - way * (double)bend[i]));
        most = fmax(most, fabs(way * (double)bend[i]));
      }
    if (worst > 0.05 * most) fail_msg("%s: off by %g of %g", recipe, worst, most);
  }
}

/* A hole tears no more of the surface than its own cells. */
static void test_holes_in_surfaces(void **state) {
  static float data[CELLS], out[CELLS];
  const burl_grid grid = grid_of(NX, NY, 1);
  const burl_field image = image_of(data, NX, NY, 0.5, 0.5, 1, 1);
  (void)state;
  fill_image(data, NX, NY, 1);
  burl_program *const program = compiled_plainly("upsample(image(\"a\"), 1, through: 1)");
  assert_int_equal(burl_set_image(program, "a", &image), BURL_OK);
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  for (int i = 0; i < CELLS; i++) {
    if (isnan(data[i])) assert_true(isnan(out[i]));
    else if (!(fabs((double)out[i] - (double)data[i]) < 1e-3))
      fail_msg("%d: %g, not %g", i, (double)out[i], (double)data[i]);
  }
  burl_free(program);
}

/* Images lie where they lie over the grid itself, however wide the cells of a surface are: stretched over the grid, or
 * in their place, on beyond its edge. */
static void test_surfaces_of_images(void **state) {
  enum { WIDE = NX - 1, HIGH = NY + 1 };
  static float data[WIDE * HIGH], out[WIDE * HIGH];
  const burl_grid grid = {.size = {WIDE, HIGH}, .first = {3, -2}, .origin = {7, 9}, .step = {30, -30}};
  (void)state;
  for (int i = 0; i < WIDE * HIGH; i++) data[i] = (float)(i % WIDE + 2 * (i / WIDE));
  for (int is_placed = 0; is_placed < 2; is_placed++)
    for (int times = 1; times <= 16; times++) {
      char recipe[80];
      snprintf(recipe, sizeof recipe, "upsample(image(\"a\"), %d, through: 1)", times);
      burl_program *const program = compiled_plainly(recipe);
      const burl_field image =
          is_placed ? image_of(data, WIDE, HIGH, 97, 69, 30, -30) : image_of(data, WIDE, HIGH, 0, 0, 0, 0);
      assert_int_equal(burl_set_image(program, "a", &image), BURL_OK);
      assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
      for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++) {
          const int is_near_edge = x < 4 * times || y < 4 * times || x >= WIDE - 4 * times || y >= HIGH - 4 * times;
          const double off = fabs((double)out[y * WIDE + x] - (x + 2 * y));
          if (!(off < (is_near_edge ? 2 * times : 0.02 * times)))
            fail_msg("%s, %d: %d, %d off by %g", recipe, is_placed, x, y, off);
        }
      burl_free(program);
    }
}

/* What is differentiated of a whole-grid function is the surface through its heights, without saying so. */
static void test_slopes_of_whole_grids(void **state) {
  static const char *const pairs[][2] = {
      {"slope(" ROUGH ")", "slope(upsample(" ROUGH ", 1, through: 1))"},
      {"d(2*" ROUGH " + x*y, y)", "d(2*upsample(" ROUGH ", 1, through: 1) + x*y, y)"},
      {"curvature(" ROUGH ")", "curvature(upsample(" ROUGH ", 1, through: 1))"},
      {"slope(fill(blur(" ROUGH ", radius: 3)))", "slope(upsample(fill(blur(" ROUGH ", radius: 3)), 1, through: 1))"},
      {"gullies(" ROUGH ", scale: 60, strength: 9, from: -90, to: 90)",
       "gullies(upsample(" ROUGH ", 1, through: 1), scale: 60, strength: 9, from: -90, to: 90)"},
      {"d(image(\"a\"), x)", "d(upsample(image(\"a\"), 1, through: 1), x)"},
      {"curl(reseed(x, 3) + " ROUGH ")", "curl(reseed(x, 3) + upsample(" ROUGH ", 1, through: 1))"}};
  static float plain[CELLS], said[CELLS], heights[CELLS];
  const burl_grid grid = grid_of(NX, NY, 2);
  const burl_field image = image_of(heights, NX, NY, 0, 0, 0, 0);
  (void)state;
  fill_image(heights, NX, NY, 0);
  for (int i = 0; i < COUNT(pairs); i++)
    for (int k = 0; k < 2; k++) {
      burl_program *const program = compiled_plainly(pairs[i][k]);
      if (burl_image_name(program, 0)) assert_int_equal(burl_set_image(program, "a", &image), BURL_OK);
      assert_int_equal(burl_sample_grid(program, &grid, k ? said : plain), BURL_OK);
      burl_free(program);
      if (k == 1 && !is_same(plain, said, CELLS)) fail_msg("%s", pairs[i][0]);
    }
}

/* Where it is read doesn't change what is computed. */
static void test_surfaces_move_with_their_point(void **state) {
  static float moved[CELLS], plain[CELLS];
  const burl_grid grid = grid_of(NX, NY, 2);
  (void)state;
  sample_into("shift(upsample(" ROUGH ", 2), 16, 8)", &grid, moved);
  sample_into("upsample(" ROUGH ", 2)", &grid, plain);
  for (int y = 8; y < NY; y++)
    for (int x = 8; x < NX; x++) assert_true(moved[y * NX + x] == plain[(y - 4) * NX + x - 8]);
}

/* Cells of a width are the same at every resolution, and so is what is computed over them. */
static void test_cells_of_a_width(void **state) {
  static float coarse[CELLS], fine[4 * CELLS], by_times[4 * CELLS];
  static const char recipe[] = "upsample(breach(100*fbm(simplex(x/400, y/400), octaves: 5)), cell: 40)";
  (void)state;
  burl_grid grid = grid_of(NX, NY, 20);
  sample_into(recipe, &grid, coarse);
  grid = grid_of(2 * NX, 2 * NY, 10);
  sample_into(recipe, &grid, fine);
  sample_into("upsample(breach(100*fbm(simplex(x/400, y/400), octaves: 5)), 4)", &grid, by_times);
  assert_memory_equal(fine, by_times, sizeof fine);
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++) {
      const float *const at = fine + 2 * y * 2 * NX + 2 * x;
      const double mean = 0.25 * ((double)at[0] + (double)at[1] + (double)at[2 * NX] + (double)at[2 * NX + 1]);
      if (fabs(mean - (double)coarse[y * NX + x]) > 1)
        fail_msg("%d, %d: %g and %g", x, y, mean, (double)coarse[y * NX + x]);
    }
  grid = grid_of(NX, NY, 100); /* cells can't be smaller than the grid's */
  sample_into("upsample(breach(x), cell: 40)", &grid, fine);
  sample_into("upsample(breach(x), 1)", &grid, by_times);
  assert_memory_equal(fine, by_times, CELLS * sizeof *fine);
}

static void test_surfaces_have_the_seed_of_their_place(void **state) {
  static float outside[CELLS], inside[CELLS], plain[CELLS];
  const burl_grid grid = grid_of(NX, NY, 2);
  (void)state;
  sample_into("reseed(upsample(" ROUGH ", 2), 3)", &grid, outside);
  sample_into("upsample(breach(reseed(100*fbm(simplex(x/40, y/40), octaves: 4), 3)), 2)", &grid, inside);
  sample_into("upsample(" ROUGH ", 2)", &grid, plain);
  assert_memory_equal(outside, inside, sizeof outside);
  assert_memory_not_equal(outside, plain, sizeof outside);
}

static void test_surfaces_are_bounded(void **state) {
  static float out[CELLS * 4];
  (void)state;
  for (int through = 0; through < 2; through++) {
    burl_program *const program =
        compiled_plainly(through ? "upsample(fill(100*white()), 3, through: 1)" : "upsample(fill(100*white()), 3)");
    const burl_range range = burl_bounds(program, 0);
    double lo = INFINITY, hi = -INFINITY;
    for (uint64_t seed = 0; seed < 20; seed++) {
      const burl_grid grid = {.size = {2 * NX, 2 * NY}, .step = {1, 1}};
      burl_seed(program, seed);
      assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
      for (int i = 0; i < 4 * CELLS; i++) lo = fmin(lo, (double)out[i]), hi = fmax(hi, (double)out[i]);
    }
    if (lo < range.lo || hi > range.hi) fail_msg("%d: [%g, %g] beyond [%g, %g]", through, lo, hi, range.lo, range.hi);
    assert_true(hi - lo > 0.3 * (range.hi - range.lo));
    burl_free(program);
  }
}

static void test_refused_surfaces(void **state) {
  static const char *const recipes[] = {"upsample(x)",
                                        "upsample(x, 0)",
                                        "upsample(x, 1.5)",
                                        "upsample(x, 65)",
                                        "upsample(x, x)",
                                        "upsample(x, 2, cell: 3)",
                                        "at(upsample(x, 2), x)",
                                        "height()",
                                        "upsample(height(), 2)",
                                        "slope(shift(breach(x), 1))",
                                        "d(d(d(breach(x), x), x), x)",
                                        "erode(x, uplift: height())",
                                        "warp(breach(x), x, y)",
                                        "erode(x, steps: 2.5)",
                                        "upsample(upsample(upsample(upsample(upsample(x, 1), 1), 1), 1), 1)"};
  (void)state;
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_error error;
    burl_program *const program = burl_compile(recipes[i], 2, &error);
    if (program) fail_msg("%s compiles", recipes[i]);
    if (error.status != BURL_RECIPE || error.line != 1) fail_msg("%s: %s", recipes[i], error.message);
  }
}

/* ---- Rock in layers ------------------------------------------------------------------------------ */

#define LAYERED(k) "erode(100*fbm(simplex(x/3000, y/3000), octaves: 3), uplift: 0.001, k: " k ")"

static void test_layers(void **state) {
  static float same[2][CELLS], layers[CELLS], hard[CELLS], soft[CELLS];
  const burl_grid grid = grid_of(NX, NY, 100);
  (void)state;
  sample_into(LAYERED("3e-6"), &grid, same[0]);
  sample_into(LAYERED("height() > -1e9 ? 3e-6 : 1"), &grid, same[1]); /* depends on it, and is the same everywhere */
  assert_true(is_same(same[0], same[1], CELLS));
  sample_into(LAYERED("height() > 300 ? 1e-6 : 6e-6"), &grid, layers);
  sample_into(LAYERED("1e-6"), &grid, hard);
  sample_into(LAYERED("6e-6"), &grid, soft);
  double sum[3] = {0, 0, 0}; /* soft below, hard above: between the two */
  for (int i = 0; i < CELLS; i++) sum[0] += (double)soft[i], sum[1] += (double)layers[i], sum[2] += (double)hard[i];
  assert_true(sum[0] < sum[1] && sum[1] < sum[2]);
}

/* Rock that is soft on one side is so on the coarse grids, too, where its softness is computed at each moment. */
static void test_softness_lies_in_its_place(void **state) {
  enum { N = 600 };
  static const char *const softness[] = {"x < 30000 ? 1e-6 : 8e-6", "height() > -1e9 ? (x < 30000 ? 1e-6 : 8e-6) : 1"};
  static float h[N * N];
  double sum[2][2] = {{0}};
  const burl_grid grid = grid_of(N, N, 100);
  (void)state;
  for (int i = 0; i < 2; i++) {
    char recipe[300];
    snprintf(recipe, sizeof recipe, "erode(100*fbm(simplex(x/9000, y/9000), octaves: 3), uplift: 0.001, k: %s)",
             softness[i]);
    sample_into(recipe, &grid, h);
    for (int k = 0; k < N * N; k++) sum[i][k % N >= N / 2] += (double)h[k];
  }
  assert_true(sum[0][0] > 2 * sum[0][1]);
  for (int side = 0; side < 2; side++)
    if (fabs(sum[1][side] / sum[0][side] - 1) > 0.02) fail_msg("side %d: %g, not %g", side, sum[1][side], sum[0][side]);
}

/* The slope of the moment is known there, too: where steep ground is hard, ground stays higher. */
static void test_softness_by_slope(void **state) {
  static float soft[CELLS], hard[CELLS];
  const burl_grid grid = grid_of(NX, NY, 100);
  double sum = 0;
  (void)state;
  sample_into(LAYERED("6e-6"), &grid, soft);
  sample_into(LAYERED("slope(height()) > 0.2 ? 1e-6 : 6e-6"), &grid, hard);
  for (int i = 0; i < CELLS; i++) sum += (double)hard[i] - (double)soft[i];
  assert_true(sum / CELLS > 10);
}

/* Rock above 300 m that nothing cuts stands in cliffs: ground there is as it rose. */
static void test_hard_layer(void **state) {
  static float h[CELLS];
  const burl_grid grid = grid_of(NX, NY, 100);
  int above = 0, below = 0;
  (void)state;
  sample_into("erode(500 + 20*simplex(x/900, y/900), uplift: 0, talus: 50, years: 1e6, k: height() > 300 ? 0 : 1e-5)",
              &grid, h);
  for (int i = 0; i < CELLS; i++) above += h[i] > 300, below += h[i] < 300;
  assert_int_equal(above, CELLS); /* nothing is below 300 m at first, so that nothing is ever cut */
  assert_int_equal(below, 0);
}

/* ---- Progress ------------------------------------------------------------------------------------ */

typedef struct {
  int calls, stop_at, rises;
  double last;
} watch;

static int look(void *user, double done) {
  watch *const w = user;
  w->rises &= done >= w->last - 1e-12 && done <= 1 + 1e-12;
  w->last = done;
  return ++w->calls == w->stop_at;
}

static void test_progress(void **state) {
  static const char *const recipes[] = {"erode(x, uplift: 0.001)",
                                        "breach(upsample(erode(x), 2))",
                                        "flow(breach(100*perlin()))",
                                        "thermal(100*perlin(), years: 400)",
                                        LAYERED("height() > 9 ? 1e-6 : 2e-6"),
                                        "erode(x, steps: 4, k: 1e-9*lakes(height()))"};
  static float out[320 * 320];
  (void)state;
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *const program = compiled_plainly(recipes[i]);
    watch all = {.rises = 1};
    burl_grid grid = grid_of(320, 320, 10);
    grid.progress = look;
    grid.user = &all;
    grid.threads = 1; /* several share the work as it comes, and with it the calls */
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
    if (all.calls < 10 || !all.rises || all.last != 1) fail_msg("%s: %d calls, to %g", recipes[i], all.calls, all.last);
    for (int stop = 1; stop < all.calls; stop += scale_of_test() < 1 ? 41 : 3) {
      watch some = {.rises = 1, .stop_at = stop};
      grid.user = &some;
      assert_int_equal(burl_sample_grid(program, &grid, out), BURL_CANCELLED);
      assert_int_equal(some.calls, stop);
    }
    burl_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_image_over_its_own_grid),
      cmocka_unit_test(test_image_between_samples),
      cmocka_unit_test(test_no_heights_are_kept_or_filled),
      cmocka_unit_test(test_filled_within_the_range),
      cmocka_unit_test(test_nearly_no_heights),
      cmocka_unit_test(test_images_are_loaded_once),
      cmocka_unit_test(test_bounds_of_images),
      cmocka_unit_test(test_bounds_beyond_edges),
      cmocka_unit_test(test_wrong_loads),
      cmocka_unit_test(test_wrong_images),
      cmocka_unit_test(test_surface_through_heights),
      cmocka_unit_test(test_surface_of_smooth_heights),
      cmocka_unit_test(test_slopes_of_surfaces),
      cmocka_unit_test(test_slopes_of_whole_grids),
      cmocka_unit_test(test_bends_of_surfaces),
      cmocka_unit_test(test_holes_in_surfaces),
      cmocka_unit_test(test_surfaces_of_images),
      cmocka_unit_test(test_surfaces_move_with_their_point),
      cmocka_unit_test(test_cells_of_a_width),
      cmocka_unit_test(test_surfaces_have_the_seed_of_their_place),
      cmocka_unit_test(test_surfaces_are_bounded),
      cmocka_unit_test(test_refused_surfaces),
      cmocka_unit_test(test_layers),
      cmocka_unit_test(test_softness_by_slope),
      cmocka_unit_test(test_softness_lies_in_its_place),
      cmocka_unit_test(test_hard_layer),
      cmocka_unit_test(test_progress),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
