/* The tree of a recipe's text, beside what the compiler makes of the same text: all recipes, and what becomes of them when
 * they are changed at random. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../../packages/js/index.js";
import { nodesOf, treeOf } from "../src/syntax.js";
import { dice, texts } from "./recipes.js";

const library = await load();

/** The line and column of a place as the compiler counts them: in bytes of UTF-8. */
function placeOf(text, at) {
  const before = text.slice(0, at), start = before.lastIndexOf("\n") + 1;
  return [before.split("\n").length, Buffer.byteLength(before.slice(start)) + 1];
}

/** What the compiler says of a text: null, or { message, line, column }. */
function errorOf(text) {
  try {
    library.compile(text).free();
    return null;
  } catch (error) {
    if (error.status === undefined) throw error;
    return error;
  }
}

/** Whether the compiler's parser or scanner says this, and not what looks at the meaning later. */
const isOfSyntax = ({ message }) => /stands where .* should|is missing at the end of the|a number ends in|runs into|a colour is #|a text without|means nothing here|nested more than|a view is 2|a second view|is reserved and cannot|cannot be defined: a name|a second argument|a line cannot begin|that is not the last line|the recipe (has no result|is empty)|stands in quotes|is given twice|a comma is missing before|number is too large/.test(message);

/** What the tree knows nothing of: files that aren't there, and a material's maps. */
const isOfMore = ({ message, status }) => status === "FILE" || /a material|a second line|a layer's name|no file|there is no burl\/|import/.test(message);

test("the parts and knobs of all recipes are the compiler's, with their lines", () => {
  let count = 0;
  for (const text of texts) {
    const error = errorOf(text);
    if (error) continue; /* a library, or one that imports files beside it or is in space */
    count++;
    const tree = treeOf(text);
    assert.deepEqual(tree.errors, []);
    const program = library.compile(text);
    const found = tree.parts.filter(line => line.kind === "part" || line.kind === "function")
      .map(line => ({ name: line.name, line: placeOf(text, line.from)[0], takesArguments: line.kind === "function" }));
    const known = new Set(found.map(part => part.name));
    assert.deepEqual(found, program.parts.filter(part => known.has(part.name)).map(({ name, line, takesArguments }) => ({ name, line, takesArguments })));
    const own = new Set(tree.parts.filter(line => line.kind === "param").map(line => line.name));
    assert.deepEqual(tree.parts.filter(line => line.kind === "param").map(({ name, label }) => ({ name, text: label })),
      program.params.filter(knob => own.has(knob.name)).map(({ name, text: label }) => ({ name, text: label })));
    program.free();
  }
  assert.ok(count > 60, `${count} recipes`);
});

test("nodes lie within one another, in order, and what is between them is blank, comment or mark", () => {
  for (const text of texts)
    for (const node of nodesOf(treeOf(text)))
      node.parts.reduce((from, part) => {
        assert.ok(part.from >= from && part.to <= node.to && part.parent === node, `${node.kind} ${node.from}`);
        return part.to;
      }, node.from);
});

/** A text with one random change: what a hand does, and what none would. */
function changed(text, roll) {
  const at = roll(text.length), marks = ["(", ")", ",", "=", ":", "?", "\n", "#", '"', ".", "1e", "[", "]", "a.b", "+", "!", "&", "//", " ", "view ",
    "param ", "é", "^", "z = ", "import ", "x", "1"];
  const length = roll(3) ? 1 : roll(12);
  if (roll(2)) return text.slice(0, at) + text.slice(at + length);
  return text.slice(0, at) + marks[roll(marks.length)] + text.slice(at + (roll(2) ? length : 0));
}

test("of texts that are changed at random the first mistake is the compiler's, at its place, or an open bracket's line", () => {
  const roll = dice(7), most = Number(process.env.BURL_TEST_ROUNDS ?? 3000);
  const elsewhere = [];
  let wrong = 0, cut = 0;
  for (let round = 0; round < most; round++) {
    let text = texts[roll(texts.length)];
    for (let i = 0; i < 1 + roll(3); i++) text = changed(text, roll);
    const tree = treeOf(text), error = errorOf(text);
    if (error && isOfMore(error)) continue;
    const [first] = tree.errors;
    if (!error || !isOfSyntax(error)) {
      assert.equal(first, undefined, `${error?.message}\n${first && placeOf(text, first.from)}\n${text}`);
      continue;
    }
    wrong++;
    assert.ok(first, `${error.line}:${error.column} ${error.message}\n${text}`);
    if (text[first.from] === "\n" && placeOf(text, first.from)[0] === error.line - 1) cut++;
    else if (String(placeOf(text, first.from)) !== `${error.line},${error.column}`) elsewhere.push([error.message, placeOf(text, first.from)]);
  }
  assert.ok(wrong > most/4 && cut < wrong/20, `${wrong} mistakes, ${cut} of them brackets that are open`);
  assert.ok(elsewhere.length <= wrong/1000, String(elsewhere)); /* the word view before a token that is none, in a call */
});

test("texts without end, depth or sense are read", () => {
  for (const text of ["", "\uFEFF", "(".repeat(1e5), "-".repeat(1e5), "a(".repeat(1e5), "1?".repeat(1e5), "1+".repeat(1e5), "\n".repeat(1e5), "a = ".repeat(1e4),
    "f(".repeat(5e4) + ") = ", '"', "#", "🙂", "view", "param", "import a", "material a", "material a:", "x\r\ny\r"])
    assert.ok(treeOf(text).errors.length > 0 || text.startsWith("x"), text.slice(0, 20));
});
