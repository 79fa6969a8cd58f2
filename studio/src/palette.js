/* The palette: all functions with their pictures, grouped as burl list has them, found by what they do or look like.  A click
 * puts one in at the cursor, or where it is dropped, with its arguments ready to fill. */
import { snippet } from "@codemirror/autocomplete";

import { lineEndOf } from "./acts.js";
import { element } from "./element.js";
import { callOf, functions, groups, hasPicture } from "./functions.js";
import { helpTextOf, isInComment, treeIn } from "./language.js";
import { freshName, isWord, namesIn } from "./names.js";
import { state } from "./state.js";
import { nodeAt, treeOf } from "./syntax.js";

/** What a function is found by: its name, what others call it, and its help. */
const wordsOf = f => [f.name, ...f.elsewhere.map(other => other.name), f.help, f.signature].join(" ").toLowerCase().replaceAll("_", " ");

/** How well a function fits what is searched for: 0: not at all. */
function fitOf(f, wanted) {
  if (!wanted) return 1;
  if (f.name.startsWith(wanted)) return 4;
  if (f.help.toLowerCase().startsWith(wanted)) return 3.5;
  if (f.elsewhere.some(other => other.name.replaceAll("_", " ").startsWith(wanted))) return 3;
  return wanted.split(/\s+/).every(word => wordsOf(f).includes(word)) ? 2 : 0;
}

/** Whether a name or a call is the language's own. @param {import("./syntax.js").Node} node */
const isKnown = ({ kind, name }) => (kind === "call" ? functions.has(name) : /^[xyzwt]$/.test(name) || functions.has(name) && !functions.get(name).signature.includes("("));

/** Whether a text is one call that needs nothing more: no name in it is for the reader to replace. */
function isWholeCall(text) {
  const { errors, parts: [line, ...more] } = treeOf(text);
  return !errors.length && !more.length && line?.kind === "result" && line.parts[0].kind === "call" && namesIn(line).every(isKnown);
}

/** What a search for others' words finds: how it is written here, where that is a call that needs nothing more; else "". */
export function hereFor(f, wanted) {
  const other = wanted && f.elsewhere.find(({ name }) => name.replaceAll("_", " ").startsWith(wanted));
  return other && isWholeCall(other.here) ? other.here : "";
}

/** A call as a snippet, whose arguments are its fields; the first one is what it wraps. */
export function snippetOf(f, here, wraps) {
  if (here || !f.arguments.some(argument => argument.is_needed)) return here || callOf(f);
  const given = f.arguments.map((argument, i) => (wraps && i === 0 ? wraps : `#{${i + 1}:${argument.stand_in}}`));
  return `${f.name}(${given.join(", ")})`;
}

/** The expression that is selected, but for blanks around it; null: what is selected is none. */
function selectedIn(tree, { from, to }) {
  const text = tree.text.slice(from, to), begin = from + text.length - text.trimStart().length, end = begin + text.trim().length;
  for (let node = nodeAt(tree, begin, end); node && begin < end; node = node.parent)
    if (node.from === begin && node.to === end && EXPRESSIONS.has(node.kind) && !isWord(node)) return node;
  return null;
}

const EXPRESSIONS = new Set(["number", "colour", "name", "call", "group", "unary", "binary", "choice"]);

/** Whether an expression is missing at a place. */
function isMissingAt(text, at) {
  const start = text.lastIndexOf("\n", at - 1) + 1, end = text.indexOf("\n", at), line = text.slice(start, end < 0 ? text.length : end);
  return !isInComment(line, at - start) && /[-+*/%<>?:(,=&|][ \t]*$/.test(text.slice(0, at)) && /^[ \t\r]*(?:[),\]\n]|\/\/|$)/.test(text.slice(at));
}

/** Where a call goes: in place of an expression that is selected, or around it where it takes one; where an expression is
 * missing; else as a part of its own above the line of the cursor. */
export function placeFor(tree, selection, f) {
  const selected = selectedIn(tree, selection), at = selection.to;
  if (selected) return { from: selected.from, to: selected.to, before: "", after: "", wraps: f.arguments[0]?.is_needed ? tree.text.slice(selected.from, selected.to) : "" };
  if (isMissingAt(tree.text, at)) return { from: at, to: at, before: "", after: "", wraps: "" };
  const line = tree.parts.find(({ to: last }) => last >= at) ?? tree.parts.at(-1), above = line ? line.from : tree.end;
  return { from: above, to: above, before: `${freshName(tree, f.name)} = `, after: lineEndOf(tree.text), wraps: "" };
}

/** What a call wraps: a ramp colours values in [0, 1], where a result that goes below 0 is brought first. */
function wrappedBy(f, tree, { from, to, wraps }) {
  const result = tree.parts.at(-1)?.parts[0], isResult = result?.from === from && result.to === to;
  return f.name === "ramp" && isResult && state.about?.channels === 1 && state.about.bounds[0].lo < 0 ? `unit(${wraps})` : wraps;
}

/** Puts a call into the text, its first argument selected. */
export function putIn(view, f, here = "") {
  const tree = treeIn(view.state), place = placeFor(tree, view.state.selection.main, f), { from, to, before, after } = place, { length } = view.state.doc;
  snippet(before + snippetOf(f, here, wrappedBy(f, tree, place).replace(/[{}\\]/g, "\\$&")) + after.replace("\r", ""))(view, null, from, to);
  const end = to + view.state.doc.length - length - 1; /* a snippet's lines end in \n alone */
  if (after === "\r\n") view.dispatch({ changes: { from: end, insert: "\r" }, userEvent: "input.type.compose" });
  view.focus();
}

/** Hands a function to the view that takes it, as the graph does, or else puts it into the text. */
const chooseFor = view => (f, here) =>
  dispatchEvent(new CustomEvent("function-chosen", { cancelable: true, detail: { f, here } })) && putIn(view, f, here);

/** @param {HTMLElement} panel @param {HTMLElement} button */
export function makePalette(panel, button, view) {
  const search = element("input", { type: "search", placeholder: "cracks, clouds, blur …" }), list = element("div", { className: "list" });
  search.setAttribute("aria-label", "search the functions");
  const close = element("button", { className: "close", textContent: "Close" }), none = element("p", { textContent: "No function looks or is called like that.", hidden: true });
  panel.append(close, element("h2", { textContent: "Functions" }), search, none, list);
  const choose = chooseFor(view);
  let wanted = "";

  const cardOf = f => {
    const image = hasPicture(f) ? [element("img", { src: `palette/${f.name}.webp`, alt: "", loading: "lazy", width: 72, height: 48 })] : [];
    const card = element("button", { className: "function", draggable: true }, ...image,
      element("span", {}, element("code", { textContent: f.signature }), element("small", { textContent: f.help })));
    card.addEventListener("click", () => choose(f, hereFor(f, wanted)));
    card.addEventListener("dragstart", event => event.dataTransfer.setData("text/plain", hereFor(f, wanted) || callOf(f)));
    card.addEventListener("pointerenter", () => (card.title || f.options.length === 0 ? null : (card.title = helpTextOf(f))));
    return card;
  };
  const sections = groups.map(group => ({ title: element("h3", { textContent: group.name.replace(/:.*/, "") }),
    cards: group.functions.map(f => ({ f, card: cardOf(f) })) }));
  const show = () => {
    wanted = search.value.trim().toLowerCase();
    const found = sections.flatMap(section => section.cards).map(({ f, card }) => ({ card, fit: fitOf(f, wanted) })).filter(({ fit }) => fit);
    none.hidden = found.length > 0;
    if (wanted) list.replaceChildren(...found.sort((a, b) => b.fit - a.fit).map(({ card }) => card));
    else list.replaceChildren(...sections.flatMap(({ title, cards }) => [title, ...cards.map(({ card }) => card)]));
  };
  const open = isOpen => {
    panel.hidden = !isOpen;
    button.setAttribute("aria-pressed", String(isOpen));
    if (isOpen) search.focus();
    else button.focus();
  };
  search.addEventListener("input", show);
  panel.addEventListener("keydown", event => event.key === "Escape" && open(false));
  close.addEventListener("click", () => open(false));
  button.addEventListener("click", () => open(panel.hidden));
  show();
}
