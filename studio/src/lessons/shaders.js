/* The texts of the lesson's shader: one noise as a fragment shader of WebGL2, and what may be changed in it. */

const HEAD = `#version 300 es
precision highp float;
uniform vec2 size;   // of the picture, in pixels
uniform float time;  // in seconds
out vec4 colour;
`;

const GRADIENT = `
// A lattice point's gradient: two numbers from -1 to 1, out of a hash.
vec2 gradient(ivec2 p) {
  uint h = uint(p.x)*0x9E3779B1u ^ uint(p.y)*0x85EBCA77u;
  h = (h ^ h >> 16)*0x7FEB352Du;
  h = (h ^ h >> 15)*0x846CA68Bu;
  h ^= h >> 16;
  return vec2(h & 0xFFFFu, h >> 16)/32767.5 - 1.0;
}
`;

const PLANE = `
// The plane of a corner of cell p, at the point t in the cell.
float plane(ivec2 p, ivec2 corner, vec2 t) {
  return dot(gradient(p + corner), t - vec2(corner));
}
`;

const noiseOf = (corner, weight) => `
float noise(vec2 at) {
  ivec2 p = ivec2(floor(at));
  vec2 t = fract(at);
  vec2 u = ${weight};
  float top = mix(${corner}(p, ivec2(0, 0), t), ${corner}(p, ivec2(1, 0), t), u.x);
  float bottom = mix(${corner}(p, ivec2(0, 1), t), ${corner}(p, ivec2(1, 1), t), u.x);
  return mix(top, bottom, u.y);
}
`;

const mainOf = (value, strength = "1.6") => `
void main() {
  vec2 at = 4.0*gl_FragCoord.xy/size.y;
  float n = ${value};
  vec3 tone = n < 0.0 ? vec3(0.18, 0.47, 0.77) : vec3(0.82, 0.40, 0.16);
  colour = vec4(mix(vec3(0.98, 0.98, 0.97), tone, min(1.0, ${strength}*abs(n))), 1);
}
`;

const SMOOTH = "t*t*(3.0 - 2.0*t)", MOVED = "noise(at + vec2(0.3*time, 0.0))";

const WAVE = `
// The wavelet of a corner of cell p, at the point t in the cell: its plane, faded out one cell away.
float wave(ivec2 p, ivec2 corner, vec2 t) {
  vec2 d = t - vec2(corner);
  vec2 window = 1.0 - d*d*(3.0 - 2.0*abs(d));
  return dot(gradient(p + corner), d)*window.x*window.y;
}
`;

const TURNING = `
// The same, turned as time goes by: 0 stays 0 at every lattice point.
vec2 turned(ivec2 p) {
  vec2 g = gradient(p);
  float c = cos(time), s = sin(time);
  return vec2(c*g.x - s*g.y, s*g.x + c*g.y);
}
`;

const OCTAVES = `
float octaves(vec2 at) {
  float sum = 0.0, amplitude = 1.0;
  for (int i = 0; i < 5; i++) {
    sum += amplitude*noise(at);
    at *= 2.0;
    amplitude *= 0.5;
  }
  return sum;
}
`;

/** By the name of what is special in them. */
export const SHADERS = {
  planes: HEAD + GRADIENT + PLANE + noiseOf("plane", SMOOTH) + mainOf(MOVED),
  wavelets: HEAD + GRADIENT + WAVE + noiseOf("wave", "t") + mainOf(MOVED, "3.0"),
  "turning gradients": HEAD + GRADIENT + TURNING + PLANE.replace("gradient(p + corner)", "turned(p + corner)") + noiseOf("plane", SMOOTH) + mainOf("noise(at)"),
  octaves: HEAD + GRADIENT + PLANE + noiseOf("plane", SMOOTH) + OCTAVES + mainOf("octaves(at + vec2(0.3*time, 0.0))", "1.2"),
};

/** A shader's text; the one that is called "library" is around what burl prints. */
export function shaderOf(name, code) {
  const text = name === "library" ? HEAD + code() + mainOf("burl_p(at + vec2(0.3*time, 0.0))") : SHADERS[name];
  return text.trimEnd();
}
