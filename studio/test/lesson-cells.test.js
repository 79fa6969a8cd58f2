/* The lesson on Worley's cells. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, openLesson, set, testLesson } from "./lessons.js";

test("cells: the points that are drawn are those whose distances the library gives", async () => {
  const page = await openLesson("cells");
  for (const settings of [{ at: [2.7, 1.6] }, { at: [0.01, 3.99] }, { at: [5.5, 0.2], jitter: 0.4 }, { jitter: 0.05 }, { jitter: 1, at: [3.1, 2.2] }]) {
    await set(page, "points", settings);
    const { found, values } = await drawn(page, "points", "nearest");
    found.forEach((distance, n) => assert.ok(Math.abs(distance - values[n]) < 1e-5, `${JSON.stringify(settings)}: F${n + 1} is ${values[n]}, not ${distance}`));
  }
});

test("cells: F1 along a line is the lowest of the cones", async () => {
  const page = await openLesson("cells");
  for (const y of [0.3, 1.6, 3.7]) {
    await set(page, "cones", { at: [2.7, y] });
    const { values, x1 } = await drawn(page, "cones", "lowest"), lowest = await page.evaluate(() => lesson.figures.cones.drawn.cones);
    assert.ok(lowest.length > 30);
    values.forEach((value, n) => {
      const x = x1*n/(values.length - 1), least = Math.min(...lowest.map(([px, py]) => Math.hypot(x - px, y - py)));
      assert.ok(Math.abs(value - least) < 1e-5, `${x}, ${y}: ${value}, not ${least}`);
    });
  }
});

testLesson("cells");
