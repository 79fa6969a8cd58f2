/* Acts on recipes as edits of their text: what they leave alone, the bits that stay, and what they refuse. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { history, isolateHistory, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";

import { load } from "../../packages/js/index.js";
import { Refused, addPart, applied, dissolve, duplicate, extract, inline, isMuted, mute, put, remove, rename, rewire, setOption, unmute } from "../src/acts.js";
import { isWord, meaningOf, namesIn, usesOf } from "../src/names.js";
import { nodesOf, treeOf } from "../src/syntax.js";
import { dice, texts as all } from "./recipes.js";

const library = await load();
const rounds = Number(process.env.BURL_TEST_ROUNDS ?? 600);

/** The bits of a recipe over a small grid, of its view or around 0; null: it doesn't compile. */
function bitsOf(text) {
  let program;
  try {
    program = library.compile(text);
  } catch (error) {
    if (error.status === undefined) throw error;
    return null;
  }
  const data = program.grid({ size: [9, 9], origin: [0.3, 0.7], step: [0.37, 0.41], footprint: 0.1 });
  program.free();
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
}

const texts = all.filter(text => !/midpoint|erode|file "/.test(text) && bitsOf(text));
const bits = new Map(texts.map(text => [text, bitsOf(text)]));

/** The edits lie in order and change nothing outside of their spans: with nothing put in, all else is there. */
function checkSpans(text, edits) {
  let at = 0;
  for (const { from, to } of edits) {
    assert.ok(from >= at && to >= from && to <= text.length, "spans in order");
    at = to;
  }
}

/** Does an act: the text that comes of it; null: it is refused. */
function made(text, act) {
  try {
    const edits = act();
    checkSpans(text, edits);
    return applied(text, edits);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    assert.match(error.message, /^\S+ .*[^.]$/, "a refusal is a sentence");
    return null;
  }
}

const lines = (tree, ...kinds) => tree.parts.filter(line => kinds.includes(line.kind));
const expressions = (tree, ...kinds) => [...nodesOf(tree)].filter(node => kinds.includes(node.kind) && node.parent.kind !== "recipe");
const ANY = ["number", "colour", "name", "call", "group", "unary", "binary", "choice"];

/** What can be done to a recipe at random; each gives [the changed text or null, whether its bits must be the same]. */
const ACTS = {
  rename: (tree, pick) => [pick(lines(tree, "part", "function", "param")), line => rename(tree, line, "fresh_name"), true],
  extract: (tree, pick) => [pick(expressions(tree, ...ANY)), node => extract(tree, node, "taken_out"), true],
  inline: (tree, pick) => [pick(namesIn(tree).filter(node => meaningOf(tree, node))), use => inline(tree, use), true],
  dissolve: (tree, pick) => [pick(lines(tree, "part", "function")), line => dissolve(tree, line), true],
  duplicate: (tree, pick) => [pick(lines(tree, "part", "function", "param")), line => duplicate(tree, line), true],
  mute: (tree, pick) => [pick(expressions(tree, "call")), call => mute(tree, call), false],
  rewire: (tree, pick) => {
    const line = pick(lines(tree, "part", "param"));
    return [line && pick(expressions(tree, ...ANY)), node => rewire(tree, node, line, pick(["", "what_was"])), false];
  },
  number: (tree, pick) => [pick(expressions(tree, "number")), node => put(node, pick(["0.5", "2", "17"])), false],
  option: (tree, pick) => [pick(expressions(tree, "call").filter(({ name }) => /^(perlin|value|simplex|cells)$/.test(name))), call => setOption(tree, call, "seed", "5"), false],
};

/** The act that is done in one round: { name, text, after, isSame }; after: null where it is refused. */
function roundOf(text, name, roll) {
  const tree = treeOf(text), pick = list => list[roll(list.length)];
  const [node, act, isSame] = ACTS[name](tree, pick);
  return { name, text, after: node ? made(text, () => act(node)) : null, isSame };
}

test("acts at random give recipes that compile, with the same bits where they should have them", () => {
  const roll = dice(11), counts = {};
  for (let i = 0; i < rounds; i++) {
    const names = Object.keys(ACTS), text = texts[roll(texts.length)];
    const { name, after, isSame } = roundOf(text, names[i % names.length], roll);
    const count = (counts[name] ??= { done: 0, refused: 0, wrong: 0 });
    if (after === null) count.refused++;
    else if (!isSame) bitsOf(after) === null ? count.wrong++ : count.done++;
    else {
      const now = bitsOf(after);
      if (now === null) count.wrong++;
      else assert.equal(now, bits.get(text), `${name}\n${after}`);
      count.done++;
    }
  }
  if (process.env.SHOW) console.log(counts);
  for (const [name, { done, refused, wrong }] of Object.entries(counts)) {
    assert.ok(done > refused/2, `${name}: ${done} done, ${refused} refused`);
    if (["rename", "inline", "dissolve", "duplicate"].includes(name)) assert.equal(wrong, 0, `${name} gives what doesn't compile`);
  }
});

/** A text with edits, made from its end to its beginning. */
const spliced = (text, edits) => edits.reduceRight((left, { from, to, insert }) => left.slice(0, from) + insert + left.slice(to), text);

test("two hundred acts one after another are undone one by one by the editor, to the first text, whatever ends its lines", () => {
  const roll = dice(5), names = Object.keys(ACTS);
  for (const ending of ["\n", "\r\n"])
    for (const first of texts.slice(0, 6).map(text => `\uFEFF// 山 🙂 عربي\n${text.trimEnd()}`.replaceAll("\n", ending))) {
      let state = EditorState.create({ doc: first, extensions: [history({ minDepth: 500 }), EditorState.lineSeparator.of("\n")] });
      const dispatch = transaction => (state = transaction.state), texts = [], now = () => state.doc.toString();
      for (let i = 0; i < 200; i++) {
        const text = now(), tree = treeOf(text), pick = list => list[roll(list.length)];
        const [node, act] = ACTS[names[roll(names.length)]](tree, pick);
        let edits;
        try {
          edits = node ? act(node) : [];
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          continue;
        }
        checkSpans(text, edits);
        const after = spliced(text, edits);
        assert.equal(applied(text, edits), after);
        if (after === text || treeOf(after).errors.length) continue;
        dispatch(state.update({ changes: edits, userEvent: "input.graph", annotations: isolateHistory.of("full") }));
        assert.equal(now(), after, "what the editor makes of the edits");
        assert.ok(!/[^\r]\n/.test(after) || ending === "\n", "another end of a line");
        texts.push(text);
      }
      assert.ok(texts.length > 80, `${texts.length} acts`);
      while (texts.length) {
        assert.ok(undo({ state, dispatch }));
        assert.equal(now(), texts.pop());
      }
      assert.equal(now(), first);
      assert.equal(undo({ state, dispatch }), false);
    }
});

test("a call that is muted passes its argument on, and is itself again", () => {
  const text = "a = warp(perlin(), value())\na*2", tree = treeOf(text), call = tree.parts[0].parts[0];
  const muted = applied(text, mute(tree, call)), again = treeOf(muted), node = again.parts[0].parts[0];
  assert.equal(muted, "a = (1 ? perlin() : warp(perlin(), value()))\na*2");
  assert.equal(bitsOf(muted), bitsOf("perlin()*2"));
  assert.ok(isMuted(again, node) && !isMuted(tree, call));
  assert.equal(applied(muted, unmute(again, node)), text);
});

/* ---- By name ------------------------------------------------------------------------------------- */

const partOf = (tree, name) => tree.parts.find(line => line.name === name);
const nodeOf = (tree, text, n = 0) => [...nodesOf(tree)].filter(node => node.parent && node.parent.kind !== "recipe" && tree.text.slice(node.from, node.to) === text)[n];
const done = (text, act) => applied(text, act(treeOf(text)));

for (const [what, text, act, after] of [
  ["brackets where the body binds less", "a = x + y\na*2", tree => inline(tree, nodeOf(tree, "a")), "a = x + y\n(x + y)*2"],
  ["none where it binds as much", "a = x*y\na*2", tree => inline(tree, nodeOf(tree, "a")), "a = x*y\nx*y*2"],
  ["on the right of a minus", "a = x - y\n1 - a", tree => inline(tree, nodeOf(tree, "a")), "a = x - y\n1 - (x - y)"],
  ["a sign at the start of a line", "a = -x\na + 1", tree => inline(tree, nodeOf(tree, "a")), "a = -x\n(-x) + 1"],
  ["a body of two lines", "a = x +\n  y\nabs(a)", tree => inline(tree, nodeOf(tree, "a")), "a = x +\n  y\nabs((x +\n  y))"],
  ["a choice in a condition", "a = x ? 1 : 2\na ? 3 : 4", tree => inline(tree, nodeOf(tree, "a")), "a = x ? 1 : 2\n(x ? 1 : 2) ? 3 : 4"],
  ["a function's arguments", "f(p, q) = p*q\nf(x + 1, y)", tree => inline(tree, nodeOf(tree, "f(x + 1, y)")), "f(p, q) = p*q\n(x + 1)*y"],
  ["a function that is its argument", "f(p) = p\n2*f(x + 1)", tree => inline(tree, nodeOf(tree, "f(x + 1)")), "f(p) = p\n2*(x + 1)"],
  ["a whole last line, behind its comment", "// hills\n\n// the sum\nperlin() + value()\n", tree => extract(tree, nodeOf(tree, "perlin() + value()"), "h"),
    "// hills\n\nh = perlin() + value()\n// the sum\nh\n"],
  ["below the comment that a recipe begins with", "// hills\nperlin()", tree => extract(tree, nodeOf(tree, "perlin()"), "h"), "// hills\nh = perlin()\nh"],
  ["an expression that reads an argument", "f(q) = abs(q + x)\nf(1)", tree => extract(tree, nodeOf(tree, "q + x"), "s"), "s(q) = q + x\nf(q) = abs(s(q))\nf(1)"],
  ["a name that is a part and a function", "a = 1\na(q) = q\na + a(2)", tree => rename(tree, tree.parts[1], "b"), "a = 1\nb(q) = q\na + b(2)"],
  ["a word that is a part", "hermite = 1\nperlin(interp: hermite) + hermite", tree => rename(tree, tree.parts[0], "h"),
    "h = 1\nperlin(interp: hermite) + h"],
  ["a knob's copy", 'param a = 1 [0, 2] "A" // so\na', tree => duplicate(tree, tree.parts[0]), 'param a = 1 [0, 2] "A" // so\nparam a2 = 1 [0, 2] "A"\na'],
  ["a line that nothing uses, away", "a = x // unused\r\nb = y\r\nb", tree => remove(tree, tree.parts[0]), "b = y\r\nb"],
  ["without a last line's end", "a = x\n\na", tree => dissolve(tree, tree.parts[0]), "\nx"],
  ["a knob's name, which a view above and a part above read", "view 0, 0, n, n\nb = n*x\nparam n = 4 [1, 8]\nb", tree => rename(tree, partOf(tree, "n"), "m"),
    "view 0, 0, m, m\nb = m*x\nparam m = 4 [1, 8]\nb"],
  ["a part that a view above reads", "view 0, 0, k, k\nk = 3\nx", tree => rename(tree, partOf(tree, "k"), "m"), "view 0, 0, m, m\nm = 3\nx"],
  ["a part that a knob above reads", "param a = k [1, 8]\nk = 3\na*x", tree => rename(tree, partOf(tree, "k"), "m"), "param a = m [1, 8]\nm = 3\na*x"],
  ["a part that a view above reads, dissolved", "view 0, 0, k, 2*k\nk = 1 + 2\nx", tree => dissolve(tree, partOf(tree, "k")), "view 0, 0, 1 + 2, 2*(1 + 2)\nx"],
  ["a function that a view above reads, dissolved", "view 0, 0, f(2), 3\nf(q) = q + 1\nx", tree => dissolve(tree, partOf(tree, "f")), "view 0, 0, 2 + 1, 3\nx"],
  ["a knob further down, in place of a number", "b = abs(x)\nparam n = 4 [1, 8]\nb", tree => rewire(tree, nodeOf(tree, "x"), partOf(tree, "n")),
    "b = abs(n)\nparam n = 4 [1, 8]\nb"],
  ["a part's line below another", "a = x\r\na", tree => addPart(tree, tree.parts[0], "b", "abs(a)"), "a = x\r\nb = abs(a)\r\na"],
  ["a part's line above the last", "a = x\n// the end\na", tree => addPart(tree, tree.parts[1], "b", "abs(a)"), "a = x\nb = abs(a)\n// the end\na"],
  ["rewired, and kept", "a = x\nabs(y + 1)", tree => rewire(tree, nodeOf(tree, "y + 1"), tree.parts[0], "b"), "a = x\nb = y + 1\nabs(a)"],
  ["an option's new value", "perlin(seed: 3)", tree => setOption(tree, nodeOf(tree, "perlin(seed: 3)"), "seed", "4"), "perlin(seed: 4)"],
  ["an option of two numbers", "perlin(period: 4, 8)", tree => setOption(tree, nodeOf(tree, "perlin(period: 4, 8)"), "period", "2"), "perlin(period: 2)"],
  ["a new option", "perlin()", tree => setOption(tree, nodeOf(tree, "perlin()"), "seed", "4"), "perlin(seed: 4)"],
])
  test(`${what}: ${JSON.stringify(text)}`, () => assert.equal(done(text, act), after));

for (const [what, text, act] of [
  ["a body's name that an argument would hide", "k = 2\nf(q) = q*k\ng(k) = f(k)\ng(3)", tree => inline(tree, nodeOf(tree, "f(k)"))],
  ["a body's function that another hides below", "a = fbm(perlin())\nfbm(q) = q\na", tree => inline(tree, nodeOf(tree, "a"))],
  ["a name that is taken", "a = 1\nb = 2\na + b", tree => rename(tree, tree.parts[0], "b")],
  ["an argument's name", "a = 1\nf(q) = q + a\nf(2)", tree => rename(tree, tree.parts[0], "q")],
  ["a function's name that is in use", "a = 1\na + perlin()", tree => rename(tree, tree.parts[0], "perlin")],
  ["a reserved name", "a = 1\na", tree => rename(tree, tree.parts[0], "seed")],
  ["no name", "a = 1\na", tree => rename(tree, tree.parts[0], "1a")],
  ["a part that is defined further down", "a = abs(x)\nb = y\na + b", tree => rewire(tree, nodeOf(tree, "x"), tree.parts[1])],
  ["a part that an argument hides", "q = x\nf(q) = q + 1\nf(2)", tree => rewire(tree, nodeOf(tree, "1"), tree.parts[0])],
  ["a word", "perlin(interp: hermite)", tree => extract(tree, nodeOf(tree, "hermite"), "a")],
  ["a seed of all bits", "perlin(seed: 18446744073709551615)", tree => extract(tree, nodeOf(tree, "18446744073709551615"), "a")],
  ["a view's number", "view 0, 0, 4, 4\nx", tree => extract(tree, nodeOf(tree, "0"), "a")],
  ["a part that is used, away", "a = x\na", tree => remove(tree, tree.parts[0])],
  ["a knob that only a view reads, away", "view 0, 0, n, n\nparam n = 4 [1, 8]\nx", tree => remove(tree, partOf(tree, "n"))],
  ["a part that only a view reads, away", "view 0, 0, k, k\nk = 3\nx", tree => remove(tree, partOf(tree, "k"))],
  ["a part further down that a part can't read", "b = abs(x)\nk = 3\nb", tree => rewire(tree, nodeOf(tree, "x"), partOf(tree, "k"))],
  ["a use within a use", "f(q) = q*q\nf(f(x))", tree => dissolve(tree, tree.parts[0])],
  ["a result, twice", "x", tree => duplicate(tree, tree.parts[0])],
])
  test(`refused: ${what}: ${JSON.stringify(text)}`, () => assert.throws(() => act(treeOf(text)), Refused));

test("what the names mean is what the compiler says: a line that has no use can go, one that has can't", () => {
  for (const text of ["view 0, 0, n, n\nparam n = 4 [1, 8]\nx", "b = n*x\nparam n = 4 [1, 8]\nb", "param a = k [1, 8]\nk = 3\na*x", "view 0, 0, k, k\nk = 3\nx",
    "view 0, 0, f(2), 3\nf(q) = q + 1\nx", "f(q) = q*n\nparam n = 4 [1, 8]\nf(x)", "n(q) = q\nb = n(x)\nparam n = 4 [1, 8]\nb", "a = x\nb = a\nb", "k = 1\nf(k) = k\nf(x)"]) {
    const tree = treeOf(text);
    assert.notEqual(bitsOf(text), null, text);
    for (const line of tree.parts.filter(({ kind }) => ["part", "function", "param"].includes(kind))) {
      const without = text.slice(0, line.from) + text.slice(line.to + 1);
      assert.equal(usesOf(tree, line).length === 0, bitsOf(without) !== null, `${line.name} in ${text}`);
    }
  }
});

test("uses are those that mean a line, and no words, arguments or names below", () => {
  const tree = treeOf("a = 1\nf(a) = a\nb = a + f(a)\nperlin(interp: hermite) + a");
  assert.deepEqual(usesOf(tree, partOf(tree, "a")).map(node => node.from), [tree.text.indexOf("a + f"), tree.text.indexOf("a)\nperlin"), tree.text.length - 1]);
  assert.ok(isWord(nodeOf(tree, "hermite")));
});
