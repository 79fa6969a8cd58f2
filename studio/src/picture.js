/* The picture: a view of the recipe that is dragged and zoomed; coarse at once, fine after, by tiles in workers. */
import { paint, rangeOf, shownRange } from "./colour.js";
import { Stale } from "./pool.js";
import { listen, recipe, set, state } from "./state.js";

const TILE = 160; /* samples along each side */
const COARSE = 8; /* pixels a sample, at first */
const WHOLE = 257; /* cells along the longer side of what is computed as a whole */
const FRAME_MS = [20, 45]; /* a picture that plays is made finer below, coarser above */
const CLOSEST = 2 ** -44; /* of the coordinates: where doubles end */

export class Picture extends EventTarget {
  /** @param {HTMLCanvasElement} canvas @param {import("./pool.js").Pool} pool */
  constructor(canvas, pool) {
    super();
    this.canvas = canvas;
    this.pool = pool;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.range = { lo: 0, hi: 1 };
    this.samples = new Float32Array(0);
    this.channels = 1;
    this.isWhole = false;
    this.isBusy = false;
    this.frameSize = 2; /* pixels a sample while time plays */
    this.last = null; /* of what is on the canvas: its centre and step, to move it at once */
    new ResizeObserver(() => this.resize()).observe(canvas);
    listen(["about", "centre", "step", "result", "time", "mode", "seed", "isPlaying"], () => this.request());
  }

  /** Device pixels, at most two a CSS pixel. */
  get density() {
    return Math.min(2, devicePixelRatio || 1);
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas;
    const [width, height] = [Math.round(clientWidth*this.density), Math.round(clientHeight*this.density)];
    if (!width || !height || (this.canvas.width === width && this.canvas.height === height)) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.last = null;
    this.request();
  }

  /** Several changes at once are one picture. */
  request() {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      if (state.about && this.isShown) this.render();
    });
  }

  get isShown() {
    return (state.mode === "picture" || state.mode === "tile") && this.canvas.width > 0;
  }

  /** Whether what is shown lies where the view says. */
  get isMovable() {
    return state.mode === "picture" && !state.about?.needsWholeGrid;
  }

  /** The grid of the view at so many device pixels a sample. */
  grid(pixels = 1) {
    const { width, height } = this.canvas;
    const step = state.ways.map(way => way*state.step*pixels/this.density);
    const size = [Math.ceil(width/pixels), Math.ceil(height/pixels)];
    const origin = [0, 1].map(a => state.centre[a] - (a ? height : width)/2*step[a]/pixels + 0.5*step[a]);
    return { size, origin, step, time: state.time };
  }

  async render() {
    this.pool.cancel("picture");
    const run = this.run = {};
    const start = performance.now();
    this.isWhole = false;
    this.isBusy = true;
    try {
      if (state.about.needsWholeGrid) await this.renderWhole(run);
      else if (state.mode === "tile") await this.renderCopies(run);
      else if (state.isPlaying) return await this.renderFrame(run);
      else await this.renderTiles(run);
      if (run !== this.run) return;
      this.isWhole = true;
      this.dispatchEvent(new CustomEvent("whole", { detail: { ms: performance.now() - start } }));
    } catch (error) {
      if (error instanceof Stale || run !== this.run) return;
      this.pool.cancel("picture");
      set({ error });
    } finally {
      if (run === this.run) this.isBusy = false;
    }
  }

  /** A picture while time plays: as fine as it can be in time, by all workers at once. */
  async renderFrame(run) {
    const start = performance.now();
    const size = Math.round(this.frameSize);
    const grid = this.grid(size);
    const { samples, channels } = await this.pool.grid("picture", recipe(), grid);
    if (run !== this.run) return;
    this.channels = channels;
    const { lo, hi } = rangeOf(samples, this.channels);
    if (this.channels < 3 && lo <= hi) this.range = { lo: Math.min(lo, this.range.lo), hi: Math.max(hi, this.range.hi) };
    this.show(samples, grid.size, [0, 0], size);
    const ms = performance.now() - start;
    if (ms > FRAME_MS[1]) this.frameSize = Math.min(COARSE, this.frameSize*1.25);
    else if (ms < FRAME_MS[0]) this.frameSize = Math.max(1, this.frameSize/1.1);
  }

  /** Shows what is there where it belongs now, until something finer comes. */
  moveLast() {
    const { width, height } = this.canvas;
    if (this.last && this.last.width === width && (this.last.step !== state.step || this.last.centre !== state.centre)) {
      const copy = copyOf(this.canvas);
      const scale = this.last.step/state.step;
      const at = [0, 1].map(a => (this.last.centre[a] - state.centre[a])/state.step*state.ways[a]*this.density
        + (1 - scale)*(a ? height : width)/2);
      this.context.clearRect(0, 0, width, height);
      this.context.drawImage(copy, at[0], at[1], width*scale, height*scale);
    }
    this.last = { centre: state.centre, step: state.step, width };
  }

  async renderTiles(run) {
    this.moveLast();
    const { width, height } = this.canvas;
    const coarse = this.grid(COARSE);
    const first = await this.pool.ask("picture", { task: "grid", ...recipe(), grid: coarse }, { first: true });
    if (run !== this.run) return;
    this.channels = first.channels;
    this.range = shownRange(rangeOf(first.samples, first.channels));
    this.show(first.samples, coarse.size, [0, 0], COARSE);
    this.dispatchEvent(new CustomEvent("coarse", { detail: { samples: first.samples, channels: first.channels, ms: first.ms } }));
    this.samples = new Float32Array(width*height*first.channels);
    const fine = this.grid();
    await Promise.all(tilesOf(width, height).map(tile => this.renderTile(run, fine, tile)));
    if (run !== this.run) return;
    const found = shownRange(rangeOf(this.samples, this.channels));
    if (this.channels < 3 && (found.lo !== this.range.lo || found.hi !== this.range.hi)) {
      this.range = found;
      this.show(this.samples, [width, height], [0, 0], 1);
    }
  }

  async renderTile(run, grid, [x, y, width, height]) {
    const tile = { ...grid, size: [width, height], first: [x, y] };
    const { samples } = await this.pool.ask("picture", { task: "grid", ...recipe(), grid: tile });
    if (run !== this.run) return;
    const row = width*this.channels;
    for (let j = 0; j < height; j++)
      this.samples.set(samples.subarray(j*row, (j + 1)*row), ((y + j)*this.canvas.width + x)*this.channels);
    this.show(samples, [width, height], [x, y], 1);
    this.dispatchEvent(new CustomEvent("tile"));
  }

  /** What the recipe's view holds, four times, with the seams marked: whether it tiles is seen there. */
  async renderCopies(run) {
    const { width, height } = this.canvas;
    const view = state.about.view?.length === 4 ? state.about.view : [0, 0, 8, 8];
    const aspect = Math.abs((view[3] - view[1])/(view[2] - view[0]));
    const columns = Math.floor(Math.min(width/2, height/2/aspect)), rows = Math.round(columns*aspect);
    const step = [(view[2] - view[0])/columns, (view[3] - view[1])/rows];
    const grid = { size: [columns, rows], origin: [view[0] + step[0]/2, view[1] + step[1]/2], step, time: state.time };
    const { samples, channels } = await this.pool.ask("picture", { task: "grid", ...recipe(), grid }, { first: true });
    if (run !== this.run) return;
    Object.assign(this, { samples, channels, range: shownRange(rangeOf(samples, channels)) });
    const pixels = paint(samples, channels, this.range, new Uint8ClampedArray(4*columns*rows));
    const [x, y] = [Math.round(width/2) - columns, Math.round(height/2) - rows];
    this.context.clearRect(0, 0, width, height);
    for (let copy = 0; copy < 4; copy++)
      this.context.putImageData(new ImageData(pixels, columns, rows), x + columns*(copy & 1), y + rows*(copy >> 1));
    this.context.setLineDash([6*this.density, 6*this.density]);
    this.context.strokeStyle = getComputedStyle(this.canvas).getPropertyValue("--accent");
    this.context.lineWidth = this.density;
    this.context.strokeRect(x + columns, y - 1, 0, 2*rows + 2);
    this.context.strokeRect(x - 1, y + rows, 2*columns + 2, 0);
    this.last = null;
  }

  /** A whole-grid recipe is computed over its view, or else as a square of cells, and shown as a whole. */
  async renderWhole(run) {
    const { width, height } = this.canvas;
    const [x0, y0, x1, y1] = state.about.view?.length === 4 ? state.about.view : [0, 0, WHOLE, WHOLE];
    const longer = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    const size = [x1 - x0, y1 - y0].map(length => Math.max(2, Math.round(WHOLE*Math.abs(length)/longer)));
    const step = [(x1 - x0)/size[0], (y1 - y0)/size[1]], origin = [x0 + step[0]/2, y0 + step[1]/2];
    const { samples, channels } = await this.pool.ask("picture",
      { task: "grid", ...recipe(), grid: { size, origin, step, time: state.time } }, { first: true });
    if (run !== this.run) return;
    this.channels = channels;
    this.range = shownRange(rangeOf(samples, channels));
    const small = new OffscreenCanvas(size[0], size[1]);
    const pixels = paint(samples, channels, this.range, new Uint8ClampedArray(4*size[0]*size[1]));
    small.getContext("2d").putImageData(new ImageData(pixels, size[0], size[1]), 0, 0);
    const scale = Math.min(width/size[0], height/size[1]), shown = size.map(cells => cells*scale);
    this.context.clearRect(0, 0, width, height);
    this.context.imageSmoothingEnabled = false;
    this.context.drawImage(small, (width - shown[0])/2, (height - shown[1])/2, shown[0], shown[1]);
    this.samples = samples;
  }

  /** Draws samples at a place, each so many pixels wide.
   * @param {number[]} shape @param {number[]} place @param {number} size */
  show(samples, shape, place, size) {
    const [columns, rows] = shape, [x, y] = place;
    const pixels = new ImageData(paint(samples, this.channels, this.range, new Uint8ClampedArray(4*columns*rows)), columns, rows);
    if (size === 1) {
      this.context.putImageData(pixels, x, y);
      return;
    }
    const small = new OffscreenCanvas(columns, rows);
    small.getContext("2d").putImageData(pixels, 0, 0);
    this.context.imageSmoothingEnabled = true;
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.context.drawImage(small, x, y, columns*size, rows*size);
  }

  /** The recipe's coordinates at a place of the page. */
  pointAt(clientX, clientY) {
    return pointAt(this.canvas, clientX, clientY);
  }

  /** The place of the page of a point. */
  placeOf(point) {
    const box = this.canvas.getBoundingClientRect();
    return [0, 1].map(a => (a ? box.height : box.width)/2 + (point[a] - state.centre[a])/state.step*state.ways[a]);
  }

  /** The sample under a place, if it is there: its channels. */
  sampleAt(clientX, clientY) {
    if (!this.isWhole || !this.isMovable) return null;
    const box = this.canvas.getBoundingClientRect();
    const [i, j] = [Math.floor((clientX - box.left)*this.density), Math.floor((clientY - box.top)*this.density)];
    if (i < 0 || j < 0 || i >= this.canvas.width || j >= this.canvas.height) return null;
    const at = (j*this.canvas.width + i)*this.channels;
    return [...this.samples.subarray(at, at + this.channels)];
  }
}

function copyOf(canvas) {
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  copy.getContext("2d").drawImage(canvas, 0, 0);
  return copy;
}

/** The tiles of a picture, from its middle outwards: [x, y, width, height]. */
function tilesOf(width, height) {
  const tiles = [];
  for (let y = 0; y < height; y += TILE)
    for (let x = 0; x < width; x += TILE) tiles.push([x, y, Math.min(TILE, width - x), Math.min(TILE, height - y)]);
  const distance = ([x, y, w, h]) => Math.hypot(x + w/2 - width/2, y + h/2 - height/2);
  return tiles.sort((a, b) => distance(a) - distance(b));
}

/* ---- Moving -------------------------------------------------------------------------------------- */

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

/** The recipe's own view, or the usual 8 cells, fitted into a picture of this size. */
export function fitView(width, height) {
  const view = state.about?.view?.length === 4 ? state.about.view : [0, 0, 8, 8];
  const [w, h] = [view[2] - view[0], view[3] - view[1]];
  const step = Math.max(Math.abs(w)/width, Math.abs(h)/height);
  set({ centre: [(view[0] + view[2])/2, (view[1] + view[3])/2], step, fitted: step,
    ways: [Math.sign(w) || 1, Math.sign(h) || 1] });
}

/** The recipe's coordinates at a place of the page, where the view fills a canvas. */
function pointAt(canvas, clientX, clientY) {
  const box = canvas.getBoundingClientRect();
  return [state.centre[0] + (clientX - box.left - box.width/2)*state.step*state.ways[0],
    state.centre[1] + (clientY - box.top - box.height/2)*state.step*state.ways[1]];
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
      set({ pin: pointAt(canvas, event.clientX, event.clientY) });
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
    else if (event.key === "Enter") set({ pin: [...state.centre] });
    else return;
    event.preventDefault();
  });
}
