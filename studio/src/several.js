/* Nine pictures of the recipe at once, of seeds that follow or of values of a knob from its least to its greatest, as burl sheet
 * draws them: the picture of a value is the same there, to the byte.  A click takes one. */
import { paint, rangeOf, shownRange } from "./colour.js";
import { element } from "./element.js";
import { knobOf } from "./knobs.js";
import { treeIn } from "./language.js";
import { gridOfCells } from "./picture.js";
import { Stale } from "./pool.js";
import { kept, keep, listen, set, shownRecipe, state } from "./state.js";
import { density, viewOf, wholeOf } from "./view.js";

const ALONG = 3, COUNT = ALONG*ALONG;
const BESIDE = 12, BELOW = 34; /* what surrounds a picture, and its label */
const LEAST = 48, MOST = 1024; /* pixels of a picture's longer side */
const SEEDS = ""; /* among the names of knobs */

/** How many pixels pictures of a view have whose longer side has so many, as burl sheet --size takes them. */
export function sizeOf([x0, y0, x1, y1], side) {
  const along = Math.abs(x1 - x0), down = Math.abs(y1 - y0);
  return [along/down, down/along].map(share => Math.max(8, Math.round(side*Math.min(1, share))));
}

/** What the pictures are of: { label, change } each, of which the change is of a request to the workers. */
function variantsOf(name) {
  const indices = Array.from({ length: COUNT }, (_, i) => i), knob = state.about.params.find(param => param.name === name);
  if (knob) {
    return indices.map(i => {
      const value = knob.lo + (knob.hi - knob.lo)*i/(COUNT - 1);
      return { label: `${name} ${Number(value.toPrecision(4))}`, value, change: { knobs: { [name]: value } } };
    });
  }
  const first = /^-?\d+$/.test(state.seed) ? BigInt(state.seed) : 0n;
  return indices.map(i => {
    const seed = String(BigInt.asUintN(64, first + BigInt(i)));
    return { label: `seed ${seed}`, seed, change: { seed } };
  });
}

class Several {
  constructor(parent, pool, view) {
    this.pool = pool;
    this.view = view;
    this.parent = parent;
    this.choice = element("select");
    this.grid = element("div", { className: "several" });
    const box = element("form", {}, element("label", {}, "of ", this.choice));
    box.addEventListener("submit", event => event.preventDefault());
    this.said = element("p");
    this.said.setAttribute("role", "status");
    this.root = element("div", { className: "space" }, this.said, this.grid, box);
    parent.append(this.root);
    this.choice.addEventListener("change", () => {
      keep("burl-several", this.choice.value);
      this.renew();
    });
    this.unlisten = listen(["about", "time"], () => this.request());
    this.observer = new ResizeObserver(() => this.request());
    this.observer.observe(this.grid);
  }

  /** Several changes at once are one sheet. */
  request() {
    cancelAnimationFrame(this.asked);
    this.asked = requestAnimationFrame(() => state.about && this.renew());
  }

  /** What can vary: seeds, and the knobs that have a range. */
  showChoices() {
    const wanted = this.choice.value || kept("burl-several") || SEEDS, knobs = state.about.params.filter(({ lo, hi }) => lo < hi);
    this.choice.replaceChildren(new Option("seeds", SEEDS), ...knobs.map(({ name, text }) => new Option(text ? `${name}: ${text}` : name, name)));
    this.choice.value = knobs.some(({ name }) => name === wanted) ? wanted : SEEDS;
  }

  /** The grid of a picture: as large as there is room for. */
  gridOf() {
    const { clientWidth, clientHeight } = this.grid, view = state.about.needsWholeGrid ? wholeOf(state.about).view : viewOf(state.about);
    const [along, down] = sizeOf(view, 1e6).map(side => side/1e6);
    const room = Math.min((clientWidth/ALONG - BESIDE)/along, (clientHeight/ALONG - BELOW)/down);
    return gridOfCells(view, sizeOf(view, Math.floor(Math.min(MOST, Math.max(LEAST, room*density())))));
  }

  async renew() {
    this.showChoices();
    this.pool.cancel("view");
    const grid = this.gridOf(), variants = variantsOf(this.choice.value), found = [];
    const canvases = this.showCards(variants, grid.size);
    const draw = async (variant, i) => {
      const answer = await this.pool.ask("view", { task: "grid", ...shownRecipe(), ...variant.change, grid });
      found[i] = answer;
      this.paint(canvases[i], answer, grid.size, shownRange(rangeOf(answer.samples, answer.channels)));
    };
    try {
      await Promise.all(variants.map(draw));
      const range = found.reduce((all, { samples, channels }) => rangeOf(samples, channels, all), undefined);
      found.forEach((answer, i) => this.paint(canvases[i], answer, grid.size, shownRange(range)));
      this.said.textContent = "";
      this.root.dataset.ready = String(Number(this.root.dataset.ready ?? 0) + 1);
    } catch (error) {
      if (!(error instanceof Stale)) this.said.textContent = error.message;
    }
  }

  /** Buttons for the pictures; one that has the focus keeps it. */
  showCards(variants, [columns, rows]) {
    const before = [...this.grid.querySelectorAll("button")].map(button => button.querySelector("canvas"));
    const focused = [...this.grid.children].indexOf(document.activeElement);
    const canvases = variants.map((_, i) => before[i] ?? element("canvas"));
    this.grid.replaceChildren(...variants.map((variant, i) => {
      Object.assign(canvases[i].style, { width: `${columns/density()}px`, height: `${rows/density()}px` });
      const button = element("button", { title: `take ${variant.label}` }, canvases[i], element("span", { textContent: variant.label }));
      button.addEventListener("click", () => this.take(variant));
      return button;
    }));
    if (focused >= 0) /** @type {HTMLElement} */ (this.grid.children[focused]).focus();
    return canvases;
  }

  paint(canvas, { samples, channels }, [columns, rows], range) {
    Object.assign(canvas, { width: columns, height: rows });
    const pixels = paint(samples, channels, range, new Uint8ClampedArray(4*columns*rows));
    canvas.getContext("2d", { willReadFrequently: true }).putImageData(new ImageData(pixels, columns, rows), 0, 0);
  }

  /** The recipe gets that seed, or that number in its knob's line. */
  take({ seed, value }) {
    if (seed !== undefined) set({ seed });
    else {
      const tree = treeIn(this.view.state), line = tree.parts.find(({ kind, name }) => kind === "param" && name === this.choice.value);
      const knob = line && knobOf(tree, line);
      if (!knob) return set({ notice: `${this.choice.value} isn't a number in the text that could be changed` });
      this.view.dispatch({ changes: { from: knob.node.from, to: knob.node.to, insert: String(Number(value.toPrecision(10))) }, userEvent: "input.take" });
    }
    set({ mode: "picture" });
    document.getElementById("picture")?.focus();
  }

  stop() {
    cancelAnimationFrame(this.asked);
    this.unlisten();
    this.observer.disconnect();
    this.pool.cancel("view");
    this.root.remove();
  }
}

/** Shows the pictures until it is stopped.
 * @param {HTMLElement} parent @param {import("./pool.js").Pool} pool */
export function show(parent, pool, _mode, view) {
  pool.cancel("picture");
  return new Several(parent, pool, view);
}
