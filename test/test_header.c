/* The headers as an embedder reads them: versions, statuses and their words; and the errors that name what is wrong
 * with a grid, points, an image or a seed, each of them tried. */
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

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

#if BURL_VERSION_NUMBER < 100
#error "BURL_VERSION_NUMBER is of no use to #if"
#endif

/* An error that holds something, which the next call is to clear. */
static burl_error stale(void) {
  burl_error error;
  memset(&error, 'x', sizeof error);
  return error;
}

static void expect_error(const burl_error *error, burl_status status, const char *message) {
  assert_int_equal(error->status, status);
  assert_string_equal(error->message, message);
  assert_true(error->line == 0 && error->column == 0 && error->length == 0);
  assert_non_null(memchr(error->hint, 0, sizeof error->hint));
}

/* ---- Versions and statuses ------------------------------------------------------------------------ */

static void the_versions_are_one(void **state) {
  int major, minor, patch;
  char more;
  (void)state;
  assert_string_equal(burl_version(), BURL_VERSION);
  assert_int_equal(burl_output_version(), BURL_OUTPUT_VERSION);
  assert_int_equal(sscanf(BURL_VERSION, "%d.%d.%d%c", &major, &minor, &patch, &more), 3);
  assert_true(minor < 100 && patch < 100);
  assert_int_equal(BURL_VERSION_NUMBER, 10000 * major + 100 * minor + patch);
}

static void every_status_has_words_and_its_name(void **state) {
  (void)state;
  for (int i = 0; i < BURL_STATUS_COUNT; i++)
    for (int k = 0; k < i; k++) {
      assert_string_not_equal(burl_status_text((burl_status)i), burl_status_text((burl_status)k));
      assert_string_not_equal(burl_status_name((burl_status)i), burl_status_name((burl_status)k));
    }
  assert_string_equal(burl_status_name(BURL_OK), "OK");
  assert_string_equal(burl_status_name(BURL_ARGUMENT), "ARGUMENT");
  assert_string_equal(burl_status_name(BURL_SHAPE), "SHAPE");
  assert_string_equal(burl_status_text(BURL_MEMORY), "out of memory");
  assert_string_equal(burl_status_name(BURL_STATUS_COUNT), "UNKNOWN");
  assert_string_equal(burl_status_text((burl_status)-1), "unknown status");
}

/* ---- Compiling and seeds --------------------------------------------------------------------------- */

static void dimensions_of_0_are_2(void **state) {
  (void)state;
  burl_program *const program = compile("perlin(x, y)", 0);
  assert_int_equal(burl_dims(program), 2);
  burl_free(program);
  for (int i = 0; i < 2; i++) {
    burl_error error = stale();
    assert_null(burl_compile("perlin()", i ? 5 : -1, &error));
    expect_error(&error, BURL_ARGUMENT,
                 i ? "a recipe has 1 to 4 dimensions, not 5" : "a recipe has 1 to 4 dimensions, not -1");
  }
}

static void a_seed_says_why_it_failed(void **state) {
  (void)state;
  burl_program *const program = compile("perlin()", 2);
  burl_error error = stale();
  assert_int_equal(burl_seed_with(program, 7, &error), BURL_OK);
  expect_error(&error, BURL_OK, "");
  assert_int_equal(burl_seed_with(program, 8, NULL), BURL_OK);
  error = stale();
  assert_int_equal(burl_seed_with(NULL, 7, &error), BURL_ARGUMENT);
  expect_error(&error, BURL_ARGUMENT, "no program");
  assert_int_equal(burl_seed_with(NULL, 7, NULL), BURL_ARGUMENT);
  burl_free(program);
}

/* Where the library is built without its processes they are errors; other functions over a whole grid stay. */
static void processes_may_be_left_out(void **state) {
  static const char *const processes[] = {
#define PROCESS(name, bounds, signature, range, help) #name,
#include "functions.def"
  };
  static const char *const others[] = {"midpoint()", "image(\"a\")", "upsample(x, 2)", "slope_deg(x)"};
  (void)state;
  for (int i = 0; i < COUNT(processes); i++) {
    char text[40], message[80];
    burl_error error;
    snprintf(text, sizeof text, "1 + %s(x)", processes[i]);
    snprintf(message, sizeof message, "%s: this library was built without it", processes[i]);
    burl_program *const program = burl_compile(text, 2, &error);
#ifdef BURL_NO_TERRAIN
    assert_null(program);
    assert_int_equal(error.status, BURL_RECIPE);
    assert_int_equal(error.column, 5);
    assert_string_equal(error.message, message);
    assert_string_equal(error.hint, "CMake's option BURL_TERRAIN has it");
#else
    if (!program || strcmp(error.message, message) == 0) fail_msg("%s: %s", text, error.message);
#endif
    burl_free(program);
  }
  for (int i = 0; i < COUNT(others); i++) burl_free(compile(others[i], 2));
}

/* ---- Grids ----------------------------------------------------------------------------------------- */

/* The check and the call that samples say the same, the check by name. */
static void expect_wrong_grid(const burl_program *program, const burl_grid *grid, burl_status status,
                              const char *message) {
  float out[64];
  burl_error error = stale();
  assert_int_equal(burl_check_grid(program, grid, &error), status);
  expect_error(&error, status, message);
  assert_int_equal(burl_check_grid(program, grid, NULL), status);
  assert_int_equal(burl_sample_grid(program, grid, out), status);
}

#define WRONG_GRID(program, change, message)                   \
  do {                                                         \
    burl_grid grid = {.size = {4, 4}, .step = {1, 1}};         \
    grid.change;                                               \
    expect_wrong_grid(program, &grid, BURL_ARGUMENT, message); \
  } while (0)

static void a_grid_is_told_what_is_wrong(void **state) {
  (void)state;
  burl_program *const p = compile("perlin()", 2), *const line = compile("perlin()", 1);
  WRONG_GRID(p, size[0] = -1, "size[0] is 0 to 2^53, not -1");
  WRONG_GRID(p, size[1] = INT64_MAX, "size[1] is 0 to 2^53, not 9223372036854775807");
  WRONG_GRID(p, size[2] = 2, "size[2] is 0 or 1 with a recipe of 2 dimensions, not 2");
  WRONG_GRID(p, size[3] = -1, "size[3] is 0 or 1 with a recipe of 2 dimensions, not -1");
  WRONG_GRID(line, size[1] = 4, "size[1] is 0 or 1 with a recipe of 1 dimension, not 4");
  WRONG_GRID(p, first[0] = INT64_MAX, "first[0] is -2^53 to 2^53, not 9223372036854775807");
  WRONG_GRID(p, first[1] = -((int64_t)1 << 53) - 1, "first[1] is -2^53 to 2^53, not -9007199254740993");
  WRONG_GRID(p, origin[0] = (double)NAN, "origin[0] is a finite number, not nan");
  WRONG_GRID(p, step[1] = (double)-INFINITY, "step[1] is a finite number, not -inf");
  WRONG_GRID(p, time = (double)INFINITY, "time is a finite number, not inf");
  WRONG_GRID(p, footprint = -0.5, "footprint is a finite number from 0 on, not -0.5");
  WRONG_GRID(p, threads = -1, "threads is 0 to 4096, not -1");
  WRONG_GRID(p, threads = 4097, "threads is 0 to 4096, not 4097");
  WRONG_GRID(p, samples = 17, "samples is 0 to 16, not 17");
  WRONG_GRID(p, reserved[3] = 9, "reserved[3] is 0, not 9");
  burl_grid grid = {.size = {0}};
  expect_wrong_grid(NULL, &grid, BURL_ARGUMENT, "no program");
  expect_wrong_grid(p, NULL, BURL_ARGUMENT, "no grid");
  burl_error error = stale();
  assert_int_equal(burl_check_grid(p, &grid, &error), BURL_OK);
  expect_error(&error, BURL_OK, "");
  burl_free(p);
  burl_free(line);
}

/* The numbers are those of 64 bits. */
static void a_grid_beyond_all_addresses_is_told(void **state) {
  (void)state;
  if (SIZE_MAX <= UINT32_MAX) skip();
  burl_program *const p = compile("perlin()", 2), *const rgb = compile("rgb(x, y, 0)", 2);
  WRONG_GRID(p, size[1] = (int64_t)1 << 53,
             "size is 4 x 9007199254740992 x 1 x 1, more than 36028797018963967 samples");
  WRONG_GRID(p, stride[1] = INT64_MIN,
             "stride[1] is -9223372036854775808, which leads 4 samples farther than there are addresses");
  WRONG_GRID(rgb, stride[0] = (int64_t)1 << 60,
             "stride[0] is 1152921504606846976, which leads 4 samples farther than there are addresses");
  burl_free(p);
  burl_free(rgb);
}

static void a_whole_grid_function_is_named(void **state) {
  (void)state;
  burl_program *const program = compile("0.5*midpoint()", 2);
  const burl_grid grid = {.size = {4, 4}, .step = {1, 1}, .samples = 3};
  const double at[1] = {0};
  const burl_points points = {.count = 1, .coord = {at, at}};
  burl_error error = stale();
  expect_wrong_grid(program, &grid, BURL_SHAPE,
                    "samples is 0 or 1 for a recipe with a whole-grid function, midpoint, not 3");
  const burl_grid wide = {.size = {(1 << 20) + 1, 2}, .step = {1, 1}};
  expect_wrong_grid(
      program, &wide, BURL_LIMIT,
      "size is 1048577 x 2, and a whole-grid function, midpoint, takes 2^20 along an axis and 2^31 - 1 in all");
  assert_int_equal(burl_check_points(program, &points, &error), BURL_ARGUMENT);
  expect_error(&error, BURL_ARGUMENT, "a recipe with a whole-grid function, midpoint, has no values at points");
  assert_string_equal(error.hint, "sample a grid");
  burl_free(program);
}

/* ---- Points ---------------------------------------------------------------------------------------- */

static void expect_wrong_points(const burl_program *program, const burl_points *points, const char *message) {
  float out;
  burl_error error = stale();
  assert_int_equal(burl_check_points(program, points, &error), BURL_ARGUMENT);
  expect_error(&error, BURL_ARGUMENT, message);
  assert_int_equal(burl_check_points(program, points, NULL), BURL_ARGUMENT);
  assert_int_equal(burl_sample_points(program, points, &out), BURL_ARGUMENT);
}

#define WRONG_POINTS(change, message)                     \
  do {                                                    \
    burl_points points = {.count = 1, .coord = {at, at}}; \
    points.change;                                        \
    expect_wrong_points(program, &points, message);       \
  } while (0)

static void points_are_told_what_is_wrong(void **state) {
  const double at[1] = {0.5};
  (void)state;
  burl_program *const program = compile("perlin()", 2);
  WRONG_POINTS(coord[1] = NULL, "coord[1] is NULL, and the recipe has 2 dimensions");
  WRONG_POINTS(footprint = (double)NAN, "footprint is a finite number from 0 on, not nan");
  WRONG_POINTS(reserved[0] = 1, "reserved[0] is 0, not 1");
  char most[100];
  snprintf(most, sizeof most, "count is at most %zu, not %zu", SIZE_MAX / 512, SIZE_MAX);
  WRONG_POINTS(count = SIZE_MAX, most);
  expect_wrong_points(program, NULL, "no points");
  expect_wrong_points(NULL, &(burl_points){.count = 0}, "no program");
  burl_error error = stale();
  assert_int_equal(burl_check_points(program, &(burl_points){.count = 0}, &error), BURL_OK);
  expect_error(&error, BURL_OK, "");
  burl_free(program);
}

/* ---- Images ---------------------------------------------------------------------------------------- */

static const float heights[2][3] = {{1, 2, 3}, {4, 5, 6}}; /* which nobody may write to */

#define WRONG_IMAGE(change, message)                                                         \
  do {                                                                                       \
    burl_error error = stale();                                                              \
    burl_field field = {.data = heights[0], .size = {3, 2}};                                 \
    field.change;                                                                            \
    assert_int_equal(burl_set_image_with(program, "ground", &field, &error), BURL_ARGUMENT); \
    expect_error(&error, BURL_ARGUMENT, message);                                            \
    assert_int_equal(burl_set_image(program, "ground", &field), BURL_ARGUMENT);              \
  } while (0)

static void an_image_is_told_what_is_wrong(void **state) {
  (void)state;
  burl_program *const program = compile("image(\"ground\") + image(\"trees\")", 2), *const none = compile("x", 2);
  WRONG_IMAGE(data = NULL, "it has no samples: data is NULL");
  WRONG_IMAGE(size[0] = 0, "size[0] is 1 to 2^20, not 0");
  WRONG_IMAGE(size[1] = (1 << 20) + 1, "size[1] is 1 to 2^20, not 1048577");
  WRONG_IMAGE(size[0] = field.size[1] = 1 << 20, "size is 1048576 x 1048576, more than 2^31 - 2 samples");
  WRONG_IMAGE(channels = 5, "channels is 0 to 4, not 5");
  WRONG_IMAGE(channels = -1, "channels is 0 to 4, not -1");
  WRONG_IMAGE(origin[1] = (double)NAN, "origin[1] is a finite number, not nan");
  WRONG_IMAGE(step[0] = (double)INFINITY, "step[0] is a finite number, not inf");
  WRONG_IMAGE(step[1] = 0.5, "one step is 0 and the other is not: 0, 0.5");

  const burl_field right = {.data = heights[0], .size = {3, 2}};
  burl_error error = stale();
  assert_int_equal(burl_set_image_with(program, "grounds", &right, &error), BURL_ARGUMENT);
  expect_error(&error, BURL_ARGUMENT, "the recipe has no image \"grounds\"");
  assert_string_equal(error.hint, "did you mean \"ground\"?");
  assert_int_equal(burl_set_image_with(program, "water", &right, &error), BURL_ARGUMENT);
  assert_string_equal(error.hint, "its images: \"ground\" \"trees\"");
  assert_int_equal(burl_set_image_with(none, "ground", &right, &error), BURL_ARGUMENT);
  assert_string_equal(error.hint, "it has none");
  assert_int_equal(burl_set_image_with(program, "ground", NULL, &error), BURL_ARGUMENT);
  expect_error(&error, BURL_ARGUMENT, "no program, no image's name or no field");
  error = stale();
  assert_int_equal(burl_set_image_with(program, "ground", &right, &error), BURL_OK);
  expect_error(&error, BURL_OK, "");
  burl_free(program);
  burl_free(none);
}

static void constant_heights_are_an_image(void **state) {
  (void)state;
  burl_program *const program = compile("2*image(\"ground\")", 2);
  const burl_field field = {.data = heights[0], .size = {3, 2}};
  const burl_grid grid = {.size = {3, 2}, .step = {1, 1}};
  float out[6];
  assert_int_equal(burl_set_image(program, "ground", &field), BURL_OK);
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  for (int i = 0; i < 6; i++) assert_true(out[i] == 2.0f * heights[i / 3][i % 3]);
  assert_ptr_equal(burl_image_at(program, 0).data, heights[0]);
  burl_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_versions_are_one),
      cmocka_unit_test(every_status_has_words_and_its_name),
      cmocka_unit_test(dimensions_of_0_are_2),
      cmocka_unit_test(a_seed_says_why_it_failed),
      cmocka_unit_test(processes_may_be_left_out),
      cmocka_unit_test(a_grid_is_told_what_is_wrong),
      cmocka_unit_test(a_grid_beyond_all_addresses_is_told),
      cmocka_unit_test(a_whole_grid_function_is_named),
      cmocka_unit_test(points_are_told_what_is_wrong),
      cmocka_unit_test(an_image_is_told_what_is_wrong),
      cmocka_unit_test(constant_heights_are_an_image),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
