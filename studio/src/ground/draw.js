/* The ground by WebGL2: tiles, each a grid of heights and a picture of its lit colours, then the sky behind them.  What is far
 * fades into the sky's colour above the horizon; water has the sky in it. */
import { CELLS } from "./tiles.js";

const COUNT = CELLS + 1, WIDE = COUNT + 2;
const EACH = [2, 4]; /* cells of a tile to a triangle's side: where there is time, and where not */

const SKY = `
uniform vec3 sun;
vec3 skyOf(vec3 way) {
  float facing = max(dot(way, sun), 0.0), high = sqrt(max(way.y, 0.0));
  vec3 low = mix(vec3(0.80, 0.86, 0.90), vec3(0.98, 0.80, 0.60), 0.7*pow(facing, 4.0)*(1.0 - sun.y));
  return mix(low, vec3(0.27, 0.47, 0.76), high) + vec3(0.30, 0.24, 0.14)*pow(facing, 32.0);
}`;

const VERTEX = `#version 300 es
precision highp float;
layout(location = 0) in float height;
uniform mat4 camera;
uniform vec4 place; // x and z of the tile's corner from the eye, its cells' side, the eye's height
uniform float reach;
out vec2 at;
out vec4 haze, mirror;
${SKY}
void main() {
  vec2 cell = clamp(vec2(gl_VertexID % ${WIDE}, gl_VertexID / ${WIDE}) - 1.0, 0.0, ${CELLS}.0);
  vec3 away = vec3(place.x + place.z*cell.x, height - place.w, place.y + place.z*cell.y);
  gl_Position = camera*vec4(away, 1.0);
  at = (cell + 0.5)/${COUNT}.0;
  float far = length(away)/reach;
  haze = vec4(skyOf(normalize(vec3(away.x, 0.0, away.z))), 1.0 - exp2(-5.0*far*far));
  vec3 back = normalize(vec3(away.x, abs(away.y), away.z));
  mirror = vec4(skyOf(back), 0.02 + 0.98*pow(1.0 - back.y, 5.0));
}`;

/* As little as can be a pixel: a driver without a graphics processor has a million of them a frame. */
const FRAGMENT = `#version 300 es
precision mediump float;
uniform sampler2D ground;
in vec2 at;
in vec4 haze, mirror;
out vec4 colour;
void main() {
  vec4 near = texture(ground, at);
  colour = vec4(mix(mix(near.rgb, mirror.rgb, (1.0 - near.a)*mirror.a), haze.rgb, haze.a), 1.0);
}`;

const SKY_VERTEX = `#version 300 es
precision highp float;
uniform mat3 looks; // to the right, up, ahead; as long as half the picture
out vec3 way;
void main() {
  vec2 corner = vec2(gl_VertexID << 1 & 2, gl_VertexID & 2)*2.0 - 1.0;
  way = looks*vec3(corner, 1.0);
  gl_Position = vec4(corner, 1.0, 1.0);
}`;

const SKY_FRAGMENT = `#version 300 es
precision highp float;
in vec3 way;
out vec4 colour;
${SKY}
void main() {
  vec3 to = normalize(way);
  colour = vec4(skyOf(to) + smoothstep(0.9993, 0.9998, dot(to, sun)), 1.0);
}`;

function programOf(gl, vertex, fragment) {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`The driver doesn't draw this: ${gl.getProgramInfoLog(program)}`);
  const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS), uniforms = {};
  for (let i = 0; i < count; i++) {
    const { name } = gl.getActiveUniform(program, i);
    uniforms[name] = gl.getUniformLocation(program, name);
  }
  return { program, uniforms };
}

/** Triangles over the grid of a tile and the edge that hangs down around it, so many cells wide. */
function trianglesOf(each) {
  const lines = [0, ...Array.from({ length: CELLS/each + 1 }, (_, i) => 1 + each*i), WIDE - 1], index = [];
  for (let j = 0; j + 1 < lines.length; j++)
    for (let i = 0; i + 1 < lines.length; i++) {
      const [a, b] = [lines[j]*WIDE + lines[i], lines[j]*WIDE + lines[i + 1]];
      const [c, d] = [lines[j + 1]*WIDE + lines[i], lines[j + 1]*WIDE + lines[i + 1]];
      index.push(a, c, b, b, c, d);
    }
  return index;
}

/** The camera: where it looks, as rows right, up and ahead, and the matrix of what is seen from the origin. */
export function cameraOf(yaw, pitch, aspect, near, far) {
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const right = [cy, 0, sy], ahead = [sy*cp, sp, -cy*cp], up = [-sy*sp, cp, cy*sp];
  const high = 0.45, wide = high*aspect, depth = (far + near)/(far - near), shift = -2*far*near/(far - near);
  const matrix = [0, 1, 2].flatMap(a => [right[a]/wide, up[a]/high, depth*ahead[a], ahead[a]]);
  return { right, up, ahead, wide, high, matrix: [...matrix, 0, 0, shift, 0] };
}

export class Draw {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error("This browser has no WebGL2.");
    this.canvas = canvas;
    this.gl = gl;
    this.ground = programOf(gl, VERTEX, FRAGMENT);
    this.sky = programOf(gl, SKY_VERTEX, SKY_FRAGMENT);
    const [fine, coarse] = EACH.map(trianglesOf);
    this.triangles = [{ count: fine.length, offset: 0 }, { count: coarse.length, offset: 2*fine.length }];
    this.index = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.index);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array([...fine, ...coarse]), gl.STATIC_DRAW);
    this.empty = gl.createVertexArray();
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
  }

  /** What the processor keeps of a tile: its heights [67][67] and pixels [65][65][4]. */
  put(kept, surface, pixels) {
    const { gl } = this, made = kept ?? { array: gl.createVertexArray(), buffer: gl.createBuffer(), texture: gl.createTexture() };
    gl.bindVertexArray(made.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, made.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, surface, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 1, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.index);
    gl.bindVertexArray(null);
    gl.bindTexture(gl.TEXTURE_2D, made.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, COUNT, COUNT, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.generateMipmap(gl.TEXTURE_2D);
    for (const [name, value] of [[gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST]]) gl.texParameteri(gl.TEXTURE_2D, name, value);
    return made;
  }

  drop({ array, buffer, texture }) {
    this.gl.deleteVertexArray(array);
    this.gl.deleteBuffer(buffer);
    this.gl.deleteTexture(texture);
  }

  /** Draws tiles, { place, kept }, nearest first, as an eye [x, height, z] sees them. */
  frame(tiles, { eye, camera, sun, reach, isCoarse }) {
    const { gl, ground, sky, canvas } = this, { count, offset } = this.triangles[Number(isCoarse)];
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.useProgram(ground.program);
    gl.uniformMatrix4fv(ground.uniforms.camera, false, camera.matrix);
    gl.uniform3fv(ground.uniforms.sun, sun);
    gl.uniform1f(ground.uniforms.reach, reach);
    for (const { place, kept } of tiles) {
      gl.bindVertexArray(kept.array);
      gl.bindTexture(gl.TEXTURE_2D, kept.texture);
      gl.uniform4f(ground.uniforms.place, place.x - eye[0], place.z - eye[2], place.side/CELLS, eye[1]);
      gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_SHORT, offset);
    }
    gl.bindVertexArray(this.empty);
    gl.useProgram(sky.program);
    gl.uniform3fv(sky.uniforms.sun, sun);
    const { right, up, ahead, wide, high } = camera;
    gl.uniformMatrix3fv(sky.uniforms.looks, false, [...right.map(v => v*wide), ...up.map(v => v*high), ...ahead]);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** Gives everything back, the context too: a browser has few. */
  dispose() {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
    this.canvas.remove();
  }
}
