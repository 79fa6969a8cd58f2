/* For everyone: by keys alone, on narrow pages, without motion, without a network, and by the rules that axe-core checks. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { change, look, openFresh, openStudio, recipeText, set, stateOf, violations } from "./page.js";

const LOW = 'view 0, 0, 4, 3\nparam high = 0.5 [0, 2] "How high"\nlow = perlin() // plain\nhigh*low';

/* ---- Keys ---------------------------------------------------------------------------------------- */

/** What has the focus: its id, or what it is called. */
const focused = page => page.evaluate(() => {
  const { activeElement: element } = document;
  return element.id || element.getAttribute("aria-label") || element.textContent;
});

/** Presses Tab until something has the focus; all on the way show it. */
async function tabTo(page, wanted, key = "Tab") {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press(key);
    const name = await focused(page);
    const outline = await page.evaluate(() => {
      const style = getComputedStyle(document.activeElement);
      return document.activeElement === document.body || document.activeElement.closest(".cm-editor")
        || (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1);
    });
    assert.ok(outline, `one sees that ${name} has the focus`);
    if (wanted.test(name)) return;
  }
  assert.fail(`Tab doesn't lead to ${wanted}`);
}

test("by keys alone: a recipe is chosen, changed, moved and explained", async () => {
  const page = await openStudio({ text: "perlin()" });
  await page.evaluate(() => (/** @type {HTMLElement} */ (document.activeElement)).blur());
  await tabTo(page, /^open-gallery$/);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#gallery[open]");
  await tabTo(page, /^A walker's map$/);
  await change(page, () => page.keyboard.press("Enter"));
  assert.deepEqual(await stateOf(page, "name"), ["contours"]);
  assert.equal(await focused(page), "open-gallery");
  await tabTo(page, /^recipe$/);
  await page.keyboard.press("Control+End");
  await change(page, () => page.keyboard.type("// mine"));
  assert.match((await stateOf(page, "text"))[0], /\/\/ mine$/);
  await page.keyboard.press("Escape");
  await tabTo(page, /^picture$/);
  const [before] = await stateOf(page, "centre");
  await look(page, () => page.keyboard.press("ArrowRight"));
  const [after] = await stateOf(page, "centre");
  assert.ok(after[0] > before[0]);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#explain h2");
  await tabTo(page, /^result/);
  const isOpen = () => page.locator("#explain > details").first().evaluate((/** @type {HTMLDetailsElement} */ box) => box.open);
  const was = await isOpen();
  await page.keyboard.press("Enter");
  assert.equal(await isOpen(), !was);
  await tabTo(page, /^picture$/, "Shift+Tab");
});

test("a slider, a mode and a part answer to keys", async () => {
  const page = await openStudio({ text: LOW });
  await page.locator(".slider input").focus();
  await change(page, () => page.keyboard.press("ArrowRight"));
  assert.match((await stateOf(page, "text"))[0], /high = 0\.51 /);
  assert.equal(await focused(page), "How high", "the slider keeps the focus");
  await page.focus("[data-mode=tile]");
  await look(page, () => page.keyboard.press("Enter"));
  await page.focus("[data-mode=picture]");
  await look(page, () => page.keyboard.press("Space"));
  await page.locator("#parts button").first().focus();
  await change(page, () => page.keyboard.press("Enter"));
  assert.deepEqual(await stateOf(page, "result", "mode"), ["low", "picture"]);
});

test("Escape closes each dialog, and the focus goes back to what opened it", async () => {
  const page = await openStudio({ text: "perlin()" });
  for (const name of ["gallery", "share", "help"]) {
    await page.focus(`#open-${name}`);
    await page.keyboard.press("Enter");
    await page.waitForSelector(`#${name}[open]`);
    await page.keyboard.press("Escape");
    await page.waitForSelector(`#${name}`, { state: "hidden" });
    assert.equal(await focused(page), `open-${name}`);
  }
});

/* ---- Narrow, still, alone ------------------------------------------------------------------------ */

test("on a narrow page nothing runs over its side, and the picture stays in sight", async t => {
  const page = await openFresh(t, { viewport: { width: 360, height: 740 }, hasTouch: true });
  const assertFits = async what => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${what}: ${wide}`);
  };
  await assertFits("the page");
  await page.locator(".slider").last().scrollIntoViewIfNeeded();
  assert.ok((await page.locator("#picture").boundingBox()).y >= -1);
  await page.evaluate(() => scrollTo(0, 0));
  await page.touchscreen.tap(180, 160);
  await page.waitForSelector("#explain h2");
  await page.waitForFunction(() => document.querySelector("#explain h2").getBoundingClientRect().bottom < innerHeight);
  await assertFits("explaining");
  for (const name of ["gallery", "share", "help"]) {
    await page.evaluate(() => scrollTo(0, 0));
    await page.click(`#open-${name}`);
    await page.waitForSelector(`#${name}[open]`);
    await assertFits(name);
    const over = await page.locator(`#${name}`).evaluate(dialog => dialog.scrollWidth - dialog.clientWidth);
    assert.ok(over <= 0, `${name} runs over by ${over}`);
    await page.keyboard.press("Escape");
  }
});

test("where motion is unwelcome nothing moves by itself", async t => {
  const page = await openFresh(t, { reducedMotion: "reduce" });
  await change(page, () => page.evaluate(text => studio.openRecipe({ name: "flame", text }), recipeText("flame")));
  assert.deepEqual(await stateOf(page, "isPlaying", "time"), [false, 0]);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

test("after the first visit the page needs no network", async t => {
  const page = await openFresh(t, { serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForFunction(() => globalThis.studio?.picture.isWhole);
  await page.click("#open-gallery");
  const images = page.locator("#gallery img");
  await images.first().evaluate((/** @type {HTMLImageElement} */ image) => image.decode());
  await page.keyboard.press("Escape");
  await page.click("#open-share");
  await page.waitForFunction(() => document.querySelector("[data-is=code]").value.length > 1);
});

/* ---- axe-core ------------------------------------------------------------------------------------ */

for (const colorScheme of ["light", "dark"])
  test(`axe-core finds nothing wrong, ${colorScheme}`, async t => {
    const page = await openFresh(t, { colorScheme, bypassCSP: true });
    await set(page, { pin: [2, 1.5] });
    await page.waitForSelector("#explain h2");
    assert.deepEqual(await violations(page), [], "the page");
    await set(page, { text: LOW.replace("low\n", "lw\n").replace("high*low", "high*lw") });
    await page.waitForSelector("#problem:not([hidden])");
    assert.deepEqual(await violations(page), [], "a mistake");
    await change(page, () => set(page, { text: LOW.replace("perlin()", "simplex(x, y, t)") }));
    await page.waitForSelector("#time:not([hidden])");
    assert.deepEqual(await violations(page), [], "time");
    await page.click("#open-line");
    await page.waitForSelector("#line-values h2");
    assert.deepEqual(await violations(page), [], "a line");
    await page.keyboard.press("Escape");
    await page.click("[data-mode=sheet]");
    await page.waitForSelector("#other .space[data-ready]");
    assert.deepEqual(await violations(page), [], "a sheet");
    await page.click("[data-mode=picture]");
    await page.click("#full");
    assert.deepEqual(await violations(page), [], "the picture alone");
    await page.click("#full");
    for (const name of ["gallery", "share", "help"]) {
      await page.click(`#open-${name}`);
      await page.waitForSelector(`#${name}[open]`);
      assert.deepEqual(await violations(page), [], name);
      await page.keyboard.press("Escape");
    }
    await page.click("[data-mode=graph]");
    await page.waitForSelector(".graph .node");
    assert.deepEqual(await violations(page), [], "the graph");
    await page.focus(".node.part");
    await page.keyboard.press("o");
    await page.waitForSelector(".said button");
    assert.deepEqual(await violations(page), [], "a node of the graph");
  });
