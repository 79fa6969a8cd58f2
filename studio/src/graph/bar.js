/* What can be done to the node of a graph that is chosen, as buttons and fields below it, and by keys: the acts of
 * acts.js. */
import { addPart, dissolve, duplicate, extract, inline, isMuted, mute, put as putText, remove, rename, setOption,
  unmute } from "../acts.js";
import { element } from "../element.js";
import { functions } from "../functions.js";
import { freshName, meaningAt, meaningOf, namesIn, usesOf } from "../names.js";
import { nodesOf } from "../syntax.js";
import { callOfLine, keyOf } from "./model.js";

/** @typedef {import("./graph.js").Graph} Graph */

const textOf = ({ tree }, { from, to }) => tree.text.slice(from, to);
const keyNamed = (line, name) => keyOf({ ...line, name });

/* ---- Acts that need no more than the node -------------------------------------------------------- */

const hasName = ({ kind }) => kind === "part" || kind === "function" || kind === "param";

function removeOrDissolve(graph) {
  const { line } = graph.node, isUsed = usesOf(graph.tree, line).length > 0;
  return graph.act(tree => (isUsed ? dissolve(tree, line) : remove(tree, line)));
}

function copy(graph) {
  const { line } = graph.node;
  return graph.act(tree => duplicate(tree, line), keyNamed(line, freshName(graph.tree, line.name)));
}

function muteOrNot(graph) {
  const { line } = graph.node, [body] = line.parts;
  return graph.act(tree => (isMuted(tree, body) ? unmute(tree, body) : mute(tree, callOfLine(line) ?? body)));
}

/** @param {Graph} graph */
async function renameTo(graph, name) {
  const { line } = graph.node;
  if (name === line.name) return;
  await graph.act(tree => rename(tree, line, name), keyNamed(line, name));
  graph.boxAt(graph.selected)?.focus();
}

function askName(graph) {
  const field = graph.bar.querySelector("[data-is=name]");
  field?.focus();
  field?.select();
}

/* ---- Acts that ask --------------------------------------------------------------------------------- */

/** The expressions within a line that can become parts: the outer ones first. */
function extractable({ line }) {
  const bodies = line.kind === "set" ? line.parts.map(entry => entry.parts[0]) : line.parts;
  const within = bodies.flatMap(body => [...nodesOf(body)]).filter(node =>
    ["call", "binary", "choice", "group"].includes(node.kind) && node.parent.kind !== "group");
  return hasName(line) ? within.filter(node => node !== line.parts[0]) : within;
}

function askExtract(graph) {
  const { name } = graph.node, inner = extractable(graph.node).slice(0, 16);
  if (!inner.length) return graph.say("There is nothing within that could be a part of its own.");
  const stem = freshName(graph.tree, name === "result" || name === "material" ? "part" : name);
  graph.ask("As a part of its own:",
    inner.map(node => ({ text: textOf(graph, node), node, then: () => graph.act(tree => extract(tree, node, stem)) })));
}

function askInline(graph) {
  const { tree, node: { line } } = graph,
    uses = namesIn(line).filter(use => ["part", "function"].includes(meaningOf(tree, use)?.kind));
  if (!uses.length) return graph.say("This uses no other part.");
  graph.ask("Its expression in place of",
    uses.slice(0, 16).map(use => ({ text: textOf(graph, use), node: use,
      then: () => graph.act(now => inline(now, use)) })));
}

/** Which nodes below could use this one. */
function askUser(graph) {
  const { tree, node: { key, line } } = graph;
  const users = graph.graph.nodes.filter(other => other.kind !== "param" && other.key !== key
    && meaningAt(tree, line.name, false, other.line) === line);
  graph.ask(`${line.name} is used in`,
    users.map(user => ({ text: user.name, node: user.line, then: () => graph.askWhere(key, user.key) })));
}

function askOption(graph) {
  const { line } = graph.node, call = callOfLine(line), { options } = functions.get(call.name);
  graph.ask(`${call.name} with`, options.filter(option =>
    !call.parts.some(part => part.option?.name === option.name)).map(option => ({ text: option.name,
    then: () => {
      graph.asked = { key: graph.selected, name: option.name };
      graph.showActs();
      graph.bar.querySelector(`[data-is="${option.name}"]`)?.focus();
    } })));
}

/** What keys do on a node. */
export const ACTS = {
  F2: askName, Delete: removeOrDissolve,
  m: graph => (graph.node.kind === "part" ? muteOrNot(graph) : null),
  D: graph => (hasName(graph.node) ? copy(graph) : null),
  e: askExtract, i: askInline, o: graph => (optionsOf(graph.node).length ? askOption(graph) : null),
  u: graph => (graph.node.kind === "part" || graph.node.kind === "param" ? askUser(graph) : null),
  a: () => document.getElementById("open-palette").click(),
  "+": graph => graph.zoomBy(1.25), "-": graph => graph.zoomBy(0.8), 0: graph => graph.zoomBy(0),
};

/* ---- From the palette ------------------------------------------------------------------------------ */

/** A function of the palette: as a new node below the chosen one, that takes it; the result is taken by it.
 * @param {Graph} graph @param {{ f: any, here: string }} chosen  here: how it is written, where that needs nothing
 * more */
export function put(graph, { f, here }) {
  const { tree, node } = graph, name = freshName(tree, f.name), line = (node ?? graph.whole.nodes.at(-1)).line;
  const first = node && (node.kind === "part" || node.kind === "param" ? node.name : node.kind === "result"
    ? textOf(graph, line.parts[0]) : "");
  const given = f.arguments.some(argument => argument.is_needed)
    ? f.arguments.map((argument, i) => (i === 0 && first ? first : argument.stand_in)) : null;
  const call = here || (f.signature.includes("(") ? `${f.name}(${given?.join(", ") ?? ""})` : f.name);
  if (node?.kind === "result" && given && !here) return graph.act(() => putText(line.parts[0], call));
  return graph.act(now => addPart(now, line, name, call), keyNamed({ kind: "part" }, name));
}

/* ---- The bar --------------------------------------------------------------------------------------- */

const optionsOf = node => functions.get(callOfLine(node.line)?.name)?.options ?? [];

function button(text, title, act, graph) {
  const made = element("button", { textContent: text, title });
  made.dataset.is = text;
  made.addEventListener("click", () => act(graph));
  return made;
}

function nameField(graph) {
  const field = element("input", { value: graph.node.name, size: 12, spellcheck: false, title: "another name (F2)" });
  field.setAttribute("aria-label", "name");
  field.dataset.is = "name";
  field.addEventListener("change", () => graph.node && renameTo(graph, field.value.trim()));
  return field;
}

/** An option as a field; of those that aren't given only the one that was asked for. */
function optionField(graph, option) {
  const call = callOfLine(graph.node.line), given = call.parts.filter(part => part.option?.name === option.name);
  const isAsked = graph.asked?.key === graph.selected && graph.asked.name === option.name;
  if (!given.length && !isAsked) return null;
  const value = given.length ? textOf(graph, { from: given[0].from, to: given.at(-1).to }) : "";
  const words = option.words && (!value || option.words.includes(value)) ? option.words : null;
  const field = words ? element("select", {}, ...words.map(word => element("option", { textContent: word })))
    : element("input", { value, placeholder: String(option.standard), size: Math.max(4, Math.min(12, value.length)),
      spellcheck: false });
  if (words) field.value = value || option.standard;
  field.dataset.is = option.name;
  field.title = option.help;
  field.addEventListener("change", () => {
    const wanted = field.value.trim(), { line } = graph.node;
    if (wanted) graph.act(tree => setOption(tree, callOfLine(line), option.name, wanted));
  });
  return element("label", {}, option.name, field);
}

/** @param {Graph} graph */
export function zoomButtons(graph) {
  const made = [["−", "zoom out (−)", 0.8], ["+", "zoom in (+)", 1.25],
    ["Fit", "all of it (0)", 0]].map(([text, title, factor]) => {
    const one = button(String(text), String(title), () => graph.zoomBy(Number(factor)), graph);
    if (text !== "Fit") one.setAttribute("aria-label", text === "+" ? "zoom in" : "zoom out");
    return one;
  });
  return element("span", { className: "zoom" }, ...made);
}

/** What can be done now.
 * @param {Graph} graph */
export function barOf(graph) {
  const { node, tree } = graph;
  if (!node) {
    const note = graph.hidden ? `${graph.hidden} more nodes: choose one to see what belongs to it`
      : "Choose a node; drag from its dot to what shall use it.";
    return [element("span", { className: "note", textContent: note }),
      button("Add…", "a function, from the palette", ACTS.a, graph)];
  }
  const { kind, line } = node, isUsed = hasName(node) && usesOf(tree, line).length > 0, options = optionsOf(node);
  const hasInner = kind !== "param" && extractable(node).length > 0, usesParts = kind !== "param"
    && namesIn(line).some(use => ["part", "function"].includes(meaningOf(tree, use)?.kind));
  return [
    ...(hasName(node) ? [nameField(graph), button("Duplicate", "the same again (Shift-D)", copy, graph)] : []),
    ...(hasName(node) && isUsed && kind !== "param"
      ? [button("Dissolve", "its expression wherever it is used (Delete)", removeOrDissolve, graph)] : []),
    ...(hasName(node) && !isUsed ? [button("Remove", "its line away (Delete)", removeOrDissolve, graph)] : []),
    ...(kind === "part" ? [button(isMuted(tree, line.parts[0]) ? "Unmute" : "Mute",
      "its first argument passes through (M)", muteOrNot, graph)] : []),
    ...(kind === "part" || kind === "param"
      ? [button("Use in…", "takes a place in another node (U); or drag from its dot", askUser, graph)] : []),
    ...(hasInner ? [button("Extract…", "an expression within becomes a part (E)", askExtract, graph)] : []),
    ...(usesParts ? [button("Inline…", "a part's expression in place of its name (I)", askInline, graph)] : []),
    button("Add…", kind === "result" ? "a function around it, from the palette (A)"
      : "a function of it, from the palette (A)", ACTS.a, graph),
    ...options.map(option => optionField(graph, option)).filter(Boolean),
    ...(options.length ? [button("Option…", "of the call that it is (O)", askOption, graph)] : [])];
}
