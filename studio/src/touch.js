/* What can be changed in the text without typing: a number by a slider, a colour by a picker, a word by its pictures, the
 * stops of a ramp and the points of a curve on a strip, levels on a histogram, the window of a view or a tile on a picture.
 * It is shown where the pointer rests, or by Ctrl-. at the cursor, and
 * all that it does is to change the text. */
import { Prec, StateEffect, StateField } from "@codemirror/state";
import { hoverTooltip, keymap, showTooltip } from "@codemirror/view";

import { treeIn } from "./language.js";
import { isWord } from "./names.js";
import { nodeAt } from "./syntax.js";
import { colourWidget } from "./widgets/colour.js";
import { curveWidget } from "./widgets/curve.js";
import { frameWidget } from "./widgets/frame.js";
import { levelsWidget } from "./widgets/levels.js";
import { numberWidget } from "./widgets/number.js";
import { rampWidget } from "./widgets/ramp.js";
import { wordWidget } from "./widgets/word.js";

/** @typedef {{ dom: HTMLElement, renew?(node: import("./syntax.js").Node): void }} Widget */

const CALLS = { ramp: rampWidget, curve: curveWidget, levels: levelsWidget, tile: frameWidget };

/** What changes a node: a function of the view, the node and preview(); null: nothing does. */
function widgetFor(node) {
  if (node.kind === "number") return numberWidget;
  if (node.kind === "colour") return colourWidget;
  if (node.kind === "view") return frameWidget;
  if (node.kind === "call") return Object.hasOwn(CALLS, node.name) ? CALLS[node.name] : null;
  return node.kind === "name" && isWord(node) ? wordWidget : null;
}

/** Where a node that can be changed is pointed at: of a call its name, of a view that word. */
const placeEnd = node => (node.kind === "call" ? node.nameTo : node.kind === "view" ? node.from + "view".length : node.to);

/** The node at a place that can be changed so. */
function touchableAt(tree, at) {
  const node = nodeAt(tree, at);
  return widgetFor(node) && at <= placeEnd(node) ? node : null;
}

/** The same node in another tree, by where it begins. */
function again(tree, from, kind) {
  for (let node = nodeAt(tree, from, from + 1); node; node = node.parent)
    if (node.kind === kind && node.from === from) return node;
  return null;
}

/** A tooltip with the widget of a node, which stays with it while the text changes. */
function tooltipFor(node, preview, isFocused) {
  const { kind } = node;
  const create = view => {
    const widget = widgetFor(node)(view, node, preview);
    let { from } = node;
    widget.dom.classList.add("touch");
    widget.dom.addEventListener("keydown", event => event.key === "Escape" && close(view));
    return {
      dom: widget.dom,
      mount: () => isFocused && /** @type {HTMLElement} */ (widget.dom.querySelector("input, button"))?.focus(),
      update(update) {
        if (!update.docChanged) return;
        from = update.changes.mapPos(from, 1);
        const found = again(treeIn(update.state), from, kind);
        if (found) widget.renew?.(found);
      },
    };
  };
  return { pos: node.from, end: placeEnd(node), above: true, create };
}

/* ---- By the keyboard ----------------------------------------------------------------------------- */

/** @type {import("@codemirror/state").StateEffectType<any>} */
const open = StateEffect.define();

const opened = StateField.define({
  create: () => /** @type {any} */ (null),
  update(tooltip, transaction) {
    for (const effect of transaction.effects) if (effect.is(open)) return effect.value;
    if (tooltip && transaction.docChanged) return { ...tooltip, pos: transaction.changes.mapPos(tooltip.pos, 1), end: transaction.changes.mapPos(tooltip.end, 1) };
    return tooltip && transaction.selection ? null : tooltip;
  },
  provide: field => showTooltip.from(field),
});

function close(view) {
  view.dispatch({ effects: open.of(null) });
  view.focus();
  return true;
}

/** The extension.  preview(canvas, source, grid): draws a small picture, as drawSmall() does. */
export function touch(preview) {
  const openAt = view => {
    const node = touchableAt(treeIn(view.state), view.state.selection.main.head);
    if (node) view.dispatch({ effects: open.of(tooltipFor(node, preview, true)) });
    return node !== null;
  };
  const rest = hoverTooltip((view, at) => {
    const node = touchableAt(treeIn(view.state), at);
    return node && tooltipFor(node, preview, false);
  }, { hoverTime: 250 });
  return [opened, rest, Prec.high(keymap.of([{ key: "Mod-.", run: openAt }, { key: "Escape", run: view => view.state.field(opened) && close(view) }]))];
}
