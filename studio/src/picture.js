/* The picture: a view of the recipe that is dragged and zoomed; coarse at once, fine after, by tiles in workers. */
import { paint, rangeOf, shownRange } from "./colour.js";
import { Stale } from "./pool.js";
import { isDrafted, listen, set, shownRecipe, state } from "./state.js";
import { density, fitView, gridOfView, isFitted, pointOfSample, sizeOnPage, tileOf, viewOf, wholeOf } from "./view.js";

const TILE = 160; /* samples along each side */
const COARSE = 8; /* pixels a sample, at first */
const FRAME_MS = [20, 45]; /* a picture that plays is made finer below, coarser above */

/** A newer picture has taken the place of this one. */
class Superseded extends Error {}

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
    this.msPerSample = 2e-3; /* in one worker, the last time */
    this.last = null; /* of what is on the canvas: its centre and step, to move it at once */
    new ResizeObserver(() => this.resize()).observe(canvas);
    listen(["about", "centre", "step", "time", "mode", "isPlaying"], () => this.request());
  }

  /** Shows what there is in the middle of the new size until the picture is made for it.  A view that shows all goes on to. */
  resize() {
    const { width, height } = sizeOnPage(this.canvas);
    if (!width || !height || (this.canvas.width === width && this.canvas.height === height)) return;
    const copy = this.canvas.width && this.canvas.height ? copyOf(this.canvas) : null;
    this.run = null;
    this.isWhole = false;
    this.canvas.width = width;
    this.canvas.height = height;
    if (copy) this.context.drawImage(copy, (width - copy.width)/2, (height - copy.height)/2);
    if (this.last) this.last.width = width;
    if (isFitted()) fitView(this.canvas.clientWidth, this.canvas.clientHeight);
    this.request();
  }

  /** Several changes at once are one picture. */
  request() {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      if (state.about && this.isShown) this.renew();
    });
  }

  get isShown() {
    return (state.mode === "picture" || state.mode === "tile") && this.canvas.width > 0;
  }

  /** Whether what is shown lies where the view says. */
  get isMovable() {
    return state.mode === "picture" && !state.about?.needsWholeGrid;
  }

  /** A picture of what is set now.  The coarse one that is being made is shown before, so that there are pictures while
   * something is dragged; not that of another recipe. */
  renew() {
    const { run } = this;
    if (isDrafted()) return;
    if (run?.isFirst && run.opened === state.opened && run.mode === state.mode) run.isLate = true;
    else this.render();
    if (this.isMovable) this.moveLast();
  }

  async render() {
    this.pool.cancel("picture");
    const { width, height } = this.canvas, { opened, mode, centre, step } = state;
    const run = this.run = { opened, mode, centre, step, width, height, isFirst: true, isLate: false };
    const start = performance.now();
    this.isWhole = false;
    this.isBusy = true;
    this.placed = null;
    try {
      if (state.about.needsWholeGrid) await this.renderWhole(run);
      else if (state.mode === "tile") await this.renderCopies(run);
      else if (state.isPlaying) return await this.renderFrame(run);
      else await this.renderTiles(run);
      if (run !== this.run) return;
      this.isWhole = true;
      set({ failure: null });
      this.dispatchEvent(new CustomEvent("whole", { detail: { ms: performance.now() - start } }));
    } catch (error) {
      this.failed(run, error);
    } finally {
      run.isFirst = false;
      if (run === this.run) this.isBusy = false;
      if (run === this.run && run.isLate) this.render();
    }
  }

  failed(run, error) {
    if (run !== this.run || error instanceof Superseded) return;
    if (error instanceof Stale) run.isLate = false; /* the reader has stopped it */
    else if (!run.isLate) {
      this.pool.cancel("picture");
      set({ failure: error });
    }
  }

  /** The first answer of a picture is shown; no more is made of one that is late. */
  async first(run, request, show) {
    const answer = await request;
    if (run !== this.run) throw new Superseded();
    this.msPerSample = (answer.ms - answer.msBefore)*answer.channels/answer.samples.length;
    show(answer);
    run.isFirst = false;
    if (run.isLate) throw new Superseded();
    return answer;
  }

  /** A picture while time plays: as fine as it can be in time, by all workers at once. */
  async renderFrame(run) {
    const start = performance.now();
    const size = Math.round(this.frameSize);
    const grid = gridOfView(run, size);
    const { samples, channels } = await this.pool.grid("picture", shownRecipe(), grid);
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
      const at = [0, 1].map(a => (this.last.centre[a] - state.centre[a])/state.step*state.ways[a]*density()
        + (1 - scale)*(a ? height : width)/2);
      this.context.clearRect(0, 0, width, height);
      this.context.drawImage(copy, at[0], at[1], width*scale, height*scale);
    }
    this.last = { centre: state.centre, step: state.step, width };
  }

  async renderTiles(run) {
    const { width, height } = run;
    const coarse = gridOfView(run, COARSE), fine = gridOfView(run);
    const request = this.pool.ask("picture", { task: "grid", ...shownRecipe(), grid: coarse }, { first: true });
    await this.first(run, request, ({ samples, channels, ms }) => {
      this.channels = channels;
      this.range = shownRange(rangeOf(samples, channels));
      this.show(samples, coarse.size, [0, 0], COARSE);
      this.last = { centre: run.centre, step: run.step, width };
      this.moveLast();
      this.dispatchEvent(new CustomEvent("coarse", { detail: { samples, channels, ms } }));
    });
    this.samples = new Float32Array(width*height*this.channels);
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
    const { samples } = await this.pool.ask("picture", { task: "grid", ...shownRecipe(), grid: tile });
    if (run !== this.run) return;
    const row = width*this.channels;
    for (let j = 0; j < height; j++)
      this.samples.set(samples.subarray(j*row, (j + 1)*row), ((y + j)*run.width + x)*this.channels);
    this.show(samples, [width, height], [x, y], 1);
    this.dispatchEvent(new CustomEvent("tile"));
  }

  /** What the recipe's view holds, or one period of it, four times, with the seams marked: whether it tiles is seen there. */
  async renderCopies(run) {
    const { width, height } = run;
    const { view, size: [columns, rows] } = tileOf(state.about, [width/2, height/2]);
    const { samples } = await this.renderGrid(run, gridOfCells(view, [columns, rows]));
    const pixels = paint(samples, this.channels, this.range, new Uint8ClampedArray(4*columns*rows));
    const [x, y] = [Math.round(width/2) - columns, Math.round(height/2) - rows];
    this.blank();
    for (let copy = 0; copy < 4; copy++)
      this.context.putImageData(new ImageData(pixels, columns, rows), x + columns*(copy & 1), y + rows*(copy >> 1));
    this.context.setLineDash([6*density(), 6*density()]);
    this.context.strokeStyle = getComputedStyle(this.canvas).getPropertyValue("--accent");
    this.context.lineWidth = density();
    this.context.strokeRect(x + columns, y - 1, 0, 2*rows + 2);
    this.context.strokeRect(x - 1, y + rows, 2*columns + 2, 0);
    this.last = null;
  }

  /** A whole-grid recipe is shown as a whole. */
  async renderWhole(run) {
    const { view, size } = wholeOf(state.about);
    const grid = gridOfCells(view, size), { samples } = await this.renderGrid(run, grid);
    this.showWhole(samples, grid);
  }

  /** Samples of a whole grid in the middle of the canvas, as large as there is room. */
  showWhole(samples, grid) {
    const { size } = grid, { width, height } = this.canvas;
    const small = new OffscreenCanvas(size[0], size[1]);
    const pixels = paint(samples, this.channels, this.range, new Uint8ClampedArray(4*size[0]*size[1]));
    small.getContext("2d").putImageData(new ImageData(pixels, size[0], size[1]), 0, 0);
    const scale = Math.min(width/size[0], height/size[1]), shown = size.map(cells => cells*scale);
    const at = [(width - shown[0])/2, (height - shown[1])/2];
    this.blank();
    this.context.clearRect(at[0], at[1], shown[0], shown[1]);
    this.context.imageSmoothingEnabled = false;
    this.context.drawImage(small, at[0], at[1], shown[0], shown[1]);
    this.placed = { grid, at, scale };
  }

  /** Samples of a grid that is computed at once. */
  async renderGrid(run, grid) {
    const request = this.pool.ask("picture", { task: "grid", ...shownRecipe(), grid }, { first: true });
    return this.first(run, request, ({ samples, channels }) => {
      Object.assign(this, { samples, channels, range: shownRange(rangeOf(samples, channels)) });
    });
  }

  /** What surrounds a picture that doesn't fill the canvas is plain: what is clear stands for samples that are NaN. */
  blank() {
    this.context.fillStyle = getComputedStyle(this.canvas).getPropertyValue("--card");
    this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
  }

  /** Begins to show drafts: what was being made isn't shown any more. */
  beginDrafts() {
    this.pool.cancel("picture");
    this.run = null;
    this.isWhole = false;
    this.isBusy = false;
  }

  /** The samples of a draft: pixels wide, or of a whole grid. */
  showDraft({ samples, channels }, grid, pixels) {
    Object.assign(this, { channels, range: shownRange(rangeOf(samples, channels)) });
    if (state.about.needsWholeGrid) return this.showWhole(samples, grid);
    this.show(samples, grid.size, [0, 0], pixels);
    this.last = { centre: state.centre, step: state.step, width: this.canvas.width };
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

  /** The place of the page of a point. */
  placeOf(point) {
    const box = this.canvas.getBoundingClientRect();
    return [0, 1].map(a => (a ? box.height : box.width)/2 + (point[a] - state.centre[a])/state.step*state.ways[a]);
  }

  /** The sample that is shown at a place of the page: { point, values }, no values yet while the picture is made; null:
   * there is none. */
  sampleAt(clientX, clientY) {
    const placed = this.isMovable ? { grid: gridOfView(this.canvas), at: [0, 0], scale: 1 } : this.placed;
    if (!placed) return null;
    const { grid, at, scale } = placed, box = this.canvas.getBoundingClientRect();
    const index = [clientX - box.left, clientY - box.top].map((place, a) => Math.floor((place*density() - at[a])/scale));
    if (index.some((n, a) => n < 0 || n >= grid.size[a])) return null;
    const isShown = this.isWhole && !this.isAsked, first = (index[1]*grid.size[0] + index[0])*this.channels;
    return { point: pointOfSample(grid, index), values: isShown ? [...this.samples.subarray(first, first + this.channels)] : null };
  }
}

/** The grid of the middles of so many cells of a view. */
export function gridOfCells(view, size) {
  const step = [0, 1].map(a => (view[a + 2] - view[a])/size[a]);
  return { size, origin: [0, 1].map(a => view[a] + step[a]/2), step, time: state.time };
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
