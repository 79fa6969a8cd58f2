/* burl render --lit as a process: pictures of a recipe's material, how they are made again, and every way to get the
 * option wrong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "process.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const char tiles[] = "view 0, 0, 2, 1\n"
                            "param wear = 0.2 [0, 1]\n"
                            "stone = smoothstep(0, 0.1, paving(kind: stack, period: 2))\n"
                            "material height: stone, albedo: mix(#808080, #a04020, stone), roughness: wear, size: 1.2,"
                            " depth: 0.05\n"
                            "1 - stone\n";

static void test_shapes_and_formats(void **unused) {
  (void)unused;
  static const char *const formats[] = {"png", "webp", "qoi", "pfm", "npy", "exr", "tif"};
  write_whole("tiles.burl", tiles);
  burl_ok("render tiles.burl --lit ball --size 32x32 -o ball.png");
  burl_ok("render tiles.burl --lit plane --size 32x32 -o plane.png");
  burl_ok("render tiles.burl --lit cloth --size 32x32 -o cloth.png");
  assert_false(are_same("ball.png", "plane.png"));
  assert_false(are_same("plane.png", "cloth.png"));
  for (int i = 0; i < COUNT(formats); i++) {
    burl_ok("render tiles.burl --lit ball --size 16x16 -o a.%s", formats[i]);
    assert_true(burl("info a.%s", formats[i])->code == 0);
  }
}

/* A picture is made again from itself, with other knobs or another size, too, and on any number of threads. */
static void test_made_again(void **unused) {
  (void)unused;
  write_whole("tiles.burl", tiles);
  burl_ok("render tiles.burl --lit cloth --size 40x40 --threads 1 -p wear=0.7 -o a.png");
  burl_ok("render a.png --threads 3 -o b.png");
  assert_same_files("a.png", "b.png");
  burl_ok("render tiles.burl --lit cloth --size 24x24 -o c.png");
  burl_ok("render a.png -p wear=0.2 --size 24x24 -o d.png");
  assert_same_files("c.png", "d.png");
  burl_ok("render a.png --lit ball -o e.png");
  burl_ok("render tiles.burl --lit ball --size 40x40 -p wear=0.7 -o f.png");
  assert_same_files("e.png", "f.png");
  assert_contains(burl_ok("info a.png")->out, "--lit cloth");
}

/* What a material doesn't give has standard values; a recipe that only says what it is doesn't fail. */
static void test_few_maps(void **unused) {
  (void)unused;
  burl_ok("render -e 'material size: 2' --lit ball --size 16 -o a.png");
  burl_ok("render -e 'material height: perlin()' --lit plane --size 16x16 -o b.png");
  burl_ok("render -e 'material albedo: #ff8000, emission: #102030, opacity: 0.5, metallic: 1' --lit ball"
          " --size 16x16 -o c.png");
  burl_ok("render -e 'h = unit(perlin())\nmaterial height: h, normal: normal(h)' --lit cloth --size 16x16 -o d.png");
  burl_ok(
      "render -e 'view 0, 0, 1, 5\nmaterial height: unit(perlin(x, y, t))' --time 3 --lit ball --size 16x16 -o e.png");
}

/* How much two pictures of 32 x 32 pixels in .npy differ, in the mean. */
static double difference(const char *a, const char *b) {
  enum { FLOATS = 3 * 32 * 32 };
  float of_a[FLOATS], of_b[FLOATS];
  size_t length_a, length_b;
  char *const bytes_a = read_whole(a, &length_a), *const bytes_b = read_whole(b, &length_b);
  memcpy(of_a, bytes_a + length_a - sizeof of_a, sizeof of_a);
  memcpy(of_b, bytes_b + length_b - sizeof of_b, sizeof of_b);
  double sum = 0;
  for (int i = 0; i < FLOATS; i++) sum += fabs((double)of_a[i] - (double)of_b[i]) / FLOATS;
  free(bytes_a);
  free(bytes_b);
  return sum;
}

/* The slopes that normals say are those of the height in metres, and green points the same way. */
static void test_normals_are_the_heights(void **unused) {
  (void)unused;
  static const char call[] = "render -e 'view 0, 0, 4, 4\nh = tile(unit(perlin()), 4)\nmaterial height: h, size: 2, "
                             "depth: 0.3%s' --lit ball --size 32x32 -o %s.npy";
  burl_ok(call, "", "height");
  burl_ok(call, ", normal: normal(h, strength: 0.3*4/2)", "normal");
  burl_ok(call, ", normal: normal(h, strength: 0.3*4/2, green: up)", "turned");
  burl_ok(call, ", normal: normal(h, strength: 0.3*4/4)", "flatter");
  const double same = difference("height.npy", "normal.npy");
  assert_true(same < 0.004);
  assert_true(difference("height.npy", "turned.npy") > 5 * same);
  assert_true(difference("height.npy", "flatter.npy") > 3 * same);
}

static void test_refused(void **unused) {
  (void)unused;
  static const refused_call calls[] = {
      {"-e 'perlin()' --lit ball -o a.png", 1,
       "it declares no material, which --lit shows, such as material height: h"},
      {"-e 'material size: 1' --lit bowl -o a.png", 2, "'bowl' is neither ball nor plane nor cloth"},
      {"-e 'material size: 1' --lit ball --size 64x32 -o a.png", 2, "the picture is a square; --size 64x64 is one"},
      {"-e 'material size: 1' --lit ball --size 64x64x64 -o a.png", 2, "the picture is a square"},
      {"-e 'material size: 1' --lit ball --for blender -o a/", 2, "--lit and --for"},
      {"-e 'material size: 1' --lit ball --size 8193x8193 -o a.png", 2, "at most 8192 pixels, not 8193"},
      {"-e 'view 0, 0, 1, 900\nmaterial size: 1' --lit ball --size 16x16 -o a.png", 1, "900 times as high as wide"},
      {"-e 'material size: 1' --lit ball --seeds 1..2 -o a%03d.png", 2, "--lit and --seeds"},
      {"-e 'material size: 1' --lit ball --tiles 2x2 -o a{x}{y}.png", 2, "--lit and --tiles"},
      {"-e 'material size: 1' --lit ball --frames 2 -o a.gif", 2, "--lit and --times"},
      {"-e 'material size: 1' --lit ball --window 0,0,8,8 -o a.png", 2, "--lit and --window"},
      {"-e 'material size: 1' --lit ball --extent 0,0,8,8 -o a.png", 2, "--lit and --extent"},
      {"-e 'material size: 1' --lit ball --origin 0,0 --step 1 -o a.png", 2, "--lit and --origin"},
      {"-e 'material size: 1' --lit ball --edge shared -o a.png", 2, "--lit and --edge"},
      {"-e 'material size: 1' --lit ball --margin 4 -o a.png", 2, "--lit and --margin"},
      {"-e 'material size: 1' --lit ball --result material.height -o a.png", 2, "--lit and --result"},
      {"-e 'material size: 1' --lit ball --range 0,2 -o a.png", 2, "--lit and --range"},
      {"-e 'material size: 1' --lit ball --resume -o a.png", 2, "--lit and --resume"},
      {"-e 'material size: 1' --lit ball --rivers a.geojson -o a.png", 2, "--lit and --rivers"},
      {"-e 'material size: 1' --lit ball -o a.r16", 1, "a .r16 doesn't hold 3 channels"},
  };
  check_refused("render", calls, COUNT(calls));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_shapes_and_formats, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_made_again, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_few_maps, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_normals_are_the_heights, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_refused, folder_begin, folder_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
