/* The two values of levels(e, lo, hi) on the histogram of e: each is dragged over the values that the picture has of it. */
import { statisticsOf } from "../colour.js";
import { dragged, follow, tidy } from "../drag.js";
import { drawn, element, wayOf } from "../element.js";
import { withLast } from "../expression.js";
import { treeIn } from "../language.js";
import { smallGrid } from "../preview.js";
import { state } from "../state.js";
import { numberOf } from "../syntax.js";

const SIZE = [256, 80];
const BINS = 64;
const MARGIN = 0.1;
const NAMES = ["lo", "hi"];

/** @returns {import("../touch.js").Widget} */
export function levelsWidget(view, call, preview) {
  const picture = drawn("svg", { viewBox: `0 0 ${SIZE[0]} ${SIZE[1]}`, width: SIZE[0], height: SIZE[1] });
  const bars = drawn("path", { class: "bars" }), kept = drawn("rect", { class: "kept", y: 0, height: SIZE[1] });
  const shown = element("div", { className: "number" }), scratch = element("canvas");
  const dom = element("div", { className: "levels" }, picture, shown);
  let at, found, range = [0, 1], isDragging = false;

  const toPage = value => (value - range[0])/(range[1] - range[0])*SIZE[0];
  const step = () => 10 ** Math.floor(Math.log10((range[1] - range[0])/SIZE[0]) + 0.5);
  const nodeOf = end => call.parts.filter(part => !part.option)[1 + end];

  /** Moves one end, which stays on its side of the other. */
  const mover = end => {
    const node = nodeOf(end), drag = dragged(view, node.from, treeIn(view.state).text.slice(node.from, node.to));
    const bounded = value => (end ? Math.max(at[0] + step(), value) : Math.min(at[1] - step(), value));
    return { set: value => drag.set(tidy(bounded(value), step())), end: () => drag.end() };
  };

  const handles = NAMES.map((name, end) => {
    const handle = drawn("rect", { class: "handle", width: 9, height: SIZE[1] - 2, y: 1, rx: 3, tabindex: 0, role: "slider" });
    handle.addEventListener("pointerdown", event => {
      const move = mover(end), first = at[end], each = (range[1] - range[0])/picture.getBoundingClientRect().width;
      isDragging = true;
      follow(moved => move.set(first + each*(moved.clientX - event.clientX)), () => {
        isDragging = false;
        move.end();
        renew(call);
      });
    });
    handle.addEventListener("keydown", event => {
      const way = wayOf(event);
      if (!way) return;
      event.preventDefault();
      const move = mover(end);
      move.set(at[end] + (way[0] + way[1])*step());
      move.end();
    });
    return handle;
  });
  picture.append(kept, bars, ...handles);

  const place = () => {
    handles.forEach((handle, end) => {
      handle.setAttribute("x", String(toPage(at[end]) - 4.5));
      for (const [key, value] of Object.entries({ label: NAMES[end], valuenow: at[end], valuemin: range[0], valuemax: range[1] }))
        handle.setAttribute(`aria-${key}`, String(value));
    });
    kept.setAttribute("x", String(toPage(Math.min(...at))));
    kept.setAttribute("width", String(Math.abs(toPage(at[1]) - toPage(at[0]))));
    const most = Math.max(...found?.bins ?? [], 1), width = found ? (found.hi - found.lo)/BINS : 0;
    bars.setAttribute("d", (found?.bins ?? []).map((count, i) =>
      `M${toPage(found.lo + i*width)} ${SIZE[1]}V${SIZE[1]*(1 - 0.95*count/most)}H${toPage(found.lo + (i + 0.9)*width)}V${SIZE[1]}Z`).join(""));
    shown.textContent = `${at[0]} becomes 0, ${at[1]} becomes 1`;
  };

  /** The values of e over what the picture shows, by the library: e as the recipe's result. */
  const sample = async () => {
    const { text } = treeIn(view.state), [e] = call.parts;
    if (!state.about) return;
    try {
      const { samples, channels } = await preview(scratch, { text: withLast(text, text.slice(e.from, e.to)), seed: state.seed }, smallGrid(state.about));
      const values = statisticsOf(samples, channels, BINS);
      found = values.lo <= values.hi ? values : null;
    } catch { /* e reads arguments of its function, or the text doesn't compile now: what is drawn stays */ }
    if (!isDragging) fit();
    place();
  };

  /** All that is there and both ends, with a margin. */
  const fit = () => {
    const lo = Math.min(...at, found?.lo ?? Infinity), hi = Math.max(...at, found?.hi ?? -Infinity), wide = (hi - lo || 1)*MARGIN;
    range = [lo - wide, hi + wide];
  };

  const renew = now => {
    call = now;
    at = [0, 1].map(end => numberOf(treeIn(view.state), nodeOf(end)));
    if (at.includes(null)) return dom.replaceChildren("lo and hi aren't both numbers: change them in the text");
    if (!isDragging) fit();
    place();
    sample();
  };
  renew(call);
  return { dom, renew };
}
