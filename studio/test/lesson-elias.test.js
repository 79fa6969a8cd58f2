/* The lesson on octaves and persistence. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, openLesson, sampled, set, testLesson } from "./lessons.js";

test("elias: the hash that is computed step by step is the library's number", async () => {
  const page = await openLesson("elias");
  const x = Array.from({ length: 32 }, (_, i) => i), numbers = sampled("value(x, hash: elias, raw: 1)", { x, y: x.map(() => 0) });
  for (const i of x) {
    await set(page, "hash", { x: i });
    assert.ok(Math.abs(await drawn(page, "hash", "hash") - numbers[i]) < 2 ** -23, `at ${i}`);
    assert.equal(await drawn(page, "hash", "value"), numbers[i]);
  }
});

test("elias: numbers that nobody has dragged make the published noise", async () => {
  const page = await openLesson("elias");
  for (const interp of ["linear", "cosine", "cubic"]) {
    await set(page, "curve", { interp });
    const { x0, x1, values } = await drawn(page, "curve", "curve"), x = values.map((_, i) => x0 + (x1 - x0)*i/(values.length - 1));
    const noise = sampled(`value(x, hash: elias, raw: 1, interp: ${interp})`, { x, y: x.map(() => 0) });
    values.slice(0, -1).forEach((value, i) => assert.ok(Math.abs(value - noise[i]) < 2e-4, `${interp} at ${x[i]}: ${value}, not ${noise[i]}`));
  }
});

test("elias: the words below the curve add up to its value", async () => {
  const page = await openLesson("elias");
  for (const interp of ["linear", "cosine"]) {
    await set(page, "curve", { interp, at: 7.25 });
    const text = await page.locator("#curve .stage text", { hasText: "×" }).textContent();
    const [a, share, b, other, sum] = text.replaceAll("−", "-").match(/-?[\d.]+/g).map(Number);
    assert.ok(Math.abs(a*share + b*other - sum) < 0.02, text);
  }
});

for (const [id, key, count] of [["octaves", "", 6], ["persistence", "root-", 6]])
  test(`elias: ${id}: the sum is the sum of the octaves`, async () => {
    const page = await openLesson("elias");
    const octaves = await Promise.all(Array.from({ length: count }, (_, k) => drawn(page, id, key ? `${key}${k + 1}` : `octave-${k + 1}`)));
    const { values } = await drawn(page, id, `${key}sum`);
    values.forEach((value, i) => {
      const sum = octaves.reduce((total, octave) => total + octave.values[i], 0);
      assert.ok(Math.abs(sum - value) < 1e-5, `${i}: ${sum}, not ${value}`);
    });
  });

test("elias: octaves stop at two pixels and at one grey", async () => {
  const page = await openLesson("elias");
  for (const [settings, count] of [[{}, 8], [{ pixels: 32 }, 5], [{ pixels: 512, persistence: 0.25 }, 4], [{ pixels: 512, persistence: 1 }, 9]]) {
    await set(page, "stop", settings);
    assert.equal(await drawn(page, "stop", "count"), count);
  }
});

test("elias: the wind is the tool's at its time", async () => {
  const page = await openLesson("elias");
  await set(page, "wind", { t: 1.5 });
  const { text, t: time, values } = await drawn(page, "wind", "ways"), at = values.map((_, i) => [0.25*(i % 20), 0.25*Math.floor(i/20)]);
  assert.deepEqual(values, sampled(text, { x: at.map(([x]) => x), y: at.map(([, y]) => y), t: at.map(() => time) }));
});

testLesson("elias");
