/* Bad input leaves the page alive: links that are endless, huge, deep or damaged, recipes that take long, browsers that lack
 * what the page needs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { openFresh, openPage, openStudio, set, stateOf } from "./page.js";

const linkOf = recipe => `#r=${deflateRawSync(typeof recipe === "string" ? recipe : JSON.stringify({ name: "linked", ...recipe })).toString("base64url")}`;

/** A recipe that takes minutes: noise that is warped by itself, again and again. */
const SLOW = ["a0 = fbm(cells(x, y, 0.5, 0.5), octaves: 16)", ...Array.from({ length: 9 }, (_, i) => `a${i + 1} = warp(a${i}, a${i}, a${i})`), "a9"].join("\n");
const MANY = Array.from({ length: 16000 }, (_, i) => `p${i} = perlin(seed: ${i})`).join("\n") + "\np1";

const links = [
  { what: "a recipe that takes minutes", link: linkOf({ text: SLOW }), shows: /left/ },
  { what: "a sum of 500000", link: linkOf({ text: `1${"+1".repeat(500000)}` }), shows: /more than 65536/ },
  { what: "100000 brackets", link: linkOf({ text: "(".repeat(100000) }), shows: /nested more than 200 deep/ },
  { what: "900000 lines", link: linkOf({ text: `${"\n".repeat(900000)}perlin()` }), shows: null },
  { what: "a line of 900000 blanks", link: linkOf({ text: `${" ".repeat(900000)}perlin()` }), shows: null },
  { what: "16000 parts", link: linkOf({ text: MANY }), shows: null },
  { what: "a name that is a page", link: linkOf({ text: "perlin(", name: "<img src=x onerror=alert(1)>", result: "<b>", seed: "</script>" }),
    shows: /perlin|expression|\)/ },
  { what: "64 MiB", link: linkOf(`{"text": "perlin()"}${" ".repeat(64 << 20)}`), shows: /this link is damaged/ },
  { what: "no recipe", link: linkOf({ text: 5 }), shows: /this link is damaged/ },
  { what: "nothing", link: linkOf("null"), shows: /this link is damaged/ },
  { what: "other bytes", link: "#r=AAAA", shows: /this link is damaged/ },
];

const SOON_MS = 12000; /* before what is too slow would end of itself */

/** Waits until the page says what it should, or has drawn; then it answers, and opens another recipe. */
async function assertAlive(page, shows) {
  if (shows) await page.waitForFunction(source => [...document.querySelectorAll("#problem, #progress")].some(element =>
    !element.hidden && new RegExp(source).test(element.textContent)), shows.source);
  else await page.waitForFunction(() => globalThis.studio?.state.name === "linked" && !studio.state.about.isOld && studio.picture.isWhole);
  const start = performance.now();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.ok(performance.now() - start < 3000, "it answers");
  assert.ok(await page.locator("#parts button").count() <= 61);
  await page.click("#open-gallery");
  await page.locator("#gallery .card", { hasText: "A walker's map" }).click();
  await page.waitForFunction(() => studio.state.name === "contours" && studio.state.about && studio.picture.isWhole && !studio.state.error,
    null, { timeout: SOON_MS });
  assert.equal(await page.isHidden("#problem"), true);
}

for (const { what, link, shows } of links)
  test(`a link to ${what}, followed on the page, leaves it alive`, async () => {
    const page = await openStudio({ text: "perlin()" });
    await page.evaluate(hash => {
      studio.state.about.isOld = true;
      location.hash = hash;
    }, link);
    await assertAlive(page, shows);
  });

for (const { what, link, shows } of [links[0], links.at(-1)])
  test(`a link to ${what}, opened, leaves the page alive`, async t => {
    await assertAlive(await openPage(t, { at: link }), shows);
  });

test("a recipe that takes long says how far it is, and can be stopped", async () => {
  const page = await openStudio({ text: "perlin()" });
  await set(page, { text: SLOW });
  await page.waitForSelector("#progress:not([hidden])");
  assert.match(await page.textContent("#progress"), /\d+ left/);
  await page.click("#stop");
  await page.waitForFunction(() => !studio.pool.isBusy, null, { timeout: 4000 });
  await page.waitForSelector("#progress", { state: "hidden" });
  assert.match(await page.textContent("#problem"), /stopped/);
  await set(page, { text: "perlin() + 1" });
  await page.waitForFunction(() => studio.picture.isWhole && studio.state.about.bounds[0].lo === 0);
});

test("without SIMD the page says so, and shows pictures", async t => {
  const page = await openPage(t, { prepare: page => page.addInitScript(() => (WebAssembly.validate = () => false)) });
  await page.waitForSelector(".unsupported");
  assert.match(await page.textContent(".unsupported"), /no WebAssembly with SIMD/);
  const width = await page.locator(".unsupported img").first().evaluate(image => image.decode().then(() => image.naturalWidth));
  assert.ok(width > 0);
});

test("without anything kept by the browser the page opens", async t => {
  const page = await openFresh(t, { prepare: opened => opened.addInitScript(() =>
    Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } })) });
  assert.deepEqual(await stateOf(page, "name"), ["islands"]);
  await page.click("#theme");
});

test("a recipe of many knobs, long names and long lines stays within the page", async () => {
  const long = "a".repeat(200);
  const page = await openStudio({ name: "n".repeat(80), text: `param ${long} = 0.5 [0, 1] "${"what ".repeat(60)}"\n${long}b = perlin()\n${long}b*${long}` });
  const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide[0] <= wide[1], `${wide}`);
});
