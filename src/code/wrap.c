/* The wrappers of wrap.h. */
#include "code/wrap.h"

#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "base/similar.h"
#include "code/front.h"

/* ---- What all of them need ------------------------------------------------------------------------ */

/* The values that are black and white: 0 and 1 for a number within [0, 1], else its bounds, or −1 and 1 where it has
 * none. */
typedef struct {
  double lo, hi;
} shades;

static shades shades_of(const burl__front *f) {
  const burl_range r = f->graph->nodes[f->outputs->node[f->first]].range;
  if (r.lo >= -1e-5 && r.hi <= 1 + 1e-5) return (shades){0, 1};
  const float lo = (float)r.lo, hi = (float)r.hi;
  if (!isfinite(hi - lo) || lo >= hi) return (shades){-1, 1};
  return (shades){(double)lo, (double)hi};
}

/* What the recipe's view shows, or 8 units. */
typedef struct {
  double x, y, width, height;
} extent;

static extent extent_of(const burl__front *f) {
  const int count = f->program->recipe.view_count, half = count / 2;
  const double *const view = f->program->plan->view;
  if (count < 2) return (extent){0, 0, 8, 8};
  const double height = half > 1 ? view[half + 1] - view[1] : 1;
  return (extent){view[0], half > 1 ? view[1] : 0, view[half] - view[0], height};
}

static void write_number(const burl__front *f, double number, burl__text *text) {
  burl__print_real(f->print, number, text);
}

static void write_vector2(const burl__front *f, const char *type, double x, double y, burl__text *text) {
  burl__write(text, "%s(", type);
  write_number(f, x, text);
  burl__write(text, ", ");
  write_number(f, y, text);
  burl__write(text, ")");
}

/* Begins the declaration of the point `at`: the extent's corner and a plus sign, unless the corner is 0. */
static void write_at(const burl__front *f, double x, double y, burl__text *text) {
  burl__write(text, "  vec2 at = ");
  if (x == 0 && y == 0) return;
  write_vector2(f, "vec2", x, y, text);
  burl__write(text, " + ");
}

/* What the entry gives at a point of two coordinates called `at`; further ones are the time and 0. */
static void write_results(const burl__front *f, const char *time, burl__text *text) {
  static const char *const points[] = {"at.x", "at", "vec3(at, %s)", "vec4(at, %s, 0.0)"};
  const char *const format = points[f->dims - 1], *const hole = strstr(format, "%s");
  burl__write(text, "%s(", f->entry);
  burl__write_bytes(text, format, hole ? (size_t)(hole - format) : strlen(format));
  if (hole) burl__write(text, "%s%s", time, hole + 2);
  burl__write(text, f->reads_time ? ", %s)" : ")", time);
}

/* The value that is shown there. */
static void write_call(const burl__front *f, const char *time, burl__text *text) {
  write_results(f, time, text);
  if (f->shown) burl__write(text, ".%s", f->shown->name);
}

static const char *type_of_result(const burl__front *f) { return f->print->dialect->types[KIND_REAL][f->channels - 1]; }

/* The number `value` as a grey. */
static void write_grey(const burl__front *f, burl__text *text) {
  const shades s = shades_of(f);
  burl__write(text, s.lo == 0 ? "vec4(vec3(value" : s.lo < 0 ? "vec4(vec3((value + " : "vec4(vec3((value - ");
  if (s.lo != 0) write_number(f, fabs(s.lo), text);
  if (s.lo != 0) burl__write(text, ")");
  if (s.lo != 0 || s.hi != 1) burl__write(text, " / ");
  if (s.lo != 0 || s.hi != 1) write_number(f, s.hi - s.lo, text);
  burl__write(text, "), 1.0)");
}

/* Whether write_call() takes the time. */
static int takes_time(const burl__front *f) { return f->reads_time || f->dims > 2; }

/* A statement that sets a colour, as a display has it, from `value`. */
static void write_shown(const burl__front *f, const char *to, burl__text *text) {
  burl__write(text, "  %s = ", to);
  if (f->channels == 4) burl__write(text, "value");
  else if (f->channels == 3) burl__write(text, "vec4(value, 1.0)");
  else write_grey(f, text);
  burl__write(text, ";\n");
}

/* Statements that compute `value`, and from it the colour. */
static void write_colour(const burl__front *f, const char *time, const char *to, burl__text *text) {
  burl__write(text, "  %s value = ", type_of_result(f));
  write_call(f, time, text);
  burl__write(text, ";\n");
  write_shown(f, to, text);
}

/* A statement that computes all results, as `made`. */
static void write_made(const burl__front *f, const char *time, burl__text *text) {
  burl__write(text, "  %s made = ", f->print->type);
  write_results(f, time, text);
  burl__write(text, ";\n");
}

/* ---- Shadertoy ------------------------------------------------------------------------------------ */

/* A graph, whose axes have units of their own: all of its view is shown, whatever the picture's shape. */
static int is_graph(extent e) {
  const double width = fabs(e.width), height = fabs(e.height);
  return width > 3 * height || height > 3 * width;
}

/* What leads from a pixel to the place in the view: its height fills the picture's. */
static void write_scale(const burl__front *f, extent e, burl__text *text) {
  const double across = e.width < 0 ? -fabs(e.height) : fabs(e.height);
  burl__write(text, "vec2(pixel.x, iResolution.y - pixel.y) / iResolution.%s * ", is_graph(e) ? "xy" : "y");
  if (is_graph(e)) write_vector2(f, "vec2", e.width, e.height, text);
  else if (across == e.height) write_number(f, e.height, text);
  else write_vector2(f, "vec2", across, e.height, text);
}

/* Of one dimension the graph of the value over x. */
static void after_shadertoy(const burl__front *f, burl__text *text) {
  const extent e = extent_of(f);
  burl__write(text, "\nvoid mainImage(out vec4 colour, in vec2 pixel) {\n");
  if (f->dims == 1) {
    const shades s = shades_of(f);
    write_at(f, e.x, s.lo, text);
    burl__write(text, "pixel / iResolution.xy * ");
    write_vector2(f, "vec2", e.width, s.hi - s.lo, text);
    burl__write(text, ";\n  float value = ");
    write_call(f, "iTime", text);
    burl__write(text, f->channels == 1 ? ";\n" : ".x;\n");
    burl__write(text, "  colour = vec4(vec3(at.y < value ? 0.8 : 0.1), 1.0);\n}\n");
    return;
  }
  write_at(f, e.x, e.y, text);
  write_scale(f, e, text);
  burl__write(text, ";\n");
  write_colour(f, "iTime", "colour", text);
  burl__write(text, "}\n");
}

/* ---- Godot ---------------------------------------------------------------------------------------- */

static void before_canvas_item(const burl__front *f, burl__text *text) {
  (void)f;
  burl__write(text, "\nshader_type canvas_item;\n");
}
static void after_canvas_item(const burl__front *f, burl__text *text) {
  const extent e = extent_of(f);
  burl__write(text, "\nvoid fragment() {\n");
  write_at(f, e.x, e.y, text);
  burl__write(text, "UV * ");
  write_vector2(f, "vec2", e.width, e.height, text);
  burl__write(text, ";\n");
  write_colour(f, "TIME", "COLOR", text);
  burl__write(text, "}\n");
}

/* A number that isn't one of several results lifts the ground. */
static int is_painted(const burl__front *f) { return f->channels > 1 || f->field_count; }

static void before_spatial(const burl__front *f, burl__text *text) {
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
    write_made(f, "TIME", text);
    burl__write(text, "  %s value = made.%s;\n", type_of_result(f), f->shown->name);
    write_shown(f, "colour", text);
  } else {
    write_colour(f, "TIME", "colour", text);
  }
  burl__write(text, "  vec3 c = colour.rgb;  // sRGB, of which Godot takes the light\n"
                    "  ALBEDO = mix(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, lessThan(c, vec3(0.04045)));\n");
  if (f->channels == 4) burl__write(text, "  ALPHA = colour.a;\n");
  write_material(f, text);
  burl__write(text, "}\n");
}

/* A number lifts the ground, a colour paints it: x and z of the world are the recipe's x and y. */
static void after_spatial(const burl__front *f, burl__text *text) {
  if (is_painted(f)) {
    write_paint(f, text);
    return;
  }
  burl__write(text, "\nvoid vertex() {\n  vec2 at = (MODEL_MATRIX * vec4(VERTEX, 1.0)).xz;\n"
                    "  vec3 ground = height_scale * ");
  write_call(f, "TIME", text);
  burl__write(text, ";  // the height, and how fast it rises along x and z\n"
                    "  VERTEX.y += ground.x;\n  NORMAL = normalize(vec3(-ground.y, 1.0, -ground.z));\n}\n");
}

/* ---- Unity ---------------------------------------------------------------------------------------- */

/* Shader Graph's name for a type of this many numbers. */
static const char *unity_type(int count) {
  static const char *const types[] = {"Float", "Vector 2", "Vector 3", "Vector 4"};
  return types[count - 1];
}

/* The name of a knob's input; a result may be called like the knob. */
static const char *input_ending(const burl__front *f, const char *name) {
  for (int i = 0; i < f->field_count; i++)
    if (strcmp(f->fields[i].name, name) == 0) return "_knob";
  return "";
}

static void before_unity(const burl__front *f, burl__text *text) {
  const char *const prefix = f->print->prefix;
  size_t knobs = 0;
  burl__write(
      text,
      "\n// In Shader Graph: a Custom Function node of Type File, with this file, whose name ends in .hlsl, as its\n"
      "// Source and the Name %s.  Precision Single: Half has too few bits for places.  Inputs: p, a %s%s",
      prefix, unity_type(f->dims), f->reads_time ? ", then t, a Float" : "");
  for (size_t i = 0; i < f->module->uniform_count; i++) {
    const burl_param knob = burl__knob_of_uniform(f, &f->module->uniforms[i]);
    if (!knob.name) continue;
    burl__write(text, "%s %s%s, a Float, %s", knobs++ ? "," : ",\n// then", f->module->uniforms[i].name,
                input_ending(f, f->module->uniforms[i].name), burl__digits_of(knob.value).text);
  }
  burl__write(text, ".");
  if (!f->field_count) burl__write(text, "  Output: value, a %s.\n", unity_type(f->channels));
  for (int i = 0; i < f->field_count; i++)
    burl__write(text, "%s%s, a %s%s", i ? ", then " : "\n// Outputs: ", f->fields[i].name,
                unity_type(f->fields[i].channels), i + 1 < f->field_count ? "" : ".\n");
  if (f->module->uniform_count > knobs)
    burl__write(text, "// What else it leaves open is global: Shader.SetGlobalFloat and its like set it, by the names "
                      "below.\n");
  burl__write(text, "#ifndef %s_INCLUDED\n#define %s_INCLUDED\n", prefix, prefix);
}

/* The parameters that take the knobs and the results, of a type that begins so, with the beginning of the body. */
static void write_ports(const burl__front *f, const char *number, burl__text *text) {
  const char *const *const types = f->print->dialect->types[KIND_REAL];
  const size_t base = strlen(types[0]);
  for (size_t i = 0; i < f->module->uniform_count; i++) {
    const char *const name = f->module->uniforms[i].name;
    if (burl__knob_of_uniform(f, &f->module->uniforms[i]).name)
      burl__write(text, ", %s %s%s", number, name, input_ending(f, name));
  }
  if (!f->field_count) burl__write(text, ", out %s%s value", number, types[f->channels - 1] + base);
  for (int i = 0; i < f->field_count; i++)
    burl__write(text, ", out %s%s %s", number, types[f->fields[i].channels - 1] + base, f->fields[i].name);
  burl__write(text, ") {\n");
  for (size_t i = 0; i < f->module->uniform_count; i++) {
    const char *const name = f->module->uniforms[i].name;
    if (burl__knob_of_uniform(f, &f->module->uniforms[i]).name)
      burl__write(text, "  %s_%s = %s%s;\n", f->print->prefix, name, name, input_ending(f, name));
  }
  if (f->field_count) burl__write(text, "  %s made = ", f->print->type);
  else burl__write(text, "  value = ");
}

/* Statements that set results from the fields of `made`. */
static void write_fields(const burl__front *f, const burl__result_field *left_out, burl__text *text) {
  for (int i = 0; i < f->field_count; i++)
    if (&f->fields[i] != left_out) burl__write(text, "  %s = made.%s;\n", f->fields[i].name, f->fields[i].name);
}

/* The node's function of a precision, float or half. */
static void write_unity_function(const burl__front *f, const char *number, burl__text *text) {
  const char *const point = f->print->dialect->types[KIND_REAL][f->dims - 1];
  burl__write(text, "\nvoid %s_%s(%s%s p", f->print->prefix, number, number, point + strlen("float"));
  if (f->reads_time) burl__write(text, ", %s t", number);
  write_ports(f, number, text);
  burl__write(text, "%s(p%s);\n", f->entry, f->reads_time ? ", t" : "");
  write_fields(f, NULL, text);
  burl__write(text, "}\n");
}

static void after_unity(const burl__front *f, burl__text *text) {
  const char *const prefix = f->print->prefix;
  const char *const point = f->print->dialect->types[KIND_REAL][f->dims - 1];
  const char *const cells = f->print->dialect->types[KIND_INT][f->dims - 1];
  write_unity_function(f, "float", text);
  write_unity_function(f, "half", text);
  if (f->by_cells) {
    burl__write(
        text,
        "\n// For large worlds: the chunk's whole cells, which floats hold up to 2^24, and the place within it.\n"
        "void %s_cell_float(%s cell, %s fraction%s",
        prefix, point, point, f->reads_time ? ", float t_cell, float t_fraction" : "");
    write_ports(f, "float", text);
    burl__write(text, "%s_cell(%s(cell), fraction%s);\n", prefix, cells,
                f->reads_time ? ", int(t_cell), t_fraction" : "");
    write_fields(f, NULL, text);
    burl__write(text, "}\n");
  }
  burl__write(text, "\n#endif\n");
}

/* ---- three.js ------------------------------------------------------------------------------------- */

static void before_three(const burl__front *f, burl__text *text) {
  burl__write(text, "\nexport const %s_functions = /* glsl */ `", f->print->prefix);
}
static void after_three(const burl__front *f, burl__text *text) {
  const extent e = extent_of(f);
  const char *const prefix = f->print->prefix;
  burl__write(
      text,
      "`;\n\n// A material that shows the recipe over a surface's uv: new THREE.Mesh(geometry, %s_material(THREE)).\n"
      "export function %s_material(THREE) {\n  return new THREE.ShaderMaterial({\n"
      "    glslVersion: THREE.GLSL3,\n    uniforms: {\n",
      prefix, prefix);
  if (takes_time(f)) burl__write(text, "      time: { value: 0 },  // in seconds, say\n");
  if (f->print->is_exact) burl__write(text, "      %s_zero: { value: 0 },\n", prefix);
  burl__write_uniform_values(f, text);
  burl__write(text,
              "    },\n    vertexShader: /* glsl */ `\nout vec2 place;\nvoid main() {\n  place = uv;\n"
              "  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);\n}\n`,\n"
              "    fragmentShader: %s_functions + /* glsl */ `\nin vec2 place;\n%sout vec4 colour;\n"
              "void main() {\n",
              prefix, takes_time(f) ? "uniform float time;\n" : "");
  write_at(f, e.x, e.y, text);
  burl__write(text, "vec2(place.x, 1.0 - place.y) * ");
  write_vector2(f, "vec2", e.width, e.height, text);
  burl__write(text, ";\n");
  write_colour(f, "time", "colour", text);
  burl__write(text, "}\n`,\n  });\n}\n");
}

/* ---- p5.js ---------------------------------------------------------------------------------------- */

static void before_p5(const burl__front *f, burl__text *text) {
  burl__write(text,
              "\n// A sketch of p5.js 1.7 or later.  It draws by WebGL 2: WebGL 1 has no whole numbers of 32 bits, of "
              "which noise is made.\nconst %s_functions = /* glsl */ `",
              f->print->prefix);
}

static int has_slider(burl_param knob) { return knob.name && isfinite((float)(knob.hi - knob.lo)); }

/* The sliders of the knobs that are open. */
static void write_p5_sliders(const burl__front *f, burl__text *text) {
  for (size_t i = 0; i < f->module->uniform_count; i++) {
    const char *const name = f->module->uniforms[i].name;
    const burl_param knob = burl__knob_of_uniform(f, &f->module->uniforms[i]);
    if (has_slider(knob))
      burl__write(text, "  createDiv(\"%s\");\n  %s_sliders.%s = createSlider(%s, %s, %s, 0);\n", knob.name,
                  f->print->prefix, name, burl__digits_of(knob.lo).text, burl__digits_of(knob.hi).text,
                  burl__digits_of(knob.value).text);
  }
}

/* The files are read while sketches are drawn. */
static void write_p5_images(const burl__front *f, burl__text *text) {
  const char *const prefix = f->print->prefix;
  for (size_t i = 0; i < f->module->uniform_count; i++) {
    const burl__uniform *const u = &f->module->uniforms[i];
    if (!u->image) continue;
    burl__write(text, "  loadImage(\"");
    burl__write_shown(text, u->image, strlen(u->image));
    burl__write(text, "\", (image) => { %s_images.%s = image; });\n", prefix, u->name);
  }
  if (burl__count_images(f) > 0) burl__write(text, "  textureWrap(REPEAT);\n");
}

/* What each uniform is set to: its slider's value, an image, or a number. */
static void write_p5_uniforms(const burl__front *f, burl__text *text) {
  const char *const prefix = f->print->prefix;
  if (takes_time(f)) burl__write(text, "  %s_shader.setUniform(\"time\", millis() / 1000);\n", prefix);
  for (size_t i = 0; i < f->module->uniform_count; i++) {
    const char *const name = f->module->uniforms[i].name;
    const burl_param knob = burl__knob_of_uniform(f, &f->module->uniforms[i]);
    burl__write(text, "  %s_shader.setUniform(\"%s_%s\", ", prefix, prefix, name);
    if (f->module->uniforms[i].image) burl__write(text, "%s_images.%s);\n", prefix, name);
    else if (has_slider(knob)) burl__write(text, "%s_sliders.%s.value());\n", prefix, name);
    else burl__write(text, "%s);\n", burl__digits_of(knob.value).text);
  }
}

static void write_p5_shaders(const burl__front *f, burl__text *text) {
  const extent e = extent_of(f);
  const char *const prefix = f->print->prefix;
  burl__write(text,
              "`;\n\nconst %s_vertex = `#version 300 es\nprecision highp float;\n"
              "uniform mat4 uModelViewMatrix, uProjectionMatrix;\nin vec3 aPosition;\nin vec2 aTexCoord;\n"
              "out vec2 place;\nvoid main() {\n  place = aTexCoord;\n"
              "  gl_Position = uProjectionMatrix * uModelViewMatrix * vec4(aPosition, 1.0);\n}\n`;\n",
              prefix);
  burl__write(text,
              "\nconst %s_fragment = `#version 300 es\nprecision highp float;\nprecision highp int;\n` + "
              "%s_functions + `\nin vec2 place;\n%sout vec4 colour;\nvoid main() {\n",
              prefix, prefix, takes_time(f) ? "uniform float time;\n" : "");
  write_at(f, e.x, e.y, text);
  burl__write(text, "place * ");
  write_vector2(f, "vec2", e.width, e.height, text);
  burl__write(text, ";\n");
  write_colour(f, "time", "colour", text);
  if (f->channels == 4) burl__write(text, "  colour.rgb *= colour.a;  // as p5 blends\n");
  burl__write(text, "}\n`;\n");
}

static void after_p5(const burl__front *f, burl__text *text) {
  enum { SIDE = 512 };
  const extent e = extent_of(f);
  const char *const prefix = f->print->prefix;
  const int height = is_graph(e) ? SIDE : (int)(SIDE * fabs(e.height / e.width) + 0.5);
  write_p5_shaders(f, text);
  burl__write(
      text,
      "\nlet %s_shader;\nconst %s_sliders = {}, %s_images = {};\n\nfunction setup() {\n  createCanvas(%d, %d, WEBGL);\n"
      "  if (webglVersion !== WEBGL2) throw new Error(\"this browser has no WebGL 2\");\n  noStroke();\n"
      "  %s_shader = createShader(%s_vertex, %s_fragment);\n",
      prefix, prefix, prefix, SIDE, height, prefix, prefix, prefix);
  write_p5_sliders(f, text);
  write_p5_images(f, text);
  burl__write(text, "}\n\nfunction draw() {\n");
  if (burl__count_images(f) > 0)
    burl__write(text, "  if (Object.keys(%s_images).length < %d) return;\n", prefix, burl__count_images(f));
  burl__write(text, "  clear();\n  shader(%s_shader);\n", prefix);
  write_p5_uniforms(f, text);
  burl__write(text, "  plane(width, height);  // or another shape: the view lies over its texture coordinates\n}\n");
}

/* ---- Unreal --------------------------------------------------------------------------------------- */

static void before_unreal(const burl__front *f, burl__text *text) {
  const char *const point = f->print->dialect->types[KIND_REAL][f->dims - 1];
  burl__write(text, "\n// A Custom node's Code.  Inputs: p, a %s%s.  Output Type: CMOT Float %d.\n", point,
              f->reads_time ? ", and t, a float" : "", f->channels);
  for (int i = 0; i < f->field_count; i++)
    if (&f->fields[i] != f->shown)
      burl__write(text, "// Additional output: %s, CMOT Float %d.\n", f->fields[i].name, f->fields[i].channels);
}
static void after_unreal(const burl__front *f, burl__text *text) {
  const char *const prefix = f->print->prefix;
  if (f->field_count) {
    burl__write(text, "};\n\n  %s_text %s_it;\n  %s made = %s_it.%s(p%s);\n", prefix, prefix, f->print->type, prefix,
                f->entry, f->reads_time ? ", t" : "");
    write_fields(f, f->shown, text);
    burl__write(text, "  return made.%s;\n", f->shown->name);
    return;
  }
  burl__write(text, "};\n\n%s_text %s_it;\nreturn %s_it.%s(p%s);\n", prefix, prefix, prefix, f->entry,
              f->reads_time ? ", t" : "");
}

/* ---- The list ------------------------------------------------------------------------------------- */

static const burl__wrapper wrappers[] = {
    {.name = "shadertoy",
     .target = TARGET_GLSLES,
     .zero = "uint(min(iFrame, 0))",
     .flips_images = 1,
     .after = after_shadertoy},
    {.name = "godot",
     .target = TARGET_GLSLES,
     .has_uniforms = 1,
     .is_godot = 1,
     .before = before_canvas_item,
     .after = after_canvas_item},
    {.name = "godot-spatial",
     .target = TARGET_GLSLES,
     .has_uniforms = 1,
     .is_godot = 1,
     .has_slopes = 1,
     .before = before_spatial,
     .after = after_spatial},
    {.name = "unity",
     .target = TARGET_HLSL,
     .has_uniforms = 1,
     .takes_knobs = 1,
     .flips_images = 1,
     .before = before_unity,
     .after = after_unity},
    {.name = "three",
     .target = TARGET_GLSLES,
     .has_uniforms = 1,
     .flips_images = 1,
     .before = before_three,
     .after = after_three},
    {.name = "p5", .target = TARGET_GLSLES, .has_uniforms = 1, .before = before_p5, .after = after_p5},
    {.name = "unreal", .target = TARGET_HLSL, .is_within = 1, .before = before_unreal, .after = after_unreal},
};

const burl__wrapper *burl__find_wrapper(const char *name, const char **similar) {
  burl__similar best = {NULL, 0};
  for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++) {
    if (strcmp(wrappers[i].name, name) == 0) return &wrappers[i];
    burl__similar_try(&best, name, wrappers[i].name);
  }
  *similar = best.nearest;
  return NULL;
}
