/* What the names of a recipe mean.  Parts and knobs share one space of names, functions have another: a = 1 and
 * a(q) = q may both be there.  A line sees those above it; knobs are seen from everywhere, and the lines of views and
 * knobs see all. */
import { functions } from "./functions.js";
import { RESERVED, lineOf, nodesOf } from "./syntax.js";

/** @typedef {import("./syntax.js").Node} Node @typedef {import("./syntax.js").Tree} Tree */

/** The option of a function that an argument gives; undefined: it gives none, or one that isn't known. */
export function optionOf(node) {
  return node.option && functions.get(node.parent.name)?.options.find(option => option.name === node.option.name);
}

/** Whether a name is a word of an option, interp: hermite, and so means no part even where one is called that. */
export function isWord(node) {
  const option = node.kind === "name" && optionOf(node);
  return Boolean(option) && (option.kind === "word" || (option.kind === "auto" && node.name === "auto"));
}

/** The names and calls within a node, words left out. */
export const namesIn = node => [...nodesOf(node)].filter(inner => (inner.kind === "name" && !isWord(inner))
  || inner.kind === "call");

/** The argument of its function's that a name is; undefined: it is none. */
export const parameterOf = node => (node.kind === "name"
  ? lineOf(node).parameters?.find(({ name }) => name === node.name) : undefined);

/** The lines whose names can be used: parts, functions and knobs. */
const definitionsOf = tree => tree.parts.filter(line => ["part", "function", "param"].includes(line.kind));

/** Whether a line may use what another one defines. */
const sees = (line, other) => other !== line
  && (other.to <= line.from || other.kind === "param" || line.kind === "view" || line.kind === "param");

/** The line that a name, or a function's, stands for where another line uses it; null: there is none that it sees.
 * @param {Tree} tree @returns {Node | null} */
export function meaningAt(tree, name, isCall, line) {
  const isMeant = other => other.name === name && (other.kind === "function") === isCall && sees(line, other);
  return definitionsOf(tree).findLast(isMeant) ?? null;
}

/** The line that a name or call stands for; null: an argument of its function, the language's own or an imported one.
 * @param {Tree} tree @param {Node} node @returns {Node | null} */
export function meaningOf(tree, node) {
  return isWord(node) || parameterOf(node) ? null : meaningAt(tree, node.name, node.kind === "call", lineOf(node));
}

/** The names and calls that stand for a line. */
export function usesOf(tree, line) {
  const isCall = line.kind === "function";
  return namesIn(tree).filter(node => node.name === line.name && (node.kind === "call") === isCall
    && meaningOf(tree, node) === line);
}

/** Whether a name means something already, anywhere in the recipe. */
export function isTaken(tree, name) {
  return RESERVED.has(name) || functions.has(name) || namesIn(tree).some(node => node.name === name)
    || definitionsOf(tree).some(line => line.name === name || line.parameters?.some(other => other.name === name));
}

/** A name that is free, made of another one. */
export function freshName(tree, name) {
  const stem = name.replace(/\d+$/, "") || "part";
  for (let n = 2; ; n++) if (!isTaken(tree, stem + n)) return stem + n;
}
