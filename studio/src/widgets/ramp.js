/* A ramp as a strip: its stops are dragged, added by a double click and taken away, and have their colours picked. */
import { applied } from "../acts.js";
import { dragged, follow, tidy } from "../drag.js";
import { element } from "../element.js";
import { withLast } from "../expression.js";
import { treeIn } from "../language.js";
import { numberOf } from "../syntax.js";
import { colourInput } from "./colour.js";

const SIZE = [256, 24];
const MARGIN = 0.08; /* beside the first and last stop, in their distance */

/** @typedef {{ place: import("../syntax.js").Node | null, at: number, colour: import("../syntax.js").Node }} Stop */

/** The stops of a call; null: it has none, or one whose place is no number.  Evenly spaced ones have no place of their own.
 * @returns {Stop[] | null} */
export function stopsOf(tree, call) {
  const given = call.parts.slice(1).filter(part => !part.option);
  if (given.length < 2) return null;
  const isEven = given[0].kind === "colour";
  if (isEven) return given.map((colour, i) => ({ place: null, at: i/(given.length - 1), colour }));
  const stops = [];
  for (let i = 0; i + 1 < given.length; i += 2) stops.push({ place: given[i], at: numberOf(tree, given[i]), colour: given[i + 1] });
  return stops.every(stop => stop.at !== null) ? stops : null;
}

/** A new stop: the edit that puts it behind those before it. */
export function addStop(stops, at, colour) {
  const before = stops.findLast(stop => stop.at < at);
  if (before) return [{ from: before.colour.to, to: before.colour.to, insert: `, ${at}, ${colour}` }];
  const { from } = stops[0].place;
  return [{ from, to: from, insert: `${at}, ${colour}, ` }];
}

/** A stop away, with the comma that it no longer needs. */
export function removeStop(stops, i) {
  return i ? [{ from: stops[i - 1].colour.to, to: stops[i].colour.to, insert: "" }]
    : [{ from: stops[0].place.from, to: stops[1].place.from, insert: "" }];
}

/** Places for stops that are evenly spaced. */
export const placeStops = stops => stops.map(({ colour, at }) => ({ from: colour.from, to: colour.from, insert: `${tidy(at, 0.01)}, ` }));

/** @returns {import("../touch.js").Widget} */
export function rampWidget(view, call, preview) {
  const canvas = element("canvas", { width: SIZE[0], height: SIZE[1] }), handles = element("div", { className: "handles" });
  const chosen = element("div", { className: "number" }), dom = element("div", { className: "ramp" }, canvas, handles, chosen);
  let stops, range, selected = 0, isDragging = false;

  const stepOf = () => 10 ** Math.floor(Math.log10((range[1] - range[0])/SIZE[0]) + 0.5);
  const placeAt = clientX => {
    const box = canvas.getBoundingClientRect();
    return range[0] + (clientX - box.left)/box.width*(range[1] - range[0]);
  };
  const change = edits => view.dispatch({ changes: edits, userEvent: "input" });

  /** How far a stop goes by a key: a step of the strip, and at most a quarter of the way between its neighbours. */
  const roomOf = i => {
    const [lo, hi] = [stops[i - 1]?.at ?? -Infinity, stops[i + 1]?.at ?? Infinity];
    return { lo, hi, step: Math.min(stepOf(), (hi - lo)/4) };
  };

  /** Moves a stop between its neighbours: what writes its place, as a drag of its number. */
  const mover = i => {
    const { place } = stops[i], { lo, hi, step } = roomOf(i);
    const drag = dragged(view, place.from, treeIn(view.state).text.slice(place.from, place.to));
    return { set: at => drag.set(tidy(Math.min(hi - step, Math.max(lo + step, at)), step)), end: () => drag.end() };
  };

  const choose = i => {
    selected = i;
    const remove = element("button", { textContent: "Remove", disabled: stops.length < 3 || !stops[0].place });
    const even = element("button", { textContent: "Place them by hand", title: "each colour gets a place, which can be dragged", hidden: Boolean(stops[0].place) });
    remove.addEventListener("click", () => change(removeStop(stops, i)));
    even.addEventListener("click", () => change(placeStops(stops)));
    const input = stops[i].colour.kind === "colour" ? colourInput(view, () => stops[i].colour) : "a colour of the recipe";
    chosen.replaceChildren(element("span", { textContent: `at ${Number(stops[i].at.toPrecision(4))}` }), input, remove, even);
    for (const [k, handle] of [...handles.children].entries()) handle.setAttribute("aria-pressed", String(k === i));
  };

  const handleOf = (stop, i) => {
    const handle = element("button", { title: stop.place ? "drag, or the arrow keys" : "evenly spaced" });
    handle.style.left = `${(stop.at - range[0])/(range[1] - range[0])*100}%`;
    handle.setAttribute("aria-label", `stop ${i + 1} of ${stops.length}, at ${stop.at}`);
    handle.addEventListener("pointerdown", event => {
      choose(i);
      if (!stop.place) return;
      const move = mover(i), each = placeAt(1) - placeAt(0);
      isDragging = true;
      follow(moved => move.set(stop.at + each*(moved.clientX - event.clientX)), () => {
        isDragging = false;
        move.end();
        renew(call);
      });
    });
    handle.addEventListener("focus", () => choose(i));
    handle.addEventListener("keydown", event => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by || !stop.place) return;
      event.preventDefault();
      const move = mover(i);
      move.set(stops[i].at + by*roomOf(i).step*(event.shiftKey ? 10 : 1));
      move.end();
    });
    return handle;
  };

  /** Draws the strip by the library: the call with x in place of its first argument, as the recipe's result. */
  const draw = () => {
    const { text } = treeIn(view.state), first = call.parts[0];
    const shown = applied(text.slice(call.from, call.to), [{ from: first.from - call.from, to: first.to - call.from, insert: "x" }]);
    const step = (range[1] - range[0])/SIZE[0];
    const grid = { size: [SIZE[0], 1], origin: [range[0] + step/2, 0], step: [step, 1] };
    preview(canvas, { text: withLast(text, shown) }, grid).catch(() => {});
  };

  const renew = now => {
    call = now;
    stops = stopsOf(treeIn(view.state), call);
    if (!stops) return dom.replaceChildren("its places aren't all numbers: change them in the text");
    if (!isDragging) {
      const [lo, hi] = [stops[0].at, stops.at(-1).at], wide = (hi - lo || 1)*MARGIN;
      range = [lo - wide, hi + wide];
      const focused = [...handles.children].indexOf(document.activeElement);
      handles.replaceChildren(...stops.map(handleOf));
      choose(Math.min(selected, stops.length - 1));
      /** @type {HTMLElement} */ (handles.children[focused])?.focus();
    } else {
      stops.forEach((stop, i) => (/** @type {HTMLElement} */ (handles.children[i]).style.left = `${(stop.at - range[0])/(range[1] - range[0])*100}%`));
    }
    draw();
  };
  canvas.addEventListener("dblclick", event => {
    if (!stops[0].place) return;
    const at = Number(tidy(placeAt(event.clientX), stepOf()));
    if (stops.some(stop => stop.at === at)) return;
    const box = canvas.getBoundingClientRect(), x = Math.floor((event.clientX - box.left)/box.width*SIZE[0]);
    const pixel = canvas.getContext("2d").getImageData(Math.min(SIZE[0] - 1, x), 0, 1, 1).data;
    change(addStop(stops, at, `#${[...pixel.slice(0, 3)].map(c => c.toString(16).padStart(2, "0")).join("")}`));
  });
  renew(call);
  return { dom, renew };
}
