/* Where one looks: the recipe's view, fitted into the page, moved and zoomed by mouse, touch, wheel and keys. */
import { set, state } from "./state.js";

const CLOSEST = 2 ** -44; /* of the coordinates: where doubles end */
const MAP = [-180, 90, 180, -90]; /* longitude and latitude of a whole ball, north up */
const WHOLE = 257; /* cells along the longer side of what is computed as a whole */

/** Device pixels, at most two a CSS pixel. */
export const density = () => Math.min(2, devicePixelRatio || 1);

/** The recipe's own view, or what its function sphere() takes, or the usual 8 cells: x0, y0, x1, y1. */
export function viewOf({ view, functions }) {
  if (view?.length === 4) return view;
  return functions.includes("sphere") ? MAP : [0, 0, 8, 8];
}

/** What is shown tiled, { view, size }, in so much room: the recipe's view; along an axis along which it repeats, and has
 * no whole number of periods, one of them.  A period is a whole number of samples wide, as whole grids take it.
 * @param {number[]} room */
export function tileOf(about, room) {
  const view = [...viewOf(about)], times = [1, 1];
  ["x", "y"].forEach((axis, a) => {
    const period = about.repeats?.[axis], count = (view[2 + a] - view[a])/period, whole = Math.round(Math.abs(count));
    if (!period) return;
    if (whole > 0 && Math.abs(Math.abs(count) - whole) < 1e-6) times[a] = whole;
    else view[2 + a] = view[a] + Math.sign(count)*period;
  });
  const aspect = Math.abs((view[3] - view[1])/(view[2] - view[0])), wide = Math.min(room[0], room[1]/aspect);
  const size = [wide, wide*aspect].map((cells, a) => Math.max(1, Math.floor(cells/times[a] + 1e-6))*times[a]);
  return { view, size };
}

/** Whether a recipe is a map of longitude and latitude: by sphere(), or by its view. */
export function isMap(about) {
  const view = viewOf(about);
  return about.functions.includes("sphere") || (Math.abs(view[2] - view[0]) === 360 && Math.abs(view[3] - view[1]) === 180);
}

/** Whether x of a recipe is the angle of its function cylinder(), as far as its view says. */
export function isAround({ view, functions }) {
  return functions.includes("cylinder") && (view?.length !== 4 || Math.abs(view[2] - view[0]) === 360);
}

/** The corners of a map that goes around the whole ball: the recipe's view, or else north up. */
export function mapOf(about) {
  const view = viewOf(about);
  return Math.abs(view[2] - view[0]) === 360 && Math.abs(view[3] - view[1]) === 180 ? view : MAP;
}

/** Over what a whole-grid recipe is computed: its view, or else a square of cells, and how many cells there are.
 * @returns {{ view: number[], size: number[] }} */
export function wholeOf({ view, repeats }) {
  const over = [...(view?.length === 4 ? view : [0, 0, WHOLE, WHOLE])];
  const sides = [over[2] - over[0], over[3] - over[1]], longer = Math.max(...sides.map(Math.abs));
  const size = sides.map((side, a) => {
    const wanted = Math.max(2, Math.round(WHOLE*Math.abs(side)/longer)), period = repeats?.["xy"[a]];
    if (!period || period > Math.abs(side)) return wanted;
    const step = period/Math.max(1, Math.round(wanted*period/Math.abs(side))), cells = Math.max(2, Math.round(Math.abs(side)/step));
    over[2 + a] = over[a] + Math.sign(side)*cells*step; // what repeats does so after whole samples
    return cells;
  });
  return { view: over, size };
}

/** The grid of the view over a canvas, so many device pixels a sample. */
export function gridOfView({ width, height }, pixels = 1) {
  const step = state.ways.map(way => way*state.step*pixels/density());
  const size = [Math.ceil(width/pixels), Math.ceil(height/pixels)];
  const origin = [0, 1].map(a => state.centre[a] - (a ? height : width)/2*step[a]/pixels + 0.5*step[a]);
  return { size, origin, step, time: state.time };
}

/** The point of a grid's sample, in the arithmetic of the library. */
export const pointOfSample = ({ origin, step }, index) => [0, 1].map(a => origin[a] + index[a]*step[a]);

/** How many device pixels a canvas is wide and high on the page. */
export function sizeOnPage({ clientWidth, clientHeight }) {
  return { width: Math.round(clientWidth*density()), height: Math.round(clientHeight*density()) };
}

/** The point of the sample that a canvas has at a place of the page. */
export function samplePointAt(canvas, clientX, clientY) {
  const box = canvas.getBoundingClientRect();
  return pointOfSample(gridOfView(sizeOnPage(canvas)), [clientX - box.left, clientY - box.top].map(at => Math.floor(at*density())));
}

/** The step is as small as doubles allow, as large as noises go. */
export function zoomed(step, centre, factor) {
  const size = Math.max(1e-30, Math.abs(centre[0]), Math.abs(centre[1]));
  return Math.min(2 ** 40, Math.max(size*CLOSEST, 1e-15, step*factor));
}

export function zoomAt(point, factor) {
  const step = zoomed(state.step, state.centre, factor);
  const by = step/state.step;
  set({ step, centre: [0, 1].map(a => point[a] + (state.centre[a] - point[a])*by) });
}

const middleOf = view => [(view[0] + view[2])/2, (view[1] + view[3])/2];

/** The recipe's view, fitted into a picture of this size. */
export function fitView(width, height) {
  if (!state.about || !width || !height) return;
  const view = viewOf(state.about);
  const [w, h] = [view[2] - view[0], view[3] - view[1]];
  const step = Math.max(Math.abs(w)/width, Math.abs(h)/height);
  set({ centre: middleOf(view), step, fitted: step, ways: [Math.sign(w) || 1, Math.sign(h) || 1] });
}

/** Whether the view is as it was fitted: neither moved nor zoomed. */
export function isFitted() {
  return state.about !== null && state.step === state.fitted && middleOf(viewOf(state.about)).every((at, a) => at === state.centre[a]);
}

/** The recipe's coordinates at a place of the page, where the view fills a canvas. */
export function pointAt(canvas, clientX, clientY) {
  const box = canvas.getBoundingClientRect();
  return [state.centre[0] + (clientX - box.left - box.width/2)*state.step*state.ways[0],
    state.centre[1] + (clientY - box.top - box.height/2)*state.step*state.ways[1]];
}

/** The point of the sample in the middle of a canvas. */
function middleSample(canvas) {
  const size = sizeOnPage(canvas);
  return pointOfSample(gridOfView(size), [size.width >> 1, size.height >> 1]);
}

/** Mouse, touch, wheel and keys move the view, where it can be moved; a click that moves nothing pins a point.
 * @param {HTMLCanvasElement} canvas */
export function makeMovable(canvas, canMove = () => true) {
  const pointers = new Map();
  let moved = false;
  canvas.addEventListener("pointerdown", event => {
    if (!canMove()) return;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (pointers.size === 1) moved = false;
  });
  canvas.addEventListener("pointermove", event => {
    const old = pointers.get(event.pointerId);
    if (!old) return;
    const now = [event.clientX, event.clientY];
    if (Math.hypot(now[0] - old[0], now[1] - old[1]) < 3 && !moved) return;
    moved = true;
    const others = [...pointers.entries()].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    if (others.length) {
      const far = Math.hypot(now[0] - others[0][0], now[1] - others[0][1]), before = Math.hypot(old[0] - others[0][0], old[1] - others[0][1]);
      zoomAt(pointAt(canvas, (now[0] + others[0][0])/2, (now[1] + others[0][1])/2), before/Math.max(far, 1));
    } else {
      set({ centre: state.centre.map((c, a) => c - (now[a] - old[a])*state.step*state.ways[a]) });
    }
    pointers.set(event.pointerId, now);
  });
  const up = event => {
    if (pointers.delete(event.pointerId) && !moved && event.type === "pointerup")
      set({ pin: samplePointAt(canvas, event.clientX, event.clientY) });
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("wheel", event => {
    if (!canMove()) return;
    event.preventDefault();
    zoomAt(pointAt(canvas, event.clientX, event.clientY), Math.exp(event.deltaY*(event.deltaMode ? 0.05 : 0.0016)));
  }, { passive: false });
  canvas.addEventListener("keydown", event => {
    if (!canMove()) return;
    const by = 40*state.step;
    const ways = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] };
    const way = ways[event.key];
    if (way) set({ centre: state.centre.map((c, a) => c + way[a]*state.ways[a]) });
    else if (event.key === "+" || event.key === "=") zoomAt(state.centre, 0.8);
    else if (event.key === "-") zoomAt(state.centre, 1.25);
    else if (event.key === "0") fitView(canvas.clientWidth, canvas.clientHeight);
    else if (event.key === "Enter") set({ pin: middleSample(canvas) });
    else return;
    event.preventDefault();
  });
}
