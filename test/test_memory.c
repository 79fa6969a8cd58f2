/* Every allocation may fail: each in turn, through burl_options.allocate.  Compiling, burl_set,
 * burl_seed, burl_clone and sampling answer BURL_MEMORY, lose nothing and leave the program as it
 * was. */
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
#include "counter.h"
#include "gallery.h"
#include "scale.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

enum { SIDE = 9, MOST_CHANNELS = 4, NEVER = -1, PATIENCE = 100000 };

static const char *const recipes[] = {
    "perlin()",
    "param k = 3 [1, 9]\nfbm(perlin(), octaves: k)",
    "param k = 0.5\nfbm(perlin(), octaves: auto, gain: k)*value(x)",
    "param k = 4 [1, 8]\ntile(fbm(value(hash: wood, interp: catmull_rom), octaves: 3), k)",
    "param k = 1\nmidpoint(seed: 3, gain: 0.4)*k + midpoint(style: published)",
    ("view 0, 0, 1, 1\nparam k = 2 \"a knob\"\nf(a, b) = a*b + k\n"
     "ramp(f(perlin(), x), #123, #456, #fff, in: oklab)"),
    "ramp(levels(sphere(distort(simplex(orient: xz), 0.3), radius: pi), -1, 1), palette: ice, in: oklab)",
    "fbm(fbm(fbm(perlin(hash: perlin2002), octaves: 4), octaves: 4), octaves: 6)",
    "param k = 2\nparam unread = 1\nloop(k*x, 2) + reseed(y, 3)",
    "param k = 2 [1, 3]\nupsample(image(\"a\", nodata: fill) + image(\"b\"), k, through: 1) + image(\"a\", read: "
    "cubic)",
    "param k = 1e-6\nerode(9*perlin(), steps: 2, base: -1, k: height() > 1 ? k : upsample(blur(white()), 2)*1e-6)",
    "gullies(upsample(rivers(lakes(perlin())), 2), octaves: 2) + curvature(simplex())",
};

/* ---- An allocator that fails when it is told to ---- */

/* The k-th allocation from now on fails. */
static void fail_after(counter *c, long k) {
  c->calls = 0;
  c->fail_at = k;
}

/* ---- A program and what it does ---- */

typedef struct {
  counter *counter;
  burl_program *program;
  float before[SIDE * SIDE * MOST_CHANNELS];
} subject;

static burl_status load_image(void *user, const char *file, burl_field *out) {
  enum { NX = 5, NY = 4 };
  float *const data = counter_allocate(user, NULL, NX * NY * sizeof *data);
  if (!data) return BURL_MEMORY;
  for (int i = 0; i < NX * NY; i++) data[i] = i == 7 ? NAN : (float)(i % NX * *file);
  *out = (burl_field){.data = data, .size = {NX, NY}};
  return BURL_OK;
}

static burl_program *compile(counter *c, const char *text, burl_error *error) {
  const burl_options options = {
      .struct_size = sizeof options, .name = "a name", .load = load_image, .allocate = counter_allocate, .user = c};
  return burl_compile_with(text, strlen(text), &options, error);
}

static burl_status sample_grid(const burl_program *program, float *out) {
  const burl_grid grid = {.size = {SIDE, SIDE}, .origin = {-1, 2}, .step = {0.13, 0.11}, .threads = 1};
  return burl_sample_grid(program, &grid, out);
}

static burl_status sample_points(const burl_program *program, float *out) {
  const double at[3] = {0.3, 2.6, -8};
  const burl_points points = {.count = 3, .coord = {at, at}, .footprint = 0.01};
  return burl_sample_points(program, &points, out);
}

/* Whether the program is as it was when `before` was sampled. */
static void expect_unchanged(subject *s, double knob) {
  static float now[SIDE * SIDE * MOST_CHANNELS];
  const size_t size = SIDE * SIDE * (size_t)burl_channels(s->program) * sizeof *now;
  fail_after(s->counter, NEVER);
  assert_int_equal(sample_grid(s->program, now), BURL_OK);
  assert_memory_equal(now, s->before, size);
  if (burl_param_count(s->program)) assert_true(burl_param_at(s->program, 0).value == knob);
}

/* ---- Each call, failing at each of its allocations ---- */

/* Where tests are short, at each third. */
static burl_program *compile_failing(counter *c, const char *text) {
  const long stride = scale_of_test() < 1 ? 3 : 1;
  for (long k = 0; k < PATIENCE; k += stride) {
    burl_error error;
    fail_after(c, k);
    burl_program *const program = compile(c, text, &error);
    fail_after(c, NEVER);
    assert_int_equal(error.status, program ? BURL_OK : BURL_MEMORY);
    if (program) return program;
    assert_int_equal(c->live, 0);
    assert_true(error.message[0] != '\0');
  }
  fail_msg("never enough memory: %s", text);
  return NULL;
}

static void clone_failing(subject *s) {
  const long live = s->counter->live;
  burl_program *clone = NULL;
  for (long k = 0; k < PATIENCE && !clone; k++) {
    fail_after(s->counter, k);
    clone = burl_clone(s->program);
    if (!clone) assert_int_equal(s->counter->live, live);
  }
  assert_non_null(clone);
  burl_program *const original = s->program;
  s->program = clone;
  expect_unchanged(s, burl_param_at(original, 0).value);
  s->program = original;
  burl_free(clone);
  assert_int_equal(s->counter->live, live);
}

/* What a program keeps for its next calls is no loss: a call after one that went well allocates nothing. */
static void sample_failing(subject *s, burl_status (*sample)(const burl_program *, float *)) {
  static float out[SIDE * SIDE * MOST_CHANNELS];
  const long live = s->counter->live;
  burl_status status = BURL_MEMORY;
  for (long k = 0; k < PATIENCE && status != BURL_OK; k++) {
    fail_after(s->counter, k);
    status = sample(s->program, out);
    assert_true(status == BURL_OK || status == BURL_MEMORY);
    assert_true(s->counter->live >= live);
  }
  assert_int_equal(status, BURL_OK);
  fail_after(s->counter, burl_needs_whole_grid(s->program) ? NEVER : 0);
  assert_int_equal(sample(s->program, out), BURL_OK);
}

static void seed_failing(subject *s) {
  const double knob = burl_param_at(s->program, 0).value;
  for (long k = 0; k < PATIENCE; k++) {
    const long live = s->counter->live;
    fail_after(s->counter, k);
    const burl_status status = burl_seed(s->program, 99);
    if (status == BURL_OK) break;
    assert_int_equal(status, BURL_MEMORY);
    assert_int_equal(s->counter->live, live);
    expect_unchanged(s, knob);
  }
  fail_after(s->counter, NEVER);
  assert_int_equal(burl_seed(s->program, 0), BURL_OK);
  expect_unchanged(s, knob);
}

static void set_failing(subject *s) {
  if (burl_param_count(s->program) == 0) return;
  const burl_param knob = burl_param_at(s->program, 0);
  const double value = isfinite(knob.hi) ? knob.hi : knob.value + 1;
  for (long k = 0; k < PATIENCE; k++) {
    const long live = s->counter->live;
    burl_error error;
    fail_after(s->counter, k);
    const burl_status status = burl_set(s->program, knob.name, value, &error);
    assert_int_equal(error.status, status);
    if (status == BURL_OK) break;
    assert_int_equal(status, BURL_MEMORY);
    assert_int_equal(s->counter->live, live);
    expect_unchanged(s, knob.value);
  }
  fail_after(s->counter, NEVER);
  assert_true(burl_param_at(s->program, 0).value == value);
  assert_int_equal(burl_set(s->program, knob.name, knob.value, NULL), BURL_OK);
  expect_unchanged(s, knob.value);
}

/* Gives the first image samples that are the caller's, and clones what has them. */
static void set_image_failing(subject *s) {
  static float samples[6] = {3, 1, 4, 1, 5, 9};
  const burl_field field = {.data = samples, .size = {3, 2}};
  const char *const name = burl_image_name(s->program, 0);
  if (!name) return;
  for (long k = 0; k < PATIENCE; k++) {
    const long live = s->counter->live;
    fail_after(s->counter, k);
    const burl_status status = burl_set_image(s->program, name, &field);
    if (status == BURL_OK) break;
    assert_int_equal(status, BURL_MEMORY);
    assert_int_equal(s->counter->live, live);
    expect_unchanged(s, burl_param_at(s->program, 0).value);
  }
  fail_after(s->counter, NEVER);
  assert_ptr_equal(burl_image_at(s->program, 0).data, samples);
  assert_int_equal(sample_grid(s->program, s->before), BURL_OK);
  clone_failing(s);
}

typedef void changes(subject *);

/* Compiles and samples, and between does what changes a program. */
static void check(const char *text, changes *change) {
  static subject s;
  counter c = {0, NEVER, 0};
  s.counter = &c;
  s.program = compile_failing(&c, text);
  assert_int_equal(sample_grid(s.program, s.before), BURL_OK);
  sample_failing(&s, sample_grid);
  if (!burl_needs_whole_grid(s.program)) sample_failing(&s, sample_points);
  if (change) change(&s);
  burl_free(s.program);
  assert_int_equal(c.live, 0);
}

static void change_failing(subject *s) {
  clone_failing(s);
  seed_failing(s);
  set_failing(s);
  set_image_failing(s);
}

static void test_recipes(void **state) {
  (void)state;
  for (int i = 0; i < COUNT(recipes); i++) check(recipes[i], change_failing);
}

static void test_gallery(void **state) {
  (void)state;
  gallery_recipe *gallery;
  const int count = gallery_open(BURL_SOURCE_DIR, &gallery);
  assert_true(count > 0);
  for (int i = 0; i < count; i++) {
    burl_program *const program = burl_compile(gallery[i].text, 2, NULL);
    if (program) check(gallery[i].text, NULL);
    burl_free(program);
  }
  gallery_close(gallery, count);
}

/* A recipe that is wrong loses nothing either, and says so even where memory fails on the way. */
static void test_wrong_recipes(void **state) {
  (void)state;
  static const char *const wrong[] = {"",
                                      "perlin(",
                                      "fbm(perlin(), gian: 2)",
                                      "a = 1\nb",
                                      "param k = 3 [4, 5]\nk",
                                      "tile(perlin(), 0.3)",
                                      "view 0, 0, 0, 0\n1",
                                      "#12 + \"x\""};
  for (int i = 0; i < COUNT(wrong); i++) {
    counter c = {0, NEVER, 0};
    burl_status status = BURL_MEMORY;
    for (long k = 0; k < PATIENCE && status == BURL_MEMORY; k++) {
      burl_error error;
      fail_after(&c, k);
      assert_null(compile(&c, wrong[i], &error));
      assert_int_equal(c.live, 0);
      status = error.status;
    }
    assert_true(status != BURL_OK && status != BURL_MEMORY);
  }
}

/* Sampling takes a few blocks, however large the grid is, and on the calling thread alone. */
static void test_few_blocks(void **state) {
  (void)state;
  enum { FEW = 32, LARGE = 300 };
  for (int i = 0; i < COUNT(recipes); i++) {
    float *const out = malloc(LARGE * LARGE * MOST_CHANNELS * sizeof *out);
    counter c = {0, NEVER, 0};
    burl_program *const program = compile(&c, recipes[i], NULL);
    const burl_grid grid = {.size = {LARGE, LARGE}, .step = {0.1, 0.1}, .threads = 3};
    fail_after(&c, NEVER);
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
    const int parts =
        burl_needs_whole_grid(program) ? 5 : 1; /* each process takes some, and erosion a step where k moves */
    if (c.calls > FEW * parts) fail_msg("%s: %ld blocks for a grid", recipes[i], c.calls);
    burl_free(program);
    free(out);
  }
}

/* Bytes that are allocated, and how many were at once. */
typedef struct {
  long live, peak;
} byte_count;

/* An allocator that counts bytes: each block has its size before it. */
static void *allocate_counted(void *user, void *old, size_t size) {
  byte_count *const bytes = user;
  max_align_t *head = old ? (max_align_t *)old - 1 : NULL;
  size_t before = 0;
  if (head) memcpy(&before, head, sizeof before);
  bytes->live += (long)size - (long)before;
  if (bytes->live > bytes->peak) bytes->peak = bytes->live;
  if (size == 0) {
    free(head);
    return NULL;
  }
  head = realloc(head, sizeof *head + size);
  assert_non_null(head);
  memcpy(head, &size, sizeof size);
  return head + 1;
}

/* What a program keeps after sampling is what burl.h says, give or take a third. */
static void test_kept_bytes(void **state) {
  (void)state;
  static const struct {
    const char *recipe;
    int side, threads;
    double kept;
  } rows[] = {
      {"perlin()", 1024, 1, 0.09e6},
      {"fbm(perlin(), octaves: 8)", 16, 1, 0.4e6},
      {"fbm(perlin(), octaves: 8)", 1024, 1, 0.65e6},
      {"fbm(perlin(), octaves: 8)", 1024, 2, 0.95e6},
  };
  float *const out = malloc(sizeof(float[1024][1024]));
  assert_non_null(out);
  for (int i = 0; i < COUNT(rows); i++) {
    byte_count bytes = {0, 0};
    const burl_options options = {
        .struct_size = sizeof options, .dims = 2, .allocate = allocate_counted, .user = &bytes};
    burl_program *const program = burl_compile_with(rows[i].recipe, strlen(rows[i].recipe), &options, NULL);
    assert_non_null(program);
    const burl_grid grid = {.size = {rows[i].side, rows[i].side}, .step = {0.02, 0.02}, .threads = rows[i].threads};
    const long compiled = bytes.live;
    assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
    const double kept = (double)(bytes.live - compiled);
    if (fabs(kept / rows[i].kept - 1) > 1.0 / 3) fail_msg("%s keeps %g bytes", rows[i].recipe, kept);
    burl_free(program);
    assert_int_equal(bytes.live, 0);
  }
  free(out);
}

/* The most bytes that a square grid of `side` samples along each axis takes at once, beside the caller's. */
static double peak_of(const char *recipe, int side, double *said) {
  static float image[64 * 64] = {NAN};
  const burl_field field = {.data = image, .size = {64, 64}};
  byte_count bytes = {0, 0};
  const burl_options options = {.struct_size = sizeof options, .dims = 2, .allocate = allocate_counted, .user = &bytes};
  burl_error error;
  burl_program *const program = burl_compile_with(recipe, strlen(recipe), &options, &error);
  if (!program) fail_msg("%s: %s", recipe, error.message);
  if (burl_image_name(program, 0)) assert_int_equal(burl_set_image(program, "a", &field), BURL_OK);
  const burl_grid grid = {.size = {side, side}, .step = {30, 30}, .threads = 1};
  float *const out = malloc((size_t)side * (size_t)side * MOST_CHANNELS * sizeof *out);
  assert_non_null(out);
  const long compiled = bytes.peak = bytes.live;
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  const double peak = (double)(bytes.peak - compiled);
  *said = burl_stage_bytes(program, &grid);
  burl_free(program);
  free(out);
  return peak;
}

#define GROUND "9*perlin(x/300, y/300)"

/* What burl_stage_bytes says is what is allocated at once, but for the workers; a process takes at most 40 bytes a
 * cell. */
static void test_bytes_of_stages(void **state) {
  enum { SIDE_OF_GRID = 500 };
  static const struct {
    const char *recipe;
    int stages;
  } rows[] = {{"midpoint()", 1},
              {"midpoint(style: published)", 1},
              {"image(\"a\")", 1},
              {"image(\"a\", nodata: fill)", 1},
              {"fill(" GROUND ")", 1},
              {"fill(" GROUND ", deepest: 1)", 1},
              {"breach(" GROUND ")", 1},
              {"flow(" GROUND ")", 1},
              {"flow(" GROUND ", rain: x)", 1},
              {"rivers(" GROUND ")", 1},
              {"rivers(" GROUND ", rain: x)", 1},
              {"lakes(" GROUND ")", 1},
              {"basins(" GROUND ")", 1},
              {"above_drainage(" GROUND ")", 1},
              {"wetness(" GROUND ")", 2},
              {"thermal(" GROUND ", years: 1e4)", 1},
              {"blur(" GROUND ")", 1},
              {"distance(" GROUND ")", 1},
              {"dilate(" GROUND ", 3)", 1},
              {"bevel(" GROUND ")", 1},
              {"blur(" GROUND ", radius: x/100)", 1},
              {"occlusion(" GROUND ")", 1},
              {"median(" GROUND ")", 1},
              {"hillshade(" GROUND ")", 1},
              {"erode(" GROUND ", steps: 2)", 1},
              {"erode(" GROUND ", steps: 2, k: height() > 1 ? 1e-6 : 1e-5)", 1},
              {"upsample(" GROUND ", 1)", 1},
              {"upsample(" GROUND ", 4, through: 1)", 1},
              {"upsample(" GROUND ", 1, through: 1)", 1},
              {"flow(breach(" GROUND "))", 2},
              {"lakes(" GROUND ") + blur(" GROUND ")", 2},
              {"upsample(upsample(breach(" GROUND "), 1), 1)", 3},
              {"upsample(erode(" GROUND ", steps: 2), 1, through: 1)", 2},
              {"upsample(breach(" GROUND "), 8)", 2},
              {"breach(upsample(erode(" GROUND ", steps: 2), cell: 90))", 3},
              {"erode(" GROUND ", steps: 2, k: 1e-9*breach(height()))", 2}};
  static const double cells = (double)SIDE_OF_GRID * SIDE_OF_GRID;
  (void)state;
  for (int i = 0; i < COUNT(rows); i++) {
    double said;
    const double peak = peak_of(rows[i].recipe, SIDE_OF_GRID, &said);
    if (!(peak >= said && peak < said + 1e6)) fail_msg("%s: %g bytes, not %g", rows[i].recipe, peak, said);
    const double most = strncmp(rows[i].recipe, "erode", 5) == 0 ? 48 : 40; /* its nodes are more than these cells */
    if (rows[i].stages == 1 && peak > most * cells) fail_msg("%s: %g bytes a cell", rows[i].recipe, peak / cells);
    burl_program *const program = burl_compile(rows[i].recipe, 2, NULL);
    for (int k = 0; k < rows[i].stages; k++) assert_non_null(burl_stage_at(program, k));
    assert_null(burl_stage_at(program, rows[i].stages));
    burl_free(program);
  }
}

static void test_grids_of_stages(void **state) {
  (void)state;
  burl_program *const program = burl_compile("rivers(upsample(x, 3, through: 1))", 2, NULL);
  const int64_t wrong[] = {-1, INT64_MIN, INT64_MAX, ((int64_t)1 << 20) + 1};
  const burl_grid one = {.size = {1, 1}}, none = {.size = {0, 0}}, most = {.size = {1 << 20, 2047}},
                  more = {.size = {1 << 20, 2048}};
  assert_string_equal(burl_stage_at(program, 0), "upsample");
  assert_string_equal(burl_stage_at(program, 1), "rivers");
  assert_null(burl_stage_at(program, 2));
  assert_null(burl_stage_at(program, -1));
  assert_null(burl_stage_at(NULL, 0));
  assert_true(burl_stage_bytes(program, &one) > 0 &&
              burl_stage_bytes(program, &one) == burl_stage_bytes(program, &none));
  assert_true(burl_stage_bytes(program, &most) > 4e10 && burl_stage_bytes(program, &more) == 0);
  for (int i = 0; i < COUNT(wrong); i++)
    for (int axis = 0; axis < 2; axis++) {
      burl_grid grid = {.size = {3, 3}};
      grid.size[axis] = wrong[i];
      assert_true(burl_stage_bytes(program, &grid) == 0);
    }
  assert_true(burl_stage_bytes(program, NULL) == 0 && burl_stage_bytes(NULL, &one) == 0);
  burl_free(program);
  burl_program *const plain = burl_compile("perlin()", 2, NULL);
  assert_true(burl_stage_bytes(plain, &one) == 0 && !burl_stage_at(plain, 0));
  burl_free(plain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_recipes),         cmocka_unit_test(test_gallery),    cmocka_unit_test(test_wrong_recipes),
      cmocka_unit_test(test_few_blocks),      cmocka_unit_test(test_kept_bytes), cmocka_unit_test(test_bytes_of_stages),
      cmocka_unit_test(test_grids_of_stages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
