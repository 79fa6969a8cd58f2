/* The lesson on simplex noise. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, openLesson, set, testLesson } from "./lessons.js";

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

testLesson("simplex");
