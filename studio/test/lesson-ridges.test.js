/* The lesson on ridges and warps. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, isAccepted, openLesson, sampled, set, testLesson } from "./lessons.js";

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

const x = Array.from({ length: 3000 }, (_, n) => (n*0.7548776662) % 50), y = x.map((_, n) => (n*0.5698402909) % 1*50);

test("ridges: an octave of billow is folded up, one of ridged down, and their creases lie where the noise is 0", () => {
  const [noise, billow, ridged] = ["perlin()", "billow(perlin(), octaves: 1)", "ridged(perlin(), octaves: 1, sharpness: 1)"].map(text => sampled(text, { x, y }));
  noise.forEach((n, i) => {
    assert.ok(Math.abs(billow[i] - (2*Math.abs(n) - 1)) < 1e-5, `${n}: ${billow[i]}`);
    assert.ok(Math.abs(ridged[i] - (1 - 2*Math.abs(n))) < 1e-5, `${n}: ${ridged[i]}`);
  });
});

test("ridges: with a feedback of 1 the lowest quarter is a quarter as rough as the highest, and without hardly smoother", () => {
  const roughness = feedback => {
    const text = `ridged(perlin(), octaves: 7, feedback: ${feedback})`, [before, heights, after] = [-0.03, 0, 0.03].map(off => sampled(text, { x: x.map(at => at + off), y }));
    const bends = heights.map((h, i) => Math.abs(before[i] + after[i] - 2*h)), order = heights.map((h, i) => i).sort((a, b) => heights[a] - heights[b]);
    const sum = list => list.reduce((total, i) => total + bends[i], 0);
    return sum(order.slice(0, x.length/4))/sum(order.slice(-x.length/4));
  };
  const [none, one, three] = [0, 1, 3].map(roughness);
  assert.ok(none > 0.7 && three > 0.65 && one > 0.15 && one < 0.3, `${none}, ${one}, ${three}`);
});

test("ridges: exercises accept other ways to write it, and nothing that is nearly right", async () => {
  const page = await openLesson("ridges");
  assert.ok(await isAccepted(page, "try-ridges", "n = perlin(x, y)\nridged(n, sharpness: 4, octaves: 3)"));
  for (const text of ["ridged(perlin(), octaves: 3)", "ridged(perlin(), octaves: 4, sharpness: 4)", "ridged(perlin(), octaves: 3, sharpness: 3)", "billow(perlin(), octaves: 3)"])
    assert.ok(!await isAccepted(page, "try-ridges", text), text);
  for (const text of ["warp(sin(6*x), perlin(), 0)", "sin(6*x + 6*perlin())"]) assert.ok(await isAccepted(page, "try-bands", text), text);
  for (const text of ["sin(6*x + perlin(x, y))", "sin(6*(x - perlin(x, y)))", "sin(6*(x + 0.9*perlin(x, y)))"]) assert.ok(!await isAccepted(page, "try-bands", text), text);
});

testLesson("ridges");
