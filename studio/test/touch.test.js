/* What is changed in the text without typing: numbers, colours, words, ramps and curves, by pointer and by keyboard. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { change, openStudio, stateOf } from "./page.js";

const text = async page => (await stateOf(page, "text"))[0];

/** Rests the pointer on some text of the editor, and waits for what comes. */
async function rest(page, words) {
  await page.mouse.move(5, 5);
  const box = await page.locator(`.cm-line span >> text="${words}"`).first().boundingBox();
  await page.mouse.move(box.x + box.width/2, box.y + box.height/2, { steps: 3 });
  return page.locator(".cm-tooltip .touch");
}

/** Opens what is at the cursor by the keyboard, the cursor being put before some words. */
async function openAt(page, words) {
  await page.evaluate(at => {
    const { view } = studio.editor, from = view.state.doc.toString().indexOf(at) + 1;
    view.dispatch({ selection: { anchor: from } });
    view.focus();
  }, words);
  await page.keyboard.press("Control+.");
  await page.waitForSelector(".touch");
  return page.locator(".touch");
}

/** Where a mark lies, once it stays there: what floats is placed after it is shown. */
async function placeOf(mark) {
  for (let before = null; ;) {
    const box = await mark.boundingBox();
    if (before && box && box.x === before.x && box.y === before.y) return box;
    before = box;
    await new Promise(then => setTimeout(then, 60));
  }
}

/** Drags from the middle of a mark by so many pixels. */
async function drag(page, mark, across, down) {
  const box = await placeOf(mark), from = [box.x + box.width/2, box.y + box.height/2];
  await change(page, async () => {
    await page.mouse.move(from[0], from[1]);
    await page.mouse.down();
    await page.mouse.move(from[0] + across, from[1] + down, { steps: 4 });
    await page.mouse.up();
  });
}

test("a number where the pointer rests is a slider, and a drag of it is one step of undoing", async () => {
  const page = await openStudio({ text: "perlin()*0.25 // kept" });
  const slider = (await rest(page, "0.25")).locator("input[type=range]");
  await slider.waitFor();
  assert.deepEqual([await slider.getAttribute("min"), await slider.getAttribute("max")], ["0", "0.5"]);
  await change(page, async () => {
    await slider.evaluate(input => {
      for (const value of ["0.3", "0.35", "0.4"]) {
        input.value = value;
        input.dispatchEvent(new Event("input"));
      }
      input.dispatchEvent(new Event("change"));
    });
  });
  assert.equal(await text(page), "perlin()*0.4 // kept");
  await change(page, () => slider.fill("0.1"));
  for (const before of ["0.4", "0.25"]) {
    await change(page, () => page.evaluate(() => studio.editor.undo()));
    assert.equal(await text(page), `perlin()*${before} // kept`);
  }
});

test("an option's number has the option's range, a seed has dice", async () => {
  const page = await openStudio({ text: "gabor(seed: 7, impulses: 5)" });
  const slider = (await openAt(page, "5)")).locator("input[type=range]");
  assert.equal(await slider.getAttribute("aria-label"), "impulses");
  assert.deepEqual([await slider.getAttribute("min"), await slider.getAttribute("max")], ["1", "8"]);
  assert.equal(await slider.getAttribute("step"), "1");
  await change(page, () => page.keyboard.press("ArrowRight"));
  assert.equal(await text(page), "gabor(seed: 7, impulses: 6)");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".touch").count(), 0);
  const seed = await openAt(page, "7,");
  await change(page, () => seed.locator("button").click());
  assert.match(await text(page), /^gabor\(seed: \d+, impulses: 6\)$/);
});

test("a colour is a picker", async () => {
  const page = await openStudio({ text: "mix(#000, #ffffff, perlin())" });
  const picker = (await openAt(page, "#000")).locator("input[type=color]");
  assert.equal(await picker.inputValue(), "#000000");
  await change(page, () => picker.fill("#204060"));
  assert.equal(await text(page), "mix(#204060, #ffffff, perlin())");
});

test("a word shows the others with their pictures", async () => {
  const page = await openStudio({ text: "cells(give: f1)" });
  const box = await openAt(page, "f1)");
  const words = await box.locator("button").allTextContents();
  assert.deepEqual(words.slice(0, 4), ["f1", "f2", "f3", "f4"]);
  await page.waitForFunction(() => [...document.querySelectorAll(".words button:not(.failed) canvas")].every(canvas => canvas.getContext("2d").getImageData(0, 0, 78, 52).data.some(v => v)));
  await change(page, () => box.locator("button", { hasText: "f2_f1" }).click());
  assert.equal(await text(page), "cells(give: f2_f1)");
});

test("small pictures that are no longer wanted aren't made", async () => {
  const page = await openStudio({ text: "cells(give: f1)*1" });
  const box = await openAt(page, "f1)"), words = await box.locator("button").count();
  const most = await page.evaluate(async () => {
    const { pool, editor: { view } } = studio, counts = [];
    for (let i = 1; i < 10; i++) {
      view.dispatch({ changes: { from: view.state.doc.length - 1, to: view.state.doc.length, insert: String(i) } });
      await new Promise(then => setTimeout(then));
      counts.push(pool.queue.filter(job => job.key === "preview").length);
    }
    return Math.max(...counts);
  });
  assert.ok(most <= words, `${most} for ${words} words`);
});

const RAMP = "ramp(perlin(), -1, #000000, 0, #ff0000, 1, #ffffff)";

test("a ramp's stops are dragged between their neighbours, added, coloured and taken away", async () => {
  const page = await openStudio({ text: RAMP });
  const box = await openAt(page, "ramp"), handles = box.locator(".handles button");
  assert.equal(await handles.count(), 3);
  await drag(page, handles.nth(1), 40, 0);
  const moved = Number(/, (\S+), #ff0000/.exec(await text(page))[1]);
  assert.ok(moved > 0.2 && moved < 0.4, `${moved}`);
  await drag(page, handles.nth(1), 893, 0);
  assert.equal(await text(page), RAMP.replace("0, #ff0000", "0.99, #ff0000"));
  await change(page, () => box.locator("input[type=color]").fill("#00ff00"));
  await change(page, () => page.evaluate(() => studio.editor.undo()));
  await change(page, () => page.evaluate(() => studio.editor.undo()));
  await change(page, () => page.evaluate(() => studio.editor.undo()));
  assert.equal(await text(page), RAMP);
  const strip = await placeOf(box.locator("canvas"));
  await change(page, () => page.mouse.dblclick(strip.x + strip.width*0.75, strip.y + 10));
  assert.match(await text(page), /^ramp\(perlin\(\), -1, #000000, 0, #ff0000, 0\.5\d*, #ff[0-9a-f]{4}, 1, #ffffff\)$/);
  await handles.nth(0).focus();
  await change(page, () => box.locator("button", { hasText: "Remove" }).click());
  assert.match(await text(page), /^ramp\(perlin\(\), 0, #ff0000, 0\.5/);
  await handles.nth(1).focus();
  await change(page, () => page.keyboard.press("Shift+ArrowLeft"));
});

test("what is shown beside the first line leaves the buttons above free", async () => {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    const page = await openStudio({ text: "fbm(perlin(), octaves: 6)" }, viewport), number = await page.locator(".cm-line >> text=6").boundingBox();
    await page.mouse.move(number.x + number.width/2, number.y + number.height/2, { steps: 3 });
    const box = await page.locator(".cm-tooltip .touch").boundingBox(), editor = await page.locator(".cm-editor").boundingBox();
    assert.ok(box.y >= editor.y - 1, `${box.y} above ${editor.y}`);
    await page.mouse.move(5, 5);
  }
});

test("stops and points that are close together keep their order by keys", async () => {
  for (const [name, recipe, handle] of [["ramp", "ramp(perlin(), -1, #000, 0.5, #111, 0.501, #f00, 0.502, #fff)", ".handles button >> nth=2"],
    ["curve", "curve(perlin(), -1, 0, 0.5, 0.2, 0.501, 0.5, 0.502, 1)", "circle >> nth=2"]])
    for (const [key, times] of [["ArrowRight", 6], ["Shift+ArrowRight", 2], ["Shift+ArrowLeft", 3], ["ArrowLeft", 5]]) {
      const page = await openStudio({ text: recipe }), box = await openAt(page, name);
      await box.locator(handle).focus();
      for (let n = 0; n < times; n++) await page.keyboard.press(key);
      const numbers = (await text(page)).match(/(?<=, )-?[\d.]+/g).map(Number), places = name === "ramp" ? numbers : numbers.filter((_, i) => i % 2 === 0);
      assert.equal(places.length, 4, await text(page));
      assert.ok(places.every((at, i) => !i || at > places[i - 1]), `${key}: ${await text(page)}`);
      assert.notEqual(await text(page), recipe);
    }
});

test("even stops are given places first, and a ramp of names is left to the text", async () => {
  const page = await openStudio({ text: "ramp(perlin(), #000, #f00, #fff)" });
  const box = await openAt(page, "ramp");
  await change(page, () => box.locator("button", { hasText: "Place them by hand" }).click());
  assert.equal(await text(page), "ramp(perlin(), 0, #000, 0.5, #f00, 1, #fff)");
  const other = await openStudio({ text: "a = 0.5\nramp(perlin(), 0, #000, a, #fff)" });
  assert.match(await (await openAt(other, "ramp")).textContent(), /aren't all numbers/);
});

test("a curve's points are dragged in the plane, added and taken away", async () => {
  const page = await openStudio({ text: "curve(perlin(), -1, 0, 0, 0.5, 1, 1)" });
  const box = await openAt(page, "curve"), points = box.locator("circle");
  await page.waitForFunction(() => document.querySelector(".curve polyline").getAttribute("points")?.split(" ").length === 256);
  await drag(page, points.nth(1), 0, 40);
  const y = Number(/, 0, (\S+), 1, 1\)/.exec(await text(page))[1]);
  assert.ok(y > 0 && y < 0.3, `${y}`);
  await points.nth(1).focus();
  await change(page, () => page.keyboard.press("Delete"));
  assert.equal(await text(page), "curve(perlin(), -1, 0, 1, 1)");
  const picture = await placeOf(box.locator("svg"));
  await change(page, () => page.mouse.dblclick(picture.x + picture.width/2, picture.y + picture.height/4));
  assert.match(await text(page), /^curve\(perlin\(\), -1, 0, -?0(\.0\d*)?, 0\.[78]\d*, 1, 1\)$/);
});

test("levels are dragged on the histogram of what they are of", async () => {
  const recipe = "view 0, 0, 8, 8\nlevels(x, 2, 6) // kept", page = await openStudio({ text: recipe });
  const box = await openAt(page, "levels"), handles = box.locator(".handle");
  const bars = () => box.locator(".bars").getAttribute("d");
  await page.waitForFunction(() => document.querySelector(".levels .bars").getAttribute("d").length > 0);
  const tops = [...(await bars()).matchAll(/V([\d.]+)H/g)].map(found => Number(found[1]));
  assert.ok(tops.length === 64 && tops.every(top => top < 60), "x is as often everywhere");
  const [lo, hi] = await Promise.all([0, 1].map(i => handles.nth(i).getAttribute("aria-valuenow")));
  assert.deepEqual([lo, hi], ["2", "6"]);
  await drag(page, handles.nth(1), 32, 0);
  const each = (8*1.2)/256, dragged = Number(/x, 2, (\S+)\) \/\/ kept$/.exec(await text(page))[1]);
  assert.ok(Math.abs(dragged - 6 - 32*each) < 0.1, `${dragged}`);
  await handles.nth(0).focus();
  await change(page, () => page.keyboard.press("ArrowLeft"));
  const moved = Number(/x, (\S+), /.exec(await text(page))[1]);
  assert.ok(moved < 2 && moved > 1.8, `${moved}`);
  await drag(page, handles.nth(0), 500, 0);
  const [, first, second] = /x, (\S+), (\S+)\)/.exec(await text(page)).map(Number);
  assert.ok(first < second && first > second - 0.2, `${first} stays below ${second}`);
  for (let n = 0; n < 3; n++) await change(page, () => page.evaluate(() => studio.editor.undo()));
  assert.equal(await text(page), recipe);
  const other = await openStudio({ text: "a = 0.5\nlevels(perlin(), a, 1)" });
  assert.match(await (await openAt(other, "levels")).textContent(), /aren't both numbers/);
});

test("a view is moved and its corners are dragged on a picture of what is around it", async () => {
  for (const [recipe, up] of [["view 0, 0, 8, 6 // wide\nx < 0", 1], ["view 0,  6, 8, 0\nx < 0", -1]]) {
    const page = await openStudio({ text: recipe }), box = await openAt(page, "view"), each = 1.7*6/168;
    const numbers = async () => /^view (\S+), +(\S+), (\S+), (\S+)/.exec(await text(page)).slice(1).map(Number);
    const near = (found, wanted) => assert.ok(found.every((value, i) => Math.abs(value - wanted[i]) < 0.06), `${found} is not ${wanted}`);
    /* Where x < 0 ends on the picture is where the window begins. */
    await page.waitForFunction(() => document.querySelector(".frame canvas").getContext("2d").getImageData(0, 40, 1, 1).data[0] === 255);
    const bright = await page.evaluate(() => [...document.querySelector(".frame canvas").getContext("2d").getImageData(0, 40, 126, 1).data]
      .filter((_, i) => i % 4 === 0).filter(value => value === 255).length);
    assert.ok(Math.abs(2*bright - Number(await box.locator(".whole").getAttribute("x"))) <= 2, `${bright}`);
    const before = await numbers();
    await drag(page, box.locator(".whole"), 20, 30);
    near(await numbers(), [20*each, before[1] + up*30*each, 8 + 20*each, before[3] + up*30*each]);
    await change(page, () => page.evaluate(() => studio.editor.undo()));
    assert.equal(await text(page), recipe);
    await drag(page, box.locator("circle").nth(1), -40, -20);
    near(await numbers(), [0, before[1], 8 - 40*each, before[3] - up*20*each]);
    await drag(page, box.locator("circle").nth(0), 500, 0);
    const [x0, , x1] = await numbers();
    assert.ok(x0 < x1 && x1 - x0 < 1, `${x0} stays left of ${x1}`);
    await box.locator(".whole").focus();
    const rested = await numbers();
    await change(page, () => page.keyboard.press("Shift+ArrowRight"));
    const [by, down, also] = (await numbers()).map((value, i) => value - rested[i]);
    assert.ok(by > 0 && down === 0 && Math.abs(also - by) < 1e-9, `${by} ${down} ${also}`);
  }
  const other = await openStudio({ text: "view 0, 0, 2*pi, 6\nx" });
  assert.match(await (await openAt(other, "view")).textContent(), /aren't all written as numbers/);
});

test("the period of a tile is dragged at its corner", async () => {
  for (const [recipe, dragged, after] of [["tile(perlin(), 4)", "tile(perlin(), 6)", "tile(perlin(), 7)"],
    ["tile(perlin(), 4, 2)", "tile(perlin(), 5, 3)", "tile(perlin(), 6, 3)"], ["tile(scale(perlin(), 0.5), 1.5)", "tile(scale(perlin(), 0.5), 3)", "tile(scale(perlin(), 0.5), 4)"]]) {
    const page = await openStudio({ text: recipe }), box = await openAt(page, "tile"), far = recipe.includes("1.5") ? 60 : 30;
    assert.equal(await box.locator("circle").count(), 1);
    await drag(page, box.locator("circle"), far, recipe.includes("2") ? far : 10);
    assert.equal(await text(page), dragged);
    await box.locator("circle").focus();
    await change(page, () => page.keyboard.press("ArrowRight"));
    assert.equal(await text(page), after);
  }
});
