/* The palette: all functions with their pictures, grouped as burl list has them, found by what they do or look like.  A click
 * puts one in at the cursor, or where it is dropped, with its arguments ready to fill. */
import { snippet } from "@codemirror/autocomplete";

import { element } from "./element.js";
import { callOf, groups, hasPicture } from "./functions.js";
import { helpOf, treeIn } from "./language.js";
import { freshName } from "./names.js";

/** What a function is found by: its name, what others call it, and its help. */
const wordsOf = f => [f.name, ...f.elsewhere.map(other => other.name), f.help, f.signature].join(" ").toLowerCase().replaceAll("_", " ");

/** How well a function fits what is searched for: 0: not at all. */
function fitOf(f, wanted) {
  if (!wanted) return 1;
  if (f.name.startsWith(wanted)) return 4;
  if (f.elsewhere.some(other => other.name.replaceAll("_", " ").startsWith(wanted))) return 3;
  return wanted.split(/\s+/).every(word => wordsOf(f).includes(word)) ? 2 : 0;
}

/** What a search for others' words finds: how it is written here, where that is a call that needs nothing more; else "". */
function hereFor(f, wanted) {
  const other = wanted && f.elsewhere.find(({ name }) => name.replaceAll("_", " ").startsWith(wanted));
  return other && /^\w+\(.*\)$/.test(other.here) && !/…|\b[a-eghr]\b/.test(other.here) ? other.here : "";
}

/** A call as a snippet, whose arguments are its fields; the first one is what it wraps. */
function snippetOf(f, here, wraps) {
  if (here || !f.arguments.some(argument => argument.is_needed)) return here || callOf(f);
  const given = f.arguments.map((argument, i) => (wraps && i === 0 ? wraps : `#{${i + 1}:${argument.stand_in}}`));
  return `${f.name}(${given.join(", ")})`;
}

/** Where a call goes: in place of what is selected, or around it where it takes an expression; where an expression is missing;
 * else as a part of its own above the line of the cursor. */
export function placeFor(tree, { from, to }, f) {
  if (from !== to) return { from, to, before: "", after: "", wraps: f.arguments[0]?.is_needed ? tree.text.slice(from, to) : "" };
  const isMissing = /[-+*/%<>?:(,=&|][ \t]*$/.test(tree.text.slice(0, from)) && /^[ \t\r]*(?:[),\]\n]|\/\/|$)/.test(tree.text.slice(from));
  if (isMissing) return { from, to, before: "", after: "", wraps: "" };
  const line = tree.parts.find(({ to: last }) => last >= from) ?? tree.parts.at(-1), at = line ? line.from : tree.end;
  return { from: at, to: at, before: `${freshName(tree, f.name)} = `, after: "\n", wraps: "" };
}

/** Puts a call into the text, its first argument selected. */
export function putIn(view, f, here = "") {
  const { main } = view.state.selection, { from, to, before, after, wraps } = placeFor(treeIn(view.state), main, f);
  snippet(before + snippetOf(f, here, wraps.replace(/[{}\\]/g, "\\$&")) + after)(view, null, from, to);
  view.focus();
}

/** @param {HTMLElement} panel @param {HTMLElement} button */
export function makePalette(panel, button, view) {
  const search = element("input", { type: "search", placeholder: "cracks, clouds, blur …" }), list = element("div", { className: "list" });
  search.setAttribute("aria-label", "search the functions");
  const close = element("button", { className: "close", textContent: "Close" }), none = element("p", { textContent: "No function looks or is called like that.", hidden: true });
  panel.append(close, element("h2", { textContent: "Functions" }), search, none, list);
  let wanted = "";

  const cardOf = f => {
    const image = hasPicture(f) ? [element("img", { src: `palette/${f.name}.webp`, alt: "", loading: "lazy", width: 72, height: 48 })] : [];
    const card = element("button", { className: "function", draggable: true }, ...image,
      element("span", {}, element("code", { textContent: f.signature }), element("small", { textContent: f.help })));
    card.addEventListener("click", () => putIn(view, f, hereFor(f, wanted)));
    card.addEventListener("dragstart", event => event.dataTransfer.setData("text/plain", hereFor(f, wanted) || callOf(f)));
    card.addEventListener("pointerenter", () => (card.title || f.options.length === 0 ? null : (card.title = helpOf(f).innerText)));
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
