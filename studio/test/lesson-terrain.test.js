/* The lesson on fractal terrain. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { drawn, openLesson, sampled, set, testLesson } from "./lessons.js";
import { burl, fileOf } from "./page.js";

/** The numbers of a .npy of floats. */
function numbersOf(name) {
  const bytes = readFileSync(fileOf(name)), start = 10 + bytes.readUInt16LE(8);
  return new Float32Array(Uint8Array.from(bytes.subarray(start)).buffer);
}

const near = (a, b, text) => assert.ok(Math.abs(a - b) < 1e-5, `${text}: ${a}, not ${b}`);

test("terrain: level by level the diagonal becomes the published terrain's", async () => {
  const page = await openLesson("terrain");
  await set(page, "levels", { seed: 11 });
  burl("render", "-q", "-e", (await drawn(page, "levels", "diagonal")).text, "--size", "257x257", "-o", "grid.npy");
  const grid = numbersOf("grid.npy");
  for (const level of [0, 2, 5, 8]) {
    await set(page, "levels", { level });
    const { values } = await drawn(page, "levels", "diagonal"), apart = 256 >> level;
    for (let i = 0; i <= 256; i += apart) assert.equal(Math.fround(values[i]), grid[i*257 + i], `level ${level} at ${i}`);
  }
  await set(page, "levels", { level: 0.5 });
  const { values } = await drawn(page, "levels", "diagonal"), mean = (grid[0] + grid[256] + grid[256*257] + grid[256*258])/4;
  near(values[128], (mean + grid[128*258])/2, "half of the first push");
});

test("terrain: a square's heights are its recipe's at each step", async () => {
  const page = await openLesson("terrain");
  for (const step of [1, 2, 3, 4]) {
    await set(page, "square", { step: String(step), corners: [0.4, 0.9, 0.3, 0.1] });
    const { text, heights } = await drawn(page, "square", "square"), apart = step < 2 ? 4 : step < 4 ? 2 : 1;
    const points = [0, 1, 2, 3, 4].filter(i => i % apart === 0).flatMap(j => [0, 1, 2, 3, 4].filter(i => i % apart === 0).map(i => [i, j]));
    const values = sampled(text, { x: points.map(([i]) => i/4), y: points.map(([, j]) => j/4) });
    points.forEach(([i, j], n) => near(values[n], heights[j][i], `step ${step} at ${i}, ${j}`));
  }
});

for (const [id, name] of [["coast", "nearest"], ["blends", "picture"], ["octaves", "picture"], ["compare", "value"], ["compare", "midpoint"]])
  test(`terrain: ${id}'s ${name} is what the tool renders`, async () => {
    const page = await openLesson("terrain");
    const { text, samples, size } = await drawn(page, id, name);
    burl("render", "-q", "-e", text, "--size", size.join("x"), "-o", "picture.npy");
    const rendered = numbersOf("picture.npy");
    assert.equal(rendered.length, samples.length);
    samples.forEach((value, i) => near(value, rendered[i], `${id}, sample ${i}`));
  });

test("terrain: a frame of the coast that is dragged takes the nearer one along, and both stay inside", async () => {
  const page = await openLesson("terrain");
  const before = (await drawn(page, "coast", "nearest")).text;
  const frame = page.locator("#coast .handle").first();
  await frame.focus();
  for (let n = 0; n < 12; n++) await page.keyboard.press("Shift+ArrowRight");
  const { near: middle, nearest } = await page.evaluate(() => new Promise(requestAnimationFrame).then(() => lesson.figures.coast.state));
  assert.equal(middle[0], 4.482 + 4 - 0.5);
  [4.44 - 4.482, 3.41 - 3.4].forEach((apart, axis) => near(nearest[axis] - middle[axis], apart, "the nearer frame's way from the middle"));
  assert.notEqual((await drawn(page, "coast", "nearest")).text, before);
  await set(page, "coast", { nearest: [100, -100] });
  const border = await page.evaluate(() => lesson.figures.coast.state.nearest);
  near(border[0], middle[0] + 0.5 - 0.0625, "the right border");
  near(border[1], middle[1] - 0.5 + 0.0625, "the upper border");
});

testLesson("terrain");
