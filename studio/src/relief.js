/* A surface of heights, seen along parallel lines from a side and from above, on a 2D canvas. */

const LIGHT = [-0.45, 0.3, 0.84]; /* to the light, seen by the onlooker: right, near, up */

export class Relief {
  /** centre: where (middle, 0) is drawn; side: how long 1 along x or y is, rise: along the height; turn and tilt in radians. */
  constructor({ centre, middle, side, rise, turn, tilt }) {
    this.centre = centre;
    this.middle = middle;
    this.side = side;
    this.rise = rise;
    this.tilt = tilt;
    this.c = Math.cos(turn);
    this.s = Math.sin(turn);
  }

  /** To the right and towards the onlooker. */
  turned(x, y) {
    return [x*this.c - y*this.s, x*this.s + y*this.c];
  }

  /** Where a point [x, y, height] is drawn.
   * @param {number[]} point */
  place(point) {
    const [x, y, height] = point;
    const [right, near] = this.turned(x - this.middle[0], y - this.middle[1]);
    return [this.centre[0] + this.side*right,
      this.centre[1] + this.side*near*Math.sin(this.tilt) - this.rise*height*Math.cos(this.tilt)];
  }

  /** The height of a point over [x, y] that is drawn so far down. */
  heightAt(at, down) {
    return (this.place([...at, 0])[1] - down)/(this.rise*Math.cos(this.tilt));
  }

  /** Paints heights[row][column] over an extent; colourOf(height) gives red, green and blue from 0 to 255.  density: the
   * canvas's pixels a unit.
   * @param {CanvasRenderingContext2D} context @param {number} density @param {ArrayLike<number>} heights @param {number[]} size
   * @param {number[]} extent @param {(height: number) => number[]} colourOf */
  paint(context, density, heights, size, extent, colourOf) {
    const [columns, rows] = size, [x0, y0, x1, y1] = extent;
    const step = [(x1 - x0)/(columns - 1), (y1 - y0)/(rows - 1)];
    const points = Array.from(heights, (height, at) => {
      const x = x0 + step[0]*(at % columns), y = y0 + step[1]*Math.floor(at/columns);
      return this.place([x, y, height]).map(v => v*density);
    });
    for (const at of this.#fromFar(columns, rows)) {
      const slopes = [(heights[at + 1] - heights[at])/step[0], (heights[at + columns] - heights[at])/step[1]];
      const corners = [at, at + 1, at + columns + 1, at + columns];
      const mean = corners.reduce((sum, corner) => sum + heights[corner]/4, 0);
      fill(context, corners.map(corner => points[corner]), colourOf(mean), this.#light(slopes));
    }
  }

  /** The cells of a grid, the farthest first. */
  #fromFar(columns, rows) {
    const cells = [];
    for (let j = 0; j < rows - 1; j++)
      for (let i = 0; i < columns - 1; i++)
        cells.push((this.c < 0 ? rows - 2 - j : j)*columns + (this.s < 0 ? columns - 2 - i : i));
    return cells;
  }

  #light(slopes) {
    const [right, near] = this.turned(...slopes.map(slope => -slope*this.rise/this.side));
    const share = (right*LIGHT[0] + near*LIGHT[1] + LIGHT[2])/Math.hypot(right, near, 1);
    return 0.45 + 0.65*Math.max(0, share);
  }
}

function fill(context, corners, colour, light) {
  context.beginPath();
  for (const [x, y] of corners) context.lineTo(x, y);
  context.closePath();
  context.fillStyle = context.strokeStyle = `rgb(${colour.map(channel => Math.min(255, Math.round(channel*light))).join()})`;
  context.lineWidth = 0.8; /* no gap to its neighbours */
  context.fill();
  context.stroke();
}
