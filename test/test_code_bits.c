/* The bits of what burl_code prints, against the library's: every function, and random recipes, as C, by doubles, at
 * coordinates of all kinds: random ones, those around whole numbers and periods, zeros, denormals, the bounds of cells,
 * and what is no number.  shaders/ runs other languages, at the same kinds of points. */
#include <float.h>
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
#include "burl_inspect.h"
#include "code_text.h"
#include "every_function.h"

#include "process.h"
#include "random_recipe.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { POINTS = 96, MOST_RECIPES = 2048, AXES = 5, CHANNELS = 4, MOST_SAID = 12, VARIES_WITH_T = 16 };

/* ---- Points -------------------------------------------------------------------------------------- */

static const double specials[] = {0.0,
                                  -0.0,
                                  0x1p-1074,
                                  -0x1p-1074,
                                  -1e-17,
                                  1e-17,
                                  -0x1p-54,
                                  -0x1p-25,
                                  0x1p-24,
                                  0.5,
                                  -0.5,
                                  1.0,
                                  0x1.fffffffffffffp-1, /* just below 1, 12, −2 and −1 */
                                  0x1.7ffffffffffffp+3,
                                  -0x1.0000000000001p+1,
                                  -0x1.0000000000001p+0,
                                  12.0,
                                  -12.0,
                                  24.0,
                                  0x1p31,
                                  -0x1p31,
                                  0x1p31 - 0.5,
                                  -0x1p31 - 0.5,
                                  0x1p32 + 0.25,
                                  1e15 + 0.125,
                                  0x1p51,
                                  0x1.fffffffffffffp+50, /* just below 2^51 */
                                  -0x1p51,
                                  -0x1.0000000000001p+51,
                                  0x1p52,
                                  -1e18,
                                  1e300,
                                  -DBL_MAX,
                                  (double)INFINITY,
                                  -(double)INFINITY,
                                  (double)NAN};

static double draw_coordinate(void) {
  switch (random_below(4)) {
  case 0: return random_between(-8, 8);
  case 1: return nextafter(floor(random_between(-30, 30)), random_below(2) ? -1e9 : 1e9);
  default: return specials[random_below(COUNT(specials))];
  }
}

/* By point: x, y, z, w and t.  The first ones are a special number on all axes. */
static void draw_points(double points[POINTS][AXES]) {
  for (int i = 0; i < POINTS; i++)
    for (int a = 0; a < AXES; a++) points[i][a] = i < COUNT(specials) ? specials[i] : draw_coordinate();
}

/* ---- Recipes ------------------------------------------------------------------------------------- */

typedef struct {
  burl_program *program;
  char *text;
  double footprint; /* of automatic octaves, a float */
  int is_open;      /* whether the text leaves it open */
} subject;

/* Around those at which octaves of twice the frequency begin to fade and are gone, and others. */
static const double footprints[] = {0.0625, 0x1.000002p-3, 0.1f, 0x1.fffffep-5, 0.3f, 1e-6f, 2.0, 0x1p-9};

/* Recipes whose texts once had other bits, or didn't compile; those of one dimension first. */
static const struct {
  int dims;
  const char *text;
} known[] = {
    {1, "tile(white(), 12)"},
    {1, "tile(perlin(), 12)"},
    {1, "tile(value(), 12)"},
    {1, "perlin(1/x)"},
    {1, "d(perlin(1/x), x)"},
    {1, "d(d(value(), x), x)"},
    {4, "scale(perlin(hash: perlin2002), 0.5 + 0.1*x)"},
    {2, "x + 1/0"},
    {2, "x + 0/0"},
    {2, "min(x, 1/0)"},
    {2, "max(perlin(), -1/0)*x"},
    {2, "log(-4)"},
    {2, "1e300*x"},
    {2, "x - 1e300"},
    {2, "perlin(x*1e300, y)"},
    {2, "perlin(x + 1/0, 0/0)"},
    {2, "cells(x, t)"},
    {2, "cells(jitter: x)"},
    {3, "d(simplex(x/y, y, z), x)"},
    {2, "tile(simplex(period: 3), 3)"},
    {2, "tile(fbm(cells(), octaves: 2), 3, 0)"},
    {2, "fbm(perlin(), octaves: auto)"},
    {2, "hybrid(warp(perlin(), fbm(value(), octaves: auto)), octaves: auto)"},
    {3, "slope(ridged(simplex(), octaves: auto))"},
    {2, "swiss(perlin(), octaves: auto)"},
    {2, "d(fbm(value(), octaves: auto, damped: 1), x)"},
    {2, "multifractal(simplex(), octaves: auto)"},
};

static int add_subject(subject *to, const char *text, int dims) {
  burl_program *const program = burl_compile(text, dims, NULL);
  if (!program || burl_needs_whole_grid(program)) {
    burl_free(program);
    return 0;
  }
  *to = (subject){program, strdup(text), footprints[random_below(COUNT(footprints))], (int)random_below(2)};
  return 1;
}

static int add_known(subject *to) {
  for (int i = 0; i < COUNT(known); i++) assert_true(add_subject(&to[i], known[i].text, known[i].dims));
  return COUNT(known);
}

static void add_random(subject *to, int count) {
  recipe r;
  for (int i = 0; i < count;) {
    const recipe_wish wish = {.dims = 1 + (int)random_below(4), .depth = 3, .kind = RECIPE_ANY};
    recipe_begin(&r);
    recipe_whole(&r, &wish);
    if (r.cost < 300 && !strstr(r.text, "scatter(")) i += add_subject(&to[i], r.text, wish.dims);
  }
}

/* Each function of functions.def that has code: of numbers at special places or, where these have to have bounds, of
 * noise. */
static int add_functions(subject *to) {
  static const char *const numbers[] = {"x - y*perlin()", "perlin()"};
  char text[CALL_ROOM + 40];
  listed_function f;
  int count = 0;
  for (int i = 0; function_at(i, &f); i++) {
    int is_added = f.has_no_code;
    for (int k = 0; k < COUNT(numbers) && !is_added; k++) {
      snprintf(text, sizeof text, "X = x\nY = y\nH = %s\n%s", numbers[k], f.call);
      is_added = add_subject(&to[count], text, 2);
      count += is_added;
    }
    if (!is_added) fail_msg("%s", text);
  }
  return count;
}

/* ---- The program --------------------------------------------------------------------------------- */

static const char head[] = "#include <stdio.h>\n#include <stdint.h>\n";

/* The text of a subject, and a function that calls it. */
static void write_subject(FILE *file, const subject *s, int number) {
  char prefix[16];
  burl_error error;
  snprintf(prefix, sizeof prefix, "r%d", number);
  burl_code_options options = {.target = "c", .entries = "d", .prefix = prefix};
  if (s->is_open) options.uniforms = "footprint";
  else options.footprint = s->footprint;
  char *const text = code_text(s->program, &options, &error);
  if (!text) fail_msg("%s: %s", s->text, error.message);
  const int has_uniforms = strstr(text, "_uniforms") != NULL, is_colour = burl_channels(s->program) > 1;
  fprintf(file, "%s\nstatic void call_%s(const double *p, float *to) {\n", text, prefix);
  if (has_uniforms) fprintf(file, "  const %s_uniforms uniforms = {%.9g};\n", prefix, s->footprint);
  fprintf(file, "  %s%s_d(p%s%s%s);\n}\n", is_colour ? "" : "*to = ", prefix,
          burl_varies_with(s->program) & VARIES_WITH_T ? ", p[4]" : "", has_uniforms ? ", &uniforms" : "",
          is_colour ? ", to" : "");
  free(text);
}

static void write_main(FILE *file, int count) {
  fprintf(file, "typedef void call(const double *p, float *to);\nstatic call *const calls[] = {");
  for (int i = 0; i < count; i++) fprintf(file, "call_r%d,\n", i);
  fprintf(file,
          "};\nint main(void) {\n  static double points[%d][%d];\n"
          "  fread(points, sizeof points, 1, stdin);\n"
          "  for (int i = 0; i < %d; i++)\n    for (int n = 0; n < %d; n++) {\n      float to[%d] = {0};\n"
          "      calls[i](points[n], to);\n      fwrite(to, sizeof to, 1, stdout);\n    }\n  return 0;\n}\n",
          POINTS, AXES, count, POINTS, CHANNELS);
}

static void write_program(const char *path, const subject *subjects, int count) {
  FILE *const file = fopen(path, "wb");
  assert_non_null(file);
  fputs(head, file);
  for (int i = 0; i < count; i++) write_subject(file, &subjects[i], i);
  write_main(file, count);
  assert_int_equal(fclose(file), 0);
}

/* ---- Comparing ----------------------------------------------------------------------------------- */

static void sample(const subject *s, double points[POINTS][AXES], float *to) {
  double coord[AXES][POINTS];
  for (int i = 0; i < POINTS; i++)
    for (int a = 0; a < AXES; a++) coord[a][i] = points[i][a];
  burl_points all = {.count = POINTS, .time = coord[4], .footprint = s->footprint};
  for (int a = 0; a < burl_dims(s->program); a++) all.coord[a] = coord[a];
  assert_int_equal(burl_sample_points(s->program, &all, to), BURL_OK);
}

static int is_same(float a, float b) { return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

/* How many points of a subject differ; says the first. */
static int differing(const subject *s, double points[POINTS][AXES], const float *got) {
  const int channels = burl_channels(s->program);
  float wanted[POINTS * CHANNELS];
  int count = 0;
  sample(s, points, wanted);
  for (int i = 0; i < POINTS; i++)
    for (int c = 0; c < channels; c++) {
      const float a = got[i * CHANNELS + c], b = wanted[i * channels + c];
      if (is_same(a, b)) continue;
      if (!count++)
        print_error("%s in %d dimensions at %.17g, %.17g, %.17g, %.17g; t %.17g: %.9g, not %.9g\n", s->text,
                    burl_dims(s->program), points[i][0], points[i][1], points[i][2], points[i][3], points[i][4],
                    (double)a, (double)b);
    }
  return count;
}

static void compare(const subject *subjects, int count, double points[POINTS][AXES]) {
  int wrong = 0;
  size_t length;
  char *const values = read_whole("values", &length);
  assert_int_equal(length, (size_t)count * POINTS * CHANNELS * sizeof(float));
  for (int i = 0; i < count && wrong < MOST_SAID; i++)
    wrong += differing(&subjects[i], points, (const float *)values + (size_t)i * POINTS * CHANNELS) > 0;
  free(values);
  assert_int_equal(wrong, 0);
}

static void test_bits(void **state) {
  (void)state;
  static subject subjects[MOST_RECIPES];
  static double points[POINTS][AXES];
  const int random_count = most_of_test(600, few_of_test(100));
  random_begin(17);
  draw_points(points);
  int count = add_known(subjects);
  add_random(subjects + count, random_count);
  count += random_count;
  count += add_functions(subjects + count);
  write_program("bits.c", subjects, count);
  FILE *const file = fopen("points", "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(points, sizeof points, 1, file), 1);
  assert_int_equal(fclose(file), 0);
  const outcome *const o = shell("cc -std=c99 -w -O0 bits.c -o bits -lm && ./bits < points > values");
  if (o->code != 0) fail_msg("%d: %.4000s", o->code, o->err);
  compare(subjects, count, points);
  for (int i = 0; i < count; i++) {
    burl_free(subjects[i].program);
    free(subjects[i].text);
  }
}

/* At a point every function has code in every language; over whole grids, and of images, none has, and the error says
 * so. */
static void test_every_language(void **state) {
  (void)state;
  char text[CALL_ROOM + 40];
  listed_function f;
  burl_error error;
  for (int i = 0; function_at(i, &f); i++) {
    snprintf(text, sizeof text, "X = x\nY = y\nH = sin(x)\n%s", f.call);
    burl_program *const program = burl_compile(text, 2, NULL);
    assert_non_null(program);
    for (int t = 0; code_target(t); t++) {
      const burl_code_options options = {.target = code_target(t)};
      char *const code = code_text(program, &options, &error);
      if (f.has_no_code ? code || !strstr(error.message, "no code") : !code)
        fail_msg("%s for %s: %s", f.call, options.target, code ? "has code" : error.message);
      free(code);
    }
    burl_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_bits, folder_begin, folder_end),
      cmocka_unit_test(test_every_language),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
