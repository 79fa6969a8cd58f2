/* Values along a line on the picture: the line with its two ends, which are dragged or moved by arrow keys, and below the text a
 * plot of exact samples between them.  Shift and a drag on the picture draw a line, too; Escape takes it away. */
import { element } from "./element.js";
import { placeText, rounded, sampleText } from "./numbers.js";
import { Stale } from "./pool.js";
import { listen, set, shownRecipe, state } from "./state.js";
import { pointAt } from "./view.js";

const COUNT = 512; /* samples from one end to the other */
const HIGH = 100; /* units of the plot */
const COLOURS = [["var(--accent)"], ["#c0392b", "#2c7a45", "#2f6fb5"]]; /* of a number; of a colour's channels */
const STEP = 8; /* pixels that an arrow key moves an end by */

/** Points from one end of a line to the other, as lists of coordinates. */
export function pointsAlong(line, count = COUNT) {
  const [from, to] = line;
  const [x, y] = [0, 1].map(a => Float64Array.from({ length: count }, (_, i) => from[a] + (to[a] - from[a])*i/(count - 1)));
  return { x, y };
}

/** The finite values of samples, from least to greatest. */
function rangeIn(values) {
  let lo = Infinity, hi = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    lo = Math.min(lo, value);
    hi = Math.max(hi, value);
  }
  return { lo, hi };
}

/** A curve of one channel, which has gaps where it isn't finite. */
function curveOf(samples, channels, channel, { lo, hi }) {
  let d = "", isDown = false;
  for (let i = 0; i < COUNT; i++) {
    const value = samples[i*channels + channel];
    if (Number.isFinite(value)) d += `${isDown ? "L" : "M"}${i} ${(HIGH*(hi > lo ? (hi - value)/(hi - lo) : 0.5)).toFixed(2)}`;
    isDown = Number.isFinite(value);
  }
  return d;
}

const svg = (kind, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
};

/** The samples of a whole grid that lie nearest to points; NaN where there are none. */
function nearest({ placed, samples, channels }, { x, y }) {
  const found = new Float32Array(COUNT*channels).fill(NaN), { grid: { origin, step, size } } = placed;
  for (let i = 0; i < COUNT; i++) {
    const column = Math.round((x[i] - origin[0])/step[0]), row = Math.round((y[i] - origin[1])/step[1]);
    if (column < 0 || row < 0 || column >= size[0] || row >= size[1]) continue;
    const first = (row*size[0] + column)*channels;
    found.set(samples.subarray(first, first + channels), i*channels);
  }
  return found;
}

/** The line on the picture, and its plot.  layer: an svg over the canvas; panel: where the plot goes.
 * @param {{ layer: SVGElement, panel: HTMLElement, button: HTMLElement }} elements @param {import("./picture.js").Picture} picture
 * @param {import("./pool.js").Pool} pool */
export function makeLine({ layer, panel, button }, picture, pool) {
  const line = svg("path", {}), dot = svg("circle", { r: 3, class: "dot" });
  const handles = ["start", "end"].map(name => svg("circle", { r: 7, tabindex: 0, role: "button", "aria-label": `${name} of the line; arrow keys move it` }));
  const plot = svg("svg", { viewBox: `0 -4 ${COUNT - 1} ${HIGH + 8}`, preserveAspectRatio: "none", role: "img", "aria-label": "values along the line" });
  const cursor = svg("path", { class: "cursor" }), curves = svg("g", {}), ends = element("p"), said = element("output"), range = element("p");
  const slider = element("input", { type: "range", min: "0", max: String(COUNT - 1), value: String(COUNT >> 1) });
  slider.setAttribute("aria-label", "place on the line");
  const close = element("button", { className: "close", textContent: "Close" });
  layer.append(line, ...handles, dot);
  plot.append(curves, cursor);
  let points = null, samples = null, channels = 1;

  /* ---- What is shown ----------------------------------------------------------------------------- */

  const isShown = () => state.line !== null && state.mode === "picture" && state.about !== null;

  /** Points of a picture that is shown whole, in a frame of its own, lie where that has them. */
  const placeOf = point => {
    if (!picture.placed) return picture.placeOf(point);
    const { grid, at, scale } = picture.placed, ratio = picture.canvas.width/picture.canvas.clientWidth;
    return point.map((p, a) => (at[a] + ((p - grid.origin[a])/grid.step[a] + 0.5)*scale)/ratio);
  };
  const pointOf = (clientX, clientY) => {
    if (!picture.placed) return pointAt(picture.canvas, clientX, clientY);
    const { grid, at, scale } = picture.placed, box = picture.canvas.getBoundingClientRect(), ratio = picture.canvas.width/picture.canvas.clientWidth;
    return [clientX - box.left, clientY - box.top].map((p, a) => grid.origin[a] + ((p*ratio - at[a])/scale - 0.5)*grid.step[a]);
  };

  const place = () => {
    layer.toggleAttribute("hidden", !isShown());
    button.setAttribute("aria-pressed", String(state.line !== null));
    if (!isShown()) return;
    const at = state.line.map(placeOf);
    line.setAttribute("d", `M${at[0].join(" ")}L${at[1].join(" ")}`);
    handles.forEach((handle, i) => {
      handle.setAttribute("cx", at[i][0]);
      handle.setAttribute("cy", at[i][1]);
    });
    read();
  };

  /** The value where the slider is. */
  const read = () => {
    const i = Number(slider.value);
    cursor.setAttribute("d", `M${i} -4V${HIGH + 4}`);
    if (!samples || !isShown()) return;
    const point = [points.x[i], points.y[i]], [x, y] = placeOf(point);
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", y);
    const values = [...samples.subarray(i*channels, (i + 1)*channels)];
    said.textContent = `${placeText(point, state.step)}: ${values.map(sampleText).join(", ")}`;
  };

  const draw = () => {
    const shown = channels < 3 ? [0] : [0, 1, 2], colours = COLOURS[channels < 3 ? 0 : 1];
    const found = rangeIn(shown.flatMap(c => Array.from({ length: COUNT }, (_, i) => samples[i*channels + c])));
    curves.replaceChildren(...shown.map(c => svg("path", { d: curveOf(samples, channels, c, found), stroke: colours[c] })));
    ends.textContent = `from ${placeText(state.line[0], state.step)} to ${placeText(state.line[1], state.step)}`;
    range.textContent = found.lo <= found.hi ? `${rounded(found.lo, 4)} … ${rounded(found.hi, 4)}` : "nothing finite";
    if (!panel.firstChild) {
      panel.append(close, element("h2", { textContent: "Along the line" }), ends, plot, slider, said, range);
      panel.scrollIntoView({ block: "nearest" });
    }
    panel.dataset.ready = String(Number(panel.dataset.ready ?? 0) + 1);
    read();
  };

  /* ---- Samples ------------------------------------------------------------------------------------ */

  async function renew() {
    pool.cancel("line");
    place();
    if (!state.line) panel.replaceChildren();
    if (!isShown()) return;
    const wanted = pointsAlong(state.line);
    try {
      if (state.about.needsWholeGrid) {
        if (!picture.isWhole || !picture.placed) return; /* it comes with the picture */
        [points, samples, channels] = [wanted, nearest(picture, wanted), picture.channels];
      } else {
        const t = new Float64Array(COUNT).fill(state.time);
        const answer = await pool.ask("line", { task: "points", ...shownRecipe(), points: { ...wanted, t } }, { first: true });
        [points, samples, channels] = [wanted, answer.samples, answer.channels];
      }
      if (isShown()) draw();
    } catch (error) {
      if (!(error instanceof Stale)) set({ notice: error.message });
    }
  }

  /* ---- What is done ------------------------------------------------------------------------------- */

  const put = (i, point) => set({ line: state.line.map((end, n) => (n === i ? point : end)) });
  const remove = () => {
    set({ line: null });
    picture.canvas.focus();
  };

  /** Through the middle, from left to right. */
  const begin = () => {
    const box = picture.canvas.getBoundingClientRect(), y = box.top + box.height/2;
    set({ mode: "picture", line: [0.2, 0.8].map(share => pointOf(box.left + share*box.width, y)) });
    place();
    handles[0].focus();
  };

  handles.forEach((handle, i) => {
    handle.addEventListener("pointerdown", event => {
      if (event.button) return;
      handle.setPointerCapture(event.pointerId);
      handle.focus();
      event.preventDefault();
    });
    handle.addEventListener("pointermove", event => handle.hasPointerCapture(event.pointerId) && put(i, pointOf(event.clientX, event.clientY)));
    handle.addEventListener("keydown", event => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!way) return;
      event.preventDefault();
      const box = picture.canvas.getBoundingClientRect(), at = placeOf(state.line[i]);
      put(i, pointOf(box.left + at[0] + way[0]*STEP, box.top + at[1] + way[1]*STEP));
    });
  });

  /** A drag with Shift on the picture, before the picture moves by it. */
  picture.canvas.parentElement.addEventListener("pointerdown", event => {
    if (!event.shiftKey || event.button || event.target !== picture.canvas || state.mode !== "picture" || !state.about) return;
    event.stopPropagation();
    event.preventDefault();
    const from = pointOf(event.clientX, event.clientY);
    const move = moved => set({ line: [from, pointOf(moved.clientX, moved.clientY)] });
    const end = () => {
      for (const type of ["pointerup", "pointercancel"]) removeEventListener(type, end);
      removeEventListener("pointermove", move);
      if (state.line?.[0] === from) handles[1].focus();
    };
    addEventListener("pointermove", move);
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, end);
  }, { capture: true });
  for (const where of [layer, panel, picture.canvas])
    where.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || !state.line) return;
      event.preventDefault();
      remove();
    });
  button.addEventListener("click", () => (state.line ? remove() : begin()));
  close.addEventListener("click", remove);
  slider.addEventListener("input", read);
  plot.addEventListener("pointermove", event => {
    const box = plot.getBoundingClientRect();
    slider.value = String(Math.round((event.clientX - box.left)/box.width*(COUNT - 1)));
    read();
  });
  listen(["line", "about", "time", "mode"], renew);
  listen(["centre", "step"], place);
  listen(["opened"], () => set({ line: null }));
  picture.addEventListener("whole", () => {
    if (state.about.needsWholeGrid && state.line) renew();
    else place();
  });
}
