/* A curve as a curve: its points are dragged, added by a double click and taken away. */
import { applied } from "../acts.js";
import { dragged, follow, tidy } from "../drag.js";
import { drawn, element, wayOf } from "../element.js";
import { withLast } from "../expression.js";
import { treeIn } from "../language.js";
import { numberOf } from "../syntax.js";

const SIZE = [256, 140];
const MARGIN = 0.1;

/** @typedef {import("../syntax.js").Node} Node @typedef {{ x: Node, y: Node, at: number[] }} Point */

/** The points of a call; null: they aren't all numbers.
 * @returns {Point[] | null} */
export function pointsOf(tree, call) {
  const given = call.parts.slice(1).filter(part => !part.option), points = [];
  for (let i = 0; i + 1 < given.length; i += 2)
    points.push({ x: given[i], y: given[i + 1], at: [numberOf(tree, given[i]), numberOf(tree, given[i + 1])] });
  return points.length && points.every(point => point.at.every(value => value !== null)) ? points : null;
}

/** @returns {import("../touch.js").Widget} */
export function curveWidget(view, call, preview) {
  const picture = drawn("svg", { viewBox: `0 0 ${SIZE[0]} ${SIZE[1]}`, width: SIZE[0], height: SIZE[1] }), line = drawn("polyline");
  const shown = element("div", { className: "number" }), dom = element("div", { className: "curve" }), scratch = element("canvas");
  let points, box, isDragging = false;
  dom.append(picture, shown);

  const toPage = at => at.map((value, a) => (a ? 1 - (value - box[a][0])/(box[a][1] - box[a][0]) : (value - box[a][0])/(box[a][1] - box[a][0]))*SIZE[a]);
  const fromPage = (clientX, clientY) => {
    const place = picture.getBoundingClientRect(), share = [(clientX - place.left)/place.width, 1 - (clientY - place.top)/place.height];
    return share.map((s, a) => box[a][0] + s*(box[a][1] - box[a][0]));
  };
  const steps = () => box.map(([lo, hi]) => 10 ** Math.floor(Math.log10((hi - lo)/SIZE[0]) + 0.5));
  const change = edits => view.dispatch({ changes: edits, userEvent: "input" });

  /** The x between which a point stays, and how far it goes by a key: along x at most a quarter of the way between them. */
  const roomOf = i => {
    const [lo, hi] = [points[i - 1]?.at[0] ?? -Infinity, points[i + 1]?.at[0] ?? Infinity], [across, up] = steps();
    return { lo, hi, step: [Math.min(across, (hi - lo)/4), up] };
  };

  /** Both numbers of a point are one span of the text while it is dragged. */
  const mover = i => {
    const { x, y } = points[i], { text } = treeIn(view.state), between = text.slice(x.to, y.from), { lo, hi, step } = roomOf(i);
    const drag = dragged(view, x.from, text.slice(x.from, y.to));
    const set = at => drag.set(tidy(Math.min(hi - step[0], Math.max(lo + step[0], at[0])), step[0]) + between + tidy(at[1], step[1]));
    return { set, end: () => drag.end() };
  };
  const remove = i => points.length > 2 && change(i ? [{ from: points[i - 1].y.to, to: points[i].y.to, insert: "" }]
    : [{ from: points[0].x.from, to: points[1].x.from, insert: "" }]);

  const say = i => (shown.textContent = i === null ? "drag a point; double-click adds or removes one" : points[i].at.map(v => Number(v.toPrecision(4))).join(", "));

  const handleOf = (point, i) => {
    const handle = drawn("circle", { r: 6, tabindex: 0, role: "button", "aria-label": `point ${i + 1} of ${points.length}, at ${point.at.join(", ")}` });
    handle.addEventListener("pointerdown", event => {
      const move = mover(i), first = points[i].at, [origin, one] = [fromPage(0, 0), fromPage(1, 1)];
      isDragging = true;
      follow(moved => {
        const by = [moved.clientX - event.clientX, moved.clientY - event.clientY];
        move.set(first.map((value, a) => value + (one[a] - origin[a])*by[a]));
        say(i);
      }, () => {
        isDragging = false;
        move.end();
        renew(call);
      });
    });
    handle.addEventListener("dblclick", event => (event.stopPropagation(), remove(i)));
    handle.addEventListener("focus", () => say(i));
    handle.addEventListener("keydown", event => {
      if (event.key === "Delete") remove(i);
      const by = wayOf(event);
      if (!by) return;
      event.preventDefault();
      const move = mover(i), { step } = roomOf(i);
      move.set(points[i].at.map((value, a) => value + by[a]*step[a]));
      move.end();
    });
    return handle;
  };

  const place = () => points.forEach((point, i) => {
    const [cx, cy] = toPage(point.at), handle = picture.querySelectorAll("circle")[i];
    handle.setAttribute("cx", String(cx));
    handle.setAttribute("cy", String(cy));
  });

  /** The curve by the library: the call with x in place of its first argument, as the recipe's result. */
  const draw = async () => {
    const { text } = treeIn(view.state), first = call.parts[0];
    const curve = applied(text.slice(call.from, call.to), [{ from: first.from - call.from, to: first.to - call.from, insert: "x" }]);
    const step = (box[0][1] - box[0][0])/(SIZE[0] - 1), grid = { size: [SIZE[0], 1], origin: [box[0][0], 0], step: [step, 1] };
    try {
      const { samples } = await preview(scratch, { text: withLast(text, curve) }, grid);
      line.setAttribute("points", [...samples].map((y, i) => toPage([box[0][0] + i*step, y]).join(",")).join(" "));
    } catch { /* the text doesn't compile now: what is drawn stays */ }
  };

  const renew = now => {
    call = now;
    points = pointsOf(treeIn(view.state), call);
    if (!points) return dom.replaceChildren("its points aren't all numbers: change them in the text");
    if (!isDragging) {
      box = [0, 1].map(a => {
        const values = points.map(point => point.at[a]), lo = Math.min(...values), hi = Math.max(...values), wide = (hi - lo || 1)*MARGIN;
        return [lo - wide, hi + wide];
      });
      const focused = [...picture.querySelectorAll("circle")].findIndex(handle => handle === document.activeElement);
      picture.replaceChildren(line, ...points.map(handleOf));
      say(null);
      /** @type {any} */ (picture.querySelectorAll("circle")[focused])?.focus();
    }
    place();
    draw();
  };
  picture.addEventListener("dblclick", event => {
    const at = fromPage(event.clientX, event.clientY), [sx, sy] = steps(), before = points.findLast(point => point.at[0] < at[0]);
    const text = `${tidy(at[0], sx)}, ${tidy(at[1], sy)}`, { from } = points[0].x;
    change(before ? [{ from: before.y.to, to: before.y.to, insert: `, ${text}` }] : [{ from, to: from, insert: `${text}, ` }]);
  });
  renew(call);
  return { dom, renew };
}
