/* Ground to walk over: tiles of the recipe that are sampled as one comes near, to the horizon, each with a step of its own, by
 * which `octaves: auto` are chosen.  One walks by keys, looks around by a drag, and rises or sinks by the wheel. */
import { Controls, heightsOf, pixelsOf } from "../chosen.js";
import { rangeOf, shownRange } from "../colour.js";
import { gridOf, regionOf, samplesOf, sizeOf } from "../lay.js";
import { Stale } from "../pool.js";
import { listen, shownRecipe, state } from "../state.js";
import { density } from "../view.js";
import { Draw, cameraOf } from "./draw.js";
import { lit, shadowsOf, sunAt, surfaceOf } from "./light.js";
import { CELLS, distanceTo, gridOfTile, parentKey, tilesFor } from "./tiles.js";
import { Walker } from "./walker.js";

const OVERVIEW = 96; /* samples of the view by which heights and colours have their range */
const ROOT = 2, REACH = 7; /* a tile of level 0, and how far one sees, in lengths of the view */
const RELIEF = 0.06; /* from the lowest to the highest, in lengths of the view, at ×1 of the slider */
const TRUE = [0.01, 0.4]; /* heights between such shares of the view are in its own unit */
const LIGHT_MS = 12; /* of a frame, for tiles that the sun or the water changes */
const SOON_MS = 120;
const KEPT = 400; /* tiles */
const FRAME_MS = [24, 48]; /* of one that moves: with more pixels below, with fewer above */
const COARSEST = 0.4;
const WHOLE = "This recipe is computed as a whole grid, beyond which there is no ground to walk to. Surface shows it.";
const SEA = /^(sea|water|sea_?level|water_?level|waterline)$/;
const MORE = `<label>water <input data-is="water" type="range" min="-0.01" max="1" step="any"></label><output data-is="level"></output>
  <label>sun <input data-is="sun" type="range" min="6.2" max="17.8" step="0.1" value="9"></label><output data-is="hour"></output>
  <button type="button" data-is="walk">Walk</button>`;
const LABEL = "the recipe as ground to walk over; arrow keys walk and turn, A and D go sideways, Page Up and Page Down look up and down, "
  + "plus and minus rise and sink, Shift is faster, 0 goes back";

class Ground {
  constructor(element, pool) {
    this.element = element;
    this.pool = pool;
    this.root = Object.assign(document.createElement("div"), { className: "space ground" });
    this.note = document.createElement("p");
    this.note.setAttribute("role", "status");
    this.scene = document.createElement("div");
    this.canvas = Object.assign(document.createElement("canvas"), { tabIndex: 0 });
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", LABEL);
    this.scene.append(this.canvas);
    this.root.append(this.note, this.scene);
    element.append(this.root);
    this.draw = new Draw(this.canvas);
    this.controls = new Controls(this.root, "ground", name => this.changed(name), MORE);
    this.walker = new Walker(this.canvas, this.controls.is("walk"), () => this.request());
    this.tiles = new Map();
    this.asked = new Set(); /* keys of tiles on their way */
    this.wanted = [];
    this.isCoarse = false;
    this.scale = 1;
    this.least = COARSEST;
    this.frames = 0;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.scene);
    this.unlisten = listen(["about", "time", "isPlaying"], () => this.renew());
    this.renew();
  }

  /* ---- The recipe -------------------------------------------------------------------------------- */

  async renew() {
    if (!state.about || state.isPlaying) return;
    const run = this.run = {}, isOther = this.opened !== state.opened;
    this.opened = state.opened;
    this.pool.cancel("view");
    this.controls.form.hidden = this.scene.hidden = state.about.needsWholeGrid;
    this.note.textContent = state.about.needsWholeGrid ? WHOLE : "";
    if (state.about.needsWholeGrid) return;
    if (isOther) this.controls.chosen = {};
    this.controls.offer(state.about, new Map());
    try {
      await this.survey(run, isOther);
      if (run === this.run) this.begin(isOther);
    } catch (error) {
      if (!(error instanceof Stale) && run === this.run) this.note.textContent = error.message;
    }
  }

  /** The range of heights and colours over the recipe's view. */
  async survey(run, isOther) {
    const region = regionOf({ ...state, step: state.fitted }), grid = gridOf(region, samplesOf(region, OVERVIEW), true, state.time);
    const [heights, colours] = await Promise.all(["height", "colour"].map(name => this.sample(this.controls.part(name), grid)));
    if (run !== this.run) return;
    this.view = Math.hypot(...sizeOf(region));
    this.range = shownRange(rangeOf(heightsOf(heights), 1));
    this.colours = shownRange(rangeOf(colours.samples, colours.channels));
    const rise = this.range.hi - this.range.lo, share = rise/this.view, isLightness = heights.channels > 2;
    this.unit = !isLightness && share > TRUE[0] && share < TRUE[1] ? 1 : (isLightness ? 0.25 : 1)*RELIEF*this.view/rise;
    if (isOther || this.water === undefined) this.controls.is("water").value = String(this.waterAtFirst());
    this.sayWater();
  }

  /** Where a knob of such a name is a height, there; at 0 where the recipe has colours and heights on both sides of it. */
  waterAtFirst() {
    const { lo, hi } = this.range, knob = state.about.params.find(({ name }) => SEA.test(name));
    const level = knob && knob.value > lo && knob.value < hi ? knob.value : state.about.channels > 2 && lo < 0 && hi > 0 ? 0 : null;
    return level === null ? -0.01 : (level - lo)/(hi - lo);
  }

  sayWater() {
    const share = Number(this.controls.is("water").value), { lo, hi } = this.range;
    this.water = share < 0 ? -Infinity : lo + share*(hi - lo);
    this.controls.is("level").textContent = share < 0 ? "none" : Number(this.water.toPrecision(3));
    const hour = Number(this.controls.is("sun").value);
    this.controls.is("hour").textContent = `${Math.floor(hour)}:${String(Math.round(hour % 1*60)).padStart(2, "0")}`;
    this.controls.sayTimes(this.times);
  }

  get times() {
    return this.unit*this.controls.factor;
  }

  sample(part, grid) {
    const { text, seed } = shownRecipe();
    return this.pool.ask("view", { task: "grid", text, result: part, seed, grid });
  }

  /** The ground anew; what there was of it is shown until its tiles are there. */
  begin(isOther) {
    const { ways, centre } = state;
    for (const tile of this.tiles.values()) if (tile.kept) this.draw.drop(tile.kept);
    this.tiles.clear();
    this.asked.clear();
    this.sun = sunAt(Number(this.controls.is("sun").value));
    if (isOther) this.walker.put(centre.map((c, a) => c*ways[a]), 0.04*this.view);
    this.request();
  }

  changed(name) {
    if (name === "height" || name === "colour") return this.renew();
    if (!this.range) return;
    this.sayWater();
    this.sun = sunAt(Number(this.controls.is("sun").value));
    for (const tile of this.tiles.values()) tile.isLit = false;
    this.request();
  }

  /* ---- Tiles ------------------------------------------------------------------------------------- */

  /** Asks for the most urgent tiles, a few more than there are workers. */
  stream() {
    for (const place of this.wanted) {
      if (this.asked.size > this.pool.workers.length) return;
      if (!this.asked.has(place.key) && !this.tiles.has(place.key)) this.fetch(place);
    }
  }

  /** What is shown from here, and asks for what is missing. */
  look() {
    const found = tilesFor(this.walker.at, this.walker.up, ROOT*this.view, key => this.tiles.get(key)?.isLit === true, this.sees);
    this.wanted = found.wanted;
    this.stream();
    return found;
  }

  async fetch(place) {
    const { run } = this, { ways, time } = state, parts = ["height", "colour"].map(name => this.controls.part(name));
    this.asked.add(place.key);
    try {
      const [heights, map] = await Promise.all(parts.map((part, i) => this.sample(part, gridOfTile(place, ways, time, 1 - i))));
      if (run !== this.run) return;
      const tile = { place, heights: heightsOf(heights), pixels: pixelsOf(map, this.controls.isRamp, this.colours), isLit: false, used: this.frames };
      this.tiles.set(place.key, tile);
      this.light(tile);
    } catch (error) {
      if (!(error instanceof Stale) && run === this.run) this.note.textContent = error.message;
      return;
    } finally {
      if (run === this.run) this.asked.delete(place.key);
    }
    this.look();
    this.requestSoon();
  }

  /** Sun, shadow and water on a tile; the one around it first. */
  light(tile) {
    const { place } = tile, parent = this.tiles.get(parentKey(place)), step = place.side/CELLS;
    if (parent && !parent.isLit) this.light(parent);
    const heights = tile.heights.map(height => height*this.times), level = this.water*this.times;
    tile.shadows = shadowsOf(heights, step, this.sun, parent?.shadows ?? null, [place.i & 1, place.j & 1]);
    tile.kept = this.draw.put(tile.kept, surfaceOf(heights, level, 0.08*place.side), lit(heights, tile.pixels, tile.shadows, step, this.sun, level, this.view));
    tile.isLit = true;
  }

  lightSome() {
    const end = performance.now() + LIGHT_MS, dark = [...this.tiles.values()].filter(tile => !tile.isLit);
    for (const tile of dark.sort((a, b) => a.place.level - b.place.level)) {
      if (performance.now() > end) return false;
      if (!tile.isLit) this.light(tile);
    }
    return true;
  }

  forget(kept) {
    if (this.tiles.size <= KEPT) return;
    const old = [...this.tiles.values()].filter(({ place }) => !kept.has(place.key)).sort((a, b) => a.used - b.used);
    for (const { place, kept: made } of old.slice(0, this.tiles.size - KEPT)) {
      if (made) this.draw.drop(made);
      this.tiles.delete(place.key);
    }
  }

  /** How high the ground or the water is at a place, by the finest tile there. */
  heightAt(x, z) {
    let found = null;
    for (const tile of this.tiles.values()) {
      const { place } = tile;
      if (x < place.x || z < place.z || x >= place.x + place.side || z >= place.z + place.side) continue;
      if (!found || place.level > found.place.level) found = tile;
    }
    if (!found) return (this.range.lo + this.range.hi)/2*this.times;
    const { place, heights } = found, [column, row] = [x - place.x, z - place.z].map(from => from/place.side*CELLS + 1);
    const i = Math.floor(column), j = Math.floor(row), at = j*(CELLS + 3) + i, u = column - i, v = row - j;
    const height = (1 - v)*((1 - u)*heights[at] + u*heights[at + 1]) + v*((1 - u)*heights[at + CELLS + 3] + u*heights[at + CELLS + 4]);
    return Math.max(height, this.water)*this.times;
  }

  /* ---- Frames ------------------------------------------------------------------------------------ */

  resize() {
    this.size = [this.scene.clientWidth, this.scene.clientHeight];
    this.request();
  }

  request() {
    this.asking ??= requestAnimationFrame(now => {
      this.asking = null;
      if (this.view && this.size?.every(side => side > 0)) this.frame(now);
    });
  }

  /** While one stands, tiles that come are shown a few at once. */
  requestSoon() {
    this.soon ??= setTimeout(() => {
      this.soon = null;
      this.request();
    }, SOON_MS);
  }

  /** With larger triangles and fewer pixels while one walks and frames take long; with all of them when one stands. */
  pace(now, isMoving) {
    const ms = now - this.before;
    if (!isMoving) Object.assign(this, { scale: 1, isCoarse: false });
    else if (ms > FRAME_MS[1] && !this.isCoarse) this.isCoarse = true;
    else if (ms > FRAME_MS[1]) this.scale = Math.max(this.least, 0.65*this.scale);
    else if (ms < FRAME_MS[0]) this.scale = Math.min(1, this.scale/0.65);
    this.before = now;
    const [width, height] = this.size.map(side => Math.max(1, Math.round(side*density()*this.scale)));
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
  }

  frame(now) {
    const { walker } = this, isMoving = walker.step(now);
    this.pace(now, isMoving);
    const isLit = this.lightSome(), [x, z] = walker.at, ground = this.heightAt(x, z);
    const level = walker.settle(ground), eye = [x, level, z], reach = REACH*this.view;
    const camera = cameraOf(walker.yaw, walker.pitch, this.size[0]/this.size[1], walker.up*0.1, 1.6*reach);
    this.sees = ({ x: left, z: back, side }) => {
      const middle = [left + side/2 - x, back + side/2 - z], ahead = middle[0]*camera.ahead[0] + middle[1]*camera.ahead[2];
      return ahead + side > 0 && Math.abs(middle[0]*camera.right[0] + middle[1]*camera.right[2]) < camera.wide*Math.max(0, ahead) + 1.5*side;
    };
    const found = this.look();
    const shown = found.shown.filter(this.sees).map(place => this.tiles.get(place.key));
    for (const key of found.kept) if (this.tiles.has(key)) this.tiles.get(key).used = this.frames;
    shown.sort((a, b) => distanceTo(a.place, [x, z], 0) - distanceTo(b.place, [x, z], 0));
    this.draw.frame(shown, { eye, camera, sun: this.sun, reach, isCoarse: this.isCoarse });
    this.frames++;
    this.forget(found.kept);
    Object.assign(this.root.dataset, { frames: this.frames, scale: this.scale.toFixed(2), tiles: this.tiles.size, shown: shown.length });
    if (isMoving || !isLit || !walker.isSettled) return this.request();
    if (!found.wanted.length && !this.asked.size) this.element.dataset.ready = String(Number(this.element.dataset.ready ?? 0) + 1);
  }

  stop() {
    this.unlisten();
    this.run = null;
    cancelAnimationFrame(this.asking);
    clearTimeout(this.soon);
    this.walker.stop();
    this.observer.disconnect();
    this.pool.cancel("view");
    this.draw.dispose();
    this.root.remove();
  }
}

/** Shows the ground until it is stopped.
 * @param {HTMLElement} element @param {import("../pool.js").Pool} pool */
export function show(element, pool) {
  pool.cancel("picture");
  return new Ground(element, pool);
}
