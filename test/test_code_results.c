/* Texts of several results: a record with a field for each.  As C, against the library's samples of the same results:
 * bit by bit in the exact style, and in the lean one within what a row allows; what the text declares in each language;
 * and that parts which results have in common are there once. */
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
#include "code_text.h"
#include "process.h"
#include "random_recipe.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { POINTS = 2048, AXES = 4, MOST_CHANNELS = 64, MOST_FIELDS = 8 };

#define ROCK                                                                           \
  "h = 0.5 + 0.5*fbm(simplex(seed: 3), octaves: 4)\ncrack = cells(give: edge)\n"       \
  "height = h*smoothstep(0, 0.1, crack)\nnormal_map = normal(height, strength: 0.2)\n" \
  "albedo = mix(#343b45, #c9a377, h)\nroughness = 0.9 - 0.3*h\nslow = slope(h)\nalbedo"

/* The names of the results and of the fields; by which part of 1 the lean text may be off. */
typedef struct {
  const char *recipe, *results, *fields;
  int dims;
  double off;
} row;

static const row rows[] = {
    {ROCK, "height,normal_map,albedo,roughness", "height,normal_map,albedo,roughness", 2, 4e-6},
    {ROCK, "roughness,result", "roughness,result", 2, 2e-6},
    {ROCK, "slow,h", "slow,h", 2, 4e-6},
    {"p = perlin()\nby = #123456\nfloat_ = x\nmade = 2*p\nsin = 1\nwide = by*p\np", "p,by,float_,made,sin,wide",
     "p_result,by,float_result,made_result,sin_result,wide", 3, 2e-6},
    {"view 0, 0, 2, 2\nmaterial height: 0.5 + 0.5*perlin(), albedo: #808080, roughness: 0.9, size: 2", "material",
     "height,albedo,roughness,normal", 2, 4e-6},
    {"a = value()\nb = a\nc = a + 1\na", "a,b,c", "a,b,c_result", 1, 2e-6},
    {"a = perlin(x, y, z)\nb = fbm(perlin(), octaves: 8)\nc1 = white()\na", "c1,b,a", "c1,b,a", 4, 2e-6},
};

static burl_program *compile_row(const row *r) {
  const burl_options options = {
      .struct_size = sizeof options, .name = "wet_rock.burl", .result = r->results, .dims = r->dims};
  burl_error error;
  burl_program *const program = burl_compile_with(r->recipe, strlen(r->recipe), &options, &error);
  if (!program) fail_msg("%s: %s", r->results, error.message);
  return program;
}

/* The names of a list with commas between; how many. */
static int split(const char *list, char names[MOST_FIELDS][32]) {
  int count = 0;
  for (const char *at = list; *at; at += *at == ',') {
    const size_t length = strcspn(at, ",");
    snprintf(names[count++], 32, "%.*s", (int)length, at);
    at += length;
  }
  return count;
}

/* A function of the case's number that writes all channels. */
static void write_call(FILE *file, const burl_program *program, const row *r, int number, const char *entry) {
  char names[MOST_FIELDS][32];
  const int count = split(r->fields, names);
  assert_int_equal(count, burl_result_count(program));
  fprintf(file, "static void f%d(const double *w, const float *q, float *to) {\n  (void)w, (void)q;\n  %s;\n", number,
          entry);
  for (int i = 0; i < count; i++) {
    const burl_result result = burl_result_at(program, i);
    for (int c = 0; c < result.channels; c++) {
      fprintf(file, "  to[%d] = made.%s", result.first + c, names[i]);
      if (result.channels > 1) fprintf(file, ".%c", "xyzw"[c]);
      fprintf(file, ";\n");
    }
  }
  fprintf(file, "}\n");
}

static void write_program(const char *path, burl_program *const *programs) {
  FILE *const file = fopen(path, "wb");
  assert_non_null(file);
  for (int i = 0; i < COUNT(rows); i++) {
    char prefix[16], call[96];
    snprintf(prefix, sizeof prefix, "e%d", i);
    char *const exact = code_text_ok(programs[i], &(burl_code_options){.target = "c", .prefix = prefix});
    snprintf(prefix, sizeof prefix, "lean_%d", i);
    char *const lean =
        code_text_ok(programs[i], &(burl_code_options){.target = "c", .style = "lean", .prefix = prefix});
    fprintf(file, "%s\n%s\n", exact, lean);
    snprintf(call, sizeof call, "const e%d_results made = e%d_d(w)", i, i);
    write_call(file, programs[i], &rows[i], 2 * i, call);
    snprintf(call, sizeof call, "const Lean%d made = lean_%d(q)", i, i);
    write_call(file, programs[i], &rows[i], 2 * i + 1, call);
    free(exact);
    free(lean);
  }
  fputs("#include <stdio.h>\ntypedef void call(const double *w, const float *q, float *to);\n", file);
  fputs("static call *const calls[] = {", file);
  for (int i = 0; i < 2 * COUNT(rows); i++) fprintf(file, "f%d, ", i);
  fprintf(file,
          "};\nint main(void) {\n  static float points[%d][%d];\n  fread(points, sizeof points, 1, stdin);\n"
          "  for (int i = 0; i < %d; i++)\n    for (int n = 0; n < %d; n++) {\n      float to[%d] = {0};\n"
          "      const double w[] = {points[n][0], points[n][1], points[n][2], points[n][3]};\n"
          "      calls[i](w, points[n], to);\n      fwrite(to, sizeof to, 1, stdout);\n    }\n  return 0;\n}\n",
          POINTS, AXES, 2 * COUNT(rows), POINTS, MOST_CHANNELS);
  assert_int_equal(fclose(file), 0);
}

static void sample(const burl_program *program, float points[POINTS][AXES], float *to) {
  static double coord[AXES][POINTS];
  for (int i = 0; i < POINTS; i++)
    for (int a = 0; a < AXES; a++) coord[a][i] = (double)points[i][a];
  burl_points all = {.count = POINTS};
  for (int a = 0; a < burl_dims(program); a++) all.coord[a] = coord[a];
  assert_int_equal(burl_sample_points(program, &all, to), BURL_OK);
}

static void compare(const row *r, const float *got, const float *wanted, int channels, double limit) {
  for (int n = 0; n < POINTS; n++)
    for (int c = 0; c < channels; c++) {
      const float a = got[n * MOST_CHANNELS + c], b = wanted[n * channels + c];
      if (limit > 0 ? fabs((double)a - (double)b) > limit : memcmp(&a, &b, sizeof a) != 0)
        fail_msg("%s, point %d, channel %d: %.9g, not %.9g", r->results, n, c, (double)a, (double)b);
    }
}

static void test_values(void **state) {
  (void)state;
  static float points[POINTS][AXES], wanted[POINTS * MOST_CHANNELS];
  burl_program *programs[COUNT(rows)];
  random_begin(7);
  for (int i = 0; i < POINTS; i++)
    for (int a = 0; a < AXES; a++) points[i][a] = (float)random_between(-50, 50);
  for (int i = 0; i < COUNT(rows); i++) programs[i] = compile_row(&rows[i]);
  write_program("results.c", programs);
  FILE *const file = fopen("points", "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(points, sizeof points, 1, file), 1);
  assert_int_equal(fclose(file), 0);
  const outcome *const o = shell("cc -std=c99 -w -O1 results.c -o results -lm && ./results < points > values");
  if (o->code != 0) fail_msg("%d: %.4000s", o->code, o->err);
  size_t length;
  char *const values = read_whole("values", &length);
  const size_t all = (size_t)POINTS * MOST_CHANNELS;
  assert_int_equal(length, 2 * COUNT(rows) * all * sizeof(float));
  for (int i = 0; i < COUNT(rows); i++) {
    const float *const exact = (const float *)values + 2 * (size_t)i * all;
    sample(programs[i], points, wanted);
    compare(&rows[i], exact, wanted, burl_channels(programs[i]), 0);
    compare(&rows[i], exact + all, wanted, burl_channels(programs[i]), rows[i].off);
    burl_free(programs[i]);
  }
  free(values);
}

static int count_of(const char *text, const char *part) {
  int count = 0;
  for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) count++;
  return count;
}

static void test_declarations(void **state) {
  (void)state;
  static const struct {
    const char *target, *style, *parts[3];
  } texts[] = {
      {"glsl",
       "lean",
       {"struct WetRock {\n  float height;\n  vec3 normal_map;\n", "\nWetRock wet_rock(vec2 p) {", NULL}},
      {"wgsl", "lean", {"struct WetRock {\n  height: f32,\n", "\nfn wet_rock(p: vec2f) -> WetRock {", NULL}},
      {"hlsl",
       "lean",
       {"struct WetRock {\n  float height;\n", "\nWetRock wet_rock(float2 p) {", "wet_rock_make_results("}},
      {"msl", "lean", {"struct WetRock {\n", "\ninline WetRock wet_rock(float2 p) {", "return WetRock{"}},
      {"opencl", "lean", {"} WetRock;\n", "\nWetRock wet_rock(float2 p) {", "return (WetRock){"}},
      {"cuda", "lean", {"struct WetRock {\n", "WetRock wet_rock(float2 p) {", "return WetRock{"}},
      {"c", "lean", {"} WetRock;\n", "\nWetRock wet_rock(const float *p) {", "return (WetRock){"}},
      {"glsl",
       "exact",
       {"struct burl_results {\n", "\nburl_results burl_cell(ivec2", "\nburl_results burl_p(vec2 p) {"}},
      {"glsles",
       "fast",
       {"struct burl_results {\n", "\nburl_results burl_cell(ivec2", "\nburl_results burl_p(vec2 p) {"}},
  };
  burl_program *const program = compile_row(&rows[0]);
  for (int i = 0; i < COUNT(texts); i++) {
    const burl_code_options options = {.target = texts[i].target, .style = texts[i].style};
    char *const text = code_text_ok(program, &options);
    for (int k = 0; k < 3 && texts[i].parts[k]; k++) assert_contains(text, texts[i].parts[k]);
    if (i == 0)
      assert_int_equal(count_of(text, " = wet_rock_simplex2_slopes("), 4); /* what all of them have in common */
    assert_contains(text, "// Bounds: height [");
    free(text);
  }
  burl_free(program);
}

static void test_programs(void **state) {
  (void)state;
  static const char *const texts[][3] = {
      {"shadertoy", "// Of the results albedo is shown.\n", " = wet_rock(at).albedo;\n"},
      {"godot", "struct WetRock {\n", " = wet_rock(at).albedo;\n"},
      {"godot-spatial", "  WetRock made = wet_rock(at);\n", "  ROUGHNESS = made.roughness;\n"},
      {"unity", "// Outputs: height, a Float, then normal_map, a Vector 3, then albedo",
       "out float height, out float3 normal_map, out float3 albedo, out float roughness) {\n"},
      {"three", "struct WetRock {\n", " = wet_rock(at).albedo;\n"},
      {"p5", "struct WetRock {\n", " = wet_rock(at).albedo;\n"},
      {"unreal", "// Additional output: roughness, CMOT Float 1.\n", "  return made.albedo;\n"},
  };
  burl_program *const program = compile_row(&rows[0]);
  for (int i = 0; i < COUNT(texts); i++) {
    char *const text = code_text_ok(program, &(burl_code_options){.made_for = texts[i][0]});
    assert_contains(text, texts[i][1]);
    assert_contains(text, texts[i][2]);
    free(text);
  }
  burl_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_values, folder_begin, folder_end),
      cmocka_unit_test(test_declarations),
      cmocka_unit_test(test_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
