/* What is on the canvas: the tool's samples, wherever one looks; tiles, time, and the ends of zooming. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

import { paint, rangeOf, shownRange } from "../src/colour.js";
import { burl, change, fileOf, look, openStudio, pixelsOf, recipeText, set, stateOf } from "./page.js";

const GREY = "view 0, 0, 4, 3\nfbm(perlin(), octaves: 5)";

/** The samples in a .npy of floats, and how many channels they have. */
function samplesIn(bytes) {
  const head = bytes.toString("latin1", 10, 10 + bytes.readUInt16LE(8));
  const shape = /\(([\d, ]+)\)/.exec(head)[1].split(",").map(Number);
  const from = 10 + bytes.readUInt16LE(8);
  return { samples: new Float32Array(bytes.buffer.slice(bytes.byteOffset + from)), channels: shape[2] || 1 };
}

/** The samples lie amid the canvas' pixels, around the middle of the view. */
async function assertIsAmid(page, { size, origin, step }) {
  const [centre, pixel, ways] = await stateOf(page, "centre", "step", "ways");
  for (const a of [0, 1]) {
    assert.equal(step[a], pixel*ways[a]);
    const middle = origin[a] + (size[a] - 1)/2*step[a];
    assert.ok(Math.abs(middle - centre[a]) <= 1e-9*pixel + 1e-15*Math.abs(centre[a]), `${middle} and ${centre[a]}`);
  }
}

/** The pixels that the canvas should have: the tool's samples at the same points. */
async function pixelsByTool(page) {
  const [text, seed, result] = await stateOf(page, "text", "seed", "result");
  const { size, origin, step, time } = await page.evaluate(() => studio.gridOfView(studio.picture.canvas));
  await assertIsAmid(page, { size, origin, step });
  writeFileSync(fileOf("canvas.burl"), text);
  burl("render", "canvas.burl", "--size", size.join("x"), `--origin=${origin}`, `--step=${step}`, "--seed", seed, "--time", String(time),
    ...(result ? ["--result", result] : []), "-o", "canvas.npy");
  const { samples, channels } = samplesIn(readFileSync(fileOf("canvas.npy")));
  const pixels = new Uint8ClampedArray(4*size[0]*size[1]);
  return paint(samples, channels, shownRange(rangeOf(samples, channels)), pixels);
}

async function assertIsTools(page) {
  const { pixels } = await pixelsOf(page);
  assert.equal(Buffer.compare(Buffer.from(pixels), Buffer.from(await pixelsByTool(page))), 0);
}

test("the canvas has the tool's samples: greys, a seed, moved and zoomed", async () => {
  const page = await openStudio({ text: GREY, seed: "12" });
  await assertIsTools(page);
  const box = await page.locator("#picture").boundingBox();
  await look(page, async () => {
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, box.y + 90, { steps: 3 });
    await page.mouse.up();
  });
  const [pin, centre] = await stateOf(page, "pin", "centre");
  assert.equal(pin, null);
  assert.ok(centre[0] < 2 && centre[1] > 1.5, `${centre}`);
  const place = [Math.round(box.x + 200), Math.round(box.y + 50)];
  const under = await page.evaluate(([x, y]) => studio.pointAt(studio.picture.canvas, x, y), place);
  await page.mouse.move(...place);
  await look(page, () => page.mouse.wheel(0, -700));
  const after = await page.evaluate(([x, y]) => studio.pointAt(studio.picture.canvas, x, y), place);
  for (const a of [0, 1]) assert.ok(Math.abs(under[a] - after[a]) < 1e-9, "what is under the pointer stays there");
  await assertIsTools(page);
});

test("the canvas has the tool's samples: colours, y up, a time", async () => {
  const page = await openStudio({ name: "flame", text: recipeText("flame") });
  await look(page, () => page.locator("#scrub").fill("0.3"));
  await assertIsTools(page);
});

test("the value under the pointer is the tool's", async () => {
  const page = await openStudio({ text: GREY });
  const box = await page.locator("#picture").boundingBox();
  await page.mouse.move(box.x + 77, box.y + 55);
  const { size, origin, step } = await page.evaluate(() => studio.gridOfView(studio.picture.canvas));
  assert.equal(size[0], Math.round(box.width));
  writeFileSync(fileOf("under.burl"), GREY);
  writeFileSync(fileOf("under.csv"), `x,y\n${origin[0] + 77*step[0]},${origin[1] + 55*step[1]}\n`);
  const value = Number(burl("sample", "under.burl", "under.csv").trim().split("\n")[1].split(",")[2]);
  const shown = (await page.textContent("#under")).replaceAll("−", "-").trim().split(/\s+/);
  assert.ok(Math.abs(Number(shown.at(-1)) - value) < 1e-5*Math.abs(value) + 1e-6, `${shown}: ${value}`);
});

test("tiled, the picture is there four times", async () => {
  const page = await openStudio({ text: "view 0, 0, 4, 4\nfbm(perlin(), octaves: 3)" });
  await look(page, () => page.click("[data-mode=tile]"));
  assert.equal(await page.getAttribute("[data-mode=tile]", "aria-pressed"), "true");
  const { width, height, pixels } = await pixelsOf(page);
  const side = Math.floor(Math.min(width, height)/2);
  const [x0, y0] = [Math.round(width/2) - side, Math.round(height/2) - side];
  const grey = (x, y) => pixels[4*((y0 + y)*width + x0 + x)];
  const isNearSeam = n => n < 3 || n > side - 4;
  for (let y = 0; y < side; y += 7)
    for (let x = 0; x < side; x += 7) {
      if (isNearSeam(x) || isNearSeam(y)) continue;
      for (const [dx, dy] of [[side, 0], [0, side], [side, side]]) assert.equal(grey(x + dx, y + dy), grey(x, y), `${x} ${y}`);
    }
  await page.click("#picture");
  assert.deepEqual(await stateOf(page, "pin"), [null], "a place there is no point of the recipe");
  await look(page, () => page.click("[data-mode=picture]"));
});

test("tiled, one period is shown of what repeats, in whole samples", async () => {
  const page = await openStudio({ text: "view 0, 0, 9, 9\ntile(blur(perlin(), radius: 0.1), 4)" });
  const { pixels: whole } = await pixelsOf(page);
  assert.ok(new Set(whole.filter((_, i) => i % 4 === 0)).size > 50, "the picture isn't plain");
  await look(page, () => page.click("[data-mode=tile]"));
  const { width, height, pixels } = await pixelsOf(page);
  const side = Math.floor(Math.min(width, height)/2);
  const [x0, y0] = [Math.round(width/2) - side, Math.round(height/2) - side];
  const grey = (x, y) => pixels[4*((y0 + y)*width + x0 + x)];
  const step = x => Math.max(...Array.from({ length: side/2 }, (_, y) => Math.abs(grey(x, y + 8) - grey(x + 8, y + 8))));
  const inside = Math.max(...Array.from({ length: side/2 }, (_, x) => step(x)));
  assert.ok(step(side - 4) <= inside, `a step of ${step(side - 4)} over the seam, ${inside} inside`);
});

test("time plays, is paused and is moved; without time there is no bar for it", async () => {
  const page = await openStudio({ text: "view 0, 0, 4, 3\nsimplex(x, y, 3*t)" });
  assert.equal(await page.isVisible("#time"), true);
  const still = await pixelsOf(page);
  await page.click("#play");
  assert.equal(await page.textContent("#play"), "Pause");
  await page.waitForFunction(() => studio.state.time > 0.05);
  assert.notDeepEqual(await pixelsOf(page), still);
  await look(page, () => page.click("#play"));
  const [time] = await stateOf(page, "time");
  assert.equal(await page.textContent("#time-now"), `t = ${time.toFixed(3)}`);
  await assertIsTools(page);
  await look(page, () => page.locator("#scrub").fill("0"));
  assert.deepEqual(await pixelsOf(page), still);
  await change(page, () => set(page, { text: "perlin()" }));
  assert.equal(await page.isHidden("#time"), true);
  assert.deepEqual(await stateOf(page, "isPlaying"), [false]);
});

test("zooming ends where doubles and noises do, and leads back", async () => {
  const page = await openStudio({ text: GREY });
  await look(page, () => page.evaluate(() => studio.set({ centre: [1/3, 1e6 + 1/3] })));
  const press = (key, times) => page.evaluate(([pressed, count]) => {
    for (let i = 0; i < count; i++) studio.picture.canvas.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, cancelable: true }));
  }, [key, times]);
  await look(page, () => press("+", 300));
  const [step, centre] = await stateOf(page, "step", "centre");
  assert.ok(step >= 1e6*2 ** -44 && step < 1e-6, `${step}`);
  assert.ok(centre.every(Number.isFinite));
  await look(page, () => press("-", 400));
  assert.ok((await stateOf(page, "step"))[0] <= 2 ** 40);
  assert.equal(await page.isHidden("#problem"), true);
  await look(page, () => press("0", 1));
  await assertIsTools(page);
});

test("a recipe that is computed as a whole is shown as a square", async () => {
  const page = await openStudio({ text: "midpoint()" });
  const { width, height, pixels } = await pixelsOf(page);
  const isPlain = x => [0, 1, 2, 3].every(c => pixels[4*(Math.floor(height/2)*width + x) + c] === 255);
  assert.equal(isPlain(1) && isPlain(width - 2), width > height);
  assert.equal(isPlain(Math.floor(width/2)), false);
});

test("values that are no numbers are clear, and counted", async () => {
  const page = await openStudio({ text: "view -1, -1, 1, 1\nsqrt(x)" });
  const { width, pixels } = await pixelsOf(page);
  assert.deepEqual([pixels[3], pixels[4*(width - 1) + 3]], [0, 255]);
  assert.match(await page.textContent("#statistics"), /NaN/);
});

test("a recipe opened while the picture is hidden is at its view when it is shown", async () => {
  const page = await openStudio({ text: "perlin()" });
  await set(page, { mode: "gpu" });
  await page.evaluate(text => studio.openRecipe({ name: "grey", text }), GREY);
  await page.waitForFunction(() => studio.state.centre[0] === 2);
  const [step] = await stateOf(page, "step");
  assert.ok(Number.isFinite(step) && step < 0.1);
  await look(page, () => page.click("[data-mode=picture]"));
  await assertIsTools(page);
});
