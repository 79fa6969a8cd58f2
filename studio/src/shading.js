/* A fragment shader that fills a canvas, by WebGL2.  Its text may change at any time; the last one that compiled goes on. */

const TRIANGLE = `#version 300 es
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }`;

/** What a driver says, as [{ line, message }]; line 0: of the whole. */
function mistakesOf(log) {
  const found = [...(log ?? "").matchAll(/ERROR: \d+:(\d+): (.*)/g)].map(([, line, message]) => ({ line: Number(line), message }));
  return found.length ? found : [{ line: 0, message: (log ?? "").replaceAll("\0", "").trim() || "it doesn't compile" }];
}

export class Shading {
  /** null: there is no WebGL2. */
  static make(width, height) {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const gl = canvas.getContext("webgl2", { antialias: false, preserveDrawingBuffer: true });
    return gl && new Shading(canvas, gl);
  }

  constructor(canvas, gl) {
    this.canvas = canvas;
    this.gl = gl;
    this.program = null;
    canvas.addEventListener("webglcontextlost", event => {
      this.program = null;
      event.preventDefault(); /* so that it comes back */
    });
  }

  #shader(kind, text) {
    const shader = this.gl.createShader(kind);
    this.gl.shaderSource(shader, text);
    this.gl.compileShader(shader);
    return shader;
  }

  /** What is wrong with a fragment shader's text; where nothing is, it is the one that is drawn from now on. */
  compile(text) {
    const { gl } = this;
    if (gl.isContextLost()) return [{ line: 0, message: "the graphics processor has stopped the last shader; wait a moment" }];
    const program = gl.createProgram();
    const parts = [this.#shader(gl.VERTEX_SHADER, TRIANGLE), this.#shader(gl.FRAGMENT_SHADER, text)];
    for (const part of parts) gl.attachShader(program, part);
    gl.linkProgram(program);
    const isGood = gl.getProgramParameter(program, gl.LINK_STATUS);
    const log = gl.getShaderInfoLog(parts[1]) || gl.getProgramInfoLog(program);
    for (const part of parts) gl.deleteShader(part);
    const old = isGood ? this.program : program;
    if (isGood) this.program = program;
    if (old) gl.deleteProgram(old);
    return isGood ? [] : mistakesOf(log);
  }

  /** Draws with uniforms by name, a number or [x, y] each; those that the text doesn't have are passed over. */
  draw(uniforms) {
    const { gl } = this;
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (!this.program || gl.isContextLost()) return;
    gl.useProgram(this.program);
    for (const [name, value] of Object.entries(uniforms)) {
      const place = gl.getUniformLocation(this.program, name);
      if (Array.isArray(value)) gl.uniform2f(place, value[0], value[1]);
      else gl.uniform1f(place, value);
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** Takes the largest of rising sizes [width, height] that is drawn within so many milliseconds, at least the first. */
  fit(sizes, most) {
    for (const [n, [width, height]] of sizes.entries()) {
      Object.assign(this.canvas, { width, height });
      if (n === 0) this.#timeOfDrawing(); /* the first time, a driver may go on compiling */
      if (this.#timeOfDrawing() <= most) continue;
      [this.canvas.width, this.canvas.height] = sizes[Math.max(0, n - 1)];
      return;
    }
  }

  #timeOfDrawing() {
    const began = performance.now();
    this.draw({ size: [this.canvas.width, this.canvas.height] });
    this.#wait();
    return performance.now() - began;
  }

  /** Until all is drawn: a pixel that is read back has to be. */
  #wait() {
    this.gl.readPixels(0, 0, 1, 1, this.gl.RGBA, this.gl.UNSIGNED_BYTE, new Uint8Array(4));
  }
}
