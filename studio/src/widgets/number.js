/* A number as a slider; of a seed with dice. */
import { dragged, tidy } from "../drag.js";
import { element } from "../element.js";
import { knobOf, limitsOf } from "../knobs.js";
import { treeIn } from "../language.js";
import { optionOf } from "../names.js";
import { lineOf } from "../syntax.js";

const STEPS = 200;
const MOST_WIDE = 1000; /* times its value: an option's range is wider than what one would drag over */

/** A power of ten near a part of a range. */
const stepOf = range => 10 ** Math.floor(Math.log10(range/STEPS) + 0.5);

/** Between what a number is dragged, without its sign: its own limits, or as much again as it is. */
function rangeFor(tree, node, value) {
  const [lo, hi] = limitsOf(tree, node), usual = value ? 2*value : 1;
  return [lo, hi - lo > MOST_WIDE*Math.max(value, 0.01) ? lo + Math.max(usual, 0.01) : hi];
}

/** @returns {import("../touch.js").Widget} */
export function numberWidget(view, node) {
  const tree = treeIn(view.state), text = tree.text.slice(node.from, node.to), value = Number(text);
  const signed = node.parent.kind === "unary" ? node.parent : node, option = optionOf(signed), isWhole = /whole|switch|seed/.test(option?.kind);
  const [lo, hi] = option?.kind === "seed" ? [0, 100] : rangeFor(tree, node, value), step = isWhole ? 1 : stepOf(hi - lo);
  const name = option?.name ?? (knobOf(tree, lineOf(node))?.node === signed ? lineOf(node).name : "number");
  const slider = element("input", { type: "range", min: String(lo), max: String(hi), step: String(step) });
  const shown = element("output", { textContent: text });
  let drag = null, { from } = node;
  slider.value = text;
  slider.setAttribute("aria-label", name);
  const write = changed => {
    drag ??= dragged(view, from, shown.textContent);
    drag.set(changed);
  };
  slider.addEventListener("input", () => write(isWhole ? String(Math.round(Number(slider.value))) : tidy(Number(slider.value), step)));
  slider.addEventListener("change", () => {
    drag?.end();
    drag = null;
  });
  const dom = element("div", { className: "number" }, element("span", { textContent: name }), slider, shown);
  if (option?.kind === "seed") {
    const dice = element("button", { textContent: "another", title: "another seed" });
    dice.addEventListener("click", () => {
      write(String(Math.floor(Math.random()*100000)));
      drag.end();
      drag = null;
    });
    dom.append(dice);
  }
  return { dom, renew(now) {
    from = now.from;
    shown.textContent = treeIn(view.state).text.slice(now.from, now.to);
    slider.value = shown.textContent;
  } };
}
