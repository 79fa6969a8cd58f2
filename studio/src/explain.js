/* "Explain this sample": each operation of the recipe at the pinned point with its numbers; for each noise on a lattice, and
 * for each octave of one, its cell with hashes, gradients, ways, weights and their products. */
import { element } from "./element.js";
import { aroundLast, definitionsOf, within } from "./expression.js";
import { rounded, sampleText } from "./numbers.js";
import { Stale } from "./pool.js";
import { listen, set, shownRecipe, state } from "./state.js";
import { bare } from "./syntax.js";
import { gridOfView } from "./view.js";

const MOST_STEPS = 240;
const CONSTANTS = new Set(["number", "colour", "text", "missing"]);
const SUMS = new Set(["fbm", "billow", "turbulence", "ridged", "pingpong"]); /* each octave adds its own */

const show = value => rounded(value, 5);

/** What the points of cells() say, and how that is called here. */
const GIVES = { f1: "to the nearest point", f2: "to the second", f3: "to the third", x: "to the right to the nearest", y: "down to the nearest",
  edge: "to the border of its piece", value: "the piece’s own number" };

/** @typedef {{ text: string, kind: string, parts: Step[], step?: number, asked?: { label: string, step: number }[] }} Step
 * of an expression its text and what it is made of; step: which of the values it is, of none that is a constant; asked: what
 * else is computed of the points of cells() */

/** A call of cells() that gives another number of the same points. */
function cellsWith(text, { parts }, give) {
  const kept = parts.filter(({ option }) => option?.name !== "give").map(part => text.slice((part.option ?? part).from, part.to));
  return `cells(${[...kept, `give: ${give}`].join(", ")})`;
}

/** All expressions of the definitions, each once, with the definition that they are of: the last one first. */
function stepsOf(text) {
  const steps = [], definitions = [];
  const visit = node => {
    const { kind, name } = bare(node), found = { text: text.slice(node.from, node.to), kind: name ?? kind, parts: [] };
    if (CONSTANTS.has(kind) || steps.length >= MOST_STEPS) return found;
    found.step = steps.push(found) - 1;
    if (name === "cells")
      found.asked = Object.entries(GIVES).map(([give, label]) => ({ label, step: steps.push({ text: cellsWith(text, bare(node), give), kind: "asked", parts: [] }) - 1 }));
    found.parts = within(node).map(visit);
    return found;
  };
  for (const { name, node } of definitionsOf(text).reverse())
    if (steps.length < MOST_STEPS) definitions.push({ name, tree: visit(node) });
  return { steps, definitions };
}

/* ---- The cell ------------------------------------------------------------------------------------ */

const NS = "http://www.w3.org/2000/svg";

function svg(name, attributes, text) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** An arrow with its head. */
function arrow(x0, y0, x1, y1, colour) {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ux, uy] = [(x1 - x0)/length*6, (y1 - y0)/length*6];
  return svg("path", { d: `M${x0} ${y0}L${x1} ${y1}M${x1 - ux - uy/2} ${y1 - uy + ux/2}L${x1} ${y1}L${x1 - ux + uy/2} ${y1 - uy - ux/2}`,
    fill: "none", stroke: colour, "stroke-width": 1.6 });
}

const LINE = 15, CORNER = 4*LINE + 6;

/** What a corner's number is made of: its hash, the height there, the weight along each axis. */
function linesOf(cell, corner) {
  const list = numbers => numbers.map(number => rounded(number, 4)).join(", ");
  const weight = cell.isSimplex ? `${show(corner.weight)}, ${show(Math.hypot(...corner.distance))} cells away` : `${corner.weights.map(show).join(" · ")} = ${show(corner.weight)} (${cell.interp})`;
  return [[`(${corner.point.join(", ").replaceAll("-", "−")}), ${corner.hash ? `hash ${corner.hash.toString(16).padStart(8, "0")}` : "another hash"}`, "var(--ink)"],
    [cell.isValue ? `value ${show(corner.height)}` : `gradient ${list(corner.gradient)} · way ${list(corner.distance)} = ${show(corner.height)}`, "var(--soft)"],
    [`weight ${weight}`, "var(--soft)"],
    [`${show(corner.weight)} × ${show(corner.height)} = ${show(corner.product)}`, corner.product < 0 ? "var(--blue)" : "var(--orange)"]];
}

/** The lattice points around the point: with hash, gradients or values, distances, and the products that add up. */
function cellPicture(cell) {
  const isNarrow = innerWidth < 640, side = 130, left = 46, top = cell.dims > 1 ? 40 : 76;
  const [right, below] = isNarrow ? [0, top + (cell.dims > 1 ? side : 0) + 50] : [210, 22];
  const least = cell.at.map((_, a) => Math.min(...cell.corners.map(({ place: p }) => p[a])));
  const widest = Math.max(1, ...cell.corners.flatMap(({ place: p }) => p.map((at, a) => at - least[a])));
  const place = point => [left + side*(point[0] - least[0])/widest, top + (cell.dims > 1 ? side*(point[1] - least[1])/widest : 0)];
  const size = [isNarrow ? 390 : 600, below + CORNER*cell.corners.length + LINE];
  const slopeOf = ({ gradient }) => (cell.dims > 1 ? gradient : [1, -gradient[0]]), longest = Math.max(1e-9, ...cell.corners.map(c => Math.hypot(...slopeOf(c))));
  const picture = svg("svg", { viewBox: `0 0 ${size.join(" ")}`, width: size[0], height: size[1], role: "img",
    "aria-label": `the lattice cell: ${cell.corners.map(c => show(c.product)).join(" plus ")}` });
  if (!cell.isSimplex) picture.append(svg("rect", { x: left, y: top, width: side, height: cell.dims > 1 ? side : 0.5, fill: "none", stroke: "var(--faint)" }));
  for (const { place: from, point } of cell.isSimplex ? cell.corners : [])
    for (const { place: to } of cell.corners.filter(({ point: next }) => next.every((i, a) => i === point[a] || i === point[a] + 1))) {
      const [[x1, y1], [x2, y2]] = [place(from), place(to)];
      picture.append(svg("line", { x1, y1, x2, y2, stroke: "var(--faint)" }));
    }
  const [px, py] = place(cell.at);
  cell.corners.forEach((corner, i) => {
    const [x, y] = place(corner.place);
    picture.append(svg("line", { x1: x, y1: y, x2: px, y2: py, stroke: "var(--accent)", "stroke-dasharray": "3 3" }));
    if (!cell.isValue) {
      const [gx, gy] = slopeOf(corner), scale = 34/longest;
      picture.append(arrow(x, y, x + gx*scale, y + gy*scale, "var(--ink)"));
    }
    picture.append(svg("circle", { cx: x, cy: y, r: 4, fill: "var(--card)", stroke: "var(--ink)" }));
    linesOf(cell, corner).forEach(([text, fill], line) =>
      picture.append(svg("text", { x: right, y: below + CORNER*i + LINE*line, fill, "font-size": 11, "font-family": "var(--mono)" }, text)));
  });
  picture.append(svg("circle", { cx: px, cy: py, r: 4, fill: "var(--accent)" }));
  const sum = cell.corners.reduce((s, corner) => s + corner.product, 0);
  picture.append(svg("text", { x: right, y: below + CORNER*cell.corners.length, fill: "var(--ink)", "font-size": 12, "font-weight": 600 }, `sum: ${show(sum)}`));
  return picture;
}

/* ---- The steps ----------------------------------------------------------------------------------- */

/** A box that is filled when it is first opened. */
function foldable(head, path, open, contents) {
  const box = element("details", { open: open.has(path) }, head);
  box.dataset.path = path;
  const fill = () => box.open && box.childElementCount === 1 && box.append(...contents());
  box.addEventListener("toggle", fill);
  fill();
  return box;
}

/** What one octave adds to a sum of them, and its cell of the lattice. */
function octaveElement({ frequency, share, value, cell }, i, path, open) {
  const size = frequency >= 1 ? `1/${show(frequency)}` : show(1/frequency);
  const weight = Number.isFinite(share) ? `, of share ${show(share)}` : "";
  const said = [element("code", { textContent: `octave ${i + 1}, cells of ${size}${weight}` }),
    element("span", { className: "value", textContent: `${i ? "+" : "="} ${sampleText(value)}` })];
  if (!cell) return element("div", { className: "step octave" }, ...said);
  const box = foldable(element("summary", {}, ...said), `${path}/octave ${i}`, open, () => [cellPicture(cell)]);
  box.classList.add("octave");
  return box;
}

/** What else the points of cells() say. */
const askedElement = ({ label }, { value }) => element("div", { className: "step" }, element("code", { textContent: label }),
  element("span", { className: "value", textContent: value.map(sampleText).join(", ") }));

/** Of a step what it computes, its value and, when it is opened, the steps within it.  open: the paths of those that are. */
function stepElement(node, values, path, open) {
  const found = node.step === undefined ? null : values[node.step];
  const text = node.text.replaceAll(/\/\/[^\n]*|\s+/g, " ").replaceAll(/ +/g, " ");
  const head = element("summary", {}, element("code", { textContent: text.length > 90 ? `${text.slice(0, 88)}…` : text }),
    element("span", { className: "value", textContent: found ? `= ${found.value.map(sampleText).join(", ")}` : "" }));
  const inner = node.parts.filter(part => part.step !== undefined);
  const asked = (node.asked ?? []).filter(({ step }) => values[step]);
  if (!inner.length && !asked.length && !found?.cell && !found?.octaves.length) return element("div", { className: "step" }, ...head.childNodes);
  return foldable(head, path, open, () => [...found?.cell ? [cellPicture(found.cell)] : [],
    ...asked.map(one => askedElement(one, values[one.step])),
    ...(found?.octaves ?? []).map((octave, i) => octaveElement(octave, i, path, open)),
    ...inner.map((part, i) => stepElement(part, values, `${path}/${i}`, open))]);
}

/** A definition with its name before it. */
function rowElement({ name, tree }, values, open) {
  const row = stepElement(tree, values, name ?? "", open);
  (row.querySelector("summary") ?? row).prepend(element("b", { textContent: `${name ?? "result"} ` }));
  return row;
}

export function makeExplain(target, pool) {
  let explained = null; /* the part that was opened of itself */
  const renew = async () => {
    pool.cancel("explain");
    if (!state.pin || !state.about) return target.replaceChildren();
    const { text, seed } = shownRecipe(), { steps, definitions } = stepsOf(text);
    const { pin, time } = state, { step } = gridOfView({ width: 1, height: 1 });
    const expressions = steps.map(({ text: source, kind }) => ({ text: source, isSum: SUMS.has(kind) }));
    let answer;
    try {
      answer = await pool.ask("explain", { task: "explain", ...aroundLast(text), seed, at: pin, step, time, expressions }, { first: true });
    } catch (error) {
      if (!(error instanceof Stale)) target.textContent = error.message;
      return;
    }
    if (pin !== state.pin) return;
    const close = element("button", { textContent: "Close", className: "close" });
    close.addEventListener("click", () => set({ pin: null }));
    const isNew = !target.childElementCount;
    const open = new Set([...target.querySelectorAll("details[open]")].map(box => box.dataset.path));
    if (explained !== state.result || isNew) open.add(state.result ?? "");
    explained = state.result;
    target.replaceChildren(close, element("h2", { textContent: `The sample at ${pin.map(show).join(", ")}` }),
      ...definitions.map(definition => rowElement(definition, answer.values, open)));
    if (isNew) target.scrollIntoView({ block: "nearest" });
  };
  listen(["pin", "about", "time", "step"], renew);
}
