/* In space and by the graphics processor: what is seen follows the recipe and the keys, and is given back. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { ball, bend, endOf, flat, log, makeSheet, sidesOf } from "../src/sheet.js";
import { change, openPage, openStudio, pixelsOf, recipeText, set, stateOf } from "./page.js";

const GREY = "view 0, 3, 4, 0\nparam round = 1 [0, 2]\nround*fbm(perlin(), octaves: 4) + 0.3*x";
const LOG = `view 0, 0, tau, 3
wood = ramp(fract(9*length(x, y) + 0.3*perlin(x, y, z)), #e0b27c, #8a5227)
bark = ramp(0.5 + 0.5*ridged(perlin(3*x, 3*y, 0.8*z)), #1d120b, #9b7f63)
at(cylinder(bark, radius: 1), 360*(x/tau), y)`;

/** Changes something and waits until what is shown has all its samples. */
async function settle(page, act) {
  const ready = await page.evaluate(() => document.getElementById("other").dataset.ready);
  await act();
  await page.waitForFunction(old => document.getElementById("other").dataset.ready !== old, ready);
  await page.waitForTimeout(100);
}

const show = (page, mode) => settle(page, () => set(page, { mode }));
const seen = page => page.locator("#other canvas").screenshot();
const chosen = (page, name) => page.locator(`[data-is="${name}"]`).inputValue();
const said = page => page.locator("#other p").textContent();

/* ---- Sheets -------------------------------------------------------------------------------------- */

/** Every triangle's own normal and those of its corners look to the same side. */
function assertLooksOutwards({ positions, normals, index }, name) {
  const at = (array, n) => [...array.subarray(3*n, 3*n + 3)];
  for (let n = 0; n < index.length; n += 3) {
    const [a, b, c] = [0, 1, 2].map(i => at(positions, index[n + i]));
    const [u, v] = [b, c].map(p => p.map((x, i) => x - a[i]));
    const face = [0, 1, 2].map(i => u[(i + 1) % 3]*v[(i + 2) % 3] - u[(i + 2) % 3]*v[(i + 1) % 3]);
    const normal = at(normals, index[n]);
    assert.ok(face.reduce((sum, x, i) => sum + x*normal[i], 0) >= -1e-6, `${name}: triangle ${n/3}`);
  }
}

test("sheets look outwards, sides and ends too", () => {
  const sheet = makeSheet(17, 9), heights = new Float32Array(17*9).map((_, n) => 0.05*Math.sin(n % 17));
  bend(sheet, heights, flat(2, 1), false);
  assertLooksOutwards(sheet, "surface");
  assert.ok(sheet.normals.every((x, n) => n % 3 !== 1 || x > 0.5));
  assertLooksOutwards(sidesOf(sheet, -1), "sides");
  bend(sheet, heights.fill(0), ball, true);
  assertLooksOutwards(sheet, "ball");
  for (let n = 0; n < sheet.positions.length; n++) assert.ok(Math.abs(sheet.positions[n] - sheet.normals[n]) < 1e-5, "a ball's normals are its points");
  bend(sheet, heights, log(0.5, 2), true);
  assertLooksOutwards(sheet, "log");
  for (const isLast of [false, true]) {
    const end = endOf(sheet, isLast, 0.65);
    assertLooksOutwards(end, "end");
    assert.ok(end.positions.every((x, n) => n % 3 || x === (isLast ? 1 : -1)));
  }
});

/* ---- In space ------------------------------------------------------------------------------------ */

test("a surface turns by keys and comes back, and follows the slider and the recipe", async () => {
  const page = await openStudio({ text: GREY });
  await show(page, "surface");
  const first = await seen(page);
  await page.locator("#other canvas").focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForTimeout(100);
  assert.notDeepEqual(await seen(page), first);
  await page.keyboard.press("0");
  await page.waitForTimeout(100);
  assert.deepEqual(await seen(page), first);
  await page.locator('[data-is="factor"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(100);
  assert.notDeepEqual(await seen(page), first);
  await page.keyboard.press("ArrowLeft");
  await page.waitForTimeout(100);
  assert.deepEqual(await seen(page), first);
  await settle(page, () => set(page, { text: GREY.replace("octaves: 4", "octaves: 1") }));
  assert.notDeepEqual(await seen(page), first);
});

test("heights and colours are the parts that one would take", async () => {
  const page = await openStudio({ text: recipeText("islands") });
  await show(page, "surface");
  assert.deepEqual([await chosen(page, "height"), await chosen(page, "colour")], ["h", ""]);
  await settle(page, () => set(page, { result: "v" }));
  assert.deepEqual([await chosen(page, "height"), await chosen(page, "colour")], ["", "ramp:"], "of a number its own heights");
  await settle(page, () => page.locator('[data-is="colour"]').selectOption("map"));
  await settle(page, () => set(page, { text: recipeText("islands").replace("land = 0.4", "land = 0.5") }));
  assert.equal(await chosen(page, "colour"), "map", "what was chosen stays");
});

test("what fills space lies on a ball as itself, a map as a map, a picture around it", async () => {
  const page = await openStudio({ text: GREY.replace(" + 0.3*x", "") });
  await show(page, "sphere");
  assert.match(await said(page), /^sphere\(result\)/);
  await settle(page, () => set(page, { text: "view 0, 0, 4, 3\nfbm(perlin(x, y), octaves: 4)" }));
  assert.match(await said(page), /without a seam/);
  await settle(page, () => set(page, { text: "view 0, 0, 4, 3\nperlin(x, y)*x" }));
  assert.match(await said(page), /with a seam/);
  await settle(page, () => page.evaluate(text => studio.set({ text, opened: {} }), "view -180, 90, 180, -90\nsphere(perlin(), radius: 3)"));
  assert.match(await said(page), /longitude and latitude/);
});

test("a log is cut from what there is in space alone", async () => {
  const page = await openStudio({ text: LOG });
  await show(page, "cylinder");
  assert.deepEqual([await chosen(page, "colour"), await chosen(page, "ends")], ["bark", "wood"]);
  assert.match(await said(page), /^cylinder\(bark\)/);
});

test("a whole grid is a surface, and else a sentence", async () => {
  const page = await openStudio({ text: recipeText("published/terrain_midpoint") });
  await show(page, "surface");
  for (const mode of ["sphere", "cylinder", "gpu"]) {
    await set(page, { mode });
    await page.waitForFunction(() => /whole grid/.test(document.querySelector("#other p")?.textContent));
  }
});

test("a recipe that is opened in space is seen whole", async () => {
  const page = await openStudio({ text: GREY });
  await show(page, "surface");
  await settle(page, () => page.evaluate(text => studio.set({ text, opened: {} }), "view 10, 10, 30, 20\nperlin()"));
  const [centre, step] = await stateOf(page, "centre", "step");
  assert.deepEqual(centre, [20, 15]);
  assert.ok(step > 0 && step < 1);
});

/* ---- By the graphics processor ------------------------------------------------------------------- */

const pixelsByShader = page => page.evaluate(() => {
  const canvas = document.querySelector("#other canvas"), copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext("2d");
  context.drawImage(canvas, 0, 0);
  return [...context.getImageData(0, 0, copy.width, copy.height).data];
});

test("the preview has the picture's pixels, and says how near it is", async () => {
  const page = await openStudio({ text: GREY });
  const { pixels } = await pixelsOf(page);
  await show(page, "gpu");
  const preview = await pixelsByShader(page);
  assert.equal(preview.length, pixels.length);
  const far = preview.filter((value, n) => Math.abs(value - pixels[n]) > 8).length;
  assert.equal(far, 0, "but for greys between the extremes of fewer samples");
  assert.match(await said(page), /^preview by the graphics processor; differs from the exact picture by at most \d(\.\d)?·10⁻[⁵⁶⁷⁸] here/);
});

test("a knob of the preview is turned without another program", async () => {
  const page = await openStudio({ text: GREY });
  await show(page, "gpu");
  await page.evaluate(() => {
    globalThis.linked = 0;
    const { linkProgram } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.linkProgram = function (program) {
      globalThis.linked++;
      return linkProgram.call(this, program);
    };
  });
  const before = await pixelsByShader(page);
  await settle(page, () => set(page, { text: GREY.replace("round = 1", "round = 0.5") }));
  assert.equal(await page.evaluate(() => globalThis.linked), 0);
  await page.waitForTimeout(600);
  assert.notDeepEqual(await pixelsByShader(page), before);
  await settle(page, () => set(page, { text: GREY.replace("octaves: 4", "octaves: 3") }));
  assert.equal(await page.evaluate(() => globalThis.linked), 1);
});

test("where a driver refuses there is a sentence and the picture", async t => {
  const page = await openPage(t, { prepare: page => page.addInitScript(() => {
    const { getProgramParameter } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.getProgramParameter = function (program, name) {
      return name === this.LINK_STATUS ? false : getProgramParameter.call(this, program, name);
    };
  }) });
  await page.waitForFunction(() => globalThis.studio?.picture.isWhole);
  await set(page, { mode: "gpu" });
  await page.waitForFunction(() => studio.state.mode === "picture" && studio.state.notice);
  assert.match(await page.locator("#problem").textContent(), /^No preview by the graphics processor\..*This is the exact picture\.$/);
  assert.ok(await page.locator("#picture").isVisible());
});

test("contexts are given back", async () => {
  const page = await openStudio({ text: GREY });
  await page.evaluate(() => {
    globalThis.contexts = new Set();
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, options) {
      const context = getContext.call(this, kind, options);
      if (kind === "webgl2") contexts.add(context);
      return context;
    };
  });
  for (const mode of ["surface", "gpu", "sphere", "gpu"]) await show(page, mode);
  await set(page, { mode: "picture" });
  assert.equal(await page.evaluate(() => contexts.size), 4);
  await page.waitForFunction(() => [...contexts].every(context => context.isContextLost()));
  await change(page, () => set(page, { text: GREY.replace("octaves: 4", "octaves: 2") }));
});
