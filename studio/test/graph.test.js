/* The graph: its nodes and wires are the text's, its acts change the text, and only where what comes of it compiles. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { around, graphOf, shapeOf } from "../src/graph/model.js";
import { treeOf } from "../src/syntax.js";
import { change, openStudio, recipeText, stateOf } from "./page.js";

const TEXT = 'view 0, 0, 4, 4\nparam high = 0.5 [0, 2] "How high"\nlow = fbm(perlin(), octaves: 3)\nf(q) = q*high\nhills = f(low) + low\nhills*2\n';

const text = async page => (await stateOf(page, "text"))[0];
const node = (page, key) => page.locator(`.node[data-key="${key}"]`);

async function openGraph(recipe, viewport) {
  const page = await openStudio({ text: recipe }, viewport);
  await page.click('[data-mode="graph"]');
  await page.waitForSelector(".graph .node");
  return page;
}

async function choose(page, key) {
  await node(page, key).locator("b").click();
  await page.waitForSelector(`.node[data-key="${key}"][aria-current="true"]`);
}

test("nodes are the lines with names and the result, wires are uses", () => {
  const { nodes, edges } = graphOf(treeOf(TEXT));
  assert.deepEqual(nodes.map(({ key, words }) => [key, words]), [["name:high", ""], ["name:low", "fbm perlin"], ["function:f", ""], ["name:hills", "f"], ["result:", ""]]);
  assert.deepEqual(edges.map(({ from, to }) => `${from} ${to}`).sort(), ["function:f name:hills", "name:high function:f", "name:hills result:", "name:low name:hills", "name:low name:hills"]);
});

test("a number that changes is no other shape, another name is", () => {
  const shape = shapeOf(graphOf(treeOf(TEXT)));
  assert.equal(shapeOf(graphOf(treeOf(TEXT.replace("octaves: 3", "octaves: 12")))), shape);
  assert.notEqual(shapeOf(graphOf(treeOf(TEXT.replaceAll("low", "deep")))), shape);
});

test("around a node is what it is made from and what is made from it, the nearest first", () => {
  const graph = graphOf(treeOf("a = x\nb = a\nc = b\nd = y\ne = c + d\ne\n"));
  assert.deepEqual([...around(graph, "name:b")].sort(), ["name:a", "name:b", "name:c", "name:e", "result:"]);
  assert.deepEqual([...around(graph, "name:b", 3)].sort(), ["name:a", "name:b", "name:c"]);
});

test("the page shows them, with pictures; a choice selects the expression in the text and what belongs to it", async () => {
  const page = await openGraph(TEXT);
  assert.equal(await page.locator(".node").count(), 5);
  assert.equal(await page.locator(".wires path").count(), 5);
  await page.waitForFunction(() => [...document.querySelectorAll(".node.part canvas, .node.result canvas")]
    .every(canvas => canvas.getContext("2d").getImageData(0, 0, 108, 72).data.some(v => v)));
  await choose(page, "name:low");
  assert.equal(await page.evaluate(() => { const { state } = studio.editor.view; return state.sliceDoc(state.selection.main.from, state.selection.main.to); }), "fbm(perlin(), octaves: 3)");
  assert.deepEqual(await page.locator(".node.pale").evaluateAll(boxes => boxes.map(box => box.dataset.key)), ["name:high", "function:f"]);
});

test("a knob is a slider on its node, and a drag of it lays nothing out again", async () => {
  const page = await openGraph(TEXT);
  const places = () => page.locator(".node").evaluateAll(boxes => boxes.map(box => box.style.cssText));
  const before = await places();
  await change(page, () => node(page, "name:high").locator("input").fill("1.5"));
  assert.equal(await text(page), TEXT.replace("high = 0.5", "high = 1.5"));
  assert.deepEqual(await places(), before);
});

test("renamed, duplicated, muted, dissolved, undone one by one", async () => {
  const page = await openGraph(TEXT), texts = [TEXT];
  const act = async doIt => {
    await change(page, doIt);
    texts.push(await text(page));
  };
  await choose(page, "name:low");
  await page.fill(".acts input[data-is=name]", "deep");
  await act(() => page.keyboard.press("Enter"));
  assert.equal(texts.at(-1), TEXT.replaceAll("low", "deep"));
  await page.waitForSelector('.node[data-key="name:deep"][aria-current="true"]');
  await act(() => page.click(".acts button:has-text('Mute')"));
  assert.ok(texts.at(-1).includes("deep = (1 ? perlin() : fbm(perlin(), octaves: 3))"));
  await act(() => page.click(".acts button:has-text('Unmute')"));
  assert.equal(texts.at(-1), texts.at(-3));
  await act(() => page.click(".acts button:has-text('Duplicate')"));
  assert.ok(texts.at(-1).includes("\ndeep2 = fbm(perlin(), octaves: 3)\n"));
  await choose(page, "function:f");
  await act(() => page.click(".acts button:has-text('Dissolve')"));
  assert.ok(texts.at(-1).includes("hills = deep*high + deep") && !texts.at(-1).includes("f(q)"));
  texts.pop();
  while (texts.length) {
    await change(page, () => page.evaluate(() => studio.editor.undo()));
    assert.equal(await text(page), texts.pop());
  }
});

test("options are fields", async () => {
  const page = await openGraph("h = cells(give: f1)\nh\n");
  await choose(page, "name:h");
  await change(page, () => page.selectOption(".acts select[data-is=give]", "edge"));
  await page.click(".acts button:has-text('Option')");
  await page.click(".said code:text-is('seed')");
  await change(page, async () => {
    await page.keyboard.type("7");
    await page.keyboard.press("Tab");
  });
  assert.equal(await text(page), "h = cells(give: edge, seed: 7)\nh\n");
});

test("what wouldn't compile isn't done, and is said", async () => {
  const page = await openGraph("h = cells(jitter: 0.5)\nh\n");
  await choose(page, "name:h");
  await page.click(".acts button:has-text('Option')");
  await page.click(".said code:text-is('period')");
  await page.keyboard.type("0.5");
  await page.keyboard.press("Tab");
  await page.waitForSelector(".said:not([hidden])");
  assert.match(await page.textContent(".said"), /^Not done: .*period/);
  assert.equal(await text(page), "h = cells(jitter: 0.5)\nh\n");
});

test("a wire is dragged to a node, and takes the place that is chosen there; what was there can stay as a part", async () => {
  const page = await openGraph("a = perlin()\nb = abs(value()) + 1\na + b\n", { width: 1440, height: 900 });
  const drag = async () => {
    const from = await node(page, "name:a").locator(".socket").boundingBox(), to = await node(page, "name:b").boundingBox();
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, to.y + 60, { steps: 5 });
    await page.mouse.up();
    await page.waitForSelector(".said button");
  };
  await drag();
  await page.check("#graph-keep");
  await change(page, () => page.click(".said code:text-is('value()')"));
  assert.equal(await text(page), "a = perlin()\nb_was2 = value()\nb = abs(a) + 1\na + b\n");
});

test("by the keyboard: nodes are reached by Tab, F2 names, M mutes, Delete takes away", async () => {
  const page = await openGraph("h = abs(perlin())\nk = h*2\nk\n");
  await node(page, "name:h").focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("deep");
  await change(page, () => page.keyboard.press("Enter"));
  await page.waitForFunction(() => document.activeElement?.dataset.key === "name:deep");
  await change(page, () => page.keyboard.press("m"));
  assert.equal(await text(page), "deep = (1 ? perlin() : abs(perlin()))\nk = deep*2\nk\n");
  await change(page, () => page.keyboard.press("m"));
  await change(page, () => page.keyboard.press("Delete"));
  assert.equal(await text(page), "k = abs(perlin())*2\nk\n");
});

test("a large recipe shows what belongs to the result, or to what is chosen; of its pictures none is wanted any more where the graph is left", async () => {
  const page = await openGraph(TEXT), large = recipeText("landscape");
  await page.evaluate(text => studio.openRecipe({ name: "landscape", text }), large);
  await page.waitForFunction(() => /32 more nodes/.test(document.querySelector(".acts .note")?.textContent));
  assert.equal(await page.locator(".node").count(), 18);
  await page.waitForFunction(() => studio.pool.queue.some(job => job.key === "graph"));
  await page.click('[data-mode="picture"]');
  assert.deepEqual(await page.evaluate(() => studio.pool.queue.filter(job => job.key === "graph").length), 0);
});

test("while the text is broken the graph stays as it was", async () => {
  const page = await openGraph(TEXT);
  await page.evaluate(() => studio.set({ text: "low = fbm(" }));
  await page.waitForSelector(".graph.broken");
  assert.equal(await page.locator(".node").count(), 5);
});

/* ---- By keys alone --------------------------------------------------------------------------------- */

/** Presses a key on a node, then Enter on that choice of what it asks. */
async function choice(page, key, letter, text) {
  await node(page, key).focus();
  await page.keyboard.press(letter);
  await page.waitForSelector(".said button");
  while (await page.evaluate(() => document.activeElement.textContent) !== text) await page.keyboard.press("Tab");
}

for (const [what, before, key, letter, wanted, after] of [
  ["an expression becomes a part", "// so\na = abs(perlin() + 1)*2 // too\na\n", "name:a", "e", "perlin() + 1", "// so\na2 = perlin() + 1\na = abs(a2)*2 // too\na\n"],
  ["of the result, too", "abs(perlin())\n", "result:", "e", "perlin()", "part2 = perlin()\nabs(part2)\n"],
  ["a part's expression in place of its name", "a = x + 1\nb = a*a\nb\n", "name:b", "i", "a", "a = x + 1\nb = (x + 1)*a\nb\n"],
  ["an option", "a = perlin()\na\n", "name:a", "o", "seed", "a = perlin(seed: 3)\na\n"],
])
  test(`by keys: ${what}`, async () => {
    const page = await openGraph(before);
    await choice(page, key, letter, wanted);
    await change(page, async () => {
      await page.keyboard.press("Enter");
      if (letter === "o") {
        await page.keyboard.type("3");
        await page.keyboard.press("Enter");
      }
    });
    assert.equal(await text(page), after);
    await change(page, () => page.evaluate(() => studio.editor.undo()));
    assert.equal(await text(page), before);
  });

test("by keys: a part is used in another, and what was there stays as a part", async () => {
  const page = await openGraph("a = perlin()\nb = abs(value() + 1)\na + b\n");
  await choice(page, "name:a", "u", "b");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#graph-keep");
  while (await page.evaluate(() => document.activeElement.id) !== "graph-keep") await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  while (await page.evaluate(() => document.activeElement.textContent) !== "value() + 1") await page.keyboard.press("Shift+Tab");
  await change(page, () => page.keyboard.press("Enter"));
  assert.equal(await text(page), "a = perlin()\nb_was2 = value() + 1\nb = abs(a)\na + b\n");
});

test("by keys: arrows go along the wires, Shift-D duplicates, Escape chooses nothing", async () => {
  const page = await openGraph("a = perlin()\nb = abs(a)\nb\n");
  const chosen = () => page.evaluate(() => document.activeElement.dataset.key);
  await node(page, "name:a").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await chosen(), "name:b");
  await page.keyboard.press("ArrowDown");
  assert.equal(await chosen(), "result:");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await chosen(), "name:b");
  await change(page, () => page.keyboard.press("Shift+D"));
  assert.equal(await text(page), "a = perlin()\nb = abs(a)\nb2 = abs(a)\nb\n");
  assert.equal(await page.locator('.node[aria-current="true"]').getAttribute("data-key"), "name:b2");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator('.node[aria-current="true"]').count(), 0);
});

test("by keys: a function of the palette is put below the chosen node, and takes it; the result is taken by it", async () => {
  const page = await openGraph("a = perlin() // so\na\n");
  await node(page, "name:a").focus();
  await page.keyboard.press("a");
  await page.keyboard.type("abs");
  await change(page, async () => {
    await page.locator("#palette button.function", { hasText: "abs(" }).first().focus();
    await page.keyboard.press("Enter");
  });
  assert.equal(await text(page), "a = perlin() // so\nabs2 = abs(a)\na\n");
  await node(page, "result:").focus();
  await change(page, async () => {
    await page.locator("#palette button.function", { hasText: "abs(" }).first().focus();
    await page.keyboard.press("Enter");
  });
  assert.equal(await text(page), "a = perlin() // so\nabs2 = abs(a)\nabs(a)\n");
  await page.click("#open-palette");
});

/* ---- Two hundred acts -------------------------------------------------------------------------------- */

const LONG = '\uFEFF// 山 🙂 عربي\nview 0, 0, 4, 4\nparam high = 0.5 [0, 2] "Höhe" // ок\n\nlow = perlin(seed: 3) // 低い\nf(q) = q*high + 1\n// hills\nhills = abs(f(low) + low) // ⛰\nmixed = mix(hills, low, high/2)\nmixed*2';

function dice(state) {
  return n => {
    state = Math.imul(state ^ (state >>> 15), 0x2C1B3C6D) + 0x297A2D39 | 0;
    return ((state ^ (state >>> 12)) >>> 0) % n;
  };
}

/** The lines at a text's beginning and end that another one has, too, taken away: [what is left of one, of the other]. */
function differing(a, b) {
  const [left, right] = [a.split("\n"), b.split("\n")];
  while (left.length && right.length && left[0] === right[0]) left.shift(), right.shift();
  while (left.length && right.length && left.at(-1) === right.at(-1)) left.pop(), right.pop();
  return [left.length, right.length];
}

for (const [name, ending] of [["LF", "\n"], ["CR LF", "\r\n"]])
  test(`two hundred acts in the graph, by its sliders and in the text are undone one by one: ${name}`, async () => {
    const first = LONG.replaceAll("\n", ending), page = await openGraph(first), roll = dice(7), texts = [], counts = {};
    const read = () => page.evaluate(() => studio.editor.view.state.doc.toString());
    const settled = before => page.waitForFunction(old => studio.editor.view.state.doc.toString() !== old
      || !document.querySelector(".said").hidden, before, { polling: 10 });
    for (let i = 0; texts.length < 200; i++) {
      assert.ok(i < 600, `${texts.length} of ${i} acts`);
      const before = await read(), letter = ["m", "m", "m", "D", "Delete", "e", "e", "i", "slider", "text"][roll(10)];
      const keys = await page.locator(letter === "slider" ? ".node.param" : ".node").evaluateAll(boxes => boxes.map(box => box.dataset.key));
      const key = keys[roll(keys.length)];
      if (before.length > 3000 && letter === "D") continue;
      if (letter === "slider") {
        if (!key) continue;
        await node(page, key).locator("input").fill(String(roll(201)/100));
      } else if (letter === "text") {
        await page.evaluate(([n, what]) => {
          const { view } = studio.editor, line = view.state.doc.line(1 + n % view.state.doc.lines), at = line.to - Number(line.text.endsWith("\r"));
          view.dispatch({ changes: { from: at, insert: what }, userEvent: "input.paste" });
        }, [roll(1000), ` // ${["山", "🙂", "ё"][roll(3)]}`]);
      } else {
        await node(page, key).evaluate(box => (box.blur(), box.focus()));
        await page.evaluate(() => (document.querySelector(".said").hidden = true));
        await page.keyboard.press(letter);
        const asks = letter === "e" || letter === "i";
        if (asks) {
          await page.waitForSelector(".said:not([hidden])");
          const buttons = page.locator(".said button"), count = await buttons.count();
          if (!count) continue;
          await buttons.nth(roll(count)).press("Enter");
        }
        const does = asks || /^name|^function/.test(key) && (letter !== "m" || await page.locator(".node.part[aria-current=true]").count());
        if (does) await settled(before).catch(() => {});
      }
      const after = await read();
      if (after === before) continue;
      texts.push(before);
      counts[letter] = (counts[letter] ?? 0) + 1;
      assert.ok(!/[^\r]\n/.test(after) || ending === "\n", "another end of a line");
      const [gone, come] = differing(before, after);
      if (letter === "m" || letter === "slider" || letter === "text") assert.deepEqual([gone, come], [1, 1], `${letter} of ${key}\n${before}\n→\n${after}`);
      if (letter === "D") assert.ok(gone === 0 && come === 1 || gone === 1 && come === 2, `D of ${key}\n${before}\n→\n${after}`);
    }
    if (process.env.SHOW) console.log(counts);
    while (texts.length) {
      await page.evaluate(() => studio.editor.undo());
      assert.equal(await read(), texts.pop());
    }
    assert.equal(await read(), first);
  });
