/* The lesson on simplex noise. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { drawn, isAccepted, openLesson, sampled, set, testLesson, wordsOf } from "./lessons.js";

test("simplex: the three bumps add up to the library's noise, in triangles of either kind", async () => {
  const page = await openLesson("simplex");
  for (const at of [[2.55, 1.3], [1.1, 0.9], [3.33, 1.7], [5.2, 1.01], [4.4, 1.5], [0.8, 0.8], [2, 1], [2.6, 1.4]]) {
    await set(page, "sum", { at });
    const [sum, value] = [await drawn(page, "sum", "sum"), await drawn(page, "sum", "value")];
    assert.ok(Math.abs(sum - value) < 2e-3, `${at}: ${sum}, not ${value}`);
  }
});

test("simplex: pushed all the way together the triangles are nearly regular, and before that they are halves of squares", async () => {
  const page = await openLesson("simplex");
  const sidesAt = async share => {
    await set(page, "lattice", { share });
    return (await drawn(page, "lattice", "sides")).map(side => side.toFixed(3)).toSorted();
  };
  assert.deepEqual(await sidesAt(0), ["1.000", "1.000", "1.414"]);
  assert.deepEqual(await sidesAt(1), ["0.825", "0.825", "0.849"]);
});

const deviation = values => {
  const mean = values.reduce((a, b) => a + b, 0)/values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0)/values.length);
};

test("simplex: slices have the same contrast at every z, and Perlin's don't", async () => {
  const page = await openLesson("simplex"), x = Array.from({ length: 20000 }, (_, n) => (n*0.7548776662) % 200), y = x.map((_, n) => (n*0.5698402909) % 1*200);
  const spreadOf = (noise, z) => deviation(sampled(`${noise}(x, y, ${z})`, { x, y }));
  assert.ok(spreadOf("perlin", 0.5)/spreadOf("perlin", 0) > 1.12);
  for (const z of [0.25, 0.5, 1]) assert.ok(Math.abs(spreadOf("simplex", z)/spreadOf("simplex", 0) - 1) < 0.03, `${z}`);
  for (const z of [0, 0.5]) {
    await set(page, "slices", { z });
    const words = await wordsOf(page, "slices");
    for (const name of ["perlin", "simplex", "oriented"]) {
      const spread = await drawn(page, "slices", `${name} spread`);
      assert.ok(words.includes(spread.toFixed(2)), `${spread} in ${words}`);
      assert.ok(Math.abs(spread - spreadOf(name === "perlin" ? name : "simplex", z)) < 0.03, `${name} at ${z}: ${spread}`);
    }
  }
});

test("simplex: what the lesson says of directions, fineness and contrast is what docs/noise.md has measured", () => {
  const rows = readFileSync(new URL("../../docs/noise.md", import.meta.url), "utf8").split("\n").map(row => row.split("|").map(cell => cell.trim()));
  const rowOf = name => rows.find(row => row[1] === `\`${name}()\`` && row.length > 13);
  const [perlin, simplex] = ["perlin", "simplex"].map(rowOf), top = row => Number(row[7].split("–")[1]);
  assert.ok(Math.abs(perlin[8] - 0.2) < 0.05 && simplex[8] < 0.05, `uneven: ${perlin[8]}, ${simplex[8]}`);
  assert.ok(Math.abs(top(simplex)/top(perlin) - 1.6) < 0.1, `band: ${simplex[7]}, ${perlin[7]}`);
  assert.ok(Number(simplex[5]) > Number(perlin[5]), "deviation");
  assert.ok(Number(simplex[12]) > Number(perlin[12]), "slopes");
});

test("simplex: a bump ends within the triangles around its corner", async () => {
  const page = await openLesson("simplex");
  await set(page, "lattice", { share: 1 });
  const sides = await drawn(page, "lattice", "sides"), half = sides.reduce((a, b) => a + b, 0)/2;
  const area = Math.sqrt(sides.reduce((product, side) => product*(half - side), half));
  assert.ok(sides.every(side => 2*area/side >= Math.SQRT1_2 - 1e-9), sides.map(side => 2*area/side).join());
});

test("simplex: exercises accept other ways to write it, and nothing that is nearly right", async () => {
  const page = await openLesson("simplex");
  for (const text of ["1 - abs(simplex(0.5*x, y*0.5))", "1 - abs(scale(simplex(), 2))"]) assert.ok(await isAccepted(page, "try-folds", text), text);
  for (const text of ["1 - abs(simplex(x, y))", "abs(simplex(x/2, y/2))", "1 - simplex(x/2, y/2)", "1 - abs(perlin(x/2, y/2))"]) assert.ok(!await isAccepted(page, "try-folds", text), text);
  assert.ok(await isAccepted(page, "try-rings", "n = simplex(x/3, y/3)\nsin(12*n)"));
  for (const text of ["sin(11*simplex(x/3, y/3))", "sin(12*simplex(x/2, y/2))", "cos(12*simplex(x/3, y/3))"]) assert.ok(!await isAccepted(page, "try-rings", text), text);
});

testLesson("simplex");
