/* The lesson on Worley's cells. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, isAccepted, openLesson, sampled, set, testLesson } from "./lessons.js";

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

const PLACES = Array.from({ length: 4000 }, (_, n) => [(n*0.7548776662) % 60, (n*0.5698402909*60) % 60]);
const x = PLACES.map(([at]) => at), y = PLACES.map(([, at]) => at);

test("cells: the nearest point is nearly always in the cell of the sample or one of the eight around it", () => {
  const ways = ["x", "y"].map(give => sampled(`cells(give: ${give})`, { x, y }));
  const far = PLACES.filter((place, n) => place.some((at, a) => Math.abs(Math.floor(at + ways[a][n]) - Math.floor(at)) > 1));
  assert.ok(far.length < 5, `${far.length}`);
});

test("cells: half of F2 - F1 is at most the distance to the border, and much less between points that are close together", () => {
  const [f1, f2, edge] = ["f1", "f2", "edge"].map(give => sampled(`cells(give: ${give})`, { x, y }));
  const [px, py] = ["x", "y"].map(give => sampled(`cells(give: ${give})`, { x, y }));
  edge.forEach((distance, n) => assert.ok((f2[n] - f1[n])/2 <= distance + 1e-5, `${PLACES[n]}: ${f2[n]} - ${f1[n]}, ${distance}`));
  const shares = edge.map((distance, n) => (f2[n] - f1[n])/2/distance);
  const isOnLine = n => f1[n] < 0.05; /* at a point: on every line from there */
  assert.ok(shares.every((share, n) => !isOnLine(n) || share > 0.7));
  assert.ok(Math.min(...shares) < 0.2);
  assert.ok(px.every((right, n) => Math.abs(Math.hypot(right, py[n]) - f1[n]) < 1e-5));
});

test("cells: exercises accept other ways to write it, and nothing that is nearly right", async () => {
  const page = await openLesson("cells");
  for (const text of ["smoothstep(0.05, 0.1, cells(x, y, give: edge))", "e = cells(give: edge)\nsmoothstep(0.05, 0.1, e)"]) assert.ok(await isAccepted(page, "try-walls", text), text);
  for (const text of ["smoothstep(0.05, 0.15, cells(give: edge))", "cells(give: edge)", "smoothstep(0.05, 0.1, cells(give: f2_f1)/2)", "cells(give: edge) > 0.075"])
    assert.ok(!await isAccepted(page, "try-walls", text), text);
  assert.ok(await isAccepted(page, "try-scales", "f = cells(jitter: 1/2, metric: chebyshev)\n1 - f"));
  for (const text of ["1 - cells(metric: manhattan, jitter: 0.5)", "1 - cells(metric: chebyshev, jitter: 0.6)", "cells(metric: chebyshev, jitter: 0.5)"])
    assert.ok(!await isAccepted(page, "try-scales", text), text);
});

testLesson("cells");
