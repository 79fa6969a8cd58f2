/* The line `material`: what it gives are parts, what it leaves out has a standard value, and what is packed of these
 * has their channels, to the bit; each mistake is told at its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "burl.h"
#include "burl_inspect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 37, SAMPLES = SIDE * SIDE };

static burl_program *compile(const char *text, const char *result) {
  burl_error error;
  const burl_options options = {.struct_size = sizeof options, .dims = 2, .result = result};
  burl_program *const p = burl_compile_with(text, strlen(text), &options, &error);
  if (!p) fail_msg("%s: %s", text, error.message);
  return p;
}

/* The samples of a result over the first quadrant, to be freed. */
static float *samples_of(const char *text, const char *result, int *channels) {
  burl_program *const p = compile(text, result);
  const burl_grid grid = {.size = {SIDE, SIDE}, .step = {0.13, 0.17}, .origin = {-1.3, 2.1}};
  *channels = burl_channels(p);
  float *const samples = malloc(SAMPLES * (size_t)*channels * sizeof *samples);
  assert_non_null(samples);
  assert_int_equal(burl_sample_grid(p, &grid, samples), BURL_OK);
  burl_free(p);
  return samples;
}

/* That the result of one recipe has the bits of another's. */
static void assert_same(const char *text, const char *result, const char *other_text, const char *other) {
  int channels, other_channels;
  float *const a = samples_of(text, result, &channels), *const b = samples_of(other_text, other, &other_channels);
  assert_int_equal(channels, other_channels);
  if (memcmp(a, b, SAMPLES * (size_t)channels * sizeof *a) != 0) fail_msg("%s of %s", result, text);
  free(a);
  free(b);
}

#define MAPS                                            \
  "view -1, 0, 3, 2\n"                                  \
  "n(s) = 0.5 + 0.4*fbm(perlin(seed: s), octaves: 3)\n" \
  "h = n(1)\nc = rgb(n(2), n(3), n(4))\nr = n(5)\nm = n(6)\no = n(7)\n"
#define MATERIAL                                                     \
  MAPS "material height: h, albedo: c, roughness: r, metallic: m,\n" \
       "  occlusion: o, emission: 0.5*c, opacity: n(8), size: 2, depth: 0.3\n"

/* ---- what is given ------------------------------------------------------------------------------- */

static void given_maps_are_parts(void **state) {
  static const char *const same[][2] = {{"material.height", "h"},    {"material.albedo", "c"},
                                        {"material.roughness", "r"}, {"material.metallic", "m"},
                                        {"material.occlusion", "o"}, {"material.emission", "0.5*c"},
                                        {"material.opacity", "n(8)"}};
  (void)state;
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    char other[1000];
    snprintf(other, sizeof other, MAPS "%s", same[i][1]);
    assert_same(MATERIAL "c", same[i][0], other, NULL);
  }
}

/* They stand in lines below, and the lines' order is theirs. */
static void maps_are_read_below(void **state) {
  (void)state;
  assert_same(MATERIAL "material.height + material.size + material.depth + material.width", NULL,
              MAPS "h + 2 + 0.3 + 4", NULL);
  burl_error error;
  assert_null(burl_compile("a = material.height\nmaterial height: x\na", 2, &error));
  assert_int_equal(error.line, 1);
}

static void parts_are_those_given(void **state) {
  static const char *const names[] = {"h", "material.height", "material.size"};
  (void)state;
  burl_program *const p = compile("h = x\nmaterial height: h, size: 3\nh", NULL);
  assert_int_equal(burl_part_count(p), 3);
  for (int i = 0; i < 3; i++) assert_string_equal(burl_part_at(p, i).name, names[i]);
  assert_null(burl_part_at(p, 3).name);
  assert_int_equal(burl_part_at(p, 1).line, 2);
  burl_free(p);
}

/* ---- what follows --------------------------------------------------------------------------------- */

static void standard_values(void **state) {
  static const char *const same[][2] = {{"material.albedo", "#808080"}, {"material.roughness", "0.5"},
                                        {"material.metallic", "0"},     {"material.occlusion", "1"},
                                        {"material.emission", "#000"},  {"material.opacity", "1"},
                                        {"material.height", "fract(x)"}};
  (void)state;
  for (size_t i = 0; i < sizeof same / sizeof *same; i++)
    assert_same("material height: fract(x)", same[i][0], same[i][1], NULL);
}

/* The slope is the heights' in metres over the coordinates' in metres. */
static void normal_is_of_metres(void **state) {
  (void)state;
  assert_same(MATERIAL "c", "material.normal", MAPS "normal(h, strength: 0.3*4/2)", NULL);
  assert_same("material height: perlin()", "material.normal", "normal(perlin(), strength: 0.05*8/1)", NULL);
  assert_same("material height: perlin(), size: 3\nview 8, 0, 2, 6\nx", "material.normal",
              "normal(perlin(), strength: 0.05*3*6/3)", NULL);
  assert_same("material height: perlin(), normal: normal(x*y), depth: 7", "material.normal", "normal(x*y)", NULL);
}

/* Green is 1 - green, so that a picture of 8 or 16 bits has the rounded opposite. */
static void packed_maps(void **state) {
  int channels;
  (void)state;
  assert_same(MATERIAL "c", "material.orm", MAPS "rgb(o, r, m)", NULL);
  assert_same(MATERIAL "c", "material.mask", MAPS "rgba(rgb(m, o, 0), 1 - r)", NULL);
  assert_same(MATERIAL "c", "material.albedo_opacity", MAPS "rgba(c, n(8))", NULL);
  float *const down = samples_of(MATERIAL "c", "material.normal", &channels);
  float *const up = samples_of(MATERIAL "c", "material.normal_up", &channels);
  for (size_t i = 0; i < 3 * SAMPLES; i++) assert_true(up[i] == (i % 3 == 1 ? 1 - down[i] : down[i]));
  free(down);
  free(up);
}

static void packed_maps_are_data(void **state) {
  static const char names[] = "material.orm,material.mask,material.normal,material.normal_up,material.albedo,"
                              "material.albedo_opacity,material.height";
  static const int data[] = {1, 1, 1, 1, 0, 0, 0};
  (void)state;
  burl_program *const p = compile(MATERIAL "c", names);
  for (int i = 0; i < 7; i++) assert_int_equal(burl_result_at(p, i).is_data, data[i]);
  burl_free(p);
}

static void result_without_a_line(void **state) {
  (void)state;
  assert_same(MATERIAL, NULL, MAPS "c", NULL);
  assert_same(MAPS "material height: h, roughness: 0.2", NULL, MAPS "h", NULL);
  burl_error error;
  burl_program *const p = compile(MATERIAL, NULL), *const asked =
                                                       burl_ask(p, "material.height + material.depth", &error);
  assert_non_null(asked);
  burl_free(asked);
  burl_free(p);
}

static void lengths_follow_knobs(void **state) {
  burl_error error;
  (void)state;
  burl_program *const p = compile("param wide = 2 [0.1, 9]\nmaterial height: x, size: wide, depth: wide/8", NULL);
  assert_true(burl_material_of(p).size == 2 && burl_material_of(p).depth == 0.25);
  assert_int_equal(burl_set(p, "wide", 4, &error), BURL_OK);
  assert_true(burl_material_of(p).size == 4 && burl_material_of(p).depth == 0.5);
  burl_free(p);
  burl_program *const standard = compile("material height: x", NULL), *const none = compile("x", NULL);
  assert_true(burl_material_of(standard).size == 1 && burl_material_of(standard).depth == 0.05);
  assert_true(burl_material_of(none).size == 0 && burl_material_of(NULL).depth == 0);
  burl_free(standard);
  burl_free(none);
}

/* What a recipe defines under the names of functions doesn't change what its material has by itself. */
static void own_functions_are_no_part(void **state) {
  (void)state;
  assert_same("normal(e) = e\nabs(e) = 0\nrgba(a, b) = 3\nview 0, 0, 4, 4\nmaterial height: perlin()\nx",
              "material.normal", "normal(perlin(), strength: 0.05*4)", NULL);
}

/* Old recipes have the word as a name. */
static void word_stays_a_name(void **state) {
  (void)state;
  assert_same("material = x\nmaterial + 1", NULL, "x + 1", NULL);
  assert_same("material(a) = 2*a\nmaterial(x)", NULL, "2*x", NULL);
}

/* ---- layers ------------------------------------------------------------------------------------------ */

#define LAYERS "g(a, b) = 7\nlayers grass: perlin(), rock: value(), snow: 0.25, sand: -1, scree: x\n"

static void layers_are_shares(void **state) {
  static const char *const names[] = {"grass", "rock", "snow", "sand", "scree"};
  static const char *const given[] = {"perlin()", "value()", "0.25", "-1", "x"};
  (void)state;
  for (int i = 0; i < 5; i++) {
    char text[500], part[40];
    snprintf(part, sizeof part, "layers.%s", names[i]);
    snprintf(text, sizeof text, "p(a) = max(a, 0)\ns = p(perlin()) + p(value()) + p(0.25) + p(-1) + p(x)\np(%s)/s",
             given[i]);
    assert_same(LAYERS "x", part, text, NULL);
    assert_same(LAYERS "0.5*layers.grass", NULL, LAYERS "layers.grass*0.5", NULL);
  }
  assert_same(LAYERS "x", "layers._splat0", LAYERS "data(layers.grass, layers.rock, layers.snow, layers.sand)", NULL);
  assert_same(LAYERS "x", "layers._splat1", LAYERS "data(layers.scree, 0, 0, 0)", NULL);
}

static void layers_of_nothing(void **state) {
  (void)state;
  assert_same("layers a: 0*x, b: min(x, -1)\nx", "layers.a", "1", NULL);
  assert_same("layers a: 0*x, b: min(x, -1)\nx", "layers.b", "0", NULL);
  burl_program *const p = compile(LAYERS "x", NULL);
  assert_int_equal(burl_part_count(p), 6);
  assert_string_equal(burl_part_at(p, 5).name, "layers.scree");
  assert_true(burl_material_of(p).size == 0);
  burl_free(p);
}

/* ---- what is wrong --------------------------------------------------------------------------------- */

typedef struct {
  const char *text;
  int line, column;
  const char *message, *hint;
} mistake;

static void mistakes(void **state) {
  static const mistake list[] = {
      {"material heigth: x\nx", 1, 10, "a material has no 'heigth'", "did you mean 'height'?"},
      {"material orm: x\nx", 1, 10, "a material has no 'orm' of its own", "height, albedo"},
      {"material height: x, height: y\nx", 1, 21, "given twice", ""},
      {"material height: x\nmaterial height: y\nx", 2, 1, "a second line 'material'", ""},
      {"material normal: normal(x)\nx", 1, 10, "a normal and no height", ""},
      {"material height: x, size: 0\nx", 1, 27, "above 0", ""},
      {"material height: x, depth: -1\nx", 1, 28, "above 0", ""},
      {"material height: x, size: x\nx", 1, 27, "", ""},
      {"material height: x,\n", 2, 1, "map's name", ""},
      {"material height: x roughness: 1\nx", 1, 20, "a comma is missing before 'roughness'", ""},
      {"layers a: x b: 1\nx", 1, 13, "a comma is missing before 'b'", ""},
      {"material height = x\nx", 1, 10, "", "have colons"},
      {"material ao: x\nx", 1, 10, "a material has no 'ao'", "here that is occlusion"},
      {"material albedo: x, size: 1, 3", 1, 30, "map's name", ""},
      {"layers a: x, a: y\nx", 1, 14, "a is given twice", ""},
      {"layers a: x\nlayers b: y\nx", 2, 1, "a second line 'layers'", ""},
      {"layers sum: x\nx", 1, 8, "a layer's name", ""},
      {"layers _a: x\nx", 1, 8, "a layer's name", ""},
      {"layers a: x, 3\nx", 1, 14, "a layer's name", ""},
      {"view 0, 0, 1, 1", 1, 16, "the recipe has no result", ""},
  };
  (void)state;
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    burl_error error;
    burl_program *const p = burl_compile(list[i].text, 2, &error);
    if (p) fail_msg("%s compiles", list[i].text);
    if (error.line != list[i].line || error.column != list[i].column || !strstr(error.message, list[i].message) ||
        !strstr(error.hint, list[i].hint))
      fail_msg("%s: %d:%d: %s (%s)", list[i].text, error.line, error.column, error.message, error.hint);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(given_maps_are_parts),  cmocka_unit_test(maps_are_read_below),
      cmocka_unit_test(parts_are_those_given), cmocka_unit_test(standard_values),
      cmocka_unit_test(normal_is_of_metres),   cmocka_unit_test(packed_maps),
      cmocka_unit_test(packed_maps_are_data),  cmocka_unit_test(result_without_a_line),
      cmocka_unit_test(lengths_follow_knobs),  cmocka_unit_test(own_functions_are_no_part),
      cmocka_unit_test(word_stays_a_name),     cmocka_unit_test(mistakes),
      cmocka_unit_test(layers_are_shares),     cmocka_unit_test(layers_of_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
