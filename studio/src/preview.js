/* Small pictures of recipes and of their parts. */
import { paint, rangeOf, shownRange } from "./colour.js";
import { state } from "./state.js";
import { viewOf } from "./view.js";

export const SIZE = [78, 52]; /* samples of a small picture, which is cut down to the margin's */

/** What small pictures show: the view, of the usual one as much as they are wide and high. */
function shownView(about) {
  const view = viewOf(about);
  return about.view?.length === 4 || about.functions.includes("sphere") ? view : [view[0], view[1], view[2], view[3]*SIZE[1]/SIZE[0]];
}

/** The samples that a small picture of a recipe has: with its view, or another one. */
export function smallGrid(about, [columns, rows] = SIZE, view = shownView(about)) {
  const step = [(view[2] - view[0])/columns, (view[3] - view[1])/rows];
  return { size: [columns, rows], origin: [view[0] + step[0]/2, view[1] + step[1]/2], step, time: state.time };
}

/** Draws a recipe, { text, result, seed }, into a canvas of a grid's size, as one task of the pool under that key: its samples, their range,
 * how many values one has, and how long it took. */
export async function drawSmall(pool, key, canvas, source, grid) {
  const { samples, channels, ms } = await pool.ask(key, { task: "grid", ...source, grid });
  const [columns, rows] = grid.size, range = shownRange(rangeOf(samples, channels));
  const pixels = paint(samples, channels, range, new Uint8ClampedArray(4*columns*rows));
  Object.assign(canvas, { width: columns, height: rows });
  canvas.getContext("2d", { willReadFrequently: true }).putImageData(new ImageData(pixels, columns, rows), 0, 0);
  return { samples, range, channels, ms };
}

/** Small pictures for what is changed by pointing, drawn as drawSmall() does: those asked for at once belong together, and
 * what is still to come of earlier ones is dropped. */
export function previewsOf(pool) {
  let isBegun = false;
  return (canvas, source, grid) => {
    if (!isBegun) pool.cancel("preview");
    isBegun = true;
    queueMicrotask(() => (isBegun = false));
    return drawSmall(pool, "preview", canvas, source, grid);
  };
}
