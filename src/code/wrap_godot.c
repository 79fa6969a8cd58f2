/* Godot: a shader of 2D, and one of the ground. */
#include "code/display.h"

#include <string.h>

void burl__before_canvas_item(const burl__front *f, burl__text *text) {
  (void)f;
  burl__write(text, "\nshader_type canvas_item;\n");
}
void burl__after_canvas_item(const burl__front *f, burl__text *text) {
  burl__write(text, "\nvoid fragment() {\n");
  burl__write_view(f, "UV", "TIME", "COLOR", text);
  burl__write(text, "}\n");
}

/* A number that isn't one of several results lifts the ground. */
static int is_painted(const burl__front *f) { return f->channels > 1 || f->field_count; }

void burl__before_spatial(const burl__front *f, burl__text *text) {
  burl__write(text, "\nshader_type spatial;\n\n");
  if (is_painted(f)) burl__write(text, "varying vec2 ground_place;\n");
  else burl__write(text, "uniform float height_scale = 1.0;  // metres a unit of the value\n");
}
/* The results that are numbers of Godot's material, beside the one that is shown. */
static void write_material(const burl__front *f, burl__text *text) {
  static const char *const maps[][2] = {
      {"roughness", "ROUGHNESS"}, {"metallic", "METALLIC"}, {"occlusion", "AO"}, {"ao", "AO"}, {"opacity", "ALPHA"}};
  for (int i = 0; i < f->field_count; i++)
    for (size_t k = 0; k < sizeof maps / sizeof *maps; k++)
      if (&f->fields[i] != f->shown && f->fields[i].channels == 1 && strcmp(f->fields[i].name, maps[k][0]) == 0)
        burl__write(text, "  %s = made.%s;\n", maps[k][1], maps[k][0]);
}

static void write_paint(const burl__front *f, burl__text *text) {
  burl__write(text, "\nvoid vertex() {\n  ground_place = (MODEL_MATRIX * vec4(VERTEX, 1.0)).xz;\n}\n"
                    "\nvoid fragment() {\n  vec2 at = ground_place;\n  vec4 colour;\n");
  if (f->field_count) {
    burl__write_made(f, "TIME", text);
    burl__write(text, "  %s value = made.%s;\n", burl__type_of_result(f), f->shown->name);
    burl__write_display(f, "colour", text);
  } else {
    burl__write_colour(f, "TIME", "colour", text);
  }
  burl__write(text, "  vec3 c = colour.rgb;  // sRGB, of which Godot takes the light\n"
                    "  ALBEDO = mix(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, lessThan(c, vec3(0.04045)));\n");
  if (f->channels == 4) burl__write(text, "  ALPHA = colour.a;\n");
  write_material(f, text);
  burl__write(text, "}\n");
}

/* A number lifts the ground, a colour paints it: x and z of the world are the recipe's x and y. */
void burl__after_spatial(const burl__front *f, burl__text *text) {
  if (is_painted(f)) {
    write_paint(f, text);
    return;
  }
  burl__write(text, "\nvoid vertex() {\n  vec2 at = (MODEL_MATRIX * vec4(VERTEX, 1.0)).xz;\n"
                    "  vec3 ground = height_scale * ");
  burl__write_call(f, "TIME", text);
  burl__write(text, ";  // the height, and how fast it rises along x and z\n"
                    "  VERTEX.y += ground.x;\n  NORMAL = normalize(vec3(-ground.y, 1.0, -ground.z));\n}\n");
}
