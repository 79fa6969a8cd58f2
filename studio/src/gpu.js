/* The recipe as a shader of the graphics processor: a preview, which says how far it is from the exact picture. */
import { rangeOf, shownRange } from "./colour.js";
import { Stale } from "./pool.js";
import { Shader } from "./shader.js";
import { listen, set, shownRecipe, state } from "./state.js";
import { density, makeMovable, sizeOnPage } from "./view.js";

const LIMIT_MS = 20000; /* of a driver's compiling */
const FRAME_MS = 20; /* of a picture while something moves: what it has of samples */
const STRIP_MS = 50; /* what stands still is made whole by strips of such a length */
const COARSEST = 1/12;
const SIDE = 64; /* samples along each side that are compared */
const COMPARE_MS = 250, COMPARE_PLAYING_MS = 1500; /* after what changed; while time plays */
const FAR = 1e-3; /* samples that differ by more are counted */
const SAY_MS = 400; /* what is said of pictures that play stays so long, to be read */
const WHOLE = "This recipe is computed as a whole grid, which no shader can.";

const superscript = number => [...String(number)].map(c => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)])).join("");

/** A difference in two digits. */
function short(value) {
  if (value === Infinity) return "∞";
  if (value >= FAR || value === 0) return String(Number(value.toPrecision(2)));
  const [digits, exponent] = value.toExponential(1).split("e");
  return `${digits}·10${superscript(Number(exponent))}`;
}

/** How far values of the shader, four a sample, are from samples: the most, and of how many samples that is over FAR. */
export function differenceOf(values, samples, channels) {
  let most = 0, far = 0;
  for (let i = 0; i < values.length/4; i++) {
    let difference = 0;
    for (let c = 0; c < channels; c++) {
      const [a, b] = [values[4*i + c], samples[channels*i + c]];
      if (!Object.is(a, b) && a !== b) difference = Math.max(difference, Number.isNaN(a - b) ? Infinity : Math.abs(a - b));
    }
    most = Math.max(most, difference);
    if (difference > FAR) far++;
  }
  return { most, far };
}

/** The knob of a uniform: of its name, behind which "_knob" stands where the text has the name already. */
const knobOf = uniform => [uniform, uniform.replace(/_knob\d*$/, "")].map(word => state.about.params.find(({ name }) => name === word)).find(Boolean);

class Preview {
  constructor(element, pool) {
    this.element = element;
    this.pool = pool;
    this.canvas = Object.assign(document.createElement("canvas"), { tabIndex: 0 });
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "preview of the recipe; arrow keys move, plus and minus zoom, 0 shows all");
    this.note = Object.assign(document.createElement("p"), { className: "preview", textContent: "compiling …" });
    this.note.setAttribute("role", "status");
    element.append(this.canvas, this.note);
    this.shader = new Shader(this.canvas);
    makeMovable(this.canvas);
    this.msPerSample = 1e-4;
    this.range = [0, 1];
    this.frames = [];
    this.isStopped = false;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(element);
    const unlisten = [listen(["about"], () => this.renew()), listen(["centre", "step", "time", "isPlaying"], () => this.request())];
    this.unlisten = () => unlisten.forEach(stop => stop());
    this.resize();
    this.renew();
  }

  resize() {
    const { width, height } = sizeOnPage(this.element);
    if (!width || !height) return;
    this.size = [width, height];
    this.density = density();
    this.request();
  }

  /* ---- The program ------------------------------------------------------------------------------- */

  /** What a program was made of: the recipe without the numbers of the knobs that are uniforms. */
  keyOf(open) {
    const knobs = open.length ? new RegExp(`^(\\s*param\\s+(?:${open.join("|")})\\s*=)[^[\\n]+`, "gm") : null;
    const { text, result, seed } = shownRecipe();
    return JSON.stringify([knobs ? text.replace(knobs, "$1") : text, result, seed]);
  }

  /** A recipe that has changed needs a new program, but for what is a uniform. */
  async renew() {
    if (!state.about) return;
    if (state.about.needsWholeGrid) return this.refuse(WHOLE);
    if (this.made && this.made.key === this.keyOf(this.made.open)) return this.request();
    const wanted = this.wanted = {}, { channels, variesWith } = state.about, isWanted = () => this.wanted === wanted;
    try {
      const options = { entries: "cell", uniformKnobs: true, uniforms: variesWith.includes("t") ? "t,footprint" : "footprint" };
      this.pool.cancel("view");
      const { code } = await this.pool.ask("view", { task: "code", ...shownRecipe(), target: "glsles", options }, { first: true });
      if (!isWanted()) return;
      const uniforms = [...code.matchAll(/^uniform float burl_(\w+);/gm)].map(match => match[1]).filter(knobOf);
      const open = uniforms.map(uniform => knobOf(uniform).name), key = this.keyOf(open);
      if (!(await this.shader.build(code, channels, LIMIT_MS, isWanted)) || !isWanted()) return;
      this.made = { key, open, uniforms, channels };
      this.canvas.hidden = false;
      await this.compare();
      this.request();
    } catch (error) {
      if (!(error instanceof Stale) && isWanted()) this.giveUp(error.message);
    }
  }

  refuse(sentence) {
    this.wanted = null;
    this.made = null;
    this.canvas.hidden = true;
    this.note.textContent = sentence;
  }

  giveUp(why) {
    if (this.isStopped) return;
    set({ mode: "picture", notice: `No preview by the graphics processor. ${why} This is the exact picture.` });
  }

  /* ---- Pictures ---------------------------------------------------------------------------------- */

  /** The values of the program's uniforms now. */
  get values() {
    const knobs = this.made.uniforms.map(uniform => [uniform, knobOf(uniform)?.value ?? 0]);
    return { ...Object.fromEntries(knobs), footprint: state.step/this.density };
  }

  get look() {
    return { centre: state.centre, step: state.ways.map(way => way*state.step/this.density), time: state.time, range: this.range, values: this.values };
  }

  request() {
    this.isAsked = true;
    if (!this.isBusy && this.made && this.density) this.draw();
  }

  /** Pictures as long as there is something new: coarse ones while it moves, the whole one after. */
  async draw() {
    this.isBusy = true;
    try {
      while (this.isAsked && this.made && !this.isStopped) {
        this.isAsked = false;
        await this.drawMoving();
        if (!this.isAsked && !state.isPlaying) await this.drawWhole();
        this.compareLater();
      }
    } catch (error) {
      this.giveUp(error.message);
    } finally {
      this.isBusy = false;
    }
  }

  /** Which share of the samples along each side there is time for while something moves. */
  get scale() {
    const samples = FRAME_MS/this.msPerSample;
    return Math.max(COARSEST, Math.min(1, Math.sqrt(samples/(this.size[0]*this.size[1]))));
  }

  /** The canvas has so many pixels, but no others if it has them already: then it would be cleared. */
  setSize(width, height) {
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
  }

  /** A coarse picture: while time plays on a small canvas, which is less to show; else on the one that is made whole after. */
  async drawMoving() {
    const start = performance.now(), { look, scale } = this, [width, height] = this.size;
    if (state.isPlaying) {
      const small = this.size.map(side => Math.max(1, Math.round(side*scale)));
      this.setSize(small[0], small[1]);
      this.shader.drawRows({ ...look, step: look.step.map((step, a) => step*this.size[a]/small[a]) });
    } else {
      this.setSize(width, height);
      this.shader.drawCoarse(look, scale);
    }
    await this.shader.finished();
    this.count(performance.now() - start);
  }

  /** All samples, by strips from above, until something has changed; how long one takes is known after. */
  async drawWhole() {
    const [width, height] = this.size, start = performance.now();
    this.setSize(width, height);
    for (let top = height, rows = 8; top > 0;) {
      const from = performance.now(), low = Math.max(0, top - rows);
      this.shader.drawRows(this.look, [low, top - low]);
      await this.shader.finished();
      this.msPerSample = (performance.now() - start)/(width*(height - low));
      if (this.isAsked || this.isStopped) return;
      top = low;
      rows = Math.max(1, Math.round(rows*Math.min(4, STRIP_MS/(performance.now() - from))));
    }
    this.count(performance.now() - start);
    this.element.dataset.ready = String(Number(this.element.dataset.ready ?? 0) + 1);
  }

  /* ---- What is said of it ------------------------------------------------------------------------ */

  /** Counts a picture that took so long. */
  count(ms) {
    const now = performance.now();
    this.ms = ms;
    this.frames = [...this.frames.filter(time => now - time < 1000), now];
    if (!state.isPlaying || now - (this.said ?? 0) > SAY_MS) this.say();
  }

  say() {
    if (!this.ms) return;
    this.said = performance.now();
    const share = Math.round(1/this.scale), ms = `${Math.round(this.ms)} ms`;
    const coarse = share > 1 ? `, at 1/${share} of the resolution` : "";
    const speed = state.isPlaying ? `${this.frames.length} a second, ${ms} each${coarse}` : ms;
    this.note.textContent = ["preview by the graphics processor", this.difference, speed].filter(Boolean).join("; ");
  }

  compareLater() {
    if (state.isPlaying && this.timer) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.compare().then(hasChanged => hasChanged && this.request(), error => error instanceof Stale || this.giveUp(error.message));
    }, state.isPlaying ? COMPARE_PLAYING_MS : COMPARE_MS);
  }

  /** Compares with exact samples of what is shown, which also give the range of the greys: whether that has changed. */
  async compare() {
    const { made, size, density } = this;
    if (!made || !density) return false;
    const shown = size.map((side, a) => state.ways[a]*side*state.step/density);
    const step = shown.map(side => side/SIDE), look = { ...this.look, step }, time = state.time;
    const origin = state.centre.map((c, a) => c - shown[a]/2 + step[a]/2);
    const { samples, channels } = await this.pool.grid("view", shownRecipe(), { size: [SIDE, SIDE], origin, step, time, footprint: look.values.footprint });
    if (this.isStopped || made !== this.made || channels !== made.channels) return false;
    const { lo, hi } = shownRange(rangeOf(samples, channels));
    const hasChanged = channels < 3 && (lo !== this.range[0] || hi !== this.range[1]);
    this.range = channels < 3 ? [lo, hi] : [0, 1];
    if (!this.shader.canReadFloats) return hasChanged;
    const { most, far } = differenceOf(await this.shader.read(look, [SIDE, SIDE]), samples, channels);
    this.difference = `differs from the exact picture by at most ${short(most)} here`
      + (far ? `, by over ${FAR} in ${far} of ${(SIDE*SIDE).toLocaleString("en")} samples` : "");
    this.say();
    return hasChanged;
  }

  stop() {
    this.isStopped = true;
    this.wanted = null;
    this.unlisten();
    clearTimeout(this.timer);
    this.observer.disconnect();
    this.pool.cancel("view");
    this.shader.dispose();
  }
}

/** Shows the recipe by the graphics processor until it is stopped.
 * @param {HTMLElement} element @param {import("./pool.js").Pool} pool */
export function show(element, pool) {
  pool.cancel("picture");
  return new Preview(element, pool);
}
