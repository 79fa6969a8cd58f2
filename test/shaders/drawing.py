"""Draws fragment shaders by WebGL2 in a headless Chromium, and holds the pixels against the library's samples."""
import json
from dataclasses import dataclass

import numpy as np

SECONDS = 0.75
ONE_STEP = 1.01 / 255

DRAW = """(vertex, fragment, numbers, size) => {
  const canvas = window.canvas ??= document.createElement("canvas"), start = performance.now();
  const LOST = "the context is lost";
  [canvas.width, canvas.height] = size;
  const gl = canvas.getContext("webgl2", {antialias: false, preserveDrawingBuffer: true}), program = gl.createProgram();
  gl.clear(gl.COLOR_BUFFER_BIT);
  for (const [stage, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(stage);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) return {said: gl.getShaderInfoLog(shader) || LOST};
    gl.attachShader(program, shader);
  }
  for (const [place, name] of ["position", "uv"].entries()) gl.bindAttribLocation(program, place, name);
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return {said: gl.getProgramInfoLog(program) || LOST};
  gl.useProgram(program);
  for (const [name, value] of Object.entries(numbers)) {
    const at = gl.getUniformLocation(program, name);
    if (name.endsWith("_zero")) gl.uniform1ui(at, 0);
    else if (name.endsWith("Matrix")) gl.uniformMatrix4fv(at, false, value);
    else gl[`uniform${[value].flat().length}fv`](at, [value].flat());
  }
  const corners = new Float32Array([-1, -1, 0, 0, 0, 3, -1, 0, 2, 0, -1, 3, 0, 0, 2]);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 20, 0);
  gl.enableVertexAttribArray(1);
  gl.vertexAttribPointer(1, 2, gl.FLOAT, false, 20, 12);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const pixels = new Uint8Array(4 * size[0] * size[1]);
  gl.readPixels(0, 0, ...size, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const said = gl.getError() ? "WebGL has an error" : "";
  return {said, pixels: [...pixels], milliseconds: performance.now() - start};
}"""
CORNERS = "#version 300 es\nin vec3 position;\nvoid main() { gl_Position = vec4(position, 1.0); }\n"


@dataclass(frozen=True)
class Drawn:
    said: str                      # what went wrong, if anything
    pixels: np.ndarray = None      # uint8[height][width][4] from the top
    milliseconds: float = 0.0      # to compile and draw it


def draw(browser, vertex, fragment, numbers, size):
    words = ", ".join(json.dumps(one) for one in (vertex, fragment, numbers, size))
    made = browser.evaluate(f"({DRAW})({words})")
    if made["said"]:
        return Drawn(made["said"])
    pixels = np.array(made["pixels"], np.uint8).reshape(size[1], size[0], 4)[::-1]
    return Drawn("", pixels, made["milliseconds"])


def extent(view, size):
    """What Shadertoy's picture shows: its height is the view's, or of a graph all of it."""
    left, top, right, bottom = view
    if not abs(bottom - top) / 3 <= abs(right - left) <= 3 * abs(bottom - top):
        return view
    across = size[0] / size[1] * abs(bottom - top)
    return left, top, left + (across if right > left else -across), bottom


def places(shown, size):
    """The points behind the pixels, from the top: x[height][width] and y."""
    left, top, right, bottom = shown
    across, down = ((np.arange(count) + 0.5) / count for count in size)
    return np.meshgrid(left + across * (right - left), top + down * (bottom - top))


def colours(program, black_and_white, at, footprint=0.0):
    """What is to be seen at the points, of all octaves or as the distance between samples is: float[count][3 or 4]."""
    at = [axis.ravel() for axis in at]
    axes = [*at, *(np.full(at[0].shape, SECONDS if axis == 2 else 0.0) for axis in range(2, program.dims))]
    values = program.sample(axes, np.full(at[0].shape, SECONDS), footprint)
    if values.shape[1] > 1:
        return values
    low, high = black_and_white
    return np.repeat((values - low) / (high - low), 3, axis=1)


def strays(pixels, wanted):
    """Which pixels are off by more than a step: bool[count]."""
    got = pixels.reshape(-1, 4)[:, :wanted.shape[1]] / 255
    return np.abs(got - np.clip(wanted, 0, 1)).max(axis=1) > ONE_STEP
