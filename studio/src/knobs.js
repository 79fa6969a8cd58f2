/* Sliders of the knobs, at the ends of their lines, and numbers that are dragged where they stand. */
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, WidgetType } from "@codemirror/view";

import { dragged, follow, tidy } from "./drag.js";
import { treeIn } from "./language.js";
import { optionOf } from "./names.js";
import { lineOf, nodeAt, numberOf } from "./syntax.js";

/* ---- Knobs --------------------------------------------------------------------------------------- */

/** What a param line says, where its value and range are numbers: its value's node, and [lo, hi]; null: it isn't so. */
export function knobOf(tree, line) {
  if (line.kind !== "param" || line.parts.length !== 3) return null;
  const [value, lo, hi] = line.parts.map(part => numberOf(tree, part));
  return value !== null && lo !== null && hi !== null && lo < hi ? { node: line.parts[0], value, lo, hi } : null;
}

/** The slider of a param line; it writes its number into the text. */
class Slider extends WidgetType {
  constructor(name, label, value, lo, hi) {
    super();
    this.name = name;
    this.label = label;
    this.value = value;
    this.lo = lo;
    this.hi = hi;
  }

  eq(other) {
    return this.name === other.name && this.label === other.label && this.lo === other.lo && this.hi === other.hi && this.value === other.value;
  }

  /** The slider that is being dragged stays the same element. */
  updateDOM(dom) {
    const input = dom.querySelector("input");
    if (input.dataset.name !== this.name || input.title !== this.label || Number(input.min) !== this.lo || Number(input.max) !== this.hi) return false;
    if (Number(input.value) !== this.value) input.value = String(this.value);
    return true;
  }

  toDOM(view) {
    const box = document.createElement("span");
    const input = document.createElement("input");
    box.className = "slider";
    Object.assign(input, { type: "range", min: this.lo, max: this.hi, step: (this.hi - this.lo)/200 });
    input.value = String(this.value);
    input.dataset.name = this.name;
    input.title = this.label;
    input.setAttribute("aria-label", this.label);
    let drag = null;
    input.addEventListener("input", () => {
      const tree = treeIn(view.state), line = tree.parts.find(({ kind, name }) => kind === "param" && name === this.name);
      const knob = line && knobOf(tree, line);
      if (!knob) return;
      drag ??= dragged(view, knob.node.from, tree.text.slice(knob.node.from, knob.node.to));
      drag.set(tidy(Number(input.value), (this.hi - this.lo)/200));
    });
    input.addEventListener("change", () => {
      drag?.end();
      drag = null;
    });
    box.append(input);
    return box;
  }

  /** The cursor at the line's end stands behind the text, not at the slider. */
  coordsAt(dom) {
    const range = document.createRange();
    range.selectNodeContents(dom.parentNode);
    range.setEndBefore(dom);
    const end = [...range.getClientRects()].at(-1);
    return end ? { left: end.right, right: end.right, top: end.top, bottom: end.bottom } : null;
  }

  ignoreEvent() {
    return true;
  }
}

function slidersOf(view) {
  /** @type {RangeSetBuilder<Decoration>} */
  const builder = new RangeSetBuilder();
  const { doc } = view.state, tree = treeIn(view.state);
  for (const line of tree.parts) {
    const knob = knobOf(tree, line), end = doc.lineAt(line.to).to;
    if (!knob || !view.visibleRanges.some(({ from, to }) => from <= end && line.from <= to)) continue;
    builder.add(end, end, Decoration.widget({ widget: new Slider(line.name, line.label || line.name, knob.value, knob.lo, knob.hi), side: 1 }));
  }
  return builder.finish();
}

const sliders = ViewPlugin.fromClass(class {
  constructor(view) {
    this.decorations = slidersOf(view);
  }

  update(update) {
    if (update.docChanged || update.viewportChanged) this.decorations = slidersOf(update.view);
  }
}, { decorations: plugin => plugin.decorations });

/* ---- Numbers that can be dragged ----------------------------------------------------------------- */

/** Between which numbers one in the text may lie, without its sign: within its knob's or option's range, others from 0.
 * @returns {[number, number]} */
export function limitsOf(tree, number) {
  const signed = number.parent.kind === "unary" && number.parent.name === "-" ? number.parent : number;
  const knob = knobOf(tree, lineOf(number)), option = optionOf(signed);
  const range = knob?.node === signed ? [knob.lo, knob.hi] : option && option.least < option.most ? [option.least, option.most] : null;
  if (!range) return [0, Infinity];
  return signed === number ? [Math.max(0, range[0]), range[1]] : [Math.max(0, -range[1]), -range[0]];
}

/** With Alt held, a number under the pointer is dragged to the left and right. */
const dragNumbers = EditorView.domEventHandlers({
  pointerdown(event, view) {
    if (!event.altKey) return false;
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }), tree = treeIn(view.state);
    const number = at === null ? null : nodeAt(tree, at);
    if (number?.kind !== "number") return false;
    const text = tree.text.slice(number.from, number.to), first = Number(text), decimals = (text.split(".")[1] ?? "").length;
    const step = decimals ? 10 ** -decimals : first >= 10 || first === 0 ? 1 : 0.1;
    const drag = dragged(view, number.from, text), [lo, hi] = limitsOf(tree, number);
    follow(moved => {
      const value = Number(tidy(first + step*Math.round((moved.clientX - event.clientX)/4), step));
      drag.set(String(Math.min(hi, Math.max(lo, value))));
    }, () => drag.end());
    event.preventDefault();
    return true;
  },
});

export const knobs = () => [sliders, dragNumbers];
