"""What stands around a text in the programs that it is pasted into: enough of each to compile it, and to draw where it
is GLSL.  A place's program is a fragment shader of GLSL ES 3.00 that draws `size` pixels at `seconds`."""
import json
import re

import numpy as np

import godot

HEAD = "#version 300 es\nprecision highp float;\nprecision highp int;\nuniform vec2 size;\nuniform float seconds;\n"
KNOB = re.compile(r"^uniform float (\w+) : hint_range\([^)]*\) = ([^;]+);", re.MULTILINE)


def bounds(text):
    """Of what is black and white, by the comment on top: [0, 1], or what the values can be, or [-1, 1]."""
    found = re.search(r"^// Bounds: \[(\S+), (\S+?)\]\.$", text, re.MULTILINE)
    low, high = (float(found[1]), float(found[2])) if found else (0.0, 1.0)  # of colours it does not matter
    if not np.isfinite(high - low) or high - low > np.finfo(np.float32).max:
        return -1.0, 1.0
    return (0.0, 1.0) if low > -1e-5 and high < 1 + 1e-5 else (float(np.float32(low)), float(np.float32(high)))


def shadertoy(text, _):
    return HEAD + f"""#define iResolution vec3(size, 1.0)
#define iTime seconds
uniform int iFrame;
uniform vec4 iMouse;
uniform sampler2D iChannel0;
out vec4 shown;
{text}
void main() {{ mainImage(shown, gl_FragCoord.xy); }}
"""


# ---- Godot ---------------------------------------------------------------------------------------------

def canvas_item(text, _):
    return HEAD + "out vec4 shown;\n" + godot.to_glsl(text).replace("uniform float TIME;", "#define TIME seconds") + """
void main() {
  UV = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y) / size;
  fragment();
  shown = COLOR;
}
"""


def slopes(text, _):
    """Draws the normals of a ground, as colours."""
    return ground(text, "vec4(0.5 + 0.5 * NORMAL, 1.0)")


def spatial(text, bounds):
    """Draws what the ground's height is, as a grey, or what its colour is."""
    shown = "vec4(vec3((VERTEX.y - {0!r}) / {1!r}), 1.0)".format(bounds[0], bounds[1] - bounds[0])
    if "void fragment()" in text:
        shown = "vec4(mix(1.055 * pow(ALBEDO, vec3(1.0 / 2.4)) - 0.055, ALBEDO * 12.92, lessThan(ALBEDO, vec3(0.0031308))), ALPHA)"
    return ground(text, shown)


def ground(text, shown):
    """A pixel a vertex."""
    text = godot.to_glsl(text).replace("uniform float TIME;", "#define TIME seconds")
    text = text.replace("uniform float height_scale;", "const float height_scale = 1.0;")
    return HEAD + "out vec4 shown;\n" + text + f"""
void main() {{
  vec2 at = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y) / size.y * 8.0;
  VERTEX = vec3(at.x, 0.0, at.y);
  vertex();
  {"fragment();" if "void fragment()" in text else ""}
  shown = {shown};
}}
"""


# ---- three.js: the text is a module, whose material the browser makes ------------------------------------

THREE_HEAD = """#version 300 es
precision highp float;
precision highp int;
uniform mat4 modelMatrix, modelViewMatrix, projectionMatrix, viewMatrix;
uniform mat3 normalMatrix;
uniform vec3 cameraPosition;
"""
THREE_VERTEX = THREE_HEAD + "in vec3 position;\nin vec3 normal;\nin vec2 uv;\n"

# Gives the shaders and the uniforms' values of the material that a module exports, with as much of THREE as it reads.
THREE_MODULE = """(async () => {
  const THREE = {GLSL3: "300 es", ShaderMaterial: class { constructor(given) { Object.assign(this, given); } }};
  const file = URL.createObjectURL(new Blob([%s], {type: "text/javascript"}));
  const {burl_material} = await import(file), made = burl_material(THREE);
  return {vertex: made.vertexShader, fragment: made.fragmentShader, version: made.glslVersion,
          uniforms: Object.fromEntries(Object.entries(made.uniforms).map(([name, one]) => [name, one.value]))};
})()"""


def three_module(text):
    return THREE_MODULE % json.dumps(text)


def three_programs(made):
    """The vertex and the fragment shader, as WebGLRenderer puts them together of a ShaderMaterial of GLSL3."""
    return THREE_VERTEX + made["vertex"], THREE_HEAD + made["fragment"]


# ---- HLSL ------------------------------------------------------------------------------------------------

def point_of(dims):
    return "float" if dims == 1 else f"float{dims}"


def unity(text, dims, channels, has_time):
    """Shader Graph's call of the functions, of which lean text has one; the file is included twice, as graphs do."""
    point, value, time = point_of(dims), point_of(channels), ", uv.x" if has_time else ""
    cell_time = ", floor(uv.x), uv.x - floor(uv.x)" if has_time else ""
    place = "uv" + {1: ".x", 2: ".xy", 3: ".xyz", 4: ""}[dims]
    knobs = ", 0.5" * len(re.findall(r"^static float \w+;", text, re.MULTILINE))
    by_cell = f"burl_cell_float(floor({place}), {place} - floor({place}){cell_time}{knobs}, same)"
    if "burl_cell_float" not in text:
        by_cell = "same = value"
    return f"""{text}
{text}
float4 main(float4 uv : TEXCOORD0) : SV_Target {{
  {value} value, same;
  burl_float({place}{time}{knobs}, value);
  burl_half({place}{time}{knobs}, value);
  {by_cell};
  {point} unused = {place};
  return ({"value.x + same.x" if channels > 1 else "value + same"}).xxxx;
}}
"""


def unreal(text, dims, channels, has_time):
    """The function that a Custom node becomes, for glslang, which can't read functions in a function's struct: they stand
    in front of it, without the struct."""
    end = text.index("};\n\nburl_text burl_it;")
    place = "uv" + {1: ".x", 2: ".xy", 3: ".xyz", 4: ""}[dims]
    functions, call = text[:end].replace("struct burl_text {", ""), text[end:].split("burl_it.")[1]
    return f"""{functions}
{point_of(channels)} CustomExpression0({point_of(dims)} p{", float t" if has_time else ""}) {{
  return {call}
}}
float4 main(float4 uv : TEXCOORD0) : SV_Target {{
  return CustomExpression0({place}{", uv.x" if has_time else ""}){".x" if channels > 1 else ""}.xxxx;
}}
"""


# As C++, which converts no vectors unasked, and has functions in a function's structs.
CXX_HEAD = """#include <metal_stdlib>
using namespace metal;
#define precise
static inline uint asuint(float a) { return as_type<uint>(a); }
static inline float asfloat(uint a) { return as_type<float>(a); }
static inline float abs(float a) { return fabs(a); }
static inline float min(float a, float b) { return fmin(a, b); }
static inline float max(float a, float b) { return fmax(a, b); }
template <typename T> T ddx(T a) { return a; }
template <typename T> T ddy(T a) { return a; }
template <typename T, typename U> T lerp(T a, T b, U share) { return mix(a, b, share); }
"""


def unity_as_cxx(text, *_):
    halves = "typedef float half;\ntypedef float2 half2;\ntypedef float3 half3;\ntypedef float4 half4;\n"
    return CXX_HEAD + halves + re.sub(r"\bout (\w+) value", r"\1 &value", text)


def unreal_as_cxx(text, dims, channels, has_time):
    return CXX_HEAD + f"""{point_of(channels)} CustomExpression0({point_of(dims)} p{", float t" if has_time else ""}) {{
{text}
}}
"""
