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
  const middle = await handles.nth(1).boundingBox();
  await change(page, async () => {
    await page.mouse.move(middle.x + 7, middle.y + 9);
    await page.mouse.down();
    await page.mouse.move(middle.x + 47, middle.y + 9, { steps: 4 });
    await page.mouse.up();
  });
  const moved = Number(/, (\S+), #ff0000/.exec(await text(page))[1]);
  assert.ok(moved > 0.2 && moved < 0.4, `${moved}`);
  await change(page, async () => {
    const place = await handles.nth(1).boundingBox();
    await page.mouse.move(place.x + 7, place.y + 9);
    await page.mouse.down();
    await page.mouse.move(place.x + 900, place.y + 9, { steps: 4 });
    await page.mouse.up();
  });
  assert.equal(await text(page), RAMP.replace("0, #ff0000", "0.99, #ff0000"));
  await change(page, () => box.locator("input[type=color]").fill("#00ff00"));
  await change(page, () => page.evaluate(() => studio.editor.undo()));
  await change(page, () => page.evaluate(() => studio.editor.undo()));
  await change(page, () => page.evaluate(() => studio.editor.undo()));
  assert.equal(await text(page), RAMP);
  const strip = await box.locator("canvas").boundingBox();
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
  await change(page, () => box.locator("button", { hasText: "Give them places" }).click());
  assert.equal(await text(page), "ramp(perlin(), 0, #000, 0.5, #f00, 1, #fff)");
  const other = await openStudio({ text: "a = 0.5\nramp(perlin(), 0, #000, a, #fff)" });
  assert.match(await (await openAt(other, "ramp")).textContent(), /aren't all numbers/);
});

test("a curve's points are dragged in the plane, added and taken away", async () => {
  const page = await openStudio({ text: "curve(perlin(), -1, 0, 0, 0.5, 1, 1)" });
  const box = await openAt(page, "curve"), points = box.locator("circle");
  await page.waitForFunction(() => document.querySelector(".curve polyline").getAttribute("points")?.split(" ").length === 256);
  const middle = await points.nth(1).boundingBox();
  await change(page, async () => {
    await page.mouse.move(middle.x + 6, middle.y + 6);
    await page.mouse.down();
    await page.mouse.move(middle.x + 6, middle.y + 46, { steps: 4 });
    await page.mouse.up();
  });
  const y = Number(/, 0, (\S+), 1, 1\)/.exec(await text(page))[1]);
  assert.ok(y > 0 && y < 0.3, `${y}`);
  await points.nth(1).focus();
  await change(page, () => page.keyboard.press("Delete"));
  assert.equal(await text(page), "curve(perlin(), -1, 0, 1, 1)");
  const picture = await box.locator("svg").boundingBox();
  await change(page, () => page.mouse.dblclick(picture.x + picture.width/2, picture.y + picture.height/4));
  assert.match(await text(page), /^curve\(perlin\(\), -1, 0, -?0(\.0\d*)?, 0\.[78]\d*, 1, 1\)$/);
});
