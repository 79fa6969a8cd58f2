/* Changes to a recipe, as edits of its text: each act gives the spans to replace, [{ from, to, insert }] in order, which one
 * transaction applies, or throws Refused with a sentence that says why not.  What is outside of the spans stays as it is, to
 * the byte.  An expression that moves keeps its meaning: a name that would mean another thing where it comes to stand is a
 * reason to refuse.  Types, ranges and periods are the compiler's to judge, of the text that comes of it. */
import { freshName, isTaken, isWord, meaningAt, meaningOf, namesIn, optionOf, parameterOf, usesOf } from "./names.js";
import { RESERVED, bare, lineOf, strengthOf } from "./syntax.js";

/** @typedef {import("./syntax.js").Node} Node @typedef {import("./syntax.js").Tree} Tree
 * @typedef {{ from: number, to: number, insert: string }} Edit */

export class Refused extends Error {}

function refuse(why) {
  throw new Refused(why);
}

/** A text with edits, of which those at one place are done in their order. */
export function applied(text, edits) {
  let done = "", at = 0;
  for (const { from, to, insert } of edits) {
    done += text.slice(at, from) + insert;
    at = to;
  }
  return done + text.slice(at);
}

/* ---- Pieces of text ------------------------------------------------------------------------------ */

const textOf = (tree, node) => tree.text.slice(node.from, node.to);
const replaced = (node, insert) => ({ from: node.from, to: node.to, insert });
const byPlace = edits => edits.sort((a, b) => a.from - b.from);
export const lineEndOf = text => (text.includes("\r\n") ? "\r\n" : "\n");
const startOfLine = (text, at) => text.lastIndexOf("\n", at - 1) + 1;

function endOfLine(text, at) {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** Where a line can be put before another one: above the comments that stand directly above it, but for those that a recipe
 * begins with. */
function placeAbove(text, line) {
  const start = startOfLine(text, line.from);
  let at = start;
  while (at > 0 && /^[ \t]*\/\//.test(text.slice(startOfLine(text, at - 1), at))) at = startOfLine(text, at - 1);
  return at > 0 ? at : start;
}

/** How strongly an expression must hold together to stand where a node does. */
function neededAt(node) {
  const { parent } = node;
  if (parent.kind === "binary") return strengthOf(parent) + (parent.parts[0] === node ? 0 : 1);
  return parent.kind === "unary" ? 7 : parent.kind === "choice" && parent.parts[0] === node ? 1 : 0;
}

/** An expression's text where so much is needed: in brackets where it binds less, or its line would end within it. */
function fitted(text, node, needed) {
  const isOpen = /\n/.test(text) && node.kind !== "call" && node.kind !== "group";
  return isOpen || strengthOf(node) < needed ? `(${text})` : text;
}

/** The same at the place of a node: no line but the first may begin with a sign. */
function fittedAt(place, text, node) {
  const fit = fitted(text, node, neededAt(place));
  return lineOf(place).from === place.from && /^[-!]/.test(fit) ? `(${fit})` : fit;
}

/* ---- Names --------------------------------------------------------------------------------------- */

function checkName(tree, name) {
  if (!/^[A-Za-z_]\w*$/.test(name)) refuse("a name is letters, digits and _, and begins with no digit");
  if (RESERVED.has(name)) refuse(`${name} means something in every recipe`);
  if (isTaken(tree, name)) refuse(`${name} means something here already`);
}

/** Another name for a part, function or knob, wherever it is used.
 * @returns {Edit[]} */
export function rename(tree, line, name) {
  checkName(tree, name);
  if (!["part", "function", "param"].includes(line.kind)) refuse("this line has no name");
  const uses = usesOf(tree, line).map(node => ({ from: node.from, to: node.nameTo ?? node.to, insert: name }));
  return byPlace([{ from: line.nameFrom, to: line.nameTo, insert: name }, ...uses]);
}

/** The arguments of the function around a node that it reads. */
const readBy = node => [...new Set(namesIn(node).filter(parameterOf).map(({ name }) => name))];

/** The line that an expression becomes, and what stands for it then: a part, or a function of the arguments that it reads. */
function lineFor(tree, node, name) {
  const line = lineOf(node), option = optionOf(node), text = textOf(tree, node);
  if (!["part", "function", "result", "entry"].includes(line.kind) || node === line) refuse("only an expression can become a part");
  if (bare(node).kind === "text" || isWord(node)) refuse("a word or a text has no value");
  if (option?.kind === "seed" && Number(text) >= 2 ** 53) refuse("a seed of so many digits is one only where it is used");
  const read = readBy(node), head = read.length ? `${name}(${read.join(", ")})` : name;
  const at = placeAbove(tree.text, line.kind === "entry" ? line.parent : line);
  return { head, edit: { from: at, to: at, insert: `${head} = ${fitted(text, node, 0)}${lineEndOf(tree.text)}` } };
}

/** An expression as a part of its own, on a line above.
 * @returns {Edit[]} */
export function extract(tree, node, name) {
  checkName(tree, name);
  const { head, edit } = lineFor(tree, node, name);
  return [edit, replaced(node, head)];
}

/** Refuses where a name within a line's expression means another thing at the place of a node. */
function checkMoved(tree, line, place) {
  for (const node of namesIn(line.parts[0])) {
    if (parameterOf(node)) continue;
    const isCall = node.kind === "call", hidden = !isCall && lineOf(place).parameters?.some(({ name }) => name === node.name);
    if (hidden || meaningAt(tree, node.name, isCall, lineOf(place)) !== meaningOf(tree, node))
      refuse(`${node.name} means another thing there`);
  }
}

/** What a part, or a call of a function, stands for: { text, node }, node as which it binds. */
function bodyFor(tree, use, line) {
  const [body] = line.parts, text = textOf(tree, body);
  if (line.kind === "part") return { text, node: body };
  if (use.parts.length !== line.parameters.length || use.parts.some(part => part.option)) refuse(`these aren't the arguments of ${line.name}`);
  const edits = namesIn(body).filter(parameterOf).map(node => {
    const argument = use.parts[line.parameters.findIndex(({ name }) => name === node.name)];
    const needed = node === body ? 0 : neededAt(node);
    return { from: node.from - body.from, to: node.to - body.from, insert: fitted(textOf(tree, argument), argument, needed) };
  });
  const alone = parameterOf(body) && use.parts[line.parameters.findIndex(({ name }) => name === body.name)];
  return { text: applied(text, edits), node: alone || body };
}

/** The expression of a part or function in place of one use.
 * @returns {Edit[]} */
export function inline(tree, use) {
  const line = meaningOf(tree, use);
  if (line?.kind !== "part" && line?.kind !== "function") refuse("this stands for no part");
  checkMoved(tree, line, use);
  const { text, node } = bodyFor(tree, use, line);
  return [replaced(use, fittedAt(use, text, node))];
}

const removed = (tree, line) => ({ from: startOfLine(tree.text, line.from), to: endOfLine(tree.text, line.to), insert: "" });

/** A part's or function's expression wherever it is used, and its line away.  Comments above it stay.
 * @returns {Edit[]} */
export function dissolve(tree, line) {
  if (line.kind !== "part" && line.kind !== "function") refuse("only a part or a function can be dissolved");
  const uses = usesOf(tree, line);
  if (uses.some(outer => uses.some(use => use !== outer && outer.from <= use.from && use.to <= outer.to)))
    refuse(`${line.name} is used within itself: inline one use after the other`);
  return byPlace([removed(tree, line), ...uses.flatMap(use => inline(tree, use))]);
}

/** A line that nothing uses, away.
 * @returns {Edit[]} */
export function remove(tree, line) {
  if (!["part", "function", "param"].includes(line.kind)) refuse("a recipe needs this line");
  if (usesOf(tree, line).length) refuse(`${line.name} is used`);
  return [removed(tree, line)];
}

/** A new line below another one. */
function lineBelow({ text }, line, written) {
  const at = endOfLine(text, line.to), end = lineEndOf(text);
  return { from: at, to: at, insert: text[at - 1] === "\n" ? written + end : end + written };
}

/** The same line again below it, of another name.
 * @returns {Edit[]} */
export function duplicate(tree, line) {
  if (!["part", "function", "param"].includes(line.kind)) refuse("this line has no name");
  const { text } = tree;
  return [lineBelow(tree, line, text.slice(line.from, line.nameFrom) + freshName(tree, line.name) + text.slice(line.nameTo, line.to))];
}

/** A new part below a line, or above one that ends the recipe.
 * @returns {Edit[]} */
export function addPart(tree, line, name, expression) {
  checkName(tree, name);
  if (["part", "function", "param"].includes(line.kind)) return [lineBelow(tree, line, `${name} = ${expression}`)];
  const at = placeAbove(tree.text, line);
  return [{ from: at, to: at, insert: `${name} = ${expression}${lineEndOf(tree.text)}` }];
}

/* ---- What an expression is made of --------------------------------------------------------------- */

/** Another text in place of a number, colour or expression.
 * @returns {Edit[]} */
export const put = (node, text) => [replaced(node, text)];

/** An option's value, in place of the one that is there, or behind the last argument.
 * @returns {Edit[]} */
export function setOption(tree, call, name, value) {
  const given = call.parts.filter(part => part.option?.name === name);
  if (given.length) return [{ from: given[0].from, to: given.at(-1).to, insert: value }];
  const at = call.parts.at(-1)?.to ?? call.to - 1;
  return [{ from: at, to: at, insert: `${call.parts.length ? ", " : ""}${name}: ${value}` }];
}

/** A part in place of an argument.  kept: a name under which what stood there stays as a part; without it that goes.
 * @returns {Edit[]} */
export function rewire(tree, argument, line, kept = "") {
  const own = lineOf(argument);
  if (line.kind !== "part" && line.kind !== "param") refuse("only a part or a knob can stand there");
  if (meaningAt(tree, line.name, false, own) !== line) refuse(`${line.name} is defined further down`);
  if (own.parameters?.some(({ name }) => name === line.name)) refuse(`there ${line.name} is an argument`);
  if (isWord(argument) || bare(argument).kind === "text") refuse("a word of the language belongs here");
  if (!kept) return [replaced(argument, line.name)];
  checkName(tree, kept);
  return [lineFor(tree, argument, kept).edit, replaced(argument, line.name)];
}

/** A call passes its first argument on: (1 ? a : the call), which the compiler folds.
 * @returns {Edit[]} */
export function mute(tree, call) {
  const [first] = call.parts;
  if (call.kind !== "call" || !first || first.option) refuse("there is nothing that it could pass on");
  return [{ from: call.from, to: call.from, insert: `(1 ? ${fitted(textOf(tree, first), first, 0)} : ` }, { from: call.to, to: call.to, insert: ")" }];
}

/** Whether an expression is a call that mute() has made pass its argument on. */
export function isMuted(tree, node) {
  const [choice] = node.kind === "group" ? node.parts : [];
  return choice?.kind === "choice" && textOf(tree, choice.parts[0]) === "1" && choice.parts[2]?.kind === "call";
}

/** The call alone again.
 * @returns {Edit[]} */
export function unmute(tree, node) {
  if (!isMuted(tree, node)) refuse("this is not muted");
  const call = node.parts[0].parts[2];
  return [{ from: node.from, to: call.from, insert: "" }, { from: call.to, to: node.to, insert: "" }];
}
