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
