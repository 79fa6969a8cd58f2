/* Images in printed text: how each language declares and reads one, in which text they have no code, and what samplers
 * don't do.  That the pixels are the library's, test/shaders/engine sees in p5.js and Godot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "process.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
#define WOOD(options) "-e 'image(\"wood.png\", size: 2, " options ")' "

static int begin(void **state) {
  if (folder_begin(state) != 0) return -1;
  burl_ok("render -e 'rgb(x/8, y/8, 0)' --size 8x4 -o wood.png");
  burl_ok("render -e 'rgb(x/8, y/8, 0)' --size 8x4 -o 7.png");
  return 0;
}

typedef struct {
  const char *arguments, *parts[4];
} wanted;

static const wanted texts[] = {
    {WOOD("give: rgb, wrap: repeat") "--style lean",
     {"//   burl_wood: 8 x 4, wood.png", "file's first line at 0", "\nuniform sampler2D burl_wood;\n",
      "texture(burl_wood, vec2(p.x * 0.5, p.y))"}},
    {WOOD("give: rgb, wrap: repeat") "--target glsl --style fast",
     {"uniform sampler2D burl_wood;", "texture(burl_wood, "}},
    {WOOD("give: rgb, wrap: repeat") "--target wgsl --style lean",
     {"@group(1) @binding(0) var burl_wood: texture_2d<f32>;", "@group(1) @binding(1) var burl_wood_sampler: sampler;",
      "textureSampleLevel(burl_wood, burl_wood_sampler, vec2f(p.x * 0.5, p.y), 0.0)"}},
    {WOOD("give: rgb, wrap: repeat") "--target hlsl --style lean",
     {"Texture2D burl_wood;\nSamplerState samplerburl_wood;", "burl_wood.Sample(samplerburl_wood, float2("}},
    {WOOD("give: rgb, wrap: repeat") "--target msl --style lean",
     {"  texture2d<float> wood;\n  sampler wood_sampler;", "uniforms.wood.sample(uniforms.wood_sampler, float2("}},
    {WOOD("give: rgb, wrap: repeat") "--for godot", {"uniform sampler2D burl_wood : filter_linear, repeat_enable;"}},
    {WOOD("give: rgb, wrap: repeat") "--for shadertoy",
     {"#define burl_wood iChannel0", "last line at 0", "vec2(p.x * 0.5, 1.0 - p.y)"}},
    {WOOD("give: rgb, wrap: repeat") "--for three", {"burl_wood: { value: null },", "last line at 0"}},
    {WOOD("give: rgb, wrap: repeat") "--for p5",
     {"loadImage(\"wood.png\", (image) => { burl_images.wood = image; });",
      "burl_shader.setUniform(\"burl_wood\", burl_images.wood);", "first line at 0"}},
    {WOOD("give: rgb, wrap: repeat") "--for unity", {"SamplerState samplerburl_wood;", "last line at 0"}},
    /* The picture's first line is at its top where y grows upwards, too. */
    {"-e 'view 0, 1, 1, 0\nimage(\"wood.png\", size: 2, wrap: repeat, give: r)' --style lean",
     {"vec2(p.x * 0.5, 1.0 - p.y)).x"}},
    {WOOD("give: r, wrap: clamp") "--style lean", {"clamp(p.x * 0.5, 0.0625, 0.9375)", "clamp(p.y, 0.125, 0.875)"}},
    {WOOD("give: r, wrap: mirror") "--style lean", {"1.0 - abs("}},
    {WOOD("give: r, wrap: repeat, read: nearest") "--style lean", {"(floor(p.x * 0.5 * 8.0) + 0.5) * 0.125"}},
    {WOOD("give: r") "--style lean", {"<= 1.0", "uintBitsToFloat(0x7FC00000u)"}},
    /* One texture for all that is read of a file, and names that nothing else has. */
    {"-e 'a = image(\"wood.png\", size: 2, wrap: repeat, give: r)\n"
     "a + image(\"wood.png\", size: 3, wrap: repeat, give: g)'"
     " --style lean",
     {"uniform sampler2D burl_wood;\n\n"}},
    {"-e 'param wood = 1 [0, 2]\nwood*image(\"wood.png\", size: 2, wrap: repeat, give: r)' --style lean "
     "--knobs uniform",
     {"uniform float burl_wood;", "uniform sampler2D burl_wood_image;"}},
    {"-e 'image(\"7.png\", size: 2, wrap: repeat, give: r)' --style lean", {"uniform sampler2D burl_picture;"}},
};

static void test_texts(void **state) {
  (void)state;
  for (int i = 0; i < COUNT(texts); i++) {
    const outcome *const o = burl("code %s", texts[i].arguments);
    if (o->code != 0) fail_msg("burl code %s\n%s", texts[i].arguments, o->err);
    for (int k = 0; k < 4 && texts[i].parts[k]; k++)
      if (!strstr(o->out, texts[i].parts[k]))
        fail_msg("burl code %s\nno '%s' in\n%s", texts[i].arguments, texts[i].parts[k], o->out);
  }
}

/* All of an image is read once, whatever channels are. */
static void test_one_read(void **state) {
  (void)state;
  const outcome *const o = burl_ok("code %s --style lean", WOOD("give: rgb, wrap: repeat"));
  const char *const first = strstr(o->out, "texture(");
  assert_non_null(first);
  assert_null(strstr(first + 1, "texture("));
}

static const wanted refused[] = {
    {WOOD("give: rgb"), {"an image has no code here", "--style lean"}},
    {WOOD("give: rgb") "--for godot --style exact", {"an image has no code here", "--style lean"}},
    {WOOD("give: rgb") "--target c --style lean", {"an image has no code here", "let the program read that"}},
    {WOOD("give: rgb") "--target opencl --style fast", {"let the program read that"}},
    {WOOD("give: rgb") "--target cuda --style lean", {"let the program read that"}},
    {WOOD("give: rgb") "--for unreal", {"Texture Sample node"}},
    {WOOD("give: rgb, read: cubic") "--style lean", {"-e:1:45: ", "not cubic", "read: bilinear"}},
    {WOOD("give: r, nodata: fill") "--style lean", {"gaps that are filled have no code"}},
    {"-e 'slope(image(\"wood.png\", size: 2, give: r))' --style lean", {"-e:1:7: ", "slopes of an image have no code"}},
    {WOOD("give: r") "--for godot-spatial", {"slopes of an image"}},
    {"-e 'image(\"wood.png\", give: rgb)' --style lean", {"no coordinates of its own", "size: 2"}},
    {"-e 'blur(image(\"wood.png\", size: 2, give: r), radius: 3)' --style lean",
     {"-e:1:1: blur is of a whole grid", "burl render", "in lean text"}},
};

static void test_refused(void **state) {
  (void)state;
  for (int i = 0; i < COUNT(refused); i++) {
    const outcome *const o = burl("code %s", refused[i].arguments);
    if (o->code != 1 || o->out_length > 0) fail_msg("burl code %s\n%d: %s", refused[i].arguments, o->code, o->out);
    for (int k = 0; k < 4 && refused[i].parts[k]; k++)
      if (!strstr(o->err, refused[i].parts[k]))
        fail_msg("burl code %s\nno '%s' in %s", refused[i].arguments, refused[i].parts[k], o->err);
  }
}

/* Shadertoy has four channels. */
static void test_channels(void **state) {
  (void)state;
  char recipe[800] = "0";
  for (int i = 0; i < 5; i++) {
    shell("cp wood.png w%d.png", i);
    snprintf(recipe + strlen(recipe), sizeof recipe - strlen(recipe),
             " + image(\"w%d.png\", size: 2, wrap: repeat, give: r)", i);
  }
  assert_contains(burl("code -e '%s' --for shadertoy", recipe)->err,
                  "shadertoy has four channels, and the recipe reads 5");
  assert_contains(burl_ok("code -e '%s' --for three", recipe)->out, "burl_w4: { value: null }");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_texts, begin, folder_end),
      cmocka_unit_test_setup_teardown(test_one_read, begin, folder_end),
      cmocka_unit_test_setup_teardown(test_refused, begin, folder_end),
      cmocka_unit_test_setup_teardown(test_channels, begin, folder_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
