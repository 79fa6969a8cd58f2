/* The recipe language for the editor: colours, completion and help, from the list of functions. */
import { StreamLanguage, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { autocompletion, closeCompletion, selectedCompletion } from "@codemirror/autocomplete";
import { Prec, StateField } from "@codemirror/state";
import { hoverTooltip, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import { functions } from "./functions.js";
import { nodeAt, treeOf } from "./syntax.js";

const WORD = /^[A-Za-z_]\w*/;

/** Whether a place of a line is within its comment: that begins at a // outside of a text. */
export function isInComment(line, at) {
  const begin = /^(?:"[^"]*"?|\/(?!\/)|[^"/])*/.exec(line)[0].length;
  return at > begin && begin < line.length;
}

const burl = StreamLanguage.define({
  name: "burl",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match("//")) return stream.skipToEnd(), "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b/)) return "atom";
    if (stream.match(/^#\w*/)) return null; /* no colour */
    if (stream.match(/^(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?/)) return "number";
    const isStart = stream.string.slice(0, stream.pos).trim() === "";
    if (isStart && stream.match(/^(param|view)\b|^(import|file)(?=\s+["\w])/)) return "keyword";
    if (stream.match(/^[A-Za-z_]\w*(?=\s*\()/)) return functions.has(stream.current()) ? "variableName.function" : "variableName";
    if (stream.match(/^[A-Za-z_]\w*(?=\s*:)/)) return "propertyName";
    if (stream.match(WORD)) return "variableName";
    stream.next();
    return "operator";
  },
  languageData: { commentTokens: { line: "//" } },
});

const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)" },
  { tag: tags.string, color: "var(--green)" },
  { tag: tags.atom, color: "var(--orange)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.keyword, color: "var(--orange)", fontWeight: "600" },
  { tag: tags.function(tags.variableName), color: "var(--blue)" },
  { tag: tags.propertyName, color: "var(--soft)" },
]);

/* ---- The tree ------------------------------------------------------------------------------------ */

const treeField = StateField.define({
  create: editor => treeOf(editor.doc.toString()),
  update: (tree, transaction) => (transaction.docChanged ? treeOf(transaction.newDoc.toString()) : tree),
});

/** The editor's text as a tree.
 * @returns {import("./syntax.js").Tree} */
export const treeIn = editor => editor.field(treeField);

/* ---- Help ---------------------------------------------------------------------------------------- */

function optionText(option) {
  const values = option.words ? option.words.join(" ") : option.kind === "varying" ? "any expression"
    : option.least < option.most ? `${option.least} to ${option.most}` : "";
  return `${option.help}${values ? ` (${values})` : ""}`;
}

/** The same in lines of text. */
export const helpTextOf = f => Array.from(helpOf(f).children, part => part.textContent).join("\n");

/** A function's signature, what it does, and its options. */
export function helpOf(f) {
  const box = document.createElement("div");
  box.className = "help";
  const head = document.createElement("code");
  head.textContent = f.signature + (f.range ? `   in ${f.range}` : "");
  const what = document.createElement("p");
  what.textContent = f.help;
  box.append(head, what);
  for (const option of f.options) {
    const row = document.createElement("p");
    const name = document.createElement("code");
    name.textContent = `${option.name}: ${option.standard}`;
    row.className = "option";
    row.append(name, " ", optionText(option));
    box.append(row);
  }
  return box;
}

const hover = hoverTooltip((view, pos) => {
  const line = view.state.doc.lineAt(pos);
  for (const match of line.text.matchAll(/"[^"]*"?|\/\/.*|[A-Za-z_]\w*/g)) { /* texts and comments are no names */
    const from = line.from + match.index;
    if (pos < from || pos > from + match[0].length) continue;
    const f = functions.get(match[0]);
    return f ? { pos: from, end: from + f.name.length, above: true, create: () => ({ dom: helpOf(f) }) } : null;
  }
  return null;
});

/* ---- Completion ---------------------------------------------------------------------------------- */

/** The call whose arguments a place is among; null: there is none. */
function callAround(tree, at) {
  const end = tree.text.slice(0, at).trimEnd().length;
  for (let node = nodeAt(tree, end); node; node = node.parent)
    if (node.kind === "call" && end > node.nameTo && !(node.isClosed && end === node.to)) return node;
  return null;
}

const ownNames = tree => tree.parts.filter(line => line.name && line.kind !== "set").map(({ name, parameters }) => ({
  label: name, type: parameters ? "function" : "variable", detail: parameters ? `(${parameters.map(p => p.name).join(", ")})` : "" }));

function complete(context) {
  const word = context.matchBefore(/[A-Za-z_]\w*/);
  const tree = treeIn(context.state), before = tree.text.slice(0, word?.from ?? context.pos);
  const line = context.state.doc.lineAt(context.pos);
  if (isInComment(line.text, context.pos - line.from)) return null;
  const option = /([A-Za-z_]\w*)\s*:\s*$/.exec(before);
  const f = functions.get(callAround(tree, context.pos)?.name);
  if (option && f) {
    const found = f.options.find(o => o.name === option[1]);
    if (found?.words) return { from: word?.from ?? context.pos, options: found.words.map(label => ({ label, type: "enum" })) };
  }
  if (!word && !context.explicit) return null;
  const options = (f?.options ?? []).map(o => ({
    label: `${o.name}: `, displayLabel: o.name, detail: `: ${o.standard}`, info: optionText(o), type: "property", boost: 2 }));
  const all = [...functions.values()].map(g => ({ label: g.name, detail: g.signature.slice(g.name.length), info: () => helpOf(g),
    type: g.signature.includes("(") ? "function" : "constant" }));
  return { from: word?.from ?? context.pos, options: [...options, ...ownNames(tree), ...all], validFor: /^\w*$/ };
}

/** After a name that is all there, Enter begins a line: there is nothing to complete. */
function closeComplete(view) {
  const { head } = view.state.selection.main;
  const word = /\w*$/.exec(view.state.sliceDoc(Math.max(0, head - 99), head))[0];
  if (selectedCompletion(view.state)?.label === word) closeCompletion(view);
  return false;
}

export function language() {
  return [burl, treeField, syntaxHighlighting(style), hover, Prec.highest(keymap.of([{ key: "Enter", run: closeComplete }])),
    autocompletion({ override: [complete], icons: false })];
}
