/* A small lit surface on a 2D canvas: heights over a square, seen from a side and from above.  Its cells are painted from
 * the farthest to the nearest, so that nothing has to be sorted. */

const LIGHT = [-0.62, -0.32, 0.72]; /* to the light, seen by the onlooker: right, near, up */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number[]} box where in the canvas: x, y, width, height
 * @param {ArrayLike<number>} heights count × count of them, row after row
 * @param {{ turn: number, tilt: number, rise: number, base: number, colours: ArrayLike<number> }} look turn and tilt in
 * radians; rise: how much of half a side a height of 1 is; base: the height of the ground that it stands on; colours: red,
 * green and blue of each point, from 0 to 1
 */
export function drawMesh(context, box, heights, count, look) {
  const { turn, tilt, rise, base, colours } = look, [left, top, width, height] = box;
  const half = width/(2*Math.SQRT2), [c, s] = [Math.cos(turn), Math.sin(turn)];
  const xs = new Float32Array(count*count), ys = new Float32Array(count*count);
  for (let j = 0; j < count; j++)
    for (let i = 0; i < count; i++) {
      const u = 2*i/(count - 1) - 1, v = 2*j/(count - 1) - 1;
      xs[j*count + i] = left + width/2 + half*(u*c - v*s);
      ys[j*count + i] = top + height/2 + half*((u*s + v*c)*Math.sin(tilt) - rise*heights[j*count + i]*Math.cos(tilt));
    }
  const mesh = { context, xs, ys, count };
  const scale = rise*(count - 1)/2;
  for (let j = 0; j < count - 1; j++)
    for (let i = 0; i < count - 1; i++) {
      const at = fromFar(j, c, count)*count + fromFar(i, s, count);
      const slopes = [scale*(heights[at + 1] - heights[at]), scale*(heights[at + count] - heights[at])];
      fill(mesh, [at, at + 1, at + count + 1, at + count], lit(colours, at, slopes, c, s));
    }
  const groundOf = at => ys[at] + half*rise*(heights[at] - base)*Math.cos(tilt);
  drawSide(mesh, "#4a4440", i => (c > 0 ? count - 1 : 0)*count + i, groundOf);
  drawSide(mesh, "#5b544e", i => i*count + (s > 0 ? count - 1 : 0), groundOf);
}

/** Rows run away from the onlooker where what the turn makes of them is below 0. */
const fromFar = (index, towards, count) => (towards < 0 ? count - 2 - index : index);

/** The colour of a cell, lit.
 * @param {ArrayLike<number>} colours @param {number} at @param {number[]} slopes @param {number} c @param {number} s */
function lit(colours, at, [alongX, alongY], c, s) {
  const [right, near] = [-(alongX*c - alongY*s), -(alongX*s + alongY*c)];
  const light = (right*LIGHT[0] + near*LIGHT[1] + LIGHT[2])/Math.hypot(right, near, 1);
  const share = 255*(0.45 + 0.75*Math.max(0, light));
  return `rgb(${[0, 1, 2].map(channel => Math.round(share*colours[3*at + channel])).join()})`;
}

function fill({ context, xs, ys }, points, colour) {
  context.beginPath();
  for (const at of points) context.lineTo(xs[at], ys[at]);
  context.closePath();
  context.fillStyle = context.strokeStyle = colour;
  context.lineWidth = 0.8;
  context.fill();
  context.stroke(); /* no gap to its neighbours */
}

/** A side that faces the onlooker, from the ground up. */
function drawSide({ context, xs, ys, count }, colour, pointOf, groundOf) {
  const [first, last] = [pointOf(0), pointOf(count - 1)];
  context.beginPath();
  context.moveTo(xs[first], groundOf(first));
  for (let i = 0; i < count; i++) context.lineTo(xs[pointOf(i)], ys[pointOf(i)]);
  context.lineTo(xs[last], groundOf(last));
  context.fillStyle = colour;
  context.fill();
}
