/* A recipe's GLSL ES text as a program of WebGL2 that fills a canvas, without ever waiting for the graphics processor. */

const CORNERS = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID << 1 & 2, gl_VertexID & 2)*2.0 - 1.0, 0.0, 1.0); }`;
const POLL_MS = 4;

/** What a canvas shows: colours as they are, numbers from lo to hi as greys, clear where they are none; or all as it is. */
const SHOWN = { 1: "vec4 shown = vec4(vec3((value - studio_range.x)*studio_range.y), value == value ? 1.0 : 0.0); vec4 exact = vec4(value);",
  3: "vec4 shown = vec4(value, 1.0); vec4 exact = shown;", 4: "vec4 shown = value; vec4 exact = value;" };

const TYPES = { 1: "float", 3: "vec3", 4: "vec4" };

/** Around the text: pixels as whole cells and fractions. */
function fragmentOf(code, channels) {
  return `#version 300 es
${code}
uniform ivec2 studio_cell;
uniform vec2 studio_fraction, studio_middle, studio_step, studio_range;
uniform bool studio_exact;
out vec4 studio_colour;

void main() {
  vec2 p = studio_fraction + (gl_FragCoord.xy - studio_middle)*studio_step;
  vec2 below = floor(p);
  ${TYPES[channels]} value = burl_cell(studio_cell + ivec2(below), p - below);
  ${SHOWN[channels]}
  studio_colour = studio_exact ? exact : shown;
}`;
}

const later = ms => new Promise(resolve => setTimeout(resolve, ms));

export class Shader {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    const gl = canvas.getContext("webgl2", { alpha: true, premultipliedAlpha: false, antialias: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error("This browser has no WebGL2.");
    this.gl = gl;
    this.parallel = gl.getExtension("KHR_parallel_shader_compile");
    this.canReadFloats = Boolean(gl.getExtension("EXT_color_buffer_float"));
    this.program = null;
    this.targets = {}; /* what is drawn into beside the canvas, by name */
    gl.bindVertexArray(gl.createVertexArray());
  }

  /** Makes the text the program, within so many ms; isWanted(): whether it still is.  Throws where it can't; false: it was no
   * longer wanted. */
  async build(code, channels, limit, isWanted) {
    const { gl } = this, end = performance.now() + limit;
    const program = gl.createProgram();
    this.#attach(program, gl.VERTEX_SHADER, CORNERS);
    this.#attach(program, gl.FRAGMENT_SHADER, fragmentOf(code, channels));
    gl.linkProgram(program);
    const isLinked = () => !this.parallel || gl.isContextLost() || gl.getProgramParameter(program, this.parallel.COMPLETION_STATUS_KHR);
    try {
      while (!isLinked()) {
        if (!isWanted()) return false;
        if (performance.now() > end) throw new Error("Its driver takes too long to compile this recipe.");
        await later(20);
      }
      if (gl.isContextLost()) throw new Error("The graphics processor gave up.");
      if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`The driver doesn't compile this recipe: ${this.#logOf(program)}`);
      /* Many drivers do the rest of their work with the first pixel. */
      this.#draw(program, null, [1, 1], { centre: [0, 0], step: [1, 1], time: 0, range: [0, 1], values: {} });
      if (!(await this.finished(end, isWanted))) {
        if (isWanted()) throw new Error("Its driver takes too long to compile this recipe.");
        return false;
      }
    } catch (error) {
      gl.deleteProgram(program);
      throw error;
    }
    gl.deleteProgram(this.program);
    this.program = program;
    return true;
  }

  #attach(program, kind, text) {
    const { gl } = this, shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }

  #logOf(program) {
    const { gl } = this;
    const logs = gl.getAttachedShaders(program)?.map(shader => gl.getShaderInfoLog(shader)) ?? [];
    return [...logs, gl.getProgramInfoLog(program)].filter(Boolean).join(" ").slice(0, 200) || "it doesn't say why";
  }

  /** Waits until what was asked for is drawn: whether it was, before the end and while it is wanted. */
  async finished(end = Infinity, isWanted = () => true) {
    const { gl } = this;
    const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    try {
      for (;;) {
        await later(POLL_MS);
        if (gl.isContextLost()) throw new Error("The graphics processor gave up.");
        if (gl.getSyncParameter(sync, gl.SYNC_STATUS) === gl.SIGNALED) return true;
        if (performance.now() > end || !isWanted()) return false;
      }
    } finally {
      gl.deleteSync(sync);
    }
  }

  /** Draws a look into a target of this size; null: the canvas.  look: { centre, step, time, range, values, isExact, rows }:
   * the middle, what a pixel is along x and y, the uniforms by name, and which rows alone. */
  #draw(program, target, size, { centre, step, time, range, values, isExact = false, rows = null }) {
    const { gl } = this, [width, height] = size, at = name => gl.getUniformLocation(program, name);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    gl.viewport(0, 0, width, height);
    gl.useProgram(program);
    const below = centre.map(Math.floor);
    gl.uniform2iv(at("studio_cell"), below.map(cell => (cell % 2 ** 32) | 0));
    gl.uniform2f(at("studio_fraction"), centre[0] - below[0], centre[1] - below[1]);
    gl.uniform2f(at("studio_middle"), width/2, height/2);
    gl.uniform2f(at("studio_step"), step[0], -step[1]);
    gl.uniform2f(at("studio_range"), range[0], 1/(range[1] - range[0]));
    gl.uniform1i(at("studio_exact"), isExact ? 1 : 0);
    for (const [name, value] of Object.entries(values)) gl.uniform1f(at(`burl_${name}`), value);
    gl.uniform1i(at("burl_t_cell"), Math.floor(time));
    gl.uniform1f(at("burl_t_fraction"), time - Math.floor(time));
    if (rows) gl.scissor(0, rows[0], width, rows[1]);
    (rows ? gl.enable : gl.disable).call(gl, gl.SCISSOR_TEST);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.disable(gl.SCISSOR_TEST);
  }

  /** Draws rows of the canvas, as fine as it is; all of them where none are named. */
  drawRows(look, rows = null) {
    this.#draw(this.program, null, [this.canvas.width, this.canvas.height], { ...look, rows });
  }

  /** Draws the canvas from fewer samples: `scale` of them along each side. */
  drawCoarse(look, scale) {
    const { gl, canvas: { width, height } } = this;
    const columns = Math.max(1, Math.round(width*scale)), rows = Math.max(1, Math.round(height*scale));
    const step = [look.step[0]*width/columns, look.step[1]*height/rows];
    this.#draw(this.program, this.#target("coarse", gl.RGBA8, width, height), [columns, rows], { ...look, step });
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, columns, rows, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.LINEAR);
  }

  /** Values of a look, four a pixel, its uppermost row first.
   * @returns {Promise<Float32Array>} */
  async read(look, [width, height]) {
    const { gl } = this;
    this.#draw(this.program, this.#target("exact", gl.RGBA32F, width, height), [width, height], { ...look, isExact: true });
    const buffer = gl.createBuffer(), values = new Float32Array(4*width*height), row = 4*width;
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
    gl.bufferData(gl.PIXEL_PACK_BUFFER, values.byteLength, gl.STREAM_READ);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, 0);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    await this.finished();
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
    gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, values);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.deleteBuffer(buffer);
    const turned = new Float32Array(values.length);
    for (let j = 0; j < height; j++) turned.set(values.subarray(j*row, (j + 1)*row), (height - 1 - j)*row);
    return turned;
  }

  /** A framebuffer with a texture of this size, kept while the size stays. */
  #target(name, format, width, height) {
    const { gl } = this;
    const old = this.targets[name];
    if (old?.width === width && old.height === height) return old.framebuffer;
    if (old) this.#drop(old);
    const texture = gl.createTexture(), framebuffer = gl.createFramebuffer();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    this.targets[name] = { texture, framebuffer, width, height };
    return framebuffer;
  }

  #drop({ texture, framebuffer }) {
    this.gl.deleteFramebuffer(framebuffer);
    this.gl.deleteTexture(texture);
  }

  /** Gives everything back.  The context goes when what is on its way has ended, as the page would have to wait for that. */
  dispose() {
    const lose = () => this.gl.getExtension("WEBGL_lose_context")?.loseContext();
    Object.values(this.targets).forEach(target => this.#drop(target));
    this.gl.deleteProgram(this.program);
    this.finished().then(lose, lose);
  }
}
