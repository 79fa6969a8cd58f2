/* Several results of one recipe, and its parts: their channels, that each is what it is alone, to the bit, what they
 * share; and the files that burl render makes of them in one pass. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "burl_inspect.h"
#include "gallery.h"
#include "process.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static burl_program *compile(const char *text, int dims, const char *result) {
  const burl_options options = {.struct_size = sizeof options, .dims = dims, .result = result};
  burl_error error;
  burl_program *const program = burl_compile_with(text, strlen(text), &options, &error);
  if (!program) fail_msg("%s: %s\n%s", result ? result : "-", error.message, text);
  return program;
}

/* ---- channels -------------------------------------------------------------------------------- */

static const char four[] = "a = x + 1\nb = rgb(x, 2*x, y)\nc = rgba(b, 0.25)\n10*a";

/* By formulas: the channels of c, a, the last line and b, in the order in which they are named. */
static void expect_four(const float *v, double x, double y) {
  const double wanted[] = {x, 2 * x, y, 0.25, x + 1, 10 * (x + 1), x, 2 * x, y};
  for (int c = 0; c < COUNT(wanted); c++) assert_true((double)v[c] == wanted[c]);
}

static void test_channels(void **state) {
  (void)state;
  static const burl_result wanted[] = {{"c", 0, 4, 0}, {"a", 4, 1, 0}, {"result", 5, 1, 0}, {"b", 6, 3, 0}};
  burl_program *const p = compile(four, 2, " c,a ,\tresult,b");
  assert_int_equal(burl_channels(p), 9);
  assert_int_equal(burl_result_count(p), 4);
  for (int i = 0; i < 4; i++) {
    const burl_result r = burl_result_at(p, i);
    assert_string_equal(r.name, wanted[i].name);
    assert_true(r.first == wanted[i].first && r.channels == wanted[i].channels);
  }
  assert_null(burl_result_at(p, 4).name);
  assert_null(burl_result_at(p, -1).name);
  assert_true(burl_bounds(p, 3).lo == 0.25 && burl_bounds(p, 3).hi == 0.25);
  assert_true(burl_bounds(p, 9).hi == 0);

  enum { NX = 37, NY = 19, STEP = 11 };
  static float packed[NY][NX][9], apart[NY][NX][STEP], at_points[NX][9];
  burl_grid grid = {.size = {NX, NY}, .origin = {-1, 2}, .step = {0.5, 0.25}};
  assert_int_equal(burl_sample_grid(p, &grid, packed[0][0]), BURL_OK);
  grid.stride[0] = STEP;
  grid.stride[1] = STEP * NX;
  assert_int_equal(burl_sample_grid(p, &grid, apart[0][0]), BURL_OK);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      expect_four(packed[j][i], -1 + 0.5 * i, 2 + 0.25 * j);
      expect_four(apart[j][i], -1 + 0.5 * i, 2 + 0.25 * j);
      assert_true(apart[j][i][9] == 0 && apart[j][i][10] == 0);
    }

  double x[NX], y[NX];
  for (int i = 0; i < NX; i++) x[i] = 0.125 * i, y[i] = 3 - 0.5 * i;
  const burl_points points = {.count = NX, .coord = {x, y}};
  assert_int_equal(burl_sample_points(p, &points, at_points[0]), BURL_OK);
  for (int i = 0; i < NX; i++) expect_four(at_points[i], x[i], y[i]);
  burl_free(p);
}

/* One result, whether it is named or not. */
static void test_one(void **state) {
  (void)state;
  burl_program *p = compile(four, 2, NULL);
  assert_int_equal(burl_result_count(p), 1);
  assert_string_equal(burl_result_at(p, 0).name, "result");
  assert_int_equal(burl_result_at(p, 0).channels, 1);
  burl_free(p);
  p = compile(four, 2, " b ");
  assert_string_equal(burl_result_at(p, 0).name, "b");
  assert_int_equal(burl_channels(p), 3);
  burl_free(p);
  p = compile("result = 3\n4", 2, "result"); /* a part of that name is meant */
  assert_true(burl_bounds(p, 0).lo == 3);
  burl_free(p);
  p = compile("f() = 2\nf = 5\nf()", 2, "f"); /* a name, beside a function */
  assert_true(burl_bounds(p, 0).lo == 5);
  burl_free(p);
  assert_int_equal(burl_result_count(NULL), 0);
  assert_null(burl_result_at(NULL, 0).name);
}

/* Sixty-four, over a grid that is sampled as points, with strides: nothing is written beside them. */
static void test_most_channels(void **state) {
  (void)state;
  enum { NX = 5, NY = 2001, CHANNELS = 64, STEP = 65 };
  char text[4096] = "", names[1024] = "";
  for (int i = 0; i < CHANNELS; i++) {
    sprintf(text + strlen(text), "n%d = x*%d + y\n", i, i);
    sprintf(names + strlen(names), "%sn%d", i ? "," : "", i);
  }
  strcat(text, "1");
  burl_program *const p = compile(text, 2, names);
  assert_int_equal(burl_channels(p), CHANNELS);
  float *const out = calloc((size_t)NX * NY * STEP, sizeof *out);
  const burl_grid grid = {.size = {NX, NY}, .step = {1, 1}, .stride = {STEP, STEP * NX}};
  assert_int_equal(burl_sample_grid(p, &grid, out), BURL_OK);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      for (int c = 0; c < STEP; c++)
        assert_true(out[(j * NX + i) * STEP + c] == (c < CHANNELS ? (float)(i * c + j) : 0.0f));
  free(out);
  burl_free(p);
}

/* ---- as alone -------------------------------------------------------------------------------- */

/* All parts that have a value, as long as there are channels for them, separated by commas. */
static void list_parts(const burl_program *p, char *names, size_t room) {
  int channels = 0;
  *names = '\0';
  for (int i = 0; i < burl_part_count(p); i++) {
    const burl_part part = burl_part_at(p, i);
    if (part.channels == 0 || channels + part.channels > 64) continue;
    channels += part.channels;
    assert_true(strlen(names) + strlen(part.name) + 2 < room);
    sprintf(names + strlen(names), "%s%s", *names ? "," : "", part.name);
  }
}

enum { MOST = 40 * 24 };
static float all[MOST * 64], one[MOST * 4];

/* Wide and narrow, the latter sampled as points; and filtered, where only colours are averaged as light. */
static void expect_alone(const burl_program *together, const burl_program *alone, burl_result r) {
  static const int64_t sizes[][2] = {{40, 24}, {5, 31}, {19, 7}};
  const int channels = burl_channels(together);
  for (int s = 0; s < COUNT(sizes); s++) {
    const int is_filtered = !burl_needs_whole_grid(together) && s == 2;
    const burl_grid grid = {.size = {sizes[s][0], sizes[s][1]},
                            .origin = {0.3, -0.2},
                            .step = {0.11, 0.07},
                            .threads = 1,
                            .samples = is_filtered ? 3 : 1};
    const size_t samples = (size_t)(sizes[s][0] * sizes[s][1]);
    assert_int_equal(burl_sample_grid(together, &grid, all), BURL_OK);
    assert_int_equal(burl_sample_grid(alone, &grid, one), BURL_OK);
    for (size_t i = 0; i < samples; i++)
      if (memcmp(all + i * (size_t)channels + r.first, one + i * (size_t)r.channels, (size_t)r.channels * sizeof *one))
        fail_msg("%s differs at sample %zu", r.name, i);
  }
  for (int c = 0; c < r.channels; c++) {
    const burl_range a = burl_bounds(together, r.first + c), b = burl_bounds(alone, c);
    assert_true(a.lo == b.lo && a.hi == b.hi && a.may_be_nan == b.may_be_nan);
  }
}

static void compare_with_alone(const char *text, const char *names) {
  burl_program *const together = compile(text, 2, names);
  for (int i = 0; i < burl_result_count(together); i++) {
    const burl_result r = burl_result_at(together, i);
    burl_program *const alone = compile(text, 2, r.name);
    assert_int_equal(burl_channels(alone), r.channels);
    expect_alone(together, alone, r);
    burl_free(alone);
  }
  burl_free(together);
}

static void test_gallery(void **state) {
  (void)state;
  gallery_recipe *recipes;
  const int count = gallery_open(BURL_SOURCE_DIR, &recipes);
  int compared = 0;
  assert_true(count > 20);
  for (int i = 0; i < count; i++) {
    burl_program *const p = burl_compile(recipes[i].text, 2, NULL);
    char names[1024] = "";
    if (p) list_parts(p, names, sizeof names);
    burl_free(p);
    if (!strchr(names, ',')) continue;
    compare_with_alone(recipes[i].text, names);
    compared++;
  }
  gallery_close(recipes, count);
  assert_true(compared > 15);
}

/* Every rate, whole-grid functions, shared tables, and bounds that take more work than a graph may. */
static void test_alone(void **state) {
  (void)state;
  compare_with_alone("a = x\nb = y\nc = t\nd = 3\ne = x*y\nf = perlin(x)\nm = midpoint(seed: 2)\nn = m + a\n1",
                     "a,b,c,d,e,f,m,n,result");
  compare_with_alone("a = perlin(hash: perlin2002)\nb = reseed(a, 3)\nc = simplex(smooth: 1)\nd = normal(a + c)\n1",
                     "d,c,b,a");
  /* 25 chains of 60 logistic maps, each of which bounds.c bounds by pieces of its range: more than a graph has.  In one
   * graph with these the last one would be [0, 4] for all that is known, and alone it is about [0, 1]. */
  static char text[1 << 17];
  char sum[512] = "s = 0";
  for (int c = 0; c < 25; c++) {
    sprintf(text + strlen(text), "c%d_0 = unit(perlin(seed: %d))\n", c, c);
    for (int i = 1; i <= 60; i++)
      sprintf(text + strlen(text), "c%d_%d = clamp(4*c%d_%d*(1 - c%d_%d), 0, 1)\n", c, i, c, i - 1, c, i - 1);
    sprintf(sum + strlen(sum), " + c%d_60", c);
  }
  sprintf(text + strlen(text), "%s\nv = unit(value())\nu = unit(4*v*(1 - v))\n1", sum);
  compare_with_alone(text, "s,u");
  compare_with_alone(text, "u,s");
}

/* What two results have in common is computed once: b needs two values beside those of a. */
static void test_shared(void **state) {
  (void)state;
  static const char text[] = "h = fbm(perlin(), octaves: 8)\na = abs(h)\nb = exp(a)*h\n1";
  int count[3] = {0};
  static const char *const names[] = {"a", "b", "a,b"};
  for (int i = 0; i < 3; i++) {
    burl_program *const p = compile(text, 2, names[i]);
    count[i] = burl_value_count(p, 3);
    burl_free(p);
  }
  assert_int_equal(count[1], count[0] + 2);
  assert_int_equal(count[2], count[1]);
}

/* Knobs, seeds and clones leave what the results are. */
static void test_changes(void **state) {
  (void)state;
  static const char text[] = "param k = 2 [1, 9]\na = k*perlin()\nb = rgb(a, k, 0)\n1";
  burl_program *p = compile(text, 2, "b,a");
  assert_int_equal(burl_set(p, "k", 3, NULL), BURL_OK);
  assert_int_equal(burl_seed(p, 7), BURL_OK);
  burl_program *const q = burl_clone(p);
  burl_free(p);
  assert_int_equal(burl_result_count(q), 2);
  assert_string_equal(burl_result_at(q, 1).name, "a");
  assert_int_equal(burl_result_at(q, 1).first, 3);
  assert_true(burl_bounds(q, 1).lo == 3 && burl_bounds(q, 3).hi == burl_bounds(q, 0).hi);
  const burl_grid grid = {.size = {9, 9}, .origin = {0.3}, .step = {0.4, 0.3}};
  p = burl_compile("3*perlin()", 2, NULL);
  assert_int_equal(burl_seed(p, 7), BURL_OK);
  assert_int_equal(burl_sample_grid(p, &grid, one), BURL_OK);
  assert_int_equal(burl_sample_grid(q, &grid, all), BURL_OK);
  for (int i = 0; i < 81; i++) assert_true(all[4 * i] == one[i] && all[4 * i + 3] == one[i] && all[4 * i + 1] == 3);
  burl_free(p);
  burl_free(q);
}

/* ---- derivatives ----------------------------------------------------------------------------- */

/* Each in place of its result, to the bit what d() of it gives. */
static void test_derivatives(void **state) {
  (void)state;
  static const char text[] = "a = fbm(perlin(), octaves: 3)*t\nb = sin(3*x)*y\na*b", by[] = "xyt";
  for (int i = 0; by[i]; i++) {
    const burl_options options = {
        .struct_size = sizeof options, .result = "b, result", .derivative_by = by[i] == 't' ? 5 : i + 1};
    char written[200];
    burl_error error;
    burl_program *const asked = burl_compile_with(text, strlen(text), &options, &error);
    snprintf(written, sizeof written, "a = fbm(perlin(), octaves: 3)*t\nb = sin(3*x)*y\nc = d(b, %c)\nd(a*b, %c)",
             by[i], by[i]);
    burl_program *const said = compile(written, 2, "c, result");
    const burl_grid grid = {.size = {23, 17}, .origin = {0.3, -2.1}, .step = {0.31, 0.17}, .time = 0.7};
    float a[17][23][2], b[17][23][2];
    if (!asked) fail_msg("%s", error.message);
    assert_string_equal(burl_result_at(asked, 0).name, "b");
    assert_int_equal(burl_sample_grid(asked, &grid, a[0][0]), BURL_OK);
    assert_int_equal(burl_sample_grid(said, &grid, b[0][0]), BURL_OK);
    assert_memory_equal(a, b, sizeof a);
    burl_free(asked), burl_free(said);
  }
}

static void test_underivable(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int by;
    const char *message;
  } wrong[] = {{"d(d(perlin(), x), x)", 1, "a third derivative of a noise"},
               {"#ff0000", 1, "not a colour"},
               {"x", 3, "z"},
               {"x", 6, "not by 6"},
               {"x", -1, "not by -1"}};
  for (int i = 0; i < COUNT(wrong); i++) {
    const burl_options options = {.struct_size = sizeof options, .derivative_by = wrong[i].by};
    burl_error error;
    assert_null(burl_compile_with(wrong[i].text, strlen(wrong[i].text), &options, &error));
    if (!strstr(error.message, wrong[i].message)) fail_msg("%s: %s", wrong[i].text, error.message);
  }
}

/* ---- parts ----------------------------------------------------------------------------------- */

static void test_parts(void **state) {
  (void)state;
  static const char text[] = "// c\nparam k = 1\nn(a) = a*x\nf() = 2\nheight = n(k)\n\ncolour = #fff\n"
                             "both = rgba(colour, 0.5)\ndeep = z\nheight";
  static const burl_part wanted[] = {{"n", 3, 0, 1},      {"f", 4, 0, 1},    {"height", 5, 1, 0},
                                     {"colour", 7, 3, 0}, {"both", 8, 4, 0}, {"deep", 9, 0, 0}};
  for (int dims = 2; dims <= 3; dims++) {
    burl_program *const p = compile(text, dims, dims == 3 ? "both,height" : NULL);
    assert_int_equal(burl_part_count(p), COUNT(wanted));
    for (int i = 0; i < COUNT(wanted); i++) {
      const burl_part part = burl_part_at(p, i);
      assert_string_equal(part.name, wanted[i].name);
      assert_int_equal(part.line, wanted[i].line);
      assert_int_equal(part.channels, i == 5 && dims == 3 ? 1 : wanted[i].channels);
      assert_int_equal(part.takes_arguments, wanted[i].takes_arguments);
    }
    assert_null(burl_part_at(p, COUNT(wanted)).name);
    assert_null(burl_part_at(p, -1).name);
    burl_free(p);
    if (dims == 2) { /* in two dimensions z is an error where it is used */
      burl_error error;
      const burl_options options = {.struct_size = sizeof options, .result = "deep"};
      assert_null(burl_compile_with(text, strlen(text), &options, &error));
      assert_int_equal(error.status, BURL_DIMENSION);
    }
  }
  assert_int_equal(burl_part_count(NULL), 0);
  assert_null(burl_part_at(NULL, 0).name);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static void test_mistakes(void **state) {
  (void)state;
  static const struct {
    const char *result, *message, *hint;
    burl_status status;
    int line, column;
  } rows[] = {
      {"a,a", "'a' is named twice", "", BURL_ARGUMENT, 0, 0},
      {"a, b ,  a ", "'a' is named twice", "", BURL_ARGUMENT, 0, 0},
      {"a,bb", "no part called 'bb'", "'b'", BURL_ARGUMENT, 0, 0},
      {"a,", "without a name", "a comma", BURL_ARGUMENT, 0, 0},
      {",a", "without a name", "a comma", BURL_ARGUMENT, 0, 0},
      {"", "without a name", "a comma", BURL_ARGUMENT, 0, 0},
      {" , ", "without a name", "a comma", BURL_ARGUMENT, 0, 0},
      {"a b", "no part called 'a b'", "a comma between", BURL_ARGUMENT, 0, 0},
      {"a,g", "'g' is a function", "g_1 = g(…)", BURL_ARGUMENT, 3, 1},
      {"perlin", "no part called 'perlin'", "", BURL_ARGUMENT, 0, 0},
      {"k", "no part called 'k'", "", BURL_ARGUMENT, 0, 0},
      {"a;b", "no part called 'a;b'", "a comma between", BURL_ARGUMENT, 0, 0},
  };
  static const char text[] = "param k = 1\na = x\ng(v) = v\nb = g(a)\nb";
  for (int i = 0; i < COUNT(rows); i++) {
    const burl_options options = {.struct_size = sizeof options, .result = rows[i].result};
    burl_error error;
    if (burl_compile_with(text, strlen(text), &options, &error)) fail_msg("'%s' compiles", rows[i].result);
    if (error.status != rows[i].status || !strstr(error.message, rows[i].message) ||
        !strstr(error.hint, rows[i].hint) || error.line != rows[i].line || error.column != rows[i].column)
      fail_msg("'%s': %d:%d: %s; %s", rows[i].result, error.line, error.column, error.message, error.hint);
  }
}

/* 22 colours are 66 channels; 65 numbers are one too many. */
static void test_limits(void **state) {
  (void)state;
  for (int colours = 0; colours <= 1; colours++) {
    const int count = colours ? 22 : 65;
    char text[4096] = "", names[1024] = "";
    for (int i = 0; i < count; i++) {
      sprintf(text + strlen(text), colours ? "n%d = rgb(x, y, %d)\n" : "n%d = x + %d\n", i, i);
      sprintf(names + strlen(names), "%sn%d", i ? "," : "", i);
    }
    strcat(text, "1");
    const burl_options options = {.struct_size = sizeof options, .result = names};
    burl_error error;
    assert_null(burl_compile_with(text, strlen(text), &options, &error));
    assert_int_equal(error.status, BURL_LIMIT);
    assert_non_null(strstr(error.message, "more than 64"));
    *strrchr(names, ',') = '\0'; /* one less is not too many */
    burl_program *const p = compile(text, 2, names);
    assert_int_equal(burl_channels(p), colours ? 63 : 64);
    burl_free(p);
  }
}

/* ---- memory ---------------------------------------------------------------------------------- */

typedef struct {
  long left, live; /* allocations before the one that fails; blocks */
} budget;

static void *allocate(void *user, void *old, size_t size) {
  budget *const b = user;
  if (size == 0) {
    b->live -= old != NULL;
    free(old);
    return NULL;
  }
  if (b->left-- == 0) return NULL;
  void *const block = realloc(old, size);
  b->live += old == NULL;
  return block;
}

/* Every allocation fails once: of compiling several results, and of a part's channels. */
static void test_memory(void **state) {
  (void)state;
  static const char text[] = "h = fbm(perlin(), octaves: 3)\nn = normal(h)\nc = ramp(h, #000, #fff)\nm = midpoint()\nh";
  budget b = {0, 0};
  const burl_options options = {.struct_size = sizeof options, .result = "c,n,h,m", .allocate = allocate, .user = &b};
  burl_program *p = NULL;
  burl_error error;
  for (long k = 0; !p; k++) {
    b.left = k;
    p = burl_compile_with(text, strlen(text), &options, &error);
    if (!p) assert_int_equal(error.status, BURL_MEMORY);
    if (!p) assert_int_equal(b.live, 0);
    assert_true(k < 10000);
  }
  const long live = b.live;
  int channels = 0;
  for (long k = 0; channels == 0; k++) {
    b.left = k;
    channels = burl_part_at(p, 1).channels;
    assert_int_equal(b.live, live);
    assert_true(k < 10000);
  }
  assert_int_equal(channels, 3);
  b.left = -1;
  burl_free(p);
  assert_int_equal(b.live, 0);
}

/* ---- files ----------------------------------------------------------------------------------- */

static void write_rock(void) {
  write_whole("rock.burl", "bumps = perlin()\nheight = 3*bumps\nnormals = normal(bumps)\n"
                           "roughness = 0.7 + 0.05*perlin()\nalbedo = rgba(ramp(0.5 + bumps, #321, #fed), roughness)\n"
                           "range(n) = n\nnormals\n");
}

/* Whether two files are the same, and those beside them. */
static void assert_same_pictures(const char *a, const char *b) {
  char beside[2][128];
  assert_same_files(a, b);
  sprintf(beside[0], "%s.json", a);
  sprintf(beside[1], "%s.json", b);
  assert_int_equal(exists(beside[0]), exists(beside[1]));
  if (exists(beside[0])) assert_same_files(beside[0], beside[1]);
}

/* In every format and in pictures of one band and of several: what is made together is what is made alone, and what its
 * own text makes again. */
static void test_files(void **state) {
  (void)state;
  static const struct {
    const char *format, *results;
  } rows[] = {{"png", "height,normals,roughness,albedo"},
              {"npy", "height,normals,albedo"},
              {"exr", "height,normals,albedo"},
              {"pfm", "height,normals"},
              {"r16", "height,roughness"},
              {"csv", "height,normals"},
              {"qoi", "height,albedo"},
              {"webp", "height,normals"},
              {"tif", "height,albedo"}};
  static const char *const sizes[] = {"31x20", "701x600"};
  write_rock();
  for (int i = 0; i < COUNT(rows); i++) {
    if (!strstr(burl("render -e '1' -o a.what")->err, rows[i].format)) continue; /* built without it */
    for (int s = 0; s < COUNT(sizes); s++) {
      char names[64];
      burl_ok("render rock.burl --size %s --result %s -o {result}.%s -q", sizes[s], rows[i].results, rows[i].format);
      strcpy(names, rows[i].results);
      for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
        char path[32], other[32];
        sprintf(path, "%s.%s", name, rows[i].format);
        sprintf(other, "alone.%s", rows[i].format);
        burl_ok("render rock.burl --size %s --result %s -o %s -q", sizes[s], name, other);
        assert_same_pictures(path, other);
        sprintf(other, "again.%s", rows[i].format);
        burl_ok("render %s -o %s -q", path, other);
        assert_same_pictures(path, other);
      }
      burl_ok("render rock.burl --size %s --result %s -o one_{result}.%s -q --threads 1", sizes[s], rows[i].results,
              rows[i].format);
      sprintf(names, "height.%s", rows[i].format);
      char other[64];
      sprintf(other, "one_height.%s", rows[i].format);
      assert_same_pictures(names, other);
    }
  }
  assert_int_equal(shell("ls -A | grep -c '^[.]'")->code, 1); /* no temporary file is left */
}

/* Where one of them needs a third dimension, the others have it, too, and say where they lie on it. */
static void test_dimensions(void **state) {
  (void)state;
  write_whole("deep.burl", "flat = perlin()\ndeep = perlin(x, y, z + 0.5)\nflat\n");
  assert_contains(burl_ok("info deep.burl")->out, "deep, line 2: no value in 2 dimensions\n");
  assert_string_equal(burl_ok("info deep.burl --parts")->out, "flat\ndeep\n");
  burl_ok("render deep.burl --result flat,deep -o {result}.png -q");
  burl_ok("render flat.png -o again.png");
  assert_same_files("flat.png", "again.png");
  burl_ok("render -e 'perlin(x, y, 0)' -o slice.npy");
  burl_ok("render flat.png -o flat.npy -q");
  assert_same_files("flat.npy", "slice.npy");
}

/* Seeds, tiles, windows, whole-grid functions and what is there already. */
static void test_series(void **state) {
  (void)state;
  write_rock();
  static const char call[] = "render rock.burl --size 90x70 --result height,normals";
  burl_ok("%s --seeds 3..4 --tiles 2x2 -o %%d_{x}{y}_{result}.npy --progress json", call);
  assert_int_equal(folder_count(), 1 + 2 * 16);
  burl_ok("%s --seed 4 --window 45,0,45,35 -o w_{result}.npy", call);
  assert_same_pictures("4_10_normals.npy", "w_normals.npy");
  assert_same_pictures("4_10_height.npy", "w_height.npy");
  const outcome *o = burl_ok("%s --seeds 3..4 --tiles 2x2 -o %%d_{x}{y}_{result}.npy --resume --progress json", call);
  assert_contains(o->err, "16 of 16 were there and complete");
  assert_contains(strrchr(o->err, '{'), "{\"done\": 1.0000, \"files\": 16, \"of\": 16, ");
  shell("cp 3_01_normals.npy good; rm 3_01_normals.npy; truncate -s -1 4_11_height.npy; touch -d 2001-01-01 "
        "3_01_height.npy");
  o = burl_ok("%s --seeds 3..4 --tiles 2x2 -o %%d_{x}{y}_{result}.npy --resume -v", call);
  assert_contains(o->err, "14 of 16 were there and complete");
  assert_contains(o->err, "2 made");
  assert_same_files("3_01_normals.npy", "good");
  assert_string_equal(shell("find . -name 3_01_height.npy -newermt 2002-01-01")->out, ""); /* not made again */

  write_whole("mid.burl", "m = midpoint()\nn = 2*m + x\nm\n");
  burl_ok("render mid.burl --size 66x65 --result m,n --tiles 2x1 -o {result}{x}.npy");
  burl_ok("render mid.burl --size 66x65 --result n --window 33,0,33,65 -o w.npy");
  assert_same_pictures("n1.npy", "w.npy");
}

static void test_wrong_names(void **state) {
  (void)state;
  static const struct {
    const char *arguments, *message;
    int code;
  } rows[] = {
      {"--result height,normals -o rock.png", "rock_{result}.png", 2},
      {"--result height,normals -o -", "not those of 2 results", 2},
      {"--result height,normals --seeds 1..2 -o {result}.png", "rock_%03d.png", 2},
      {"-o rock_{result}.png", "--result height,normals does", 2},
      {"--seeds 1..2 -o %d_{result}.png", "--result height,normals does", 2},
      {"--result height --result normals -o {result}.png", "--result height,normals names both", 2},
      {"--result height,hight -o {result}.png", "did you mean 'height'?", 1},
      {"--result height,range -o {result}.png", "rock.burl:6:1: 'range' is a function", 1},
      {"--result height,height -o {result}.png", "named twice", 1},
      {"--result height,normals -o {result}.r16", "3 channels", 1},
      {"--result height,normals --range 1 -o {result}.png", "--range: '1' is neither", 2},
      {"--result height,normals --range rough=0,1 -o {result}.png", "no result is called 'rough'", 2},
      {"--result height,normals --range height=1,0 -o {result}.png", "--range: '1,0' is neither", 2},
      {"--result height,normals --range height=auto --tiles 2x2 -o {result}{x}{y}.png", "--range lo,hi", 2},
  };
  write_rock();
  for (int i = 0; i < COUNT(rows); i++) {
    const outcome *o = burl("render rock.burl %s", rows[i].arguments);
    if (o->code != rows[i].code || !strstr(o->err, rows[i].message))
      fail_msg("%s\nexit code %d; expected '%s' in:\n%s", rows[i].arguments, o->code, rows[i].message, o->err);
  }
  assert_int_equal(folder_count(), 1);
  burl_ok("render rock.burl --result height -o '1_%%d_{result}_{x}.npy'"); /* of one, too; the others are its name */
  assert_true(exists("1_%d_height_{x}.npy"));
}

/* One that can't be written ends the work and is named; the others are whole or not there. */
static void test_a_file_that_fails(void **state) {
  (void)state;
  write_rock();
  for (int large = 0; large <= 1; large++) {
    const char *const size = large ? "1200x1100" : "40x30";
    assert_int_equal(mkdir("normals.npy", 0777), 0);
    assert_contains(burl("render rock.burl --size %s --result height,normals,albedo -o {result}.npy", size)->err,
                    "normals.npy: is a directory");
    assert_int_equal(rmdir("normals.npy"), 0);
    assert_int_equal(folder_count(), 1);
    const outcome *o = shell("trap '' XFSZ; ulimit -f %d; \"$burl\" render rock.burl --size %s --result"
                             " height,normals,albedo -o {result}.npy",
                             large ? 6000 : 9, size);
    assert_int_equal(o->code, 1);
    assert_contains(o->err, ".npy: File too large");
    assert_null(strstr(strstr(o->err, "File too large") + 1, "File too large"));
    assert_int_equal(shell("ls -A | grep -c '^[.]'")->code, 1);
    shell("rm -f *.npy *.json");
  }
}

/* ---- grey ------------------------------------------------------------------------------------ */

/* The byte of a picture of one sample, unpacked by another program. */
static int grey_of(const char *expression, const char *options) {
  static const char unpack[] = "import struct, zlib\np, at, data = open('a.png', 'rb').read(), 8, b''\n"
                               "while at < len(p):\n"
                               "  size, kind = struct.unpack('>I4s', p[at:at + 8])\n"
                               "  if kind == b'IDAT': data += p[at + 8:at + 8 + size]\n"
                               "  at += size + 12\n"
                               "print(zlib.decompress(data)[1])\n";
  write_whole("unpack.py", unpack);
  burl_ok("render -e '%s' --size 1x1 %s -o a.png -q", expression, options);
  return atoi(shell("python3 unpack.py")->out);
}

/* A number in [0, 1] is written over [0, 1]: v is v·255, rounded.  Others are over their bounds. */
static void test_numbers(void **state) {
  (void)state;
  assert_int_equal(grey_of("0.768 + 0*perlin()", ""), 196);                              /* 195.84 */
  assert_int_equal(grey_of("0.6 + 0.168*step(0, x) + 0.132*step(9, x)", ""), 196);       /* in [0.6, 0.9] */
  assert_int_equal(grey_of("0.5*unit(clamp(x, 0, 8)) + 0.25", "--extent 0,0,8,8"), 128); /* ½ of [0.25, 0.75] */
  assert_int_equal(grey_of("0.25 + 0.5*step(9, x)", ""), 64);
  assert_int_equal(grey_of("0.768", "--range 0.6,0.9"), 143);                        /* 0.56 · 255 = 142.8 */
  assert_int_equal(grey_of("2*step(0, x) - step(9, x)", ""), 255);                   /* 2 in [-1, 2] */
  assert_int_equal(grey_of("-1.25 + 0.25*step(9, x) + step(0, x)", ""), 204);        /* -0.25 in [-1.25, 0]: 0.8 */
  assert_int_equal(grey_of("0.7 + 0.1*step(0, x) + 0.2000001*step(9, x)", ""), 204); /* 1 but for rounding */

  assert_null(strstr(burl_ok("render -e '0.6 + 0.1*perlin()' -o a.png -v")->err, "grey is over"));
  assert_contains(burl_ok("render -e '3*perlin()' -o a.png -v")->err, "grey is over [-3, 3]");
  assert_contains(burl_ok("render -e '3*perlin()' --range -1,2 -o a.png -v")->err, "grey is over [-1, 2]");
  assert_null(strstr(burl_ok("info -e '0.6 + 0.1*perlin()'")->out, "grey"));
  assert_contains(burl_ok("info -e '3*perlin()'")->out, "\ngrey        from black at -3 to white at 3\n");
  assert_contains(burl_ok("info -e 'x'")->out, "\ngrey        needs --range lo,hi\n");
  assert_null(strstr(burl_ok("info -e 'rgb(x, 0, 0)'")->out, "grey"));
}

/* Each has its own range, which can be given by its name, and is noted with it. */
static void test_ranges(void **state) {
  (void)state;
  write_rock();
  static const char call[] = "render rock.burl --result height,roughness,normals --size 40x30 -o {result}.png";
  const outcome *o = burl_ok("%s -v", call);
  assert_contains(o->err, "height: grey is over [-3, 3]");
  assert_null(strstr(o->err, "roughness: grey"));
  assert_contains(burl_ok("info height.png")->out, " --range -3,3 ");
  assert_contains(burl_ok("info roughness.png")->out, " --range 0,1 ");
  assert_null(strstr(burl_ok("info normals.png")->out, " --range"));
  burl_ok("%s --range 0,2 --range height=-1,4 -q", call);
  assert_contains(burl_ok("info height.png")->out, " --range -1,4 ");
  assert_contains(burl_ok("info roughness.png")->out, " --range 0,2 ");
  o = burl_ok("%s --range height=auto", call);
  assert_contains(o->err, "height: --range auto took this picture's own range");
  assert_contains(burl_ok("info roughness.png")->out, " --range 0,1 ");
  burl_ok("render rock.burl --result height --size 40x30 --range auto -o alone.png -q");
  assert_same_files("alone.png", "height.png");
  assert_contains(burl_ok("%s --range normals=0,1", call)->err, "normals: --range makes no difference");
  write_whole("log.burl", "a = perlin()\nb = log(a)\na\n");
  assert_contains(burl("render log.burl --result a,b -o {result}.png")->err,
                  "b: the recipe's values have no proven bounds");
}

/* ---- what is said ---------------------------------------------------------------------------- */

static void test_info(void **state) {
  (void)state;
  write_rock();
  const outcome *o = burl_ok("info rock.burl");
  assert_contains(o->out, "\nparts       bumps, line 1: a number\n            height, line 2: a number\n"
                          "            normals, line 3: rgb\n            roughness, line 4: a number\n"
                          "            albedo, line 5: rgba\n            range, line 6: takes arguments\n");
  assert_null(strstr(o->out, "results"));
  assert_contains(burl_ok("info -e '1'")->out, "\nparts       none\n");
  o = burl_ok("info rock.burl --result albedo,height");
  assert_contains(o->out, "\nchannels    5 (of all results)\nresults     albedo: rgba\n            height: a number\n");
  assert_contains(o->out, "            albedo a [0.6");
  assert_contains(o->out, "            height [-3, 3]\ngrey        height from black at -3 to white at 3\n");
  assert_string_equal(burl_ok("info rock.burl --parts")->out, "bumps\nheight\nnormals\nroughness\nalbedo\n");
  assert_string_equal(shell("\"$burl\" info rock.burl --json --result albedo,height | python3 -c 'import json, sys\n"
                            "i = json.load(sys.stdin)\nprint(i[\"results\"], i[\"parts\"][5])'")
                          ->out,
                      "[{'name': 'albedo', 'first': 0, 'channels': 4, 'grey': None},"
                      " {'name': 'height', 'first': 4, 'channels': 1, 'grey': [-3.0, 3.0]}]"
                      " {'name': 'range', 'line': 6, 'channels': 0, 'takes_arguments': True}\n");
}

static void test_columns(void **state) {
  (void)state;
  write_whole("p.csv", "x,y\n1,2\n");
  write_whole("two.burl", "a = x + y\nb = rgb(x, y, 0.5)\na\n");
  assert_string_equal(burl_ok("sample two.burl --result b,a p.csv")->out, "x,y,b_r,b_g,b_b,a\n1,2,1,2,0.5,3\n");
  assert_string_equal(burl_ok("sample two.burl --result a p.csv")->out, "x,y,value\n1,2,3\n");
  write_whole("p.csv", "x,y,b_g\n1,2,0\n");
  assert_contains(burl("sample two.burl --result b,a p.csv")->err, "p.csv:1:5: a column of this name");
}

static void test_completion(void **state) {
  (void)state;
  write_rock();
  shell("touch out.png");
  assert_string_equal(
      shell(
          "\"$burl\" completion bash > c && PATH=$(dirname \"$burl\"):$PATH bash -c '. ./c;"
          " t() { COMP_WORDS=(burl \"$@\"); COMP_CWORD=$#; COMPREPLY=(); _burl; echo \"${COMPREPLY[*]}\"; };"
          " t render rock.burl --result r; t info rock.burl --result \"\"; t render -o out.png rock.burl --result"
          " height,al; t render --result h; t render out.png --result h; HOME=$PWD; t info \"~/rock.burl\" --result n'")
          ->out,
      "roughness\nbumps height normals roughness albedo\nheight,albedo\n\n\nnormals\n");
  if (shell("command -v fish")->code == 0)
    assert_string_equal(shell("\"$burl\" completion fish > c && PATH=$(dirname \"$burl\"):$PATH fish -c 'source c;"
                              " complete -C \"burl render rock.burl --result rou\";"
                              " complete -C \"burl render -o out.png rock.burl --result height,al\"' | cut -f1")
                            ->out,
                        "roughness\nheight,albedo\n");
}

#define IN_FOLDER(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_channels),
      cmocka_unit_test(test_one),
      cmocka_unit_test(test_most_channels),
      cmocka_unit_test(test_gallery),
      cmocka_unit_test(test_alone),
      cmocka_unit_test(test_shared),
      cmocka_unit_test(test_changes),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_derivatives),
      cmocka_unit_test(test_underivable),
      IN_FOLDER(test_files),
      IN_FOLDER(test_dimensions),
      IN_FOLDER(test_series),
      IN_FOLDER(test_wrong_names),
      IN_FOLDER(test_a_file_that_fails),
      IN_FOLDER(test_numbers),
      IN_FOLDER(test_ranges),
      IN_FOLDER(test_info),
      IN_FOLDER(test_columns),
      IN_FOLDER(test_completion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
