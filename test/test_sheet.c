/* burl sheet: what is refused, and that its pictures are those of the recipe with the values that stand beside them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"
#include "svg.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
#define NOISE "-e 'fbm(perlin(), gain: 0.5)' "

static const refused_call mistakes[] = {
    {NOISE "--seeds 1..3", 2, "no file to write"},
    {NOISE "--seeds 1..3 -o a.gif", 2, "a figure is .svg, .png or .pdf"},
    {NOISE "-o a.svg", 2, "nothing varies"},
    {NOISE "-o a.svg --seeds 3..1", 2, "two whole numbers such as 1..12, the lower first"},
    {NOISE "-o a.svg --seeds 3", 2, "two whole numbers such as 1..12"},
    {NOISE "-o a.svg --seeds 1..1000", 2, "at most 64"},
    {NOISE "-o a.svg --vary gain", 2, "'gain' is not such as gain=0.3..0.7:5"},
    {NOISE "-o a.svg --vary gain=", 2, "'' is neither a number, a word, nor such as"},
    {NOISE "-o a.svg --vary gain=0.3,1x", 2, "'1x' is neither a number"},
    {NOISE "-o a.svg --vary gain=$(seq -s, 65)", 2, "at most 64"},
    {NOISE "-o a.svg --vary t=0,now", 2, "it is a number, and 'now' is none"},
    {"-e 'param k = 3\nperlin()*k' -o a.svg --vary k=1,two", 2, "it is a number, and 'two' is none"},
    {"-e 'perlin(interp: linear)' -o a.svg --vary interp=linear,cosin", 1, "did you mean 'cosine'?"},
    {"-e 'a = perlin()\na' -o a.svg --result a,result --bare", 2, "several numbers that vary along x alone"},
    {NOISE "-o a.svg --vary gain=0.7..0.3:5", 2, "0.7 is not below 0.3"},
    {NOISE "-o a.svg --vary gain=0.3..0.7", 2, "how many pictures?"},
    {NOISE "-o a.svg --vary gain=0.3..0.7:1", 2, "2 to 64 pictures"},
    {NOISE "-o a.svg --vary gain=0.3..0.7:x", 2, "it takes a range"},
    {NOISE "-o a.svg --vary octaves=1..3", 2, "no knob 'octaves'"},
    {"-e 'param rings = 3\nperlin()*rings' -o a.svg --vary ring=1..3", 2, "did you mean 'rings'"},
    {"-e 'param k = 3 [0, 4]\nperlin()*k' -o a.svg --vary k=1..9", 1, "k"},
    {NOISE "-o a.svg --vary gain=1,2 --seeds 1..2 --seeds 1..2", 2, "a sheet has two sides"},
    {NOISE "-o a.svg --seeds 1..40 --vary gain=0..1:40", 2, "more than the 400"},
    {"-e 'sin(x)' -o a.svg --seeds 1..2 --size 80", 2, "a graph has 96 pixels at least"},
    {NOISE "-o a.svg --seeds 1..2 --size 4", 2, "--size is 8 to 1024"},
    {NOISE "-o a.svg --seeds 1..2 --extent 0,0,0,1", 2, "there is nothing within it"},
    {"-e 'perlin(x, y, z)' -o a.svg --seeds 1..2", 1, "of two dimensions"},
};

static void test_refusals(void **state) {
  (void)state;
  check_refused("sheet", mistakes, COUNT(mistakes));
}

/* The picture number `index`, as it stands in the page. */
static char *picture_of(const char *svg, int index) {
  const char *at = svg;
  for (int i = 0; i <= index; i++) {
    at = strstr(i ? at + 1 : at, "base64,");
    if (!at) fail_msg("there is no picture %d", index);
  }
  const size_t length = strcspn(at, "\"");
  char *const picture = malloc(length + 1);
  assert_non_null(picture);
  memcpy(picture, at, length);
  picture[length] = '\0';
  return picture;
}

static char *sheet(const char *arguments) {
  size_t length;
  burl_ok("sheet %s -o a.svg", arguments);
  return read_whole("a.svg", &length);
}

/* The same picture by an option, by a knob, and as the recipe itself says; colours, so that no scale is shared. */
static void test_pictures_are_the_recipes(void **state) {
  (void)state;
  char *const by_option = sheet("-e 'ramp(fbm(perlin(), gain: 0.5), #000, #fff)' --vary gain=0.25,0.5,0.75");
  char *const by_knob =
      sheet("-e 'param g = 0.5 [0, 1]\nramp(fbm(perlin(), gain: g), #000, #fff)' --vary g=0.25..0.75:3");
  char *const by_seed = sheet("-e 'ramp(fbm(perlin(), gain: 0.75), #000, #fff)' --seeds 0..1");
  for (int i = 0; i < 3; i++) {
    char *const a = picture_of(by_option, i), *const b = picture_of(by_knob, i), *const seeds = picture_of(by_seed, 0);
    assert_string_equal(a, b);
    assert_int_equal(strcmp(a, seeds) == 0, i == 2);
    free(a), free(b), free(seeds);
  }
  assert_non_null(strstr(by_option, ">gain 0.75</text>"));
  assert_non_null(strstr(by_seed, ">seed 1</text>"));
  free(by_option), free(by_knob), free(by_seed);
}

/* Options in comments, and names that end alike, stay. */
static void test_only_that_option(void **state) {
  (void)state;
  write_whole(
      "a.burl",
      "// gain: 9, as \"gain: 9\"\nagain = 3\nramp(fbm(perlin(), octaves: max(2, 3), gain: (0.5)), #000, #fff)");
  char *const file = sheet("a.burl --vary gain=0.25,0.5");
  char *const plain = sheet("-e 'ramp(fbm(perlin(), octaves: 3, gain: 0.5), #000, #fff)' --vary gain=0.25,0.5");
  char *const a = picture_of(file, 1), *const b = picture_of(plain, 1);
  assert_string_equal(a, b);
  free(a), free(b), free(file), free(plain);
}

/* Words are put where the option's word stands. */
static void test_words(void **state) {
  (void)state;
  char *const words = sheet("-e 'ramp(perlin(interp: linear), #000, #fff)' --vary interp=quintic,linear,cosine");
  char *const plain = sheet("-e 'ramp(perlin(interp: cosine), #000, #fff)' --seeds 0..0");
  char *const a = picture_of(words, 2), *const b = picture_of(plain, 0);
  assert_string_equal(a, b);
  assert_non_null(strstr(words, ">interp cosine</text>"));
  free(a), free(b), free(words), free(plain);
}

static void test_time(void **state) {
  (void)state;
  char *const svg = sheet("-e 'ramp(loop(perlin(), 2), #000, #fff)' --vary t=0,0.4,1");
  char *const first = picture_of(svg, 0), *const middle = picture_of(svg, 1), *const last = picture_of(svg, 2);
  assert_string_equal(first, last);
  assert_string_not_equal(first, middle);
  free(first), free(middle), free(last), free(svg);
}

/* Nothing but the picture, with what varies the value alone. */
static void test_bare(void **state) {
  (void)state;
  char *const one = sheet(NOISE "--bare --size 32"), *const several =
                                                         sheet(NOISE "--bare --size 32 --vary gain=0.3,0.7");
  assert_non_null(strstr(one, "width=\"32\" height=\"32\">"));
  assert_null(strstr(one, "<text"));
  assert_non_null(strstr(several, "width=\"74\" height=\"52\">"));
  assert_non_null(strstr(several, ">0.7</text>"));
  free(one), free(several);
}

/* The curves of all graphs are on one scale; the first of several results is drawn in ink. */
static void test_curves(void **state) {
  (void)state;
  char *const svg = sheet("-e 'view 0, 2\nparam a = 1\nb = 2*a\na*x' --result result,b --vary a=1,2");
  const svg_path grid = svg_path_of(svg, "faint", 0), above = svg_path_of(svg, "faint", 1);
  const double two = grid.y[0] - above.y[0]; /* 0, 2 and 4 are marked */
  for (int i = 0; i < 2; i++) {
    const svg_path line = svg_path_of(svg, "ink", i);
    assert_true(fabs(line.y[0] - line.y[line.count - 1] - (i + 1) * two) < 1);
    const svg_path level = svg_path_of(svg, "plus", i);
    assert_true(fabs(grid.y[0] - level.y[0] - (i + 1) * two) < 0.2);
  }
  assert_non_null(strstr(svg, "f-plus\" text-anchor=\"end\" font-size=\"12\">b</text>"));
  assert_null(strstr(svg, "<image"));
  free(svg);
}

/* Twice as high is twice as bright, unless each picture has a scale of its own. */
static void test_own_scales(void **state) {
  (void)state;
  static const char *const options[] = {"", "--own-scales"};
  for (int is_own = 0; is_own < 2; is_own++) {
    char arguments[128];
    snprintf(arguments, sizeof arguments, "-e 'param a = 1 [0, 9]\na*perlin()' --vary a=1,2 %s", options[is_own]);
    char *const svg = sheet(arguments);
    char *const low = picture_of(svg, 0), *const high = picture_of(svg, 1);
    assert_int_equal(strcmp(low, high) == 0, is_own);
    free(low), free(high), free(svg);
  }
}

static void test_two_sides(void **state) {
  (void)state;
  char *const svg = sheet(NOISE "--vary gain=0.3..0.7:3 --seeds 7..8 --size 32");
  int pictures = 0;
  for (const char *at = svg; (at = strstr(at, "<image ")) != NULL; at++) pictures++;
  assert_int_equal(pictures, 6);
  assert_non_null(strstr(svg, "text-anchor=\"end\" font-size=\"12\">seed 8</text>"));
  assert_non_null(strstr(svg, "text-anchor=\"middle\" font-size=\"12\">gain 0.7</text>"));
  free(svg);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {IN_FOLDER(test_refusals),
                                     IN_FOLDER(test_pictures_are_the_recipes),
                                     IN_FOLDER(test_only_that_option),
                                     IN_FOLDER(test_words),
                                     IN_FOLDER(test_time),
                                     IN_FOLDER(test_bare),
                                     IN_FOLDER(test_curves),
                                     IN_FOLDER(test_own_scales),
                                     IN_FOLDER(test_two_sides)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
