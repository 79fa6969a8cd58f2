/* The recipe in space: as a surface, on a ball, or around a log; coarse at once, fine after.  three.js comes with it. */
import { Controls, heightsOf, pixelsOf } from "./chosen.js";
import { rangeOf, shownRange } from "./colour.js";
import { END, closed, gridOf, onBall, onEnd, onSide, radiusOf, regionOf, samplesOf, sizeOf } from "./lay.js";
import { ball, bend, endOf, flat, log, makeSheet, sidesOf } from "./sheet.js";
import { Stale } from "./pool.js";
import { Stage } from "./scene.js";
import { listen, shownRecipe, state } from "./state.js";
import { isAround, isMap, mapOf, wholeOf } from "./view.js";

/** Points of the sheet and pixels of the colours along the longer side. */
const FINENESS = [[72, 144], [128, 320], [352, 1024]];
const COARSE = 0, PLAYING = 1, FINE = 2;
const FRAME_MS = [30, 70]; /* what plays is made finer below, coarser above */
const RELIEF = { surface: 0.2, sphere: 0.12, cylinder: 0.07 }; /* from the lowest to the highest, at ×1 of the slider */
const FROM = { surface: [-0.8, 1.85, 2.75], sphere: [0, 1.05, 4.6], cylinder: [2.6, 1.6, 3.35] };
const TOWARDS = { surface: -0.08, sphere: 0, cylinder: 0 }; /* how high one looks: a surface has a block below */
const NAME = { surface: "surface", sphere: "ball", cylinder: "log" };
const WHOLE = "This recipe is computed as a whole grid, which can't be laid around a body.";
const SIDES = "#dccbb5", BLOCK = 0.12; /* the ground below a surface, and how deep it goes at least */

/* ---- The view ------------------------------------------------------------------------------------ */

class Space {
  constructor(element, pool, mode) {
    this.element = element;
    this.pool = pool;
    this.mode = mode;
    this.root = Object.assign(document.createElement("div"), { className: "space" });
    this.note = document.createElement("p");
    this.note.setAttribute("role", "status");
    const scene = document.createElement("div");
    this.root.append(this.note, scene);
    element.append(this.root);
    this.stage = new Stage(scene, `the recipe as a ${NAME[mode]}; arrow keys turn it, plus and minus go nearer and farther, 0 goes back`, FROM[mode], TOWARDS[mode]);
    this.stage.light(mode !== "surface");
    if (mode === "surface") this.stage.controls.maxPolarAngle = 1.5;
    this.controls = new Controls(this.root, mode, name => (name === "factor" ? this.shape() : this.request()));
    /** The channels of the parts that fill space, by name; null is the result's. */
    this.solids = /** @type {Map<string | null, number>} */ (new Map());
    this.playing = PLAYING;
    this.opened = state.opened;
    this.unlisten = listen(["about", "centre", "step", "time", "isPlaying"], () => this.request());
    this.request();
  }

  /** Several changes at once are one; while time plays, what is on its way is finished first. */
  request() {
    if (this.run && state.isPlaying) this.isLate = true;
    else this.asked ??= requestAnimationFrame(() => {
      this.asked = null;
      if (state.about) this.make();
    });
  }

  async make() {
    this.pool.cancel("view");
    const run = this.run = {};
    this.isLate = false;
    try {
      if (this.opened !== state.opened) {
        this.opened = state.opened;
        this.controls.chosen = {};
        this.unit = null;
      }
      const isRefused = state.about.needsWholeGrid && this.mode !== "surface";
      this.controls.form.hidden = this.stage.canvas.hidden = isRefused;
      if (isRefused) throw new Error(WHOLE);
      await this.learn(run);
      const laid = await this.lay(run);
      for (const fineness of state.isPlaying ? [this.playing] : [COARSE, FINE]) if (run === this.run) await this.sample(run, laid, fineness);
    } catch (error) {
      if (!(error instanceof Stale) && run === this.run) this.note.textContent = error.message;
    } finally {
      if (run === this.run) this.run = null;
      if (this.isLate) this.request();
    }
  }

  /** Which parts fill space: those that vary with z.  Asked anew where more of the text has changed than its numbers. */
  async learn(run) {
    const { text, result, seed } = shownRecipe(), key = text.replace(/[\d.]+/g, "0") + result;
    if (this.mode !== "surface" && key !== this.learnt) {
      const names = [result, ...state.about.parts.filter(part => !part.takesArguments).map(part => part.name)];
      const found = await Promise.all(names.map(name =>
        this.pool.ask("view", { task: "describe", text, result: name, seed, dims: 3 }).catch(() => null)));
      if (run !== this.run) throw new Stale();
      this.solids = new Map();
      names.forEach((name, i) => found[i]?.variesWith.includes("z") && this.solids.set(name, found[i].channels));
      this.learnt = key;
    }
    this.controls.offer(state.about, this.solids);
  }

  /** What is sampled for heights and colours, and what is said of it. */
  async lay(run) {
    const region = this.region = this.regionOf();
    const height = await this.layPart(this.controls.part("height"), region);
    const colour = await this.layPart(this.controls.part("colour"), region);
    if (run !== this.run) throw new Stale();
    this.note.textContent = this.mode === "surface" ? "" : colour.note;
    const ends = this.mode === "cylinder" ? this.endsOf(region) : [];
    return { height, colour, ends };
  }

  regionOf() {
    if (!state.about.needsWholeGrid) return regionOf(state);
    const { view } = wholeOf(state.about);
    return { from: view.slice(0, 2), to: view.slice(2) };
  }

  async layPart(part, region) {
    const { about } = state, { text } = shownRecipe();
    const plain = { text, result: part, region, note: "" };
    if (this.mode === "surface") return plain;
    if (this.mode === "sphere" && isMap(about)) {
      const map = mapOf(about);
      return { ...plain, region: { from: map.slice(0, 2), to: map.slice(2) }, note: "the recipe's map of longitude and latitude" };
    }
    if (this.solids.has(part))
      return { ...(this.mode === "sphere" ? onBall : onSide)(text, part, region),
        note: `${this.mode === "sphere" ? "sphere" : "cylinder"}(${part ?? "result"}), as the recipe fills space; the view's width goes around once` };
    if (this.mode === "cylinder" && isAround(about))
      return { ...plain, region: { from: [0, region.from[1]], to: [360, region.to[1]] }, note: "the recipe's cylinder(), once around" };
    const around = closed(text, part, region);
    const isClosed = await this.pool.ask("view", { task: "describe", ...around, seed: shownRecipe().seed }).then(() => true, error => {
      if (error instanceof Stale) throw error;
      return false;
    });
    return { ...(isClosed ? around : plain), note: `the recipe's picture, which knows x and y alone, laid around ${isClosed ? "without a seam" : "with a seam behind"}` };
  }

  /** The cuts of a log that fills space; of a picture, the picture itself. */
  endsOf(region) {
    const part = this.controls.part("ends");
    const { text } = shownRecipe();
    return [false, true].map(isLast => (this.solids.has(part) ? onEnd(text, part, region, isLast) : { text, result: part, region }));
  }

  async sample(run, { height, colour, ends }, fineness) {
    const [points, pixels] = FINENESS[fineness], start = performance.now();
    const isWhole = state.about.needsWholeGrid;
    const sizeFor = most => (isWhole ? wholeOf(state.about).size
      : this.mode === "sphere" ? [most, most/2] : samplesOf(this.region, most));
    const size = sizeFor(points), colours = sizeFor(pixels);
    const [heights, map, ...discs] = await Promise.all([this.grid(height, size, !isWhole),
      this.grid(colour, colours, false), ...ends.map(end => this.grid(end, [pixels/2, pixels/2], false))]);
    if (run !== this.run) return;
    this.samples = { heights: heightsOf(heights), size };
    this.shape();
    const range = shownRange(rangeOf(map.samples, map.channels));
    this.stage.setColours("sheet", pixelsOf(map, this.controls.isRamp, range), ...colours);
    discs.forEach((disc, i) => this.stage.setColours(`end ${i}`, pixelsOf(disc, this.controls.isRamp, shownRange(rangeOf(disc.samples, disc.channels))), pixels/2, pixels/2));
    if (fineness === FINE) this.element.dataset.ready = String(Number(this.element.dataset.ready ?? 0) + 1);
    const ms = performance.now() - start;
    if (state.isPlaying) this.playing = ms > FRAME_MS[1] ? COARSE : ms < FRAME_MS[0] ? PLAYING : this.playing;
  }

  grid({ text, result, region }, size, onEdges) {
    const request = { text, result, seed: shownRecipe().seed }, grid = gridOf(region, size, onEdges, state.time);
    if (!state.about.needsWholeGrid) return this.pool.grid("view", request, grid);
    return this.pool.ask("view", { task: "grid", ...request, grid });
  }

  /** Bends the sheet by the heights and the slider. */
  shape() {
    if (!this.samples) return;
    const { heights, size: [columns, rows] } = this.samples;
    if (this.sheet?.columns !== columns || this.sheet?.rows !== rows) this.sheet = makeSheet(columns, rows);
    const { lo, hi } = shownRange(rangeOf(heights, 1));
    const perUnit = this.perUnit();
    const key = `${this.controls.part("height")}`;
    if (this.unit?.key !== key) this.unit = { key, times: this.relief/(hi - lo)/perUnit };
    const times = this.unit.times*this.controls.factor, middle = (lo + hi)/2;
    const scaled = heights.map(height => times*perUnit*(height - middle));
    this.controls.sayTimes(times);
    bend(this.sheet, scaled, this.place(), this.mode !== "surface");
    this.stage.setShape("sheet", this.sheet);
    if (this.mode === "surface") {
      this.stage.setShape("sides", sidesOf(this.sheet, times*perUnit*(lo - middle) - BLOCK));
      this.stage.setColour("sides", SIDES);
    }
    if (this.mode === "cylinder")
      for (const i of [0, 1]) this.stage.setShape(`end ${i}`, endOf(this.sheet, i === 1, END*this.logSize().radius));
  }

  /** From the lowest to the highest, at first: little where it is a colour's lightness. */
  get relief() {
    const isLightness = this.controls.part("height") === state.result && state.about.channels > 2;
    return RELIEF[this.mode]*(isLightness ? 0.25 : 1);
  }

  /** How large one of the recipe's units is in the scene. */
  perUnit() {
    if (this.mode === "surface") return 2.4/Math.hypot(...sizeOf(this.region));
    return (this.mode === "sphere" ? 1 : this.logSize().radius)/radiusOf(this.region);
  }

  /** The log's radius and length in the scene, where it is at most 2.6 long and 1.5 thick. */
  logSize() {
    const length = sizeOf(this.region)[1]/radiusOf(this.region), radius = Math.min(0.75, 2.6/length);
    return { radius, length: length*radius };
  }

  place() {
    if (this.mode === "sphere") return ball;
    const { radius, length } = this.logSize();
    if (this.mode === "cylinder") return log(radius, length);
    const [width, depth] = sizeOf(this.region).map(side => side*this.perUnit());
    return flat(width, depth);
  }

  stop() {
    this.unlisten();
    cancelAnimationFrame(this.asked);
    this.run = null;
    this.pool.cancel("view");
    this.stage.dispose();
    this.root.remove();
  }
}

/** Shows the recipe in space until it is stopped.
 * @param {HTMLElement} element @param {import("./pool.js").Pool} pool @param {string} mode */
export function show(element, pool, mode) {
  pool.cancel("picture");
  return new Space(element, pool, mode);
}
