/* What lessons are made of: figures that the library computes in the page, with what can be dragged in them.  A figure is
 * a function of its settings: whatever changes, it is drawn anew. */
import { load } from "../../../packages/js/index.js";
import { layWords } from "./words.js";

const NS = "http://www.w3.org/2000/svg";
const WIDTH = 720; /* of a figure, in its own units; it is scaled to the page */
const DENSITY = 2; /* samples an unit, of pictures */
const MOST_KEPT = 60; /* programs */
const MOST_PICTURES = 12; /* of a figure */
const REST = 250; /* milliseconds without a change, after which a figure is refined */
const LEAST_TEXT = 12; /* pixels of the page, however narrow it is */
const LEAST_TARGET = 32; /* pixels of the page, across what a finger drags */

/** @type {import("../../../packages/js/index.js").Burl} */
let burl;
const kept = new Map();

/** What the tests read: each figure's settings, what it drew, and how to set it. */
const figures = {};
globalThis.lesson = { figures };

/* ---- Samples ------------------------------------------------------------------------------------- */

function programOf(text) {
  let program = kept.get(text);
  if (program) kept.delete(text);
  else program = burl.compile(text);
  kept.set(text, program);
  if (kept.size > MOST_KEPT) {
    const [oldest, other] = kept.entries().next().value;
    other.free();
    kept.delete(oldest);
  }
  return program;
}

/** A recipe along x, from x0 to x1 at count points; y and t stay. */
export function alongX(text, x0, x1, count = 601, y = 0, t = 0) {
  const x = Float64Array.from({ length: count }, (_, i) => x0 + (x1 - x0)*i/(count - 1));
  return programOf(text).points({ x, y: new Float64Array(count).fill(y), t: new Float64Array(count).fill(t) });
}

/** A recipe's value at one point. */
export function valueAt(text, x, y = 0, t = 0) {
  return programOf(text).points({ x: [x], y: [y], t: [t] })[0];
}

/** The program of a text, for what else the package tells of it. */
export { programOf as program };

/* ---- Drawing ------------------------------------------------------------------------------------- */

export function svg(name, attributes = {}, text) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

export const show = (value, digits = 2) => {
  const text = Math.abs(value) < 0.5*10 ** -digits ? "0" : value.toFixed(digits);
  return text.replace("-", "−");
};

/** What a figure is drawn on: pictures on a canvas, lines and words over it. */
export class Stage {
  constructor(element, height, label) {
    this.height = height;
    this.canvas = document.createElement("canvas");
    this.canvas.width = WIDTH*DENSITY;
    this.canvas.height = height*DENSITY;
    this.svg = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "group", "aria-label": label });
    this.drawing = svg("g", { "aria-hidden": "true" });
    this.handles = svg("g");
    this.svg.append(this.drawing, this.handles);
    this.context = this.canvas.getContext("2d");
    this.known = new Map(); /* of handles by name */
    this.pictures = new Map(); /* the last ones, by what they show: what is dragged over one leaves it as it is */
    this.drawn = {}; /* of curves by name, for the tests */
    this.isFine = false; /* whether there is time for finer pictures */
    this.scale = 1; /* units of the figure a pixel of the page */
    const box = document.createElement("div");
    box.className = "stage";
    box.append(this.canvas, this.svg);
    element.append(box);
  }

  /** Takes the page's width; true: words have another size now. */
  fit() {
    const width = this.canvas.clientWidth, scale = width ? WIDTH/width : 1;
    const isNew = Math.abs(scale - this.scale) > 0.01;
    this.scale = scale;
    return isNew;
  }

  /** Whether words are much larger than the drawing was made for. */
  get isNarrow() {
    return this.scale > 1.4;
  }

  /** Words, and shorter ones for a narrow page. */
  either(long, short) {
    return this.isNarrow ? short : long;
  }

  /** How high words of a size are. */
  sizeOf(size) {
    return Math.max(size, LEAST_TEXT*this.scale);
  }

  clear() {
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.drawing.replaceChildren();
    this.seen = new Set();
    this.drawn = {};
  }

  /** Handles that were not asked for again are gone, and words are where there is room for them. */
  finish() {
    for (const [name, handle] of this.known)
      if (!this.seen.has(name)) {
        handle.element.remove();
        this.known.delete(name);
      }
    const knobs = Array.from(this.known.values(), ({ at: [x, y], radius }) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }));
    layWords(this.drawing.querySelectorAll("text"), WIDTH, knobs);
  }

  add(name, attributes, text) {
    const made = svg(name, attributes, text);
    this.drawing.append(made);
    return made;
  }

  /** Points [[x, y], …] joined. */
  curve(points, tone, width = 1.8, dash = "") {
    let d = "", pen = "M";
    for (const [x, y] of points) {
      if (!Number.isFinite(y)) pen = "M";
      else {
        d += `${pen}${x.toFixed(1)} ${y.toFixed(1)}`;
        pen = "L";
      }
    }
    this.add("path", { d, class: `line ${tone}`, "stroke-width": width, ...(dash ? { "stroke-dasharray": dash } : {}) });
  }

  area(points, tone, opacity = 0.15) {
    this.add("path", { d: `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}z`, class: `fill ${tone}`, "fill-opacity": opacity });
  }

  line(x0, y0, x1, y1, tone, width = 1, dash = "") {
    this.curve([[x0, y0], [x1, y1]], tone, width, dash);
  }

  box(x, y, width, height, tone, stroke = 1) {
    this.add("rect", { x, y, width, height, class: `line ${tone}`, "stroke-width": stroke });
  }

  dot(x, y, radius, tone) {
    this.add("circle", { cx: x, cy: y, r: radius, class: `dot ${tone}` });
  }

  arrow(x0, y0, x1, y1, tone, width = 1.8) {
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length < 1e-6) return;
    const head = Math.min(9, length), [ux, uy] = [(x1 - x0)/length*head, (y1 - y0)/length*head];
    this.line(x0, y0, x1 - ux*0.7, y1 - uy*0.7, tone, width);
    this.area([[x1, y1], [x1 - ux - uy*0.42, y1 - uy + ux*0.42], [x1 - ux + uy*0.42, y1 - uy - ux*0.42]], tone, 1);
  }

  /** anchor: "start", "middle" or "end"; hangs: y is the upper border of the words, below a picture, not their line. */
  text(x, y, text, tone = "ink", { anchor = "start", size = 13, weight = 400, hangs = false } = {}) {
    const shown = this.sizeOf(size);
    this.add("text", { x, y: hangs ? y + shown : y, class: `fill ${tone}`, "font-size": shown.toFixed(1), "text-anchor": anchor, "font-weight": weight,
      ...(hangs ? { "data-hangs": 1 } : {}) }, text);
  }

  /** A recipe over a box of the figure.  look: { lo, hi }: greys; { signed }: blue below 0, orange above, clear at 0, full
   * at ±signed; fineness: samples a half unit; colours stay as they are.  t: the time.  Returns the samples.
   * @param {string} text @param {number[]} box @param {number[]} extent @param {any} look */
  picture(text, box, extent, look = {}, t = 0) {
    const size = [2, 3].map(a => Math.round(box[a]*DENSITY*(look.fineness ?? 0.5)));
    const key = JSON.stringify([text, size, extent, look, t]);
    const known = this.pictures.get(key) ?? sampled(text, size, extent, look, t);
    this.pictures.delete(key);
    this.pictures.set(key, known);
    if (this.pictures.size > MOST_PICTURES) this.pictures.delete(this.pictures.keys().next().value);
    this.put(known.image, box, look.pixelated);
    return known;
  }

  /** Pixels of red, green, blue and alpha, stretched over a box of the figure. */
  paint(pixels, size, box) {
    this.put(imageOf(pixels, size), box);
  }

  /** @param {OffscreenCanvas} image @param {number[]} box @param {boolean} [isPixelated] */
  put(image, [x, y, width, height], isPixelated = false) {
    this.context.imageSmoothingEnabled = !isPixelated;
    this.context.drawImage(image, x*DENSITY, y*DENSITY, width*DENSITY, height*DENSITY);
  }

  /** Something to drag, by mouse, touch and arrow keys: at (x, y); moved(x, y) is told where to.  step: how far an arrow
   * key moves it.  label and value are for those who don't see it. */
  handle(name, { x, y, moved, label, value, tone = "accent", step = 6, radius = 7 }) {
    this.seen.add(name);
    let handle = this.known.get(name);
    if (!handle) {
      const element = svg("g", { tabindex: 0, role: "slider" });
      element.append(svg("circle", { class: "reach" }), svg("circle", { class: "knob" }));
      handle = { element };
      this.known.set(name, handle);
      this.handles.append(element);
      makeDraggable(this.svg, element, () => handle.at, (at, isKey) => {
        handle.at = at; /* until it is drawn, for the next key */
        handle.moved(at[0], at[1], isKey);
      }, () => handle.step);
    }
    Object.assign(handle, { at: [x, y], moved, step });
    handle.element.setAttribute("class", `handle ${tone}`);
    const [reach, knob] = handle.element.children;
    reach.setAttribute("r", String(Math.max(18, LEAST_TARGET/2*this.scale)));
    handle.radius = Math.max(radius, 6*this.scale);
    knob.setAttribute("r", String(handle.radius));
    handle.element.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    handle.element.setAttribute("aria-label", label);
    handle.element.setAttribute("aria-valuetext", value);
    handle.element.setAttribute("aria-valuenow", Number.parseFloat(value.replace("−", "-")) || 0);
  }
}

/** @param {string} text @param {number[]} size @param {number[]} extent @param {any} look @param {number} t */
function sampled(text, size, [x0, y0, x1, y1], look, t) {
  const step = [(x1 - x0)/size[0], (y1 - y0)/size[1]];
  const program = programOf(text);
  const grid = program.needsWholeGrid ? { size, step: [1, 1] }
    : { size, origin: [x0 + step[0]/2, y0 + step[1]/2], step, time: t };
  const samples = program.grid(grid);
  return { samples, size, image: imageOf(pixelsOf(samples, program.channels, look), size) };
}

/** @param {Uint8ClampedArray<ArrayBuffer>} pixels @param {number[]} size */
function imageOf(pixels, [width, height]) {
  const image = new OffscreenCanvas(width, height);
  image.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
  return image;
}

/** @param {any} look */
function pixelsOf(samples, channels, look) {
  const { lo = -1, hi = 1, signed } = look;
  const count = samples.length/channels;
  const pixels = new Uint8ClampedArray(4*count);
  for (let i = 0, p = 0; i < count; i++, p += 4) {
    if (channels >= 3) {
      for (let c = 0; c < 3; c++) pixels[p + c] = Math.round(255*samples[i*channels + c]);
      pixels[p + 3] = channels > 3 ? Math.round(255*samples[i*channels + 3]) : 255;
    } else if (signed) {
      const share = samples[i]/signed;
      pixels.set(share > 0 ? [0xd0, 0x66, 0x2a] : [0x2f, 0x78, 0xc4], p);
      pixels[p + 3] = Math.round(255*Math.min(1, Math.abs(share)));
    } else {
      pixels.fill(Math.round(255*(samples[i] - lo)/(hi - lo)), p, p + 3);
      pixels[p + 3] = 255;
    }
  }
  return pixels;
}

function makeDraggable(surface, element, where, moved, stepOf) {
  const place = event => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(surface.getScreenCTM().inverse());
    return [at.x, at.y];
  };
  let offset = null;
  element.addEventListener("pointerdown", event => {
    element.setPointerCapture(event.pointerId);
    const at = place(event);
    offset = [0, 1].map(a => where()[a] - at[a]);
    element.focus();
    event.preventDefault();
  });
  /* A finger on it doesn't scroll the page: touch-action isn't heeded within a drawing. */
  element.addEventListener("touchstart", event => event.preventDefault(), { passive: false });
  element.addEventListener("pointermove", event => {
    if (!offset) return;
    const at = place(event);
    moved([at[0] + offset[0], at[1] + offset[1]], false);
  });
  for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => (offset = null));
  element.addEventListener("keydown", event => {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way) return;
    const by = stepOf()*(event.shiftKey ? 5 : 1);
    moved([where()[0] + way[0]*by, where()[1] + way[1]*by], true);
    event.preventDefault();
  });
}

/** A graph: values over x in a box of the stage. */
export class Graph {
  /** box: x, y, width, height; range: x0, x1, lo, hi. */
  constructor(stage, box, range) {
    this.stage = stage;
    this.box = box;
    this.range = range;
  }

  X(x) {
    return this.box[0] + this.box[2]*(x - this.range[0])/(this.range[1] - this.range[0]);
  }

  Y(value) {
    return this.box[1] + this.box[3]*(this.range[3] - value)/(this.range[3] - this.range[2]);
  }

  xAt(place) {
    return this.range[0] + (place - this.box[0])/this.box[2]*(this.range[1] - this.range[0]);
  }

  valueAt(place) {
    return this.range[3] - (place - this.box[1])/this.box[3]*(this.range[3] - this.range[2]);
  }

  /** Whole numbers along x, the line of 0, and values beside it. */
  axes(values = [], step = 1) {
    const [x, y, width, height] = this.box;
    for (const value of [0, ...values]) {
      if (value < this.range[2] || value > this.range[3]) continue;
      this.stage.line(x, this.Y(value), x + width, this.Y(value), "faint");
      if (values.length) this.stage.text(x - 8, this.Y(value) + 4, show(value, Number.isInteger(value) ? 0 : 2), "soft", { anchor: "end", size: 11 });
    }
    for (let at = Math.ceil(this.range[0]/step)*step; at <= this.range[1] + 1e-9; at += step) {
      this.stage.line(this.X(at), y + height, this.X(at), y + height + 4, "soft");
      this.stage.text(this.X(at), y + height + 17, show(at, Number.isInteger(step) ? 0 : 1), "soft", { anchor: "middle", size: 11 });
    }
  }

  /** A recipe of x as a curve; under a name its values are what the tests read. */
  curve(text, tone, width = 1.8, name = "") {
    const [x0, x1] = this.range;
    const values = alongX(text, x0, x1);
    if (name) this.stage.drawn[name] = { text, x0, x1, values };
    this.stage.curve(Array.from(values, (value, i) => [this.X(x0 + (x1 - x0)*i/(values.length - 1)), this.Y(value)]), tone, width);
    return values;
  }

  fill(values, tone) {
    const [x0, x1] = this.range;
    const points = Array.from(values, (value, i) => [this.X(x0 + (x1 - x0)*i/(values.length - 1)), this.Y(value)]);
    this.stage.area([...points, [this.X(x1), this.Y(0)], [this.X(x0), this.Y(0)]], tone, 0.12);
  }
}

/** Numbers at the whole places of a graph, to drag up and down from lo to hi; moved(numbers) is told the new ones.
 * @param {Graph} graph @param {number[]} numbers @param {(numbers: number[]) => void} moved */
export function numberHandles(graph, numbers, moved, [lo, hi] = [-1, 1], tone = "ink") {
  numbers.forEach((number, i) => graph.stage.handle(`number-${i}`, {
    x: graph.X(i), y: graph.Y(number), tone, radius: 5, label: `the number at ${i}`, value: show(number),
    moved: (_, y) => moved(numbers.with(i, Math.min(hi, Math.max(lo, graph.valueAt(y))))) }));
}

/* ---- Controls ------------------------------------------------------------------------------------ */

/** Any of these may have when(settings): it is shown only where that holds. */
export const slider = (label, least, most, value, step = (most - least)/200, form = v => show(v)) => ({ kind: "slider", label, least, most, value, step, form });
export const toggle = (label, value = false) => ({ kind: "toggle", label, value });
/** options: { value: label }. */
export const choice = (label, options, value = Object.keys(options)[0]) => ({ kind: "choice", label, options, value });
/** Time that plays, while it is in view; plays: by itself, where the reader hasn't asked for less motion; stride: how far a
 * single step goes. */
export const time = (label, most = 1, speed = 0.25, plays = false, stride = most/24) => ({ kind: "time", label, most, speed, plays, stride, value: 0 });

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function makeControl(name, control, state, changed) {
  if (control.kind === "toggle") {
    const input = element("input", { type: "checkbox", checked: state[name] });
    input.addEventListener("change", () => changed({ [name]: input.checked }));
    return { box: element("label", { className: "toggle" }, input, ` ${control.label}`), renew: () => (input.checked = state[name]) };
  }
  if (control.kind === "choice") {
    const buttons = Object.entries(control.options).map(([value, label]) => {
      const button = element("button", { textContent: label, type: "button" });
      button.addEventListener("click", () => changed({ [name]: value }));
      button.dataset.value = value;
      return button;
    });
    const box = element("span", { className: "choice", role: "group" }, ...buttons);
    box.setAttribute("aria-label", control.label);
    return { box, renew: () => buttons.forEach(b => b.setAttribute("aria-pressed", String(b.dataset.value === String(state[name])))) };
  }
  const least = control.least ?? 0;
  const input = element("input", { type: "range", min: least, max: control.most, step: control.step ?? control.most/400 });
  const output = element("output");
  input.setAttribute("aria-label", control.label);
  input.addEventListener("input", () => changed({ [name]: Number(input.value) }));
  const box = element("label", { className: "slider" }, `${control.label} `, input, " ", output);
  const renew = () => {
    input.value = String(state[name]);
    output.textContent = (control.form ?? show)(state[name]);
  };
  return control.kind === "time" ? withPlay(name, control, state, changed, box, renew) : { box, renew };
}

/** A button that plays; where less motion is asked for it makes single steps. */
function withPlay(name, control, state, changed, inner, renew) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const button = element("button", { type: "button" });
  let last = 0, isWanted = control.plays && !isStill, isSeen = false, isRunning = false;
  const step = stamp => {
    isRunning = isWanted && isSeen && button.isConnected;
    if (!isRunning) return;
    requestAnimationFrame(step);
    const by = Math.min(0.1, Math.max(0, stamp - last)/1000)*control.speed;
    last = stamp;
    changed({ [name]: (state[name] + by) % control.most });
  };
  const resume = () => {
    button.textContent = isStill ? "Step" : isWanted ? "Pause" : "Play";
    if (isRunning || !isWanted || !isSeen) return;
    isRunning = true;
    last = performance.now();
    requestAnimationFrame(step);
  };
  button.addEventListener("click", () => {
    if (isStill) return changed({ [name]: (state[name] + control.stride) % control.most });
    isWanted = !isWanted;
    resume();
  });
  const figure = () => button.closest("figure") ?? button;
  queueMicrotask(() => new IntersectionObserver(([entry]) => {
    isSeen = entry.isIntersecting;
    resume();
  }).observe(figure()));
  resume();
  return { box: element("span", { className: "time" }, button, inner), renew };
}

/* ---- Figures ------------------------------------------------------------------------------------- */

async function linkOf(text, name) {
  const { linkOf: make } = await import("../link.js");
  return `../index.html${await make({ name, text })}`;
}

const quoted = text => `'${text.replaceAll("'", "'\\''")}'`;

/** The recipe below a figure: its text, the link that opens it in the studio, the command line that draws it. */
function makeFoot(id) {
  const code = element("code"), open = element("a", { textContent: "Open in the studio", href: "../index.html" }), command = element("code", { className: "command" });
  const box = element("details", { className: "recipe" }, element("summary", { textContent: "The recipe" }), element("pre", {}, code), element("p", {}, open, " or ", command));
  const renew = (text, line) => {
    code.textContent = text;
    command.textContent = line ?? `burl plot -e ${quoted(text)} -o ${id}.svg`;
    linkOf(text, id).then(link => (open.href = link));
  };
  return { box, renew };
}

/**
 * Fills <figure id=…>, whose <figcaption> says what it shows.
 * @param {string} id
 * @param {{ height: number, controls?: Record<string, any>, settings?: Record<string, any>, label: (s) => string,
 *   recipe?: (s) => string, command?: (s) => string, refines?: boolean,
 *   draw: (stage: Stage, s: any, set: (changes) => void) => void }} spec
 *   controls: what is beside it; settings: what else it has, which handles change; label: what it shows, in words, for
 *   those who don't see it; recipe: the text of what it draws; refines: it is drawn again, with stage.isFine, once it has
 *   been in view for a moment without a change.
 * @returns its settings, and what sets them
 */
export function figure(id, spec) {
  const target = document.getElementById(id);
  if (!target) throw new Error(`there is no figure ${id}`);
  const state = { ...spec.settings };
  for (const [name, control] of Object.entries(spec.controls ?? {})) state[name] = control.value;
  const caption = target.querySelector("figcaption");
  const stage = new Stage(target, spec.height, "");
  target.insertBefore(stage.svg.parentElement, caption);
  let isAsked = false, isSeen = false, refining = 0;
  const set = changes => {
    Object.assign(state, changes);
    stage.isFine = false;
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(draw);
  };
  const controls = Object.entries(spec.controls ?? {}).map(([name, control]) => ({ ...makeControl(name, control, state, set), isShown: control.when ?? (() => true) }));
  if (controls.length) target.insertBefore(element("div", { className: "controls" }, ...controls.map(c => c.box)), caption);
  const foot = spec.recipe ? makeFoot(id) : null;
  if (foot) target.append(foot.box);
  const draw = () => {
    isAsked = false;
    stage.fit();
    stage.clear();
    spec.draw(stage, state, set);
    stage.finish();
    stage.svg.setAttribute("aria-label", spec.label(state));
    for (const control of controls) {
      control.renew();
      control.box.hidden = !control.isShown(state);
    }
    foot?.renew(spec.recipe(state), spec.command?.(state));
    rest();
  };
  const rest = () => {
    clearTimeout(refining);
    if (spec.refines && isSeen && !stage.isFine) refining = setTimeout(refine, REST);
  };
  const refine = () => {
    stage.isFine = true;
    draw();
  };
  new IntersectionObserver(([entry]) => {
    isSeen = entry.isIntersecting;
    rest();
  }).observe(target);
  new ResizeObserver(() => stage.fit() && set({})).observe(stage.canvas);
  const made = figures[id] = { state, set, draw, get drawn() { return stage.drawn; }, recipe: () => spec.recipe?.(state) };
  draw();
  return made;
}

/** Loads the library, then makes the figures; each shows what went wrong with it. */
export async function start(figureList) {
  burl = await load(new URL("../burl.wasm", location.href));
  for (const make of figureList) {
    try {
      make();
    } catch (error) {
      console.error(error);
    }
  }
  document.documentElement.dataset.ready = "1";
}
