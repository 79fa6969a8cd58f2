/* The lesson on growth rings. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { drawn, openLesson, sampled, set, testLesson } from "./lessons.js";
import { burl, fileOf } from "./page.js";

const GRAIN = "tile(fbm(value(x, y, interp: catmull_rom, hash: wood, raw: 1), octaves: 1, gain: 0.25, at: 4, same_seed: 1), 1)";

const grid = (columns, rows, step) => ({ x: Array.from({ length: columns*rows }, (_, n) => step*(n % columns)),
  y: Array.from({ length: columns*rows }, (_, n) => step*Math.floor(n/columns)) });

test("wood: numbers that nobody has dragged make the published grain", async () => {
  const page = await openLesson("wood");
  const { values, step } = await drawn(page, "patch", "patch"), grain = sampled(GRAIN, grid(8, 8, step));
  values.forEach((value, n) => assert.ok(Math.abs(value - grain[n]) < 2e-4, `${n}: ${value}, not ${grain[n]}`));
});

test("wood: the curve repeats after four numbers, and runs through them", async () => {
  const page = await openLesson("wood");
  for (const by of ["linear", "cosine", "catmull_rom"]) {
    await set(page, "spline", { by, numbers: [0.2, 0.9, 0.4, 0.7] });
    const { values } = await drawn(page, "spline", "curve"); /* 60 a number, from -1 */
    [0.2, 0.9, 0.4, 0.7].forEach((number, i) => assert.ok(Math.abs(values[60*(i + 1)] - number) < 1e-6, `${by} at ${i}`));
    for (let i = 0; i + 240 < values.length; i++) assert.ok(Math.abs(values[i] - values[i + 240]) < 1e-5, `${by}: ${i}`);
  }
});

test("wood: the fraction is that of as many times the grain, with a jump for each whole number", async () => {
  const page = await openLesson("wood");
  for (const rings of [3, 10]) {
    await set(page, "fraction", { rings });
    const [grain, times, fraction] = await Promise.all(["grain", "times", "fraction"].map(name => drawn(page, "fraction", name)));
    grain.values.forEach((value, i) => {
      assert.ok(Math.abs(times.values[i] - rings*value) < 1e-5);
      assert.ok(Math.abs(fraction.values[i] - (times.values[i] - Math.floor(times.values[i]))) < 1e-6);
    });
  }
});

test("wood: two planks side by side are the same, and meet without a step", async () => {
  const page = await openLesson("wood");
  for (const from of [0, 0.37]) {
    await set(page, "plank", { from });
    const { text, values } = await drawn(page, "plank", "plank");
    const at = copy => values.filter((_, n) => Math.floor(n/3) % 9 === copy);
    at(0).forEach((value, n) => assert.ok(Math.abs(value - at(4)[n]) < 1e-5));
    assert.match(text, /hash: wood/);
  }
  const [before, at, after] = sampled(GRAIN, { x: [1 - 1e-4, 1, 1 + 1e-4], y: [0.3, 0.3, 0.3] });
  assert.ok(Math.abs(before - at) < 2e-3 && Math.abs(after - at) < 2e-3);
});

/* ---- The log ------------------------------------------------------------------------------------- */

const SIZE = [90, 56];

/** The tool's picture of a recipe, as numbers from 0 to 255. */
function rendered(text, t) {
  burl("render", "-q", "-e", text, "--size", SIZE.join("x"), "--samples", "4", "--time", String(t), "-o", "log.npy");
  const bytes = readFileSync(fileOf("log.npy")), from = 10 + bytes.readUInt16LE(8);
  return Array.from({ length: SIZE[0]*SIZE[1]*3 }, (_, n) => 255*bytes.readFloatLE(from + 4*n));
}

test("wood: the log on the graphics processor is the recipe's, at each turn and setting", async () => {
  const page = await openLesson("wood");
  await page.locator("#log").scrollIntoViewIfNeeded();
  await page.locator("#log .time button", { hasText: "Pause" }).click();
  await page.waitForFunction(() => lesson.figures.log.drawn.isShaded);
  for (const settings of [{ turn: 0 }, { turn: 0.4, rings: 6, tall: 1.2, eye: 35 }]) {
    await set(page, "log", settings);
    const { text, t } = await drawn(page, "log", "log"), own = rendered(text, t);
    const pixels = await page.evaluate(size => {
      const small = new OffscreenCanvas(size[0], size[1]).getContext("2d");
      small.imageSmoothingQuality = "high";
      small.drawImage(document.querySelector("#log canvas"), 0, 0, ...size);
      return Array.from(small.getImageData(0, 0, ...size).data).filter((_, n) => n % 4 < 3);
    }, SIZE);
    const off = pixels.map((value, n) => Math.abs(value - own[n])), middle = off.filter((_, n) => Math.abs(n/3 % SIZE[0] - 45) < 10);
    const mean = list => list.reduce((sum, value) => sum + value, 0)/list.length;
    assert.ok(mean(off) < 3 && mean(middle) < 6, `${JSON.stringify(settings)}: ${mean(off)} and ${mean(middle)} of 255 off`);
  }
});

testLesson("wood");
