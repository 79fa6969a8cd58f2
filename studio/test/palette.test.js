/* The palette: every function goes in, and where; and what is searched for is found. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../../packages/js/index.js";
import { callOf, functions } from "../src/functions.js";
import { hereFor, placeFor, snippetOf } from "../src/palette.js";
import { treeOf } from "../src/syntax.js";
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

/** A snippet with its fields as they are put in. */
const filled = snippet => snippet.replace(/#\{\d+:([^}]*)\}/g, "$1");

test("what each word of others puts in is a recipe, whatever stands in the list", async () => {
  const burl = await load();
  let here = 0, others = 0;
  for (const f of functions.values()) {
    if (ELSEWHERE.test(f.name)) continue;
    for (const wanted of ["", f.name, ...f.elsewhere.map(({ name }) => name.replaceAll("_", " "))]) {
      const found = hereFor(f, wanted), text = filled(snippetOf(f, found, ""));
      assert.doesNotThrow(() => burl.compile(text).free(), `${wanted}: ${text}`);
      here += Boolean(found), others++;
    }
  }
  assert.ok(others > 280 && here > 40, `${here} of ${others}`);
  const of = (name, wanted) => hereFor(functions.get(name), wanted);
  assert.deepEqual([of("cells", "cracks"), of("turbulence", "fire"), of("phasor", "fingerprint")],
    ["cells(give: edge)", "turbulence(simplex(), octaves: 5)", "phasor(give: sine, spread: 40)"]);
  for (const [name, wanted] of [["cells", "stones"], ["perlin", "noise"], ["perlin", "pnoise"], ["cells", "voronoise"], ["channel", "luminance"],
    ["bevel", "chamfer"], ["mix", "lerp"]])
    assert.equal(of(name, wanted), "", wanted);
});

/** A text in which a function is put in, where its selection stands in ⟦brackets of this kind⟧, or its cursor at |. */
function placed(marked, name) {
  const from = marked.search(/[|⟦]/), to = marked.includes("⟧") ? marked.indexOf("⟧") - 1 : from, text = marked.replace(/[|⟦⟧]/g, "");
  const f = functions.get(name), place = placeFor(treeOf(text), { from, to }, f);
  return text.slice(0, place.from) + place.before + filled(snippetOf(f, "", place.wraps)) + place.after + text.slice(place.to);
}

for (const [marked, name, wanted] of [
  ["h = perlin()\nh*|", "abs", "h = perlin()\nh*abs(perlin())"],
  ["abs(|)", "cells", "abs(cells())"],
  ["perlin() // so: |", "cells", "cells2 = cells()\nperlin() // so: "],
  ["perlin() // a, |b", "cells", "cells2 = cells()\nperlin() // a, b"],
  ["x + // what is missing: |\n1", "cells", "cells2 = cells()\nx + // what is missing: \n1"],
  ["x + |// what is missing\n", "cells", "x + cells()// what is missing\n"],
  ["⟦perlin()⟧*2", "fbm", "fbm(perlin())*2"],
  ["⟦ perlin() ⟧*2", "fbm", " fbm(perlin()) *2"],
  ["⟦perlin()⟧*2", "cells", "cells()*2"],
  ["⟦h = perlin()⟧\nh", "fbm", "fbm2 = fbm(perlin())\nh = perlin()\nh"],
  ["h = per⟦lin()\nh*⟧2", "abs", "h = perlin()\nabs2 = abs(perlin())\nh*2"],
  ["perlin(interp: ⟦linear⟧)", "abs", "abs2 = abs(perlin())\nperlin(interp: linear)"],
  ["h = perlin()\r\nh|\r\n", "cells", "h = perlin()\r\ncells2 = cells()\r\nh\r\n"],
])
  test(`${name} goes in: ${JSON.stringify(marked)}`, () => {
    const made = placed(marked, name);
    assert.equal(made, wanted);
    assert.deepEqual(treeOf(made).errors, [], made);
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

for (const [wanted, name] of [["stones", "cells"], ["pnoise", "perlin"], ["voronoise", "cells"], ["luminance", "channel"], ["chamfer", "bevel"],
  ["noise", "perlin"], ["fire", "turbulence"], ["swirl", "warp"]])
  test(`a click on what ${wanted} finds makes a picture`, async () => {
    const page = await openStudio({ text: "1 + x" });
    await cursor(page, 0);
    await palette(page, wanted);
    await change(page, () => page.locator("#palette .function", { has: page.locator(`code:text-matches("^${name}\\\\(")`) }).first().click());
    assert.match(await text(page), new RegExp(`\\b${name}\\(`));
    assert.equal(await page.isHidden("#problem"), true, await text(page));
  });

test("lines that end in CR LF keep their ends, and one step of undoing takes all away", async () => {
  const page = await openStudio({ text: "h = perlin()\r\nh*2\r\n" });
  await cursor(page, 16);
  await change(page, async () => (await palette(page, "ridged")).first().click());
  assert.equal(await text(page), "h = perlin()\r\nridged2 = ridged(perlin())\r\nh*2\r\n");
  await change(page, () => page.evaluate(() => studio.editor.undo()));
  assert.equal(await text(page), "h = perlin()\r\nh*2\r\n");
});

test("colours find the ramp first, and it colours all of a result that goes below 0", async () => {
  const page = await openStudio({ text: "fbm(perlin(), octaves: 6)" });
  await cursor(page, 0, 25);
  const card = (await palette(page, "colour")).first();
  assert.match(await card.textContent(), /^ramp\(/);
  await change(page, () => card.click());
  assert.match(await text(page), /^ramp\(unit\(fbm\(perlin\(\), octaves: 6\)\), /);
  const other = await openStudio({ text: "unit(perlin())" });
  await cursor(other, 0, 14);
  await change(other, async () => (await palette(other, "ramp")).first().click());
  assert.match(await text(other), /^ramp\(unit\(perlin\(\)\), #/);
});

test("a card's help has its options, a line each", async () => {
  const page = await openStudio({ text: "perlin()" });
  const card = (await palette(page, "perlin")).first();
  await card.hover();
  assert.match(await card.getAttribute("title"), /^perlin\(.*\n.*\ninterp: quintic /);
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
