/* The lesson on ridges and warps. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, openLesson, set, testLesson } from "./lessons.js";

test("ridges: a warped sample is what is at the end of its arrow", async () => {
  const page = await openLesson("ridges");
  for (const settings of [{ pattern: "noise" }, { far: 1.4 }, { at: [3.3, 0.4] }, { pattern: "rings", far: 0 }]) {
    await set(page, "warp", settings);
    const [read, warped] = await drawn(page, "warp", "ends");
    assert.ok(Math.abs(read - warped) < 1e-3, `${JSON.stringify(settings)}: ${warped}, not ${read}`);
  }
});

test("ridges: what is folded is the absolute value, and a ridge stands where the noise is 0", async () => {
  const page = await openLesson("ridges");
  await set(page, "fold", { show: "ridge", sharpness: 3 });
  const [noise, folded, ridge] = await Promise.all(["noise", "folded", "drawn"].map(name => drawn(page, "fold", name)));
  noise.values.forEach((n, i) => {
    assert.equal(folded.values[i], Math.abs(n));
    assert.ok(Math.abs(ridge.values[i] - (1 - Math.abs(n)) ** 3) < 1e-6);
  });
});

testLesson("ridges");
