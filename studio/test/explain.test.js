/* "Explain this sample": its numbers are the tool's, and add up. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";

import { burl, change, fileOf, openStudio, recipeText, set, stateOf } from "./page.js";

const number = text => Number(text.replaceAll("−", "-"));

/** As many digits as the page shows. */
function assertNear(a, b, what) {
  assert.ok(Math.abs(a - b) <= 1e-4*Math.max(0.2, Math.abs(a), Math.abs(b)), `${what}: ${a} and ${b}`);
}

/** The tool's value of a part at a point. */
function valueByTool(text, [x, y], ...words) {
  writeFileSync(fileOf("explained.burl"), text);
  writeFileSync(fileOf("point.csv"), `x,y\n${x},${y}\n`);
  return burl("sample", "explained.burl", ...words, "point.csv").trim().split("\n")[1].split(",").slice(2).map(Number);
}

/** Clicks the picture, and waits for what is said of that point. */
async function explain(page, x, y) {
  const box = await page.locator("#picture").boundingBox();
  await page.mouse.click(box.x + x, box.y + y);
  await page.waitForSelector("#explain h2");
  const [pin] = await stateOf(page, "pin");
  return pin;
}

/** The values that a summary or a step shows. */
const valuesOf = async row => (await row.locator(".value").first().textContent()).replace("=", "").split(",").map(number);

for (const [noise, count] of [["perlin(seed: 3)", 4], ["value()", 4], ["simplex(seed: 4)", 2]])
  test(`the corners of a cell add up to the sample: ${noise}`, async () => {
    const page = await openStudio({ text: `view 0, 0, 4, 3\n${noise}` });
    const pin = await explain(page, 120, 90);
    const lines = await page.locator("#explain svg text").allTextContents();
    const corners = lines.map(line => /^(\S+) × (\S+) = (\S+)$/.exec(line)?.slice(1).map(number)).filter(Boolean);
    assert.equal(corners.length, count);
    for (const [weight, height, product] of corners) assertNear(weight*height, product, "a product");
    if (count === 4) assertNear(corners.reduce((sum, corner) => sum + corner[0], 0), 1, "the weights");
    const sum = number(/sum: (\S+)/.exec(lines.at(-1))[1]);
    assertNear(corners.reduce((total, corner) => total + corner[2], 0), sum, "the sum");
    const [shown] = await valuesOf(page.locator("#explain > details").first());
    assertNear(sum, shown, "the sum and the value");
    assertNear(shown, valueByTool(`view 0, 0, 4, 3\n${noise}`, pin)[0], "the tool's value");
  });

/** Of each corner of a picture what is written: hash, height, weights, weight. */
async function cornersOf(picture) {
  const lines = await picture.locator("text").allTextContents(), groups = [];
  for (let n = 0; n + 4 < lines.length; n += 4) groups.push(lines.slice(n, n + 4));
  return groups.map(([point, made, weights, product]) => ({
    point: point.match(/−?\d+(?=[,)])/g).slice(0, 2).map(number), hash: Number.parseInt(/hash ([0-9a-f]{8})$/.exec(point)[1], 16), made: made.match(/−?[\d.]+(e−?\d+)?/g).map(number),
    weights: weights.replace(/\(.*/, "").match(/[\d.]+(e−?\d+)?/g).map(number), product: number(product.split("=")[1]) }));
}

test("a corner's hash makes its value, its gradient and the way to it its height, and weights along the axes its weight", async () => {
  for (const noise of ["value(seed: 5)", "perlin(seed: 5)"]) {
    const page = await openStudio({ text: `view 0, 0, 4, 3\n${noise}` }), pin = await explain(page, 150, 60), hashes = new Set();
    for (const { point, hash, made, weights } of await cornersOf(page.locator("#explain svg"))) {
      hashes.add(hash);
      point.forEach((at, a) => assert.ok(Math.abs(at - pin[a]) < 1, `${point} beside ${pin}`));
      assertNear(weights[0]*weights[1], weights[2], "a weight");
      if (noise.startsWith("value")) assertNear(made[0], ((hash >>> 8) - 8388608)/8388608, "a value");
      else assert.ok(Math.abs(made[0]*made[2] + made[1]*made[3] - made[4]) < 3e-3, `${made}`);
    }
    assert.equal(hashes.size, 4);
  }
});

test("octaves open one by one to their cells, whose sums are what they add", async () => {
  const text = "view 0, 0, 4, 3\nfbm(perlin(seed: 3), octaves: 3)", page = await openStudio({ text });
  const pin = await explain(page, 130, 70), octaves = page.locator("#explain details.octave");
  assert.equal(await octaves.count(), 3);
  let total = 0;
  for (let n = 0; n < 3; n++) {
    await octaves.nth(n).locator("summary").focus();
    await page.keyboard.press("Enter");
    await octaves.nth(n).locator("svg").waitFor();
    const corners = await cornersOf(octaves.nth(n).locator("svg")), said = await octaves.nth(n).locator(".value").textContent();
    assert.equal(corners.length, 4);
    corners.forEach(({ point }) => point.forEach((at, a) => assert.ok(Math.abs(at - pin[a]*2 ** n) < 2, `octave ${n + 1}: ${point} for ${pin}`)));
    const sum = corners.reduce((all, { product }) => all + product, 0);
    assertNear(sum, number(said.replace(/[=+] ?/, "")), `octave ${n + 1}`);
    total += sum;
  }
  assertNear(total, valueByTool(text, pin)[0], "all octaves");
});

test("cells open to their nearest points, the border and the piece's number, which are the tool's", async () => {
  const text = give => `view 0, 0, 4, 3\n1 - cells(x, 2*y, jitter: 0.8${give ? `, give: ${give}` : ", seed: 0"})`;
  for (const give of ["", "edge"]) {
    const page = await openStudio({ text: text(give) }), pin = await explain(page, 110, 80);
    await page.locator("#explain summary", { hasText: /^cells/ }).first().click();
    const rows = page.locator("#explain details details > .step"), said = {};
    await rows.filter({ hasText: "to the nearest point" }).waitFor();
    for (const row of await rows.all()) said[await row.locator("code").textContent()] = (await valuesOf(row))[0];
    const names = { f1: "to the nearest point", f2: "to the second", f3: "to the third", edge: "to the border of its piece", value: "the piece’s own number" };
    for (const [each, name] of Object.entries(names)) assertNear(said[name], 1 - valueByTool(text(each), pin)[0], name);
    assert.ok(said["to the nearest point"] <= said["to the second"] && said["to the second"] <= said["to the third"]);
    assertNear(Math.hypot(said["to the right to the nearest"], said["down to the nearest"]), said["to the nearest point"], "the way");
  }
});

test("each part has the tool's value, and steps add up within it", async () => {
  const text = "view 0, 0, 4, 3\nparam k = 0.5 [0, 1]\nlow = fbm(perlin(), octaves: 3)\nhigh = k*low + abs(x - y)\nhigh*low";
  const page = await openStudio({ text });
  const pin = await explain(page, 200, 40);
  const rows = page.locator("#explain > *:not(button, h2)");
  assert.deepEqual(await rows.locator("b").allTextContents().then(all => all.map(name => name.trim())), ["result", "high", "low"]);
  for (const [i, words] of [[0, []], [1, ["--result", "high"]], [2, ["--result", "low"]]])
    assertNear((await valuesOf(rows.nth(i)))[0], valueByTool(text, pin, ...words)[0], `row ${i}`);
  const high = rows.nth(1);
  await high.locator("summary").first().click();
  const steps = high.locator(":scope > details, :scope > .step");
  await steps.nth(1).waitFor();
  const values = [];
  for (let i = 0; i < await steps.count(); i++) values.push((await valuesOf(steps.nth(i)))[0]);
  assert.equal(values.length, 2);
  assertNear(values[0] + values[1], (await valuesOf(high))[0], "the sum of two steps");
});

test("a colour of the gallery, at a time and a seed, is the tool's", async () => {
  const text = recipeText("flame");
  const page = await openStudio({ name: "flame", text, seed: "4" });
  await set(page, { time: 0.25 });
  const pin = await explain(page, 150, 60);
  writeFileSync(fileOf("flame.burl"), text);
  writeFileSync(fileOf("flame.csv"), `x,y,t\n${pin},0.25\n`);
  const tool = burl("sample", "flame.burl", "--seed", "4", "flame.csv").trim().split("\n")[1].split(",").slice(3).map(Number);
  const shown = await valuesOf(page.locator("#explain > details").first());
  assert.equal(shown.length, 3);
  shown.forEach((value, i) => assertNear(value, tool[i], `channel ${i}`));
});

test("the part that is shown is the one that is open, and closing takes the pin away", async () => {
  const page = await openStudio({ text: "low = perlin()\nhigh = 2*low\nhigh + 1" });
  await explain(page, 60, 60);
  assert.equal(await page.isVisible("#pin"), true);
  const open = () => page.locator("#explain > details[open] > summary > b").allTextContents();
  assert.deepEqual(await open(), ["result "]);
  await change(page, () => set(page, { result: "high" }));
  await page.locator("#explain > details[open]").nth(1).waitFor();
  assert.deepEqual(await open(), ["result ", "high "]);
  await page.locator("#explain > details").first().locator("summary").first().click();
  await change(page, () => set(page, { text: "low = perlin()\nhigh = 3*low\nhigh + 1" }));
  await page.waitForFunction(() => /3\*low/.test(document.querySelector("#explain").textContent));
  assert.deepEqual(await open(), ["high "], "what was open stays so");
  await page.click("#explain .close");
  assert.equal(await page.isHidden("#pin"), true);
  assert.equal(await page.locator("#explain *").count(), 0);
});
