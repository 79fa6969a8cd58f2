/* The palette: every function goes in, and where; and what is searched for is found. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../../packages/js/index.js";
import { callOf, functions } from "../src/functions.js";
import { change, openStudio, stateOf } from "./page.js";

/** What is known somewhere alone, or reads a file. */
const ELSEWHERE = /^(id|height|image)$/;

test("every function is a recipe as it is put in", async () => {
  const burl = await load();
  let count = 0;
  for (const [name, f] of functions) {
    if (ELSEWHERE.test(name)) continue;
    assert.doesNotThrow(() => burl.compile(callOf(f)).free(), callOf(f));
    count++;
  }
  assert.ok(count > 105, `${count}`);
});

const text = async page => (await stateOf(page, "text"))[0];

async function palette(page, wanted) {
  if (await page.isHidden("#palette")) await page.click("#open-palette");
  await page.fill("#palette input", wanted);
  return page.locator("#palette .function");
}

async function cursor(page, from, to = from) {
  await page.evaluate(([anchor, head]) => studio.editor.view.dispatch({ selection: { anchor, head } }), [from, to]);
}

for (const [wanted, first] of [["cracks", "cells"], ["clouds", "fbm"], ["blur", "blur"], ["voronoi", "cells"], ["mountains", "ridged"], ["lerp", "mix"]])
  test(`${wanted} finds ${first} first`, async () => {
    const page = await openStudio({ text: "perlin()" });
    assert.match(await (await palette(page, wanted)).first().locator("code").textContent(), new RegExp(`^${first}\\(`));
  });

test("a function goes in where an expression is missing, around what is selected, or as a part above the line", async () => {
  const page = await openStudio({ text: "h = perlin()\nh*2" });
  await cursor(page, 15);
  await change(page, async () => (await palette(page, "ridged")).first().click());
  assert.equal(await text(page), "h = perlin()\nridged2 = ridged(perlin())\nh*2");
  await cursor(page, 4, 12);
  await change(page, async () => (await palette(page, "fbm")).first().click());
  assert.match(await text(page), /^h = fbm\(perlin\(\)\)\n/);
  await page.evaluate(() => studio.set({ text: "abs()" }));
  await cursor(page, 4);
  await change(page, async () => (await palette(page, "cracks")).first().click());
  assert.equal(await text(page), "abs(cells(give: edge))");
});

test("arguments are fields: what is typed replaces the first, Tab goes to the next", async () => {
  const page = await openStudio({ text: "perlin()" });
  await cursor(page, 0, 8);
  await palette(page, "warp");
  await page.locator("#palette .function", { hasText: "warp(e, dx" }).click();
  await page.keyboard.type("0.25");
  await page.keyboard.press("Tab");
  await change(page, () => page.keyboard.type("0.75"));
  assert.equal(await text(page), "warp(perlin(), 0.25, 0.75)");
});

test("a function is dropped where the pointer is; each picture is there", async () => {
  const page = await openStudio({ text: "perlin()" });
  await page.evaluate(() => studio.set({ text: "abs()" }));
  await palette(page, "");
  const broken = await page.evaluate(async () => {
    const images = [...document.querySelectorAll("#palette img")].map(image => image.src), missing = [];
    for (const url of images) if (!(await fetch(url)).ok) missing.push(url);
    return images.length > 105 ? missing : images;
  });
  assert.deepEqual(broken, []);
  const card = page.locator("#palette .function", { hasText: "Cellular noise" }).first();
  const place = await page.locator(".cm-line").first().boundingBox();
  await change(page, () => card.dragTo(page.locator(".cm-line").first(), { targetPosition: { x: 38, y: place.height/2 } }));
  assert.equal(await text(page), "abs(cells())");
});

test("by the keyboard: the palette opens, is searched, puts in and closes", async () => {
  const page = await openStudio({ text: "perlin()" });
  await page.focus("#open-palette");
  if (await page.isVisible("#palette")) await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("simplex");
  await page.keyboard.press("Tab");
  await cursor(page, 0, 8);
  await change(page, () => page.keyboard.press("Enter"));
  assert.equal(await text(page), "simplex()");
  await page.focus("#palette input");
  await page.keyboard.press("Escape");
  assert.equal(await page.isHidden("#palette"), true);
});
