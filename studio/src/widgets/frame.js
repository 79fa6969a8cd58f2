/* A window of the recipe on a picture of what is around it: that of a line `view`, which is moved and whose corners are dragged,
 * and that of tile(e, P), from 0 to the period, whose far corner is. */
import { dragged, follow, tidy } from "../drag.js";
import { drawn, element, wayOf } from "../element.js";
import { withLast } from "../expression.js";
import { treeIn } from "../language.js";
import { state } from "../state.js";
import { numberOf } from "../syntax.js";

const SIZE = [252, 168]; /* on the page */
const SAMPLES = [126, 84];
const AROUND = 1.7; /* so many times the window is shown */
const LEAST = 4; /* steps that a window is wide */

/** The numbers of a window, x0, y0, x1, y1, as nodes or as what they are, and the expression shown, null for the recipe itself.
 * null: they aren't numbers that can be written. */
function windowOf(tree, node) {
  const given = node.kind === "view" ? node.parts : node.parts.slice(1).filter(part => !part.option);
  const nodes = node.kind === "view" ? given : [null, null, given[0], given[1] ?? given[0]];
  const at = nodes.map(of => (of ? numberOf(tree, of) : 0));
  const isKnown = node.kind === "view" ? given.length === 4 : given.length === 1 || given.length === 2;
  if (!isKnown || at.includes(null) || at[0] === at[2] || at[1] === at[3]) return null;
  return { nodes, at, shown: node.kind === "view" ? null : tree.text.slice(node.parts[0].from, node.parts[0].to) };
}

/** @returns {import("../touch.js").Widget} */
export function frameWidget(view, node, preview) {
  const canvas = element("canvas", { width: SAMPLES[0], height: SAMPLES[1] });
  const picture = drawn("svg", { viewBox: `0 0 ${SIZE[0]} ${SIZE[1]}`, width: SIZE[0], height: SIZE[1] });
  const said = element("div", { className: "number" }), dom = element("div", { className: "frame" });
  const isFixed = node.kind === "call"; /* its first corner is 0, 0 */
  let found, area, isDragging = false;
  dom.append(element("div", { className: "stack" }, canvas, picture), said);

  /** What the picture shows: the window in its middle, samples as wide as they are high. */
  const fit = () => {
    const [x0, y0, x1, y1] = found.at, each = AROUND*Math.max(Math.abs(x1 - x0)/SIZE[0], Math.abs(y1 - y0)/SIZE[1]);
    const step = [Math.sign(x1 - x0)*each, Math.sign(y1 - y0)*each];
    area = { step, origin: [x0 + x1, y0 + y1].map((sum, a) => sum/2 - step[a]*SIZE[a]/2) };
  };
  const toPage = (value, a) => (value - area.origin[a])/area.step[a];
  const unit = () => 10 ** Math.floor(Math.log10(Math.abs(area.step[0])) + 0.5);
  /** The step of a number: cells have to fit into a tile, so that it stays whole, or a multiple of what it was. */
  const grainOf = value => (!isFixed ? unit() : Number.isInteger(value) ? 1 : Math.abs(value));

  /** Writes the window's numbers, those between the first and the last of its nodes as one span. */
  const mover = () => {
    const { text } = treeIn(view.state), nodes = [...new Set(found.nodes.filter(Boolean))];
    const between = nodes.map((of, i) => (i ? text.slice(nodes[i - 1].to, of.from) : "")), indices = nodes.map(of => found.nodes.indexOf(of));
    const drag = dragged(view, nodes[0].from, text.slice(nodes[0].from, nodes.at(-1).to));
    return { set: at => drag.set(indices.map((index, i) => between[i] + tidy(at[index], unit())).join("")), end: () => drag.end() };
  };

  /** The window with one corner, 0 or 1, or all of it moved; no side turns over, and what has one period stays square. */
  const moved = (at, corner, by) => {
    const least = LEAST*unit(), isSquare = found.nodes[2] && found.nodes[2] === found.nodes[3];
    if (isSquare) by = by.map(() => by[0] + by[1]); /* by either */
    return at.map((value, i) => {
      const a = i % 2, way = Math.sign(area.step[a]), other = at[(i + 2) % 4];
      if (corner !== null && corner !== i >> 1) return value;
      if (corner === null) return value + by[a];
      const limit = other + (corner ? least : -least)*way;
      const free = (value + by[a] - limit)*way*(corner ? 1 : -1) > 0 ? value + by[a] : limit, grain = grainOf(value);
      return isFixed ? Math.max(grain, Math.round(free/grain)*grain) : free;
    });
  };

  const grabbed = (mark, corner) => {
    mark.addEventListener("pointerdown", event => {
      const move = mover(), first = found.at, zoom = SIZE[0]/picture.getBoundingClientRect().width;
      event.preventDefault();
      isDragging = true;
      follow(to => move.set(moved(first, corner, [to.clientX - event.clientX, to.clientY - event.clientY].map((by, a) => by*zoom*area.step[a]))), () => {
        isDragging = false;
        move.end();
        renew(node);
      });
    });
    mark.addEventListener("keydown", event => {
      const way = wayOf(event);
      if (!way) return;
      event.preventDefault();
      const move = mover(), [across, down] = [0, 1].map(a => grainOf(found.at[2 + a])*Math.sign(area.step[a]));
      move.set(moved(found.at, corner, [way[0]*across, -way[1]*down]));
      move.end();
    });
    return mark;
  };
  const rest = drawn("path", { class: "rest", "fill-rule": "evenodd" });
  const whole = drawn("rect", isFixed ? { class: "whole" } : { class: "whole", tabindex: 0, role: "button" });
  const corners = (isFixed ? [1] : [0, 1]).map(corner => ({ corner, mark: grabbed(drawn("circle", { r: 6, tabindex: 0, role: "button" }), corner) }));
  if (!isFixed) grabbed(whole, null);
  picture.append(rest, whole, ...corners.map(({ mark }) => mark));

  const place = () => {
    const [x0, y0, x1, y1] = found.at.map((value, i) => toPage(value, i % 2)), text = found.at.map(value => Number(value.toPrecision(6)));
    rest.setAttribute("d", `M0 0H${SIZE[0]}V${SIZE[1]}H0ZM${x0} ${y0}H${x1}V${y1}H${x0}Z`);
    for (const [key, value] of Object.entries({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 })) whole.setAttribute(key, String(value));
    for (const { corner, mark } of corners) {
      mark.setAttribute("cx", String(corner ? x1 : x0));
      mark.setAttribute("cy", String(corner ? y1 : y0));
      mark.setAttribute("aria-label", `${corner ? "last" : "first"} corner, ${text.slice(2*corner, 2*corner + 2).join(", ")}`);
    }
    whole.setAttribute("aria-label", `the window, ${text.join(", ")}`);
    said.textContent = isFixed ? `repeats after ${text.slice(2).join(", ")}: drag the corner` : "drag the window or its corners";
  };

  const draw = async () => {
    const { text } = treeIn(view.state), step = area.step.map((each, a) => each*SIZE[a]/SAMPLES[a]);
    const grid = { size: SAMPLES, origin: area.origin.map((from, a) => from + step[a]/2), step, time: state.time };
    try {
      await preview(canvas, { text: found.shown === null ? text : withLast(text, found.shown), seed: state.seed }, grid);
    } catch { /* the text doesn't compile now: what is drawn stays */ }
  };

  const renew = now => {
    node = now;
    found = windowOf(treeIn(view.state), node);
    if (!found) return dom.replaceChildren("its numbers aren't all written as numbers: change them in the text");
    const isNew = !isDragging || !area;
    if (isNew) fit();
    place();
    if (isNew) draw();
  };
  renew(node);
  return { dom, renew };
}
