/* Programs of the web: Shadertoy, three.js and p5.js. */
#include "code/display.h"

#include <math.h>
#include <string.h>

#include "base/decimal.h"

/* ---- Shadertoy ----------------------------------------------------------------------------------- */

/* What leads from a pixel to the place in the view: its height fills the picture's. */
static void write_scale(const burl__front *f, burl__extent e, burl__text *text) {
  const double across = e.width < 0 ? -fabs(e.height) : fabs(e.height);
  burl__write(text, "vec2(pixel.x, iResolution.y - pixel.y) / iResolution.%s * ", burl__is_graph(e) ? "xy" : "y");
  if (burl__is_graph(e)) burl__write_vector2(f, "vec2", e.width, e.height, text);
  else if (across == e.height) burl__print_real(f->print, e.height, text);
  else burl__write_vector2(f, "vec2", across, e.height, text);
}

/* Of one dimension the graph of the value over x. */
void burl__after_shadertoy(const burl__front *f, burl__text *text) {
  const burl__extent e = burl__extent_of(f);
  burl__write(text, "\nvoid mainImage(out vec4 colour, in vec2 pixel) {\n");
  if (f->dims == 1) {
    const burl__shades s = burl__shades_of(f);
    burl__write_at(f, e.x, s.lo, text);
    burl__write(text, "pixel / iResolution.xy * ");
    burl__write_vector2(f, "vec2", e.width, s.hi - s.lo, text);
    burl__write(text, ";\n  float value = ");
    burl__write_call(f, "iTime", text);
    burl__write(text, f->channels == 1 ? ";\n" : ".x;\n");
    burl__write(text, "  colour = vec4(vec3(at.y < value ? 0.8 : 0.1), 1.0);\n}\n");
    return;
  }
  burl__write_at(f, e.x, e.y, text);
  write_scale(f, e, text);
  burl__write(text, ";\n");
  burl__write_colour(f, "iTime", "colour", text);
  burl__write(text, "}\n");
}

/* ---- three.js ------------------------------------------------------------------------------------ */

void burl__before_three(const burl__front *f, burl__text *text) {
  burl__write(text, "\nexport const %s_functions = /* glsl */ `", f->print->prefix);
}
void burl__after_three(const burl__front *f, burl__text *text) {
  const char *const prefix = f->print->prefix;
  burl__write(
      text,
      "`;\n\n// A material that shows the recipe over a surface's uv: new THREE.Mesh(geometry, %s_material(THREE)).\n"
      "export function %s_material(THREE) {\n  return new THREE.ShaderMaterial({\n"
      "    glslVersion: THREE.GLSL3,\n    uniforms: {\n",
      prefix, prefix);
  if (burl__takes_time(f)) burl__write(text, "      time: { value: 0 },  // in seconds, say\n");
  if (f->print->is_exact) burl__write(text, "      %s_zero: { value: 0 },\n", prefix);
  burl__write_uniform_values(f, text);
  burl__write(text,
              "    },\n    vertexShader: /* glsl */ `\nout vec2 place;\nvoid main() {\n  place = uv;\n"
              "  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);\n}\n`,\n"
              "    fragmentShader: %s_functions + /* glsl */ `\nin vec2 place;\n%sout vec4 colour;\n"
              "void main() {\n",
              prefix, burl__takes_time(f) ? "uniform float time;\n" : "");
  burl__write_view(f, "vec2(place.x, 1.0 - place.y)", "time", "colour", text);
  burl__write(text, "}\n`,\n  });\n}\n");
}

/* ---- p5.js --------------------------------------------------------------------------------------- */

void burl__before_p5(const burl__front *f, burl__text *text) {
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
  if (burl__takes_time(f)) burl__write(text, "  %s_shader.setUniform(\"time\", millis() / 1000);\n", prefix);
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
              prefix, prefix, burl__takes_time(f) ? "uniform float time;\n" : "");
  burl__write_view(f, "place", "time", "colour", text);
  if (f->channels == 4) burl__write(text, "  colour.rgb *= colour.a;  // as p5 blends\n");
  burl__write(text, "}\n`;\n");
}

void burl__after_p5(const burl__front *f, burl__text *text) {
  enum { SIDE = 512 };
  const burl__extent e = burl__extent_of(f);
  const char *const prefix = f->print->prefix;
  const int height = burl__is_graph(e) ? SIDE : (int)(SIDE * fabs(e.height / e.width) + 0.5);
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
