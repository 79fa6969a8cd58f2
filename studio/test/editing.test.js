/* Changing a recipe: sliders, mistakes, parts, seeds, drafts and the gallery. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { change, openFresh, openPage, openStudio, pixelsOf, set, stateOf } from "./page.js";

const HILLS = 'view 0, 0, 4, 3\nparam high = 0.5 [0, 2] "How high"\nlow = perlin()\nhills = high*low*low\nhills + 0.1';

const isDimmed = page => page.locator("#picture.dim").count();

test("a slider writes its number into the recipe, and the picture follows", async () => {
  const page = await openStudio({ text: HILLS });
  const [about] = await stateOf(page, "about");
  const slider = page.locator(".slider input");
  assert.equal(await slider.getAttribute("aria-label"), "How high");
  await change(page, () => slider.fill("1.5"));
  const [text, now] = await stateOf(page, "text", "about");
  assert.equal(text, HILLS.replace("high = 0.5", "high = 1.5"));
  assert.ok(now.bounds[0].hi > about.bounds[0].hi);
});

test("a number under the pointer is dragged with Alt held, up and down", async () => {
  const page = await openStudio({ text: "perlin() + 0.25" });
  const box = await page.locator(".cm-line >> text=0.25").boundingBox();
  await page.keyboard.down("Alt");
  await page.mouse.move(box.x + box.width - 10, box.y + box.height/2);
  await page.mouse.down();
  await change(page, () => page.mouse.move(box.x + box.width + 10, box.y + box.height/2));
  await page.mouse.up();
  await page.keyboard.up("Alt");
  assert.deepEqual(await stateOf(page, "text"), ["perlin() + 0.3"]);
});

test("// within a text is no comment; within a comment nothing is completed or helped with; colours have three or six digits", async () => {
  const text = 'a = image("http://x/y")\n// cells and perlin\nb = #abcd + #abc + #12345 + #123456\n"//" // cells';
  const page = await openStudio({ text: "perlin()" });
  await page.evaluate(to => studio.set({ text: to }), text);
  const spans = await page.locator(".cm-line span").evaluateAll(all => all.map(span => [span.textContent, getComputedStyle(span).color]));
  const colourOf = said => spans.find(([words]) => words === said)?.[1], comment = colourOf("// cells and perlin");
  assert.ok(comment && colourOf("// cells") === comment);
  assert.ok(colourOf('"http://x/y"') && colourOf('"http://x/y"') !== comment);
  assert.equal(colourOf("#abc"), colourOf("#123456"));
  assert.ok(colourOf("#abc") && colourOf("#abcd") !== colourOf("#abc") && colourOf("#12345") !== colourOf("#abc"));
  const tooltips = async (line, word) => {
    await page.mouse.move(5, 5);
    const box = await page.locator(".cm-line").nth(line).locator(`text=${word}`).last().boundingBox();
    await page.mouse.move(box.x + box.width - 3, box.y + box.height/2, { steps: 3 });
    await page.waitForTimeout(700);
    return page.locator(".cm-tooltip .help").count();
  };
  assert.equal(await tooltips(1, "perlin"), 0, "help in a comment");
  assert.equal(await tooltips(3, "cells"), 0, "help in a comment behind a text");
  await page.evaluate(() => studio.set({ text: 'a = image("http://x/y") + perlin()\na' }));
  assert.equal(await tooltips(0, "perlin"), 1, "help behind a text");
  const offers = async (at, before) => {
    await page.evaluate(([words, place]) => {
      studio.set({ text: words });
      studio.editor.view.dispatch({ selection: { anchor: place } });
      studio.editor.view.focus();
    }, [before, at]);
    await page.keyboard.type("per");
    await page.waitForTimeout(500);
    const found = await page.locator(".cm-tooltip-autocomplete").count();
    await page.keyboard.press("Escape");
    return found;
  };
  assert.equal(await offers(26, 'a = image("http://x/y") + '), 1, "completion behind a text");
  assert.equal(await offers(13, "perlin() // a"), 0, "completion in a comment");
});

test("a mistake is said at its place beside the last good picture, dimmed; its mend takes both away", async () => {
  const page = await openStudio({ text: HILLS });
  const good = await pixelsOf(page);
  await set(page, { text: HILLS.replace("perlin()", "perln()") });
  await page.waitForSelector("#problem:not([hidden])");
  assert.match(await page.textContent("#problem"), /^line 3: .*perln/);
  assert.equal(await page.locator(".cm-lintRange-error").textContent(), "perln");
  assert.equal(await isDimmed(page), 1);
  assert.deepEqual(await pixelsOf(page), good);
  await page.click("#problem");
  await change(page, async () => {
    await page.keyboard.press("ArrowRight");
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.type("i");
  });
  assert.deepEqual(await stateOf(page, "text", "error"), [HILLS, null]);
  assert.equal(await isDimmed(page), 0);
  assert.equal(await page.isHidden("#problem"), true);
});

test("while the last line is broken, the parts above it are shown", async () => {
  const page = await openStudio({ text: HILLS });
  await set(page, { text: HILLS.replace("hills + 0.1", "hills +") });
  await page.waitForFunction(() => studio.state.error && document.querySelectorAll("#parts button").length === 2);
  assert.deepEqual(await page.locator("#parts button span:first-of-type").allTextContents(), ["low", "hills"]);
});

test("an empty recipe says what is missing", async () => {
  const page = await openStudio({ text: HILLS });
  await set(page, { text: "" });
  await page.waitForSelector("#problem:not([hidden])");
  assert.match(await page.textContent("#problem"), /the recipe is empty/);
  await change(page, () => set(page, { text: "perlin()" }));
});

test("parts are in the strip and in the margin, and the one that is clicked is shown", async () => {
  const page = await openStudio({ text: HILLS });
  const names = page.locator("#parts button span:first-of-type");
  assert.deepEqual(await names.allTextContents(), ["low", "hills", "result"]);
  assert.deepEqual(await page.locator(".thumb").evaluateAll(all => all.map(thumb => thumb.title)), ["show low", "show hills"]);
  const whole = await pixelsOf(page);
  await change(page, () => page.locator("#parts button", { hasText: "low" }).click());
  assert.deepEqual(await stateOf(page, "result"), ["low"]);
  assert.equal(await page.locator("#parts button[aria-pressed=true] span:first-of-type").textContent(), "low");
  assert.notDeepEqual(await pixelsOf(page), whole);
  await change(page, () => page.locator(".thumb.shown").click());
  assert.deepEqual(await stateOf(page, "result"), [null]);
  assert.deepEqual(await pixelsOf(page), whole);
});

test("a part that is no more gives way to the whole", async () => {
  const page = await openStudio({ text: HILLS });
  await change(page, () => set(page, { result: "hills" }));
  await set(page, { text: "perlin()" });
  await page.waitForFunction(() => studio.state.result === null && studio.state.error === null);
});

test("statistics are those of the picture", async () => {
  const page = await openStudio({ text: "view 0, 0, 1, 1\nx < 0.5 ? 0 : 2" });
  const rows = Object.fromEntries(await page.locator("#statistics tr").evaluateAll(all =>
    all.map(row => [...row.cells].map(cell => cell.textContent))));
  assert.equal(rows.observed, "0 … 2");
  assert.equal(rows.proven, "0 … 2");
  assert.match(rows["mean ± deviation"], /^(1|1\.00\d*|0\.99\d*) ± 1$/);
  const heights = await page.locator("#statistics rect").evaluateAll(all => all.map(bar => Number(bar.getAttribute("height"))));
  assert.deepEqual(heights.map(height => height > 0), heights.map((_, i) => i === 0 || i === heights.length - 1));
});

test("a seed is a number or a text, and the die throws another one", async () => {
  const page = await openStudio({ text: "perlin()" });
  const first = await pixelsOf(page);
  const enter = async text => {
    await page.fill("#seed", text);
    await page.press("#seed", "Enter");
  };
  await change(page, () => enter("for you"));
  assert.deepEqual(await stateOf(page, "seed"), ["for you"]);
  assert.notDeepEqual(await pixelsOf(page), first);
  await enter("1e3");
  assert.match(await page.textContent("#problem"), /a seed is/);
  assert.deepEqual(await stateOf(page, "seed"), ["for you"]);
  await change(page, () => page.click("#dice"));
  assert.match((await stateOf(page, "seed"))[0], /^\d+$/);
  assert.equal(await page.isHidden("#problem"), true);
  await change(page, () => enter("0x0"));
  assert.deepEqual(await pixelsOf(page), first);
});

test("a draft survives a reload, with its name and seed", async t => {
  const page = await openFresh(t);
  await change(page, () => set(page, { text: "billow(perlin())", seed: "8", name: "mine" }));
  await page.reload();
  await page.waitForFunction(() => globalThis.studio?.picture.isWhole);
  assert.deepEqual(await stateOf(page, "text", "seed", "name"), ["billow(perlin())", "8", "mine"]);
  assert.equal(await page.inputValue("#name"), "mine");
});

test("the gallery opens a recipe, at its view, by its name", async () => {
  const page = await openStudio({ text: "perlin()", seed: "5" });
  await page.click("#open-gallery");
  await page.locator("#gallery .card").nth(30).waitFor();
  await change(page, () => page.locator("#gallery .card", { hasText: "A walker's map" }).click());
  assert.equal(await page.locator("#gallery[open]").count(), 0);
  const [name, seed, text] = await stateOf(page, "name", "seed", "text");
  assert.deepEqual([name, seed], ["contours", "0"]);
  assert.equal(await page.locator(".cm-content").innerText().then(shown => shown.includes("contours.burl")), true);
  assert.match(text, /^\/\/ contours\.burl/);
});

test("a draft with a mistake says so when it is opened, and shows its good parts", async t => {
  const page = await openPage(t, { prepare: opened => opened.addInitScript(draft => localStorage.setItem("burl-recipe-draft", draft),
    JSON.stringify({ name: "mine", seed: "0", result: null, original: "", changed: 1, text: HILLS.replace("hills + 0.1", "hills + hill") })) });
  await page.waitForSelector("#problem:not([hidden])");
  assert.match(await page.textContent("#problem"), /line 5: .*hill/);
  await page.locator("#parts button", { hasText: "hills" }).waitFor();
  await page.evaluate(text => studio.set({ text }), HILLS);
  await page.waitForFunction(() => studio.picture.isWhole && !studio.state.error);
});
